"""How likely a symbol is the one that is meant, before anything is asked: its use, its kind, where it stands."""

from __future__ import annotations

MAX_WEIGHT = 255

# Points for what a symbol is; what is looked up by name most often has most.
KINDS = {
    **dict.fromkeys(("class", "struct", "interface", "trait", "protocol", "enum", "type", "union", "record", "object", "table"), 50),
    **dict.fromkeys(("function", "macro", "method", "constructor", "target", "library", "executable", "job", "command"), 44),
    **dict.fromkeys(("alias", "typedef", "constant", "property", "operator", "module", "package", "mixin"), 36),
    **dict.fromkeys(("heading", "prototype", "variable", "namespace", "enumerator", "option", "rule", "view", "extension"), 28),
    **dict.fromkeys(("field", "attribute", "key", "member", "section", "impl", "destructor", "step", "column"), 18),
}  # fmt: skip
OTHER_KIND = 12
PLACES = {
    "source": 60,
    "document": 45,
    "build": 45,
    "configuration": 40,
    "test": 20,
    "vendored": 15,
    "generated": 5,
    "data": 0,
}


def weigh(kind: str, visibility: str, place: str, users: int, has_doc: bool, is_declared_only: bool) -> int:
    """Return 0 to 255 for a symbol: `users` files use it, `place` is the kind of its own file."""
    points = KINDS.get(kind, OTHER_KIND) + PLACES.get(place, 0)
    points += min(100, users.bit_length() * 9 + (users and 8))
    points += 12 if has_doc else 0
    points -= 16 if visibility in ("private", "protected") else 0
    points -= 10 if is_declared_only else 0
    return max(0, min(MAX_WEIGHT, points))
