"""Books of files that were broken at random (F8): made, checked, complete, and no larger than what they are of."""

from __future__ import annotations

import json
import random
from pathlib import Path

from mutators import mutate
from runs import write_tree
from unit_facts import find_units

from repobook.build import build
from repobook.config import make_config
from repobook.verify import verify

TIMES, SPARE = 10, 20_000  # a page may have so many times the bytes of its file, and its headings besides

# The ten that are most used, and two more.
LANGUAGES = (
    "Python",
    "C",
    "C++",
    "JavaScript",
    "TypeScript",
    "Java",
    "Go",
    "Rust",
    "Ruby",
    "PHP",
    "Shell",
    "C#",
)

Corpus = dict[str, list[tuple[str, bytes]]]  # by language: texts with the names that files of it have


def read_units() -> Corpus:
    found: Corpus = {}
    for unit in find_units():
        found.setdefault(unit.language, []).append((unit.input.name, unit.input.read_bytes()))
    return found


def break_files(
    corpus: Corpus, language: str, count: int, chance: random.Random
) -> dict[str | bytes, str | bytes]:
    """Return broken files of a language, by their paths. Each lies in a folder of its own: its name may decide what it is."""
    others = [data for texts in corpus.values() for _, data in texts]
    found: dict[str | bytes, str | bytes] = {}
    for at in range(count):
        name, data = chance.choice(corpus[language])
        found[f"f{at % 20}/g{at}/{name}"] = mutate(data, chance.choice(others), chance)
    return found


def judge_book(folder: Path, files: dict[str | bytes, str | bytes], jobs: int = 1) -> list[str]:
    """Build a book of files and return what is wrong with it."""
    root = write_tree(folder / "repo", files)
    book = folder / "book"
    outcome = build(make_config(str(root), str(book), cache=str(folder / "cache"), jobs=jobs))
    wrong = [f"the build says {problem}" for problem in outcome.problems]
    wrong += [f"verify says {problem}" for problem in verify(str(book), str(root)).problems]
    listed = {file["path"]: file for file in json.loads((book / "manifest.json").read_bytes())["files"]}
    wrong += [f"not accounted for: {path}" for path in sorted(map(str, files.keys() ^ listed.keys()))]
    for path, file in listed.items():
        if file["outcome"] != "documented":
            if not file["reason"] or file["reason"].startswith("parse_"):
                wrong.append(f"skipped: {path}: {file['reason']} {file['detail']}")
            continue
        for page in (file["docs"], file["keywords"]):
            size = (book / page).stat().st_size
            if size > TIMES * len(files[path]) + SPARE:
                wrong.append(f"{page} has {size:,} bytes, its file {len(files[path]):,}")
    return wrong
