"""A small supervisor of worker processes. One lease is one known file, so one bad file costs one file.

A worker receives bytes and returns bytes. The parent never blocks on a worker: sockets are non-blocking here, so a
worker that hangs in C code can still be killed. A worker that dies or exceeds its time takes down only the lease it was
working on; that lease is tried once more, alone in a fresh worker, and then reported.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import socket
import struct
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from repobook.errors import WorkerError

HEADER = struct.Struct("<BQI")
OK, FAILED, MEMORY, READY, BROKEN = 0, 1, 2, 3, 4
PREPARE = 255  # instead of an operation: load what others need
QUEUED = 3  # leases a worker may hold, the running one included
HARD_SECONDS = 30.0
OWN_SECONDS = (
    6 * 3600.0
)  # for what reads no file of the repository: as long as its size asks for, on a busy machine, too
MAX_RESULT = 256 * 1024 * 1024
MAX_ADDRESS_SPACE = 3 * 1024**3
RECYCLE_AFTER = (
    20_000  # a new worker compiles its queries anew: seconds; memory stays the same over thousands of files
)
MAX_START_FAILURES = 5


@dataclass(slots=True)
class Job:
    """One lease: what to do, and with which bytes."""

    id: int
    operation: int
    payload: bytes
    seconds: float = HARD_SECONDS
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    job: int
    payload: bytes = b""
    failure: str = ""  # "parse_timeout", "parse_crash", "parse_memory"; "" when it worked
    detail: str = ""


@dataclass(slots=True, eq=False)
class _Worker:
    process: subprocess.Popen[bytes]
    link: socket.socket
    leases: deque[Job] = field(default_factory=deque)
    outgoing: bytearray = field(default_factory=bytearray)
    incoming: bytearray = field(default_factory=bytearray)
    deadline: float = 0.0
    done: int = 0
    is_ready: bool = False
    is_alone: bool = False


class Pool:
    """Keeps `count` workers busy. Results come back in any order."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._workers: list[_Worker] = []
        self._selector = selectors.DefaultSelector()
        self._waiting: deque[Job] = deque()
        self._retries: deque[Job] = deque()
        self._results: deque[Result] = deque()
        self._start_failures = 0
        self._last_tick = time.monotonic()
        self.deaths = 0

    def __enter__(self) -> Pool:
        for _ in range(self._count):
            self._start()
        return self

    def __exit__(self, *exception: object) -> None:
        for worker in self._workers:
            self._stop(worker)
        self._workers.clear()
        self._selector.close()

    def renew(self, count: int) -> None:
        """Have `count` fresh workers. Those that have worked hold memory that nobody needs any more; nothing may be pending."""
        assert not self.pending
        for worker in self._workers:
            self._stop(worker)
        self._workers.clear()
        self._count = count
        for _ in range(count):
            self._start()

    @property
    def pending(self) -> int:
        return len(self._waiting) + len(self._retries) + sum(len(worker.leases) for worker in self._workers)

    @property
    def has_room(self) -> bool:
        """Tell whether another job would be worked on soon. Producers stop while it is false."""
        return self.pending < self._count * (QUEUED + 1)

    def submit(self, job: Job) -> None:
        self._waiting.append(job)
        self._assign()

    def prepare(self, *operations: int) -> None:
        """Have idle workers load what these operations need, while others work. Nobody waits for it, and nothing comes of it."""
        for worker in self._workers:
            if not worker.leases and not worker.is_alone:
                worker.outgoing += HEADER.pack(PREPARE, 0, len(operations)) + bytes(operations)
                self._send(worker)

    def collect(self, timeout_seconds: float = 0.0) -> Iterator[Result]:
        """Yield the results that are there; wait at most `timeout_seconds` for the first."""
        self._poll(timeout_seconds if not self._results else 0.0)
        while self._results:
            yield self._results.popleft()

    def drain(self) -> Iterator[Result]:
        """Yield results until nothing is pending."""
        while self.pending or self._results:
            yield from self.collect(0.5)

    def _start(self, is_alone: bool = False) -> _Worker:
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            with contextlib.suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        paths = os.pathsep.join(path for path in sys.path if path)
        environment = {
            "PYTHONPATH": paths,
            "PYTHONHASHSEED": "0",
            "LC_ALL": "C.UTF-8",
            "PATH": "/usr/bin:/bin",
            # Trees are large and short-lived: giving their memory back after every file costs a tenth of the time.
            "MALLOC_TRIM_THRESHOLD_": str(1 << 30),
            "MALLOC_MMAP_THRESHOLD_": str(1 << 30),
            "MALLOC_TOP_PAD_": str(1 << 26),
        }
        command = [sys.executable, "-B", "-c", f"from repobook.work import serve; serve({theirs.fileno()})"]
        try:
            process = subprocess.Popen(
                command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, env=environment, cwd="/", start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            ours.close()
            raise WorkerError(
                f"cannot start a worker process: {error.strerror}. Check the limits on processes and memory."
            ) from error
        finally:
            theirs.close()
        ours.setblocking(False)
        worker = _Worker(process, ours, deadline=time.monotonic() + 60, is_alone=is_alone)
        self._selector.register(ours, selectors.EVENT_READ, worker)
        self._workers.append(worker)
        return worker

    def _stop(self, worker: _Worker) -> int:
        """End a worker, if it has not ended; return how many bytes of memory it had at most (0: not known)."""
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(worker.link)
        worker.link.close()
        process = worker.process
        if process.returncode is not None:
            return 0
        try:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if not ended:
                os.kill(process.pid, signal.SIGKILL)
                _, status, usage = os.wait4(process.pid, 0)
        except ChildProcessError:  # somebody else has waited for it
            process.wait()
            return 0
        process.returncode = os.waitstatus_to_exitcode(status)
        return usage.ru_maxrss * 1024

    def _assign(self) -> None:
        """Give waiting jobs to workers with room; a job that killed a worker gets one of its own."""
        while self._retries and not any(worker.is_alone for worker in self._workers):
            job = self._retries.popleft()
            worker = self._start(is_alone=True)
            self._lease(worker, job)
        for worker in self._workers:
            while self._waiting and not worker.is_alone and len(worker.leases) < QUEUED:
                self._lease(worker, self._waiting.popleft())

    def _lease(self, worker: _Worker, job: Job) -> None:
        if not worker.leases and worker.is_ready:
            worker.deadline = time.monotonic() + job.seconds
        worker.leases.append(job)
        worker.outgoing += HEADER.pack(job.operation, job.id, len(job.payload))
        worker.outgoing += job.payload
        self._send(worker)

    def _send(self, worker: _Worker) -> None:
        if worker.outgoing:
            try:
                sent = worker.link.send(memoryview(worker.outgoing)[: 1 << 20])
                del worker.outgoing[:sent]
            except BlockingIOError:
                pass
            except OSError:
                return  # a dead worker is noticed when it is read
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if worker.outgoing else 0)
        if self._selector.get_key(worker.link).events != events:
            self._selector.modify(worker.link, events, worker)

    def _poll(self, timeout_seconds: float) -> None:
        now = time.monotonic()
        if now - self._last_tick > 5.0:
            # We were stopped, or asleep with the machine: no lease may pay for that.
            for worker in self._workers:
                worker.deadline += now - self._last_tick
        for key, events in self._selector.select(timeout_seconds):
            worker = key.data
            if events & selectors.EVENT_WRITE:
                self._send(worker)
            if events & selectors.EVENT_READ:
                self._receive(worker)
        now = self._last_tick = time.monotonic()
        for worker in list(self._workers):
            if worker.leases and now > worker.deadline:
                limit = f"no answer within {worker.leases[0].seconds:g} s"
                self._lose(worker, "parse_timeout", limit)
        self._assign()

    def _receive(self, worker: _Worker) -> None:
        try:
            data = worker.link.recv(1 << 20)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._lose(worker, "parse_crash", "")
            return
        worker.incoming += data
        while len(worker.incoming) >= HEADER.size:
            status, job_id, size = HEADER.unpack_from(worker.incoming)
            if status == READY:
                worker.is_ready = True
                self._start_failures = 0
                self._set_deadline(worker)
                del worker.incoming[: HEADER.size]
                continue
            if size > MAX_RESULT or not worker.leases or worker.leases[0].id != job_id or status > BROKEN:
                self._lose(worker, "parse_crash", "its worker gave a wrong answer")
                return
            if len(worker.incoming) < HEADER.size + size:
                return
            payload = bytes(memoryview(worker.incoming)[HEADER.size : HEADER.size + size])
            if status == MEMORY and not worker.is_alone:
                # It may hold what others left there.
                self._lose(worker, "parse_memory", payload.decode(errors="replace"))
                return
            del worker.incoming[: HEADER.size + size]
            job = worker.leases.popleft()
            worker.done += 1
            self._set_deadline(worker)
            self._finish(worker, job, status, payload)
            if worker.is_alone or (worker.done >= RECYCLE_AFTER and not worker.leases):
                self._retire(worker)
                return

    def _set_deadline(self, worker: _Worker) -> None:
        """The worker turns to its next lease now: that one's time begins."""
        if worker.leases:
            worker.deadline = time.monotonic() + worker.leases[0].seconds

    def _finish(self, worker: _Worker, job: Job, status: int, payload: bytes) -> None:
        if status == BROKEN:
            detail = payload.decode(errors="replace")
            raise WorkerError(f"this installation is not complete: {detail}. Install repobook again.")
        if status == OK:
            self._results.append(Result(job.id, payload))
        else:
            failure = "parse_memory" if status == MEMORY else "parse_crash"
            self._results.append(Result(job.id, failure=failure, detail=payload.decode(errors="replace")))

    def _retire(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        self._stop(worker)
        if not worker.is_alone:
            self._start()

    def _lose(self, worker: _Worker, failure: str, detail: str) -> None:
        """A worker died or must die: its running lease pays, the others go back to the queue."""
        if not worker.is_ready and failure == "parse_crash":
            self._start_failures += 1
            if self._start_failures >= MAX_START_FAILURES:
                raise WorkerError(
                    "worker processes die as soon as they start. Reinstall repobook, or check the limits on memory."
                )
            suspects = 0
        else:
            suspects = 1
        self.deaths += 1
        self._workers.remove(worker)
        peak = self._stop(worker)
        code = worker.process.returncode
        if not detail:
            name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            detail = f"its worker ended with {name}"
            if code < 0 and peak > MAX_ADDRESS_SPACE // 2:
                # A grammar that gets no more memory aborts; the system kills what takes too much.
                failure, detail = "parse_memory", f"{detail} when it had {peak >> 20:,} MB of memory"
        leases = list(worker.leases)
        for job in leases[suspects:][::-1]:
            self._waiting.appendleft(job)
        for job in leases[:suspects]:
            job.tries += 1
            if job.tries < 2:
                self._retries.append(job)
            else:
                self._results.append(Result(job.id, failure=failure, detail=detail))
        if not worker.is_alone:
            self._start()
