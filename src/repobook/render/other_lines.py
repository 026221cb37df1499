"""At which lines other files use, call and import what a file defines.

Every edit moves the lines of a file, and a thousand others show on their pages that it uses them, few of them where. So who
uses what is noted without lines, and of the lines only those that a page has looked at, when it is done.
"""

from __future__ import annotations

from repobook.render.asked import Store
from repobook.render.book import filled, marks

Triple = tuple[int, int, int]

_USES = """
SELECT symbol_id, file_id, places, line, how FROM use WHERE symbol_id BETWEEN ? AND ? ORDER BY symbol_id, file_id
"""
_USERS = """
SELECT symbol_id, file_id, places, how FROM use WHERE symbol_id BETWEEN ? AND ? ORDER BY symbol_id, file_id
"""
# What uses or calls a declaration uses and calls what it declares.
_DECLARED_USES = """
SELECT b.body_id, u.symbol_id, u.file_id, u.places, u.line, u.how FROM body b JOIN use u ON u.symbol_id = b.symbol_id
WHERE b.body_id BETWEEN ? AND ? ORDER BY b.symbol_id, u.file_id
"""
_DECLARED_USERS = """
SELECT b.body_id, u.symbol_id, u.file_id, u.places, u.how FROM body b JOIN use u ON u.symbol_id = b.symbol_id
WHERE b.body_id BETWEEN ? AND ? ORDER BY b.symbol_id, u.file_id
"""
_CALLS = """
SELECT target_id, caller_id, line, label FROM call WHERE target_id BETWEEN ? AND ? ORDER BY target_id, caller_id
"""
_CALLERS = """
SELECT target_id, caller_id, label FROM call WHERE target_id BETWEEN ? AND ? ORDER BY target_id, caller_id
"""
_DECLARED_CALLS = """
SELECT b.body_id, c.target_id, c.caller_id, c.line, c.label FROM body b JOIN call c ON c.target_id = b.symbol_id
WHERE b.body_id BETWEEN ? AND ? ORDER BY b.symbol_id, c.caller_id
"""
_DECLARED_CALLERS = """
SELECT b.body_id, c.target_id, c.caller_id, c.label FROM body b JOIN call c ON c.target_id = b.symbol_id
WHERE b.body_id BETWEEN ? AND ? ORDER BY b.symbol_id, c.caller_id
"""
_IMPORTS = """
SELECT file_id, min(line) FROM import WHERE target_file = ? AND file_id != target_file GROUP BY file_id ORDER BY file_id
"""
_IMPORTERS = """
SELECT DISTINCT file_id FROM import WHERE target_file = ? AND file_id != target_file ORDER BY file_id
"""
_USE_LINES = """
SELECT symbol_id, file_id, line FROM use WHERE symbol_id BETWEEN ? AND ? AND file_id IN ({}) ORDER BY symbol_id, file_id
"""
_DECLARED_USE_LINES = """
SELECT u.symbol_id, u.file_id, u.line FROM body b JOIN use u ON u.symbol_id = b.symbol_id
WHERE b.body_id BETWEEN ? AND ? AND u.file_id IN ({}) ORDER BY b.symbol_id, u.file_id
"""
_CALL_LINES = """
SELECT target_id, caller_id, line FROM call WHERE target_id BETWEEN ? AND ? AND caller_id IN ({}) ORDER BY target_id, caller_id
"""
_DECLARED_CALL_LINES = """
SELECT c.target_id, c.caller_id, c.line FROM body b JOIN call c ON c.target_id = b.symbol_id
WHERE b.body_id BETWEEN ? AND ? AND c.caller_id IN ({}) ORDER BY b.symbol_id, c.caller_id
"""
_IMPORT_LINES = """
SELECT file_id, min(line) FROM import WHERE target_file = ? AND file_id IN ({}) GROUP BY file_id ORDER BY file_id
"""


class OtherLines:
    """Who uses, calls and imports a file. A line that is asked for is noted by `note`, with all that were."""

    def __init__(self, store: Store, file: int, span: tuple[int, int] | None) -> None:
        """`span` are its first and last symbol, None where it defines nothing."""
        self._file, self._span = file, span
        self._rows: list[list[Triple]] = [[], [], [], []]  # of uses, calls, and both of declarations
        self._use_lines: dict[tuple[int, int], int] = {}
        self._users: dict[int, dict[int, tuple[int, str]]] = {}  # symbol -> file -> places, how
        self._call_lines: dict[tuple[int, int, str], int] = {}
        self._seen_files: set[int] = set()
        self._seen_callers: set[int] = set()
        self._seen_importers: set[int] = set()
        self.uses: dict[
            int, list[tuple[int, int, str]]
        ] = {}  # symbol -> file, places, how; most places first
        self.callers: dict[int, list[tuple[int, str]]] = {}  # symbol -> who calls it, label
        self._imports: dict[int, int] = dict(store.read(_IMPORTS, (file,)))
        store.note(_IMPORTERS, (file,), [(other,) for other in self._imports])
        if span is not None:
            self._read(store, span)

    @property
    def importers(self) -> list[int]:
        """The files that import it."""
        return list(self._imports)

    def of_use(self, symbol: int, file: int) -> int:
        """Return the first line at which a file uses a symbol."""
        self._seen_files.add(file)
        return self._use_lines[symbol, file]

    def of_call(self, symbol: int, caller: int, label: str) -> int:
        self._seen_callers.add(caller)
        return self._call_lines[symbol, caller, label]

    def of_import(self, file: int) -> int:
        self._seen_importers.add(file)
        return self._imports[file]

    def note(self, store: Store) -> None:
        """Note the lines that somebody has looked at: the unit at hand rests on them."""
        uses, declared_uses, calls, declared_calls = self._rows
        for sql, rows, seen in (
            (_USE_LINES, uses, self._seen_files),
            (_DECLARED_USE_LINES, declared_uses, self._seen_files),
            (_CALL_LINES, calls, self._seen_callers),
            (_DECLARED_CALL_LINES, declared_calls, self._seen_callers),
        ):
            if seen and self._span is not None:
                listed = filled(sorted(seen))
                answer = [row for row in rows if row[1] in seen]
                store.note(sql.format(marks(listed)), (*self._span, *listed), answer)
        if self._seen_importers:
            listed = filled(sorted(self._seen_importers))
            found = [(other, line) for other, line in self._imports.items() if other in self._seen_importers]
            store.note(_IMPORT_LINES.format(marks(listed)), (self._file, *listed), found)

    def _read(self, store: Store, span: tuple[int, int]) -> None:
        uses, declared_uses, calls, declared_calls = self._rows
        users = []
        for symbol, file, places, line, how in store.read(_USES, span):
            uses.append((symbol, file, line))
            users.append((symbol, file, places, how))
            self._use(symbol, file, places, line, how)
        store.note(_USERS, span, users)
        declared_users = []
        for body, symbol, file, places, line, how in store.read(_DECLARED_USES, span):
            declared_uses.append((symbol, file, line))
            declared_users.append((body, symbol, file, places, how))
            self._use(body, file, places, line, how)
        store.note(_DECLARED_USERS, span, declared_users)
        for symbol, found in self._users.items():
            listed = [(file, places, how) for file, (places, how) in found.items()]
            self.uses[symbol] = sorted(listed, key=lambda use: (-use[1], use[0]))
        callers = []
        for symbol, caller, line, label in store.read(_CALLS, span):
            calls.append((symbol, caller, line))
            callers.append((symbol, caller, label))
            self._call(symbol, caller, line, label)
        store.note(_CALLERS, span, callers)
        declared_callers = []
        for body, symbol, caller, line, label in store.read(_DECLARED_CALLS, span):
            declared_calls.append((symbol, caller, line))
            declared_callers.append((body, symbol, caller, label))
            self._call(body, caller, line, label)
        store.note(_DECLARED_CALLERS, span, declared_callers)
        for called in self.callers.values():
            called.sort()

    def _use(self, symbol: int, file: int, places: int, line: int, how: str) -> None:
        """Take a use; one through a declaration is added to those that name the symbol itself."""
        users = self._users.setdefault(symbol, {})
        if (known := users.get(file)) is not None:
            places, how = known[0] + places, known[1]
            line = min(line, self._use_lines[symbol, file])
        users[file] = (places, how)
        self._use_lines[symbol, file] = line

    def _call(self, symbol: int, caller: int, line: int, label: str) -> None:
        known = self._call_lines.get((symbol, caller, label))
        self._call_lines[symbol, caller, label] = line if known is None else min(known, line)
        self.callers.setdefault(symbol, []).append((caller, label))
