"""The long tier of the fault and load tests (F1-F7, F9, F10, F21, N22, C41): `make soak`, or with sizes of one's own.

    python bench/reliability/soak.py [--kills 200] [--errors 300] [--edits 500] [--only F1 F9 ...] [--record FOLDER]

Each test prints one line of JSON; all go to FOLDER/<date>-soak.json with sizes and figures. Exit code 1: something failed.
"""

from __future__ import annotations

import argparse
import datetime
import itertools
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent.parent / "tests"
sys.path[:0] = [str(TESTS / name) for name in ("faults", "hostile", "surface", "books")]

import test_damage  # noqa: E402
from edits import OPTIONS, differing_looks, edit, keep_editing, looks, strange_versions  # noqa: E402
from locales import make_turkish  # noqa: E402
from runs import environment, read_tree, write_tree  # noqa: E402
from sweep import ERRORS, Place, Stepper, digest, make_files, spread  # noqa: E402
from test_pool_faults import FAULTS, ask_pool, make_shim  # noqa: E402

from repobook.build import build  # noqa: E402
from repobook.config import make_config  # noqa: E402
from repobook.nursery import SHELTER  # noqa: E402
from repobook.verify import verify  # noqa: E402
from repobook.workers import Pool  # noqa: E402

# What a build that ends for lack of memory may say (F4): workers have too little to start, or to make pages.
NO_MEMORY = ("check the limits on memory", "out of memory")
Row = dict[str, Any]
Item = TypeVar("Item")


def in_time(items: Iterable[Item], minutes: float) -> Iterator[Item]:
    """Give the items one by one, and none any more when the time is over; 0 minutes are no limit."""
    end = time.monotonic() + 60 * minutes if minutes else float("inf")
    for item in items:
        if time.monotonic() > end:
            return
        yield item


def kill_sweep(folder: Path, asked: argparse.Namespace) -> Row:
    """F1, F2, E08: kill -9 of all processes at every step in turn, of the build and of its workers, and again during the build
    that goes on."""
    chance = random.Random(1)
    with Stepper() as stepper:
        place = Place(folder, asked.files, stepper, jobs=2)
        place.prepare()
        # Twice as many as asked for: workers share their work in another way each time, and some are not hit in time.
        steps = [
            (who, at) for who in ("own", "helpers") for at in spread(asked.kills, place.steps[who], chance)
        ]
        chance.shuffle(steps)  # what time leaves of them is still spread over the build
        codes: list[int] = []
        for who, at in in_time(steps, asked.minutes):
            codes.append(place.suffer(at, "kill", who=who)["code"])
            if codes.count(-9) == asked.kills:
                break
        total = place.steps["own"] + place.steps["helpers"]
        again = [
            place.suffer(chance.randint(1, total), "kill", again_at=chance.randint(1, total))
            for _ in range(asked.again)
        ]
        kept = [
            _resume_after_kill(folder / f"resume{at}", stepper, max(asked.files, 150), chance)
            for at in range(asked.resumes)
        ]
    analysed, repeated = sum(one for one, _ in kept), sum(two for _, two in kept)
    share = 1 - repeated / analysed if analysed else 1.0
    return {
        "steps of a build": place.steps, "files": asked.files, "kills": len(codes), "of them in time": codes.count(-9), "killed again": len(again),
        "analysed before a kill": analysed, "analysed again": repeated, "kept": round(share, 4),
        "wrong": place.wrong + ([f"only {share:.1%} of the analysis was kept"] if share < 0.95 else []),
    }  # fmt: skip


def _resume_after_kill(folder: Path, stepper: Stepper, files: int, chance: random.Random) -> tuple[int, int]:
    """Kill a first build in the midst of its analysis; return how much was analysed, and how much of that again."""
    write_tree(folder / "repo", make_files(files))
    words = [
        "build",
        folder / "repo",
        "-o",
        folder / "book",
        "--cache",
        folder / "cache",
        "-j",
        1,
        "-q",
        "--json",
    ]
    first = stepper.run(words, kill_at_analysed=chance.randint(files // 4, files))
    last = stepper.run(words)
    shutil.rmtree(folder)
    return first["analysed"], max(0, first["analysed"] - (files - last["analysed"]))


def error_sweep(folder: Path, asked: argparse.Namespace) -> Row:
    """F3, E03: each error at the n-th step of the build, of its workers, of what they open to read and ask a
    database; once and from then on."""
    chance = random.Random(2)
    with Stepper() as stepper:
        place = Place(folder, min(asked.files, 40), stepper, jobs=2)
        place.prepare()
        codes: dict[str, Counter[str]] = {who: Counter() for who in ("own", "helpers", "reads", "asks")}
        for number in in_time(range(asked.errors), asked.minutes):
            who = list(codes)[number % 4]
            how, is_lasting = ERRORS[number // 4 % 4], number // 16 % 2 == 1
            answer = place.suffer(chance.randint(1, place.steps[who]), how, is_lasting, who=who)
            codes[who][str(answer["code"])] += 1
    errors = sum(sum(one.values()) for one in codes.values())
    return {
        "files": place.count,
        "errors": errors,
        "steps of a build": place.steps,
        "exit codes": codes,
        "wrong": place.wrong,
    }


def memory_ladder(folder: Path, asked: argparse.Namespace) -> Row:
    """F4: workers with ever more memory, from too little to start to plenty; a parent with 1 GiB: it lives, what is skipped is
    skipped for lack of memory, and where nothing can be made, one line says that memory lacks."""
    wrong, rows = [], []
    texts = {"small.py": "x = 1\n" * 100, "large.json": "[" + "[1, 2, 3]," * 150_000 + "[]]\n"}
    texts |= {"large.py": "".join(f"def f{at}(x):\n    return x + {at}\n\n" for at in range(20_000))}
    texts |= {"lists.js": "var x = [" + "[]," * 600_000 + "[]];\n"}
    write_tree(folder / "repo", texts)
    for step in range(10):
        limit = int((96 << 20) * (2048 / 96) ** (step / 9))
        script = (
            "import sys; import repobook.nursery as n; import repobook.work as k; k.MAX_ADDRESS_SPACE = int(sys.argv[2]); "
            "n.raise_workers(int(sys.argv[1]))"
        )
        shim = folder / "python"
        shim.write_text(
            f'#!/bin/sh\nfor word; do :; done\nn=$(echo "$word" | sed "s/.*raise_workers(\\([0-9]*\\)).*/\\1/")\n'
            f"exec {sys.executable} -B -c '{script}' $n {limit}\n"
        )
        shim.chmod(0o755)
        code = (
            "import sys, resource; from repobook.cli import main; import repobook.pipeline; sys.executable = sys.argv.pop(1); "
            f"import repobook.workers; repobook.workers.MAX_ADDRESS_SPACE = {limit}; "
            "resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)); main()"
        )
        words = [
            "build",
            folder / "repo",
            "-o",
            folder / "book",
            "--cache",
            folder / f"cache{step}",
            "-j",
            1,
            "--json",
            "-q",
        ]
        done = subprocess.run(
            [sys.executable, "-c", code, str(shim), *map(str, words)], env=environment(), capture_output=True, text=True, check=False
        )  # fmt: skip
        found = json.loads(done.stdout) if done.stdout.startswith("{") else {}
        rows.append([limit >> 20, done.returncode, found.get("documented", -1), found.get("skips", {})])
        is_told = done.stderr.count("\n") == 1 and any(line in done.stderr for line in NO_MEMORY)
        if done.returncode not in (0, 2) or (done.returncode == 2 and not is_told):
            wrong.append(f"{limit >> 20} MiB: {done.returncode} {done.stderr[-300:]}")
        if set(found.get("skips", {})) - {"parse_memory"}:
            wrong.append(f"{limit >> 20} MiB: {found['skips']}")
    if rows[-1][2] != len(texts):
        wrong.append(f"with 2 GiB not all is documented: {rows[-1]}")
    return {"MiB, code, documented, skips": rows, "wrong": wrong}


def worker_faults(folder: Path, asked: argparse.Namespace) -> Row:
    """F5: seven faults in four places."""
    shim = make_shim(folder)
    count = 40
    places = {"first": (0,), "middle": (20,), "last": (39,), "every tenth": (0, 10, 20, 30)}
    wrong = []
    for fault, (name, where) in itertools.product(FAULTS, places.items()):
        found = ask_pool(shim, fault, where, count, workers=2)
        wanted = {at: FAULTS[fault] if at in where else "" for at in range(count)}
        if found != wanted:
            wrong.append(
                f"{fault} {name}: {[(at, end) for at, end in found.items() if end != wanted.get(at)]}"
            )
    return {"combinations": len(FAULTS) * len(places), "wrong": wrong}


def killed_workers(folder: Path, asked: argparse.Namespace) -> Row:
    """F6: a hundred random SIGKILLs to workers in a build of 2,000 files: the clean book, in at most twice the time."""
    count, kills = 2_000, 100
    root = write_tree(folder / "repo", make_files(count))
    chance = random.Random(6)
    collect = Pool.collect
    done = killed = 0

    def collect_and_kill(pool: Pool, *words: Any) -> Iterator[Any]:
        nonlocal done, killed
        for result in collect(pool, *words):
            done += 1
            # Never the one that repeats a lease alone: two deaths of one file are its own.
            targets = [one for one in pool._workers if one.is_ready and one.leases and not one.is_alone]
            if killed < kills and done * kills >= killed * count and targets:
                chance.choice(targets).process.kill()
                killed += 1
            yield result

    def make(name: str) -> Any:
        return build(
            make_config(str(root), str(folder / name), cache=str(folder / f"cache of {name}"), jobs=2)
        )

    baseline = make("clean")
    Pool.collect = collect_and_kill  # type: ignore[method-assign]
    try:
        outcome = make("book")
    finally:
        Pool.collect = collect  # type: ignore[method-assign]
    wrong = []
    if killed != kills:
        wrong.append(f"only {killed} workers were killed")
    if (outcome.documented, outcome.skips) != (baseline.documented, baseline.skips) or outcome.problems:
        wrong.append(f"{outcome.documented} files, skips {outcome.skips}, {len(outcome.problems)} problems")
    if digest(folder / "book") != digest(folder / "clean"):
        wrong.append("the book is not that of a build without kills")
    if outcome.seconds > 2 * baseline.seconds:
        wrong.append(f"{outcome.seconds} s instead of {baseline.seconds} s")
    return {
        "files": count,
        "kills": killed,
        "seconds without and with": [baseline.seconds, outcome.seconds],
        "wrong": wrong,
    }


def damaged_state(folder: Path, asked: argparse.Namespace) -> Row:
    """F7: cache, database, manifest and pages flipped, cut and overwritten."""
    write_tree(folder / "repo", make_files(20))
    config = make_config(str(folder / "repo"), str(folder / "book"), cache=str(folder / "cache"), jobs=1)
    build(config)
    wanted = digest(folder / "book")
    originals = {
        path: path.read_bytes()
        for place in ("book", "cache")
        for path in (folder / place).rglob("*")
        if path.is_file()
    }
    chance = random.Random(7)
    wrong = []
    builds = 0
    targets = sorted(path for path, data in originals.items() if data)
    for number in range(asked.damages):
        path = chance.choice(targets if number % 3 else [one for one in targets if one.suffix == ".db"])
        changed = test_damage.DAMAGES[number % 3](originals[path], chance)
        if changed == originals[path]:
            continue
        path.write_bytes(changed)
        if path.is_relative_to(folder / "book") and not verify(str(folder / "book")).problems:
            wrong.append(f"{path.name}: damage {number} was not found")
        if path.is_relative_to(folder / "cache") or number % 10 == 0:
            builds += 1
            write_tree(folder / "repo", {"p0/m0.c": f"int f0(void) {{ return {number}; }}\n"})
            build(config)
            write_tree(folder / "repo", {"p0/m0.c": make_files(20)["p0/m0.c"]})
            build(config)
            if digest(folder / "book") != wanted:
                wrong.append(f"{path.name}: after damage {number} the next book is another")
        for name in ("book", "cache"):
            for one in sorted((folder / name).rglob("*")):
                if one.is_file() and one not in originals:
                    one.unlink()
        for one, data in originals.items():
            if not one.exists() or one.read_bytes() != data:
                one.write_bytes(data)
    return {"damages": asked.damages, "builds": builds, "wrong": wrong}


def edit_sequences(folder: Path, asked: argparse.Namespace) -> Row:
    """F9: sequences of edits with builds between them; the last book equals a clean one, and one more build changes nothing."""
    wrong, builds, sequences = [], 0, 0

    def order(place: Path, book: str, cache: Path) -> list[Any]:
        return ["build", place / "repo", "-o", place / book, "--cache", cache, "-q", "-j", 1]

    with Stepper() as stepper:
        for count in (8, 15):  # the beginning of every sequence
            write_tree(folder / f"first{count}" / "repo", make_files(count))
            stepper.run(order(folder / f"first{count}", "book", folder / f"first{count}" / "cache"))
        for seed in in_time(range(asked.first, asked.edits), asked.minutes):
            sequences += 1
            chance = random.Random(seed)
            place = shutil.copytree(folder / f"first{chance.choice([8, 15])}", folder / str(seed))
            root = place / "repo"
            words = order(place, "book", place / "cache")
            made = []
            for number in range(asked.length):
                made.append(edit(root, chance))
                if chance.random() < 0.3 and number + 1 < asked.length:
                    stepper.run([*words, *chance.choice(OPTIONS)])
                    builds += 1
            stepper.run(words)
            found = digest(place / "book")
            before = looks(place / "book", place / "cache")
            stepper.run(words)
            if written := differing_looks(before, looks(place / "book", place / "cache")):
                wrong.append(f"sequence {seed}: a build without an edit wrote {written[:5]}")
            # Clean builds keep analysis of their own, which no build over an old book has a part in.
            code = stepper.run(order(place, "clean", folder / "cache of clean"))["code"]
            builds += 3
            if code != 0 or digest(place / "clean") != found:
                wrong.append(f"sequence {seed} ({', '.join(made)}): not the clean book")
            shutil.rmtree(place)
    return {
        "first sequence": asked.first,
        "sequences": sequences,
        "edits of each": asked.length,
        "builds": builds,
        "wrong": wrong,
    }


def environments(folder: Path, asked: argparse.Namespace) -> Row:
    """F10: sixteen environments, one hash. Half of them are Turkish, where `I` has another small letter."""
    turkish = make_turkish(folder / "locales")
    write_tree(folder / "a" / "repo", make_files(60))
    shutil.copytree(folder / "a" / "repo", folder / "another place" / "repo")
    found: dict[str, list[str]] = {}
    for cell in range(16):
        bits = [cell >> at & 1 for at in range(4)]
        changes = {
            "LC_ALL": ("C.UTF-8", "C")[bits[0]], "PYTHONCOERCECLOCALE": ("1", "0")[bits[0]], "TZ": ("UTC", "Pacific/Kiritimati")[bits[1]],
            "PYTHONHASHSEED": ("0", str(cell * 77))[bits[2]], "COLUMNS": str(20 + cell), **(turkish if bits[3] else {}),
        }  # fmt: skip
        place = folder / ("a", "another place")[bits[0] ^ bits[1]]
        jobs = (1, 2, 4)[cell % 3]
        clock = (
            "import time; real = time.time; time.time = lambda: real() + 86400 * 400; "
            if bits[2] ^ bits[3]
            else ""
        )
        shuffled = (
            "import os, random; listdir = os.listdir; os.listdir = lambda *w: random.sample(f := listdir(*w), len(f)); "
            if bits[1] ^ bits[2]
            else ""
        )
        code = f"import os; os.umask({(0o022, 0o077)[bits[0] ^ bits[3]]}); {clock}{shuffled}from repobook.cli import main; main()"
        book = folder / f"book{cell}"
        cache = folder / ("warm" if bits[3] else f"cache{cell}")
        done = subprocess.run(
            [sys.executable, "-c", code, "build", str(place / "repo"), "-o", str(book), "--cache", str(cache), "-q", "-j", str(jobs)],
            env=environment(**changes), cwd=(folder, "/")[bits[2]], capture_output=True, text=True, check=False,
        )  # fmt: skip
        key = digest(book) if done.returncode == 0 else f"exit {done.returncode}: {done.stderr[-200:]}"
        found.setdefault(key, []).append(f"{cell:04b}")
    wrong = [] if len(found) == 1 else [str(found)]
    return {"cells": 16, "hashes": len(found), "Turkish": bool(turkish), "wrong": wrong}


def edits_during_builds(folder: Path, asked: argparse.Namespace) -> Row:
    """F21, E25: hundreds of edits while a book is built: each page shows a version that its file had; the next build gives the
    clean book."""
    wrong, edits = [], 0
    for number in range(asked.edited_builds):
        place = folder / str(number)
        root = write_tree(place / "repo", make_files(60))
        with keep_editing(root, random.Random(number), place / "fresh") as versions:
            build(make_config(str(root), str(place / "book"), cache=str(place / "cache"), jobs=1))
        edits += sum(len(found) - 1 for found in versions.values())
        wrong += [f"build {number}: {what}" for what in strange_versions(place / "book", versions)]
        build(make_config(str(root), str(place / "book"), cache=str(place / "cache"), jobs=1))
        build(make_config(str(root), str(place / "clean"), cache=str(place / "other"), jobs=1))
        if read_tree(place / "book") != read_tree(place / "clean"):
            wrong.append(f"build {number}: the next book is not the clean one")
        shutil.rmtree(place)
    return {"builds": asked.edited_builds, "edits": edits, "wrong": wrong}


def crowded_folder(folder: Path, asked: argparse.Namespace) -> Row:
    """N22, C41: many files in one folder that all define the same names: pages stay small, work stays linear."""
    text = "def main():\n    return init()\n\n\ndef init():\n    return 1\n"
    SHELTER.is_open = True  # this process builds again and again
    rows = []
    for count in (asked.crowd // 4, asked.crowd):
        place = folder / str(count)
        write_tree(place / "repo", {f"all/f{at:06}.py": text for at in range(count)})
        outcome = build(
            make_config(str(place / "repo"), str(place / "book"), cache=str(place / "cache"), jobs=2)
        )
        largest = max(path.stat().st_size for path in (place / "book" / "all").glob("index*.md"))
        rows.append([count, outcome.seconds, largest, len(outcome.problems)])
        shutil.rmtree(place)
    wrong = [str(row) for row in rows if row[2] > 512 * 1024 or row[3]]
    if rows[1][1] > 8 * rows[0][1]:
        wrong.append(f"four times the files take {rows[1][1] / rows[0][1]:.1f} times the time")
    return {"files, seconds, largest index, problems": rows, "wrong": wrong}


TESTS_BY_NAME: dict[str, Callable[[Path, argparse.Namespace], Row]] = {
    "F1": kill_sweep, "F3": error_sweep, "F4": memory_ladder, "F5": worker_faults, "F6": killed_workers, "F7": damaged_state,
    "F9": edit_sequences, "F10": environments, "F21": edits_during_builds, "N22": crowded_folder,
}  # fmt: skip


def main() -> None:
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("--files", type=int, default=150, help="of the repository that is built")
    reader.add_argument("--kills", type=int, default=200, help="F1")
    reader.add_argument("--again", type=int, default=30, help="F2")
    reader.add_argument(
        "--resumes", type=int, default=10, help="F1: builds killed in the midst of their analysis"
    )
    reader.add_argument("--errors", type=int, default=300, help="F3")
    reader.add_argument("--damages", type=int, default=600, help="F7")
    reader.add_argument("--edits", type=int, default=500, help="F9: sequences")
    reader.add_argument("--first", type=int, default=0, help="F9: go on with this sequence")
    reader.add_argument("--length", type=int, default=10, help="F9: edits of a sequence")
    reader.add_argument(
        "--minutes",
        type=float,
        default=0,
        help="F1, F3, F9: end each after this time; the record says how far it came",
    )
    reader.add_argument("--edited-builds", type=int, default=20, help="F21")
    reader.add_argument("--crowd", type=int, default=20_000, help="N22, C41: files in one folder")
    reader.add_argument("--only", nargs="*", choices=list(TESTS_BY_NAME), default=list(TESTS_BY_NAME))
    reader.add_argument("--record", type=Path, default=HERE)
    asked = reader.parse_args()
    today = datetime.date.today().isoformat()
    path = asked.record / f"{today}-soak.json"
    record = (
        json.loads(path.read_text())
        if path.exists()
        else {"date": today, "cores": os.cpu_count(), "tests": {}}
    )
    failed = False
    path.parent.mkdir(parents=True, exist_ok=True)
    for name in asked.only:
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix=f"repobook-soak-{name}-") as folder:
            row = TESTS_BY_NAME[name](Path(folder), asked)
        row["seconds"] = round(time.monotonic() - began, 1)
        row["peak MB"] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        failed |= bool(row["wrong"])
        print(json.dumps({name: row}), flush=True)
        record["tests"][name] = row
        path.write_text(json.dumps(record, indent=1) + "\n")
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
