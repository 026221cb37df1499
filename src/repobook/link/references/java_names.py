"""Types inside of types, in Java and its kin: elsewhere their bare name says nothing but through an import."""

from __future__ import annotations

from typing import TYPE_CHECKING

from repobook.link.references.index import Symbol

if TYPE_CHECKING:
    from repobook.link.references.nested import NestedNames


def is_nested(names: NestedNames, symbol: Symbol) -> bool:
    """Tell whether a type stands inside of another; in Java, at any depth, as what is local to a method does."""
    scope = symbol.scope
    while scope and names.class_at(scope, symbol.file) is None and names.group == "java":
        scope = scope.rpartition(".")[0]
    return bool(scope) and names.class_at(scope, symbol.file) is not None


def without_nested(names: NestedNames, file: int, types: list[Symbol]) -> list[Symbol]:
    """Return the types that a file may name without their outer ones: it holds them, or imports all of what does."""
    opened = {
        item.file
        for item in names.index.imports_of(file)
        if "*" in item.names or item.target.endswith(("*", "_"))
    }
    return [s for s in types if s.file == file or s.file in opened or not is_nested(names, s)]
