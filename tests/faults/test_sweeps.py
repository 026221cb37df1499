"""F1, F2, F3 in small: a build that dies, or meets an error, at any step leaves a whole book, and the next one ends right."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from sweep import ERRORS, Place, Stepper, spread

FILES = 10


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with Stepper() as stepper:
        made = Place(tmp_path_factory.mktemp("sweep"), FILES, stepper)
        made.prepare()
        yield made


def test_steps_are_counted(place: Place) -> None:
    """The harness sees what a build makes last: a change of the fixture costs more than ten such steps."""
    assert place.steps > 10


@pytest.mark.parametrize("part", range(4))
def test_killed_at_a_step(part: int, place: Place) -> None:
    """F1: after kill -9 at a step the book is the old or the new one, whole; the next build ends with the clean bytes."""
    steps = spread(4, place.steps, random.Random(1))
    place.wrong.clear()
    answer = place.suffer(steps[part], "kill")
    # How often the cache is written depends on the time: the last step of one build may not come in another.
    assert (place.wrong, answer["code"] == -9 or answer["steps"] < steps[part]) == ([], True)


def test_killed_again_while_it_goes_on(place: Place) -> None:
    """F2: killed, killed once more, and still right."""
    place.wrong.clear()
    place.suffer(place.steps - 6, "kill", again_at=place.steps // 2)
    assert place.wrong == []


@pytest.mark.parametrize("how", ERRORS)
def test_error_at_a_step(how: str, place: Place) -> None:
    """F3, E03: an error of the system is one line and exit code 2, or makes no difference; the old book stays."""
    place.wrong.clear()
    is_lasting = ERRORS.index(how) % 2 == 1
    place.suffer(random.Random(how).randint(3, place.steps), how, is_lasting)
    assert place.wrong == []
