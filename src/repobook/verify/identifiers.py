"""The list of identifiers on a keyword page: every line that it names holds the identifier.

A large book makes some ten million such statements, so this is the hottest loop of `verify`. A line is looked
up by its number as written, in a table of the file's lines; what is not found there is read with more care.
"""

from __future__ import annotations

import re

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
_CUT = re.compile(",? ?" + _DOTS + " and ([0-9][0-9,]{0,12}) more lines?$")

_numbers: list[str] = []  # "1", "2", … made once for all files


def find_identifiers(page: Page) -> tuple[int, int, int] | None:
    """Return where the list starts and ends and how many items it has.

    It is taken out of the page's prose if it holds nothing but items: there is nothing else to find in them.
    """
    for number, (start, end) in enumerate(page.segments):
        for heading in _HEADINGS:
            found = page.data.find(heading, start, end)
            if found < 0:
                continue
            first = found + len(heading) - 1
            following = _NEXT.search(page.data, first, end)
            last = following.start() if following else end
            lines = page.data.count(b"\n", first, last)
            others = page.data.count(b"\n\n", first, last) + page.data.endswith(b"\n", first, last)
            items = page.data.count(b"\n- ", first, last)
            if lines - others == items:
                page.segments[number : number + 1] = [(start, first), (last, end)]
            return first, last, items
    return None


def check_identifiers(
    page: Page, place: tuple[int, int, int], text: SourceText | None, total_lines: int, findings: Findings
) -> None:
    """Check every item of the list. Without the text, only that the lines exist."""
    first, last, number = place
    section = page.data[first:last].decode("latin-1")
    items = _ITEM.findall(section)
    checked = _check_quickly(items, text) if text is not None else None
    if checked is not None and len(items) == number:
        findings.count("identifier lines", checked)
        return
    _check_carefully(page, place, text, total_lines, findings)


def _check_quickly(items: list[tuple[str, str, str]], text: SourceText) -> int | None:
    """Return how many lines were checked; None if anything at all is unusual."""
    lines = text.lines
    while len(_numbers) < len(lines):
        _numbers.append(str(len(_numbers) + 1))
    table = dict(zip(_numbers, lines, strict=False))
    find = table.get
    checked = 0
    for name, times, listed in items:
        line = find(listed)
        if line is not None:
            if name not in line:
                return None
            checked += 1
            continue
        more = 0
        if listed[-1:] == "s":
            listed, more = _cut_off(listed)
        numbers = listed.split(", ")
        many = len(numbers)
        has_ranges = False
        for line in map(find, numbers):
            if line is None:
                has_ranges = True
            elif name not in line:
                return None
        if has_ranges:
            for number in numbers:
                if number not in table:
                    held = _find_range(number, table, lines)
                    if not held or [line for line in held if name not in line]:
                        return None
                    many += len(held) - 1
        if int(times or 1) < many + more:
            return None
        checked += many
    return checked


def _find_range(number: str, table: dict[str, str], lines: list[str]) -> list[str]:
    """Return the lines of a range such as `14-16`; none if it is no range of the file."""
    start, _, end = number.partition("-")
    return lines[int(start) - 1 : int(end)] if start in table and end in table else []


def _cut_off(listed: str) -> tuple[str, int]:
    """Part a list from the words that say how many more lines there are."""
    cut = _CUT.search(listed, max(listed.rfind(_DOTS) - 2, 0))
    return (listed[: cut.start()], int(cut[1].replace(",", ""))) if cut else (listed, 0)


def _check_carefully(
    page: Page, place: tuple[int, int, int], text: SourceText | None, total_lines: int, findings: Findings
) -> None:
    """Check item by item and say what is wrong where."""
    first, last, _ = place
    at_line = page.line_of(first)
    for number, row in enumerate(page.data[first:last].decode("latin-1").split("\n"), at_line):
        if not row.startswith("- "):
            continue
        item = _CAREFUL.fullmatch(row)
        listed = _read_lines(item[4]) if item else None
        if item is None or listed is None:
            findings.add(page.path, "identifier_form", "not of the form - `name` ×2: 10, 14-16", number)
            continue
        ranges, cut = listed
        name = read_code_span(item[1] + item[2] + item[1])
        shown = name.encode("latin-1").decode("utf-8", "replace")
        many = sum(end - start + 1 for start, end in ranges)
        findings.count("identifier lines", many)
        if int(item[3] or 1) < many + cut:
            detail = f"`{shown}` is said to occur {int(item[3] or 1):,} times, but on {many + cut:,} lines"
            findings.add(page.path, "identifier_count", detail, number)
        for start, end in ranges:
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


def _read_lines(listed: str) -> tuple[list[tuple[int, int]], int] | None:
    """Return the ranges of lines and how many more were cut off; None if it is no such list."""
    listed, more = _cut_off(listed)
    ranges = []
    for number in listed.split(", "):
        match = re.fullmatch("([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?", number)
        if match is None:
            return None
        ranges.append((int(match[1]), int(match[2] or match[1])))
    return ranges, more
