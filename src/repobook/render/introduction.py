"""What a README says first: its opening paragraphs without badges, notices and lists, each with its lines."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from repobook.render.book import Book, FileRow, FolderRow
from repobook.render.docs import first_paragraph, plain
from repobook.render.gaps import GAP, mark_gaps
from repobook.render.markdown import code, prose

MAX_PARAGRAPHS = 3
MAX_FOUND = 6  # paragraphs among which the one that tells most is looked for
MAX_LINES = 200  # an introduction stands at the top
MAX_CHARACTERS = 1_100
MAX_APART = 15  # lines between paragraphs of one introduction
MAX_LINE = 2_000
MAX_BLOCK = 5_000  # a longer paragraph is data

_README = re.compile(r"readme(?:\.en)?(?:\.(?:md|mkd|mdx|markdown|rst|txt|text))?$", re.I)
_FENCE = re.compile(r"\s*(```+|~~~+)")
_IMAGE = re.compile(r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?")
_BADGE = re.compile(r"\[\s*\](?:\([^)]*\)|\[[^\]]*\])")
_LINK = re.compile(
    r"\[((?:[^\[\]]++|\[[^\[\]]*+\])++)\](?:\([^)]*\)|\[[^\]]*\])|(?<!\w)\[([^\]]+)\]"
)  # [text](target)      [text `[a]`][1]      [name]
_RST_LINK = re.compile(r"`([^`<]+?)\s*<[^>]*>`__?")
_RST_NAME = re.compile(
    r"(?<![\w`])([A-Za-z][A-Za-z0-9]+)__?(?=[\s.,;:)]|$)"
)  # Jinja_, where .. _Jinja: leads
_TAG = re.compile(r"<(?!https?:|[^\s<>@]+@)[^>]*>")
_ADDRESS = re.compile(r"<([^\s<>@]+@[^\s<>@]+)>")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\w*])")
_NOT_PROSE = re.compile(
    r"\s*(?:#|>|\||[-*+]\s|\d{1,3}[.)]\s|\[[^\]]+\]:|\.\.(?:\s|$)|[-=~^*_+.'\"]{3,}\s*$|</?[a-z])", re.I
)
_HEADING = re.compile(r" {0,3}#{1,6}\s|\s*<h[1-6]\b", re.I)
_UNDERLINE = re.compile(r"([-=~^*])\1{2,}\s*$")
_ITEM = re.compile(r"\s{0,3}(?:[-*+]|\d{1,2}[.)])\s+")
_HANGS = re.compile(
    r"\s*(?:[-*+]\s|\d{1,3}[.)]\s|\.\.\s|\[[^\]]+\]:)"
)  # what is indented below belongs to it
_BEFORE_MORE = re.compile(r"(.{20,}[.!?]) [^.!?]*:")  # It is a tool. What it does:
# Where an introduction ends: what follows is for those who have decided.
_OTHER_SUBJECT = re.compile(
    r"#+\s.*\b(?:install\w*|usage|getting started|quick ?start|contribut\w+|licen[cs]e|build\w*|requirements|prerequisites|support|sponsors?"
    r"|community|questions?|issues?|bugs?|help|backers|reporting|documentation|docs|examples?|stay in touch|credits|authors?|faq|changelog|development|security)\b",
    re.I,
)
_POINTER = re.compile(
    r"(?:see|try|visit|read|check|please|for more|for usage|download|install|click|join|follow|note|want|looking|you can)\b",
    re.I,
)
_ELSEWHERE = re.compile(r"[^.\n]{0,90}?\b(?:can be found|(?:is|are) available) (?:in|at|on|here)\b", re.I)
# News and warnings stand before what a project is, and are not what it is.
_NOTICE = re.compile(
    r"\W*(?:this (?:readme|document|page|file)|disclaimer|warning|caution|important|note|notice|attention|news|update|announc\w+|deprecat\w+)\b"
    r"|.{0,60}\b(?:(?:excited|happy|proud|pleased|thrilled|delighted|glad) to|announc(?:e|es|ing|ement)"
    r"|(?:is|are) (?:now|finally) (?:available|released|out)|(?:has|have) been released|looking for (?:maintainers|sponsors))\b",
    re.I,
)
# "Gin is a web framework", "This library provides …": the subject is the first group. "Gin is released under …" tells no more
# than how to come by it.
_DEFINES = re.compile(
    r"\W*(?:the\s+)?((?:\S+\s+){0,3}?\S+),?\s+(?:is|are|provides?|implements?|lets|allows|helps|offers)\s"
    r"(?!(?:also |now |currently |freely )?(?:released|licensed|distributed (?:under|as|via|with|through)|available|copyrighted|maintained"
    r"|installed|hosted|published|sponsored|tested)\b)",
    re.I,
)
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)")
_INSIDE = re.compile(r"(?:in|inside|within|with|for|on|at|by|from|under|unlike|when|if)\s", re.I)
_SAYS_WHAT = re.compile(r"(?:An?|The)\s[^.!?:]+\.$")
_HALF = re.compile(r"\b(?:run|use|with|by|as|like|following|is|are|and|or|the|to|a|type|do)$", re.I)
_MOTTO = re.compile(r">[ \t]*((?!\[!)[\w`*_\[\"“].{10,200}?)\s*")
_ITSELF = re.compile(
    r"this (?:project|repository|repo|library|package|crate|module|tool|program|gem|framework)\b", re.I
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_ENTITIES = {
    "&nbsp;": " ",
    "&amp;": "&",
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&mdash;": "—",
    "&ndash;": "–",
}


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str
    first_line: int
    last_line: int
    is_cut: bool = False  # its last lines say more
    is_apart: bool = False  # other words stand between it and the paragraph before
    is_headed: bool = False  # a heading stands there


def introduce(book: Book, folder: FolderRow, here: str, limit: int = MAX_PARAGRAPHS) -> str:
    """Return what a folder says of itself as a quotation with its lines; nothing where it says nothing."""
    file = readme_of(book, folder)
    if file is not None and (paragraphs := opening(read_text(book, file), _name_of(book, folder))[:limit]):
        shown: list[str] = []
        for paragraph in paragraphs:
            if shown and paragraph.is_apart and not shown[-1].endswith("…"):
                shown.append(GAP)
            shown.append(f"{paragraph.text} …" if paragraph.is_cut else paragraph.text)
        quoted = "\n>\n".join("> " + prose(text) for text in shown)
        where = book.cite(
            file, paragraphs[0].first_line, paragraphs[-1].last_line, here, text=code(file.path) + " "
        )
        return f"{quoted}\n>\n> — {where}\n"
    if not folder.purpose or folder.purpose_file is None:
        return ""
    quoted = "\n>\n".join("> " + prose(text) for text in _purpose_texts(book, folder, limit))
    return f"{quoted}\n>\n> — {book.cite_purpose(folder, here)}\n" if quoted else ""


def _purpose_texts(book: Book, folder: FolderRow, limit: int) -> list[str]:
    """Return the paragraphs of a folder's purpose, and `GAP` where its lines say something in their midst that they leave out."""
    assert folder.purpose_file is not None
    last = book.purpose_last_line(folder.purpose_file)
    lines = read_text(book, book.files[folder.purpose_file]).split("\n")[folder.purpose_line - 1 : last]
    shown: list[str] = []
    is_missed = False
    for paragraph in mark_gaps(folder.purpose, lines).split("\n\n"):
        text = "" if paragraph == GAP else first_paragraph(paragraph)
        if not text:
            is_missed = True
            continue
        if shown and is_missed and not shown[-1].endswith("…"):
            shown.append(GAP)
        shown.append(f"{text} …" if text.endswith(":") else text)
        is_missed = False
        limit -= 1
        if not limit:
            break
    return shown


def readme_of(book: Book, folder: FolderRow) -> FileRow | None:
    """Return the README that speaks for a folder, the target of one that is a link inside the repository too."""
    if folder.purpose_file is not None and _README.match(book.files[folder.purpose_file].name):
        return book.files[folder.purpose_file]
    rows = book.query(
        "SELECT id, path, reason, detail FROM file WHERE folder_id = ? AND (outcome = 'documented' OR reason = 'symlink') ORDER BY id",
        folder.id,
    )
    for row in rows:
        if not is_readme(row["path"].rpartition("/")[2]):
            continue
        if row["reason"] != "symlink":
            return book.files[row["id"]]
        for target in book.query(
            "SELECT id FROM file WHERE path = ? AND outcome = 'documented'", row["detail"]
        ):
            return book.files[target["id"]]
    return None


def is_aside(text: str) -> bool:
    """Tell whether a text is a notice, or leads to another place, instead of saying what something is."""
    return bool(_NOTICE.match(text) or _POINTER.match(text) or _ELSEWHERE.match(text))


def is_readme(name: str) -> bool:
    return bool(_README.match(name))


def read_text(book: Book, file: FileRow) -> str:
    """Return the source of a file as shown; nothing when it is no longer what was analysed."""
    from repobook.render.job import read_source

    row = book.query("SELECT path_bytes, sha256, encoding FROM file WHERE id = ?", file.id)[0]
    return read_source(book, file, row) or ""


def opening(text: str, name: str = "") -> list[Paragraph]:
    """Return the first paragraphs of a document that are sentences, without the marks of their markup; from the one
    that says what `name`, or what the document is headed by, is, where there is one."""
    heading = re.search(r"^#\s+(.+)$|^(.+)\n=+\s*$", text[:MAX_LINE], re.M)
    title = (heading[1] or heading[2]) if heading else ""
    names = {word.lower() for word in _WORD.findall(f"{name} {title}")}
    if "\n.. _" in text:
        text = _RST_NAME.sub(r"\1", text[: MAX_LINES * MAX_LINE])
    found = [paragraph for paragraph in _paragraphs(text) if not _NOTICE.match(paragraph.text)]
    told = [paragraph for paragraph in found if _defines(paragraph.text, names)]
    if not told and (motto := _motto(text, found[0].first_line if found else MAX_LINES)):
        return [motto]
    # What leads to code tells something only where it says what the whole is.
    found = [paragraph for paragraph in found if not paragraph.text.endswith(":") or paragraph in told]
    found = [
        replace(paragraph, text=paragraph.text[:-1] + " …") if paragraph.text.endswith(":") else paragraph
        for paragraph in found[found.index(told[0]) if told else 0 :]
    ]
    return _cut([*found[:1], *(_after(one, before.last_line, text) for before, one in pairwise(found))])


def _after(paragraph: Paragraph, line: int, text: str) -> Paragraph:
    """Return a paragraph with what stands between it and that which ends in a line."""
    between = text.split("\n", paragraph.first_line)[line : paragraph.first_line - 1]
    fence = above = ""
    is_headed = False
    for row in between:
        row = row[:MAX_LINE]
        if mark := _FENCE.match(row):
            fence = mark[1] if not fence else "" if row.strip().startswith(fence) else fence
        elif not fence:  # `# make` among commands is no heading
            is_headed = is_headed or bool(_HEADING.match(row) or (_UNDERLINE.match(row) and above.strip()))
        above = row
    return replace(paragraph, is_apart=any(map(str.strip, between)), is_headed=is_headed)


def _motto(text: str, before: int) -> Paragraph | None:
    """Return the one line that a document begins with as a quotation: `> A small tool for carts`."""
    lines = ["", *text.split("\n", before + 1)[: before + 1], ""]
    for at in range(1, min(before, len(lines) - 1)):
        found = _MOTTO.fullmatch(lines[at][:MAX_LINE])
        if found and not lines[at - 1].strip() and not lines[at + 1].strip():
            words = _sentences([found[1] if found[1].endswith((".", "!")) else found[1] + "."])
            if words and not is_aside(words):
                return Paragraph(words if words in found[1] else words.removesuffix("."), at, at)
        if lines[at].startswith("##"):
            return None
    return None


def _defines(text: str, names: set[str]) -> bool:
    """Tell whether a paragraph says what one of `names`, or the project, is."""
    subject = _DEFINES.match(_IN_BRACKETS.sub("", text[:MAX_LINE], count=1))
    if subject is None or _INSIDE.match(subject[1]):
        return False
    words = [word.lower() for word in _WORD.findall(subject[1][:100])]
    longer = tuple(name for name in names if len(name) > 3)  # `mojo` may call itself Mojolicious
    return bool(
        _ITSELF.match(subject[1])
        or names.intersection(words)
        or any(word.startswith(longer) for word in words)
    )


def _cut(paragraphs: list[Paragraph]) -> list[Paragraph]:
    """Return as much as stands well on one page."""
    kept: list[Paragraph] = []
    for paragraph in paragraphs[:MAX_PARAGRAPHS]:
        if kept and paragraph.first_line - kept[-1].last_line > MAX_APART:
            break
        if kept and paragraph.is_headed:
            break  # what stands below another heading is no introduction any more
        kept.append(paragraph)
        if sum(len(p.text) for p in kept) > MAX_CHARACTERS:
            break
    return kept


def _name_of(book: Book, folder: FolderRow) -> str:
    return folder.name or book.options.name


def _paragraphs(text: str) -> list[Paragraph]:
    lines = [line[:MAX_LINE] for line in text.split("\n", MAX_LINES + 1)[:MAX_LINES]]
    found: list[Paragraph] = []
    block: list[str] = []
    fence = ""
    is_aside = False  # inside a list, a table, a comment or an indented block
    is_elsewhere = False  # below a heading that opens another subject
    level = 0  # of the last heading that is not below one that does
    headings = 0
    hangs = False  # what is indented belongs to an item above
    characters = 0
    for at, line in enumerate([*lines, ""], 1):
        mark = _FENCE.match(line)
        if fence or mark:
            if mark and (not fence or line.strip().startswith(fence)):
                fence = "" if fence else mark[1]
            is_aside = True
        elif not block and not is_aside and line.startswith("#"):
            depth = len(line) - len(line.lstrip("#"))
            headings += 1
            if not (is_elsewhere and depth > level):
                is_elsewhere, level = _is_elsewhere(line, headings == 1), depth
            hangs = False
            if found and is_elsewhere:
                break
        elif (
            line.strip()
            and not block
            and not is_aside
            and (
                _NOT_PROSE.match(line) or line[:1] == "\t" or line[:4].isspace() or (hangs and line[0] == " ")
            )
        ):
            is_aside = not line.lstrip().startswith("#")
            hangs = hangs or _HANGS.match(line) is not None
        elif line.strip() and block and re.match(r"\s*([-=~^*])\1{2,}\s*$", line):
            headings += 1
            is_elsewhere = _is_elsewhere("# " + " ".join(block), headings == 1)
            level = 1 if line.lstrip()[0] == "=" else 2
            block, is_aside, hangs = [], False, False  # it was a heading
            if found and is_elsewhere:
                break
        elif line.strip() and not is_aside:
            block.append(line)
            hangs = hangs and line[0] == " "
            continue
        if not line.strip() and _opens_list(block, lines[at : at + 1]):
            block.append("")
            continue
        words = "" if is_elsewhere else _sentences(block, is_first=headings == 1 and not found)
        if words:
            is_cut = block[-1].rstrip().endswith(":") and not words.endswith((":", "…"))
            found.append(Paragraph(words, at - len(block), at - 1, is_cut))
            characters += len(words)
            if len(found) == MAX_FOUND or characters > 2 * MAX_CHARACTERS:
                break
        block = []
        if not line.strip() or line.startswith("#"):
            is_aside = bool(fence)
    return found


def _is_elsewhere(heading: str, is_first: bool) -> bool:
    """Tell whether a heading opens another subject; "A Build System for Shops" above all of them is the title."""
    return _OTHER_SUBJECT.match(heading) is not None and not (is_first and len(_WORD.findall(heading)) > 2)


def _opens_list(block: list[str], following: list[str]) -> bool:
    """Tell whether a paragraph such as "It does two things:" goes on in the list below it."""
    return bool(block and block[-1].rstrip().endswith(":") and following and _ITEM.match(following[0]))


def _without_badges(text: str) -> str:
    text = re.sub(r"\]\(\s+", "](", text)
    # Twice: a badge is an image inside a link.
    return _BADGE.sub("", _IMAGE.sub("", _BADGE.sub("", _IMAGE.sub("", text))))


def without_links(text: str) -> str:
    """Return a text with the words of its links alone."""
    if "](" not in text and "][" not in text:
        return text
    return re.sub(r"\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", _without_badges(text))


def _words_of(link: re.Match[str]) -> str:
    """Return the words of a link; what is in brackets inside of code is none."""
    if link[2] and link.string.count("`", 0, link.start()) % 2:
        return link[0]
    return link[1] or link[2]


def _sentences(block: list[str], is_first: bool = False) -> str:
    """Return a paragraph as plain words, or nothing where it is a row of links, a notice or half a sentence; below the
    title a few words without a full stop may do."""
    if not block or sum(map(len, block)) > MAX_BLOCK:
        return ""
    text = block[0] + "".join(
        "; " + line[item.end() :] if (item := _ITEM.match(line)) else "\n" + line for line in block[1:]
    )
    text = _without_badges(re.sub(r"\.?\s*; (?=\S)", "; ", re.sub(r":\s*; ", ": ", text)))
    linked = sum(len(_WORD.findall(found[1] or found[2] or "")) for found in _LINK.finditer(text))
    if "`_" in text or ":`" in text:
        text = plain(text)
    text = _RST_LINK.sub(r"\1", _LINK.sub(_words_of, text))
    text = _EMPHASIS.sub(r"\2", _EMPHASIS.sub(r"\2", _ADDRESS.sub(r"\1", _TAG.sub("", text))))
    for entity, character in _ENTITIES.items():
        text = text.replace(entity, character)
    text = " ".join(text.split())
    if before := _BEFORE_MORE.fullmatch(text):
        text = before[1]
    words = len(_WORD.findall(text))
    is_short = 3 <= words < 5 and _SAYS_WHAT.match(text) is not None  # A command-line benchmarking tool.
    if (
        (words < 5 and not is_short)
        or linked * 2 > words
        or (text.endswith(":") and not _DEFINES.match(text))
        or text.count(" | ") + text.count(" · ") > 1
    ):
        return ""
    if words < 16 and (
        _POINTER.match(text) or re.search(r"\bcan be found\b|\bavailable (?:at|on|here)\b", text)
    ):
        return ""
    if not re.search(r"[.!?):。]['\"*`]?$", text) and (words < (5 if is_first else 9) or _HALF.search(text)):
        return ""
    return text[:700].rsplit(" ", 1)[0] + " …" if len(text) > 700 else text
