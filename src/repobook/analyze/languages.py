"""Load the language folders: data that says how a language is read.

A folder of `languages/` holds `language.toml` and, where a grammar reads the language, one or more query files
(`symbols.scm`, `imports.scm`, `references.scm`, `scopes.scm`, `syntax.scm`). They are joined into one query, so that one pass over
one tree gives every fact. `CONTRIBUTING.md` explains the words.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import os
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec
from tree_sitter import Language as Grammar
from tree_sitter import Parser, Query, QueryError

from repobook.analyze.rules import RULES_FILE, Rule, RuleSet, compile_query, read_rules, rule_files
from repobook.analyze.terms import WORD
from repobook.errors import LanguageError

QUERY_FILES = ("symbols.scm", "imports.scm", "references.scm", "scopes.scm", "syntax.scm", "more.scm")
FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "languages")


class LinePattern(msgspec.Struct, forbid_unknown_fields=True):
    """A definition, an import or a reference that a regular expression finds, where no grammar is good enough."""

    kind: str  # of a symbol; of an import or reference: how. A group `kind` of the match goes before it
    match: str  # with a group `name` (or `names`, a list); `^` and `$` match at every line
    end: str = ""  # where the definition ends: the next match of this pattern
    # else: "braces", "parentheses", "call" (parentheses that belong to the signature), "indent", "next" (until the next
    # of its kind); "" is its own line
    span: str = ""
    once: bool = False  # only the first match of a name counts: a variable is set many times
    inside: list[str] = []  # counts only directly inside symbols of these kinds
    when: str = (
        ""  # text that a file must hold for the pattern to be tried; needed for imports beside a grammar
    )
    item: str = ""  # what one of `names` looks like, its first group where it has one; else words between blanks and commas
    numbered: bool = False  # it has no name but its number among its kind, from 0: `FROM debian`


class Settings(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """What `language.toml` may say. `CONTRIBUTING.md` has a table of these keys."""

    names: list[str]  # GitHub Linguist's names of the languages read by this folder
    level: str = "structure"  # "full" or "structure", as the README promises
    reader: str = "code"  # "code" (a grammar), "patterns", or one of the document readers
    markup: str = ""  # for the reader "markup": a key of `markups.MARKUPS`
    grammar: str = ""  # "tree_sitter_python" or "pack:cmake"; optional ":function" of that module
    prepare: str = (
        ""  # how a text is made readable for its grammar: "c", "c++", "objective-c", "metal", "glsl" …
    )
    base: str = ""  # another folder whose settings and queries come first
    separator: str = "."
    member_separator: str = ""  # before a member of class_kinds, where that is another: "::"
    doc: str = "before"  # documentation stands "before" a definition, "inside" it, or nowhere: ""
    inner_doc: str = ""  # the mark of a comment that documents what it stands in: "//!"
    doc_behind: bool = False  # a plain comment behind a field or constant documents it
    doc_mark: str = ""  # opens comments that document the field below or before them: "#:"
    visibility: str = ""  # "underscore", "modifier", "capital", "export", "access", "static", "pub"
    default_visibility: str = ""  # what no modifier means
    outer_visibility: str = ""  # what no modifier means at the top of the file and inside scope_kinds
    inherit_visibility: list[str] = []  # "interface *", "enum constant": takes that of what encloses it
    member_visibility: dict[str, str] = {}  # "interface *" -> "public": what no modifier means there
    unlabelled_kinds: list[str] = []  # kinds that no label (@access) speaks of: constants and classes of Ruby
    class_kinds: list[str] = []  # inside these, `member_kinds` renames a definition
    member_kinds: dict[str, str] = {}
    name_match: str = ""  # what of the captured name counts, where the grammar gives more: a pattern
    name_strip: str = ""  # characters before a name that are not part of it: ":" of Ruby's symbols
    upper_kinds: dict[
        str, str
    ] = {}  # what a kind is called where the name is all capitals: variable -> constant
    once_kinds: list[str] = []  # kinds of which only the first with a name counts: variables of a script
    attribute_kinds: list[
        str
    ] = []  # kinds that belong to the class around their function, once: self.name = …
    scope_kinds: list[str] = []  # inside these, definitions are as at the top of the file: namespaces
    merge_kinds: list[str] = []  # definitions in several clauses: one after another of the same name are one
    renames: dict[
        str, str
    ] = {}  # "object companion" -> "Companion": what is called otherwise than it is written
    local_kinds: list[str] = []  # kinds that count only at the top or inside class_kinds
    line_comments: list[str] = []
    block_comments: list[list[str]] = []
    strings: list[str] = []
    keywords: list[str] = []
    local_types: str = (
        ""  # where the type of a local name stands: "after" (`x: T`, `x = T()`), "before" (`T x`), "go"
    )
    builtins: list[str] = []  # types of the language itself: naming one is no reference
    word: str = ""  # identifier pattern, where it is not the usual one
    word_extra: str = ""  # characters that belong to an identifier too: "$", "-?!"
    patterns: list[LinePattern] = []
    imports: list[LinePattern] = []
    references: list[LinePattern] = []
    macros: dict[str, str] = {}  # "TEST_F" -> how it names what it makes: see `cmacros`


@dataclass(slots=True)
class Language:
    """One language folder, ready to use in a worker."""

    folder: str
    settings: Settings
    parser: Parser | None = None
    query: Query | None = None
    is_flat: bool = False  # every pattern has one capture: the query need not group them
    counts_branches: bool = False  # its queries capture @branch: without, complexity would be 1 everywhere
    digest: str = ""  # of everything that decides its facts
    word: re.Pattern[bytes] = WORD
    keywords: frozenset[bytes] = frozenset()
    name_match: re.Pattern[str] | None = None
    builtins: frozenset[bytes] = frozenset()
    class_kinds: frozenset[str] = frozenset()
    patterns: list[tuple[LinePattern, re.Pattern[str], re.Pattern[str] | None]] = field(default_factory=list)
    imports: list[tuple[LinePattern, re.Pattern[str], re.Pattern[str] | None]] = field(default_factory=list)
    references: list[tuple[LinePattern, re.Pattern[str], re.Pattern[str] | None]] = field(
        default_factory=list
    )
    rules: RuleSet = field(default_factory=lambda: RuleSet("", [], None))
    probe: re.Pattern[str] | None = None  # finds the lines at which any pattern that begins with `^` matches


class Languages:
    """Every language folder by Linguist's name. Grammars load on first use: a worker meets few of them."""

    def __init__(self, folders: tuple[str, ...] = (FOLDER,)) -> None:
        self._settings = _Settings()
        self._by_name: dict[str, str] = {}
        self._ready: dict[str, Language] = {}
        self._plain_rules: RuleSet | None = None
        for parent in folders:
            for folder in sorted(os.listdir(parent)):
                path = os.path.join(parent, folder)
                if os.path.isfile(os.path.join(path, "language.toml")):
                    self._settings.paths[folder] = path
                    for name in _read_names(path):
                        self._by_name[name] = folder

    def names(self) -> dict[str, str]:
        """Return Linguist's name -> "full" or "structure"."""
        return {name: self._settings[folder][1].level for name, folder in sorted(self._by_name.items())}

    def folders(self) -> dict[str, str]:
        """Return language folder -> "full" or "structure"."""
        return {folder: self._settings[folder][1].level for folder in self._settings.paths}

    def grammar_modules(self) -> set[str]:
        """Return the modules that hold the grammars; "pack" stands for the grammar pack."""
        listed = (self._settings[folder][1].grammar for folder in self._settings.paths)
        return {grammar.partition(":")[0] for grammar in listed if grammar}

    def folder_names(self, folder: str) -> list[str]:
        """Return Linguist's names of the languages that `folder` reads."""
        return self._settings[folder][1].names

    def get(self, name: str) -> Language | None:
        folder = self._by_name.get(name)
        if folder is None:
            return None
        if folder not in self._ready:
            self._ready[folder] = self._load(folder)
        return self._ready[folder]

    def digest(self, name: str) -> str:
        """Return what identifies the rules for language `name`, without loading its grammar."""
        folder = self._by_name.get(name)
        if folder is None:
            return _digest_files((os.path.join(FOLDER, RULES_FILE),))
        path, settings = self._settings[folder]
        rules = rule_files(os.path.dirname(path), folder, settings.base)
        return _digest_folder(path) + _digest_files(tuple(rules))

    def list_rules(self, name: str) -> list[tuple[str, Rule]]:
        """Return the rules that look at texts of language `name` with their keys, without loading its grammar."""
        folder = self._by_name.get(name)
        if folder is None:
            return read_rules(FOLDER, "")
        path, settings = self._settings[folder]
        return read_rules(os.path.dirname(path), folder, settings.base)

    def rules(self, name: str) -> RuleSet:
        """Return the rules that look at texts of language `name`; those for every text where it has no folder."""
        language = self.get(name)
        if language is not None:
            return language.rules
        if self._plain_rules is None:
            self._plain_rules = RuleSet("", read_rules(FOLDER, ""), None)
        return self._plain_rules

    def _load(self, folder: str) -> Language:
        path, settings = self._settings[folder]
        queries = _read_queries(path)
        digest = self.digest(settings.names[0])
        language = Language(folder, settings, digest=digest)
        if settings.base:
            base_path, base = self._settings[settings.base]
            settings = _inherit(settings, base, path)
            language.settings = settings
            language.digest = _digest_folder(base_path) + digest
            queries = _read_queries(path, base_path)
        grammar = load_grammar(settings.grammar) if settings.grammar else None
        parent = os.path.dirname(path)
        language.rules = RuleSet(folder, read_rules(parent, folder, settings.base), grammar)
        if grammar is not None:
            language.parser = Parser(grammar)
            if queries:
                try:
                    language.query = compile_query(grammar, queries)
                    language.counts_branches = "@branch" in queries
                    language.is_flat = _is_flat(language.query, queries.encode())
                except QueryError as error:
                    hint = "Node names come from the grammar's node-types.json."
                    raise LanguageError(f"languages/{folder}: {error}. {hint}") from error
        if settings.word:
            language.word = re.compile(settings.word.encode())
        if settings.name_match:
            language.name_match = re.compile(settings.name_match)
        language.keywords = frozenset(word.encode() for word in settings.keywords)
        language.builtins = frozenset(word.encode() for word in settings.builtins)
        language.class_kinds = frozenset(settings.class_kinds)
        for rules, compiled in (
            (settings.patterns, language.patterns),
            (settings.imports, language.imports),
            (settings.references, language.references),
        ):
            compiled += [
                (p, _compile(p.match, folder), _compile(p.end, folder) if p.end else None) for p in rules
            ]
        language.probe = _compile_probe([*settings.patterns, *settings.imports, *settings.references], folder)
        return language


@cache
def load_grammar(spec: str) -> Grammar:
    """Return the grammar that `spec` names: `tree_sitter_php:language_php` or `pack:cmake`."""
    module, _, function = spec.partition(":")
    if module == "pack":
        from tree_sitter_language_pack import get_language

        pack: Callable[[Any], Grammar] = get_language
        return pack(function)
    return Grammar(getattr(importlib.import_module(module), function or "language")())


class _Settings(dict[str, tuple[str, Settings]]):
    """Folder -> its path and what it says; read when it is first asked for: a build meets few of them."""

    def __init__(self) -> None:
        super().__init__()
        self.paths: dict[str, str] = {}

    def __missing__(self, folder: str) -> tuple[str, Settings]:
        path = self.paths[folder]
        found = self[folder] = (path, _read_settings(path))
        return found


_NAMES = re.compile(rb"^names[ \t]*=[ \t]*\[[^\[\]]*\]", re.MULTILINE)


def _read_names(path: str) -> list[str]:
    """Return the languages that a folder reads. The line that names them is enough, where it is written as all are."""
    with open(os.path.join(path, "language.toml"), "rb") as stream:
        found = _NAMES.match(stream.read())
    with contextlib.suppress(tomllib.TOMLDecodeError, UnicodeDecodeError):
        names = tomllib.loads(found[0].decode())["names"] if found else []
        if names and all(isinstance(name, str) for name in names):
            return list(names)
    return _read_settings(path).names


def _read_settings(path: str) -> Settings:
    file = os.path.join(path, "language.toml")
    try:
        with open(file, "rb") as stream:
            return msgspec.convert(tomllib.load(stream), Settings)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LanguageError(f"{file}: {error}. The keys are listed in CONTRIBUTING.md.") from error


def _read_queries(path: str, base_path: str = "") -> str:
    """Return the folder's queries as one text; a file that it does not have comes from the base."""
    texts = []
    for name in QUERY_FILES:
        for folder in filter(None, (path, base_path)):
            file = os.path.join(folder, name)
            if os.path.isfile(file):
                with open(file, encoding="utf-8") as stream:
                    texts.append(stream.read())
                break
    return "\n".join(texts)


_CAPTURE = re.compile(rb"@[\w.]+")
_QUERY_COMMENT = re.compile(rb"(?m)^\s*;.*$")


def _is_flat(query: Query, text: bytes) -> bool:
    """Tell whether every pattern has one capture only, so that nothing is lost when captures are not grouped."""
    for index in range(query.pattern_count):  # type: ignore[call-overload]  # the stub calls it a method
        pattern = text[query.start_byte_for_pattern(index) : query.end_byte_for_pattern(index)]
        if len(set(_CAPTURE.findall(_QUERY_COMMENT.sub(b"", pattern)))) != 1:
            return False
    return True


def _inherit(settings: Settings, base: Settings, path: str) -> Settings:
    """Return `base` with every key that the folder's own file sets put over it."""
    with open(os.path.join(path, "language.toml"), "rb") as stream:
        own = {key.replace("-", "_") for key in tomllib.load(stream)}
    values = {name: getattr(settings if name in own else base, name) for name in settings.__struct_fields__}
    return Settings(**values)


def _compile(pattern: str, folder: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern, re.MULTILINE)
    except re.error as error:
        raise LanguageError(f"languages/{folder}: pattern {pattern!r}: {error}.") from error


def _compile_probe(rules: list[LinePattern], folder: str) -> re.Pattern[str] | None:
    """Join all patterns that begin at a line, so that one pass finds the few lines that any of them wants."""
    blanks = r"[ \t]*"
    bodies: dict[tuple[str, str], list[str]] = {}  # (blanks before it, flag)
    for rule in rules:
        flag, match = ("i", rule.match[4:]) if rule.match.startswith("(?i)") else ("", rule.match)
        if match.startswith("^"):
            prefix = next((text for text in (blanks + "+", blanks) if match.startswith("^" + text)), "")
            bodies.setdefault((prefix, flag), []).append(match[1 + len(prefix) :])
    joined = "|".join(f"{prefix}(?{flag}:{'|'.join(parts)})" for (prefix, flag), parts in bodies.items())
    without_names = re.sub(r"\(\?P<\w+>", "(?:", joined)
    return _compile(f"^(?={without_names})", folder) if bodies else None


def _digest_folder(path: str) -> str:
    return _digest_files(tuple(os.path.join(path, name) for name in ("language.toml", *QUERY_FILES)))


@cache
def _digest_files(paths: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        if os.path.isfile(path):
            with open(path, "rb") as stream:
                digest.update(os.path.basename(path).encode() + b"\0" + stream.read() + b"\0")
    return digest.hexdigest()[:16]
