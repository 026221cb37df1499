"""Fortran in fixed form as a grammar of the free form can read it, without moving a byte.

A comment has its mark in the first column, and a line that goes on has one in the sixth. So the mark of a comment becomes `!`, and
the line end before a line that goes on becomes a blank, as does its mark. Comments between the lines of one statement
are blanked, and told apart from code by their places.
"""

from __future__ import annotations

import re

_MAX_LOOKED_AT = 3_000  # lines that tell the form
_COMMENT = re.compile(rb"[cC*!dD#]|[ \t]*(?:!|\r?$)")  # of a line in fixed form, and lines without anything
_MARKED = re.compile(rb"[cC*](?:[^\w(%=]|$)")  # a comment in fixed form and in no other
_STATEMENT = re.compile(rb"[ \d]{5}[ 0]|[ \d]{0,5}\t(?![1-9])")
_GOES_ON = re.compile(rb" {5}[^ 0!\r\n]|\t[1-9]")
# Lines of the free form that begin as comments of the fixed form do.
_WORDS = re.compile(
    rb"(?:call|case|character|class|close|codimension|common|complex|contains|contiguous|continue|critical|cycle|data|deallocate|deferred"
    rb"|dimension|do|double)\b(?!\s+[a-z]+\s+[a-z]+\s+[a-z]+\s)|[cd]\w*\s*(?:[=%(]|::)",
    re.I,
)


def free_form(data: bytes) -> tuple[bytes, list[tuple[int, int]]]:
    """Return a text in the free form, and the places of comments that it no longer holds; a text in free form as it is."""
    lines = data.split(b"\n")
    if not _is_fixed(lines[:_MAX_LOOKED_AT]):
        return data, []
    text = bytearray(data)
    comments: list[tuple[int, int]] = []
    between: list[tuple[int, int]] = []  # lines of comment behind the last line of code
    end = -1  # of the last line of code
    inline = -1  # where a comment behind its code begins
    start = 0
    for line in lines:
        stop = start + len(line)
        if _COMMENT.match(line):
            if line[:1] in b"cC*dD" and line:
                text[start] = ord("!")
            between.append((start, stop))
        else:
            if end >= 0 and (mark := _GOES_ON.match(line)):
                if inline >= 0:
                    comments.append((inline, end))
                comments += [(a, b) for a, b in between if data[a:b].strip()]
                first = inline if inline >= 0 else end
                text[first : start + mark.end()] = b" " * (start + mark.end() - first)
            between = []
            end = stop
            inline = _inline_comment(line, start)
        start = stop + 1
    return bytes(text), comments


def _is_fixed(lines: list[bytes]) -> bool:
    """Tell whether every line has the shape that the fixed form asks for, and one a shape that only it has."""
    is_sure = False
    for line in lines:
        if _WORDS.match(line):
            return False
        if _COMMENT.match(line):
            is_sure = is_sure or _MARKED.match(line) is not None
        elif _GOES_ON.match(line):
            is_sure = True
        elif not _STATEMENT.match(line):
            return False
    return is_sure


def _inline_comment(line: bytes, start: int) -> int:
    """Return where the comment behind the code of a line begins; -1 without one."""
    if b"!" not in line:
        return -1
    quote = 0
    for at, char in enumerate(line):
        if quote:
            quote = 0 if char == quote else quote
        elif char in b"'\"":
            quote = char
        elif char == 33 and at != 5:
            return start + at
    return -1
