"""Builds that are killed, starved and edited at chosen moments, and what must hold after each. The soak uses it at full size."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from runs import environment, read_tree, write_tree

HERE = Path(__file__).parent
ERRORS = ("ENOSPC", "EIO", "EACCES", "EMFILE")

_TEXTS = {
    "py": 'import m{other}\n\n\ndef f{at}(x):\n    """Add {at}."""\n    return m{other}.f{other}(x) + {at}\n',
    "c": '#include "m{other}.h"\nint f{at}(int x) {{ return x + {at}; }}\n',
    "h": "/* Header {at}. */\nint f{at}(int x);\n",
    "js": 'import {{ f{other} }} from "./m{other}.js";\n\nexport function f{at}(x) {{ return f{other}(x) + {at}; }}\n',
    "go": "package m\n\n// F{at} adds.\nfunc F{at}(x int) int {{ return F{other}(x) + {at} }}\n",
    "rs": "/// Adds {at}.\npub fn f{at}(x: i32) -> i32 {{ x + {at} }}\n",
    "java": "class M{at} {{ int f{at}(int x) {{ return new M{other}().f{other}(x); }} }}\n",
    "md": "# Module {at}\n\nSee [the next](m{other}.md) and `f{at}`.\n",
    "sh": "#!/bin/sh\nf{at}() {{ echo {at}; }}\n",
    "toml": "[table{at}]\nkey = {at}\n",
}


def make_files(count: int, turn: int = 0) -> dict[str, str]:
    """Return files of ten languages that use each other. Another `turn` changes a third of them."""
    endings = sorted(_TEXTS)
    files = {}
    for at in range(count):
        ending = endings[at % len(endings)]
        text = _TEXTS[ending].format(at=at, other=(at + len(endings)) % count)
        if turn and at % 3 == 0:
            text += {"md": f"\nChanged {turn} times.\n", "toml": f"turn = {turn}\n"}.get(ending, "\n" * turn)
        files[f"p{at % 4}/m{at}.{ending}"] = text
    return files


def digest(folder: Path) -> str:
    """Return one hash over the sorted list of path and bytes of a book; "" where there is none."""
    if not folder.is_dir():
        return ""
    total = hashlib.sha256()
    for name, data in sorted(read_tree(folder).items()):
        total.update(f"{name}\0{len(data)}\0".encode() + data)
    return total.hexdigest()


class Stepper:
    """A process that has the product loaded and builds on request, with a fault at a chosen step."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "steps.py")],
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Stepper:
        return self

    def __exit__(self, *exception: object) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def run(
        self,
        words: list[Any],
        at: int = 0,
        how: str = "",
        is_lasting: bool = False,
        kill_at_analysed: int = 0,
        version: str = "",
        who: str = "",
    ) -> dict[str, Any]:
        assert self._process.stdin is not None and self._process.stdout is not None
        order: dict[str, Any] = {
            "words": list(map(str, words)),
            "at": at,
            "how": how,
            "is_lasting": is_lasting,
        }
        order |= {"kill_at_analysed": kill_at_analysed, "version": version, "who": who}
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        found: dict[str, Any] = json.loads(self._process.stdout.readline())
        return found


@dataclass
class Place:
    """A repository that changes between two versions, its book, and the hash of a clean book of each."""

    folder: Path
    count: int
    stepper: Stepper
    turn: int = 0
    clean: dict[int, str] = field(default_factory=dict)
    jobs: int = 1
    steps: dict[str, int] = field(default_factory=dict)  # of a build, by who makes them
    wrong: list[str] = field(default_factory=list)

    @property
    def words(self) -> list[Any]:
        words = ["build", self.folder / "repo", "-o", self.book, "--cache", self.folder / "cache"]
        return [*words, "-j", self.jobs, "-q"]

    @property
    def book(self) -> Path:
        return self.folder / "out" / "book"

    def prepare(self) -> None:
        """Build a clean book of each version, each with a cache of its own, and then the first one for good."""
        for turn in (1, 0):
            write_tree(self.folder / "repo", make_files(self.count, turn))
            words = [*self.words]
            words[3], words[5] = self.folder / "clean" / "book", self.folder / f"cache{turn}"
            self.must_work(self.stepper.run(words))
            self.clean[turn] = digest(self.folder / "clean" / "book")
            shutil.rmtree(self.folder / "clean")
            shutil.rmtree(self.folder / f"cache{turn}")
        self.must_work(self.stepper.run(self.words))
        self.steps = self.change_and_build()["steps"]

    def must_work(self, answer: dict[str, Any]) -> None:
        if answer["code"] != 0:
            raise AssertionError(f"a build without fault failed: {answer}")

    def change(self) -> None:
        """Turn the repository to its other version."""
        self.turn = 1 - self.turn
        write_tree(self.folder / "repo", make_files(self.count, self.turn))

    def change_and_build(self) -> dict[str, Any]:
        self.change()
        answer = self.stepper.run(self.words)
        self.must_work(answer)
        return answer

    def suffer(
        self, at: int, how: str, is_lasting: bool = False, again_at: int = 0, who: str = ""
    ) -> dict[str, Any]:
        """Build the other version with a fault at a step; then check the old book, resume, and compare."""
        before = self.clean[self.turn]
        self.change()
        answer = self.stepper.run(self.words, at, how, is_lasting, who=who)
        what = f"{how} at step {at} of {who or 'all'}{' and after' * is_lasting} ({answer['struck'] or answer['last']})"
        found = digest(self.book)
        if found not in (before, self.clean[self.turn]):
            self.wrong.append(f"{what}: the book is neither the old nor the new one")
        if answer["code"] == 0 and found != self.clean[self.turn]:
            self.wrong.append(f"{what}: success, but not the new book")
        if answer["left"]:
            self.wrong.append(f"{what}: {answer['left']} processes were left behind")
        if how != "kill":
            if answer["code"] not in (0, 2):
                self.wrong.append(f"{what}: exit code {answer['code']}: {answer['err'][-300:]}")
            if answer["code"] and answer["err"].count("\n") != 1:
                self.wrong.append(f"{what}: not one line: {answer['err'][-300:]}")
        if again_at:
            self.stepper.run(self.words, again_at, how, who=who)
            if digest(self.book) not in (before, self.clean[self.turn]):
                self.wrong.append(f"{what}, again at {again_at}: the book is neither the old nor the new one")
        last = self.stepper.run(self.words)
        if last["code"] != 0 or digest(self.book) != self.clean[self.turn]:
            self.wrong.append(
                f"{what}: the next build gave {last['code']} and other bytes: {last['err'][-300:]}"
            )
        if (left := sorted(os.listdir(self.book.parent))) != ["book"]:
            self.wrong.append(f"{what}: left beside the book: {left}")
        return answer


def spread(count: int, total: int, chance: random.Random) -> list[int]:
    """Return `count` different numbers from 1 to `total`, the first and the last among them."""
    if count >= total:
        return list(range(1, total + 1))
    return sorted({1, total, *chance.sample(range(2, total), count - 2)})
