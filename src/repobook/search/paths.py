"""Files and folders by their path or a part of it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from repobook.search.answers import Answer, FileInfo, nearness, summarise
from repobook.search.filters import Filter, is_below
from repobook.search.query import Query
from repobook.store.vocabulary import lines_holding

if TYPE_CHECKING:
    from repobook.search.search import Search
PLACE_ORDER = {
    "source": 0,
    "document": 1,
    "build": 2,
    "configuration": 3,
    "test": 4,
    "vendored": 5,
    "generated": 6,
    "data": 7,
}
_EXACT, _END, _NAME, _STEM, _START, _INSIDE, _WORDS = 1100, 1060, 990, 800, 700, 560, 520
_PLACE = re.compile(r"([^\s:]+):(\d{1,7})(?::\d+)?:?")  # as compilers and editors write it
_TESTS = re.compile(r"(?:^|/)(?:tests?|testing|specs?|__tests__)(?:/|$)")
KNOWN = _NAME - 60  # with such an answer nobody asks for guesses


def find_paths(search: Search, query: Query, limit: int) -> Iterator[Answer]:
    """Yield files and folders whose path fits, the best first within a kind of fit."""
    named = _PLACE.fullmatch(query.text.strip())
    asked = (named[1] if named else query.text).strip("/").removeprefix("./").lower()
    if not asked or len(asked) < 2:
        return
    pieces = [piece for piece in asked.replace("/", " ").split() if piece]
    wanted = Filter(search, query)
    found = []
    longest = max(pieces, key=len)
    text, numbers = search.files.listed
    fits = {
        numbers[at]: fit for at, lower in lines_holding(text, longest) if (fit := _fit(lower, asked, pieces))
    }
    for info in search.files.many(fits):
        if wanted.takes_file(info):
            points = fits[info.id] + _extra(info) + nearness(info.path, query.near)
            found.append((points, info))
    found.sort(key=lambda item: (-item[0], item[1].id))
    for points, info in found[:limit]:
        answer = search.file_answer(info, points, "path")
        answer.line = int(named[2]) if named else 1
        yield answer
    if not query.languages and not query.places and not query.has_finding:
        yield from _find_folders(search, query, asked, pieces, limit)


def _find_folders(
    search: Search, query: Query, asked: str, pieces: list[str], limit: int
) -> Iterator[Answer]:
    found = []
    for number, lower in lines_holding(search.lower_folders, max(pieces, key=len)):
        path, page, purpose = search.folders[number]
        fit = _fit(lower, asked, pieces)
        if fit and all(is_below(path, wanted) for wanted in query.paths):
            fit -= 8 + path.count("/") + (4 if _TESTS.search(lower) else 0)
            found.append((fit + nearness(path, query.near), path, page, purpose))
    found.sort(key=lambda item: (-item[0], item[1]))
    for points, path, page, purpose in found[:limit]:
        name = path.rpartition("/")[2]
        yield Answer(
            path, 0, name, "folder", round(points, 1), "path", path, summarise(purpose), f"{page}/index.md"
        )


def _extra(info: FileInfo) -> float:
    use = min(40.0, 4 * math.log2(1 + info.importance / 1000))
    return use - 4 * PLACE_ORDER.get(info.kind, 9) - 0.2 * len(info.path)


def _fit(path: str, asked: str, pieces: list[str]) -> float:
    if path == asked:
        return _EXACT
    if "/" in asked:
        if path.endswith("/" + asked):
            return _END
        if f"/{path.rpartition('.')[0]}".endswith("/" + asked):
            return _NAME - 40
        if f"/{asked}" in f"/{path}":
            return _START + 60 * len(asked) / len(path)
    name = path.rpartition("/")[2]
    if name == asked:
        return _NAME
    stem = name.partition(".")[0] or name
    if stem == asked:
        return _STEM + (100 if len(stem) > 8 else 0)
    if name.startswith(asked):
        return _START + 60 * len(asked) / len(name)
    if asked in name:
        return _INSIDE + 60 * len(asked) / len(name)
    if asked in path:
        return _INSIDE
    if not all(piece in path for piece in pieces):
        return 0.0
    if stem in pieces or name in pieces:
        return _STEM
    held = sum(len(piece) for piece in pieces if piece in name)
    return _WORDS + 60 * held / len(name) if held else _WORDS - 40
