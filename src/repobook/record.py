"""What is remembered of a book: what it was made of, and how it looked; in the state folder, never in the tree or the book.

A book is current when nothing that decides it has changed (`current.py`) and the book itself is as it was published. Then
there is nothing to do.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Collection
from dataclasses import asdict
from typing import Any

import msgspec

from repobook.aside import Aside
from repobook.config import Config
from repobook.current import code_mark, digest_of
from repobook.facts import Outcome, are_inside
from repobook.kept import Kept
from repobook.looks import (
    UNSURE,
    Looks,
    as_seen,
    find_restless,
    find_touched,
    folders_of,
    holds_names,
    holds_sums,
    look_again,
    look_at,
    look_at_folders,
    outside,
)
from repobook.marks import SUMS
from repobook.twin import Begun, Twin

_KEYS = {"made_from", "looks", "sums", "outcome"}


class Remembered(msgspec.Struct, array_like=True):
    """How a book looked when it was published."""

    files: Looks
    folders: Looks
    begun: Begun  # its twin


_decode = msgspec.msgpack.Decoder(Remembered).decode


class Record:
    """What is remembered of the book at `config.output`. A record that cannot be read is none."""

    def __init__(self, config: Config) -> None:
        self._output = config.output
        name = hashlib.sha256(os.fsencode(config.output)).hexdigest()[:32]
        self._folder = os.path.join(config.cache, "books")
        self._own = os.path.join(self._folder, name)
        self._remembered = Remembered({}, {}, Begun())
        # Whether there was something, and it is not as we left it.
        self.is_damaged = _drop_strange(self._folder, name)
        self._stated = self._read()
        self.code = code_mark()
        self.is_untouched = False  # whether the book was seen to be as it was published
        self.is_presumed = False  # whether that is only presumed
        self._looks: Looks = {}
        self._folders: Looks = {}

    @property
    def is_there(self) -> bool:
        return self._stated is not None

    def presume(self) -> bool:
        """Presume that the book is as it was published, where no name came into one of its folders or went, and it has a twin.

        Pages that a new book takes from the twin are the files of this one: whoever checks them sees what became of them.
        """
        folders, files = self._remembered.folders, self._remembered.files
        if not self.is_there or not self._remembered.begun.folders or not os.path.isdir(self._own + ".twin"):
            return False
        restless = find_restless(self._output, folders)
        if restless is None or not holds_names(self._output, frozenset(restless), files, folders):
            return False
        try:  # what a new book is made of, or names anew
            for path in self._remembered.begun.missing:
                if as_seen(os.lstat(f"{self._output}/{path}")) != files.get(path):
                    return False
        except OSError:
            return False
        for folder in restless:
            folders[folder] = UNSURE
        self._looks, self._folders = files, folders
        self.is_presumed = self.is_untouched = True
        return True

    def compare(self, looks: Looks, folders: Looks) -> None:
        """Take note of how the book and its folders look now: whether it is as it was published.

        Of a build that was stopped, pages have lost a second name, and look otherwise: then they are read.
        """
        self._looks, self._folders, stated = looks, folders, self._stated
        self.is_presumed = False
        before = self._remembered.files
        self.is_untouched = (
            bool(looks)
            and stated is not None
            and (
                looks == before
                or (
                    outside(looks) == outside(before)
                    and holds_sums(self._output, looks, SUMS, stated["sums"])
                )
            )
        )

    def look(self) -> tuple[Looks, Looks]:
        """Look at the files and folders of the book: half of those that are known in a second process."""
        known = sorted(self._remembered.folders)
        middle = len(known) // 2
        if not middle:
            return look_at(self._output)
        apart = frozenset(known)
        with Aside(lambda: look_at(self._output, known[middle:], apart)) as other:
            looks, folders = look_at(self._output, known[:middle], apart)
            others, more = other.take()
        return (looks | others, folders | more) if folders and more else ({}, {})

    def distrust(self) -> None:
        """The book is not what it was published as, whatever it looks like."""
        self.is_presumed = self.is_untouched = False

    def find_edited(self, checked: Looks) -> bool:
        """Tell whether somebody edited a file of the book that the new one, which looks as it was `checked`, does not share.

        Names of those were taken from the twin, which sets the time of names.
        """
        for path, seen in self._looks.items():
            if checked.get(path) == seen:
                continue
            try:
                now = as_seen(os.lstat(f"{self._output}/{path}"))
            except OSError:
                return True
            if (now[:3], now[4]) != (seen[:3], seen[4]):
                return True
        return False

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

    def kept(self) -> Kept:
        """Return what the last build left beside the book: of use where that is as it was published."""
        book = self._output if self.is_untouched else ""
        return Kept(self._own, book, self.code, self._remembered.begun)

    def is_made_from(self, made: str) -> bool:
        return self._stated is not None and bool(self._stated["made_from"] == made)

    def find(self, made: str) -> Outcome | None:
        """Return the outcome of the last build, if the book was made of the same and nobody has touched it since."""
        if self._stated is None or not self.is_untouched or not self.is_made_from(made):
            return None
        try:
            return msgspec.convert(self._stated["outcome"], Outcome)
        except msgspec.ValidationError:
            return None

    def keep(
        self, made: str, outcome: Outcome, checked: Looks, written: Collection[str], are_renamed: bool, twin: Twin
    ) -> str:  # fmt: skip
        """Remember a book that was just published; return why not. That only costs the next build's time.

        `checked` is how its files looked when they were checked, but for some that were `written` afterwards. Nobody has touched
        the others since, or the next build will see that; but where files `are_renamed`, all are looked at.
        """
        if are_renamed:
            looks, _ = look_at(self._output)
            if touched := find_touched(checked, looks, self._looks, written) if looks else self._output:
                return f"{touched}: somebody touched it while the book was published"
        else:
            looks = look_again(self._output, checked, written)
        folders = look_at_folders(self._output, sorted(folders_of(looks)))
        stated = {
            "made_from": made,
            "sums": _checksum(os.path.join(self._output, SUMS)),
            "outcome": asdict(outcome),
        }
        try:
            packed = msgspec.msgpack.encode(Remembered(looks, folders, twin.begun(looks)))
            stated["looks"] = hashlib.sha256(packed).hexdigest()
            text = json.dumps({"digest": digest_of(stated), "stated": stated}, indent=1)
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            for name, data in ((".looks", packed), (".json", text.encode())):
                fresh = f"{self._own}{name}.{os.getpid()}"
                with open(fresh, "wb") as stream:
                    stream.write(data)
                os.replace(fresh, self._own + name)
        except OSError as error:
            return f"{self._folder}: {error.strerror}; choose another folder with --cache"
        return ""

    def forget(self) -> None:
        with contextlib.suppress(OSError):
            os.unlink(self._own + ".json")

    def _read(self) -> dict[str, Any] | None:
        try:
            with open(self._own + ".json", "rb") as stream:
                data = stream.read()
            with open(self._own + ".looks", "rb") as looks:
                packed = looks.read()
        except OSError:
            return None
        try:
            read = json.loads(data)
            stated: dict[str, Any] = read["stated"]
            is_whole = (
                read["digest"] == digest_of(stated) and stated["looks"] == hashlib.sha256(packed).hexdigest()
            )
        except (ValueError, TypeError, KeyError, RecursionError):
            is_whole = False
        if not is_whole:
            self.is_damaged = True
            return None
        try:
            remembered = _decode(packed)
        except msgspec.MsgspecError:  # another version wrote it
            return None
        if not _is_of_a_book(remembered):
            self.is_damaged = True
            return None
        self._remembered = remembered
        return stated if stated.keys() >= _KEYS else None


def _drop_strange(folder: str, name: str) -> bool:
    """Drop what of a book's state is no file of ours: whoever opens a pipe waits for its other end. Tell whether there was any."""
    try:
        with os.scandir(folder) as entries:
            strange = [
                entry.path
                for entry in entries
                if entry.name.startswith(name)
                and not entry.is_file(follow_symlinks=False)
                and not entry.is_dir(follow_symlinks=False)
            ]
        for path in strange:
            os.unlink(path)
    except OSError:
        return False
    return bool(strange)


def _is_of_a_book(remembered: Remembered) -> bool:
    """Tell whether all that is named lies in a book: by these paths files are removed."""
    begun = remembered.begun
    folders = [path.removesuffix("/") for path in (*remembered.folders, *begun.folders) if path]
    return are_inside(remembered.files) and are_inside(begun.missing) and are_inside(folders)


def _checksum(path: str) -> str:
    """Return the checksum of a file, or one that no file has."""
    try:
        with open(path, "rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""
