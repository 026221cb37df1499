"""Read tables (CSV, TSV) and JSON: columns, keys and counts. Data can be large, so nothing here reads it twice."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from typing import Any

from repobook.analyze import comments, compilation, dialects, json_walk
from repobook.analyze.keys import (
    MAX_ENTRIES,
    MAX_LEVEL,
    MAX_VALUE,
    QUIET_WORDS,
    WORD,
    Entry,
    Reading,
    to_facts,
)
from repobook.analyze.languages import Language
from repobook.analyze.terms import count_lines, format_lines, index_terms
from repobook.facts import Facts, Note, Symbol

SMALL = 256_000  # bytes: above this only strings of one word are terms
MAX_TERMS = 20_000
MAX_COLUMNS = 1_000
MAX_CELLS = 50_000  # of one row
_NEWLINE = re.compile("\n")
_ONE_WORD = re.compile(rb"\n|\"([A-Za-z_$@][\w$@.:/-]{0,99})\"")
_HASH = re.compile(rb"[0-9a-fA-F-]{16,}|[A-Za-z0-9+/=]{40,}")
_JSON_COMMENT = re.compile(rb"\"(?:[^\"\\\n]|\\.)*+\"|//[^\n]*|/\*(?s:.*?)(?:\*/|\Z)")
_DELIMITERS = {",": "comma", "\t": "tab", ";": "semicolon", "|": "bar"}
_QUOTED = re.compile(r"\"[^\"]*+(?:\"\"[^\"]*+)*+\"")
_NAMING = ("name", "id", "key", "title", "label", "path", "file", "model", "type")


def read_json(data: bytes, language: Language) -> Facts:
    """Return the upper keys of a JSON file, what it counts, and what its well-known shapes mean."""
    text = data.decode(errors="replace")
    reading = Reading(data, text.split("\n"))
    newlines = [found.start() for found in _NEWLINE.finditer(text)]
    try:
        _read_strict(reading, text, newlines)
    except json_walk.NotJson:
        reading.entries.clear()
        reading.details.clear()
        _read_loose(reading, text, newlines)
        if text.strip() and (fault := json_walk.first_fault(text)) >= 0:
            reading.tear(len(text[:fault].encode()), bisect_left(newlines, fault) + 1, "JSON")
    dialects.read_json_shapes(reading)
    code = data
    if b"//" in data or b"/*" in data:
        code = _JSON_COMMENT.sub(_without_comment, data)
    terms = None if len(data) <= SMALL else _one_word_terms(code)
    return to_facts(reading, code, "", terms)


def _without_comment(found: re.Match[bytes]) -> bytes:
    return found[0] if found[0].startswith(b'"') else b" " + b"\n" * found[0].count(b"\n")


def _read_strict(reading: Reading, text: str, newlines: list[int]) -> None:
    at = json_walk.skip_space(text, 0)
    value, end = json_walk.scan(text, at)
    if isinstance(value, dict):
        reading.details["keys"] = str(len(value))
        _read_members(reading, text, at, 1, None, newlines)
    elif isinstance(value, list):
        reading.details["items"] = str(len(value))
        reading.details.update(compilation.read_commands(value))
        _read_items(reading, text, at, 1, None, newlines)
    records = 1
    at = json_walk.skip_space(text, end)
    while at < len(text):  # one record a line
        if text[at] not in "{[":
            raise json_walk.NotJson("text behind the value")
        _, end = json_walk.scan(text, at)
        at = json_walk.skip_space(text, end)
        records += 1
    if records > 1:
        reading.details["records"] = str(records)


def _read_members(
    reading: Reading, text: str, at: int, level: int, parent: Entry | None, newlines: list[int]
) -> None:
    for key, key_at, value_at, value, end in json_walk.members(text, at):
        entry = Entry(key[:200], bisect_left(newlines, key_at) + 1, level, _scalar(value), parent=parent)
        entry.last = bisect_left(newlines, end - 1) + 1
        entry.signature = text[key_at : min(end, key_at + 200)].split("\n", 1)[0]
        reading.entries.append(entry)
        if parent is not None:
            parent.children.append(entry)
        if level < MAX_LEVEL - 1 and value and len(reading.entries) < MAX_ENTRIES:
            if isinstance(value, dict):
                _read_members(reading, text, value_at, level + 1, entry, newlines)
            elif isinstance(value, list) and level < 3:
                _read_items(reading, text, value_at, level + 1, entry, newlines)


def _read_items(
    reading: Reading, text: str, at: int, level: int, parent: Entry | None, newlines: list[int]
) -> None:
    """Take the items that are objects with a name; of a long list without names, the keys of the first."""
    is_first = True
    for item_at, value, end in json_walk.items(text, at):
        if not isinstance(value, dict) or len(reading.entries) >= MAX_ENTRIES:
            return
        name = next((value[key] for key in _NAMING if isinstance(value.get(key), str) and value[key]), "")
        line = bisect_left(newlines, item_at) + 1
        entry = Entry(
            " ".join(name.split())[:120], line, level, parent=parent, kind="entry" if name else "item"
        )
        entry.last = bisect_left(newlines, end - 1) + 1
        entry.signature = text[item_at : min(end, item_at + 200)].split("\n", 1)[0] if name else ""
        if name:
            entry.name_line = _line_holding(reading.lines, entry.name, line, entry.last)
        reading.entries.append(entry)
        if parent is not None:
            parent.children.append(entry)
        if is_first and not name and level < 3:
            start = len(reading.entries)
            _read_members(reading, text, item_at, level + 1, parent, newlines)
            for field in reading.entries[start:]:
                field.kind = "field" if field.level == level + 1 else "item"
        is_first = False


def _line_holding(lines: list[str], name: str, first: int, last: int) -> int:
    for number in range(first, min(last, first + 200) + 1):
        if name in lines[number - 1][:5_000]:
            return number
    return first


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return value[:MAX_VALUE]
    return str(value) if isinstance(value, bool) else ""


def _read_loose(reading: Reading, text: str, newlines: list[int]) -> None:
    """Read what is not strict JSON: comments, trailing commas, JSON5, a file cut in two, a bomb of brackets."""
    stack: list[Entry] = []
    for what, level, at, word in json_walk.loose(text, MAX_LEVEL - 1):
        if what == "close":
            line = bisect_left(newlines, at) + 1
            while stack and stack[-1].level > level:
                stack.pop()
            if stack:
                stack[-1].last = line
            continue
        if what == "value":
            if stack and stack[-1].level == level and not stack[-1].value:
                stack[-1].value = word[:MAX_VALUE]
            continue
        if len(reading.entries) >= MAX_ENTRIES:
            break
        while stack and stack[-1].level >= level:
            stack.pop()
        parent = stack[-1] if stack else None
        entry = Entry(word[:200], bisect_left(newlines, at) + 1, level, parent=parent)
        entry.signature = text[at : at + 200].split("\n", 1)[0]
        reading.entries.append(entry)
        if parent is not None:
            parent.children.append(entry)
        stack.append(entry)


def _one_word_terms(code: bytes) -> tuple[str, str]:
    """Return the strings that are one word, with their lines: of large data, prose and numbers are no terms."""
    places: dict[bytes, list[int]] = defaultdict(list)
    line = 1
    for word in _ONE_WORD.findall(code):
        if word:
            places[word].append(line)
        else:
            line += 1
    names = [name for name in places if not _HASH.fullmatch(name) and name not in QUIET_WORDS]
    if len(names) > MAX_TERMS:
        names = sorted(names, key=lambda name: (-len(places[name]), name))[:MAX_TERMS]
    names.sort(key=lambda name: (name.lower().lstrip(b"_"), name))
    texts = [(name.decode(errors="replace"), format_lines(places[name])) for name in names]
    return "\n".join(name for name, _ in texts), "\n".join(lines for _, lines in texts)


def read_csv(data: bytes, language: Language) -> Facts:
    """Return the columns of a table with the kind of their values, and how many rows it has."""
    text = data.decode(errors="replace")
    facts = Facts()
    facts.lines, facts.code_lines, facts.comment_lines, facts.blank_lines = count_lines(data, data)
    start, delimiter = _find_table(text)
    sample = _records(text, start, delimiter, 200)
    if not sample:
        return facts
    header = sample[0][1]
    rows = _count_rows(text, start, delimiter)
    has_header = _is_header(header, [cells for _, cells in sample[1:]])
    facts.details = {
        "rows": str(rows - has_header),
        "columns": str(len(header)),
        "delimiter": _DELIMITERS.get(delimiter, delimiter),
    }
    above = [line.strip("# \t\r") for line in text[:start].split("\n")[:20]]
    words = comments.head_prose("\n".join(line for line in above if line))
    if words:
        facts.purpose = words
        facts.purpose_first_line = next(number for number, line in enumerate(above, 1) if line)
        facts.purpose_last_line = sample[0][0] - 1
    if has_header:
        line = sample[0][0]
        for number, name in enumerate(header[:MAX_COLUMNS]):
            label = " ".join(name.split())[:200]
            if label:
                kind = _value_kind([cells[number] for _, cells in sample[1:] if number < len(cells)])
                facts.symbols.append(
                    Symbol(label, "column", line, line, "", f"{label}: {kind}", name_line=line)
                )
        if len(header) > MAX_COLUMNS:
            facts.notes.append(
                Note("truncated", f"the first {MAX_COLUMNS:,} of {len(header):,} columns are listed")
            )
    if len(data) <= 4 * SMALL:
        facts.terms, facts.term_lines = index_terms(data, WORD, QUIET_WORDS)
    else:
        lines = text[start : start + 100_000].split("\n", 1)[0].encode()
        names, places = index_terms(b"\n" * text.count("\n", 0, start) + lines, WORD, QUIET_WORDS)
        facts.terms, facts.term_lines = names, places
        facts.notes.append(Note("truncated", "only the column names are terms: the table is large"))
    return facts


def _find_table(text: str) -> tuple[int, str]:
    """Return where the first row begins, behind blank lines and comments, and what parts the cells."""
    start = 0
    for line in text[:200_000].split("\n", 1_000)[:1_000]:
        body = line.strip()
        if body and not body.startswith("#"):
            break
        start += len(line) + 1
    start = min(start, len(text))
    lines = [line for line in text[start : start + 50_000].split("\n")[:50] if line.strip()]
    best, delimiter = 0, ","
    for mark in _DELIMITERS:
        counts = [_QUOTED.sub("", line).count(mark) for line in lines]
        usual = counts[0] if counts else 0
        agreeing = sum(1 for count in counts if count == usual)
        if usual and agreeing * usual * 4 > best and agreeing * 2 >= len(counts):
            best, delimiter = agreeing * usual * 4, mark
    return start, delimiter


def _records(text: str, start: int, delimiter: str, limit: int) -> list[tuple[int, list[str]]]:
    """Return the line and the cells of the first `limit` records."""
    records: list[tuple[int, list[str]]] = []
    at = start
    line = text.count("\n", 0, start) + 1
    end_of_sample = min(len(text), start + 2_000_000)
    cell = re.compile(
        rf"(?:\"([^\"]*+(?:\"\"[^\"]*+)*+)\"[^{re.escape(delimiter)}\n]*|([^{re.escape(delimiter)}\n]*))({re.escape(delimiter)}|\n|\Z)"
    )
    while at < end_of_sample and len(records) < limit:
        cells: list[str] = []
        first = line
        while True:
            found = cell.match(text, at)
            if found is None:
                return records
            value = found[1].replace('""', '"') if found[1] is not None else found[2]
            line += found[0].count("\n")
            cells.append(value.strip()[:1_000])
            at = found.end()
            if found[3] != delimiter:
                break
            if len(cells) > MAX_CELLS:
                return [*records, (first, cells)]
        if any(cells):
            records.append((first, cells))
        if at >= len(text):
            break
    return records


def _count_rows(text: str, start: int, delimiter: str) -> int:
    """Return the number of records: lines that are not blank, less the line ends inside quotes."""
    body = text[start:]
    if '"' in body:
        quoted = re.compile(rf"(?:^|(?<=[{re.escape(delimiter)}\n]))\"[^\"]*+(?:\"\"[^\"]*+)*+\"")
        body = quoted.sub("q", body)
    return sum(1 for line in body.split("\n") if line.strip())


_NUMBER = re.compile(
    r"[-+]?(?:\d{1,40}(?:[.,]\d{0,40})?|\.\d{1,40})(?:[eE][-+]?\d{1,5})?%?|(?i:nan|inf|-inf)"
)
_INTEGER = re.compile(r"[-+]?\d{1,40}")
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ][\d:.+Z-]+)?|\d{1,2}/\d{1,2}/\d{2,4}")


def _is_header(header: list[str], rows: list[list[str]]) -> bool:
    """Tell whether the first row names the columns: words, each once, where rows below are of another kind."""
    names = [name for name in header if name]
    if not names or len(set(names)) < len(names) or any(len(name) > 200 for name in names):
        return False
    worded = sum(1 for name in names if name[0].isalpha() or name[0] in "_#$")
    return (
        worded * 2 > len(names) and len(names) * 2 >= len(header) and not any(map(_NUMBER.fullmatch, names))
    )


def _value_kind(values: list[str]) -> str:
    filled = [value for value in values if value]
    if not filled:
        return "empty"
    for kind, pattern in (("integer", _INTEGER), ("number", _NUMBER), ("date", _DATE)):
        if all(pattern.fullmatch(value) for value in filled):
            return kind
    if all(value.lower() in ("true", "false", "yes", "no") for value in filled):
        return "boolean"
    distinct = sorted(set(filled))
    if (
        len(distinct) <= 6
        and len(filled) >= 2 * len(distinct)
        and all(len(value) <= 30 for value in distinct)
    ):
        return "one of " + ", ".join(distinct)
    return "text"
