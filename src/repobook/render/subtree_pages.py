"""`sub.md` of every folder: where a keyword is defined, then where it is used.

A subtree's most used names are among the most used names of its parts, so all folders are done in one pass, each keeping no
more than a page can show once it is left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from repobook.render.book import Book, FolderRow
from repobook.render.definitions import Kinds, Names
from repobook.render.keyword_lines import Shown, by_letter, keyword_line
from repobook.render.markdown import code, number, plural, relative, url

MAX_KEYWORDS = 100  # on one sub.md


class Closed(NamedTuple):
    """The names below a folder, as far as a page can show them."""

    names: Names
    total: int  # definitions
    is_cut: bool  # whether `names` no longer holds every name


class Subtree:
    """Gathers the names below a folder: those of its files, and those of its folders, which are closed."""

    def __init__(self, folder: FolderRow) -> None:
        self.folder = folder
        self.names = Names()
        self._is_cut = False
        self._below = 0  # definitions in the folders below

    def add(self, part: Closed) -> None:
        self._is_cut = self._is_cut or part.is_cut
        self._below += part.total
        for name in part.names:
            defined = part.names[name]
            self._below -= defined[0]  # it counts where it stands
            self.names.add(name, defined)

    def close(self) -> Closed:
        """Keep what a page can show."""
        total = self._below + self.names.definitions()
        if len(self.names) > MAX_KEYWORDS * 2:
            self._is_cut = True
            self.names = self.names.cut(self.names.most_used(MAX_KEYWORDS * 2))
        return Closed(self.names, total, self._is_cut)


class Subtrees:
    """Gathers names by folder. Files come in the order of their paths, so a folder that is left is complete."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._open: list[Subtree] = []
        self._closed: dict[int, Closed] = {}

    def enter(self, folder: FolderRow) -> Names:
        """Return the names of a folder, to be added to; leave the folders that do not hold it."""
        chain = [folder]
        while (parent := chain[-1].parent_id) is not None:
            chain.append(self._book.folders[parent])
        chain.reverse()
        while len(self._open) > len(chain) or (
            self._open and self._open[-1].folder.id != chain[len(self._open) - 1].id
        ):
            self._leave()
        self._open += map(Subtree, chain[len(self._open) :])
        return self._open[-1].names

    def finish(self) -> dict[int, Closed]:
        """Return every folder that has names."""
        while self._open:
            self._leave()
        return self._closed

    def _leave(self) -> None:
        subtree = self._open.pop()
        closed = self._closed[subtree.folder.id] = subtree.close()
        if self._open:
            self._open[-1].add(closed)


def sub_page(
    book: Book, folder: FolderRow, closed: Closed | None, lists: Callable[[str, str], str], kinds: Kinds
) -> str:
    """Return the page of a folder; `lists` tells where a page finds the list of a name's definitions."""
    names, total, is_cut = closed or Closed(Names(), 0, False)
    return _sub_page(book, folder, names, total if is_cut else 0, lists, kinds)


def only_folder(book: Book, folder: FolderRow) -> FolderRow | None:
    """Return the one folder in a folder that holds nothing else."""
    below_it = book.subfolders.get(folder.id, [])
    return book.folders[below_it[0]] if len(below_it) == 1 and not folder.files and folder.path else None


def same_page(book: Book, folder: FolderRow, only: FolderRow) -> str:
    """Return the page of a folder that holds one folder and nothing else: its keywords are the other's."""
    here = folder.page
    return (
        f"# Keywords below {code(folder.path)}\n\nAll of them lie in {code(only.name + '/')}:"
        f" {book.folder_link(only, here, 'its keywords', 'sub.md')}. [Global index]({url(relative('keywords.md', here))}).\n\n"
        f"Folder: {book.folder_link(folder, here, code('index.md'))} · {book.folder_link(folder, here, code('doc.md'), 'doc.md')}\n"
    )


def _sub_page(
    book: Book, folder: FolderRow, names: Names, total: int, lists: Callable[[str, str], str], kinds: Kinds
) -> str:
    parts = [f"# Keywords below {code(folder.path or book.options.name)}\n"]
    chosen = names.most_used(MAX_KEYWORDS)
    every = url(relative("keywords.md", folder.page))
    if total or len(names) > len(chosen):
        every_one = number(total) if total else number(len(names))
        what = "definitions" if total else "names"
        parts.append(f"Top {number(len(chosen))} of {every_one} {what} · [all]({every})\n")
    elif not chosen:
        parts.append(f"No definitions · [all keywords]({every})\n")
    else:
        parts.append(f"All {plural(len(chosen), 'keyword')}. [Global index]({every}).\n")
    shown = Shown(book, folder.page, kinds)
    for letter, group in by_letter(chosen):
        parts.append(f"## {letter}\n")
        lines = (keyword_line(shown, name, names[name], lists) for name in group)
        parts.append("\n".join(lines) + "\n")
    parts.append(
        f"Folder: {book.folder_link(folder, folder.page, code('index.md'))} · {book.folder_link(folder, folder.page, code('doc.md'), 'doc.md')}\n"
    )
    return "\n".join(parts)
