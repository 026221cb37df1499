"""What is particular to the names of Go: its built-ins, the names of packages, members that are never bare."""

from __future__ import annotations

import re

from repobook.link.references.index import Import, Index, Symbol

# What every file of Go sees without an import.
BUILTINS = frozenset(
    ["any", "append", "bool", "byte", "cap", "clear", "close", "comparable", "complex", "complex128", "complex64",
     "copy", "delete", "error", "false", "float32", "float64", "imag", "int", "int16", "int32", "int64", "int8", "iota",
     "len", "make", "max", "min", "new", "nil", "panic", "print", "println", "real", "recover", "rune", "string",
     "true", "uint", "uint16", "uint32", "uint64", "uint8", "uintptr"]
)  # fmt: skip
_VERSION = re.compile(r"v\d+$")
_VERSIONED = re.compile(r"\.v\d+$")
_RESULT = re.compile(r"\s*(?:\(\s*(?:(?!(?:chan|func|map)\b)\w+\s+)?)?\*?([A-Za-z_][\w.]*)")
_BRACKETS = re.compile(r"[()\[\]]")


def without_members(found: list[Symbol]) -> list[Symbol]:
    """Return the symbols that a bare name can mean: fields and methods need what stands before their dot."""
    return [s for s in found if s.kind not in ("field", "method")]


def names_bound(index: Index, item: Import) -> list[str]:
    """Return the names that an import without an alias binds: the package clause decides, where it can be read."""
    if item.file is not None and (clauses := index.packages_of(item.file)):
        return clauses
    parts = item.target.rstrip("/").split("/")
    last = parts[-1]
    if _VERSION.match(last) and len(parts) > 1:  # example.com/shop/v2
        last = parts[-2]
    last = _VERSIONED.sub("", last)  # gopkg.in/yaml.v3
    if not last.isidentifier():  # no package has such a name: go-shop, shop.go
        last = last.removeprefix("go-").removesuffix("-go").removesuffix(".go")
    return [last]


def of_package(index: Index, file: int, found: list[Symbol]) -> list[Symbol]:
    """Return the symbols that are of a file's own package: `shop_test` is another one than `shop`."""
    own = index.packages.get(file)
    return [s for s in found if own is None or index.packages.get(s.file, own) == own]


def to_import(index: Index, found: list[Symbol]) -> list[Symbol]:
    """Return the symbols of a folder that another package can import."""
    return [s for s in found if not index.paths[s.file].endswith("_test.go")] or [
        s for s in found if not index.packages.get(s.file, "").endswith("_test")
    ]


def return_type(signature: str, name: str) -> str:
    """Return the first type that a function gives: what stands behind its parameters, which may hold functions."""
    head = re.search(rf"(?<![\w.*]){re.escape(name)}\s*(?=[(\[])", signature)
    if head is None:
        return ""
    depth = 0
    for bracket in _BRACKETS.finditer(signature, head.end()):
        depth += 1 if bracket[0] in "([" else -1
        if not depth and bracket[0] == ")":
            said = _RESULT.match(signature, bracket.end())
            return said[1] if said else ""
    return ""
