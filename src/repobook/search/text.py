"""Exact text and regular expressions over the sources: in linear time, only where the words of the question stand."""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from repobook.search.linear import compile_linear, finder_of
from repobook.search.query import QueryError
from repobook.search.sources import Sources
from repobook.store.vocabulary import Vocabulary

MAX_SECONDS = 20.0
_CHUNK = 64  # files that a thread searches at once
_MAX_LINE = 300  # characters shown
_MAX_BYTES = 4 * _MAX_LINE
_MIN_FRAGMENT = 3
_MAX_WORDS = 60_000  # that hold a fragment: above it, looking them up costs more than it spares
_WORD = re.compile(r"[\w\x80-\U0010ffff]+")


# File, line, column from 1 in bytes, and the line as it stands there, cut.
Hit = tuple[int, int, int, bytes]


class Pattern:
    """What is looked for, and words without which it cannot be found."""

    def __init__(self, text: str, is_regex: bool) -> None:
        if not text:
            raise QueryError("no text to look for. Give some, such as '\"return self\"'.")
        self.fragments = _required(text) if is_regex else _fragments(text)
        self._literal = None if is_regex else text.encode()
        self._find = finder_of(_compile(text)) if is_regex else _nowhere

    def hits(self, number: int, data: bytes) -> list[Hit]:
        """Return the first hit of each line of a file."""
        found: list[Hit] = []
        size = len(data)
        literal, find = self._literal, self._find
        at = line = counted = 0
        while True:
            at = data.find(literal, at) if literal is not None else find(data, at, size)[0]
            if at < 0 or at >= size:
                return found
            line += data.count(b"\n", counted, at)
            counted = at
            start = data.rfind(b"\n", 0, at) + 1
            end = data.find(b"\n", at)
            if end < 0:
                end = size
            found.append((number, line + 1, at - start + 1, data[start : min(end, start + _MAX_BYTES)]))
            at = end + 1
            if at >= size:
                return found


def _nowhere(data: bytes, start: int, end: int) -> tuple[int, int]:
    return -1, -1


def _compile(text: str) -> Any:
    try:
        return compile_linear(f"(?m){text}")
    except ValueError as error:
        raise QueryError(
            f"{text}: {_why(text)}. Mend it, or use --text to find it as it is written."
        ) from error


def _why(text: str) -> str:
    """Say in our own words what is wrong with a regular expression."""
    try:
        with warnings.catch_warnings(action="ignore"):  # Python's remarks on what means something else there
            re.compile(text)
    except (re.error, RecursionError, OverflowError) as error:
        place = getattr(error, "pos", None)
        return f"no regular expression ({getattr(error, 'msg', 'it is nested too deeply')}{f' at character {place + 1}' if place is not None else ''})"
    return "looking around and back references cannot be searched in linear time"


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of a word that every hit holds. Open ends may go on in the text."""

    text: str
    is_open_left: bool
    is_open_right: bool


def _fragments(literal: str) -> list[Fragment]:
    found = []
    for word in _WORD.finditer(literal):
        stripped = word[0].lstrip("0123456789")
        left = word.start() == 0
        right = word.end() == len(literal)
        if stripped != word[0] and left:
            left = True
        if len(stripped) >= _MIN_FRAGMENT and stripped.isascii():
            found.append(Fragment(stripped, left, right))
    return found


def _required(pattern: str) -> list[Fragment]:
    """Return fragments of literal text that every hit of a regular expression holds."""
    try:
        from re import _parser  # type: ignore[attr-defined]

        tree = _parser.parse(pattern)
    except (re.error, RecursionError, OverflowError, ImportError, ValueError):
        return []
    if tree.state.flags & re.IGNORECASE:
        return []
    runs: list[str] = [""]
    _collect(tree, runs)
    found = []
    for run in runs:
        for word in _WORD.finditer(run):
            stripped = word[0].lstrip("0123456789")
            if len(stripped) >= _MIN_FRAGMENT and stripped.isascii():
                found.append(Fragment(stripped, True, True))
    return found


def _collect(tree: Any, runs: list[str]) -> None:
    for operation, value in tree:
        name = str(operation)
        if name == "LITERAL":
            runs[-1] += chr(value)
        elif name == "SUBPATTERN" and not value[1] and not value[2]:
            _collect(value[3], runs)
        elif name == "MAX_REPEAT" and value[0] >= 1:
            runs.append("")
            _collect(value[2], runs)
            runs.append("")
        elif name != "AT":
            runs.append("")


def narrow(vocabulary: Vocabulary, fragments: Sequence[Fragment]) -> set[int] | None:
    """Return the files whose words hold all fragments; None where that says nothing."""
    left: set[int] | None = None
    for fragment in sorted(fragments, key=lambda item: -len(item.text)):
        files: set[int] = set()
        for count, (block, at) in enumerate(vocabulary.holding(fragment.text)):
            if count > _MAX_WORDS:
                break
            if _fits(block.words[at], fragment):
                files.update(vocabulary.numbers(block, at)[1])
        else:
            left = files if left is None else left & files
            if len(left) < 200:
                break
    if left is not None:
        for block, at in vocabulary.spelled("*"):  # files whose words are not all listed
            left.update(vocabulary.numbers(block, at)[1])
    return left


def _fits(word: str, fragment: Fragment) -> bool:
    text = fragment.text
    if not fragment.is_open_left and not fragment.is_open_right:
        return word == text
    if not fragment.is_open_left:
        return word.startswith(text)
    return word.endswith(text) if not fragment.is_open_right else text in word


def shown_line(line: bytes) -> str:
    """Return the line of a hit as people read it."""
    return line.decode(errors="replace").strip()[:_MAX_LINE]


def search_text(
    sources: Sources,
    files: Sequence[tuple[int, str, int]],
    pattern: Pattern,
    seconds: float = MAX_SECONDS,
    cut: Callable[[], None] = lambda: None,
) -> Iterator[Hit]:
    """Yield the hits in the given files (id, page, size), in their order, as they are found; end after `seconds`, and `cut` is called."""
    end = time.monotonic() + seconds

    def search(chunk: Sequence[tuple[int, str, int]]) -> list[Hit]:
        found: list[Hit] = []
        for file_id, page, size in chunk:
            if time.monotonic() > end:
                cut()
                break
            found += pattern.hits(file_id, sources.read(page, size))
        return found

    chunks = [files[at : at + _CHUNK] for at in range(0, len(files), _CHUNK)]
    if len(chunks) < 2:
        for chunk in chunks:
            yield from search(chunk)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2) as pool:
        pending = [pool.submit(search, chunk) for chunk in chunks]
        try:
            for future in pending:
                yield from future.result()
        finally:
            for future in pending:
                future.cancel()
