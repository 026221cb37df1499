"""The sizes of the catalogue of hostile inputs that no test of every commit can afford: `make soak`, or some rows with --only.

    python bench/reliability/sizes.py [--only C10 N22 ...] [--seconds 30] [--record FILE]

Each row prints one line of JSON; all go to FILE with sizes and figures. Exit code 1: something failed.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import re
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent.parent / "tests"
sys.path[:0] = [str(TESTS / name) for name in ("hostile", "surface")]

import heavy  # noqa: E402
from runs import write_tree  # noqa: E402

from repobook.analyze.analyze import analyze  # noqa: E402
from repobook.analyze.languages import Languages  # noqa: E402
from repobook.build import build  # noqa: E402
from repobook.config import make_config  # noqa: E402
from repobook.facts import Outcome  # noqa: E402

Row = dict[str, Any]
ENDS = {"", "parse_timeout", "parse_crash", "parse_memory"}
MAX_INDEX_BYTES = 512 * 1024


def made(folder: Path, name: str, files: dict[str, bytes | str]) -> tuple[Path, Outcome, list[str]]:
    """Build a book of files; return it, what the build did, and what is wrong with that."""
    write_tree(folder / name, dict(files))
    book = folder / f"book of {name}"
    outcome = build(
        make_config(str(folder / name), str(book), cache=str(folder / f"cache of {name}"), jobs=2)
    )
    wrong = [f"{name}: {problem}" for problem in outcome.problems]
    if outcome.files != outcome.documented + outcome.skipped:
        wrong.append(f"{name}: {outcome.files} files are not {outcome.documented} and {outcome.skipped}")
    wrong += [f"{name}: {reason}" for reason in outcome.skips if reason not in ENDS | {"too_large"}]
    return book, outcome, wrong


def huge_lines(folder: Path, asked: argparse.Namespace) -> Row:
    """C08: one line of JavaScript, beyond the limit on files and just below it."""
    rows, wrong = [], []
    empty = heavy.make(write_tree(folder / "empty", {}), folder / "book of nothing")
    for size in (50_000_000, 16_000_000, 4_000_000):
        root = write_tree(folder / str(size), {"huge.js": heavy.minified(size)})
        found = heavy.make(root, folder / f"book of {size}")
        rows.append([size, round(found.seconds - empty.seconds, 1), found.bytes])
        if found.code or found.bytes > 10 * size:
            wrong.append(f"{size}: {found}")
        if size > 16 << 20 and (found.seconds - empty.seconds > 2 or found.bytes - empty.bytes > 20_000):
            wrong.append(f"{size} costs {found}")
    return {"bytes, processor seconds, bytes of the book": rows, "wrong": wrong}


def functions_on_a_line(folder: Path, asked: argparse.Namespace) -> Row:
    """C09: 20,000 functions on one line."""
    data = heavy.one_line_of_functions(20_000, 100)
    found = heavy.make(write_tree(folder / "repo", {"one_line.js": data}), folder / "book")
    wrong = [str(found)] if found.code or found.bytes > 10 * len(data) else []
    return {
        "bytes": len(data),
        "book": found.bytes,
        "processor seconds": round(found.seconds, 1),
        "wrong": wrong,
    }


def every_grammar(folder: Path, asked: argparse.Namespace) -> Row:
    """C10: 100,000 brackets for every language that has a grammar or a reader."""
    languages = Languages()
    names = [languages.folder_names(one)[0] for one in sorted(languages.folders())]
    ends: dict[str, int] = {}
    wrong, told = [], []
    for name in names:
        texts = {(name, kind): bracket * heavy.NESTED for kind, bracket in heavy.BRACKETS.items()}
        found = heavy.parse_all(texts | {("Text", "beside"): b"one\n"}, asked.seconds)
        for (language, kind), end in found.items():
            ends[end or "documented"] = ends.get(end or "documented", 0) + 1
            told += [f"{language} {kind}: {end}"] if end else []
            wrong += [f"{language} {kind}: {end}"] if end not in ENDS or (end and language == "Text") else []
        if len(found) != 4:
            wrong.append(f"{name}: {found}")
    return {"languages": len(names), "ends": ends, "not documented": told, "wrong": wrong}


def slow_texts(folder: Path, asked: argparse.Namespace) -> Row:
    """C11, C13: what scanners nest and grammars recover from slowly, within the limit and a second, twice at most."""
    rows, wrong = [], []
    for name, (language, data) in (heavy.SCANNED | heavy.SLOW).items():
        empty = heavy.parse(language, b"", 60).seconds
        found = heavy.parse(language, data, asked.seconds)
        rows.append([name, len(data), found.failure, round(found.seconds - empty, 1)])
        allowed = ENDS if name in heavy.SCANNED else {"", "parse_timeout"}
        if found.failure not in allowed or found.neighbour or found.seconds > 2 * (asked.seconds + 1 + empty):
            wrong.append(f"{name}: {found}")
    return {"limit": asked.seconds, "text, bytes, end, processor seconds": rows, "wrong": wrong}


def lists_without_end(folder: Path, asked: argparse.Namespace) -> Row:
    """C14: 2 MB of empty lists in every language that has a grammar: memory of workers and of their parent."""
    languages = Languages()
    rows, wrong = [], []
    (folder / "lists").write_bytes(b"[" + b"[]," * 666_000 + b"[]]\n")
    for one in sorted(languages.folders()):
        name = languages.folder_names(one)[0]
        found = heavy.parse_apart(name, folder / "lists", asked.seconds)
        rows.append([name, found["failure"], found["worker"], found["parent"]])
        if (
            found["failure"] not in ENDS
            or found["neighbour"]
            or found["parent"] > 64
            or found["worker"] > 3 << 10
        ):
            wrong.append(f"{name}: {found}")
    rows.sort(key=lambda row: -row[2])
    return {"language, end, MB of the worker, MB more of the parent": rows[:20], "wrong": wrong}


def many_symbols(folder: Path, asked: argparse.Namespace) -> Row:
    """C16: 100,000 symbols, 10,000 overloads and 65,000 parameters: anchors of their own, pages that count what they leave out."""
    files: dict[str, bytes | str] = {
        "symbols.py": "".join(f"def f{at}(): ...\n" for at in range(100_000)),
        "overloads.cpp": "".join(f"int over(T{at} a) {{ return {at}; }}\n" for at in range(10_000)),
        "parameters.py": "def wide(" + ", ".join(f"p{at}" for at in range(65_000)) + "): ...\n",
    }
    book, outcome, wrong = made(folder, "many", files)
    rows = []
    for name, data in files.items():
        path = book / f"{name}_docs.md"
        page = path.read_text() if path.exists() else ""
        found = heavy.anchors(page)
        rows.append([name, len(data), len(page), len(found)])
        if len(set(found)) != len(found) or len(page) > 20 * len(data) + 50_000:
            wrong.append(str(rows[-1]))
    return {
        "skips": outcome.skips,
        "seconds of the build": round(outcome.seconds, 1),
        "file, bytes, page, headings": rows,
        "wrong": wrong,
    }


def long_lines(folder: Path, asked: argparse.Namespace) -> Row:
    """C32: a million letters and a million blanks for every language: one second at most."""
    languages = Languages()
    rows, wrong = [], []
    for one in sorted(languages.folders()):
        name = languages.folder_names(one)[0]
        analyze(b"", name, languages)
        for kind, data in (("letters", b"a" * 1_000_000 + b"!"), ("blanks", b" " * 1_000_000 + b"\n")):
            began = time.process_time()
            analyze(data, name, languages)
            rows.append([name, kind, round(time.process_time() - began, 2)])
            wrong += [str(rows[-1])] if rows[-1][2] > 1 else []
    rows.sort(key=lambda row: -row[2])
    return {"texts": len(rows), "slowest": rows[:10], "wrong": wrong}


def long_cycles(folder: Path, asked: argparse.Namespace) -> Row:
    """C40: 1,000 modules of one folder, and 1,000 folders, that import each other in a circle."""
    count = 1_000
    files: dict[str, bytes | str] = {
        f"ring/r{at}.py": f"import ring.r{(at + 1) % count}\n\nX = 1\n" for at in range(count)
    }
    body = "".join(f"def f{at}():\n    return {at}\n\n\n" for at in range(12))
    files |= {f"f{at}/m.py": f"import f{(at + 1) % count}.m\n\n\n{body}" for at in range(count)}
    files |= {f"f{at}/__init__.py": "" for at in range(count)} | {"ring/__init__.py": ""}
    book, outcome, wrong = made(folder, "cycles", files)
    lines = [
        diagram.count("\n")
        for path in book.rglob("*.md")
        for diagram in re.findall(r"```mermaid\n(.*?)```", path.read_text(), re.S)
    ]
    if max(lines, default=0) > 150 or outcome.documented != len(files):
        wrong.append(f"a diagram of {max(lines, default=0)} lines, {outcome.documented} files documented")
    return {
        "files": len(files),
        "diagrams": len(lines),
        "longest": max(lines, default=0),
        "seconds of the build": round(outcome.seconds, 1),
        "wrong": wrong,
    }


def same_names(folder: Path, asked: argparse.Namespace) -> Row:
    """C41: 10,000 files that all define `main` and `init`: time in proportion, candidates capped and counted."""
    text = (
        "int init(void);\n\nint main(void)\n{\n    return init();\n}\n\nint init(void)\n{\n    return 1;\n}\n"
    )
    rows, wrong = [], []
    for count in (2_500, 10_000):
        files: dict[str, bytes | str] = {f"d{at % 100}/f{at}.c": text for at in range(count)}
        files["caller.c"] = "int go(void)\n{\n    return init() + main();\n}\n"
        book, outcome, found = made(folder, f"{count} files", files)
        wrong += found
        page = (book / "keywords" / "definitions.md").read_text()
        stated = f"more of {count:,} definitions" in page
        rows.append([count, round(outcome.seconds, 1), len(page), stated, most_candidates(book)])
        if not stated or rows[-1][4] > 20:
            wrong.append(str(rows[-1]))
    if rows[1][1] > 8 * rows[0][1]:
        wrong.append(f"four times the files take {rows[1][1] / rows[0][1]:.1f} times the time")
    return {"files, seconds, list of definitions, counted, candidates": rows, "wrong": wrong}


def most_candidates(book: Path) -> int:
    """Return how many definitions one place of the sources may mean at most, as `book.db` lists them."""
    from repobook.link.references.answers import unpack_answers

    with sqlite3.connect(book / "book.db") as database:
        packed = database.execute("SELECT answers FROM reference").fetchall()
    return max((len(answer.targets) for (one,) in packed for answer in unpack_answers(one)), default=0)


def many_links(folder: Path, asked: argparse.Namespace) -> Row:
    """C42: a document of 100,000 links: counted exactly, listed in part."""
    text = "# Links\n\n" + "".join(
        f"- [x](../../../outside{at}) [y](/abs{at}) [z](file:///etc/passwd) [w](missing{at}.md)\n"
        for at in range(25_000)
    )
    book, outcome, wrong = made(folder, "links", {"docs/links.md": text})
    page = (book / "docs" / "links.md_docs.md").read_text()
    told = page.rpartition("\n```\n")[2]
    for words in ("99,900 more links", "the first 500 of 100,000 links"):
        if words not in page:
            wrong.append(f"not told: {words}")
    if re.search(r"\]\([^)]*(?:outside|abs|missing)\d", told):
        wrong.append("a link leads nowhere")
    return {
        "bytes": len(text),
        "page": len(page),
        "seconds of the build": round(outcome.seconds, 1),
        "wrong": wrong,
    }


def crowded_folder(folder: Path, asked: argparse.Namespace) -> Row:
    """N22: 200,000 files of one folder: its index goes on in pages of at most 512 KB, which name them all."""
    files: dict[str, bytes | str] = {
        f"all/f{at:06}.py": f"def f{at}(x):\n    return x\n" for at in range(asked.crowd)
    }
    book, outcome, wrong = made(folder, "crowd", files)
    pages = [path for path in (book / "all").glob("*.md") if not path.name.endswith(("_docs.md", "_kw.md"))]
    largest = max(path.stat().st_size for path in pages)
    named = {name for path in pages for name in re.findall(r"\bf\d{6}\.py(?=_docs\.md)", path.read_text())}
    if largest > MAX_INDEX_BYTES or len(named) != asked.crowd or outcome.documented != asked.crowd:
        wrong.append(f"largest {largest}, {len(named)} named, {outcome.documented} documented")
    return {
        "files": asked.crowd,
        "pages of the folder": len(pages),
        "largest": largest,
        "seconds of the build": round(outcome.seconds, 1),
        "wrong": wrong,
    }


def many_patterns(folder: Path, asked: argparse.Namespace) -> Row:
    """R18: 100,000 ignore rules, and 50 of many stars: twice the time of none, at most; rules beyond the limit are told."""
    files: dict[str, bytes | str] = {
        f"d{at % 40}/f{at}.py": f"def f{at}():\n    return {at}\n" for at in range(2_000)
    }
    rules = {
        "none": "",
        "100,000": "".join(f"p{at}/*.o\n" for at in range(100_000)),
        "of many stars": "".join(f"**/**/**/**/a{at}\n" for at in range(50)),
    }
    rows, wrong = [], []
    for name, text in rules.items():
        root = write_tree(folder / name, files | {".gitignore": text})
        found = heavy.make(root, folder / f"book of {name}")
        is_told = "on are not applied" in (folder / f"book of {name}" / "verification_report.md").read_text()
        rows.append([name, round(found.seconds, 1), is_told])
        if found.code or found.seconds > 2 * rows[0][1] or is_told != (name == "100,000"):
            wrong.append(f"{rows[-1]}: {found}")
    return {"rules, processor seconds, told": rows, "wrong": wrong}


ROWS: dict[str, Callable[[Path, argparse.Namespace], Row]] = {
    "C08": huge_lines, "C09": functions_on_a_line, "C10": every_grammar, "C11, C13": slow_texts, "C14": lists_without_end,
    "C16": many_symbols, "C32": long_lines, "C40": long_cycles, "C41": same_names, "C42": many_links, "N22": crowded_folder, "R18": many_patterns,
}  # fmt: skip


def main() -> None:
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("--seconds", type=float, default=30, help="C10, C11, C13, C14: limit of one analysis")
    reader.add_argument("--crowd", type=int, default=200_000, help="N22: files in one folder")
    reader.add_argument("--only", nargs="*", choices=list(ROWS), default=list(ROWS))
    reader.add_argument(
        "--record", type=Path, default=HERE / f"{datetime.date.today().isoformat()}-sizes.json"
    )
    asked = reader.parse_args()
    record = (
        json.loads(asked.record.read_text())
        if asked.record.exists()
        else {"cores": os.cpu_count(), "rows": {}}
    )
    failed = False
    for name in asked.only:
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="repobook-sizes-") as folder:
            row = ROWS[name](Path(folder), asked)
        row["seconds"] = round(time.monotonic() - began, 1)
        row["peak MB"] = (
            max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
            >> 10
        )
        failed |= bool(row["wrong"])
        print(json.dumps({name: row}), flush=True)
        record["rows"][name] = row
        asked.record.write_text(json.dumps(record, indent=1) + "\n")
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
