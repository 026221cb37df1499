"""`verification_report.md`: what was checked, every problem, and what this book does not know."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence

from repobook.facts import SKIP_REASONS, Problem
from repobook.render.markdown import code, filled_table, number, plural, prose, table, url
from repobook.render.unresolved import unresolved_imports

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


Sections = tuple[str, list[tuple[str, str]]]  # the first, and those behind what was checked: titles and texts


def render_report(
    sections: Sections, staging: str, problems: Sequence[Problem], checks: dict[str, int]
) -> None:
    """Write the report into the staging folder."""
    with open(
        os.path.join(staging, "verification_report.md"), "w", encoding="utf-8", newline="\n", errors="replace"
    ) as out:
        out.write(_join(sections, problems, checks))


def report_text(
    reader: sqlite3.Connection,
    problems: Sequence[Problem],
    checks: dict[str, int] | None,
) -> str:
    """Return the report; `checks` is None for pages that nobody has checked."""
    return _join(report_sections(reader), problems, checks)


def report_sections(reader: sqlite3.Connection) -> Sections:
    """Return all of the report that no check decides."""
    return _accounting(reader), [
        ("Files without a page", _skipped(reader)),
        ("Left out by the options of this build", _ignored(reader, is_option=True)),
        ("Ignored by the repository's own rules", _ignored(reader, is_option=False)),
        ("Regions that no grammar could read", _errors(reader)),
        ("Notes", _notes(reader)),
        ("Where imports lead", _imports(reader)),
        ("Where references lead", _references(reader)),
        ("What this book does not know", _unknown(reader)),
    ]


def _join(sections: Sections, problems: Sequence[Problem], checks: dict[str, int] | None) -> str:
    accounting, others = sections
    checked = _UNCHECKED if checks is None else _checks(problems, checks)
    parts = ["# Verification report\n", accounting, checked]
    parts += [f"## {title}\n\n{body}" for title, body in (("Problems", _problems(problems)), *others) if body]
    return "\n".join(parts)


_UNCHECKED = "## Checks\n\nNone yet: these pages are made when they are asked for. `repobook build` writes and verifies all of them.\n"


def _accounting(reader: sqlite3.Connection) -> str:
    counts = dict(reader.execute("SELECT outcome, count(*) FROM file GROUP BY outcome").fetchall())
    documented, skipped = counts.get("documented", 0), counts.get("skipped", 0)
    options = reader.execute(
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


def _skipped(reader: sqlite3.Connection) -> str:
    rows = reader.execute(
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


def _ignored(reader: sqlite3.Connection, is_option: bool) -> str:
    rows = reader.execute(
        f"SELECT path, reason FROM file WHERE outcome = 'ignored' AND {'' if is_option else 'NOT '}{_BY_OPTION} ORDER BY path"
    ).fetchall()
    shown = [(code(row["path"]), code(row["reason"])) for row in rows[:MAX_LISTED]]
    more = (
        f"\n{plural(len(rows) - MAX_LISTED, 'more path')} in `manifest.json`.\n"
        if len(rows) > MAX_LISTED
        else ""
    )
    return table(("path", "rule"), shown) + more if shown else ""


def _errors(reader: sqlite3.Connection) -> str:
    """Say for each language how many bytes lie in regions that its grammar could not read, and name the worst files."""
    languages = reader.execute(
        "SELECT language, count(*) AS n, sum(error_bytes > 0) AS bad, sum(error_bytes) AS bytes, sum(size_bytes) AS size FROM file"
        " WHERE outcome = 'documented' GROUP BY language HAVING bytes > 0 ORDER BY bytes DESC, language"
    ).fetchall()
    if not languages:
        return ""
    rows = [
        (
            row["language"],
            number(row["bad"]),
            number(row["n"]),
            number(row["bytes"]),
            f"{100 * row['bytes'] / max(1, row['size']):.2f} %",
        )
        for row in languages
    ]
    worst = reader.execute(
        "SELECT f.path, f.page, f.error_bytes, f.size_bytes, n.line FROM file f JOIN note n ON n.file_id = f.id AND n.code = 'parse_partial'"
        " WHERE f.error_bytes > 0 ORDER BY f.error_bytes DESC, f.path"
    ).fetchall()
    shown = [
        (
            f"[{code(row['path'])}]({url(row['page'] + '_docs.md')})",
            number(row["error_bytes"]),
            f"{100 * row['error_bytes'] / max(1, row['size_bytes']):.1f} %",
            _place(row["page"], row["line"]),
        )
        for row in worst[:MAX_TORN]
    ]
    rest = sum(row["error_bytes"] for row in worst[MAX_TORN:])
    more = f"\n{plural(len(worst) - MAX_TORN, 'more file')} with {plural(rest, 'byte')}.\n" if rest else ""
    return (
        table(("language", "files with errors", "of files", "bytes in errors", "share"), rows, "lrrrr")
        + "\n"
        + table(("file", "bytes in errors", "share", "first at"), shown, "lrrl")
        + more
    )


def _place(page: str, line: int) -> str:
    """Cite a line by the page of its file."""
    return f"[L{line}]({url(page + '_docs.md')})" if line else ""


def _notes(reader: sqlite3.Connection) -> str:
    rows = reader.execute(
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


def _imports(reader: sqlite3.Connection) -> str:
    rows = reader.execute(
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


def _references(reader: sqlite3.Connection) -> str:
    """Say what became of the places that name a symbol, and why some have no sure answer."""
    labels = dict(reader.execute("SELECT label, sum(places) FROM answer GROUP BY label").fetchall())
    total = sum(labels.values())
    if not total:
        return ""
    rows = [
        (label, number(labels[key]), _share(labels[key], total), meaning)
        for key, (label, meaning) in _LABELS.items()
        if labels.get(key)
    ]
    rows.append(("all", number(total), "", "places that `repobook export references` writes, one a line"))
    return table(("answer", "places", "share", "what it means"), rows, "lrrl")


def _unsure(reader: sqlite3.Connection) -> str:
    """Say why places have no sure answer, by cause, language and folder."""
    total = reader.execute("SELECT sum(places) FROM answer").fetchone()[0] or 0
    causes = dict(
        reader.execute(
            "SELECT cause, sum(places) FROM answer WHERE label IN ('c', 'u') GROUP BY cause"
        ).fetchall()
    )
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
            _by(reader, "f.language", "language", order),
            _by(reader, _TOP_FOLDER, "folder", order),
        ]
    )


_TOP_FOLDER = "CASE instr(f.path, '/') WHEN 0 THEN '/' ELSE substr(f.path, 1, instr(f.path, '/')) END"
MAX_GROUPS = 40


def _by(reader: sqlite3.Connection, column: str, head: str, causes: list[str]) -> str:
    """Return, for each language or folder, how many places have no sure answer, by cause."""
    groups: dict[str, dict[str, int]] = {}
    for name, cause, places in reader.execute(
        f"SELECT {column} AS name, a.cause, sum(a.places) FROM answer a JOIN file f ON f.id = a.file_id GROUP BY name, a.cause"
    ):
        groups.setdefault(name, {})[cause] = places
    totals = {name: sum(found.values()) for name, found in groups.items()}
    unsure = {name: totals[name] - groups[name].get("", 0) for name in groups}
    order = sorted(groups, key=lambda name: (-unsure[name], -totals[name], name))
    rows = [
        (
            code(name) if head == "folder" else name,
            number(totals[name]),
            *(number(groups[name].get(cause, 0)) for cause in causes),
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


def _unknown(reader: sqlite3.Connection) -> str:
    """Return what could not be told: of imports, of references, of whole files."""
    parts = [unresolved_imports(reader, _TOP_FOLDER), _unsure(reader), _untold(reader)]
    return "\n".join(part for part in parts if part)


def _untold(reader: sqlite3.Connection) -> str:
    plain = reader.execute(
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
