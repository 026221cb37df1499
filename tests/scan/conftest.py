"""Small repositories, built by code."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from repobook.facts import SourceFile
from repobook.scan import ScanOptions, list_files, read_files

Content = str | bytes
MakeTree = Callable[[Mapping[str, Content]], str]
ReadTree = Callable[..., dict[str, SourceFile]]


@pytest.fixture
def make_tree(tmp_path: Path) -> MakeTree:
    """Write files (a path that ends in `/` is an empty folder) and return the root."""
    root = tmp_path / "repository"
    root.mkdir()

    def make(files: Mapping[str, Content]) -> str:
        for path, content in files.items():
            target = os.path.join(str(root), path)
            os.makedirs(target if path.endswith("/") else os.path.dirname(target), exist_ok=True)
            if not path.endswith("/"):
                with open(target, "wb") as file:
                    file.write(content if isinstance(content, bytes) else content.encode())
        return str(root)

    return make


@pytest.fixture
def read_tree(make_tree: MakeTree) -> ReadTree:
    """Write files, read them back, and return what became of each."""

    def read(files: Mapping[str, Content], **options: object) -> dict[str, SourceFile]:
        listing = list_files(make_tree(files), ScanOptions(**options))  # type: ignore[arg-type]
        return {file.path: file for file, _ in read_files(listing)}

    return read
