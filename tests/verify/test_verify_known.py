"""What an earlier check left never changes what is found: the report is the one that a look at everything gives."""

from __future__ import annotations

import hashlib
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from handmade_book import Handmade, rest, small_book

from repobook.verify import Report
from repobook.verify.roots import Root, Seen
from repobook.verify.units import Examiner

HEAD = (
    "<!doctype html><html lang=en><meta charset=utf-8><meta http-equiv=Content-Security-Policy content=\"default-src 'none';"
    "script-src 'self';style-src 'self'\"><title>shop</title><body>"
)
SITE = {
    "site/index.html": '<h1 id=top>Shop</h1><p><a href="cart.html#total">total</a> <a href="cart.html#L2">2</a> <a href="#top">up</a>'
    '<a href="models.html">models</a>',
    "site/cart.html": '<h2 id=total>total</h2><div class=source><div class=run><ol start=1><li>a<li>b<li>c</ol></div></div>'
    '<a href="models.html#item">Item</a> <a href="index.html">all</a>',
    "site/models.html": '<h2 id=item>Item</h2><h2 id=price>price</h2><p><a href="cart.html#L1-L3">lines</a>',
    "site/about.html": "<h2 id=about>About</h2>",
}  # fmt: skip

DOCS, KEYS, MODEL_DOCS = "shop/cart.py_docs.md", "shop/cart.py_kw.md", "shop/models.py_docs.md"
Change = Callable[[Handmade], None]


def book_with_site(folder: Path) -> Handmade:
    book = small_book(folder)
    book.pages |= {path: HEAD + body for path, body in SITE.items()}
    return book


def sealed(*edits: tuple[str, str, str]) -> Change:
    """Replace text on pages as a build would: the manifest knows it."""

    def change(book: Handmade) -> None:
        for path, old, new in edits:
            book.replace(path, old, new)
        book.write()

    return change


def tampered(path: str, old: bytes, new: bytes) -> Change:
    """Replace bytes in a file of the book or the repository that the manifest does not know of."""

    def change(book: Handmade) -> None:
        file = book.folder / path
        data = file.read_bytes()
        assert old in data
        file.write_bytes(data.replace(old, new, 1))

    return change


def removed(*paths: str) -> Change:
    def change(book: Handmade) -> None:
        for path in paths:
            (book.folder / path).unlink()

    return change


def stated(path: str, **values: object) -> Change:
    def change(book: Handmade) -> None:
        book.stated[path] = dict(values)
        book.seal()

    return change


def headed(**values: object) -> Change:
    def change(book: Handmade) -> None:
        book.head = dict(values)
        book.seal()

    return change


def rebuilt(path: str, old: bytes, new: bytes) -> Change:
    """Change a source and the page that shows it, as a build after an edit would."""

    def change(book: Handmade) -> None:
        assert old in book.sources[path]
        before = book.sources[path]
        book.sources[path] = before.replace(old, new, 1)
        page = book.documented[path] + "_docs.md"
        book.pages[page] = book.page(page).replace(before.decode(), book.sources[path].decode())
        book.write()

    return change


def moved(is_shown_only: bool = False) -> Change:
    """Turn the two lines of a file and all that its own pages say of them: only who cites them is wrong then."""

    def change(book: Handmade) -> None:
        before = book.sources["shop/models.py"]
        after = b"# a price: int = 0\nclass Item:\n"
        assert before.count(b"\n") == after.count(b"\n")
        book.pages[MODEL_DOCS] = book.page(MODEL_DOCS).replace(before.decode(), after.decode())
        book.pages["shop/models.py_kw.md"] = "# Keywords\n\n### Identifiers\n\n- `Item`: 2\n- `price`: 1\n"
        if not is_shown_only:
            book.sources["shop/models.py"] = after
        book.write()

    return change


def without_page(path: str) -> Change:
    """Leave a page out as a build would: neither written nor stated."""

    def change(book: Handmade) -> None:
        del book.pages[path]
        (book.book / path).unlink()
        book.seal()

    return change


def without_file(path: str) -> Change:
    def change(book: Handmade) -> None:
        pages = book.documented.pop(path)
        (book.repository / path).unlink()
        for page in (pages + "_docs.md", pages + "_kw.md"):
            without_page(page)(book)

    return change


def with_file(path: str) -> Change:
    """Add a file and its pages; every number after it becomes another one."""

    def change(book: Handmade) -> None:
        book.sources[path] = b"def first(): ...\n"
        book.documented[path] = path
        book.pages[path + "_docs.md"] = (
            "# First\n\n## Original Source\n\n```python\ndef first(): ...\n```\n\n"
            '[L1](#original-source "first") [`shop/cart.py` L10](shop/cart.py_docs.md#cartadd "add")\n'
        )
        book.pages[path + "_kw.md"] = "# Keywords\n\n### Identifiers\n\n- `first`: 1\n"
        book.write()

    return change


def swapped(one: str, other: str) -> Change:
    def change(book: Handmade) -> None:
        book.pages[one], book.pages[other] = book.pages[other], book.pages[one]
        book.write()

    return change


def linked(path: str) -> Change:
    def change(book: Handmade) -> None:
        file = book.folder / path
        file.rename(file.with_name("elsewhere"))
        file.symlink_to("elsewhere")

    return change


def added(path: str, data: bytes) -> Change:
    def change(book: Handmade) -> None:
        file = book.folder / path
        os.makedirs(file.parent, exist_ok=True)
        file.write_bytes(data)

    return change


def with_page(path: str, text: str) -> Change:
    def change(book: Handmade) -> None:
        book.pages[path] = text
        book.write()

    return change


def both(*changes: Change) -> Change:
    def change(book: Handmade) -> None:
        for each in changes:
            each(book)

    return change


CHANGES: dict[str, Change] = {
    "nothing": lambda book: None,
    "a byte of a page": tampered(f"book/{DOCS}", b"method", b"mothod"),
    "a byte of a keyword page": tampered(f"book/{KEYS}", b"`add`: 10", b"`add`: 11"),
    "a byte of a page of the site": tampered("book/site/cart.html", b"id=total", b"id=totem"),
    "an id of the site": sealed(("site/cart.html", "id=total", "id=totals")),
    "an id that nobody wants": sealed(("site/about.html", "id=about", "id=we")),
    "text on the site": sealed(("site/cart.html", ">total<", ">sum<")),
    "a line of source on the site": sealed(("site/cart.html", "<li>c", "")),
    "one more line on the site": sealed(("site/cart.html", "<li>c", "<li>c<li>d")),
    "a link of the site": sealed(("site/index.html", "models.html", "model.html")),
    "a tag on the site": sealed(("site/models.html", "<p>", "<p onclick=x>")),
    "a heading": sealed((MODEL_DOCS, "### `Item`", "### `Items`")),
    "a heading, unsealed": tampered(f"book/{MODEL_DOCS}", b"### `Item`", b"### `Itom`"),
    "a heading of a keyword page": sealed(("notes.txt_kw.md", "### Terms", "### Words")),
    "a heading of a keyword page, unsealed": tampered("book/notes.txt_kw.md", b"### Terms", b"### Torms"),
    "a heading of an index": sealed(("shop/index.md", "# The folder `shop/`", "# A folder `shop/`")),
    "text on a page that others lead to": sealed((MODEL_DOCS, "made by", "built by")),
    "one more heading": sealed((MODEL_DOCS, "## Related Files", "## More\n\n## Related Files")),
    "a link": sealed((MODEL_DOCS, "(cart.py_docs.md ", "(card.py_docs.md ")),
    "a link to an anchor": sealed((DOCS, "#item)", "#itom)")),
    "lines of a citation": sealed((DOCS, "`shop/models.py` L1]", "`shop/models.py` L9]")),
    "other lines of a citation": sealed((DOCS, "`shop/models.py` L1]", "`shop/models.py` L2]")),
    "a name of a citation": sealed((MODEL_DOCS, '#original-source "add"', '#original-source "odd"')),
    "the shown text": sealed((DOCS, "def total(self)", "def totem(self)")),
    "an identifier": sealed((KEYS, "- `add`: 10", "- `add`: 9")),
    "an unclosed fence": sealed(("index.md", "## Contents\n\n1.", "```\n\n1.")),
    "a tag": sealed(("shop/index.md", "the cart", "<b>the cart")),
    "two pages in each other's place": swapped(DOCS, MODEL_DOCS),
    "a page gone": removed(f"book/{MODEL_DOCS}"),
    "a keyword page gone": removed("book/notes.txt_kw.md"),
    "a page of the site gone": removed("book/site/cart.html"),
    "the database gone": removed("book/book.db"),
    "the database": tampered("book/book.db", b"3", b"4"),
    "a page left out": without_page("shop/index.md"),
    "a page of the site left out": without_page("site/models.html"),
    "a page that is a link": linked(f"book/{DOCS}"),
    "a source that is a link": linked("repository/shop/cart.py"),
    "a stray page": added("book/shop/other.md", b"# Other\n"),
    "one more page": with_page("shop/other.md", "# Other\n\n[cart](cart.py_docs.md#cart)\n"),
    "one more page with a broken link": with_page("aaa.md", "# A\n\n[cart](shop/cart.py_docs.md#no)\n"),
    "one more page of the site": with_page("site/aa.html", HEAD + '<a href="cart.html#L3">c</a>'),
    "a source": tampered("repository/shop/cart.py", b"total", b"totem"),
    "a source, one more line": tampered("repository/shop/models.py", b"class", b"\nclass"),
    "a source gone": removed("repository/shop/models.py"),
    "a source and its page gone": removed("repository/shop/models.py", f"book/{MODEL_DOCS}"),
    "one more source": added("repository/shop/new.py", b"x = 1\n"),
    "a file that is ignored": tampered("repository/logo.png", b"PNG", b"GIF"),
    "a source and its pages": rebuilt("shop/cart.py", b"append", b"extend"),
    "a source that others cite": rebuilt("shop/models.py", b"Item", b"Itom"),
    "a source that is longer": rebuilt("shop/models.py", b"class", b"# Item\nclass"),
    "a source that is shorter": rebuilt("shop/cart.py", b"    def add(self, item: Item) -> None:\n", b""),
    "a source and all of its pages": moved(),
    "lines that are not the file's": moved(is_shown_only=True),
    "a link of a keyword page": sealed((KEYS, "[Documentation](", "[Item](models.py_docs.md#no) [Documentation](")),
    "a right link of a keyword page": sealed((KEYS, "[Documentation](", "[Item](models.py_docs.md#item) [Documentation](")),
    "a file less": without_file("shop/models.py"),
    "a file less, nobody leads there": without_file("shop/cart.py"),
    "a file more": with_file("a.py"),
    "a file more in between": with_file("shop/d.py"),
    "a file more and one edited": both(with_file("a.py"), rebuilt("shop/models.py", b"Item", b"Itom")),
    "a file more and one less": both(with_file("a.py"), without_file("notes.txt")),
    "stated lines": stated("shop/models.py", lines=1),
    "stated size": stated("shop/models.py", size=1),
    "stated digest": stated("shop/models.py", sha256="0" * 64),
    "stated encoding": stated("notes.txt", encoding="latin-1"),
    "stated masks": stated("shop/cart.py", masked="1:4-8"),
    "stated pages the other way": stated("notes.txt", docs="notes.txt_kw.md", keywords="notes.txt_docs.md"),
    "a page that is stated twice": stated("shop/models.py", docs="notes.txt_docs.md"),
    "a page that is no file's": stated("shop/models.py", keywords="shop/index.md"),
    "a source root": headed(source_root="../repository"),
    "no source texts": headed(options={"no_source": True}),
    "wrong counts": headed(counts={}),
    "another format": headed(format=2),
    "a damaged manifest": tampered("book/manifest.json", b'"files"', b'"filed"'),
    "a digest in the manifest": tampered("book/manifest.json", b'"sha256": "', b'"sha256": "0'),
    "a checksum": tampered("book/SHA256SUMS", b"shop/index.md", b"shop/indox.md"),
    "no checksums": removed("book/SHA256SUMS"),
    "no manifest": removed("book/manifest.json"),
}  # fmt: skip


def told(report: Report) -> tuple[list[str], dict[str, int]]:
    return [f"{problem.path} {problem.code} {problem.detail}" for problem in report.problems], report.checks


def assert_same(book: Handmade, known: Path, keep: Path, **options: object) -> Report:
    plain = book.verify(**options)
    assert told(book.verify(known=str(known), **options)) == told(plain)
    assert told(book.verify(known=str(known), keep=str(keep), **options)) == told(plain)
    return plain


@pytest.mark.parametrize("name", CHANGES)
def test_report_is_the_same_where_pages_were_looked_at(name: str, tmp_path: Path) -> None:
    """Pages that look as they did when they were right are not read; whatever changed is found all the same."""
    book = book_with_site(tmp_path)
    book.write()
    book.verify(keep=str(tmp_path / "known"))
    looked = book.looks()
    rest()
    (book.book / "manifest.json").touch()  # a build writes it when it has its pages
    CHANGES[name](book)
    found = book.verify(known=str(tmp_path / "known"), keep=str(tmp_path / "next"), looked=looked)
    assert told(found) == told(book.verify())
    if (tmp_path / "next").exists():
        assert_same(book, tmp_path / "next", tmp_path / "last")


SAME_SIZE = (b"method", b"mothod")


def looked_book(folder: Path) -> tuple[Handmade, str, dict[str, Seen]]:
    """Return a book that was found right, what is known of it, and how it looked."""
    book = book_with_site(folder)
    book.write()
    known = str(folder / "known")
    book.verify(keep=known)
    looked = book.looks()
    rest()
    (book.book / "manifest.json").touch()
    return book, known, looked


def test_pages_that_look_the_same_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.sample", lambda population, number: [])
    read: list[str] = []
    digest = Root.digest
    monkeypatch.setattr(
        Root, "digest", lambda root, path, limit: (read.append(path), digest(root, path, limit))[1]
    )
    book, known, looked = looked_book(tmp_path)
    assert book.verify(known=known, looked=looked).problems == []
    assert sorted(set(read)) == sorted([*book.documented, "book.db"])  # sources, and what is no page


def test_time_that_was_set_back_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of the bytes can be set; that it was set has a time of its own."""
    monkeypatch.setattr("random.sample", lambda population, number: [])
    book, known, looked = looked_book(tmp_path)
    rest()
    page = book.book / DOCS
    tampered(f"book/{DOCS}", *SAME_SIZE)(book)
    os.utime(page, ns=(looked[DOCS][2], looked[DOCS][2]))
    assert page.stat().st_mtime_ns == looked[DOCS][2]
    found = book.verify(known=known, looked=looked)
    assert [problem.code for problem in found.problems] == ["wrong_checksum"]


@pytest.mark.parametrize("field", range(5))
def test_a_page_that_looks_otherwise_is_read(
    field: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another file, size, time of the bytes or kind: each by itself has the page read."""
    monkeypatch.setattr("random.sample", lambda population, number: [])
    book, known, looked = looked_book(tmp_path)
    tampered(f"book/{DOCS}", *SAME_SIZE)(book)
    (book.book / "manifest.json").touch()
    rest()
    (book.book / "manifest.json").touch()
    looked = book.looks()  # as if it had looked so when it was right: nobody can see that it was not
    assert book.verify(known=known, looked=looked).problems == []
    seen = list(looked[DOCS])
    seen[field] -= 1
    found = book.verify(known=known, looked=looked | {DOCS: tuple(seen)})
    # Second names for files change the time of their names alone: that is not compared with what it was.
    assert [problem.code for problem in found.problems] == ["wrong_checksum"] * (field != 3)


@pytest.mark.parametrize("drawn", [DOCS, "site/about.html", "index.md"])
def test_one_page_in_so_many_is_read_all_the_same(
    drawn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What no look can tell is found where the page is drawn; then all others are read, too."""
    book, known, _ = looked_book(tmp_path)
    tampered(f"book/{DOCS}", *SAME_SIZE)(book)
    tampered("book/site/about.html", b"About", b"Abaut")(book)
    rest()
    (book.book / "manifest.json").touch()
    monkeypatch.setattr("random.sample", lambda population, number: [drawn])
    found = book.verify(known=known, looked=book.looks())
    wrong = [] if drawn == "index.md" else sorted([DOCS, "site/about.html"])
    assert [problem.path for problem in found.problems] == wrong
    assert [problem.path for problem in book.verify(known=known).problems] == [DOCS, "site/about.html"]


def test_some_pages_are_always_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book, known, looked = looked_book(tmp_path)
    drawn: list[list[str]] = []
    sample = random.sample
    monkeypatch.setattr("random.sample", lambda *words: (drawn.append(sample(*words)), drawn[-1])[1])
    book.verify(known=known, looked=looked)
    assert len(drawn[0]) == 1


@pytest.mark.parametrize("name", CHANGES)
def test_report_is_the_same_after(name: str, tmp_path: Path) -> None:
    """Once from a right book to a changed one, and once from there to itself."""
    book = book_with_site(tmp_path)
    book.write()
    report = book.verify(keep=str(tmp_path / "first"))
    assert report.problems == [] and report.checks["site anchors"] == 5
    CHANGES[name](book)
    assert_same(book, tmp_path / "first", tmp_path / "second")
    if (tmp_path / "second").exists():
        assert_same(book, tmp_path / "second", tmp_path / "third")
        for path, old, new in (
            (MODEL_DOCS, b"### `Item`", b"### `Itom`"),
            ("site/cart.html", b"=total", b"=totem"),
        ):
            page = book.book / path
            if page.is_file():
                page.write_bytes(page.read_bytes().replace(old, new))
        assert_same(book, tmp_path / "third", tmp_path / "fourth")


@pytest.mark.parametrize("name", CHANGES)
def test_report_is_the_same_when_the_book_is_mended(name: str, tmp_path: Path) -> None:
    """What was kept of a book with problems says nothing good of what had them."""
    book = book_with_site(tmp_path / "one")
    book.write()
    CHANGES[name](book)
    book.verify(keep=str(tmp_path / "kept"))
    mended = book_with_site(tmp_path / "two")
    mended.write()
    assert assert_same(mended, tmp_path / "kept", tmp_path / "next").problems == []


@pytest.mark.parametrize("root", ["../repository", "https://example.org/shop/blob/main"])
def test_links_to_the_repository_rest_on_it(root: str, tmp_path: Path) -> None:
    book = book_with_site(tmp_path)
    book.head = {"source_root": root}
    up = root if root.startswith("https") else "../../repository"
    text = (
        f"# All\n\n[`a` L1]({up}/shop/models.py#L1) [here]({up}/logo.png) [folder]({up}/shop) [top]({up})\n"
    )
    book.pages["shop/all.md"] = text
    book.pages["shop/some.md"] = f"# Some\n\n[the price]({up}/shop/models.py#L2)\n"
    for change in (
        without_file("notes.txt"),
        rebuilt("shop/models.py", b"class Item:\n    ", b""),
        without_file("shop/models.py"),
    ):
        book.write()
        book.verify(keep=str(tmp_path / "known"))
        change(book)
        assert_same(book, tmp_path / "known", tmp_path / "next")
    book.left_out.pop()
    book.seal()
    assert_same(book, tmp_path / "next", tmp_path / "last")
    book.head = {"source_root": root + "s"}
    book.seal()
    assert_same(book, tmp_path / "last", tmp_path / "other")


def test_another_source_root_is_another_book(tmp_path: Path) -> None:
    book = book_with_site(tmp_path)
    book.head = {"source_root": "https://example.org/shop"}
    book.pages["site/about.html"] = HEAD + '<a href="https://example.org/shop/logo.png">logo</a>'
    book.write()
    assert book.verify(keep=str(tmp_path / "known")).problems == []
    book.head = {"source_root": "https://example.org/store"}
    book.seal()
    found = assert_same(book, tmp_path / "known", tmp_path / "next").problems
    assert [problem.code for problem in found] == ["bad_scheme"]


def test_one_source_that_differs_has_all_of_them_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No look tells that they differ; one is drawn by lot, and the report is that of a check that reads everything."""
    book = book_with_site(tmp_path)
    book.write()
    known = str(tmp_path / "known")
    book.verify(keep=known)
    sources = sorted(book.documented)
    read = {path: hashlib.sha256((book.repository / path).read_bytes()).hexdigest() for path in sources}
    for path in sources:
        data = (book.repository / path).read_bytes()
        (book.repository / path).write_bytes(b"#" + data[1:])
    with Root(str(book.repository)) as root:
        looks = root.compare({})[1]
    seens = {path: (read[path], looks[path]) for path in sources}
    monkeypatch.setattr("random.sample", lambda population, number: population[:1])
    plain = told(book.verify())
    assert len({problem.path for problem in book.verify().problems if problem.code == "source_changed"}) > 1
    assert told(book.verify(known=known, seens=seens)) == plain
    monkeypatch.setattr("random.sample", lambda population, number: [])
    assert book.verify(known=known, seens=seens).problems == []


def test_a_book_without_texts_rests_on_the_files(tmp_path: Path) -> None:
    """What a line holds is read from the file then, though it is not the one that is stated."""
    book = book_with_site(tmp_path)
    book.head = {"options": {"no_source": True}}
    book.write()
    assert book.verify(keep=str(tmp_path / "known")).problems == []
    tampered("repository/shop/models.py", b"class Item", b"class Itom")(book)
    assert any(
        problem.path == DOCS for problem in assert_same(book, tmp_path / "known", tmp_path / "next").problems
    )


def test_nothing_rests_on_a_file_that_was_wrong(tmp_path: Path) -> None:
    """A citation that holds on a page, while the file is another one, may not hold in the file that is stated."""
    book = book_with_site(tmp_path)
    book.write()
    page = book.pages[MODEL_DOCS]
    moved()(book)
    right, book.pages[MODEL_DOCS] = book.pages[MODEL_DOCS], page
    book.write()
    (book.repository / "shop/models.py").write_bytes(b"class Item:\n    other = 0\n")
    found = book.verify(keep=str(tmp_path / "known"))
    assert "source_changed" in [problem.code for problem in found.problems]
    assert DOCS not in [problem.path for problem in found.problems]
    book.pages[MODEL_DOCS] = right
    book.write()
    assert [
        problem.path for problem in assert_same(book, tmp_path / "known", tmp_path / "next").problems
    ] == [DOCS]


def test_a_file_that_is_again_what_it_was_once_is_another_one(tmp_path: Path) -> None:
    """What is stated of a file is what the last check knows of it, also where that read only what is stated otherwise."""
    book = book_with_site(tmp_path)
    book.write()
    assert book.verify(keep=str(tmp_path / "first")).problems == []
    pages, sources = dict(book.pages), dict(book.sources)
    book.replace(DOCS, "`shop/models.py` L1]", "`shop/models.py` L2]")
    moved()(book)
    assert book.verify(known=str(tmp_path / "first"), keep=str(tmp_path / "second")).problems == []
    book.pages, book.sources = pages | {DOCS: book.pages[DOCS]}, sources
    with_file("a.py")(book)  # names come: all that is stated is compared
    found = assert_same(book, tmp_path / "second", tmp_path / "third").problems
    assert [problem.path for problem in found] == [DOCS]


@pytest.mark.parametrize(
    "pending", [frozenset[str](), frozenset({"verification_report.md", "site/report.html"})]
)
@pytest.mark.parametrize("name", ["nothing", "a heading", "a page of the site left out", "a file more"])
def test_pages_that_are_not_written_yet(name: str, pending: frozenset[str], tmp_path: Path) -> None:
    book = book_with_site(tmp_path)
    del book.pages["verification_report.md"]
    book.replace("index.md", "(verification_report.md)", "(verification_report.md#nothing)")
    book.replace("site/index.html", "models.html", "report.html#nothing")
    book.write()
    book.verify(keep=str(tmp_path / "known"), pending=pending)
    if name != "nothing" or pending:
        CHANGES[name](book)
        assert_same(book, tmp_path / "known", tmp_path / "next", pending=pending)
    book.pages["verification_report.md"] = "# Report\n"
    book.pages["site/report.html"] = HEAD + "<h2 id=nothing>Nothing</h2>"
    book.write()
    assert_same(book, tmp_path / "known", tmp_path / "last")


@pytest.mark.parametrize(
    "name",
    ["a heading", "a source that others cite", "lines that are not the file's", "a source", "a page gone"],
)
def test_without_the_source(name: str, tmp_path: Path) -> None:
    from repobook.verify import verify

    book = book_with_site(tmp_path)
    book.write()
    known = str(tmp_path / "known")
    verify(str(book.book), keep=known)
    with_source = str(tmp_path / "with")
    book.verify(keep=with_source)
    CHANGES[name](book)
    plain = told(verify(str(book.book)))
    assert told(verify(str(book.book), known=known)) == plain
    assert told(verify(str(book.book), known=with_source)) == plain
    assert_same(book, tmp_path / "known", tmp_path / "next")


def test_workers_say_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("repobook.verify.parallel.LARGE_PAGES", 0)
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    book = book_with_site(tmp_path)
    book.write()
    book.verify(keep=str(tmp_path / "known"), jobs=2)
    CHANGES["a heading"](book)
    tampered("book/site/cart.html", b"id=total", b"id=totem")(book)
    assert_same(book, tmp_path / "known", tmp_path / "next", jobs=2)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("nothing", []),
        ("text on a page that others lead to", [MODEL_DOCS]),
        ("an id that nobody wants", ["site/about.html"]),
        ("text on the site", ["site/cart.html"]),
        ("one more source", []),
        ("a heading", [DOCS, MODEL_DOCS]),
        ("a source that others cite", [DOCS, MODEL_DOCS]),
        ("a file more", ["a.py_docs.md"]),
    ],
)
def test_only_what_rests_on_a_change_is_examined(
    name: str, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = book_with_site(tmp_path)
    book.write()
    book.verify(keep=str(tmp_path / "known"))
    CHANGES[name](book)
    examined: list[str] = []
    original = Examiner._examine_unit

    def examine(self: Examiner, page: str, number: int, answer: object) -> None:
        examined.append(page)
        original(self, page, number, answer)  # type: ignore[arg-type]

    monkeypatch.setattr(Examiner, "_examine_unit", examine)
    book.verify(known=str(tmp_path / "known"))
    assert sorted(examined) == sorted(["book.db", *expected])


@pytest.mark.parametrize("seed", range(12))
def test_random_changes_one_after_another(seed: int, tmp_path: Path) -> None:
    """Each check rests on what the one before has kept, right or wrong as the book was."""
    chance = random.Random(seed)
    book = book_with_site(tmp_path)
    book.write()
    known = tmp_path / "known0"
    book.verify(keep=str(known))
    original = book_with_site(tmp_path)
    for step in range(1, 25):
        _change_anything(book, original, chance)
        keep = tmp_path / f"known{step}"
        assert_same(book, known, keep)
        known = keep if keep.exists() else known


def _change_anything(book: Handmade, original: Handmade, chance: random.Random) -> None:
    what = chance.randrange(8)
    page = chance.choice(sorted(book.pages))
    text = book.pages[page]
    source = chance.choice(sorted(book.documented))
    if what == 0 and isinstance(text, str):  # a line less
        lines = text.split("\n")
        del lines[chance.randrange(len(lines))]
        book.pages[page] = "\n".join(lines)
    elif what == 1 and isinstance(text, str):  # a sign is another
        at = chance.randrange(len(text) - 1)
        book.pages[page] = text[:at] + chance.choice("#`[](L2\n |a<") + text[at + 1 :]
    elif what == 2:  # as it was
        book.pages[page] = original.pages.get(page, text)
    elif what == 3:  # a source is edited
        book.sources[source] = book.sources[source].replace(b"Item", b"Thing") + b"# more\n"
    elif what == 4:  # the source is what it was
        book.sources[source] = original.sources[source]
    elif what == 5 and isinstance(text, str):  # and the page that shows it, too
        before = original.sources[source].decode()
        docs = book.documented[source] + "_docs.md"
        book.pages[docs] = str(original.pages[docs]).replace(before, book.sources[source].decode())
    elif what == 6:  # everything is right again
        book.pages, book.sources = dict(original.pages), dict(original.sources)
    if chance.random() < 0.7:
        book.write()
    else:  # behind the manifest's back
        for path, data in ((page, book.pages[page]), (f"../repository/{source}", book.sources[source])):
            (book.book / path).write_bytes(data.encode() if isinstance(data, str) else data)


@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "flipped", "folder", "pipe", "other", "mark"])
def test_what_is_no_use_is_ignored(damage: str, tmp_path: Path) -> None:
    book = book_with_site(tmp_path)
    book.write()
    known = tmp_path / "known"
    book.verify(keep=str(known))
    data = known.read_bytes()
    known.unlink()
    if damage == "empty":
        known.write_bytes(b"")
    elif damage == "cut":
        known.write_bytes(data[: len(data) // 2])
    elif damage == "flipped":
        known.write_bytes(data[:900] + bytes([data[900] ^ 1]) + data[901:])
    elif damage == "folder":
        known.mkdir()
    elif damage == "pipe":
        os.mkfifo(known)
    elif damage == "other":
        known.write_bytes(b"{}")
    elif damage == "mark":
        other = small_book(tmp_path / "other")
        other.head = {"options": {"site_url": "https://example.org"}}
        other.write()
        other.verify(keep=str(known))
    assert_same(book, known, tmp_path / "next")
    CHANGES["a heading"](book)
    assert_same(book, known, tmp_path / "next")


def test_keeping_can_fail(tmp_path: Path) -> None:
    book = book_with_site(tmp_path)
    book.write()
    assert book.verify(keep=str(tmp_path / "no" / "folder")).problems == []
    target = tmp_path / "target"
    target.write_bytes(b"mine")
    (tmp_path / "link").symlink_to(target)
    book.verify(keep=str(tmp_path / "link"))
    assert target.read_bytes() == b"mine"
