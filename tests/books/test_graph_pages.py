"""What pages tell of calls, heirs and overrides, of users of folders and packages, and of importance."""

from __future__ import annotations

from pages import Make, section

SHOP = {
    "pyproject.toml": '[project]\nname = "shop"\ndependencies = ["flask"]\n',
    "shop/__init__.py": "",
    "shop/base.py": "class Item:\n    def price(self):\n        return 1\n\n\ndef make(n):\n    return Item()\n",
    "shop/book.py": "import flask\n\nfrom shop.base import Item, make\n\n\nclass Book(Item):\n    def price(self):\n        return 2\n\n\n"
    "def sell():\n    return make(1)\n",
    "web/__init__.py": "",
    "web/app.py": "from shop.base import make\n\n\ndef run():\n    make(1)\n    return make(2)\n",
    "tests/test_base.py": "from shop.base import make\n\n\ndef test_make():\n    make(3)\n",
}


def test_callers_and_callees(book: Make) -> None:
    """A file tells who calls its functions, sources before tests, and what they call."""
    page = book(SHOP)
    calls = page("shop/base.py_docs.md").partition("### Calls")[2]
    row = next(line for line in calls.split("\n") if line.startswith("| [`make`]"))
    assert "[`book.py` L12](book.py_docs.md#original-source), [`app.py` L5](../web/app.py_docs.md" in row
    assert row.index("app.py") < row.index("test_base.py")
    assert "`Item` [L1](#original-source)" in row


def test_heirs_and_overrides_on_both_sides(book: Make) -> None:
    page = book(SHOP)
    base, heir = page("shop/base.py_docs.md"), page("shop/book.py_docs.md")
    assert "| [`Item`](#item) | `Book` [`book.py` L6](book.py_docs.md#original-source) |" in base
    assert "overridden by `Book.price` [`book.py` L7](book.py_docs.md#original-source)" in base
    assert "overrides `Item.price` [`base.py` L2](base.py_docs.md#original-source)" in heir


def test_callers_through_a_declaration(book: Make) -> None:
    """What calls the prototype of a header calls the function behind it."""
    page = book(
        {
            "pay.h": "int pay(int a);\n",
            "pay.c": '#include "pay.h"\nint pay(int a) {\n  return a;\n}\n',
            "a.c": '#include "pay.h"\nint x(void) {\n  return pay(1);\n}\n',
        }
    )
    assert "| [`pay`](#pay) | [`a.c` L3](a.c_docs.md#original-source) |" in page("pay.c_docs.md")
    assert (
        "`pay` [`pay.c` L2](pay.c_docs.md#original-source)" in page("a.c_docs.md").partition("### Calls")[2]
    )


def test_users_of_folders_and_packages(book: Make) -> None:
    """A folder tells who imports it and what they use of it; the front page who imports a package."""
    page = book(SHOP)
    used = section(page("shop/doc.md"), "Used by")
    assert "| [`web`](../web/doc.md) | 1 | `make` | [`web/app.py` L1](../web/app.py_docs.md" in used
    needs = section(page("index.md"), "Packages it needs")
    assert (
        "| `flask` | 1: [`book.py` L1](shop/book.py_docs.md#original-source) | [`pyproject.toml` L3]" in needs
    )


def test_packages_of_tests_come_last(book: Make) -> None:
    """A package that only tests import is told as that, behind those that the sources need; most are declared in one manifest."""
    page = book(
        {
            "pyproject.toml": '[project]\nname = "shop"\ndependencies = ["flask", "pytest"]\n',
            "shop/app.py": "import flask\n",
            "tests/test_a.py": "import pytest\n\n\ndef test():\n    assert pytest\n",
            "tests/test_b.py": "import pytest\n\n\ndef test():\n    assert pytest\n",
        }
    )
    needs = section(page("index.md"), "Packages it needs")
    assert "| `pytest` | 2 tests: [`test_a.py` L1](tests/test_a.py_docs.md#original-source), " in needs
    assert needs.index("`flask`") < needs.index("`pytest`")


def test_importance_is_more_than_a_count(book: Make) -> None:
    """What the files stand on that many others stand on comes before what as many tests use."""
    tests = {
        f"tests/test_{n}.py": "from shop.rare import rare\n\n\ndef test():\n    rare()\n" for n in range(4)
    }
    users = {f"shop/use_{n}.py": "from shop.core import core\n\nx = core()\n" for n in range(3)}
    page = book(
        {
            "shop/__init__.py": "",
            "shop/core.py": "def core():\n    return 1\n",
            "shop/rare.py": "def rare():\n    return 1\n",
            **tests,
            **users,
        }
    )
    rows = section(page("index.md"), "Most important symbols").strip().split("\n")[2:]
    assert [row.split(" | ")[0].strip("| ") for row in rows] == ["`core`", "`rare`"]
    assert "3, first [`use_0.py` L1]" in rows[0]
