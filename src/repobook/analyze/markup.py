"""Read XML by its tags: one pattern finds each tag once, a list is the stack, entities are only text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter

from repobook.analyze import comments
from repobook.analyze.keys import QUIET_WORDS, WORD
from repobook.analyze.languages import Language
from repobook.analyze.terms import blank, count_lines, index_terms
from repobook.facts import Facts, Import, Note, Symbol

MAX_ELEMENTS = 2_000
MAX_DEPTH = 5  # elements below this are counted, not kept

TAG = re.compile(
    r"<!--(?s:.*?)(?:-->|\Z)|<!\[CDATA\[(?s:.*?)(?:\]\]>|\Z)|<\?(?s:.*?)(?:\?>|\Z)|<![^<>]*+>"
    r"|<(/?)([A-Za-z_][\w.:-]*+)((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>"
)
_ATTRIBUTE = re.compile(
    r"([A-Za-z_:@*#][\w.:@-]*)[ \t\r\n]*=[ \t\r\n]*(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'<>]++))"
)
_COMMENT = re.compile(r"<!--(?s:.*?)(?:-->|\Z)")
SPACE = re.compile(r"\s+")
_DRAWN = re.compile(
    rb"[ \t\r\n](?:d|points|transform|values|style|viewBox|data|xlink:href)=(\"[^\"]*+\"|'[^']*+')"
)
_MADE_BY = re.compile(r"\s*(?:generator|created|generated|exported|converted|produced)\b", re.I)
ENTITY = re.compile(r"&(?:[A-Za-z]{2,10}|#\d{1,7}|#x[0-9A-Fa-f]{1,6});")


class Element:
    """An element near the root, with its attributes and, where it holds nothing else, its text."""

    __slots__ = ("attributes", "children", "first", "last", "level", "tag", "text")

    def __init__(self, tag: str, attributes: str, first: int, level: int) -> None:
        self.tag = tag
        self.attributes = read_attributes(attributes)
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


def read_attributes(text: str) -> dict[str, str]:
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
    code = _COMMENT.sub(blank_comment, text).encode() if "<!--" in text else data
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


def blank_comment(found: re.Match[str]) -> str:
    return " " + "\n" * found[0].count("\n")


def _read_elements(text: str, newlines: list[int]) -> tuple[Element | None, int]:
    root: Element | None = None
    stack: list[Element] = []  # the open elements that are kept
    depth = 0  # of all open elements
    count = kept = 0
    opened = 0  # where the text of the innermost element begins
    for found in TAG.finditer(text):
        closing, tag, attributes = found.groups()
        if tag is None:
            continue
        if closing:
            if depth and stack and depth == len(stack):
                element = stack.pop()
                element.last = bisect_left(newlines, found.start()) + 1
                if not element.children and found.start() - opened <= 5_000:
                    element.text = SPACE.sub(" ", text[opened : found.start()]).strip()[:1_000]
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
                label = SPACE.sub(" ", name)[:200].strip()
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


_OPENED = re.compile(r"<[A-Za-z_]")


def _header_comment(facts: Facts, text: str, newlines: list[int]) -> None:
    found = _COMMENT.search(text, 0, min(len(text), 20_000))
    if found is None or len(_OPENED.findall(text, 0, found.start())) > 1:
        return  # below the first element inside of the root, it speaks of what stands there
    words = comments.head_prose(comments.clean(found[0][:20_000]))
    if len(words) >= 12 and " " in words and not _MADE_BY.match(words):
        facts.purpose = words
        facts.purpose_first_line = bisect_left(newlines, found.start()) + 1
        facts.purpose_last_line = bisect_left(newlines, found.end() - 1) + 1
