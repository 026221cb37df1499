"""Imports that lead nowhere: why, by language and by folder, with rates."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from repobook.render.book import Book
from repobook.render.markdown import code, filled_table, number, plural, table, url

MAX_TARGETS = 40  # imports that lead nowhere
MAX_GROUPS = 40
TOP_FOLDER = "CASE instr(f.path, '/') WHEN 0 THEN '/' ELSE substr(f.path, 1, instr(f.path, '/')) END"

CAUSES = {
    "dynamic": "its path is put together when it runs: a variable or a pattern stands in it",
    "macro": "its path is a macro",
    "ambiguous": "several files fit",
    "a name in scope": "it names something that the file itself has, no file",
    "outside the repository": "its path leads out of the repository",
    "generated": "made by a build: a build file makes it, a template of it is here, the repository ignores its place, or its name says so",
    "missing file": "a path, but no such file is here",
    "not declared": "a name that is no file here, and that no manifest declares",
}
_DYNAMIC = re.compile(r"[$*{}]|@\w+@|\+\s|%[sd(]")
_MACRO = re.compile(r"[A-Z_][A-Z0-9_]+(?:\(.*\))?")
_GENERATED = re.compile(
    r"(?:^|[/._-])(?:generated|autogen|gen|dist|build|_build|autoconf)(?:[/._-]|$)"
    r"|_pb2|\.pb\.|\.g\.|\.def$|\.inc$|_generated\b|\.Designer\b",
    re.I,
)
_ENDINGS = (".in", ".cmake.in", ".tmpl", ".template", ".tpl", ".mako", ".j2", ".jinja", ".proto", ".y", ".l")


class _Target(NamedTuple):
    """What imports ask for that lead nowhere, with the first of them."""

    cause: str
    file_id: int
    target: str
    names: str
    path: str
    page: str


def unresolved_imports(book: Book) -> str:
    """Say why imports lead nowhere, by cause, language and folder, and name those asked for most often."""
    templates = _templates(book)
    ignored = {str(row[0]) for row in book.query("SELECT path FROM file WHERE outcome = 'ignored'")}
    causes: Counter[str] = Counter()
    by_language: dict[str, Counter[str]] = {}
    by_folder: dict[str, Counter[str]] = {}
    targets: dict[str, _Target] = {}
    times: Counter[str] = Counter()
    # Lines are asked of what is shown alone: every edit moves some.
    for row in book.query(
        "SELECT i.file_id, i.target, i.names, i.how, i.note, f.path, f.page, f.language, "
        f"{TOP_FOLDER} AS folder FROM import i JOIN file f ON f.id = i.file_id WHERE i.answer = 'unresolved' ORDER BY i.rowid"
    ):
        cause = why(row["target"], row["how"], row["note"], row["path"], templates, ignored)
        causes[cause] += 1
        by_language.setdefault(row["language"], Counter())[cause] += 1
        by_folder.setdefault(row["folder"], Counter())[cause] += 1
        # `from . import a` says what it asks for behind the dots.
        is_bare = not row["target"].strip(".") and row["names"]
        asked = f"{row['target']} import {row['names']}" if is_bare else row["target"]
        times[asked] += 1
        if asked not in targets:
            targets[asked] = _Target(
                cause, row["file_id"], row["target"], row["names"], row["path"], row["page"]
            )
    if not causes:
        return ""
    total = book.db.execute("SELECT count(*) FROM import WHERE answer != ''").fetchone()[0]
    order = sorted(causes, key=lambda cause: (-causes[cause], cause))
    rows = [(c, number(causes[c]), f"{100 * causes[c] / total:.1f} %", CAUSES.get(c, "")) for c in order]
    whole = sum(causes.values())
    rows.append(
        ("all", number(whole), f"{100 * whole / total:.1f} %", f"of {plural(total, 'import')} asked for")
    )
    parts = [
        "### Why imports lead nowhere\n\n"
        + table(("cause", "imports", "share of all", "what it means"), rows, "lrrl")
    ]
    languages = dict(
        book.db.execute(
            "SELECT f.language, count(*) FROM import i JOIN file f ON f.id = i.file_id WHERE i.answer != '' GROUP BY 1"
        ).fetchall()
    )
    folders = dict(
        book.db.execute(
            f"SELECT {TOP_FOLDER}, count(*) FROM import i JOIN file f ON f.id = i.file_id WHERE i.answer != '' GROUP BY 1"
        ).fetchall()
    )
    parts.append(_grouped("language", by_language, languages, order))
    parts.append(_grouped("folder", by_folder, folders, order))
    parts.append(_most_asked(book, targets, times))
    return "\n".join(parts)


def why(
    target: str, how: str, note: str, path: str, templates: frozenset[str], ignored: set[str] | frozenset[str]
) -> str:
    """Return the cause for which an import leads nowhere: what its own rule says, or what its path tells."""
    said = note.partition(":")[0]
    if said and said != "missing file":
        return said
    if _DYNAMIC.search(target):
        return "dynamic"
    if _MACRO.fullmatch(target) and how not in ("quoted", "angle", "relative"):
        return "macro"
    name = target.rstrip("/").rpartition("/")[2]
    if name in templates or _GENERATED.search(target) or _is_ignored(target, path, ignored):
        return "generated"
    is_path = how in ("quoted", "angle", "relative", "source", "mod") or "/" in target or target[:1] == "."
    return "missing file" if is_path else "not declared"


def _is_ignored(target: str, path: str, ignored: set[str] | frozenset[str]) -> bool:
    """Tell whether a relative path lies in a place that the repository ignores."""
    if not ignored or not target.startswith("."):
        return False
    parts = path.split("/")[:-1]
    for part in target.split("/"):
        if part == "..":
            if parts:
                parts.pop()
        elif part != ".":
            parts.append(part)
    return any("/".join(parts[:count]) in ignored for count in range(1, len(parts) + 1))


def _templates(book: Book) -> frozenset[str]:
    """Return the names of the files that a build makes of templates: `config.h` of `config.h.in`."""
    found = set()
    for (path,) in book.db.execute("SELECT path FROM file WHERE outcome = 'documented'"):
        if not path.endswith(_ENDINGS):
            continue
        name = str(path).rpartition("/")[2]
        for ending in _ENDINGS:
            if name.endswith(ending):
                stem = name[: -len(ending)]
                found |= {stem, f"{stem}.h", f"{stem}.c", f"{stem}.pb.h", f"{stem}_pb2", f"{stem}_pb2.py"}
    return frozenset(found)


def _grouped(head: str, groups: dict[str, Counter[str]], totals: dict[str, int], causes: list[str]) -> str:
    order = sorted(groups, key=lambda name: (-sum(groups[name].values()), name))
    rows = []
    for name in order[:MAX_GROUPS]:
        count = sum(groups[name].values())
        share = f"{100 * count / totals[name]:.1f} %"
        each = [number(groups[name][cause]) for cause in causes]
        shown = code(name) if head == "folder" else name
        rows.append((shown, number(totals[name]), *each, number(count), share))
    titles = (head, "imports", *causes, "not found", "rate")
    rest = order[MAX_GROUPS:]
    more = (
        f"\n{plural(len(rest), 'more ' + head)} with {plural(sum(sum(groups[n].values()) for n in rest), 'import')} not found.\n"
        if rest
        else ""
    )
    return filled_table(titles, rows, "l" + "r" * (len(titles) - 1)) + more


def _most_asked(book: Book, targets: dict[str, _Target], times: Counter[str]) -> str:
    """Name what was asked for most often and not found, with the first place that asks."""
    order = sorted(targets, key=lambda target: (-times[target], target))
    rows = []
    for name in order[:MAX_TARGETS]:
        target = targets[name]
        (line,) = book.db.execute(
            "SELECT line FROM import WHERE file_id = ? AND target = ? AND names = ? AND answer = 'unresolved' ORDER BY rowid LIMIT 1",
            (target.file_id, target.target, target.names),
        ).fetchone()
        where = f"[{code(target.path)} L{line}]({url(target.page + '_docs.md')})"
        rows.append((code(name), target.cause, number(times[name]), where))
    more = (
        f"\n{number(len(order) - MAX_TARGETS)} more targets are in `book.db`, table `import`.\n"
        if len(order) > MAX_TARGETS
        else ""
    )
    return table(("not found", "cause", "times", "first asked for in"), rows, "llrl") + more
