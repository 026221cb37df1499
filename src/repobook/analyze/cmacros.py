"""C and C++ as they are really written: macros that a grammar takes for types, and macros that make functions.

`prepare` blanks attribute macros with spaces, so that every offset stays true and the grammar sees
`class           Tensor : public TensorBase {`. It also finds what `TEST_F(Fixture, Name) {` defines.

A word in capitals is an attribute where it stands in the place of one: before a class name, before a type and a name,
between a type and a name, behind a parameter list, alone on a line. Every pattern here is possessive or bounded: a
file of capitals, blanks or brackets takes linear time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from repobook.analyze import cwords
from repobook.analyze.cattributes import FIRST_BYTES, MAX_LINE, MAX_TYPE, WORD_BYTES, judge
from repobook.analyze.cmade import ARGUMENTS, NEXT, TEXT, Made, Rules, find_rules, make, make_macro
from repobook.analyze.cown import find_own_rules
from repobook.analyze.cwords import MAX_ARGUMENTS, NOT_SPACE, Changes
from repobook.analyze.directives import Branch, Span, find_unreadable, is_enum

MAX_COMMENT = 4_000  # bytes of comments behind an attribute

# A word in capitals (and what may follow: HTTPServer), then the word or byte behind it that may follow an attribute.
_BEHIND = rb"(?=[ \t\r\n]*+(?:([A-Za-z_]\w*+|[({;=:}#@~\[\-/])|\Z))"
_CAPITALS = re.compile(rb"[A-Z](?<![A-Za-z0-9_][A-Z])[A-Z0-9_]{2,}+([a-z]\w*+)?+" + _BEHIND)
# __ubsan_ignore__      _NORETURN      but no word of the language
_UNDERSCORES = re.compile(
    rb"_(?<![A-Za-z0-9_]_)(?!_(?:global|device|host|shared|constant|managed|grid_constant|launch_bounds|typeof|alignof"
    rb"|asm|volatile|real|imag|func|attribute|FUNCTION|PRETTY_FUNCTION|FILE|LINE|VA_ARGS|DATE|TIME|COUNTER)__)"
    rb"(?:_\w++(?<=__)|[A-Z][A-Z0-9_]{2,}+(?![a-z]))()" + _BEHIND,
    re.S,
)
_LITERAL = re.compile(TEXT)
# STEP(unsigned int, n)      REGISTER(const std::string&, Item*)
_TYPE_ARGUMENT = re.compile(
    rb"[(,]\s*+((?:(?:const|unsigned|signed|struct|enum|class|typename|void|char|int|long|short|float|double|bool|auto"
    rb"|u?int\d++_t|size_t|ssize_t|ptrdiff_t)\b[^,()<>\"]*+(?=[,)])|[A-Za-z_][\w:]*+\s*+[*&]++\s*+(?=[,)])|throw(?=\s)))"
)
# (find, unsigned int, item)      (find, struct item *, first)
_NAME_AND_TYPES = re.compile(
    rb"[ \t]*+\(\s*+([A-Za-z_]\w*+)\s*+,\s*+(?:const|unsigned|signed|struct|enum|union|void|char|int|long|short|float|double"
    rb"|bool|u(?:8|16|32|64)|s(?:8|16|32|64)|\w++(?<=_t)|[A-Za-z_]\w*+\s*+\*)(?!\w)"
)
_FIRST_CALL = re.compile(rb"(?<![^\n])[A-Za-z_]\w*+(?=[ \t]*+\()")  # in the first column
_AFTER_WORD = FIRST_BYTES | frozenset(b"({;=:}#@~[-/")  # what may follow an attribute
_AFTER_CALL = FIRST_BYTES | frozenset(b"{;=:}#@~[-")
_NOT_BEFORE = frozenset(b"(,=.+-/|?[!<%^\"'#@\\")  # on the same line, before an attribute


class Prepared(NamedTuple):
    """A text that a grammar can read, and what was seen on the way."""

    data: bytes
    calls: list[Span]  # macros called where the grammar sees no call
    made: list[Made]
    comments: list[Span]  # that the grammar does not see
    strings: list[Span]  # their texts, too
    sites: Sequence[
        tuple[int, int, str]
    ] = ()  # Objective-C: what is used where, beside what the grammar sees
    names: Mapping[int, str] = MappingProxyType(
        {}
    )  # start of a site -> its name, where that is not what stands there
    imports: Sequence[tuple[int, str, str]] = ()
    access: Sequence[tuple[int, int, str]] = ()
    dropped: Sequence[Branch] = ()  # branches of an `#if` that is blanked: see `directives`
    members: Sequence[Span] | None = (
        None  # where a variable belongs to the class around it; None for everywhere
    )


def prepare(data: bytes, macros: dict[str, str], is_c: bool = False) -> Prepared:
    """Return `data` with attribute macros blanked: same length, same lines. `is_c` tells C from C++.

    `macros` maps a macro, or `^` and a pattern of one, to `kind:template`: in the template `$1` is its first argument.
    A `;` at the end of the template means that the macro has no body.
    """
    if is_c:
        data = cwords.without_digraphs(data)
    changes = Changes(data)
    rules = find_rules(tuple(macros.items()))
    cwords.find_reserved_words(changes)
    cwords.find_remarks_and_members(changes)
    if is_c:
        cwords.find_c_words(changes)
    own = find_own_rules(data)
    _find_attributes(changes, rules, own, _CAPITALS)
    _find_attributes(changes, rules, own, _UNDERSCORES)
    _find_own(changes, own)
    if is_c:
        cwords.find_old_style(changes)
    else:
        cwords.find_modern_style(changes)
    cwords.find_loops_and_types(changes)
    unreadable = find_unreadable(data, {end: start for start, end in changes.spans})
    changes.spans += unreadable.spans
    changes.edits += [(at, at + 1, b"0") for at in unreadable.empty]
    strings = [
        (part.start() + 1, part.end() - 1)
        for start, end in [*changes.spans, *((item.start, item.end) for item in changes.made)]
        if end - start > 12 and b'"' in data[start:end]
        for part in _LITERAL.finditer(data, start, end)
    ]
    made = changes.made + [
        item for start, end in unreadable.defined if (item := make_macro(data, start, end))
    ]
    return Prepared(
        changes.rewrite(), changes.calls, made, unreadable.comments, strings, dropped=unreadable.dropped
    )


def _find_attributes(
    changes: Changes, rules: Rules, own: dict[bytes, str], pattern: re.Pattern[bytes]
) -> None:
    """Find the words of `pattern` that are attributes, and those that make a definition."""
    data = changes.data
    roles = changes.roles
    for found in pattern.finditer(data):
        rest, follower = found.groups()
        first = follower[0] if follower else 0
        follower = follower or b""
        start, end = found.span()
        before = start - 1
        while before >= 0 and data[before] in b" \t":
            before -= 1
        byte = data[before] if before >= 0 else 10
        row = roles.get(before + 1, "")
        if byte == 34 and data[before - 2 : before] == b'"C':
            row = row or "declaration"  # extern "C" EXPORT int f();
        at = found.start(2)
        if first == 47:  # a comment, or a division
            if data[at + 1 : at + 2] not in (b"/", b"*") or byte != 10:
                continue
            behind = NEXT.match(data, at, at + MAX_COMMENT)
            follower = (behind[1] if behind else b"") or b""
            first = follower[0] if follower else 0
            if not behind or first == 40 or (first and first not in _AFTER_WORD):
                continue
            at = behind.start(1) if follower else behind.end()
        if byte in _NOT_BEFORE and not row:
            if first == 40:
                arguments = ARGUMENTS.match(data, at, at + MAX_ARGUMENTS)
                if arguments and byte in b",<" and _is_template(data, start, arguments.end()):
                    changes.edits.append((start, arguments.end(), b"int".ljust(arguments.end() - start)))
                elif arguments:
                    _neutralise(changes, at, arguments.end())
            continue
        stop = end
        if first == 40:
            if (
                (byte in b"\n;}{" or byte == 99)
                and (rule := rules[found[0]] or own.get(found[0], ""))
                and (made := make(data, start, end, rule))
                and (found[0] not in own or _is_made(data, start, rule))
            ):
                if _is_code(data, start):
                    changes.made.append(made)
                    changes.calls.append((start, end))
                continue
            if rest:
                continue
            if data[at + 1 : at + 2] == b"(" and byte in WORD_BYTES:
                continue  # int total PROTO((int first));
            if byte == 93:  # [] HOST_DEVICE (int x) { ... }
                changes.spans.append((start, end))
                continue
            arguments = ARGUMENTS.match(data, at, at + MAX_ARGUMENTS)
            if not arguments:
                continue
            stop = arguments.end()
            following = NEXT.match(data, stop, stop + 2_000)
            follower = (following[1] if following else b"") or b""
            if follower and following:
                at = following.start(1)
                first = follower[0]
                if (
                    byte == 102 and data[before - 6 : before + 1] == b"typedef"
                ):  # typedef LIST_OF(item) items;
                    blank = NOT_SPACE.sub(b" ", data[start + 3 : stop])
                    changes.edits.append((start, stop, b"int" + blank))
                    continue
                if first not in _AFTER_CALL:
                    if first == 44 and byte == 10 and is_enum(data, start):  # enum { CODE(first),
                        changes.spans.append((start, at + 1))
                        changes.calls.append((start, end))
                        continue
                    is_head = first == 40 and (start == 0 or data[start - 1] == 10)  # OPERATOR(add)(int a) {
                    if is_head and (made := make(data, start, end, "function:$0")):
                        name = b" ".join(data[start:stop].split())[:100].decode(errors="replace")
                        changes.made.append(made._replace(name=name))
                        continue
                    _neutralise(changes, found.start(2), stop)
                    continue
                if first in b";{" and byte == 10:
                    # TORCH_CHECK(x);  and all its kind
                    while before >= 0 and data[before] in b" \t\r\n":
                        before -= 1
                    if before < 0 or data[before] != 41:
                        if first == 59:
                            _neutralise(changes, found.start(2), stop)
                        elif start == 0 or data[start - 1] == 10:  # STATE(first) {
                            named = _NAME_AND_TYPES.match(data, end, stop)  # BPF_CALL_1(find, int, item) {
                            name = b" ".join((named[1] if named else data[start:stop]).split())[:100].decode(
                                errors="replace"
                            )
                            at_name = named.start(1) if named else start
                            changes.made.append(Made(start, stop, "function", name, at_name, True))
                        continue
                    before = start - 1
                    while before >= 0 and data[before] in b" \t":
                        before -= 1
            else:
                first = 0
        elif rest:
            continue  # HTTPServer
        role = judge(data, start, end, stop, at, follower, before, row)
        if not role:
            if first == 59 and stop > end:
                _neutralise(changes, found.start(2), stop)
            continue
        if not _is_code(data, start):
            continue
        if role == "type":  # PR_EXTERN(void) f();
            changes.spans += [(start, found.end(2)), (stop - 1, stop)]
        elif role == "pointer" and stop - start > 5 and stop == end:  # API item * (*f)(a * b); is no product
            changes.edits.append((start, stop, b"const".ljust(stop - start)))
        else:
            changes.spans.append((start, stop))
        if stop > end:
            changes.calls.append((start, end))
        roles[stop] = role


def _find_own(changes: Changes, own: dict[bytes, str]) -> None:
    """Find what the file's own macros make, where their names are no capitals: `make_total(item)`."""
    if all(name.isupper() for name in own):
        return
    data = changes.data
    known = {made.start for made in changes.made}
    for found in _FIRST_CALL.finditer(data):
        start, end = found.span()
        rule = own.get(found[0], "")
        if rule and start not in known and (made := make(data, start, end, rule)):
            changes.made.append(made)
            changes.calls.append((start, end))


def _is_made(data: bytes, start: int, rule: str) -> bool:
    """Tell whether a macro of the file's own makes something at `start`: in a function, only a whole function can."""
    return start == 0 or data[start - 1] == 10 or (rule.startswith("function") and rule.endswith(";"))


def _neutralise(changes: Changes, start: int, stop: int) -> None:
    """Make one name of every type among the arguments of a macro: to the grammar a call has values alone."""
    for found in _TYPE_ARGUMENT.finditer(changes.data, start, stop):
        if found[1] == b"throw":  # EXPECT_THROW(throw Error(), Error);
            changes.spans.append(found.span(1))
            continue
        text = re.sub(rb"\W", b"_", found[1])
        changes.edits.append((found.start(1), found.end(1), text[:1].upper() + text[1:]))


def _is_code(data: bytes, position: int) -> bool:
    """Tell whether `position` is not in a directive, a comment, the body of a macro or a line that nobody wrote."""
    low = max(0, position - MAX_LINE)
    start = data.rfind(b"\n", low, position) + 1
    if start == 0 and low > 0:
        return False
    line = data[start:position].lstrip()
    return (
        not line.startswith((b"#", b"*", b"/*"))
        and b"//" not in line
        and data[start - 2 : start - 1] != b"\\"
    )


def _is_template(data: bytes, start: int, stop: int) -> bool:
    """Tell whether a macro is a parameter of a template: `template <class T, REQUIRES(is_small<T>)>`."""
    low = max(0, start - MAX_TYPE)
    opened = data.rfind(b"template", low, start)
    ended = max(data.rfind(b";", low, start), data.rfind(b"{", low, start), data.rfind(b"}", low, start))
    following = NEXT.match(data, stop, stop + 200)
    return opened > ended and following is not None and following[1] in (b">", b",")


_DEFINE = re.compile(rb"(?:\A|\n)[ \t]*+(#[ \t]*+define[ \t]++(\w++)(?:[^\n\\]++|\\\r?\n|\\)*+)")


def find_macros(data: bytes) -> list[Made]:
    """Return every `#define`, for texts that the grammar could not read in full."""
    return [
        Made(found.start(1), found.end(), "macro", found[2].decode(), found.start(2), False)
        for found in _DEFINE.finditer(data)
    ]


_BRACE = re.compile(
    rb"""//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?|"(?:\\.|[^"\\\n])*+"?|'(?:\\.|[^'\\\n])*+'?|[{}]""", re.S
)


def matching_brace(data: bytes, start: int) -> int:
    """Return where the block ends that opens after `start`."""
    depth = 0
    for found in _BRACE.finditer(data, start):
        token = found[0]
        if token == b"{":
            depth += 1
        elif token == b"}":
            depth -= 1
            if depth == 0:
                return found.end()
    return len(data)
