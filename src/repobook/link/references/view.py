"""What other files can read of a file, as a digest: while it is the same, no answer of theirs can change.

The answers of a file hang on all of its own facts; on those of others only by what the tables of `Index` and the scopes
of `FileScopes` give away: their symbols, what their imports mean, what they bring in, and of local names those few that
say what an attribute holds, or what a module exports. Which line something stands in says nothing to others: of lines,
only their order within a file is read (what holds what, what comes last), so they count as ranks. Where the resolver
reads more of another file than this, add it here.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

import msgspec

from repobook.link.references.index import FUNCTION_KINDS, TYPE_KINDS, Index, Symbol
from repobook.link.references.scopes import FileScopes

DIGEST_BYTES = 16
_WORDS = re.compile(r"\w+").findall
_encode = msgspec.msgpack.Encoder().encode


def digest(stated: object) -> bytes:
    return hashlib.sha256(_encode(stated)).digest()[:DIGEST_BYTES]


def view(index: Index, file: int) -> bytes:
    """Return the digest of what other files can read of a file. It names no id, and no line."""
    symbols = index.in_file.get(file, [])
    imports = index.imports.get(file, [])
    usings = index.usings.get(file, [])
    group = index.groups[file]
    told: list[object] = []
    lines = {line for s in symbols for line in (s.first, s.last, s.line)}
    lines.update(item.line for item in imports)
    lines.update(using.line for using in usings)
    if group == "python":
        scopes = FileScopes(index, file, index.read_locals(file))
        named = {symbol.name for symbol in symbols if symbol.kind == "attribute"}
        later = {name: held for name, held in scopes.attributes.items() if name in named}
        begun = {symbol.first for symbol in symbols} | {item.line for item in imports}
        arms = scopes.arms & begun
        exports = None if scopes.exports is None else sorted(scopes.exports)
        lines.update(line for held in later.values() for line, _ in held)
        ranks = {line: rank for rank, line in enumerate(sorted(lines))}
        again = [
            (name, [(ranks[line], holds) for line, holds in held]) for name, held in sorted(later.items())
        ]
        told = [exports, sorted(map(ranks.__getitem__, arms)), again, list(_held(scopes, symbols, later))]
    else:
        ranks = {line: rank for rank, line in enumerate(sorted(lines))}
        if group == "js":
            told = [(item.name, item.holds) for item in index.read_locals(file) if item.holds[:1] == "^"]
    first = index.firsts.get(file, 0)
    paths = index.paths
    return digest(
        [
            group,
            index.separators[file],
            index.clauses.get(file),
            [
                (
                    s.id - first, s.name, s.kind, s.scope, ranks[s.first], ranks[s.last], ranks[s.line], s.signature, s.bases,
                    s.is_private, s.has_body, s.is_conditional,
                )
                for s in symbols
            ],
            [
                (ranks[i.line], i.target, i.names, i.answer, i.file and paths.get(i.file, ""), i.how, i.folder)
                for i in imports
            ],
            [(ranks[using.line], using.name, using.target) for using in usings],
            told,
        ]
    )  # fmt: skip


def _held(
    scopes: FileScopes, symbols: list[Symbol], later: dict[str, list[tuple[int, str]]]
) -> Iterator[tuple[int, str, list[str]]]:
    """Yield the local names of Python that others can ask for: those that say what a variable or an attribute holds.

    What stands in a definition around such a place, and is named by its text, or by that of a local name that is.
    """
    places = [s.line for s in symbols if s.kind not in FUNCTION_KINDS and s.kind != "class"]
    words = {
        word
        for s in symbols
        if s.kind not in FUNCTION_KINDS and s.kind != "class"
        for word in _WORDS(s.signature)
    }
    for held in later.values():
        places += [line for line, _ in held]
        words.update(word for _, text in held for word in _WORDS(text))
    around: set[Symbol] = set()
    for line in places:
        at = scopes.within(line)
        while at is not None and at not in around:
            around.add(at)
            at = scopes.around(at)
    found = [row for row in scopes.local_names() if scopes.holders[row[0]] in around]
    todo = words
    while todo:
        more = {word for _, name, holds in found if name in todo for text in holds for word in _WORDS(text)}
        todo = more - words
        words |= todo
    for row in found:
        if row[1] in words:
            yield row


def sizes(index_groups: dict[int, str], rows: Iterator[tuple[int, int, str, str, int]]) -> dict[str, bytes]:
    """Return by group a digest of how long the types are that share their last name with another: of such, the longest counts.

    Rows are id, file, name, kind and lines.
    """
    found: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for number, file, name, kind, lines in rows:
        group = index_groups.get(file, "")
        if group and group != "python" and kind in TYPE_KINDS:
            last = (_WORDS(name) or [""])[-1]
            found.setdefault((group, last), []).append((number, lines))
    listed: dict[str, list[object]] = {}
    for (group, name), types in sorted(found.items()):
        if len(types) > 1:
            listed.setdefault(group, []).append((name, types))
    return {group: digest(rows_) for group, rows_ in listed.items()}
