"""The database of the book before the last one: the next database begins in it, where nobody else has it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from runs import read_tree
from test_kept_pages import Garden

import repobook.basis
import repobook.kept


@pytest.fixture
def garden(tmp_path: Path) -> Garden:
    made = Garden(tmp_path)
    made.build()
    return made


@pytest.fixture
def copies(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which databases were copied."""
    copied: list[str] = []
    copy = repobook.basis.copy_file

    def note(path: str, place: str) -> None:
        copied.append(os.path.basename(path))
        copy(path, place)

    monkeypatch.setattr(repobook.basis, "copy_file", note)
    return copied


def spare_of(garden: Garden) -> Path:
    (found,) = (garden.folder / "state" / "books").glob("*.spare")
    return found


def edit_and_build(garden: Garden) -> None:
    garden.edit("garden/maple.py", lambda text: text + "# more\n")
    assert garden.build().problems == []


def test_no_database_is_copied(garden: Garden, copies: list[str]) -> None:
    """Not by the first edit after a clean build, and not by those behind it; each book is the clean one."""
    for _ in range(4):
        edit_and_build(garden)
        assert read_tree(garden.book) == garden.clean()
    assert "book.db" not in copies


def test_two_files_take_turns(garden: Garden) -> None:
    edit_and_build(garden)
    used, waiting = (garden.book / "book.db").stat().st_ino, spare_of(garden).stat().st_ino
    edit_and_build(garden)
    assert ((garden.book / "book.db").stat().st_ino, spare_of(garden).stat().st_ino) == (waiting, used)


def test_a_spare_that_somebody_has_is_not_written(garden: Garden, copies: list[str], tmp_path: Path) -> None:
    """A copy of an older book by hard links keeps its database."""
    edit_and_build(garden)
    other = tmp_path / "backup.db"
    os.link(spare_of(garden), other)
    before = other.read_bytes()
    edit_and_build(garden)
    assert other.read_bytes() == before and "book.db" in copies
    assert read_tree(garden.book) == garden.clean()


def test_a_spare_that_somebody_reads_is_not_written(garden: Garden, copies: list[str]) -> None:
    """A program that asks the book of two builds ago is answered by that one."""
    database = garden.book / "book.db"
    with closing(sqlite3.connect(f"file:{database}?mode=ro&immutable=1", uri=True)) as reader:
        question = "SELECT path, sha256, lines FROM file ORDER BY id"
        before = reader.execute(question).fetchall()
        reader.execute("PRAGMA cache_size = 0")
        for _ in range(2):
            edit_and_build(garden)
        assert reader.execute(question).fetchall() == before
    assert "book.db" in copies
    assert read_tree(garden.book) == garden.clean()


@pytest.mark.parametrize("at", [0, 40, 5_000, -1])
def test_a_spare_that_is_damaged_is_not_used(at: int, garden: Garden, copies: list[str]) -> None:
    edit_and_build(garden)
    data = bytearray(spare_of(garden).read_bytes())
    data[at] ^= 0x55
    spare_of(garden).write_bytes(data)
    edit_and_build(garden)
    assert "book.db" in copies
    assert read_tree(garden.book) == garden.clean()


def test_a_spare_that_is_cut_is_not_used(garden: Garden, copies: list[str]) -> None:
    edit_and_build(garden)
    for size in (0, 50, 9_000):
        os.truncate(spare_of(garden), size)
        edit_and_build(garden)
    assert copies.count("book.db") == 3
    assert read_tree(garden.book) == garden.clean()


def test_a_database_has_the_rights_of_a_new_one(garden: Garden) -> None:
    edit_and_build(garden)
    edit_and_build(garden)
    spare_of(garden).chmod(0o600)
    edit_and_build(garden)
    assert (garden.book / "book.db").stat().st_mode == (garden.book / "manifest.json").stat().st_mode


def test_spares_of_others_make_room(garden: Garden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spares have a limit of their own: a large one costs other books no more than theirs."""
    own, state = spare_of(garden), garden.folder / "state" / "books"
    others = [state / f"other.{part}" for part in ("spare", "units")]
    for path in others:
        path.write_bytes(b"x" * 100)
    monkeypatch.setattr(repobook.kept, "MAX_BYTES", own.stat().st_size)
    edit_and_build(garden)
    assert [path.exists() for path in (own, *others)] == [True, False, True]
