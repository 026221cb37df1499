"""F11: the ways in which a repository asks to be run, and no command of ours that runs anything of them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from git_vectors import SECRET, TOGETHER, VECTORS, fires, make_hostile
from invariants import make_shims, set_watch, told_by
from runs import SOURCE, command, environment, hear, read_tree, write_tree

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
HERE = Path(__file__).parent
# One repository with all ways that go together, and in the long tier one with each of them, too.
CASES = {"together": TOGETHER} | (
    {name: (name,) for name in VECTORS} if os.environ.get("REPOBOOK_EXAMPLES") else {}
)


def audit(orders: list[list[Any]], place: Path, roots: list[Path], *writable: Path) -> list[dict[str, Any]]:
    """Run commands one after the other in one process, and return what it and its workers told of each."""
    watch, log = set_watch(place, roots, writable)
    ours, theirs = os.pipe()
    script = f"import os, runpy, sys; os.dup2({theirs}, 3); sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", script, str(HERE / "audited.py"), str(log)],
        input="".join(json.dumps([str(word) for word in words]) + "\n" for words in orders),
        env=environment(PYTHONPATH=f"{watch}:{SOURCE}"),
        text=True,
        capture_output=True,
        pass_fds=[theirs],
        check=False,
    )
    os.close(theirs)
    with open(ours) as stream:
        answers = [json.loads(line) for line in stream]
    assert (done.returncode, len(answers)) == (0, len(orders)), done.stderr
    assert "= program" in answers[0]["found"]
    for answer in answers:
        answer["workers"] = "= workers" in answer["found"]
        answer["found"] = [line for line in answer["found"] if not line.startswith("= ")]
    return answers


def test_reading_version_control_runs_nothing(tmp_path: Path) -> None:
    """R09: what plain git runs of a configuration, an attribute or a hook, each of them alone, neither history nor a build does."""
    marker = tmp_path / "marker"
    path = make_shims(tmp_path, marker)
    roots: list[Path] = []
    orders: list[list[Any]] = []
    for vector in VECTORS:
        (place := tmp_path / str(len(roots))).mkdir()
        roots.append(root := make_hostile(place, [vector], marker))
        assert fires(root, vector, marker, path), vector
        orders.append(["git", root])
        orders.append(["build", root, "-o", place / "book", "--cache", tmp_path / "cache", "-q", "-j", 1])
    writable = [tmp_path / "cache"]
    for root in roots:
        writable += [
            root.parent / name for name in ("book", ".book.repobook-staging", ".book.repobook-staging.lock")
        ]
    answers = audit(orders, tmp_path, roots, *writable)
    seen = [
        (words[:2], answer["found"]) for words, answer in zip(orders, answers, strict=True) if answer["found"]
    ]
    assert (seen, {answer["code"] for answer in answers}, marker.exists()) == ([], {0}, False)
    for vector, root in zip(VECTORS, roots, strict=True):
        # What keeps git from an answer costs the history; nothing else does.
        told = (root.parent / "book" / "verification_report.md").read_text()
        assert ("git could not read it" in told) == VECTORS[vector].is_alone, vector


@pytest.mark.parametrize("vectors", CASES.values(), ids=CASES.keys())
def test_every_command_runs_nothing(vectors: tuple[str, ...], tmp_path: Path) -> None:
    """Every command: no program but workers and git, no connection, no write outside, nothing read from elsewhere."""
    marker = tmp_path / "ran"
    root = make_hostile(tmp_path, vectors, marker)
    out, state = tmp_path / "out", tmp_path / "state"
    out.mkdir()
    book = out / "book"
    orders: list[list[Any]] = [
        ["build", root, "-o", book, "--cache", state, "-q", "-j", 1, "--format", "md,site"],
        ["build", root, "-o", book, "--cache", state, "-q", "-j", 1, "--no-history", "--format", "md,site"],
        ["verify", book, "--source", root, "-j", 1],
        ["search", "--book", book, "a"],
        ["export", "tags", "--book", book, "-o", out / "tags"],
        ["export", "references", "--book", book, "-o", out / "references"],
        ["export", "sarif", "--book", book, "-o", out / "sarif"],
    ]
    answers = audit(orders, tmp_path, [root], out, state)
    assert [answer["found"] for answer in answers] == [[] for _ in orders]
    assert ([answer["code"] for answer in answers], marker.exists()) == ([0] * len(orders), False)
    assert answers[0]["workers"]
    assert not any(SECRET.encode() in data for data in read_tree(out).values())


@pytest.mark.parametrize("vectors", CASES.values(), ids=CASES.keys())
@pytest.mark.parametrize("what", ["serve", "serve a book", "watch"])
def test_commands_that_stay_run_nothing(what: str, vectors: tuple[str, ...], tmp_path: Path) -> None:
    """So do those that end when they are told to: they look at the repository, answer, and look again when it changes."""
    marker = tmp_path / "ran"
    root = make_hostile(tmp_path, vectors, marker)
    out, state, own = tmp_path / "out", tmp_path / "state", tmp_path / "own"
    for folder in (out, own):
        folder.mkdir()
    watch, log = set_watch(tmp_path, [root], [out, state, own])
    changes = {"PYTHONPATH": f"{watch}:{SOURCE}", "TMPDIR": str(own)}
    words: list[object] = ["watch", root, "-o", out / "book", "--cache", state, "-j", 1]
    if what != "watch":
        words = ["serve", root, "--port", 0, "--no-browser", "--cache", state, "-j", 1]
    if what == "serve a book":
        build = command(
            "build", root, "-o", out / "book", "--cache", state, "-q", "-j", 1, "--format", "md,site"
        )
        subprocess.run(build, env=environment(**changes), check=True)
        words = ["serve", out / "book", "--port", 0, "--no-browser"]
    process = subprocess.Popen(
        command(*words),
        env=environment(**changes),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        preexec_fn=hear,
    )
    timer = threading.Timer(90, process.kill)
    timer.start()
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("watching "):
                write_tree(root, {"new.py": "def new(): ...\n"})
            if "://" in line:
                with urllib.request.urlopen(line[line.index("http") :].split()[0], timeout=60) as answer:
                    assert answer.status == 200
            if "://" in line or (what == "watch" and (out / "book" / "new.py_docs.md").exists()):
                process.send_signal(signal.SIGINT)
                break
        process.stdout.read()
        code = process.wait()
    timer.cancel()
    assert (told_by(log), marker.exists(), code in (0, 130)) == ([], False, True)
    assert "= workers" in log.read_text()


MISDEEDS = {
    "started": "import subprocess; subprocess.run(['true'])",
    "os.system": "import os; os.system('true')",
    "os.posix_spawn": "import os; os.posix_spawn('/bin/true', ['true'], os.environ)",
    "git in a way": "import subprocess; subprocess.run(['git', 'status'], env=dict(), cwd='/')",
    "socket.connect": "import socket; socket.socket().connect(('127.0.0.1', {port}))",
    "socket.getaddrinfo": "import socket; socket.getaddrinfo('localhost', 80)",
    "socket.bind": "import socket; socket.socket().bind(('0.0.0.0', 0))",
    "written outside": "open('{place}/other', 'w')",
    "os.remove outside": "import os; os.remove('{place}/there')",
    "os.rename outside": "import os; os.rename('{place}/out/mine', '{place}/there')",
    "os.symlink outside": "import os; os.symlink('x', '{place}/link')",
    "pickle.find_class": "import pickle; pickle.loads(b'cos\\ngetcwd\\n.')",
    "a database of": "import sqlite3; sqlite3.connect('file:{place}/repo/book.db?mode=ro', uri=True)",
    "code of the": "exec(compile('', '{place}/repo/evil.py', 'exec'))",
    "opened where a link": "open('{place}/repo/evil.py')",
}


@pytest.mark.parametrize("told", MISDEEDS)
def test_misdeeds_are_told(told: str, tmp_path: Path) -> None:
    """The watch is awake: what a process of ours must not do is told, and nothing else is."""
    write_tree(tmp_path, {"repo/evil.py": "", "repo/book.db": "", "there": "", "out/mine": ""})
    watch, log = set_watch(tmp_path, [tmp_path / "repo"], [tmp_path / "out"])
    with socket.create_server(("127.0.0.1", 0)) as server:
        code = MISDEEDS[told].format(place=tmp_path, port=server.getsockname()[1])
        subprocess.run([sys.executable, "-c", code], env=environment(PYTHONPATH=str(watch)), check=True)
    found = [line for line in log.read_text().splitlines() if not line.startswith("= ")]
    assert len(found) == 1 and found[0].startswith(told), found
