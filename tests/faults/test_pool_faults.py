"""F5: seven faults of a worker, each at another place in the queue: exactly the faulty files fail."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

import repobook.workers
from repobook.nursery import SHELTER, Nursery
from repobook.work import ANALYZE, REFER, RENDER, Request
from repobook.workers import Job, Pool, seconds_waited

FAULTS = {
    "crash": "parse_crash",
    "abort": "parse_crash",
    "be killed": "parse_crash",
    "hang": "parse_timeout",
    "exit": "parse_crash",
    "babble": "parse_crash",
    "flood": "parse_crash",
}
PLACES = {"first": (0,), "middle": (5,), "last": (11,), "every fifth": (0, 5, 10)}
COUNT = 12


def ask_pool(shim: str, words: str, places: tuple[int, ...], count: int, workers: int) -> dict[int, str]:
    """Give the pool files of which some are faulty, and return how each ended."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "executable", shim)
        with Pool(workers) as pool:
            for at in range(count):
                text = f"# please {words}\n" if at in places else "x = 1\n"
                seconds = 1.0 if at in places and words == "hang" else 60.0
                payload = msgspec.msgpack.encode(Request("Python", text.encode()))
                pool.submit(Job(at, ANALYZE, payload, seconds))
            return {result.job: result.failure for result in pool.drain()}


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> str:
    return make_shim(tmp_path_factory.mktemp("shim"))


def make_shim(folder: Path) -> str:
    """Return a program that takes the place of Python and starts workers that can be asked to fail."""
    path = folder / "python"
    worker = Path(__file__).parent.parent / "hostile" / "faulty_worker.py"
    path.write_text(f'#!/bin/sh\nexec {sys.executable} -B {worker} "$@"\n')
    path.chmod(0o755)
    return str(path)


def test_worker_that_dies_of_memory_says_so(shim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """E11, F4: a grammar that aborts because it gets no more memory is a lack of memory, not a crash."""
    monkeypatch.setattr(repobook.workers, "MAX_ADDRESS_SPACE", 250 << 20)
    found = ask_pool(shim, "swell", (1,), 3, workers=1)
    assert found == {0: "", 1: "parse_memory", 2: ""}


def test_lack_of_memory_is_tried_again_in_a_fresh_worker(shim: str, tmp_path: Path) -> None:
    """A worker may hold what other files left there: the one it has at hand does not pay for them."""
    assert ask_pool(shim, f"lack: {tmp_path / 'marker'}", (1,), 3, workers=1) == {0: "", 1: "", 2: ""}
    assert (tmp_path / "marker").exists()
    assert ask_pool(shim, "eat", (1,), 3, workers=1) == {0: "", 1: "parse_memory", 2: ""}


@pytest.mark.parametrize("at", range(len(FAULTS)))
def test_only_the_faulty_files_fail(at: int, shim: str) -> None:
    """E11–E14: every other file has its facts, before, between and behind the faulty ones."""
    fault = list(FAULTS)[at]
    places = list(PLACES.values())[at % len(PLACES)]
    found = ask_pool(shim, fault, places, COUNT, workers=1 + at % 2)
    assert found == {number: FAULTS[fault] if number in places else "" for number in range(COUNT)}


def test_where_workers_keep_dying_the_next_are_ready(shim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """F6: a worker gets ready for a language in a second or so. Where many are killed, they are copied from one that is."""
    taught: list[str] = []
    monkeypatch.setattr(Nursery, "teach", lambda self, language: taught.append(language) or True)
    monkeypatch.setattr(sys, "executable", shim)
    for count, wanted in ((1, []), (2, ["Python", "Python"])):  # the third and the fourth death
        with monkeypatch.context() as patch:
            patch.setattr(SHELTER, "is_open", False)
            with Pool(1) as pool:
                for at in range(4):
                    text = b"# please be killed\n" if at < count else b"x = 1\n"
                    pool.read(at, "Python", msgspec.msgpack.encode(Request("Python", text)))
                assert sorted(result.job for result in pool.drain()) == [0, 1, 2, 3]
                assert pool.deaths == 2 * count
        assert taught == wanted


def test_workers_that_load_ahead_answer_as_ever() -> None:
    """What a worker is told to load has no answer, and what it cannot load costs nobody anything."""
    nonsense = 200
    payload = msgspec.msgpack.encode(Request("Python", b"def total():\n    return 1\n"))
    with Pool(2) as pool:
        pool.prepare(REFER, RENDER, nonsense)
        for number in range(8):
            pool.submit(Job(number, ANALYZE, payload))
        pool.prepare(RENDER)  # those that are at work are left alone
        results = list(pool.drain())
    assert sorted(result.job for result in results) == list(range(8))
    assert not any(result.failure for result in results)
    assert pool.deaths == 0


def test_time_without_a_processor_does_not_count(shim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a file has as much time as on a quiet one: no book hangs on what else was running."""
    looks: list[float] = []

    def waited(process: int) -> float:
        looks.append(2.0 if looks else 0.0)  # it has waited for two seconds when its time is over first
        return looks[-1]

    monkeypatch.setattr(repobook.workers, "seconds_waited", waited)
    began = time.monotonic()
    assert ask_pool(shim, "hang", (0,), 1, workers=1) == {0: "parse_timeout"}
    assert time.monotonic() - began > 4.0  # 1 and 2 seconds, and 1 more alone
    assert looks[:3] == [0.0, 2.0, 2.0]


def test_a_process_that_has_no_processor_waits() -> None:
    """Two who share one wait for each other; one that sleeps waits for nobody."""
    if not os.path.exists("/proc/self/schedstat"):
        pytest.skip("this system does not tell how long a process waits")
    core = min(os.sched_getaffinity(0))
    code = f"import os; os.sched_setaffinity(0, [{core}]); print(flush=True)\nwhile True: pass"
    busy = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) for _ in range(2)]
    idle = subprocess.Popen(
        [sys.executable, "-c", "import time; print(flush=True); time.sleep(600)"], stdout=subprocess.PIPE
    )
    try:
        for process in (*busy, idle):
            assert process.stdout is not None and process.stdout.readline() == b"\n"
        first = seconds_waited(idle.pid)
        end = time.monotonic() + 30
        while seconds_waited(busy[0].pid) < 1.0 and time.monotonic() < end:
            time.sleep(0.05)
        assert seconds_waited(busy[0].pid) >= 1.0
        assert seconds_waited(idle.pid) - first < 0.5
    finally:
        for process in (*busy, idle):
            process.kill()
            process.communicate()
