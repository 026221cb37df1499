"""Keyword pages mark the lines that define or import an identifier, and the verifier reads the marks."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from repobook.build import build
from repobook.config import make_config
from repobook.search import Search, parse_query
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
    said = "\nLines: **defined** · *imported*\n"
    assert said in (shop / "shop/cart.py_kw.md").read_text()
    assert "\nLines: *" not in (shop / "README.md_kw.md").read_text()


@pytest.mark.parametrize("wrong", ["*3**", "***3***", "*3", "**900**", "**2**"])
def test_wrong_marks_are_found(shop: Path, tmp_path: Path, wrong: str) -> None:
    assert_found(shop, tmp_path, "shop/gift.py_kw.md", "- `wrap` ×2: *3* 6", f"- `wrap` ×2: {wrong} 6")


def assert_found(book: Path, folder: Path, page: str, line: str, wrong: str) -> None:
    """Check that the verifier sees a wrong line on a keyword page of a copy of the book."""
    changed = shutil.copytree(book, folder / "book") / page
    assert line in changed.read_text()
    changed.write_text(changed.read_text().replace(line, wrong))
    codes = {problem.code for problem in verify(str(folder / "book"), str(book.parent / "repo")).problems}
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


ASIDES = {
    "a.py": (
        "def grand_total(cart):\n"
        '    """As total_price, see grand_total."""\n'
        "    # grand_total of a cart, twice: grand_total\n"
        '    log("grand_total", cart)  # grand_total\n'
        "    return total_price(cart)\n"
        "\n"
        "grand_total(cart)  # the grand_total\n"
        'names = ["total_price", "cart"]\n'
    ),
    "b.c": '/* calls go_home */\nint go_home(void) {\n  puts("go_home"); // go_home\n  return goHome2("no goHome2x");\n}\n// goHome2\n',
}
LISTED = [
    ("a.py", "- `grand_total` ×2: **1** 7 (2-4)"),  # a line with a comment and a string is told once
    ("a.py", '- `total_price`: 5 (2) "8"'),
    ("a.py", "- `cart` ×4: 1 4-5 7"),  # a word of the language: prose has it by chance
    ("b.c", "- `go_home`: **2** (1 3)"),
    ("b.c", "- `goHome2`: 4 (6)"),
]


@pytest.fixture(scope="module")
def aside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("aside")
    (root / "repo").mkdir()
    for path, text in ASIDES.items():
        (root / "repo" / path).write_text(text)
    config = make_config(str(root / "repo"), str(root / "book"), cache=str(root / "cache"), jobs=1)
    assert not build(config).problems
    return root / "book"


@pytest.mark.parametrize(("path", "line"), LISTED)
def test_lines_of_comments_and_strings(aside: Path, path: str, line: str) -> None:
    text = (aside / f"{path}_kw.md").read_text()
    assert f"\n{line}\n" in text, text


def test_the_signs_of_comments_and_strings_are_explained_once(aside: Path) -> None:
    assert (aside / "a.py_kw.md").read_text().count('Lines: **defined** · (comment) · "string"') == 1
    assert "Lines: **defined** · (comment)\n" in (aside / "b.c_kw.md").read_text()


def test_search_tells_the_role(aside: Path) -> None:
    with Search(str(aside)) as search:
        roles = {
            (a.path, a.line): a.why
            for word in ("total_price", "grand_total")
            for a in search.find(parse_query(f"ref:{word}"), 50)
        }
    assert roles == {
        ("a.py", 2): "comment",
        ("a.py", 3): "comment",
        ("a.py", 4): "comment",
        ("a.py", 5): "reference",
        ("a.py", 7): "reference",
        ("a.py", 8): "string",
    }


@pytest.mark.parametrize(
    "wrong", ['5 (2) "7"', '5 (4) "8"', "5 (2-900)", "5 (2", '5 "8" (2)', "5 ()", "5 (2-)", "(2)"]
)
def test_wrong_lines_of_comments_and_strings_are_found(aside: Path, tmp_path: Path, wrong: str) -> None:
    assert_found(aside, tmp_path, "a.py_kw.md", '- `total_price`: 5 (2) "8"', f"- `total_price`: {wrong}")


def test_long_lists_of_comments_are_cut(tmp_path: Path) -> None:
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo/a.py").write_text("go_home()\n" + "# go_home\n\n" * 60 + 'x = "go_home"\n')
    config = make_config(
        str(tmp_path / "repo"), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1
    )
    assert not build(config).problems
    (line,) = [
        line for line in (tmp_path / "book/a.py_kw.md").read_text().split("\n") if "- `go_home`" in line
    ]
    assert line.startswith("- `go_home`: 1 (2 4 6 ") and line.endswith(' …) "122"') and len(line) < 100
