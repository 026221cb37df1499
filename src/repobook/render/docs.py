"""Documentation as its author wrote it, cut into the parts a page shows: first paragraph, parameters, returns, errors.

What only a documentation tool needs goes: tags of Javadoc, HTML and C#, roles of Sphinx. What they mark stays, as text
or between backticks.
"""

from __future__ import annotations

import html
import re
import sqlite3
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from repobook.render.gaps import BULLET, GAP
from repobook.render.markdown import code, prose

_NAME = r"[\w.$]+"
_FIELD = re.compile(
    r"^\s*(?::(?:param|parameter|arg|argument|key|keyword)\s+(?:[^:\n]*\s)?(?P<name>[^:\s]+)\s*:"
    rf"|[@\\](?:param|tparam|typeparam|arg|keyword|kwarg|property)\b(?:\s*\[(?:in|out|in, ?out|inout)\])?\s*"
    r"(?:[^\s${}]+\s+(?P<dollar>&?(?:\.\.\.)?\$\w+)"  # PHP's type and name
    rf"|(?:\{{[^}}]*\}}\s*|\[[A-Z:][^\]]*\]\s+(?=[a-z_*&]))?[\[<`]*(?P<tag>\*{{0,2}}{_NAME}|\.\.\.)(?:=[^\]\s]*)?[\]>`]*(?:\s+-(?=\s)|:(?=\s)|\s+\[[^\]]*\](?=\s))?))"
    r"(?:\s+(?P<text>.*))?$",
    re.I,
)
_RETURN = re.compile(
    r"^\s*(?::(?:returns?|yields?)\s*:|[@\\](?:returns?|result|yields?|retval)\b:?(?:\s*\{[^}]*\})?)\s*(?P<text>.*)$"
)
_RAISE = re.compile(
    r"^\s*(?::(?:raises?|except|exception)\s+(?P<name>[^:\n]+?)\s*:|[@\\](?:throws?|exception|raises?)\s+(?:\{(?P<type>[^}]*)\}|\[(?P<bracket>[^\]]*)\]|`?(?P<tag>[\w.:$\\|]*[\w$])`?)(?::(?=\s)|\s+-(?=\s))?)"
    r"\s*(?P<text>.*)$"
)
_SECTION = re.compile(
    r"^(?:#+\s+)?(Args|Arguments|Parameters|Other Parameters|Params|Keyword Args|Keyword Arguments|Returns?|Yields?|Raises|Throws|Errors|Panics|Safety|Example|Examples|Note|Notes|Attributes|Shape|See Also|References|Warning|Warnings|Warns|Todo|Usage|References|Methods)\s*:{0,2}\s*$"
)
_ITEM = re.compile(r"^(\s*)(\*{0,2}[\w.]+(?:, ?\*{0,2}\w+)*)(?:\s*\(([^)]*)\))?\s*:(?:\s+(.*))?$")
_TAG_LINE = re.compile(
    r"^\s*(?:[@\\](?![\w.-]+/|brief|summary|code|c\b|ref|p\b|a\b|e\b|b\b|link|ingroup)[a-z]|:(?:param|parameter|arg|argument|key|keyword|returns?|rtype|raises?|except|exception|type|var|ivar|cvar|vartype|yields?|ytype|meta)\b[^`\n]*:|\.\. )"
)
# Quick: where it finds nothing, no field and no section of fields begins.
_MAYBE_FIELD = re.compile(r"^\s*(?:[:@\\]|(?:#+\s+|[-*]\s+)?(?:Arg|Par|Oth|Key|Ret|Yie|Rai|Thr))", re.M)
# An item that names a parameter: `name` - text; and Swift's: - Parameter name: text, - Parameters:, - Returns: text
_LISTED_ITEM = re.compile(r"^\s*[-*+]\s+`?(\*{0,2}\w[\w.]*)`?\s*(?::|-{1,2}|–|—)\s+(.*)$")
_SWIFT = re.compile(
    r"^\s*[-*]\s+(?:Parameter\s+`?(?P<name>\w+)`?|(?P<word>Parameters|Returns|Throws|Note|Warning|Important|Complexity|Precondition|Postcondition|SeeAlso|Tag))\s*:\s*(?P<text>.*)$"
)
# PHP's type and text: `@var string the name`; not what Doxygen declares, `@var int Shop::limit`, and Epytext names, `@var x:`
_VAR = re.compile(
    r"^\s*@var\s+(?!(?:const|static|unsigned|signed|volatile|extern|struct|enum|class)\s)(?:[^\s<>(){}]|<[^<>]*>|\([^()]*\)|\{[^{}]*\})+(?<!:)\s+"
    r"(?:\$\w+\s+)?(?!\$|.*::)(?P<text>\S+\s+\S.*|\S+\.)$"
)
_BRIEF = re.compile(r"^\s*[@\\](?:brief|summary|short)\b\s*")
_RULER = re.compile(r"^\s*[-=~^*]{3,}\s*$")
_TITLE = re.compile(r"^\s*={1,6}\s+\S")  # a heading of RDoc
_SESSION = re.compile(r"^\s*(?:>>>|In \[\d+\]:)\s")  # a session of Python: code, whose lines stay lines
_LINT = re.compile(
    r"^\s*(?:NOLINT\w*\b|clang-format (?:on|off)\b|eslint-disable|prettier-ignore|@ts-|noqa\b|pylint:|istanbul ignore|ReSharper (?:disable|restore)\b"
    r"|[A-Za-z][\w-]*:(?:disable|enable|ignore|off|on)(?![a-z])|[a-z][\w-]*-(?:disable|enable|ignore)-(?:next|line|file)\b)"
)
_SENTENCE_END = re.compile(r"[.!?][)\"'`]?(?=\s)")
MAX_PARAMETERS = 24
MAX_TEXT = 300  # characters of what is said of one parameter
MAX_ITEMS = 12  # of a list that a first paragraph leads to
MAX_ITEM = 240
MAX_SESSION = 8  # lines of a session that a quotation shows


class Parts(NamedTuple):
    """What a documentation text says besides its paragraphs, in the usual styles of writing it."""

    parameters: list[tuple[str, str]]
    returns: str
    raises: list[tuple[str, str]]


# ---- marks that only a documentation tool needs

_HAS_MARKS = re.compile(r"\{@|</?[A-Za-z]|&[a-z#]|`\\|:`|[@\\][cpaeb]\s|\\ref\s|@ref\s|::\s*$", re.M)
_SCALA_CODE = re.compile(r"\{\{\{(.{0,4000}?)\}\}\}", re.S)
_PRE = re.compile(r"<pre\b[^>\n]{0,80}>(.{0,4000}?)</pre>", re.S | re.I)
_MARK = re.compile(
    r"(?P<role>:[\w+:.-]{1,40}:)?(?P<ticks>(?<!`)`{1,3}(?!`))(?P<span>[^`]+)(?P=ticks)(?!`)(?P<tail>_{1,2}(?!\w)|\\(?=\w))?"
    r"|\{@(?P<tag>\w+)(?P<argument>(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
    r"|<(?:code|tt|kbd|c|samp)>(?P<code>[^<>`]{1,300})</(?:code|tt|kbd|c|samp)>"
    r"|<(?:see|seealso|paramref|typeparamref)\s+(?:cref|name|langword|href)=\"(?:[TMPFE!]:)?(?P<cref>[^\"\n]{1,200})\"\s*/>"
    r"|<(?P<field>param|typeparam|exception)\s+(?:name|cref)=\"(?:[TMPFE!]:)?(?P<named>[^\"\n]{1,200})\"\s*>|<(?P<returns>returns|value)>"
    r"|</?(?P<block>p|br|ul|ol|dl|dt|dd|li|hr|h[1-6]|div|table|tr|td|th|blockquote|para|summary|remarks|param|typeparam|exception|returns|value|example|list|item|pre)(?:\s[^<>]{0,200})?/?>"
    r"|<a\s[^<>]{0,400}>|</(?:a|b|i|u|em|strong|sub|sup|cite|q|small|span|code|tt|kbd|c|see)>|(?<!\w)<(?:b|i|u|em|strong|sub|sup|cite|q|small|code|tt|kbd)>|<span\s[^<>]{0,200}>"
    r"|(?<!\w)[@\\](?P<mark>[cp]|a|e|b|ref)\s+(?P<word>[\w:~.#()]*[\w)])"
    r"|(?P<entity>&(?:lt|gt|amp|quot|apos|nbsp|ndash|mdash|hellip|copy|times|le|ge|ne|rarr|larr|#\d{1,5}|#x[0-9A-Fa-f]{1,4});)",
    re.I,
)
_EPYTEXT = re.compile(r"(?<![\w\\])([BCILM])\{([^{}`\n]{1,200})\}")
_TITLED = re.compile(r"^(.*\S)\s*<[^<>]+>$", re.S)
_LABEL = re.compile(r"^(?P<target>[\w.$#]*(?:\([^()]*\))?)(?:\s+(?P<label>.+))?$", re.S)


def plain(text: str) -> str:
    """Return documentation without the marks of its tool; what they set apart as code stands between backticks."""
    text = without_epytext(text)
    if "{{{" in text:
        text = _SCALA_CODE.sub(_show_code, text)
    if not _HAS_MARKS.search(text):
        return text
    if "<pre" in text.lower():
        text = _PRE.sub(_show_code, text)
    text = _MARK.sub(_unmark, text)
    return re.sub(r"::(?=[ \t]*$)", ":", text, flags=re.M)


def without_epytext(text: str) -> str:
    """Return a text with `C{name}` between backticks, where it has fields such as Epytext's."""
    if "{" not in text or "@" not in text:
        return text
    return _EPYTEXT.sub(lambda found: f"`{found[2]}`" if found[1] in "CL" else found[2], text)


def _show_code(found: re.Match[str]) -> str:
    body = re.sub(r"^\s*\{@code\b(.*)\}\s*$", r"\1", found[1], flags=re.S)
    lines = [html.unescape(line).rstrip() for line in body.strip("\n").split("\n")]
    return "\n\n" + "\n".join("    " + line for line in lines if line.strip()) + "\n\n"


def _unmark(found: re.Match[str]) -> str:
    if span := found["span"]:
        return _show_span(found, span)
    if tag := found["tag"]:
        return _show_tag(tag, " ".join((found["argument"] or "").split()))
    if shown := found["code"] or found["cref"]:
        return f"`{html.unescape(' '.join(shown.split()))}`"
    if found["field"]:
        return f"\n@{'throws' if found['field'].lower() == 'exception' else 'param'} {found['named']} "
    if found["returns"]:
        return "\n@return "
    if block := found["block"]:
        if block.lower() in ("li", "item"):
            return "\n" if found[0].startswith("</") else "\n- "
        if block.lower() in ("td", "th", "br", "tr", "div"):
            return "\n" if block.lower() == "br" else " "
        return "\n\n"
    if found["word"]:
        return found["word"] if found["mark"] in "eb" else f"`{found['word'].lstrip('#')}`"
    if found["entity"]:
        return html.unescape(found["entity"]).replace("\xa0", " ")
    return ""


def _show_span(found: re.Match[str], span: str) -> str:
    ticks, tail = found["ticks"], found["tail"] or ""
    role = (found["role"] or "").strip(":").rpartition(":")[2]
    if not role and "_" not in tail:
        return f"{ticks}{span}{ticks}"
    titled = _TITLED.match(span)
    shown = titled[1] if titled else span
    if "_" in tail or role in ("ref", "doc", "term", "abbr", "guilabel", "sup", "sub"):
        return shown  # words that lead somewhere
    if shown.startswith("~") and not titled:
        shown = shown.rpartition(".")[2].lstrip("~")
    return f"{ticks}{shown.lstrip('!')}{ticks}"


def _show_tag(tag: str, argument: str) -> str:
    if tag in ("link", "linkplain", "see", "value"):
        found = _LABEL.match(argument)
        if found and found["label"]:
            return found["label"] if tag == "linkplain" else f"`{found['label'].strip('`')}`"
        target = (found["target"] if found else argument).lstrip("#").replace("#", ".")
        return f"`{target}`" if target else ""
    if tag in ("code", "literal"):
        return f"`{argument}`" if argument and "`" not in argument else argument
    return "" if tag in ("inheritDoc", "docRoot", "snippet", "index") else argument


# ---- paragraphs


class Opening(NamedTuple):
    """The first paragraph, and where it ends at a colon, the items or the lines of code that it leads to."""

    paragraph: str
    items: list[str]
    lines: list[str]


def first_paragraph(text: str, limit: int = 900) -> str:
    """Return the first paragraph, without markup that only a documentation tool needs."""
    return open_doc(text, limit).paragraph


@lru_cache(64)  # an entry and the overview of its page ask for the same
def open_doc(text: str, limit: int = 900) -> Opening:
    shown = plain(text).strip()
    rows = shown.split("\n")
    if "@" in shown or "\\" in shown:
        rows = [_BRIEF.sub("", row) for row in rows]
    words: list[str] = []
    at = 0
    while at < len(rows):
        row = rows[at]
        if not words and (said := _VAR.match(row)):
            row = said["text"]
        is_mark = bool(_TAG_LINE.match(row) or _SECTION.match(row.strip()))
        if _LINT.match(row) or (not words and _TITLE.match(row) and any(map(str.strip, rows[at + 1 :]))):
            pass
        elif not row.strip() or _RULER.match(row):
            if words:
                break
        elif is_mark or _SESSION.match(row) or (words and words[-1].endswith(":") and BULLET.match(row)):
            break
        else:
            words.append(row.strip())
        at += 1
    paragraph = " ".join(words)
    if len(paragraph) > limit:
        return Opening(cut(paragraph, limit), [], [])
    if not paragraph.endswith(":") and not (at < len(rows) and _SESSION.match(rows[at])):
        return Opening(paragraph, [], [])
    while at < len(rows) and not rows[at].strip():
        at += 1
    return Opening(paragraph, *_what_follows(rows[at:]))


def _what_follows(rows: list[str]) -> tuple[list[str], list[str]]:
    """Return the items of the list, or the lines of the code, with which `rows` begin."""
    if not rows:
        return [], []
    first = BULLET.match(rows[0])
    if first is None and _SESSION.match(rows[0]):
        session = list(takewhile(str.strip, rows))
        return [], [row.strip() for row in session[:MAX_SESSION]] + (
            ["…"] if len(session) > MAX_SESSION else []
        )
    if first is None:
        lines = []
        for row in rows[:7]:
            if not row.strip() or row[:1] not in (" ", "\t"):
                break
            lines.append(row.strip())
        return [], lines if len(lines) <= 6 else []
    items: list[str] = []
    depth = len(first[1])
    for at, row in enumerate(rows):
        if not row.strip():
            following = next((r for r in rows[at + 1 :] if r.strip()), "")
            more = BULLET.match(following)
            if more is None or len(more[1]) != depth:
                break
            continue
        if _ends_list(row):
            break
        bullet = BULLET.match(row)
        if bullet and len(bullet[1]) <= depth:
            items.append(row[bullet.end() :].strip())
        elif bullet:
            items[-1] += f"; {row[bullet.end() :].strip()}"
        else:
            items[-1] += f" {row.strip()}"
    return items, []


def told_lines(symbol: sqlite3.Row) -> tuple[int, int]:
    """Return the lines that a definition and its documentation stand in: what a statement rests on that quotes both."""
    first, last = symbol["first_line"], symbol["last_line"]
    if symbol["doc_first_line"]:
        first, last = min(first, symbol["doc_first_line"]), max(last, symbol["doc_last_line"])
    return first, last


def quote(text: str) -> str:
    """Return the opening of a documentation text as a Markdown quotation; "" where it has none."""
    opening = open_doc(text)
    if not opening.paragraph:
        return ""
    items = [prose(_cut_item(item)) for item in opening.items] or [code(line) for line in opening.lines]
    if not items and opening.paragraph.endswith(":"):
        return f"> {prose(opening.paragraph)} …"
    return f"> {prose(opening.paragraph)}{_listed(items)}"


def quote_paragraphs(text: str, most: int = 3) -> str:
    """Return the first paragraphs of what a file says of itself as a Markdown quotation, lists as lists.

    `GAP` among them, as of `mark_gaps`, is no paragraph of its own.
    """
    shown: list[str] = []
    paragraphs: list[list[str]] = []
    for paragraph in re.split(r"\n[ \t]*\n", plain(text)):
        rows = [row for row in paragraph.split("\n") if row.strip()]
        if rows and paragraphs and BULLET.match(rows[0]) and BULLET.match(paragraphs[-1][0]):
            paragraphs[-1] += rows  # a list whose items stand apart
        elif rows:
            paragraphs.append(rows)
    count = 0
    gaps: list[str] = []  # that are shown where something stands below them
    for rows in paragraphs:
        if rows == [GAP]:
            gaps = [f"> {prose(GAP)}"] if shown else []
            continue
        begin = next(
            (at for at, row in enumerate(rows) if BULLET.match(row) or _SESSION.match(row)), len(rows)
        )
        # What a line such as `@see x` begins is no part of a list.
        tagged = next((at for at in range(begin, len(rows)) if _ends_list(rows[at])), len(rows))
        items, session = _what_follows(rows[begin:]) if begin < len(rows) else ([], [])
        words = " ".join(row.strip() for row in rows[:begin])
        # One item is no list: a line that happens to begin with a dash.
        if len(items) < 2 and begin and not session:
            words, items = " ".join(row.strip() for row in rows), []
            tagged = len(rows)
        if count >= most and not ((items or session) and not words and shown[-1].endswith(":")):
            break
        lead = f"> {prose(words)}" if words else ""
        listed = _listed([code(line) for line in session] or [prose(_cut_item(item)) for item in items])
        if lead or listed:
            shown += [*gaps, lead + (listed if lead else listed.removeprefix("\n>\n"))]
        gaps = [f"> {prose(GAP)}"] if tagged < len(rows) and not session else []
        count += 1
    if shown and shown[-1].endswith(":"):
        shown[-1] += " …"
    return "\n>\n".join(shown)


def _cut_item(item: str) -> str:
    """Return an item of a list, with a mark where it goes on: the next one follows."""
    shown = cut(item, MAX_ITEM)
    return shown if shown.endswith("…") or len(shown) == len(" ".join(item.split())) else f"{shown} {GAP}"


def _ends_list(row: str) -> bool:
    return bool(_TAG_LINE.match(row) or _SECTION.match(row.strip()))


def _listed(items: list[str]) -> str:
    if not items:
        return ""
    more = [f"… and {len(items) - MAX_ITEMS} more"] if len(items) > MAX_ITEMS else []
    return "\n>\n" + "\n".join(f"> - {item}" for item in [*items[:MAX_ITEMS], *more])


def cut(text: str, limit: int = MAX_TEXT) -> str:
    """Return a text that is too long up to the end of its last whole sentence, or else of a word."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    ends = [found.end() for found in _SENTENCE_END.finditer(text, 0, limit)]
    ends = [end for end in ends if not re.search(r"\b(?:e\.g|i\.e|etc|vs|cf|approx|resp)\.$", text[:end])]
    if ends and ends[-1] >= limit // 4:
        return text[: ends[-1]]
    return text[:limit].rsplit(" ", 1)[0].rstrip(" ,;:") + " …"


# ---- parameters, returns, errors


def parameters(text: str) -> Parts:
    """Return the documented parameters, what is returned and what is raised, for the usual styles of writing them."""
    shown = plain(text)
    if not _MAYBE_FIELD.search(shown):
        return Parts([], "", [])
    reader = _FieldReader()
    rows = shown.split("\n")
    for at, row in enumerate(rows):
        below = rows[at + 1] if at + 1 < len(rows) else ""
        reader.read(row, bool(_RULER.match(below)))
    return reader.parts()


class _FieldReader:
    """Walks over the lines of one documentation text; knows the section and the field that it stands in."""

    def __init__(self) -> None:
        self.fields: list[tuple[str, str, list[str]]] = []  # role, name, lines
        self.section = ""  # "param", "return", "raise", "other"; "" outside of all
        self.is_ruled = False  # NumPy's: a heading with a ruler below
        self.is_headed = False  # a heading of Markdown
        self.section_depth = 0
        self.item_depth = -1
        self.open: list[str] | None = None  # the lines of the field at hand

    def read(self, row: str, is_over_ruler: bool) -> None:
        body = row.strip()
        depth = len(row) - len(row.lstrip())
        for role, pattern in (("param", _FIELD), ("return", _RETURN), ("raise", _RAISE)):
            if found := pattern.match(row):
                names = found.groupdict()
                given = ("name", "tag", "dollar", "type", "bracket")
                name = next((names[key] for key in given if names.get(key)), "")
                self._start(role, name, found["text"] or "")
                self.section = ""
                return
        if body and _TAG_LINE.match(row):
            self.open, self.section = None, ""
            return
        if swift := _SWIFT.match(row):
            self._read_swift(swift, depth)
            return
        heading = _SECTION.match(body)
        if heading and (is_over_ruler or body.endswith(":") or body.startswith("#") or not self.open):
            self._enter(heading[1], is_over_ruler, depth, body.startswith("#"))
            return
        if self.section:
            self._read_in_section(row, body, depth)
        elif not body:
            self.open = None
        elif self.open is not None:
            self.open.append(body)

    def _start(self, role: str, name: str, text: str) -> None:
        self.open = [text] if text else []
        self.fields.append((role, name, self.open))

    def _enter(self, title: str, is_ruled: bool, depth: int, is_headed: bool) -> None:
        roles = {
            "Arg": "param", "Par": "param", "Oth": "param", "Key": "param", "Ret": "return", "Yie": "return",
            "Rai": "raise", "Thr": "raise",
        }  # fmt: skip
        self.section = roles.get(title[:3], "other")
        self.is_ruled, self.section_depth, self.item_depth, self.open = is_ruled, depth, -1, None
        self.is_headed = is_headed

    def _read_swift(self, found: re.Match[str], depth: int) -> None:
        if found["word"] == "Parameters":
            self.section, self.is_ruled, self.is_headed, self.open = "param", False, True, None
            return
        role = {"": "param", "Returns": "return", "Throws": "raise"}.get(found["word"] or "")
        self.section, self.open = "", None
        if role:
            self._start(role, found["name"] or "", found["text"])

    def _read_headed(self, row: str, body: str, depth: int) -> None:
        """Read what stands below a heading of Markdown: items that name parameters, or a paragraph on what is returned."""
        item = _LISTED_ITEM.match(row) if self.section in ("param", "raise") else None
        if item:
            self._start(self.section, item[1], item[2])
            self.item_depth = depth
        elif not body:
            if self.open:
                self.open, self.section = None, "" if self.section == "return" else self.section
        elif self.open is not None and (self.section == "return" or depth > self.item_depth):
            self.open.append(body)
        elif self.section == "return":
            self._start("return", "", body)
        else:
            self.open = None

    def _read_in_section(self, row: str, body: str, depth: int) -> None:
        if self.is_headed and self.section != "other":
            self._read_headed(row, body, depth)
            return
        if self.section == "other" or not body or _RULER.match(row):
            if not body and self.is_ruled:
                self.open = None
            return
        if depth <= self.section_depth and not self.is_ruled:
            if depth < self.section_depth or self.item_depth != depth:
                is_item = self.item_depth < 0 and _ITEM.match(row)
                if not is_item:
                    self.section, self.open = "", None
                    return
        if self.item_depth < 0:
            self.item_depth = depth
        if depth > self.item_depth:
            if self.open is not None:
                self.open.append(body)
            return
        if self.section == "return":
            self._read_return(body)
            return
        if self.is_ruled:
            name, _, kind = body.partition(":")
            if len(name) > 80 or (" " in name.strip() and "," not in name):
                self.section, self.open = "", None
                return
            self._start(self.section, name.strip(), f"{kind.strip()} —" if kind.strip() else "")
            return
        item = _ITEM.match(row)
        if item:
            self._start(self.section, item[2], item[4] or "")
        else:
            self.open = None

    def _read_return(self, body: str) -> None:
        if self.is_ruled:
            self._start("return", "", f"{body} —")
        elif self.open is not None:
            self.open.append(body)
        else:
            self._start("return", "", body)

    def parts(self) -> Parts:
        told = [
            (role, name, cut(" ".join(lines).strip().removesuffix(" —"))) for role, name, lines in self.fields
        ]
        returns = "; ".join(text for role, _, text in told if role == "return" and text)
        return Parts(
            [(name, text) for role, name, text in told if role == "param"][:MAX_PARAMETERS],
            cut(returns),
            [(name, text) for role, name, text in told if role == "raise"][:MAX_PARAMETERS],
        )
