"""Link tests: several files in one text, answers under carets.

    === shop/cart.py
    from .models import Item
    #                   ^ shop/models.py#Item

A line of nothing but a comment mark, blanks, one caret and an answer speaks of the line above it. The answer is the
symbol meant, with a label where it is not exact (`scoped shop/cart.py#Cart.total`), all of several
(`candidate a.py#f b.py#f`), or `external`, `unresolved`, `local`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from repobook.config import make_config
from repobook.export.references import list_references
from repobook.pipeline import build
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
    found = {(r["path"], r["line"], r["column"]): r for r in list_references(reader)}
    for path, line, column, answer in wanted:
        assert show(found.get((path, line, column))) == answer, f"{path}:{line}:{column}"


def show(reference: dict[str, object] | None) -> str:
    if reference is None:
        return "local"
    targets = reference["targets"]
    assert isinstance(targets, list)
    named = " ".join(target["symbol"] for target in targets)
    label = reference["label"]
    return named if label == "exact" else f"{label} {named}".strip()
