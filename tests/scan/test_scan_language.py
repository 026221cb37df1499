"""Languages by name, extension, first line, modeline and content."""

from __future__ import annotations

import time

import pytest

from repobook.scan import heuristics
from repobook.scan.classify import HEAD_BYTES, Classifier
from repobook.scan.table import _FILE as TABLE_FILE
from repobook.scan.table import load_table, parse_table


def language(path: str, content: str | bytes = "", others: tuple[str, ...] = ()) -> str:
    data = content.encode() if isinstance(content, str) else content
    return Classifier((path, *others)).classify(path, data, len(data))[0]


NAMES = {
    "a.py": "Python",
    "a.pyi": "Python",
    "a.cpp": "C++",
    "a.cc": "C++",
    "a.C": "C++",
    "a.c": "C",
    "a.cu": "Cuda",
    "a.cuh": "Cuda",
    "a.hip": "HIP",
    "a.mm": "Objective-C++",
    "a.metal": "Metal",
    "a.glsl": "GLSL",
    "a.ipynb": "Jupyter Notebook",
    "a.bzl": "Starlark",
    "BUILD.bazel": "Starlark",
    "third.BUILD": "Starlark",
    "WORKSPACE": "Starlark",
    "BUCK.oss": "Starlark",
    "Makefile": "Makefile",
    "docker.Makefile": "Makefile",
    "Makefile.arm": "Makefile",
    "a.mk": "Makefile",
    "a.sh": "Shell",
    ".bashrc": "Shell",
    "Dockerfile": "Dockerfile",
    "Dockerfile.cuda": "Dockerfile",
    "prod.dockerfile": "Dockerfile",
    "a.yml": "YAML",
    "a.YAML": "YAML",
    ".clang-format": "YAML",
    "a.json": "JSON",
    "tsconfig.json": "JSON with Comments",
    "a.ini": "INI",
    ".flake8": "INI",
    "a.rst": "reStructuredText",
    "a.md": "Markdown",
    "a.proto": "Protocol Buffer",
    "a.pbtxt": "Protocol Buffer Text Format",
    "a.s": "Unix Assembly",
    "a.S": "Unix Assembly",
    "a.asm": "Assembly",
    "a.txt": "Text",
    "LICENSE": "Text",
    "README.unknown": "Text",
    "requirements.txt": "Pip Requirements",
    "requirements-dev.txt": "Pip Requirements",
    "dev-requirements.txt": "Pip Requirements",
    "a.csv": "CSV",
    "a.tsx": "TSX",
    "a.ts": "TypeScript",
    "a.d.ts": "TypeScript",
    "a.bat": "Batchfile",
    "a.ps1": "PowerShell",
    "a.tex": "TeX",
    "a.diff": "Diff",
    "a.patch": "Diff",
    "a.yaml.j2": "Jinja",
    ".gitignore": "Ignore List",
    ".dockerignore": "Ignore List",
    ".gitattributes": "Git Attributes",
    ".gitmodules": "Git Config",
    "CODEOWNERS": "CODEOWNERS",
    "CMakeLists.txt": "CMake",
    "a.cmake": "CMake",
    "a.cmake.in": "CMake",
    "x.py.in": "Python",
    "config.h.in": "C",
    "x.py.tpl": "Python",
    "a.toml.example": "TOML",
    "Cargo.lock": "TOML",
    "go.mod": "Go Module",
    "a.go": "Go",
    "a.rs": "Rust",
    "a.java": "Java",
    "a.kt": "Kotlin",
    "build.gradle": "Gradle",
    "build.gradle.kts": "Gradle Kotlin DSL",
    "pom.xml": "Maven POM",
    "a.scala": "Scala",
    "a.swift": "Swift",
    "a.rb": "Ruby",
    "Rakefile": "Ruby",
    "a.php": "PHP",
    "a.lua": "Lua",
    "a.zig": "Zig",
    "a.hs": "Haskell",
    "a.ex": "Elixir",
    "a.erl": "Erlang",
    "a.clj": "Clojure",
    "a.fs": "F#",
    "a.cs": "C#",
    "a.vb": "Visual Basic .NET",
    "a.dart": "Dart",
    "a.jl": "Julia",
    "a.R": "R",
    "a.vue": "Vue",
    "a.svelte": "Svelte",
    "a.html": "HTML",
    "a.css": "CSS",
    "a.scss": "SCSS",
    "a.xml": "XML",
    "a.svg": "SVG",
    "a.tf": "HCL",
    "a.nix": "Nix",
    "a.sql": "SQL",
    "a.graphql": "GraphQL",
    "a.thrift": "Thrift",
    "a.f90": "Fortran Free Form",
    "a.f": "Fortran",
    "a.adb": "Ada",
    "a.pas": "Pascal",
    "a.vhd": "VHDL",
    "a.sv": "SystemVerilog",
    "a.el": "Emacs Lisp",
    "a.vim": "Vim script",
    "a.feature": "Gherkin",
    "a.sol": "Solidity",
    "a.wgsl": "WGSL",
    "a.ld": "Linker Script",
    "a.dts": "Device Tree",
    "Kconfig": "Kconfig",
    "Jenkinsfile": "Groovy",
    "meson.build": "Meson",
    "justfile": "Just",
    ".editorconfig": "EditorConfig",
    "robots.txt": "Robots Exclusion Rules",
    "SHA256SUMS": "Checksums",
    "TestJit.test_popitem": "Text",
    ".py": "Text",
}


@pytest.mark.parametrize("path", NAMES)
def test_a_name_tells_the_language(path: str) -> None:
    assert language(path) == NAMES[path]


def test_a_file_of_no_known_language_has_none() -> None:
    assert language("data.qqq", "some words\n") == ""


CONTENTS = [
    ("run", "#!/bin/bash\n", "Shell"),
    ("run", "#!/usr/bin/env python3\n", "Python"),
    ("run", "#!/usr/bin/python3.11 -u\n", "Python"),
    ("run", "#!/usr/bin/env -S node --x\n", "JavaScript"),
    ("run", "#! /usr/bin/perl -w\n", "Perl"),
    ("run", '#!/bin/sh\n# \\\nexec tclsh "$0" "$@"\n', "Tcl"),
    ("run", "#!/opt/unknown\n", ""),
    ("run.cgi", "#!/usr/bin/ruby\n", "Ruby"),
    ("run.ts", "#!/usr/bin/env node\n", "TypeScript"),
    ("x", "# -*- mode: Ruby -*-\n", "Ruby"),
    ("x", "// -*- C++ -*-\n", "C++"),
    ("x", "/* -*- Mode: C; tab-width: 4 -*- */\n", "C"),
    ("x", "# -*- coding: utf-8 -*-\n", ""),
    ("x", "\n# vim: set ft=perl sw=4:\n", "Perl"),
    ("x.txt", "*x.txt*  For Vim\n vim:tw=78:ft=help:\n", "Vim Help File"),
    ("x.h", "// -*- C++ -*-\nint a;\n", "C++"),
    ("x", "<?xml version='1.0'?>\n<a/>", "XML"),
    ("x", "<!DOCTYPE html>\n", "HTML"),
    ("x", "<?php echo 1;", "PHP"),
    ("x", "diff --git a/x b/x\n", "Diff"),
    (".somerc", '{\n  "a": 1\n}\n', "JSON"),
    ("a.json", '// why\n{"a": 1}', "JSON with Comments"),
    ("a.json", '{"a": "http://x"}', "JSON"),
    ("a.m", "#import <X.h>\n@implementation A\n", "Objective-C"),
    ("a.m", "function y = f(x)\n  y = x;\nend\n", "MATLAB"),
    ("a.m", "% comment\nx = 1;\n", "MATLAB"),
    ("a.m", '(* c *)\nBeginPackage["X`"]\n', "Wolfram Language"),
    ("a.pl", "use strict;\nmy $x = 1;\n", "Perl"),
    ("a.pl", "parent(X, Y) :- mother(X, Y).\n", "Prolog"),
    ("a.pl", "use v6;\n", "Raku"),
    ("a.cl", "(defun f (x) x)\n", "Common Lisp"),
    ("a.cl", "__kernel void f() {\n}\n", "OpenCL"),
    ("a.ts", '<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS></TS>', "XML"),
    ("a.ts", "export const a = <T>(x: T) => x\n", "TypeScript"),
    ("a.v", "module m(input a);\nendmodule\n", "Verilog"),
    ("a.v", "Lemma x : True.\nProof. exact I. Qed.\n", "Rocq Prover"),
    ("a.v", "module main\nfn main() {\n}\n", "V"),
    ("a.cls", "\\NeedsTeXFormat{LaTeX2e}\n", "TeX"),
    ("a.cls", "public with sharing class A {\n}\n", "Apex"),
    ("a.cls", 'VERSION 1.0 CLASS\r\nBEGIN\r\nEND\r\nAttribute VB_Name = "A"\r\n', "VBA"),
    ("a.sql", "SELECT 1;\n", "SQL"),
    ("a.sql", "CREATE FUNCTION f() RETURNS int AS $$ BEGIN END $$ LANGUAGE plpgsql;\n", "PLpgSQL"),
    ("a.sql", "DECLARE @x INT\nGO\n", "TSQL"),
    ("a.sql", "x VARCHAR2(10)\n", "PLSQL"),
    ("a.pro", "QT += core\nSOURCES += a.cpp\n", "QMake"),
    ("a.pro", "-keep class a.b\n", "Proguard"),
    ("a.inc", "<?php echo 1;\n", "PHP"),
    ("a.inc", 'SUMMARY = "x"\ninherit cmake\n', "BitBake"),
    ("a.inc", "%macro foo 1\n", "Assembly"),
    ("a.inc", "// list\nX(a)\nstd::string b;\n", "C++"),
    ("a.inc", "only words\n", ""),
    ("a.d", "import std.stdio;\nvoid main() {}\n", "D"),
    ("a.d", "a.o: a.c \\\n a.h\n", "Makefile"),
    ("a.d", "BEGIN\n{\n}\n", "DTrace"),
    ("a.fs", "module A\nlet x = 1\n", "F#"),
    ("a.fs", "#version 330\nvoid main() {}\n", "GLSL"),
    ("a.fs", ": square dup * ;\n", "Forth"),
    ("a.r", "x <- 1\n", "R"),
    ("a.r", "REBOL [title: 1]\n", "Rebol"),
    ("a.rs", "fn main() {}\n", "Rust"),
    ("a.rs", "#pragma version(1)\n", "RenderScript"),
    ("a.md", "# Title\n", "Markdown"),
    ("a.md", ";; machine\n(define_insn)\n", "GCC Machine Description"),
    ("a.ml", "let rec f x = x\n  fun y -> y\n", "OCaml"),
    ("a.ml", "structure A = struct end\n", "Standard ML"),
    ("a.pp", "class apache {\n}\n", "Puppet"),
    ("a.pp", "unit A;\ninterface\n", "Pascal"),
    ("a.l", "%{\n%}\n%%\n", "Lex"),
    ("a.scm", "(define (f x) x)\n", "Scheme"),
    (
        "a.scm",
        "(function_definition\n  name: (identifier) @name) @definition.function\n",
        "Tree-sitter Query",
    ),
    ("a.spec", "Name: x\n%prep\n", "RPM Spec"),
    ("a.conf", "server {\n  listen 80;\n}\n", "Nginx"),
    ("a.conf", "<VirtualHost *:80>\n", "ApacheConf"),
    ("a.conf", "[a]\nb=1\n", "INI"),
    ("a.plist", '<?xml version="1.0"?><plist/>', "XML Property List"),
    ("a.plist", "{ a = 1; }", "OpenStep Property List"),
    ("tool.1", ".TH TOOL 1\n.SH NAME\n", "Roff Manpage"),
    ("libx.so.1", "just words\n", ""),
    ("a.asc", "-----BEGIN PGP PUBLIC KEY BLOCK-----\n", "Public Key"),
    ("a.asc", "= Title\n", "AsciiDoc"),
    ("a.x", "program P {\n}\n", "RPC"),
    ("a.x", "SECTIONS {\n}\n", "Linker Script"),
    ("a.tpl", '{{- define "x" }}\n', "Go Template"),
    ("a.tpl", "{if $x}{/if}\n", "Smarty"),
    ("BUILD", "cc_library(name = 'x')\n", "Starlark"),
    ("BUILD", "run make to build\n", ""),
    ("a.js", "<html></html>", "JavaScript"),
]


@pytest.mark.parametrize(("path", "content", "expected"), CONTENTS)
def test_content_tells_the_language(path: str, content: str, expected: str) -> None:
    assert language(path, content) == expected


HEADERS = [
    ("class A {\n};\n", (), "C++"),
    ("class API_EXPORT A final : public B {\n", (), "C++"),
    ("namespace a {\n}\n", (), "C++"),
    ("template <typename T>\nT f(T);\n", (), "C++"),
    ("#include <vector>\n", (), "C++"),
    ("std::string f();\n", (), "C++"),
    ("using A = int;\n", (), "C++"),
    ("@interface A : NSObject\n@end\n", (), "Objective-C"),
    ("#import <Foundation/Foundation.h>\n", (), "Objective-C"),
    ("#import <X.h>\nnamespace a {}\n", (), "Objective-C++"),
    ("int f(void);\n", (), "C"),
    ("int f(void);\n", ("b.c",), "C"),
    ("int f(void);\n", ("b.cpp",), "C++"),
    ("int f(void);\n", ("b.c", "c.c", "d.cpp"), "C"),
    ("int f(void);\n", ("a.cpp", "b.c", "c.c"), "C++"),  # the source of the same name
    ("int f(void);\n", ("x.cu",), "C++"),
    ("int f(void);\n", ("x.mm",), "C++"),
    (
        '#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n',
        ("b.c",),
        "C",
    ),
    ("#ifdef __OBJC__\n#import <X.h>\n#endif\nint f(void);\n", ("b.c",), "C"),
    ("/* this is the\n   class of things\n   using the device */\nint f(void);\n", ("b.c",), "C"),
]


@pytest.mark.parametrize(("content", "others", "expected"), HEADERS)
def test_a_header_is_what_it_says_or_what_its_neighbours_are(
    content: str, others: tuple[str, ...], expected: str
) -> None:
    assert language("a.h", content, others) == expected


def test_the_nearest_sources_decide_about_a_header() -> None:
    others = ("lib/c/src/x.c", "lib/c/src/y.c", "a.cpp", "b.cpp", "c.cpp")
    assert language("lib/c/include/a.h", "int f(void);\n", others) == "C"
    assert language("other/a.h", "int f(void);\n", others) == "C++"


def test_utf16_is_read_before_it_is_judged() -> None:
    assert language("run", "#!/bin/bash\n".encode("utf-16")) == "Shell"


def test_a_utf8_mark_does_not_hide_the_first_line() -> None:
    assert language("run", b"\xef\xbb\xbf#!/bin/bash\n") == "Shell"


def test_the_table_is_large_and_consistent() -> None:
    table = load_table()
    assert len(table.kinds) >= 250
    assert len(table.extensions) + len(table.names) + len(table.interpreters) >= 800
    kinds = {"source", "test", "document", "configuration", "build", "data", "generated"}
    assert set(table.kinds.values()) <= kinds
    with open(TABLE_FILE, encoding="utf-8") as file:
        lines = [line.split(" | ") for line in file.read().split("\n") if line and line[0] != "#"]
    names = [line[0] for line in lines]
    assert len(names) == len(set(names))
    for name, _, words in lines:
        assert words.split() == list(dict.fromkeys(words.split())), f"{name} repeats a word"


def test_every_shared_extension_is_told_apart_or_has_a_usual_language() -> None:
    """A new language must not take an extension over by accident."""
    table = load_table()
    told = heuristics._load_rules().keys() | {".h", ".inc"}
    by_order = {".ddl", ".prc", ".ash", ".nb", ".nr", ".for", ".cgi", ".fcgi"}
    assert {extension for extension, found in table.extensions.items() if len(found) > 1} - told == by_order


def test_heuristics_name_known_languages_only() -> None:
    table = load_table()
    for extension, rules in heuristics._load_rules().items():
        assert {name for name, _ in rules} <= table.kinds.keys(), extension


def test_the_table_loads_fast() -> None:
    with open(TABLE_FILE, encoding="utf-8") as file:
        text = file.read()
    times = []
    for _ in range(5):
        started = time.process_time()
        parse_table(text)
        times.append(time.process_time() - started)
    assert min(times) < 0.015


HOSTILE = {
    "blank lines": b"\n" * HEAD_BYTES,
    "blanks": b" " * HEAD_BYTES,
    "tabs and lines": b"\t\n" * (HEAD_BYTES // 2),
    "one letter": b"a" * HEAD_BYTES,
    "words": b"public class location select end graph as " * (HEAD_BYTES // 40),
    "guards": b"#ifdef __cplusplus\n" * (HEAD_BYTES // 19),
    "brackets": b"x[_" * (HEAD_BYTES // 3),
    "location": b"location " + b" " * HEAD_BYTES,
    "graph": b"graph" + b" " * HEAD_BYTES,
    "end": b"end" + b" ;" * (HEAD_BYTES // 2),
    "quotes": b'{ "' + b"\\" * HEAD_BYTES,
    "mode": b"-*- mode: " + b"; " * HEAD_BYTES,
    "vim": b"vim: " * (HEAD_BYTES // 5),
    "generated": b"# generated do not edit " * 600,
    "angle": b"<!--" * (HEAD_BYTES // 4),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_no_content_makes_classification_slow(kind: str) -> None:
    content = HOSTILE[kind]
    extensions = [*heuristics._load_rules(), ".h", ".inc", ".json", ".1", ".py", ""]
    classifier = Classifier(())
    slowest = 0.0
    for extension in extensions:
        started = time.process_time()
        classifier.classify(f"x{extension}", content, len(content))
        slowest = max(slowest, time.process_time() - started)
    assert slowest < 0.5
