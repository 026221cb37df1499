"""Keyword pages mark the lines that define or import an identifier, and the verifier reads the marks."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from repobook.config import make_config
from repobook.pipeline import build
from repobook.verify import verify

LINES = [
    ("shop/gift.py", "- `wrap` ×2: *3* 6"),  # on a later line of its import
    ("shop/gift.py", "- `box`: *1*"),
    ("shop/cart.py", "- `ShoppingCart` ×2: **6** 20"),
    ("shop/cart.py", "- `grand_total`: **12**"),
    ("shop/till.py", "- `ShoppingCart` ×2: *1* 4"),
    ("shop/till.py", "- `grand_total` ×2: 6"),
    ("native/Money.h", "- `Money` ×3: **3** 4"),
]


@pytest.mark.parametrize(("path", "line"), LINES)
def test_roles(shop: Path, path: str, line: str) -> None:
    text = (shop / f"{path}_kw.md").read_text()
    assert f"\n{line}\n" in text, text


def test_what_marks_mean_is_said_where_there_are_some(shop: Path) -> None:
    said = "\nLines: **defined**, *imported*.\n"
    assert said in (shop / "shop/cart.py_kw.md").read_text()
    assert "\nLines: *" not in (shop / "README.md_kw.md").read_text()


@pytest.mark.parametrize("wrong", ["*3**", "***3***", "*3", "**900**", "**2**"])
def test_wrong_marks_are_found(shop: Path, tmp_path: Path, wrong: str) -> None:
    book = tmp_path / "book"
    shutil.copytree(shop, book)
    page = book / "shop/gift.py_kw.md"
    page.write_text(page.read_text().replace("- `wrap` ×2: *3* 6", f"- `wrap` ×2: {wrong} 6"))
    codes = {problem.code for problem in verify(str(book), str(shop.parent / "repo")).problems}
    assert codes & {"identifier_form", "identifier_line"}, codes


def test_the_count_of_lines_that_are_cut_is_no_line(tmp_path: Path) -> None:
    """`… and 30 more lines` stays, though the name is defined on line 30."""
    lines = [f"x{n} = go" if n % 2 else "" for n in range(1, 105)]
    lines[29] = "def go(): return 1"
    tree = tmp_path / "repo"
    tree.mkdir()
    (tree / "a.py").write_text("\n".join(lines) + "\n")
    for extra in range(20):
        (tree / f"b{extra}.py").write_text("\n".join(lines + ["y = go", ""] * extra) + "\n")
    config = make_config(str(tree), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    assert not build(config).problems
    pages = [page.read_text() for page in (tmp_path / "book").glob("*_kw.md")]
    assert any("… and 30 more lines" in page for page in pages)
    assert all("**30**" in page for page in pages)
