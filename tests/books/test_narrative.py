"""What is told of a folder: by documents, in the words of its names, by what leans on what, and what to mind."""

from __future__ import annotations

import pytest
from pages import Make, section

BRANCHES = "".join(f"    if a == {n}:\n        return {n}\n" for n in range(20))
FILES = {
    "README.md": "# Shop\n\nShop sells things to people.\n\n- `shop/`: holds all that sells.\n- `tests`: asks whether it sells.\n",
    "shop/__init__.py": "from .cart import Cart, Gift\n",
    "shop/cart.py": '"""Keeps what is wanted."""\n\n\nclass Cart:\n    """A cart is a list of things. It is kept for a day."""\n\n\nclass Gift(Cart):\n    """See Cart."""\n\n\ndef price():\n    """Tells what a thing costs."""\n    return 1\n',
    "shop/till.py": f"from .cart import Cart, price\n\n\nclass Till:\n    \"\"\"Takes the money.\"\"\"\n\n    def take(self):\n        return Cart(), price()\n\n\ndef sort(a):\n    \"\"\"Sorts things by what they are.\"\"\"\n{BRANCHES}",
    "shop/page.py": "from .cart import Cart, price\nfrom .till import Till, sort\n\n\ndef show():\n    return Cart(), price(), Till(), sort(1)\n",
    "tools/count.py": "from shop.cart import Cart, price\nfrom shop.page import show\n\nprint(Cart(), price(), show())\n",
    "tools/sell.py": "from shop.cart import Cart\nfrom shop.till import Till\n\nprint(Cart(), Till())\n",
    "tests/test_shop.py": "from shop.cart import Cart, price\nfrom shop.till import Till\n\n\ndef test_cart():\n    assert Cart()\n    assert price()\n    assert Till()\n",
}  # fmt: skip


@pytest.fixture
def told(book: Make) -> str:
    return book(FILES)("shop/doc.md")


def test_a_document_speaks_of_a_folder(told: str) -> None:
    assert "“holds all that sells” ([`README.md` L5](../README.md_docs.md#original-source))" in told


def test_ideas_are_types_in_their_own_words(told: str) -> None:
    ideas = section(told, "Key ideas")
    assert ideas.lstrip().startswith(
        "- **`Cart`** · “A cart is a list of things. It is kept for a day” · [`cart.py` L4-L5]"
    )
    assert "· derived: `Gift`" in ideas
    assert "See Cart" not in ideas


def test_files_that_lean_on_others(told: str) -> None:
    leanings = section(told, "What leans on what")
    assert (
        "- [`till.py`](till.py_docs.md) → [`cart.py`](cart.py_docs.md) · 2 definitions: `Cart` [L" in leanings
    )
    assert "· “Keeps what is wanted”" in leanings
    assert "__init__" not in leanings


def test_what_to_mind(told: str) -> None:
    mind = section(told, "Before you change it")
    assert (
        "- **Used from outside** · `Cart` [`cart.py` L4-L5](cart.py_docs.md#original-source), 2 files" in mind
    )
    untested = mind.partition("- **No test names** · ")[2].partition("\n")[0]
    assert "`sort` [`till.py` L11" in untested
    assert "- **Most branches** · `sort` [`till.py` L11" in mind
    assert "complexity 21" in mind
    assert "`price`" not in untested


def test_the_chapter_tells_the_same_and_where_to_begin(book: Make) -> None:
    page = book(FILES)
    name = page("comprehensive_book.md").partition("[`shop`](chapters/")[2].partition(")")[0]
    chapter = page(f"chapters/{name}")
    assert section(chapter, "Where to begin").lstrip().startswith("1. [`")
    assert "- **`Cart`** · “A cart is a list of things." in section(chapter, "Key ideas")
    assert "**Most branches**" in section(chapter, "Before you change it")


def test_a_notice_is_not_what_a_folder_is(book: Make) -> None:
    readme = "**This Readme is of the next release. See the other one.**\n\n# Till\n\nTill is a machine that takes the money.\n"
    page = book({"README.md": "# Shop\n\nSells things.\n", "till/README.md": readme, "till/a.py": "a = 1\n"})
    assert "| Till is a machine that takes the money. |" in page("index.md")


def test_what_is_private_is_not_told_as_used_from_outside(book: Make) -> None:
    files = {
        "src/lib.rs": "pub mod till;\npub mod a;\npub mod b;\n",
        "src/till/coin.rs": "pub struct Coin;\n",
        "src/till/note.rs": "pub struct Note;\n",
        "src/till/mod.rs": "pub mod coin;\npub mod note;\n\npub struct Till { get: i32 }\n\nimpl Till {\n    pub fn new() -> Till { Till { get: 1 } }\n}\n",
        "src/a.rs": "use crate::till::Till;\nuse crate::till::get;\n\npub fn a() { Till::new(); get(); }\n",
        "src/b.rs": "use crate::till::Till;\nuse crate::till::get;\n\npub fn b() { Till::new(); get(); }\n",
    }
    shown = book(files)("src/till/doc.md")
    assert "**Used from outside** · `Till`" in shown
    assert "`get`" not in shown.partition("Used from outside")[2].partition("\n")[0]
