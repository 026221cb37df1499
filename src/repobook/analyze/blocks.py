"""Blocks of the C family: how far a name reaches that is bound between braces, and what `using` brings into a scope."""

from __future__ import annotations

import re
from bisect import bisect_right

from repobook.analyze.inforce import COLUMN, place
from repobook.analyze.languages import Language
from repobook.analyze.reading import Reading
from repobook.facts import Local, Using

MAX_USINGS = 5_000
# A branch of `#if` may close a block that another one closes too.
_BRACE = re.compile(rb"[{}]|^[ \t]*#[ \t]*el", re.M)
_USING = re.compile(rb"(?<![\w.#])using\s+(namespace\s+)?(?:typename\s+)?((?:::\s*)?\w+(?:\s*::\s*\w+)*)\s*;")
_SPACE = re.compile(rb"\s+")


def has_blocks(language: Language) -> bool:
    """Tell whether a language is of the C family, where braces end what a name means."""
    return language.settings.prepare in ("c", "c++")


class Blocks:
    """The pairs of braces of a file, quick to find by place."""

    def __init__(self, data: bytes, quiet: list[tuple[int, int]]) -> None:
        """`quiet` are the spans of comments and strings, in order."""
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._parents: list[int] = []
        open_ones: list[int] = []
        unsure: set[int] = set()
        spans = iter(quiet)
        span = next(spans, None)
        for brace in _BRACE.finditer(data):
            at = brace.start()
            while span is not None and span[1] <= at:
                span = next(spans, None)
            if span is not None and span[0] <= at:
                continue
            mark = data[at]
            if mark == 123:
                self._parents.append(open_ones[-1] if open_ones else -1)
                open_ones.append(len(self._starts))
                self._starts.append(at)
                self._ends.append(-1)
            elif mark == 125:
                if open_ones:
                    number = open_ones.pop()
                    self._ends[number] = -1 if number in unsure else at
            else:
                unsure.update(open_ones)

    def end(self, at: int) -> int:
        """Return where the innermost block around a place ends; -1 where there is none, or none that is sure."""
        number = bisect_right(self._starts, at) - 1
        while number >= 0:
            if self._ends[number] < 0 or self._ends[number] >= at:
                return self._ends[number]
            number = self._parents[number]
        return -1


def end_locals(
    locals_: list[Local],
    starts: list[int],
    found: Reading,
    data: bytes,
    newlines: list[int],
    quiet: list[tuple[int, int]],
) -> None:
    """Tell of local names where their block ends, if that matters: of those bound twice, or called in the same file."""
    held: dict[str, str] = {}
    several = {
        item.name
        for item in locals_
        if item.holds != "<" and held.setdefault(item.name, item.holds) != item.holds
    }
    called = {data[start:end] for start, end, how in found.sites if how == "call"}
    several.update(name for name in held if name.encode() in called)
    if not several:
        return
    blocks = Blocks(data, quiet)
    for item, start in zip(locals_, starts, strict=True):
        if item.name in several and item.holds != "<":
            end = blocks.end(start)
            if end >= 0:
                item.first, item.last = place(newlines, start), place(newlines, end)
                item.column = item.first & COLUMN


def find_usings(code: bytes) -> list[Using]:
    """Return what `using` brings into the scopes of a file. `code` has the lines of the file, without comments and strings."""
    if b"using" not in code:
        return []
    found: list[Using] = []
    line = 1
    done = 0
    for using in _USING.finditer(code):
        line += code.count(b"\n", done, using.start())
        done = using.start()
        target = _SPACE.sub(b"", using[2]).decode(errors="replace")
        name = "" if using[1] else target.rpartition("::")[2]
        if name != target and len(found) < MAX_USINGS:
            found.append(Using(line, name, target))
    return found
