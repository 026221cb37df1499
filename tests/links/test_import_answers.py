"""What imports lead to: files, folders that are packages, include roots, and what is not there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from repobook.build import build
from repobook.config import make_config
from repobook.store import open_reader


def answers(tmp_path: Path, files: dict[str, str]) -> dict[tuple[str, str], str]:
    """Return path and target of every import -> what it leads to."""
    for path, text in files.items():
        file = tmp_path / "repo" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    config = make_config(
        str(tmp_path / "repo"), str(tmp_path / "book"), jobs=1, cache=str(tmp_path / "cache")
    )
    assert not build(config).problems
    reader = open_reader(str(tmp_path / "book" / "book.db"))
    found = {}
    for path, target, answer, file, folder, package, note in reader.execute(
        "SELECT f.path, i.target, i.answer, t.path, d.path, i.package, i.note FROM import i JOIN file f ON f.id = i.file_id"
        " LEFT JOIN file t ON t.id = i.target_file LEFT JOIN folder d ON d.id = i.target_folder ORDER BY i.rowid"
    ):
        place = file or (f"{folder}/" if folder is not None else "")
        found[path, target] = " ".join(word for word in (place or answer, package, note) if word)
    return found


INCLUDES = {
    "CMakeLists.txt": "project(shop)\nset(INC ${PROJECT_SOURCE_DIR}/one/api)\ninclude_directories(SYSTEM ${INC})\n",
    "two/CMakeLists.txt": "target_include_directories(two PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/api> PRIVATE ../gone)\n",
    "one/api/cart.h": "int one;\n",
    "one/main.c": "#include <cart.h>\n",
    "two/api/cart.h": "int two;\n",
    "two/main.c": "#include <cart.h>\n",
    "bazel/BUILD": 'cc_library(name = "b", includes = ["pub"], srcs = ["b.c"])\ncc_library(name = "c", strip_include_prefix = "/bazel/stripped")\n',
    "bazel/pub/basket.h": "int b;\n",
    "bazel/stripped/bag.h": "int b;\n",
    "bazel/b.c": "#include <basket.h>\n#include <bag.h>\n",
    "make/Makefile": "CFLAGS += -Ideep/inc1 -I /usr/include\nall:\n\tcc $(CFLAGS)\n",
    "make/deep/inc1/money.h": "int m;\n",
    "make/m.c": "#include <money.h>\n",
    "ext/setup.py": 'from setuptools import Extension\n\nExtension("x", ["x.c"], include_dirs=["native"])\n',
    "ext/native/ext.h": "int e;\n",
    "ext/x.c": "#include <ext.h>\n",
    "cfg/setup.cfg": "[build_ext]\ninclude_dirs = own\n",
    "cfg/own/cfg.h": "int c;\n",
    "cfg/c.c": "#include <cfg.h>\n",
    "db/build/compile_commands.json": json.dumps(
        [
            {"directory": "/build/shop/db/build", "file": "../d.c", "command": 'cc "-I../hidden" -I/other -c ../d.c'},
            {"directory": "/build/shop/db/build", "file": "../e.c", "arguments": ["cc", "-iquote", "../../../../../etc", "-isystem", "../sys"]},
        ]
    ),
    "db/hidden/row.h": "int r;\n",
    "db/sys/page.h": "int p;\n",
    "db/d.c": "#include <row.h>\n#include <page.h>\n",
    "db/e.c": "int e;\n",
    "nowhere/table.h": "int t;\n",
    "nowhere/deep/t.c": "#include <table.h>\n",
}  # fmt: skip


def test_include_roots(tmp_path: Path) -> None:
    """Roots are learned from CMake, Bazel, Makefiles, setup.py, setup.cfg and `compile_commands.json`."""
    found = answers(tmp_path, INCLUDES)
    assert {key: found[key] for key in found if key[0].endswith(".c")} == {
        ("one/main.c", "cart.h"): "one/api/cart.h",
        ("two/main.c", "cart.h"): "two/api/cart.h",
        ("bazel/b.c", "basket.h"): "bazel/pub/basket.h",
        ("bazel/b.c", "bag.h"): "bazel/stripped/bag.h",
        ("make/m.c", "money.h"): "make/deep/inc1/money.h",
        ("ext/x.c", "ext.h"): "ext/native/ext.h",
        ("cfg/c.c", "cfg.h"): "cfg/own/cfg.h",
        ("db/d.c", "row.h"): "db/hidden/row.h",
        ("db/d.c", "page.h"): "db/sys/page.h",
        ("nowhere/deep/t.c", "table.h"): "unresolved ambiguous: no include root is known to hold it",
    }
    assert found["CMakeLists.txt", "${INC}"] == "one/api/"
    page = (tmp_path / "book" / "CMakeLists.txt_docs.md").read_text()
    assert "| folder [`one/api`](one/api/index.md) |" in page


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "[1, 2]",
        '[{"directory": 3, "file": "a.c"}]',
        '[{"directory": "/x", "file": "a.c", "arguments": [1, null, "-I"]}]',
        '[{"directory": "/x", "file": "a.c", "command": "cc -I../../../etc -I\\u0000 -I\\n"}]',
        '[{"directory": "\\ud800", "file": "a.c", "command": "cc -I."}]',
    ],
)
def test_hostile_compile_commands(tmp_path: Path, text: str) -> None:
    """What is no list of commands, or names folders outside, is ignored quietly."""
    found = answers(
        tmp_path, {"compile_commands.json": text, "a.c": "#include <b.h>\n", "in/b.h": "int b;\n"}
    )
    assert found["a.c", "b.h"].startswith("unresolved ambiguous")


PACKAGES = {
    "go.mod": "module example.com/shop\n",
    "cart/cart.go": "package cart\n\nfunc New() int { return 1 }\n",
    "cart/more.go": "package cart\n\nfunc More() int { return 2 }\n",
    "main.go": 'package main\n\nimport (\n\t"example.com/shop/cart"\n\t"example.com/shop/gone"\n\t"gopkg.in/x"\n)\n\nfunc main() { cart.New() }\n',
    "vendor/gopkg.in/x/x.go": "package x\n",
    "src/main/java/com/shop/Cart.java": "package com.shop;\n\npublic class Cart { }\n",
    "src/main/java/com/shop/Item.java": "package com.shop;\n\npublic class Item { }\n",
    "src/main/java/com/app/Main.java": "package com.app;\n\nimport com.shop.*;\nimport com.shop.Cart;\nimport com.shop.Gone;\nimport java.util.List;\n\nclass Main { Cart cart; }\n",
    "kt/Util.kt": "package com.shop.util\n\nfun total(): Int = 1\n",
    "kt/Main.kt": "package com.app\n\nimport com.shop.util.total\nimport com.shop.util.*\n",
    "sc/A.scala": "package com.sc\n\nclass A\n",
    "sc/B.scala": "package com.sc\n\nclass B\n",
    "sc/Main.scala": "package com.app\n\nimport com.sc.{A, B}\nimport com.sc._\n",
    "cs/Models/Item.cs": "namespace Shop.Models {\n  public class Item { }\n}\n",
    "cs/Models/Cart.cs": "namespace Shop.Models;\n\npublic class Cart { }\n",
    "cs/Other/More.cs": "namespace Shop.Models;\n\npublic class More { }\n",
    "cs/Money.cs": "namespace Shop;\n\npublic static class Money { }\n",
    "cs/Main.cs": "using Shop.Models;\nusing static Shop.Money;\nusing Bag = Shop.Models.Cart;\nusing System.Text;\n\nclass Main { }\n",
    "Sources/Kit/Kit.swift": "public struct Kit { }\n",
    "Tests/KitTests/KitTests.swift": "import Kit\nimport XCTest\n",
}  # fmt: skip


def test_packages(tmp_path: Path) -> None:
    """An import of a package means its folder, or the files that declare it."""
    found = answers(tmp_path, PACKAGES)
    assert found["main.go", "example.com/shop/cart"] == "cart/"
    assert found["main.go", "example.com/shop/gone"] == "unresolved missing file"
    assert found["main.go", "gopkg.in/x"] == "vendor/gopkg.in/x/"
    main = "src/main/java/com/app/Main.java"
    assert found[main, "com.shop"] == "src/main/java/com/shop/ 2 files declare it"
    assert found[main, "com.shop.Cart"] == "src/main/java/com/shop/Cart.java"
    assert found[main, "com.shop.Gone"] == "unresolved missing file"
    assert found[main, "java.util.List"] == "standard java.util"
    assert found["kt/Main.kt", "com.shop.util.total"] == "kt/Util.kt"
    assert found["kt/Main.kt", "com.shop.util"] == "kt/Util.kt"
    assert found["sc/Main.scala", "com.sc"] == "sc/ 2 files declare it"
    assert found["cs/Main.cs", "Shop.Models"] == "cs/Models/ 3 files declare it, 1 of them elsewhere"
    assert found["cs/Main.cs", "Shop.Money"] == "cs/Money.cs"
    assert found["cs/Main.cs", "Shop.Models.Cart"] == "cs/Models/Cart.cs"
    assert found["cs/Main.cs", "System.Text"] == "standard System.Text"
    assert found["Tests/KitTests/KitTests.swift", "Kit"] == "Sources/Kit/"
    page = (tmp_path / "book" / "main.go_docs.md").read_text()
    assert "| folder [`cart`](cart/index.md) |" in page
    # No file of the package is said to be imported by itself.
    assert (
        "main.go" not in (tmp_path / "book" / "cart" / "more.go_docs.md").read_text().partition("Used by")[2]
    )


SCRIPTS = {
    "src/lib.rs": "mod cart;\nmod gone;\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n}\n",
    "src/cart.rs": "pub fn total() {}\n",
    "lib/shop.rb": "require_relative 'shop/cart'\nrequire_relative 'shop/gone'\nrequire 'json'\nrequire 'rack/test'\n",
    "lib/shop/cart.rb": "class Cart\nend\n",
    "bin/run.sh": '#!/bin/bash\nDIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"\nTOP="$DIR/.."\n. "$DIR/here.sh"\nsource "$TOP/etc/there.sh"\nsource "$(dirname "$0")/../etc/there.sh"\n. "${HOME}/.profile"\n. "$DIR/gone.sh"\n',
    "bin/here.sh": "x=1\n",
    "etc/there.sh": "x=1\n",
    "ns/core/deep.py": "def total(): ...\n",
    "ns/other.py": "x = 1\n",
    "tests/test_ns.py": "import ns\nfrom ns import other\nfrom ns.core import deep\nfrom ns import core, other\nimport ns.gone\n",
}


def test_paths(tmp_path: Path) -> None:
    found = answers(tmp_path, SCRIPTS)
    assert found["src/lib.rs", "cart"] == "src/cart.rs"
    assert found["src/lib.rs", "gone"] == "unresolved missing file"
    assert found["lib/shop.rb", "shop/cart"] == "lib/shop/cart.rb"
    assert found["lib/shop.rb", "shop/gone"] == "unresolved missing file"
    assert found["lib/shop.rb", "json"] == "standard json"
    assert found["lib/shop.rb", "rack/test"] == "package rack"
    shell = {target: answer for (path, target), answer in found.items() if path == "bin/run.sh"}
    assert shell == {
        "$DIR/here.sh": "bin/here.sh",
        "$TOP/etc/there.sh": "etc/there.sh",
        '$(dirname "$0")/../etc/there.sh': "etc/there.sh",
        "${HOME}/.profile": "unresolved dynamic",
        "$DIR/gone.sh": "unresolved missing file",
    }
    python = {target: answer for (path, target), answer in found.items() if path == "tests/test_ns.py"}
    assert python == {"ns": "ns/", "ns.core": "ns/core/deep.py", "ns.gone": "unresolved missing file"}


def test_the_longest_declared_gem(tmp_path: Path) -> None:
    """A gem that holds a part of a namespace bears its name: what is declared tells whose a path is."""
    found = answers(
        tmp_path,
        {
            "Gemfile": "gem 'rack'\ngem 'rack-session'\n",
            "shop.gemspec": "Gem::Specification.new do |s|\n  s.add_development_dependency 'net-http-pool'\nend\n",
            "a.rb": "require 'rack/session/cookie'\nrequire 'rack/session'\nrequire 'rack/other'\nrequire 'net/http/pool'\nrequire 'net/http'\n",
        },
    )
    assert found["a.rb", "rack/session/cookie"] == found["a.rb", "rack/session"] == "package rack-session"
    assert found["a.rb", "rack/other"] == "package rack"
    assert found["a.rb", "net/http/pool"] == "package net-http-pool"
    assert found["a.rb", "net/http"] == "standard net"


def test_a_gem_in_the_folder_of_another(tmp_path: Path) -> None:
    """Files of `lib/rack` that are not here are of the gem rack where the repository needs it; of an own gem, they are missing."""
    found = answers(
        tmp_path,
        {
            "Gemfile": "gem 'rack'\ngem 'shop'\n",
            "shop.gemspec": "Gem::Specification.new 'shop', '1' do |s|\nend\n",
            "lib/rack/protection.rb": "require 'rack/utils'\nrequire 'shop/gone'\n",
            "lib/shop/cart.rb": "",
        },
    )
    assert found["lib/rack/protection.rb", "rack/utils"] == "package rack"
    assert found["lib/rack/protection.rb", "shop/gone"] == "unresolved missing file"


PHP = {
    "composer.json": '{\n  "name": "shop/shop",\n  "require": {\n    "shop/parts": "^1",\n    "psr/http-client": "^1"\n  }\n}\n',
    "src/Cart.php": "<?php\nnamespace Shop;\nclass Cart {}\n",
    "src/ClientInterface.php": "<?php\nnamespace Shop;\ninterface ClientInterface {}\n",
    "src/Exception.php": "<?php\nnamespace Shop;\nclass Exception extends \\Exception {}\n",
    "src/Model/Item.php": "<?php\nnamespace Shop\\Model;\nclass Item {}\n",
    "src/Model/Price.php": "<?php\nnamespace Shop\\Model;\nclass Price {}\n",
    "src/Deep/Down/Well.php": "<?php\nnamespace Shop\\Deep\\Down;\nclass Well {}\n",
    "lib/Loose.php": "<?php\nclass Loose {}\n",
    "src/use.php": "<?php\nuse Shop\\Model;\nuse Shop\\Parts as P;\nuse Shop\\Gone;\nuse Shop\\Deep;\nuse Shop\\{Cart, Model\\Item as Thing};\n"
    "use Psr\\Http\\Client\\ClientInterface;\nuse Psr\\Http\\Message\\UriInterface;\nuse Exception;\nuse Loose;\n",
}  # fmt: skip


def test_names_of_php(tmp_path: Path) -> None:
    """`use` means what a file declares, whatever its path is; else a namespace, a package, or PHP's own."""
    found = answers(tmp_path, PHP)
    assert {target: answer for (path, target), answer in found.items() if path == "src/use.php"} == {
        "Shop\\Model": "src/Model/ 2 files declare it",
        "Shop\\Parts": "package Shop\\Parts",
        "Shop\\Gone": "unresolved missing file",
        "Shop\\Deep": "src/Deep/Down/Well.php",
        "Shop\\Cart": "src/Cart.php",
        "Shop\\Model\\Item": "src/Model/Item.php",
        "Psr\\Http\\Client\\ClientInterface": "package Psr\\Http\\Client",
        "Psr\\Http\\Message\\UriInterface": "package Psr\\Http",
        "Exception": "standard Exception",
        "Loose": "lib/Loose.php",
    }


def test_a_package_that_asks_itself_has_no_more_for_it(tmp_path: Path) -> None:
    found = answers(
        tmp_path,
        {
            "pkg/__init__.py": "from . import missing_mod\n",
            "other/__init__.py": "from . import total\n\n\ndef total():\n    return 1\n",
        },
    )
    assert "__init__" not in found["pkg/__init__.py", "."]
    assert "other/__init__.py" in found["other/__init__.py", "."]


def test_names_with_a_hash_are_no_packages(tmp_path: Path) -> None:
    found = answers(
        tmp_path,
        {
            "package.json": '{ "name": "a", "version": "1",\n"imports": {\n"#dep": "./src/dep.js",\n'
            '"#in/*": { "default": "./src/lib/*.js" }\n}\n}\n',
            "tsconfig.json": '{ "extends": "./config/middle" }\n',
            "config/middle.json": '{ "extends": "./base.json" }\n',
            "config/base.json": '{\n"compilerOptions": {\n"paths": {\n"#lib/*": ["../src/lib/*"]\n}\n}\n}\n',
            "src/dep.js": "export const d = 1\n",
            "src/lib/b.ts": "export const b = 1\n",
            "src/m.ts": 'import { d } from "#dep"\nimport { b } from "#lib/b"\nimport { c } from "#in/b"\nimport "#gone"\n',
        },
    )
    assert "src/dep.js" in found["src/m.ts", "#dep"]
    assert "src/lib/b.ts" in found["src/m.ts", "#lib/b"]
    assert "src/lib/b.ts" in found["src/m.ts", "#in/b"]
    assert "package" not in found["src/m.ts", "#gone"]


MODULES = {
    "Package.swift": 'import PackageDescription\n\nlet package = Package(name: "Shop", targets: [\n'
    '    .target(name: "Shop", path: "Code", exclude: ["Info.plist"]),\n'
    '    .target(name: "Till", dependencies: [.target(name: "Shop"), .product(name: "Log", package: "swift-log", condition: .when(platforms: [.linux]))],\n'
    '            path: "Parts/Till"),\n'
    '    .testTarget(name: "ShopTests", dependencies: ["Shop"], path: "Checks"),\n'
    '    .target(name: "Gone", path: "Nowhere"),\n'
    "])\n",
    "Code/Cart.swift": "public struct Cart { }\n",
    "Parts/Till/Till.swift": "import Shop\n",
    "Checks/CartTests.swift": "@testable import Shop\nimport struct Till.Drawer\nimport Gone\nimport Elsewhere\n",
}  # fmt: skip


def test_modules_of_a_swift_package_that_lie_elsewhere(tmp_path: Path) -> None:
    """`path:` of a target says where a module lies: it is no package that nobody declares."""
    found = answers(tmp_path, MODULES)
    assert found["Parts/Till/Till.swift", "Shop"] == "Code/"
    assert found["Checks/CartTests.swift", "Shop"] == "Code/"
    assert found["Checks/CartTests.swift", "Till.Drawer"] == "Parts/Till/"
    assert found["Checks/CartTests.swift", "Gone"] == "package Gone"
    assert found["Checks/CartTests.swift", "Elsewhere"] == "package Elsewhere"
    assert found["Package.swift", "Till:Parts/Till"] == "Parts/Till/"


def test_folder_whose_headers_are_asked_for_by_their_names_is_a_root(tmp_path: Path) -> None:
    """No build file that can be read names the folder, and no system has all of these headers."""
    names = ("till", "cart", "coin", "shelf")
    found = answers(
        tmp_path,
        {
            "core/main.c": "".join(f"#include <{name}.h>\n" for name in names) + "#include <scale.h>\n#include <tax.h>\n",
            **{f"core/{name}.h": f"int {name};\n" for name in names},
            "core/sub/scale.h": "int scale;\n",
            "other/tax.h": "int tax;\n",
            "other/tin.h": "int tin;\n",
        },
    )  # fmt: skip
    assert found == {
        **{("core/main.c", f"{name}.h"): f"core/{name}.h" for name in names},
        ("core/main.c", "scale.h"): "core/sub/scale.h",
        ("core/main.c", "tax.h"): "unresolved ambiguous: no include root is known to hold it",
    }


def test_packages_of_julia_go_by_the_names_that_projects_state(tmp_path: Path) -> None:
    found = answers(
        tmp_path,
        {
            "Project.toml": 'name = "Shop"\n',
            "src/Shop.jl": 'module Shop\nusing TOML\nusing Till\nusing Coins\nusing Dates: now\ninclude("Sums.jl")\nend\n',
            "src/Sums.jl": "total(x) = x\n",
            "src/Dates.jl": "today() = 1\n",
            "till/Project.toml": 'name = "Till"\n',
            "till/src/Till.jl": "module Till\nusing Shop\nend\n",
            "test/made/TOML/Project.toml": 'name = "TOML"\n',
            "test/made/TOML/src/TOML.jl": "module TOML\nend\n",
            "test/made/Coins/Project.toml": 'name = "Coins"\n',
            "test/made/Coins/src/Coins.jl": "module Coins\nend\n",
            "test/runtests.jl": "using Coins\nusing Shop.Sums\nusing Test\n",
        },
    )
    assert found == {
        ("src/Shop.jl", "TOML"): "standard TOML",
        ("src/Shop.jl", "Till"): "till/src/Till.jl",
        ("src/Shop.jl", "Coins"): "package Coins",
        ("src/Shop.jl", "Dates"): "standard Dates",
        ("src/Shop.jl", "Sums.jl"): "src/Sums.jl",
        ("till/src/Till.jl", "Shop"): "src/Shop.jl",
        ("test/runtests.jl", "Coins"): "test/made/Coins/src/Coins.jl",
        ("test/runtests.jl", "Shop.Sums"): "src/Shop.jl",
        ("test/runtests.jl", "Test"): "standard Test",
    }


def test_library_of_r_is_no_file(tmp_path: Path) -> None:
    found = answers(
        tmp_path,
        {
            "R/till.R": "count <- function(x) x\n",
            "R/shop.R": 'library(till)\nsource("R/till.R")\n',
        },
    )
    assert found == {("R/shop.R", "till"): "", ("R/shop.R", "R/till.R"): "R/till.R"}


RUST = {
    "Cargo.toml": '[package]\nname = "shop"\n',
    "src/lib.rs": '#[cfg(feature = "std")]\nmod ser;\n#[cfg(not(feature = "std"))]\nmod ser;\n'
    '#[path = "core.rs"]\nmod imp;\n#[cfg(unix)]\n#[path = "os/unix.rs"]\nmod os;\n'
    '#[cfg_attr(feature = "x", path = "gone.rs")]\nmod plain;\n#[path = "nowhere.rs"]\nmod lost;\n'
    '#[cfg(test)]\nmod inner {\n    #[path = "deep.rs"]\n    mod low;\n    use super::ser::Ser;\n}\n',
    "src/ser.rs": "pub struct Ser;\n",
    "src/core.rs": "pub fn run() {}\n",
    "src/plain.rs": "pub fn plain() {}\n",
    "src/os/unix.rs": "mod calls;\n",
    "src/os/calls.rs": "pub fn call() {}\n",
    "src/inner/deep.rs": "pub fn low() {}\n",
    "other/ser.rs": "pub struct Ser;\n",
    "src/more/ser.rs": "pub struct Ser;\n",
}


def test_modules_of_rust_with_attributes(tmp_path: Path) -> None:
    """Attributes do not put a `mod` inside of itself, and `#[path]` names the file."""
    found = answers(tmp_path, RUST)
    assert {key: found[key] for key in found if key[0].startswith("src/")} == {
        ("src/lib.rs", "ser"): "src/ser.rs",
        ("src/lib.rs", "imp"): "src/core.rs",
        ("src/lib.rs", "os"): "src/os/unix.rs",
        ("src/lib.rs", "plain"): "src/plain.rs",
        ("src/lib.rs", "lost"): "unresolved missing file",
        ("src/lib.rs", "low"): "src/inner/deep.rs",
        ("src/lib.rs", "super::ser::Ser"): "src/lib.rs",
        ("src/os/unix.rs", "calls"): "src/os/calls.rs",
    }


def test_programs_beside_each_other_are_no_modules(tmp_path: Path) -> None:
    """Each benchmark and test of Rust is a program of its own: one with the name of the crate does not stand for it."""
    found = answers(
        tmp_path,
        {
            "Cargo.toml": '[package]\nname = "bytes"\n',
            "src/lib.rs": "pub struct Bytes;\n",
            "benches/bytes.rs": "use bytes::Bytes;\n",
            "benches/other.rs": "use bytes::Bytes;\n",
        },
    )
    assert (
        found["benches/bytes.rs", "bytes::Bytes"] == found["benches/other.rs", "bytes::Bytes"] == "src/lib.rs"
    )
