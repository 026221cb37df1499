"""Identifiers and words wherever they stand: who uses a name, and names that the repository uses but does not define."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from repobook.search.answers import Answer, FileInfo
from repobook.search.filters import Filter
from repobook.search.paths import PLACE_ORDER
from repobook.search.query import Query
from repobook.store.vocabulary import Block

if TYPE_CHECKING:
    from repobook.search.search import Search
_WORD = re.compile(r"\w+")
_SAME, _CASE, _START, _TOGETHER = 420, 400, 300, 280
_IMPORT_LINES = 40  # an import with a list of names may be as long
_MOST_FILES = 400  # that are opened for one question
_MOST_TOGETHER = 150  # that are opened to see whether words stand near to each other


def find_keywords(search: Search, query: Query, limit: int) -> Iterator[Answer]:
    """Yield the places of an identifier, or the lines where the words of a question stand together."""
    words = [word.lstrip("0123456789") for word in _WORD.findall(query.text)]
    words = list(dict.fromkeys(word for word in words if word))[:12]
    if not words:
        return
    wanted = Filter(search, query)
    if len(words) == 1:
        for files, points, said in _spelled(search, words[0]):
            yield from _places(search, wanted, files, words[0], points, said, limit)
        return
    held: set[int] | None = None
    for word in sorted(words, key=len, reverse=True):
        files = set()
        for block, at in search.words.spelled(word):
            files.update(search.words.numbers(block, at)[1])
        held = files if held is None else held & files
        if not held:
            return
    on_one_line = 0
    for info in _ordered(search, wanted, held or ())[:_MOST_TOGETHER]:
        if on_one_line >= limit:
            return
        line, near, shown = _closest(search, info, words)
        if line:
            on_one_line += near == len(words)
            why = "words on one line" if near == len(words) else "words on neighbouring lines"
            yield _answer(info, line, " ".join(words), _TOGETHER + 20 * (near - len(words)), why, shown)


def _spelled(search: Search, word: str) -> Iterator[tuple[Iterable[int], float, str]]:
    exact: list[tuple[Block, int]] = []
    others: list[tuple[Block, int]] = []
    for block, at in search.words.spelled(word):
        (exact if block.words[at] == word else others).append((block, at))
    for block, at in exact:
        yield search.words.numbers(block, at)[1], _SAME, block.words[at]
    for block, at in others:
        yield search.words.numbers(block, at)[1], _CASE, block.words[at]
    if exact or others:
        return
    for count, (block, at) in enumerate(search.words.beginning(word)):
        if count >= 20:
            return
        yield search.words.numbers(block, at)[1], _START, block.words[at]


def _ordered(search: Search, wanted: Filter, files: Iterable[int]) -> list[FileInfo]:
    infos = [info for info in search.files.many(files) if wanted.takes_file(info)]
    infos.sort(key=lambda info: (PLACE_ORDER.get(info.kind, 9), -info.importance, info.id))
    return infos


def _places(
    search: Search, wanted: Filter, files: Iterable[int], word: str, points: float, said: str, limit: int
) -> Iterator[Answer]:
    infos = _ordered(search, wanted, files)
    for info in infos[:limit]:
        for line, role, shown in places_of(search, info, said)[:1]:
            yield _answer(
                info, line, said, points, f"{role}, in {len(infos):,} file{'s' * (len(infos) != 1)}", shown
            )


def find_uses(search: Search, query: Query, limit: int) -> list[Answer]:
    """Return where a name is used: what links know first, then every other place that spells it."""
    from repobook.search.names import split_qualified

    word = split_qualified(query.text)[1]
    wanted = Filter(search, query)
    found: list[Answer] = []
    for files, points, said in _spelled(search, word):
        if points == _START:
            break
        for info in _ordered(search, wanted, files)[:_MOST_FILES]:
            for line, role, shown in places_of(search, info, said):
                if role != "definition":
                    rank = {"reference": 90, "import": 60, "text": 30, "comment": 20, "string": 10}[role]
                    found.append(_answer(info, line, said, points + rank, role, shown))
            if len(found) > 4 * limit:
                break
    found.sort(key=lambda answer: -answer.score)
    return found[:limit]


def places_of(search: Search, info: FileInfo, word: str) -> list[tuple[int, str, str]]:
    """Return line, role and text of every line of a file that holds a word."""
    data = search.sources.read(info.page, info.size_bytes)
    lines = data.decode(errors="replace").split("\n")
    pattern = re.compile(rf"(?<![^\W\d]){re.escape(word)}(?!\w)")
    coded, in_comments, in_strings = listed_lines(search, info.id, word)
    defined = {
        row[0]
        for row in search.connection.execute(
            "SELECT name_line FROM symbol WHERE file_id = ? AND name = ?", (info.id, word)
        )
    }
    imported: set[int] = set()
    for line, names in search.connection.execute(
        "SELECT line, names FROM import WHERE file_id = ?", (info.id,)
    ):
        imported.add(line)
        if word in names.split(", "):  # the names of an import may stand on the lines after it
            imported.update(sorted(at for at in coded if line <= at <= line + _IMPORT_LINES)[:1])
    documented = list(
        search.connection.execute(
            "SELECT doc_first_line, doc_last_line FROM symbol WHERE file_id = ? AND doc_first_line > 0",
            (info.id,),
        )
    )
    found = []
    is_block = False
    for number, text in enumerate(lines, 1):
        hit = pattern.search(text) if word in text else None
        if hit is not None:
            if number in defined:
                role = "definition"
            elif info.kind == "document":
                role = "text"
            elif number in coded:
                role = "import" if number in imported else "reference"
            elif number in in_strings:
                role = "string"
            elif (
                number in in_comments
                or is_block
                or _is_comment(text, hit.start())
                or any(a <= number <= b for a, b in documented)
            ):
                role = "comment"
            else:
                role = "string"
            found.append((number, role, text.strip()[:300]))
        is_block = _stays_open(text, is_block)
    return found


_MARKS = ("//", "#", "--", ";;", "/*", "<!--", '"""')


def _is_comment(text: str, at: int) -> bool:
    """Tell whether what stands there follows the mark of a comment."""
    before = text[:at]
    return any(mark in before for mark in _MARKS) or before.lstrip().startswith("*")


def _stays_open(text: str, is_block: bool) -> bool:
    """Tell whether a block comment goes on in the next line."""
    opened, closed = text.rfind("/*"), text.rfind("*/")
    return is_block if opened < 0 and closed < 0 else opened > closed


def listed_lines(search: Search, file_id: int, word: str) -> tuple[set[int], set[int], set[int]]:
    """Return the lines where a word is an identifier of the code, and those of comments and of strings that its page lists."""
    row = search.connection.execute("SELECT names, places FROM term WHERE file_id = ?", (file_id,)).fetchone()
    if row is None:
        return set(), set(), set()
    try:
        at = zlib.decompress(row[0]).decode().split("\n").index(word)
    except ValueError:
        return set(), set(), set()
    said = zlib.decompress(row[1]).decode().split("\n")[at].partition(": ")[2]
    said, _, in_strings = said.partition(' "')
    said, _, in_comments = said.partition(" (")
    return _lines_of(said), _lines_of(in_comments.rstrip(")")), _lines_of(in_strings.rstrip('"'))


def _lines_of(said: str) -> set[int]:
    lines: set[int] = set()
    for span in said.split():
        first, _, last = span.partition("-")
        if first.isdigit():
            lines.update(range(int(first), int(last or first) + 1))
    return lines


def _closest(search: Search, info: FileInfo, words: list[str]) -> tuple[int, int, str]:
    """Return the line around which most of the words stand, how many, and its text."""
    data = search.sources.read(info.page, info.size_bytes)
    lower = data.lower()
    asked = [word.lower().encode() for word in words]
    if not all(word in lower for word in asked):
        return 0, 0, ""
    rare = max(asked, key=len)
    for reach in (0, 2):  # all on one line rather than near to each other
        at = lower.find(rare)
        while at >= 0:
            start, end = _around(lower, at, reach)
            if all(lower.find(word, start, end) >= 0 for word in asked):
                first, last = _around(lower, at, 0)
                text = data[first:last].decode(errors="replace").strip()[:300]
                return lower.count(b"\n", 0, at) + 1, len(words) - reach, text
            at = lower.find(rare, at + len(rare))
    return 0, 0, ""


def _around(data: bytes, at: int, reach: int) -> tuple[int, int]:
    """Return where the line of a place begins and ends, with so many lines before and after it."""
    start = end = at
    for _ in range(reach + 1):
        start = data.rfind(b"\n", 0, start)
        if start < 0:
            break
    for _ in range(reach + 1):
        end = data.find(b"\n", end + (end > at))
        if end < 0:
            end = len(data)
            break
    return start + 1, end


def _answer(info: FileInfo, line: int, name: str, points: float, why: str, shown: str) -> Answer:
    order = PLACE_ORDER.get(info.kind, 9)
    return Answer(
        info.path, line, name, "keyword", round(points - order, 1), why, summary=shown, page=info.page
    )
