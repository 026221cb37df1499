"""Take the pictures of docs/screenshots: ten kinds of pages, two widths, light and dark.

    python bench/site/screenshots.py BOOK docs/screenshots [KIND ...]

BOOK is a book of this repository with its site (`repobook build . -o BOOK --format md,site`). Pictures are stored with a
palette of 256 colours, so that all of them together stay small.
"""

from __future__ import annotations

import shutil
import struct
import sys
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

WIDTHS = {"wide": (1280, 800), "narrow": (390, 780)}
# What is opened, and the line of the source that is gone to before the picture is taken.
KINDS = {
    "home": ("index.html", ""),
    "folder": ("src/repobook/render/doc.html", ""),
    "file": ("src/repobook/render/markdown.py.html", ""),
    "source": ("src/repobook/render/web/treemap.py.html", "class Treemaps:"),
    "panel": ("src/repobook/render/markdown.py.html", "def code("),
    "findings": ("findings.html#security", ""),
    "search": ("search.html?q=render", ""),
    "keywords": ("keywords/r.html", ""),
    "chapter": ("chapters", ""),
    "report": ("verification_report.html", ""),
}


def main(book: Path, out: Path, kinds: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    out.mkdir(parents=True, exist_ok=True)
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    total = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for width, (across, down) in WIDTHS.items():
            for theme in ("light", "dark"):
                context = browser.new_context(viewport={"width": across, "height": down}, color_scheme=theme)
                page = context.new_page()
                for kind in kinds or KINDS:
                    place, line = KINDS[kind]
                    _open(page, book / "site", place, line)
                    data = reduce_colours(page.screenshot())
                    (out / f"{kind}-{width}-{theme}.png").write_bytes(data)
                    total += len(data)
                context.close()
        browser.close()
    print(f"{len(kinds or KINDS) * 4} pictures, {total:,} bytes")


def _open(page: Any, site: Path, place: str, line: str) -> None:
    if place == "chapters":
        place = f"chapters/{min((site / 'chapters').glob('*render.html')).name}"
    page.goto("about:blank")
    page.goto(f"{site.as_uri()}/{place}")
    page.wait_for_load_state("networkidle")
    if page.locator(".source").count():
        page.wait_for_selector(".source[data-ready]")
    if line:
        find = "line => 1 + [...document.querySelectorAll('.source li')].findIndex(one => one.textContent.startsWith(line))"
        page.evaluate("number => { location.hash = `L${number}`; }", page.evaluate(find, line))
        page.locator(".source li.on a.def").wait_for()
        if line.startswith("class"):
            page.locator(".source a[data-target]:visible", has_text="SitePaths").last.hover()
            page.locator(".card").wait_for()
        else:
            page.locator(".source li.on a.def").click()
            page.locator(".panel .users li").first.wait_for()
    page.wait_for_timeout(400)


def reduce_colours(png: bytes) -> bytes:
    """Return a picture with at most 256 colours, the most frequent ones; every other becomes the nearest of them."""
    width, height, pixels = _decode(png)
    counts = Counter(pixels)
    palette = [colour for colour, _ in counts.most_common(256)]
    number = {colour: n for n, colour in enumerate(palette)}
    for colour in counts:
        if colour not in number:
            number[colour] = min(
                range(len(palette)),
                key=lambda n: sum((a - b) ** 2 for a, b in zip(palette[n], colour, strict=True)),
            )
    rows = b"".join(
        b"\0" + bytes(number[pixels[at + x]] for x in range(width)) for at in range(0, width * height, width)
    )
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = (
        (b"IHDR", head),
        (b"PLTE", b"".join(map(bytes, palette))),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )


def _decode(png: bytes) -> tuple[int, int, list[tuple[int, ...]]]:
    """Return width, height and the pixels of an 8-bit picture without a palette."""
    at, packed = 8, b""
    width = height = channels = 0
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        data = png[at + 8 : at + 8 + length]
        if name == b"IHDR":
            width, height, _, kind = struct.unpack(">IIBB", data[:10])
            channels = {2: 3, 6: 4}[kind]
        elif name == b"IDAT":
            packed += data
        at += length + 12
    raw = zlib.decompress(packed)
    stride = width * channels
    before = bytearray(stride)
    pixels: list[tuple[int, ...]] = []
    for y in range(height):
        start = y * (stride + 1)
        row = bytearray(raw[start + 1 : start + 1 + stride])
        _unfilter(raw[start], row, before, channels)
        parts = [row[c::channels] for c in range(3)]
        pixels.extend(zip(*parts, strict=True))
        before = row
    return width, height, pixels


def _unfilter(how: int, row: bytearray, before: bytearray, channels: int) -> None:
    for x in range(len(row)) if how else ():
        left = row[x - channels] if x >= channels else 0
        up = before[x]
        if how == 1:
            add = left
        elif how == 2:
            add = up
        elif how == 3:
            add = (left + up) // 2
        else:
            corner = before[x - channels] if x >= channels else 0
            guess = left + up - corner
            add = min((left, up, corner), key=lambda value: abs(guess - value))
        row[x] = (row[x] + add) & 255


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]), sys.argv[3:])
