"""A page of the site as a tree of elements, read with the parser of the standard library."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

_VOID = {"meta", "link", "input", "br", "wbr"}
_CLOSES = {
    "li": {"li"},
    "td": {"td", "th"},
    "th": {"td", "th"},
    "tr": {"td", "th", "tr"},
    "tbody": {"td", "th", "tr", "thead"},
    "dt": {"dt", "dd"},
    "dd": {"dt", "dd"},
}
_STOPS = {"ul", "ol", "table", "dl", "div", "main"}
_BLOCKS = {"p", "ul", "ol", "div", "table", "pre", "blockquote", "nav", "dl", "h2", "h3", "h4", "h5", "h6"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def walk(self) -> Iterator[Element]:
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def all(self, tag: str, **attributes: str) -> list[Element]:
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            e
            for e in self.walk()
            if e.tag == tag and all(e.attributes.get(k) == v for k, v in wanted.items())
        ]

    def one(self, tag: str, **attributes: str) -> Element:
        (found,) = self.all(tag, **attributes)
        return found


def anchors(page: Element) -> list[str]:
    """Return every place of a page that a link may name: ids, and the lines of its source, which scripts count."""
    ids = [element.attributes["id"] for element in page.walk() if "id" in element.attributes]
    count = sum(len(source.all("li")) for source in page.all("div", class_="source"))
    return ids + sorted({f"L{number}" for number in range(1, count + 1)} - set(ids))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Element("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS and self.open[-1].tag == "p":
            self.open.pop()
        closes = _CLOSES.get(tag, set())
        for depth in range(len(self.open) - 1, 0, -1):
            if self.open[depth].tag in closes:
                del self.open[depth:]
            elif self.open[depth].tag in _STOPS:
                break
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in _VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        for depth in range(len(self.open) - 1, 0, -1):
            if self.open[depth].tag == tag:
                del self.open[depth:]
                return

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read_page(path: Path) -> Element:
    return parse_page(path.read_text(encoding="utf-8"))


def parse_page(text: str) -> Element:
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.open[0]
