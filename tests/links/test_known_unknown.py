"""What an import means where no file of the repository answers, and what the report says of all that is not known."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from repobook.analyze.made import made_paths
from repobook.build import build
from repobook.config import make_config
from repobook.export.references import write_references

FILES = {
    "CMakeLists.txt": "find_package(ZLIB REQUIRED)\nconfigure_file(config.in ${CMAKE_BINARY_DIR}/shop/config.h)\n"
    'add_custom_command(OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/tables.h" COMMAND gen)\n',
    "ops.bzl": 'ops = ctx.actions.declare_directory("core/src/Core/ops")\n',
    "src/a.c": '#include <zlib.h>\n#include "zlib.h"\n#include <shop/config.h>\n#include "tables.h"\n#include <Core/ops/add.h>\n'
    '#include "gone.h"\n#include <nobody/knows.h>\n',
    "pyproject.toml": '[project]\nname = "shop"\ndependencies = ["PyYAML"]\n',
    "shop/__init__.py": "LIMIT = 1\n",
    "shop/b.py": "x = 1\n",
    "shop/_fast.c": "int x;\n",
    "shop/a.py": "from . import missing_mod\nfrom . import b, gone\nfrom . import LIMIT, b\nfrom . import _fast\nimport requests\nimport yaml\n",
    "shop/open/__init__.py": "def __getattr__(name): ...\n",
    "shop/open/c.py": "from . import anything\n",
    "php/src/Cart.php": "<?php\nnamespace Acme\\Bag;\nclass Cart {}\n",
    "php/composer.json": '{\n  "name": "acme/bag",\n  "require": {\n    "psr/http-message": "^1",\n    "guzzlehttp/guzzle": "^7"\n  }\n}\n',
    "php/src/use.php": "<?php\nuse Acme\\Bag\\Cart;\nuse Acme\\Bag\\Gone;\nuse Psr\\Http\\Message\\UriInterface;\nuse GuzzleHttp\\Client;\nuse Exception;\n",
    "js/a.js": "function load() {\n  const b = require('./b')\n  return import('./lazy')\n}\n",
    "js/b.js": "exports.x = 1\n",
    "js/lazy.js": "export const y = 1\n",
}


def make_book(folder: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        file = folder / "repo" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    config = make_config(str(folder / "repo"), str(folder / "book"), cache=str(folder / "c"), jobs=1)
    assert not build(config).problems
    return folder / "book"


def test_answers_of_imports(tmp_path: Path) -> None:
    book = make_book(tmp_path, FILES)
    with sqlite3.connect(book / "book.db") as store:
        found = {
            f"{path}:{line}": f"{answer} {target or package or note}{' @' + declared if declared else ''}{' ' + note if target and note else ''}"
            for path, line, answer, target, package, note, declared in store.execute(
                "SELECT f.path, i.line, i.answer, t.path, i.package, i.note, d.path FROM import i JOIN file f ON f.id = i.file_id"
                " LEFT JOIN file t ON t.id = i.target_file LEFT JOIN file d ON d.id = i.declared_file"
            )
        }
    assert {key: value for key, value in found.items() if not key.startswith(("CMake", "pypro", "php/comp"))} == {
        "src/a.c:1": "package zlib @CMakeLists.txt",
        "src/a.c:2": "package zlib @CMakeLists.txt",
        "src/a.c:3": "unresolved generated",
        "src/a.c:4": "unresolved generated",
        "src/a.c:5": "unresolved generated",
        "src/a.c:6": "unresolved missing file",
        "src/a.c:7": "package nobody",
        "shop/a.py:1": "unresolved missing file",
        "shop/a.py:2": "file shop/__init__.py gone: not found there",
        "shop/a.py:3": "file shop/__init__.py",
        "shop/a.py:4": "unresolved generated",
        "shop/a.py:5": "package requests",
        "shop/a.py:6": "package yaml @pyproject.toml",
        "shop/open/c.py:1": "file shop/open/__init__.py",
        "php/src/use.php:2": "file php/src/Cart.php",
        "php/src/use.php:3": "unresolved missing file",
        "php/src/use.php:4": "package Psr\\Http\\Message @php/composer.json",
        "php/src/use.php:5": "package GuzzleHttp\\Client @php/composer.json",
        "php/src/use.php:6": "standard Exception",
        "js/a.js:2": "file js/b.js",
        "js/a.js:3": "file js/lazy.js",
    }  # fmt: skip
    page = (book / "shop/a.py_docs.md").read_text()
    assert "package `requests`, which no manifest beside or above this file declares by that name |" in page
    report = (book / "verification_report.md").read_text()
    unknown = report.partition("## What this book does not know\n")[2]
    assert "### Why imports lead nowhere" in unknown
    assert "### Why places have no sure answer" in unknown
    assert "| `. import missing_mod` | missing file | 1 |" in unknown


def test_totals_are_those_of_the_export(tmp_path: Path) -> None:
    """The report counts what `export references` writes: overrides too, by label and by language."""
    files = {
        "shop/__init__.py": "",
        "shop/base.py": "class Base:\n    def total(self):\n        return helper()\n\n\ndef helper():\n    return unknown()\n",
        "shop/cart.py": "from shop.base import Base\n\n\nclass Cart(Base):\n    def total(self):\n        return self.gone() + len([])\n",
        "lib/a.js": "function f() { return g() }\nf()\n",
    }
    book = make_book(tmp_path, files)
    write_references(str(book), str(tmp_path / "out.jsonl"))
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert any(row["how"] == "override" for row in rows)
    report = (book / "verification_report.md").read_text()
    part = report.partition("## Where references lead\n")[2].partition("\n## ")[0]
    shown = {
        label: int(places.replace(",", "")) for label, places in re.findall(r"\| (\w+) \| ([\d,]+) \|", part)
    }
    assert shown == {**Counter(row["label"] for row in rows), "all": len(rows)}
    unknown = report.partition("### Why places have no sure answer\n")[2]
    python = sum(row["path"].endswith(".py") for row in rows)
    assert re.search(rf"\| Python \| {python} \|", unknown)


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("CMake", "add_custom_command(OUTPUT a/b.h b.c COMMAND x)", ["a/b.h"]),
        ("Starlark", 'genrule(outs = ["a.h", "b/c.h"])', ["a.h", "b/c.h"]),
        ("Meson", "configure_file(output : 'config.h')", ["config.h"]),
        ("M4Sugar", "AC_CONFIG_HEADERS([config.h:config.hin src/b.h])", ["config.h", "src/b.h"]),
        ("Python", 'declare_file("a.h")', []),
    ],
)
def test_made_paths(language: str, text: str, found: list[str]) -> None:
    assert made_paths(language, text.encode()) == found


def test_short_paths_and_more_rows_of_calls(tmp_path: Path) -> None:
    """Files of one name are told apart by their folder; functions that are not shown are counted."""
    many = "".join(f"def f{n}():\n    return util()\n\n\n" for n in range(8))
    book = make_book(
        tmp_path,
        {
            "shop/__init__.py": "",
            "shop/a/__init__.py": "",
            "shop/b/__init__.py": "",
            "shop/a/util.py": "def util():\n    return 1\n",
            "shop/b/util.py": "def util():\n    return 2\n",
            "shop/many.py": "from shop.a.util import util\n\n\n" + many,
        },
    )
    page = (book / "shop/many.py_docs.md").read_text()
    assert "`a/util.py` L1" in page
    assert "\n3 more functions.\n" in page


def test_what_a_package_offers_is_important(tmp_path: Path) -> None:
    """A class that the package takes into its `__init__` and the README shows comes before a helper of its modules."""
    files = {
        "README.md": "# Shop\n\n```python\nfrom shop import Session\n\nSession().get()\n```\n",
        "shop/__init__.py": "from .sessions import Session\n",
        "shop/sessions.py": "class Session:\n    def get(self):\n        return 1\n",
        "shop/util.py": "def helper():\n    return 1\n",
    }
    for name in ("a", "b", "c"):
        files[f"shop/{name}.py"] = f"from .util import helper\n\n\ndef run_{name}():\n    return helper()\n"
    book = make_book(tmp_path, files)
    with sqlite3.connect(book / "book.db") as store:
        order = [
            row[0]
            for row in store.execute(
                "SELECT s.name FROM key_symbol k JOIN symbol s ON s.id = k.symbol_id ORDER BY k.importance DESC"
            )
        ]
    assert order[:2] == ["Session", "helper"]


EXAMPLES = {
    "C": ("src/cart.c", "int cart_total(int a) { return a; }\n", "c", "int n = cart_total(1);"),
    "Java": (
        "src/main/java/shop/Cart.java",
        "package shop;\npublic class Cart {}\n",
        "java",
        "Cart cart = new Cart();",
    ),
    "PHP": ("src/Cart.php", "<?php\nnamespace Shop;\nclass Cart {}\n", "php", "$cart = new Cart();"),
    "Ruby": ("lib/cart.rb", "class Cart\n  def total\n    1\n  end\nend\n", "ruby", "Cart.new.total"),
}


@pytest.mark.parametrize("language", EXAMPLES)
def test_examples_of_documents(language: str, tmp_path: Path) -> None:
    path, source, fence, call = EXAMPLES[language]
    book = make_book(tmp_path, {path: source, "README.md": f"# Shop\n\n```{fence}\n{call}\n```\n"})
    text = (book / f"{path}_docs.md").read_text().partition("### Usage examples")[2]
    assert f"```{fence}\n{call}\n```" in text


def test_examples_are_statements_and_differ(tmp_path: Path) -> None:
    """No import, no part of a list, and not the same call twice with other values."""
    test = "const { total } = require('../cart')\n\ntest('a', () => {\n  total(1)\n})\n\ntest('b', () => {\n  total(2)\n})\n\n"
    test += "test('c', () => {\n  const list = [\n    total(5),\n  ]\n})\n\ntest('d', () => {\n  const sum = total(3) + 1\n})\n"
    book = make_book(
        tmp_path,
        {"js/cart.js": "exports.total = function total(a) { return a }\n", "js/test/cart.test.js": test},
    )
    text = (book / "js/cart.js_docs.md").read_text().partition("### Usage examples")[2]
    assert re.findall(r"^- `([^`]*)`", text, re.M) == ["total(1)", "const sum = total(3) + 1"]
