"""A build on an existing book: nothing to do where nothing changed, and else the bytes of a clean build."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from runs import read_tree, write_tree

import repobook.current
import repobook.pipeline
from repobook.build import build
from repobook.config import make_config
from repobook.errors import InputError, OutputError
from repobook.facts import Outcome

FILES = {
    "README.md": "# Shop\n\nSells things. See [cart](shop/cart.py).\n",
    "shop/__init__.py": "",
    "shop/cart.py": "from shop.price import price\n\n\ndef total(items):\n    return sum(price(item) for item in items)\n",
    "shop/price.py": "def price(item):\n    return item.cents\n",
    "native/add.c": '#include "add.h"\n\nint add(int a, int b) { return a + b; }\n',
    "native/add.h": "int add(int a, int b);\n",
    "notes.txt": "price list\n",
}


class Shop:
    """A repository, its book, and a clean book of the same to compare with."""

    def __init__(self, place: Path) -> None:
        self.root = write_tree(place / "shop", FILES)
        self._place = place
        self._clean = 0

    def build(self, **asked: object) -> Outcome:
        return build(self.config("book", "cache", **asked))

    def config(self, book: str, cache: str, **asked: object):  # type: ignore[no-untyped-def]
        return make_config(
            str(self.root), str(self._place / book), cache=str(self._place / cache), jobs=1, **asked
        )

    @property
    def book(self) -> Path:
        return self._place / "book"

    @property
    def record(self) -> Path:
        (found,) = (self._place / "cache" / "books").glob("*.json")
        return found

    def clean(self, **asked: object) -> dict[str, bytes]:
        """Return the pages of a build that knows nothing of earlier ones."""
        for name in ("clean", "clean-cache"):
            shutil.rmtree(self._place / name, ignore_errors=True)
        build(self.config("clean", "clean-cache", **asked))
        return read_tree(self._place / "clean")


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    made = Shop(tmp_path)
    assert not made.build().is_unchanged
    return made


def _looks(folder: Path) -> dict[str, tuple[int, int, int]]:
    found = {}
    for path in folder.rglob("*"):
        seen = path.lstat()
        found[str(path)] = (seen.st_ino, seen.st_mtime_ns, seen.st_ctime_ns)
    return found


def test_nothing_changed_writes_nothing(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _looks(shop.book)
    monkeypatch.setattr(repobook.pipeline, "Pool", None)  # no worker is even started
    outcome = shop.build()
    assert outcome.is_unchanged
    assert (outcome.files, outcome.documented, outcome.reused) == (7, 7, 7)
    assert outcome.pages > 14
    assert _looks(shop.book) == before
    assert sorted(path.name for path in shop.book.parent.iterdir()) == ["book", "cache", "shop"]


def test_same_size_and_time_is_still_a_change(shop: Shop) -> None:
    path = shop.root / "shop" / "price.py"
    seen = path.stat()
    path.write_text(path.read_text().replace("cents", "euros"))
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert not shop.build().is_unchanged
    assert read_tree(shop.book) == shop.clean()


def test_touched_and_reverted_files_are_no_change(shop: Shop) -> None:
    path = shop.root / "shop" / "price.py"
    content = path.read_bytes()
    path.write_bytes(b"")
    path.write_bytes(content)
    os.utime(path, (1, 1))
    assert shop.build().is_unchanged


EDITS: dict[str, Callable[[Path], object]] = {
    "callee moves down": lambda root: (root / "shop/price.py").write_text("# new\n\n\ndef price(item):\n    return 1\n"),
    "callee is renamed": lambda root: (root / "shop/price.py").write_text("def cost(item):\n    return 1\n"),
    "header changes": lambda root: (root / "native/add.h").write_text("/* Adds. */\nint add(int a, int b);\n"),
    "file is added": lambda root: (root / "shop/tax.py").write_text("from shop.price import price\n"),
    "file is deleted": lambda root: (root / "shop/price.py").unlink(),
    "file is renamed": lambda root: (root / "shop/price.py").rename(root / "shop/prices.py"),
    "file becomes a folder": lambda root: ((root / "notes.txt").unlink(), (root / "notes.txt").mkdir()),
    "name changes its case": lambda root: (root / "notes.txt").rename(root / "NOTES.txt"),
    "link appears": lambda root: (root / "link.py").symlink_to("shop/price.py"),
    "file may be run": lambda root: (root / "shop/cart.py").chmod(0o755),
    "ignore rule": lambda root: (root / ".gitignore").write_text("native/\n"),
    "attributes": lambda root: (root / ".gitattributes").write_text("shop/price.py linguist-generated\n"),
    "own ignore rule": lambda root: (root / ".repobookignore").write_text("*.txt\n"),
    "file is binary now": lambda root: (root / "notes.txt").write_bytes(bytes(range(256)) * 9),
    "file is a secret now": lambda root: (root / "notes.txt").rename(root / ".env"),
    "folder is empty now": lambda root: [path.unlink() for path in (root / "native").iterdir()],
}  # fmt: skip


@pytest.mark.parametrize("edit", EDITS)
def test_incremental_equals_clean(edit: str, shop: Shop) -> None:
    EDITS[edit](shop.root)
    assert not shop.build().is_unchanged
    assert read_tree(shop.book) == shop.clean()
    assert shop.build().is_unchanged


OPTIONS: dict[str, dict[str, object]] = {
    "exclude": {"exclude": ("native/",)},
    "include": {"include": ("*.py",)},
    "no source": {"has_source": False},
    "site": {"has_site": True},
    "address of the sources": {"source_url": "https://example.org/blob/main"},
    "address of the site": {"has_site": True, "site_url": "https://example.org/book"},
}


@pytest.mark.parametrize("option", OPTIONS)
def test_another_request_is_another_book(option: str, shop: Shop) -> None:
    assert not shop.build(**OPTIONS[option]).is_unchanged
    assert read_tree(shop.book) == shop.clean(**OPTIONS[option])
    assert shop.build(**OPTIONS[option]).is_unchanged
    assert not shop.build().is_unchanged
    assert read_tree(shop.book) == shop.clean()


@pytest.mark.parametrize("what", ["own_code", "foundations"])
def test_another_version_builds_anew(what: str, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repobook.current, what, lambda: "another")
    assert not shop.build().is_unchanged


def test_own_code_knows_every_file_of_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A language folder, a script of the site or a module: each decides a book."""
    copy = tmp_path / "repobook"
    shutil.copytree(
        Path(repobook.current.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__")
    )
    monkeypatch.setattr(repobook.current, "_PACKAGE", str(copy))
    seen = {repobook.current.own_code()}
    for name in (
        "languages/python/symbols.scm",
        "render/web/static/search.js",
        "store/schema.sql",
        "workers.py",
    ):
        with open(copy / name, "ab") as stream:
            stream.write(b"\n")
        seen.add(repobook.current.own_code())
    assert len(seen) == 5


TOUCHES: dict[str, Callable[[Path], object]] = {
    "edited": lambda book: (book / "index.md").write_text("mine"),
    "edited, of equal size": lambda book: (book / "index.md").write_bytes((book / "index.md").read_bytes()[::-1]),
    "removed": lambda book: (book / "shop/cart.py_docs.md").unlink(),
    "replaced by a link": lambda book: ((book / "index.md").unlink(), (book / "index.md").symlink_to("/etc/hostname")),
    "database cut": lambda book: os.truncate(book / "book.db", 9000),
}  # fmt: skip


@pytest.mark.parametrize("touch", TOUCHES)
def test_a_touched_book_is_built_again(touch: str, shop: Shop) -> None:
    before = read_tree(shop.book)
    TOUCHES[touch](shop.book)
    assert not shop.build().is_unchanged
    assert read_tree(shop.book) == before


@pytest.mark.parametrize("touch", TOUCHES)
def test_a_touched_book_is_told_beside_an_edit(touch: str, shop: Shop) -> None:
    TOUCHES[touch](shop.book)
    with open(shop.root / "shop/cart.py", "a", encoding="utf-8") as stream:
        stream.write("# more\n")
    assert shop.build().mended
    assert read_tree(shop.book) == shop.clean()


def test_a_book_that_was_taken_away_is_not_mended(shop: Shop) -> None:
    shutil.rmtree(shop.book)
    assert not shop.build().mended


def test_what_another_put_there_is_noticed_before_a_book_is_made(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shop.book / "mine.md").write_text("mine")
    (shop.root / "shop/cart.py").write_text("# more\n")
    monkeypatch.setattr(repobook.pipeline, "make_book", lambda *words: pytest.fail("a book is made"))
    with pytest.raises(InputError, match=r"mine\.md is not part of the book"):
        shop.build()


def test_what_another_put_there_is_noticed(shop: Shop) -> None:
    (shop.book / "mine.md").write_text("mine")
    with pytest.raises(InputError, match=r"mine\.md is not part of the book"):
        shop.build()
    (shop.book / "mine.md").unlink()
    shop.build()
    assert shop.build().is_unchanged


def test_a_damaged_record_is_none(shop: Shop) -> None:
    good = shop.record.read_text()
    damaged = json.loads(good)
    damaged["stated"]["outcome"]["files"] = 99
    for text in ("", "{", "[]", '{"stated": 1, "digest": 2}', json.dumps(damaged), good[: len(good) // 2]):
        shop.record.write_text(text)
        assert not shop.build().is_unchanged
        assert shop.build().is_unchanged


def test_a_book_with_problems_is_never_current(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """A source that changed while it was read leaves a page without it: reverting the edit must not keep that page."""
    real = repobook.pipeline.render_pages

    def edited_meanwhile(*given: object) -> object:
        path = shop.root / "shop/price.py"
        content = path.read_bytes()
        path.write_bytes(content + b"# more\n")
        try:
            return real(*given)  # type: ignore[arg-type]
        finally:
            path.write_bytes(content)

    (shop.root / "notes.txt").write_text("new\n")
    with monkeypatch.context() as patched:
        patched.setattr(repobook.pipeline, "render_pages", edited_meanwhile)
        with pytest.raises(OutputError, match=r"shop/price\.py_docs\.md: source_text: .* the last one stays"):
            shop.build()
    shop.build()
    assert read_tree(shop.book) == shop.clean()
