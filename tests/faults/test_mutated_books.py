"""F8 in small: a book of broken files of many languages. `bench/reliability/fuzz.py --builds 20` makes large ones."""

from __future__ import annotations

import random
from pathlib import Path

from mutated_books import LANGUAGES, break_files, judge_book, read_units
from unit_facts import LANGUAGES as FOLDERS

from repobook.analyze.analyze import analyze
from repobook.analyze.reading import MAX_PARTS

KINDS, OF_EACH = (*LANGUAGES, "Markdown"), 3


def test_deep_classes_have_short_scopes() -> None:
    """F8, C10: each definition shows its scope: of a thousand classes in each other, a name of a thousand parts each is too much."""
    data = b"class Whole {\n" * 1_000 + b"}\n" * 1_000
    symbols = analyze(data, "Java", FOLDERS).symbols
    assert len(symbols) == 1_000
    assert symbols[20].scope == ".".join(["Whole"] * 20)
    assert max(symbol.scope.count(".") for symbol in symbols) == MAX_PARTS
    half = b"class Whole {kage half;\n" * 100  # what the grammar cannot read is found by its lines
    assert max(symbol.scope.count(".") for symbol in analyze(half, "Java", FOLDERS).symbols) <= MAX_PARTS


def test_book_of_broken_files(tmp_path: Path) -> None:
    """F8: 39 broken files of 13 languages give a book that is verified, accounts for each, and stays in bounds."""
    chance = random.Random(8)
    corpus = read_units()
    files = {}
    for number, language in enumerate(KINDS):
        found = break_files(corpus, language, OF_EACH, chance)
        files |= {f"{number}/{path!s}": data for path, data in found.items()}
    assert judge_book(tmp_path, dict(files)) == []
