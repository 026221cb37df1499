"""Terms that the repository defines itself: entries of glossaries, "X is a …" in documents and docstrings, expanded acronyms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from repobook.render.book import Book, FileRow
from repobook.render.introduction import read_text, without_links
from repobook.render.markdown import code, first_sentence, prose
from repobook.render.ranking import TYPES
from repobook.render.terms import MAX_LINE, Said, acronyms, is_a, sentences

MAX_DOCUMENTS = 300
MAX_BYTES = 200_000  # of one document
MAX_TERMS = 150
MAX_WORDS = 260  # characters of one definition
MAX_DOC = 1_500  # characters of a docstring: what defines stands at its beginning
MAX_LEAD = 6  # lines of a docstring that may define what it is about
MAX_DOCS = 20_000  # docstrings that are looked at
BLOCK = 512  # ids of files whose sources are one piece
MIN_USES = 3  # in its document, of a word that no name and no heading of the repository is

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
# A definition list of Markdown: the term, and below it `: An …`
_DEFINITION = re.compile(r":\s+(?:An?|The) [a-z]")
_LISTED_TERM = re.compile(rf"[*`]*{_TERM}[*`]*$")
# "- **Term**: text", "**Term** - text", "* `Term` — text", "| Term | text |"
_ENTRY = re.compile(
    rf"\s*(?:[-*+]\s+)?(?:\*\*|__|`{{1,2}})(?P<term>{_TERM})(?::?(?:\*\*|__|`{{1,2}}):?)\s*(?:[:–—-]{{1,2}}\s*)?(?P<text>\S.*)"
    rf"|\s*[-*+]\s+(?P<bare>{_TERM}?)(?::|\s[–—-]{{1,2}})\s+(?P<said>\S.*)"
    rf"|\|\s*[*`_]*(?P<cell>{_TERM}?)[*`_]*\s*\|\s*(?P<told>[^|]+)\|"
)  # fmt: skip
# ".. glossary::" of Sphinx, in either markup
_DIRECTIVE = re.compile(r"(\s*)(?:\.\. glossary::|(?::::+|```+)\s*\{glossary\})")
_WORDS = re.compile(r"[^\W_]+")


class Entry(NamedTuple):
    term: str
    words: str
    file: FileRow
    line: int
    last: int = 0


class Found(msgspec.Struct, array_like=True):
    """A definition as a piece of the glossary holds it."""

    at: int  # the so-manieth text of its kind in its piece
    rank: int
    term: str
    words: str
    file_id: int
    line: int
    last: int


class Piece(msgspec.Struct, array_like=True):
    """What a document says, or what a few sources that follow each other say of themselves and of their names."""

    said: list[Found] = []
    purposes: list[Found] = []
    docs: list[Found] = []
    looked_at: tuple[int, int] = (0, 0)  # how many purposes and docstrings there are


_decode = msgspec.json.Decoder(Piece).decode


def piece_numbers(book: Book) -> list[int]:
    """Return the pieces that a glossary is made of: documents by their ids, then blocks of sources below 0."""
    blocks = max(book.files, default=0) // BLOCK + 1
    return [file.id for file in _documents(book)] + [-block for block in range(1, blocks + 1)]


def make_piece(book: Book, number: int) -> str:
    """Return what a piece holds, as it is kept."""
    piece = Piece()
    if number > 0:
        file = book.files[number]
        lines = [line[:MAX_LINE] for line in read_text(book, file).split("\n")]
        said = [(0, entry) for entry in _entries(file, lines)]
        piece.said = [_found(0, *one) for one in (*said, *_sentences(book, file, lines))]
    else:
        low = (-number - 1) * BLOCK
        piece = _of_code(book, low, low + BLOCK - 1)
    return msgspec.json.encode(piece).decode()


def glossary(book: Book, here: str, pieces: list[str]) -> str:
    """Return the list of terms with their definitions and places; nothing where the repository defines none."""
    known: dict[str, Found] = {}

    def add(found: Found) -> None:
        key = found.term.lower()
        if key not in known or found.rank < known[key].rank:
            known[key] = found

    read = list(map(_decode, pieces))
    for piece in read:
        for found in piece.said:
            add(found)
    for which in (0, 1):
        left = MAX_DOCS
        for piece in read:
            for found in (piece.purposes, piece.docs)[which]:
                if found.at < left:
                    add(found)
            left -= piece.looked_at[which]
    best = sorted(known.items(), key=lambda item: (item[1].rank, item[1].file_id, item[1].line, item[0]))
    shown = sorted(best[:MAX_TERMS], key=lambda item: item[0])
    lines = []
    for _, found in shown:
        file = book.files[found.file_id]
        place = book.cite(file, found.line, found.last, here, text=code(file.path) + " ")
        lines.append(f"- **{prose(found.term)}**: {prose(found.words)} {place}\n")
    return "".join(lines)


def _found(at: int, rank: int, entry: Entry) -> Found:
    return Found(at, rank, entry.term, entry.words, entry.file.id, entry.line, entry.last)


def _sentences(book: Book, file: FileRow, lines: list[str]) -> Iterator[tuple[int, Entry]]:
    """Return what the sentences of a document define or spell out."""
    text = ""

    def is_known(term: str, is_loose: bool) -> bool:
        nonlocal text
        if _is_named(book, term):
            return True
        text = text or "\n".join(lines).lower()
        return is_loose and text.count(term.lower()) >= MIN_USES

    for sentence in sentences(lines):
        for said in acronyms(sentence):
            yield 1, Entry(said.term, said.words, file, said.first + 1, said.last + 1)
        if defined := is_a(sentence, is_known):
            if entry := _entry(defined.term, defined.words, file, defined.first, defined.last):
                yield 2, entry


def _of_code(book: Book, low: int, high: int) -> Piece:
    """Return what sources define and spell out where they tell of themselves and of their names."""
    purposes = book.query(
        "SELECT id, purpose, purpose_first_line, purpose_last_line FROM file WHERE id BETWEEN ? AND ? AND kind = 'source'"
        " AND purpose != '' ORDER BY id LIMIT ?",
        low, high, MAX_DOCS,
    )  # fmt: skip
    docs = book.query(
        "SELECT s.file_id, substr(s.doc, 1, ?), s.doc_first_line, s.doc_last_line, s.name, s.kind FROM symbol s JOIN file f ON f.id = s.file_id"
        " WHERE s.file_id BETWEEN ? AND ? AND f.kind = 'source' AND s.doc != '' AND s.kind NOT IN ('heading', 'key')"
        " AND s.visibility != 'private' AND (s.doc LIKE '% is a%' OR s.doc LIKE '% are %' OR s.doc GLOB '*([A-Z]*[A-Z])*')"
        " ORDER BY s.id LIMIT ?",
        MAX_DOC, low, high, MAX_DOCS,
    )  # fmt: skip
    piece = Piece(looked_at=(len(purposes), len(docs)))
    for at, (file_id, text, first, last) in enumerate(purposes):
        for rank, said in _of_doc(book, text):
            words = first_sentence(said.words, MAX_WORDS)
            piece.purposes.append(Found(at, rank, said.term, words, file_id, first, last))
    for at, (file_id, text, first, last, name, kind) in enumerate(docs):
        for rank, said in _of_doc(book, text):
            if said.term == name and kind not in TYPES:
                continue  # a function that is called so, no term
            words = first_sentence(said.words, MAX_WORDS)
            piece.docs.append(Found(at, rank, said.term, words, file_id, first, last))
    return piece


def _of_doc(book: Book, text: str) -> Iterator[tuple[int, Said]]:
    """Return what a docstring spells out, and what its first paragraphs define that the repository has a name for."""
    for sentence in sentences(text[:MAX_DOC].split("\n")):
        yield from ((3, said) for said in acronyms(sentence))
        if sentence.first < MAX_LEAD and (
            said := is_a(sentence, lambda term, _: _is_named(book, term, is_code=True))
        ):
            yield 4, said


def _documents(book: Book) -> list[FileRow]:
    documents = [
        f
        for f in book.files.values()
        if f.kind == "document" and 0 < f.size_bytes <= MAX_BYTES and not _OTHER.search(f.name)
    ]
    documents.sort(key=lambda f: (not _GLOSSARY.search(f.name), f.path.count("/"), f.id))
    return documents[:MAX_DOCUMENTS]


def _entries(file: FileRow, lines: list[str]) -> Iterator[Entry]:
    """Return the entries of a glossary: a whole document, a section of one, or a directive."""
    is_glossary = is_whole = bool(_GLOSSARY.search(file.name.rpartition(".")[0] or file.name))
    depth = 0  # of the heading that opened the glossary
    is_fenced = False
    term, term_line = "", 0  # a heading of a glossary that waits for its text
    for at, line in enumerate(lines):
        if directive := _DIRECTIVE.match(line):
            yield from _listed(file, lines, at, len(directive[1]))
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
            is_term = is_glossary and len(title) < 50 and not _GLOSSARY_HEADING.match(title)
            term, term_line = (title, at) if is_term else ("", 0)
            continue
        if not is_glossary and at and _DEFINITION.match(line) and _LISTED_TERM.match(lines[at - 1]):
            if (at < 2 or not lines[at - 2].strip()) and (
                entry := _entry(lines[at - 1], _paragraph(line[1:], lines, at), file, at)
            ):
                yield entry
        if not is_glossary or _RULER.match(line):
            continue
        if (found := _ENTRY.match(line)) and not line.lstrip().startswith(("|-", "| -", "|:")):
            name = found["term"] or found["bare"] or found["cell"]
            text = found["text"] or found["said"] or found["told"]
            if not _RULER.match(lines[at + 1] if at + 1 < len(lines) else "") and not _is_head(lines, at):
                if entry := _entry(name, _paragraph(text, lines, at), file, at):
                    yield entry
            term = ""
        elif term and line[:1].isalnum() and at <= term_line + 4:
            if entry := _entry(term, _paragraph(line, lines, at), file, at):
                yield entry
            term = ""
        elif re.match(r":\s+\S", line) and at and re.match(rf"[*`]*{_TERM}[*`]*$", lines[at - 1]):
            if entry := _entry(lines[at - 1], _paragraph(line[1:], lines, at), file, at):
                yield entry
        elif found := re.match(rf"({_TERM})::(?:\s+(\S.*))?$", line):
            text, place = (found[2], at) if found[2] else (below, at + 1)
            if entry := _entry(found[1], _paragraph(text, lines, place), file, place):
                yield entry


def _is_head(lines: list[str], at: int) -> bool:
    """Tell whether a row of a table is its head."""
    return bool(lines[at].startswith("|") and at + 1 < len(lines) and re.match(r"\|[\s:|-]+$", lines[at + 1]))


def _listed(file: FileRow, lines: list[str], at: int, indent: int) -> Iterator[Entry]:
    """Return the terms of a glossary of Sphinx: lines at one depth, what they mean below them and deeper."""
    depth = None
    for place in range(at + 1, len(lines)):
        line = lines[place]
        own = len(line) - len(line.lstrip())
        if not line.strip() or (line.lstrip().startswith(":") and own > indent):
            continue
        if own <= indent and (
            own < indent or line.lstrip()[:3] in (":::", "```") or lines[at].lstrip().startswith("..")
        ):
            break
        depth = own if depth is None else depth
        following = lines[place + 1] if place + 1 < len(lines) else ""
        if own == depth and len(following) - len(following.lstrip()) > depth:
            if entry := _entry(line, _paragraph(following, lines, place + 1), file, place + 1):
                yield entry


def _entry(term: str, text: str, file: FileRow, at: int, last: int = 0) -> Entry | None:
    words = first_sentence(" ".join(without_links(text).replace("**", "").split()), MAX_WORDS)
    term = term.strip(" :*`_-")
    if len(words.split()) < 3 or len(term) < 2 or words.endswith(":"):
        return None
    return Entry(term, words, file, at + 1, last + 1)


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


def _is_named(book: Book, term: str, is_code: bool = False) -> bool:
    """Tell whether a definition or, unless `is_code`, a heading of the repository has the name that the term is written as."""
    words = _WORDS.findall(term)
    if not words:
        return False
    forms = {
        term,
        "".join(word[:1].upper() + word[1:] for word in words),
        "_".join(word.lower() for word in words),
    }
    if is_code and len(words) == 1:
        forms = {term, term.capitalize(), term.capitalize().removesuffix("s")}
    elif len(words) == 1 and term.islower():
        forms = {term.capitalize()}  # a plain word counts where a type has its name
    plain = " ".join(words)
    titles = {plain, plain.lower(), plain.capitalize(), plain.title(), term, term.capitalize(), term.title()}
    titles |= {title + "s" for title in titles} | {title.removesuffix("s") for title in titles}
    for names, kinds in (
        (forms, "NOT IN ('heading', 'key', 'local', 'variable', 'parameter', 'label', 'term')"),
        (set() if is_code else titles, "IN ('heading')"),
    ):
        marks = ", ".join("?" * len(names))
        if book.query(
            f"SELECT 1 FROM symbol WHERE name IN ({marks}) AND kind {kinds} LIMIT 1", *sorted(names)
        ):
            return True
    return False
