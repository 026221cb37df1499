"""Check a source file together with its two pages, or one page by itself. This is what runs in a worker."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from hashlib import sha256

from repobook.verify.anchors import find_anchors
from repobook.verify.book import Manifest, SourceEntry
from repobook.verify.checksums import check_sums
from repobook.verify.citations import LinkChecker, read_claim, report_name
from repobook.verify.completeness import check_source_files
from repobook.verify.findings import Findings
from repobook.verify.form import check_bytes, check_form
from repobook.verify.identifiers import check_identifiers, take_identifiers
from repobook.verify.kept import Record
from repobook.verify.links import find_sources
from repobook.verify.pages import Page, open_page, read_prose
from repobook.verify.roots import NotRegularError, Read, Root, Seen, TooLargeError
from repobook.verify.shown import show
from repobook.verify.site import Roots, SitePage, check_site_page, report_fragments
from repobook.verify.sources import (
    MAX_SOURCE_BYTES,
    Change,
    SourceText,
    check_source_text,
    read_fence,
    read_source,
)
from repobook.verify.stale import report_stale_names, text_now
from repobook.verify.targets import digest_anchors, digest_site_page, name_targets, number_names

MAX_PAGE_BYTES = 1 << 28


@dataclass(slots=True)
class Answer:
    """What a worker has to say about its part of the book."""

    findings: Findings = field(default_factory=Findings)
    pages: int = 0
    anchors: dict[str, str] = field(default_factory=dict)  # page -> its anchors, a line each
    wanted: dict[str, str] = field(default_factory=dict)  # page -> lines of "page<tab>anchor"
    claims: dict[int, str] = field(default_factory=dict)  # file -> lines of "first last page<tab>name"
    site: dict[str, SitePage] = field(default_factory=dict)  # page of the site -> what others may ask of it
    site_wanted: list[tuple[str, str, list[str]]] = field(
        default_factory=list
    )  # page, the page it leads to, ids
    changed: list[int] = field(default_factory=list)  # files that are no longer what they were
    records: list[tuple[int, Record]] = field(default_factory=list)  # the unit's page, and what it rests on
    faces: dict[int, bytes] = field(
        default_factory=dict
    )  # number of a page -> digest of what others may ask of it


class Examiner:
    """Holds the open book and source. Each process makes its own."""

    def __init__(
        self,
        book: str,
        source: str | None,
        manifest: Manifest,
        pending: frozenset[str],
        is_recorded: bool = False,
        seens: Mapping[str, Read] | None = None,
        numbers: dict[str, int] | None = None,
    ) -> None:
        """`is_recorded` says that somebody asks for records of units, by the `numbers` of targets.

        `seens` are the files of the source that a build has just read.
        """
        self._book = Root(book)
        self._source = Root(source) if source is not None else None
        self._manifest = manifest
        self._files = manifest.documented
        self._pending = pending
        self._is_recorded = is_recorded
        self._seens = seens
        if numbers is not None:
            self._numbers = numbers

    # Tables of the whole book: whoever only compares bytes needs none of them.

    @cached_property
    def _checker(self) -> LinkChecker:
        return LinkChecker(self._manifest, self._pending)

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(self._manifest.pages) | self._pending

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return number_names(name_targets(self._manifest, self._pending, find_sources(self._manifest)))

    @cached_property
    def _site(self) -> frozenset[str]:
        owned = {entry.docs for entry in self._files} | {entry.keywords for entry in self._files}
        return frozenset(page for page in self._manifest.pages if page.endswith(".html")) - owned

    def close(self) -> None:
        self._book.close()
        if self._source is not None:
            self._source.close()

    def examine(self, files: list[int], pages: list[str]) -> Answer:
        """Check some files with their pages, and some pages that belong to no file."""
        answer = Answer()
        self._checker.wanted, self._checker.claims = {}, {}
        for number in files:
            self._examine_unit(self._files[number].docs, number, answer)
        for path in pages:
            self._examine_unit(path, -1, answer)
        answer.wanted = {page: "\n".join(lines) for page, lines in self._checker.wanted.items()}
        answer.claims = {number: "\n".join(lines) for number, lines in self._checker.claims.items()}
        return answer

    def account(self, apart: frozenset[str], tops: frozenset[str], is_in: bool) -> tuple[Findings, list[int]]:
        """Report files of the source that are neither documented nor listed with a reason: what lies in folders `tops` of the root,
        or all but that.

        Return also the files that do not look as they did when a build read them, or that it read otherwise than is stated.
        """
        findings, seens = Findings(), self._seens
        looks: dict[str, Seen] | None = None if seens is None else {}

        def is_ours(path: str) -> bool:
            return (path.partition("/")[0] in tops) is is_in

        if self._source is not None:
            check_source_files(self._source, self._book, self._manifest, apart, findings, looks, is_ours)
        if seens is None or looks is None:
            return findings, []
        others = []
        for number, entry in enumerate(self._files):
            if not is_ours(entry.path):
                continue
            seen = looks.get(entry.path)
            if seen is None or seens.get(entry.path) != (entry.sha256, seen) or seen[1] != entry.size_bytes:
                others.append(number)
        return findings, others

    def check_sums(self, own: str) -> Findings:
        """Report where `SHA256SUMS` does not agree with the manifest, whose digest is given."""
        findings = Findings()
        check_sums(self._book, self._manifest, own, self._pending, findings)
        return findings

    def compare_sources(self, files: list[int]) -> list[str]:
        """Return those files, by their pages, whose bytes are not what the manifest states."""
        return [
            self._files[number].docs for number in files if not self._is_source_as_stated(self._files[number])
        ]

    def compare_pages(self, files: list[int], pages: list[str]) -> list[str]:
        """Return those units, by their pages, whose pages are not what the manifest states."""
        entries = (self._files[number] for number in files)
        differing = [
            entry.docs
            for entry in entries
            if not (self._is_page_as_stated(entry.docs) and self._is_page_as_stated(entry.keywords))
        ]
        return differing + [path for path in pages if not self._is_page_as_stated(path)]

    def _is_source_as_stated(self, entry: SourceEntry) -> bool:
        try:
            found = self._source.digest(entry.path, MAX_SOURCE_BYTES) if self._source is not None else None
        except OSError:
            return False
        return found is None or found == (entry.sha256, entry.size_bytes)

    def _is_page_as_stated(self, path: str) -> bool:
        try:
            return self._book.digest(path, MAX_PAGE_BYTES) == self._manifest.pages.get(path)
        except OSError:
            return False

    def _examine_unit(self, page: str, number: int, answer: Answer) -> None:
        """Examine a file, or the page where there is none, and record what it rests on if it is right by itself."""
        examine = partial(self._examine_file, number) if number >= 0 else partial(self._examine_other, page)
        if not self._is_recorded:
            examine(answer)
            return
        before, answer.findings = answer.findings, Findings()
        wanted_before = len(answer.site_wanted)
        self._checker.take_targets()
        examine(answer)
        names = self._checker.take_targets()
        if not answer.findings.problems and page.endswith((".md", ".html")):
            leads, cites, wants = (array("I", [self._numbers[name] for name in group]) for group in names)
            checks = dict(answer.findings.checks)
            # These are counted when all pages are known. That they are, the unit rests on.
            for _, leads_to, fragments in answer.site_wanted[wanted_before:]:
                if leads_to in self._site:
                    checks["site anchors"] = checks.get("site anchors", 0) + len(fragments)
            answer.records.append((self._numbers[page], Record(leads, cites, wants, checks)))
        before.absorb(answer.findings)
        answer.findings = before

    def _examine_other(self, path: str, answer: Answer) -> None:
        page = self._open(path, answer)
        if page is not None and path.endswith(".html"):
            self._examine_site(page, answer)
        elif page is not None:
            read_prose(page)
            self._examine_page(page, {path: self._anchors_of(page, answer)}, -1, None, answer.findings)

    def _examine_site(self, page: Page, answer: Answer) -> None:
        stated = self._manifest
        roots = Roots(stated.source_root, stated.site_url, stated.markdown_url)
        wanted = check_site_page(
            page.path, page.data, self._names, roots, answer.findings, self._checker.leads_to
        )
        self._checker.wants |= wanted.keys()
        answer.site[page.path] = own = SitePage(page.data)
        if self._is_recorded:
            answer.faces[self._numbers[page.path]] = digest_site_page(own)
        for leads_to, fragments in sorted(wanted.items()):
            if leads_to != page.path:
                answer.site_wanted.append((page.path, leads_to, sorted(fragments)))
            else:
                report_fragments(page.path, leads_to, own, fragments, answer.findings)

    def doubt_claims(
        self, claims: list[tuple[int, list[str]]], changed: frozenset[int]
    ) -> list[tuple[int, list[str]]]:
        """Return those claims about files, made on pages elsewhere, that the files do not bear out."""
        answer = []
        for number, lines in claims:
            text = self._text_of(self._files[number], number in changed)
            if text is None:
                continue
            doubtful = []
            for claim in "\n".join(lines).split("\n"):
                first, last, _, name = read_claim(claim)
                if not text.holds(name, first, last):
                    doubtful.append(claim)
            if doubtful:
                answer.append((number, doubtful))
        return answer

    def report_claims(self, path: str, claims: set[tuple[int, int, int, str]]) -> Findings:
        """Report the citations on a page that make one of these claims: file, first line, last line, name."""
        findings = Findings()
        if page := self._read_again(path):
            for citation in self._checker.find_citations(page):
                if citation[1:] in claims:
                    report_name(page, citation, self._files[citation.file].path, findings)
        return findings

    def find_anchors(self, paths: list[str]) -> dict[str, str]:
        """Return the anchors of pages that were not asked for before, as far as they can be read."""
        found = {}
        for path in paths:
            if page := self._read_again(path):
                found[path] = "\n".join(find_anchors([text for _, text in page.headings]))
        return found

    def find_site_pages(self, paths: list[str]) -> dict[str, SitePage]:
        """Return what others may ask of pages of the site that need no examination."""
        found = {}
        for path in paths:
            with suppress(OSError):
                found[path] = SitePage(self._book.read(path, MAX_PAGE_BYTES))
        return found

    def report_anchors(self, path: str, anchors: set[tuple[str, str]]) -> Findings:
        """Report the links on a page that lead to one of these: page and anchor that it does not have."""
        findings = Findings()
        if page := self._read_again(path):
            for leads_to, anchor in sorted(anchors):
                for link in self._checker.find_links(page, leads_to, anchor):
                    detail = f"{leads_to} has no heading for #{anchor}"
                    findings.add(path, "broken_anchor", detail, page.line_of_link(link))
        return findings

    def gather_citations(self, paths: list[str], files: frozenset[int]) -> dict[int, str]:
        """Return the citations of some files on some pages, as claims that have a line instead of a name."""
        found: dict[int, list[str]] = {}
        for path in paths:
            if page := self._read_again(path):
                for citation in self._checker.find_citations(page):
                    if citation.file in files:
                        line = page.line_of_link(citation.link)
                        claim = f"{citation.first_line} {citation.last_line} {path}\t{line}"
                        found.setdefault(citation.file, []).append(claim)
        return {number: "\n".join(claims) for number, claims in found.items()}

    def report_stale(self, citations: list[tuple[int, list[str]]]) -> Findings:
        """Report the citations of lines that are no longer where or what they were when the book was made."""
        findings = Findings()
        for number, claims in citations:
            entry = self._files[number]
            change = self._find_change(entry)
            for claim in "\n".join(claims).split("\n") if change is not None else ():
                first, last, page, line = read_claim(claim)
                what = change.describe(first, last) if change is not None else ""
                if what:
                    detail = f"L{first}-L{last} of {entry.path}: {what}"
                    findings.add(page, "stale_citation", detail, int(line))
        return findings

    def report_stale_names(self, files: list[int]) -> Findings:
        """Report the entries of keyword pages whose lines do not hold their names any more."""
        findings = Findings()
        for number in files:
            entry = self._files[number]
            if self._source is None or not entry.keywords.endswith(".md"):
                continue
            try:
                data = self._source.read(entry.path, MAX_SOURCE_BYTES)
                page = open_page(entry.keywords, self._book.read(entry.keywords, MAX_PAGE_BYTES))
            except OSError:
                continue  # that has been told
            before = self._shown_text(entry) if self._manifest.has_source_texts else None
            before = before or SourceText(b"", 0)
            change = Change(before, text_now(data, entry, before))
            report_stale_names(page, change, entry.lines, findings)
        return findings

    def _find_change(self, entry: SourceEntry) -> Change | None:
        """Return what changed in a file since the book was made, if the book still shows its text of then."""
        before = self._shown_text(entry)
        if before is None or self._source is None:
            return None
        shown, _ = read_source(self._source, entry, Findings())
        return Change(before, SourceText(shown, 0)) if shown is not None else None

    def _text_of(self, entry: SourceEntry, is_changed: bool) -> SourceText | None:
        """Return the text that citations of a file are about: the file's, or if that changed, the page's."""
        if self._source is not None and not (is_changed and self._manifest.has_source_texts):
            with suppress(OSError):
                data = self._source.read(entry.path, MAX_SOURCE_BYTES)
                return SourceText(show(data, entry.encoding), entry.lines)
        return self._shown_text(entry)

    def _read_again(self, path: str) -> Page | None:
        """Read a page whose bytes have been judged before; None if it cannot be read."""
        try:
            page = open_page(path, self._book.read(path, MAX_PAGE_BYTES))
            read_prose(page)
        except (OSError, UnicodeDecodeError):
            return None
        return page

    def _shown_text(self, entry: SourceEntry) -> SourceText | None:
        page = self._read_again(entry.docs)
        found = read_fence(page) if page is not None else None
        return SourceText(found[0], entry.lines) if found else None

    def _examine_file(self, number: int, answer: Answer) -> None:
        entry, findings = self._files[number], answer.findings
        docs, keywords = self._open(entry.docs, answer), self._open(entry.keywords, answer)
        text = None
        shown, is_changed = None, False
        if self._source is not None:
            shown, is_changed = read_source(self._source, entry, findings)
            if is_changed:
                answer.changed.append(number)
            if shown is not None and not (is_changed and self._manifest.has_source_texts):
                text = SourceText(shown, entry.lines)
        if docs is not None and self._manifest.has_source_texts:
            if shown is not None and not is_changed:
                check_source_text(docs, shown, findings)
            else:
                found = read_fence(docs)
                if found is None:
                    findings.add(docs.path, "source_text", "there is no fence below `## Original Source`")
                else:
                    text = SourceText(found[0], entry.lines)
        anchors = {}
        listed = take_identifiers(keywords) if keywords is not None else None
        for page in (docs, keywords):
            if page is not None:
                read_prose(page)
        # Hardly any link leads to a heading of a keyword page; those that do are looked into later.
        if docs is not None:
            anchors[docs.path] = self._anchors_of(docs, answer)
        for page in (docs, keywords):
            if page is not None:
                self._examine_page(page, anchors, number, text, findings)
        if keywords is not None and listed is not None:
            # What a changed file holds now is asked later, of all changed files.
            known = text if self._manifest.has_source_texts or not is_changed else None
            check_identifiers(keywords, listed, known, entry.lines, findings)

    def _examine_page(
        self,
        page: Page,
        anchors: dict[str, set[str]],
        own_file: int,
        own_text: SourceText | None,
        findings: Findings,
    ) -> None:
        # Links first: a page may have to be read with more care for them, and its form is judged by that.
        self._checker.check(page, anchors, own_file, own_text, findings)
        if self._is_recorded:
            self._checker.note_leads()
        check_form(page, findings)

    def _anchors_of(self, page: Page, answer: Answer) -> set[str]:
        anchors = find_anchors([text for _, text in page.headings])
        answer.anchors[page.path] = "\n".join(anchors)
        if self._is_recorded:
            answer.faces[self._numbers[page.path]] = digest_anchors(answer.anchors[page.path])
        return set(anchors)

    def _open(self, path: str, answer: Answer) -> Page | None:
        """Read a page and check its bytes; None if there is nothing more to check."""
        data: bytes | None = None

        def read() -> tuple[str, int]:
            nonlocal data
            if not path.endswith((".md", ".html")):
                return self._book.digest(path, sys.maxsize)
            data = self._book.read(path, MAX_PAGE_BYTES)
            return sha256(data).hexdigest(), len(data)

        compare_bytes(path, self._manifest, read, answer)
        if data is None or not check_bytes(path, data, answer.findings):
            return None
        return open_page(path, data) if path.endswith(".md") else Page(path, data)


def compare_bytes(path: str, manifest: Manifest, read: Callable[[], tuple[str, int]], answer: Answer) -> None:
    """Compare a file of the book with what is stated of it, by its checksum and size as they are `read`."""
    findings, stated = answer.findings, manifest.pages.get(path)
    if stated is None:
        return
    answer.pages += 1
    findings.count("pages")
    try:
        digest, size = read()
    except FileNotFoundError:
        findings.add(path, "missing_page", "the manifest lists it, but it is not in the book")
    except (NotRegularError, TooLargeError) as error:
        findings.add(path, "not_regular", str(error))
    except OSError as error:
        findings.add(path, "unreadable_page", error.strerror or str(error))
    else:
        findings.count("checksums")
        if size != stated[1]:
            findings.add(path, "wrong_size", f"{size:,} bytes, but the manifest states {stated[1]:,}")
        elif digest != stated[0]:
            findings.add(path, "wrong_checksum", "its SHA-256 is not the one that the manifest states")
