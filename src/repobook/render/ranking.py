"""Which definitions of a file speak for it."""

from __future__ import annotations

import sqlite3

FUNCTIONS = frozenset({"function", "method", "proc", "sub", "constructor", "test"})


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
