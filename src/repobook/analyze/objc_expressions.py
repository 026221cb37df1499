"""Expressions of Objective-C as C++: messages, collections and blocks."""

from __future__ import annotations

from repobook.analyze.objc_tokens import Rewriting, is_name

# Behind these words `[` opens a message, behind any other word an index.
_BEFORE_MESSAGE = frozenset(
    b"return else in do case throw co_return co_await co_yield and or not @throw @return".split()
)


def rewrite_collection(code: Rewriting, index: int) -> None:
    """Rewrite `@[a, b]` and `@{key: value}` as expressions in round brackets."""
    starts, ends, words, partner = code.tokens
    closing = partner.get(index)
    if closing is None:
        code.blank(starts[index], ends[index])
        return
    if closing == index + 1:
        code.edits.append((starts[index], ends[index], b"0 "))
        code.blank(starts[closing], ends[closing])
        return
    code.edits += [(starts[index], ends[index], b" ("), (starts[closing], ends[closing], b")")]
    if code.word(closing - 1) == b",":
        code.blank(starts[closing - 1], ends[closing - 1])
    if words[index] == b"@{":
        for at, _ in _find_colons(code, index, closing):
            code.edits.append((starts[at], ends[at], b","))


def rewrite_bracket(code: Rewriting, index: int) -> None:
    """Rewrite `[cart add:item]`, where the bracket opens a message."""
    starts, ends, words, partner = code.tokens
    closing = partner.get(index)
    if closing is None or closing < index + 2:
        return
    before = code.word(index - 1)
    is_index = before and (before[:1].isalnum() or before[0] in b'_]"') and before not in _BEFORE_MESSAGE
    if is_index and not (before[:1].isalpha() and code.is_line_start(index)):
        return
    keywords = [
        (colon, word)
        for colon, word in _find_colons(code, index, closing)
        if word > index + 1 and is_name(words[word])
    ]
    keywords = [(colon, word) for colon, word in keywords if _ends_operand(words[word - 1])]
    if not keywords:
        last = closing - 1
        if last < index + 2 or not is_name(words[last]) or not _ends_operand(words[last - 1]):
            return
        if before == b")" and code.word(last - 1) == b")":
            return  # a[(int) i]
        _note_message(code, index, closing, [last])
        code.blank(starts[last], ends[last])
        return
    _note_message(code, index, closing, [word for _, word in keywords])
    for colon, word in keywords:
        code.blank(starts[word], ends[word])
        code.edits.append((starts[colon], ends[colon], b","))
        if (
            code.word(colon + 1) == b"^" and starts[colon + 1] == ends[colon]
        ):  # add:^{ : the comma moves to the left
            code.edits.append((starts[colon] - 1, ends[colon], b", "))


def rewrite_block(code: Rewriting, index: int) -> None:
    """Rewrite `^(int a) { ... }` as a lambda, and `(^handler)(int)` as a pointer."""
    starts, ends, words, _partner = code.tokens
    start = starts[index]
    before = code.word(index - 1)
    if before == b"(" and code.word(index + 1)[:1] not in (b"{", b"(") and not _is_literal(code, index):
        code.edits.append((start, start + 1, b"*"))
        return
    if before and (before[:1].isalnum() or before[0] in b"_)]") and before != b"return":
        return  # a ^ b
    at = index + 1
    while at < len(words) and at - index < 12 and words[at] not in (b"(", b"{", b";", b")"):
        at += 1  # the type that a block returns
    if code.word(at) not in (b"(", b"{"):
        return
    room = starts[at] - start
    if room >= 2:
        code.blank(start, starts[at])
        code.edits.append((start, start + 2, b"[]"))
    elif code.data[start - 1 : start] in (b" ", b"\t", b"\n", b":"):
        code.edits.append((start - 1, start + 1, b"[]"))
    elif (
        before == b"("
        and is_name(name := code.word(index - 2))
        and len(name) > 1
        and ends[index - 2] == start - 1
    ):
        code.edits.append((start - 2, start + 1, b"([]"))  # run(^{ : the name gives a byte
        code.names.setdefault(starts[index - 2], name.decode(errors="replace"))
    else:
        code.edits.append((start, start + 1, b" "))


def _find_colons(code: Rewriting, opening: int, closing: int) -> list[tuple[int, int]]:
    """Return the indices of the colons between two brackets that belong to no `?`, with that of the word before."""
    words, partner = code.tokens.words, code.tokens.partner
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


def _note_message(code: Rewriting, index: int, closing: int, selector: list[int]) -> None:
    starts, ends, words, _ = code.tokens
    code.edits += [(starts[index], ends[index], b"("), (starts[closing], ends[closing], b")")]
    first = selector[0]
    code.sites.append((starts[first], ends[first], "call"))
    if code.word(first + 1) == b":":
        code.names[starts[first]] = "".join(words[at].decode(errors="replace") + ":" for at in selector)
    receiver = words[index + 1]
    if first == index + 2 and receiver[:1].isupper():
        code.sites.append((starts[index + 1], ends[index + 1], "type"))


def _is_literal(code: Rewriting, index: int) -> bool:
    """Tell whether `^` opens a block with its type written out: `(^BOOL(id item) {`."""
    words, partner = code.tokens.words, code.tokens.partner
    at = index + 1
    while at < len(words) and at - index < 8 and (is_name(words[at]) or words[at] == b"*"):
        at += 1
    return code.word(at) == b"(" and code.word(partner.get(at, -2) + 1) == b"{"


def _ends_operand(word: bytes) -> bool:
    """Tell whether a word can end a receiver or an argument, so that a name behind it is part of a selector."""
    return word[-1:].isalnum() or word[-1:] in (b"_", b"]", b")", b"}", b'"', b"'", b">")
