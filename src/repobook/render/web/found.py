"""The page of all findings: what each rule found, as tables; and the findings themselves as data that a script filters.

Findings stand in the order of their rules, the gravest first, in parts of a few thousand. A script asks for those parts
alone that can hold what a reader wants to see.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from repobook.render.findings import SEVERITIES, WORDS
from repobook.render.markdown import number, one_line, plural, url
from repobook.render.web.frame import breadcrumb
from repobook.render.web.html import escape
from repobook.render.web.paths import FINDINGS, SITE
from repobook.render.web.site import Site
from repobook.scripts import as_packed_script, as_script

PAGE = "findings.html"
PART = 3000  # findings of one file of data
MAX_DETAIL = 200

_RULES = """
SELECT r.key, r.category, r.severity, r.cwe, r.title, r.message, f.language, count(*) AS n, count(DISTINCT d.file_id) AS files
FROM finding d JOIN file f ON f.id = d.file_id JOIN rule r ON r.language = f.language AND r.key = d.rule
GROUP BY r.key, r.category, r.severity, r.cwe, r.title, r.message, f.language
"""
_FOUND = """
SELECT f.language, d.rule, d.file_id, d.first_line, d.last_line, d.detail FROM finding d JOIN file f ON f.id = d.file_id
ORDER BY d.file_id, d.first_line, d.rule, d.rowid
"""

Rule = tuple[str, str, str, int, str, str]  # key, category, severity, CWE, title, message


def write_findings(site: Site) -> None:
    """Write the page and its data."""
    book = site.book
    totals: dict[Rule, list[int]] = {}
    of_language: dict[tuple[str, str], Rule] = {}
    for key, category, severity, cwe, title, message, language, n, files in book.query(_RULES):
        rule = (key, category, severity, cwe, title, message)
        of_language[language, key] = rule
        total = totals.setdefault(rule, [0, 0])
        total[0] += n
        total[1] += files
    categories = list(WORDS)
    order = sorted(
        totals,
        key=lambda rule: (
            SEVERITIES[rule[2]],
            _rank(categories, rule[1]),
            -totals[rule][0],
            rule[4],
            rule[0],
        ),
    )
    numbers = {rule: n for n, rule in enumerate(order)}
    rows: list[list[tuple[Any, ...]]] = [[] for _ in order]
    for language, key, *found in book.db.execute(_FOUND):
        named = of_language.get((language, key))
        if named is not None:
            rows[numbers[named]].append(tuple(found))
    parts = []
    for n, (span, part) in enumerate(_parts(rows)):
        parts.append(span)
        book.write_file(
            f"{SITE}{FINDINGS}/{n // 1000}/{n % 1000}.js", as_packed_script("found", n, _pack(site, part))
        )
    shown = [[*rule, *totals[rule]] for rule in order]
    book.write_file(f"{SITE}{FINDINGS}/rules.js", as_script("rules", shown, parts))
    _write_page(site, order, totals)


def _rank(categories: list[str], category: str) -> int:
    wanted = ["security", "performance", "maintenance", "pattern"]
    return wanted.index(category) if category in wanted else len(wanted) + categories.index(category)


def _parts(rows: list[list[tuple[Any, ...]]]) -> Iterator[tuple[list[int], list[tuple[Any, ...]]]]:
    """Cut the findings of all rules into parts; each says which rules stand in it."""
    part: list[tuple[Any, ...]] = []
    first = 0
    for rule, found in enumerate(rows):
        for row in found:
            if not part:
                first = rule
            part.append((rule, *row))
            if len(part) == PART:
                yield [first, rule], part
                part = []
    if part:
        yield [first, part[-1][0]], part


def _pack(site: Site, part: list[tuple[Any, ...]]) -> tuple[list[list[str]], list[list[Any]]]:
    """Return the files of a part, each once with its page, and its findings."""
    files: dict[int, int] = {}
    shown: list[list[str]] = []
    out: list[list[Any]] = []
    for rule, file_id, first, last, detail in part:
        if file_id not in files:
            files[file_id] = len(shown)
            file = site.book.files[file_id]
            page = url(site.paths.of(file.docs)) if file.outcome == "documented" else ""
            shown.append([one_line(file.path), page])
        said = "\t".join(one_line(word)[:MAX_DETAIL] for word in detail.split("\t"))
        out.append([rule, files[file_id], first, last - first, *([said] if said else [])])
    return shown, out


def _write_page(site: Site, order: list[Rule], totals: dict[Rule, list[int]]) -> None:
    body = ["<h1>Findings</h1>"]
    total = sum(n for n, _ in totals.values())
    if total:
        body.append(
            f"<p>{plural(total, 'finding')} of {plural(len(order), 'rule')}, on every kind of file."
            " <a href=rules.html>All rules</a>, also those that found nothing."
        )
    else:
        body.append("<p>No rule found anything. <a href=rules.html>All rules</a> that looked.")
    for category in ("security", "performance", "maintenance", "pattern"):
        rules = [rule for rule in order if rule[1] == category]
        if not rules:
            continue
        rows = "".join(
            f"<tr><td>{escape(one_line(rule[4]))}{f' (CWE-{rule[3]})' if rule[3] else ''}<td>{rule[2]}"
            f"<td>{number(totals[rule][0])}<td>{number(totals[rule][1])}"
            for rule in rules
        )
        body.append(
            f"<section class=overview><h2 id={category}>{WORDS[category].capitalize()}</h2><div class=table tabindex=0>"
            '<table class="r3 r4"><thead><tr><th scope=col>rule<th scope=col>severity<th scope=col>findings'
            f"<th scope=col>files<tbody>{rows}</table></div></section>"
        )
    home = [("index.html", escape(one_line(site.book.options.name)))]
    site.write(PAGE, "Findings", breadcrumb(home, "Findings"), "".join(body), kind="findings")
