"""How good and how quick search is, on books of repositories that you name.

    python bench/search/run.py pytorch=TREE:BOOK redis=TREE:BOOK vuecore=TREE:BOOK [--json FILE]

Quality: every line of queries.tsv is asked; the place that the asker wants should come first (MRR@10). Speed: all name
queries inside one process, `repobook search NAME` from the shell, and text and regular expressions over the whole tree
beside ripgrep on the same tree, in turns; of each the time that passed and the processor time that it took.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from repobook.search import Search, parse_query

QUERIES = Path(__file__).with_name("queries.tsv")
NAME_KINDS = {"exact", "qualified", "prefix", "case", "parts", "initials", "abbreviation", "typo"}
TEXTS = [
    ("text", "return nullptr"), ("text", "self.assertEqual("), ("text", "TODO("), ("text", "not_found_anywhere_42"),
    ("regex", r"def \w+_backward\("), ("regex", r"TORCH_CHECK\(.*nested"), ("regex", r"[0-9]{6,}"), ("regex", r"#define\s+\w+_H_?$"),
]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repositories", nargs="+", metavar="NAME=TREE:BOOK")
    parser.add_argument("--json", metavar="FILE", help="write the figures there, too")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    rows = [line.split("\t") for line in QUERIES.read_text().splitlines()[1:]]
    report: dict[str, Any] = {"repositories": {}}
    ranks: list[tuple[str, float]] = []
    for item in options.repositories:
        name, _, places = item.partition("=")
        tree, _, book = places.partition(":")
        mine = [(kind, query, wanted) for repository, kind, query, wanted in rows if repository == name]
        figures = measure(book, mine, ranks, name)
        figures |= {**cold(book, mine), "text": compare(tree, book, options.rounds)}
        report["repositories"][name] = figures
        print(f"{name}: {json.dumps(figures, indent=1)}")
    kinds: dict[str, list[float]] = {}
    for kind, rank in ranks:
        kinds.setdefault(kind, []).append(rank)
    report["kinds"] = {kind: round(statistics.mean(found), 3) for kind, found in sorted(kinds.items())}
    report["mrr"] = round(statistics.mean(rank for _, rank in ranks), 4) if ranks else 0.0
    print(f"MRR@10 over {len(ranks)} queries: {report['mrr']}; by kind: {report['kinds']}")
    if options.json:
        Path(options.json).write_text(json.dumps(report, indent=1) + "\n")


def measure(
    book: str, rows: list[tuple[str, str, str]], ranks: list[tuple[str, float]], name: str
) -> dict[str, Any]:
    """Ask every query twice: for its answer, and once everything is read, for its time."""
    own: list[float] = []
    times: dict[str, list[float]] = {"name": [], "other": []}
    work: dict[str, list[float]] = {"name": [], "other": []}
    with Search(book) as search:
        for kind, query, wanted in rows:
            answers = search.find(parse_query(query), 10)
            rank = reciprocal(answers, wanted)
            own.append(rank)
            ranks.append((kind, rank))
            if rank < 1:
                first = f"{answers[0].path}:{answers[0].line}" if answers else "nothing"
                print(
                    f"  {name} {kind} {query!r}: wanted {wanted}, rank {round(1 / rank) if rank else '-'}, first {first}"
                )
        for kind, query, _ in rows:
            if kind == "text":
                continue
            group = "name" if kind in NAME_KINDS else "other"
            begun, worked = time.perf_counter(), time.process_time()
            search.find(parse_query(query), 10)
            work[group].append(1000 * (time.process_time() - worked))
            times[group].append(1000 * (time.perf_counter() - begun))
    return {
        "queries": len(rows),
        "mrr": round(statistics.mean(own), 4) if own else 0.0,
        **{f"{kind}_p50_ms": round(statistics.median(found), 2) for kind, found in times.items() if found},
        **{f"{kind}_p95_ms": round(percentile(found, 95), 2) for kind, found in times.items() if found},
        **{f"{kind}_p50_cpu_ms": round(statistics.median(found), 2) for kind, found in work.items() if found},
        **{f"{kind}_p95_cpu_ms": round(percentile(found, 95), 2) for kind, found in work.items() if found},
    }


def reciprocal(answers: list[Any], wanted: str) -> float:
    """Return 1 for the first place, 1/2 for the second, 0 where none of ten is wanted."""
    places = set(wanted.split(" | "))
    for number, answer in enumerate(answers, 1):
        if f"{answer.path}:{answer.line}" in places or (
            answer.path in places and answer.kind in ("file", "folder")
        ):
            return 1 / number
    return 0.0


def percentile(values: list[float], share: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * share // 100)]


def worked(who: int) -> float:
    """Return the processor time that this process, or its children, have taken."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def cold(book: str, rows: list[tuple[str, str, str]]) -> dict[str, float]:
    """Return the median time of a search from the shell, its process included, and what it works."""
    names = [query for kind, query, _ in rows if kind == "exact"][:9]
    times = []
    work = []
    for name in names:
        begun, before = time.perf_counter(), worked(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-m", "repobook", "search", name, "--book", book],
            capture_output=True,
            check=False,
        )
        times.append(time.perf_counter() - begun)
        work.append(worked(resource.RUSAGE_CHILDREN) - before)
    if not times:
        return {}
    return {
        "cold_seconds": round(statistics.median(times), 3),
        "cold_cpu_seconds": round(statistics.median(work), 3),
    }


def compare(tree: str, book: str, rounds: int) -> list[dict[str, Any]]:
    """Return the time of each text beside that of ripgrep, the best of some rounds."""
    rg = shutil.which("rg")
    found = []
    with Search(book) as search:
        for mode, text in TEXTS:
            mine, theirs, hits, lines = [], [], 0, 0
            my_work, their_work = [], []
            for _ in range(rounds):
                begun, before = time.perf_counter(), worked(resource.RUSAGE_SELF)
                hits = sum(1 for _ in search.find_text(parse_query(text, mode)))
                mine.append(time.perf_counter() - begun)
                my_work.append(worked(resource.RUSAGE_SELF) - before)
                if rg:
                    flags = ["-F"] if mode == "text" else []
                    begun, before = time.perf_counter(), worked(resource.RUSAGE_CHILDREN)
                    done = subprocess.run(
                        [rg, "--hidden", "--no-ignore", "-n", *flags, "--", text, tree],
                        capture_output=True,
                        check=False,
                    )
                    theirs.append(time.perf_counter() - begun)
                    their_work.append(worked(resource.RUSAGE_CHILDREN) - before)
                    lines = done.stdout.count(b"\n")
            row = {
                "mode": mode,
                "text": text,
                "seconds": round(min(mine), 3),
                "cpu_seconds": round(min(my_work), 3),
                "lines": hits,
            }
            if theirs:
                row |= {
                    "rg_seconds": round(min(theirs), 3),
                    "rg_lines": lines,
                    "ratio": round(min(mine) / min(theirs), 2),
                    "rg_cpu_seconds": round(min(their_work), 3),
                    "cpu_ratio": round(min(my_work) / min(their_work), 2),
                }
            found.append(row)
    return found


if __name__ == "__main__":
    main()
