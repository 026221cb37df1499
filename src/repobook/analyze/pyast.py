"""Python's own parser, for the files on which the grammar stumbles: it sees every definition of a valid file."""

from __future__ import annotations

import ast
import re
import warnings
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

_HEAD = re.compile(rb"(?:async(?:\s|\\\r?\n)+)?(?:def|class)(?:\s|\\\r?\n)+")
_NAME = re.compile(rb"[\w\x80-\xff]+")
_LINE = re.compile(
    rb"^([ \t]*)(?:async[ \t]+)?(def|class)[ \t]+([A-Za-z_\x80-\xff][\w\x80-\xff]*)[ \t]*[\[(:]", re.M
)
_BLOCK = re.compile(rb"^([ \t]*)[^\s#)\]}]", re.M)  # a line that can end a block, by its indentation
_PROPERTIES = frozenset(
    ["property", "cached_property", "setter", "getter", "deleter", "abstractproperty", "classproperty"]
)
_TYPE_MAKERS = frozenset(
    [
        "TypeVar",
        "TypeVarTuple",
        "ParamSpec",
        "NewType",
        "namedtuple",
        "NamedTuple",
        "TypedDict",
        "make_dataclass",
    ]
)


class Part:
    """A stretch of the file that stands in for a node of the grammar's tree."""

    __slots__ = ("end_byte", "start_byte", "type")

    def __init__(self, start: int, end: int, kind: str) -> None:
        self.start_byte = start
        self.end_byte = end
        self.type = kind

    def child_by_field_name(self, name: str) -> None:
        """Return nothing: what such a node would say is in `Made`."""


class Made(NamedTuple):
    """A definition: what the captures of `symbols.scm` would hold."""

    kind: str
    whole: Part
    name: Part
    body: Part | None = None
    doc: Part | None = None
    value: Part | None = None


def find_definitions(data: bytes) -> tuple[list[Made], dict[int, int]] | None:
    """Return every definition of `data` and its decorators (end -> start); None where Python cannot read it."""
    if b"\r" in data.replace(b"\r\n", b"\n"):
        return None  # Python counts lines otherwise
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    lines = [0]
    for line in data.split(b"\n"):
        lines.append(lines[-1] + len(line) + 1)
    return _Finder(data, lines).find(tree)


def find_heads(data: bytes, known: set[int], quiet: list[tuple[int, int]]) -> list[Made]:
    """Return the `def` and `class` lines of a file that nothing can read whole, except those named at `known`."""
    starts = [start for start, _ in quiet]
    made = []
    for head in _LINE.finditer(data):
        if head.start(3) in known:
            continue
        at = bisect_right(starts, head.start(2)) - 1
        if at >= 0 and quiet[at][1] > head.start(2):
            continue
        end = len(data)
        for line in _BLOCK.finditer(data, data.find(b"\n", head.end()) + 1 or end):
            if len(line[1]) <= len(head[1]):
                end = line.start()
                break
        whole = Part(head.start(2), len(data[:end].rstrip()), "head")
        first = data.find(b"\n", head.end(), end)
        body = Part(first if first > 0 else whole.end_byte, whole.end_byte, "block")
        kind = "class" if head[2] == b"class" else "function"
        made.append(Made(kind, whole, Part(head.start(3), head.end(3), "identifier"), body))
    return made


class _Finder:
    def __init__(self, data: bytes, lines: list[int]) -> None:
        self._data = data
        self._lines = lines
        self._made: list[Made] = []
        self._decorators: dict[int, int] = {}

    def find(self, tree: ast.Module) -> tuple[list[Made], dict[int, int]]:
        todo: list[tuple[ast.AST, bool]] = [(tree, False)]
        while todo:
            node, is_local = todo.pop()
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                self._add_block(node)
                is_local = not isinstance(node, ast.ClassDef)
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                self._add_names(node, is_local)
            todo.extend((child, is_local) for child in _statements(node))
        self._made.sort(key=lambda made: made.name.start_byte)
        return self._made, self._decorators

    def _part(self, node: ast.AST) -> Part:
        first, last = node.lineno, node.end_lineno  # type: ignore[attr-defined]
        start = self._lines[first - 1] + node.col_offset  # type: ignore[attr-defined]
        return Part(start, self._lines[last - 1] + node.end_col_offset, type(node).__name__)  # type: ignore[attr-defined]

    def _add_block(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        whole = self._part(node)
        head = _HEAD.match(self._data, whole.start_byte)
        name = _NAME.match(self._data, head.end()) if head else None
        if name is None:
            return
        kind = "class" if isinstance(node, ast.ClassDef) else "function"
        for decorator in node.decorator_list:
            part = self._part(decorator)
            self._decorators[part.end_byte] = self._data.rfind(b"@", 0, part.start_byte)
            if kind == "function" and _last_name(decorator) in _PROPERTIES:
                kind = "property"
        first = node.body[0]
        body = self._part(first)
        for decorator in getattr(first, "decorator_list", ())[:1]:
            body.start_byte = self._data.rfind(b"@", 0, self._part(decorator).start_byte)
        doc = None
        if (
            isinstance(first, ast.Expr)
            and isinstance(first.value, ast.Constant)
            and isinstance(first.value.value, str)
        ):
            doc = self._part(first.value)
        self._made.append(Made(kind, whole, Part(name.start(), name.end(), "identifier"), body, doc))

    def _add_names(self, node: ast.Assign | ast.AnnAssign, is_local: bool) -> None:
        whole = self._part(node)
        value = self._part(node.value) if node.value is not None else None
        kind = "variable"
        if isinstance(node, ast.AnnAssign):
            targets: list[ast.expr] = [node.target]
            if _last_name(node.annotation) == "TypeAlias":
                kind = "type"
        else:
            targets = list(node.targets)
            if isinstance(node.value, ast.Call) and _last_name(node.value.func) in _TYPE_MAKERS:
                kind = "type"
        while targets:
            target = targets.pop()
            if isinstance(target, ast.Tuple | ast.List):
                targets.extend(target.elts)
            elif isinstance(target, ast.Starred):
                targets.append(target.value)
            elif isinstance(target, ast.Name) and not is_local:
                self._made.append(Made(kind, whole, self._part(target), value=value))
            elif (
                isinstance(target, ast.Attribute)
                and isinstance(target.value, ast.Name)
                and target.value.id == "self"
            ):
                end = self._part(target).end_byte
                start = self._data.rfind(target.attr.encode(), 0, end)
                self._made.append(Made("attribute", whole, Part(start, end, "identifier"), value=value))


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        children = getattr(node, field, None)
        if isinstance(children, list):
            yield from children


def _last_name(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""
