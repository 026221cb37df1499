"""Change 1,000 random spans of sources and ask `verify`: every statement that cites them is flagged, and no other.

    python bench/reliability/mutate_sources.py REPO [REPO ...] --spans 1000 [--record FILE]

An entry of a keyword page counts if a line that it names does not hold its name any more. Repositories are copied first. A round changes one span in each of up to 50 files.
"""

from __future__ import annotations

import argparse
import datetime
import json
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent.parent.parent / "tests"
sys.path[:0] = [str(TESTS / "faults")]

from spans import change_and_verify, plain_files, read_citations, read_entries  # noqa: E402

from repobook.build import build  # noqa: E402
from repobook.config import make_config  # noqa: E402

FILES_OF_A_ROUND = 50


def mutate(repo: Path, wanted: int, jobs: int) -> dict[str, Any]:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / repo.name
        shutil.copytree(repo, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        book = Path(folder) / "the book"
        build(make_config(str(copy), str(book), cache=str(Path(folder) / "cache"), jobs=jobs))
        citations, entries = read_citations(book), read_entries(book)
        paths = plain_files(book, copy)
        chance = random.Random(repo.name)
        spans = cited = wrong = 0
        missed: list[Any] = []
        wrongly: list[Any] = []
        while spans < wanted:
            some = chance.sample(paths, min(FILES_OF_A_ROUND, len(paths), wanted - spans))
            done = change_and_verify(book, copy, citations, entries, some, chance)
            spans, cited, wrong = spans + done.spans, cited + done.cited, wrong + done.wrong_entries
            missed += done.missed
            wrongly += done.wrongly
    return {
        "repository": repo.name, "files": len(paths), "citations": len(citations), "keyword entries": len(entries), "spans": spans,
        "citing statements": cited, "wrong keyword entries": wrong,
        "missed": len(missed), "wrongly flagged": len(wrongly), "examples": [*missed[:5], *wrongly[:5]],
        "seconds": round(time.monotonic() - began, 1),
    }  # fmt: skip


def main() -> None:
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("repositories", nargs="+", type=Path)
    reader.add_argument("--spans", type=int, default=1_000, help="in all")
    reader.add_argument("--jobs", type=int, default=1)
    reader.add_argument("--record", type=Path)
    asked = reader.parse_args()
    share = -(-asked.spans // len(asked.repositories))
    rows = []
    for repo in asked.repositories:
        rows.append(mutate(repo.resolve(), share, asked.jobs))
        print(json.dumps(rows[-1]), flush=True)
    if asked.record:
        head = {"date": datetime.date.today().isoformat(), "rows": rows}
        asked.record.write_text(json.dumps(head, indent=1) + "\n")
    raise SystemExit(any(row["missed"] or row["wrongly flagged"] for row in rows))


if __name__ == "__main__":
    main()
