#!/usr/bin/env python3
"""Stands in for a worker process: does what workers do, and goes wrong where a file asks for it."""

from __future__ import annotations

import ctypes
import os
import re
import signal
import socket
import sys
import time
from collections.abc import Callable

from repobook import nursery, work
from repobook.workers import HEADER, MAX_ADDRESS_SPACE, MAX_RESULT

NURSERY = int(re.findall(r"raise_workers\((\d+)\)", sys.argv[-1])[0])
OTHER_JOB = 2**60


class Noting:
    """Reads headers as they are read, and remembers which job is asked for, and where."""

    size, pack = HEADER.size, HEADER.pack
    job = 0
    descriptor = 0

    def unpack(self, data: bytes) -> tuple[int, int, int]:
        operation, Noting.job, size = HEADER.unpack(data)
        return operation, Noting.job, size


def answer(data: bytes) -> None:
    """Say something out of turn, and wait to be judged."""
    with socket.socket(fileno=os.dup(Noting.descriptor)) as link:
        link.sendall(data)
    time.sleep(60)


def run_out_of_memory() -> None:
    """Ask for more than a worker may have, and less than the machine has: nothing of it is ever touched."""
    bytearray(MAX_ADDRESS_SPACE + (1 << 30))


def swell() -> None:
    """Take memory and use it, then end as a grammar does that gets no more."""
    taken = bytearray(150 << 20)
    taken[::4096] = b"x" * len(taken[::4096])
    os.abort()


FAULTS: dict[bytes, Callable[[], object]] = {
    b"please crash": lambda: ctypes.string_at(0),
    b"please abort": os.abort,
    b"please be killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    b"please exit": lambda: os._exit(0),
    b"please hang": lambda: time.sleep(1000),
    b"please raise": lambda: {}["missing"],
    b"please recurse": lambda: sys.getrecursionlimit() and (lambda f: f(f))(lambda f: f(f)),
    b"please eat": run_out_of_memory,
    b"please swell": swell,
    b"please babble": lambda: answer(b"\xfe" * 100_000),
    b"please mistake": lambda: answer(HEADER.pack(work.OK, OTHER_JOB, 3) + b"abc"),
    b"please flood": lambda: answer(HEADER.pack(work.OK, Noting.job, MAX_RESULT + 1)),
}


def halt(payload: bytes) -> None:
    """Say in the file that is named that we are at it, and go no further: until we are killed, or until we are continued."""
    named = re.search(rb"please (wait|be stopped): (\S+)", payload)
    if named:
        with open(named[2], "ab") as marker:
            marker.write(b"%d\n" % os.getpid())
        if named[1] == b"wait":
            time.sleep(1000)
        os.kill(os.getpid(), signal.SIGSTOP)


def stumble(payload: bytes) -> None:
    """Be killed by a file that names a marker, or lack memory for it, unless the marker is there already."""
    named = re.search(rb"please (stumble|lack): (\S+)", payload)
    if named and not os.path.exists(named[2]):
        open(named[2], "w").close()
        if named[1] == b"lack":
            raise MemoryError
        os.kill(os.getpid(), signal.SIGKILL)


def make_faulty(make: Callable[[], Callable[[bytes], bytes]]) -> Callable[[], Callable[[bytes], bytes]]:
    def made() -> Callable[[bytes], bytes]:
        work_on = make()

        def work_or_fail(payload: bytes) -> bytes:
            halt(payload)
            stumble(payload)
            for words, fail in FAULTS.items():
                if words in payload:
                    fail()
            result = work_on(payload)
            if b"please repeat" in payload:
                with socket.socket(fileno=os.dup(Noting.descriptor)) as link:
                    link.sendall(HEADER.pack(work.OK, Noting.job, len(result)) + result)
            return result

        return work_or_fail

    return made


serve = work.serve


def serve_noted(descriptor: int, loaded: dict[int, Callable[[bytes], bytes]]) -> None:
    Noting.descriptor = descriptor
    serve(descriptor, loaded)


work.serve = serve_noted  # type: ignore[assignment]
work.HEADER = Noting()  # type: ignore[assignment]
work.make_analyze = make_faulty(work.make_analyze)
nursery.raise_workers(NURSERY)
