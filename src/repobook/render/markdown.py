"""Text of a repository -> Markdown that shows it as text. Nothing a name or a comment holds becomes markup."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from urllib.parse import quote

_SELECTORS = (
    "\ufe00-\ufe0f\U000e0100-\U000e01ef"  # of variants: one stands behind a sign, more of them hide a text
)
_SELECTOR = re.compile(f"[{_SELECTORS}]")
_ODD = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    f"\U000e0000-\U000e007f\ud800-\udfff{_SELECTORS}]"
)
_ODD_ASCII = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_ODD_BYTES = bytes(b for b in range(128) if _ODD_ASCII.match(chr(b)))
_ODD_LINE = re.compile(_ODD.pattern[:-1] + "\n\t]")
_SPECIAL = re.compile(r"[\\`*\[\]<>|~&$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|\{(?=[{%#])|(?<=\{)[{%#]|!(?=\[)")
_MAYBE_SPECIAL = re.compile(r"[\\`*\[\]<>|~&$_{!]")  # quick: what it does not find needs no escape
_LINE_START = re.compile(r"^(\s*)(?:([-+=#:])|(\d{1,9})([.)])(?=\s|$))")
# `code`, ``code`` and reST roles such as :class:`Tensor`
_CODE_SPAN = re.compile(r"(?::[\w+:.-]{1,40}:)?(?<!`)(`{1,2})(?!`)([^`]+)\1(?!`)_{0,2}")
_TICKS = re.compile(r"`+")
_NOT_IN_SLUG = bytes(b for b in range(128) if not re.match(r"[\w\- ]", chr(b)))


def _mark(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if 0xD800 <= code <= 0xDFFF:
        return "�"
    if _SELECTOR.match(found[0]):
        text, at = found.string, found.start()
        if not _SELECTOR.match(text, at + 1) and not (at and _SELECTOR.match(text, at - 1)):
            return found[0]
    return f"[U+{code:04X}]"


def visible(text: str) -> str:
    """Return source text with control, hidden and bidirectional characters made visible; lines stay lines."""
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if text.isascii():
        data = text.encode("ascii")
        return text if len(data.translate(None, _ODD_BYTES)) == len(data) else _ODD_ASCII.sub(_mark, text)
    return _ODD.sub(_mark, text) if _ODD.search(text) else text


def one_line(text: str) -> str:
    """Return text as one visible line."""
    if text.isprintable() and "  " not in text:
        return text if text.isascii() else _ODD_LINE.sub(_mark, text)
    text = " ".join(text.split())
    return _ODD_LINE.sub(_mark, text)


# [`Cart`], [`Cart`](crate::Cart), [`Cart`][cart]: links of documentation to a name
_CODE_LINK = re.compile(r"\[(`[^`\[\]]{1,200}`)\](?:\([^()\s]{0,300}\)|\[[^\[\]]{0,200}\])?")


def prose(text: str) -> str:
    """Return repository prose as one line of Markdown that reads as it was written; quoted code stays code."""
    text = one_line(text)
    if "`" in text:
        if "[`" in text:
            text = _CODE_LINK.sub(r"\1", text)
        pieces = []
        position = 0
        for span in _CODE_SPAN.finditer(text):
            pieces.append(_SPECIAL.sub(_escape, text[position : span.start()]))
            pieces.append(code(span[2].strip()))
            position = span.end()
        pieces.append(_SPECIAL.sub(_escape, text[position:]))
        text = "".join(pieces)
    else:
        text = _SPECIAL.sub(_escape, text) if _MAYBE_SPECIAL.search(text) else text
    start = _LINE_START.match(text)
    if start:
        text = (
            f"{start[1]}\\{text[len(start[1]) :]}"
            if start[2]
            else f"{start[1]}{start[3]}\\{text[start.end(3) :]}"
        )
    return text


def _escape(found: re.Match[str]) -> str:
    return "\\" + found[0]


def code(text: str) -> str:
    """Return text as a code span: every character is seen, line breaks and edges too."""
    if not text.isprintable():
        text = _ODD_LINE.sub(_mark, text)
    elif not text.isascii():
        text = _ODD.sub(_mark, text)
    if not text:
        return ""
    if "`" in text:
        mark = "`" * (max(len(ticks) for ticks in _TICKS.findall(text)) + 1)
        return f"{mark} {text} {mark}"
    # Markdown takes one space off each end when both are there.
    return f"` {text} `" if text[0] == text[-1] == " " and text.strip() else f"`{text}`"


def cell(text: str) -> str:
    """Return Markdown that may stand in a table cell: a pipe would end it, even in a code span."""
    if "|" not in text:
        return text
    return re.sub(r"(\\*)\|", lambda m: m[1] + ("|" if len(m[1]) % 2 else "\\|"), text)


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]], align: str = "") -> str:
    """Return a GFM table. `align` has a letter a column: l, r or c."""
    marks = {"r": "---:", "c": ":---:"}
    rule = "|".join(marks.get(letter, "---") for letter in align.ljust(len(head), "l"))
    lines = [f"| {' | '.join(head)} |", f"|{rule}|"]
    lines += [f"| {' | '.join([cell(value) for value in row])} |" for row in rows]
    return "\n".join(lines) + "\n"


def filled_table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]], align: str = "") -> str:
    """Return a table without the columns that say nothing: empty, or 0, in every row."""
    kept = [at for at in range(len(head)) if any(row[at] not in ("", "0") for row in rows)]
    align = align.ljust(len(head), "l")
    return table(
        tuple(head[at] for at in kept),
        [tuple(row[at] for at in kept) for row in rows],
        "".join(align[at] for at in kept),
    )


def fence(text: str, language: str = "") -> str:
    """Return text in a fence longer than any run of backticks inside it."""
    run = max((len(ticks) for ticks in _TICKS.findall(text)), default=0) if "```" in text else 0
    mark = "`" * max(3, run + 1)
    return f"{mark}{language}\n{text}{'' if text.endswith(chr(10)) or not text else chr(10)}{mark}\n"


def link(text: str, target: str, title: str = "") -> str:
    """Return a link; `text` is Markdown already, `target` a relative path with an optional fragment."""
    if title:
        shown = (
            one_line(title)
            .replace("\\", "\\\\")
            .replace('"', '\\"')
            .replace("&", "\\&")
            .replace("<", "\\<")
            .replace("![", "!\\[")
        )
        return f'[{text}]({target} "{cell(shown)}")'
    return f"[{text}]({target})"


def url(path: str) -> str:
    """Return a relative path, percent-encoded once."""
    return quote(path, safe="/~!*.,_-=+@") if not _URL_PLAIN.fullmatch(path) else path


_URL_PLAIN = re.compile(r"[A-Za-z0-9/~.,_\-=+@]*")


def relative(target: str, folder: str) -> str:
    """Return the path from a page in `folder` to `target`, both from the top of the book."""
    if not folder:
        return target
    if target.startswith(folder + "/"):
        return target[len(folder) + 1 :]
    here = folder.split("/")
    there = target.split("/")
    shared = 0
    for a, b in zip(here, there[:-1], strict=False):
        if a != b:
            break
        shared += 1
    return "../" * (len(here) - shared) + "/".join(there[shared:])


class Anchors:
    """Gives headings the anchors that GitHub gives them."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}

    def add(self, heading: str) -> str:
        """Return the anchor of the next heading with this text (Markdown marks left out)."""
        slug = heading.strip().lower()
        if slug.isidentifier() and slug.isascii():
            pass
        elif slug.isascii():
            slug = slug.encode("ascii").translate(None, _NOT_IN_SLUG).decode("ascii")
        else:
            slug = "".join(
                c for c in slug if c in "_- " or unicodedata.category(c)[0] in "LM" or c.isdecimal()
            )
        slug = slug.replace(" ", "-")
        count = self._used.get(slug)
        if count is None:
            self._used[slug] = 0
            return slug
        while True:
            count += 1
            name = f"{slug}-{count}"
            if name not in self._used:
                self._used[slug] = count
                self._used[name] = 0
                return name


def first_sentence(text: str, limit: int = 200) -> str:
    """Return the first sentence of a documentation text, cut at a word when it is long."""
    paragraph = " ".join(re.split(r"\n\s*\n", text.strip(), maxsplit=1)[0].split())
    found = re.search(r"(?<=[\w)\]'\"`])[.!?](?=\s+[A-Z\"'`(]|$)", paragraph)
    if found and not re.search(
        r"\b(?:e\.g|i\.e|etc|vs|cf|Dr|Mr|No|approx|resp)$", paragraph[: found.start()]
    ):
        paragraph = paragraph[: found.end()]
    if len(paragraph) > limit:
        paragraph = paragraph[:limit].rsplit(" ", 1)[0].rstrip(",;:") + " …"
    return paragraph


def number(value: int) -> str:
    return f"{value:,}"


def plural(count: int, noun: str) -> str:
    """Return `3 classes`, `1 file`."""
    if count == 1:
        return f"1 {noun}"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        noun = noun[:-1] + "ie"
    elif noun.endswith(("s", "x", "ch", "sh")):
        noun += "e"
    return f"{count:,} {noun}s"


def size(count: int) -> str:
    """Return bytes as people read them."""
    if count < 1024:
        return plural(count, "byte")
    value = float(count)
    for unit in ("KB", "MB", "GB"):
        value /= 1024
        if value < 1000 or unit == "GB":
            break
    return f"{value:,.1f} {unit}"
