"""Link tests: several files in one text, answers under carets.

    === shop/cart.py
    from .models import Item
    #                   ^ shop/models.py#Item

A line of nothing but a comment mark, blanks, one caret and an answer speaks of the line above it. The answer is the
symbol meant, with a label where it is not exact (`scoped shop/cart.py#Cart.total`), all of several
(`candidate a.py#f b.py#f`), or `external`, `unresolved`, `local`. Under the name of a method that is defined it is what
the method overrides (`overrides shop/cart.py#Cart.total`), `local` where it overrides nothing.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from repobook.build import build
from repobook.config import make_config
from repobook.export.references import list_references
from repobook.store import open_reader

HERE = Path(__file__).parent
CASES = sorted(HERE.glob("*/*.txt"))
_CARET = re.compile(r"^\s*(?:#|//|--|;|\*)?(\s*)\^ ?(.*)$")


def read_case(text: str) -> tuple[dict[str, str], list[tuple[str, int, int, str]]]:
    """Return the files, and the answers wanted: path, line, column (from 1), answer."""
    files: dict[str, str] = {}
    wanted = []
    for part in re.split(r"^=== ", text, flags=re.M)[1:]:
        path, _, body = part.partition("\n")
        lines: list[str] = []
        for line in body.rstrip("\n").split("\n"):
            if "^" in line and (answer := _CARET.match(line)):
                wanted.append((path, len(lines), line.index("^") + 1, answer[2].strip()))
            else:
                lines.append(line)
        files[path] = "\n".join(lines) + "\n"
    return files, wanted


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.stem}")
def test_links(case: Path, tmp_path: Path) -> None:
    files, wanted = read_case(case.read_text())
    assert wanted, "a case that asks nothing"
    for path, text in files.items():
        file = tmp_path / "repo" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    config = make_config(
        str(tmp_path / "repo"), str(tmp_path / "book"), jobs=1, cache=str(tmp_path / "cache")
    )
    assert not build(config).problems
    reader = open_reader(str(tmp_path / "book" / "book.db"))
    found: dict[tuple[str, int, int], list[dict[str, Any]]] = {}
    for r in list_references(reader):
        found.setdefault((r["path"], r["line"], r["column"]), []).append(r)
    for path, line, column, answer in wanted:
        shown = " ".join(show(reference) for reference in found.get((path, line, column), []))
        assert (shown or "local") == answer, f"{path}:{line}:{column}"


def show(reference: dict[str, Any]) -> str:
    targets = reference["targets"]
    assert isinstance(targets, list)
    named = " ".join(target["symbol"] for target in targets)
    label = reference["label"]
    if reference["how"] == "override":
        named = f"overrides {named}"
    return named if label == "exact" else f"{label} {named}".strip()
