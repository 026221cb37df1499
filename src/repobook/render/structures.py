"""What is no code: documents, settings, build files, data and notebooks in a sentence, and what they need."""

from __future__ import annotations

import sqlite3
from collections import Counter
from typing import TYPE_CHECKING

from repobook.render.document_links import NOWHERE, lead
from repobook.render.markdown import code, number, plural, prose

if TYPE_CHECKING:
    from repobook.render.book import Book
    from repobook.render.page import FileFacts, Page

# Shown elsewhere on the page, or nowhere.
HIDDEN_DETAILS = frozenset(
    {
        "comments",
        "layout",
        "masked",
        "links",
        "link_count",
        "triggers",
        "package",
        "keys",
        "licence_text",
        "licence_words",
        "snippets",
        "spans",
        "compiled_files",
        "include_folders",
    }
)
LISTS = {"pattern": "Patterns", "requirement": "Packages", "locked package": "Packages"}
_NEEDS = {
    "dependency": "Depends on",
    "module": "Modules",
    "optional dependency": "Depends, for what is optional, on",
    "peer dependency": "Expects beside it",
    "development dependency": "Depends, for development, on",
    "build dependency": "Is built by",
    "action": "Uses",
    "image": "Runs in",
}
_SETTINGS_WORDS = {"document": "text", "data": "data", "configuration": "settings"}

GO = ("Go Module", "Go Workspace")
_BUILDS = ("Makefile", "CMake", "Dockerfile")

MAX_TAG = 160  # characters of the root of an XML file

Rows = list[sqlite3.Row]


def count_lines(page: Page, facts: FileFacts) -> str:
    """Return how many lines a file has of each kind, by the word that fits the file."""
    row = facts.row
    word = _SETTINGS_WORDS.get(page.file.kind, "code")
    if page.file.kind in ("build", "test", "generated", "vendored") and facts.details.get("layout") in (
        "keys",
        "elements",
    ):
        word = "settings"
    elif "cells" in facts.details:
        word = "data"
    elif facts.symbols and all(s["kind"] in LISTS for s in facts.symbols):
        word = "entry" if row["code_lines"] == 1 else "entries"
    parts = [f"{number(row['code_lines'])} {word}"]
    if row["comment_lines"] or (word == "code" and "comments" not in facts.details):
        parts.append(f"{number(row['comment_lines'])} comment")
    parts.append(f"{number(row['blank_lines'])} blank")
    return f"{number(row['lines'])} ({', '.join(parts)})"


def describe(page: Page, facts: FileFacts) -> str:
    """Return what a file without code holds, where it says nothing of itself; "" where others must tell."""
    kinds = {s["kind"] for s in facts.symbols}
    if kinds == {"column"} and "rows" in facts.details:
        rows, columns = _count(facts.details["rows"]), facts.symbols
        named = _name_some(columns, 8)
        return f"A table of {plural(rows, 'row')} and {plural(len(columns), 'column')}: {named} ({page.cite(columns[0]['first_line'], 0)})."
    if len(kinds) == 1 and kinds <= LISTS.keys():
        first, last = facts.symbols[0]["first_line"], facts.symbols[-1]["last_line"]
        if kinds == {"locked package"}:
            names = {s["name"]: s for s in facts.symbols}  # a package may be locked in several versions
            named = _name_some(list(names.values()), 6)
            return f"Locks {plural(len(names), 'package')} ({page.cite(first, last)}): {named}."
        kind = "package" if kinds == {"requirement"} else "pattern"
        return f"Lists {plural(len(facts.symbols), kind)} ({page.cite(first, last)}): {_name_some(facts.symbols, 6)}."
    if page.file.language in GO:
        told = [
            f"{code(s['signature'])} ({page.cite(s['first_line'], s['last_line'])})"
            for s in facts.symbols
            if s["kind"] in ("module", "directive")
        ]
        needed = sum(s["kind"] == "requirement" for s in facts.symbols)
        return (
            f"Says {', '.join(told)}{'; requires ' + plural(needed, 'module') if needed else ''}."
            if told
            else ""
        )
    if "cells" in facts.details:
        kernel = f", run by {prose(facts.details['kernel'])}" if facts.details.get("kernel") else ""
        count, _, kinds_told = facts.details["cells"].partition(" ")
        said = f" {prose(kinds_told)}" if kinds_told else ""
        return f"A notebook of {plural(_count(count), 'cell')}{said}{kernel}."
    if facts.details.get("layout") == "keys":
        tops = [s for s in facts.symbols if not s["scope"] or s["kind"] == "table"] or facts.symbols
        counts = Counter(s["kind"] for s in tops)
        what = ", ".join(plural(n, kind) for kind, n in counts.most_common())
        shown = ", ".join(
            f"{code(s['qualified'])} ({page.cite(s['first_line'], s['last_line'])})" for s in tops[:6]
        )
        more = f" and {number(len(tops) - 6)} more" if len(tops) > 6 else ""
        return f"At the top, {what}: {shown}{more}."
    if facts.details.get("layout") == "elements":
        root = facts.symbols[0]
        where = page.cite(root["first_line"], root["last_line"])
        below = plural(_count(facts.details.get("elements", "")), "element")
        tag = root["signature"]
        if len(tag) > MAX_TAG:  # as many of its attributes as there is room for
            tag = tag[:MAX_TAG].rsplit(" ", 1)[0] + " …>"
        return f"XML of {below}; the root is {code(tag)} ({where})."
    made = [s for s in facts.symbols if s["kind"] in ("target", "stage")]
    if made and page.file.language in _BUILDS:
        shown = ", ".join(
            f"{code(s['signature'][:80] if s['name'].isdigit() else s['name'])} ({page.cite(s['first_line'], s['last_line'])})"
            for s in made[:6]
        )
        more = f" and {number(len(made) - 6)} more" if len(made) > 6 else ""
        return f"Makes {plural(len(made), made[0]['kind'])}: {shown}{more}."
    return ""


def _name_some(symbols: Rows, limit: int) -> str:
    shown = ", ".join(code(s["name"]) for s in symbols[:limit])
    more = len(symbols) - limit
    return f"{shown} and {number(more)} more" if more > 0 else shown


def _count(text: str) -> int:
    return int(text) if text.isdigit() else 0


def overview(book: Book, page: Page, facts: FileFacts) -> str | None:
    """Return the overview of a file without code, "" where its lists say it all; None for every other file."""
    kinds = Counter(s["kind"] for s in facts.symbols)
    if kinds.keys() <= {"heading", "label", "column", "cell", "id", "anchor"} or kinds.keys() <= LISTS.keys():
        return ""
    if page.file.language in GO:
        told = [
            f"**{s['kind'].capitalize()}** {code(s['name'])}." for s in facts.symbols if s["kind"] == "module"
        ]
        told += [f"**Needs** {code(s['signature'])}." for s in facts.symbols if s["kind"] == "directive"]
        return "\n\n".join(told) + "\n" if told else ""
    if page.file.language in _BUILDS and not facts.importers:
        return f"**Holds** {', '.join(plural(n, kind) for kind, n in kinds.most_common())}.\n"
    if facts.details.get("layout") not in ("keys", "elements"):
        return None
    parts = []
    if facts.details.get("package"):
        parts.append(f"**Package** {code(facts.details['package'])}.")
    if kinds["job"] and facts.details.get("triggers"):
        on = next(
            (s for s in facts.symbols if s["name"].strip("'\"") in ("on", "true") and not s["scope"]), None
        )
        where = f" ({page.cite(on['first_line'], on['last_line'])})" if on else ""
        events = ", ".join(code(word) for word in facts.details["triggers"].split(", ") if word)
        parts.append(f"**Runs on** {events}{where}.")
    counted = [plural(n, kind) for kind, n in kinds.most_common()]
    parts.append(f"**Holds** {', '.join(counted)}.")
    hows: dict[str, list[sqlite3.Row]] = {}
    for row in facts.imports:
        how = "dependency" if row["how"] == "PackageReference" else row["how"]
        if how in _NEEDS:
            hows.setdefault(how, []).append(row)
    for how, rows in sorted(hows.items(), key=lambda item: list(_NEEDS).index(item[0])):
        names = list(dict.fromkeys(row["target"] for row in rows))
        shown = ", ".join(_module(book, page, name) if how == "module" else code(name) for name in names[:8])
        more = f" and {number(len(names) - 8)} more" if len(names) > 8 else ""
        parts.append(f"**{_NEEDS[how]}** {shown}{more}.")
    return "\n\n".join(parts) + "\n"


def _module(book: Book, page: Page, name: str) -> str:
    """Return where a module lies; one that is built first has only its name here."""
    leads = lead(book, page, name)
    return f"{code(name)} (no such file in the repository)" if leads == NOWHERE else leads or code(name)
