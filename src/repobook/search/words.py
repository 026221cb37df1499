"""Words of a question: which of them tell what is meant, and what is left of one without its ending.

`render/web/static/reader.js` does the same for the site.
"""

from __future__ import annotations

import re
from functools import lru_cache

PLAIN = frozenset(
    re.findall(
        r"\w+",
        "a an and any are as at be been by can could did do does for from had has have how i if in into is it its me my of on or our"
        " should some that the their them then there these they this those to was we were what when where which who whose why will"
        " with would you your",
    )
)
_ASKING = frozenset(("how", "what", "when", "where", "which", "who", "why"))
# What a question of whole sentences asks for, rather than what it asks about.
_ASKED = frozenset(
    re.findall(
        r"\w+",
        "called calls come comes defined done find found get gets happen happens implemented live lives made mean means"
        " use used uses using work works",
    )
)
_VOWEL = re.compile("[aeiouy]")


def telling_words(words: list[str]) -> list[str]:
    """Return the words that tell what is meant: `build`, `session` of how to build a session; all where none does."""
    left = [word for word in words if word.lower() not in PLAIN]
    if words and words[0].lower() in _ASKING:
        left = [word for word in left if word.lower() not in _ASKED] or left
    return left or words


@lru_cache(1 << 16)
def stem(word: str) -> str:
    """Return a word as it is compared: small letters, no ending: `pars` for parse, parsed and parsing."""
    word = word.lower()
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if len(word) > len(ending) + 2 and word.endswith(ending) and not word.endswith("eed"):
            left = word[: -len(ending)]
            if _VOWEL.search(left):
                is_double = len(left) > 3 and left[-1] == left[-2] and left[-1] not in "lsz"
                return left[:-1] if is_double else _without_e(left)
    return _without_e(word)


def _without_e(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("e") else word
