"""Types as Python writes them: `Optional[Cart]`, `Cart | None`, `Union[Cart, Order]`."""

from __future__ import annotations

import re
from functools import lru_cache

_SUBSCRIPT = re.compile(r"((?:[\w.]*\.)?(\w+))\s*\[(.*)\]\s*$", re.S)
_NAME = re.compile(r"[A-Za-z_][\w.]*")
# What says something of a type, and is none itself.
_WRAPS = frozenset(
    ["Optional", "Annotated", "Final", "ClassVar", "Type", "type", "Required", "NotRequired", "ReadOnly"]
)
_NO_CLASSES = frozenset(["Callable", "Literal", "Any"])
MAX_NESTED = 5


@lru_cache(maxsize=20_000)
def alternatives(text: str, depth: int = 0) -> tuple[str, ...]:
    """Return the names of the types that a value may have, without `None`; "" for one that is no class."""
    found: list[str] = []
    for part in _split(text.strip().rstrip(":").strip(), "|"):
        part = part.strip().strip("\"'").strip()
        if part in ("None", ""):
            continue
        if "|" in part and part != text and depth < MAX_NESTED:  # "Cart | None"
            found += alternatives(part, depth + 1)
            continue
        subscript = _SUBSCRIPT.match(part)
        if subscript and depth < MAX_NESTED and subscript[2] in _WRAPS:
            found += alternatives(_split(subscript[3], ",")[0], depth + 1)
        elif subscript and depth < MAX_NESTED and subscript[2] == "Union":
            for one in _split(subscript[3], ","):
                found += alternatives(one, depth + 1)
        else:
            name = _NAME.match(part)
            found.append(name[0] if name and name[0].rpartition(".")[2] not in _NO_CLASSES else "")
    return tuple(dict.fromkeys(found))


def _split(text: str, mark: str) -> list[str]:
    """Split at a mark that stands outside of brackets and quotes."""
    if mark not in text:
        return [text]
    parts = [""]
    depth = 0
    quote = ""
    for char in text:
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "[(":
            depth += 1
        elif char in "])":
            depth -= 1
        if char == mark and depth <= 0 and not quote:
            parts.append("")
        else:
            parts[-1] += char
    return parts
