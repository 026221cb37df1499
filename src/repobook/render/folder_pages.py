"""The pages of a folder: `index.md` (what is in it) and `doc.md` (what it is for). `sub.md` is in `subtree_pages`."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable

from repobook.facts import SKIP_REASONS
from repobook.render.asked import recalled
from repobook.render.book import Book, FileRow, FolderRow
from repobook.render.docs import told_lines
from repobook.render.entries import entry_points, entry_table
from repobook.render.folder_graph import Edge, builds_on, evidence, parts_of, tests_below, tests_of, used_by
from repobook.render.introduction import introduce
from repobook.render.markdown import code, filled_table, number, plural, prose, relative, size, table, url
from repobook.render.narrative import key_ideas, leanings, to_mind
from repobook.render.summaries import (
    file_summaries,
    file_summary,
    folder_summary,
    subtree,
    symbols_below,
    tell_folder,
)
from repobook.render.users import file_users, symbol_users
from repobook.render.wording import own_words

PAGE_ENTRIES = 500
PAGE_BYTES = 400 * 1024  # of entries: names of 255 bytes are percent-encoded twice in each
MAX_NODES = 14
MAX_TESTS = 8


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
                ("left out by " if row["reason"].startswith("--") else "ignored by ") + code(row["reason"])
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
    pages = cut_pages(entries)
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


def cut_pages(entries: list[tuple[str, ...]]) -> list[list[tuple[str, ...]]]:
    """Return the entries of a list in pages that a reader can open, however many and however long they are."""
    pages: list[list[tuple[str, ...]]] = [[]]
    size_bytes = 0
    for entry in entries:
        length = len("".join(entry).encode("utf-8", "replace"))
        if pages[-1] and (len(pages[-1]) == PAGE_ENTRIES or size_bytes + length > PAGE_BYTES):
            pages.append([])
            size_bytes = 0
        pages[-1].append(entry)
        size_bytes += length
    return pages


def _totals(book: Book, folder: FolderRow) -> str:
    return (
        f"{plural(folder.all_files, 'file')}, {plural(folder.all_lines, 'line')}, {size(folder.all_bytes)}"
        f"{f' ({number(folder.files)} here)' if folder.all_files > folder.files else ''}.\n"
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
    if said := introduce(book, folder, here):
        parts.append(said)
    elif words := tell_folder(book, folder, here):
        parts.append(f"{words.removesuffix('.')}.\n")
    parts.append(_contents(book, folder, low, high))
    below = book.subfolders.get(folder.id, [])
    if folder.path and not folder.files and len(below) == 1:
        # It would only repeat what the page of its one folder says.
        only = book.folders[below[0]]
        link = book.folder_link(only, here, code(only.name + "/"), "doc.md")
        return "\n".join([*parts, f"All of it lies in {link}.\n", _around(book, folder, here)])
    for at, (title, _) in enumerate(_DOC):
        if body := doc_section(book, folder, at):
            parts.append(f"## {title}\n\n{body}")
    parts.append(_around(book, folder, here))
    return "\n".join(parts)


@recalled
def doc_section(book: Book, folder: FolderRow, at: int) -> str:
    """Return a section of the page of a folder. An edit changes the totals of all folders above it, and few of these."""
    return _DOC[at][1](book, folder)


# What the page of a folder tells behind its totals, in its order.
_DOC: list[tuple[str, Callable[[Book, FolderRow], str]]] = [
    ("Where to start reading", lambda book, folder: start(book, folder, folder.page)),
    (
        "Key ideas",
        lambda book, folder: key_ideas(book, folder, folder.page, 4) if folder.files > 2 else "",
    ),
    (
        "What leans on what",
        lambda book, folder: leanings(book, folder, folder.page) if folder.files > 2 else "",
    ),
    (
        "Before you change it",
        lambda book, folder: to_mind(book, folder, folder.page) if folder.files > 2 else "",
    ),
    ("Key files", lambda book, folder: key_files(book, folder, folder.page, 8)),
    ("Key symbols", lambda book, folder: key_symbols(book, folder, folder.page, 10)),
    ("How the parts depend on each other", lambda book, folder: _parts(book, folder)),
    ("Builds on", lambda book, folder: _neighbours(book, folder, builds_on(book, folder.id))),
    ("Used by", lambda book, folder: _neighbours(book, folder, used_by(book, folder.id))),
    (
        "Entry points",
        lambda book, folder: entry_table(
            book, entry_points(book, *subtree(book, folder)), 12, folder.page, folder.path
        ),
    ),
    ("Tests", lambda book, folder: folder_tests(book, folder, folder.page)),
]


def _contents(book: Book, folder: FolderRow, low: int, high: int) -> str:
    rows = book.query(
        "SELECT CASE size_bytes WHEN 0 THEN 'empty' ELSE kind END AS what, language, count(*) AS n, sum(lines) AS lines FROM file"
        " WHERE id BETWEEN ? AND ? AND outcome = 'documented' GROUP BY what, language ORDER BY lines DESC, what, language",
        low, high,
    )  # fmt: skip
    if len(rows) < 2:
        return _totals(book, folder)
    shown = [
        (row["what"], row["language"] or "plain text", number(row["n"]), number(row["lines"]))
        for row in rows[:12]
    ]
    more = f"\n{number(len(rows) - 12)} more kinds of file.\n" if len(rows) > 12 else ""
    return (
        "## Contents\n\n"
        + _totals(book, folder)
        + "\n"
        + table(("kind", "language", "files", "lines"), shown, "llrr")
        + more
    )


def key_files(
    book: Book, folder: FolderRow, here: str, limit: int, named: int = 1, is_alone: bool = False
) -> str:
    """Return the files of a subtree that most rests on, filled up with its largest sources; its own alone where asked for."""
    low, high = subtree(book, folder)
    own = f" AND folder_id = {folder.id}" if is_alone else ""
    rows = book.query(
        f"SELECT id FROM file WHERE id BETWEEN ? AND ?{own} AND outcome = 'documented' AND lines > 0 AND (users > 0 OR kind = 'source')"
        " AND kind NOT IN ('test', 'generated', 'vendored') ORDER BY importance DESC, users DESC, kind != 'source', lines DESC, id LIMIT ?",
        low, high, limit,
    )  # fmt: skip
    if len(rows) < 2 and folder.all_files < 40:
        rows = book.query(
            f"SELECT id FROM file WHERE id BETWEEN ? AND ?{own} AND outcome = 'documented' AND lines > 0"
            " ORDER BY importance DESC, users DESC, lines DESC, id LIMIT ?",
            low, high, limit,
        )  # fmt: skip
    shown = []
    for row in rows:
        file = book.files[row[0]]
        shown.append(
            (
                book.docs_link(file, here, code(_below(folder, file.path))),
                file_users(book, file, here, named),
                number(file.lines),
                file_summary(book, file),
            )
        )
    return filled_table(("file", "used by files", "lines", "what it is"), shown, "llrl") if shown else ""


def _below(folder: FolderRow, path: str) -> str:
    return path[len(folder.path) + 1 :] if folder.path else path


def key_symbols(book: Book, folder: FolderRow, here: str, limit: int, is_alone: bool = False) -> str:
    """Return the symbols of a subtree that most rests on."""
    return symbol_table(book, symbols_below(book, folder, limit, is_alone), here, folder)


def symbol_table(
    book: Book, rows: list[sqlite3.Row], here: str, folder: FolderRow | None = None, named: int = 1
) -> str:
    """Return symbols as a table, each in its own words where it has some; paths are shown from `folder`."""
    shown = []
    for row in rows:
        file = book.files[row["file_id"]]
        path = _below(folder, file.path) if folder else file.path
        words = own_words(row["doc"], 120)
        first, last = told_lines(row) if words else (row["first_line"], row["last_line"])
        where = book.cite(file, first, last, here, text=code(path) + " ")
        shown.append(
            (
                code(row["qualified"]),
                row["kind"],
                where,
                symbol_users(book, row, here, named),
                words,
            )
        )
    head = ("symbol", "kind", "where", "used by other files", "in its own words")
    return filled_table(head, shown, "lllll") if shown else ""


def _parts(book: Book, folder: FolderRow) -> str:
    """Draw how the direct subfolders import each other, when there is something to see."""
    links = parts_of(book, folder.id)
    if not links:
        return ""
    strongest = sorted(links.items(), key=lambda item: (-item[1].imports, item[0]))
    chosen: list[tuple[int, int]] = []
    nodes: set[int] = set()
    for pair, _ in strongest:
        if len(nodes | set(pair)) <= MAX_NODES and len(chosen) < 24:
            chosen.append(pair)
            nodes |= set(pair)
    missing = len(links) - len(chosen)
    left_out = f"{plural(missing, 'weaker arrow')} not drawn.\n\n" if missing else ""
    more = f"\n{plural(len(links) - 8, 'more pair')}.\n" if len(links) > 8 else ""
    picture = mermaid(book, chosen, {pair: links[pair].imports for pair in chosen})
    return picture + left_out + _evidence(book, folder, strongest[:8]) + more


def mermaid(book: Book, pairs: list[tuple[int, int]], counts: dict[tuple[int, int], int]) -> str:
    """Return a diagram of folders. Ids are generated; labels are encoded, because names are data."""
    nodes = sorted({f for pair in pairs for f in pair})
    lines = ["```mermaid", "graph LR"]
    names = Counter(book.folders[f].name for f in nodes)
    for n, f in enumerate(nodes):
        folder = book.folders[f]
        label = folder.path if names[folder.name] > 1 else folder.name
        lines.append(f'  f{n}["{mermaid_label(label or book.options.name)}"]')
    at = {f: n for n, f in enumerate(nodes)}
    lines += [f"  f{at[a]} -->|{counts[a, b]}| f{at[b]}" for a, b in sorted(pairs)]
    return "\n".join(lines) + "\n```\n\n"


def mermaid_label(text: str) -> str:
    return "".join(c if c.isalnum() or c in "._-/ " else f"#{ord(c)};" for c in text[:60])


def _evidence(book: Book, folder: FolderRow, links: list[tuple[tuple[int, int], Edge]]) -> str:
    rows = []
    for (a, b), edge in links:
        file, line = evidence(book, edge)
        rows.append(
            (
                book.folder_link(book.folders[a], folder.page, code(book.folders[a].name), "doc.md"),
                book.folder_link(book.folders[b], folder.page, code(book.folders[b].name), "doc.md"),
                number(edge.imports),
                book.cite(file, line, line, folder.page, text=code(_below(folder, file.path)) + " "),
            )
        )
    return table(("part", "builds on", "imports", "for example"), rows, "llrl")


def _neighbours(book: Book, folder: FolderRow, edges: dict[int, Edge]) -> str:
    if not edges or not folder.path:
        return ""
    rows = []
    for other, edge in sorted(edges.items(), key=lambda item: (-item[1].imports, item[0]))[:10]:
        file, line = evidence(book, edge)
        rows.append(
            (
                book.folder_link(
                    book.folders[other], folder.page, code(book.folders[other].path or "/"), "doc.md"
                ),
                number(edge.imports),
                ", ".join(
                    code(name)
                    for name in sorted(edge.symbols, key=lambda name: (-edge.symbols[name], name))[:3]
                ),
                book.cite(file, line, line, folder.page, text=code(file.path) + " "),
            )
        )
    more = f"\n{plural(len(edges) - 10, 'more folder')}.\n" if len(edges) > 10 else ""
    return filled_table(("folder", "imports", "most used of it", "for example"), rows, "lrll") + more


def folder_tests(book: Book, folder: FolderRow, here: str, is_alone: bool = False) -> str:
    """Return the tests that use what the sources of a subtree define, those that use most of it first."""
    tests = tests_of(book, folder.id) if is_alone else tests_below(book, folder.id)
    order = sorted(tests, key=lambda test: (-tests[test].symbols, test))
    shown = []
    for test in order[:MAX_TESTS]:
        file = book.files[test]
        line = tests[test].line
        shown.append(
            (
                book.docs_link(file, here, code(file.path)),
                number(tests[test].symbols),
                book.cite(file, line, line, here),
            )
        )
    more = f"\n{plural(len(order) - MAX_TESTS, 'more test')}.\n" if len(order) > MAX_TESTS else ""
    return table(("test", "definitions it uses", "first at"), shown, "lrl") + more if shown else ""


def start(book: Book, folder: FolderRow, here: str) -> str:
    """Say what to read first: what speaks for the folder, what most files build on, where it starts."""
    low, high = subtree(book, folder)
    steps: list[str] = []
    seen: set[int] = set()

    def add(file: FileRow, why: str) -> None:
        if file.id not in seen:
            seen.add(file.id)
            link = book.docs_link(file, here, code(_below(folder, file.path)))
            steps.append(f"{link}{' (' + why + ')' if why else ''}")

    if folder.all_files < 3:
        return ""
    if folder.purpose_file is not None and low <= folder.purpose_file <= high:
        add(book.files[folder.purpose_file], "")  # quoted above
    for row in book.query(
        "SELECT id FROM file WHERE id BETWEEN ? AND ? AND users > 1 AND kind = 'source' ORDER BY importance DESC, users DESC, id LIMIT 3",
        low, high,
    ):  # fmt: skip
        file = book.files[row["id"]]
        add(file, f"used by {plural(file.users, 'file')}")
    for entry in entry_points(book, low, high)[:2]:
        add(book.files[entry.file_id], f"where {entry.what} starts")
    listed = "\n".join(f"{number(at)}. {step}" for at, step in enumerate(steps, 1))
    return f"{listed}\n" if len(steps) > 1 else ""
