"""What other files can read of a file: while it is the same, no answer of theirs can change.

The answers of a file hang on all of its own facts; on those of others only by what the tables of `Index` and the scopes
of `FileScopes` give away: their symbols, what their imports mean, what they bring in, and of local names those few that
say what an attribute holds, or what a module exports. Most of it is asked for by name: these are items. The rest is the
shape of the file. Where the resolver reads more of another file than this, add it here.

Which line something stands in says nothing to others: of lines, only their order within a file is read (what holds what,
what comes last). Which type is longer counts where several share a name; that is told apart, by `sizes`.
"""

from __future__ import annotations

import hashlib
import re
from array import array
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from zlib import crc32

import msgspec

from repobook.link.references.chains import last_part
from repobook.link.references.csharp_names import GLOBAL
from repobook.link.references.index import FUNCTION_KINDS, Import, Index, Symbol
from repobook.link.references.opened import macro_spaces
from repobook.link.references.rules import RULES, Rules
from repobook.link.references.scopes import FileScopes
from repobook.link.references.sites import LocalName

DIGEST_BYTES = 16
ROW_BYTES = 12
ODD = 0  # stands for a name that holds no word: who asks for it cannot be told
WHOLE = crc32(b"=")  # what `require` gives: files ask for it without naming it
_WORDS = re.compile(r"\w+").findall
_PARTS = re.compile(r"[A-Za-z_]\w*").findall  # as types are read: `clair` of `éclair`
_encode = msgspec.msgpack.Encoder().encode


class Item(msgspec.Struct, array_like=True):
    """One thing that others ask a file for by name."""

    row: bytes  # digest of all that it says
    names: list[int]  # words of its names, as numbers
    lines: list[int]  # of a symbol the first, the last and that of its name; in their order within the file
    symbol: int = -1  # id, counted from the first of the file


class Shape(msgspec.Struct, array_like=True):
    """What others can read of a file."""

    group: str
    imports: bytes  # digest of the imports that are not asked for by name: they decide what a file can see
    opens: bytes  # digest of what all files may meet unasked: `using`, packages, names of std; nothing where there is none
    items: list[Item]


class Told(NamedTuple):
    """An item before it is packed: what it says, its names, and the text by which it leads on to other names."""

    says: tuple[object, ...]
    names: str
    text: str
    lines: tuple[int, ...]
    symbol: int = -1


def digest(stated: object, size: int = DIGEST_BYTES) -> bytes:
    return hashlib.sha256(_encode(stated)).digest()[:size]


def words_of(text: str) -> set[str]:
    """Return the words of a text, as far as anybody can ask for one because of it."""
    found = set(_WORDS(text))
    return found if text.isascii() else found | {part for word in found for part in _PARTS(word)}


def numbers_of(text: str) -> set[int]:
    return {crc32(word.encode(errors="replace")) for word in words_of(text)}


def name_numbers(names: str) -> list[int]:
    """Return the numbers of the words of a name; of nothing, where it is one that nobody can ask for."""
    if names.isidentifier() and names.isascii():
        return [crc32(names.encode())]
    if not names.strip():
        return []
    return [WHOLE] if names == "=" else sorted(numbers_of(names)) or [ODD]


def item_numbers(item: Told) -> list[int]:
    """Return the numbers of the words by which others ask for an item. A symbol without a name may be asked for, too."""
    return name_numbers(item.names) or ([ODD] if item.symbol >= 0 else [])


def tell(
    index: Index, file: int, local_names: list[LocalName], scopes: FileScopes | None = None
) -> tuple[list[Told], bytes, bytes]:
    """Return the items of a file, and the digests of what else others can read of it. `scopes` are those of the file, if known."""
    group = index.groups[file]
    symbols = index.symbols_of(file)
    imports = index.imports_of(file)
    first = index.first_of(file) if symbols else 0
    if group != "python":
        scopes = None
    elif scopes is None:
        scopes = FileScopes(index, file, local_names)
    arms = scopes.arms if scopes is not None else set()
    package = index.packages_around(file)[-1:] if group == "java" else []
    found = [
        Told(
            ("s", *package, s.name, s.kind, s.scope, s.signature, s.bases, s.is_private, s.has_body, s.is_conditional, s.first in arms),
            s.name, f"{s.scope} {s.signature} {s.bases}", (s.first, s.last, s.line), s.id - first,
        )
        for s in symbols
    ]  # fmt: skip
    whole: list[object] = [group, index.separators[file]]
    for item in imports:
        says = _meaning(index, item)
        if group in ("", "go", "csharp") or "*" in item.names or RULES.get(group, Rules()).reaches_includes:
            whole.append(says)
        else:
            text = f"{item.target} {' '.join(item.names)}"
            found.append(Told(("i", *says, item.line in arms), _bound(item, group), text, (item.line,)))
    opens: list[object] = [*index.clauses.get(file, ())] if group == "go" else []
    if group == "csharp":
        opens += [_meaning(index, item) for item in imports if item.how == GLOBAL]
    if scopes is not None:
        opens += [] if scopes.exports is None else ["exports"]
        found += _told_python(scopes, symbols)
    elif group == "js":
        for local in local_names:
            if local.holds[:1] == "^":
                found.append(Told(("o", local.name, local.holds), local.name, local.holds, ()))
    elif group == "c":
        opens += _told_c(index, file, symbols)
    return found, digest(whole), digest(opens) if opens else b""


def _meaning(index: Index, item: Import) -> tuple[object, ...]:
    file = None if item.file is None else index.paths.get(item.file, "")
    return (item.target, item.names, item.answer, file, item.how, item.folder)


def _bound(item: Import, group: str) -> str:
    """Return the names that an import can bind: `b` of `from shop import a as b`; see `bound_names`."""
    names = [name.rpartition("as ")[2] for name in item.names]
    if group != "python":
        names.append(last_part(item.target))
    elif not names:
        names.append(item.target.partition(".")[0])
    return " ".join(names)


def _told_c(index: Index, file: int, symbols: list[Symbol]) -> Iterator[object]:
    """Yield what a file of C++ brings into scopes, the namespaces that its macros open, and its names of std."""
    usings = index.usings.get(file, ())
    scopes = FileScopes(index, file, []) if usings else None
    for using in usings:
        holder = scopes.within(using.line) if scopes is not None else None
        around = (holder.kind, holder.scope, holder.name) if holder is not None else ()
        yield (using.name, using.target, *around)
    yield from macro_spaces(symbol.signature for symbol in symbols if symbol.kind == "macro")
    yield from sorted({symbol.name for symbol in symbols if symbol.scope == "std"})


def _told_python(scopes: FileScopes, symbols: list[Symbol]) -> Iterator[Told]:
    """Yield the local names of Python that others can ask for: what a module exports, what a variable or an attribute holds.

    The latter stand in a definition around such a place, and are named by its text, or by that of a local name that is.
    """
    for name in sorted(scopes.exports or ()):
        yield Told(("e", name), name, "", ())
    values = [s for s in symbols if s.kind not in FUNCTION_KINDS and s.kind != "class"]
    attributes = {s.name for s in symbols if s.kind == "attribute"}
    places = [s.line for s in values]
    words = {word for s in values for word in words_of(s.signature)}
    for name, held in sorted(scopes.attributes.items()):
        if name in attributes:
            for line, text in held:
                yield Told(("a", name, text), name, text, (line,))
                places.append(line)
                words |= words_of(text)
    around: set[Symbol] = set()
    for line in places:
        at = scopes.within(line)
        while at is not None and at not in around:
            around.add(at)
            at = scopes.around(at)
    found = [(scopes.holders[number], name, holds) for number, name, holds in scopes.local_names()]
    found = [row for row in found if row[0] in around]
    todo = words
    while todo:
        todo = {word for _, name, holds in found if name in todo for text in holds for word in words_of(text)}
        todo -= words
        words = words | todo
    for holder, name, holds in found:
        if name in words:
            says = ("l", holder.name, name, holds)
            yield Told(says, name, " ".join(holds), (holder.first, holder.last))


def pack_shape(group: str, told: tuple[list[Told], bytes, bytes]) -> Shape:
    """Pack what others can read of a file; lines become their ranks."""
    found, imports, opens = told
    ranks = {line: rank for rank, line in enumerate(sorted({line for item in found for line in item.lines}))}
    items = [
        Item(
            digest(item.says, ROW_BYTES),
            item_numbers(item),
            [ranks[line] for line in item.lines],
            item.symbol,
        )
        for item in found
    ]
    return Shape(group, imports, opens, items)


def own_words(index: Index, file: int, names: Iterable[str], local_names: list[LocalName]) -> bytes:
    """Return, as numbers, every word that a file can ask for because of its own text; `names` are those of its places."""
    parts = set(names)
    for s in index.symbols_of(file):
        parts.update((s.name, s.scope, s.signature, s.bases))
    for item in index.imports_of(file):
        parts.add(item.target)
        parts.update(item.names)
    for using in index.usings.get(file, ()):
        parts.add(using.target)
    for local in local_names:
        parts.update((local.name, local.holds))
    return array("I", sorted(numbers_of("\n".join(parts)))).tobytes()


def sizes(groups: dict[int, str], rows: Iterable[tuple[int, str, str, int]]) -> dict[str, dict[str, bytes]]:
    """Return by group which types are longer than others of the same last name: of such, the longest counts.

    Rows are file, name, kind and lines of types, in the order of ids.
    """
    found: dict[tuple[str, str], list[int]] = {}
    for file, name, kind, lines in rows:
        group = groups.get(file, "")
        if group == "rust" and kind == "module":
            continue  # see `length`
        if group and group != "python":
            found.setdefault((group, (_WORDS(name) or [""])[-1]), []).append(lines)
    listed: dict[str, dict[str, bytes]] = {}
    for (group, name), lengths in found.items():
        if len(lengths) > 1:
            ranks = {length: rank for rank, length in enumerate(sorted(set(lengths)))}
            told = [ranks[one] for one in lengths]
            if group == "ruby":  # see `ruby_names.defining`
                told += [one.bit_length() for one in lengths]
            listed.setdefault(group, {})[name] = digest(told, ROW_BYTES)
    return listed
