"""All that decides a book, as one digest: the tree by content, the request, our own code and what it rests on."""

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
from typing import Any

from repobook import __version__
from repobook.config import Config
from repobook.history import history_grounds
from repobook.manifest import manifest_head

_PACKAGE = os.path.dirname(__file__)


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
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        for line in importlib.metadata.requires("repobook") or ():
            if "extra ==" in line:  # tools of ours that make no book
                continue
            name = re.split(r"[\s;<>=!~\[(]", line, maxsplit=1)[0]
            with contextlib.suppress(importlib.metadata.PackageNotFoundError):
                found.append(f"{name} {importlib.metadata.version(name)}")
    return tuple(found)


def digest_of(stated: Any) -> str:
    text = json.dumps(stated, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()
