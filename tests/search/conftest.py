"""A small shop in several languages, built once, and asked many things."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from repobook.build import build
from repobook.config import make_config
from repobook.search import Search

FILES = {
    "README.md": "# Shop\n\nA small shop.\n\n## Getting started\n\nRun `shop --jobs 4`. Written in C++ and Python.\n",
    ".github/workflows/ci.yml": "name: ci\non: push\njobs:\n  test:\n    runs-on: x\n    steps:\n      - run: make\n",
    "shop/__init__.py": '"""The shop."""\n',
    "shop/cart.py": (
        '"""What a customer is about to buy."""\n\nimport os\n\n\nclass ShoppingCart:\n    """Collects the articles of one customer."""\n\n'
        '    def __init__(self):\n        self.articles = []\n\n    def grand_total(self):\n        """Add up all prices, discounts included."""\n'
        "        # rounding happens at the till\n        return sum(article.price for article in self.articles)\n\n\n"
        'def empty_cart():\n    root = os.environ["SHOP_ROOT"]\n    return ShoppingCart(), root\n\n\ndef _hidden_cart():\n    return None\n'
    ),
    "shop/till.py": "from shop.cart import ShoppingCart, empty_cart\n\n\ndef pay(cart: ShoppingCart):\n    eval(cart)\n    return cart.grand_total() + empty_cart()[0].grand_total()\n",
    "tests/test_cart.py": "from shop.cart import ShoppingCart\n\n\ndef test_grand_total():\n    assert ShoppingCart().grand_total() == 0\n\n\ndef empty_cart():\n    return 'a test helper'\n",
    "shop/gift.py": "from shop.paper.box import (\n    size,\n    wrap,\n)\n\nwrap()\n",
    "docs/gifts.md": "# Gifts\n\nWe call `wrap` for each.\n",
    "shop/paper/box.py": "def wrap():\n    return 1\n\n\nsize = 1\n",
    "tools/paper/bag.py": "def wrap():\n    return 2\n",
    "native/Money.h": "#pragma once\nnamespace shop { namespace native {\nstruct Money { int cents; };\nMoney operator<<(Money a, int b);\nint linear_backward(int a);\n}}\n",
    "native/Money.cpp": (
        '#include "Money.h"\nnamespace shop { namespace native {\nMoney operator<<(Money a, int b) { return a; }\n'
        "/* adds interest\n   compounded daily */\nint linear_backward(int a) { return a; }\n}}\nvoid go() { kernel<<<1, 2>>>(); std::vector<bool> v; }\n"
    ),
}


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("shop")
    for path, text in FILES.items():
        file = root / "repo" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    config = make_config(str(root / "repo"), str(root / "book"), cache=str(root / "cache"), jobs=1)
    assert not build(config).problems
    return root / "book"


@pytest.fixture(scope="session")
def search(shop: Path) -> Iterator[Search]:
    with Search(str(shop)) as opened:
        yield opened
