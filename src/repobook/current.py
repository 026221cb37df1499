"""All that decides a book, as one digest: the tree by content, the request, our own code and what it rests on."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import marshal
import os
import re
import sqlite3
import sys
import unicodedata
from typing import Any

from repobook import __version__
from repobook.config import Config
from repobook.history import history_grounds
from repobook.manifest import manifest_head

_PACKAGE = os.path.dirname(__file__)
# What we require, but for tools of ours that make no book.
_REQUIRED = re.compile(r"^Requires-Dist: ([A-Za-z0-9._-]+)(?!.*extra ==)", re.MULTILINE)


def made_from(config: Config, tree: str, revision: str, code: str) -> str:
    """Return the digest of all that decides a book: the tree's mark, the request, history, and `code_mark`."""
    request = manifest_head(config, revision, __version__)["manifest"]
    history = history_grounds(config.root) if config.has_history else []
    return digest_of([tree, request, history, code])


def code_mark() -> str:
    """Return the digest of our code and of what it rests on. It is read once in a build, when that begins."""
    return digest_of([own_code(), foundations()])


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
    versions, required = _installed()
    found += [f"{name} {versions[name]}" for name in required if name in versions]
    return tuple(found)


def _installed() -> tuple[dict[str, str], list[str]]:
    """Return the versions of what is installed, by name, and what we require of it. The folders are listed by ourselves:
    the library for this would take a tenth of the time that a build takes in which nothing has changed."""
    versions: dict[str, str] = {}
    required: list[str] = []
    for place in sys.path:
        with contextlib.suppress(OSError):
            for entry in sorted(os.listdir(place or ".")):
                if not entry.endswith(".dist-info"):
                    continue
                name, _, version = entry.removesuffix(".dist-info").partition("-")
                if (name := _plain(name)) in versions:  # another one hides it
                    continue
                versions[name] = version
                if name == "repobook":
                    with open(os.path.join(place, entry, "METADATA"), encoding="utf-8") as stream:
                        head = stream.read().partition("\n\n")[0]
                    required = [_plain(one) for one in _REQUIRED.findall(head)]
    return versions, required


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def digest_of(stated: Any) -> str:
    text = json.dumps(stated, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()
