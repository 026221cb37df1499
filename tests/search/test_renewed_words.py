"""Blocks of words that are made of the last book's and of what changed are those that all words give."""

from __future__ import annotations

import random
import sqlite3
import zlib

import pytest

from repobook.search.index import Indexed, _pack, renew_words, word_blocks
from repobook.store.pairs import pack_pairs
from repobook.store.vocabulary import cut_blocks


def _packed(words: set[str]) -> bytes | None:
    return zlib.compress("\n".join(sorted(words)).encode()) if words else None


def _all_blocks(files: dict[int, set[str]]) -> Indexed:
    """Return the blocks as a clean build makes them."""
    connection = sqlite3.connect(":memory:")
    connection.execute("ATTACH ':memory:' AS scratch")
    connection.execute("CREATE TABLE scratch.word (file_id INTEGER PRIMARY KEY, words BLOB NOT NULL)")
    rows = [(number, _packed(words)) for number, words in files.items() if words]
    connection.executemany("INSERT INTO scratch.word VALUES (?, ?)", rows)
    blocks = list(word_blocks(connection.execute))
    rows = [(at, words[0], _pack(words), numbers) for at, words, numbers in blocks]
    return Indexed(rows, len(rows), pack_pairs([words for _, words, _ in blocks]))


def _last_book(indexed: Indexed) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE word_block (id INTEGER PRIMARY KEY, first, words, files)")
    connection.execute("CREATE TABLE pair_list (name, pairs)")
    connection.executemany("INSERT INTO word_block VALUES (?, ?, ?, ?)", indexed.rows)
    connection.execute("INSERT INTO pair_list VALUES ('words', ?)", (indexed.pairs,))
    return connection


def _renewed(before: Indexed, changes: list[tuple[int, bytes | None, bytes | None]]) -> Indexed | None:
    """Return all blocks when those that differ have taken their places."""
    found = renew_words(_last_book(before), changes)
    if found is None:
        return None
    rows = {row[0]: row for row in before.rows} | {row[0]: row for row in found.rows}
    return Indexed([rows[number] for number in range(1, found.size + 1)], found.size, found.pairs)


@pytest.mark.parametrize("seed", range(40))
def test_renewed_equals_made_anew(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words that come and go, also the first of a block, in other cases, before the first and behind the last of all."""
    monkeypatch.setattr("repobook.store.vocabulary.BLOCK", 4)
    chance = random.Random(seed)
    stems = [chance.choice("abzAZ_é") + chance.choice("aAbB1ß") * chance.randint(1, 4) for _ in range(60)]
    words = stems + [stem.upper() for stem in stems] + [stem.capitalize() for stem in stems]
    files = {number: set(chance.sample(words, chance.randint(0, 30))) for number in range(1, 9)}
    before = {number: set(held) for number, held in files.items()}
    for number in chance.sample(range(1, 9), chance.randint(0, 4)):
        files[number] ^= set(chance.sample(words, chance.choice([1, 2, 30])))
        if chance.random() < 0.2:
            files[number] = set()
    changes = [(at, _packed(before[at]), _packed(files[at])) for at in files if before[at] != files[at]]
    assert _renewed(_all_blocks(before), changes) == _all_blocks(files)


def test_no_words_in_the_last_book() -> None:
    """A last book without a word has nothing to begin with."""
    assert _renewed(_all_blocks({}), [(1, None, _packed({"word"}))]) is None


def test_one_word_more_touches_one_block() -> None:
    """Which words begin a block hangs on themselves alone."""
    words = [f"word{number}" for number in range(5_000)]
    before, after = list(cut_blocks(words)), list(cut_blocks([*words, "word77b"]))
    assert len(before) > 5
    assert sum(block not in before for block in after) == 1
