"""Facts <-> one SQLite file. The only room that speaks SQL.

One connection writes, in path order, so that the same facts give the same bytes. Readers open it read-only.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from repobook.errors import OutputError
from repobook.facts import Outcome, SourceFile
from repobook.store.asking import Asking, Rows, Trace
from repobook.store.normal import normalise
from repobook.store.numbering import Numbering
from repobook.store.reader import SCRATCH, open_reader, quote

MIN_ROOM = 16  # ids of a file that has symbols
FILE_BITS = 22  # rows that a file may have in a table which numbers its rows by file
PART_BITS = 40  # rows that a step of the linking may have in a table which several of them fill
# What several steps add to: each has numbers of its own, so that one can take its rows back and leave the others.
FINDING_PARTS = {"copies": 1 << 60, "deprecated": 2 << 60}
RELATED_PARTS = {
    name: place << PART_BITS for place, name in enumerate(("subject", "kin", "words", "history", "declares"))
}
NO_HISTORY = "git_unavailable"  # code of the note that says why there is none
OVERRIDES = 1 << 60  # numbers of `answer` behind those of files
_MAPPED_BYTES = (
    256 << 20
)  # of a database that is read from its beginning to its end: to map them costs less than to read them
_SCHEMA = os.path.join(os.path.dirname(__file__), "schema.sql")
# Kinds of types, and macros that may open a namespace: linking asks for all of them, and they are few.
TYPE_KINDS = (
    "class", "struct", "interface", "trait", "enum", "union", "record", "protocol", "object", "type", "typedef",
    "alias", "actor", "annotation", "enum class", "module", "concept", "companion", "implementation", "category",
)  # fmt: skip
IS_TYPE = f"kind IN ({', '.join(repr(kind) for kind in TYPE_KINDS)})"
IS_SPACE = "kind = 'macro' AND instr(signature, 'namespace')"
_INDEXES = f"""
CREATE INDEX IF NOT EXISTS symbol_type ON symbol (kind) WHERE {IS_TYPE};
CREATE INDEX IF NOT EXISTS symbol_space ON symbol (file_id) WHERE {IS_SPACE};
CREATE INDEX IF NOT EXISTS symbol_file ON symbol (file_id);
CREATE INDEX IF NOT EXISTS symbol_name ON symbol (name);
CREATE INDEX IF NOT EXISTS import_file ON import (file_id);
CREATE INDEX IF NOT EXISTS note_file ON note (file_id);
CREATE INDEX IF NOT EXISTS detail_file ON detail (file_id);
CREATE INDEX IF NOT EXISTS finding_file ON finding (file_id);
CREATE INDEX IF NOT EXISTS file_folder ON file (folder_id);
"""
_LINK_INDEXES = """
CREATE INDEX IF NOT EXISTS import_target ON import (target_file);
CREATE INDEX IF NOT EXISTS related_file ON related (file_id);
"""
# What only the linking and the next build need.
_SCRATCH_TABLES = """
CREATE TABLE scratch.print (mark INTEGER NOT NULL, symbol_id INTEGER NOT NULL);
CREATE TABLE scratch.local_name (file_id INTEGER PRIMARY KEY, names BLOB NOT NULL);
CREATE TABLE scratch.word (file_id INTEGER PRIMARY KEY, words BLOB NOT NULL);
CREATE TABLE scratch.using_name (file_id INTEGER NOT NULL, line INTEGER NOT NULL, name TEXT NOT NULL, target TEXT NOT NULL);
-- Purposes that were taken back because many files share them.
CREATE TABLE scratch.repeated (file_id INTEGER PRIMARY KEY, purpose TEXT NOT NULL, first_line INTEGER NOT NULL, last_line INTEGER NOT NULL);
-- Files that are related by their names, unless one declares what the other defines.
CREATE TABLE scratch.namesake (file_id INTEGER NOT NULL, other_id INTEGER NOT NULL, reason TEXT NOT NULL, weight REAL NOT NULL);
-- What files may mean, and who inherits in them.
CREATE TABLE scratch.share (file_id INTEGER PRIMARY KEY, shares BLOB NOT NULL);
CREATE TABLE scratch.heir (file_id INTEGER NOT NULL, symbol_id INTEGER NOT NULL, base_id INTEGER NOT NULL, how TEXT NOT NULL, label TEXT NOT NULL);
"""
_REFERENCE_INDEXES = """
CREATE INDEX IF NOT EXISTS mention_file ON mention (file_id);
CREATE INDEX IF NOT EXISTS body_body ON body (body_id);
CREATE INDEX IF NOT EXISTS call_target ON call (target_id);
CREATE INDEX IF NOT EXISTS inherit_base ON inherit (base_id);
CREATE INDEX IF NOT EXISTS folder_link_folder ON folder_link (folder_id, other_id);
"""


def shown(path: str) -> str:
    """Return `path` as text that any database, page and terminal takes: odd bytes as \\xNN."""
    try:
        path.encode()
        return path
    except UnicodeEncodeError:
        return os.fsencode(path).decode("utf-8", "backslashreplace")


def path_bytes(path: str) -> bytes | None:
    """Return the real bytes of a path whose shown form differs."""
    return None if shown(path) == path else os.fsencode(path)


def real_path(text: str, raw: bytes | None) -> str:
    """Return a path as the rest of the program uses it: odd bytes as surrogate escapes."""
    return text if raw is None else os.fsdecode(raw)


def clean_text(text: str) -> str:
    """Return text without lone surrogates, which no database takes."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


class Writer:
    """The one connection that writes. Use it as a context manager; `finish` before others read."""

    def __init__(self, path: str, scratch: str = "", is_new: bool = True, old: str = "") -> None:
        """`scratch` is the file of what only the linking needs, beside the book's own facts: of new facts in any case.

        `old` is the database of the last book, where this one begins as a copy of it.
        """
        self._path = path
        self.connection = sqlite3.connect(f"file:{quote(path)}", uri=True, isolation_level=None)
        self._asking = Asking(self.connection)
        execute = self.connection.execute
        execute("PRAGMA page_size = 8192")
        # The book is built in a staging folder and synced when it is published: a torn database is thrown away.
        execute("PRAGMA journal_mode = OFF")
        execute("PRAGMA synchronous = OFF")
        execute("PRAGMA cache_size = -65536")
        execute("PRAGMA locking_mode = EXCLUSIVE")
        if is_new:
            with open(_SCHEMA, encoding="utf-8") as stream:
                self.connection.executescript(stream.read())
        if is_new or scratch:
            execute("ATTACH DATABASE ? AS scratch", (scratch or path + SCRATCH,))
            execute("PRAGMA scratch.journal_mode = OFF")
            execute("PRAGMA scratch.synchronous = OFF")
        if is_new:
            self.connection.executescript(_SCRATCH_TABLES)
        if old:
            execute("ATTACH DATABASE ? AS old", (f"file:{quote(old)}?mode=ro&immutable=1",))
        execute("BEGIN")

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.connection.close()
        if isinstance(error, sqlite3.Error):
            raise explain(error, os.path.dirname(self._path)) from error

    def add_meta(self, pairs: dict[str, str]) -> None:
        self.connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", sorted(pairs.items()))

    def add_folder(self, folder_id: int, path: str, parent_id: int | None, page: str, depth: int) -> None:
        self.connection.execute(
            "INSERT INTO folder (id, path, path_bytes, parent_id, page, depth) VALUES (?, ?, ?, ?, ?, ?)",
            (folder_id, shown(path), path_bytes(path), parent_id, page, depth),
        )

    def add_file(self, file_id: int, file: SourceFile, folder_id: int, page: str, facts: Any | None) -> None:
        """Add one file; `facts` is a decoded `Facts` whose lists hold plain rows, or None for a skipped one."""
        outcome = "skipped" if file.skip else "documented"
        row: tuple[Any, ...] = (
            file_id, shown(file.path), path_bytes(file.path), folder_id, outcome, file.skip, clean_text(file.detail),
            file.kind, file.rule, file.language, file.size_bytes, file.sha256,
        )  # fmt: skip
        if facts is not None:
            row += (
                facts.lines, facts.code_lines, facts.comment_lines, facts.blank_lines, facts.encoding, facts.title, facts.outline,
                facts.purpose, facts.purpose_first_line, facts.purpose_last_line, facts.licence, facts.error_bytes,
                facts.separator, len(facts.symbols), page,
            )  # fmt: skip
            self.connection.execute(
                "INSERT INTO file (id, path, path_bytes, folder_id, outcome, reason, detail, kind, rule, language,"
                " size_bytes, sha256, lines, code_lines, comment_lines, blank_lines, encoding, title, outline, purpose,"
                " purpose_first_line, purpose_last_line, licence, error_bytes, separator, symbols, page)"
                " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                row,
            )
        else:
            self.connection.execute(
                "INSERT INTO file (id, path, path_bytes, folder_id, outcome, reason, detail, kind, rule, language,"
                " size_bytes, sha256) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
                row,
            )

    def add_ignored(self, file_id: int, path: str, folder_id: int, rule: str) -> None:
        self.connection.execute(
            "INSERT INTO file (id, path, path_bytes, folder_id, outcome, reason) VALUES (?, ?, ?, ?, 'ignored', ?)",
            (file_id, shown(path), path_bytes(path), folder_id, clean_text(rule)),
        )

    def add_scan_note(self, path: str, code: str, detail: str) -> None:
        """Keep what `scan` noticed about a name or a rule file."""
        self.connection.execute(
            "INSERT INTO scan_note VALUES (?, ?, ?)", (shown(path), code, clean_text(detail))
        )

    def drop_scan_notes(self, code: str) -> bool:
        """Take back what was noted under a code; tell whether there was something."""
        return self.connection.execute("DELETE FROM scan_note WHERE code = ?", (code,)).rowcount > 0

    def add_facts(
        self,
        file_id: int,
        first: int,
        facts: Any,
        terms: bytes,
        places: bytes,
        sites: bytes,
        local_names: bytes,
        words: bytes,
    ) -> None:
        """Add what one file holds. Symbols come as rows in the order of `Symbol`'s fields; the id of the first one is `first`."""
        many = self.connection.executemany
        row_id = file_id << FILE_BITS
        if facts.symbols:
            many(
                "INSERT INTO symbol VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                [(first + n, file_id, *row) for n, row in enumerate(facts.symbols)],
            )
            if facts.prints:
                many(
                    "INSERT INTO scratch.print (rowid, mark, symbol_id) VALUES (?, ?, ?)",
                    [(row_id + n, mark, first + place) for n, (place, mark) in enumerate(facts.prints)],
                )
        if facts.imports:
            many(
                "INSERT INTO import (rowid, file_id, line, target, how, names) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (row_id + n, file_id, line, target, how, ", ".join(names))
                    for n, (target, line, how, names) in enumerate(facts.imports)
                ],
            )
        if facts.usings:
            many(
                "INSERT INTO scratch.using_name (rowid, file_id, line, name, target) VALUES (?, ?, ?, ?, ?)",
                [(row_id + n, file_id, *row) for n, row in enumerate(facts.usings)],
            )
        if facts.notes:
            many(
                "INSERT INTO note (rowid, file_id, code, detail, line) VALUES (?, ?, ?, ?, ?)",
                [(row_id + n, file_id, *row) for n, row in enumerate(facts.notes)],
            )
        if facts.findings:
            self.add_findings(file_id, facts.findings)
        if facts.details:
            many(
                "INSERT INTO detail (rowid, file_id, key, value) VALUES (?, ?, ?, ?)",
                [(row_id + n, file_id, *pair) for n, pair in enumerate(sorted(facts.details.items()))],
            )
        if terms:
            self.connection.execute("INSERT INTO term VALUES (?, ?, ?)", (file_id, terms, places))
        if sites:
            self.connection.execute("INSERT INTO site VALUES (?, ?)", (file_id, sites))
        if local_names:
            self.connection.execute("INSERT INTO scratch.local_name VALUES (?, ?)", (file_id, local_names))
        if words:
            self.connection.execute("INSERT INTO scratch.word VALUES (?, ?)", (file_id, words))

    def add_findings(self, file_id: int, rows: Iterable[tuple[str, int, int, list[str]]]) -> None:
        """Keep what rules found in a file: rule, first line, last line, what its message names."""
        self.connection.executemany(
            "INSERT INTO finding (rowid, file_id, rule, first_line, last_line, detail) VALUES (?, ?, ?, ?, ?, ?)",
            [
                ((file_id << FILE_BITS) + n, file_id, rule, first, last, clean_text("\t".join(values)))
                for n, (rule, first, last, values) in enumerate(rows)
            ],
        )

    def add_rules(self, rows: Iterable[Sequence[Any]]) -> None:
        """Keep the rules that looked at a language: language, key, category, severity, CWE, title, message, why."""
        self.connection.executemany("INSERT INTO rule VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def tell(self, outcome: Outcome) -> None:
        """Say what the facts amount to."""
        all_rows = self.connection.execute
        counts = dict(all_rows("SELECT outcome, count(*) FROM file GROUP BY outcome"))
        outcome.documented, outcome.skipped = counts.get("documented", 0), counts.get("skipped", 0)
        outcome.files = outcome.documented + outcome.skipped
        outcome.skips = dict(
            all_rows(
                "SELECT reason, count(*) FROM file WHERE outcome = 'skipped' GROUP BY reason ORDER BY min(id)"
            )
        )
        outcome.symbols, outcome.source_bytes = all_rows(
            "SELECT sum(symbols), sum(size_bytes) FROM file WHERE outcome = 'documented'"
        ).fetchone()
        for table in ("note", "scan_note"):
            for code, count in all_rows(
                f"SELECT code, count(*) FROM {table} GROUP BY code ORDER BY min(rowid)"
            ):
                outcome.notes[code] = outcome.notes.get(code, 0) + count

    def settle(self) -> None:
        """All is complete: the database is ready to be copied."""
        self.connection.execute("COMMIT")
        # It counts how often the schema was written, and those that begin with the last book's count on.
        self.connection.execute("PRAGMA schema_version = 1")

    def finish_facts(self) -> None:
        """Facts are complete: build what makes them quick to find."""
        self.connection.execute("COMMIT")
        self.connection.executescript(_INDEXES)
        self.connection.execute("BEGIN")

    def write(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        self.connection.executemany(sql, rows)

    def ask(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        """Ask for what a step of the linking is made of: it is noted, so that the next build can ask again."""
        return self._asking.ask(sql, values)

    @contextlib.contextmanager
    def noted(self) -> Iterator[Trace]:
        """Note what is asked meanwhile."""
        trace: Trace = {}
        self._asking.trace = trace
        try:
            yield trace
        finally:
            self._asking.trace = None

    def add_related(self, part: str, rows: Iterable[tuple[int, int, str, float]]) -> None:
        """Say which files belong together, as one step of several sees it."""
        self.connection.executemany(
            "INSERT INTO related (rowid, file_id, other_id, reason, weight) VALUES (?, ?, ?, ?, ?)",
            ((number, *row) for number, row in enumerate(rows, RELATED_PARTS[part] + 1)),
        )

    def add_linked_findings(self, part: str, rows: Iterable[tuple[int, str, int, int, str]]) -> None:
        """Keep what only all files together show."""
        self.connection.executemany(
            "INSERT INTO finding (rowid, file_id, rule, first_line, last_line, detail) VALUES (?, ?, ?, ?, ?, ?)",
            ((number, *row) for number, row in enumerate(rows, FINDING_PARTS[part] + 1)),
        )

    def finish_references(self) -> None:
        """References are complete."""
        self.connection.execute("COMMIT")
        self.connection.executescript(_REFERENCE_INDEXES)

    def finish_index(self) -> None:
        """Search has what it asks: from now on the file is only read."""
        self.connection.execute("COMMIT")

    def finish_links(self) -> None:
        """Links are complete."""
        self.connection.execute("COMMIT")
        self.connection.executescript(_LINK_INDEXES)


def copy_rows(path: str, place: str) -> None:
    """Copy a database so that the bytes of the copy depend on its rows alone. Others may read the first one meanwhile."""
    try:
        with contextlib.closing(open_reader(path)) as connection:
            for setting in ("synchronous = OFF", "cache_size = -65536", f"mmap_size = {_MAPPED_BYTES}"):
                connection.execute(f"PRAGMA {setting}")
            connection.execute("VACUUM INTO ?", (place,))
    except sqlite3.Error as error:
        raise explain(error, os.path.dirname(place)) from error
    normalise(place)


def is_kin(connection: sqlite3.Connection, file_id: int, file: SourceFile) -> bool:
    """Tell whether a file is still what all others take it for: documented, of its kind and language."""
    known = connection.execute(
        "SELECT path, outcome, kind, language FROM file WHERE id = ?", (file_id,)
    ).fetchone()
    return bool(tuple(known) == (shown(file.path), "documented", file.kind, file.language) and not file.skip)


def has_room(connection: sqlite3.Connection, file_id: int, symbols: int) -> bool:
    """Tell whether so many symbols of a file leave the ids of all others as they are."""
    (known,) = connection.execute("SELECT symbols FROM file WHERE id = ?", (file_id,)).fetchone()
    return room(known) == room(symbols)


def room(symbols: int) -> int:
    """Return how many ids a file with so many symbols gets: the next power of two, or none.

    It hangs on nothing but that number, so that a clean build gives the same ids; and few edits cross a step, so that one
    more function moves the ids of no other file. Without this all that was learned of the files behind it would be void.
    """
    return max(MIN_ROOM, 1 << (symbols - 1).bit_length()) if symbols else 0


def first_symbols(connection: sqlite3.Connection) -> dict[int, int]:
    """Return the first id of the symbols of each file that has some, behind the rooms of all files before it."""
    files = connection.execute(
        "SELECT id, path, path_bytes, symbols FROM file WHERE outcome != 'ignored' ORDER BY id"
    ).fetchall()
    numbering = Numbering(len(files))
    firsts = {
        number: numbering.take(real_path(path, raw), room(symbols)) for number, path, raw, symbols in files
    }
    return {number: firsts[number] for number, *_, symbols in files if symbols}


def rows_by_file(
    connection: sqlite3.Connection, sql: str, first: int, last: int
) -> Iterator[tuple[int, list[sqlite3.Row]]]:
    """Yield file id and its rows, for a query with two parameters that is ordered by file id (its first column)."""
    current: int | None = None
    group: list[sqlite3.Row] = []
    for row in connection.execute(sql, (first, last)):
        if row[0] != current:
            if current is not None:
                yield current, group
            current, group = row[0], []
        group.append(row)
    if current is not None:
        yield current, group


def explain(error: sqlite3.Error, path: str) -> OutputError:
    """Turn the database's own words into one line for the user."""
    if "disk is full" in str(error) or "disk I/O" in str(error):
        return OutputError(f"{path}: no space left. Free some, or choose another output with -o.")
    return OutputError(f"{path}: the database cannot be written ({error}). Choose another output with -o.")
