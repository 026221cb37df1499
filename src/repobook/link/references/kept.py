"""What a build keeps of its answers for the next one, in one file of the state folder."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import struct
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import BinaryIO, NamedTuple

import msgspec

from repobook.link.references.index import GROUPS, TYPE_KINDS, ImportReader, read_crates
from repobook.link.references.view import digest, sizes

_MAGIC = b"repobook references 2\n"
_SIZE = struct.Struct("<I")
_SUM_BYTES = 32


class KeptFile(msgspec.Struct, array_like=True):
    """What is kept of a file."""

    path: str
    id: int
    first: int  # id of its first symbol
    own: bytes  # digest of what it was resolved from, of its own
    shape: bytes  # what others can read of it, packed
    words: bytes  # every word that it can ask for because of its own text, as numbers of four bytes
    resolved: bytes  # its answers, packed; nothing where it has none
    aims: list[int]  # files that these name, or whose symbols they name


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
_decode_file = msgspec.msgpack.Decoder(KeptFile).decode


def read_kept(path: str, code: str) -> Kept | None:
    """Return what a build of the same program kept; None where it is missing, damaged, or of another one."""
    try:
        with open(path, "rb") as stream:
            records = _records(stream)
            ground = next(records, b"")
            if not ground or _decode_ground(ground).code != code:
                return None
            return Kept(_decode_ground(ground), {file.path: file for file in map(_decode_file, records)})
    except (OSError, msgspec.MsgspecError):
        return None


def write_kept(path: str, ground: Ground, files: Iterable[KeptFile]) -> None:
    """Keep it for the next build. A folder that cannot be written only costs that build's time."""
    with contextlib.suppress(OSError):
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        digest = hashlib.sha256(_MAGIC)
        with open(path, "wb") as stream:
            stream.write(_MAGIC)
            for item in chain((ground,), files):
                data = _encode(item)
                data = _SIZE.pack(len(data)) + data
                digest.update(data)
                stream.write(data)
            stream.write(digest.digest())


def _records(stream: BinaryIO) -> Iterator[bytes]:
    """Yield what was written, record by record; nothing where any byte of it is another."""
    end = os.fstat(stream.fileno()).st_size - _SUM_BYTES
    digest = hashlib.sha256()
    while (left := end - stream.tell()) > 0 and (block := stream.read(min(left, 1 << 20))):
        digest.update(block)
    if stream.read() != digest.digest():
        return
    stream.seek(0)
    if stream.read(len(_MAGIC)) != _MAGIC:
        return
    while stream.tell() < end:
        (size,) = _SIZE.unpack(stream.read(_SIZE.size))
        yield stream.read(size)


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
    connection: sqlite3.Connection, kept: Kept | None = None, touched: Collection[int] | None = None
) -> Tree:
    """Read what the answers of all files hang on.

    The facts of a file are those of its bytes in its language; what its imports mean is for the whole tree to say. Where
    it is known which files are `touched` since answers were kept, of the others nothing is read again.
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
    tree.firsts = dict(
        connection.execute(
            "SELECT id, (SELECT min(s.id) FROM symbol s WHERE s.file_id = f.id) FROM file f WHERE f.symbols > 0 ORDER BY f.id"
        )
    )
    kinds = ", ".join(f"'{kind}'" for kind in sorted(TYPE_KINDS))
    tree.sizes = sizes(
        groups,
        connection.execute(
            f"SELECT file_id, name, kind, last_line - first_line FROM symbol WHERE kind IN ({kinds}) ORDER BY id"
        ),
    )
    return tree
