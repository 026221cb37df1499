"""Changed source lines: every statement that cites them is flagged, and no other (reliability, promise 14)."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from golden import GOLDEN, make_repository
from spans import change_and_verify, plain_files, read_citations, read_entries

from repobook.build import build
from repobook.config import make_config

ROUNDS = 3


@pytest.mark.parametrize("name", ["polyglot", "flask_shop"])
def test_changed_lines_are_flagged_where_they_are_cited(name: str, tmp_path: Path) -> None:
    golden = next(golden for golden in GOLDEN if golden.name == name)
    repository = make_repository(golden, tmp_path)
    shutil.rmtree(repository / ".git", ignore_errors=True)
    book = tmp_path / "the book"
    build(make_config(str(repository), str(book), cache=str(tmp_path / "cache"), jobs=1))
    citations, entries = read_citations(book), read_entries(book)
    chance = random.Random(name)
    paths = plain_files(book, repository)
    rounds = [
        change_and_verify(
            book, repository, citations, entries, chance.sample(paths, len(paths) * 2 // 3), chance
        )
        for _ in range(ROUNDS)
    ]
    assert [(done.missed, done.wrongly) for done in rounds] == [([], [])] * ROUNDS
    assert sum(done.spans for done in rounds) > 25 and all(
        done.cited > 10 and done.wrong_entries > 10 for done in rounds
    )
