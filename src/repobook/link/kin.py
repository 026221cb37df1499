"""Files that are about the same thing though neither imports the other: by their subject, and by rare identifiers.

A test often bears the name that several sources begin with: `test_nestedtensor.py` tests `NestedTensorMath.cpp` and
`NestedTensorBackward.cpp`. Two files that share identifiers which hardly any other file has belong together.
"""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from itertools import combinations

from repobook.link.related import Tests, subject
from repobook.link.tests import bears_mark
from repobook.store import RELATED_PARTS, Writer

MIN_SUBJECT = 6  # letters
MAX_SOURCES = 40  # that one test may be for
RARE = 6  # files: an identifier in more is not rare
MIN_SHARED = 4  # rare identifiers
KEPT = 3  # files with which one shares most
MIN_NAME = 8  # letters of an identifier
MANY_BYTES = 30_000_000  # of packed names
_BUCKETS = 1 << 26
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|\d+")
_LONG = re.compile(f".{{{MIN_NAME},}}").findall  # lines


_Row = tuple[int, int, str, float]


def link_kin(store: Writer) -> None:
    """Add to `related` what belongs together by its subject."""
    _add(store, "kin", [*_subjects(store), *_headers(store), *_named(store)])


def link_words(store: Writer) -> None:
    """Add to `related` what belongs together by its words, where nothing more was found. A step of its own: it reads all words."""
    _add(store, "words", _shared(store))


def _add(store: Writer, part: str, rows: list[_Row]) -> None:
    seen = set(store.ask("SELECT file_id, other_id FROM related WHERE rowid < ?", (RELATED_PARTS[part],)))
    seen.update(store.ask("SELECT file_id, other_id FROM scratch.namesake"))
    rows.sort(key=lambda row: (row[0], -row[3], row[1]))
    store.add_related(
        part,
        [row for row in rows if not ((row[0], row[1]) in seen or seen.add((row[0], row[1])))],  # type: ignore[func-returns-value]
    )


def beginnings(path: str) -> list[str]:
    """Return what the subject of a file begins with, word by word: nested, nestedtensor, nestedtensorbackward."""
    stem = path.rpartition("/")[2].split(".", 1)[0]
    found = []
    joined = ""
    for word in _WORDS.findall(stem):
        joined += word.lower()
        found.append(joined)
    return found


def _subjects(store: Writer) -> list[tuple[int, int, str, float]]:
    """Return the tests whose whole subject the names of sources begin with."""
    holders = Tests(store)
    tests: dict[str, list[int]] = defaultdict(list)
    sources: dict[str, list[tuple[int, str]]] = defaultdict(list)
    whole: set[tuple[str, str]] = set()
    for file_id, path, kind, language in store.ask(
        "SELECT id, path, kind, language FROM file WHERE outcome = 'documented' AND lines > 0 AND kind IN ('source', 'test') ORDER BY id"
    ):
        if kind == "test":
            if holders.holds(file_id) and bears_mark(path):
                tests[subject(path)].append(file_id)
        else:
            whole.add((subject(path), language))
            for beginning in beginnings(path)[:-1]:
                if len(beginning) >= MIN_SUBJECT:
                    sources[beginning].append((file_id, language))
    rows = []
    for name, those in tests.items():
        # Where a source of the language bears the whole name, the test is for that one.
        found = [source for source, language in sources.get(name, ()) if (name, language) not in whole]
        if 0 < len(found) <= MAX_SOURCES and len(those) <= 3:
            for test in those:
                for source in found:
                    rows.append((source, test, f"tests this subject: `{name}` begins its name", 2.0))
                    rows.append(
                        (test, source, f"its name begins with the subject of this test, `{name}`", 1.5)
                    )
    return rows


def _headers(store: Writer) -> list[tuple[int, int, str, float]]:
    """Return the headers on the subject of a source that includes them."""
    execute = store.ask
    asked = execute(
        "SELECT rowid, file_id, target_file FROM import WHERE how IN ('quoted', 'angle')"
        " AND target_file != file_id ORDER BY rowid"
    ).fetchall()
    concerned = {file for _, *both in asked for file in both}
    subjects = {
        file_id: {b for b in beginnings(path)[:-1] if len(b) >= MIN_SUBJECT}
        for file_id, path in (execute("SELECT id, path FROM file") if asked else ())
        if file_id in concerned
    }
    rows = []
    for row_id, file_id, other_id in asked:
        if shared := subjects[file_id] & subjects[other_id]:
            name = max(shared, key=len)
            line = execute("SELECT line FROM import WHERE rowid = ?", (row_id,)).fetchone()[0]
            rows.append(
                (file_id, other_id, f"header on the same subject, `{name}`, included at L{line}", 2.5)
            )
    return rows


_ENDING = r"\.(?:cpp|cc|cxx|c|h|hpp|cuh|cu|mm|m|py|pyi|js|ts|tsx|go|rs|java|kt|rb|php|md|rst)\b"
_HAS_ENDING = re.compile(_ENDING).search  # quick to say of most texts that they name no file
_FILE_NAME = re.compile(rf"(?<![\w/.-])[\w.-]*[A-Za-z_][\w.-]*{_ENDING}")


def _named(store: Writer) -> list[tuple[int, int, str, float]]:
    """Return the files whose names stand in the documentation of another's symbols."""
    by_name: dict[str, list[int]] = defaultdict(list)
    for file_id, path in store.ask("SELECT id, path FROM file WHERE outcome = 'documented' ORDER BY id"):
        by_name[path.rpartition("/")[2]].append(file_id)
    rows = []
    execute = store.ask
    for symbol, file_id, doc in execute(
        "SELECT id, file_id, doc FROM symbol WHERE doc LIKE '%.%' ORDER BY id"
    ):
        for name in _FILE_NAME.findall(doc) if _HAS_ENDING(doc) else ():
            found = by_name.get(name, ())
            if len(found) == 1 and found[0] != file_id:
                line = execute("SELECT doc_first_line FROM symbol WHERE id = ?", (symbol,)).fetchone()[0]
                rows.append((file_id, found[0], f"named in the comment at L{line}", 1.8))
                rows.append((found[0], file_id, f"names this file in its comment at L{line}", 1.2))
    return rows


_TERMS = (
    "SELECT t.file_id, t.names FROM term t JOIN file f ON f.id = t.file_id"
    " WHERE f.kind IN ('source', 'test') ORDER BY t.file_id"
)


def _counts(store: Writer) -> bytearray | None:
    """Return in how many files the names of each bucket stand, at most 2; None where there are few names.

    Of the millions of names of a large repository most stand in one file alone: they share nothing, and go by here.
    """
    size = store.ask("SELECT sum(length(names)) FROM term").fetchone()[0] or 0
    if size < MANY_BYTES:
        return None
    counts = bytearray(_BUCKETS)
    for _, packed in store.ask(_TERMS):
        for name in zlib.decompress(packed).split(b"\n"):
            if len(name) >= MIN_NAME:
                at = zlib.crc32(name) % _BUCKETS
                if counts[at] < 2:
                    counts[at] += 1
    return counts


def _shared(store: Writer) -> list[tuple[int, int, str, float]]:
    """Return the files that share identifiers which hardly any other file has."""
    pairs: dict[tuple[int, int], list[str]] = defaultdict(list)
    for name, files in _holders(store).items():
        for pair in combinations(files, 2):
            pairs[pair].append(name)
    best: dict[int, list[tuple[int, int, list[str]]]] = defaultdict(list)
    for (one, other), names in pairs.items():
        if len(names) >= MIN_SHARED:
            names.sort()
            names.sort(key=len, reverse=True)  # which leaves those of a length in their order
            best[one].append((-len(names), other, names))
            best[other].append((-len(names), one, names))
    rows = []
    for file_id, found in best.items():
        found.sort()
        for less, other, names in found[:KEPT]:
            shown = ", ".join([f"`{name}`" for name in names[:3]])
            rows.append((file_id, other, f"shares {-less:,} rare identifiers: {shown}", min(1.0, -less / 20)))
    return rows


def _holders(store: Writer) -> dict[str, list[int]]:
    """Return the identifiers that stand in a few files, and more than one; in no order.

    Most names stand in one file, or in many: sets take these out at once, and one by one only the others are looked at.
    """
    counts = _counts(store)
    first: dict[str, int] = {}  # the file in which each name was met first
    found: dict[str, list[int]] = {}
    dropped: set[str] = set()  # in too many files, or no identifiers
    for file_id, packed in store.ask(_TERMS):
        listed = _LONG(zlib.decompress(packed).decode())
        if counts is not None:
            listed = [name for name in listed if counts[zlib.crc32(name.encode()) % _BUCKETS] > 1]
        names = set(listed)
        names -= dropped
        fresh = names.difference(first)
        first.update(dict.fromkeys(fresh, file_id))
        names -= fresh
        for name in names:
            files = found.get(name)
            if files is None:
                if name.isidentifier():
                    found[name] = [first[name], file_id]
                else:
                    dropped.add(name)
            elif len(files) < RARE:
                files.append(file_id)
            else:
                del found[name]
                dropped.add(name)
    return found
