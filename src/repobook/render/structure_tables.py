"""Lists and tables of what is no code: the symbols of a file that read better so than each under a heading of its own.

The page shows what `tabulate` leaves. Every row cites the lines that it was read from.
"""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING

from repobook.render.docs import told_lines
from repobook.render.markdown import code, first_sentence, number, one_line, prose, table
from repobook.render.structures import GO, LISTS, Rows

if TYPE_CHECKING:
    from repobook.render.page import FileFacts, Page

_QUOTED_KEY = re.compile(r'"(?:[^"\\]|\\.)*+"\s*(?=:)')  # of JSON, with what it escapes
MAX_VALUE = 120  # characters of a value, a command or a list of sources
_TELLING_KINDS = frozenset({"column", "pattern", "requirement", "stage", "target", "heading"})
_HEADED = frozenset({"table", "section", "job", "service", "play", "stage"})
_INSTRUCTION = re.compile(
    r"\s*(RUN|COPY|ADD|WORKDIR|USER|CMD|ENTRYPOINT|HEALTHCHECK|VOLUME|SHELL|LABEL|ONBUILD)\s+\S", re.I
)
_CALL = re.compile(r"\s*([A-Za-z_]\w*)\s*\(")
_UNFIT = re.compile(r"[\"\\`]|\]\(")  # in the title of a link
_GLOBBED = re.compile(r"\"([^\"]{1,200})\"")
_TARGET_KINDS = re.compile(r"\b(STATIC|SHARED|MODULE|OBJECT|INTERFACE|IMPORTED|ALIAS)(?=[\s)])")
_MAKE_NEEDS = re.compile(r"^[^:]*::?\s*([^;|#]*)")


def tabulate(page: Page, facts: FileFacts, text: str | None) -> tuple[str, Rows]:
    """Return the lists and tables of a file, and the symbols that are left for headings of their own."""
    symbols = facts.symbols
    kinds = {s["kind"] for s in symbols}
    if not facts.details and not kinds & _TELLING_KINDS and page.file.language != "Starlark":
        return "", symbols  # code, whose lines nobody needs here
    lines = text.split("\n") if text is not None else []
    if len(kinds) == 1 and kinds <= LISTS.keys():
        return _table_list(page, symbols, lines), []
    if "requirement" in kinds and page.file.language in GO:
        rest = [s for s in symbols if s["kind"] != "requirement"]
        listed = _list_lines(page, rest, lines)
        return listed + "\n" + _table_list(
            page, [s for s in symbols if s["kind"] == "requirement"], lines
        ), []
    if page.file.language in GO:
        return _list_lines(page, symbols, lines), []
    if facts.details.get("layout") == "keys":
        return _list_keys(page, symbols, lines), []
    if facts.details.get("layout") == "elements":
        return _list_elements(page, symbols, lines), []
    if kinds == {"column"}:
        return _table_columns(page, symbols, lines), []
    if "cells" in facts.details and "cell" in kinds:
        return _table_cells(page, symbols, lines), []
    if "stage" in kinds and page.file.language == "Dockerfile":
        return _list_keys(page, symbols, lines), []
    if "target" in kinds and page.file.language in ("Makefile", "CMake"):
        return _table_targets(page, facts, lines), [s for s in symbols if s["kind"] != "target"]
    if page.file.language == "Starlark":
        return _table_rules(page, facts, lines)
    if "heading" in kinds:
        rest = [s for s in symbols if s["kind"] not in ("heading", "label")]
        return _list_headings(page, symbols, lines), rest
    return "", symbols


def _list_headings(page: Page, symbols: Rows, lines: list[str]) -> str:
    """Return the outline of a document; a label stands with the heading that it names."""
    parts: list[str] = []
    labels: Rows = []
    depth = 0
    for symbol in symbols:
        if symbol["kind"] == "label":
            labels.append(symbol)
        if symbol["kind"] not in ("heading", "label"):
            continue
        page.entries[symbol["id"]] = "detailed-analysis"
        if symbol["kind"] == "label":
            continue
        near = [s for s in labels if symbol["first_line"] - s["first_line"] <= 4]
        for label in labels[: len(labels) - len(near)]:
            parts.append(f"{'  ' * depth}- label {code(label['name'])}, {_cite(page, label, lines)}\n")
        labels = []
        depth = min(symbol["scope"].count(" > ") + 1 if symbol["scope"] else 0, 8)
        named = ", ".join(f"{code(s['name'])} ({page.cite(s['first_line'], 0)})" for s in near)
        also = f"; label {named}" if named else ""
        parts.append(f"{'  ' * depth}- {prose(symbol['name'])}, {_cite(page, symbol, lines)}{also}\n")
    for label in labels:
        parts.append(f"{'  ' * depth}- label {code(label['name'])}, {_cite(page, label, lines)}\n")
    return "".join(parts)


def _table_rules(page: Page, facts: FileFacts, lines: list[str]) -> tuple[str, Rows]:
    """Return the targets of a Bazel or Buck file, and the symbols that are no targets."""
    rows: list[tuple[str, ...]] = []
    rest: Rows = []
    wanted: dict[str, dict[int, list[str]]] = {"source": {}, "dep": {}}
    for row in facts.imports:
        if row["how"] in wanted:
            wanted[row["how"]].setdefault(row["line"], []).append(row["target"])
    for symbol in facts.symbols:
        if not re.match(rf"(?:native\.)?{re.escape(symbol['kind'])}\(", symbol["signature"]):
            rest.append(symbol)
            continue
        page.entries[symbol["id"]] = "detailed-analysis"
        span = range(symbol["first_line"], symbol["last_line"] + 1)
        cells = []
        for places in wanted.values():
            names = list(dict.fromkeys(name for line in span for name in places.get(line, [])))
            more = f" and {number(len(names) - 5)} more" if len(names) > 5 else ""
            cells.append(", ".join(code(name) for name in names[:5]) + more)
        if not cells[0] and "glob(" in symbol["signature"]:
            globs = _GLOBBED.findall(symbol["signature"].partition("glob(")[2].partition("]")[0])
            cells[0] = ", ".join(code(name) for name in globs[:3])
        rows.append((code(symbol["name"]), code(symbol["kind"]), *cells, _cite(page, symbol, lines)))
    return (table(("target", "rule", "sources", "needs", "lines"), rows) if rows else ""), rest


def _cite(page: Page, symbol: sqlite3.Row, lines: list[str]) -> str:
    """Cite the lines of a symbol with its documentation, by its name where they hold it."""
    name = str(symbol["name"])
    at = symbol["name_line"]
    holds = 0 < at <= len(lines) and name in lines[at - 1]
    holds = holds and one_line(name) == name and not _UNFIT.search(name)
    return page.cite(*told_lines(symbol), name if holds else "")


def _list_keys(page: Page, symbols: Rows, lines: list[str]) -> str:
    """Return keys as a list that is nested as they are; jobs, tables, sections and services head their own."""
    top: list[str] = []  # keys that stand below no heading
    body: list[str] = []
    opened: list[str] = []  # qualified names of the keys around, below the last heading
    head, last = "", 0  # the symbol of the last heading: its name and last line
    anchor = "detailed-analysis"
    has_children: set[str] = set()
    for scope in {str(s["scope"]) for s in symbols}:
        parts = scope.split(".")
        has_children.update(".".join(parts[: count + 1]) for count in range(len(parts)))
    steps: Rows = []
    for symbol in symbols:
        kind, name = str(symbol["kind"]), str(symbol["qualified"])
        if steps and kind != "step":
            body.append(_table_steps(page, steps, lines))
        if head and symbol["first_line"] > last:
            head, anchor, opened = "", "detailed-analysis", []
        if kind in _HEADED or kind[0].isupper():
            head, last, opened = name, symbol["last_line"], [name]
            anchor = page.anchors.add(code(name.strip()).strip("`").strip())
            page.entries[symbol["id"]] = anchor
            body.append(f"\n### {code(name.strip())}\n\n{_head(page, symbol, lines)}\n\n")
            if kind == "stage":
                body.append(_table_instructions(page, symbol, lines))
            continue
        page.entries[symbol["id"]] = anchor
        if kind == "step":
            steps.append(symbol)
            continue
        if kind == "command" and head:
            continue  # it stands among the instructions of its stage
        while opened and not f"{symbol['scope']}.".startswith(opened[-1] + "."):
            opened.pop()
        depth = max(0, min(len(opened) - bool(head), 8))
        value = "" if name in has_children else _value(symbol, lines)
        label = symbol["name"] if kind == "entry" and opened else name
        shown = f"{code(label)}: {code(value)}" if value else code(label)
        doc = f" — {prose(first_sentence(symbol['doc'], 200))}" if symbol["doc"] else ""
        word = "" if kind in ("key", "entry") else f"{kind} "
        entry = f"{'  ' * depth}- {word}{shown}, {_cite(page, symbol, lines)}{doc}\n"
        (body if head else top).append(entry)
        opened.append(name)
    if steps:
        body.append(_table_steps(page, steps, lines))
    return _BLANKS.sub("\n\n", "".join([*top, "\n", *body])).strip("\n") + "\n"


_BLANKS = re.compile(r"\n{3,}")


def _head(page: Page, symbol: sqlite3.Row, lines: list[str]) -> str:
    shown = f" · {code(_cut(symbol['signature']))}" if symbol["kind"] == "stage" else ""
    doc = f"\n\n> {prose(first_sentence(symbol['doc'], 300))}" if symbol["doc"] else ""
    return f"{symbol['kind']}{shown} · {_cite(page, symbol, lines)}{doc}"


def _table_steps(page: Page, steps: Rows, lines: list[str]) -> str:
    """Return the steps of a job, and forget them."""
    rows = []
    for at, step in enumerate(steps, 1):
        runs = str(step["signature"])
        name = "" if runs.removeprefix("uses: ").startswith(step["name"]) else prose(step["name"])
        rows.append((str(at), name, code(_cut(runs)), _cite(page, step, lines)))
    steps.clear()
    return "\n" + table(("step", "name", "what it runs", "lines"), rows) + "\n"


def _table_instructions(page: Page, stage: sqlite3.Row, lines: list[str]) -> str:
    """Return what a stage of a Dockerfile runs and copies, in order."""
    rows = []
    at = stage["first_line"]
    while at < min(stage["last_line"], len(lines)):
        found = _INSTRUCTION.match(lines[at])
        first = at
        while lines[at].rstrip().endswith("\\") and at + 1 < min(stage["last_line"], len(lines)):
            at += 1
        if found:
            shown = lines[first].strip().rstrip("\\").rstrip() + (" …" if at > first else "")
            rows.append((code(_cut(shown)), page.cite(first + 1, at + 1)))
        at += 1
    more = f"\n{number(len(rows) - 60)} more instructions.\n" if len(rows) > 60 else ""
    return table(("instruction", "lines"), rows[:60]) + more + "\n" if rows else ""


def _value(symbol: sqlite3.Row, lines: list[str]) -> str:
    """Return what stands behind a key on its line, or begins below it."""
    signature, name = str(symbol["signature"]), str(symbol["name"])
    if quoted := _QUOTED_KEY.match(signature):
        rest = signature[quoted.end() :]
    else:
        at = signature.find(name)
        if at < 0 or at > 3:
            return "" if symbol["kind"] == "entry" else _cut(signature)
        rest = signature[at + len(name) :].removeprefix(signature[:at][-1:] if at else "").lstrip()
    value = rest.lstrip(":=").strip() if rest[:1] in (":", "=") else rest.strip()
    if value not in ("", "|", ">", "|-", ">-", "|+", ">+") or symbol["kind"] == "entry":
        return _cut(value)
    below = [line[:200].strip() for line in lines[symbol["first_line"] : symbol["last_line"]][:12]]
    below = [line for line in below if line and not line.startswith("#")]
    if any(line.startswith("- ") for line in below) and symbol["kind"] == "key":
        if not all(line.startswith("- ") and ": " not in line for line in below):
            return ""  # a list of records: its entries tell more
        return _cut(", ".join(line.removeprefix("- ") for line in below))
    if below and not below[-1].strip("]},"):
        below.pop()  # the bracket that closes the value
    return _cut(" ".join(below).rstrip(","))


def _cut(text: str) -> str:
    text = one_line(text).strip()
    return text if len(text) <= MAX_VALUE else text[:MAX_VALUE].rstrip() + " …"


def _list_lines(page: Page, symbols: Rows, lines: list[str]) -> str:
    """Return one line of a list for each symbol, as it is written."""
    parts = []
    for symbol in symbols:
        page.entries[symbol["id"]] = "detailed-analysis"
        parts.append(f"- {code(_cut(symbol['signature']))}, {_cite(page, symbol, lines)}\n")
    return "".join(parts)


def _list_elements(page: Page, symbols: Rows, lines: list[str]) -> str:
    """Return the elements of an XML file, nested as they are."""
    parts = []
    opened: list[str] = []
    for symbol in symbols:
        page.entries[symbol["id"]] = "detailed-analysis"
        is_added = bool(opened) and not symbol["scope"]  # a property or an artifact, named without its path
        while opened and not is_added and not f"{symbol['scope']}.".startswith(opened[-1] + "."):
            opened.pop()
        signature = _cut(symbol["signature"])
        word = "" if signature.startswith("<") else f"{symbol['kind']} "
        depth = 1 if is_added else min(len(opened), 8)
        parts.append(f"{'  ' * depth}- {word}{code(signature)}, {_cite(page, symbol, lines)}\n")
        if not is_added:
            opened.append(str(symbol["qualified"]))
    return "".join(parts)


def _table_columns(page: Page, symbols: Rows, lines: list[str]) -> str:
    rows = []
    for symbol in symbols:
        page.entries[symbol["id"]] = "detailed-analysis"
        kind = symbol["signature"].removeprefix(symbol["name"]).removeprefix(": ")
        rows.append((code(symbol["name"]), prose(kind), _cite(page, symbol, lines)))
    return table(("column", "values", "named in"), rows)


def _table_list(page: Page, symbols: Rows, lines: list[str]) -> str:
    """Return one table of a list's entries."""
    rows: list[tuple[str, ...]] = []
    is_go = page.file.language in GO
    row: tuple[str, ...]
    for symbol in symbols:
        page.entries[symbol["id"]] = "detailed-analysis"
        shown = symbol["name"] if symbol["kind"] == "pattern" else ""
        if symbol["kind"] != "pattern":
            version = symbol["signature"][symbol["signature"].find(symbol["name"]) + len(symbol["name"]) :]
            row = (code(symbol["name"]), code(_cut(version)))
            if is_go:
                is_indirect = "// indirect" in (lines[symbol["first_line"] - 1] if lines else "")
                row = (*row, "indirect" if is_indirect else "direct")
            rows.append((*row, _cite(page, symbol, lines)))
        else:
            doc = prose(first_sentence(symbol["doc"], 160)) if symbol["doc"] else ""
            owners = one_line(symbol["signature"]).removeprefix(shown).strip()
            rows.append((code(_cut(shown)), code(_cut(owners)), doc, _cite(page, symbol, lines)))
    if is_go:
        return table(("module", "version", "needed", "line"), rows)
    if symbols[0]["kind"] != "pattern":
        return table(("package", "which version", "line"), rows)
    columns = [
        c for c in range(4) if c in (0, 3) or any(row[c] for row in rows)
    ]  # attributes or owners, and a comment above, only where there are any
    head = ("pattern", "means", "comment above", "line")
    return table(tuple(head[c] for c in columns), [tuple(row[c] for c in columns) for row in rows])


def _table_cells(page: Page, symbols: Rows, lines: list[str]) -> str:
    rows: list[tuple[str, str, str]] = []
    inside: list[str] = []
    depth = -1
    for symbol in symbols:
        page.entries[symbol["id"]] = "detailed-analysis"
        cited = _cite(page, symbol, lines)
        if symbol["kind"] == "cell":
            rows.append((prose(symbol["name"]), code(_cut(symbol["signature"])), cited))
        elif symbol["kind"] == "heading":
            depth = symbol["scope"].count(" > ") + 1 if symbol["scope"] else 0
            inside.append(f"{'  ' * min(depth, 8)}- {prose(symbol['name'])}, {cited}")
        else:
            shown = code(_cut(symbol["signature"] or symbol["name"]))
            inside.append(f"{'  ' * min(depth + 1, 8)}- {symbol['kind']} {shown}, {cited}")
    outline = "\n".join(inside) + "\n\n" if inside else ""
    return outline + table(("cell", "begins with", "lines"), rows)


def _table_targets(page: Page, facts: FileFacts, lines: list[str]) -> str:
    """Return the targets of a build file: what each is made of, and how."""
    rows: list[tuple[str, ...]] = []
    is_make = page.file.language == "Makefile"
    sources: dict[int, list[str]] = {}
    for row in facts.imports:
        if row["how"] == "source":
            sources.setdefault(row["line"], []).append(row["target"])
    for symbol in facts.symbols:
        if symbol["kind"] != "target":
            continue
        page.entries[symbol["id"]] = "detailed-analysis"
        doc = prose(first_sentence(symbol["doc"], 160)) if symbol["doc"] else ""
        if is_make:
            found = _MAKE_NEEDS.match(symbol["signature"])
            needs = found[1].strip() if found else ""
            span = lines[symbol["first_line"] : symbol["last_line"]]
            recipe = [line.strip() for line in span if line.startswith("\t") and line.strip()]
            command = (
                recipe[0].lstrip("@-+").rstrip(" \\") + (" …" if len(recipe) > 1 else "") if recipe else ""
            )
            rows.append((code(symbol["name"]), code(_cut(needs)), code(_cut(command)), doc))
        else:
            made = _CALL.match(symbol["signature"])
            of = list(
                dict.fromkeys(
                    target
                    for line in range(symbol["first_line"], symbol["last_line"] + 1)
                    for target in sources.get(line, [])
                )
            )
            shown = ", ".join(code(name) for name in of[:6])
            more = f" and {number(len(of) - 6)} more" if len(of) > 6 else ""
            how = " ".join([made[1], *_TARGET_KINDS.findall(symbol["signature"])]) if made else ""
            rows.append((code(symbol["name"]), code(how), shown + more, doc))
        rows[-1] = (*rows[-1], _cite(page, symbol, lines))
    first = ("target", "needs", "first command") if is_make else ("target", "made by", "sources")
    head: tuple[str, ...] = (*first, "in its own words", "lines")
    if not any(row[3] for row in rows):
        rows = [(*row[:3], row[4]) for row in rows]
        head = (*head[:3], head[4])
    return table(head, rows)
