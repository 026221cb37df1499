"""The front page: what the repository is, its parts, and where to start reading."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice

from repobook.render.asked import question
from repobook.render.book import Book, FileRow, FolderRow
from repobook.render.commands import command_table
from repobook.render.entries import entry_points, entry_table, is_aside
from repobook.render.folder_pages import key_files, render_index, symbol_table
from repobook.render.introduction import introduce, readme_of
from repobook.render.markdown import code, number, plural, size, table
from repobook.render.parts import components, part_summary, parts_below
from repobook.render.summaries import file_summary, subtree, symbols_below, told
from repobook.render.users import packages

_VALUES = "'attribute', 'constant', 'entry', 'field', 'key', 'property', 'value', 'variable'"
MIN_LINES = 15
MAX_STARTS = 3
MAX_PARTS = 7
MIN_FILES = 20  # a smaller repository is seen whole in its list
# Folders that nobody reads to understand the code; examples (the group) show it in use.
_AROUND = re.compile(
    r"(?:^|/)(?:(examples?|samples?|demos?)|bench(?:mark)?s?|benches|tutorials?|docs?|scripts|tools?|utils|contrib|playground|third[_-]party)$",
    re.I,
)
_BENCHMARK = re.compile(r"(?:^|[/_.-])bench(?:mark)?(?:s|es|ing)?(?=[/_.-]|$)", re.I)


def render_readme(book: Book) -> None:
    """Write what this book is and how to read it."""
    options = book.options
    revision = f" at revision {code(options.revision)}" if options.revision else ""
    book.write_file(
        ".nojekyll", ""
    )  # a host that runs the templates of Liquid would run those that sources hold
    book.write(
        "README.md",
        f"""# The book of {code(options.name)}

Made by repobook {options.version} from {code(options.name)}{revision}, without running any of it.

| page | what it tells |
|---|---|
| [index.md](index.md) | what the repository is, its parts, where to start reading |
| [comprehensive_book.md](comprehensive_book.md) | the repository as one book, foundations first |
| [rules.md](rules.md) | the rules that looked at the code, and how much they found |
| [keywords.md](keywords.md) | A–Z of every definition; `←` names a file that uses it, `+2` counts others |
| [verification_report.md](verification_report.md) | what was checked, what was left out and why |
| `<folder>/index.md`, `doc.md`, `sub.md` | what a folder holds, what it is for, its keywords |
| `<file>_docs.md`, `<file>_kw.md` | a file's documentation and its keywords |
| `book.db` | the facts, as an SQLite database |

{where_lines_lead(book)}
`sha256sum -c SHA256SUMS` checks the pages; `repobook verify` checks every link and every cited line.
""",
    )


def where_lines_lead(book: Book) -> str:
    """Say where the links to lines lead in this book."""
    root = book.options.source_root
    said = "Links named L10-L24 name the lines that a statement rests on and lead to"
    if root.startswith("https://"):
        return f"{said} them at {code(root)}."
    if root:
        return f"{said} them in the repository, which this book lies in."
    if book.options.has_source:
        return f"{said} the source on the page of their file."
    return f"{said} the page of their file; this book holds no source."


# What stands on the front page, in its order.
_SECTIONS: list[tuple[str, Callable[[Book, FolderRow], str]]] = [
    ("", lambda book, root: introduce(book, root, "")),
    ("", lambda book, root: "" if root.all_files else "This repository holds no files.\n"),
    ("Reading path", lambda book, root: _reading_path(book, root)),
    ("Entry points", lambda book, root: entry_table(book, entry_points(book, *subtree(book, root)), 12, "")),
    ("Build and test commands it states", lambda book, root: command_table(book, "")),
    ("Components", lambda book, root: components(book, "")),
    ("Most important symbols", lambda book, root: _symbols(book, root)),
    ("Most important files", lambda book, root: _files(book, root)),
    ("Packages it needs", lambda book, root: packages(book, "")),
    ("Languages and sizes", lambda book, root: _languages(book)),
]


def front_numbers(book: Book) -> list[int]:
    return list(range(len(_SECTIONS)))


def make_front_section(book: Book, number_: int) -> str:
    """Return a section of the front page."""
    title, make = _SECTIONS[number_]
    body = make(book, _top(book))
    return f"## {title}\n\n{body}" if title and body else body


def finish_front(book: Book, texts: dict[int, str]) -> None:
    """Write `index.md` of its sections, with the list of the top folder."""
    parts = [f"# {code(book.options.name)}\n", *(text for text in texts.values() if text)]
    parts.append(
        "More: [how to read this book](README.md) · [the whole book](comprehensive_book.md) · [keywords A–Z](keywords.md) ·"
        f" [verification report](verification_report.md)\n\n{where_lines_lead(book)}\n"
    )
    render_index(book, _top(book), "\n".join(parts))


def _top(book: Book) -> FolderRow:
    return book.folders[next(iter(book.folders))]


def _languages(book: Book) -> str:
    rows = book.query(
        "SELECT language, count(*) AS n, sum(lines) AS lines, sum(code_lines) AS code_lines, sum(size_bytes) AS bytes FROM file"
        " WHERE outcome = 'documented' GROUP BY language ORDER BY bytes DESC, language"
    )
    if not rows:
        return ""
    shown: list[tuple[str, ...]] = [
        (
            row["language"] or "plain text",
            number(row["n"]),
            number(row["lines"]),
            number(row["code_lines"]),
            size(row["bytes"]),
        )
        for row in rows[:16]
    ]
    rest = rows[16:]
    if rest:
        shown.append(
            (
                plural(len(rest), "other"),
                *(number(sum(r[k] for r in rest)) for k in ("n", "lines", "code_lines")),
                size(sum(r["bytes"] for r in rest)),
            )
        )
    return table(("language", "files", "lines", "code", "size"), shown, "lrrrr")


def _reading_path(book: Book, root: FolderRow) -> str:
    """List what to read in which order: what the repository says, its foundations, what stands on them, where it starts."""
    steps: list[str] = []
    seen: set[int] = set()

    def show(file: FileRow, why: str = "", base: str = "") -> str:
        seen.add(file.id)
        users = f", used by {plural(file.users, 'file')}" if file.users else ""
        link = book.docs_link(file, "", code(file.path[len(base) + 1 :] if base else file.path))
        return told(f"{link} ({plural(file.lines, 'line')}{users}){why}", file_summary(book, file))

    speaker = readme_of(book, root)
    if speaker is None and root.purpose_file is not None:
        speaker = book.files[root.purpose_file]
    if speaker is not None:
        steps.append(show(speaker))
    steps += [show(file) for file in _designs(book) if file.id not in seen]
    entries = entry_points(book, *subtree(book, root))
    for entry in entries:
        file = book.files[entry.file_id]
        is_of_all = entry.stated is not None and "/" not in book.files[entry.stated[0]].path
        if (
            entry.is_package
            and is_of_all
            and file.id not in seen
            and file.lines >= MIN_LINES
            and _is_written(file)
        ):
            steps.append(show(file, f", where {entry.what} starts"))
    parts = _main_parts(book)
    main = [folder for folder in parts if not _AROUND.search(folder.path)]
    if len(main) > 1:
        # What nothing imports and nobody starts teaches little about the rest.
        main = [
            f
            for f in main
            if any(file.users for file in _first_files(book, f, 1))
            or (f.path and entry_points(book, *subtree(book, f)))
        ]
    for folder in main:
        files = [
            f
            for f in _first_files(book, folder, 5 if len(main) < 2 else 3 if len(main) < 5 else 2)
            if f.id not in seen
        ]
        name = book.folder_link(folder, "", code(folder.path or "/"), "doc.md")
        step = told(name, part_summary(book, folder))
        steps.append("\n".join([step, *(f"   - {show(file, base=folder.path)}" for file in files)]))
    mains = [e for e in entries if e.is_main and e.file_id not in seen]
    for entry in [e for e in mains if _is_written(book.files[e.file_id])][:MAX_STARTS]:
        if entry.file_id not in seen:
            started = entry.what.partition(", only under ")[0]
            steps.append(show(book.files[entry.file_id], f", where {started} starts"))
    for folder in parts:
        if (aside := _AROUND.search(folder.path)) and aside[1]:
            name = book.folder_link(folder, "", code(folder.path), "doc.md")
            steps.append(told(name, part_summary(book, folder)))
    if (test := _telling_test(book)) is not None and test.id not in seen:
        steps.append(show(test, ", a test that uses much of it"))
    return "\n".join(f"{n}. {step}" for n, step in enumerate(steps, 1)) + "\n" if len(steps) > 1 else ""


def _is_written(file: FileRow) -> bool:
    """Tell whether people of this repository wrote a file, as a part of what it is about."""
    return not is_aside(file) and file.kind not in ("generated", "vendored")


def _main_parts(book: Book) -> list[FolderRow]:
    """Return the parts that matter most by their size and by what builds on them, foundations first."""
    rows = book.query(
        "SELECT c.position, c.folder_id, c.source_lines, coalesce(sum(l.imports), 0) AS imports FROM component c"
        " LEFT JOIN component_link l ON l.other_id = c.folder_id WHERE c.source_lines > 0 GROUP BY c.position"
    )
    lines = max((row["source_lines"] for row in rows), default=1)
    imports = max((row["imports"] for row in rows), default=1) or 1
    ranked = sorted(
        rows, key=lambda row: (-row["source_lines"] / lines - row["imports"] / imports, row["position"])
    )
    chosen = sorted(ranked[:MAX_PARTS], key=lambda row: row["position"])
    return [book.folders[row["folder_id"]] for row in chosen]


def _designs(book: Book) -> list[FileRow]:
    """Return the documents that tell how the whole is built, by their names."""
    pattern = re.compile(
        r"(?:docs?/|\.github/)?(?:[^/]+/)?(?:architecture|design|internals|overview|concepts|how-it-works)\.(?:md|rst|txt|adoc)",
        re.I,
    )
    found = [
        f for f in book.files.values() if f.kind == "document" and f.lines > 20 and pattern.fullmatch(f.path)
    ]
    return sorted(found, key=lambda f: (f.path.count("/"), f.path))[:2]


@question
def _first_files(book: Book, folder: FolderRow, limit: int) -> list[FileRow]:
    """Return the sources of a part to begin with: those that most rests on, else its largest."""
    low, high = subtree(book, folder)
    only_here = "" if folder.path else f" AND folder_id = {folder.id}"
    rows = book.query(
        f"SELECT id, lines >= {MIN_LINES} AS is_long FROM file WHERE id BETWEEN ? AND ? AND kind = 'source' AND outcome = 'documented'"
        f" AND lines > 0{only_here} ORDER BY importance DESC, users DESC, lines DESC, id",
        low, high,
    )  # fmt: skip
    inner = [subtree(book, book.folders[part]) for part in parts_below(book, folder)] if folder.path else []
    rows = [row for row in rows if not any(first <= row["id"] <= last for first, last in inner)]
    long = {row["id"] for row in rows if row["is_long"]}
    own = [book.files[row["id"]] for row in rows]
    own = [file for file in own if not _BENCHMARK.search(file.path)] or own
    # A file of a few lines only leads elsewhere.
    own = [file for file in own if file.id in long] or own
    # A table of values tells nothing of how the part works, however many lines it has.
    return list(islice((file for file in own if not _is_table(book, file)), limit)) or own[:limit]


def _is_table(book: Book, file: FileRow) -> bool:
    """Tell whether a source defines values, and nothing that runs or is a type."""
    rows = book.query(
        f"SELECT min(kind IN ({_VALUES}) AND complexity = 0) FROM symbol WHERE file_id = ?", file.id
    )
    return bool(rows[0][0])


MUCH = 5  # definitions that a test must use to be told of
MANY_SYMBOLS = 300  # … where there are as many


def _telling_test(book: Book) -> FileRow | None:
    """Return the test that uses the most of what sources define, where it can be read in one sitting."""
    rows = book.query(
        "SELECT u.file_id, sum(u.symbols) AS n FROM test_use u JOIN file f ON f.id = u.file_id WHERE f.lines BETWEEN 40 AND 900"
        " GROUP BY u.file_id HAVING n >= ? ORDER BY f.users > 0, n DESC, f.lines, u.file_id",
        MUCH if book.query("SELECT count(*) FROM symbol")[0][0] > MANY_SYMBOLS else 2,
    )
    tests = (book.files[row["file_id"]] for row in rows)
    return next((file for file in tests if not _BENCHMARK.search(file.path)), None)


def _symbols(book: Book, root: FolderRow) -> str:
    rows = symbols_below(book, root, 60)
    rows = [row for row in rows if not is_aside(book.files[row["file_id"]])] or rows
    return symbol_table(book, rows[:12], "", named=2)


def _files(book: Book, root: FolderRow) -> str:
    return key_files(book, root, "", 10, 2) if root.all_files > MIN_FILES else ""
