"""The questions that every door asks of a finished book."""

from __future__ import annotations

import math
import os
import re
import sqlite3
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import combinations, islice

from repobook.errors import InputError
from repobook.search import keywords, paths, prose, text
from repobook.search.answers import Answer, FileInfo, nearness, summarise
from repobook.search.files import Files
from repobook.search.filters import Filter
from repobook.search.names import JOINED, PARTS, SAME, Match, find_names, has_signs, separate, split_qualified
from repobook.search.query import DEFINITION, REFERENCE, REGEX, TEXT, Query, QueryError
from repobook.search.sources import Sources
from repobook.search.weight import weigh
from repobook.search.words import stem, telling_words
from repobook.store import open_reader
from repobook.store.vocabulary import Vocabulary

MAX_LIMIT = 1000
_WEIGHT = 0.6  # of use and kind beside the fit of the name
_SPELLED = 480  # for a line that holds the question as it is written
_SIGNS = re.compile(r"[^\w\s]")
_DRESS = re.compile(r"^[@#&*]+|<.*>$|\(.*\)$")  # what stands around a name where it is used
_MAX_WORDS = 8  # of a question that are tried without one of them
_LEFT_OUT = 20  # points less for an answer to the telling words alone
_TOGETHER = 300  # more points than a line gets that holds all the words
_SOME_WORDS = 0.18  # of the points, for an answer to some of the words: fewer than such a line
_CHUNK = 100
_MAX_AMONG = 400
_MAX_BEARERS = 5000  # of one name that are looked at

_SYMBOL = """
SELECT s.id, s.file_id, s.name, s.kind, s.name_line, s.first_line, s.last_line, s.scope, s.joint, s.signature, s.doc, s.visibility,
       f.path, f.kind AS place, f.language, f.separator, f.page, b.body_id IS NOT NULL AS has_body,
       (SELECT count(*) FROM use u WHERE u.symbol_id = s.id) AS users
FROM symbol s JOIN file f ON f.id = s.file_id LEFT JOIN body b ON b.symbol_id = s.id
"""


class Search:
    """An open book. Ask `find`; vocabularies are read when a question first needs them.

    `sources` reads the files where the pages of the book do not hold them. `patience` is how many seconds the sources are
    searched for one question; `is_cut` tells whether that was too short for the last one.
    """

    def __init__(self, book: str, sources: Sources | None = None, patience: float = text.MAX_SECONDS) -> None:
        self._connection = open_reader(os.path.join(book, "book.db"))
        try:
            self._connection.execute("SELECT 1 FROM pair_list LIMIT 1")
        except sqlite3.Error as error:
            self._connection.close()
            raise InputError(
                f"{book}: no book that can be searched. Build it again with this version."
            ) from error
        self.sources = sources or Sources(book)
        self._patience = patience
        self._begin()

    def _begin(self) -> None:
        self._end = time.monotonic() + self._patience
        self.is_cut = False

    def _cut(self) -> None:
        self.is_cut = True

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def connection(self) -> sqlite3.Connection:
        return self._connection

    @cached_property
    def names(self) -> Vocabulary:
        return Vocabulary(self._connection, "name_block", "names", "symbols")

    @cached_property
    def words(self) -> Vocabulary:
        return Vocabulary(self._connection, "word_block", "words", "files")

    @cached_property
    def files(self) -> Files:
        return Files(self._connection)

    def _tuples(self, sql: str) -> sqlite3.Cursor:
        """Return rows as plain tuples, where there are many."""
        cursor = self._connection.cursor()
        cursor.row_factory = None
        return cursor.execute(sql)

    def file_answer(self, info: FileInfo, score: float, why: str) -> Answer:
        """Return a file as an answer."""
        name = info.path.rpartition("/")[2]
        (purpose,) = self._connection.execute("SELECT purpose FROM file WHERE id = ?", (info.id,)).fetchone()
        return Answer(
            info.path, 1, name, "file", round(score, 1), why, info.path, summarise(purpose), info.docs
        )

    @cached_property
    def rules(self) -> list[tuple[str, str, str]]:
        """Key and title of the rules that looked at the repository, and both in small letters."""
        found = self._connection.execute("SELECT DISTINCT key, title FROM rule ORDER BY key, language")
        return [(key, title, f"{key} {title}".lower()) for key, title in found]

    @cached_property
    def folders(self) -> list[tuple[str, str, str]]:
        """Path, page and purpose of all folders."""
        found = self._connection.execute(
            "SELECT path, page, purpose FROM folder WHERE path != '' ORDER BY id"
        )
        return [tuple(row) for row in found]

    @cached_property
    def lower_folders(self) -> str:
        """The paths of all folders in small letters, a line each."""
        return "\n".join(path.lower().replace("\n", " ") for path, _, _ in self.folders)

    def answers(self, query: Query, limit: int = 20) -> Iterator[Answer]:
        """Yield the answers, those of a text as soon as they are found."""
        self._begin()
        if query.mode in (TEXT, REGEX):
            yield from islice(self.find_text(query), max(1, min(limit, MAX_LIMIT)))
        else:
            yield from self.find(query, limit)

    def find(self, query: Query, limit: int = 20) -> list[Answer]:
        """Return the best answers, the best first."""
        limit = max(1, min(limit, MAX_LIMIT))
        if query.mode in (TEXT, REGEX):
            return list(self.answers(query, limit))
        self._begin()
        if not query.text:
            found_by_filter = self._filtered(query, limit) if query.has_filter else []
            return found_by_filter or self._explain(query)
        if query.mode == REFERENCE:
            return keywords.find_uses(self, query, limit) or self._explain(query)
        found: dict[tuple[str, int, str], Answer] = {}
        for answer in self._in_words(query, limit):
            key = (answer.path, answer.line, answer.name)
            known = found.get(key)
            if known is None or known.score < answer.score:
                found[key] = answer
        ordered = sorted(found.values(), key=lambda answer: (-answer.score, answer.path, answer.line))
        best: list[Answer] = []
        told: set[tuple[str, int]] = set()
        for answer in ordered:
            place = (answer.path, answer.line)
            # What a line holds is told once: as the symbol of that line, else as its text.
            if answer.kind in ("text", "keyword") and place in told:
                continue
            told.add(place)
            best.append(answer)
            if len(best) >= limit:
                break
        return best or self._explain(query)

    def stand(self, folder: str, book: str) -> str:
        """Return which folder of the repository somebody stands in: below the book's own folder, or below its `.git`."""
        folder = os.path.abspath(folder)
        roots = [os.path.dirname(os.path.abspath(book)), folder]
        while not os.path.lexists(os.path.join(roots[-1], ".git")) and roots[-1] != os.path.dirname(
            roots[-1]
        ):
            roots[-1] = os.path.dirname(roots[-1])
        for root in roots:
            below = os.path.relpath(folder, root).replace(os.sep, "/")
            asked = below.encode("utf-8", "replace").decode()
            if self._connection.execute("SELECT 1 FROM folder WHERE path = ?", (asked,)).fetchone():
                return asked
        return ""

    def _explain(self, query: Query) -> list[Answer]:
        """Say which filter can leave nothing, where nothing was found; else there is just no answer."""
        for key, asked, column in (
            ("kind", query.kinds, "kind FROM symbol"),
            ("lang", query.languages, "language FROM file"),
        ):
            if not asked:
                continue
            known = {row[0]: row[0].lower() for row in self._tuples(f"SELECT DISTINCT {column}") if row[0]}
            if not asked & set(known.values()):
                listed = ", ".join(sorted(known, key=str.lower)[:30])
                raise QueryError(f"{key}:{min(asked)}: this book has none. It has {listed}.")
        return []

    def _in_words(self, query: Query, limit: int) -> Iterator[Answer]:
        """Yield what the question means as it is written; then what its telling words mean; then what most of them do."""
        best = 0.0
        for answer in self._candidates(query, limit):
            best = max(best, answer.score)
            yield answer
        words = query.text.split()
        if not 1 < len(words) <= _MAX_WORDS:
            return
        telling = telling_words(words)
        if len(telling) < len(words):
            for answer in self._candidates(replace(query, text=" ".join(telling)), limit):
                answer.score -= _LEFT_OUT
                best = max(best, answer.score)
                yield answer
        stems = [stem(word) for word in telling]
        if best < PARTS and len(telling) > 1 and stems != telling:
            matches = [
                replace(match, fit=match.fit - 2 * _LEFT_OUT, why="words of the name")
                for match in find_names(self.names, " ".join(stems), False)
            ]
            for answer in self._bearers(query, matches, limit, []):
                best = max(best, answer.score)
                yield answer
        if best < _TOGETHER and len(telling) > 1:  # nothing, or mere lines where all of them stand
            yield from self._most_words(query, telling, limit)

    def _most_words(self, query: Query, words: list[str], limit: int) -> Iterator[Answer]:
        """Yield what the question means without one of its words, or failing that, what each of them means."""
        for size in sorted({len(words) - 1, 1}, reverse=True):
            is_any = False
            for kept in combinations(words, size):
                left = ", ".join(word for word in words if word not in kept)
                for answer in self._candidates(replace(query, text=" ".join(kept)), limit):
                    is_any = True
                    answer.score = round(answer.score * _SOME_WORDS, 1)
                    answer.why = f"{answer.why}, without {left}" if left else answer.why
                    yield answer
            if is_any:
                return

    def _candidates(self, query: Query, limit: int) -> Iterator[Answer]:
        is_open = query.mode != DEFINITION and not query.kinds  # files and words may be meant, too
        files = list(paths.find_paths(self, query, limit)) if is_open else []
        yield from files
        is_known = any(answer.score >= paths.KNOWN for answer in files)
        is_spelled = next(self.words.spelled(query.text), None) is not None
        symbols: list[Answer] = []
        if not (is_known and "/" in query.text):  # a path that is there means no name
            symbols += self._find_symbols(query, limit, may_guess=not is_known and not is_spelled)
        yield from symbols
        if query.mode == DEFINITION:
            return
        better = {
            (answer.path, answer.line, answer.name) for answer in files + symbols if answer.score > prose.MOST
        }
        if len(better) < limit or query.has_finding:
            yield from prose.find_prose(self, query, limit)
        best = max((answer.score for answer in symbols), default=0.0)
        if is_open and best < PARTS:
            yield from keywords.find_keywords(self, query, limit)
        if is_open and best < SAME and not is_known and _SIGNS.search(query.text):
            is_plain = not has_signs(query.text)
            if best < PARTS or not is_plain or "-" in query.text:
                yield from self._spelled_out(
                    query, limit, _SPELLED if is_plain and "-" not in query.text else SAME
                )

    def _spelled_out(self, query: Query, limit: int, score: float) -> Iterator[Answer]:
        """Yield lines that hold the question as it is written: names with signs in them, such as `os.environ`."""
        for answer, place in zip(self.find_text(query, seconds=2.0), range(limit), strict=False):
            answer.score = score - 0.1 * place
            yield answer

    def _find_symbols(self, query: Query, limit: int, may_guess: bool) -> Iterator[Answer]:
        scopes, last = ([], query.text) if " " in query.text else split_qualified(query.text)
        matches = find_names(self.names, query.text, may_guess and not scopes)
        is_whole = any(match.fit >= SAME for match in matches)
        if scopes and not is_whole and (may_guess or "." not in query.text):
            found = find_names(self.names, last, may_guess)
            if "/" in query.text:  # rather a path
                found = [replace(match, fit=match.fit - 200) for match in found]
            yield from self._bearers(query, found, limit, scopes)
        yield from self._bearers(query, matches, limit, [])
        bare = _DRESS.sub("", query.text)
        if bare != query.text and bare and not is_whole:  # `@Named`, `Optional<T>`, `main()`
            spelled = [match for match in find_names(self.names, bare, False) if match.fit >= SAME]
            yield from self._bearers(
                query, [replace(match, fit=match.fit - 30) for match in spelled], limit, []
            )
        yield from self._among(query, limit)

    def _among(self, query: Query, limit: int) -> Iterator[Answer]:
        """Yield symbols that one word of the question names and whose scope, path or signature holds the others."""
        words = query.text.split()
        if not 1 < len(words) < 5:
            return
        wanted = Filter(self, query)
        for word in words:
            others = [other.lower() for other in words if other != word]
            for block, at in self.names.spelled(word):
                is_plain = word.isalpha() and word.islower()  # rather a part of a name than one
                if is_plain and block.words[at] != word:
                    continue
                ids = self.names.numbers(block, at)[1][:_MAX_AMONG]
                for row in self._rows(self._beside(ids, others)):
                    if wanted.takes(row):
                        fit = PARTS - 20 if is_plain else JOINED - 40
                        fit += 40 if all(other in row["scope"].lower() for other in others) else 0
                        yield self.answer(
                            row, fit + self._extra(row, query), f"name, with {' '.join(others)}"
                        )

    def _beside(self, ids: Iterable[int], words: list[str]) -> list[int]:
        """Return the symbols whose path, scope or signature holds all the words."""
        chosen = ",".join(map(str, ids))
        holds = " AND ".join(["instr(lower(f.path || ' ' || s.scope || ' ' || s.signature), ?)"] * len(words))
        found = self._connection.execute(
            f"SELECT s.id FROM symbol s JOIN file f ON f.id = s.file_id WHERE s.id IN ({chosen}) AND {holds}",
            words,
        )
        return [row[0] for row in found]

    def _bearers(self, query: Query, matches: list[Match], limit: int, scopes: list[str]) -> Iterator[Answer]:
        """Yield the symbols that bear the matched names, until enough are found."""
        wanted = Filter(self, query)
        count = 0
        for match in matches:
            if count >= 2 * limit:
                return
            ids = self.names.numbers(match.block, match.at)[1][:_MAX_BEARERS]
            taken = 0
            most = _MAX_BEARERS if wanted.is_active or scopes else 2 * limit
            for at in range(0, min(len(ids), most), _CHUNK):
                rows = self._rows(ids[at : at + _CHUNK])
                users = self._users_of_overloads(rows)
                for row in rows:
                    if not wanted.takes(row):
                        continue
                    fit, why = match.fit, match.why
                    if scopes:
                        fit, why = _fit_scopes(row, scopes, fit, why)
                    yield self.answer(row, fit + self._extra(row, query, users.get(row["id"], 0)), why)
                    taken += 1
                if taken >= 2 * limit:
                    break
            count += taken

    def _rows(self, ids: Iterable[int]) -> list[sqlite3.Row]:
        chosen = ",".join(map(str, ids))
        return self._connection.execute(f"{_SYMBOL} WHERE s.id IN ({chosen})").fetchall() if chosen else []

    def symbol_rows(self, ids: Iterable[int]) -> list[sqlite3.Row]:
        return self._rows(ids)

    def _users_of_overloads(self, rows: list[sqlite3.Row]) -> dict[int, int]:
        """Return for overloads that no call tells apart as many users as half of what uses their class."""
        families: dict[tuple[int, str], list[sqlite3.Row]] = {}
        for row in rows:
            if row["scope"] and row["kind"] not in ("constructor", "destructor"):
                families.setdefault((row["file_id"], row["scope"]), []).append(row)
        found: dict[int, int] = {}
        for (file, scope), members in families.items():
            if len(members) < 2 or any(row["users"] for row in members):
                continue
            (users,) = self._connection.execute(
                "SELECT max((SELECT count(*) FROM use u WHERE u.symbol_id = o.id)) FROM symbol o"
                " WHERE o.file_id = ? AND o.name = ? AND o.first_line <= ? AND o.last_line >= ?",
                (file, split_qualified(scope)[1], members[0]["first_line"], members[0]["last_line"]),
            ).fetchone()
            found.update((row["id"], (users or 0) // 2) for row in members)
        return found

    def _extra(self, row: sqlite3.Row, query: Query, users: int = 0) -> float:
        weight = weigh(
            row["kind"],
            row["visibility"],
            row["place"],
            row["users"] or users,
            bool(row["doc"]),
            bool(row["has_body"]),
        )
        return _WEIGHT * weight + nearness(row["path"], query.near)

    def answer(self, row: sqlite3.Row, score: float, why: str) -> Answer:
        """Return a symbol as an answer."""
        joint = row["joint"] or row["separator"]
        qualified = f"{row['scope']}{joint}{row['name']}" if row["scope"] else row["name"]
        return Answer(
            row["path"], row["name_line"] or row["first_line"], row["name"], row["kind"], round(score, 1), why, qualified,
            summarise(row["doc"]) or summarise(row["signature"]), f"{row['page']}_docs.md",
        )  # fmt: skip

    def find_text(self, query: Query, seconds: float = math.inf) -> Iterator[Answer]:
        """Yield the lines that hold a text or match a regular expression: sources first, then tests and the rest."""
        pattern = text.Pattern(query.text, query.mode == REGEX)
        chosen = text.narrow(self.words, pattern.fragments)
        wanted = Filter(self, query)
        files = [
            info
            for info in (self.files.values() if chosen is None else self.files.many(sorted(chosen)))
            if wanted.takes_file(info)
        ]
        files.sort(key=lambda info: (paths.PLACE_ORDER.get(info.kind, 9), info.id))
        asked = [(info.id, info.page, info.size_bytes) for info in files]
        why = "matches the expression" if query.mode == REGEX else "holds the text"
        at, path, page = 0, "", ""
        left = min(seconds, self._end - time.monotonic())
        for file, line, _, found in text.search_text(self.sources, asked, pattern, left, self._cut):
            if file != at:
                info = self.files[file]
                at, path, page = file, info.path, info.docs
            shown = text.shown_line(found)
            yield Answer(path, line, shown, "text", 100.0, why, "", shown, page)

    def _filtered(self, query: Query, limit: int) -> list[Answer]:
        """Return what the filters alone leave: files, or with `kind:` symbols."""
        wanted = Filter(self, query)
        if not query.kinds:
            files = [info for info in self.files.values() if wanted.takes_file(info)]
            files.sort(key=lambda info: (-info.importance, info.id))
            return [self.file_answer(info, 100.0, "filters") for info in files[:limit]]
        marks = ",".join("?" * len(query.kinds))
        found: list[Answer] = []
        for row in self._connection.execute(
            f"{_SYMBOL} LEFT JOIN importance i ON i.symbol_id = s.id WHERE s.kind IN ({marks})"
            " ORDER BY coalesce(i.share, 0) DESC, s.id",
            sorted(query.kinds),
        ):
            if wanted.takes(row):
                found.append(self.answer(row, 100.0, "filters"))
                if len(found) >= limit:
                    break
        return found


def _fit_scopes(row: sqlite3.Row, scopes: list[str], fit: float, why: str) -> tuple[float, str]:
    """Return how well a symbol fits a name with scopes before it: they stand in its own scope, or in its path."""
    place = [part.lower() for part in separate(row["scope"])]
    folders = [part.lower() for part in row["path"].rpartition(".")[0].split("/")]
    own = folders + place
    position = 0
    held = 0
    for scope in scopes:
        at = next((n for n in range(position, len(own)) if own[n] == scope.lower()), -1)
        if at >= 0:
            held += 1
            position = at + 1
    if held == len(scopes):
        near = 20 if own and own[-1] == scopes[-1].lower() else 0
        near += 12 if scopes[-1][0].isupper() and row["scope"].endswith(scopes[-1]) else 0
        return fit - 40 + near, f"{why}, in {scopes[-1]}"
    return fit - 480, why
