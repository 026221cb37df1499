"""Where running starts: commands and libraries that a manifest declares, `main` functions, scripts called by name."""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from repobook.render.asked import recalled, shared
from repobook.render.book import Book, FileRow, filled, marks
from repobook.render.markdown import code, number, table
from repobook.render.summaries import file_summary

_PYTHON_SCRIPTS = ("project.scripts", "project.gui-scripts", "tool.poetry.scripts", "tool.flit.scripts")
_PACKAGES = {"pyproject.toml": ("project", "tool.poetry"), "Cargo.toml": ("package",)}
_GUARD = re.compile(r"^if __name__ == (['\"])__main__\1", re.M)
_ASIDE = re.compile(
    r"(?:^|/)(?:examples?|samples?|demos?|contrib|utils|tools?|scripts|benchmarks?|benches|fuzz|docs?|tests?)/",
    re.I,
)
_QUOTED = re.compile(r"[=:]\s*[\"']([^\"']+)[\"']")
_CALLABLE = ("function", "method", "proc", "sub", "procedure", "subroutine", "program", "fun")
_DECLARED, _MAIN, _PACKAGE, _SCRIPT, _CONDITIONAL = range(5)
_BLOCK = 256  # ids of files
_WINDOWS = frozenset(["wmain", "WinMain", "wWinMain"])
_SYSTEMS = re.compile(r"WIN32|_MSC_VER|__APPLE__|__unix__")
_GUARDS = re.compile(r"__cplusplus|_H_*\b")


@dataclass(frozen=True, slots=True)
class Entry:
    """One place where running starts, and what says so."""

    rank: int
    what: str  # Markdown: "command `shop`", "`main`"
    file_id: int  # where it starts
    first_line: int
    last_line: int
    title: str = ""  # a name that those lines hold
    stated: tuple[int, int] | None = None  # file and line that declare it, where that is another place

    @property
    def is_main(self) -> bool:
        return self.rank <= _MAIN

    @property
    def is_package(self) -> bool:
        return self.rank == _PACKAGE


@recalled
def entry_points(book: Book, low: int, high: int) -> list[Entry]:
    """Return the entry points among a range of files, the declared ones first."""
    found = [*_all_declared(book)]
    for block in range(low // _BLOCK, high // _BLOCK + 1):
        found += _of_block(book, block)
    entries = [entry for entry in found if low <= entry.file_id <= high]
    entries.sort(key=lambda entry: _order(entry, book.files[entry.file_id]))
    seen: set[int] = set()
    kept = []
    for entry in entries:
        # The function behind a command, or behind the guard at the end of a file, is the same entry.
        if entry.rank == _DECLARED or entry.file_id not in seen:
            kept.append(entry)
            seen.add(entry.file_id)
    return kept


def entry_table(book: Book, entries: list[Entry], limit: int, here: str, base: str = "") -> str:
    """Return entry points as a table; paths are shown from the folder `base`."""
    if not entries:
        return ""
    rows = []
    for entry in entries[:limit]:
        file = book.files[entry.file_id]
        shown = file.path[len(base) + 1 :] if base and file.path.startswith(base + "/") else file.path
        what = entry.what
        if entry.stated:
            at = book.files[entry.stated[0]]
            what += f", {book.cite(at, entry.stated[1], entry.stated[1], here, text=code(at.name) + ' ')}"
        where = (
            book.cite(file, entry.first_line, entry.last_line, here, entry.title, code(shown) + " ")
            if entry.first_line
            else book.docs_link(file, here, code(shown))
        )
        rows.append((what, where, file_summary(book, file)))
    more = f"\n{number(len(entries) - limit)} more.\n" if len(entries) > limit else ""
    return table(("runs as", "starts in", "what it is"), rows) + more


@recalled
def _all_declared(book: Book) -> list[Entry]:
    paths = {file.path: file for file in book.files.values() if file.outcome == "documented"}
    return list(_declared(book, paths))


@recalled
def _of_block(book: Book, block: int) -> list[Entry]:
    """Return what starts in a few files that follow each other. An edit of one of them is asked of no others."""
    rows = book.query(
        "SELECT id FROM file WHERE id BETWEEN ? AND ?", block * _BLOCK, (block + 1) * _BLOCK - 1
    )
    files = [book.files[row[0]] for row in rows]
    return [*_mains(book, _main_symbols(book).get(block, [])), *_guards(book, block), *_scripts(files)]


def is_aside(file: FileRow) -> bool:
    """Tell whether a file lies among examples, tools or copies: beside what the repository is about."""
    return bool(_ASIDE.search(file.path))


def _order(entry: Entry, file: FileRow) -> tuple[int, bool, int, int, int, bool, int]:
    """Declared first, examples and tools behind all programs; near the top before far below it, large before small.

    Of one file, what starts on most systems goes before `wmain` and `WinMain`.
    """
    place = file.path.count("/"), -file.lines, file.id
    aside = is_aside(file)
    return (
        max(entry.rank, _SCRIPT) if aside else entry.rank,
        aside,
        *place,
        entry.title in _WINDOWS,
        entry.first_line,
    )


def _declared(book: Book, paths: dict[str, FileRow]) -> Iterator[Entry]:
    """Yield what manifests declare: console scripts, `bin` of packages, `[[bin]]` of Cargo, and what others import."""
    for row in _declarations(book):
        folder = row["path"].rpartition("/")[0]
        start = folder + "/" if folder else ""
        value = _QUOTED.search(row["signature"])
        stated = (row["file_id"], row["first_line"])
        base = row["path"].rpartition("/")[2]
        if row["name"] == "name" and row["scope"] in _PACKAGES.get(base, ()):
            yield from _library(book, paths, start, value[1] if value else "", stated)
        elif base == "pyproject.toml" and value:
            yield _python_script(book, paths, start, row["name"], value[1], stated)
        elif base == "Cargo.toml":
            path = book.query(
                "SELECT signature FROM symbol WHERE file_id = ? AND scope = ? AND name = 'path'",
                row["file_id"],
                row["name"],
            )
            found = _QUOTED.search(path[0][0]) if path else None
            file = paths.get(start + (found[1] if found else "src/main.rs"))
            if file is not None:
                first, last = _symbol(book, file, "main")
                yield Entry(
                    _DECLARED,
                    f"command {code(row['name'])}",
                    file.id,
                    first,
                    last,
                    "main" if first else "",
                    stated,
                )
        elif base in ("package.json", "composer.json"):
            target = value[1] if value else ""
            for at in _javascript_paths(target):
                if start + at in paths:
                    file = paths[start + at]
                    what, rank = f"command {code(row['name'])}", _DECLARED
                    if row["name"] == "main" and not row["scope"]:
                        what, rank = f"package {code(row['title'] or folder)}", _PACKAGE
                    if not row["scope"] and row["name"] == "bin":
                        what = f"command {code(file.name.partition('.')[0])}"
                    yield Entry(rank, what, file.id, 0, 0, "", stated)
                    break


def _declarations(book: Book) -> Iterator[sqlite3.Row]:
    """Yield the keys of manifests that declare what runs."""
    scripts = ", ".join(f"'{scope}'" for scope in _PYTHON_SCRIPTS)
    top = "s.scope = '' AND s.name"
    wanted = {
        "pyproject.toml": f"(s.scope IN ({scripts}) OR s.scope IN ('project', 'tool.poetry') AND s.name = 'name')",
        "package.json": f"(s.scope = 'bin' OR {top} IN ('bin', 'main'))",
        "composer.json": f"{top} = 'bin'",
        "Cargo.toml": "(s.kind = 'bin' OR s.scope = 'package' AND s.name = 'name')",
    }
    for file in book.files.values():
        if file.outcome == "documented" and file.name in wanted and file.kind not in ("test", "vendored"):
            yield from book.query(
                "SELECT s.file_id, s.name, s.scope, s.signature, s.first_line, f.path, f.title"
                " FROM symbol s JOIN file f ON f.id = s.file_id"
                f" WHERE s.file_id = ? AND s.kind != 'table' AND {wanted[file.name]} ORDER BY s.id",
                file.id,
            )


def _python_script(
    book: Book, paths: dict[str, FileRow], start: str, name: str, target: str, stated: tuple[int, int]
) -> Entry:
    """`shop = "shop.cli:main"` starts in the function `main` of `shop/cli.py`."""
    module, _, function = target.partition(":")
    stem = module.strip().replace(".", "/")
    for at in (
        f"{start}{stem}.py",
        f"{start}src/{stem}.py",
        f"{start}{stem}/__init__.py",
        f"{start}src/{stem}/__init__.py",
    ):
        if at in paths:
            file = paths[at]
            last_name = function.strip().rpartition(".")[2]
            first, last = _symbol(book, file, last_name)
            return Entry(
                _DECLARED, f"command {code(name)}", file.id, first, last, last_name if first else "", stated
            )
    return Entry(_DECLARED, f"command {code(name)} ({code(target)})", stated[0], stated[1], stated[1])


def _library(
    book: Book, paths: dict[str, FileRow], start: str, name: str, stated: tuple[int, int]
) -> Iterator[Entry]:
    """Yield where a library starts for those who import it: `src/lib.rs`, `shop/__init__.py`."""
    if book.files[stated[0]].name == "Cargo.toml":
        own = book.query(
            "SELECT signature FROM symbol WHERE file_id = ? AND scope = 'lib' AND name = 'path'", stated[0]
        )
        found = _QUOTED.search(own[0][0]) if own else None
        places = [found[1] if found else "src/lib.rs"]
    else:
        module = name.lower().replace("-", "_").replace(".", "/")
        places = [f"{top}{module}{end}" for top in ("src/", "") for end in ("/__init__.py", ".py")]
    for at in places:
        if name and start + at in paths and not is_aside(paths[start + at]):
            yield Entry(_PACKAGE, f"package {code(name)}", paths[start + at].id, 0, 0, "", stated)
            return


def _javascript_paths(target: str) -> Iterator[str]:
    path = target.removeprefix("./").rstrip("/")
    if path:
        yield path
        yield path + ".js"
        yield path + "/index.js"


def _symbol(book: Book, file: FileRow, name: str) -> tuple[int, int]:
    rows = book.query(
        "SELECT first_line, last_line FROM symbol WHERE file_id = ? AND name = ? ORDER BY scope != '', id LIMIT 1",
        file.id,
        name,
    )
    return (rows[0][0], rows[0][1]) if rows else (0, 0)


@shared
def _main_symbols(book: Book) -> dict[int, list[int]]:
    """Return what is called as functions are that a system starts, by blocks of files."""
    found: dict[int, list[int]] = {}
    for symbol, file_id in book.query(
        "SELECT s.id, s.file_id FROM symbol s JOIN file f ON f.id = s.file_id"
        " WHERE s.name IN ('main', 'Main', 'wmain', 'WinMain', 'wWinMain', 'PYBIND11_MODULE') AND f.kind IN ('source', 'build')"
        " AND f.language NOT IN ('JavaScript', 'TypeScript', 'Ruby', 'GLSL', 'HLSL') ORDER BY s.id"
    ):
        found.setdefault(file_id // _BLOCK, []).append(symbol)
    return found


def _mains(book: Book, symbols: list[int]) -> Iterator[Entry]:
    """Yield functions that a system starts: `main` at the top of a file, in Java and C# as a static member."""
    if not symbols:
        return
    kinds = ", ".join(f"'{kind}'" for kind in _CALLABLE)
    asked = filled(symbols)
    for row in book.query(
        "SELECT s.name, s.file_id, s.first_line, s.last_line, s.condition, f.language FROM symbol s JOIN file f ON f.id = s.file_id"
        f" WHERE s.id IN ({marks(asked)}) AND s.kind IN ({kinds})"
        " AND (s.scope = '' OR s.signature LIKE '%static%ain(%' OR f.language = 'Go') ORDER BY s.id",
        *asked,
    ):
        condition = row["condition"]
        what = code(row["name"])
        if condition and not _GUARDS.search(condition):
            what += f", only under {code(condition[:60])}"
        if condition and not _is_ordinary(condition):
            yield Entry(_CONDITIONAL, what, row["file_id"], row["first_line"], row["last_line"], row["name"])
        else:
            # A function that Python calls `main` runs by itself only through a guard or a command; Cargo builds with `build.rs`.
            is_of_build = book.files[row["file_id"]].name == "build.rs"
            rank = _SCRIPT if row["language"] == "Python" or is_of_build else _MAIN
            what = f"build script, {what}" if is_of_build else what
            yield Entry(rank, what, row["file_id"], row["first_line"], row["last_line"], row["name"])


def _is_ordinary(condition: str) -> bool:
    """Tell whether a preprocessor condition only chooses a system, or guards against a second inclusion."""
    return bool(_SYSTEMS.search(condition) or _GUARDS.search(condition))


def _guards(book: Book, block: int) -> Iterator[Entry]:
    """Yield Python files that run when called by name. Their terms tell which are worth opening."""
    from repobook.render.job import read_source

    for row in book.query(
        "SELECT f.id, f.path_bytes, f.sha256, f.encoding, t.names FROM file f JOIN term t ON t.file_id = f.id"
        " WHERE f.id BETWEEN ? AND ? AND f.language = 'Python' AND f.kind IN ('source', 'build') ORDER BY f.id",
        block * _BLOCK, (block + 1) * _BLOCK - 1,
    ):  # fmt: skip
        file = book.files[row["id"]]
        is_module = file.name == "__main__.py"
        if not is_module and b"__name__" not in zlib.decompress(row["names"]):
            continue
        text = read_source(book, file, row) or ""
        if is_module:
            yield Entry(_MAIN, f"{code('python -m ' + _module(file.path))}", file.id, 1, max(1, file.lines))
        elif found := _GUARD.search(text):
            line = text.count("\n", 0, found.start()) + 1
            yield Entry(_SCRIPT, code(f"python {file.path}"), file.id, line, line, "__main__")


def _module(path: str) -> str:
    return path.rpartition("/")[0].removeprefix("src/").replace("/", ".") or "."


def _scripts(files: list[FileRow]) -> Iterator[Entry]:
    """Yield programs that a repository keeps where programs are kept."""
    for file in files:
        if (
            file.outcome == "documented"
            and file.kind == "source"
            and re.fullmatch(r"(?:bin|exe|sbin)/[^/.]+", file.path)
        ):
            yield Entry(_SCRIPT, code(file.path), file.id, 1, max(1, file.lines))
