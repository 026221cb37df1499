"""Repositories with millions of symbols are linked with less in memory, and nobody can tell from the book."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from golden import GOLDEN, make_repository
from runs import read_tree

import repobook.link.kin
import repobook.link.references.index
import repobook.link.references.job
import repobook.pipeline
import repobook.refer
from repobook.build import build
from repobook.config import make_config
from repobook.link.references.index import Index
from repobook.link.references.job import Done
from repobook.refer import refer
from repobook.store import open_facts
from repobook.workers import Job, Result


class Here:
    """A pool whose one worker is this process, so that it knows what the test has changed."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.resolved = 0  # jobs that had a place to resolve

    def submit(self, job: Job) -> None:
        self.jobs.append(job)

    def drain(self) -> Iterator[Result]:
        for job in reversed(self.jobs):  # the order in which workers answer is no matter
            answer = repobook.link.references.job.run_job(job.payload)
            self.resolved += bool(msgspec.msgpack.decode(answer, type=Done).found)
            yield Result(job.id, answer)
        repobook.link.references.job._resolver = None


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_little_memory_does_not_show(golden: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_repository(golden, tmp_path)
    config = make_config(str(root), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    build(config)
    usual = read_tree(tmp_path / "book")
    shutil.rmtree(tmp_path / "cache" / "books")
    monkeypatch.setattr(repobook.pipeline, "LARGE_SYMBOLS", 0)
    monkeypatch.setattr(repobook.refer, "MOST_KEPT", 0)
    monkeypatch.setattr(repobook.refer, "JOB_BYTES", 100)
    monkeypatch.setattr(repobook.pipeline, "refer", lambda database, _, *rest: refer(database, here, *rest))
    here = Here()
    forgotten: list[Index] = []
    forget = Index.forget
    monkeypatch.setattr(Index, "forget", lambda index: (forgotten.append(index), forget(index)))
    monkeypatch.setattr(repobook.link.references.index, "MANY_HELD", 0)
    monkeypatch.setattr(repobook.link.references.index, "MANY_FILES", 1)
    monkeypatch.setattr(repobook.link.kin, "MANY_BYTES", 0)
    build(config)
    assert forgotten or here.resolved < 2
    found = read_tree(tmp_path / "book")
    assert [name for name in sorted(usual.keys() | found.keys()) if usual.get(name) != found.get(name)] == []


def test_only_what_is_asked_for_is_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    (root / "registers.h").write_text(
        "".join(f"#define REGISTER_{number} {number}\n" for number in range(500))
        + "struct unit { int used; int unused; };\n"
    )
    (root / "unit.c").write_text(
        '#include "registers.h"\n\nint read(struct unit *u) { return u->used + REGISTER_7; }\n'
    )
    monkeypatch.setattr(repobook.link.references.index, "MANY_HELD", 10)
    held: list[bool] = []

    def look(database: str, *rest: object) -> None:
        index = Index(open_facts(database))
        named = index.named("c")
        (register,) = named["REGISTER_7"]
        assert [s.name for s in named["used"]] == ["used"]
        assert named["nobody"] == []
        assert index.symbol(register.id) is register
        held.append(index.is_full)
        assert register in index.symbols_of(register.file)
        held.append(index.is_full)
        index.forget()
        held.append(index.is_full)
        raise KeyboardInterrupt

    monkeypatch.setattr("repobook.pipeline.refer", look)
    with pytest.raises(KeyboardInterrupt):
        build(make_config(str(root), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1))
    assert held == [False, True, False]


def test_files_of_many_symbols_are_no_one_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Headers of registers name hardly anything, but what is told of their symbols is long."""
    root = tmp_path / "repo"
    root.mkdir()
    for unit in range(4):
        (root / f"unit{unit}.h").write_text("".join(f"#define R{unit}_{n} {n}\n" for n in range(300)))
    monkeypatch.setattr(repobook.refer, "JOB_BYTES", 20_000)
    ranges: list[tuple[int, int]] = []

    def look(database: str, *rest: object) -> None:
        ranges.extend((job.first, job.last) for job in repobook.refer._cut(database, None, True))
        raise KeyboardInterrupt

    monkeypatch.setattr("repobook.pipeline.refer", look)
    with pytest.raises(KeyboardInterrupt):
        build(make_config(str(root), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1))
    assert len(ranges) == 4
    assert ranges[0][0] == 1
    assert all(before[1] + 1 == after[0] for before, after in pairwise(ranges))
