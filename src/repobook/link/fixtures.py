"""Tests that reach a source through something of their own: a fixture of pytest, a class or a helper of another test file.

Runs after references are resolved. A fixture is asked for by the name of a parameter, and found as pytest finds it: in
the file itself, among what it imports, or in the nearest `conftest.py` above.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field

from repobook.link.importance import files_of_symbols
from repobook.link.references.answers import EXACT, SCOPED, unpack_targets
from repobook.link.references.sites import HOWS, unpack_places
from repobook.store import Writer

MAX_HELPERS = 400  # files of tests whose insides are looked at
MAX_AROUND = 20  # helpers that hold one line
MAX_USERS = 50  # test files that are kept for one helper: those that use it most
MAX_DEPTH = 3  # a fixture that asks for a fixture
_SURE = (EXACT, SCOPED)
_DECORATORS = frozenset(letter for letter, (how, _) in HOWS.items() if how == "decorator")
_IMPORTS = frozenset(letter for letter, (how, _) in HOWS.items() if how == "import")
_WORDS = re.compile(r"\w+").findall
_HELPER_KINDS = (
    "('class', 'struct', 'function', 'module', 'object', 'trait', 'interface', 'constant', 'typedef')"
)


@dataclass(slots=True)
class _Helper:
    """Something of a test file that other tests use."""

    file: int
    name: str
    first: int
    last: int
    asks: list[str] = field(default_factory=list)  # names of the fixtures that it asks for
    reaches: dict[int, int] = field(default_factory=dict)  # source -> first line that uses it
    users: dict[int, tuple[int, int]] = field(default_factory=dict)  # test file -> how many tests, first line


def link_fixtures(store: Writer) -> None:
    """Fill `fixture` and `fixture_use`."""
    helpers = _used_helpers(store)
    fixtures = _read_fixtures(store, helpers)
    _find_reach(store, helpers)
    if fixtures:
        _ask_for_fixtures(store, helpers, fixtures)
    kept = {symbol: helper for symbol, helper in helpers.items() if helper.reaches and helper.users}
    store.write(
        "INSERT INTO fixture VALUES (?, ?, ?)",
        sorted((source, symbol, line) for symbol, h in kept.items() for source, line in h.reaches.items()),
    )
    store.write(
        "INSERT INTO fixture_use VALUES (?, ?, ?, ?)",
        sorted((symbol, test, *use) for symbol, h in kept.items() for test, use in _most(h.users)),
    )


def _most(users: dict[int, tuple[int, int]]) -> list[tuple[int, tuple[int, int]]]:
    return sorted(users.items(), key=lambda item: (-item[1][0], item[0]))[:MAX_USERS]


def _used_helpers(store: Writer) -> dict[int, _Helper]:
    """Return what one test file defines and another uses."""
    helpers: dict[int, _Helper] = {}
    files: set[int] = set()
    for symbol, file, name, first, last, user, places, line in store.ask(
        "SELECT s.id, s.file_id, s.name, s.first_line, s.last_line, u.file_id, u.places, u.line FROM use u"
        " JOIN file t ON t.id = u.file_id JOIN symbol s ON s.id = u.symbol_id JOIN file f ON f.id = s.file_id"
        f" WHERE t.kind = 'test' AND f.kind = 'test' AND u.file_id != s.file_id AND s.kind IN {_HELPER_KINDS}"
        " AND s.scope NOT LIKE '%(%' ORDER BY s.id, u.file_id"
    ):
        if file not in files and len(files) >= MAX_HELPERS:
            continue
        files.add(file)
        helper = helpers.setdefault(symbol, _Helper(file, name, first, last))
        helper.users[user] = (places, line)
    return helpers


def _read_fixtures(store: Writer, helpers: dict[int, _Helper]) -> dict[tuple[int, str], int]:
    """Add the fixtures of pytest to the helpers; return them by file and name."""
    execute = store.ask
    found: dict[tuple[int, str], int] = {}
    for file, packed in execute(
        "SELECT s.file_id, s.sites FROM site s JOIN file f ON f.id = s.file_id WHERE f.language = 'Python' AND f.kind = 'test'"
        " AND EXISTS (SELECT 1 FROM import i WHERE i.file_id = f.id AND i.target LIKE 'pytest%') ORDER BY s.file_id LIMIT ?",
        (MAX_HELPERS,),
    ).fetchall():
        places = unpack_places(packed)
        lines = {
            line
            for name, letter, line in zip(places.names, places.letters, places.lines, strict=True)
            if letter in _DECORATORS and name.endswith("fixture")
        }
        if not lines:
            continue
        for symbol, name, first, named, last, signature in execute(
            "SELECT id, name, first_line, name_line, last_line, signature FROM symbol"
            " WHERE file_id = ? AND kind IN ('function', 'method') ORDER BY id",
            (file,),
        ):
            if any(first <= line <= named for line in lines):
                helper = helpers.setdefault(symbol, _Helper(file, name, first, last))
                helper.asks = parameters(signature)
                found[file, name] = symbol
    return found


def _find_reach(store: Writer, helpers: dict[int, _Helper]) -> None:
    """Say which sources the lines of each helper use, surely."""
    by_file: dict[int, list[_Helper]] = defaultdict(list)
    for helper in helpers.values():
        by_file[helper.file].append(helper)
    execute = store.ask
    files = files_of_symbols(store) if by_file else ()
    sources = {file for (file,) in execute("SELECT id FROM file WHERE kind = 'source'")}
    for file in sorted(by_file):
        row = execute(
            "SELECT s.sites, r.answers FROM site s JOIN reference r ON r.file_id = s.file_id WHERE s.file_id = ?",
            (file,),
        ).fetchone()
        if row is None:
            continue
        waiting = sorted(by_file[file], key=lambda helper: (-helper.first, helper.last))
        around: list[_Helper] = []  # those whose lines hold the place at hand
        places = unpack_places(row[0])
        labels, targets = unpack_targets(row[1])
        for letter, line, label, written in zip(places.letters, places.lines, labels, targets, strict=True):
            if waiting and waiting[-1].first <= line:
                around = [helper for helper in around if helper.last >= line]
                while waiting and waiting[-1].first <= line:
                    helper = waiting.pop()
                    if len(around) < MAX_AROUND:
                        around.append(helper)
            if not around or label not in _SURE:
                continue
            target = int(written.partition(" ")[0])
            source = files[target] if target > 0 else 0
            if source in sources and letter not in _IMPORTS:
                for helper in around:
                    if helper.last >= line:
                        helper.reaches.setdefault(source, line)


def _ask_for_fixtures(
    store: Writer, helpers: dict[int, _Helper], fixtures: dict[tuple[int, str], int]
) -> None:
    """Let tests that name a fixture as a parameter use it, and what it asks for itself."""
    names = {name for _, name in fixtures}
    execute = store.ask
    paths = {
        file: str(path)
        for file, path in execute("SELECT id, path FROM file WHERE kind = 'test' AND language = 'Python'")
    }
    conftests = {
        path.rpartition("/")[0]: file for file, path in paths.items() if path.endswith("conftest.py")
    }
    taken: dict[tuple[int, str], int] = {}
    for file, source, listed in execute(
        "SELECT file_id, target_file, names FROM import WHERE target_file IS NOT NULL AND names != '' ORDER BY rowid"
    ):
        for name in str(listed).split(", "):
            if (source, name) in fixtures:
                taken[file, name] = fixtures[source, name]

    def find(file: int, name: str, not_in: int = 0) -> int | None:
        symbol = fixtures.get((file, name)) if file != not_in else None
        symbol = symbol or taken.get((file, name))
        folder = paths.get(file, "")
        while symbol is None and folder:
            folder = folder.rpartition("/")[0]
            conftest = conftests.get(folder)
            if conftest is not None and conftest != not_in:
                symbol = fixtures.get((conftest, name))
        return symbol

    for helper in helpers.values():
        helper.asks = [name for name in helper.asks if name in names]
    for _ in range(MAX_DEPTH):
        for symbol in sorted(helpers):
            helper = helpers[symbol]
            for name in helper.asks:
                # A fixture that asks for its own name means that of the folder above.
                asked = find(helper.file, name, helper.file if name == helper.name else 0)
                if asked is not None and asked != symbol:
                    for source in helpers[asked].reaches:
                        helper.reaches.setdefault(source, helper.first)
    for file, line, signature in execute(
        "SELECT s.file_id, s.name_line, s.signature FROM symbol s JOIN file f ON f.id = s.file_id WHERE f.kind = 'test'"
        " AND f.language = 'Python' AND s.kind IN ('function', 'method') AND s.name LIKE 'test%' ORDER BY s.id"
    ):
        if names.isdisjoint(_WORDS(signature)):
            continue  # most tests ask for nothing
        for name in parameters(signature):
            asked = find(file, name) if name in names else None
            if asked is not None:
                count, first = helpers[asked].users.get(file, (0, line))
                helpers[asked].users[file] = (count + 1, first)


def parameters(signature: str) -> list[str]:
    """Return the names of a function's parameters: `a`, `b` of `def f(a, *, b: int = 1)`."""
    _, _, inner = signature[max(0, signature.rfind("def ")) :].partition("(")
    listed: list[str] = []
    depth = 0
    part = ""
    for char in inner:
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if depth < 0:
                break
        if char == "," and not depth:
            listed.append(part)
            part = ""
        else:
            part += char
    listed.append(part)
    found = [re.match(r"\s*(\w+)", part) for part in listed]
    return [name[1] for name in found if name and name[1] not in ("self", "cls")]
