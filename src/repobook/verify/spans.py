"""Code spans: what stands between backticks is text of the repository, and no Markdown."""

from __future__ import annotations

import re

_RUN = re.compile(r"`+")
# What Markdown meets from left to right: an escape, a run of backticks, the end of a link with its title.
_TOKEN = re.compile(r'\\.|`+|\]\([^() "<>\n\t]*(?: "[^"\\\n]*+(?:\\.[^"\\\n]*+)*+")?\)')


def empty_code_spans(prose: str) -> tuple[str, int]:
    """Return the prose with each code span as a single backtick, and where a span is never closed (or -1).

    Our spans never go on over the end of a line, so lines stay lines and can be counted in the result. Titles
    of links are not looked at: `read_with_care` is for pages that have backticks there.
    """
    parts = prose.split("`")
    if len(parts) % 2 and "" not in parts and "\n" not in "".join(parts[1::2]):
        # Backticks stand alone and outside and inside take turns, if none of them is escaped.
        outside = "`".join(parts[::2])
        if "\\" not in outside or "\\`" not in outside:
            return outside, -1
    return empty_code_spans_carefully(prose)


def empty_code_spans_carefully(prose: str) -> tuple[str, int]:
    """Do the same line by line, from left to right, as Markdown does: backticks in a title are text."""
    kept = []
    stray = at = 0
    for line in prose.split("\n"):
        if "`" in line:
            parts = line.split("`")
            if len(parts) % 2 and "" not in parts[1:-1] and "\\`" not in line and '"' not in line:
                kept.append("`".join(parts[::2]))
                at += len(line) + 1
                continue
            outside, unclosed = _split_line(line)
            if unclosed >= 0 and not stray:
                stray = at + unclosed + 1
            kept.append("`".join(outside))
        else:
            kept.append(line)
        at += len(line) + 1
    return "\n".join(kept), stray - 1


def read_code_span(text: str) -> str:
    """Return what a code span holds, given with its backticks."""
    width = len(text) - len(text.lstrip("`"))
    inside = text[width:-width]
    if inside[:1] == inside[-1:] == " " and inside.strip(" "):
        return inside[1:-1]
    return inside


def _split_line(line: str) -> tuple[list[str], int]:
    """Return what stands outside the code spans of a line, and where the first unclosed one opens (or -1)."""
    closings = _find_closings(line)
    outside = []
    unclosed = -1
    at = position = 0
    while token := _TOKEN.search(line, position):
        position = token.end()
        if token[0][0] != "`":
            continue
        closing = closings.get(token.start(), -1)
        if closing >= 0:
            outside.append(line[at : token.start()])
            at = position = closing
        elif unclosed < 0:
            unclosed = token.start()
    outside.append(line[at:])
    return outside, unclosed


def _find_closings(line: str) -> dict[int, int]:
    """Return for each run of backticks where the next run of the same length ends.

    Made from the right, which keeps it linear, however many runs of however many lengths somebody wrote.
    """
    closings: dict[int, int] = {}
    latest: dict[int, int] = {}
    for run in reversed(list(_RUN.finditer(line))):
        length = run.end() - run.start()
        if length in latest:
            closings[run.start()] = latest[length]
        latest[length] = run.end()
    return closings
