"""The index that the site loads piece by piece: a few files for a question, whatever the size of the repository.

A name stands under each of its parts, a path under its file name and the parts of it, a word that nothing defines and signs
such as `<<<` and `--jobs` under themselves. Entries are sorted by these keys and cut into shards. A beginning that more than two shards hold has a list of its
likeliest entries in a `top` shard. The root says where each shard begins. What a name means and who uses it is told in `told`
shards, which are loaded for one name at a time; words of the documentation stand in `word` shards (`word_shards.py`). `render/web/static/reader.js` reads them.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from heapq import nsmallest
from itertools import chain
from typing import Any, cast

import msgspec

from repobook.search.answers import summarise
from repobook.search.names import parts_of
from repobook.search.paths import PLACE_ORDER
from repobook.search.places import Read, find_places
from repobook.search.weight import PLACES
from repobook.search.word_shards import Speaker, WordShards, speaker_rows
from repobook.store.vocabulary import Vocabulary

SHARD_BYTES = 40_000
TOP = 150  # entries of a beginning that many share
_FOLDER = 1000  # shards of a folder
_MAX_PREFIX = 24
_MAX_KEY = 60
_MAX_NAME = 120
_MAX_SUMMARY = 120
_SILENT = str.maketrans("", "", "_- \t")
_PLACES = {place: number for number, place in enumerate(PLACES)}
_TOLD = 256  # names of a `told` shard

_WHOLE = frozenset(("data", "generated", "vendored"))  # names from there are found by their beginning alone

_SELDOM = _WHOLE | {"test"}  # nobody asks who else uses a word that no source has

_BEARERS = 20  # symbols of one name that are listed
_USES = 6  # files that use a name
_DOCUMENTS = 2  # that speak of it
_FILES = 3  # that hold a word which nothing defines
_SHARED = 20  # files of one name: with more, they also stand under the name of their folder
_HAS_FINDING = 16  # on top of the number of a file's kind
_Bearer = tuple[int, int, int, str]  # kind, file, line, scope
_Use = tuple[int, int]  # file, line
# What a name means; its symbols; those of them whose users are told, or where a word stands.
_Told = tuple[str, list[_Bearer], "array[int] | list[_Use]"]

# name, where in it the key begins (-1: its initials), kind, file, line, weight, others, number of the name
Entry = tuple[str, int, int, int, int, int, int, int]


def key_of(name: str) -> str:
    """Return the form in which names are compared: small letters, nothing that only separates."""
    return name.lower().translate(_SILENT)


class Shards:
    """Makes the files of the index.

    `place` gives the page of a file of the repository in the site, `show` a text without signs that nobody sees, `read`
    the text of a file.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        place: Callable[[int], str],
        show: Callable[[str], str],
        read: Read,
    ) -> None:
        self._connection = connection
        self._place = place
        self._show = show
        self._read = read
        self._kinds: dict[str, int] = {"file": 0, "keyword": 1, "folder": 2}
        # Path, kind, language and importance; folders under their negative id.
        self._files: dict[int, tuple[str, str, str, int]] = {
            row[0]: (self._show(row[1]), *row[2:])
            for row in connection.execute(
                "SELECT id, path, kind, language, importance FROM file WHERE outcome = 'documented'"
                " UNION ALL SELECT -id, path, '', '', all_lines FROM folder WHERE path != '' ORDER BY 1"
            )
        }
        self._order = {
            file: (PLACE_ORDER.get(place, 9), -importance, file)
            for file, (_, place, _, importance) in self._files.items()
        }
        self._mentions: defaultdict[int, list[_Use]] = defaultdict(list)
        for symbol, file, line in connection.execute(
            "SELECT symbol_id, file_id, line FROM mention WHERE symbol_id > 0 ORDER BY symbol_id, file_id"
        ):
            self._mentions[symbol].append((file, line))
        self._with_findings = {row[0] for row in connection.execute("SELECT DISTINCT file_id FROM finding")}
        self._languages = sorted({language for _, _, language, _ in self._files.values()})
        self._language_numbers = {name: number for number, name in enumerate(self._languages)}

    def write(self) -> Iterator[tuple[str, str]]:
        """Yield the path of each file, below the folder of the index, and its text."""
        entries: list[tuple[str, Entry]] = []
        told: list[_Told] = []
        meant: dict[int, int] = {}
        names = list(self._names(told, meant))
        for entry in names:
            entries.extend(self._keys(entry))
        entries.extend(self._paths())
        entries.extend(self._words({entry[0] for entry in names}, told))
        entries.sort()
        keys = [key for key, _ in entries]
        firsts: list[str] = []
        last = ""
        for number, part in enumerate(_cut(entries)):
            firsts.append(_separator(last, part[0][0]))
            last = part[-1][0]
            yield _name("key", number), self._script("key", number, [entry for _, entry in part])
        tops = self._tops(entries, keys, firsts)
        top_firsts = []
        for number, group in enumerate(_pack_tops(tops)):
            top_firsts.append(group[0][0])
            yield _name("top", number), self._script("top", number, *_joined(group))
        for number, at in enumerate(range(0, len(told), _TOLD)):
            yield _name("told", number), self._told_script(number, told[at : at + _TOLD])
        word_firsts = []
        spoken = WordShards(self._connection, self._kind, self._show, meant)
        for number, (speakers, words) in enumerate(spoken.cut()):
            word_firsts.append(words[0][0])
            yield _name("word", number), self._word_script(number, speakers, words)
        root = {
            "words": word_firsts,
            "keys": firsts,
            "tops": top_firsts,
            "kinds": list(self._kinds),
            "endings": self._endings(),
            "languages": self._languages,
            "places": list(PLACES),
            "told": _TOLD,
        }
        yield "root.js", _script("shard", "root", root)

    def _endings(self) -> list[str]:
        """Return the endings of file names: what a question with one of them asks for is a file."""
        found: Counter[str] = Counter()
        for path, _, _, _ in self._files.values():
            stem, _, ending = path.rpartition("/")[2].rpartition(".")
            if stem and ending.isalnum() and len(ending) < 10:
                found[ending.lower()] += 1
        return sorted(ending for ending, _ in found.most_common(200))

    def _names(self, told: list[_Told], meant: dict[int, int]) -> Iterator[Entry]:
        """Yield an entry for each name that is defined: its likeliest symbol, and how many others bear it.

        `told` gets what each name means, `meant` by that symbol which of them speaks of it.
        """
        vocabulary = Vocabulary(self._connection, "name_block", "names", "symbols")
        listed: list[tuple[str, int, array[int]]] = []
        for block in vocabulary.blocks():
            for at, name in enumerate(block.words):
                listed.append((name, *vocabulary.numbers(block, at)))
        rows = {
            row[0]: row
            for row in self._connection.execute(
                "SELECT id, kind, file_id, coalesce(nullif(name_line, 0), first_line), scope FROM symbol"
            )
        }
        best = json.dumps([symbols[0] for _, _, symbols in listed])
        summaries = {
            row[0]: summarise(row[1]) or summarise(row[2])
            for row in self._connection.execute(
                "SELECT id, substr(doc, 1, 400), substr(signature, 1, 200) FROM symbol WHERE id IN (SELECT value FROM json_each(?))",
                (best,),
            )
        }
        for number, (name, weight, symbols) in enumerate(listed):
            meant[symbols[0]] = number
            bearers = []
            for symbol in symbols[:_BEARERS]:
                _, kind, file, line, scope = rows[symbol]
                bearers.append((self._kind(kind), file, line, self._show(scope[:_MAX_NAME])))
            told.append((self._show(summaries[symbols[0]][:_MAX_SUMMARY]), bearers, symbols[:_BEARERS]))
            if name:
                kind, file, line, _ = bearers[0]
                yield (self._show(name[:_MAX_NAME]), 0, kind, file, line, weight, len(symbols) - 1, number)

    def _kind(self, kind: str) -> int:
        return self._kinds.setdefault(kind, len(self._kinds))

    def _keys(self, entry: Entry) -> Iterator[tuple[str, Entry]]:
        name = entry[0]
        key = key_of(name)
        if not key:
            return
        yield key[:_MAX_KEY], entry
        place = self._files[entry[3]][1]
        if place in _WHOLE:
            return
        parts = parts_of(name)
        if key.startswith("operator") and parts == ["operator"] and len(key) > 8:
            yield key[8:], (name, 8, *entry[2:])
        at = 0
        for part in parts[: 2 if place == "test" else 8]:
            at = key.find(part, at)
            if at < 0:
                break
            if at and len(key) - at > 1 and not part.isdigit():
                yield key[at : at + _MAX_KEY], (name, at, *entry[2:])
            at += len(part)
        if 3 <= len(parts) <= 7 and entry[5] >= PLACES["source"] + 28:
            yield "".join(part[0] for part in parts), (name, -1, *entry[2:])

    def _paths(self) -> Iterator[tuple[str, Entry]]:
        most = PLACES["source"] + 27  # what initials are kept for
        same = Counter(path.rpartition("/")[2] for path, _, _, _ in self._files.values())
        for file, (path, place, _, importance) in self._files.items():
            name = path.rpartition("/")[2]
            weight = PLACES.get(place, 40) + min(57, importance.bit_length() * 2)
            kind = self._kinds["folder" if file < 0 else "file"]
            yield from self._keys((name[:_MAX_NAME], 0, kind, file, 0, min(weight, most), 0, -1))
            if same[name] > _SHARED and "/" in path:
                longer = "/".join(path.split("/")[-2:])[-_MAX_NAME:]
                yield key_of(longer)[:_MAX_KEY], (longer, 0, kind, file, 0, min(weight, most), 0, -1)

    def _words(self, names: set[str], told: list[_Told]) -> Iterator[tuple[str, Entry]]:
        """Yield an entry for each word that no symbol bears, and for signs: the likeliest file, and how many others."""
        vocabulary = Vocabulary(self._connection, "word_block", "words", "files")
        order = self._order
        listed: list[tuple[str, int, int, array[int]]] = []
        wanted: defaultdict[int, set[str]] = defaultdict(set)
        for block in vocabulary.blocks():
            for at, word in enumerate(block.words):
                if word in names or word == "*" or len(word) > _MAX_KEY:
                    continue
                files = vocabulary.numbers(block, at)[1]
                file = files[0] if len(files) == 1 else min(files, key=order.__getitem__)
                # Where all are looked at, the first ones are as good as others, and soon found.
                listed.append((word, file, len(files), files[: 2 * _FILES] if len(files) > 1 else files[:0]))
                wanted[file].add(word)
        read = [file for file, row in self._files.items() if file > 0 and row[1] not in _WHOLE]
        lines, signs = find_places(read, wanted, self._read)
        for word, file, count, files in listed:
            others = [(other, 0) for other in sorted(files, key=order.__getitem__) if other != file]
            yield from self._word(word, [(file, lines.get(word, 0)), *others], count, told)
        for sign, uses in sorted(signs.items()):
            uses.sort(key=lambda use: order[use[0]])
            yield from self._word(sign, uses, len(uses), told)

    def _word(
        self, word: str, uses: list[_Use], count: int, told: list[_Told]
    ) -> Iterator[tuple[str, Entry]]:
        file, line = uses[0]
        weight = PLACES.get(self._files[file][1], 0) // 3 + min(30, count.bit_length() * 3)
        key = key_of(word)
        if not key:
            return
        number = -1
        if count > 1 and len(key) > 2 and self._files[file][1] not in _SELDOM:
            number = len(told)
            told.append(("", [], uses[:_FILES]))
        yield key, (self._show(word), 0, 1, file, line, weight, count - 1, number)

    def _tops(
        self, entries: list[tuple[str, Entry]], keys: list[str], firsts: list[str]
    ) -> list[tuple[str, list[Entry]]]:
        """Return the likeliest entries of each beginning that more than two shards hold."""
        wide: dict[str, list[Entry]] = {}
        for first in firsts:
            for size in range(min(len(first), _MAX_PREFIX) + 1):
                prefix = first[:size]
                if prefix not in wide and _shards_of(firsts, prefix) > 2:
                    wide[prefix] = []
        longest = max(map(len, wide), default=0)
        ranked = sorted(
            range(len(entries)), key=lambda at: (-entries[at][1][5] + 40 * (entries[at][1][1] != 0), at)
        )
        seen: dict[str, set[str]] = {prefix: set() for prefix in wide}
        for prefix in wide:  # what is spelled so comes first
            at = bisect_left(keys, prefix)
            while at < len(keys) and keys[at] == prefix and len(wide[prefix]) < TOP // 2:
                wide[prefix].append(entries[at][1])
                seen[prefix].add(entries[at][1][0])
                at += 1
        open_ = {prefix: chosen for prefix, chosen in wide.items() if len(chosen) < TOP}
        for at in ranked:
            key, entry = entries[at]
            for size in range(min(len(key), longest) + 1):
                prefix = key[:size]
                chosen = open_.get(prefix)
                if chosen is None:
                    if prefix not in wide:
                        break
                elif entry[0] not in seen[prefix]:
                    seen[prefix].add(entry[0])
                    chosen.append(entry)
                    if len(chosen) == TOP:
                        del open_[prefix]
        return sorted(wide.items())

    def _script(
        self, kind: str, number: int, entries: Iterable[Entry], heads: list[tuple[str, int]] | None = None
    ) -> str:
        """Return a shard: its files, then its entries, which name them by their place in that list.

        A file is told by how many letters of its path the one before has, the rest of it, its kind, its language, and
        its page where that is not its path.
        """
        entries = list(entries)
        files, local = self._file_table(entry[3] for entry in entries)
        rows = [(*entry[:3], local[entry[3]], *entry[4:]) for entry in entries]
        data: dict[str, Any] = {"files": files, "entries": rows}
        return _script("shard", f"{kind}/{number}", data | ({"heads": heads} if heads else {}))

    def _word_script(self, number: int, speakers: list[Speaker], words: list[tuple[str, list[int]]]) -> str:
        files, local = self._file_table(speaker[2] for speaker in speakers)
        data = {"files": files, "entries": speaker_rows(speakers, local), "words": words}
        return _script("shard", f"word/{number}", data)

    def _told_script(self, number: int, told: list[_Told]) -> str:
        uses = self._uses(told)
        named = [file for _, bearers, _ in told for _, file, _, _ in bearers]
        files, local = self._file_table(named + [file for some in uses for file, _ in some])
        names = [
            (
                summary,
                [(kind, local[file], line, scope) for kind, file, line, scope in bearers],
                [(local[file], line) for file, line in some],
            )
            for (summary, bearers, _), some in zip(told, uses, strict=True)
        ]
        return _script("shard", f"told/{number}", {"files": files, "names": names})

    def _uses(self, told: list[_Told]) -> list[list[_Use]]:
        """Return for each name some files that use it, the most important first, each with the line of the first use."""
        asked = {symbol for _, bearers, some in told if bearers for symbol in cast("array[int]", some)}
        users: defaultdict[int, list[_Use]] = defaultdict(list)
        for symbol, file, line in self._connection.execute(
            "SELECT symbol_id, file_id, line FROM use WHERE symbol_id IN (SELECT value FROM json_each(?))",
            (json.dumps(sorted(asked)),),
        ):
            users[symbol].append((file, line))
        found: list[list[_Use]] = []
        for _, bearers, some in told:
            if not bearers:
                found.append(cast(list[_Use], some))
                continue
            symbols = cast("array[int]", some)
            first: dict[int, int] = {}
            for file, line in chain.from_iterable(users.get(symbol, ()) for symbol in symbols):
                first[file] = min(line, first.get(file, line))
            best = nsmallest(_USES, first, key=self._order.__getitem__)
            spoken = {file: line for symbol in symbols for file, line in self._mentions.get(symbol, ())}
            told_by = nsmallest(_DOCUMENTS, spoken, key=self._order.__getitem__)
            found.append([(file, first[file]) for file in best] + [(file, spoken[file]) for file in told_by])
        return found

    def _file_table(self, chosen: Iterable[int]) -> tuple[list[list[Any]], dict[int, int]]:
        """Return the files of a shard in path order, and for each its place there."""
        local = {file: number for number, file in enumerate(sorted(set(chosen)))}
        files: list[list[Any]] = []
        before = ""
        for file in local:
            path, place, language, _ = self._files[file]
            shared = _shared(before, path)
            before = path
            number = _PLACES.get(place, -1) + (_HAS_FINDING if file in self._with_findings else 0)
            row = [shared, path[shared:], number, self._language_numbers[language]]
            where = self._place(file)
            files.append(row if where == f"{path}.html" else [*row, where])
        return files, local


def _shared(one: str, other: str) -> int:
    """Return with how many letters both begin."""
    size = min(len(one), len(other))
    if one[:size] == other[:size]:
        return size
    low, high = 0, size
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle)
    return low


def _separator(before: str, first: str) -> str:
    """Return the shortest beginning of `first` that comes after `before`: the root names thousands of them."""
    return first[: _shared(before, first) + 1]


def _shards_of(firsts: list[str], prefix: str) -> int:
    """Return how many shards may hold keys that begin with `prefix`."""
    low = max(0, bisect_left(firsts, prefix) - 1)
    high = bisect_left(firsts, prefix + "\U0010ffff")
    return high - low


def _cut(entries: list[tuple[str, Entry]]) -> Iterator[list[tuple[str, Entry]]]:
    """Yield the entries of one shard after the other. Equal keys may stand in two."""
    part: list[tuple[str, Entry]] = []
    size = 0
    files: set[int] = set()
    for item in entries:
        entry = item[1]
        part.append(item)
        size += len(entry[0]) + 30
        if entry[3] not in files:
            files.add(entry[3])
            size += 40
        if size > SHARD_BYTES:
            yield part
            part, size, files = [], 0, set()
    if part:
        yield part


def _pack_tops(tops: list[tuple[str, list[Entry]]]) -> Iterator[list[tuple[str, list[Entry]]]]:
    group: list[tuple[str, list[Entry]]] = []
    size = 0
    for prefix, entries in tops:
        group.append((prefix, entries))
        size += 80 * len(entries)
        if size > SHARD_BYTES:
            yield group
            group, size = [], 0
    if group:
        yield group


def _joined(group: list[tuple[str, list[Entry]]]) -> tuple[list[Entry], list[tuple[str, int]]]:
    """Return the entries of several beginnings as one list, and how many each has."""
    return [entry for _, entries in group for entry in entries], [(prefix, len(e)) for prefix, e in group]


def _name(kind: str, number: int) -> str:
    return f"{kind}/{number // _FOLDER}/{number % _FOLDER}.js"


def _script(name: str, *values: Any) -> str:
    """Return a script that hands data to a page: as a script it loads from a disk, too."""
    shown = b",".join(map(msgspec.json.encode, values)).decode()
    # Nothing in it can end a script element, or a line in an old engine.
    shown = shown.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"repobook.{name}({shown})\n"
