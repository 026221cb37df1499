"""What the package says it needs is what the language folders use."""

from __future__ import annotations

import tomllib
from pathlib import Path

from unit_facts import LANGUAGES

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())


def test_every_grammar_is_a_dependency() -> None:
    """A grammar that a language folder names is installed with the package."""
    required = {line.split("==")[0].replace("-", "_") for line in PROJECT["project"]["dependencies"]}
    used = {module for module in LANGUAGES.grammar_modules() if module != "pack"}
    assert used - required == set()


def test_every_language_loads() -> None:
    """Each grammar and each query is accepted."""
    for name in LANGUAGES.names():
        assert LANGUAGES.get(name) is not None
