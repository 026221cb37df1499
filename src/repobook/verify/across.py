"""Examine the whole book: every page by itself first, then what it says of other pages and other files.

The second look needs answers of the first from everywhere, so it starts here, where they come together. In a
book that is right it costs little: an anchor is looked up, a cited file is read once for all who cite it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from repobook.verify.ahead import Ahead
from repobook.verify.book import Manifest
from repobook.verify.citations import read_claim
from repobook.verify.findings import Findings
from repobook.verify.kept import Kept
from repobook.verify.parallel import Crew
from repobook.verify.parts import Parts
from repobook.verify.reading import Sources, without_drawn
from repobook.verify.settled import Settled
from repobook.verify.site import SitePage, report_fragments
from repobook.verify.units import Answer, compare_bytes


@dataclass(slots=True)
class Look:
    """What the examined units said, together."""

    parts: Parts
    settled: Settled
    findings: Findings
    examined: Kept
    tell: Callable[[int], None]  # how many pages are done
    done: int = 0
    anchors: dict[str, str] = field(default_factory=dict)
    wanted: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    claims: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    changed: list[int] = field(default_factory=list)
    site: dict[str, SitePage] = field(default_factory=dict)
    site_wanted: list[tuple[str, str, list[str]]] = field(default_factory=list)


def examine_book(
    crew: Crew,
    manifest: Manifest,
    parts: Parts,
    settled: Settled,
    sources: Sources,
    touched: AbstractSet[str],
    progress: Callable[[int, int], None],
    findings: Findings,
    ahead: Ahead | None,
) -> Kept:
    """Put every page and every file to the crew and gather what is wrong; return what was examined.

    Units that are settled are compared with what is stated of them, and not examined. Pages that are not `touched` since they
    were last compared are not read. `ahead` is a file that somebody else reads.
    """
    unchanged = frozenset(settled.unchanged)
    unread = without_drawn(settled.without_pages(touched))
    compared = crew.run("compare_pages", parts.of_units(unchanged - unread), is_meanwhile=True)
    total = len(manifest.pages)
    look = Look(parts, settled, findings, settled.start(), lambda done: progress(min(done, total), total))
    look.done = settled.count_pages()
    # What is new or stated otherwise is examined in any case, so nobody waits here for the comparison.
    rest = parts.all_but(unchanged)
    _examine(crew, rest - {ahead.path} if ahead is not None else rest, look)
    if ahead is not None:
        _take_ahead(ahead, manifest, look)
    differing = {page for part in compared for page in part}
    differing = differing.union(sources.differing()) & unchanged
    if differing:  # something happens to this book, or to its sources: nothing is taken on trust
        for part in crew.run("compare_pages", parts.of_units(unread - differing)):
            differing.update(part)
        differing.update(unchanged.intersection(sources.compare_rest()))
    settled.settle(differing, rest)
    _examine(crew, settled.without(unchanged), look)
    doubtful = [page for page in settled.pages_in_doubt() if page.endswith(".md")]
    _find_anchors(crew, doubtful, look)
    wrong = {path for path, _, _, _ in findings.problems}
    _examine(crew, settled.unsettle(wrong), look)
    settled.count_checks(findings)
    _check_anchors(crew, manifest, look)
    _check_fragments(crew, look)
    _check_claims(crew, look)
    if look.changed:
        _check_changed(crew, manifest, look)
    return look.examined


def _examine(crew: Crew, units: AbstractSet[str], look: Look) -> None:
    _absorb(crew.run("examine", look.parts.of_units(units)), look)


def _take_ahead(ahead: Ahead, manifest: Manifest, look: Look) -> None:
    answer = Answer()
    compare_bytes(ahead.path, manifest, ahead.take, answer)
    _absorb([answer], look)


def _absorb(answers: Iterable[Answer], look: Look) -> None:
    for answer in answers:
        look.findings.absorb(answer.findings)
        look.anchors |= answer.anchors
        look.changed += answer.changed
        for page, lines in answer.wanted.items():
            look.wanted[page].append(lines)
        for number, lines in answer.claims.items():
            look.claims[number].append(lines)
        look.site |= answer.site
        look.site_wanted += answer.site_wanted
        look.settled.note_faces(answer.faces)
        for unit, record in answer.records:
            look.examined.add(unit, record)
        look.done += answer.pages
        look.tell(look.done)


def _find_anchors(crew: Crew, pages: list[str], look: Look) -> None:
    for found in crew.run("find_anchors", look.parts.of_pages(pages)):
        look.anchors |= found
        look.settled.note_anchors(found)


def _check_anchors(crew: Crew, manifest: Manifest, look: Look) -> None:
    anchors, wanted = look.anchors, look.wanted
    # Hardly any link leads to a heading of a keyword page, so those were not asked; nor were settled pages.
    others = sorted(page for page in wanted.keys() - anchors.keys() if page in manifest.pages)
    _find_anchors(crew, [page for page in others if page.endswith(".md")], look)
    broken: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for page, lines in wanted.items():
        known: set[str] = set()
        if page in anchors:
            known = set(anchors[page].split("\n"))
        elif page not in manifest.pages or page.endswith(".md"):
            continue  # not written yet; if it is missing or unreadable, that has been said
        for line in "\n".join(lines).split("\n"):
            linking, _, anchor = line.partition("\t")
            if anchor not in known:
                broken[linking].add((page, anchor))
    for linking in sorted(broken):
        look.findings.absorb(crew.here.report_anchors(linking, broken[linking]))


def _check_fragments(crew: Crew, look: Look) -> None:
    site = look.site
    others = {page for _, page, _ in look.site_wanted if page not in site and page in look.settled}
    pages = sorted(page for page in others if page.endswith(".html"))
    for found in crew.run("find_site_pages", look.parts.of_pages(pages)):
        site |= found
    for path, leads_to, fragments in look.site_wanted:
        if leads_to in site:  # what is not yet written, or cannot be read, has been told
            report_fragments(path, leads_to, site[leads_to], fragments, look.findings)


def _check_claims(crew: Crew, look: Look) -> None:
    changed = frozenset(look.changed)
    broken: dict[str, set[tuple[int, int, int, str]]] = defaultdict(set)
    for answer in crew.run("doubt_claims", [(part, changed) for part in look.parts.of_claims(look.claims)]):
        for number, doubtful in answer:
            for claim in doubtful:
                first, last, page, name = read_claim(claim)
                broken[page].add((number, first, last, name))
    for page in sorted(broken):
        look.findings.absorb(crew.here.report_claims(page, broken[page]))


def _check_changed(crew: Crew, manifest: Manifest, look: Look) -> None:
    """Find the citations, and the entries of keyword pages, of lines that changed. Only for this every page is read again."""
    files = frozenset(look.changed)
    pages = sorted(page for page in manifest.pages if page.endswith(".md"))
    citations: dict[int, list[str]] = defaultdict(list)
    for answer in crew.run("gather_citations", [(part, files) for (part,) in look.parts.of_pages(pages)]):
        for number, lines in answer.items():
            citations[number].append(lines)
    for answer in crew.run("report_stale", [(part,) for part in look.parts.of_claims(citations)]):
        look.findings.absorb(answer)
    for answer in crew.run("report_stale_names", look.parts.of_sources(files)):
        look.findings.absorb(answer)
