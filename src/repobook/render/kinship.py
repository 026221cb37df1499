"""Symbols that other symbols stand in a relation to: bases and heirs, overrides, callers and callees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from repobook.facts import MINOR_KINDS
from repobook.render.asked import about, question
from repobook.render.book import Book, FileRow, filled, marks
from repobook.render.markdown import code, filled_table, number, plural
from repobook.render.page import FileFacts, Page, Shown, open_page, qualified

MAX_CLASSES = 20
MAX_HEIRS = 3
MAX_FUNCTIONS = 5
MAX_CALLERS = 3  # files
MAX_CALLEES = 3
_ASKED = 500  # symbols in one question to the store
_CODE = ("source", "build")
_NOT_FUNCTIONS = (MINOR_KINDS - {"macro"}) | {
    "namespace",
    "package",
    "module",
    "impl",
    "extension",
    "heading",
}
_LABELS = {"e": "", "s": " (scoped)", "c": " (candidate)"}


@dataclass(slots=True)
class _Function:
    id: int
    callers: list[tuple[int, int, str]] = field(default_factory=list)  # what they call, who, label
    callees: list[tuple[int, int, str]] = field(default_factory=list)


class Named(NamedTuple):
    """What a page shows of a symbol of any file."""

    file_id: int
    line: int
    qualified: str


def find_named(book: Book, ids: Iterable[int]) -> dict[int, Named]:
    """Return symbols by their ids."""
    wanted = sorted(set(ids))
    found: dict[int, Named] = {}
    for at in range(0, len(wanted), _ASKED):
        part = filled(wanted[at : at + _ASKED])
        for symbol, *row in book.db.execute(
            "SELECT s.id, s.file_id, s.name_line, CASE s.scope WHEN '' THEN s.name"
            " ELSE s.scope || coalesce(nullif(s.joint, ''), f.separator) || s.name END"
            f" FROM symbol s JOIN file f ON f.id = s.file_id WHERE s.id IN ({marks(part)})",
            part,
        ):
            found[symbol] = Named(*row)
    return found


def _place(book: Book, page: Page, file_id: int, line: int) -> str:
    """Return a link to a line; the name of its file stands with it where that is another one."""
    if file_id == page.file.id:
        return page.cite(line, 0)
    file = book.files[file_id]
    return book.cite(file, line, line, page.here, text=code(book.ground.short_path(file)) + " ")


def _more(listed: int, shown: int) -> str:
    return f" +{number(listed - shown)}" if listed > shown else ""


def find_kin(book: Book, facts: FileFacts) -> dict[int, Named]:
    """Return the symbols elsewhere that bases, heirs and overrides of a file are shown by."""
    ids: list[int] = []
    for symbol in facts.symbols:
        ids += [other for other, _, _ in facts.bases.get(symbol["id"], ())]
        ids += [other for other, _, _ in facts.heirs.get(symbol["id"], ())[:MAX_HEIRS]]
    return find_named(book, ids) if ids else {}


def describe_overrides(book: Book, page: Page, facts: FileFacts, symbol: int, kin: dict[int, Named]) -> str:
    """Say what a method overrides, and what overrides it."""
    said = []
    above = [row for row in facts.bases.get(symbol, ()) if row[1] == "override"]
    below = [row for row in facts.heirs.get(symbol, ()) if row[1] == "override"]
    for word, rows in (("overrides", above), ("overridden by", below)):
        if rows:
            shown = ", ".join(
                f"{code(kin[other].qualified)} {_place(book, page, kin[other].file_id, kin[other].line)}{_LABELS[label]}"
                for other, _, label in rows[:MAX_HEIRS]
            )
            said.append(f"{word} {shown}{_more(len(rows), MAX_HEIRS)}")
    return " · ".join(said)


def inheritance(book: Book, page: Page, facts: FileFacts, kin: dict[int, Named]) -> tuple[str, set[str]]:
    """Return what classes of the file inherit from, and which classes inherit from them."""
    rows = []
    names: set[str] = set()
    for symbol in facts.symbols:
        heirs = [row for row in facts.heirs.get(symbol["id"], ()) if row[1] == "base"]
        if not (symbol["bases"] or heirs) or symbol["kind"] in MINOR_KINDS:
            continue
        names.add(symbol["name"])
        anchor = page.entries.get(symbol["id"])
        name = f"[{code(qualified(symbol))}](#{anchor})" if anchor else code(qualified(symbol))
        known = {
            kin[other].qualified: _place(book, page, kin[other].file_id, kin[other].line) + _LABELS[label]
            for other, how, label in facts.bases.get(symbol["id"], ())
            if how == "base"
        }
        shown = ", ".join(
            f"{code(kin[other].qualified)} {_place(book, page, kin[other].file_id, kin[other].line)}{_LABELS[label]}"
            for other, _, label in heirs[:MAX_HEIRS]
        )
        rows.append((name, _bases(symbol["bases"], known), shown + _more(len(heirs), MAX_HEIRS)))
    if not rows:
        return "", names
    text = filled_table(("class", "inherits from", "inherited by"), rows[:MAX_CLASSES])
    rest = len(rows) - MAX_CLASSES
    return text + (f"\n{rest:,} more classes.\n" if rest > 0 else ""), names


def _bases(written: str, known: dict[str, str]) -> str:
    """Return bases as written, each with its place where it is known."""
    shown = []
    for base in written.split(", ") if written else ():
        last = base.partition("<")[0].replace("::", ".").replace("\\", ".").rpartition(".")[2].strip()
        at = next(
            (q for q in known if q.replace("::", ".").replace("\\", ".").rpartition(".")[2] == last), ""
        )
        shown.append(f"{code(base)} {known.pop(at)}" if at else code(base))
    shown += [f"{code(name)} {place}" for name, place in known.items()]
    return ", ".join(shown)


def calls(book: Book, page: Page, facts: FileFacts) -> str:
    """Return who calls the main functions of a file, and what they call, as one table."""
    if page.file.kind not in _CODE:
        return ""
    functions: dict[str, _Function] = {}
    for symbol in facts.symbols:
        callers, called = facts.callers.get(symbol["id"], ()), facts.callees.get(symbol["id"], ())
        if symbol["kind"] not in _NOT_FUNCTIONS and (callers or called):
            function = functions.setdefault(qualified(symbol), _Function(symbol["id"]))  # overloads are one
            function.callers.extend((symbol["id"], caller, label) for caller, label in callers)
            function.callees.extend(called)
    chosen = []
    for name, function in functions.items():
        users = {book.ground.file_of(caller) for _, caller, _ in function.callers}
        sources = sum(book.files[user].kind != "test" for user in users)
        chosen.append(
            (-sources, -len(users), -len(function.callers), -len(function.callees), function.id, name)
        )
    shown = {row[-1]: functions[row[-1]] for row in sorted(chosen)[:MAX_FUNCTIONS]}
    if not shown:
        return ""
    told = " ".join(map(_tell_callees, shown.values()))
    cells = callees(book, page.file, told)
    rows = []
    for (name, function), cell in zip(shown.items(), cells, strict=True):
        anchor = page.entries.get(function.id)
        rows.append(
            (
                f"[{code(name)}](#{anchor})" if anchor else code(name),
                _callers(book, page, facts, function.callers),
                cell,
            )
        )
    more = len(chosen) - MAX_FUNCTIONS
    text = filled_table(("function", "called by (+n: more there)", "calls"), rows)
    page.tables.append(Shown(about(callees, page.file, told), text.rstrip(), cells))
    return text + (f"\n{plural(more, 'more function')}.\n" if more > 0 else "")


def _tell_callees(function: _Function) -> str:
    """Return the surest callees of a function as a word: `id:callees in all:callee and label, …`."""
    callees = sorted(set(function.callees), key=_surest)
    listed = ",".join(f"{target}{label}" for target, _, label in callees[: 2 * MAX_CALLEES])
    return f"{function.id}:{len(callees)}:{listed}"


@question
def callees(book: Book, file: FileRow, told: str) -> list[str]:
    """Return what functions of a file call, a text each: the sure ones first; overloads are one."""
    functions = []
    for function in told.split():
        own, count, listed = function.split(":")
        targets = [(int(word[:-1]), word[-1]) for word in listed.split(",") if word]
        functions.append((int(own), int(count), targets))
    named = find_named(
        book,
        (one for own, _, targets in functions if targets for one in (own, *(t for t, _ in targets))),
    )
    page = open_page(book, file)
    return [_callees(book, page, named, *function) for function in functions]


def _callees(
    book: Book, page: Page, named: dict[int, Named], own: int, count: int, targets: list[tuple[int, str]]
) -> str:
    found = [(named[target], label) for target, label in targets if target in named]
    seen = {(page.file.id, named[own].qualified)} if own in named else set()
    shown = []
    for other, label in found:
        if (other.file_id, other.qualified) in seen:
            continue
        seen.add((other.file_id, other.qualified))
        place = _place(book, page, other.file_id, other.line)
        shown.append(f"{code(other.qualified)} {place}{_LABELS[label]}")
    rest = count - len(found) + max(0, len(shown) - MAX_CALLEES)
    return ", ".join(shown[:MAX_CALLEES]) + (f" and {number(rest)} more" if rest else "")


def _surest(call: tuple[int, int, str]) -> tuple[int, int, int]:
    return "esc".index(call[2]), call[1], call[0]


def _callers(book: Book, page: Page, facts: FileFacts, callers: list[tuple[int, int, str]]) -> str:
    """Return the files that call a function, each with the first line; those that call most first, tests last."""
    groups: dict[int, list[tuple[int, int, str]]] = {}
    for call in callers:
        groups.setdefault(book.ground.file_of(call[1]), []).append(call)
    order = sorted(
        groups, key=lambda f: (book.files[f].kind == "test", f == page.file.id, -len(groups[f]), f)
    )
    return ", ".join(_caller_files(book, page, facts, groups, order[:MAX_CALLERS])) + (
        f" and {plural(len(order) - MAX_CALLERS, 'more file')}" if len(order) > MAX_CALLERS else ""
    )


def _caller_files(
    book: Book, page: Page, facts: FileFacts, groups: dict[int, list[tuple[int, int, str]]], order: list[int]
) -> Iterator[str]:
    for file_id in order:
        label = min((call[2] for call in groups[file_id]), key="esc".index)
        line = min(facts.lines.of_call(*call) for call in groups[file_id] if call[2] == label)
        rest = len(groups[file_id]) - 1
        yield _place(book, page, file_id, line) + _LABELS[label] + (f" +{rest}" if rest else "")
