"""Many files that define the same names: each keeps its own, and the time grows with their number."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

import repobook.build
import repobook.pipeline
from repobook.config import make_config
from repobook.export.references import list_references
from repobook.store import open_reader


class _Stop(Exception):
    pass


def _link(folder: Path, count: int, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the database of a repository of `count` programs, before its pages are written."""
    for number in range(count):
        file = folder / "repo" / f"d{number % 50}" / (f"p{number}.py" if number % 2 else f"p{number}.c")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(
            "def main():\n    helper()\n\n\ndef helper():\n    main()\n"
            if number % 2
            else "static void helper(void) { }\n\nint main(void) {\n  helper();\n  return 0;\n}\n"
        )

    def stop(_config: object, staging: str, *_: object) -> None:
        Path(staging, "book.db").rename(folder / "book.db")
        raise _Stop

    monkeypatch.setattr(repobook.pipeline, "render_pages", stop)
    config = make_config(str(folder / "repo"), str(folder / "book"), jobs=1, cache=str(folder / "cache"))
    with pytest.raises(_Stop):
        repobook.build.build(config)
    return folder / "book.db"


def test_two_thousand_mains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds: list[float] = []
    refer = repobook.pipeline.refer

    def timed(*arguments: Any) -> None:
        started = time.perf_counter()
        refer(*arguments)
        seconds.append(time.perf_counter() - started)

    monkeypatch.setattr(repobook.pipeline, "refer", timed)
    for count in (500, 2000):
        database = _link(tmp_path / str(count), count, monkeypatch)
        reader = open_reader(str(database))
        references = list(list_references(reader))
        assert len(references) >= count
        for reference in references:
            assert [reference["label"]] + [target["path"] for target in reference["targets"]] == [
                "exact",
                reference["path"],
            ]
    assert seconds[1] < 12 * seconds[0] + 5  # the clock of a busy machine
