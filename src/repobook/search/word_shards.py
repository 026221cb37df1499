"""What the repository says of itself, for the site: words of documentation, purposes and titles of findings.

Words are sorted and cut into shards of their own, so that a question for a name never loads them. A shard holds the
words with those that speak of them, the likeliest first; each of these carries marks of all its words, so that a question
of several words needs the shard of one. `render/web/static/reader.js` reads them.
"""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from repobook.search.weight import MAX_WEIGHT, PLACES, weigh
from repobook.search.words import PLAIN, stem

SHARD_BYTES = 40_000
_MAX_TEXT = 500  # characters of a documentation that are read
_MAX_SPEAKERS = 50  # for one word
_MAX_MARKS = 32  # words of one speaker
_MAX_NAME = 120
_WORD = re.compile(r"[^\W\d_][\w]{2,39}")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_")
_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

# name, kind, file, line, weight, number of the name in `told` or -1, marks of its words
Speaker = tuple[str, int, int, int, int, int, str]

_SYMBOLS = f"""
SELECT s.id, s.name, s.kind, s.file_id, coalesce(nullif(s.name_line, 0), s.first_line), s.visibility, f.kind,
       substr(s.doc, 1, {_MAX_TEXT}), b.body_id IS NOT NULL
FROM symbol s JOIN file f ON f.id = s.file_id LEFT JOIN body b ON b.symbol_id = s.id
WHERE s.doc != '' AND f.outcome = 'documented' ORDER BY s.id
"""
_FILES = f"""
SELECT id, path, kind, importance, title || ' ' || substr(purpose, 1, {_MAX_TEXT}) FROM file
WHERE outcome = 'documented' AND (title != '' OR purpose != '') ORDER BY id
"""
_FINDINGS = """
SELECT r.title, min(n.file_id), n.first_line, r.severity FROM finding n JOIN rule r ON r.key = n.rule
JOIN file f ON f.id = n.file_id WHERE f.outcome = 'documented' GROUP BY r.title ORDER BY r.title
"""


@lru_cache(1 << 16)
def mark(word: str) -> str:
    """Return two signs for a word. The reader makes the same."""
    found = 7
    for letter in word:
        found = (found * 31 + ord(letter)) % 4096
    return _SIGNS[found >> 6] + _SIGNS[found & 63]


def words_of(text: str) -> list[str]:
    """Return the telling words of a text, each once, in their order; names count as their parts, too."""
    found: dict[str, None] = {}
    for word in _WORD.findall(text):
        for part in (word, *(_CAMEL.split(word) if _CAMEL.search(word) else ())):
            if len(part) > 2 and part.lower() not in PLAIN:
                found[stem(part)] = None
    return list(found)


class WordShards:
    """Collects who speaks of what, and cuts it into shards."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        kind: Callable[[str], int],
        show: Callable[[str], str],
        told: dict[int, int],
    ) -> None:
        self._connection = connection
        self._kind = kind
        self._show = show
        self._told = told  # symbol -> number of its name, where the name means this symbol
        self._speakers: list[Speaker] = []
        self._words: defaultdict[str, list[int]] = defaultdict(list)

    def cut(self) -> Iterator[tuple[list[Speaker], list[tuple[str, list[int]]]]]:
        """Yield one shard after the other: its speakers, and its words with the places of theirs in that list."""
        self._collect()
        chosen: dict[int, int] = {}
        words: list[tuple[str, list[int]]] = []
        size = 0
        for word in sorted(self._words):
            numbers = sorted(self._words[word])[:_MAX_SPEAKERS]
            if size > SHARD_BYTES:
                yield [self._speakers[number] for number in chosen], words
                chosen, words, size = {}, [], 0
            places = []
            for item in numbers:
                number = item & 0xFFFFFFFF
                if number not in chosen:
                    chosen[number] = len(chosen)
                    size += 40 + len(self._speakers[number][0]) + len(self._speakers[number][6])
                places.append(chosen[number])
            words.append((word, places))
            size += len(word) + 8 + 4 * len(places)
        if words:
            yield [self._speakers[number] for number in chosen], words

    def _collect(self) -> None:
        execute = self._connection.execute
        users = dict(execute("SELECT symbol_id, count(*) FROM use GROUP BY symbol_id").fetchall())
        for symbol, name, kind, file, line, visibility, place, doc, has_body in execute(_SYMBOLS):
            weight = weigh(kind, visibility, place, users.get(symbol, 0), True, bool(has_body))
            number = self._told.get(symbol, -1)
            self._add(name, self._kind(kind), file, line, weight, number, f"{name} {doc}")
        for file, path, place, importance, text in execute(_FILES):
            weight = PLACES.get(place, 40) + min(57, importance.bit_length() * 2)
            self._add(path.rpartition("/")[2], self._kind("file"), file, 0, weight, -1, text)
        for title, file, line, severity in execute(_FINDINGS):
            weight = {"error": 120, "warning": 100}.get(severity, 80)
            self._add(title, self._kind("finding"), file, line, weight, -1, title)

    def _add(self, name: str, kind: int, file: int, line: int, weight: int, told: int, text: str) -> None:
        words = words_of(text)[:_MAX_MARKS]
        if not words:
            return
        number = len(self._speakers)
        marks = "".join(map(mark, words))
        self._speakers.append((self._show(name[:_MAX_NAME]), kind, file, line, weight, told, marks))
        for word in words:
            self._words[word].append((MAX_WEIGHT - weight) << 32 | number)


def speaker_rows(speakers: list[Speaker], local: dict[int, int]) -> list[tuple[Any, ...]]:
    """Return speakers with the places of their files in the table of a shard."""
    return [(*speaker[:2], local[speaker[2]], *speaker[3:]) for speaker in speakers]
