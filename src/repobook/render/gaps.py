"""What a quotation leaves out of the lines that it cites: a mark stands in its place."""

from __future__ import annotations

import re

GAP = "[…]"  # stands in a quotation for words of its lines that it leaves out
MAX_RESUMED = 60  # words of a quotation that its lines may hold in another form
BULLET = re.compile(r"^(\s*)(?:[-*+•]|\(?\d{1,2}[.)])\s+(?=\S)")
_WORDS = re.compile(r"\w+")


def mark_gaps(text: str, lines: list[str]) -> str:
    """Return words that were taken from `lines` with a `GAP` where a line of them is left out in their midst.

    Only where what stands before and behind is found in the lines word by word: what is written in another form is no gap.
    """
    found = list(_WORDS.finditer(text))
    words = [one[0] for one in found]
    at = 0  # words that were met
    is_missed = False
    gaps: list[int] = []
    for line in lines:
        told = _WORDS.findall(line)
        if not told:
            continue
        # Without what only marks a comment, or labels a line: `REM`, `@brief`, `Module:`.
        begin = next((k for k in range(min(3, len(told))) if words[at : at + len(told) - k] == told[k:]), -1)
        if begin >= 0:
            if is_missed and at:
                gaps.append(at)
            at += len(told) - begin
            is_missed = False
            if at == len(words):
                break
            continue
        ahead = range(at + 1, min(at + MAX_RESUMED, len(words) - len(told) + 1)) if len(told) > 2 else ()
        resumed = next((k for k in ahead if words[k : k + len(told)] == told), 0)
        if resumed:
            at, is_missed = resumed + len(told), False
        else:
            is_missed = True
    for gap in reversed(gaps):
        start = found[gap].start()
        above = text.rfind("\n", 0, start) + 1
        is_row = not _WORDS.search(text, above, start)
        if is_row and (re.search(r"\n[ \t]*\n$", text[:above]) or BULLET.match(text[above:])):
            text = f"{text[:above].rstrip()}\n\n{GAP}\n\n{text[above:]}"
        else:
            text = f"{text[:start]}{GAP} {text[start:]}"
    return text
