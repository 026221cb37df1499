"""What macros of C and C++ make: `TEST_F(Fixture, Name) { ... }` is a test, `#define` a macro."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

MAX_NAME = 200  # characters
MAX_MADE = 2_000  # bytes of the arguments of a macro that makes a definition

TEXT = rb"\"(?:[^\"\\\n]|\\.)*+\""
ARGUMENTS = re.compile(
    rb"\((?:[^()\"]++|%(s)b|\((?:[^()\"]++|%(s)b|\((?:[^()\"]++|%(s)b|\([^()\"]*+\))*+\))*+\))*+\)"
    % {b"s": TEXT}
)
_ARGUMENT_MARK = re.compile(rb"%(s)b|[()\[\]{}<>,]" % {b"s": TEXT})
NEXT = re.compile(rb"(?:[ \t\r\n]++|//[^\n]*+\n|/\*(?:[^*]++|\*(?!/))*+\*/)*+([A-Za-z_]\w*+|.)?", re.S)
_COMMENT = re.compile(rb"//[^\n]*+\n|/\*(?:[^*]++|\*(?!/))*+\*/")
_UNFILLED = re.compile(r"\W*\$[1-9]")  # $2 of a macro with one argument
_MACRO_NAME = re.compile(rb"[ \t]*+#[ \t]*+define[ \t]++(\w++)")


class Made(NamedTuple):
    """A definition that a macro makes."""

    start: int
    end: int  # of the macro's arguments
    kind: str
    name: str
    name_start: int
    has_body: bool
    last: int = 0  # the end of the whole, where it is known


class Rules(dict[bytes, str]):
    """Macro -> what it makes; patterns are tried once for each word."""

    def __init__(self, macros: tuple[tuple[str, str], ...]) -> None:
        super().__init__({name.encode(): rule for name, rule in macros if not name.startswith("^")})
        self._patterns = [(re.compile(name.encode()), rule) for name, rule in macros if name.startswith("^")]

    def __missing__(self, word: bytes) -> str:
        rule = next((rule for pattern, rule in self._patterns if pattern.fullmatch(word)), "")
        if len(self) < 50_000:
            self[word] = rule
        return rule


@cache
def find_rules(macros: tuple[tuple[str, str], ...]) -> Rules:
    return Rules(macros)


def make(data: bytes, start: int, end: int, rule: str) -> Made | None:
    """Return what the macro at `start` makes, if what follows its arguments fits the rule."""
    kind, _, template = rule.partition(":")
    has_body = not template.endswith(";")
    at = data.index(b"(", end)
    found = ARGUMENTS.match(data, at, at + MAX_MADE)
    if found is None:
        return None
    stop = found.end()
    follower = NEXT.match(data, stop, stop + 2_000)
    byte = (follower[1] or b"")[:1] if follower else b""
    if has_body and follower and byte == b"(":  # IMPL_FUNC(add) (const Item& item) {
        parameters = ARGUMENTS.match(data, follower.start(1), follower.start(1) + MAX_MADE)
        follower = NEXT.match(data, parameters.end(), parameters.end() + 2_000) if parameters else None
        byte = (follower[1] or b"")[:1] if follower else b""
    if has_body:
        if byte != b"{":
            return None
    elif byte not in (b";", b"=") and (follower is None or b"\n" not in data[stop : follower.start(1)]):
        return None
    name = template.rstrip(";")
    for index, argument in enumerate(_split_arguments(data[at + 1 : stop - 1])[:9], 1):
        name = name.replace(f"${index}", argument)
    name = " ".join(_UNFILLED.sub("", name).split())[:MAX_NAME]
    if not name:
        return None
    if data[max(0, start - 8) : start].rstrip().endswith(b"static"):
        start = data.rindex(b"static", 0, start)
    first = NEXT.match(data, at + 1, stop)
    return Made(start, stop, kind, name, first.start(1) if first and first[1] else at + 1, has_body)


def make_macro(data: bytes, start: int, end: int) -> Made | None:
    """Return the macro of a `#define` that the grammar does not see."""
    found = _MACRO_NAME.match(data, start, end)
    return Made(start, end, "macro", found[1].decode(), found.start(1), False) if found else None


def _split_arguments(text: bytes) -> list[str]:
    if (b"/*" in text or b"//" in text) and b'"' not in text:
        text = _COMMENT.sub(b" ", text)
    parts = []
    depth = 0
    last = 0
    for found in _ARGUMENT_MARK.finditer(text):
        mark = found[0]
        if mark in b"([{<":
            depth += 1
        elif mark in b")]}>":
            depth -= 1
        elif mark == b"," and depth <= 0:
            parts.append(text[last : found.start()])
            last = found.end()
    parts.append(text[last:])
    return [part.decode(errors="replace").strip().strip('"') for part in parts]
