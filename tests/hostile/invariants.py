"""Build a book of a hostile repository as a user would, and check what must hold whatever the repository holds.

The ten invariants of the catalogue of hostile inputs, in one place: `examine` builds and lists every violation.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import re
import resource
import shutil
import sqlite3
import stat
import subprocess
import tempfile
import threading
import time
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from runs import (
    SOURCE,
    Run,
    command,
    environment,
    forget_books,
    obey_permissions,
    read_tree,
    run,
    run_here,
    snapshot,
)

from repobook.export.references import list_references
from repobook.facts import SKIP_REASONS
from repobook.nursery import SHELTER
from repobook.store import open_reader
from repobook.verify import verify

READER = MarkdownIt("commonmark").enable("table")
MAX_PARSED = 1_000_000  # bytes of a page that is read as Markdown
MAX_MEMORY = 1 << 30  # bytes that any process of a build may have at once
MAX_CLEAN = 1_000  # files of a book that is also made from nothing; of more, only over the last one
AUDITED = Path(__file__).parent.parent / "faults" / "audited.py"
_CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")
_SHIMS = ("sh", "touch", "cmake", "make", "gpg", "ssh", "python", "python3", "pager")
# What `examine` makes in its place, and what a build may write there.
_WRITABLE = ("out", "cache", "temporary")
_OURS = {*_WRITABLE, "home", "work", "shims", "watch", "marker", "again"}
_VERSION_CONTROL = {b".git", b".hg", b".svn", b".jj"}

# Orphans of the programs we start become our children, so that a worker left behind is seen.
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


@dataclass
class Built:
    """A hostile repository and its book."""

    root: Path
    book: Path
    answer: Run
    seconds: float
    memory: int  # bytes of the largest of its processes
    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    violations: list[str] = field(default_factory=list)

    def outcome(self, path: str) -> str:
        """Return `documented`, `ignored`, or the reason why the file has no page."""
        entry = self.files.get(path)
        if entry is None:
            return "not in the manifest"
        return str(entry["reason"] if entry["outcome"] == "skipped" else entry["outcome"])

    def page(self, path: str) -> str:
        return (self.book / self.files[path]["docs"]).read_bytes().decode()

    def keywords(self, path: str) -> str:
        return (self.book / self.files[path]["keywords"]).read_bytes().decode()

    def pages(self) -> Iterator[tuple[str, str]]:
        for name, data in read_tree(self.book).items():
            if name.endswith(".md"):
                yield name, data.decode()


def examine(
    root: Path,
    place: Path,
    *words: object,
    canaries: Iterable[bytes] = (),
    codes: tuple[int, ...] = (0,),
    is_plain_user: bool = False,
    is_still: bool = True,
    max_seconds: float = 30,
    outside: Iterable[Path] = (),
    max_memory: int = MAX_MEMORY,
    is_repeated: bool = True,
) -> Built:
    """Build the book of `root` into `place`, once more over itself and once from nothing, and list what does not hold.

    `is_still`: nobody edits the source, or what else there is in `place`. Nothing may change in `outside` in any case.
    """
    for name in ("home", "work", "temporary", "out"):
        (place / name).mkdir(parents=True, exist_ok=True)
    marker = place / "marker"
    path = make_shims(place, marker)
    watch, log = set_watch(place, [root])
    others = list(outside)
    if is_still:
        others += [
            entry for entry in place.iterdir() if entry.name not in _OURS and not root.is_relative_to(entry)
        ]
    before = snapshot(root) if is_still else {}
    around = {entry: _look(entry) for entry in others}
    children = children_now()
    asked = ("-o", place / "out" / "book", "--cache", place / "cache", "-j", 1, *words)
    answer, seconds, memory = _measure(
        "build", root, *asked, cwd=place / "work", is_plain_user=is_plain_user, most=max_seconds + 60, HOME=str(place / "home"),
        TMPDIR=str(place / "temporary"), PATH=path, PYTHONPATH=f"{watch}:{SOURCE}",
    )  # fmt: skip
    built = Built(root, place / "out" / "book", answer, seconds, memory)
    found = built.violations
    if answer.code not in codes:
        found.append(f"exit code {answer.code}: {answer.err}")
    found += answer.undue()
    if _CONTROL.search(answer.said.encode()):
        found.append(f"control characters on the terminal: {answer.said!r}")
    if is_still and snapshot(root) != before:
        found.append("the source tree changed")
    found += [f"changed outside: {entry}" for entry in others if _look(entry) != around[entry]]
    for name in ("home", "work", "temporary"):
        if os.listdir(place / name):
            found.append(f"left in {name}: {os.listdir(place / name)}")
    if os.listdir(place / "out") not in (["book"], []):
        found.append(f"left beside the book: {os.listdir(place / 'out')}")
    if marker.exists():
        found.append("a program was run")
    found += told_by(log)
    if left := left_behind(children):
        found.append(f"processes left behind: {left}")
    if built.seconds > max_seconds:
        found.append(f"took {built.seconds:.1f} s")
    if built.memory > max_memory:
        found.append(f"took {built.memory:,} bytes of memory")
    if built.book.exists():
        tree = _examine_book(built, canaries, place, is_still)
        if is_still and is_repeated:
            found += _repeat(built, place, tree, words, is_plain_user)
    return built


def make_shims(place: Path, marker: Path) -> str:
    """Return a search path on which every program but git leaves a mark."""
    shims = place / "shims"
    shims.mkdir(parents=True, exist_ok=True)
    for name in _SHIMS:
        (shims / name).write_text(f"#!/bin/sh\n: > '{marker}'\nexit 1\n")
        (shims / name).chmod(0o755)
    if (git := shutil.which("git")) and not (shims / "git").exists():
        (shims / "git").symlink_to(git)  # the one program that history is read with (ADR 4)
    return str(shims)


def set_watch(place: Path, sources: Iterable[Path], writable: Iterable[Path] = ()) -> tuple[Path, Path]:
    """Have every Python program whose path leads to a folder watch itself; return the folder, and the file that it tells in."""
    watch = place / "watch"
    watch.mkdir(parents=True, exist_ok=True)
    log = watch / "told"
    log.write_bytes(b"")
    places = [str(path) for path in writable] or [str(place / name) for name in _WRITABLE]
    call = f"start({str(log)!r}, {places!r}, {[str(source) for source in sources]!r})"
    (watch / "sitecustomize.py").write_text(f"{AUDITED.read_text()}\n{call}\n")
    return watch, log


def told_by(log: Path) -> list[str]:
    """Return what processes told of themselves that must not be."""
    told = log.read_text(encoding="utf-8").splitlines()
    found = [line for line in told if not line.startswith("= ")]
    return found if "= program" in told else [*found, "nobody watched the program"]


def _measure(
    *words: object, cwd: Path, is_plain_user: bool, most: float, **changes: str
) -> tuple[Run, float, int]:
    """Run a command; return its answer, its seconds, and the most memory that one of its processes had, in bytes."""
    began = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            command(*words), cwd=cwd, env=environment(**changes), stdin=subprocess.DEVNULL, stdout=out, stderr=err,
            preexec_fn=obey_permissions if is_plain_user else None,
        )  # fmt: skip
        timer = threading.Timer(most, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)  # of those that it waited for, too
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        said = []
        for stream in (out, err):
            stream.seek(0)
            said.append(stream.read().decode("utf-8", "replace"))
    # The system counts what we hold ourselves at the moment of the start: of less, nothing is known.
    is_more = usage.ru_maxrss > resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return Run(process.returncode, *said), time.monotonic() - began, usage.ru_maxrss * 1024 * is_more


def _look(path: Path) -> object:
    """Return all that must not change about a file or a folder."""
    if path.is_dir() and not path.is_symlink():
        return snapshot(path)
    if not os.path.lexists(path):
        return None
    status = path.lstat()
    is_read = stat.S_ISREG(status.st_mode) and status.st_size < 1 << 26
    return status.st_mode, status.st_size, status.st_mtime_ns, path.read_bytes() if is_read else b""


def _repeat(
    built: Built, place: Path, tree: dict[str, bytes], words: tuple[object, ...], is_plain_user: bool
) -> list[str]:
    """Build again, over the book with what is kept of its analysis, and from nothing: return what differs."""
    forget_books(place / "cache")
    again = place / "again"
    found = []
    runs = [
        ("second run", built.book, place / "cache"),
        ("run from nothing", again / "book", again / "cache"),
    ]
    for name, book, cache in runs if len(tree) <= MAX_CLEAN else runs[:1]:
        asked = ("build", built.root, "-o", book, "--cache", cache, "-q", "-j", 1, *words)
        answer = run(*asked, is_plain_user=True) if is_plain_user else run_here(*asked)
        if answer.code != built.answer.code:
            found.append(f"{name} ends with {answer.code}: {answer.said}")
        other = read_tree(book)
        found += [f"{name} differs: {path}" for path in differing(tree, other)]
    shutil.rmtree(again, ignore_errors=True)
    return found


def _examine_book(built: Built, canaries: Iterable[bytes], place: Path, is_still: bool) -> dict[str, bytes]:
    found = built.violations
    manifest = json.loads((built.book / "manifest.json").read_bytes())
    built.files = {entry["path"]: entry for entry in manifest["files"]}
    found += examine_lists(manifest)
    if is_still:
        found += [f"not accounted for: {name!r}" for name in _unaccounted(built, manifest["files"])]
    found += verified(built.book, built.root if is_still else None)
    found += examine_references(built.book)
    tree = read_tree(built.book)
    for canary in canaries:
        if _holds(canary, tree, place):
            found.append(f"canary {canary!r} got out")
    found += examine_characters(tree)
    for name, data in tree.items():
        if name.endswith(".md"):
            found += _examine_page(name, data)
    return tree


def examine_lists(manifest: dict[str, Any]) -> list[str]:
    """Say what in a manifest does not add up."""
    counts = manifest["counts"]
    found = []
    if counts["scanned"] != counts["documented"] + counts["skipped"]:
        found.append(f"counts do not add up: {counts}")
    for entry in manifest["files"]:
        if entry["outcome"] == "skipped" and entry["reason"] not in SKIP_REASONS:
            found.append(f"no fixed reason: {entry}")
    return found


def verified(book: Path, root: Path | None) -> list[str]:
    """Return the problems of a book; with its sources, where they are what it was made from."""
    return [f"verify: {problem}" for problem in verify(str(book), str(root) if root else None).problems]


def examine_references(book: Path) -> list[str]:
    """Read what is found of every place: an answer that cannot be read would fail wherever it is shown."""
    with contextlib.closing(open_reader(str(book / "book.db"))) as reader:
        try:
            return [
                "a candidate of nothing"
                for one in list_references(reader)
                if one["label"] == "candidate" and not one["targets"]
            ]
        except Exception as error:
            return [f"references: {error!r}"]


def examine_characters(tree: dict[str, bytes]) -> list[str]:
    """Name the pages that hold control characters, or are not text."""
    found = []
    for name, data in tree.items():
        if name.endswith(".md"):
            try:
                data.decode()
            except UnicodeDecodeError:
                found.append(f"{name}: not UTF-8")
            if _CONTROL.search(data):
                found.append(f"{name}: control characters")
    return found


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """Return the names of two trees that are not in both with the same bytes."""
    return [name for name in sorted(one.keys() | other.keys()) if one.get(name) != other.get(name)]


def _examine_page(name: str, data: bytes) -> list[str]:
    """Say what in a page is more than text of the repository and links inside the book."""
    found: list[str] = []
    if len(data) > MAX_PARSED:
        return found
    for token in READER.parse(data.decode("utf-8", "replace")):
        for child in (token, *(token.children or ())):
            if child.type in ("html_block", "html_inline", "image"):
                found.append(f"{name}: {child.type} {child.content[:80]!r}")
            if child.type == "link_open" and urlsplit(str(child.attrGet("href"))).scheme:
                found.append(f"{name}: leads out of the book: {child.attrGet('href')}")
    return found


def _unaccounted(built: Built, entries: list[dict[str, Any]]) -> list[bytes]:
    """Return names of the source tree that the manifest does not know."""
    known = {
        bytes.fromhex(entry["path_bytes"]) if "path_bytes" in entry else entry["path"].encode()
        for entry in entries
    }
    missing = []
    top = os.fsencode(built.root)
    for at, folders, names, _ in os.fwalk(top):
        below = at[len(top) + 1 :]
        folders[:] = [name for name in folders if name not in _VERSION_CONTROL]
        for name in list(folders):
            path = os.path.join(below, name)
            if path in known or path + b"/" in known:
                folders.remove(name)  # a folder that is skipped or ignored stands for what it holds
        missing += [
            path
            for name in names
            if (path := os.path.join(below, name)) not in known and name not in _VERSION_CONTROL
        ]
    return missing


def _holds(canary: bytes, tree: dict[str, bytes], place: Path) -> bool:
    """Tell whether a secret is in any output byte, packed or not."""
    if any(canary in data for data in tree.values()):
        return True
    for path in (place / "out" / "book" / "book.db", place / "cache" / "facts-2.db"):
        with contextlib.closing(sqlite3.connect(path)) as database:
            tables = [
                row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            ]
            for table in tables:
                for row in database.execute(f'SELECT * FROM "{table}"'):
                    if any(canary in _unpacked(value) for value in row):
                        return True
    return False


def _unpacked(value: object) -> bytes:
    if isinstance(value, bytes):
        with contextlib.suppress(zlib.error):
            return zlib.decompress(value)
        return value
    return value.encode("utf-8", "replace") if isinstance(value, str) else b""


def children_now() -> set[int]:
    with open(f"/proc/self/task/{os.getpid()}/children") as stream:
        return {int(word) for word in stream.read().split()}


def left_behind(before: set[int]) -> list[int]:
    """Return processes that outlive the program that started them, given a second to end.

    What waits for the next build in this process is no such one.
    """
    waiting = SHELTER._waiting._process.pid if SHELTER._waiting is not None else 0
    left: list[int] = []
    for _ in range(20):
        left = []
        for child in children_now() - before - {waiting}:
            with contextlib.suppress(ChildProcessError):
                if os.waitpid(child, os.WNOHANG) == (0, 0):
                    left.append(child)
        if not left:
            return []
        time.sleep(0.05)
    return left
