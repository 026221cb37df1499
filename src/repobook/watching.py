"""Notice that a tree has changed, without being told: look at its names, sizes and times every now and then.

A look is only a hint to build: the build itself reads content, so a look that sees too much costs one comparison. A glance at what
is known already costs a tenth of a look, so there are many between two looks.
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from repobook.build import scan_tree
from repobook.config import Config
from repobook.errors import RepobookError

EVERY = 1.0  # seconds between glances, at least; longer where one takes long itself
_SETTLE, _MOST = 0.2, 5.0
_SHARE = 10  # at most a tenth of the time goes into glances, and as much into looks


class Seen(NamedTuple):
    """How a tree looks from outside."""

    root: str
    revision: str
    ignored: int
    files: list[str]
    folders: list[str]
    files_mark: int
    folders_mark: int  # of another name inside, which may be one that nobody wants to know

    @property
    def stated(self) -> str:
        """What a build would read."""
        said = hashlib.sha256(f"{self.revision}\n{self.ignored}\n{self.files_mark}\n".encode())
        said.update("\0".join(self.files).encode("utf-8", "surrogateescape"))
        return said.hexdigest()

    def differs(self) -> bool:
        """Glance at what is known of it: tell whether something looks otherwise now."""
        now = _mark(self.root, self.files, True), _mark(self.root, self.folders, False)
        return now != (self.files_mark, self.folders_mark)


def changes(config: Config, is_over: threading.Event | None = None, seen: str = "") -> Iterator[None]:
    """Give a turn whenever the tree looks different from `seen`, at first from nothing; end when `is_over` is set.

    What changes during a turn is seen after it. While somebody is still writing, a turn waits until the tree rests.
    """
    over = is_over or threading.Event()
    last: Seen | None = None
    due, pause = 0.0, EVERY
    while not over.is_set():
        began = time.monotonic()
        if last is not None and began < due:
            is_changed = last.differs()
            pause = max(EVERY, _SHARE * (time.monotonic() - began))
        else:
            is_changed = True
        if is_changed:
            began = time.monotonic()
            last = _look(config)
            due = time.monotonic() + max(EVERY, _SHARE * (time.monotonic() - began))
            if last is not None and last.stated != seen:
                last = _rest(config, last, over) if seen else last
                seen = last.stated
                yield
        over.wait(pause)


def look(config: Config) -> str:
    """Return how the tree looks from outside; "" while it cannot be looked at."""
    seen = _look(config)
    return seen.stated if seen is not None else ""


def _look(config: Config) -> Seen | None:
    try:
        listing, revision = scan_tree(config)
    except RepobookError:
        return None
    files = [entry.path for entry in listing.entries]
    folders = ["", *listing.folders]
    marks = _mark(config.root, files, True), _mark(config.root, folders, False)
    return Seen(config.root, revision, len(listing.ignored), files, folders, *marks)


def _rest(config: Config, now: Seen, over: threading.Event) -> Seen:
    """Glance again until it looks as it did, but not for ever."""
    until = time.monotonic() + _MOST
    while not over.wait(_SETTLE) and time.monotonic() < until and now.differs():
        now = _look(config) or now
    return now


def _mark(root: str, paths: Iterable[str], is_whole: bool) -> int:
    """Return what stands for how files look, or for what names there are in folders."""
    mark = 0
    for path in paths:
        try:
            seen = os.lstat(f"{root}/{path}")
        except (OSError, ValueError):
            mark = hash((mark, path))
            continue
        size = (seen.st_mode, seen.st_size, seen.st_ctime_ns) if is_whole else ()
        mark = hash((mark, seen.st_ino, seen.st_mtime_ns, *size))
    return mark
