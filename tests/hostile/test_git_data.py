"""Group R: what git keeps of a repository. It is read as data, by us and by one command; nothing of it is run or obeyed."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from git_vectors import SECRET, TOGETHER, fires, git, make_hostile, make_program, waits_at
from invariants import examine, make_shims
from runs import Content, run_here, write_tree

from repobook import history
from repobook.build import build
from repobook.config import make_config
from repobook.history import GAVE_UP, History, read_history
from repobook.revision import read_revision

CANARY = b"CANARY-5150-state"
pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A real repository with one commit."""
    root = write_tree(tmp_path / "repo", {"a.py": "def a(): ...\n", ".gitignore": "*.log\n", "x.log": "x\n"})
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "one")
    return root


def test_revision_is_told(repository: Path, tmp_path: Path) -> None:
    """R03: the revision of a git repository is in the manifest, and git is not asked for it."""
    built = examine(repository, tmp_path)
    manifest = json.loads((built.book / "manifest.json").read_bytes())
    assert (built.violations, manifest["repository"]["revision"]) == (
        [],
        git(repository, "rev-parse", "HEAD"),
    )


def test_no_history_reads_no_version_control(repository: Path, tmp_path: Path) -> None:
    """With --no-history the book knows no revision."""
    words = ("-o", tmp_path / "book", "--cache", tmp_path / "cache", "-q", "-j", 1, "--no-history")
    assert run_here("build", repository, *words).code == 0
    assert json.loads((tmp_path / "book" / "manifest.json").read_bytes())["repository"]["revision"] == ""


@pytest.mark.parametrize("vectors", [TOGETHER, ("ssh of a promisor",)], ids=["together", "promisor"])
def test_hostile_git_configuration(vectors: tuple[str, ...], tmp_path: Path) -> None:
    """R09: all that a configuration, attributes and hooks ask for at once; `tests/faults/test_git_canary.py` has each alone."""
    marker = tmp_path / "marker"
    root = make_hostile(tmp_path, vectors, marker)
    assert fires(root, vectors[0], marker, make_shims(tmp_path, marker))
    built = examine(root, tmp_path, canaries=[SECRET.encode()])
    assert (built.violations, built.outcome("a.py")) == ([], "documented")


def test_configuration_that_is_waited_for(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R09: a configuration that includes a FIFO, at which git waits for ever, costs the history and a stated time."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with open(repository / ".git" / "config", "a") as stream:
        stream.write(f"[include]\n\tpath = {fifo}\n")
    assert waits_at(fifo, ["git", "-C", str(repository), "status"])
    monkeypatch.setattr(history, "SECONDS", 0.5)
    outcome = build(
        make_config(str(repository), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    )
    assert (outcome.problems, outcome.notes["git_unavailable"], outcome.documented) == ([], 1, 2)
    assert GAVE_UP in (tmp_path / "book" / "verification_report.md").read_text()


def test_shallow_clone(repository: Path, tmp_path: Path) -> None:
    """R05: of a shallow clone, what its oldest commit changed is not known: no page claims to know, and the report says so."""
    for name in ("b.py", "c.py"):
        write_tree(repository, {name: "x = 1\n"})
        git(repository, "add", "-A")
        git(repository, "commit", "-q", "-m", name)
    for depth in (1, 2):
        place = tmp_path / str(depth)
        git(tmp_path, "clone", "-q", "--depth", str(depth), f"file://{repository}", str(place / "repo"))
        assert git(place / "repo", "rev-list", "--count", "HEAD") == str(depth)
        built = examine(place / "repo", place)
        told = (built.book / "verification_report.md").read_text()
        dated = [path for path in built.files if "| Last change |" in built.page(path)]
        assert (built.violations, dated) == ([], ["c.py"] if depth == 2 else [])
        assert "git_unavailable" in told and "the clone is shallow" in told


@pytest.mark.parametrize("how", ["--no-cone", "--sparse-index"])
def test_sparse_checkout(how: str, repository: Path, tmp_path: Path) -> None:
    """R05: of a sparse checkout, what is there is documented, with its history; what is not there is not missed."""
    write_tree(repository, {"kept/k.py": "K = 1\n", "left/l.py": "L = 1\n", "left/more/m.py": "M = 1\n"})
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "two")
    git(repository, "sparse-checkout", "set", how, "kept")
    assert not (repository / "left").exists()
    built = examine(repository, tmp_path)
    assert (built.violations, built.outcome("kept/k.py"), built.outcome("left/l.py")) == (
        [],
        "documented",
        "not in the manifest",
    )
    assert "| Last change |" in built.page("kept/k.py")


def test_files_that_are_tracked_and_gone(repository: Path, tmp_path: Path) -> None:
    """R05: tracked files that are missing from the disk are not missed, and cost the others nothing."""
    write_tree(repository, {"gone.py": "import a\n", "sub/gone.py": "x = 1\n"})
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "two")
    (repository / "gone.py").unlink()
    shutil.rmtree(repository / "sub")
    built = examine(repository, tmp_path)
    assert (built.violations, sorted(built.files)) == ([], [".gitignore", "a.py", "x.log"])
    assert "| Last change |" in built.page("a.py")


def test_linked_work_tree(repository: Path, tmp_path: Path) -> None:
    """R06: of a work tree whose repository lies elsewhere, that one is not read: no revision, no history, and a note."""
    linked = tmp_path / "place" / "linked"
    git(repository, "worktree", "add", "-q", str(linked))
    head = git(linked, "rev-parse", "HEAD")  # which plain git reads from there
    built = examine(linked, tmp_path / "place", canaries=[head.encode()], outside=[repository])
    manifest = json.loads((built.book / "manifest.json").read_bytes())
    assert (built.violations, built.outcome("a.py"), manifest["repository"]["revision"]) == (
        [],
        "documented",
        "",
    )
    assert "points outside the tree" in (built.book / "verification_report.md").read_text()


def test_submodules(repository: Path, tmp_path: Path) -> None:
    """R07: submodules, present or not, with hostile names or not, are one line each; no command is run for them."""
    sub = write_tree(tmp_path / "sub", {"s.py": "S = 1\n"})
    git(sub, "init", "-q", "-b", "main")
    git(sub, "add", "-A")
    git(sub, "commit", "-q", "-m", "one")
    git(repository, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(sub), "lib")
    evil = '[submodule "../../x"]\n\tpath = ../../x\n\turl = -u./payload\n[submodule "-u./payload"]\n\tpath = -u./payload\n\turl = x\n'
    evil += '[submodule "cr\r"]\n\tpath = "cr\r"\n\turl = x\n'  # a carriage return, that git once read over
    with open(repository / ".gitmodules", "a", newline="") as stream:
        stream.write(evil)
    for name in ("cr\r", "-u./payload"):
        (repository / name).mkdir(parents=True)
        git(repository, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},{name}")
    git(repository, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},absent")
    (repository / "absent").mkdir()
    built = examine(repository, tmp_path)
    named = [built.outcome(name) for name in ("lib", "absent", "cr\r", "-u./payload")]
    assert (built.violations, named) == ([], ["submodule"] * 4)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
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


def test_bare_repository_inside(repository: Path, tmp_path: Path) -> None:
    """R10: a bare repository in a folder of another one is plain files; what it is configured to run is run by plain git only."""
    marker = tmp_path / "marker"
    program = make_program(tmp_path / "program", marker)
    inner = repository / "inner"
    bare: dict[Content, Content] = {
        "HEAD": "ref: refs/heads/main\n",
        "config": f'[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = "{program}"\n',
        "objects/": "",
        "refs/heads/": "",
        "x.py": "x = 1\n",
    }
    write_tree(inner, bare)
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "two")
    shutil.copytree(repository, tmp_path / "copy")
    git(tmp_path / "copy" / "inner", "status", path=make_shims(tmp_path, marker))
    assert marker.exists()
    marker.unlink()
    shutil.rmtree(tmp_path / "copy")
    built = examine(repository, tmp_path)
    assert (built.violations, built.outcome("inner/HEAD"), built.outcome("inner/config")) == (
        [],
        "documented",
        "documented",
    )
    assert "| Last change |" in built.page("inner/x.py")  # git was asked, and for the outer one


def _empty_head(root: Path, _: Path) -> None:
    (root / ".git" / "HEAD").write_bytes(b"")


def _lead_head_out(root: Path, outside: Path) -> None:
    (root / ".git" / "HEAD").write_text("ref: refs/../../../outside/HEAD\n")


def _link_head_out(root: Path, outside: Path) -> None:
    (root / ".git" / "HEAD").unlink()
    (root / ".git" / "HEAD").symlink_to(outside / "HEAD")


def _spoil_head(root: Path, _: Path) -> None:
    (root / ".git" / "HEAD").write_bytes(b"\xff\xfe\0" * 1000)


def _spoil_index(root: Path, _: Path) -> None:
    (root / ".git" / "index").write_bytes(b"DIRC" + b"\xff" * 1000)


def _cut_index(root: Path, _: Path) -> None:
    index = root / ".git" / "index"
    index.write_bytes(index.read_bytes()[:-30])


def _point_out(root: Path, outside: Path) -> None:
    shutil.rmtree(root / ".git")
    (root / ".git").write_text(f"gitdir: {outside}\n")


def _point_out_nearby(root: Path, outside: Path) -> None:
    shutil.rmtree(root / ".git")
    (root / ".git").write_text("gitdir: ../outside\n")


def _lose_packs(root: Path, _: Path) -> None:
    shutil.rmtree(root / ".git" / "objects")
    (root / ".git" / "objects" / "pack").mkdir(parents=True)


def _pack_many(root: Path, _: Path) -> None:
    """Keep the branch behind 100 MB of others."""
    git(root, "pack-refs", "--all")
    packed = root / ".git" / "packed-refs"
    head, _, last = packed.read_text().rpartition("\n" + git(root, "rev-parse", "HEAD"))
    others = "".join(f"{at:040x} refs/heads/b{at:07}\n" for at in range(17_000)) * 100
    packed.write_text(f"{head}\n{others}{git(root, 'rev-parse', 'HEAD')}{last}")
    assert packed.stat().st_size > 100_000_000


BROKEN = (_empty_head, _lead_head_out, _link_head_out, _spoil_head, _spoil_index, _cut_index, _point_out, _point_out_nearby, _lose_packs, _pack_many)  # fmt: skip


@pytest.mark.parametrize("damage", BROKEN)
def test_broken_git_data(damage: Callable[[Path, Path], None], repository: Path, tmp_path: Path) -> None:
    """R06, R11: git data that cannot be read, or lies elsewhere, costs what it would tell, which the report says, and nothing else."""
    outside = write_tree(
        tmp_path / "outside", {"HEAD": "5150" * 10 + "\n", "index": CANARY, "objects/": "", "refs/": ""}
    )
    damage(repository, outside)
    built = examine(
        repository, tmp_path, canaries=[CANARY, b"5150" * 10], outside=[outside], is_repeated=False
    )
    assert (built.violations, built.outcome("a.py")) == ([], "documented")
    assert "git_unavailable" in (built.book / "verification_report.md").read_text()
    is_told = json.loads((built.book / "manifest.json").read_bytes())["repository"]["revision"] != ""
    assert is_told == (damage in (_spoil_index, _cut_index, _lose_packs))


@pytest.mark.parametrize(
    "name", ["index.lock", "HEAD.lock", "refs/heads/main.lock", "refs/heads/\udcff\udcfe", "refs/heads/a\nb"]
)
def test_odd_git_data(name: str, repository: Path, tmp_path: Path) -> None:
    """R11: a stale lock, or a branch whose name has odd bytes, costs nothing."""
    head = git(repository, "rev-parse", "HEAD")
    (repository / ".git" / name).write_text("" if name.endswith("lock") else head + "\n")
    assert read_revision(str(repository)) == head
    found = read_history(str(repository), head)
    assert isinstance(found, History) and found.commits == 1


def test_branch_among_very_many(repository: Path) -> None:
    """R11: a branch behind 100,000 others is found, and none whose name only ends alike."""
    head = git(repository, "rev-parse", "HEAD")
    (repository / ".git" / "refs" / "heads" / "main").unlink()
    others = "".join(f"{at:040x} refs/heads/b{at:07}\n" for at in range(100_000))
    wrong = f"{'1' * 40} refs/heads/x refs/heads/main\n{'2' * 39} refs/heads/main\n"
    (repository / ".git" / "packed-refs").write_text(f"{others}{wrong}{head} refs/heads/main")
    assert read_revision(str(repository)) == head


def test_very_many_commits(repository: Path, tmp_path: Path) -> None:
    """R19: of 6,000 commits, with names that are none, the newest 5,000 are read; a million is of the long tier."""
    stream = ""
    for at in range(6_000):
        stream += f"commit refs/heads/main\nmark :{at + 1}\ncommitter &lt;b\x1b[2J\x02 <x@y> {at} +0000\ndata 1\nx\n"
        stream += f"from :{at}\n" if at else "from refs/heads/main^0\n"
        stream += f'M 100644 inline "d\\n{at % 7}.py"\ndata 2\n{at % 10}\n\n'
    git(repository, "fast-import", "--quiet", stdin=stream)
    git(repository, "reset", "-q", "--hard")
    found = read_history(str(repository), read_revision(str(repository)))
    assert isinstance(found, History)
    assert (found.commits, set(found.changes)) == (history.MAX_COMMITS, {f"d\n{at}.py" for at in range(7)})
    built = examine(repository, tmp_path, is_repeated=False)
    assert (built.violations, "| Last change | 1970-01-01" in built.page("d\n0.py")) == ([], True)


@pytest.mark.parametrize(
    "script", ["read line < {fifo}", "cat {fifo} & cat {fifo}", "while :; do echo 0123456789; done"]
)
def test_slow_history_is_given_up(
    script: str, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R19: a git that does not come to an end is ended with all that it started, and the book is made without it."""
    os.mkfifo(tmp_path / "fifo")
    write_tree(tmp_path / "slow", {"git": "#!/bin/sh\n" + script.format(fifo=tmp_path / "fifo") + "\n"})
    (tmp_path / "slow" / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'slow'}:{os.environ['PATH']}")
    monkeypatch.setattr(history, "SECONDS", 0.3)
    monkeypatch.setattr(history, "MAX_BYTES", 1_000_000)
    began = time.monotonic()
    assert read_history(str(repository), read_revision(str(repository))) == GAVE_UP
    assert time.monotonic() - began < 30
    with pytest.raises(OSError):  # nobody is left that reads there
        os.open(tmp_path / "fifo", os.O_WRONLY | os.O_NONBLOCK)
