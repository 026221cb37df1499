"""Scan to store: read every file, have it analysed by workers or found in the cache, and keep its facts in path order."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import re
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from repobook import __version__
from repobook.analyze.languages import Languages
from repobook.config import Config
from repobook.facts import Outcome, SourceFile
from repobook.progress import Progress
from repobook.scan import Listing, read_files
from repobook.store import (
    NO_HISTORY,
    Cache,
    Numbering,
    Tracked,
    Writer,
    cache_key,
    has_room,
    is_kin,
    open_reader,
    renew_file,
    room,
)  # fmt: skip
from repobook.work import Answer, Request
from repobook.workers import REFER, RENDER, Pool, Result

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Any]).decode
_FIELDS = Answer.__struct_fields__

# Rules for files whose content is never kept: by a line of it, or by its name.
SECRET_TEXT, SECRET_NAME = "all/secret-in-file", "all/secret-by-name"
_MOST_SHARE = 4  # where more than this part of all files has changed, facts are put together anew
_WARMING = 0  # number of a job whose answer nobody needs: those of files begin at 1
_LICENCE_FILE = re.compile(r"(?:licen[cs]e|copying|notice|patents|unlicense)(?:[-_.].*)?$", re.I)


class _Row:
    """Decoded facts whose symbols, imports and notes stay plain rows: they go straight into the store."""

    __slots__ = ("__dict__",)

    def __init__(self, values: list[Any], fields: tuple[str, ...]) -> None:
        self.__dict__.update(zip(fields, values, strict=True))


def gather_facts(
    config: Config,
    listing: Listing,
    names: tuple[dict[str, str], dict[str, str]],
    store: Writer,
    pool: Pool,
    progress: Progress,
    outcome: Outcome,
) -> list[str]:
    """Fill the store with folders, files and their facts; return the marks of the tree as it was read."""
    pool.limit(config.jobs)
    folder_pages, file_pages = names
    folder_ids = _add_folders(store, listing, folder_pages)
    cache = Cache(config.cache)
    rules = _Rules()
    keeper = _Keeper(store, len(listing.entries), folder_ids, file_pages, outcome, progress, cache)
    progress.expect(listing.size_bytes)
    marks: list[str] = []
    try:
        for index, (file, data) in enumerate(read_files(listing, marks), 1):
            if data is None:
                keeper.take(index, file, None)
                continue
            key = cache_key(file.sha256, file.language, rules.digest(file.language))
            known = cache.get(key)
            if known is not None:
                outcome.reused += 1
                keeper.take(index, file, known)
                continue
            keeper.wait(index, file, key)
            pool.read(index, file.language, _encode(Request(file.language, data)))
            while not pool.has_room:
                for result in pool.collect(1.0):
                    keeper.receive(result)
        for result in pool.drain():
            keeper.receive(result)
    finally:
        cache.close()
        _tell_rebuilt(cache, outcome)
    keeper.add_ignored(listing)
    store.add_rules(rules.rows(keeper.languages))
    for note in listing.notes:
        store.add_scan_note(note.path, note.code, note.detail)
        outcome.notes[note.code] = outcome.notes.get(note.code, 0) + 1
    return marks


def _tell_rebuilt(cache: Cache, outcome: Outcome) -> None:
    if cache.was_rebuilt:
        outcome.rebuilt.append("the analysis of files")


class Renewed(NamedTuple):
    """Facts of files whose content has changed since the last book was made."""

    facts: list[tuple[int, SourceFile, Any, list[bytes]]]  # number, facts, and what is packed beside them
    marks: dict[int, str]  # by place in the listing, as they were read now
    analysed: int  # files whose facts nobody had kept


def analyse_changed(
    config: Config, listing: Listing, changed: list[int], database: str, pool: Pool, progress: Progress, outcome: Outcome
) -> Renewed | None:  # fmt: skip
    """Read and analyse files whose content has changed since the last book was made, whose database is `database`.

    `changed` are their places in the listing. Return None where more would differ than their facts: what a file is, whether
    it has a page, or the ids that the symbols of others have.
    """
    if len(changed) * _MOST_SHARE > len(listing.entries):
        return None
    marks: list[str] = []
    found: dict[int, tuple[SourceFile, bytes]] = {}
    waiting: dict[int, tuple[SourceFile, bytes]] = {}
    is_good = True
    progress.expect(len(changed))
    with closing(open_reader(database)) as last, closing(Cache(config.cache)) as cache:
        numbers = _numbers(last)
        if len(numbers) != len(listing.entries):
            return None
        pool.limit(min(config.jobs, len(changed)))
        _warm_up(last, [numbers[at] for at in changed], pool)
        rules = _Rules()
        for at, (file, data) in zip(changed, read_files(listing, marks, changed), strict=True):
            number = numbers[at]
            if data is None or not is_kin(last, number, file):
                is_good = False
                break
            key = cache_key(file.sha256, file.language, rules.digest(file.language))
            known = cache.get(key)
            if known is not None:
                found[number] = (file, known)
            else:
                waiting[number] = (file, key)
                pool.read(number, file.language, _encode(Request(file.language, data)))
        pool.prepare(REFER, RENDER)  # what comes next, while files are analysed
        for result in pool.drain():
            if result.job == _WARMING:
                continue
            file, key = waiting[result.job]
            is_good = is_good and not result.failure
            if not result.failure:
                cache.put(key, result.payload)
                found[result.job] = (file, result.payload)
        _tell_rebuilt(cache, outcome)
        listed = []
        for number, (file, packed) in sorted(found.items()):
            facts, *packs = unpack(packed)
            is_good = is_good and has_room(last, number, len(facts.symbols))
            _hide_licence(file, facts)
            listed.append((number, file, facts, packs))
    return Renewed(listed, dict(zip(changed, marks, strict=True)), len(waiting)) if is_good else None


def _numbers(last: sqlite3.Connection) -> list[int]:
    """Return the numbers of all files of a book but those that are ignored, in the order of paths, which is that of a listing."""
    rows = last.execute("SELECT id FROM file WHERE outcome != 'ignored' ORDER BY id")
    return [row[0] for row in rows]


def _warm_up(last: sqlite3.Connection, changed: list[int], pool: Pool) -> None:
    """Have the worker that will get the only changed file load its language, most likely the one that it had, while we get ready."""
    if len(changed) == 1:
        row = last.execute("SELECT language FROM file WHERE id = ?", (changed[0],)).fetchone()
        if row is not None and row[0]:
            pool.read(_WARMING, row[0], _encode(Request(row[0], b"")))


def renew_facts(
    renewed: Renewed, store: Writer, tracked: Tracked, progress: Progress, outcome: Outcome
) -> None:
    """Put facts in the place of those of the last book, and note what differs."""
    for number, file, facts, packs in renewed.facts:
        progress.advance(1)
        renew_file(store, tracked, number, file, facts, packs)
    if store.drop_scan_notes(NO_HISTORY):  # what git says now is told later
        tracked.compare(store.connection, ["scan_note"])  # or the report would say what it said before
    store.tell(outcome)
    outcome.reused = outcome.documented - renewed.analysed


class _Keeper:
    """Puts facts into the store in path order, whatever the order in which workers answer."""

    def __init__(
        self,
        store: Writer,
        files: int,
        folder_ids: dict[str, int],
        pages: dict[str, str],
        outcome: Outcome,
        progress: Progress,
        cache: Cache,
    ) -> None:
        self._store = store
        self._files, self._symbols = Numbering(files), Numbering(files)
        self._folder_ids = folder_ids
        self._pages = pages
        self._outcome = outcome
        self._progress = progress
        self._cache = cache
        self._waiting: dict[int, tuple[SourceFile, bytes]] = {}
        self._ready: dict[int, tuple[SourceFile, bytes | None]] = {}
        self._next = 1
        self._skips: Counter[str] = Counter()
        self._notes: Counter[str] = Counter()
        self.languages: set[str] = set()  # of files with findings or a page

    def wait(self, index: int, file: SourceFile, key: bytes) -> None:
        self._waiting[index] = (file, key)

    def receive(self, result: Result) -> None:
        file, key = self._waiting.pop(result.job)
        if result.failure:
            file.skip, file.detail = result.failure, result.detail
            self.take(result.job, file, None)
        else:
            self._cache.put(key, result.payload)
            self.take(result.job, file, result.payload)

    def take(self, index: int, file: SourceFile, facts: bytes | None) -> None:
        self._ready[index] = (file, facts)
        while self._next in self._ready:
            self._keep(*self._ready.pop(self._next))
            self._next += 1

    def _keep(self, file: SourceFile, packed: bytes | None) -> None:
        number = self._files.take(file.path)
        folder = self._folder_ids[file.path.rpartition("/")[0]]
        outcome = self._outcome
        outcome.files += 1
        self._progress.advance(file.size_bytes)
        if packed is None:
            self._symbols.take(file.path, 0)
            self._store.add_file(number, file, folder, "", None)
            outcome.skipped += 1
            outcome.skips[file.skip] = outcome.skips.get(file.skip, 0) + 1
            if file.skip == "secret":
                rule = SECRET_TEXT if file.skip_line else SECRET_NAME
                self._store.add_findings(number, [(rule, file.skip_line, file.skip_line, [file.detail])])
                self.languages.add(file.language)
            return
        facts, *packs = unpack(packed)
        _hide_licence(file, facts)
        first = self._symbols.take(file.path, room(len(facts.symbols)))
        self._store.add_file(number, file, folder, self._pages[file.path], facts)
        self._store.add_facts(number, first, facts, *packs)
        self.languages.add(file.language)
        outcome.documented += 1
        outcome.symbols += len(facts.symbols)
        outcome.source_bytes += file.size_bytes
        for note in facts.notes:
            outcome.notes[note[0]] = outcome.notes.get(note[0], 0) + 1

    def add_ignored(self, listing: Listing) -> None:
        self._files.close()
        for entry in listing.ignored:
            number = self._files.take(entry.path)
            parent = entry.path.rstrip("/").rpartition("/")[0]
            self._store.add_ignored(number, entry.path, self._folder_ids.get(parent, 1), entry.rule)


def _hide_licence(file: SourceFile, facts: Any) -> None:
    """The text of a licence says nothing of the repository."""
    if _LICENCE_FILE.match(file.path.rpartition("/")[2]):
        facts.purpose = ""


_FACT_FIELDS: tuple[str, ...] = ()


def unpack(packed: bytes) -> tuple[Any, bytes, bytes, bytes, bytes, bytes]:
    """Return facts as rows, and the packed terms, places, sites, local names and words."""
    global _FACT_FIELDS
    if not _FACT_FIELDS:
        from repobook.facts import Facts

        _FACT_FIELDS = Facts.__struct_fields__
    facts, terms, places, sites, local_names, words = _decode(packed)
    return _Row(facts, _FACT_FIELDS), terms, places, sites, local_names, words


def _add_folders(store: Writer, listing: Listing, pages: dict[str, str]) -> dict[str, int]:
    """Add the folders; one whose path is too long for a page counts as part of the nearest folder above it."""
    numbering = Numbering(len(listing.entries))
    ids = {"": numbering.take("")}
    store.add_folder(ids[""], "", None, "", 0)
    limit = listing.options.max_path_bytes
    for path in sorted(listing.folders, key=lambda path: path.encode("utf-8", "surrogateescape")):
        parent = ids[path.rpartition("/")[0]]
        if len(path.encode("utf-8", "surrogateescape")) > limit:
            ids[path] = parent
            continue
        ids[path] = numbering.take(path)
        store.add_folder(ids[path], path, parent, pages[path], path.count("/") + 1)
    return ids


class _Rules:
    """What decides the facts of a language, besides the bytes: our code, the grammar, the language folder."""

    def __init__(self) -> None:
        self._languages = Languages()
        self._known: dict[str, str] = {}
        folder = os.path.join(os.path.dirname(__file__), "analyze")
        digest = hashlib.sha256(__version__.encode())
        for name in sorted(os.listdir(folder)):
            if name.endswith(".py"):
                with open(os.path.join(folder, name), "rb") as stream:
                    digest.update(stream.read())
        for package in ("facts.py", "work.py"):
            with open(os.path.join(os.path.dirname(__file__), package), "rb") as stream:
                digest.update(stream.read())
        self._code = digest.hexdigest()
        self._versions = _grammar_versions()

    def digest(self, language: str) -> str:
        known = self._known.get(language)
        if known is None:
            known = self._known[language] = (
                f"{self._code}\0{self._versions}\0{self._languages.digest(language)}"
            )
        return known

    def rows(self, languages: set[str]) -> list[tuple[str, str, str, str, int, str, str, str]]:
        """Return the rules that looked at each language, as the store keeps them."""
        return [
            (name, key, rule.category, rule.severity, rule.cwe, rule.title, rule.message, rule.why)
            for name in sorted(languages)
            for key, rule in sorted(self._languages.list_rules(name))
        ]


def _grammar_versions() -> str:
    """Return the versions of all grammars that are installed. Of other packages nothing is read."""
    found: set[str] = set()
    for folder in dict.fromkeys(sys.path):
        if os.path.isdir(folder or "."):
            listed = (name for name in os.listdir(folder or ".") if _METADATA.fullmatch(name))
            places = [Path(folder, name) for name in listed]
            items: Iterable[importlib.metadata.Distribution] = map(
                importlib.metadata.PathDistribution, places
            )
        else:  # an archive
            items = importlib.metadata.distributions(path=[folder])
        for item in items:
            stated = dict(
                _STATED.findall(
                    (item.read_text("METADATA") or item.read_text("PKG-INFO") or "").partition("\n\n")[0]
                )
            )
            name = stated.get("Name", "").strip()
            if name.lower().replace("_", "-").startswith("tree-sitter"):
                found.add(f"{name}={stated.get('Version', '').strip()}")
    return " ".join(sorted(found))


_METADATA = re.compile(r"tree[-_.]sitter.*\.(?:dist-info|egg-info)", re.IGNORECASE)
_STATED = re.compile(r"^(Name|Version):(.*)$", re.MULTILINE)
