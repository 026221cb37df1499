"""What must hold when a test of the catalogue has ended: the invariants, for tests that do not build with `examine`.

`tests/conftest.py` has every test looked at that names a row of the groups E, R or S, itself or by its module. What cannot
hold behind a test is said there: `@pytest.mark.spares("books", why="...")`, with a name of `CHECKS`.
"""

from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from invariants import (
    AUDITED,
    children_now,
    differing,
    examine_characters,
    examine_lists,
    left_behind,
    set_watch,
    verified,
)
from runs import HOME, SOURCE, WATCH, environment, read_tree, snapshot

import repobook.build
from repobook.config import Config

CHECKS = {
    "source": "a build changes nothing of what it reads",
    "books": "counts of a book add up, its reasons are fixed words, its pages are text, and it passes `verify`",
    "again": "the same build from nothing, of a process that is watched, gives the same bytes",
    "left": "no staging folder, lock, socket or temporary file, and no mark of a program that was run",
    "processes": "nobody is left behind",
    "watch": "programs start workers and git only, write where they may, and ask nobody on the network",
}
ROWS = re.compile(r"\b[ERS]\d\d\b")
_OF_A_BUILD = re.compile(r"\..*\.repobook-staging(\.lock)?|.*\.new|repobook-serve-.*")
_NO_PLACES = (".git", "repo", "repository")

Finding = tuple[str, str]  # the name of a check, and what it found


def names_a_row(test: object) -> bool:
    return bool(ROWS.search(getattr(test, "__doc__", None) or ""))


def spared_by(node: pytest.Item | pytest.Collector) -> set[str]:
    """Return the names of the checks that a test, or its module, says cannot hold."""
    spared = {mark.args[0] for mark in node.iter_markers("spares") if mark.kwargs["why"]}
    assert spared <= CHECKS.keys(), spared
    return spared


@dataclasses.dataclass
class Made:
    """What a build in this process was asked for, the source that it found and left, and its book, where it made one."""

    config: Config
    before: object
    behind: object = None
    book: dict[str, bytes] | None = None


class Watch:
    """Has the programs that tests start watch themselves, and knows a program that builds once more what they built."""

    def __init__(self, folder: Path, places: Path) -> None:
        self._folder = folder
        self._log = set_watch(folder, [], [places, Path(HOME)])[1]
        (folder / "temporary").mkdir()
        # In memory, where there is such a place: what is made only to be compared need not reach a disk.
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self._again = Path(tempfile.mkdtemp(prefix="repobook-tests-again-", dir=memory))
        self._builder: subprocess.Popen[str] | None = None
        self.known = set(os.listdir(places))  # folders of other modules

    def told(self) -> list[str]:
        """Return what programs told of themselves since the last time, and must not be."""
        found = [line for line in self._log.read_text().splitlines() if not line.startswith("= ")]
        self._log.write_bytes(b"")
        return found

    def left(self) -> set[str]:
        """Return what is in the folder for temporary files."""
        return set(os.listdir(self._folder / "temporary"))

    @property
    def builder(self) -> int:
        """The process that builds once more."""
        return self._builder.pid if self._builder is not None else 0

    def build_again(self, config: Config) -> tuple[dict[str, bytes], list[str]]:
        """Build elsewhere, from nothing; return the book, and what the program told of itself."""
        for name in os.listdir(self._again):
            shutil.rmtree(self._again / name)
        if self._builder is None:
            watch, log = set_watch(self._folder / "builder", [], [self._again])
            self._builder = subprocess.Popen(
                [sys.executable, "-c", _BUILDER, str(AUDITED), str(log)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                env=environment(PYTHONPATH=f"{watch}:{SOURCE}"), text=True,
            )  # fmt: skip
        assert self._builder.stdin is not None and self._builder.stdout is not None
        asked = dataclasses.replace(
            config, output=str(self._again / "out" / "book"), cache=str(self._again / "cache"), jobs=1
        )
        self._builder.stdin.write(json.dumps(["config", dataclasses.asdict(asked)]) + "\n")
        self._builder.stdin.flush()
        answer = json.loads(self._builder.stdout.readline())
        found = [line for line in answer["found"] if not line.startswith("= ")]
        return read_tree(asked.output), found + [f"exit code {answer['code']}"] * (answer["code"] != 0)

    def close(self) -> None:
        if self._builder is not None:
            self._builder.communicate()
        shutil.rmtree(self._again)


_BUILDER = "import os, runpy, sys; os.dup2(1, 3); os.dup2(2, 1); sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"


@contextlib.contextmanager
def watching(folder: Path, places: Path, spared: set[str]) -> Iterator[Watch]:
    """Watch what a module starts, and see that nobody outlives it, servers of its fixtures included."""
    children = children_now()
    watch = Watch(folder, places)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(WATCH, str(folder))
        yield watch
    watch.close()
    left = [] if "processes" in spared else left_behind(children)
    assert not left, f"processes left behind: {left}"


@contextlib.contextmanager
def noting(does_look: bool) -> Iterator[list[Made]]:
    """Note what is built in this process, where the sources can be looked at."""
    made: list[Made] = []
    hold = repobook.build.hold_output

    @contextlib.contextmanager
    def noted(config: Config) -> Iterator[str]:
        made.append(one := Made(config, snapshot(config.root)))
        try:
            with hold(config) as staging:
                yield staging
            one.book = read_tree(config.output)
        finally:
            one.behind = snapshot(config.root)

    with pytest.MonkeyPatch.context() as patch:
        if does_look:
            patch.setattr(repobook.build, "hold_output", noted)
        yield made


@contextlib.contextmanager
def looking_behind(watch: Watch, place: Path, spared: set[str]) -> Iterator[list[Finding]]:
    """Look, when a test has ended, at what is in its place and in those of its module; what is wrong is in the list then."""
    found: list[Finding] = []
    children, temporary = children_now(), watch.left()
    shared = place.parent
    watch.told()
    with noting("source" not in spared) as made:
        yield found
    others = [one for one in shared.iterdir() if not one.is_symlink() and not one.name.startswith("test_")]
    places = [place, *(one for one in others if one.name not in watch.known)]
    found += [("source", f"changed: {one.config.root}") for one in made if one.before != one.behind]
    found += [("left", path) for one in places for path in left_in(one)]
    found += [("left", f"temporary: {name}") for name in watch.left() - temporary]
    for book in dict.fromkeys(book for one in places for book in books_in(one)):
        found += [("books", f"{book}: {said}") for said in examine_book(book)]
        if "again" not in spared and "books" not in spared:
            found += [("again", f"{book}: {said}") for said in examine_again(book, made, watch)]
    found += [("watch", line) for line in watch.told()]
    found += [("processes", f"left behind: {left}") for left in left_behind(children | {watch.builder})]
    found[:] = [finding for finding in found if finding[0] not in spared]


def left_in(place: Path) -> list[str]:
    """Return what a build that has ended leaves to nobody: a lock that is held, too."""
    found = []
    for at, folders, names in os.walk(place):
        folders[:] = [name for name in folders if name not in _NO_PLACES]
        for name in (*folders, *names):
            path = os.path.join(at, name)
            is_mark = name == "marker" and at == str(place)
            if _OF_A_BUILD.fullmatch(name) or is_mark or stat.S_ISSOCK(os.lstat(path).st_mode):
                found.append(path)
            elif name.endswith(".db.lock") and is_held(path):
                found.append(f"{path}, held")
    return found


def is_held(path: str) -> bool:
    with open(path, "rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def books_in(place: Path) -> list[Path]:
    """Return every finished book below a place, but for those in a repository of git."""
    found = []
    for at, folders, names in os.walk(place):
        if {"manifest.json", "book.db"} <= {*names}:
            found.append(Path(at))
        folders[:] = [name for name in folders if not (name == ".git" or name.endswith((".twin", "staging")))]
    return found


def examine_book(book: Path) -> list[str]:
    """Say what does not hold in a book, whatever it was made from."""
    try:
        manifest: dict[str, Any] = json.loads((book / "manifest.json").read_bytes())
    except ValueError as error:
        return [f"manifest.json: {error}"]
    return examine_lists(manifest) + verified(book, None) + examine_characters(read_tree(book))


def examine_again(book: Path, made: list[Made], watch: Watch) -> list[str]:
    """Build a book once more, where it is what a build of this test left and its source is as it was: return what differs."""
    tree = read_tree(book)
    last = [one for one in made if one.config.output == str(book) and one.book == tree][-1:]
    if not last or last[0].behind != snapshot(last[0].config.root):
        return []
    config = last[0].config
    if config.source_root:  # its links lead from where it lies
        return []
    again, told = watch.build_again(config)
    return [
        *verified(book, Path(config.root)), *told, *(f"differs when it is built again: {name}" for name in differing(tree, again))
    ]  # fmt: skip
