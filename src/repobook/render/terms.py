"""Sentences that define a term, in the text of one document: "A cart is a list …", `Foreign Function Interface (FFI)`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from repobook.render.docs import plain
from repobook.render.introduction import without_links

MAX_LINE = 2_000
MAX_PARAGRAPH = 5_000  # a longer one is data
MAX_SUBJECT = 200  # characters in which a sentence says what it is about
MAX_LETTERS = 8  # of an acronym

_FENCE = re.compile(r"\s*(```+|~~~+)")
_DIRECTIVE = re.compile(r"(\s*)(?:\.\.(?:\s|$)|:::)")
_ADMONITION = re.compile(r"\s*\.\. (?:note|tip|admonition|glossary|topic|important|hint)::")
_NOT_PROSE = re.compile(r"\s*(?:#|\||[-=~^*_+.'\"]{3,}\s*$|\[[^\]]+\]:|</?[a-z]|>>>|\$ |@|:[\w -]+:(?:\s|$))")
_ITEM = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+")
_BREAK = re.compile(
    r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\bcf\.)[\"')*]{0,2}\s+(?=[\"'(*`]{0,3}[A-Z`])"
)
# Quick: what they do not find defines and spells out nothing.
_DEFINES = re.compile(r"\s(?:is|are|refers|stands)\s")
_SPELLS = re.compile(r"\([A-Z][A-Za-z]?[A-Z0-9]{0,6}[A-Z]s?\)|[A-Z]s?[*`]{0,3}\s\(")
_MYST = re.compile(r"\{([\w:+.-]{1,40})\}(?=`)")
_REFERENCE = re.compile(r"(?<![\w_])([A-Za-z][A-Za-z0-9]*)__?(?=[\s.,;:)]|$)")
_EMPHASIS = re.compile(r"(?<![\w*`])(\*{1,3}|_{1,3})(?=[^\s*_])([^*_`]{1,200}?)(?<=\S)\1(?![\w*])")
_CODE_SPAN = re.compile(r"`[^`\n]+`")
# The brackets of code are no marks of a link.
_HIDDEN = str.maketrans("[]", "\ue000\ue001")
_SHOWN = str.maketrans("\ue000\ue001", "[]")
_WORD = re.compile(r"[^\W_]+")

_TERM = r"[A-Za-z][\w.+#/:-]*(?:\s[\w.+#/-]+){0,3}?"
_IS_A = re.compile(
    rf"(?:(?P<article>An?|The)\s+)?(?P<mark>\*\*|\*|``?|__|_|\"|“)?(?P<term>{_TERM})(?P<close>(?:\*\*|\*|``?|__|_|\"|”)?)"
    r"(?:\s\([^)]{1,60}\))?,?\s(?P<verb>is|are|refers to|stands for|is short for)\s(?P<rest>.+)",
    re.S,
)
# What follows: "a function that", "an ordered set of", "one of the", and of several "functions that".
_KIND = re.compile(
    r"(?:an?|any|one of|some)\s+[a-z`*\"A-Z]|the\s+[a-z`*]|[a-z-]*(?:\s[a-z-]+){0,2}?s\s(?:that|which|of|for|used|with)\b"
)
_OPINION = re.compile(
    r"(?:an?|the|some|any|one of(?: the)?)\s+(?:(?:very|bit|quite|rather|much|pretty|really|fairly|fully|\w+ly)\s+)?(?:bit|lot|few|couple|little|good|bad|great|"
    r"better|best|nice|common|useful|valid|important|must|need|problem|mistake|similar|same|only|first|second|third|last|next|case|result|reason|following|"
    r"recommended|preferred|easiest|simplest|fastest|quickest|main|most|more|less|least|new|shame|matter|work in progress|no-?op|number of|way to go|"
    r"great(?:er|est)?|perfect|big|huge|simple example|example|non-issue|given|tradeoff|trade-off|challenge|requirement|prerequisite|convenience|shortcut|"
    r"pain|topic|subject|part of|complex topic|known|proxy|default|current|original|actual|normal|regular|excellent|ideal|other|wrapper|helper|alias|convenient|simple wrapper|thin wrapper|string|integer|boolean|number|bool|int|float)\b",
)
_PRAISE = re.compile(
    r"(?:an?|the|some|any)\s+(?:\w+ly\s+|very\s+)?(?:good|bad|great|better|best|nice|must|need|problem|mistake|shame|lot|bit|few|couple|little|"
    r"common|useful|important|similar|same|case|reason|following|recommended|preferred)\b"
)
_NO_TERM_WORDS = (
    "this that it there here what which these those he she we they you i if when while where who why how as for in on at of to from with without by below above"
    " following and or but one ones two three each every all most some many much more another other others such same only own your our its their his her my"
    " first second third last next previous final default goal purpose result reason example examples main idea note also common good better best simple"
    " typical usual key important useful possible easy big small new old difference advantage disadvantage drawback benefit problem solution alternative way"
    " case point thing things step answer question exception rest everything anything nothing something everyone both either neither none then now so"
    " not is are was were be been can will should may must do does did has have had using use used note that's it's let's because since although"
    " however therefore thus hence instead after before again still just even very too important tip warning caution todo"
)  # fmt: skip
_NO_TERM = frozenset(_NO_TERM_WORDS.split())
_PART_WORDS = (
    "argument arguments parameter parameters option options flag flags value values field fields variable variables key keys keyword line lines"
    " section document page chapter guide tutorial code file files output input type name names list example snippet text command following"
)  # fmt: skip
_PART = frozenset(_PART_WORDS.split())
_ACRONYM = re.compile(r"\(([A-Z][A-Za-z]?[A-Z0-9]{0,6}[A-Z])s?\)")
_EXPANDED = re.compile(
    r"(?<![\w-])([A-Z][A-Za-z]?[A-Z0-9]{0,6}[A-Z])s?\*{0,2}`{0,2} \((?:short for |i\.e\.,? )?([A-Za-z][^()]{4,80})\)"
)
_STANDS_FOR = re.compile(
    r"(?<![\w-])([A-Z][A-Za-z]?[A-Z0-9]{0,6}[A-Z])s? (?:stands for|is short for|is an abbreviation (?:of|for)) [\"“']?(?:the )?([A-Za-z][\w -]{4,80})"
)
_SMALL = frozenset({"of", "and", "the", "for", "in", "on", "to", "a", "an", "with", "by", "or"})


class Said(NamedTuple):
    """A term, the words that define it, and their lines from 0."""

    term: str
    words: str
    first: int
    last: int


class Sentence(NamedTuple):
    text: str
    first: int  # line, from 0
    last: int


def sentences(lines: list[str]) -> Iterator[Sentence]:
    """Return the sentences of a document that may define something, without the marks of its markup.

    Code, headings and tables have none.
    """
    for first, block in _blocks(lines):
        joined = "\n".join(
            _ITEM.sub("", line, count=1) if at == 0 else line.strip() for at, line in enumerate(block)
        )
        if len(joined) > MAX_PARAGRAPH:
            continue
        position = 0
        for found in [*_BREAK.finditer(joined), None]:
            end = found.start() if found else len(joined)
            text = joined[position:end]
            if _DEFINES.search(text, 0, MAX_SUBJECT) or ("(" in text and _SPELLS.search(text)):
                begin = first + joined.count("\n", 0, position)
                yield Sentence(_words(text), begin, begin + text.strip().count("\n"))
            position = found.end() if found else end


def _blocks(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Return the paragraphs and items of lists, each with its first line."""
    block: list[str] = []
    first = 0
    fence = ""
    aside: int | None = None  # the indent of a directive whose body is no prose
    for at, line in enumerate([*lines, ""]):
        mark = _FENCE.match(line)
        if mark and (not fence or line.strip().startswith(fence)):
            fence = "" if fence else mark[1]
        is_text = bool(line.strip()) and not fence and not mark
        if is_text and aside is not None:
            aside = aside if len(line) - len(line.lstrip()) > aside else None
        if is_text and (directive := _DIRECTIVE.match(line)):
            aside = None if _ADMONITION.match(line) else len(directive[1])
            is_text = False
        if is_text and (aside is not None or _NOT_PROSE.match(line) or len(line) > MAX_LINE):
            if re.match(r"\s*([-=~^*\"'+.])\1{2,}\s*$", line):
                block = []  # it was a heading
            is_text = False
        if block and (not is_text or _ITEM.match(line)):
            yield first, block
            block = []
        if is_text:
            first = first if block else at
            block.append(line)


def _words(text: str) -> str:
    text = _CODE_SPAN.sub(lambda found: found[0].translate(_HIDDEN), text) if "`" in text else text
    text = plain(without_links(_MYST.sub(r":\1:", text)))
    text = _REFERENCE.sub(r"\1", re.sub(r"(?<!\w)\[([^\]\[]+)\](?!\()", r"\1", text))
    return " ".join(text.translate(_SHOWN).split())


def is_a(sentence: Sentence, is_known: Callable[[str, bool], bool]) -> Said | None:
    """Return what a sentence such as "A cart is a list …" defines.

    `is_known(term, is_loose)` tells whether the repository has something of that name; where `is_loose`, a word that its
    documents keep using will do.
    """
    if " is " not in sentence.text and " are " not in sentence.text and " for " not in sentence.text:
        if " refers to " not in sentence.text:
            return None
    found = _IS_A.match(sentence.text)
    if found is None:
        return None
    term, rest, article = found["term"], found["rest"], found["article"] or ""
    is_marked = bool(found["mark"]) and bool(found["close"])
    words = [word.lower() for word in re.split(r"[\s/]+", term)]
    if (
        bool(found["mark"]) != bool(found["close"])
        or _NO_TERM & set(words)
        or words[-1] in _PART
        or len(term) < 3
    ):
        return None
    if words[-1].endswith(("ing", "ly")) and not is_marked and len(words) == 1 and not article:
        return None
    # "A *cart* is a list …": its author marks what the sentence defines.
    is_stressed = bool(article) and is_marked and (found["mark"] or "")[:1] in "*_"
    opinion = _PRAISE if is_stressed else _OPINION
    if found["verb"] in ("is", "are") and (not _KIND.match(rest) or opinion.match(rest)):
        return None
    if len(rest.split()) < 4 or sentence.text.endswith((":", "?")):
        return None
    is_name = term != term.lower()
    if article == "The" and not (is_marked or is_name):
        return None
    if rest.startswith("the ") and not (is_marked or is_name):
        return None
    is_code = (found["mark"] or "").startswith("`")
    if is_code and term.isalpha() and term.islower() and not article:
        return None  # an argument, a field, a command: what it is for is said of one place
    is_loose = article in ("A", "An") or (is_marked and not is_code)
    if not is_stressed and not is_known(term, is_loose):
        return None
    return Said(term, _EMPHASIS.sub(r"\2", sentence.text), sentence.first, sentence.last)


def acronyms(sentence: Sentence) -> Iterator[Said]:
    """Return the acronyms that a sentence spells out: `Ahead-of-Time (AOT)`, `AOT (ahead of time)`."""
    is_spelled = "(" in sentence.text or " for " in sentence.text
    text = re.sub(r"[*`_]", "", sentence.text) if is_spelled else ""
    for found in _ACRONYM.finditer(text):
        before = text[: found.start()].rstrip()[-120:]
        if before[-1:].isalnum() and (full := _spelt(found[1], before)):
            yield Said(found[1], full, sentence.first, sentence.last)
    for found in _EXPANDED.finditer(text):
        inside = re.split(r"[,;:]", found[2])[0].strip()
        if _spelt(found[1], inside) == inside:
            yield Said(found[1], inside, sentence.first, sentence.last)

    for found in _STANDS_FOR.finditer(text):
        words = found[2].split()
        for count in range(2, len(words) + 1):
            inside = " ".join(words[:count])
            if _spelt(found[1], inside) == inside:
                yield Said(found[1], inside, sentence.first, sentence.last)
                break


def _spelt(acronym: str, text: str) -> str:
    """Return the last words of a text that begin with the letters of an acronym."""
    words = _WORD.findall(text)
    position = len(words)
    for letter in reversed(acronym.lower()[:MAX_LETTERS]):
        while position and words[position - 1].lower() in _SMALL and words[position - 1][0].lower() != letter:
            position -= 1
        if not position or words[position - 1][0].lower() != letter:
            return ""
        position -= 1
    full = re.search(r"[\W_]+".join(re.escape(word) for word in words[position:]) + r"$", text)
    if not full or re.search(r"[.;:!?,]", full[0]) or full[0].upper() == acronym.upper():
        return ""
    return full[0] if len(full[0]) > len(acronym) + 3 else ""
