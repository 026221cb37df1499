"""Replay the newest commits of a git repository one by one: each book built over the last one equals a clean one.

    python bench/reliability/replay.py REPO --commits 100 [--below FOLDER] [--record FILE]

Trees come from `git archive` of a clone of ours; the product never sees its version control.
"""

from __future__ import annotations

import argparse
import datetime
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent.parent.parent / "tests"
sys.path[:0] = [str(TESTS / name) for name in ("faults", "surface")]

from runs import read_tree  # noqa: E402
from sweep import digest  # noqa: E402

from repobook.build import build  # noqa: E402
from repobook.config import make_config  # noqa: E402
from repobook.nursery import SHELTER  # noqa: E402


def git(folder: Path, *words: str) -> bytes:
    environment = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    environment |= {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}
    return subprocess.run(
        ["git", *words], cwd=folder, env=environment, check=True, capture_output=True
    ).stdout


def check_out(repo: Path, commit: str, below: str, root: Path) -> int:
    """Make `root` hold the tree of a commit, touching only what differs; return the number of files."""
    wanted: dict[str, tuple[bytes, bool, str]] = {}
    is_there = not below or git(repo, "ls-tree", commit, "--", below)
    packed = git(repo, "archive", commit, *([below] if below else [])) if is_there else b""
    with tarfile.open(
        fileobj=io.BytesIO(packed or bytes(10_240))
    ) as archive:  # nothing at all is an empty archive
        for item in archive:
            if item.isfile():
                stream = archive.extractfile(item)
                wanted[item.name] = (stream.read() if stream else b"", bool(item.mode & 0o100), "")
            elif item.issym():
                wanted[item.name] = (b"", False, item.linkname)
    for path in sorted(root.rglob("*"), reverse=True):
        name = str(path.relative_to(root))
        if not os.path.lexists(path):
            continue  # it went with what was in it
        if path.is_dir() and not path.is_symlink():
            if not os.listdir(path):
                path.rmdir()
        elif name not in wanted or path.is_symlink() != bool(wanted[name][2]):
            path.unlink()
            if not os.listdir(path.parent) and path.parent != root:
                path.parent.rmdir()
    for name, (data, is_program, link) in wanted.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if link:
            if not path.is_symlink() or os.readlink(path) != link:
                path.unlink(missing_ok=True)
                path.symlink_to(link)
            continue
        if not path.is_file() or path.read_bytes() != data:
            path.write_bytes(data)
        path.chmod(0o755 if is_program else 0o644)
    return len(wanted)


def name_of(repo: Path) -> str:
    return repo.parent.name if repo.name in ("repo", ".git") else repo.name


def replay(repo: Path, commits: int, below: str, jobs: int, minutes: float = 0) -> dict[str, Any]:
    """Build each commit over the last and clean, and compare. The clean build keeps analysis of its own by content."""
    names = (
        git(
            repo,
            "rev-list",
            "--first-parent",
            f"--max-count={commits}",
            "HEAD",
            *(["--", below] if below else []),
        )
        .decode()
        .split()[::-1]
    )
    began = time.monotonic()
    different: list[str] = []
    seconds = {"incremental": 0.0, "clean": 0.0}
    files = done = 0
    with tempfile.TemporaryDirectory(prefix="repobook-replay-") as folder:
        root = Path(folder) / "repo"
        root.mkdir()
        for number, commit in enumerate(names, 1):
            if minutes and time.monotonic() - began > 60 * minutes:
                break
            done = number
            files = check_out(repo, commit, below, root)
            book, clean, empty = (Path(folder) / name for name in ("book", "clean", "empty cache"))
            for path in (clean, empty):
                shutil.rmtree(path, ignore_errors=True)
            first = build(make_config(str(root), str(book), cache=str(Path(folder) / "cache"), jobs=jobs))
            last = build(make_config(str(root), str(clean), cache=str(empty), jobs=jobs))
            seconds["incremental"] += first.seconds
            seconds["clean"] += last.seconds
            if digest(book) != digest(clean):
                mine, theirs = read_tree(book), read_tree(clean)
                names_of = [
                    name for name in sorted(mine.keys() | theirs.keys()) if mine.get(name) != theirs.get(name)
                ]
                different.append(f"{commit}: {names_of[:5]}")
            print(
                f"{name_of(repo)} {number}/{len(names)} {commit[:10]} {len(different)} different",
                file=sys.stderr,
                flush=True,
            )
    return {
        "repository": name_of(repo), "below": below, "commits": done, "newest": names[done - 1] if done else "", "files": files,
        "identical": done - len(different), "different": different[:10],
        "seconds of builds": {name: round(value, 1) for name, value in seconds.items()}, "seconds": round(time.monotonic() - began, 1),
    }  # fmt: skip


def main() -> None:
    SHELTER.is_open = True  # this process builds again and again
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("repositories", nargs="+", type=Path)
    reader.add_argument("--commits", type=int, default=100)
    reader.add_argument("--below", default="", help="only this folder of the repository")
    reader.add_argument("--jobs", type=int, default=1)
    reader.add_argument(
        "--minutes", type=float, default=0, help="of each repository; the record says how far it came"
    )
    reader.add_argument("--record", type=Path)
    asked = reader.parse_args()
    rows = []
    for repo in asked.repositories:
        rows.append(replay(repo.resolve(), asked.commits, asked.below, asked.jobs, asked.minutes))
        print(json.dumps(rows[-1]), flush=True)
        if asked.record:
            head = {"date": datetime.date.today().isoformat(), "rows": rows}
            asked.record.write_text(json.dumps(head, indent=1) + "\n")
    raise SystemExit(any(row["identical"] != row["commits"] for row in rows))


if __name__ == "__main__":
    main()
