"""Which answers of the last build still hold, and which files are to be resolved.

A file keeps its answers when it is the same itself (its bytes, its language, what its imports mean), and nothing has
changed that it can come to from there. It comes to others by names: those of its own text, and those of the text of what
it comes to by them. So the names of all that changed are spread backwards, to what says one of them in its text, until
no more come in; a file that says none of these words cannot have asked for one. What is not asked for by name (what a
file can see, the namespaces that it opens) costs all answers of its group of languages when it changes.

Answers that hold may name other ids than before: symbols and files keep their order, but not their numbers.
"""

from __future__ import annotations

import contextlib
import random
import sqlite3
from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator

import msgspec

from repobook.link.references.answers import Answer, pack_answers, unpack_answers
from repobook.link.references.index import Index
from repobook.link.references.job import Resolved, Seen, see
from repobook.link.references.kept import Damaged, Entry, Ground, Keeper, Kept, Tree, read_tree
from repobook.link.references.view import (
    ODD,
    WHOLE,
    Item,
    Shape,
    item_numbers,
    name_numbers,
    numbers_of,
    tell,
)

MANY_CHANGED = 1_000  # files: of more, all are resolved
MAX_CHECKED = 6  # files whose answers hold and are looked for all the same
MIN_SPREAD = 200  # files that a changed name may stand in, or a tenth of all, before all are resolved

_encode = msgspec.msgpack.Encoder().encode
_decode_shape = msgspec.msgpack.Decoder(Shape).decode
decode_resolved = msgspec.msgpack.Decoder(Resolved).decode
Offsets = dict[int, int]  # of symbols in a file, before and now


class Plan:
    """What of a build's answers is known, and what is to be resolved."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        kept: Kept | None,
        touched: Collection[int] | None = None,
        old: sqlite3.Connection | None = None,
        firsts: dict[int, int] | None = None,
    ) -> None:
        """`touched` are the files whose own rows are not those that answers were kept of, where that is known; these are of
        the book whose database is `old`. `firsts` are the first symbols of files, where somebody knows them."""
        self.tree = read_tree(connection, kept, touched, old, firsts)
        self.renewed: dict[int, bytes] = {}  # answers of files that hold with other numbers, packed
        self.todo: list[int] | None = None  # files to be resolved; None: all
        self.checked: set[int] = set()  # files that are resolved all the same: do their answers hold?
        self.seen: dict[int, Seen] = {}  # files that are not as they were
        self._kept = kept
        self._rows: dict[int, int] = {}  # of the others, and where they are kept
        self._failed: set[str] = set()  # groups in which something went wrong
        if kept is not None:
            self._look(connection, kept)

    @property
    def has_failed(self) -> bool:
        return bool(self._failed)

    def held(self) -> Iterator[int]:
        """Give the files whose answers hold."""
        if self._kept is None or self.todo is None:
            return
        again, sizes = self._again, self._kept.answer_sizes
        yield from (file for file, row in self._rows.items() if sizes[row] and file not in again)

    @property
    def _again(self) -> frozenset[int]:
        return frozenset(self.todo or ())

    def answers(self, file: int) -> bytes:
        """Return the answers of a file that hold, packed."""
        assert self._kept is not None
        return self.renewed.get(file) or self._kept.answers(self._rows[file])

    def is_known(self, found: Resolved, packed: bytes) -> bool:
        """Tell whether answers that were found are those that are known to hold. If not, nothing that is known can be trusted."""
        known = self.answers(found.file)
        return packed == known or renumber(decode_resolved(known), int, int) == renumber(found, int, int)

    def note_failure(self, file: int) -> None:
        """Something went wrong in a file: what its group answers may hang on what was asked before, and is not kept."""
        self._failed.add(self.tree.groups[file])

    def keep(self, path: str, code: str, resolved: dict[int, tuple[bytes, list[int]]]) -> None:
        """Write what the next build may use: answers that are new, and the files that they name. All files must have been seen."""
        leads = {group: sorted(leads) for group, leads in self.tree.leads.items()}
        ground = Ground(code, self.tree.crates, sorted(self._failed), self.tree.sizes, leads)
        kept = self._kept if self.todo is not None else None
        keeper = Keeper(path, ground, kept)
        again = self._again
        new = {*self.seen, *again, *self.renewed}
        with contextlib.suppress(Damaged):
            if kept is not None and keeper.is_wasteful():
                Keeper(path, ground, None).write(self._files(resolved, set(self.tree.paths)))
            elif kept is not None and self.tree.is_renewed:
                keeper.renew({kept.row_of(file): self._entry(file, resolved, again) for file in new})
            else:
                keeper.write(self._files(resolved, new if kept is not None else set(self.tree.paths)))

    def _files(
        self, resolved: dict[int, tuple[bytes, list[int]]], new: set[int]
    ) -> Iterator[tuple[str, int, int, str, Entry | int, bytes]]:
        """Give all files as they are kept; those that are not `new` by the rows that they had."""
        tree, again = self.tree, self._again
        for file, path in tree.paths.items():
            kept = self._entry(file, resolved, again) if file in new else self._rows[file]
            yield path, file, tree.firsts.get(file, 0), tree.groups[file], kept, self._own(file)

    def _entry(self, file: int, resolved: dict[int, tuple[bytes, list[int]]], again: frozenset[int]) -> Entry:
        answers, aims = resolved.get(file, (b"", []))
        row, kept = self._rows.get(file), self._kept
        if row is None or kept is None:
            seen = self.seen[file]
            return Entry(self._own(file), aims, seen.words, seen.shape, answers)
        if file not in resolved and file not in again:
            answers, aims = kept.answers(row), list(kept.aims(row))
        return Entry(self._own(file), aims, kept.words(row), kept.shape(row), answers)

    def _own(self, file: int) -> bytes:
        """Return the digest of what a file is resolved from, of its own."""
        known = self.tree.own.get(file)
        if known is None:
            assert self._kept is not None
            known = self._kept.own(self._kept.row_of(file))
        return known

    def _look(self, connection: sqlite3.Connection, kept: Kept) -> None:
        tree = self.tree
        if tree.is_renewed:
            rows = dict(zip(kept.ids, range(len(kept.ids)), strict=True))
            changed = sorted(file for file, own in tree.own.items() if kept.own(rows[file]) != own)
            gone: set[str] = set()
        else:
            rows = {file: kept.rows[path] for file, path in tree.paths.items() if path in kept.rows}
            changed = [
                file for file, own in tree.own.items() if file not in rows or kept.own(rows[file]) != own
            ]
            gone = kept.rows.keys() - set(tree.paths.values())
            if len(set(tree.paths.values())) < len(tree.paths):
                return
        if len(changed) + len(gone) > MANY_CHANGED or kept.ground.failed or kept.ground.crates != tree.crates:
            return
        index = Index(connection)
        names: dict[int, list[str]] = {}
        if changed:
            for file, places, _ in index.read_sites(changed[0], changed[-1], changed):
                names[file] = places.names
        for file in changed:
            self.seen[file] = see(index, file, names.get(file, []), index.read_locals(file))
        # Who imports a file that came or went is another file now itself.
        is_imported = any(file in rows for file in changed)
        change = _Change(tree)
        offsets: dict[int, Offsets] = {}
        for file in changed:
            row, shape = rows.get(file), self.seen[file].shape
            if row is None:
                change.add_file(tree.paths[file], _decode_shape(shape), is_imported)
            elif (before := kept.shape(row)) != shape:
                offsets[kept.ids[row]] = change.compare(_decode_shape(before), _decode_shape(shape))
        for path in sorted(gone):
            change.add_file(path, _decode_shape(kept.shape(kept.rows[path])), is_imported)
        change.compare_sizes(kept.ground.sizes)
        self._rows = {file: row for file, row in rows.items() if file not in self.seen}
        files = {row: file for file, row in self._rows.items()}
        fresh = {file: array("I", self.seen[file].words) for file in changed}

        def saying(words: set[int]) -> set[int]:
            found = {files[row] for row in kept.saying(words) if row in files}
            return found.union(file for file, own in fresh.items() if not words.isdisjoint(own))

        change.spread(connection, index, saying)
        speakers = saying(change.words) if change.words else set()
        numbers = _Numbers(tree, kept, offsets)
        moved = numbers.moving(kept)
        self.todo = list(changed)
        asked = self._rows if change.redo else sorted(speakers.intersection(self._rows))
        self.todo += [file for file in asked if change.touches(tree.groups[file], file in speakers)]
        done = frozenset(self.todo)
        for row in sorted(moved):
            if row in files and (file := files[row]) not in done and kept.answer_sizes[row]:
                answers = numbers.renew(kept.answers(row))
                if answers is None:
                    self.todo.append(file)
                else:
                    self.renewed[file] = answers
        self.todo.sort()
        again = {kept.ids[kept.rows[path]] for path in gone}
        again.update(kept.ids[rows[file]] for file in self.todo if file in rows)
        self._choose({files[row] for row in kept.naming(again) if row in files})

    def _choose(self, near: set[int]) -> None:
        """Choose files whose known answers are checked: `near` ones, which name what is resolved again, and any others."""
        assert self.todo is not None
        groups = {self.tree.groups[file] for file in self.todo} - {""}
        files = [file for file in self.held() if self.tree.groups[file] in groups]
        chance = random.Random(b"".join(map(self._own, self.todo)))
        for chosen in ([file for file in files if file in near], files):
            self.checked.update(chance.sample(chosen, min(len(chosen), MAX_CHECKED // 2)))


class _Change:
    """What changed in a tree, as the words by which others ask for it."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.words: set[int] = set()
        self.redo: set[str] = set()  # groups of which all is to be resolved
        self._groups: set[str] = set()  # groups that have changed files

    def add_file(self, path: str, shape: Shape, is_imported: bool) -> None:
        """A file has come, or is gone. Where nobody imports it, nobody is given what it imports or holds itself."""
        self._groups.add(shape.group)
        name = path.rpartition("/")[2].rpartition(".")[0]  # a module is asked for by the name of its file
        self.words |= numbers_of(name)
        for item in shape.items:
            if is_imported or item.symbol >= 0:
                self.words.update(item.names)
        # Modules of Rust, packages of Go and those of Python that are a folder are found by where they lie.
        if (
            shape.group in ("rust", "go")
            or name == "__init__"
            or (shape.group in ("c", "csharp") and shape.opens)
        ):
            self.redo.add(shape.group)
        if path.endswith(".csproj"):  # files of C# lie in another project now
            self.redo.add("csharp")

    def compare(self, old: Shape, new: Shape) -> Offsets:
        """Take in what differs between a file before and now; return the places of the symbols that are the same."""
        self._groups |= {old.group, new.group}
        if (old.group, old.imports, old.opens) != (new.group, new.imports, new.opens):
            self.redo |= {old.group, new.group}
            return {}
        pairs = _match(old.items, new.items)
        befores, nows = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        places = {id(item): place for place, item in enumerate(new.items)}
        listed = [places[id(item)] for item in nows]
        if _order(befores) != _order(nows) or listed != sorted(listed):
            self.redo.add(new.group)
            return {}
        for items, kept in ((old.items, befores), (new.items, nows)):
            same = set(map(id, kept))
            for item in items:
                if id(item) not in same:
                    self.words.update(item.names)
                    self._add_inner(item, kept, new.group)
        return {before.symbol: now.symbol for before, now in pairs if before.symbol >= 0}

    def _add_inner(self, item: Item, kept: list[Item], group: str) -> None:
        """What a changed definition holds is changed, too: what stands around it is another."""
        if item.symbol < 0:
            return
        first, last = item.lines[:2]
        for other in kept:
            if any(first <= line <= last for line in other.lines):
                self.words.update(other.names)
                if len(other.lines) > 1 and not first <= other.lines[0] <= other.lines[1] <= last:
                    if not other.lines[0] <= first <= last <= other.lines[1]:
                        self.redo.add(
                            group
                        )  # they do not nest: who is around whom is for all of the file to say

    def compare_sizes(self, old: dict[str, dict[str, bytes]]) -> None:
        new = self._tree.sizes
        for group in old.keys() | new.keys():
            was, now = old.get(group, {}), new.get(group, {})
            if was != now:
                self._groups.add(group)
                for name in was.keys() | now.keys():
                    if was.get(name) != now.get(name):
                        self.words.update(name_numbers(name))

    def spread(
        self, connection: sqlite3.Connection, index: Index, saying: Callable[[set[int]], set[int]]
    ) -> None:
        """Spread changed names to what says one of them, until no more come in. `saying` gives the files that say a word."""
        tree = self._tree
        if not self.words:
            return
        concerned = {group for group in set(tree.groups.values()) if tree.reached(group) & self._groups}
        most = max(MIN_SPREAD, sum(group in concerned for group in tree.groups.values()) // 10)
        opened: set[int] = set()
        if "c" in concerned:
            opened = numbers_of(" ".join(_opened(connection)))
        told: dict[int, list[tuple[list[int], set[int]]]] = {}
        fresh = set(self.words)
        while fresh:
            found = saying(fresh)
            hit = sorted(file for file in found if file not in told and tree.groups[file] in concerned)
            if len(told) + len(hit) > most or ODD in self.words:
                self.redo |= concerned
                return
            if WHOLE in self.words:
                self.redo.add("js")
            if not opened.isdisjoint(self.words):
                self.redo.add("c")
            for file in hit:
                told[file] = [
                    (item_numbers(item), numbers_of(item.text))
                    for item in tell(index, file, index.read_locals(file))[0]
                ]
            before = set(self.words)
            for items in told.values():
                for names, said in items:
                    if not said.isdisjoint(self.words):
                        self.words.update(names)
            fresh = self.words - before

    def touches(self, group: str, is_said: bool) -> bool:
        """Tell whether a file of a group may have other answers now; `is_said`: it says one of the words."""
        reached = self._tree.reached(group)
        if reached & self.redo:
            return True
        return is_said and bool(reached & self._groups)


def _opened(connection: sqlite3.Connection) -> Iterable[str]:
    """Return what `using` brings in anywhere, and the namespaces that do: files meet it without naming it."""
    for row in connection.execute("SELECT DISTINCT name, target FROM scratch.using_name"):
        yield from row
    for row in connection.execute(
        "SELECT DISTINCT s.scope, s.name FROM scratch.using_name u JOIN symbol s ON s.file_id = u.file_id"
        " WHERE s.kind = 'namespace' AND u.line BETWEEN s.first_line AND s.last_line"
    ):
        yield from row


def _match(old: list[Item], new: list[Item]) -> list[tuple[Item, Item]]:
    """Return the items that say the same before and now, in the order of before."""
    waiting: dict[bytes, list[Item]] = defaultdict(list)
    for item in reversed(new):
        waiting[item.row].append(item)
    return [(item, waiting[item.row].pop()) for item in old if waiting.get(item.row)]


def _order(items: list[Item]) -> list[list[int]]:
    """Return the lines of items as ranks among them."""
    ranks = {line: rank for rank, line in enumerate(sorted({line for item in items for line in item.lines}))}
    return [[ranks[line] for line in item.lines] for item in items]


class _Numbers:
    """The ids of files and symbols, before and now."""

    def __init__(self, tree: Tree, kept: Kept, offsets: dict[int, Offsets]) -> None:
        self._offsets = offsets
        if tree.is_renewed:
            self._files = dict(zip(kept.ids, kept.ids, strict=True)) if offsets else {}
            rows = (
                [(first, file) for first, file in zip(kept.firsts, kept.ids, strict=True) if first]
                if offsets
                else []
            )
            moved: set[int] = set()
        else:
            now = {path: file for file, path in tree.paths.items()}
            pairs = list(zip(kept.ids, kept.paths, strict=True))
            self._files = {old: now[path] for old, path in pairs if path in now}
            rows = [(first, file) for first, file in zip(kept.firsts, kept.ids, strict=True) if first]
            moved = {old for old, path in pairs if now.get(path) != old}
        rows.sort()
        self._starts = [first for first, _ in rows]
        self._old_files = [old for _, old in rows]
        self._firsts = [tree.firsts.get(self._files.get(old, 0), 0) for _, old in rows]  # 0: it is gone
        moved |= {old for (first, old), fresh in zip(rows, self._firsts, strict=True) if first != fresh}
        moved |= {old for old, known in offsets.items() if any(a != b for a, b in known.items())}
        self._moved = moved

    def moving(self, kept: Kept) -> set[int]:
        """Return the rows whose answers name other ids than they did."""
        return kept.naming(self._moved) | {kept.row_of(old) for old in self._moved}

    def renew(self, answers: bytes) -> bytes | None:
        """Return answers with the ids of now; None where they name what is gone."""
        try:
            return _encode(renumber(decode_resolved(answers), self._file, self._symbol))
        except KeyError:
            return None

    def _file(self, old: int) -> int:
        return self._files[old]

    def _symbol(self, old: int) -> int:
        at = bisect_right(self._starts, old) - 1
        if at < 0 or not self._firsts[at]:
            raise KeyError(old)
        offset = old - self._starts[at]
        known = self._offsets.get(self._old_files[at])
        return self._firsts[at] + (offset if known is None else known[offset])


def renumber(item: Resolved, of_file: Callable[[int], int], of_symbol: Callable[[int], int]) -> Resolved:
    """Return answers with other ids. Files, and symbols of one name, keep their order."""

    def of_either(number: int) -> int:
        return of_symbol(number) if number > 0 else -of_file(-number)

    answers = [
        Answer(answer.label, tuple(map(of_either, answer.targets)), answer.more)
        for answer in unpack_answers(item.answers)
    ]
    calls = array("i", item.calls)
    rows = sorted(
        (of_either(calls[at]), of_either(calls[at + 1]), calls[at + 2], calls[at + 3])
        for at in range(0, len(calls), 4)
    )
    return Resolved(
        of_file(item.file),
        pack_answers(answers, list(range(len(answers)))),
        sorted((of_symbol(use[0]), *use[1:]) for use in item.uses),
        item.counts,
        array("i", [number for row in rows for number in row]).tobytes(),
        sorted((of_symbol(row[0]), of_symbol(row[1]), *row[2:]) for row in item.inherits),
        sorted((of_either(symbol), share) for symbol, share in item.shares),
        item.is_failed,
        sorted(map(of_file, item.aims)),
    )
