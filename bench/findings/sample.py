"""Draw findings of a book to be judged by reading the code, and count the verdicts.

    python bench/findings/sample.py draw BOOK REPO --count 200 > sample.txt    what was found, with the lines around it
    python bench/findings/sample.py count bench/findings/pytorch.tsv           precision by category

A verdict is a line of five columns between tabs: rule, path, line, `true` or `false`, and why where it is false. Categories have
equal shares of the sample, and so have the rules of a category: what fires often does not crowd out the rest.
"""

from __future__ import annotations

import argparse
import hashlib
import sqlite3
import sys
from collections import defaultdict
from pathlib import Path

AROUND = 3  # lines shown before and after
_FOUND = """
SELECT r.category, d.rule, f.path, d.first_line, d.last_line, r.message, d.detail FROM finding d
JOIN file f ON f.id = d.file_id JOIN rule r ON r.language = f.language AND r.key = d.rule
WHERE f.kind NOT IN ('generated', 'vendored')
"""


def draw(book: Path, count: int) -> list[tuple[str, str, str, int, int, str, str]]:
    """Return findings, the same ones for the same book: in turn from each category, and in it from each rule."""
    rows = sqlite3.connect(book / "book.db").execute(_FOUND).fetchall()
    rows.sort(key=lambda row: hashlib.sha256(f"{row[1]} {row[2]} {row[3]}".encode()).hexdigest())
    queues: dict[str, dict[str, list[tuple[str, str, str, int, int, str, str]]]] = defaultdict(dict)
    for row in rows:
        queues[row[0]].setdefault(row[1], []).append(row)
    chosen = []
    while len(chosen) < count and any(queues.values()):
        for category in sorted(queues):
            rules = queues[category]
            if rules and len(chosen) < count:
                rule = next(iter(rules))
                waiting = rules.pop(rule)
                chosen.append(waiting.pop(0))
                if waiting:
                    rules[rule] = waiting  # to the end of the queue
    return chosen


def show(row: tuple[str, str, str, int, int, str, str], repository: Path) -> str:
    category, rule, path, first, last, message, detail = row
    lines = (repository / path).read_text(encoding="utf-8", errors="replace").split("\n")
    start, end = max(1, first - AROUND), min(len(lines), min(last, first + 8) + AROUND)
    shown = "\n".join(
        f"{'>' if first <= n <= last else ' '}{n:6} {lines[n - 1][:160]}" for n in range(start, end + 1)
    )
    return f"{rule}\t{path}\t{first}\n  {category}: {message}  <- {detail!r}\n{shown}\n"


def count(verdicts: Path) -> None:
    """Print how many findings are true as stated."""
    totals: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for line in verdicts.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            rule, _, _, verdict, *_ = line.split("\t")
            for key in ("all rules", rule):
                totals[key][0] += verdict == "true"
                totals[key][1] += 1
    for key, (true, total) in sorted(totals.items(), key=lambda item: (item[0] != "all rules", item[0])):
        if key == "all rules" or true < total:
            print(f"{key}: {true} of {total} true = {100 * true / total:.1f} %")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("book", type=Path)
    drawing.add_argument("repository", type=Path)
    drawing.add_argument("--count", type=int, default=200)
    commands.add_parser("count").add_argument("verdicts", type=Path)
    asked = parser.parse_args()
    if asked.command == "count":
        count(asked.verdicts)
    else:
        for row in draw(asked.book, asked.count):
            sys.stdout.write(show(row, asked.repository))


if __name__ == "__main__":
    main()
