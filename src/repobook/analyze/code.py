"""Read one source file with a grammar: one parse, one query, every fact.

The captures of a language's query files mean:

    @definition.KIND   something a reader can look up; @name names it (C family: see `declarators`)
    @doc               documentation inside a definition; @module.doc the file's own
    @rest              a definition that holds all that follows it in the file: `namespace Shop;`
    @value             what a constant holds: stays in its signature when it is short
    @scope             text put before the name (Go's receiver, Lua's table)
    @import            a request for another file; @source is what it asks for, @import.name a name taken from it
    @import.tree       groups of paths inside of each other, each a request of its own (see `use_trees`)
    @reference.HOW     a place that names a symbol: call, type, base, decorator
    @path              parts of what an import asks for, taken together as written
    @comment @string   not code; @string is a literal's text
    @interpolation     code inside a @string
    @branch            adds one to the complexity of what encloses it
    @decorator         stands before a definition and belongs to it
    @wrapper           belongs to the one definition inside it: template<…>, export
    @condition         code that a preprocessor condition selects; @alternative its other branch
    @access            `public:`: the visibility of the members that follow
    @access.word       `private :total`: the visibility of the member named by @access.name
    @private           nothing inside can be seen from another file: an anonymous namespace
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from tree_sitter import Node, QueryCursor

from repobook.analyze import comments, fortran, hardship, kotlin, objc, scripts, shaders
from repobook.analyze.assemble import assemble
from repobook.analyze.bindings import find_locals
from repobook.analyze.blocks import find_usings
from repobook.analyze.collect import collect_flat, collect_matches
from repobook.analyze.exports import apply_exports
from repobook.analyze.file_words import is_of_file, of_file
from repobook.analyze.findings import Text, find_findings
from repobook.analyze.languages import Language
from repobook.analyze.places import add_bases, add_mentions, dedupe_imports, find_sites
from repobook.analyze.pybindings import find_marks
from repobook.analyze.reading import MAX_NAME, Reading, newline_offsets, text_of
from repobook.analyze.rescue import add_macro_definitions, add_rescued, read_dropped, take_python_definitions
from repobook.analyze.terms import WORD, blank, count_lines, find_asides, find_terms, format_terms
from repobook.analyze.written import find_written_imports
from repobook.facts import Facts, Note

_PREPARE = {
    "c": shaders.prepare_c,
    "c++": shaders.prepare_cpp,
    "objective-c": objc.prepare,
    "metal": shaders.prepare_metal,
    "opencl": shaders.prepare_opencl,
    "glsl": shaders.prepare_glsl,
    "hlsl": shaders.prepare_hlsl,
}


def read_code(data: bytes, language: Language) -> Facts:
    """Return the facts of `data`, UTF-8 text in `language`."""
    settings = language.settings
    assert language.parser is not None
    prepared = _PREPARE[settings.prepare](data, settings.macros) if settings.prepare in _PREPARE else None
    page = scripts.find_scripts(data) if settings.prepare == "scripts" else None
    text = kotlin.end_declarations(data) if settings.prepare == "kotlin" else data
    long_comments: list[tuple[int, int]] = []
    if language.folder == "python":
        text, long_comments = hardship.blank_long_comments(data)
    elif settings.prepare == "fortran":
        text, long_comments = fortran.free_form(data)
    tree = language.parser.parse(prepared.data if prepared else page.data if page else text)
    root = tree.root_node
    facts = Facts()
    found = Reading()
    limit = hardship.match_limit(root) if language.query is not None else 0
    if language.query is not None and limit:
        cursor = QueryCursor(language.query, match_limit=limit)
        if language.is_flat:
            collect_flat(cursor.captures(root), found, data, prepared)
        else:
            collect_matches(cursor.matches(root), found, data, language)
        if cursor.did_exceed_match_limit:
            facts.notes.append(
                Note("truncated", f"more than {limit:,} pending matches; some facts are not in the book")
            )
    elif language.query is not None:
        parts = f"more than {hardship.TOO_MANY_PARTS:,} parts"
        facts.notes.append(
            Note(
                "truncated",
                f"{parts} in a region that the grammar could not read; its facts are not in the book",
            )
        )
    found.comments += hardship.outside(long_comments, found.strings)
    if page:
        found.comments += page.comments
        found.strings += page.styles
        found.sites += [(start, end, "call") for start, end in page.components]
    if prepared:
        if prepared.dropped:
            read_dropped(prepared, found, data, language)
        add_macro_definitions(found, prepared, data, root.has_error)
    if root.has_error and language.folder == "python":
        take_python_definitions(found, data)
    newlines = newline_offsets(data)
    if found.interpolations:
        found.strings = _cut_out(found.strings, found.interpolations)
    spans = sorted(found.comments)
    without_comments = blank(data, spans)
    facts.lines, facts.code_lines, facts.comment_lines, facts.blank_lines = count_lines(
        data, without_comments
    )
    code = blank(data, sorted(spans + found.strings)) if found.strings else without_comments
    facts.symbols = assemble(found, data, newlines, language)
    words = find_terms(code, language.word, settings.word_extra)
    documented = [(one.doc_first_line, one.doc_last_line) for one in facts.symbols if one.doc_first_line]
    strings = sorted(found.strings)
    own = found.module_doc
    told = sorted([*spans, (own.start_byte, own.end_byte)]) if own is not None else spans
    asides = find_asides(data, told, strings, words, documented, settings.word_extra)
    facts.terms, facts.term_lines = format_terms(words, language.keywords, settings.word_extra, asides)
    cut = [symbol.name_line for symbol in facts.symbols if len(symbol.name) >= MAX_NAME]
    if cut:
        what = "name is" if len(cut) == 1 else "names are"
        facts.notes.append(Note("truncated", f"{len(cut):,} {what} cut at {MAX_NAME:,} characters", cut[0]))
    if root.has_error and language.patterns:
        add_rescued(facts.symbols, data, language)
    if language.folder == "python":
        apply_exports(facts.symbols, data)
    facts.imports = dedupe_imports(found, newlines)
    if language.imports:
        facts.imports = sorted(
            facts.imports + find_written_imports(without_comments, language), key=lambda item: item.line
        )
    if settings.local_types:
        quiet = sorted(spans + found.strings)
        add_mentions(
            found,
            facts,
            data,
            newlines,
            words,
            quiet,
            settings.local_types == "before",
            "$" in settings.word_extra,
            language.keywords | language.builtins if language.folder in ("c", "cpp") else None,
        )
        facts.locals = find_locals(found, data, newlines, language, quiet)
        if language.folder == "python":
            facts.locals += find_marks(facts, found, data, newlines)
        if settings.prepare == "c++":
            facts.usings = find_usings(code)
    facts.sites = find_sites(found, data, newlines, language)
    add_bases(facts.symbols, facts.sites, language)
    _find_purpose(facts, found, data, newlines, language.settings.inner_doc.encode())
    facts.findings = find_findings(
        language.rules,
        Text(data, newlines, spans, sorted(found.strings), language.word is WORD),
        words,
        root if limit else None,
    )
    if root.has_error:
        facts.error_bytes, first = _error_bytes(root)
        if facts.error_bytes:
            share = 100 * facts.error_bytes / max(1, len(data))
            line = min(bisect_left(newlines, first) + 1, facts.lines)
            facts.notes.append(
                Note(
                    "parse_partial",
                    f"{share:.1f} % of the bytes lie in regions that the {settings.names[0]} grammar could not read",
                    line,
                )
            )
    return facts


def _cut_out(spans: list[tuple[int, int]], holes: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the parts of `spans` outside `holes`, where a string inside a hole stays one. Both nest properly."""
    edges = sorted(
        [(start, -end, True) for start, end in spans] + [(start, -end, False) for start, end in holes]
    )
    stack: list[tuple[int, bool]] = []
    kept = []
    at = 0
    for start, negative_end, is_string in [*edges, (1 << 62, 0, False)]:
        while stack and stack[-1][0] <= start:
            end, was_string = stack.pop()
            if was_string and end > at:
                kept.append((at, end))
            at = max(at, end)
        if stack and stack[-1][1] and start > at:
            kept.append((at, start))
        at = max(at, start)
        stack.append((-negative_end, is_string))
    return kept


# A definition or condition of the preprocessor right below a comment, but for the guard of a header.
_ATTRIBUTES = re.compile(rb"#!\[[^\]]*\]")  # of a file of Rust, over some lines
_REMARKED = re.compile(
    rb"[ \t]*\r?\n?[ \t]*#[ \t]*(?:define|undef|if|ifdef|ifndef)\b(?![ \t]+\w+_(?:H|HH|HPP|HXX|CUH|INC|INCLUDED)_*\s)"
)


# <?php, declare(strict_types=1), 'use strict'
_OPENS = re.compile(
    rb"\s*(?:<\?(?:php)?|declare\s*\(\s*strict_types\s*=\s*\d\s*\)\s*;|['\"]use (?:strict|client|server)['\"];?)\s*$"
)


# Go: why the line that follows says for which systems a file is.
_OF_BUILD = re.compile(r"\bbuild (?:constraint|tag)s?\b", re.I)


def _module_docs(first: Node) -> Iterator[Node]:
    """Yield the string that documents a file, and those right behind it: the first may speak of rights."""
    statement = first.parent
    for _ in range(3):
        if statement is None or statement.named_child_count != 1 or statement.type != "expression_statement":
            return
        node = statement.named_children[0]
        if node.type != first.type:
            return
        yield node
        statement = statement.next_named_sibling


def _find_purpose(facts: Facts, found: Reading, data: bytes, newlines: list[int], inner: bytes) -> None:
    """Take the file's own words about itself: its documentation string, or the first comment that is not legal text.

    `inner` opens a comment that documents what it stands in.
    """
    if found.module_doc is not None:
        docs = [*_module_docs(found.module_doc)] or [found.module_doc]
        for doc in docs:
            if text := of_file(comments.clean_string(text_of(data, doc))):
                facts.purpose = text
                facts.purpose_first_line = bisect_left(newlines, doc.start_byte) + 1
                facts.purpose_last_line = bisect_left(newlines, doc.end_byte - 1) + 1
                return
    head = facts.symbols[0] if facts.symbols else None
    if head is not None and head.doc and head.kind in ("module", "unit", "library") and not head.visibility:
        facts.purpose = comments.head_prose(head.doc)  # the module is the file
        facts.purpose_first_line, facts.purpose_last_line = head.doc_first_line, head.doc_last_line
        return
    _take_back(facts)
    first_code = min(
        (
            s.doc_first_line or s.first_line
            for s in facts.symbols
            if s.kind not in ("macro", "package", "namespace")
        ),
        default=facts.lines + 1,
    )
    block: list[tuple[int, int]] = []
    spans = sorted(found.comments)
    is_late = False  # behind a line of the preprocessor: then it may be about that line alone
    for index, (start, end) in enumerate(spans):
        if bisect_left(newlines, start) + 1 >= first_code or _has_code(
            data, spans[index - 1][1] if index else 0, start
        ):
            break
        if start == 0 and data.startswith(b"#!"):
            continue
        is_late = is_late or b"\n#" in b"\n" + data[spans[index - 1][1] if index else 0 : start]
        block.append((start, end))
        follower = spans[index + 1][0] if index + 1 < len(spans) else len(data)
        gap = data[end - data.endswith(b"\n", start, end) : follower]
        is_block = data.startswith(b"/*", start) or data.startswith(b"/*", follower)
        is_inner = bool(inner) and data.startswith(inner, start)
        is_change = bool(inner) and data.startswith(inner, follower) != is_inner
        if not gap.strip() and gap.count(b"\n") <= 1 and not is_block and not is_change:
            continue
        text = "\n".join(data[a:b].decode(errors="replace").rstrip("\n") for a, b in block)
        words = of_file(comments.clean(text))
        is_told = (len(words) >= 12 and " " in words) or (len(words) >= 6 and comments.is_unspaced(words))
        is_remark = (block[0][0] > 0 and _REMARKED.match(data, end) is not None) or (
            data.startswith((b"//go:build", b"// +build"), follower) and _OF_BUILD.search(words) is not None
        )
        is_own = is_inner or not is_late or _speaks_of_the_file(words, data, end)
        if is_told and not is_remark and is_own:
            facts.purpose = words
            first = bisect_left(newlines, block[0][0]) + 1
            facts.purpose_first_line, facts.purpose_last_line = _narrow(words, text, first)
            return
        block = []


def _narrow(words: str, text: str, first: int) -> tuple[int, int]:
    """Return which lines of a comment that begins in line `first` hold the words taken from it."""
    lines = text.split("\n")
    top, bottom = (part.strip() for part in (words.partition("\n")[0], words.rpartition("\n")[2]))
    start = next((at for at, line in enumerate(lines) if top in line), 0)
    end = next((at for at in range(start, len(lines)) if bottom in lines[at]), len(lines) - 1)
    return first + start, first + end


def _take_back(facts: Facts) -> None:
    """Take a comment that says it is about the file from the symbols that happen to follow it."""
    top = min((s.doc_first_line for s in facts.symbols if s.doc), default=0)
    for symbol in facts.symbols:
        if symbol.doc_first_line == top and symbol.doc and is_of_file(symbol.doc):
            symbol.doc, symbol.doc_first_line, symbol.doc_last_line = "", 0, 0


def _speaks_of_the_file(words: str, data: bytes, end: int) -> bool:
    """Tell whether a comment behind includes is more than a remark on the lines that follow it."""
    rest = data[end : end + 200].lstrip(b" \t\r")
    is_apart = rest.startswith((b"\n\n", b"\n\r\n")) or data.startswith(b"/*", data.rfind(b"\n", 0, end) + 1)
    return len(words) >= 60 and words.rstrip()[-1:] in ".!?:)" and (is_apart or words.count(" ") > 20)


def _has_code(data: bytes, start: int, end: int) -> bool:
    """Tell whether anything but preprocessor lines and what opens a file stands between two comments."""
    return any(
        line.strip() and not line.lstrip().startswith(b"#") and not _OPENS.match(line)
        for line in _ATTRIBUTES.sub(b"", data[start:end]).split(b"\n")
    )


def _error_bytes(root: Node) -> tuple[int, int]:
    """Return how many bytes lie in error nodes, and where the first one starts. Iterative: trees can be deep."""
    total = 0
    first = -1
    todo = [root]
    visited = 0
    while todo and visited < 50_000:
        node = todo.pop()
        visited += 1
        if node.is_error or node.is_missing:
            total += max(1, node.end_byte - node.start_byte)
            first = node.start_byte if first < 0 else min(first, node.start_byte)
            continue
        todo.extend(child for child in node.children if child.has_error)
    return total, max(first, 0)
