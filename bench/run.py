"""Measure repobook on a tree: the floor, us, and the peers that are installed, side by side in one run.

    python bench/run.py TREE [--rounds 3] [--no-doxygen] [--no-cached] [--edit PATH ...]

The floor is what tree-sitter alone takes to parse the Python and C-family files with the same number of workers, and
nothing else. Every other figure is told as a ratio to it. `--edit` measures the build over the book after a comment was put before
the first line of a file, for each PATH in turn, in a copy of the tree; and the build when nothing changed. Writes bench/runs/<date>-<cores>cores/result.json and .md.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))
FLOOR_LANGUAGES = ("Python", "C", "C++", "Cuda", "HIP", "Objective-C", "Objective-C++", "Metal")


def list_floor_files(tree: str) -> list[tuple[str, str]]:
    """Return path and language of every Python and C-family file, by our own scan."""
    from repobook.scan import ScanOptions, list_files, read_files

    found = []
    for file, data in read_files(list_files(tree, ScanOptions())):
        if data is not None and file.language in FLOOR_LANGUAGES:
            found.append((os.path.join(tree, file.path), file.language))
    return found


def parse_share(files: list[tuple[str, str]]) -> int:
    """Parse files with tree-sitter and keep nothing. Runs in a worker."""
    import gc

    from repobook.analyze.languages import Languages

    gc.disable()
    languages = Languages()
    total = 0
    for path, name in files:
        with open(path, "rb") as stream:
            data = stream.read()
        language = languages.get(name)
        assert language is not None and language.parser is not None
        language.parser.parse(data)
        total += len(data)
    return total


def measure_floor(files: list[tuple[str, str]], jobs: int) -> tuple[float, int]:
    shares = [files[n::jobs] for n in range(jobs)]
    with ProcessPoolExecutor(jobs) as pool:
        list(pool.map(abs, range(jobs)))  # start the workers before the clock
        began = time.perf_counter()
        total = sum(pool.map(parse_share, shares))
        return time.perf_counter() - began, total


def measure(command: list[str], **options: Any) -> dict[str, float]:
    """Run a command; return wall seconds, CPU seconds and the peak memory of all its processes together."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **options)
    peak = 0
    while process.poll() is None:
        peak = max(peak, _memory_of(process.pid))
        time.sleep(0.2)
    wall = time.perf_counter() - began
    output = process.stdout.read() if process.stdout else b""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    result: dict[str, Any] = {"wall_s": round(wall, 2), "cpu_s": round(cpu, 2), "peak_mb": round(peak / 1e6)}
    if process.returncode not in (0, 1):
        result["failed"] = process.returncode
    if output.startswith(b"{"):
        result["summary"] = json.loads(output)
    return result


def _memory_of(pid: int) -> int:
    """Return the proportional memory of a process and all below it: shared pages count once."""
    total = 0
    todo = [pid]
    while todo:
        at = todo.pop()
        try:
            with open(f"/proc/{at}/smaps_rollup") as stream:
                total += next(int(line.split()[1]) * 1024 for line in stream if line.startswith("Pss:"))
            with open(f"/proc/{at}/task/{at}/children") as stream:
                todo += [int(word) for word in stream.read().split()]
        except (OSError, StopIteration, ValueError):
            continue
    return total


def edit(path: str) -> None:
    """Put a comment before the first line of a file: every line of it moves."""
    with open(path, encoding="utf-8") as stream:
        text = stream.read()
    mark = "#" if path.endswith((".py", ".sh", ".cmake", ".yml", ".yaml", ".toml")) else "//"
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(f"{mark} a remark that says nothing\n{text}")


def folder_bytes(folder: str, ending: str) -> int:
    return sum(
        os.path.getsize(os.path.join(where, name))
        for where, _, names in os.walk(folder)
        for name in names
        if name.endswith(ending)
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("tree")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options.add_argument("--no-doxygen", action="store_true", help="leave Doxygen out (it takes minutes)")
    options.add_argument(
        "--no-cached", action="store_true", help="leave out the build with analysis kept (of a large tree)"
    )
    options.add_argument("--edit", nargs="*", default=[], metavar="PATH", help="files of the tree to edit")
    given = options.parse_args()
    tree = os.path.abspath(given.tree)
    work = tempfile.mkdtemp(prefix="repobook-bench-")
    if given.edit:
        tree = shutil.copytree(tree, os.path.join(work, os.path.basename(tree)), symlinks=True)
    files = list_floor_files(tree)
    result: dict[str, Any] = {"tree": os.path.basename(tree), "jobs": given.jobs, "machine": _machine()}
    try:
        floors, ours = [], []
        for _ in range(given.rounds):
            seconds, total = measure_floor(files, given.jobs)
            floors.append(seconds)
            # A new folder each time: a file system is slow to reuse what was removed a moment ago.
            ours.append(_build(tree, work, given.jobs, f"book-{len(ours)}"))
        floor = statistics.median(floors)
        result["floor"] = {
            "wall_s": round(floor, 2),
            "rounds": [round(x, 2) for x in floors],
            "files": len(files),
            "bytes": total,
        }
        best = sorted(ours, key=lambda run: run["wall_s"])[len(ours) // 2]
        book = os.path.join(work, f"book-{len(ours) - 1}")
        source = best["summary"]["source_bytes"]
        best["rounds"] = [run["wall_s"] for run in ours]
        best["ratio"] = round(best["wall_s"] / floor, 2)
        best["markdown_ratio"] = round(folder_bytes(book, ".md") / source, 2)
        best["database_ratio"] = round(os.path.getsize(os.path.join(book, "book.db")) / source, 2)
        result["repobook"] = best
        last = os.path.basename(book)
        if not given.no_cached:
            last = "book-warm"
            result["repobook warm cache"] = _build(tree, work, given.jobs, last, is_warm=True)
        for number, path in enumerate(given.edit, 1):
            edit(os.path.join(tree, path))
            result[f"repobook, edit {number}: {path}"] = _build(tree, work, given.jobs, last, is_warm=True)
        if given.edit:
            result["repobook, nothing changed"] = _build(tree, work, given.jobs, last, is_warm=True)
            book = os.path.join(work, last)
        result["repobook verify"] = measure(
            [sys.executable, "-m", "repobook", "verify", book, "--source", tree]
        )
        for name, command in _peers(tree, work, not given.no_doxygen).items():
            result[name] = measure(command, cwd=work)
        for run in result.values():
            if isinstance(run, dict) and "wall_s" in run:
                run["ratio"] = round(run["wall_s"] / floor, 2)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    _write(result)


def _build(tree: str, work: str, jobs: int, book: str, is_warm: bool = False) -> dict[str, Any]:
    if not is_warm:
        shutil.rmtree(os.path.join(work, "cache"), ignore_errors=True)
    command = [
        sys.executable,
        "-m",
        "repobook",
        "build",
        tree,
        "-o",
        os.path.join(work, book),
        "--json",
        "--quiet",
    ]
    run = measure([*command, "--jobs", str(jobs), "--cache", os.path.join(work, "cache")])
    run["summary"].pop("problems", None)
    run["summary"].pop("output", None)
    return run


def _peers(tree: str, work: str, with_doxygen: bool) -> dict[str, list[str]]:
    peers = {}
    if shutil.which("ctags"):
        peers["universal-ctags"] = ["ctags", "-R", "--links=no", "-f", os.path.join(work, "tags"), tree]
    if shutil.which("gtags"):
        peers["GNU gtags"] = ["sh", "-c", 'cd "$0" && gtags "$1"', tree, work]
    if with_doxygen and shutil.which("doxygen"):
        config = os.path.join(work, "Doxyfile")
        with open(config, "w") as stream:
            stream.write(
                f"INPUT={tree}\nRECURSIVE=YES\nOUTPUT_DIRECTORY={work}/dox\nHAVE_DOT=NO\nQUIET=YES\nWARNINGS=NO\n"
                "EXTRACT_ALL=YES\nSOURCE_BROWSER=YES\nGENERATE_LATEX=NO\n"
            )
        peers["Doxygen"] = ["timeout", "1800", "doxygen", config]
    return peers


def _machine() -> dict[str, Any]:
    return {"cores": os.cpu_count(), "python": platform.python_version(), "system": platform.system()}


def _write(result: dict[str, Any]) -> None:
    day = datetime.date.today().isoformat()
    folder = os.path.join(HERE, "runs", f"{day}-{os.cpu_count()}cores")
    os.makedirs(folder, exist_ok=True)
    stem = os.path.join(folder, result["tree"])
    with open(stem + ".json", "w") as stream:
        json.dump(result, stream, indent=1)
        stream.write("\n")
    lines = [
        f"# {result['tree']}, {day}, {result['jobs']} workers",
        "",
        "| what | wall s | × floor | CPU s | peak MB |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, run in result.items():
        if isinstance(run, dict) and "wall_s" in run:
            lines.append(
                f"| {name} | {run['wall_s']} | {run.get('ratio', '')} | {run.get('cpu_s', '')} | {run.get('peak_mb', '')} |"
            )
    with open(stem + ".md", "w") as stream:
        stream.write("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
