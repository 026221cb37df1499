"""Choose the terms of a prose document: its marked words, its names, and the words that set it apart.

A term is listed with the lines that hold it exactly as spelled, so that a reader finds it there. Never a stop word,
never a word of a paragraph about rights.
"""

from __future__ import annotations

import re
from collections import defaultdict

from repobook.analyze.stop_words import SOFTWARE_WORDS, STOP_WORDS
from repobook.analyze.terms import MAX_TERM, format_lines

MAX_NAMES = 8_000  # distinct names and marked words of one document
MAX_WORDS = 120  # distinct plain words that set it apart

# A word with the parts that keep a name together: torch.nn.Linear, at::Tensor, --no-source, max_pool2d, C++
_TOKEN = re.compile(r"(?:(?<![\w-])--?)?[^\W\d]\w*(?:(?:\.|::|->|-|/|'|’)\w+)*(?:\(\)|\+\+|#(?!\w))?")
_NOISE = re.compile(
    r"(?:https?|ftp|file)://[^\s<>\"')\]]+|\b[\w.+-]{1,64}@[\w-]+\.[\w.]{2,}|</?[A-Za-z][^<>]{0,500}>|&[a-z]{2,8};"
)
_JOINTS = re.compile(r"[-/.'’]+")
_INNER_CAPITAL = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}")
_IDENTIFIER = re.compile(r"[^\W\d]\w*(?:(?:\.|::|->)\w+)*")
_CODE_NAME = re.compile(r"[A-Za-z_$@~-][\w$@./:~+*-]*(?:\(\))?")


class Terms:
    """Collects the terms of one document, line by line."""

    def __init__(self) -> None:
        self._names: dict[str, list[int]] = defaultdict(list)
        self._words: dict[str, list[int]] = defaultdict(list)
        self._marked: set[str] = set()
        self._kinds: dict[str, str] = {}
        self._is_code_name: dict[str, bool] = {}
        self.spans: dict[
            str, int
        ] = {}  # code spans that are one plain name with a capital, and their first lines
        # What was taken from a code span or from bold words, and will be met again as words of the same line.
        self._taken: dict[tuple[int, str], int] = defaultdict(int)
        self.word_count = 0
        self.stop_count = 0

    def read_line(self, text: str, line: int, written: str = "") -> None:
        """Take the words of a line of prose; where `text` was cleaned of marks, only those that stand in `written`."""
        if "://" in text or "@" in text or "<" in text or "&" in text:
            text = _NOISE.sub(" ", text)
        kinds, names, words = self._kinds, self._names, self._words
        tokens = _TOKEN.findall(text)
        if written and written != text:
            known = written if len(written) < 2_000 else frozenset(_TOKEN.findall(written))
            tokens = [token for token in tokens if token in known]
        taken = self._taken
        for token in tokens:
            if taken and self._was_taken(token, line):
                continue
            kind = kinds.get(token)
            if kind is None:
                kind = kinds[token] = _classify(token)
            if kind == "word":
                words[token].append(line)
            elif kind == "name":
                names[token].append(line)
            elif kind == "parts":  # and/or, state-of-the-art
                for part in _JOINTS.split(token):
                    self._read_part(part, line)
            elif kind == "stop":
                self.stop_count += 1
            self.word_count += 1

    def _was_taken(self, token: str, line: int) -> bool:
        """Tell whether this occurrence of a word was counted before, by its mark."""
        key = (line, token)
        if self._taken.get(key, 0) <= 0:
            return False
        self._taken[key] -= 1
        return True

    def _read_part(self, part: str, line: int) -> None:
        kind = _classify(part) if part else ""
        if kind == "word":
            self._words[part].append(line)
        elif kind == "name":
            self._names[part].append(line)

    def read_code(self, text: str, line: int, *, is_span: bool = False) -> None:
        """Take the names of a line of code that stands in a document: only what can be nothing but a name."""
        known = self._is_code_name
        for token in _IDENTIFIER.findall(text):
            is_name = known.get(token)
            if is_name is None:
                is_name = known[token] = len(token) <= MAX_TERM and _is_name(token)
            if is_name:
                self._names[token].append(line)
                if is_span:
                    self._taken[line, token] += 1

    def mark(self, text: str, line: int) -> None:
        """Take a code span or a defined term as it stands, if it is short; else the names in it."""
        text = text.strip()
        if _CODE_NAME.fullmatch(text) and len(text) <= 100:
            if text[0].isupper() and text.isidentifier():
                self.spans.setdefault(text, line)
            if len(text) > 1 and text.lower() not in STOP_WORDS:
                self._names[text].append(line)
                self._taken[line, text] += 1
        else:
            self.read_code(text, line, is_span=True)

    def define(self, text: str, line: int) -> None:
        """Take a term that the document sets in bold or defines: up to four words."""
        text = text.strip(" :.,*_`")
        words = text.split(" ")
        if (
            not 1 <= len(words) <= 4
            or len(text) > 60
            or not any(word.lower() not in STOP_WORDS for word in words)
        ):
            return
        if len(text) > 1 and any(c.isalpha() for c in text):
            self._names[text].append(line)
            self._taken[line, text] += 1

    def read_heading(self, text: str, line: int, written: str) -> None:
        """Take every word of a heading that is not a stop word and stands on its line as `written`."""
        for token in _TOKEN.findall(_NOISE.sub(" ", text)):
            for part in (token,) if _is_name(token) else _JOINTS.split(token):
                if (
                    len(part) > 1
                    and part.lower() not in STOP_WORDS
                    and not part.isdigit()
                    and part in written
                    and not self._was_taken(part, line)
                ):
                    self._names[part].append(line)
                    self._marked.add(part)

    def collect(self) -> tuple[str, str]:
        """Return the terms and their lines as `index_terms` does."""
        chosen = dict(sorted(self._names.items(), key=lambda item: -len(item[1]))[:MAX_NAMES])
        by_fold: dict[str, list[str]] = defaultdict(list)
        for word in self._words:
            if word.lower() not in SOFTWARE_WORDS:
                by_fold[word.lower()].append(word)
        ranked = []
        for spellings in by_fold.values():
            total = sum(len(self._words[word]) for word in spellings)
            best = max(spellings, key=lambda word: (len(self._words[word]), word.islower(), word))
            ranked.append((-total, best))
        ranked.sort()
        limit = min(MAX_WORDS, 15 + self.word_count // 40)
        apart = {w for n, w in ranked[:limit] if n <= -2 or (self.word_count < 400 and len(w) >= 5)}
        # A word of a heading is listed also where the text uses it.
        for word in apart | (self._marked & chosen.keys() & self._words.keys()):
            chosen[word] = chosen.get(word, []) + self._words[word]
        names = sorted(chosen, key=lambda name: (name.lower().lstrip("_-").encode(), name.encode()))
        return "\n".join(names), "\n".join(format_lines(sorted(chosen[name])) for name in names)


def _classify(token: str) -> str:
    """Return "name", "word", "stop", "parts" (several words in one), or "" for what says nothing."""
    if token.lower() in STOP_WORDS:
        return "stop"
    if len(token) < 3 and not (len(token) == 2 and token.isupper()):
        return ""
    if len(token) > MAX_TERM:
        return ""
    if _is_name(token):
        return "name"
    if _JOINTS.search(token):
        return "parts"
    if len(token) > 40 or (not token.isascii() and len(token) > 12 and ord(token[0]) > 0x2E80):
        return ""  # a run of a script that does not part its words
    return "word"


def _is_name(token: str) -> bool:
    """Tell whether a word can only be a name: snake_case, CamelCase, dotted, ACRONYM, with digits, --option."""
    if "_" in token.strip("_") or "::" in token or "->" in token or token.endswith(("()", "++", "#")):
        return True
    if token.startswith("-"):
        return len(token) > 2 and token.startswith("--")
    if "." in token:
        head, _, tail = token.rpartition(".")
        is_two_sentences = tail.lower() in STOP_WORDS and tail[:1].isupper()  # "the end.Then"
        return len(token) > 4 and len(head.rpartition(".")[2] + tail) > 2 and not is_two_sentences
    if "/" in token or "'" in token or "’" in token or "-" in token:
        return False
    if any(c.isdigit() for c in token):
        return len(token) > 2
    return bool(_INNER_CAPITAL.search(token)) and len(token) > 1 and not (token.isupper() and len(token) > 12)
