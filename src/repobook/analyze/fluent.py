"""What stands before the dot of a member, where a call with brackets inside or the end of a line parts the two."""

from __future__ import annotations

import re

MAX_CHAIN = 200  # bytes of what stands before a member
_MAX_CALL = 4000  # bytes of the arguments of a call
_BRACKETS = re.compile(rb"[()]")
_WORD = re.compile(rb"\w*[^\W\d]")  # read backwards


def blank_out(data: bytes, spans: list[tuple[int, int]]) -> bytes:
    """Return `data` with as many blanks in place of spans, which are sorted: every other byte keeps its place."""
    pieces = []
    position = 0
    for start, end in spans:
        if end > position:
            start = max(start, position)
            pieces += [data[position:start], b" " * (end - start)]
            position = end
    pieces.append(data[position:])
    return b"".join(pieces)


def dot_above(code: bytes, line_start: int, start: int) -> int:
    """Return the place behind the dot that ends the line above, if a name at `start` is the first of its line; else -1.

    `code` has blanks in place of comments and strings.
    """
    if not line_start or (start > line_start and not code[line_start:start].isspace()):
        return -1
    low = max(0, line_start - 400)
    end = low + len(code[low:line_start].rstrip())
    return end if code.endswith(b".", 0, end) and not code.endswith(b"..", 0, end) else -1


def owner_of(code: bytes, dot: int, known: dict[int, bytes]) -> bytes:
    """Return the chain of names before a dot, calls as `f()`; nothing where that is no plain chain.

    `known` has the names of the places read so far, by where they end.
    """
    low = max(0, dot - 400)
    end = low + len(code[low:dot].rstrip())
    call = b""
    if code.endswith(b")", 0, end):
        end = _open_bracket(code, end)
        call = b"()"
        if end < 0:
            return b""
    chain = known.get(end)
    if chain is None:
        word = _WORD.match(code[max(0, end - MAX_CHAIN) : end][::-1])
        if not word or code.endswith(b".", 0, end - word.end()):
            return b""
        chain = word[0][::-1]
    return chain + call if len(chain) < MAX_CHAIN and not chain.startswith(b".") else b""


def _open_bracket(code: bytes, end: int) -> int:
    """Return where the bracket opens that closes before `end`; -1 where that is too far away."""
    depth = 0
    low = max(0, end - _MAX_CALL)
    for bracket in _BRACKETS.finditer(code[low:end][::-1]):
        depth += 1 if bracket[0] == b")" else -1
        if not depth:
            return end - bracket.end()
    return -1
