"""Answers of the last build that still hold.

A file keeps its answers when it is the same itself (its bytes, its language, what its imports mean), and everything is
the same that files of its group of languages can read of others: see `view`. That is one digest a group, over all files of
the group and of those groups that its imports lead to. Ids are part of it: answers name them.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
from dataclasses import dataclass, field

import msgspec

from repobook.link.references.index import GROUPS, Index, read_crates, read_imports
from repobook.link.references.view import digest, sizes, view

_MAGIC = b"repobook references 1\n"
_SUM_BYTES = 32
MANY_CHANGED = 2_000  # files: of more, the workers find out what others can read of them


class KeptFile(msgspec.Struct, array_like=True):
    own: bytes  # digest of what it was resolved from, of its own
    view: bytes  # digest of what others can read of it
    resolved: bytes  # its answers, packed; nothing where it has none


class Kept(msgspec.Struct, array_like=True):
    """What is kept of a build."""

    code: str  # digest of the program
    groups: dict[str, bytes]  # digest of what the files of a group can read of each other and of other groups
    files: dict[str, KeptFile]  # by path


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Kept).decode


def read_kept(path: str, code: str) -> Kept | None:
    """Return what a build of the same program kept; None where it is missing, damaged, or of another one."""
    try:
        with open(path, "rb") as stream:
            data = stream.read()
        start = len(_MAGIC) + _SUM_BYTES
        stated = data[len(_MAGIC) : start]
        if data[: len(_MAGIC)] != _MAGIC or hashlib.sha256(memoryview(data)[start:]).digest() != stated:
            return None
        kept = _decode(memoryview(data)[start:])
    except (OSError, msgspec.MsgspecError):
        return None
    return kept if kept.code == code else None


def write_kept(path: str, kept: Kept) -> None:
    """Keep it for the next build. A folder that cannot be written only costs that build's time."""
    data = _encode(kept)
    fresh = f"{path}.{os.getpid()}"
    with contextlib.suppress(OSError):
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(fresh, "wb") as stream:
            stream.write(_MAGIC + hashlib.sha256(data).digest())
            stream.write(data)
        os.replace(fresh, path)


@dataclass(slots=True)
class Tree:
    """What the files of a database are resolved from, as digests."""

    paths: dict[int, str] = field(default_factory=dict)
    groups: dict[int, str] = field(default_factory=dict)
    own: dict[int, bytes] = field(default_factory=dict)
    firsts: dict[int, int] = field(default_factory=dict)  # ids of first symbols
    leads: dict[str, set[str]] = field(default_factory=dict)  # group -> groups that its imports lead to
    common: bytes = b""  # what all groups can read: paths, languages, crates
    sizes: dict[str, bytes] = field(default_factory=dict)  # of types, by group

    def reached(self, group: str) -> set[str]:
        """Return the groups whose files the files of a group can come to, itself included."""
        found = {group}
        todo = [group]
        while todo:
            more = self.leads.get(todo.pop(), set()) - found
            found |= more
            todo += more
        return found

    def states(self, views: dict[int, bytes]) -> dict[str, bytes]:
        """Return by group the digest of all that its files can read of others."""
        members: dict[str, list[object]] = {}
        for file, path in self.paths.items():
            row = (file, path, self.firsts.get(file, 0), views[file])
            members.setdefault(self.groups[file], []).append(row)
        whole = {group: digest(rows) for group, rows in members.items()}
        return {
            group: digest(
                [
                    self.common,
                    [
                        (one, whole.get(one, b""), self.sizes.get(one, b""))
                        for one in sorted(self.reached(group))
                    ],
                ]
            )
            for group in members
        }


def read_tree(connection: sqlite3.Connection) -> Tree:
    """Read what the answers of all files hang on."""
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
    common = [(file, tree.paths[file], row[1], row[2]) for file, row in stated.items()]
    tree.common = digest([common, sorted(read_crates(connection, by_path).items())])
    paths, groups = tree.paths, tree.groups
    for file, item in read_imports(connection, groups):
        target = paths.get(item.file, "") if item.file is not None else None
        stated[file].append((*item[:4], target, *item[5:]))
        if item.file is not None:
            tree.leads.setdefault(groups[file], set()).add(groups.get(item.file, ""))
    tree.own = {file: digest(row) for file, row in stated.items()}
    tree.firsts = dict(connection.execute("SELECT file_id, min(id) FROM symbol GROUP BY file_id"))
    tree.sizes = sizes(
        groups,
        connection.execute("SELECT id, file_id, name, kind, last_line - first_line FROM symbol ORDER BY id"),
    )
    return tree


class Plan:
    """What of a build's answers is known, and what is to be resolved."""

    def __init__(self, connection: sqlite3.Connection, kept: Kept | None) -> None:
        self.tree = read_tree(connection)
        self.views: dict[int, bytes] = {}
        self.known: dict[int, bytes] = {}  # answers of files, packed
        self.todo: list[int] | None = None  # files to be resolved; None: all
        self._failed: set[str] = set()  # groups in which something went wrong
        if kept is None:
            return
        tree = self.tree
        files = {file: kept.files.get(path) for file, path in tree.paths.items()}
        changed = [file for file, was in files.items() if was is None or was.own != tree.own[file]]
        if len(changed) > MANY_CHANGED:
            return
        self.views = {file: was.view for file, was in files.items() if was is not None}
        if changed:
            index = Index(connection, files=changed)
            self.views.update((file, view(index, file)) for file in changed)
        states = tree.states(self.views)
        same = {group for group, state in states.items() if kept.groups.get(group) == state}
        again = set(changed)
        self.todo = []
        for file, was in files.items():
            if was is None or file in again or tree.groups[file] not in same:
                self.todo.append(file)
            elif was.resolved:
                self.known[file] = was.resolved

    @property
    def groups(self) -> set[str] | None:
        """The groups that must be read to resolve what is to be resolved; None: all."""
        if self.todo is None:
            return None
        wanted = {self.tree.groups[file] for file in self.todo} - {""}
        return {one for group in wanted for one in self.tree.reached(group)}

    @property
    def has_failed(self) -> bool:
        return bool(self._failed)

    def note_failure(self, file: int) -> None:
        """Something went wrong in a file: what its group answers may hang on what was asked before, and is not kept."""
        self._failed.add(self.tree.groups[file])

    def keep(self, path: str, code: str, resolved: dict[int, bytes]) -> None:
        """Write what the next build may use. All views must be known."""
        tree = self.tree
        states = tree.states(self.views)
        files = {
            name: KeptFile(tree.own[file], self.views[file], resolved.get(file, b""))
            for file, name in tree.paths.items()
        }
        groups = {group: state for group, state in states.items() if group not in self._failed}
        write_kept(path, Kept(code, groups, files))
