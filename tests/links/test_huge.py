"""Repositories with millions of symbols are linked with less in memory, and nobody can tell from the book."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
from repobook.link.references.index import LEAVES, Index
from repobook.store import open_facts
from repobook.workers import Job, Result


class Here:
    """A pool whose one worker is this process, so that it knows what the test has changed."""

    made = 0

    def __init__(self, count: int) -> None:
        assert count == 1
        Here.made += 1
        self._jobs: list[Job] = []

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *exception: object) -> None:
        repobook.link.references.job._resolver = None

    def submit(self, job: Job) -> None:
        self._jobs.append(job)

    def drain(self) -> Iterator[Result]:
        for job in reversed(self._jobs):  # the order in which workers answer is no matter
            yield Result(job.id, repobook.link.references.job.run_job(job.payload))


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_little_memory_does_not_show(golden: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_repository(golden, tmp_path)
    config = make_config(str(root), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    build(config)
    usual = read_tree(tmp_path / "book")
    shutil.rmtree(tmp_path / "cache" / "books")
    monkeypatch.setattr(repobook.pipeline, "LARGE_SYMBOLS", 0)
    monkeypatch.setattr(repobook.refer, "MANY_SYMBOLS", 0)
    monkeypatch.setattr(repobook.refer, "JOB_BYTES", 100)
    monkeypatch.setattr(repobook.refer, "Pool", Here)
    monkeypatch.setattr(repobook.link.references.index, "MANY_SYMBOLS", 0)
    monkeypatch.setattr(repobook.link.references.index, "MANY_FILES", 1)
    monkeypatch.setattr(repobook.link.kin, "MANY_BYTES", 0)
    before = Here.made
    build(config)
    assert Here.made == before + 1
    found = read_tree(tmp_path / "book")
    assert [name for name in sorted(usual.keys() | found.keys()) if usual.get(name) != found.get(name)] == []


def test_leaves_that_nobody_asks_for_stay_in_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    (root / "registers.h").write_text(
        "".join(f"#define REGISTER_{number} {number}\n" for number in range(500))
        + "struct unit { int used; int unused; };\n"
    )
    (root / "unit.c").write_text(
        '#include "registers.h"\n\nint read(struct unit *u) { return u->used + REGISTER_7; }\n'
    )
    kept: list[str] = []

    def keep(database: str, *rest: object) -> None:
        monkeypatch.setattr(repobook.link.references.index, "MANY_SYMBOLS", 0)
        index = Index(open_facts(database))
        kept.extend(sorted(s.name for found in index.in_file.values() for s in found if s.kind in LEAVES))
        raise KeyboardInterrupt

    monkeypatch.setattr("repobook.pipeline.refer", keep)
    with pytest.raises(KeyboardInterrupt):
        build(make_config(str(root), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1))
    assert kept == ["REGISTER_7", "used"]
