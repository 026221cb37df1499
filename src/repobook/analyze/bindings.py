"""Names that a function binds for itself, and what the text around them says that they hold."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable

from repobook.analyze.blocks import end_locals, has_blocks
from repobook.analyze.inforce import NOWHERE, InForce, Span, place
from repobook.analyze.languages import Language
from repobook.analyze.reading import Reading
from repobook.facts import Local

MAX_LOCALS = 100_000

_TYPE = rb"[A-Za-z_$][\w.$]*(?:::\w+)*(?:\[[^\]\n]{0,80}\]|<[^<>\n;()]{0,80}>)?"
_MADE = rb"(?:(?::=|=)\s{0,40}(?:await\s+|new\s+|&)?([A-Za-z_$][\w.$]*(?:::[\w]+)*)(?:<[\w, ]{0,40}>)?([({\[;\n,)]?))"
# `: Cart`, `: Cart = …`, `= Cart(…)`
_AFTER = re.compile(rb"[ \t]*[?!]?(?::[ \t]*[&*]?[\"']?(" + _TYPE + rb"))?[\"']?[ \t]*" + _MADE + rb"?")
# Python: `: Cart | None = …`, `: Optional["Cart"]`
_PYTHON_TYPE = (
    rb"(?:[\w.| \t]|\[(?:[^\[\]\n]|\[[^\[\]\n]{0,80}\]){0,120}\]|\"[^\"\n]{0,80}\"|'[^'\n]{0,80}'){1,160}"
)
_PYTHON = re.compile(rb"[ \t]*(?::[ \t]*(" + _PYTHON_TYPE + rb"))?[ \t]*" + _MADE + rb"?")
# Go: `cart *Cart`, `cart := &Cart{`
_GO = re.compile(rb"[ \t]+[*&]?(?:\[\][*]?)?(" + _TYPE + rb")|(?:[ \t]*,[ \t]*\w+)?[ \t]*" + _MADE)
# C++, Java: `const Cart& cart`
_BEFORE = re.compile(  # read backwards, so that no place is tried twice
    rb"\$?(?:\.\.\.)?[ \t\n*&\[\]?]*(?:tsnoc(?=[ \t\n])[ \t\n*&]*)?((?:\][^\]\n]{0,80}\[|>[^<>\n;()]{0,80}<)?[\w.:]*[A-Za-z_])(?![\w.])"
)
# PHP: `?Model\Item $item`, `Item|null $item`; one of several is not sure
_PHP_BEFORE = re.compile(
    rb"\$(?:\.\.\.)?[ \t\n&]*(?i:llun[ \t]*\|[ \t]*)?([\w\\]*[A-Za-z_\\])[ \t]*(?![\w\\|&])"
)
_PHP_AFTER = re.compile(rb"()[ \t]*=\s{0,40}(?:new\s+)?([A-Za-z_\\][\w\\]*(?:::\w+)*)([(;]?)")
# Python: `with Cart() as cart`
_AS = re.compile(rb"([A-Za-z_][\w.]*)(\()[^()\n]{0,80}\)[ \t]+as[ \t]+$")
# Python: `except Empty as error`, `except (Empty, Full) as error`
_CAUGHT = re.compile(rb"\bexcept[ \t]+([\w.]+|\([\w., \t]+\))[ \t]+as[ \t]+$")
_SPLIT = re.compile(rb"[ \t]*,[ \t]*")
# JavaScript: `total as sum`, `export default cart`, `export default class Cart`
_OFFERED = re.compile(
    r"(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?$|export\s+default\s+(?:(?:async\s+)?function\s*\*?\s*|(?:abstract\s+)?class\s+|interface\s+)?([\w$]+)"
    r"|(?:module\.)?exports\s*=\s*([\w$]+)$"
)
_THIS = re.compile(rb"\bthis\b")
_IS_ALL = re.compile(rb"(?:\s*\|\s*(?:null|undefined)\b)*\s*(?:[,)=;\n]|$)")
_BRACKETS = re.compile(rb"[(){}]")
_GOES_ON = re.compile(rb"\s*(?:->|\.|[+*/%|<>-]|if\b|or\b|and\b)")
_NO_TYPES = frozenset(
    (b"auto", b"var", b"let", b"const", b"val", b"final", b"mut", b"constexpr", b"static", b"return", b"else", b"case",
     b"in", b"of", b"as", b"local", b"new", b"delete", b"throw", b"volatile", b"unsigned", b"struct", b"ref")
)  # fmt: skip


def find_locals(
    found: Reading, data: bytes, newlines: list[int], language: Language, quiet: list[tuple[int, int]]
) -> list[Local]:
    """Return the local names in order, each place where one is bound. `quiet` are the spans of comments and strings."""
    where = language.settings.local_types
    is_python = language.folder == "python"
    is_php = language.folder == "php"
    after = _GO if where == "go" else _PYTHON if is_python else _PHP_AFTER if is_php else _AFTER
    before = _PHP_BEFORE if is_php else _BEFORE
    is_strict = "$" in language.settings.word_extra  # JavaScript: `Item[]` and `Item | string` are no items
    blocks = InForce(found)
    locals_: list[Local] = [] if blocks.is_empty else _inner_definitions(found, blocks, newlines)
    uses = [use.start() for use in _THIS.finditer(data)] if any(m[2] == "this" for m in found.marks) else []
    definitions = _Nest((d.start, d.end) for d in found.definitions) if found.marks else _Nest(())
    for start, end, mark in sorted(found.marks):
        text = data[start:end].decode(errors="replace")
        line = bisect_left(newlines, start) + 1
        if mark == "type":
            first, last = NOWHERE if is_strict or is_python else definitions.around(start)
            if last:
                first, last = place(newlines, first), place(newlines, last)
            locals_.append(Local(text, line, ">", first, last))
        elif mark == "this":
            at = bisect_left(uses, start)
            if at < len(uses) and uses[at] < end:
                locals_.append(Local("this", line, "", place(newlines, start), place(newlines, end)))
        elif offered := _OFFERED.match(text):
            name, alias = (offered[1], offered[2] or offered[1]) if offered[1] else (offered[3], "default")
            if offered[4]:  # what `require` gives
                name, alias = offered[4], "="
            locals_.append(Local(alias, line, f"^{name}"))
    row = 0
    blocks.rewind()
    spans = sorted(set(found.locals))[:MAX_LOCALS]
    for start, end in spans:
        row = bisect_left(newlines, start, row)
        holds = b""
        span = NOWHERE if blocks.is_empty else blocks.around(start, end)
        is_as = data.endswith(b"as ", 0, start)
        if data.endswith((b"typename ", b"class "), 0, start):
            locals_.append(Local(data[start:end].decode(errors="replace"), row + 1, "<"))
            continue
        if where == "before":
            line_start = newlines[row - 1] + 1 if row else 0
            typed = before.match(data[max(line_start, start - 120) : start][::-1])
            if typed and (kind := typed[1][::-1]) not in _NO_TYPES:
                is_array = b"]" in typed[0][: typed.start(1)]
                holds = b":" + kind + (b"[]" if is_array else b"")
        if not holds:
            # behind these a colon begins a block: `with Cart() as cart:`, `case cart:`
            said = None if is_python and (is_as or blocks.is_clause) else after.match(data, end)
            if said and said[1]:
                if is_python and data[start - 1 : start] == b"*":
                    pass  # *args: Cart
                elif not is_strict or _IS_ALL.match(data, said.end(1)):
                    holds = b":" + said[1].strip()
            elif (
                said
                and said[2]
                and said[3]
                and data[max(0, start - 80) : start].rstrip()[-1:] not in (b",", b"(")
            ):
                is_call = said[3] in (b"(", b"{")
                if said[3] != b"[" and (not is_call or _is_whole(data, said.end())):
                    holds = b"=" + said[2] + (b"()" if is_call else b"")
            elif is_as:
                made = _AS.search(data, max(0, start - 160), start)
                caught = None if made else _CAUGHT.search(data, max(0, start - 160), start)
                holds = b"=" + made[1] + b"()" if made else b""
                if caught:
                    holds = b":" + b" | ".join(_SPLIT.split(caught[1].strip(b"() \t")))
        name = data[start:end].decode(errors="replace")
        item = Local(name, row + 1, holds.decode(errors="replace"))
        if span != NOWHERE:
            if blocks.is_clause:  # its function binds it too
                locals_.append(item)
                item = Local(name, row + 1, "~")
            item.first, item.last = place(newlines, span[0]), place(newlines, span[1])
            item.column = start - (newlines[row - 1] + 1 if row else 0) + 1
        locals_.append(item)
    if blocks.is_empty and has_blocks(language):
        end_locals(locals_, [start for start, _ in spans], found, data, newlines, quiet)
    return locals_


class _Nest:
    """Spans that nest. Asked in the order of the file, each place costs a step or two."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._waiting = sorted(spans, key=lambda span: (-span[0], span[1]))
        self._open: list[Span] = []

    def around(self, start: int) -> Span:
        """Return the innermost span that holds a place."""
        while self._waiting and self._waiting[-1][0] <= start:
            self._open.append(self._waiting.pop())
        while self._open and self._open[-1][1] <= start:
            self._open.pop()
        return self._open[-1] if self._open else NOWHERE


def _inner_definitions(found: Reading, blocks: InForce, newlines: list[int]) -> list[Local]:
    """Return the definitions that only a block of a function can see, each with that block."""
    ends = frozenset(end for d in found.definitions for end in (d.end, d.end - 1))
    listed = []
    for d in sorted(found.definitions, key=lambda d: (d.start, -d.end)):
        span = blocks.around_definition(d.start, d.end, ends)
        if span != NOWHERE and d.name:
            line = bisect_left(newlines, d.name_start) + 1
            listed.append(Local(d.name, line, "!", place(newlines, span[0]), place(newlines, span[1])))
    return listed


def _is_whole(data: bytes, start: int) -> bool:
    """Tell whether a call is all of its expression: `Cart(items)`, not `Cart(items).total`. `start` is behind its bracket."""
    depth = 1
    for bracket in _BRACKETS.finditer(data, start, start + 400):
        depth += 1 if bracket[0] in (b"(", b"{") else -1
        if not depth:
            return data[bracket.end() : bracket.end() + 1] not in (b".", b"[", b"(") and not _GOES_ON.match(
                data, bracket.end()
            )
    return False
