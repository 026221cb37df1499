"""Pages that hold scripts (Vue, Svelte): the scripts alone, every byte in its place, and what the markup names."""

from __future__ import annotations

import re
from typing import NamedTuple

_BLOCK = re.compile(rb"<(script|style)\b[^>]*>(.*?)(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)", re.S | re.I)
_COMPONENT = re.compile(rb"<([A-Z][\w$]*(?:\.[\w$]+)*)")
_TO_BLANKS = bytes(byte if byte in b"\r\n" else 32 for byte in range(256))


class Page(NamedTuple):
    """A page for the grammar of its scripts: what is not script is blank."""

    data: bytes
    comments: list[tuple[int, int]]
    styles: list[tuple[int, int]]
    components: list[tuple[int, int]]  # names in the markup that begin with a capital


def find_scripts(data: bytes) -> Page:
    """Tell the scripts of a page from its markup, its styles and its comments."""
    pieces = []
    comments: list[tuple[int, int]] = []
    styles: list[tuple[int, int]] = []
    components: list[tuple[int, int]] = []
    at = 0
    for block in _BLOCK.finditer(data):
        components += [found.span(1) for found in _COMPONENT.finditer(data, at, block.start())]
        if block[1] is None:
            comments.append(block.span())
        elif block[1].lower() == b"style":
            styles.append(block.span(2))
        else:
            pieces += [data[at : block.start(2)].translate(_TO_BLANKS), block[2]]
            at = block.end(2)
            continue
        pieces.append(data[at : block.end()].translate(_TO_BLANKS))
        at = block.end()
    components += [found.span(1) for found in _COMPONENT.finditer(data, at)]
    pieces.append(data[at:].translate(_TO_BLANKS))
    return Page(b"".join(pieces), comments, styles, components)
