"""The ways in which a repository asks git to run something, each of which plain git obeys.

`make_hostile` makes a repository with one of them, or with several; `fires` tells whether plain git runs it.
"""

from __future__ import annotations

import contextlib
import os
import pty
import shutil
import subprocess
import time
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from runs import write_tree

HOOKS = ("pre-commit", "post-index-change", "post-checkout", "fsmonitor-watchman", "reference-transaction")
SECRET = "CANARY_of_another_tree"


class Vector(NamedTuple):
    """What stands in the configuration, and the command of a user for which git obeys it."""

    text: str
    command: tuple[str, ...]
    is_alone: bool = False  # it keeps git from doing anything else
    said: str = ""  # by git to who is led astray, where nothing is run


COMMIT = ("commit", "--allow-empty", "-m", "two")
VECTORS = {
    "fsmonitor": Vector('[core]\n\tfsmonitor = "{program}"\n', ("status",)),
    "clean filter": Vector('[filter "x"]\n\tclean = {program}\n\trequired = true\n', ("add", "-A")),
    "smudge filter": Vector('[filter "x"]\n\tsmudge = {program}\n', ("archive", "-o", "archive.tar", "HEAD")),
    "process filter": Vector('[filter "x"]\n\tprocess = {program}\n\trequired = true\n', ("add", "-A")),
    "textconv": Vector('[diff "x"]\n\ttextconv = {program}\n', ("diff",)),
    "diff command": Vector('[diff "x"]\n\tcommand = {program}\n', ("diff",)),
    "external diff": Vector("[diff]\n\texternal = {program}\n", ("diff",)),
    "hooks path": Vector("[core]\n\thooksPath = {hooks}\n", COMMIT),
    "hooks in their place": Vector("", COMMIT),
    "signature": Vector('[gpg]\n\tprogram = "{program}"\n[log]\n\tshowSignature = true\n', ("log", "-1")),
    "ssh of a promisor": Vector(
        '[core]\n\tsshCommand = "{program}"\n\trepositoryFormatVersion = 1\n[extensions]\n\tpartialClone = o\n'
        '[remote "o"]\n\turl = ssh://x/y\n\tpromisor = true\n\tpartialclonefilter = blob:none\n',
        ("log", "--name-only"),
        is_alone=True,
    ),
    "proxy": Vector("[core]\n\tgitProxy = {program}\n", ("fetch", "git://localhost/x")),
    "worktree elsewhere": Vector("[core]\n\tworktree = {outside}\n", ("status", "-uall"), said="astray.py"),
    "include from elsewhere": Vector("[include]\n\tpath = {outside}/settings\n", ("status",)),
    "aliases": Vector(
        '[alias]\n\tlog = "!{program}"\n\trev-parse = "!{program}"\n\tx = "!{program}"\n', ("x",)
    ),
    "pager": Vector("[core]\n\tpager = {program}\n[pager]\n\tlog = {program}\n", ("log",)),
    "editor": Vector("[core]\n\teditor = {program}\n[sequence]\n\teditor = {program}\n", COMMIT[:2]),
    "credential": Vector('[credential]\n\thelper = "!{program}"\n', ("credential", "fill")),
    "askpass": Vector("[core]\n\taskPass = {program}\n", ("credential", "fill")),
}
TOGETHER = tuple(name for name, vector in VECTORS.items() if not vector.is_alone)


def git(root: Path, *words: str, path: str = os.environ["PATH"], stdin: str | None = None) -> str:
    """Run git as a plain user would; only tests do that."""
    environment = plain(path)
    done = subprocess.run(
        ["git", *words], cwd=root, env=environment, input=stdin, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def plain(path: str) -> dict[str, str]:
    names = {f"GIT_{who}_{what}": "t" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    return {
        "PATH": path,
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
        "TERM": "xterm",
        **names,
    }


def make_program(place: Path, marker: Path) -> Path:
    """Make a program that needs no other to leave its mark."""
    place.write_text(f"#!/bin/sh\n: > '{marker}'\n")
    place.chmod(0o755)
    return place


def make_hostile(folder: Path, vectors: Collection[str], marker: Path) -> Path:
    """Make a repository with two commits, the last of them signed, and with ways to be run."""
    root = write_tree(folder / "repo", {"a.py": "def a(): ...\n", "lib/b.py": "B = 1\n"})
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "one")
    write_tree(root, {".gitattributes": "* filter=x diff=x\n"})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "two")
    _sign(root)
    # The index is out of date, as it is after every edit: only then does git look into files.
    write_tree(root, {"a.py": "def a(): return 1\n"})
    program = make_program(folder / "program", marker)
    settings = f'[core]\n\tfsmonitor = "{program}"\n'
    outside = write_tree(folder / "outside", {"astray.py": f"{SECRET} = 1\n", "settings": settings})
    hooks = folder / "hooks"
    hooks.mkdir()
    for vector, place in (("hooks path", hooks), ("hooks in their place", root / ".git" / "hooks")):
        for name in HOOKS if vector in vectors else ():
            make_program(place / name, marker)
    with open(root / ".git" / "config", "a") as stream:
        for name in vectors:
            stream.write(VECTORS[name].text.format(program=program, hooks=hooks, outside=outside))
    if "ssh of a promisor" in vectors:
        _lose_a_tree(root)
    return root


def _sign(root: Path) -> None:
    """Sign the last commit, in a way that only a program can tell to be wrong."""
    head, _, message = git(root, "cat-file", "commit", "HEAD").partition("\n\n")
    lines = ("-----BEGIN PGP SIGNATURE-----", "", "iQ==", "-----END PGP SIGNATURE-----")
    signed = "\n".join((head, "gpgsig " + "\n ".join(lines), "", message, ""))
    commit = git(root, "hash-object", "-t", "commit", "-w", "--stdin", stdin=signed)
    git(root, "update-ref", "HEAD", commit)


def _lose_a_tree(root: Path) -> None:
    """Remove what git would ask another machine for, to tell which files a commit changed."""
    tree = git(root, "rev-parse", "HEAD~1^{tree}")
    (root / ".git" / "objects" / tree[:2] / tree[2:]).unlink()


def fires(root: Path, name: str, marker: Path, path: str) -> bool:
    """Tell whether plain git, with a terminal, runs what a copy of the repository asks for."""
    vector = VECTORS[name]
    copy = root.with_name("copy")
    shutil.copytree(root, copy, symlinks=True)
    ours, theirs = pty.openpty()
    try:
        subprocess.run(
            ["git", *vector.command], cwd=copy, env=plain(path), input=b"protocol=https\nhost=x\n\n", stdout=theirs,
            stderr=theirs, timeout=30, check=False, start_new_session=True,
        )  # fmt: skip
        os.set_blocking(ours, False)
        said = b""
        with contextlib.suppress(BlockingIOError):
            said = os.read(ours, 1 << 16)
    finally:
        os.close(theirs)
        os.close(ours)
        shutil.rmtree(copy)
    has_fired = vector.said.encode() in said if vector.said else marker.exists()
    marker.unlink(missing_ok=True)
    return has_fired


def waits_at(fifo: Path, command: list[str], **options: object) -> bool:
    """Tell whether a command opens a FIFO, which it waits at for ever; it is then let go."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)  # type: ignore[call-overload]
    try:
        while process.poll() is None:
            with contextlib.suppress(OSError):  # nobody reads there
                os.close(os.open(fifo, os.O_WRONLY | os.O_NONBLOCK))
                return True
            time.sleep(0.01)
        return False
    finally:
        process.kill()
        process.wait()
