"""Regular expressions that are matched in linear time, whoever wrote them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def compile_linear(pattern: str, max_bytes: int = 64 << 20) -> Any:
    """Compile a pattern that is searched in bytes; `ValueError` where it cannot be matched in linear time."""
    import re2

    options = re2.Options()
    options.log_errors = False
    options.never_capture = True
    options.max_mem = max_bytes
    try:
        return re2.compile(pattern.encode(), options)
    except re2.error as error:
        raise ValueError(str(error)) from error


def finder_of(compiled: Any) -> Callable[[bytes, int, int], tuple[int, int]]:
    """Return a function of data, start and end that gives the span of the first match, or (-1, -1).

    The engine is asked itself where it allows that: its Python objects cost more than a match in a short line.
    """
    try:
        import re2

        match, anchor = compiled._regexp.Match, re2._Anchor.UNANCHORED
        if list(match(anchor, b"", 1, 0)) and match(anchor, b"", 0, 0)[0] in ((-1, -1), (0, 0)):
            return lambda data, start, end: match(anchor, data, start, end)[0]
    except (AttributeError, TypeError, IndexError, ValueError):
        pass

    def find(data: bytes, start: int, end: int) -> tuple[int, int]:
        found = compiled.search(data, start, end)
        return found.span() if found is not None else (-1, -1)

    return find
