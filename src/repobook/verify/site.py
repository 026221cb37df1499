"""Check a page of the site: only the tags and attributes that we write, and where its links lead.

All text of a page is escaped, so every `<` begins a tag of ours. What is not one is text of the repository that slipped
through, and that is the worst a site can do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from posixpath import normpath
from urllib.parse import unquote_to_bytes

from repobook.verify.findings import Findings

SITE = "site/"
MISSING = "site/404.html"

_VALUE = rb'(?:"[^"<>]*"|[^\s"\'=<>`]+)'
# How tags may look. The many come first; a place where none of them stands is a finding.
_STRAY = re.compile(
    rb"<(?!/?(?:code|tr|td|p|b|em|a|bdi|ul|ol|li|div|table|tbody|thead|blockquote|h[1-6]|pre|dl|dt|dd|nav|main|header|title|script|body)>"
    rb"|li id=L\d+>|a href=" + _VALUE + rb"(?: aria-current=page)?>"
    rb"|(?:h[1-6]|ul|ol|li|div|table|th|pre|code|dl|nav|main|header|body|html|a|link|meta|script|svg|g|path|rect|line|text|span|section)"
    rb"(?: (?:id|class|href|src|rel|type|charset|lang|name|content|http-equiv|scope|start|tabindex|defer|aria-[a-z]+|data-[a-z]+|role|x|y|x1|x2|y1|y2|d|width|height|rx|viewBox|text-anchor)(?:="
    + _VALUE
    + rb")?)+>|/(?:svg|g|path|rect|line|text|span|section)>|!doctype html>|th scope=col>)"
)
_LEADS = re.compile(
    rb'<(?!link rel=(?:canonical|alternate) )(?:a|link|script)(?: [a-z]+(?:=[\w/.-]+)?)*? (?:href|src)=(?:"([^"]*)"|([^\s>]+))'
)
_IDS = re.compile(rb'<(?:h[1-6]|dl class=facts|main) id=(?:"([^"]*)"|([^\s>"]+))')
_ALTERNATE = re.compile(rb'<link rel=alternate type=text/markdown href="([^"]*)">')
_UPWARD = re.compile(r"^(?:\.\./)+")
_RUN = re.compile(rb"<div(?: class=run)?><ol start=(\d+)>")
_LINE = re.compile(rb"<li[ >]")
_LINES = re.compile(r"L(\d+)(?:-L(\d+))?")
_POLICY = b"<meta http-equiv=Content-Security-Policy content=\"default-src 'none';script-src 'self';"
_MISHAP = re.compile(rb"<p><b>Could not be made</b>: <code>(\w+)</code>")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:|//")


@dataclass(frozen=True, slots=True)
class Roots:
    """Where addresses outside of the site may lead, as the manifest states it; "" for nowhere."""

    source: str
    site: str = ""
    markdown: str = ""


class SitePage:
    """What other pages may ask of a page: its ids, and how many lines of source it shows."""

    __slots__ = ("ids", "lines")

    def __init__(self, data: bytes) -> None:
        self.ids = {(a or b).decode("utf-8", "replace").replace("&amp;", "&") for a, b in _IDS.findall(data)}
        self.lines = 0
        for run in _RUN.finditer(data, max(0, data.rfind(b"<div class=run><ol start="))):
            self.lines = (
                int(run[1]) - 1 + len(_LINE.findall(data, run.end(), data.index(b"</ol>", run.end())))
            )

    def has(self, fragment: str) -> bool:
        lines = _LINES.fullmatch(fragment)
        if lines:
            return 1 <= int(lines[1]) <= int(lines[2] or lines[1]) <= self.lines
        return fragment in self.ids


def check_site_page(
    path: str,
    data: bytes,
    pages: frozenset[str],
    roots: Roots,
    findings: Findings,
    leads_to: set[str] | None = None,
) -> dict[str, set[str]]:
    """Check one page by itself; return the fragments that it wants of each page. `leads_to` takes the pages it leads to."""
    found: set[str] = set()
    if _POLICY not in data[:600]:
        findings.add(path, "no_policy", "it has no content policy of ours")
    stray = _STRAY.search(data)
    if stray is not None:
        shown = data[stray.start() : stray.start() + 60].decode("utf-8", "replace")
        findings.add(path, "stray_tag", f"`{shown}` is no tag that a page of ours has")
    for match in _MISHAP.finditer(data):
        findings.add(path, "part_missing", f"could not be made: {match[1].decode()}")
    wanted: dict[str, set[str]] = {}
    folder = path.rpartition("/")[0]
    leads = _LEADS.findall(data)
    _check_alternate(path, data, pages, roots.markdown, found, findings)
    findings.count("site links", len(leads))
    for target in {a or b for a, b in leads}:
        href = target.decode("utf-8", "replace").replace("&amp;", "&")
        where, _, fragment = href.partition("#")
        if path == MISSING:  # it is shown at any depth, and means what stands at the top
            where = _UPWARD.sub("", where).removeprefix(roots.site + "/" if roots.site else "")
        if _SCHEME.match(where):
            if not (roots.source.startswith("https://") and where.startswith(roots.source + "/")):
                findings.add(path, "bad_scheme", f"{href} is neither relative nor made from the source root")
            continue
        page = path
        if where:
            page = normpath(f"{folder}/{unquote_to_bytes(where).decode('utf-8', 'replace')}")
            if page not in pages:
                findings.add(path, "broken_link", f"{href} is not a file of this book")
                continue
            found.add(page)
        if fragment:
            named = unquote_to_bytes(fragment).decode("utf-8", "replace")
            wanted.setdefault(page, set()).add(named)
    if leads_to is not None:
        leads_to |= found
    return wanted


def _check_alternate(
    path: str, data: bytes, pages: frozenset[str], markdown: str, found: set[str], findings: Findings
) -> None:
    """Check the Markdown page that a page names beside itself."""
    for target in _ALTERNATE.findall(data, 0, 4096):
        href = target.decode("utf-8", "replace").replace("&amp;", "&")
        start, _, name = href.partition(f"{markdown}/")
        page = unquote_to_bytes(name).decode("utf-8", "replace")
        if not markdown or start or page not in pages or not page.endswith(".md"):
            findings.add(path, "broken_link", f"{href} is no Markdown page of this book")
        else:
            found.add(page)


def report_fragments(
    path: str, leads_to: str, page: SitePage, fragments: Iterable[str], findings: Findings
) -> None:
    """Report what a page wants of another, or of itself, and does not find there."""
    for fragment in fragments:
        findings.count("site anchors")
        if not page.has(fragment):
            findings.add(path, "broken_anchor", f"{leads_to} has no #{fragment}")
