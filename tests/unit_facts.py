"""How a unit folder states facts: one a line, as `expected.facts` holds them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from repobook.analyze.analyze import analyze
from repobook.analyze.languages import Languages
from repobook.facts import Facts

UNITS = Path(__file__).parent / "units"
LANGUAGES = Languages()


@dataclass(frozen=True)
class Unit:
    """A folder `units/<language folder>/<idea>/` with `input.*`, `expected.facts` and perhaps `known_bug.md`."""

    folder: Path

    @property
    def input(self) -> Path:
        return next(path for path in sorted(self.folder.iterdir()) if path.name.startswith("input"))

    @property
    def language(self) -> str:
        """Linguist's name: from a file `language`, else the first name of the language folder."""
        override = self.folder / "language"
        if override.exists():
            return override.read_text().strip()
        folder = self.folder.parent.name
        return LANGUAGES.folder_names(folder)[0]

    @property
    def expected(self) -> Path:
        return self.folder / "expected.facts"

    def __str__(self) -> str:
        return f"{self.folder.parent.name}/{self.folder.name}"


def find_units() -> list[Unit]:
    return [Unit(path.parent) for path in sorted(UNITS.glob("*/*/input*"))]


def show_unit(unit: Unit) -> str:
    return show(analyze(unit.input.read_bytes(), unit.language, LANGUAGES))


def show(facts: Facts) -> str:
    """Return every fact, a line each: symbols in order, then imports, sites, purpose, terms and notes."""
    lines = []
    for symbol in facts.symbols:
        words = [symbol.kind, f"{symbol.scope} | {symbol.name}" if symbol.scope else symbol.name]
        words.append(f"{symbol.first_line}-{symbol.last_line}")
        if symbol.name_line != symbol.first_line:
            words.append(f"name@{symbol.name_line}")
        words += [
            word
            for word in (symbol.visibility, f"cc={symbol.complexity}" if symbol.complexity else "")
            if word
        ]
        if symbol.bases:
            words.append(f"<{symbol.bases}>")
        if symbol.condition:
            words.append(f"if({symbol.condition})")
        if symbol.doc:
            words.append('"' + re.split(r"\n\s*\n", symbol.doc)[0].replace("\n", " ")[:100] + '"')
        lines.append(" ".join(words) + (f" :: {symbol.signature}" if symbol.signature else ""))
    for item in facts.imports:
        how = f" ({item.how})" if item.how else ""
        names = f" [{', '.join(item.names)}]" if item.names else ""
        lines.append(f"import {item.target}{names} {item.line}{how}")
    places: dict[tuple[str, str], list[str]] = {}
    for site in facts.sites:
        places.setdefault((site.how, site.name), []).append(f"{site.line}:{site.column}")
    lines += [f"~{how} {name} {' '.join(where)}" for (how, name), where in places.items()]
    local_names: dict[str, list[str]] = {}
    for item in facts.locals:
        local_names.setdefault(item.name + item.holds, []).append(str(item.line))
    lines += [f"~local {name} {' '.join(where)}" for name, where in local_names.items()]
    if facts.purpose:
        text = facts.purpose.replace("\n", " ")[:100]
        lines.append(f'purpose {facts.purpose_first_line}-{facts.purpose_last_line} "{text}"')
    if facts.title:
        lines.append(f'title "{facts.title}"')
    lines.append(
        f"lines {facts.lines} = {facts.code_lines} code + {facts.comment_lines} comment + {facts.blank_lines} blank"
    )
    lines.append(f"terms {' '.join(facts.terms.split(chr(10)))}")
    lines += [f"detail {key}: {value}" for key, value in sorted(facts.details.items())]
    lines += [f"note {note.code} {note.line} {note.detail}" for note in facts.notes]
    return "\n".join(line.rstrip() for line in lines) + "\n"
