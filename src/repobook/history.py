"""What version control knows of the files: when each last changed, and which change together.

One streamed `git log` under a hardened environment: a hostile repository's configuration must not make git run
anything (docs/adr/0004-history.md). Without git, or where git refuses, only this is missing from the book.
"""

from __future__ import annotations

import os
import subprocess
import threading
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations

MAX_COMMITS = 5_000  # the newest ones
MAX_TOGETHER = 15  # files: a larger commit says nothing about which of them belong together
SECONDS = 10.0
MAX_BYTES = 200_000_000
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

    def add(self, commit: str, seconds: int, paths: list[str]) -> None:
        self.commits += 1
        for path in paths:
            self.changes[path] += 1
            self.last.setdefault(path, (seconds, commit))
        if 2 <= len(paths) <= MAX_TOGETHER:
            self.together.update(combinations(sorted(paths), 2))


def read_history(root: str) -> History | None:
    """Return the history of the repository whose top is `root`; None where there is none to be had."""
    git_folder = os.path.join(root, ".git")
    if not os.path.isdir(git_folder) or os.path.islink(git_folder) or _leads_out(git_folder):
        return None
    command = ["git", "--no-pager", f"--git-dir={git_folder}"]
    for setting in _SETTINGS:
        command += ["-c", setting]
    command += [
        "log", f"--max-count={MAX_COMMITS}", "-z", "--name-only", "--no-merges", "--no-renames", "--no-ext-diff",
        "--no-textconv", "--no-show-signature", "--no-color", "--no-mailmap", "--ignore-submodules=all", "--format=%x01%H %ct", "HEAD", "--",
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
        return None
    timer = threading.Timer(SECONDS, process.kill)
    timer.start()
    with process:
        assert process.stdout is not None
        data = process.stdout.read(MAX_BYTES)
        is_whole = not process.stdout.read(1)
        if not is_whole:
            process.kill()
        code = process.wait()
    timer.cancel()
    return parse_log(data) if code == 0 and is_whole else None


def _leads_out(git_folder: str) -> bool:
    """Tell whether the history is, or may be, that of a repository elsewhere."""
    return any(os.path.lexists(os.path.join(git_folder, name)) for name in _LEADS) or any(
        os.path.islink(os.path.join(git_folder, name)) for name in _OWN
    )


def parse_log(data: bytes) -> History:
    """Read `git log -z --name-only --format=%x01%H %ct`."""
    history = History()
    for entry in data.split(b"\x01")[1:]:
        head, _, rest = entry.partition(b"\0")
        commit, _, seconds = head.decode("ascii", "replace").partition(" ")
        if not seconds.isdecimal() or len(seconds) > 12 or int(seconds) > LAST_SECOND:
            continue
        names = rest.lstrip(b"\n").split(b"\0")
        history.add(commit, int(seconds), [os.fsdecode(name) for name in names if name])
    return history
