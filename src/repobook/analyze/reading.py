"""What a query found in one file, before it is put together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import accumulate
from operator import add

from tree_sitter import Node

MAX_NAME = 400
MAX_PARTS = 32  # of a scope, about


_SPACE = re.compile(r"\s+")


class Definition:
    """A definition on its way to a Symbol: byte offsets and nodes instead of lines and text."""

    __slots__ = (
        "apart",
        "body",
        "condition",
        "doc",
        "end",
        "has_body",
        "head_end",
        "is_function",
        "is_rest",
        "is_typed",
        "kind",
        "name",
        "name_end",
        "name_start",
        "node",
        "pattern",
        "scope",
        "signature",
        "start",
        "value",
    )

    def __init__(self, kind: str, node: Node | None, pattern: int) -> None:
        self.kind = kind
        self.node = node
        self.start = node.start_byte if node else 0
        self.end = node.end_byte if node else 0
        self.pattern = pattern
        self.name = ""
        self.name_start = self.start
        self.name_end = self.start
        self.scope = ""
        self.is_rest = False  # it holds all that follows it
        self.doc: Node | None = None
        self.body: Node | None = None
        self.value: Node | None = None
        self.is_function = False  # C family
        self.is_typed = True  # it has a return type
        self.signature = b""  # where it is not the text of the node
        self.has_body = True  # where there is no node to ask
        self.apart = -1  # where the `#if` starts, if it stands in a branch that is read apart
        self.condition = ""  # of that branch
        self.head_end = 0  # the end of the signature, where there is no node to ask


class Reading:
    """What the query found in one file, before it is put together."""

    def __init__(self) -> None:
        self.definitions: list[Definition] = []
        self.comments: list[tuple[int, int]] = []
        self.strings: list[tuple[int, int]] = []
        self.interpolations: list[tuple[int, int]] = []
        self.branches: list[int] = []
        self.decorators: dict[int, int] = {}  # end byte -> start byte
        self.wrappers: list[tuple[int, int]] = []
        self.conditions: list[
            tuple[int, int, str, bool]
        ] = []  # the bool: it is the other branch of the one around it
        self.access: list[tuple[int, int, str]] = []
        self.named_access: list[
            tuple[int, int, str, str]
        ] = []  # start, end, visibility, name: `private :total`
        self.hidden: list[tuple[int, int]] = []
        self.unnamed: list[tuple[int, int]] = []
        self.module_doc: Node | None = None
        self.imports: list[tuple[int, str, str, list[str]]] = []
        self.sites: list[tuple[int, int, str]] = []
        self.locals: list[tuple[int, int]] = []
        self.labels: list[tuple[int, int]] = []  # of C: `goto done`, `done:`
        self.marks: list[tuple[int, int, str]] = []  # @local.export, @local.type, @local.this
        self.blocks: list[tuple[int, int, str]] = []  # @local.block, @local.after … see blocks.py
        self.members: Sequence[tuple[int, int]] | None = None
        self.site_names: Mapping[int, str] = {}  # start -> name, where the text is not the name


def newline_offsets(data: bytes) -> list[int]:
    """Return where each newline stands. No Python code runs per line: files have many."""
    lengths = accumulate(map(len, data.split(b"\n")[:-1]))
    return list(map(add, lengths, range(len(data))))


def end_before(data: bytes, position: int) -> int:
    """Return where the last byte before `position` that is not white space ends."""
    while position > 0 and data[position - 1] in b" \t\r\n":
        position -= 1
    return position


def skip_space(data: bytes, position: int) -> int:
    while data[position : position + 1] in (b" ", b"\t"):
        position += 1
    return position


def text_of(data: bytes, node: Node) -> str:
    return data[node.start_byte : node.end_byte].decode(errors="replace")


def one_line(text: str) -> str:
    return (
        _SPACE.sub(" ", text).strip()
        if "\n" in text or "  " in text or "\t" in text or "\r" in text
        else text
    )


def scope_inside(scope: str, name: str, separator: str) -> str:
    """Return the scope of what a definition holds. What is nested deeper than anybody does is told to be in the last that counts:
    each definition shows all of its scope, and pages would grow with the square of the depth."""
    if not scope:
        return name
    return scope if scope.count(separator) >= MAX_PARTS else f"{scope}{separator}{name}"
