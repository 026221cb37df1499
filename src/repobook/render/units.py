"""Pages in units that a later build can leave as they are: made once, kept with what they were made of."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from repobook.facts import Known
from repobook.render.asked import Trace, reads
from repobook.render.book import Book
from repobook.render.current_units import Asker, Inset, KeptQuestion, Made, PageList, Unit, Units, Wrong
from repobook.render.extent import Extent, extent_of, is_reached, statements_of, texts_in_doubt
from repobook.render.insets import fill_insets
from repobook.render.kept_units import Shelf
from repobook.render.page_judge import PageJudge
from repobook.render.taken_pages import take_pages

SAMPLE_UNITS = 4  # of a job that was drawn by lot: of those that stay, all that is told is asked, too
FINISH = -(1 << 40)  # the unit that stands for what is done in every build, and never stays

_encode = msgspec.msgpack.Encoder().encode
# An extent; what the units gave, by their numbers; questions, and what each unit has asked
_decode = msgspec.msgpack.Decoder(tuple[bytes, bytes, bytes]).decode
_decode_extent = msgspec.msgpack.Decoder(Extent).decode
_decode_made = msgspec.msgpack.Decoder(tuple[dict[int, Made], PageList]).decode
_decode_rest = msgspec.msgpack.Decoder(tuple[list[KeptQuestion], dict[int, Unit]]).decode


class Work(NamedTuple):
    """What became of the units of a job."""

    pages: PageList
    texts: dict[int, str]
    kept: bytes | None  # for the next build; None: as the last one kept it
    is_wrong: bool = False  # what is told of changes turned out to be wrong: then nothing of it counts


def make_units(
    book: Book,
    numbers: Sequence[int],
    make: Callable[[int], str],
    known: Known,
    judge: PageJudge | None,
    doubt: int = 0,
    finish: Callable[[dict[int, str]], None] | None = None,
) -> Work:
    """Have each unit made, or taken from the last book where it is made of the same.

    `make` writes the pages of a unit, or returns a text; `finish` writes pages of all texts, in every build. Where there is
    `doubt`, a few units that stay are asked whatever is told of them; where it is 2, the questions of one of them, too.
    """
    try:
        return _make_units(book, numbers, make, Last(known), known, judge, doubt, finish)
    except Wrong:
        return Work([], {}, b"", True)
    finally:
        reads.recall = None


def _make_units(
    book: Book,
    numbers: Sequence[int],
    make: Callable[[int], str],
    last: Last,
    known: Known,
    judge: PageJudge | None,
    doubt: int,
    finish: Callable[[dict[int, str]], None] | None,
) -> Work:
    drawn = random.sample(list(numbers), min(SAMPLE_UNITS, len(numbers))) if doubt else []
    doubts = {number: doubt > 1 and not at for at, number in enumerate(drawn)}
    work = _take_all(book, numbers, known, last, judge, doubts) if finish is None else None
    if work is not None:
        return work
    made, traces, filled, asker = _look_at_each(book, numbers, make, known, last, judge, doubts)
    texts = {number: one.text for number, one in made.items()}
    finished, asked = _finish(book, texts, known, last, finish)
    pages = [page for one in made.values() for page in one.pages] + finished
    # What was asked to finish is of this build alone: kept longer, it would be told to be the same when it was not.
    if asked is None and last.made and last.has(numbers) and not traces and not filled and not asker.fresh:
        return Work(pages, texts, None)
    shelf = Shelf(book, last.units, asker.fresh)
    for number in sorted(made.keys() - traces.keys()):
        shelf.keep(number, filled.get(number))
    for number, trace in traces.items():
        shelf.add(number, trace)
    if asked is not None:
        shelf.add(FINISH, asked)
    return Work(pages, texts, pack_units(shelf.units(), made, finished))


def _take_all(
    book: Book,
    numbers: Sequence[int],
    known: Known,
    last: Last,
    judge: PageJudge | None,
    doubts: dict[int, bool],
) -> Work | None:
    """Take all units of a job from the last book, where no change reaches any of them."""
    if judge is None or not numbers or not last.has(numbers):
        return None
    if is_reached(last.extent, judge, book, last.in_doubt(judge)):
        return None
    if doubts:
        asker = Asker(book, last.units, judge, last.in_doubt(judge))
        for number, is_asked in doubts.items():
            asker.check(number, is_asked)
    pages = [page for number in numbers for page in last.made[number].pages]
    if not take_pages(book, pages, known.book):
        return None
    return Work(pages, {number: last.made[number].text for number in numbers}, None)


def _finish(
    book: Book, texts: dict[int, str], known: Known, last: Last, finish: Callable[[dict[int, str]], None] | None
) -> tuple[PageList, Trace | None]:  # fmt: skip
    """Have pages of texts written; those that have the bytes that they had are taken from the last book. What is asked for it
    is noted, so that the next build may recall it."""
    if finish is None:
        return [], None
    before = {page[0]: page for page in last.finished}
    book.pages.clear()
    book.take = lambda *page: before.get(page[0]) == page and take_pages(book, [page], known.book)
    reads.begin()
    try:
        finish(texts)
    finally:
        book.take = None
        trace = reads.end()
    return list(book.pages), trace


class Last:
    """What the last build kept of a job; nothing where it cannot be read as it was written."""

    def __init__(self, known: Known) -> None:
        self._units: Units | None = None
        self._extent: Extent | None = None
        self._in_doubt: set[int] | None = None
        self._parts = (b"", b"", b"")
        self.made: dict[int, Made] = {}
        self.finished: PageList = []  # pages of all texts
        if known.size:
            try:
                with open(known.path, "rb") as stream:
                    stream.seek(known.offset)
                    data = stream.read(known.size)
                if hashlib.sha256(data).digest() == known.checksum:
                    self._parts = _decode(data)
                    self.made, self.finished = _decode_made(self._parts[1])
            except (OSError, msgspec.DecodeError, msgspec.ValidationError):
                self.made = {}

    def has(self, numbers: Sequence[int]) -> bool:
        """Tell whether these and no other units were kept."""
        return list(self.made) == list(numbers)

    @property
    def extent(self) -> Extent:
        if self._extent is None:
            self._extent = _decode_extent(self._parts[0])
        return self._extent

    def in_doubt(self, judge: PageJudge) -> set[int]:
        """Return the places of texts of which one statement may have another answer than it had."""
        if self._in_doubt is None:
            self._in_doubt = texts_in_doubt(self.extent, judge)
        return self._in_doubt

    @property
    def units(self) -> Units:
        """What the units have asked. Most of what is kept is this: it is read only where it is wanted."""
        if self._units is None:
            self._units = Units([], [], [], {})
            if self.made:
                self._units = _units_of(self.extent, self._parts[2])
        return self._units


def _look_at_each(
    book: Book, numbers: Sequence[int], make: Callable[[int], str], known: Known, last: Last, judge: PageJudge | None,
    doubts: dict[int, bool],
) -> tuple[dict[int, Made], dict[int, Trace], dict[int, list[Inset]], Asker]:  # fmt: skip
    """Return what the units gave, what those have read that were made now, and where insets stand that were filled now."""
    asker = Asker(book, last.units, judge, last.in_doubt(judge) if judge is not None and last.made else None)
    made: dict[int, Made] = {}
    traces: dict[int, Trace] = {}
    filled: dict[int, list[Inset]] = {}
    reads.recall = asker.recall
    for number in numbers:
        stale = asker.stale_insets(number) if number in last.units.units else None
        if stale:
            texts = [(inset, asker.answer_now(inset)) for inset in stale]
            found = fill_insets(book, last.made[number], last.units.units[number].insets, texts, known.book)
            if found is not None:
                made[number], filled[number] = found
                continue
        elif stale is not None:
            if judge is not None and number in doubts:
                asker.check(number, doubts[number])
            if take_pages(book, last.made[number].pages, known.book):
                made[number] = last.made[number]
                continue
        made[number], traces[number] = _make(book, number, make)
    return made, traces, filled, asker


def pack_units(units: Units, made: dict[int, Made], finished: PageList) -> bytes:
    try:
        rest = (units.questions, units.units)
        return _encode((_encode(extent_of(units)), _encode((made, finished)), _encode(rest)))
    except UnicodeEncodeError:  # a text that no file can hold costs the next build's time
        return b""


def unpack_units(data: bytes) -> Units:
    extent, _, rest = _decode(data)
    return _units_of(_decode_extent(extent), rest)


def _units_of(extent: Extent, rest: bytes) -> Units:
    questions, units = _decode_rest(rest)
    return Units(extent.texts, statements_of(extent), questions, units)


def _make(book: Book, number: int, make: Callable[[int], str]) -> tuple[Made, Trace]:
    book.pages.clear()
    reads.begin()
    try:
        text = make(number)
    finally:
        trace = reads.end()
    return Made(list(book.pages), text), trace
