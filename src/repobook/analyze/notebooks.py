"""Read Jupyter notebooks: cells in order, with the lines that they have in the file. Outputs are left out."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from itertools import pairwise
from typing import Any

from repobook.analyze import json_walk
from repobook.analyze.data import read_json
from repobook.analyze.documents import is_legal, nest
from repobook.analyze.languages import Language
from repobook.analyze.markdown import clean_inline
from repobook.analyze.prose import Terms
from repobook.analyze.snippets import MAX_SNIPPETS, Snippet, find_snippets, pack
from repobook.analyze.terms import count_lines, format_lines
from repobook.facts import Facts, Import, Note, Symbol

MAX_CELLS = 5_000
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(\S.*)$")
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)")
_COMMENT = re.compile(r"^[ \t]*(?:#|//)+[ \t]*(\S.*)$")
_DEFINITION = re.compile(r"^(?:async[ \t]+)?(def|class)[ \t]+([^\W\d]\w*)")
_IMPORT = re.compile(r"^[ \t]*(?:import[ \t]+([\w., \t]+)|from[ \t]+([\w.]+)[ \t]+import[ \t]+(.+))")
_MAGIC = re.compile(r"^[ \t]*[%!]")
_IDENTIFIER = re.compile(r"[^\W\d]\w*")
_STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|#[^\n]*")
_KEYWORDS = frozenset(
    [
        "False",
        "None",
        "True",
        "and",
        "as",
        "assert",
        "async",
        "await",
        "break",
        "class",
        "continue",
        "def",
        "del",
        "elif",
        "else",
        "except",
        "finally",
        "for",
        "from",
        "global",
        "if",
        "import",
        "in",
        "is",
        "lambda",
        "nonlocal",
        "not",
        "or",
        "pass",
        "raise",
        "return",
        "try",
        "while",
        "with",
        "yield",
    ]
)


def read_notebook(data: bytes, language: Language) -> Facts:
    """Return the cells of a notebook, its headings, definitions and imports, and its terms."""
    text = data.decode(errors="replace")
    notebook = _Notebook(data, text)
    try:
        if not notebook.read():
            return read_json(data, language)
    except json_walk.NotJson:
        return read_json(data, language)
    return notebook.facts()


class _Notebook:
    def __init__(self, data: bytes, text: str) -> None:
        self.data = data
        self.text = text
        self.lines = text.split("\n")
        self.newlines = [found.start() for found in re.finditer("\n", text)]
        self.symbols: list[Symbol] = []
        self.headings: list[tuple[int, Symbol]] = []
        self.cells: list[tuple[int, int]] = []  # first and last line
        self.first_rows: list[int] = []  # where the source of each begins
        self.imports: list[Import] = []
        self.terms = Terms()
        self.names: dict[str, list[int]] = defaultdict(list)
        self.kinds: Counter[str] = Counter()
        self.outputs = 0
        self.output_characters = 0
        self.kernel = ""
        self.purpose: tuple[int, int, str] | None = None
        self.snippets: list[Snippet] = []

    def line_of(self, at: int) -> int:
        return bisect_left(self.newlines, at) + 1

    def read(self) -> bool:
        """Read the whole file; return whether it is a notebook at all."""
        at = json_walk.skip_space(self.text, 0)
        if self.text[at : at + 1] != "{":
            return False
        is_notebook = False
        for key, _, value_at, value, _ in json_walk.members(self.text, at):
            if key == "metadata" and isinstance(value, dict):
                self.kernel = _kernel(value)
            elif key == "cells" and isinstance(value, list):
                is_notebook = True
                self._read_cells(value_at)
            elif key == "worksheets" and isinstance(value, list):  # the format before 2015
                is_notebook = True
                for sheet_at, sheet, _ in json_walk.items(self.text, value_at):
                    if isinstance(sheet, dict):
                        for name, _, cells_at, cells, _ in json_walk.members(self.text, sheet_at):
                            if name == "cells" and isinstance(cells, list):
                                self._read_cells(cells_at)
        return is_notebook

    def _read_cells(self, at: int) -> None:
        for cell_at, cell, end in json_walk.items(self.text, at):
            if not isinstance(cell, dict):
                continue
            kind = str(cell.get("cell_type", "cell"))[:20]
            self.kinds[kind] += 1
            outputs = cell.get("outputs")
            rows: list[tuple[int, str]] = []
            for key, _, value_at, value, value_end in json_walk.members(self.text, cell_at):
                if key in ("source", "input"):
                    rows += self._source_rows(value_at, value)
                elif key == "outputs" and isinstance(outputs, list) and outputs:
                    self.outputs += len(outputs)
                    self.output_characters += value_end - value_at
            number = sum(self.kinds.values())
            if number > MAX_CELLS:
                continue
            if kind == "code" and len(self.snippets) < MAX_SNIPPETS and _is_by_lines(rows):
                self.snippets += find_snippets(rows, "python")
            label = self._read_markdown(rows) if kind in ("markdown", "heading") else self._read_code(rows)
            first, last = self.line_of(cell_at), self.line_of(max(cell_at, end - 1))
            self.cells.append((first, last))
            self.first_rows.append(rows[0][0] if rows else last)
            self.symbols.append(
                Symbol(f"cell {number} ({kind})", "cell", first, last, "", label[:200], name_line=first)
            )

    def _source_rows(self, at: int, value: Any) -> list[tuple[int, str]]:
        """Return (line of the file, line of the cell)."""
        rows: list[tuple[int, str]] = []
        if isinstance(value, str):
            line = self.line_of(at)
            rows = [(line, row) for row in value.split("\n")]
        elif isinstance(value, list):
            for item_at, item, _ in json_walk.items(self.text, at):
                if isinstance(item, str):
                    line = self.line_of(item_at)
                    rows += [(line, row) for row in item.rstrip("\n").split("\n")]
        return rows

    def _read_markdown(self, rows: list[tuple[int, str]]) -> str:
        label = ""
        in_fence = False
        paragraph: list[tuple[int, str]] = []
        for line, row in [*rows, (0, "")]:
            if _FENCE.match(row):
                in_fence = not in_fence
                continue
            heading = _HEADING.match(row[:2_000]) if not in_fence else None
            if row.strip() and not heading and not in_fence:
                words = clean_inline(row[:5_000])
                paragraph.append((line, words))
                continue
            self._end_paragraph(paragraph)
            paragraph = []
            if heading:
                name = clean_inline(heading[2].rstrip("# \t"))[:200]
                label = label or name
                if name:
                    symbol = Symbol(name, "heading", line, line, "", row.strip()[:200], name_line=line)
                    self.headings.append((len(heading[1]), symbol))
                    self.terms.read_heading(name, line, self.lines[line - 1][:20_000])
        if not label:
            label = next((clean_inline(row)[:100] for _, row in rows if row.strip()), "")
        return label

    def _end_paragraph(self, paragraph: list[tuple[int, str]]) -> None:
        text = "\n".join(words for _, words in paragraph)
        if not paragraph or is_legal(text):
            return
        for line, words in paragraph:
            self.terms.read_line(words, line, self.lines[line - 1])
        if self.purpose is None and len(text.split()) >= 4 and not text.startswith(("<", "[", "|", "!")):
            self.purpose = paragraph[0][0], paragraph[-1][0], text[:2_000]

    def _read_code(self, rows: list[tuple[int, str]]) -> str:
        label = ""
        opened: Symbol | None = None
        for line, row in rows:
            if _MAGIC.match(row):
                label = label or row.strip()[:100]
                continue
            comment = _COMMENT.match(row[:500])
            if comment and not label:
                label = comment[1].strip()
            found = _DEFINITION.match(row)
            if found:
                kind = "function" if found[1] == "def" else "class"
                opened = Symbol(
                    found[2], kind, line, line, "", row.strip()[:300].rstrip(" :"), name_line=line
                )
                self.symbols.append(opened)
            elif row[:1] not in (" ", "\t", ")", ""):
                opened = None
            if opened is not None and row.strip():
                opened.last_line = line
            self._take_imports(row, line)
            for name in _IDENTIFIER.findall(_STRING.sub(" ", row[:20_000])):
                if name not in _KEYWORDS and len(name) <= 200:
                    self.names[name].append(line)
        if not label:
            label = next((row.strip()[:100] for _, row in rows if row.strip()), "")
        return label

    def _take_imports(self, row: str, line: int) -> None:
        found = _IMPORT.match(row[:1_000])
        if not found:
            return
        if found[1]:
            for part in found[1].split(","):
                words = part.split()
                if words:
                    self.imports.append(Import(words[0], line))
        else:
            names = [part.split()[0] for part in found[3].strip("() \\").split(",") if part.split()]
            how = "relative" if found[2].startswith(".") else ""
            self.imports.append(Import(found[2], line, how, names[:50]))

    def facts(self) -> Facts:
        facts = Facts()
        facts.lines, facts.code_lines, facts.comment_lines, facts.blank_lines = count_lines(
            self.data, self.data
        )
        headings = nest(self.headings, self.lines)
        self._end_with_cells(headings)
        order = {"heading": 1}
        facts.symbols = sorted(
            self.symbols + headings, key=lambda s: (s.first_line, order.get(s.kind, 0), -s.last_line)
        )
        facts.imports = self.imports
        facts.title = self.headings[0][1].name if self.headings else ""
        if self.purpose:
            facts.purpose_first_line, facts.purpose_last_line, facts.purpose = self.purpose
        cells = sum(self.kinds.values())
        counted = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kinds.items()))
        facts.details["cells"] = f"{cells} ({counted})" if cells else "0"
        if self.kernel:
            facts.details["kernel"] = self.kernel
        if self.snippets and (not self.kernel or "python" in self.kernel.lower()):
            facts.details["snippets"] = pack(self.snippets[:MAX_SNIPPETS])
        if self.outputs:
            what = "1 output" if self.outputs == 1 else f"{self.outputs:,} outputs"
            are = "is" if self.outputs == 1 else "are"
            detail = f"{what} ({self.output_characters:,} characters) {are} left out of all but the source"
            facts.notes.append(Note("truncated", detail))
        if cells > MAX_CELLS:
            facts.notes.append(Note("truncated", f"the first {MAX_CELLS:,} of {cells:,} cells are listed"))
        facts.terms, facts.term_lines = self._collect_terms()
        return facts

    def _end_with_cells(self, headings: list[Symbol]) -> None:
        """End each heading with the last cell before the next one: what lies between cells belongs to none."""
        ends = [last for _, last in self.cells]
        for heading in headings:
            at = bisect_left(ends, heading.last_line)
            if at == len(ends) or (
                heading.last_line < self.cells[at][0] or self._is_head(at, heading.last_line)
            ):
                heading.last_line = max(heading.first_line, ends[max(0, at - 1)])

    def _is_head(self, cell: int, line: int) -> bool:
        """Tell whether `line` stands before the first line of source of a cell."""
        return line < self.first_rows[cell] and self.cells[cell][0] < self.cells[cell][1]

    def _collect_terms(self) -> tuple[str, str]:
        """Join the chosen terms of the prose with every identifier of the code."""
        names, lines = self.terms.collect()
        shown = dict(zip(names.split("\n"), lines.split("\n"), strict=True)) if names else {}
        for name, places in self.names.items():
            shown[name] = format_lines(sorted(places))
        order = sorted(shown, key=lambda name: (name.lower().lstrip("_-").encode(), name.encode()))
        return "\n".join(order), "\n".join(shown[name] for name in order)


def _is_by_lines(rows: list[tuple[int, str]]) -> bool:
    """Tell whether each line of a cell stands on a line of its own in the file."""
    return all(line < after for (line, _), (after, _) in pairwise(rows))


def _kernel(metadata: dict[str, Any]) -> str:
    for key, field in (("language_info", "name"), ("kernelspec", "language"), ("kernelspec", "display_name")):
        value = metadata.get(key)
        if isinstance(value, dict) and isinstance(value.get(field), str):
            return str(value[field])[:100]
    return ""
