"""Check the links of a page, and of those that are citations also what they claim.

A citation is a link whose text ends in `L10` or `L10-L24`. It leads to a documented file or to its page, at
any anchor there: lines have none of their own. It holds if the file has those lines and one of them holds the
name in the link's title.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from repobook.verify.anchors import read_text
from repobook.verify.book import Manifest
from repobook.verify.findings import Findings
from repobook.verify.links import Resolver, decode_anchor
from repobook.verify.pages import Page, read_with_care
from repobook.verify.sources import SourceText

_LABEL = re.compile(r".*[ :#]L([1-9][0-9]{0,8})(?:-L([1-9][0-9]{0,8}))?", re.DOTALL)
_LINES = re.compile(r"L([1-9][0-9]{0,8})(?:-L([1-9][0-9]{0,8}))?")
_MAX_KNOWN = 200_000  # bounds a table, so that a hostile book cannot fill the memory
_MAX_LABELS = 2_000


class Citation(NamedTuple):
    link: int  # number of the link on its page
    file: int  # number of the documented file
    first_line: int
    last_line: int
    name: str  # "" if it claims none


# Where the links of a page with one path lead, whatever their fragments are: the fragments that need no more
# looking at (none of them "" if there is a problem), the number of the documented file (or -1), its source if it
# leads there, the page, and code and text of a problem.
Lead = tuple[AbstractSet[str], int, str, str, str, str]

_NOTHING: frozenset[str] = frozenset()
_NO_ANCHOR = frozenset({""})
_TEXT_ANCHOR = frozenset({"", "original-source"})


class LinkChecker:
    """Checks pages one after another and keeps what only other pages and other files can answer."""

    def __init__(self, manifest: Manifest, pending: frozenset[str]) -> None:
        self._files = manifest.documented
        self._lines = [entry.lines for entry in manifest.documented]
        self._by_docs = {entry.docs: number for number, entry in enumerate(manifest.documented)}
        self._by_path = {entry.path: number for number, entry in enumerate(manifest.documented)}
        self._resolver = Resolver(manifest, pending)
        # Whether a page has its Original Source is asked once, of the page itself, not by each link to it.
        self._good_of_docs = _TEXT_ANCHOR if manifest.has_source_texts else _NO_ANCHOR
        self._leads: dict[str, Lead] = {}  # by page
        self._folder, self._known = "", dict[str, Lead]()  # by path as written in that folder
        self._labels: dict[str, tuple[int, int]] = {}
        # "page<tab>anchor" by the page that should have it; "first last page<tab>name" by the file's number
        self.wanted: dict[str, list[str]] = {}
        self.claims: dict[int, list[str]] = {}
        # What pages lead to, the files that they cite, and the pages that they want anchors of, until they are taken.
        self.leads_to: set[str] = set()
        self.cited: set[int] = set()
        self.wants: set[str] = set()
        self._paths: set[str] = set()  # as written on the page at hand

    def check(
        self,
        page: Page,
        anchors: dict[str, set[str]],
        own_file: int,
        own_text: SourceText | None,
        findings: Findings,
    ) -> None:
        """Check every link of a page; `anchors` are those of the pages at hand, its own among them."""
        lines = own_text.lines if own_text is not None else []
        for citation in self._read_links(page, anchors, own_file, lines, findings):
            _, file, first, last, name = citation
            if not name:
                continue
            if file != own_file:
                self.claims.setdefault(file, []).append(f"{first} {last} {page.path}\t{name}")
            elif own_text is not None and not own_text.holds(name, first, last):
                report_name(page, citation, self._files[file].path, findings)

    def take_targets(self) -> tuple[set[str], set[str], set[str]]:
        """Return what was led to, the pages of cited files, and the pages of which anchors are wanted; start anew."""
        taken = self.leads_to, {self._files[number].docs for number in self.cited}, self.wants
        self.leads_to, self.cited, self.wants = set(), set(), set()
        return taken

    def note_leads(self) -> None:
        """Note where the page that was checked last leads to."""
        for path in self._paths:
            _, _, source, leads_to, _, _ = self._known[path]
            if source and source != ".":
                self.leads_to.add("/" + source)
            elif leads_to:
                self.leads_to.add(leads_to)

    def find_citations(self, page: Page) -> list[Citation]:
        """Return the citations of a page that are well formed, without judging anything."""
        return self._read_links(page, {}, -1, None, Findings())

    def _read_links(
        self,
        page: Page,
        anchors: dict[str, set[str]],
        own_file: int,
        own_lines: list[str] | None,
        findings: Findings,
    ) -> list[Citation]:
        self._paths = set()
        citations = self._judge_links(page, anchors, own_file, own_lines, findings)
        if citations is None:
            read_with_care(page)
            citations = self._judge_links(page, anchors, own_file, own_lines, findings)
        return citations or []

    def _judge_links(
        self,
        page: Page,
        anchors: dict[str, set[str]],
        own_file: int,
        own_lines: list[str] | None,
        findings: Findings,
    ) -> list[Citation] | None:
        """Report the links that lead nowhere; return the citations whose names are still to be looked for.

        Those are all, where `own_lines` is None. The answer None says that the links must be read with more care:
        a title has a parenthesis or a backtick. What was reported by then is reported again, and counts once.
        """
        citations = []
        bare = cited = named = 0
        targets, leads = _find_targets(page, anchors), self._leads_from(page)
        labels, counts, near, care = self._labels, self._lines, own_lines or [], page.care
        note_path, note_cited = self._paths.add, self.cited.add
        for index, (text, inside) in enumerate(page.links):
            title = ""
            if '"' in inside:
                inside, _, title = inside.partition(' "')
                if care < 2 and ("`" in title or (not care and (title[-1:] != '"' or "\\" in title))):
                    return None
            if inside in targets:
                file, source, fragment = own_file, "", ""
            else:
                path, mark, fragment = inside.partition("#")
                if not mark:
                    bare += 1
                note_path(path)
                lead = leads.get(path)
                if lead is None:
                    lead = leads[path] = self._find_lead(page, path)
                good, file, source, _, _, _ = lead
                if fragment not in good:
                    wrong = self._check_fragment(page, lead, fragment, anchors)
                    if wrong is not None:
                        findings.add(page.path, *wrong, page.line_of_link(index))
                        continue
            if not text[-1:].isdigit():
                continue
            lines = labels.get(text) or self._read_label(text)
            if lines is None:
                continue
            first, last = lines
            if file < 0:
                detail = f"[{text}]({inside}) does not lead to a documented file or its page"
                findings.add(page.path, "citation_target", detail, page.line_of_link(index))
            elif source and _read_lines(fragment) != lines:
                detail = f"[{text}]({inside}) leads to other lines than it says"
                findings.add(page.path, "citation_lines", detail, page.line_of_link(index))
            elif not first <= last <= counts[file]:
                detail = f"L{first}-L{last} of {self._files[file].path}, which has {counts[file]:,} lines"
                findings.add(page.path, "citation_lines", detail, page.line_of_link(index))
            else:
                cited += 1
                note_cited(file)
                if title:
                    named += 1
                    title = title[:-1]
                    # Nearly always the name is one of our own file's, and stands in the first line.
                    is_near = file == own_file and first <= len(near)
                    if is_near and title in near[first - 1] and "\\" not in title and "&" not in title:
                        continue
                    citations.append(Citation(index, file, first, last, _read_name(title)))
                elif own_lines is None:
                    citations.append(Citation(index, file, first, last, ""))
        findings.count("links", len(page.links))
        findings.count("anchors", len(page.links) - bare)
        findings.count("citations", cited)
        findings.count("cited names", named)
        return citations

    def _leads_from(self, page: Page) -> dict[str, Lead]:
        """Return what is known of where paths lead from the folder of a page. Its pages share many of them."""
        folder = page.path.rpartition("/")[0]
        if folder != self._folder or len(self._known) > _MAX_KNOWN:
            self._folder, self._known = folder, {}
        # The empty path is that of the page itself.
        self._known[""] = (_NOTHING, self._by_docs.get(page.path, -1), "", page.path, "", "")
        return self._known

    def _find_lead(self, page: Page, written: str) -> Lead:
        """Find where a path leads. Most paths lead to pages that others have led to before."""
        lead = self._leads.get(self._resolver.guess(page.path, written))
        if lead is not None:
            return lead
        problem, detail, leads_to, source = self._resolver.resolve(page.path, written)
        if problem:
            return _NOTHING, -1, "", "", problem, detail
        if source:
            return _NO_ANCHOR, self._by_path.get(source, -1), source, "", "", ""
        file = self._by_docs.get(leads_to, -1)
        good = self._good_of_docs if file >= 0 else _NO_ANCHOR
        lead = self._leads[leads_to] = (good, file, "", leads_to, "", "")
        return lead

    def _check_fragment(
        self, page: Page, lead: Lead, fragment: str, anchors: dict[str, set[str]]
    ) -> tuple[str, str] | None:
        """Return code and text of what is wrong with a link, or keep its fragment for later."""
        good, file, source, leads_to, problem, detail = lead
        if problem:
            return problem, detail
        if source:
            self.cited.update({file} - {-1})
            lines = _read_lines(fragment)
            if lines is None or file < 0 or not lines[0] <= lines[1] <= self._lines[file]:
                return "citation_lines", f"#{fragment} names no lines of {source}"
            return None
        anchor = decode_anchor(fragment)
        if not anchor or "\n" in anchor:
            return "bad_link", f"#{fragment} cannot be the anchor of a heading"
        if anchor in good:
            return None
        if leads_to not in anchors:
            self.wants.add(leads_to)
            self.wanted.setdefault(leads_to, []).append(f"{page.path}\t{anchor}")
        elif anchor not in anchors[leads_to]:
            return "broken_anchor", f"{leads_to} has no heading for #{anchor}"
        return None

    def _read_label(self, text: str) -> tuple[int, int] | None:
        """Return the lines that a citation names in its text; None if the link is no citation."""
        match = _LINES.fullmatch(text) or _LABEL.fullmatch(text)
        if match is None:
            return None
        lines = int(match[1]), int(match[2] or match[1])
        if lines[0] == lines[1] < _MAX_LABELS:
            # Only the short ones come again and again; a table of all would be slower than reading them.
            self._labels[text] = lines
        return lines

    def find_links(self, page: Page, leads_to: str, anchor: str) -> list[int]:
        """Return the numbers of the links of a page that lead to an anchor elsewhere."""
        found = []
        for index, (_, inside) in enumerate(page.links):
            path, _, fragment = inside.partition(' "')[0].partition("#")
            if (
                path
                and decode_anchor(fragment) == anchor
                and self._resolver.resolve(page.path, path)[2] == leads_to
            ):
                found.append(index)
        return found


def _find_targets(page: Page, anchors: dict[str, set[str]]) -> set[str]:
    """Return the targets that lead to known anchors of the pages at hand, as a neighbour writes them."""
    targets: set[str] = set()
    here = page.path.rpartition("/")[0]
    for path, known in anchors.items():
        folder, _, name = path.rpartition("/")
        if path == page.path:
            targets.update([f"#{anchor}" for anchor in known])
        elif folder == here:
            targets.update([f"{name}#{anchor}" for anchor in known])
    return targets


def _read_lines(fragment: str) -> tuple[int, int] | None:
    match = _LINES.fullmatch(fragment)
    return (int(match[1]), int(match[2] or match[1])) if match else None


def _read_name(title: str) -> str:
    # An entity can stand for a newline. No line holds one, and claims travel as lines.
    return read_text(title).replace("\n", "␊") if title else ""


def read_claim(claim: str) -> tuple[int, int, str, str]:
    """Return first line, last line, page and name of a claim that was kept for later."""
    place, _, name = claim.partition("\t")
    first, last, page = place.split(" ", 2)
    return int(first), int(last), page, name


def report_name(page: Page, citation: Citation, path: str, findings: Findings) -> None:
    where = f"L{citation.first_line}-L{citation.last_line} of {path}"
    findings.add(
        page.path, "citation_name", f"{where} do not hold `{citation.name}`", page.line_of_link(citation.link)
    )
