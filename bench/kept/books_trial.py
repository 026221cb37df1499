"""Edit trees at random, and compare each book that is built over the last one with a clean one, byte for byte.

    python bench/kept/books_trial.py TREE... [--edits 40] [--seed 1] [--scratch DIR] [--jobs 1] [--only KIND,...]

Prints how long both took and how many pages stayed; fails on the first book that differs, and leaves it where it is.
"""

from __future__ import annotations

import argparse
import filecmp
import os
import shutil
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent))

from kept_edits import EDITS, Tree

from repobook.build import build
from repobook.config import make_config


def files_of(book: Path) -> dict[str, os.stat_result]:
    return {
        os.path.relpath(os.path.join(at, name), book): os.stat(os.path.join(at, name))
        for at, _, names in os.walk(book)
        for name in names
    }


def differing(one: Path, other: Path) -> list[str]:
    left, right = files_of(one), files_of(other)
    names = sorted(left.keys() | right.keys())
    return [
        name
        for name in names
        if name not in left or name not in right or not filecmp.cmp(one / name, other / name, shallow=False)
    ]


def try_tree(source: Path, edits: int, seed: int, scratch: str | None, jobs: int, kinds: list[str]) -> bool:
    folder = Path(tempfile.mkdtemp(dir=scratch))
    root = folder / "tree"
    shutil.copytree(source, root, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    tree = Tree(root, seed)

    def make(book: str) -> float:
        asked = make_config(
            str(root), str(folder / book / "book"), cache=str(folder / f"{book}-state"), jobs=jobs, has_history=False
        )  # fmt: skip
        return build(asked).seconds

    make("over")
    found: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for number in range(edits):
        kind = kinds[number % len(kinds)]
        before = files_of(folder / "over" / "book")
        EDITS[kind](tree)
        fast = make("over")
        shutil.rmtree(folder / "clean", ignore_errors=True)
        slow = make("clean")
        wrong = differing(folder / "over" / "book", folder / "clean" / "book")
        if wrong:
            print(f"{source.name}: edit {number} ({kind}) in {folder}: {len(wrong)} differ: {wrong[:5]}")
            return False
        after = files_of(folder / "over" / "book")
        stayed = sum(
            name in before
            and before[name].st_ino == now.st_ino
            and before[name].st_mtime_ns == now.st_mtime_ns
            for name, now in after.items()
        )
        found[kind].append((stayed / len(after), fast, slow))
    print(f"{source.name}: {edits} edits, seed {seed}, 0 differences")
    for kind, rows in found.items():
        middle = [median(column) for column in zip(*rows, strict=True)]
        print(
            f"  {kind:14} {100 * middle[0]:3.0f} % of files stayed; {middle[1]:.2f} s for {middle[2]:.2f} s"
        )
    shutil.rmtree(folder)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trees", nargs="+", type=Path)
    parser.add_argument("--edits", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scratch", default=None)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(EDITS))
    asked = parser.parse_args()
    return int(
        not all(
            try_tree(tree, asked.edits, asked.seed, asked.scratch, asked.jobs, asked.only)
            for tree in asked.trees
        )
    )


if __name__ == "__main__":
    sys.exit(main())
