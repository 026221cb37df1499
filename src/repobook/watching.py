"""Notice that a tree has changed, without being told: look at its names, sizes and times every now and then.

A look is only a hint to build: the build itself reads content, so a look that sees too much costs one comparison.
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections.abc import Iterator

from repobook.build import scan_tree
from repobook.config import Config
from repobook.errors import RepobookError

EVERY = 1.0  # seconds between looks; longer where a look itself takes long
_SETTLE, _MOST = 0.2, 5.0
_SHARE = 10  # at most a tenth of the time goes into looking


def changes(config: Config, is_over: threading.Event | None = None, seen: str = "") -> Iterator[None]:
    """Give a turn whenever the tree looks different from `seen`, at first from nothing; end when `is_over` is set.

    What changes during a turn is seen after it. While somebody is still writing, a turn waits until the tree rests.
    """
    over = is_over or threading.Event()
    while not over.is_set():
        began = time.monotonic()
        now = look(config)
        cost = time.monotonic() - began
        if now and now != seen:
            seen = _rest(config, now, over) if seen else now
            yield
        over.wait(max(EVERY, _SHARE * cost))


def look(config: Config) -> str:
    """Return how the tree looks from outside; "" while it cannot be looked at."""
    digest = hashlib.sha256()
    try:
        listing, revision = scan_tree(config)
    except RepobookError:
        return ""
    digest.update(f"{revision}\n{len(listing.ignored)}\n".encode())
    for entry in listing.entries:
        try:
            seen = os.lstat(os.path.join(config.root, entry.path))
        except (OSError, ValueError):
            continue
        stated = f"{entry.path}\0{seen.st_mode} {seen.st_size} {seen.st_mtime_ns} {seen.st_ctime_ns} {seen.st_ino}\n"
        digest.update(stated.encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _rest(config: Config, now: str, over: threading.Event) -> str:
    """Look again until two looks agree, but not for ever."""
    until = time.monotonic() + _MOST
    while not over.wait(_SETTLE) and time.monotonic() < until:
        last, now = now, look(config)
        if now == last:
            break
    return now
