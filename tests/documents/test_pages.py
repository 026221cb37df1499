"""What the pages of documents, settings, build files, data and notebooks say."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from runs import Content, run, write_tree

WORKFLOW = """\
name: CI
on:
  push:
    branches: [main]
  pull_request:
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - name: Test
        run: |
          pip install -e .
          pytest -q
"""
NOTEBOOK = {
    "cells": [
        {
            "cell_type": "markdown",
            "metadata": {},
            "source": ["# Carts\n", "\n", "How carts are pushed here."],
        },
        {
            "cell_type": "code",
            "metadata": {},
            "outputs": [{"output_type": "stream", "text": ["1\n"]}],
            "source": ["import shop\n", "shop.push()"],
        },
    ],
    "metadata": {"kernelspec": {"language": "python"}},
}
MIT = """\
MIT License

Copyright (c) 2024 Ada Lovelace

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files, to deal in the Software
without restriction, subject to the following conditions:

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY.
"""
GUIDE = """\
# Guide

Call `Order.total` to sum. See [the schema](../db/schema.sql), [nothing](nope.md), [the web](https://example.com),
[below](#usage), [a folder](../db/), [home](/), [a page](guide.html) and [a route](../orders).

## Usage

`Order.total` and **Ledger** and Ledger.
"""
FILES: dict[Content, Content] = {
    ".github/workflows/ci.yml": WORKFLOW,
    ".gitignore": "# made\nbuild/\n*.pyc\n",
    "LICENSE": MIT,
    "settings.yaml": "server:\n  http:\n    port: 8080\n    hosts:\n      - a.example\n      - b.example\nlog: info\n",
    "data.json": '{"server": {"http": {"port": 80}}, "users": [{"name": "ada"}]}\n',
    "package.json": '{\n "name": "shop",\n "version": "1.2.0",\n "scripts": {"test": "mocha"},\n "dependencies": {"express": "^4"}\n}\n',
    "pyproject.toml": '[project]\nname = "shop"\ndependencies = [\n  "rich>=13",\n  "httpx",\n]\n\n[project.scripts]\nshop = "shop.cli:main"\n',
    "Dockerfile": "FROM python:3.12 AS build\nARG VERSION=1\nRUN pip install \\\n  build\nFROM scratch\nCOPY --from=build /a /a\n",
    "Makefile": "CC = cc\n\n# Run the tests.\ntest: all lint\n\t@pytest -q\n\techo done\n\nall:\n\tcc cart.c\n",
    "CMakeLists.txt": "add_library(shop STATIC cart.cpp item.cpp)\npybind11_add_module(_shop bind.cpp)\n",
    "BUILD.bazel": 'cc_library(\n    name = "cart",\n    srcs = ["cart.cc"],\n    deps = [":item"],\n)\n',
    "requirements.txt": 'numpy>=1.26\nrequests[socks]==2.31 ; python_version < "3.13"\n',
    "pom.xml": "<project>\n  <modelVersion>4.0.0</modelVersion>\n  <groupId>org.shop</groupId>\n  <artifactId>shop</artifactId>\n  <version>1.0</version>\n</project>\n",
    "db/schema.sql": "CREATE TABLE orders (\n  id INTEGER PRIMARY KEY,\n  total NUMERIC(10, 2)\n);\n",
    "db/items.csv": "id,name,state\n1,pen,new\n2,ink,paid\n3,cup,new\n4,hat,paid\n",
    "docs/guide.md": GUIDE,
    "docs/notes.rst": ".. _notes:\n\nNotes\n=====\n\nWhat carts do when nobody looks.\n\n.. _more:\n\nMore\n----\n\nText.\n",
    "carts.ipynb": json.dumps(NOTEBOOK, indent=1),
    "shop.py": '"""The shop."""\n\n\ndef main(): ...\n',
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("documents")
    write_tree(root / "repo", FILES)
    built = run("build", root / "repo", "-o", root / "book")
    assert built.code == 0, built.said
    checked = run("verify", root / "book")
    assert checked.code == 0, checked.said
    return root / "book"


def page(book: Path, name: str) -> str:
    """Return a page without the targets of its links, and without the source that it shows."""
    text = (book / f"{name}_docs.md").read_text()
    text = re.sub(r"## Original Source\n\n(`{3,}).*?\n\1\n", "", text, flags=re.S)
    return re.sub(r"\[(L\d+(?:-L\d+)?)\]\([^)]*\)", r"\1", text)


SAID = [
    (".github/workflows/ci.yml", "**Runs on** `push`, `pull_request` (L2-L5)."),
    (".github/workflows/ci.yml", "    - `on.push.branches`: `[main]`, L4"),
    (".github/workflows/ci.yml", "### `jobs.build`"),
    (".github/workflows/ci.yml", "- `jobs.build.runs-on`: `ubuntu-latest`, L8"),
    (".github/workflows/ci.yml", "| 1 |  | `uses: actions/checkout@v4` | L10 |"),
    (".github/workflows/ci.yml", "| 2 | Test | `pip install -e . …` | L11-L14 |"),
    (".gitignore", "| `*.pyc` | L3 |"),
    (".gitignore", "- **Lines**: 3 (2 entries, 1 comment, 0 blank)"),
    ("LICENSE", "**MIT License**"),
    ("LICENSE", "(7 text, 3 blank)"),
    ("settings.yaml", "    - `server.http.port`: `8080`, L3"),
    ("settings.yaml", "    - `server.http.hosts`: `a.example, b.example`, L4-L6"),
    ("settings.yaml", "- **Lines**: 7 (7 settings, 0 blank)"),
    ("settings.yaml", "At the top, 2 keys: `server` (L1-L6), `log` (L7)."),
    ("data.json", "    - `server.http.port`: `80`, L1"),
    ("data.json", "  - `ada`, L1"),
    ("package.json", "**Package** `shop 1.2.0`."),
    ("package.json", '  - script `scripts.test`: `"mocha"`, L4'),
    ("package.json", "**Depends on** `express`."),
    ("pyproject.toml", '- `project.dependencies`: `"rich>=13", "httpx"`, L3-L6'),
    ("pyproject.toml", '- script `project.scripts.shop`: `"shop.cli:main"`, L9'),
    ("Dockerfile", "Makes 2 stages: `build` (L1-L4), `scratch` (L5-L6)."),
    ("Dockerfile", "| `RUN pip install …` | L3-L4 |"),
    ("Dockerfile", "- argument `build.VERSION`: `ARG VERSION=1`, L2"),
    ("Makefile", "| `test` | `all lint` | `pytest -q …` | Run the tests. | L4-L6 |"),
    ("CMakeLists.txt", "| `shop` | `add_library STATIC` | `cart.cpp`, `item.cpp` | L1 |"),
    ("CMakeLists.txt", "| `_shop` | `pybind11_add_module` | `bind.cpp` | L2 |"),
    ("BUILD.bazel", "| `cart` | `cc_library` | `cart.cc` | `:item` | L1-L5 |"),
    ("requirements.txt", "| `numpy` | `>=1.26` | L1 |"),
    ("requirements.txt", "Lists 2 packages (L1-L2): `numpy`, `requests`."),
    ("pom.xml", "  - `<version>1.0</version>`, L5"),
    ("db/schema.sql", "total NUMERIC(10, 2)"),
    ("db/items.csv", "A table of 4 rows and 3 columns: `id`, `name`, `state` (L1)."),
    ("db/items.csv", "| `state` | one of new, paid | L1 |"),
    ("db/items.csv", "- **Lines**: 5 (5 data, 0 blank)"),
    ("docs/guide.md", "| L3 | `../db/schema.sql` | the schema | [`db/schema.sql`](../db/schema.sql_docs.md) |"),
    ("docs/guide.md", "| L3 | `nope.md` | nothing | **no such file** |"),
    ("docs/guide.md", "| L3 | `https://example.com` | the web |  |"),
    ("docs/guide.md", "| L4 | `../db/` | a folder | [`db/`](../db/index.md) |"),
    ("docs/guide.md", "| L4 | `guide.html` | a page | [`docs/guide.md`](guide.md_docs.md) |"),
    ("docs/guide.md", "| L4 | `../orders` | a route |  |"),
    ("docs/guide.md", "1 relative link of 8 links leads to no file of the repository."),
    ("docs/notes.rst", "- Notes, L3-L13; label `notes` (L1)"),
    ("docs/notes.rst", "  - More, L10-L13; label `more` (L8)"),
    ("carts.ipynb", "1 output (82 characters) is left out"),
    ("carts.ipynb", "| cell 2 (code) | `import shop` |"),
    ("carts.ipynb", "data, 0 blank)"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "line"), SAID, ids=lambda value: value[:40])
def test_page_says(book: Path, name: str, line: str) -> None:
    assert line in page(book, name)


def test_words_of_a_licence_are_no_keywords(book: Path) -> None:
    assert "###" not in (book / "LICENSE_kw.md").read_text()
    assert "Copyright" not in (book / "keywords.md").read_text()


def test_patterns_of_a_list_have_no_headings(book: Path) -> None:
    assert "###" not in page(book, ".gitignore")


def test_heading_of_a_notebook_ends_with_its_last_cell(book: Path) -> None:
    text = json.dumps(NOTEBOOK, indent=1).split("\n")
    last = text.index(" ],")
    assert re.search(rf"- Carts, L\d+-L{last}\n", page(book, "carts.ipynb"))


def test_marked_words_count_once(book: Path) -> None:
    """A code span and a bold word are words of their line, too: each occurrence is one."""
    words = (book / "docs/guide.md_kw.md").read_text()
    assert "- `Order.total` ×2: 3 8\n" in words.replace(",", "")
    assert "- `Ledger` ×2: 8\n" in words
