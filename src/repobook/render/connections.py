"""How a file is connected: what it builds on, who uses it, the tests that reach it, the files that belong to it."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator

from repobook.render import examples, kinship, reach, testing
from repobook.render.asked import passing
from repobook.render.book import Book
from repobook.render.document_examples import document_examples
from repobook.render.document_links import asked_in_vain
from repobook.render.markdown import code, number, plural, prose, relative, table, url
from repobook.render.named import by_documents
from repobook.render.page import FileFacts, Page, qualified

MAX_LISTED = 20
MAX_USERS = 12
_ANSWER = ("answer", "target_file", "target_folder", "package", "note", "declared_file", "declared_line")
_DECLARING = ("package", "dependency", "PackageReference")  # an import that is itself a declaration
MAX_GAP = 4  # lines between imports that are cited as one


def count_users(facts: FileFacts, symbol: sqlite3.Row, own: int) -> str:
    """Return how many other files use a symbol, "" for none."""
    users = sum(use[0] != own for use in facts.uses.get(symbol["id"], ()))
    return number(users) if users else ""


def describe_uses(facts: FileFacts, symbol: sqlite3.Row, own: int) -> str:
    uses = facts.uses.get(symbol["id"])
    if not uses:
        return ""
    places = plural(sum(use[1] for use in uses), "use")
    if len(uses) == 1 and uses[0][0] == own:
        return f"{places} here"
    return f"{places} in {plural(len(uses), 'file')}"


def _users(facts: FileFacts, own: int) -> reach.Users:
    """Return for each other file what of this one it uses: places, symbol, name; most places first."""
    users: reach.Users = defaultdict(list)
    for symbol in facts.symbols:
        for file_id, places, _ in facts.uses.get(symbol["id"], ()):
            if file_id != own:
                users[file_id].append((places, symbol["id"], symbol["name"]))
    for listed in users.values():
        listed.sort(key=lambda use: (-use[0], use[1]))
    return users


def architecture(
    book: Book, page: Page, facts: FileFacts, kin: dict[int, kinship.Named]
) -> tuple[str, set[str]]:
    outgoing: Counter[int] = Counter()
    for row in facts.imports:
        if row["target_file"] is not None:
            outgoing[book.files[row["target_file"]].folder_id] += 1
        elif row["target_folder"] is not None and not row["how"].endswith(" folder"):
            outgoing[row["target_folder"]] += 1
    incoming: Counter[int] = Counter(book.files[file].folder_id for file in facts.importers)
    folders = sorted(outgoing.keys() | incoming.keys(), key=lambda f: (-(outgoing[f] + incoming[f]), f))
    inherited, names = kinship.inheritance(book, page, facts, kin)
    if len(folders) < 2:
        return inherited, names
    rows = [
        (
            book.folder_link(book.folders[f], page.here, code(book.folders[f].path or "/"), "doc.md"),
            number(outgoing[f]) if outgoing[f] else "",
            number(incoming[f]) if incoming[f] else "",
        )
        for f in folders[:12]
    ]
    more = f"\n{plural(len(folders) - 12, 'more folder')}.\n" if len(folders) > 12 else ""
    text = table(("folder", "imports from it", "imported by it"), rows, "lrr") + more
    return f"{inherited}\n{text}" if inherited else text, names


def _taken(names: str) -> str:
    """Return ` (`a`, `b` as `c`)` for the names that an import takes."""
    if not names:
        return ""
    listed = names.split(", ")
    shown = [
        f"as {code(name[3:])}"
        if name.startswith("as ")
        else " as ".join(code(part) for part in name.split(" as "))
        for name in listed[:8]
    ]
    return f" ({', '.join(shown)}{' …' if len(listed) > 8 else ''})"


def dependencies(book: Book, page: Page, facts: FileFacts) -> tuple[str, set[str]]:
    parts = []
    names: set[str] = set()
    if facts.imports:
        names.update(row["target"] for row in facts.imports[:200])
        made = frozenset(facts.details.get("made", "").split("\n"))
        rows = [_dependency(book, page, group, made) for group in _group_imports(facts.imports[:200])]
        parts.append(table(("line", "asks for", "which is"), rows))
        if len(facts.imports) > 200:
            parts.append(f"{plural(len(facts.imports) - 200, 'more import')}.\n")
    used_by = _used_by(book, page, facts)
    if used_by:
        page.anchors.add("Used by")
        parts.append("### Used by\n\n" + used_by)
    called = kinship.calls(book, page, facts)
    if called:
        page.anchors.add("Calls")
        parts.append("### Calls\n\n" + called)
    return "\n".join(parts), names


def _group_imports(imports: list[sqlite3.Row]) -> Iterator[list[sqlite3.Row]]:
    """Yield imports that follow each other and have one answer: one file, or the language's own library."""
    group: list[sqlite3.Row] = []
    for row in imports:
        if group and not _is_same_answer(group[-1], row):
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _is_same_answer(one: sqlite3.Row, other: sqlite3.Row) -> bool:
    if other["line"] - one["line"] > MAX_GAP or not one["answer"]:
        return False
    told = ("answer", "target_file") if one["answer"] == "standard" else _ANSWER
    return all(one[key] == other[key] for key in told)


def _dependency(
    book: Book, page: Page, group: list[sqlite3.Row], made: frozenset[str]
) -> tuple[str, str, str]:
    """Return the row of imports that have one answer."""
    row = group[0]
    if row["target_file"] is not None:
        other = book.files[row["target_file"]]
        answer = book.docs_link(other, page.here, code(other.path))
        answer += f" ({prose(row['note'])})" if row["note"] else ""
    elif row["target_folder"] is not None:
        folder = book.folders[row["target_folder"]]
        answer = f"folder {book.folder_link(folder, page.here, code(folder.path or '/'))}"
        answer += f" ({row['note']})" if row["note"] else ""
    elif row["answer"] == "standard":
        answer = f"{'C' if row['how'] == 'system header' else 'the language'}'s own library"
    elif row["answer"] == "package":
        answer = f"package {code(row['package'])}" if row["package"] else "a package"
        if row["declared_file"] is not None:
            place = book.place(book.files[row["declared_file"]], row["declared_line"], page.here)
            # Of a group with several artifacts it is not known which one holds the package.
            whose = f", of the group {code(row['note'])}" if row["note"] else ""
            answer += f"{whose}, declared in {place}"
        elif row["package"] and row["how"] not in _DECLARING:
            answer += ", which no manifest beside or above this file declares by that name"
    elif row["answer"] == "unresolved":
        why = row["package"] or row["note"]
        answer = f"not found in the repository{f' ({prose(why)})' if why else ''}"
    else:
        answer = (
            "" if row["target"] in made else asked_in_vain(book, page, row["target"], row["how"], row["line"])
        )
    taken: dict[str, list[str]] = {}
    for one in group:
        taken.setdefault(one["target"], []).extend(one["names"].split(", ") if one["names"] else ())
    asked = ", ".join(
        code(target) + _taken(", ".join(dict.fromkeys(names))) for target, names in taken.items()
    )
    return page.cite(row["line"], group[-1]["line"]), asked, answer


def _used_by(book: Book, page: Page, facts: FileFacts) -> str:
    """Return the files that import this one or use what it defines, and what they use; most uses first."""
    users = _users(facts, page.file.id)
    importers = set(facts.importers)
    everyone = sorted(importers | users.keys(), key=lambda f: (-sum(use[0] for use in users.get(f, ())), f))
    if page.file.kind != "test":  # tests have a section of their own
        everyone = [file_id for file_id in everyone if not reach.is_test(book, file_id)]
    listed = []
    for file_id in everyone[:MAX_USERS]:
        used = users.get(file_id, [])
        if file_id in importers:
            line = facts.lines.of_import(file_id)
        else:
            line = min(facts.lines.of_use(use[1], file_id) for use in used)
        what = f": {reach.used_names(used)}" if used else ""
        listed.append(f"- {book.place(book.files[file_id], line, page.here)}{what}")
    if len(everyone) > MAX_USERS:
        listed.append(f"- and {plural(len(everyone) - MAX_USERS, 'more file')}")
    return "\n".join(listed) + "\n" if listed else ""


def performance(book: Book, page: Page, facts: FileFacts) -> tuple[str, set[str]]:
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


def tests(book: Book, page: Page, facts: FileFacts, ranked: list[sqlite3.Row]) -> tuple[str, set[str]]:
    """Return the tests that reach the file, and how others use what it defines."""
    if page.file.kind == "test":
        run = testing.run_command(book, page.file) if reach.is_test(book, page.file.id) else None
        return (f"Run: {run.show(book, page.here)}." if run and not run.is_whole else ""), set()
    told = [
        reach.own_tests(book, page, facts),
        reach.tests_table(book, page, facts, _users(facts, page.file.id)),
    ]
    text = "\n".join(part for part in told if part)
    parts = [
        examples.usage_examples(book, page, facts, ranked),
        document_examples(book, page, facts, ranked),
    ]
    shown = "\n\n".join(part for part in parts if part)
    if shown:
        page.anchors.add("Usage examples")
        text += f"{chr(10) if text else ''}### Usage examples\n\n{shown}\n"
    if spoken := by_documents(book, page):
        text += f"{chr(10) if text else ''}{spoken}"
    return text, set()


def related(book: Book, page: Page, facts: FileFacts) -> tuple[str, set[str]]:
    """Return the files that belong to this one, those with the weightiest reason first; each with all of its reasons."""
    reasons: dict[int, list[str]] = {}
    for row in facts.related:
        reasons.setdefault(row["other_id"], []).append(row["reason"])
    rows = [
        (book.docs_link(book.files[other], page.here, code(book.files[other].path)), "; ".join(said))
        for other, said in reasons.items()
    ]
    more = len(rows) - MAX_LISTED
    text = table(("file", "reason"), rows[:MAX_LISTED]) if rows else ""
    return text + (f"\n{plural(more, 'more file')}.\n" if more > 0 else ""), set()


def cross_references(book: Book, page: Page) -> str:
    file = page.file
    around = _around_folder(book, file.folder_id)
    return f"- [Keyword Index]({url(relative(file.keywords, page.here))})\n{around}"


@passing
def _around_folder(book: Book, folder_id: int) -> str:
    """Return the links that every page of a folder shares."""
    folder = book.folders[folder_id]
    here = folder.page
    lines = [
        f"- **Folder**: {book.folder_link(folder, here, 'Index')}"
        f" · {book.folder_link(folder, here, 'Documentation', 'doc.md')}"
        f" · {book.folder_link(folder, here, 'Keywords', 'sub.md')}",
    ]
    above: list[str] = []
    at = folder
    while at.parent_id is not None and len(above) < 12:
        at = book.folders[at.parent_id]
        above.append(book.folder_link(at, here, code(at.name or book.options.name)))
    if above:
        lines.append(f"- **Parent Folders**: {' · '.join(reversed(above))}")
    lines.append(f"- [Global Keywords]({url(relative('keywords.md', here))})")
    return "\n".join(lines)
