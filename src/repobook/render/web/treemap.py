"""A folder as a map: an area for everything in it, as large as its lines, coloured by language. Readable without scripts."""

from __future__ import annotations

from collections import Counter
from math import log1p

from repobook.render.book import Book, FolderRow
from repobook.render.markdown import number, one_line, plural
from repobook.render.web.html import attribute, escape
from repobook.render.web.paths import SitePaths

WIDTH, HEIGHT = 960, 340
MAX_AREAS = 40
COLOURS = 7  # languages with a colour of their own
SHADES = 5  # of how much something is used

Area = tuple[float, float, float, float]  # x, y, width, height
Item = tuple[int, str, str, str, int]  # lines, name, link, language, uses


class Treemaps:
    """Draws the maps of one book."""

    def __init__(self, book: Book, paths: SitePaths) -> None:
        self._book, self._paths = book, paths
        self._lines: dict[int, Counter[str]] = {folder: Counter() for folder in book.folders}
        self._files: dict[int, list[int]] = {}
        self._uses = dict.fromkeys(book.folders, 0)
        for file in book.files.values():
            if file.outcome == "documented" and file.lines:
                self._uses[file.folder_id] += file.users
                self._files.setdefault(file.folder_id, []).append(file.id)
                self._lines[file.folder_id][file.language] += file.lines
        for folder in sorted(book.folders.values(), key=lambda f: -f.depth):
            if folder.parent_id is not None:
                self._lines[folder.parent_id].update(self._lines[folder.id])
                self._uses[folder.parent_id] += self._uses[folder.id]
        ranked = sorted(self._lines[1].items(), key=lambda item: (-item[1], item[0]))
        self._colours = {language: n for n, (language, _) in enumerate(ranked[:COLOURS], 1) if language}

    def draw(self, folder: FolderRow, here: str) -> str:
        """Return the map of a folder for a page in `here`; "" where it would show nothing."""
        book = self._book
        shown: list[Item] = []
        for below in book.subfolders.get(folder.id, []):
            counts = self._lines[below]
            if counts:
                one = book.folders[below]
                main = min(counts, key=lambda language: (-counts[language], language))
                link = self._paths.link(one.at("doc.md"), here)
                shown.append((sum(counts.values()), one.name + "/", link, main, self._uses[below]))
        for file_id in self._files.get(folder.id, []):
            file = book.files[file_id]
            shown.append(
                (file.lines, file.name, self._paths.link(file.docs, here), file.language, file.users)
            )
        if len(shown) < 3:
            return ""
        shown.sort(key=lambda item: (-item[0], item[1]))
        rest = shown[MAX_AREAS:]
        shown = shown[:MAX_AREAS]
        sizes = [item[0] for item in shown]
        if rest:
            sizes.append(sum(item[0] for item in rest))
        most = max(item[4] for item in shown)
        parts = [
            self._area(item, area, most)
            for item, area in zip(shown, squarify(sizes, WIDTH, HEIGHT), strict=False)
        ]
        if rest:
            name = f"{number(len(rest))} more"
            parts.append(
                _box(name, f"{name}, {number(sizes[-1])} lines", squarify(sizes, WIDTH, HEIGHT)[-1], 0)
            )
        used = {self._colours.get(item[3], 0): item[3] for item in shown if item[3] in self._colours}
        legend = "".join(f"<li><span class=c{n}></span>{escape(used[n])}" for n in sorted(used))
        if any(item[3] not in self._colours for item in shown):
            legend += "<li><span class=c0></span>other"
        return (
            f'<section class=map aria-label="Map of the folder by lines"><svg viewBox="0 0 {WIDTH} {HEIGHT}" role=group>'
            f"{''.join(parts)}</svg><ul class=legend>{legend}</ul>{_shades(most)}</section>"
        )

    def _area(self, item: Item, area: Area, most: int) -> str:
        lines, name, href, language, uses = item
        said = f"{name}, {number(lines)} lines, {language or 'plain text'}"
        if uses:  # of a folder: each file with each of its users
            said += (
                f", used by {plural(uses, 'file')}"
                if name[-1] != "/"
                else f", {plural(uses, 'use')} by files"
            )
        box = _box(name, said, area, self._colours.get(language, 0), shade_of(uses, most))
        return f"<a href={attribute(href)}>{box}</a>"


def shade_of(uses: int, most: int) -> int:
    """Return a shade for how much something is used, beside the most: 0 for not at all; each is a multiple of the one before."""
    return max(1, round(SHADES * log1p(uses) / log1p(most))) if uses else 0


def _shades(most: int) -> str:
    """Return the legend of a map that is coloured by use; "" where nothing is used."""
    if not most:
        return ""
    marks = "".join(f"<span class=u{n}></span>" for n in range(SHADES + 1))
    return f'<ul class="legend use"><li>not used by other files<li class=scale>{marks}<li>{number(most)}</ul>'


def _box(name: str, said: str, area: Area, colour: int, shade: int = 0) -> str:
    x, y, width, height = area
    shown = one_line(name)
    room = int((width - 12) / 7)
    text = ""
    if height >= 20 and room >= 3:
        shown = shown if len(shown) <= room else shown[: room - 1] + "…"
        text = f"<text x={x + 7:.0f} y={y + 17:.0f}>{escape(shown)}</text>"
    return (
        f'<g class="c{colour} u{shade}">'
        f"<title>{escape(one_line(said))}</title>"
        f"<rect x={x + 1:.1f} y={y + 1:.1f} width={max(width - 2, 0.5):.1f} height={max(height - 2, 0.5):.1f} rx=3></rect>{text}</g>"
    )


def squarify(sizes: list[int], width: float, height: float) -> list[Area]:
    """Return an area for each size, the largest first, none of them much longer than wide."""
    areas: list[Area] = []
    x = y = 0.0
    left = float(sum(sizes))
    at = 0
    while at < len(sizes):
        scale = width * height / left
        side = min(width, height)
        row: list[float] = []
        worst = float("inf")
        while at + len(row) < len(sizes):
            tried = [*row, sizes[at + len(row)] * scale]
            total = sum(tried)
            ratio = max(side * side * max(tried) / total**2, total**2 / (side * side * min(tried)))
            if ratio > worst:
                break
            row, worst = tried, ratio
        total = sum(row)
        depth = total / side
        offset = 0.0
        for part in row:
            length = part / depth
            areas.append(
                (x, y + offset, depth, length) if height <= width else (x + offset, y, length, depth)
            )
            offset += length
        if height <= width:
            x, width = x + depth, width - depth
        else:
            y, height = y + depth, height - depth
        at += len(row)
        left -= total / scale
        if left <= 0 or width <= 1e-9 or height <= 1e-9:
            areas += [(x, y, 0.0, 0.0)] * (len(sizes) - at)
            break
    return areas
