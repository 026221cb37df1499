"""What a name means does not hang on what was asked before."""

from __future__ import annotations

from pathlib import Path

import pytest
from symbols import add_symbols

from repobook.link.references.index import Index
from repobook.link.references.nested import NestedNames
from repobook.store import Writer

# struct T { struct U {}; };  struct O : O::N::U { struct N : T {}; };
CLASSES = [("T", "", ""), ("U", "T", ""), ("O", "", "O::N::U"), ("N", "O", "T")]


@pytest.mark.parametrize("order", ["TUON", "NOUT", "ONTU", "UNOT"])
def test_bases_of_classes_that_need_each_other(order: str, tmp_path: Path) -> None:
    rows = [
        (name, "struct", scope, number, number, bases)
        for number, (name, scope, bases) in enumerate(CLASSES, 1)
    ]
    with Writer(str(tmp_path / "book.db")) as store:
        add_symbols(store, "shop.h", rows)
        index = Index(store.connection)
        names = NestedNames(index, "c")
        by_name = {symbol.name: symbol for symbol in index.symbols_of(1)}
        found = {name: [base.name for base in names.bases(by_name[name])[0]] for name in order}
    assert found == {"T": [], "U": [], "O": ["U"], "N": ["T"]}
