"""Definitions that the query alone does not give: made by macros, dropped by `#if`, in code that the grammar could not read."""

from __future__ import annotations

from bisect import bisect_left
from typing import cast

from tree_sitter import Node, QueryCursor

from repobook.analyze import cmacros, patterns, pyast
from repobook.analyze.collect import collect_flat
from repobook.analyze.languages import Language
from repobook.analyze.reading import Definition, Reading, scope_inside
from repobook.facts import Symbol

MAX_DROPPED = 20  # branches of an `#if` that are read apart


def read_dropped(prepared: cmacros.Prepared, found: Reading, data: bytes, language: Language) -> None:
    """Find the functions whose heads stand in branches of an `#if` that the grammar did not see."""
    assert language.parser is not None and language.query is not None
    for branch in prepared.dropped[:MAX_DROPPED]:
        start, end = branch.start, branch.end
        found.conditions.append((start, end, branch.condition, False))
        if branch.is_kept or b"(" not in data[start:end]:
            continue
        root = language.parser.parse(b" " * start + data[start:end] + b"}").root_node
        other = Reading()
        captures = QueryCursor(language.query).captures(root)
        collect_flat({"definition.function": captures.get("definition.function", [])}, other, data, None)
        for definition in other.definitions:
            definition.end = min(definition.end, end)
            definition.apart, definition.condition = branch.group, branch.condition
            found.definitions.append(definition)


def add_macro_definitions(found: Reading, prepared: cmacros.Prepared, data: bytes, has_error: bool) -> None:
    """Name what function-making macros define, and add the macros that the grammar did not see as calls."""
    found.comments += prepared.comments
    found.strings += prepared.strings
    found.access += prepared.access
    found.imports += [(start, target, how, []) for start, target, how in prepared.imports]
    found.site_names = prepared.names
    found.members = prepared.members
    quiet = sorted(found.comments + found.strings)
    starts = [start for start, _ in quiet]

    def is_code(position: int) -> bool:
        at = bisect_left(starts, position + 1) - 1
        return at < 0 or quiet[at][1] <= position

    found.sites += [(start, end, "call") for start, end in prepared.calls if is_code(start)]
    found.sites += prepared.sites
    if has_error:
        known = {d.name_start for d in found.definitions if d.kind == "macro"} | {
            made.name_start for made in prepared.made
        }
        for made in cmacros.find_macros(data):
            if made.name_start not in known and is_code(made.start):
                prepared.made.append(made)
    heads = {d.start: d for d in found.definitions} if prepared.made else {}
    if prepared.made:
        starts_made = {made.start for made in prepared.made}
        found.sites = [
            site
            for site in found.sites
            if not (site[2] == "type" and site[0] in starts_made)
            and not (site[2] == "call" and site[0] - 2 in starts_made)
        ]
    for made in prepared.made:
        definition = heads.get(made.start)
        if definition is None:
            if not is_code(made.start):
                continue
            definition = Definition(made.kind, None, -1)
            definition.start = made.start
            definition.end = made.last or (
                cmacros.matching_brace(data, made.end) if made.has_body else made.end
            )
            found.definitions.append(definition)
        definition.kind, definition.name = made.kind, made.name
        definition.has_body = made.has_body
        if made.last:
            definition.end, definition.head_end = made.last, made.end
        definition.name_start, definition.name_end = made.name_start, made.name_start + 1
    if prepared.made:
        found.definitions = [definition for definition in found.definitions if definition.name]


def take_python_definitions(found: Reading, data: bytes) -> None:
    """Replace what the grammar found in a file that it could not read whole by what Python's own parser sees."""
    seen = pyast.find_definitions(data)
    if seen is None:
        known = {d.name_start for d in found.definitions}
        seen = pyast.find_heads(data, known, sorted(found.comments + found.strings)), {}
    else:
        found.definitions = []
    found.decorators |= seen[1]
    for made in seen[0]:
        definition = Definition(made.kind, cast(Node, made.whole), -1)
        definition.name_start, definition.name_end = made.name.start_byte, made.name.end_byte
        definition.name = data[definition.name_start : definition.name_end].decode(errors="replace")
        definition.doc, definition.body = cast("Node | None", made.doc), cast("Node | None", made.body)
        definition.value = cast("Node | None", made.value)
        found.definitions.append(definition)


def add_rescued(symbols: list[Symbol], data: bytes, language: Language) -> None:
    """Add what the line patterns find in a file that the grammar could not read whole, where it found nothing."""
    known = {(symbol.name, symbol.name_line) for symbol in symbols}
    holders = [symbol for symbol in symbols if symbol.kind in language.class_kinds]
    for symbol in patterns.find_symbols(data, language):
        last = symbol.name.rpartition(language.settings.separator)[2]
        if (symbol.name, symbol.name_line) in known or (last, symbol.name_line) in known:
            continue
        around = [holder for holder in holders if holder.first_line < symbol.first_line <= holder.last_line]
        if around and not symbol.scope:
            holder = min(around, key=lambda holder: holder.last_line - holder.first_line)
            symbol.scope = scope_inside(holder.scope, holder.name, language.settings.separator)
        symbols.append(symbol)
    symbols.sort(key=lambda symbol: symbol.first_line)
