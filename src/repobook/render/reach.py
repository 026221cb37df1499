"""The tests that reach a file: which functions of which test files, the best first, and how they are run."""

from __future__ import annotations

import re
import sqlite3
from typing import NamedTuple

from repobook.render import kinship, testing
from repobook.render.asked import question
from repobook.render.book import Book, FileRow
from repobook.render.markdown import code, filled_table, number, plural
from repobook.render.page import FileFacts, Page, qualified

MAX_FILES = 20
MAX_THROUGH = 8  # files of tests that get at a source through something else
MAX_TESTS = 4  # of one file
Users = dict[int, list[tuple[int, int, str]]]  # file -> places, symbol, name
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_LABELS = {"e": 0, "s": 1, "c": 2}


@question
def _cases(book: Book, file: int) -> dict[int, None]:
    """Return what test tools run of a file; 0: the file as a whole."""
    rows = book.db.execute("SELECT symbol_id FROM test_case WHERE file_id = ? ORDER BY symbol_id", (file,))
    return dict.fromkeys(row[0] for row in rows)


def is_test(book: Book, file: int) -> bool:
    """Tell whether a file is a test, and not one that only helps tests."""
    return book.files[file].kind == "test" and bool(_cases(book, file))


class _Case(NamedTuple):
    """A test that reaches a file: how surely, how much of it, by which function."""

    label: int
    reached: list[str]  # functions of the file
    symbol: int
    calls: list[tuple[int, int, str]]  # what is called, who calls it, label
    is_test: bool


def tests_table(book: Book, page: Page, facts: FileFacts, users: Users) -> str:
    """Return the tests that use what a file defines, import it, get at it through a fixture, or bear its name."""
    users = {file: used for file, used in users.items() if is_test(book, file)}
    importers = {file for file in facts.importers if is_test(book, file)}
    found = _find_cases(book, page, facts)
    everyone = sorted(
        importers | users.keys() | found.keys(),
        key=lambda file: (-sum(use[0] for use in users.get(file, ())), file),
    )
    if users or importers:  # guesses are worth a row only where nothing is sure
        everyone = [file for file in everyone if file in users or file in importers]
    rows = []
    for file in everyone[:MAX_FILES]:
        used = users.get(file)
        if used:
            how = f"uses {used_names(used)} in {plural(sum(use[0] for use in used), 'place')}"
            line = min(facts.lines.of_use(use[1], file) for use in used)
        elif file in importers:
            how, line = "imports it", facts.lines.of_import(file)
        else:
            names = sorted({name for case in found[file] for name in case.reached})
            line = min(facts.lines.of_call(*call) for case in found[file] for call in case.calls)
            how = f"may call {used_names([(1, 0, name) for name in names])} (candidate)"
        lines = [facts.lines.of_use(use[1], file) for use in used or ()]
        shown = _show(book, page, file, found.get(file, []), lines)
        rows.append((book.place(book.files[file], line, page.here), how, shown, run_shown(book, page, file)))
    known = {*everyone, *found}
    through = _through(book, page, known)
    rows += through[:MAX_THROUGH]
    rows += _by_name(book, page, facts, known)
    if not rows:
        return ""
    text = filled_table(("test", "how it reaches this file", "its tests", "run with"), rows)
    more = max(0, len(everyone) - MAX_FILES) + max(0, len(through) - MAX_THROUGH)
    return text + (f"\n{plural(more, 'more test file')}.\n" if more > 0 else "")


def own_tests(book: Book, page: Page, facts: FileFacts) -> str:
    """Return the tests that a source holds itself, and how they are run."""
    cases = _cases(book, page.file.id)
    listed = [symbol for symbol in facts.symbols if symbol["id"] in cases]
    if not listed:
        return ""
    shown = ", ".join(
        f"{code(qualified(symbol))} {page.cite(symbol['name_line'], 0)}" for symbol in listed[: 2 * MAX_TESTS]
    )
    more = len(listed) - 2 * MAX_TESTS
    run = testing.run_command(book, page.file)
    return (
        f"{plural(len(listed), 'test')} in this file: {shown}{f' and {number(more)} more' if more > 0 else ''}."
        + (f" Run: {run.show(book, page.here)}." if run else "")
        + "\n"
    )


def used_names(used: list[tuple[int, int, str]]) -> str:
    names = list(dict.fromkeys(use[2] for use in used))
    shown = ", ".join(code(name) for name in names[:3])
    return shown + (f" and {len(names) - 3:,} more" if len(names) > 3 else "")


def run_shown(book: Book, page: Page, file: int) -> str:
    run = testing.run_command(book, book.files[file])
    return run.show(book, page.here) if run else ""


def _find_cases(book: Book, page: Page, facts: FileFacts) -> dict[int, list[_Case]]:
    """Return who calls what the file defines, by test file, the surest first."""
    reached: dict[int, dict[int, tuple[set[str], list[tuple[int, int, str]]]]] = {}
    for symbol in facts.symbols:
        for caller, label in facts.callers.get(symbol["id"], ()):
            file = book.ground.file_of(caller)
            if caller > 0 and file != page.file.id and _cases(book, file):
                names, calls = reached.setdefault(file, {}).setdefault(caller, (set(), []))
                names.add(symbol["name"])
                calls.append((symbol["id"], caller, label))
    return {
        file: sorted(
            (
                _Case(
                    min(_LABELS[label] for _, _, label in calls),
                    sorted(names),
                    caller,
                    calls,
                    not {caller, 0}.isdisjoint(_cases(book, file)),
                )
                for caller, (names, calls) in callers.items()
            ),
            key=lambda case: (not case.is_test, case.label, -len(case.reached), case.symbol),
        )
        for file, callers in reached.items()
    }


def _show(book: Book, page: Page, file: int, cases: list[_Case], lines: list[int]) -> str:
    """Return the tests of one file with their lines; where none calls, those around the lines that use."""
    tests = [case for case in cases if case.is_test]
    symbols = [case.symbol for case in tests]
    if not symbols:
        symbols = _around(book, file, lines)
    named = kinship.find_named(book, symbols[:MAX_TESTS])
    shown = [
        f"{code(named[symbol].qualified.rpartition(chr(92))[2])} {book.cite(book.files[file], named[symbol].line, 0, page.here)}"
        for symbol in symbols[:MAX_TESTS]
    ]
    more = len(symbols) - MAX_TESTS
    return ", ".join(shown) + (f" and {number(more)} more" if more > 0 else "")


def _around(book: Book, file: int, lines: list[int]) -> list[int]:
    """Return the innermost tests around some lines."""
    cases = _cases(book, file)
    found: dict[int, None] = {}
    for line in sorted(set(lines))[: 2 * MAX_TESTS]:
        rows = book.db.execute(
            "SELECT id FROM symbol WHERE file_id = ? AND first_line <= ? AND last_line >= ? ORDER BY id DESC",
            (file, line, line),
        )
        inmost = next((row[0] for row in rows if row[0] in cases), None)
        if inmost is not None:
            found[inmost] = None
    return list(found)


_THROUGH = (
    "SELECT u.file_id, u.places, u.line, s.name, s.file_id AS at, s.name_line FROM fixture x JOIN fixture_use u ON u.symbol_id = x.symbol_id"
    " JOIN symbol s ON s.id = x.symbol_id WHERE x.source_id = ? ORDER BY u.places DESC, u.file_id, s.id"
)


def _through(book: Book, page: Page, known: set[int]) -> list[tuple[str, str, str, str]]:
    """Return the tests that reach a file only through a fixture, a base class or a helper of other test files."""
    rows: list[tuple[str, str, str, str]] = []
    for row in book.query(_THROUGH, page.file.id) if page.file.id in book.present["fixture"] else ():
        if row["file_id"] in known or not is_test(book, row["file_id"]):
            continue
        known.add(row["file_id"])
        test, helper = book.files[row["file_id"]], book.files[row["at"]]
        where = book.place(helper, row["name_line"], page.here)
        how = f"through {code(row['name'])} ({where}) in {plural(row['places'], 'place')}"
        shown = _show(book, page, test.id, [], [row["line"]])
        rows.append((book.place(test, row["line"], page.here), how, shown, run_shown(book, page, test.id)))
    return rows


def _by_name(book: Book, page: Page, facts: FileFacts, known: set[int]) -> list[tuple[str, str, str, str]]:
    """Return the tests that bear the file's name, with those that bear the name of one of its functions."""
    rows = []
    for row in facts.related:
        if row["reason"].startswith("tests this") and row["other_id"] not in known:
            test = book.files[row["other_id"]]
            shown = _named_alike(book, page, facts, test)
            place = book.docs_link(test, page.here, code(test.path))
            how = "by its name" + (", and its tests by theirs" if shown else "")
            rows.append((place, how, shown, run_shown(book, page, test.id)))
    return rows


def _named_alike(book: Book, page: Page, facts: FileFacts, test: FileRow) -> str:
    """Return the tests whose names hold all the words of a function's name."""
    subject = re.sub(r"[^a-z0-9]", "", test.name.lower().partition(".")[0])
    functions: dict[frozenset[str], str] = {}
    for symbol in facts.symbols:
        if symbol["complexity"] > 0 and (words := _name_words(symbol["name"], subject)):
            functions.setdefault(words, symbol["name"])
    found = []
    cases = _cases(book, test.id)
    for case in _rows(book, test.id) if functions else ():
        words = _name_words(case["name"], subject)
        fitting = (
            [f for f in functions if f == words or (len(f) > 1 and f <= words)] if case["id"] in cases else []
        )
        if fitting:
            best = max(fitting, key=lambda f: (len(f), functions[f]))
            found.append((len(words - best), case["id"], case, functions[best]))
    found.sort(key=lambda item: item[:2])
    shown = [
        f"{code(case['name'])} {book.cite(test, case['name_line'], 0, page.here)} ({code(function)})"
        for _, _, case, function in found[: 2 * MAX_TESTS]
    ]
    more = len(found) - 2 * MAX_TESTS
    return ", ".join(shown) + (f" and {number(more)} more" if more > 0 else "")


def _rows(book: Book, file: int) -> list[sqlite3.Row]:
    return book.query("SELECT id, name, name_line FROM symbol WHERE file_id = ? ORDER BY id", file)


def _name_words(name: str, subject: str) -> frozenset[str]:
    """Return the words of a name that its test's subject does not say already; one form for one and many."""
    words = [word.lower() for word in _WORDS.findall(name)]
    return frozenset(
        word.removesuffix("s") for word in words if word not in subject and word not in ("test", "tests")
    )
