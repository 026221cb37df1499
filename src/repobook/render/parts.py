"""The parts of a repository: which builds on which, in which layers, and where they build on each other."""

from __future__ import annotations

import sqlite3

from repobook.render.asked import recalled
from repobook.render.book import Book, FolderRow
from repobook.render.folder_pages import mermaid
from repobook.render.markdown import code, filled_table, number, plural, table
from repobook.render.summaries import folder_summary
from repobook.render.wording import own_words

MAX_EDGES = 60  # in one diagram
MAX_CYCLE_EDGES = 30
MAX_LISTED = 3
FEW_IMPORTS = 4  # of a language, which are not worth a word

Pair = tuple[int, int]


def components(book: Book, here: str) -> str:
    """Return the diagram, the table of the parts, foundations first, and the cycles among them."""
    rows = book.query("SELECT position, folder_id, layer, cycle FROM component ORDER BY position")
    if not rows:
        return ""
    links = {(r["folder_id"], r["other_id"]): r for r in book.query("SELECT * FROM component_link")}
    strongest = sorted(links, key=lambda pair: (-links[pair]["imports"], pair))
    picture = _picture(book, links, strongest) if len(links) > 1 else ""
    shown = []
    for position, folder_id, layer, cycle in rows:
        folder = book.folders[folder_id]
        on = [b for a, b in strongest if a == folder_id]
        more = f" and {number(len(on) - MAX_LISTED)} more" if len(on) > MAX_LISTED else ""
        shown.append(
            (
                number(position),
                book.folder_link(folder, here, code(folder.path or book.options.name), "doc.md"),
                number(layer) if layer else "",
                number(cycle) if cycle else "",
                number(part_lines(book, folder)),
                ", ".join(code(book.folders[b].path or book.options.name) for b in on[:MAX_LISTED]) + more,
                part_summary(book, folder),
            )
        )
    head = ("", "part", "layer", "cycle", "lines", "builds on", "what it is")
    cycles = _cycles(book, rows, links, strongest, here)
    return _note(book, rows, bool(picture)) + picture + filled_table(head, shown, "rlrrrll") + cycles


def _note(book: Book, rows: list[sqlite3.Row], has_picture: bool) -> str:
    said = ["Foundations first."]
    if unknown := _not_followed(book):
        listed = ", ".join(f"{language} ({number(count)})" for language, count in unknown)
        said.append(f"Imports of {listed} are not followed: what builds on what by them is not known here.")
    if any(row["layer"] > 1 or row["cycle"] for row in rows):
        said.append("A part's layer is one above the highest part that it builds on")
        said[-1] += (
            "; parts that build on each other, directly or not, are a cycle and share a layer."
            if any(row["cycle"] for row in rows)
            else "."
        )
    if any(not row["layer"] for row in rows) and any(row["layer"] for row in rows):
        said.append("Parts without source files have no layer.")
    said.append(
        "Arrows count the imports of source files; those of tests are not among them." if has_picture else ""
    )
    return " ".join(part for part in said if part) + "\n\n"


@recalled
def _not_followed(book: Book) -> list[tuple[str, int]]:
    """Return the languages of sources whose imports no rule answers, with how many there are."""
    return [
        (language, count)
        for language, count in book.query(
            "SELECT f.language, count(*) AS n FROM import i JOIN file f ON f.id = i.file_id WHERE f.kind = 'source'"
            " GROUP BY f.language HAVING max(i.answer) = '' AND n > ? ORDER BY n DESC, f.language",
            FEW_IMPORTS,
        )
    ]


def _picture(book: Book, links: dict[Pair, sqlite3.Row], strongest: list[Pair]) -> str:
    drawn = strongest[:MAX_EDGES]
    picture = mermaid(book, drawn, {pair: links[pair]["imports"] for pair in drawn})
    missing = strongest[MAX_EDGES:]
    if not missing:
        return picture
    imports = sum(links[pair]["imports"] for pair in missing)
    return (
        f"{picture}The {number(len(missing))} weakest of {number(len(links))} arrows, with"
        f" {plural(imports, 'import')}, are not drawn; the chapters list them.\n\n"
    )


def _cycles(
    book: Book,
    rows: list[sqlite3.Row],
    links: dict[Pair, sqlite3.Row],
    strongest: list[Pair],
    here: str,
) -> str:
    """List, for each cycle, the imports that make it."""
    group = {row["folder_id"]: row["cycle"] for row in rows if row["cycle"]}
    parts = []
    for cycle in sorted(set(group.values())):
        inside = [pair for pair in strongest if group.get(pair[0]) == group.get(pair[1]) == cycle]
        members = sum(number_ == cycle for number_ in group.values())
        listed = []
        for a, b in inside[:MAX_CYCLE_EDGES]:
            link = links[a, b]
            file = book.files[link["file_id"]]
            listed.append(
                (
                    code(book.folders[a].path or book.options.name),
                    code(book.folders[b].path or book.options.name),
                    number(link["imports"]),
                    book.cite(file, link["line"], link["line"], here, text=code(file.path) + " "),
                )
            )
        rest = len(inside) - MAX_CYCLE_EDGES
        more = f"\n{plural(rest, 'weaker edge')} of this cycle.\n" if rest > 0 else ""
        parts.append(
            f"\n### Cycle {cycle}\n\n{number(members)} parts build on each other:\n\n"
            + table(("part", "builds on", "imports", "for example"), listed, "llrl")
            + more
        )
    return "".join(parts)


def part_summary(book: Book, folder: FolderRow) -> str:
    """Return a sentence for a part. Where folders below it are parts of their own, it speaks of the rest."""
    if folder.path and not (inner := parts_below(book, folder)):
        return folder_summary(book, folder)
    if folder.path and (words := own_words(folder.purpose)):
        return words
    rows = book.query(
        "SELECT id FROM file WHERE folder_id = ? AND kind = 'source' AND outcome = 'documented'"
        " ORDER BY importance DESC, users DESC, lines DESC, id",
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


def parts_below(book: Book, folder: FolderRow) -> set[int]:
    """Return the parts inside a part."""
    return {
        row[0]
        for row in book.query(
            "SELECT c.folder_id FROM component c JOIN folder f ON f.id = c.folder_id WHERE f.path LIKE ? || '/%'",
            folder.path,
        )
        if book.folders[row[0]].path.startswith(folder.path + "/")
    }


def part_lines(book: Book, folder: FolderRow) -> int:
    """Return the lines of a part without those of the parts inside it; of the top, only its own files."""
    if not folder.path:
        rows = book.query(
            "SELECT sum(lines) FROM file WHERE folder_id = ? AND outcome = 'documented'", folder.id
        )
        return int(rows[0][0] or 0)
    inner = {f: book.folders[f] for f in parts_below(book, folder)}
    outer = [f for f in inner.values() if not any(f.path.startswith(o.path + "/") for o in inner.values())]
    return folder.all_lines - sum(f.all_lines for f in outer)
