"""Every rule has a text in which it fires, at the lines marked with ◄ and nowhere else, and one in which it must not.

A file for each language folder, a part for each rule:

    === eval
    eval(text) ◄
    ---
    eval("1 + 1")

`=== eval [Vue]` names the language, where the folder reads several. `«20»` stands for 20 letters and digits, `«»` for
nothing: no line of ours is shaped like a secret. `◄◄` marks a line in which it fires twice.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from repobook.analyze.analyze import analyze
from repobook.analyze.languages import FOLDER, Languages
from repobook.analyze.rules import read_rules

HERE = Path(__file__).parent
LANGUAGES = Languages()
MARK = "◄"


class RuleUnit(NamedTuple):
    folder: str
    rule: str
    language: str
    fires: str
    quiet: str

    def __str__(self) -> str:
        return f"{self.folder}/{self.rule}"


def read_units() -> list[RuleUnit]:
    units = []
    for path in sorted(HERE.glob("*.txt")):
        folder = path.stem
        text = re.sub("«(\\d*)»", lambda hole: _letters(int(hole[1] or 0)), path.read_text(encoding="utf-8"))
        for part in re.split(r"^=== ", text, flags=re.M)[1:]:
            head, _, body = part.partition("\n")
            name, _, language = head.partition(" [")
            fires, mark, quiet = body.partition("\n---\n")
            assert mark, f"{path.name}: {head} has no part that stays quiet"
            default = "Python" if folder == "all" else LANGUAGES.folder_names(folder)[0]
            units.append(RuleUnit(folder, name.strip(), language.rstrip("] ") or default, fires, quiet))
    return units


def _letters(count: int) -> str:
    return "".join("kQ7zR2mW9xB4"[number * 5 % 12] for number in range(count))


def find_lines(unit: RuleUnit, text: str) -> list[int]:
    facts = analyze(text.encode(), unit.language, LANGUAGES)
    return [f.first_line for f in facts.findings if f.rule == f"{unit.folder}/{unit.rule}"]


def marks_of(line: str) -> int:
    return len(line.rstrip()) - len(line.rstrip().rstrip(MARK))


@pytest.mark.parametrize("unit", read_units(), ids=str)
def test_rule_fires_at_the_marked_lines_and_nowhere_else(unit: RuleUnit) -> None:
    lines = unit.fires.split("\n")
    marked = [number for number, line in enumerate(lines, 1) for _ in range(marks_of(line))]
    assert marked, f"{unit}: no line is marked with {MARK}"
    text = "\n".join(line.rstrip().rstrip(MARK).rstrip() for line in lines)
    assert find_lines(unit, text) == marked
    assert find_lines(unit, unit.quiet) == []


def own_rules(folder: str) -> list[str]:
    keys = [key for key, _ in read_rules(FOLDER, folder)]
    return [key for key in keys if key.startswith((f"{folder}/", "all/"))]


def test_every_rule_has_a_unit() -> None:
    known = {str(unit) for unit in read_units()}
    rules = {key for folder in LANGUAGES.folders() for key in own_rules(folder)}
    facts = {key for key, rule in read_rules(FOLDER, "") if rule.fact}
    assert rules - known - facts == set()
    assert known - rules == set()


@pytest.mark.parametrize("folder", sorted(LANGUAGES.folders()))
def test_every_language_loads_its_rules(folder: str) -> None:
    for name in LANGUAGES.folder_names(folder):
        rules = LANGUAGES.rules(name)
        for index, rule in enumerate(rules.rules):
            if rule.query:
                assert rules.query(index).capture_count


def test_messages_name_only_what_their_rule_captures() -> None:
    for folder in LANGUAGES.folders():
        rules = LANGUAGES.rules(LANGUAGES.folder_names(folder)[0])
        for key, rule, fields in zip(rules.keys, rules.rules, rules.fields, strict=True):
            if not rule.fact:
                known = set(re.findall(r"@(\w+)|\?P<(\w+)>", rule.query + rule.match))
                names = {name for pair in known for name in pair if name}
                assert set(fields) <= names, f"{key}: the message names {set(fields) - names}"
                assert "here" in names or rule.match, f"{key}: no capture @here"


def test_languages_of_one_grammar_share_their_queries() -> None:
    """Compiling one takes up to a fifth of a second, and a worker would do it for each language."""
    languages = Languages()
    plain, cuda = languages.get("C++"), languages.get("Cuda")
    assert plain is not None and cuda is not None
    assert cuda.query is plain.query
    shared = [key for key, rule in enumerate(cuda.rules.rules) if rule.query and rule in plain.rules.rules]
    assert shared
    for index in shared[:3]:
        assert cuda.rules.query(index) is plain.rules.query(plain.rules.rules.index(cuda.rules.rules[index]))
