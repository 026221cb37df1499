"""What documents of the repository say of a file: sentences, items and sections whose subject is its path."""

from __future__ import annotations

import re
from typing import NamedTuple

from repobook.render.asked import recalled, shared
from repobook.render.book import Book, FileRow, FolderRow
from repobook.render.introduction import read_text, without_links
from repobook.render.wording import own_words

MAX_DOCUMENTS = 300
MAX_BYTES = 200_000  # of one document
MAX_LINE = 2_000
_PATH = r"[\w@+.-]+(?:/[\w@+.-]+)*\.[A-Za-z][\w]{0,7}"
# "- `src/server.c`: the entry point", "* [a.py](a.py) - reads", "| `x.go` | what it does |"
_ITEM = re.compile(
    rf"\s*(?:[-*+|]|\d{{1,3}}[.)])\s*[*_]{{0,2}}(?:`{{1,2}}|\[`?)?(?P<path>{_PATH})(?:`?\]\([^)\s]*\)|`{{1,2}})?[*_]{{0,2}}\s*(?::|\||[-–—]{{1,2}}\s)\s*(?P<text>[^|]{{12,}})"
)
# "`src/server.c` implements …", "The file `a.py` holds …"
_SUBJECT = re.compile(
    rf"(?:(?:The|This)\s+(?:file\s+)?)?(?:`{{1,2}}|\[`?)(?P<path>{_PATH})(?:`?\]\([^)\s]*\)|`{{1,2}})\s+(?:file\s+)?(?:is|are|has|holds|contains|defines|implements|provides|reads|writes|builds|runs|declares|describes|checks|tests|generates|handles|parses|creates|shows)\b"
)
_HEADING = re.compile(rf"#{{1,6}}\s+`?(?P<path>{_PATH})`?\s*#*$")
_RULED = re.compile(rf"`{{0,2}}(?P<path>{_PATH})`{{0,2}}\s*$")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])")
# A sentence that speaks of what its heading names.
_SAYS = re.compile(r"(?:This|It|Here|The (?:file|module|code|header)|An?|[A-Z][a-z]+s)\b")
_RULER = re.compile(r"([-=~^])\1{2,}\s*$")
_NEWS = re.compile(
    r"(?:^|/)(?:change|history|news|release|whats_?new)", re.I
)  # tells of changes, not of files
_ESCAPED = re.compile(r"(`[^`]*`)|\\([!-/:-@\[-`{-~])")


# "- `src/`: the library", "* [aten](aten) - tensors", "| `docs/` | what people read |"
_FOLDER_PATH = r"[\w@+.-]+(?:/[\w@+.-]+)*"
_FOLDER = re.compile(
    rf"\s*(?:[-*+|]|\d{{1,3}}[.)])\s*[*_]{{0,2}}(?:`{{1,2}}(?P<path>{_FOLDER_PATH})/?`{{1,2}}|\[`?[^\]`]{{1,80}}`?\]\((?:\./)?(?P<target>{_FOLDER_PATH})/?\)"
    rf"|(?P<bare>{_FOLDER_PATH})/(?=[\s:*_|]))[*_]{{0,2}}\s*(?::|\||[-–—]{{1,2}}\s)\s*(?P<text>[^|]{{12,}})"
)


class Mention(NamedTuple):
    words: str
    file: FileRow
    line: int


@recalled
def mention_of(book: Book, file: FileRow) -> Mention | None:
    """Return the first sentence of a document that has the file for its subject."""
    return _read(book).get(file.id)


@recalled
def mention_of_folder(book: Book, folder: FolderRow) -> Mention | None:
    """Return the first item of a document that has the folder for its subject."""
    return _read(book).get(-folder.id)


def _add_folder(
    document: FileRow, lines: list[str], at: int, folders: dict[str, int], found: dict[int, Mention]
) -> None:
    """Keep what an item of a list or a table says of a folder, from the document's own folder or from the top."""
    item = _FOLDER.match(lines[at])
    if item is None:
        return
    path = (item["path"] or item["target"] or item["bare"]).removeprefix("./").rstrip("/")
    here = document.path.rpartition("/")[0]
    for whole in (f"{here}/{path}" if here else path, path):
        if whole in folders:
            if -folders[whole] not in found and (
                words := own_words(_unescaped(_go_on(item["text"], lines, at)))
            ):
                found[-folders[whole]] = Mention(words, document, at + 1)
            return


@shared
def _read(book: Book) -> dict[int, Mention]:
    documents = [
        f
        for f in book.files.values()
        if f.kind == "document" and 0 < f.size_bytes <= MAX_BYTES and not _NEWS.search(f.path)
    ]
    # Those higher up speak for more of the repository.
    documents.sort(key=lambda f: (f.path.count("/"), f.id))
    paths = {f.path: f for f in book.files.values() if f.outcome == "documented"}
    by_name: dict[str, list[FileRow]] = {}
    for file in paths.values():
        by_name.setdefault(file.name, []).append(file)
    folders = {f.path: f.id for f in book.folders.values() if f.path}
    found: dict[int, Mention] = {}
    for document in documents[:MAX_DOCUMENTS]:
        lines = [line[:MAX_LINE] for line in read_text(book, document).split("\n")]
        fenced = False
        for at, line in enumerate(lines):
            if line.lstrip().startswith(("```", "~~~")):
                fenced = not fenced
            if fenced:
                continue
            said = _match(lines, at) if "." in line else None
            if said is None:
                if "`" in line or "/" in line or "](" in line:
                    _add_folder(document, lines, at, folders, found)
                continue
            path, text, number = said
            target = _target(document, path, paths, by_name)
            if target is None or target.id in found or target.id == document.id:
                continue
            if words := own_words(_unescaped(text)):
                found[target.id] = Mention(words, document, number)
    return found


def _unescaped(text: str) -> str:
    """Return a text without the backslashes that keep its characters from being marks; code stays as it is."""
    return _ESCAPED.sub(lambda found: found[1] or found[2], text) if "\\" in text else text


def _match(lines: list[str], at: int) -> tuple[str, str, int] | None:
    """Return the path that a line has for its subject, what is said of it, and the number of the line that says it."""
    line = lines[at]
    if item := _ITEM.match(line):
        return item["path"], _go_on(item["text"], lines, at), at + 1
    if (subject := _SUBJECT.match(line)) and not (at and lines[at - 1].strip()):
        return subject["path"], without_links(_go_on(line, lines, at)), at + 1
    heading = _HEADING.match(line) or (
        _RULED.match(line) if at + 1 < len(lines) and _RULER.match(lines[at + 1]) else None
    )
    if heading is None:
        return None
    below = at + (1 if line.startswith("#") else 2)
    while below < len(lines) and not lines[below].strip() and below < at + 5:
        below += 1
    if below >= len(lines) or not lines[below][:1].isalpha():
        return None
    return heading["path"], *_about(heading["path"], _go_on(lines[below], lines, below), lines, below)


def _about(path: str, text: str, lines: list[str], at: int) -> tuple[str, int]:
    """Return the words below the heading of a file from the sentence that names it on, where the first one leads up to it."""
    name = path.rpartition("/")[2]
    first, *others = _SENTENCE.split(text)
    if name in first or _SAYS.match(first):
        return text, at + 1
    for number, sentence in enumerate(others):
        if name in sentence:
            line = next((n for n in range(at, min(at + 6, len(lines))) if name in lines[n]), at)
            return " ".join(others[number:]), line + 1
    return text, at + 1


def _go_on(text: str, lines: list[str], at: int) -> str:
    """Return a text with the lines of its paragraph that follow."""
    if lines[at].lstrip().startswith("|"):
        return text
    rest = []
    for line in lines[at + 1 : at + 6]:
        if not line.strip() or re.match(r"\s*(?:[-*+|#]|\d{1,3}[.)]\s)", line):
            break
        rest.append(line.strip())
    return " ".join([text.strip(), *rest])


def _target(
    document: FileRow, path: str, paths: dict[str, FileRow], by_name: dict[str, list[FileRow]]
) -> FileRow | None:
    """Return the file that a path written in a document means; None where several could be meant."""
    path = path.removeprefix("./")
    folder = document.path.rpartition("/")[0]
    for whole in (f"{folder}/{path}" if folder else path, path):
        if whole in paths:
            return paths[whole]
    named = [f for f in by_name.get(path.rpartition("/")[2], ()) if f"/{f.path}".endswith(f"/{path}")]
    return named[0] if len(named) == 1 else None
