"""Findings that only all files together show: copied functions, and deprecated things in use."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from repobook.build import build
from repobook.config import make_config

BODY = "".join(f"    total = total * {n} + step(total, {n})\n" for n in range(14)) + "    return total\n"


def findings(folder: Path, files: dict[str, str], rule: str) -> list[tuple[str, int, str]]:
    for name, text in files.items():
        path = folder / "repository" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    build(make_config(str(folder / "repository"), str(folder / "book"), cache=str(folder / "cache"), jobs=1))
    reader = sqlite3.connect(folder / "book" / "book.db")
    rows = reader.execute(
        "SELECT f.path, d.first_line, d.detail FROM finding d JOIN file f ON f.id = d.file_id WHERE d.rule = ?"
        " ORDER BY f.path, d.first_line",
        (rule,),
    ).fetchall()
    reader.close()
    return [(path, line, detail) for path, line, detail in rows]


def test_copied_function_names_the_other_place(tmp_path: Path) -> None:
    """Its name and its indentation may differ; what stands twice in one file, or is short, is no copy."""
    indented = "class A:\n" + "".join(
        f"    {line}\n" for line in f"def other(total):\n{BODY}".split("\n") if line
    )
    short = "def small(a):\n    return a\n"
    files = {
        "a.py": f"def first(total):\n{BODY}\n\n{short}",
        "b.py": f"{indented}\n\n{short}",
        "c.py": "def twice(x):\n    x = 1\n" + BODY + "\n\ndef again(x):\n    x = 1\n" + BODY,
    }
    assert findings(tmp_path, files, "all/same-function") == [
        ("a.py", 1, "first\tb.py:2\t"),
        ("b.py", 2, "other\ta.py:1\t"),
    ]


def test_use_of_what_is_deprecated(tmp_path: Path) -> None:
    """Documentation says so; who only lies beside it, or uses something else, is not named."""
    files = {
        "shop.py": 'def old():\n    """Count.\n\n    .. deprecated:: 2.0\n    """\n\n\ndef new(a=1):\n    """Not deprecated.\n\n    Args:\n        a: no longer used.\n            .. deprecated:: 1.0\n    """\n\n\nold()\n',
        "use.py": "from shop import new, old\n\nnew()\nold()\n",
        "other.py": "from shop import new\n\nnew()\n",
    }
    found = findings(tmp_path, files, "all/deprecated-use")
    assert [(path, detail) for path, _, detail in found] == [("use.py", "old\tshop.py:1")]
