"""Everything that a link of the book may lead to, numbered: pages, and the files and folders of the repository."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Protocol

from repobook.verify.book import MANIFEST, SUMS, Manifest, SourceEntry
from repobook.verify.site import SitePage

DIGEST_BYTES = 32
NO_DIGEST = bytes(DIGEST_BYTES)


class Earlier(Protocol):
    """What an earlier check kept of the targets. Of all files something is stated here: none of them was wrong."""

    names: list[str]
    kinds: bytes
    pages: bytes | bytearray
    files: bytes | bytearray


class Targets:
    """The targets of one book: what each one is, and digests of what is stated of it.

    `pages` are those of the bytes of pages. `files` are those of the files that pages show, and stand with these pages.
    """

    DOCS, KEYWORDS, PAGE, UNWRITTEN, DOCUMENTED, LISTED = b"dkpufl"

    def __init__(
        self,
        manifest: Manifest,
        pending: frozenset[str],
        sources: Iterable[str],
        has_source: bool,
        last: Earlier | None = None,
    ) -> None:
        """`last` is what an earlier check stated of the same: digests of files that are stated alike are taken from it."""
        self.names = name_targets(manifest, pending, sources)
        self.numbers = number_names(self.names)
        numbers, pages = self.numbers, manifest.pages
        unwritten = len(self.names) - len(pages)
        self.is_renewed = last is not None and has_source and self._renew(manifest, last)
        if self.is_renewed:
            return
        digests = [digest for digest, _ in pages.values()]
        self.pages: bytes | bytearray = bytes.fromhex("".join(digests)) + bytes(unwritten * DIGEST_BYTES)
        kinds = bytearray([self.PAGE]) * len(pages) + bytearray(
            self.LISTED if name.startswith("/") else self.UNWRITTEN for name in self.names[len(pages) :]
        )
        files = bytearray(len(self.names) * DIGEST_BYTES)
        for entry in manifest.documented:
            if entry.keywords in pages:
                kinds[numbers[entry.keywords]] = self.KEYWORDS
        for entry in manifest.documented:
            if (source := numbers.get("/" + entry.path)) is not None:
                kinds[source] = self.DOCUMENTED
            if entry.docs in numbers:
                number = numbers[entry.docs]
                kinds[number] = self.DOCS
                # Without the source, what a line holds is read from the page.
                page = pages[entry.docs][0] if not has_source and entry.docs in pages else ""
                files[number * DIGEST_BYTES : (number + 1) * DIGEST_BYTES] = _digest_file(entry, page)
        self.kinds, self.files = bytes(kinds), files

    def _renew(self, manifest: Manifest, last: Earlier) -> bool:
        """Take over what was stated before, where it is known what is stated otherwise; tell whether it is."""
        since = manifest.since
        if since is None or last.names != self.names:
            return False
        self.kinds, self.pages, self.files = last.kinds, bytearray(last.pages), bytearray(last.files)
        for page in since.pages:
            at = self.numbers[page] * DIGEST_BYTES
            self.pages[at : at + DIGEST_BYTES] = bytes.fromhex(manifest.pages[page][0])
        others = set(since.files)
        for entry in manifest.documented if others else ():
            if entry.docs in others:
                at = self.numbers[entry.docs] * DIGEST_BYTES
                self.files[at : at + DIGEST_BYTES] = _digest_file(entry, "")
        return True

    def forget_files(self, pages: Iterable[str]) -> None:
        """Forget what is stated of the files that these pages show, so that nothing rests on them."""
        for page in pages:
            at = self.numbers[page] * DIGEST_BYTES
            self.files[at : at + DIGEST_BYTES] = NO_DIGEST


def name_targets(manifest: Manifest, pending: frozenset[str], sources: Iterable[str]) -> list[str]:
    """Return the names of all targets. Those of the repository begin with `/`, which no page does."""
    unwritten = (pending | {MANIFEST, SUMS}) - manifest.pages.keys()
    return [*manifest.pages, *sorted(unwritten), *sorted("/" + path for path in sources)]


def number_names(names: list[str]) -> dict[str, int]:
    return dict(zip(names, range(len(names)), strict=True))


def digest_anchors(anchors: str) -> bytes:
    """Return a digest of what a page can be asked for: its anchors, a line each."""
    return sha256(anchors.encode("utf-8", "surrogatepass")).digest()


def digest_site_page(page: SitePage) -> bytes:
    """Return a digest of what a page of the site can be asked for."""
    return sha256(repr((page.lines, sorted(page.ids))).encode()).digest()


def _digest_file(entry: SourceEntry, page: str) -> bytes:
    masks = f"{entry.masks!r}" if entry.masks else ""
    stated = (
        f"{page}\0{entry.path}\0{entry.sha256}\0{entry.size_bytes}\0{entry.lines}\0{entry.encoding}\0{entry.docs}"
        f"\0{entry.keywords}\0{masks}"
    )
    return sha256(stated.encode("utf-8", "surrogatepass")).digest()
