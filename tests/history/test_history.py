"""History comes from git, and git runs nothing that the repository names."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from runs import read_tree

import repobook.pipeline
from repobook.build import build
from repobook.config import make_config
from repobook.history import GAVE_UP, NO_COMMIT, History, parse_log, read_history
from repobook.revision import read_revision


def git(repo: Path, *words: str, day: int = 1) -> str:
    stamp = f"2024-01-{day:02} 12:00:00 +0000"
    environment = os.environ | {
        "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b.c", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b.c",
        "GIT_AUTHOR_DATE": stamp, "GIT_COMMITTER_DATE": stamp, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
    }  # fmt: skip
    done = subprocess.run(["git", "-C", str(repo), *words], check=True, env=environment, capture_output=True)
    return done.stdout.decode().strip()


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
    log = b"\x01m %s 20\0\nnew\nline.py\0\xff.py\0\x01m %s 10\0\x01m bad\0" % (first, second)
    history = parse_log(log, "m")
    assert history.commits == 2
    assert set(history.last) == {"new\nline.py", os.fsdecode(b"\xff.py")}
    assert history.together == {("new\nline.py", os.fsdecode(b"\xff.py")): 1}


def test_history_is_counted(repository: Path) -> None:
    history = read_history(str(repository), read_revision(str(repository)))
    assert isinstance(history, History)
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
    history = read_history(str(repository), read_revision(str(repository)))
    assert not mark.exists()
    assert isinstance(history, History) and history.commits == 3


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
    reason = NO_COMMIT if damage == "HEAD" else GAVE_UP
    assert read_history(str(repository), read_revision(str(repository))) == reason
    outcome = build(
        make_config(str(repository), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    )
    assert not outcome.problems


def test_a_book_without_its_history_says_so(repository: Path, tmp_path: Path) -> None:
    """R11, R12: what is left out is told, and is told no more when it is there again."""
    config = make_config(str(repository), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    assert "git_unavailable" not in build(config).notes
    lead = repository / ".git" / "commondir"
    lead.write_text("/nowhere\n")
    assert build(config).notes["git_unavailable"] == 1
    report = (tmp_path / "book" / "verification_report.md").read_text()
    assert "history that lies in another repository is not read" in report
    lead.unlink()
    assert "git_unavailable" not in build(config).notes


def test_history_that_is_there_again_is_a_change(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the report says of it is made anew: it does not hang on a question that is asked again by chance."""
    changed: list[int] = []
    finish_basis = repobook.pipeline.finish_basis

    def count(*words: Any) -> Any:
        changes, made = finish_basis(*words)
        changed.append(len(changes.tables["scan_note"].rows) if changes is not None else 0)
        return changes, made

    monkeypatch.setattr(repobook.pipeline, "finish_basis", count)
    config = make_config(str(repository), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    lead = repository / ".git" / "commondir"
    for act in (bool, lambda: lead.write_text("/nowhere\n"), lead.unlink):
        act()
        build(config)
    assert changed == [0, 1, 1]
    assert "git_unavailable" not in (tmp_path / "book" / "verification_report.md").read_text()


def _show_no_root(repository: Path) -> None:
    git(repository, "config", "log.showRoot", "false")


def _borrow(repository: Path) -> None:
    (repository / ".git" / "objects" / "info").mkdir(exist_ok=True)
    (repository / ".git" / "objects" / "info" / "alternates").write_text("/nowhere\n")


def _lose_objects(repository: Path) -> None:
    shutil.rmtree(repository / ".git" / "objects")
    (repository / ".git" / "objects").mkdir()


def _give_away(repository: Path) -> None:
    os.chown(repository / ".git", 65534, 65534)


@pytest.mark.parametrize("change", [_show_no_root, _borrow, _lose_objects, _give_away])
def test_another_answer_of_git_is_another_book(
    repository: Path, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    """The commit stays, and what git tells of it may not: the next book is the clean one."""
    if change is _give_away and os.geteuid():
        pytest.skip("only root can give files away")
    config = make_config(str(repository), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    build(config)
    change(repository)
    build(config)
    build(make_config(str(repository), str(tmp_path / "clean"), cache=str(tmp_path / "other"), jobs=1))
    assert read_tree(tmp_path / "book") == read_tree(tmp_path / "clean")


def _odd_branch(repository: Path) -> None:
    git(repository, "checkout", "-q", "-b", "fix#12%3,ü/part")


def _lead_on(repository: Path) -> None:
    (repository / ".git" / "refs" / "heads" / "main_").write_text((repository / ".git" / "HEAD").read_text())
    (repository / ".git" / "HEAD").write_text("ref: refs/heads/main_\n")


def _pack(repository: Path) -> None:
    git(repository, "pack-refs", "--all")


@pytest.mark.parametrize("change", [_odd_branch, _lead_on, _pack])
def test_a_commit_is_seen_whatever_its_branch_is_called(
    repository: Path, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    """What was edited is committed between two builds: the second is the clean one, with the new commit."""
    change(repository)
    (repository / "odd.py").write_text("x = 2\n")
    config = make_config(str(repository), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    build(config)
    git(repository, "commit", "-q", "-a", "-m", "change", day=9)
    build(config)
    build(make_config(str(repository), str(tmp_path / "clean"), cache=str(tmp_path / "other"), jobs=1))
    assert "| Last change | 2024-01-09" in (tmp_path / "book" / "odd.py_docs.md").read_text()
    assert read_tree(tmp_path / "book") == read_tree(tmp_path / "clean")


def test_history_that_cannot_be_told_by_its_commit_is_left_out(repository: Path, tmp_path: Path) -> None:
    """What HEAD means is kept in another way: no history, which is told, instead of one that nobody sees change."""
    (repository / ".git" / "HEAD").write_text("ref: refs/heads/.invalid\n")
    (repository / ".git" / "reftable").mkdir()
    config = make_config(str(repository), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    assert build(config).notes["git_unavailable"] == 1
    assert "Last change" not in (tmp_path / "book" / "odd.py_docs.md").read_text()
    assert NO_COMMIT in (tmp_path / "book" / "verification_report.md").read_text()


def test_names_of_files_are_no_commits(repository: Path) -> None:
    """A name that looks like the beginning of a commit changes nothing that is told of other files."""
    before = read_history(str(repository), read_revision(str(repository)))
    assert isinstance(before, History)
    for forged in ("a\x01" + "0" * 40 + " 86400", "\x01" + "0" * 40 + " 86400"):
        (repository / forged).write_text("x = 1\n")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "change", day=9)
    after = read_history(str(repository), read_revision(str(repository)))
    assert isinstance(after, History)
    assert after.commits == before.commits + 1
    assert {name: after.last[name] for name in before.last} == before.last


@pytest.mark.parametrize("name", ["objects/info/alternates", "commondir"])
def test_history_of_another_repository_is_not_read(name: str, repository: Path, tmp_path: Path) -> None:
    """R12: a repository that borrows objects or branches from elsewhere has no history for us."""
    lead = repository / ".git" / name
    lead.parent.mkdir(exist_ok=True)
    other = tmp_path / "other"
    (repository / ".git" / "objects").rename(other) if name != "commondir" else other.mkdir()
    (repository / ".git" / "objects" / "info").mkdir(parents=True, exist_ok=True)
    lead.write_text(f"{other}\n")
    assert (
        read_history(str(repository), read_revision(str(repository)))
        == "history that lies in another repository is not read"
    )


def test_objects_behind_a_link_are_not_read(repository: Path, tmp_path: Path) -> None:
    """R12: nor one whose objects are a link."""
    (repository / ".git" / "objects").rename(tmp_path / "objects")
    (repository / ".git" / "objects").symlink_to(tmp_path / "objects")
    assert (
        read_history(str(repository), read_revision(str(repository)))
        == "history that lies in another repository is not read"
    )


def test_replaced_commits_are_those_they_were(repository: Path) -> None:
    """R12: replace refs and grafts do not change what history says."""
    before = read_history(str(repository), read_revision(str(repository)))
    first, last = (
        git(repository, "rev-list", "HEAD").split()[-1],
        git(repository, "rev-parse", "HEAD"),
    )
    git(repository, "replace", last, first)
    (repository / ".git" / "info").mkdir(exist_ok=True)
    (repository / ".git" / "info" / "grafts").write_text(f"{last}\n")
    assert read_history(str(repository), read_revision(str(repository))) == before


@pytest.mark.parametrize(
    "seconds", ["-1", "0", "253402300799", "253402300800", "99999999999999999", "9" * 30]
)
def test_dates_that_are_none(seconds: str, repository: Path, tmp_path: Path) -> None:
    """R19: commits with impossible dates, and names that are markup, cost nobody the book."""
    parent = git(repository, "rev-parse", "HEAD")
    (repository / "odd.py").write_text("odd = 3\n")
    git(repository, "add", "odd.py")
    tree = git(repository, "write-tree")
    author = "<script>alert(1)</script> \x1b[2J <x@y> 1 +0000"
    text = f"tree {tree}\nparent {parent}\nauthor {author}\ncommitter x <x@y> {seconds} +0000\n\n<img onerror=alert(1)>\n"
    done = subprocess.run(
        ["git", "hash-object", "-t", "commit", "-w", "--literally", "--stdin"],
        cwd=repository, input=text.encode(), capture_output=True, check=True,
    )  # fmt: skip
    (repository / ".git" / "refs" / "heads" / git(repository, "branch", "--show-current")).write_bytes(
        done.stdout
    )
    outcome = build(
        make_config(str(repository), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    )
    page = (tmp_path / "book" / "odd.py_docs.md").read_text()
    assert (outcome.problems, "alert" in page) == ([], False)
