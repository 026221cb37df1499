"""What the rules found in a file: sections of its page."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter

from repobook.render.asked import question, shared
from repobook.render.book import Book
from repobook.render.markdown import Anchors, code, number, one_line, plural, prose, relative, table, url
from repobook.render.page import FileFacts, Page

RULES_PAGE = "rules.md"
RULES_TITLE, EVERY_TEXT = "Rules: what looked at the code", "Every text"
MAX_OF_A_RULE = 5  # findings of a rule that a page tells with their words
MAX_LINES = 10  # more of them, by their lines alone
_HOLE = re.compile(r"`\{(\w+)\}`|\{(\w+)\}")
_GAPS = re.compile(r" {2,}| (?=[:;,.]( |$))")
SEVERITIES = {"error": 0, "warning": 1, "note": 2}
WORDS = {
    "pattern": "patterns",
    "performance": "performance",
    "security": "security and safety",
    "maintenance": "maintenance",
}


def tell(message: str, detail: str) -> str:
    """Return a rule's message with what was found in it."""
    values = iter(detail.split("\t"))

    def fill(hole: re.Match[str]) -> str:
        value = next(values, "")
        if not value:
            return ""
        if not hole[1] and message.count("`", 0, hole.start()) % 2:  # in code with other words: `rm {flags}`
            return one_line(value).replace("`", "'")
        return code(value) if hole[1] else prose(value)

    return _GAPS.sub(lambda gap: "" if gap[0] == " " else " ", _HOLE.sub(fill, message)).strip(" :")


@shared
def read_rules(book: Book, language: str) -> dict[str, sqlite3.Row]:
    """Return the rules that looked at a language by their keys. Asked once a language."""
    rows = book.query("SELECT * FROM rule WHERE language = ? ORDER BY key", language)
    return {row["key"]: row for row in rows}


def summary(book: Book, page: Page, facts: FileFacts) -> str:
    """Return how many rules looked at how many lines, and what they found."""
    rules = read_rules(book, page.file.language)
    lines = facts.row["lines"]
    if not lines or not (has_own_rules(rules) or facts.findings):
        return ""
    looked = f"{len(rules)} over {plural(lines, 'line')}"
    counts = Counter(rules[row["rule"]]["category"] for row in facts.findings if row["rule"] in rules)
    if not counts:
        return f"{looked}: no match"
    shown = ", ".join(_counted(word, counts[word]) for word in WORDS if counts[word])
    return f"{looked}: {shown}"


def _counted(category: str, count: int) -> str:
    return plural(count, "pattern") if category == "pattern" else f"{number(count)} on {WORDS[category]}"


def section(book: Book, page: Page, facts: FileFacts, category: str) -> str:
    """Return the findings of one category as a table, the gravest first."""
    rules = read_rules(book, page.file.language)
    groups: dict[str, list[sqlite3.Row]] = {}
    for row in facts.findings:
        rule = rules.get(row["rule"])
        if rule is not None and rule["category"] == category:
            groups.setdefault(row["rule"], []).append(row)
    if not groups:
        return ""
    order = sorted(
        groups, key=lambda key: (SEVERITIES[rules[key]["severity"]], groups[key][0]["first_line"], key)
    )
    rows = []
    for key in order:
        rule, found = rules[key], groups[key]
        told = [
            f"{tell(rule['message'], row['detail'])} {page.cite(row['first_line'], row['last_line'])}".strip()
            for row in found[:MAX_OF_A_RULE]
        ]
        rest = found[MAX_OF_A_RULE:]
        if rest:
            places = " ".join(page.cite(row["first_line"], 0) for row in rest[:MAX_LINES])
            left = len(rest) - MAX_LINES
            told.append(f"{places} and {number(left)} more" if left > 0 else places)
        rows.append((rule_name(rule), "; ".join(told)))
    anchor = _anchor(book, page.file.language) if has_own_rules(rules) else "every-text"
    head = f"[{WORDS[category]}]({url(relative(RULES_PAGE, page.here))}#{anchor})"
    return table((head, "what is there"), rows)


def rule_name(rule: sqlite3.Row) -> str:
    grave = "" if rule["severity"] == "note" else f"**{rule['severity']}** "
    cwe = f" (CWE-{rule['cwe']})" if rule["cwe"] else ""
    return f"{grave}{prose(rule['title'])}{cwe}"


@question
def _anchor(book: Book, language: str) -> str:
    """Return the anchor of a language on the page of the rules, where C, C++ and C# must not meet."""
    return _anchors(book)[language]


@shared
def _anchors(book: Book) -> dict[str, str]:
    anchors = Anchors()
    for heading in (RULES_TITLE, EVERY_TEXT):
        anchors.add(heading)
    return {
        language: anchors.add(language)
        for language in languages_of_rules(book)
        if has_own_rules(read_rules(book, language))
    }


def languages_of_rules(book: Book) -> list[str]:
    """Return the languages of the repository in the order of the page of the rules: without lines, which every edit changes."""
    rows = book.query(
        "SELECT DISTINCT language FROM file WHERE outcome = 'documented' AND lines > 0 ORDER BY language = '', language"
    )
    return [row[0] for row in rows]


def rule_languages(book: Book) -> list[sqlite3.Row]:
    """Return the languages of the repository with their files and lines, in the order of the page of the rules."""
    return book.query(
        "SELECT language, count(*) AS n, sum(lines) AS lines FROM file WHERE outcome = 'documented' AND lines > 0"
        " GROUP BY language ORDER BY language = '', language"
    )


def has_own_rules(rules: dict[str, sqlite3.Row]) -> bool:
    return any(not key.startswith("all/") for key in rules)
