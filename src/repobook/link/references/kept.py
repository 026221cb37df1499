"""What a build keeps of its answers for the next one, in one file of the state folder."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import struct
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

import msgspec

from repobook.link.references.index import GROUPS, TYPE_KINDS, ImportReader, read_crates
from repobook.link.references.view import digest, sizes
from repobook.store.store import first_symbols

_MAGIC = b"repobook references 3\n"
_SIZES = struct.Struct("<QQ")  # of what stands behind the bodies: heads, ground
_SUM_BYTES = 32
_WAITING = 1 << 20  # bytes that are written at a time


class Head(msgspec.Struct, array_like=True):
    """What is kept of a file and read in every build."""

    path: str
    id: int
    first: int  # id of its first symbol
    own: bytes  # digest of what it was resolved from, of its own
    aims: list[int]  # files that its answers name, or whose symbols they name
    sizes: tuple[int, int, int]  # of the parts of its body


class KeptFile:
    """What is kept of a file. Its body is cut out of all that was read when it is asked for: that of most never is."""

    __slots__ = ("_at", "_data", "aims", "first", "id", "own", "path", "sizes")

    def __init__(self, head: Head, data: bytes, at: int) -> None:
        self.path, self.id, self.first, self.own = head.path, head.id, head.first, head.own
        self.aims, self.sizes = head.aims, head.sizes
        self._data, self._at = data, at

    @property
    def shape(self) -> bytes:
        """What others can read of it, packed."""
        return self._data[self._at : self._at + self.sizes[0]]

    @property
    def words(self) -> bytes:
        """Every word that it can ask for because of its own text, as numbers of four bytes."""
        return self._data[self._at + self.sizes[0] : self._at + self.sizes[0] + self.sizes[1]]

    @property
    def resolved(self) -> bytes:
        """Its answers, packed; nothing where it has none."""
        return self._data[self._at + self.sizes[0] + self.sizes[1] : self._at + sum(self.sizes)]

    @property
    def body(self) -> memoryview:
        """All of these in a row."""
        return memoryview(self._data)[self._at : self._at + sum(self.sizes)]


class Ground(msgspec.Struct, array_like=True):
    """What is kept of a build beside its files."""

    code: str  # digest of the program
    crates: dict[str, str]
    failed: list[str]  # groups of languages in which something went wrong
    sizes: dict[str, dict[str, bytes]]  # of types that share a name, by group
    leads: dict[str, list[str]]  # see `Tree`


class Kept(NamedTuple):
    """What is kept of a build."""

    ground: Ground
    files: dict[str, KeptFile]  # by path


_encode = msgspec.msgpack.Encoder().encode
_decode_ground = msgspec.msgpack.Decoder(Ground).decode
_decode_heads = msgspec.msgpack.Decoder(list[Head]).decode


def read_kept(path: str, code: str) -> Kept | None:
    """Return what a build of the same program kept; None where it is missing, damaged, or of another one."""
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except OSError:
        return None
    end = len(data) - _SUM_BYTES - _SIZES.size
    if end < 0 or hashlib.sha256(memoryview(data)[:-_SUM_BYTES]).digest() != data[-_SUM_BYTES:]:
        return None
    heads_size, ground_size = _SIZES.unpack_from(data, end)
    try:
        ground = _decode_ground(data[end - ground_size : end])
        if not data.startswith(_MAGIC) or ground.code != code:
            return None
        heads = _decode_heads(data[end - ground_size - heads_size : end - ground_size])
    except msgspec.MsgspecError:
        return None
    files: dict[str, KeptFile] = {}
    at = len(_MAGIC)
    for head in heads:
        files[head.path] = KeptFile(head, data, at)
        at += sum(head.sizes)
    return Kept(ground, files)


def write_kept(path: str, ground: Ground, files: Iterable[tuple[Head, Iterable[bytes | memoryview]]]) -> None:
    """Keep it for the next build: heads, and the parts of bodies. A folder that cannot be written only costs that build's time."""
    with contextlib.suppress(OSError):
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        digest = hashlib.sha256()
        heads: list[Head] = []
        with open(path, "wb") as stream:

            def write(data: bytes) -> None:
                digest.update(data)
                stream.write(data)

            waiting: list[bytes | memoryview] = [_MAGIC]
            size = 0
            for head, parts in files:
                heads.append(head)
                waiting += parts
                size += sum(head.sizes)
                if size > _WAITING:
                    write(b"".join(waiting))
                    waiting.clear()
                    size = 0
            packed = _encode(heads), _encode(ground)
            write(b"".join((*waiting, *packed, _SIZES.pack(*map(len, packed)))))
            stream.write(digest.digest())


@dataclass(slots=True)
class Tree:
    """What the files of a database are resolved from."""

    paths: dict[int, str] = field(default_factory=dict)
    groups: dict[int, str] = field(default_factory=dict)
    own: dict[int, bytes] = field(default_factory=dict)  # digests of what each is resolved from, of its own
    firsts: dict[int, int] = field(default_factory=dict)  # ids of first symbols
    leads: dict[str, set[str]] = field(default_factory=dict)  # group -> groups that its imports lead to
    crates: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, dict[str, bytes]] = field(default_factory=dict)
    _reached: dict[str, set[str]] = field(default_factory=dict)

    def reached(self, group: str) -> set[str]:
        """Return the groups whose files the files of a group can come to, itself included."""
        known = self._reached.get(group)
        if known is None:
            known = self._reached[group] = {group}
            todo = [group]
            while todo:
                more = self.leads.get(todo.pop(), set()) - known
                known |= more
                todo += more
        return known


def read_tree(
    connection: sqlite3.Connection,
    kept: Kept | None = None,
    touched: Collection[int] | None = None,
    old: sqlite3.Connection | None = None,
    firsts: dict[int, int] | None = None,
) -> Tree:
    """Read what the answers of all files hang on. `firsts` are the first symbols of files, where somebody knows them.

    The facts of a file are those of its bytes in its language; what its imports mean is for the whole tree to say. Where
    it is known which files are `touched` since answers were kept, and `old` is the database of that book, of the others
    nothing is read again.
    """
    tree = Tree()
    stated: dict[int, list[object]] = {}
    by_path: dict[str, int] = {}
    for file, path, language, separator, sha256 in connection.execute(
        "SELECT id, path, language, separator, sha256 FROM file WHERE outcome = 'documented' ORDER BY id"
    ):
        tree.paths[file] = path
        by_path[path] = file
        tree.groups[file] = GROUPS.get(language, "")
        stated[file] = [sha256, language, separator]
    paths, groups = tree.paths, tree.groups
    tree.crates = {name: paths[file] for name, file in sorted(read_crates(connection, by_path).items())}
    imports = ImportReader(connection, groups)
    known: dict[int, bytes] = {}
    if kept is None or touched is None:
        rows = imports.rows()
    else:
        known = {
            file: kept.files[path].own
            for file, path in paths.items()
            if file not in touched and path in kept.files
        }
        tree.leads = {group: set(leads) for group, leads in kept.ground.leads.items()}
        rows = chain.from_iterable(imports.rows("file_id = ?", file) for file in paths if file not in known)
    for file, line, target, names, answer, other, how, folder in rows:
        if other is None:
            stated[file].append((line, target, names, answer, None, how, folder))
        else:
            stated[file].append((line, target, names, answer, paths.get(other, ""), how, folder))
            tree.leads.setdefault(groups[file], set()).add(groups.get(other, ""))
    tree.own = {file: known.get(file) or digest(row) for file, row in stated.items()}
    tree.firsts = first_symbols(connection) if firsts is None else firsts
    if kept is None or touched is None or old is None or _types(old, touched) != _types(connection, touched):
        tree.sizes = sizes(groups, connection.execute(f"{_TYPES} ORDER BY id"))
    else:
        tree.sizes = kept.ground.sizes
    return tree


_TYPES = "SELECT file_id, name, kind, last_line - first_line FROM symbol WHERE kind IN ({})".format(
    ", ".join(f"'{kind}'" for kind in sorted(TYPE_KINDS))
)


def _types(connection: sqlite3.Connection, files: Collection[int]) -> list[list[tuple[object, ...]]]:
    """Return the types of some files, each with its length."""
    return [
        connection.execute(f"{_TYPES} AND file_id = ? ORDER BY id", (file,)).fetchall()
        for file in sorted(files)
    ]
