"""Objective-C and Objective-C++ in the words of C++, so that one grammar reads them all.

No grammar reads Objective-C++, and Objective-C in its headers' macros. `prepare` rewrites a text without moving a byte:
a message `[cart add:item]` becomes `(cart    ,item)`, a block `^{` a lambda `[]{`, the head of a method `T f()`. What
is lost on the way (classes, methods, properties, the names of messages) is handed over beside it. Names, signatures and
lines are always taken from the original.
"""

from __future__ import annotations

import re

from repobook.analyze import cmacros
from repobook.analyze.cmacros import Prepared
from repobook.analyze.cmade import Made
from repobook.analyze.objc_expressions import rewrite_block, rewrite_bracket, rewrite_collection
from repobook.analyze.objc_tokens import Rewriting, is_name

_ENUM = re.compile(
    rb"\b(typedef\s++)?+(?:NS_ENUM|NS_OPTIONS|NS_CLOSED_ENUM|NS_ERROR_ENUM|CF_ENUM|CF_OPTIONS|CF_CLOSED_ENUM)"
    rb"[ \t]*+\(([^(),]*+),[ \t]*+(\w++)[ \t]*+\)(?=\s*+\{)"
)
_WORDS = frozenset(
    b"nullable nonnull null_unspecified null_resettable _Nullable _Nonnull _Null_unspecified __nullable __nonnull __weak "
    b"__strong __block __unsafe_unretained __autoreleasing __kindof __bridge __bridge_retained __bridge_transfer "
    b"__covariant __contravariant __unused IBOutlet IBInspectable IB_DESIGNABLE oneway inout bycopy byref".split()
)
_CONTAINERS = {b"@interface": "interface", b"@implementation": "implementation", b"@protocol": "protocol"}
_TO_SEMICOLON = frozenset(b"@class @synthesize @dynamic @compatibility_alias".split())
_TO_BRACKET = frozenset(b"@selector @protocol @encode @available @defs".split())
_PLAIN = frozenset(
    b"@autoreleasepool @finally @optional @required @private @public @protected @package @end".split()
)
_LITERALS = (b'@"', b"@'")


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


class _Reader(Rewriting):
    """One walk over the tokens of a text."""

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
                if word in _CONTAINERS and self.word(index + 1) != b"(":
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
                rewrite_bracket(self, index)
            elif first == 94:
                rewrite_block(self, index)
            elif first == 123:
                depth += 1
            elif first == 125:
                depth -= 1
            elif first in b"+-" and container is not None and self._is_method(index, depth):
                depth = 0
                index = self._method(index)
                continue
            elif word == b"?" and self.word(index + 1) == b":" and starts[index + 1] == ends[index]:
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

    def _is_method(self, index: int, depth: int) -> bool:
        """Tell whether a sign opens the head of a method. In the first column it does, whatever the braces say."""
        start = self.tokens.starts[index]
        is_first = start == 0 or self.data[start - 1] == 10
        return (is_first and self.word(index + 1) == b"(") or (depth <= 0 and self.is_line_start(index))

    def _is_for(self, index: int) -> bool:
        """Tell whether the word is the `in` of `for (Item *item in items)`."""
        words = self.tokens.words
        at = index - 1
        while at > 0 and index - at < 40 and words[at] not in (b";", b"{", b"}", b"("):
            at -= 1
        return words[at] == b"(" and self.word(at - 1) == b"for"

    def _open(self, index: int) -> tuple[tuple[int, int, str, str] | None, int]:
        """Read the head of `@interface Cart : NSObject <Shop> {`."""
        starts, ends, words, partner = self.tokens
        at = index + 1
        kind = _CONTAINERS[words[index]]
        name = self.word(at)
        if not name[:1].isalpha() and name[:1] != b"_":
            self.blank(starts[index], ends[index])
            return None, at
        if kind == "protocol" and self.word(at + 1) in (b";", b","):
            return None, self.to_semicolon(index)
        name_index = at
        last = at
        at += 1
        if self.word(at) == b"<":  # parameters of a generic class
            at = self._skip_angles(at, None)
            last = at - 1
        if self.word(at) == b"(" and at in partner:
            if kind == "interface" and partner[at] > at + 1:
                kind = "category"
            last = partner[at]
            at = last + 1
        if self.word(at) == b":":
            at += 1
            if at < len(words):
                self.sites.append((starts[at], ends[at], "base"))
            last = at
            at += 1
            if (
                self.word(at) == b"<"
                and not self.is_line_start(at)
                and words[last][:1].isalpha()
                and self.data[ends[last]] == 60
            ):
                at = self._skip_angles(at, "type")
                last = at - 1
        if self.word(at) == b"<":
            at = self._skip_angles(at, "base")
            last = at - 1
        last = min(last, len(ends) - 1)
        end = ends[last]
        self.blank(starts[index], end)
        if self.word(at) == b"{" and at in partner and kind != "protocol":
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

    def _at_word(self, index: int) -> int:
        """Rewrite what begins with `@`, and return the index behind it."""
        starts, ends, words, partner = self.tokens
        word = words[index]
        start, end = starts[index], ends[index]
        if word[:2] in _LITERALS:
            self.edits.append((start, start + 1, b" "))
        elif word in (b"@[", b"@{"):
            rewrite_collection(self, index)
        elif word == b"@(" or word[1:2].isdigit():
            self.edits.append((start, start + 1, b" "))
        elif word == b"@property":
            return self._property(index)
        elif word == b"@import":
            at = self.to_semicolon(index)
            target = self.data[end : starts[at - 1]].strip().decode(errors="replace")
            self.imports.append((start, target, "module"))
            return at
        elif word in _TO_SEMICOLON:
            return self.to_semicolon(index)
        elif word in _TO_BRACKET and self.word(index + 1) == b"(" and index + 1 in partner:
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

    def _property(self, index: int) -> int:
        """Read `@property (nonatomic, copy) NSString *title;`."""
        starts, ends, words, partner = self.tokens
        at = index + 1
        if self.word(at) == b"(" and at in partner:
            at = partner[at] + 1
        name = -1
        first = at
        while at < len(words) and words[at] != b";" and at - index < 100:
            if words[at] == b"(" and at in partner:
                if self.word(at + 1) == b"^":  # void (^handler)(int)
                    name = at + 2
                    while at < len(words) and words[at] != b";" and at - index < 100:
                        at += 1
                    break
                if name >= 0 and is_name(words[at - 1]) and words[at - 1].isupper():
                    name = at - 2  # NS_AVAILABLE(10_9)
                at = partner[at] + 1
                continue
            if is_name(words[at]) and not (name >= 0 and words[at].isupper() and len(words[at]) > 3):
                name = at
                if words[at][:1].isupper() and self.word(at + 1) not in (b";", b","):
                    self.sites.append((starts[at], ends[at], "type"))
            at += 1
        stop = min(at, len(words) - 1)
        if first <= name < len(words) and is_name(words[name]):
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
            if words[inner][:1].isupper() and is_name(words[inner]):
                self.sites.append((starts[inner], ends[inner], "type"))
        return partner[index] + 1

    def _parameter(self, index: int) -> int:
        """Return the index behind a parameter: `(Item *)item`."""
        if self.word(index) == b"(" and index in self.tokens.partner:
            index = self._types(index)
        return index + 1 if is_name(self.word(index)) else index

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
                or (word in (b"-", b"+") and self.is_line_start(at))
            ):
                break
            if word == b"(" and at in partner:
                at = self._types(at)
                continue
            if is_name(word):
                if self.word(at + 1) == b":":
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
        stop = self.word(at)
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
