"""Examine the whole book: every page by itself first, then what it says of other pages and other files.

The second look needs answers of the first from everywhere, so it starts here, where they come together. In a
book that is right it costs little: an anchor is looked up, a cited file is read once for all who cite it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from repobook.verify.book import Manifest
from repobook.verify.citations import read_claim
from repobook.verify.findings import Findings
from repobook.verify.kept import Record
from repobook.verify.parallel import Crew, cut_into_parts
from repobook.verify.settled import Settled
from repobook.verify.site import SitePage, report_fragments


def examine_book(
    crew: Crew, manifest: Manifest, settled: Settled, progress: Callable[[int, int], None], findings: Findings
) -> dict[str, Record]:
    """Put every page and every file to the crew and gather what is wrong; return what the units rest on.

    Units that are settled are only compared with what is stated of them. What others say of them is not: it is looked
    up in them again.
    """
    parts = _cut_units(manifest, lambda page: page in settled.unchanged)
    settled.settle([page for fallen in crew.run("compare", parts) for page in fallen])
    settled.count_checks(findings)
    anchors: dict[str, str] = {}
    wanted: dict[str, list[str]] = defaultdict(list)
    claims: dict[int, list[str]] = defaultdict(list)
    changed: list[int] = []
    site: dict[str, SitePage] = {}
    site_wanted: list[tuple[str, str, list[str]]] = []
    records: dict[str, Record] = {}
    done = findings.checks.get("pages", 0)
    for answer in crew.run("examine", _cut_units(manifest, lambda page: page not in settled)):
        findings.absorb(answer.findings)
        anchors |= answer.anchors
        changed += answer.changed
        for page, lines in answer.wanted.items():
            wanted[page].append(lines)
        for number, lines in answer.claims.items():
            claims[number].append(lines)
        site |= answer.site
        site_wanted += answer.site_wanted
        records |= answer.records
        done += answer.pages
        progress(done, len(manifest.pages))
    _check_anchors(crew, manifest, anchors, wanted, findings)
    _check_fragments(crew, manifest, site, site_wanted, settled, records, findings)
    _check_claims(crew, manifest, claims, frozenset(changed), findings)
    if changed:
        _check_changed(crew, manifest, changed, findings)
    return records


def _cut_units(manifest: Manifest, is_meant: Callable[[str], bool]) -> list[tuple[list[int], list[str]]]:
    """Cut units into parts: numbers of files, and pages that belong to none."""
    files, pages = manifest.documented, manifest.pages

    def size_of_file(number: int) -> int:
        entry = files[number]
        sizes = (pages[page][1] for page in (entry.docs, entry.keywords) if page in pages)
        return entry.size_bytes + sum(sizes)

    owned = {entry.docs for entry in files} | {entry.keywords for entry in files}
    numbers = sorted(
        (number for number, entry in enumerate(files) if is_meant(entry.docs)),
        key=lambda number: files[number].docs,
    )
    others = sorted(page for page in pages.keys() - owned if is_meant(page))
    parts: list[tuple[list[int], list[str]]] = [(part, []) for part in cut_into_parts(numbers, size_of_file)]
    parts += [([], part) for part in cut_into_parts(others, lambda page: pages[page][1])]
    return parts


def _check_anchors(
    crew: Crew, manifest: Manifest, anchors: dict[str, str], wanted: dict[str, list[str]], findings: Findings
) -> None:
    broken: dict[str, set[tuple[str, str]]] = defaultdict(set)
    # Pages of keywords, and pages that need no examination themselves.
    others = sorted(
        page for page in wanted.keys() - anchors.keys() if page in manifest.pages and page.endswith(".md")
    )
    for found in crew.run("find_anchors", _cut_pages(manifest, others)):
        anchors |= found
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
    crew: Crew,
    manifest: Manifest,
    site: dict[str, SitePage],
    wanted: list[tuple[str, str, list[str]]],
    settled: Settled,
    records: dict[str, Record],
    findings: Findings,
) -> None:
    others = sorted(
        {page for _, page, _ in wanted if page not in site and page in settled and page.endswith(".html")}
    )
    for found in crew.run("find_site_pages", _cut_pages(manifest, others)):
        site |= found
    for path, leads_to, fragments in wanted:
        if leads_to in site:  # what is not yet written, or cannot be read, has been told
            report_fragments(path, leads_to, site[leads_to], fragments, findings)
            if path in records:
                records[path].checks["site anchors"] = records[path].checks.get("site anchors", 0) + len(
                    fragments
                )


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
