"""Walk a tree and list what is in it. Nothing is followed, nothing is run, and no source is read.

The walk goes by folder descriptors and keeps its own stack, so neither a path of 12,000 bytes nor 1,000
nested folders can stop it.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from dataclasses import replace

from repobook.errors import InputError
from repobook.facts import Problem
from repobook.scan.attributes import AttributeFile, find_attributes
from repobook.scan.control import ControlFiles
from repobook.scan.folders import FolderChain, read_bounded, skip_reason
from repobook.scan.gitindex import Tracked
from repobook.scan.links import read_link, resolve_link
from repobook.scan.listing import Entry, Ignored, Listing, ScanOptions
from repobook.scan.paths import path_bytes, path_text
from repobook.scan.rules import Place, Selection

# Beyond these a folder is listed but not entered: each level costs a path string of its whole length.
MAX_WALK_PATH_BYTES = 32 * 1024
MAX_WALK_DEPTH = 4_000

# Only these exact names: `.GIT`, or a name with a hidden character in it, is a plain folder.
_VERSION_CONTROL = frozenset({".git", ".hg", ".svn", ".jj"})
_BOOK_MARK = re.compile(rb'"name"\s*:\s*"repobook"')
_BARE = re.compile(rb"^\s*bare\s*=\s*true", re.MULTILINE | re.IGNORECASE)
_HIDDEN = re.compile(
    "[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_SPECIAL = {
    stat.S_IFIFO: "FIFO",
    stat.S_IFSOCK: "socket",
    stat.S_IFCHR: "character device",
    stat.S_IFBLK: "block device",
}
_IS_UTF8 = sys.getfilesystemencoding().lower() in ("utf-8", "utf8")

_Names = dict[str, os.stat_result]


def list_files(root: str, options: ScanOptions | None = None) -> Listing:
    """List every file below `root`, sorted by path. Raises InputError where `root` is no folder to read."""
    try:
        real = os.path.realpath(root, strict=True)
        chain = FolderChain(real)
    except OSError as error:
        raise InputError(f"{root}: {error.strerror}. Give the path of a folder.") from error
    options = options or ScanOptions()
    with chain:
        listing = _Walk(Listing(real, options), chain).run()
        if listing.entries or not listing.ignored or options.include or options.exclude:
            return listing
        if os.path.lexists(os.path.join(real, ".git")):
            return listing
        # Packages of sources carry rules of the repository that packs them, such as `/*`: nothing is tracked there.
        rule = listing.ignored[0].rule
        again = _Walk(Listing(real, replace(options, has_git_rules=False)), chain).run()
        if again.entries:
            detail = f"{rule} leaves no file, and no git says which are tracked: the rules of .gitignore are set aside"
            again.notes.insert(0, Problem(rule.partition(":")[0], "ignore_rules_unused", detail))
        return again


class _Walk:
    """One walk. It keeps what is found; `run` gives it back."""

    def __init__(self, listing: Listing, chain: FolderChain) -> None:
        self._listing = listing
        self._chain = chain
        self._root = path_text(os.fsencode(listing.root))
        self._device = os.fstat(chain.root).st_dev
        self._control = ControlFiles(listing.notes)
        self._outputs = _paths_inside(self._root, listing.options.outputs)
        self._tracked = Tracked()
        self._selection: Selection
        self._links: dict[str, str] = {}
        self._stack: list[Place] = []

    def run(self) -> Listing:
        names = self._list_folder("")
        if names is None:
            raise InputError(f"{self._listing.root}: cannot be read. Give a folder that you may read.")
        _refuse_bare(self._listing.root, self._chain.root, names)
        self._start(names)
        while self._stack:
            self._visit(self._stack.pop())
        for path in self._links:
            self._skip(path, *resolve_link(path, self._links, self._root, self._chain.root))
        listing = self._listing
        listing.entries.sort(key=lambda entry: path_bytes(entry.path))
        listing.ignored.sort(key=lambda ignored: path_bytes(ignored.path))
        listing.folders.sort(key=path_bytes)
        listing.notes.sort(key=lambda note: (path_bytes(note.path), note.code, note.detail))
        return listing

    def _start(self, names: _Names) -> None:
        """Read what git knows of the whole tree, and begin at the root."""
        place = Place("")
        git = names.get(".git")
        if git is not None and stat.S_ISLNK(git.st_mode):
            detail = "a link, which is not followed; ignore rules apply to tracked files as well"
            self._listing.notes.append(Problem(".git", "git_unavailable", detail))
        elif git is not None:
            folder = self._control.find_git_folder(self._chain, is_file=stat.S_ISREG(git.st_mode))
            if folder is not None:
                self._tracked = self._control.read_index(self._chain, folder)
                rules, attributes = self._control.read_shared(self._chain, folder)
                place = place._replace(
                    git_rules=((0, rules),) if rules else (),
                    shared_attributes=(attributes,) if attributes else (),
                )
        options = self._listing.options
        self._selection = Selection(options.include, options.exclude, self._tracked)
        self._stack.append(place._replace(is_included=self._selection.takes_all))

    def _visit(self, place: Place) -> None:
        names = self._list_folder(place.path)
        if names is None:
            return
        folder = self._chain.open(place.path)
        if place.path:
            if ".git" in names:
                self._skip(place.path, "submodule", "a repository of its own")
                return
            if "manifest.json" in names and "SHA256SUMS" in names and _is_book(folder):
                self._ignore(place.path, True, "generated_output")
                return
            self._listing.folders.append(place.path)
        place = self._with_own_rules(place, folder, names)
        inner: list[Place] = []
        attributes = (*place.shared_attributes, *place.attributes)
        for name, status in sorted(names.items()):
            if stat.S_ISDIR(status.st_mode):
                self._take_folder(place, name, status, inner)
            elif name != ".git":
                self._take_file(place, attributes, folder, name, status)
        self._stack += reversed(inner)

    def _list_folder(self, path: str) -> _Names | None:
        """Return what a folder holds; None, with an entry that says why, where it cannot be read."""
        names: _Names = {}
        try:
            with os.scandir(self._chain.open(path)) as found:
                for item in found:
                    try:
                        status = item.stat(follow_symlinks=False)
                    except FileNotFoundError:
                        continue  # deleted since the folder was listed, so it is not there
                    names[item.name if _IS_UTF8 else path_text(os.fsencode(item.name))] = status
        except OSError as error:
            skip, detail = skip_reason(error)
            self._skip(path, skip, f"folder, {detail}" if detail else "folder")
            return None
        return names

    def _with_own_rules(self, place: Place, folder: int, names: _Names) -> Place:
        """Put the rule files of this folder before those of its ancestors."""
        start = len(place.path) + 1 if place.path else 0
        has_git_rules = ".gitignore" in names and self._listing.options.has_git_rules
        if has_git_rules and (rules := self._control.read_rules(folder, place.path, ".gitignore")):
            place = place._replace(git_rules=((start, rules), *place.git_rules))
        if ".repobookignore" in names and (
            rules := self._control.read_rules(folder, place.path, ".repobookignore")
        ):
            place = place._replace(book_rules=((start, rules), *place.book_rules))
        if ".gitattributes" in names and (found := self._control.read_attributes(folder, place.path)):
            place = place._replace(attributes=(found, *place.attributes))
        return place

    def _take_folder(self, place: Place, name: str, status: os.stat_result, inner: list[Place]) -> None:
        if name in _VERSION_CONTROL:
            return
        path, length, extension = self._measure(place, name)
        if path in self._outputs:
            return  # whether it is there already must not change the book
        rule = ignored_by = ""
        is_included = place.is_included
        if length <= self._listing.options.max_path_bytes:
            rule, ignored_by = self._selection.rule_against(place, path, name, extension, True)
            is_included = self._selection.includes(place, path, name, extension, True)
        if rule:
            self._ignore(path, True, rule)
        elif path in self._tracked.submodules:
            self._skip(path, "submodule", "a submodule of git")
        elif status.st_dev != self._device:
            self._skip(path, "other_device", "folder")
        elif length > MAX_WALK_PATH_BYTES or place.depth >= MAX_WALK_DEPTH:
            self._skip(path, "path_limit", "folder; what it holds was not looked at")
        else:
            inner.append(
                place._replace(
                    path=path, depth=place.depth + 1, ignored_by=ignored_by, is_included=is_included
                )
            )

    def _take_file(
        self, place: Place, files: tuple[AttributeFile, ...], folder: int, name: str, status: os.stat_result
    ) -> None:
        path, length, extension = self._measure(place, name)
        if path in self._outputs:
            return
        if length > self._listing.options.max_path_bytes:
            # No rule is asked about it: what a match costs grows with the length of the path.
            self._skip(path, "path_limit", f"{length:,} bytes", status)
            return
        rule, _ = self._selection.rule_against(place, path, name, extension, False)
        if not rule and not self._selection.includes(place, path, name, extension, False):
            rule = self._selection.include_rule
        if rule:
            self._ignore(path, False, rule)
        elif stat.S_ISREG(status.st_mode):
            if status.st_size > self._listing.options.max_file_bytes:
                self._skip(path, "too_large", f"{status.st_size:,} bytes", status)
                return
            attributes = find_attributes(files, path, name, extension) if files else None
            self._listing.entries.append(Entry(path, status.st_size, status.st_mode, attributes=attributes))
        elif stat.S_ISLNK(status.st_mode):
            self._take_link(path, folder, name)
        else:
            self._skip(path, "not_regular", _SPECIAL.get(stat.S_IFMT(status.st_mode), ""))

    def _take_link(self, path: str, folder: int, name: str) -> None:
        try:
            self._links[path] = read_link(folder, name)
        except OSError as error:
            self._skip(path, *skip_reason(error))

    def _measure(self, place: Place, name: str) -> tuple[str, int, str]:
        """Return the path, its length in bytes, and the last dot of the name with what follows."""
        path = f"{place.path}/{name}" if place.path else name
        dot = name.rfind(".")
        extension = name[dot:] if dot >= 0 else ""
        if path.isascii():
            return path, len(path), extension
        if found := _HIDDEN.search(name):
            detail = f"U+{ord(found.group()):04X} in its name"
            self._listing.notes.append(Problem(path, "hidden_unicode", detail))
        return path, len(path_bytes(path)), extension

    def _skip(self, path: str, skip: str, detail: str, status: os.stat_result | None = None) -> None:
        size, mode = (status.st_size, status.st_mode) if status else (0, 0)
        self._listing.entries.append(Entry(path, size, mode, skip, detail))

    def _ignore(self, path: str, is_folder: bool, rule: str) -> None:
        self._listing.ignored.append(Ignored(path + "/" if is_folder else path, rule))


def _paths_inside(root: str, outputs: tuple[str, ...]) -> frozenset[str]:
    """Return those of `outputs` that lie below `root`, relative to it. Compared by parts, not by prefix."""
    prefix = root.rstrip("/") + "/"
    real = (path_text(os.fsencode(os.path.realpath(output))) for output in outputs)
    return frozenset(path[len(prefix) :] for path in real if path.startswith(prefix))


def _is_book(folder: int) -> bool:
    """Recognise an earlier book by its manifest, so that no book ever describes a book."""
    return _BOOK_MARK.search(read_bounded(folder, "manifest.json", 4096) or b"") is not None


def _refuse_bare(root: str, folder: int, names: _Names) -> None:
    if {"HEAD", "config", "objects", "refs"} <= names.keys() and _BARE.search(
        read_bounded(folder, "config", 64 * 1024) or b""
    ):
        raise InputError(f"{root}: a bare git repository has no work tree. Clone it and give the clone.")
