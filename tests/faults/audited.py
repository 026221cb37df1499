"""Have a process of the product watch itself, and its workers: what is started, connected to, written, or run as code.

Copied to a `sitecustomize.py` that calls `start`, it is loaded by every Python program whose path leads there, before
anything else. `python audited.py LOG` runs commands one after the other, a JSON list of words a line, and prints what
each of them did that it must not; ["git", REPO] reads version control alone, ["config", {...}] builds what a `Config` asks for.
"""

from __future__ import annotations

import fcntl
import json
import os
import sys
from collections.abc import Sequence
from typing import Any

ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none",
    "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_REPLACE_OBJECTS": "1",
}  # fmt: skip
SETTINGS = ("core.fsmonitor=false", "core.hooksPath=/dev/null", "log.showSignature=false", "safe.bareRepository=explicit")  # fmt: skip
COMMANDS = ("rev-parse", "rev-list", "ls-tree", "cat-file", "log")
# Where the paths stand that an event is about to change.
CHANGES = {
    "os.remove": (0,), "os.rmdir": (0,), "os.mkdir": (0,), "os.chmod": (0,), "os.chown": (0,), "os.truncate": (0,), "os.utime": (0,),
    "os.setxattr": (0,), "os.rename": (0, 1), "os.link": (1,), "os.symlink": (1,), "shutil.rmtree": (0,),
}  # fmt: skip
PROGRAMS = ("os.exec", "os.posix_spawn", "os.system", "os.startfile", "pty.spawn")
NETWORK = (
    "socket.connect",
    "socket.sendto",
    "socket.sendmsg",
    "socket.getaddrinfo",
    "socket.gethostbyname",
    "urllib.Request",
)
# `import` tells of modules that are none of Python's, too late to know where they lie; running them does.
OTHERS = (
    "open",
    "exec",
    "sqlite3.connect",
    "subprocess.Popen",
    "pickle.find_class",
    "socket.__new__",
    "socket.bind",
)
WATCHED = frozenset((*CHANGES, *PROGRAMS, *NETWORK, *OTHERS))
CAREFUL = os.O_NOFOLLOW | os.O_NONBLOCK  # how a name of the repository is opened
LOOPBACK = ("127.0.0.1", "::1")
# Modules whose objects the processes that verify a book send each other; of others, nobody may say which are made.
UNPACKED = ("repobook.", "concurrent.futures.process.", "multiprocessing.", "array.")
# The repositories that this process is asked for; `main` says so of each order anew.
ASKED = [sys.orig_argv[at + 1] for at, word in enumerate(sys.orig_argv[:-1]) if word in ("build", "watch")]


def is_in(path: str, folders: Sequence[str]) -> bool:
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def text_of(path: object) -> str:
    """Return a path in full; nothing where it is a descriptor, or lies beside one."""
    if not isinstance(path, (str, bytes)):
        return ""
    said = os.fsdecode(path)
    return os.path.normpath(said) if said.startswith("/") else ""


def judge(event: str, words: tuple[Any, ...], places: Sequence[str], sources: Sequence[str]) -> str:
    """Return what is wrong with what a process is about to do.

    `places` may be written but for `sources`, which are of the repository.
    """

    def may_write(path: str) -> bool:
        return is_in(path, places) and not is_in(path, sources)

    if event == "subprocess.Popen":
        return judge_program([os.fsdecode(word) for word in words[1]], words[2], words[3], sources)
    if event == "open":
        path = text_of(words[0])
        if words[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            return f"written outside: {path}" if path and path != os.devnull and not may_write(path) else ""
        is_safe = words[2] & CAREFUL == CAREFUL or path in sources
        return (
            f"opened where a link may lead, or a FIFO waits: {path}"
            if is_in(path, sources) and not is_safe
            else ""
        )
    if event in CHANGES:
        paths = [text_of(words[at]) for at in CHANGES[event]]
        if event == "os.mkdir" and os.path.isdir(paths[0]):  # there already: nothing comes of it
            return ""
        return "".join(f"{event} outside: {path}" for path in paths if path and not may_write(path))
    if event == "sqlite3.connect":
        path = os.path.abspath(os.fsdecode(words[0]).removeprefix("file:").partition("?")[0])
        return f"a database of the repository is opened: {path}" if is_in(path, sources) else ""
    if event == "exec":
        name = words[0].co_filename
        is_theirs = not name.startswith("<") and is_in(os.path.abspath(name), sources)
        return f"code of the repository is run: {name}" if is_theirs else ""
    if event == "socket.__new__":
        import socket

        return (
            ""
            if words[1] in (-1, socket.AF_UNIX, socket.AF_INET, socket.AF_INET6)
            else f"a socket of family {words[1]}"
        )
    if event == "socket.bind":
        return "" if words[1][0] in LOOPBACK else f"{event} {words[1]}"
    if event == "os.exec" and tuple(words[1][:6]) == (sys.executable, "-P", "-X", "utf8", "-m", "repobook"):
        return ""  # it starts itself anew, to spell every path
    if event == "pickle.find_class" and ".".join(words).startswith(UNPACKED):
        return ""
    if event == "socket.sendmsg" and words[1] is None:  # between us and our workers
        return ""
    return f"{event} {words}"


def judge_program(command: list[str], cwd: object, environment: object, sources: Sequence[str]) -> str:
    if command[0] == sys.executable and "from repobook.nursery import raise_workers" in command[-1]:
        return ""
    if command[0] != "git" or not isinstance(environment, dict):
        return f"started {command}"
    given = [command[at + 1] for at, word in enumerate(command) if word == "-c"]
    names = [word for word in command[1:] if not word.startswith("-") and word not in given]
    lacking = [name for name, value in ENVIRONMENT.items() if environment.get(name) != value]
    lacking += [name for name in SETTINGS if name not in given]
    # Of no other repository than the one that is asked for, and from no folder of it.
    is_there = any(f"--git-dir={top}/.git" in command for top in sources) and cwd == "/"
    if names[0] not in COMMANDS or lacking or not is_there:
        return f"git in a way that is not allowed: {command} in {cwd}, without {lacking}"
    return ""


def start(log: str, places: Sequence[str], sources: Sequence[str]) -> None:
    """Watch this process, and tell of it in a file."""
    low = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC)
    told = fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, 40)  # where nobody else is given a number
    os.close(low)
    is_worker = any("raise_workers" in word for word in sys.orig_argv)

    def tell(line: str) -> None:
        os.write(told, line.encode("utf-8", "backslashreplace").replace(b"\n", b" ") + b"\n")

    def hook(event: str, words: tuple[Any, ...]) -> None:
        if event in WATCHED:
            try:
                found = judge(event, words, places, [*sources, *ASKED])
            except Exception as error:
                found = f"{event} {words}: {error!r}"
            if found:
                tell(found)

    tell("= workers" if is_worker else "= program")
    sys.addaudithook(hook)


def main(log: str) -> None:
    import sitecustomize  # this module, as it was loaded before anything else

    from repobook.build import build
    from repobook.cli import main as cli
    from repobook.config import Config
    from repobook.history import read_history
    from repobook.nursery import SHELTER
    from repobook.revision import read_revision
    from repobook.scan import ScanOptions, list_files, read_files

    SHELTER.is_open = True
    with open(log, encoding="utf-8") as told:
        for line in sys.stdin:
            words = json.loads(line)
            code: object = 0
            try:
                if words[0] == "git":
                    for _ in read_files(list_files(words[1], ScanOptions((), (), ()))):
                        pass
                    read_history(words[1], read_revision(words[1]))
                elif words[0] == "config":
                    sitecustomize.ASKED[:] = [words[1]["root"]]
                    code = int(bool(build(Config(**words[1])).problems))
                else:
                    cli(words)
            except SystemExit as end:
                code = end.code
            sys.stdout.flush()
            found = [seen.rstrip("\n") for seen in told]
            os.write(3, json.dumps({"code": code, "found": found}).encode() + b"\n")


if __name__ == "__main__":
    main(sys.argv[1])
