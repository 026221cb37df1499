"""Names of files and symbols that documents mention: which one is meant, where only one fits."""

from __future__ import annotations

import posixpath
import re
import zlib
from collections import defaultdict

from repobook.facts import MINOR_KINDS
from repobook.link.document_uses import Names
from repobook.store import Writer

MAX_OF_A_DOCUMENT = 400  # names that are kept for one document
_NEWS = re.compile(r"(?:^|/)(?:change|history|news|release|whats_?new)", re.I)
_PATH = re.compile(r"\.{0,2}/?[\w@+-][\w@+.-]*(?:/[\w@+.-]+)*$")
_NAME = re.compile(r"[A-Za-z_]\w*(?:(?:\.|::|#)[A-Za-z_]\w*)*(?:\(\))?$")
_DISTINCT = re.compile(r"[a-z]_[a-z]|[a-z][A-Z]|[A-Z][A-Z0-9]*_[A-Z]")  # no word of a language
_LINE = re.compile(r": (\d+)")
_TYPES = frozenset(["class", "struct", "interface", "trait", "enum", "type", "record", "protocol", "union"])
_PARTS = frozenset(["impl", "extension"])  # of what may be defined elsewhere
_CALLED = frozenset(["function", "macro"])
_JOINT = re.compile(r"::|[.#\\/]")
# What an example defines, another document does not speak of: it has an example of its own.
_SAMPLE = re.compile(r"(?:.*/)?(?:examples?|samples?|demos?|tutorials?|playground)(?:/[^/]+(?=/))?/", re.I)
# What stands inside of these, nobody names from outside.
_HIDING = "'function', 'method', 'constructor', 'test', 'getter', 'setter'"


def link_mentions(store: Writer) -> None:
    """Fill `mention`: from a document's terms to the file or the symbol of the repository that each names."""
    execute = store.ask
    documents = execute(
        "SELECT f.id, f.path, t.names, t.places FROM term t JOIN file f ON f.id = t.file_id"
        " WHERE f.kind = 'document' AND f.outcome = 'documented' ORDER BY f.id"
    ).fetchall()
    documents = [row for row in documents if not _NEWS.search(row[1])]
    if not documents:
        return
    finder = _Finder(store)
    spans = dict(execute("SELECT file_id, value FROM detail WHERE key = 'spans'").fetchall())
    rows = []
    for file_id, path, names, places in documents:
        found: dict[tuple[int, int], int] = {}
        folder = posixpath.dirname(path)
        terms = zlib.decompress(names).decode().split("\n")
        for term, place in zip(terms, zlib.decompress(places).decode().split("\n"), strict=False):
            line = _LINE.search(place)
            target = finder.find(term, folder) if line else None
            if line and target is not None and finder.is_near(target, path):
                found[target] = min(int(line[1]), found.get(target, 1 << 30))
        for span in spans.get(file_id, "").split("\n"):
            name, _, number = span.partition(" ")
            target = finder.find_type(name) if name else None
            if target is not None and finder.is_near(target, path):
                found[target] = min(int(number), found.get(target, 1 << 30))
        kept = sorted((line, *target) for target, line in found.items())[:MAX_OF_A_DOCUMENT]
        rows += [(target, symbol, file_id, line) for line, target, symbol in kept]
    store.write("INSERT INTO mention VALUES (?, ?, ?, ?)", sorted(rows))


class _Finder:
    """Answers with the file, and the symbol of it or 0, that a term means; with nothing where several could be meant."""

    def __init__(self, store: Writer) -> None:
        self._execute = store.ask
        self._names = Names(store)
        self._known: dict[str, tuple[int, int] | None] = {}
        self._by_name: dict[str, list[tuple[int, int, str, str]]] = {}
        self._alone: dict[tuple[str, frozenset[str]], tuple[int, int] | None] = {}
        self._paths: dict[str, int] = {}
        self._by_base: dict[str, list[str]] = defaultdict(list)
        for file_id, path in self._execute(
            "SELECT id, path FROM file WHERE outcome = 'documented' ORDER BY id"
        ):
            self._paths[path] = file_id
            self._by_base[path.rpartition("/")[2]].append(path)
        self._path_of = {file_id: path for path, file_id in self._paths.items()}

    def find(self, term: str, folder: str) -> tuple[int, int] | None:
        base = term.rpartition("/")[2]
        if base in self._by_base and _PATH.match(term):
            return self._file(term, folder, base)
        if not _NAME.match(term):
            return None
        name = term.removesuffix("()")
        if name not in self._known:
            self._known[name] = self._symbol(name)
        if self._known[name] is None and name != term and name.isidentifier():
            return self._only(name, _CALLED)  # written as a call
        return self._known[name]

    def is_near(self, target: tuple[int, int], path: str) -> bool:
        """Tell whether a document may speak of a target: not of itself, and of a symbol of an example only from beside it."""
        there = self._path_of[target[0]]
        sample = _SAMPLE.match(there) if target[1] else None
        return there != path and (sample is None or path.startswith(sample[0]))

    def find_type(self, name: str) -> tuple[int, int] | None:
        """Return the type that alone has a name which a document sets as code; it is public and no member of another."""
        return self._only(name, _TYPES)

    def _only(self, name: str, kinds: frozenset[str]) -> tuple[int, int] | None:
        if (name, kinds) not in self._alone:
            rows = self._execute(
                "SELECT s.file_id, s.id, s.kind, s.scope, s.visibility FROM symbol s JOIN file f ON f.id = s.file_id"
                " WHERE s.name = ? AND f.kind = 'source' ORDER BY s.id LIMIT 3",
                (name,),
            ).fetchall()
            rows = [row for row in rows if row[2] not in _PARTS]
            fits = len(rows) == 1 and rows[0][2] in kinds and not rows[0][3] and rows[0][4] in ("public", "")
            self._alone[name, kinds] = (rows[0][0], rows[0][1]) if fits else None
        return self._alone[name, kinds]

    def _file(self, term: str, folder: str, base: str) -> tuple[int, int] | None:
        for whole in (posixpath.normpath(posixpath.join(folder, term)), posixpath.normpath(term.lstrip("/"))):
            if whole in self._paths and ("." in base or "/" in term):
                return self._paths[whole], 0
        if "." not in base:
            return None
        end = "/" + posixpath.normpath(term).lstrip("./")
        ended = [path for path in self._by_base[base] if f"/{path}".endswith(end)]
        return (self._paths[ended[0]], 0) if len(ended) == 1 else None

    def _symbol(self, name: str) -> tuple[int, int] | None:
        parts = _JOINT.split(name)
        if len(parts) == 1 and not (len(name) > 5 and _DISTINCT.search(name)):
            return None
        if len(parts) > 1 and "::" not in name and (known := self._names.find("python", name)):
            return known
        end = "." + ".".join(parts)
        found = []
        for file_id, symbol_id, whole, kind in self._named(parts[-1]):
            if len(parts) == 1 and (kind in MINOR_KINDS or kind in _PARTS):
                continue
            if whole.endswith(end):
                found.append((file_id, symbol_id))
        return found[0] if len(found) == 1 and not self._is_inside(found[0][1]) else None

    def _is_inside(self, symbol: int) -> bool:
        """Tell whether a symbol stands inside of a function."""
        rows = self._execute(
            "SELECT 1 FROM symbol s JOIN symbol a ON a.file_id = s.file_id AND a.id != s.id AND a.first_line <= s.first_line"
            f" AND a.last_line >= s.last_line AND a.kind IN ({_HIDING}) WHERE s.id = ? AND s.scope != '' AND instr(s.scope, a.name) > 0 LIMIT 1",
            (symbol,),
        )
        return bool(rows.fetchall())

    def _named(self, name: str) -> list[tuple[int, int, str, str]]:
        """Return file, symbol, whole name and kind of the first symbols of sources that have a name."""
        known = self._by_name.get(name)
        if known is None:
            known = self._by_name[name] = []
            for symbol_id, file_id, path, scope, kind in self._execute(
                "SELECT s.id, s.file_id, f.path, s.scope, s.kind FROM symbol s JOIN file f ON f.id = s.file_id"
                " WHERE s.name = ? AND f.kind = 'source' ORDER BY s.id LIMIT 40",
                (name,),
            ):
                stem = path.rpartition(".")[0].replace("/", ".")
                whole = ".".join([stem, *[part for part in _JOINT.split(scope) if part], name])
                known.append((file_id, symbol_id, whole, kind))
        return known
