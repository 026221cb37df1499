"""How groups of languages look names up."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rules:
    """How a group of languages looks names up."""

    this: frozenset[str] = frozenset()
    parent: frozenset[str] = frozenset()
    has_bare_members: bool = False  # a method may name members without saying `this`
    shares_folder: bool = False  # files of one folder see each other's names
    shares_scope: bool = False  # the same namespace or package in another file is the same
    shares_all: bool = False  # one module: everything sees everything
    reaches_includes: bool = False


RULES = {
    "c": Rules(frozenset(["this", "self"]), has_bare_members=True, shares_scope=True, reaches_includes=True),
    "glsl": Rules(reaches_includes=True),
    "js": Rules(frozenset(["this"]), frozenset(["super"])),
    "java": Rules(frozenset(["this"]), frozenset(["super"]), True, shares_folder=True, shares_scope=True),
    "go": Rules(shares_folder=True),
    "rust": Rules(frozenset(["self", "Self"]), shares_scope=False),
    "csharp": Rules(frozenset(["this"]), frozenset(["base"]), True, shares_scope=True),
    "ruby": Rules(frozenset(["self"]), has_bare_members=True, shares_scope=True, shares_all=True),
    "php": Rules(frozenset(["$this", "this", "self", "static"]), frozenset(["parent"]), shares_scope=True),
    "swift": Rules(
        frozenset(["self", "Self"]), frozenset(["super"]), True, shares_scope=True, shares_all=True
    ),
    "lua": Rules(frozenset(["self"])),
    "shell": Rules(reaches_includes=True),
}
