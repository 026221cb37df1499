"""Read YAML, TOML and INI by their lines. No parser: keys and their lines are all that a page needs of them.

An alias bomb is only text to these readers, a nesting of 100,000 levels only a deep one, and no value is ever
converted: a number of 5,000 digits stays what it is.
"""

from __future__ import annotations

import re
import tomllib

from repobook.analyze import dialects
from repobook.analyze.keys import MAX_LEVEL, MAX_LINES, MAX_VALUE, NAMING, Entry, Reading, to_facts
from repobook.analyze.languages import Language
from repobook.facts import Facts, Note

MAX_CHECKED = 256_000  # characters of TOML that are looked through for faults
MAX_DOTS = 100  # of a line of such a file
_COMMENT = re.compile(rb"#(?<!\S#)[^\n]*")  # begins with its mark, so that the search is fast
_INI_COMMENT = re.compile(rb"^[ \t]*[#;!][^\n]*|(?<=[ \t])[#;][^\n]*", re.M)
_QUOTED_KEY = re.compile(r"(?:\"((?:[^\"\\\n]|\\.){0,200})\"|'([^'\n]{0,200})')[ \t]*:(?=[ \t]|$)")
_BLOCK = re.compile(r"[|>][-+0-9]{0,3}[ \t]*(?:#.*)?$")
_PROPERTY = re.compile(r"(?:&[^\s,\[\]{}]+|![^\s,\[\]{}]*)(?:[ \t]+|$)")
_TELLING = frozenset(["repo", "hosts"])  # keys of an item that tell which shape a file has
_CALL = re.compile(r"[\w.:~]+(?=\()")


def read_yaml(data: bytes, language: Language) -> Facts:
    """Return the upper keys of a YAML file, and what its well-known shapes mean."""
    text = data.decode(errors="replace")
    reading = Reading(data, text.split("\n"))
    _read_yaml_lines(reading, text)
    dialects.read_yaml_shapes(reading)
    return to_facts(reading, _COMMENT.sub(b" ", data), "#")


class _Open:
    """A key or item whose lines are not over yet."""

    __slots__ = ("entry", "indent", "is_item")

    def __init__(self, entry: Entry, indent: int, is_item: bool) -> None:
        self.entry = entry
        self.indent = indent
        self.is_item = is_item


# A line that is neither blank nor a comment: its blanks, a dash, and either a plain key with its value or the rest.
_YAML_LINE = re.compile(
    r"^( *)(- +)?(?:([A-Za-z_][\w./-]{0,200})(?<![#]):(?: +([^\s\n|>&!\"'#{\[][^#\n]*))?$|([^\s#][^\n]*))",
    re.M,
)


def _read_yaml_lines(reading: Reading, text: str) -> None:
    stack: list[_Open] = []
    entries = reading.entries
    skip = -1  # lines indented deeper than this belong to a scalar or lie below the levels that are read
    number = last = 0
    position = 0
    documents = 1
    for found in _YAML_LINE.finditer(text):
        blanks, dash, name, value, rest = found.groups()
        indent = len(blanks)
        start = found.start()
        number += text.count("\n", position, start) + (not position and not number)
        position = start
        if number > MAX_LINES:
            reading.notes.append(Note("truncated", f"only the first {MAX_LINES:,} lines were read for keys"))
            break
        if skip >= 0:
            is_item = dash is not None or (rest is not None and rest.startswith("- "))
            if indent > skip or (
                indent == skip and is_item and not stack[-1].is_item and not stack[-1].entry.value
            ):
                last = number
                continue
            skip = -1
        if rest is None and dash is None:  # the common case: a plain key
            while stack and stack[-1].indent >= indent:
                stack.pop().entry.last = last
        else:
            body = (
                rest
                if dash is None
                else dash + (rest if rest is not None else text[found.start(3) : found.end()])
            )
            if indent == 0 and body.startswith(("---", "...")) and body[3:4] in ("", " ", "\r", "\t"):
                while stack:
                    stack.pop().entry.last = last
                documents += bool(entries) and body.startswith("---")
                continue
            while body.startswith("- ") or body.rstrip() == "-":
                while stack and (
                    stack[-1].indent > indent
                    or (stack[-1].indent == indent and (stack[-1].is_item or stack[-1].entry.value))
                ):
                    stack.pop().entry.last = last
                stack.append(_Open(_add(entries, stack, "", number, "item"), indent, True))
                behind = body[1:].lstrip(" ")
                indent += len(body) - len(behind)
                body = behind
                if len(stack) > MAX_LEVEL:
                    body = ""
                    skip = stack[-1].indent
            if not body:
                last = number
                continue
            while stack and stack[-1].indent >= indent:
                stack.pop().entry.last = last
            name, value = _split_key(body)
        last = number
        if name:
            is_in_item = bool(stack) and stack[-1].is_item
            if is_in_item:
                _name_item(stack[-1].entry, name, value or "", number)
                if name not in _TELLING:
                    skip = indent
                    continue
            entry = _add(entries, stack, name, number, "key")
            entry.value = value.rstrip() if value else ""
            stack.append(_Open(entry, indent, False))
            if value or is_in_item or len(stack) >= MAX_LEVEL:
                skip = indent
        elif len(stack) >= MAX_LEVEL:
            skip = indent
    while stack:
        stack.pop().entry.last = last
    if documents > 1:
        reading.details["documents"] = str(documents)


def _add(entries: list[Entry], stack: list[_Open], name: str, line: int, kind: str) -> Entry:
    parent = stack[-1].entry if stack else None
    entry = Entry(name, line, len(stack) + 1, kind=kind, parent=parent)
    entries.append(entry)
    if parent is not None:
        parent.children.append(entry)
    return entry


def _split_key(body: str) -> tuple[str, str]:
    """Return key and value of `key: value`; ("", "") for a line that is no key."""
    first = body[0]
    if first in "\"'":
        found = _QUOTED_KEY.match(body)
        if not found:
            return "", ""
        name, rest = found[1] or found[2] or "", body[found.end() :]
    else:
        is_plain = first not in "[]{}|>%@`,#&*!" and not (first in "?-" and body[1:2] in ("", " "))
        if not is_plain and (first not in "&*!" or ": " not in body):
            return "", ""
        at = body.find(": ", 0, 300)
        if at < 0:
            short = body[:302].rstrip()
            if not short.endswith(":"):
                return "", ""
            at = len(short) - 1
        name, rest = body[:at].rstrip(), body[at + 1 :]
        if " #" in name or len(name) > 200 or not name:
            return "", ""
    return name, _clean_value(rest[:MAX_VALUE])


def _clean_value(rest: str) -> str:
    """Return a scalar without its comment, tag, anchor and quotes; "" where the value stands below."""
    value = rest.strip()
    while value[:1] in ("&", "!"):
        found = _PROPERTY.match(value)
        if not found:
            break
        value = value[found.end() :]
    if value.startswith("#"):
        return ""
    if value[:1] in "|>" and _BLOCK.match(value):
        return value
    if value[:1] in ("'", '"'):
        end = value.find(value[0], 1)
        return value[1:end] if end > 0 else value[1:]
    at = value.find(" #")
    return value[:at].rstrip() if at >= 0 else value


def _name_item(item: Entry, key: str, value: str, line: int) -> None:
    """Name an item by the key that names it: the first one, unless a better one follows."""
    if not value or value[0] in "|>{[":
        return
    rank = NAMING.index(key) if key in NAMING else len(NAMING)
    if item.kind == "entry" and rank >= item.rank:
        return
    item.kind = "entry"
    item.rank = rank
    call = _CALL.match(value)
    item.name = (call[0] if call else value)[:120]
    item.name_line = line


def read_toml(data: bytes, language: Language) -> Facts:
    """Return the tables and keys of a TOML file."""
    reading = Reading(data, data.decode(errors="replace").split("\n"))
    _read_toml_lines(reading)
    dialects.read_toml_shapes(reading)
    if (line := _toml_fault(reading.lines)) and data.strip():
        reading.tear(sum(len(row.encode()) + 1 for row in reading.lines[: line - 1]), line, "TOML")
    return to_facts(reading, _COMMENT.sub(b" ", data), "#")


def _toml_fault(lines: list[str]) -> int:
    """Return the first line that is no TOML; 0: there is none, or the file is too large to be looked through."""
    text = "\n".join(lines)
    # The library's time grows with the square of the dots of a key.
    if len(text) > MAX_CHECKED or any(row.count(".") > MAX_DOTS for row in lines):
        return 0
    try:
        tomllib.loads(text.replace("\r\n", "\n"))
    except RecursionError:
        return 0
    except ValueError as error:
        found = _TOML_PLACE.search(str(error))
        return int(found[1]) if found else len(lines) - (not lines[-1])
    return 0


_TOML_PLACE = re.compile(r"\(at line (\d+), column \d+\)$")
_TABLE = re.compile(r"^[ \t]*\[(\[?)[ \t]*([^\[\]\n]{1,300}?)[ \t]*\]")
_TOML_KEY = re.compile(
    r"^[ \t]*((?:[\w-]{1,200}|\"[^\"\n]{0,200}\"|'[^'\n]{0,200}')(?:[ \t]*\.[ \t]*(?:[\w-]{1,200}|\"[^\"\n]{0,200}\"|'[^'\n]{0,200}')){0,20})[ \t]*=[ \t]*"
)
_TOML_PART = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|[^\s.\"']+")
_OPENERS = re.compile(r"\"(?:[^\"\\\n]|\\.)*+\"|'[^'\n]*+'|#[^\n]*|[\[\]{}]")


def _read_toml_lines(reading: Reading) -> None:
    lines = reading.lines
    table: Entry | None = None
    at = 0
    last = 0
    is_open = False  # an array was never closed: none below it is searched for its end again
    while at < len(lines):
        line = lines[at]
        found = _TABLE.match(line) if "[" in line[:200] else None
        if found and not _TOML_KEY.match(line):
            if table is not None:
                table.last = last
            parts = [part.strip("\"'") for part in _TOML_PART.findall(found[2])] or [found[2]]
            table = Entry(parts[-1], at + 1, 1, kind="table", above=".".join(parts[:-1]))
            reading.entries.append(table)
            at += 1
            last = at
            continue
        found = _TOML_KEY.match(line)
        if found:
            name = found[1].strip().strip("\"'")
            end = at + 1 if is_open else _toml_value_end(lines, at, line[found.end() : found.end() + 100_000])
            if not end:
                is_open, end = True, at + 1
            value = line[found.end() : found.end() + MAX_VALUE].strip()
            level = (table.level if table else 0) + 1
            entry = Entry(name, at + 1, level, _clean_toml(value), end, parent=table)
            if value[:3] in _TRIPLE:
                entry.value = _join_toml(lines, at, end, value)
                entry.signature = f"{name} = {' '.join(entry.value.split())}"
            reading.entries.append(entry)
            if table is not None:
                table.children.append(entry)
            at = last = end
            continue
        if line.strip() and not line.lstrip().startswith("#"):
            last = at + 1
        at += 1
    if table is not None:
        table.last = last


_TRIPLE = ('"""', "'''")


def _join_toml(lines: list[str], at: int, end: int, value: str) -> str:
    """Return the text of a string that goes on below its key, without the marks around it."""
    quote = value[:3]
    text = value[3:] if end == at + 1 else "\n".join([value[3:], *lines[at + 1 : min(end, at + 40)]])
    text = text.partition(quote)[0]
    if quote == '"""':
        text = re.sub(r"\\\n\s*", "", text)  # a line that goes on
    return "\n".join(line.strip() for line in text.split("\n")).strip()[:2_000]


def _clean_toml(value: str) -> str:
    if value[:1] in ("'", '"'):
        end = value.find(value[0], 1)
        return value[1:end] if end > 0 else value[1:]
    if value[:1] in "[{":
        return value
    return value.split("#", 1)[0].strip()


def _toml_value_end(lines: list[str], at: int, value: str) -> int:
    """Return the number of the last line of a value that begins on index `at`; 0 if it never ends."""
    for quote in ('"""', "'''"):
        if value.startswith(quote):
            if quote in value[3:]:
                return at + 1
            for number in range(at + 1, len(lines)):
                if quote in lines[number]:
                    return number + 1
            return 0
    if not value.startswith("["):
        return at + 1
    depth = 0
    row, text = at, value
    while True:
        for found in _OPENERS.finditer(text):
            if found[0] in "[{":
                depth += 1
            elif found[0] in "]}":
                depth -= 1
        if depth <= 0:
            return row + 1
        row += 1
        if row >= len(lines) or row - at > 100_000:
            return 0
        text = lines[row][:100_000]


_SECTION = re.compile(r"^[ \t]*\[[ \t]*([^\[\]\n]{1,300})\][ \t]*(?:[#;].*)?$")
_INI_KEY = re.compile(
    r"^[ \t]*(?:export[ \t]+)?((?:[^\s=:#;\[\\]|\\.)(?:[^=:\n\\]|\\.|:(?=[\w:])){0,200}?)[ \t]*(?:[=:]|[ \t]+(?=\S))[ \t]*(.{0,500})"
)


def read_ini(data: bytes, language: Language) -> Facts:
    """Return the sections and keys of an INI file: settings, properties, units of systemd."""
    reading = Reading(data, data.decode(errors="replace").split("\n"))
    _read_ini_lines(reading)
    dialects.read_ini_shapes(reading)
    return to_facts(reading, _INI_COMMENT.sub(b" ", data), "#;!")


def _read_ini_lines(reading: Reading) -> None:
    section: Entry | None = None
    key: Entry | None = None
    last = 0
    goes_on = False
    for number, line in enumerate(reading.lines, 1):
        if number > MAX_LINES:
            reading.notes.append(Note("truncated", f"only the first {MAX_LINES:,} lines were read for keys"))
            break
        body = line.strip()
        if not body or (body[0] in "#;!" and not goes_on):
            goes_on = False
            continue
        if goes_on or (
            key is not None
            and line[0] in " \t"
            and section is not None
            and "=" not in body[:100]
            and ":" not in body[:100]
        ):
            if key is not None:
                key.last = number  # a value that goes on below
            last = number
            goes_on = body.endswith("\\")
            continue
        found = _SECTION.match(line) if body[0] == "[" else None
        if found:
            if section is not None:
                section.last = last
            section = Entry(found[1].strip(), number, 1, kind="section")
            reading.entries.append(section)
            key = None
            last = number
            continue
        match = _INI_KEY.match(line[:1_000])
        last = number
        goes_on = body.endswith("\\")
        if match:
            level = 2 if section else 1
            key = Entry(match[1].strip(), number, level, match[2].strip().strip("\"'"), parent=section)
            reading.entries.append(key)
            if section is not None:
                section.children.append(key)
    if section is not None:
        section.last = last
