"""History comes from git, and git runs nothing that the repository names."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from repobook.config import make_config
from repobook.history import parse_log, read_history
from repobook.pipeline import build


def git(repo: Path, *words: str, day: int = 1) -> None:
    stamp = f"2024-01-{day:02} 12:00:00 +0000"
    environment = os.environ | {
        "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b.c", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b.c",
        "GIT_AUTHOR_DATE": stamp, "GIT_COMMITTER_DATE": stamp, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
    }  # fmt: skip
    subprocess.run(["git", "-C", str(repo), *words], check=True, env=environment, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository in which cart.py and cart.md change together three times, and odd.py once."""
    repo = tmp_path / "repo"
    repo.mkdir()
    git(repo, "init", "-q")
    for day in (1, 2, 3):
        (repo / "cart.py").write_text(f"LIMIT = {day}\n")
        (repo / "cart.md").write_text(f"# Cart {day}\n")
        if day == 2:
            (repo / "odd.py").write_text("x = 1\n")
        git(repo, "add", ".")
        git(repo, "commit", "-q", "-m", "change", day=day)
    return repo


def test_log_with_odd_names_is_read() -> None:
    first, second = b"a" * 40, b"b" * 40
    log = b"\x01%s 20\0\nnew\nline.py\0\xff.py\0\x01%s 10\0\x01bad\0" % (first, second)
    history = parse_log(log)
    assert history.commits == 2
    assert set(history.last) == {"new\nline.py", os.fsdecode(b"\xff.py")}
    assert history.together == {("new\nline.py", os.fsdecode(b"\xff.py")): 1}


def test_history_is_counted(repository: Path) -> None:
    history = read_history(str(repository))
    assert history is not None
    assert history.changes == {"cart.py": 3, "cart.md": 3, "odd.py": 1}
    assert history.together["cart.md", "cart.py"] == 3


def test_pages_tell_history(repository: Path, tmp_path: Path) -> None:
    build(make_config(str(repository), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1))
    page = (tmp_path / "book" / "cart.py_docs.md").read_text()
    assert "| Last change | 2024-01-03" in page
    assert "changed together in 3 of 3 commits" in page
    config = make_config(
        str(repository), str(tmp_path / "other"), cache=str(tmp_path / "cache"), jobs=1, has_history=False
    )
    build(config)
    assert "Last change" not in (tmp_path / "other" / "cart.py_docs.md").read_text()


@pytest.mark.parametrize(
    "setting",
    ["core.fsmonitor", "core.pager", "pager.log", "diff.external", "core.sshCommand", "gpg.program", "core.editor", "core.askPass",
     "diff.md.textconv", "filter.md.clean", "filter.md.smudge", "alias.log", "credential.helper", "core.gitProxy"],
)  # fmt: skip
def test_git_runs_nothing_of_the_repository(repository: Path, tmp_path: Path, setting: str) -> None:
    mark = tmp_path / "ran"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {mark}\n")
    program.chmod(0o755)
    value = f"!{program}" if setting.startswith("alias") else str(program)
    git(repository, "config", setting, value)
    git(repository, "config", "log.showSignature", "true")
    (repository / ".gitattributes").write_text("*.md diff=md filter=md\n")
    history = read_history(str(repository))
    assert not mark.exists()
    assert history is not None and history.commits == 3


@pytest.mark.parametrize("damage", ["HEAD", "objects"])
def test_broken_repository_loses_only_its_history(repository: Path, tmp_path: Path, damage: str) -> None:
    target = repository / ".git" / damage
    if target.is_dir():
        for pack in sorted(target.rglob("*")):
            if pack.is_file():
                pack.chmod(0o644)
                pack.write_bytes(b"rubbish")
    else:
        target.write_bytes(b"\0\xffrubbish")
    assert read_history(str(repository)) is None
    outcome = build(
        make_config(str(repository), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    )
    assert not outcome.problems
