"""Which tests reach a file, which of their functions, and who only helps."""

from __future__ import annotations

from pathlib import Path

import pytest

from repobook.build import build
from repobook.config import make_config
from repobook.link.tests import bears_mark, is_test
from repobook.render.ctests import read_ctests
from repobook.render.environments import environment_commands

CART = "def total(items):\n    return sum(items)\n\n\ndef empty():\n    return []\n"


def make_book(folder: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        file = folder / "repo" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    config = make_config(str(folder / "repo"), str(folder / "book"), cache=str(folder / "c"), jobs=1)
    assert not build(config).problems
    return folder / "book"


def section(book: Path, page: str, title: str) -> str:
    text = (book / f"{page}_docs.md").read_text()
    return text.partition(f"## {title}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize(
    ("language", "kind", "name", "signature", "answer"),
    [
        ("Python", "function", "test_total", "def test_total()", True),
        ("Python", "function", "make_cart", "def make_cart()", False),
        ("Go", "function", "TestTotal", "func TestTotal(t *testing.T)", True),
        ("Go", "function", "Testify", "func Testify()", False),
        ("Rust", "function", "adds", "#[tokio::test] async fn adds()", True),
        ("Rust", "function", "adds", "#[inline] fn adds()", False),
        ("Java", "method", "adds", '@DisplayName("x") @Test void adds()', True),
        ("Java", "method", "setUp", "@BeforeTest void setUp()", False),
        ("C#", "method", "Adds", "[Fact] public void Adds()", True),
        ("JavaScript", "test", "adds", "it('adds', () =>", True),
        ("C++", "test", "Cart.Adds", "TEST(Cart, Adds)", True),
    ],
)
def test_is_test(language: str, kind: str, name: str, signature: str, answer: bool) -> None:
    assert is_test(language, kind, name, signature) is answer


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("tests/test_cart.py", True),
        ("cart_test.go", True),
        ("CartTest.java", True),
        ("cart.spec.ts", True),
        ("conftest.py", False),
        ("src/TestCase.php", False),
        ("latest.py", False),
        ("commit.py", False),
    ],
)
def test_marks_of_names(path: str, answer: bool) -> None:
    assert bears_mark(path) is answer


def test_functions_of_tests_are_named(tmp_path: Path) -> None:
    """The tests that call what a file defines stand there with their lines; those that call most of it first."""
    tests = "from shop.cart import empty, total\n\n\ndef make():\n    return empty()\n\n\ndef test_one():\n    assert total([1]) == 1\n\n\n"
    tests += "class TestCart:\n    def test_both(self):\n        assert total(empty()) == 0\n"
    many = "".join(f"def test_{n}():\n    total([])\n\n\n" for n in range(6))
    book = make_book(
        tmp_path,
        {
            "shop/__init__.py": "",
            "shop/cart.py": CART,
            "tests/test_cart.py": tests,
            "tests/test_many.py": "from shop.cart import total\n\n\n" + many,
        },
    )
    shown = section(book, "shop/cart.py", "Testing & Usage")
    assert (
        "`TestCart.test_both` [L13](../tests/test_cart.py_docs.md#original-source), `test_one` [L8]" in shown
    )
    assert "`make`" not in shown
    assert "`test_3` [L16](../tests/test_many.py_docs.md#original-source) and 2 more" in shown


def test_helpers_are_no_tests(tmp_path: Path) -> None:
    """What only helps tests stands among the users of a file, and tests nothing by its name."""
    book = make_book(
        tmp_path,
        {
            "shop/__init__.py": "",
            "shop/cart.py": CART,
            "docs/conf.py": "project = 'shop'\n",
            "tests/__init__.py": "",
            "tests/conftest.py": "from shop.cart import empty\n\n\ndef make():\n    return empty()\n",
            "tests/cart.py": "def build_cart():\n    return 1\n",
            "tests/test_all.py": "from tests.cart import build_cart\n\n\ndef test_it():\n    build_cart()\n",
        },
    )
    page = (book / "shop/cart.py_docs.md").read_text()
    assert "tests/conftest.py" in section(book, "shop/cart.py", "Dependencies")
    assert "## Testing & Usage" not in page
    assert "## Related Files" not in page
    assert "conftest" not in (book / "docs/conf.py_docs.md").read_text()


def test_same_name_in_another_folder_is_not_tested(tmp_path: Path) -> None:
    """Of two sources of a name the test is for the one it imports, or else the one in the folder it lies in."""
    book = make_book(
        tmp_path,
        {
            "shop/cart.py": CART,
            "web/cart.py": "def show():\n    pass\n",
            "shop/order.py": "def order():\n    pass\n",
            "web/order.py": "def show_order():\n    pass\n",
            "tests/test_cart.py": "from shop import cart\n\n\ndef test_total():\n    cart.total([])\n",
            "tests/web/test_order.py": "def test_order():\n    pass\n",
        },
    )
    assert "test_cart.py" in section(book, "shop/cart.py", "Testing & Usage")
    assert "test_cart.py" not in (book / "web/cart.py_docs.md").read_text()
    assert "test_order.py" in section(book, "web/order.py", "Testing & Usage")
    assert "test_order.py" not in (book / "shop/order.py_docs.md").read_text()


def test_tests_inside_a_source(tmp_path: Path) -> None:
    book = make_book(
        tmp_path,
        {
            "Cargo.toml": '[package]\nname = "shop"\n',
            "src/lib.rs": "pub mod cart;\n",
            "src/cart.rs": "pub fn total() -> u32 { 1 }\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn adds() {\n        total();\n    }\n}\n",
        },
    )
    shown = section(book, "src/cart.rs", "Testing & Usage")
    assert "1 test in this file: `tests::adds` [L8](#original-source). Run: `cargo test cart::`." in shown


def test_tests_named_like_functions(tmp_path: Path) -> None:
    """A test of another language is found by its subject, and its functions by the words of their names."""
    book = make_book(
        tmp_path,
        {
            "native/CartMath.cpp": "int cart_linear_backward(int a) { return a; }\nint cart_gelu_backwards(int a) { return a; }\n",
            "test/test_cart.py": "def test_linear_backward():\n    pass\n\n\ndef test_linear():\n    pass\n\n\ndef test_gelu_backward():\n    pass\n",
        },
    )
    assert (
        "test_cart" not in (book / "native/CartMath.cpp_docs.md").read_text()
    )  # `cart` is too short a subject
    book = make_book(
        tmp_path / "long",
        {
            "native/BasketMath.cpp": "int basket_linear_backward(int a) { return a; }\nint basket_gelu_backwards(int a) { return a; }\n",
            "test/test_basket.py": "def test_linear_backward():\n    pass\n\n\ndef test_linear():\n    pass\n\n\ndef test_gelu_backward():\n    pass\n",
        },
    )
    shown = section(book, "native/BasketMath.cpp", "Testing & Usage")
    assert "by its name, and its tests by theirs" in shown
    assert (
        "`test_linear_backward` [L1](../test/test_basket.py_docs.md#original-source) (`basket_linear_backward`)"
        in shown
    )
    assert "(`basket_gelu_backwards`)" in shown
    assert "`test_linear` " not in shown


CMAKE = """
set(NAMES cart_test
    order_test)
foreach(name ${NAMES})
  add_executable(${name} test/${name}.cc)
  add_test(NAME ${name} COMMAND ${name})
endforeach()
function(shop_test file)
  get_filename_component(target "${file}" NAME_WE)
  add_executable("${target}" "")
  target_sources("${target}" PRIVATE "${file}") # "no_test.cc"
  gtest_discover_tests(${target})
endfunction()
shop_test("test/bill_test.cc")
add_executable(unused test/unused.cc)
add_executable(all_tests test/a.cc test/b.cc)
add_test(all all_tests)
"""


def test_ctests() -> None:
    found = {
        source: (test.name, test.line, test.is_discovered, shared)
        for source, test, shared in read_ctests("", CMAKE, {})
    }
    assert found == {
        "test/cart_test.cc": ("cart_test", 6, False, 1),
        "test/order_test.cc": ("order_test", 6, False, 1),
        "test/bill_test.cc": ("bill_test", 14, True, 1),
        "test/a.cc": ("all", 17, False, 2),
        "test/b.cc": ("all", 17, False, 2),
    }


@pytest.mark.parametrize(
    "text",
    [
        "set(x a)\n" + "set(x ${x}${x}${x})\n" * 200,
        "function(f)\nf()\nf()\nendfunction()\nf()\n",
        "foreach(a 1 2 3 4 5 6 7 8 9)\n" * 12 + "add_test(a b)\n" + "endforeach()\n" * 12,
        "add_test(" * 2_000,
        "#" * 100_000 + '"',
    ],
)
def test_hostile_cmake(text: str) -> None:
    assert list(read_ctests("", text, {})) == []


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        (
            "tox.ini",
            "[testenv]\ncommands =\n  {envpython} -m unittest discover -s tests {posargs}\n",
            [("python -m unittest discover -s tests", 3)],
        ),
        (
            "pyproject.toml",
            '[tool.tox.env_run_base]\ncommands = [[\n  "pytest", "-v",\n  { replace = "posargs", default = [] },\n]]\n',
            [("pytest -v", 3)],
        ),
        (
            "pyproject.toml",
            '[tool.tox]\nlegacy_tox_ini = """\n[testenv]\ncommands = pytest tests\n"""\n',
            [("pytest tests", 4)],
        ),
        ("noxfile.py", 'session.run("python", "-m", "unittest", *args)\n', [("python -m unittest", 1)]),
    ],
)
def test_environments(name: str, text: str, found: list[tuple[str, int]]) -> None:
    assert [(one.text, one.line) for one in environment_commands(name, text)] == found


def test_guesses_give_way_to_what_is_sure(tmp_path: Path) -> None:
    """A test that may call a function stands there only where no test surely does; a helper of Go is no test."""
    book = make_book(
        tmp_path,
        {
            "shop/__init__.py": "",
            "shop/cart.py": "class Cart:\n    def total(self):\n        return 1\n",
            "shop/bag.py": "class Bag:\n    def total(self):\n        return 2\n",
            "tests/test_cart.py": "from shop.cart import Cart\n\n\ndef test_total():\n    assert Cart().total() == 1\n",
            "tests/test_any.py": "def test_any(thing):\n    assert thing.total() == 1\n",
            "go.mod": "module example.com/shop\n",
            "price.go": "package shop\n\nfunc Total() int { return 1 }\n",
            "util_test.go": "package shop\n\nfunc make() int { return Total() }\n",
        },
    )
    shown = section(book, "shop/cart.py", "Testing & Usage")
    assert "test_cart.py" in shown
    assert "test_any.py" not in shown
    assert "how it reaches this file" not in (book / "price.go_docs.md").read_text()
    assert "- [`util_test.go` L3]" in (book / "price.go_docs.md").read_text()
