"""The pages of a folder: `index.md` (what is in it) and `doc.md` (what it is for). `sub.md` is in `subtree_pages`."""

from __future__ import annotations

from collections import defaultdict

from repobook.facts import SKIP_REASONS
from repobook.render.book import Book, FileRow, FolderRow
from repobook.render.docs import first_paragraph
from repobook.render.folder_graph import Edge, folder_graph
from repobook.render.markdown import code, first_sentence, number, plural, prose, relative, size, table, url
from repobook.render.summaries import file_summaries, folder_summary, subtree, symbols_below

PAGE_ENTRIES = 500
MAX_NODES = 14


def render_folder(book: Book, folder: FolderRow) -> None:
    if folder.parent_id is not None:
        render_index(book, folder)
    book.write(folder.at("doc.md"), render_doc(book, folder))


def files_of(book: Book, folder: FolderRow) -> list[FileRow]:
    rows = book.query("SELECT id FROM file WHERE folder_id = ? ORDER BY id", folder.id)
    return [book.files[row[0]] for row in rows]


def render_index(book: Book, folder: FolderRow, head: str = "", name: str = "index.md") -> None:
    """Write the list of a folder, in as many pages as it needs. `head` goes before it on the first page."""
    here = folder.page
    entries: list[tuple[str, ...]] = []
    for below in book.subfolders.get(folder.id, []):
        other = book.folders[below]
        entries.append(
            (
                book.folder_link(other, here, code(other.name + "/")),
                folder_summary(book, other),
                "",
                number(other.all_lines),
                f"{book.folder_link(other, here, 'doc', 'doc.md')} · {book.folder_link(other, here, 'sub', 'sub.md')}",
            )
        )
    files = files_of(book, folder)
    summaries = file_summaries(book, (file.id for file in files if file.outcome == "documented"))
    reasons = {
        r["id"]: r
        for r in book.query(
            "SELECT id, reason, detail FROM file WHERE folder_id = ? AND outcome != 'documented'", folder.id
        )
    }
    for file in files:
        if file.outcome == "documented":
            keywords = f"[kw]({url(relative(file.keywords, here))})"
            entries.append(
                (
                    book.docs_link(file, here, code(file.name)),
                    summaries.get(file.id, ""),
                    file.language,
                    number(file.lines),
                    keywords,
                )
            )
        else:
            row = reasons[file.id]
            why = SKIP_REASONS.get(row["reason"], row["reason"])
            shown = (
                "ignored by " + code(row["reason"])
                if file.outcome == "ignored"
                else f"no page: {prose(why)}{' (' + prose(row['detail']) + ')' if row['detail'] else ''}"
            )
            entries.append(
                (
                    code(file.path.rstrip("/").rpartition("/")[2] + ("/" if file.path.endswith("/") else "")),
                    shown,
                    "",
                    "",
                    "",
                )
            )
    pages = [entries[at : at + PAGE_ENTRIES] for at in range(0, len(entries), PAGE_ENTRIES)] or [[]]
    for number_, part in enumerate(pages, 1):
        page_name = name if number_ == 1 else f"index-{number_}.md"
        text = (
            [head or f"# Index: {code(folder.path)}\n\n{_totals(book, folder)}"]
            if number_ == 1
            else [f"# Index: {code(folder.path or book.options.name)}, page {number_} of {len(pages)}\n"]
        )
        if part:
            if head and number_ == 1:
                text.append("## Contents\n")
            text.append(table(("name", "what it is", "language", "lines", "more"), part, "lllrl"))
        if len(pages) > 1:
            links = " · ".join(
                f"**{n}**" if n == number_ else f"[{n}]({name if n == 1 else f'index-{n}.md'})"
                for n in range(1, len(pages) + 1)
            )
            text.append(f"Pages: {links}\n")
        text.append(_around(book, folder, here))
        book.write(folder.at(page_name), "\n".join(text))


def _totals(book: Book, folder: FolderRow) -> str:
    return (
        f"{plural(folder.all_files, 'file')}, {plural(folder.all_lines, 'line')}, {size(folder.all_bytes)}"
        f"{' in this folder and below' if folder.all_files > folder.files else ''}.\n"
    )


def _around(book: Book, folder: FolderRow, here: str) -> str:
    """Say where a reader of a folder's page can go."""
    links = []
    if folder.parent_id is not None:
        above = book.folders[folder.parent_id]
        links.append(f"Parent: {book.folder_link(above, here, code(above.path or book.options.name))}")
    links.append(f"[Documentation]({url(relative(folder.at('doc.md'), here))})")
    links.append(f"[Keywords below]({url(relative(folder.at('sub.md'), here))})")
    links.append(f"[All keywords]({url(relative('keywords.md', here))})")
    return " · ".join(links) + "\n"


def render_doc(book: Book, folder: FolderRow) -> str:
    """Return what a folder is for and how its parts work together."""
    here = folder.page
    low, high = subtree(book, folder)
    parts = [f"# {code(folder.path or book.options.name)}\n"]
    if folder.purpose and folder.purpose_file is not None:
        paragraphs = [p for p in folder.purpose.split("\n\n") if p.strip()][:3]
        quoted = "\n>\n".join("> " + prose(first_paragraph(p)) for p in paragraphs if first_paragraph(p))
        where = book.cite_purpose(folder, here)
        parts.append(f"{quoted}\n>\n> — {where}\n")
    parts.append(_contents(book, folder, low, high))
    for title, body in (
        ("Key files", _key_files(book, folder, low, high)),
        ("Key symbols", _key_symbols(book, folder)),
        ("How the parts depend on each other", _parts(book, folder)),
        ("Builds on", _neighbours(book, folder, folder_graph(book).outgoing.get(folder.id, {}))),
        ("Used by", _neighbours(book, folder, folder_graph(book).incoming.get(folder.id, {}))),
        ("Entry points", _entry_points(book, folder, low, high)),
        ("Tests", _tests(book, folder, low, high)),
        ("Where to start reading", _start(book, folder, low, high)),
    ):
        if body:
            parts.append(f"## {title}\n\n{body}")
    parts.append(_around(book, folder, here))
    return "\n".join(parts)


def _contents(book: Book, folder: FolderRow, low: int, high: int) -> str:
    rows = book.query(
        "SELECT kind, language, count(*) AS n, sum(lines) AS lines FROM file WHERE id BETWEEN ? AND ? AND outcome = 'documented'"
        " GROUP BY kind, language ORDER BY lines DESC, kind, language",
        low, high,
    )  # fmt: skip
    if not rows:
        return f"{_totals(book, folder)}"
    shown = [
        (row["kind"], row["language"] or "plain text", number(row["n"]), number(row["lines"]))
        for row in rows[:12]
    ]
    more = f"\n{number(len(rows) - 12)} more kinds of file are not listed.\n" if len(rows) > 12 else ""
    return (
        "## Contents\n\n"
        + _totals(book, folder)
        + "\n"
        + table(("kind", "language", "files", "lines"), shown, "llrr")
        + more
    )


def _key_files(book: Book, folder: FolderRow, low: int, high: int) -> str:
    rows = book.query(
        "SELECT id FROM file WHERE id BETWEEN ? AND ? AND importers > 0 ORDER BY importers DESC, id LIMIT 8",
        low,
        high,
    )
    if not rows:
        return ""
    ids = [row[0] for row in rows]
    shown = []
    for file_id in ids:
        file = book.files[file_id]
        summary = file_summaries(book, [file_id])[file_id]
        shown.append(
            (
                book.docs_link(file, folder.page, code(_below(folder, file.path))),
                number(file.importers),
                summary,
            )
        )
    return table(("file", "files that import it", "what it is"), shown, "lrl")


def _below(folder: FolderRow, path: str) -> str:
    return path[len(folder.path) + 1 :] if folder.path else path


def _key_symbols(book: Book, folder: FolderRow) -> str:
    shown = []
    for row in symbols_below(book, folder, 10):
        file = book.files[row["file_id"]]
        doc = prose(first_sentence(first_paragraph(row["doc"]), 110)) if row["doc"] else ""
        where = book.cite(
            file, row["first_line"], row["last_line"], folder.page, text=code(_below(folder, file.path)) + " "
        )
        shown.append((code(row["qualified"]), row["kind"], where, number(row["files"]), doc))
    return (
        table(("symbol", "kind", "where", "files that name it", "in its own words"), shown, "lllrl")
        if shown
        else ""
    )


def _parts(book: Book, folder: FolderRow) -> str:
    """Draw how the direct subfolders import each other, when there is something to see."""
    links = folder_graph(book).parts.get(folder.id)
    if not links:
        return ""
    strongest = sorted(links.items(), key=lambda item: (-item[1].imports, item[0]))
    chosen: list[tuple[int, int]] = []
    nodes: set[int] = set()
    for pair, _ in strongest:
        if len(nodes | set(pair)) <= MAX_NODES and len(chosen) < 24:
            chosen.append(pair)
            nodes |= set(pair)
    return mermaid(book, chosen, {pair: links[pair].imports for pair in chosen}) + _evidence(
        book, folder, strongest[:8]
    )


def mermaid(book: Book, pairs: list[tuple[int, int]], counts: dict[tuple[int, int], int]) -> str:
    """Return a diagram of folders. Ids are generated; labels are encoded, because names are data."""
    nodes = sorted({f for pair in pairs for f in pair})
    lines = ["```mermaid", "graph LR"]
    lines += [
        f'  f{n}["{mermaid_label(book.folders[f].name or book.options.name)}"]' for n, f in enumerate(nodes)
    ]
    at = {f: n for n, f in enumerate(nodes)}
    lines += [f"  f{at[a]} -->|{counts[a, b]}| f{at[b]}" for a, b in sorted(pairs)]
    return "\n".join(lines) + "\n```\n\n"


def mermaid_label(text: str) -> str:
    return "".join(c if c.isalnum() or c in "._-/ " else f"#{ord(c)};" for c in text[:60])


def _evidence(book: Book, folder: FolderRow, links: list[tuple[tuple[int, int], Edge]]) -> str:
    rows = []
    for (a, b), edge in links:
        file = book.files[edge.file_id]
        rows.append(
            (
                book.folder_link(book.folders[a], folder.page, code(book.folders[a].name), "doc.md"),
                book.folder_link(book.folders[b], folder.page, code(book.folders[b].name), "doc.md"),
                number(edge.imports),
                book.cite(
                    file, edge.line, edge.line, folder.page, text=code(_below(folder, file.path)) + " "
                ),
            )
        )
    return table(("part", "builds on", "imports", "for example"), rows, "llrl")


def _neighbours(book: Book, folder: FolderRow, edges: dict[int, Edge]) -> str:
    if not edges or not folder.path:
        return ""
    rows = []
    for other, edge in sorted(edges.items(), key=lambda item: (-item[1].imports, item[0]))[:10]:
        file = book.files[edge.file_id]
        rows.append(
            (
                book.folder_link(
                    book.folders[other], folder.page, code(book.folders[other].path or "/"), "doc.md"
                ),
                number(edge.imports),
                book.cite(file, edge.line, edge.line, folder.page, text=code(file.path) + " "),
            )
        )
    more = f"\n{number(len(edges) - 10)} more folders are not listed.\n" if len(edges) > 10 else ""
    return table(("folder", "imports", "for example"), rows, "lrl") + more


def _entry_points(book: Book, folder: FolderRow, low: int, high: int) -> str:
    rows = book.query(
        "SELECT s.name, s.kind, s.file_id, s.first_line, s.last_line FROM symbol s JOIN file f ON f.id = s.file_id"
        " WHERE s.name IN ('main', 'Main', 'wmain', 'WinMain', 'PYBIND11_MODULE') AND s.scope = '' AND s.file_id BETWEEN ? AND ?"
        " AND f.kind IN ('source', 'build') ORDER BY s.file_id LIMIT 13",
        low, high,
    )  # fmt: skip
    shown = [
        (
            code(r["name"]),
            r["kind"],
            book.cite(
                book.files[r["file_id"]],
                r["first_line"],
                r["last_line"],
                folder.page,
                r["name"],
                code(_below(folder, book.files[r["file_id"]].path)) + " ",
            ),
        )
        for r in rows[:12]
    ]
    more = "\nThere are more; they are in the keyword index under `main`.\n" if len(rows) > 12 else ""
    return table(("name", "kind", "where"), shown) + more if shown else ""


def _tests(book: Book, folder: FolderRow, low: int, high: int) -> str:
    rows = book.query(
        "SELECT i.file_id, count(DISTINCT i.target_file) AS n, min(i.line) AS line FROM import i JOIN file f ON f.id = i.file_id"
        " WHERE i.target_file BETWEEN ? AND ? AND f.kind = 'test' GROUP BY i.file_id ORDER BY n DESC, i.file_id LIMIT 9",
        low, high,
    )  # fmt: skip
    if not rows or book.files[rows[0]["file_id"]].folder_id == folder.id:
        return ""
    shown = [
        (
            book.docs_link(book.files[r["file_id"]], folder.page, code(book.files[r["file_id"]].path)),
            number(r["n"]),
            book.cite(book.files[r["file_id"]], r["line"], r["line"], folder.page),
        )
        for r in rows[:8]
    ]
    return table(("test", "files of this folder that it imports", "first import"), shown, "lrl")


def _start(book: Book, folder: FolderRow, low: int, high: int) -> str:
    steps: list[str] = []
    seen: set[int] = set()

    def add(file_id: int, why: str) -> None:
        if file_id not in seen and len(steps) < 6:
            seen.add(file_id)
            file = book.files[file_id]
            steps.append(
                f"{len(steps) + 1}. {book.docs_link(file, folder.page, code(_below(folder, file.path)))}: {why}"
            )

    if folder.purpose_file is not None:
        add(folder.purpose_file, "speaks for the folder")
    by_kind: dict[str, list[int]] = defaultdict(list)
    for row in book.query(
        "SELECT id, kind FROM file WHERE id BETWEEN ? AND ? AND importers > 1 AND kind = 'source' ORDER BY importers DESC, id LIMIT 4",
        low,
        high,
    ):
        by_kind[row["kind"]].append(row["id"])
    for file_id in by_kind["source"]:
        add(file_id, f"imported by {plural(book.files[file_id].importers, 'file')}")
    return "\n".join(steps) + "\n" if len(steps) > 1 else ""
