"""How far a build has come: a bar on a terminal, plain lines in a pipe, nothing when quiet."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable
from typing import TextIO

_GONE = frozenset([errno.EPIPE, errno.EIO])  # a pipe that was closed, a terminal that is no more


def is_gone(error: OSError) -> bool:
    """Tell whether something could not be said because nobody listens any more."""
    return error.errno in _GONE


class Progress:
    """Does nothing; what the doors give the pipeline says more."""

    def start(self, stage: str) -> None: ...
    def expect(self, total: int) -> None: ...
    def advance(self, done: int, total: int = 0) -> None: ...
    def finish(self, stage: str) -> None: ...
    def close(self) -> None: ...  # there is no more to come, be it that somebody told us to stop


NO_PROGRESS = Progress()


class LineProgress(Progress):
    """A line for each stage, for pipes and log files."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._began = 0.0

    def start(self, stage: str) -> None:
        self._began = time.monotonic()

    def finish(self, stage: str) -> None:
        try:
            print(f"{stage}: {time.monotonic() - self._began:.1f} s", file=self._stream, flush=True)
        except OSError as error:  # `2>&1 | head -2`: a reader who has seen enough is no error
            if not is_gone(error):
                raise
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())


class BarProgress(Progress):
    """A live bar for each stage. Redrawn by hand: a refresh thread would make forking unsafe."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
        from rich.progress import Progress as RichProgress

        self._bars = RichProgress(
            TextColumn("{task.description:<8}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TimeElapsedColumn(),
            TextColumn("left"), TimeRemainingColumn(), console=Console(stderr=True), auto_refresh=False, transient=False,
        )  # fmt: skip
        self._task = self._bars.add_task("", total=None, visible=False)
        self._drawn = 0.0
        self._is_open = False

    def start(self, stage: str) -> None:
        if not self._is_open:
            self._is_open = True
            self._show(self._bars.start)
        self._bars.disable = True  # else it draws what is added by itself, also where nobody looks any more
        self._task = self._bars.add_task(stage, total=None)
        self._bars.disable = False
        self._draw(True)

    def expect(self, total: int) -> None:
        self._bars.update(self._task, total=max(1, total))

    def advance(self, done: int, total: int = 0) -> None:
        if total:
            self._bars.update(self._task, total=total, completed=done)
        else:
            self._bars.update(self._task, advance=done)
        self._draw()

    def finish(self, stage: str) -> None:
        task = self._bars.tasks[self._bars.task_ids.index(self._task)]
        total = task.total or 1
        self._bars.update(self._task, total=total, completed=total)
        self._draw(True)
        if stage == "publish":
            self.close()

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            self._show(self._bars.stop)

    def _draw(self, is_forced: bool = False) -> None:
        now = time.monotonic()
        if is_forced or now - self._drawn > 0.1:
            self._drawn = now
            self._show(self._bars.refresh)

    def _show(self, call: Callable[[], None]) -> None:
        try:
            call()
        except OSError as error:
            if not is_gone(error):
                raise
