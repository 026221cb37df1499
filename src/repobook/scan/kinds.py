"""The kind of a file, and the rule that decided it. The first that applies, from the top:

1. `.gitattributes`: linguist-generated, linguist-vendored, linguist-documentation. `-linguist-…` switches the
   rule of the same name below off.
2. vendored: a part of the path (`third_party/`, `node_modules/`), or a well-known name (`config.guess`).
3. generated: a well-known name (`package-lock.json`, `*_pb2.py`), a folder `generated/`, a marker in the
   first 40 lines, minified text. Templates are never generated: they hold the marker for others.
4. data: a pointer to a large file kept elsewhere; content that `.gitattributes` calls binary.
5. build: build scripts, and the manifests of packages (`pyproject.toml`, `package.json`, `go.mod`).
6. test: code in a test folder or with the name of a test. Documents, data and configuration beside tests keep
   their kind, and what the JVM's build tools take for the main sources (`src/main/`) is no test, whatever it is called.
7. what the language makes it: source, document, configuration, data. Large or list-like JSON is data, and so
   is text without prose: pins, tables, expected output.
"""

from __future__ import annotations

from typing import NamedTuple

from repobook.scan.attributes import Attributes
from repobook.scan.kind_rules import load_kinds
from repobook.scan.markers import generated_marker
from repobook.scan.table import Table

LARGE_CONFIGURATION_BYTES = 64 * 1024
LARGE_TEXT_BYTES = 256 * 1024
_FEW_WORDS = 8
_MAX_OTHER_PERCENT = 25
_WORD_BYTES = b" \t\r\n" + bytes(byte for byte in range(256) if chr(byte).isalpha() or byte >= 0x80)
_LONG_LINE_BYTES = 500

_CODE = ("source", "test")
_JVM = frozenset({"Java", "Kotlin", "Scala", "Groovy"})
_LISTS = frozenset({"JSON", "JSON with Comments", "JSON5", "XML"})
_TEMPLATES = frozenset(
    {"EJS", "Go Template", "HTML+ERB", "Handlebars", "Jinja", "Mako", "Mustache", "Smarty", "StringTemplate"}
)
_TEMPLATE_ENDS = (".in", ".template", ".tmpl", ".tpl", ".j2", ".jinja", ".mako", ".skel")
_POINTERS = (b"version https://git-lfs.github.com/spec/", b"/annex/objects/")
_NO_ATTRIBUTES = Attributes()


class _Folder(NamedTuple):
    """What the parts of a folder's path say of the files in it: for each kind the rule, or ""."""

    vendored: str
    generated: str
    test: str
    data: str
    template: str
    main: str  # for `src/main/`: the rule that a folder above it makes a test, "-" where none does


class _Subject(NamedTuple):
    """All that is known of one file when its kind is asked for."""

    name: str
    extension: str
    language: str
    usual: str  # the kind that its language makes
    folder: _Folder
    head: bytes | None  # None for a file that was not read
    size_bytes: int
    attributes: Attributes


class KindFinder:
    """Finds kinds for the files of one tree. Folders are judged once, not once for each file in them."""

    def __init__(self, table: Table) -> None:
        self._languages = table.kinds
        self._rules = load_kinds()
        self._folders: dict[str, _Folder] = {}

    def find(
        self,
        path: str,
        name: str,
        language: str,
        head: bytes | None,
        size_bytes: int,
        attributes: Attributes | None,
    ) -> tuple[str, str]:
        """Return kind and rule. `head` is None for a file that was not read: then its name alone decides."""
        dot = name.rfind(".")
        subject = _Subject(
            name,
            name[dot:] if dot >= 0 else "",
            language,
            self._languages.get(language, ""),
            self._folder(path[: -len(name) - 1]),
            head,
            size_bytes,
            attributes or _NO_ATTRIBUTES,
        )
        return (
            _by_attributes(subject.attributes)
            or self._foreign(subject)
            or _opaque(subject)
            or self._by_name(subject)
            or _by_language(subject)
        )

    def _foreign(self, subject: _Subject) -> tuple[str, str] | None:
        """Vendored or generated: not written here."""
        name, extension, folder = subject.name, subject.extension, subject.folder
        if subject.attributes.vendored is None:
            rule = folder.vendored or self._rules["vendored"].names.match(name, extension)
            if rule:
                return "vendored", rule
        if subject.attributes.generated is not None:
            return None
        is_document = subject.usual == "document"
        rule = self._rules["generated"].names.match(name, extension)
        if not rule and not is_document and not name.startswith("."):
            rule = folder.generated  # but not the file that says how to generate the others
        is_template = folder.template or subject.language in _TEMPLATES or name.endswith(_TEMPLATE_ENDS)
        if not rule and subject.head and not is_template:
            rule = generated_marker(subject.head, is_document) or _minified(subject.language, subject.head)
        return ("generated", rule) if rule else None

    def _by_name(self, subject: _Subject) -> tuple[str, str] | None:
        rules, name, extension = self._rules, subject.name, subject.extension
        if rule := rules["build"].names.match(name, extension):
            return "build", rule
        if subject.usual in _CODE:
            rule = rules["test"].names.match(name, extension) or subject.folder.test
            if subject.folder.main and subject.language in _JVM:
                rule = subject.folder.main.strip("-")
            if rule:
                return "test", rule
        for kind in ("data", "document", "configuration"):
            if rule := rules[kind].names.match(name, extension):
                return kind, rule
        return None

    def _folder(self, path: str) -> _Folder:
        folder = self._folders.get(path)
        if folder is None:
            parts = path.split("/") if path else []
            rules = (self._rules[kind].part_rule(parts) for kind in _Folder._fields if kind != "main")
            main = _main_at(parts)
            above = self._rules["test"].part_rule(parts[:main]) or "-" if main else ""
            folder = self._folders[path] = _Folder._make([*rules, above])
        return folder


def _main_at(parts: list[str]) -> int:
    """Return where the main sources of a project of the JVM begin: behind `src/main` or `src/jvmMain`; 0 where none do."""
    for at in range(len(parts) - 1, 0, -1):
        if parts[at - 1] == "src" and (parts[at] == "main" or parts[at].endswith("Main")):
            return at + 1
    return 0


def _by_attributes(attributes: Attributes) -> tuple[str, str] | None:
    if attributes.generated:
        return "generated", attributes.rule("linguist-generated")
    if attributes.vendored:
        return "vendored", attributes.rule("linguist-vendored")
    if attributes.documentation:
        return "document", attributes.rule("linguist-documentation")
    return None


def _opaque(subject: _Subject) -> tuple[str, str] | None:
    if subject.head and subject.head.startswith(_POINTERS):
        return "data", "a pointer to a large file"
    if subject.attributes.binary:
        return "data", subject.attributes.rule("binary")
    return None


def _by_language(subject: _Subject) -> tuple[str, str]:
    language, size_bytes, head = subject.language, subject.size_bytes, subject.head
    if language in _LISTS:
        if subject.folder.data:
            return "data", subject.folder.data
        if size_bytes >= LARGE_CONFIGURATION_BYTES:
            return "data", f"{language} of {size_bytes:,} bytes"
        if head and language.startswith("JSON") and size_bytes > 2048 and head.lstrip()[:1] == b"[":
            return "data", "a list in JSON"
    if language in ("", "Text"):
        return _plain_text(subject)
    return subject.usual, "" if subject.usual == "source" else f"language {language}"


def _plain_text(subject: _Subject) -> tuple[str, str]:
    if subject.head is None:
        return subject.usual or "data", ""
    if subject.size_bytes == 0:
        return "data", "an empty file"
    if subject.name.startswith(".") and not subject.language:
        return "configuration", "a dot file"
    if subject.folder.data:
        return "data", subject.folder.data
    if subject.size_bytes >= LARGE_TEXT_BYTES:
        return "data", f"text of {subject.size_bytes:,} bytes"
    if not subject.language:
        return "data", "text of no known language"
    if not _is_prose(subject.head):
        return "data", "text without prose"
    return "document", f"language {subject.language}"


def _is_prose(head: bytes) -> bool:
    """Tell text that a person reads from pins, logs and tables: it has words, and they are most of it."""
    if len(head) < 1024 and len(head.split(None, _FEW_WORDS)) < _FEW_WORDS:
        return False
    sample = head[:4096]
    return len(sample.translate(None, _WORD_BYTES)) * 100 < len(sample) * _MAX_OTHER_PERCENT


def _minified(language: str, head: bytes) -> str:
    """Return the rule for scripts and styles without line ends, which no person writes."""
    if language not in ("JavaScript", "CSS") or len(head) < 2048:
        return ""
    average = len(head) // (head.count(b"\n") + 1)
    return f"lines of {average:,} characters on average" if average > _LONG_LINE_BYTES else ""
