"""What a module of Python tells apart: what it exports, what only one arm of an `if` or `try` defines, attributes with two values."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter

from repobook.analyze.exports import find_exports
from repobook.analyze.reading import Reading
from repobook.facts import Facts, Local

MAX_EXPORTS = 20_000
_VALUE = re.compile(rb"[ \t]*=[ \t]*(?:await[ \t]+)?([A-Za-z_][\w.]*)(\()?")


def find_marks(facts: Facts, found: Reading, data: bytes, newlines: list[int]) -> list[Local]:
    """Return marks beside the local names: `*` for an export, `?` for a definition in an arm, `self.x` for a later value."""
    marks = []
    exports, is_whole = find_exports(data)
    if is_whole:
        marks += [Local(name, 1, "*") for name in sorted(exports)[:MAX_EXPORTS]]
    marks += _arms(facts, data, newlines)
    taken = Counter(_bound_by(name) for item in facts.imports for name in item.names)
    marks += [
        Local("", item.line, "?")
        for item in facts.imports
        if any(taken[_bound_by(name)] > 1 for name in item.names) and _indent(data, newlines, item.line)
    ]
    attributes = Counter(d.name for d in found.definitions if d.kind == "attribute")
    for d in found.definitions:
        if d.kind == "attribute" and attributes[d.name] > 1:
            value = _VALUE.match(data, d.name_end)
            if value and value[1] != b"None":
                text = value[1].decode() + ("()" if value[2] else "")
                marks.append(Local(f"self.{d.name}", bisect_left(newlines, d.name_start) + 1, f"={text}"))
    return marks


def _arms(facts: Facts, data: bytes, newlines: list[int]) -> list[Local]:
    """Return the definitions of a module or class that stand deeper than they need to, where another has their name."""
    several = Counter((symbol.scope, symbol.name) for symbol in facts.symbols)
    taken = {name.rpartition(" as ")[2] for item in facts.imports for name in item.names}
    asked = [
        symbol
        for symbol in facts.symbols
        if several[symbol.scope, symbol.name] > 1 or (not symbol.scope and symbol.name in taken)
    ]
    if not asked:
        return []
    asked_scopes = {symbol.scope for symbol in asked if symbol.scope}
    least: dict[str, int] = {"": 0}
    for symbol in facts.symbols:
        if symbol.scope in asked_scopes and symbol.kind != "attribute":
            indent = _indent(data, newlines, symbol.first_line)
            least[symbol.scope] = min(least.get(symbol.scope, indent), indent)
    return [
        Local(symbol.name, symbol.first_line, "?")
        for symbol in asked
        if symbol.kind != "attribute"
        and _indent(data, newlines, symbol.first_line) > least.get(symbol.scope, 0)
    ]


def _bound_by(name: str) -> str:
    return name.rpartition("as ")[2]


def _indent(data: bytes, newlines: list[int], line: int) -> int:
    start = newlines[line - 2] + 1 if line > 1 else 0
    text = data[start : start + 200]
    return len(text) - len(text.lstrip(b" \t"))
