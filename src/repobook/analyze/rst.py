"""Read reStructuredText as docutils and Sphinx do, by lines. Markdown borrows its directives and roles (MyST)."""

from __future__ import annotations

import re

from repobook.analyze.documents import Document
from repobook.analyze.languages import Language
from repobook.facts import Facts, Import, Site, Symbol

_ADORNMENT = re.compile(r"^([!-/:-@\[-`{-~])\1+[ \t]*$")
_DIRECTIVE = re.compile(
    r"^([ \t]*)\.\.[ \t]+(?:\|[^|\n]{1,100}\|[ \t]+)?([A-Za-z][\w:+.-]*?)::(?:[ \t]+(.*))?$"
)
_TARGET = re.compile(r"^[ \t]*\.\.[ \t]+_(`[^`\n]{1,200}`|(?:\\:|[^:\n]){1,200}):(?:[ \t]+(.*))?$")
_CITATION = re.compile(r"^[ \t]*\.\.[ \t]+\[([^\]\n]{1,100})\][ \t]")
_EXPLICIT = re.compile(r"^[ \t]*\.\.(?:[ \t]|$)")
_FIELD = re.compile(r"^[ \t]*:([\w -]{1,40}):(?:[ \t]+(.*))?$")
_LIST = re.compile(r"^[ \t]*(?:[-*+•]|(?:\d{1,4}|#|[A-Za-z])[.)]|\((?:\d{1,4}|[A-Za-z])\))[ \t]+")
_ROLE = re.compile(r":([\w:+.-]{1,40}):`([^`\n]{1,300})`")
_LINK = re.compile(r"`([^`<>\n]{0,300}?)[ \t]*<([^<>`\n]{1,2000})>`__?")
_LITERAL = re.compile(r"``([^`\n]{1,300})``")
_BOLD = re.compile(r"(?<![\w*])\*\*([^\s*](?:[^*\n]{0,58}[^\s*])?)\*\*(?![\w*])")
_MARKS = re.compile(r"\*\*|``|`__?|[`*|]")
_ROLE_TARGET = re.compile(r"[ \t]*<[^<>]*>$")
_ENTRY = re.compile(r"^(.*?)[ \t]*<([^<>]+)>$")
_CALLABLE = re.compile(r"([~A-Za-z_][\w.:~]*)[ \t]*(?:\(|\[|$)")
_LAST_NAME = re.compile(r"[~A-Za-z_][\w.:~]*(?=[ \t]*(?:\(|$|;|=))")

# What a directive of a Sphinx domain documents is a symbol of its own kind.
_OBJECTS = frozenset(
    [
        "function",
        "class",
        "method",
        "attribute",
        "data",
        "exception",
        "decorator",
        "decoratormethod",
        "staticmethod",
        "classmethod",
        "property",
        "module",
        "macro",
        "type",
        "struct",
        "union",
        "enum",
        "enumerator",
        "member",
        "var",
        "concept",
        "alias",
        "namespace",
        "option",
        "envvar",
        "confval",
        "describe",
        "object",
        "program",
        "directive",
        "role",
        "token",
        "production",
        "cmdoption",
        "setting",
        "event",
        "label",
    ]
)
_CODE = frozenset(
    [
        "code",
        "code-block",
        "sourcecode",
        "highlight",
        "parsed-literal",
        "prompt",
        "doctest",
        "testcode",
        "ipython",
        "literal",
    ]
)
_SESSIONS = ("doctest", "testcode", "ipython")
_QUIET = frozenset(
    [
        "image",
        "figure",
        "raw",
        "math",
        "table",
        "list-table",
        "csv-table",
        "graphviz",
        "digraph",
        "mermaid",
        "plantuml",
        "only",
        "meta",
        "index",
        "contents",
        "sectnum",
        "rst-class",
        "class",
        "default-role",
        "highlight",
        "tabularcolumns",
        "role",
        "replace",
        "unicode",
        "date",
        "target-notes",
        "bibliography",
        "inheritance-diagram",
        "testsetup",
        "testcleanup",
        "testoutput",
        "plot",
    ]
)
_MENTION_ROLES = frozenset(
    [
        "func",
        "meth",
        "class",
        "attr",
        "obj",
        "mod",
        "data",
        "const",
        "exc",
        "any",
        "type",
        "macro",
        "member",
        "var",
        "enum",
        "enumerator",
        "struct",
        "expr",
        "autosummary",
        "function",
        "envvar",
        "option",
        "program",
        "keyword",
        "decorator",
        "property",
    ]
)


def read_rst(data: bytes, language: Language) -> Facts:
    """Return the outline, directives, links, code blocks, title, first paragraph and terms of a document."""
    document = Document(data)
    read_block(document, 0, len(document.lines), has_sections=True)
    return document.facts()


def read_block(document: Document, first: int, end: int, has_sections: bool = False) -> None:
    """Read the lines from index `first` up to `end`."""
    reader = _Reader(document, end, has_sections)
    at = first
    while at < end:
        at = reader.read_line(at)
    document.end_paragraph()


def read_role(document: Document, role: str, text: str, line: int) -> None:
    """Take an interpreted text: :func:`torch.add`, :ref:`label`, :doc:`page`."""
    word = role.rsplit(":", 1)[-1]
    if not text.strip("0123456789,# ") and word not in ("pep", "rfc"):
        return  # {issue}`2672`, :pr:`3637`: a number of another place
    entry = _ENTRY.match(text)
    target = entry[2] if entry else text
    if word in ("ref", "doc", "numref", "download", "term", "cite", "pep", "rfc", "issue", "pr", "github"):
        document.add_link(
            line,
            target.lstrip("~!") if word not in ("pep", "rfc") else f"{word} {target}",
            entry[1] if entry else "",
        )
        if word == "term":
            document.terms.define(text, line)
    elif word in _MENTION_ROLES:
        document.add_mention(target.lstrip("~!"), line)
    elif word not in ("math", "sub", "sup", "raw", "emphasis", "strong"):
        document.terms.mark(target, line)


def clean_inline(text: str) -> str:
    """Return what a reader sees of a line: the texts of roles and links, no marks."""
    if "`" in text:
        text = _LINK.sub(r"\1", text)
        text = _ROLE.sub(lambda found: _ROLE_TARGET.sub("", found[2]).lstrip("~!"), text)
    return _MARKS.sub("", text) if any(mark in text for mark in "`*|") else text


def read_directive(document: Document, line: int, name: str, argument: str, first: int, end: int) -> None:
    """Take a directive with its content, the lines from index `first` up to `end`."""
    word = name.rsplit(":", 1)[-1]
    argument = argument.strip()
    lines = document.lines
    if name in ("toctree", "autosummary"):
        _read_entries(document, name, first, end)
    elif name in ("include", "literalinclude", "mdinclude", "csv-include") and argument:
        document.imports.append(Import(argument.split()[0][:500], line, name))
    elif name.startswith("auto") and argument:
        target = argument.split("(")[0].split()[0] if argument.split("(")[0].split() else argument
        if name == "automodule":
            document.imports.append(Import(target[:500], line, name))
        _add_site(document, target, line)
    elif name.startswith("doxygen") and argument:
        _add_site(document, argument.split("(")[0].split()[-1], line)
    elif word == "currentmodule" or (word == "module" and argument):
        document.imports.append(Import(argument.split()[0][:500] if argument else "", line, "module"))
        if word == "module":
            _add_object(document, "module", argument, line, line)
    elif name in ("image", "figure") and argument:
        document.add_link(line, argument.split()[0], "")
    elif word in _OBJECTS and argument and (name != "class" or _CALLABLE.match(argument)):
        last = end
        while last > first and not lines[last - 1].strip():
            last -= 1
        _add_object(document, word, argument, line, max(last, line))


def _read_entries(document: Document, name: str, first: int, end: int) -> None:
    for number in range(first, end):
        body = document.lines[number].strip()
        if not body or body.startswith((":", "..", "#", "---")) or len(body) > 500:
            continue
        entry = _ENTRY.match(body)
        target = (entry[2] if entry else body).strip()
        if name == "toctree":
            document.imports.append(Import(target, number + 1, "toctree"))
        else:
            _add_site(document, target.lstrip("~").split()[0], number + 1)


def _add_site(document: Document, name: str, line: int) -> None:
    at = document.lines[line - 1][:20_000].find(name)
    if name and at >= 0 and len(name) <= 200:
        document.sites.append(Site(name, line, len(document.lines[line - 1][:at].encode()) + 1, "mention"))
        document.terms.mark(name, line)


def _add_object(document: Document, kind: str, argument: str, first: int, last: int) -> None:
    if kind in (
        "option",
        "cmdoption",
        "describe",
        "object",
        "confval",
        "envvar",
        "setting",
        "event",
        "token",
    ):
        name = re.split(r"[,(=\s]", argument, maxsplit=1)[0]
    else:
        head = argument.split("(", 1)[0] if "(" in argument else argument
        names = _LAST_NAME.findall(head.strip())
        name = names[-1] if names else argument.split()[0]
    if name:
        document.add_symbol(Symbol(name[:200], kind, first, last, "", argument[:300], name_line=first))


class _Reader:
    def __init__(self, document: Document, end: int, has_sections: bool) -> None:
        self.document = document
        self.lines = document.lines
        self.end = end
        self.has_sections = has_sections
        self.styles: list[str] = []  # section styles in order of appearance: "=" or "==" with an overline
        self.is_blank_above = True
        self.is_literal_next = False
        self.in_list = False

    def read_line(self, at: int) -> int:
        line = self.lines[at]
        body = line.strip()
        if not body:
            self.document.end_paragraph()
            self.is_blank_above = True
            return at + 1
        after = self._read_section(at, line, body) if self.has_sections else 0
        if not after and line[0] in " \t" and self.is_literal_next and self.is_blank_above:
            after = self._read_literal(at, line)
        self.is_literal_next = self.is_literal_next and bool(after)
        if not after and body.startswith(".."):
            after = self._read_explicit(at, line)
        if after:
            self.is_blank_above = False
            return after
        self._read_text(line, body, at + 1)
        self.is_blank_above = False
        return at + 1

    def _read_section(self, at: int, line: str, body: str) -> int:
        """Return where the text goes on behind a section title at `at`, or 0."""
        lines = self.lines
        is_adornment = bool(_ADORNMENT.match(line))
        below = lines[at + 1] if at + 1 < self.end else ""
        if is_adornment:  # an overline, or a transition
            under = lines[at + 2] if at + 2 < self.end else ""
            title = below.strip()
            if title and len(body) >= 2 and under.strip() == body and not _ADORNMENT.match(below):
                self._add_section(body[0] * 2, title, at + 1, at + 2)
                return at + 3
            return at + 1 if len(body) >= 4 and self.is_blank_above and not title else 0
        if line[0] in " \t" or not below or not _ADORNMENT.match(below):
            return 0
        rule = below.rstrip()
        if len(rule) < min(len(body), 3) or (len(rule) < 4 and len(rule) < len(body)) or len(body) > 300:
            return 0
        if not self.is_blank_above and rule[0] not in self.styles and at:
            return 0  # the last line of a paragraph above a rule of unknown style
        self._add_section(rule[0], body, at + 1, at + 1)
        return at + 2

    def _add_section(self, style: str, title: str, line: int, name_line: int) -> None:
        if style not in self.styles:
            self.styles.append(style)
        self.in_list = False
        self._read_inline(title, name_line)
        level = self.styles.index(style) + 1
        self.document.add_heading(level, clean_inline(title), line, title, name_line=name_line)
        self.is_blank_above = True

    def _read_literal(self, at: int, line: str) -> int:
        """Skip the indented lines of a literal block; their names are terms."""
        end = self._indented_end(at, len(line) - len(line.lstrip()))
        self.document.add_code_block("")
        self.document.add_snippets("", at, end)
        self._read_code(at, end)
        self.is_literal_next = False
        return end

    def _read_code(self, first: int, end: int) -> None:
        for number in range(first, end):
            self.document.terms.read_code(self.lines[number][:5_000], number + 1)

    def _content(self, first: int, end: int) -> int:
        """Return where the content of a directive begins, behind its options."""
        while first < end and (_FIELD.match(self.lines[first]) or not self.lines[first].strip()):
            first += 1
        return first

    def _indented_end(self, at: int, indent: int) -> int:
        """Return the index behind the lines that are blank or indented at least as deep as `indent`."""
        while at < self.end:
            line = self.lines[at]
            body = line.lstrip()
            if body and len(line) - len(body) < indent:
                break
            at += 1
        return at

    def _read_explicit(self, at: int, line: str) -> int:
        """Read what begins with two dots: a directive, a target, a comment."""
        document = self.document
        found = _DIRECTIVE.match(line)
        indent = len(line) - len(line.lstrip())
        if found:
            document.end_paragraph()
            name, argument = found[2], (found[3] or "").strip()
            end = self._indented_end(at + 1, indent + 1)
            read_directive(document, at + 1, name, argument, at + 1, end)
            if name in _CODE:
                if name != "highlight":
                    language = argument.split()[0] if argument else ""
                    document.add_code_block(language)
                    document.add_snippets(
                        name if name in _SESSIONS else language, self._content(at + 1, end), end
                    )
                self._read_code(at + 1, end)
                return end
            if name in _QUIET or name in ("toctree", "autosummary", "include", "literalinclude"):
                return end
            if argument:
                self._read_inline(argument, at + 1)
                document.add_words(argument, at + 1)
            return at + 1
        found = _TARGET.match(line)
        if found:
            document.end_paragraph()
            label, target = found[1].strip("`"), (found[2] or "").strip()
            below = self.lines[at + 1] if at + 1 < self.end else ""
            if not target and below[:1] in (" ", "\t") and below.strip():
                document.add_link(at + 2, below.strip(), label)
                return at + 2
            if target:
                document.add_link(at + 1, target, label)
            elif not label.startswith("_"):
                document.add_symbol(
                    Symbol(label, "label", at + 1, at + 1, "", line.strip()[:300], name_line=at + 1)
                )
            return at + 1
        if not _EXPLICIT.match(line):
            return 0
        document.end_paragraph()
        found = _CITATION.match(line)
        if found:
            if not found[1].lstrip("#").isdigit() and found[1].strip("#*"):
                symbol = Symbol(
                    found[1].lstrip("#"), "citation", at + 1, at + 1, "", line.strip()[:300], name_line=at + 1
                )
                document.add_symbol(symbol)
            self._read_text(line.strip()[2:].strip(), line.strip()[2:].strip() or "..", at + 1)
            return at + 1  # a footnote, a citation
        end = self._indented_end(at + 1, indent + 1)
        while end > at + 1 and not self.lines[end - 1].strip():
            end -= 1
        document.comment_lines += sum(1 for number in range(at, end) if self.lines[number].strip())
        return end

    def _read_text(self, line: str, body: str, number: int) -> None:
        document = self.document
        if body.endswith("::"):
            self.is_literal_next = True
        self._read_inline(body, number)
        field = _FIELD.match(line)
        words = clean_inline(body)
        if field or body[0] == "+" or (body[0] == "=" and not body.strip("= \t")):
            if field:
                document.add_words(field[2] or "", number)
            document.end_paragraph()
        elif _LIST.match(line):
            document.end_paragraph()
            self.in_list = True
            document.add_words(words, number)
        elif (
            line[0] in " \t" or body[0] == "|"
        ):  # in a list, a quotation, a warning: not what the document is about
            document.add_words(words, number)
        else:
            self.in_list = False
            document.add_prose(words[:-1] if words.endswith("::") else words, number)

    def _read_inline(self, text: str, number: int) -> None:
        document = self.document
        if "`" in text:
            for found in _LITERAL.finditer(text):
                document.add_mention(found[1], number)
            for found in _ROLE.finditer(text):
                read_role(document, found[1], found[2], number)
            if "`_" in text:
                for found in _LINK.finditer(text):
                    document.add_link(number, found[2], found[1])
        if "**" in text:
            for found in _BOLD.finditer(text):
                document.terms.define(found[1], number)
