"""F11: twelve ways in which a repository asks to be run, and no command of ours that runs anything of them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from runs import environment, write_tree

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
HERE = Path(__file__).parent

VECTORS = {
    "fsmonitor": '[core]\n\tfsmonitor = "touch {marker}"\n',
    "clean filter": '[filter "x"]\n\tclean = touch {marker}\n\trequired = true\n',
    "smudge and process filter": '[filter "x"]\n\tsmudge = touch {marker}\n\tprocess = touch {marker}\n\trequired = true\n',
    "textconv": '[diff "x"]\n\ttextconv = touch {marker}\n',
    "external diff": '[diff]\n\texternal = touch {marker}\n[diff "x"]\n\tcommand = touch {marker}\n',
    "hooks path": "[core]\n\thooksPath = {hooks}\n",
    "signature": '[gpg]\n\tprogram = "touch {marker}"\n[log]\n\tshowSignature = true\n',
    "ssh of a promisor": '[core]\n\tsshCommand = "touch {marker}"\n\trepositoryFormatVersion = 1\n[extensions]\n\tpartialClone = o\n'
    '[remote "o"]\n\turl = ssh://x/y\n\tpromisor = true\n\tpartialclonefilter = blob:none\n',
    "worktree elsewhere": "[core]\n\tworktree = {outside}\n",
    "aliases": '[alias]\n\tlog = "!touch {marker}"\n\trev-parse = "!touch {marker}"\n',
    "pager and editor": "[core]\n\tpager = touch {marker}\n\teditor = touch {marker}\n[pager]\n\tlog = touch {marker}\n",
    "credential and askpass": '[credential]\n\thelper = "!touch {marker}"\n[core]\n\taskPass = touch {marker}\n',
}


def make_hostile(folder: Path, vector: str, marker: Path) -> Path:
    """Make a repository with one commit and one way to be run."""
    root = write_tree(folder / "repo", {"a.py": "def a(): ...\n", ".gitattributes": "* filter=x diff=x\n"})
    plain = {
        "PATH": os.environ["PATH"],
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
        **{f"GIT_{who}_{what}": "t" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
    }
    for words in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-q", "-m", "one")):
        subprocess.run(["git", *words], cwd=root, env=plain, check=True, capture_output=True)
    hooks = write_tree(
        folder / "hooks",
        dict.fromkeys(("post-index-change", "fsmonitor-watchman", "post-checkout"), f"#!/bin/sh\ntouch {marker}\n"),
    )  # fmt: skip
    for hook in (*hooks.iterdir(),):
        hook.chmod(0o755)
        shutil.copy(hook, root / ".git" / "hooks" / hook.name)
    outside = write_tree(folder / "outside", {"x.py": "CANARY-OUTSIDE = 1\n"})
    with open(root / ".git" / "config", "a") as stream:
        stream.write(VECTORS[vector].format(marker=marker, hooks=hooks, outside=outside))
    return root


def audit(orders: list[list[Any]], output: Path, state: Path) -> list[dict[str, Any]]:
    """Run commands one after the other in one process and return what its audit hook saw of each."""
    ours, theirs = os.pipe()
    script = f"import os, runpy, sys; os.dup2({theirs}, 3); sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", script, str(HERE / "audited.py"), str(output), str(state)],
        input="".join(json.dumps([str(word) for word in words]) + "\n" for words in orders),
        env=environment(),
        text=True,
        capture_output=True,
        pass_fds=[theirs],
        check=False,
    )
    os.close(theirs)
    with open(ours) as stream:
        answers = [json.loads(line) for line in stream]
    assert (done.returncode, len(answers)) == (0, len(orders)), done.stderr
    return answers


def test_reading_version_control_runs_nothing(tmp_path: Path) -> None:
    """R09: each vector alone: the walk, the history and the revision start our git command or nothing."""
    marker = tmp_path / "ran"
    roots = {vector: make_hostile(tmp_path / str(at), vector, marker) for at, vector in enumerate(VECTORS)}
    answers = audit([["git", root] for root in roots.values()], tmp_path / "o", tmp_path / "s")
    seen = {vector: answer["found"] for vector, answer in zip(roots, answers, strict=True) if answer["found"]}
    assert (seen, marker.exists()) == ({}, False)


def test_every_command_runs_nothing(tmp_path: Path) -> None:
    """Every command, on a repository with every vector: no program but workers and git, no connection, no write outside."""
    marker = tmp_path / "ran"
    root = make_hostile(tmp_path, "fsmonitor", marker)
    with open(root / ".git" / "config", "a") as stream:
        for text in VECTORS.values():
            places = {"marker": marker, "hooks": tmp_path / "hooks", "outside": tmp_path / "outside"}
            stream.write(text.format(**places))
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
    answers = audit(orders, out, state)
    assert [answer["found"] for answer in answers] == [[] for _ in orders]
    assert ([answer["code"] for answer in answers], marker.exists()) == ([0] * len(orders), False)
