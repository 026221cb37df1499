"""The repository as one readable book: `comprehensive_book.md` and a chapter for each part, foundations first."""

from __future__ import annotations

from repobook.render.book import Book, FolderRow
from repobook.render.building import building
from repobook.render.docs import first_paragraph
from repobook.render.entries import entry_points, entry_table
from repobook.render.folder_pages import folder_tests, key_files, key_symbols, start
from repobook.render.glossary import glossary
from repobook.render.introduction import introduce
from repobook.render.markdown import code, first_sentence, number, plural, prose, size, table, url
from repobook.render.names import encode_part
from repobook.render.narrative import documents_of, key_ideas, leanings, to_mind
from repobook.render.parts import components, part_lines, part_summary, parts_below
from repobook.render.risks import overview, risks
from repobook.render.summaries import folder_summary, subtree, symbols_below, tell_folder, told
from repobook.render.together import together

MAX_SECTIONS = 30


def render_chapters(book: Book) -> None:
    """Write the book and its chapters."""
    root = book.folders[next(iter(book.folders))]
    rows = book.query("SELECT position, folder_id, layer FROM component ORDER BY position")
    parts = [f"# {code(book.options.name)}: the whole repository as a book\n"]
    parts.append("## Part I: Overview\n")
    if said := introduce(book, root, ""):
        parts.append(said)
    parts.append(
        f"{plural(root.all_files, 'file')}, {plural(root.all_lines, 'line')}, {size(root.all_bytes)}. The [front page](index.md) lists"
        " languages, entry points and commands.\n"
    )
    if rows:
        parts.append("## Part II: Architecture\n")
        parts.append(components(book, ""))
        parts.append("## Part III: The parts, foundations first\n")
        chapters = []
        names = {
            row["folder_id"]: _page_name(book, book.folders[row["folder_id"]], row["position"])
            for row in rows
        }
        for position, folder_id, layer in rows:
            folder, page = book.folders[folder_id], names[folder_id]
            book.write(f"chapters/{page}", _chapter(book, folder, position, layer, names))
            chapters.append(
                f"{position}. "
                + told(
                    f"[{code(folder.path or book.options.name)}]({url('chapters/' + page)})",
                    part_summary(book, folder),
                )
            )
        parts.append("\n".join(chapters) + "\n")
    for title, body in (
        ("Part IV: Tests", _tests(book)),
        ("Part V: Performance", overview(book, "performance", root, "")),
        ("Part VI: Security and safety", overview(book, "security", root, "")),
        ("Part VII: Maintenance", overview(book, "maintenance", root, "")),
        ("Part VIII: Patterns and idioms", overview(book, "pattern", root, "")),
        ("Part IX: Build and release", building(book)),
        ("Where the code is most complex", _complexity(book)),
        ("Glossary: terms as the repository defines them", glossary(book, "")),
        ("Glossary: the most used names, in their own words", _glossary(book, root)),
    ):
        if body:
            parts.append(f"## {title}\n\n{body}")
    parts.append(
        "## Reference\n\n[Keywords A–Z](keywords.md) · [Keywords by use](sub.md) · [Rules](rules.md) · [Verification report](verification_report.md) · [Front page](index.md)\n"
    )
    book.write("comprehensive_book.md", "\n".join(parts))


def _page_name(book: Book, folder: FolderRow, position: int) -> str:
    return f"{position:02d}-{encode_part((folder.path or book.options.name).replace('/', '-'))[:80]}.md"


def _chapter(book: Book, folder: FolderRow, position: int, layer: int, names: dict[int, str]) -> str:
    """Return the chapter of a part. `names` are the pages of all chapters by their folders, in their order."""
    here = "chapters"
    pages = list(names.values())
    low, high = subtree(book, folder)
    # What lies at the top beside other parts is a part by itself.
    is_top = not folder.path and len(pages) > 1
    entries = [
        entry
        for entry in entry_points(book, low, high)
        if not is_top or book.files[entry.file_id].folder_id == folder.id
    ]
    parts = [f"# Chapter {position}: {code(folder.path or book.options.name)}\n"]
    if said := introduce(book, folder, here) if folder.path else "":
        parts.append(said)
    elif words := tell_folder(book, folder, here) if folder.path else part_summary(book, folder):
        parts.append(f"{words.removesuffix('.')}.\n")
    files = folder.all_files if folder.path else folder.files
    lines = folder.all_lines if folder.path else part_lines(book, folder)
    place = f"; layer {layer} of the" if layer else "; part of the"
    parts.append(
        f"{plural(files, 'file')}, {plural(lines, 'line')}{place}"
        " [architecture](../comprehensive_book.md#part-ii-architecture).\n"
    )
    if folder.path and (inner := sorted(parts_below(book, folder), key=list(names).index)):
        lines = part_lines(book, folder)
        own = f"{plural(lines, 'line')} {'is' if lines == 1 else 'are'}"
        listed = ", ".join(f"[{code(book.folders[one].path)}]({url(names[one])})" for one in inner)
        parts.append(
            f"Of these, {own} of no part inside it; the others have chapters of their own, too: {listed}.\n"
        )
    if told_of := "" if is_top else together(book, folder, here):
        parts.append(told_of)
    for title, body in (
        ("Where to begin", start(book, folder, here) if folder.path else ""),
        ("Key ideas", key_ideas(book, folder, here, 8) if folder.path else ""),
        ("What leans on what", leanings(book, folder, here, is_chapter=True)),
        ("Before you change it", "" if is_top else to_mind(book, folder, here)),
        ("Documents that speak of it", documents_of(book, folder, here) if folder.path else ""),
        ("Key files", key_files(book, folder, here, 12, is_alone=is_top)),
        ("Key symbols", key_symbols(book, folder, here, 15, is_top)),
        ("Entry points", entry_table(book, entries, 10, here, folder.path)),
        ("What it builds on, and who builds on it", _links(book, folder)),
        ("Its folders", _sections(book, folder, here)),
        ("Tests", folder_tests(book, folder, here, is_top)),
        ("Risks", risks(book, folder, here, is_alone=is_top)),
    ):
        if body and (folder.path or title != "Its folders"):
            parts.append(f"## {title}\n\n{body}")
    around = ["[The book](../comprehensive_book.md)"]
    if position > 1:
        around.append(f"[Chapter {position - 1}]({url(pages[position - 2])})")
    if position < len(pages):
        around.append(f"[Chapter {position + 1}]({url(pages[position])})")
    around.append(f"{book.folder_link(folder, here, code('doc.md'), 'doc.md')}")
    around.append(f"{book.folder_link(folder, here, code('index.md'))}")
    parts.append(" · ".join(around) + "\n")
    return "\n".join(parts)


def _links(book: Book, folder: FolderRow) -> str:
    rows = []
    for column, word in (("folder_id", "builds on"), ("other_id", "is used by")):
        other = "other_id" if column == "folder_id" else "folder_id"
        for row in book.query(
            f"SELECT {other} AS other, imports, file_id, line FROM component_link WHERE {column} = ? ORDER BY imports DESC, {other}",
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
    return table(("part", "files", "lines", "what it is"), shown, "lrrl") + more if len(shown) > 1 else ""


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
