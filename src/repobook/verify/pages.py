"""A small, strict reader of our own Markdown.

It knows just what a page of the book may hold (docs/book.md) and is quick because most pages hold nothing
unusual: fences are found as bytes, the rest is searched with a few patterns, and only what those point at is
looked at twice. Line numbers are worked out when there is something to report, never before.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from repobook.verify.spans import empty_code_spans, empty_code_spans_carefully

# Quick, and right where brackets stand in links only. What stands in the parentheses is taken apart later. Bounds
# keep it linear on a page of brackets; a longer link is left to the careful pattern.
_LINK = re.compile(r"\[([^\]]{0,400})\]\(([^)]{0,600})\)")
# Right everywhere. Text and title may hold escapes; the pattern is possessive, so it is linear on any input.
_CAREFUL_LINK = re.compile(
    r"\[(?<!\\\[)([^\[\]\\\n]*+(?:\\.[^\[\]\\\n]*+)*+)\]"
    r'\(([^() "<>\n\t]*(?: "[^"\\\n]*+(?:\\.[^"\\\n]*+)*+")?)\)'
)
# Backslashes in pairs before a bracket are text and leave the bracket its meaning.
_PAIRS = re.compile(r"(?<!\\)(?:\\\\)+(?=\[)")
_NEWLINE = re.compile("\n")
_HEADING = re.compile(r"\n#(#{0,5})(?=[ \t\n])([^\n]*)")


class Fence(NamedTuple):
    """Where a fence stands in the bytes of its page."""

    start: int  # of its opening line
    body: int
    body_end: int
    end: int  # the newline that ends its closing line
    is_closed: bool


class Page:
    """A page taken apart: its fences, and its prose, which is all the rest."""

    __slots__ = (
        "_link_lines",
        "_newlines",
        "_segment_lines",
        "care",
        "data",
        "fences",
        "headings",
        "links",
        "path",
        "plain",
        "prose",
        "segments",
        "stray_tick",
    )

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.data = data
        self.fences: list[Fence] = []
        self.segments: list[tuple[int, int]] = []  # the bytes that are prose
        self.prose = ""  # begins with a newline of our own, so that every line has one before it
        self.plain = ""  # the prose with its code spans emptied
        self.stray_tick = -1  # a place in `prose` where a code span is opened and never closed
        self.headings: list[tuple[str, str]] = []  # level as `#` signs but one, and text
        self.links: list[tuple[str, str]] = []  # text, and target with title, as written
        # How it was read: 0 quickly, 1 knowing of brackets that are not of links, 2 also of backticks in titles.
        self.care = 0
        self.forget_lines()

    def forget_lines(self) -> None:
        """Forget where newlines, segments and links stand.

        That is found when the first problem asks for its line, and kept: a page may have thousands of problems.
        """
        self._newlines: dict[str, list[int]] = {}
        self._segment_lines: list[tuple[int, int]] = []  # newlines of prose before it, lines to add
        self._link_lines: list[int] = []

    def line_at(self, text: str, position: int) -> int:
        """Return the line of the page that holds a place in its `prose` or its `plain`."""
        which = "plain" if text is self.plain else "prose"
        if which not in self._newlines:
            self._newlines[which] = [match.start() for match in _NEWLINE.finditer(text)]
        if not self._segment_lines:
            passed = 0
            for start, end in self.segments:
                self._segment_lines.append((passed, self.line_of(start) - passed))
                passed += self.data.count(b"\n", start, end)
        before = bisect_left(self._newlines[which], position) - 1
        # The last segment that begins before the line; what was left out before it is the difference.
        number = bisect_left(self._segment_lines, (before, 0)) - 1
        return before + self._segment_lines[max(number, 0)][1]

    def line_of(self, offset: int) -> int:
        """Return the line that holds a byte of the page."""
        return self.data.count(b"\n", 0, offset) + 1

    def line_of_link(self, index: int) -> int:
        """Return the line of a link, given its number on the page."""
        if not self._link_lines:
            pattern = _CAREFUL_LINK if self.care else _LINK
            self._link_lines = [
                self.line_at(self.plain, link.start()) for link in pattern.finditer(self.plain)
            ]
        return self._link_lines[index]

    def link_places(self) -> set[int]:
        """Where in `plain` the `](` of each link stands."""
        return {match.end(1) for match in _CAREFUL_LINK.finditer(self.plain)}


def open_page(path: str, data: bytes) -> Page:
    """Find the fences of a page and the prose between them. The prose itself is read by `read_prose`."""
    page = Page(path, data)
    at = 0
    for fence in _find_fences(data):
        page.fences.append(fence)
        page.segments.append((at, fence.start))
        at = fence.end
    page.segments.append((at, len(data)))
    return page


def read_prose(page: Page) -> None:
    """Read headings and links. May raise UnicodeDecodeError."""
    data = page.data
    page.prose = prose = "\n" + b"".join([data[start:end] for start, end in page.segments]).decode("utf-8")
    page.headings = _HEADING.findall(prose)
    page.plain, page.stray_tick = empty_code_spans(prose)
    page.links = _LINK.findall(page.plain)
    plain, number = page.plain, len(page.links)
    if plain.count("[") != number or plain.count("]") != number or ("\\" in plain and "\\[" in plain):
        _read_all_brackets(page)


def read_with_care(page: Page) -> None:
    """Read a page again that has odd signs in the titles of its links."""
    page.plain, page.stray_tick = empty_code_spans_carefully(page.prose)
    _read_all_brackets(page)
    page.care = 2


def _read_all_brackets(page: Page) -> None:
    page.care = 1
    page.forget_lines()
    if "\\\\[" in page.plain:
        page.plain = _PAIRS.sub(lambda match: "~" * len(match[0]), page.plain)
    page.links = _CAREFUL_LINK.findall(page.plain)


def _find_fences(data: bytes) -> list[Fence]:
    fences = []
    opening = data.find(b"\n```")
    while opening >= 0:
        body = data.find(b"\n", opening + 1) + 1
        line = data[opening + 1 : body - 1] if body else b""
        info = line.lstrip(b"`")
        if not body or b"`" in info:
            # Not a fence: it would have its own line, without a backtick after those that open it.
            opening = data.find(b"\n```", opening + 1)
            continue
        mark = line[: len(line) - len(info)]
        closing, end = _find_closing(data, mark, body - 1)
        fences.append(Fence(opening + 1, body, max(body, closing + 1), end, closing < len(data)))
        opening = data.find(b"\n```", end)
    return fences


def _find_closing(data: bytes, mark: bytes, start: int) -> tuple[int, int]:
    """Return the newline before a closing line and the one after it, or twice the end of the page."""
    closing = data.find(b"\n" + mark, start)
    while closing >= 0:
        end = data.find(b"\n", closing + 1)
        if end < 0:
            end = len(data)
        if not data[closing + 1 : end].lstrip(b"`").strip(b" \t"):
            return closing, end
        closing = data.find(b"\n" + mark, closing + 1)
    return len(data), len(data)
