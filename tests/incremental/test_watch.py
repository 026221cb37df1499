"""`repobook watch`: the book follows the tree while one edits."""

from __future__ import annotations

import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

from runs import command, environment, read_tree, run, write_tree

from repobook.config import make_config
from repobook.watching import _look, changes, look


def _until(is_so: Callable[[], bool], process: subprocess.Popen[bytes], seconds: float = 120) -> None:
    """Wait for something that the other process does; give up when it ends or takes far too long."""
    end = time.monotonic() + seconds
    while not is_so():
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.05)


def test_the_book_follows_the_tree(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "repo", {"a.py": "def first(): ...\n"})
    book = tmp_path / "book"
    words = command("watch", root, "-o", book, "--cache", tmp_path / "cache", "-j", 1)
    process = subprocess.Popen(
        words, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        _until(lambda: (book / "a.py_docs.md").is_file(), process)
        (root / "b.py").write_text("from a import first\n")
        _until(lambda: (book / "b.py_docs.md").is_file(), process)
        (root / "a.py").unlink()
        _until(lambda: not (book / "a.py_docs.md").exists() and (book / "index.md").is_file(), process)
    finally:
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=60)[0].decode()
    assert process.returncode == 130
    assert said.count("documented") >= 2  # it may be stopped before it tells of the last
    assert run("build", root, "-o", tmp_path / "clean", "--cache", tmp_path / "other", "-q").code == 0
    assert read_tree(book) == read_tree(tmp_path / "clean")


def test_a_wrong_request_ends_at_once(tmp_path: Path) -> None:
    done = run("watch", tmp_path / "missing", "-o", tmp_path / "book")
    assert (done.code, done.err.count("\n")) == (2, 1)


def test_a_look_sees_what_a_build_would_read(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "repo", {"a.py": "x = 1\n", ".gitignore": "*.o\n", "sub/b.py": ""})
    config = make_config(str(root), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    seen = [look(config)]
    assert look(config) == seen[0]
    (root / "c.o").write_text("object\n")
    seen.append(look(config))
    assert seen[1] != seen[0]  # the book names what rules leave out
    for change in (
        lambda: (root / "a.py").write_text("x = 2\n"),
        lambda: (root / "sub" / "b.py").chmod(0o755),
        lambda: (root / "sub" / "b.py").unlink(),
        lambda: (root / ".gitignore").write_text(""),
    ):
        change()
        seen.append(look(config))
    assert len(set(seen)) == 6


def test_a_glance_sees_most_of_what_a_look_sees(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "repo", {"a.py": "x = 1\n", "sub/b.py": ""})
    config = make_config(str(root), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    for change in (
        lambda: (root / "a.py").write_text("x = 22\n"),
        lambda: (root / "sub" / "b.py").chmod(0o755),
        lambda: (root / "c.py").write_text(""),
        lambda: (root / "sub" / "more").mkdir(),
        lambda: (root / "sub" / "b.py").unlink(),
    ):
        seen = _look(config)
        assert seen is not None
        assert not seen.differs()
        change()
        assert seen.differs()


def test_a_name_that_comes_and_goes_is_worth_a_look_and_no_build(tmp_path: Path) -> None:
    """Editors put files beside the one that they write."""
    root = write_tree(tmp_path / "repo", {"a.py": "x = 1\n"})
    config = make_config(str(root), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    seen = _look(config)
    assert seen is not None
    (root / ".a.py.swp").write_text("x")
    (root / ".a.py.swp").unlink()
    assert seen.differs()
    assert look(config) == seen.stated


def test_turns_end_when_they_should(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "repo", {"a.py": "x = 1\n"})
    config = make_config(str(root), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    over = threading.Event()
    turns = 0
    for _ in changes(config, over):
        turns += 1
        if turns == 1:
            (root / "a.py").write_text("x = 22\n")
        else:
            over.set()
    assert turns == 2
