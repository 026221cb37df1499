"""F20: twenty builds of one book at the same moment: one builds it, the others say at once who does."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from invariants import children_now, left_behind
from runs import environment, read_tree, run_here, write_tree

BUILDS = 20
SECONDS = 1.0  # that a refusal, and a start behind a killed holder, may take

# One process loads the product and forks: all children stand at the door before it opens, and the one that holds the book
# stands still, in front of its first look at the tree, until we have seen what became of the others.
_SCRIPT = f"""
import json, os, signal, sys, time
import repobook.build, repobook.pipeline
from repobook.cli import main
from repobook.workers import seconds_waited

def begin(said, words, door, hold):
    child = os.fork()
    if child:
        return child
    os.close(opener)
    os.close(releaser)
    os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
    scan_tree = repobook.build.scan_tree
    def slowed(config):
        tell()
        os.read(hold, 1)
        return scan_tree(config)
    repobook.build.scan_tree = slowed
    os.read(door, 1)
    began = time.monotonic()
    waited = seconds_waited(os.getpid())
    def tell():  # how long it took us, but for the time in which others had the processor
        took = time.monotonic() - began - seconds_waited(os.getpid()) + waited
        os.write(telling, json.dumps([os.getpid(), took]).encode().ljust(100))
    code = 9
    try:
        main(words)
    except SystemExit as end:
        code = end.code
    if code == 2:
        tell()
    os._exit(code)

def hear():
    return json.loads(os.read(heard, 100))

said, rounds, *words = sys.argv[1:]
answers = []
for is_killed in json.loads(rounds):
    heard, telling = os.pipe()
    door, opener = os.pipe()
    hold, releaser = os.pipe()
    children = [begin(os.path.join(said, str(at)), words, door, hold) for at in range({BUILDS})]
    os.close(opener)
    told = dict(hear() for _ in children)  # each has been refused, or holds the book
    ended = dict(os.waitpid(-1, 0) for _ in children[1:])
    holder = (set(children) - set(ended)).pop()
    if is_killed:
        os.kill(holder, signal.SIGKILL)
    os.close(releaser)
    ended[holder] = os.waitpid(holder, 0)[1]
    answers.append({{
        "codes": [os.waitstatus_to_exitcode(ended[child]) for child in children],
        "seconds": [told[child] for child in children],
        "holder": holder,
        "said": [open(os.path.join(said, str(at))).read() for at in range(len(children))],
    }})
    if is_killed:
        door, opener = os.pipe()
        hold, releaser = os.pipe()
        child = begin(os.path.join(said, "next"), words, door, hold)
        os.close(opener)
        os.close(releaser)
        answers[-1]["next"] = [hear()[1], os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])]
print(json.dumps(answers))
"""


def together(place: Path, are_killed: list[bool]) -> list[dict[str, Any]]:
    """Have twenty builds begin at once, again and again; what they told, and what became of the book behind a killed holder."""
    (place / "said").mkdir()
    words = [
        "build",
        place / "repo",
        "-o",
        place / "out" / "book",
        "--cache",
        place / "cache",
        "-q",
        "-j",
        "1",
    ]
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, place / "said", json.dumps(are_killed), *words],
        env=environment(), stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


def test_one_of_twenty_builds(tmp_path: Path) -> None:
    """E07: one builds the book, nineteen are refused within a second, each in one line with the process that holds the book;
    when that is killed, the next build begins at once, makes the book and leaves nothing of the killed one behind."""
    root = write_tree(tmp_path / "repo", {f"m{at}.py": f"def f{at}(): ...\n" for at in range(20)})
    children = children_now()
    for answer, code in zip(together(tmp_path, [False, True]), (0, -9), strict=True):
        assert sorted(answer["codes"]) == sorted([code] + [2] * (BUILDS - 1))
        refusal = re.compile(
            rf"repobook: [^\n]*: process {answer['holder']} is building this book\. [^\n]*\n"
        )
        refused = [text for told, text in zip(answer["codes"], answer["said"], strict=True) if told == 2]
        assert [text for text in refused if not refusal.fullmatch(text)] == []
        assert [seconds for seconds in answer["seconds"] if seconds > SECONDS] == []
        took, ended = answer.get("next", (0, 0))
        assert (took <= SECONDS, ended) == (True, 0)
    assert sorted(os.listdir(tmp_path / "out")) == ["book"]
    assert [left_behind(children) for _ in range(10)][-1] == []  # one may have to finish loading first
    assert run_here("verify", tmp_path / "out" / "book", "--source", root, "-j", 1).code == 0


def test_holder_killed_in_front_of_the_first_book(tmp_path: Path) -> None:
    """E07, E08: the same where there is no book yet; what comes of it is that of a build that nobody disturbed."""
    root = write_tree(tmp_path / "repo", {f"m{at}.py": f"def f{at}(): ...\n" for at in range(5)})
    (answer,) = together(tmp_path, [True])
    assert (answer["codes"].count(2), answer["next"][1]) == (BUILDS - 1, 0)
    assert run_here("build", root, "-o", tmp_path / "clean", "--cache", tmp_path / "other", "-q").code == 0
    assert read_tree(tmp_path / "out" / "book") == read_tree(tmp_path / "clean")
