"""Everything that a link of the book may lead to, numbered: pages, and the files and folders of the repository."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from repobook.verify.book import MANIFEST, SUMS, Manifest, SourceEntry

STATE_BYTES = 32
_NO_STATE = bytes(STATE_BYTES)


def list_targets(manifest: Manifest, pending: frozenset[str], sources: Iterable[str]) -> list[str]:
    """Return the names of all targets; a target's place is its number. Names of the repository begin with `/`."""
    unwritten = (pending | {MANIFEST, SUMS}) - manifest.pages.keys()
    return [*manifest.pages, *sorted(unwritten), *sorted("/" + path for path in sources)]


class Targets:
    """The targets of one book: what each one is, and a digest of what is stated of its content."""

    DOCS, KEYWORDS, PAGE, UNWRITTEN, DOCUMENTED, LISTED = b"dkpufl"

    def __init__(self, manifest: Manifest, names: list[str]) -> None:
        self.names = names
        files = {entry.docs: entry for entry in manifest.documented}
        keywords = {entry.keywords for entry in manifest.documented}
        documented = {"/" + entry.path for entry in manifest.documented}
        kinds, self.states = bytearray(), list[bytes]()
        for name in names:
            digest = manifest.pages[name][0] if name in manifest.pages else ""
            if name in files:
                kinds.append(self.DOCS)
            elif digest:
                kinds.append(self.KEYWORDS if name in keywords else self.PAGE)
            elif name.startswith("/"):
                kinds.append(self.DOCUMENTED if name in documented else self.LISTED)
            else:
                kinds.append(self.UNWRITTEN)
            self.states.append(_state_of(files.get(name), digest))
        self.kinds = bytes(kinds)


def _state_of(entry: SourceEntry | None, digest: str) -> bytes:
    if entry is None:
        return bytes.fromhex(digest) if digest else _NO_STATE
    # A page that shows a file stands for that file too: for its lines, and for what they hold.
    stated = (
        entry.path, entry.sha256, entry.size_bytes, entry.lines, entry.encoding, entry.keywords, entry.masks,
    )  # fmt: skip
    return sha256(f"{digest}{stated!r}".encode()).digest()
