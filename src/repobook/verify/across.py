"""Examine the whole book: every page by itself first, then what it says of other pages and other files.

The second look needs answers of the first from everywhere, so it starts here, where they come together. In a
book that is right it costs little: an anchor is looked up, a cited file is read once for all who cite it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from repobook.verify.book import Manifest
from repobook.verify.citations import read_claim
from repobook.verify.findings import Findings
from repobook.verify.kept import Kept
from repobook.verify.parallel import Crew, cut_into_parts
from repobook.verify.settled import Settled
from repobook.verify.site import SitePage, report_fragments

# Of pages that need not be read, one in so many is read all the same: what no look from outside can tell is then found
# sooner or later, and at once where it is much.
SAMPLE = 16


@dataclass(slots=True)
class Look:
    """What the examined units said, together."""

    examined: Kept
    done: int = 0  # pages
    anchors: dict[str, str] = field(default_factory=dict)
    wanted: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    claims: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    changed: list[int] = field(default_factory=list)
    site: dict[str, SitePage] = field(default_factory=dict)
    site_wanted: list[tuple[str, str, list[str]]] = field(default_factory=list)


def examine_book(
    crew: Crew,
    manifest: Manifest,
    settled: Settled,
    untouched: AbstractSet[str],
    progress: Callable[[int, int], None],
    findings: Findings,
) -> Kept:
    """Put every page and every file to the crew and gather what is wrong; return what was examined.

    Units that are settled are compared with what is stated of them, and not examined. Pages that are untouched since they
    were last compared are not read.
    """
    unchanged = frozenset(settled.unchanged)
    unread = _draw(settled.whose_pages(untouched))
    compared = crew.run("compare", _cut_units(manifest, (unchanged - unread).__contains__))
    sources = crew.run("compare_sources", _cut_files(manifest, unread))
    look = Look(settled.start(), done=settled.count_pages())
    # What is new or stated otherwise is examined in any case, so nobody waits here for the comparison.
    _examine(crew, manifest, lambda unit: unit not in unchanged, progress, settled, look, findings)
    differing = {page for part in (*compared, *sources) for page in part}
    if differing and unread:  # something happens to this book, or to its sources: nothing is taken on trust
        for part in crew.run("compare", _cut_units(manifest, (unread - differing).__contains__)):
            differing.update(part)
    settled.settle(differing)
    fallen = {unit for unit in unchanged if unit not in settled}
    _examine(crew, manifest, fallen.__contains__, progress, settled, look, findings)
    doubtful = [page for page in settled.pages_in_doubt() if page.endswith(".md")]
    _find_anchors(crew, manifest, doubtful, settled, look)
    wrong = {path for path, _, _, _ in findings.problems}
    _examine(crew, manifest, settled.unsettle(wrong).__contains__, progress, settled, look, findings)
    settled.count_checks(findings)
    _check_anchors(crew, manifest, settled, look, findings)
    _check_fragments(crew, manifest, settled, look, findings)
    _check_claims(crew, manifest, look.claims, frozenset(look.changed), findings)
    if look.changed:
        _check_changed(crew, manifest, look.changed, findings)
    return look.examined


def _draw(unread: set[str]) -> frozenset[str]:
    """Return the units that need not be read, without some that are drawn by lot."""
    drawn = random.sample(sorted(unread), -(-len(unread) // SAMPLE))
    return frozenset(unread.difference(drawn))


def _examine(
    crew: Crew,
    manifest: Manifest,
    is_meant: Callable[[str], bool],
    progress: Callable[[int, int], None],
    settled: Settled,
    look: Look,
    findings: Findings,
) -> None:
    for answer in crew.run("examine", _cut_units(manifest, is_meant)):
        findings.absorb(answer.findings)
        look.anchors |= answer.anchors
        look.changed += answer.changed
        for page, lines in answer.wanted.items():
            look.wanted[page].append(lines)
        for number, lines in answer.claims.items():
            look.claims[number].append(lines)
        look.site |= answer.site
        look.site_wanted += answer.site_wanted
        settled.note_faces(answer.faces)
        for page, record in answer.records:
            look.examined.add(page, record)
        look.done += answer.pages
        progress(min(look.done, len(manifest.pages)), len(manifest.pages))


def _find_anchors(crew: Crew, manifest: Manifest, pages: list[str], settled: Settled, look: Look) -> None:
    for found in crew.run("find_anchors", _cut_pages(manifest, pages)):
        look.anchors |= found
        settled.note_anchors(found)


def _cut_units(manifest: Manifest, is_meant: Callable[[str], bool]) -> list[tuple[list[int], list[str]]]:
    """Cut the units that are meant into parts: numbers of files, and pages that belong to none."""
    files, pages = manifest.documented, manifest.pages

    def size_of_file(number: int) -> int:
        entry = files[number]
        sizes = (pages[page][1] for page in (entry.docs, entry.keywords) if page in pages)
        return entry.size_bytes + sum(sizes)

    owned = {entry.docs for entry in files} | {entry.keywords for entry in files}
    numbers = _numbers(manifest, is_meant)
    others = sorted(page for page in pages.keys() - owned if is_meant(page))
    parts: list[tuple[list[int], list[str]]] = [(part, []) for part in cut_into_parts(numbers, size_of_file)]
    parts += [([], part) for part in cut_into_parts(others, lambda page: pages[page][1])]
    return parts


def _cut_files(manifest: Manifest, units: AbstractSet[str]) -> list[tuple[list[int]]]:
    """Cut the files of some units into parts."""
    files = manifest.documented
    numbers = _numbers(manifest, units.__contains__)
    return [(part,) for part in cut_into_parts(numbers, lambda number: files[number].size_bytes)]


def _numbers(manifest: Manifest, is_meant: Callable[[str], bool]) -> list[int]:
    files = manifest.documented
    meant = [number for number, entry in enumerate(files) if is_meant(entry.docs)]
    return sorted(meant, key=lambda number: files[number].docs)


def _check_anchors(crew: Crew, manifest: Manifest, settled: Settled, look: Look, findings: Findings) -> None:
    anchors, wanted = look.anchors, look.wanted
    # Hardly any link leads to a heading of a keyword page, so those were not asked; nor were settled pages.
    others = sorted(page for page in wanted.keys() - anchors.keys() if page in manifest.pages)
    _find_anchors(crew, manifest, [page for page in others if page.endswith(".md")], settled, look)
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
        findings.absorb(crew.here.report_anchors(linking, broken[linking]))


def _check_fragments(
    crew: Crew, manifest: Manifest, settled: Settled, look: Look, findings: Findings
) -> None:
    site = look.site
    others = {page for _, page, _ in look.site_wanted if page not in site and page in settled}
    pages = sorted(page for page in others if page.endswith(".html"))
    for found in crew.run("find_site_pages", _cut_pages(manifest, pages)):
        site |= found
    for path, leads_to, fragments in look.site_wanted:
        if leads_to in site:  # what is not yet written, or cannot be read, has been told
            report_fragments(path, leads_to, site[leads_to], fragments, findings)


def _cut_pages(manifest: Manifest, pages: list[str]) -> list[tuple[list[str]]]:
    return [(part,) for part in cut_into_parts(pages, lambda page: manifest.pages[page][1])]


def _check_claims(
    crew: Crew, manifest: Manifest, claims: dict[int, list[str]], changed: frozenset[int], findings: Findings
) -> None:
    broken: dict[str, set[tuple[int, int, int, str]]] = defaultdict(set)
    for answer in crew.run("doubt_claims", [(part, changed) for part in _cut_claims(manifest, claims)]):
        for number, doubtful in answer:
            for claim in doubtful:
                first, last, page, name = read_claim(claim)
                broken[page].add((number, first, last, name))
    for page in sorted(broken):
        findings.absorb(crew.here.report_claims(page, broken[page]))


def _check_changed(crew: Crew, manifest: Manifest, changed: list[int], findings: Findings) -> None:
    """Find the citations of lines that changed. Only for this every page is read again."""
    files = frozenset(changed)
    pages = sorted(page for page in manifest.pages if page.endswith(".md"))
    citations: dict[int, list[str]] = defaultdict(list)
    for answer in crew.run("gather_citations", [(part, files) for (part,) in _cut_pages(manifest, pages)]):
        for number, lines in answer.items():
            citations[number].append(lines)
    for answer in crew.run("report_stale", [(part,) for part in _cut_claims(manifest, citations)]):
        findings.absorb(answer)


def _cut_claims(manifest: Manifest, claims: dict[int, list[str]]) -> list[list[tuple[int, list[str]]]]:
    return cut_into_parts(sorted(claims.items()), lambda claim: manifest.documented[claim[0]].size_bytes)
