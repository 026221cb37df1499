"""F20: twenty builds of one book at the same moment: one builds it, the others say at once who does."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from runs import environment, run_here, write_tree

BUILDS = 20

# One process loads the product and forks: all children stand at the door before it opens.
_SCRIPT = f"""
import os, sys, time
from repobook.cli import main
import repobook.pipeline
door, opener = os.pipe()
children = []
for at in range({BUILDS}):
    child = os.fork()
    if child == 0:
        os.close(opener)
        os.dup2(os.open(os.path.join(sys.argv[1], str(at)), os.O_WRONLY | os.O_CREAT), 2)
        os.read(door, 1)
        code = 9
        try:
            main(sys.argv[2:])
        except SystemExit as end:
            code = end.code
        os._exit(code)
    children.append(child)
os.close(opener)
print(*(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children))
"""


def test_one_of_twenty_builds(tmp_path: Path) -> None:
    """E07: exactly the builds that were refused say so, in one line with the process that holds the book."""
    root = write_tree(tmp_path / "repo", {f"m{at}.py": f"def f{at}(): ...\n" for at in range(20)})
    (tmp_path / "said").mkdir()
    words = ["build", str(root), "-o", str(tmp_path / "out" / "book"), "--cache", str(tmp_path / "cache"), "-q", "-j", "1"]  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, str(tmp_path / "said"), *words],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    codes = list(map(int, done.stdout.split()))
    said = [(tmp_path / "said" / str(at)).read_text() for at in range(BUILDS)]
    refused = [text for code, text in zip(codes, said, strict=True) if code == 2]
    assert (codes.count(0) >= 1, codes.count(0) + len(refused)) == (True, BUILDS)
    assert len(refused) >= BUILDS // 2
    assert [text for text in refused if not re.search(r"process \d+ is building this book", text) or text.count("\n") != 1] == []  # fmt: skip
    assert sorted(os.listdir(tmp_path / "out")) == ["book"]
    assert run_here("verify", tmp_path / "out" / "book", "--source", root, "-j", 1).code == 0
