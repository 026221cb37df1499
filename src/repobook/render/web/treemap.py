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
MAX_INNER = 24  # areas inside of an area
MIN_SIDES = (90, 60)  # of an area that has others inside
MIN_TARGET = 24  # sides of what can be followed; smaller ones stand in the list of the folder
EDGE, TOP = 3, 22  # around what stands inside
COLOURS = 7  # languages with a colour of their own
SHADES = 5  # of how much something is used

Area = tuple[float, float, float, float]  # x, y, width, height
Item = tuple[int, str, str, str, int, int]  # lines, name, link, language, uses, folder if it is one


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
        shown = self._items(folder.id, here)
        if len(shown) < 3:
            return ""
        most = max(item[4] for item in shown)
        # The maps that people see first show what stands in their folders, too.
        whole = (0.0, 0.0, float(WIDTH), float(HEIGHT))
        seen: set[str] = set()
        parts = self._fill(shown, whole, most, seen, here if folder.depth <= 1 else None)
        used = {self._colours[language]: language for language in seen if language in self._colours}
        legend = "".join(f"<li><span class=c{n}></span>{escape(used[n])}" for n in sorted(used))
        if len(used) < len(seen):
            legend += "<li><span class=c0></span>other"
        return (
            f'<section class=map aria-label="Map of the folder by lines"><svg viewBox="0 0 {WIDTH} {HEIGHT}" role=group>'
            f"{''.join(parts)}</svg><ul class=legend>{legend}</ul>{_shades(most)}</section>"
        )

    def _items(self, folder: int, here: str) -> list[Item]:
        """List what stands in a folder, the largest first."""
        book = self._book
        found: list[Item] = []
        for below in book.subfolders.get(folder, []):
            if counts := self._lines[below]:
                one = book.folders[below]
                main = min(counts, key=lambda language: (-counts[language], language))
                link = self._paths.link(one.at("doc.md"), here)
                found.append((sum(counts.values()), one.name + "/", link, main, self._uses[below], below))
        for file_id in self._files.get(folder, []):
            file = book.files[file_id]
            link = self._paths.link(file.docs, here)
            found.append((file.lines, file.name, link, file.language, file.users, 0))
        found.sort(key=lambda item: (-item[0], item[1]))
        return found

    def _fill(
        self,
        items: list[Item],
        area: Area,
        most: int,
        seen: set[str],
        inner: str | None,
        limit: int = MAX_AREAS,
    ) -> list[str]:
        """Return the areas of some items inside of one; with a folder to link from in `inner`, what they hold, too."""
        rest = items[limit:]
        sizes = [item[0] for item in items[:limit]]
        if rest:
            sizes.append(sum(item[0] for item in rest))
        left, top, width, height = area
        areas = [(left + x, top + y, w, h) for x, y, w, h in squarify(sizes, width, height)]
        seen.update(item[3] for item in items[:limit])
        parts = []
        for item, (x, y, w, h) in zip(items[:limit], areas, strict=False):
            below = self._items(item[5], inner) if inner is not None and item[5] else []
            if len(below) > 1 and w >= MIN_SIDES[0] and h >= MIN_SIDES[1]:
                parts.append(self._area(item, (x, y, w, h), most, "in "))
                inside = (x + EDGE, y + TOP, w - 2 * EDGE, h - TOP - EDGE)
                parts += self._fill(below, inside, most, seen, None, MAX_INNER)
            else:
                parts.append(self._area(item, (x, y, w, h), most))
        if rest:
            name = f"{number(len(rest))} more"
            parts.append(_box(name, f"{name}, {number(sizes[-1])} lines", areas[-1], "c0 u0"))
        return parts

    def _area(self, item: Item, area: Area, most: int, kind: str = "") -> str:
        lines, name, href, language, uses, _ = item
        said = f"{name}, {number(lines)} lines, {language or 'plain text'}"
        if uses:  # of a folder: each file with each of its users
            said += (
                f", used by {plural(uses, 'file')}"
                if name[-1] != "/"
                else f", {plural(uses, 'use')} by files"
            )
        box = _box(name, said, area, f"{kind}c{self._colours.get(language, 0)} u{shade_of(uses, most)}")
        return f"<a href={attribute(href)}>{box}</a>" if min(area[2:]) >= MIN_TARGET else box


def shade_of(uses: int, most: int) -> int:
    """Return a shade for how much something is used, beside the most: 0 for not at all; each is a multiple of the one before."""
    return max(1, round(SHADES * log1p(uses) / log1p(most))) if uses else 0


def _shades(most: int) -> str:
    """Return the legend of a map that is coloured by use; "" where nothing is used."""
    if not most:
        return ""
    marks = "".join(f"<span class=u{n}></span>" for n in range(SHADES + 1))
    return f'<ul class="legend use"><li>not used by other files<li class=scale>{marks}<li>{number(most)}</ul>'


def _box(name: str, said: str, area: Area, marks: str) -> str:
    x, y, width, height = area
    shown = one_line(name)
    room = int((width - 12) / 7.6)
    text = ""
    if height >= 20 and room >= 3:
        shown = shown if len(shown) <= room else shown[: room - 1] + "…"
        text = f"<text x={x + 7:.0f} y={y + 17:.0f}>{escape(shown)}</text>"
    return (
        f'<g class="{marks}">'
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
