"""A small supervisor of worker processes. One lease is one known file, so one bad file costs one file.

A worker receives bytes and returns bytes. The parent never blocks on a worker: sockets are non-blocking here, so a
worker that hangs in C code can still be killed. A worker that dies or exceeds its time takes down only the lease it was
working on; that lease is tried once more, alone in a fresh worker, and then reported. Workers are copies of a process that
has loaded what they need (`nursery.py`).
"""

from __future__ import annotations

import contextlib
import selectors
import signal
import socket
import struct
import time
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from repobook.errors import WorkerError
from repobook.nursery import SHELTER, Child, Nursery

HEADER = struct.Struct("<BQI")
ANALYZE, RENDER, REFER, INDEX, SHELVE = 0, 1, 2, 3, 4  # what a worker can do
OK, FAILED, MEMORY, READY, BROKEN = 0, 1, 2, 3, 4  # how it answers
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
MOST_TAUGHT = 8  # languages that a process gets ready to read between two builds, or where workers keep dying
MANY_DEATHS = 3  # of workers in a build: a file that ends its worker ends two


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
    process: Child
    link: socket.socket
    leases: deque[Job] = field(default_factory=deque)
    outgoing: bytearray = field(default_factory=bytearray)
    incoming: bytearray = field(default_factory=bytearray)
    deadline: float = 0.0
    waited: float = 0.0  # seconds for a processor, until its lease began, or its time was looked at
    done: int = 0
    is_ready: bool = False
    is_alone: bool = False


def seconds_waited(process: int) -> float:
    """Return for how long a process was ready to run and had no processor; 0 where the system does not tell."""
    try:
        with open(f"/proc/{process}/schedstat", encoding="ascii") as stream:
            return int(stream.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


class Pool:
    """Keeps `count` workers busy. Results come back in any order."""

    def __init__(self, count: int, *operations: int) -> None:
        """`operations` are what the first workers will be asked for. They are started when there is something to do."""
        self._count = count
        self._workers: list[_Worker] = []
        self._nursery: Nursery | None = None
        self._nurseries: list[Nursery] = []
        self._loaded = list(operations)
        self._languages: Counter[str] = Counter()
        self._selector = selectors.DefaultSelector()
        self._waiting: deque[Job] = deque()
        self._retries: deque[Job] = deque()
        self._results: deque[Result] = deque()
        self._start_failures = 0
        self._last_tick = time.monotonic()
        self.deaths = 0

    def __enter__(self) -> Pool:
        self._raise()
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def release(self) -> None:
        """Tell all workers to end; `close` waits until they have. Nobody may be asked any more."""
        if not SHELTER.is_open:
            for nursery in self._nurseries:
                nursery.release()

    def close(self) -> None:
        """End all workers. Nobody may be asked any more."""
        if self._nursery is not None and SHELTER.is_open:
            for worker in self._workers:
                self._stop(worker)
            if SHELTER.give(self._nursery):
                for language, _ in self._languages.most_common(MOST_TAUGHT):
                    self._nursery.teach(language)
                self._nurseries.remove(self._nursery)
        self._nursery = None
        for nursery in self._nurseries:
            nursery.close()
        for worker in self._workers:  # those whose nursery was lost are still there
            self._stop(worker)
        self._workers.clear()
        self._nurseries.clear()
        self._selector.close()

    def read(self, number: int, language: str, payload: bytes) -> None:
        """Have a file of a language analysed. Workers of the next build will be ready to read it, where there is one."""
        self._languages[language] += 1
        self.submit(Job(number, ANALYZE, payload, HARD_SECONDS))

    def limit(self, count: int) -> None:
        """Have no more than `count` workers, unless there are more already."""
        self._count = count

    def renew(self, count: int, *operations: int) -> None:
        """Have `count` fresh workers that have loaded what these operations need.

        Those that have worked hold memory that nobody needs any more; nothing may be pending.
        """
        assert not self.pending
        for worker in self._workers:
            self._stop(worker)
        self._workers.clear()
        self._count = count
        self.prepare(*operations)

    def prepare(self, *operations: int) -> None:
        """Have what these operations need loaded for workers that are started later. Nobody waits for it."""
        self._loaded += operations
        self._raise().load(*operations)

    def _raise(self) -> Nursery:
        """Return what workers are copied from. One that was lost has a successor; its workers go on."""
        if self._nursery is None or self._nursery.is_lost:
            self._nursery = SHELTER.take()
            self._nurseries.append(self._nursery)
            self._nursery.load(*self._loaded)
        return self._nursery

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
        nursery = self._raise()
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            with contextlib.suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        child = nursery.fork(theirs)
        theirs.close()
        ours.setblocking(False)
        worker = _Worker(child, ours, deadline=time.monotonic() + 60, is_alone=is_alone)
        self._selector.register(ours, selectors.EVENT_READ, worker)
        self._workers.append(worker)
        return worker

    def _stop(self, worker: _Worker) -> int:
        """End a worker, if it has not ended; return how many bytes of memory it had at most (0: not known)."""
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(worker.link)
        peak = worker.process.end(worker.link)
        worker.link.close()
        return peak

    def _teach(self) -> None:
        """Workers keep dying, and each that follows gets ready for every language anew: have one more of them learnt before."""
        nursery = self._raise()
        for language, _ in self._languages.most_common(MOST_TAUGHT):
            if nursery.teach(language):
                return  # who is copied waits until it is learnt

    def _assign(self) -> None:
        """Give waiting jobs to workers with room; a job that killed a worker gets one of its own."""
        while self._retries and not any(worker.is_alone for worker in self._workers):
            job = self._retries.popleft()
            worker = self._start(is_alone=True)
            self._lease(worker, job)
        if self._waiting:
            while sum(not worker.is_alone for worker in self._workers) < self._count:
                self._start()
        for worker in self._workers:
            while self._waiting and not worker.is_alone and len(worker.leases) < QUEUED:
                self._lease(worker, self._waiting.popleft())

    def _lease(self, worker: _Worker, job: Job) -> None:
        worker.leases.append(job)
        if len(worker.leases) == 1 and worker.is_ready:
            self._set_deadline(worker)
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
        for key, events in self._selector.select(timeout_seconds):
            worker = key.data
            if events & selectors.EVENT_WRITE:
                self._send(worker)
            if events & selectors.EVENT_READ:
                self._receive(worker)
        now = time.monotonic()
        if now - self._last_tick > 5.0:
            # We were stopped, or asleep with the machine, most likely while we waited: no lease may pay for that.
            for worker in self._workers:
                worker.deadline += now - self._last_tick
        self._last_tick = now
        for worker in list(self._workers):
            if worker.leases and now > worker.deadline and now > self._put_off(worker):
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
            if status == READY and not worker.is_ready:
                worker.is_ready = True
                worker.process.pid = job_id
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
            worker.waited = seconds_waited(worker.process.pid)

    def _put_off(self, worker: _Worker) -> float:
        """Give a worker the time back for which it could not run because others did; return when its time is over."""
        waited = seconds_waited(worker.process.pid)
        worker.deadline += max(0.0, waited - worker.waited)
        worker.waited = waited
        return worker.deadline

    def _finish(self, worker: _Worker, job: Job, status: int, payload: bytes) -> None:
        if status == BROKEN:
            raise WorkerError(payload.decode(errors="replace"))
        if status == OK:
            self._results.append(Result(job.id, payload))
        else:
            failure = "parse_memory" if status == MEMORY else "parse_crash"
            self._results.append(Result(job.id, failure=failure, detail=payload.decode(errors="replace")))

    def _retire(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        self._stop(worker)

    def _lose(self, worker: _Worker, failure: str, detail: str) -> None:
        """A worker died or must die: its running lease pays, the others go back to the queue."""
        if not worker.is_ready and failure == "parse_crash":
            self._start_failures += 1
            if self._start_failures >= MAX_START_FAILURES:
                raise WorkerError(
                    "worker processes die as soon as they start. Reinstall repobook, or check the limits on memory and processes."
                )
            suspects = 0
        else:
            suspects = 1
        self.deaths += 1
        self._workers.remove(worker)
        peak = self._stop(worker)
        code = worker.process.returncode or 0
        if not detail:
            name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            detail = f"its worker ended with {name}"
            if code < 0 and peak > MAX_ADDRESS_SPACE // 2:
                # A grammar that gets no more memory aborts; the system kills what takes too much.
                failure, detail = "parse_memory", f"{detail} when it had {peak >> 20:,} MB of memory"
        if self.deaths >= MANY_DEATHS:
            self._teach()
        leases = list(worker.leases)
        for job in leases[suspects:][::-1]:
            self._waiting.appendleft(job)
        for job in leases[:suspects]:
            job.tries += 1
            if job.tries < 2:
                self._retries.append(job)
            else:
                self._results.append(Result(job.id, failure=failure, detail=detail))
