"""Macros that a file of C or C++ defines itself to make functions and types of them.

`#define OPERATOR(name) Tensor name(const Tensor& self) { ... }` and, further down, `OPERATOR(add)`: the rule of the first
line is `function:$1;`, and what the second makes is the function `add`. Rules are those of `cmade`.
"""

from __future__ import annotations

import re

from repobook.analyze.cmade import ARGUMENTS

MAX_HEAD = 400  # bytes of a macro's value before the parameters of the function
MAX_VALUE = 2_000  # bytes of them

_DEFINE = re.compile(rb"#[ \t]*+define[ \t]++(\w++)\(([\w \t,.]*+)\)((?:[^\n\\]++|\\\r?\n|\\)*+)")
_JOINT = re.compile(rb"\\\r?\n|/\*(?:[^*]++|\*(?!/))*+\*/")
_TOKEN = re.compile(rb"##|::|\w++|[^\s\w]")
_WORD = re.compile(rb"[A-Za-z_]\w*+")
_ATTRIBUTE = re.compile(
    rb"\s*+(?:__attribute__\s*+\(\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)\)|__declspec\([^()]*+\))"
)
_QUALIFIERS = re.compile(rb"\s*+(?:(?:const|noexcept|override|final|volatile)\b\s*+)*+")
_PARAMETERS = re.compile(rb"[\w>][\s*&]+\w|\w[*&]|^\(\s*+(?:void|int|\.\.\.|__VA_ARGS__)?\s*+\)|__VA_ARGS__")
_TYPE = re.compile(
    rb"\s*+(?:typedef\s++)?+(struct|class|union|enum)\s++(?:class\s++)?+(\w++(?:\s*+##\s*+\w++)*+)\s*+[:{]"
)
_NO_TYPES = frozenset(
    b"return if else for while do switch case goto break continue throw new delete using typedef namespace operator "
    b"co_return co_await co_yield sizeof define".split()
)
_TYPE_MARKS = frozenset((b"::", b"*", b"&", b"<", b">", b","))


def find_own_rules(data: bytes) -> dict[bytes, str]:
    """Return the rule of each macro in `data` whose value is a function or a type that its arguments name."""
    rules: dict[bytes, str] = {}
    for found in _DEFINE.finditer(data):
        value = found[3]
        if b"(" not in value and b"{" not in value:
            continue
        parameters = [part.strip() for part in found[2].split(b",")][:9]
        rule = _find_rule(_JOINT.sub(b" ", value[:MAX_VALUE]), parameters)
        if rule:
            rules[found[1]] = rule
        else:
            rules.pop(found[1], None)
    return rules


def _find_rule(value: bytes, parameters: list[bytes]) -> str:
    made = _TYPE.match(value)
    if made:
        name = _fill(_TOKEN.findall(made[2]), parameters)
        return f"{made[1].decode()}:{name};" if name else ""
    while attribute := _ATTRIBUTE.match(value):
        value = value[attribute.end() :]
    opening = value.find(b"(", 0, MAX_HEAD)
    arguments = ARGUMENTS.match(value, opening) if opening > 0 else None
    if arguments is None:
        return ""
    tokens = _TOKEN.findall(value[:opening])
    first = len(tokens) - 1
    while first > 1 and tokens[first - 1] == b"##":
        first -= 2
    name = _fill(tokens[first:], parameters)
    if not name or not _is_type(tokens[:first]):
        return ""
    rest = value[arguments.end() :]
    qualifiers = _QUALIFIERS.match(rest)
    rest = rest[qualifiers.end() :] if qualifiers else rest
    if rest.startswith(b"{"):
        return f"function:{name};"
    if not _PARAMETERS.search(arguments[0]):
        return f"variable:{name};" if rest in (b"", b";") else ""  # static Entry entry_##name(#name, 3)
    if rest.startswith(b";"):
        return f"prototype:{name};"
    return "" if rest else f"function:{name}"


def _fill(tokens: list[bytes], parameters: list[bytes]) -> str:
    """Return the name `total_##kind` as `total_$1`, "" where no argument is part of it."""
    parts = []
    for token in tokens:
        if token == b"##":
            continue
        if not _WORD.fullmatch(token):
            return ""
        parts.append(f"${parameters.index(token) + 1}" if token in parameters else token.decode())
    name = "".join(parts)
    return name if "$" in name else ""


def _is_type(tokens: list[bytes]) -> bool:
    """Tell whether the tokens before a name are those of a type."""
    return (
        bool(tokens)
        and tokens[-1] not in (b"::", b",", b"<")
        and all(
            token in _TYPE_MARKS or (_WORD.fullmatch(token) is not None and token not in _NO_TYPES)
            for token in tokens
        )
    )
