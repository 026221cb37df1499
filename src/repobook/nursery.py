"""A process that workers are copied from: what they have in common is loaded once, not once in each of them.

It is started as a program of its own, with a bare environment, and never reads a byte of the repository: it loads our code,
makes copies of itself, and ends them. A copy is as fresh as a process that has just loaded the same. There is one thread in
it, so a copy is whole.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Callable

from repobook.errors import WorkerError

# What to do, with which child, and a row of operations.
_COMMAND = struct.Struct("<BI8s")
_LOAD, _FORK, _STOP, _TEACH = 0, 1, 2, 3  # the last is followed by so many bytes of a name as its number says
_NONE = 255  # no operation
_ENDED = struct.Struct("<iQ")  # status of a process, bytes of memory that it had at most
_SECONDS = 60.0  # for an answer: it may be loading
_LOST = -signal.SIGKILL, 0


class Child:
    """A worker process: which one of its nursery, and its number, when it has said so."""

    def __init__(self, nursery: Nursery, number: int) -> None:
        self._nursery = nursery
        self._number = number
        self._peak = 0
        self.pid = 0
        self.returncode: int | None = None

    def kill(self) -> None:
        if self.pid:  # 0 would be all of us
            os.kill(self.pid, signal.SIGKILL)

    def end(self, link: socket.socket) -> int:
        """End it, if it has not ended; return how many bytes of memory it had at most (0: not known). `link` leads to it."""
        if self.returncode is None:
            ended = self._nursery.stop(self._number)
            if ended is None and _is_open(link):  # so it lives, and its number is nobody else's
                with contextlib.suppress(OSError):
                    self.kill()
            self.returncode, self._peak = ended or _LOST
        return self._peak


class Nursery:
    """Starts such a process, and speaks to it."""

    def __init__(self) -> None:
        self._count = 0
        self._taught: set[str] = set()
        self.is_lost = False
        self.program = _program()
        self._link, theirs = socket.socketpair()
        self._link.settimeout(_SECONDS)
        environment = {
            "PYTHONPATH": self.program[1],
            "PYTHONHASHSEED": "0",
            "LC_ALL": "C.UTF-8",
            "PATH": "/usr/bin:/bin",
            # Trees are large and short-lived: giving their memory back after every file costs a tenth of the time.
            "MALLOC_TRIM_THRESHOLD_": str(1 << 30),
            "MALLOC_MMAP_THRESHOLD_": str(1 << 30),
            "MALLOC_TOP_PAD_": str(1 << 26),
        }
        # It ends at once: to take apart all that was loaded is of no use to anybody.
        code = f"import os; from repobook.nursery import raise_workers; raise_workers({theirs.fileno()}); os._exit(0)"
        try:
            self._process = subprocess.Popen(
                [self.program[0], "-B", "-c", code], pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, cwd="/", start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            self._link.close()
            raise WorkerError(
                f"cannot start a worker process: {error.strerror}. Check the limits on processes and memory."
            ) from error
        finally:
            theirs.close()

    @property
    def has_ended(self) -> bool:
        return self.is_lost or self._process.poll() is not None

    def load(self, *operations: int) -> None:
        """Have it load what these operations need, for those that are copied afterwards. Nobody waits for it."""
        self._tell(_LOAD, 0, operations)

    def teach(self, language: str) -> bool:
        """Have it get ready to read a language, for those that are copied afterwards. Nobody waits for it. Tell whether it is new."""
        name = language.encode()
        if language in self._taught:
            return False
        self._taught.add(language)
        self._tell(_TEACH, len(name), (), None, name)
        return True

    def fork(self, link: socket.socket) -> Child:
        """Have it make a copy that serves at `link`. Where it cannot, nobody does."""
        self._count += 1
        self._tell(_FORK, self._count, (), [link.fileno()])
        return Child(self, self._count)

    def stop(self, number: int) -> tuple[int, int] | None:
        """End a copy; return its exit code, and its memory at most. None where there is no nursery any more."""
        self._tell(_STOP, number)
        data = b""
        with contextlib.suppress(OSError):
            while not self.is_lost and len(data) < _ENDED.size:
                part = self._link.recv(_ENDED.size - len(data))
                self.is_lost = not part
                data += part
        if len(data) < _ENDED.size:
            self.is_lost = True
            return None
        status, peak = _ENDED.unpack(data)
        return os.waitstatus_to_exitcode(status), peak

    def release(self) -> None:
        """Tell it to end, with all that were copied from it. Nobody waits for it."""
        with contextlib.suppress(OSError):
            self._link.shutdown(socket.SHUT_RDWR)  # somebody else may have the link, too
        self._link.close()

    def close(self) -> None:
        """End it, and all that were copied from it."""
        self.release()
        if not self._count:  # it holds nobody, and may be loading
            self._process.kill()
        try:
            self._process.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _tell(
        self,
        what: int,
        number: int,
        operations: tuple[int, ...] = (),
        descriptors: list[int] | None = None,
        name: bytes = b"",
    ) -> None:
        message = _COMMAND.pack(what, number, bytes(operations).ljust(8, bytes([_NONE])))
        try:
            socket.send_fds(self._link, [message], descriptors or [])
            if name:
                self._link.sendall(name)
        except OSError:
            self.is_lost = True


def _program() -> tuple[str, str]:
    """What a nursery is started as: the interpreter, and where it finds our code."""
    return sys.executable, os.pathsep.join(path for path in sys.path if path)


class Shelter:
    """Where a nursery waits for the next build of this process. It is open in a process that builds again and again."""

    def __init__(self) -> None:
        self.is_open = False
        self._waiting: Nursery | None = None

    def take(self) -> Nursery:
        """Return the nursery that waits here, or a new one."""
        found, self._waiting = self._waiting, None
        if found is not None and (found.has_ended or found.program != _program()):
            found.close()
            found = None
        return found or Nursery()

    def give(self, nursery: Nursery) -> bool:
        """Have a nursery wait here, whose copies have ended; tell whether it does."""
        if not self.is_open or self._waiting is not None or nursery.is_lost:
            return False
        self._waiting = nursery
        return True


SHELTER = Shelter()


def _is_open(link: socket.socket) -> bool:
    try:
        return bool(link.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
    except BlockingIOError:
        return True
    except OSError:
        return False


def raise_workers(descriptor: int) -> None:
    """Do what is asked on a socket until it closes. Runs in a process of its own."""
    from repobook import work

    gc.disable()
    link = socket.socket(fileno=descriptor)
    loaded: dict[int, Callable[[bytes], bytes]] = {}
    children: dict[int, int] = {}
    while message := _receive(link):
        (what, number, operations), descriptors = message
        if what == _LOAD:
            work.load(loaded, operations)
        elif what == _TEACH:
            work.learn(loaded, link.recv(number, socket.MSG_WAITALL).decode())
        elif what == _STOP:
            with contextlib.suppress(OSError):
                link.sendall(_ENDED.pack(*_end(children.pop(number, 0))))
        elif what == _FORK:
            with contextlib.suppress(OSError):  # a copy that cannot be made is missed where its link ends
                children[number] = os.fork()
                if not children[number]:
                    link.close()
                    _serve(descriptors[0], loaded)
            os.close(descriptors[0])
    for process in children.values():
        _end(process)


def _receive(link: socket.socket) -> tuple[tuple[int, int, bytes], list[int]] | None:
    """Return what is asked, with the descriptors that came with it; None where nobody asks any more."""
    data, found = b"", []
    while len(data) < _COMMAND.size:
        try:
            part, descriptors, _, _ = socket.recv_fds(link, _COMMAND.size - len(data), 1)
        except OSError:
            return None
        if not part:
            return None
        data += part
        found += descriptors
    return _COMMAND.unpack(data), found


def _serve(descriptor: int, loaded: dict[int, Callable[[bytes], bytes]]) -> None:
    """Be a worker, and nothing else ever again."""
    from repobook import work

    code = 1
    try:
        work.serve(descriptor, loaded)
        code = 0
    finally:
        os._exit(code)


def _end(process: int) -> tuple[int, int]:
    """End a process, if it has not ended; return its status, and how many bytes of memory it had at most."""
    if not process:  # it could not be made
        return 1 << 8, 0
    ended, status, usage = os.wait4(process, os.WNOHANG)
    if not ended:
        os.kill(process, signal.SIGKILL)
        _, status, usage = os.wait4(process, 0)
    return status, usage.ru_maxrss * 1024
