"""The command line as a user runs it, and what a test wants to know about a folder before and after."""

from __future__ import annotations

import atexit
import ctypes
import hashlib
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

import repobook
from repobook.cli import main

SOURCE = str(Path(repobook.__file__).parent.parent)
# The cache goes below the home folder: it must be ours, and go when the tests end.
HOME = tempfile.mkdtemp(prefix="repobook-tests-home-")
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
COMMAND = (sys.executable, "-m", "repobook")

WATCH = "REPOBOOK_TESTS_WATCH"  # names the folder of what has programs watch themselves (`aftermath.py`)
CODES = (0, 1, 2, 130)  # that are documented

Content = str | bytes


@dataclass(frozen=True)
class Run:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def said(self) -> str:
        return self.out + self.err

    def undue(self) -> list[str]:
        """Say what no command may answer, whatever it was asked for."""
        found = [f"traceback: {self.said}"] if "Traceback" in self.said else []
        return found if self.code in CODES else [*found, f"exit code {self.code}: {self.said}"]


def environment(**changes: str) -> dict[str, str]:
    """Return a plain environment: nothing of the machine's settings but the way to Python."""
    base = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8", "HOME": HOME}
    if watch := os.environ.get(WATCH):
        base |= {"TMPDIR": f"{watch}/temporary"}
    path = f"{watch}/watch:{SOURCE}" if watch else SOURCE
    return base | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"} | changes


def command(*words: object) -> list[str]:
    return [*COMMAND, *(os.fsdecode(word) if isinstance(word, bytes) else str(word) for word in words)]


def hear() -> None:
    """Before a program begins: whoever started us (a shell, in the background) may ignore signals; they are to be heard here."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def run(
    *words: object,
    cwd: Path | str | None = None,
    timeout: float = 60,
    is_plain_user: bool = False,
    **changes: str,
) -> Run:
    """Run `repobook WORDS…` in a process of its own; `changes` are environment variables."""
    done = subprocess.run(
        command(*words),
        cwd=cwd,
        env=environment(**changes),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=timeout,
        check=False,
        preexec_fn=obey_permissions if is_plain_user else None,
    )
    out, err = (stream.decode("utf-8", "replace") for stream in (done.stdout, done.stderr))
    return _due(Run(done.returncode, out, err))


def run_here(*words: object) -> Run:
    """Run `repobook WORDS…` in this process: quicker, where nothing but the answer is asked for."""
    done = CliRunner().invoke(main, command(*words)[len(COMMAND) :])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return _due(Run(done.exit_code, done.stdout, done.stderr))


def _due(answer: Run) -> Run:
    assert not (said := answer.undue()), said
    return answer


def obey_permissions() -> None:
    """Give up, before the program starts, what lets root pass over permissions."""
    if os.geteuid() == 0:
        library = ctypes.CDLL(None)
        for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            library.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


def write_tree(root: Path | str, files: Mapping[Content, Content]) -> Path:
    """Write files below `root` (a name that ends in `/` is an empty folder). Names may be bytes."""
    top = os.fsencode(root)
    os.makedirs(top, exist_ok=True)
    for name, content in files.items():
        path = os.path.join(top, os.fsencode(name))
        os.makedirs(path if path.endswith(b"/") else os.path.dirname(path), exist_ok=True)
        if not path.endswith(b"/"):
            with open(path, "wb") as stream:
                stream.write(content if isinstance(content, bytes) else content.encode())
    return Path(os.fsdecode(top))


def read_tree(folder: Path | str) -> dict[str, bytes]:
    """Return every regular file below a folder; folders appear with a `/` and no content."""
    found: dict[str, bytes] = {}
    top = str(folder)
    for at, folders, names in os.walk(top):
        for name in folders:
            found[os.path.relpath(os.path.join(at, name), top) + "/"] = b""
        for name in names:
            path = os.path.join(at, name)
            with open(path, "rb") as stream:
                found[os.path.relpath(path, top)] = stream.read()
    return found


def snapshot(folder: Path | str) -> dict[bytes, tuple[object, ...]]:
    """Return all that must not change in a source tree: names, kinds, modes, times and bytes. Follows nothing."""
    found: dict[bytes, tuple[object, ...]] = {}
    for at, folders, names, descriptor in os.fwalk(os.fsencode(folder), follow_symlinks=False):
        for name in (*folders, *names, b"."):
            status = os.stat(name, dir_fd=descriptor, follow_symlinks=False)
            content: object = None
            if stat.S_ISLNK(status.st_mode):
                content = os.readlink(name, dir_fd=descriptor)
            elif stat.S_ISREG(status.st_mode) and status.st_size < 1 << 26 and status.st_mode & 0o444:
                with open(os.open(name, os.O_RDONLY, dir_fd=descriptor), "rb") as stream:
                    content = hashlib.sha256(stream.read()).hexdigest()
            found[at + b"/" + name] = (status.st_mode, status.st_size, status.st_mtime_ns, content)
    return found


def forget_books(cache: Path) -> None:
    """Have the next build work, though nothing has changed: what is known of earlier books goes, analysis stays."""
    shutil.rmtree(cache / "books", ignore_errors=True)
