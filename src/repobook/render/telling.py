"""What others and the facts say of a file that says nothing of itself: one or two statements, each with its places."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from typing import NamedTuple

from repobook.facts import MINOR_KINDS
from repobook.render.asked import question, recalled, shared
from repobook.render.book import Book, FileRow, filled, marks
from repobook.render.markdown import code, number, plural
from repobook.render.mentions import mention_of
from repobook.render.ranking import CALLERS, FUNCTIONS, TYPES, outer_symbols, rank_symbols
from repobook.render.wording import own_words

MAX_NAMES = 3
MAX_KINDS = 2
MAX_NAMESAKES = 200  # definitions of a name among which a type is looked for
MAX_OWN = 100  # of them in the file that asks
MAX_QUOTE = 90  # characters of the documentation of one of several names
TOLD_KINDS = ("source", "test", "generated", "vendored")
_SPACES = frozenset({"namespace", "package"})
_BODIES = FUNCTIONS | {"destructor", "operator"}
_NAMES = MINOR_KINDS | {"alias", "typedef"}
_PARTS = frozenset({"impl", "extension", "heading", "constructor", "destructor"})
_GUARD = re.compile(r"\w+_(?:H|HH|HPP|HXX|CUH|INC|INCLUDED)(?:_IN)?_*$")
_VALUE = re.compile(r"['\"]?\w+['\"]?\s*[:=]\s*['\"]?(.*?)['\"]?,?$", re.S)
_STEM = re.compile(r"[^a-z0-9]")
# What the functions of a test call most, where a source defines it.
# In two steps, so that both say by their parameters which rows they see; lines are asked for only of what is named.
# The file itself, which calls as the negative of its id, is no function.
_CALLED = """
SELECT coalesce(b.body_id, c.target_id) AS target, count(DISTINCT CASE WHEN c.caller_id > 0 THEN c.caller_id END) AS n
FROM call c LEFT JOIN body b ON b.symbol_id = c.target_id
WHERE (c.caller_id BETWEEN ? AND ? OR c.caller_id = ?) AND c.label != 'c' GROUP BY target ORDER BY n DESC, target LIMIT 60
"""
_EXERCISED = """
SELECT s.id, s.name, s.file_id, (SELECT count(*) FROM call c WHERE c.target_id = s.id) AS callers,
       CASE s.scope WHEN '' THEN s.name ELSE s.scope || coalesce(nullif(s.joint, ''), f.separator) || s.name END AS qualified
FROM symbol s JOIN file f ON f.id = s.file_id
WHERE s.id IN ({}) AND f.kind = 'source' AND s.file_id != ? AND s.kind != 'macro' ORDER BY s.id
"""
_LINES = "SELECT first_line, last_line FROM symbol WHERE id = ?"


class Place(NamedTuple):
    """Lines that a statement rests on."""

    file_id: int
    first: int
    last: int


class Defined(NamedTuple):
    """A symbol whose lines a statement rests on: where a file is told of elsewhere, nobody asks for them."""

    file_id: int
    symbol_id: int


Statement = list[str | Place | Defined]  # words as Markdown, each followed by its places


def _extended(symbols: list[sqlite3.Row]) -> set[str]:
    """Return the types that extensions of a file add to."""
    return {s["qualified"] for s in symbols if s["kind"] == "extension"}


def _owners(symbols: list[sqlite3.Row]) -> set[str]:
    """Return the types of a file, whose members are theirs; beside them what it adds to others is not what it is for, either."""
    types = {s["qualified"] for s in symbols if s["kind"] in TYPES}
    return types | _extended(symbols) if types else types


def _is_guard(symbol: sqlite3.Row) -> bool:
    """Tell whether a macro only keeps a header from being read twice."""
    return bool(symbol["kind"] == "macro" and _GUARD.match(symbol["name"]))


@question
def tell(book: Book, file: FileRow) -> list[Statement]:
    """Return what is known of a file of code: what speaks of it first, then what its facts say."""
    if file.kind not in TOLD_KINDS:
        said = mention_of(book, file)
        return [_quote(book, *said)] if said else _described_key(book, file)
    symbols = book.query(
        "SELECT s.id, s.name, s.kind, s.scope, s.visibility, s.first_line, s.last_line, s.doc, s.doc_first_line, s.doc_last_line,"
        " f.separator, CASE s.scope WHEN '' THEN s.name ELSE s.scope || coalesce(nullif(s.joint, ''), f.separator) || s.name END AS qualified"
        " FROM symbol s JOIN file f ON f.id = s.file_id WHERE s.file_id = ? ORDER BY s.id",
        file.id,
    )
    said = mention_of(book, file)
    if not symbols:
        return [_quote(book, *said)] if said else _runs(book, file)
    known = _Known(book, file, symbols)
    statements = [_quote(book, *said)] if said else []
    for statement in (
        known.implements() or known.main_in_its_words(),
        known.tests() if file.kind == "test" else [],
    ):
        if statement:
            statements.append(statement)
    if len(statements) < (1 if said or file.kind == "test" else 2) and not (statements and not said):
        statements.append(known.holds())
    return [statement for statement in statements if statement][:2]


def on_page(book: Book, file: FileRow, here: str) -> str:
    """Return what is told of a file as sentences with links to their places, for its own page."""
    return " ".join(_shown(book, file, statement, here) for statement in tell(book, file))


@recalled
def in_table(book: Book, file: FileRow) -> str:
    """Return the first of what is told of a file, without places: the file itself is linked beside it."""
    for statement in tell(book, file):
        return "".join(piece for piece in statement if isinstance(piece, str))
    return ""


def _shown(book: Book, file: FileRow, statement: Statement, here: str) -> str:
    text = ""
    for piece in statement:
        if isinstance(piece, str):
            text += piece
        else:
            other = book.files[piece.file_id]
            is_named = other.id == file.id or text.endswith(code(other.path))
            name = "" if is_named else code(other.path) + " "
            first, last = (
                book.query(_LINES, piece.symbol_id)[0]
                if isinstance(piece, Defined)
                else (piece.first, piece.last)
            )
            text += f" ({book.cite(other, first, last, here, text=name)})"
    return text[:1].upper() + text[1:] + "."


def _quote(book: Book, words: str, other: FileRow, line: int) -> Statement:
    return [f"{code(other.path)} says of it: “{words.removesuffix('.')}”", Place(other.id, line, line)]


def _described_key(book: Book, file: FileRow) -> list[Statement]:
    """Quote the summary or description that the only key at the top of a file of keys has."""
    tops = book.query(
        "SELECT name FROM symbol WHERE file_id = ? AND scope = '' AND kind = 'key' LIMIT 2", file.id
    )
    if len(tops) != 1:
        return []
    rows = book.query(
        "SELECT signature, first_line, last_line FROM symbol WHERE file_id = ? AND scope = ? AND kind = 'key'"
        " AND name IN ('summary', 'description', 'title') ORDER BY name = 'title', id LIMIT 1",
        file.id, tops[0]["name"],
    )  # fmt: skip
    found = _VALUE.match(rows[0]["signature"]) if rows else None
    words = own_words(found[1]) if found else ""
    if not words:
        return []
    place = Place(file.id, rows[0]["first_line"], rows[0]["last_line"])
    return [[f"{code(tops[0]['name'])}: “{words.removesuffix('.')}”", place]]


def _runs(book: Book, file: FileRow) -> list[Statement]:
    """Say what a file that defines nothing calls."""
    calls = book.query(
        "SELECT line, target_id FROM call WHERE caller_id = ? AND label != 'c' ORDER BY line, target_id",
        -file.id,
    )
    if not calls:
        return []
    asked = filled(sorted({row["target_id"] for row in calls}))
    called = {
        row["id"]: row
        for row in book.query(f"SELECT id, name, file_id FROM symbol WHERE id IN ({marks(asked)})", *asked)
        if row["file_id"] != file.id
    }
    statement: Statement = ["Calls "]
    for at, (line, target) in enumerate([row for row in calls if row["target_id"] in called][:MAX_NAMES]):
        place = f" of {code(book.files[called[target]['file_id']].path)}"
        statement += [f"{', ' if at else ''}{code(called[target]['name'])}{place}", Place(file.id, line, 0)]
    return [statement] if len(statement) > 1 else []


class _Namesakes(NamedTuple):
    """The definitions of one name: the files of the first of them, and those that are types, by their place among them."""

    files: list[int]
    types: list[tuple[int, sqlite3.Row]]


def _types_named(book: Book, name: str, but: int) -> list[sqlite3.Row]:
    """Return the types among the first definitions of a name outside of one file. Files of a folder ask for the same ones."""
    files, types = _first_named(book, name)
    if len(files) == MAX_NAMESAKES + MAX_OWN and files.count(but) > MAX_OWN:  # more stand behind those read
        files, types = _read_namesakes(book, "s.name = ? AND s.file_id != ?", name, but, limit=MAX_NAMESAKES)
    return [
        row
        for at, row in types
        if row["file_id"] != but and (at < MAX_NAMESAKES or at - files[:at].count(but) < MAX_NAMESAKES)
    ]


@shared
def _first_named(book: Book, name: str) -> _Namesakes:
    return _read_namesakes(book, "s.name = ?", name, limit=MAX_NAMESAKES + MAX_OWN)


def _read_namesakes(book: Book, which: str, *values: object, limit: int) -> _Namesakes:
    # In two steps: which they are changes with names, what they say with every line that moves.
    rows = book.query(
        f"SELECT s.id, s.file_id, s.kind FROM symbol s WHERE {which} ORDER BY s.id LIMIT {limit:d}", *values
    )
    types = {row["id"]: at for at, row in enumerate(rows) if row["kind"] in TYPES}
    return _Namesakes(
        [row["file_id"] for row in rows], [(types[row["id"]], row) for row in _read_types(book, list(types))]
    )


def _read_types(book: Book, symbols: list[int]) -> list[sqlite3.Row]:
    if not symbols:
        return []
    asked = filled(symbols)
    return book.query(
        "SELECT s.id, s.file_id, s.first_line, s.last_line, s.doc, s.doc_first_line, s.doc_last_line, s.kind,"
        " CASE s.scope WHEN '' THEN s.name ELSE s.scope || coalesce(nullif(s.joint, ''), f.separator) || s.name END AS qualified"
        f" FROM symbol s JOIN file f ON f.id = s.file_id WHERE s.id IN ({marks(asked)}) ORDER BY s.id",
        *asked,
    )


class _Known:
    """The symbols of one file, and who uses them."""

    def __init__(self, book: Book, file: FileRow, symbols: list[sqlite3.Row]) -> None:
        self.book, self.file, self.symbols = book, file, symbols
        self.range = symbols[0]["id"], symbols[-1]["id"]
        self.users: dict[int, set[int]] = {}
        for sql in (
            "SELECT symbol_id, file_id FROM use WHERE symbol_id BETWEEN ? AND ?",
            "SELECT b.body_id, u.file_id FROM body b JOIN use u ON u.symbol_id = b.symbol_id WHERE b.body_id BETWEEN ? AND ?",
        ):
            for symbol_id, user in book.db.execute(sql, self.range):
                if user != file.id:
                    self.users.setdefault(symbol_id, set()).add(user)
        importance = dict(
            book.db.execute(
                "SELECT symbol_id, share FROM importance WHERE symbol_id BETWEEN ? AND ?", self.range
            ).fetchall()
        )
        self.ranked = [s for s in rank_symbols(symbols, self.users, importance) if not _is_guard(s)]
        self.main = self._main()

    def _main(self) -> list[sqlite3.Row]:
        """Return what the file is made of: types and functions, not their members; what else it holds where it has none."""
        outer = [s for s in outer_symbols(self.symbols) if s["kind"] not in _SPACES and not _is_guard(s)]
        types = _owners(outer)
        free = [s for s in outer if s["scope"] not in types and s["kind"] not in _PARTS]
        return [s for s in free if s["kind"] not in _NAMES] or free or outer

    def implements(self) -> Statement:
        """Say whose methods or functions stand here that another file declares."""
        outer = [s for s in outer_symbols(self.symbols) if s["kind"] in _BODIES]
        extended = _extended(self.symbols)
        types = _owners(self.symbols)
        scopes = Counter(s["scope"] for s in outer if s["scope"] and s["scope"] not in types)
        statement: Statement = []
        header = None
        for scope, n in scopes.most_common(2):
            owner = self._type(scope) if 4 * n >= len(outer) else None
            if owner is None:
                continue
            verb, way = ("Adds ", "to") if extended else ("Implements ", "of")
            start = ", and " if statement else verb
            other = self.book.files[owner["file_id"]]
            statement += [
                f"{start}{plural(n, 'method')} {way} {code(scope)}, declared in {code(other.path)}",
                Place(other.id, owner["first_line"], owner["last_line"]),
            ]
            if header is None and (words := own_words(owner["doc"])):
                statement += [
                    f": “{words.removesuffix('.')}”",
                    Place(other.id, owner["doc_first_line"], owner["doc_last_line"]),
                ]
            header = header or other
        if header is None:
            statement, header = self._declared_functions(len(outer))
        if header is None or any(isinstance(piece, str) and "“" in piece for piece in statement):
            return statement
        said = [] if extended else self._header_words(header)
        return statement + (said or self._most_used("; most used: "))

    def _declared_functions(self, functions: int) -> tuple[Statement, FileRow | None]:
        """Name the header that declares functions of this file."""
        rows = self.book.query(
            "SELECT d.file_id, count(DISTINCT b.body_id) AS n, min(d.name_line) AS first, max(d.name_line) AS last FROM body b"
            " JOIN symbol d ON d.id = b.symbol_id JOIN file f ON f.id = d.file_id WHERE b.body_id BETWEEN ? AND ? AND d.file_id != ?"
            " GROUP BY d.file_id ORDER BY n DESC, d.file_id LIMIT 1",
            *self.range, self.file.id,
        )  # fmt: skip
        if not rows or 3 * rows[0]["n"] < functions:
            return [], None
        header = self.book.files[rows[0]["file_id"]]
        place = Place(header.id, rows[0]["first"], rows[0]["last"])
        return [f"Implements functions declared in {code(header.path)}", place], header

    def _header_words(self, header: FileRow) -> Statement:
        row = self.book.query(
            "SELECT purpose, purpose_first_line, purpose_last_line FROM file WHERE id = ?", header.id
        )[0]
        words = own_words(row["purpose"])
        if not words:
            return []
        return [
            f"; the header says of itself: “{words.removesuffix('.')}”",
            Place(header.id, row["purpose_first_line"], row["purpose_last_line"]),
        ]

    def _type(self, scope: str) -> sqlite3.Row | None:
        """Return the one type of another file with a qualified name; None where it is a namespace, or not the only one."""
        found = [
            row
            for row in _types_named(self.book, re.split(r"::|[.#/\\]", scope)[-1], self.file.id)
            if row["qualified"] == scope
        ]
        whole = [row for row in found if row["last_line"] > row["first_line"]] or found  # not only named
        return whole[0] if len(whole) == 1 else None

    def main_in_its_words(self) -> Statement:
        """Quote the documentation of the definition that the file is about, where there is one."""
        if not self.ranked:
            return []
        top = self.ranked[0]
        outer = [s for s in outer_symbols(self.symbols) if not s["scope"] or s["kind"] in TYPES]
        alike = [s for s in outer if s["kind"] in TYPES] or outer
        stem = _STEM.sub("", self.file.name.partition(".")[0].lower())
        named = [s for s in alike if _STEM.sub("", s["name"].lower()) == stem]
        if named:
            top = named[0]
        elif 2 * (top["last_line"] - top["first_line"] + 1) < self.file.lines:
            return []
        words = own_words(top["doc"])
        if not words:
            return []
        return [
            f"{top['kind'].capitalize()} {code(top['qualified'])}",
            Place(self.file.id, top["first_line"], top["last_line"]),
            f": “{words.removesuffix('.')}”",
            Place(self.file.id, top["doc_first_line"], top["doc_last_line"]),
        ]

    def tests(self) -> Statement:
        """Say what the functions of a test call most that is no test itself."""
        called = {row[0]: row[1] for row in self.book.query(_CALLED, *self.range, -self.file.id)}
        if not called:
            return []
        asked = filled(list(called))
        rows = self.book.query(_EXERCISED.format(marks(asked)), *asked, self.file.id)
        # What everybody calls says least. A body may have no callers of its own, and a file that calls is no function.
        found = [
            (
                -(called[row["id"]] ** 2) / max(row["callers"], called[row["id"]], 1),
                row["id"],
                called[row["id"]],
                row,
            )
            for row in rows
        ]
        found.sort(key=lambda one: one[:2])
        # Who calls, as `link` counts it: the outermost functions, and every case of a suite.
        outer = {s["id"] for s in outer_symbols(self.symbols) if s["kind"] in CALLERS}
        functions = len(outer | {s["id"] for s in self.symbols if s["kind"] == "test"})
        statement: Statement = []
        seen: set[str] = set()
        for _, _, n, target in found:
            if target["qualified"] in seen or len(seen) == MAX_NAMES:
                continue
            many = f" ({number(n)} of {plural(functions, 'function')})" if not seen else f" ({number(n)})"
            many = many if n and functions > 1 else ""
            statement += [
                f"{', ' if seen else 'Exercises '}{code(target['qualified'])}{many}",
                Defined(target["file_id"], target["id"]),
            ]
            seen.add(target["qualified"])
        return statement

    def holds(self) -> Statement:
        """Say what is defined, in which namespace most of it lies, and what other files use most."""
        counted = self.main
        if not counted:
            return []
        if len(counted) == 1:
            only = counted[0]
            statement: Statement = [
                f"{only['kind'].capitalize()} {code(only['qualified'])}{self._used_by(only)}",
                Place(self.file.id, only["first_line"], only["last_line"]),
            ]
            members = [s for s in self.ranked if s["scope"] == only["qualified"]]
            return statement + self._most_used("; most used of it: ", members)
        kinds = Counter(s["kind"] for s in counted).most_common(MAX_KINDS)
        what = " and ".join(plural(n, kind) for kind, n in kinds)
        spaces = Counter(s["scope"] for s in counted if s["scope"])
        scope, n = spaces.most_common(1)[0] if spaces else ("", 0)
        inside = f" in {code(scope)}" if scope and 5 * n >= 4 * len(counted) else ""
        statement = [f"{what}{inside}"]
        names = {s["id"] for s in counted}
        ranked = [s for s in self.ranked if s["id"] in names] or counted
        if self._most_users(self.ranked) > self._most_users(ranked):
            ranked = self.ranked  # a member is used by more files than what it belongs to
        if used := self._most_used("; most used: ", ranked, scope if inside else ""):
            return statement + used
        for at, symbol in enumerate(ranked[:MAX_NAMES]):
            statement += [
                f"{', ' if at else ': '}{code(symbol['name'] if inside else symbol['qualified'])}",
                Place(self.file.id, symbol["first_line"], symbol["last_line"]),
            ]
        return [*statement, f" +{number(len(ranked) - MAX_NAMES)}"] if len(ranked) > MAX_NAMES else statement

    def _most_users(self, among: list[sqlite3.Row]) -> int:
        return max((len(self.users.get(s["id"], ())) for s in among), default=0)

    def _used_by(self, symbol: sqlite3.Row) -> str:
        many = len(self.users.get(symbol["id"], ()))
        return f", used by {plural(many, 'file')}" if many else ""

    def _most_used(self, start: str, among: list[sqlite3.Row] | None = None, scope: str = "") -> Statement:
        """Name what most other files use."""
        used = sorted(
            (s for s in (self.ranked if among is None else among) if s["id"] in self.users),
            key=lambda s: (-len(self.users[s["id"]]), s["id"]),
        )
        statement: Statement = []
        is_quoted = False
        for at, symbol in enumerate(used[:MAX_NAMES]):
            name = symbol["name"] if scope and symbol["scope"] == scope else symbol["qualified"]
            statement += [
                f"{', ' if at else start}{code(name)}{self._used_by(symbol)}",
                Place(self.file.id, symbol["first_line"], symbol["last_line"]),
            ]
            if not is_quoted and (words := own_words(symbol["doc"], MAX_QUOTE)):
                is_quoted = True
                statement += [
                    f": “{words.removesuffix('.')}”",
                    Place(self.file.id, symbol["doc_first_line"], symbol["doc_last_line"]),
                ]
        return statement
