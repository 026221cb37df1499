"""Code spans: what stands between backticks is text of the repository, and no Markdown."""

from __future__ import annotations

import re

_RUN = re.compile(r"`+")


def empty_code_spans(prose: str) -> tuple[str, int]:
    """Return the prose with each code span as a single backtick, and where a span is never closed (or -1).

    Our spans never go on over the end of a line, so lines stay lines and can be counted in the result.
    """
    parts = prose.split("`")
    if len(parts) % 2 and "" not in parts and "\n" not in "".join(parts[1::2]):
        # Backticks stand alone and outside and inside take turns, if none of them is escaped.
        outside = "`".join(parts[::2])
        if "\\" not in outside or "\\`" not in outside:
            return outside, -1
    kept = []
    stray = at = 0
    for line in prose.split("\n"):
        if "`" in line:
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
    """Return what stands outside the code spans of a line, and where the first unclosed one opens (or -1).

    A run of backticks is closed by the next run of the same length. Looking it up in a table made from the right
    keeps this linear, however many runs of however many lengths somebody wrote.
    """
    runs = [(match.start(), match.end()) for match in _RUN.finditer(line)]
    closes: list[int] = [-1] * len(runs)
    latest: dict[int, int] = {}
    for number in range(len(runs) - 1, -1, -1):
        start, end = runs[number]
        closes[number] = latest.get(end - start, -1)
        latest[end - start] = number
    outside = []
    unclosed = -1
    at = number = 0
    while number < len(runs):
        start, end = runs[number]
        if _is_escaped(line, start):
            # The first backtick is text. The rest of the run is too short to match what it was made for; our
            # renderer escapes each of several backticks, so that no such rest exists.
            if end - start > 1 and unclosed < 0:
                unclosed = start
            number += 1
        elif closes[number] < 0:
            unclosed = start if unclosed < 0 else unclosed
            number += 1
        else:
            outside.append(line[at:start])
            at = runs[closes[number]][1]
            number = closes[number] + 1
    outside.append(line[at:])
    return outside, unclosed


def _is_escaped(line: str, at: int) -> bool:
    start = at
    while start and line[start - 1] == "\\":
        start -= 1
    return (at - start) % 2 == 1
