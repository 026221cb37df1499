"""What a build keeps of its answers for the next one, in two files of the state folder.

One holds what is read in every build: columns of numbers, one for each file of the repository. The other is a log of bodies,
to which each build adds those that are new; of most files nothing is read or written again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Any, BinaryIO, NamedTuple

import msgspec

from repobook.link.references.index import GROUPS, TYPE_KINDS, ImportReader, read_crates
from repobook.link.references.view import DIGEST_BYTES, digest, sizes
from repobook.store.store import first_symbols

_MAGIC = b"repobook references 4\n"
_SUM_BYTES = 32
_BODY_SUM = 16  # bytes of the checksum of a body
_TOKEN = 16  # bytes at the beginning of a log, by which it is known
_WIDE = 4  # bytes of a number of a word, a file or a symbol
_FEW = 16  # numbers that are looked for one by one
_SPARE = 1 << 20  # bytes that a log may hold of what nobody needs, beside as much as it needs


class Damaged(Exception):
    """A body is not what was written."""


class Entry(NamedTuple):
    """What is kept of a file that has a new body."""

    own: bytes  # digest of what it was resolved from, of its own
    aims: list[int]  # files that its answers name, or whose symbols they name
    words: bytes  # every word that it can ask for because of its own text, as numbers of four bytes
    shape: bytes  # what others can read of it, packed
    answers: bytes  # packed; nothing where it has none


class Columns(msgspec.Struct, array_like=True):
    """What is kept of files and read in every build. All but paths are rows of numbers or digests, in the order of ids."""

    paths: list[str]
    ids: bytes
    firsts: bytes  # id of its first symbol
    groups: list[str]
    own: bytes
    aims: bytes
    aim_counts: bytes
    words: bytes
    word_counts: bytes
    shape_sizes: bytes
    answer_sizes: bytes
    places: bytes  # of bodies in the log
    sums: bytes  # checksums of bodies


class Ground(msgspec.Struct, array_like=True):
    """What is kept of a build beside its files."""

    code: str  # digest of the program
    crates: dict[str, str]
    failed: list[str]  # groups of languages in which something went wrong
    sizes: dict[str, dict[str, bytes]]  # of types that share a name, by group
    leads: dict[str, list[str]]  # see `Tree`


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[Ground, Columns, bytes]).decode


def log_of(path: str) -> str:
    """Return where the log of bodies is that belongs to such a file, finished or not."""
    return path.removesuffix(".new") + ".bodies"


class Kept:
    """What is kept of a build. A file is known by its row."""

    def __init__(self, ground: Ground, columns: Columns, token: bytes, log: int) -> None:
        """`log` is the descriptor of the log, which begins with `token`."""
        self.ground = ground
        self.token = token
        self.columns = columns
        self.paths = columns.paths
        self.ids, self.firsts = array("I", columns.ids), array("I", columns.firsts)
        self.shape_sizes = array("I", columns.shape_sizes)
        self.answer_sizes = array("I", columns.answer_sizes)
        self.places = array("Q", columns.places)
        self._aim_ends = list(accumulate(array("I", columns.aim_counts)))
        self._word_ends = list(accumulate(array("I", columns.word_counts)))
        self._log = log

    def __del__(self) -> None:
        with contextlib.suppress(OSError):
            os.close(self._log)

    @cached_property
    def rows(self) -> dict[str, int]:
        """By path."""
        return {path: row for row, path in enumerate(self.paths)}

    def row_of(self, file: int) -> int:
        """Return the row of the file that had a number."""
        return bisect_left(self.ids, file)

    def own(self, row: int) -> bytes:
        return self.columns.own[row * DIGEST_BYTES : (row + 1) * DIGEST_BYTES]

    def aims(self, row: int) -> array[int]:
        first, end = _span(self._aim_ends, row)
        return array("I", self.columns.aims[first * _WIDE : end * _WIDE])

    def words(self, row: int) -> bytes:
        first, end = _span(self._word_ends, row)
        return self.columns.words[first * _WIDE : end * _WIDE]

    def shape(self, row: int) -> bytes:
        return self._body(row)[: self.shape_sizes[row]]

    def answers(self, row: int) -> bytes:
        """Return the answers of a file, packed; nothing where it has none."""
        return self._body(row)[self.shape_sizes[row] :] if self.answer_sizes[row] else b""

    def _body(self, row: int) -> bytes:
        try:
            body = os.pread(self._log, self.shape_sizes[row] + self.answer_sizes[row], self.places[row])
        except OSError as error:
            raise Damaged from error
        if _sum(body) != self.columns.sums[row * _BODY_SUM : (row + 1) * _BODY_SUM]:
            raise Damaged
        return body

    def naming(self, files: Collection[int]) -> set[int]:
        """Return the rows of files whose answers name one of these, or a symbol of it."""
        return _holding(self.columns.aims, self._aim_ends, files)

    def saying(self, words: Collection[int]) -> set[int]:
        """Return the rows of files that say one of these words."""
        return _holding(self.columns.words, self._word_ends, words)


def _span(ends: list[int], row: int) -> tuple[int, int]:
    return ends[row - 1] if row else 0, ends[row]


def _holding(data: bytes, ends: list[int], wanted: Collection[int]) -> set[int]:
    """Return the rows that hold one of these numbers; `ends` tells where each row ends."""
    found: set[int] = set()
    if len(wanted) > _FEW:
        wanted, numbers, first = frozenset(wanted), memoryview(data).cast("I"), 0
        for row, end in enumerate(ends):
            if end > first and not wanted.isdisjoint(numbers[first:end]):
                found.add(row)
            first = end
        return found
    for number in wanted:
        sought = array("I", [number]).tobytes()
        at = data.find(sought)
        while at >= 0:
            if at % _WIDE:  # parts of two others
                at = data.find(sought, at + 1)
                continue
            row = bisect_right(ends, at // _WIDE)
            found.add(row)
            at = data.find(sought, ends[row] * _WIDE)
    return found


def _sum(body: bytes) -> bytes:
    return hashlib.sha256(body).digest()[:_BODY_SUM]


def read_kept(path: str, code: str) -> Kept | None:
    """Return what a build of the same program kept; None where it is missing, damaged, or of another one."""
    try:
        with open(path, "rb") as stream:
            data = stream.read()
        if (
            not data.startswith(_MAGIC)
            or hashlib.sha256(memoryview(data)[:-_SUM_BYTES]).digest() != data[-_SUM_BYTES:]
        ):
            return None
        ground, columns, token = _decode(memoryview(data)[len(_MAGIC) : -_SUM_BYTES])
        if ground.code != code:
            return None
        log = os.open(log_of(path), os.O_RDONLY)
    except (OSError, msgspec.MsgspecError):
        return None
    kept = Kept(ground, columns, token, log)
    try:
        return kept if os.pread(log, _TOKEN, 0) == token else None
    except OSError:
        return None


class Keeper:
    """Writes what the next build may use. A folder that cannot be written only costs that build's time."""

    def __init__(self, path: str, ground: Ground, last: Kept | None) -> None:
        self._path = path
        self._ground = ground
        self._last = last

    def renew(self, entries: dict[int, Entry]) -> None:
        """Keep what the last build kept, but for new bodies of some rows: files and numbers are the same."""
        last = self._last
        assert last is not None
        with contextlib.suppress(OSError, Damaged), self._open(last) as log:
            old = last.columns
            shape_sizes, answer_sizes = last.shape_sizes[:], last.answer_sizes[:]
            places, own, sums = last.places[:], bytearray(old.own), bytearray(old.sums)
            aim_counts, word_counts = array("I", old.aim_counts), array("I", old.word_counts)
            aims, words = [], []
            aim_at = word_at = 0
            for row, entry in sorted(entries.items()):
                own[row * DIGEST_BYTES : (row + 1) * DIGEST_BYTES] = entry.own
                shape_sizes[row], answer_sizes[row] = len(entry.shape), len(entry.answers)
                places[row], sums[row * _BODY_SUM : (row + 1) * _BODY_SUM] = log.add(entry)
                first, end = _span(last._aim_ends, row)
                aims += [old.aims[aim_at * _WIDE : first * _WIDE], array("I", entry.aims).tobytes()]
                aim_at, aim_counts[row] = end, len(entry.aims)
                first, end = _span(last._word_ends, row)
                words += [old.words[word_at * _WIDE : first * _WIDE], entry.words]
                word_at, word_counts[row] = end, len(entry.words) // _WIDE
            columns = Columns(
                old.paths, old.ids, old.firsts, old.groups, bytes(own),
                b"".join([*aims, old.aims[aim_at * _WIDE :]]), aim_counts.tobytes(),
                b"".join([*words, old.words[word_at * _WIDE :]]), word_counts.tobytes(),
                shape_sizes.tobytes(), answer_sizes.tobytes(), places.tobytes(), bytes(sums),
            )  # fmt: skip
            self._write(columns, log.token)

    def write(self, files: Iterable[tuple[str, int, int, str, Entry | int, bytes]]) -> None:
        """Keep all files: path, id, first symbol and group of each, in the order of ids; what is new of it, or the row that its
        body has in the last build's; and the digest of what it was resolved from."""
        last = self._last
        with contextlib.suppress(OSError, Damaged), self._open(last) as log:
            paths, groups, ids, firsts = [], [], array("I"), array("I")
            own, aims, words, sums = bytearray(), bytearray(), bytearray(), bytearray()
            aim_counts, word_counts = array("I"), array("I")
            shape_sizes, answer_sizes, places = array("I"), array("I"), array("Q")
            for path, file, first, group, entry, stated in files:
                paths.append(path)
                groups.append(group)
                ids.append(file)
                firsts.append(first)
                own += stated
                if isinstance(entry, int):
                    assert last is not None
                    named, said = last.aims(entry).tobytes(), last.words(entry)
                    shape, answers = last.shape_sizes[entry], last.answer_sizes[entry]
                    place, checksum = (
                        last.places[entry],
                        last.columns.sums[entry * _BODY_SUM : (entry + 1) * _BODY_SUM],
                    )
                else:
                    named, said = array("I", entry.aims).tobytes(), entry.words
                    shape, answers = len(entry.shape), len(entry.answers)
                    place, checksum = log.add(entry)
                aims += named
                aim_counts.append(len(named) // _WIDE)
                words += said
                word_counts.append(len(said) // _WIDE)
                shape_sizes.append(shape)
                answer_sizes.append(answers)
                places.append(place)
                sums += checksum
            columns = Columns(
                paths, ids.tobytes(), firsts.tobytes(), groups, bytes(own), bytes(aims), aim_counts.tobytes(), bytes(words),
                word_counts.tobytes(), shape_sizes.tobytes(), answer_sizes.tobytes(), places.tobytes(), bytes(sums),
            )  # fmt: skip
            self._write(columns, log.token)

    def is_wasteful(self) -> bool:
        """Tell whether most of the log is what nobody needs any more."""
        last = self._last
        if last is None:
            return False
        needed = sum(last.shape_sizes) + sum(last.answer_sizes)
        return os.fstat(last._log).st_size > 2 * needed + _SPARE

    @contextlib.contextmanager
    def _open(self, last: Kept | None) -> Iterator[_Log]:
        """Open the log to add to it, or begin another."""
        place = log_of(self._path)
        os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
        if last is None:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(place)  # whoever reads it still has it
        with open(place, "ab" if last is not None else "xb") as stream:
            yield _Log(stream, last.token if last is not None else b"")

    def _write(self, columns: Columns, token: bytes) -> None:
        data = _MAGIC + _encode((self._ground, columns, token))
        with open(self._path, "wb") as stream:
            stream.write(data)
            stream.write(hashlib.sha256(data).digest())


class _Log:
    """Adds bodies to a log."""

    def __init__(self, stream: BinaryIO, token: bytes) -> None:
        """A log without a `token` begins with a new one."""
        self._stream = stream
        self.token = token or os.urandom(_TOKEN)
        self._at = stream.seek(0, os.SEEK_END)
        if not token:
            self._at += stream.write(self.token)

    def add(self, entry: Entry) -> tuple[int, bytes]:
        """Add a body; return its place and its checksum."""
        body = entry.shape + entry.answers
        place = self._at
        self._at += self._stream.write(body)
        return place, _sum(body)


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
    is_renewed: bool = (
        False  # files and numbers are those that answers were kept of; `own` has touched ones alone
    )
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
    if kept is not None and touched is not None and old is not None and firsts is not None:
        if _are_files(connection, kept, firsts):
            return _renew_tree(connection, kept, touched, old, firsts)
    tree = Tree()
    stated: dict[int, list[object]] = {}
    by_path: dict[str, int] = {}
    for file, path, language, separator, sha256 in connection.execute(f"{_FILES} ORDER BY id"):
        tree.paths[file] = path
        by_path[path] = file
        tree.groups[file] = GROUPS.get(language, "")
        stated[file] = [sha256, language, separator]
    paths, groups = tree.paths, tree.groups
    tree.crates = {name: paths[file] for name, file in sorted(read_crates(connection, by_path).items())}
    _read_own(tree, stated, ImportReader(connection, groups).rows())
    tree.firsts = first_symbols(connection) if firsts is None else firsts
    tree.sizes = sizes(groups, connection.execute(f"{_TYPES} ORDER BY id"))
    return tree


def _are_files(connection: sqlite3.Connection, kept: Kept, firsts: dict[int, int]) -> bool:
    """Tell whether the files and the numbers of their symbols are those that answers were kept of."""
    now = array(
        "I",
        [
            file
            for (file,) in connection.execute("SELECT id FROM file WHERE outcome = 'documented' ORDER BY id")
        ],
    )
    if len(set(kept.paths)) < len(kept.paths):
        return False
    return now == kept.ids and array("I", [firsts.get(file, 0) for file in now]) == kept.firsts


def _renew_tree(
    connection: sqlite3.Connection,
    kept: Kept,
    touched: Collection[int],
    old: sqlite3.Connection,
    firsts: dict[int, int],
) -> Tree:
    """Read what answers hang on of touched files alone; all others are what they were."""
    tree = Tree(is_renewed=True, firsts=firsts)
    tree.paths = dict(zip(kept.ids, kept.paths, strict=True))
    tree.groups = dict(zip(kept.ids, kept.columns.groups, strict=True))
    tree.leads = {group: set(leads) for group, leads in kept.ground.leads.items()}
    imports = ImportReader(connection, tree.groups)
    for file in sorted(touched):
        stated = {}
        for number, path, language, separator, sha256 in connection.execute(f"{_FILES} AND id = ?", (file,)):
            tree.paths[number] = path
            tree.groups[number] = GROUPS.get(language, "")
            stated[number] = [sha256, language, separator]
        if stated:
            _read_own(tree, stated, imports.rows("file_id = ?", file))
    tree.crates = kept.ground.crates
    if any(tree.paths.get(file, "").endswith("Cargo.toml") for file in touched):
        by_path = {path: file for file, path in tree.paths.items()}
        tree.crates = {
            name: tree.paths[file] for name, file in sorted(read_crates(connection, by_path).items())
        }
    tree.sizes = kept.ground.sizes
    if _types(old, touched) != _types(connection, touched):
        tree.sizes = sizes(tree.groups, connection.execute(f"{_TYPES} ORDER BY id"))
    return tree


def _read_own(tree: Tree, stated: dict[int, list[object]], imports: Iterable[Any]) -> None:
    """Take in what files are resolved from, of their own, and where their imports lead."""
    paths, groups = tree.paths, tree.groups
    for file, line, target, names, answer, other, how, folder in imports:
        if other is None:
            stated[file].append((line, target, names, answer, None, how, folder))
        else:
            stated[file].append((line, target, names, answer, paths.get(other, ""), how, folder))
            tree.leads.setdefault(groups[file], set()).add(groups.get(other, ""))
    tree.own.update((file, digest(row)) for file, row in stated.items())


_FILES = "SELECT id, path, language, separator, sha256 FROM file WHERE outcome = 'documented'"
_TYPES = "SELECT file_id, name, kind, last_line - first_line FROM symbol WHERE kind IN ({})".format(
    ", ".join(f"'{kind}'" for kind in sorted(TYPE_KINDS))
)


def _types(connection: sqlite3.Connection, files: Collection[int]) -> list[list[tuple[object, ...]]]:
    """Return the types of some files, each with its length."""
    return [
        connection.execute(f"{_TYPES} AND file_id = ? ORDER BY id", (file,)).fetchall()
        for file in sorted(files)
    ]
