"""Run commands of the product under an audit hook and print what was started, connected or opened for writing.

python audited.py OUTPUT STATE < orders   (a JSON list of words a line; ["git", REPO] reads version control alone)
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

ALLOWED_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none",
    "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_REPLACE_OBJECTS": "1",
}  # fmt: skip
SETTINGS = ("core.fsmonitor=false", "core.hooksPath=/dev/null", "log.showSignature=false", "safe.bareRepository=explicit")  # fmt: skip
COMMANDS = {"rev-parse", "rev-list", "ls-tree", "cat-file", "log"}

found: list[str] = []
places: tuple[str, ...] = ()


def judge(event: str, words: tuple[Any, ...]) -> None:
    if event == "subprocess.Popen":
        _judge_program(list(map(str, words[1])), words[2], words[3])
    elif event in ("os.exec", "os.posix_spawn", "os.system", "os.startfile", "pty.spawn"):
        found.append(f"{event} {words[0]}")
    elif event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto", "urllib.Request"):
        found.append(f"{event} {words[1:]}")
    elif event == "open" and isinstance(words[0], str) and words[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        path = os.path.abspath(words[0])
        if not path.startswith(places) and path != os.devnull:
            found.append(f"written outside: {path}")
    elif event in ("os.remove", "os.rename", "os.rmdir", "os.mkdir", "shutil.rmtree"):
        # A path relative to a folder's descriptor (`dir_fd`, the last word) is below one that was looked at already.
        if isinstance(words[0], str) and os.path.isabs(words[0]) and not words[0].startswith(places):
            found.append(f"{event} outside: {words[0]}")
    elif event in ("import", "compile", "exec", "pickle.find_class", "marshal.loads") and event.startswith(
        "pickle"
    ):
        found.append(f"{event} {words}")


def _judge_program(command: list[str], cwd: object, environment: object) -> None:
    if command[0] == sys.executable and "from repobook.nursery import raise_workers" in command[-1]:
        return
    if command[0] != "git" or not isinstance(environment, dict):
        found.append(f"started {command}")
        return
    given = [command[at + 1] for at, word in enumerate(command) if word == "-c"]
    names = [word for word in command[1:] if not word.startswith("-") and word not in given]
    lacking = [name for name, value in ALLOWED_ENVIRONMENT.items() if environment.get(name) != value]
    lacking += [name for name in SETTINGS if name not in given]
    if names[0] not in COMMANDS or lacking or not any(word.startswith("--git-dir=") for word in command):
        found.append(f"git in a way that is not allowed: {command}, without {lacking}")


def main() -> None:
    global places
    places = tuple(sys.argv[1:])
    from repobook.build import build  # noqa: F401
    from repobook.cli import main as cli
    from repobook.config import make_config  # noqa: F401 - imports write nothing and start nothing
    from repobook.history import read_history
    from repobook.revision import read_revision
    from repobook.scan import ScanOptions, list_files, read_files

    sys.addaudithook(judge)
    for line in sys.stdin:
        words = json.loads(line)
        found.clear()
        code: object = 0
        try:
            if words[0] == "git":
                for _ in read_files(list_files(words[1], ScanOptions((), (), ()))):
                    pass
                read_history(words[1], read_revision(words[1]))
            else:
                cli(words)
        except SystemExit as end:
            code = end.code
        sys.stdout.flush()
        os.write(3, json.dumps({"code": code, "found": found}).encode() + b"\n")


if __name__ == "__main__":
    main()
