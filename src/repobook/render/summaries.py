"""One particular sentence about a file or a folder, for the tables of other pages."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable

from repobook.render.asked import question, recalled
from repobook.render.book import Book, FileRow, FolderRow
from repobook.render.docs import told_lines
from repobook.render.folder_graph import Edge, builds_on, used_by
from repobook.render.introduction import is_aside, is_readme, opening, read_text
from repobook.render.markdown import code, first_sentence, number, plural, prose
from repobook.render.mentions import mention_of_folder
from repobook.render.ranking import FUNCTIONS
from repobook.render.telling import in_table
from repobook.render.wording import LIMIT, own_words
from repobook.render.workflows import tell_workflow

_WORD = re.compile(r"[^\W\d_]{2,}")
MAX_BARREL_BYTES = 60_000
MAX_QUOTE = 90  # characters of the documentation of one of several names

_BARREL = re.compile(r"(?:__init__\.py|index\.(?:[cm]?[jt]sx?)|mod\.rs|lib\.rs)$")
_SCRIPT = re.compile(r"\.[cm]?[jt]sx?$")
# module.exports = require("./lib/express")
_MODULE_EXPORTS = re.compile(r"^\s*module\.exports\s*=\s*require\(['\"]([^'\"]+)['\"]\)", re.M)
_EXPORTS = (
    # export { a, type B as C } from "./x"; export * as core from "./y"
    re.compile(
        r"^export\s+(?:type\s+)?(?:\{(?P<names>[^}]{0,8000})\}|\*(?:\s+as\s+(?P<all>\w+))?)\s+from\s+['\"](?P<source>[^'\"]+)", re.M
    ),
    # from .x import (a, b as c)
    re.compile(r"^from\s+(?P<source>[\w.]+)\s+import\s+(?:\((?P<lines>[^)]{0,8000})\)|(?P<names>[^\n(]+))", re.M),
    # pub use x::{a, b}; pub use x::y;
    re.compile(r"^pub use (?P<source>[\w:]+?)::(?:\{(?P<names>[^}]{0,8000})\}|(?P<all>\w+|\*))\s*(?:as \w+)?;", re.M),
)  # fmt: skip


def file_summaries(book: Book, ids: Iterable[int]) -> dict[int, str]:
    """Return a sentence for each file: its own words, or what it holds."""
    return {file_id: file_summary(book, book.files[file_id]) for file_id in ids}


@question
def file_summary(book: Book, file: FileRow) -> str:
    """Return a sentence for a file: its own words, what it passes on, or what it holds."""
    purpose, title, outline, size_bytes = book.db.execute(
        "SELECT purpose, title, outline, size_bytes FROM file WHERE id = ?", (file.id,)
    ).fetchone()
    words = own_words(purpose)
    if is_readme(file.name):
        words = next((own_words(paragraph.text) for paragraph in opening(read_text(book, file))), words)
    if file.kind == "configuration" and (flow := tell_workflow(book, file, title, words)):
        return flow
    is_named = is_readme(file.name)  # its heading is the name of what the whole page is about
    if title and file.kind == "document" and not is_named and title.lower() not in words.lower():
        heading = prose(first_sentence(title, 70))
        # A heading such as "unreleased" or "1.2.3" says less than the sentence below it.
        if not words or (len(_WORD.findall(title)) > 1 and len(heading) + len(words) < LIMIT):
            words = f"{heading}: {words}" if words else heading
    is_barrel = _BARREL.match(file.name) or (not outline and _SCRIPT.search(file.name))
    passed_on = re_exports(book, file, 3 if words else 5) if is_barrel else ""
    if words or passed_on:
        return f"{words.removesuffix('.')}; {passed_on}" if words and passed_on else words or passed_on
    if title:
        return prose(title[:LIMIT])
    if told := in_table(book, file):
        return told
    if not outline:
        return "" if size_bytes else "empty"
    counts, *names = outline.split("\n")
    kinds = ", ".join(
        plural(int(part.split(" ", 1)[0]), part.split(" ", 1)[1]) for part in counts.split(", ")
    )
    return f"{kinds}: {', '.join(code(name) for name in names)}" if names else kinds


def is_barrel(name: str) -> bool:
    """Tell whether a file of that name passes on what others define, as a rule."""
    return bool(_BARREL.match(name))


def re_exports(book: Book, file: FileRow, limit: int) -> str:
    """Say what a file passes on that is defined elsewhere: `__init__.py`, `index.ts`, `mod.rs`."""
    if not 0 < file.size_bytes <= MAX_BARREL_BYTES:
        return ""
    text = read_text(book, file)
    names: list[str] = []
    sources: list[str] = []
    lines = 0
    pattern = (
        _EXPORTS[1]
        if file.name.endswith(".py")
        else _EXPORTS[2]
        if file.name.endswith(".rs")
        else _EXPORTS[0]
    )
    for found in pattern.finditer(text):
        groups = found.groupdict()
        listed = groups.get("names") or groups.get("lines") or groups.get("all") or "*"
        source = found["source"]
        if file.name.endswith(".py") and not _is_own(file, source):
            continue
        before = len(names)
        lines += found[0].count("\n") + 1
        for item in re.sub(r"(?://|#)[^\n]*", "", listed).split(","):
            name = re.split(r"\s+as\s+", item.strip().removeprefix("type "))[-1].strip()
            if re.fullmatch(r"[\w$]+", name) and not name.startswith("_") and name not in names:
                names.append(name)
        if source not in sources and (listed.strip() == "*" or len(names) > before):
            sources.append(source)
    if not sources and pattern is _EXPORTS[0]:
        sources = list(dict.fromkeys(_MODULE_EXPORTS.findall(text)))
    if not sources or _defined_lines(book, file) > max(lines, len(sources)):
        return ""
    origin = ", ".join(code(source) for source in sources[:3])
    origin += f" and {number(len(sources) - 3)} more" if len(sources) > 3 else ""
    if not names:
        return f"re-exports all of {origin}"
    more = f" and {number(len(names) - limit)} more" if len(names) > limit else ""
    return f"re-exports {', '.join(code(name) for name in names[:limit])}{more} from {origin}"


def _defined_lines(book: Book, file: FileRow) -> int:
    """Return how many lines a file takes for what it defines itself."""
    rows = book.query(
        "SELECT first_line, last_line FROM symbol WHERE file_id = ? AND scope = '' AND name != '__all__'"
        " AND kind NOT IN ('module', 'namespace', 'package', 'import', 'export') ORDER BY first_line, last_line DESC",
        file.id,
    )
    lines = until = 0
    for first, last in rows:
        lines += max(0, last - max(first, until + 1) + 1)
        until = max(until, last)
    return lines


def _is_own(file: FileRow, source: str) -> bool:
    """Tell whether `source` lies in the package of an `__init__.py`: `.cart`, or `shop.cart` in `src/shop/`."""
    if source.startswith("."):
        return True
    package = file.path.rpartition("/")[0].replace("/", ".")
    parts = source.split(".")
    return any(f".{package}".endswith("." + ".".join(parts[:n])) for n in range(1, len(parts) + 1))


@recalled
def folder_summary(book: Book, folder: FolderRow) -> str:
    """Return a sentence for a folder: its own words, those of its only child, or what its facts say."""
    if not folder.all_files:
        return "no file of it is in this book"
    said = mention_of_folder(book, folder)
    return (
        _purpose_words(book, folder)
        or (said.words if said else "")
        or _only_child(book, folder)
        or _composed(book, folder)
    )


def _purpose_words(book: Book, folder: FolderRow) -> str:
    """Return what a folder says first of itself; where that is a notice or leads elsewhere, what its README goes on with."""
    words = own_words(folder.purpose)
    if not words or not is_aside(words):
        return words
    file = book.files[folder.purpose_file] if folder.purpose_file is not None else None
    if file is None or not is_readme(file.name):
        return words
    paragraphs = (own_words(paragraph.text) for paragraph in opening(read_text(book, file), folder.name))
    return next((words for words in paragraphs if words and not is_aside(words)), "")


def told(name: str, words: str) -> str:
    """Return a name and what is said of it; the name alone where nothing is."""
    return f"{name}: {words}" if words else name


def _only_child(book: Book, folder: FolderRow) -> str:
    if folder.all_files == 1 and folder.files == 1:
        row = book.query("SELECT id FROM file WHERE folder_id = ? AND outcome = 'documented'", folder.id)
        if row:
            file = book.files[row[0][0]]
            words = file_summary(book, file)
            return told(code(file.name), words)
    child, steps = folder, ""
    while not child.files and len(below := book.subfolders.get(child.id, [])) == 1:
        child = book.folders[below[0]]
        steps += child.name + "/"
        if own_words(child.purpose):
            break
    return told(code(steps), folder_summary(book, child)) if steps else ""


def tell_folder(book: Book, folder: FolderRow, here: str) -> str:
    """Return what the facts say of a folder for its own page: each name that it rests on cited and in its own words."""
    said = mention_of_folder(book, folder)
    if said and folder.all_files:
        where = book.cite(said.file, said.line, said.line, here, text=code(said.file.path) + " ")
        return f"“{said.words.removesuffix('.')}” ({where}). {_composed(book, folder, here)}"
    if not folder.all_files or _only_child(book, folder):
        return folder_summary(book, folder)
    return _composed(book, folder, here)


def _composed(book: Book, folder: FolderRow, here: str | None = None) -> str:
    """Say how many files of what, what they define or are called, and who uses them.

    `here` is the folder of a page that quotes and cites; a table quotes only the first that has words.
    """
    low, high = subtree(book, folder)
    rows = book.query(
        "SELECT language, kind, count(*) AS n, sum(EXISTS (SELECT 1 FROM test_case c WHERE c.file_id = file.id)) AS cases FROM file"
        " WHERE id BETWEEN ? AND ? AND outcome = 'documented' AND lines > 0 GROUP BY language, kind ORDER BY n DESC, language, kind",
        low, high,
    )  # fmt: skip
    if not rows:
        return plural(folder.all_files, "empty file") if folder.all_files and not folder.all_bytes else ""
    total = sum(row["n"] for row in rows)
    tests = sum(row["n"] for row in rows if row["kind"] == "test")
    known = sorted(symbols_below(book, folder, 12), key=lambda row: row["visibility"] == "private")
    names = known[:3]
    if names:
        # What defines them is source; what lies beside it is not worth a word here.
        rows = [row for row in rows if row["kind"] == "source"]
        total, tests = sum(row["n"] for row in rows), 0
    by_language: dict[str, int] = {}
    for row in rows:
        by_language[row["language"]] = by_language.get(row["language"], 0) + row["n"]
    main, count = max(by_language.items(), key=lambda item: (item[1], item[0]))
    is_mostly = count * 2 > total and count > 1
    if is_mostly:
        cases = sum(row["cases"] for row in rows if row["language"] == main and row["kind"] == "test")
        what = _counted(count, cases if tests * 2 > total else 0, main or "plain text")
    else:
        what = plural(total, "test file" if tests * 2 > total else "file")
    if tests * 2 > total:
        edges = builds_on(book, folder.id)
        onto = _strongest(edges)
        # What few of them import is not what they are of.
        onto = [other for other in onto if 4 * edges[other].imports >= edges[onto[0]].imports]
        if onto:
            targets = ", ".join(code(book.folders[other].path or book.options.name) for other in onto[:3])
            importing = _importing(book, folder, onto[:3], main if is_mostly else None)
            if importing == (count if is_mostly else total):
                return f"{what} that import {targets}" if importing > 1 else f"{what} that imports {targets}"
            if importing:
                return f"{what}, {number(importing)} of which {'import' if importing > 1 else 'imports'} {targets}"
    if names:
        what += f" {'with' if total > 1 else 'that defines'} {_in_their_words(book, names, here)}"
    else:
        parts = _main_names(book, folder)
        if count > 1 and count < total and tests * 2 <= total:
            what = f"{plural(total, 'file')}, {number(count)} of them {main or 'plain text'}"
        what += f": {_listed(parts)}"
    users = [book.folders[other].path for other in _strongest(used_by(book, folder.id))]
    users = [path for path in users if path][:2]
    return f"{what}; imported from {_listed(users)}" if users else what


def _importing(book: Book, folder: FolderRow, onto: list[int], language: str | None) -> int:
    """Return how many files below a folder, of one language where it is told, import something of some others."""
    low, high = subtree(book, folder)
    found = set()
    for other in onto:
        path = book.folders[other].path
        is_around = not path or folder.path.startswith(f"{path}/")
        # Of a folder around this one, its own files are meant: the rest lies in other folders, or here.
        first, last = (1, 0) if is_around else subtree(book, book.folders[other])
        below = "/" if is_around else f"{path}/"
        found |= {
            row["id"]
            for row in book.query(
                "SELECT DISTINCT f.id FROM file f JOIN import i ON i.file_id = f.id LEFT JOIN file t ON t.id = i.target_file"
                " LEFT JOIN folder d ON d.id = i.target_folder WHERE f.id BETWEEN ? AND ? AND f.outcome = 'documented' AND f.lines > 0"
                " AND (? IS NULL OR f.language = ?) AND (t.id BETWEEN ? AND ? OR t.folder_id = ? OR d.id = ?"
                " OR substr(d.path, 1, length(?)) = ?) ORDER BY f.id",
                low, high, language, language, first, last, other, other, below, below,
            )
        }  # fmt: skip
    return len(found)


def _counted(files: int, tests: int, language: str) -> str:
    """Say how many files of a language there are; those in which no test is seen are not called tests."""
    if not tests:
        return f"{number(files)} {language} files"
    said = plural(tests, f"{language} test")
    return f"{said} and {plural(files - tests, 'other file')}" if files > tests else said


def _in_their_words(book: Book, symbols: list[sqlite3.Row], here: str | None) -> str:
    """Name symbols, with what their documentation says first."""
    shown = []
    is_quoted = False
    for row in symbols:
        words = "" if is_quoted and here is None else own_words(row["doc"], MAX_QUOTE).removesuffix(".")
        is_quoted = is_quoted or bool(words)
        inside = [f"“{words}”"] if words else []
        if here is not None:
            file = book.files[row["file_id"]]
            first, last = told_lines(row) if words else (row["first_line"], row["last_line"])
            inside.append(book.cite(file, first, last, here, text=code(file.name) + " "))
        shown.append(f"{code(row['name'])}{' (' + ', '.join(inside) + ')' if inside else ''}")
    return ", ".join(shown)


def _strongest(edges: dict[int, Edge]) -> list[int]:
    return sorted(edges, key=lambda other: (-edges[other].imports, other))


def _listed(names: list[str]) -> str:
    return ", ".join(code(name) for name in names)


def _main_names(book: Book, folder: FolderRow) -> list[str]:
    """Return what a folder without key symbols is made of: its folders, else its largest files."""
    rows = book.query(
        "SELECT id FROM file WHERE folder_id = ? AND outcome = 'documented' AND lines > 0 ORDER BY importance DESC, users DESC, lines DESC, id LIMIT 4",
        folder.id,
    )
    files = [book.files[row[0]].name for row in rows]
    below = sorted(
        (book.folders[f] for f in book.subfolders.get(folder.id, [])), key=lambda f: (-f.all_lines, f.path)
    )
    folders = [f.name + "/" for f in below[:4]]
    return (
        (files[:2] + folders)[:4]
        if len(files) <= len(below)
        else (files[: 4 - min(1, len(folders))] + folders)[:4]
    )


def subtree(book: Book, folder: FolderRow) -> tuple[int, int]:
    """Return the first and last file id below a folder. Ids are in path order, so a subtree is a range."""
    return book.ground.range_below(folder)


def symbols_below(book: Book, folder: FolderRow, limit: int, is_alone: bool = False) -> list[sqlite3.Row]:
    """Return the symbols below a folder that most rests on; of its own files alone where asked for."""
    own = " AND file_id IN (SELECT id FROM file WHERE folder_id = ?)" if is_alone else ""
    rows = book.query(
        # Of the definitions that share a file, a scope and a name, the longest: the body among its declarations. That all
        # are of one file is said wherever it is so: it tells a later build which edits this cannot see.
        "SELECT b.id, b.name, b.kind, b.scope, b.file_id, b.first_line, b.last_line, b.doc, b.doc_first_line, b.doc_last_line, b.visibility, k.files, f.separator,"
        " CASE s.scope WHEN '' THEN s.name ELSE s.scope || coalesce(nullif(s.joint, ''), f.separator) || s.name END AS qualified,"
        " s.first_line AS own_first, s.last_line AS own_last"
        f" FROM (SELECT * FROM key_symbol WHERE file_id BETWEEN ? AND ?{own} ORDER BY importance DESC, files DESC, symbol_id LIMIT ?) k"
        " CROSS JOIN symbol s ON s.id = k.symbol_id AND s.file_id = k.file_id JOIN file f ON f.id = s.file_id"
        " JOIN symbol b ON b.file_id = s.file_id AND b.id ="
        " (SELECT o.id FROM (SELECT id, id != s.id AND kind != s.kind AS is_other, last_line - first_line AS length FROM symbol"
        " WHERE file_id = s.file_id AND name = s.name AND scope = s.scope) o ORDER BY o.is_other, o.length DESC, o.id LIMIT 1)"
        " ORDER BY k.importance DESC, k.files DESC, k.symbol_id",
        *subtree(book, folder),
        *([folder.id] if is_alone else ()),
        limit * 2 + 12,
    )
    chosen: list[sqlite3.Row] = []
    for row in rows:
        if len(chosen) < limit and not _is_inner(book, row):
            chosen.append(row)
    return chosen


def _is_inner(book: Book, row: sqlite3.Row) -> bool:
    """Tell whether a symbol is defined inside a function: nobody outside can mean it."""
    if not row["scope"]:
        return False
    outer = row["scope"].rpartition(row["separator"])[2]
    marks = ", ".join("?" * len(FUNCTIONS))
    return bool(
        book.query(
            f"SELECT 1 FROM symbol WHERE file_id = ? AND name = ? AND kind IN ({marks}) AND first_line <= ? AND last_line >= ? LIMIT 1",
            row["file_id"], outer, *FUNCTIONS, row["own_first"], row["own_last"],
        )
    )  # fmt: skip
