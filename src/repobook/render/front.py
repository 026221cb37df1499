"""The front page: what the repository is, its parts, and where to start reading."""

from __future__ import annotations

from repobook.render.book import Book
from repobook.render.commands import command_documents, stated_commands
from repobook.render.folder_pages import mermaid, render_index
from repobook.render.markdown import code, number, plural, prose, size, table
from repobook.render.summaries import folder_summary, symbols_below


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
    if root.purpose and root.purpose_file is not None:
        paragraphs = [p for p in root.purpose.split("\n\n") if p.strip()][:3]
        quoted = "\n>\n".join("> " + prose(p) for p in paragraphs)
        parts.append(f"{quoted}\n>\n> — {book.cite_purpose(root, '')}\n")
    if not root.all_files:
        parts.append("This repository holds no files.\n")
    for title, body in (
        ("Languages and sizes", _languages(book)),
        ("Components", components(book, "")),
        ("Reading path", _reading_path(book)),
        ("Most used symbols", _symbols(book)),
        ("Entry points", _entry_points(book)),
        ("Build and test commands it states", _commands(book)),
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
                number(folder.all_lines) if folder.path else "",
                ", ".join(
                    code(book.folders[b].path or book.options.name)
                    + (" (and it on this)" if (b, a) in links else "")
                    for a, b in on
                ),
                folder_summary(book, folder),
            )
        )
    return picture + table(("", "part", "layer", "lines", "builds on", "what it is"), shown, "rlrrll")


def _reading_path(book: Book) -> str:
    steps = []
    root = book.folders[next(iter(book.folders))]
    if root.purpose_file is not None:
        file = book.files[root.purpose_file]
        steps.append(f"{book.docs_link(file, '', code(file.path))}: what the repository says of itself")
    for row in book.query(
        "SELECT folder_id, layer FROM (SELECT * FROM component WHERE source_lines > 0 ORDER BY source_lines DESC LIMIT 9)"
        " ORDER BY position"
    ):
        folder = book.folders[row["folder_id"]]
        prefix = folder.path + "/" if folder.path else ""
        key = book.query(
            "SELECT id FROM file WHERE path >= ? AND path < ? AND importers > 0 AND kind = 'source'"
            " AND (? != '' OR instr(path, '/') = 0) ORDER BY importers DESC, id LIMIT 1",
            prefix, folder.path + "0" if folder.path else "\U0010ffff", prefix,
        )  # fmt: skip
        start = ""
        if key:
            file = book.files[key[0][0]]
            start = f"; begin with {book.docs_link(file, '', code(file.path))}, imported by {plural(file.importers, 'file')}"
        name = code(folder.path or book.options.name)
        steps.append(f"{book.folder_link(folder, '', name, 'doc.md')}: layer {row['layer']}{start}")
    return "\n".join(f"{n}. {step}" for n, step in enumerate(steps, 1)) + "\n" if len(steps) > 1 else ""


def _symbols(book: Book) -> str:
    root = book.folders[next(iter(book.folders))]
    shown = []
    for row in symbols_below(book, root, 12):
        file = book.files[row["file_id"]]
        shown.append(
            (
                code(row["qualified"]),
                row["kind"],
                book.cite(file, row["first_line"], row["last_line"], "", text=code(file.path) + " "),
                number(row["files"]),
            )
        )
    return table(("symbol", "kind", "where", "files that name it"), shown, "lllr") if shown else ""


def _entry_points(book: Book) -> str:
    rows = book.query(
        "SELECT s.name, s.kind, s.file_id, s.first_line, s.last_line FROM symbol s JOIN file f ON f.id = s.file_id"
        " WHERE s.name IN ('main', 'Main', 'wmain', 'WinMain') AND s.scope = '' AND f.kind IN ('source', 'build')"
        " ORDER BY length(f.path) - length(replace(f.path, '/', '')), s.file_id LIMIT 10"
    )
    shown = [
        (
            book.cite(
                book.files[r["file_id"]],
                r["first_line"],
                r["last_line"],
                "",
                r["name"],
                code(book.files[r["file_id"]].path) + " ",
            ),
            r["kind"],
        )
        for r in rows
    ]
    return table(("where", "kind"), shown) if shown else ""


def _commands(book: Book) -> str:
    from repobook.render.job import read_source

    texts = {}
    for file in command_documents(book):
        row = book.query("SELECT path_bytes, sha256, encoding FROM file WHERE id = ?", file.id)[0]
        text = read_source(book, file, row)
        if text:
            texts[file.id] = text
    shown = [
        (code(command), book.cite(file, line, line, "", text=code(file.path) + " "))
        for command, file, line in stated_commands(book, texts)
    ]
    return table(("command", "stated in"), shown) if shown else ""
