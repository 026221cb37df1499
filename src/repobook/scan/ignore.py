"""Ignore rules in git's syntax, fast enough to ask for every entry of a large tree.

Most lines of real ignore files are a plain name, `*.ext` or a plain path. Those become look-ups in a table;
only the rest is matched as patterns, and one joined pattern first tells whether any of them can match at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from repobook.scan.globs import is_literal, name_regex, path_regex
from repobook.scan.paths import path_bytes

MAX_BYTES = 1024 * 1024
MAX_RULES = 20_000
# Only rules with wildcards cost time for each entry, and to compile them costs time by length.
MAX_WILDCARD_RULES = 1_000
MAX_WILDCARD_CHARACTERS = 64 * 1024

_MAX_SHOWN = 200
_MOST_NEAR = 20_000  # folders
_SPECIAL = re.compile(r"[*?\[\\]")
_NONE = (-1, -1)

_Test = Callable[[str], re.Match[str] | None]
_Wild = list[tuple[int, str]]  # position in the rules -> regular expression, the last rule first


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of an ignore file."""

    glob: str  # without `!`, without the slashes at its ends
    source: str  # where it stands and what it says: "build/.gitignore:3 *.o"
    is_negated: bool = False
    is_folder_only: bool = False
    is_anchored: bool = False  # holds a slash, so it is meant from the file's own folder
    value: str = ""  # what an attribute is set to; unused by ignore rules

    @property
    def is_extension(self) -> bool:
        """Tell whether the rule is `*.ext`, which a look-up answers."""
        glob = self.glob
        return not self.is_anchored and glob.startswith("*.") and is_literal(glob[1:]) and "." not in glob[2:]

    @property
    def wildcard_cost(self) -> int:
        """How many characters must be compiled for it."""
        return 0 if is_literal(self.glob) or self.is_extension else len(self.glob)


class RuleList:
    """The rules of one file (or one option). Later rules win over earlier ones."""

    __slots__ = (
        "_below", "_name_any", "_names", "_near", "_path_wild", "_paths", "_suffixes", "_wild", "rules",
    )  # fmt: skip

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules = tuple(rules)
        # Each table gives two positions in `rules`: the last that fits a folder, the last that fits a file.
        self._names: dict[str, tuple[int, int]] = {}
        self._suffixes: dict[str, tuple[int, int]] = {}
        self._paths: dict[str, tuple[int, int]] = {}
        self._wild: _Wild = []
        self._path_wild: _Wild = []
        for position, rule in enumerate(self.rules):
            self._add(position, rule)
        self._wild.reverse()
        self._path_wild.reverse()
        self._name_any = _any_of(self._wild) if self._wild else None
        # Most rules with wildcards name a folder that a path must lie below, or something that it must hold: others are
        # not tried on it.
        alike: dict[tuple[str, str], _Wild] = {}
        for position, regex in self._path_wild:
            alike.setdefault(_literal_parts(_as_bytes(self.rules[position].glob)), []).append(
                (position, regex)
            )
        self._below: dict[str, list[tuple[str, _Test]]] = {}
        for (folder, held), wild in alike.items():
            self._below.setdefault(folder, []).append((held, _any_of(wild)))
        self._near: dict[str, list[tuple[str, _Test]]] = {}  # what is tried on the paths in a folder

    def match(self, path: str, name: str, extension: str, is_folder: bool) -> Rule | None:
        """Return the last rule that fits.

        `path` is relative to the folder of the rules; `extension` is the last dot of `name` and what follows.
        """
        column = 0 if is_folder else 1
        best = -1
        if found := self._names.get(name):
            best = found[column]
        if extension and (found := self._suffixes.get(extension)) and found[column] > best:
            best = found[column]
        if self._paths and (found := self._paths.get(path)) and found[column] > best:
            best = found[column]
        if not path.isascii():
            name, path = _as_bytes(name), _as_bytes(path)
        if self._name_any and self._name_any(name):
            best = self._last(self._wild, name, is_folder, best)
        if self._below:
            for held, test in self._tests_in(path.rpartition("/")[0]):
                if held in path and test(path):
                    best = self._last(self._path_wild, path, is_folder, best)
                    break
        return self.rules[best] if best >= 0 else None

    def _tests_in(self, folder: str) -> list[tuple[str, _Test]]:
        known = self._near.get(folder)
        if known is None:
            if len(self._near) >= _MOST_NEAR:
                self._near.clear()
            around = [folder[:at] for at, letter in enumerate(folder) if letter == "/"]
            places = dict.fromkeys(["", *around, folder])
            known = self._near[folder] = [pair for place in places for pair in self._below.get(place, ())]
        return known

    def _last(self, wild: _Wild, text: str, is_folder: bool, best: int) -> int:
        for position, regex in wild:
            if position <= best:
                break
            if (is_folder or not self.rules[position].is_folder_only) and re.fullmatch(
                regex, text, re.DOTALL
            ):
                return position
        return best

    def _add(self, position: int, rule: Rule) -> None:
        glob = rule.glob
        if is_literal(glob):
            _note(self._paths if rule.is_anchored else self._names, glob, position, rule)
        elif rule.is_extension:
            _note(self._suffixes, glob[1:], position, rule)
        elif rule.is_anchored:
            if (regex := path_regex(_as_bytes(glob))) is not None:
                self._path_wild.append((position, regex))
        elif (regex := name_regex(_as_bytes(glob))) is not None:
            self._wild.append((position, regex))


def parse_rules(text: str, label: str) -> tuple[list[Rule], str]:
    """Read an ignore file; return its rules and, where a limit cut it, the sentence that says so."""
    rules: list[Rule] = []
    limits = RuleLimits()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        line = _strip(line.removesuffix("\r"))
        if not line or line[0] == "#":
            continue
        rule = parse_rule(line, f"{label}:{number} {line[:_MAX_SHOWN]}")
        if rule is None:
            continue
        if reached := limits.add(rule):
            return rules, f"{reached}; rules from line {number} on are not applied"
        rules.append(rule)
    return rules, ""


class RuleLimits:
    """Counts the rules of one file, so that no file can make a walk slow."""

    def __init__(self) -> None:
        self._rules = self._wildcards = self._characters = 0

    def add(self, rule: Rule) -> str:
        """Count one more rule; return the limit that it is beyond, "" while there is room."""
        cost = rule.wildcard_cost
        self._rules += 1
        self._wildcards += cost > 0
        self._characters += cost
        if self._rules > MAX_RULES:
            return f"more than {MAX_RULES:,} rules"
        if self._wildcards > MAX_WILDCARD_RULES:
            return f"more than {MAX_WILDCARD_RULES:,} rules with wildcards"
        if self._characters > MAX_WILDCARD_CHARACTERS:
            return f"more than {MAX_WILDCARD_CHARACTERS:,} characters of wildcards"
        return ""


def parse_rule(line: str, source: str, *, value: str = "", allow_negation: bool = True) -> Rule | None:
    """Read one rule; None for a line that can match nothing."""
    is_negated = allow_negation and line[0] == "!"
    glob = line[1:] if is_negated else line
    if glob.startswith(("\\!", "\\#")):
        glob = glob[1:]
    is_folder_only = glob.endswith("/")
    if is_folder_only:
        glob = glob[:-1]
    is_anchored = "/" in glob
    glob = glob.removeprefix("/")
    if not glob:
        return None
    bare = glob
    while bare.startswith("**/"):
        bare = bare[3:]
    if bare != glob and bare and bare != "**" and "/" not in bare:
        glob, is_anchored = bare, False  # `**/name` is the same as the bare name, which is cheaper to match
    return Rule(glob, source, is_negated, is_folder_only, is_anchored, value)


def option_rules(globs: tuple[str, ...], option: str) -> RuleList:
    """Make rules of the globs given to `--include` or `--exclude`."""
    found = (parse_rule(glob, f"{option} {glob}") for glob in globs if glob)
    return RuleList(rule for rule in found if rule is not None)


def _strip(line: str) -> str:
    """Drop blanks at the end, but for one that a backslash protects."""
    stripped = line.rstrip(" ")
    if stripped != line and stripped.endswith("\\"):
        stripped += " "
    return stripped


def _as_bytes(text: str) -> str:
    """Return a character for each byte: to git, `?` is one byte, so it does not match `é`."""
    return text if text.isascii() else path_bytes(text).decode("latin-1")


def _note(table: dict[str, tuple[int, int]], key: str, position: int, rule: Rule) -> None:
    _, file = table.get(key, _NONE)
    table[key] = (position, file if rule.is_folder_only else position)


def _literal_parts(glob: str) -> tuple[str, str]:
    """Return the folder that all paths lie below that a glob can match, and what they hold."""
    head, *rest = _SPECIAL.split(glob)
    held = "" if "[" in glob or "\\" in glob else max([head, *rest], key=len).strip("/")
    return head.rpartition("/")[0], held


def _any_of(wild: _Wild) -> _Test:
    return re.compile("|".join(f"(?:{regex})" for _, regex in wild), re.DOTALL).fullmatch
