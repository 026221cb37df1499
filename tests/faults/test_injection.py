"""F12, F13 in small: payloads in every place of many kinds of files, and random documents; pages stay what they are."""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path

import pytest
from invariants import READER, Built, examine
from runs import Content, write_tree
from sites import PAYLOADS

EXAMPLES = int(os.environ.get("REPOBOOK_EXAMPLES", "0"))  # documents
# What no page may take over from a file, beside those that the site is tested with.
MORE = [
    '"]; click n1 "javascript:x"',
    "%%{init: {'securityLevel': 'loose'}}%%",
    "\n## Not a section\n\n",
    "````\n\n# Not a heading\n\n",
    "| a | b |\n|---|---|\n| c | d |",
    "[x]: javascript:alert(1)\n\n[x]",
    "<!--\n\n# hidden",
    "\n---\n\ntitle: x\n---\n",
]
_PLACES = {
    "name.py": '"""{line}"""\n\n\ndef f(x="{quoted}"):\n    """{line}\n\n    :param x: {line}\n    :returns: {line}\n    """\n    # TODO: {line}\n    raise ValueError("{quoted}")\n',
    "comment.c": "/** {block}\n * @param x {block}\n */\n#define M_{at} \"{quoted}\"\nint f{at}(int x); // {line}\n",
    "doc.js": "/**\n * {block}\n * @param {{string}} x - {block}\n */\nexport function f{at}(x) {{ return `{line}`; }}\n",
    "doc.go": "// Package p: {line}\npackage p\n\n// F{at} {line}\nfunc F{at}() {{}}\n",
    "doc.rs": "//! {line}\n\n/// {line}\npub fn f{at}() {{}}\n",
    "Doc.java": "/** {block} */\nclass D{at} {{ /** {block} */ void f() {{}} }}\n",
    "page.md": "# {line}\n\n{text}\n\n- {line}\n\n> {line}\n\n[{line}](x.md \"{quoted}\")\n\n| {line} |\n|---|\n| {line} |\n\n## After\n",
    "page.rst": "{line}\n{rule}\n\n{line}\n\n:field: {line}\n\n.. note:: {line}\n\n.. code:: {line}\n",
    "data.json": '{{{json}: {json}, "list": [{json}]}}\n',
    "data.yaml": "{json}: {json}\nlist:\n  - {json}\n",
    "data.toml": "[table]\n{json} = {json}\n",
    "data.csv": '"{csv}","b"\n"{csv}",1\n',
    "Makefile": "# {line}\ntarget{at}: ; echo '{line}'\n",
    "Dockerfile": 'FROM scratch\nLABEL a="{quoted}"\n# {line}\n',
    "CMakeLists.txt": '# {line}\nproject(p{at})\nset(X "{quoted}")\nadd_library(l{at} a.c)\n',
    "book.ipynb": '{{"cells": [{{"cell_type": "markdown", "metadata": {{}}, "source": [{json}]}}], "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}\n',
    "page.html": "<html><head><title>{line}</title></head><body><h1>{line}</h1>{line}</body></html>\n",
    "script.sh": "# {line}\nf{at}() {{ echo '{line}'; }}\n",
}  # fmt: skip
KNOWN = {
    "File Metadata", "File Purpose", "Original Source", "High-Level Overview", "Detailed Analysis", "Architecture & Design",
    "Dependencies", "Code Patterns & Idioms", "Performance Considerations", "Security & Safety", "Testing & Usage", "Related Files",
    "Cross-References",
}  # fmt: skip


def hostile_files(payloads: list[str]) -> dict[Content, Content]:
    """Return a file for every payload and every kind of place."""
    files: dict[Content, Content] = {}
    for at, payload in enumerate(payloads):
        line = re.sub(r"[\n\r\u2028]", " ", payload)
        words = {
            "at": at, "line": line, "text": payload, "quoted": line.replace("\\", "\\\\").replace('"', '\\"'), "json": json.dumps(payload),
            "block": line.replace("*/", "* /"), "rule": "=" * len(line), "csv": line.replace('"', '""'),
        }  # fmt: skip
        for name, text in _PLACES.items():
            files[f"p{at}/{name}"] = text.format(**words)
    return files


_PIECES = [
    "# Heading\n", "## Heading\n", "text\n", "\n", "```\n", "````\n", "~~~\n", "`", "| a | b |\n|---|---|\n| 1 | 2 |\n", "    code\n",
    "> quote\n", "- item\n", "1. item\n", "<b>html</b>\n", "<!-- x -->\n", "---\n", "===\n", "[x](y)\n", "![x](y)\n", "\\\n", "  \n", "&lt;\n",
    "<details>\n", "</details>\n", "$$\n", "::: note\n", "{% raw %}\n",
]  # fmt: skip


def random_documents(count: int, chance: random.Random) -> dict[Content, Content]:
    return {
        f"d/{at}.md": "".join(chance.choice(_PIECES) for _ in range(chance.randint(3, 25)))
        for at in range(count)
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    place = tmp_path_factory.mktemp("injection")
    # In `make soak` every payload is in every place.
    payloads = random.Random(12).sample([*PAYLOADS, *MORE], 10) if not EXAMPLES else [*PAYLOADS, *MORE]
    write_tree(place / "repo", hostile_files(payloads) | random_documents(EXAMPLES or 40, random.Random(13)))
    return examine(place / "repo", place, max_seconds=3600 if EXAMPLES else 100)


def test_invariants(built: Built) -> None:
    """F12: no page holds an element, an image or a link out of the book; the second build gives the same bytes."""
    assert built.violations == []


def test_sections_are_as_planned(built: Built) -> None:
    """F13: the sections of a page are ours, each once, and the last one is there, whatever the file holds."""
    wrong = []
    for path, entry in built.files.items():
        if entry["outcome"] != "documented":
            continue
        tokens = READER.parse(built.page(path))
        found = [
            tokens[at + 1].content
            for at, token in enumerate(tokens)
            if token.type == "heading_open" and token.tag == "h2"
        ]
        if set(found) - KNOWN or len(found) != len(set(found)) or found[-1] != "Cross-References":
            wrong.append((path, found))
    assert wrong == []


def test_sources_are_shown_whole(built: Built) -> None:
    """F13: the first fence of a page is the file; nothing of it got out, nothing else got in."""
    wrong = []
    for path, entry in built.files.items():
        if entry["outcome"] == "documented":
            text = (built.root / path).read_text()
            fence = next(token for token in READER.parse(built.page(path)) if token.type == "fence")
            if re.search(
                r"[\x00-\x08\x0b-\x1f\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069]", text
            ) is None and fence.content not in (text, text + "\n"):
                wrong.append(path)
    assert wrong == []


def test_tables_keep_their_columns(built: Built) -> None:
    """F13, C25: every row of every table has as many cells as its head."""
    wrong: list[Path | str] = []
    for name, text in built.pages():
        width, cells = 0, 0
        for token in READER.parse(text) if len(text) < 150_000 else ():
            if token.type == "table_open":
                width = 0
            elif token.type in ("th_open", "td_open"):
                cells += 1
            elif token.type == "tr_close":
                width = width or cells
                if cells != width:
                    wrong.append(name)
                cells = 0
    assert wrong == []
