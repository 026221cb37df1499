"""What a build keeps so that search answers at once: every word and every name in blocks, and the documentation as prose."""

from __future__ import annotations

import sqlite3
import zlib
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import groupby

import msgspec

from repobook.search.weight import MAX_WEIGHT, weigh
from repobook.store import Asking, open_facts
from repobook.store.asking import Rows as AskedRows
from repobook.store.pairs import pack_pairs, renew_pairs
from repobook.store.vocabulary import cut_blocks, pack_numbers, unpack_numbers

Ask = Callable[[str], AskedRows]
Rows = list[tuple[int, str, bytes, bytes]]
Indexed = tuple[Rows, bytes]  # the blocks, and which of them hold two letters in a row

_SYMBOLS = "SELECT id, name, kind, visibility, file_id, doc != '' FROM symbol"
_PROSE = """
SELECT id * 2, name, doc FROM symbol WHERE doc != '' OR kind IN ('heading', 'section')
UNION ALL
SELECT id * 2 + 1, title, purpose FROM file WHERE outcome = 'documented' AND (title != '' OR purpose != '')
ORDER BY 1
"""


_CHANGED = """
SELECT n.file_id, o.words, n.words FROM scratch.word n LEFT JOIN last.word o ON o.file_id = n.file_id WHERE o.words IS NOT n.words
UNION ALL SELECT o.file_id, o.words, NULL FROM last.word o LEFT JOIN scratch.word n ON n.file_id = o.file_id WHERE n.file_id IS NULL
"""


class IndexJob(msgspec.Struct, array_like=True):
    """What a worker is asked for: the blocks of `words` or of `names`."""

    database: str
    what: str


_decode = msgspec.msgpack.Decoder(IndexJob).decode


def run_job(payload: bytes) -> bytes:
    job = _decode(payload)
    with closing(open_facts(job.database)) as connection:
        asking = Asking(connection)
        if job.what == "names":
            asking.trace = {}
        return msgspec.msgpack.encode((make_blocks(asking.ask, job.what), asking.trace or {}))


def make_blocks(ask: Ask, what: str) -> Indexed:
    """Return the blocks of `words` or of `names`."""
    rows: Rows = []
    listed: list[list[str]] = []
    for number, words, numbers in (word_blocks if what == "words" else name_blocks)(ask):
        rows.append((number, words[0], _pack(words), numbers))
        listed.append(words)
    return rows, pack_pairs(listed)


def word_blocks(ask: Ask) -> Iterator[tuple[int, list[str], bytes]]:
    """Yield the blocks of all words of all files: number, words, and the packed files of each."""
    files: defaultdict[str, list[int]] = defaultdict(list)
    for file_id, words in ask("SELECT file_id, words FROM scratch.word ORDER BY file_id"):
        for word in zlib.decompress(words).decode().split("\n"):
            files[word].append(file_id)
    for number, words in enumerate(cut_blocks(files), 1):
        yield number, words, pack_numbers([files[word] for word in words])


def changed_words(database: str, last_scratch: str) -> list[tuple[int, bytes | None, bytes | None]]:
    """Return the files whose words are others than in the last build: number, words then, words now."""
    with closing(open_facts(database, last_scratch)) as connection:
        return connection.execute(_CHANGED).fetchall()


def renew_words(
    last: sqlite3.Connection, changes: Iterable[tuple[int, bytes | None, bytes | None]]
) -> Indexed | None:
    """Return the blocks of all words, made of those of the last book and what changed since; None where that had none."""
    gone: defaultdict[str, set[int]] = defaultdict(set)
    come: defaultdict[str, set[int]] = defaultdict(set)
    for file_id, before, after in changes:
        old, new = (
            set(zlib.decompress(words).decode().split("\n")) if words else set() for words in (before, after)
        )
        for word in old - new:
            gone[word].add(file_id)
        for word in new - old:
            come[word].add(file_id)
    rows: Rows = last.execute("SELECT id, first, words, files FROM word_block ORDER BY id").fetchall()
    if not rows:
        return None
    (pairs,) = last.execute("SELECT pairs FROM pair_list WHERE name = 'words'").fetchone()
    firsts = [first.lower() for _, first, _, _ in rows]
    owners: defaultdict[int, list[str]] = defaultdict(list)
    for word in {*gone, *come}:
        owners[max(0, bisect_right(firsts, word.lower()) - 1)].append(word)
    # Where the first word of a block goes, its others belong to the block before it.
    touched = owners.keys() | {at - 1 for at in owners if at and rows[at][1] in gone}
    fresh: Rows = []
    changed: dict[int, list[str]] = {}
    for is_touched, run in groupby(range(len(rows)), touched.__contains__):
        if not is_touched:
            fresh += [rows[at] for at in run]
            continue
        files: dict[str, set[int]] = {}
        for at in run:
            words = zlib.decompress(rows[at][2]).decode().split("\n")
            files.update(zip(words, map(set, unpack_numbers(rows[at][3], len(words), False)[1]), strict=True))
            for word in owners.get(at, ()):
                files[word] = files.get(word, set()) - gone[word] | come[word]
        for words in cut_blocks(word for word, found in files.items() if found):
            changed[len(fresh)] = words
            fresh.append((0, words[0], _pack(words), pack_numbers([sorted(files[word]) for word in words])))
    if len(fresh) == len(rows):
        pairs = renew_pairs(pairs, len(rows), changed)
    else:
        pairs = pack_pairs(zlib.decompress(row[2]).decode().split("\n") for row in fresh)
    return [(number, *row[1:]) for number, row in enumerate(fresh, 1)], pairs


def name_blocks(ask: Ask) -> Iterator[tuple[int, list[str], bytes]]:
    """Yield the blocks of all names of symbols, each with its symbols, the likeliest first."""
    places = dict(ask("SELECT id, kind FROM file"))
    users = dict(ask("SELECT symbol_id, count(*) FROM use GROUP BY symbol_id"))
    declared = {symbol for (symbol,) in ask("SELECT symbol_id FROM body")}
    weights: dict[tuple[object, ...], int] = {}
    # What lacks weight and the symbol's id, as one number: they sort by weight, then by id.
    bearers: defaultdict[str, list[int]] = defaultdict(list)
    for symbol, name, kind, visibility, file_id, has_doc in ask(_SYMBOLS):
        known = (kind, visibility, places[file_id], users.get(symbol, 0), has_doc, symbol in declared)
        weight = weights.get(known)
        if weight is None:
            weight = weights[known] = weigh(*known)
        bearers[" ".join(name.split()) if "\n" in name else name].append((MAX_WEIGHT - weight) << 32 | symbol)
    for number, names in enumerate(cut_blocks(bearers), 1):
        groups = []
        heads = []
        for found in map(bearers.__getitem__, names):
            if len(found) > 1:
                found.sort()
            heads.append(MAX_WEIGHT - (found[0] >> 32))
            groups.append([item & 0xFFFFFFFF for item in found])
        yield number, names, pack_numbers(groups, heads)


def _pack(words: list[str]) -> bytes:
    return zlib.compress("\n".join(words).encode(errors="replace"), 6)


def path_rows(ask: Ask) -> Iterable[tuple[int, bytes, bytes]]:
    """Return the one row that holds the paths of all documented files."""
    rows = ask("SELECT id, path FROM file WHERE outcome = 'documented' ORDER BY id").fetchall()
    paths = _pack([path.replace("\n", " ") for _, path in rows])
    return [(1, paths, pack_numbers([[number for number, _ in rows]]))]


def prose_rows(ask: Ask) -> AskedRows:
    """Return rowid, title and body of what the repository says of itself."""
    return ask(_PROSE)
