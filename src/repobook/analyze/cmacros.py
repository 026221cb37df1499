"""C and C++ as they are really written: macros that a grammar takes for types, and macros that make functions.

`prepare` blanks attribute macros with spaces, so that every offset stays true and the grammar sees
`class           Tensor : public TensorBase {`. It also finds what `TEST_F(Fixture, Name) {` defines.

A word in capitals is an attribute where it stands in the place of one: before a class name, before a type and a name,
between a type and a name, behind a parameter list, alone on a line. Every pattern here is possessive or bounded: a
file of capitals, blanks or brackets takes linear time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from repobook.analyze.directives import Branch, Span, find_unreadable, is_enum, last_code

MAX_ARGUMENTS = 500  # bytes of the arguments of an attribute
MAX_NAME = 200  # characters
MAX_MADE = 2_000  # bytes of the arguments of a macro that makes a definition
MAX_COMMENT = 4_000  # bytes of comments behind an attribute
MAX_TYPE = 400  # bytes of a type behind an attribute
MAX_LINE = 1_000  # bytes of a line before an attribute
MAX_HEAD = 1_500  # bytes of a function's head before an attribute

# A word in capitals (and what may follow: HTTPServer), then the word or byte behind it.
_BEHIND = rb"(?=[ \t\r\n]*+([A-Za-z_]\w*+|.)?)"
_CAPITALS = re.compile(rb"[A-Z][A-Z0-9_]{2,}+([a-z]\w*+)?+" + _BEHIND, re.S)
# __ubsan_ignore__      _NORETURN      but no word of the language
_UNDERSCORES = re.compile(
    rb"_(?<![A-Za-z0-9_]_)(?!_(?:global|device|host|shared|constant|managed|grid_constant|launch_bounds|typeof|alignof"
    rb"|asm|volatile|real|imag|func|attribute|FUNCTION|PRETTY_FUNCTION|FILE|LINE|VA_ARGS|DATE|TIME|COUNTER)__)"
    rb"(?:_\w++(?<=__)|[A-Z][A-Z0-9_]{2,}+(?![a-z]))()" + _BEHIND,
    re.S,
)
_TEXT = rb"\"(?:[^\"\\\n]|\\.)*+\""
_LITERAL = re.compile(_TEXT)
_ARGUMENTS = re.compile(
    rb"\((?:[^()\"]++|%(s)b|\((?:[^()\"]++|%(s)b|\((?:[^()\"]++|%(s)b|\([^()\"]*+\))*+\))*+\))*+\)"
    % {b"s": _TEXT}
)
_ARGUMENT_MARK = re.compile(rb"%(s)b|[()\[\]{}<>,]" % {b"s": _TEXT})
_NEXT = re.compile(rb"(?:[ \t\r\n]++|//[^\n]*+\n|/\*(?:[^*]++|\*(?!/))*+\*/)*+([A-Za-z_]\w*+|.)?", re.S)
# A type or a qualified name as it may follow an attribute, and the first byte behind it.
_ANGLES = rb"<(?:[^<>;{}]++|<(?:[^<>;{}]++|<[^<>;{}]*+>)*+>)*+>"
_TYPE = re.compile(
    rb"(?:(?:const|volatile|typename|mutable)\b\s*+)*+(?:::\s*+)?+[A-Za-z_]\w*+\s*+(?:%(a)b\s*+)?+"
    rb"(?:::\s*+(?:~\s*+)?+[A-Za-z_]\w*+\s*+(?:%(a)b\s*+)?+)*+(.)?" % {b"a": _ANGLES},
    re.S,
)
_TEMPLATE = re.compile(rb"template\s*+%(a)b\s*+" % {b"a": _ANGLES})
# STEP(unsigned int, n)      REGISTER(const std::string&, Item*)
_TYPE_ARGUMENT = re.compile(
    rb"[(,]\s*+((?:(?:const|unsigned|signed|struct|enum|class|typename|void|char|int|long|short|float|double|bool|auto"
    rb"|u?int\d++_t|size_t|ssize_t|ptrdiff_t)\b[^,()<>\"]*+(?=[,)])|[A-Za-z_][\w:]*+\s*+[*&]++\s*+(?=[,)])|throw(?=\s)))"
)
# [this, count(items.size())] {
_CAPTURE = re.compile(rb"\[(?<=[\s(,={]\[)\s*+(?:[&=*\w]++\s*+,\s*+)*+&?+\w++[({]")
_CAPTURE_MARK = re.compile(rb"%(s)b|[()\[\]{};]" % {b"s": _TEXT})
# int total OF((const item *first));      int total __P((int));
_OLD_PARAMETERS = re.compile(rb"\w[ \t]*+\b((?:OF|P_?|_|__P|__ARGS|PARAMS|PROTO\w{0,8}|_ANSI_ARGS_)[ \t]?)$")
# typedef void (CALLBACK *Handler)(int);
_CALL_STYLE = re.compile(
    rb"\([ \t]*+([A-Z][A-Z0-9_]{2,}+[ \t]*+)(?=\*?+[ \t]*+[A-Za-z_]\w*+[ \t]*+\)[ \t]*+\()"
)
# main(argc, argv) char **argv; { ... }
_OLD_FUNCTION = re.compile(
    rb"\n([a-z_]\w*+)[ \t]*+\(([^(){};\"'#]*+)\)(?:\s++(?:(?:[\w*,\[\]]++[ \t]*+)++;)?+|/\*(?:[^*]++|\*(?!/))*+\*/)*+(?=\{)"
)
# Cart::~Cart() = default;
_DEFAULTED = re.compile(
    rb"::\s?+~?+\w++[ \t]?+\([^(){};]*+\)(?:\s*+noexcept(?:[ \t]?+\([^()]*+\))?+)?+\s*+(=[ \t]*+(?:default|delete))[ \t]*+;"
)
_SLOTS = re.compile(rb"\b(?:public|protected|private)[ \t]++((?:Q_SLOTS|slots)[ \t]*+)(?=:)")
_SIGNALS = re.compile(rb"\n[ \t]*+(signals|Q_SIGNALS)[ \t]*+:(?!:)")
_INSTANTIATION = re.compile(rb"template(?=[ \t]++(?:class|struct)\b)")  # template class Cart<int>;
_EMPTY_DEFAULT = re.compile(rb"= ?+(\{\})(?=[ \t]*+[,)])")  # void f(Rate rate = {});
# list_for_each(item, list) {
_EACH_LOWER = re.compile(rb"each(?:(?<=for_each)|(?<=foreach))\w*+[ \t]*+(?=\()")
_EACH_UPPER = re.compile(rb"EACH(?:(?<=FOR_EACH)|(?<=FOREACH))\w*+[ \t]*+(?=\()")
_GAP = re.compile(rb"[ \t\r\n]++(?=\{)")
_IMPORT = re.compile(rb"#[ \t]*+(import[ \t])")  # has as many bytes as `#include`
_LABEL = re.compile(rb"\w++(?:[ \t]++\w++)?+[ \t]*+:[ \t\r]*+\n")  # public:
_CONVERSION = re.compile(rb"unsigne(d)\((?![*&)])")  # unsigned(size) << 3
_NAMELESS_ENUM = re.compile(rb"enum[ \t]*+(:[ \t]*+[\w:]++[ \t]*+)(?=\{)")
_SPECIFIER_ALIAS = re.compile(
    rb"\n[ \t]*+#[ \t]*+define[ \t]++([a-z]\w*+)[ \t]++(?:static|inline|extern|register|__inline__|__inline|[ \t])++[ \t\r]*+(?=\n)"
)
_CONSTRUCTOR = re.compile(rb"\b(\w++)(?:<[^<>]*+>)?+::~?\1\s*\($")

_CLASS_WORDS = frozenset(b"class struct union enum".split())
_BASIC_TYPES = frozenset(
    b"auto bool char char16_t char32_t char8_t double float int int16_t int32_t int64_t int8_t long short signed size_t "
    b"uint16_t uint32_t uint64_t uint8_t unsigned void wchar_t".split()
)
# Words that open or continue a declaration: what stands before one of them is no type.
_DECLARES = _BASIC_TYPES | frozenset(
    b"alignas class concept consteval constexpr constinit decltype enum explicit extern friend inline namespace "
    b"register static struct template thread_local typedef union using virtual "
    b"__attribute__ __attribute __declspec __global__ __device__ __host__ __inline __inline__ __forceinline__ __forceinline".split()
)
_STATEMENTS = frozenset(
    b"if for while do switch return goto break continue throw try case default delete co_return".split()
)
_NEVER_NEXT = frozenset(b"and or xor bitand bitor not_eq and_eq or_eq xor_eq in else operator".split())
# Behind these a word in capitals is a name, a type or a value.
_EXPECTS = _STATEMENTS | _NEVER_NEXT | frozenset(b"new sizeof volatile namespace using typename".split())
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
    rb"\w*(?:GUARDED_BY|ACQUIRED_AFTER|ACQUIRED_BEFORE|UNUSED|PACKED|ALIGNED|DEPRECATED|SECTION)\w*"
)
_PLAIN_TYPE = re.compile(rb"[ \t]*+\([\w \t*&:<>]++\)")
_NO_HEAD = re.compile(rb"(?:if|for|while|switch|return|case|else|do|throw|catch|new|delete|goto)\b")
_COMMENT = re.compile(rb"//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?")
# template <class T, std::enable_if_t<is_small<T>>* = nullptr>
_NAMELESS_DEFAULT = re.compile(rb"\*(?<=[\w>]\*) ?+= nullptr")
_NOT_SPACE = re.compile(rb"[^\n\r\t \\]|\\(?!\r?\n)")  # a line that is continued stays so
_RESERVED_CALL = re.compile(
    rb"_(?<!\w_)(?:_attribute__|_attribute|_declspec|Pragma|_pragma|_printf|_scanf|_aligned|_section|_alias|_acquires"
    rb"|_releases|_must_hold|_bounded|_nonnull)[ \t\n]*+(?=\()"
)
_RESERVED = re.compile(
    rb"__(?<!\w__)(?:forceinline__|noinline__|noinline|restrict__|restrict|inline__|always_inline__|always_inline"
    rb"|forceinline|extension__|cdecl|stdcall|fastcall|vectorcall|thiscall|user|kernel|iomem|rcu|percpu|force|init|exit"
    rb"|initdata|initconst|exitdata|devinit|devexit|cpuinit|meminit|net_init|net_exit|must_check|maybe_unused"
    rb"|always_unused|used|unused|cold|hot|pure|weak|packed|visible|noreturn|ref|refdata|read_mostly|ro_after_init"
    rb"|cacheline_aligned|cacheline_aligned_in_smp|__cacheline_aligned|__cacheline_aligned_in_smp|sched|kprobes"
    rb"|latent_entropy|deprecated|noclone|flatten|malloc|wur|THROW|nonstring|private|randomize_layout|global|local"
    rb"|constant)\b"
)
_ASSEMBLY = re.compile(rb"_asm(?:__)?+(?:[ \t]++volatile)?+\s*+\{([^{}]*+)\}")
_PLAIN_WORDS = re.compile(rb"\b(?:asmlinkage|noinline|notrace|PyMODINIT_FUNC|extern_inline)(?=[ \t])")
_UNWRAPPED = re.compile(rb"PyAPI_(?:FUNC|DATA)\(([^()\n]*+)\)")

_WORD_BYTES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
_FIRST_BYTES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_")
_AFTER_WORD = _FIRST_BYTES | frozenset(b"({;=:}#@~[-/")  # what may follow an attribute
_AFTER_CALL = _FIRST_BYTES | frozenset(b"{;=:}#@~[-")
_NOT_BEFORE = frozenset(b"(,=.+-/|?[!<%^\"'#@\\")  # on the same line, before an attribute
_OLD_LAST = frozenset(b"F_PSO \t")  # of the words in _OLD_PARAMETERS
_OPENERS = (b";", b"{", b"}", b">", b'"', b":", b"")


class Made(NamedTuple):
    """A definition that a macro makes."""

    start: int
    end: int  # of the macro's arguments
    kind: str
    name: str
    name_start: int
    has_body: bool
    last: int = 0  # the end of the whole, where it is known


class Prepared(NamedTuple):
    """A text that a grammar can read, and what was seen on the way."""

    data: bytes
    calls: list[Span]  # macros called where the grammar sees no call
    made: list[Made]
    comments: list[Span]  # that the grammar does not see
    strings: list[Span]  # their texts, too
    sites: Sequence[
        tuple[int, int, str]
    ] = ()  # Objective-C: what is used where, beside what the grammar sees
    names: Mapping[int, str] = MappingProxyType(
        {}
    )  # start of a site -> its name, where that is not what stands there
    imports: Sequence[tuple[int, str, str]] = ()
    access: Sequence[tuple[int, int, str]] = ()
    dropped: Sequence[Branch] = ()  # branches of an `#if` that is blanked: see `directives`
    members: Sequence[Span] | None = (
        None  # where a variable belongs to the class around it; None for everywhere
    )


def prepare(data: bytes, macros: dict[str, str], is_c: bool = False) -> Prepared:
    """Return `data` with attribute macros blanked: same length, same lines. `is_c` tells C from C++.

    `macros` maps a macro, or `^` and a pattern of one, to `kind:template`: in the template `$1` is its first argument.
    A `;` at the end of the template means that the macro has no body.
    """
    scan = _Scan(data, _rules(tuple(macros.items())))
    scan.reserved_words()
    if is_c:
        scan.c_words()
    scan.run(_CAPITALS)
    scan.run(_UNDERSCORES)
    if is_c:
        scan.old_style()
    else:
        scan.modern_style()
    scan.loops_and_types()
    unreadable = find_unreadable(data, {end: start for start, end in scan.spans})
    scan.spans += unreadable.spans
    scan.edits += [(at, at + 1, b"0") for at in unreadable.empty]
    strings = [
        (part.start() + 1, part.end() - 1)
        for start, end in [*scan.spans, *((item.start, item.end) for item in scan.made)]
        if end - start > 12 and b'"' in data[start:end]
        for part in _LITERAL.finditer(data, start, end)
    ]
    made = scan.made + [item for start, end in unreadable.defined if (item := _make_macro(data, start, end))]
    return Prepared(
        scan.rewrite(is_c), scan.calls, made, unreadable.comments, strings, dropped=unreadable.dropped
    )


def _is_code(data: bytes, position: int) -> bool:
    """Tell whether `position` is not in a directive, a comment, the body of a macro or a line that nobody wrote."""
    low = max(0, position - MAX_LINE)
    start = data.rfind(b"\n", low, position) + 1
    if start == 0 and low > 0:
        return False
    line = data[start:position].lstrip()
    return (
        not line.startswith((b"#", b"*", b"/*"))
        and b"//" not in line
        and data[start - 2 : start - 1] != b"\\"
    )


def _is_template(data: bytes, start: int, stop: int) -> bool:
    """Tell whether a macro is a parameter of a template: `template <class T, REQUIRES(is_small<T>)>`."""
    low = max(0, start - MAX_TYPE)
    opened = data.rfind(b"template", low, start)
    ended = max(data.rfind(b";", low, start), data.rfind(b"{", low, start), data.rfind(b"}", low, start))
    following = _NEXT.match(data, stop, stop + 200)
    return opened > ended and following is not None and following[1] in (b">", b",")


def _is_directive(data: bytes, position: int) -> bool:
    """Tell whether the line of `position` starts with `#`."""
    low = max(0, position - MAX_LINE)
    return data[data.rfind(b"\n", low, position) + 1 : position].lstrip()[:1] == b"#"


def _without_digraphs(data: bytes) -> bytes:
    """Return `data` with `<% %>`, `??<` and their like as the brackets that they stand for."""
    if b"%:" in data and (b"%:define" in data or b"%:include" in data):
        for old, new in ((b"<%", b"{ "), (b"%>", b"} "), (b"<:", b"[ "), (b":>", b"] "), (b"%:", b"# ")):
            data = data.replace(old, new)
    if b"??=" in data:
        for mark, meaning in zip(b"=(/)'<!>-", b"#[\\]^{|}~", strict=True):
            data = data.replace(b"??" + bytes([mark]), b"  " + bytes([meaning]))
    return data


def _neutral_captures(data: bytes) -> list[tuple[int, int, bytes]]:
    """Return edits that make `[count(items.size())]` read `[count=items.size() ]`: a grammar knows only that form."""
    edits = []
    done = 0
    for found in _CAPTURE.finditer(data):
        if found.start() < done:
            continue
        depth = 0
        marks: list[tuple[int, int, bytes]] = []
        for mark in _CAPTURE_MARK.finditer(data, found.start() + 1, found.start() + MAX_HEAD):
            text = mark[0]
            done = mark.end()
            if text == b";":
                break
            if text == b"]" and depth == 0:
                if data[mark.end() : mark.end() + 10].lstrip()[:1] in (b"(", b"{", b"m"):
                    edits += marks
                break
            if text in b"([{":
                if depth == 0:
                    marks.append((mark.start(), mark.end(), b"="))
                depth += 1
            elif text in b")]}":
                depth -= 1
                if depth == 0:
                    marks.append((mark.start(), mark.end(), b" "))
    return edits


class _Rules(dict[bytes, str]):
    """Macro -> what it makes; patterns are tried once for each word."""

    def __init__(self, macros: tuple[tuple[str, str], ...]) -> None:
        super().__init__({name.encode(): rule for name, rule in macros if not name.startswith("^")})
        self._patterns = [(re.compile(name.encode()), rule) for name, rule in macros if name.startswith("^")]

    def __missing__(self, word: bytes) -> str:
        rule = next((rule for pattern, rule in self._patterns if pattern.fullmatch(word)), "")
        if len(self) < 50_000:
            self[word] = rule
        return rule


@cache
def _rules(macros: tuple[tuple[str, str], ...]) -> _Rules:
    return _Rules(macros)


class _Scan:
    """One walk over the words of a text that may be macros."""

    def __init__(self, data: bytes, rules: _Rules) -> None:
        self.data = data
        self.rules = rules
        self.spans: list[Span] = []  # of attributes
        self.calls: list[Span] = []  # names of attributes with arguments
        self.made: list[Made] = []
        self.edits: list[tuple[int, int, bytes]] = []  # types as arguments: to the grammar they become names
        self.roles: dict[int, str] = {}  # end of an attribute -> its role: a row of attributes is one thing

    def run(self, pattern: re.Pattern[bytes]) -> None:
        data = self.data
        rules = self.rules
        roles = self.roles
        for found in pattern.finditer(data):
            rest, follower = found.groups()
            if follower:
                first = follower[0]
                if first not in _AFTER_WORD:
                    continue
            else:
                follower = b""
                first = 0
            start, end = found.span()
            before = start - 1
            if before >= 0 and data[before] in _WORD_BYTES:
                continue  # kABC
            while before >= 0 and data[before] in b" \t":
                before -= 1
            byte = data[before] if before >= 0 else 10
            row = roles.get(before + 1, "")
            if byte == 34 and data[before - 2 : before] == b'"C':
                row = row or "declaration"  # extern "C" EXPORT int f();
            at = found.start(2)
            if first == 47:  # a comment, or a division
                if data[at + 1 : at + 2] not in (b"/", b"*") or byte != 10:
                    continue
                behind = _NEXT.match(data, at, at + MAX_COMMENT)
                follower = (behind[1] if behind else b"") or b""
                first = follower[0] if follower else 0
                if not behind or first == 40 or (first and first not in _AFTER_WORD):
                    continue
                at = behind.start(1) if follower else behind.end()
            if byte in _NOT_BEFORE and not row:
                if first == 40:
                    arguments = _ARGUMENTS.match(data, at, at + MAX_ARGUMENTS)
                    if arguments and byte in b",<" and _is_template(data, start, arguments.end()):
                        self.edits.append((start, arguments.end(), b"int".ljust(arguments.end() - start)))
                    elif arguments:
                        self._neutralise(at, arguments.end())
                continue
            stop = end
            if first == 40:
                if (
                    (byte in b"\n;}{" or byte == 99)
                    and (rule := rules[found[0]])
                    and (made := _make(data, start, end, rule))
                ):
                    if _is_code(data, start):
                        self.made.append(made)
                        self.calls.append((start, end))
                    continue
                if rest:
                    continue
                if data[at + 1 : at + 2] == b"(" and byte in _WORD_BYTES:
                    continue  # int total PROTO((int first));
                if byte == 93:  # [] HOST_DEVICE (int x) { ... }
                    self.spans.append((start, end))
                    continue
                arguments = _ARGUMENTS.match(data, at, at + MAX_ARGUMENTS)
                if not arguments:
                    continue
                stop = arguments.end()
                following = _NEXT.match(data, stop, stop + 2_000)
                follower = (following[1] if following else b"") or b""
                if follower and following:
                    at = following.start(1)
                    first = follower[0]
                    if first not in _AFTER_CALL:
                        if first == 44 and byte == 10 and is_enum(data, start):  # enum { CODE(first),
                            self.spans.append((start, at + 1))
                            self.calls.append((start, end))
                            continue
                        is_head = first == 40 and (
                            start == 0 or data[start - 1] == 10
                        )  # OPERATOR(add)(int a) {
                        if is_head and (made := _make(data, start, end, "function:$0")):
                            name = b" ".join(data[start:stop].split())[:100].decode(errors="replace")
                            self.made.append(made._replace(name=name))
                            continue
                        self._neutralise(found.start(2), stop)
                        continue
                    if first in b";{" and byte == 10:
                        # TORCH_CHECK(x);  and all its kind
                        while before >= 0 and data[before] in b" \t\r\n":
                            before -= 1
                        if before < 0 or data[before] != 41:
                            if first == 59:
                                self._neutralise(found.start(2), stop)
                            elif start == 0 or data[start - 1] == 10:  # STATE(first) {
                                name = b" ".join(data[start:stop].split())[:100].decode(errors="replace")
                                self.made.append(Made(start, stop, "function", name, start, True))
                            continue
                        before = start - 1
                        while before >= 0 and data[before] in b" \t":
                            before -= 1
                else:
                    first = 0
            elif rest:
                continue  # HTTPServer
            role = _judge(data, start, end, stop, at, follower, before, row)
            if not role:
                if first == 59 and stop > end:
                    self._neutralise(found.start(2), stop)
                continue
            if not _is_code(data, start):
                continue
            if role == "type":  # PR_EXTERN(void) f();
                self.spans += [(start, found.end(2)), (stop - 1, stop)]
            elif (
                role == "pointer" and stop - start > 5 and stop == end
            ):  # API item * (*f)(a * b); is no product
                self.edits.append((start, stop, b"const".ljust(stop - start)))
            else:
                self.spans.append((start, stop))
            if stop > end:
                self.calls.append((start, end))
            roles[stop] = role

    def reserved_words(self) -> None:
        """Find the words that compilers and the Linux kernel add to C."""
        data, spans = self.data, self.spans
        for found in _RESERVED_CALL.finditer(data):
            arguments = _ARGUMENTS.match(data, found.end(), found.end() + MAX_ARGUMENTS)
            if arguments and not _is_directive(data, found.start()):
                spans.append((found.start(), arguments.end()))
                before = data[max(0, found.start() - 10) : found.start()].rstrip()
                is_class = before.endswith((b"class", b"struct", b"union", b"enum"))
                self.roles[arguments.end()] = "class" if is_class else "declaration"
        for found in _RESERVED.finditer(data):
            if not _is_directive(data, found.start()):
                spans.append(found.span())
                self.roles[found.end()] = "declaration"
        if b"PyAPI_" in data:
            for found in _UNWRAPPED.finditer(data):
                spans += [(found.start(), found.start(1)), (found.end(1), found.end())]
        if b"PyMODINIT" in data:
            spans += [found.span() for found in _PLAIN_WORDS.finditer(data)]
        if b"_asm" in data:
            spans += [found.span(1) for found in _ASSEMBLY.finditer(data)]

    def modern_style(self) -> None:
        """Find what the grammar of C++ does not know of C++."""
        data, spans = self.data, self.spans
        self.edits += _neutral_captures(data)
        for found in _DEFAULTED.finditer(data):
            self.edits.append((found.start(1), found.end(1), b"{}".ljust(found.end(1) - found.start(1))))
        spans += [(found.start(), found.start() + 1) for found in _NAMELESS_DEFAULT.finditer(data)]
        spans += [(found.start(), found.start() + 8) for found in _INSTANTIATION.finditer(data)]
        self.edits += [(found.start(1), found.end(1), b"0 ") for found in _EMPTY_DEFAULT.finditer(data)]
        self.edits += [(found.start(1), found.end(1), b"D") for found in _CONVERSION.finditer(data)]
        spans += [found.span(1) for found in _NAMELESS_ENUM.finditer(data)]
        if b"Q_OBJECT" in data:  # public slots:      signals:
            spans += [found.span(1) for found in _SLOTS.finditer(data)]
            self.edits += [
                (*found.span(1), b"public".ljust(len(found[1]))) for found in _SIGNALS.finditer(data)
            ]

    def loops_and_types(self) -> None:
        """Find loops that macros make, types of callbacks, and `#import`."""
        data = self.data
        self.spans += [found.span(1) for found in _CALL_STYLE.finditer(data)]
        self.edits += [(*found.span(1), b"include") for found in _IMPORT.finditer(data)]
        self.loops(_EACH_UPPER)

    def loops(self, pattern: re.Pattern[bytes]) -> None:
        """Find loops that macros make, and end their heads: `list_for_each(item, list);{`."""
        data = self.data
        for found in pattern.finditer(data):
            arguments = _ARGUMENTS.match(data, found.end(), found.end() + MAX_ARGUMENTS)
            if (
                arguments
                and (gap := _GAP.match(data, arguments.end()))
                and not _is_directive(data, found.start())
            ):
                self.edits.append((gap.start(), gap.start() + 1, b";"))

    def c_words(self) -> None:
        """Find words that stand for `static` and its like in C, and the Linux kernel's own."""
        data = self.data
        if b"linux/" in data:
            self.spans += [found.span() for found in _PLAIN_WORDS.finditer(data)]
        words = {found[1] for found in _SPECIFIER_ALIAS.finditer(data)}  # #define internal static
        if b"\nlocal " in data:
            words.add(b"local")  # zlib's word for static
        for word in words:
            for found in re.finditer(rb"\n(" + word + rb")(?=[ \t]++[A-Za-z_])", data):
                self.spans.append(found.span(1))
                self.roles[found.end(1)] = "declaration"

    def old_style(self) -> None:
        """Find functions without a return type, `main() { ... }`, and parameters in macros, `f OF((int))`."""
        data = self.data
        self.loops(_EACH_LOWER)
        first = _OLD_FUNCTION.match(b"\n" + data[:MAX_HEAD])
        if first and data.startswith(b"{", first.end() - 1):
            end = data.index(b")", first.end(2) - 1) + 1
            self.made.append(Made(0, end, "function", first[1].decode(), 0, True))
        for found in _OLD_FUNCTION.finditer(data):
            before = last_code(data, found.start(1) - 1)
            if (
                (before < 0 or data[before] in b";}")
                and found[1] not in _STATEMENTS
                and found[1] not in _DECLARES
            ):
                end = data.index(b")", found.end(2)) + 1
                self.made.append(
                    Made(found.start(1), end, "function", found[1].decode(), found.start(1), True)
                )
        at = data.find(b"((")
        while at >= 0:
            if data[at - 1] in _OLD_LAST and (old := _OLD_PARAMETERS.search(data, max(0, at - 30), at)):
                arguments = _ARGUMENTS.match(data, at, at + MAX_MADE)
                if arguments:
                    self.spans += [(old.start(1), at + 1), (arguments.end() - 1, arguments.end())]
            at = data.find(b"((", at + 2)

    def rewrite(self, is_c: bool) -> bytes:
        """Return the text that the grammar reads."""
        data = _without_digraphs(self.data) if is_c else self.data
        if data.find(b"\r\n", 0, MAX_LINE) >= 0:
            data = data.replace(b"\\\r\n", b" \\\n")  # the grammar knows the short form alone
        if not self.spans and not self.made and not self.edits:
            return data
        text = bytearray(data)
        for start, end, replacement in self.edits:
            text[start:end] = replacement
        for start, end in self.spans:
            text[start:end] = _NOT_SPACE.sub(b" ", data[start:end])
        for item in self.made:
            head = _NOT_SPACE.sub(b" ", data[item.start : item.end])
            behind = data[item.end : item.end + 10].lstrip()[:1]
            plain = b"T f()" if item.has_body and behind != b"(" else b"T f"
            if not item.has_body and behind not in (b";", b"="):
                plain = b""
            if len(head) >= len(plain) and b"\n" not in head[: len(plain)]:
                head = plain + head[len(plain) :]
            text[item.start : item.end] = head
        return bytes(text)

    def _neutralise(self, start: int, stop: int) -> None:
        """Make one name of every type among the arguments of a macro: to the grammar a call has values alone."""
        for found in _TYPE_ARGUMENT.finditer(self.data, start, stop):
            if found[1] == b"throw":  # EXPECT_THROW(throw Error(), Error);
                self.spans.append(found.span(1))
                continue
            text = re.sub(rb"\W", b"_", found[1])
            self.edits.append((found.start(1), found.end(1), text[:1].upper() + text[1:]))


def _make(data: bytes, start: int, end: int, rule: str) -> Made | None:
    """Return what the macro at `start` makes, if what follows its arguments fits the rule."""
    kind, _, template = rule.partition(":")
    has_body = not template.endswith(";")
    at = data.index(b"(", end)
    found = _ARGUMENTS.match(data, at, at + MAX_MADE)
    if found is None:
        return None
    stop = found.end()
    follower = _NEXT.match(data, stop, stop + 2_000)
    byte = (follower[1] or b"")[:1] if follower else b""
    if has_body and follower and byte == b"(":  # IMPL_FUNC(add) (const Item& item) {
        parameters = _ARGUMENTS.match(data, follower.start(1), follower.start(1) + MAX_MADE)
        follower = _NEXT.match(data, parameters.end(), parameters.end() + 2_000) if parameters else None
        byte = (follower[1] or b"")[:1] if follower else b""
    if has_body:
        if byte != b"{":
            return None
    elif byte not in (b";", b"=") and (follower is None or b"\n" not in data[stop : follower.start(1)]):
        return None
    name = template.rstrip(";")
    for index, argument in enumerate(_split_arguments(data[at + 1 : stop - 1])[:9], 1):
        name = name.replace(f"${index}", argument)
    name = " ".join(_UNFILLED.sub("", name).split())[:MAX_NAME]
    if not name:
        return None
    if data[max(0, start - 8) : start].rstrip().endswith(b"static"):
        start = data.rindex(b"static", 0, start)
    return Made(start, stop, kind, name, at + 1, has_body)


_DEFINE = re.compile(rb"(?:\A|\n)[ \t]*+(#[ \t]*+define[ \t]++(\w++)(?:[^\n\\]++|\\\r?\n|\\)*+)")
_UNFILLED = re.compile(r"\W*\$[1-9]")  # $2 of a macro with one argument
_MACRO_NAME = re.compile(rb"[ \t]*+#[ \t]*+define[ \t]++(\w++)")


def _make_macro(data: bytes, start: int, end: int) -> Made | None:
    """Return the macro of a `#define` that the grammar does not see."""
    found = _MACRO_NAME.match(data, start, end)
    return Made(start, end, "macro", found[1].decode(), found.start(1), False) if found else None


def find_macros(data: bytes) -> list[Made]:
    """Return every `#define`, for texts that the grammar could not read in full."""
    return [
        Made(found.start(1), found.end(), "macro", found[2].decode(), found.start(2), False)
        for found in _DEFINE.finditer(data)
    ]


def _split_arguments(text: bytes) -> list[str]:
    parts = []
    depth = 0
    last = 0
    for found in _ARGUMENT_MARK.finditer(text):
        mark = found[0]
        if mark in b"([{<":
            depth += 1
        elif mark in b")]}>":
            depth -= 1
        elif mark == b"," and depth <= 0:
            parts.append(text[last : found.start()])
            last = found.end()
    parts.append(text[last:])
    return [part.decode(errors="replace").strip().strip('"') for part in parts]


def _judge(
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
    if last and last[0] in _WORD_BYTES:
        word = before
        while word >= 0 and data[word] in _WORD_BYTES and before - word < 40:
            word -= 1
        previous = data[word + 1 : before + 1]
        if previous in _EXPECTS:
            return ""
    has_arguments = stop > end
    is_word = first != b"" and first[0] in _FIRST_BYTES

    # class TORCH_API Tensor : ...      struct ALIGNED(16) Pair {
    if previous in _CLASS_WORDS or row == "class":
        if not is_word or follower in (b"final", b"sealed"):
            return ""
        behind = _behind_type(data, at)[1]
        if behind in (b"{", b":", b"<") or (behind and behind[0] in _FIRST_BYTES):
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
    if follower in _DECLARES:
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
    if follower in _STATEMENTS:
        return "alone" if is_line_start and last in (b";", b"{", b"}", b")", b":", b"") else ""
    kind, behind = _behind_type(data, at)
    if not behind:
        return ""
    # TORCH_API Tensor f();      EXPORT std::vector<int>& g();
    if behind[0] in _FIRST_BYTES or behind in b"*&<":
        if not (is_line_start or row or previous or last in _OPENERS):
            return ""
        return "pointer" if behind == b"*" and is_line_start else "declaration"
    if behind == b"(":
        # API time_t (*get_time)(int item);
        if is_line_start and data[at + len(kind) : at + len(kind) + 1] == b"*":
            return "pointer"
        # HOST_DEVICE Pair(int a) : first(a) {}
        opening = at + len(kind) - 1
        if is_line_start and (arguments := _ARGUMENTS.match(data, opening, opening + MAX_HEAD)):
            following = _NEXT.match(data, arguments.end(), arguments.end() + 200)
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


_BRACE = re.compile(
    rb"""//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?|"(?:\\.|[^"\\\n])*+"?|'(?:\\.|[^'\\\n])*+'?|[{}]""", re.S
)


def matching_brace(data: bytes, start: int) -> int:
    """Return where the block ends that opens after `start`."""
    depth = 0
    for found in _BRACE.finditer(data, start):
        token = found[0]
        if token == b"{":
            depth += 1
        elif token == b"}":
            depth -= 1
            if depth == 0:
                return found.end()
    return len(data)
