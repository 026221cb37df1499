"""Read HTML and templates of it by their tags: headings, links, prose, and the parts of a template."""

from __future__ import annotations

import html
import re
from bisect import bisect_left

from repobook.analyze import comments
from repobook.analyze.documents import Document
from repobook.analyze.keys import QUIET_WORDS
from repobook.analyze.languages import Language
from repobook.analyze.markup import (
    ENTITY,
    SPACE,
    TAG,
    blank_comment,
    read_attributes,
)
from repobook.analyze.terms import count_lines, index_terms
from repobook.facts import Facts, Import, Symbol

MAX_PARTS = 10_000  # blocks, macros and includes of a template
_BLOCKS = frozenset(
    [
        "p",
        "div",
        "li",
        "td",
        "th",
        "tr",
        "br",
        "hr",
        "table",
        "ul",
        "ol",
        "dl",
        "dt",
        "dd",
        "section",
        "article",
        "header",
        "footer",
        "nav",
        "main",
        "aside",
        "form",
        "blockquote",
        "pre",
        "html",
        "body",
        "head",
        "title",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "script",
        "style",
        "option",
        "select",
        "label",
        "button",
        "figure",
        "figcaption",
    ]
)
_RAW = re.compile(r"</(script|style)\b", re.I)
_CODE_TAGS = frozenset(["code", "tt", "kbd", "samp", "var"])
_TEMPLATE = re.compile(
    r"\{%[-+]?[ \t]*(block|macro|extends|include|import|from|call|embed|load)[ \t]+[\"']?([\w./:-]+)"
    r"|\{\{>[ \t]*([\w./-]+)|\{\{[-]?[ \t]*(define|template|block)[ \t]+\"([^\"\n]+)\"|@(extends|include|section|yield)\([ \t]*'([^'\n]+)'"
)
_TEMPLATE_TAG = re.compile(r"\{%[^%{}]*+%\}|\{\{[^{}]*+\}\}|\{#[^#{}]*+#\}|<%[^%<>]*+%>")
_TEMPLATE_COMMENT = re.compile(r"\{#(?s:.*?)(?:#\}|\Z)")
_ABOVE_HEAD = re.compile(r"\s*(?:\{%[-+]?\s*(?:extends|import|from|load)\b[^%{}]*+%\}\s*)*")
_LOOKS_LIKE_HTML = re.compile(r"<(?:html|body|head|div|p|span|table|ul|a|h[1-6]|script|!doctype)\b", re.I)


def read_html(data: bytes, language: Language) -> Facts:
    """Return headings, ids, what the page loads and links to, its title, first paragraph and terms."""
    document = Document(data)
    _HtmlReader(document).read()
    return document.facts()


def read_template(data: bytes, language: Language) -> Facts:
    """Return the blocks, macros and includes of a template; where it makes a page, also what a page has."""
    text = data.decode(errors="replace")
    if _LOOKS_LIKE_HTML.search(text):
        return read_html(data, language)
    facts = Facts()
    quiet = _TEMPLATE_COMMENT.sub(blank_comment, text) if "{#" in text else text
    facts.lines, facts.code_lines, facts.comment_lines, facts.blank_lines = count_lines(data, quiet.encode())
    facts.terms, facts.term_lines = index_terms(
        quiet.encode(), language.word, language.keywords | QUIET_WORDS
    )
    newlines = [found.start() for found in re.finditer("\n", text)]
    for kind, name, at in _find_template_parts(text):
        line = bisect_left(newlines, at) + 1
        if kind in _MAKES:
            facts.symbols.append(Symbol(name, kind, line, line, "", _line(text, at), name_line=line))
        else:
            facts.imports.append(Import(name, line, kind))
    found = _TEMPLATE_COMMENT.search(text, 0, min(len(text), 20_000))
    words = comments.head_prose(found[0].strip("{}#- \n\t")) if found else ""
    if found and _ABOVE_HEAD.fullmatch(text, 0, found.start()) and len(words) >= 12 and " " in words:
        facts.purpose = words[:2_000]
        facts.purpose_first_line = bisect_left(newlines, found.start()) + 1
        facts.purpose_last_line = bisect_left(newlines, found.end() - 1) + 1
    return facts


_MAKES = frozenset(["block", "macro", "define", "section"])


def _find_template_parts(text: str) -> list[tuple[str, str, int]]:
    parts = []
    for found in _TEMPLATE.finditer(text):
        kind = found[1] or ("include" if found[3] else "") or found[4] or found[6]
        name = found[2] or found[3] or found[5] or found[7]
        if kind and name:
            at = next(found.start(group) for group in (2, 3, 5, 7) if found[group])
            parts.append(({"from": "import"}.get(kind, kind), name[:200], at))
            if len(parts) >= MAX_PARTS:
                break
    return parts


def _line(text: str, at: int) -> str:
    """Return the line around `at`, cut to a signature."""
    start = max(text.rfind("\n", max(0, at - 200), at) + 1, at - 200)
    end = text.find("\n", at, at + 200)
    return SPACE.sub(" ", text[start : end if end >= 0 else at + 200]).strip()


class _HtmlReader:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.text = "\n".join(document.lines)
        self.newlines = [found.start() for found in re.finditer("\n", self.text)]
        self.heading: tuple[int, int, int] | None = None  # level, line, where its text begins
        self.code_depth = 0
        self.pre_depth = 0
        self.is_title = False
        self.last_prose = -1

    def line_of(self, at: int) -> int:
        return bisect_left(self.newlines, at) + 1

    def read(self) -> None:
        document, text = self.document, self.text
        for kind, name, at in (
            _find_template_parts(text) if "{%" in text or "{{" in text or "@" in text else []
        ):
            line = self.line_of(at)
            if kind in _MAKES:
                document.add_symbol(Symbol(name, kind, line, line, "", _line(text, at), name_line=line))
            else:
                document.imports.append(Import(name, line, kind))
        if "{%" in text or "{{" in text or "<%" in text:
            text = self.text = _TEMPLATE_TAG.sub(self._take_template_tag, text)
        at = 0
        found = TAG.search(text)
        while found is not None:
            self._read_text(at, found.start())
            at = found.end()
            if found[2] is None:
                document.comment_lines += found[0].startswith("<!--") and found[0].count("\n") + 1
            else:
                at = self._read_tag(found, at)
            found = TAG.search(text, at)
        self._read_text(at, len(text))
        self._end_heading(len(text))
        document.imports.sort(key=lambda item: item.line)

    def _take_template_tag(self, found: re.Match[str]) -> str:
        """Blank what a template computes: its names are terms, but no part of a paragraph."""
        self.document.terms.read_code(found[0][:1_000].split("\n", 1)[0], self.line_of(found.start()))
        rest = found[0][1:]
        return "…" + (re.sub(r"[^\n]", " ", rest) if "\n" in rest else " " * len(rest))

    def _read_tag(self, found: re.Match[str], at: int) -> int:
        document = self.document
        closing, tag, raw = found[1], found[2].lower(), found[3]
        if len(tag) == 2 and tag[0] == "h" and tag[1] in "123456":
            if closing:
                self._end_heading(found.start())
            else:
                self._end_heading(found.start())
                document.end_paragraph()
                self.heading = (int(tag[1]), self.line_of(found.start()), found.end())
        elif tag in _BLOCKS:
            document.end_paragraph()
        if tag in _CODE_TAGS:
            self.code_depth = max(0, self.code_depth + (-1 if closing else 1))
        elif tag == "pre":
            self.pre_depth = max(0, self.pre_depth + (-1 if closing else 1))
            if not closing:
                document.add_code_block("")
        elif tag == "title":
            self.is_title = not closing
        if closing or "=" not in raw:
            return self._skip_raw(tag, at) if not closing and tag in ("script", "style") else at
        self._read_attributes(tag, read_attributes(raw), self.line_of(found.start()))
        return self._skip_raw(tag, at) if tag in ("script", "style") and not raw.endswith("/") else at

    def _skip_raw(self, tag: str, at: int) -> int:
        """Return where the text of a script or style element ends."""
        found = _RAW.search(self.text, at)
        return found.start() if found else len(self.text)

    def _read_attributes(self, tag: str, attributes: dict[str, str], line: int) -> None:
        document = self.document
        identity = attributes.get("id", "")
        if identity and "{" not in identity:
            signature = " ".join(f'{k}="{v[:60]}"' for k, v in list(attributes.items())[:4])
            document.add_symbol(
                Symbol(identity[:200], "id", line, line, "", f"<{tag} {signature}>"[:200], name_line=line)
            )
        source = attributes.get("src", "")
        target = attributes.get("href", "")
        if tag == "script" and source:
            document.imports.append(Import(source, line, "script"))
        elif tag == "link" and target:
            how = attributes.get("rel", "link").split(" ")[0] or "link"
            document.imports.append(Import(target, line, how[:40]))
        elif target and tag in ("a", "area"):
            document.add_link(line, target, attributes.get("title", ""))
        elif source:
            document.add_link(line, source, attributes.get("alt", ""))
        if (
            tag == "meta"
            and attributes.get("name", "").lower() == "description"
            and attributes.get("content")
        ):
            document.end_paragraph()
            document.add_prose(attributes["content"], line)
            document.end_paragraph()

    def _end_heading(self, end: int) -> None:
        if self.heading is None:
            return
        level, line, start = self.heading
        self.heading = None
        raw = self.text[start : min(end, start + 2_000)]
        name = ENTITY.sub(" ", re.sub(r"<[^<>]{0,1000}>", "", raw))
        name = SPACE.sub(" ", name).strip(" ¶#…")
        lead = len(raw) - len(raw.lstrip())
        self.document.add_heading(
            level, name, line, f"<h{level}> {name}"[:300], name_line=self.line_of(start + lead)
        )

    def _read_text(self, start: int, end: int) -> None:
        if end <= start:
            return
        text = self.text[start:end]
        if not text.strip():
            return
        document = self.document
        line = self.line_of(start)
        for offset, row in enumerate(text.split("\n")):
            words = row.strip()
            if not words:
                continue
            if self.is_title:
                title = html.unescape(words[:500])[:200]
                document.title = document.title or (title if any(map(str.isalnum, title)) else "")
            elif self.code_depth:
                document.add_mention(words[:300], line + offset)
            elif self.pre_depth:
                document.terms.read_code(words[:5_000], line + offset)
            elif self.heading is None:
                document.add_prose(" ".join(ENTITY.sub(" ", words).split()), line + offset)
