"""What the grammars of C and C++ do not know of C and C++: words of compilers, of the Linux kernel, of old C, of Qt."""

from __future__ import annotations

import re

from repobook.analyze.cattributes import DECLARES, MAX_HEAD, MAX_LINE, STATEMENTS
from repobook.analyze.cmade import ARGUMENTS, MAX_MADE, TEXT, Made
from repobook.analyze.directives import Span, is_enum, last_code

MAX_ARGUMENTS = 500  # bytes of the arguments of an attribute

# [this, count(items.size())] {
_CAPTURE = re.compile(rb"\[(?<=[\s(,={]\[)\s*+(?:[&=*\w]++\s*+,\s*+)*+&?+\w++[({]")
_CAPTURE_MARK = re.compile(rb"%(s)b|[()\[\]{};]" % {b"s": TEXT})
# int total OF((const item *first));      int total __P((int));
_OLD_PARAMETERS = re.compile(rb"\w[ \t]*+\b((?:OF|P_?|_|__P|__ARGS|PARAMS|PROTO\w{0,8}|_ANSI_ARGS_)[ \t]?)$")
_OLD_LAST = frozenset(b"F_PSO \t")  # of the words in _OLD_PARAMETERS
# typedef void (CALLBACK *Handler)(int);
_CALL_STYLE = re.compile(
    rb"\([ \t]*+([A-Z][A-Z0-9_]{2,}+[ \t]*+)(?=\*?+[ \t]*+[A-Za-z_]\w*+[ \t]*+\)[ \t]*+\()"
)
# main(argc, argv) char **argv; { ... }
_OLD_FUNCTION = re.compile(
    rb"\n(?:static[ \t]++)?+([a-z_]\w*+)[ \t]*+\(([^(){};\"'#]*+)\)(?:\s++(?:(?:[\w*,\[\]]++[ \t]*+)++;)?+|/\*(?:[^*]++|\*(?!/))*+\*/)*+(?=\{)"
)
# char *find(list, count) char *list; int count; { ... }
_OLD_POINTER = re.compile(
    rb"\n[A-Za-z_][\w \t]*+(\*[* \t]*+)\n?+\w++[ \t]*+\((?:\s*+\w++\s*+,)*+\s*+\w++\s*+\)\s*+"
    rb"(?:[A-Za-z_][\w \t\n*,\[\]]*+;\s*+(?:/\*(?:[^*]++|\*(?!/))*+\*/\s*+)*+)++(?=\{)"
)
# class alignas(16) C10_API Pair {      class [[nodiscard]] C10_API Pair {
_CLASS_ATTRIBUTES = re.compile(
    rb"\b(?:class|struct|union|enum)(?:\s++(?:alignas[ \t]*+\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)|\[\[[^\[\]]*+\]\]))++"
)
# Cart::~Cart() = default;
_DEFAULTED = re.compile(
    rb"::\s?+~?+\w++[ \t]?+\([^(){};]*+\)(?:\s*+noexcept(?:[ \t]?+\([^()]*+\))?+)?+\s*+(=[ \t]*+(?:default|delete))[ \t]*+;"
)
# friend bool operator==(const Cart&, const Cart&) = default;
_DEFAULTED_FRIEND = re.compile(
    rb"friend[ \t]++(?:[^;{}=o]|o(?!perator)){0,100}+operator[ \t]*+(?:[=!<>]=|<=>|[<>])"
    rb"[^;{}=]{0,300}+(=[ \t]*+default[ \t]*+;)"
)
_INNER_ATTRIBUTE = re.compile(
    rb"\[\[[^\[\]]*+\]\](?=[ \t]*+[,=}])"
)  # enum Color { Red [[deprecated]], Blue };
# Cart(const char*) -> Cart<int>;
_GUIDE = re.compile(
    rb"[ \t]*+(?:explicit[ \t]++)?+(\w++)[ \t]*+\([^(){};\n]{0,300}+\) ->\s*+\1\b[^;{}]{0,300}+(?=;)"
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
_CONVERSION = re.compile(rb"unsigne(d)\((?![*&)])")  # unsigned(size) << 3
_NAMELESS_ENUM = re.compile(rb"enum[ \t]*+(:[ \t]*+[\w:]++[ \t]*+)(?=\{)")
_NEWER_WORDS = re.compile(rb"\b_(?:Thread_local|Complex|Imaginary)\b")
_ATOMIC = re.compile(rb"\b_Atomic\(([^()\n]*+)\)")  # _Atomic(int) count;
_SPECIFIER_ALIAS = re.compile(
    rb"\n[ \t]*+#[ \t]*+define[ \t]++([a-z]\w*+)[ \t]++(?:static|inline|extern|register|__inline__|__inline|[ \t])++[ \t\r]*+(?=\n)"
)
# template <class T, std::enable_if_t<is_small<T>>* = nullptr>
_NAMELESS_DEFAULT = re.compile(rb"\*(?<=[\w>]\*) ?+= nullptr")
NOT_SPACE = re.compile(rb"[^\n\r\t \\]|\\(?!\r?\n)")  # a line that is continued stays so
_RESERVED_CALL = re.compile(
    rb"_(?<!\w_)(?:_attribute__|_attribute|_align__|_declspec|Pragma|_pragma|_printf|_scanf|_aligned|_section|_alias|_acquires"
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
_PLAIN_WORDS = re.compile(rb"\b(?:asmlinkage|noinline|notrace|extern_inline)(?=[ \t])")
_MODULE_FUNCTION = re.compile(rb"\bPyMODINIT_FUNC(?=\s)")  # stands for a type, too
_UNWRAPPED = re.compile(rb"PyAPI_(?:FUNC|DATA)\(([^()\n]*+)\)")


class Changes:
    """What a text needs to be readable, found step by step."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.spans: list[Span] = []  # to blank: attributes
        self.calls: list[Span] = []  # names of attributes with arguments
        self.made: list[Made] = []
        self.edits: list[tuple[int, int, bytes]] = []  # types as arguments: to the grammar they become names
        self.roles: dict[int, str] = {}  # end of an attribute -> its role: a row of attributes is one thing

    def rewrite(self) -> bytes:
        """Return the text that the grammar reads."""
        data = self.data
        if data.find(b"\r\n", 0, MAX_LINE) >= 0:
            data = data.replace(b"\\\r\n", b" \\\n")  # the grammar knows the short form alone
        if not self.spans and not self.made and not self.edits:
            return data
        text = bytearray(data)
        for start, end, replacement in self.edits:
            text[start:end] = replacement
        for start, end in self.spans:
            text[start:end] = NOT_SPACE.sub(b" ", data[start:end])
        for item in self.made:
            head = NOT_SPACE.sub(b" ", data[item.start : item.end])
            behind = data[item.end : item.end + 10].lstrip()[:1]
            plain = b"T f()" if item.has_body and behind != b"(" else b"T f"
            if not item.has_body and behind not in (b";", b"="):
                plain = b""
            if len(head) >= len(plain) and b"\n" not in head[: len(plain)]:
                head = plain + head[len(plain) :]
            text[item.start : item.end] = head
        return bytes(text)


def without_digraphs(data: bytes) -> bytes:
    """Return `data` with `<% %>`, `??<` and their like as the brackets that they stand for."""
    if b"%:" in data and (b"%:define" in data or b"%:include" in data):
        for old, new in ((b"<%", b"{ "), (b"%>", b"} "), (b"<:", b"[ "), (b":>", b"] "), (b"%:", b"# ")):
            data = data.replace(old, new)
    if b"??=" in data:
        for mark, meaning in zip(b"=(/)'<!>-", b"#[\\]^{|}~", strict=True):
            data = data.replace(b"??" + bytes([mark]), b"  " + bytes([meaning]))
    return data


def find_reserved_words(changes: Changes) -> None:
    """Find the words that compilers and the Linux kernel add to C."""
    data, spans = changes.data, changes.spans
    for found in _RESERVED_CALL.finditer(data):
        arguments = ARGUMENTS.match(data, found.end(), found.end() + MAX_ARGUMENTS)
        if arguments and not _is_directive(data, found.start()):
            spans.append((found.start(), arguments.end()))
            before = data[max(0, found.start() - 10) : found.start()].rstrip()
            is_class = before.endswith((b"class", b"struct", b"union", b"enum"))
            changes.roles[arguments.end()] = "class" if is_class else "declaration"
    for found in _RESERVED.finditer(data):
        if not _is_directive(data, found.start()):
            spans.append(found.span())
            changes.roles[found.end()] = "declaration"
    if b"PyAPI_" in data:
        for found in _UNWRAPPED.finditer(data):
            spans += [(found.start(), found.start(1)), (found.end(1), found.end())]
    if b"PyMODINIT" in data:
        spans += [found.span() for found in _PLAIN_WORDS.finditer(data)]
        changes.edits += [
            (*found.span(), b"int".ljust(len(found[0])))
            for found in _MODULE_FUNCTION.finditer(data)
            if not _is_directive(data, found.start())
        ]
    if b"alignas" in data or b"[[" in data:
        changes.roles |= dict.fromkeys((found.end() for found in _CLASS_ATTRIBUTES.finditer(data)), "class")
    if b"_asm" in data:
        spans += [found.span(1) for found in _ASSEMBLY.finditer(data)]


def find_modern_style(changes: Changes) -> None:
    """Find what the grammar of C++ does not know of C++."""
    data, spans = changes.data, changes.spans
    changes.edits += _neutral_captures(data)
    if b"__ARGS" in data or b" OF((" in data or b"__P((" in data:  # a header of C
        _find_old_parameters(changes)
    for found in _DEFAULTED.finditer(data):
        changes.edits.append((found.start(1), found.end(1), b"{}".ljust(found.end(1) - found.start(1))))
    if b"friend" in data and b"default" in data:
        changes.edits += [
            (*found.span(1), b"{}".ljust(len(found[1]))) for found in _DEFAULTED_FRIEND.finditer(data)
        ]
    _find_guides(changes)
    spans += [found.span() for found in _INNER_ATTRIBUTE.finditer(data)]
    spans += [(found.start(), found.start() + 1) for found in _NAMELESS_DEFAULT.finditer(data)]
    spans += [(found.start(), found.start() + 8) for found in _INSTANTIATION.finditer(data)]
    changes.edits += [(found.start(1), found.end(1), b"0 ") for found in _EMPTY_DEFAULT.finditer(data)]
    changes.edits += [(found.start(1), found.end(1), b"D") for found in _CONVERSION.finditer(data)]
    spans += [found.span(1) for found in _NAMELESS_ENUM.finditer(data)]
    if b"Q_OBJECT" in data:  # public slots:      signals:
        spans += [found.span(1) for found in _SLOTS.finditer(data)]
        changes.edits += [
            (*found.span(1), b"public".ljust(len(found[1]))) for found in _SIGNALS.finditer(data)
        ]


def _find_guides(changes: Changes) -> None:
    """Find deduction guides without a `template`, which the grammar takes for calls."""
    data = changes.data
    at = data.find(b") ->")
    while at >= 0:
        line = data.rfind(b"\n", max(0, at - MAX_LINE), at) + 1
        if found := _GUIDE.match(data, line):
            name = found[1].decode()
            changes.made.append(Made(line, found.end(), "deduction guide", name, found.start(1), False))
        at = data.find(b") ->", at + 4)


def find_loops_and_types(changes: Changes) -> None:
    """Find loops that macros make, types of callbacks, and `#import`."""
    data = changes.data
    changes.spans += [found.span(1) for found in _CALL_STYLE.finditer(data)]
    changes.edits += [(*found.span(1), b"include") for found in _IMPORT.finditer(data)]
    _find_loops(changes, _EACH_UPPER)


def _find_loops(changes: Changes, pattern: re.Pattern[bytes]) -> None:
    """Find loops that macros make, and end their heads: `list_for_each(item, list);{`."""
    data = changes.data
    for found in pattern.finditer(data):
        arguments = ARGUMENTS.match(data, found.end(), found.end() + MAX_ARGUMENTS)
        if (
            arguments
            and (gap := _GAP.match(data, arguments.end()))
            and not _is_directive(data, found.start())
        ):
            changes.edits.append((gap.start(), gap.start() + 1, b";"))


# #endif /* A ||
#    B */
_LONG_REMARK = re.compile(
    rb"\n[ \t]*+#[ \t]*+(?:else|endif)\b[^\n/]*+(/\*[^*\n]*+(?:\*(?!/)[^*\n]*+)*+\n(?:[^*]++|\*(?!/))*+\*/)"
)
# struct tcp {
#   HANDLE_FIELDS
# };
_LAST_MEMBERS = re.compile(
    rb"((?:\n[ \t]++[A-Z][A-Z0-9]*+_[A-Z0-9_]++(?:\([A-Z0-9_, ]*+\))?+[ \t\r]*+)++)\s*+\}"
)


def find_remarks_and_members(changes: Changes) -> None:
    """Find what the grammar trips over: long remarks behind a directive, and members that a macro makes."""
    data = changes.data
    changes.spans += [found.span(1) for found in _LONG_REMARK.finditer(data)]
    for found in _LAST_MEMBERS.finditer(data):
        before = last_code(data, found.start() - 1)
        if before < 0 or data[before] not in b";{}" or is_enum(data, found.start()):
            continue
        if data[before] == 123 and data[max(0, last_code(data, before - 1))] in b"=,{(":
            continue  # the items of a list
        changes.spans.append(found.span(1))


# static inline __alloc_size(1, 2) void *make(...)
_CALLED_ATTRIBUTE = re.compile(
    rb"\b(?:static|extern|inline|const|__always_inline|__must_check|__inline)\s++"
    rb"(__(?!attribute|declspec|asm|typeof|alignof|extension|volatile)[a-z][a-z0-9_]*+(?<!__)[ \t]*+\([\w \t,]*+\))(?=\s++[A-Za-z_])"
)


def find_c_words(changes: Changes) -> None:
    """Find words that stand for `static` and its like in C, and the Linux kernel's own."""
    data = changes.data
    if b" __" in data:
        changes.spans += [found.span(1) for found in _CALLED_ATTRIBUTE.finditer(data)]
    if b"linux/" in data:
        changes.spans += [found.span() for found in _PLAIN_WORDS.finditer(data)]
    if b"_Thread_local" in data or b"_Complex" in data:
        changes.spans += [found.span() for found in _NEWER_WORDS.finditer(data)]
    if b"_Atomic(" in data:
        for found in _ATOMIC.finditer(data):
            changes.spans += [(found.start(), found.start(1)), (found.end() - 1, found.end())]
    words = {found[1] for found in _SPECIFIER_ALIAS.finditer(data)}  # #define internal static
    if b"\nlocal " in data:
        words.add(b"local")  # zlib's word for static
    for word in words:
        for found in re.finditer(rb"\n(" + word + rb")(?=[ \t]++[A-Za-z_])", data):
            changes.spans.append(found.span(1))
            changes.roles[found.end(1)] = "declaration"


def find_old_style(changes: Changes) -> None:
    """Find functions without a return type, `main() { ... }`, and parameters in macros, `f OF((int))`."""
    data = changes.data
    _find_loops(changes, _EACH_LOWER)
    changes.spans += [(found.start(1) - 1, found.end(1) - 1) for found in _OLD_POINTER.finditer(b"\n" + data)]
    first = _OLD_FUNCTION.match(b"\n" + data[:MAX_HEAD])
    if first and data.startswith(b"{", first.end() - 1):
        end = data.index(b")", first.end(2) - 1) + 1
        changes.made.append(Made(0, end, "function", first[1].decode(), first.start(1) - 1, True))
    for found in _OLD_FUNCTION.finditer(data):
        before = last_code(data, found.start())
        if (before < 0 or data[before] in b";}") and found[1] not in STATEMENTS and found[1] not in DECLARES:
            end = data.index(b")", found.end(2)) + 1
            changes.made.append(
                Made(found.start() + 1, end, "function", found[1].decode(), found.start(1), True)
            )
    _find_old_parameters(changes)


def _find_old_parameters(changes: Changes) -> None:
    data = changes.data
    at = data.find(b"((")
    while at >= 0:
        if data[at - 1] in _OLD_LAST and (old := _OLD_PARAMETERS.search(data, max(0, at - 30), at)):
            arguments = ARGUMENTS.match(data, at, at + MAX_MADE)
            if arguments:
                changes.spans += [(old.start(1), at + 1), (arguments.end() - 1, arguments.end())]
        at = data.find(b"((", at + 2)


def _is_directive(data: bytes, position: int) -> bool:
    """Tell whether the line of `position` starts with `#`."""
    low = max(0, position - MAX_LINE)
    return data[data.rfind(b"\n", low, position) + 1 : position].lstrip()[:1] == b"#"


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
