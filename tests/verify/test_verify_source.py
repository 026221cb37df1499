"""What became of the source since the book was made is found: changed, gone, new, and which citations that touches."""

from __future__ import annotations

import os

import pytest
from handmade_book import CART, Handmade

CART_DOCS = "shop/cart.py_docs.md"


def stale(book: Handmade) -> list[tuple[str, str]]:
    """Return page and line of every stale citation, and what is said of it."""
    problems = [problem for problem in book.verify().problems if problem.code != "source_changed"]
    assert {problem.code for problem in problems} <= {"stale_citation"}
    return [(problem.detail.split(": ")[0], problem.detail.split(": ")[2]) for problem in problems]


def test_changed_line_makes_only_its_own_citations_stale(book: Handmade) -> None:
    book.write()
    (book.repository / "shop/cart.py").write_bytes(CART.replace(b"item: Item", b"thing: Item"))
    assert book.codes().count("source_changed") == 1
    assert stale(book) == [
        ("shop/cart.py_docs.md:34", "line 10 is not what it was"),
        ("shop/cart.py_docs.md:42", "line 10 is not what it was"),
        ("shop/models.py_docs.md:18", "line 10 is not what it was"),
    ]


def test_new_line_above_moves_what_is_cited_below(book: Handmade) -> None:
    book.write()
    (book.repository / "shop/cart.py").write_bytes(CART.replace(b"    def add", b"    # new\n    def add"))
    assert stale(book) == [
        ("shop/cart.py_docs.md:34", "line 10 is not what it was"),
        ("shop/cart.py_docs.md:42", "the lines are now L11-L12"),
        ("shop/models.py_docs.md:18", "the lines are now L11-L11"),
    ]


def test_citations_of_what_was_cut_off_are_stale(book: Handmade) -> None:
    book.write()
    (book.repository / "shop/cart.py").write_bytes(CART[: CART.index(b"    def add")])
    assert [place for place, _ in stale(book)] == [
        "shop/cart.py_docs.md:34",
        "shop/cart.py_docs.md:42",
        "shop/models.py_docs.md:18",
    ]


def test_change_that_nobody_sees_in_the_text_is_still_a_change(book: Handmade) -> None:
    book.write()
    (book.repository / "shop/cart.py").write_bytes(CART.replace(b"\n", b"\r\n"))
    assert book.codes() == ["source_changed"]


def test_changed_file_without_source_texts_is_read_as_it_is_now(book: Handmade) -> None:
    test_page = book.page(CART_DOCS)
    book.head["options"] = {"no_source": True}
    book.pages[CART_DOCS] = test_page.replace("```python\n" + CART.decode() + "```\n", "")
    book.write()
    (book.repository / "shop/cart.py").write_bytes(CART.replace(b"def total", b"def sum"))
    assert set(book.codes()) == {"source_changed", "citation_name"}


@pytest.mark.parametrize(
    ("path", "code"),
    [("shop/cart.py", "source_missing"), ("notes.txt", "source_missing")],
)
def test_file_that_is_gone(book: Handmade, path: str, code: str) -> None:
    book.write()
    (book.repository / path).unlink()
    problems = book.verify().problems
    assert [(problem.path, problem.code) for problem in problems] == [(path, code)]


def test_file_that_became_a_link_is_not_followed(book: Handmade) -> None:
    book.write()
    (book.repository / "notes.txt").rename(book.folder / "outside.txt")
    (book.repository / "notes.txt").symlink_to("../outside.txt")
    assert [(problem.path, problem.code) for problem in book.verify().problems] == [
        ("notes.txt", "source_changed")
    ]


def test_source_that_is_not_there(book: Handmade) -> None:
    book.write()
    book.repository.rename(book.folder / "moved")
    assert book.codes() == ["source_missing"]


@pytest.mark.parametrize(
    "path",
    [
        "new.py",
        "shop/new.py",
        "deep/er/new.py",
        ".hidden",
        "logo.png.bak",
        os.fsdecode(b"bad\xff"),
        "line\nbreak",
    ],
)
def test_file_that_is_in_no_list(book: Handmade, path: str) -> None:
    book.write()
    (book.repository / path).parent.mkdir(parents=True, exist_ok=True)
    (book.repository / path).write_bytes(b"")
    assert [(problem.path, problem.code) for problem in book.verify().problems] == [
        (path, "unaccounted_file")
    ]


def test_link_in_the_source_is_accounted_for_and_not_followed(book: Handmade) -> None:
    book.write()
    (book.repository / "loop").symlink_to(".")
    assert [(problem.path, problem.code) for problem in book.verify().problems] == [
        ("loop", "unaccounted_file")
    ]


@pytest.mark.parametrize("path", ["build/more/deep.o", ".git/HEAD", "shop/.svn/x", "book/own.md"])
def test_what_needs_no_account(book: Handmade, path: str) -> None:
    book.book_name = "repository/book"
    book.write()
    (book.repository / path).parent.mkdir(parents=True, exist_ok=True)
    (book.repository / path).write_bytes(b"")
    assert "unaccounted_file" not in book.codes()


def test_submodule_stands_for_its_folder(book: Handmade) -> None:
    book.left_out.append({"path": "third", "outcome": "skipped", "reason": "submodule", "detail": ""})
    book.sources["third/x.c"] = b"int x;\n"
    book.write()
    assert book.codes() == []


@pytest.mark.parametrize(
    "target",
    [
        "../../shop/carts.py#L1",
        "../../../shop/cart.py#L1",
        "../../shop/cart.py#L2",
        "../../shop/cart.py",
        "../../logo.png#L1",
    ],
)
def test_citation_of_a_file_beside_the_book_is_checked(book: Handmade, target: str) -> None:
    book.book_name = "repository/book"
    book.head["source_root"] = ".."
    book.replace(CART_DOCS, "[L1](#original-source)", f"[L1]({target})")
    book.write()
    [problem] = book.verify().problems
    assert problem.path == CART_DOCS
    assert problem.code in {"broken_link", "link_outside", "citation_lines", "citation_target"}


def test_folder_deeper_than_any_path_is_walked(book: Handmade) -> None:
    book.write()
    fd = os.open(book.repository, os.O_RDONLY)
    for _ in range(40):
        os.mkdir("d" * 200, dir_fd=fd)
        below = os.open("d" * 200, os.O_RDONLY, dir_fd=fd)
        os.close(fd)
        fd = below
    os.close(os.open("deep.py", os.O_CREAT | os.O_WRONLY, dir_fd=fd))
    os.close(fd)
    [problem] = book.verify().problems
    assert problem.code == "unaccounted_file"
    assert problem.path.endswith("/deep.py")


def test_what_stands_apart_needs_no_account(book: Handmade) -> None:
    """A running build names the output that it is going to replace and its own lock."""
    book.write()
    (book.repository / "book").mkdir()
    (book.repository / "book/old.md").write_bytes(b"")
    (book.repository / ".book.lock").write_bytes(b"")
    assert book.codes(apart=frozenset({"book", ".book.lock"})) == []
