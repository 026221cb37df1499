"""What the rules found over a folder and over the repository, and the page of the rules themselves."""

from __future__ import annotations

import sqlite3

import msgspec

from repobook.render.book import Book, FolderRow
from repobook.render.findings import (
    EVERY_TEXT,
    RULES_PAGE,
    RULES_TITLE,
    SEVERITIES,
    WORDS,
    languages_of_rules,
    read_rules,
    rule_languages,
    rule_name,
    tell,
)
from repobook.render.markdown import code, number, plural, prose, relative, table, url
from repobook.render.summaries import subtree

# Whose findings a reader of the whole wants: those of tests, examples of others and texts stand on their own pages.
_TOLD = "(f.kind IN ('source', 'build', 'configuration') OR f.outcome = 'skipped' AND f.kind NOT IN ('test', 'generated', 'vendored'))"
_APART = {
    "test": "test",
    "document": "document",
    "data": "data file",
    "generated": "generated file",
    "vendored": "vendored file",
    "binary": "binary file",
}


class _Table(msgspec.Struct, array_like=True):
    """The rules of a language, "" for those of every text: how many there are, and what they found."""

    language: str
    rules: int
    text: str


_decode_tables = msgspec.json.Decoder(list[_Table]).decode
_decode_sizes = msgspec.json.Decoder(dict[str, tuple[int, int]]).decode


def make_rules(book: Book, number_: int) -> str:
    """Return what `rules.md` is made of: 0, the tables; 1, the files and lines of each language, which every edit changes."""
    if number_:
        sizes = {row["language"]: (row["n"], row["lines"]) for row in rule_languages(book)}
        return msgspec.json.encode(sizes).decode()
    counts: dict[tuple[str, str], tuple[int, int]] = {}
    everywhere: dict[str, tuple[int, int]] = {}
    for language, key, found, files in book.query(
        "SELECT f.language, d.rule, count(*), count(DISTINCT d.file_id) FROM finding d JOIN file f ON f.id = d.file_id"
        " GROUP BY f.language, d.rule"
    ):
        counts[language, key] = (found, files)
        before = everywhere.get(key, (0, 0))
        everywhere[key] = (before[0] + found, before[1] + files)
    tables: list[_Table] = []
    for language in languages_of_rules(book):
        rules = read_rules(book, language)
        if not tables:
            common = {key: rule for key, rule in rules.items() if key.startswith("all/")}
            tables.append(_Table("", len(common), _rule_table(common, everywhere)))
        own = {key: rule for key, rule in rules.items() if not key.startswith("all/")}
        if own:
            found_here = {key: counts.get((language, key), (0, 0)) for key in own}
            tables.append(_Table(language, len(own), _rule_table(own, found_here)))
    return msgspec.json.encode(tables).decode()


def finish_rules(book: Book, texts: dict[int, str]) -> None:
    """Write `rules.md`: every rule that looked at the repository with what it found, by language."""
    parts = [f"# {RULES_TITLE}\n"]
    sizes = _decode_sizes(texts[1])
    for at, one in enumerate(_decode_tables(texts[0])):
        parts.append(f"## {one.language if at else EVERY_TEXT}\n")
        if at:
            files, lines = sizes[one.language]
            parts.append(
                f"{plural(one.rules, 'rule')} over {plural(lines, 'line')} of {plural(files, 'file')}.\n"
            )
        parts.append(one.text)
    book.write(RULES_PAGE, "\n".join(parts))


def _rule_table(rules: dict[str, sqlite3.Row], counts: dict[str, tuple[int, int]]) -> str:
    order = list(WORDS)
    rows = []
    silent: dict[str, list[str]] = {}
    for key, rule in sorted(rules.items(), key=lambda item: (order.index(item[1]["category"]), item[0])):
        found, files = counts.get(key, (0, 0))
        if not found:
            silent.setdefault(rule["category"], []).append(f"{prose(rule['title'])} ({code(key)})")
            continue
        shown = (number(found), number(files))
        rows.append((code(key), WORDS[rule["category"]], rule_name(rule), prose(rule["why"]), *shown))
    told = table(("rule", "about", "finds", "why", "findings", "files"), rows, "llllrr") if rows else ""
    if not silent:
        return told
    lines = "".join(f"- {WORDS[word]}: {', '.join(titles)}\n" for word, titles in silent.items())
    many = sum(len(titles) for titles in silent.values())
    return told + ("\n" if told else "") + f"Looked for without a match, {plural(many, 'rule')}:\n\n{lines}"


def overview(book: Book, category: str, folder: FolderRow, here: str, limit: int = 40) -> str:
    """Return what the rules of a category found below a folder: a line a rule, with the files that hold most."""
    low, high = subtree(book, folder)
    # Without the lines, which move with every edit: those that are shown are asked for below.
    rows = book.query(
        "SELECT d.rule, r.title, r.severity, r.cwe, r.why, d.file_id, count(*) AS n FROM finding d"
        " JOIN file f ON f.id = d.file_id JOIN rule r ON r.language = f.language AND r.key = d.rule"
        f" WHERE r.category = ? AND d.file_id BETWEEN ? AND ? AND {_TOLD}"
        " GROUP BY d.rule, d.file_id ORDER BY d.rule, n DESC, d.file_id",
        category, low, high,
    )  # fmt: skip
    groups: dict[str, list[sqlite3.Row]] = {}
    for row in rows:
        groups.setdefault(row["title"], []).append(row)
    order = sorted(
        groups,
        key=lambda title: (
            SEVERITIES[groups[title][0]["severity"]],
            -sum(row["n"] for row in groups[title]),
            title,
        ),
    )
    listed = []
    for title in order[:limit]:
        found = sorted(groups[title], key=lambda row: (-row["n"], row["file_id"]))
        places = ", ".join(
            book.place(book.files[row["file_id"]], _first_line(book, row["file_id"], row["rule"]), here)
            + (f" ({number(row['n'])})" if row["n"] > 1 else "")
            for row in found[:3]
        )
        total = sum(row["n"] for row in found)
        listed.append((rule_name(found[0]), number(total), number(len(found)), places))
    rules_page = url(relative(RULES_PAGE, here))
    more = (
        f"\n{plural(len(order) - limit, 'more kind')} of them: [all rules with their counts]({rules_page}).\n"
        if len(order) > limit
        else ""
    )
    more += _left_out(book, "r.category = ?", (category,), folder, here)
    head = (
        f"[{WORDS[category]}]({rules_page})",
        "findings",
        "files",
        "most of them in",
    )
    return (table(head, listed, "lrrl") if listed else "") + more


def _first_line(book: Book, file_id: int, rule: str) -> int:
    """Return where a rule found something first in a file."""
    return int(
        book.query("SELECT min(first_line) FROM finding WHERE file_id = ? AND rule = ?", file_id, rule)[0][0]
    )


def risks(book: Book, folder: FolderRow, here: str, limit: int = 12, is_alone: bool = False) -> str:
    """Return what below a folder deserves care: findings above a note in its sources, one row a rule and file."""
    low, high = subtree(book, folder)
    own = f" AND f.folder_id = {folder.id}" if is_alone else ""
    rows = book.query(
        "SELECT d.rule, r.title, r.severity, r.cwe, r.message, d.file_id, d.detail, d.first_line, d.last_line, count(*) AS n"
        " FROM finding d JOIN file f ON f.id = d.file_id JOIN rule r ON r.language = f.language AND r.key = d.rule"
        f" WHERE r.severity != 'note' AND d.file_id BETWEEN ? AND ?{own} AND {_TOLD}"
        " GROUP BY d.rule, d.file_id HAVING d.first_line = min(d.first_line)"
        " ORDER BY r.severity, n DESC, d.file_id, d.rule",
        low, high,
    )  # fmt: skip
    listed = [
        (
            rule_name(row),
            tell(row["message"], row["detail"])
            + (f" and {number(row['n'] - 1)} more" if row["n"] > 1 else ""),
            book.place(book.files[row["file_id"]], row["first_line"], here),
        )
        for row in rows[:limit]
    ]
    more = f"\n{number(len(rows) - limit)} more are on the pages of the files.\n" if len(rows) > limit else ""
    more += _left_out(book, f"r.severity != 'note'{own}", (), folder, here)
    return (table(("risk", "what is there", "where"), listed) if listed else "") + more


def _left_out(book: Book, which: str, values: tuple[str, ...], folder: FolderRow, here: str) -> str:
    """Say how many findings a table leaves out because they lie in tests, documents and the like, and where most are."""
    low, high = subtree(book, folder)
    rows = book.query(
        "SELECT f.kind, f.folder_id, count(*) AS n, count(DISTINCT d.file_id) AS files FROM finding d"
        " JOIN file f ON f.id = d.file_id JOIN rule r ON r.language = f.language AND r.key = d.rule"
        f" WHERE {which} AND d.file_id BETWEEN ? AND ? AND NOT {_TOLD}"
        " GROUP BY f.kind, f.folder_id ORDER BY n DESC, f.folder_id",
        *values, low, high,
    )  # fmt: skip
    kinds: dict[str, list[sqlite3.Row]] = {}
    for row in rows:
        kinds.setdefault(row["kind"], []).append(row)
    if not kinds:
        return ""
    told = []
    for kind, found in sorted(kinds.items(), key=lambda item: (-sum(r["n"] for r in item[1]), item[0])):
        names = [book.folders[row["folder_id"]] for row in found[:2]]
        most = ", ".join(book.folder_link(f, here, code(f.path + "/" if f.path else "/")) for f in names)
        total, files = sum(row["n"] for row in found), sum(row["files"] for row in found)
        told.append(
            f"{number(total)} in {plural(files, _APART.get(kind, kind))} ({'most of them ' if len(found) > 2 else ''}in {most})"
        )
    return f"\nNot in this list, but on the pages of the files: {'; '.join(told)}.\n"
