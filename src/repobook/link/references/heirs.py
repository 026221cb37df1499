"""Who inherits from whom, and which methods override which.

A base class is what the place that names it was resolved to; a method overrides what lookup finds under its name in
that base, by the rules of its language. What several could be meant by is left out: a guess is no override.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from repobook.link.references.answers import CANDIDATE, EXACT, SCOPED, Answer
from repobook.link.references.index import TYPE_KINDS, Index, Symbol
from repobook.link.references.nested import NestedNames
from repobook.link.references.python import PythonNames
from repobook.link.references.resolve import Resolver
from repobook.link.references.sites import Site

MAX_DEPTH = 8
MAX_BESIDE = 50  # classes that begin on one line
# How a method can be written, on both sides.
_METHODS = frozenset(
    ["method", "function", "prototype", "property", "getter", "setter", "accessor", "operator", "singleton method"]
)  # fmt: skip
_INTERFACES = frozenset(["interface", "trait", "protocol"])
_MAKERS = {
    "python": ("__init__", "__new__", "__init_subclass__", "__class_getitem__"),
    "js": ("constructor",), "ruby": ("initialize",), "php": ("__construct",), "swift": ("init",),
}  # fmt: skip
_MARKED = re.compile(r"(?<![\w.])(?:override|final)\b|@Override\b")
_STATIC = re.compile(r"(?<![\w.])static\b|@staticmethod\b")
_VIRTUAL = re.compile(r"(?<![\w.])(?:virtual|override)\b")
_OVERLOADING = frozenset(
    ["c", "java", "csharp", "swift"]
)  # languages in which a name and its parameters are one method
_NO_TYPE = re.compile(r"@\w+(?:\([^()]*\))?|\b(?:final|const|in|out|ref|params|this)\b")
_NO_OVERRIDES = frozenset(["go", "lua", "shell", "glsl"])

Row = tuple[int, int, str, str]  # symbol, its base, "base" or "override", label


def find_heirs(resolver: Resolver, file: int, sites: list[Site], answers: list[Answer]) -> list[Row]:
    """Return what the classes of a file inherit from, and what their methods override."""
    places = [
        (site, base, label)
        for site, answer in zip(sites, answers, strict=True)
        if site.how == "base"
        for base, label in _classes(resolver.index, answer)
    ]
    if not places:
        return []
    group = resolver.index.groups[file]
    names = _Python(resolver.python) if group == "python" else _Nested(resolver.nested(group))
    holders = _Holders(resolver.index, file)
    found: dict[tuple[int, int], tuple[str, str]] = {}
    for site, base, label in places:
        heir = holders.around(site)
        if heir is None or heir.id == base.id:
            continue
        found.setdefault((heir.id, base.id), ("base", label))
        if group in _NO_OVERRIDES:
            continue
        for method in _methods(resolver.index, heir):
            overridden = names.overridden(method, base)
            if overridden is not None and overridden[0].id != method.id:
                sure = EXACT if label == overridden[1] == EXACT else SCOPED
                found.setdefault((method.id, overridden[0].id), ("override", sure))
    return [(*pair, *row) for pair, row in sorted(found.items())]


def _classes(index: Index, answer: Answer) -> Iterator[tuple[Symbol, str]]:
    """Yield the class that a base means, and how sure that is."""
    listed = [index.symbol(target) for target in answer.targets if target > 0]
    if answer.label == CANDIDATE and listed and not answer.more:
        # An Objective-C class and its implementation are one. A single candidate stays a guess.
        if len(listed) > 1 and len({(symbol.file, symbol.scope, symbol.name) for symbol in listed}) == 1:
            yield listed[0], SCOPED
    elif answer.label in (EXACT, SCOPED) and listed and listed[0].kind in TYPE_KINDS:
        yield listed[0], answer.label


class _Holders:
    """What can inherit in a file, `impl` blocks and extensions too, quick to find by line."""

    def __init__(self, index: Index, file: int) -> None:
        types = [symbol for symbol in index.symbols_of(file) if symbol.kind in TYPE_KINDS]
        self._listed = sorted(types + index.blocks(file), key=lambda symbol: (symbol.first, -symbol.last))
        self._starts = [symbol.first for symbol in self._listed]
        self._parents: list[int] = []
        open_ones: list[int] = []
        for number, symbol in enumerate(self._listed):
            while open_ones and self._listed[open_ones[-1]].last < symbol.last:
                open_ones.pop()
            self._parents.append(open_ones[-1] if open_ones else -1)
            open_ones.append(number)

    def around(self, site: Site) -> Symbol | None:
        """Return the innermost class around a place; of several that begin on its line, the one that names the base."""
        at = bisect_right(self._starts, site.line) - 1
        last = site.name.rpartition(".")[2].rpartition("::")[2].rpartition("\\")[2]
        for symbol in reversed(self._listed[max(0, at - MAX_BESIDE) : at + 1]):
            if symbol.first != site.line:
                break
            if last in symbol.bases:
                return symbol
        while at >= 0 and self._listed[at].last < site.line:
            at = self._parents[at]
        return self._listed[at] if at >= 0 else None


def _methods(index: Index, heir: Symbol) -> Iterator[Symbol]:
    for symbols in index.scopes[heir.file].get(index.qualified(heir), {}).values():
        for symbol in symbols:
            if symbol.kind in _METHODS and heir.first <= symbol.first and symbol.last <= heir.last:
                yield symbol


class _Python:
    """Overrides of Python: a name is a method."""

    def __init__(self, names: PythonNames) -> None:
        self._names = names

    def overridden(self, method: Symbol, base: Symbol) -> tuple[Symbol, str] | None:
        name = method.name
        if name in _MAKERS["python"] or (name.startswith("__") and not name.endswith("__")):
            return None
        found, is_known = self._names.class_member(base, name)
        if found is None or found.kind not in _METHODS:
            return None
        return found, EXACT if is_known else SCOPED


class _Nested:
    """Overrides of languages whose classes say `override`, `virtual`, `implements`, or nothing."""

    def __init__(self, names: NestedNames) -> None:
        self._names = names
        self._group = names.group

    def overridden(self, method: Symbol, base: Symbol) -> tuple[Symbol, str] | None:
        if (
            method.name in _MAKERS.get(self._group, ())
            or (method.is_private and self._group != "rust")
            or _is_apart(method)
        ):
            return None
        listed, is_known = self._names.members(base, method.name)
        # Another class of the same name may lie in another file.
        inside = [s for s in listed if s.file == base.file and base.first <= s.first <= base.last]
        listed = inside or listed
        found = [
            symbol
            for symbol in listed
            if symbol.kind in _METHODS
            and not _is_apart(symbol)
            and not (symbol.is_private and self._group != "rust")
        ]
        found = [symbol for symbol in found if symbol.kind == method.kind] or found
        is_marked = bool(_MARKED.search(method.signature))
        is_same = True
        if self._group in _OVERLOADING:
            written = _parameters(method)
            found = [symbol for symbol in found if _parameters(symbol).count(",") == written.count(",")]
            found = [symbol for symbol in found if bool(_parameters(symbol)) == bool(written)]
            same = [symbol for symbol in found if _parameters(symbol) == written]
            is_same = bool(same)
            if not same and not is_marked and self._group in ("java", "csharp"):
                found = [symbol for symbol in found if _may_be_same(_types(symbol), _types(method))]
            found = same or found
        if not found or len({self._names.index.qualified(symbol) for symbol in found}) > 1:
            return None
        if len(found) > 1:
            found = _declared(found)
        if len(found) > 1 and self._group in _OVERLOADING:
            return None
        target = found[0]
        if not self._is_allowed(method, target, is_marked):
            return None
        return target, EXACT if is_known and (is_marked or is_same) else SCOPED

    def _is_allowed(self, method: Symbol, target: Symbol, is_marked: bool) -> bool:
        """Tell whether the language lets one override the other as they are written."""
        if is_marked:
            return True
        path = self._names.index.paths[method.file]
        if self._group == "c":
            is_c = not path.endswith((".m", ".mm"))
            return not is_c or self._is_virtual(target, 0)
        if path.endswith((".kt", ".kts")):
            return False
        if self._group == "csharp" or path.endswith(".swift"):
            owner = self._names.class_at(target.scope, target.file)
            return owner is not None and owner.kind in _INTERFACES
        return True

    def _is_virtual(self, method: Symbol, depth: int) -> bool:
        if _VIRTUAL.search(method.signature):
            return True
        owner = self._names.class_at(method.scope, method.file)
        if owner is None or depth > MAX_DEPTH:
            return False
        for base in self._names.bases(owner)[0]:
            for above in self._names.members(base, method.name)[0]:
                if _parameters(above).count(",") == _parameters(method).count(",") and self._is_virtual(
                    above, depth + 1
                ):
                    return True
        return False


def _types(symbol: Symbol) -> list[str]:
    """Return the types of the parameters of a method, where those stand before the names: `int` of `final int size`."""
    text = symbol.signature
    start = text.find("(", text.rfind(symbol.name) if symbol.name in text else 0)
    depth = 0
    listed = [""]
    for char in text[start + 1 :]:
        if char in ")" and not depth:
            break
        depth += (char in "<([") - (char in ">)]")
        if char == "," and not depth:
            listed.append("")
        else:
            listed[-1] += char
    words = (_NO_TYPE.sub("", one).split() for one in listed)
    return ["".join(one[:-1]).rpartition(".")[2] for one in words if one]


def _may_be_same(above: list[str], below: list[str]) -> bool:
    """Tell whether types may be the same: a parameter of a type, `T`, may stand for any."""
    return len(above) == len(below) and all(
        a == b or (len(a) <= 2 and a.isupper()) or "<" in a for a, b in zip(above, below, strict=True)
    )


def _is_apart(symbol: Symbol) -> bool:
    """Tell whether a method belongs to the class itself, where nothing overrides it."""
    return bool(_STATIC.search(symbol.signature)) or symbol.name == symbol.scope.rpartition("::")[2]


def _declared(symbols: Iterable[Symbol]) -> list[Symbol]:
    """Return the declaration in the class before its body elsewhere: `virtual` stands there."""
    return sorted(symbols, key=lambda symbol: (not _VIRTUAL.search(symbol.signature), symbol.id))[:1]


def _parameters(symbol: Symbol) -> str:
    """Return the parameters of a method as written, without blanks."""
    text = symbol.signature
    start = text.find("(", text.rfind(symbol.name) if symbol.name in text else 0)
    if start < 0:
        return ""
    depth = 0
    for at in range(start, len(text)):
        if text[at] in "([{<":
            depth += 1
        elif text[at] in ")]}>":
            depth -= 1
            if not depth:
                return re.sub(r"\s+", "", text[start + 1 : at])
    return re.sub(r"\s+", "", text[start + 1 :])
