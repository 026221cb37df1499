"""F26: the list of safeguards that are taken away is about the code as it is, and about tests that are there."""

from __future__ import annotations

import ast
import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

TOP = Path(__file__).parent.parent.parent
SCRIPT = TOP / "bench/reliability/mutants.py"


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutants_of_safeguards", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # a dataclass looks itself up there
    spec.loader.exec_module(module)
    return module


MUTANTS = load().MUTANTS


@cache
def read(path: Path) -> str:
    return path.read_text()


@cache
def names_in(path: Path) -> tuple[list[str], list[str]]:
    """Return the tests of a module, and the texts that may be names of their parameters."""
    tree = ast.parse(read(path))
    functions = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    texts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    return [name for name in functions if name.startswith("test_")], [
        text for text in texts if "\n" not in text
    ]


def is_there(tests: str) -> bool:
    """Tell whether what a mutant names for pytest is there: `FOLDER`, `FILE`, `FILE::TEST[...]` or `FILE -k WORD`."""
    where, _, word = tests.partition(" -k ")
    file, _, test = where.partition("::")
    path = TOP / file
    if not path.is_file():
        return not test and not word and path.is_dir() and any(path.glob("test_*.py"))
    functions, texts = names_in(path)
    if test:
        return test.partition("[")[0] in functions
    return bool(functions) and any(word in name for name in (*functions, *texts))


def test_texts_of_safeguards_are_in_the_source() -> None:
    """Each stands in its file as often as its entry says, and the file is another one that can be read without it."""
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) > 100
    lost = []
    for mutant in MUTANTS:
        text = read(TOP / "src/repobook" / mutant.path)
        patched = mutant.take_away(text)
        if not patched:
            lost.append(
                f"{mutant.name}: {text.count(mutant.text)} times in {mutant.path}, not {mutant.times}"
            )
        elif ast.dump(ast.parse(patched)) == ast.dump(ast.parse(text)):
            lost.append(f"{mutant.name}: nothing is taken away")
    assert lost == []


def test_tests_of_safeguards_are_there() -> None:
    assert [
        f"{mutant.name}: {tests}" for mutant in MUTANTS for tests in mutant.tests if not is_there(tests)
    ] == []
    assert all(mutant.tests for mutant in MUTANTS)


@pytest.mark.parametrize(
    "tests",
    [
        "tests/none",
        "tests/faults/none.py",
        "tests/surface/test_replace.py -k nowhere_in_it",
        "tests/faults/test_mutants.py::test_none",
    ],
)
def test_what_is_not_there_is_told(tests: str) -> None:
    assert not is_there(tests)


def test_number_of_safeguards_is_stated() -> None:
    assert f"takes {len(MUTANTS)} safeguards away" in (TOP / "docs/trust.md").read_text()
