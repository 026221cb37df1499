"""Whether a book is current: what the last build was made of, kept in the state folder, never in the tree or the book.

A book is current when nothing that decides it has changed (the tree by content, the request, our own code and what it
rests on) and the book itself is as it was published. Then there is nothing to do.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import sqlite3
import sys
import unicodedata
from dataclasses import asdict
from typing import Any

import msgspec

from repobook import __version__
from repobook.config import Config
from repobook.facts import Outcome
from repobook.kept import Kept
from repobook.manifest import manifest_head

_PACKAGE = os.path.dirname(__file__)


def made_from(config: Config, tree: str, revision: str) -> str:
    """Return the digest of all that decides a book: the tree's mark, the request, history, our code and what it rests on."""
    request = manifest_head(config, revision, __version__)["manifest"]
    history = [shutil.which("git") is not None, _shallow(config.root)] if config.has_history else []
    return _digest([tree, request, history, own_code(), foundations()])


def own_code() -> str:
    """Return the digest of every file of the package: code, languages, scripts of the site."""
    digest = hashlib.sha256()
    for folder, folders, names in os.walk(_PACKAGE):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):
            with open(os.path.join(folder, name), "rb") as stream:
                content = hashlib.file_digest(stream, "sha256").hexdigest()
            digest.update(f"{os.path.relpath(folder, _PACKAGE)}/{name}\0{content}\n".encode())
    return digest.hexdigest()


def foundations() -> list[str]:
    """Return the versions of what our code rests on, as far as it can decide a byte of a book."""
    found = [
        f"python {sys.version_info.major}.{sys.version_info.minor}",
        f"sqlite {sqlite3.sqlite_version}",
        f"unicode {unicodedata.unidata_version}",
    ]
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        for line in importlib.metadata.requires("repobook") or ():
            name = re.split(r"[\s;<>=!~\[(]", line, maxsplit=1)[0]
            with contextlib.suppress(importlib.metadata.PackageNotFoundError):
                found.append(f"{name} {importlib.metadata.version(name)}")
    return found


class Record:
    """What is remembered of the book at `config.output`. A record that cannot be read is none."""

    def __init__(self, config: Config) -> None:
        self._output = config.output
        self._name = hashlib.sha256(os.fsencode(config.output)).hexdigest()[:32]
        self._folder = os.path.join(config.cache, "books")
        self._path = os.path.join(self._folder, self._name + ".json")
        self._stated = self._read()
        self.damage = ""  # what `find` saw to be wrong with a book that was made of the same

    @property
    def is_there(self) -> bool:
        return self._stated is not None

    def kept(self, config: Config) -> Kept:
        """Return what the last build left beside the book: of use where that is as it was published."""
        stated = self._stated
        is_good = stated is not None and not self.damage and stated["book"] == _look(self._output)
        path = os.path.join(self._folder, self._name)
        return Kept(path, self._output if is_good else "", _digest([own_code(), foundations()]))

    def find(self, made: str) -> Outcome | None:
        """Return the outcome of the last build, if the book was made of the same and nobody has touched it since."""
        stated = self._stated
        if stated is None or stated["made_from"] != made:
            return None
        if stated["book"] != _look(self._output):
            self.damage = "its files were touched after they were written"
            return None
        try:
            return msgspec.convert(stated["outcome"], Outcome)
        except msgspec.ValidationError:
            return None

    def keep(self, made: str, outcome: Outcome) -> str:
        """Remember a book that was just published; return why not. That only costs the next build's time."""
        stated = {"made_from": made, "book": _look(self._output), "outcome": asdict(outcome)}
        text = json.dumps({"digest": _digest(stated), "stated": stated}, indent=1)
        try:
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            fresh = f"{self._path}.{os.getpid()}"
            with open(fresh, "w", encoding="utf-8") as stream:
                stream.write(text)
            os.replace(fresh, self._path)
        except OSError as error:
            return f"{self._folder}: {error.strerror}"
        return ""

    def forget(self) -> None:
        with contextlib.suppress(OSError):
            os.unlink(self._path)

    def _read(self) -> dict[str, Any] | None:
        try:
            with open(self._path, encoding="utf-8") as stream:
                read = json.load(stream)
            stated: dict[str, Any] = read["stated"]
            return stated if read["digest"] == _digest(stated) else None
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None


def _look(book: str) -> str:
    """Return a digest of how the files of a book look from outside: enough to see that none was touched."""
    digest = hashlib.sha256()
    waiting = [book]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError:
            return ""
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
                continue
            try:
                seen = entry.stat(follow_symlinks=False)
            except OSError:
                return ""
            stated = f"{seen.st_mode} {seen.st_size} {seen.st_mtime_ns} {seen.st_ctime_ns} {seen.st_ino}"
            digest.update(f"{entry.path}\0{stated}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _shallow(root: str) -> str:
    """Return what says where a shallow clone ends: history read beyond it would differ."""
    try:
        descriptor = os.open(
            os.path.join(root, ".git", "shallow"),
            os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC,
        )
    except OSError:
        return ""
    with os.fdopen(descriptor, "rb") as stream:
        return hashlib.sha256(stream.read(1 << 20)).hexdigest()


def _digest(stated: Any) -> str:
    text = json.dumps(stated, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()
