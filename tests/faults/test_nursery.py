"""Workers are copies of one process. Whatever becomes of it, every lease is answered, and nobody is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from test_pool_faults import make_shim

import repobook.workers
from repobook.nursery import Shelter
from repobook.work import Request
from repobook.workers import ANALYZE, Job, Pool


@pytest.fixture(autouse=True)
def shelter(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelter]:
    """None of them waits for the next build, unless a test has it so."""
    shelter = Shelter()
    monkeypatch.setattr(repobook.workers, "SHELTER", shelter)
    yield shelter
    if shelter.is_open:
        shelter.take().close()


def ask(pool: Pool, number: int, text: str = "x = 1\n", seconds: float = 60.0) -> None:
    pool.submit(Job(number, ANALYZE, msgspec.msgpack.encode(Request("Python", text.encode())), seconds))


def is_alive(process: int) -> bool:
    """Tell whether a process is there and has not ended: nobody may have waited for it yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for(is_so: Callable[[], bool]) -> bool:
    end = time.monotonic() + 20
    while not is_so() and time.monotonic() < end:
        time.sleep(0.05)
    return is_so()


@pytest.mark.parametrize("when", ["before a worker", "beside workers"])
def test_a_nursery_that_is_killed_costs_nothing(when: str) -> None:
    with Pool(2, ANALYZE) as pool:
        found = []
        if when == "beside workers":
            ask(pool, 0)
            found += pool.drain()
        assert pool._nursery is not None
        pool._nursery._process.kill()
        pool._nursery._process.wait()
        for number in range(1, 12):
            ask(pool, number)
            if number == 5 and pool._workers[0].is_ready:
                pool._workers[0].process.kill()  # its successor comes from another nursery
        found += pool.drain()
    assert {result.failure for result in found} == {""}
    assert {result.job for result in found} | {0} == set(range(12))


def test_a_worker_that_hangs_ends_though_its_nursery_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", make_shim(tmp_path))
    with Pool(1, ANALYZE) as pool:
        ask(pool, 1, "# please hang\n", seconds=1.0)
        while not pool._workers[0].is_ready:
            assert not list(pool.collect(0.1))
        process = pool._workers[0].process.pid
        assert pool._nursery is not None
        pool._nursery._process.kill()
        (result,) = pool.drain()
    assert result.failure == "parse_timeout"
    assert wait_for(lambda: not is_alive(process))


def test_nobody_outlives_a_build_that_is_killed(tmp_path: Path) -> None:
    """Not even a worker that hangs in a file."""
    code = (
        "import sys, time; sys.path[:0] = sys.argv[2:]; sys.executable = sys.argv[1]\n"
        "from test_nursery import ask; from repobook.workers import ANALYZE, Pool\n"
        "with Pool(2, ANALYZE) as pool:\n"
        "    ask(pool, 1, '# please hang\\n'); ask(pool, 2)\n"
        "    while not all(worker.is_ready for worker in pool._workers): list(pool.collect(0.1))\n"
        "    print(pool._nursery._process.pid, *(worker.process.pid for worker in pool._workers), flush=True)\n"
        "    time.sleep(600)\n"
    )
    words = [sys.executable, "-c", code, make_shim(tmp_path), str(Path(__file__).parent)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}) as build:  # fmt: skip
        assert build.stdout is not None
        processes = [int(word) for word in build.stdout.readline().split()]
        assert len(processes) == 3
        assert all(map(is_alive, processes))
        build.send_signal(signal.SIGKILL)
    assert wait_for(lambda: not any(map(is_alive, processes)))


def test_a_pool_that_is_closed_leaves_nobody() -> None:
    with Pool(3, ANALYZE) as pool:
        for number in range(9):
            ask(pool, number)
        while not all(worker.is_ready for worker in pool._workers):
            list(pool.collect(0.1))
        assert pool._nursery is not None
        processes = [pool._nursery._process.pid, *(worker.process.pid for worker in pool._workers)]
        assert len(processes) == 4
    pool.close()  # once more does no harm
    assert not any(map(is_alive, processes))


def test_workers_are_copied_from_a_process_with_a_bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a book says does not hang on what the shell holds; sets of words have the same order in every worker."""
    monkeypatch.setenv("REPOBOOK_TRIAL", "secret")
    with Pool(1, ANALYZE) as pool:
        ask(pool, 1)
        assert [result.failure for result in pool.drain()] == [""]
        seen = Path(f"/proc/{pool._workers[0].process.pid}/environ").read_bytes()
    assert b"PYTHONHASHSEED=0" in seen
    assert b"secret" not in seen


def read_one(number: int = 1) -> tuple[int, int]:
    """Have a file read; return the processes of the nursery and of the worker, which has ended."""
    with Pool(1, ANALYZE) as pool:
        pool.read(number, "Python", msgspec.msgpack.encode(Request("Python", b"x = 1\n")))
        assert [result.failure for result in pool.drain()] == [""]
        assert pool._nursery is not None
        return pool._nursery._process.pid, pool._workers[0].process.pid


def test_a_process_that_builds_again_keeps_its_nursery_and_no_worker(shelter: Shelter) -> None:
    shelter.is_open = True
    first, second = read_one(), read_one()
    assert (first[0] == second[0], first[1] == second[1]) == (True, False)
    assert (is_alive(first[0]), is_alive(first[1]), is_alive(second[1])) == (True, False, False)


def test_what_waits_for_the_next_build_can_read_the_languages_of_the_last(shelter: Shelter) -> None:
    """A copy finds the query of the language that was read, and of no other."""
    shelter.is_open = True
    nursery, _ = read_one()
    maps = Path(f"/proc/{nursery}/maps")
    assert wait_for(lambda: "tree_sitter_python" in maps.read_text())
    assert "tree_sitter_rust" not in maps.read_text()


@pytest.mark.parametrize("why", ["it was killed", "it runs another interpreter", "nobody builds again"])
def test_a_nursery_that_is_of_no_use_has_a_successor(
    why: str, shelter: Shelter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelter.is_open = why != "nobody builds again"
    nursery, _ = read_one()
    if why == "it was killed":
        os.kill(nursery, signal.SIGKILL)
        assert wait_for(lambda: not is_alive(nursery))
    elif why == "it runs another interpreter":
        monkeypatch.setattr(sys, "executable", make_shim(tmp_path))
    assert read_one()[0] != nursery
    assert not is_alive(nursery)
