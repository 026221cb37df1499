"""F8: mutated real files through the real pool. Every file must be answered with facts that stay inside it. Then real books of
such files: each is made and verified, accounts for every file, and has no page of more than ten times its file.

    python bench/reliability/fuzz.py --per-language 1000 [--builds 20] [--files 500] [--corpus FOLDER ...] [--jobs 1]
                                     [--languages Python C ...]

Inputs are the units of this repository and the files of `--corpus`. What fails is written below `--keep`, to become a unit.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent.parent / "tests"
sys.path[:0] = [
    str(TESTS),
    str(TESTS / "faults"),
    str(TESTS / "properties"),
    str(TESTS / "surface"),
    str(TESTS / "books"),
]

import msgspec  # noqa: E402
from mutated_books import LANGUAGES, Corpus, break_files, judge_book, read_units  # noqa: E402
from mutators import mutate  # noqa: E402
from test_cut_units import _outside  # noqa: E402

from repobook.scan import ScanOptions, list_files, read_files  # noqa: E402
from repobook.work import ANALYZE, Answer, Request  # noqa: E402
from repobook.workers import HARD_SECONDS, Job, Pool  # noqa: E402

MAX_INPUT = 40_000  # bytes of a file that is mutated: thousands of them in an hour


def read_corpus(folders: list[str]) -> Corpus:
    """Return texts by language, with the names of their files."""
    found = read_units()
    for folder in folders:
        listing = list_files(os.path.realpath(folder), ScanOptions((), (), ()))
        for file, data in read_files(listing):
            if data is not None and 0 < len(data) <= MAX_INPUT:
                name = os.path.basename(file.path)
                found.setdefault(file.language, []).append((name, data))
    return found


def fuzz(language: str, corpus: Corpus, count: int, jobs: int, seed: int, keep: Path) -> dict[str, Any]:
    """Send `count` broken files of a language through the pool, and return what came of them."""
    chance = random.Random(f"{language} {seed}")
    others = [data for texts in corpus.values() for _, data in texts]
    inputs: dict[int, bytes] = {}
    ends: Counter[str] = Counter()
    slowest = 0.0
    began = time.monotonic()
    answered: set[int] = set()

    def receive(wait: float) -> None:
        for result in pool.collect(wait):
            answered.add(result.job)
            data = inputs.pop(result.job)
            verdict = result.failure or judge(data, result.payload)
            ends[verdict or "facts"] += 1
            if verdict:
                keep.mkdir(parents=True, exist_ok=True)
                name = f"{language}-{seed}-{result.job}-{verdict.replace(' ', '_')}"
                (keep / name).write_bytes(data)
                (keep / f"{name}.txt").write_text(result.detail + "\n")

    with Pool(jobs) as pool:
        for at in range(count):
            data = mutate(chance.choice(corpus[language])[1], chance.choice(others), chance)
            inputs[at] = data
            pool.submit(Job(at, ANALYZE, msgspec.msgpack.encode(Request(language, data)), HARD_SECONDS))
            while not pool.has_room:
                before = time.monotonic()
                receive(0.5)
                slowest = max(slowest, time.monotonic() - before)
        while pool.pending:
            receive(0.5)
        receive(0)
        deaths = pool.deaths
    return {
        "language": language, "inputs": count, "texts": len(corpus[language]), "answered": len(answered), "ends": dict(ends),
        "worker deaths": deaths, "seconds": round(time.monotonic() - began, 1),
    }  # fmt: skip


def build_books(
    language: str, corpus: Corpus, builds: int, files: int, jobs: int, seed: int, keep: Path
) -> dict[str, Any]:
    """Build books of broken files of a language, each of other ones, and return what is wrong with them. Such trees are kept."""
    wrong: list[str] = []
    began = time.monotonic()
    for number in range(builds):
        chance = random.Random(f"{language} {seed} {number}")
        with tempfile.TemporaryDirectory(prefix="repobook-fuzz-") as folder:
            try:
                found = judge_book(Path(folder), break_files(corpus, language, files, chance), jobs)
            except Exception as error:
                found = [f"no book: {type(error).__name__}: {error}"]
            if found:
                shutil.copytree(
                    Path(folder) / "repo", keep / f"{language}-{seed}-{number}", dirs_exist_ok=True
                )
        wrong += [f"build {number}: {one}" for one in found[:10]]
    seconds = round(time.monotonic() - began, 1)
    return {
        "language": language,
        "builds": builds,
        "files of each": files,
        "wrong": wrong,
        "seconds": seconds,
    }


def judge(data: bytes, payload: bytes) -> str:
    """Return what is wrong with facts: a line that the file does not have, lines that do not add up, or far too much."""
    facts = msgspec.msgpack.decode(payload, type=Answer).facts
    if _outside(facts):
        return "outside"
    if facts.encoding.lower() in ("utf-8", "utf8"):
        lines = data.count(b"\n") + (not data.endswith(b"\n") and data != b"")
        if (facts.lines, facts.code_lines + facts.comment_lines + facts.blank_lines) != (lines, lines):
            return "lines"
    return "too much" if len(payload) > 10 * len(data) + 20_000 else ""


def main() -> None:
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("--per-language", type=int, default=1_000)
    reader.add_argument("--builds", type=int, default=20, help="books of each language")
    reader.add_argument("--files", type=int, default=500, help="of each book")
    reader.add_argument("--languages", nargs="*", default=LANGUAGES)
    reader.add_argument("--corpus", nargs="*", default=[])
    reader.add_argument("--jobs", type=int, default=1)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--keep", type=Path, default=Path("crashers"))
    reader.add_argument("--record", type=Path)
    asked = reader.parse_args()
    corpus = read_corpus(asked.corpus)
    rows, books = [], []
    for language in asked.languages:
        rows.append(fuzz(language, corpus, asked.per_language, asked.jobs, asked.seed, asked.keep))
        print(json.dumps(rows[-1]), flush=True)
        books.append(
            build_books(language, corpus, asked.builds, asked.files, asked.jobs, asked.seed, asked.keep)
        )
        print(json.dumps(books[-1]), flush=True)
        if asked.record:
            head = {
                "date": datetime.date.today().isoformat(),
                "seed": asked.seed,
                "rows": rows,
                "books": books,
            }
            asked.record.write_text(json.dumps(head, indent=1) + "\n")
    is_wrong = any(set(row["ends"]) - {"facts"} or row["answered"] != row["inputs"] for row in rows)
    raise SystemExit(is_wrong or any(book["wrong"] for book in books))


if __name__ == "__main__":
    main()
