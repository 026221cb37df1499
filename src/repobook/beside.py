"""Have a thread do something meanwhile that is mostly SQLite's, the disk's or a checksum's work: these leave the interpreter alone.

What needs the interpreter itself is for a second process (`aside.py`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

Answer = TypeVar("Answer")


def wait_for_all() -> None:
    """Wait until nothing is done beside any more, also where somebody was told to stop before they could wait for it."""
    for one in list(_running):
        one.wait()


class Beside(Generic[Answer]):
    """Begins at once; `take` waits for what comes of it. Use it as a context manager: nobody is left behind."""

    def __init__(self, do: Callable[[], Answer]) -> None:
        self._do = do
        self._answers: list[Answer] = []
        self._error: BaseException | None = None
        # A thread whose `join` was interrupted counts as ended, though it runs.
        self._has_ended = threading.Event()
        _running.add(self)
        try:
            threading.Thread(target=self._run).start()
        except RuntimeError:  # the system has no more
            self._run()

    def __enter__(self) -> Beside[Answer]:
        return self

    def __exit__(self, *exception: object) -> None:
        self.wait()

    def wait(self) -> None:
        self._has_ended.wait()

    def take(self) -> Answer:
        """Return what came of it, or raise what went wrong."""
        self.wait()
        if self._error is not None:
            raise self._error
        return self._answers[0]

    def _run(self) -> None:
        try:
            self._answers.append(self._do())
        except BaseException as error:
            self._error = error
        finally:
            _running.discard(self)
            self._has_ended.set()


_running: set[Beside[Any]] = set()
