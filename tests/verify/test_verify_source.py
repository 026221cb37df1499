"""What became of the source since the book was made is found: changed, gone, new, and which citations that touches."""

from __future__ import annotations

import os

import pytest
from handmade_book import CART, Handmade

CART_DOCS = "shop/cart.py_docs.md"
CART_KW = "shop/cart.py_kw.md"


def stale(book: Handmade) -> list[tuple[str, str]]:
    """Return page and line of every stale citation, and what is said of it."""
    problems = book.verify().problems
    assert {problem.code for problem in problems} <= {"source_changed", "stale_citation", "stale_identifier"}
    details = [problem.detail.split(": ") for problem in problems if problem.code == "stale_citation"]
    return [(detail[0], detail[2]) for detail in details]


def stale_names(book: Handmade) -> list[tuple[int, str]]:
    """Return the line of every stale entry of the keyword page of the cart, and what is said of it."""
    found = [problem for problem in book.verify().problems if problem.code == "stale_identifier"]
    assert {problem.path for problem in found} <= {CART_KW}
    told = [problem.detail.removeprefix(f"{CART_KW}:").split(": ", 1) for problem in found]
    return [(int(row), said) for row, said in told]


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


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        (b"item: Item", b"thing: Item", [(17, "`item`: line 10 does not hold it any more")]),
        # Its letters are still there, but not as a word.
        (b"def add(", b"def add_all(", [(15, "`add`: line 10 does not hold it any more")]),
        (b"def add(", b"def add (", []),
        (b"self.items.append", b"self.items.insert", []),
        (b"sum(item.price for item in", b"sum(item.price for one in", []),
        (b"item", b"part", [(17, "`item`: 3 lines do not hold it any more: L8, L10, L11")]),
        (
            b"    def add",
            b"    # new\n    def add",
            [
                (15, "`add`: line 10 does not hold it any more; the line is now L11"),
                (17, "`item`: line 10 does not hold it any more; the line is now L11"),
                (18, "`Item`: line 10 does not hold it any more; the line is now L11"),
                (19, "`self`: line 10 does not hold it any more; the line is now L11"),
            ],
        ),
        (
            CART[CART.index(b"    def add") :],
            b"",
            [
                (15, "`add`: line 10 does not hold it any more"),
                (17, "`item`: 2 lines do not hold it any more: L10, L11"),
                (18, "`Item`: line 10 does not hold it any more"),
                (19, "`self`: line 10 does not hold it any more"),
            ],
        ),
    ],
)
def test_entry_of_a_keyword_page_is_stale_if_its_line_lost_the_name(
    book: Handmade, old: bytes, new: bytes, wanted: list[tuple[int, str]]
) -> None:
    book.write()
    (book.repository / "shop/cart.py").write_bytes(CART.replace(old, new))
    assert stale_names(book) == wanted


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        (b"class Cart:", b"class Carts:", ["`Cart`: line 6 does not hold it any more"]),
        (b"import Item", b"import  Item", ["`shop.models.Item`: line 3 does not hold it any more"]),
        (b"def total", b"def  total", []),
    ],
)
def test_names_with_their_lines_in_other_lists_are_asked_too(
    book: Handmade, old: bytes, new: bytes, wanted: list[str]
) -> None:
    """An import is told by what it means, so any change of its line counts."""
    book.replace(CART_KW, "- `Cart`: 6\n", "")
    book.replace(
        CART_KW, "### Identifiers\n", "### Imports\n\n- `shop.models.Item` L3, `Cart` L6\n\n### Identifiers\n"
    )
    book.write()
    (book.repository / "shop/cart.py").write_bytes(CART.replace(old, new))
    assert [said for _, said in stale_names(book)] == wanted


def test_asterisks_hide_no_name_in_a_line_that_changed(book: Handmade) -> None:
    """What the manifest says of the place of a secret is said of the line as it was."""
    page = book.page(CART_DOCS).replace("class Cart:", "class ****:")
    book.pages[CART_DOCS] = page.replace('[L6-L11](#original-source "Cart")', "L6")
    book.replace(CART_KW, "- `Cart`: 6\n", "- `class`: 6\n")
    book.stated["shop/cart.py"] = {"masked": "6:6-10"}
    book.write()
    assert book.codes() == []
    (book.repository / "shop/cart.py").write_bytes(CART.replace(b"class Cart", b"final class Cart"))
    assert stale_names(book) == []
    (book.repository / "shop/cart.py").write_bytes(CART.replace(b"class Cart", b"struct Cart"))
    assert [row for row, _ in stale_names(book)] == [16]


def test_no_more_entries_of_a_page_are_told_than_tell_the_story(book: Handmade) -> None:
    names = [f"name{number:03}" for number in range(200)]
    book.sources["notes.txt"] = "".join(f"{name}\n" for name in names).encode()
    text = book.sources["notes.txt"].decode()
    book.pages["notes.txt_docs.md"] = (
        f"# Documentation: `notes.txt`\n\n## Original Source\n\n```\n{text}```\n"
    )
    items = "".join(f"- `{name}`: {line}\n" for line, name in enumerate(names, 1))
    book.pages["notes.txt_kw.md"] = f"# Keyword Index: `notes.txt`\n\n### Terms\n\n{items}"
    book.write()
    assert book.codes() == []
    (book.repository / "notes.txt").write_text("new\n" + text)
    details = [problem.detail for problem in book.verify().problems if problem.code == "stale_identifier"]
    assert (len(details), details[0]) == (
        51,
        "notes.txt_kw.md:5: `name000`: line 1 does not hold it any more; the line is now L2",
    )
    assert details[-1].endswith(": 150 more problems of this kind")


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
    (book.repository / "shop/cart.py").write_bytes(CART[: CART.index(b"    def add")])
    assert [row for row, _ in stale_names(book)] == [15, 17, 18, 19]


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
@pytest.mark.parametrize("is_in_halves", [False, True])
def test_file_that_is_in_no_list(
    book: Handmade, path: str, is_in_halves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_in_halves:  # as a large tree is looked at
        monkeypatch.setattr("repobook.verify.parts.LARGE_PAGES", 0)
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
