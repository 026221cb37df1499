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

_KEEP = set("abcdefghijklmnopqrstuvwxyz0123456789_-\n")
_ASCII: dict[int, int | None] = {code: code if chr(code) in _KEEP else None for code in range(128)}
_ASCII[ord(" ")] = ord("-")

# What cannot be read by dropping signs alone: entities, links, code spans with padding, closing `#` signs.
_UNUSUAL = re.compile(r"&[A-Za-z#]|[\[\t]|``|#$")
_SPAN = re.compile(r"(?<!\\)(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)")
_LINK_IN_HEADING = re.compile(r"\[((?:[^\[\]\\]|\\.)*)\]\([^()]*\)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_MAX_HEADING = 4_000


def find_anchors(texts: Sequence[str]) -> list[str]:
    """Return the anchor of each heading of a page, in order."""
    seen = [text.strip(" \t") for text in texts]
    joined = "\n".join(seen)
    if _UNUSUAL.search(joined) or joined.endswith("#") or "#\n" in joined:
        joined = "\n".join([_as_read(text) if _UNUSUAL.search(text) else text for text in seen])
    if joined.isascii():
        anchors = joined.lower().translate(_ASCII).split("\n")
    else:
        anchors = [
            text.lower().translate(_ASCII) if text.isascii() else _spell(text.lower())
            for text in joined.split("\n")
        ]
    return anchors if len(set(anchors)) == len(anchors) else _number(anchors)


def read_text(text: str) -> str:
    """Return a piece of Markdown text, free of code spans, with its escapes and entities resolved."""
    if "&" not in text:
        return _ESCAPE.sub(r"\1", text) if "\\" in text else text
    # Escapes first would turn `\&lt;`, which says `&lt;`, into `<`.
    parts = re.split(r"(\\[!-/:-@\[-`{-~])", text)
    return "".join(part[1] if number % 2 else html.unescape(part) for number, part in enumerate(parts))


def _as_read(heading: str) -> str:
    heading = re.sub(r"(?:^|[ \t]+)#+$", "", heading[:_MAX_HEADING]).replace("\t", " ")
    heading = _LINK_IN_HEADING.sub(r"\1", heading)
    out = []
    at = 0
    for span in _SPAN.finditer(heading):
        out += [read_text(heading[at : span.start()]), read_code_span(span[0])]
        at = span.end()
    return "".join([*out, read_text(heading[at:])]).strip(" ").replace("\n", " ")


@lru_cache(1000)
def _spell(text: str) -> str:
    return "".join([sign for sign in text.translate(_ASCII) if sign.isascii() or _is_word(sign)])


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
