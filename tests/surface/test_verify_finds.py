"""`verify` tells the truth: whatever is changed in a book or in its source is found and named."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from golden import GOLDEN, make_repository
from runs import run_here

PAGE = "src/flask_shop/cart.py_docs.md"
SOURCE = "src/flask_shop/cart.py"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a repository and its book."""
    folder = tmp_path_factory.mktemp("original")
    repository = make_repository(GOLDEN[0], folder)
    assert (
        run_here("build", repository, "-o", folder / "book", "--cache", folder / "cache", "-q", "-j", 1).code
        == 0
    )
    return folder


@pytest.fixture
def place(original: Path, tmp_path: Path) -> Path:
    """A copy that may be spoilt."""
    shutil.copytree(original, tmp_path / "copy")
    return tmp_path / "copy"


def change_page(place: Path) -> str:
    path = place / "book" / PAGE
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    return PAGE


def shorten_page(place: Path) -> str:
    path = place / "book" / PAGE
    path.write_bytes(path.read_bytes()[:-1])
    return PAGE


def remove_page(place: Path) -> str:
    (place / "book" / PAGE).unlink()
    return PAGE


def add_page(place: Path) -> str:
    (place / "book" / "src" / "stray.md").write_text("# Stray\n")
    return "src/stray.md"


def replace_page_by_link(place: Path) -> str:
    path = place / "book" / PAGE
    path.rename(place / "elsewhere.md")
    path.symlink_to(place / "elsewhere.md")
    return PAGE


def change_manifest(place: Path) -> str:
    path = place / "book" / "manifest.json"
    path.write_text(path.read_text().replace('"documented": ', '"documented": 1'))
    return "manifest.json"


def change_database(place: Path) -> str:
    path = place / "book" / "book.db"
    data = bytearray(path.read_bytes())
    data[-1] ^= 255
    path.write_bytes(data)
    return "book.db"


def change_source(place: Path) -> str:
    path = place / "flask_shop" / SOURCE
    path.write_text(path.read_text().replace("MAX_AMOUNT = 99", "MAX_AMOUNT = 98"))
    return SOURCE


def remove_source(place: Path) -> str:
    (place / "flask_shop" / SOURCE).unlink()
    return SOURCE


def add_source(place: Path) -> str:
    (place / "flask_shop" / "src" / "new.py").write_text("new = 1\n")
    return "src/new.py"


@pytest.mark.parametrize(
    "spoil",
    [
        change_page, shorten_page, remove_page, add_page, replace_page_by_link, change_manifest, change_database, change_source,
        remove_source, add_source,
    ],
)  # fmt: skip
def test_change_is_found(spoil: Callable[[Path], str], place: Path) -> None:
    """What was changed is named on a line of its own, and the exit code is 1."""
    named = spoil(place)
    done = run_here("verify", place / "book", "--source", place / "flask_shop", "-j", 1)
    assert (done.code, any(named in line for line in done.out.splitlines()[:-1])) == (1, True), done.said


def rewrite(place: Path, page: str, old: str, new: str) -> None:
    """Change a page and all its checksums, so that only what it says can give it away."""
    path = place / "book" / page
    before = path.read_bytes()
    assert old.encode() in before
    after = before.replace(old.encode(), new.encode(), 1)
    path.write_bytes(after)
    manifest = place / "book" / "manifest.json"
    entry, changed = (
        json.dumps({"path": page, "sha256": hashlib.sha256(data).hexdigest(), "size": len(data)})
        for data in (before, after)
    )
    text = manifest.read_text()
    assert entry in text
    manifest.write_text(text.replace(entry, changed))
    sums = place / "book" / "SHA256SUMS"
    lines = {line[66:]: line[:64] for line in sums.read_text().splitlines()}
    lines |= {
        page: hashlib.sha256(after).hexdigest(),
        "manifest.json": hashlib.sha256(manifest.read_bytes()).hexdigest(),
    }
    sums.write_text("".join(f"{digest}  {name}\n" for name, digest in lines.items()))


@pytest.mark.parametrize(
    "old, new",
    [
        ("MAX_AMOUNT = 99\n", "MAX_AMOUNT = 98\n"),
        ('#original-source "subtotal"', '#original-source "subtolat"'),
        ("[Keyword Index](cart.py_kw.md)", "[Keyword Index](card.py_kw.md)"),
        ("> Put an item into the cart.", "> Put <img src=x onerror=alert(1)> into the cart."),
        ("[L54-L55](#original-source", "[L54-L550](#original-source"),
    ],
    ids=["source text", "cited name", "link", "raw HTML", "cited line"],
)
def test_false_statement_is_found(old: str, new: str, place: Path) -> None:
    """A page whose checksums are right but which states something false is named, and the exit code is 1."""
    rewrite(place, PAGE, old, new)
    done = run_here("verify", place / "book", "--source", place / "flask_shop", "-j", 1)
    assert (done.code, PAGE in done.out) == (1, True), done.said


def test_checksums_work_without_us(original: Path) -> None:
    """`sha256sum -c` agrees with the book."""
    done = subprocess.run(
        ["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=original / "book", capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, b"")
