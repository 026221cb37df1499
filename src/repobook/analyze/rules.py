"""Load the rules of a language: data that says what is worth telling of its code.

`rules.toml` of a language folder lists them; `languages/rules.toml` those that hold for every text. A rule is a
tree-sitter query, a pattern for one line, or a limit on a fact. `CONTRIBUTING.md` explains the keys.
"""

from __future__ import annotations

import os
import re
import string
import tomllib
from functools import cache
from typing import Literal

import msgspec
from tree_sitter import Language as Grammar
from tree_sitter import Query, QueryError

from repobook.errors import LanguageError

RULES_FILE = "rules.toml"
MAX_KEPT_WORDS = 200_000  # of a language, in a worker
MAX_KEPT_WORD = 40  # longer ones are seldom seen again
_WORD = re.compile(rb"[\w\x80-\xff]+")


class Rule(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """What to look for, and what to say of it."""

    id: str
    title: str  # what it is, as a reader would call it: "Shell command from text"
    category: Literal["pattern", "performance", "security", "maintenance"]
    message: str  # one finding; `{name}` is the text of the capture or group of that name
    why: str = ""  # one sentence: what it means for a reader
    severity: Literal["note", "warning", "error"] = "note"
    cwe: int = 0
    words: list[str] = []  # quick test: one of these words stands in the code of the line
    text: list[str] = []  # or one of these texts anywhere in the line
    query: str = ""  # captures @here, the span of the finding, and what the message names
    match: str = ""  # a pattern for the line that holds one of `text`; its groups fill the message
    where: Literal["", "code", "comment", "string"] = ""  # what a `match` must start in
    file: str = ""  # a pattern that must match somewhere in the file, at a line of its own
    inside: list[str] = []  # types of nodes: @here lies in one of them, in the same function
    outside: list[str] = []  # … and in none of these
    unless: str = ""  # a pattern that the text of the finding must not match
    fact: str = ""  # "complexity", "function-lines", "file-lines": at or above `limit`; "copy", "deprecated": found by `link`, "secret" by `scan`
    limit: int = 0
    mask: Literal["", "text", "block"] = (
        ""  # what it finds is never shown: the group `secret` (to which `unless` then applies) or all; the lines of a key
    )
    entropy: float = 0  # bits that a sign of what is hidden must carry at least


class _RuleFile(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    use: list[str] = []  # other folders whose rules hold here too
    rule: list[Rule] = []


class RuleSet:
    """The rules of one language, compiled."""

    def __init__(self, folder: str, rules: list[tuple[str, Rule]], grammar: Grammar | None) -> None:
        self.keys = [key for key, _ in rules]
        self.rules = [rule for _, rule in rules]
        self.fields = [_fields(rule.message) for rule in self.rules]
        self.by_word: dict[bytes, list[int]] = {}
        self.by_text: dict[bytes, list[int]] = {}
        self.matches: dict[int, re.Pattern[bytes]] = {}
        self.files: dict[int, re.Pattern[bytes]] = {}
        self.unless: dict[int, re.Pattern[bytes]] = {}
        self.facts: list[int] = []
        self.masking: dict[str, int] = {}  # key -> index
        for index, rule in enumerate(self.rules):
            key = self.keys[index]
            if rule.fact:
                self.facts.append(index)
                continue
            if rule.mask:
                self.masking[key] = index
                if "secret" in self.fields[index]:
                    raise LanguageError(f"rule {key}: its message names what it hides.")
            if not (rule.words or rule.text) or bool(rule.query) == bool(rule.match):
                raise LanguageError(
                    f"rule {key}: needs `words` or `text`, and either `query` or `match`. See CONTRIBUTING.md."
                )
            for word in rule.words:
                self.by_word.setdefault(word.encode(), []).append(index)
            for text in rule.text:
                self.by_text.setdefault(text.encode(), []).append(index)
            for pattern, compiled in (
                (rule.match, self.matches),
                (rule.file, self.files),
                (rule.unless, self.unless),
            ):
                if pattern:
                    compiled[index] = _compile(pattern, key)
        # Of a sample, what must stand in some word of the file: "" where it has no letters.
        self.longest_word = {
            sample: max(_WORD.findall(sample), key=len, default=b"") for sample in self.by_text
        }
        self._everywhere = [sample for sample in self.by_text if not self.longest_word[sample]]
        self._known: set[bytes] = set()  # words that were looked through
        self._told: set[bytes] = set()  # of them, those of `_telling`
        self._telling: dict[
            bytes, list[bytes]
        ] = {}  # those that hold a part of samples: few words of few files
        self._folder = folder
        self._grammar = grammar
        self._queries: dict[int, Query] = {}

    def samples_in(self, vocabulary: set[bytes]) -> list[bytes]:
        """Return the samples that a file with these words may hold. Words are looked through once, not once a file."""
        if fresh := vocabulary - self._known:
            self._look_through(fresh)
        chosen = {sample for word in vocabulary & self._told for sample in self._telling[word]}
        if len(self._known) > MAX_KEPT_WORDS:
            for kept in (self._known, self._told, self._telling):
                kept.clear()
        return [*self._everywhere, *(sample for sample in self.by_text if sample in chosen)]

    def _look_through(self, words: set[bytes]) -> None:
        listed = b"\n".join([b"", *words, b""])
        for sample, part in self.longest_word.items():
            at = listed.find(part) if part else -1
            while at >= 0:
                end = listed.find(b"\n", at)
                word = listed[listed.rfind(b"\n", 0, at) + 1 : end]
                self._telling.setdefault(word, []).append(sample)
                at = listed.find(part, end)
        told = self._telling.keys() & words
        self._told |= told
        self._known |= told
        self._known.update([word for word in words if len(word) <= MAX_KEPT_WORD])

    def is_block(self, key: str) -> bool:
        """Tell whether a rule hides the lines below what it finds."""
        return self.rules[self.masking[key]].mask == "block"

    def query(self, index: int) -> Query:
        """Return the query of a rule. Compiled on first use: a repository meets few of them."""
        if index not in self._queries:
            if self._grammar is None:
                raise LanguageError(
                    f"rule {self.keys[index]}: languages/{self._folder} has no grammar for its query."
                )
            try:
                self._queries[index] = compile_query(self._grammar, self.rules[index].query)
            except QueryError as error:
                raise LanguageError(f"languages/{self._folder}: rule {self.keys[index]}: {error}.") from error
        return self._queries[index]


@cache
def compile_query(grammar: Grammar, text: str) -> Query:
    """Compile a query once for all languages that read with the same grammar: some take a fifth of a second."""
    return Query(grammar, text)


def read_rules(parent: str, folder: str, base: str = "") -> list[tuple[str, Rule]]:
    """Return the rules that hold for a language folder with their keys, those for every text first.

    A rule of the folder takes the place of one of the same id from a folder that it builds on.
    """
    found = {f"all/{rule.id}": rule for rule in _read(os.path.join(parent, RULES_FILE)).rule}
    todo = [name for name in (folder, base) if name]
    seen: list[str] = []
    while todo:
        name = todo.pop(0)
        if name not in seen:
            seen.append(name)
            todo += _read(os.path.join(parent, name, RULES_FILE)).use
    taken: set[str] = set()
    for name in seen:
        for rule in _read(os.path.join(parent, name, RULES_FILE)).rule:
            if rule.id not in taken:
                taken.add(rule.id)
                found[f"{name}/{rule.id}"] = rule
    return list(found.items())


def rule_files(parent: str, folder: str, base: str = "") -> list[str]:
    """Return the files that decide the rules of a folder."""
    names = [folder, base] if base else [folder]
    for name in names:
        names += [used for used in _read(os.path.join(parent, name, RULES_FILE)).use if used not in names]
    return [os.path.join(parent, RULES_FILE), *(os.path.join(parent, name, RULES_FILE) for name in names)]


@cache
def _read(path: str) -> _RuleFile:
    if not os.path.isfile(path):
        return _RuleFile()
    try:
        with open(path, "rb") as stream:
            return msgspec.convert(tomllib.load(stream), _RuleFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LanguageError(f"{path}: {error}. The keys are listed in CONTRIBUTING.md.") from error


def _fields(message: str) -> list[str]:
    return [name for _, name, _, _ in string.Formatter().parse(message) if name]


def _compile(pattern: str, key: str) -> re.Pattern[bytes]:
    try:
        return re.compile(pattern.encode(), re.MULTILINE)
    except re.error as error:
        raise LanguageError(f"rule {key}: pattern {pattern!r}: {error}.") from error
