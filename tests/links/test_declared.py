"""Where the repository declares the packages that it imports."""

from __future__ import annotations

from pathlib import Path

from repobook.build import build
from repobook.config import make_config
from repobook.store import open_reader

FILES = {
    "pyproject.toml": '[project]\nname = "shop"\ndependencies = [\n  "Flask-Login>=1",\n  "pyyaml",\n]\n',
    "shop.py": "import flask_login\nimport yaml\nimport unknown_thing\nimport os\n",
    "web/package.json": '{\n  "name": "web",\n  "dependencies": {\n    "@scope/tool": "1"\n  }\n}\n',
    "web/main.ts": 'import { tool } from "@scope/tool/inner"\n',
    "go.mod": "module example.com/shop\n\nrequire github.com/pkg/errors v0.9.1\n",
    "main.go": 'package main\n\nimport "github.com/pkg/errors"\n\nfunc main() { errors.New("a") }\n',
    "crate/Cargo.toml": '[package]\nname = "crate-a"\n\n[dependencies]\nserde = "1"\n',
    "crate/src/lib.rs": "use serde::Serialize;\n",
}
WANTED = {
    ("shop.py", "flask_login", "pyproject.toml", 4),
    ("shop.py", "yaml", "pyproject.toml", 5),
    ("web/main.ts", "@scope/tool", "web/package.json", 4),
    ("main.go", "github.com/pkg/errors", "go.mod", 3),
    ("crate/src/lib.rs", "serde", "crate/Cargo.toml", 5),
}


MANIFESTS = {
    "a/requirements-test.txt": "pytest>=8\n",
    "a/t.py": "import pytest\n",
    "b/setup.py": 'from setuptools import setup\n\nsetup(\n    install_requires=[\n        "flask[async]>=2; python_version < \'4\'",\n        "PyYAML",\n    ],\n    extras_require={"dev": ["black"]},\n)\n',
    "b/m.py": "import flask\nimport yaml\nimport black\nimport dev\n",
    "c/setup.cfg": "[options]\ninstall_requires =\n    click>=8\n\n[options.extras_require]\ntest =\n    tox\n",
    "c/m.py": "import click\nimport tox\n",
    "d/pom.xml": "<project><artifactId>d</artifactId><dependencies><dependency>\n<groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId></dependency></dependencies></project>\n",
    "d/M.java": "import org.slf4j.Logger;\n",
    "e/build.gradle": 'dependencies {\n    implementation "com.squareup.okio:okio:3.0"\n    testImplementation "junit:junit:4.13"\n}\n',
    "e/M.java": "import okio.Buffer;\nimport org.junit.Test;\n",
    "f/build.gradle.kts": 'dependencies {\n    implementation("io.ktor:ktor-server:2.0")\n}\n',
    "f/M.kt": "import io.ktor.server.Application\n",
    "g/Gemfile": 'source "https://example.org"\ngem "rack"\n',
    "g/m.rb": 'require "rack/test"\n',
    "h/shop.gemspec": 'Gem::Specification.new do |s|\n  s.add_dependency "liquid", "~> 4"\nend\n',
    "h/m.rb": 'require "liquid"\n',
    "i/composer.json": '{\n  "name": "a/b",\n  "require": {\n    "symfony/console": "^6"\n  }\n}\n',
    "i/m.php": "<?php\nuse Symfony\\Component\\Console\\Command;\n",
    "j/shop.csproj": '<Project><ItemGroup>\n<PackageReference Include="Newtonsoft.Json" Version="13" />\n</ItemGroup></Project>\n',
    "j/M.cs": "using Newtonsoft.Json.Linq;\n",
    "k/Package.swift": 'import PackageDescription\nlet package = Package(name: "k", dependencies: [\n  .package(url: "https://example.org/apple/swift-log.git", from: "1.0.0"),\n], targets: [.target(name: "k", dependencies: [\n  .product(name: "Logging", package: "swift-log"),\n])])\n',
    "k/M.swift": "import Logging\n",
    "l/build.sbt": 'libraryDependencies ++= Seq(\n  "org.scalatest" %% "scalatest" % "3.2"\n)\n',
    "l/M.scala": "import org.scalatest.Suite\n",
    "m/CMakeLists.txt": "find_package(ZLIB)\nfind_package(fmt REQUIRED)\nFetchContent_Declare(googletest GIT_TAG v1)\n",
    "m/m.cpp": "#include <fmt/core.h>\n#include <gtest/gtest.h>\n",
    "n/conanfile.txt": "[requires]\nspdlog/1.9\n",
    "n/m.cpp": "#include <spdlog/spdlog.h>\n",
    "o/vcpkg.json": '{\n  "name": "o",\n  "version": "1",\n  "dependencies": [\n    "re2",\n    {"name": "catch2"}\n  ]\n}\n',
    "o/m.cpp": "#include <re2/re2.h>\n#include <catch2/catch.hpp>\n",
    "p/MODULE.bazel": 'module(name = "p")\nbazel_dep(name = "abseil-cpp", version = "1")\n',
    "p/m.cpp": '#include "absl/strings/str_cat.h"\n',
    "q/WORKSPACE": 'http_archive(\n    name = "com_github_glog_glog",\n)\n',
    "q/m.cpp": "#include <glog/logging.h>\n",
    "r/gradle/libs.versions.toml": '[libraries]\nmoshi = { module = "com.squareup.moshi:moshi", version = "1" }\n',
    "s/go.mod": "module example.com/s\n\nrequire github.com/a/b/v2 v2.0.1\n",
    "s/m.go": 'package s\n\nimport "github.com/a/b/v2/deep/er"\n',
    "t/requirements.txt": "zope.interface>=5\ngoogle-cloud-bigquery\ngoogle-cloud-storage\npytest-cov\nruamel.yaml\n",
    "t/m.py": "from zope.interface.verify import verifyClass\n",
    "t/n.py": "from google.cloud import storage\nimport pytest\nimport google.auth\n",
    "t/o.py": "from ruamel import yaml\n",
}  # fmt: skip
DECLARED = {
    ("a/t.py", "pytest", "a/requirements-test.txt", 1),
    ("b/m.py", "flask", "b/setup.py", 5),
    ("b/m.py", "yaml", "b/setup.py", 6),
    ("b/m.py", "black", "b/setup.py", 8),
    ("c/m.py", "click", "c/setup.cfg", 3),
    ("c/m.py", "tox", "c/setup.cfg", 7),
    ("d/M.java", "org.slf4j", "d/pom.xml", 1),
    ("e/M.java", "okio", "e/build.gradle", 2),
    ("e/M.java", "org.junit", "e/build.gradle", 3),
    ("f/M.kt", "io.ktor.server", "f/build.gradle.kts", 2),
    ("g/m.rb", "rack", "g/Gemfile", 2),
    ("h/m.rb", "liquid", "h/shop.gemspec", 2),
    ("i/m.php", "Symfony\\Component\\Console", "i/composer.json", 4),
    ("j/M.cs", "Newtonsoft.Json", "j/shop.csproj", 2),
    ("k/M.swift", "Logging", "k/Package.swift", 5),
    ("l/M.scala", "org.scalatest", "l/build.sbt", 2),
    ("m/m.cpp", "fmt", "m/CMakeLists.txt", 2),
    ("m/m.cpp", "gtest", "m/CMakeLists.txt", 3),
    ("n/m.cpp", "spdlog", "n/conanfile.txt", 2),
    ("o/m.cpp", "re2", "o/vcpkg.json", 5),
    ("o/m.cpp", "catch2", "o/vcpkg.json", 6),
    ("p/m.cpp", "absl", "p/MODULE.bazel", 2),
    ("q/m.cpp", "glog", "q/WORKSPACE", 2),
    ("s/m.go", "github.com/a/b/v2", "s/go.mod", 3),
    ("t/m.py", "zope", "t/requirements.txt", 1),
    ("t/n.py", "google", "t/requirements.txt", 3),
    ("t/o.py", "ruamel", "t/requirements.txt", 5),
}


FURTHER = {
    "a/package.json": '{ "name": "a", "peerDependencies": {\n"react": "1" },\n"optionalDependencies": {\n"fsevents": "1" } }\n',
    "a/m.ts": 'import React from "react"\nimport f from "fsevents"\n',
    "b/composer.json": '{\n  "require": {\n    "guzzlehttp/guzzle": "^7",\n    "monolog/monolog": "^3"\n  }\n}\n',
    "b/m.php": "<?php\nuse GuzzleHttp\\Client;\nuse Monolog\\Logger;\n",
    "c/Package.swift": 'import PackageDescription\nlet package = Package(name: "k", dependencies: [\n  .package(url: "https://example.org/apple/swift-nio.git", from: "1.0.0"),\n])\n',
    "c/M.swift": "import NIO\n",
    "d/environment.yml": "name: e\ndependencies:\n  - numpy\n  - conda-forge::scipy=1\n  - pip:\n    - flask\n",
    "d/m.py": "import numpy\nimport scipy\nimport flask\n",
    "w/package.json": '{ "private": true, "workspaces": ["packages/*"],\n"devDependencies": { "vitest": "1" } }\n',
    "w/packages/x/package.json": '{ "name": "x",\n"dependencies": { "lodash": "1" } }\n',
    "w/packages/y/package.json": '{ "name": "y", "version": "1" }\n',
    "w/packages/y/m.ts": 'import l from "lodash"\nimport v from "vitest"\nimport n from "nowhere"\n',
}  # fmt: skip
FURTHER_DECLARED = {
    ("a/m.ts", "react", "a/package.json", 2),
    ("a/m.ts", "fsevents", "a/package.json", 4),
    ("b/m.php", "GuzzleHttp\\Client", "b/composer.json", 3),
    ("b/m.php", "Monolog\\Logger", "b/composer.json", 4),
    ("c/M.swift", "NIO", "c/Package.swift", 3),
    ("d/m.py", "numpy", "d/environment.yml", 3),
    ("d/m.py", "scipy", "d/environment.yml", 4),
    ("d/m.py", "flask", "d/environment.yml", 6),
    ("w/packages/y/m.ts", "vitest", "w/package.json", 2),
    ("w/packages/y/m.ts", "lodash", "w/packages/x/package.json", 2),
}


def declared(tmp_path: Path, files: dict[str, str]) -> set[tuple[object, ...]]:
    """Return path and package of imports -> manifest and line."""
    for path, text in files.items():
        file = tmp_path / "repo" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    config = make_config(
        str(tmp_path / "repo"), str(tmp_path / "book"), jobs=1, cache=str(tmp_path / "cache")
    )
    assert not build(config).problems
    reader = open_reader(str(tmp_path / "book" / "book.db"))
    found = reader.execute(
        "SELECT f.path, i.package, d.path, i.declared_line FROM import i JOIN file f ON f.id = i.file_id"
        " JOIN file d ON d.id = i.declared_file"
    )
    return {tuple(row) for row in found}


def test_further_manifests(tmp_path: Path) -> None:
    assert declared(tmp_path, FURTHER) == FURTHER_DECLARED


def test_every_manifest(tmp_path: Path) -> None:
    for path, text in MANIFESTS.items():
        file = tmp_path / "repo" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    config = make_config(
        str(tmp_path / "repo"), str(tmp_path / "book"), jobs=1, cache=str(tmp_path / "cache")
    )
    assert not build(config).problems
    reader = open_reader(str(tmp_path / "book" / "book.db"))
    found = reader.execute(
        "SELECT f.path, i.package, d.path, i.declared_line FROM import i JOIN file f ON f.id = i.file_id"
        " JOIN file d ON d.id = i.declared_file"
    )
    assert {tuple(row) for row in found} == DECLARED
    named = reader.execute(
        "SELECT i.target FROM import i JOIN file f ON f.id = i.file_id WHERE f.path LIKE 'r/%' AND i.how = 'dependency'"
    )
    assert [row[0] for row in named] == ["com.squareup.moshi:moshi"]


def test_packages_are_declared(tmp_path: Path) -> None:
    for path, text in FILES.items():
        file = tmp_path / "repo" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    config = make_config(
        str(tmp_path / "repo"), str(tmp_path / "book"), jobs=1, cache=str(tmp_path / "cache")
    )
    assert not build(config).problems
    reader = open_reader(str(tmp_path / "book" / "book.db"))
    found = reader.execute(
        "SELECT f.path, i.package, d.path, i.declared_line FROM import i JOIN file f ON f.id = i.file_id"
        " JOIN file d ON d.id = i.declared_file"
    )
    assert {tuple(row) for row in found} == WANTED
    page = (tmp_path / "book" / "shop.py_docs.md").read_text()
    assert "package `yaml`, declared in" in page


ARTIFACTS = {
    "a/pom.xml": "<project><artifactId>a</artifactId><dependencies>\n"
    "<dependency><groupId>com.google.guava</groupId><artifactId>guava-testlib</artifactId></dependency>\n"
    "<dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId></dependency>\n"
    "<dependency><groupId>com.google.truth</groupId><artifactId>truth</artifactId></dependency>\n"
    "<dependency><groupId>com.example.holder</groupId><artifactId>some-holder</artifactId></dependency>\n"
    "<dependency><groupId>commons-io</groupId><artifactId>commons-io</artifactId></dependency>\n"
    "</dependencies></project>\n",
    "a/M.java": "import com.google.common.collect.Lists;\nimport com.google.common.truth.Truth;\n"
    "import com.example.tool.holder.Held;\nimport com.example.common.Thing;\nimport org.apache.commons.io.Files;\n",
    "b/build.gradle": 'dependencies {\n    implementation "com.google.guava:guava:33"\n    compileOnly "org.projectlombok:lombok:1"\n    testImplementation "junit:junit:4"\n}\n',
    "b/M.java": "import com.google.common.collect.Lists;\nimport lombok.Data;\nimport org.junit.jupiter.api.Test;\n",
}  # fmt: skip
ARTIFACTS_DECLARED = {
    ("a/M.java", "com.google.common", "a/pom.xml", 2),
    ("a/M.java", "com.google.common", "a/pom.xml", 4),
    ("a/M.java", "com.example.tool", "a/pom.xml", 5),
    ("a/M.java", "org.apache.commons", "a/pom.xml", 6),
    ("b/M.java", "com.google.common", "b/build.gradle", 2),
    ("b/M.java", "lombok", "b/build.gradle", 3),
}


def test_artifacts_whose_group_is_no_part_of_the_package(tmp_path: Path) -> None:
    """What an artifact's name tells is told; where only the group is known, no more than that; and nothing is denied."""
    assert declared(tmp_path, ARTIFACTS) == ARTIFACTS_DECLARED
    page = (tmp_path / "book" / "a" / "M.java_docs.md").read_text()
    assert (
        "package `com.google.common`, of the group `com.google.guava`, declared in [`a/pom.xml` L2]" in page
    )
    assert (
        "package `com.example.common`, which no manifest beside or above this file declares by that name"
        in page
    )
    other = (tmp_path / "book" / "b" / "M.java_docs.md").read_text()
    assert "package `com.google.common`, declared in [`b/build.gradle` L2]" in other
    assert (
        "package `org.junit.jupiter`, which no manifest beside or above this file declares by that name"
        in other
    )
