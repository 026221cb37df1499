"""Share the work among processes: parts of about the same size, each with files and their pages together."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from typing import Any

from repobook.verify.book import Manifest
from repobook.verify.roots import Read
from repobook.verify.units import Examiner

LARGE_PAGES = 2_000  # of fewer, processes start for nothing
MANY_PAGES = 600_000  # of more, each process would hold gigabytes of its own: one does it all

_examiner: Examiner | None = None


class Crew:
    """Runs methods of `Examiner` over many parts, here or in worker processes, and gives answers in order."""

    def __init__(
        self,
        book: str,
        source: str | None,
        manifest: Manifest,
        pending: frozenset[str],
        jobs: int,
        is_recorded: bool,
        seens: Mapping[str, Read] | None = None,
    ) -> None:
        self._makings = book, source, manifest, pending, is_recorded, seens
        self.numbers: dict[str, int] | None = None  # of targets, where this process has made them
        self._here: Examiner | None = None
        self._is_large = len(manifest.pages) > LARGE_PAGES
        jobs = min(jobs, os.cpu_count() or 1)
        self._pool: ProcessPoolExecutor | None = None
        if jobs > 1 and len(manifest.pages) <= MANY_PAGES:
            with suppress(OSError):  # there is no shared memory, through which they would speak with us
                self._pool = ProcessPoolExecutor(jobs, initializer=_start, initargs=self._makings)

    @property
    def here(self) -> Examiner:
        """The examiner of this process. Most often there is nothing to do for it."""
        if self._here is None:
            self._here = Examiner(*self._makings, self.numbers)
        return self._here

    def close(self) -> None:
        if self._here is not None:
            self._here.close()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def run(
        self, method: str, parts: Sequence[tuple[Any, ...]], *, is_meanwhile: bool = False
    ) -> Iterator[Any]:
        """Return what `method` answers to each part, in the order of the parts. The workers start at once.

        A single part is done here, when its answer is asked for, unless there is much else to do meanwhile.
        """
        answers = None
        is_many = len(parts) > 1 or (is_meanwhile and self._is_large and bool(parts))
        if self._pool is not None and is_many:
            try:
                _get_ready(self._pool)
                answers = self._pool.map(_call, [method] * len(parts), parts)
            except BrokenProcessPool:
                self._pool = None
            except (OSError, RuntimeError):
                # Not so many processes or threads may be started. Those that were would wait for us for ever.
                for process in list((self._pool._processes or {}).values()):
                    process.kill()
                    process.join()
                self._pool = None
        return self._gather(method, parts, answers)

    def _gather(
        self, method: str, parts: Sequence[tuple[Any, ...]], answers: Iterator[Any] | None
    ) -> Iterator[Any]:
        done = 0
        if answers is not None:
            try:
                for answer in answers:
                    yield answer
                    done += 1
                return
            except BrokenProcessPool:
                # A worker was killed, for lack of memory perhaps, or cannot open the book. What is left is done here.
                self._pool = None
        for part in parts[done:]:
            yield getattr(self.here, method)(*part)


@contextmanager
def without_collector() -> Iterator[None]:
    """Keep the garbage collector out of loops that make millions of objects and no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _get_ready(pool: ProcessPoolExecutor) -> None:
    """Start what the pool speaks through: its processes, and two threads.

    The second thread would be started by the first, which tells nobody if it cannot: we would wait for ever.
    """
    inside: Any = pool
    inside._start_executor_manager_thread()
    queue = inside._call_queue
    with queue._notempty:
        if queue._thread is None:
            queue._start_thread()


def _start(*makings: Any) -> None:
    """Get ready. What goes wrong is told by nobody but who asks: a process of a pool would write a traceback."""
    global _examiner
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    gc.disable()
    with suppress(OSError):
        _examiner = Examiner(*makings)


def _call(method: str, part: tuple[Any, ...]) -> Any:
    if _examiner is None:
        raise BrokenProcessPool("it cannot open the book")
    return getattr(_examiner, method)(*part)
