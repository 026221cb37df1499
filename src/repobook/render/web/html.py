"""Our own Markdown -> HTML. It reads what `render` writes (docs/book.md) and nothing else.

Every `&`, `<` and `>` is escaped before anything else happens, so that no text can become a tag. Whole pages are
worked on at once: a large book has millions of code spans and links.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from repobook.render.markdown import Anchors

Lead = Callable[[str, str], str]  # target and text of a link -> where it leads in the site; "" for nowhere

_FENCE = re.compile(r"^(`{3,})([^`\n]*)\n(.*?)^\1 *$\n?", re.M | re.S)
_CODE = re.compile(r"\\[^\n]|(?<!`)(`+)(?!`)([^\n]+?)(?<!`)\1(?!`)")
_NOT_IN_CODE = re.compile(r"[\[\]*\\!|#]")
_TITLE = re.compile(r'(\]\([^()\s"]*) "(?:[^"\\\n]|\\.)*"\)')
_ESCAPE = re.compile(r"\\([!-%'-/:;=?@\[-`{-~])|\\(?=&(?:amp|lt|gt);)")
_LINK = re.compile(r"\[([^\[\]\n]*)\]\(([^()\s]*)\)")
_BOLD = re.compile(r"\*\*([^*\n]+)\*\*")
_EMPHASIS = re.compile(r"\*([^*\n]+)\*")
_TABLE_PIPE = re.compile(r"^\|[^\n]*\\\|[^\n]*$", re.M)
LONG = 800  # pieces of a page (headings, paragraphs, tables, entries of lists): above it they come in parts
PART = 80
_SIGNS = [(f"&#{ord(sign)};", sign) for sign in "[]*_|"]
# Hebrew, Arabic and other scripts from right to left, and marks that stand for characters nobody sees
_TURNING = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]|(?:\\[|&#91;)U\\+[0-9A-F]{4,6}(?:]|&#93;)"
)
_ITEM = re.compile(r"( *)(?:-|(\d{1,4})\.) (.*)")
_RULE_CELL = re.compile(r":?-+:?")


def escape(text: str) -> str:
    """Return text that stands for itself between tags and in quoted attributes."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def isolated(text: str) -> str:
    """Return a name, as HTML, so that one that reads from right to left does not turn what stands around it."""
    if (text.isascii() and "U+" not in text) or text.startswith("<bdi>"):
        return text
    return f"<bdi>{text}</bdi>" if _TURNING.search(text) else text


def attribute(value: str) -> str:
    """Return an attribute's value with the quotes it needs; `value` is escaped or percent-encoded."""
    return value if _BARE.fullmatch(value) else f'"{value}"'


_BARE = re.compile(r"[\w./#~%,+@!*:-]+", re.A)


def to_html(text: str, lead: Lead, prefix: str = "", find: Callable[[str], str] | None = None) -> str:
    """Return a page as HTML, without its title: ids of headings begin with `prefix`; `find` is for boxes of diagrams."""
    writer = _Writer(prefix, find)
    at = 0
    for fence in _FENCE.finditer(text):
        writer.prose(text[at : fence.start()], lead)
        writer.fence(fence[2], fence[3])
        at = fence.end()
    writer.prose(text[at:], lead)
    html = writer.html()
    if "&#" in html:
        # Signs that could have been taken for Markdown stand for themselves now. The text's own `&` is `&amp;`.
        for entity, sign in _SIGNS:
            html = html.replace(entity, sign)
    return html


def facts_list(rows: str, lead: Lead) -> str:
    """Return a table of two columns, without its head, as a list of facts."""
    cells = [row[2:-2].partition(" | ") for row in inline(rows, lead).split("\n") if row.startswith("| ")]
    return "".join([f"<div><dt>{name}<dd>{value}</div>" for name, _, value in cells])


def inline(text: str, lead: Lead) -> str:
    """Return lines of Markdown with their code spans, links and emphasis as HTML."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if '"' in text and "](" in text:
        text = _TITLE.sub(r"\1)", text)
    if "\\|" in text:
        # In a table a pipe is escaped wherever it stands, even in code.
        text = _TABLE_PIPE.sub(lambda row: row[0].replace("\\|", "&#124;"), text)
    if "`" in text:
        if "``" in text or "\\`" in text:
            text = _CODE.sub(_careful_code, text)
        else:
            pieces = text.split("`")
            pieces[1::2] = [_code(piece) for piece in pieces[1::2]]
            text = "".join(pieces)
    if "\\" in text:
        text = _ESCAPE.sub(_entity, text)
    if "](" in text:
        text = _LINK.sub(lambda found: _link(found, lead), text)
    if "*" in text:
        text = _EMPHASIS.sub(r"<em>\1</em>", _BOLD.sub(r"<b>\1</b>", text))
    return text


def _code(text: str) -> str:
    if text.isascii() and text.isidentifier():
        return f"<code>{text}</code>"
    if _NOT_IN_CODE.search(text):
        text = _NOT_IN_CODE.sub(lambda found: f"&#{ord(found[0])};", text)
    return isolated(f"<code>{text}</code>")


def _careful_code(found: re.Match[str]) -> str:
    if not found[1]:
        return found[0]
    text = found[2]
    if text[0] == text[-1] == " " and text.strip():
        text = text[1:-1]
    return _code(text)


def _entity(found: re.Match[str]) -> str:
    return f"&#{ord(found[1])};" if found[1] else ""


def _link(found: re.Match[str], lead: Lead) -> str:
    target = lead(found[2], found[1])
    text = isolated(found[1])
    return f"<a href={target}>{text}</a>" if target else text


class _Writer:
    """Blocks, line by line. A quotation holds blocks of its own."""

    def __init__(self, prefix: str = "", find: Callable[[str], str] | None = None) -> None:
        self.out: list[str] = []
        self._cuts: dict[
            int, str
        ] = {}  # where a part may begin: before a chapter, another heading, an entry of a list
        self._depth = 0  # of quotations
        self._find = find
        self._anchors = Anchors()
        self._prefix = prefix

    def html(self) -> str:
        """Return all that was written. A long page comes in parts, which the browser lays out when they come into view."""
        if len(self.out) < LONG:
            return "".join(self.out)
        done: list[str] = []
        begun = -1
        for at, piece in enumerate(self.out):
            cut = self._cuts.get(at)
            if cut and (begun < 0 or cut == "h2" or at - begun >= PART):
                end, start = ("</ul>", "<ul>") if cut == "li" else ("", "")
                if begun >= 0:
                    end += "</div>"
                begun = -1 if cut == "h2" else at
                done.append(f"{end}<div class=part>{start}" if cut != "h2" else end)
            done.append(piece)
        return "".join(done) + ("</div>" if begun >= 0 else "")

    def fence(self, language: str, text: str) -> None:
        if language == "mermaid":
            from repobook.render.web.graph import draw_graph

            self.out.append(draw_graph(text, self._find))
        else:
            kind = f" class=language-{language}" if language.isalnum() else ""
            self.out.append(f"<pre><code{kind}>{escape(text)}</code></pre>")

    def prose(self, text: str, lead: Lead) -> None:
        self._headings = iter([line for line in text.split("\n") if line.startswith("#")])
        self._blocks(inline(text, lead).split("\n"))

    def _blocks(self, lines: list[str]) -> None:
        out = self.out
        at, end = 0, len(lines)
        while at < end:
            line = lines[at]
            if not line:
                at += 1
                continue
            first = line[0]
            start = at
            if first == "|":
                while at < end and lines[at][:1] == "|":
                    at += 1
                self._table(lines[start:at])
            elif first == "#":
                self._heading(line)
                at += 1
            elif line.startswith("&gt;"):
                while at < end and lines[at].startswith("&gt;"):
                    at += 1
                out.append("<blockquote>")
                self._depth += 1
                self._blocks([row[5:] if row[4:5] == " " else row[4:] for row in lines[start:at]])
                self._depth -= 1
                out.append("</blockquote>")
            elif _ITEM.match(line):
                while at < end and lines[at] and (lines[at][0] == " " or _ITEM.match(lines[at])):
                    at += 1
                self._list(lines[start:at])
            else:
                at += 1
                while (
                    at < end and lines[at] and lines[at][0] not in "|#" and not lines[at].startswith("&gt;")
                ):
                    if _ITEM.match(lines[at]):
                        break
                    at += 1
                out.append("<p>" + "\n".join(lines[start:at]))

    def _heading(self, line: str) -> None:
        level = len(line) - len(line.lstrip("#"))
        raw = next(self._headings)[level:].replace("`", "").strip()
        anchor = self._anchors.add(raw)
        if level > 1:
            if not self._depth:
                self._cuts[len(self.out)] = "h2" if level == 2 else "h"
            self.out.append(
                f'<h{level} id="{self._prefix}{escape(anchor)}">{line[level:].strip()}</h{level}>'
            )

    def _table(self, rows: list[str]) -> None:
        cells = rows[1].strip("|").split("|") if len(rows) > 1 else []
        right = " ".join(f"r{n}" for n, cell in enumerate(cells, 1) if cell[-1:] == ":")
        kind = f' class="{right}"' if right else ""
        names = rows[0][2:-2].split(" | ")
        # A head without a name is none: a reader would be told of a column called nothing.
        head = "".join([f"<th scope=col>{name}" if name.strip() else "<td>" for name in names])
        body = "".join(["<tr><td>" + row[2:-2].replace(" | ", "<td>") for row in rows[2:]])
        self.out.append(
            f"<div class=table tabindex=0><table{kind}><thead><tr>{head}<tbody>{body}</table></div>"
        )

    def _list(self, lines: list[str]) -> None:
        out = self.out
        open_lists: list[tuple[int, str]] = []
        is_long = not self._depth and len(lines) >= PART
        for line in lines:
            item = _ITEM.match(line)
            if item is None:
                out.append(" " + line.strip())
                continue
            depth = len(item[1])
            while open_lists and open_lists[-1][0] > depth:
                out.append(f"</{open_lists.pop()[1]}>")
            if is_long and open_lists == [(0, "ul")]:
                self._cuts[len(out)] = "li"
            if not open_lists or open_lists[-1][0] < depth:
                tag = "ol" if item[2] else "ul"
                start = f" start={item[2]}" if item[2] and item[2] != "1" else ""
                open_lists.append((depth, tag))
                out.append(f"<{tag}{start}>")
            out.append("<li>" + item[3])
        while open_lists:
            out.append(f"</{open_lists.pop()[1]}>")
