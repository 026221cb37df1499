"""Where the comments, strings, brackets and indented blocks of a text are, by its characters alone."""

from __future__ import annotations

import re
from bisect import bisect_left

from repobook.analyze.languages import Language

MAX_LINE = 200  # characters of a line that may end a here document
_NOT_NEWLINE = re.compile(r"[^\n]")
# cat <<-'EOF' | sort      and the lines up to EOF, which hold no code of their own
_HERE_DOCUMENT = r"""(?<!<)<<-?[ \t]*\\?(?:'([^'\n]{1,80})'|"([^"\n]{1,80})"|([A-Za-z_][\w.-]{0,80}))"""
_Spans = list[tuple[int, int]]


def quiet_spans(text: str, language: Language) -> tuple[_Spans, _Spans, _Spans]:
    """Return the spans of comments, string literals and here documents, by the marks that `language.toml` lists."""
    settings = language.settings
    parts = [re.escape(a) + r"(?s:.*?)(?:" + re.escape(b) + r"|\Z)" for a, b in settings.block_comments]
    for mark in settings.line_comments:
        before = r"^[ \t]*" if mark.startswith("^") else "" if mark[0] == " " else r"(?<![\w$\\])"
        parts.append(before + re.escape(mark.removeprefix("^")) + r"[^\n]*")
    comment = "|".join(parts)
    quoted = []
    here = "(?!)"
    for mark in settings.strings:
        if mark == "<<":
            here = _HERE_DOCUMENT
            continue
        quote, first = re.escape(mark), re.escape(mark[0])
        if len(mark) > 1:
            quoted.append(rf"{quote}(?:[^\\{first}]|\\(?s:.)|(?!{quote}){first})*+{quote}")
        else:
            quoted.append(rf"{quote}(?:[^\\\n{first}]|\\(?s:.))*+{quote}")
    string = "|".join(quoted)
    spans: dict[str, _Spans] = {"c": [], "s": [], "h": []}
    if comment or string:
        pattern = re.compile(f"(?P<h>{here})|(?P<c>{comment or '(?!)'})|(?P<s>{string or '(?!)'})", re.M)
        lines = _line_places(text) if here == _HERE_DOCUMENT else {}
        position = 0
        while match := pattern.search(text, position):
            position = match.end()
            name = match.lastgroup or ""
            if name == "h":
                start = text.find("\n", position, position + 10 * MAX_LINE)
                places = lines.get(next(filter(None, match.groups()[1:4])), [])
                at = bisect_left(places, start)
                if start < 0 or at == len(places):
                    continue
                position = places[at]
                spans[name].append((start, position))
            else:
                spans[name].append(match.span())
    return spans["c"], spans["s"], spans["h"]


def _line_places(text: str) -> dict[str, list[int]]:
    """Return where each line starts, by its text without blanks around it."""
    places: dict[str, list[int]] = {}
    start = 0
    for line in text.split("\n"):
        if len(line) <= MAX_LINE:
            places.setdefault(line.lstrip("\t").rstrip(), []).append(start)
        start += len(line) + 1
    return places


def blank(text: str, spans: list[tuple[int, int]]) -> str:
    """Return `text`, as long as before, with the spans as white space."""
    pieces = []
    position = 0
    for start, end in spans:
        pieces.append(text[position:start])
        pieces.append(_NOT_NEWLINE.sub(" ", text[start:end]))
        position = end
    pieces.append(text[position:])
    return "".join(pieces)


def match_brackets(code: str, opener: str, closer: str) -> dict[int, int]:
    pairs: dict[int, int] = {}
    stack: list[int] = []
    for found in re.finditer(f"[{re.escape(opener + closer)}]", code):
        if found[0] == opener:
            stack.append(found.start())
        elif stack:
            pairs[stack.pop()] = found.start()
    pairs.update(dict.fromkeys(stack, len(code) - 1))  # never closed
    return pairs


def block_ends(code: str) -> list[int]:
    """Return for each line the last line that is indented deeper, without a break, below it."""
    lines = code.split("\n")
    ends = list(range(1, len(lines) + 1))
    stack: list[tuple[int, int]] = []  # indentation, index
    last = 0
    for index, line in enumerate(lines):
        body = line.lstrip()
        if not body:
            continue
        indent = len(line) - len(body)
        while stack and stack[-1][0] >= indent:
            ends[stack.pop()[1]] = last + 1
        stack.append((indent, index))
        last = index
    for _, index in stack:
        ends[index] = last + 1
    return ends
