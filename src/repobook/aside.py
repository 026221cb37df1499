"""Have a second process answer a question meanwhile. It is a copy of this one and reads only.

Names and bytes of a large tree keep one interpreter busy, and threads wait for each other at every call.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

Answer = TypeVar("Answer")


class Aside(Generic[Answer]):
    """Asks at once; `take` waits for the answer. Where there is no second process, or it was killed, we answer ourselves.

    An answer consists of plain values. Use it as a context manager: nobody is left behind.
    """

    def __init__(self, ask: Callable[[], Answer]) -> None:
        self._ask = ask
        self._process, self._descriptor = _start(ask)

    def __enter__(self) -> Aside[Answer]:
        return self

    def __exit__(self, *exception: object) -> None:
        self._end()

    def take(self) -> Answer:
        data = b""
        if self._process:
            with contextlib.suppress(OSError), open(self._descriptor, "rb", closefd=False) as stream:
                data = stream.read()
            self._end()
        try:
            # Its last byte says that it is whole: the process may have been killed in the middle of it.
            answer: Answer = marshal.loads(data[:-1]) if data.endswith(b"\n") else self._ask()
        except (EOFError, ValueError, TypeError):
            return self._ask()
        return answer

    def _end(self) -> None:
        if self._process:
            os.close(self._descriptor)  # it has answered, or finds nobody who wants to know
            with contextlib.suppress(OSError):
                os.waitpid(self._process, 0)
            self._process = 0


def _start(ask: Callable[[], Any]) -> tuple[int, int]:
    """Return the process that answers, and where its answer is read; 0 where there is none."""
    if (
        threading.active_count() > 1
    ):  # a copy has but one thread, and would wait for ever for locks that others hold
        return 0, -1
    try:
        reads, writes = os.pipe()
    except OSError:
        return 0, -1
    try:
        process = os.fork()
    except OSError:
        os.close(reads)
        os.close(writes)
        return 0, -1
    if process:
        os.close(writes)
        return process, reads
    try:  # whatever happens, this copy never goes back to what the first one is doing
        os.close(reads)
        with open(writes, "wb") as stream:
            stream.write(marshal.dumps(ask()) + b"\n")
    finally:
        os._exit(0)
