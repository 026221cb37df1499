"""Examples of use that are cut from documents: code blocks, sessions in docstrings, cells of notebooks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from repobook.analyze.snippets import MAX_BLOCK, MAX_LINES, find_snippets
from repobook.build import build
from repobook.config import make_config

CART = '''"""Carts."""


class Cart:
    """Hold items.

    >>> Cart().add(2)
    2
    """

    def add(self, item):
        """Put one in."""
        return item


def total(cart):
    """Sum it up."""
    return 0


def get(cart):
    """Take one out."""
    return 0


def _hidden(cart):
    return 0
'''


def _build(tmp_path: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        file = tmp_path / "repo" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    config = make_config(str(tmp_path / "repo"), str(tmp_path / "book"), cache=str(tmp_path / "c"), jobs=1)
    assert not build(config).problems
    return tmp_path / "book"


def _examples(book: Path, page: str) -> str:
    text = (book / f"{page}_docs.md").read_text()
    return text.partition("### Usage examples\n")[2].partition("\n## ")[0]


def _python(tmp_path: Path, document: str, name: str = "README.md") -> str:
    files = {
        "src/shop/__init__.py": "from .cart import Cart, get\nfrom .cart import total as sum_up\n",
        "src/shop/cart.py": CART.replace(">>> Cart", "Cart"),
        name: document,
    }
    return _examples(_build(tmp_path, files), "src/shop/cart.py")


@pytest.mark.parametrize(
    ("block", "shown"),
    [
        ("from shop.cart import Cart\ncart = Cart()", "Cart"),
        ("from shop import (\n    Cart as C,\n    get,\n)\nc = C()\nc.Cart", "Cart"),
        ("import shop\nn = shop.get(1)", "get"),
        ("import shop.cart as sc\nsc.total(1)", "total"),
        ("shop.sum_up(1)  # total", "total"),  # re-exported under another name
        ("@shop.get\ndef f(): pass", "get"),
        ("class Mine(shop.Cart):\n    pass", "Cart"),
        (">>> from shop import get\n>>> get(1)\n0", "get"),
    ],
)
def test_names_of_python(tmp_path: Path, block: str, shown: str) -> None:
    text = _python(tmp_path, f"# Shop\n\n```python\n{block}\n```\n")
    assert f"`{shown}` in [`README.md` L4-L" in text or f"`{shown}` in [`README.md` L4](" in text
    assert block in text


@pytest.mark.parametrize(
    "block",
    [
        "get(1)\ntotal(2)",  # bare names, imported from nowhere
        "requests.get(1)",
        "from other import get\nget(1)",
        "cart.get(1)",  # a variable, though a module is called so
        "shop = load()\nshop.get(1)",
        "from shop.cart import _hidden\n_hidden(1)",
        "from shop import Cart",  # taken, but not used
        "# shop.get(1)",
        "print('shop.get(1)')",
        "x = shop.get(1",  # not whole
        "@shop.get",
        "import shop\nshop.get('" + "x" * 200 + "')",
    ],
)
def test_what_is_no_example(tmp_path: Path, block: str) -> None:
    assert _python(tmp_path, f"# Shop\n\n```python\n{block}\n```\n") == ""


def test_unclosed_and_long_blocks(tmp_path: Path) -> None:
    assert _python(tmp_path, "# Shop\n\n```python\nimport shop\nshop.get(1)\n\nMore words follow.\n") == ""
    rows = [(n + 1, "shop.get(1)") for n in range(MAX_BLOCK + 1)]
    assert find_snippets(rows, "python") == []
    assert find_snippets([(1, "shop.get(" * 50_000)], "python") == []
    assert find_snippets([(1, '"' * 50_000), (2, "shop.get(1)" * 9_000)], "python") == []


@pytest.mark.parametrize("language", ["python", "js", "go", "rust"])
@pytest.mark.parametrize(
    "text", ["/* ", '\\"', "\\'", '"""', "`\\", "from a import (", "use a::{", "import {", "a.b::"]
)
def test_hostile_blocks(language: str, text: str) -> None:
    """Marks that nothing closes hold no example, and are each looked at once."""
    rows = [(n + 1, text * (480 // len(text))) for n in range(MAX_BLOCK)]
    assert find_snippets(rows, language) == []


def test_groups_of_a_long_block() -> None:
    """Of a long block, the statements that belong together make an example; what it imports counts for all of it."""
    lines = [
        "from shop import get",
        "",
        *[f"x{n} = {n}" for n in range(MAX_LINES)],
        "",
        "y = get(",
        "",
        "  1)",
    ]
    assert find_snippets(list(enumerate(lines, 1)), "py") == [(16, 18, "python", ["shop.get"])]


def test_at_most_two_of_different_symbols(tmp_path: Path) -> None:
    blocks = ["shop.get(1)\nshop.get(2)", "shop.get(3)", "shop.Cart()", "shop.sum_up(total)"]
    text = _python(
        tmp_path, "# Shop\n" + "".join(f"\n```py\nimport shop\n{block}\n```\n" for block in blocks)
    )
    assert text.count("```python\n") == 2
    assert text.count(" in [`README.md` L") == 2
    assert len({line.split(" in ")[0] for line in text.split("\n") if " in [" in line}) == 2


def test_rst(tmp_path: Path) -> None:
    text = _python(
        tmp_path,
        "Shop\n====\n\nWords::\n\n    >>> import shop\n    >>> shop.get(1)\n    0\n\n"
        ".. code-block:: python\n    :caption: x\n\n    from shop import Cart\n    cart = Cart()\n\nEnd.\n",
        "docs/index.rst",
    )
    assert "`get` in [`docs/index.rst` L6-L8](" in text
    assert "\n>>> import shop\n>>> shop.get(1)\n0\n" in text
    assert "`Cart` in [`docs/index.rst` L13-L14](" in text


def test_notebook(tmp_path: Path) -> None:
    source = ["import shop\n", "shop.get('a\\n')"]
    cell = {"cell_type": "code", "source": source, "outputs": [], "metadata": {}, "execution_count": 1}
    text = _python(
        tmp_path,
        json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1),
        "use.ipynb",
    )
    assert "`get` in [`use.ipynb` L" in text
    assert "\nimport shop\nshop.get('a\\n')\n```" in text


@pytest.mark.parametrize("before", ["", "Example:\n\n    ", "Such as:\n\n    ", "Example::\n\n        "])
def test_sessions_of_docstrings(tmp_path: Path, before: str) -> None:
    """A session of a docstring is shown with the symbol itself, once."""
    cart = CART.replace("    >>> Cart", f"    {before}>>> Cart")
    book = _build(tmp_path, {"shop/__init__.py": "", "shop/cart.py": cart})
    page = (book / "shop/cart.py_docs.md").read_text().partition("## Original Source")[2]
    page = page.partition("\n```\n")[2]
    assert page.count(">>> Cart().add(2)\n") == 1
    entry = page.partition("\n### `Cart`\n")[2].partition("\n#")[0]
    assert ">>> Cart().add(2)\n" in entry


def test_other_languages(tmp_path: Path) -> None:
    book = _build(
        tmp_path,
        {
            "js/package.json": '{"name": "@shop/cart", "version": "1.0.0"}\n',
            "js/src/index.js": "export function addItem(a) { return a }\nexport function get(a) { return a }\n",
            "go/go.mod": "module example.org/shop\n\ngo 1.22\n",
            "go/cart/cart.go": "package cart\n\n// Fill fills.\nfunc Fill(n int) int { return n }\n",
            "rust/Cargo.toml": '[package]\nname = "shop-cart"\nversion = "1.0.0"\n',
            "rust/src/lib.rs": "pub mod till;\n",
            "rust/src/till.rs": "pub fn open_till(n: u8) -> u8 { n }\n",
            "README.md": (
                "# Shop\n\n```js\nimport { addItem } from '@shop/cart'\naddItem(1)\n```\n\n"
                "```js\nimport { get } from 'other'\nget(1)\n```\n\n"
                '```go\nimport "example.org/shop/cart"\n\nvar n = cart.Fill(1)\n```\n\n'
                "```rust\nuse shop_cart::till::open_till;\nlet n = open_till(1);\n```\n"
            ),
        },
    )
    text = _examples(book, "js/src/index.js")
    assert "`addItem` in [`README.md` L4-L5](" in text
    assert "`get` in" not in text
    assert "`Fill` in [`README.md` L14-L16](" in _examples(book, "go/cart/cart.go")
    assert "in [`README.md` L20-L21](" in _examples(book, "rust/src/till.rs")
