"""Group E: faults. One bad file costs one file; a fault of the machine costs the build, never the last book."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from runs import environment, forget_books, read_tree, run, run_here, write_tree

import repobook.build
from repobook.config import make_config
from repobook.errors import WorkerError
from repobook.facts import Outcome
from repobook.nursery import Child
from repobook.verify import verify
from repobook.workers import ANALYZE, Job, Pool, Result

FAULTS = {
    "crash": "parse_crash",
    "abort": "parse_crash",
    "be killed": "parse_crash",
    "exit": "parse_crash",
    "hang": "parse_timeout",
    "raise": "parse_crash",
    "recurse": "parse_crash",
    "eat": "parse_memory",
    "babble": "parse_crash",
    "mistake": "parse_crash",
    "flood": "parse_crash",
}


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A program that takes the place of Python and starts workers that can be asked to fail."""
    path = tmp_path_factory.mktemp("shim") / "python"
    worker = Path(__file__).with_name("faulty_worker.py")
    path.write_text(f'#!/bin/sh\nexec {sys.executable} -B {worker} "$@"\n')
    path.chmod(0o755)
    return str(path)


def impatient(pool: Pool, number: int, language: str, payload: bytes) -> None:
    """Have a file read; one that says that it hangs has little time, and any other all it needs."""
    pool.submit(Job(number, ANALYZE, payload, seconds=2.0 if b"please hang" in payload else 60.0))


@pytest.fixture(scope="module")
def spoilt(shim: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Outcome, Path]]:
    """A build in which a worker fails in every way there is, among files that are well."""
    place = tmp_path_factory.mktemp("spoilt")
    write_tree(
        place / "repo", {f"{at:02}_{fault}.py": f"# please {fault}\n" for at, fault in enumerate(FAULTS)}
    )
    write_tree(place / "repo", {f"{at:02}_well.py": "def well(): ...\n" for at in range(len(FAULTS) + 1)})
    write_tree(place / "repo", {"once.py": f"# please stumble: {place}/crashed\n"})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "executable", shim)
        patch.setattr(Pool, "read", impatient)
        outcome = repobook.build.build(
            make_config(str(place / "repo"), str(place / "book"), cache=str(place / "cache"), jobs=2)
        )
    yield outcome, place


def reasons(place: Path) -> dict[str, str]:
    files = json.loads((place / "book" / "manifest.json").read_bytes())["files"]
    return {entry["path"]: entry.get("reason", "documented") for entry in files}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_costs_one_file(fault: str, spoilt: tuple[Outcome, Path]) -> None:
    """E11–E14: the file on which a worker failed is skipped with the reason."""
    found = {path[3:-3]: reason for path, reason in reasons(spoilt[1]).items()}
    assert found[fault] == FAULTS[fault]


def test_file_is_tried_twice(spoilt: tuple[Outcome, Path]) -> None:
    """E11: a file whose worker was killed, perhaps by the system, is tried once more and documented."""
    assert ((spoilt[1] / "crashed").exists(), reasons(spoilt[1])["once.py"]) == (True, "documented")


def test_neighbours_of_faults_are_documented(spoilt: tuple[Outcome, Path]) -> None:
    """E12: every other file is documented, those that waited behind a fault included."""
    assert {reason for path, reason in reasons(spoilt[1]).items() if "well" in path} == {"documented"}


def test_signal_is_named(spoilt: tuple[Outcome, Path]) -> None:
    """E12: the report names the signal that ended the worker."""
    report = (spoilt[1] / "book" / "verification_report.md").read_text()
    assert [name for name in ("SIGSEGV", "SIGABRT", "SIGKILL", "exit code 0") if name not in report] == []


def test_book_of_faults_holds(spoilt: tuple[Outcome, Path]) -> None:
    """E12: a book with skipped files is a good book."""
    assert spoilt[0].problems == []


def test_faults_are_not_remembered(spoilt: tuple[Outcome, Path]) -> None:
    """E12: a file that failed is tried again by the next build, and documented if its worker is well."""
    _, place = spoilt
    outcome = repobook.build.build(
        make_config(str(place / "repo"), str(place / "again"), cache=str(place / "cache"), jobs=1)
    )
    assert (outcome.skipped, outcome.reused) == (0, len(FAULTS) + 2)


def test_killed_workers_lose_nothing() -> None:
    """E11, F6: workers killed at random while they work are replaced, and every lease is answered once."""
    answers: list[Result] = []
    with Pool(2) as pool:
        for at in range(60):
            pool.submit(Job(at, 0, b"\x92\xa6Python\xc4\x06x = 1\n"))
            if at % 15 == 14:
                while not pool._workers[0].is_ready:
                    answers += pool.collect(0.1)
                pool._workers[0].process.kill()
        answers += pool.drain()
    assert (sorted(answer.job for answer in answers), {answer.failure for answer in answers}) == (
        list(range(60)),
        {""},
    )


def test_fresh_workers() -> None:
    """A pool that is renewed has let its workers go, and answers as before."""
    before: list[Child] = []
    with Pool(2) as pool:
        for count in (2, 1, 3):
            pool.renew(count)
            for at in range(5):
                pool.submit(Job(at, 0, b"\x92\xa6Python\xc4\x06x = 1\n"))
            assert sorted((answer.job, answer.failure) for answer in pool.drain()) == [
                (at, "") for at in range(5)
            ]
            assert len(pool._workers) == count
            before += [worker.process for worker in pool._workers if count < 3]
        assert all(
            process.returncode is not None or not Path(f"/proc/{process.pid}/exe").exists()
            for process in before
        )


def test_answers_given_twice(shim: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """E26, as far as one machine goes: a worker that answers twice, or is lost, changes no byte of the book."""
    files = {f"m{at}.py": f"def f{at}():\n    return {at}  # please repeat\n" for at in range(0, 12, 3)}
    files |= {f"m{at}.py": f"def f{at}():\n    return {at}\n" for at in range(12) if at % 3}
    files["lost.py"] = f"X = 1  # please stumble: {tmp_path}/lost\n"
    write_tree(tmp_path / "repo", dict(files))

    def make(name: str) -> dict[str, bytes]:
        outcome = repobook.build.build(
            make_config(
                str(tmp_path / "repo"), str(tmp_path / name), cache=str(tmp_path / f"{name} cache"), jobs=2
            )
        )
        assert (outcome.problems, outcome.skipped) == ([], 0)
        return read_tree(tmp_path / name)

    wanted = make("whole")
    monkeypatch.setattr(sys, "executable", shim)
    assert (make("book") == wanted, (tmp_path / "lost").exists()) == (True, True)


def test_broken_installation_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """E15: where every worker dies at once the build fails; it is never "all skipped, success"."""
    write_tree(tmp_path / "repo", {"a.py": "a = 1\n"})
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(WorkerError, match="die as soon as they start"):
        repobook.build.build(
            make_config(str(tmp_path / "repo"), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=2)
        )
    assert sorted(os.listdir(tmp_path)) == ["cache", "repo"]


def test_missing_interpreter_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """E15: where no worker can be started the build fails in one line."""
    write_tree(tmp_path / "repo", {"a.py": "a = 1\n"})
    monkeypatch.setattr(sys, "executable", str(tmp_path / "missing"))
    with pytest.raises(WorkerError, match="cannot start"):
        repobook.build.build(
            make_config(str(tmp_path / "repo"), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
        )


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 20 MB, of which somebody else has taken all but 2."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    words = ["mount", "-t", "tmpfs", "-o", "size=20m", "none", str(folder)]
    if mount is None or subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("may not mount")
    (folder / "others").write_bytes(b"x" * (18 << 20))
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize(
    "content",
    ["x = '" + "x" * 3_000_000 + "'\n", "".join(f"def f{at}(): ...\n" for at in range(10_000))],
    ids=["pages do not fit", "database does not fit"],
)
def test_full_disk(content: str, small_disk: Path, tmp_path: Path) -> None:
    """E02: a disk that fills up is named in one line; the old book holds, and the same command succeeds when there is space."""
    root = write_tree(tmp_path / "repo", {"a.py": "a = 1\n"})
    book = small_disk / "book"
    words = ("build", root, "-o", book, "--cache", tmp_path / "cache", "-q", "-j", 1)
    assert run_here(*words).code == 0
    before = read_tree(book)
    write_tree(root, {"large.py": content})
    failed = run(*words)
    assert (
        failed.code,
        "Traceback" in failed.said,
        "no space" in failed.err.lower(),
        failed.err.count("\n"),
    ) == (2, False, True, 1), failed.err
    assert (read_tree(book) == before, sorted(os.listdir(small_disk))) == (True, ["book", "others"])
    assert verify(str(book)).problems == []
    (small_disk / "others").unlink()
    assert (run_here(*words).code, verify(str(book), str(root)).problems) == (0, [])


def test_full_disk_under_the_cache(small_disk: Path, tmp_path: Path) -> None:
    """E02: a cache that cannot grow makes the build slower, not wrong."""
    root = write_tree(
        tmp_path / "repo",
        {f"{at}.py": "".join(f"def f{at}_{n}(): ...\n" for n in range(5_000)) for at in range(3)},
    )
    done = run("build", root, "-o", tmp_path / "book", "--cache", small_disk / "cache", "-q", "-j", 1)
    assert (done.code, done.said) == (0, "")


DAMAGE = {
    "empty": lambda data: b"",
    "cut": lambda data: data[: len(data) // 2],
    "rubbish": lambda data: b"\xff" * 5_000,
    "flipped": lambda data: bytes(byte ^ (at % 97 == 0 and at > 4_096) for at, byte in enumerate(data)),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_cache_is_noticed(damage: str, tmp_path: Path) -> None:
    """E21: a damaged cache is told and made anew; the book is the same, and the next build has nothing to tell."""
    root = write_tree(tmp_path / "repo", {f"{at}.py": f"def f{at}(): ...\n" for at in range(20)})
    words = ("build", root, "-o", tmp_path / "book", "--cache", tmp_path / "cache", "--json", "-q", "-j", 1)
    assert run_here(*words).code == 0
    before = read_tree(tmp_path / "book")
    told, reused = [], []
    for change in (DAMAGE[damage], bytes):
        forget_books(tmp_path / "cache")
        for path in (tmp_path / "cache").iterdir():
            path.write_bytes(change(path.read_bytes()))
        done = run_here(*words)
        assert (done.code, done.err, read_tree(tmp_path / "book") == before) == (0, "", True)
        told.append(json.loads(done.out)["notes"].get("cache_rebuilt", 0))
        reused.append(json.loads(done.out)["reused"])
    assert (told, reused[0] < 20, reused[1]) == ([1, 0], True, 20)


def test_wrong_facts_in_the_cache_are_not_used(tmp_path: Path) -> None:
    """E21: a row whose facts were exchanged is not believed."""
    root = write_tree(tmp_path / "repo", {"a.py": "def one(): ...\n", "b.py": "def two(): ...\n"})
    config = make_config(str(root), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    repobook.build.build(config)
    before = read_tree(tmp_path / "book")
    with sqlite3.connect(tmp_path / "cache" / "facts-2.db") as database:
        rows = database.execute("SELECT key, facts FROM facts ORDER BY key").fetchall()
        for (key, _), (_, facts) in zip(rows, rows[::-1], strict=True):
            database.execute("UPDATE facts SET facts = ? WHERE key = ?", (facts, key))
    database.close()
    forget_books(tmp_path / "cache")
    outcome = repobook.build.build(config)
    assert (outcome.reused, outcome.rebuilt) == (0, ["the analysis of files"])
    assert read_tree(tmp_path / "book") == before


@pytest.mark.skipif(
    shutil.which("unshare") is None or os.geteuid() != 0, reason="cannot take the network away"
)
def test_no_network(tmp_path: Path) -> None:
    """E20: a machine without any network builds the same book."""
    root = write_tree(tmp_path / "repo", {"a.py": "import os\n"})
    words = [
        sys.executable,
        "-m",
        "repobook",
        "build",
        str(root),
        "-o",
        str(tmp_path / "book"),
        "--cache",
        str(tmp_path / "c"),
        "-q",
    ]
    done = subprocess.run(["unshare", "-n", *words], env=environment(), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_time_of_sleep_is_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    """E24: a lease does not pay for the time in which the whole machine was asleep."""
    with Pool(1) as pool:
        pool.submit(Job(1, 0, b"\x92\xa6Python\xc4\x06x = 1\n", seconds=5))
        began = time.monotonic
        monkeypatch.setattr(time, "monotonic", lambda: began() + 600)
        found = list(pool.drain())
    assert [(result.job, result.failure) for result in found] == [(1, "")]


def test_unknown_operation_is_refused() -> None:
    """E14: a request that no worker understands fails alone."""
    with Pool(1) as pool:
        pool.submit(Job(1, 99, b""))
        pool.submit(Job(2, 0, b"\x92\xa6Python\xc4\x06x = 1\n"))
        found = {result.job: result.failure for result in pool.drain()}
    assert found == {1: "parse_crash", 2: ""}
