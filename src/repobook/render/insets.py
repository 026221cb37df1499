"""Answers that stand on a page as they were given: after an edit that changes nothing else there, only they are written anew.

A line more in a header moves the lines of everything in it, and a thousand pages that cite it are otherwise what they were.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence

from repobook.facts import are_inside
from repobook.render.asked import Span
from repobook.render.book import Book
from repobook.render.current_units import Inset, Made
from repobook.render.markdown import cell
from repobook.render.page import Shown, names_shown
from repobook.render.taken_pages import take_pages


def find_cells(shown: Shown, page: str) -> list[Span] | None:
    """Return where the cells of a table stand in the bytes of a page; None where that cannot be told for sure."""
    at = page.find(shown.table)
    if at < 0 or page.find(shown.table, at + 1) >= 0:
        return None
    head, rule, *lines = shown.table.split("\n")
    start = _size(page[:at]) + _size(head) + 1 + _size(rule) + 1
    spans: list[Span] = []
    for line, text in zip(lines, shown.cells, strict=False):
        if not line.endswith(f"| {cell(text)} |"):
            return None
        start += _size(line) + 1
        size = _size(cell(text))
        spans.append((start - 3 - size, size))
    return spans if len(spans) == len(shown.cells) else None


def fill_insets(
    book: Book,
    made: Made,
    insets: Sequence[Inset],
    answers: Sequence[tuple[Inset, list[str] | None]],
    old: str,
) -> tuple[Made, list[Inset]] | None:
    """Write the first page of a unit with other answers in its insets, and take its other pages from the last book.

    Return what the unit gives now, and where all of its insets stand. None where more than the insets would be different:
    names that stand there as code are in the keyword index, too.
    """
    path, checksum, _ = made.pages[0]
    if not are_inside([path]):
        return None
    try:
        with open(os.path.join(old, path), "rb") as stream:
            data = stream.read()
    except OSError:
        return None
    if hashlib.sha256(data).hexdigest() != checksum:
        return None
    given: dict[Span, bytes] = {}
    for inset, cells in answers:
        if cells is None or len(cells) != len(inset.spans):
            return None
        for (first, size), text in zip(inset.spans, cells, strict=True):
            before, now = data[first : first + size].decode(), cell(text)
            if bool(before) != bool(now) or names_shown(before) != names_shown(now):
                return None
            given[first, size] = now.encode("utf-8", "replace")
    parts: list[bytes] = []
    moved: dict[Span, Span] = {}
    at = length = 0
    for first, size in sorted(span for inset in insets for span in inset.spans):
        now_there = given.get((first, size), data[first : first + size])
        parts += (data[at:first], now_there)
        length += first - at
        moved[first, size] = (length, len(now_there))
        length += len(now_there)
        at = first + size
    if not take_pages(book, made.pages[1:], old):
        return None
    book.pages.clear()
    book.write_bytes(path, b"".join([*parts, data[at:]]))
    return (
        Made([*book.pages, *made.pages[1:]], made.text),
        [Inset(inset.question, [moved[span] for span in inset.spans]) for inset in insets],
    )


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
