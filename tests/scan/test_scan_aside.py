"""A second process that answers meanwhile gives what we would have given ourselves, and is never left behind."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import pytest

import repobook.aside
import repobook.scan.marks
from repobook.scan import Aside, list_files, mark_tree

LARGE = [("name", number, b"x" * 50) for number in range(20_000)]  # more than a pipe holds


def _children() -> set[str]:
    """Return the processes that this one has: those of other tests, and whoever was left behind."""
    found: set[str] = set()
    for task in os.listdir("/proc/self/task"):
        with open(f"/proc/self/task/{task}/children") as stream:
            found.update(stream.read().split())
    return found


OTHERS: set[str] = set()


@pytest.fixture(autouse=True)
def others(monkeypatch: pytest.MonkeyPatch) -> None:
    # The threads of the runner of tests take no lock that is asked for here.
    monkeypatch.setattr("threading.active_count", lambda: 1)
    OTHERS.clear()
    OTHERS.update(_children())


def test_answer_comes_from_another_process() -> None:
    with Aside(lambda: (os.getpid(), LARGE)) as aside:
        process, answer = aside.take()
    assert (process != os.getpid(), answer == LARGE, _children() - OTHERS) == (True, True, set())


def _killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _failed() -> None:
    raise OSError("no such thing")


@pytest.mark.parametrize("trouble", [_killed, _failed])
def test_process_that_fails_is_not_missed(trouble: Callable[[], None]) -> None:
    here = os.getpid()

    def ask() -> int:
        if os.getpid() != here:
            trouble()
        return os.getpid()

    with Aside(ask) as aside:
        assert aside.take() == here
    assert not _children() - OTHERS


def test_half_an_answer_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    here, dumps = os.getpid(), repobook.aside.marshal.dumps
    monkeypatch.setattr(repobook.aside.marshal, "dumps", lambda value: dumps(value)[:-5])
    with Aside(lambda: ("answer", os.getpid())) as aside:
        assert aside.take() == ("answer", here)


def test_no_process_to_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise OSError("no more processes")

    monkeypatch.setattr(os, "fork", refuse)
    before = os.listdir("/proc/self/fd")
    with Aside(os.getpid) as aside:
        assert aside.take() == os.getpid()
    assert len(os.listdir("/proc/self/fd")) == len(before)


def test_nobody_is_left_behind_where_no_answer_is_wanted() -> None:
    with pytest.raises(KeyboardInterrupt), Aside(lambda: LARGE):
        raise KeyboardInterrupt
    assert not _children() - OTHERS


def test_mark_is_the_same_however_many_read(
    make_tree: Callable[[dict[str, str]], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"folder{number % 7}/file{number}.py": "x = 1\n" * number for number in range(60)}
    listing = list_files(make_tree(files | {".env": "secret", "empty": ""}))
    alone = mark_tree(listing)
    monkeypatch.setattr(repobook.scan.marks, "_MANY", 1)
    assert mark_tree(listing) == alone


def test_beside_other_threads_we_answer_ourselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of a process has one thread: locks that others held stay locked in it."""
    monkeypatch.setattr("threading.active_count", lambda: 2)
    with Aside(os.getpid) as aside:
        assert aside.take() == os.getpid()
