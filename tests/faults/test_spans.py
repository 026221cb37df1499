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
from repobook.verify import verify

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


def test_documentation_is_cited_where_it_stands(tmp_path: Path) -> None:
    """A comment above a definition is what a quotation of it rests on, not the lines of the definition."""
    repository = tmp_path / "repository"
    repository.mkdir()
    source = repository / "cart.go"
    source.write_text(
        "// Package cart sums.\npackage cart\n\n// Total adds the prices of a cart.\nfunc Total(prices []int) int {\n\treturn len(prices)\n}\n\n"
        "type Box struct {\n\t// Size counts what fits into a box.\n\tSize int\n}\n"
    )
    (repository / "use.go").write_text("package cart\n\nfunc Use() int {\n\treturn Total(nil)\n}\n")
    book = tmp_path / "the book"
    build(make_config(str(repository), str(book), cache=str(tmp_path / "cache"), jobs=1))
    quoting = {page: text for page, text in _pages(book) if "adds the prices of a cart" in _own(text)}
    assert {"cart.go_docs.md", "index.md", "doc.md"} <= set(quoting)
    source.write_text(
        source.read_text().replace("adds the prices", "counts the prices").replace("counts what", "says what")
    )
    flagged = {
        problem.path
        for problem in verify(str(book), str(repository)).problems
        if problem.code == "stale_citation"
    }
    assert set(quoting) <= flagged
    entry = next(line for line in quoting["cart.go_docs.md"].split("\n") if line.startswith("function"))
    assert "[L5-L7]" in entry and "documented in [L4]" in entry
    assert "[L10-L11]" in next(
        line for line in quoting["cart.go_docs.md"].split("\n") if line.startswith("- field")
    )


def _pages(book: Path) -> list[tuple[str, str]]:
    return [(path.relative_to(book).as_posix(), path.read_text()) for path in sorted(book.rglob("*.md"))]


def _own(text: str) -> str:
    """Return what a page says, without the source that it shows."""
    before, mark, behind = text.partition("## Original Source")
    return before + behind[behind.find("\n```\n") :] if mark else before
