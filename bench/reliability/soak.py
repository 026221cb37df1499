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
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent.parent / "tests"
sys.path[:0] = [str(TESTS / name) for name in ("faults", "hostile", "surface", "books")]

import msgspec  # noqa: E402
import test_damage  # noqa: E402
from edits import OPTIONS, edit, files_of  # noqa: E402
from runs import environment, read_tree, write_tree  # noqa: E402
from sweep import ERRORS, Place, Stepper, digest, make_files, spread  # noqa: E402
from test_pool_faults import FAULTS, ask_pool, make_shim  # noqa: E402

from repobook.build import build  # noqa: E402
from repobook.config import make_config  # noqa: E402
from repobook.nursery import SHELTER  # noqa: E402
from repobook.verify import verify  # noqa: E402
from repobook.work import ANALYZE, Request  # noqa: E402
from repobook.workers import Job, Pool  # noqa: E402

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
    """F1, F2: kill -9 at every step in turn and at random times, and again during the build that goes on."""
    chance = random.Random(1)
    with Stepper() as stepper:
        place = Place(folder, asked.files, stepper)
        place.prepare()
        steps = spread(asked.kills, place.steps, chance)
        while len(steps) < asked.kills:
            steps.append(chance.randint(1, place.steps))
        chance.shuffle(steps)  # what time leaves of them is still spread over the build
        codes = [place.suffer(at, "kill")["code"] for at in in_time(steps, asked.minutes)]
        again = [place.suffer(chance.randint(1, place.steps), "kill", again_at=chance.randint(1, place.steps)) for _ in range(asked.again)]  # fmt: skip
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
    """F3: each error at the n-th step, once and from then on."""
    chance = random.Random(2)
    with Stepper() as stepper:
        place = Place(folder, min(asked.files, 40), stepper)
        place.prepare()
        codes: dict[str, int] = {}
        for number in in_time(range(asked.errors), asked.minutes):
            how, is_lasting = ERRORS[number % 4], number % 8 >= 4
            answer = place.suffer(chance.randint(1, place.steps), how, is_lasting)
            codes[str(answer["code"])] = codes.get(str(answer["code"]), 0) + 1
    return {"files": place.count, "errors": sum(codes.values()), "exit codes": codes, "wrong": place.wrong}


def memory_ladder(folder: Path, asked: argparse.Namespace) -> Row:
    """F4: workers with ever more memory, from too little to start to plenty; a parent with 1 GiB: no file ends the build, and skips say why."""
    wrong, rows = [], []
    texts = {"small.py": "x = 1\n" * 100, "large.json": "[" + "[1, 2, 3]," * 150_000 + "[]]\n"}
    texts |= {"large.py": "".join(f"def f{at}(x):\n    return x + {at}\n\n" for at in range(20_000))}
    texts |= {"lists.js": "var x = [" + "[]," * 600_000 + "[]];\n"}
    write_tree(folder / "repo", texts)
    for step in range(10):
        limit = int((96 << 20) * (2048 / 96) ** (step / 9))
        script = (
            "import sys, resource; import repobook.nursery as n; import repobook.work as k; k.MAX_ADDRESS_SPACE = int(sys.argv[2]); "
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
        if done.returncode not in (0, 2) or "Traceback" in done.stderr:
            wrong.append(f"{limit >> 20} MiB: {done.returncode} {done.stderr[-300:]}")
        if set(found.get("skips", {})) - {"parse_memory", "parse_crash"}:
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
    """F6: random SIGKILLs to workers while they analyse: no file is lost, none fails."""
    chance = random.Random(6)
    payload = msgspec.msgpack.encode(Request("Python", b"def f(x):\n    return x\n" * 200))
    ends: dict[int, str] = {}
    kills = 0

    def collect(wait: float) -> None:
        ends.update((result.job, result.failure) for result in pool.collect(wait))

    with Pool(2) as pool:
        for at in range(2_000):
            pool.submit(Job(at, ANALYZE, payload, 60.0))
            # Never the one that repeats a lease alone: two deaths of one file are its own.
            targets = [worker for worker in pool._workers if worker.is_ready and not worker.is_alone]
            if kills < 100 and at % 20 == 19 and targets:
                chance.choice(targets).process.kill()
                kills += 1
            while not pool.has_room:
                collect(0.5)
        while pool.pending:
            collect(0.5)
        collect(0)
    wrong = [f"{at}: {end}" for at, end in ends.items() if end][:10]
    wrong += [f"{2_000 - len(ends)} files without an answer"] if len(ends) != 2_000 else []
    return {"files": 2_000, "kills": kills, "wrong": wrong}


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
            times = {path: path.stat().st_mtime_ns for path in files_of(place / "book")}
            stepper.run(words)
            if digest(place / "book") != found:
                wrong.append(f"sequence {seed}: a build without an edit changed the book")
            kept = sum(path.is_file() and path.stat().st_mtime_ns == old for path, old in times.items())
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
        "files kept by the last no-op": [kept, len(times)],
        "wrong": wrong,
    }


def environments(folder: Path, asked: argparse.Namespace) -> Row:
    """F10: sixteen environments, one hash."""
    write_tree(folder / "a" / "repo", make_files(60))
    shutil.copytree(folder / "a" / "repo", folder / "another place" / "repo")
    found: dict[str, list[str]] = {}
    for cell in range(16):
        bits = [cell >> at & 1 for at in range(4)]
        changes = {
            "LC_ALL": ("C.UTF-8", "C")[bits[0]], "PYTHONCOERCECLOCALE": ("1", "0")[bits[0]], "TZ": ("UTC", "Pacific/Kiritimati")[bits[1]],
            "PYTHONHASHSEED": ("0", str(cell * 77))[bits[2]], "LANG": ("en_US.UTF-8", "tr_TR.UTF-8")[bits[3]], "COLUMNS": str(20 + cell),
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
    return {"cells": 16, "hashes": len(found), "wrong": [] if len(found) == 1 else [str(found)]}


def edits_during_builds(folder: Path, asked: argparse.Namespace) -> Row:
    """F21: hundreds of edits while a book is built; the next build gives the clean book."""
    wrong, edits = [], 0
    for number in range(asked.edited_builds):
        place = folder / str(number)
        root = write_tree(place / "repo", make_files(60))
        is_over = threading.Event()
        made = 0

        def keep_editing(root: Path = root, is_over: threading.Event = is_over, seed: int = number) -> None:
            nonlocal made
            chance = random.Random(seed)
            while not is_over.is_set():
                path = chance.choice(files_of(root))
                path.write_text(path.read_text()[-1_000:] + f"\n# {made}\n")
                made += 1
                time.sleep(0.01)

        editor = threading.Thread(target=keep_editing)
        editor.start()
        build(make_config(str(root), str(place / "book"), cache=str(place / "cache"), jobs=1))
        is_over.set()
        editor.join()
        edits += made
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
