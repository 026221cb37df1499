"""Read Markdown: CommonMark's blocks by lines, with what GitHub, MyST, Pandoc and MDX add to them.

No parser of the whole syntax: an outline, links and terms need only lines, and lines take linear time on any input.
"""

from __future__ import annotations

import re

from repobook.analyze import rst
from repobook.analyze.documents import Document
from repobook.analyze.languages import Language
from repobook.facts import Facts, Symbol

_ATX = re.compile(r"^ {0,3}(#{1,6})(?=[ \t]|$)")
_SETEXT = re.compile(r"^ {0,3}(=+|-+)[ \t]*$")
_FENCE = re.compile(r"^[ \t]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(`{3,}|~{3,}|:{3,})(.*)$")
_QUOTE = re.compile(r"^ {0,3}(?:>[ \t]?){1,20}")
_LIST = re.compile(r"^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t])?")
_RULE = re.compile(r"^ {0,3}([-*_])[ \t]*+(?:\1[ \t]*+){2,}$")
MAX_RAW = 1_000  # lines of a style or a script
_HTML_HEADING = re.compile(r"<h([1-6])\b[^>]{0,300}>", re.I)
_HTML_HEADING_END = re.compile(r"</h[1-6]>", re.I)
_RAW_HTML = re.compile(r"<(style|script)\b", re.I)
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,1000}/?>")
_COMMENT = re.compile(r"<!--.*?-->")

# [text](target "title"), with one image or bracket inside the text. Possessive, so that no `[` is tried twice.
_LINK = re.compile(
    r"(!?)\[((?:[^\[\]\n]++|!?\[[^\[\]\n]*+\](?:\([^()\n]*+\))?)*+)\]"
    r"\([ \t]*(?:<([^<>\n]*+)>|((?:\{\{[^{}\n]*+\}\}|\{%[^{}%\n]*+%\}|[^\s()]++|\([^\s()]*+\))*+))"
)
_INNER_IMAGE = re.compile(r"!\[([^\[\]\n]*+)\]\(([^\s()]*+)")
_DEFINITION = re.compile(r"^ {0,3}\[([^\]\n^][^\]\n]{0,200})\]:[ \t]*<?(\S+?)>?(?:[ \t]+.*)?$")
_AUTOLINK = re.compile(r"<((?:https?|mailto|ftp):[^<>\s]{1,2000})>")
_HTML_LINK = re.compile(
    r"<(?:a|img|source|video|script|link)\b[^<>]{0,500}?\b(?:href|src)[ ]?=[ ]?[\"']([^\"'<>\s]{1,2000})",
    re.I,
)
_SPAN = re.compile(r"(?<!`)(`{1,3})(?!`)([^`\n]{1,300}?)(?<!`)\1(?!`)")
_BOLD = re.compile(r"(?<![\w*])\*\*([^\s*](?:[^*\n]{0,58}[^\s*])?)\*\*(?![\w*])")
_LABEL = re.compile(r"^\(([A-Za-z0-9_][^()\n]{0,100})\)=[ \t]*$")
_DIRECTIVE = re.compile(r"^\{([\w:+.-]+)\}[ \t]*(.*)$")
_ROLE = re.compile(r"\{([\w:+.-]+)\}$")
_FRONT_KEY = re.compile(r"^([A-Za-z_][\w-]{0,60})[ \t]*[:=][ \t]*(.*)$")
_ATTRIBUTES = re.compile(r"[ \t]*\{[#.:][^{}]*\}[ \t]*$")
_EMPHASIS = re.compile(r"(\*{1,3}|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)|~~)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_PROSE_DIRECTIVES = frozenset(
    [
        "note",
        "tip",
        "hint",
        "warning",
        "caution",
        "danger",
        "attention",
        "important",
        "seealso",
        "admonition",
        "error",
        "todo",
        "versionadded",
        "versionchanged",
        "deprecated",
        "margin",
        "sidebar",
        "topic",
        "dropdown",
        "tab-item",
        "tab-set",
        "grid",
        "grid-item",
        "card",
        "grid-item-card",
        "details",
        "info",
        "success",
        "question",
        "abstract",
        "example",
        "quote",
        "epigraph",
        "div",
        "callout",
        "details",
        "note-box",
        "container",
        "glossary",
    ]
)


def read_markdown(data: bytes, language: Language) -> Facts:
    """Return the outline, links, code blocks, title, first paragraph and terms of a Markdown document."""
    document = Document(data)
    _Reader(document).read()
    return document.facts()


class _Reader:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.lines = document.lines
        self.fences: list[tuple[str, int]] = []  # prose containers that are open: mark, length
        self.paragraph_line = 0  # where the paragraph at hand began; 0 outside of one
        self._in_list = False
        self._never_closed = False
        self._left_open: set[str] = set()

    def read(self) -> None:
        at = self._read_front_matter()
        lines = self.lines
        while at < len(lines):
            at = self._read_block(at)
        self.document.end_paragraph()

    def _read_front_matter(self) -> int:
        """Take title and description of a block between `---` lines at the very top."""
        lines = self.lines
        mark = lines[0].strip()
        if mark not in ("---", "+++"):
            return 0
        for end in range(1, min(len(lines), 400)):
            if lines[end].rstrip() in (mark, "..."):
                break
        else:
            return 0
        keys = []
        for number in range(1, end):
            found = _FRONT_KEY.match(lines[number])
            if found:
                key, value = found[1], found[2].strip().strip("\"'")
                keys.append(key)
                if key.lower() == "title" and value:
                    self.document.title = value[:200]
                if key.lower() in ("description", "summary", "abstract") and value:
                    self.document.add_prose(value, number + 1)
                    self.document.end_paragraph()
        if not keys:
            return 0
        self.document.details["front_matter"] = ", ".join(keys[:50])
        return end + 1

    def _read_block(self, at: int) -> int:
        """Read one line, or the lines of one fence or comment; return where the next block begins."""
        document, line = self.document, self.lines[at]
        body = line.strip()
        if not body:
            self._end_paragraph()
            return at + 1
        first = body[0]
        if first == ">":
            line = _QUOTE.sub("", line, count=1)
            body = line.strip()
            if not body:
                self._end_paragraph()
                return at + 1
            first = body[0]
        if first in "`~:" or "```" in body or "~~~" in body:
            fence = _FENCE.match(line)
            if fence and not (fence[1][0] == "`" and "`" in fence[2]):
                return self._read_fence(at, fence[1], fence[2].strip())
        if first == "#":
            found = _ATX.match(line)
            if found:
                self._add_heading(len(found[1]), _atx_text(body[len(found[1]) :]), at + 1)
                return at + 1
        if first == "<":
            if raw := _RAW_HTML.match(body):
                return self._skip_raw(at, raw[1].lower())
            if body.startswith("<!--"):
                return self._skip_comment(at)
            found = _HTML_HEADING.search(body[:400])
            if found:
                return self._read_html_heading(at, int(found[1]))
        if self.paragraph_line and first in "=-" and _SETEXT.match(line) and at - self.paragraph_line < 3:
            name = " ".join(self.lines[n].strip() for n in range(self.paragraph_line - 1, at))
            self.document.drop_paragraph()
            self._add_heading(1 if first == "=" else 2, name, self.paragraph_line)
            return at + 1
        if _RULE.match(line):
            self._end_paragraph()
            return at + 1
        if first == "(":
            found = _LABEL.match(line)
            if found:
                self._end_paragraph()
                document.add_symbol(Symbol(found[1], "label", at + 1, at + 1, "", body, name_line=at + 1))
                return at + 1
        self._read_text(line, body, at + 1)
        return at + 1

    def _read_text(self, line: str, body: str, number: int) -> None:
        document = self.document
        if body[0] == "[":
            found = _DEFINITION.match(line)
            if found:
                document.add_link(number, found[2], found[1])
                self._end_paragraph()
                return
        if body[0] == "%" and not self.paragraph_line:
            document.comment_lines += 1  # MyST's comment
            return
        self._read_inline(line, number)
        is_indented_code = line.startswith(("    ", "\t")) and not self.paragraph_line and not self._in_list
        if is_indented_code:
            document.terms.read_code(body[:5_000], number)
            return
        words = clean_inline(body) if any(mark in body for mark in "[<*`\\_{") else body
        if _LIST.match(line):
            self._end_paragraph()
            self._in_list = True
            document.add_words(words, number)
        elif body[0] == "|" or not body.strip("|-: \t"):
            self._end_paragraph()
            document.add_words(words, number)
        elif body.startswith((":::", "import ", "export ", "{%", "{{")) or _TAG.fullmatch(body):
            self._end_paragraph()
        elif (self._in_list and line[0] in " \t") or self.fences:
            document.add_words(words, number)
        else:
            if not self.paragraph_line:
                self.paragraph_line = number
                self._in_list = False
            document.add_prose(words, number)

    def _end_paragraph(self) -> None:
        if self.paragraph_line:
            self.paragraph_line = 0
            self.document.end_paragraph()

    def _add_heading(self, level: int, raw: str, line: int) -> None:
        self._end_paragraph()
        self._in_list = False
        self._read_inline(raw, line)
        self.document.add_heading(
            level, clean_inline(_ATTRIBUTES.sub("", raw)), line, self.lines[line - 1].strip()[:300]
        )

    def _read_html_heading(self, at: int, level: int) -> int:
        """Read `<h1 align="center">Title</h1>`, which may take a few lines."""
        self._end_paragraph()
        end = at
        while end < min(at + 8, len(self.lines) - 1) and not _HTML_HEADING_END.search(self.lines[end]):
            end += 1
        if not _HTML_HEADING_END.search(self.lines[end]):
            end = at
        for number in range(at, end + 1):
            self._read_inline(self.lines[number], number + 1)
        raw = "\n".join(line[:2_000] for line in self.lines[at : end + 1])
        stop = _HTML_HEADING_END.search(raw)
        name = clean_inline(" ".join(raw[: stop.start() if stop else None].split()))
        rows = [n for n in range(at, end + 1) if name and name.split()[0] in self.lines[n]]
        self.document.add_heading(
            level, name, at + 1, self.lines[at].strip()[:300], name_line=(rows[0] if rows else at) + 1
        )
        return end + 1

    def _skip_raw(self, at: int, tag: str) -> int:
        """Pass over `<style>` and `<script>`: what they hold is no text. One that nothing closes is a line of its own."""
        self._end_paragraph()
        for end in range(at, min(at + MAX_RAW, len(self.lines)) if tag not in self._left_open else at):
            if f"</{tag}" in self.lines[end].lower():
                return end + 1
        self._left_open.add(tag)  # so that a thousand of them are not searched a thousand times
        return at + 1

    def _skip_comment(self, at: int) -> int:
        end = at
        while not self._never_closed and end < len(self.lines) and "-->" not in self.lines[end]:
            end += 1
        if end == len(self.lines):
            self._never_closed = True  # so that a thousand of them are not searched a thousand times
        if self._never_closed:
            end = at
        self.document.comment_lines += end - at + 1
        self._end_paragraph()
        return end + 1

    def _read_fence(self, at: int, mark: str, info: str) -> int:
        """Read a fenced block: code, a MyST directive, or a container whose content is prose."""
        document = self.document
        self._end_paragraph()
        if self.fences and mark[0] == self.fences[-1][0] and len(mark) >= self.fences[-1][1] and not info:
            self.fences.pop()
            return at + 1
        directive = _DIRECTIVE.match(info)
        name = directive[1] if directive else ""
        if mark[0] == ":" and not name:
            return at + 1  # ::: note
        if name.split(":")[-1] in _PROSE_DIRECTIVES:
            self.fences.append((mark[0], len(mark)))
            if directive and directive[2]:
                self._read_inline(directive[2], at + 1)
                document.add_words(directive[2], at + 1)
            return at + 1
        end = self._fence_end(at, mark)
        if directive and name not in ("code-block", "code", "sourcecode", "code-cell"):
            if name == "eval-rst":
                rst.read_block(document, at + 1, end)
            else:
                rst.read_directive(document, at + 1, name, directive[2], at + 1, end)
            return end + 1
        word = directive[2] if directive else info
        language = re.split(r"[\s,{:]", word.strip("{.} "), maxsplit=1)[0] if word else ""
        document.add_code_block(language)
        if end < len(self.lines):  # one that nothing closes may hold the rest of the document
            document.add_snippets(language, at + 1, end)
        for number in range(at + 1, end):
            document.terms.read_code(self.lines[number][:5_000], number + 1)
        return end + 1

    def _fence_end(self, at: int, mark: str) -> int:
        """Return the index of the line that closes the fence, or one past the last line."""
        close = re.compile(rf"^[ \t>]*{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$")
        for number in range(at + 1, len(self.lines)):
            if mark[0] in self.lines[number] and close.match(self.lines[number]):
                return number
        return len(self.lines)

    def _read_inline(self, text: str, number: int) -> None:
        """Take the links, code spans and bold words of a line."""
        document = self.document
        if "](" in text:
            for found in _LINK.finditer(text):
                target = found[3] if found[3] is not None else found[4]
                inner = _INNER_IMAGE.search(found[2]) if "](" in found[2] else None
                if inner:
                    document.add_link(number, inner[2], inner[1])
                if target:
                    document.add_link(number, target, inner[1] if inner else clean_inline(found[2][:300]))
        if "<" in text:
            for found in _AUTOLINK.finditer(text):
                document.add_link(number, found[1], "")
            for found in _HTML_LINK.finditer(text):
                document.add_link(number, found[1], "")
        if "`" in text:
            for found in _SPAN.finditer(text):
                role = _ROLE.search(text, max(0, found.start() - 40), found.start())
                if role:
                    rst.read_role(document, role[1], found[2], number)
                else:
                    document.add_mention(
                        found[2], number, found.start(2) + len(found[2]) - len(found[2].lstrip())
                    )
        if "**" in text:
            for found in _BOLD.finditer(text):
                document.terms.define(found[1], number)


def _atx_text(text: str) -> str:
    """Return the text of `# text ##`."""
    text = text.strip()
    shorter = text.rstrip("#")
    return shorter.rstrip() if not shorter or shorter[-1] in " \t" else text


def clean_inline(text: str) -> str:
    """Return what a reader sees of a line: link texts, no images, no marks."""
    if "](" in text:
        text = _INNER_IMAGE_WHOLE.sub("", text)
        text = _LINK_WHOLE.sub(r"\1", text)
    if "][" in text:
        text = _REFERENCE_LINK.sub(r"\1", text)
    if "<" in text:
        end = text.rfind("-->") + 3  # no comment closes behind it: searching there would take forever
        if end > 2:
            text = _COMMENT.sub("", text[:end]) + text[end:]
        text = _TAG.sub("", text)
    if "`" in text:
        text = _ROLE_MARK.sub("", text).replace("`", "")
    if "*" in text or "_" in text or "~~" in text:
        text = _EMPHASIS.sub("", text)
    if "\\" in text:
        text = _ESCAPE.sub(r"\1", text)
    return text.strip()


_ROLE_MARK = re.compile(r"\{[\w:+.-]{1,40}\}(?=`)")
_INNER_IMAGE_WHOLE = re.compile(r"!\[[^\[\]\n]*+\](?:\([^()\n]*+\)|\[[^\[\]\n]*+\])")
_LINK_WHOLE = re.compile(
    r"\[((?:[^\[\]\n]++|\[[^\[\]\n]*+\])*+)\]\((?:[^\s()]++|\([^\s()]*+\))*+(?:[ \t]+[^()\n]*+)?\)"
)
_REFERENCE_LINK = re.compile(r"\[([^\[\]\n]++)\]\[[^\[\]\n]*+\]")
