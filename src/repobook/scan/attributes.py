"""What `.gitattributes` says of a file: generated, vendored, a language, an encoding.

Only the attributes that change a page are read. `-text` alone is not among them: it is about line ends, and
many repositories set it for every file. `binary` is: its author says that the content is not for reading.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from repobook.scan.ignore import Rule, RuleLimits, RuleList, parse_rule

_KNOWN = frozenset(
    {
        "binary",
        "linguist-documentation",
        "linguist-generated",
        "linguist-language",
        "linguist-vendored",
        "working-tree-encoding",
    }
)
_UNSET = frozenset({"false", "0", "no", "off"})


@dataclass(frozen=True, slots=True)
class Attributes:
    """The attributes of one file; None where nothing is said."""

    generated: bool | None = None
    vendored: bool | None = None
    documentation: bool | None = None
    binary: bool | None = None
    language: str = ""
    encoding: str = ""
    rules: tuple[tuple[str, str], ...] = ()  # attribute -> the line that sets it

    def rule(self, attribute: str) -> str:
        return dict(self.rules).get(attribute, "")


class AttributeFile:
    """One `.gitattributes`, as one list of rules for each attribute."""

    __slots__ = ("_all", "base", "lists")

    def __init__(self, base: str, rules: dict[str, list[Rule]]) -> None:
        self.base = base  # path of its folder with a final slash, "" for the root
        self.lists = {attribute: RuleList(found) for attribute, found in rules.items()}
        # Most files are named by no rule at all: that is asked once, not for each attribute.
        self._all = RuleList([rule for found in rules.values() for rule in found])

    def names(self, relative: str, name: str, extension: str) -> bool:
        """Tell whether any rule is about a file, by its path from the folder of the rules."""
        return self._all.match(relative, name, extension, False) is not None


def parse_attributes(text: str, label: str, base: str) -> tuple[AttributeFile, str]:
    """Read a `.gitattributes`; return it and, where a limit cut it, the sentence that says so."""
    rules: dict[str, list[Rule]] = {}
    macros: dict[str, list[str]] = {"binary": ["binary"]}
    limits = RuleLimits()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        words = _words(line)
        if not words:
            continue
        if words[0].startswith("[attr]"):
            macros[words[0][6:]] = words[1:]
            continue
        values = _values(words[1:], macros)
        if not values or words[0].startswith("!"):
            continue
        for attribute, value in values.items():
            rule = parse_rule(words[0], f"{label}:{number} {attribute}", value=value, allow_negation=False)
            if rule is None:
                continue
            if reached := limits.add(rule):
                return AttributeFile(base, rules), f"{reached}; rules from line {number} on are not applied"
            rules.setdefault(attribute, []).append(rule)
    return AttributeFile(base, rules), ""


def find_attributes(
    files: tuple[AttributeFile, ...], path: str, name: str, extension: str
) -> Attributes | None:
    """Return what `files`, the deepest first, say of the file at `path`; None where they say nothing."""
    found: dict[str, Rule] = {}
    for file in files:
        relative = path[len(file.base) :]
        if not file.names(relative, name, extension):
            continue
        for attribute, rules in file.lists.items():
            if attribute not in found:
                rule = rules.match(relative, name, extension, False)
                if rule is not None:
                    found[attribute] = rule
    found = {attribute: rule for attribute, rule in found.items() if rule.value}
    if not found:
        return None
    return Attributes(
        generated=_flag(found.get("linguist-generated")),
        vendored=_flag(found.get("linguist-vendored")),
        documentation=_flag(found.get("linguist-documentation")),
        binary=_flag(found.get("binary")),
        language=found["linguist-language"].value if "linguist-language" in found else "",
        encoding=found["working-tree-encoding"].value if "working-tree-encoding" in found else "",
        rules=tuple(sorted((attribute, rule.source) for attribute, rule in found.items())),
    )


def _words(line: str) -> list[str]:
    line = line.strip(" \t\r")
    if not line or line[0] == "#":
        return []
    if line[0] != '"':
        return line.split()
    try:  # a quoted pattern may hold blanks
        return shlex.split(line, posix=True)
    except ValueError:
        return []


def _values(words: list[str], macros: dict[str, list[str]]) -> dict[str, str]:
    """Return the known attributes among `words`: "true", "false", a value, or "" for back to unspecified."""
    values: dict[str, str] = {}
    flat: list[str] = []
    for word in words:
        macro = macros.get(word)
        flat += macro if macro is not None else [word]  # one level: macros of macros are not worth a loop
    for word in flat:
        name, equals, value = word.partition("=")
        if word[0] == "-":
            name, value = word[1:], "false"
        elif word[0] == "!":
            name, value = word[1:], ""
        elif not equals:
            value = "true"
        if name in _KNOWN:
            values[name] = value
    if "-text" in flat and "-diff" in flat:
        values.setdefault("binary", "true")
    elif "text" in flat:
        values.setdefault("binary", "")
    return values


def _flag(rule: Rule | None) -> bool | None:
    return None if rule is None else rule.value.lower() not in _UNSET
