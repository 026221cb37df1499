"""The page of a file: `<file>_docs.md`."""

from __future__ import annotations

import sqlite3
from collections import Counter
from dataclasses import dataclass, field

from repobook.facts import MINOR_KINDS
from repobook.render import docs, structures
from repobook.render.book import Book, FileRow, folder_of
from repobook.render.markdown import (
    Anchors,
    code,
    fence,
    first_sentence,
    link,
    number,
    one_line,
    plural,
    prose,
    relative,
    table,
    url,
)

MAX_SHOWN_SOURCE = 4 * 1024 * 1024  # bytes; above it the source is cut, and the page says so
MAX_LISTED = 20
_NOT_MAIN = MINOR_KINDS | {"namespace", "package", "impl", "extension", "heading"}
_TYPES = frozenset(
    {
        "class",
        "struct",
        "interface",
        "trait",
        "enum",
        "record",
        "protocol",
        "object",
        "union",
        "job",
        "target",
    }
)
FENCE_NAMES = {
    "C++": "cpp", "C#": "csharp", "Objective-C": "objectivec", "Objective-C++": "objectivec", "Cuda": "cpp", "HIP": "cpp",
    "Metal": "cpp", "Shell": "bash", "Jupyter Notebook": "json", "Protocol Buffer": "protobuf", "reStructuredText": "rst",
    "JSON with Comments": "jsonc", "Unix Assembly": "asm", "Assembly": "asm", "Makefile": "makefile", "F#": "fsharp",
    "Vim Script": "vim", "Emacs Lisp": "elisp", "Common Lisp": "lisp", "Batchfile": "bat", "Text": "", "Ignore List": "",
    "Git Attributes": "", "CODEOWNERS": "", "Starlark": "python", "HTML": "html", "INI": "ini",
}  # fmt: skip


@dataclass(slots=True)
class Page:
    """A page on its way: parts, and which names each section speaks of."""

    file: FileRow
    here: str
    anchors: Anchors = field(default_factory=Anchors)
    parts: list[str] = field(default_factory=list)
    sections: dict[str, set[str]] = field(default_factory=dict)
    entries: dict[int, str] = field(default_factory=dict)  # symbol id -> anchor of its entry
    own: str = "#original-source"  # where the file's own lines are seen; lines are added when it ends in `#`

    def cite(self, first: int, last: int, title: str = "") -> str:
        """Return a link to lines of the file itself. Most links of a page are of this kind."""
        lines = f"L{first}" if last <= first else f"L{first}-L{last}"
        target = self.own + lines if self.own[-1] == "#" else self.own
        if not title:
            return f"[{lines}]({target})"
        return f'[{lines}]({target} "{title}")' if title.isidentifier() else link(lines, target, title)

    def section(self, title: str, body: str, names: set[str] | None = None) -> None:
        if body:
            self.anchors.add(title)
            self.parts.append(f"## {title}\n\n{body.rstrip()}\n")
            self.sections[title] = names or set()


@dataclass(slots=True)
class FileFacts:
    """The rows of one file."""

    row: sqlite3.Row
    symbols: list[sqlite3.Row]
    imports: list[sqlite3.Row]
    notes: list[sqlite3.Row]
    details: dict[str, str]
    importers: list[sqlite3.Row]
    related: list[sqlite3.Row]


def render_file(book: Book, file: FileRow, facts: FileFacts, text: str | None) -> Page:
    """Return the page of one file. `text` is its source as shown, or None when it changed since it was read."""
    page = Page(file, folder_of(file.page))
    own = book.source(file, page.here, "L")
    page.own = own[:-1] if own.endswith("#L") else own
    title = f"Documentation: {one_line(file.path)}"
    page.anchors.add(title)
    page.parts.append(f"# Documentation: {code(file.path)}\n")
    ranked = rank_symbols(facts.symbols)
    page.section("File Metadata", _metadata(book, page, facts))
    page.section("File Purpose", _purpose(book, page, facts, ranked))
    source = _source(page, facts, text, book.options.has_source)
    page.section("Original Source", source)
    overview, overview_names = _overview(book, page, facts, ranked, text)
    page.section("High-Level Overview", overview, overview_names)
    _analysis(book, page, facts, text)
    page.section("Architecture & Design", *_architecture(book, page, facts))
    page.section("Dependencies", *_dependencies(book, page, facts))
    page.section("Performance Considerations", *_performance(book, page, facts))
    page.section("Testing & Usage", *_tests(book, page, facts))
    page.section("Related Files", *_related(book, page, facts))
    page.section("Cross-References", _cross_references(book, page))
    return page


def rank_symbols(symbols: list[sqlite3.Row]) -> list[sqlite3.Row]:
    """Return the symbols that matter most first: public, named by more files, larger.

    `files` is known only for a name that is defined once: mentions of a name that several symbols share are nobody's.
    """
    major = [s for s in symbols if s["kind"] not in _NOT_MAIN and not s["name"].startswith("__")] or symbols
    ranked = sorted(
        major,
        key=lambda s: (
            s["visibility"] == "private",
            s["kind"] not in _TYPES,
            s["kind"] in ("method", "constructor", "property"),
            # Good enough to choose by, not good enough to show: other symbols may share the name.
            -(s["mentions"] or 0),
            -(s["last_line"] - s["first_line"]),
            s["id"],
        ),
    )
    seen: set[str] = set()
    return [s for s in ranked if not (s["qualified"] in seen or seen.add(s["qualified"]))]  # type: ignore[func-returns-value]


def qualified(symbol: sqlite3.Row) -> str:
    return str(symbol["qualified"])


def _metadata(book: Book, page: Page, facts: FileFacts) -> str:
    file, row = page.file, facts.row
    extension = file.name.rpartition(".")[2] if "." in file.name.lstrip(".") else ""
    lines = [
        f"- **Path**: {link(code(file.path), book.source(file, page.here))}",
        f"- **Size**: {plural(file.size_bytes, 'byte')} ({file.size_bytes / 1024:,.2f} KB)",
        f"- **Lines**: {structures.count_lines(page, facts)}",
        f"- **Type**: {file.language or 'plain text'} ({file.kind}{': ' + prose(row['rule']) if row['rule'] and not row['rule'].startswith('language ') else ''})",
        f"- **Extension**: {code('.' + extension) if extension else 'none'}",
    ]
    if row["encoding"] not in ("utf-8", "UTF-8"):
        lines.append(f"- **Encoding**: {row['encoding']}")
    if row["licence"]:
        lines.append(f"- **Licence**: {code(row['licence'])}")
    if row["owners"]:
        lines.append(f"- **Owners**: {prose(row['owners'])}")
    for note in facts.notes:
        where = f" ({page.cite(note['line'], 0)})" if note["line"] else ""
        lines.append(f"- **Note**: {note['code']}: {prose(note['detail'])}{where}")
    return "\n".join(lines)


def _purpose(book: Book, page: Page, facts: FileFacts, ranked: list[sqlite3.Row]) -> str:
    row = facts.row
    if row["purpose"]:
        where = page.cite(row["purpose_first_line"], row["purpose_last_line"])
        paragraphs = [p for p in row["purpose"].split("\n\n") if p.strip()][:3]
        quoted = "\n>\n".join("> " + prose(p) for p in paragraphs)
        title = f"**{prose(row['title'])}**\n\n" if row["title"] else ""
        return f"{title}{quoted}\n>\n> — {where}"
    if row["title"]:
        return f"**{prose(row['title'])}**"
    return describe(page, facts)


def describe(page: Page, facts: FileFacts) -> str:
    """Return what the facts say of a file that says nothing of itself."""
    if not page.file.size_bytes:
        return "Empty: 0 bytes."
    counts = Counter(s["kind"] for s in facts.symbols)
    if not counts:
        return ""
    if told := structures.describe(page, facts):
        return told
    defines = ", ".join(plural(n, kind) for kind, n in counts.most_common(4))
    top = rank_symbols(facts.symbols)[:3]
    names = ", ".join(f"{code(qualified(s))} ({page.cite(s['first_line'], s['last_line'])})" for s in top)
    return f"Defines {defines}; first among them {names}."


def _source(page: Page, facts: FileFacts, text: str | None, has_source: bool) -> str:
    if not has_source:
        return ""
    if text is None:
        return "The file changed while the book was built; build again to see it."
    if not text:
        return fence("")
    name = FENCE_NAMES.get(page.file.language, page.file.language.lower().replace(" ", "-"))
    if len(text) > MAX_SHOWN_SOURCE:
        cut = text[:MAX_SHOWN_SOURCE].rfind("\n") + 1 or MAX_SHOWN_SOURCE
        shown = text[:cut]
        lines = shown.count("\n")
        return fence(shown, name) + f"\nCut: {number(lines)} of {number(facts.row['lines'])} lines are shown."
    return fence(text, name)


def _overview(
    book: Book, page: Page, facts: FileFacts, ranked: list[sqlite3.Row], text: str | None
) -> tuple[str, set[str]]:
    parts = []
    names: set[str] = set()
    told = structures.overview(page, facts)
    chosen = [s for s in ranked if s["kind"] not in ("heading", "key", "column", "cell")][:6]
    if told is not None:
        parts += [told] if told else []
    elif len(facts.symbols) > 1 and chosen:
        rows = []
        for symbol in chosen:
            names.add(symbol["name"])
            rows.append(
                (
                    code(qualified(symbol)),
                    symbol["kind"],
                    page.cite(symbol["first_line"], symbol["last_line"], _title(symbol, text)),
                    number(symbol["files"] - 1) if (symbol["files"] or 0) > 1 else "",
                    prose(first_sentence(docs.first_paragraph(symbol["doc"]), 110)) if symbol["doc"] else "",
                )
            )
        counts = Counter(s["kind"] for s in facts.symbols)
        summary = ", ".join(plural(n, kind) for kind, n in counts.most_common(8))
        parts.append(f"**Holds** {summary}.\n")
        head = ("Main symbols", "kind", "lines", "other files that name it", "in its own words")
        filled = [at for at in range(len(head)) if any(row[at] for row in rows)]
        parts.append(
            table(
                tuple(head[at] for at in filled),
                [tuple(row[at] for at in filled) for row in rows],
                "".join("lllrl"[at] for at in filled),
            )
        )
    reached = facts.importers[:3]
    if reached:
        shown = ", ".join(book.place(book.files[r["file_id"]], r["line"], page.here) for r in reached)
        more = page.file.importers - len(reached)
        parts.append(f"**Reached from** {shown}{f' and {number(more)} more' if more > 0 else ''}.\n")
    return "\n".join(parts), names


def _title(symbol: sqlite3.Row, text: str | None) -> str:
    """Return the name when the cited lines really hold it; a macro may build a name that stands nowhere."""
    name = str(symbol["name"])
    if text is None or '"' in name or "\\" in name or one_line(name) != name:
        return ""
    return name if name in _line_cache(text, symbol["name_line"]) else ""


_cached: tuple[int, list[str]] = (0, [])


def _line_cache(text: str, number_: int) -> str:
    global _cached
    if _cached[0] != id(text):
        _cached = (id(text), text.split("\n"))
    lines = _cached[1]
    return lines[number_ - 1] if 0 < number_ <= len(lines) else ""


def _analysis(book: Book, page: Page, facts: FileFacts, text: str | None) -> None:
    if not facts.symbols and not facts.details:
        return
    page.anchors.add("Detailed Analysis")
    parts = ["## Detailed Analysis\n"]
    if facts.details:
        shown = [
            f"- **{one_line(key).replace('_', ' ').capitalize()}**: {_detail(value)}"
            for key, value in facts.details.items()
            if key not in structures.HIDDEN_DETAILS and value
        ]
        if shown:
            parts.append("\n".join(shown) + "\n")
    names: set[str] = set()
    at_top: list[str] = []  # small things that stand in no larger one
    body: list[str] = []
    open_ones: list[tuple[int, str]] = []  # last line and anchor of the symbols around
    names.update(symbol["name"] for symbol in facts.symbols)
    tables, symbols = structures.tabulate(page, facts, text)
    if tables:
        parts.append(tables)
    for symbol in symbols:
        while open_ones and open_ones[-1][0] < symbol["first_line"]:
            open_ones.pop()
        lines = page.cite(symbol["first_line"], symbol["last_line"], _title(symbol, text))
        if symbol["kind"] in MINOR_KINDS or symbol["kind"] == "heading":
            page.entries[symbol["id"]] = open_ones[-1][1] if open_ones else "detailed-analysis"
            entry = _minor_entry(symbol, lines)
            if open_ones and body:
                body[-1] += entry + "\n"
            else:
                at_top.append(entry)
            continue
        name = qualified(symbol).strip()
        level = min(6, 3 + len(open_ones))
        anchor = page.anchors.add(code(name).strip("`").strip())
        page.entries[symbol["id"]] = anchor
        body.append(f"{'#' * level} {code(name)}\n\n{_entry(symbol, lines)}\n\n")
        open_ones.append((symbol["last_line"], anchor))
    if at_top:
        parts.append("\n".join(at_top) + "\n")
    if body:
        parts.append("".join(f"{entry.rstrip()}\n\n" for entry in body))
    if links := facts.details.get("links"):
        parts.append(structures.table_links(book, page, links))
    if len(parts) > 1:
        page.parts.append("\n".join(parts))
        page.sections["Detailed Analysis"] = names


def _minor_entry(symbol: sqlite3.Row, lines: str) -> str:
    signature = one_line(symbol["signature"])
    name = symbol["name"]
    if symbol["kind"] == "heading":
        depth = symbol["scope"].count(" > ") + 1 if symbol["scope"] else 0
        return f"{'  ' * min(depth, 8)}- {prose(name)}, {lines}"
    shown = code(signature) if name in signature and len(signature) <= 160 else code(qualified(symbol))
    doc = f": {prose(first_sentence(docs.first_paragraph(symbol['doc']), 200))}" if symbol["doc"] else ""
    condition = f" if {code(symbol['condition'])}" if symbol["condition"] else ""
    return f"- {symbol['kind']} {shown}, {lines}{condition}{doc}"


def _entry(symbol: sqlite3.Row, lines: str) -> str:
    facts = [symbol["kind"], lines]
    if symbol["visibility"] and symbol["visibility"] != "public":
        facts.append(symbol["visibility"])
    if symbol["complexity"] > 1:
        facts.append(f"complexity {symbol['complexity']}")
    users = (symbol["files"] or 0) - 1
    if users > 0 and symbol["kind"] not in ("heading", "key"):
        facts.append(f"named in {plural(users, 'other file')}")
    if symbol["condition"]:
        facts.append(f"if {code(symbol['condition'])}")
    out = [" · ".join(facts)]
    if len(symbol["signature"]) > len(symbol["name"]) + 3:
        out.append(code(symbol["signature"]))
    if symbol["doc"]:
        paragraph = docs.first_paragraph(symbol["doc"])
        if paragraph:
            out.append(f"> {prose(paragraph)}")
        items, returns = docs.parameters(symbol["doc"])
        listed = [f"- {code(name)}: {prose(what[:240])}" for name, what in items if what]
        if returns:
            listed.append(f"- *returns*: {prose(returns)}")
        if listed:
            out.append("\n".join(listed))
    return "\n\n".join(out)


def _detail(value: str) -> str:
    value = value.strip()
    return code(value) if len(value) < 120 and "\n" not in value else prose(value[:600])


def _architecture(book: Book, page: Page, facts: FileFacts) -> tuple[str, set[str]]:
    outgoing: Counter[int] = Counter()
    for row in facts.imports:
        if row["target_file"] is not None:
            outgoing[book.files[row["target_file"]].folder_id] += 1
    incoming: Counter[int] = Counter(book.files[row["file_id"]].folder_id for row in facts.importers)
    folders = sorted(outgoing.keys() | incoming.keys(), key=lambda f: (-(outgoing[f] + incoming[f]), f))
    if len(folders) < 2:
        return "", set()
    rows = [
        (
            book.folder_link(book.folders[f], page.here, code(book.folders[f].path or "/"), "doc.md"),
            number(outgoing[f]) if outgoing[f] else "",
            number(incoming[f]) if incoming[f] else "",
        )
        for f in folders[:12]
    ]
    more = f"\n{number(len(folders) - 12)} more folders are not listed.\n" if len(folders) > 12 else ""
    return table(("folder", "imports from it", "imported by it"), rows, "lrr") + more, set()


def _dependencies(book: Book, page: Page, facts: FileFacts) -> tuple[str, set[str]]:
    parts = []
    names: set[str] = set()
    if facts.imports:
        rows = []
        for row in facts.imports[:200]:
            names.add(row["target"])
            target = row["target_file"]
            if target is not None:
                other = book.files[target]
                answer = book.docs_link(other, page.here, code(other.path))
            elif row["answer"] == "standard":
                answer = "the language's own library"
            elif row["answer"] == "package":
                answer = f"package {code(row['package'])}" if row["package"] else "a package"
            elif row["answer"] == "unresolved":
                answer = f"not found in the repository{' (' + prose(row['package']) + ')' if row['package'] else ''}"
            else:
                answer = ""
            taken = (
                f" ({', '.join(code(n) for n in row['names'].split(', ')[:8])}{' …' if row['names'].count(', ') > 7 else ''})"
                if row["names"]
                else ""
            )
            rows.append((page.cite(row["line"], 0), code(row["target"]) + taken, answer))
        parts.append(table(("line", "asks for", "which is"), rows))
        if len(facts.imports) > 200:
            parts.append(f"{number(len(facts.imports) - 200)} more imports are not listed.\n")
    if facts.importers:
        users = [
            f"- {book.place(book.files[r['file_id']], r['line'], page.here)}"
            for r in facts.importers[:MAX_LISTED]
        ]
        if page.file.importers > MAX_LISTED:
            users.append(f"- and {number(page.file.importers - MAX_LISTED)} more files, not listed")
        page.anchors.add("Used by")
        parts.append("### Used by\n\n" + "\n".join(users) + "\n")
    return "\n".join(parts), names


def _performance(book: Book, page: Page, facts: FileFacts) -> tuple[str, set[str]]:
    complex_ones = sorted(
        (s for s in facts.symbols if s["complexity"] >= 10), key=lambda s: (-s["complexity"], s["id"])
    )[:5]
    if not complex_ones:
        return "", set()
    rows = [
        (
            f"[{code(qualified(s))}](#{page.entries[s['id']]})"
            if s["id"] in page.entries
            else code(qualified(s)),
            number(s["complexity"]),
            number(s["last_line"] - s["first_line"] + 1),
        )
        for s in complex_ones
    ]
    return table(("most branches", "complexity", "lines"), rows, "lrr"), {s["name"] for s in complex_ones}


def _tests(book: Book, page: Page, facts: FileFacts) -> tuple[str, set[str]]:
    if page.file.kind == "test":
        return "", set()
    tests = [r for r in facts.importers if book.files[r["file_id"]].kind == "test"]
    by_name = [r for r in facts.related if r["reason"].startswith("tests this")]
    rows = [
        (
            book.place(book.files[r["file_id"]], r["line"], page.here),
            "imports it",
        )
        for r in tests[:20]
    ]
    known = {r["file_id"] for r in tests}
    rows += [
        (
            book.docs_link(book.files[r["other_id"]], page.here, code(book.files[r["other_id"]].path)),
            "by its name",
        )
        for r in by_name
        if r["other_id"] not in known
    ]
    if not rows:
        return "", set()
    more = f"\n{number(len(tests) - 20)} more tests are not listed.\n" if len(tests) > 20 else ""
    return table(("test", "how it reaches this file"), rows) + more, set()


def _related(book: Book, page: Page, facts: FileFacts) -> tuple[str, set[str]]:
    rows = [
        (
            book.docs_link(book.files[r["other_id"]], page.here, code(book.files[r["other_id"]].path)),
            r["reason"],
        )
        for r in facts.related
    ][:MAX_LISTED]
    return (table(("file", "reason"), rows), set()) if rows else ("", set())


def _cross_references(book: Book, page: Page) -> str:
    file = page.file
    around = book.around.get(file.folder_id)
    if around is None:
        book.around.clear()  # files come folder by folder
        around = book.around[file.folder_id] = _around_folder(book, file.folder_id)
    return f"- **Keyword Index**: [{code(file.name + '_kw.md')}]({url(relative(file.keywords, page.here))})\n{around}"


def _around_folder(book: Book, folder_id: int) -> str:
    """Return the links that every page of a folder shares."""
    folder = book.folders[folder_id]
    here = folder.page
    lines = [
        f"- **Folder Index**: {book.folder_link(folder, here, code('index.md'))}",
        f"- **Folder Documentation**: {book.folder_link(folder, here, code('doc.md'), 'doc.md')}",
        f"- **Folder Keywords**: {book.folder_link(folder, here, code('sub.md'), 'sub.md')}",
    ]
    above: list[str] = []
    at = folder
    while at.parent_id is not None and len(above) < 12:
        at = book.folders[at.parent_id]
        above.append(book.folder_link(at, here, code(at.name or book.options.name)))
    if above:
        lines.append(f"- **Parent Folders**: {' · '.join(reversed(above))}")
    lines.append(f"- **Global Keywords**: [{code('keywords.md')}]({url(relative('keywords.md', here))})")
    return "\n".join(lines)
