"""What is looked at behind a test of the catalogue is seen: each check tells what is wrong, and says nothing where nothing is."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from aftermath import CHECKS, Watch, looking_behind, spared_by, watching
from runs import environment, run_here, write_tree

import repobook.pipeline
from repobook.build import build
from repobook.config import make_config
from repobook.pipeline import make_book


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with its book; every test puts back what it changes."""
    folder = tmp_path_factory.mktemp("test_place")
    write_tree(folder / "repo", {"a.py": "def a(): ...\n", "data.bin": b"\0\1"})
    make(folder)
    return folder


@pytest.fixture(scope="module")
def awake(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watch]:
    with watching(tmp_path_factory.mktemp("test_awake"), tmp_path_factory.getbasetemp(), set()) as watch:
        yield watch


def make(place: Path) -> None:
    build(make_config(f"{place}/repo", f"{place}/out/book", cache=f"{place}/cache", jobs=1))


def change_manifest(place: Path, change: Callable[[dict[str, object]], object]) -> None:
    path = place / "out" / "book" / "manifest.json"
    manifest = json.loads(path.read_bytes())
    change(manifest)
    path.write_text(json.dumps(manifest))


def miscount(place: Path) -> None:
    change_manifest(place, lambda manifest: manifest["counts"].update(scanned=9))  # type: ignore[attr-defined]


def invent_a_reason(place: Path) -> None:
    change_manifest(
        place,
        lambda manifest: [
            one.update(reason="bored") for one in manifest["files"] if one["outcome"] == "skipped"
        ],  # type: ignore[attr-defined]
    )


def ring_a_bell(place: Path) -> None:
    (place / "out" / "book" / "index.md").write_text("# Bell \a\n")


def hold_the_cache(place: Path) -> None:
    held.append(lock := open(place / "cache" / "facts-2.db.lock"))  # noqa: SIM115
    fcntl.flock(lock, fcntl.LOCK_EX)


def leave_a_socket(place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind("s")  # a short name: we stand in the place


def leave_a_process(place: Path) -> None:
    code = "import os, sys, time\nif not os.fork():\n    print(os.getpid(), flush=True); os.close(1); time.sleep(600)"
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
    held.append(int(done.stdout))


def run_python(code: str) -> Callable[[Path], object]:
    return lambda place: subprocess.run([sys.executable, "-c", code], env=environment(), check=True)


def edit_while_it_is_made(place: Path) -> None:
    def edit(*given: object) -> object:
        (place / "repo" / "a.py").write_text("def b(): ...\n")
        return make_book(*given)  # type: ignore[arg-type]

    (place / "repo" / "a.py").write_text("def c(): ...\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("repobook.pipeline.make_book", edit)
        make(place)


def publish_another(place: Path) -> None:
    def render(*given: object) -> object:
        sections: list[object] = take_sections(*given)  # type: ignore[arg-type]
        return [*sections, ("More", "Made at another time.\n")]

    take_sections = repobook.pipeline.take_sections
    (place / "repo" / "a.py").write_text("def d(): ...\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("repobook.pipeline.take_sections", render)
        make(place)


held: list[object] = []
MISDEEDS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "counts do not add up": ("books", miscount),
    "no fixed reason": ("books", invent_a_reason),
    "control characters": ("books", ring_a_bell),
    "wrong_size": ("books", lambda place: (place / "out/book/index.md").write_text("# Other\n")),
    "manifest.json: Expecting": ("books", lambda place: (place / "out/book/manifest.json").write_text("")),
    ".book.repobook-staging": ("left", lambda place: (place / "out/.book.repobook-staging").mkdir()),
    "staging.lock": ("left", lambda place: (place / "out/.book.repobook-staging.lock").touch()),
    ".new": ("left", lambda place: (place / "cache/books/x.basis.new").touch()),
    "facts-2.db.lock, held": ("left", hold_the_cache),
    "/s": ("left", leave_a_socket),
    "marker": ("left", lambda place: (place / "marker").touch()),
    "temporary: ": ("left", run_python("import tempfile; tempfile.mkdtemp()")),
    "left behind": ("processes", leave_a_process),
    "started ": ("watch", run_python("import subprocess; subprocess.run(['true'])")),
    "written outside: ": ("watch", run_python("open('/dev/full', 'w')")),
    "changed: ": ("source", edit_while_it_is_made),
    "differs when it is built again: verification_report.md": ("again", publish_another),
}  # fmt: skip


@pytest.mark.parametrize("said", MISDEEDS)
def test_what_is_wrong_is_told(said: str, place: Path, awake: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the checks notices what it is for, and no other does."""
    check, misdeed = MISDEEDS[said]
    monkeypatch.chdir(place)
    try:
        with looking_behind(awake, place, set()) as found:
            misdeed(place)
        assert [text for name, text in found if name == check and said in text], found
        assert {name for name, _ in found} == {check}
        with looking_behind(awake, place, {check}) as found:
            pass
        assert found == []
    finally:
        put_back(place)


def put_back(place: Path) -> None:
    while held:
        one = held.pop()
        os.kill(one, signal.SIGKILL) if isinstance(one, int) else one.close()  # type: ignore[attr-defined]
    for name in ("s", "marker", "cache/books/x.basis.new", "out/.book.repobook-staging.lock"):
        (place / name).unlink(missing_ok=True)
    shutil.rmtree(place / "out" / ".book.repobook-staging", ignore_errors=True)
    make(place)


def test_nothing_is_told_where_nothing_is_wrong(place: Path, awake: Watch) -> None:
    """A build in this process, and a question; the book is made once more by a process that is watched."""
    (place / "repo" / "a.py").write_text("def e(): ...\n")
    with looking_behind(awake, place, set()) as found:
        make(place)
        assert run_here("search", "--book", place / "out" / "book", "e").code == 0
    assert (found, awake.builder > 0) == ([], True)


@pytest.mark.spares("books", why="for example")
@pytest.mark.spares("left", why="for another example")
def test_what_is_spared_is_known(request: pytest.FixtureRequest) -> None:
    assert spared_by(request.node) == {"books", "left"} < CHECKS.keys()
