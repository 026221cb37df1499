"""Attribute macros of C and C++: whether a word in capitals stands in the place of one, `class TORCH_API Tensor`."""

from __future__ import annotations

import re

from repobook.analyze.cmade import ARGUMENTS, NEXT
from repobook.analyze.directives import last_code

MAX_TYPE = 400  # bytes of a type behind an attribute
MAX_LINE = 1_000  # bytes of a line before an attribute
MAX_HEAD = 1_500  # bytes of a function's head before an attribute

# A type or a qualified name as it may follow an attribute, and the first byte behind it.
_ANGLES = rb"<(?:[^<>;{}]++|<(?:[^<>;{}]++|<[^<>;{}]*+>)*+>)*+>"
_TYPE = re.compile(
    rb"(?:(?:const|volatile|typename|mutable)\b\s*+)*+(?:::\s*+)?+[A-Za-z_]\w*+\s*+(?:%(a)b\s*+)?+"
    rb"(?:::\s*+(?:~\s*+)?+[A-Za-z_]\w*+\s*+(?:%(a)b\s*+)?+)*+(.)?" % {b"a": _ANGLES},
    re.S,
)
_TEMPLATE = re.compile(rb"template\s*+%(a)b\s*+" % {b"a": _ANGLES})
_LABEL = re.compile(rb"\w++(?:[ \t]++\w++)?+[ \t]*+:[ \t\r]*+\n")  # public:
_CONSTRUCTOR = re.compile(rb"\b(\w++)(?:<[^<>]*+>)?+::~?\1\s*\($")
_CLASS_WORDS = frozenset(b"class struct union enum".split())
_BASIC_TYPES = frozenset(
    b"auto bool char char16_t char32_t char8_t double float int int16_t int32_t int64_t int8_t long short signed size_t "
    b"uint16_t uint32_t uint64_t uint8_t unsigned void wchar_t".split()
)
# Words that open or continue a declaration: what stands before one of them is no type.
DECLARES = _BASIC_TYPES | frozenset(
    b"alignas class concept consteval constexpr constinit decltype enum explicit extern friend inline namespace "
    b"register static struct template thread_local typedef union using virtual "
    b"__attribute__ __attribute __declspec __global__ __device__ __host__ __inline __inline__ __forceinline__ __forceinline".split()
)
STATEMENTS = frozenset(
    b"if for while do switch return goto break continue throw try case default delete co_return".split()
)
_NEVER_NEXT = frozenset(b"and or xor bitand bitor not_eq and_eq or_eq xor_eq in else operator".split())
# Behind these a word in capitals is a name, a type or a value.
_EXPECTS = STATEMENTS | _NEVER_NEXT | frozenset(b"new sizeof volatile namespace using typename".split())
_SPECIFIERS = frozenset(
    b"static inline extern virtual constexpr consteval explicit friend typedef const volatile mutable thread_local "
    b"register".split()
)
_TRAILERS = frozenset(b"const noexcept override final volatile".split())
_ALONE = re.compile(
    rb"Q_OBJECT|Q_GADGET|\w*_(?:BEGIN|END)_DECLS|\w*(?:BEGIN|END)_NAMESPACE\w*|\w*NAMESPACE_(?:BEGIN|END)\w*"
    rb"|\w+_NONNULL_(?:BEGIN|END)|\w*EXTERN_C(?:_BEGIN|_END|_START)?"
)
_EXPORTS = re.compile(
    rb"\w*(?:API|EXPORT|IMPORT|PUBLIC|HIDDEN|VISIB|DLL|NODISCARD|DEPRECATED|PACKED|ALIGN)\w*"
)
_FOR_VARIABLES = re.compile(
    rb"\w*(?:GUARDED_BY|ACQUIRED_AFTER|ACQUIRED_BEFORE|UNUSED|PACKED|(?<!UN)ALIGNED|DEPRECATED|SECTION)\w*"
)
_PLAIN_TYPE = re.compile(rb"[ \t]*+\([\w \t*&:<>]++\)")
_NO_HEAD = re.compile(rb"(?:if|for|while|switch|return|case|else|do|throw|catch|new|delete|goto)\b")
_COMMENT = re.compile(rb"//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?")
WORD_BYTES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
FIRST_BYTES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_")
_OPENERS = (b";", b"{", b"}", b">", b'"', b":", b"")


def judge(
    data: bytes, start: int, end: int, stop: int, at: int, follower: bytes, before: int, row: str
) -> str:
    """Return the role of the attribute macro at `start`, "" where it is none.

    `end` is the end of the word, `stop` that of its arguments; `follower` is the word or byte behind, found `at`;
    `before` is the place of the last byte on the line before it, `row` the role of an attribute right before it.
    """
    first = follower[:1]
    is_line_start = before < 0 or data[before] == 10
    if is_line_start:
        before = last_code(data, before)
    last = data[before : before + 1] if before >= 0 else b""
    previous = b""
    if last and last[0] in WORD_BYTES:
        word = before
        while word >= 0 and data[word] in WORD_BYTES and before - word < 40:
            word -= 1
        previous = data[word + 1 : before + 1]
        if previous in _EXPECTS:
            return ""
    has_arguments = stop > end
    is_word = first != b"" and first[0] in FIRST_BYTES

    # class TORCH_API Tensor : ...      struct ALIGNED(16) Pair {
    if previous in _CLASS_WORDS or row == "class":
        if follower == b"alignas" or data.startswith(b"[[", at):  # class C10_API alignas(16) Pair {
            return "class"
        if not is_word or follower in (b"final", b"sealed"):
            return ""
        behind = _behind_type(data, at)[1]
        if behind in (b"{", b":", b"<") or (behind and behind[0] in FIRST_BYTES):
            return "class"
        if behind == b"(" and (follower.isupper() or follower.endswith(b"__")):
            return "class"
        is_forward = behind == b";" and (previous == b"class" or _EXPORTS.fullmatch(data, start, end))
        return "class" if is_forward else ""

    # void f() const NOEXCEPT_IF(x) {      int g() REQUIRES(mutex);
    if last == b")" or previous in _TRAILERS or row == "trailer":
        is_trailer = (
            first in (b"{", b";", b"=", b":", b"-")
            or follower in _TRAILERS
            or (is_word and follower.isupper())
        )
        if is_trailer and not data.startswith(b"==", at):
            if row == "trailer" or _is_function_head(data, start):
                return "trailer"
        if not is_line_start and previous != b"const":
            return ""

    if is_word:
        return _judge_before_word(data, end, stop, at, follower, before, is_line_start, last, previous, row)
    # Q_OBJECT      G_BEGIN_DECLS      DEFINE_ITEM(b)
    if first in (b"}", b"#", b"@", b"") and is_line_start:
        if (
            _ALONE.fullmatch(data, start, end)
            or last in (b";", b"}", b")", b":")
            or (last == b"" and (first or has_arguments))
        ):
            return "alone"
        if has_arguments and first == b"#" and last in (b"{", b","):
            return "alone"
        return ""
    if first == b"~" or data.startswith(b"[[", at):
        return "declaration" if is_line_start or previous in _SPECIFIERS else ""
    # namespace detail VISIBLE {
    if (
        first == b"{"
        and previous
        and data[data.rfind(b"\n", max(0, start - MAX_LINE), start) + 1 : start]
        .lstrip()
        .startswith((b"namespace", b"inline namespace"))
    ):
        return "namespace"
    # int count GUARDED_BY(mutex);
    if (
        first in (b";", b"=", b"{")
        and previous
        and not is_line_start
        and _FOR_VARIABLES.fullmatch(data, start, end)
    ):
        return "variable"
    return ""


def _judge_before_word(
    data: bytes,
    end: int,
    stop: int,
    at: int,
    follower: bytes,
    before: int,
    is_line_start: bool,
    last: bytes,
    previous: bytes,
    row: str,
) -> str:
    """Return the role of an attribute macro with the word `follower` behind it."""
    has_arguments = stop > end
    is_plain = bool(previous) and not row and previous not in _SPECIFIERS  # a type stands before it
    if follower == b"operator" and not has_arguments and not is_line_start:  # bool CALL operator==(...)
        return "middle" if is_plain or last in (b"*", b"&") else ""
    if follower in _NEVER_NEXT:
        return ""
    # TORCH_API void f();      C10_DEPRECATED static int g();
    if follower in DECLARES:
        is_first = is_line_start or row or last in _OPENERS or last in (b"*", b"&")
        is_middle = (
            previous in _SPECIFIERS
            or previous in _BASIC_TYPES
            or previous.isupper()
            or previous.startswith(b"__")
        )
        return "declaration" if is_first or is_middle else ""
    if follower in (b"public", b"protected", b"private", b"signals"):
        return "alone" if is_line_start and _LABEL.match(data, at) else ""
    if follower in STATEMENTS:
        return "alone" if is_line_start and last in (b";", b"{", b"}", b")", b":", b"") else ""
    kind, behind = _behind_type(data, at)
    if not behind:
        return ""
    # TORCH_API Tensor f();      EXPORT std::vector<int>& g();
    if behind[0] in FIRST_BYTES or behind in b"*&<":
        if not (is_line_start or row or previous or last in _OPENERS):
            return ""
        return "pointer" if behind == b"*" and is_line_start else "declaration"
    if behind == b"(":
        # API time_t (*get_time)(int item);
        if is_line_start and data[at + len(kind) : at + len(kind) + 1] == b"*":
            return "pointer"
        # HOST_DEVICE Pair(int a) : first(a) {}
        opening = at + len(kind) - 1
        if is_line_start and (arguments := ARGUMENTS.match(data, opening, opening + MAX_HEAD)):
            following = NEXT.match(data, arguments.end(), arguments.end() + 200)
            if following and following[1] == b":":
                return "declaration"
        # inline CONSTEXPR Pair::Pair() {
        if (is_line_start or previous in _SPECIFIERS) and _CONSTRUCTOR.search(kind):
            return "declaration"
        # int WINAPI main(...)      __global__ void LAUNCH_BOUNDS(256) kernel(...)
        if last in (b"*", b"&") and not has_arguments:
            return "" if is_line_start else "middle"
        if last == b">" and data[before - 1 : before] != b"-":
            line = data[data.rfind(b"\n", max(0, before - MAX_LINE), before) + 1 : before].lstrip()
            if not line.startswith(b"template"):
                return "middle"
        if (
            previous
            and not row
            and previous not in _SPECIFIERS
            and (not is_line_start or previous in _BASIC_TYPES)
        ):
            return "middle"
        # PR_EXTERN(void) f();
        if has_arguments and is_line_start and not follower.isupper() and b"\n" not in data[stop:at]:
            if _PLAIN_TYPE.match(data, end, stop):
                return "type"
    # extern int INTERNAL count;
    if behind in b";[=" and is_plain and not is_line_start and not has_arguments:
        return "middle"
    # DEFINE_ITEM(a)      DEFINE_ITEM(b)
    is_alone = (
        has_arguments and is_line_start and last not in (b"(", b"=", b"<", b"&", b"|", b"?", b"+", b"-")
    )
    return "alone" if is_alone else ""


def _behind_type(data: bytes, position: int) -> tuple[bytes, bytes]:
    """Return the type or name at `position` with the first byte behind it, and that byte."""
    found = _TYPE.match(data, position, position + MAX_TYPE)
    return (found[0], found[1] or b"") if found else (b"", b"")


def _is_function_head(data: bytes, position: int) -> bool:
    """Tell whether what stands before `position` is the head of a function, not of an `if` or a cast."""
    low = max(0, position - MAX_HEAD)
    cut = max(
        data.rfind(b";", low, position), data.rfind(b"{", low, position), data.rfind(b"}", low, position)
    )
    text = data[max(cut + 1, low) : position]
    if b"/" in text:
        text = _COMMENT.sub(b" ", text)
    if b"#" in text:
        text = text[text.find(b"\n", text.rfind(b"#")) + 1 :]
    text = text.strip().removeprefix(b'extern "C"').lstrip()
    while parameters := _TEMPLATE.match(text):
        text = text[parameters.end() :]
    opening = text.find(b"(")
    if opening < 1 or text.count(b"(") != text.count(b")") or _NO_HEAD.match(text):
        return False
    head = text[:opening]
    if b"operator" in head:
        return True
    return head.rstrip()[-1:] not in (b"=", b",", b"") and not any(
        mark in head for mark in (b"=", b"?", b'"', b".", b"->", b"+")
    )
