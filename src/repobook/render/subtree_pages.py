"""`sub.md` of every folder and the A–Z of the whole repository: where a keyword is defined, then where it is used.

A subtree's most used names are among the most used names of its parts, so all folders are done in one pass, each keeping no
more than a page can show once it is left.
"""

from __future__ import annotations

from repobook.render.a_to_z import render_a_to_z
from repobook.render.book import Book, FolderRow
from repobook.render.definition_lists import DefinitionLists
from repobook.render.definitions import Kinds, Names, definitions
from repobook.render.keyword_lines import Shown, by_letter, keyword_line
from repobook.render.markdown import code, number, plural, relative, url

MAX_KEYWORDS = 100  # on one sub.md


def render_names(book: Book) -> None:
    """Write `sub.md` of every folder and the A–Z, from one reading of the definitions."""
    every = Names()
    kinds = Kinds()
    subtrees = _Subtrees(book)
    for file_id, best, counts in definitions(book, kinds):
        every.add_file(best, counts)
        subtrees.enter(book.folders[book.files[file_id].folder_id]).add_file(best, counts)
    lists = DefinitionLists(book, every, kinds)
    _render_subtrees(book, subtrees.finish(), lists, kinds)
    render_a_to_z(book, every, lists, kinds)


class _Subtree:
    """The names below a folder, as far as a page can show them."""

    def __init__(self, folder: FolderRow) -> None:
        self.folder = folder
        self.names = Names()
        self.is_cut = False  # whether `names` no longer holds every name
        self.below = 0  # definitions in the folders below

    def close(self) -> int:
        """Keep what a page can show; return how many definitions there are."""
        total = self.below + self.names.definitions()
        if len(self.names) > MAX_KEYWORDS * 2:
            self.is_cut = True
            self.names = self.names.cut(self.names.most_used(MAX_KEYWORDS * 2))
        return total


class _Subtrees:
    """Gathers names by folder. Files come in the order of their paths, so a folder that is left is complete."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._open: list[_Subtree] = []
        self._closed: dict[int, tuple[Names, int]] = {}

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
        self._open += map(_Subtree, chain[len(self._open) :])
        return self._open[-1].names

    def finish(self) -> dict[int, tuple[Names, int]]:
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
        for name in subtree.names:
            defined = subtree.names[name]
            above.below -= defined[0]  # it counts where it stands
            above.names.add(name, defined)


def _render_subtrees(
    book: Book, subtrees: dict[int, tuple[Names, int]], lists: DefinitionLists, kinds: Kinds
) -> None:
    for folder in sorted(book.folders.values(), key=lambda f: (-f.depth, f.id)):
        below_it = book.subfolders.get(folder.id, [])
        if len(below_it) == 1 and not folder.files and folder.path:
            book.write(folder.at("sub.md"), _same_page(book, folder, book.folders[below_it[0]]))
            continue
        names, total = subtrees.pop(folder.id, (Names(), 0))
        book.write(folder.at("sub.md"), _sub_page(book, folder, names, total, lists, kinds))


def _same_page(book: Book, folder: FolderRow, only: FolderRow) -> str:
    """Return the page of a folder that holds one folder and nothing else: its keywords are the other's."""
    here = folder.page
    return (
        f"# Keywords below {code(folder.path)}\n\nAll of them lie in {code(only.name + '/')}:"
        f" {book.folder_link(only, here, 'its keywords', 'sub.md')}. [Global index]({url(relative('keywords.md', here))}).\n\n"
        f"Folder: {book.folder_link(folder, here, code('index.md'))} · {book.folder_link(folder, here, code('doc.md'), 'doc.md')}\n"
    )


def _sub_page(
    book: Book, folder: FolderRow, names: Names, total: int, lists: DefinitionLists, kinds: Kinds
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
        lines = (keyword_line(shown, name, names[name], lists.link) for name in group)
        parts.append("\n".join(lines) + "\n")
    parts.append(
        f"Folder: {book.folder_link(folder, folder.page, code('index.md'))} · {book.folder_link(folder, folder.page, code('doc.md'), 'doc.md')}\n"
    )
    return "\n".join(parts)
