"""Everything a build makes last, counted: a process group that ends, or meets an error, at the n-th such step.

No line of the product knows of this. `main` imports the product once and runs each build in a child of its own, in which
the calls that make something last (commit, write, sync, rename, remove) are counted; so they are in all that the build
starts: the process that workers are copied from is started with the same counter, which stands in a file that all share.

    python steps.py < orders   (JSON a line: {"words": [...], "at": n, "how": "kill" | "ENOSPC" | ..., "is_lasting": bool,
                                "who": "" | "own" | "helpers" | "reads" | "asks"})

`at` counts the steps of all, those of the process that was asked to build, those of workers and its other helpers, what
helpers open to read, or what they ask a database. The order between processes may vary, so a number is a place somewhere in the build. Kill ends the
whole process group at once. It answers with JSON a line: {"code": exit code or minus the signal, "steps": {who: count},
"last": name of the last step, "struck": name of the step at which it went wrong, "analysed": files whose facts came from a
worker, "left": processes that outlived the build, "out": text, "err": text}.
"""

from __future__ import annotations

import builtins
import ctypes
import errno
import fcntl
import io
import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from typing import Any

# Statements that reach the disk; what is only prepared in memory is no step.
_LASTING = ("COMMIT", "BEGIN IMMEDIATE", "CREATE", "PRAGMA JOURNAL_MODE", "VACUUM")
_LIBRARY = ("syncfs", "renameat2")
_CALLS = (
    "rename",
    "replace",
    "unlink",
    "mkdir",
    "rmdir",
    "fsync",
    "fdatasync",
    "truncate",
    "ftruncate",
    "link",
    "sync",
    "sendfile",
    "copy_file_range",
)
_WRITES = ("write", "pwrite")  # of a file; what goes to a socket, pipe or terminal does not last
_WHO = ("own", "helpers", "reads", "asks")
_STATE, _ANALYSED = 400, 20  # bytes of what the processes share
_SECONDS = 20.0  # until all that belong to a build that has ended must have ended
_NURSERY = "raise_workers("


class Steps:
    """Counts steps, and at the chosen one ends the process group or raises an error."""

    def __init__(self, at: int, how: str, is_lasting: bool, who: str, report: int, build: int) -> None:
        self._at, self._how, self._is_lasting, self._who = at, how, is_lasting, who
        self._report = report
        self._build = build  # the process that was asked to build; all others help
        self._plain_pwrite = os.pwrite
        self._renew_lock()
        os.register_at_fork(after_in_child=self._renew_lock)

    def _renew_lock(self) -> None:
        """A thread may hold the lock that is none of a process that was just copied."""
        self._lock = threading.Lock()

    @property
    def _helps(self) -> bool:
        return os.getpid() != self._build

    def step(self, name: str, who: str = "") -> None:
        who = who or ("helpers" if self._helps else "own")
        with self._lock:
            fcntl.lockf(self._report, fcntl.LOCK_EX)
            try:
                counts, _, struck = read_state(self._report)
                counts[who] += 1
                count = counts[self._who] if self._who else counts["own"] + counts["helpers"]
                is_counted = who == self._who if self._who else who in ("own", "helpers")
                strikes = (is_counted and count == self._at) or (self._is_lasting and 0 < self._at < count)
                if strikes and not struck:
                    struck = name
                stated = json.dumps([counts, name[-100:], struck[-100:]])
                self._plain_pwrite(self._report, stated.encode().ljust(_STATE), 0)
            finally:
                fcntl.lockf(self._report, fcntl.LOCK_UN)
        if strikes:
            self._strike(name)

    def _strike(self, name: str) -> None:
        if self._how == "kill":
            os.killpg(0, signal.SIGKILL)
            signal.pause()
        elif self._how:
            number = getattr(errno, self._how)
            if name.startswith("sql"):
                is_full = self._how == "ENOSPC"
                raise sqlite3.OperationalError("database or disk is full" if is_full else "disk I/O error")
            raise OSError(number, os.strerror(number), name)

    def install(self, kill_at_analysed: int = 0) -> None:
        for name in _CALLS:
            setattr(os, name, self._counted(getattr(os, name), f"os.{name}"))
        for name in _WRITES:
            setattr(os, name, self._counted_write(getattr(os, name), f"os.{name}"))
        self._install_in_files()
        self._install_in_databases()
        if not self._helps:
            self._install_in_nurseries()
            self._count_analysed(kill_at_analysed)
        library = ctypes.CDLL

        class Library:
            def __init__(inside, *words: Any, **more: Any) -> None:
                inside.real = library(*words, **more)

            def __getattr__(inside, name: str) -> Any:
                call = getattr(inside.real, name)
                return self._counted(call, f"libc.{name}") if name in _LIBRARY else call

        ctypes.CDLL = Library  # type: ignore[assignment, misc]

    def _install_in_files(self) -> None:
        step = self.step
        plain_open, os_open = builtins.open, os.open

        class Counted(io.FileIO):
            def write(inside, data: Any) -> int | None:
                step("write")
                return super().write(data)

        def counted_open(file: Any, mode: str = "r", buffering: int = -1, *words: Any, **more: Any) -> Any:
            is_written = any(letter in mode for letter in "wax+")
            if isinstance(file, int):
                is_written = is_written and stat.S_ISREG(os.fstat(file).st_mode)
            elif is_written or self._helps:
                step(f"open {mode} {os.path.basename(os.fsdecode(file))}", "" if is_written else "reads")
            if not is_written:
                return plain_open(file, mode, buffering, *words, **more)
            kept = {name: more.pop(name) for name in ("closefd", "opener") if name in more}
            raw = Counted(file, mode.replace("b", "").replace("t", ""), **kept)
            if "b" in mode:
                if buffering == 0:
                    return raw
                return io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
            return io.TextIOWrapper(io.BufferedWriter(raw), *words, **more)

        def counted_os_open(path: Any, flags: int, *words: Any, **more: Any) -> int:
            is_written = bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
            if is_written or self._helps:
                step(f"os.open {os.path.basename(os.fsdecode(path))}", "" if is_written else "reads")
            return os_open(path, flags, *words, **more)

        builtins.open = counted_open
        os.open = counted_os_open  # type: ignore[assignment]

    def _install_in_nurseries(self) -> None:
        """Have the process that workers are copied from count, too; it stays in the group of those that are killed at once."""
        popen = subprocess.Popen

        def counted_popen(words: list[str], **more: Any) -> Any:
            if _NURSERY in words[-1]:
                terms = [self._at, self._how, self._is_lasting, self._who, self._report, self._build]
                words = [words[0], "-B", __file__, json.dumps(terms), words[-1]]
                more |= {"pass_fds": [*more["pass_fds"], self._report], "start_new_session": False}
            return popen(words, **more)

        subprocess.Popen = counted_popen  # type: ignore[assignment, misc]

    def _install_in_databases(self) -> None:
        step = self.step

        class Counted(sqlite3.Connection):
            def execute(inside, statement: str, *words: Any) -> sqlite3.Cursor:
                if self._helps:
                    step(f"sql {statement.lstrip()[:60]}", "asks")
                elif statement.lstrip().upper().startswith(_LASTING):
                    step(f"sql {statement.lstrip()[:30]}")
                return super().execute(statement, *words)

            def commit(inside) -> None:
                step("sql commit")
                super().commit()

        connect = sqlite3.connect

        def counted_connect(*words: Any, **more: Any) -> sqlite3.Connection:
            more.setdefault("factory", Counted)
            if self._helps:
                step("sql connect", "reads")
            return connect(*words, **more)

        sqlite3.connect = counted_connect  # type: ignore[assignment]

    def _count_analysed(self, kill_at: int) -> None:
        from repobook.store import Cache

        put = Cache.put
        count = 0

        def counted_put(cache: Cache, key: bytes, facts: bytes) -> None:
            nonlocal count
            put(cache, key, facts)
            count += 1
            self._plain_pwrite(self._report, str(count).encode().ljust(_ANALYSED), _STATE)
            if count == kill_at:
                os.killpg(0, signal.SIGKILL)

        Cache.put = counted_put  # type: ignore[method-assign]

    def _counted(self, call: Callable[..., Any], name: str) -> Callable[..., Any]:
        def counted(*words: Any, **more: Any) -> Any:
            self.step(name)
            return call(*words, **more)

        return counted

    def _counted_write(self, call: Callable[..., Any], name: str) -> Callable[..., Any]:
        def counted(descriptor: int, *words: Any) -> Any:
            if stat.S_ISREG(os.fstat(descriptor).st_mode) and descriptor > 2:
                self.step(name)
            return call(descriptor, *words)

        return counted


def read_state(report: int) -> tuple[dict[str, int], str, str]:
    """Return the steps of each, the last of all, and the one at which it went wrong."""
    found = os.pread(report, _STATE, 0).decode().strip()
    counts, last, struck = json.loads(found) if found else (dict.fromkeys(_WHO, 0), "", "")
    return counts, last, struck


def run_child(order: dict[str, Any]) -> dict[str, Any]:
    """Run one build in a child and say how it ended."""
    with (
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as said,
        tempfile.TemporaryFile() as counted,
    ):
        child = os.fork()
        if child == 0:
            os.setpgid(0, 0)
            os.dup2(said.fileno(), 2)
            os.dup2(out.fileno(), 1)
            code = 99
            try:
                if version := order.get("version"):
                    _pretend(version)
                Steps(
                    order.get("at", 0), order.get("how", ""), order.get("is_lasting", False), order.get("who", ""),
                    counted.fileno(), os.getpid(),
                ).install(order.get("kill_at_analysed", 0))  # fmt: skip
                from repobook.cli import main

                main(order["words"], standalone_mode=True)
            except SystemExit as end:
                code = end.code if isinstance(end.code, int) else 0
            except BaseException:
                import traceback

                print(traceback.format_exc(), file=sys.stderr, flush=True)
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        left = _wait_for_all(child)
        counts, last, struck = read_state(counted.fileno())
        analysed = int(os.pread(counted.fileno(), _ANALYSED, _STATE).decode().strip() or 0)
        said.seek(0)
        err = said.read(100_000).decode(errors="replace")
        out.seek(0)
        text = out.read(100_000).decode(errors="replace")
    code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    return {
        "code": code, "steps": counts, "last": last, "struck": struck, "analysed": analysed, "left": left, "out": text,
        "err": err,
    }  # fmt: skip


def _wait_for_all(group: int) -> int:
    """Wait for the processes that a build has left, which are ours now; return how many did not end by themselves."""
    left = 0
    end = time.monotonic() + _SECONDS
    while True:
        try:
            ended, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return left
        left += bool(ended) and end == 0
        if not ended and end and time.monotonic() > end:
            end = 0.0
            os.killpg(group, signal.SIGKILL)
        elif not ended:
            time.sleep(0.002)


def _pretend(version: str) -> None:
    """Be another version of the product."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "repobook" and hasattr(module, "__version__"):
            module.__version__ = version  # type: ignore[attr-defined]


def main() -> None:
    if len(sys.argv) > 1:  # workers are copied from this process
        Steps(*json.loads(sys.argv[1])).install()
        exec(sys.argv[2], {})
        return
    import repobook.cli
    import repobook.config
    import repobook.pipeline  # noqa: F401 - paid once, not by each child

    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: orphans of a build come to us
    for line in sys.stdin:
        print(json.dumps(run_child(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
