"""The tokens of Objective-C, and a text that is rewritten by them without moving a byte."""

from __future__ import annotations

import re
from typing import NamedTuple

from repobook.analyze.cmade import Made
from repobook.analyze.directives import Span

_TOKEN = re.compile(
    rb"//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?"  # comments
    rb"|@?\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?"  # strings
    rb"|(?<![^\n])[ \t]*+#(?:[^\n\\]++|\\\r?\n|\\)*+"  # directives
    rb"|@?[A-Za-z_$]\w*+|\.?[0-9][\w.]*+|@[\[{(0-9]|::|->|[^\s\w]",
    re.S,
)
_NOT_SPACE = re.compile(rb"[^\n\r\t \\]|\\(?!\r?\n)")
MAX_DEPTH = 2_000  # open brackets

_Edit = tuple[int, int, bytes]


class Tokens(NamedTuple):
    """The tokens of a text: no comments, no directives."""

    starts: list[int]
    ends: list[int]
    words: list[bytes]
    partner: dict[int, int]  # index of an opening bracket -> index of the closing one


def _tokenize(data: bytes) -> Tokens:
    starts: list[int] = []
    ends: list[int] = []
    words: list[bytes] = []
    partner: dict[int, int] = {}
    stack: list[int] = []
    for found in _TOKEN.finditer(data):
        word = found[0]
        first = word[0]
        if first == 47 and word[1:2] in (b"/", b"*"):
            continue
        if first == 35 or (first in b" \t" and b"#" in word):
            continue
        index = len(words)
        starts.append(found.start())
        ends.append(found.end())
        words.append(word)
        last = word[-1:]
        if word in (b"[", b"(", b"{", b"@[", b"@(", b"@{"):
            if len(stack) < MAX_DEPTH:
                stack.append(index)
        elif last in b"])}" and len(word) == 1:
            opening = {b"]": b"[", b")": b"(", b"}": b"{"}[last]
            while stack and words[stack[-1]][-1:] != opening and opening == b"{":
                stack.pop()  # a bracket that is never closed
            if stack and words[stack[-1]][-1:] == opening:
                partner[stack.pop()] = index
    return Tokens(starts, ends, words, partner)


class Rewriting:
    """A text on its way, and what was seen in it."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.edits: list[_Edit] = []
        self.made: list[Made] = []
        self.sites: list[tuple[int, int, str]] = []
        self.names: dict[int, str] = {}  # start of a site -> its name: `add:to:`
        self.imports: list[tuple[int, str, str]] = []
        self.access: list[tuple[int, int, str]] = []
        self.members: list[Span] = []  # blocks of instance variables
        self.tokens = _tokenize(data)

    def text(self) -> bytes:
        """Return the rewritten text."""
        text = bytearray(self.data)
        for start, end, replacement in self.edits:
            text[start:end] = replacement
        return bytes(text)

    def blank(self, start: int, end: int) -> None:
        self.edits.append((start, end, _NOT_SPACE.sub(b" ", self.data[start:end])))

    def word(self, index: int) -> bytes:
        return self.tokens.words[index] if 0 <= index < len(self.tokens.words) else b""

    def is_line_start(self, index: int) -> bool:
        start = self.tokens.starts[index]
        return not self.data[self.data.rfind(b"\n", max(0, start - 200), start) + 1 : start].strip()

    def to_semicolon(self, index: int) -> int:
        starts, ends, words, _ = self.tokens
        at = index
        while at < len(words) and words[at] != b";" and at - index < 400:
            at += 1
        at = min(at, len(words) - 1)
        self.blank(starts[index], ends[at])
        return at + 1


def is_name(word: bytes) -> bool:
    return word[:1].isalpha() or word[:1] == b"_"
