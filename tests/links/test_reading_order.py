"""In which order folders are to be read, and purposes that say nothing of one file."""

from __future__ import annotations

import sqlite3
from collections import Counter
from pathlib import Path

from repobook.build import build
from repobook.config import Config
from repobook.link.folders import MAX_SHARED, reading_order


def test_what_stands_alone_comes_last() -> None:
    packaging, base, tool, other = 1, 2, 3, 4
    links = Counter({(tool, base): 5, (other, base): 1})
    assert reading_order([packaging, base, tool, other], links) == [base, tool, other, packaging]


def test_a_title_that_every_source_bears_is_no_purpose(tmp_path: Path) -> None:
    repository = tmp_path / "repository"
    repository.mkdir()
    for number in range(MAX_SHARED + 1):
        (repository / f"m{number}.py").write_text(
            f'"""Shop - a shop for everyone."""\n\n\ndef f{number}():\n    pass\n'
        )
    (repository / "own.py").write_text('"""Counts what is sold."""\n\n\ndef count():\n    pass\n')
    build(Config(root=str(repository), output=str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1))
    with sqlite3.connect(tmp_path / "book" / "book.db") as database:
        said = dict(database.execute("SELECT path, purpose FROM file"))
    assert said.pop("own.py") == "Counts what is sold."
    assert set(said.values()) == {""}
    page = (tmp_path / "book" / "m3.py_docs.md").read_text()
    assert "f3" in page.split("## File Purpose")[1].split("##")[0]
