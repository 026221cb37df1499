"""How a definition looks from outside: its signature, visibility, documentation and complexity."""

from __future__ import annotations

import inspect
import re
from bisect import bisect_left

from tree_sitter import Node

from repobook.analyze import comments
from repobook.analyze.languages import Language
from repobook.analyze.reading import Definition, one_line
from repobook.facts import Symbol

MAX_SIGNATURE = 300


MAX_GAP = 300  # bytes between a definition and the comment beside it


MAX_VALUE = 80  # bytes of a constant's value that its signature shows


_DIRECTIVE = re.compile(
    r"^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif|else|endif|region|endregion|pragma|nullable|line)\b.*$", re.M
)


_LAST_COMMA = re.compile(r",\s*\n\s*([)\]>])")  # of a list whose every part has its own line


_MACRO_REMARK = re.compile(r"\s(?:/\*.*?(?:\*/|$)|//.*)")


_MODIFIERS = re.compile(
    r"\b(public|private|protected|internal|fileprivate|open|pub|export|static)(?:_class_method)?\b(?!\(set\))"
)


_PUB = re.compile(r"\bpub(?:\s*\([^()]*\))?\s+$")


# Kinds whose body holds other definitions: the branches in it are theirs.
_BODIES_OF_MEMBERS = frozenset(
    [
        "class",
        "struct",
        "namespace",
        "interface",
        "enum",
        "module",
        "trait",
        "impl",
        "object",
        "union",
        "extension",
        "protocol",
        "record",
        "annotation",
        "actor",
        "package",
        "companion",
        "type",
        "given",
        "constant",
        "entry",
        "variant",
        "case",
        "macro",
        "mixin",
        "template",
        "library",
        "contract",
        "unit",
        "program",
        "submodule",
        "value",
        "field",
        "signature",
        "data",
        "newtype",
        "instance",
        "entity",
        "architecture",
        "component",
        "block",
        "cbuffer",
        "tbuffer",
        "technique",
        "category",
        "implementation",
        "concept",
    ]
)


def _find_body(d: Definition) -> Node | None:
    if d.body is None and d.node is not None:
        d.body = d.node.child_by_field_name("body")
    return d.body


def make_signature(d: Definition, data: bytes, outer: int, spans: list[tuple[int, int]]) -> str:
    if d.signature:
        return one_line(d.signature.decode(errors="replace"))[:MAX_SIGNATURE]
    if d.head_end:
        return one_line(data[d.start : d.head_end].decode(errors="replace")).rstrip("; ")[:MAX_SIGNATURE]
    if d.node is None:
        end = data.find(b"{", d.start, d.end)
        return one_line(data[d.start : end if end > 0 else d.end].decode(errors="replace"))[:MAX_SIGNATURE]
    body = _find_body(d)
    end = body.start_byte if body is not None and body.start_byte > d.start else min(d.end, d.node.end_byte)
    if d.value is not None:
        value = data[d.value.start_byte : d.value.end_byte]
        if len(value) > MAX_VALUE or b"\n" in value:
            body, end = d.value, d.value.start_byte
        else:
            end = max(end, d.value.end_byte)
    if end > d.start + 1200:
        end = d.start + 1200
    start = max(outer, d.start - 600)
    if d.doc is not None and outer <= d.doc.start_byte <= d.start:
        start = d.doc.end_byte  # a description that stands before the definition's own words
    text = _without_comments(data, start, end, spans).replace(b"\\\n", b" ").decode(errors="replace")
    if "#" in text:
        text = _DIRECTIVE.sub("", text)
    if "\n" in text:
        text = _LAST_COMMA.sub(r"\1", text)
    text = one_line(text).replace("( ", "(").replace(" )", ")") if "\n" in text else one_line(text)
    if d.node.type in ("preproc_def", "preproc_function_def"):
        line = data[d.start : min(end, d.start + 240)].split(b"\n", 1)[0].decode(errors="replace")
        text = one_line(_MACRO_REMARK.sub("", line)).rstrip("\\ ")
    text = text.rstrip(" {:=;,").strip() if body is not None else text.rstrip(" {;,").strip()
    return text if len(text) <= MAX_SIGNATURE else text[: MAX_SIGNATURE - 1] + "…"


_ARGUMENTS = re.compile(r"^([^(\n]*)\(.*\)(\]?)$", re.S)


def add_decorators(signature: str, decorators: list[bytes]) -> str:
    """Put decorators before a long signature: their names, without what they are given."""
    names = [_ARGUMENTS.sub(r"\1(…)\2", one_line(text.decode(errors="replace"))) for text in decorators]
    text = f"{' '.join(names)} {signature}"
    return text if len(text) <= MAX_SIGNATURE else text[: MAX_SIGNATURE - 1] + "…"


def _without_comments(data: bytes, start: int, end: int, spans: list[tuple[int, int]]) -> bytes:
    at = bisect_left(spans, (start, start))
    if at == len(spans) or spans[at][0] >= end:
        return data[start:end]
    pieces = []
    for first, last in spans[at:]:
        if first >= end:
            break
        pieces.append(data[start:first])
        start = max(start, last)
    pieces.append(data[start:end])
    return b" ".join(pieces)


def count_branches(d: Definition, branches: list[int]) -> int:
    if d.kind in _BODIES_OF_MEMBERS:
        return 0
    if not (d.has_body if d.node is None or d.head_end else _find_body(d) is not None):
        return 0
    return 1 + bisect_left(branches, d.end) - bisect_left(branches, d.start)


def find_visibility(
    symbol: Symbol,
    rule: str,
    default: str,
    parent_kind: str,
    language: Language,
    data: bytes,
    d: Definition,
    head: str,
) -> str:
    name = symbol.name
    if symbol.kind in ("package", "namespace") or (rule == "modifier" and symbol.kind == "macro"):
        return ""
    if rule == "underscore":
        is_private = name.startswith("_") and not (name.startswith("__") and name.endswith("__"))
        return "private" if is_private else "public"
    if rule == "local":
        return "private" if head.lstrip().startswith("local") else "public"
    if rule == "capital":
        return "public" if name[:1].isupper() else "private"
    if rule in ("modifier", "pub", "export", "static", "access"):
        modifiers = set(_MODIFIERS.findall(head))
        if rule == "pub":
            if symbol.kind == "impl":  # what implements a trait is as public as the trait
                return "public" if " for " in head else "private"
            if symbol.kind == "macro" and "macro_export" in head:
                return "public"
            if d.node is not None and d.node.child_count == 0:  # a word among those that a macro is given
                head = data[max(0, d.start - 30) : d.start].decode(errors="replace")
                modifiers = {"pub"} if _PUB.search(head) else modifiers
            if "pub" in modifiers and re.search(r"\bpub\s*\(", head):
                return "internal"
            return "public" if "pub" in modifiers else default or "private"
        if rule == "export":
            if name.startswith("#") or "private" in modifiers:
                return "private"
            if "protected" in modifiers:
                return "protected"
            return "public" if "export" in modifiers or parent_kind in language.class_kinds else default
        if rule == "static":
            return (
                "private" if "static" in modifiers and parent_kind not in language.class_kinds else "public"
            )
        if rule == "access":
            if parent_kind in language.class_kinds:
                return "private" if parent_kind == "class" else "public"
            return "private" if "static" in modifiers else "public"
        for word, meaning in (
            ("private", "private"),
            ("fileprivate", "private"),
            ("protected", "protected"),
            ("internal", "internal"),
            ("public", "public"),
            ("open", "public"),
        ):
            if word in modifiers:
                return meaning
    return default


_BEHIND_MARKS = (b"///<", b"//!<", b"/**<", b"/*!<")  # documents what stands before it on its line


_DOC_MARKS = (b"/**", b"/*!", b"///", b"//!", b"---", b"--|", b"-- |", b";;;", b"##")


# Documentation of what no code says, which stands for itself; and of the file.
_ALONE = re.compile(
    rb"[@\\\\](?:typedef|callback|file|fileoverview|overview|module|import|packageDocumentation|defgroup|addtogroup|page|mainpage|name|event|[{}])(?![A-Za-z])"
)


def _is_apart(data: bytes, start: int, end: int, newlines: list[int], line: int) -> bool:
    """Tell whether a documentation comment speaks of what follows the blank `line` below it; that of a file does not."""
    if not data.startswith(b"/**", start) or data.find(b"\n", start, end) < 0:
        return False
    if data[newlines[line - 2] : newlines[line - 1]].strip():
        return False
    return not _ALONE.search(data, start, end) and not comments.is_licence(
        data[start:end].decode(errors="replace")
    )


def take_doc_before(
    symbol: Symbol,
    comment_ends: dict[int, tuple[int, int]],
    data: bytes,
    line: int,
    newlines: list[int],
    is_first: bool = True,
) -> None:
    """Attach the comment block that ends on the line above `line`; a documentation comment goes before any other.

    Of the first definition of a file, it must stand right above: what stands apart is of the file.
    """
    blocks: list[tuple[int, int]] = []  # the nearest first
    at = line - 1
    if not is_first and at not in comment_ends and (near := comment_ends.get(at - 1)) is not None:
        at -= _is_apart(data, *near, newlines, at)
    if len(box := _read_box(comment_ends, data, at, newlines, symbol.name)) > 1:
        rows = [_box_words(data, row) for row in box]
        text = "\n".join(row if any(map(str.isalnum, row)) else "" for row in rows)
        text = comments.cut(inspect.cleandoc(text).strip())
        _attach(symbol, text, (box[0][0], box[-1][1]), data, newlines)
        return
    while at in comment_ends:
        start, end = comment_ends[at]
        first = bisect_left(newlines, start) + 1
        line_start = newlines[first - 2] + 1 if first > 1 else 0
        if data[line_start:start].strip() or (start == 0 and data.startswith(b"#!")):
            break  # a comment behind code belongs to that code
        if data.startswith(_BEHIND_MARKS, start) or (
            data[end - 1] != 10 and data[end : newlines[at - 1] if at <= len(newlines) else len(data)].strip()
        ):
            break
        is_block = data.startswith(b"/*", start)
        if (
            is_block
            and at == first
            and comments.is_pragma(data[start + 2 : end - 2].decode(errors="replace").strip(" *"))
        ):
            at = first - 1  # a word to a tool between documentation and what it is of
            continue
        if is_block and blocks and not _is_doc(data, start, end):
            break
        blocks.append((start, end))
        if is_block:
            break
        at = first - 1
    chosen = blocks
    if opened := _below_opener(data, blocks):
        chosen = opened
    elif any(_is_doc(data, *block) for block in blocks) and not all(
        _is_doc(data, *block) for block in blocks
    ):
        chosen = []
        for block in blocks:  # the run of documentation comments that stands nearest
            if _is_doc(data, *block):
                chosen.append(block)
            elif chosen:
                break
    if not chosen:
        return
    text = "\n".join(data[start:end].decode(errors="replace").rstrip("\n") for start, end in reversed(chosen))
    _attach(symbol, comments.clean(text), (chosen[-1][0], chosen[0][1]), data, newlines)


def _read_box(
    comment_ends: dict[int, tuple[int, int]], data: bytes, line: int, newlines: list[int], name: str
) -> list[tuple[int, int]]:
    """Return the rows of a box drawn up to `line`: comments of a line each, `/* … */`, one below the other.

    Of what rules part from one another, the part next to the code counts, with all above it up to one that has the `name`.
    """
    rows: list[tuple[int, int]] = []  # the nearest first
    edge = -1
    size = 0  # rows that count
    is_open = True  # no rule stands above the words met so far
    while (span := comment_ends.get(line)) is not None and data.startswith(b"/*", span[0]):
        start, end = span
        if bisect_left(newlines, start) + 1 != line or not data.endswith(b"*/", start, end):
            break
        left = _column(start, line - 1, newlines)
        if edge not in (-1, left) or data[start - left : start].strip() or _is_doc(data, start, end):
            break
        edge = left
        words = _box_words(data, span).strip()
        if any(map(str.isalnum, words)):
            rows.append(span)
            if is_open or name in words:
                size = len(rows)
        elif rows:
            rows.append(span)
            is_open = is_open and not words
        line -= 1
    return rows[:size][::-1]


def _box_words(data: bytes, row: tuple[int, int]) -> str:
    return data[row[0] + 2 : row[1] - 2].decode(errors="replace").rstrip()


def _below_opener(data: bytes, blocks: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the plain comments below a `##` that stands alone: it opens the documentation of Ruby. The nearest come first."""
    marks = [data[start:end].strip() == b"##" for start, end in blocks]
    for at in range(1, len(blocks)):
        if marks[at] and not marks[at - 1]:
            below = blocks[:at]
            is_plain = not any(
                _is_doc(data, *block) and not mark for block, mark in zip(below, marks, strict=False)
            )
            return below if is_plain else []
    return []


def take_doc_beside(
    symbol: Symbol,
    found: list[tuple[int, int]],
    data: bytes,
    outer: int,
    end: int,
    newlines: list[int],
) -> None:
    """Attach a documentation comment on the definition's own line: before it, or behind it and marked so, `///< text`."""
    at = bisect_left(found, (outer, 0)) - 1
    near = outer - found[at][1] if at >= 0 else MAX_GAP
    if near < MAX_GAP and not data[found[at][1] : outer].strip(b" \t") and _is_doc(data, *found[at]):
        start, stop = found[at]
        if data.startswith(b"/*", start) and not data.startswith(_BEHIND_MARKS, start):
            _attach(
                symbol, comments.clean(data[start:stop].decode(errors="replace")), found[at], data, newlines
            )
            return
    at = bisect_left(found, (end, 0))
    chosen: list[tuple[int, int]] = []
    while at < len(found) and data.startswith(_BEHIND_MARKS, found[at][0]):
        behind = chosen[-1][1] if chosen else end
        between = data[behind : found[at][0]] if found[at][0] - behind < MAX_GAP else b"far"
        if between.strip(b" \t;," if not chosen else b" \t\r\n") or between.count(b"\n") > len(chosen[:1]):
            break
        chosen.append(found[at])
        at += 1
    if chosen:
        rows = [data[start:stop].decode(errors="replace").rstrip("\n") for start, stop in chosen]
        _attach(symbol, comments.clean("\n".join(rows)), (chosen[0][0], chosen[-1][1]), data, newlines)


def take_doc_behind(
    symbol: Symbol, found: list[tuple[int, int]], data: bytes, end: int, newlines: list[int]
) -> None:
    """Attach the plain comment behind a field or constant on its line, with the lines below that go on with it."""
    at = bisect_left(found, (end, 0))
    if at >= len(found) or found[at][0] - end > MAX_GAP or data[end : found[at][0]].strip(b" \t;,"):
        return
    chosen = [found[at]]
    line = bisect_left(newlines, found[at][0])
    if symbol.name_line and line + 1 != symbol.name_line:
        return  # of several names in one declaration, it speaks of that on its own line
    column = _column(found[at][0], line, newlines)
    for start, stop in found[at + 1 : at + 6]:
        line += 1
        if bisect_left(newlines, start) != line or _column(start, line, newlines) != column:
            break
        if data[start - column : start].strip():
            break
        chosen.append((start, stop))
    rows = [data[start:stop].decode(errors="replace").rstrip("\n") for start, stop in chosen]
    _attach(symbol, comments.clean("\n".join(rows)), (chosen[0][0], chosen[-1][1]), data, newlines)


def _column(offset: int, row: int, newlines: list[int]) -> int:
    return offset - (newlines[row - 1] + 1 if row else 0)


def _attach(symbol: Symbol, text: str, span: tuple[int, int], data: bytes, newlines: list[int]) -> None:
    """Make `text` the documentation of `symbol`, if it speaks to a reader."""
    start, end = span
    if not comments.prose(text, _is_doc(data, start, end)):
        return
    symbol.doc = text
    symbol.doc_first_line = bisect_left(newlines, start) + 1
    symbol.doc_last_line = bisect_left(newlines, max(start, end - data.endswith(b"\n", start, end) - 1)) + 1


def _is_doc(data: bytes, start: int, end: int) -> bool:
    """Tell whether a comment is marked as documentation: `/** … */`, `///`, `-- |`."""
    mark = next((mark for mark in _DOC_MARKS if data.startswith(mark, start)), b"")
    # A ruler is none: `/****`, `//////`, `-----`, `####`.
    return bool(mark) and data[start + len(mark) : start + len(mark) + 1] not in (mark[-1:], b"/")


def take_marked_doc(
    symbol: Symbol, found: list[tuple[int, int]], mark: str, data: bytes, line: int, newlines: list[int]
) -> None:
    """Attach comments with their own mark: `#: text` on the lines above a field of Python, or behind it."""
    wanted = mark.encode()
    begin = newlines[symbol.last_line - 2] + 1 if symbol.last_line > 1 else 0
    at = bisect_left(found, (begin, 0))
    chosen: list[tuple[int, int]] = []
    behind = found[at] if at < len(found) else None
    if (
        behind
        and data.startswith(wanted, behind[0])
        and bisect_left(newlines, behind[0]) + 1 == symbol.last_line
    ):
        chosen = [behind]
    else:
        start_of_line = newlines[line - 2] + 1 if line > 1 else 0
        at = bisect_left(found, (start_of_line, 0)) - 1
        above = line - 1
        while at >= 0 and data.startswith(wanted, found[at][0]):
            start = found[at][0]
            head = newlines[above - 2] + 1 if above > 1 else 0
            if bisect_left(newlines, start) + 1 != above or data[head:start].strip():
                break
            chosen.insert(0, found[at])
            at, above = at - 1, above - 1
    if not chosen:
        return
    rows = [data[start:end].decode(errors="replace").strip().removeprefix(mark) for start, end in chosen]
    text = inspect.cleandoc("\n".join(row.removeprefix(" ") for row in rows)).strip()
    if text:
        symbol.doc = comments.cut(text)
        symbol.doc_first_line = bisect_left(newlines, chosen[0][0]) + 1
        symbol.doc_last_line = bisect_left(newlines, chosen[-1][0]) + 1
