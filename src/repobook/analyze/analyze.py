"""Choose the reader for one file and run it: bytes in, facts out."""

from __future__ import annotations

import re

from repobook.analyze.comments import MAX_DOC, is_cut
from repobook.analyze.decode import decode
from repobook.analyze.findings import Text, find_findings, find_in_facts
from repobook.analyze.languages import Languages
from repobook.analyze.made import made_paths
from repobook.analyze.masks import find_masks, hide
from repobook.analyze.outline import make_outline
from repobook.analyze.plain import read_plain
from repobook.analyze.prints import take_prints
from repobook.analyze.readers import get_reader
from repobook.analyze.reading import newline_offsets
from repobook.analyze.terms import list_words
from repobook.facts import Facts, Finding, Note

MAX_LOOKS = 20  # for secrets in one file
_SPDX = re.compile(rb"SPDX-License-Identifier:[ \t]*([^\r\n*]{1,120}?)[ \t]*(?:\*/|-->|\r?$)", re.M)


def find_licence(text: bytes) -> str:
    """Return the SPDX expression that the head of a file declares."""
    found = _SPDX.search(text, 0, 8_000) if b"SPDX-License-Identifier" in text[:8_000] else None
    return found[1].decode(errors="replace").strip() if found else ""


def analyze(data: bytes, language_name: str, languages: Languages) -> Facts:
    """Return every fact of one file. Pure: the same bytes and language folder give the same facts.

    A text that is shaped like a secret is in none of them: the file is then read again without it.
    """
    text, encoding, notes = decode(data)
    facts = _read(text, language_name, languages)
    rules = languages.rules(language_name)
    hidden: list[str] = []
    known: list[Finding] = []
    # As a rule none; a file of more secrets than one look returns takes several.
    while (found := [one for one in facts.findings if one.rule in rules.masking]) and len(hidden) < MAX_LOOKS:
        lines = text.split(b"\n")
        spans = find_masks(rules, lines, found)
        # The first line of a key stays, and is found again.
        blocks = {(one.first_line, one.rule) for one in known if rules.is_block(one.rule)}
        known += [one for one in found if (one.first_line, one.rule) not in blocks]
        if not spans:
            break
        text, places = hide(lines, spans)
        hidden.append(places)
        facts = _read(text, language_name, languages)
    if known:
        others = [one for one in facts.findings if one.rule not in rules.masking]
        facts.findings = sorted([*others, *known], key=lambda one: (one.first_line, one.rule))
        facts.details["masked"] = " ".join(hidden)
    facts.encoding = encoding
    facts.notes = notes + facts.notes
    facts.licence = find_licence(text)
    return facts


def _read(text: bytes, language_name: str, languages: Languages) -> Facts:
    language = languages.get(language_name)
    facts = (
        read_plain(text, language_name)
        if language is None
        else get_reader(language.settings.reader)(text, language)
    )
    if language is not None:
        facts.separator = language.settings.separator
    if made := made_paths(language_name, text):
        facts.details["made"] = "\n".join(made)
    rules = languages.rules(language_name)
    if language is None or language.settings.reader != "code":
        marks = (
            tuple(mark.lstrip("^").encode() for mark in language.settings.line_comments) if language else ()
        )
        facts.findings = find_findings(rules, Text(text, newline_offsets(text)), {}, None, marks)
    facts.findings += find_in_facts(rules, facts)
    if cut := sorted(
        {symbol.doc_first_line for symbol in facts.symbols if is_cut(symbol.doc)}
        | ({facts.purpose_first_line} if is_cut(facts.purpose) else set())
    ):
        what = "1 comment is" if len(cut) == 1 else f"{len(cut):,} comments are"
        facts.notes.append(Note("truncated", f"{what} cut behind {MAX_DOC:,} characters", cut[0]))
    facts.prints = take_prints(text, facts.symbols)
    facts.outline = make_outline(facts.symbols)
    facts.words = list_words(text)
    return facts
