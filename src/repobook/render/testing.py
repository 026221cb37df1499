"""The command that runs one test file: the tool that its language, its imports or a manifest name, as the repository calls it.

Where the repository states how it runs its tests, the command is derived from those words, which are quoted with their
place; where the tool takes a file, the command is narrowed to it. "Stated in" is said of a command that stands there as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from repobook.render.asked import question, recalled, shared
from repobook.render.book import Book, FileRow
from repobook.render.commands import Command, read_text, recipe, test_commands
from repobook.render.ctests import CTest, Functions, read_ctests, read_functions
from repobook.render.markdown import code
from repobook.render.suites import Evidence, dotnet_run, jvm_run, ruby_run, swift_run

_JS = frozenset({"JavaScript", "TypeScript", "TSX", "JSX", "Vue"})
_JVM = frozenset({"Java", "Kotlin", "Scala", "Groovy"})
_JS_TOOLS = {
    "vitest": ("vitest", "npx vitest run"),
    "jest": ("jest", "npx jest"),
    "@jest/globals": ("jest", "npx jest"),
    "mocha": ("mocha", "npx mocha"),
    "ava": ("ava", "npx ava"),
    "tap": ("tap", "npx tap"),
    "jasmine": ("jasmine", "npx jasmine"),
    "node:test": ("node --test", "node --test"),
    "@playwright/test": ("playwright", "npx playwright test"),
    "cypress": ("cypress", "npx cypress run --spec"),
    "bun:test": ("bun test", "bun test"),
}
# Tools that run whatever a repository calls its tests, in any language.
_WHOLE = re.compile(
    r"(?:g?make|ninja|just|task|rake)\s+(?:-\S+\s+)*(?:tests?|check|test[-_]all)"
    r"|ctest\b.*|tox|nox|bazel test //\.\.\..*|meson test.*|\./(?:\S*/)?run[-_]?tests?(?:\.sh)?"
)
# Words before a tool that make it the name of a target, a task or an environment. A file behind that would be another
# target, or an argument that nobody passes on.
_TARGETS = re.compile(
    r"(?:.*[;&|(]\s*)?(?:\w+=\S*\s+|(?:sudo|env|time|exec|nice|xvfb-run|npx|uvx|pipx run|bundle exec|(?:uv|poetry|pdm|rye|pixi|pipenv|hatch) run"
    r"|python[\d.]* -m)\s+)*(?:\S*/)?(?:\w*make|ninja|samu|just|go-task|task|rake|tox|nox|invoke|inv|doit|scons|waf|mage|earthly|pants|bazel(?:isk)?"
    r"|buck2?|cargo[ -]make|composer|poe|mise|moon|nx|turbo|lerna|npm|setup\.py|python[\d.]*\s\S*setup\.py)(?:\.\w+)?\s(?!(?:\s*-\S+)*\s*(?:exec|x)\s)[^;&|]*"
)
# Package managers that pass what stands behind a script on to it.
_PASSES_ON = re.compile(r"(?:yarn|pnpm|bun)\s")
_RECIPES = re.compile(r"(?:GNU)?[Mm]akefile|\.?[Jj]ustfile")
# Files that a tool reads, whether they name it or not.
_SET_UP = (
    "pom.xml", "build.gradle", "build.gradle.kts", "build.sbt", "Package.swift",
    "phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml",
)  # fmt: skip
MAX_COMMANDS = 400
MAX_CMAKE = 400_000  # bytes of a file of CMake
MAX_GO = 4  # tests of Go that a command names
MAX_SUITES = 3  # that a command names
MAX_SOURCE = 80  # letters that are quoted of the command that another is derived from
_COMPILED = frozenset({"C", "C++", "Cuda", "HIP", "Objective-C", "Objective-C++"})


@dataclass(frozen=True, slots=True)
class Run:
    """How to run a test: the command, and where the repository says so (or what names the tool)."""

    text: str
    file: FileRow | None = None
    line: int = 0
    word: str = "stated in"
    is_whole: bool = False  # it runs more than this file, as a rule all tests
    source: str = ""  # the command that stands there, where that is another

    def show(self, book: Book, here: str) -> str:
        shown = code(self.text)
        if self.is_whole:
            shown += " (all tests)" if _WHOLE.fullmatch(self.text) else " (not this file alone)"
        if self.file is None:
            return shown
        if self.source:
            shown += f", derived from {code(_beginning(self.source))}"
        return f"{shown}, {self.word} {book.place(self.file, self.line, here)}"


def _beginning(words: str) -> str:
    """Return as much of a command as is quoted."""
    return words if len(words) <= MAX_SOURCE else words[:MAX_SOURCE].rsplit(" ", 1)[0].rstrip(" …") + " …"


@recalled
def run_command(book: Book, test: FileRow) -> Run | None:
    """Return the command that runs one test file, None where nothing says which."""
    known = _known(book)
    if said := known.by_path.get(test.path):
        return Run(said.text, said.file, said.line)
    tool, plain, evidence = _tool(book, known, test)
    if tool:
        stated = known.stated(tool, test.path)
        if stated is not None:
            return _derived(stated, tool, plain)
        return Run(plain, *evidence, _word(evidence[0])) if evidence else Run(plain)
    if near := known.beside.get((test.path.rpartition("/")[0], test.name.rpartition(".")[2])):
        other, command = near
        return Run(command.text.replace(other, test.path), command.file, command.line, source=command.text)
    if known.whole is not None:
        return Run(known.whole.text, known.whole.file, known.whole.line, is_whole=True)
    return None


def _derived(stated: Command, tool: str, plain: str) -> Run:
    """Return a command that begins as a stated one does, where that can be told, and goes on to one test.

    One that asks a runner for a target is never gone on with: what the target runs is, where that is stated, too.
    """
    at = re.search(_called(tool), stated.text)
    if at and _asks_for(stated, at.start()):
        if not re.search(_called(tool), stated.runs):
            return Run(stated.text, stated.file, stated.line, is_whole=True)
        at = None
    start = stated.text[: at.end()] if at else ""
    # Neither what stands behind another command or in quotes, nor the value of a flag, is the beginning of a command.
    text = plain
    if at and not re.search(r"[;&|<>$`\"']|\s-\S+\s*$", start):
        folder = re.match(r"cd \S+ && ", plain)
        text = (folder[0] if folder else "") + start + plain[len(_own(plain, tool)) :]
    source = stated.text if at else stated.runs
    return Run(text, stated.file, stated.line, source="" if source == text else source)


def _asks_for(command: Command, at: int) -> bool:
    """Tell whether what a command names at a place is a target, or a script that passes nothing on."""
    if _TARGETS.fullmatch(command.text, 0, at):
        return True
    return bool(command.runs) and not _PASSES_ON.match(command.text)


def _called(tool: str) -> str:
    """Return the pattern of a tool in a command."""
    return rf"(?<![\w.-]){re.escape(tool)}(?![\w-])"


def _word(file: FileRow) -> str:
    """Return what a file says of a tool."""
    if file.language == "CMake":
        return "added in"
    return "the tool is set up in" if file.name in _SET_UP else "the tool is named in"


def _own(plain: str, tool: str) -> str:
    """Return the words of a plain command up to its tool: `npx jest` of `npx jest a.js`."""
    at = plain.find(tool)
    return plain[: at + len(tool)]


class _Known:
    """What the repository says about running tests. Read once a process."""

    def __init__(self, book: Book) -> None:
        self.commands: list[Command] = test_commands(book)[:MAX_COMMANDS]
        self.paths = {file.path: file for file in book.files.values() if file.outcome == "documented"}
        self.folders = {folder.path for folder in book.folders.values() if folder.path}
        self.by_path: dict[str, Command] = {}
        self.beside: dict[
            tuple[str, str], tuple[str, Command]
        ] = {}  # folder and ending -> a test run by its path
        self.whole: Command | None = None
        for command in self.commands:
            for word in command.text.split():
                path = word.removeprefix("./")
                file = self.paths.get(path)
                if file is not None and file.kind == "test":
                    self.by_path.setdefault(path, command)
                    if _TARGETS.fullmatch(command.text, 0, command.text.find(word)):
                        continue  # what is a target for one file need be none for another
                    key = (path.rpartition("/")[0], path.rpartition(".")[2])
                    self.beside.setdefault(key, (path, command))
            if self.whole is None and _WHOLE.fullmatch(command.text):
                self.whole = command
        self.recipes = {
            command: recipe(read_text(book, command.file), command)
            for command in self.commands
            if _RECIPES.fullmatch(command.file.name)
        }
        self._stated: dict[str, list[tuple[Command, list[str]]]] = {}
        self.manifests: dict[tuple[str, str], FileRow | None] = {}

    def stated(self, tool: str, path: str = "") -> Command | None:
        """Return the first command that calls a tool, in its text or in the script behind it.

        One that names other folders than that of `path` only stands in where no other does.
        """
        if tool not in self._stated:
            pattern = re.compile(_called(tool))
            found = [c for c in self.commands if pattern.search(c.text)] or [
                c for c in self.commands if pattern.search(c.runs)
            ]
            found = [self._behind(command, tool) for command in found]
            # What only runs by its name is the last resort: nothing narrows it.
            found.sort(key=lambda c: (at := pattern.search(c.text)) is not None and _asks_for(c, at.start()))
            self._stated[tool] = [(command, self._places(command)) for command in found]
        commands = self._stated[tool]
        fitting = (
            command
            for command, places in commands
            if not places or any(f"{path}/".startswith(f"{place}/") for place in places)
        )
        return next(fitting, commands[0][0] if commands else None)

    def _behind(self, command: Command, tool: str) -> Command:
        """Return the line of a recipe that calls a tool, where a command asks for the recipe by a target."""
        pattern = re.compile(_called(tool))
        for line in self.recipes.get(command, ()):
            if (at := pattern.search(line.text)) and not _TARGETS.fullmatch(line.text, 0, at.start()):
                return line
        return command

    def _places(self, command: Command) -> list[str]:
        """Return the files and folders that a command names."""
        words = (word.removeprefix("./").rstrip("/") for word in command.text.split()[1:])
        return [word for word in words if word in self.folders or word in self.paths]

    def nearest(self, folder: str, names: str) -> FileRow | None:
        """Return the first of several manifests in a folder or in one above it."""
        key = (folder, names)
        if key not in self.manifests:
            at = folder
            found = None
            while found is None:
                found = next(
                    (self.paths[p] for n in names.split() if (p := f"{at}/{n}" if at else n) in self.paths),
                    None,
                )
                if not at:
                    break
                at = at.rpartition("/")[0]
            self.manifests[key] = found
        return self.manifests[key]


@shared
def _known(book: Book) -> _Known:
    return _Known(book)


CTests = dict[
    str, tuple[CTest, FileRow, int]
]  # by source: its test, where it is added, how many sources share it


@shared
def _ctests(book: Book) -> CTests:
    """Return the tests of CTest by the sources that they are built of."""
    found: CTests = {}
    texts: dict[str, str] = {}
    functions: Functions = {}
    paths = _known(book).paths
    for file in paths.values():
        if file.language == "CMake" and file.size_bytes <= MAX_CMAKE:
            texts[file.path] = read_text(book, file)
            if "add_test" in texts[file.path] or "_tests" in texts[file.path]:
                functions |= read_functions(texts[file.path])
    for name, text in texts.items():
        for source, test, shared_by in read_ctests(name.rpartition("/")[0], text, functions):
            known = found.get(source)
            if known is None or shared_by < known[2]:
                found[source] = (test, paths[name], shared_by)
    return found


def _tool(book: Book, known: _Known, test: FileRow) -> tuple[str, str, Evidence]:
    """Return the tool, the plain command, and the place that names the tool."""
    folder, _, name = test.path.rpartition("/")
    language = test.language
    if language == "Python":
        return _python(book, known, test, name)
    if language == "Go":
        module = known.nearest(folder, "go.mod")
        base = module.path.rpartition("/")[0] if module else ""
        rest = folder[len(base) :].strip("/")
        start = f"cd {base} && " if base else ""
        return "go test", f"{start}go test {_go_tests(book, test)}./{rest}".removesuffix("/"), None
    if language == "Rust":
        return _rust(book, known, test, folder, name.partition(".")[0])
    if language in _JS:
        return _javascript(book, known, test, folder)
    if language in _JVM:
        return jvm_run(book, known.paths, known.nearest, test)
    if language == "Ruby":
        return ruby_run(book, known.nearest, test)
    if language == "PHP" and name.endswith("Test.php"):
        settings = known.nearest(folder, "phpunit.xml phpunit.xml.dist phpunit.dist.xml")
        return ("phpunit", f"vendor/bin/phpunit {test.path}", (settings, 1)) if settings else ("", "", None)
    if language == "C#":
        return dotnet_run(book, test)
    if language == "Swift":
        return swift_run(book, known.nearest, test)
    if language == "Lua" and (known.stated("busted") or known.nearest(folder, ".busted")):
        return "busted", f"busted {test.path}", None
    if name.endswith(".bats"):
        return "bats", f"bats {test.path}", None
    if language == "Elixir" and name.endswith("_test.exs"):
        return "mix test", f"mix test {test.path}", None
    if language == "Dart" and name.endswith("_test.dart"):
        return "dart test", f"dart test {test.path}", None
    if language in _COMPILED and (found := _ctest(book, known, test)):
        return found
    return _built(book, test)


def _go_tests(book: Book, test: FileRow) -> str:
    """Return the words that narrow `go test` to a file: its tests, where they are few."""
    rows = book.query(
        "SELECT s.name FROM test_case c JOIN symbol s ON s.id = c.symbol_id WHERE c.file_id = ? AND s.name LIKE 'Test%'"
        " AND s.scope = '' ORDER BY s.id LIMIT ?",
        test.id,
        MAX_GO + 1,
    )
    names = [row["name"] for row in rows if row["name"].isidentifier()]
    if not 0 < len(names) <= MAX_GO:
        return ""
    return f"-run '^{names[0]}$' " if len(names) == 1 else f"-run '^({'|'.join(names)})$' "


def _ctest(book: Book, known: _Known, test: FileRow) -> tuple[str, str, Evidence] | None:
    """Return how CTest runs the program that a source is built for; or the program alone, narrowed to its suites."""
    found = _ctests(book).get(test.path)
    if found is None:
        return None
    (name, program, line, is_discovered), file, shared = found
    suites = dict.fromkeys(
        row["name"].partition(".")[0]
        for row in book.query(
            "SELECT name FROM symbol WHERE file_id = ? AND kind = 'test' AND name LIKE '%.%'", test.id
        )
    )
    if not re.fullmatch(r"[\w.+-]+", name + program) or not all(suite.isidentifier() for suite in suites):
        return "ctest", "ctest", (file, line)
    if 0 < len(suites) <= MAX_SUITES and (is_discovered or shared > 1):
        if is_discovered:
            listed = next(iter(suites)) if len(suites) == 1 else f"({'|'.join(suites)})"
            return "ctest", f"ctest -R '^{listed}\\.'", (file, line)
        return (
            program,
            f"{program} --gtest_filter='{':'.join(f'{suite}.*' for suite in suites)}'",
            (file, line),
        )
    return "ctest", f"ctest -R '^{name}$'", (file, line)


def _python(book: Book, known: _Known, test: FileRow, name: str) -> tuple[str, str, Evidence]:
    if not name.startswith("test") and not name.endswith("_test.py"):
        return "", "", None
    if (test.path.rpartition("/")[0], "py") in known.beside and not known.stated("pytest"):
        return "", "", None  # the repository runs its neighbours as programs
    if line := _import_line(book, test, "pytest"):
        return "pytest", f"pytest {test.path}", (test, line)
    if known.stated("pytest") or (_has_pytest(book) and not known.stated("unittest")):
        return "pytest", f"pytest {test.path}", None
    if line := _import_line(book, test, "unittest"):
        return "unittest", f"python -m unittest {test.path}", (test, line)
    return "", "", None


@question
def _has_pytest(book: Book) -> bool:
    """Tell whether any file imports it."""
    return bool(book.query("SELECT EXISTS (SELECT 1 FROM import WHERE target = 'pytest')")[0][0])


def _import_line(book: Book, test: FileRow, target: str) -> int:
    row = book.db.execute(
        "SELECT min(line) FROM import WHERE file_id = ? AND target = ?", (test.id, target)
    ).fetchone()
    return int(row[0] or 0)


def _rust(book: Book, known: _Known, test: FileRow, folder: str, stem: str) -> tuple[str, str, Evidence]:
    manifest = known.nearest(folder, "Cargo.toml")
    if manifest is None:
        return "", "", None
    base = manifest.path.rpartition("/")[0]
    package = ""
    if base:
        row = book.query(
            "SELECT signature FROM symbol WHERE file_id = ? AND scope = 'package' AND name = 'name'",
            manifest.id,
        )
        package = f"-p {row[0][0].partition('=')[2].strip().strip(chr(34))} " if row else ""
    inside = test.path[len(base) :].lstrip("/").removesuffix(".rs")
    if folder == f"{base}/tests".lstrip("/"):
        return "cargo test", f"cargo test {package}--test {stem}", None
    if inside in ("src/lib", "src/main"):
        return "cargo test", f"cargo test {package}--{'lib' if inside.endswith('lib') else 'bins'}", None
    if inside.startswith("src/"):
        module = inside.removeprefix("src/").removesuffix("/mod").replace("/", "::")
        return "cargo test", f"cargo test {package}{module}::", None
    return "", "", None


def _javascript(book: Book, known: _Known, test: FileRow, folder: str) -> tuple[str, str, Evidence]:
    for target, (tool, words) in _JS_TOOLS.items():
        if line := _import_line(book, test, target):
            return tool, f"{words} {test.path}", (test, line)
    manifest = known.nearest(folder, "package.json")
    while manifest is not None:
        for row in book.query(
            "SELECT name, first_line, signature FROM symbol WHERE file_id = ? AND scope = 'scripts' ORDER BY name != 'test', id",
            manifest.id,
        ):
            if not row["name"].startswith(("test", "unit")):
                continue
            for tool, words in dict.fromkeys(_JS_TOOLS.values()):
                if re.search(rf"(?<![\w@/.-]){re.escape(tool)}(?![\w-])", row["signature"].partition(":")[2]):
                    return tool, f"{words} {test.path}", (manifest, row["first_line"])
        base = manifest.path.rpartition("/")[0]
        manifest = known.nearest(base.rpartition("/")[0], "package.json") if base else None
    return "", "", None


def _built(book: Book, test: FileRow) -> tuple[str, str, Evidence]:
    """Return how Bazel runs the test that has a file among its sources."""
    for file_id, line in book.query(
        "SELECT i.file_id, i.line FROM import i JOIN file f ON f.id = i.file_id"
        " WHERE i.target_file = ? AND f.language = 'Starlark' ORDER BY i.rowid",
        test.id,
    ):
        for row in book.query(
            "SELECT name, signature FROM symbol WHERE file_id = ? AND ? BETWEEN first_line AND last_line AND kind = 'target'"
            " ORDER BY id LIMIT 1",
            file_id, line,
        ):  # fmt: skip
            if "_test" not in row["signature"]:
                return "", "", None
            file = book.files[file_id]
            folder = file.path.rpartition("/")[0]
            return "bazel test", f"bazel test //{folder}:{row['name']}", (file, line)
    return "", "", None
