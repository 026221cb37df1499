"""What a build keeps so that search answers at once: every word and every name in blocks, and the documentation as prose."""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing
from itertools import groupby
from sqlite3 import Connection
from typing import Any, NamedTuple

import msgspec

from repobook.search.weight import MAX_WEIGHT, weigh
from repobook.store import open_facts
from repobook.store.asking import Rows as AskedRows
from repobook.store.pairs import pack_pairs, renew_pairs
from repobook.store.vocabulary import cut_blocks, pack_numbers, unpack_numbers

Ask = Callable[[str], AskedRows]
Rows = list[tuple[int, str, bytes, bytes]]


class Indexed(NamedTuple):
    """The blocks of words or names."""

    rows: Rows  # all of them, or those that are not the last book's
    size: int  # how many there are
    pairs: bytes  # which of them hold two letters in a row


_SYMBOLS = "SELECT id, name, kind, visibility, file_id, doc != '' FROM symbol"


class IndexJob(msgspec.Struct, array_like=True):
    """What a worker is asked for: the blocks of `words` or of `names`."""

    database: str
    what: str


_decode = msgspec.msgpack.Decoder(IndexJob).decode


def run_job(payload: bytes) -> bytes:
    job = _decode(payload)
    with closing(open_facts(job.database)) as connection:
        return msgspec.msgpack.encode(make_blocks(connection.execute, job.what))


def make_blocks(ask: Ask, what: str) -> Indexed:
    """Return the blocks of `words` or of `names`."""
    rows: Rows = []
    listed: list[list[str]] = []
    for number, words, numbers in (word_blocks if what == "words" else name_blocks)(ask):
        rows.append((number, words[0], _pack(words), numbers))
        listed.append(words)
    return Indexed(rows, len(rows), pack_pairs(listed))


def word_blocks(ask: Ask) -> Iterator[tuple[int, list[str], bytes]]:
    """Yield the blocks of all words of all files: number, words, and the packed files of each."""
    files: defaultdict[str, list[int]] = defaultdict(list)
    for file_id, words in ask("SELECT file_id, words FROM scratch.word ORDER BY file_id"):
        for word in zlib.decompress(words).decode().split("\n"):
            files[word].append(file_id)
    for number, words in enumerate(cut_blocks(files), 1):
        yield number, words, pack_numbers([files[word] for word in words])


def changed_words(
    database: str, last_scratch: str, files: Iterable[int]
) -> list[tuple[int, bytes | None, bytes | None]]:
    """Return those of some files whose words are others than in the last build: number, words then, words now."""
    found = []
    with closing(open_facts(database, last_scratch)) as connection:
        for number in files:
            old, new = (
                connection.execute(f"SELECT words FROM {place}.word WHERE file_id = ?", (number,)).fetchone()
                for place in ("last", "scratch")
            )
            if old != new:
                found.append((number, old[0] if old else None, new[0] if new else None))
    return found


def renew_words(
    last: Connection, changes: Iterable[tuple[int, bytes | None, bytes | None]]
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

    def renew(block: bytes, words: list[str], concerned: Iterable[str]) -> dict[str, list[int]]:
        files = dict(zip(words, map(set, unpack_numbers(block, len(words), False)[1]), strict=True))
        for word in concerned:
            files[word] = files.get(word, set()) - gone[word] | come[word]
        return {word: sorted(found) for word, found in files.items() if found}

    return _renew_blocks(last, "words", {*gone, *come}, renew, pack_numbers)


def renew_names(last: Connection, now: Connection, names: Collection[str]) -> Indexed | None:
    """Return the blocks of all names, made of those of the last book and the symbols that bear some `names` now; None where
    that cannot be told."""
    if any(name.split() != [name] for name in names):
        return None  # names that differ in white space alone are one

    def renew(block: bytes, words: list[str], concerned: Iterable[str]) -> dict[str, tuple[int, list[int]]]:
        heads, numbers = unpack_numbers(block, len(words), True)
        found = {
            word: (head, list(symbols)) for word, head, symbols in zip(words, heads, numbers, strict=True)
        }
        for name in concerned:
            found.pop(name, None)
            if bearers := sorted(_bearers(now, name)):
                found[name] = (MAX_WEIGHT - (bearers[0] >> 32), [item & 0xFFFFFFFF for item in bearers])
        return found

    def pack(found: list[tuple[int, list[int]]]) -> bytes:
        return pack_numbers([symbols for _, symbols in found], [head for head, _ in found])

    return _renew_blocks(last, "names", names, renew, pack)


def _bearers(now: Connection, name: str) -> Iterator[int]:
    """Yield the symbols that bear a name as `name_blocks` weighs them."""
    for symbol, kind, visibility, place, has_doc, users, is_declared in now.execute(
        "SELECT s.id, s.kind, s.visibility, f.kind, s.doc != '', (SELECT count(*) FROM use u WHERE u.symbol_id = s.id),"
        " EXISTS (SELECT 1 FROM body b WHERE b.symbol_id = s.id) FROM symbol s JOIN file f ON f.id = s.file_id WHERE s.name = ?",
        (name,),
    ):
        yield (MAX_WEIGHT - weigh(kind, visibility, place, users, has_doc, bool(is_declared))) << 32 | symbol


def _renew_blocks(
    last: Connection,
    what: str,
    concerned: Collection[str],
    renew: Callable[[bytes, list[str], Iterable[str]], dict[str, Any]],
    pack: Callable[[list[Any]], bytes],
) -> Indexed | None:
    """Return the blocks of `words` or `names`, those of the last book but for `concerned` ones; None where it had none."""
    table, numbers = {"words": ("word_block", "files"), "names": ("name_block", "symbols")}[what]
    starts: list[str] = [first for (first,) in last.execute(f"SELECT first FROM {table} ORDER BY id")]
    if not starts:
        return None
    (pairs,) = last.execute("SELECT pairs FROM pair_list WHERE name = ?", (what,)).fetchone()
    firsts = [first.lower() for first in starts]
    owners: defaultdict[int, list[str]] = defaultdict(list)
    for word in concerned:
        owners[max(0, bisect_right(firsts, word.lower()) - 1)].append(word)
    # Where the first word of a block goes, its others belong to the block before it.
    touched = owners.keys() | {at - 1 for at, words in owners.items() if at and starts[at] in words}

    def read(at: int) -> tuple[int, str, bytes, bytes]:
        row: tuple[int, str, bytes, bytes] = last.execute(
            f"SELECT id, first, {what}, {numbers} FROM {table} WHERE id = ?", (at + 1,)
        ).fetchone()
        return row

    fresh: list[tuple[str, bytes, bytes] | int] = []  # blocks, and places of those that stay
    changed: dict[int, list[str]] = {}
    for is_touched, run in groupby(range(len(starts)), touched.__contains__):
        if not is_touched:
            fresh += run
            continue
        found: dict[str, Any] = {}
        for at in run:
            _, _, words, held = read(at)
            found |= renew(held, zlib.decompress(words).decode().split("\n"), owners.get(at, ()))
        for cut in cut_blocks(found):
            changed[len(fresh)] = cut
            fresh.append((cut[0], _pack(cut), pack([found[word] for word in cut])))
    if len(fresh) == len(starts):
        rows = [(at + 1, *block) for at, block in enumerate(fresh) if not isinstance(block, int)]
        return Indexed(rows, len(fresh), renew_pairs(pairs, len(fresh), changed))
    rows = [
        (at, *(read(block)[1:] if isinstance(block, int) else block)) for at, block in enumerate(fresh, 1)
    ]
    pairs = pack_pairs(zlib.decompress(row[2]).decode().split("\n") for row in rows)
    return Indexed(rows, len(rows), pairs)


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
