"""Walk over JSON with the place of every key, at the speed of the standard library's scanner.

The scanner skips a value in C and tells where it ends; only the upper levels are walked in Python. It recurses once a
level and raises RecursionError on a bomb; `loose` then reads the same text token by token with a list as its stack.
Numbers stay text: one of 5,000 digits is no error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_SCAN: Any = vars(json.JSONDecoder(parse_int=str, parse_float=str, strict=False))["scan_once"]
_SPACE = re.compile(r"[ \t\r\n]*")
_COMMA = re.compile(r"[ \t\r\n]*,[ \t\r\n]*")
_COLON = re.compile(r"[ \t\r\n]*:[ \t\r\n]*")
# A token of JSON, of JSON with comments, or of JSON5. Each alternative ends where it cannot match a second time.
_TOKEN = re.compile(
    r"\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|//[^\n]*|/\*(?s:.*?)(?:\*/|\Z)|[{}\[\]:,]|[^\s{}\[\]:,\"'/]+|[\"'/]"
)
_OPENERS = {"}": "{", "]": "["}


class NotJson(Exception):
    """The text is not strict JSON."""


def skip_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def scan(text: str, at: int) -> tuple[Any, int]:
    """Return the value that begins at `at`, and where it ends."""
    try:
        value: tuple[Any, int] = _SCAN(text, at)
    except (StopIteration, ValueError, RecursionError, IndexError) as error:
        raise NotJson(str(error)) from error
    return value


def members(text: str, at: int) -> Iterator[tuple[str, int, int, Any, int]]:
    """Yield key, its place, the value's place, the value and its end, for each member of the object at `at`."""
    at = skip_space(text, at + 1)
    while text[at : at + 1] != "}":
        key, end = scan(text, at)
        colon = _COLON.match(text, end)
        if colon is None or not isinstance(key, str):
            raise NotJson("no colon")
        value, value_end = scan(text, colon.end())
        yield key, at, colon.end(), value, value_end
        comma = _COMMA.match(text, value_end)
        if comma is None:
            if text[skip_space(text, value_end)] != "}":
                raise NotJson("no comma")
            return
        at = comma.end()


def items(text: str, at: int) -> Iterator[tuple[int, Any, int]]:
    """Yield place, value and end of each item of the array at `at`."""
    at = skip_space(text, at + 1)
    while text[at : at + 1] != "]":
        value, end = scan(text, at)
        yield at, value, end
        comma = _COMMA.match(text, end)
        if comma is None:
            return
        at = comma.end()


def loose(text: str, max_level: int) -> Iterator[tuple[str, int, int, str]]:
    """Yield ("key" or "close" or "value", level, place, text) for the upper levels of anything like JSON."""
    stack: list[str] = []
    wants_key = False
    for found in _TOKEN.finditer(text):
        token = found[0]
        first = token[0]
        if first in "{[":
            stack.append(first)
            wants_key = first == "{"
        elif first in "}]":
            if stack:
                stack.pop()
                if len(stack) < max_level:
                    yield "close", len(stack), found.start(), ""
            wants_key = False
        elif first == ",":
            wants_key = bool(stack) and stack[-1] == "{"
        elif first == ":":
            wants_key = False
        elif first == "/" and len(token) > 1:
            continue
        elif len(stack) <= max_level:
            if wants_key:
                yield "key", len(stack), found.start(), token.strip("\"'")
                wants_key = False
            else:
                yield "value", len(stack), found.start(), token[1:-1] if first in "\"'" else token


def first_fault(text: str) -> int:
    """Return the place of the first token that no JSON, with or without comments, and no JSON5 has there; -1: there is none.

    Several values may follow each other, one record a line. What is never closed is a fault where it opens.
    """
    stack: list[tuple[str, int]] = []
    wants = "value"  # or "key", "colon", "comma"
    for found in _TOKEN.finditer(text):
        token, at = found[0], found.start()
        first = token[0]
        if first == "/" and len(token) > 1:
            continue
        inside = stack[-1][0] if stack else ""
        if first in "}]":
            if inside != _OPENERS[first] or wants == "colon" or (wants == "value" and inside == "{"):
                return at
            stack.pop()
            wants = "comma"
        elif first in ",:":
            if wants != ("comma" if first == "," else "colon") or not inside:
                return at
            wants = "value" if first == ":" or inside == "[" else "key"
        elif wants == "colon" or (wants == "comma" and (inside or first not in "{[")):
            return at  # behind the value of a file may stand another, but no word
        elif first in "{[":
            if wants == "key":
                return at
            stack.append((first, at))
            wants = "key" if first == "{" else "value"
        elif token in ("/", '"', "'"):
            return at
        else:
            wants = "colon" if wants == "key" else "comma"
    return stack[-1][1] if stack else -1
