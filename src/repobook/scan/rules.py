"""Which rule, of all that apply, decides about one name.

From the strongest: `--exclude`, `.repobookignore`, git's index (a tracked file is never ignored by git's own
rules), `.gitignore` from the deepest folder up, `.git/info/exclude`. `--include` then narrows what is left.
"""

from __future__ import annotations

from typing import NamedTuple

from repobook.scan.attributes import AttributeFile
from repobook.scan.gitindex import Tracked
from repobook.scan.ignore import RuleList, option_rules

Rules = tuple[tuple[int, RuleList], ...]  # where paths relative to them begin -> rules, the deepest first


class Place(NamedTuple):
    """A folder still to be visited, with all that its ancestors say of it."""

    path: str
    depth: int = 0
    git_rules: Rules = ()
    book_rules: Rules = ()
    attributes: tuple[AttributeFile, ...] = ()
    shared_attributes: tuple[AttributeFile, ...] = ()  # of `.git/info`; they win over those in the tree
    ignored_by: str = ""  # git's rule that ignores it; entered all the same because git tracks files in it
    is_included: bool = True


class Selection:
    """Decides what belongs to the book."""

    def __init__(self, include: tuple[str, ...], exclude: tuple[str, ...], tracked: Tracked) -> None:
        self._include = option_rules(include, "--include") if include else None
        self.include_rule = " ".join(
            f"--include {glob}" for glob in include
        )  # against what none of them asks for
        self._exclude = option_rules(exclude, "--exclude") if exclude else None
        self._tracked = tracked

    @property
    def takes_all(self) -> bool:
        return self._include is None

    def rule_against(
        self, place: Place, path: str, name: str, extension: str, is_folder: bool
    ) -> tuple[str, str]:
        """Return the rule that leaves a name out, and git's rule for what a folder holds; "" for none."""
        if self._exclude is not None:
            rule = self._exclude.match(path, name, extension, is_folder)
            if rule is not None and not rule.is_negated:
                return rule.source, ""
        for start, rules in place.book_rules:
            if rule := rules.match(path[start:], name, extension, is_folder):
                return ("" if rule.is_negated else rule.source), ""
        ignored_by = place.ignored_by
        if not ignored_by:
            for start, rules in place.git_rules:
                if rule := rules.match(path[start:], name, extension, is_folder):
                    ignored_by = "" if rule.is_negated else rule.source
                    break
        if not ignored_by:
            return "", ""
        if is_folder:
            return ("", ignored_by) if path in self._tracked.folders else (ignored_by, "")
        return ("" if path in self._tracked.files else ignored_by), ""

    def includes(self, place: Place, path: str, name: str, extension: str, is_folder: bool) -> bool:
        """Tell whether `--include` asks for a name; a folder that it names brings all that it holds."""
        if self._include is None:
            return True
        rule = self._include.match(path, name, extension, is_folder)
        return not rule.is_negated if rule else place.is_included
