"""How the repository is built and released: the commands that it states, what its build files make, and its workflows."""

from __future__ import annotations

from repobook.render.book import Book, FileRow
from repobook.render.commands import command_table
from repobook.render.markdown import code, number, table

MAX_FILES = 25
MAX_NAMES = 4

_MADE = (
    "target", "library", "executable", "bin", "binary", "test", "artifact", "stage", "script", "recipe", "task", "project", "package",
)  # fmt: skip
_SYMBOLS = """
SELECT s.file_id, s.kind, s.name, s.name_line FROM symbol s JOIN file f ON f.id = s.file_id
WHERE s.kind IN ({}) AND f.outcome = 'documented' AND {} ORDER BY s.id
"""


def building(book: Book) -> str:
    """Return the chapter on building and releasing; nothing where the repository says nothing of it."""
    parts = []
    if stated := command_table(book, ""):
        parts.append(f"### Commands that it states\n\n{stated}")
    if made := _build_files(book):
        parts.append(f"### What its build files make\n\n{made}")
    if flows := _workflows(book):
        parts.append(f"### What runs by itself\n\n{flows}")
    return "\n".join(parts)


def _build_files(book: Book) -> str:
    """Return the build files and manifests: what they make, with the line of each."""
    marks = ", ".join("?" * len(_MADE))
    made: dict[int, list[tuple[str, str, int]]] = {}
    for file_id, kind, name, line in book.query(_SYMBOLS.format(marks, "f.kind = 'build'"), *_MADE):
        made.setdefault(file_id, []).append((kind, name, line))
    packages = {
        row[0]: row[1]
        for row in book.query("SELECT file_id, value FROM detail WHERE key = 'package' ORDER BY file_id")
    }
    files = [
        file
        for file in book.files.values()
        if file.kind == "build" and (file.id in made or file.id in packages)
    ]
    files.sort(key=lambda file: (file.path.count("/"), -len(made.get(file.id, ())), file.id))
    rows = []
    for file in files[:MAX_FILES]:
        said = [f"package {code(packages[file.id])}"] if file.id in packages else []
        found = made.get(file.id, [])
        said += [
            f"{kind} {code(name)} {book.cite(file, line, line, '')}" for kind, name, line in found[:MAX_NAMES]
        ]
        more = f", {number(len(found) - MAX_NAMES)} more" if len(found) > MAX_NAMES else ""
        rows.append((book.docs_link(file, "", code(file.path)), ", ".join(said) + more))
    if not rows:
        return ""
    left = len(files) - len(rows)
    return table(("file", "makes"), rows) + (f"\n{number(left)} more lie deeper.\n" if left else "")


def _workflows(book: Book) -> str:
    """Return the workflows: when they run, and their jobs."""
    jobs: dict[int, list[tuple[str, int]]] = {}
    for file_id, _, name, line in book.query(_SYMBOLS.format("?", "f.kind = 'configuration'"), "job"):
        jobs.setdefault(file_id, []).append((name, line))
    rows = []
    found: list[tuple[FileRow, str]] = [
        (book.files[row[0]], row[1])
        for row in book.query("SELECT file_id, value FROM detail WHERE key = 'triggers' ORDER BY file_id")
        if row[0] in jobs
    ]
    for file, triggers in found[:MAX_FILES]:
        own = jobs[file.id]
        shown = ", ".join(f"{code(name)} {book.cite(file, line, line, '')}" for name, line in own[:MAX_NAMES])
        more = f", {number(len(own) - MAX_NAMES)} more" if len(own) > MAX_NAMES else ""
        when = ", ".join(code(word) for word in triggers.split(", ") if word)
        rows.append((book.docs_link(file, "", code(file.path)), when, shown + more))
    if not rows:
        return ""
    left = len(found) - len(rows)
    return table(("workflow", "runs on", "jobs"), rows) + (
        f"\n{number(left)} more workflows.\n" if left else ""
    )
