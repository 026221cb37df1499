"""`#if`, `#define` and their like: what a condition asks, and the directives that a grammar cannot read.

A grammar reads all branches of an `#if` one after the other. That works where every branch is made of whole statements
or members. Where a branch opens a brace that it does not close, or ends in the middle of a declaration, only the first
branch is kept, and the directives go. Every pattern here is possessive: any text takes linear time.
"""

from __future__ import annotations

import itertools
import re
from typing import NamedTuple

_DIRECTIVE = re.compile(
    rb"\n[ \t]*+#[ \t]*+(if|el|endif|define|undef|pragma)\w*+((?:[^\n\\]++|\\\r?\n|\\)*+)"
)
_COMMENT = re.compile(rb"//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?")
_MARK = re.compile(
    rb"""\n[ \t]*+#(?:[^\n\\]++|\\\r?\n|\\)*+|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?|"(?:\\.|[^"\\\n])*+"?|'(?:\\.|[^'\\\n])*+'?|[{}()]""",
    re.S,
)
_NOT_CONDITION = re.compile(rb"\([^()\n]*+\)(?<=[\">]\))")  # __has_include(<x>)
_EMPTY = re.compile(rb"[ \t]*+\w*+(?:\([^()]*+\))?+\s*+")
_NOT_SPACE = re.compile(rb"[^\n\r\t ]")
_WORDS = re.compile(rb"\s*+(?:[^\s;{}=,#]++[ \t]++){3,}+[^\s;{}=,#]++\s*+")
_BLANK_BYTES = frozenset(b" \t\r\n")
_WORD_BYTES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
_OPERATOR_BYTES = frozenset(b"&|+-*=<?(.%^!")
MAX_BACK = 20_000  # bytes looked back for the `enum` around a list, or the start of a comment
MAX_DEPTH = 50  # groups around a group that is looked at
MAX_PART = 4_000  # bytes of a branch that may be part of a statement
MAX_BRANCH = 200_000  # bytes of a branch whose brackets are counted
MAX_LINE = 1_000  # bytes of a line

Span = tuple[int, int]
Text = bytes | bytearray


class Branch(NamedTuple):
    """A branch of an `#if` whose directives are blanked."""

    start: int
    end: int
    group: int  # where its `#if` starts
    is_kept: bool  # the grammar sees it
    condition: str


class Unreadable(NamedTuple):
    """What a grammar cannot read."""

    spans: list[Span]  # to blank
    comments: list[Span]  # those among them
    defined: list[Span]  # each `#define` among them
    empty: list[int]  # the last byte of each `#define` without a value
    dropped: list[Branch]


def find_unreadable(data: bytes, blanked: dict[int, int]) -> Unreadable:
    """Return what to blank, and what goes with it.

    `blanked` maps the ends of the macros that are blanked already to their starts.
    """
    spans: list[Span] = []
    comments: list[Span] = []
    defined: list[Span] = []
    empty: list[int] = []
    dropped: list[Branch] = []
    if b"#" not in data:
        return Unreadable(spans, comments, defined, empty, dropped)
    groups: list[
        list[tuple[int, int, bytes]]
    ] = []  # of each open group: start, end and text of each directive
    if data.startswith(b"#if"):
        line = data.find(b"\n")
        groups.append([(0, line if line > 0 else len(data), b"")])
    text: Text = data
    before = -1  # the last code before a directive that is no condition
    done = -MAX_LINE  # the end of the last such directive
    for found in _DIRECTIVE.finditer(data):
        word = found[1]
        if word != b"endif" and (b'"' in found[2] or b"<" in found[2]) and word in (b"if", b"el"):
            spans += [part.span() for part in _NOT_CONDITION.finditer(data, found.start(2), found.end())]
        if word == b"if":
            groups.append([(found.start() + 1, found.end(), found[2])])
        elif word in (b"define", b"undef", b"pragma"):
            gap = data[done : found.start()] if found.start() - done < MAX_LINE else b"x"
            if gap and not gap.isspace():
                before = last_code(data, found.start())
            done = found.end()
            while before + 1 in blanked:
                before = last_code(data, blanked[before + 1] - 1)
            if before >= 0 and _is_in_list(data, before):
                spans.append((found.start() + 1, found.end()))
                if word == b"define":
                    defined.append((found.start() + 1, found.end()))
            elif b"/*" in found[2]:  # a comment ends the macro for the grammar
                for remark in _COMMENT.finditer(data, found.start(2), found.end()):
                    if remark[0].endswith(b"*/") and data[remark.end() : found.end()].strip():
                        comments.append(remark.span())
            elif word == b"define" and data[found.end() - 1] in b" \t" and _EMPTY.fullmatch(found[2]):
                empty.append(found.end() - 1)  # the grammar takes the next line for its value
        elif groups:
            groups[-1].append((found.start() + 1, found.end(), found[2]))
            if word == b"endif":
                group = groups.pop()
                if len(groups) < MAX_DEPTH and (parts := _unreadable_group(text, group, blanked)):
                    spans += parts
                    dropped += _conditions(data, group)
                    if groups:  # what is around it is judged without it
                        if not isinstance(text, bytearray):
                            text = bytearray(data)
                        for start, end in parts:
                            text[start:end] = _NOT_SPACE.sub(b" ", text[start:end])
    return Unreadable(spans + comments, comments, defined, empty, dropped)


def _unreadable_group(data: Text, group: list[tuple[int, int, bytes]], blanked: dict[int, int]) -> list[Span]:
    branches = [(above[1], below[0]) for above, below in itertools.pairwise(group)]
    if not _is_broken(data, group[0][0], branches, blanked):
        return []
    kept = 1 if group[0][2].strip() == b"0" else 0
    spans = [(start, end) for start, end, _ in group]
    if len(branches) == 1 and _WORDS.fullmatch(data, *branches[0]):
        return spans + branches  # a note that no compiler is meant to see
    return spans + [branch for index, branch in enumerate(branches) if index != kept]


def _conditions(data: bytes, group: list[tuple[int, int, bytes]]) -> list[Branch]:
    """Return the branches of a group, which of them is kept, and the condition of each."""
    found = []
    before = ""
    kept = 1 if group[0][2].strip() == b"0" else 0
    for index, (above, below) in enumerate(itertools.pairwise(group)):
        text = condition_text(data, skip_blanks(data, above[0]))
        condition = both(before, text)
        found.append(Branch(above[1], below[0], group[0][0], index == kept, condition))
        before = both(before, negate(text))
    return found


def _is_broken(data: Text, start: int, branches: list[Span], blanked: dict[int, int]) -> bool:
    """Tell whether the branches of the `#if` at `start` are not whole statements, members or enumerators."""
    before = last_code(data, start - 1)
    while before + 1 in blanked:
        before = last_code(data, blanked[before + 1] - 1)
    previous = data[before] if before >= 0 else 59
    for first, end in branches:
        at = skip_blanks(data, first)
        if at >= end:
            continue
        if not _is_balanced(data, first, end):
            return True
        if end - first > MAX_PART:
            continue  # no part of a statement is so long
        last = last_code(data, end - 1)
        if last < first:
            continue  # directives and comments only
        byte = data[last]
        if byte == 44 or previous == 44:
            if not is_enum(data, start):
                return True
            continue
        if (byte in _WORD_BYTES or byte in _OPERATOR_BYTES) and last + 1 not in blanked:
            return True
        if byte == 58 or byte == 34 or (byte == 62 and data.startswith(b"template", at)):
            return True  # a label, a part of a text, the head of a template
        if byte == 41 and _is_before_block(data, branches[-1][1]) and data[at] != 35:
            return True
        byte = data[at]
        if data.startswith(b"else", at) and data[at + 4] not in _WORD_BYTES:
            return True
        if byte in b";)?.=|:" or (byte == 123 and (previous == 41 or previous in _WORD_BYTES)):
            return True
        if previous in _OPERATOR_BYTES:
            return True
    return False


def _is_before_block(data: Text, endif: int) -> bool:
    """Tell whether a `{` follows the `#endif` line at `endif`."""
    line = data.find(b"\n", endif)
    at = skip_blanks(data, line) if line >= 0 else len(data)
    return data[at : at + 1] == b"{"


def is_enum(data: Text, position: int) -> bool:
    """Tell whether `position` is inside the braces of an enum."""
    word = data.rfind(b"enum", max(0, position - MAX_BACK), position)
    return word >= 0 and data.find(b"{", word, position) > 0 and data.find(b"}", word, position) < 0


def _is_in_list(data: Text, before: int) -> bool:
    """Tell whether a directive behind `before` stands among the items of a list."""
    byte = data[before]
    if byte != 123:
        return byte in b",(=&|+?"
    opener = last_code(data, before - 1)
    return (opener >= 0 and data[opener] == 61) or is_enum(data, before + 1)


def _is_balanced(data: Text, start: int, end: int) -> bool:
    """Tell whether every bracket between `start` and `end` has its partner there."""
    count = data.count
    if count(b"{", start, end) == count(b"}", start, end) and count(b"(", start, end) == count(
        b")", start, end
    ):
        return data[skip_blanks(data, start)] not in b"})"
    if end - start > MAX_BRANCH:
        return True
    braces = brackets = 0
    for found in _MARK.finditer(data, start, end):
        mark = found[0]
        if mark == b"{":
            braces += 1
        elif mark == b"}":
            braces -= 1
            if braces < 0:
                return False
        elif mark == b"(":
            brackets += 1
        elif mark == b")":
            brackets -= 1
    return braces == 0 and brackets == 0


def last_code(data: Text, position: int) -> int:
    """Return where the last byte of code up to `position` stands, past blanks, comments and directives; -1 for none."""
    directives = 0
    for _ in range(30):
        while position >= 0 and data[position] in _BLANK_BYTES:
            position -= 1
        if position < 0:
            return -1
        if data[position] == 47 and data[position - 1 : position] == b"*":
            position = data.rfind(b"/*", max(0, position - MAX_BACK), position) - 1
            continue
        low = max(0, position - MAX_LINE)
        line = data.rfind(b"\n", low, position) + 1
        if line == 0 and low > 0:
            return position  # no line that a person wrote
        while line > 1 and data[line - 2] == 92:  # a line that is continued
            line = data.rfind(b"\n", max(0, line - MAX_LINE), line - 1) + 1
        text = data[line : position + 1]
        if b"#" in text and text.lstrip().startswith(b"#"):
            position = line - 1
            directives += 1
            if directives > 3:
                return -1  # far enough from any code
            continue
        remark = text.find(b"//")
        if remark < 0 or text.count(b'"', 0, remark) & 1:
            return position
        position = line + remark - 1
    return -1


def skip_blanks(data: Text, position: int) -> int:
    while position < len(data) and data[position] in _BLANK_BYTES:
        position += 1
    return position


_CONDITION = re.compile(rb"#[ \t]*+(\w++)[ \t]*+((?:[^\n\\]++|\\\r?\n|\\)*+)")
_TRAILING_COMMENT = re.compile(r"\s*(?://.*|/\*.*?(?:\*/|$))")
_DEFINED = re.compile(r"defined\s*\(?\s*(\w+)\s*\)?")
_GUARD = re.compile(
    rb"(?:\s++|//[^\n]*+\n|/\*(?:[^*]++|\*(?!/))*+\*/)*+#[ \t]*+define[ \t]++(\w++)[ \t\r]*+(?:\n|/|\Z)"
)


def condition_text(data: bytes, start: int) -> str:
    """Return what the `#if` at `start` asks, "" for an `#else` and for a header's guard against a second reading."""
    found = _CONDITION.match(data, start, start + 1_000)
    if not found:
        return ""
    word = found[1]
    text = found[2].decode(errors="replace").replace("\\\r\n", " ").replace("\\\n", " ")
    text = " ".join(_TRAILING_COMMENT.sub("", text).split())
    if word == b"else" or not text:
        return ""
    if word in (b"ifdef", b"elifdef"):
        return f"defined({text})"
    if word in (b"ifndef", b"elifndef"):
        text = f"!defined({text})"
    if text.startswith("!defined") and (asked := _DEFINED.fullmatch(text[1:])):
        guard = _GUARD.match(data, found.end(), found.end() + 2_000)
        if guard and guard[1].decode() == asked[1]:
            return ""
    return text


def negate(text: str) -> str:
    """Return the condition of the branch that is taken when `text` is false."""
    if not text:
        return ""
    if text.startswith("!") and _DEFINED.fullmatch(text[1:]):
        return text[1:]
    return f"!{text}" if _DEFINED.fullmatch(text) and "(" in text else f"!({text})"


def both(*conditions: str) -> str:
    """Return the condition that holds where all of some do; one that binds less than `&&` is put in brackets."""
    held = [condition for condition in conditions if condition]
    if len(held) > 1:
        held = [f"({condition})" if _is_loose(condition) else condition for condition in held]
    return " && ".join(held)


def _is_loose(text: str) -> bool:
    """Tell whether a `||` or `?` stands outside of all brackets."""
    if "||" not in text and "?" not in text:
        return False
    depth = 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0 and (char == "?" or text.startswith("||", at)):
            return True
    return False
