"""Read text that no reader knows: headings, title and first paragraph by layout alone, where it is prose at all.

Of a language that has a name and no folder, nothing is known but how its comments begin, and of some not even that.
"""

from __future__ import annotations

import re

from repobook.analyze import comments
from repobook.analyze.documents import Document
from repobook.analyze.file_words import of_file
from repobook.analyze.languages import Language
from repobook.analyze.stop_words import FUNCTION_WORDS
from repobook.analyze.terms import count_lines, index_terms
from repobook.analyze.tool_words import is_code
from repobook.facts import Facts

_WORD = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*")
_LETTERS = re.compile(r"[^\W\d_]+")
_QUIET_WORDS = frozenset(word.encode() for word in FUNCTION_WORDS)
_UNDERLINE = re.compile(r"^[ \t]*([=\-~^*#+_])\1{2,}[ \t]*$")
_NUMBERED = re.compile(r"^(\d{1,3}(?:\.\d{1,3}){0,5})[.)]?[ \t]+([^\W\d_][^\n]{1,70})$")
_SAMPLE = 100_000
_DOCUMENTS = frozenset(
    {"API Blueprint", "Bikeshed", "Cooklang", "Creole", "Gemini", "Muse", "Text", "Typst", "Vim Help File"}
)
_C_COMMENT = rb"[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*+\*/[ \t\r]*)$"
# How lines of nothing but comment look, by language.
_COMMENTS = {
    name: re.compile(pattern, re.M)
    for pattern, names in (
        (rb"[ \t]*#[^\n]*", "jq,RPM Spec,Nginx,ApacheConf,Caddyfile,crontab,SSH Config,Just,Earthly,BitBake,Alpine Abuild,Gentoo Ebuild,Gentoo Eclass,QMake,"
         "pkg-config,Crystal,Raku,Nushell,Elvish,Tcsh,sed,Gnuplot,Snakemake,Cython,Mojo,Procfile,Gherkin,Hurl,Open Policy Agent,GDB,Proguard,NEON,Singularity,Debian Package Control File"),
        (rb"[ \t]*(?:dnl\b|#)[^\n]*", "M4,M4Sugar"),
        (_C_COMMENT, "Yacc,Bison,Lex,JFlex,Ragel,SWIG,ISPC,C3,WGSL,GDShader,Slang,Vala,Haxe,ActionScript,AspectJ,Apex,Jsonnet,Bicep,CUE,FlatBuffers,QML,ANTLR,Cadence,Move,Cairo,P4,OpenSCAD,Device Tree"),
        (rb"[ \t]*--[^\n]*", "PureScript,Lean,Lean 4,Agda,Idris,Luau,Teal,MoonScript,Dhall"),
        (rb"[ \t]*%[^\n]*", "Prolog,Logtalk,Mercury"),
        (rb"[ \t]*;[^\n]*", "LLVM,Fennel,Hy,Janet,LFE,PDDL,AutoHotkey,WebAssembly"),
    )
    for name in names.split(",")
}  # fmt: skip
_LISTED = re.compile(r"[-*+•|][ \t]")
_MANUAL = re.compile(r"^\.(?:TH|SH|Dd|Dt|Sh)[ \t]", re.M)  # a page of a manual, in roff
_HASHES = re.compile(r"^#+(?:\s+|$)")  # of a comment, in most languages
_DNL = re.compile(r"^\s*dnl\b ?")
# Lines of markup: a request or a font of roff, a tag, what fills a template.
_MARKUP = re.compile(r"\s*(?:['.](?:\\\"|[A-Za-z]{1,2}(?:\s|$))|\.$|\\f[A-Z]|</?[A-Za-z!?%]|\{[%{#])")


def read_plain(data: bytes, name: str = "") -> Facts:
    """Return the facts of a text in the language of that `name`, or in none."""
    sample = data[:_SAMPLE].decode(errors="replace")
    if (not name or name in _DOCUMENTS) and is_prose(sample) and not _MANUAL.search(sample[:2_000]):
        document = Document(data)
        _read_layout(document)
        return document.facts()
    facts = Facts()
    known = _COMMENTS.get(name)
    code = known.sub(lambda found: b"\n" * found[0].count(b"\n"), data) if known else data
    facts.lines, facts.code_lines, facts.comment_lines, facts.blank_lines = count_lines(data, code)
    facts.terms, facts.term_lines = index_terms(data, _WORD, _QUIET_WORDS)
    if known:
        _read_head(facts, data, code)
    elif name:
        facts.details["comments"] = "unknown"  # none were looked for
    return facts


def _read_head(facts: Facts, data: bytes, code: bytes) -> None:
    """Take the first comment that speaks to a reader and stands before any code; `code` is `data` without comments."""
    block: list[str] = []
    rows = zip(data[:_SAMPLE].split(b"\n"), code[:_SAMPLE].split(b"\n"), strict=False)
    for number, (row, rest) in enumerate([*rows, (b"", b"")], 1):
        if row.strip() and not rest.strip():
            block.append(_DNL.sub("# ", row.decode(errors="replace")))
            continue
        words = of_file(comments.clean("\n".join(block))) if block else ""
        if len(words) >= 12 and " " in words:
            facts.purpose = words
            facts.purpose_first_line, facts.purpose_last_line = number - len(block), number - 1
            return
        if rest.strip():
            return
        block = []


def read_text(data: bytes, language: Language) -> Facts:
    """The same, under the name that `language.toml` gives a reader."""
    return read_plain(data)


def is_prose(sample: str) -> bool:
    """Tell whether people wrote the text for people: lines of words, many of them the small words of a language."""
    words = _LETTERS.findall(sample)
    if len(words) < 8:
        return False
    small = sum(1 for word in words if word.lower() in FUNCTION_WORDS)
    lines = sum(1 for line in sample.split("\n") if line.strip())
    letters = sum(map(len, words)) + sample.count(" ")
    share = letters / len(sample)
    return share > 0.6 and len(words) / max(1, lines) >= 2.5 and small / len(words) > 0.12


def _read_layout(document: Document) -> None:
    lines = document.lines
    at = 0
    while at < len(lines):
        body = lines[at].strip()
        if not body:
            document.end_paragraph()
            at += 1
            continue
        is_open_above = at == 0 or not lines[at - 1].strip()
        below = lines[at + 1] if at + 1 < len(lines) else ""
        if is_open_above and len(body) <= 100 and not _UNDERLINE.match(body):
            rule = _UNDERLINE.match(below)
            if rule and 2 * len(below.strip()) >= len(body):
                document.add_heading({"=": 1, "#": 1, "*": 1, "-": 2}.get(rule[1], 3), body, at + 1, body)
                at += 2
                continue
            level = _heading_level(lines, at, body)
            if level:
                document.add_heading(level, body, at + 1, body)
                at += 1
                continue
        if _UNDERLINE.match(body):
            document.end_paragraph()
        elif _LISTED.match(body) or _MARKUP.match(body) or is_code(body):
            document.end_paragraph()
            document.add_words(body, at + 1)
        else:
            document.add_prose(_HASHES.sub("", body), at + 1)
        at += 1


def _heading_level(lines: list[str], at: int, body: str) -> int:
    """Return the level of a line that stands alone and looks like a heading, or 0."""
    below = lines[at + 1].strip() if at + 1 < len(lines) else ""
    letters = sum(c.isalpha() for c in body)
    if letters < 3 or len(body) > 80:
        return 0
    is_alone = not below
    if body.isupper() and letters >= 4 and letters * 2 > len(body) and len(body) <= 70:
        return 1 if is_alone or lines[at + 1][:1] in " \t" else 0
    numbered = _NUMBERED.match(body)
    if numbered and is_alone and body[-1] not in ".,;:":
        return 1 + numbered[1].count(".")
    if (
        not is_alone
        or lines[at][0] in " \t"
        or body[-1] in ".,;:!?)"
        or not body[0].isupper()
        or len(body.split()) > 8
    ):
        return 0
    following = [line.strip() for line in lines[at + 2 : at + 4]]
    is_paragraph = bool(following) and bool(following[0]) and (len(following[0]) > 60 or bool(following[-1]))
    return 3 if is_paragraph and letters * 3 > 2 * len(body) else 0
