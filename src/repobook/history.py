"""What version control knows of the files: when each last changed, and which change together.

One streamed `git log` under a hardened environment: a hostile repository's configuration must not make git run
anything (docs/adr/0004-history.md). Without git, or where git refuses, only this is missing from the book, which says so.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import shutil
import signal
import subprocess
import threading
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations

MAX_COMMITS = 5_000  # the newest ones
MAX_TOGETHER = 15  # files: a larger commit says nothing about which of them belong together
SECONDS = 10.0
MAX_BYTES = 200_000_000
_MAX_SHALLOW = 4_000_000
NO_COMMIT = "the commit that it is at cannot be told: history is left out"
GAVE_UP = "git could not read it, or not in time: history is left out"
CUT = "the clone is shallow: what its oldest commits changed, and those before them, cannot be told"
LAST_SECOND = 253_402_300_799  # of the year 9999: what comes after it is no date

# What would have git read objects, branches or settings of another repository.
_LEADS = ("commondir", "objects/info/alternates", "objects/info/http-alternates")
_OWN = ("HEAD", "config", "objects", "objects/info", "objects/pack", "packed-refs", "refs", "refs/heads")

_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "LC_ALL": "C",
    "HOME": os.devnull,
}
_SETTINGS = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "log.showRoot=true",
    "log.showSignature=false",
    "safe.bareRepository=explicit",
)


@dataclass(slots=True)
class History:
    """Commits by file. Paths are those of the work tree's top."""

    commits: int = 0
    last: dict[str, tuple[int, str]] = field(
        default_factory=dict
    )  # path -> time of its last commit, and the commit
    changes: Counter[str] = field(default_factory=Counter)  # path -> commits
    together: Counter[tuple[str, str]] = field(
        default_factory=Counter
    )  # two paths -> commits that change both
    is_cut: bool = False  # whether commits were left out because what was before them is not there

    def add(self, commit: str, seconds: int, paths: list[str]) -> None:
        self.commits += 1
        for path in paths:
            self.changes[path] += 1
            self.last.setdefault(path, (seconds, commit))
        if 2 <= len(paths) <= MAX_TOGETHER:
            self.together.update(combinations(sorted(paths), 2))


def read_history(root: str, revision: str) -> History | str:
    """Return the history of the repository whose top is `root`, or why there is none to be had; "" where nobody expects one.

    `revision` is the commit that it is read from: what the book rests on, whatever is committed meanwhile.
    """
    git_folder = os.path.join(root, ".git")
    if not os.path.isdir(git_folder) or os.path.islink(git_folder):
        return ""
    if _leads_out(git_folder):
        return "history that lies in another repository is not read"
    if not _is_own(root, git_folder):
        return "it belongs to another user, and git's rule is not to read it: history is left out"
    if not revision:
        return NO_COMMIT if _has_branches(git_folder) else ""
    # No name of a file can look like the beginning of a commit that nobody knew when it was named.
    mark = secrets.token_hex(16)
    command = ["git", "--no-pager", f"--git-dir={git_folder}"]
    for setting in _SETTINGS:
        command += ["-c", setting]
    command += [
        "log", f"--max-count={MAX_COMMITS}", "-z", "--name-only", "--no-merges", "--no-renames", "--no-ext-diff",
        "--no-textconv", "--no-show-signature", "--no-color", "--no-mailmap", "--ignore-submodules=all", f"--format=%x01{mark} %H %ct", revision, "--",
    ]  # fmt: skip
    environment = _ENVIRONMENT | {"PATH": os.environ.get("PATH", os.defpath)}
    try:
        process = subprocess.Popen(
            command,
            cwd=os.path.sep,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return "git cannot be run: history is left out"
    timer = threading.Timer(SECONDS, _kill_all, [process])
    timer.start()
    with process:
        assert process.stdout is not None
        data = process.stdout.read(MAX_BYTES)
        is_whole = not process.stdout.read(1)
        if not is_whole:
            _kill_all(process)
        code = process.wait()
    timer.cancel()
    return parse_log(data, mark, _oldest(git_folder)) if code == 0 and is_whole else GAVE_UP


def _kill_all(process: subprocess.Popen[bytes]) -> None:
    """End git and whatever it started: what outlives it would hold the pipe that is read."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)  # of its session it is the first


def _oldest(git_folder: str) -> frozenset[str]:
    """Return the commits of a shallow clone that git takes for first ones: all files seem to be made by them."""
    return frozenset(_read(os.path.join(git_folder, "shallow"), _MAX_SHALLOW).decode("latin-1").split())


def history_grounds(root: str) -> list[object]:
    """Return what the history rests on, beside the commit that the work tree is at: another answer of git shows in it."""
    git_folder = os.path.join(root, ".git")
    if not os.path.isdir(git_folder) or os.path.islink(git_folder):
        return []
    return [
        shutil.which("git") is not None,
        _leads_out(git_folder),
        _is_own(root, git_folder),
        _has_branches(git_folder),
        *(_digest(os.path.join(git_folder, name)) for name in ("config", "config.worktree", "shallow")),
        _count(os.path.join(git_folder, "objects")) > 0,
    ]


def _is_own(root: str, git_folder: str) -> bool:
    """Tell whether git would trust the repository: it is the user's own, or that of who became root by sudo."""
    users = {os.geteuid()}
    if 0 in users and os.environ.get("SUDO_UID", "").isdecimal():
        users.add(int(os.environ["SUDO_UID"]))
    try:
        return all(os.stat(path).st_uid in users for path in (root, git_folder))
    except OSError:
        return False


def _digest(path: str) -> str:
    found = _read(path, 1 << 20)
    return hashlib.sha256(found).hexdigest() if found else ""


def _read(path: str, limit: int) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as stream:
            return stream.read(limit) or b""
    except OSError:
        return b""


def _has_branches(git_folder: str) -> bool:
    """Tell whether something was committed here, as far as names tell: a new repository has no branch yet."""
    try:
        has_loose = bool(os.listdir(os.path.join(git_folder, "refs", "heads")))
    except OSError:
        has_loose = False
    return has_loose or any(
        os.path.lexists(os.path.join(git_folder, name)) for name in ("packed-refs", "reftable")
    )


def _count(objects: str) -> int:
    """Return how many folders hold objects: the two of packs and their list do not count where they are empty."""
    try:
        found = [name for name in os.listdir(objects) if len(name) == 2]
        return len(found) + len(os.listdir(os.path.join(objects, "pack")))
    except OSError:
        return 0


def _leads_out(git_folder: str) -> bool:
    """Tell whether the history is, or may be, that of a repository elsewhere."""
    return any(os.path.lexists(os.path.join(git_folder, name)) for name in _LEADS) or any(
        os.path.islink(os.path.join(git_folder, name)) for name in _OWN
    )


def parse_log(data: bytes, mark: str, oldest: frozenset[str] = frozenset()) -> History:
    """Read `git log -z --name-only --format=%x01{mark} %H %ct`. What the `oldest` commits changed is not known."""
    history = History()
    for entry in data.split(b"\x01" + mark.encode() + b" ")[1:]:
        head, _, rest = entry.partition(b"\0")
        commit, _, seconds = head.decode("ascii", "replace").partition(" ")
        if not seconds.isdecimal() or len(seconds) > 12 or int(seconds) > LAST_SECOND:
            continue
        if commit in oldest:
            history.is_cut = True
            continue
        names = rest.lstrip(b"\n").split(b"\0")
        history.add(commit, int(seconds), [os.fsdecode(name) for name in names if name])
    return history
