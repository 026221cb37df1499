"""Group C, for the readers of documents, settings and data: whatever a text holds, its reader ends soon and raises nothing.

Each input is built by code in two sizes; the larger one may take at most what a linear reader would, with room for a
busy machine. A few of them also go through a build, whose book must verify.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from runs import Content, run, write_tree

from repobook.analyze.analyze import analyze
from repobook.analyze.languages import Languages
from repobook.facts import Facts

LANGUAGES = Languages()
READERS = [
    "Markdown", "reStructuredText", "AsciiDoc", "Org", "TeX", "Roff", "Textile", "Wikitext", "RDoc", "Pod", "Texinfo", "Text",
    "YAML", "JSON", "TOML", "INI", "XML", "HTML", "CSS", "SCSS", "CSV", "TSV", "Jupyter Notebook", "Jinja", "Makefile",
    "CMake", "Dockerfile", "HCL", "SQL", "Ignore List", "Pip Requirements", "Git Attributes", "CODEOWNERS", "",
]  # fmt: skip
SMALL, LARGE = 1_000, 4_000
LIMIT_SECONDS = 4.0  # for LARGE, which takes a linear reader a few hundredths

# What any reader may meet: a text of `n` repetitions.
COMMON: dict[str, Callable[[int], str]] = {
    "open brackets": lambda n: "[" * n * 10,
    "open braces": lambda n: "{" * n * 10,
    "open parentheses": lambda n: "(" * n * 10,
    "nested brackets": lambda n: "[" * n * 10 + "]" * n * 10,
    "angles": lambda n: "<" * n * 10,
    "tags": lambda n: "<a>" * n + "</a>" * n,
    "tags never closed": lambda n: "<a " * n,
    "attributes": lambda n: "<a " + 'x="1" ' * n + ">",
    "comments never closed": lambda n: "<!-- " * n + "/* " * n,
    "quotes": lambda n: "\"'" * n * 5,
    "backticks": lambda n: "`" * n + "` " * n + "``a`" * n,
    "fences": lambda n: "```\n~~~\n" * n,
    "links": lambda n: "[a](b) " * n,
    "links never closed": lambda n: "[a](" * n + "![[" * n,
    "link targets": lambda n: "link:a" * n + "xref:" * n + "http://" * n + "<http://a" * n,
    "reference definitions": lambda n: "".join(f"[r{at}]: http://x/{at}\n" for at in range(n)),
    "reference links": lambda n: "[a][b]" * n,
    "escaped title": lambda n: '[a](b "' + "\\!" * n,
    "emphasis": lambda n: "*a_b " * n + "**a" * n + "_" * n + "*" * n,
    "quotations": lambda n: ">" * n + " x\n" + "> " * n + "x",
    "list items in one line": lambda n: "- " * n,
    "headings": lambda n: "# h\n" * n + "a\n=\n" * n,
    "rules": lambda n: "-" * n + "\n" + "=" * n + "\n" + "- " * n + "!",
    "rows": lambda n: "|a|b|\n|-|-|\n" + "|1|2|\n" * n,
    "one row": lambda n: "|a" * n,
    "template marks": lambda n: "{%" * n + "[a]({{" * n,
    "roles": lambda n: ":a:`b` " * n + ":a:`" * n,
    "directives": lambda n: ".. x:: y\n\n   " * n + "```{note}\n" * n,
    "keys": lambda n: "a: b\n" * n + "a = b\n" * n,
    "front matter": lambda n: "---\n" + "a: b\n" * n,
    "dots": lambda n: "a." * n + "b = 1\n[" + "a." * n + "b]",
    "calls": lambda n: "$(" * n + "set(a\n" * n,
    "continued lines": lambda n: "a \\\n" * n,
    "one word": lambda n: "a" * n * 100 + "!",
    "blanks": lambda n: " " * n * 100 + "\t" * n * 100,
    "names": lambda n: "a.b.c::d->e-f/" * n,
    "addresses": lambda n: "a@b.c " * n + "a.b@" * n,
    "carriage returns": lambda n: "a: b\r" * n,
    "control characters": lambda n: "\x1b[31mx\x1b]8;;http://x\x07\x00\x08" * n,
    "hidden characters": lambda n: "\u202e\u2066x\u200b\U000e0041" * n,
    "odd line ends": lambda n: "a\u2028b\u2029c\x85d\x0b\x0c\x1c\n" * n,
    "long number": lambda n: "a: " + "9" * n * 5,
}

# What only one reader takes for its own.
OWN: list[tuple[str, str, Callable[[int], str]]] = [
    ("JSON", "deep objects", lambda n: '{"a":' * n + "1" + "}" * n),
    ("JSON", "many keys", lambda n: json.dumps({f"k{at}": at for at in range(n)})),
    ("JSON", "empty lists", lambda n: "[" + "[]," * n + "[]]"),
    ("JSON", "strings cut in two", lambda n: '{"a": "' * n),
    ("YAML", "deep mapping", lambda n: "\n".join(" " * at + f"k{at}:" for at in range(n // 4))),
    ("YAML", "alias bomb", lambda n: "a: &a [x]\n" + "".join(f"b{at}: &b{at} [*a, *a]\n" for at in range(n))),
    ("YAML", "merge keys", lambda n: "a: &a {b: c}\n" + "".join(f"k{at}:\n  <<: *a\n" for at in range(n))),
    ("YAML", "documents", lambda n: "---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n" * n),
    ("YAML", "steps", lambda n: "on: push\njobs:\n  a:\n    steps:\n" + "      - run: |\n\n\n          x\n" * n),
    ("TOML", "arrays never closed", lambda n: "a = [\n" * n),
    ("TOML", "strings never closed", lambda n: 'a = """\n' * n),
    ("TOML", "deep inline tables", lambda n: "a = " + "{a = " * n),
    ("INI", "sections", lambda n: "[a]\nb = c\n" * n),
    ("XML", "entity bomb", lambda n: "<!DOCTYPE r [" + "".join(f'<!ENTITY e{at + 1} "&e{at};&e{at};">' for at in range(n)) + "]><r>&e9;</r>"),
    ("XML", "external entity", lambda n: '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>' * n),
    ("XML", "CDATA never closed", lambda n: "<r>" + "<![CDATA[" * n),
    ("HTML", "headings never closed", lambda n: "<h1>" * n + "<h2 " * n),
    ("HTML", "scripts never closed", lambda n: "<script>" * n),
    ("Markdown", "nested list", lambda n: "\n".join("  " * at + "- x" for at in range(n // 4))),
    ("Markdown", "HTML headings", lambda n: "<h1>\n" * n),
    ("Markdown", "colon fences", lambda n: ":::{note}\n" * n),
    ("reStructuredText", "labels", lambda n: ".. _a:\n" * n),
    ("reStructuredText", "grid table", lambda n: "+--+--+\n|a |b |\n" * n),
    ("CSV", "wide", lambda n: ",".join(f"c{at}" for at in range(n)) + "\n" + "1," * n),
    ("CSV", "quotes never closed", lambda n: 'a,b\n"' + '"a,' * n),
    ("Jupyter Notebook", "cells", lambda n: '{"cells": [' + '{"cell_type": "code", "source": ["a\\n"]},' * n + "{}]}"),
    ("Jupyter Notebook", "large output", lambda n: json.dumps({"cells": [{"cell_type": "code", "source": "a", "outputs": ["A" * n * 1_000]}]})),
    ("CSS", "nested rules", lambda n: "a{" * n),
    ("SQL", "tuples", lambda n: "INSERT INTO a VALUES " + "(1,2)," * n),
    ("SQL", "tables never closed", lambda n: "CREATE TABLE a (\n" * n),
    ("Makefile", "long rule", lambda n: "a " * n + ": b\n\tc\n"),
    ("Makefile", "rules", lambda n: "a: b\n\tc\n" * n),
    ("Dockerfile", "stages", lambda n: "FROM a AS b\nRUN x \\\n" * n),
    ("HCL", "open blocks", lambda n: 'a "b" {\n' * n),
    ("TeX", "open groups", lambda n: "\\a{" * n + "\\section{a}\n" * n),
    ("Wikitext", "templates", lambda n: "{{" * n + "[[" * n),
    ("Text", "licence words", lambda n: "Permission is hereby granted, free of charge\n\n" * n),
]  # fmt: skip


def read(text: str | bytes, language: str) -> tuple[Facts, float]:
    data = text.encode() if isinstance(text, str) else text
    start = time.process_time()
    facts = analyze(data, language, LANGUAGES)
    return facts, time.process_time() - start


def check(make: Callable[[int], str], language: str, name: str) -> None:
    _, small = read(make(SMALL), language)
    text = make(LARGE)
    facts, large = read(text, language)
    size = (len(text) + 1) / (len(make(SMALL)) + 1)
    assert large < LIMIT_SECONDS, f"{name}: {large:.1f} s"
    assert large < 0.5 or large < 4 * size * small, f"{name}: {small:.2f} s, then {large:.2f} s"
    lines = text.count("\n") + 1
    for symbol in facts.symbols:
        assert 1 <= symbol.first_line <= symbol.last_line <= lines, f"{name}: {symbol}"
        assert symbol.first_line <= symbol.name_line <= symbol.last_line, f"{name}: {symbol}"


@pytest.mark.parametrize("language", READERS)
def test_any_reader_ends_soon(language: str) -> None:
    for name, make in COMMON.items():
        check(make, language, name)


@pytest.mark.parametrize(
    ("language", "name", "make"), OWN, ids=lambda value: value if isinstance(value, str) else ""
)
def test_reader_ends_soon(language: str, name: str, make: Callable[[int], str]) -> None:
    check(make, language, name)


@pytest.mark.parametrize("language", READERS)
@pytest.mark.parametrize(
    "data",
    [
        b"", b"\n", b"a", b"\0", b"a: \xff\xfe\n# caf\xe9\n", b"\xef\xbb\xbfkey: 1\n# Title\n", "key: 1\n".encode("utf-16"),
        "\ufeffkey: 1\n".encode("utf-16-be"), "key: 1\n".encode("utf-32"), b"a: 1\rb: 2\rc: 3\r", b"a: 1\r\nb: 2\r\n",
        b"\xed\xa0\x80 lone surrogate\n", b"\xf5\x80\x80\x80", b"\xff" * 1_000,
    ],
    ids=["empty", "newline", "letter", "nul", "latin", "mark", "utf16", "utf16be", "utf32", "cr", "crlf", "surrogate", "beyond", "bytes"],
)  # fmt: skip
def test_any_bytes_are_read(language: str, data: bytes) -> None:
    facts, _ = read(data, language)
    assert facts.lines >= 0


@pytest.mark.parametrize("language", ["YAML", "TOML", "INI", "JSON"])
def test_key_is_free_of_the_byte_order_mark(language: str) -> None:
    text = {"YAML": "key: 1\n", "TOML": "key = 1\n", "INI": "key = 1\n", "JSON": '{"key": 1}\n'}[language]
    for data in (
        b"\xef\xbb\xbf" + text.encode(),
        text.encode("utf-16"),
        ("\ufeff" + text).encode("utf-16-be"),
    ):
        assert [symbol.name for symbol in read(data, language)[0].symbols] == ["key"]


def test_minified_json_of_five_megabytes() -> None:
    rows = ",".join(f'{{"id":{at},"tags":["a","b"],"deep":{{"x":{{"y":[1,2,3]}}}}}}' for at in range(85_000))
    facts, seconds = read(f'{{"rows":[{rows}],"total":85000}}', "JSON")
    assert [symbol.name for symbol in facts.symbols if not symbol.scope] == ["rows", "total"]
    assert seconds < 30


BUILT: dict[Content, Content] = {
    "deep.json": '{"a":' * 5_000 + "1" + "}" * 5_000,
    "brackets.json": "[" * 100_000,
    "one_line.json": json.dumps({f"k{at}": {"name": f"n{at}"} for at in range(3_000)}),
    "bomb.yaml": "a: &a [x]\n" + "".join(f"b{at}: &b{at} [*a, *a]\n" for at in range(500)),
    "deep.yaml": "\n".join(" " * at + f"k{at}:" for at in range(300)),
    "odd.yaml": 'a|b: "x|y"\n"`c`": `d`\n<script>: "]]>"\n"[e](f)": "\\\\"\nk\u202ey: \x1b[31m\n',
    "odd.toml": '["a.b".\'c|d\']\n"x `y`" = "|"\n[[t]]\nk = """\n```\n"""\n',
    "odd.ini": "[a|b`c]\nd | e = `f|g`\n[[h]]\n",
    "odd.xml": '<r a="|`"><b id="x|y`z">t</b><c>&e;</c></r>',
    "bomb.xml": "<!DOCTYPE r [" + "".join(f'<!ENTITY e{at + 1} "&e{at};&e{at};">' for at in range(50)) + "]><r>&e9;</r>",
    "nul.md": b"# a\0b\n\nText with \x1b[31mred\x07 and \x00.\n",
    "bidi.md": "# a\u202eb\n\nText `c\u2066d` and [l\u200bink](e\u202e.md).\n",
    "latin.md": b"# caf\xe9\n\n`na\xefve` words here that tell.\n",
    "utf16.md": "# Title\n\n[link](nope.md)\n".encode("utf-16"),
    "cr.md": b"# a\r\rText\r- b\r",
    "fences.md": "````\n```\nnever closed\n\n# not a heading\n[x]: javascript:alert(1)\n",
    "links.md": "".join(
        f"[a|b `c`]({target})\n"
        for target in (
            "javascript:alert(1)", "../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "links.md#a", "no|pe.md",
            "%2e%2e/%2e%2e/x", "a%00b", "<a b>", "?q", "#", "//host/x", "sub/", "./", "..", "data:text/html,x", "\\\\host\\x",
        )
    ),
    "many.md": "".join(f"[a](missing{at}.md)\n" for at in range(3_000)),
    "quotes.md": "> " * 2_000 + "x\n" + "- " * 2_000 + "y\n",
    "sub/Makefile": "a|b `c`: d|e\n\t@echo `f|g` \\\n\t  h\n\n%.o: %.c\n\tcc $< \\\n",
    "sub/Dockerfile": "FROM a|b AS c\nRUN echo `d|e` \\\n",
    "sub/CMakeLists.txt": "add_library(a|b `c` d.cpp)\nadd_library(e\n",
    "sub/requirements.txt": 'a>=1 ; b == "|`"\nc[d|e]\n',
    "sub/.gitignore": "a|b\n`c`\n<d>\n\\#e\n" + "f" * 5_000 + "\n",
    "sub/table.csv": 'a|b,`c`,"d\ne"\n1,2,3\n',
    "sub/book.ipynb": json.dumps({"cells": [{"cell_type": "mark|down`", "source": "# a|b\n`c`"}, {"cell_type": "code", "source": ["x|y `z`"]}]}),
    "sub/odd.toml": '["a\u00a0b"]\nc = 1\n["d  e"]\nf = 2\n["`g`"]\nh = 3\n["i\x1fj"]\nk = 4\n["\u00e9|"]\n',
    "sub/odd.sh": "foo\u00a0bar() { echo; }\nfunction a\x1fb() { echo; }\nfunction c\u0080d() { echo; }\n",
    "sub/ci.yml": "on: [push]\njobs:\n  a|b:\n    steps:\n      - run: |\n          echo `c|d`\n      - name: e|f\n        uses: g|h@1\n      - run: i   j\n      - run: |\n",
}  # fmt: skip


def test_book_of_odd_documents_verifies(tmp_path: Path) -> None:
    write_tree(tmp_path / "repo", BUILT)
    built = run("build", tmp_path / "repo", "-o", tmp_path / "book")
    assert built.code == 0, built.said
    checked = run("verify", tmp_path / "book")
    assert checked.code == 0, checked.said
    manifest = json.loads((tmp_path / "book/manifest.json").read_text())
    skipped = {
        entry["path"]: entry.get("reason") for entry in manifest["files"] if entry["outcome"] == "skipped"
    }
    assert set(skipped.values()) <= {"binary"}, skipped
