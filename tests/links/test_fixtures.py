"""Tests that reach a source through a fixture, or through a class of another test file."""

from __future__ import annotations

from pathlib import Path

import pytest

from repobook.build import build
from repobook.config import make_config
from repobook.link.fixtures import parameters

FILES = {
    "shop/__init__.py": "",
    "shop/cart.py": "class Cart:\n    def total(self):\n        return 1\n",
    "shop/till.py": "class Till:\n    pass\n",
    "tests/conftest.py": (
        "import pytest\n\nfrom shop.cart import Cart\nfrom shop.till import Till\n\n\n@pytest.fixture\ndef cart():\n    return Cart()\n\n\n"
        "@pytest.fixture(scope='session')\ndef full(cart):\n    return cart\n\n\n@pytest.fixture\ndef till():\n    return Till()\n"
    ),
    "tests/test_total.py": "def test_total(cart):\n    assert cart\n\n\ndef test_more(cart, tmp_path):\n    pass\n",
    "tests/test_full.py": "def test_full(full):\n    assert full\n",
    "tests/near/conftest.py": "import pytest\n\n\n@pytest.fixture\ndef till():\n    return None\n",
    "tests/near/test_none.py": "def test_none(till):\n    assert till is None\n",
    "tests/far/test_far.py": "def test_far(till):\n    assert till\n",
    "other/test_other.py": "def test_other(cart):\n    assert cart\n",
}


@pytest.fixture
def book(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        file = tmp_path / "repo" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    config = make_config(str(tmp_path / "repo"), str(tmp_path / "book"), cache=str(tmp_path / "c"), jobs=1)
    assert not build(config).problems
    return tmp_path / "book"


def test_fixtures_of_a_folder(book: Path) -> None:
    """Tests below the folder of a `conftest.py` reach what its fixtures use, also fixtures that ask for fixtures."""
    page = (book / "shop/cart.py_docs.md").read_text().partition("## Testing & Usage")[2]
    assert "tests/test_total.py` L1](" in page
    assert "through `cart` ([`tests/conftest.py` L8]" in page
    assert "in 2 places" in page
    assert "through `full` ([`tests/conftest.py` L13]" in page
    assert "test_other" not in page


def test_nearer_fixture_wins(book: Path) -> None:
    page = (book / "shop/till.py_docs.md").read_text().partition("## Testing & Usage")[2]
    assert "tests/far/test_far.py" in page
    assert "tests/near/test_none.py" not in page


def test_class_of_another_test_file(tmp_path: Path) -> None:
    """A TEST_F reaches what the class in the header of its fixture uses."""
    files = {
        "src/cart.h": "struct Cart { int total; };\n",
        "tests/cart_fixture.h": '#include "../src/cart.h"\nclass CartTest {\n protected:\n  Cart cart;\n};\n',
        "tests/cart_test.cpp": '#include "cart_fixture.h"\nTEST_F(CartTest, Total) {\n  EXPECT_TRUE(true);\n}\n',
    }
    for path, text in files.items():
        file = tmp_path / "repo" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    config = make_config(str(tmp_path / "repo"), str(tmp_path / "book"), cache=str(tmp_path / "c"), jobs=1)
    assert not build(config).problems
    page = (tmp_path / "book/src/cart.h_docs.md").read_text()
    assert "through `CartTest` ([`tests/cart_fixture.h` L2]" in page


@pytest.mark.parametrize(
    ("signature", "names"),
    [
        ("def f()", []),
        ("@pytest.fixture(scope='session') def f(a)", ["a"]),
        ("def f(self, a, *, b: dict[str, int] = {1: 2}, **rest) -> None", ["a", "b"]),
        ("async def f(a: Callable[[int], str], b=(1, 2))", ["a", "b"]),
    ],
)
def test_parameters(signature: str, names: list[str]) -> None:
    assert parameters(signature) == names
