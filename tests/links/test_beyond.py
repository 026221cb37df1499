"""Imports that lead out of the repository, or nowhere, say which."""

from __future__ import annotations

import pytest

from repobook.link.imports import Resolver


@pytest.mark.parametrize(
    ("language", "target", "answer"),
    [
        ("C#", "System.Text", ("standard", None, "System.Text")),
        ("C#", "Other.Pkg.Deep", ("package", None, "Other.Pkg")),
        ("C#", "D = System.Collections.Generic.Dictionary", ("standard", None, "System.Collections")),
        ("Swift", "Foundation", ("standard", None, "Foundation")),
        ("Swift", "MyMod.Part", ("package", None, "MyMod")),
        ("PHP", "Vendor\\Thing", ("package", None, "Vendor")),
        ("PHP", "gone.php", ("unresolved", None, "")),
        ("Shell", "./lib/gone.sh", ("unresolved", None, "")),
        ("Lua", "nothere", ("unresolved", None, "")),
        ("Shell", "./lib/f.sh", ("file", 1, "")),
    ],
)
def test_beyond(language: str, target: str, answer: tuple[str, int | None, str]) -> None:
    resolver = Resolver([(1, "lib/f.sh", "Shell")], [])
    assert resolver.resolve("a", language, target, "", []) == answer
