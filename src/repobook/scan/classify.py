"""Language and kind of every file of one tree."""

from __future__ import annotations

from collections.abc import Iterable

from repobook.scan.attributes import Attributes
from repobook.scan.binary import text_head
from repobook.scan.headers import Neighbours
from repobook.scan.kinds import KindFinder
from repobook.scan.language import LanguageFinder
from repobook.scan.table import load_table

# Rules look at the beginning of a file only: a marker or a first class stands there, and time is bounded.
HEAD_BYTES = 16 * 1024


class Classifier:
    """Tells what files are. It knows all paths of the tree, because headers follow their neighbours."""

    def __init__(self, paths: Iterable[str]) -> None:
        table = load_table()
        self._languages = LanguageFinder(table, Neighbours(paths))
        self._kinds = KindFinder(table)

    def classify(
        self, path: str, data: bytes | None, size_bytes: int, attributes: Attributes | None = None
    ) -> tuple[str, str, str]:
        """Return language, kind and rule. Without `data` (a file that was not read) the name decides."""
        name = path[path.rfind("/") + 1 :]
        encoding = attributes.encoding if attributes else ""
        head = None if data is None else text_head(data, HEAD_BYTES, encoding)
        stated = self._languages.named(attributes.language) if attributes and attributes.language else ""
        language = stated or self._languages.find(path, name, head or b"")
        if not language and head == b"":
            language = "Text"  # nothing in it contradicts
        kind, rule = self._kinds.find(path, name, language, head, size_bytes, attributes)
        return language, kind, rule
