"""What tells how far a build is must not end it, whenever the one who looks goes away."""

from __future__ import annotations

import errno
import io
import sys

import pytest

from repobook.progress import BarProgress


class Leaving(io.StringIO):
    """A terminal that is closed after it has shown so much."""

    def __init__(self, left: int) -> None:
        super().__init__()
        self.left = left

    def write(self, text: str) -> int:
        self.left -= 1
        if self.left < 0:
            raise OSError(errno.EIO, "Input/output error")
        return super().write(text)

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("left", range(6))
def test_a_terminal_that_goes_ends_nothing(left: int, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Leaving(left)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    progress = BarProgress()
    for stage in ("scan", "publish"):
        progress.start(stage)
        progress.expect(10)
        progress.advance(5)
        progress.finish(stage)
    assert stream.left < 0
