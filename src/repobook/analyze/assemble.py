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
from repobook.analyze.reading import Definition, Reading, end_before, text_of
from repobook.analyze.signatures import (
    MAX_SIGNATURE,
    add_decorators,
    count_branches,
    find_visibility,
    make_signature,
    take_doc_before,
    take_doc_beside,
    take_marked_doc,
)
from repobook.facts import MINOR_KINDS, Symbol

_OBJC_KINDS = frozenset(("interface", "implementation", "protocol", "category"))


_ENTRY_ORDER = itemgetter(0, 1, 2)


_PATTERN_ORDER = attrgetter("pattern")


def assemble(found: Reading, data: bytes, newlines: list[int], language: Language) -> list[Symbol]:
    """Return the symbols in order, each with its scope, documentation, signature and complexity."""
    settings = language.settings
    comment_ends: dict[int, tuple[int, int]] = {}
    if settings.doc == "before":
        for start, end in sorted(found.comments):
            comment_ends[bisect_left(newlines, end - (data[end - 1] == 10)) + 1] = (start, end)
    if settings.inner_doc:
        mark = settings.inner_doc.encode()
        comment_ends = {
            line: span for line, span in comment_ends.items() if not data.startswith(mark, span[0])
        }
    branches = sorted(found.branches)
    spans = sorted(found.comments)
    comment_starts = {end if data[end - 1] > 32 else end_before(data, end): start for start, end in spans}
    _end_rests(found.definitions)
    entries: list[tuple[int, int, int, Any]] = [
        (d.start, -d.end, 2, d) for d in sorted(found.definitions, key=_PATTERN_ORDER)
    ]
    entries += [(start, -end, 0, (text, other)) for start, end, text, other in found.conditions]
    entries += [(start, -end, 3, text) for start, end, text in found.access]
    entries += [(start, -end, 4, None) for start, end in found.hidden]
    entries += [(start, -end, 6, None) for start, end in found.unnamed]
    entries += [(start, -end, 1, None) for start, end in found.wrappers]
    entries += [(start, -end, 7, (word, name)) for start, end, word, name in found.named_access]
    entries.sort(key=_ENTRY_ORDER)
    symbols: list[Symbol] = []
    stack: list[tuple[int, int, str, str, int]] = []  # end, role, qualified name, kind, start
    seen: dict[tuple[int, int], str] = {}
    access: dict[int, str] = {}  # start of a class -> what its last label said
    last_in: dict[tuple[str, int], Symbol] = {}  # scope -> its last definition
    latest: dict[tuple[str, str], Symbol] = {}  # scope and name -> symbol, where labels speak of names
    reads_head = settings.visibility not in ("", "underscore", "capital")
    visible: dict[
        str, str
    ] = {}  # qualified name -> visibility, for members that take that of what encloses them
    classes = (
        frozenset(d.name.rpartition("::")[2] for d in found.definitions if d.kind in language.class_kinds)
        if settings.prepare
        else frozenset()
    )
    for start, negative_end, role, value in entries:
        end = -negative_end
        while stack and stack[-1][0] <= start:
            stack.pop()
        if role == 0:
            text, is_other = value
            negated = directives.negate(text)
            if is_other:
                before = next((entry[3] for entry in reversed(stack) if entry[1] in (0, 5)), "")
                text, negated = _both(before, text), _both(before, negated)
            stack.append((end, 5 if is_other else 0, text, negated, start))
            continue
        if role == 7:  # private :total
            word, named = value
            owner_name = next((entry[2] for entry in reversed(stack) if entry[1] == 2), "")
            if (owner_name, named) in latest:
                latest[owner_name, named].visibility = word
            continue
        if role == 3:
            around = next((entry[4] for entry in reversed(stack) if entry[1] in (2, 6)), -1)
            access[around] = value
            continue
        if role != 2:
            stack.append((end, role, "", "", start))
            continue
        d: Definition = value
        key = (d.name_start, d.name_end)
        if key in seen and (seen[key] == d.kind or d.pattern != -1):
            continue
        seen[key] = d.kind
        if d.kind == "none":
            continue
        outer = start
        scope = parent_kind = ""
        condition = []
        is_near = True
        is_hidden = is_other = False
        parent_start = -1
        is_twin = False  # of another name in the same declaration: `int a, b;`
        for above_end, above_role, text, kind, above_start in reversed(stack):
            if 0 <= d.apart <= above_start:
                continue  # it stands in another branch
            if above_role == 1 and is_near:
                outer = above_start
            elif above_role == 2:
                if above_start == start and above_end == end and kind not in settings.scope_kinds:
                    is_twin = True
                    continue
                is_near = False
                if not scope:
                    scope, parent_kind = text, kind
                    if parent_start < 0:
                        parent_start = above_start
            elif above_role == 6:
                is_near = False
                if parent_start < 0:
                    parent_start = above_start
            elif above_role == 4:
                is_near = False
                is_hidden = True
            elif above_role in (0, 5):
                is_near = False
                if text and not is_other:
                    condition.append(text)
                is_other = above_role == 5
        kind = settings.upper_kinds.get(d.kind, d.kind) if d.name.isupper() else d.kind
        if kind in settings.attribute_kinds:
            owner = next(
                (entry for entry in reversed(stack) if entry[1] == 2 and entry[3] in language.class_kinds),
                None,
            )
            if owner is None:
                del seen[key]  # another pattern may know what it is
                continue
            if f"{owner[2]}{settings.separator}{d.name}" in visible:
                continue
            scope, parent_kind, parent_start = owner[2], owner[3], owner[4]
        if (
            settings.local_kinds
            and kind in settings.local_kinds
            and scope
            and parent_kind not in language.class_kinds
            and parent_kind not in settings.scope_kinds
        ):
            continue
        if parent_kind in language.class_kinds:
            kind = settings.member_kinds.get(kind, kind)
        if (kind == "macro" and settings.prepare) or (
            found.members is not None
            and not d.head_end
            and parent_kind in _OBJC_KINDS
            and not _is_inside(start, found.members)
        ):
            scope = parent_kind = (
                ""  # the preprocessor knows no scopes, and a class of Objective-C holds no functions
            )
            parent_start = -1
            kind = d.kind
        name, scope = _qualify(d, scope, settings.separator)
        if not name:
            continue
        if d.is_function and d.pattern >= 0:
            kind = declarators.function_kind(kind, name, scope, d.name, d.is_typed, classes)
            if not kind:
                found.sites.append((d.name_start, d.name_end, "call"))
                d.name_end = -1  # it names nothing
                continue
            if kind == "method" and outer < start and data.startswith(b"friend", outer):
                kind = "function"
            if kind == "function" and d.node is not None and not d.is_typed and name.isupper():
                name = declarators.macro_name(d.node, data, d.name_start)
        qualified = f"{scope}{settings.separator}{name}" if scope else name
        if kind in settings.once_kinds and qualified in visible:
            continue
        if d.apart >= 0:
            condition.insert(0, d.condition)
        elif not is_twin:
            stack.append((end, 2, qualified, kind, start))
        undecorated = outer
        decorators: list[tuple[int, int]] = []
        while found.decorators:
            at = end_before(data, outer)
            while at in comment_starts:
                at = end_before(data, comment_starts[at])
            decorator = found.decorators.get(at)
            if decorator is None:
                break
            decorators.insert(0, (decorator, at))
            outer = decorator
        if data[end - 1] <= 32:
            end = max(start, end_before(data, end))
        while end in comment_starts:  # a comment at the end of an indented body is not part of it
            end = end_before(data, comment_starts[end])
        # A decorator belongs to what it decorates; a wrapper may hold more than one definition.
        first_line = bisect_left(newlines, outer if decorators else start) + 1
        last_line = bisect_left(newlines, max(start, end - 1)) + 1
        signature = make_signature(d, data, outer, spans)
        if len(signature) >= MAX_SIGNATURE and decorators:
            signature = make_signature(d, data, undecorated, spans)
            signature = add_decorators(signature, [data[a:b] for a, b in decorators])
        name_row = bisect_left(newlines, d.name_start)
        symbol = Symbol(
            name=name,
            kind=kind,
            first_line=first_line,
            last_line=last_line,
            scope=scope,
            signature=signature,
            complexity=count_branches(d, branches) if language.counts_branches else 0,
            condition=" && ".join(reversed(condition))[:MAX_SIGNATURE] if condition else "",
            name_line=name_row + 1,
            joint=settings.member_separator if parent_kind in language.class_kinds else "",
            name_column=d.name_start - (newlines[name_row - 1] if name_row else -1),
        )
        head = ""
        if reads_head:
            head = data[max(outer, d.name_start - 300) : d.name_start].decode(errors="replace")
        inherits = bool(settings.inherit_visibility) and (
            f"{parent_kind} *" in settings.inherit_visibility
            or f"{parent_kind} {kind}" in settings.inherit_visibility
        )
        is_outer = settings.outer_visibility and (not parent_kind or parent_kind in settings.scope_kinds)
        default = settings.outer_visibility if is_outer else settings.default_visibility
        default = visible.get(scope, "") if inherits else default
        if settings.member_visibility:
            default = settings.member_visibility.get(f"{parent_kind} {kind}", default)
            default = settings.member_visibility.get(f"{parent_kind} *", default)
        if settings.visibility == "modifier" and kind not in settings.unlabelled_kinds:
            default = access.get(parent_start, default)
        symbol.visibility = find_visibility(
            symbol, settings.visibility, default, parent_kind, language, data, d, head
        )
        if kind == "macro" and settings.prepare:
            symbol.visibility = ""
        elif is_hidden:
            symbol.visibility = "private"
        elif parent_start in access and settings.visibility != "modifier":
            symbol.visibility = access[parent_start]
        elif (
            d.is_function
            and not d.head_end
            and "::" in d.name
            and kind in ("method", "constructor", "destructor")
        ):
            symbol.visibility = ""  # what its class says of it stands elsewhere
        visible[qualified] = symbol.visibility
        if kind == "impl":
            symbol.visibility = ""
        if d.doc is not None:
            symbol.doc = comments.clean_string(text_of(data, d.doc))
            symbol.doc_first_line = bisect_left(newlines, d.doc.start_byte) + 1
            symbol.doc_last_line = bisect_left(newlines, d.doc.end_byte - 1) + 1
        elif settings.doc == "before":
            take_doc_beside(symbol, spans, data, outer, end, newlines)
        if (
            d.doc is None
            and not symbol.doc
            and settings.doc == "before"
            and (parent_start < 0 or data.find(b"\n", parent_start, outer) >= 0)
        ):
            take_doc_before(symbol, comment_ends, data, bisect_left(newlines, outer) + 1, newlines)
        if settings.doc_mark and spans and not symbol.doc and kind in MINOR_KINDS:
            take_marked_doc(
                symbol, spans, settings.doc_mark, data, bisect_left(newlines, outer) + 1, newlines
            )
        if kind in settings.merge_kinds:
            earlier = last_in.get((scope, parent_start))
            if earlier is not None and earlier.name == name and earlier.kind == kind:
                earlier.last_line = max(earlier.last_line, last_line)
                earlier.complexity += symbol.complexity
                continue
        last_in[scope, parent_start] = symbol
        if found.named_access:
            latest[scope, name] = symbol
        symbols.append(symbol)
    for symbol in symbols:
        # Of torn code a grammar may keep the name and lose the end.
        symbol.last_line = max(symbol.last_line, symbol.name_line)
    return symbols


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
    if separator == "::" and "::" in name and not d.head_end:  # `moveTo::` is one name in Objective-C
        head, name = _split_qualified(name)
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


def _both(first: str, second: str) -> str:
    return f"{first} && {second}" if first and second else first or second
