"""What answers may be, and that what is stored is read again."""

from __future__ import annotations

import pytest

from repobook.link.references.answers import (
    IS_EXTERNAL,
    IS_LOCAL,
    IS_UNRESOLVED,
    Answer,
    candidates,
    pack_answers,
    unpack_answers,
    unpack_targets,
)

KINDS = [
    IS_LOCAL,
    IS_EXTERNAL,
    IS_UNRESOLVED,
    Answer("e", (7,)),
    Answer("s", (-3,)),
    Answer("c", (1, 2)),
    Answer("c", (1, 2), 5),
    candidates([]),
]


@pytest.mark.parametrize("one", KINDS)
@pytest.mark.parametrize("other", KINDS)
def test_answers_are_read_as_they_were_written(one: Answer, other: Answer) -> None:
    packed = pack_answers([one, other], [0, 1, 1, 0])
    assert unpack_answers(packed) == [one, other, other, one]
    assert [bool(targets) for targets in unpack_targets(packed)[1]] == [
        bool(one.targets),
        *[bool(other.targets)] * 2,
        bool(one.targets),
    ]


def test_candidates_of_nothing_are_unknown() -> None:
    assert candidates([]) == IS_UNRESOLVED
