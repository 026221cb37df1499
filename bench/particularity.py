"""How particular a book is: which of its sentences stand on many pages, and who has a purpose of its own.

    python bench/particularity.py BOOK [--show 20]

A sentence is a run of prose of at least four plain words, outside of source, tables and headings; `·` parts facts, which
are none. Paths, names and numbers are masked, so that "`a.py` has 3 users" and "`b.py` has 9 users" are the same sentence.
A sentence of the repository that is quoted counts like ours.
"""

from __future__ import annotations

import argparse
import re
import sqlite3
from collections import Counter
from pathlib import Path

MANY = 50  # pages
MIN_WORDS = 4
_FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1`*~*[ \t]*$", re.M | re.S)
_LEFT_OUT = re.compile(r"^\s*(?:\||#{1,6} |<!--).*$", re.M)
_UNIT = re.compile(r"\n\s*\n|\n\s*(?:[-*+]|\d+[.)])\s+|^\s*(?:[-*+]|\d+[.)])\s+|\n>\s*\n| · ", re.M)
_END = re.compile(r"(?<=[.!?])\s+")
_LINK = re.compile(r"!?\[([^\]]*)\]\((?:[^()]|\([^)]*\))*\)")
_CODE = re.compile(r"`+[^`]*`+")
_NAME = re.compile(r"\S*(?:[0-9_/\\.:=<>(){}\[\]#@*+]\S|[a-z][A-Z])\S*|\b[A-Z]{2,}\w*|\d[\d,.]*")
_WORD = re.compile(r"[^\W\d_]+")


def sentences(text: str) -> list[str]:
    """Return the sentences of a page, masked."""
    text = _LEFT_OUT.sub("", _FENCE.sub("", text))
    found = []
    for unit in _UNIT.split(text):
        unit = _LINK.sub(r"\1", unit.replace("\n>", " ").replace("**", ""))
        for part in _END.split(_CODE.sub("N", unit)):
            masked = " ".join(_NAME.sub("N", part).split()).strip(" >-—")
            if len([word for word in _WORD.findall(masked) if word != "N"]) >= MIN_WORDS:
                found.append(masked)
    return found


def measure_pages(book: Path) -> tuple[Counter[str], Counter[str]]:
    """Return each sentence with the number of pages that hold it, and with how often it stands in the book."""
    pages: Counter[str] = Counter()
    places: Counter[str] = Counter()
    for path in book.rglob("*.md"):
        found = sentences(path.read_text(encoding="utf-8"))
        places.update(found)
        pages.update(set(found))
    return pages, places


def measure_purposes(book: Path) -> list[str]:
    """Return what share of source files and folders have a purpose that is a sentence about them."""
    reader = sqlite3.connect(book / "book.db")
    rows = []
    for what, sql in (
        ("source files", "SELECT purpose, page FROM file WHERE kind = 'source' AND outcome = 'documented' AND size_bytes > 0"),
        ("folders", "SELECT purpose, page FROM folder"),
    ):  # fmt: skip
        told = shown = total = 0
        for purpose, page in reader.execute(sql):
            total += 1
            told += bool(purpose)
            name = f"{page}_docs.md" if what == "source files" else f"{page}/doc.md".lstrip("/")
            shown += has_purpose((book / name).read_text(encoding="utf-8"), what == "folders")
        rows.append(
            f"{what}: {total:,}; {100 * told / max(1, total):.1f} % quote their own words,"
            f" {100 * shown / max(1, total):.1f} % say what they are"
        )
    return rows


def has_purpose(page: str, is_folder: bool) -> bool:
    """Tell whether a page says in prose what its file or folder is."""
    if is_folder:
        body = page.partition("\n")[2].partition("\n## ")[0]
    else:
        body = page.partition("\n## File Purpose\n")[2].partition("\n## ")[0]
    return len(_WORD.findall(_LINK.sub(r"\1", body))) >= MIN_WORDS


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("book", type=Path)
    parser.add_argument(
        "--show", type=int, default=15, help="how many of the most frequent sentences to list"
    )
    asked = parser.parse_args()
    pages, places = measure_pages(asked.book)
    common = {sentence for sentence, count in pages.items() if count > MANY}
    total = sum(places.values())
    repeated = sum(places[sentence] for sentence in common)
    print(
        f"sentences: {total:,}; on more than {MANY} pages: {repeated:,} = {100 * repeated / max(1, total):.2f} %"
    )
    print("\n".join(measure_purposes(asked.book)))
    for sentence in sorted(common, key=lambda text: (-places[text], text))[: asked.show]:
        print(f"{places[sentence]:8,} places {pages[sentence]:7,} pages  {sentence[:150]}")


if __name__ == "__main__":
    main()
