"""The repository as one readable book: `comprehensive_book.md` and a chapter for each part, foundations first."""

from __future__ import annotations

from repobook.render.book import Book, FolderRow
from repobook.render.docs import first_paragraph
from repobook.render.front import components
from repobook.render.markdown import code, first_sentence, number, plural, prose, size, table, url
from repobook.render.names import encode_part
from repobook.render.summaries import file_summaries, folder_summary, subtree, symbols_below

MAX_SECTIONS = 30


def render_chapters(book: Book) -> None:
    """Write the book and its chapters."""
    root = book.folders[next(iter(book.folders))]
    rows = book.query("SELECT position, folder_id, layer FROM component ORDER BY position")
    parts = [f"# {code(book.options.name)}: the whole repository as a book\n"]
    parts.append("## Part I: Overview\n")
    if root.purpose and root.purpose_file is not None:
        quoted = "\n>\n".join("> " + prose(p) for p in root.purpose.split("\n\n") if p.strip())
        parts.append(f"{quoted}\n>\n> — {book.cite_purpose(root, '')}\n")
    parts.append(
        f"{plural(root.all_files, 'file')}, {plural(root.all_lines, 'line')}, {size(root.all_bytes)}. The [front page](index.md) lists"
        " languages, entry points and commands.\n"
    )
    if rows:
        parts.append("## Part II: Architecture\n")
        parts.append(components(book, ""))
        parts.append("## Part III: The parts, foundations first\n")
        chapters = []
        for position, folder_id, layer in rows:
            folder = book.folders[folder_id]
            page = f"chapters/{position:02d}-{encode_part((folder.path or book.options.name).replace('/', '-'))[:80]}.md"
            book.write(page, _chapter(book, folder, position, layer, len(rows)))
            chapters.append(
                f"{position}. [{code(folder.path or book.options.name)}]({url(page)}): {folder_summary(book, folder)}"
            )
        parts.append("\n".join(chapters) + "\n")
    for title, body in (
        ("Part IV: Tests", _tests(book)),
        ("Part V: Where the code is most complex", _complexity(book)),
        ("Glossary: the most used names, in their own words", _glossary(book, root)),
    ):
        if body:
            parts.append(f"## {title}\n\n{body}")
    parts.append(
        "## Reference\n\n[Keywords A–Z](keywords.md) · [Keywords by use](sub.md) · [Verification report](verification_report.md) · [Front page](index.md)\n"
    )
    book.write("comprehensive_book.md", "\n".join(parts))


def _chapter(book: Book, folder: FolderRow, position: int, layer: int, total: int) -> str:
    here = "chapters"
    low, high = subtree(book, folder)
    parts = [f"# Chapter {position}: {code(folder.path or book.options.name)}\n"]
    if folder.purpose and folder.purpose_file is not None:
        quoted = "\n>\n".join(
            "> " + prose(first_paragraph(p)) for p in folder.purpose.split("\n\n") if first_paragraph(p)
        )
        parts.append(f"{quoted}\n>\n> — {book.cite_purpose(folder, here)}\n")
    parts.append(f"Layer {layer}; {plural(folder.all_files, 'file')}, {plural(folder.all_lines, 'line')}.\n")
    for title, body in (
        ("What it builds on, and who builds on it", _links(book, folder)),
        ("Its main symbols", _symbols(book, folder, here)),
        ("Its parts", _sections(book, folder, here)),
        ("Its files that others import most", _files(book, low, high, here)),
    ):
        if body:
            parts.append(f"## {title}\n\n{body}")
    around = [
        "[The book](../comprehensive_book.md)",
        f"{book.folder_link(folder, here, code('doc.md'), 'doc.md')}",
        f"{book.folder_link(folder, here, code('index.md'))}",
    ]
    parts.append(" · ".join(around) + "\n")
    return "\n".join(parts)


def _links(book: Book, folder: FolderRow) -> str:
    rows = []
    for column, word in (("folder_id", "builds on"), ("other_id", "is used by")):
        other = "other_id" if column == "folder_id" else "folder_id"
        for row in book.query(
            f"SELECT {other} AS other, imports, file_id, line FROM component_link WHERE {column} = ? ORDER BY imports DESC, {other} LIMIT 6",
            folder.id,
        ):
            file = book.files[row["file_id"]]
            target = book.folders[row["other"]]
            rows.append(
                (
                    word,
                    book.folder_link(target, "chapters", code(target.path or book.options.name), "doc.md"),
                    number(row["imports"]),
                    book.cite(file, row["line"], row["line"], "chapters", text=code(file.path) + " "),
                )
            )
    return table(("", "part", "imports", "for example"), rows, "llrl") if rows else ""


def _symbols(book: Book, folder: FolderRow, here: str) -> str:
    shown = []
    for row in symbols_below(book, folder, 15):
        file = book.files[row["file_id"]]
        doc = prose(first_sentence(first_paragraph(row["doc"]), 160)) if row["doc"] else ""
        where = book.cite(
            file,
            row["first_line"],
            row["last_line"],
            here,
            text=code(file.path[len(folder.path) + 1 :] if folder.path else file.path) + " ",
        )
        shown.append((code(row["qualified"]), row["kind"], where, number(row["files"]), doc))
    return (
        table(("symbol", "kind", "where", "files that name it", "in its own words"), shown, "lllrl")
        if shown
        else ""
    )


def _sections(book: Book, folder: FolderRow, here: str) -> str:
    below = sorted(
        (book.folders[f] for f in book.subfolders.get(folder.id, [])), key=lambda f: f.reading_order
    )
    shown = [
        (
            book.folder_link(f, here, code(f.name), "doc.md"),
            number(f.all_files),
            number(f.all_lines),
            folder_summary(book, f),
        )
        for f in below[:MAX_SECTIONS]
    ]
    more = (
        f"\n{number(len(below) - MAX_SECTIONS)} more folders are in the {book.folder_link(folder, here, 'index')}.\n"
        if len(below) > MAX_SECTIONS
        else ""
    )
    return table(("part", "files", "lines", "what it is"), shown, "lrrl") + more if shown else ""


def _files(book: Book, low: int, high: int, here: str) -> str:
    rows = book.query(
        "SELECT id FROM file WHERE id BETWEEN ? AND ? AND importers > 0 AND kind != 'test' ORDER BY importers DESC, id LIMIT 12",
        low,
        high,
    )
    shown = []
    for row in rows:
        file = book.files[row[0]]
        shown.append(
            (
                book.docs_link(file, here, code(file.path)),
                number(file.importers),
                file_summaries(book, [file.id])[file.id],
            )
        )
    return table(("file", "files that import it", "what it is"), shown, "lrl") if shown else ""


def _tests(book: Book) -> str:
    rows = book.query(
        "SELECT folder_id, count(*) AS n, sum(lines) AS lines FROM file WHERE kind = 'test' AND outcome = 'documented' AND lines > 0"
        " GROUP BY folder_id ORDER BY lines DESC, folder_id LIMIT 12"
    )
    shown = [
        (
            book.folder_link(
                book.folders[r["folder_id"]], "", code(book.folders[r["folder_id"]].path or "/"), "doc.md"
            ),
            number(r["n"]),
            number(r["lines"]),
        )
        for r in rows
    ]
    return table(("folder", "test files", "lines"), shown, "lrr") if shown else ""


def _complexity(book: Book) -> str:
    rows = book.query(
        "SELECT s.name, s.kind, s.file_id, s.first_line, s.last_line, s.complexity FROM symbol s JOIN file f ON f.id = s.file_id"
        " WHERE s.complexity >= 15 AND f.kind = 'source' ORDER BY s.complexity DESC, s.id LIMIT 20"
    )
    shown = [
        (
            code(r["name"]),
            number(r["complexity"]),
            book.cite(
                book.files[r["file_id"]],
                r["first_line"],
                r["last_line"],
                "",
                r["name"],
                code(book.files[r["file_id"]].path) + " ",
            ),
        )
        for r in rows
    ]
    return table(("function", "branches + 1", "where"), shown, "lrl") if shown else ""


def _glossary(book: Book, root: FolderRow) -> str:
    lines = []
    for row in sorted(symbols_below(book, root, 120), key=lambda r: (r["name"].lower(), r["id"])):
        text = first_sentence(first_paragraph(row["doc"]), 200) if row["doc"] else ""
        if len(text.split()) > 3:
            file = book.files[row["file_id"]]
            lines.append(
                f"- **{code(row['name'])}** ({row['kind']}): {prose(text)} {book.cite(file, row['first_line'], row['last_line'], '', text=code(file.path) + ' ')}"
            )
    return "\n".join(lines) + "\n" if lines else ""
