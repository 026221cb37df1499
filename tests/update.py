"""Rewrite what tests expect: all of it, or the unit folders named, or `books`. Read the diff before you commit it."""

from __future__ import annotations

import sys
from pathlib import Path

from unit_facts import find_units, show_unit

sys.path[:0] = [str(Path(__file__).parent / "surface"), str(Path(__file__).parent / "books")]

from golden import GOLDEN, update  # noqa: E402

words = sys.argv[1:]
for unit in find_units():
    if (not words or any(str(unit).startswith(word) for word in words)) and not (
        unit.folder / "known_bug.md"
    ).exists():
        unit.expected.write_text(show_unit(unit))
for golden in GOLDEN:
    if not words or (words[0] == "books" and words[1:] in ([], [golden.name])):
        print(update(golden) or f"books/{golden.name}: as before")
