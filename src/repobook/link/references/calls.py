"""Who calls whom: the calls of a file, by the outermost function that makes them."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from repobook.link.references.answers import CANDIDATE, EXACT, SCOPED, Answer
from repobook.link.references.index import FUNCTION_KINDS, Symbol
from repobook.link.references.resolve import Resolver

MAX_MEANT = 3  # candidates: a place that more could be meant by says nothing
LABELS = (EXACT, SCOPED, CANDIDATE)
_NUMBERS = {label: number for number, label in enumerate(LABELS)}


class Calls:
    """The calls of one file: for each caller and callee the first line."""

    def __init__(self, resolver: Resolver, file: int) -> None:
        self._index = resolver.index
        self._scopes = resolver.scopes
        self._file = file
        self._meant: dict[tuple[int, ...], tuple[tuple[int, ...], str]] = {}
        self._callers: dict[int, int] = {}  # innermost definition -> who calls
        self._found: dict[tuple[int, int], tuple[int, int]] = {}

    def meant(self, answer: Answer) -> tuple[tuple[int, ...], str]:
        """Return what a place means, and how sure; nothing where too many could be meant. Overloads are one, the first."""
        targets = answer.targets
        if answer.label != CANDIDATE:
            return targets, answer.label
        known = self._meant.get(targets)
        if known is None:
            symbol = self._index.symbol
            listed = [symbol(target) for target in targets if target > 0]
            first = listed[0] if listed else None
            if answer.more or first is None:
                known = (), CANDIDATE
            elif all(
                s.name == first.name and s.scope == first.scope and s.file == first.file for s in listed
            ):
                known = targets[:1], CANDIDATE  # a guess stays one, however few could be meant
            else:
                known = targets if len(targets) <= MAX_MEANT else (), CANDIDATE
            self._meant[targets] = known
        return known

    def add(self, line: int, targets: tuple[int, ...], label: str) -> None:
        caller = self._caller(line)
        number = _NUMBERS[label]
        found = self._found
        for target in targets:
            if target == caller or target < 0:
                continue
            known = found.get((caller, target))
            if known is None or number < known[1]:
                found[caller, target] = (line, number)

    def _caller(self, line: int) -> int:
        """Return the outermost function around a line: nobody outside can mean what it defines for itself."""
        scopes = self._scopes
        within = scopes.within(line) if scopes is not None else None
        if scopes is None or within is None:
            return -self._file
        known = self._callers.get(within.id)
        if known is None:
            known = -self._file
            at: Symbol | None = within
            while at is not None:
                if at.kind in FUNCTION_KINDS:
                    known = at.id
                    if at.kind == "test":
                        break  # a case is told apart from those of the suite around it
                at = scopes.around(at)
            self._callers[within.id] = known
        return known

    def pack(self) -> bytes:
        packed = array("i")
        for (caller, target), (line, number) in sorted(self._found.items()):
            packed.extend((caller, target, line, number))
        return packed.tobytes()


def unpack_calls(packed: bytes) -> Iterator[tuple[int, int, int, str]]:
    """Yield caller, callee, line and label."""
    numbers = array("i")
    numbers.frombytes(packed)
    for at in range(0, len(numbers), 4):
        yield numbers[at], numbers[at + 1], numbers[at + 2], LABELS[numbers[at + 3]]
