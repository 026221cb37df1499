"""Pages of a worker that died are written again by the next one, and no page takes the name of another."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

import repobook.render.asked
import repobook.render.job
from repobook.build import build
from repobook.config import Config
from repobook.errors import OutputError
from repobook.kept import KeptUnits
from repobook.progress import NO_PROGRESS
from repobook.render.asked import forget
from repobook.render.book import Book
from repobook.render.job import run_job
from repobook.render.request import RenderJob
from repobook.typeset import page_options, render_pages
from repobook.workers import Job, Pool


def make_book(folder: Path) -> Config:
    (folder / "repo").mkdir()
    (folder / "repo" / "shop.py").write_text('"""A shop."""\n\n\ndef pay():\n    return 1\n')
    config = Config(str(folder / "repo"), str(folder / "book"), str(folder / "cache"), jobs=1)
    build(config)
    return config


def book_at_hand() -> Book:
    assert repobook.render.job._book is not None
    return repobook.render.job._book


@pytest.mark.parametrize("what", ["names", "book", "front"])
def test_begun_pages_are_written_anew(what: str, tmp_path: Path) -> None:
    """A worker was killed in the midst: what it left is half a page, or one that is open to nobody."""
    config = make_book(tmp_path)
    staging = tmp_path / "staging"
    staging.mkdir()
    shutil.copy(tmp_path / "book" / "book.db", staging)
    job = msgspec.msgpack.encode(RenderJob(page_options(config, str(staging), ""), what))
    written, _, _ = msgspec.msgpack.decode(run_job(job))
    assert written
    for path, _, _ in written:
        assert (staging / path).read_bytes() == (tmp_path / "book" / path).read_bytes()
        (staging / path).write_text("half")
    assert msgspec.msgpack.decode(run_job(job))[0] == written
    for path, _, _ in written:
        assert (staging / path).read_bytes() == (tmp_path / "book" / path).read_bytes()


def test_answers_that_are_let_go_do_not_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of very many files a worker keeps no answers from job to job; pages and what is kept of them are the same."""
    config = make_book(tmp_path)
    for number in range(40):
        (tmp_path / "repo" / f"part{number}.py").write_text(
            f"from shop import pay\n\n\ndef buy{number}():\n    return pay()\n"
        )
    build(config)
    with closing(sqlite3.connect(tmp_path / "book" / "book.db")) as connection:
        numbers = [row[0] for row in connection.execute("SELECT id FROM file ORDER BY id")]
    made = []
    for most in (20_000, 0):
        staging = tmp_path / f"staging{most}"
        staging.mkdir()
        shutil.copy(tmp_path / "book" / "book.db", staging)
        monkeypatch.setattr(repobook.render.asked, "MANY_ANSWERS", most)
        options = page_options(config, str(staging), "")
        for at in range(0, 30, 10):
            job = RenderJob(options, "files", numbers[at], numbers[at + 9])
            made.append(run_job(msgspec.msgpack.encode(job)))
            if not most:
                forget(book_at_hand())
                assert not any(known.get(book_at_hand()) for known in repobook.render.asked._KNOWN.values())
        for path in staging.rglob("*.md"):
            assert path.read_bytes() == (tmp_path / "book" / path.relative_to(staging)).read_bytes()
    assert made[:3] == made[3:]
    assert all(msgspec.msgpack.decode(one)[0] for one in made)


def test_a_link_in_the_way_is_not_followed(tmp_path: Path) -> None:
    config = make_book(tmp_path)
    staging = tmp_path / "staging"
    staging.mkdir()
    shutil.copy(tmp_path / "book" / "book.db", staging)
    (tmp_path / "mine").write_text("mine")
    (staging / "index.md").symlink_to(tmp_path / "mine")
    run_job(msgspec.msgpack.encode(RenderJob(page_options(config, str(staging), ""), "front")))
    assert (tmp_path / "mine").read_text() == "mine"
    assert not (staging / "index.md").is_symlink()


def test_two_pages_of_one_name_stop_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = make_book(tmp_path)
    staging = tmp_path / "staging"
    staging.mkdir()
    shutil.copy(tmp_path / "book" / "book.db", staging)
    submit = Pool.submit

    def submit_twice(pool: Pool, job: Job) -> None:
        submit(pool, job)
        if job.id == 0:
            submit(pool, Job(job.id, job.operation, job.payload, job.seconds))

    monkeypatch.setattr(Pool, "submit", submit_twice)
    kept = KeptUnits(str(tmp_path / "units"), "", "")
    with Pool(1) as pool, pytest.raises(OutputError, match="two pages have the name"):
        render_pages(config, str(staging), "", pool, NO_PROGRESS, kept)
    kept.drop()
