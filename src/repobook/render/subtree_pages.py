"""`sub.md` of every folder and the A–Z of the whole repository: where a keyword is defined, then where it is used.

A subtree's most used names are among the most used names of its parts, so all folders are done in one pass from the
leaves up, each keeping no more than a page can show.
"""

from __future__ import annotations

import re

from repobook.render.a_to_z import render_a_to_z
from repobook.render.book import Book, FolderRow
from repobook.render.definition_lists import DefinitionLists
from repobook.render.definitions import Defined, definitions
from repobook.render.keyword_lines import Shown, by_letter, keyword_line
from repobook.render.markdown import code, number, plural, relative, url

MAX_KEYWORDS = 100  # on one sub.md

_NOISE = re.compile(r"__\w+__$|.$")


def render_names(book: Book) -> None:
    """Write `sub.md` of every folder and the A–Z, from one reading of the definitions."""
    every: dict[str, Defined] = {}
    own: dict[int, dict[str, Defined]] = {}
    here: dict[str, Defined] = {}
    at = 0
    for name, place in definitions(book):
        if place.file_id != at:
            at = place.file_id
            here = own.setdefault(book.files[at].folder_id, {})
        for known in (here, every):
            defined = known.get(name)
            if defined is None:
                known[name] = Defined(place)
            else:
                defined.add(place)
    lists = DefinitionLists(book, every)
    lists.write()
    _render_subtrees(book, own, lists)
    render_a_to_z(book, every, lists)


def _render_subtrees(book: Book, own: dict[int, dict[str, Defined]], lists: DefinitionLists) -> None:
    """Write `sub.md` of every folder; `own` are the names that its own files define."""
    totals: dict[int, int] = {}
    is_cut: set[int] = set()  # folders whose list no longer holds every name
    merged: dict[int, dict[str, Defined]] = {}
    for folder in sorted(book.folders.values(), key=lambda f: (-f.depth, f.id)):
        names = own.pop(folder.id, {})
        total = sum(defined.count for defined in names.values())
        for below in book.subfolders.get(folder.id, []):
            total += totals[below]
            if below in is_cut:
                is_cut.add(folder.id)
            for name, defined in merged.pop(below).items():
                known = names.get(name)
                if known is None:
                    names[name] = defined
                else:
                    known.merge(defined)
        totals[folder.id] = total
        if len(names) > MAX_KEYWORDS * 2:
            is_cut.add(folder.id)
            names = {name: names[name] for name in _most_used(names, MAX_KEYWORDS * 2)}
        merged[folder.id] = names
        below_it = book.subfolders.get(folder.id, [])
        if len(below_it) == 1 and not folder.files and folder.path:
            book.write(folder.at("sub.md"), _same_page(book, folder, book.folders[below_it[0]]))
            continue
        total = total if folder.id in is_cut else 0
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
