"""The text of a source file as the book shows it, and whether the file is still the one documented."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256

from repobook.verify.book import SourceEntry
from repobook.verify.findings import Findings
from repobook.verify.pages import Page
from repobook.verify.roots import NotRegularError, Root, TooLargeError
from repobook.verify.shown import show

_HEADING = b"\n## Original Source\n"
# "Cut: the first 2,000 of 10,000 lines are shown."
_CUT = re.compile(rb"(\d[\d,]*) of (?:the |its )?(\d[\d,]*) lines?\b")
MAX_SOURCE_BYTES = 1 << 28


LONG_LINE = 20_000  # signs: to look through it once for each name of its file takes the square of its length
_WORDS = (re.compile(r"[A-Za-z0-9_\x80-\xff]+"), re.compile(r"[A-Za-z0-9_$\x80-\xff]+"))


class _LongLine(str):
    """A line that is asked again and again whether it holds a name; most names are words of it."""

    __slots__ = ("_words",)
    _words: set[str]

    def __new__(cls, line: str) -> _LongLine:
        made = super().__new__(cls, line)
        made._words = {word for pattern in _WORDS for word in pattern.findall(line)}
        return made

    def __contains__(self, name: str) -> bool:  # type: ignore[override]
        return name in self._words or super().__contains__(name)


class SourceText:
    """Lines of a file as shown. They are UTF-8 read as Latin-1: a byte a sign, quick, and finds the same."""

    __slots__ = ("_total", "lines")

    def __init__(self, shown: bytes, total_lines: int) -> None:
        self.lines = shown.decode("latin-1").split("\n")
        if not self.lines[-1]:
            self.lines.pop()
        if len(shown) > LONG_LINE and max(map(len, self.lines), default=0) > LONG_LINE:
            self.lines = [_LongLine(line) if len(line) > LONG_LINE else line for line in self.lines]
        self._total = total_lines

    @property
    def is_whole(self) -> bool:
        """Whether all lines of the file are known, not only those that a cut page shows."""
        return len(self.lines) >= self._total

    def holds(self, name: str, first_line: int, last_line: int) -> bool:
        """Tell whether one of the lines holds a name. What lies beyond a cut is not doubted."""
        name = narrow(name)
        lines = self.lines[first_line - 1 : last_line]
        if lines and name in lines[0]:
            return True
        return any(name in line for line in lines) or last_line > len(self.lines)


def narrow(text: str) -> str:
    """Return a text in the form in which `SourceText` keeps lines."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("latin-1")


def read_source(source: Root, entry: SourceEntry, findings: Findings) -> tuple[bytes | None, bool]:
    """Return a file as shown now, if it can be read, and whether it differs from what the manifest states."""
    findings.count("source files")
    try:
        data = source.read(entry.path, MAX_SOURCE_BYTES)
    except FileNotFoundError:
        findings.add(entry.path, "source_missing", "the book documents it, but it is not in the source")
        return None, False
    except (NotRegularError, TooLargeError) as error:
        findings.add(entry.path, "source_changed", str(error))
        return None, False
    except OSError as error:
        findings.add(entry.path, "source_unreadable", error.strerror or str(error))
        return None, False
    shown = show(data, entry.encoding, entry.masks)
    if entry.masks:
        findings.count("masked texts", len(entry.masks))
    if sha256(data).hexdigest() == entry.sha256:
        lines = count_lines(shown)
        if lines != entry.lines:
            detail = f"the manifest states {entry.lines:,} lines, but the file has {lines:,}"
            findings.add(entry.path, "wrong_count", detail)
        if len(data) != entry.size_bytes:
            detail = f"the manifest states {entry.size_bytes:,} bytes, but the file has {len(data):,}"
            findings.add(entry.path, "wrong_count", detail)
        return shown, False
    findings.add(entry.path, "source_changed", "the file is not the one that the book was made from")
    return shown, True


def count_lines(shown: bytes) -> int:
    """Count lines by their newlines; a last line without one counts too."""
    return shown.count(b"\n") + (not shown.endswith(b"\n") and shown != b"")


def read_fence(page: Page) -> tuple[bytes, int, int] | None:
    """Return the text in the Original Source fence of a page, its first line there, and its number of lines.

    The number is that of a cut text, as the page states it; it is -1 for a whole one.
    """
    for number, fence in enumerate(page.fences):
        start, end = page.segments[number]
        heading = page.data.rfind(_HEADING, max(start - 1, 0), end)
        if heading < 0 or b"\n#" in page.data[heading + len(_HEADING) - 1 : end]:
            continue
        body = page.data[fence.body : fence.body_end]
        after = page.data[fence.end : fence.end + 300].strip(b"\n").partition(b"\n")[0]
        cut = _CUT.search(after)
        return body, page.line_of(fence.body), int(cut[1].replace(b",", b"")) if cut else -1
    return None


def check_source_text(page: Page, shown: bytes, findings: Findings) -> None:
    """Check that the page holds the text of the file: all of it, or as many lines as it says."""
    findings.count("source texts")
    found = read_fence(page)
    if found is None:
        findings.add(page.path, "source_text", "there is no fence below `## Original Source`")
        return
    body, first_line, cut = found
    wanted = shown if shown.endswith(b"\n") or not shown else shown + b"\n"
    if cut >= 0:
        lines = wanted.split(b"\n", cut)
        wanted = b"".join(line + b"\n" for line in lines[:cut])
        if len(lines) <= cut:
            findings.add(
                page.path, "source_text", f"it says that {cut:,} lines are shown; the file has fewer"
            )
            return
    if body != wanted:
        line = first_difference(body, wanted)
        detail = f"line {line} of the source is not as it is in the file"
        findings.add(page.path, "source_text", detail, first_line + line - 1)


def first_difference(one: bytes, other: bytes) -> int:
    """Return the first line, from 1, in which two texts differ."""
    lines = one.removesuffix(b"\n").split(b"\n")
    others = other.removesuffix(b"\n").split(b"\n")
    for number, (mine, theirs) in enumerate(zip(lines, others, strict=False), 1):
        if mine != theirs:
            return number
    return min(len(lines), len(others)) + 1


class Change:
    """What became of the lines of a file since the book was made, by their number."""

    def __init__(self, before: SourceText, now: SourceText) -> None:
        self.before, self.now = before.lines, now.lines
        self._moved_by = len(self.now) - len(self.before)
        self._tail = _common_tail(self.before, self.now)

    def moved(self, line: int) -> int:
        """Return where a line stands now that only moved, together with all lines below it; 0 if it did not."""
        has_moved = self._moved_by and len(self.before) - self._tail < line <= len(self.before)
        return line + self._moved_by if has_moved else 0

    def describe(self, first_line: int, last_line: int) -> str:
        """Say what happened to the cited lines; "" if they still stand where they stood."""
        if last_line > len(self.before):
            return "the file changed, and its page does not show these lines"
        before = self.before[first_line - 1 : last_line]
        if before == self.now[first_line - 1 : last_line]:
            return ""
        if first_line > len(self.before) - self._tail and last_line <= len(self.before):
            return f"the lines are now L{first_line + self._moved_by}-L{last_line + self._moved_by}"
        for number in self._different(before, first_line):
            return f"line {number} is not what it was"
        return "the lines are gone"

    def _different(self, before: list[str], first_line: int) -> Iterator[int]:
        now = self.now[first_line - 1 : first_line - 1 + len(before)]
        for number, (mine, theirs) in enumerate(zip(before, now, strict=False), first_line):
            if mine != theirs:
                yield number


def _common_tail(one: list[str], other: list[str]) -> int:
    tail = 0
    for mine, theirs in zip(reversed(one), reversed(other), strict=False):
        if mine != theirs:
            break
        tail += 1
    return tail
