"""What a site means, and how answers rest in the store."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import msgspec

from repobook.link.references.index import Symbol

MAX_CANDIDATES = 20
EXACT, SCOPED, CANDIDATE, UNRESOLVED, EXTERNAL, LOCAL = "e", "s", "c", "u", "x", "l"
LABELS = {
    EXACT: "exact",
    SCOPED: "scoped",
    CANDIDATE: "candidate",
    UNRESOLVED: "unresolved",
    EXTERNAL: "external",
}
_WITH_TARGETS = (EXACT, SCOPED, CANDIDATE)


class Answer(msgspec.Struct, frozen=True, gc=False):
    label: str
    targets: tuple[int, ...] = ()  # ids of symbols; a file stands as its negative id
    more: int = 0  # candidates that are not listed


IS_LOCAL = Answer(LOCAL)
IS_EXTERNAL = Answer(EXTERNAL)
IS_UNRESOLVED = Answer(UNRESOLVED)


def candidates(found: Sequence[Symbol]) -> Answer:
    """Answer with all that a place may mean. Where that is nothing, nobody knows: candidates are one at least, in the store, too."""
    if not found:
        return IS_UNRESOLVED
    return Answer(
        CANDIDATE, tuple([s.id for s in found[:MAX_CANDIDATES]]), max(0, len(found) - MAX_CANDIDATES)
    )


def pack_answers(answers: list[Answer], of_sites: list[int]) -> bytes:
    """Pack a letter for every site, then the targets of those that have some. `of_sites` tells which answer is whose."""
    labels = [answer.label for answer in answers]
    written = [
        ""
        if not (targets := answer.targets)
        else str(targets[0])
        if len(targets) == 1
        else " ".join(map(str, targets)) + (f"+{answer.more}" if answer.more else "")
        for answer in answers
    ]
    letters = "".join(map(labels.__getitem__, of_sites))
    listed = "\n".join(filter(None, map(written.__getitem__, of_sites)))
    return zlib.compress(f"{letters}\0{listed}".encode(), 1)


def unpack_targets(packed: bytes) -> tuple[str, list[str]]:
    """Return the letter of every site, and its targets as they are written, "" where it has none."""
    letters, _, rest = zlib.decompress(packed).decode().partition("\0")
    written = iter(rest.split("\n"))
    return letters, [next(written) if letter in _WITH_TARGETS else "" for letter in letters]


def unpack_answers(packed: bytes) -> list[Answer]:
    letters, _, rest = zlib.decompress(packed).decode().partition("\0")
    targets = iter(rest.split("\n"))
    answers = []
    for letter in letters:
        if letter in _WITH_TARGETS:
            listed, _, more = next(targets).partition("+")
            answers.append(Answer(letter, tuple(map(int, listed.split())), int(more or 0)))
        else:
            answers.append(Answer(letter))
    return answers


def named_symbols(packed: bytes) -> set[int]:
    """Return the symbols that answers name."""
    return {target for answer in unpack_answers(packed) for target in answer.targets if target > 0}
