"""Pages that a build takes over are not read again where nobody touched them; what somebody touched is found, or made anew.

What no look from outside can tell is stated here, too: the two tests named `only_verify` show who finds it. It is so only where
a book has no twin (`test_twin.py`).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from runs import read_tree
from test_kept_pages import FILES, Garden

import repobook.build
import repobook.pipeline
from repobook.record import Record
from repobook.verify import verify
from repobook.verify.units import Examiner

PAGE, SOURCE = "garden/apple.py_docs.md", "garden/apple.py"  # no edit below reaches it
NEW_PAGE = "garden/maple.py_docs.md"  # made by every build below


@pytest.fixture
def garden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Garden:
    """A book that is going to be built over. No page is drawn by lot: that would find everything."""
    monkeypatch.setattr("random.sample", lambda population, number: [])
    made = Garden(tmp_path)
    made.build()
    made.edit("garden/maple.py", lambda text: text + "# more\n")
    return made


@pytest.fixture
def without_twin(garden: Garden, monkeypatch: pytest.MonkeyPatch) -> None:
    """The state lies on another disk than the book: pages get second names, and lose the first."""
    monkeypatch.setattr("repobook.twin.Twin.take", lambda twin, *words: twin.drop())
    monkeypatch.setattr("repobook.twin.Twin.put", lambda twin, *words: False)


@pytest.fixture
def staging(garden: Garden) -> Path:
    return garden.folder / ".book.repobook-staging"


def scribble(page: Path) -> None:
    """Change a byte; the size stays."""
    with open(page, "r+b") as stream:
        at = stream.read().index(b"#")
        stream.seek(at)
        stream.write(b"%")


def scribble_and_set_back(page: Path) -> None:
    """The same, and nobody can tell by the time of the bytes."""
    seen = page.stat()
    scribble(page)
    os.utime(page, ns=(seen.st_atime_ns, seen.st_mtime_ns))


def replace_and_set_back(page: Path) -> None:
    """Another file in its place, with the same size and times."""
    seen = page.stat()
    other = page.with_name("other")
    shutil.copy2(page, other)
    scribble(other)
    os.utime(other, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    other.replace(page)


TOUCHES = [scribble, scribble_and_set_back, replace_and_set_back]


def at(stage: str, does: Callable[[], None], monkeypatch: pytest.MonkeyPatch, is_after: bool = False) -> None:
    """Have something happen once, before a stage of the build or after it."""
    room = repobook.build if stage == "publish" else repobook.pipeline
    real, done = getattr(room, stage), list[bool]()

    def staged(*words: object, **more: object) -> object:
        if not is_after and not done:
            done.append(True)
            does()
        found = real(*words, **more)
        if is_after and not done:
            done.append(True)
            does()
        return found

    monkeypatch.setattr(room, stage, staged)


def wrong_pages(garden: Garden) -> list[str]:
    """Return what `repobook verify` finds, which reads every byte."""
    return sorted({problem.path for problem in verify(str(garden.book), str(garden.root)).problems})


def assert_next_is_right(garden: Garden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    garden.build()
    assert read_tree(garden.book) == garden.clean()


@pytest.mark.parametrize("touch", TOUCHES)
def test_touched_before_the_build(touch: Callable[[Path], None], garden: Garden) -> None:
    touch(garden.book / PAGE)
    assert garden.build().problems == []
    assert read_tree(garden.book) == garden.clean()


@pytest.mark.usefixtures("without_twin")
@pytest.mark.parametrize("touch", TOUCHES)
def test_touched_before_the_build_without_a_twin(touch: Callable[[Path], None], garden: Garden) -> None:
    """Nothing is presumed then: a second name would cover that somebody set the time back."""
    touch(garden.book / PAGE)
    assert garden.build().problems == []
    assert read_tree(garden.book) == garden.clean()


def test_touched_before_the_build_beside_one_that_is_gone(garden: Garden) -> None:
    """Nothing is presumed of a book that lost a page, and nothing is taken from it where another was touched."""
    scribble_and_set_back(garden.book / PAGE)
    (garden.book / "garden/maple.py_kw.md").unlink()
    outcome = garden.build()
    assert (outcome.problems, outcome.mended != "") == ([], True)
    assert read_tree(garden.book) == garden.clean()


def test_touched_between_the_look_and_the_link(garden: Garden, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file of the page is that of the new book, too. That is seen when it is checked, and the book is made once more."""
    at("make_basis", lambda: scribble(garden.book / PAGE), monkeypatch)
    outcome = garden.build()
    assert (outcome.problems, "touched" in outcome.mended) == ([], True)
    assert wrong_pages(garden) == []
    assert_next_is_right(garden, monkeypatch)


def test_replaced_between_the_look_and_the_link(garden: Garden, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new book began with the page that was looked at, by another name: what stands in its place now is not asked."""
    at("make_basis", lambda: replace_and_set_back(garden.book / PAGE), monkeypatch)
    assert garden.build().problems == []
    assert wrong_pages(garden) == []
    assert_next_is_right(garden, monkeypatch)


def test_replaced_between_the_look_and_the_link_without_a_twin(
    garden: Garden, without_twin: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    at("make_basis", lambda: replace_and_set_back(garden.book / PAGE), monkeypatch)
    assert garden.build().problems == []  # it was made once more, of nothing that the last one had
    assert wrong_pages(garden) == []


@pytest.mark.parametrize("book", ["last", "new"])
@pytest.mark.parametrize("touch", [scribble, replace_and_set_back])
def test_touched_after_the_link(
    touch: Callable[[Path], None], book: str, garden: Garden, staging: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By either of its names. A file that takes the place of the old name alone is no part of the new book."""
    folder = staging if book == "new" else garden.book
    at("render_pages", lambda: touch(folder / PAGE), monkeypatch, is_after=True)
    assert garden.build().problems == []
    assert read_tree(garden.book) == garden.clean()
    assert_next_is_right(garden, monkeypatch)


@pytest.mark.parametrize("page", [PAGE, NEW_PAGE])
@pytest.mark.parametrize("touch", TOUCHES)
def test_touched_when_all_pages_are_there(
    touch: Callable[[Path], None], page: str, garden: Garden, staging: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at("take_sections", lambda: touch(staging / page), monkeypatch)
    assert garden.build().problems == []
    assert read_tree(garden.book) == garden.clean()
    assert_next_is_right(garden, monkeypatch)


@pytest.mark.parametrize(("stage", "name"), [("take_sections", "garden/letter"), ("begin_lists", "letter")])
def test_stray_file_that_comes_while_a_book_is_finished(
    stage: str, name: str, garden: Garden, staging: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Folders are looked at again when all pages are there, and the top one when the lists are."""

    class AtOnce:
        def __init__(self, ask: Callable[[], object]) -> None:
            self._answer = ask()

        def take(self) -> object:
            return self._answer

        def __exit__(self, *error: object) -> None:
            """There is nobody to wait for."""

    monkeypatch.setattr("repobook.verify.looking.Aside", AtOnce)  # by chance a second process comes later
    at(stage, lambda: (staging / name).write_text("dear"), monkeypatch)
    assert garden.build().problems == []
    assert read_tree(garden.book) == garden.clean()


@pytest.mark.parametrize("page", [PAGE, NEW_PAGE])
@pytest.mark.parametrize("touch", TOUCHES)
def test_touched_between_check_and_switch(
    touch: Callable[[Path], None], page: str, garden: Garden, staging: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was right when it was checked. The next build sees that it was touched, and makes all of it."""
    at("publish", lambda: touch(staging / page), monkeypatch)
    assert garden.build().problems == []
    monkeypatch.undo()
    assert "touched" in garden.build().mended
    assert read_tree(garden.book) == garden.clean()


@pytest.mark.usefixtures("without_twin")
@pytest.mark.parametrize(
    ("touch", "page"),
    [(scribble, PAGE), (replace_and_set_back, PAGE), (scribble_and_set_back, NEW_PAGE)],
)
def test_touched_between_check_and_switch_without_a_twin(
    touch: Callable[[Path], None], page: str, garden: Garden, staging: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All files are looked at once more when the last book is gone: nothing is kept of such a book."""
    at("publish", lambda: touch(staging / page), monkeypatch)
    outcome = garden.build()
    assert f"{page}: somebody touched it" in outcome.unkept
    assert_next_is_right(garden, monkeypatch)


def test_bytes_changed_and_set_back_during_a_build_are_found(
    garden: Garden, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No page that stays is touched by the build itself, so the time of anything tells who else did: the book is made once more."""
    at("make_basis", lambda: scribble_and_set_back(garden.book / PAGE), monkeypatch)
    outcome = garden.build()
    assert (outcome.problems, "touched" in outcome.mended) == ([], True)
    assert read_tree(garden.book) == garden.clean()
    assert_next_is_right(garden, monkeypatch)


@pytest.mark.usefixtures("without_twin")
def test_only_verify_sees_bytes_changed_and_set_back_before_the_link(
    garden: Garden, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second name of a page has a time of its own, which covers that somebody set the time of the bytes back."""
    at("make_basis", lambda: scribble_and_set_back(garden.book / PAGE), monkeypatch)
    assert garden.build().problems == []
    assert wrong_pages(garden) == [PAGE]


@pytest.mark.usefixtures("without_twin")
def test_only_verify_sees_bytes_changed_and_set_back_after_the_check(
    garden: Garden, staging: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a page that was taken over; it loses its first name after that, which covers it likewise."""
    at("publish", lambda: scribble_and_set_back(staging / PAGE), monkeypatch)
    outcome = garden.build()
    assert (outcome.problems, outcome.unkept) == ([], "")
    assert wrong_pages(garden) == [PAGE]


@pytest.mark.usefixtures("without_twin")
def test_a_build_finds_it_where_the_page_is_drawn(garden: Garden, monkeypatch: pytest.MonkeyPatch) -> None:
    at("make_basis", lambda: scribble_and_set_back(garden.book / PAGE), monkeypatch)
    monkeypatch.setattr("random.sample", lambda population, number: population)
    assert garden.build().problems == []  # it was made once more, of nothing that the last one had
    assert read_tree(garden.book) == garden.clean()
    assert_next_is_right(garden, monkeypatch)


@pytest.mark.parametrize("is_fresh", [False, True])
def test_pages_taken_over_are_not_read(
    is_fresh: bool, garden: Garden, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor are sources, but for those that were changed so short a time ago that they could be changed once more unseen."""
    from repobook.verify.roots import Root

    monkeypatch.setattr("repobook.looks.FRESH_SECONDS", 1e6 if is_fresh else 0.0)
    read: list[str] = []
    digest = Root.digest

    def noted(root: Root, path: str, limit: int) -> tuple[str, int]:
        read.append(path)
        return digest(root, path, limit)

    monkeypatch.setattr(Root, "digest", noted)
    assert garden.build().problems == []
    assert PAGE not in read and (SOURCE in read) == is_fresh
    assert verify(str(garden.book), str(garden.root)).problems == []


def edit_and_set_back(source: Path) -> None:
    """Edit a source so that neither its size nor the time of its bytes tells."""
    seen = source.stat()
    source.write_bytes(source.read_bytes().replace(b"every", b"evary").replace(b"water", b"evary"))
    os.utime(source, ns=(seen.st_atime_ns, seen.st_mtime_ns))


@pytest.mark.parametrize("source", [SOURCE, "docs/soil.md"])
@pytest.mark.parametrize("is_in_halves", [False, True])
@pytest.mark.parametrize("fresh", [0.0, 1e6])
def test_sources_edited_during_a_build_are_found_though_their_pages_are_not_read(
    fresh: float, is_in_halves: bool, source: str, garden: Garden, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sources are looked at again at the end, and read where they look otherwise, or where a look does not tell. Of a large tree
    two processes look at a half each."""
    monkeypatch.setattr("repobook.looks.FRESH_SECONDS", fresh)
    if is_in_halves:
        monkeypatch.setattr("repobook.verify.parts.LARGE_PAGES", 0)
    at("render_pages", lambda: edit_and_set_back(garden.root / source), monkeypatch, is_after=True)
    garden.build()
    assert b"evary" in (garden.book / f"{source}_docs.md").read_bytes()
    assert read_tree(garden.book) == garden.clean()


@pytest.mark.parametrize("drawn", ["", SOURCE, "garden/iris.py"])
def test_sources_that_no_look_tells_are_found_where_one_is_drawn(
    drawn: str, garden: Garden, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that differs has all of them read. What nobody draws is found by `repobook verify`."""
    account, numbers = Examiner.account, {path: number for number, path in enumerate(sorted(FILES))}

    def edit() -> None:
        for source in {SOURCE, drawn or SOURCE}:
            edit_and_set_back(garden.root / source)

    monkeypatch.setattr(Examiner, "account", lambda examiner, *words: (account(examiner, *words)[0], []))
    monkeypatch.setattr(
        "random.sample", lambda population, number: [numbers[drawn]] if drawn and 0 in population else []
    )
    at("render_pages", edit, monkeypatch, is_after=True)
    garden.build()
    assert (b"evary" in (garden.book / PAGE).read_bytes()) == bool(drawn)
    assert (wrong_pages(garden) == []) == bool(drawn)


@pytest.mark.parametrize("is_spare", [True, False])
@pytest.mark.parametrize("harm", ["a byte", "a page", "half of it"])
def test_bytes_of_the_database_that_the_disk_lost(
    harm: str, is_spare: bool, garden: Garden, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It looks as it did, so the next book begins with it, or with its spare; its checksum, or SQLite, tells, and the book is made
    without it."""

    def presume(record: Record) -> bool:
        record._looks, record._folders = record._remembered.files, record._remembered.folders
        record.is_presumed = record.is_untouched = True
        return True

    place = garden.book / "book.db"
    data = bytearray(place.read_bytes())
    at = data.index(b"grow_apple") if harm == "a byte" else 4096 if harm == "a page" else len(data) // 2
    data[at : at + 1 if harm == "a byte" else at + 4096 if harm == "a page" else len(data)] = (
        b"x" if harm == "a byte" else bytes(4096) if harm == "a page" else bytes(len(data) - at)
    )
    place.write_bytes(data)
    monkeypatch.setattr(Record, "presume", presume)
    if not is_spare:
        monkeypatch.setattr("repobook.basis.take_spare", lambda spare, place: False)
    outcome = garden.build()
    assert (outcome.problems, outcome.mended != "") == ([], True)
    assert read_tree(garden.book) == garden.clean()
