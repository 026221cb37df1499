"""The sentence of a text that tells something of what it stands in."""

from __future__ import annotations

import re

from repobook.render.docs import first_paragraph
from repobook.render.introduction import without_links
from repobook.render.markdown import first_sentence, prose

LIMIT = 160

_LEGAL = re.compile(
    r"\b(?:licen[cs]ed?|copyright|all rights reserved|redistribut\w+|SPDX)\b|\bterms; see\b|\(c\) \d{4}", re.I
)
_BARE_LINK = re.compile(r"https?://\S+")
# A list of versions, or a signature in place of a sentence: `__init__(size,bias=True,dropout=0.0)`.
_UNTOLD = re.compile(r"(?:version|revision|change) (?:history|log)\b|\S{50}", re.I)
_WARNING = re.compile(r"(?:warning|caution|attention|note|todo|fixme)\b", re.I)
_RULE = re.compile(r"[/=*#~+_-]{4,}")  # drawn with characters, around a heading in a comment
_BULLET = re.compile(r"^[-*•] (?=\w)")  # the first of a list
_WORD = re.compile(r"[^\W\d_]{2,}")


def own_words(text: str, limit: int = LIMIT) -> str:
    """Return the first sentence of a text that tells something, as Markdown; nothing where none does."""
    if not text:
        return ""
    paragraph = " ".join(first_paragraph(_RULE.sub(" ", without_links(text[:4_000]))).split())
    paragraph = _BULLET.sub("", paragraph)
    for _ in range(3):
        sentence = first_sentence(paragraph, limit)
        if _UNTOLD.match(sentence) or _WARNING.match(sentence):
            break  # what goes on with a remark is part of it
        is_told = len(_WORD.findall(_BARE_LINK.sub(" ", sentence))) >= 2 and len(sentence) > 8
        if is_told and not _LEGAL.search(sentence):
            return prose(sentence[:-1] + " …" if sentence.endswith(":") else sentence)
        if sentence.endswith(" …") or not paragraph.startswith(sentence):
            break
        paragraph = paragraph[len(sentence) :].strip()
    return ""


def is_legal(text: str) -> bool:
    """Tell whether a text speaks of rights alone."""
    return all(_LEGAL.search(paragraph) for paragraph in text[:4_000].split("\n\n"))
