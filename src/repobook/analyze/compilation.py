"""What `compile_commands.json` says: the folders in which compilers look for headers, and the files they compile."""

from __future__ import annotations

import posixpath
import re
from typing import Any

MAX_ENTRIES = 50_000
MAX_FOLDERS = 2_000
MAX_FILES = 200  # enough to tell where the repository lay
MAX_COMMAND = 50_000
_WORD = re.compile(r'(?:[^\s"\\]|\\.|"(?:[^"\\]|\\.)*")+')
_FLAGS = ("-isystem", "-iquote", "-idirafter", "-I", "/I")


def read_commands(entries: list[Any]) -> dict[str, str]:
    """Return `include_folders` and `compiled_files`, a path a line; nothing for a list of another shape."""
    folders: dict[str, None] = {}
    files: dict[str, None] = {}
    for entry in entries[:MAX_ENTRIES]:
        if not isinstance(entry, dict):
            return {}
        place, file = entry.get("directory"), entry.get("file")
        if not isinstance(place, str) or not isinstance(file, str):
            return {}
        if len(files) < MAX_FILES:
            files[_at(place, file)] = None
        for folder in _folders(_words(entry)):
            if len(folders) < MAX_FOLDERS:
                folders[_at(place, folder)] = None
    found = {"compiled_files": _lines(files), "include_folders": _lines(folders)}
    return found if all(found.values()) else {}


def _words(entry: dict[str, Any]) -> list[str]:
    arguments = entry.get("arguments")
    if isinstance(arguments, list):
        return [word for word in arguments[:5_000] if isinstance(word, str)]
    command = entry.get("command")
    if not isinstance(command, str):
        return []
    return [word.replace('"', "").replace("\\", "") for word in _WORD.findall(command[:MAX_COMMAND])]


def _folders(words: list[str]) -> list[str]:
    found = []
    for number, word in enumerate(words):
        flag = next((flag for flag in _FLAGS if word.startswith(flag)), "")
        if flag and word != flag:
            found.append(word[len(flag) :])
        elif flag and number + 1 < len(words):
            found.append(words[number + 1])
    return found


def _at(place: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(place[:2_000], path[:2_000]))


def _lines(paths: dict[str, None]) -> str:
    return "\n".join(sorted(path for path in paths if path.isprintable()))
