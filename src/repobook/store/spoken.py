"""Which rows a statement can see, told from its text: tables, and the columns that its parameters hold to a few values.

Only what is fully understood is told. A condition that is not only leaves rows in that the statement does not see; a
statement that is not is refused as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

# What a column is held to. Numbers are places of parameters, from 0.
#   ("between", first, last)   ("in", a, b, ...)   ("any", one, other, ...)
#   ("span", held): symbols of the files
#   ("listed", read, column, text, ...): files, the statement's so-manieth table, whose column is one of these texts
#   ("via", read, table, one, other, held): what `other` holds in rows of a table, the statement's so-manieth, whose `one` is held
Held = tuple[Any, ...]
Tokens = list[tuple[str, str | int]]
Node = tuple[int, str]  # a source of rows, and one of its columns

_TOKEN = re.compile(
    r"\s+|(?P<word>[A-Za-z_]\w*)|(?P<number>\d+(?:\.\d+)?(?![\w.]))|(?P<text>'(?:[^']|'')*')|\?(?P<mark>\d*)"
    r"|(?P<sign><=|>=|!=|<>|\|\||[-+*/%<>=(),.])"
)
# Where a core ends, a join begins, and whatever cannot be the name of a table.
_ENDS = frozenset({"WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "WINDOW"})
_COMPOUND = frozenset({"UNION", "EXCEPT", "INTERSECT"})
_JOINS = frozenset({"JOIN", "CROSS", "INNER", "LEFT", "ON"})
# Not read here. A window looks at rows by their order; the others name columns, rows or tables in ways of their own.
_REFUSED = {
    "RECURSIVE", "NATURAL", "RIGHT", "FULL", "USING", "INDEXED", "OVER", "WINDOW", "VALUES", "COLLATE", "FILTER", "RANDOM",
    "OID", "_ROWID_", "PRAGMA", "OFFSET",
}  # fmt: skip
_ROWID = "ROWID"
# What is carried on. A way behind a way would be looked up for too many rows; the symbols of a file are a range.
_DIRECT = frozenset({"between", "in", "any", "span"})
# What no edit of a file's content changes, as long as facts are renewed.
_LISTED = frozenset({"kind", "language", "outcome"})
# Small tables, whose rows lead from some ids to others: which ones is looked up.
_WAYS = frozenset({"body", "inherit", "mention", "fixture", "fixture_use", "document_use", "test_use"})


class Refused(Exception):
    """A statement, or a part of it, is not understood."""


@dataclass(slots=True)
class Source:
    """Something that rows come from: a table, or a statement inside the statement."""

    number: int
    table: str  # "": a statement
    columns: Mapping[str, Node | None]  # by their small letters; None: an expression
    is_optional: bool = False  # behind LEFT JOIN


@dataclass(slots=True)
class Spoken:
    """The tables that a statement reads, each as often as it stands there, and what each one's columns are held to."""

    reads: list[tuple[int, str, dict[str, set[Held]]]]  # with a number that "via" names


Scope = list[dict[str, Source]]  # aliases, the innermost last


def understand(
    text: str, tables: Mapping[str, Iterable[str]], numbers: Mapping[str, Iterable[str]]
) -> Spoken:
    """Tell which rows a statement can see. `tables` are those there are, with their columns; `numbers` those columns that hold
    whole numbers. Raise `Refused` where that cannot be told."""
    reader = _Reader(tables, numbers)
    tokens = _tokens(text)
    reader.query(tokens, [], {})
    return Spoken(reader.reads())


def rests_on(held: Held) -> int | None:
    """Return the table, by its place in the statement, whose rows say what a column is held to."""
    if held[0] in ("via", "listed"):
        return int(held[1])
    return rests_on(held[1]) if held[0] == "span" else None


def _tokens(text: str) -> Tokens:
    found: Tokens = []
    at = most = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or text.startswith("--", at):
            raise Refused(text[at : at + 20])
        at = match.end()
        kind = match.lastgroup
        if kind == "mark":
            number = int(match["mark"] or most + 1)
            most = max(most, number)
            found.append(("mark", number - 1))
        elif kind == "word":
            word = match["word"]
            if word.upper() in _REFUSED:
                raise Refused(word)
            found.append(("word", word))
        elif kind is not None:
            found.append((kind, match[kind]))
    return found


def _word(tokens: Tokens, at: int) -> str:
    """Return a word in large letters; a sign as it is."""
    if 0 <= at < len(tokens) and tokens[at][0] in ("word", "sign"):
        return str(tokens[at][1]).upper()
    return ""


def _close(tokens: Tokens, at: int) -> int:
    """Return where the bracket that opens at a place closes."""
    depth = 0
    for place in range(at, len(tokens)):
        if tokens[place] == ("sign", "("):
            depth += 1
        elif tokens[place] == ("sign", ")"):
            depth -= 1
            if not depth:
                return place
    raise Refused("(")


def _outside(tokens: Tokens) -> list[tuple[int, str]]:
    """Return the places and words that stand in no bracket and in no CASE."""
    found: list[tuple[int, str]] = []
    depth = 0
    for at, (kind, value) in enumerate(tokens):
        word = str(value).upper() if kind in ("word", "sign") else ""
        if word in ("(", "CASE"):
            depth += 1
        elif word in (")", "END"):
            depth -= 1
            if depth < 0:
                raise Refused(word)
        elif not depth:
            found.append((at, word))
    if depth:
        raise Refused("(")
    return found


def _split(tokens: Tokens, by: str) -> list[Tokens]:
    """Return the parts between a word; the AND of a BETWEEN parts nothing."""
    parts: list[Tokens] = []
    start = 0
    is_between = False
    for at, word in _outside(tokens):
        if word == "BETWEEN":
            if is_between:
                raise Refused(word)
            is_between = True
        elif word == "AND" and is_between:
            is_between = False
        elif word == by:
            parts.append(tokens[start:at])
            start = at + 1
    return [*parts, tokens[start:]]


def _is_plain(tokens: Tokens, at: int) -> bool:
    """Tell whether rows are ordered by what stands at a place itself, and not by what is made of it."""
    start = at - 2 if _word(tokens, at - 1) == "." else at
    return _word(tokens, start - 1) in ("BY", ",") and (
        at + 1 == len(tokens) or _word(tokens, at + 1) in (",", "DESC", "ASC")
    )


@dataclass(slots=True)
class _Reader:
    tables: Mapping[str, Iterable[str]]
    numbers: Mapping[str, Iterable[str]]
    sources: list[Source] = field(default_factory=list)
    held: dict[Node, set[Held]] = field(default_factory=dict)
    leads: list[tuple[Node, Node]] = field(
        default_factory=list
    )  # values of the second are among those of the first

    def reads(self) -> list[tuple[int, str, dict[str, set[Held]]]]:
        """Carry what columns are held to over to those that equal them."""
        leads = list(self.leads)
        while True:
            before = sum(map(len, self.held.values()))
            for start, end in leads:
                self.held.setdefault(end, set()).update(self.held.get(start, ()))
            for source in self.sources:
                for name, other, way in self._ways(source):
                    found = {
                        (*way, held)
                        for held in self.held.get((source.number, name), ())
                        if (held[0] in _DIRECT and rests_on(held) is None)
                        or (held[0] == "listed" and way == ("span",))
                    }
                    self.held.setdefault((source.number, other), set()).update(found)
            if sum(map(len, self.held.values())) == before:
                break
        reads = []
        for source in self.sources:
            if source.table:
                own = {
                    name: held
                    for (number, name), held in self.held.items()
                    if number == source.number and held
                }
                reads.append((source.number, source.table, own))
        return reads

    def _ways(self, source: Source) -> Iterable[tuple[str, str, Held]]:
        """Yield the columns of a table of which one tells of another, and how."""
        if source.table == "symbol":
            yield "file_id", "id", ("span",)
        elif source.table in _WAYS:
            columns = sorted(self.numbers[source.table])
            for one in columns:
                for other in columns:
                    if one != other:
                        yield one, other, ("via", source.number, source.table, one, other)

    def query(self, tokens: Tokens, scope: Scope, common: dict[str, Source]) -> dict[str, Node | None]:
        """Read a statement: [WITH ...] core [UNION core ...] [ORDER BY ...]; return its columns."""
        common = dict(common)
        if _word(tokens, 0) == "WITH":
            at = 1
            while True:
                name = self._name(tokens, at)
                if _word(tokens, at + 1) != "AS":
                    raise Refused(name)
                at += 2 + (_word(tokens, at + 2) == "MATERIALIZED")
                end = self._bracket(tokens, at)
                columns = self.query(tokens[at + 1 : end], [], common)
                common[name.lower()] = self._add("", columns)
                at = end + 1
                if _word(tokens, at) != ",":
                    break
                at += 1
            tokens = tokens[at:]
        starts = [at for at, word in _outside(tokens) if word in _COMPOUND]
        edges = [-1, *starts, len(tokens)]
        columns = {}
        for begin, end in pairwise(edges):
            begin += 1 + (begin >= 0 and _word(tokens, begin + 1) == "ALL")
            columns = self._core(tokens[begin:end], scope, common)
        # Of several cores, a column may come from any.
        return dict.fromkeys(columns) if starts else columns

    def _core(self, tokens: Tokens, scope: Scope, common: dict[str, Source]) -> dict[str, Node | None]:
        if _word(tokens, 0) != "SELECT":
            raise Refused("SELECT")
        places = {word: at for at, word in reversed(_outside(tokens)) if word in _ENDS or word == "FROM"}
        if "FROM" not in places:
            self._inside(tokens[1:], scope, common)
            return {}
        ends = [*sorted(at for word, at in places.items() if word != "FROM"), len(tokens)]
        if ends[0] < places["FROM"]:
            raise Refused("FROM")
        listed = tokens[1 : places["FROM"]]
        aliases: dict[str, Source] = {}
        inner = [*scope, aliases]
        conditions = self._from(tokens[places["FROM"] + 1 : ends[0]], aliases, scope, common)
        if "WHERE" in places:
            start = places["WHERE"]
            end = next(at for at in ends if at > start)
            conditions.append((tokens[start + 1 : end], None))
        for condition, optional in conditions:
            self._condition(condition, aliases, inner, optional)
            self._inside(condition, inner, common)
        self._inside(listed, inner, common)
        for word in _ENDS - {"WHERE"}:
            if word in places:
                end = next(at for at in ends if at > places[word])
                self._inside(tokens[places[word] : end], inner, common, may_order=word == "ORDER")
        return self._columns(listed, aliases)

    def _from(
        self, tokens: Tokens, aliases: dict[str, Source], scope: Scope, common: dict[str, Source]
    ) -> list[tuple[Tokens, Source | None]]:
        """Read tables and joins; return the conditions, each with the source that alone it holds, where that is optional."""
        conditions: list[tuple[Tokens, Source | None]] = []
        at = 0
        is_optional = False
        while True:
            if _word(tokens, at) == "(":
                end = self._bracket(tokens, at)
                columns = self.query(tokens[at + 1 : end], scope, common)
                table, name, at = "", "", end + 1
            else:
                table = name = self._name(tokens, at).lower()
                at += 1
                if table in common:
                    known = common[name]
                    columns = {
                        column: (known.number, column) if node is not None else None
                        for column, node in known.columns.items()
                    }
                    table = ""
                elif table not in self.tables:
                    raise Refused(table)
                else:
                    columns = {column.lower(): None for column in self.tables[table]}
            if _word(tokens, at) == "AS":
                at += 1
                name = self._name(tokens, at).lower()
                at += 1
            elif at < len(tokens) and tokens[at][0] == "word" and _word(tokens, at) not in _JOINS:
                name = self._name(tokens, at).lower()
                at += 1
            source = self._add(table, columns)
            source.is_optional = is_optional
            if name in aliases:
                raise Refused(name)
            aliases[name or f" {source.number}"] = source
            if _word(tokens, at) == "ON":
                rest = [
                    place
                    for place, word in _outside(tokens)
                    if place > at and word in (_JOINS | {","}) - {"ON"}
                ]
                end = rest[0] if rest else len(tokens)
                conditions.append((tokens[at + 1 : end], source if is_optional else None))
                at = end
            if at == len(tokens):
                return conditions
            word = _word(tokens, at)
            is_optional = word == "LEFT"
            if word in ("CROSS", "INNER", "LEFT"):
                at += 1 + (_word(tokens, at + 1) == "OUTER")
                word = _word(tokens, at)
            if word != "JOIN" and (word != "," or is_optional):
                raise Refused(word)
            at += 1

    def _condition(
        self, tokens: Tokens, aliases: dict[str, Source], scope: Scope, optional: Source | None
    ) -> None:
        if any(word == "OR" for _, word in _outside(tokens)):
            return
        for part in _split(tokens, "AND"):
            while _word(part, 0) == "(" and _close(part, 0) == len(part) - 1 and _word(part, 1) != "SELECT":
                part = part[1:-1]
                if any(word == "AND" for _, word in _outside(part)) and not any(
                    word == "OR" for _, word in _outside(part)
                ):
                    self._condition(part, aliases, scope, optional)
                    part = []
            own = (
                {optional.number} if optional is not None else {source.number for source in aliases.values()}
            )
            listed = self._texts(part, aliases, scope)
            if listed is not None and listed[0][0] in own:
                self.held.setdefault(listed[0], set()).add(listed[1])
                continue
            simple = self._simple(part, aliases, scope)
            if simple is not None:
                node, held = simple
                if node[0] in own:
                    self.held.setdefault(node, set()).add(held)
                continue
            alternatives = [self._simple(one, aliases, scope) for one in _split(part, "OR")]
            known = [one for one in alternatives if one is not None]
            if (
                len(known) == len(alternatives) > 1
                and len({node for node, _ in known}) == 1
                and known[0][0][0] in own
            ):
                self.held.setdefault(known[0][0], set()).add(("any", *(held for _, held in known)))
                continue
            left, at = self._column(part, 0, aliases, scope)
            if left is not None and _word(part, at) == "=":
                right, end = self._column(part, at + 1, aliases, scope)
                if right is not None and end == len(part):
                    for one, other in ((left, right), (right, left)):
                        if other[0] in own:
                            self.leads.append((one, other))

    def _simple(self, part: Tokens, aliases: dict[str, Source], scope: Scope) -> tuple[Node, Held] | None:
        """Return the column and what it is held to, where a condition is `a.b = ?`, `a.b BETWEEN ? AND ?` or `a.b IN (?, ?)`."""
        node, at = self._column(part, 0, aliases, scope)
        if node is None:
            return None
        kinds = [kind for kind, _ in part[at:]]
        said = [_word(part, place) for place in range(at, len(part))]
        marks = [value for kind, value in part[at:] if kind == "mark"]
        if said == ["=", ""] and kinds[1] == "mark":
            return node, ("in", *marks)
        if said == ["BETWEEN", "", "AND", ""] and len(marks) == 2:
            return node, ("between", *marks)
        if said[:2] == ["IN", "("] and said[2:] == [*["", ","] * (len(marks) - 1), "", ")"] and marks:
            return node, ("in", *marks)
        return None

    def _texts(self, part: Tokens, aliases: dict[str, Source], scope: Scope) -> tuple[Node, Held] | None:
        """Return the ids of files, and what they are held to, where a condition is `f.kind = 'test'` or `f.kind IN ('a', 'b')`."""
        if (
            len(part) < 5
            or [kind for kind, _ in part[:3]] != ["word", "sign", "word"]
            or _word(part, 1) != "."
        ):
            return None
        name, column = (str(part[at][1]).lower() for at in (0, 2))
        source = next((level[name] for level in reversed(scope) if name in level), None)
        if source is None or source.table != "file" or column not in _LISTED:
            return None
        said = [_word(part, at) for at in range(3, len(part))]
        texts = [str(text)[1:-1] for kind, text in part[3:] if kind == "text"]
        is_one = said == ["=", ""] and part[4][0] == "text"
        is_list = (
            said[:2] == ["IN", "("] and said[2:] == [*["", ","] * (len(texts) - 1), "", ")"] and bool(texts)
        )
        if not (is_one or is_list) or any("'" in text for text in texts):
            return None
        return (source.number, "id"), ("listed", source.number, column, *texts)

    def _column(
        self, tokens: Tokens, at: int, aliases: dict[str, Source], scope: Scope
    ) -> tuple[Node | None, int]:
        """Return a column of whole numbers that stands at a place, and the place behind it."""
        if at >= len(tokens) or tokens[at][0] != "word":
            return None, at
        first = str(tokens[at][1]).lower()
        if _word(tokens, at + 1) == "." and at + 2 < len(tokens) and tokens[at + 2][0] == "word":
            name = str(tokens[at + 2][1]).lower()
            source = next((level[first] for level in reversed(scope) if first in level), None)
            return (self._number(source, name), at + 3) if source is not None else (None, at)
        # Without an alias: of this core's own sources alone, where only one can be meant.
        fitting = [source for source in aliases.values() if first in source.columns]
        return (self._number(fitting[0], first), at + 1) if len(fitting) == 1 else (None, at)

    def _number(self, source: Source, name: str) -> Node | None:
        """Return a column, where it is sure to be one of whole numbers: others may equal what is not the same."""
        if source.table:
            return (source.number, name) if name in self.numbers[source.table] else None
        return (source.number, name) if source.columns.get(name) is not None else None

    def _columns(self, listed: Tokens, aliases: dict[str, Source]) -> dict[str, Node | None]:
        """Return what a core gives by name, with the column that each is of."""
        found: dict[str, Node | None] = {}
        if _word(listed, 0) in ("DISTINCT", "ALL"):
            listed = listed[1:]
        for item in _split(listed, ","):
            if _word(item, 0) == "*" and len(item) == 1:
                for source in aliases.values():
                    for name in source.columns:
                        found[name] = None if name in found else self._number(source, name)
                continue
            node, at = self._column(item, 0, aliases, [aliases])
            name = str(item[-1][1]).lower() if item and item[-1][0] == "word" else ""
            is_whole = at == len(item) or (len(item) - at == 1 + (_word(item, at) == "AS") and bool(name))
            found[name] = node if is_whole and name not in found else None
        return found

    def _inside(
        self, tokens: Tokens, scope: Scope, common: dict[str, Source], may_order: bool = False
    ) -> None:
        """Read the statements that stand in an expression."""
        at = 0
        while at < len(tokens):
            word = _word(tokens, at)
            if word == "(" and _word(tokens, at + 1) in ("SELECT", "WITH"):
                end = _close(tokens, at)
                self.query(tokens[at + 1 : end], scope, common)
                at = end
            elif word in ("SELECT", "WITH"):
                raise Refused(word)
            elif word == _ROWID and not (may_order and _is_plain(tokens, at)):
                raise Refused(word)  # numbers of rows move when others come; their order does not
            at += 1

    def _add(self, table: str, columns: Mapping[str, Node | None]) -> Source:
        source = Source(len(self.sources), table, columns)
        self.sources.append(source)
        for name, node in columns.items():
            if node is not None:
                self.leads.append((node, (source.number, name)))
        return source

    def _bracket(self, tokens: Tokens, at: int) -> int:
        if _word(tokens, at) != "(":
            raise Refused("(")
        return _close(tokens, at)

    def _name(self, tokens: Tokens, at: int) -> str:
        if at >= len(tokens) or tokens[at][0] != "word":
            raise Refused("a name")
        return str(tokens[at][1])
