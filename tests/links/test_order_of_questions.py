"""What a name means does not hang on what was asked before."""

from __future__ import annotations

from pathlib import Path

import pytest

from repobook.link.references.index import Index, Symbol
from repobook.link.references.nested import NestedNames
from repobook.store import Writer

# struct T { struct U {}; };  struct O : O::N::U { struct N : T {}; };
CLASSES = [("T", "", ""), ("U", "T", ""), ("O", "", "O::N::U"), ("N", "O", "T")]


@pytest.mark.parametrize("order", ["TUON", "NOUT", "ONTU", "UNOT"])
def test_bases_of_classes_that_need_each_other(order: str, tmp_path: Path) -> None:
    with Writer(str(tmp_path / "book.db")) as store:
        index = Index(store.connection)
    index.groups[1], index.separators[1], index.paths[1] = "c", "::", "shop.h"
    for number, (name, scope, bases) in enumerate(CLASSES, 1):
        symbol = Symbol(
            number,
            1,
            name,
            "struct",
            scope,
            number << 42 | number << 21 | number,
            f"struct {name}",
            bases,
            False,
            False,
            False,
        )
        index.in_file.setdefault(1, []).append(symbol)
        index.by_name.setdefault("c", {}).setdefault(name, []).append(symbol)
    names = NestedNames(index, "c")
    by_name = {symbol.name: symbol for symbol in index.in_file[1]}
    found = {name: [base.name for base in names.bases(by_name[name])[0]] for name in order}
    assert found == {"T": [], "U": [], "O": ["U"], "N": ["T"]}
