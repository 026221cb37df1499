"""`SHA256SUMS`: the same checksums as the manifest's, for `sha256sum -c`."""

from __future__ import annotations

import re
from bisect import bisect_left

from repobook.verify.book import MANIFEST, SUMS, Manifest
from repobook.verify.findings import Findings
from repobook.verify.roots import Root

MAX_SUMS_BYTES = 1 << 30
_LINE = re.compile(r"([0-9a-f]{64})  ([^\n]+)")


def check_sums(book: Root, manifest: Manifest, own: str, pending: frozenset[str], findings: Findings) -> None:
    """Check that the list agrees with the manifest, line by line and in order; `own` is the digest of that."""
    try:
        data = book.read(SUMS, MAX_SUMS_BYTES)
    except FileNotFoundError:
        if not pending:
            findings.add(SUMS, "sums_missing", "the book has no list of checksums")
        return
    except OSError as error:
        findings.add(SUMS, "sums_differ", str(error))
        return
    findings.count("checksums", len(manifest.pages) + 1)
    pages, paths = manifest.pages, sorted(manifest.pages)
    rows = [f"{pages[path][0]}  {path}\n" for path in paths]
    rows.insert(bisect_left(paths, MANIFEST), f"{own}  {MANIFEST}\n")
    if data == "".join(rows).encode("utf-8"):
        return
    wanted = {path: digest for path, (digest, _) in manifest.pages.items()}
    wanted[MANIFEST] = own
    _find_differences(data.decode("utf-8", "replace"), wanted, pending, findings)


def _find_differences(text: str, wanted: dict[str, str], pending: frozenset[str], findings: Findings) -> None:
    listed: dict[str, str] = {}
    before = ""
    for number, row in enumerate(text.removesuffix("\n").split("\n"), 1):
        match = _LINE.fullmatch(row)
        if match is None:
            findings.add(SUMS, "sums_differ", "not a checksum, two spaces and a path", number)
            continue
        digest, path = match.groups()
        if path <= before:
            findings.add(SUMS, "sums_differ", f"{path} stands after {before}", number)
        before = path
        listed[path] = digest
        if path not in wanted:
            if path not in pending:
                findings.add(SUMS, "sums_differ", f"{path} is not a file of the book", number)
        elif wanted[path] != digest:
            what = "is not that of the file" if path == MANIFEST else "is not the one in the manifest"
            findings.add(SUMS, "sums_differ", f"the checksum of {path} {what}", number)
    for path in sorted(wanted.keys() - listed.keys()):
        findings.add(SUMS, "sums_differ", f"{path} is not listed")
