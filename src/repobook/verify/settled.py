"""Find the units of a book that an earlier check found right and that still rest on the same.

First those whose own files are stated as they were: their bytes are compared with what is stated, all of them.
Then, of those that are so, the ones whose links still lead to what they led to.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection

from repobook.verify.book import Manifest
from repobook.verify.findings import Findings
from repobook.verify.kept import Kept, Record, start_kept
from repobook.verify.targets import Targets


class Settled:
    """The units that need no examination. A unit is known by its page, a file by the one that shows it."""

    def __init__(self, known: Kept | None, manifest: Manifest, targets: Targets) -> None:
        self._targets = targets
        self._known = known = known or start_kept(targets, [])
        self._keywords = {entry.docs: entry.keywords for entry in manifest.documented}
        self._sources = {entry.docs: entry.path for entry in manifest.documented}
        self._old = {name: number for number, name in enumerate(known.names)}
        # Numbers change where names come or go: the new one of each target, -1 for none.
        self._now: list[int] | None = None
        if known.names != targets.names:
            numbers = {name: number for number, name in enumerate(targets.names)}
            self._now = [numbers.get(name, -1) for name in known.names]
        self._gone: set[int] = set()  # no longer there, or no longer what it was
        self.unchanged: dict[
            str, int
        ] = {}  # the units that are stated as they were, and where they stand in `known`
        self._find_unchanged()
        self._units: dict[str, int] = {}

    def __contains__(self, page: str) -> bool:
        return page in self._units

    def settle(self, fallen: Collection[str]) -> None:
        """Settle the units that still hold, given those of the unchanged ones whose bytes are not what is stated."""
        known = self._known
        for page in fallen:
            del self.unchanged[page]
        doubtful = {
            number for number, kind in enumerate(known.kinds) if kind != Targets.UNWRITTEN
        } | self._gone
        for page in self.unchanged:
            doubtful.difference_update(self._pages_of(page))
        self._units = {
            page: index
            for page, index in self.unchanged.items()
            if doubtful.isdisjoint(known.asks[index])
            and (not self._gone or self._gone.isdisjoint(known.leads[index]))
        }

    def count_checks(self, findings: Findings) -> None:
        """Count what was checked then, as if it had been checked now."""
        known, width = self._known, len(self._known.checks)
        for place, check in enumerate(known.checks):
            counts = known.counts[place::width]
            if number := sum([counts[index] for index in self._units.values()]):
                findings.count(check, number)

    def keep(self, records: dict[str, Record], findings: Findings) -> Kept:
        """Return what the next check may rest on: what is settled, and what was examined and is right."""
        wrong = {path for path, _, _, _ in findings.problems}
        numbers = {name: number for number, name in enumerate(self._targets.names)}
        checks = set(self._known.checks).union(*[record.checks for record in records.values()])
        kept = start_kept(self._targets, sorted(checks))
        for page, index in self._units.items():
            kept.add(numbers[page], self._renumber(self._known.record(index)))
        for page, record in records.items():
            if wrong.isdisjoint((page, self._keywords.get(page, page), self._sources.get(page, page))):
                kept.add(numbers[page], record)
        return kept

    def _find_unchanged(self) -> None:
        known, targets = self._known, self._targets
        different: set[int] = set()
        for old, new in enumerate(self._now or range(len(known.names))):
            if new < 0 or known.kinds[old] != targets.kinds[new]:
                self._gone.add(old)
                different.add(old)
            elif known.states[old] != targets.states[new]:
                different.add(old)
        for index, unit in enumerate(known.units):
            # What a file states is part of the state of the page that shows it, so its other page is still the same one.
            if unit not in different and different.isdisjoint(self._pages_of(known.names[unit])):
                self.unchanged[known.names[unit]] = index

    def _pages_of(self, page: str) -> tuple[int, int]:
        return self._old[page], self._old[self._keywords.get(page, page)]

    def _renumber(self, record: Record) -> Record:
        now = self._now
        if now is None:
            return record
        leads, asks = array("I", record.leads), array("I", record.asks)
        return Record(
            array("I", [now[old] for old in leads]).tobytes(),
            array("I", [now[old] for old in asks]).tobytes(),
            record.checks,
        )
