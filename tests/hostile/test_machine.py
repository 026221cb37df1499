"""Group E: what a machine may lack or do. A build works all the same, or says in one line what it lacks."""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from runs import SOURCE, command, environment, read_tree, run_here, write_tree
from test_stops import halted, is_alive, wait_for

import repobook.build
from repobook.config import make_config
from repobook.facts import Outcome
from repobook.verify import verify

FILES = {
    f"{at}/m{at}.{ending}": text
    for at, (ending, text) in enumerate(
        [("py", "import os\n\n\ndef f(x):\n    return os\n"), ("c", "int f(int x) { return x; }\n"), ("md", "# Title\n")] * 4
    )
}  # fmt: skip


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A repository."""
    write_tree(tmp_path / "repo", dict(FILES))
    return tmp_path


def words(place: Path) -> list[str]:
    return ["build", f"{place}/repo", "-o", f"{place}/out/book", "--cache", f"{place}/cache", "-j", "2", "-q"]


def is_good(place: Path) -> bool:
    """Tell whether the book is one that holds, and nothing is left beside it."""
    report = verify(str(place / "out" / "book"), str(place / "repo"))
    return (report.problems, os.listdir(place / "out")) == ([], ["book"])


def lacks(what: int, most: int) -> Callable[[], None]:
    def limit() -> None:
        resource.setrlimit(what, (most, most))

    return limit


def try_it(place: Path, limit: Callable[[], None], limited: str) -> int:
    """Build under a limit: either the book is good, or one line names what is limited. Return the exit code."""
    done = subprocess.run(
        command(*words(place)), env=environment(), capture_output=True, text=True, preexec_fn=limit, check=False
    )  # fmt: skip
    if done.returncode:
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert limited in done.stderr, done.stderr
        assert os.listdir(place / "out") == []
    else:
        assert (done.stderr, is_good(place)) == ("", True)
    return done.returncode


def test_few_open_files(place: Path) -> None:
    """E18: 64 open files are enough."""
    assert try_it(place, lacks(resource.RLIMIT_NOFILE, 64), "") == 0


def test_small_stack(place: Path) -> None:
    """E18: a stack of 256 KB is enough for ordinary files, and costs those their page that need more, never the build."""
    write_tree(place / "repo", {"deep.json": "[" * 20_000 + "]" * 20_000, "deep.py": "x = " + "(" * 5_000})
    assert try_it(place, lacks(resource.RLIMIT_STACK, 256 << 10), "") == 0


def _few_processes(most: int) -> Callable[[], None]:
    """Be a user who has no other process, and may have few. Files are read as before: root has no limit of processes."""

    def limit() -> None:
        library = ctypes.CDLL(None)
        for capability in (21, 24):  # CAP_SYS_ADMIN, CAP_SYS_RESOURCE
            library.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP
        resource.setrlimit(resource.RLIMIT_NPROC, (most, most))
        os.setreuid(54_321, 0)

    return limit


@pytest.fixture
def open_place(place: Path) -> Iterator[Path]:
    """The same where every user may go."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        (place / "repo").rename(Path(folder, "repo"))
        Path(folder, "out").mkdir(mode=0o777)
        os.chmod(Path(folder, "out"), 0o777)
        yield Path(folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="cannot be a user who has no other process")
@pytest.mark.spares("watch", why="only elsewhere may everybody write")
@pytest.mark.parametrize("most", [1, 2, 3, 5])
def test_few_processes(most: int, open_place: Path) -> None:
    """E18: where too few processes or threads may be started one line says so; the build never waits for those it has not."""
    code = try_it(open_place, _few_processes(most), "limits on")
    assert code == 0 if most == 5 else code == 2 if most == 1 else code in (0, 2)


@pytest.mark.parametrize("forks", [0, 1])
def test_check_without_processes(forks: int, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """E18: a check that gets one of the two processes that it wants, or none, is done in its own, and leaves nobody waiting."""
    assert run_here(*words(place)).code == 0
    book = str(place / "out" / "book"), str(place / "repo")
    monkeypatch.setattr("repobook.verify.parts.PART_ITEMS", 2)
    wanted = verify(*book).checks
    fork, asked = os.fork, []

    def refuse() -> int:
        asked.append(1)
        if len(asked) > forks:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        return fork()

    monkeypatch.setattr(os, "fork", refuse)
    report = verify(*book, jobs=2)
    assert (report.problems, report.checks, len(asked)) == ([], wanted, forks + 1)


@pytest.mark.parametrize("threads", [0, 1])
def test_check_without_threads(threads: int, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """E18: the same of the two threads that speak with those processes; the second one is begun by the first, as a rule."""
    assert run_here(*words(place)).code == 0
    book = str(place / "out" / "book"), str(place / "repo")
    monkeypatch.setattr("repobook.verify.parts.PART_ITEMS", 2)
    wanted = verify(*book).checks
    start, asked = threading.Thread.start, []

    def refuse(thread: threading.Thread) -> None:
        asked.append(1)
        if len(asked) > threads:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refuse)
    report = verify(*book, jobs=2)
    assert (report.problems, report.checks, len(asked)) == ([], wanted, threads + 1)


UNSHARED = ["unshare", "-m", "--propagation", "private", "sh", "-ec"]


def mounts() -> bool:
    """Tell whether file systems can be mounted that nobody else sees."""
    if shutil.which("unshare") is None or shutil.which("mount") is None:
        return False
    done = subprocess.run([*UNSHARED, "mount -t tmpfs none /mnt"], capture_output=True, check=False)
    return done.returncode == 0


needs_mounts = pytest.mark.skipif(not mounts(), reason="may not mount")


def build_where(place: Path, prepared: str, *given: str, **changes: str) -> None:
    """Build where file systems were mounted first, and see that the book is good."""
    script = f'{prepared}; unset {" ".join(given) or "NONE"}; exec "$@"'
    done = subprocess.run(
        [*UNSHARED, script, "sh", *command(*words(place))],
        env=environment(**changes), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr, is_good(place)) == (0, "", True)


@needs_mounts
def test_no_shared_memory(place: Path) -> None:
    """E18: a build needs no shared memory: 64 MB, all of it taken by others, or none."""
    build_where(place, "mount -t tmpfs -o size=64m none /dev/shm; head -c 64M /dev/zero > /dev/shm/x")


TEMPORARY = {
    "full": "mount -t tmpfs -o size=4k none {0}; head -c 4096 /dev/zero > {0}/x",
    "missing": "rmdir {0}",
    "not executable": "mount -t tmpfs -o noexec none {0}",
}


@needs_mounts
@pytest.mark.parametrize("state", TEMPORARY)
def test_temporary_folder(state: str, place: Path) -> None:
    """E19: a build needs no folder for temporary files."""
    (place / "temporary").mkdir()
    build_where(place, TEMPORARY[state].format(place / "temporary"), TMPDIR=str(place / "temporary"))


@needs_mounts
def test_no_home(place: Path) -> None:
    """E23: root with neither HOME nor XDG_CACHE_HOME has the cache below the home that the system knows; warnings are errors."""
    (place / "home").mkdir()
    (place / "passwd").write_text(f"root:x:0:0:root:{place}/home:/bin/sh\n")
    script = f'mount --bind {place}/passwd /etc/passwd; unset HOME XDG_CACHE_HOME PWD; exec "$@"'
    asked = [word for word in words(place) if word not in ("--cache", f"{place}/cache")]
    done = subprocess.run(
        [*UNSHARED, script, "sh", *command(*asked)], capture_output=True, text=True, check=False,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": SOURCE, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONWARNINGS": "error"},
    )  # fmt: skip
    assert (done.returncode, done.stderr, is_good(place)) == (0, "", True)
    assert (os.listdir(place / "home"), os.listdir(place / "home" / ".cache")) == ([".cache"], ["repobook"])


def test_nobody_knows_a_home(monkeypatch: pytest.MonkeyPatch, place: Path) -> None:
    """E23: without any home the cache is in a folder of one's own; what somebody else put at its place is not used."""
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    monkeypatch.setattr("repobook.config._EVERYBODYS", str(place / "everybody's"))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    asked = [word for word in words(place) if word not in ("--cache", f"{place}/cache")]
    own = place / "everybody's" / f"repobook-{os.geteuid()}"
    assert (run_here(*asked).code, (own / "facts-2.db").exists()) == (0, True)
    own.rename(place / "planted")
    own.symlink_to(place / "planted")
    done = run_here(*asked)
    assert (done.code, "belongs to somebody else" in done.err, done.err.count("\n")) == (2, True, 1)


@needs_mounts
def test_disk_that_may_only_be_read(place: Path) -> None:
    """E01: a file system that may only be read is refused before any work, also to root."""
    (place / "out").mkdir()
    script = 'mount -t tmpfs -o ro none "$0"/out; exec "$@"'
    done = subprocess.run(
        [*UNSHARED, script, place, *command(*words(place))],
        env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr.count("\n"), "may not write" in done.stderr) == (2, 1, True)
    assert not (place / "cache").exists()


def test_stopped_for_a_while(place: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """E24: the time for which we and our workers were stopped is not counted against a file that was being read."""
    shim = tmp_path_factory.mktemp("shim") / "python"
    worker = Path(__file__).with_name("faulty_worker.py")
    shim.write_text(f'#!/bin/sh\nexec {sys.executable} -B {worker} "$@"\n')
    shim.chmod(0o755)
    write_tree(place / "repo", {"last.py": f"# please be stopped: {place}/halted\n"})
    script = (
        f"import sys; sys.executable = {str(shim)!r}; sys.argv[0] = 'repobook'; from repobook.workers import *\n"
        "Pool.read = lambda pool, number, language, data: pool.submit(Job(number, ANALYZE, data, seconds=4.0))\n"
        "from repobook.__main__ import start; start()"
    )
    with subprocess.Popen([sys.executable, "-c", script, *words(place)], env=environment()) as build:
        wait_for(lambda: halted(place))
        build.send_signal(signal.SIGSTOP)  # its worker has stopped itself
        time.sleep(6)  # longer than the lease, and than the pool takes for a pause of its own
        build.send_signal(signal.SIGCONT)
        time.sleep(0.5)
        os.kill(halted(place), signal.SIGCONT)
        assert build.wait(60) == 0
    assert (len((place / "halted").read_text().split()), is_alive(halted(place))) == (1, False)
    assert "last.py_docs.md" in os.listdir(place / "out" / "book")
    assert is_good(place)


HOUR, DAY = 3_600.0, 86_400.0
# How far off the clock is, and the time that all files have then (None: that of the last edit).
CLOCKS = [(0.0, None), (-HOUR, None), (DAY, 0.0), (0.0, 4e9)]


def test_clock_and_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """E16: whatever the clock says between builds, and the files, content decides: an edit that keeps the size is in the book."""
    root = write_tree(tmp_path / "repo", dict(list(FILES.items())[:6]))
    page, book = root / "0" / "m0.py", tmp_path / "book"
    clock, clock_ns, last = time.time, time.time_ns, 0.0

    def build(name: str, cache: str) -> Outcome:
        config = make_config(str(root), str(tmp_path / name), cache=str(tmp_path / cache), jobs=1)
        return repobook.build.build(config)

    for turn, (shift, stamp) in enumerate(CLOCKS):
        monkeypatch.setattr(time, "time", lambda shift=shift: clock() + shift)
        monkeypatch.setattr(time, "time_ns", lambda shift=shift: clock_ns() + int(shift * 1e9))
        before = page.stat()
        page.write_text(
            page.read_text().replace("def f" if turn % 2 else "def g", f"def {'gf'[not turn % 2]}")
        )
        assert page.stat().st_size == before.st_size
        for path in root.rglob("*.*"):
            seconds = before.st_mtime if stamp is None else stamp
            os.utime(path, (seconds, seconds))
        for path in book.rglob("*"):  # what the last build wrote was written by its clock
            written = path.stat().st_mtime + last
            os.utime(path, (written, written), follow_symlinks=False)
        outcome, last = build("book", "cache"), shift
        assert (outcome.is_unchanged, outcome.problems) == (False, [])
        build(f"clean{turn}", "clean cache")
        assert read_tree(book) == read_tree(tmp_path / f"clean{turn}")
        assert build("book", "cache").problems == []
        assert read_tree(book) == read_tree(tmp_path / f"clean{turn}")
