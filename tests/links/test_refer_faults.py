"""What goes wrong in the references of one file costs that file its references, not the book."""

from __future__ import annotations

from pathlib import Path

import pytest

from repobook.build import build
from repobook.config import make_config
from repobook.export.references import list_references
from repobook.link.references import Resolver, job
from repobook.link.references.sites import Places
from repobook.store import open_reader


class Broken(Resolver):
    def __init__(self) -> None:
        """Know nothing: `resolve` fails at once."""


def test_failure_leaves_places_unresolved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REPOBOOK_DEBUG", raising=False)
    groups, answers = job._resolve(Broken(), 1, Places(["total", "Cart", "total"], "ctc", [1, 2, 2]), [])
    assert [answers[group].label for group in groups.of_sites] == ["u", "u", "u"]


def test_a_lack_of_memory_is_no_fault_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fresh worker tries again: references that memory decides on would be others in the next build."""

    def lack(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Broken, "resolve", lack)
    with pytest.raises(MemoryError):
        job._resolve(Broken(), 1, Places(["total"], "c", [1]), [])


def test_deep_inheritance_does_not_stop_the_build(tmp_path: Path) -> None:
    """Classes that inherit from each other in a ring, and a chain of 3,000 classes."""
    (tmp_path / "repo").mkdir()
    ring = "class A(B):\n    pass\n\n\nclass B(A):\n    def f(self):\n        self.g()\n"
    chain = "".join(f"class C{n}(C{n - 1}):\n    pass\n" for n in range(1, 3000))
    (tmp_path / "repo" / "ring.py").write_text(ring)
    (tmp_path / "repo" / "chain.py").write_text(f"class C0:\n    def f(self): ...\n{chain}\nC2999().f()\n")
    config = make_config(str(tmp_path / "repo"), str(tmp_path / "book"), cache=str(tmp_path / "c"), jobs=1)
    assert not build(config).problems
    found = {r["name"]: r["label"] for r in list_references(open_reader(str(tmp_path / "book" / "book.db")))}
    assert found["self.g"] not in ("exact", "scoped")
    assert found["C2999"] == "exact"
