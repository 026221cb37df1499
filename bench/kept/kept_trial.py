"""Edit trees at random, and compare the references of a build that keeps answers with those of one that does not.

    python bench/kept/kept_trial.py TREE... [--edits 100] [--seed 1] [--scratch DIR]

Prints how many files each kind of edit left to resolve, and how long both took; fails on the first row that differs.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent))

from kept_edits import EDITS, Tree

from repobook.build import scan_tree
from repobook.config import make_config
from repobook.current import foundations, own_code
from repobook.facts import Outcome
from repobook.gather import gather_facts
from repobook.link import LINKS
from repobook.link.references.kept import read_kept
from repobook.link.references.plan import Plan
from repobook.link.references.view import digest
from repobook.progress import NO_PROGRESS
from repobook.refer import refer
from repobook.render.names import page_names
from repobook.steps import Steps
from repobook.store import SCRATCH, Writer, open_facts
from repobook.workers import Pool

CODE = digest([own_code(), foundations()]).hex()


def make_links(root: Path, folder: Path, database: Path, pool: Pool) -> None:
    """Do what a build does up to the references."""
    config = make_config(
        str(root), str(folder / "book"), cache=str(folder / "cache"), jobs=1, has_history=False
    )
    listing, _ = scan_tree(config)
    names = page_names(listing.folders, [entry.path for entry in listing.entries])
    with Writer(str(database)) as store:
        gather_facts(config, listing, names, store, pool, NO_PROGRESS, Outcome(config.output))
        store.finish_facts()
    steps = Steps(None, is_kept=False)
    with steps.open(str(database)) as store:
        steps.take(store, LINKS)
        store.finish_links()


def rows_of(database: Path) -> dict[str, list[object]]:
    """Return every row of every table."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        tables = [
            name
            for (name,) in connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1"
            )
        ]
        return {
            name: connection.execute(f"SELECT * FROM {name}").fetchall()
            for name in tables
            if not name.startswith("prose")
        }


def difference(one: dict[str, list[object]], other: dict[str, list[object]]) -> str:
    for table in one:
        if one[table] != other[table]:
            left = [row for row in one[table] if row not in other[table]][:3]
            right = [row for row in other[table] if row not in one[table]][:3]
            return f"{table}: {left} != {right}"
    return ""


class Trial:
    """One tree that is edited again and again; each time its answers are kept for the next."""

    def __init__(self, source: Path, folder: Path, seed: int, pool: Pool) -> None:
        self.folder = folder
        self._pool = pool
        self.root = folder / "tree"
        shutil.copytree(source, self.root, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        self.tree = Tree(self.root, seed)
        self.kept = str(folder / "kept")
        self.number = 0
        self.check("")

    def check(self, known: str) -> tuple[int, int, float, float, str]:
        """Return how many files were left to resolve of how many, the time with answers and without, and what differs."""
        self.number += 1
        with_, without = (self.folder / f"{what}{self.number}.db" for what in ("with", "without"))
        make_links(self.root, self.folder, with_, self._pool)
        for ending in ("", SCRATCH):
            shutil.copyfile(f"{with_}{ending}", f"{without}{ending}")
        with contextlib.closing(open_facts(str(with_))) as facts:
            plan = Plan(facts, read_kept(known, CODE) if known else None)
        sources = {file for file, group in plan.tree.groups.items() if group}
        files = len(sources)
        left = files if plan.todo is None else len(sources.intersection(plan.todo))
        seconds = []
        for database, arguments in ((with_, (known or None, self.kept, CODE)), (without, ())):
            started = time.perf_counter()
            refer(str(database), self._pool, NO_PROGRESS, Steps(None, is_kept=False), *arguments)
            seconds.append(time.perf_counter() - started)
        differs = difference(rows_of(with_), rows_of(without))
        if not differs:
            for database in (with_, without):
                for ending in ("", SCRATCH):
                    os.unlink(f"{database}{ending}")
        return left, files, *seconds, differs

    def edit(self, kind: str) -> tuple[int, int, float, float, str]:
        EDITS[kind](self.tree)
        return self.check(self.kept)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trees", nargs="+", type=Path)
    parser.add_argument("--edits", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scratch", default=None)
    options = parser.parse_args()
    for source in options.trees:
        with Pool(1) as pool:
            if not try_tree(source, options.edits, options.seed, options.scratch, pool):
                return 1
    return 0


def try_tree(source: Path, edits: int, seed: int, scratch: str | None, pool: Pool) -> bool:
    found: dict[str, list[tuple[int, int, float, float]]] = defaultdict(list)
    folder = Path(tempfile.mkdtemp(dir=scratch))
    trial = Trial(source, folder, seed, pool)
    for number in range(edits):
        kind = list(EDITS)[number % len(EDITS)]
        left, files, fast, slow, differs = trial.edit(kind)
        found[kind].append((left, files, fast, slow))
        if differs:
            print(f"{source.name}: edit {number} ({kind}) in {folder}: {differs}")
            return False
    print(f"{source.name}: {edits} edits, seed {seed}, 0 differences")
    for kind, rows in found.items():
        reused = sum(left < files / 2 for left, files, *_ in rows)
        middle = [median(column) for column in zip(*rows, strict=True)]
        print(
            f"  {kind:14} {reused:3} of {len(rows):3} kept most answers; median {middle[0]:.0f} of {middle[1]:.0f} files left,"
            f" {middle[2]:.2f} s for {middle[3]:.2f} s"
        )
    shutil.rmtree(folder)
    return True


if __name__ == "__main__":
    sys.exit(main())
