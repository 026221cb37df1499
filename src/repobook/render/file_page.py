"""The page of a file: `<file>_docs.md`."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable

from repobook.facts import MINOR_KINDS
from repobook.render import (
    connections,
    docs,
    document_links,
    findings,
    kinship,
    named,
    structure_tables,
    structures,
    telling,
)
from repobook.render.book import Book, FileRow
from repobook.render.doc_notes import notes
from repobook.render.gaps import mark_gaps
from repobook.render.markdown import (
    code,
    fence,
    first_sentence,
    link,
    number,
    one_line,
    plural,
    prose,
    table,
)
from repobook.render.mishap import attempt
from repobook.render.page import FileFacts, Page, open_page, qualified
from repobook.render.ranking import FUNCTIONS, rank_symbols
from repobook.render.wording import is_legal, own_words
from repobook.render.workflows import is_borrowed, tell_workflow

_SAYS_LITTLE = re.compile(
    r"^(?:def|class|func|fn|struct|interface|namespace)\s+|\((?:self)?\)$"
)  # beside the name
MAX_SHOWN_SOURCE = 4 * 1024 * 1024  # bytes; above it the source is cut, and the page says so
MAX_HIDDEN = 20  # lines that are listed where a text shaped like a secret was
MAX_LISTED = 20
FENCE_NAMES = {
    "C++": "cpp", "C#": "csharp", "Objective-C": "objectivec", "Objective-C++": "objectivec", "Cuda": "cpp", "HIP": "cpp",
    "Metal": "cpp", "Shell": "bash", "Jupyter Notebook": "json", "Protocol Buffer": "protobuf", "reStructuredText": "rst",
    "JSON with Comments": "jsonc", "Unix Assembly": "asm", "Assembly": "asm", "Makefile": "makefile", "F#": "fsharp",
    "Vim Script": "vim", "Emacs Lisp": "elisp", "Common Lisp": "lisp", "Batchfile": "bat", "Text": "", "Ignore List": "",
    "Git Attributes": "", "CODEOWNERS": "", "Starlark": "python", "HTML": "html", "INI": "ini",
}  # fmt: skip


def render_file(book: Book, file: FileRow, facts: FileFacts, text: str | None) -> Page:
    """Return the page of one file. `text` is its source as shown, or None when it changed since it was read."""
    page = open_page(book, file)
    page.lines = text.split("\n") if text and facts.symbols else []
    title = f"Documentation: {one_line(file.path)}"
    page.anchors.add(title)
    page.parts.append(f"# Documentation: {code(file.path)}\n")
    ranked = rank_symbols(facts.symbols, facts.uses, facts.importance)
    kin = kinship.find_kin(book, facts)

    def section(name: str, make: Callable[[], tuple[str, set[str]]]) -> None:
        page.section(name, *attempt(make, lambda said: (said, set())))

    section("File Metadata", lambda: (_metadata(book, page, facts), set()))
    section("File Purpose", lambda: (_purpose(book, page, facts, text), set()))
    section("Original Source", lambda: (_source(page, facts, text, book.options.has_source), set()))
    section("High-Level Overview", lambda: _overview(book, page, facts, ranked))
    attempt(lambda: _analysis(book, page, facts, text, kin), lambda said: _stand_in(page, facts, said))
    section("Architecture & Design", lambda: connections.architecture(book, page, facts, kin))
    section("Dependencies", lambda: connections.dependencies(book, page, facts))
    section("Code Patterns & Idioms", lambda: (_patterns(book, page, facts), set()))
    section("Performance Considerations", lambda: _performance(book, page, facts))
    section("Security & Safety", lambda: (findings.section(book, page, facts, "security"), set()))
    section("Testing & Usage", lambda: connections.tests(book, page, facts, ranked))
    section("Related Files", lambda: connections.related(book, page, facts))
    section("Cross-References", lambda: (connections.cross_references(book, page), set()))
    return page


def _patterns(book: Book, page: Page, facts: FileFacts) -> str:
    return _join(findings.section(book, page, facts, word) for word in ("pattern", "maintenance"))


def _performance(book: Book, page: Page, facts: FileFacts) -> tuple[str, set[str]]:
    complex_ones, names = connections.performance(book, page, facts)
    return _join((findings.section(book, page, facts, "performance"), complex_ones)), names


def _join(tables: Iterable[str]) -> str:
    return "\n".join(text for text in tables if text)


def _stand_in(page: Page, facts: FileFacts, said: str) -> None:
    """Say that the analysis could not be made: who looks for an entry is led there."""
    page.entries = {symbol["id"]: "detailed-analysis" for symbol in facts.symbols}
    page.section("Detailed Analysis", said)


def _metadata(book: Book, page: Page, facts: FileFacts) -> str:
    file, row = page.file, facts.row
    extension = file.name.rpartition(".")[2] if "." in file.name.lstrip(".") else ""
    rows = [
        ("Path", link(code(file.path), book.source(file, page.here))),
        ("Size", f"{plural(file.size_bytes, 'byte')} ({file.size_bytes / 1024:,.2f} KB)"),
        ("Lines", structures.count_lines(page, facts)),
        (
            "Type",
            f"{file.language or 'plain text'} ({file.kind}{': ' + prose(row['rule']) if row['rule'] and not row['rule'].startswith('language ') else ''})",
        ),
        ("Extension", f"{code('.' + extension) if extension else 'none'}"),
    ]
    if row["encoding"] not in ("utf-8", "UTF-8"):
        rows.append(("Encoding", row["encoding"]))
    if row["licence"]:
        rows.append(("Licence", code(row["licence"])))
    if row["owners"]:
        rows.append(("Owners", prose(row["owners"])))
    if row["last_change"]:
        day, _, commit = row["last_change"].partition(" ")
        rows.append(
            ("Last change", f"{day}, commit {code(commit)}, of {plural(row['commits'], 'commit')} read")
        )
    if looked := findings.summary(book, page, facts):
        rows.append(("Rules", looked))
    for note in facts.notes:
        where = f" ({page.cite(note['line'], 0)})" if note["line"] else ""
        detail = str(note["detail"])
        if note["code"] == "parse_partial" and detail.startswith("0.0 % of the bytes lie"):
            few = row["error_bytes"]  # too few for a share that says anything
            detail = f"{plural(few, 'byte')} {'lies' if few == 1 else 'lie'}{detail[22:]}"
        rows.append(("Note", f"{note['code']}: {prose(detail)}{where}"))
    return table(("fact", "value"), rows)


def _purpose(book: Book, page: Page, facts: FileFacts, text: str | None) -> str:
    row = facts.row
    flow = tell_workflow(book, page.file, row["title"], "", page.here) if "triggers" in facts.details else ""
    if flow and (not row["purpose"] or is_borrowed(own_words(row["purpose"])) or is_legal(row["purpose"])):
        return f"{flow}."
    if row["purpose"] and not is_legal(row["purpose"]):
        first, last = row["purpose_first_line"], row["purpose_last_line"]
        where = page.cite(first, last)
        lines = (text or "").split("\n", last)[first - 1 : last]
        quoted = docs.quote_paragraphs(mark_gaps(row["purpose"], lines))
        title = f"{flow}.\n\n" if flow else f"**{prose(row['title'])}**\n\n" if _is_titled(facts) else ""
        return f"{title}{quoted}\n>\n> — {where}"
    if facts.details.get("licence_words"):
        first, last, words = facts.details["licence_words"].split("\t", 2)
        return f"**{prose(row['title'])}**, told by “{prose(words)}” ({page.cite(int(first), int(last))})."
    if row["title"]:
        return f"**{prose(row['title'])}**"
    return describe(book, page, facts)


def _is_titled(facts: FileFacts) -> bool:
    """Tell whether the title of a file is that of its first words: a heading may stand below them."""
    row = facts.row
    heading = next((s for s in facts.symbols if s["kind"] == "heading" and s["name"] == row["title"]), None)
    return bool(row["title"]) and (heading is None or heading["first_line"] <= row["purpose_first_line"])


def describe(book: Book, page: Page, facts: FileFacts) -> str:
    """Return what the facts say of a file that says nothing of itself."""
    if not page.file.size_bytes:
        return "Empty: 0 bytes."
    is_code = page.file.kind in telling.TOLD_KINDS
    said = "" if is_code else telling.on_page(book, page.file, page.here)
    holds = structures.describe(page, facts) if facts.symbols and not said else ""
    return said or holds or (telling.on_page(book, page.file, page.here) if is_code else "")


def _source(page: Page, facts: FileFacts, text: str | None, has_source: bool) -> str:
    if not has_source:
        return ""
    if text is None:
        return "The file changed while the book was built; build again to see it."
    if not text:
        return fence("")
    hidden = _hidden(page, facts)
    name = FENCE_NAMES.get(page.file.language, page.file.language.lower().replace(" ", "-"))
    if len(text) > MAX_SHOWN_SOURCE:
        shown = text[: text.rfind("\n", 0, MAX_SHOWN_SOURCE) + 1]  # whole lines, or nothing
        lines = shown.count("\n")
        return (
            fence(shown, name)
            + f"\nCut: {number(lines)} of {number(facts.row['lines'])} lines are shown.{hidden and ' ' + hidden}"
        )
    if page.file.language == "Jupyter Notebook" and facts.details.get("cells"):
        # Cited lines are those of the file, so it is shown whole.
        said = "The file as it is stored. What the rest of this page says leaves its outputs out."
        return f"{fence(text, name)}\n{said}{hidden and ' ' + hidden}"
    return fence(text, name) + (f"\n{hidden}" if hidden else "")


def _hidden(page: Page, facts: FileFacts) -> str:
    """Say which lines have marks in place of what is shaped like a secret."""
    lines = sorted({int(place.partition(":")[0]) for place in facts.details.get("masked", "").split()})
    if not lines:
        return ""
    shown = ", ".join(page.cite(line, line) for line in lines[:MAX_HIDDEN])
    more = f" and {number(len(lines) - MAX_HIDDEN)} more" if len(lines) > MAX_HIDDEN else ""
    return f"Asterisks stand in place of what is shaped like a secret: {shown}{more}."


def _counted(symbols: list[sqlite3.Row]) -> str:
    """Return how many symbols of which kind a file holds, and how many of them stand inside of functions: its purpose counts none of those."""
    kinds = Counter(s["kind"] for s in symbols)
    inside: set[str] = set()  # functions, and what they hold
    inner: Counter[str] = Counter()
    for symbol in symbols:
        is_inner = symbol["scope"] in inside
        inner[symbol["kind"]] += is_inner
        if is_inner or symbol["kind"] in FUNCTIONS:
            inside.add(qualified(symbol))
    told = []
    for kind, n in kinds.most_common():
        some = f"{number(inner[kind])} of them " if inner[kind] < n else ""
        told.append(plural(n, kind) + (f" ({some}inside functions)" if inner[kind] else ""))
    return " · ".join(told)


def _overview(book: Book, page: Page, facts: FileFacts, ranked: list[sqlite3.Row]) -> tuple[str, set[str]]:
    parts = []
    names: set[str] = set()
    told = structures.overview(book, page, facts)
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
                    page.cite(*docs.told_lines(symbol)),  # its entry names it again
                    connections.count_users(facts, symbol, page.file.id),
                    prose(first_sentence(docs.first_paragraph(symbol["doc"]), 110)) if symbol["doc"] else "",
                )
            )
        parts.append(f"**Holds** {_counted(facts.symbols)}\n")
        head = ("Main symbols", "kind", "lines", "used by other files", "in its own words")
        filled = [at for at in range(len(head)) if any(row[at] for row in rows)]
        parts.append(
            table(
                tuple(head[at] for at in filled),
                [tuple(row[at] for at in filled) for row in rows],
                "".join("lllrl"[at] for at in filled),
            )
        )
    reached = sorted(
        facts.importers,
        key=lambda r: (
            book.files[r].kind == "test",
            -book.files[r].importance,
            r,
        ),
    )[:3]
    if reached:
        shown = ", ".join(book.place(book.files[r], facts.lines.of_import(r), page.here) for r in reached)
        more = page.file.importers - len(reached)
        parts.append(f"**Reached from** {shown}{f' +{number(more)}' if more > 0 else ''}.\n")
    return "\n".join(parts), names


def _title(symbol: sqlite3.Row, lines: list[str]) -> str:
    """Return the name when the cited lines really hold it; a macro may build a name that stands nowhere."""
    name = str(symbol["name"])
    if not name.isidentifier() and ('"' in name or "\\" in name or one_line(name) != name):
        return ""
    at = symbol["name_line"]
    return name if 0 < at <= len(lines) and name in lines[at - 1] else ""


def _analysis(
    book: Book, page: Page, facts: FileFacts, text: str | None, kin: dict[int, kinship.Named]
) -> None:
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
    open_ones: list[
        tuple[int, str, str, int]
    ] = []  # of the symbols around: last line, name, anchor, place in `body`
    names.update(symbol["name"] for symbol in facts.symbols)
    tables, symbols = structure_tables.tabulate(page, facts, text)
    if tables:
        parts.append(tables)
    for symbol in symbols:
        while open_ones and (
            open_ones[-1][0] < symbol["first_line"]
            # On one line, only the scope tells what stands in what: `struct Box { void put(); int size; };`
            or (open_ones[-1][0] == symbol["first_line"] and not symbol["scope"].startswith(open_ones[-1][1]))
        ):
            open_ones.pop()
        title = _title(symbol, page.lines)
        if symbol["kind"] in MINOR_KINDS or symbol["kind"] == "heading":
            # Its own class, not the method that it stands in or behind: `self.total = 0`.
            around = open_ones[-1:]
            around = [one for one in open_ones if one[1] == symbol["scope"]][-1:] or around
            page.entries[symbol["id"]] = around[0][2] if around else "detailed-analysis"
            entry = _minor_entry(page, symbol, title)
            if around:
                body[around[0][3]] += entry + "\n"
            else:
                at_top.append(entry)
            continue
        name = _heading(symbol)
        level = min(6, 3 + len(open_ones))
        shown_name = code(name)
        anchor = page.anchors.add(shown_name.strip("`").strip())
        page.entries[symbol["id"]] = anchor
        used = [
            connections.describe_uses(facts, symbol, page.file.id),
            kinship.describe_overrides(book, page, facts, symbol["id"], kin) if kin else "",
        ]
        elsewhere = facts.declared.get(symbol["id"])
        entry = _entry(page, symbol, name, title, used)
        if elsewhere is not None:
            entry += _declared(book, page, elsewhere)
        body.append(f"{'#' * level} {shown_name}\n\n{entry}\n\n")
        open_ones.append((symbol["last_line"], qualified(symbol), anchor, len(body) - 1))
    if at_top:
        parts.append("\n".join(at_top) + "\n")
    if body:
        parts.append("".join(f"{entry.rstrip()}\n\n" for entry in body))
    if links := facts.details.get("links"):
        count = int(facts.details.get("link_count") or 0)
        parts.append(document_links.table_links(book, page, links, count, facts.symbols))
    if shown_names := (
        named.in_document(book, page)
        if page.file.kind == "document"
        else named.in_settings(book, page, facts, text)
    ):
        parts.append(shown_names)
    if len(parts) > 1:
        page.parts.append("\n".join(parts))
        page.add_names("Detailed Analysis", page.parts[-1], names)


_IMPL = re.compile(r"(?:unsafe )?(?:default )?impl\b.*|extension .*")


def _heading(symbol: sqlite3.Row) -> str:
    """Return what heads an entry: the qualified name; of a block that adds to a type, what it adds."""
    name = qualified(symbol).strip()
    if symbol["kind"] in ("impl", "extension"):
        found = _IMPL.search(one_line(symbol["signature"]))
        head = found[0].partition(" where ")[0].strip() if found else ""
        if head and len(head) <= 120 and symbol["name"] in head:
            return head
    return name


def _minor_entry(page: Page, symbol: sqlite3.Row, title: str) -> str:
    signature = one_line(symbol["signature"])
    name = symbol["name"]
    if symbol["kind"] == "heading":
        lines = page.cite(symbol["first_line"], symbol["last_line"], title)
        depth = symbol["scope"].count(" > ") + 1 if symbol["scope"] else 0
        return f"{'  ' * min(depth, 8)}- {prose(name)}, {lines}"
    shown = code(signature) if name in signature and len(signature) <= 160 else code(qualified(symbol))
    words = prose(first_sentence(docs.first_paragraph(symbol["doc"]), 200)) if symbol["doc"] else ""
    doc = f": {words}" if words else ""
    condition = f" if {code(symbol['condition'])}" if symbol["condition"] else ""
    listed = _told(symbol["doc"])[0] if symbol["doc"] and symbol["kind"] in ("prototype", "macro") else []
    is_told = words or listed
    first, last = docs.told_lines(symbol) if is_told else (symbol["first_line"], symbol["last_line"])
    lines = page.cite(first, last, title)
    return "\n  ".join([f"- {symbol['kind']} {shown}, {lines}{condition}{doc}", *listed])


def _entry(page: Page, symbol: sqlite3.Row, heading: str, title: str, used: list[str]) -> str:
    facts = [symbol["kind"], page.cite(symbol["first_line"], symbol["last_line"], title)]
    visibility, complexity = symbol["visibility"], symbol["complexity"]
    if visibility and visibility != "public":
        facts.append(visibility)
    if complexity > 1:
        facts.append(f"complexity {complexity}")
    facts += [said for said in used if said]
    if symbol["condition"]:
        facts.append(f"if {code(symbol['condition'])}")
    told = []
    if symbol["doc"]:
        if quoted := docs.quote(symbol["doc"]):
            told.append(quoted)
        listed, example = _told(symbol["doc"])
        if listed:
            told.append("\n".join(listed))
        if example:
            told.append(fence(example).rstrip())
    if told and docs.told_lines(symbol) != (symbol["first_line"], symbol["last_line"]):
        # What stands above a definition is not among its lines, and is what the quotation rests on.
        facts.append(f"documented in {page.cite(symbol['doc_first_line'], symbol['doc_last_line'])}")
    signature = one_line(symbol["signature"])
    is_shown = signature != heading and _SAYS_LITTLE.sub("", signature) != symbol["name"]
    return "\n\n".join([" · ".join(facts), *([code(symbol["signature"])] if is_shown else []), *told])


def _told(doc: str) -> tuple[list[str], str]:
    """Return what a documentation text says of parameters, results and failing as items of a list, and its example."""
    told = docs.parameters(doc)
    listed = [f"- {code(name)}: {prose(what)}" for name, what in told.parameters if what]
    if told.returns:
        listed.append(f"- *returns*: {prose(told.returns)}")
    listed += [
        f"- *raises*{' ' + code(name) if name else ''}{': ' if what else ''}{prose(what)}"
        for name, what in told.raises
        if name or what
    ]
    more = notes(doc)
    if more.deprecated is not None:
        listed.insert(0, f"- *deprecated*{': ' if more.deprecated else ''}{prose(more.deprecated)}")
    listed += [f"- *{what}*: {prose(told_of)}" for what, told_of in more.conditions]
    return listed, more.example


def _declared(book: Book, page: Page, row: sqlite3.Row) -> str:
    """Return what is written at the declaration of something that is defined here without a word."""
    quoted = docs.quote(row["doc"])
    listed, _ = _told(row["doc"])
    if not quoted and not listed:
        return ""
    file = book.files[row["file_id"]]
    name = "" if file.id == page.file.id else code(file.path) + " "
    where = book.cite(file, row["doc_first_line"], row["doc_last_line"], page.here, text=name)
    out = ["", f"{quoted}\n>\n> — {where}" if quoted else f"Documented at {where}:"]
    return "\n\n".join([*out, "\n".join(listed)] if listed else out)


def _detail(value: str) -> str:
    value = value.strip()
    return code(value) if len(value) < 120 and "\n" not in value else prose(value[:600])
