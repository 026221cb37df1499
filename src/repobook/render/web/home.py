"""What the front page of the site shows beyond the book's: parts in their layers, findings by category, what is not known."""

from __future__ import annotations

import json
from collections import Counter

from repobook.render.book import Book
from repobook.render.findings import WORDS
from repobook.render.markdown import first_sentence, number, one_line, plural
from repobook.render.web.html import attribute, escape
from repobook.render.web.paths import SitePaths

WIDTH = 1000
BOX, ROW, GAP, BAND = 40, 64, 18, 34
LEFT = 66  # where the names of layers stand
MAX_EDGES = 60
MAX_NAME = 26

Place = tuple[float, float, float]  # left side, top, width


def draw_layers(book: Book, paths: SitePaths) -> str:
    """Return the parts of the repository as boxes in layers, foundations at the bottom; "" where there are no layers."""
    rows = [
        r
        for r in book.query("SELECT folder_id, layer, source_lines FROM component ORDER BY position")
        if r[1]
    ]
    known = {row[0] for row in rows}
    edges = [
        (a, b, count)
        for a, b, count in book.query(
            "SELECT folder_id, other_id, imports FROM component_link ORDER BY imports DESC, folder_id, other_id"
        )
        if a in known and b in known
    ][:MAX_EDGES]
    if len(edges) < 2 or len({row[1] for row in rows}) < 2:
        return ""
    names = _names(book, sorted(known))
    places: dict[int, Place] = {}
    bands: list[tuple[int, float, float]] = []
    y = 8.0
    for layer in sorted({row[1] for row in rows}, reverse=True):
        top = y
        for line in _rows([row[0] for row in rows if row[1] == layer], names):
            width = sum(_width(names[folder]) for folder in line) + GAP * (len(line) - 1)
            x = LEFT + max(0.0, (WIDTH - LEFT - width) / 2)
            for folder in line:
                places[folder] = (x, y + 12, _width(names[folder]))
                x += _width(names[folder]) + GAP
            y += ROW
        bands.append((layer, top, y - top))
        y += BAND
    height = y - BAND + 8
    lines = {row[0]: row[2] for row in rows}
    shown = "".join(
        f"<g class=band><rect x=0 y={top:.0f} width={WIDTH} height={tall:.0f} rx=8></rect><text x=14 y={top + 22:.0f}>layer {layer}</text></g>"
        for layer, top, tall in bands
    )
    most = edges[0][2]
    for a, b, count in edges:
        kind = "strong" if count * 3 >= most else "weak"
        shown += (
            f'<g class="edge {kind}" data-from={a} data-to={b}><title>{escape(names[a])} imports {escape(names[b])}: {number(count)}</title>'
            f'<path class=way d="{_way(places[a], places[b])}"></path></g>'
        )
    for folder, (x, y, width) in places.items():
        href = paths.link(book.folders[folder].at("doc.md"), "")
        said = f"{one_line(book.folders[folder].path or book.options.name)}, {plural(lines[folder], 'line')} of source"
        shown += (
            f"<a href={attribute(href)} data-part={folder}><g class=node><title>{escape(said)}</title>"
            f"<rect x={x:.0f} y={y:.0f} width={width:.0f} height={BOX} rx=7></rect>"
            f"<text x={x + width / 2:.0f} y={y + 17:.0f} text-anchor=middle>{escape(names[folder])}</text>"
            f"<text class=small x={x + width / 2:.0f} y={y + 32:.0f} text-anchor=middle>{plural(lines[folder], 'line')}</text></g></a>"
        )
    return (
        f'<div class="diagram layers" tabindex=0><svg viewBox="0 0 {WIDTH} {height:.0f}" width={WIDTH} height={height:.0f} role=group'
        f' aria-label="Parts in their layers, foundations at the bottom">{shown}</svg></div>'
    )


def _names(book: Book, folders: list[int]) -> dict[int, str]:
    """Return short names that differ."""
    counts = Counter(book.folders[folder].name for folder in folders)
    named = {}
    for folder in folders:
        row = book.folders[folder]
        name = one_line((row.path if counts[row.name] > 1 else row.name) or book.options.name)
        named[folder] = name if len(name) <= MAX_NAME else "…" + name[1 - MAX_NAME :]
    return named


def _width(name: str) -> float:
    return max(92.0, len(name) * 7.9 + 26)


def _rows(folders: list[int], names: dict[int, str]) -> list[list[int]]:
    rows: list[list[int]] = [[]]
    left = float(WIDTH - LEFT)
    for folder in folders:
        width = _width(names[folder]) + GAP
        if rows[-1] and width > left:
            rows.append([])
            left = float(WIDTH - LEFT)
        rows[-1].append(folder)
        left -= width
    return rows


def _way(one: Place, other: Place) -> str:
    x1, x2 = one[0] + one[2] / 2, other[0] + other[2] / 2
    if one[1] < other[1]:
        y1, y2 = one[1] + BOX, other[1]
    elif one[1] > other[1]:  # up: against the layers
        y1, y2 = one[1], other[1] + BOX
    else:  # in one row: below it
        y = one[1] + BOX
        return f"M{x1:.0f} {y:.0f}C{x1:.0f} {y + 30:.0f} {x2:.0f} {y + 30:.0f} {x2:.0f} {y:.0f}"
    bend = (y2 - y1) / 2
    return f"M{x1:.0f} {y1:.0f}C{x1:.0f} {y1 + bend:.0f} {x2:.0f} {y2 - bend:.0f} {x2:.0f} {y2:.0f}"


def describe(book: Book) -> str:
    """Return what search engines read of the repository: a sentence, and JSON-LD, which is data and runs nothing."""
    root = book.folders[1]
    said = first_sentence(one_line(root.purpose), 200) if root.purpose else ""
    lines = Counter[str]()
    for file in book.files.values():
        if file.outcome == "documented" and file.kind == "source" and file.language:
            lines[file.language] += file.lines
    languages = [name for name, _ in sorted(lines.items(), key=lambda item: (-item[1], item[0]))[:8]]
    known: dict[str, object] = {
        "@context": "https://schema.org",
        "@type": "SoftwareSourceCode",
        "name": one_line(book.options.name),
    }
    if said:
        known["description"] = said
    if languages:
        known["programmingLanguage"] = languages
    if book.options.source_root.startswith("https://"):
        known["codeRepository"] = book.options.source_root
    if book.options.site_url:
        known["url"] = f"{book.options.site_url}/index.html"
    data = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
    data = data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    meta = f'<meta name=description content="{escape(said)}">' if said else ""
    return f"{meta}<script type=application/ld+json>{data}</script>"


def findings_cards(book: Book) -> str:
    """Return how much was found in each category, as a section of the front page."""
    counts: dict[str, Counter[str]] = {}
    for category, severity, n in book.query(
        "SELECT r.category, r.severity, count(*) FROM finding d JOIN file f ON f.id = d.file_id"
        " JOIN rule r ON r.language = f.language AND r.key = d.rule GROUP BY r.category, r.severity"
    ):
        counts.setdefault(category, Counter())[severity] = n
    cards = []
    for category in ("security", "performance", "maintenance", "pattern"):
        if category in counts:
            grave = [
                plural(counts[category][severity], severity)
                for severity in ("error", "warning")
                if counts[category][severity]
            ]
            cards.append(
                _card(
                    f"findings.html#{category}",
                    sum(counts[category].values()),
                    WORDS[category].capitalize(),
                    ", ".join(grave) or "notes",
                )
            )
    return _section("Findings", "~findings", cards)


def unknown_cards(book: Book) -> str:
    """Return what this book does not know, in numbers, as a section of the front page."""
    cards = []
    report = "verification_report.html"
    all_, lost = book.query("SELECT count(*), coalesce(sum(answer = 'unresolved'), 0) FROM import")[0]
    if lost:
        cards.append(_card(report, lost, "Imports that lead nowhere", f"of {number(all_)}"))
    places: dict[str, int] = {
        row[0]: row[1] for row in book.query("SELECT label, sum(places) FROM answer GROUP BY label")
    }
    asked = sum(places.get(label, 0) for label in "escu")
    if unsure := places.get("u", 0):
        cards.append(_card(report, unsure, "References without an answer", f"of {number(asked)}"))
    if several := places.get("c", 0):
        cards.append(_card(report, several, "References with several candidates", f"of {number(asked)}"))
    skipped = book.query("SELECT count(*) FROM file WHERE outcome = 'skipped'")[0][0]
    if skipped:
        cards.append(_card(report, skipped, "Files without a page", "each with its reason"))
    torn, lost_bytes = book.query(
        "SELECT count(*), coalesce(sum(error_bytes), 0) FROM file WHERE error_bytes > 0 AND outcome = 'documented'"
    )[0]
    if torn:
        cards.append(
            _card(
                report, torn, "Files with regions that no grammar could read", f"{number(lost_bytes)} bytes"
            )
        )
    return _section("What this book does not know", "~unknown", cards)


def _card(href: str, count: int, name: str, more: str) -> str:
    return f"<li><a href={attribute(href)}><b>{number(count)}</b>{escape(name)}<span class=small>{escape(more)}</span></a>"


def _section(title: str, anchor: str, cards: list[str]) -> str:
    return f'<h2 id="{anchor}">{title}</h2><ul class=cards>{"".join(cards)}</ul>' if cards else ""
