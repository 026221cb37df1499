"""Measure how often repobook's references are right, over a folder of repositories.

    python bench/accuracy/run.py FOLDER [--languages python c++ typescript] [--tools TOOLS] [--again] [--misses 30]

FOLDER holds copies of the repositories that repositories.toml names, each under its name. For each: asks its oracle
(unless FOLDER/NAME.oracle.jsonl is there), builds a book, exports the references, compares. Writes
bench/runs/<date>-accuracy.json and .md. TOOLS holds `venv/bin/python` with libclang and the repositories' packages, and
`node_modules` with pyright and typescript.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from typing import Any

from compare import Score, compare, read_references
from positions import read

HERE = os.path.dirname(os.path.abspath(__file__))
LANGUAGES = ("python", "c++", "typescript")


def main() -> None:
    arguments = _parser().parse_args()
    tools = arguments.tools or os.path.join(arguments.folder, "tools")
    with open(os.path.join(HERE, "repositories.toml"), "rb") as stream:
        known = tomllib.load(stream)
    scores: dict[str, dict[str, Score]] = {}
    for name, settings in known.items():
        repo = os.path.join(arguments.folder, name)
        if settings["language"] not in arguments.languages or not os.path.isdir(repo):
            continue
        oracle = f"{repo}.oracle.jsonl"
        if arguments.again or not os.path.exists(oracle):
            ask_oracle(repo, settings, oracle, tools)
        scores.setdefault(settings["language"], {})[name] = measure(repo, oracle)
    if not scores:
        raise SystemExit(f"{arguments.folder}: none of the repositories of repositories.toml is there")
    write(scores, known, arguments.misses)


def ask_oracle(repo: str, settings: dict[str, Any], output: str, tools: str) -> None:
    """Run the oracle of the repository's language."""
    python = os.path.join(tools, "venv", "bin", "python")
    modules = os.path.abspath(os.path.join(tools, "node_modules"))
    environment = dict(os.environ)
    if settings["language"] == "python":
        server = f"node {os.path.join(modules, 'pyright', 'langserver.index.js')}"
        command = [
            sys.executable,
            "python_oracle.py",
            "--python",
            os.path.abspath(python),
            "--server",
            server,
        ]
    elif settings["language"] == "c++":
        command = [python, "cpp_oracle.py"]
    else:
        environment["NODE_PATH"] = modules
        command = ["node", "--max-old-space-size=6000", "typescript_oracle.js"]
    script = next(at for at, word in enumerate(command) if "_oracle." in word)
    command[script] = os.path.join(HERE, command[script])
    _run([*command, repo, "-o", output, *settings.get("oracle", [])], environment)


def measure(repo: str, oracle: str) -> Score:
    """Build a book of `repo` and judge its references."""
    repobook = [sys.executable, "-m", "repobook"]
    with tempfile.TemporaryDirectory() as folder:
        book, references = os.path.join(folder, "book"), os.path.join(folder, "references.jsonl")
        # A book with problems (exit code 1) has references all the same.
        cache = ["--cache", os.path.join(folder, "cache")]
        _run([*repobook, "build", repo, "-o", book, "--quiet", *cache], dict(os.environ), may_be=(0, 1))
        _run([*repobook, "export", "references", "--book", book, "-o", references], dict(os.environ))
        return compare(read_references(references), read(oracle), repo)


def write(scores: dict[str, dict[str, Score]], known: dict[str, Any], misses: int) -> None:
    """Write the run, per language and per repository, as JSON and as Markdown."""
    date = datetime.date.today().isoformat()
    target = os.path.join(os.path.dirname(HERE), "runs", f"{date}-accuracy")
    data: dict[str, Any] = {"date": date, "languages": {}}
    pages = ["# Accuracy of references", "", f"{date}, by `python bench/accuracy/run.py`.", ""]
    for language, group in scores.items():
        total = Score()
        for score in group.values():
            total.add(score)
        sources = ", ".join(known[name]["from"] for name in group)
        data["languages"][language] = {
            "total": total.as_dict(misses),
            "repositories": {
                name: {"from": known[name]["from"], **score.as_dict()} for name, score in group.items()
            },
        }
        pages += [f"## {language}", "", f"{sources}.", "", total.as_markdown(misses), ""]
        pages += ["| repository | exact | scoped | candidate | recall |", "|---|---:|---:|---:|---:|"]
        for name, score in group.items():
            shares = [score.precision(label) for label in ("exact", "scoped", "candidate")]
            cells = [_cell(*figures) for figures in (*shares, score.recall())]
            pages.append(f"| {name} | {' | '.join(cells)} |")
        pages.append("")
    with open(f"{target}.json", "w", encoding="utf-8") as stream:
        stream.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")
    with open(f"{target}.md", "w", encoding="utf-8") as stream:
        stream.write("\n".join(pages))
    print(f"{target}.md")


def _cell(right: int, whole: int) -> str:
    return f"{100 * right / whole:.1f} % of {whole:,}" if whole else "–"


def _run(command: list[str], environment: dict[str, str], may_be: tuple[int, ...] = (0,)) -> None:
    start = time.monotonic()
    code = subprocess.run(command, env=environment, check=False).returncode
    print(f"{time.monotonic() - start:.0f} s: {' '.join(command)}", file=sys.stderr)
    if code not in may_be:
        raise SystemExit(f"exit code {code}: {' '.join(command)}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder")
    parser.add_argument("--languages", nargs="+", default=list(LANGUAGES), choices=LANGUAGES)
    parser.add_argument("--tools", help="default: FOLDER/tools")
    parser.add_argument(
        "--again", action="store_true", help="ask the oracles even if their answers are there"
    )
    parser.add_argument(
        "--misses", type=int, default=0, metavar="N", help="list N wrong and N missed references"
    )
    return parser


if __name__ == "__main__":
    main()
