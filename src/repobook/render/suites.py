"""How a tool is asked for the tests of one file by the classes that hold them: Maven, Gradle, sbt, Swift, .NET; and where Bundler runs.

A class counts that holds tests, or that inherits them or is marked, and bears the name of a test. Where a file has none, or a tool runs
it in a way that nothing tells, there is no command.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Collection

from repobook.render.asked import question
from repobook.render.book import Book, FileRow
from repobook.render.commands import read_text

Evidence = tuple[FileRow, int] | None
Found = tuple[str, str, Evidence]  # the tool, the plain command, the place that names the tool
Nearest = Callable[[str, str], FileRow | None]  # folder, names -> the first of these files there or above

NONE: Found = ("", "", None)
MAX_NAMES = 160  # letters of the classes that a command names
_TYPES = "('class', 'struct', 'actor', 'enum', 'object', 'extension', 'interface', 'trait', 'record')"
_NAMED = re.compile(r"(?:Tests?|TestCase|Specs?|Suite|Properties|IT|ITCase)$|^(?:Test|IT)(?=[A-Z])")
_INTEGRATION = re.compile(r"IT(?:Case)?$|^IT(?=[A-Z])")
_SET = re.compile(r"(?:^|/)src/(\w+)/")
_ANDROID = re.compile(r"\bcom\.android\b|^\s*android\s*\{", re.M)
_JVM_FILES = "pom.xml build.gradle build.gradle.kts build.sbt"


def jvm_run(book: Book, paths: Collection[str], nearest: Nearest, test: FileRow) -> Found:
    """Return how Maven, Gradle or sbt runs the classes of a file."""
    manifest = nearest(test.path.rpartition("/")[0], _JVM_FILES)
    names = _classes(book, test)
    if manifest is None or not names:
        return NONE
    base = manifest.path.rpartition("/")[0]
    if manifest.name == "pom.xml":
        return _maven(book, paths, manifest, base, names)
    if manifest.name == "build.sbt":
        start = f"cd {base} && " if base and "build.sbt" not in paths else ""
        return "sbt", f'{start}sbt "testOnly {" ".join(f"*{name}" for name in names)}"', (manifest, 1)
    own = _SET.search(test.path[len(base) :])
    # Other sets of sources have tasks of their own, as every variant of an Android app has.
    if (own and own[1] != "test") or _is_android(book, manifest):
        return NONE
    start = "./gradlew" if "gradlew" in paths else "gradle"
    if base and {"settings.gradle", "settings.gradle.kts"}.isdisjoint(paths):
        task = f"-p {base} test"
    else:
        task = f":{base.replace('/', ':')}:test" if base else "test"
    wanted = " ".join(f"--tests {name}" for name in names)
    return start.rpartition("/")[2], f"{start} {task} {wanted}", (manifest, 1)


def _maven(book: Book, paths: Collection[str], manifest: FileRow, base: str, names: list[str]) -> Found:
    """Return how Maven runs classes: Surefire in `test`, Failsafe those of integration in `verify`, where a module has it."""
    start = "./mvnw" if "mvnw" in paths else "mvn"
    where = f" -pl {base}" if base else ""
    if base and "pom.xml" not in paths:
        start, where = f"{start} -f {manifest.path}", ""
    tool = "mvnw" if "mvnw" in paths else "mvn"
    integration = [name for name in names if _INTEGRATION.search(name)]
    if not integration:
        return tool, f"{start} test{where} -Dtest={','.join(names)}", (manifest, 1)
    if len(integration) < len(names) or not _has_failsafe(book, manifest):
        return NONE
    return tool, f"{start} verify{where} -Dit.test={','.join(names)}", (manifest, 1)


@question
def _is_android(book: Book, manifest: FileRow) -> bool:
    return _ANDROID.search(read_text(book, manifest)) is not None


@question
def _has_failsafe(book: Book, manifest: FileRow) -> bool:
    """Tell whether a module runs its integration tests itself; a parent may only say which version it would take."""
    plugins = re.split(r"</?plugin>", read_text(book, manifest))
    return any("maven-failsafe-plugin" in one and "<goal>integration-test" in one for one in plugins)


def swift_run(book: Book, nearest: Nearest, test: FileRow) -> Found:
    """Return how the package that a file belongs to runs its suites, and its tests that belong to none."""
    package = nearest(test.path.rpartition("/")[0], "Package.swift")
    if package is None or not _has_test_target(book, package):
        return NONE
    rows = book.query(
        "SELECT s.name, s.scope FROM test_case c JOIN symbol s ON s.id = c.symbol_id WHERE c.file_id = ? AND s.signature LIKE '@%'"
        " ORDER BY s.id",
        test.id,
    )
    marked = {part for row in rows for part in row["scope"].split(".")}
    # Without a mark, only classes hold tests that bear the names of tests: those that come of XCTestCase.
    plain = {row["name"] for row in _types(book, test) if row["kind"] != "extension" and not row["bases"]}
    names = [name for name in _owners(book, test) if name in marked or name not in plain]
    listed = _listed([*names, *(row["name"] for row in rows if not row["scope"])])
    if not listed:
        return NONE
    base = package.path.rpartition("/")[0]
    where = f" --package-path {base}" if base else ""
    wanted = listed[0] if len(listed) == 1 else f"'{'|'.join(listed)}'"
    return "swift test", f"swift test{where} --filter {wanted}", (package, 1)


@question
def _has_test_target(book: Book, package: FileRow) -> bool:
    return "testTarget" in read_text(book, package)


def dotnet_run(book: Book, test: FileRow) -> Found:
    """Return how .NET runs the classes of a file."""
    names = _classes(book, test)
    if not names:
        return NONE
    wanted = "|".join(f"FullyQualifiedName~{name}" for name in names)
    return "dotnet test", f"dotnet test --filter {wanted if len(names) == 1 else repr(wanted)}", None


def ruby_run(book: Book, nearest: Nearest, test: FileRow) -> Found:
    """Return how Bundler runs a file, from the folder whose Gemfile has the tool."""
    is_spec = test.name.endswith("_spec.rb")
    if not is_spec and not (test.name.startswith("test_") or test.name.endswith("_test.rb")):
        return NONE
    manifest = nearest(test.path.rpartition("/")[0], "Gemfile")
    while is_spec and manifest is not None and not _has_rspec(book, manifest):
        base = manifest.path.rpartition("/")[0]
        manifest = nearest(base.rpartition("/")[0], "Gemfile") if base else None
    if manifest is None:
        return NONE
    base = manifest.path.rpartition("/")[0]
    path = test.path[len(base) :].lstrip("/")
    start = f"cd {base} && " if base else ""
    if is_spec:
        return "rspec", f"{start}bundle exec rspec {path}", None
    return "ruby", f"{start}bundle exec ruby -Itest {path}", None


@question
def _has_rspec(book: Book, manifest: FileRow) -> bool:
    """Tell whether a Gemfile speaks of RSpec, or the gem beside it that it takes in."""
    text = re.sub(r"^\s*#.*$", "", read_text(book, manifest), flags=re.M)
    if re.search(r"\brspec\b", text):
        return True
    if not re.search(r"^\s*gemspec\b", text, re.M):
        return False
    rows = book.query(
        "SELECT 1 FROM file f JOIN import i ON i.file_id = f.id WHERE f.folder_id = (SELECT folder_id FROM file WHERE id = ?)"
        " AND f.path LIKE '%.gemspec' AND i.target IN ('rspec', 'rspec-core', 'rspec-rails') LIMIT 1",
        manifest.id,
    )
    return bool(rows)


def _classes(book: Book, test: FileRow) -> list[str]:
    """Return the classes of a file that a tool runs: those that hold tests, else those that may get them elsewhere, by their names."""
    owners = _owners(book, test)
    rows = _types(book, test)
    if not owners:
        # From a class above, or from who runs it: `@RunWith(AllTests.class)`.
        sure = [row for row in rows if row["bases"] or row["signature"].startswith("@")]
        owners = [row["name"] for row in sure if _NAMED.search(row["name"])]
    idle = {
        row["name"]
        for row in rows
        if row["kind"] in ("trait", "interface")
        or re.search(r"\babstract\b", row["signature"].partition("(")[0])
    }
    return _listed([name for name in dict.fromkeys(owners) if name not in idle])


def _owners(book: Book, test: FileRow) -> list[str]:
    """Return the types of a file, or those that it extends, that hold tests; of one inside another the outer one."""
    rows = book.query(
        "SELECT s.scope, f.separator FROM test_case c JOIN symbol s ON s.id = c.symbol_id JOIN file f ON f.id = c.file_id"
        " WHERE c.file_id = ? AND s.scope != '' GROUP BY s.scope, f.separator ORDER BY min(s.id)",
        test.id,
    )
    types = {row["name"] for row in _types(book, test)}
    found = (
        next((part for part in row["scope"].split(row["separator"]) if part in types), "") for row in rows
    )
    return [name for name in dict.fromkeys(found) if name]


def _types(book: Book, test: FileRow) -> list[sqlite3.Row]:
    return book.query(
        f"SELECT name, kind, bases, signature FROM symbol WHERE file_id = ? AND kind IN {_TYPES} ORDER BY id",
        test.id,
    )


def _listed(names: list[str]) -> list[str]:
    """Return names that a command can hold; nothing where they are too many, or no plain names."""
    plain = all(re.fullmatch(r"[A-Za-z_]\w*", name) for name in names)
    return names if plain and sum(map(len, names)) <= MAX_NAMES else []
