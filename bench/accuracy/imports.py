"""How many of the imports that can resolve inside a tree do: decided from the tree alone, compared with a book.

    python bench/accuracy/imports.py TREE BOOK [--misses 30] [--sample 100]

Shares no code with repobook. Python: every statement is read with `ast`, and the dotted name is looked up with
`importlib`'s own path finder over the roots that a program started in this tree could have. C, C++, CUDA and
Objective-C: an include can resolve if the file lies beside the including one or some path of the tree ends in what is
written, and no compiler's own header bears that name.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import os
import re
import sqlite3
import subprocess
import sys
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path

INCLUDE = re.compile(rb"^[ \t]*#[ \t]*(?:include|import)(?:_next)?[ \t]*([<\"])([^>\"\n]+)[>\"]", re.M)
COMMENT = re.compile(rb"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"", re.S)
C_FAMILY = ("C", "C++", "Cuda", "HIP", "Objective-C", "Objective-C++")
MARKS = ("setup.py", "pyproject.toml", "setup.cfg")
Found = tuple[
    str, int, str, str, frozenset[str]
]  # path, line, target, what is asked for, what would be right


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree", type=Path)
    parser.add_argument("book", type=Path, help="a book, or its book.db")
    parser.add_argument("--misses", type=int, default=20, help="how many misses to list of each cause")
    parser.add_argument(
        "--sample", type=int, default=0, help="how many resolved imports to list, chosen by a hash"
    )
    options = parser.parse_args()
    database = options.book / "book.db" if options.book.is_dir() else options.book
    reader = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    languages = dict(reader.execute("SELECT path, language FROM file WHERE outcome = 'documented'"))
    answers = read_answers(reader)
    tree = str(options.tree)
    report("Python imports", list(python_imports(tree, languages)), answers, options)
    report("includes", list(includes(tree, languages)), answers, options)


def read_answers(reader: sqlite3.Connection) -> dict[tuple[str, int, str], list[tuple[str, str]]]:
    answers: dict[tuple[str, int, str], list[tuple[str, str]]] = defaultdict(list)
    for path, line, target, answer, file, folder in reader.execute(
        "SELECT f.path, i.line, i.target, i.answer, t.path, d.path FROM import i JOIN file f ON f.id = i.file_id"
        " LEFT JOIN file t ON t.id = i.target_file LEFT JOIN folder d ON d.id = i.target_folder"
    ):
        answers[path, line, target].append(
            (answer, file or (folder or "/") + "/" if file or answer == "folder" else "")
        )
    return answers


def report(title: str, found: list[Found], answers: dict, options: argparse.Namespace) -> None:
    causes: Counter[str] = Counter()
    misses: dict[str, list[str]] = defaultdict(list)
    right: list[str] = []
    for path, line, target, asked, wanted in found:
        given = answers.get((path, line, target), [])
        if not given:
            cause = "not read as an import"
        elif any(answer in ("file", "folder") and place in wanted for answer, place in given):
            right.append(f"{path}:{line} {asked} -> {next(place for _, place in given if place in wanted)}")
            continue
        elif given[0][0] in ("file", "folder"):
            cause = "another file"
        else:
            cause = f"answered {given[0][0] or 'nothing'}"
        causes[cause] += 1
        misses[cause].append(
            f"{path}:{line} {asked} -> {given[0][1] if given else ''} (wanted {', '.join(sorted(wanted)[:3])})"
        )
    total = len(found)
    print(
        f"{title}: {total:,} can resolve inside the tree, {len(right):,} do: {100 * len(right) / max(1, total):.2f} %"
    )
    for cause, count in causes.most_common():
        print(f"  {cause}: {count:,}")
        for miss in misses[cause][: options.misses]:
            print(f"    {miss}")
    chosen = sorted(right, key=lambda text: hashlib.sha256(text.encode()).digest())[: options.sample]
    for text in sorted(chosen):
        print(f"  right: {text}")


def python_imports(tree: str, languages: dict[str, str]) -> Iterator[Found]:
    tops = ["", "src"]
    for path in languages:
        folder, _, base = path.rpartition("/")
        if base in MARKS:
            tops += [folder, f"{folder}/src"]
    tops = [top for top in dict.fromkeys(tops) if os.path.isdir(os.path.join(tree, top))]
    finders: dict[str, FileFinder] = {}
    for path, language in sorted(languages.items()):
        if language != "Python":
            continue
        for line, level, module, names in statements(os.path.join(tree, path)):
            wanted = look_up(tree, tops, finders, path, level, module, names)
            if not path.endswith("__init__.py") and not path.endswith(
                "__init__.pyi"
            ):  # a package may import from itself
                wanted.discard(path)
            if wanted:
                yield (
                    path,
                    line,
                    "." * level + module,
                    f"{'.' * level}{module} {','.join(names)}",
                    frozenset(wanted),
                )


def statements(path: str) -> Iterator[tuple[int, int, str, list[str]]]:
    try:
        with open(path, "rb") as stream, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed = ast.parse(stream.read())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(parsed):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, 0, name.name, []
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, node.level, node.module or "", [name.name for name in node.names]


def look_up(
    tree: str,
    tops: list[str],
    finders: dict[str, FileFinder],
    path: str,
    level: int,
    module: str,
    names: list[str],
) -> set[str]:
    """Return the files (and folders, with a slash) that a statement may load first, from the first root that has them."""
    folder = os.path.dirname(path)
    if level:
        for _ in range(level - 1):
            folder = os.path.dirname(folder)
        roots = [folder]
        if not module:
            start = {
                place
                for place in (f"{folder}/__init__.py", f"{folder}/__init__.pyi")
                if os.path.isfile(os.path.join(tree, place))
            }
            return start | {hit for name in names for hit in chain(tree, finders, folder, [name])}
    else:
        package_root = folder
        while package_root and os.path.isfile(os.path.join(tree, package_root, "__init__.py")):
            package_root = os.path.dirname(package_root)
        top = module.split(".")[0]
        if top in sys.stdlib_module_names:
            return set()
        roots = list(dict.fromkeys([*([folder] if folder == package_root else []), package_root, *tops]))
    for root in roots:
        parts = module.split(".")
        found = chain(tree, finders, root, parts)
        if not found:
            continue
        for name in names:
            found |= chain(tree, finders, root, [*parts, name])
        # A folder without modules of its own is no namespace that anyone means.
        if any(not hit.endswith("/") for hit in found):
            return found
    return set()


def chain(tree: str, finders: dict[str, FileFinder], root: str, parts: list[str]) -> set[str]:
    """Return what a dotted name is below a root, as `importlib` finds it, part by part."""
    places = [os.path.join(tree, root)]
    for number, part in enumerate(parts):
        spec = None
        for place in places:
            if place not in finders:
                finders[place] = FileFinder(place, (SourceFileLoader, [".py", ".pyi", ".pyx"]))
            spec = finders[place].find_spec(part)
            if spec is not None:
                break
        if spec is None:
            return set()
        if number == len(parts) - 1:
            if spec.origin:
                return {os.path.relpath(spec.origin, tree)}
            return {os.path.relpath(next(iter(spec.submodule_search_locations or [])), tree) + "/"}
        places = list(spec.submodule_search_locations or [])
    return set()


def includes(tree: str, languages: dict[str, str]) -> Iterator[Found]:
    by_base: dict[str, list[str]] = defaultdict(list)
    for path in languages:
        by_base[os.path.basename(path)].append(path)
    own = list(compiler_folders())
    known: dict[str, bool] = {}
    for path, language in sorted(languages.items()):
        if language not in C_FAMILY:
            continue
        with open(os.path.join(tree, path), "rb") as stream:
            data = stream.read()
        text = COMMENT.sub(
            lambda hit: hit[0] if hit[0][:1] == b'"' else re.sub(rb"[^\n]", b" ", hit[0]), data
        )
        for hit in INCLUDE.finditer(text):
            target = hit[2].decode(errors="replace").strip()
            near = os.path.normpath(os.path.join(os.path.dirname(path), target))
            wanted = {near} if hit[1] == b'"' and near in languages else set()
            if not wanted:
                if target not in known:
                    known[target] = any(os.path.isfile(os.path.join(folder, target)) for folder in own)
                if known[target]:
                    continue
                tail = re.sub(r"^(?:\.\./)+", "", os.path.normpath(target))
                wanted = {
                    p for p in by_base.get(os.path.basename(tail), ()) if p == tail or p.endswith("/" + tail)
                }
            wanted.discard(path)
            if wanted:
                yield path, text.count(b"\n", 0, hit.start()) + 1, target, target, frozenset(wanted)


def compiler_folders() -> Iterator[str]:
    """Yield the folders in which this machine's compiler looks for its own headers; none without a compiler."""
    try:
        run = subprocess.run(
            ["c++", "-E", "-x", "c++", "-v", os.devnull], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return
    listed = run.stderr.partition("search starts here:")[2].partition("End of search list")[0]
    for line in listed.splitlines():
        if os.path.isdir(line.strip()):
            yield line.strip()


if __name__ == "__main__":
    main()
