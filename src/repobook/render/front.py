"""The front page: what the repository is, its parts, and where to start reading."""

from __future__ import annotations

import re
from itertools import islice

from repobook.render.book import Book, FileRow, FolderRow
from repobook.render.commands import command_table
from repobook.render.entries import entry_points, entry_table, is_aside
from repobook.render.folder_pages import mermaid, render_index
from repobook.render.introduction import introduce, readme_of
from repobook.render.markdown import code, number, plural, size, table
from repobook.render.summaries import file_summary, folder_summary, own_words, subtree, symbols_below

MIN_LINES = 15
MAX_STARTS = 3
MAX_PARTS = 7
# Folders that nobody reads to understand the code; examples (the group) show it in use.
_AROUND = re.compile(
    r"(?:^|/)(?:(examples?|samples?|demos?)|bench(?:mark)?s?|benches|tutorials?|docs?|scripts|tools?|utils|contrib|playground|third[_-]party)$",
    re.I,
)


def render_readme(book: Book) -> None:
    """Write what this book is and how to read it."""
    options = book.options
    revision = f" at revision {code(options.revision)}" if options.revision else ""
    book.write(
        "README.md",
        f"""# The book of {code(options.name)}

Made by repobook {options.version} from {code(options.name)}{revision}, without running any of it.

| page | what it tells |
|---|---|
| [index.md](index.md) | what the repository is, its parts, where to start reading |
| [comprehensive_book.md](comprehensive_book.md) | the repository as one book, foundations first |
| [keywords.md](keywords.md) | A–Z of every definition |
| [verification_report.md](verification_report.md) | what was checked, what was left out and why |
| `<folder>/index.md`, `doc.md`, `sub.md` | what a folder holds, what it is for, its keywords |
| `<file>_docs.md`, `<file>_kw.md` | a file's documentation and its keywords |
| `book.db` | the facts, as an SQLite database |

Links named L10-L24 lead to the lines that a statement rests on. `sha256sum -c SHA256SUMS` checks the pages;
`repobook verify` checks every link and every cited line.
""",
    )


def render_front(book: Book) -> None:
    """Write `index.md`, with the list of the top folder."""
    root = book.folders[next(iter(book.folders))]
    parts = [f"# {code(book.options.name)}\n"]
    if said := introduce(book, root, ""):
        parts.append(said)
    if not root.all_files:
        parts.append("This repository holds no files.\n")
    low, high = subtree(book, root)
    for title, body in (
        ("Reading path", _reading_path(book, root)),
        ("Entry points", entry_table(book, entry_points(book, low, high), 12, "")),
        ("Build and test commands it states", command_table(book, "")),
        ("Components", components(book, "")),
        ("Most used symbols", _symbols(book, root)),
        ("Languages and sizes", _languages(book)),
    ):
        if body:
            parts.append(f"## {title}\n\n{body}")
    parts.append(
        "More: [the whole book](comprehensive_book.md) · [keywords A–Z](keywords.md) ·"
        " [verification report](verification_report.md)\n"
    )
    render_index(book, root, "\n".join(parts))


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
                f"{len(rest)} others",
                *(number(sum(r[k] for r in rest)) for k in ("n", "lines", "code_lines")),
                size(sum(r["bytes"] for r in rest)),
            )
        )
    return table(("language", "files", "lines", "code", "size"), shown, "lrrrr")


def components(book: Book, here: str) -> str:
    """Return the diagram and the table of the parts, foundations first."""
    rows = book.query("SELECT c.position, c.folder_id, c.layer FROM component c ORDER BY c.position")
    if not rows:
        return ""
    links = {
        (r[0], r[1]): r[2] for r in book.query("SELECT folder_id, other_id, imports FROM component_link")
    }
    strongest = sorted(links, key=lambda pair: (-links[pair], pair))
    chosen: list[tuple[int, int]] = []
    nodes: set[int] = set()
    for pair in strongest:
        if len(nodes | set(pair)) <= 16 and len(chosen) < 28 and links[pair] > links.get(pair[::-1], 0):
            chosen.append(pair)
            nodes |= set(pair)
    picture = mermaid(book, chosen, links) if len(chosen) > 1 else ""
    shown = []
    for position, folder_id, layer in rows:
        folder = book.folders[folder_id]
        on = [(a, b) for a, b in strongest if a == folder_id][:3]
        shown.append(
            (
                number(position),
                book.folder_link(folder, here, code(folder.path or book.options.name), "doc.md"),
                number(layer),
                number(_part_lines(book, folder)) if folder.path else "",
                ", ".join(
                    code(book.folders[b].path or book.options.name)
                    + (" (and it on this)" if (b, a) in links else "")
                    for a, b in on
                ),
                part_summary(book, folder),
            )
        )
    note = "Foundations first: a part's layer is one above the highest part that it builds on"
    note += "; arrows count imports.\n\n" if picture else ".\n\n"
    return note + picture + table(("", "part", "layer", "lines", "builds on", "what it is"), shown, "rlrrll")


def _reading_path(book: Book, root: FolderRow) -> str:
    """List what to read in which order: what the repository says, its foundations, what stands on them, where it starts."""
    steps: list[str] = []
    seen: set[int] = set()

    def show(file: FileRow, why: str = "", base: str = "") -> str:
        seen.add(file.id)
        users = f", imported by {plural(file.importers, 'file')}" if file.importers else ""
        about = file_summary(book, file)
        link = book.docs_link(file, "", code(file.path[len(base) + 1 :] if base else file.path))
        return f"{link} ({plural(file.lines, 'line')}{users}){why}{': ' + about if about else ''}"

    speaker = readme_of(book, root)
    if speaker is None and root.purpose_file is not None:
        speaker = book.files[root.purpose_file]
    if speaker is not None:
        steps.append(show(speaker))
    steps += [show(file) for file in _designs(book) if file.id not in seen]
    parts = _main_parts(book)
    main = [folder for folder in parts if not _AROUND.search(folder.path)]
    if len(main) > 1:
        # What nothing imports and nobody starts teaches little about the rest.
        main = [
            f
            for f in main
            if any(file.importers for file in _first_files(book, f, 1))
            or (f.path and entry_points(book, *subtree(book, f)))
        ]
    for folder in main:
        files = [
            f
            for f in _first_files(book, folder, 5 if len(main) < 2 else 3 if len(main) < 5 else 2)
            if f.id not in seen
        ]
        name = book.folder_link(folder, "", code(folder.path or "/"), "doc.md")
        step = f"{name}: {part_summary(book, folder)}"
        steps.append("\n".join([step, *(f"   - {show(file, base=folder.path)}" for file in files)]))
    mains = [e for e in entry_points(book, *subtree(book, root)) if e.is_main and e.file_id not in seen]
    for entry in [e for e in mains if not is_aside(book.files[e.file_id])][:MAX_STARTS]:
        if entry.file_id not in seen:
            steps.append(show(book.files[entry.file_id], f", where {entry.what} starts"))
    for folder in parts:
        if (aside := _AROUND.search(folder.path)) and aside[1]:
            name = book.folder_link(folder, "", code(folder.path), "doc.md")
            steps.append(f"{name}: {part_summary(book, folder)}")
    if (test := _telling_test(book)) is not None and test.id not in seen:
        steps.append(show(test, ", a test that uses much of it"))
    return "\n".join(f"{n}. {step}" for n, step in enumerate(steps, 1)) + "\n" if len(steps) > 1 else ""


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


def _first_files(book: Book, folder: FolderRow, limit: int) -> list[FileRow]:
    """Return the sources of a part to begin with: those that most files import, else its largest."""
    low, high = subtree(book, folder)
    only_here = "" if folder.path else f" AND folder_id = {folder.id}"
    rows = book.query(
        "SELECT id, importers FROM file WHERE id BETWEEN ? AND ? AND kind = 'source' AND outcome = 'documented' AND lines > 0"
        f"{only_here} ORDER BY importers DESC, lines DESC, id",
        low, high,
    )  # fmt: skip
    inner = [subtree(book, book.folders[part]) for part in _parts_below(book, folder)] if folder.path else []
    own = [
        book.files[row["id"]] for row in rows if not any(first <= row["id"] <= last for first, last in inner)
    ]
    # A file of a few lines only leads elsewhere.
    return list(islice([file for file in own if file.lines >= MIN_LINES] or own, limit))


def _telling_test(book: Book) -> FileRow | None:
    """Return the test that imports the most sources, where there is one that stands out as more than a stub."""
    rows = book.query(
        "SELECT i.file_id, count(DISTINCT i.target_file) AS n FROM import i JOIN file f ON f.id = i.file_id JOIN file t ON t.id = i.target_file"
        " WHERE f.kind = 'test' AND t.kind = 'source' AND f.lines BETWEEN 40 AND 900 AND f.importers = 0"
        " GROUP BY i.file_id HAVING n > 1 ORDER BY n DESC, f.lines DESC, i.file_id LIMIT 1"
    )
    return book.files[rows[0][0]] if rows else None


def part_summary(book: Book, folder: FolderRow) -> str:
    """Return a sentence for a part. Where folders below it are parts of their own, it speaks of the rest."""
    if folder.path and not (inner := _parts_below(book, folder)):
        return folder_summary(book, folder)
    if folder.path and (words := own_words(folder.purpose)):
        return words
    rows = book.query(
        "SELECT id FROM file WHERE folder_id = ? AND kind = 'source' AND outcome = 'documented'"
        " ORDER BY importers DESC, lines DESC, id",
        folder.id,
    )
    names = [code(book.files[row[0]].name) for row in rows[:4]]
    here = (
        f"{plural(len(rows), 'source file')}: {', '.join(names)}{' …' if len(rows) > 4 else ''}"
        if rows
        else ""
    )
    if not folder.path:
        return here.replace(": ", " at the top: ", 1)
    others = [
        f
        for f in (book.folders[i] for i in book.subfolders.get(folder.id, []))
        if f.id not in inner and f.all_files
    ]
    others.sort(key=lambda f: (-f.all_lines, f.path))
    folders = ", ".join(code(f.name + "/") for f in others[:4]) + (" …" if len(others) > 4 else "")
    return "; ".join(part for part in (here, f"its smaller folders {folders}" if others else "") if part)


def _parts_below(book: Book, folder: FolderRow) -> set[int]:
    """Return the parts inside a part."""
    return {
        row[0]
        for row in book.query(
            "SELECT c.folder_id FROM component c JOIN folder f ON f.id = c.folder_id WHERE f.path LIKE ? || '/%'",
            folder.path,
        )
        if book.folders[row[0]].path.startswith(folder.path + "/")
    }


def _part_lines(book: Book, folder: FolderRow) -> int:
    """Return the lines of a part without those of the parts inside it."""
    inner = {f: book.folders[f] for f in _parts_below(book, folder)}
    outer = [f for f in inner.values() if not any(f.path.startswith(o.path + "/") for o in inner.values())]
    return folder.all_lines - sum(f.all_lines for f in outer)


def _symbols(book: Book, root: FolderRow) -> str:
    shown = []
    rows = symbols_below(book, root, 60)
    rows = [row for row in rows if not is_aside(book.files[row["file_id"]])] or rows
    for row in rows[:12]:
        file = book.files[row["file_id"]]
        shown.append(
            (
                code(row["qualified"]),
                row["kind"],
                book.cite(file, row["first_line"], row["last_line"], "", text=code(file.path) + " "),
                number(row["files"]),
                own_words(row["doc"], 120),
            )
        )
    if not shown:
        return ""
    if not any(row[4] for row in shown):
        return table(("symbol", "kind", "where", "files that name it"), [row[:4] for row in shown], "lllr")
    return table(("symbol", "kind", "where", "files that name it", "in its own words"), shown, "lllrl")
