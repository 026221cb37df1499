"""Folders: what they hold, what they say of themselves, what they build on, and in which order to read them."""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict

from repobook.store import Writer

_README = re.compile(
    r"(readme)?(?:index|overview|about)?(?:\.(?:en|md|mkd|mdx|markdown|rst|txt|text|adoc|asciidoc|org|textile|rdoc|pod)){0,2}$",
    re.I,
)
_PACKAGE_FILES = ("__init__.py", "mod.rs", "lib.rs", "doc.go", "package-info.java", "index.ts", "index.js")
# What any file of a Go package may say of the whole package.
_ELSEWHERE = re.compile(r"[^.\n]{0,90}?\b(?:can be found|(?:is|are) available) (?:in|at|on|here)\b", re.I)
_GO_PACKAGE = re.compile(r"(?:Package|Command) [\w-]+ ")
_MANIFESTS = ("package.json", "Cargo.toml", "pyproject.toml", "composer.json", "setup.cfg", "pubspec.yaml")
# Where hosts look for the README of a repository that has none at its top.
_OTHER_PLACES = (".github", "docs", "doc")
_SOURCE_KINDS = ("source", "generated", "vendored")
MAX_SHARED = 10  # files that may say the same of themselves
_LINK = re.compile(r"!?\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|https?://\S+|<[^>]*>")
_WORD = re.compile(r"[^\W\d_]{2,}")


def _parents(store: Writer) -> dict[int, int | None]:
    return {row[0]: row[1] for row in store.ask("SELECT id, parent_id FROM folder")}


def link_totals(store: Writer) -> None:
    """Fill the totals of folders."""
    parents = _parents(store)
    totals: dict[int, list[int]] = {folder: [0, 0, 0, 0] for folder in parents}
    rows = store.ask(
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


def drop_repeated(store: Writer) -> None:
    """Take back the purposes that many sources share: a title of the project above each of them says nothing of one."""
    shared = store.ask(
        "SELECT id, purpose, purpose_first_line, purpose_last_line FROM file WHERE kind != 'document' AND purpose IN"
        " (SELECT purpose FROM file WHERE purpose != '' AND kind != 'document' GROUP BY purpose HAVING count(*) > ?) ORDER BY id",
        (MAX_SHARED,),
    ).fetchall()
    store.write("INSERT INTO scratch.repeated VALUES (?, ?, ?, ?)", shared)
    store.write(
        "UPDATE file SET purpose = '', purpose_first_line = 0, purpose_last_line = 0 WHERE id = ?",
        [row[:1] for row in shared],
    )


# How what was taken back is there again.
SAY_AGAIN = (
    "UPDATE file SET (purpose, purpose_first_line, purpose_last_line) ="
    " (SELECT purpose, first_line, last_line FROM scratch.repeated r WHERE r.file_id = file.id)"
    " WHERE id IN (SELECT file_id FROM scratch.repeated)",
    "DELETE FROM scratch.repeated",
)


def link_purposes(store: Writer) -> None:
    """Take a folder's purpose from its README, also one that is a link, else from what speaks for its package."""
    best: dict[int, tuple[int, int, str, int]] = {}
    execute = store.ask
    folders = {path: folder for folder, path in execute("SELECT id, path FROM folder")}
    files: dict[str, tuple[int, str, int]] = {}

    def offer(folder: int, path: str, found: tuple[int, str, int]) -> None:
        rank = _rank(posixpath.basename(path), found[1])
        if rank is not None and (folder not in best or rank < best[folder][0]):
            best[folder] = (rank, *found)

    query = (
        "SELECT folder_id, id, path, purpose, purpose_first_line FROM file"
        " WHERE purpose != '' AND outcome = 'documented' ORDER BY id"
    )
    for folder, file_id, path, purpose, line in execute(query):
        if is_telling(purpose):
            files[path] = (file_id, purpose, line)
            offer(folder, path, files[path])
    for folder, path, target in execute(
        "SELECT folder_id, path, detail FROM file WHERE reason = 'symlink' ORDER BY id"
    ):
        if target in files:
            offer(folder, path, files[target])
    root = folders.get("")
    at_top = execute("SELECT path FROM file WHERE folder_id = ?", (root,))
    if root is not None and not any(_rank(path, "") == 0 for (path,) in at_top):
        for place in _OTHER_PLACES:
            above = best.get(folders.get(place, 0))
            if above is not None and above[0] == 0:
                best[root] = above
                break
    store.write(
        "UPDATE folder SET purpose = ?, purpose_file = ?, purpose_line = ? WHERE id = ?",
        [(purpose, file_id, line, folder) for folder, (_, file_id, purpose, line) in best.items()],
    )


def _rank(base: str, purpose: str) -> int | None:
    """Return how well a file speaks for its folder by its name and words; 0 is best, None is not at all."""
    if base and not base.startswith(".") and (found := _README.match(base)):
        if _ELSEWHERE.match(purpose):
            return 4  # it leads to another place
        return 0 if found[1] else 2
    if base in _PACKAGE_FILES or (
        base.endswith(".go") and not base.endswith("_test.go") and _GO_PACKAGE.match(purpose)
    ):
        return 1
    return 3 if base in _MANIFESTS or base.endswith(".gemspec") else None


def is_telling(purpose: str) -> bool:
    """Tell whether a text says something besides its links: rows of badges do not."""
    return len(_WORD.findall(_LINK.sub(" ", purpose.replace("(\n", "(")))) >= 2


_OTHER = "coalesce(b.folder_id, i.target_folder)"
_IMPORTS = (
    f"FROM import i JOIN file a ON a.id = i.file_id LEFT JOIN file b ON b.id = i.target_file WHERE {_OTHER} IS NOT NULL"
    " AND i.how NOT LIKE '% folder'"
)


def link_folders(store: Writer) -> None:
    """Count the imports between folders, keep a file as evidence, and order the folders by what they build on."""
    parents = _parents(store)
    links: Counter[tuple[int, int, bool]] = Counter()
    evidence: dict[tuple[int, int, bool], int] = {}
    for folder, other, kind, file_id, count in store.ask(
        f"SELECT a.folder_id, {_OTHER}, a.kind, i.file_id, count(*) {_IMPORTS} GROUP BY 4, 2 ORDER BY 4, 2"
    ):
        if folder != other:
            key = (folder, other, kind in _SOURCE_KINDS)
            links[key] += count
            evidence.setdefault(key, file_id)
    # Lines are another step's: what it wrote stays in each row until it is taken again.
    lines = dict(store.connection.execute("SELECT rowid, line FROM folder_link"))
    store.connection.execute("DELETE FROM folder_link")
    store.write(
        "INSERT INTO folder_link VALUES (?, ?, ?, ?, ?, ?)",
        [
            (folder, other, count, evidence[folder, other, is_source], lines.get(row, 0), is_source)
            for row, ((folder, other, is_source), count) in enumerate(sorted(links.items()), 1)
        ],
    )
    built_on: Counter[tuple[int, int]] = Counter()
    for (folder, other, is_source), count in links.items():
        if is_source:
            built_on[folder, other] = count
    order = reading_order(list(parents), built_on)
    store.write(
        "UPDATE folder SET reading_order = ? WHERE id = ?", [(n, folder) for n, folder in enumerate(order)]
    )


def link_folder_lines(store: Writer) -> None:
    """Say in which line the evidence of a link between folders stands. Every edit moves lines: so they are a step of their own."""
    store.write(
        "UPDATE folder_link SET line = ? WHERE rowid = ?",
        store.ask(
            f"SELECT min(i.line), l.rowid FROM folder_link l JOIN import i ON i.file_id = l.file_id"
            f" LEFT JOIN file b ON b.id = i.target_file WHERE {_OTHER} = l.other_id AND i.how NOT LIKE '% folder'"
            " GROUP BY l.rowid ORDER BY l.rowid"
        ).fetchall(),
    )


def reading_order(folders: list[int], links: Counter[tuple[int, int]]) -> list[int]:
    """Return folders so that what others build on comes first; in a cycle, the one that builds on least comes first.

    What neither builds on another nor is built on teaches nothing about the rest, and comes last.
    """
    known = set(folders)
    tied = {end for link in links if known.issuperset(link) for end in link}
    alone = [folder for folder in folders if folder not in tied]
    folders = [folder for folder in folders if folder in tied]
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
    return order + sorted(alone)
