"""Group C: contents. One repository holds every odd file; each row looks at its own."""

from __future__ import annotations

import json
import re

import msgspec
import pytest
from invariants import READER, Built, examine
from runs import Content, write_tree

from repobook.work import ANALYZE, Request
from repobook.workers import Job, Pool, Result

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
    # C09
    "one_line.js": "".join(f"function f{at}(){{return {at}}}" for at in range(1_000)),
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
    # C18, C19
    "bidi.py": "# \u202eevil\u2066\nx = '\u200b'\ny = '\U000e0041'\n",
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
    # C31, C32
    "markdown/brackets.md": "[" * 6_400 + "\n",
    "markdown/title.md": '[a](b "' + "\\!" * 27 + "\n",
    "markdown/emphasis.md": "*a_b" * 5_000 + "\n",
    "long/word.js": "a" * 300_000 + "!",
    "long/spaces.py": " " * 300_000 + "\n",
    # C33–C37
    ".env": "PASSWORD=hunter2-secret\n",
    "id_rsa": "-----BEGIN OPENSSH PRIVATE KEY-----\nhunter2-secret\n",
    "elf.py": b"\x7fELF\x02\x01\x01\0\0\0",
    "include/a.c": '#include "../../outside.txt"\n#include "/etc/passwd"\n',
    "include/b.md": "{{#include ../../outside.txt}}\n\n--8<-- \"../../outside.txt\"\n",
    "include/c.rst": ".. include:: ../../outside.txt\n.. literalinclude:: ../../outside.txt\n",
    "names.js": "function __proto__(){}\nfunction constructor(){}\nfunction toString(){}\nfunction hasOwnProperty(){}\n",
    "numbers.py": f"A = {'9' * 5_000}\nB = {2**70}\n",
    "lfs.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
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
    with open(place / "repo" / "huge.js", "wb") as stream:  # C08: as large as 50 MB, and nothing to store
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
    "huge.js": "too_large",
}


def test_what_is_skipped(built: Built) -> None:
    """C02, C08, C33, C34: only what is no text, too large or secret has no page."""
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
    """C03: the page says that bytes were lost, or names an encoding in which they were not."""
    page = built.page("latin.py")
    assert "decode_lossy" in page or "**Encoding**" in page


def test_output_is_not_much_larger_than_input(built: Built) -> None:
    """C09: thousands of functions on one line do not repeat that line thousands of times."""
    data = len((built.root / "one_line.js").read_bytes())
    assert len(built.page("one_line.js")) + len(built.keywords("one_line.js")) < 10 * data


@pytest.mark.parametrize(
    "path",
    sorted(
        str(name)
        for name in FILES
        if str(name).startswith(("deep/", "bombs/", "hang/", "markdown/", "long/"))
    ),
)
def test_bombs_are_documented(path: str, built: Built) -> None:
    """C10–C14, C17, C31, C32: deep nesting, aliases, entities and long lines cost nobody their page."""
    assert built.outcome(path) == "documented"


def test_aliases_are_not_expanded(built: Built) -> None:
    """C17: a YAML bomb of 500 bytes makes a small page."""
    assert len(built.page("bombs/alias.yaml")) < 20_000


def test_hidden_characters_are_noted(built: Built) -> None:
    """C18: the page counts hidden characters and shows them."""
    page = built.page("bidi.py")
    assert ("hidden_unicode" in page, "[U+202E]evil[U+2066]" in page, "\u202e" in page) == (True, True, False)


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
    assert {target for target in targets if ":" in target} == set()


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


def test_names_that_trap_scripts(built: Built) -> None:
    """C36: functions called `__proto__` and `constructor` are in the index like any other."""
    index = "".join(text for name, text in built.pages() if name.startswith("keywords"))
    assert [
        name
        for name in ("__proto__", "constructor", "toString", "hasOwnProperty")
        if f"- `{name}`:" not in index
    ] == []


@pytest.mark.parametrize(
    "language, data",
    [
        ("C", b"(" * 100_000),
        ("C++", b"a<" * 5_000),
        ("JavaScript", b"`${" * 30_000),
        ("Python", b"{" * 100_000),
    ],
    ids=["C parentheses", "C++ templates", "JavaScript templates", "Python braces"],
)
def test_slow_input_ends_at_the_limit(language: str, data: bytes) -> None:
    """C10–C13: what a parser cannot finish is cut at the limit, and its neighbour is analysed."""
    with Pool(1) as pool:
        pool.submit(Job(1, ANALYZE, msgspec.msgpack.encode(Request(language, data)), seconds=0.4))
        pool.submit(Job(2, ANALYZE, msgspec.msgpack.encode(Request("Python", b"x = 1\n")), seconds=20))
        found: dict[int, Result] = {result.job: result for result in pool.drain()}
    assert (found[1].failure in ("", "parse_timeout"), found[2].failure) == (True, "")
