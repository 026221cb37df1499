"""Objective-C and Objective-C++ in the words of C++, so that one grammar reads them all.

No grammar reads Objective-C++, and Objective-C in its headers' macros. `prepare` rewrites a text without moving a byte:
a message `[cart add:item]` becomes `(cart    ,item)`, a block `^{` a lambda `[]{`, the head of a method `T f()`. What
is lost on the way (classes, methods, properties, the names of messages) is handed over beside it. Names, signatures and
lines are always taken from the original.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from repobook.analyze import cmacros
from repobook.analyze.cmacros import Made, Prepared
from repobook.analyze.directives import Span

_TOKEN = re.compile(
    rb"//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?"  # comments
    rb"|@?\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?"  # strings
    rb"|(?<![^\n])[ \t]*+#(?:[^\n\\]++|\\\r?\n|\\)*+"  # directives
    rb"|@?[A-Za-z_$]\w*+|\.?[0-9][\w.]*+|@[\[{(0-9]|::|->|[^\s\w]",
    re.S,
)
_ENUM = re.compile(
    rb"\b(typedef\s++)?+(?:NS_ENUM|NS_OPTIONS|NS_CLOSED_ENUM|NS_ERROR_ENUM|CF_ENUM|CF_OPTIONS|CF_CLOSED_ENUM)"
    rb"[ \t]*+\(([^(),]*+),[ \t]*+(\w++)[ \t]*+\)(?=\s*+\{)"
)
_NOT_SPACE = re.compile(rb"[^\n\r\t \\]|\\(?!\r?\n)")
_WORDS = frozenset(
    b"nullable nonnull null_unspecified null_resettable _Nullable _Nonnull _Null_unspecified __nullable __nonnull __weak "
    b"__strong __block __unsafe_unretained __autoreleasing __kindof __bridge __bridge_retained __bridge_transfer "
    b"__covariant __contravariant __unused IBOutlet IBInspectable IB_DESIGNABLE oneway inout bycopy byref".split()
)
# Behind these words `[` opens a message, behind any other word an index.
_BEFORE_MESSAGE = frozenset(
    b"return else in do case throw co_return co_await co_yield and or not @throw @return".split()
)
_CONTAINERS = {b"@interface": "interface", b"@implementation": "implementation", b"@protocol": "protocol"}
_TO_SEMICOLON = frozenset(b"@class @synthesize @dynamic @compatibility_alias".split())
_TO_BRACKET = frozenset(b"@selector @protocol @encode @available @defs".split())
_PLAIN = frozenset(
    b"@autoreleasepool @finally @optional @required @private @public @protected @package @end".split()
)
_LITERALS = (b'@"', b"@'")
MAX_DEPTH = 2_000  # open brackets

_Edit = tuple[int, int, bytes]


class _Tokens(NamedTuple):
    """The tokens of a text: no comments, no directives."""

    starts: list[int]
    ends: list[int]
    words: list[bytes]
    partner: dict[int, int]  # index of an opening bracket -> index of the closing one


def prepare(data: bytes, macros: dict[str, str]) -> Prepared:
    """Return `data` as C++, with what Objective-C alone says."""
    reader = _Reader(data)
    reader.read()
    prepared = cmacros.prepare(reader.text(), macros)
    return Prepared(
        prepared.data,
        prepared.calls,
        reader.made + prepared.made,
        prepared.comments,
        prepared.strings,
        reader.sites,
        reader.names,
        reader.imports,
        reader.access,
        prepared.dropped,
        reader.members,
    )


def _tokenize(data: bytes) -> _Tokens:
    starts: list[int] = []
    ends: list[int] = []
    words: list[bytes] = []
    partner: dict[int, int] = {}
    stack: list[int] = []
    for found in _TOKEN.finditer(data):
        word = found[0]
        first = word[0]
        if first == 47 and word[1:2] in (b"/", b"*"):
            continue
        if first == 35 or (first in b" \t" and b"#" in word):
            continue
        index = len(words)
        starts.append(found.start())
        ends.append(found.end())
        words.append(word)
        last = word[-1:]
        if word in (b"[", b"(", b"{", b"@[", b"@(", b"@{"):
            if len(stack) < MAX_DEPTH:
                stack.append(index)
        elif last in b"])}" and len(word) == 1:
            opening = {b"]": b"[", b")": b"(", b"}": b"{"}[last]
            while stack and words[stack[-1]][-1:] != opening and opening == b"{":
                stack.pop()  # a bracket that is never closed
            if stack and words[stack[-1]][-1:] == opening:
                partner[stack.pop()] = index
    return _Tokens(starts, ends, words, partner)


class _Reader:
    """One walk over the tokens of a text."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.edits: list[_Edit] = []
        self.made: list[Made] = []
        self.sites: list[tuple[int, int, str]] = []
        self.names: dict[int, str] = {}  # start of a site -> its name: `add:to:`
        self.imports: list[tuple[int, str, str]] = []
        self.access: list[tuple[int, int, str]] = []
        self.members: list[Span] = []  # blocks of instance variables
        self.tokens = _tokenize(data)

    def text(self) -> bytes:
        """Return the rewritten text."""
        text = bytearray(self.data)
        for start, end, replacement in self.edits:
            text[start:end] = replacement
        return bytes(text)

    def blank(self, start: int, end: int) -> None:
        self.edits.append((start, end, _NOT_SPACE.sub(b" ", self.data[start:end])))

    def read(self) -> None:
        data = self.data
        for found in _ENUM.finditer(data):
            self.blank(found.start(), found.start(3))
            self.edits.append((found.start(), found.start() + 4, b"enum"))
            self.blank(found.end(3), found.end())
        starts, ends, words, partner = self.tokens
        container: tuple[int, int, str, str] | None = None  # index, end of the head, kind, name
        index = 0
        depth = 0  # of braces, inside a container
        while index < len(words):
            word = words[index]
            first = word[0]
            if first == 64:
                if word in _CONTAINERS and self._word(index + 1) != b"(":
                    if container is not None:
                        self._close(container, starts[index])
                    container, index = self._open(index)
                    depth = 0
                    continue
                if word == b"@end" and container is not None:
                    self._close(container, ends[index])
                    container = None
                index = self._at_word(index)
                continue
            if first == 91:
                self._bracket(index)
            elif first == 94:
                self._block(index)
            elif first == 123:
                depth += 1
            elif first == 125:
                depth -= 1
            elif first in b"+-" and container is not None and self._is_method(index, depth):
                depth = 0
                index = self._method(index)
                continue
            elif word == b"?" and self._word(index + 1) == b":" and starts[index + 1] == ends[index]:
                self.edits.append((starts[index], ends[index] + 1, b"||"))
                self.tokens.words[index] = self.tokens.words[index + 1] = b"|"
            elif word in (b"typeof", b"__typeof", b"__typeof__") and index + 1 in partner:
                self.blank(starts[index], ends[partner[index + 1]])
                self.edits.append((starts[index], starts[index] + 4, b"auto"))
                index = partner[index + 1]
            elif word in _WORDS:
                self.blank(starts[index], ends[index])
            elif word == b"in" and 0 < index < len(words) - 1 and self._is_for(index):
                self.edits.append((starts[index], ends[index], b" :"))
            index += 1
        if container is not None:
            self._close(container, len(data))

    def _word(self, index: int) -> bytes:
        return self.tokens.words[index] if 0 <= index < len(self.tokens.words) else b""

    def _is_line_start(self, index: int) -> bool:
        start = self.tokens.starts[index]
        return not self.data[self.data.rfind(b"\n", max(0, start - 200), start) + 1 : start].strip()

    def _is_method(self, index: int, depth: int) -> bool:
        """Tell whether a sign opens the head of a method. In the first column it does, whatever the braces say."""
        start = self.tokens.starts[index]
        is_first = start == 0 or self.data[start - 1] == 10
        return (is_first and self._word(index + 1) == b"(") or (depth <= 0 and self._is_line_start(index))

    def _is_for(self, index: int) -> bool:
        """Tell whether the word is the `in` of `for (Item *item in items)`."""
        words = self.tokens.words
        at = index - 1
        while at > 0 and index - at < 40 and words[at] not in (b";", b"{", b"}", b"("):
            at -= 1
        return words[at] == b"(" and self._word(at - 1) == b"for"

    def _open(self, index: int) -> tuple[tuple[int, int, str, str] | None, int]:
        """Read the head of `@interface Cart : NSObject <Shop> {`."""
        starts, ends, words, partner = self.tokens
        at = index + 1
        kind = _CONTAINERS[words[index]]
        name = self._word(at)
        if not name[:1].isalpha() and name[:1] != b"_":
            self.blank(starts[index], ends[index])
            return None, at
        if kind == "protocol" and self._word(at + 1) in (b";", b","):
            return None, self._to_semicolon(index)
        name_index = at
        last = at
        at += 1
        if self._word(at) == b"<":  # parameters of a generic class
            at = self._skip_angles(at, None)
            last = at - 1
        if self._word(at) == b"(" and at in partner:
            if kind == "interface" and partner[at] > at + 1:
                kind = "category"
            last = partner[at]
            at = last + 1
        if self._word(at) == b":":
            at += 1
            if at < len(words):
                self.sites.append((starts[at], ends[at], "base"))
            last = at
            at += 1
            if (
                self._word(at) == b"<"
                and not self._is_line_start(at)
                and words[last][:1].isalpha()
                and self.data[ends[last]] == 60
            ):
                at = self._skip_angles(at, "type")
                last = at - 1
        if self._word(at) == b"<":
            at = self._skip_angles(at, "base")
            last = at - 1
        last = min(last, len(ends) - 1)
        end = ends[last]
        self.blank(starts[index], end)
        if self._word(at) == b"{" and at in partner and kind != "protocol":
            self.blank(starts[at], ends[at])
            self.blank(starts[partner[at]], ends[partner[at]])
            self.access.append((starts[at], ends[at], "private" if kind == "implementation" else "protected"))
            self.access.append((starts[partner[at]], ends[partner[at]], "public"))
            self.members.append((starts[at], ends[partner[at]]))
            self.tokens.words[at] = self.tokens.words[partner[at]] = b";"
        head = (starts[index], end, kind, name.decode(errors="replace"))
        self.names[starts[index]] = str(starts[name_index])
        return head, at

    def _close(self, container: tuple[int, int, str, str], end: int) -> None:
        start, head_end, kind, name = container
        name_start = int(self.names.pop(start))
        self.made.append(Made(start, head_end, kind, name, name_start, False, end))

    def _skip_angles(self, index: int, how: str | None) -> int:
        """Return what follows `<Shop, Printable>`, and note its names."""
        starts, ends, words, _ = self.tokens
        depth = 0
        for at in range(index, min(index + 60, len(words))):
            if words[at] == b"<":
                depth += 1
            elif words[at] == b">":
                depth -= 1
                if depth == 0:
                    return at + 1
            elif words[at] in (b"{", b";", b"@end"):
                return at
            elif how and words[at][:1].isalpha():
                self.sites.append((starts[at], ends[at], how))
        return index + 1

    def _to_semicolon(self, index: int) -> int:
        starts, ends, words, _ = self.tokens
        at = index
        while at < len(words) and words[at] != b";" and at - index < 400:
            at += 1
        at = min(at, len(words) - 1)
        self.blank(starts[index], ends[at])
        return at + 1

    def _at_word(self, index: int) -> int:
        """Rewrite what begins with `@`, and return the index behind it."""
        starts, ends, words, partner = self.tokens
        word = words[index]
        start, end = starts[index], ends[index]
        if word[:2] in _LITERALS:
            self.edits.append((start, start + 1, b" "))
        elif word in (b"@[", b"@{"):
            self._collection(index)
        elif word == b"@(" or word[1:2].isdigit():
            self.edits.append((start, start + 1, b" "))
        elif word == b"@property":
            return self._property(index)
        elif word == b"@import":
            at = self._to_semicolon(index)
            target = self.data[end : starts[at - 1]].strip().decode(errors="replace")
            self.imports.append((start, target, "module"))
            return at
        elif word in _TO_SEMICOLON:
            return self._to_semicolon(index)
        elif word in _TO_BRACKET and self._word(index + 1) == b"(" and index + 1 in partner:
            at = partner[index + 1]
            self.blank(start, ends[at])
            self.edits.append((start, start + 1, b"0"))
            return at + 1
        elif word == b"@synchronized" and index + 1 in partner:
            self.blank(start, end)
            self.edits += [
                (starts[index + 1], ends[index + 1], b" "),
                (starts[partner[index + 1]], ends[partner[index + 1]], b";"),
            ]
        elif word in (b"@try", b"@catch", b"@throw"):
            self.edits.append((start, start + 1, b" "))
        elif word in _PLAIN:
            self.blank(start, end)
            if word in (b"@private", b"@public", b"@protected", b"@package"):
                self.access.append((start, end, "internal" if word == b"@package" else word[1:].decode()))
        else:  # @YES and whatever else
            self.edits.append((start, start + 1, b" "))
        return index + 1

    def _collection(self, index: int) -> None:
        """Rewrite `@[a, b]` and `@{key: value}` as expressions in round brackets."""
        starts, ends, words, partner = self.tokens
        closing = partner.get(index)
        if closing is None:
            self.blank(starts[index], ends[index])
            return
        if closing == index + 1:
            self.edits.append((starts[index], ends[index], b"0 "))
            self.blank(starts[closing], ends[closing])
            return
        self.edits += [(starts[index], ends[index], b" ("), (starts[closing], ends[closing], b")")]
        if self._word(closing - 1) == b",":
            self.blank(starts[closing - 1], ends[closing - 1])
        if words[index] == b"@{":
            for at, _ in self._colons(index, closing):
                self.edits.append((starts[at], ends[at], b","))

    def _colons(self, opening: int, closing: int) -> list[tuple[int, int]]:
        """Return the indices of the colons between two brackets that belong to no `?`, with that of the word before."""
        words, partner = self.tokens.words, self.tokens.partner
        found = []
        questions = 0
        at = opening + 1
        while at < closing:
            word = words[at]
            if at in partner:
                at = partner[at] + 1
                continue
            if word == b"?":
                questions += 1
            elif word == b":":
                if questions:
                    questions -= 1
                else:
                    found.append((at, at - 1))
            at += 1
        return found

    def _bracket(self, index: int) -> None:
        """Rewrite `[cart add:item]`, where the bracket opens a message."""
        starts, ends, words, partner = self.tokens
        closing = partner.get(index)
        if closing is None or closing < index + 2:
            return
        before = self._word(index - 1)
        is_index = before and (before[:1].isalnum() or before[0] in b'_]"') and before not in _BEFORE_MESSAGE
        if is_index and not (before[:1].isalpha() and self._is_line_start(index)):
            return
        keywords = [
            (colon, word)
            for colon, word in self._colons(index, closing)
            if word > index + 1 and _is_name(words[word])
        ]
        keywords = [(colon, word) for colon, word in keywords if _ends_operand(words[word - 1])]
        if not keywords:
            last = closing - 1
            if last < index + 2 or not _is_name(words[last]) or not _ends_operand(words[last - 1]):
                return
            if before == b")" and self._word(last - 1) == b")":
                return  # a[(int) i]
            self._message(index, closing, [last])
            self.blank(starts[last], ends[last])
            return
        self._message(index, closing, [word for _, word in keywords])
        for colon, word in keywords:
            self.blank(starts[word], ends[word])
            self.edits.append((starts[colon], ends[colon], b","))
            if (
                self._word(colon + 1) == b"^" and starts[colon + 1] == ends[colon]
            ):  # add:^{ : the comma moves to the left
                self.edits.append((starts[colon] - 1, ends[colon], b", "))

    def _message(self, index: int, closing: int, selector: list[int]) -> None:
        starts, ends, words, _ = self.tokens
        self.edits += [(starts[index], ends[index], b"("), (starts[closing], ends[closing], b")")]
        first = selector[0]
        self.sites.append((starts[first], ends[first], "call"))
        if self._word(first + 1) == b":":
            self.names[starts[first]] = "".join(words[at].decode(errors="replace") + ":" for at in selector)
        receiver = words[index + 1]
        if first == index + 2 and receiver[:1].isupper():
            self.sites.append((starts[index + 1], ends[index + 1], "type"))

    def _block(self, index: int) -> None:
        """Rewrite `^(int a) { ... }` as a lambda, and `(^handler)(int)` as a pointer."""
        starts, ends, words, _partner = self.tokens
        start = starts[index]
        before = self._word(index - 1)
        if before == b"(" and self._word(index + 1)[:1] not in (b"{", b"(") and not self._is_literal(index):
            self.edits.append((start, start + 1, b"*"))
            return
        if before and (before[:1].isalnum() or before[0] in b"_)]") and before != b"return":
            return  # a ^ b
        at = index + 1
        while at < len(words) and at - index < 12 and words[at] not in (b"(", b"{", b";", b")"):
            at += 1  # the type that a block returns
        if self._word(at) not in (b"(", b"{"):
            return
        room = starts[at] - start
        if room >= 2:
            self.blank(start, starts[at])
            self.edits.append((start, start + 2, b"[]"))
        elif self.data[start - 1 : start] in (b" ", b"\t", b"\n", b":"):
            self.edits.append((start - 1, start + 1, b"[]"))
        elif (
            before == b"("
            and _is_name(name := self._word(index - 2))
            and len(name) > 1
            and ends[index - 2] == start - 1
        ):
            self.edits.append((start - 2, start + 1, b"([]"))  # run(^{ : the name gives a byte
            self.names.setdefault(starts[index - 2], name.decode(errors="replace"))
        else:
            self.edits.append((start, start + 1, b" "))

    def _is_literal(self, index: int) -> bool:
        """Tell whether `^` opens a block with its type written out: `(^BOOL(id item) {`."""
        words, partner = self.tokens.words, self.tokens.partner
        at = index + 1
        while at < len(words) and at - index < 8 and (_is_name(words[at]) or words[at] == b"*"):
            at += 1
        return self._word(at) == b"(" and self._word(partner.get(at, -2) + 1) == b"{"

    def _property(self, index: int) -> int:
        """Read `@property (nonatomic, copy) NSString *title;`."""
        starts, ends, words, partner = self.tokens
        at = index + 1
        if self._word(at) == b"(" and at in partner:
            at = partner[at] + 1
        name = -1
        first = at
        while at < len(words) and words[at] != b";" and at - index < 100:
            if words[at] == b"(" and at in partner:
                if self._word(at + 1) == b"^":  # void (^handler)(int)
                    name = at + 2
                    while at < len(words) and words[at] != b";" and at - index < 100:
                        at += 1
                    break
                if name >= 0 and _is_name(words[at - 1]) and words[at - 1].isupper():
                    name = at - 2  # NS_AVAILABLE(10_9)
                at = partner[at] + 1
                continue
            if _is_name(words[at]) and not (name >= 0 and words[at].isupper() and len(words[at]) > 3):
                name = at
                if words[at][:1].isupper() and self._word(at + 1) not in (b";", b","):
                    self.sites.append((starts[at], ends[at], "type"))
            at += 1
        stop = min(at, len(words) - 1)
        if first <= name < len(words) and _is_name(words[name]):
            title = words[name].decode(errors="replace")
            self.made.append(
                Made(starts[index], ends[stop], "property", title, starts[name], False, ends[stop])
            )
        self.blank(starts[index], ends[stop])
        return stop + 1

    def _types(self, index: int) -> int:
        """Note the types in brackets, and return the index behind them."""
        starts, ends, words, partner = self.tokens
        for inner in range(index + 1, partner[index]):
            if words[inner][:1].isupper() and _is_name(words[inner]):
                self.sites.append((starts[inner], ends[inner], "type"))
        return partner[index] + 1

    def _parameter(self, index: int) -> int:
        """Return the index behind a parameter: `(Item *)item`."""
        if self._word(index) == b"(" and index in self.tokens.partner:
            index = self._types(index)
        return index + 1 if _is_name(self._word(index)) else index

    def _method(self, index: int) -> int:
        """Read the head of a method: `- (void)add:(Item *)item to:(Cart *)cart {`."""
        starts, ends, words, partner = self.tokens
        at = index + 1
        parts: list[str] = []
        name = -1
        while at < len(words) and at - index < 400:
            word = words[at]
            if (
                word in (b"{", b";", b"}")
                or word[:1] == b"@"
                or (word in (b"-", b"+") and self._is_line_start(at))
            ):
                break
            if word == b"(" and at in partner:
                at = self._types(at)
                continue
            if _is_name(word):
                if self._word(at + 1) == b":":
                    parts.append(word.decode(errors="replace") + ":")
                    name = at if name < 0 else name
                    at += 2
                    at = self._parameter(at)
                    continue
                if name < 0:
                    parts.append(word.decode(errors="replace"))
                    name = at
            elif word == b":" and parts:  # moveTo:(int)x :(int)y
                parts.append(":")
                at = self._parameter(at + 1)
                continue
            at += 1
        stop = self._word(at)
        is_twin = stop in (b"-", b"+")  # another head follows: one of them is chosen by an #if
        if name < 0 or not (stop in (b"{", b";") or is_twin):
            return index + 1
        has_body = stop != b";"
        end = ends[at - 1] if has_body else ends[at]
        start = starts[index]
        self.blank(start, end)
        plain = b"T f()" if has_body else b"T f;"
        if end - start >= len(plain):
            self.edits.append((start, start + len(plain), plain))
        last = ends[partner[at]] if has_body and at in partner else end
        self.made.append(Made(start, end, "method", "".join(parts), starts[name], has_body, last))
        return at


def _is_name(word: bytes) -> bool:
    return word[:1].isalpha() or word[:1] == b"_"


def _ends_operand(word: bytes) -> bool:
    """Tell whether a word can end a receiver or an argument, so that a name behind it is part of a selector."""
    return word[-1:].isalnum() or word[-1:] in (b"_", b"]", b")", b"}", b'"', b"'", b">")
