"""The table of names that make a kind of file, as data: `kinds.txt` beside this file."""

from __future__ import annotations

import itertools
import os
import re
from functools import cache

from repobook.scan.ignore import Rule, RuleList

_FILE = os.path.join(os.path.dirname(__file__), "kinds.txt")
_BRACES = re.compile(r"\{([^{}]*)\}")


class NameRules:
    """Globs for names, sorted by extension: a file is compared with the few that can fit it."""

    def __init__(self, globs: list[str]) -> None:
        by_extension: dict[str, list[Rule]] = {}
        for glob in globs:
            dot = glob.rfind(".")
            extension = glob[dot:] if dot >= 0 else ""
            if any(char in extension for char in "*?["):
                extension = "*"
            by_extension.setdefault(extension, []).append(Rule(glob, f"name `{glob}`"))
        self._rules = by_extension
        self._lists: dict[str, RuleList] = {}  # made when they are asked for: after an edit few are

    def match(self, name: str, extension: str) -> str:
        """Return the rule that fits `name`; "" where none does."""
        for group in (extension, "*"):
            if group in self._rules:
                if group not in self._lists:
                    self._lists[group] = RuleList(self._rules[group])
                rule = self._lists[group].match(name, name, extension, False)
                if rule is not None:
                    return rule.source
        return ""


class KindRules:
    """All rules of one kind."""

    def __init__(self) -> None:
        self.parts: set[str] = set()
        self.tops: set[str] = set()
        self.ends: tuple[str, ...] = ()
        self.names = NameRules([])

    def part_rule(self, parts: list[str]) -> str:
        """Return the rule for files below folders called `parts`; "" where none applies."""
        for depth, part in enumerate(parts):
            lower = part.lower()
            if lower in self.parts or (depth == 0 and lower in self.tops):
                return f"path part `{part}/`"
            if self.ends and lower.endswith(self.ends):
                return f"path part `{part}/`"
        return ""


@cache
def load_kinds() -> dict[str, KindRules]:
    """Return the table; it is read once and never changes."""
    with open(_FILE, encoding="utf-8") as file:
        return parse_kinds(file.read())


def parse_kinds(text: str) -> dict[str, KindRules]:
    """Read lines of `kind | by | words`, as the head of the file explains."""
    kinds: dict[str, KindRules] = {}
    globs: dict[str, list[str]] = {}
    for line in text.split("\n"):
        if not line or line[0] == "#":
            continue
        kind, by, words = line.split(" | ")
        rules = kinds.setdefault(kind, KindRules())
        if by == "part":
            rules.parts.update(words.split())
        elif by == "top":
            rules.tops.update(words.split())
        elif by == "end":
            rules.ends += tuple(words.split())
        else:
            globs.setdefault(kind, []).extend(itertools.chain.from_iterable(map(_expand, words.split())))
    for kind, found in globs.items():
        kinds[kind].names = NameRules(found)
    return kinds


def _expand(glob: str) -> list[str]:
    """Write out `{a,b}`."""
    match = _BRACES.search(glob)
    if match is None:
        return [glob]
    before, after = glob[: match.start()], glob[match.end() :]
    return [whole for word in match[1].split(",") for whole in _expand(f"{before}{word}{after}")]
