"""The stages of a build: how long each takes, and what it leaves in memory."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import time
from collections.abc import Iterator

from repobook.facts import Outcome
from repobook.progress import Progress


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
    """Give back to the system what a stage no longer needs: the next one may start workers that need much."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
