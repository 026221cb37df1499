"""Folders: what they hold, what they say of themselves, what they build on, and in which order to read them."""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict

from repobook.store import Writer

_README = re.compile(r"(?:readme|index|overview|about)(?:\.(?:md|rst|txt|adoc|org))?$", re.I)
_PACKAGE_FILES = ("__init__.py", "mod.rs", "lib.rs", "doc.go", "package-info.java", "index.ts", "index.js")


def link_folders(store: Writer) -> None:
    """Fill the totals, the purposes and the dependencies between folders."""
    execute = store.connection.execute
    parents = {row[0]: row[1] for row in execute("SELECT id, parent_id FROM folder")}
    _add_totals(store, parents)
    _add_purposes(store)
    _add_links(store, parents)


def _add_totals(store: Writer, parents: dict[int, int | None]) -> None:
    totals: dict[int, list[int]] = {folder: [0, 0, 0, 0] for folder in parents}
    rows = store.connection.execute(
        "SELECT folder_id, count(*), sum(lines), sum(size_bytes) FROM file WHERE outcome != 'ignored' GROUP BY folder_id"
    ).fetchall()
    for folder, files, lines, size in rows:
        totals[folder][0] += files
        at: int | None = folder
        while at is not None:
            totals[at][1] += files
            totals[at][2] += lines
            totals[at][3] += size
            at = parents[at]
    store.write(
        "UPDATE folder SET files = ?, all_files = ?, all_lines = ?, all_bytes = ? WHERE id = ?",
        [(*values, folder) for folder, values in totals.items()],
    )


def _add_purposes(store: Writer) -> None:
    """Take a folder's purpose from its README, else from the file that speaks for its package."""
    best: dict[int, tuple[int, int, str, int]] = {}
    query = (
        "SELECT folder_id, id, path, purpose, purpose_first_line FROM file"
        " WHERE purpose != '' AND outcome = 'documented' ORDER BY id"
    )
    for folder, file_id, path, purpose, line in store.connection.execute(query):
        base = posixpath.basename(path)
        if _README.match(base):
            rank = 0 if base.lower().startswith("readme") else 2
        elif base in _PACKAGE_FILES:
            rank = 1
        else:
            continue
        if folder not in best or rank < best[folder][0]:
            best[folder] = (rank, file_id, purpose, line)
    store.write(
        "UPDATE folder SET purpose = ?, purpose_file = ?, purpose_line = ? WHERE id = ?",
        [(purpose, file_id, line, folder) for folder, (_, file_id, purpose, line) in best.items()],
    )


def _add_links(store: Writer, parents: dict[int, int | None]) -> None:
    """Count the imports between folders, keep one as evidence, and order the folders by what they build on."""
    execute = store.connection.execute
    links: Counter[tuple[int, int]] = Counter()
    evidence: dict[tuple[int, int], tuple[int, int]] = {}
    query = (
        "SELECT a.folder_id, b.folder_id, i.file_id, i.line FROM import i JOIN file a ON a.id = i.file_id"
        " JOIN file b ON b.id = i.target_file ORDER BY i.file_id, i.line"
    )
    for folder, other, file_id, line in execute(query):
        if folder != other:
            links[folder, other] += 1
            evidence.setdefault((folder, other), (file_id, line))
    store.write(
        "INSERT INTO folder_link VALUES (?, ?, ?, ?, ?)",
        [
            (folder, other, count, *evidence[folder, other])
            for (folder, other), count in sorted(links.items())
        ],
    )
    order = reading_order(list(parents), links)
    store.write(
        "UPDATE folder SET reading_order = ? WHERE id = ?", [(n, folder) for n, folder in enumerate(order)]
    )


def reading_order(folders: list[int], links: Counter[tuple[int, int]]) -> list[int]:
    """Return folders so that what others build on comes first; in a cycle, the one that builds on least comes first."""
    known = set(folders)
    weight_out: dict[int, dict[int, int]] = defaultdict(dict)
    weight_in: dict[int, dict[int, int]] = defaultdict(dict)
    for (folder, other), count in links.items():
        # The weaker direction of a mutual dependency is usually the accident.
        if folder in known and other in known and count > links.get((other, folder), 0):
            weight_out[folder][other] = count
            weight_in[other][folder] = count
    waiting = {folder: len(weight_out[folder]) for folder in folders}
    ready = sorted(folder for folder in folders if not waiting[folder])
    order: list[int] = []
    placed: set[int] = set()
    rest = set(folders)
    while rest:
        if not ready:
            ready = [min(rest, key=lambda f: (waiting[f] / (1 + len(weight_in[f])), f))]
        folder = ready.pop(0)
        if folder in placed:
            continue
        placed.add(folder)
        rest.discard(folder)
        order.append(folder)
        freed = []
        for user in weight_in[folder]:
            waiting[user] -= 1
            if not waiting[user] and user not in placed:
                freed.append(user)
        ready.extend(sorted(freed))
    return order
