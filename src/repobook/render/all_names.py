"""The pages that list names of the whole repository: the A–Z, its lists of definitions, and `sub.md` of every folder.

After an edit few names have other places. What each file says of its names is compared by a digest with what it said when
the last book was made; the lines of names that no changed file defines, or did define, are taken from the pages of that book.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from bisect import insort
from collections.abc import Iterable, Iterator
from itertools import chain

from repobook.errors import InputError
from repobook.facts import Known
from repobook.render.a_to_z import (
    Entries,
    Lines,
    make_letters,
    read_lines,
    render_a_to_z,
    render_whole_a_to_z,
)
from repobook.render.book import Book, FolderRow
from repobook.render.definition_lists import DefinitionLists
from repobook.render.definitions import Defined, Kinds, Names, Places, digest_of, read_symbols
from repobook.render.keyword_lines import letter_key, letter_of, more_definitions, reader_key
from repobook.render.names_kept import (
    KeptFolder,
    KeptLists,
    KeptNames,
    LastPages,
    PageLost,
    pack_kept,
    pack_names,
    read_kept,
    unpack_names,
)
from repobook.render.subtree_pages import Closed, Subtree, Subtrees, only_folder, same_page, sub_page
from repobook.store import open_reader

MAX_TOUCHED = 0.3  # of all names: beyond it, it is quicker to make all lines
_TOGETHER = 500  # names of one statement


def render_names(book: Book, known: Known) -> bytes:
    """Write all of them; return what the next build may want to know."""
    last = read_kept(known) if book.on_page is None else None
    if last is not None:
        before = len(book.pages)
        try:
            return _Edited(book, known.book, last).render()
        except PageLost:
            del book.pages[before:]
    return _render_anew(book)


def _render_anew(book: Book) -> bytes:
    every = Names()
    kinds = Kinds()
    subtrees = Subtrees(book)
    places = Places(book, kinds)
    digests = {}
    for file_id, rows, uses in read_symbols(book.db.connection):
        digests[file_id] = digest_of(rows, uses)
        best, counts = places.of(file_id, rows, uses)
        every.add_file(best, counts)
        subtrees.enter(book.folders[book.files[file_id].folder_id]).add_file(best, counts)
    pages = LastPages(book, "")
    listed = {name: defined for name, defined in every.several() if more_definitions(defined)}
    lists = DefinitionLists(book, sorted(listed, key=reader_key), kinds, KeptLists(), pages)
    kept_lists = lists.write(listed)
    folders = {}
    closed = subtrees.finish()
    for folder in sorted(book.folders.values(), key=lambda f: (-f.depth, f.id)):
        if only := only_folder(book, folder):
            book.write(folder.at("sub.md"), same_page(book, folder, only))
            continue
        names = closed.get(folder.id)
        page = pages.write(folder.at("sub.md"), sub_page(book, folder, names, lists.link, kinds))
        if names is not None:
            folders[folder.id] = KeptFolder(pack_names(names.names), names.total, names.is_cut, page)
    for number in closed.keys() - folders.keys():  # a page of its own it has not
        folders[number] = KeptFolder(
            pack_names(closed[number].names), closed[number].total, closed[number].is_cut
        )
    del closed, subtrees
    entries = Entries(book, every, kinds)
    letters = make_letters(chain(every, entries.used), lambda name: entries.line(name, lists.link))
    head = entries.head(book.options.name)
    if not entries.is_split:
        render_whole_a_to_z(book, head, letters)
        return b""  # a small repository
    kept_letters = render_a_to_z(book, head, letters, pages)
    if book.on_page is not None:
        return b""
    return pack_kept(
        KeptNames(list(kinds), digests, folders, kept_lists, entries.used, entries.documents, kept_letters)
    )


class _Changed:
    """The names of the repository after an edit. Of those that it did not touch, places are read when they are wanted."""

    def __init__(self, book: Book, before: set[str], touched: set[str], places: Places) -> None:
        self._book = book
        self._places = places
        self._same = before - touched
        self._read = Names()
        self._add(touched)
        self._count = len(self._same) + len(self._read)

    def __contains__(self, name: object) -> bool:
        return name in self._same or name in self._read

    def __len__(self) -> int:
        return self._count

    def get(self, name: str) -> Defined | None:
        return self._read.get(name)

    def read(self, names: Iterable[str]) -> None:
        """Have the places of some names."""
        self._add({name for name in names if name in self._same and name not in self._read})

    def _add(self, names: set[str]) -> None:
        waiting = sorted(names)
        for at in range(0, len(waiting), _TOGETHER):
            some = waiting[at : at + _TOGETHER]
            where = f"name IN ({', '.join('?' * len(some))})"
            for file_id, rows, uses in read_symbols(self._book.db.connection, where, some):
                self._read.add_file(*self._places.of(file_id, rows, uses))


class _Edited:
    """The pages after an edit, made of those of the last book."""

    def __init__(self, book: Book, last_book: str, last: KeptNames) -> None:
        self._book = book
        self._last = last
        self._last_book = last_book
        self._pages = LastPages(book, last_book)
        self._kinds = Kinds(last.kinds)
        self._places = Places(book, self._kinds)
        self._digests: dict[int, bytes] = {}

    def render(self) -> bytes:
        last = self._last
        changed, touched = self._compare()
        before = set(chain.from_iterable(letter.names for letter in last.letters.values())) - last.used.keys()
        if len(touched) > MAX_TOUCHED * len(before):
            raise PageLost
        defined = _Changed(self._book, before, touched, self._places)
        lists = self._lists(defined, touched)
        defined.read(lists.anew)
        kept_lists = lists.write({name: found for name in lists.anew if (found := defined.get(name))})
        moved = lists.moved()
        folders = self._folders(changed, moved, lists)
        entries = Entries(self._book, defined, self._kinds)
        if not entries.is_split:
            raise PageLost
        dirty = touched | moved
        dirty.update(name for name, _ in last.used.items() ^ entries.used.items())
        dirty.update(_differing(last.documents, entries.documents))
        defined.read(dirty)
        letters = self._letters(dirty, entries, lists)
        kept_letters = render_a_to_z(self._book, entries.head(self._book.options.name), letters, self._pages)
        return pack_kept(
            KeptNames(
                list(self._kinds), self._digests, folders, kept_lists, entries.used, entries.documents, kept_letters
            )
        )  # fmt: skip

    def _compare(self) -> tuple[set[int], set[str]]:
        """Return the files that define something else, or are used by others, and the names that they define or did define."""
        touched: set[str] = set()
        known = self._last.files
        for file_id, rows, uses in read_symbols(self._book.db.connection):
            digest = self._digests[file_id] = digest_of(rows, uses)
            if known.get(file_id) != digest:
                touched.update(row[2] for row in rows)
        changed = {number for number, _ in known.items() ^ self._digests.items()}
        were = sorted(changed & known.keys())
        if were:
            touched |= self._names_before(were)
        return changed, touched

    def _names_before(self, files: list[int]) -> set[str]:
        """Return the names of files as the last book has them."""
        names: set[str] = set()
        try:
            reader = open_reader(os.path.join(self._last_book, "book.db"))
        except (InputError, sqlite3.Error):
            raise PageLost from None
        with contextlib.closing(reader):
            found = 0
            for file_id, rows, uses in read_symbols(reader, f"file_id IN ({', '.join(map(str, files))})"):
                if digest_of(rows, uses) != self._last.files[file_id]:
                    raise PageLost
                names.update(row[2] for row in rows)
                found += 1
        if found != len(files):
            raise PageLost
        return names

    def _lists(self, defined: _Changed, touched: set[str]) -> DefinitionLists:
        names = [name for name in self._last.lists.names if name not in touched]
        for name in touched:
            if (found := defined.get(name)) and more_definitions(found):
                insort(names, name, key=reader_key)
        return DefinitionLists(self._book, names, self._kinds, self._last.lists, self._pages, touched)

    def _folders(self, changed: set[int], moved: set[str], lists: DefinitionLists) -> dict[int, KeptFolder]:
        """Write the pages of folders; those that no change reaches are taken from the last book."""
        book = self._book
        reached: set[int] = set()
        for file in changed:
            at: int | None = book.files[file].folder_id
            while at is not None and at not in reached:
                reached.add(at)
                at = book.folders[at].parent_id
        closed: dict[int, Closed] = {}
        folders: dict[int, KeptFolder] = {}
        for folder in sorted(book.folders.values(), key=lambda f: (-f.depth, f.id)):
            kept = self._last.folders.get(folder.id)
            if folder.id in reached:
                names = closed[folder.id] = self._close(folder, closed)
                kept = KeptFolder(pack_names(names.names), names.total, names.is_cut)
            if kept is not None:
                folders[folder.id] = kept
            if only := only_folder(book, folder):
                book.write(folder.at("sub.md"), same_page(book, folder, only))
                continue
            if kept is not None and kept.page is not None and not (moved and _has_any(kept, moved)):
                if self._pages.take(kept.page):
                    continue
            names_ = _open(kept) if kept is not None else None
            page = self._pages.write(
                folder.at("sub.md"), sub_page(book, folder, names_, lists.link, self._kinds)
            )
            if kept is not None:
                kept.page = page
        return folders

    def _close(self, folder: FolderRow, closed: dict[int, Closed]) -> Closed:
        """Return the names below a folder, from its files and from the folders below, which were done before."""
        subtree = Subtree(folder)
        own = [row[0] for row in self._book.query("SELECT id FROM file WHERE folder_id = ?", folder.id)]
        if own:
            where = f"file_id IN ({', '.join(map(str, own))})"
            for file_id, rows, uses in read_symbols(self._book.db.connection, where):
                subtree.names.add_file(*self._places.of(file_id, rows, uses))
        for number in self._book.subfolders.get(folder.id, ()):
            if number in closed:
                subtree.add(closed[number])
            elif number in self._last.folders:
                subtree.add(_open(self._last.folders[number]))
        return subtree.close()

    def _letters(
        self, dirty: set[str], entries: Entries, lists: DefinitionLists
    ) -> Iterator[tuple[str, Lines]]:
        """Yield the letters of the last book with the lines of some names made anew."""
        by_letter: dict[str, list[str]] = {}
        for name in sorted(dirty):
            by_letter.setdefault(letter_of(name), []).append(name)
        for letter in sorted(by_letter.keys() | self._last.letters.keys(), key=letter_key):
            kept = self._last.letters.get(letter)
            lines = Lines([], [], []) if kept is None else read_lines(kept, self._pages)
            for name in by_letter.get(letter, ()):
                lines.put(name, entries.line(name, lists.link) if name in entries else None)
            if lines.names:
                yield letter, lines


def _open(folder: KeptFolder) -> Closed:
    return Closed(unpack_names(folder.names), folder.total, folder.is_cut)


def _has_any(folder: KeptFolder, names: set[str]) -> bool:
    return not names.isdisjoint(unpack_names(folder.names))


def _differing(one: dict[str, list[int]], other: dict[str, list[int]]) -> set[str]:
    """Return the names whose documents are not the same."""
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}
