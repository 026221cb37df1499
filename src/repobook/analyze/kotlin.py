"""Kotlin as its grammar can read it: a declaration ends with a line or a semicolon, never with a bracket alone."""

from __future__ import annotations

import re

# Y(2) { override fun f() = 2 }      not in a string
_UNENDED = re.compile(
    rb"\b(?:fun|val|var)\b[^\n\"{};]{0,300}+(?:\{[^\n\"{}]{0,300}+\}[^\n\"{};]{0,300}+)?+(?<= )(?=\})"
)


def end_declarations(data: bytes) -> bytes:
    """Return `data` with a semicolon in place of the blank between a declaration and the bracket behind it."""
    ends = [found.end() - 1 for found in _UNENDED.finditer(data)] if b" }" in data else []
    if not ends:
        return data
    text = bytearray(data)
    for end in ends:
        text[end] = 59
    return bytes(text)
