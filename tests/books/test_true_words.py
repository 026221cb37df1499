"""What pages say of folders, workflows and commands is true, and of the thing itself."""

from __future__ import annotations

import pytest
from pages import Make, section

FLOW = """# Taken from https://till.test/flows
name: Till
on: [push, pull_request]
jobs:
  open:
    runs-on: ubuntu-latest
  close:
    runs-on: ubuntu-latest
"""


def test_a_folder_of_mixed_files_counts_all_of_them(book: Make) -> None:
    files = {"notes/till.md": "# Till\n\nOpens.\n", "notes/a.yml": "a: 1\n", "notes/b.yml": "b: 2\n"}
    shown = book(files)("index.md")
    assert "| 3 files, 2 of them YAML: " in shown
    assert "2 YAML files:" not in shown


def test_a_workflow_is_told_by_name_triggers_and_jobs(book: Make) -> None:
    page = book({".github/workflows/till.yml": FLOW, ".github/workflows/b.txt": "x\n"})
    told = "Till: runs on `push`, `pull_request`, jobs `open`, `close`"
    assert f"| {told} |" in page(".github/workflows/index.md")
    shown = section(page(".github/workflows/till.yml_docs.md"), "File Purpose")
    assert shown.startswith("\nTill: runs on `push`, `pull_request`, jobs `open` ([L5]")
    assert "Taken from" not in shown


def test_the_words_of_a_workflow_stay(book: Make) -> None:
    flow = FLOW.replace("Taken from https://till.test/flows", "Opens the till on every change.")
    page = book({".github/workflows/till.yml": flow, ".github/workflows/b.txt": "x\n"})
    assert "| Till: Opens the till on every change: runs on `push`" in page(".github/workflows/index.md")
    assert "> Opens the till" in page(".github/workflows/till.yml_docs.md")


def test_the_chapter_of_the_top_tells_of_its_own_files(book: Make) -> None:
    files = {
        "main.py": "from till.cash import Cash\n\n\ndef main(): return Cash()\n",
        "util.py": "from main import main\n\n\ndef util(): return main()\n",
        "till/__init__.py": "",
        "till/cash.py": "class Cash: pass\n",
        "till/more.py": "from till.cash import Cash\n\n\ndef more(): return Cash()\n",
        "shop/__init__.py": "",
        "shop/cart.py": "from till.cash import Cash\n\n\nclass Cart(Cash): pass\n",
    }
    page = book({path: text + "# of the shop\n" * 40 for path, text in files.items()})
    front = page("comprehensive_book.md")
    names = [part.partition(")")[0] for part in front.split("(chapters/")[1:]]
    top = next(
        page(f"chapters/{name}") for name in names if "source files at the top" in page(f"chapters/{name}")
    )
    assert "main.py" in section(top, "Key files")
    assert "till/cash.py" not in section(top, "Key files") + section(top, "Key symbols")


def test_the_words_of_a_test_are_not_those_of_its_package(book: Make) -> None:
    files = {
        "till/till.go": "package till\n\n// Open opens the till.\nfunc Open() {}\n",
        "till/till_test.go": "// Package till_test measures how fast the till opens.\npackage till_test\n",
        "a.md": "# A\n\nIt sells.\n",
    }
    assert (
        "measures how fast"
        not in section(book(files)("index.md"), "Contents").partition("till/")[2].partition("\n")[0]
    )


@pytest.mark.parametrize(
    ("command", "is_told"),
    [("pip install till", True), ("pip install till-extras", True), ("pip install -e .", True), ("pip install daphne", False), ("npm install other-shop", False)],
)  # fmt: skip
def test_a_readme_installs_its_own_package(book: Make, command: str, is_told: bool) -> None:
    files = {
        "README.md": f"# Till\n\nTill sells things.\n\n```shell\n{command}\npytest tests\n```\n",
        "pyproject.toml": '[project]\nname = "till"\n',
    }
    shown = section(book(files)("index.md"), "Build and test commands it states")
    assert "`pytest tests`" in shown
    assert (f"`{command}`" in shown) is is_told


def test_helpers_are_not_counted_as_tests(book: Make) -> None:
    files = {
        "shop/cart.py": "def total():\n    return 1\n",
        "tests/conftest.py": "import shop.cart\n",
        "tests/test_cart.py": "from shop.cart import total\n\n\ndef test_total():\n    assert total()\n",
        "tests/test_bag.py": "from shop.cart import total\n\n\ndef test_bag():\n    assert total()\n",
    }
    assert "2 Python tests and 1 other file that import `shop`" in book(files)("index.md")


def test_not_all_tests_import_what_some_do(book: Make) -> None:
    test = "def test_one():\n    assert 1\n"
    files = {f"tests/test_{number}.py": test for number in range(5)} | {
        "shop/cart.py": "def total():\n    return 1\n",
        "tests/test_cart.py": "from shop.cart import total\n\n\ndef test_total():\n    assert total()\n",
    }
    assert "6 Python tests, 1 of which imports `shop`" in book(files)("index.md")


def test_links_of_documentation_to_names_read_as_names(book: Make) -> None:
    files = {
        "src/till.rs": "//! Money between [`Till`]s and a [`Cart`](crate::Cart).\n\npub struct Till;\n",
        "a.md": "# A\n",
    }
    assert "Money between `Till`s and a `Cart`." in book(files)("src/index.md")


def test_a_benchmark_is_no_start_of_the_reading_path(book: Make) -> None:
    files = {
        "benches/fast.rs": "fn main() {\n}\n",
        "src/main.rs": "//! Sells things.\n\nfn main() {\n}\n",
        "README.md": "# Till\n\nTill sells things.\n",
    }
    path = section(book(files)("index.md"), "Reading path")
    assert "src/main.rs" in path
    assert "benches" not in path


def test_below_a_heading_the_sentence_that_names_the_file_counts(book: Make) -> None:
    files = {
        "README.md": "# Till\n\nTill sells.\n\n## till.h\n\nThe best way to know a till is to open it. So we start with\nthe main header, `till.h`, of all.\n",
        "till.h": "struct till { int coins; };\n",
    }
    shown = section(book(files)("till.h_docs.md"), "File Purpose")
    assert "So we start with the main header, `till.h`, of all" in shown
    assert "best way" not in shown
    assert "[`README.md` L8]" in shown
