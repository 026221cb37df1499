"""Source path -> page path is one-to-one for every legal name, wherever the book is copied to."""

from __future__ import annotations

import os
import random
import unicodedata

from repobook.render.names import page_names

PAIRS = 10_000
PAGES = ("index.md", "doc.md", "sub.md", "index-2.md")
AT_TOP = (
    "README.md",
    "keywords.md",
    "comprehensive_book.md",
    "verification_report.md",
    "manifest.json",
    "SHA256SUMS",
    "book.db",
)

_PIECES = [
    "a", "A", "b", ".", "..x", " ", "~", "~41", "%41", "_", "-", "+", "é", "e\u0301", "ß", "SS", "ſ", "K", "\u212a", "İ", "ı", "ς", "σ",
    "\udcff", "\udcfe", "\n", "\x1b", "\\", ":", "*", "?", '"', "<", ">", "|", "\u202e", "\u200b", "\ufeff", "日本", "한", "\u1112\u1161\u11ab",
    "ﬁ", "fi", "CON", "nul", "com1", "LPT¹", "aux.c", "index.md", "doc.md", "sub.md", "index", "keywords", "site", "x_docs.md", "x_kw.md", "_docs",
    "_docs.md", "_kw.md", ".md", ".py", "README.md", "manifest.json", "book.db", "a" * 199, "b" * 120, "é" * 101, "~" * 70, "😀", "\u0345", "Å", "Å",
]  # fmt: skip


def random_name(chance: random.Random) -> str:
    """Return a legal name of at most 255 bytes, near to others of its kind."""
    name = "".join(chance.choice(_PIECES) for _ in range(chance.randint(1, 4)))
    while len(os.fsencode(name)) > 255:
        name = name[:-1]
    return "x" if name in (".", "..") else name


def twin(name: str, chance: random.Random) -> str:
    """Return a name that a careless mapping takes for `name`."""
    made = chance.choice([
        name.swapcase(), name.casefold(), name.upper(), unicodedata.normalize("NFD", name), unicodedata.normalize("NFC", name),
        name + ".", name + " ", " " + name, name + "_docs.md", name.removesuffix(".py"), name.replace("~", "~7E"), name.replace(".", "~2E"),
        name[:-1] + "b", name[:200], random_name(chance),
    ])  # fmt: skip
    while len(os.fsencode(made)) > 255:
        made = made[:-1]
    return made if made not in ("", ".", "..") else "y"


def fold(path: str) -> str:
    """Return what a file system compares that knows neither case nor composition."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", path).casefold())


def pages_of(folders: list[str], files: list[str]) -> list[str]:
    """Return every page that a book of these names has."""
    folder_pages, file_pages = page_names(folders, files)
    pages = [f"{page}/{name}" if page else name for page in folder_pages.values() for name in PAGES]
    pages += [page + suffix for page in file_pages.values() for suffix in ("_docs.md", "_kw.md")]
    return [*pages, *AT_TOP, "keywords/a.md", "chapters/01-a.md"]


def random_repositories(seed: int, count: int) -> list[tuple[list[str], list[str]]]:
    """Return folders and files of small repositories in which names come in pairs that look alike."""
    chance = random.Random(seed)
    found = []
    for _ in range(count):
        name = random_name(chance)
        other = twin(name, chance)
        top = chance.choice(["", random_name(chance) + "/"])
        folders = [top[:-1]] if top else []
        files = []
        for at, one in enumerate(dict.fromkeys((name, other))):
            if chance.random() < 0.4 and one != top[:-1]:
                folders.append(top + one)
                files.append(f"{top}{one}/{chance.choice(['x.py', 'index.md', 'doc'])}")
            else:
                files.append(top + one if top + one != top[:-1] else f"{top}z{at}")
        found.append((folders, files))
    return found


REPOSITORIES = random_repositories(1, PAIRS)


def test_pages_never_collide() -> None:
    """No two pages of a book have the same path, with or without case, composed or not."""
    collisions = []
    for folders, files in REPOSITORIES:
        pages = [fold(page) for page in pages_of(folders, files)]
        # A folder of pages must not have the name of a page either.
        parents = {page.rpartition("/")[0] for page in pages if "/" in page}
        parents |= {parent.rpartition("/")[0] for parent in parents if "/" in parent}
        if len(set(pages)) < len(pages) or parents & set(pages):
            collisions.append((folders, files))
    assert collisions == []


def test_folders_never_merge() -> None:
    """Two folders never share a folder of pages, even where case does not count."""
    merged = []
    for folders, files in REPOSITORIES:
        pages = [fold(page) for page in page_names(folders, files)[0].values()]
        if len(set(pages)) < len(pages):
            merged.append(folders)
    assert merged == []


def test_page_names_fit_every_file_system() -> None:
    """Every part of a page's path is at most 255 bytes of UTF-8 and holds nothing that Windows refuses."""
    bad = []
    for folders, files in REPOSITORIES:
        for page in pages_of(folders, files):
            for part in page.split("/"):
                is_refused = (
                    set(part) & set('<>:"\\|?*') or part[-1:] in (" ", ".") or min(map(ord, part)) < 32
                )
                if is_refused or len(part.encode()) > 255:
                    bad.append(part)
    assert bad == []


def test_page_of_a_file_does_not_depend_on_order() -> None:
    """The order in which names are given does not change where their pages are."""
    for folders, files in REPOSITORIES[:500]:
        assert page_names(folders[::-1], files[::-1]) == page_names(folders, files)
