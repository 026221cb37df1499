"""How far a build has come: a bar on a terminal, plain lines in a pipe, nothing when quiet."""

from __future__ import annotations

import os
import sys
import time
from typing import TextIO


class Progress:
    """Does nothing; what the doors give the pipeline says more."""

    def start(self, stage: str) -> None: ...
    def expect(self, total: int) -> None: ...
    def advance(self, done: int, total: int = 0) -> None: ...
    def finish(self, stage: str) -> None: ...


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
        except BrokenPipeError:  # `2>&1 | head -2`: a reader who has seen enough is no error
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
            self._bars.start()
            self._is_open = True
        self._task = self._bars.add_task(stage, total=None)
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
            self._bars.stop()
            self._is_open = False

    def _draw(self, is_forced: bool = False) -> None:
        now = time.monotonic()
        if is_forced or now - self._drawn > 0.1:
            self._drawn = now
            self._bars.refresh()
