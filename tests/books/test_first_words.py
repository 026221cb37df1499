"""What stands first in a file or a README: words about it, not about rights, tools or looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from repobook.analyze.analyze import analyze
from repobook.analyze.languages import Languages
from repobook.build import build
from repobook.config import make_config
from repobook.render.introduction import opening

GPL = "This program is free software; you can redistribute it and/or modify"


@pytest.mark.parametrize(
    ("language", "text", "purpose"),
    [
        ("C", f"/*\n * foo.c - tell the weather\n *\n * Copyright (C) 2001 Foo\n *\n * {GPL}\n */\nint foo(void) {{ return 1; }}\n", "tell the weather"),
        ("C", f"/* foo.c - tell the weather\n   Copyright (C) 2001 Foo\n   {GPL} */\nint foo(void) {{ return 1; }}\n", "tell the weather"),
        ("Haskell", "{- |\n   Module      : Shop.Till\n   Copyright   : Copyright (C) 2001 Foo\n   Stability   : alpha\n   Portability : portable\n\nCounting for shops.\n-}\nmodule Shop.Till where\n", "Counting for shops."),
        ("Haskell", "{-|\nModule      : Shop.Till\nDescription : Counting for shops\nCopyright   : (c) Foo, 2001\n-}\nmodule Shop.Till where\n", "Counting for shops"),
        ("Python", "# This program is distributed in the hope that it will be useful,\n# and so on.\n\nx = 1\n", ""),
        ("JavaScript", "/*! jQuery v1 | (c) X | MIT */\nfunction f(){}\n", ""),
        ("Markdown", "# Shop\n\n<style>\n.shop h1, .shop button {\n  display: none;\n}\n</style>\n\nShop sells things to people.\n", "Shop sells things to people."),
        ("Markdown", "# Rules\n\n## Update\n\nFirst configure the till so that it counts:\n\n```\ntill --count\n```\n\nThen run the till:\n\n```\ntill\n```\n", ""),
        ("Markdown", "# Shop\n\nRun of things in a shop: bread, milk and more.\n", "Run of things in a shop: bread, milk and more."),
        ("Markdown", "<style>\nNothing ever closes it.\n", "Nothing ever closes it."),
    ],
)  # fmt: skip
def test_purpose_of_a_file(language: str, text: str, purpose: str) -> None:
    facts = analyze(text.encode(), language, Languages())
    assert facts.purpose == purpose
    assert [symbol.doc for symbol in facts.symbols if symbol.kind == "function"] in ([], [""])


def test_introduction_may_be_short_and_stays_together() -> None:
    text = (
        "# meter\n[![CI](https://example.org/ci.svg)](https://example.org)\n\nA command-line benchmarking tool.\n\n"
        "## Features\n\n* one\n"
        + "\n" * 30
        + "For programs that do much input and output the results can differ.\n"
    )
    assert [paragraph.text for paragraph in opening(text, "meter")] == ["A command-line benchmarking tool."]


def test_half_a_sentence_is_no_introduction() -> None:
    text = "# meter\n\nMeter measures how long programs take to run.\n\nIf the results of your programs differ too much you can run\n\n```\nmeter --warm\n```\n"
    assert [paragraph.last_line for paragraph in opening(text, "meter")] == [3]


def test_a_list_below_belongs_to_the_words_before_it() -> None:
    text = "# Plug\n\nPlug is:\n\n  1. A way to compose applications of functions\n  2. Adapters for servers\n\nIn other words, it is small.\n"
    assert next(paragraph.text for paragraph in opening(text, "plug")) == (
        "Plug is: A way to compose applications of functions; Adapters for servers"
    )


def test_sentences_before_code_are_told_without_what_leads_to_it() -> None:
    text = "Moshi\n=====\n\nMoshi is a library for JSON. It makes it easy to read\nclasses:\n\n```java\nx\n```\n\n## Use\n\nMoshi has support.\n"
    assert next(paragraph.text for paragraph in opening(text, "moshi")) == "Moshi is a library for JSON."


def test_words_that_lead_to_code_may_say_what_the_whole_is() -> None:
    text = (
        "# Till\n\nTill is a library for shops that count:\n\n```\ntill\n```\n\nInstall what is needed first:\n\n```\nget till\n```\n\n"
        "## Routes\n\nIn Till, a route is a way to the counter.\n"
    )
    found = [paragraph.text for paragraph in opening(text, "till")]
    assert found == ["Till is a library for shops that count …"]
    found = [paragraph.text for paragraph in opening(text.replace("## Routes", "<!-- -->"), "till")]
    assert found == ["Till is a library for shops that count …", "In Till, a route is a way to the counter."]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        # A title may hold the words of other headings.
        ("# A Build System for Tills\n\nTills are counted by it, one after another.\n\n## Usage\n\nRun it often and with care.\n", "Tills are counted by it, one after another."),
        ("Examples of the Till Book\n=========================\n\nHere are the programs that the book shows.\n", "Here are the programs that the book shows."),
        # What a heading is below belongs to its subject.
        ("# Till\n\n## Installation\n\n### With a script\n\nYou clone it wherever you want and run the script in it.\n\n## How it counts\n\nTills count from one and never stop.\n", "Tills count from one and never stop."),
        # A title may have a line below it without a full stop.
        ("# Till\n\nModule which creates tills and counters\n\n## Counters\n\nA counter is a table with a till on it.\n", "Module which creates tills and counters"),
        # How to come by it is not what it is.
        ("# Till\n\nThe Till library as one module for all.\n\nTill is released under some terms that others wrote.\n", "The Till library as one module for all."),
        ("# Till\n\nTill (spoken \"till\", as it is written) is the counter of shops.\n\nTill is free for everyone who has a shop.\n", 'Till (spoken "till", as it is written) is the counter of shops.'),
        ("  Tillicious is a new take on counting in shops.\n\n  The Till stack provides parts for them.\n", "Tillicious is a new take on counting in shops."),
        # Signs inside of a line are no marks of an item.
        ("# Till\n\nIt provides:\n\n- bridges for C/C++ and others\n- sums - of all kinds\n", "It provides: bridges for C/C++ and others; sums - of all kinds"),
        ("# Till\n\nSums are [marked with `[sum]`][1], and `tills[0]` is the first, list[int] of them.\n", "Sums are marked with `[sum]`, and `tills[0]` is the first, list[int] of them."),
        ("# Till\n\nAsk for more of it by writing to <till+more@example.org> or to <b>us</b>.\n", "Ask for more of it by writing to till+more@example.org or to us."),
    ],
)  # fmt: skip
def test_introduction_of_a_readme(text: str, first: str) -> None:
    assert opening(text, "till")[0].text == first


def test_indented_lines_below_an_item_are_no_introduction() -> None:
    text = "# Till\n\n* counters\n\n  They stand in shops and are made of wood.\n\nTills are kept on them all day long.\n"
    assert [paragraph.first_line for paragraph in opening(text, "till")] == [7]


LOG = (
    "log\n===\n\nLog is a small *facade* for libraries that log.\n\n* [`log` documentation](https://example.org)\n\n"
    "A facade gives one way to log to all libraries of a program.\n\n"
)


def _front(tmp_path: Path, readme: str) -> str:
    (tmp_path / "log").mkdir()
    (tmp_path / "log/README.md").write_text(readme)
    config = make_config(str(tmp_path / "log"), str(tmp_path / "book"), cache=str(tmp_path / "c"), jobs=1)
    assert not build(config).problems
    return (tmp_path / "book/index.md").read_text()


@pytest.mark.parametrize(
    "heading", ["## Minimum supported `rustc`\n", "Minimum\n-------\n", "<h2>Minimum</h2>\n"]
)
def test_introduction_ends_before_the_next_heading(heading: str, tmp_path: Path) -> None:
    """What stands below it speaks of something else: `This version` would be that of the library."""
    text = f"{LOG}{heading}\nSee `Cargo.toml`.\n\nThis version is tested and may be raised in any release as needed.\n"
    shown = _front(tmp_path, text)
    assert (
        "> Log is a small facade for libraries that log.\n>\n> \\[…\\]\n>\n> A facade gives one way to log to all libraries of a program.\n"
        ">\n> — [`README.md` L4-L8]" in shown
    )
    assert "This version" not in shown.partition("## ")[0]


def test_introduction_goes_on_behind_commands() -> None:
    text = f"{LOG}```sh\n# make it\nmake\n```\n\nIt is used by many libraries of many people.\n"
    assert [(one.first_line, one.is_apart) for one in opening(text, "log")] == [
        (4, False),
        (8, True),
        (15, True),
    ]
    text = f"{LOG}It is used by many libraries of many people.\n"
    assert [(one.first_line, one.is_apart) for one in opening(text, "log")] == [
        (4, False),
        (8, True),
        (10, False),
    ]


def test_introduction_says_where_a_paragraph_goes_on(tmp_path: Path) -> None:
    text = "# log\n\nLog is a small facade for libraries that log. What it does:\n\n```\nlog\n```\n\nIt is used by many libraries of many people.\n"
    assert "libraries that log. …\n>\n> It is used" in _front(tmp_path, text)


def test_title_stands_above_its_own_words_alone(tmp_path: Path) -> None:
    _front(tmp_path, "Log is a small facade for libraries that log.\n\n# Features\n\nIt is small.\n")
    page = (tmp_path / "book/README.md_docs.md").read_text()
    assert "## File Purpose\n\n> Log is a small facade" in page
    (tmp_path / "titled").mkdir()
    _front(tmp_path / "titled", "# Features\n\nLog is a small facade for libraries that log.\n")
    page = (tmp_path / "titled/book/README.md_docs.md").read_text()
    assert "## File Purpose\n\n**Features**\n\n> Log is a small facade" in page


def test_folder_that_quotes_a_source_marks_what_it_leaves_out(tmp_path: Path) -> None:
    package = tmp_path / "repo/shop"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(
        '"""Counts what is in a cart.\n\nCopyright (c) 2001 Ann. All rights reserved.\n\nEach cart is counted once a day.\n"""\n'
    )
    config = make_config(str(tmp_path / "repo"), str(tmp_path / "book"), cache=str(tmp_path / "c"), jobs=1)
    assert not build(config).problems
    wanted = "> Counts what is in a cart.\n>\n> \\[…\\]\n>\n> Each cart is counted once a day.\n"
    for page in ("shop/doc.md", "shop/__init__.py_docs.md"):
        assert wanted in (tmp_path / "book" / page).read_text(), page
