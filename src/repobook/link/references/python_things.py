"""What names and values of Python stand for, and which of several definitions of a name is meant."""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable

from repobook.link.references.index import Import, Symbol
from repobook.link.references.scopes import FileScopes

MAX_UNION = 8
IMPORT_MODULE = "import_module()"
DEFINED = frozenset(["class", "function", "method", "property", "test"])
_STUB = re.compile(r"@(?:\w+\.)*overload\b|@\w+\.(?:setter|deleter)\b")
RETURNS = re.compile(r"->\s*(.+)$")
VALUE = re.compile(r"(?::\s*([^=]+?))?\s*=\s*(?:await\s+)?([A-Za-z_][\w.]*)(\(.*\))?$", re.DOTALL)
TYPED = re.compile(r"^(?:self\.)?\w+\s*:\s*([^=]+)")

# What an expression stands for: a module, a class or function itself, an instance of a class, or something outside.
Module = tuple[str, int]
# A union holds several of these.
Thing = tuple[str, "int | Symbol | tuple[Thing, ...] | None"]
UNKNOWN: Thing = ("unknown", None)
OUTSIDE: Thing = ("outside", None)


def is_declared(member: Symbol) -> bool:
    """Tell whether a member is declared, not merely assigned somewhere."""
    return member.kind != "attribute" or TYPED.match(member.signature) is not None


def is_class(what: object) -> bool:
    return isinstance(what, Symbol) and what.kind in ("class", "type", "variable")


def best(symbols: list[Symbol]) -> Symbol:
    """Return the definition that a reader wants of several with one name: the last that is no mere stub."""
    if len(symbols) == 1:
        return symbols[0]
    kept = without_stubs(symbols)
    return kept[-1] if kept[-1].kind in DEFINED and kept[-1].kind != "property" else kept[0]


def without_stubs(symbols: list[Symbol]) -> list[Symbol]:
    """Leave out `@overload`, what sets a property, and, where there is a definition, values of its name."""
    kept = [s for s in symbols if s.kind in DEFINED] or symbols
    return [s for s in kept if not _STUB.search(s.signature)] or kept[:1]


def parts_of(thing: Thing) -> tuple[Thing, ...]:
    """Return what a union may be."""
    return thing[1] if isinstance(thing[1], tuple) else (thing,)


def combine(things: list[Thing]) -> Thing:
    """Return what a value is that may be one of several things: a union of those that are known."""
    found: list[Thing] = []
    for thing in things:
        for one in parts_of(thing):
            if one[0] not in ("unknown", "outside", "local") and one not in found:
                found.append(one)
    if not found:
        return OUTSIDE if things and all(thing == OUTSIDE for thing in things) else UNKNOWN
    return found[0] if len(found) == 1 else ("union", tuple(found[:MAX_UNION]))


Taken = list[tuple[Import, str]]


def by_turns(items: Taken, scopes_of: Callable[[], FileScopes]) -> list[Taken]:
    """Return imports of one name as a module means them: the last first, those of the arms of a `try` together."""
    if len(items) < 2:
        return [items] if items else []
    scopes = scopes_of()
    turns: list[Taken] = []
    arms: Taken = []
    inner: Taken = []  # what only a function imports
    for item, taken in sorted(items, key=lambda one: -one[0].line):
        if scopes.within(item.line) is not None:
            inner.append((item, taken))
        else:
            arms.insert(0, (item, taken))
            if item.line not in scopes.arms:
                turns.append(arms)
                arms = []
    return [turn for turn in (*turns, arms, *([one] for one in reversed(inner))) if turn]


def lacks(base: str, name: str) -> bool:
    """Tell whether a base class is one of the language itself that has no such member: `Exception`, `dict`."""
    kind = getattr(builtins, base, None) if "." not in base else None
    return isinstance(kind, type) and not hasattr(kind, name)
