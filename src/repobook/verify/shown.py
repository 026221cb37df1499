"""How text of the repository looks in the book: the marks that stand for what nobody could see.

The rules are those of docs/book.md, written down here a second time on purpose: a mistake in the renderer's
copy must not be repeated by the one who judges it.
"""

from __future__ import annotations

import codecs
import re

# Bytes that always stand for themselves.
PLAIN = bytes(range(0x20, 0x7F)) + b"\n\t"

# Control characters but line feed and tab, and what is hidden or turns the reading direction.
HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)

# Two selectors of variants or more: there one is enough, and the others say what nobody sees.
SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}")

# Codecs that decode text and nothing else. The manifest is input: "zip" or "unicode_escape" are not for it.
_ENCODING = re.compile(
    r"ascii|utf[-_]?(?:8(?:[-_]sig)?|(?:16|32)(?:[-_]?[lb]e)?)|latin[-_]?1|iso[-_]?8859[-_]\d{1,2}"
    r"|(?:cp|windows[-_]?)\d{3,4}|koi8[-_][rut]|mac[-_]\w+|shift[-_]?jis(?:x0213|[-_]2004)?|euc[-_](?:jp|kr|jisx0213)"
    r"|iso2022[-_]jp|gb2312|gbk|gb18030|hz|big5(?:hkscs)?|tis[-_]620|johab|ptcp154",
    re.IGNORECASE,
)


def show(data: bytes, encoding: str = "utf-8", masks: tuple[tuple[int, int, int], ...] = ()) -> bytes:
    """Return the bytes of a file as the book shows them, in UTF-8. `masks` are what stands as asterisks: line, first, end."""
    if masks:
        text = _hide(data.decode(encoding, "replace"), masks)
    elif encoding == "utf-8":
        odd = data.translate(None, PLAIN)
        if not odd:
            return data
        text = data.decode("utf-8", "replace")
        signs = odd.decode("utf-8", "replace")
        if b"\r" not in odd and not HIDDEN.search(signs) and not SELECTORS.search(signs):
            return text.encode("utf-8")
    else:
        text = data.decode(encoding, "replace")
    text = text.replace("\r\n", "\n")
    # A codec with state can give half of a surrogate pair; UTF-8 has no form for it.
    text = SELECTORS.sub(lambda run: "".join(f"[U+{ord(sign):04X}]" for sign in run[0]), text)
    return HIDDEN.sub(_mark, text).encode("utf-8", "replace")


def _hide(text: str, masks: tuple[tuple[int, int, int], ...]) -> str:
    lines = text.split("\n")
    for number, first, end in masks:
        if number <= len(lines):
            line = lines[number - 1]
            hidden = "".join(sign if sign.isspace() else "*" for sign in line[first:end])
            lines[number - 1] = line[:first] + hidden + line[end:]
    return "\n".join(lines)


def reveal(text: str) -> str:
    """Make a text fit for one line of a report, whatever it holds."""
    text = HIDDEN.sub(_mark, text.replace("\n", "␊"))
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def is_encoding(name: str) -> bool:
    """Tell whether `name` is a codec of text that we are willing to run."""
    if not _ENCODING.fullmatch(name):
        return False
    try:
        codecs.lookup(name)
    except LookupError:
        return False
    return True


def _mark(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"[U+{code:04X}]"
