"""Read HTML and XML by their tags: one pattern finds each tag once, a list is the stack, entities are only text."""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections import Counter

from repobook.analyze import comments
from repobook.analyze.documents import Document
from repobook.analyze.keys import QUIET_WORDS, WORD
from repobook.analyze.languages import Language
from repobook.analyze.terms import blank, count_lines, index_terms
from repobook.facts import Facts, Import, Note, Symbol

MAX_ELEMENTS = 2_000
MAX_PARTS = 10_000  # blocks, macros and includes of a template
MAX_DEPTH = 5  # elements below this are counted, not kept

_TAG = re.compile(
    r"<!--(?s:.*?)(?:-->|\Z)|<!\[CDATA\[(?s:.*?)(?:\]\]>|\Z)|<\?(?s:.*?)(?:\?>|\Z)|<![^<>]*+>"
    r"|<(/?)([A-Za-z_][\w.:-]*+)((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>"
)
_ATTRIBUTE = re.compile(
    r"([A-Za-z_:@*#][\w.:@-]*)[ \t\r\n]*=[ \t\r\n]*(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'<>]++))"
)
_COMMENT = re.compile(r"<!--(?s:.*?)(?:-->|\Z)")
_SPACE = re.compile(r"\s+")
_DRAWN = re.compile(
    rb"[ \t\r\n](?:d|points|transform|values|style|viewBox|data|xlink:href)=(\"[^\"]*+\"|'[^']*+')"
)
_MADE_BY = re.compile(r"\s*(?:generator|created|generated|exported|converted|produced)\b", re.I)
_ENTITY = re.compile(r"&(?:[A-Za-z]{2,10}|#\d{1,7}|#x[0-9A-Fa-f]{1,6});")


class Element:
    """An element near the root, with its attributes and, where it holds nothing else, its text."""

    __slots__ = ("attributes", "children", "first", "last", "level", "tag", "text")

    def __init__(self, tag: str, attributes: str, first: int, level: int) -> None:
        self.tag = tag
        self.attributes = _attributes(attributes)
        self.first = first
        self.last = first
        self.level = level
        self.text = ""
        self.children: list[Element] = []

    @property
    def local(self) -> str:
        return self.tag.rsplit(":", 1)[-1]

    def child(self, local: str) -> Element | None:
        return next((child for child in self.children if child.local == local), None)

    def child_text(self, local: str) -> str:
        found = self.child(local)
        return found.text if found else ""


def _attributes(text: str) -> dict[str, str]:
    if "=" not in text:
        return {}
    return {
        found[1]: (found[2] or found[3] or found[4] or "")[:500]
        for found in _ATTRIBUTE.finditer(text[:20_000])
    }


def read_xml(data: bytes, language: Language) -> Facts:
    """Return the root, the elements near it that have a name or an id, and what well-known shapes mean."""
    text = data.decode(errors="replace")
    newlines = [found.start() for found in re.finditer("\n", text)]
    facts = Facts()
    code = _COMMENT.sub(_blank_comment, text).encode() if "<!--" in text else data
    facts.lines, facts.code_lines, facts.comment_lines, facts.blank_lines = count_lines(data, code)
    if b"<svg" in code[:5_000]:
        code = blank(code, [found.span(1) for found in _DRAWN.finditer(code)])
    facts.terms, facts.term_lines = index_terms(code, WORD, QUIET_WORDS)
    root, count = _read_elements(text, newlines)
    facts.details["elements"] = str(count)
    if root is None:
        return facts
    facts.symbols.append(
        Symbol(root.tag, "root", root.first, root.last, "", _signature(root), name_line=root.first)
    )
    facts.details["layout"] = "elements"
    _XmlShapes(facts, root, text).read()
    _list_elements(facts, root)
    if not facts.purpose:
        _header_comment(facts, text, newlines)
    facts.imports.sort(key=lambda item: item.line)
    return facts


def _blank_comment(found: re.Match[str]) -> str:
    return " " + "\n" * found[0].count("\n")


def _read_elements(text: str, newlines: list[int]) -> tuple[Element | None, int]:
    root: Element | None = None
    stack: list[Element] = []  # the open elements that are kept
    depth = 0  # of all open elements
    count = kept = 0
    opened = 0  # where the text of the innermost element begins
    for found in _TAG.finditer(text):
        closing, tag, attributes = found.groups()
        if tag is None:
            continue
        if closing:
            if depth and stack and depth == len(stack):
                element = stack.pop()
                element.last = bisect_left(newlines, found.start()) + 1
                if not element.children and found.start() - opened <= 5_000:
                    element.text = _SPACE.sub(" ", text[opened : found.start()]).strip()[:1_000]
            depth = max(0, depth - 1)
            continue
        count += 1
        is_empty = attributes.endswith("/")
        if depth == len(stack) and depth < MAX_DEPTH and kept < 50_000:
            kept += 1
            element = Element(tag, attributes, bisect_left(newlines, found.start()) + 1, depth + 1)
            element.last = bisect_left(newlines, found.end() - 1) + 1
            if stack:
                stack[-1].children.append(element)
            elif root is None:
                root = element
            if not is_empty:
                stack.append(element)
        if not is_empty:
            depth += 1
            opened = found.end()
    return root, count


_NAMING = (
    "name",
    "id",
    "Name",
    "x:Name",
    "android:name",
    "android:id",
    "xml:id",
    "key",
    "Include",
    "ref",
    "match",
    "path",
)


def _name_of(element: Element) -> str:
    return next((element.attributes[key] for key in _NAMING if element.attributes.get(key)), "")


def _signature(element: Element) -> str:
    told = [(key, value) for key, value in element.attributes.items() if key not in ("d", "points", "style")]
    shown = " ".join(f'{key}="{value[:60]}"' for key, value in told[:8])
    tail = f"{element.text}</{element.tag}>" if element.text and len(element.text) <= 120 else ""
    return f"<{element.tag}{' ' if shown else ''}{shown}>{tail}"[:300]


def _list_elements(facts: Facts, root: Element) -> None:
    """Add the elements near the root: those with a name, and the first of each other tag below the root."""
    taken = {(symbol.first_line, symbol.name) for symbol in facts.symbols}
    seen: Counter[str] = Counter()
    todo = [(child, root.tag) for child in reversed(root.children)]
    listed = total = 0
    while todo:
        element, scope = todo.pop()
        name = _name_of(element)
        path = scope
        if name:
            kind = element.local
        else:
            name, kind = element.tag, "element"
            seen[f"{scope} {name}"] += 1
            if element.level > 2 or seen[f"{scope} {name}"] > 1:
                name = ""
        if name and (element.first, name) not in taken:
            total += 1
            if listed < MAX_ELEMENTS:
                listed += 1
                label = _SPACE.sub(" ", name)[:200].strip()
                symbol = Symbol(
                    label,
                    kind,
                    element.first,
                    element.last,
                    scope,
                    _signature(element),
                    name_line=element.first,
                )
                facts.symbols.append(symbol)
                path = f"{scope}.{label}"[-300:]
        if element.level < 4:
            todo.extend((child, path) for child in reversed(element.children))
    facts.symbols.sort(key=lambda symbol: (symbol.first_line, -symbol.last_line))
    if total > listed:
        facts.notes.append(Note("truncated", f"{listed:,} of {total:,} named elements are listed"))


class _XmlShapes:
    """What well-known kinds of XML mean, told by their root."""

    def __init__(self, facts: Facts, root: Element, text: str) -> None:
        self.facts = facts
        self.root = root
        self.text = text

    def read(self) -> None:
        root, facts = self.root, self.facts
        local = root.local
        if local == "project" and (root.child("modelVersion") or root.child("artifactId")):
            self._read_pom()
        elif local == "Project" or root.attributes.get("Sdk"):
            self._read_msbuild()
        elif local == "plist":
            self._read_plist()
        elif local == "svg":
            facts.title = root.child_text("title")
            self._say(root.child("desc"))
        elif local in ("rss", "feed"):
            channel = root.child("channel") or root
            facts.title = channel.child_text("title")
            self._say(channel.child("description") or channel.child("subtitle"))
        elif local in ("stylesheet", "transform", "schema"):
            for child in root.children:
                if child.local in ("import", "include") and (
                    target := child.attributes.get("href") or child.attributes.get("schemaLocation")
                ):
                    facts.imports.append(Import(target, child.first, child.local))
        elif local == "package" and root.child("name"):
            facts.title = root.child_text("name")
            for child in root.children:
                if child.local.endswith("depend") and child.text:
                    facts.imports.append(Import(child.text, child.first, "dependency"))
        self._say(root.child("description"))
        if not facts.title:
            facts.title = (root.child_text("title") or root.child_text("name"))[:200]

    def _say(self, element: Element | None) -> None:
        if element is not None and not self.facts.purpose and len(element.text.split()) >= 3:
            self.facts.purpose = element.text
            self.facts.purpose_first_line, self.facts.purpose_last_line = element.first, element.last

    def _read_pom(self) -> None:
        root, facts = self.root, self.facts
        parent = root.child("parent")
        group = root.child_text("groupId") or (parent.child_text("groupId") if parent else "")
        artifact = root.child("artifactId")
        if artifact is not None:
            facts.title = f"{group}:{artifact.text}" if group else artifact.text
            symbol = Symbol(
                artifact.text,
                "artifact",
                artifact.first,
                artifact.last,
                "",
                facts.title,
                name_line=artifact.first,
            )
            facts.symbols.append(symbol)
        if parent is not None:
            target = f"{parent.child_text('groupId')}:{parent.child_text('artifactId')}"
            facts.imports.append(Import(target, parent.first, "parent"))
        self._say(root.child("description"))
        for module in self._all("module"):
            facts.imports.append(Import(module.text, module.first, "module"))
        for dependency in self._needed():
            target = f"{dependency.child_text('groupId')}:{dependency.child_text('artifactId')}"
            if target != ":":
                how = "development dependency" if dependency.child_text("scope") == "test" else "dependency"
                facts.imports.append(Import(target, dependency.first, how))
        properties = root.child("properties")
        for element in properties.children if properties else []:
            signature = f"{element.tag} = {element.text}"[:200]
            facts.symbols.append(
                Symbol(
                    element.tag,
                    "property",
                    element.first,
                    element.last,
                    f"{root.tag}.properties",
                    signature,
                    name_line=element.first,
                )
            )

    def _needed(self) -> list[Element]:
        """Return what the project itself or a profile needs: not the versions it manages, not what its plugins need."""
        profiles = self.root.child("profiles")
        owners = [self.root, *(profiles.children if profiles else [])]
        groups = [child for owner in owners for child in owner.children if child.local == "dependencies"]
        return [child for group in groups for child in group.children if child.local == "dependency"]

    def _all(self, local: str) -> list[Element]:
        found, todo = [], [self.root]
        while todo:
            element = todo.pop()
            found += [child for child in element.children if child.local == local]
            todo.extend(element.children)
        return sorted(found, key=lambda element: element.first)

    def _read_msbuild(self) -> None:
        for how in (
            "PackageReference",
            "ProjectReference",
            "Reference",
            "Import",
            "Compile",
            "None",
            "Content",
        ):
            for element in self._all(how):
                target = element.attributes.get("Include") or element.attributes.get("Project") or ""
                if target:
                    self.facts.imports.append(Import(target[:500], element.first, how))
        for group in self._all("PropertyGroup"):
            for element in group.children:
                if element.text and not element.children:
                    signature = f"{element.tag} = {element.text}"[:200]
                    symbol = Symbol(
                        element.tag,
                        "property",
                        element.first,
                        element.last,
                        "",
                        signature,
                        name_line=element.first,
                    )
                    self.facts.symbols.append(symbol)
        for element in self._all("Description"):
            self._say(element)

    def _read_plist(self) -> None:
        top = self.root.child("dict") or self.root
        for at, element in enumerate(top.children[:MAX_ELEMENTS]):
            if element.local == "key" and element.text:
                value = top.children[at + 1] if at + 1 < len(top.children) else element
                signature = f"{element.text} = {value.text or value.tag}"[:200]
                symbol = Symbol(
                    element.text[:200],
                    "key",
                    element.first,
                    value.last,
                    "",
                    signature,
                    name_line=element.first,
                )
                self.facts.symbols.append(symbol)


def _header_comment(facts: Facts, text: str, newlines: list[int]) -> None:
    found = _COMMENT.search(text, 0, min(len(text), 20_000))
    if found is None:
        return
    words = comments.prose(comments.clean(found[0][:20_000]))
    if len(words) >= 12 and " " in words and not _MADE_BY.match(words):
        facts.purpose = words
        facts.purpose_first_line = bisect_left(newlines, found.start()) + 1
        facts.purpose_last_line = bisect_left(newlines, found.end() - 1) + 1


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
    quiet = _TEMPLATE_COMMENT.sub(_blank_comment, text) if "{#" in text else text
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
    words = comments.prose(found[0].strip("{}#- \n\t")) if found else ""
    if found and len(words) >= 12 and " " in words:
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
    return _SPACE.sub(" ", text[start : end if end >= 0 else at + 200]).strip()


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
        found = _TAG.search(text)
        while found is not None:
            self._read_text(at, found.start())
            at = found.end()
            if found[2] is None:
                document.comment_lines += found[0].startswith("<!--") and found[0].count("\n") + 1
            else:
                at = self._read_tag(found, at)
            found = _TAG.search(text, at)
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
        self._read_attributes(tag, _attributes(raw), self.line_of(found.start()))
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
        name = _ENTITY.sub(" ", re.sub(r"<[^<>]{0,1000}>", "", raw))
        name = _SPACE.sub(" ", name).strip(" ¶#…")
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
                document.title = document.title or html.unescape(words[:500])[:200]
            elif self.code_depth:
                document.add_mention(words[:300], line + offset)
            elif self.pre_depth:
                document.terms.read_code(words[:5_000], line + offset)
            elif self.heading is None:
                document.add_prose(" ".join(_ENTITY.sub(" ", words).split()), line + offset)
