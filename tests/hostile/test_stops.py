"""Group E: a build that is told to stop, once or twice, that loses its terminal, or that never had streams."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from invariants import children_now, left_behind
from runs import environment, hear, read_tree, run_here, write_tree

from repobook.verify import verify

STOPPED = b"repobook: stopped. The last book is untouched; run the same command again to go on.\n"
# The command line with workers that can be asked to halt, and with what a test puts in front of it.
_SCRIPT = "import os, signal, sys, time; sys.executable = {shim!r}; sys.argv[0] = 'repobook'; {before}; from repobook.__main__ import start; start()"
_HANG = """exec("def hang(*_):\\n open({marker!r}, 'w').close()\\n while True: time.sleep(100)"); import repobook.workers; repobook.workers.Pool.close = hang"""


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("shim") / "python"
    path.write_text(
        f'#!/bin/sh\nexec {sys.executable} -B {Path(__file__).with_name("faulty_worker.py")} "$@"\n'
    )
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """A repository with its book, into which comes a file that a worker of `shim` never gets over. Nobody is left behind."""
    write_tree(tmp_path / "repo", {f"m{at}.py": f"def f{at}(): ...\n" for at in range(5)})
    assert run_here(*words(tmp_path)).code == 0
    children = children_now()
    write_tree(tmp_path / "repo", {"last.py": f"# please wait: {tmp_path}/halted\n"})
    yield tmp_path
    wait_for(lambda: not left_behind(children))


def words(place: Path, name: str = "book") -> list[str]:
    return ["build", f"{place}/repo", "-o", f"{place}/out/{name}", "--cache", f"{place}/cache", "-j", "2"]


def begin(place: Path, shim: str, before: str = "pass", **streams: int) -> subprocess.Popen[bytes]:
    """Begin a build that halts in a worker."""
    script = _SCRIPT.format(shim=shim, before=before)
    return subprocess.Popen(
        [sys.executable, "-c", script, *words(place), "-q"], env=environment(),
        preexec_fn=hear, **{"stderr": subprocess.PIPE} | streams,
    )  # fmt: skip


def wait_for(is_so: Callable[[], object], seconds: float = 60) -> float:
    """Wait until something is so; return for how long."""
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() - began < seconds
        time.sleep(0.01)
    return time.monotonic() - began


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def halted(place: Path) -> int:
    """Return the worker that has halted; 0 where none has."""
    marker = place / "halted"
    return int(marker.read_text().split()[0]) if marker.exists() and marker.stat().st_size else 0


def goes_on(place: Path) -> bool:
    """Tell whether the same command makes now what a build makes that nobody disturbed, and leaves nothing else there."""
    codes = run_here(*words(place)).code, run_here(*words(place, "clean")).code
    book, clean = read_tree(place / "out" / "book"), read_tree(place / "out" / "clean")
    return (codes, book == clean, sorted(os.listdir(place / "out"))) == ((0, 0), True, ["book", "clean"])


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name
)
def test_stopped_once(number: signal.Signals, place: Path, shim: str) -> None:
    """E09, E10: a build that is told to stop, while a worker does not answer, ends within 5 s with it; the next one goes on."""
    before = read_tree(place / "out" / "book")
    with begin(place, shim) as build:
        wait_for(lambda: halted(place))
        build.send_signal(number)
        assert wait_for(lambda: build.poll() is not None) < 5
        assert (build.returncode, build.stderr.read() if build.stderr else b"") == (130, STOPPED)
    assert wait_for(lambda: not is_alive(halted(place))) < 5
    assert (read_tree(place / "out" / "book") == before, os.listdir(place / "out")) == (True, ["book"])
    assert goes_on(place)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_stopped_twice(number: signal.Signals, place: Path, shim: str) -> None:
    """E09: a build that is told twice ends at once, whatever tidying up it is in the middle of; so do its workers."""
    before = read_tree(place / "out" / "book")
    with begin(place, shim, _HANG.format(marker=f"{place}/tidying")) as build:
        wait_for(lambda: halted(place))
        build.send_signal(number)
        wait_for((place / "tidying").exists)
        build.send_signal(number)
        assert wait_for(lambda: build.poll() is not None) < 1
        assert (build.returncode, build.stderr.read() if build.stderr else b"") == (-number, b"")
    assert wait_for(lambda: not is_alive(halted(place))) < 5
    assert read_tree(place / "out" / "book") == before
    assert goes_on(place)


def _take_terminal() -> None:
    hear()
    os.setsid()
    fcntl.ioctl(2, termios.TIOCSCTTY, 0)


def test_terminal_is_gone(place: Path, shim: str) -> None:
    """E10: who closes the window in which a build runs stops it; it ends like one that was told to, and so do its workers."""
    master, slave = pty.openpty()
    script = _SCRIPT.format(shim=shim, before="pass")
    with subprocess.Popen(
        [sys.executable, "-c", script, *words(place)], env=environment(TERM="xterm"),
        stdin=slave, stdout=slave, stderr=slave, preexec_fn=_take_terminal,
    ) as build:  # fmt: skip
        os.close(slave)
        wait_for(lambda: halted(place))
        os.close(master)
        assert wait_for(lambda: build.poll() is not None) < 5
    assert (build.returncode, os.listdir(place / "out")) == (130, ["book"])
    assert wait_for(lambda: not is_alive(halted(place))) < 5


def test_terminal_is_gone_and_nobody_minds(place: Path) -> None:
    """E10: a build that was told to ignore that (`nohup`) goes on to its end, whoever cannot read what it says."""
    master, slave = pty.openpty()
    before = (
        "signal.signal(signal.SIGHUP, signal.SIG_IGN); import repobook.build as b; scan = b.scan_tree; "
        "b.scan_tree = lambda c: (sys.stdin.read(1), scan(c))[1]"
    )
    script = _SCRIPT.format(shim=sys.executable, before=before)
    with subprocess.Popen(
        [sys.executable, "-c", script, *words(place)], env=environment(TERM="xterm"),
        stdin=subprocess.PIPE, stdout=slave, stderr=slave, preexec_fn=_take_terminal,
    ) as build:  # fmt: skip
        os.close(slave)
        os.read(master, 1)
        os.close(master)
        build.communicate(timeout=60)
    assert build.returncode == 0
    assert verify(str(place / "out" / "book"), str(place / "repo")).problems == []


@pytest.mark.parametrize("is_stopped", [True, False], ids=["stopped", "nothing to do"])
def test_terminal_gets_its_cursor_back(is_stopped: bool, place: Path, shim: str) -> None:
    """E09: behind a build that was stopped, or had nothing to do, the terminal is as it was: its cursor can be seen."""
    if not is_stopped:
        (place / "repo" / "last.py").unlink()
    master, slave = pty.openpty()
    script = _SCRIPT.format(shim=shim, before="pass")
    with subprocess.Popen(
        [sys.executable, "-c", script, *words(place)], env=environment(TERM="xterm"),
        stdin=slave, stdout=slave, stderr=slave, preexec_fn=_take_terminal,
    ) as build:  # fmt: skip
        os.close(slave)
        if is_stopped:
            wait_for(lambda: halted(place))
            os.write(master, b"\x03")
        said = b""
        while part := _read(master):
            said += part
    os.close(master)
    wanted = (130, b"stopped.") if is_stopped else (0, b"nothing changed")
    assert (build.returncode, wanted[1] in said, b"Traceback" in said) == (wanted[0], True, False)
    assert -1 < said.rfind(b"\x1b[?25l") < said.rfind(b"\x1b[?25h")


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""


@pytest.mark.parametrize("closed", ["<&-", "<&- >&- 2>&-"])
def test_closed_streams(closed: str, place: Path) -> None:
    """E10: no file of a build takes the place of a stream that is closed: what is said there would be written into it."""
    script = (
        "import os, sys, repobook.build as b; scan = b.scan_tree; sys.argv[0] = 'repobook'\n"
        "look = lambda: ' '.join(os.readlink(f'/proc/self/fd/{n}') for n in range(3))\n"
        f"b.scan_tree = lambda c: (open({str(place / 'seen')!r}, 'w').write(look()), scan(c))[1]\n"
        "from repobook.__main__ import start; start()"
    )
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-c", script, *words(place)],
        env=environment(), stdin=subprocess.DEVNULL, capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)
    streams = (place / "seen").read_text().split()
    assert [name for name in streams if name != "/dev/null" and not name.startswith("pipe:")] == []
    assert verify(str(place / "out" / "book"), str(place / "repo")).problems == []
