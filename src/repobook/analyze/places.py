"""Imports, and the places that name a symbol."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from repobook.analyze.blocks import has_blocks
from repobook.analyze.fluent import blank_out, dot_above, owner_of
from repobook.analyze.languages import Language
from repobook.analyze.reading import MAX_NAME, Reading, one_line
from repobook.facts import Facts, Import, Sites, Symbol, mark_of

MAX_SITES = 400_000
_WORD_BYTES = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") | frozenset(
    range(128, 256)
)
LONG_LINE = 20_000  # bytes: to look through it once for each name of its file takes the square of its length
_RUN = re.compile(rb"[\w\x80-\xff]+")  # of those bytes
_MEMBER_NAME = re.compile(
    rb"[a-z]\w*_$|m_\w+$|k[A-Z]\w+$|[A-Z][A-Z0-9]*_[A-Z0-9_]+$|(?!NULL$|TRUE$|FALSE$)[A-Z][A-Z0-9]{3,}$"
)
_NEVER_BARE = frozenset(
    ("namespace", "package", "method", "attribute", "property", "constructor", "destructor", "heading")
)
_TYPES = rb"(?<! )<[\w:,\s*&]{0,80}(?:<[\w:,\s*&]{0,80}>[\w:,\s*&]{0,80}){0,4}>"
_TYPE_ARGUMENTS = re.compile(_TYPES + rb"(?=\()")
_IN_CALL = re.compile(
    _TYPES
    + rb"(?=[\s(){},:&*])|<<=?|(?<= )>>|[<>]=|(?<= )[<>](?= )|[()\[\]{},<>]|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)'|->"
)
_PLAIN_CALL = re.compile(
    rb"\((?:[^()\[\]{}<>\"'-]++|->?+)*+\)"
)  # nothing in it but names, numbers and commas
_KEYWORD_ARGUMENT = re.compile(rb"[ \t]*=(?![=>])")


_BEFORE_NAME = re.compile(
    rb"(?:(?:\.\??|>-|::)(?:\)[^()]{0,20}\()?\w*[A-Za-z_])+"
)  # read backwards: `a.f(1).` of `a.f(1).b`
_BEFORE_DOLLAR = re.compile(rb"(?:\.[?!]?(?:\)[^()]{0,20}\()?[\w$]*[A-Za-z_$])+")
_SPACE = re.compile(rb"(?:\\[\w\x80-\xff]*)+")  # read backwards: `\Shop\` of `\Shop\Cart`
_MACRO = re.compile(rb"^[ \t]*+#[ \t]*+define\b(?:[^\n]*\\\r?\n)*+[^\n]*", re.M)
_KEY = re.compile(rb"[ \t]*\??:(?!:)")


def dedupe_imports(found: Reading, newlines: list[int]) -> list[Import]:
    seen: dict[tuple[int, str], Import] = {}
    for start, target, how, names in sorted(found.imports):
        if not target:
            continue
        line = bisect_left(newlines, start) + 1
        known = seen.get((line, target))
        if known is None:
            seen[line, target] = Import(target[:500], line, how, list(names))
        else:
            known.names.extend(name for name in names if name not in known.names)
    return list(seen.values())


def find_sites(found: Reading, data: bytes, newlines: list[int], language: Language) -> Sites:
    """Return the places in order, each once. This loop runs for every name that is used: it is kept flat."""
    names: list[bytes] = []
    lines: list[int] = []
    columns: list[int] = []
    marks: list[str] = []
    add_name, add_line, add_column, add_mark = names.append, lines.append, columns.append, marks.append
    own_names = {d.name_end for d in found.definitions if d.kind not in ("impl", "extension", "given")}
    is_typed = language.settings.separator == "."  # then `x::T` says what x is, not where T is
    builtins = language.builtins
    has_overloads = language.settings.local_types == "before"
    marks_members = bool(language.settings.local_types)
    is_go = language.settings.local_types == "go"
    ends_in_dots = marks_members and language.settings.line_comments == ["//"]
    code = blank_out(data, sorted(found.comments + found.strings)) if ends_in_dots else data
    chains: dict[int, bytes] = {}  # names of Go by where they end
    is_rooted = has_blocks(language)
    is_spaced = language.settings.separator == "\\"
    before_name = (_BEFORE_DOLLAR if "$" in language.settings.word_extra else _BEFORE_NAME).match
    site_names = found.site_names
    before_start = line_end = -1
    row = line_start = 0
    line = 1
    size = len(data)
    ends = [*newlines, size]
    backwards = data[::-1]
    for start, end, how in sorted(found.sites)[:MAX_SITES]:
        if (
            start == before_start
        ):  # one place, one use: `base` and `call` say more than `type`, and sort before it
            if how == "decorator" and marks:
                marks[-1] = how  # `@cached(10)` is no plain call
            continue
        name = data[start:end]
        if how == "call" or how == "type":
            if end in own_names:
                continue
            if name in builtins:
                before_start = start
                continue
        before_start = start
        if not 0 < end - start <= MAX_NAME:  # a grammar makes up a name, of nothing, where it misses one
            continue
        if start > line_end:
            row = bisect_left(newlines, start, row)
            line = row + 1
            line_start = newlines[row - 1] + 1 if row else 0
            line_end = ends[row]
        if (byte := data[start - 1]) in b".>:" and start and not (byte == 58 and is_typed and how == "type"):
            low = start - 100
            head = start
            if before := before_name(
                backwards, size - start, size - (low if low > line_start else line_start)
            ):
                head = size - before.end()
                name = data[head:end]
            if marks_members and data[head - 1] in b".>:" and _has_owner(data, head):
                # a member of who knows what, where nothing tells
                name = (owner_of(code, head - 1, chains) if is_go else b"") + b"." + name
            elif is_rooted and byte == 58 and data.endswith(b"::", 0, head):
                name = b"::" + name  # the one that stands in no namespace
        elif ends_in_dots and byte in b" \t\n" and (dot := dot_above(code, line_start, start)) > 0:
            name = (owner_of(code, dot - 1, chains) if is_go else b"") + b"." + name
        if is_go:
            chains[end] = name
        elif is_spaced and name[0] != 46:
            if how == "mention" and byte == 36:
                name = b"$" + name  # a variable: nothing else is called so
            elif space := _SPACE.match(backwards, size - end + len(name)):
                name = space[0][::-1] + name
        if site_names:
            name = site_names[start].encode(errors="replace") if start in site_names else _on_one_line(name)
        if data[start] == 96:  # `a name of any kind` is defined without its marks
            name = name.replace(b"`", b"")
            start += 1
        add_name(name)
        add_line(line)
        add_column(start - line_start + 1)
        add_mark(how)
        if has_overloads and how == "call" and (count := _count_arguments(data, end)) >= 0:
            marks[-1] = mark_of(how, count)
    joined = b"\n".join(names)
    if not site_names and (b" " in joined or b"\t" in joined or joined.count(b"\n") >= len(names)):
        joined = b"\n".join(
            [_on_one_line(name) if b" " in name or b"\n" in name or b"\t" in name else name for name in names]
        )
    return Sites(joined.decode(errors="replace").split("\n") if names else [], lines, columns, marks)


def _on_one_line(name: bytes) -> bytes:
    is_long = b" " in name or b"\n" in name or b"\t" in name
    return one_line(name.decode(errors="replace")).encode() if is_long else name


def _has_owner(data: bytes, start: int) -> bool:
    """Tell whether something stands before a name that has not been read: `carts[0].`, `open()->`, `Cart<T>::`."""
    if data[start - 1] == 46:
        return start < 2 or data[start - 2] != 46  # `...items`, `0..size()`
    mark = data[max(0, start - 2) : start]
    return mark == b"->" or (mark == b"::" and start > 2 and data[start - 3] in b">)")


def _count_arguments(data: bytes, end: int) -> int:
    """Return how many arguments the call behind a name has; -1 where that is not plain to see."""
    if data[end : end + 1] == b"<" and (types := _TYPE_ARGUMENTS.match(data, end, end + 400)):
        end = types.end()  # make<Cart>(1)
    if data[end : end + 1] != b"(":
        return -1
    plain = _PLAIN_CALL.match(data, end, end + 600)
    if plain:
        commas = data.count(b",", end, plain.end())
        return commas + 1 if commas or data[end + 1 : plain.end() - 1].strip() else 0
    depth = commas = 0
    for token in _IN_CALL.finditer(data, end, end + 600):
        byte = data[token.start()]
        if byte in b"([{":
            depth += 1
        elif byte in b")]}":
            depth -= 1
            if not depth:
                if not commas and not data[end + 1 : token.start()].strip():
                    return 0
                return commas + 1
        elif byte == 44 and depth == 1:
            commas += 1
        elif byte in b"<>" and token.end() == token.start() + 1 and data[token.start() - 1] != 32:
            return -1  # template arguments or a comparison: who knows
    return -1


def add_mentions(
    found: Reading,
    facts: Facts,
    data: bytes,
    newlines: list[int],
    words: dict[bytes, list[int]],
    quiet: list[tuple[int, int]],
    has_bare_members: bool,
    has_keys: bool = False,
    header_words: frozenset[bytes] | None = None,
) -> None:
    """Add the places that name what the file defines or imports without calling it: `map(total, carts)`.

    `words` are the words of the code with their lines, `quiet` the spans of comments and strings.
    `has_keys`: in `{total: 1}`, `total` is a key.
    `has_bare_members`: a method may name the members of its class without saying `this`.
    `header_words`: the words of a language whose files take names from headers without listing them.
    """
    has_headers = header_words is not None
    names = {
        symbol.name.encode()
        for symbol in facts.symbols
        if symbol.kind not in _NEVER_BARE
        and (has_bare_members or not symbol.scope or symbol.kind in ("function", "class"))
    }
    lines_of_imports = set()
    modules: set[bytes] = set()
    for item in facts.imports:
        lines_of_imports.add(item.line)
        for listed in item.names:
            names.add(listed.rpartition(" as ")[2].removeprefix("as ").encode())
            if listed.startswith("as "):
                modules.add(listed[3:].encode())
    if has_bare_members:
        # Members and constants of headers: their names say what they are.
        names.update(word for word in words if _MEMBER_NAME.match(word))
    unlisted: set[bytes] = set()
    macro_lines: frozenset[int] = frozenset()  # there a word may be a parameter of the macro
    if header_words is not None:
        # What no function of the file binds is defined by it or by what it includes.
        bound = {data[start:end] for start, end in found.locals}
        unlisted = {word for word in words.keys() - names - bound - header_words if not 48 <= word[0] <= 57}
        names |= unlisted
        macro_lines = _macro_lines(data, newlines)
    taken_places = {start for start, _, _ in found.sites}
    # The name of TEST_F(CartTest, Total) begins with a class.
    named = [d for d in found.definitions if not (has_headers and d.kind == "test")]
    taken_places.update(d.name_start for d in named)
    taken_ends = {d.name_end for d in named} if has_headers else set()
    taken_places.update(start for start, _ in found.locals)
    taken_places.update(start for start, _ in found.labels)
    quiet_starts = [start for start, _ in quiet]
    add = found.sites.append
    long_lines = _LongLines(data)
    for name in names:
        size = len(name)
        before = 0
        for line in words.get(name, ()):
            if line == before or line in lines_of_imports or (line in macro_lines and name in unlisted):
                continue
            before = line
            line_end = newlines[line - 1] if line <= len(newlines) else len(data)
            at = newlines[line - 2] + 1 if line > 1 else 0
            find = long_lines.find if line_end - at > LONG_LINE else data.find
            while (at := find(name, at, line_end)) >= 0:
                start, at = at, at + size
                if (
                    start in taken_places
                    or at in taken_ends
                    or (data[at : at + 1] == b"." and name in modules)
                    or (start and (data[start - 1] in _WORD_BYTES or data[start - 1] == 46))
                    or (at < line_end and data[at] in _WORD_BYTES)
                    or (name in unlisted and _is_no_value(data, start, at))
                    or (not has_bare_members and _KEYWORD_ARGUMENT.match(data, at))
                    or (has_keys and _KEY.match(data, at) and _last_byte(data, start) in b"{,;")
                ):
                    continue
                near = bisect_left(quiet_starts, start + 1) - 1
                if near < 0 or quiet[near][1] <= start:
                    add((start, at, "mention"))


class _LongLines:
    """Finds words in very long lines, each of which is read once, whatever it is asked for."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._places: dict[int, dict[bytes, list[int]]] = {}  # by the end of the line

    def find(self, name: bytes, start: int, end: int) -> int:
        """Return where a name stands next, as `bytes.find` does; of one that is a word, only where it is a whole one."""
        if not _RUN.fullmatch(name):
            return self._data.find(name, start, end)
        places = self._places.get(end)
        if places is None:
            places = self._places[end] = {}
            for word in _RUN.finditer(self._data, start, end):
                places.setdefault(word[0], []).append(word.start())
        known = places.get(name, [])
        at = bisect_left(known, start)
        return known[at] if at < len(known) else -1


def _macro_lines(data: bytes, newlines: list[int]) -> frozenset[int]:
    """Return the lines of every `#define`, with those that it goes on in."""
    found: set[int] = set()
    for macro in _MACRO.finditer(data):
        first = bisect_left(newlines, macro.start()) + 1
        found.update(range(first, first + data.count(b"\n", macro.start(), macro.end()) + 1))
    return frozenset(found)


def _is_no_value(data: bytes, start: int, end: int) -> bool:
    """Tell whether a word is a member, `cart->total`, or a namespace by its looks, `shop::total`."""
    return data.endswith(b"->", 0, start) or (data.startswith(b"::", end) and not 65 <= data[start] <= 90)


def _last_byte(data: bytes, end: int) -> bytes:
    """Return the last byte before `end` that is not white space."""
    return data[max(0, end - 200) : end].rstrip()[-1:] or b";"


def add_bases(symbols: list[Symbol], sites: Sites, language: Language) -> None:
    """Give every class the names of what it inherits from, as written."""
    if "base" not in sites.marks:
        return
    bases = [
        (line, name)
        for line, name, mark in zip(sites.lines, sites.names, sites.marks, strict=True)
        if mark == "base"
    ]
    classes = [symbol for symbol in symbols if symbol.kind in language.class_kinds]
    starts = [symbol.first_line for symbol in classes]
    for line, name in bases:
        at = bisect_right(starts, line) - 1
        while at >= 0 and classes[at].last_line < line:
            at -= 1
        if at >= 0 and len(classes[at].bases) < MAX_NAME:
            owner = classes[at]
            owner.bases = f"{owner.bases}, {name}" if owner.bases else name
