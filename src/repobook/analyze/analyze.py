"""Choose the reader for one file and run it: bytes in, facts out."""

from __future__ import annotations

from repobook.analyze.decode import decode
from repobook.analyze.languages import Languages
from repobook.analyze.plain import read_plain
from repobook.analyze.readers import READERS
from repobook.analyze.outline import make_outline
from repobook.facts import Facts


def analyze(data: bytes, language_name: str, languages: Languages) -> Facts:
    """Return every fact of one file. Pure: the same bytes and language folder give the same facts."""
    text, encoding, notes = decode(data)
    language = languages.get(language_name)
    if language is None:
        facts = read_plain(text)
    else:
        facts = READERS[language.settings.reader](text, language)
    facts.encoding = encoding
    if language is not None:
        facts.separator = language.settings.separator
    facts.notes = notes + facts.notes
    facts.outline = make_outline(facts.symbols)
    return facts
