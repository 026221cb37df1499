"""Measure the site of a book: weight, time until a page can be used, a large source, many clients at once.

    python bench/site/measure.py BOOK [--big FILE] [--clients 64] [--requests 10000] [--json OUT]

BOOK has its site (`--format md,site`). `--big` names a page of the site with a large source (by default the largest page).
Pages are opened from the disk in headless Chromium; requests go to `repobook serve BOOK`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any


def measure_size(book: Path) -> dict[str, Any]:
    """Return the bytes of the site by what they are for, beside those of the source text."""
    reader = sqlite3.connect(book / "book.db")
    source = reader.execute(
        "SELECT sum(size_bytes) FROM file WHERE outcome = 'documented' AND lines > 0"
    ).fetchone()[0]
    reader.close()
    kinds = Counter[str]()
    entries = 0
    for folder, folders, names in os.walk(book / "site"):
        entries = max(entries, len(folders) + len(names))
        for name in names:
            kinds[_kind(os.path.relpath(folder, book / "site"), name)] += os.path.getsize(
                os.path.join(folder, name)
            )
    total = sum(kinds.values())
    shares = {kind: round(size / source, 3) for kind, size in kinds.most_common()}
    return {
        "source bytes": source,
        "site bytes": total,
        "ratio": round(total / source, 2),
        "shares": shares,
        "most entries of a folder": entries,
    }


def _kind(folder: str, name: str) -> str:
    if folder.startswith("~"):
        return folder.split("/")[0]
    if name.startswith("~") or "~" in name:
        return "names of sources" if name.endswith("~names.js") else "tree"
    if folder.split("/")[0] in ("keywords", "chapters"):
        return folder.split("/")[0]
    return "pages of folders" if name in ("index.html", "doc.html", "sub.html") else "pages of files"


def measure_weight(book: Path, count: int = 200) -> dict[str, Any]:
    """Return the bytes that a typical page of a file loads before its source: page, style and scripts."""
    pages = sorted(path for path in (book / "site").rglob("*.html") if b"class=source" in path.read_bytes())
    static = book / "site" / "~static"
    common = sum((static / name).stat().st_size for name in ("book.css", "book.js", "theme.js", "icon.svg"))
    weights = []
    for path in random.Random(1).sample(pages, min(count, len(pages))):
        data = path.read_bytes()
        begin = data.index(b"<div class=source")
        end = data.rindex(b"</ol></div>") if b"</ol></div>" in data else begin
        weights.append(common + len(data) - (end - begin))
    weights.sort()
    return {
        "median": weights[len(weights) // 2],
        "p95": weights[int(len(weights) * 0.95)],
        "largest": weights[-1],
    }


def measure_browser(book: Path, big: str, rounds: int = 5) -> dict[str, Any]:
    """Return milliseconds until pages can be used: their scripts have run and the tree is there."""
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    site = book / "site"
    sizes = sorted((path.stat().st_size, path) for path in site.rglob("*.html") if path.name.count(".") > 1)
    typical = sizes[len(sizes) // 2][1]
    largest = site / big if big else sizes[-1][1]
    found: dict[str, Any] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name, path in (
            ("home", site / "index.html"),
            ("typical file", typical),
            ("largest file", largest),
        ):
            times, frames = [], []
            for _ in range(rounds):
                page = browser.new_page(viewport={"width": 1280, "height": 900})
                page.goto(path.as_uri(), wait_until="load")
                page.wait_for_selector(".tree li")
                times.append(
                    page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
                )
                if name == "largest file":
                    frames.append(page.evaluate(_SCROLL))
                page.close()
            found[name] = {
                "page": str(path.relative_to(site)),
                "bytes": path.stat().st_size,
                "ms": round(statistics.median(times), 1),
            }
            if frames:
                found[name]["longest frame while scrolling, ms"] = round(statistics.median(frames), 1)
        browser.close()
    return found


_SCROLL = """new Promise(done => {
  let longest = 0, before = performance.now(), left = 60;
  const step = now => { longest = Math.max(longest, now - before); before = now; scrollBy(0, 400); if (left--) requestAnimationFrame(step); else done(longest); };
  requestAnimationFrame(step);
})"""


def measure_load(book: Path, clients: int, requests: int) -> dict[str, Any]:
    """Ask a served book from many keep-alive connections at once; return milliseconds of the answers."""
    server = subprocess.Popen(
        [sys.executable, "-m", "repobook", "serve", str(book), "--port", "0", "--no-browser", "--quiet"],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        said = re.match(r"http://127\.0\.0\.1:(\d+)/", server.stdout.readline())
        assert said is not None
        site = book / "site"
        places = sorted(
            str(path.relative_to(site)) for path in site.rglob("*.html") if path.stat().st_size < 400_000
        )
        chosen = random.Random(2).choices(places, k=requests)
        begun = time.perf_counter()
        times, errors = asyncio.run(_ask_all(int(said[1]), chosen, clients))
        seconds = time.perf_counter() - begun
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)
    times.sort()
    return {
        "clients": clients, "requests": requests, "errors": errors, "seconds": round(seconds, 2),
        "p50 ms": round(times[len(times) // 2] * 1000, 1), "p99 ms": round(times[int(len(times) * 0.99)] * 1000, 1),
    }  # fmt: skip


async def _ask_all(port: int, places: list[str], clients: int) -> tuple[list[float], int]:
    from urllib.parse import quote

    times: list[float] = []
    errors = 0

    async def client(own: list[str]) -> None:
        nonlocal errors
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
        for place in own:
            begun = time.perf_counter()
            writer.write(f"GET /{quote(place)} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
            body = await reader.readexactly(length)
            times.append(time.perf_counter() - begun)
            errors += not (head.startswith(b"HTTP/1.1 200") and len(body) == length)
        writer.close()

    await asyncio.gather(*(client(places[n::clients]) for n in range(clients)))
    return times, errors


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("book", type=Path)
    parser.add_argument("--big", default="")
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    book = asked.book.resolve()
    load = os.getloadavg()
    found = {
        "load of the machine before": round(load[0], 1),
        "cores": os.cpu_count(),
        "size": measure_size(book),
        "bytes of a page before its source": measure_weight(book),
        "until a page can be used": measure_browser(book, asked.big),
        "served": measure_load(book, asked.clients, asked.requests),
    }
    shown = json.dumps(found, indent=1)
    print(shown)
    if asked.json:
        asked.json.write_text(shown + "\n")


if __name__ == "__main__":
    main()
