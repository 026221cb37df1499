"""Everything that a link of the book may lead to, numbered: pages, and the files and folders of the repository."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from repobook.verify.book import MANIFEST, SUMS, Manifest, SourceEntry
from repobook.verify.site import SitePage

DIGEST_BYTES = 32
NO_DIGEST = bytes(DIGEST_BYTES)


class Targets:
    """The targets of one book: what each one is, and digests of what is stated of it.

    `pages` are those of the bytes of pages. `files` are those of the files that pages show, and stand with these pages.
    """

    DOCS, KEYWORDS, PAGE, UNWRITTEN, DOCUMENTED, LISTED = b"dkpufl"

    def __init__(
        self, manifest: Manifest, pending: frozenset[str], sources: Iterable[str], has_source: bool
    ) -> None:
        unwritten = (pending | {MANIFEST, SUMS}) - manifest.pages.keys()
        # Names of the repository begin with `/`, which no page does.
        self.names = [*manifest.pages, *sorted(unwritten), *sorted("/" + path for path in sources)]
        self.numbers = {name: number for number, name in enumerate(self.names)}
        shown = {entry.docs: entry for entry in manifest.documented}
        keywords = {entry.keywords for entry in manifest.documented}
        documented = {"/" + entry.path for entry in manifest.documented}
        kinds, pages, files = bytearray(), bytearray(), bytearray()
        for name in self.names:
            digest = manifest.pages[name][0] if name in manifest.pages else ""
            if name in shown:
                kinds.append(self.DOCS)
            elif digest:
                kinds.append(self.KEYWORDS if name in keywords else self.PAGE)
            elif name.startswith("/"):
                kinds.append(self.DOCUMENTED if name in documented else self.LISTED)
            else:
                kinds.append(self.UNWRITTEN)
            pages += bytes.fromhex(digest) or NO_DIGEST
            # Without the source, what a line holds is read from the page.
            files += _digest_file(shown[name], "" if has_source else digest) if name in shown else NO_DIGEST
        self.kinds, self.pages, self.files = bytes(kinds), bytes(pages), files

    def forget_files(self, pages: Iterable[str]) -> None:
        """Forget what is stated of the files that these pages show, so that nothing rests on them."""
        for page in pages:
            at = self.numbers[page] * DIGEST_BYTES
            self.files[at : at + DIGEST_BYTES] = NO_DIGEST


def digest_anchors(anchors: str) -> bytes:
    """Return a digest of what a page can be asked for: its anchors, a line each."""
    return sha256(anchors.encode("utf-8", "surrogatepass")).digest()


def digest_site_page(page: SitePage) -> bytes:
    """Return a digest of what a page of the site can be asked for."""
    return sha256(repr((page.lines, sorted(page.ids))).encode()).digest()


def _digest_file(entry: SourceEntry, page: str) -> bytes:
    stated = (
        entry.path, entry.sha256, entry.size_bytes, entry.lines, entry.encoding, entry.docs, entry.keywords, entry.masks,
    )  # fmt: skip
    return sha256(f"{page}{stated!r}".encode()).digest()
