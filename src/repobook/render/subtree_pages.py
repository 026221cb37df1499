"""`sub.md` of every folder and the A–Z of the whole repository: where a keyword is defined, then where it is used.

A subtree's most used names are among the most used names of its parts, so all folders are done in one pass, each keeping no
more than a page can show once it is left.
"""

from __future__ import annotations

import re

from repobook.render.a_to_z import render_a_to_z
from repobook.render.book import Book, FolderRow
from repobook.render.definition_lists import DefinitionLists
from repobook.render.definitions import Defined, Names, definitions
from repobook.render.keyword_lines import Shown, by_letter, keyword_line
from repobook.render.markdown import code, number, plural, relative, url

MAX_KEYWORDS = 100  # on one sub.md

_NOISE = re.compile(r"__\w+__$|.$")


def render_names(book: Book) -> None:
    """Write `sub.md` of every folder and the A–Z, from one reading of the definitions."""
    every = Names()
    subtrees = _Subtrees(book)
    here: dict[str, Defined] = {}
    at = 0
    for name, place in definitions(book):
        if place.file_id != at:
            at = place.file_id
            here = subtrees.enter(book.folders[book.files[at].folder_id])
        every.add(name, place)
        defined = here.get(name)
        if defined is None:
            here[name] = Defined(place)
        else:
            defined.add(place)
    lists = DefinitionLists(book, every)
    _render_subtrees(book, subtrees.finish(), lists)
    render_a_to_z(book, every, lists)


class _Subtree:
    """The names below a folder, as far as a page can show them."""

    def __init__(self, folder: FolderRow) -> None:
        self.folder = folder
        self.names: dict[str, Defined] = {}
        self.is_cut = False  # whether `names` no longer holds every name
        self.below = 0  # definitions in the folders below

    def close(self) -> int:
        """Keep what a page can show; return how many definitions there are."""
        total = self.below + sum(defined.count for defined in self.names.values())
        if len(self.names) > MAX_KEYWORDS * 2:
            self.is_cut = True
            self.names = {name: self.names[name] for name in _most_used(self.names, MAX_KEYWORDS * 2)}
        return total


class _Subtrees:
    """Gathers names by folder. Files come in the order of their paths, so a folder that is left is complete."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._open: list[_Subtree] = []
        self._closed: dict[int, tuple[dict[str, Defined], int]] = {}

    def enter(self, folder: FolderRow) -> dict[str, Defined]:
        """Return the names of a folder, to be added to; leave the folders that do not hold it."""
        chain = [folder]
        while (parent := chain[-1].parent_id) is not None:
            chain.append(self._book.folders[parent])
        chain.reverse()
        while len(self._open) > len(chain) or (
            self._open and self._open[-1].folder.id != chain[len(self._open) - 1].id
        ):
            self._leave()
        self._open += map(_Subtree, chain[len(self._open) :])
        return self._open[-1].names

    def finish(self) -> dict[int, tuple[dict[str, Defined], int]]:
        """Return the names to show of every folder that has some, and how many definitions, where these are not all."""
        while self._open:
            self._leave()
        return self._closed

    def _leave(self) -> None:
        subtree = self._open.pop()
        total = subtree.close()
        self._closed[subtree.folder.id] = (subtree.names, total if subtree.is_cut else 0)
        if not self._open:
            return
        above = self._open[-1]
        above.is_cut = above.is_cut or subtree.is_cut
        above.below += total
        for name, defined in subtree.names.items():
            above.below -= defined.count  # it counts where it stands
            known = above.names.get(name)
            if known is None:
                above.names[name] = defined.copy()
            else:
                known.merge(defined)


def _render_subtrees(
    book: Book, subtrees: dict[int, tuple[dict[str, Defined], int]], lists: DefinitionLists
) -> None:
    for folder in sorted(book.folders.values(), key=lambda f: (-f.depth, f.id)):
        below_it = book.subfolders.get(folder.id, [])
        if len(below_it) == 1 and not folder.files and folder.path:
            book.write(folder.at("sub.md"), _same_page(book, folder, book.folders[below_it[0]]))
            continue
        names, total = subtrees.pop(folder.id, ({}, 0))
        book.write(folder.at("sub.md"), _sub_page(book, folder, names, total, lists))


def _most_used(names: dict[str, Defined], limit: int) -> list[str]:
    return sorted(names, key=lambda name: (bool(_NOISE.match(name)), names[name].order(name)))[:limit]


def _same_page(book: Book, folder: FolderRow, only: FolderRow) -> str:
    """Return the page of a folder that holds one folder and nothing else: its keywords are the other's."""
    here = folder.page
    return (
        f"# Keywords below {code(folder.path)}\n\nAll of them lie in {code(only.name + '/')}:"
        f" {book.folder_link(only, here, 'its keywords', 'sub.md')}. [Global index]({url(relative('keywords.md', here))}).\n\n"
        f"Folder: {book.folder_link(folder, here, code('index.md'))} · {book.folder_link(folder, here, code('doc.md'), 'doc.md')}\n"
    )


def _sub_page(
    book: Book, folder: FolderRow, names: dict[str, Defined], total: int, lists: DefinitionLists
) -> str:
    parts = [f"# Keywords below {code(folder.path or book.options.name)}\n"]
    chosen = _most_used(names, MAX_KEYWORDS)
    every = url(relative("keywords.md", folder.page))
    if total or len(names) > len(chosen):
        every_one = number(total) if total else number(len(names))
        what = "definitions" if total else "names"
        parts.append(f"Top {number(len(chosen))} of {every_one} {what} · [all]({every})\n")
    elif not chosen:
        parts.append(f"No definitions · [all keywords]({every})\n")
    else:
        parts.append(f"All {plural(len(chosen), 'keyword')}. [Global index]({every}).\n")
    shown = Shown(book, folder.page)
    for letter, group in by_letter(chosen):
        parts.append(f"## {letter}\n")
        lines = (keyword_line(shown, name, names[name], lists.link(name, folder.page)) for name in group)
        parts.append("\n".join(lines) + "\n")
    parts.append(
        f"Folder: {book.folder_link(folder, folder.page, code('index.md'))} · {book.folder_link(folder, folder.page, code('doc.md'), 'doc.md')}\n"
    )
    return "\n".join(parts)
