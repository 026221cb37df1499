"""Page of the book -> page of the site, one-to-one for every legal name.

`a/b.py_docs.md` and `a/b.py_kw.md` are one page, `a/b.py.html`; every other page keeps its name. A `~` that no hex digit
follows stands in no encoded name, so names of our own that hold one meet no file of a repository.
"""

from __future__ import annotations

import re

from repobook.render.book import Book
from repobook.render.markdown import relative, url

SITE = "site/"
STATIC = "~static"
FINDINGS = "~findings"
CROWD = 600  # files of one folder, or folders; above it their pages stand in folders of this many

_OURS = re.compile(r"(?:(?:index|doc|sub)(?:-[\w-]+)?)\.html", re.I)
_OURS_AT_TOP = frozenset(
    {"readme.html", "keywords.html", "comprehensive_book.html", "rules.html", "verification_report.html",
     "404.html", "search.html", "findings.html"}
)  # fmt: skip
_PAGE_FOLDER = re.compile(r"(\.html)(?=/)", re.I)


class SitePaths:
    """Knows where every page of the book stands in the site."""

    def __init__(self, book: Book) -> None:
        self._spread = _spread(
            book
        )  # folder of pages -> where it stands, where any folder is crowded with others
        self._odd: dict[str, str] = {}  # documentation pages with a place of their own
        crowds: dict[int, int] = {}
        for file in book.files.values():
            if file.outcome == "documented":
                crowds[file.folder_id] = crowds.get(file.folder_id, 0) + 1
        seen: dict[int, int] = {}
        for file in book.files.values():
            if file.outcome != "documented":
                continue
            folder, _, name = file.page.rpartition("/")
            place = f"{name}.html"
            if _OURS.fullmatch(place) or (not folder and place.lower() in _OURS_AT_TOP):
                place = f"{name}~.html"
            if crowds[file.folder_id] > CROWD:
                number = seen[file.folder_id] = seen.get(file.folder_id, -1) + 1
                place = f"~{number // CROWD}/{place}"
            if place != f"{name}.html":
                self._odd[file.docs] = f"{folder}/{place}" if folder else place
        self._odd_names = {path.rpartition("/")[2] for path in self._odd}

    def of(self, page: str) -> str:
        """Return the path of a page in the site, from its top."""
        if page.endswith("_docs.md"):
            place = self._odd.get(page) or page[:-8] + ".html"
        elif page.endswith("_kw.md"):
            place = self._odd.get(page[:-6] + "_docs.md") or page[:-6] + ".html"
        else:
            place = page[:-3] + ".html"
        if self._spread and "/" in place:
            folder, _, name = place.rpartition("/")
            inner = ""
            if folder not in self._spread:  # one of a crowd of files
                folder, _, inner = folder.rpartition("/")
                inner += "/"
            place = f"{self._spread.get(folder, folder)}/{inner}{name}" if folder else f"{inner}{name}"
        return _PAGE_FOLDER.sub(r"\1~", place) if ".html/" in place.lower() else place

    def is_plain(self, target: str) -> bool:
        """Tell whether a link of the book becomes one of the site by its ending alone."""
        name = target.rpartition("/")[2]
        if name.endswith("_kw.md"):
            name = name[:-6] + "_docs.md"
        if self._spread and "/" in target:
            return False
        return "%" not in target and name not in self._odd_names and ".html/" not in target.lower()

    def link(self, page: str, here: str) -> str:
        """Return what leads from a page in folder `here` of the site to a page of the book."""
        return url(relative(self.of(page), here))


def _spread(book: Book) -> dict[str, str]:
    """Return where the pages of each folder stand, if any folder holds so many that they are spread; else nothing."""
    if all(len(below) <= CROWD for below in book.subfolders.values()):
        return {}
    places = {"": ""}
    seen: dict[int, int] = {}
    for folder in sorted(book.folders.values(), key=lambda folder: (folder.depth, folder.id)):
        if folder.parent_id is None:
            continue
        name = folder.page.rpartition("/")[2]
        if len(book.subfolders[folder.parent_id]) > CROWD:
            number = seen[folder.parent_id] = seen.get(folder.parent_id, -1) + 1
            name = f"~{number // CROWD}~/{name}"
        above = places[book.folders[folder.parent_id].page]
        places[folder.page] = f"{above}/{name}" if above else name
    return places
