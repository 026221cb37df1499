"""Build and test commands that the repository itself states, each with its place.

Stated means written down: in a shell block of a document, as a target of a Makefile, a script of a manifest, an
environment of tox, a session of nox, a recipe of just, a preset of CMake, or a step of its own continuous integration.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from repobook.render.book import Book, FileRow
from repobook.render.environments import environment_commands
from repobook.render.installs import is_foreign, lines_elsewhere, own_names
from repobook.render.introduction import is_readme
from repobook.render.markdown import code, number, table
from repobook.render.purposes import KINDS, environment_purpose, is_idle, purpose_of, purpose_of_name

MAX_OF_A_KIND = 4
MAX_LENGTH = 160
MAX_STATED = 1000  # of a command of an environment, of which only the beginning is shown
MAX_LINE = 400  # a longer line is no command, and would take a pattern long
MAX_MATCHES = 200
MAX_RECIPE = 100  # lines
MAX_FIRST = 4  # targets that one that only tells asks for

_DOCUMENTS = re.compile(
    r"(?:\d+[-_ ]?)?(?:readme|contributing|install|installation|building|build|development|developing|hacking|testing)[\w.-]*$",
    re.I,
)
_COMMAND = re.compile(
    r"^\s*(?:[$>%#]\s+)?((?:sudo\s+)?(?:make|gmake|cmake|ninja|bazel|meson|cargo|go|npm|pnpm|yarn|npx|bun|deno|pip3?|pipx|python3?|pytest|tox|nox"
    r"|poetry|uv|hatch|pdm|mvn|\./mvnw|gradle|\./gradlew|\./configure|sbt|dotnet|swift|bundle|rake|gem|composer|php|ctest|just|mix|stack|cabal|zig"
    r"|bash|sh|brew|docker|\./[\w./-]+)(?:\s[^`|<>]*?)?)\s*$"
)
_FENCE = re.compile(r"^\s*(```+|~~~+)\s*([\w+-]*)")
_SHELL = frozenset(
    {
        "",
        "sh",
        "bash",
        "shell",
        "console",
        "zsh",
        "shell-session",
        "text",
        "bat",
        "cmd",
        "powershell",
        "terminal",
    }
)
_RST_CODE = re.compile(r"^\s*\.\. (?:code-block|code|sourcecode|prompt)::\s*([\w+-]*)|^(?!\s*\.\. ).*::\s*$")
_PROMPT = re.compile(r"^\s*[$%]\s+\S")
_COMMENT = re.compile(r"^\s*#")

_UNDOES = re.compile(r"\b(?:uninstall|distclean|remove|purge)\b|\bclean$")
_NOX = re.compile(r"^@(?:nox\.)?session\b[^\n]*(?:\n(?![ \t]*def)[^\n]*){0,12}\n(?:async )?def (\w+)", re.M)
_RAKE = re.compile(r"^([ \t]*)(namespace|(?:multi)?task)[ \t(]+:?[\"']?(\w[\w:]*)")
# Minitest::TestTask.create   RSpec::Core::RakeTask.new(:unit)
_RAKE_TESTS = re.compile(
    r"^([ \t]*)(?:Rake|Minitest|RSpec::Core)::(TestTask|RakeTask)\.(?:new|create)(?![\w.])(?:[ \t]*\(?[ \t]*(:?[\"']?[a-zA-Z][\w:-]*))?"
)
_RECIPE = re.compile(r"^@?([a-zA-Z][\w-]*)(?:[ \t]++[^:\n]*+)?:(?!=)", re.M)
_TOX = re.compile(r"^\[testenv:([\w.-]+)\]", re.M)
# A step that prints, or shows what is there, and does nothing.
_TELLS = re.compile(
    r"(?!.*(?:\$\(shell|\$\$\())(?:(?:echo|printf)\b[^;&|>`]*+|"
    r"(?:(?:xdg-)?open|sensible-browser|python3? -m webbrowser|\$[({]BROWSER[)}])\s[^;&|>`]*+|\$\((?:info|warning|error)\b.*|true|:|exit \d+|(?:&&|;)\s*)+\\?"
)
_RUN = re.compile(r"^\s*(?:-\s+)?run:\s*(?![|>])(.+?)\s*$")
_BLOCK = re.compile(r"^\s*(?:-\s+)?run:\s*[|>][-+]?\s*$")
_QUOTED = re.compile(r"([\"'])(.*)\1$")
_FROM_WORKFLOWS = {"build", "test", "lint"}
_PYTHON_RUNNERS = {
    "tool.pdm.scripts": "pdm run ",
    "tool.poe.tasks": "poe ",
    "tool.taskipy.tasks": "task ",
    "tool.hatch.envs.default.scripts": "hatch run ",
    "tool.rye.scripts": "rye run ",
    "tool.pixi.tasks": "pixi run ",
}


@dataclass(frozen=True, slots=True)
class Command:
    """A command as stated, where, and what it runs when the place says so."""

    text: str
    file: FileRow
    line: int
    runs: str = ""
    purpose: str = ""  # where its words alone do not tell

    @property
    def kind(self) -> str:
        return self.purpose or purpose_of(self.text)


def command_table(book: Book, here: str) -> str:
    """Return the commands as a table, by what they are for; nothing where the repository states none."""
    commands = stated_commands(book)
    rows = []
    left_out = 0
    for kind in KINDS:
        of_kind = [command for command in commands if command.kind == kind]
        left_out += max(0, len(of_kind) - MAX_OF_A_KIND)
        for command in of_kind[:MAX_OF_A_KIND]:
            rows.append(
                (
                    kind,
                    code(command.text),
                    code(command.runs) if command.runs else "",
                    book.cite(
                        command.file, command.line, command.line, here, text=code(command.file.path) + " "
                    ),
                )
            )
    if not rows:
        return ""
    more = f"\n{number(left_out)} more are stated in the same files.\n" if left_out else ""
    if not any(row[2] for row in rows):
        return table(("to", "command", "stated in"), [(a, b, d) for a, b, _, d in rows]) + more
    return table(("to", "command", "runs", "stated in"), rows) + more


def stated_commands(book: Book) -> list[Command]:
    """Return the commands that files at the top of the repository state, without repeats."""
    root = next(iter(book.folders))
    tops = [f for f in book.files.values() if f.folder_id == root and f.outcome == "documented"]
    found: list[Command] = []
    seen: set[str] = set()

    def take(commands: Iterator[Command]) -> None:
        for command in commands:
            if (
                command.text not in seen
                and len(command.text) <= MAX_LENGTH
                and not _UNDOES.search(command.text)
                and not is_idle(command.text)
            ):
                seen.add(command.text)
                found.append(command)

    own = own_names(book, tops)
    for file in _documents(book, tops):
        text = read_text(book, file)
        elsewhere = lines_elsewhere(text, own)
        stated = (c for c in document_commands(file, text) if c.line not in elsewhere)
        # A README also tells how to install what goes well with it; who contributes installs tools.
        take(c for c in stated if not (is_readme(file.name) and is_foreign(c.text, own)))
    for file in tops:
        for names, reader in _READERS:
            if re.fullmatch(names, file.name):
                take(reader(book, file))
    kinds = {command.kind for command in found}
    if not kinds >= _FROM_WORKFLOWS:
        # Only what nothing else states is worth taking from the machines' own instructions.
        for file in book.files.values():
            if re.fullmatch(r"\.github/workflows/[^/]+\.ya?ml", file.path) and file.outcome == "documented":
                steps = _workflow_commands(file, read_text(book, file))
                take(c for c in steps if c.kind in _FROM_WORKFLOWS - kinds)
    return found


MAX_WORKFLOWS = 60
_ENVIRONMENTS = ("tox.ini", "tox.toml", "pyproject.toml", "noxfile.py", "setup.cfg")


def test_commands(book: Book) -> list[Command]:
    """Return the commands that run tests: those stated at the top of the repository, then those of its workflows."""
    found = stated_commands(book)
    seen = {command.text for command in found}
    workflows = [
        file
        for file in book.files.values()
        if re.fullmatch(r"\.github/workflows/[^/]+\.ya?ml", file.path) and file.outcome == "documented"
    ]
    for file in workflows[:MAX_WORKFLOWS]:
        for command in _workflow_commands(file, read_text(book, file), has_blocks=True):
            if command.text not in seen and len(command.text) <= MAX_LENGTH:
                seen.add(command.text)
                found.append(command)
    root = next(iter(book.folders))
    for file in book.files.values():
        if file.folder_id == root and file.outcome == "documented" and file.name in _ENVIRONMENTS:
            # The environment that the others begin with states it best; a check of types runs no tests, whatever it calls.
            stated = environment_commands(file.name, read_text(book, file))
            for text, line, environment in sorted(stated, key=lambda one: one.environment != ""):
                is_test = environment_purpose(environment) not in ("lint", "build")
                if is_test and text not in seen and len(text) <= MAX_STATED:
                    seen.add(text)
                    found.append(Command(text, file, line))
    return [command for command in found if command.kind == "test"]


def _documents(book: Book, tops: list[FileRow]) -> list[FileRow]:
    """Return the documents that tell how to build the repository, README first, one behind a link too."""
    files = {
        f.id: f
        for f in tops
        if _DOCUMENTS.match(f.name) and f.kind in ("document", "source", "build", "data", "")
    }
    root = next(iter(book.folders))
    for row in book.query(
        "SELECT t.id, f.path FROM file f CROSS JOIN file t ON t.path = f.detail WHERE f.folder_id = ? AND f.reason = 'symlink'"
        " AND t.outcome = 'documented'",
        root,
    ):
        if _DOCUMENTS.match(row["path"]):
            files[row["id"]] = book.files[row["id"]]
    for file in book.files.values():
        if (
            re.fullmatch(r"(?:\.github|docs?)/contributing\.(?:md|rst)", file.path, re.I)
            and file.outcome == "documented"
        ):
            files[file.id] = file
    return sorted(files.values(), key=lambda f: (not f.name.lower().startswith("readme"), f.path))


def read_text(book: Book, file: FileRow) -> str:
    from repobook.render.job import read_source

    row = book.query("SELECT path_bytes, sha256, encoding FROM file WHERE id = ?", file.id)[0]
    return read_source(book, file, row) or ""


def document_commands(file: FileRow, text: str) -> Iterator[Command]:
    """Yield the commands of shell blocks: fences, code blocks of reST, and indented lines that open with a prompt."""
    fence = ""
    is_shell = False
    has_roots = False  # `#` is a prompt in the block that is being read, and opens no comment
    indent: int | None = None  # of the directive whose block is being read
    lines = text.split("\n")
    until = 0  # the last line of a command that goes on
    for line, words in enumerate(lines, 1):
        if len(words) > MAX_LINE or line <= until:
            continue
        mark = _FENCE.match(words)
        if mark and indent is None:
            if fence and words.strip().startswith(fence):
                fence = ""
            elif not fence:
                fence, is_shell = mark[1], mark[2].lower() in _SHELL
                has_roots = is_shell and _has_roots(lines, line, fence)
            continue
        depth = len(words) - len(words.lstrip())
        if indent is not None and words.strip() and depth <= indent:
            indent = None
        if not fence and indent is None and file.name.lower().endswith((".rst", ".txt", "readme", "install")):
            block = _RST_CODE.match(words)
            if block and (block[1] or "").lower() in _SHELL:
                indent = depth
                has_roots = _has_roots(lines, line, "", depth)
                continue
        is_prompt = depth >= 4 and _PROMPT.match(words)
        if not ((fence and is_shell) or indent is not None or is_prompt):
            continue
        words, until = _whole(lines, line)
        if _COMMENT.match(words) and not (has_roots and len(words.split()) > 2):
            continue
        if len(words) <= MAX_LINE and (found := _COMMAND.match(words)):
            command = re.sub(r"\s+#\s.*$", "", found[1])
            if not re.match(
                r"(?:sudo\s+)?(?:make|go|sh|php|just|stack)\s+[a-z]+\s+[a-z]+\s+[a-z]+\s+[a-z]+$", command
            ):
                yield Command(command, file, line)


def _has_roots(lines: list[str], first: int, fence: str, indent: int = -1) -> bool:
    """Tell whether all of a block stands behind prompts, up to its fence or while it is indented. Else `#` opens a comment."""
    goes_on = False
    for at in range(first, len(lines)):
        row = lines[at]
        start = row.lstrip()
        if start and ((fence and start.startswith(fence)) or len(row) - len(start) <= indent):
            break
        if start and not goes_on and not re.match(r"\s*[$>%#]\s", row):
            return False
        goes_on = row.rstrip().endswith("\\")
    return True


def _whole(lines: list[str], line: int) -> tuple[str, int]:
    """Return a command with the lines that it goes on in after a backslash, and the last of them."""
    words = lines[line - 1].rstrip()
    while words.endswith("\\") and line < len(lines) and len(words) <= MAX_LINE:
        words = f"{words[:-1].rstrip()} {lines[line].strip()}"
        line += 1
    return words.removesuffix("\\").rstrip(), line


def _is_asked_for(name: str) -> bool:
    """Tell whether people ask for a target by its name: it says what it does, in a word or two."""
    return bool(re.fullmatch(r"[a-zA-Z]\w*(?:[-_:]\w+)?", name) and purpose_of_name(name))


def _make_commands(book: Book, file: FileRow) -> Iterator[Command]:
    rows = read_text(book, file).split("\n")
    found = book.query(
        "SELECT name, first_line FROM symbol WHERE file_id = ? AND kind = 'target' ORDER BY id", file.id
    )
    targets = {row["name"]: row["first_line"] for row in reversed(found)}
    for row in found:
        if _is_asked_for(row["name"]) and not _only_tells(rows, row["first_line"], targets):
            yield Command(f"make {row['name']}", file, row["first_line"])


def _only_tells(rows: list[str], line: int, targets: dict[str, int] | None = None) -> bool:
    """Tell whether the recipe below a line does nothing but print or show: what it prints says what to do instead.

    What it asks for first does the work, unless that is one of the `targets` which only tell, too.
    """
    first = re.sub(r"\s#.*", "", rows[line - 1][:MAX_LINE]).rpartition(":")[2].split()
    if first and (targets is None or len(first) > MAX_FIRST):
        return False
    for name in first:
        other = targets.get(name, 0) if targets else 0
        if not other or not _only_tells(rows, other):
            return False
    said = bool(first)
    for row in islice(rows, line, line + MAX_RECIPE):
        if row.strip() and not row[0].isspace():
            if re.match(r"#|else|endif|ifn?(?:def|eq)\b", row):
                continue
            break
        words = row.strip().lstrip("@-+ ")
        if words and not words.startswith("#"):
            if not _TELLS.fullmatch(words[:MAX_LINE]):
                return False
            said = True
    return said


def recipe(text: str, command: Command) -> list[Command]:
    """Return the commands that the recipe of a target consists of: the indented lines below it, each with its line."""
    rows = text.split("\n")
    found: list[Command] = []
    line = command.line + 1
    while line <= min(len(rows), command.line + MAX_RECIPE):
        words = rows[line - 1]
        if words.strip() and not words[0].isspace():
            break
        at = line
        words, line = _whole(rows, line)
        line += 1
        words = words.strip().lstrip("@-+ ")
        if words and len(words) <= MAX_LINE and words[0] != "#" and not _TELLS.fullmatch(words):
            found.append(Command(words, command.file, at))
    return found


def _package_commands(book: Book, file: FileRow) -> Iterator[Command]:
    manager = book.query(
        "SELECT signature FROM symbol WHERE file_id = ? AND scope = '' AND name = 'packageManager'", file.id
    )
    named = re.search(r"\b(pnpm|yarn|bun)@", manager[0][0]) if manager else None
    start = f"{named[1]} run " if named else "npm run "
    for name, line, runs in _pairs(book, file, "scripts"):
        if _is_asked_for(name) and not _TELLS.fullmatch(runs):
            short = name in ("test", "start") and not named
            yield Command(f"npm {name}" if short else start + name, file, line, runs)


def _composer_commands(book: Book, file: FileRow) -> Iterator[Command]:
    for name, line, runs in _pairs(book, file, "scripts"):
        if not re.match(r"(?:pre|post)-", name):
            yield Command(f"composer {name}", file, line, runs)


def _pairs(book: Book, file: FileRow, scope: str) -> Iterator[tuple[str, int, str]]:
    for row in book.query(
        "SELECT name, first_line, signature FROM symbol WHERE file_id = ? AND scope = ? ORDER BY id",
        file.id,
        scope,
    ):
        value = re.search(r"[=:]\s*([\"'])(.*)\1\s*$", row["signature"])
        runs = value[2].replace('\\"', '"') if value else ""
        yield (
            row["name"],
            row["first_line"],
            runs if len(runs) <= 100 else runs[:100].rsplit(" ", 1)[0] + " …",
        )


def _python_commands(book: Book, file: FileRow) -> Iterator[Command]:
    for scope, start in _PYTHON_RUNNERS.items():
        for name, line, runs in _pairs(book, file, scope):
            yield Command(start + name, file, line, runs)


def _matches(pattern: re.Pattern[str], start: str) -> Callable[[Book, FileRow], Iterator[Command]]:
    """Return a reader of files in which a pattern finds what may be asked for by name."""

    def read(book: Book, file: FileRow) -> Iterator[Command]:
        text = read_text(book, file)
        rows = text.split("\n")
        for found in islice(pattern.finditer(text), MAX_MATCHES):
            line = text.count("\n", 0, found.start(1)) + 1
            if start.startswith("nox") or (_is_asked_for(found[1]) and not _only_tells(rows, line)):
                yield Command(start + found[1], file, line)

    return read


def _rake_commands(book: Book, file: FileRow) -> Iterator[Command]:
    """Yield the tasks of Rake. One inside `namespace :test do` is asked for as `test:…`; lines are indented as they nest."""
    rows = read_text(book, file).split("\n")
    around: list[tuple[int, str]] = []  # indentation and name of the namespaces that are open
    for line, row in enumerate(rows, 1):
        found = _RAKE.match(row) or _RAKE_TESTS.match(row[:MAX_LINE])
        if found is None:
            continue
        depth = len(found[1])
        while around and around[-1][0] >= depth:
            around.pop()
        name = found[3] if found.re is _RAKE else _rake_name(found[3] or "do", found[2])
        if found[2] == "namespace":
            around.append((depth, name))
        elif _is_asked_for(name):
            yield Command("rake " + ":".join([*(outer for _, outer in around), name]), file, line)


def _rake_name(written: str, made: str) -> str:
    """Return what a task is called that a class makes: as is written, else as all of its kind; "" where a variable says it."""
    if written == "do":
        return "test" if made == "TestTask" else "spec"
    if written.endswith(":"):
        return written[:-1]
    return written.lstrip(":\"'") if written[0] in ":\"'" else ""


def _tox_commands(book: Book, file: FileRow) -> Iterator[Command]:
    """Yield the environments of tox. They run tests, unless their name or the commands of their own say otherwise."""
    text = read_text(book, file)
    runs: dict[str, list[str]] = {}
    for stated in environment_commands(file.name, text):
        runs.setdefault(stated.environment, []).append(stated.text)
    for found in islice(_TOX.finditer(text), MAX_MATCHES):
        name = found[1]
        if _is_asked_for(name):
            purpose = environment_purpose(name)
            if purpose == "test" and purpose_of_name(name) != "test" and name in runs:
                purpose = purpose_of(" && ".join(runs[name]))
            yield Command(f"tox -e {name}", file, text.count("\n", 0, found.start(1)) + 1, "", purpose)


def _preset_commands(book: Book, file: FileRow) -> Iterator[Command]:
    starts = {
        "configurePresets": "cmake --preset ",
        "buildPresets": "cmake --build --preset ",
        "testPresets": "ctest --preset ",
        "workflowPresets": "cmake --workflow --preset ",
    }
    start = ""
    block: list[tuple[str, int]] = []
    is_hidden = False
    for line, words in enumerate([*read_text(book, file).split("\n"), '"end": ['], 1):
        if len(words) > MAX_LINE:
            continue
        opened = re.search(r'"(\w+)"\s*:\s*\[', words)
        if re.search(r'"name"\s*:', words) or (opened and (opened[1] in starts or opened[1] == "end")):
            if start and block and not is_hidden:
                yield Command(start + block[0][0], file, block[0][1])
            block, is_hidden = [], False
        if opened and (opened[1] in starts or opened[1] == "end"):
            start = starts.get(opened[1], "")
        name = re.search(r'"name"\s*:\s*"([^"]+)"', words)
        if name:
            block = [(name[1], line)]
        is_hidden = is_hidden or bool(re.search(r'"hidden"\s*:\s*true', words))


def _workflow_commands(file: FileRow, text: str, has_blocks: bool = False) -> Iterator[Command]:
    """Yield the commands of one line that a workflow runs; with those of its blocks (`run: |`) where asked for."""
    indent = -1  # of the block that is being read
    for line, words in enumerate(text.split("\n"), 1):
        depth = len(words) - len(words.lstrip())
        if has_blocks and len(words) <= MAX_LINE and words.strip():
            if indent >= 0 and depth > indent:
                if "${{" not in words and not _COMMENT.match(words) and (found := _COMMAND.match(words)):
                    yield Command(found[1], file, line)
                continue
            indent = depth if _BLOCK.match(words) else -1
        step = _RUN.match(words) if len(words) <= MAX_LINE else None
        if step and "${{" not in step[1]:
            quoted = _QUOTED.match(step[1])
            if found := _COMMAND.match(quoted[2] if quoted else step[1]):
                yield Command(found[1], file, line)


_READERS = (
    (r"(?:GNU)?[Mm]akefile", _make_commands),
    (r"package\.json", _package_commands),
    (r"composer\.json", _composer_commands),
    (r"pyproject\.toml|pixi\.toml", _python_commands),
    (r"tox\.ini", _tox_commands),
    (r"noxfile\.py", _matches(_NOX, "nox -s ")),
    (r"\.?[Jj]ustfile", _matches(_RECIPE, "just ")),
    (r"Taskfile\.ya?ml", _matches(re.compile(r"^  ([\w:-]+):\s*$", re.M), "task ")),
    (r"Rakefile", _rake_commands),
    (r"CMakePresets\.json", _preset_commands),
)  # fmt: skip
