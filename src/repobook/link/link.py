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
    for path, signature in execute(
        "SELECT f.path, s.signature FROM symbol s JOIN file f ON f.id = s.file_id"
        " WHERE f.path LIKE '%Cargo.toml' AND s.kind = 'key' AND s.name = 'name' AND s.scope = 'package' ORDER BY s.id"
    ):
        resolver.add_crate(
            path[: -len("Cargo.toml")].rstrip("/"), signature.partition("=")[2].strip().strip("\"'")
        )
    packages: dict[int, tuple[str, list[str]]] = {}
    for file_id, kind, name in execute(
        "SELECT s.file_id, s.kind, s.name FROM symbol s JOIN file f ON f.id = s.file_id"
        " WHERE f.language IN ('Java', 'Kotlin', 'Scala', 'Groovy') AND s.scope = '' ORDER BY s.id"
    ):
        if kind == "package":
            packages.setdefault(file_id, (name, []))
        elif file_id in packages:
            packages[file_id][1].append(name)
    for file_id, (package, members) in packages.items():
        resolver.add_package(package, file_id, members)
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
    link_declarations(store)
    store.write(
        "UPDATE file SET importers = ? WHERE id = ?",
        [(len(who), file_id) for file_id, who in sorted(users.items())],
    )


def link_declarations(store: Writer) -> None:
    """Say of every import of a package where the repository declares it: the nearest manifest above the file."""
    execute = store.connection.execute
    declared: dict[str, list[tuple[str, int, int]]] = {}
    for target, path, file_id, line in execute(
        "SELECT i.target, f.path, f.id, i.line FROM import i JOIN file f ON f.id = i.file_id"
        " WHERE i.how LIKE '%dependency' ORDER BY i.rowid"
    ):
        declared.setdefault(normal_package(target), []).append((path, file_id, line))
    if not declared:
        return
    found = []
    for row_id, package, path in execute(
        "SELECT i.rowid, i.package, f.path FROM import i JOIN file f ON f.id = i.file_id"
        " WHERE i.answer = 'package' AND i.how NOT LIKE '%dependency' ORDER BY i.rowid"
    ):
        places = declared.get(normal_package(package)) or declared.get(
            normal_package(package.partition("/")[0])
        )
        above = [
            place
            for place in places or ()
            if path.startswith(place[0][: place[0].rfind("/") + 1]) or place[0].startswith("requirements/")
        ]
        if above:
            _, file_id, line = max(above, key=lambda place: (place[0].count("/"), -place[1], -place[2]))
            found.append((file_id, line, row_id))
    store.write("UPDATE import SET declared_file = ?, declared_line = ? WHERE rowid = ?", found)


# Packages that are imported under another name than they are installed by.
_IMPORTED_AS = {
    "yaml": "pyyaml", "pil": "pillow", "cv2": "opencv_python", "sklearn": "scikit_learn", "bs4": "beautifulsoup4",
    "dateutil": "python_dateutil", "dotenv": "python_dotenv", "attr": "attrs", "google.protobuf": "protobuf",
}  # fmt: skip


def normal_package(name: str) -> str:
    """Return a package's name as all spellings of it: `Flask_SQLAlchemy` and `flask-sqlalchemy` are one."""
    plain = name.lower().replace("-", "_")
    return _IMPORTED_AS.get(plain, plain)
