"""Analysis kept by content: nothing of a killed build is lost, others may read it, and it stays within its limit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from runs import environment, read_tree, write_tree

from repobook.build import build
from repobook.config import make_config
from repobook.store.cache import Cache, cache_key


def _key(number: int) -> bytes:
    return cache_key(f"{number:064x}", "Python", "rules")


def _fill(folder: Path, numbers: range, size: int = 1000) -> None:
    cache = Cache(str(folder))
    for number in numbers:
        cache.put(_key(number), bytes([number % 256]) * size)
    cache.close()


def test_what_was_put_is_there_again(tmp_path: Path) -> None:
    _fill(tmp_path, range(10))
    cache = Cache(str(tmp_path))
    assert [cache.get(_key(number)) for number in (0, 9, 10)] == [b"\0" * 1000, b"\x09" * 1000, None]
    cache.close()


def test_a_second_process_reads_and_does_not_write(tmp_path: Path) -> None:
    _fill(tmp_path, range(3))
    first, second = Cache(str(tmp_path)), Cache(str(tmp_path))
    assert second.get(_key(1)) == b"\x01" * 1000
    second.put(_key(7), b"seven")
    second.close()
    assert first.get(_key(7)) is None
    first.put(_key(8), b"eight")
    first.close()
    third = Cache(str(tmp_path))
    assert third.get(_key(8)) == b"eight"
    third.close()


def test_a_killed_process_keeps_nearly_all(tmp_path: Path) -> None:
    """The work of a process that is killed without warning is there for the next one."""
    program = (
        "import os, sys, time\n"
        "from repobook.store.cache import Cache, cache_key\n"
        "cache = Cache(sys.argv[1])\n"
        "for number in range(100):\n"
        "    time.sleep(0.002)\n"
        "    cache.put(cache_key(f'{number:064x}', 'Python', 'rules'), b'x' * 5000)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], env=environment(), check=False)
    assert done.returncode == -signal.SIGKILL
    cache = Cache(str(tmp_path))
    kept = sum(cache.get(_key(number)) is not None for number in range(100))
    cache.close()
    assert kept >= 85


def test_the_oldest_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _fill(tmp_path, range(100), 20_000)
    _fill(tmp_path, range(100, 200), 20_000)
    cache = Cache(str(tmp_path))  # the first ten are used again
    assert all(cache.get(_key(number)) for number in range(10))
    cache.close()
    monkeypatch.setenv("REPOBOOK_CACHE_BYTES", "2500000")
    _fill(tmp_path, range(200, 201), 20_000)
    assert os.path.getsize(tmp_path / "facts-2.db") < 2_700_000
    cache = Cache(str(tmp_path))
    kept = [number for number in range(201) if cache.get(_key(number)) is not None]
    cache.close()
    assert set(kept) >= {*range(10), 200}
    assert not set(kept) & set(range(10, 90))
    assert len(kept) > 90


def test_a_full_disk_is_no_damage(tmp_path: Path) -> None:
    """E02, E21: a cache that cannot grow is done without, and what it holds stays."""
    _fill(tmp_path, range(10))
    cache = Cache(str(tmp_path))
    assert cache._connection is not None
    cache._connection.execute("PRAGMA max_page_count = 1")
    cache.put(_key(10), b"x" * 1_000_000)
    assert (cache.get(_key(1)), cache.was_rebuilt) == (None, False)
    cache.close()
    cache = Cache(str(tmp_path))
    assert (cache.get(_key(1)), cache.was_rebuilt) == (b"\x01" * 1000, False)
    cache.close()


@pytest.mark.parametrize("is_asked", [True, False], ids=["found by a question", "found by an answer"])
def test_damage_in_the_middle_is_made_anew(is_asked: bool, tmp_path: Path) -> None:
    """E21: a cache that opens well and is damaged further in begins anew at once, and keeps what comes in from then on."""
    _fill(tmp_path, range(100), 4_000)
    path = tmp_path / "facts-2.db"
    data = path.read_bytes()
    path.write_bytes(data[: 5 * 4096] + b"\xff" * (len(data) - 5 * 4096))
    cache = Cache(str(tmp_path))
    assert not cache.was_rebuilt
    if is_asked:
        assert [cache.get(_key(number)) for number in range(100)] == [None] * 100
    else:
        for number in range(100, 200):
            cache.put(_key(number), b"new")
    assert cache.was_rebuilt
    cache.put(_key(7), b"seven")
    cache.close()
    cache = Cache(str(tmp_path))
    assert (cache.get(_key(7)), cache.was_rebuilt) == (b"seven", False)
    cache.close()


def test_going_back_costs_no_analysis(tmp_path: Path) -> None:
    """Two branches: what was analysed on one is known when one comes back to it."""
    root = write_tree(tmp_path / "repo", {f"{at}.py": f"def f{at}(): ...\n" for at in range(12)})
    config = make_config(str(root), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    build(config)
    first = read_tree(tmp_path / "book")
    for at in range(4):
        (root / f"{at}.py").write_text(f"class Other{at}: ...\n")
    other = build(config)
    assert (other.documented, other.reused) == (12, 8)
    for at in range(4):
        (root / f"{at}.py").write_text(f"def f{at}(): ...\n")
    back = build(config)
    assert (back.is_unchanged, back.documented, back.reused) == (False, 12, 12)
    assert read_tree(tmp_path / "book") == first
