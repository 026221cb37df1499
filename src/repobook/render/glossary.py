"""Terms that the repository defines itself: entries of glossaries, "X is a …" in documents, expanded acronyms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from repobook.render.book import Book, FileRow
from repobook.render.introduction import read_text, without_links
from repobook.render.markdown import code, first_sentence, prose

MAX_DOCUMENTS = 300
MAX_BYTES = 200_000  # of one document
MAX_LINE = 2_000
MAX_TERMS = 150
MAX_WORDS = 260  # characters of one definition

_GLOSSARY = re.compile(r"(?:^|[-_.])(?:glossary|terminology|definitions|terms)(?:[-_.]|$)", re.I)
_GLOSSARY_HEADING = re.compile(
    r"#*\s*(?:\d[\d.]*\s+)?(?:glossary|terminology|definitions)(?: of terms)?\s*$", re.I
)
# What tells of changes, rights and people defines nothing.
_OTHER = re.compile(
    r"change|release|history|news|licen[cs]e|copying|notice|authors|contribut|security|conduct|third", re.I
)
_FENCE = re.compile(r"\s*(?:```|~~~)")
_HEADING = re.compile(r"(#{1,6})\s+(.+?)\s*#*$")
_RULER = re.compile(r"([-=~^])\1{2,}\s*$")
_TERM = r"[^\W\d_][\w ./&'()+-]{0,48}"
# "- **Term**: text", "**Term** - text", "* `Term` — text", "| Term | text |"
_ENTRY = re.compile(
    rf"\s*(?:[-*+]\s+)?(?:\*\*|__|`{{1,2}})(?P<term>{_TERM})(?::?(?:\*\*|__|`{{1,2}}):?)\s*(?:[:–—-]{{1,2}}\s*)?(?P<text>\S.*)"
    rf"|\s*[-*+]\s+(?P<bare>{_TERM}?)(?::|\s[–—-]{{1,2}})\s+(?P<said>\S.*)"
    rf"|\|\s*[*`_]*(?P<cell>{_TERM}?)[*`_]*\s*\|\s*(?P<told>[^|]+)\|"
)  # fmt: skip
_IS_A = re.compile(
    r"(?:An?|The)?\s*[*_`]{0,3}(?P<term>[A-Za-z][\w.:-]*(?: [A-Za-z][\w.-]*){0,2}?)[*_`]{0,3}(?:\s\([^)]{1,40}\))?,? (?:is|are) (?:an?|the|one|some|any) [a-z`*]",
)
_NO_TERM = re.compile(
    r"(?:this|that|it|there|here|what|which|these|those|he|she|we|they|you|if|when|as|for|in|on|at|below|above|following|and|or|but|one|default|goal|purpose|result|reason|example|main|first|second|next|idea|note|also)\b",
    re.I,
)
_ACRONYM = re.compile(r"\(([A-Z][A-Za-z]?[A-Z]{1,6})s?\)")
_SMALL = frozenset({"of", "and", "the", "for", "in", "on", "to", "a", "an", "with", "by", "or"})


class Entry(NamedTuple):
    term: str
    words: str
    file: FileRow
    line: int
    last: int = 0


def glossary(book: Book, here: str) -> str:
    """Return the list of terms with their definitions and places; nothing where the repository defines none."""
    known: dict[str, tuple[int, Entry]] = {}
    for file, lines in _documents(book):
        for rank, entry in _entries(book, file, lines):
            key = entry.term.lower()
            if key not in known or rank < known[key][0]:
                known[key] = rank, entry
    for entry in _of_purposes(book):
        known.setdefault(entry.term.lower(), (3, entry))
    best = sorted(known.items(), key=lambda item: (item[1][0], item[1][1].file.id, item[1][1].line, item[0]))
    shown = sorted(best[:MAX_TERMS], key=lambda item: item[0])
    return "".join(
        f"- **{prose(entry.term)}**: {prose(entry.words)}"
        f" {book.cite(entry.file, entry.line, entry.last, here, text=code(entry.file.path) + ' ')}\n"
        for _, (_, entry) in shown
    )


def _of_purposes(book: Book) -> Iterator[Entry]:
    """Return the acronyms that sources expand where they tell what they are for."""
    for row in book.db.execute(
        "SELECT id, purpose, purpose_first_line, purpose_last_line FROM file WHERE kind = 'source' AND purpose GLOB '*([A-Z]*[A-Z])*' ORDER BY id"
    ):
        file = book.files[row["id"]]
        for line in row["purpose"][:4_000].split("\n"):
            for entry in _acronyms(line, file, 0):
                yield entry._replace(line=row["purpose_first_line"], last=row["purpose_last_line"])


def _documents(book: Book) -> Iterator[tuple[FileRow, list[str]]]:
    documents = [
        f
        for f in book.files.values()
        if f.kind == "document" and 0 < f.size_bytes <= MAX_BYTES and not _OTHER.search(f.name)
    ]
    documents.sort(key=lambda f: (not _GLOSSARY.search(f.name), f.path.count("/"), f.id))
    for file in documents[:MAX_DOCUMENTS]:
        yield file, [line[:MAX_LINE] for line in read_text(book, file).split("\n")]


def _entries(book: Book, file: FileRow, lines: list[str]) -> Iterator[tuple[int, Entry]]:
    """Return what a document defines, each with how much it is meant as a definition: 0 is an entry of a glossary."""
    is_glossary = is_whole = bool(_GLOSSARY.search(file.name.rpartition(".")[0] or file.name))
    depth = 0  # of the heading that opened the glossary
    is_fenced = False
    term, term_line = "", 0  # a heading of a glossary that waits for its text
    for at, line in enumerate(lines):
        if _FENCE.match(line):
            is_fenced = not is_fenced
        if is_fenced or not line.strip():
            continue
        heading = _HEADING.match(line)
        below = lines[at + 1] if at + 1 < len(lines) else ""
        if heading or (_RULER.match(below) and len(line) < 80):
            level = len(heading[1]) if heading else 1
            title = (heading[2] if heading else line).strip(" *`_")
            if not is_whole and _GLOSSARY_HEADING.match(title):
                is_glossary, depth = True, level
            elif not is_whole and is_glossary and level <= depth:
                is_glossary = False
            term, term_line = (title, at) if is_glossary and len(title) < 50 else ("", 0)
            continue
        is_start = at == 0 or not lines[at - 1].strip() or bool(_HEADING.match(lines[at - 1]))
        if is_glossary:
            if (found := _ENTRY.match(line)) and not line.lstrip().startswith(("|-", "| -", "|:")):
                name = found["term"] or found["bare"] or found["cell"]
                text = found["text"] or found["said"] or found["told"]
                if entry := _entry(name, _paragraph(text, lines, at), file, at):
                    yield 0, entry
                term = ""
                continue
            if term and is_start and line[:1].isalnum() and at <= term_line + 4:
                if entry := _entry(term, _paragraph(line, lines, at), file, at):
                    yield 0, entry
                term = ""
                continue
        if "(" in line:
            yield from ((1, entry) for entry in _acronyms(line, file, at))
        if is_start and (" is " in line or " are " in line):
            found = _IS_A.match(line)
            if found and not _NO_TERM.match(found["term"]) and _is_used(book, found["term"]):
                if entry := _entry(found["term"], _paragraph(line, lines, at), file, at):
                    yield 2, entry


def _entry(term: str, text: str, file: FileRow, at: int) -> Entry | None:
    words = first_sentence(" ".join(without_links(text).replace("**", "").split()), MAX_WORDS)
    term = term.strip(" :*`_-")
    if len(words.split()) < 3 or len(term) < 2 or words.endswith(":"):
        return None
    return Entry(term, words, file, at + 1)


def _paragraph(text: str, lines: list[str], at: int) -> str:
    """Return a text with the lines that go on with it."""
    if lines[at].startswith("|"):
        return text
    rest = []
    for line in lines[at + 1 : at + 6]:
        if not line.strip() or re.match(r"\s*(?:[-*+]\s|[|#>]|\d{1,3}[.)]\s|\*\*|```)", line):
            break
        rest.append(line.strip())
    return " ".join([text.strip(), *rest])


def _acronyms(line: str, file: FileRow, at: int) -> Iterator[Entry]:
    """Return acronyms in parentheses behind the words that they stand for: `Ahead-of-Time (AOT)`."""
    for found in _ACRONYM.finditer(line):
        words = re.findall(r"[^\W_]+", without_links(line[: found.start()])[-120:])
        before = re.sub(r"[*`_\[\]]", "", without_links(line[: found.start()]))[-120:].rstrip()
        if not before[-1:].isalnum():
            continue
        letters = found[1].lower()
        taken = 0
        position = len(words)
        for letter in reversed(letters):
            while (
                position
                and words[position - 1].lower() in _SMALL
                and words[position - 1][0].lower() != letter
            ):
                position -= 1
            if not position or words[position - 1][0].lower() != letter:
                break
            position -= 1
            taken += 1
        if taken != len(letters):
            continue
        full = re.search(r"[\W_]+".join(re.escape(word) for word in words[position:]) + r"$", before)
        if full and not re.search(r"[.;:!?,]", full[0]):
            yield Entry(found[1], full[0], file, at + 1)


def _is_used(book: Book, term: str) -> bool:
    """Tell whether the code of the repository has a name that the term is written as."""
    words = re.split(r"[\s-]+", term)
    names = {
        term,
        "".join(word[:1].upper() + word[1:] for word in words),
        "_".join(word.lower() for word in words),
    }
    if len(words) == 1 and term.islower():
        names = {term.capitalize()}  # a plain word counts where a type has its name
    marks = ", ".join("?" * len(names))
    return bool(
        book.query(
            f"SELECT 1 FROM symbol WHERE name IN ({marks}) AND kind NOT IN ('heading', 'key', 'local', 'variable') LIMIT 1",
            *sorted(names),
        )
    )
