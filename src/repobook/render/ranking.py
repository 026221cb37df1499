"""Which definitions of a file speak for it."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sized

from repobook.facts import MINOR_KINDS

FUNCTIONS = frozenset({"function", "method", "proc", "sub", "constructor", "test"})
# What calls of a file may be said to come from: see `link/references/calls.py`.
CALLERS = FUNCTIONS | {
    "destructor", "prototype", "macro", "kernel", "operator", "accessor", "subroutine", "benchmark", "conversion",
    "getter", "setter", "property", "singleton method",
}  # fmt: skip
_NOT_MAIN = MINOR_KINDS | {
    "namespace",
    "package",
    "impl",
    "extension",
    "heading",
    "constructor",
    "destructor",
}
TYPES = frozenset(
    {
        "class",
        "struct",
        "interface",
        "trait",
        "enum",
        "record",
        "protocol",
        "object",
        "union",
        "job",
        "target",
    }
)


def outer_symbols(symbols: list[sqlite3.Row]) -> list[sqlite3.Row]:
    """Return symbols without those inside functions, closures and helpers that nobody outside can mean; all where
    nothing else is there. They come in scope order."""
    outer = []
    until = 0  # the last line of the function that is being passed
    for symbol in symbols:
        if symbol["scope"] and symbol["first_line"] <= until:
            continue
        outer.append(symbol)
        if symbol["kind"] in FUNCTIONS:
            until = max(until, symbol["last_line"])
    return outer or symbols


def rank_symbols(
    symbols: list[sqlite3.Row], uses: Mapping[int, Sized], importance: dict[int, int]
) -> list[sqlite3.Row]:
    """Return the symbols that matter most first: public, more important to other files, more used, larger."""
    symbols = outer_symbols(symbols)
    major = [s for s in symbols if s["kind"] not in _NOT_MAIN and not s["name"].startswith("__")] or symbols
    types = {s["qualified"] for s in symbols if s["kind"] in TYPES}
    ranked = sorted(
        major,
        key=lambda s: (
            s["visibility"] == "private",
            s["kind"] not in TYPES,
            s["kind"] in ("method", "constructor", "property") or s["scope"] in types,
            -importance.get(s["id"], 0),
            -len(uses.get(s["id"], ())),
            -(s["last_line"] - s["first_line"]),
            s["id"],
        ),
    )
    seen: set[str] = set()
    return [s for s in ranked if not (s["qualified"] in seen or seen.add(s["qualified"]))]  # type: ignore[func-returns-value]
