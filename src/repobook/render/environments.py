"""Commands that the environments of Python's task runners run: tox, nox, hatch and others, whether written as text or as lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

MAX_TEXT = 400_000
MAX_LINE = 400
MAX_ROWS = 60  # of a list of commands
_SECTION = re.compile(r"\[([^\]\n]+)\]")
_KEY = re.compile(r"(commands(?:_pre|_post)?)\s*=\s*(.*)")
_TOKEN = re.compile(r'"[^"\n]*"|\'[^\'\n]*\'|[][{}]')
_RUN = re.compile(r"\bsession\.run\(|^(?:async )?def (?P<name>\w+)", re.M)
_PLACEHOLDER = re.compile(r"\{\[[^\]]*\][^}]*\}|\{(?!env)[^{}]*\}|\{env[\w:]*\}")


class Stated(NamedTuple):
    """A command, its line, and the environment that runs it: "" is the one that all others begin with."""

    text: str
    line: int
    environment: str


def environment_commands(name: str, text: str) -> Iterator[Stated]:
    """Yield each command of a tox.ini, tox.toml, pyproject.toml or noxfile.py."""
    if len(text) > MAX_TEXT:
        return
    if name == "noxfile.py":
        found = _sessions(text)
    elif name.endswith(".toml"):
        found = _lists(text)
    else:
        found = _lines(text.split("\n"))
    for command, line, environment in found:
        plain = _without_placeholders(command)
        if plain:
            yield Stated(plain, line, environment)


def _without_placeholders(command: str) -> str:
    """Return a command as one types it: without `{posargs}` and with the plain name of the interpreter."""
    text = command.replace("{envpython}", "python").replace("{envbindir}/", "").replace("{toxinidir}/", "")
    text = re.sub(r"\{posargs:([^{}]*)\}", r"\1", text)
    words = _PLACEHOLDER.sub("", text).split()
    return " ".join(words).lstrip("-! ")


def _lines(rows: list[str], start: int = 1) -> Iterator[Stated]:
    """Yield the commands of sections `[testenv…]`: those behind `commands =` and in the indented lines below."""
    is_environment = is_command = False
    environment = whole = ""
    begun = 0
    for line, row in enumerate(rows, start):
        if len(row) > MAX_LINE:
            continue
        section = _SECTION.match(row)
        if section:
            is_environment, is_command = section[1].startswith("testenv"), False
            environment = section[1].partition(":")[2].strip()
            continue
        if not is_environment or row.lstrip().startswith(("#", ";")):
            continue
        key = _KEY.match(row)
        if key:
            is_command = key[1] == "commands"
            words = key[2]
        elif row[:1].isspace() and is_command:
            words = row.strip()
        else:
            is_command = is_command and not row.strip()
            continue
        if not is_command or not words:
            continue
        begun = begun or line
        if words.endswith("\\"):
            whole += words[:-1].strip() + " "
            continue
        # `extra: command` holds for some environments only, and is a command all the same.
        yield Stated(re.sub(r"^[\w,!.-]+:\s+", "", whole + words), begun, environment)
        whole, begun = "", 0


def _lists(text: str) -> Iterator[Stated]:
    """Yield the commands of TOML: `commands = [["pytest", "tests"]]`, a task as a list, an ini file inside a string."""
    rows = text.split("\n")
    section = ""
    line = 0
    while line < len(rows):
        row = rows[line]
        line += 1
        if len(row) > MAX_LINE:
            continue
        if head := _SECTION.match(row.strip()):
            section = head[1].strip("[] ")
            continue
        key, _, value = row.partition("=")
        key, value = key.strip(), value.strip()
        if key == "legacy_tox_ini":
            end = next((n for n in range(line, len(rows)) if re.search(r'"""|\'\'\'', rows[n])), len(rows))
            yield from _lines(rows[line:end], line + 1)
            line = end + 1
        elif key == "commands" and value.startswith("[") and ("tox" in section or section.startswith("env")):
            named = re.search(r"(?:^|\.)env\.(.+)", section)
            for words, at in _listed(rows, line - 1):
                yield Stated(words, at, named[1].strip("\"'") if named else "")


def _listed(rows: list[str], first: int) -> Iterator[tuple[str, int]]:
    """Yield the commands of a list of lists that begins in a row."""
    depth = braces = begun = 0
    words: list[str] = []
    for at in range(first, min(len(rows), first + MAX_ROWS)):
        row = rows[at].partition("=")[2] if at == first else rows[at]
        for token in _TOKEN.finditer(row[:MAX_LINE]):
            mark = token[0]
            if mark[0] in "\"'":
                if depth == 2 and not braces:  # `{ replace = "posargs" }` is filled in when it runs
                    words.append(mark[1:-1])
                    begun = begun or at + 1
                continue
            depth += (mark == "[") - (mark == "]")
            braces += (mark == "{") - (mark == "}")
            if mark == "]" and depth == 1 and words:
                yield " ".join(words), begun
                words, begun = [], 0
            if not depth:
                return


def _sessions(text: str) -> Iterator[Stated]:
    """Yield what `session.run("pytest", "tests")` runs, up to the first word that is no text."""
    session = ""
    for found in _RUN.finditer(text):
        if found["name"]:
            session = found["name"]
            continue
        rest = text[found.end() : found.end() + MAX_LINE]
        words = []
        while match := re.match(r"\s*(?:\"([^\"\n]*)\"|'([^'\n]*)')\s*(,|\))", rest):
            words.append(match[1] or match[2])
            rest = rest[match.end() :]
            if match[3] == ")":
                break
        if words:
            yield Stated(" ".join(words), text.count("\n", 0, found.start()) + 1, session)
