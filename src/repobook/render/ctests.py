"""Which test of CTest runs a source: what the CMake files of the repository add, read as CMake reads them.

Follows `set`, `foreach`, functions and macros; both sides of an `if` count. What needs more than that (generated lists,
functions of other projects) is left out.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

MAX_COMMANDS = 20_000  # of one file, with those that loops and functions repeat
MAX_DEPTH = 8
MAX_VALUE = 50_000  # letters of a variable
MAX_WORD = 400  # letters, as written
MAX_LINE = 1_000
_COMMAND = re.compile(r"^[ \t]*([A-Za-z_]\w*)[ \t]*\(", re.M)
_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|([^\s;"]+)')
_VARIABLE = re.compile(r"\$\{([\w.-]+)\}")
_DISCOVER = frozenset(
    ["gtest_discover_tests", "catch_discover_tests", "doctest_discover_tests", "gtest_add_tests"]
)
_SOURCE = re.compile(r"\.(?:c|cc|cpp|cxx|cu|m|mm)$")
_ENDS = {"foreach": "endforeach", "function": "endfunction", "macro": "endmacro"}


class CTest(NamedTuple):
    """A test of CTest: its name, the program that it runs or whose tests it finds out, and the line that says so."""

    name: str
    program: str
    line: int
    is_discovered: bool


class _Command(NamedTuple):
    name: str
    words: list[str]
    line: int


Functions = dict[str, tuple[list[str], list[_Command]]]  # name -> parameters, body


@dataclass(slots=True)
class _Reader:
    """What a file has said so far."""

    folder: str
    functions: Functions
    sources: dict[str, list[str]] = field(default_factory=dict)  # program -> its sources
    tests: dict[str, CTest] = field(default_factory=dict)  # program -> the test that runs it
    left: int = MAX_COMMANDS

    def run(self, commands: list[_Command], values: dict[str, str], depth: int, line: int = 0) -> None:
        """`line`: of the call at the top of the file that led here."""
        at = 0
        while at < len(commands) and self.left > 0:
            self.left -= 1
            name, written, own = commands[at]
            at += 1
            if name in _ENDS:
                body, at = _block(commands, at, name)
                if name == "foreach":
                    self._loop(written, body, values, depth, line)
                elif written:
                    self.functions[written[0].lower()] = (written[1:], body)
                continue
            words = [word for part in written for word in _expand(part, values).split(";") if word]
            self._take(name, words, values, line or own)
            if name in self.functions and depth < MAX_DEPTH:
                parameters, body = self.functions[name]
                bound = values | dict(zip(parameters, words, strict=False))
                self.left -= len(values) // 50  # of which a copy was made
                bound["ARGN"] = ";".join(words[len(parameters) :])
                self.run(body, bound, depth + 1, line or own)

    def _loop(
        self, words: list[str], body: list[_Command], values: dict[str, str], depth: int, line: int
    ) -> None:
        if not words or depth >= MAX_DEPTH:
            return
        variable, *rest = words
        if rest[:2] == ["IN", "LISTS"]:
            items = [item for name in rest[2:] for item in values.get(name, "").split(";")]
        else:
            listed = rest[2:] if rest[:2] == ["IN", "ITEMS"] else rest
            items = [item for word in listed for item in _expand(word, values).split(";")]
        for item in items:
            if item and self.left > 0:
                values[variable] = item
                self.run(body, values, depth + 1, line)

    def _take(self, name: str, words: list[str], values: dict[str, str], line: int) -> None:
        if not words:
            return
        if name == "set":
            _put(values, words[0], ";".join(words[1:]))
        elif name == "list" and words[0].upper() == "APPEND" and len(words) > 2:
            _put(values, words[1], ";".join(w for w in (values.get(words[1], ""), *words[2:]) if w))
        elif name == "get_filename_component" and len(words) == 3 and words[2] in ("NAME_WE", "NAME_WLE"):
            values[words[0]] = posixpath.basename(words[1]).partition(".")[0]
        elif name in ("add_executable", "target_sources"):
            found = [
                posixpath.normpath(posixpath.join(self.folder, w)) for w in words[1:] if _SOURCE.search(w)
            ]
            self.sources.setdefault(words[0], []).extend(found)
        elif name in _DISCOVER:
            program = words[1] if words[0] == "TARGET" and len(words) > 1 else words[0]
            self.tests.setdefault(program, CTest(program, program, line, True))
        elif name == "add_test" and len(words) > 1:
            if words[0] == "NAME":
                program = words[words.index("COMMAND") + 1] if "COMMAND" in words[:-1] else ""
                test = words[1]
            else:
                test, program = words[:2]
            program = re.sub(r"^\$<TARGET_FILE:(.*)>$", r"\1", program).rpartition("/")[2]
            if program and "$" not in test:
                self.tests.setdefault(program, CTest(test, program, line, False))


def read_functions(text: str) -> Functions:
    """Return the functions and macros of a CMake file."""
    found: Functions = {}
    commands = _commands(text)
    for at, (name, words, _) in enumerate(commands):
        if name in ("function", "macro") and words:
            found[words[0].lower()] = (words[1:], _block(commands, at + 1, name)[0])
    return found


def read_ctests(folder: str, text: str, functions: Functions) -> Iterator[tuple[str, CTest, int]]:
    """Yield each source of the programs that a CMake file in `folder` adds as tests, with its test.

    The number is that of the program's sources. `functions`: those that other files define.
    """
    reader = _Reader(folder, dict(functions))
    reader.run(_commands(text), {"CMAKE_CURRENT_SOURCE_DIR": ".", "CMAKE_CURRENT_LIST_DIR": "."}, 0)
    for program, test in reader.tests.items():
        sources = dict.fromkeys(reader.sources.get(program, ()))
        for source in sources:
            if "$" not in source:
                yield source, test, len(sources)


def _commands(text: str) -> list[_Command]:
    """Return the commands of a file in order, each with its words and its line."""
    text = "\n".join(_without_comment(row) for row in text.split("\n"))
    found = []
    line, until = 1, 0
    for match in _COMMAND.finditer(text):
        if match.start() < until:
            continue
        end = _closing(text, match.end())
        line += text.count("\n", until, match.start(1))
        words = [a or b for a, b in _WORD.findall(text, match.end(), end)]
        found.append(_Command(match[1].lower(), words, line))
        line += text.count("\n", match.start(1), end)
        until = end
        if len(found) >= MAX_COMMANDS:
            break
    return found


def _without_comment(row: str) -> str:
    if len(row) > MAX_LINE:
        return ""
    start = row.find("#")
    return row[:start] if start >= 0 and row.count('"', 0, start) % 2 == 0 else row


def _closing(text: str, start: int) -> int:
    """Return where the bracket that was opened before `start` is closed."""
    depth = 1
    for match in re.compile(r"[()]").finditer(text, start):
        depth += 1 if match[0] == "(" else -1
        if not depth:
            return match.start()
    return len(text)


def _block(commands: list[_Command], at: int, opener: str) -> tuple[list[_Command], int]:
    """Return what stands between an opening command and its end, and the place behind it."""
    depth = 1
    for place in range(at, len(commands)):
        name = commands[place].name
        depth += (name == opener) - (name == _ENDS[opener])
        if not depth:
            return commands[at:place], place + 1
    return [], at


def _put(values: dict[str, str], name: str, value: str) -> None:
    if len(value) <= MAX_VALUE:
        values[name] = value
    else:
        values.pop(name, None)


def _expand(word: str, values: dict[str, str]) -> str:
    for _ in range(4):
        if "$" not in word or len(word) > MAX_WORD:
            break
        word = _VARIABLE.sub(lambda match: values.get(match[1], match[0]), word)
    return word
