"""Imports that lead out of the repository, or nowhere, say which."""

from __future__ import annotations

import pytest

from repobook.link.imports import Answer, Resolver

MISSING = Answer("unresolved", note="missing file")
FILES = [
    (1, "lib/f.sh", "Shell"),
    (2, "a.sh", "Shell"),
    (3, "src/lib.rs", "Rust"),
    (4, "include/shop/cart.h", "C"),
    (5, "include/config.h.in", "Text"),
    (6, "proto/order.proto", "Protocol Buffer"),
    (7, "src/numa.h", "C"),
    (8, "shop/__init__.py", "Python"),
    (9, "shop/names.py.in", "Text"),
    (10, "cmd/run.go", "Go"),
    (11, "lua/shop/cart.lua", "Lua"),
]


@pytest.mark.parametrize(
    ("path", "language", "how", "target", "answer"),
    [
        ("a", "C#", "", "System.Text", Answer("standard", package="System.Text")),
        ("a", "C#", "", "Other.Pkg.Deep", Answer("package", package="Other.Pkg")),
        ("a", "C#", "", "Microsoft.Extensions.Logging", Answer("package", package="Microsoft.Extensions")),
        ("a", "C#", "", "D = System.Collections.Generic.Dictionary", Answer("standard", package="System.Collections")),
        ("a", "Swift", "", "Foundation", Answer("standard", package="Foundation")),
        ("a", "Swift", "", "MyMod.Part", Answer("package", package="MyMod")),
        ("a", "PHP", "", "Vendor\\Thing", Answer("package", package="Vendor\\Thing")),
        ("a", "PHP", "relative", "gone.php", MISSING),
        ("a", "Shell", "", "./lib/gone.sh", MISSING),
        ("a", "Shell", "", "./lib/f.sh", Answer("file", 1)),
        ("a", "Shell", "", "$HOME/.profile", Answer("unresolved", note="dynamic")),
        ("a", "Shell", "", "/etc/profile", Answer("unresolved", note="outside the repository")),
        ("a", "Lua", "", "nothere", Answer("package", package="nothere")),
        ("a", "Lua", "", "shop.gone", MISSING),
        ("a", "Lua", "", "math", Answer("standard", package="math")),
        ("lib/a.rb", "Ruby", "relative", "gone", MISSING),
        ("lib/a.rb", "Ruby", "", "json", Answer("standard", package="json")),
        ("lib/a.rb", "Ruby", "", "rack/test", Answer("package", package="rack")),
        ("src/lib.rs", "Rust", "mod", "gone", MISSING),
        ("src/lib.rs", "Rust", "", "serde::Serialize", Answer("package", package="serde")),
        ("src/a.c", "C", "quoted", "shop/gone.h", MISSING),
        ("src/a.c", "C", "quoted", "elsewhere/gone.h", MISSING),
        ("src/a.c", "C", "angle", "shop/gone.h", MISSING),
        ("src/a.c", "C", "angle", "other/gone.h", Answer("package", package="other")),
        ("src/a.c", "C", "quoted", "gtest/gtest.h", Answer("package", package="gtest")),
        ("src/a.c", "C", "quoted", "config.h", Answer("unresolved", note="generated")),
        ("src/a.c", "C", "quoted", "order.pb.h", Answer("unresolved", note="generated")),
        ("src/a.c", "C", "", "CONFIG", Answer("unresolved", note="macro")),
        ("lib/a.c", "C", "angle", "numa.h", Answer("unresolved", note="ambiguous: no include root is known to hold it")),
        ("lib/a.c", "C", "angle", "sys/types.h", Answer("standard", package="sys/types.h")),
        ("tests/a.py", "Python", "", "shop.gone", MISSING),
        ("tests/a.py", "Python", "", "shop.names", Answer("unresolved", note="generated")),
        ("tests/a.py", "Python", "", "numpy.linalg", Answer("package", package="numpy")),
        ("tests/a.py", "Python", "relative", ".gone", MISSING),
        ("a.ts", "TypeScript", "relative", "./gone", MISSING),
        ("a.go", "Go", "", "net/http", Answer("standard", package="net/http")),
    ],
)  # fmt: skip
def test_beyond(path: str, language: str, how: str, target: str, answer: Answer) -> None:
    resolver = Resolver(FILES, [("C", "shop/cart.h")])
    assert resolver.resolve(path, language, target, how, []) == answer


def test_headers_of_the_system_that_the_repository_provides() -> None:
    """The sources of a system include its headers in angle brackets: they are meant, the nearest of them."""
    paths = (
        "include/linux/list.h", "tools/include/linux/list.h", "arch/arm/include/asm/io.h", "arch/x86/include/asm/io.h",
        "compat/sys/queue.h", "lib/a.c",
    )  # fmt: skip
    resolver = Resolver([(number, path, "C") for number, path in enumerate(paths, 1)], [])
    answers = {
        ("drivers/a.c", "linux/list.h"): Answer("file", 1),
        ("tools/perf/a.c", "linux/list.h"): Answer("file", 2),
        ("arch/arm/mm/a.c", "asm/io.h"): Answer("file", 3),
        ("drivers/a.c", "asm/io.h"): Answer("unresolved", note="ambiguous: 2 files fit"),
        ("drivers/a.c", "sys/queue.h"): Answer("standard", package="sys/queue.h"),
        ("drivers/a.c", "linux/gone.h"): Answer("standard", package="linux/gone.h"),
    }
    found = {(path, target): resolver.resolve(path, "C", target, "angle", []) for path, target in answers}
    assert found == answers
