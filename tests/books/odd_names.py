"""A repository whose names are all legal, and fatal to a careless tool. Built by code, never stored."""

from __future__ import annotations

from pathlib import Path

from runs import Content, write_tree

_PYTHON = "def odd():\n    return 1\n"

NAMES: list[Content] = [
    # names of generated pages and files, and what looks like them
    "SHA256SUMS",
    "book.db",
    "chapters/c.py",
    "doc.md",
    "index.md",
    "keywords/k.py",
    "manifest.json",
    "pages/a/b.py",
    "pages/a__b.py",
    "pages/a_b.py",
    "pages/index.md/x.py",
    "pages/x.py",
    "pages/x.py_docs.md/y.py",
    "pages/x.py_kw.md",
    # white space and control characters
    "space/a b.py",
    "space/a  b.py",
    "space/a\nb.py",
    "space/ both ",
    "control/\x1b[2J\x1b]0;x\x07.py",
    "control/photo\u202egnp.py",
    "control/a\u200b.py",
    "control/a.py",
    # bytes that are no UTF-8
    b"bytes/bad\xfe.py",
    b"bytes/bad\xff.py",
    b"bytes/fold\xff/x.py",
    # one name where case does not count, or after normalisation
    "same/Foo/x.c",
    "same/foo/x.c",
    "same/README.py",
    "same/readme.py",
    "same/caf\u00e9.py",
    "same/cafe\u0301.py",
    # other systems
    "windows/C:\\x.py",
    "windows/..\\..\\b.py",
    "windows/CON.py",
    "windows/NUL",
    "windows/aux/x.c",
    "windows/name.",
    # HTML, Markdown, templates
    'markup/"><img src=x onerror=alert(1)>.py',
    "markup/<svg onload=alert(1)>/x.py",
    "markup/`a`](javascript:x).md",
    "markup/[x](y).py",
    "markup/a|b.py",
    "markup/# h.py",
    "markup/{{7*7}}.py",
    "markup/{% include x %}.py",
    "markup/${x}.js",
    "markup/&lt;b&gt;.py",
    # command lines and addresses
    "-rf",
    "--help.py",
    "$(touch marker).py",
    ";touch marker;.py",
    "@list",
    "javascript:alert(1)",
    "data:text/x.py",
    "url/a%2e%2e.py",
    "url/a?b#c.py",
    "url/a b+c&d.py",
    # long
    "long/" + "a" * 252 + ".py",
    "long/" + "é" * 126 + ".py",
    "long/" + "d" * 255 + "/x.py",
]


def make_odd_names(root: Path) -> None:
    """Write the repository."""
    files: dict[Content, Content] = {"README.md": "# Odd names\n\nEvery name in here is legal on Linux.\n"}
    for name in NAMES:
        ending = (name if isinstance(name, str) else name.decode("ascii", "replace")).rpartition(".")[2]
        files[name] = {"py": _PYTHON, "c": "int odd(void) { return 1; }\n", "md": "# Odd\n"}.get(
            ending, "odd\n"
        )
    write_tree(root, files)
