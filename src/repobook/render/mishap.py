"""A defect of ours costs the part of a page that it shows in, never the book.

What could not be made says so where it would stand, and `verify` reports each such line: the book is then one with problems.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

MARK = "**Could not be made**"
# No defect of a page: the disk, memory, the database. The build has to hear of these.
_OTHERS = (OSError, MemoryError, sqlite3.Error)


def attempt(make: Callable[[], T], instead: Callable[[str], T]) -> T:
    """Return what is made; where that fails, what stands instead, given the line that says so."""
    try:
        return make()
    except _OTHERS:
        raise
    except Exception as error:
        if os.environ.get("REPOBOOK_DEBUG"):
            raise
        return instead(tell_mishap(error))


def tell_mishap(error: Exception) -> str:
    """Return the line that tells of it. It names what every build of the same tree would name, and no text of the repository."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    place = f" in `{os.path.basename(at.tb_frame.f_code.co_filename)}`, line {at.tb_lineno}" if at else ""
    return f"{MARK}: `{type(error).__name__}`{place}. This is a defect of repobook; please report it.\n"
