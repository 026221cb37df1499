"""`verification_report.md`: what was checked, every problem, and what this book does not know."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from repobook.facts import SKIP_REASONS, Problem
from repobook.render.asked import recalled, shared
from repobook.render.book import Book
from repobook.render.markdown import code, filled_table, number, plural, prose, table, url
from repobook.render.unresolved import TOP_FOLDER, unresolved_imports

MAX_LISTED = 2_000
MAX_TORN = 30  # files with regions that no grammar could read

_MEANINGS = {
    "anchors": "the fragment of a link with the headings of its page",
    "checksums": "a page's SHA-256 with `manifest.json` and `SHA256SUMS`",
    "citations": "cited lines with the length of the file they are in",
    "cited names": "the name that a citation states with the lines it cites",
    "files accounted": "each file: documented, or listed with a reason",
    "identifier lines": "each line listed for an identifier with the source",
    "links": "the target of a link with the pages there are",
    "masked texts": "asterisks in place of what is shaped like a secret with the places that the manifest lists",
    "pages": "each page read anew from the disk",
    "site anchors": "the fragment of a link of the site with the places of its page",
    "site links": "the target of a link of the site with the files there are",
    "source entries": "what the repository holds with what the manifest lists",
    "source files": "a file's SHA-256 with the manifest",
    "source texts": "the source that a page shows with the file",
    "table rows": "the cells of a row with the head of its table",
}


# All of the report that no check decides: titles and texts. The first stands before what was checked; what has no title goes on
# with what stands before it.
Sections = list[tuple[str, str]]
PARTS = "report.parts"  # a file of the staging folder that is gone when the report is there


def report_numbers(book: Book) -> list[int]:
    return list(range(len(_SECTIONS)))


def make_report_section(book: Book, at: int) -> str:
    """Return the text of a section. Each is a unit: what every edit changes stands apart from what takes long."""
    return _SECTIONS[at][1](book)


def finish_report(book: Book, texts: dict[int, str]) -> None:
    """Leave the sections for who writes the report when all pages have been checked. They are no page."""
    with open(os.path.join(book.options.staging, PARTS), "w", encoding="ascii") as stream:
        json.dump(_put_together(texts), stream)


def take_sections(staging: str) -> Sections:
    """Return what was left, and take it away."""
    place = os.path.join(staging, PARTS)
    with open(place, encoding="ascii") as stream:
        sections: Sections = [(title, text) for title, text in json.load(stream)]
    os.unlink(place)
    return sections


def render_report(
    sections: Sections, staging: str, problems: Sequence[Problem], checks: dict[str, int]
) -> None:
    """Write the report into the staging folder."""
    with open(
        os.path.join(staging, "verification_report.md"), "w", encoding="utf-8", newline="\n", errors="replace"
    ) as out:
        out.write(_join(sections, problems, checks))


def report_text(book: Book) -> str:
    """Return the report of pages that nobody has checked."""
    sections = _put_together({at: make_report_section(book, at) for at in report_numbers(book)})
    return _join(sections, [], None)


def _put_together(texts: dict[int, str]) -> Sections:
    sections: Sections = []
    for at, text in sorted(texts.items()):
        title = _SECTIONS[at][0]
        if title or not sections:
            sections.append((title, text))
        elif text:
            before, body = sections[-1]
            sections[-1] = (before, f"{body}\n{text}" if body else text)
    return sections


def _join(sections: Sections, problems: Sequence[Problem], checks: dict[str, int] | None) -> str:
    (_, accounting), *others = sections
    checked = _UNCHECKED if checks is None else _checks(problems, checks)
    parts = ["# Verification report\n", accounting, checked]
    parts += [f"## {title}\n\n{body}" for title, body in (("Problems", _problems(problems)), *others) if body]
    return "\n".join(parts)


_UNCHECKED = "## Checks\n\nNone yet: these pages are made when they are asked for. `repobook build` writes and verifies all of them.\n"


def _accounting(book: Book) -> str:
    counts = dict(book.db.execute("SELECT outcome, count(*) FROM file GROUP BY outcome").fetchall())
    documented, skipped = counts.get("documented", 0), counts.get("skipped", 0)
    options = book.db.execute(
        f"SELECT count(*) FROM file WHERE outcome = 'ignored' AND {_BY_OPTION}"
    ).fetchone()[0]
    rows = [
        ("scanned", number(documented + skipped)),
        ("documented", number(documented)),
        ("without a page, with a reason", number(skipped)),
        ("left out by ignore rules (a folder counts once)", number(counts.get("ignored", 0) - options)),
    ]
    if options:
        rows.append(("left out by the options of this build (a folder counts once)", number(options)))
    return "## Accounting\n\n" + table(("files", "count"), rows, "lr")


def _checks(problems: Sequence[Problem], checks: dict[str, int]) -> str:
    rows = [
        (name.replace("_", " "), number(count), _MEANINGS.get(name.replace("_", " "), ""))
        for name, count in sorted(checks.items())
    ]
    rows.append(("problems found", number(len(problems)), "" if problems else "all of the above hold"))
    return "## Checks\n\n" + table(("check", "made", "what was compared"), rows, "lrl")


def _problems(problems: Sequence[Problem]) -> str:
    if not problems:
        return ""
    rows = [
        (code(p.code), code(place), prose(what))
        for p, (place, what) in ((p, p.split()) for p in problems[:MAX_LISTED])
    ]
    more = f"\n{number(len(problems) - MAX_LISTED)} more.\n" if len(problems) > MAX_LISTED else ""
    return table(("problem", "where", "what"), rows) + more


def _skipped(book: Book) -> str:
    rows = book.db.execute(
        "SELECT path, reason, detail FROM file WHERE outcome = 'skipped' ORDER BY reason, path"
    ).fetchall()
    if not rows:
        return ""
    counts: dict[str, int] = {}
    for row in rows:
        counts[row["reason"]] = counts.get(row["reason"], 0) + 1
    head = table(
        ("reason", "files", "meaning"),
        [
            (code(reason), number(n), prose(SKIP_REASONS.get(reason, "")))
            for reason, n in sorted(counts.items())
        ],
        "lrl",
    )
    shown = [(code(row["path"]), code(row["reason"]), prose(row["detail"])) for row in rows[:MAX_LISTED]]
    more = (
        f"\n{plural(len(rows) - MAX_LISTED, 'more file')} in `manifest.json`.\n"
        if len(rows) > MAX_LISTED
        else ""
    )
    return head + "\n" + table(("file", "reason", "detail"), shown) + more


# A rule that a file states begins with the path of that file; those of the request with the option.
_BY_OPTION = "(reason LIKE '--include%' OR reason LIKE '--exclude%')"


def _ignored(book: Book, is_option: bool) -> str:
    rows = book.db.execute(
        f"SELECT path, reason FROM file WHERE outcome = 'ignored' AND {'' if is_option else 'NOT '}{_BY_OPTION} ORDER BY path"
    ).fetchall()
    shown = [(code(row["path"]), code(row["reason"])) for row in rows[:MAX_LISTED]]
    more = (
        f"\n{plural(len(rows) - MAX_LISTED, 'more path')} in `manifest.json`.\n"
        if len(rows) > MAX_LISTED
        else ""
    )
    return table(("path", "rule"), shown) + more if shown else ""


def _errors(book: Book) -> str:
    """Say for each language how many bytes lie in regions that its grammar could not read, and name the worst files."""
    languages = _torn_languages(book)
    if not languages:
        return ""
    sizes = dict(
        book.db.execute("SELECT language, sum(size_bytes) FROM file WHERE outcome = 'documented' GROUP BY language").fetchall()
    )  # fmt: skip
    rows = [
        (language, number(torn), number(files), number(size), f"{100 * size / max(1, sizes[language]):.2f} %")
        for language, files, torn, size in languages
    ]
    worst, others, rest = _torn_files(book)
    shown = []
    for file_id, path, page, torn, line in worst:
        (size,) = book.db.execute("SELECT size_bytes FROM file WHERE id = ?", (file_id,)).fetchone()
        link = f"[{code(path)}]({url(page + '_docs.md')})"
        shown.append((link, number(torn), f"{100 * torn / max(1, size):.1f} %", _place(page, line)))
    more = f"\n{plural(others, 'more file')} with {plural(rest, 'byte')}.\n" if rest else ""
    return (
        table(("language", "files with errors", "of files", "bytes in errors", "share"), rows, "lrrrr")
        + "\n"
        + table(("file", "bytes in errors", "share", "first at"), shown, "lrrl")
        + more
    )


# Sizes of files are not among these answers: every edit changes one.


@recalled
def _torn_languages(book: Book) -> list[tuple[str, int, int, int]]:
    """Return languages with such regions: files, those with errors, bytes in them."""
    rows = book.query(
        "SELECT language, count(*), sum(error_bytes > 0), sum(error_bytes) AS bytes FROM file"
        " WHERE outcome = 'documented' GROUP BY language HAVING bytes > 0 ORDER BY bytes DESC, language"
    )
    return [(row[0], row[1], row[2], row[3]) for row in rows]


@recalled
def _torn_files(book: Book) -> tuple[list[tuple[int, str, str, int, int]], int, int]:
    """Return the worst files (id, path, page, bytes, line of the first region), how many others there are, and their bytes."""
    rows = book.query(
        "SELECT f.id, f.path, f.page, f.error_bytes, n.line FROM file f JOIN note n ON n.file_id = f.id AND n.code = 'parse_partial'"
        " WHERE f.error_bytes > 0 ORDER BY f.error_bytes DESC, f.path"
    )
    worst = [(row[0], row[1], row[2], row[3], row[4]) for row in rows[:MAX_TORN]]
    return worst, max(0, len(rows) - MAX_TORN), sum(row[3] for row in rows[MAX_TORN:])


def _place(page: str, line: int) -> str:
    """Cite a line by the page of its file."""
    return f"[L{line}]({url(page + '_docs.md')})" if line else ""


def _notes(book: Book) -> str:
    rows = book.db.execute(
        "SELECT n.code, f.path, f.page, n.detail, n.line FROM note n JOIN file f ON f.id = n.file_id WHERE n.code != 'parse_partial'"
        " UNION ALL SELECT code, path, '', detail, 0 FROM scan_note ORDER BY 1, 2, 5, 4"
    ).fetchall()
    shown = [
        (
            code(row["code"]),
            f"[{code(row['path'])}]({url(row['page'] + '_docs.md')})" if row["page"] else code(row["path"]),
            f"{prose(row['detail'])}{', line ' + str(row['line']) if row['line'] else ''}",
        )
        for row in rows[:500]
    ]
    more = f"\n{number(len(rows) - 500)} more are in `book.db`, table `note`.\n" if len(rows) > 500 else ""
    return table(("note", "file", "what"), shown) + more if shown else ""


def _imports(book: Book) -> str:
    rows = book.db.execute(
        "SELECT f.language, count(*) AS n, sum(i.answer IN ('file', 'folder')) AS file, sum(i.answer = 'standard') AS standard, sum(i.answer = 'package') AS package,"
        " sum(i.answer = 'unresolved') AS unresolved, sum(i.answer = '') AS unknown FROM import i JOIN file f ON f.id = i.file_id GROUP BY f.language ORDER BY n DESC, f.language"
    ).fetchall()
    if not rows:
        return ""
    shown = [
        (
            row["language"],
            number(row["n"]),
            number(row["file"]),
            number(row["standard"]),
            number(row["package"]),
            number(row["unresolved"]),
            number(row["unknown"]),
        )
        for row in rows
    ]
    head = (
        "language",
        "imports",
        "found here",
        "its own library",
        "a package",
        "not found",
        "no rule for it yet",
    )
    return filled_table(head, shown, "lrrrrrr")


_LABELS = {
    "e": ("exact", "scope and imports leave one definition of this repository"),
    "s": ("scoped", "one definition is in reach by its name, or by the class of what stands before it"),
    "c": ("candidate", "several definitions fit; none of them counts as used"),
    "u": ("unresolved", "no definition was found; the cause is below"),
    "x": ("external", "the language's own library, or a package that is not here"),
    "l": ("local", "a parameter or variable of the function around it"),
}
_CAUSES = {
    "ambiguous": "several definitions fit; all of them are listed",
    "dynamic": "a member of something whose type the text does not tell",
    "macro": "a name in capitals that no macro seen here defines",
    "generated": "not defined here, and the file imports something that a build makes",
    "missing file": "not defined here, and the file imports something that was not found",
    "not defined here": "no file of the repository defines the name: generated code, a built-in, or a package",
}


class _Places(NamedTuple):
    """How many places that name a symbol have which answer, and for what cause."""

    language: str
    folder: str
    label: str
    cause: str
    places: int


@shared
def _places(book: Book) -> list[_Places]:
    """Return what became of the places that name a symbol. All answers are read once for all that is told of them."""
    rows = book.query(
        f"SELECT f.language, {TOP_FOLDER}, a.label, a.cause, sum(a.places) FROM answer a JOIN file f ON f.id = a.file_id"
        " GROUP BY 1, 2, 3, 4"
    )
    return [_Places(*row) for row in rows]


def _sums(found: Iterable[tuple[str, int]]) -> Counter[str]:
    sums: Counter[str] = Counter()
    for name, places in found:
        sums[name] += places
    return sums


def _references(book: Book) -> str:
    """Say what became of the places that name a symbol, and why some have no sure answer."""
    labels = _sums((one.label, one.places) for one in _places(book))
    total = sum(labels.values())
    if not total:
        return ""
    rows = [
        (label, number(labels[key]), _share(labels[key], total), meaning)
        for key, (label, meaning) in _LABELS.items()
        if labels[key]
    ]
    rows.append(("all", number(total), "", "places that `repobook export references` writes, one a line"))
    return table(("answer", "places", "share", "what it means"), rows, "lrrl")


def _unsure(book: Book) -> str:
    """Say why places have no sure answer, by cause, language and folder."""
    found = _places(book)
    total = sum(one.places for one in found)
    causes = _sums((one.cause, one.places) for one in found if one.label in ("c", "u"))
    if not causes:
        return ""
    order = sorted(causes, key=lambda cause: (-causes[cause], cause))
    listed = [(c, number(causes[c]), _share(causes[c], total), _CAUSES.get(c, "")) for c in order]
    whole = sum(causes.values())
    listed.append(("all", number(whole), _share(whole, total), f"of {plural(total, 'place')}"))
    return "\n".join(
        [
            "### Why places have no sure answer\n\n"
            + table(("cause", "places", "share of all", "what it means"), listed, "lrrl"),
            _by(((one.language, one.cause, one.places) for one in found), "language", order),
            _by(((one.folder, one.cause, one.places) for one in found), "folder", order),
        ]
    )


MAX_GROUPS = 40


def _by(found: Iterable[tuple[str, str, int]], head: str, causes: list[str]) -> str:
    """Return, for each language or folder, how many places have no sure answer, by cause."""
    groups: dict[str, Counter[str]] = {}
    for name, cause, places in found:
        groups.setdefault(name, Counter())[cause] += places
    totals = {name: sum(sums.values()) for name, sums in groups.items()}
    unsure = {name: totals[name] - groups[name][""] for name in groups}
    order = sorted(groups, key=lambda name: (-unsure[name], -totals[name], name))
    rows = [
        (
            code(name) if head == "folder" else name,
            number(totals[name]),
            *(number(groups[name][cause]) for cause in causes),
            number(unsure[name]),
            _share(unsure[name], totals[name]),
        )
        for name in order[:MAX_GROUPS]
    ]
    rest = order[MAX_GROUPS:]
    more = (
        f"\n{plural(len(rest), 'more ' + head)} with {plural(sum(unsure[name] for name in rest), 'place')} without a sure answer.\n"
        if rest
        else ""
    )
    titles = (head, "places", *causes, "without a sure answer", "rate")
    return filled_table(titles, rows, "l" + "r" * (len(titles) - 1)) + more


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else ""


def _untold(book: Book) -> str:
    plain = book.db.execute(
        "SELECT language, count(*) AS n FROM file WHERE outcome = 'documented' AND symbols = 0 AND lines > 0 GROUP BY language ORDER BY n DESC, language"
    ).fetchall()
    if not plain:
        return ""
    rows = [(row["language"] or "plain text", number(row["n"])) for row in plain[:MAX_GROUPS]]
    rest = plain[MAX_GROUPS:]
    more = (
        f"\n{plural(len(rest), 'more language')} with {plural(sum(row['n'] for row in rest), 'file')}.\n"
        if rest
        else ""
    )
    return (
        "### Files that nothing is known of\n\nThey hold text, but not a single definition, heading or key:\n\n"
        + table(("language", "files"), rows, "lr")
        + more
    )


# What stands in the report, in its order. Those that have no title stand below the title before them.
_SECTIONS: list[tuple[str, Callable[[Book], str]]] = [
    ("", _accounting),
    ("Files without a page", _skipped),
    ("Left out by the options of this build", lambda book: _ignored(book, is_option=True)),
    ("Ignored by the repository's own rules", lambda book: _ignored(book, is_option=False)),
    ("Regions that no grammar could read", _errors),
    ("Notes", _notes),
    ("Where imports lead", _imports),
    ("Where references lead", _references),
    ("What this book does not know", unresolved_imports),
    ("", _unsure),
    ("", _untold),
]
