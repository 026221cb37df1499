"""A unit folder states every fact its input file holds. `make update` rewrites them; the diff is read."""

from __future__ import annotations

import pytest
from unit_facts import LANGUAGES, Unit, find_units, show_unit


@pytest.mark.parametrize("unit", find_units(), ids=str)
def test_unit(unit: Unit) -> None:
    """A unit folder states every fact its input file holds."""
    shown = show_unit(unit)
    if (unit.folder / "known_bug.md").exists():
        assert shown != unit.expected.read_text(), f"{unit} works now: remove known_bug.md"
    else:
        assert shown == unit.expected.read_text()


def test_every_language_folder_has_units() -> None:
    """12 units for C++ and Python, 4 for each other full language, 1 for every other."""
    counts: dict[str, int] = {}
    for unit in find_units():
        counts[unit.folder.parent.name] = counts.get(unit.folder.parent.name, 0) + 1
    wanted = {folder: 4 if level == "full" else 1 for folder, level in LANGUAGES.folders().items()}
    wanted |= {"python": 12, "cpp": 12}
    assert {folder: n for folder, n in wanted.items() if counts.get(folder, 0) < n} == {}
