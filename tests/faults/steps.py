"""Everything a build makes last, counted: a process that ends, or meets an error, at the n-th such step.

No line of the product knows of this. `main` imports the product once and runs each build in a child of its own, in which
the calls that make something last (commit, write, sync, rename, remove) are counted:

    python steps.py < orders   (JSON a line: {"words": [...], "at": n, "how": "kill" | "ENOSPC" | ..., "is_lasting": bool})

and answers with JSON a line: {"code": exit code or minus the signal, "steps": count, "last": name of the last step,
"analysed": files whose facts came from a worker, "out": text, "err": text}.
"""

from __future__ import annotations

import builtins
import ctypes
import errno
import json
import os
import signal
import sqlite3
import sys
import tempfile
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
)


class Steps:
    """Counts steps, and at the chosen one ends the process or raises an error."""

    def __init__(self, at: int, how: str, is_lasting: bool, report: int) -> None:
        self.count = 0
        self._at, self._how, self._is_lasting = at, how, is_lasting
        self._report = report

    def step(self, name: str) -> None:
        self.count += 1
        os.pwrite(self._report, json.dumps([self.count, name]).encode().ljust(200), 0)
        if self.count == self._at or (self._is_lasting and self._at and self.count > self._at):
            if self._how == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            elif self._how:
                number = getattr(errno, self._how)
                if name.startswith("sql"):
                    raise sqlite3.OperationalError(
                        "database or disk is full" if self._how == "ENOSPC" else "disk I/O error"
                    )
                raise OSError(number, os.strerror(number), name)

    def install(self, kill_at_analysed: int = 0) -> None:
        for name in _CALLS:
            setattr(os, name, self._counted(getattr(os, name), f"os.{name}"))
        plain_open, os_open = builtins.open, os.open

        def counted_open(file: Any, mode: str = "r", *words: Any, **more: Any) -> Any:
            if isinstance(file, str) and any(letter in mode for letter in "wax+"):
                self.step(f"open {os.path.basename(file)}")
            return plain_open(file, mode, *words, **more)

        def counted_os_open(path: Any, flags: int, *words: Any, **more: Any) -> int:
            if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                self.step("os.open")
            return os_open(path, flags, *words, **more)

        builtins.open = counted_open  # type: ignore[assignment]
        os.open = counted_os_open  # type: ignore[assignment]
        self._install_in_databases()
        self._count_analysed(kill_at_analysed)
        library = ctypes.CDLL

        class Library:
            def __init__(inside, *words: Any, **more: Any) -> None:
                inside.real = library(*words, **more)

            def __getattr__(inside, name: str) -> Any:
                call = getattr(inside.real, name)
                return self._counted(call, f"libc.{name}") if name in _LIBRARY else call

        ctypes.CDLL = Library  # type: ignore[assignment, misc]

    def _install_in_databases(self) -> None:
        step = self.step

        class Counted(sqlite3.Connection):
            def execute(inside, statement: str, *words: Any) -> sqlite3.Cursor:
                if statement.lstrip().upper().startswith(_LASTING):
                    step(f"sql {statement.lstrip()[:30]}")
                return super().execute(statement, *words)

            def commit(inside) -> None:
                step("sql commit")
                super().commit()

        connect = sqlite3.connect

        def counted_connect(*words: Any, **more: Any) -> sqlite3.Connection:
            more.setdefault("factory", Counted)
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
            os.pwrite(self._report, str(count).encode().ljust(20), 200)
            if count == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)

        Cache.put = counted_put  # type: ignore[method-assign]

    def _counted(self, call: Callable[..., Any], name: str) -> Callable[..., Any]:
        def counted(*words: Any, **more: Any) -> Any:
            self.step(name)
            return call(*words, **more)

        return counted


def run_child(order: dict[str, Any]) -> dict[str, Any]:
    """Run one build in a child and say how it ended."""
    with (
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as said,
        tempfile.TemporaryFile() as counted,
    ):
        child = os.fork()
        if child == 0:
            os.dup2(said.fileno(), 2)
            os.dup2(out.fileno(), 1)
            code = 99
            try:
                if version := order.get("version"):
                    _pretend(version)
                Steps(
                    order.get("at", 0), order.get("how", ""), order.get("is_lasting", False), counted.fileno()
                ).install(order.get("kill_at_analysed", 0))
                from repobook.cli import main

                main(order["words"], standalone_mode=True)
            except SystemExit as end:
                code = end.code if isinstance(end.code, int) else 0
            except BaseException:
                import traceback

                os.write(2, traceback.format_exc().encode())
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        found = os.pread(counted.fileno(), 200, 0).decode().strip()
        steps, last = json.loads(found) if found else (0, "")
        analysed = int(os.pread(counted.fileno(), 20, 200).decode().strip() or 0)
        said.seek(0)
        err = said.read(100_000).decode(errors="replace")
        out.seek(0)
        text = out.read(100_000).decode(errors="replace")
    code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    return {"code": code, "steps": steps, "last": last, "analysed": analysed, "out": text, "err": err}


def _pretend(version: str) -> None:
    """Be another version of the product."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "repobook" and hasattr(module, "__version__"):
            module.__version__ = version  # type: ignore[attr-defined]


def main() -> None:
    import repobook.cli
    import repobook.config
    import repobook.pipeline  # noqa: F401 - paid once, not by each child

    for line in sys.stdin:
        print(json.dumps(run_child(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
