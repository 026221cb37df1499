"""A book that somebody damaged: made anew where it is ours by a list that is left, left alone where none is."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from runs import Run, forget_books, read_tree, run_here, write_tree
from sweep import make_files

from repobook.verify import verify

PAGE = "p0/m0.c_docs.md"
LISTS = ("manifest.json", "SHA256SUMS")


def lose(path: Path) -> None:
    path.unlink()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def halve(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def scribble(path: Path) -> None:
    path.write_bytes(b"\xff\0 not what it was\n" * 40)


def replace_by_a_link(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def replace_by_a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def leave_its_head(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100])


def take_a_line_out(path: Path) -> None:
    lines = path.read_bytes().split(b"\n")
    del lines[-3]
    path.write_bytes(b"\n".join(lines))


DAMAGES = [
    lose,
    empty,
    halve,
    scribble,
    replace_by_a_link,
    replace_by_a_pipe,
    leave_its_head,
    take_a_line_out,
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with its book; every test that damages it has it made anew."""
    folder = tmp_path_factory.mktemp("damaged")
    write_tree(folder / "repo", make_files(6))
    assert build(folder).code == 0
    return folder


@pytest.fixture(scope="module")
def whole(place: Path) -> dict[str, bytes]:
    return read_tree(place / "book")


def build(place: Path, *words: object) -> Run:
    return run_here(
        "build", place / "repo", "-o", place / "book", "--cache", place / "cache", "-j", 1, *words
    )


@pytest.mark.parametrize("name", [*LISTS, "book.db", "index.md", PAGE])
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_one_file_of_a_book(
    name: str, damage: Callable[[Path], None], place: Path, whole: dict[str, bytes]
) -> None:
    """E05, E21: one file lost, cut, overwritten or replaced: the next build makes the same book and says in one line why."""
    damage(place / "book" / name)
    done = build(place)
    said = [line for line in done.out.splitlines() if "not as the last build left it" in line]
    assert (done.code, len(said)) == (0, 1), done.said
    assert name in said[0] or name not in LISTS or damage is take_a_line_out
    assert read_tree(place / "book") == whole
    assert verify(str(place / "book"), str(place / "repo")).problems == []


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_manifest_of_a_book_with_a_site(damage: Callable[[Path], None], tmp_path: Path) -> None:
    """The checksums tell that it has a site: nobody asked for a book without one."""
    write_tree(tmp_path / "repo", make_files(2))
    assert build(tmp_path, "--format", "md,site").code == 0
    before = read_tree(tmp_path / "book")
    damage(tmp_path / "book" / "manifest.json")
    done = build(tmp_path)
    assert (done.code, read_tree(tmp_path / "book")) == (0, before), done.said


def test_many_lost_pages_are_counted(place: Path, whole: dict[str, bytes]) -> None:
    """Pages that are gone are named and counted, also where nothing is remembered of the last build."""
    for path in (place / "book" / "p0").glob("*_docs.md"):
        path.unlink()
    count = sum(name.startswith("p0/") and name.endswith("_docs.md") for name in whole)
    forget_books(place / "cache")
    done = build(place)
    assert f"p0/m0.c_docs.md is missing, and {count - 1} more" in done.out
    assert read_tree(place / "book") == whole


def test_whole_book_is_not_said_to_be_damaged(place: Path) -> None:
    """An ordinary new book over an ordinary old one says nothing of the kind."""
    forget_books(place / "cache")
    done = build(place)
    assert (done.code, "not as the last build left it" in done.said) == (0, False)


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("damage", [lose, halve, scribble], ids=lambda damage: damage.__name__)
def test_file_of_somebody_in_a_damaged_book_stays(
    name: str, damage: Callable[[Path], None], place: Path, whole: dict[str, bytes]
) -> None:
    """E05: with one list damaged the other still tells whose a file is: nothing of yours is removed."""
    damage(place / "book" / name)
    write_tree(place / "book", {"p0/notes.txt": "mine\n"})
    before = read_tree(place / "book")
    done = build(place)
    assert (done.code, "notes.txt is not part of the book" in done.err, done.err.count("\n")) == (2, True, 1)
    assert read_tree(place / "book") == before
    (place / "book" / "p0" / "notes.txt").unlink()
    assert build(place).code == 0
    assert read_tree(place / "book") == whole


@pytest.mark.spares("books", why="the book is damaged, and stays as it is")
@pytest.mark.parametrize("damage", [lose, empty, scribble], ids=lambda damage: damage.__name__)
def test_book_without_any_list_is_left_alone(
    damage: Callable[[Path], None], place: Path, tmp_path: Path
) -> None:
    """E05: where both lists are lost nothing is replaced; one line says what to do."""
    book = write_tree(tmp_path / "book", dict(read_tree(place / "book")))
    for name in LISTS:
        damage(book / name)
    before = read_tree(book)
    done = run_here("build", place / "repo", "-o", book, "--cache", tmp_path / "cache", "-j", 1)
    assert (done.code, done.err.count("\n"), read_tree(book) == before) == (2, 1, True)
    assert "-o" in done.err


@pytest.mark.spares("books", why="the book is damaged, and stays as it is")
def test_cut_manifest_without_checksums_is_left_alone(place: Path, tmp_path: Path) -> None:
    """E05: a manifest that still names us but not its pages does not give leave to remove what it does not list."""
    book = write_tree(tmp_path / "book", dict(read_tree(place / "book")))
    halve(book / "manifest.json")
    lose(book / "SHA256SUMS")
    before = read_tree(book)
    done = run_here("build", place / "repo", "-o", book, "--cache", tmp_path / "cache", "-j", 1)
    assert (done.code, "a damaged book" in done.err, read_tree(book) == before) == (2, True, True)


FOREIGN: dict[str, dict[str, str]] = {
    "checksums of somebody else": {"SHA256SUMS": f"{'0' * 64}  release.tar\n", "release.tar": "x"},
    "checksums that only name what we write": {
        "SHA256SUMS": "".join(
            f"{'0' * 64}  {name}\n"
            for name in ("book.db", "index.md", "keywords.md", "manifest.json", "verification_report.md")
        ),
        "index.md": "# Mine\n",
    },
    "a manifest of somebody else": {"manifest.json": '{"name": "app", "pages": []}'},
}


@pytest.mark.parametrize("files", FOREIGN.values(), ids=FOREIGN.keys())
def test_folder_of_somebody_else_is_no_damaged_book(
    files: dict[str, str], place: Path, tmp_path: Path
) -> None:
    """E05: what only looks like a book is never replaced."""
    write_tree(tmp_path / "book", dict(files))
    before = read_tree(tmp_path / "book")
    done = run_here("build", place / "repo", "-o", tmp_path / "book", "--cache", tmp_path / "cache", "-j", 1)
    assert (done.code, "holds no book of ours" in done.err, read_tree(tmp_path / "book") == before) == (
        2,
        True,
        True,
    )


def test_book_of_nothing_is_known_by_its_checksums(tmp_path: Path) -> None:
    """The smallest book has what every book is known by."""
    (tmp_path / "repo").mkdir()
    assert build(tmp_path).code == 0
    lose(tmp_path / "book" / "manifest.json")
    done = build(tmp_path)
    assert (done.code, "its manifest.json is missing" in done.out) == (0, True)
