"""What a keyword page says of lines of a file that changed: each entry whose line does not hold its name any more.

Nobody comes here while the source is the one that the book was made of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from repobook.verify.book import SourceEntry
from repobook.verify.findings import Findings
from repobook.verify.identifiers import read_items, take_identifiers
from repobook.verify.pages import Page
from repobook.verify.shown import show
from repobook.verify.sources import Change, SourceText
from repobook.verify.spans import read_code_span

# A name and its line in one of the other lists, where the two are no link: those are citations. A span is taken
# whole whatever follows it, so that what stands between two spans is never read as a third.
_PLACE = re.compile(r"(?>(?<!`)(`++)([^\n]*?)(?<!`)\1(?!`))(?: L([1-9][0-9]{0,8})(?=,|\n|$))?")
_MAX_TOLD = 3


def report_stale_names(page: Page, change: Change, total_lines: int, findings: Findings) -> None:
    """Report the entries of a keyword page that were right of the file before it changed, and are wrong now."""
    listed = take_identifiers(page)
    if listed is not None:
        for row, name, ranges in read_items(page, listed):
            # What names no lines of the file as it was has been told.
            known = [(first, last) for first, last in ranges if 0 < first <= last <= total_lines]
            _report(page, row, name, _gone(name, known, change), change, findings)
    span = (listed.start, listed.end) if listed is not None else (len(page.data), len(page.data))
    for start, end in ((0, span[0]), (span[1], len(page.data))):
        for row, text in enumerate(page.data[start:end].decode("latin-1").split("\n"), page.line_of(start)):
            if not text.startswith("- "):
                continue
            for tick, written, line in _PLACE.findall(text):
                if line and int(line) <= total_lines:
                    name = read_code_span(tick + written + tick)
                    _report(page, row, name, _gone_or_changed(name, int(line), change), change, findings)


def text_now(data: bytes, entry: SourceEntry, before: SourceText) -> SourceText:
    """Return a changed file as shown, with asterisks only in lines that are as they were.

    Elsewhere they would stand where a secret once stood, and hide what is none.
    """
    now = SourceText(show(data, entry.encoding), 0)
    if entry.masks:
        masked = SourceText(show(data, entry.encoding, entry.masks), 0).lines
        for at, (was, line, _) in enumerate(zip(before.lines, masked, now.lines, strict=False)):
            if was == line:
                now.lines[at] = was
    return now


def _gone(name: str, ranges: list[tuple[int, int]], change: Change) -> list[int]:
    """Return those lines that do not hold a name any more."""
    before, now = change.before, change.now
    gone = []
    for first, last in ranges:
        for line in range(first, min(last, max(len(before), len(now)) + 1) + 1):
            was = before[line - 1] if line <= len(before) else None
            if line > len(now) or (was != now[line - 1] and not _still_holds(name, was, now[line - 1])):
                gone.append(line)
    return gone


def _gone_or_changed(name: str, line: int, change: Change) -> list[int]:
    """Like `_gone`, for a name that need not stand in its line as it is told: of an import, say. Then any change counts."""
    if line > len(change.before):
        return [line] if line > len(change.now) else []  # beyond a cut nobody knows how it was told
    if name not in change.before[line - 1]:
        return [line] if change.describe(line, line) else []
    return _gone(name, [(line, line)], change)


def _still_holds(name: str, was: str | None, now: str) -> bool:
    """Tell whether a line holds a name as it did: as a word of its own, if it was one. `was` is None if nobody knows."""
    if was is not None and name not in was:
        return True  # it never did, and that has been told
    if name not in now:
        return False
    word = _as_word(name)
    return was is None or word.search(_widen(now)) is not None or word.search(_widen(was)) is None


@lru_cache(maxsize=1)
def _as_word(name: str) -> re.Pattern[str]:
    name = _widen(name)
    before = r"(?<!\w)" if re.match(r"\w", name) else ""
    after = r"(?!\w)" if re.search(r"\w\Z", name) else ""
    return re.compile(before + re.escape(name) + after)


def _widen(text: str) -> str:
    """Return UTF-8 that was read as Latin-1 as what it is."""
    return text if text.isascii() else text.encode("latin-1").decode("utf-8", "replace")


def _report(page: Page, row: int, name: str, gone: Sequence[int], change: Change, findings: Findings) -> None:
    if not gone:
        return
    if len(gone) == 1:
        now = change.moved(gone[0])
        said = f"line {gone[0]} does not hold it any more" + (f"; the line is now L{now}" if now else "")
    else:
        said = f"{len(gone):,} lines do not hold it any more: {', '.join(_tell(gone, change))}"
    findings.add(page.path, "stale_identifier", f"`{_widen(name)}`: {said}", row)


def _tell(gone: Sequence[int], change: Change) -> Iterator[str]:
    for line in gone[:_MAX_TOLD]:
        now = change.moved(line)
        yield f"L{line} (now L{now})" if now else f"L{line}"
    if len(gone) > _MAX_TOLD:
        yield "…"
