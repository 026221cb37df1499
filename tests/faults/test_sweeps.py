"""F1, F2, F3 in small: a build that dies, or meets an error, at any step leaves a whole book, and the next one ends right."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from sweep import ERRORS, Place, Stepper, spread

FILES = 10
KILLS = {"own": 4, "helpers": 8}  # by whose step it is at which all are killed


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with Stepper() as stepper:
        made = Place(tmp_path_factory.mktemp("sweep"), FILES, stepper)
        made.prepare()
        yield made


def test_steps_are_counted(place: Place) -> None:
    """The harness sees what a build makes last: a change of the fixture costs more than ten steps, and as many of workers."""
    assert place.steps["own"] > 10
    assert place.steps["helpers"] > 10
    assert place.steps["reads"] > 10
    assert place.steps["asks"] > 10


@pytest.mark.parametrize(
    ("who", "part"), [(who, part) for who, count in KILLS.items() for part in range(count)]
)
def test_killed_at_a_step(who: str, part: int, place: Place) -> None:
    """F1, E08: after kill -9 of all processes at a step the book is the old or the new one, whole; the next build ends with
    the clean bytes."""
    steps = spread(KILLS[who], place.steps[who], random.Random(1))
    place.wrong.clear()
    answer = place.suffer(steps[part], "kill", who=who)
    # How often the cache is written depends on the time: the last step of one build may not come in another.
    assert (place.wrong, answer["code"] == -9 or answer["steps"][who] < steps[part]) == ([], True)


def test_killed_again_while_it_goes_on(place: Place) -> None:
    """F2: killed, killed once more, and still right."""
    place.wrong.clear()
    place.suffer(place.steps["own"] - 6, "kill", again_at=place.steps["own"] // 2, who="own")
    assert place.wrong == []


@pytest.mark.parametrize("how", ERRORS)
def test_error_at_a_step(how: str, place: Place) -> None:
    """F3, E03: an error of the system is one line and exit code 2, or makes no difference; the old book stays."""
    place.wrong.clear()
    is_lasting = ERRORS.index(how) % 2 == 1
    place.suffer(random.Random(how).randint(3, place.steps["own"]), how, is_lasting, who="own")
    assert place.wrong == []


@pytest.mark.parametrize("how", ERRORS)
def test_error_of_a_worker(how: str, place: Place) -> None:
    """F3, E03: so it is where a worker meets the error as it writes a page."""
    place.wrong.clear()
    is_lasting = ERRORS.index(how) % 2 == 0
    # The last steps of one build may not come in another.
    at = random.Random(how).randint(3, place.steps["helpers"] // 2)
    answer = place.suffer(at, how, is_lasting, who="helpers")
    # A page that cannot be given a second name is copied: one error need not end a build.
    assert (place.wrong, answer["struck"] != "", answer["code"] == 2 or not is_lasting) == ([], True, True)


@pytest.mark.parametrize(("who", "how"), [("reads", "EMFILE"), ("reads", "EIO"), ("asks", "EIO")])
def test_error_of_a_worker_that_reads(who: str, how: str, place: Place) -> None:
    """F3, E03: so it is where a worker cannot open what it reads, or gets no answer of the database."""
    place.wrong.clear()
    place.suffer(random.Random(how).randint(3, place.steps[who]), how, who=who)
    assert place.wrong == []
