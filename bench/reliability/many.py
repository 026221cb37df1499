"""F22, R13: very many files of a hundred bytes: time, processor time and peak memory of every stage.

    python bench/reliability/many.py [--files 100000] [--folder FOLDER] [--jobs 1] [--record FILE]

The tree is made once below FOLDER, in folders of a thousand files, and kept for the next run; the book is removed.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from repobook.build import build
from repobook.config import make_config
from repobook.progress import Progress

IN_FOLDER = 1_000
TICKS = os.sysconf("SC_CLK_TCK")


def make_tree(root: Path, count: int) -> None:
    """Write files of a hundred bytes: each defines a function and uses that of its neighbour."""
    for first in range(0, count, IN_FOLDER):
        folder = root / f"g{first // IN_FOLDER // 100:03}" / f"d{first // IN_FOLDER % 100:02}"
        folder.mkdir(parents=True)
        for at in range(first, min(count, first + IN_FOLDER)):
            text = (
                f"from f{at ^ 1:07} import work{at ^ 1}\n\n\ndef work{at}(x):\n    return work{at ^ 1}(x)\n"
            )
            (folder / f"f{at:07}.py").write_text(text.ljust(99, "#") + "\n")


def usage() -> tuple[int, float]:
    """Return the memory (shared pages counted once) and the processor time of this process and its workers."""
    memory, ticks = 0, 0
    waiting = [os.getpid()]
    while waiting:
        process = waiting.pop()
        try:
            for task in os.listdir(f"/proc/{process}/task"):
                waiting += map(int, Path(f"/proc/{process}/task/{task}/children").read_text().split())
            rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
            memory += int(rollup.partition("\nPss:")[2].split()[0]) * 1024
            ticks += sum(
                map(int, Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:15])
            )
        except (OSError, IndexError):
            continue  # it has just ended
    return memory, ticks / TICKS


class Measure(Progress):
    """Notes what each stage takes."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[str, Any]] = {}
        self._stage = ""
        self._is_over = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()

    def start(self, stage: str) -> None:
        self.rows[stage] = {"began": (time.monotonic(), usage()[1]), "peak": 0}
        self._stage = stage

    def finish(self, stage: str) -> None:
        row = self.rows[stage]
        began, ticks = row.pop("began")
        row["peak"] = max(row["peak"], usage()[0])
        row |= {"seconds": round(time.monotonic() - began, 1), "cpu": round(usage()[1] - ticks, 1)}
        row["peak MB"] = row.pop("peak") >> 20
        print(stage, json.dumps(row), file=sys.stderr, flush=True)
        self._stage = ""

    def close(self) -> None:
        self._is_over.set()
        self._watcher.join()

    def _watch(self) -> None:
        while not self._is_over.wait(1.0):
            row = self.rows.get(self._stage)
            if row is not None and "peak" in row:
                row["peak"] = max(row["peak"], usage()[0])


def main() -> None:
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("--files", type=int, default=100_000)
    reader.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    reader.add_argument("--jobs", type=int, default=1)
    reader.add_argument("--kept", action="store_true", help="use the analysis of a run that was stopped")
    reader.add_argument("--record", type=Path)
    asked = reader.parse_args()
    place = asked.folder / f"many-{asked.files}"
    if not (place / "repo").is_dir():
        make_tree(place / "making", asked.files)
        (place / "making").rename(place / "repo")
    load = os.getloadavg()[0]
    measure = Measure()
    config = make_config(
        str(place / "repo"), str(place / "book"), cache=str(place / "cache"), jobs=asked.jobs
    )
    if not asked.kept:
        shutil.rmtree(config.cache, ignore_errors=True)
    outcome = build(config, measure)
    measure.close()
    largest = max(
        (path.stat().st_size for path in (place / "book").rglob("*.md") if not path.name.endswith("_kw.md")),
        default=0,
    )
    again = build(config)
    row = {
        "date": datetime.date.today().isoformat(), "files": asked.files, "analysis": "kept" if asked.kept else "made", "jobs": asked.jobs, "load before": round(load, 1),
        "documented": outcome.documented, "problems": len(outcome.problems), "pages": outcome.pages, "seconds": outcome.seconds,
        "cpu seconds": round(sum(stage["cpu"] for stage in measure.rows.values()), 1),
        "peak MB": max(stage["peak MB"] for stage in measure.rows.values()), "largest page, bytes": largest,
        "no-op": {"unchanged": again.is_unchanged, "seconds": again.seconds}, "stages": measure.rows,
    }  # fmt: skip
    print(json.dumps(row, indent=1))
    shutil.rmtree(place / "book")
    shutil.rmtree(place / "cache")
    if asked.record:
        rows = json.loads(asked.record.read_text()) if asked.record.exists() else []
        asked.record.write_text(json.dumps([*rows, row], indent=1) + "\n")
    raise SystemExit(bool(outcome.problems) or outcome.documented != asked.files)


if __name__ == "__main__":
    main()
