"""The anchors of headings, by GitHub's rule.

Lower case; only letters, marks, digits, `_`, `-` and spaces stay; spaces become `-`; a repeated anchor gets
`-1`, `-2` and so on. It works on the text that a reader sees, so Markdown is taken off first.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from repobook.verify.spans import read_code_span

_DASHES = bytes.maketrans(b" ", b"-")
_DROPPED = bytes(code for code in range(128) if chr(code) not in "abcdefghijklmnopqrstuvwxyz0123456789_- \n")
# What cannot be read by dropping signs alone: entities, links, padded code spans, closing `#` signs, odd spaces.
_UNUSUAL = re.compile(r"&[A-Za-z#]|\]\(|\t|``|#(?:\n|$)|  | (?:\n|$)|\n ")
_SPAN = re.compile(r"(?<!\\)(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)")
_LINK_IN_HEADING = re.compile(r"\[((?:[^\[\]\\]|\\.)*)\]\([^()]*\)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_MAX_HEADING = 4_000


def find_anchors(texts: Sequence[str]) -> list[str]:
    """Return the anchor of each heading of a page, in order."""
    # The pattern of headings leaves a space before the text.
    joined = "\n".join(texts).replace("\n ", "\n").removeprefix(" ")
    if _UNUSUAL.search(joined):
        joined = "\n".join([_as_read(text) for text in joined.split("\n")])
    if joined.isascii():
        anchors = joined.encode("ascii").lower().translate(_DASHES, _DROPPED).decode("ascii").split("\n")
    else:
        anchors = [_spell(text) for text in joined.split("\n")]
    return anchors if len(set(anchors)) == len(anchors) else _number(anchors)


def read_text(text: str) -> str:
    """Return a piece of Markdown text, free of code spans, with its escapes and entities resolved."""
    if "&" not in text:
        return _ESCAPE.sub(r"\1", text) if "\\" in text else text
    # Escapes first would turn `\&lt;`, which says `&lt;`, into `<`.
    parts = re.split(r"(\\[!-/:-@\[-`{-~])", text)
    return "".join(part[1] if number % 2 else html.unescape(part) for number, part in enumerate(parts))


def _as_read(heading: str) -> str:
    heading = re.sub(r"(?:^|[ \t]+)#+$", "", heading[:_MAX_HEADING].strip(" \t")).replace("\t", " ")
    # Code spans step aside, so that nothing in them is taken for a link, an escape or an entity.
    spans = [read_code_span(span[0]) for span in _SPAN.finditer(heading)]
    outside = _LINK_IN_HEADING.sub(r"\1", _SPAN.sub("\0", heading))
    parts = read_text(outside).split("\0")
    read = [part + span for part, span in zip(parts, [*spans, ""], strict=False)]
    return "".join(read).replace("\n", " ")


@lru_cache(1000)
def _spell(text: str) -> str:
    text = text.lower()
    kept = [sign for sign in text if sign in "_- " or (sign.isalnum() if sign.isascii() else _is_word(sign))]
    return "".join(kept).replace(" ", "-")


def _is_word(sign: str) -> bool:
    category = unicodedata.category(sign)
    return category[0] in "LM" or category == "Nd"


def _number(anchors: list[str]) -> list[str]:
    """Make anchors differ as GitHub does: a number that would give a name already taken is passed over."""
    times: dict[str, int] = {}
    numbered = []
    for anchor in anchors:
        name = anchor
        while name in times:
            times[anchor] += 1
            name = f"{anchor}-{times[anchor]}"
        times[name] = 0
        numbered.append(name)
    return numbered
