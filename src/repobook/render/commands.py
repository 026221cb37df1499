"""Build and test commands that the repository itself states, each with its place."""

from __future__ import annotations

import re

from repobook.render.book import Book, FileRow

_DOCUMENTS = re.compile(r"(?:readme|contributing|install|building|development|hacking)[\w.-]*$", re.I)
_COMMAND = re.compile(
    r"^\s*(?:[$>%]\s+)?((?:sudo\s+)?(?:make|cmake|ninja|bazel|meson|cargo|go|npm|pnpm|yarn|npx|pip3?|python3?|pytest|tox|nox|poetry|uv|hatch"
    r"|mvn|gradle|\./gradlew|\./configure|sbt|dotnet|swift|bundle|rake|composer|ctest|bash|sh|\./[\w./-]+)\b[^`|<>]*?)\s*$"
)
_FENCE = re.compile(r"^\s*(```+|~~~+)\s*([\w+-]*)")
_SHELL = frozenset(
    {"", "sh", "bash", "shell", "console", "zsh", "shell-session", "text", "bat", "cmd", "powershell"}
)
MAX_COMMANDS = 12


def stated_commands(book: Book, texts: dict[int, str]) -> list[tuple[str, FileRow, int]]:
    """Return commands from shell blocks of the documents at the top, without repeats."""
    found: list[tuple[str, FileRow, int]] = []
    seen: set[str] = set()
    for file_id, text in texts.items():
        fence = ""
        is_shell = False
        for line, words in enumerate(text.split("\n"), 1):
            mark = _FENCE.match(words)
            if mark:
                if fence and words.strip().startswith(fence):
                    fence = ""
                elif not fence:
                    fence, is_shell = mark[1], mark[2].lower() in _SHELL
                continue
            if (
                fence
                and is_shell
                and (command := _COMMAND.match(words))
                and command[1] not in seen
                and len(command[1]) < 200
            ):
                seen.add(command[1])
                found.append((command[1], book.files[file_id], line))
    return found[:MAX_COMMANDS]


def command_documents(book: Book) -> list[FileRow]:
    """Return the documents at the top of the repository that tell how to build it, README first."""
    root = next(iter(book.folders))
    files = [
        file
        for file in book.files.values()
        if file.folder_id == root and file.outcome == "documented" and _DOCUMENTS.match(file.name)
    ]
    return sorted(files, key=lambda f: (not f.name.lower().startswith("readme"), f.path))
