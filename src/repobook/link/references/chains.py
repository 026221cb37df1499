"""Chains of names as they are written, in parts."""

from __future__ import annotations

import re

_SPLIT = re.compile(r"::|[?!]?\.|->|\\")


def split_chain(name: str) -> list[str]:
    """Split `a.f(1).b` at its dots outside of brackets; calls become `f()`."""
    if "(" not in name:
        return name.split(".")
    parts: list[str] = []
    depth = 0
    part = ""
    for char in name:
        if char == "(":
            depth += 1
            if depth == 1:
                part += "("
        elif char == ")":
            depth -= 1
        elif not depth:
            if char == ".":
                parts.append(part)
                part = ""
            else:
                part += char
    parts.append(part)
    return parts


def split_parts(name: str) -> list[str]:
    """Split `a::b->f(1).c` into its names; calls become `f(`."""
    if "(" not in name:
        return _SPLIT.split(name)
    flat = re.sub(r"\([^()]*\)", "(", name)
    return _SPLIT.split(flat)


def parts_of(name: str) -> list[str]:
    return [part for part in split_parts(name) if part]


def last_part(target: str) -> str:
    """Return the last name of what an import names."""
    return re.split(r"[./\\]|::", target.rstrip("/;"))[-1]
