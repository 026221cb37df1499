"""The stages of a build: how long each takes, and what it leaves in memory."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import mmap
import time
from collections.abc import Iterator

from repobook.facts import Outcome
from repobook.progress import Progress

MUCH_BYTES = 600 << 20
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # of glibc's malloc.h


@contextlib.contextmanager
def without_collector() -> Iterator[None]:
    """Keep the garbage collector out: what a build holds lives until its end, and makes no cycles. To search it for some again
    and again takes a third of our time in `refer`."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextlib.contextmanager
def in_stage(name: str, progress: Progress, outcome: Outcome) -> Iterator[None]:
    begun = time.perf_counter()
    progress.start(name)
    try:
        yield
    finally:
        _release()
    progress.finish(name)
    outcome.stages[name] = round(time.perf_counter() - begun, 3)


def _release() -> None:
    """Give back to the system what a stage no longer needs, where that is much: the next one may start workers that need it."""
    with contextlib.suppress(AttributeError, OSError, ValueError, IndexError):
        with open("/proc/self/statm", encoding="ascii") as stream:
            if int(stream.read().split()[1]) * mmap.PAGESIZE < MUCH_BYTES:
                return
        ctypes.CDLL(None).malloc_trim(0)


def keep_memory() -> None:
    """Have blocks of some megabytes stay with us for the next that needs one: to give each back and take it again, page by page,
    is a tenth of what the system does in a short build. Of a long one, stages give back what is much."""
    with contextlib.suppress(AttributeError, OSError):
        libc = ctypes.CDLL(None)
        libc.mallopt(_M_MMAP_THRESHOLD, 32 << 20)
        libc.mallopt(_M_TRIM_THRESHOLD, 256 << 20)
