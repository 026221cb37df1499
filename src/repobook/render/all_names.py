"""The pages that list names of the whole repository: the A–Z, its lists of definitions, and `sub.md` of every folder.

After an edit few names have other places. What each file says of its names is compared by a digest with what it said when
the last book was made; the lines of names that no changed file defines, or did define, are taken from the pages of that book.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from itertools import chain

from repobook.facts import Known
from repobook.render import a_to_z
from repobook.render.a_to_z import (
    Entries,
    RenewedLetter,
    head_of,
    make_letters,
    render_front_of_a_to_z,
    render_whole_a_to_z,
    write_letter,
)
from repobook.render.book import Book, FolderRow
from repobook.render.definition_lists import DefinitionLists
from repobook.render.definitions import Defined, Kinds, Names, Places, digest_of, read_symbols
from repobook.render.keyword_lines import letter_key, letter_of, more_definitions
from repobook.render.names_changed import changed_blocks, changed_documents, touched_names
from repobook.render.names_kept import (
    KeptFolder,
    KeptLetter,
    KeptNames,
    LastPages,
    PageLost,
    Used,
    pack,
    pack_kept,
    pack_names,
    read_kept,
    unpack_documents,
    unpack_lists,
    unpack_names,
    unpack_used,
)
from repobook.render.names_used import Documents, Words, all_documents, all_of_note, renew_documents
from repobook.render.page_judge import PageJudge
from repobook.render.subtree_pages import Closed, Subtree, Subtrees, only_folder, same_page, sub_page

MAX_TOUCHED = 0.3  # of all names: beyond it, it is quicker to make all lines
_TOGETHER = 500  # names of one statement


def render_names(book: Book, known: Known, judge: PageJudge | None = None) -> bytes:
    """Write all of them; return what the next build may want to know. `Wrong` where what is told of changes is not so."""
    last = read_kept(known) if book.on_page is None else None
    if last is not None:
        before = len(book.pages)
        try:
            return _Edited(book, known.book, last, judge).render()
        except (PageLost, zlib.error):
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
    lists = DefinitionLists(book, kinds, pages)
    lists.write({name: defined for name, defined in every.several() if more_definitions(defined)})
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
    used = all_of_note(book, every)
    documents = all_documents(book)
    is_split = len(every) > a_to_z.WHOLE
    entries = Entries(book, every, kinds, used, documents, is_split)
    letters = make_letters(chain(every, used), lambda name: entries.line(name, lists.link))
    head = head_of(book, len(every), len(used))
    if not is_split:
        render_whole_a_to_z(book, head, letters)
        return b""  # a small repository
    kept_letters = {letter: write_letter(letter, lines, pages) for letter, lines in letters}
    render_front_of_a_to_z(book, head, kept_letters)
    if book.on_page is not None:
        return b""
    return pack_kept(
        KeptNames(
            list(kinds), len(every), digests, folders, pack(lists.kept), lists.pages, pack(used), pack(documents), kept_letters
        )
    )  # fmt: skip


class _Changed:
    """The names of the repository after an edit. Their places are read when they are wanted."""

    def __init__(self, book: Book, places: Places) -> None:
        self._book = book
        self._places = places
        self._asked: set[str] = set()
        self._found = Names()

    def __contains__(self, name: object) -> bool:
        """Tell whether a name is defined, which was asked for by `read`."""
        assert name in self._asked
        return name in self._found

    def get(self, name: str) -> Defined | None:
        assert name in self._asked
        return self._found.get(name)

    def read(self, names: Iterable[str]) -> None:
        """Have the places of some names."""
        waiting = sorted(set(names) - self._asked)
        self._asked.update(waiting)
        for at in range(0, len(waiting), _TOGETHER):
            some = waiting[at : at + _TOGETHER]
            where = f"name IN ({', '.join('?' * len(some))})"
            for file_id, rows, uses in read_symbols(self._book.db.connection, where, some):
                self._found.add_file(*self._places.of(file_id, rows, uses))


class _Edited:
    """The pages after an edit, made of those of the last book."""

    def __init__(self, book: Book, last_book: str, last: KeptNames, judge: PageJudge | None) -> None:
        self._book = book
        self._last = last
        self._last_book = last_book
        self._changes = judge.changes if judge is not None else None
        self._seed = judge.seed if judge is not None else 0
        self._pages = LastPages(book, last_book)
        self._kinds = Kinds(last.kinds)
        self._places = Places(book, self._kinds)
        self._defined = _Changed(book, self._places)

    def render(self) -> bytes:
        book, last, defined = self._book, self._last, self._defined
        touched = touched_names(book, self._last_book, last.files, self._changes, self._seed)
        if len(touched.names) > MAX_TOUCHED * last.count:
            raise PageLost
        defined.read(touched.names)
        lists, moved = self._lists(touched.names)
        folders = self._folders(touched.files, moved, lists)
        before = unpack_used(last.used)
        used = self._used(before, touched.names)
        named_before, documents = self._documents()
        dirty = touched.names | moved
        dirty.update(name for name, _ in before.items() ^ used.items())
        dirty.update(_differing(named_before, documents))
        defined.read(dirty)
        entries = Entries(book, defined, self._kinds, used, documents, True)
        letters = {
            letter: RenewedLetter(letter, pages, self._pages) for letter, pages in last.letters.items()
        }
        count = last.count
        for name in sorted(dirty):
            letter = letters.setdefault(letter_of(name), RenewedLetter(letter_of(name), [], self._pages))
            is_defined = name in defined
            count += is_defined - (name not in before and letter.has(name))
            is_listed = is_defined or name in used
            letter.put(name, entries.line(name, lists.link) if is_listed else None)
        if count <= a_to_z.WHOLE:
            raise PageLost
        kept_letters: dict[str, list[KeptLetter]] = {}
        for one in sorted(letters, key=letter_key):
            if pages := letters[one].write():
                kept_letters[one] = pages
        render_front_of_a_to_z(book, head_of(book, count, len(used)), kept_letters)
        return pack_kept(
            KeptNames(
                list(self._kinds),
                count,
                touched.digests,
                folders,
                last.lists if lists.pages is last.list_pages else pack(lists.kept),
                lists.pages,
                last.used if used == before else pack(used),
                last.documents if documents is named_before else pack(documents),
                kept_letters,
            )
        )

    def _lists(self, touched: set[str]) -> tuple[DefinitionLists, set[str]]:
        """Write the lists of definitions; return the names whose lists are not where they were, too."""
        last = unpack_lists(self._last.lists)
        lists = DefinitionLists(self._book, self._kinds, self._pages)
        blocks, gone = changed_blocks(
            self._book, self._last_book, self._changes, "name_block", "names", "symbols"
        )
        digests = dict(zip(last.names, last.digests, strict=True))
        suspects = {
            name
            for name in lists.suspects(last, touched, lists.words_of(blocks) | gone)
            if name in touched or lists.digest(name) != digests[name]
        }
        self._defined.read(suspects)
        listed = {
            name: found
            for name in suspects | touched
            if (found := self._defined.get(name)) and more_definitions(found)
        }
        if not suspects and not listed:
            lists.keep(last, self._last.list_pages)
            return lists, set()
        return lists, lists.renew(last, self._last.list_pages, suspects, listed)

    def _used(self, before: dict[str, Used], touched: set[str]) -> dict[str, Used]:
        """Return the identifiers that several files use and nothing here defines."""
        words = Words(self._book)
        blocks, gone = changed_blocks(
            self._book, self._last_book, self._changes, "word_block", "words", "files"
        )
        found: dict[str, Used] = {}
        doubtful = gone | touched
        for number in blocks:
            block = words.vocabulary.block(number)
            doubtful.update(block.words)
            found.update(words.of_note(block))
        for name in touched - found.keys():
            if (used := words.is_of_note(name)) is not None:
                found[name] = used
        self._defined.read(found)
        kept = {word: used for word, used in before.items() if word not in doubtful}
        return kept | {word: used for word, used in found.items() if word not in self._defined}

    def _documents(self) -> tuple[Documents, Documents]:
        """Return the documents that name words, in the last book and in this one."""
        before = unpack_documents(self._last.documents)
        changed = changed_documents(self._book, self._changes)
        if changed is None:
            return before, all_documents(self._book)
        if not changed:
            return before, before
        documents = dict(before)
        renew_documents(self._book, documents, changed)
        return before, documents

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
            names_ = closed.get(folder.id) or (_open(kept) if kept is not None else None)
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


def _open(folder: KeptFolder) -> Closed:
    return Closed(unpack_names(folder.names), folder.total, folder.is_cut)


def _has_any(folder: KeptFolder, names: set[str]) -> bool:
    return not names.isdisjoint(unpack_names(folder.names))


def _differing(one: Documents, other: Documents) -> set[str]:
    """Return the names whose documents are not the same."""
    if one is other:
        return set()
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}
