"""The files that steer a walk: ignore files, attribute files, git's index. Read as data, and bounded.

A limit for each file is not enough: ten thousand folders may hold one each. So there is one for all.
"""

from __future__ import annotations

import posixpath

from repobook.facts import Problem
from repobook.scan.attributes import AttributeFile, parse_attributes
from repobook.scan.folders import FolderChain, read_bounded, skip_reason
from repobook.scan.gitindex import MAX_BYTES as MAX_INDEX_BYTES
from repobook.scan.gitindex import BrokenIndex, Tracked, parse_index
from repobook.scan.ignore import MAX_BYTES, RuleList, parse_rules

MAX_TOTAL_BYTES = 64 * 1024 * 1024
MAX_TOTAL_WILDCARD_CHARACTERS = 256 * 1024


class ControlFiles:
    """Reads control files; what is wrong with one becomes a note."""

    def __init__(self, notes: list[Problem]) -> None:
        self._notes = notes
        self._bytes_left = MAX_TOTAL_BYTES
        self._wildcards_left = MAX_TOTAL_WILDCARD_CHARACTERS

    def read_rules(self, folder: int, folder_path: str, name: str, label: str = "") -> RuleList | None:
        """Read an ignore file; `label` is its path where it does not lie in the folder that it rules."""
        label = label or _join(folder_path, name)
        text = self._read(folder, name, label)
        if text is None:
            return None
        rules, problem = parse_rules(text, label)
        self._note_limit(label, problem)
        cost = sum(rule.wildcard_cost for rule in rules)
        if cost > self._wildcards_left:
            self._note_limit(
                label, "too many wildcards in all rule files together; those of this one are not applied"
            )
            rules = [rule for rule in rules if rule.wildcard_cost == 0]
        else:
            self._wildcards_left -= cost
        return RuleList(rules) if rules else None

    def read_attributes(
        self, folder: int, folder_path: str, name: str = ".gitattributes", label: str = ""
    ) -> AttributeFile | None:
        """Read an attribute file; None where it says nothing that we use."""
        label = label or _join(folder_path, name)
        text = self._read(folder, name, label)
        if text is None:
            return None
        file, problem = parse_attributes(text, label, folder_path + "/" if folder_path else "")
        self._note_limit(label, problem)
        return file if file.lists else None

    def find_git_folder(self, chain: FolderChain, is_file: bool) -> str | None:
        """Return the path of git's own folder where it lies inside the tree; nothing outside is read."""
        if not is_file:
            return ".git"
        text = read_bounded(chain.root, ".git", 4096) or b""
        target = text.removeprefix(b"gitdir:").strip().decode("utf-8", "surrogateescape")
        path = posixpath.normpath(target)
        if not text.startswith(b"gitdir:") or path.startswith(("/", "../")) or path in ("..", "."):
            self._note_git(".git", "points outside the tree; ignore rules apply to tracked files as well")
            return None
        return path

    def read_index(self, chain: FolderChain, git_folder: str) -> Tracked:
        """Return what git tracks; an index that cannot be read is a note, and nothing counts as tracked."""
        try:
            data = read_bounded(chain.open(git_folder), "index", MAX_INDEX_BYTES + 1)
        except OSError as error:
            _, detail = skip_reason(error)
            self._note_git(git_folder, f"cannot be opened: {detail or 'gone'}")
            return Tracked()
        if data is None:
            return Tracked()  # nothing was ever added
        try:
            if len(data) > MAX_INDEX_BYTES:
                raise BrokenIndex(f"larger than {MAX_INDEX_BYTES:,} bytes")
            tracked = parse_index(data)
        except BrokenIndex as error:
            self._note_git(f"{git_folder}/index", str(error))
            return Tracked()
        if tracked.note:
            self._note_git(f"{git_folder}/index", tracked.note)
        return tracked

    def read_shared(
        self, chain: FolderChain, git_folder: str
    ) -> tuple[RuleList | None, AttributeFile | None]:
        """Read `info/exclude` and `info/attributes`: rules for the whole tree that are not part of it."""
        try:
            info = chain.open(f"{git_folder}/info")
        except OSError as error:
            skip_reason(error)
            return None, None
        label = f"{git_folder}/info"
        rules = self.read_rules(info, "", "exclude", f"{label}/exclude")
        return rules, self.read_attributes(info, "", "attributes", f"{label}/attributes")

    def _read(self, folder: int, name: str, label: str) -> str | None:
        if self._bytes_left <= 0:
            self._note_limit(
                label, f"more than {MAX_TOTAL_BYTES:,} bytes of rule files; this one is not applied"
            )
            return None
        data = read_bounded(folder, name, MAX_BYTES + 1)
        if data is None:
            return None
        self._bytes_left -= len(data)
        if len(data) > MAX_BYTES:
            data = data[: data.rfind(b"\n", 0, MAX_BYTES) + 1]
            self._note_limit(label, f"larger than {MAX_BYTES:,} bytes; the rest is not applied")
        return data.decode("utf-8", "surrogateescape")

    def _note_limit(self, path: str, detail: str) -> None:
        if detail:
            self._notes.append(Problem(path, "truncated", detail))

    def _note_git(self, path: str, detail: str) -> None:
        self._notes.append(Problem(path, "git_unavailable", detail))


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
