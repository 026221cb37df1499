"""Group R: repositories as a whole. Nothing they hold is run, obeyed or trusted."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from invariants import examine
from runs import Content, run, run_here, write_tree

CANARY = b"CANARY-5150-state"
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *words: str) -> str:
    """Run git as a plain user would; only tests do that."""
    names = {f"GIT_{who}_{what}": "t" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    environment = {
        "PATH": os.environ["PATH"],
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
        **names,
    }
    done = subprocess.run(
        ["git", *words], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A real repository with one commit."""
    root = write_tree(tmp_path / "repo", {"a.py": "def a(): ...\n", ".gitignore": "*.log\n", "x.log": "x\n"})
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "one")
    return root


def test_empty_folder(tmp_path: Path) -> None:
    """R01: an empty folder has a book, and its front page says that there is nothing in it."""
    (tmp_path / "repo").mkdir()
    built = examine(tmp_path / "repo", tmp_path)
    page = (built.book / "index.md").read_text()
    assert (built.violations, built.files, "no files" in page) == ([], {}, True)


def test_only_binary_files(tmp_path: Path) -> None:
    """R02: a repository without a line of text has a book; each file has its reason."""
    write_tree(tmp_path / "repo", {f"{at}.bin": bytes(range(256)) for at in range(3)})
    built = examine(tmp_path / "repo", tmp_path)
    assert (built.violations, {built.outcome(path) for path in built.files}) == ([], {"binary"})


@needs_git
def test_revision_is_told(repository: Path, tmp_path: Path) -> None:
    """R03: the revision of a git repository is in the manifest, and git is not asked for it."""
    built = examine(repository, tmp_path)
    manifest = json.loads((built.book / "manifest.json").read_bytes())
    assert (built.violations, manifest["repository"]["revision"]) == (
        [],
        git(repository, "rev-parse", "HEAD"),
    )


@needs_git
def test_no_history_reads_no_version_control(repository: Path, tmp_path: Path) -> None:
    """With --no-history the book knows no revision."""
    words = ("-o", tmp_path / "book", "--cache", tmp_path / "cache", "-q", "-j", 1, "--no-history")
    assert run_here("build", repository, *words).code == 0
    assert json.loads((tmp_path / "book" / "manifest.json").read_bytes())["repository"]["revision"] == ""


HOSTILE = {
    "fsmonitor": '[core]\n\tfsmonitor = "touch {marker}"\n',
    "hooks": "[core]\n\thooksPath = {hooks}\n",
    "ssh": '[core]\n\tsshCommand = "touch {marker}"\n[remote "o"]\n\turl = ssh://x/y\n\tpromisor = true\n',
    "filter": '[filter "x"]\n\tclean = touch {marker}\n\tsmudge = touch {marker}\n\trequired = true\n',
    "textconv": '[diff "x"]\n\ttextconv = touch {marker}\n\tcommand = touch {marker}\n',
    "gpg": '[gpg]\n\tprogram = "touch {marker}"\n[log]\n\tshowSignature = true\n',
    "pager": '[core]\n\tpager = touch {marker}\n[alias]\n\tlog = "!touch {marker}"\n',
    "worktree": "[core]\n\tworktree = {outside}\n",
    "include": "[include]\n\tpath = {fifo}\n",
}


@needs_git
def test_hostile_git_configuration(repository: Path, tmp_path: Path) -> None:
    """R09: no program named in the configuration, the attributes or the hooks of a repository is ever run."""
    marker = tmp_path / "ran"
    os.mkfifo(tmp_path / "fifo")
    write_tree(tmp_path / "outside", {"x.py": CANARY})
    hooks = repository / ".git" / "hooks"
    for name in ("post-index-change", "pre-commit", "post-checkout", "fsmonitor-watchman"):
        write_tree(hooks, {name: f"#!/bin/sh\ntouch {marker}\n"})
        (hooks / name).chmod(0o755)
    places = {"marker": marker, "hooks": hooks, "outside": tmp_path / "outside", "fifo": tmp_path / "fifo"}
    write_tree(repository, {".gitattributes": "* filter=x diff=x\n"})
    with open(repository / ".git" / "config", "a") as stream:
        stream.writelines(text.format(**places) for text in HOSTILE.values())
    built = examine(repository, tmp_path, canaries=[CANARY])
    assert (built.violations, marker.exists()) == ([], False)


@needs_git
def test_submodules(repository: Path, tmp_path: Path) -> None:
    """R07: submodules, present or not, with hostile names or not, are one line each; no command is run for them."""
    sub = write_tree(tmp_path / "sub", {"s.py": "S = 1\n"})
    git(sub, "init", "-q", "-b", "main")
    git(sub, "add", "-A")
    git(sub, "commit", "-q", "-m", "one")
    git(repository, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(sub), "lib")
    evil = '[submodule "../../x"]\n\tpath = ../../x\n\turl = -u./payload\n[submodule "cr\\r"]\n\tpath = "cr\\r"\n\turl = x\n'
    with open(repository / ".gitmodules", "a") as stream:
        stream.write(evil)
    git(repository, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},absent")
    (repository / "absent").mkdir()
    built = examine(repository, tmp_path)
    assert (built.violations, built.outcome("lib"), built.outcome("absent")) == ([], "submodule", "submodule")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@needs_git
def test_repository_of_another_user(repository: Path, tmp_path: Path) -> None:
    """R08: a repository that belongs to somebody else is documented like any other, without what git would not tell."""
    for at, folders, names in os.walk(repository):
        for name in (*folders, *names):
            os.chown(os.path.join(at, name), 65534, 65534)
    os.chown(repository, 65534, 65534)
    built = examine(repository, tmp_path)
    assert (built.violations, built.outcome("a.py")) == ([], "documented")
    assert "belongs to another user" in (built.book / "verification_report.md").read_text()
    assert "Last change" not in (built.book / "a.py_docs.md").read_text()


def test_bare_repository_inside(tmp_path: Path) -> None:
    """R10: a bare repository in a folder is plain files; nothing it is configured to run is run."""
    bare: dict[Content, Content] = {
        "HEAD": "ref: refs/heads/main\n",
        "config": f'[core]\n\tbare = true\n\tfsmonitor = "touch {tmp_path}/ran"\n',
        "objects/": "",
        "refs/heads/": "",
        "hooks/post-index-change": "#!/bin/sh\n",
    }
    write_tree(tmp_path / "repo", {"a.py": "a = 1\n"})
    write_tree(tmp_path / "repo" / "inner", bare)
    built = examine(tmp_path / "repo", tmp_path)
    assert (built.violations, built.outcome("inner/HEAD"), (tmp_path / "ran").exists()) == (
        [],
        "documented",
        False,
    )


BROKEN_GIT: dict[str, dict[Content, Content]] = {
    "HEAD is empty": {".git/HEAD": ""},
    "HEAD leads out": {".git/HEAD": "ref: refs/../../../outside.txt\n"},
    "HEAD is rubbish": {".git/HEAD": b"\xff\xfe\0" * 1000},
    "index is rubbish": {".git/HEAD": "ref: refs/heads/main\n", ".git/index": b"DIRC" + b"\xff" * 1000},
    "index is cut": {".git/HEAD": "ref: refs/heads/main\n", ".git/index": b"DIRC\0\0\0\x02\0\0\xff\xff"},
    ".git is a file that leads out": {".git": "gitdir: ../outside\n"},
    "packed refs are odd": {
        ".git/HEAD": "ref: refs/heads/main\n",
        ".git/packed-refs": b"\xff refs/heads/main\n" * 1000,
    },
    "lock is stale": {".git/HEAD": "ref: refs/heads/main\n", ".git/index.lock": ""},
}


@pytest.mark.parametrize("files", BROKEN_GIT.values(), ids=BROKEN_GIT.keys())
def test_broken_git_data(files: dict[Content, Content], tmp_path: Path) -> None:
    """R05, R06, R11: git data that cannot be read costs the revision and nothing else."""
    write_tree(tmp_path / "outside", {"HEAD": CANARY, "index": CANARY})
    (tmp_path / "outside.txt").write_bytes(CANARY)
    write_tree(tmp_path / "repo", {"a.py": "a = 1\n", **files})
    done = run_here(
        "build", tmp_path / "repo", "-o", tmp_path / "book", "--cache", tmp_path / "cache", "-q", "-j", 1
    )
    manifest = json.loads((tmp_path / "book" / "manifest.json").read_bytes())
    paths = [entry["path"] for entry in manifest["files"] if entry["outcome"] == "documented"]
    assert (done.code, done.said, manifest["repository"]["revision"], paths) == (0, "", "", ["a.py"])


def test_book_in_the_repository_is_never_documented(tmp_path: Path) -> None:
    """R15: a book of ours, wherever it lies in the tree, is left out and named; the third build equals the first."""
    root = write_tree(tmp_path / "repo", {"a.py": "a = 1\n"})
    (root / "old").mkdir()
    assert (
        run_here(
            "build", root, "-o", root / "old" / "book", "--cache", tmp_path / "cache", "-q", "-j", 1
        ).code
        == 0
    )
    built = examine(root, tmp_path)
    assert (built.violations, list(built.files), built.outcome("old/book/")) == (
        [],
        ["a.py", "old/book/"],
        "ignored",
    )


def test_number_of_pages_does_not_grow(tmp_path: Path) -> None:
    """R15: building into the repository again and again does not make the book longer."""
    root = write_tree(tmp_path / "repo", {"a.py": "a = 1\n"})
    pages = []
    for _ in range(3):
        done = run_here(
            "build", root, "-o", root / "book", "--cache", tmp_path / "cache", "--json", "-q", "-j", 1
        )
        pages.append(json.loads(done.out)["pages"])
    assert pages[0] == pages[2]


def test_book_inside_verifies_against_its_source(tmp_path: Path) -> None:
    """R15: a book built into its repository holds against that repository."""
    root = write_tree(tmp_path / "repo", {"a.py": "a = 1\n"})
    run_here("build", root, "-o", root / "book", "--cache", tmp_path / "cache", "-q", "-j", 1)
    done = run_here("verify", root / "book", "--source", root)
    assert (done.code, done.out.startswith("0 problems")) == (0, True), done.out


def test_configuration_of_the_repository_is_not_obeyed(tmp_path: Path) -> None:
    """R16: a file in the repository can neither move the output nor name commands."""
    settings = f'output = "{tmp_path}/elsewhere"\nplugins = ["evil"]\ncommand = "touch {tmp_path}/ran"\nurl = "https://attacker.example"\n'
    write_tree(
        tmp_path / "repo",
        {"a.py": "a = 1\n", "repobook.toml": settings, "evil.py": f"open('{tmp_path}/ran', 'w')\n"},
    )
    write_tree(
        tmp_path / "repo",
        {"sitecustomize.py": f"open('{tmp_path}/ran', 'w')\n", "repobook/__init__.py": "raise SystemExit\n"},
    )
    done = run(
        "build",
        ".",
        "-o",
        tmp_path / "book",
        "--cache",
        tmp_path / "cache",
        "-q",
        "-j",
        1,
        cwd=tmp_path / "repo",
        PYTHONSAFEPATH="1",
    )
    assert (done.code, (tmp_path / "ran").exists(), (tmp_path / "elsewhere").exists()) == (0, False, False)


def test_planted_state_is_not_opened(tmp_path: Path) -> None:
    """R17: a cache, a database or a pickle in the repository is a file like any other."""
    planted: dict[Content, Content] = {
        "book.db": CANARY,
        ".cache/repobook/facts-2.db": b"SQLite format 3\0" + CANARY,
        "facts-2.db": b"\x80\x04" + CANARY,
        "a.py": "a = 1\n",
    }
    write_tree(tmp_path / "repo", planted)
    built = examine(tmp_path / "repo", tmp_path)
    assert (built.violations, built.outcome("a.py"), built.outcome("facts-2.db")) == (
        [],
        "documented",
        "binary",
    )


def test_root_given_as_a_link(tmp_path: Path) -> None:
    """R20: a repository given as a link is the folder it leads to."""
    write_tree(tmp_path / "repo", {"a.py": "a = 1\n"})
    (tmp_path / "link").symlink_to("repo")
    done = run_here(
        "build", tmp_path / "link", "-o", tmp_path / "book", "--cache", tmp_path / "cache", "-q", "-j", 1
    )
    manifest = json.loads((tmp_path / "book" / "manifest.json").read_bytes())
    assert (done.code, manifest["repository"]["name"]) == (0, "repo")


def test_name_that_changes_its_case(tmp_path: Path) -> None:
    """R21: after a rename in case, and a file that became a folder, the next book equals a clean one."""
    root = write_tree(tmp_path / "repo", {"Name.py": "a = 1\n", "thing": "text\n"})
    words = ("-o", tmp_path / "book", "--cache", tmp_path / "cache", "-q", "-j", 1)
    run_here("build", root, *words)
    (root / "Name.py").rename(root / "name.py")
    (root / "thing").unlink()
    write_tree(root, {"thing/x.py": "x = 1\n"})
    run_here("build", root, *words)
    run_here("build", root, "-o", tmp_path / "clean", "--cache", tmp_path / "other", "-q", "-j", 1)
    assert (tmp_path / "clean" / "SHA256SUMS").read_bytes() == (tmp_path / "book" / "SHA256SUMS").read_bytes()
