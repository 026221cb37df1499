"""The list of identifiers on a keyword page: every line that it names holds the identifier.

A large book makes some ten million such statements, so this is the hottest loop of `verify`. It only says
whether all is well; a page on which something is not is read again, with more care, to say what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from repobook.verify.findings import Findings
from repobook.verify.pages import Page
from repobook.verify.sources import SourceText
from repobook.verify.spans import read_code_span

_HEADINGS = (b"\n### Identifiers\n", b"\n### Terms\n")
_NEXT = re.compile(rb"\n##?#? ")
# Everything is UTF-8 read as Latin-1, like the lines of `SourceText`: `×` is two signs, `…` is three.
_TIMES = "×".encode().decode("latin-1")
_DOTS = "…".encode().decode("latin-1")
# Quick, not strict: what it takes for a name or a number beyond its line is then found nowhere.
_ITEM = re.compile("\n- `([^`]*)`(?: " + _TIMES + "([0-9]+))?: ([^\n]*)")
_CAREFUL = re.compile("- (`++)([^\n]*?)(?<!`)\\1(?!`)(?: " + _TIMES + "([1-9][0-9]{0,8}))?: ([^\n]*)")
_CUT = re.compile(" ?" + _DOTS + " and ([0-9][0-9,]{0,12}) more lines?$")
_LINES = re.compile("(?P<first>[1-9][0-9]{0,8})(?:-(?P<last>[1-9][0-9]{0,8}))?")
# A line that defines or imports the identifier.
_MARKS = re.compile(r"(?<![^ ])(\*\*?)([0-9]+)\1(?![^ ])")
_MARKED = re.compile(r"(?P<mark>\*\*?)(?P<first>[1-9][0-9]{0,8})(?P=mark)(?P<last>)")


# Lines where it stands in nothing but a comment, or a string: they are no part of how often the code has it.
_ASIDE = re.compile(
    rf' \(([0-9][0-9 -]*)(?: {_DOTS})?\)(?: "([0-9][0-9 -]*)(?: {_DOTS})?")?$| "([0-9][0-9 -]*)(?: {_DOTS})?"$'
)


@dataclass(frozen=True, slots=True)
class TermList:
    """The list as it stands on its page."""

    start: int
    end: int
    items: list[tuple[str, str, str]]  # name, how often (may be missing), lines; as far as they are plain
    has_plain_items_only: bool


def take_identifiers(page: Page) -> TermList | None:
    """Find the list, and take it out of the page's prose if it holds plain items: nothing else is in them."""
    for number, (start, end) in enumerate(page.segments):
        for heading in _HEADINGS:
            found = page.data.find(heading, start, end)
            if found < 0:
                continue
            first = found + len(heading) - 1
            following = _NEXT.search(page.data, first, end)
            last = following.start() if following else end
            section = page.data[first:last]
            items = _ITEM.findall(section.decode("latin-1"))
            # A blank line, then an item a line: whatever the pattern took for an item, there is no other line.
            is_plain = section.startswith(b"\n\n- ") and section.count(b"\n") == len(items) + 2
            if is_plain:
                page.segments[number : number + 1] = [(start, first), (last, end)]
            return TermList(first, last, items, is_plain)
    return None


def check_identifiers(
    page: Page, listed: TermList, text: SourceText | None, total_lines: int, findings: Findings
) -> None:
    """Check every item of the list. Without the text, only that the lines exist."""
    if text is not None and listed.has_plain_items_only:
        checked = _check_quickly(listed.items, text)
        if checked is not None:
            findings.count("identifier lines", checked)
            return
    _check_carefully(page, listed, text, total_lines, findings)


def read_items(page: Page, listed: TermList) -> Iterator[tuple[int, str, list[tuple[int, int]]]]:
    """Return every item that is well formed: its line on the page, its name, and the lines that it names, as ranges."""
    rows = page.data[listed.start : listed.end].decode("latin-1").split("\n")
    for number, row in enumerate(rows, page.line_of(listed.start)):
        item = _CAREFUL.fullmatch(row)
        lines = _read_lines(item[4]) if item else None
        if item is not None and lines is not None:
            yield number, read_code_span(item[1] + item[2] + item[1]), lines[0] + lines[1]


def _check_quickly(items: list[tuple[str, str, str]], text: SourceText) -> int | None:
    """Return how many lines were checked; None if anything at all is unusual."""
    lines = ["", *text.lines]
    checked = 0
    try:
        for name, times, listed in items:
            more = 0
            if listed[-1] in ')"':
                listed, aside = _part_aside(listed)
                for first, last in aside:
                    held = lines[first : last + 1]
                    if len(held) != last - first + 1 or any(name not in line for line in held):
                        return None
                    checked += len(held)
            if listed[-1] in "es":  # … and 1 more line, … and 2 more lines
                listed, more = _cut_off(listed)
            if "*" in listed:
                listed = _MARKS.sub(r"\2", listed)
            numbers = listed.split(" ")
            many = len(numbers)
            if "-" in listed:
                for number in numbers:
                    if "-" in number:
                        start, _, end = number.partition("-")
                        held = lines[int(start) : int(end) + 1]
                        for line in held:
                            if name not in line:
                                return None
                        many += len(held) - 1
                        if int(end) >= len(lines) or not held:
                            return None
                    elif name not in lines[int(number)]:
                        return None
            else:
                for line_number in map(int, numbers):
                    if name not in lines[line_number]:
                        return None
            if int(times or 1) < many + more:
                return None
            checked += many
    except (ValueError, IndexError):
        return None
    return checked


def _part_aside(listed: str) -> tuple[str, list[tuple[int, int]]]:
    """Part a list from the lines of comments and strings behind it."""
    found = _ASIDE.search(listed)
    if found is None:
        return listed, []
    ranges = []
    for number in " ".join(filter(None, found.groups())).split(" "):
        match = _LINES.fullmatch(number)
        if match is None:
            raise ValueError(number)
        ranges.append((int(match["first"]), int(match["last"] or match["first"])))
    return listed[: found.start()], ranges


def _cut_off(listed: str) -> tuple[str, int]:
    """Part a list from the words that say how many more lines there are."""
    cut = _CUT.search(listed, max(listed.rfind(_DOTS) - 2, 0))
    return (listed[: cut.start()], int(cut[1].replace(",", ""))) if cut else (listed, 0)


def _check_carefully(
    page: Page, listed: TermList, text: SourceText | None, total_lines: int, findings: Findings
) -> None:
    """Check item by item and say what is wrong where."""
    rows = page.data[listed.start : listed.end].decode("latin-1").split("\n")
    for number, row in enumerate(rows, page.line_of(listed.start)):
        if not row.startswith("- "):
            continue
        item = _CAREFUL.fullmatch(row)
        lines = _read_lines(item[4]) if item else None
        if item is None or lines is None:
            findings.add(
                page.path, "identifier_form", 'not of the form - `name` ×2: 10 14-16 **20** (8) "9"', number
            )
            continue
        ranges, asides, cut = lines
        name = read_code_span(item[1] + item[2] + item[1])
        shown = name.encode("latin-1").decode("utf-8", "replace")
        many = sum(end - start + 1 for start, end in ranges)
        findings.count("identifier lines", many)
        if int(item[3] or 1) < many + cut:
            detail = f"`{shown}` is said to occur {int(item[3] or 1):,} times, but on {many + cut:,} lines"
            findings.add(page.path, "identifier_count", detail, number)
        findings.count("identifier lines", sum(end - start + 1 for start, end in asides if end >= start))
        for start, end in ranges + asides:
            if not 0 < start <= end <= total_lines:
                findings.add(
                    page.path, "identifier_line", f"`{shown}`: the file has no lines {start}-{end}", number
                )
            elif text is not None:
                for line, held in enumerate(text.lines[start - 1 : end], start):
                    if name not in held:
                        findings.add(
                            page.path, "identifier_line", f"line {line} does not hold `{shown}`", number
                        )


def _read_lines(listed: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]], int] | None:
    """Return the ranges of lines, those in comments and strings, and how many were cut off; None if it is no such list."""
    try:
        listed, asides = _part_aside(listed)
    except ValueError:
        return None
    listed, more = _cut_off(listed)
    ranges = []
    for number in listed.split(" "):
        match = _MARKED.fullmatch(number) or _LINES.fullmatch(number)
        if match is None:
            return None
        ranges.append((int(match["first"]), int(match["last"] or match["first"])))
    return ranges, asides, more
