"""The twin of a book: the next one begins with its names, and touches no page that stays."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from runs import read_tree, write_tree
from test_kept_pages import Garden

import repobook.pipeline
from repobook.errors import OutputError
from repobook.twin import Begun, Twin

PAGE = "garden/apple.py_docs.md"  # no edit below reaches it


@pytest.fixture
def garden(tmp_path: Path) -> Garden:
    made = Garden(tmp_path)
    made.build()
    return made


def twin_of(garden: Garden) -> Path:
    (found,) = (garden.folder / "state" / "books").glob("*.twin")
    return found


def edit_and_build(garden: Garden) -> None:
    garden.edit("garden/maple.py", lambda text: text + "# more\n")
    assert garden.build().problems == []


def looks(folder: Path) -> dict[str, tuple[int, int]]:
    """Return inode and the time of anything of every page."""
    return {
        str(path.relative_to(folder)): (path.stat().st_ino, path.stat().st_ctime_ns)
        for path in folder.rglob("*.md")
    }


def test_pages_that_stay_are_not_touched(garden: Garden) -> None:
    """Neither by the first build over a clean book nor by the next."""
    before = looks(garden.book)
    for _ in range(2):
        edit_and_build(garden)
    assert looks(garden.book)[PAGE] == before[PAGE]
    assert read_tree(garden.book) == garden.clean()


def test_folders_have_the_rights_of_new_ones(garden: Garden) -> None:
    """A book that somebody serves can be read by others after the first edit, too."""

    def rights(book: Path) -> dict[str, int]:
        return {str(path.relative_to(book)): path.stat().st_mode for path in [book, *book.rglob("*")]}

    before = os.umask(0o022)
    try:
        for _ in range(3):
            edit_and_build(garden)
            garden.clean()
            assert rights(garden.book) == rights(garden.folder / "clean" / "book")
        os.chmod(twin_of(garden) / "garden", 0o700)
        edit_and_build(garden)
        assert rights(garden.book) == rights(garden.folder / "clean" / "book")
    finally:
        os.umask(before)


def test_a_twin_holds_nothing_but_pages_of_the_book(garden: Garden) -> None:
    for turn in range(3):
        if turn:
            edit_and_build(garden)
        shared = looks(twin_of(garden))
        assert PAGE in shared and shared.items() <= looks(garden.book).items()
        assert not shared.keys() & repobook.pipeline.WRITTEN_LAST
        assert sum(path.is_file() for path in twin_of(garden).rglob("*")) == len(shared)


def test_the_last_book_is_not_written_over(garden: Garden, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new book grows among names of the last one's files. When it fails at its end, not a byte of that has changed."""
    edit_and_build(garden)
    before = read_tree(garden.book)
    monkeypatch.setattr(repobook.pipeline, "verify", _fail)
    for change in (lambda text: text + "# again\n", lambda text: text.replace("grow_maple", "grow_mallow")):
        garden.edit("garden/maple.py", change)
        with pytest.raises(OutputError):
            garden.build()
        assert read_tree(garden.book) == before
    monkeypatch.undo()
    garden.build()
    assert read_tree(garden.book) == garden.clean()


def _fail(*words: object, **more: object) -> None:
    raise OSError(5, "Input/output error")


def test_what_is_no_page_any_more_goes(garden: Garden, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file and its folder that are gone leave nothing in a book that began with their names; nor does one that moved."""
    edit_and_build(garden)
    (garden.root / "docs" / "soil.md").unlink()
    (garden.root / "docs").rmdir()
    (garden.root / "src" / "pond.c").rename(garden.root / "src" / "lake.c")
    made: list[object] = []
    make_book = repobook.pipeline.make_book
    monkeypatch.setattr(
        repobook.pipeline, "make_book", lambda *words: (made.append(words), make_book(*words))[1]
    )
    assert garden.build().problems == []
    assert len(made) == 1  # at once: not because the check found it
    assert not (garden.book / "docs").exists()
    assert read_tree(garden.book) == garden.clean()


def _scribble(twin: Path) -> None:
    """In place: the page of the book changes with it."""
    with open(twin / PAGE, "r+b") as stream:
        stream.write(b"%")


def _replace(twin: Path) -> None:
    (twin / PAGE).unlink()
    (twin / PAGE).write_text("# Mine\n")


def _add(twin: Path) -> None:
    write_tree(twin, {"garden/stray.md": "# Mine\n", "book.db": "none", "more/notes.txt": "mine\n"})


def _link(twin: Path) -> None:
    (twin / "garden" / "out.md").symlink_to(twin.parent)
    (twin / PAGE).unlink()
    (twin / PAGE).symlink_to(twin / "index.md")


def _remove(twin: Path) -> None:
    (twin / PAGE).unlink()


def _file(twin: Path) -> None:
    twin.rename(twin.with_suffix(".away"))
    twin.write_text("mine\n")


@pytest.mark.parametrize("harm", [_scribble, _replace, _add, _link, _remove, _file])
def test_nothing_in_a_twin_is_trusted(harm: Callable[[Path], None], garden: Garden) -> None:
    """Whatever somebody does to it, the next book is the clean one, without a problem."""
    edit_and_build(garden)
    harm(twin_of(garden))
    edit_and_build(garden)
    assert read_tree(garden.book) == garden.clean()


@pytest.mark.parametrize("harm", [_replace, _add, _link, _remove])
def test_no_name_in_a_twin_is_trusted_when_a_book_begins(
    harm: Callable[[Path], None], garden: Garden, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What came or went is seen then, so that no book has to be made a second time."""
    edit_and_build(garden)
    harm(twin_of(garden))
    made: list[str] = []
    first = repobook.pipeline.make_book

    def note(*words: Any) -> Any:
        made.append("book")
        return first(*words)

    monkeypatch.setattr(repobook.pipeline, "make_book", note)
    edit_and_build(garden)
    assert made == ["book"]


def test_state_on_another_disk(garden: Garden, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder cannot be moved there: the old book is removed, and books are the same."""
    rename = os.rename

    def refuse(source: str, target: str) -> None:
        if ".twin" in source + target:
            raise OSError(18, "Invalid cross-device link")
        rename(source, target)

    monkeypatch.setattr(os, "rename", refuse)
    for _ in range(2):
        edit_and_build(garden)
        assert not list((garden.folder / "state" / "books").glob("*.twin"))
        assert sorted(os.listdir(garden.folder)) == ["book", "repo", "state"]
    assert read_tree(garden.book) == garden.clean()


def test_twin_of_a_book_that_is_gone_goes_with_the_next_build(garden: Garden) -> None:
    """Its pages would take room for nobody. The one of a book that is there stays."""
    lost, other = garden.folder / "lost", garden.book
    garden.book = lost
    garden.build()
    garden.book = other
    names = {path.name for path in (garden.folder / "state" / "books").glob("*.twin")}
    edit_and_build(garden)
    assert {path.name for path in (garden.folder / "state" / "books").glob("*.twin")} == names
    for path in sorted(lost.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    edit_and_build(garden)
    assert len(list((garden.folder / "state" / "books").glob("*.twin"))) == 1


def test_a_book_that_is_left_alone_keeps_its_twin(garden: Garden) -> None:
    before = looks(twin_of(garden))
    assert garden.build().is_unchanged
    assert looks(twin_of(garden)) == before


def test_pages_named_twice_are_no_twin_when_one_fails(tmp_path: Path) -> None:
    """A page that cannot be named leaves no half of a twin."""
    write_tree(tmp_path / "staging", {"a.md": "a", "b/c.md": "c"})
    twin = Twin(str(tmp_path / "state" / "x.twin"), Begun())
    twin.make(str(tmp_path / "staging"), ["a.md", "b/c.md", "gone.md"], ())
    assert (twin.is_put, (tmp_path / "state" / "x.twin").exists()) == (False, False)


def test_pages_that_a_twin_has_are_not_looked_for(garden: Garden, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the last book a new one misses what the last build wrote; that is named, and nothing else is looked at."""
    missing: list[list[str] | None] = []
    first = repobook.pipeline.render_pages

    def note(*words: Any) -> Any:
        missing.append(words[-1])
        return first(*words)

    monkeypatch.setattr(repobook.pipeline, "render_pages", note)
    edit_and_build(garden)
    garden.edit("garden/apple.py", lambda text: text + "# more\n")
    garden.build()
    assert missing[-1] is not None
    assert "garden/maple.py_docs.md" in missing[-1]
    assert "garden/apple.py_docs.md" not in missing[-1]
    assert garden.clean() == read_tree(garden.book)
