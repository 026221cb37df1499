"""What a maintainer would tell of a folder: its ideas in their authors' words, what leans on what, what to mind."""

from __future__ import annotations

import re
import sqlite3
import zlib

from repobook.render.asked import recalled, shared
from repobook.render.book import Book, FileRow, FolderRow
from repobook.render.docs import cut, first_paragraph, told_lines
from repobook.render.folder_graph import tests_below
from repobook.render.introduction import without_links
from repobook.render.markdown import code, number, prose
from repobook.render.ranking import FUNCTIONS, TYPES
from repobook.render.summaries import is_barrel, subtree, symbols_below
from repobook.render.wording import own_words

_POINTER = re.compile(
    r"\s*(?:see|same|like|wrapper|alias|deprecated|internal|helper|note|todo|forward|important|warning|caution)\b",
    re.I,
)
_STEM = re.compile(r"\.[^/]*$")
MAX_QUOTE = 260  # characters of the words of one name
MAX_CHOSEN = 40  # names among which the ideas are looked for
MAX_PAIRS = 4
MAX_NAMES = 3
MIN_DEFINITIONS = 2  # that a file uses of another before it is told
MIN_BRANCHES = 20
MAX_SYMBOLS = 30_000  # of a folder whose page tells which file leans on which; chapters tell it of any


def key_ideas(book: Book, folder: FolderRow, here: str, limit: int) -> str:
    """Return the names that most rests on and that say what they are: types first, each with who derives from it."""
    chosen = [row for row in symbols_below(book, folder, MAX_CHOSEN) if row["visibility"] != "private"]
    told = [
        (row, words) for row in chosen if row["kind"] in TYPES | FUNCTIONS and (words := _words(row["doc"]))
    ]
    types = [one for one in told if one[0]["kind"] in TYPES]
    ideas = (types + [one for one in told if one[0]["kind"] not in TYPES])[:limit]
    if len(ideas) < 2:
        return ""
    lines = []
    for row, words in ideas:
        file = book.files[row["file_id"]]
        path = file.path[len(folder.path) + 1 :] if folder.path else file.path
        where = book.cite(file, *told_lines(row), here, text=code(path) + " ")
        lines.append(f"- **{code(row['qualified'])}** · “{words}” · {where}{_heirs(book, row)}\n")
    return "".join(lines)


def _words(doc: str) -> str:
    """Return the first sentences of a documentation text, where they tell something."""
    if _POINTER.match(doc) or not own_words(doc):
        return ""
    words = cut(first_paragraph(without_links(doc[:4_000])), MAX_QUOTE)
    return "" if words.endswith(":") else prose(words).removesuffix(".")


def _heirs(book: Book, row: sqlite3.Row) -> str:
    rows = book.query(
        "SELECT s.name FROM inherit i JOIN symbol s ON s.id = i.symbol_id JOIN file f ON f.id = s.file_id"
        " WHERE i.base_id = ? AND i.how != 'override' AND f.kind = 'source' ORDER BY s.id",
        row["id"],
    )
    names = list(dict.fromkeys(code(heir["name"]) for heir in rows))
    if not names:
        return ""
    more = f" +{number(len(names) - MAX_NAMES)}" if len(names) > MAX_NAMES else ""
    return f" · derived: {', '.join(names[:MAX_NAMES])}{more}"


def leanings(book: Book, folder: FolderRow, here: str, is_chapter: bool = False) -> str:
    """Return which files of a folder use most of which others, with what they use most and its place."""
    low, high = subtree(book, folder)
    first, last = _symbols(book, low, high)
    if not last or (last - first > MAX_SYMBOLS and not is_chapter):
        return ""
    rows = book.query(
        # What a header declares and another file defines is of that file.
        "SELECT u.file_id AS user, coalesce(d.file_id, s.file_id) AS target, count(*) AS n, sum(u.places) AS places FROM use u"
        " JOIN symbol s ON s.id = u.symbol_id LEFT JOIN body b ON b.symbol_id = s.id LEFT JOIN symbol d ON d.id = b.body_id"
        " WHERE u.symbol_id BETWEEN ? AND ? AND u.file_id BETWEEN ? AND ? GROUP BY user, target HAVING n >= ? AND user != target"
        " ORDER BY n DESC, places DESC, user, target LIMIT 60",
        first, last, low, high, MIN_DEFINITIONS,
    )  # fmt: skip
    lines: list[str] = []
    seen: dict[int, int] = {}
    for row in rows:
        user, target = book.files[row["user"]], book.files[row["target"]]
        if user.kind != "source" or target.kind != "source" or len(lines) == MAX_PAIRS:
            continue
        if is_barrel(user.name) or _STEM.sub("", user.path) == _STEM.sub("", target.path):
            continue  # it only passes on, or is the body of that header
        if not folder.path and {user.folder_id, target.folder_id} != {folder.id}:
            continue  # of the top, the files that lie there
        if seen.get(user.id, 0) > 1 or seen.get(target.id, 0) > 1:
            continue
        seen[user.id] = seen.get(user.id, 0) + 1
        seen[target.id] = seen.get(target.id, 0) + 1
        lines.append(_leaning(book, folder, here, user, target, row["n"], (first, last)))
    return "".join(lines) if len(lines) > 1 else ""


def _leaning(
    book: Book, folder: FolderRow, here: str, user: FileRow, target: FileRow, n: int, span: tuple[int, int]
) -> str:
    most = book.query(
        "SELECT s.name, u.line FROM use u JOIN symbol s ON s.id = u.symbol_id LEFT JOIN body b ON b.symbol_id = s.id"
        " LEFT JOIN symbol d ON d.id = b.body_id WHERE u.symbol_id BETWEEN ? AND ? AND u.file_id = ? AND coalesce(d.file_id, s.file_id) = ?"
        " ORDER BY u.places DESC, u.symbol_id LIMIT ?",
        *span, user.id, target.id, MAX_NAMES,
    )  # fmt: skip
    names = [
        book.docs_link(file, here, code(file.path[len(folder.path) + 1 :] if folder.path else file.path))
        for file in (user, target)
    ]
    places = ", ".join(
        f"{code(row['name'])} {book.cite(user, row['line'], row['line'], here)}" for row in most
    )
    purpose = book.query("SELECT purpose FROM file WHERE id = ?", target.id)[0][0]
    words = own_words(purpose).removesuffix(".")
    return (
        f"- {names[0]} → {names[1]} · {number(n)} definitions: {places}{f' · “{words}”' if words else ''}\n"
    )


def to_mind(book: Book, folder: FolderRow, here: str) -> str:
    """Return what to know before a change: what others use, what no test names, and where the branches are."""
    low, high = subtree(book, folder)
    first, last = _symbols(book, low, high)
    if not last or not folder.path:
        return ""
    lines = [
        _outside(book, folder, here, (low, high), (first, last)),
        _untested(book, folder, here),
        _branches(book, folder, here, (first, last)),
    ]
    return "".join(line for line in lines if line)


def _outside(book: Book, folder: FolderRow, here: str, files: tuple[int, int], span: tuple[int, int]) -> str:
    if span[1] - span[0] > MAX_SYMBOLS:
        return ""
    rows = book.query(
        # What is private cannot be used from outside: the name means something else there.
        "SELECT u.symbol_id, count(*) AS n, min(u.file_id) AS user FROM use u JOIN file f ON f.id = u.file_id"
        " JOIN symbol s ON s.id = u.symbol_id AND s.visibility != 'private'"
        " WHERE u.symbol_id BETWEEN ? AND ? AND u.file_id NOT BETWEEN ? AND ? AND f.kind = 'source'"
        " GROUP BY u.symbol_id HAVING n > 1 ORDER BY n DESC, u.symbol_id LIMIT ?",
        *span, *files, MAX_NAMES,
    )  # fmt: skip
    shown = []
    for row in rows:
        symbol = book.query(
            "SELECT name, file_id, first_line, last_line FROM symbol WHERE id = ?", row["symbol_id"]
        )[0]
        shown.append(f"{_named(book, folder, symbol, here)}, {number(row['n'])} files")
    return f"- **Used from outside** · {' · '.join(shown)}\n" if shown else ""


def _untested(book: Book, folder: FolderRow, here: str) -> str:
    """Name what others use most and no test names; nothing where no test uses the folder at all."""
    tests = tests_below(book, folder.id)
    if not tests:
        return ""
    asked = [
        row
        for row in symbols_below(book, folder, MAX_CHOSEN)
        if row["kind"] in TYPES | FUNCTIONS and row["visibility"] != "private"
    ]
    found = [row for row in asked if not _stands_in_tests(book, row["name"])]
    if 2 * len(found) > len(asked):
        return ""  # its tests call it from elsewhere: from another language, or as a program
    shown = [_named(book, folder, row, here) for row in found[:MAX_NAMES]]
    return f"- **No test names** · {' · '.join(shown)}\n" if shown else ""


@recalled
def _stands_in_tests(book: Book, name: str) -> bool:
    return name in _test_names(book)


@shared
def _test_names(book: Book) -> set[str]:
    """Return every identifier that stands in a test, resolved or not."""
    names: set[str] = set()
    for row in book.db.execute(
        "SELECT t.names FROM term t JOIN file f ON f.id = t.file_id WHERE f.kind = 'test' OR f.id IN (SELECT file_id FROM test_case)"
    ):
        names.update(zlib.decompress(row[0]).decode().split("\n") if row[0] else ())
    return names


def _branches(book: Book, folder: FolderRow, here: str, span: tuple[int, int]) -> str:
    chosen = book.query(
        "SELECT s.id, s.complexity FROM symbol s JOIN file f ON f.id = s.file_id"
        " WHERE s.id BETWEEN ? AND ? AND s.complexity >= ? AND f.kind = 'source' ORDER BY s.complexity DESC, s.id LIMIT ?",
        *span, MIN_BRANCHES, MAX_NAMES,
    )  # fmt: skip
    shown = []
    for row in chosen:  # lines are asked for of what is shown alone: every edit moves those of a file
        symbol = book.query(
            "SELECT name, file_id, first_line, last_line FROM symbol WHERE id = ?", row["id"]
        )[0]
        shown.append(f"{_named(book, folder, symbol, here)}, complexity {number(row['complexity'])}")
    return f"- **Most branches** · {' · '.join(shown)}\n" if shown else ""


def _named(book: Book, folder: FolderRow, symbol: sqlite3.Row, here: str) -> str:
    file = book.files[symbol["file_id"]]
    path = file.path[len(folder.path) + 1 :] if folder.path else file.path
    where = book.cite(file, symbol["first_line"], symbol["last_line"], here, text=code(path) + " ")
    return f"{code(symbol['name'])} {where}"


def documents_of(book: Book, folder: FolderRow, here: str) -> str:
    """Return the documents that name most of a folder's files and names."""
    low, high = subtree(book, folder)
    rows = book.query(
        "SELECT m.file_id, count(DISTINCT m.target_id || ' ' || coalesce(m.symbol_id, 0)) AS n, min(m.line) AS line FROM mention m"
        " WHERE m.target_id BETWEEN ? AND ? AND m.file_id NOT BETWEEN ? AND ? GROUP BY m.file_id HAVING n > 1 ORDER BY n DESC, m.file_id LIMIT ?",
        low, high, low, high, MAX_NAMES,
    )  # fmt: skip
    lines = []
    for row in rows:
        file = book.files[row["file_id"]]
        title = book.query("SELECT title FROM file WHERE id = ?", file.id)[0][0]
        place = book.place(file, row["line"], here)
        lines.append(
            f"- {place}{': “' + prose(title[:100]) + '”' if title else ''} · names {number(row['n'])} of it\n"
        )
    return "".join(lines)


def _symbols(book: Book, low: int, high: int) -> tuple[int, int]:
    """Return the first and last id of the symbols of files; ids are in path order."""
    row = book.query("SELECT min(id), max(id) FROM symbol WHERE file_id BETWEEN ? AND ?", low, high)[0]
    return row[0] or 0, row[1] or 0
