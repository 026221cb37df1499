"""Whether a book is current: what the last build was made of, kept in the state folder, never in the tree or the book.

A book is current when nothing that decides it has changed (the tree by content, the request, our own code and what it
rests on) and the book itself is as it was published. Then there is nothing to do.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.metadata
import json
import marshal
import os
import re
import sqlite3
import sys
import unicodedata
from collections.abc import Collection
from dataclasses import asdict
from typing import Any

import msgspec

from repobook import __version__
from repobook.config import Config
from repobook.facts import Outcome
from repobook.history import history_grounds
from repobook.kept import Kept
from repobook.looks import Looks, digest_looks, digest_outside, find_touched, holds_sums, look_again, look_at
from repobook.manifest import manifest_head
from repobook.marks import SUMS

_PACKAGE = os.path.dirname(__file__)


def made_from(config: Config, tree: str, revision: str, code: str) -> str:
    """Return the digest of all that decides a book: the tree's mark, the request, history, and `code_mark`."""
    request = manifest_head(config, revision, __version__)["manifest"]
    history = history_grounds(config.root) if config.has_history else []
    return _digest([tree, request, history, code])


def code_mark() -> str:
    """Return the digest of our code and of what it rests on. It is read once in a build, when that begins."""
    return _digest([own_code(), foundations()])


def own_code() -> str:
    """Return the digest of every file of the package: code, languages, scripts of the site."""
    stated: list[tuple[str, bytes]] = []
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        with os.scandir(os.path.join(_PACKAGE, folder)) as found:
            for entry in found:
                path = f"{folder}{entry.name}"
                if not entry.is_dir():
                    with open(entry.path, "rb", buffering=0) as stream:
                        stated.append((path, hashlib.sha256(stream.read()).digest()))
                elif entry.name != "__pycache__":
                    waiting.append(path + "/")
    return hashlib.sha256(marshal.dumps(sorted(stated), 2)).hexdigest()


@functools.cache
def foundations() -> tuple[str, ...]:
    """Return the versions of what our code rests on, as far as it can decide a byte of a book."""
    found = [
        f"python {sys.version_info.major}.{sys.version_info.minor}",
        f"sqlite {sqlite3.sqlite_version}",
        f"unicode {unicodedata.unidata_version}",
    ]
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        for line in importlib.metadata.requires("repobook") or ():
            if "extra ==" in line:  # tools of ours that make no book
                continue
            name = re.split(r"[\s;<>=!~\[(]", line, maxsplit=1)[0]
            with contextlib.suppress(importlib.metadata.PackageNotFoundError):
                found.append(f"{name} {importlib.metadata.version(name)}")
    return tuple(found)


class Record:
    """What is remembered of the book at `config.output`. A record that cannot be read is none."""

    def __init__(self, config: Config) -> None:
        self._output = config.output
        self._name = hashlib.sha256(os.fsencode(config.output)).hexdigest()[:32]
        self._folder = os.path.join(config.cache, "books")
        self._path = os.path.join(self._folder, self._name + ".json")
        self._stated = self._read()
        self.code = code_mark()
        self.is_untouched = False  # whether the book was seen to be as it was published
        self._looks: Looks = {}
        self._folders: Looks = {}

    @property
    def is_there(self) -> bool:
        return self._stated is not None

    def compare(self, looks: Looks, digest: str, folders: Looks) -> None:
        """Take note of how the book and its folders look now, and of the digest of that: whether it is as it was published.

        Of a build that was stopped, pages have lost a second name, and look otherwise: then they are read.
        """
        self._looks, self._folders, stated = looks, folders, self._stated
        self.is_untouched = (
            bool(looks)
            and stated is not None
            and (
                stated["book"] == digest
                or (
                    stated["outside"] == digest_outside(looks)
                    and holds_sums(self._output, looks, SUMS, stated["sums"])
                )
            )
        )

    @property
    def is_touched(self) -> bool:
        """Tell whether there is a book that is not as it was published."""
        return self.is_there and bool(self._looks) and not self.is_untouched

    @property
    def looks(self) -> Looks:
        """How the files of the last book look, where it is as it was published."""
        return self._looks if self.is_untouched else {}

    @property
    def folders(self) -> Looks:
        """How the folders of the last book look, where it is as it was published."""
        return self._folders if self.is_untouched else {}

    def kept(self, config: Config) -> Kept:
        """Return what the last build left beside the book: of use where that is as it was published."""
        path = os.path.join(self._folder, self._name)
        book = self._output if self.is_untouched else ""
        return Kept(path, book, self.code)

    def find(self, made: str) -> Outcome | None:
        """Return the outcome of the last build, if the book was made of the same and nobody has touched it since."""
        if self._stated is None or not self.is_untouched or self._stated["made_from"] != made:
            return None
        try:
            return msgspec.convert(self._stated["outcome"], Outcome)
        except msgspec.ValidationError:
            return None

    def keep(
        self, made: str, outcome: Outcome, checked: Looks, written: Collection[str], are_renamed: bool
    ) -> str:
        """Remember a book that was just published; return why not. That only costs the next build's time.

        `checked` is how its files looked when they were checked, but for some that were `written` afterwards. Nobody has touched
        the others since, or the next build will see that; but where files `are_renamed`, all are looked at.
        """
        if are_renamed:
            looks = look_at(self._output)
            if touched := find_touched(checked, looks, self._looks, written) if looks else self._output:
                return f"{touched}: somebody touched it while the book was published"
        else:
            looks = look_again(self._output, checked, written)
        stated = {
            "made_from": made,
            "book": digest_looks(looks),
            "outside": digest_outside(looks),
            "sums": _checksum(os.path.join(self._output, SUMS)),
            "outcome": asdict(outcome),
        }
        text = json.dumps({"digest": _digest(stated), "stated": stated}, indent=1)
        try:
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            fresh = f"{self._path}.{os.getpid()}"
            with open(fresh, "w", encoding="utf-8") as stream:
                stream.write(text)
            os.replace(fresh, self._path)
        except OSError as error:
            return f"{self._folder}: {error.strerror}; choose another folder with --cache"
        return ""

    def forget(self) -> None:
        with contextlib.suppress(OSError):
            os.unlink(self._path)

    def _read(self) -> dict[str, Any] | None:
        try:
            with open(self._path, encoding="utf-8") as stream:
                read = json.load(stream)
            stated: dict[str, Any] = read["stated"]
            is_whole = read["digest"] == _digest(stated) and {"book", "outside", "sums"} <= stated.keys()
            return stated if is_whole else None
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None


def _checksum(path: str) -> str:
    """Return the checksum of a file, or one that no file has."""
    try:
        with open(path, "rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""


def _digest(stated: Any) -> str:
    text = json.dumps(stated, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()
