"""The header comment of a file: what it says to a reader, without names, authors, rights and marks of a tool."""

from __future__ import annotations

import pytest

from repobook.analyze.analyze import analyze
from repobook.analyze.languages import Languages
from repobook.render.docs import first_paragraph
from repobook.render.introduction import opening
from repobook.render.wording import own_words

LANGUAGES = Languages()
WORDS = "Reads the settings of the shop."


@pytest.mark.parametrize(
    ("language", "head"),
    [
        ("C", f"/**\n * @file shop.h\n * @brief {WORDS}\n * @author Ann\n */\n\nint a(void);\n"),
        ("C", f"/** \\file shop.h\n *  \\brief {WORDS}\n */\nint a(void);\n"),
        ("C", f"/**\n * @file\n * @ingroup core\n * {WORDS}\n */\n\nint a(void);\n"),
        ("C", f"/* File: shop.h\n * {WORDS}\n */\n\nint a(void);\n"),
        ("C", f"/*\n * Filename: shop.h\n * Author: Ann Smith\n *\n * Description: {WORDS}\n */\n\nint a(void);\n"),
        ("C", f"/*\n * NAME\n *    shop.c\n * DESCRIPTION\n *    {WORDS}\n */\n\nint a(void);\n"),
        ("C", f"/* shop.c -- {WORDS}\n * Copyright (C) 1995 Ann Smith\n * For conditions see the licence\n */\n\nint a(void);\n"),
        ("C", f"/* ====\n   $File: shop.c $\n   $Creator: Ann $\n   ==== */\n\n/* {WORDS} */\n\nint a(void);\n"),
        ("C", f"/*\n *  {WORDS}\n *  Copyright (C) 2011, Ann Smith.\n\n   BSD License\n\n   You can contact the author at :\n    - home : http://shop\n*/\n\nint a(void);\n"),
        ("Makefile", f"# ####\n# {WORDS}\n# Copyright (C) Ann Smith 2011\n# All rights reserved.\n#\n# BSD license\n# ####\n\nall:\n\tcc a.c\n"),
        ("C++", f"//===-- lib/shop/Shop.h - {WORDS} --*- C++ -*-===//\n//\n// Part of Shop, under the Apache License.\n//\n//===---===//\n\nint a();\n"),
        ("C++", f"/// @file   shop.h\n/// @author Ann Smith <ann@shop>\n/// @brief  {WORDS}\n\n#pragma once\nint a();\n"),
        ("JavaScript", f"/**\n * @fileoverview {WORDS}\n * @author Ann\n */\n\nfunction a() {{}}\n"),
        ("JavaScript", f"'use strict';\n\n/**\n * @file {WORDS}\n */\n\nfunction a() {{}}\n"),
        ("JavaScript", f"/**\n * @module shop\n * @description {WORDS}\n */\n\nfunction a() {{}}\n"),
        ("TypeScript", f"/**\n * @packageDocumentation\n * {WORDS}\n */\n\nexport function a() {{}}\n"),
        ("Python", f'"""\n@file shop.py\n@brief {WORDS}\n"""\nimport os\n'),
        ("Python", f'"""shop.py: {WORDS}"""\nimport os\n'),
        ("PHP", f"<?php\n/**\n * @file\n * {WORDS}\n */\n\nfunction a() {{}}\n"),
        ("Shell", f"#!/bin/sh\n# Name: shop.sh\n# Purpose: {WORDS}\n\na() {{ :; }}\n"),
    ],
)  # fmt: skip
def test_what_a_header_says(language: str, head: str) -> None:
    assert analyze(head.encode(), language, LANGUAGES).purpose.strip() == WORDS


@pytest.mark.parametrize(
    ("language", "head"),
    [
        ("C", "/*\n * shop.h\n *\n *  Created on: May 3, 2010\n *      Author: ann\n */\n\nint a(void);\n"),
        ("C", "/*! \\file */\n\n/*! \\brief Adds. */\nint a(void);\n"),
        ("JavaScript", "/*!\n * shop\n * Copyright(c) 2009 Ann\n */\n\n/**\n * Module dependencies.\n * @private\n */\n\nvar a = require('a');\n"),
        ("C", "/*\n   You can contact the author at :\n    - home : http://shop\n*/\n\nint a(void);\n"),
        ("C", "/*\n * Permission is hereby granted to any person\n * to sell the shop under this licence.\n */\n\nint a(void);\n"),
        ("Java", "/*\n * Shop.java\n *\n * Ann Smith <ann@shop>\n */\n\npackage a;\n"),
    ],
)  # fmt: skip
def test_headers_that_say_nothing(language: str, head: str) -> None:
    assert analyze(head.encode(), language, LANGUAGES).purpose == ""


@pytest.mark.parametrize(
    ("language", "head"),
    [
        ("C#", "// ReSharper disable UnusedMember.Local, StringLiteralTypo\n\nclass A {}\n"),
        ("Swift", "// swift-tools-version: 5.3\n\nimport PackageDescription\n"),
        ("TypeScript", '/// <reference types="shop/till" />\n\nexport const a = 1;\n'),
        ("TypeScript", "import b;\n\n// shop-prune-ignore-next\nexport function a() {}\n"),
        ("TypeScript", "/* istanbul ignore file -- @preserve */\n\nexport const a = 1;\n"),
        ("TypeScript", "// tslint:disable:no-any no-console\n\nexport const a = 1;\n"),
        ("TypeScript", '// import "shop-only";\n\nexport const a = 1;\n'),
        ("JavaScript", "// @see https://shop.example/till/prices\n\nconst a = 1;\n"),
        ("JavaScript", '/** @typedef {import("shop").Till} Till of it */\n\nimport "a";\n'),
        ("C++", "// clang-format off\n\nint a();\n"),
        ("Scala", "// scalafmt: { maxColumn = 120 }\n\nobject A\n"),
        ("Scala", '/*\nrule = "shop:fix.Prices"\n */\n\nobject A\n'),
        ("PHP", "<?php\n// phpcs:disable Shop.Till.Money -- all of it\n\nfunction a() {}\n"),
        ("Java", "// CHECKSTYLE:OFF the rest of this\n\npackage a;\n"),
        ("C#", "// See https://shop.example/new for more information\n\nint a = 1;\n"),
        ("Scala", "/*\n * This file is derived in part from https://shop.example/Till.scala\n * Modified by Ann.\n */\n\nobject A\n"),
        ("C", "/*\n * The author of this software is Ann Smith.\n */\n\nint a(void);\n"),
        ("C", "/*\n * This code was contributed to The Shop Foundation by Ann Smith.\n */\n\nint a(void);\n"),
        ("YAML", "# Copied from another shop, and changed.\n\nname: a\n"),
        ("YAML", "# If this file is renamed, the numbers of runs start again.\n\nname: a\n"),
        ("TOML", "# Please do not edit this file manually\n# It belongs into the repository.\na = 1\n"),
        ("PowerShell", 'Write-Output "a"\n\n# The till is closed here on every evening of the week.\nStop-Till\n'),
    ],
)  # fmt: skip
def test_words_to_tools_and_editors_are_none_of_the_file(language: str, head: str) -> None:
    facts = analyze(head.encode(), language, LANGUAGES)
    assert (facts.purpose, [symbol.doc for symbol in facts.symbols if symbol.doc]) == ("", [])


@pytest.mark.parametrize(
    "words",
    [
        "ESLint rules for this shop.",
        "Prettier settings of the shop.",
        "Standard rules of the shop.",
        "Links enable you to pay.",
        "Auto-enable plugins that are found.",
        "One-off script to import prices.",
        "Regions of the map.",
        "Reads the settings;\nwrites them.",
        "Import the settings from a file.",
        "For each file (see below) reads lines:",
        "This class is derived from Base and adds money.",
        "v8 engine bindings of the shop.",
    ],
)
def test_words_about_tools_are_kept(words: str) -> None:
    head = "".join(f"// {line}\n" for line in words.split("\n")) + "\nint a();\n"
    assert analyze(head.encode(), "C++", LANGUAGES).purpose == words


@pytest.mark.parametrize(
    ("language", "text", "purpose", "comment_lines"),
    [
        ("jq", "# Takes the prices of a shop apart.\n\ndef price: .a | .b;\n", "Takes the prices of a shop apart.", 1),
        ("jq", 'import "till" as t;\n\n# What is to be paid here, all in all and for all of us.\ndef price: .a;\n', "", 1),
        ("M4", "dnl SHOP_CHECK looks for the till of the shop.\nAC_DEFUN([SHOP_CHECK], [])\n", "SHOP_CHECK looks for the till of the shop.", 1),
        ("RPM Spec", "Name: shop\nGroup: Applications/System and all the rest of it\n# Requires: till of the shop\n", "", 1),
        ("Yacc", "/*\n * The grammar of prices.\n */\n%{\n%}\n", "The grammar of prices.", 3),
        ("OpenStep Property List", "// !$*UTF8*$!\n{ is = all; of = the; shop = and; the = till; for = you; }\n", "", 0),
        ("", '.\\" made\n.TH "SHOP" "1"\n.SH "NAME"\n\\fBshop\\fR \\- to sell all of the things that you have in the shop\n', "", 0),
        ("", "<% if there is a shop then the till is shown to you %>\n<%= all of it and more of the same %>\n", "", 0),
        ("", "# Tests of the shop are groups of three lines: what is asked and what is told.\n\na b\n", "Tests of the shop are groups of three lines: what is asked and what is told.", 0),
        ("XML", '<?xml version="1.0"?>\n<a>\n  <b>\n    <!-- The last price of the year before. -->\n    <c>1</c>\n  </b>\n</a>\n', "", 1),
        ("XML", '<?xml version="1.0"?>\n<a>\n  <!-- Prices of the year before. -->\n  <b>1</b>\n</a>\n', "Prices of the year before.", 1),
        ("Jinja", "<head>\n<title>{{ shop }}</title>\n</head>\n", "", 0),
    ],
)  # fmt: skip
def test_code_is_no_purpose(language: str, text: str, purpose: str, comment_lines: int) -> None:
    facts = analyze(text.encode(), language, LANGUAGES)
    assert (facts.title, facts.purpose, facts.comment_lines) == ("", purpose, comment_lines)


def test_comments_that_nobody_counts_are_not_told_as_none() -> None:
    assert analyze(b"a b c\n", "Forth", LANGUAGES).details == {"comments": "unknown"}
    assert analyze(b"def a: 1;\n", "jq", LANGUAGES).details == {}


def test_a_place_to_read_on_documents_a_definition() -> None:
    facts = analyze(b"// see https://shop.example/prices\nint a();\n", "C++", LANGUAGES)
    assert [symbol.doc for symbol in facts.symbols] == ["see https://shop.example/prices"]


def test_a_comment_about_the_file_is_not_of_what_follows() -> None:
    facts = analyze(f"/** \\file shop.h\n *  \\brief {WORDS}\n */\nint a(void);\n".encode(), "C", LANGUAGES)
    assert [symbol.doc for symbol in facts.symbols] == [""]


def test_marks_of_links_are_left_out_of_an_introduction() -> None:
    text = "Shop\n====\n\nShop sells `things <https://shop/things>`_ with :class:`~shop.Cart`, see :ref:`the guide <guide>`, Till_.\n\n.. _Till: https://till\n"
    assert [p.text for p in opening(text)] == ["Shop sells things with `Cart`, see the guide, Till."]


def test_a_box_of_comments_is_read_from_its_first_line() -> None:
    rule = f"/* {'-' * 30} */\n"
    rows = ["pay -- take the money", "", "  a is what is to be paid", "No error is possible."]
    box = rule + "".join(f"/* {row:30} */\n" for row in rows) + rule
    above = rule + f"/* {'Another box':30} */\n"
    head, code = f"#include <a.h>\n\n{above}{box}", "int pay(int a) { return a; }\n"
    more = f"/* Called by the till alone.      */\n{rule}"
    (longer,) = analyze((head + more + code).encode(), "C", LANGUAGES).symbols
    assert longer.doc == "\n".join([*rows, "", "Called by the till alone."])
    (symbol,) = analyze((head + code).encode(), "C", LANGUAGES).symbols
    assert symbol.doc == "\n".join(rows)
    assert (symbol.doc_first_line, symbol.doc_last_line) == (6, 9)


def test_words_to_a_tool_do_not_part_documentation_from_its_function() -> None:
    code = f"/**\n * {WORDS}\n */\n/*@__NO_SIDE_EFFECTS__*/\nexport function pay() {{}}\n"
    assert analyze(code.encode(), "TypeScript", LANGUAGES).symbols[0].doc == WORDS


def test_the_name_of_a_package_is_no_tag() -> None:
    words = "Named so that compilers such as\n@shop/till can export it."
    assert first_paragraph(words) == "Named so that compilers such as @shop/till can export it."


def test_the_first_item_of_a_list_is_told_without_its_mark() -> None:
    assert own_words("- Reads the settings.\n\n- Writes them.") == "Reads the settings."
