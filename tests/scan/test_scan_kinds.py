"""Every kind, with the rule that decided."""

from __future__ import annotations

import pytest

from repobook.facts import FILE_KINDS
from repobook.scan.classify import Classifier
from repobook.scan.kind_rules import parse_kinds
from repobook.scan.markers import generated_marker


def classify(path: str, content: str | bytes = "x = 1\n") -> tuple[str, str]:
    data = content.encode() if isinstance(content, str) else content
    _, kind, rule = Classifier(()).classify(path, data, len(data))
    assert kind in FILE_KINDS
    return kind, rule


TESTS = {
    "test_cart.py": "name `test_*.py`",
    "cart_test.py": "name `*_test.py`",
    "conftest.py": "name `conftest.py`",
    "cart_test.go": "name `*_test.go`",
    "CartTest.java": "name `*Test.java`",
    "CartTests.kt": "name `*Tests.kt`",
    "TestCart.java": "name `Test[A-Z]*.java`",
    "CartIT.java": "name `*IT.java`",
    "CartSpec.scala": "name `*Spec.scala`",
    "CartTests.cs": "name `*Tests.cs`",
    "cart.test.ts": "name `*.test.ts`",
    "cart.spec.tsx": "name `*.spec.tsx`",
    "cart.e2e.js": "name `*.e2e.js`",
    "cart_spec.rb": "name `*_spec.rb`",
    "test_cart.rb": "name `test_*.rb`",
    "cart_test.cc": "name `*_test.cc`",
    "cart_unittest.cc": "name `*_unittest.cc`",
    "test_cart.cpp": "name `test_*.cpp`",
    "CartTest.cpp": "name `*Test.cpp`",
    "cart_test.cu": "name `*_test.cu`",
    "CartTest.php": "name `*Test.php`",
    "CartTests.swift": "name `*Tests.swift`",
    "CartTests.m": "name `*Tests.m`",
    "cart_test.dart": "name `*_test.dart`",
    "cart_test.exs": "name `*_test.exs`",
    "cart_SUITE.erl": "name `*_SUITE.erl`",
    "CartSpec.hs": "name `*Spec.hs`",
    "cart_spec.lua": "name `*_spec.lua`",
    "cart.t": "name `*.t`",
    "cart.bats": "name `*.bats`",
    "test-cart.R": "name `test-*.R`",
    "runtests.jl": "name `runtests.jl`",
    "test_cart.sh": "name `test[-_]*.sh`",
    "tests/helpers.py": "path part `tests/`",
    "src/test/java/Helper.java": "path part `test/`",
    "spec/models/cart.rb": "path part `spec/`",
    "app/__tests__/cart.js": "path part `__tests__/`",
    "Shop.Tests/Cart.cs": "path part `Shop.Tests/`",
    "cpp_tests/main.cpp": "path part `cpp_tests/`",
    "tests/run.sh": "path part `tests/`",
    "x.feature": "language Gherkin",
    "tests/shop/src/main/java/Cart.java": "path part `tests/`",
    "src/main/webapp/cart.spec.ts": "name `*.spec.ts`",
}


@pytest.mark.parametrize("path", TESTS)
def test_tests_are_recognised(path: str) -> None:
    assert classify(path) == ("test", TESTS[path])


@pytest.mark.parametrize(
    "path",
    [
        "latest.py",
        "contest.go",
        "torch/testing/_internal/common.py",
        "attest/a.c",
        "Testament.java",
        "protest.ts",
        "greatest.cpp",
        "kit/src/main/scala/shop/tests/Helpers.scala",
        "src/main/java/shop/TestRunner.java",
        "src/commonMain/kotlin/shop/CartTest.kt",
    ],
)
def test_what_only_sounds_like_a_test_is_source(path: str) -> None:
    assert classify(path, "int x;\n") == ("source", "")


@pytest.mark.parametrize(
    ("path", "content", "kind"),
    [
        ("tests/README.md", "# How to test\n", "document"),
        ("tests/data.csv", "a,b\n", "data"),
        ("tests/config.yml", "a: 1\n", "configuration"),
        ("tests/CMakeLists.txt", "add_test()\n", "build"),
        ("test/expected_failures/TestJit.test_x", "", "data"),
        ("test/expect/TestJit.test_x.expect", "graph(%x)\n", "data"),
    ],
)
def test_what_lies_beside_tests_keeps_its_kind(path: str, content: str, kind: str) -> None:
    assert classify(path, content)[0] == kind


VENDORED = {
    "third_party/x.c": "path part `third_party/`",
    "a/vendor/b/x.go": "path part `vendor/`",
    "web/node_modules/x/README.md": "path part `node_modules/`",
    "pkg/_vendor/x.py": "path part `_vendor/`",
    "external/x.c": "path part `external/`",
    "Pods/A/a.m": "path part `Pods/`",
    "config.guess": "name `config.guess`",
    "android/gradlew": "name `gradlew`",
}


@pytest.mark.parametrize("path", VENDORED)
def test_vendored_files_are_recognised(path: str) -> None:
    assert classify(path) == ("vendored", VENDORED[path])


@pytest.mark.parametrize("path", ["src/external/x.c", "src/deps/a.py", "vendoring/x.py", "vendor.py"])
def test_common_words_are_not_vendored(path: str) -> None:
    assert classify(path, "int x;\n")[0] == "source"


GENERATED_NAMES = {
    "package-lock.json": "name `package-lock.json`",
    "a/yarn.lock": "name `yarn.lock`",
    "Cargo.lock": "name `Cargo.lock`",
    "go.sum": "name `go.sum`",
    "api/x.pb.go": "name `*.pb.go`",
    "x_pb2.py": "name `*_pb2.py`",
    "x_pb2_grpc.pyi": "name `*_pb2_grpc.pyi`",
    "x.min.js": "name `*.min.js`",
    "x.js.map": "name `*.js.map`",
    "schema_generated.h": "name `*_generated.h`",
    "a.g.dart": "name `*.g.dart`",
    "zz_generated.deepcopy.go": "name `zz_generated.*.go`",
    "src/generated/x.ts": "path part `generated/`",
}


@pytest.mark.parametrize("path", GENERATED_NAMES)
def test_generated_names_are_recognised(path: str) -> None:
    assert classify(path) == ("generated", GENERATED_NAMES[path])


MARKERS = [
    ("// Code generated by protoc-gen-go. DO NOT EDIT.\npackage x\n", 1),
    ("# @generated by tool\n", 1),
    ("/*\n * @generated SignedSource<<x>>\n */\n", 2),
    ("#!/usr/bin/env python\n# This file is auto-generated. Do not edit.\n", 2),
    ("/* Automatically generated by bindgen */\n", 1),
    ("// THIS CODE IS AUTOGENERATED\n", 1),
    ("# Generated by Django 3.2 on 2021-01-01\nimport x\n", 1),
    ('"""\nThis module was generated from schema.json.\n"""\n', 2),
    ("<!-- DO NOT EDIT: run make docs -->\n", 1),
    ("; AUTO-GENERATED FILE\n", 1),
    ("# this file is autogenerated via gen.py\n# do not edit manually!\nimport x\n", 1),
    ("#pragma once\n// Autogenerated by x\n", 2),
    ("%% Do not edit. Generated with x.\n", 1),
]


@pytest.mark.parametrize(("content", "line"), MARKERS)
def test_a_marker_is_found_and_cited(content: str, line: int) -> None:
    assert generated_marker(content.encode(), is_prose=False).startswith(f"marker line {line}: ")


@pytest.mark.parametrize(
    "content",
    [
        "def f():\n    # do not edit the list while iterating\n    pass\n",
        "# Writes generated files to disk.\n",
        "import os\nTEMPLATE = '''\n// Code generated by x. DO NOT EDIT.\n'''\n",
        "HEAD = '// @generated'\n",
        "# values that are not all present in this\n# autogenerated file.\n",
        "# The docs are generated by sphinx.\n",
        "# see `@generated` files\n",
        "x\n" * 50 + "# @generated\n",
        "# Don't modify this without asking\n",
    ],
)
def test_words_about_generated_code_are_no_marker(content: str) -> None:
    assert generated_marker(content.encode(), is_prose=False) == ""


def test_prose_about_generators_is_a_document() -> None:
    assert classify("a.md", "# Tools\n\nGenerated by hand with love.\n")[0] == "document"
    assert classify("a.md", "<!-- Generated by cog. DO NOT EDIT. -->\n# Tools\n")[0] == "generated"


@pytest.mark.parametrize("path", ["x.py.in", "templates/x.h", "x.yml.j2", "x.go.tmpl"])
def test_a_template_is_not_what_is_made_of_it(path: str) -> None:
    assert classify(path, "# @generated DO NOT EDIT\n{{ x }}\n")[0] != "generated"


def test_the_readme_in_a_generated_folder_is_a_document() -> None:
    assert classify("generated/README.md", "# How these files are made\n")[0] == "document"


def test_minified_scripts_are_generated() -> None:
    kind, rule = classify("x.js", "var a=1;" * 1000)
    assert (kind, rule) == ("generated", "lines of 8,000 characters on average")


def test_markers_are_shown_on_one_printable_line() -> None:
    assert generated_marker(b"# @generated \x1b[2J" + b"x" * 500, is_prose=False) == (
        "marker line 1: @generated  [2J" + "x" * 64 + "…"
    )


OTHERS = [
    ("setup.py", "", "build"),
    ("pyproject.toml", "", "build"),
    ("package.json", "{}", "build"),
    ("CMakeLists.txt", "", "build"),
    ("cmake/x.cmake", "", "build"),
    ("Makefile", "", "build"),
    ("BUILD.bazel", "", "build"),
    ("rules.bzl", "", "build"),
    ("build.gradle", "", "build"),
    ("Dockerfile", "", "build"),
    ("requirements-dev.txt", "", "build"),
    ("go.mod", "", "build"),
    ("Cargo.toml", "", "build"),
    ("x.csproj", "", "build"),
    ("webpack.config.js", "", "build"),
    (".github/workflows/ci.yml", "on: push\n", "configuration"),
    ("a.toml", "", "configuration"),
    ("mypy.ini", "", "configuration"),
    ("tsconfig.json", "{}", "configuration"),
    (".gitignore", "", "configuration"),
    ("CODEOWNERS", "", "configuration"),
    (".unknownrc", "a b c\n", "configuration"),
    ("version.txt", "1.2\n", "configuration"),
    ("a.json", '{"a": 1}', "configuration"),
    ("a.json", "[" + "1," * 2000 + "1]", "data"),
    ("a.json", '{"a": "' + "x" * 70_000 + '"}', "data"),
    ("fixtures/a.json", "{}", "data"),
    ("a.csv", "", "data"),
    ("a.svg", "<svg/>", "data"),
    ("a.patch", "", "data"),
    ("a.jsonl", "{}\n", "data"),
    ("pin.txt", "0a1b2c3d\n", "data"),
    ("log.txt", "12:00 [1,2,3] {4: 5} (6) 7 8 9 0 ; ; ; 1=2, 3=4\n" * 20, "data"),
    ("notes.txt", "These are words that somebody wrote for somebody else to read.\n", "document"),
    ("LICENSE", "Permission is hereby granted, free of charge, to any person.\n", "document"),
    ("README.md", "# X\n", "document"),
    ("docs/a.rst", "X\n=\n", "document"),
    ("CITATION.cff", "a: 1\n", "document"),
    ("a.proto", "", "source"),
    ("a.sql", "", "source"),
    ("docs/conf.py", "x = 1\n", "source"),
    ("a.ipynb", "{}", "source"),
    ("model.bin.txt", "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n", "data"),
    ("weights.py", "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n", "data"),
    ("annexed.csv", "/annex/objects/SHA256E-s1--1.csv\n", "data"),
]


@pytest.mark.parametrize(("path", "content", "kind"), OTHERS)
def test_other_kinds(path: str, content: str, kind: str) -> None:
    assert classify(path, content)[0] == kind


def test_all_but_sources_state_their_rule() -> None:
    for path, content, kind in OTHERS:
        assert (classify(path, content)[1] != "") is (kind != "source"), path


def test_a_file_that_was_not_read_is_judged_by_its_name() -> None:
    assert Classifier(()).classify("a/test_x.py", None, 10**9) == ("Python", "test", "name `test_*.py`")
    assert Classifier(()).classify("a/x.unknown", None, 10**9) == ("", "data", "")


def test_braces_in_the_table_are_written_out() -> None:
    rules = parse_kinds("test | name | *{A,B}.{x,y}\n")["test"].names
    assert [rules.match(name, name[-2:]) for name in ("1A.x", "1B.y", "1C.x")] == [
        "name `*A.x`",
        "name `*B.y`",
        "",
    ]
