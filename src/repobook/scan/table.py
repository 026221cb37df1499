"""The table of languages, as data: `languages.txt` beside this file."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache

_FILE = os.path.join(os.path.dirname(__file__), "languages.txt")


@dataclass(frozen=True, slots=True)
class Table:
    """What names tell of languages."""

    kinds: dict[str, str]  # language -> the kind of file that it makes
    extensions: dict[str, tuple[str, ...]]  # with its dot -> languages, the usual one first
    names: dict[str, str]  # whole file name -> language
    interpreters: dict[str, str]
    aliases: dict[str, str]  # in lower case, blanks as `-` -> language


@cache
def load_table() -> Table:
    """Return the table; it is read once and never changes."""
    with open(_FILE, encoding="utf-8") as file:
        return parse_table(file.read())


def parse_table(text: str) -> Table:
    """Read lines of `name | kind | words`, as the head of the file explains."""
    table = Table({}, {}, {}, {}, {})
    for line in text.split("\n"):
        if not line or line[0] == "#":
            continue
        language, kind, words = line.split(" | ")
        table.kinds[language] = kind
        table.aliases[alias(language)] = language
        for word in words.split(" "):
            mark, rest = word[0], word[1:]
            if mark == ".":
                is_usual = word[-1] == "*"
                extension = word[:-1] if is_usual else word
                others = table.extensions.get(extension, ())
                table.extensions[extension] = (language, *others) if is_usual else (*others, language)
            elif mark == "=":
                table.names[rest] = language
            elif mark == "!":
                table.interpreters.setdefault(rest, language)
            else:
                table.aliases.setdefault(rest, language)
    return table


def alias(name: str) -> str:
    """Return the form in which other names of a language are compared."""
    return name.strip().lower().replace(" ", "-")
