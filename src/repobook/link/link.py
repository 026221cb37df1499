"""Facts of all files -> what connects them. Reads and writes the store; near-linear in the number of facts."""

from __future__ import annotations

from repobook.link.components import link_components
from repobook.link.folders import link_folders
from repobook.link.imports import Resolver
from repobook.link.owners import link_owners
from repobook.link.related import link_related
from repobook.store import Writer


def link(store: Writer) -> None:
    """Resolve imports, total the folders and find the files that belong together."""
    link_imports(store)
    link_folders(store)
    link_components(store)
    link_related(store)
    link_owners(store)


def link_imports(store: Writer) -> None:
    """Answer every import, and count who imports a file."""
    execute = store.connection.execute
    files = execute("SELECT id, path, language FROM file WHERE outcome = 'documented' ORDER BY id").fetchall()
    requests = execute(
        "SELECT DISTINCT f.language, i.target FROM import i JOIN file f ON f.id = i.file_id"
    ).fetchall()
    resolver = Resolver(files, requests)
    for path, module in execute(
        "SELECT f.path, s.name FROM symbol s JOIN file f ON f.id = s.file_id WHERE s.kind = 'module' AND f.path LIKE '%go.mod'"
    ):
        resolver.add_go_module(path[: -len("go.mod")].rstrip("/"), module)
    for path, title in execute(
        "SELECT path, title FROM file WHERE path LIKE '%/package.json' OR path = 'package.json' ORDER BY title != '', id"
    ):
        folder = path[: -len("package.json")].rstrip("/")
        resolver.add_workspace(folder, title or folder.rpartition("/")[2])
    for path, name, signature in execute(
        "SELECT f.path, s.name, s.signature FROM symbol s JOIN file f ON f.id = s.file_id"
        " WHERE s.kind = 'key' AND s.scope = 'compilerOptions.paths' AND f.path LIKE '%.json' ORDER BY s.id"
    ):
        resolver.add_alias(path.rpartition("/")[0], name, signature)
    inline: dict[int, list[tuple[int, int]]] = {}
    for file_id, first, last in execute(
        "SELECT s.file_id, s.first_line, s.last_line FROM symbol s JOIN file f ON f.id = s.file_id"
        " WHERE f.language = 'Rust' AND s.kind = 'module' AND s.last_line > s.first_line"
    ):
        inline.setdefault(file_id, []).append((first, last))
    places = {file_id: (path, language) for file_id, path, language in files}
    answers = []
    users: dict[int, set[int]] = {}
    memo: dict[tuple[int, str, str, str, int], tuple[str, int | None, str]] = {}
    for row_id, file_id, target, how, names, line in execute(
        "SELECT rowid, file_id, target, how, names, line FROM import ORDER BY rowid"
    ):
        path, language = places[file_id]
        inner = sum(first < line <= last for first, last in inline.get(file_id, ()))
        key = (file_id, target, how, names, inner)
        answer = memo.get(key)
        if answer is None:
            # `a as b` asks for a; `as b` alone names the whole.
            listed = (
                [name.partition(" as ")[0] for name in names.split(", ") if not name.startswith("as ")]
                if names
                else []
            )
            answer = memo[key] = resolver.resolve(path, language, target, how, listed, inner)
        if answer[0]:
            answers.append((*answer, row_id))
        if answer[1] is not None and answer[1] != file_id:
            users.setdefault(answer[1], set()).add(file_id)
    store.write("UPDATE import SET answer = ?, target_file = ?, package = ? WHERE rowid = ?", answers)
    store.write(
        "UPDATE file SET importers = ? WHERE id = ?",
        [(len(who), file_id) for file_id, who in sorted(users.items())],
    )
