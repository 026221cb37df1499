"""The last good book stays until a new one has passed, and nothing is left beside it (E03, E05–E09)."""

from __future__ import annotations

import errno
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from runs import command, environment, hear, read_tree, run, write_tree

import repobook.build
import repobook.cli
import repobook.pipeline
import repobook.publish
from repobook.beside import Beside
from repobook.config import Config, make_config
from repobook.errors import InputError, OutputError, RepobookError
from repobook.kept import Kept
from repobook.looks import UNSURE, look_at
from repobook.publish import hold_output
from repobook.twin import Begun


@pytest.fixture
def place(tmp_path: Path) -> Path:
    write_tree(tmp_path / "repo", {"a.py": "def a(): ...\n", "b.py": "import a\n"})
    return tmp_path


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a repository and its book."""
    folder = tmp_path_factory.mktemp("original")
    write_tree(folder / "repo", {"a.py": "def a(): ...\n", "b.py": "import a\n"})
    build(folder)
    return folder


def config(place: Path) -> Config:
    return make_config(str(place / "repo"), str(place / "out" / "book"), cache=str(place / "cache"), jobs=1)


def build(place: Path) -> None:
    repobook.build.build(config(place))


def beside(place: Path) -> list[str]:
    return sorted(os.listdir(place / "out"))


def test_new_book_replaces_the_old_one(place: Path) -> None:
    """Pages of files that are gone are gone, pages of new files are there."""
    build(place)
    (place / "repo" / "a.py").rename(place / "repo" / "c.py")
    build(place)
    names = {name for name in read_tree(place / "out" / "book") if name.endswith("_docs.md")}
    assert names == {"b.py_docs.md", "c.py_docs.md"}


def test_nothing_is_left_beside_a_book(place: Path) -> None:
    """Neither a staging folder nor a lock remains, after the first build and after the second."""
    build(place)
    build(place)
    assert beside(place) == ["book"]


def test_book_may_go_into_an_empty_folder(place: Path) -> None:
    """An empty folder is taken for the book."""
    (place / "out" / "book").mkdir(parents=True)
    build(place)
    assert (place / "out" / "book" / "index.md").is_file()


@pytest.mark.parametrize(
    "stage",
    [
        "list_files",
        "make_basis",
        "tell_history",
        "refer",
        "finish_basis",
        "render_pages",
        "verify",
        "render_report",
        "publish",
    ],
)
def test_old_book_survives_a_failure(
    stage: str, original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that fills up at any stage leaves the old book as it was and nothing beside it."""
    place = shutil.copytree(original, tmp_path / "copy")
    before = read_tree(place / "out" / "book")
    (place / "repo" / "a.py").write_text("def changed(): ...\n")

    def fail(*anything: object, **more: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    room = repobook.build if stage in ("list_files", "publish") else repobook.pipeline
    monkeypatch.setattr(room, stage, fail)
    with pytest.raises(OutputError, match="no space"):
        build(place)
    assert (read_tree(place / "out" / "book") == before, beside(place)) == (True, ["book"])


@pytest.mark.parametrize(
    "said", ["disk I/O error", "database or disk is full", "unable to open database file"]
)
def test_database_that_cannot_be_made(said: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error while the database is set up is one line, too (E03)."""

    def fail(*anything: object, **more: object) -> None:
        raise sqlite3.OperationalError(said)

    monkeypatch.setattr(repobook.basis, "Writer", fail)
    with pytest.raises(OutputError, match=r"database|no space"):
        build(place)
    assert beside(place) == []


def test_failure_before_the_first_book_leaves_nothing(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A first build that fails leaves no half of a book."""

    def fail(*anything: object, **more: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(repobook.pipeline, "render_pages", fail)
    with pytest.raises(RepobookError):
        build(place)
    assert beside(place) == []


def test_links_planted_in_a_book_are_not_followed(place: Path) -> None:
    """A link in the old book is replaced with it; what it leads to stays as it was (E06)."""
    build(place)
    canary = place / "canary"
    canary.write_text("mine\n")
    page = place / "out" / "book" / "index.md"
    page.unlink()
    page.symlink_to(canary)
    (place / "out" / "book" / "folder").symlink_to(place / "repo")
    build(place)
    assert (canary.read_text(), page.is_symlink(), sorted(os.listdir(place / "repo"))) == (
        "mine\n",
        False,
        ["a.py", "b.py"],
    )


@pytest.mark.spares("books", why="a file of somebody else is in the book")
@pytest.mark.parametrize("name", ["notes.txt", ".git/HEAD", "site/CNAME", "a.py_docs.md.orig"])
def test_files_of_others_in_a_book_are_never_removed(name: str, place: Path) -> None:
    """A file that the manifest does not list is somebody's: the book is not replaced, and the file is named (E05)."""
    build(place)
    before = read_tree(place / "out" / "book")
    write_tree(place / "out" / "book", {name: "mine\n"})
    (place / "repo" / "a.py").write_text("def changed(): ...\n")
    with pytest.raises(RepobookError, match=re.escape(f"{name} is not part of the book")):
        build(place)
    found = read_tree(place / "out" / "book")
    assert (found[name], {path: found[path] for path in before} == before, beside(place)) == (
        b"mine\n",
        True,
        ["book"],
    )


@pytest.mark.spares("books", why="a file of somebody else is in the book")
@pytest.mark.parametrize("folder", ["", "deep"])
@pytest.mark.parametrize("fresh", [0.0, 1e6])
def test_file_put_into_a_book_during_a_build_stays(
    fresh: float, folder: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same for a file that comes while the new book is made, whether its folder was known well or had to be listed."""
    monkeypatch.setattr("repobook.looks.FRESH_SECONDS", fresh)
    write_tree(place / "repo", {"deep/c.py": "def deep(): ...\n"})
    build(place)
    render_pages = repobook.pipeline.render_pages

    def render_and_intrude(*words: object) -> object:
        write_tree(place / "out" / "book" / folder, {"letter.txt": "dear\n"})
        return render_pages(*words)  # type: ignore[arg-type]

    (place / "repo" / "a.py").write_text("def changed(): ...\n")
    monkeypatch.setattr(repobook.pipeline, "render_pages", render_and_intrude)
    with pytest.raises(RepobookError, match="letter"):
        build(place)
    assert (place / "out" / "book" / folder / "letter.txt").read_text() == "dear\n"


def test_folder_changed_a_moment_ago_is_listed(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of a file system may not have moved on when the next file comes in: the folder looks as it did then."""
    folder = place / "book"
    write_tree(folder, {"deep/page.md": "# Page\n"})
    known, folders = look_at(str(folder))
    assert folders == {"": UNSURE, "deep/": UNSURE}
    write_tree(folder, {"deep/letter.txt": "dear\n"})
    assert not repobook.publish._holds_only(str(folder), known, folders)
    monkeypatch.setattr("repobook.looks.FRESH_SECONDS", -1e6)
    known, folders = look_at(str(folder))
    assert UNSURE not in folders.values()
    assert repobook.publish._holds_only(str(folder), known, folders)


def test_book_is_made_durable_before_it_is_switched(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is renamed into place is on the disk already: neither half a page nor an empty one after a power loss."""
    order: list[str] = []
    for name in ("sync", "_exchange", "_sync_folder"):
        call = getattr(repobook.publish, name)
        monkeypatch.setattr(
            repobook.publish, name, lambda *words, name=name, call=call: (order.append(name), call(*words))[1]
        )
    rename = os.rename

    def noted(old: str, new: str) -> None:
        if new == str(place / "out" / "book"):  # what is kept for the next book is no part of the switch
            order.append("rename")
        rename(old, new)

    monkeypatch.setattr(os, "rename", noted)
    build(place)
    (place / "repo" / "a.py").write_text("def changed(): ...\n")
    build(place)
    assert order[:3] == ["sync", "rename", "_sync_folder"]
    assert (order[3:5], order[-1]) == (["sync", "_exchange"], "_sync_folder")


def test_link_planted_as_staging_is_not_followed(place: Path) -> None:
    """A link with the name of the staging folder is removed; what it leads to is not emptied."""
    (place / "out").mkdir()
    (place / "out" / ".book.repobook-staging").symlink_to(place / "repo")
    (place / "out" / ".book.repobook-staging.lock").write_text("process 1")
    build(place)
    assert (sorted(os.listdir(place / "repo")), beside(place)) == (["a.py", "b.py"], ["book"])


@pytest.mark.spares("left", why="somebody else made what is called like our work")
@pytest.mark.parametrize(
    "files",
    [
        {"/mine.txt": "dear\n"},
        {"/mine.txt": "dear\n", ".lock": "dear\n"},
        {".lock": "dear\n"},
        {"": "dear\n"},
    ],
)
def test_what_is_called_like_our_work_and_is_not_stays(place: Path, files: dict[str, str]) -> None:
    """Files of somebody else with the names that a build uses are refused, not removed."""
    write_tree(place / "out", {f".book.repobook-staging{name}": text for name, text in files.items()})
    before = read_tree(place / "out")
    with pytest.raises(InputError, match="repobook did not make this"):
        build(place)
    assert read_tree(place / "out") == before


def test_a_cache_that_a_link_leads_into_the_repository(place: Path) -> None:
    """The same folder by another name is the same folder."""
    (place / "link").symlink_to(place / "repo")
    with pytest.raises(InputError, match="the cache lies in the repository"):
        make_config(str(place / "link"), str(place / "out" / "book"), cache=str(place / "link" / ".cache"))


def test_nobody_can_be_told(place: Path) -> None:
    """Where what is said goes to a full disk, the code still says that there is no book (2)."""
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "repobook", "build", str(place / "repo"), "-o", str(place / "out" / "book")],
            stdout=full, stderr=full, env=environment() | {"XDG_CACHE_HOME": str(place / "cache")}, check=False,
        )  # fmt: skip
    assert (done.returncode, (place / "out" / "book").exists()) in ((2, False), (0, True))


def test_what_was_to_be_said_cannot_be_written(place: Path) -> None:
    """The line that says so does not speak of the book, which is there."""
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command("build", place / "repo", "-o", place / "out" / "book", "--cache", place / "cache"),
            stdout=full, stderr=subprocess.PIPE, text=True, env=environment(), check=False,
        )  # fmt: skip
    said = done.stderr.splitlines()[-1]
    assert (done.returncode, (place / "out" / "book" / "index.md").exists()) == (2, True)
    assert said == "repobook: what was to be said cannot be written: No space left on device."


def test_whoever_started_us_wants_to_know_of_no_child(place: Path) -> None:
    """A program that ignores SIGCHLD hands that on: nobody could wait for a worker then, and each was waited for a minute."""
    words = command("build", place / "repo", "-o", place / "out" / "book", "--cache", place / "cache", "-q")
    done = subprocess.run(
        words,
        env=environment(),
        check=False,
        timeout=50,
        preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN),
    )
    assert done.returncode == 0


def test_what_somebody_else_put_there_meanwhile_stays(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that appears at the output during a build is not replaced."""
    render_pages = repobook.pipeline.render_pages

    def render_and_intrude(*words: object) -> object:
        write_tree(place / "out" / "book", {"letter.txt": "dear\n"})
        return render_pages(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(repobook.pipeline, "render_pages", render_and_intrude)
    with pytest.raises(RepobookError):
        build(place)
    assert read_tree(place / "out") == {"book/": b"", "book/letter.txt": b"dear\n"}


def test_second_build_names_the_first(place: Path) -> None:
    """While a book is being built, another build of it ends at once and names the process (E07)."""
    with hold_output(config(place)):
        began = time.monotonic()
        done = run("build", place / "repo", "-o", place / "out" / "book", "--cache", place / "cache")
        seconds = time.monotonic() - began
    assert (done.code, f"process {os.getpid()}" in done.err, done.err.count("\n"), seconds < 20) == (
        2,
        True,
        1,
        True,
    )


def test_refused_build_leaves_the_lock(place: Path) -> None:
    """A build that was refused does not open the door for a third: the lock of the first still holds (E07)."""
    with hold_output(config(place)):
        for _ in range(2):
            with pytest.raises(RepobookError, match="is building this book"), hold_output(config(place)):
                pass


def test_lock_vanishes_with_a_killed_holder(place: Path) -> None:
    """A build killed without a chance to tidy up stops nobody: the next one runs and cleans up (E07, E08)."""
    script = (
        "import sys, time; from repobook.config import make_config; from repobook.publish import hold_output\n"
        "with hold_output(make_config(sys.argv[1], sys.argv[2], cache=sys.argv[3])) as staging:\n"
        "    open(staging + '/half', 'w').close(); print('held', flush=True); time.sleep(60)"
    )
    words = [sys.executable, "-c", script, place / "repo", place / "out" / "book", place / "cache"]
    with subprocess.Popen(words, env=environment(), stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == b"held\n"
        holder.kill()
    build(place)
    assert (beside(place), (place / "out" / "book" / "half").exists()) == (["book"], False)


def test_what_is_done_beside_ends_before_the_folder_goes(place: Path) -> None:
    """A build that is stopped while a thread of it writes into the staging folder leaves nothing behind (E09)."""
    goes_on = threading.Event()
    written: list[str] = []

    def write(staging: str) -> None:
        goes_on.wait()
        Path(staging, "late").write_text("")
        written.append("late")

    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), hold_output(config(place)) as staging:
            doing = Beside(lambda: write(staging))
            threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            threading.Timer(0.5, goes_on.set).start()
            doing.take()
    finally:
        signal.signal(signal.SIGINT, handler)
    assert (written, beside(place)) == (["late"], [])


def test_what_is_kept_beside_is_forgotten_behind_its_end(place: Path) -> None:
    """A build that is stopped while a thread of it writes a part for the next build leaves no half of one (E09)."""
    goes_on = threading.Event()
    kept = Kept(str(place / "cache" / "book"), "", "", Begun())

    def write(path: str | None) -> None:
        goes_on.wait()
        Path(str(path)).write_text("")

    with pytest.raises(KeyboardInterrupt), kept:
        path = kept.keep("basis")
        Beside(lambda: write(path))
        threading.Timer(0.2, goes_on.set).start()
        raise KeyboardInterrupt
    assert (goes_on.is_set(), os.listdir(place / "cache")) == (True, [])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_stopped_build(number: signal.Signals, place: Path) -> None:
    """A build that is told to stop does so within 5 s, in one line, and leaves the old book and nothing else (E09)."""
    build(place)
    before = read_tree(place / "out" / "book")
    write_tree(place / "repo", {f"m{at}.py": f"def f{at}():\n    return {at}\n" * 400 for at in range(60)})
    words = command(
        "build", place / "repo", "-o", place / "out" / "book", "--cache", place / "cache", "-q", "-j", 1
    )
    with subprocess.Popen(words, env=environment(), stderr=subprocess.PIPE, preexec_fn=hear) as process:
        while process.poll() is None and not (place / "out" / ".book.repobook-staging" / "book.db").exists():
            time.sleep(0.01)
        began = time.monotonic()
        process.send_signal(number)
        _, said = process.communicate(timeout=30)
    assert (time.monotonic() - began < 5, read_tree(place / "out" / "book") == before, beside(place)) == (
        True,
        True,
        ["book"],
    )
    assert (process.returncode, said) == (
        130,
        b"repobook: stopped. The last book is untouched; run the same command again to go on.\n",
    )


@pytest.mark.parametrize("is_folder_there", [False, True])
def test_stopped_first_build_speaks_of_no_last_book(
    is_folder_there: bool, place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where there is no book yet, none is untouched; an empty folder is none."""

    def stop(*anything: object, **more: object) -> None:
        raise KeyboardInterrupt

    if is_folder_there:
        (place / "out" / "book").mkdir(parents=True)
    monkeypatch.setattr(repobook.build, "list_files", stop)
    with pytest.raises(SystemExit) as ended:
        words = ["build", place / "repo", "-o", place / "out" / "book", "--cache", place / "cache", "-q"]
        repobook.cli.main([str(word) for word in words])
    assert (ended.value.code, capsys.readouterr().err) == (
        130,
        "repobook: stopped. Run the same command again to go on.\n",
    )


def test_no_lock_stays_where_there_is_no_room_for_a_word(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(*given: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("os.pwrite", write)
        with pytest.raises(OutputError, match="no space left"):
            build(place)
    assert os.listdir(place / "out") == []
