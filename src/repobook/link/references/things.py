"""What a name can stand for besides symbols."""

from __future__ import annotations

from repobook.link.references.index import Symbol

Thing = tuple[
    str, Symbol | int | str | None
]  # "symbol", "instance", "file", "folder", "local", "outside", "unknown"
UNKNOWN: Thing = ("unknown", None)
OUTSIDE: Thing = ("outside", None)
LOCAL: Thing = ("local", None)
AWAY: Thing = ("away", None)  # a value of a type that is none of the repository
