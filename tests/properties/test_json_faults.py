"""Where a file stops being JSON is told; what editors and tools take for JSON is no fault."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repobook.analyze.json_walk import first_fault

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES, st.sampled_from([None, 1, "\t"]))
def test_json_has_no_fault(value: object, indent: int | str | None) -> None:
    assert first_fault(json.dumps(value, indent=indent)) == -1


@given(st.dictionaries(st.text(), VALUES, min_size=1), st.data())
def test_what_is_cut_has_a_fault(value: dict[str, object], data: st.DataObject) -> None:
    text = json.dumps(value)
    cut = data.draw(st.integers(1, len(text) - 1))
    assert 0 <= first_fault(text[:cut]) < cut


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"a": 1}\n{"b": 2}\n', -1),  # a record a line
        ('// why\n{"a": 1, /* b */ "c": [1,],}', -1),
        ("{a: 'b', c: +1}", -1),  # JSON5
        ('{"a": [1, 2,\n "b": }', 17),
        ('{"a": 1 "b": 2}', 8),
        ('{"a": 1]', 7),
        ('{"a"}', 4),
        ('{"a": }', 6),
        ("[1,,2]", 3),
        ('["open]', 1),
        ("{[1]: 2}", 1),
        ("1 2", 2),
        ("[" * 100_000, 99_999),
    ],
)
def test_first_fault(text: str, fault: int) -> None:
    assert first_fault(text) == fault
