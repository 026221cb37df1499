"""A book is, byte for byte, what people have read and found right. `python tests/update.py books` rewrites it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from golden import BOOKS, GOLDEN, Golden, build_golden, read_book, show_difference

from repobook.facts import Outcome

Built = tuple[Golden, Outcome]


@pytest.fixture(scope="module", params=GOLDEN, ids=str)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Built]:
    golden: Golden = request.param
    yield golden, build_golden(golden, tmp_path_factory.mktemp(golden.name))


def test_book(built: Built) -> None:
    """The book of a golden repository is the expected one."""
    golden, outcome = built
    difference = show_difference(read_book(golden.expected), read_book(Path(outcome.output)))
    if difference:
        pytest.fail(
            f"run `python tests/update.py books` and read what changed:\n{difference[:8_000]}", pytrace=False
        )


def test_book_holds(built: Built) -> None:
    """Every link, citation and checksum of a golden book holds."""
    _, outcome = built
    assert outcome.problems == []


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not here to ask")
def test_git_keeps_every_file() -> None:
    """No rule of this repository, nor of one stored inside it, hides a file of a golden book from git."""
    found = [
        str(path) for path in sorted(BOOKS.rglob("*")) if path.is_file() and "__pycache__" not in path.parts
    ]
    done = subprocess.run(
        ["git", "check-ignore", "--no-index", "-z", "--stdin"],
        input="\0".join(found).encode(),
        cwd=BOOKS,
        capture_output=True,
        check=False,
    )
    if done.returncode == 128:
        pytest.skip("these files are in no git repository")
    assert done.stdout.decode().split("\0")[:-1] == []
