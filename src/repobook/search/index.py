"""What a build keeps so that search answers at once: every word and every name in blocks, and the documentation as prose."""

from __future__ import annotations

import sqlite3
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator

import msgspec

from repobook.search.weight import MAX_WEIGHT, weigh
from repobook.store import open_facts
from repobook.store.pairs import pack_pairs
from repobook.store.vocabulary import cut_blocks, pack_numbers

Rows = list[tuple[int, str, bytes, bytes]]
Indexed = tuple[Rows, bytes]  # the blocks, and which of them hold two letters in a row

_SYMBOLS = """
SELECT s.id, s.name, s.kind, s.visibility, s.file_id, s.doc != '', b.body_id IS NOT NULL
FROM symbol s LEFT JOIN body b ON b.symbol_id = s.id
"""
_PROSE = """
SELECT id * 2, name, doc FROM symbol WHERE doc != '' OR kind IN ('heading', 'section')
UNION ALL
SELECT id * 2 + 1, title, purpose FROM file WHERE outcome = 'documented' AND (title != '' OR purpose != '')
ORDER BY 1
"""


class IndexJob(msgspec.Struct, array_like=True):
    """What a worker is asked for: the blocks of `words` or of `names`."""

    database: str
    what: str


_decode = msgspec.msgpack.Decoder(IndexJob).decode


def run_job(payload: bytes) -> bytes:
    job = _decode(payload)
    connection = open_facts(job.database)
    make = word_blocks if job.what == "words" else name_blocks
    rows: Rows = []
    listed: list[list[str]] = []
    for number, words, numbers in make(connection):
        rows.append((number, words[0], _pack(words), numbers))
        listed.append(words)
    connection.close()
    return msgspec.msgpack.encode((rows, pack_pairs(listed)))


def word_blocks(connection: sqlite3.Connection) -> Iterator[tuple[int, list[str], bytes]]:
    """Yield the blocks of all words of all files: number, words, and the packed files of each."""
    files: defaultdict[str, list[int]] = defaultdict(list)
    for file_id, words in connection.execute("SELECT file_id, words FROM scratch.word ORDER BY file_id"):
        for word in zlib.decompress(words).decode().split("\n"):
            files[word].append(file_id)
    for number, words in enumerate(cut_blocks(files), 1):
        yield number, words, pack_numbers([files[word] for word in words])


def name_blocks(connection: sqlite3.Connection) -> Iterator[tuple[int, list[str], bytes]]:
    """Yield the blocks of all names of symbols, each with its symbols, the likeliest first."""
    places = dict(connection.execute("SELECT id, kind FROM file"))
    users = dict(connection.execute("SELECT symbol_id, count(*) FROM use GROUP BY symbol_id"))
    weights: dict[tuple[object, ...], int] = {}
    # What lacks weight and the symbol's id, as one number: they sort by weight, then by id.
    bearers: defaultdict[str, list[int]] = defaultdict(list)
    for symbol, name, kind, visibility, file_id, has_doc, has_body in connection.execute(_SYMBOLS):
        known = (kind, visibility, places[file_id], users.get(symbol, 0), has_doc, has_body)
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


def path_rows(connection: sqlite3.Connection) -> Iterable[tuple[int, bytes, bytes]]:
    """Return the one row that holds the paths of all documented files."""
    rows = connection.execute("SELECT id, path FROM file WHERE outcome = 'documented' ORDER BY id").fetchall()
    paths = _pack([path.replace("\n", " ") for _, path in rows])
    return [(1, paths, pack_numbers([[number for number, _ in rows]]))]


def prose_rows(connection: sqlite3.Connection) -> Iterable[tuple[int, str, str]]:
    """Return rowid, title and body of what the repository says of itself."""
    return connection.execute(_PROSE)
