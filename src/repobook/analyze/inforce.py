"""Where a name that a block binds is in force: from which place of the file to which."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from repobook.analyze.reading import Reading

Span = tuple[int, int]
NOWHERE = (0, 0)  # no block holds it
COLUMN = (1 << 20) - 1


class InForce:
    """The blocks of one file. Asked in the order of the file, each name costs a step or two.

    `block`, `function`: names are in force in all of it. `order`: from where they stand on. `loop`: not in the value that
    follows. `clause`: in all of it, and in the function around, if one is. Around a name, `after` says that it is in force only behind, `hoist` that its function holds it, not its block.
    """

    def __init__(self, found: Reading) -> None:
        self._spans = sorted((start, -end, kind) for start, end, kind in found.blocks if kind != "value")
        self._values = sorted((start, end) for start, end, kind in found.blocks if kind == "value")
        self._value_starts = [start for start, _ in self._values]
        self._at = 0
        self._open: list[tuple[int, int, str]] = []
        self.is_empty = not self._spans
        self.is_clause = False  # what holds the name that was asked for last

    def rewind(self) -> None:
        self._at = 0
        self._open = []

    def around(self, start: int, end: int) -> Span:
        """Return where the name at `start` is in force, as bytes."""
        self._go(start)
        self.is_clause = False
        first = 0
        is_hoisted = False
        for opened, closed, kind in reversed(self._open):
            if kind == "after":
                first = first or closed
            elif kind == "hoist":
                is_hoisted = True
            elif not is_hoisted or kind == "function":
                if kind == "order" and not first:
                    first = end
                elif kind == "loop" and not first:
                    first = self._value_after(end, closed)
                self.is_clause = kind == "clause"
                return first or opened, closed
        return NOWHERE

    def around_definition(self, start: int, end: int, ends: frozenset[int]) -> Span:
        """Return the block of a function that holds a definition; nowhere if that is all of a function in `ends`."""
        self._go(start)
        inner = NOWHERE
        for opened, closed, kind in reversed(self._open):
            if kind in ("after", "hoist") or (opened >= start and closed <= end):
                continue
            if kind != "function":
                inner = (opened, closed) if inner == NOWHERE else inner
            elif closed not in ends:  # a function without a name
                return (opened, closed) if inner == NOWHERE else inner
            else:
                return NOWHERE if inner[1] == closed else inner
        return NOWHERE

    def _go(self, start: int) -> None:
        """Open the blocks up to `start`, close those that ended."""
        spans, opened = self._spans, self._open
        at = self._at
        while at < len(spans) and spans[at][0] <= start:
            first, negative_end, kind = spans[at]
            while opened and opened[-1][1] <= first:
                opened.pop()
            opened.append((first, -negative_end, kind))
            at += 1
        self._at = at
        while opened and opened[-1][1] <= start:
            opened.pop()

    def _value_after(self, end: int, closed: int) -> int:
        at = bisect_right(self._value_starts, end)
        return self._values[at][1] if at < len(self._values) and self._values[at][1] <= closed else 0


def place(newlines: list[int], at: int) -> int:
    """Return a byte offset as line and column in one number, as places of sites are counted."""
    row = bisect_left(newlines, at)
    return (row + 1) << 20 | min(at - (newlines[row - 1] + 1 if row else 0) + 1, COLUMN)
