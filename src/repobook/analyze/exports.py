"""What a module of Python exports: `__all__ = ["Cart", "total"]`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from repobook.facts import Symbol

_TEXT = r"(?:\"[^\"\\\n]*+\"|'[^'\\\n]*+')"
_GAP = r"(?:\s++|#[^\n]*+\n)*+"
_STRINGS = rf"{_GAP}(?:{_TEXT}{_GAP},?+{_GAP})*+"
_PLAIN = re.compile(
    rf"^__all__(?:[ \t]*+(?::[^=\n]++)?+\+?=[ \t]*+|\.extend\()(?:\[({_STRINGS})\]|\(({_STRINGS})\))\)?+[ \t]*+(?:#[^\n]*+)?+$"
    rf"|^__all__\.append\([ \t]*+({_TEXT})[ \t]*+\)[ \t]*+$",
    re.M,
)
_CHANGED = re.compile(r"^[ \t]*+__all__(?:[ \t]*+(?::[^=\n]++)?+\+?=(?!=)|\.\w)", re.M)
_WORD = re.compile(rf"#[^\n]*+|({_TEXT})")


def find_exports(data: bytes) -> tuple[set[str], bool]:
    """Return what `__all__` surely lists, and whether that is all of it."""
    if b"__all__" not in data:
        return set(), False
    text = data.decode(errors="replace").replace("\r\n", "\n")
    plain = list(_PLAIN.finditer(text))
    listed = {
        word[1][1:-1]
        for found in plain
        for word in _WORD.finditer(found[1] or found[2] or found[3] or "")
        if word[1]
    }
    return listed, bool(plain) and len(plain) == len(_CHANGED.findall(text))


def apply_exports(symbols: Sequence[Symbol], data: bytes) -> None:
    """Make what `__all__` lists public and the rest of the module `internal`: it can be imported, and is not offered.

    Where `__all__` is not a plain list of texts, only what it surely lists changes.
    """
    listed, is_whole = find_exports(data)
    if not listed and not is_whole:
        return
    for symbol in symbols:
        if symbol.scope:
            continue
        if symbol.name in listed:
            symbol.visibility = "public"
        elif is_whole and symbol.visibility == "public" and not symbol.name.startswith("__"):
            symbol.visibility = "internal"
