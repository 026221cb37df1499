"""What the machine lacks is no fault of a file: the build ends and says so, instead of a book in which the file has one (E03, F3)."""

from __future__ import annotations

import errno
import os
import socket
import sqlite3
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from runs import environment

from repobook import work
from repobook.link.references import job
from repobook.link.references.sites import Places
from repobook.marks import read_plain
from repobook.render.book import read_now
from repobook.verify.kept import Kept, Known, read_known, write_known
from repobook.workers import ANALYZE, BROKEN, FAILED, HEADER, RENDER


def fail(*words: Any) -> Any:
    raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), "symbols.scm")


@pytest.mark.parametrize(("operation", "status"), [(ANALYZE, BROKEN), (RENDER, FAILED)])
def test_worker_that_cannot_open_what_it_needs(operation: int, status: int) -> None:
    """Analysis opens nothing but files of ours: that it cannot is no crash of a parser. A page that fails ends the build anyway."""
    ours, theirs = socket.socketpair()
    worker = os.fork()
    if not worker:
        ours.close()
        try:
            work.serve(theirs.detach(), {operation: fail})
        finally:
            os._exit(0)
    theirs.close()
    with ours:
        ours.sendall(HEADER.pack(operation, 7, 0))
        ours.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: ours.recv(1 << 16), b""))[HEADER.size :]
    os.waitpid(worker, 0)
    assert HEADER.unpack_from(answer)[:2] == (status, 7)
    assert b"Too many open files: 'symbols.scm'" in answer[HEADER.size :]


def test_references_that_the_database_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """References are not counted as unresolved because the disk had an error; those of a file that we stumble over are."""

    class Broken:
        has_failed = False

        def __init__(self, error: Exception) -> None:
            self._error = error

        def resolve(self, *words: Any) -> Any:
            raise self._error

    places = Places([], "", [])
    with pytest.raises(sqlite3.OperationalError):
        job._resolve(Broken(sqlite3.OperationalError("disk I/O error")), 1, places, [])  # type: ignore[arg-type]
    stumbling = Broken(KeyError("x"))
    job._resolve(stumbling, 1, places, [])  # type: ignore[arg-type]
    assert stumbling.has_failed


_POOL = """
import os, signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from repobook.speech import stop
from repobook.verify import parallel

class Examiner:
    def __init__(self, word):
        if word == "fail":
            raise OSError(24, "Too many open files")
    def end(self):
        os.kill(os.getpid(), signal.SIGTERM)
        signal.pause()

parallel.Examiner = Examiner
signal.signal(signal.SIGTERM, stop)  # as a build does
for word in ("fail", "end"):
    with ProcessPoolExecutor(1, initializer=parallel._start, initargs=(word,)) as pool:
        try:
            pool.submit(parallel._call, "end", ()).result()
        except BrokenProcessPool:
            print(word)
"""


def test_processes_that_verify_say_nothing() -> None:
    """One that cannot open the book, or is told to end, writes no traceback: its part is done by who asked."""
    done = subprocess.run(
        [sys.executable, "-c", _POOL], env=environment(), capture_output=True, text=True, check=False
    )
    assert (done.stdout.split(), done.stderr, done.returncode) == (["fail", "end"], "", 0)


def test_lists_take_the_memory_that_they_need(tmp_path: Path) -> None:
    """F4: to read the lists of the last book, no gigabyte is taken: a parent that may not have one builds over a book, too."""
    (tmp_path / "SHA256SUMS").write_bytes(b"x" * 1000)
    write_known(str(tmp_path / "checks"), b"mark", Known([], b"", b"", b"", b"", Kept()))
    tracemalloc.start()
    try:
        assert read_plain(str(tmp_path), "SHA256SUMS") == b"x" * 1000
        assert read_known(str(tmp_path / "checks"), b"other") is None
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_source_that_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page says that its source was edited where it was, and not where there was no descriptor to read it with."""
    assert read_now(str(tmp_path / "gone.py"), 100) is None
    (tmp_path / "there.py").write_bytes(b"x = 1\n")
    assert read_now(str(tmp_path / "there.py"), 3) == b"x ="
    monkeypatch.setattr(os, "open", fail)
    with pytest.raises(OSError, match="Too many open files"):
        read_now(str(tmp_path / "there.py"), 3)
