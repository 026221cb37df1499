"""Definitions -> symbols in order, each in its scope."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter, itemgetter
from typing import Any

from repobook.analyze import comments, declarators, directives
from repobook.analyze.languages import Language
from repobook.analyze.reading import Definition, Reading, end_before, scope_inside, text_of
from repobook.analyze.signatures import (
    MAX_SIGNATURE,
    add_decorators,
    count_branches,
    find_visibility,
    make_signature,
    take_doc_before,
    take_doc_behind,
    take_doc_beside,
    take_marked_doc,
)
from repobook.facts import MINOR_KINDS, Symbol

_OBJC_KINDS = frozenset(("interface", "implementation", "protocol", "category"))


def assemble(found: Reading, data: bytes, newlines: list[int], language: Language) -> list[Symbol]:
    """Return the symbols in order, each with its scope, documentation, signature and complexity."""
    _end_rests(found.definitions)
    symbols = _Assembler(found, data, newlines, language).run()
    for symbol in symbols:
        # Of torn code a grammar may keep the name and lose the end.
        symbol.last_line = max(symbol.last_line, symbol.name_line)
    return symbols


# What an entry of the stack is.
_CONDITION, _WRAPPER, _DEFINITION, _ACCESS, _HIDDEN, _ALTERNATIVE, _UNNAMED, _NAMED_ACCESS = range(8)
_ENTRY_ORDER = itemgetter(0, 1, 2)
_PATTERN_ORDER = attrgetter("pattern")
# What a plain comment behind it on its line speaks of, where the language has that habit.
_REMARKED = frozenset({"field", "enumerator", "constant", "enum member", "enum_member", "variant", "value"})


class _Place:
    """Where a definition stands: what is around it."""

    __slots__ = ("conditions", "end", "is_hidden", "is_twin", "outer", "parent_kind", "parent_start", "scope")

    def __init__(self, outer: int) -> None:
        self.outer = outer  # where its wrappers start
        self.end = -1  # of its last word
        self.scope = ""
        self.parent_kind = ""
        self.parent_start = -1
        self.conditions: list[str] = []  # the nearest first
        self.is_hidden = False
        self.is_twin = False  # of another name in the same declaration: `int a, b;`

    def leave(self) -> None:
        """Forget what is around it."""
        self.scope = self.parent_kind = ""
        self.parent_start = -1


class _Assembler:
    """Walks over the definitions of one file in order, with a stack of what is open around them."""

    def __init__(self, found: Reading, data: bytes, newlines: list[int], language: Language) -> None:
        self.found = found
        self.data = data
        self.newlines = newlines
        self.language = language
        self.settings = settings = language.settings
        self.comments = sorted(found.comments)
        self.comment_ends = self._find_comment_ends() if settings.doc == "before" else {}
        self.comment_starts = {
            end if data[end - 1] > 32 else end_before(data, end): start for start, end in self.comments
        }
        self.branches = sorted(found.branches)
        self.reads_head = settings.visibility not in ("", "underscore", "capital")
        self.classes = (
            frozenset(d.name.rpartition("::")[2] for d in found.definitions if d.kind in language.class_kinds)
            if settings.prepare
            else frozenset()
        )
        self.symbols: list[Symbol] = []
        self.stack: list[tuple[int, int, str, str, int]] = []  # end, role, qualified name, kind, start
        self.seen: dict[tuple[int, int], str] = {}
        self.access: dict[int, str] = {}  # start of a class -> what its last label said
        self.last_in: dict[tuple[str, int], Symbol] = {}  # scope -> its last definition
        self.latest: dict[
            tuple[str, str], Symbol
        ] = {}  # scope and name -> symbol, where labels speak of names
        # qualified name -> visibility, for members that take that of what encloses them
        self.visible: dict[str, str] = {}

    def run(self) -> list[Symbol]:
        stack = self.stack
        seen = self.seen
        for start, negative_end, role, value in self._order():
            while stack and stack[-1][0] <= start:
                stack.pop()
            if role == _DEFINITION:
                key = (value.name_start, value.name_end)
                if key in seen and (seen[key] == value.kind or value.pattern != -1):
                    continue
                seen[key] = value.kind
                if value.kind != "none":
                    self._define(value, start, -negative_end)
            elif role == _CONDITION:
                self._open_condition(start, -negative_end, *value)
            elif role == _NAMED_ACCESS:  # private :total
                word, named = value
                owner = next((entry[2] for entry in reversed(stack) if entry[1] == _DEFINITION), "")
                if (owner, named) in self.latest:
                    self.latest[owner, named].visibility = word
            elif role == _ACCESS:
                around = next(
                    (entry[4] for entry in reversed(stack) if entry[1] in (_DEFINITION, _UNNAMED)), -1
                )
                self.access[around] = value
            else:
                stack.append((-negative_end, role, "", "", start))
        return self.symbols

    def _order(self) -> list[tuple[int, int, int, Any]]:
        """Return all that opens something, or says something of what is open: what holds others comes before them."""
        found = self.found
        entries: list[tuple[int, int, int, Any]] = [
            (d.start, -d.end, _DEFINITION, d) for d in sorted(found.definitions, key=_PATTERN_ORDER)
        ]
        entries += [(start, -end, _CONDITION, (text, other)) for start, end, text, other in found.conditions]
        entries += [(start, -end, _ACCESS, text) for start, end, text in found.access]
        entries += [(start, -end, _HIDDEN, None) for start, end in found.hidden]
        entries += [(start, -end, _UNNAMED, None) for start, end in found.unnamed]
        entries += [(start, -end, _WRAPPER, None) for start, end in found.wrappers]
        entries += [
            (start, -end, _NAMED_ACCESS, (word, name)) for start, end, word, name in found.named_access
        ]
        entries.sort(key=_ENTRY_ORDER)
        return entries

    def _find_comment_ends(self) -> dict[int, tuple[int, int]]:
        """Return the last line of each comment that may document what follows it."""
        data, newlines = self.data, self.newlines
        ends = {
            bisect_left(newlines, end - (data[end - 1] == 10)) + 1: (start, end)
            for start, end in self.comments
        }
        if self.settings.inner_doc:
            mark = self.settings.inner_doc.encode()
            ends = {line: span for line, span in ends.items() if not data.startswith(mark, span[0])}
        return ends

    def _open_condition(self, start: int, end: int, text: str, is_other: bool) -> None:
        negated = directives.negate(text)
        if is_other:
            before = next(
                (entry[3] for entry in reversed(self.stack) if entry[1] in (_CONDITION, _ALTERNATIVE)), ""
            )
            text, negated = directives.both(before, text), directives.both(before, negated)
        self.stack.append((end, _ALTERNATIVE if is_other else _CONDITION, text, negated, start))

    def _define(self, d: Definition, start: int, end: int) -> None:
        """Make a symbol of one definition, unless it says nothing that is not known, or is a function's own."""
        settings, class_kinds = self.settings, self.language.class_kinds
        place = self._find_place(d, start, end)
        kind = settings.upper_kinds.get(d.kind, d.kind) if d.name.isupper() else d.kind
        if kind in settings.attribute_kinds and not self._take_owner(d, place):
            return
        parent_kind = place.parent_kind
        if (
            settings.local_kinds
            and kind in settings.local_kinds
            and place.scope
            and parent_kind not in class_kinds
            and parent_kind not in settings.scope_kinds
        ):
            return
        if parent_kind in class_kinds:
            kind = settings.member_kinds.get(kind, kind)
        if (kind == "macro" and settings.prepare) or (
            self.found.members is not None
            and not d.head_end
            and parent_kind in _OBJC_KINDS
            and not _is_inside(start, self.found.members)
        ):  # the preprocessor knows no scopes, and a class of Objective-C holds no functions
            place.leave()
            kind = d.kind
        name, place.scope = _qualify(d, place.scope, settings.separator)
        if not name:
            return
        if d.is_function and d.pattern >= 0:
            kind, name = self._judge_function(d, kind, name, place, start)
            if not kind:
                self.found.sites.append((d.name_start, d.name_end, "call"))
                d.name_end = -1  # it names nothing
                return
        qualified = f"{place.scope}{settings.separator}{name}" if place.scope else name
        if kind in settings.once_kinds and qualified in self.visible:
            return
        if d.apart >= 0:
            place.conditions.insert(0, d.condition)
        elif not place.is_twin:
            inner = scope_inside(place.scope, name, settings.separator)
            self.stack.append((end, _DEFINITION, inner, kind, start))
        symbol = self._make_symbol(d, kind, name, place, start, end)
        symbol.visibility = self.visible[qualified] = self._judge_visibility(d, symbol, place)
        if kind == "impl":
            symbol.visibility = ""
        self._document(d, symbol, place)
        if kind in settings.merge_kinds:
            earlier = self.last_in.get((place.scope, place.parent_start))
            if earlier is not None and earlier.name == name and earlier.kind == kind:
                earlier.last_line = max(earlier.last_line, symbol.last_line)
                earlier.complexity += symbol.complexity
                return
        self.last_in[place.scope, place.parent_start] = symbol
        if self.found.named_access:
            self.latest[place.scope, name] = symbol
        self.symbols.append(symbol)

    def _find_place(self, d: Definition, start: int, end: int) -> _Place:
        """Look from the inside out at what is open around a definition."""
        place = _Place(start)
        is_near = True
        is_other = False
        for above_end, role, text, kind, above_start in reversed(self.stack):
            if 0 <= d.apart <= above_start:
                continue  # it stands in another branch
            if role == _DEFINITION:
                if above_start == start and above_end == end and kind not in self.settings.scope_kinds:
                    place.is_twin = True
                    continue
                is_near = False
                if not place.scope:
                    place.scope, place.parent_kind = text, kind
                    if place.parent_start < 0:
                        place.parent_start = above_start
            elif role == _WRAPPER:
                if is_near:
                    place.outer = above_start
            elif role == _UNNAMED:
                is_near = False
                if place.parent_start < 0:
                    place.parent_start = above_start
            elif role == _HIDDEN:
                is_near = False
                place.is_hidden = True
            else:
                is_near = False
                if text and not is_other:
                    place.conditions.append(text)
                is_other = role == _ALTERNATIVE
        return place

    def _take_owner(self, d: Definition, place: _Place) -> bool:
        """Put an attribute (`self.total = 0`) into the class around it; tell whether it is the first of its name there."""
        for _, role, qualified, kind, start in reversed(self.stack):
            if role == _DEFINITION and kind in self.language.class_kinds:
                if f"{qualified}{self.settings.separator}{d.name}" in self.visible:
                    return False
                place.scope, place.parent_kind, place.parent_start = qualified, kind, start
                return True
        del self.seen[d.name_start, d.name_end]  # another pattern may know what it is
        return False

    def _judge_function(
        self, d: Definition, kind: str, name: str, place: _Place, start: int
    ) -> tuple[str, str]:
        """Return what a function of the C family is, and its name; no kind where it is a call."""
        kind = declarators.function_kind(kind, name, place.scope, d.name, d.is_typed, self.classes)
        if kind == "method" and place.outer < start and self.data.startswith(b"friend", place.outer):
            kind = "function"
        if kind == "function" and d.node is not None and not d.is_typed and name.isupper():
            name = declarators.macro_name(d.node, self.data, d.name_start)
        return kind, name

    def _make_symbol(
        self, d: Definition, kind: str, name: str, place: _Place, start: int, end: int
    ) -> Symbol:
        data, newlines = self.data, self.newlines
        undecorated = place.outer
        decorators = self._find_decorators(place) if self.found.decorators else []
        end = place.end = self._trim(start, end)
        signature = make_signature(d, data, place.outer, self.comments)
        if len(signature) >= MAX_SIGNATURE and decorators:
            signature = make_signature(d, data, undecorated, self.comments)
            signature = add_decorators(signature, [data[a:b] for a, b in decorators])
        conditions = place.conditions
        name_row = bisect_left(newlines, d.name_start)
        return Symbol(
            name=name,
            kind=kind,
            # A decorator belongs to what it decorates; a wrapper may hold more than one definition.
            first_line=bisect_left(newlines, place.outer if decorators else start) + 1,
            last_line=bisect_left(newlines, max(start, end - 1)) + 1,
            scope=place.scope,
            signature=signature,
            complexity=count_branches(d, self.branches) if self.language.counts_branches else 0,
            condition=directives.both(*reversed(conditions))[:MAX_SIGNATURE] if conditions else "",
            name_line=name_row + 1,
            joint=self.settings.member_separator if place.parent_kind in self.language.class_kinds else "",
            name_column=d.name_start - (newlines[name_row - 1] if name_row else -1),
        )

    def _find_decorators(self, place: _Place) -> list[tuple[int, int]]:
        """Return the decorators right before a definition; it starts where they do."""
        data = self.data
        decorators: list[tuple[int, int]] = []
        while True:
            at = end_before(data, place.outer)
            while at in self.comment_starts:
                at = end_before(data, self.comment_starts[at])
            decorator = self.found.decorators.get(at)
            if decorator is None:
                return decorators
            decorators.insert(0, (decorator, at))
            place.outer = decorator

    def _trim(self, start: int, end: int) -> int:
        """Return where a definition ends: a comment at the end of an indented body is not part of it."""
        data = self.data
        if data[end - 1] <= 32:
            end = max(start, end_before(data, end))
        while end in self.comment_starts:
            end = end_before(data, self.comment_starts[end])
        return end

    def _judge_visibility(self, d: Definition, symbol: Symbol, place: _Place) -> str:
        settings, kind, parent_kind = self.settings, symbol.kind, place.parent_kind
        if kind == "macro" and settings.prepare:
            return ""
        if place.is_hidden:
            return "private"
        if place.parent_start in self.access and settings.visibility != "modifier":
            return self.access[place.parent_start]
        if (
            d.is_function
            and not d.head_end
            and "::" in d.name
            and kind in ("method", "constructor", "destructor")
        ):
            return ""  # what its class says of it stands elsewhere
        head = ""
        if self.reads_head:
            head = self.data[max(place.outer, d.name_start - 300) : d.name_start].decode(errors="replace")
        is_outer = settings.outer_visibility and (not parent_kind or parent_kind in settings.scope_kinds)
        default = settings.outer_visibility if is_outer else settings.default_visibility
        if settings.inherit_visibility and (
            f"{parent_kind} *" in settings.inherit_visibility
            or f"{parent_kind} {kind}" in settings.inherit_visibility
        ):
            default = self.visible.get(place.scope, "")
        if settings.member_visibility:
            default = settings.member_visibility.get(f"{parent_kind} {kind}", default)
            default = settings.member_visibility.get(f"{parent_kind} *", default)
        if settings.visibility == "modifier" and kind not in settings.unlabelled_kinds:
            default = self.access.get(place.parent_start, default)
        return find_visibility(
            symbol, settings.visibility, default, parent_kind, self.language, self.data, d, head
        )

    def _document(self, d: Definition, symbol: Symbol, place: _Place) -> None:
        """Give a symbol the words that its author wrote about it: in it, beside it or before it."""
        data, newlines, settings = self.data, self.newlines, self.settings
        outer = place.outer
        if d.doc is not None:
            symbol.doc = comments.clean_string(text_of(data, d.doc))
            symbol.doc_first_line = bisect_left(newlines, d.doc.start_byte) + 1
            symbol.doc_last_line = bisect_left(newlines, d.doc.end_byte - 1) + 1
        elif settings.doc == "before" and self.comments:
            take_doc_beside(symbol, self.comments, data, outer, place.end, newlines)
            if not symbol.doc and (
                place.parent_start < 0 or data.find(b"\n", place.parent_start, outer) >= 0
            ):
                line = bisect_left(newlines, outer) + 1
                is_first = place.parent_start < 0 and not self.symbols
                take_doc_before(symbol, self.comment_ends, data, line, newlines, is_first)
            if settings.doc_behind and not symbol.doc and symbol.kind in _REMARKED:
                take_doc_behind(symbol, self.comments, data, place.end, newlines)
        if settings.doc_mark and self.comments and not symbol.doc and symbol.kind in MINOR_KINDS:
            take_marked_doc(
                symbol, self.comments, settings.doc_mark, data, bisect_left(newlines, outer) + 1, newlines
            )


def _end_rests(definitions: list[Definition]) -> None:
    """End what holds the rest of the file (`package Shop;`) where the next of its kind starts."""
    kinds = {d.kind for d in definitions if d.is_rest}
    for kind in kinds:
        same = [d for d in definitions if d.kind == kind and (d.is_rest or kind in ("package", "namespace"))]
        for d, follower in pairwise(sorted(same, key=lambda d: d.start)):
            if d.is_rest and d.start < follower.start:
                d.end = follower.start


def _qualify(d: Definition, scope: str, separator: str) -> tuple[str, str]:
    """Split `Foo<T>::bar` into its own name and the scope it adds to the enclosing one."""
    name = d.name
    if d.kind in ("test", "benchmark") and not d.scope:
        return name, scope  # `it "calls Shop::total"`: as written
    if separator == "::" and "::" in name and not d.head_end:  # `moveTo::` is one name in Objective-C
        head, name = _split_qualified(name)
        name = name.strip()  # a line may end behind the `::`
        if head:
            d.scope = head
    if d.scope:
        first, _, rest = d.scope.partition("::")
        while separator == "::" and first in ("self", "super", "crate"):  # impl super::Cart
            scope = "" if first == "crate" else scope if first == "self" else scope.rpartition("::")[0]
            d.scope = rest
            first, _, rest = rest.partition("::")
        scope = f"{scope}{separator}{d.scope}" if scope and d.scope else scope or d.scope
    return name, scope


def _split_qualified(name: str) -> tuple[str, str]:
    """Split at the last `::` that is not inside template arguments; template arguments of the scope go."""
    depth = 0
    if "operator" in name:
        at = name.find("operator")
        cut = name.rfind("::", 0, at)
        return (_strip_templates(name[:cut]), name[cut + 2 :]) if cut >= 0 else ("", name)
    for at in range(len(name) - 1, 0, -1):
        char = name[at]
        if char == ">":
            depth += 1
        elif char == "<":
            depth -= 1
        elif char == ":" and depth == 0 and name[at - 1] == ":":
            return _strip_templates(name[: at - 1]), name[at + 1 :]
    return "", name


def _strip_templates(name: str) -> str:
    while "<" in name:
        stripped = re.sub(r"<[^<>]*>", "", name)
        if stripped == name:
            break
        name = stripped
    return name.replace(" ", "").removeprefix("::")


def _is_inside(position: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= position < end for start, end in spans)
