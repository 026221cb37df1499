"""Regular expressions that are matched in linear time, whoever wrote them."""

from __future__ import annotations

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
