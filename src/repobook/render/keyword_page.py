"""The keywords of a file: `<file>_kw.md`."""

from __future__ import annotations

import re
import sqlite3
import zlib

from repobook.facts import MINOR_KINDS
from repobook.render.book import Book
from repobook.render.keyword_roles import mark_roles
from repobook.render.markdown import code, plural, relative, table, url, visible
from repobook.render.page import FileFacts, Page
from repobook.render.ranking import TYPES

_HEADINGS = {
    "class": "Classes", "struct": "Structs", "property": "Properties", "namespace": "Namespaces", "alias": "Aliases",
}  # fmt: skip
MAX_TERMS = 30_000
MAX_ASIDE = 60  # characters of line numbers of comments, and of strings
_LONG_ASIDE = re.compile(r' ([("])([^)"]*)([)"])')
_ASIDES = (("(", "(comment)"), ('"', '"string"'))
MAX_PLACES = 120  # characters of line numbers listed for one term; whoever wants more searches the text


def render_keywords(book: Book, page: Page, facts: FileFacts, names: str, places: str) -> str:
    """Return the keyword page of the file whose documentation page is `page`."""
    file = page.file
    here = page.here
    folder = book.folders[file.folder_id]
    parts = [
        f"# Keyword Index: {code(file.path)}\n",
        "## File Information\n",
        f"- [Original File]({book.source(file, here)}) · [Documentation]({url(relative(file.docs, here))})\n"
        f"- **Folder**: {book.folder_link(folder, here, code(folder.path or book.options.name))}\n",
    ]
    docs = url(relative(file.docs, here))
    body = _by_kind(page, facts, docs) + _imports(page, facts, docs)
    terms, marks = _terms(names, places, None if file.kind == "document" else facts)
    if body or terms:
        parts.append("## Keywords Extracted\n")
        if marks:
            parts.append(f"Lines: {marks}\n")
        parts += body
        parts += terms
    section_map = _section_map(page, docs)
    if section_map:
        parts.append("## Keyword → Section Map\n")
        parts.append(section_map)
    return "\n".join(parts)


def _by_kind(page: Page, facts: FileFacts, docs: str) -> list[str]:
    groups: dict[str, list[sqlite3.Row]] = {}
    for symbol in facts.symbols:
        groups.setdefault(symbol["kind"], []).append(symbol)
    owners = {"detailed-analysis": "Detailed Analysis"}
    for symbol in facts.symbols:
        if symbol["kind"] not in MINOR_KINDS and symbol["kind"] != "heading":
            owners[page.entries.get(symbol["id"], "")] = code(symbol["qualified"])
    types = {s["qualified"]: page.entries[s["id"]] for s in facts.symbols if s["kind"] in TYPES}
    parts = []
    for kind in sorted(groups):
        symbols = sorted(groups[kind], key=lambda s: (s["qualified"].lower(), s["id"]))
        if kind in MINOR_KINDS or kind == "heading":
            lines = _by_owner(page, symbols, owners, docs)
        else:
            lines = _by_scope(page, symbols, types, docs)
        heading = _HEADINGS.get(kind) or _plural_heading(kind)
        parts.append(f"### {heading}\n\n" + "\n".join(lines) + "\n")
    return parts


def _by_scope(page: Page, symbols: list[sqlite3.Row], types: dict[str, str], docs: str) -> list[str]:
    """Return definitions, each with a link to its own entry, below the name of what encloses them."""
    lines: list[str] = []
    groups: dict[str, list[str]] = {}
    for symbol in symbols:
        scope = symbol["scope"]
        entry = f"[{code(symbol['name'])} L{symbol['name_line']}]({docs}#{page.entries[symbol['id']]})"
        if scope:
            groups.setdefault(scope, []).append(entry)
        else:
            lines.append(f"- {entry}")
    for scope, names in groups.items():
        owner = f"[{code(scope)}]({docs}#{types[scope]})" if scope in types else code(scope)
        lines.append(f"- {owner}: {', '.join(names)}")
    return lines


def _by_owner(page: Page, symbols: list[sqlite3.Row], owners: dict[str, str], docs: str) -> list[str]:
    """Return small things below the entry that speaks of them."""
    groups: dict[str, list[str]] = {}
    for symbol in symbols:
        anchor = page.entries.get(symbol["id"]) or "detailed-analysis"
        groups.setdefault(anchor, []).append(f"{code(symbol['name'])} L{symbol['name_line']}")
    # What stands in a table of another section has no entry of its own to be named by.
    return [
        f"- [{owners.get(anchor, 'Detailed Analysis')}]({docs}#{anchor}): {', '.join(names)}"
        for anchor, names in groups.items()
    ]


def _plural_heading(kind: str) -> str:
    words = plural(2, kind).split(" ", 1)[1]
    return words[:1].upper() + words[1:]


def _imports(page: Page, facts: FileFacts, docs: str) -> list[str]:
    if not facts.imports:
        return []
    seen: dict[str, int] = {}
    for row in facts.imports:
        seen.setdefault(row["target"], row["line"])
    lines = [
        f"- {code(target)} L{line}"
        for target, line in sorted(seen.items(), key=lambda item: (item[0].lower(), item[0]))
    ]
    title = (
        "Includes"
        if page.file.language in ("C", "C++", "Cuda", "HIP", "Objective-C", "Objective-C++", "Metal")
        else "Imports"
    )
    entries = f"Entries: [Dependencies]({docs}#dependencies).\n\n"
    return [f"### {title}\n\n{entries}" + "\n".join(lines) + "\n"]


def _terms(names: str, places: str, facts: FileFacts | None) -> tuple[list[str], str]:
    """Return every term with its lines, and what marks of lines mean: `facts` say which define or import an identifier."""
    if not names:
        return [], ""
    terms = names.split("\n")
    where = places.split("\n")
    asides = _take_asides(where) if ")" in places or '"' in places else {}
    if len(places) > MAX_PLACES:
        where = [text if len(text) <= MAX_PLACES else _cut(text) for text in where]
    marks = mark_roles(terms, where, facts) if facts is not None else []
    for at, aside in asides.items():
        where[at] += aside
    marks += [said for sign, said in _ASIDES if any(sign in aside for aside in asides.values())]
    if "`" in names:
        terms = [code(term) if "`" in term else term for term in terms]
    lines = [
        f"- `{term}`{place}" if "`" not in term else f"- {term}{place}"
        for term, place in zip(terms[:MAX_TERMS], where, strict=False)
    ]
    shown = visible("\n".join(lines))
    more = f"\n\n{len(terms) - MAX_TERMS:,} more." if len(terms) > MAX_TERMS else ""
    title = "Terms" if facts is None else "Identifiers"
    return [f"### {title}\n\n{shown}{more}\n"], " · ".join(marks)


def _take_asides(where: list[str]) -> dict[int, str]:
    """Take lines of comments and strings, which stand last, out of the texts; return them by the number of their text."""
    found: dict[int, str] = {}
    for at, text in enumerate(where):
        if text[-1:] in (")", '"'):
            start = text.find(" (")
            start = start if start >= 0 else text.find(' "')
            found[at] = (
                text[start:] if len(text) - start <= MAX_ASIDE else _LONG_ASIDE.sub(_shorten, text[start:])
            )
            where[at] = text[:start]
    return found


def _shorten(group: re.Match[str]) -> str:
    kept = group[2] if len(group[2]) <= MAX_ASIDE else f"{group[2][:MAX_ASIDE].rpartition(' ')[0]} …"
    return f" {group[1]}{kept}{group[3]}"


def _cut(text: str) -> str:
    kept = text[:MAX_PLACES].rpartition(" ")[0]
    more = 0
    for place in text[len(kept) + 1 :].split(" "):
        first, _, last = place.partition("-")
        more += int(last or first) - int(first) + 1
    return f"{kept} … and {plural(more, 'more line')}"


def _section_map(page: Page, docs: str) -> str:
    """Say for each keyword which sections of the page speak of it; keywords with the same sections stand together.

    That every definition stands in the analysis is said once. A section is linked where it is first named.
    """
    defined = page.sections.get("Detailed Analysis", set())
    wanted: dict[str, list[str]] = {}
    known: set[str] = set().union(*page.sections.values())
    for title in page.sections:
        names = page.names_of(title, known)
        for name in names - defined if title == "Detailed Analysis" else names:
            wanted.setdefault(name, []).append(title)
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, titles in wanted.items():
        groups.setdefault(tuple(titles), []).append(name)
    lines = []
    linked: set[str] = set()
    if defined:
        linked.add("Detailed Analysis")
        lines.append((f"[Detailed Analysis]({docs}#detailed-analysis)", "every definition listed above"))
    for sections, members in sorted(groups.items()):
        shown = ", ".join(t if t in linked else f"[{t}]({docs}#{_anchor(t)})" for t in sections)
        linked.update(sections)
        listed = ", ".join(code(name) for name in sorted(members, key=lambda n: (n.lower(), n)))
        lines.append((shown, listed))
    return table(("sections", "keywords"), lines) if lines else ""


def _anchor(title: str) -> str:
    return title.lower().replace("&", "").replace(" ", "-")


def unpack(data: bytes | None) -> str:
    return zlib.decompress(data).decode() if data else ""
