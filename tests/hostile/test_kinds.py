"""Group K: kinds of file. What is not a plain readable file of the repository costs one line of the report."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from invariants import Built, examine
from runs import command, environment, read_tree, snapshot, write_tree

import repobook.basis
import repobook.build
from repobook.config import make_config

CANARY = b"CANARY-90125-secret"
DAY = 86_400 * 10**9


@dataclass
class Outside:
    """Folders beside a repository that its links lead to: all that is in them, and what of it was looked into."""

    before: dict[bytes, tuple[object, ...]]
    after: dict[bytes, tuple[object, ...]]
    read: list[Path]


@contextmanager
def watched(outside: Path) -> Iterator[Outside]:
    """Compare folders before and after. Whatever is opened there gets a new time of reading."""
    seen = Outside(snapshot(outside), {}, [])
    places = [outside, *sorted(outside.rglob("*"))]
    for place in places:
        status = place.stat()
        os.utime(place, ns=(status.st_mtime_ns - DAY, status.st_mtime_ns))
    before = [place.stat().st_atime_ns for place in places]
    yield seen
    seen.read = [
        place for place, moment in zip(places, before, strict=True) if place.stat().st_atime_ns != moment
    ]
    seen.after = snapshot(outside)


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Built, Outside]]:
    """A repository with one of each kind."""
    place = tmp_path_factory.mktemp("kinds")
    root = write_tree(place / "repo", {"plain.py": "def plain(): ...\n", "folder/x.py": "X = 1\n"})
    beyond = tmp_path_factory.mktemp("beyond") / "outside"  # where `examine` does not look, either
    write_tree(beyond, {"canary.py": CANARY + b" = 1\n", "deep/canary.md": b"# " + CANARY})
    os.mkfifo(root / "fifo.py")
    bound = socket.socket(socket.AF_UNIX)
    bound.bind(os.path.relpath(root / "socket.py"))
    (root / "zero.py").symlink_to("/dev/zero")
    (root / "a.py").symlink_to("b.py")
    (root / "b.py").symlink_to("a.py")
    (root / "self.py").symlink_to("self.py")
    (root / "folder" / "up").symlink_to("..")
    (root / "out.py").symlink_to(beyond / "canary.py")
    (root / "out_relative.py").symlink_to(os.path.relpath(beyond / "canary.py", root))
    (root / "out").symlink_to(beyond)
    (root / "inner.py").symlink_to("plain.py")
    (root / "dangling.py").symlink_to("nothing.py")
    os.link(root / "plain.py", root / "folder" / "same_inode.py")
    with open(root / "sparse.c", "wb") as stream:
        stream.truncate(10 << 30)
    (root / "bomb.gz").write_bytes(gzip.compress(bytes(10 << 20)))
    (root / "tool.py").write_text("#!/bin/sh\necho\n")
    (root / "tool.py").chmod(0o6755)
    (root / "closed.py").write_bytes(CANARY)
    (root / "closed.py").chmod(0)
    write_tree(root / "closed", {"x.py": CANARY})
    (root / "closed").chmod(0)
    with watched(beyond) as outside:
        built = examine(root, place, canaries=[CANARY], is_plain_user=True)
    yield built, outside
    (root / "closed").chmod(0o755)
    bound.close()


@pytest.fixture(scope="module")
def built(kinds: tuple[Built, Outside]) -> Built:
    return kinds[0]


@pytest.fixture(scope="module")
def outside(kinds: tuple[Built, Outside]) -> Outside:
    return kinds[1]


def test_invariants(built: Built) -> None:
    """A book of odd kinds is a book like any other; what lies outside the tree or may not be read is not in it."""
    assert built.violations == []


@pytest.mark.parametrize(
    "path, outcome",
    {
        "plain.py": "documented",
        "folder/x.py": "documented",
        "fifo.py": "not_regular",
        "socket.py": "not_regular",
        "zero.py": "symlink_outside",
        "a.py": "symlink_loop",
        "b.py": "symlink_loop",
        "self.py": "symlink_loop",
        "folder/up": "symlink",
        "out.py": "symlink_outside",
        "out_relative.py": "symlink_outside",
        "out": "symlink_outside",
        "inner.py": "symlink",
        "folder/same_inode.py": "documented",
        "sparse.c": "too_large",
        "bomb.gz": "binary",
        "tool.py": "documented",
        "closed.py": "unreadable",
        "closed": "unreadable",
    }.items(),
)
def test_outcome(path: str, outcome: str, built: Built) -> None:
    """K01–K07, K09, K10, K12, K17, K19: each kind has its reason."""
    assert built.outcome(path) == outcome


def test_nothing_outside_is_changed(outside: Outside) -> None:
    """K06: what links lead to outside of the repository keeps its names, bytes, modes and times."""
    assert outside.after == outside.before


def test_nothing_outside_is_read(outside: Outside, tmp_path: Path) -> None:
    """K06: no file and no folder that links lead to outside of the repository is even opened."""
    (tmp_path / "one.txt").write_text("1")
    with watched(tmp_path) as control:
        (tmp_path / "one.txt").read_text()
    if tmp_path / "one.txt" not in control.read:
        pytest.skip("this file system notes no times of reading")
    assert outside.read == []


def cost_of(root: Path, place: Path) -> tuple[float, int]:
    """Build a book; return how many seconds that takes, and the most memory that one of its processes had, in bytes."""
    began = time.monotonic()
    process = subprocess.Popen(
        command("build", root, "-o", place / "book", "--cache", place / "cache", "-q", "-j", 1),
        env=environment(),
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return time.monotonic() - began, used.ru_maxrss * 1024


def test_special_files_cost_neither_time_nor_memory(tmp_path: Path) -> None:
    """K01, K03, K10: with a FIFO, an endless device and 10 GB of nothing, a build takes less than a second more than
    without them, and no memory to speak of."""
    plain = write_tree(tmp_path / "plain", {"plain.py": "x = 1\n"})
    odd = write_tree(tmp_path / "odd", {"plain.py": "x = 1\n"})
    os.mkfifo(odd / "fifo.py")
    (odd / "zero.py").symlink_to("/dev/zero")
    with open(odd / "sparse.c", "wb") as stream:
        stream.truncate(10 << 30)
    plain_costs, odd_costs = [], []
    for trial in range(4):  # what else the machine does takes time, too
        plain_costs.append(cost_of(plain, tmp_path / f"plain{trial}"))
        odd_costs.append(cost_of(odd, tmp_path / f"odd{trial}"))
        (seconds, memory), (odd_seconds, odd_memory) = min(plain_costs), min(odd_costs)
        if odd_seconds - seconds < 1:
            break
    assert (odd_seconds - seconds < 1, odd_memory - memory < 16 << 20) == (True, True)


@pytest.mark.parametrize("path, detail", [("closed.py", "EACCES"), ("closed", "folder, EACCES")])
def test_error_is_named(path: str, detail: str, built: Built) -> None:
    """K12: a file and a folder without permission are listed with the name of the error, in the report, too."""
    report = (built.book / "verification_report.md").read_text()
    assert (built.files[path]["detail"], f"| `{path}` | `unreadable` | {detail} |" in report) == (
        detail,
        True,
    ), report


def test_pages_are_plain_files(built: Built) -> None:
    """K09, K17: no page is executable, set-uid or another name of a source."""
    pages = [path.stat() for path in built.book.rglob("*") if path.is_file()]
    assert {page.st_mode & 0o7111 for page in pages} == {0}
    sources = {path.lstat().st_ino for path in built.root.rglob("*")}
    assert sources and sources.isdisjoint(page.st_ino for page in pages)


@contextmanager
def meanwhile(edit: Callable[[int], None], least: int = 1) -> Iterator[None]:
    """Run `edit` again and again, with a count, until the block ends: so often at least, all within it."""
    is_over = threading.Event()
    counts = [0]

    def keep_on() -> None:
        while not is_over.is_set():
            edit(counts[0])
            counts[0] += 1

    thread = threading.Thread(target=keep_on)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
    assert counts[0] >= least


def test_file_and_link_swapped_again_and_again(tmp_path: Path) -> None:
    """K08: a file that becomes a link to a secret and back, all the time, never gives the secret away."""
    root = write_tree(tmp_path / "repo", {f"f{at}.py": "def f(): ...\n" for at in range(20)})
    write_tree(
        tmp_path / "outside",
        {"canary.py": b"def " + CANARY.replace(b"-", b"_") + b"(): ...\n", "sub/x.py": CANARY},
    )
    write_tree(root, {"sub/x.py": "X = 1\n"})
    (tmp_path / "spare").symlink_to(tmp_path / "outside" / "sub")

    def swap(count: int) -> None:
        path = root / f"f{count % 20}.py"
        path.unlink()
        if count % 40 < 20:
            path.symlink_to(tmp_path / "outside" / "canary.py")
        else:
            path.write_text("def f(): ...\n")
        if count % 7 == 0:  # a folder, in one step
            os.rename(root / "sub", tmp_path / "real")
            os.rename(tmp_path / "spare", root / "sub")
            os.rename(root / "sub", tmp_path / "spare")
            os.rename(tmp_path / "real", root / "sub")

    with meanwhile(swap, least=100):
        built = examine(
            root, tmp_path, canaries=[CANARY, CANARY.replace(b"-", b"_")], codes=(0, 1), is_still=False
        )
    assert [violation for violation in built.violations if "verify" not in violation] == []


def test_file_that_grows_while_it_is_read(tmp_path: Path) -> None:
    """K13: a file that is appended to all the time is documented as it was at one moment, or skipped."""
    root = write_tree(tmp_path / "repo", {"log.py": "# one\n" * 5_000, "still.py": "y = 1\n"})

    def append(count: int) -> None:
        if (root / "log.py").stat().st_size < 100_000:
            with open(root / "log.py", "ab") as stream:
                stream.write(b"# two\n")

    with meanwhile(append):
        built = examine(root, tmp_path, codes=(0, 1), is_still=False)
    outcomes = built.outcome("still.py"), built.outcome("log.py")
    assert outcomes in [("documented", "documented"), ("documented", "changed_during_read")]


def test_changed_file_is_a_problem_that_is_told(tmp_path: Path) -> None:
    """K13, E25: a book whose source changed after it was read says so: its page shows no source, its exit code is 1."""
    root = write_tree(tmp_path / "repo", {"a.py": "# x\n" * 2_000})

    def edit(count: int) -> None:
        (root / "a.py").write_text(f"# {count}\n" * 2_000)

    with meanwhile(edit):
        built = examine(root, tmp_path, codes=(0, 1), is_still=False)
    if built.outcome("a.py") == "documented":
        page = built.page("a.py")
        assert ("```" in page) != ("changed while the book was built" in page)
    else:
        assert built.outcome("a.py") == "changed_during_read"


def test_file_that_shrinks_while_it_is_read(tmp_path: Path) -> None:
    """K14: truncating a file during the build costs at most that file."""
    root = write_tree(tmp_path / "repo", {"big.py": "# one\n" * 10_000, "still.py": "y = 1\n"})

    def shrink(count: int) -> None:
        (root / "big.py").write_bytes(b"# one\n" * (10_000 if count % 2 else 0))

    with meanwhile(shrink):
        built = examine(root, tmp_path, codes=(0, 1), is_still=False)
    outcomes = built.outcome("still.py"), built.outcome("big.py")
    assert outcomes in [("documented", "documented"), ("documented", "changed_during_read")]


def test_what_is_something_else_after_the_scan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """K15, K16: a file that is gone or a folder when it is read, or whose folder is a file or a link, is skipped with a reason."""
    names = ("gone.py", "turned.py", "folder/x.py", "linked/x.py", "z.py")
    root = write_tree(tmp_path / "repo", dict.fromkeys(names, "x = 1\n"))
    outside = write_tree(tmp_path / "outside", {"x.py": CANARY})
    gather = repobook.basis.gather_facts

    def spoil_and_gather(*words: object) -> list[str]:
        for name in names[:4]:
            (root / name).unlink()
        for name in ("folder", "linked"):
            (root / name).rmdir()
        write_tree(root / "turned.py", {"inner.py": "y = 1\n"})
        (root / "folder").write_text("y = 1\n")
        (root / "linked").symlink_to(outside)
        return gather(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(repobook.basis, "gather_facts", spoil_and_gather)
    monkeypatch.setattr(repobook.build, "_MAX_TRIES", 1)  # the second try would find the tree as it is now
    outcome = repobook.build.build(
        make_config(str(root), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1)
    )
    assert (outcome.documented, outcome.skips) == (1, {"vanished": 1, "changed_during_read": 3})
    assert not any(CANARY in data for data in read_tree(tmp_path / "book").values())


def test_other_file_system_in_the_tree(tmp_path: Path) -> None:
    """K18: what is mounted inside of the tree is listed with its reason, and nothing of it is read."""
    root = write_tree(tmp_path / "repo", {"a.py": "a = 1\n", "mounted/": ""})
    apart = ["unshare", "--map-root-user", "--mount", "sh", "-c"]
    mount = 'mount -t tmpfs none "$0" && echo "$1" > "$0/x.py"'
    words = [str(root / "mounted"), CANARY.decode()]
    if shutil.which("unshare") is None or subprocess.run([*apart, mount, *words], check=False).returncode:
        pytest.skip("this system lets nobody mount in a name space of their own")
    build = command("build", root, "-o", tmp_path / "book", "--cache", tmp_path / "cache", "-q", "-j", 1)
    asked = [*apart, f'{mount} && shift && exec "$@"', *words, *build]
    assert subprocess.run(asked, env=environment(), check=False).returncode == 0
    files = json.loads((tmp_path / "book" / "manifest.json").read_bytes())["files"]
    outcomes = {file["path"]: file.get("reason", file["outcome"]) for file in files}
    assert outcomes == {"a.py": "documented", "mounted": "other_device"}
    assert not any(CANARY in data for data in read_tree(tmp_path / "book").values())
