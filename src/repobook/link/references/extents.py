"""Where names are in force: stretches of a file that nest, quick to ask for the innermost around a place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

Force = tuple[int, int]  # the first and the last place where a name is in force
ALL: Force = (0, 1 << 62)
ANYWHERE = -1  # a place that is not known: what any block binds counts


class Extents:
    """Stretches that nest. Of equal ones the last is the innermost."""

    def __init__(self, listed: Iterable[Force]) -> None:
        self.forces = list(listed)
        self._order = sorted(
            range(len(self.forces)), key=lambda at: (self.forces[at][0], -self.forces[at][1], at)
        )
        self._starts = [self.forces[at][0] for at in self._order]
        self._parents: list[int] = []
        stack: list[int] = []
        for number, at in enumerate(self._order):
            first, last = self.forces[at]
            while stack and self.forces[self._order[stack[-1]]][1] < max(first, last):
                stack.pop()
            self._parents.append(stack[-1] if stack else -1)
            stack.append(number)

    def find(self, place: int) -> int:
        """Return which stretch is the innermost around a place, as its number in the list; -1 where none is."""
        at = bisect_right(self._starts, place) - 1
        while at >= 0 and self.forces[self._order[at]][1] < place:
            at = self._parents[at]
        return self._order[at] if at >= 0 else -1
