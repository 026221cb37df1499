"""The repository as one readable book: `comprehensive_book.md` and a chapter for each part, foundations first."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from repobook.render.asked import shared
from repobook.render.book import Book, FolderRow
from repobook.render.building import building
from repobook.render.docs import first_paragraph, told_lines
from repobook.render.entries import entry_points, entry_table
from repobook.render.folder_pages import folder_tests, key_files, key_symbols, start
from repobook.render.glossary import glossary, make_piece, piece_numbers
from repobook.render.introduction import introduce
from repobook.render.markdown import code, first_sentence, number, plural, prose, size, table, url
from repobook.render.names import encode_part
from repobook.render.narrative import documents_of, key_ideas, leanings, to_mind
from repobook.render.parts import components, part_lines, part_summary, parts_below
from repobook.render.risks import overview, risks
from repobook.render.summaries import folder_summary, subtree, symbols_below, tell_folder, told
from repobook.render.together import together

MAX_SECTIONS = 30


def chapter_numbers(book: Book) -> list[int]:
    """Return the sections of all chapters: the position of a part, and in two digits the section."""
    rows = book.query("SELECT position FROM component ORDER BY position")
    return [row[0] * 100 + section for row in rows for section in range(len(_CHAPTER))]


def make_chapter_section(book: Book, number_: int) -> str:
    position, section = divmod(number_, 100)
    parts = _read_parts(book)
    folder = parts.folders[position]
    # What lies at the top beside other parts is a part by itself.
    chapter = Chapter(book, folder, position, parts, is_top=not folder.path and len(parts.names) > 1)
    title, make = _CHAPTER[section]
    body = make(chapter)
    if not title:
        return body
    return _titled(title, body) if folder.path or title != "Its folders" else ""


def finish_chapters(book: Book, texts: dict[int, str]) -> None:
    """Write the chapters of their sections."""
    for position, folder in _read_parts(book).folders.items():
        sections = [texts[position * 100 + section] for section in range(len(_CHAPTER))]
        name = _page_name(book, folder, position)
        book.write(f"chapters/{name}", "\n".join(text for text in sections if text))


class _Parts(NamedTuple):
    """The parts by their positions, and the pages of their chapters by their folders."""

    folders: dict[int, FolderRow]
    layers: dict[int, int]
    names: dict[int, str]


@shared
def _read_parts(book: Book) -> _Parts:
    rows = book.query("SELECT position, folder_id, layer FROM component ORDER BY position")
    folders = {row["position"]: book.folders[row["folder_id"]] for row in rows}
    names = {folder.id: _page_name(book, folder, position) for position, folder in folders.items()}
    return _Parts(folders, {row["position"]: row["layer"] for row in rows}, names)


# Sections of the book, in their order; the pieces of the glossary follow. Each number stands for one thing, whatever else there is.
_SECTIONS: list[Callable[[Book, FolderRow], str]] = [
    lambda book, root: introduce(book, root, ""),
    lambda book, root: (
        f"{plural(root.all_files, 'file')}, {plural(root.all_lines, 'line')}, {size(root.all_bytes)}. The [front page](index.md) lists"
        " languages, entry points and commands.\n"
    ),
    lambda book, root: _architecture(book),
    lambda book, root: _list_chapters(book),
    lambda book, root: _titled("Part %: Tests", _tests(book)),
    lambda book, root: _titled("Part %: Performance", overview(book, "performance", root, "")),
    lambda book, root: _titled("Part %: Security and safety", overview(book, "security", root, "")),
    lambda book, root: _titled("Part %: Maintenance", overview(book, "maintenance", root, "")),
    lambda book, root: _titled("Part %: Patterns and idioms", overview(book, "pattern", root, "")),
    lambda book, root: _titled("Part %: Build and release", building(book)),
    lambda book, root: _titled("Where the code is most complex", _complexity(book)),
    lambda book, root: _titled("Glossary: the most used names, in their own words", _glossary(book, root)),
]
_PIECES = 100
_PART = "## Part %:"  # how a part begins: it has its number when all that there are stand in a row
_NUMERALS = ("II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


def section_numbers(book: Book) -> list[int]:
    pieces = [piece + _PIECES if piece > 0 else piece for piece in piece_numbers(book)]
    return [*range(len(_SECTIONS)), *pieces]


def make_section(book: Book, number_: int) -> str:
    """Return a section of the book, or a piece of its glossary."""
    if is_section(number_):
        return _SECTIONS[number_](book, _top(book))
    return make_piece(book, number_ - _PIECES if number_ > 0 else number_)


def is_section(number_: int) -> bool:
    return 0 <= number_ < len(_SECTIONS)


def finish_book(book: Book, texts: dict[int, str]) -> None:
    """Write `comprehensive_book.md` of its sections."""
    parts = [f"# {code(book.options.name)}: the whole repository as a book\n", "## Part I: Overview\n"]
    sections = [texts[number_] for number_ in range(len(_SECTIONS))]
    terms = glossary(book, "", [text for number_, text in texts.items() if not is_section(number_)])
    sections.insert(-1, _titled("Glossary: terms as the repository defines them", terms))
    numerals = iter(_NUMERALS)
    parts += [
        text.replace("%", next(numerals), 1) if text.startswith(_PART) else text for text in sections if text
    ]
    parts.append(
        "## Reference\n\n[Keywords A–Z](keywords.md) · [Keywords by use](sub.md) · [Rules](rules.md) · [Verification report](verification_report.md) · [Front page](index.md)\n"
    )
    book.write("comprehensive_book.md", "\n".join(parts))


def _top(book: Book) -> FolderRow:
    return book.folders[next(iter(book.folders))]


def _titled(title: str, body: str) -> str:
    return f"## {title}\n\n{body}" if body else ""


def _architecture(book: Book) -> str:
    return f"## Part %: Architecture\n\n{told_of}" if (told_of := components(book, "")) else ""


def _list_chapters(book: Book) -> str:
    parts = _read_parts(book)
    chapters = [
        f"{position}. "
        + told(
            f"[{code(folder.path or book.options.name)}]({url('chapters/' + parts.names[folder.id])})",
            part_summary(book, folder),
        )
        for position, folder in parts.folders.items()
    ]
    listed = "\n".join(chapters)
    return f"## Part %: The parts, foundations first\n\n{listed}\n" if chapters else ""


def _page_name(book: Book, folder: FolderRow, position: int) -> str:
    return f"{position:02d}-{encode_part((folder.path or book.options.name).replace('/', '-'))[:80]}.md"


class Chapter(NamedTuple):
    """What all sections of a chapter speak of."""

    book: Book
    folder: FolderRow
    position: int
    parts: _Parts
    is_top: bool


def _begin(of: Chapter) -> str:
    """Return how a chapter begins."""
    book, folder, names = of.book, of.folder, of.parts.names
    here = "chapters"
    parts = [f"# Chapter {of.position}: {code(folder.path or book.options.name)}\n"]
    if said := introduce(book, folder, here) if folder.path else "":
        parts.append(said)
    elif words := tell_folder(book, folder, here) if folder.path else part_summary(book, folder):
        parts.append(f"{words.removesuffix('.')}.\n")
    files = folder.all_files if folder.path else folder.files
    lines = folder.all_lines if folder.path else part_lines(book, folder)
    layer = of.parts.layers[of.position]
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
    return "\n".join(parts)


def _entries(of: Chapter) -> str:
    book, folder = of.book, of.folder
    entries = [
        entry
        for entry in entry_points(book, *subtree(book, folder))
        if not of.is_top or book.files[entry.file_id].folder_id == folder.id
    ]
    return entry_table(book, entries, 10, "chapters", folder.path)


def _end(of: Chapter) -> str:
    pages = list(of.parts.names.values())
    around = ["[The book](../comprehensive_book.md)"]
    if of.position > 1:
        around.append(f"[Chapter {of.position - 1}]({url(pages[of.position - 2])})")
    if of.position < len(pages):
        around.append(f"[Chapter {of.position + 1}]({url(pages[of.position])})")
    around.append(f"{of.book.folder_link(of.folder, 'chapters', code('doc.md'), 'doc.md')}")
    around.append(f"{of.book.folder_link(of.folder, 'chapters', code('index.md'))}")
    return " · ".join(around) + "\n"


# The sections of a chapter, in their order.
_CHAPTER: list[tuple[str, Callable[[Chapter], str]]] = [
    ("", _begin),
    ("", lambda of: "" if of.is_top else together(of.book, of.folder, "chapters")),
    ("Where to begin", lambda of: start(of.book, of.folder, "chapters") if of.folder.path else ""),
    ("Key ideas", lambda of: key_ideas(of.book, of.folder, "chapters", 8) if of.folder.path else ""),
    ("What leans on what", lambda of: leanings(of.book, of.folder, "chapters", is_chapter=True)),
    ("Before you change it", lambda of: "" if of.is_top else to_mind(of.book, of.folder, "chapters")),
    ("Documents that speak of it", lambda of: documents_of(of.book, of.folder, "chapters") if of.folder.path else ""),
    ("Key files", lambda of: key_files(of.book, of.folder, "chapters", 12, is_alone=of.is_top)),
    ("Key symbols", lambda of: key_symbols(of.book, of.folder, "chapters", 15, of.is_top)),
    ("Entry points", _entries),
    ("What it builds on, and who builds on it", lambda of: _links(of.book, of.folder)),
    ("Its folders", lambda of: _sections(of.book, of.folder, "chapters")),
    ("Tests", lambda of: folder_tests(of.book, of.folder, "chapters", of.is_top)),
    ("Risks", lambda of: risks(of.book, of.folder, "chapters", is_alone=of.is_top)),
    ("", _end),
]  # fmt: skip


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
        f"\n{plural(len(below) - MAX_SECTIONS, 'more folder')}: see the {book.folder_link(folder, here, 'index')}.\n"
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
    chosen = book.query(
        "SELECT s.id FROM symbol s JOIN file f ON f.id = s.file_id"
        " WHERE s.complexity >= 15 AND f.kind = 'source' ORDER BY s.complexity DESC, s.id LIMIT 20"
    )
    # Lines are asked for of what is shown alone: every edit moves those of a file.
    text = "SELECT name, file_id, first_line, last_line, complexity FROM symbol WHERE id = ?"
    rows = [book.query(text, symbol["id"])[0] for symbol in chosen]
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
                f"- **{code(row['name'])}** ({row['kind']}): {prose(text)} {book.cite(file, *told_lines(row), '', text=code(file.path) + ' ')}"
            )
    return "\n".join(lines) + "\n" if lines else ""
