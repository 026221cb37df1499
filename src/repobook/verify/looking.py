"""Have a second process look at the files of a book, and tell what differs from how they looked before."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from repobook.aside import Aside
from repobook.verify.roots import Root, Seen

# Files that look otherwise than before or are new, files that are gone, what is neither file nor folder, and how folders look.
Difference = tuple[dict[str, Seen], list[str], list[tuple[str, str]], dict[str, Seen | None]]


class Looking:
    """Looks at once, while pages may still come; `again` and `take` look once more where some came or went.

    What differs is little, as a rule, and travels faster than everything. A page is always written as a new file, so
    its folder tells that it came. What somebody else does to the bytes of a file meanwhile, the next one who looks will see.
    """

    def __init__(self, book: str, looked: Mapping[str, Seen]) -> None:
        self._book = book
        self._looked = looked
        self._aside = Aside(lambda: _find_difference(book, looked))
        self._is_at_top = False

    def __enter__(self) -> Looking:
        return self

    def __exit__(self, *exception: object) -> None:
        self._aside.__exit__(*exception)

    def again(self) -> None:
        """Look once more, where files came or went, while something else is done: from now on they come into the top folder alone."""
        before = self._aside.take()
        self._aside = Aside(lambda: _look_again(self._book, self._looked, before))
        self._is_at_top = True

    def take(self, looks: dict[str, Seen]) -> tuple[AbstractSet[str], list[tuple[str, str]]]:
        """Tell how every file of the book looks; return those that do not look exactly as they did before, or are gone, and what
        is neither file nor folder."""
        only = frozenset({""}) if self._is_at_top else None
        different, gone, odd, _ = _look_again(self._book, self._looked, self._aside.take(), only)
        looks.update(self._looked)
        looks.update(different)
        for path in gone:
            del looks[path]
        return different.keys() | gone, odd


def _find_difference(book: str, looked: Mapping[str, Seen]) -> Difference:
    with Root(book) as root:
        same, different, odd, folders = root.compare(looked)
    known = len(same) + sum(path in looked for path in different)
    gone = [] if known == len(looked) else sorted(looked.keys() - same - different.keys())
    return different, gone, odd, folders


def _look_again(
    book: str, looked: Mapping[str, Seen], before: Difference, only: AbstractSet[str] | None = None
) -> Difference:
    """Look at those folders again that something may have come into since then, or gone from: `only` some, where these are known."""
    different, gone, odd, folders = before
    with Root(book) as root:
        among = folders.items() if only is None else [(folder, folders.get(folder)) for folder in only]
        restless = {folder for folder, seen in among if seen is None or _look(root, folder) != seen}
        restless |= {path for path, kind in odd if kind == "unreadable"}
        if not restless:
            return before
        same, new, new_odd, listed = root.compare(looked, sorted(restless), folders.keys())
    again = restless | listed.keys()
    lost = {path for path in looked if _folder(path) in again}.difference(same, new)
    return (
        {path: seen for path, seen in different.items() if _folder(path) not in again} | new,
        sorted(lost.union(path for path in gone if _folder(path) not in again)),
        [(path, kind) for path, kind in odd if kind != "unreadable" and _folder(path) not in again] + new_odd,
        {folder: seen for folder, seen in folders.items() if folder not in again} | listed,
    )


def _look(root: Root, folder: str) -> Seen | None:
    try:
        return root.look_at_folder(folder)
    except OSError:
        return None


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
