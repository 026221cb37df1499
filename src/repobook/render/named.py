"""What documents, workflows, build files and manifests name: files and symbols of the repository, and the way back."""

from __future__ import annotations

import posixpath
import re
import sqlite3
from collections.abc import Iterator

from repobook.render.book import Book, FileRow
from repobook.render.ground import Paths
from repobook.render.markdown import code, number, table
from repobook.render.page import FileFacts, Page

MAX_NAMED = 60  # rows of a table
MAX_DOCUMENTS = 5
MAX_TEXT = 200_000  # of a file whose words are looked at
_BUILDS = frozenset({"Makefile", "CMake", "Dockerfile", "Shell", "Meson", "Ninja", "Gradle", "Groovy"})
_TOKEN = re.compile(r"(?<![\w@/:.~-])(?:\.{1,2}/)*\.?[\w@+-][\w@+.-]*(?:/[\w@+.-]+)*")
_ENTRY = re.compile(r"[\"'=\s]([A-Za-z_]\w*(?:\.\w+)*):([A-Za-z_]\w*)(?:\.\w+)*(?=[\"'\s]|$)")
_MANIFEST = re.compile(r"(?:pyproject\.toml|setup\.cfg|setup\.py|entry_points\.txt)$")
_MAIN = re.compile(r"\s*\{?\s*\"(?:main|module|browser|types|typings|bin)\"\s*:\s*\"([\w@./+-]{1,200})\"")
_SCRIPTS = (".js", ".mjs", ".cjs", ".ts", "/index.js", "/index.mjs", "/index.ts")
_ACTIONS = ("action.yml", "action.yaml", "Dockerfile")


def in_document(book: Book, page: Page) -> str:
    """Return what a document names, in the order of its lines, each with the place that is meant."""
    rows = book.query(
        "SELECT m.line, m.target_id, m.symbol_id, s.kind, s.first_line, s.last_line, s.name,"
        " CASE s.scope WHEN '' THEN s.name ELSE s.scope || coalesce(nullif(s.joint, ''), f.separator) || s.name END AS qualified"
        " FROM mention m JOIN file f ON f.id = m.target_id LEFT JOIN symbol s ON s.id = m.symbol_id"
        " WHERE m.file_id = ? ORDER BY m.line, m.target_id, m.symbol_id",
        page.file.id,
    )
    if not rows:
        return ""
    shown = []
    for row in rows[:MAX_NAMED]:
        file = book.files[row["target_id"]]
        if row["symbol_id"]:
            what = f"{row['kind']} {code(row['qualified'])}"
            where = book.cite(
                file, row["first_line"], row["last_line"], page.here, text=code(file.path) + " "
            )
        else:
            what, where = "file", book.docs_link(file, page.here, code(file.path))
        shown.append((page.cite(row["line"], 0), what, where))
    page.anchors.add("What it names")
    more = f"\n{number(len(rows) - MAX_NAMED)} more.\n" if len(rows) > MAX_NAMED else ""
    return "### What it names\n\n" + table(("line", "what", "where"), shown) + more


def by_documents(book: Book, page: Page) -> str:
    """Return the documents that speak of a file or of what it defines, those that name most of it first."""
    if page.file.id not in book.present["mention"]:
        return ""
    rows = book.query(
        "SELECT m.file_id, m.line, s.name FROM mention m LEFT JOIN symbol s ON s.id = m.symbol_id"
        " WHERE m.target_id = ? ORDER BY m.file_id, m.line, m.symbol_id",
        page.file.id,
    )
    groups: dict[int, list[sqlite3.Row]] = {}
    for row in rows:
        groups.setdefault(row["file_id"], []).append(row)
    order = sorted(groups, key=lambda other: (-len(groups[other]), other))
    lines = []
    for other in order[:MAX_DOCUMENTS]:
        file = book.files[other]
        names = list(dict.fromkeys(code(row["name"]) for row in groups[other] if row["name"]))
        more = f" +{number(len(names) - 6)}" if len(names) > 6 else ""
        place = book.place(file, groups[other][0]["line"], page.here)
        lines.append(f"- {place}{': ' + ', '.join(names[:6]) + more if names else ''}")
    rest = len(order) - MAX_DOCUMENTS
    page.anchors.add("In documents")
    return "### In documents\n\n" + "\n".join(lines) + (f"\n- +{number(rest)}" if rest > 0 else "") + "\n"


def in_settings(book: Book, page: Page, facts: FileFacts, text: str | None) -> str:
    """Return the files that a workflow, a build file or a manifest names and does not import: scripts, entries, parts."""
    file = page.file
    is_keys = facts.details.get("layout") in ("keys", "elements") and file.kind in ("configuration", "build")
    if (
        not text
        or len(text) > MAX_TEXT
        or not (is_keys or (file.language in _BUILDS and file.kind != "test"))
    ):
        return ""
    known = {row["target_file"] for row in facts.imports if row["target_file"]}
    rows: list[tuple[str, ...]] = []
    seen: set[tuple[int, str]] = set()
    for line, name, other in _find(book, file, text):
        key = other.id, name if ":" in name else ""
        if other.id in known or other.id == file.id or key in seen:
            continue
        seen.add(key)
        rows.append((page.cite(line, 0), code(name), _which(book, page, name, other)))
    if not rows:
        return ""
    page.anchors.add("Files it names")
    more = f"\n{number(len(rows) - MAX_NAMED)} more.\n" if len(rows) > MAX_NAMED else ""
    return "### Files it names\n\n" + table(("line", "as", "which is"), rows[:MAX_NAMED]) + more


def _which(book: Book, page: Page, name: str, other: FileRow) -> str:
    """Return a link to a file; of an entry such as `shop.cli:main` also to the function."""
    where = book.docs_link(other, page.here, code(other.path))
    function = name.rpartition(":")[2] if ":" in name else ""
    for row in book.query(
        "SELECT kind, first_line, last_line FROM symbol WHERE file_id = ? AND name = ? AND scope = '' ORDER BY id LIMIT 1",
        other.id, function,
    ):  # fmt: skip
        lines = book.cite(other, row["first_line"], row["last_line"], page.here, function)
        where += f", {row['kind']} {code(function)} {lines}"
    return where


def _find(book: Book, file: FileRow, text: str) -> Iterator[tuple[int, str, FileRow]]:
    paths = book.ground.paths
    here = posixpath.dirname(file.path)
    is_package = file.name == "package.json"
    is_manifest = bool(_MANIFEST.search(file.path))
    for at, row in enumerate(text.split("\n"), 1):
        bare = row[:2_000]
        if bare.lstrip().startswith(("#", "//", ";")):
            continue
        if is_package and (found := _MAIN.match(bare)):
            for name in found[1], f"./{found[1]}":
                other = _target(name, here, paths, _SCRIPTS)
                if other is not None:
                    yield at, found[1], other
                    break
        if "." in bare or "/" in bare:
            for found in _TOKEN.finditer(bare):
                other = _target(found[0], here, paths, _SCRIPTS if is_package else ())
                if other is not None:
                    yield at, found[0], other
        if is_manifest and ":" in bare:
            for found in _ENTRY.finditer(bare):
                stem = found[1].replace(".", "/")
                for path in (
                    f"{stem}.py",
                    f"src/{stem}.py",
                    f"{stem}/__init__.py",
                    f"src/{stem}/__init__.py",
                ):
                    whole = posixpath.join(here, path)
                    if whole in paths:
                        yield at, f"{found[1]}:{found[2]}", paths[whole]
                        break


def _target(token: str, here: str, paths: Paths[FileRow], endings: tuple[str, ...] = ()) -> FileRow | None:
    """Return the file that a word means, from the folder of the file that holds it or from the top.

    `endings` are what a tool may add to it.
    """
    token = token.rstrip(".,")
    if "/" not in token and "." not in token[1:]:
        return None
    for whole in (posixpath.normpath(posixpath.join(here, token)), posixpath.normpath(token)):
        for ending in ("", *endings):
            if whole + ending in paths:
                return paths[whole + ending]
        if token.startswith("./"):
            for name in _ACTIONS:  # an action of this repository is a folder
                if f"{whole}/{name}" in paths:
                    return paths[f"{whole}/{name}"]
    return None
