"""A wrong request is refused at once, in one line that says what to do, and nothing is touched."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from runs import COMMAND, Run, command, environment, read_tree, run, run_here, snapshot, write_tree


def fill(folder: Path) -> Path:
    """Make a small repository, a file, links, and a folder of somebody else."""
    bare = {
        "HEAD": "ref: refs/heads/main\n",
        "config": "[core]\n\tbare = true\n",
        "objects/": "",
        "refs/": "",
    }
    write_tree(folder / "repo", {"a.py": "def a(): ...\n"})
    write_tree(folder / "theirs", {"letter.txt": "dear\n"})
    write_tree(folder / "bare", dict(bare))
    (folder / "file").write_text("x\n")
    (folder / "link").symlink_to(folder / "theirs")
    (folder / "dangling").symlink_to(folder / "nowhere")
    return folder


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return fill(tmp_path)


WRONG = {
    "no such folder": (["missing", "-o", "book"], "no such folder"),
    "a cache in the book": (["repo", "-o", "book", "--cache", "book/cache"], "the cache lies in the book"),
    "no output": (["repo", "-o", ""], "needs a folder"),
    "a file instead of a folder": (["file", "-o", "book"], "not a folder"),
    "a bare repository": (["bare", "-o", "book"], "no work tree"),
    "the whole file system": (["/", "-o", "book"], "whole file system"),
    "output is somebody else's": (["repo", "-o", "theirs"], "not empty"),
    "output is the repository": (["repo", "-o", "repo"], "same folder"),
    "output is the repository, written otherwise": (["repo", "-o", "theirs/../repo/."], "same folder"),
    "repository inside the output": (["repo", "-o", "."], "inside the output"),
    "output is a link": (["repo", "-o", "link"], "link"),
    "output is a link to nothing": (["repo", "-o", "dangling"], "link"),
    "output is a file": (["repo", "-o", "file"], "file"),
    "output is below a file": (["repo", "-o", "file/book"], "not a folder"),
    "unknown option": (["repo", "--no-such-option"], "--no-such-option"),
    "no workers": (["repo", "-o", "book", "-j", "0"], "0"),
    "unknown format": (["repo", "-o", "book", "--format", "pdf"], "pdf"),
    "address that is not https": (["repo", "-o", "book", "--source-url", "javascript:x"], "https://"),
    "address without a host": (["repo", "-o", "book", "--source-url", "https://"], "name a host"),
}


@pytest.fixture(scope="module", params=WRONG, ids=str)
def refusal(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Run, bool]:
    """What a wrong request must be told, what it was told, and whether anything changed."""
    words, said = WRONG[request.param]
    folder = fill(tmp_path_factory.mktemp("place"))
    before = snapshot(folder)
    done = run("build", *words, cwd=folder)
    return said, done, snapshot(folder) == before


def test_wrong_request_is_refused(refusal: tuple[str, Run, bool]) -> None:
    """E04, E05, R04, R20: the exit code is 2, and nothing is written anywhere."""
    _, done, is_unchanged = refusal
    assert (done.code, is_unchanged) == (2, True)


def test_refusal_is_one_line(refusal: tuple[str, Run, bool]) -> None:
    """A refusal is one line on stderr that names the cause; never a traceback."""
    said, done, _ = refusal
    lines = done.err.splitlines()
    assert (len(lines), said in done.err, done.out, "Traceback" in done.err) == (1, True, "", False)


def test_refusal_can_be_json(place: Path) -> None:
    """With --json a refusal is JSON on stdout too, so that a script need not read stderr."""
    for words in (
        ("--nosuch",),
        ("build", "missing"),
        ("build", "--jobs", "0"),
        ("build", "--nosuch"),
        ("search", "--limit", "-1", "x"),
    ):
        done = run(*words, "--json", cwd=place)
        assert list(json.loads(done.out)) == ["error"], words


def test_option_before_any_command(place: Path) -> None:
    """An option that the command line itself does not know is refused in one line, too; no words at all are given help."""
    done = run("--nosuch", cwd=place)
    assert (done.code, done.err.count("\n"), "'--nosuch'" in done.err) == (2, 1, True)
    assert "Commands:" in run(cwd=place).said


def test_refusal_cannot_steer_the_terminal(place: Path) -> None:
    """A name with escape sequences is shown, not sent to the terminal."""
    done = run("build", "evil\x1b[2J\x07", "-o", "book", cwd=place)
    assert (done.code, "\x1b" in done.said, "\x07" in done.said) == (2, False, False)


def test_output_that_may_not_be_written(place: Path) -> None:
    """E01: a read-only place for the book is refused before any work."""
    closed = place / "closed"
    closed.mkdir(mode=0o555)
    done = run("build", "repo", "-o", "closed/book", "--cache", "cache", cwd=place, is_plain_user=True)
    assert (done.code, done.err.count("\n"), "may not write" in done.err, (place / "cache").exists()) == (
        2,
        1,
        True,
        False,
    )


def test_book_that_may_not_be_replaced(place: Path) -> None:
    """A book that is read-only stays as it is."""
    assert (
        run_here(
            "build", place / "repo", "-o", place / "book", "--cache", place / "cache", "-q", "-j", 1
        ).code
        == 0
    )
    (place / "book").chmod(0o555)
    before = read_tree(place / "book")
    done = run("build", "repo", "-o", "book", "--cache", "cache", cwd=place, is_plain_user=True)
    assert (done.code, done.err.count("\n"), read_tree(place / "book") == before) == (2, 1, True)


def test_repository_that_may_not_be_read(place: Path) -> None:
    """A repository without permission to read is refused with a hint."""
    (place / "repo").chmod(0o000)
    done = run("build", "repo", "-o", "book", cwd=place, is_plain_user=True)
    (place / "repo").chmod(0o755)
    assert (done.code, done.err.count("\n"), "permissions" in done.err) == (2, 1, True)


@pytest.mark.parametrize(
    "words",
    [["verify", "theirs"], ["verify", "missing"], ["export", "tags", "--book", "theirs"]],
    ids=" ".join,
)
def test_what_is_no_book_is_refused(words: list[str], place: Path) -> None:
    """`verify` and `export` say in one line that there is no book."""
    done = run(*words, cwd=place)
    assert (done.code, done.err.count("\n"), "no book" in done.err, "Traceback" in done.err) == (
        2,
        1,
        True,
        False,
    )


@pytest.mark.parametrize(
    "content", ["", "[]", "{", "null", '{"files": 3}', "[" * 100_000, "\x00"], ids=range(7)
)
def test_manifest_that_is_rubbish(content: str, place: Path) -> None:
    """A damaged manifest is said to be damaged, whatever it holds."""
    (place / "theirs" / "manifest.json").write_text(content)
    assert run_here("verify", place / "theirs").code in (1, 2)


def test_export_without_database(place: Path) -> None:
    """A book that lost its database cannot be exported, and says so in one line."""
    assert (
        run_here(
            "build", place / "repo", "-o", place / "book", "--cache", place / "cache", "-q", "-j", 1
        ).code
        == 0
    )
    (place / "book" / "book.db").unlink()
    done = run("export", "tags", "--book", "book", cwd=place)
    assert (done.code, done.err.count("\n"), "Traceback" in done.err) == (2, 1, False)


@pytest.mark.parametrize("name", ["index.md", "tags", "src/../tags"])
def test_export_into_the_book(name: str, place: Path) -> None:
    """What is written there is a page that is gone, or a file that is not the book's."""
    book = place / "book"
    build = run_here("build", place / "repo", "-o", book, "--cache", place / "cache", "-q", "-j", 1)
    before = read_tree(book)
    assert build.code == 0 and before
    done = run("export", "tags", "--book", book, "-o", book / name)
    assert (done.code, done.err.count("\n"), "a place in the book" in done.err) == (2, 1, True), done.said
    assert read_tree(book) == before


def test_names_that_are_no_text_are_shown_as_their_bytes(place: Path) -> None:
    done = run("build", b"\xff\xfe/none", "-o", place / "nothing")
    assert (done.code, done.err) == (
        2,
        "repobook: \\xff\\xfe/none: no such folder. Give the path of a repository.\n",
    ), done.said


def test_export_into_a_folder_that_is_not_there(place: Path) -> None:
    """Tags that cannot be written are an error of one line."""
    assert (
        run_here(
            "build", place / "repo", "-o", place / "book", "--cache", place / "cache", "-q", "-j", 1
        ).code
        == 0
    )
    done = run("export", "tags", "--book", "book", "-o", "missing/tags", cwd=place)
    assert (done.code, done.err.count("\n"), "Traceback" in done.err) == (2, 1, False)


@pytest.mark.parametrize(
    "words",
    [
        ["build", "repo", "-o", "book", "--cache", "c", "-j", "1"],
        ["build", "repo", "-o", "book", "--cache", "c", "-j", "1", "--json"],
    ],
)
def test_nobody_reads_the_answer(words: list[str], place: Path) -> None:
    """A reader that goes away (`| head -0`) causes neither a traceback nor a broken book."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*COMMAND, *words], cwd=place, env=environment(), stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (b"Traceback" in done.stderr, b"Exception" in done.stderr, done.returncode) == (False, False, 0)


def test_nobody_reads_the_progress(place: Path) -> None:
    """E10: a reader of both streams that goes away (`2>&1 | head -1`) does not make the build fail."""
    reading, writing = os.pipe()
    os.close(reading)
    words = [*COMMAND, "build", "repo", "-o", "book", "--cache", "c", "-j", "1"]
    done = subprocess.run(words, cwd=place, env=environment(), stdout=writing, stderr=writing, check=False)
    os.close(writing)
    assert (done.returncode, (place / "book" / "index.md").exists()) == (0, True)


def test_no_standard_streams_at_all(place: Path) -> None:
    """A build with stdin, stdout and stderr closed still builds the book."""
    script = 'exec "$@" <&- >&- 2>&-'
    done = subprocess.run(
        ["sh", "-c", script, "sh", *COMMAND, "build", "repo", "-o", "book", "--cache", "c", "-j", "1"],
        cwd=place,
        env=environment(),
        check=False,
    )
    assert (done.returncode, (place / "book" / "index.md").exists()) == (0, True)


def test_stopped_at_any_time_has_its_own_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C that comes before a command has begun its work is no failure of the work."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("repobook.config.read_manifest", stop)
    done = run_here("verify", "book")
    assert (done.code, done.said) == (130, "")


@pytest.mark.parametrize("which", ["repository", "book"])
def test_paths_that_are_not_utf_8_are_refused(which: str, tmp_path: Path) -> None:
    """No database has a name for them, and no page could state them."""
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/odd\xff")
    root = write_tree(Path(odd) if which == "repository" else tmp_path / "repo", {"a.py": "x = 1\n"})
    book = odd if which == "book" else tmp_path / "book"
    done = run("build", root, "-o", book, "--cache", tmp_path / "cache")
    assert (done.code, done.err.count("\n"), "is not UTF-8" in done.err) == (2, 1, True), done.said


def test_a_book_does_not_go_where_version_control_keeps_its_own(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "repo", {"a.py": "x = 1\n", ".git/HEAD": "ref: refs/heads/main\n"})
    done = run("build", root, "-o", root / ".git" / "book", "--cache", tmp_path / "cache")
    assert (done.code, done.err.count("\n"), os.listdir(root / ".git")) == (2, 1, ["HEAD"]), done.said


def test_help_that_nobody_can_read(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command("--help"), stdout=full, stderr=subprocess.PIPE, env=environment(), check=False
        )
    assert (done.returncode, done.stderr) == (2, b"")
