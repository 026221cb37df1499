"""What the page of a file says, and what its keyword page says of that page."""

from __future__ import annotations

import json

from pages import Make, section


def test_section_map_knows_every_name_shown_as_code(book: Make) -> None:
    """Names in the purpose, the overview and the dependencies are in the map, not those of the analysis alone."""
    page = book({"a.py": "import os\n\n\nclass A:\n    limit = 3\n\n    def run(self):\n        return os\n"})
    rows = section(page("a.py_kw.md"), "Keyword → Section Map").strip().split("\n")
    told = {
        row.split(" | ")[1][:-2]: row.count("](") for row in rows[2:]
    }  # names -> sections named first here
    assert "Class `A`" in section(page("a.py_docs.md"), "File Purpose")
    assert "[File Purpose](a.py_docs.md#file-purpose)" in next(row for row in rows if "`A`" in row)
    assert told == {"every definition listed above": 1, "`os`": 1, "`A`": 2, "`run`": 0}


def test_members_on_one_line_stand_in_their_class(book: Make) -> None:
    """Where lines cannot tell what stands in what, the scope does."""
    page = book({"a.cpp": "struct Box { void put(int x); using value_type = int; }; int after;\n"})(
        "a.cpp_docs.md"
    )
    analysis = section(page, "Detailed Analysis")
    assert (
        analysis.index("int after")
        < analysis.index("### `Box`")
        < analysis.index("using value_type")
        < analysis.index("#### `Box::put`")
    )


def test_notebook_says_what_is_shown(book: Make) -> None:
    """The source of a notebook holds its outputs; the page says so, and says nothing of them elsewhere."""
    output = {"output_type": "stream", "name": "stdout", "text": ["SHOWN_OUTPUT"]}
    cell = {"cell_type": "code", "metadata": {}, "outputs": [output], "source": ["import os\n"]}
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    page = book({"n.ipynb": json.dumps(notebook, indent=1)})("n.ipynb_docs.md")
    assert "leaves its outputs out." in section(page, "Original Source")
    assert page.count("SHOWN_OUTPUT") == 1


def test_front_page_leads_to_the_readme_of_the_book(book: Make) -> None:
    """Whoever opens `index.md` finds how to read the book."""
    assert "[how to read this book](README.md)" in book({"a.py": "x = 1\n"})("index.md")


def test_members_of_php_are_named_as_in_php(book: Make) -> None:
    """Namespaces are joined with a backslash, members with two colons."""
    code = "<?php\nnamespace App;\nclass User {\n  const A = 1;\n  function make() { return 1; }\n}\nfunction go() {}\n"
    page = book({"a.php": code})("a.php_docs.md")
    assert [
        name for name in ("`App\\User`", "`App\\User::make`", "`App\\go`") if f"## {name}\n" not in page
    ] == []


def test_every_page_names_its_own_definitions(book: Make) -> None:
    """Files of one size are rendered one after the other: what is known of one is never taken for the next."""
    page = book({f"m{n:02}.py": f"def run_{n:02}():\n    return {n:02}0\n" for n in range(40)})
    for n in range(40):
        assert f'[L1-L2](#original-source "run_{n:02}")' in page(f"m{n:02}.py_docs.md")


def test_keywords_stand_below_what_holds_them(book: Make) -> None:
    """A scope is written once; every definition links to its own entry."""
    page = book(
        {
            "cart.h": "class Cart {\n public:\n  int total();\n};\n\nclass Shelf {\n public:\n  int size() { return 1; }\n};\n",
            "cart.cpp": '#include "cart.h"\n\nint Cart::total() {\n  return 1;\n}\n\nint pay() {\n  return 2;\n}\n',
        }
    )
    methods = section(page("cart.cpp_kw.md"), "Keywords Extracted")
    assert "- `Cart`: [`total` L3](cart.cpp_docs.md#carttotal)\n" in methods
    assert "- [`pay` L7](cart.cpp_docs.md#pay)\n" in methods
    assert "- [`Shelf`](cart.h_docs.md#shelf): [`size` L8](cart.h_docs.md#shelfsize)\n" in section(
        page("cart.h_kw.md"), "Keywords Extracted"
    )


def test_sections_are_linked_where_they_are_first_named(book: Make) -> None:
    page = book({"a.py": "import json\nimport re\n\n\ndef load(text):\n    return json.loads(text)\n"})
    told = section(page("a.py_kw.md"), "Keyword → Section Map").strip().split("\n")
    assert (
        told[2] == "| [Detailed Analysis](a.py_docs.md#detailed-analysis) | every definition listed above |"
    )
    assert sum(row.count("](a.py_docs.md#dependencies)") for row in told) == 1


def test_parameters_of_a_prototype_and_of_its_definition(book: Make) -> None:
    """What a header says of a function stands at the prototype, and with its place at a definition without words."""
    header = (
        "/**\n * Adds a thing.\n * @param count how many\n * @return what is left\n */\nint add(int count);\n"
    )
    page = book({"shop.h": header, "shop.c": '#include "shop.h"\n\nint add(int count) { return count; }\n'})
    told = section(page("shop.h_docs.md"), "Detailed Analysis")
    assert ": Adds a thing.\n  - `count`: how many\n  - *returns*: what is left\n" in told
    told = section(page("shop.c_docs.md"), "Detailed Analysis")
    assert "> Adds a thing.\n>\n> — [`shop.h` L1-L5](shop.h_docs.md" in told
    assert "- `count`: how many\n- *returns*: what is left\n" in told
