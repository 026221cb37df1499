"""Find the units of a book that an earlier check found right and that still rest on the same.

Three looks, each at what the one before has left: at what the manifest states of the unit's own files and of its
targets; at its own bytes, whether they are what is stated; and, when all others have been examined, at what its
targets turned out to be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from repobook.verify.book import Manifest
from repobook.verify.findings import Findings
from repobook.verify.kept import Kept, Known
from repobook.verify.targets import DIGEST_BYTES, NO_DIGEST, Targets, digest_anchors


class Settled:
    """The units that need no examination. A unit is known by its page, a file by the one that shows it."""

    def __init__(self, manifest: Manifest, targets: Targets | None = None) -> None:
        self._numbers = targets.numbers if targets is not None else {}
        # Digests of what pages can be asked for, as far as anybody looked, by the numbers of targets.
        self.faces = bytearray(len(self._numbers) * DIGEST_BYTES)
        self._known = Known([], b"", b"", b"", b"", Kept())
        self._since = manifest.since
        self._pages = len(manifest.pages)
        self._totals: list[int] = []  # how much was checked of each kind in what is settled
        self._keywords = {entry.docs: entry.keywords for entry in manifest.documented}
        self._sources = {entry.docs: entry.path for entry in manifest.documented}
        self._old: dict[str, int] = {}
        # Numbers change where names come or go: the new one of each target, -1 for none.
        self._now: Sequence[int] = ()
        self._has_same_names = False
        self._noted: set[int] = set()  # pages whose digest somebody told
        self._gone: set[int] = set()  # targets that are no longer there, or no longer what they were
        self._edited: set[int] = set()  # pages that show another file, or none
        # Units that are stated as they were, and their places in what is known.
        self.unchanged: dict[str, int] = {}
        self._units: dict[str, int] = {}  # those of them that are settled
        self._doubtful: set[int] = set()  # pages that may have other anchors now
        self._others: set[int] = set()  # targets but the pages whose bytes are what they were

    def recall(self, known: Known, targets: Targets) -> None:
        """Find the units that are stated as they were."""
        self._known = known
        self._has_same_names = targets.is_renewed or known.names == targets.names
        if self._has_same_names:
            self._old, self._now = targets.numbers, range(len(known.names))
        else:
            self._old = {name: number for number, name in enumerate(known.names)}
            self._now = [targets.numbers.get(name, -1) for name in known.names]
        differing = self._compare(targets) | self._gone | self._edited
        # A file that is stated as it was still has the same two pages.
        names = {known.names[number] for number in differing}
        names |= {unit for unit, page in self._keywords.items() if page in names}
        units = ((known.names[unit], index) for index, unit in enumerate(known.kept.units))
        self.unchanged = {name: index for name, index in units if name not in names}

    def __contains__(self, page: str) -> bool:
        return page in self._units

    def without(self, units: AbstractSet[str]) -> AbstractSet[str]:
        """Return those that are not settled."""
        return units - self._units.keys()

    def count_pages(self) -> int:
        """Return how many pages the unchanged units have."""
        return len(self.unchanged) + len(self.unchanged.keys() & self._keywords.keys())

    def without_pages(self, touched: AbstractSet[str]) -> AbstractSet[str]:
        """Return the unchanged units none of whose pages is among these."""
        ours = {unit for unit, page in self._keywords.items() if page in touched} if touched else set[str]()
        return self.unchanged.keys() - touched - ours

    def settle(self, fallen: Collection[str], rest: AbstractSet[str]) -> None:
        """Settle what leads to the same and cites the same, given the units whose bytes are not what is stated, and the `rest`:
        all units that are stated otherwise than they were, or are not known."""
        for page in fallen:
            del self.unchanged[page]
        kept = self._known.kept
        fallen_units = kept.leads.find(self._gone) | kept.cites.find(self._edited)
        self._units = {page: index for page, index in self.unchanged.items() if index not in fallen_units}
        if self._has_same_names:
            others = {*rest, *fallen}
            self._others = set(range(self._pages, len(self._known.names)))
            self._others.update(self._old[page] for page in others)
            keywords = self._keywords
            self._others.update(self._old[keywords[page]] for page in others if page in keywords)
        else:
            self._others = set(range(len(self._known.names))) - self._standing()

    def pages_in_doubt(self) -> list[str]:
        """Return the pages that settled units want anchors of, that may have others now, and that nobody looked at."""
        self._doubtful = self._find_doubtful()
        names = (self._known.names[number] for number in self._doubtful)
        found = (name for name in names if name in self._numbers)
        return sorted(name for name in found if self._face(self._numbers[name]) == NO_DIGEST)

    def note_faces(self, faces: Mapping[int, bytes]) -> None:
        """Note what pages can be asked for, by their numbers."""
        self._noted.update(faces)
        for number, face in faces.items():
            self.faces[number * DIGEST_BYTES : (number + 1) * DIGEST_BYTES] = face

    def note_anchors(self, anchors: Mapping[str, str]) -> None:
        """Note what pages can be asked for, by their names."""
        if self._numbers:
            self.note_faces({self._numbers[page]: digest_anchors(lines) for page, lines in anchors.items()})

    def unsettle(self, wrong: AbstractSet[str]) -> set[str]:
        """Take out and return what rests on files in which something is wrong, or on pages that have other anchors."""
        doubtful = set[int]()
        for old in self._doubtful:
            face = self._known.faces[old * DIGEST_BYTES : (old + 1) * DIGEST_BYTES]
            if face == NO_DIGEST or face != self._face(self._now[old]):
                doubtful.add(old)
        files = {self._old[page] for page in self.wrong_files(wrong) if page in self._old}
        if not doubtful and not files:
            return set()
        taken_units = self._known.kept.wants.find(doubtful) | self._known.kept.cites.find(files)
        taken = {page for page, index in self._units.items() if index in taken_units}
        for page in taken:
            del self._units[page]
        return taken

    def count_checks(self, findings: Findings) -> None:
        """Count what was checked then, as if it had been checked now."""
        kept = self._known.kept
        totals = kept.sum_counts()
        for index in set(range(len(kept.units))).difference(self._units.values()):
            counts = kept.counts[index]
            for place, number in zip(counts[::2], counts[1::2], strict=True):
                totals[place] -= number
        for check, total in zip(kept.checks, totals, strict=True):
            if total:
                findings.count(check, total)
        self._totals = totals

    def start(self) -> Kept:
        """Return where to put the units that are examined."""
        return Kept(list(self._known.kept.checks))

    def keep(
        self, examined: Kept, targets: Targets, wrong: AbstractSet[str], manifest: bytes, stated: str
    ) -> Known:
        """Return what the next check may rest on: what is settled, and what was examined and is right; the manifest, where it
        stands in lines, and what it says of all pages."""
        self._recall_faces()
        targets.forget_files(self.wrong_files(wrong))
        kept = examined
        if wrong or self._units:
            kept = Kept(list(examined.checks))
            for index, number in enumerate(examined.units):
                page = targets.names[number]
                if wrong.isdisjoint((page, self._keywords.get(page, page), self._sources.get(page, page))):
                    kept.copy(examined, index, number)
            totals = [*self._totals, *[0] * (len(kept.checks) - len(self._totals))]
            kept.totals = [one + other for one, other in zip(totals, kept.sum_counts(), strict=True)]
            now = None if self._has_same_names else self._now
            numbers = [targets.numbers[page] for page in self._units]
            kept.copy_many(self._known.kept, list(self._units.values()), numbers, now)
        text = b"" if wrong else manifest
        return Known(
            targets.names, targets.kinds, targets.pages, targets.files, self.faces, kept, text, stated
        )

    def wrong_files(self, wrong: AbstractSet[str]) -> list[str]:
        """Return the pages of files in which something is wrong, so that nothing can rest on these."""
        return [page for page, path in self._sources.items() if page in wrong or path in wrong]

    def _recall_faces(self) -> None:
        """Note what pages could be asked for that are as they were."""
        known, others = self._known.faces, self._others
        if self._has_same_names:
            fresh, self.faces = self.faces, bytearray(known)
            for number in self._noted | others:
                place = slice(number * DIGEST_BYTES, (number + 1) * DIGEST_BYTES)
                if number in others or known[place] == NO_DIGEST:
                    self.faces[place] = fresh[place]
            return
        for old in set(range(len(self._known.names))) - others:
            here, there = old * DIGEST_BYTES, self._now[old] * DIGEST_BYTES
            face = known[here : here + DIGEST_BYTES]
            if face != NO_DIGEST:
                self.faces[there : there + DIGEST_BYTES] = face

    def _find_doubtful(self) -> set[int]:
        known = self._known
        others = self._others
        if others:
            settled = set(self._units.values())
            others = {number for index, number in known.kept.wants.holders(others) if index in settled}
        return {number for number in others if known.kinds[number] != Targets.UNWRITTEN}

    def _compare(self, targets: Targets) -> set[int]:
        """Find what is gone and what is edited; return the pages of which other bytes are stated."""
        known = self._known
        if targets.is_renewed and self._since is not None:
            self._edited.update(self._old[page] for page in self._since.files)
            return {self._old[page] for page in self._since.pages}
        if self._has_same_names and known.kinds == targets.kinds:
            self._edited.update(
                number
                for number in _differing(known.files, targets.files)
                if known.kinds[number] == Targets.DOCS
            )
            return set(_differing(known.pages, targets.pages))
        differing = set[int]()
        for old, new in enumerate(self._now):
            here, there = old * DIGEST_BYTES, new * DIGEST_BYTES
            if new < 0 or known.kinds[old] != targets.kinds[new]:
                self._gone.add(old)
                self._edited.add(old)
                continue
            if known.pages[here : here + DIGEST_BYTES] != targets.pages[there : there + DIGEST_BYTES]:
                differing.add(old)
            if known.kinds[old] == Targets.DOCS:
                if known.files[here : here + DIGEST_BYTES] != targets.files[there : there + DIGEST_BYTES]:
                    self._edited.add(old)
        return differing

    def _standing(self) -> set[int]:
        """Return the pages whose bytes are what they were."""
        old, keywords = self._old, self._keywords
        standing = {old[page] for page in self.unchanged}
        return standing | {old[keywords[page]] for page in self.unchanged if page in keywords}

    def _face(self, number: int) -> bytes:
        return bytes(self.faces[number * DIGEST_BYTES : (number + 1) * DIGEST_BYTES])


def _differing(one: bytes | bytearray, other: bytes | bytearray) -> Iterator[int]:
    """Give the numbers of digests that differ. Most are the same, so many are compared at once."""
    step = 64 * DIGEST_BYTES
    for block in range(0, len(one), step):
        if one[block : block + step] != other[block : block + step]:
            for at in range(block, min(block + step, len(one)), DIGEST_BYTES):
                if one[at : at + DIGEST_BYTES] != other[at : at + DIGEST_BYTES]:
                    yield at // DIGEST_BYTES
