"""Artifacts of Maven and Gradle -> the packages that they may hold: a name says it, or nothing does."""

from __future__ import annotations

import re
from collections.abc import Iterable

_MIN_SHARED = 2  # first parts that a group and a package have in common: `com.google`

Place = tuple[str, int, int, str]  # path and id of a manifest, line, artifact of a group


class Artifacts:
    """The artifacts that manifests declare, by the words that a package of theirs would hold."""

    def __init__(self, declared: Iterable[tuple[str, list[Place]]]) -> None:
        """`declared`: groups, each with the places of its artifacts."""
        self._by_word: dict[str, list[tuple[list[str], list[str], Place]]] = {}
        for group, places in declared:
            parts = group.split(".")
            for place in places:
                if place[3]:
                    pieces = re.split("[-_.]", place[3])
                    for word in {pieces[0], parts[-1]}:
                        self._by_word.setdefault(word, []).append((parts, pieces, place))

    def named_in(self, target: str) -> list[Place]:
        """Return where artifacts are declared that a dotted name tells of, though it does not begin with their group.

        `org.apache.commons.io` of `commons-io:commons-io`, `lombok` of `org.projectlombok:lombok`, and below the first two
        parts of the group `com.google.common.truth` of `com.google.truth:truth`.
        """
        parts = target.lower().split(".")
        return [
            place
            for word in dict.fromkeys(parts)
            for group, pieces, place in self._by_word.get(word, ())
            if _is_named(parts, group, pieces)
        ]


def _is_named(parts: list[str], group: list[str], pieces: list[str]) -> bool:
    size = len(pieces)
    is_whole = any(parts[at : at + size] == pieces for at in range(len(parts) - size + 1))
    if is_whole and (size > 1 or parts[0] == pieces[0]):
        return True
    rest = parts[_MIN_SHARED:]
    is_near = len(group) > _MIN_SHARED and group[:_MIN_SHARED] == parts[:_MIN_SHARED]
    return is_near and (group[-1] in rest or (is_whole and pieces[0] in rest))
