"""Read the lighter markups, each by a table of line patterns: AsciiDoc, Org, TeX, Textile, man pages and their kin."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from repobook.analyze.documents import Document
from repobook.analyze.languages import Language
from repobook.facts import Facts, Import, Symbol


@dataclass(frozen=True)
class Markup:
    """How a markup is read, by lines. Patterns match at the start of a line, blanks before it taken away."""

    heading: str  # groups `mark` (its length is the level, or a word of `levels`) and `name`
    levels: dict[str, int] = field(default_factory=dict)
    underlines: str = ""  # marks of a line below a title, the highest level first
    is_name_below: bool = False  # a heading without a name has it on the line below
    title: str = ""  # the document's own title, where it is no heading; group `name`
    fence: str = ""  # opens a block of code; group `language`
    fence_end: str = ""  # closes it; `{0}` is what opened it
    comment: str = ""  # a line that says nothing
    comment_block: tuple[str, str] = ("", "")
    quiet: str = ""  # a line of marks only: no words, no paragraph
    include: str = ""  # groups `name`, and `how` where there are several ways
    link: str = ""  # anywhere in a line; groups `target` and `text`
    span: str = ""  # anywhere: a code span, group 1
    bold: str = ""  # anywhere: a defined term, group 1
    symbols: tuple[tuple[str, str], ...] = ()  # kind and pattern with group `name`; searched in the line
    clean: str = ""  # marks that a reader does not see
    listing: str = r"(?:[-*+•]|\d{1,4}[.)])[ \t]"


MARKUPS = {
    "asciidoc": Markup(
        heading=r"(?P<mark>={1,6}|#{1,6})[ \t]+(?P<name>\S.*)",
        underlines="=-~^+",
        fence=r"(?:(?:----+|\.\.\.\.+|\+\+\+\++)[ \t]*$|```(?P<language>\w*))",
        fence_end="{0}",
        comment=r"//(?!//)",
        comment_block=("////", "////"),
        quiet=r"(?::[\w!-]+:|\[[^\[\]]*\]$|(?:={4,}|\*{4,}|_{4,}|--|\|=+|'''|<<<)[ \t]*$|\.\w|ifdef::|ifndef::|endif::|toc::|include::)",
        include=r"(?P<how>include)::(?P<name>[^\s\[]+)\[",
        link=r"(?:link:|xref:|image::?)?(?P<target>(?:(?<![\w/.:-])https?://[^\s\[\]<>]{1,1000}+|(?<=link:)[^\s\[\]]{1,500}+|(?<=xref:)[^\s\[\]]{1,500}+|(?<=image::)[^\s\[\]]{1,500}+|(?<=image:)[^\s\[\]]{1,500}+))\[(?P<text>[^\]\n]{0,500}+)\]",
        span=r"(?<![\w`])`\+?([^`\n]{1,200}?)\+?`(?![\w`])",
        bold=r"(?<![\w*])\*([^\s*](?:[^*\n]{0,58}[^\s*])?)\*(?![\w*])",
        symbols=(
            ("anchor", r"^\[\[(?P<name>[^\]\n,]{1,100})"),
            ("anchor", r"^\[#(?P<name>[\w-]{1,100})"),
            ("attribute", r"^:(?P<name>[\w-]{1,60}):(?:[ \t]|$)"),
        ),
        clean=r"^(?:\[\[[^\[\]\n]*\]\]|\[#[^\[\]\n]*\])[ \t]*|[`+]|(?<!\w)[*_]+|[*_]+(?!\w)|(?:link|xref|image):[^\s\[]{0,500}+(?=\[)|<<[^<>\n]*>>",
        listing=r"(?:[-*+.]{1,5}|\d{1,4}\.)[ \t]",
    ),
    "org": Markup(
        heading=r"(?P<mark>\*{1,20})[ \t]+(?:(?:TODO|DONE|NEXT|WAITING)[ \t]+)?(?:\[#[A-Z]\][ \t]+)?(?P<name>\S.*)",
        title=r"(?i:#\+title:)[ \t]*(?P<name>\S.*)",
        fence=r"(?i:#\+begin_(?:src|example|export))(?:[ \t]+(?P<language>[\w+-]+))?",
        fence_end=r"(?i:#\+end_(?:src|example|export))",
        comment=r"#(?:[ \t]|$)",
        quiet=r"(?:#\+|:[\w-]+:)",
        include=r"(?i:#\+(?P<how>include|setupfile):)[ \t]*\"?(?P<name>[^\s\"]+)",
        link=r"\[\[(?P<target>[^\[\]\n]{1,1000})\](?:\[(?P<text>[^\[\]\n]{0,300})\])?\]",
        span=r"(?<![\w=~])[=~]([^=~\s](?:[^=~\n]{0,198}[^=~\s])?)[=~](?![\w=~])",
        bold=r"(?<![\w*])\*([^\s*](?:[^*\n]{0,58}[^\s*])?)\*(?![\w*])",
        symbols=(
            ("name", r"^(?i:#\+name:)[ \t]*(?P<name>\S{1,100})"),
            ("target", r"<<(?P<name>[^<>\n]{1,100})>>"),
        ),
        clean=r"[=~*/]|\[\[[^\[\]\n]*\]\[|\]\]|(?:(?<=[ \t])|^):[\w@:]+:[ \t]*$",
    ),
    "tex": Markup(
        heading=r"\\(?P<mark>part|chapter|section|subsection|subsubsection|paragraph|subparagraph)\*?[ \t]*(?:\[[^\[\]\n]*\]\*?)?\{(?P<name>[^\n]*)",
        levels={
            "part": 1,
            "chapter": 2,
            "section": 3,
            "subsection": 4,
            "subsubsection": 5,
            "paragraph": 6,
            "subparagraph": 7,
        },
        title=r"\\title(?:\[[^\[\]\n]*\])?\{(?P<name>[^\n]*)",
        fence=r"\\begin\{(?P<name>verbatim|lstlisting|minted|Verbatim|alltt)\*?\}(?:\[[^\[\]\n]*\])?(?:\{(?P<language>[\w+-]+)\})?",
        fence_end=r"\\end\{(?:verbatim|lstlisting|minted|Verbatim|alltt)\*?\}",
        comment=r"%",
        quiet=r"\\(?:begin|end|usepackage|documentclass|maketitle|tableofcontents|centering|vspace|hspace|newpage|clearpage|label|bibliography|includegraphics|newcommand|renewcommand|def|input|include|author|date)\b",
        include=r"\\(?P<how>input|include|usepackage|RequirePackage|documentclass|bibliography|addbibresource|includegraphics|import|subfile)(?:\[[^\[\]\n]*\])?\{(?P<name>[^{}\n]+)\}",
        link=r"\\(?:href|url)\{(?P<target>[^{}\n]{1,1000})\}(?:\{(?P<text>[^{}\n]{0,300})\})?",
        span=r"\\(?:texttt|code|lstinline|verb)(?:\{([^{}\n]{1,200})\}|\|[^|\n]{1,200}\|)",
        bold=r"\\(?:textbf|emph|term|gls)\{([^{}\n]{1,60})\}",
        symbols=(
            ("label", r"\\label\{(?P<name>[^{}\n]{1,100})\}"),
            (
                "command",
                r"\\(?:re)?newcommand\*?[ \t]*\{?(?P<name>\\[A-Za-z@]+)|\\(?:g|e|x)?def[ \t]*(?P<name2>\\[A-Za-z@]+)|\\(?:New|Declare)\w*Command\w*[ \t]*\{?(?P<name3>\\[A-Za-z@]+)",
            ),
            ("environment", r"\\newenvironment\*?\{(?P<name>[^{}\n]{1,100})\}"),
            ("theorem", r"\\newtheorem\*?\{(?P<name>[^{}\n]{1,100})\}"),
            ("bibitem", r"\\bibitem(?:\[[^\[\]\n]*\])?\{(?P<name>[^{}\n]{1,100})\}"),
        ),
        clean=r"\\(?:label|color|index|cite|ref|vspace|hspace)\*?\{[^{}\n]*\}|\\[A-Za-z@]+\*?|[{}$~\\]",
        listing=r"\\item",
    ),
    "roff": Markup(
        heading=r"[.'](?P<mark>SH|SS|Sh|Ss)(?:[ \t]+\"?(?P<name>[^\"\n]+)|$)",
        is_name_below=True,
        levels={"SH": 1, "Sh": 1, "SS": 2, "Ss": 2},
        title=r"[.'](?:TH|Dt)[ \t]+\"?(?P<name>[^\s\"]+)",
        fence=r"\.(?:nf|EX|Bd)\b",
        fence_end=r"\.(?:fi|EE|Ed)\b",
        comment=r"[.']?\\\"",
        quiet=r"[.'](?!(?:[BIR]{1,2}|Nm|Nd|Fl|Ar|Cm|Op)\b)[A-Za-z]{0,3}\b",
        include=r"\.(?P<how>so)[ \t]+(?P<name>\S+)",
        bold=r"\\fB([^\\\n]{1,60})\\f[PR]",
        clean=r"\\f[A-Z]|\\&|\\(?=-)|^\.[A-Z]{1,2}\b",
        listing=r"\.(?:IP|TP|It)\b",
    ),
    "pod": Markup(
        heading=r"=(?P<mark>head[1-6])[ \t]+(?P<name>\S.*)",
        levels={f"head{n}": n for n in range(1, 7)},
        comment=r"=(?:begin|end|for|encoding|pod|cut|over|back)\b",
        quiet=r"=\w+",
        link=r"L<(?:(?P<text>[^<>|\n]{1,300})\|)?(?P<target>[^<>|\n]{1,1000})>",
        span=r"C<([^<>\n]{1,200})>",
        bold=r"B<([^<>\n]{1,60})>",
        symbols=(("item", r"^=item[ \t]+(?P<name>[\w:$@%&.-]{1,100})"),),
        clean=r"[A-Z]<|>",
        listing=r"=item\b",
    ),
    "rdoc": Markup(
        heading=r"(?P<mark>={1,6})[ \t]*(?P<name>[^\s=].*)",
        span=r"<tt>([^<>\n]{1,200})</tt>|\+([\w.:]{1,100})\+",
        bold=r"(?<![\w*])\*([^\s*](?:[^*\n]{0,58}[^\s*])?)\*(?![\w*])",
        link=r"\{(?P<text>[^{}\n]{1,300})\}\[(?P<target>[^\[\]\s]{1,1000})\]",
        clean=r"</?tt>|[+]|(?<!\w)[*_]+|[*_]+(?!\w)",
    ),
    "textile": Markup(
        heading=r"h(?P<mark>[1-6])(?:\([^)\n]*\))?\.[ \t]+(?P<name>\S.*)",
        levels={str(n): n for n in range(1, 7)},
        fence=r"bc\.\.?|<pre>",
        fence_end=r"$|p\.|.*</pre>",
        span=r"@([^@\n]{1,200})@",
        link=r"\"(?P<text>[^\"\n]{1,300})\":(?P<target>\S{1,1000})",
        bold=r"(?<![\w*])\*([^\s*](?:[^*\n]{0,58}[^\s*])?)\*(?![\w*])",
        clean=r"@|(?<!\w)[*_]+|[*_]+(?!\w)",
    ),
    "mediawiki": Markup(
        heading=r"(?P<mark>={1,6})[ \t]*(?P<name>[^=\n][^\n]*?)[ \t]*=+[ \t]*$",
        fence=r"<(?:source|syntaxhighlight)(?:[ \t]+lang=\"?(?P<language>[\w+-]+))?[^>\n]*>|<pre>",
        fence_end=r".*</(?:source|syntaxhighlight|pre)>",
        link=r"\[\[(?P<target>[^\[\]|\n]{1,1000})(?:\|(?P<text>[^\[\]\n]{0,300}))?\]\]",
        span=r"<code>([^<>\n]{1,200})</code>",
        bold=r"'''([^'\n]{1,60})'''",
        clean=r"'''?|\[\[|\]\]|</?code>",
        listing=r"[*#:;]+[ \t]?",
    ),
    "texinfo": Markup(
        heading=r"@(?P<mark>top|chapter|appendix|unnumbered|section|appendixsec|unnumberedsec|subsection|unnumberedsubsec|subsubsection|heading|subheading)[ \t]+(?P<name>\S.*)",
        levels={
            "top": 1,
            "chapter": 2,
            "appendix": 2,
            "unnumbered": 2,
            "section": 3,
            "appendixsec": 3,
            "unnumberedsec": 3,
            "heading": 3,
            "subsection": 4,
            "unnumberedsubsec": 4,
            "subheading": 4,
            "subsubsection": 5,
        },
        title=r"@settitle[ \t]+(?P<name>\S.*)",
        fence=r"@(?:small)?(?P<language>example|lisp|verbatim|display)\b",
        fence_end=r"@end[ \t]+(?:small)?(?:example|lisp|verbatim|display)",
        comment=r"@c(?:omment)?\b",
        quiet=r"@(?:node|menu|end|def\w+|cindex|findex|kindex|itemize|table|set|clear|ifset|iftex|ifinfo)\b",
        include=r"@(?P<how>include)[ \t]+(?P<name>\S+)",
        span=r"@(?:code|samp|command|option|file|env|var)\{([^{}\n]{1,200})\}",
        bold=r"@(?:dfn|strong|emph)\{([^{}\n]{1,60})\}",
        link=r"@(?:uref|url|xref|pxref|ref)\{(?P<target>[^{},\n]{1,1000})(?:,[ \t]*(?P<text>[^{},\n]{0,300}))?",
        symbols=(
            ("function", r"^@def(?:un|mac|spec)x?[ \t]+(?P<name>\S{1,100})"),
            ("definition", r"^@def(?:fn|vr|tp|typefn)x?[ \t]+(?:\{[^}\n]*\}|\S+)[ \t]+(?P<name>\S{1,100})"),
            ("option", r"^@(?:item|itemx)[ \t]+(?P<name>-[\w-]{1,60})"),
            ("node", r"^@node[ \t]+(?P<name>[^,\n]{1,100})"),
        ),
        clean=r"@\w+\{|[{}]",
        listing=r"@item",
    ),
    "rd": Markup(
        heading=r"\\(?P<mark>section\{|subsection\{|)(?P<name>(?<=\{)[^{}\n]+(?=\}\{)|(?<=\\)(?:description|details|value|arguments|note|references|author|source|format|seealso)(?=\{[ \t]*$))",
        levels={"": 1, "section{": 1, "subsection{": 2},
        title=r"\\title\{(?P<name>[^\n]*)",
        fence=r"\\(?:usage|examples)\{[ \t]*$",
        fence_end=r"\}[ \t]*$",
        comment=r"%",
        quiet=r"\\(?:name|alias|docType|keyword|concept|encoding|Rdversion)\b|\}$",
        link=r"\\(?:href|url)\{(?P<target>[^{}\n]{1,1000})\}(?:\{(?P<text>[^{}\n]{0,300})\})?",
        span=r"\\code\{(?:\\link(?:\[[^\[\]\n]*\])?\{)?([^{}\n]{1,200})\}",
        bold=r"\\(?:emph|strong)\{([^{}\n]{1,60})\}",
        symbols=(
            ("topic", r"^\\alias\{(?P<name>[^{}\n]{1,200})\}"),
            ("argument", r"^[ \t]*\\item\{(?P<name>[^{}\n]{1,100})\}\{"),
        ),
        clean=r"\\href\{[^{}\n]*\}|\\[A-Za-z]+(?:\[[^\[\]\n]*\])?|[{}\\]",
        listing=r"\\item",
    ),
}


def read_markup(data: bytes, language: Language) -> Facts:
    """Return the outline, links, code blocks, title, first paragraph and terms of a document."""
    document = Document(data)
    _Reader(document, _compiled(language.settings.markup)).read()
    return document.facts()


class _Patterns:
    """A `Markup` with its patterns compiled."""

    def __init__(self, markup: Markup) -> None:
        self.markup = markup

        def make(pattern: str) -> re.Pattern[str] | None:
            return re.compile(pattern) if pattern else None

        self.heading = re.compile(markup.heading)
        self.title, self.fence, self.comment = make(markup.title), make(markup.fence), make(markup.comment)
        self.quiet, self.include, self.link = make(markup.quiet), make(markup.include), make(markup.link)
        self.span, self.bold, self.clean = make(markup.span), make(markup.bold), make(markup.clean)
        self.listing = re.compile(markup.listing)
        self.symbols = [(kind, re.compile(pattern)) for kind, pattern in markup.symbols]


@cache
def _compiled(name: str) -> _Patterns:
    return _Patterns(MARKUPS[name])


class _Reader:
    def __init__(self, document: Document, patterns: _Patterns) -> None:
        self.document = document
        self.lines = document.lines
        self.patterns = patterns

    def read(self) -> None:
        at = 0
        while at < len(self.lines):
            at = self._read_line(at)

    def _read_line(self, at: int) -> int:
        p, document = self.patterns, self.document
        line = self.lines[at]
        body = line.strip()
        if not body:
            document.end_paragraph()
            return at + 1
        opener, closer = p.markup.comment_block
        if opener and body == opener:
            return self._skip_comment(at, closer)
        self._find_symbols(line, at + 1)
        if p.include:
            found = p.include.match(body)
            if found:
                for target in re.split(r"[,\s]+", found["name"]):
                    if target:
                        document.imports.append(Import(target[:500], at + 1, found["how"].lower()))
        if p.title and not document.title:
            found = p.title.match(body)
            if found:
                document.title = self._clean(_until_brace(found["name"]))[:200]
                document.end_paragraph()
                return at + 1
        if p.comment and p.comment.match(body):
            document.comment_lines += 1
            return at + 1
        found = p.fence.match(body) if p.fence else None
        if found:
            return self._read_fence(at, found)
        found = p.heading.match(body) if line[0] not in " \t" or p.markup.levels else None
        if found:
            mark, name, row = found["mark"], found["name"], at
            if not name and p.markup.is_name_below and at + 1 < len(self.lines):
                row = at + 1
                name = self.lines[row].strip().strip('"')
            self._read_inline(name or "", row + 1)
            level = p.markup.levels.get(mark, len(mark))
            document.add_heading(
                level, self._clean(_until_brace(name or "")), at + 1, body[:300], name_line=row + 1
            )
            return row + 1
        if p.markup.underlines and self._is_underlined(at, line, body):
            level = p.markup.underlines.index(self.lines[at + 1][0]) + 1
            self._read_inline(body, at + 1)
            document.add_heading(level, self._clean(body), at + 1, body[:300])
            return at + 2
        self._read_inline(line, at + 1)
        if p.quiet and p.quiet.match(body):
            document.end_paragraph()
        elif p.listing.match(body) or body[0] == "|":
            document.end_paragraph()
            document.add_words(self._clean(body), at + 1)
        else:
            document.add_prose(self._clean(body), at + 1)
        return at + 1

    def _is_underlined(self, at: int, line: str, body: str) -> bool:
        below = self.lines[at + 1].rstrip() if at + 1 < len(self.lines) else ""
        is_rule = len(below) > 2 and below[0] in self.patterns.markup.underlines and not below.strip(below[0])
        return is_rule and abs(len(below) - len(body)) <= 2 and body[0].isalnum() and line[0] not in " \t"

    def _skip_comment(self, at: int, closer: str) -> int:
        end = at + 1
        while end < len(self.lines) and self.lines[end].strip() != closer:
            end += 1
        self.document.comment_lines += end - at
        return end + 1

    def _read_fence(self, at: int, found: re.Match[str]) -> int:
        document = self.document
        document.end_paragraph()
        closer = re.compile(self.patterns.markup.fence_end.replace("{0}", re.escape(found[0].strip())))
        document.add_code_block(self._fence_language(at, found))
        end = at + 1
        while end < len(self.lines) and not closer.match(self.lines[end].strip()):
            document.terms.read_code(self.lines[end][:5_000], end + 1)
            end += 1
        return end + 1

    def _fence_language(self, at: int, found: re.Match[str]) -> str:
        if "language" in found.re.groupindex and found["language"]:
            return found["language"]
        above = re.match(r"\[source,[ \t]*(\w+)", self.lines[at - 1].strip()) if at else None
        return above[1] if above else ""

    def _find_symbols(self, line: str, number: int) -> None:
        for kind, pattern in self.patterns.symbols:
            for found in pattern.finditer(line[:5_000]):
                name = next((value for value in found.groups() if value), "")
                if name:
                    symbol = Symbol(
                        name.strip(), kind, number, number, "", line.strip()[:300], name_line=number
                    )
                    self.document.add_symbol(symbol)

    def _read_inline(self, text: str, number: int) -> None:
        p, document = self.patterns, self.document
        if p.link:
            for found in p.link.finditer(text):
                document.add_link(number, found["target"], found["text"] or "")
        if p.span:
            for found in p.span.finditer(text):
                span = next((value for value in found.groups() if value), "")
                if span:
                    document.add_mention(span, number)
        if p.bold:
            for found in p.bold.finditer(text):
                document.terms.define(found[1], number)

    def _clean(self, text: str) -> str:
        return self.patterns.clean.sub("", text).strip() if self.patterns.clean else text.strip()


def _until_brace(text: str) -> str:
    """Return the text up to the brace that closes a command's argument."""
    depth = 0
    for at, char in enumerate(text[:1_000]):
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth < 0:
                return text[:at]
    return text
