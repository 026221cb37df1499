"""Read one source file with a grammar: one parse, one query, every fact.

The captures of a language's query files mean:

    @definition.KIND   something a reader can look up; @name names it (C family: see `declarators`)
    @doc               documentation inside a definition; @module.doc the file's own
    @rest              a definition that holds all that follows it in the file: `namespace Shop;`
    @value             what a constant holds: stays in its signature when it is short
    @scope             text put before the name (Go's receiver, Lua's table)
    @import            a request for another file; @source is what it asks for, @import.name a name taken from it
    @reference.HOW     a place that names a symbol: call, type, base, decorator
    @path              parts of what an import asks for, taken together as written
    @comment @string   not code; @string is a literal's text
    @interpolation     code inside a @string
    @branch            adds one to the complexity of what encloses it
    @decorator         stands before a definition and belongs to it
    @wrapper           belongs to the one definition inside it: template<…>, export
    @condition         code that a preprocessor condition selects; @alternative its other branch
    @access            `public:`: the visibility of the members that follow
    @private           nothing inside can be seen from another file: an anonymous namespace
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from operator import add, attrgetter, itemgetter
from typing import Any, cast

from tree_sitter import Node, QueryCursor

from repobook.analyze import (
    cmacros,
    comments,
    declarators,
    directives,
    objc,
    patterns,
    pyast,
    scripts,
    shaders,
)
from repobook.analyze.languages import Language
from repobook.analyze.terms import blank, count_lines, index_terms
from repobook.facts import Facts, Import, Note, Site, Symbol

MAX_SIGNATURE = 300
MAX_NAME = 400
MAX_SITES = 200_000
MAX_VALUE = 80  # bytes of a constant's value that its signature shows
MATCH_LIMIT = 65_536
MAX_DROPPED = 20  # branches of an `#if` that are read apart

_DIRECTIVE = re.compile(
    r"^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif|else|endif|region|endregion|pragma|nullable|line)\b.*$", re.M
)
_SPACE = re.compile(r"\s+")
_BEFORE_NAME = re.compile(
    rb"(?:(?:\.\??|>-|::)(?:\)[^()]{0,20}\()?\w*[A-Za-z_])+"
)  # read backwards: `a.f(1).` of `a.f(1).b`
_MODIFIERS = re.compile(
    r"\b(public|private|protected|internal|fileprivate|open|pub|export|static)\b(?!\(set\))"
)


# Kinds whose body holds other definitions: the branches in it are theirs.
_BODIES_OF_MEMBERS = frozenset(
    [
        "class",
        "struct",
        "namespace",
        "interface",
        "enum",
        "module",
        "trait",
        "impl",
        "object",
        "union",
        "extension",
        "protocol",
        "record",
        "annotation",
        "actor",
        "package",
        "companion",
        "type",
        "given",
        "constant",
        "entry",
        "variant",
        "case",
        "macro",
        "mixin",
        "template",
        "library",
        "contract",
        "unit",
        "program",
        "submodule",
        "value",
        "field",
        "signature",
        "data",
        "newtype",
        "instance",
        "entity",
        "architecture",
        "component",
        "block",
        "cbuffer",
        "tbuffer",
        "technique",
        "category",
        "implementation",
        "concept",
    ]
)


_HOWS = {f"reference.{how}": how for how in ("base", "call", "decorator", "type", "mention")}
_ENTRY_ORDER = itemgetter(0, 1, 2)
_PATTERN_ORDER = attrgetter("pattern")


class _Definition:
    """A definition on its way to a Symbol: byte offsets and nodes instead of lines and text."""

    __slots__ = (
        "apart",
        "body",
        "condition",
        "doc",
        "end",
        "has_body",
        "head_end",
        "is_function",
        "is_rest",
        "is_typed",
        "kind",
        "name",
        "name_end",
        "name_start",
        "node",
        "pattern",
        "scope",
        "signature",
        "start",
        "value",
    )

    def __init__(self, kind: str, node: Node | None, pattern: int) -> None:
        self.kind = kind
        self.node = node
        self.start = node.start_byte if node else 0
        self.end = node.end_byte if node else 0
        self.pattern = pattern
        self.name = ""
        self.name_start = self.start
        self.name_end = self.start
        self.scope = ""
        self.is_rest = False  # it holds all that follows it
        self.doc: Node | None = None
        self.body: Node | None = None
        self.value: Node | None = None
        self.is_function = False  # C family
        self.is_typed = True  # it has a return type
        self.signature = b""  # where it is not the text of the node
        self.has_body = True  # where there is no node to ask
        self.apart = -1  # where the `#if` starts, if it stands in a branch that is read apart
        self.condition = ""  # of that branch
        self.head_end = 0  # the end of the signature, where there is no node to ask


class _Reading:
    """What the query found in one file, before it is put together."""

    def __init__(self) -> None:
        self.definitions: list[_Definition] = []
        self.comments: list[tuple[int, int]] = []
        self.strings: list[tuple[int, int]] = []
        self.interpolations: list[tuple[int, int]] = []
        self.branches: list[int] = []
        self.decorators: dict[int, int] = {}  # end byte -> start byte
        self.wrappers: list[tuple[int, int]] = []
        self.conditions: list[
            tuple[int, int, str, bool]
        ] = []  # the bool: it is the other branch of the one around it
        self.access: list[tuple[int, int, str]] = []
        self.hidden: list[tuple[int, int]] = []
        self.unnamed: list[tuple[int, int]] = []
        self.module_doc: Node | None = None
        self.imports: list[tuple[int, str, str, list[str]]] = []
        self.sites: list[tuple[int, int, str]] = []
        self.members: Sequence[tuple[int, int]] | None = None
        self.site_names: Mapping[int, str] = {}  # start -> name, where the text is not the name


_MACRO_REMARK = re.compile(r"\s(?:/\*.*?(?:\*/|$)|//.*)")
_OBJC_KINDS = frozenset(("interface", "implementation", "protocol", "category"))
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
    tree = language.parser.parse(prepared.data if prepared else page.data if page else data)
    root = tree.root_node
    facts = Facts()
    found = _Reading()
    if language.query is not None:
        cursor = QueryCursor(language.query, match_limit=MATCH_LIMIT)
        if language.is_flat:
            _collect_flat(cursor.captures(root), found, data, prepared)
        else:
            _collect(cursor.matches(root), found, data, language)
        if cursor.did_exceed_match_limit:
            facts.notes.append(
                Note(
                    "truncated", f"more than {MATCH_LIMIT:,} pending matches; some facts are not in the book"
                )
            )
    if page:
        found.comments += page.comments
        found.strings += page.styles
        found.sites += [(start, end, "call") for start, end in page.components]
    if prepared:
        if prepared.dropped:
            _read_dropped(prepared, found, data, language)
        _add_macro_definitions(found, prepared, data, root.has_error)
    if root.has_error and language.folder == "python":
        _take_python_definitions(found, data)
    newlines = _newline_offsets(data)
    if found.interpolations:
        found.strings = _cut_out(found.strings, found.interpolations)
    spans = sorted(found.comments)
    without_comments = blank(data, spans)
    facts.lines, facts.code_lines, facts.comment_lines, facts.blank_lines = count_lines(
        data, without_comments
    )
    code = blank(data, sorted(spans + found.strings)) if found.strings else without_comments
    facts.terms, facts.term_lines = index_terms(code, language.word, language.keywords, settings.word_extra)
    facts.symbols = _put_together(found, data, newlines, language)
    if root.has_error and language.patterns:
        _add_rescued(facts.symbols, data, language)
    facts.imports = _dedupe_imports(found, newlines)
    facts.sites = _sites(found, data, newlines, language)
    _find_purpose(facts, found, data, newlines)
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


def _collect(
    matches: list[tuple[int, dict[str, list[Node]]]], found: _Reading, data: bytes, language: Language
) -> None:
    comments_add = found.comments.append
    strings_add = found.strings.append
    branches_add = found.branches.append
    sites_add = found.sites.append
    hows = _HOWS
    for pattern, captures in matches:
        if len(captures) == 1:
            for name, nodes in captures.items():
                node = nodes[0]
            if name in hows:
                sites_add((node.start_byte, node.end_byte, hows[name]))
                continue
            if name == "comment":
                comments_add((node.start_byte, node.end_byte))
                continue
            if name == "string":
                strings_add((node.start_byte, node.end_byte))
                continue
            if name == "interpolation":
                found.interpolations.append((node.start_byte, node.end_byte))
                continue
            if name == "branch":
                branches_add(node.start_byte)
                continue
            if name == "decorator":
                found.decorators[node.end_byte] = node.start_byte
                continue
            if name == "wrapper":
                found.wrappers.append((node.start_byte, node.end_byte))
                continue
            if name == "access":
                found.access.append((node.start_byte, node.end_byte, _text(data, node)))
                continue
            if name == "private":
                found.hidden.append((node.start_byte, node.end_byte))
                continue
            if name == "unnamed":
                found.unnamed.append((node.start_byte, node.end_byte))
                continue
            if name == "module.doc":
                found.module_doc = node
                continue
        _collect_group(pattern, captures, found, data, language)


def _collect_group(
    pattern: int, captures: dict[str, list[Node]], found: _Reading, data: bytes, language: Language
) -> None:
    definition: _Definition | None = None
    for name, nodes in captures.items():
        if name.startswith("definition."):
            definition = _Definition(name[11:].replace("_", " "), nodes[0], pattern)
        elif name.startswith("reference."):
            found.sites.extend((node.start_byte, node.end_byte, name[10:]) for node in nodes)
        elif name == "module.doc":
            found.module_doc = nodes[0]
        elif name in ("condition", "alternative"):
            node = nodes[0]
            text = directives.condition_text(data, node.start_byte)
            found.conditions.append((node.start_byte, node.end_byte, text, name == "alternative"))
    if "import" in captures:
        node = captures["import"][0]
        names = [
            _text(data, n).lstrip(language.settings.name_strip or " ")
            for n in captures.get("import.name", ())
        ]
        if "path" in captures:
            parts = captures["path"]
            for target in data[parts[0].start_byte : parts[-1].end_byte].decode(errors="replace").split(","):
                found.imports.append((node.start_byte, _one_line(target).strip(), "", names))
            return
        for source in captures.get("source", [node]):
            target = _one_line(_text(data, source))
            how = next(
                (key[7:] for key in captures if key.startswith("import.") and key != "import.name"), ""
            )
            found.imports.append((node.start_byte, target.strip("\"'`<>"), how or _import_how(target), names))
    if definition is None:
        return
    if "kind" in captures:
        definition.kind = _text(data, captures["kind"][0])[:60]
    definition.doc = captures["doc"][0] if "doc" in captures else None
    definition.body = captures["body"][0] if "body" in captures else None
    definition.value = captures["value"][0] if "value" in captures else None
    if definition.body is not None and definition.body.start_byte >= definition.end:
        definition.end = definition.body.end_byte  # grammars that put the body beside the signature
    name_node = captures["name"][0] if "name" in captures else None
    if name_node is None:
        return
    definition.name_start = name_node.start_byte
    definition.name_end = captures["name"][-1].end_byte if "name" in captures else name_node.end_byte
    definition.name = _one_line(data[definition.name_start : definition.name_end].decode(errors="replace"))[
        :MAX_NAME
    ]
    if "rest" in captures:
        definition.is_rest = True
        definition.end = len(data)
    quote = definition.name[:1]
    if quote in "\"'`" and len(definition.name) > 2 and definition.name.endswith(quote):
        definition.name = definition.name.strip(quote)
    if language.name_match is not None:
        part = language.name_match.search(definition.name)
        definition.name = part[0] if part else definition.name
    if language.settings.name_strip:
        definition.name = definition.name.lstrip(language.settings.name_strip) or definition.name
    if language.settings.renames:
        definition.name = language.settings.renames.get(
            f"{definition.kind} {definition.name}", definition.name
        )
    if definition.node is not None and definition.node.type == "ERROR":  # it may hold much that stands before
        line_start = data.rfind(b"\n", 0, definition.name_start) + 1
        definition.start = max(definition.start, _skip_space(data, line_start))
    if "scope" in captures:
        definition.scope = _one_line(_text(data, captures["scope"][0])).strip("*& ")
    if definition.name:
        found.definitions.append(definition)


def _collect_flat(
    captures: dict[str, list[Node]],
    found: _Reading,
    data: bytes,
    prepared: cmacros.Prepared | None,
) -> None:
    """Take the captures of a query whose patterns have one capture each: the C family, where a node names itself."""
    seen = prepared.data if prepared else data  # by the grammar
    made = frozenset(item.start for item in prepared.made) if prepared else frozenset()
    spans = {
        "comment": found.comments,
        "string": found.strings,
        "wrapper": found.wrappers,
        "private": found.hidden,
    }
    for name, nodes in captures.items():
        first, _, rest = name.partition(".")
        if first == "reference":
            how, _, is_last = rest.partition(".")
            if is_last:
                places = (declarators.last_name(data, node.start_byte, node.end_byte) for node in nodes)
                found.sites += [(start, end, how) for start, end in places]
            else:
                found.sites += [
                    (node.start_byte, node.end_byte, how) for node in nodes if not node.is_missing
                ]
        elif name in spans:
            spans[name] += [(node.start_byte, node.end_byte) for node in nodes]
        elif first == "branch":
            found.branches += [node.start_byte for node in nodes]
        elif first == "definition":
            kind = rest.replace("_", " ")
            for node in nodes:
                _define_flat(kind, node, found, data, seen, made)
        elif first == "import":
            for node in nodes:
                target = _one_line(_text(data, node))
                found.imports.append((node.start_byte, target.strip("\"'`<>"), _import_how(target), []))
        elif first in ("condition", "alternative"):
            for node in nodes:
                text = directives.condition_text(data, node.start_byte)
                found.conditions.append((node.start_byte, node.end_byte, text, first == "alternative"))
        elif first == "access":
            found.access += [(node.start_byte, node.end_byte, _text(data, node)) for node in nodes]


def _define_flat(
    kind: str, node: Node, found: _Reading, data: bytes, text: bytes, made: frozenset[int]
) -> None:
    """Add the definitions of one node: `int a, *b;` has two. `text` is what the grammar saw, `made` where macros make one."""
    for item in declarators.find_definitions(kind, node, data):
        definition = _Definition(item.kind, node, 0)
        if item.start >= 0:
            definition.start, definition.end = item.start, item.end
        definition.name_start, definition.name_end = item.name_start, item.name_end
        definition.name = _one_line(data[item.name_start : item.name_end].decode(errors="replace"))[
            :MAX_NAME
        ].strip()
        definition.is_function, definition.is_typed = item.is_function, item.is_typed
        definition.body, definition.value = item.body, item.value
        definition.signature = b"" if node.start_byte in made else item.signature
        if text is not data and definition.start not in made:
            definition.start = declarators.start_of_line(data, text, definition.start)
            if definition.kind == "variable" and declarators.CONSTANT.search(
                data, definition.start, node.start_byte
            ):
                definition.kind = "constant"
        if item.kind == "namespace" and "::" in definition.name:
            _add_namespaces(definition, found, data)
        elif definition.start in made or (
            definition.name and not (item.is_function and definition.name in declarators.NO_NAMES)
        ):
            found.definitions.append(definition)


def _add_namespaces(definition: _Definition, found: _Reading, data: bytes) -> None:
    """Add what `namespace a::b {` opens: one namespace in the other."""
    assert definition.node is not None
    for part in re.finditer(rb"[A-Za-z_]\w*", data[definition.name_start : definition.name_end]):
        if part[0] != b"inline":
            inner = _Definition(definition.kind, definition.node, definition.pattern)
            inner.name = part[0].decode()
            inner.name_start = definition.name_start + part.start()
            inner.name_end = definition.name_start + part.end()
            inner.body = definition.body
            found.definitions.append(inner)


def _read_dropped(prepared: cmacros.Prepared, found: _Reading, data: bytes, language: Language) -> None:
    """Find the functions whose heads stand in branches of an `#if` that the grammar did not see."""
    assert language.parser is not None and language.query is not None
    for branch in prepared.dropped[:MAX_DROPPED]:
        start, end = branch.start, branch.end
        found.conditions.append((start, end, branch.condition, False))
        if branch.is_kept or b"(" not in data[start:end]:
            continue
        root = language.parser.parse(b" " * start + data[start:end] + b"}").root_node
        other = _Reading()
        captures = QueryCursor(language.query).captures(root)
        _collect_flat({"definition.function": captures.get("definition.function", [])}, other, data, None)
        for definition in other.definitions:
            definition.end = min(definition.end, end)
            definition.apart, definition.condition = branch.group, branch.condition
            found.definitions.append(definition)


def _add_macro_definitions(found: _Reading, prepared: cmacros.Prepared, data: bytes, has_error: bool) -> None:
    """Name what function-making macros define, and add the macros that the grammar did not see as calls."""
    found.comments += prepared.comments
    found.strings += prepared.strings
    found.access += prepared.access
    found.imports += [(start, target, how, []) for start, target, how in prepared.imports]
    found.site_names = prepared.names
    found.members = prepared.members
    quiet = sorted(found.comments + found.strings)
    starts = [start for start, _ in quiet]

    def is_code(position: int) -> bool:
        at = bisect_left(starts, position + 1) - 1
        return at < 0 or quiet[at][1] <= position

    found.sites += [(start, end, "call") for start, end in prepared.calls if is_code(start)]
    found.sites += prepared.sites
    if has_error:
        known = {d.name_start for d in found.definitions if d.kind == "macro"} | {
            made.name_start for made in prepared.made
        }
        for made in cmacros.find_macros(data):
            if made.name_start not in known and is_code(made.start):
                prepared.made.append(made)
    heads = {d.start: d for d in found.definitions} if prepared.made else {}
    if prepared.made:
        starts_made = {made.start for made in prepared.made}
        found.sites = [
            site
            for site in found.sites
            if not (site[2] == "type" and site[0] in starts_made)
            and not (site[2] == "call" and site[0] - 2 in starts_made)
        ]
    for made in prepared.made:
        definition = heads.get(made.start)
        if definition is None:
            if not is_code(made.start):
                continue
            definition = _Definition(made.kind, None, -1)
            definition.start = made.start
            definition.end = made.last or (
                cmacros.matching_brace(data, made.end) if made.has_body else made.end
            )
            found.definitions.append(definition)
        definition.kind, definition.name = made.kind, made.name
        definition.has_body = made.has_body
        if made.last:
            definition.end, definition.head_end = made.last, made.end
        definition.name_start, definition.name_end = made.name_start, made.name_start + 1
    if prepared.made:
        found.definitions = [definition for definition in found.definitions if definition.name]


def _take_python_definitions(found: _Reading, data: bytes) -> None:
    """Replace what the grammar found in a file that it could not read whole by what Python's own parser sees."""
    seen = pyast.find_definitions(data)
    if seen is None:
        known = {d.name_start for d in found.definitions}
        seen = pyast.find_heads(data, known, sorted(found.comments + found.strings)), {}
    else:
        found.definitions = []
    found.decorators |= seen[1]
    for made in seen[0]:
        definition = _Definition(made.kind, cast(Node, made.whole), -1)
        definition.name_start, definition.name_end = made.name.start_byte, made.name.end_byte
        definition.name = data[definition.name_start : definition.name_end].decode(errors="replace")
        definition.doc, definition.body = cast("Node | None", made.doc), cast("Node | None", made.body)
        definition.value = cast("Node | None", made.value)
        found.definitions.append(definition)


def _put_together(found: _Reading, data: bytes, newlines: list[int], language: Language) -> list[Symbol]:
    """Return the symbols in order, each with its scope, documentation, signature and complexity."""
    settings = language.settings
    comment_ends: dict[int, tuple[int, int]] = {}
    if settings.doc == "before":
        for start, end in sorted(found.comments):
            comment_ends[bisect_left(newlines, end - (data[end - 1] == 10)) + 1] = (start, end)
    if settings.inner_doc:
        mark = settings.inner_doc.encode()
        comment_ends = {
            line: span for line, span in comment_ends.items() if not data.startswith(mark, span[0])
        }
    branches = sorted(found.branches)
    spans = sorted(found.comments)
    comment_starts = {end if data[end - 1] > 32 else _end_before(data, end): start for start, end in spans}
    _end_rests(found.definitions)
    entries: list[tuple[int, int, int, Any]] = [
        (d.start, -d.end, 2, d) for d in sorted(found.definitions, key=_PATTERN_ORDER)
    ]
    entries += [(start, -end, 0, (text, other)) for start, end, text, other in found.conditions]
    entries += [(start, -end, 3, text) for start, end, text in found.access]
    entries += [(start, -end, 4, None) for start, end in found.hidden]
    entries += [(start, -end, 6, None) for start, end in found.unnamed]
    entries += [(start, -end, 1, None) for start, end in found.wrappers]
    entries.sort(key=_ENTRY_ORDER)
    symbols: list[Symbol] = []
    stack: list[tuple[int, int, str, str, int]] = []  # end, role, qualified name, kind, start
    seen: dict[tuple[int, int], str] = {}
    access: dict[int, str] = {}  # start of a class -> what its last label said
    last_in: dict[tuple[str, int], Symbol] = {}  # scope -> its last definition
    reads_head = settings.visibility not in ("", "underscore", "capital")
    visible: dict[
        str, str
    ] = {}  # qualified name -> visibility, for members that take that of what encloses them
    classes = (
        frozenset(d.name.rpartition("::")[2] for d in found.definitions if d.kind in language.class_kinds)
        if settings.prepare
        else frozenset()
    )
    for start, negative_end, role, value in entries:
        end = -negative_end
        while stack and stack[-1][0] <= start:
            stack.pop()
        if role == 0:
            text, is_other = value
            negated = directives.negate(text)
            if is_other:
                before = next((entry[3] for entry in reversed(stack) if entry[1] in (0, 5)), "")
                text, negated = _both(before, text), _both(before, negated)
            stack.append((end, 5 if is_other else 0, text, negated, start))
            continue
        if role == 3:
            around = next((entry[4] for entry in reversed(stack) if entry[1] in (2, 6)), -1)
            access[around] = value
            continue
        if role != 2:
            stack.append((end, role, "", "", start))
            continue
        d: _Definition = value
        key = (d.name_start, d.name_end)
        if key in seen and (seen[key] == d.kind or d.pattern != -1):
            continue
        seen[key] = d.kind
        if d.kind == "none":
            continue
        outer = start
        scope = parent_kind = ""
        condition = []
        is_near = True
        is_hidden = is_other = False
        parent_start = -1
        is_twin = False  # of another name in the same declaration: `int a, b;`
        for above_end, above_role, text, kind, above_start in reversed(stack):
            if 0 <= d.apart <= above_start:
                continue  # it stands in another branch
            if above_role == 1 and is_near:
                outer = above_start
            elif above_role == 2:
                if above_start == start and above_end == end and kind not in settings.scope_kinds:
                    is_twin = True
                    continue
                is_near = False
                if not scope:
                    scope, parent_kind = text, kind
                    if parent_start < 0:
                        parent_start = above_start
            elif above_role == 6:
                is_near = False
                if parent_start < 0:
                    parent_start = above_start
            elif above_role == 4:
                is_near = False
                is_hidden = True
            elif above_role in (0, 5):
                is_near = False
                if text and not is_other:
                    condition.append(text)
                is_other = above_role == 5
        kind = settings.upper_kinds.get(d.kind, d.kind) if d.name.isupper() else d.kind
        if kind in settings.attribute_kinds:
            owner = next(
                (entry for entry in reversed(stack) if entry[1] == 2 and entry[3] in language.class_kinds),
                None,
            )
            if owner is None:
                del seen[key]  # another pattern may know what it is
                continue
            if f"{owner[2]}{settings.separator}{d.name}" in visible:
                continue
            scope, parent_kind, parent_start = owner[2], owner[3], owner[4]
        if (
            settings.local_kinds
            and kind in settings.local_kinds
            and scope
            and parent_kind not in language.class_kinds
            and parent_kind not in settings.scope_kinds
        ):
            continue
        if parent_kind in language.class_kinds:
            kind = settings.member_kinds.get(kind, kind)
        if (kind == "macro" and settings.prepare) or (
            found.members is not None
            and not d.head_end
            and parent_kind in _OBJC_KINDS
            and not _is_inside(start, found.members)
        ):
            scope = parent_kind = (
                ""  # the preprocessor knows no scopes, and a class of Objective-C holds no functions
            )
            parent_start = -1
            kind = d.kind
        name, scope = _qualify(d, scope, settings.separator)
        if not name:
            continue
        if d.is_function and d.pattern >= 0:
            kind = declarators.function_kind(kind, name, scope, d.name, d.is_typed, classes)
            if not kind:
                found.sites.append((d.name_start, d.name_end, "call"))
                d.name_end = -1  # it names nothing
                continue
            if kind == "method" and outer < start and data.startswith(b"friend", outer):
                kind = "function"
            if kind == "function" and d.node is not None and not d.is_typed and name.isupper():
                name = declarators.macro_name(d.node, data, d.name_start)
        qualified = f"{scope}{settings.separator}{name}" if scope else name
        if kind in settings.once_kinds and qualified in visible:
            continue
        if d.apart >= 0:
            condition.insert(0, d.condition)
        elif not is_twin:
            stack.append((end, 2, qualified, kind, start))
        undecorated = outer
        while found.decorators:
            at = _end_before(data, outer)
            while at in comment_starts:
                at = _end_before(data, comment_starts[at])
            decorator = found.decorators.get(at)
            if decorator is None:
                break
            outer = decorator
        if data[end - 1] <= 32:
            end = max(start, _end_before(data, end))
        while end in comment_starts:  # a comment at the end of an indented body is not part of it
            end = _end_before(data, comment_starts[end])
        first_line = bisect_left(newlines, start) + 1
        last_line = bisect_left(newlines, max(start, end - 1)) + 1
        signature = _signature(d, data, outer, spans)
        if len(signature) >= MAX_SIGNATURE and outer < undecorated:
            signature = _signature(d, data, undecorated, spans)
        symbol = Symbol(
            name=name,
            kind=kind,
            first_line=first_line,
            last_line=last_line,
            scope=scope,
            signature=signature,
            complexity=_complexity(d, branches) if language.counts_branches else 0,
            condition=" && ".join(reversed(condition))[:MAX_SIGNATURE] if condition else "",
            name_line=bisect_left(newlines, d.name_start) + 1,
        )
        head = ""
        if reads_head:
            head = data[max(outer, d.name_start - 300) : d.name_start].decode(errors="replace")
        inherits = bool(settings.inherit_visibility) and (
            f"{parent_kind} *" in settings.inherit_visibility
            or f"{parent_kind} {kind}" in settings.inherit_visibility
        )
        is_outer = settings.outer_visibility and (not parent_kind or parent_kind in settings.scope_kinds)
        default = settings.outer_visibility if is_outer else settings.default_visibility
        default = visible.get(scope, "") if inherits else default
        if settings.visibility == "modifier":
            default = access.get(parent_start, default)
        symbol.visibility = _visibility(
            symbol, settings.visibility, default, parent_kind, language, data, d, head
        )
        if kind == "macro" and settings.prepare:
            symbol.visibility = ""
        elif is_hidden:
            symbol.visibility = "private"
        elif parent_start in access and settings.visibility != "modifier":
            symbol.visibility = access[parent_start]
        elif (
            d.is_function
            and not d.head_end
            and "::" in d.name
            and kind in ("method", "constructor", "destructor")
        ):
            symbol.visibility = ""  # what its class says of it stands elsewhere
        visible[qualified] = symbol.visibility
        if kind == "impl":
            symbol.visibility = ""
        if d.doc is not None:
            symbol.doc = comments.clean_string(_text(data, d.doc))
            symbol.doc_first_line = bisect_left(newlines, d.doc.start_byte) + 1
            symbol.doc_last_line = bisect_left(newlines, d.doc.end_byte - 1) + 1
        elif settings.doc == "before" and (parent_start < 0 or data.find(b"\n", parent_start, outer) >= 0):
            _doc_before(symbol, comment_ends, data, bisect_left(newlines, outer) + 1, newlines)
        if kind in settings.merge_kinds:
            earlier = last_in.get((scope, parent_start))
            if earlier is not None and earlier.name == name and earlier.kind == kind:
                earlier.last_line = max(earlier.last_line, last_line)
                earlier.complexity += symbol.complexity
                continue
        last_in[scope, parent_start] = symbol
        symbols.append(symbol)
    for symbol in symbols:
        # Of torn code a grammar may keep the name and lose the end.
        symbol.last_line = max(symbol.last_line, symbol.name_line)
    return symbols


def _add_rescued(symbols: list[Symbol], data: bytes, language: Language) -> None:
    """Add what the line patterns find in a file that the grammar could not read whole, where it found nothing."""
    known = {(symbol.name, symbol.name_line) for symbol in symbols}
    holders = [symbol for symbol in symbols if symbol.kind in language.class_kinds]
    for symbol in patterns.find_symbols(data, language):
        last = symbol.name.rpartition(language.settings.separator)[2]
        if (symbol.name, symbol.name_line) in known or (last, symbol.name_line) in known:
            continue
        around = [holder for holder in holders if holder.first_line < symbol.first_line <= holder.last_line]
        if around and not symbol.scope:
            holder = min(around, key=lambda holder: holder.last_line - holder.first_line)
            symbol.scope = (
                f"{holder.scope}{language.settings.separator}{holder.name}" if holder.scope else holder.name
            )
        symbols.append(symbol)
    symbols.sort(key=lambda symbol: symbol.first_line)


def _end_rests(definitions: list[_Definition]) -> None:
    """End what holds the rest of the file (`package Shop;`) where the next of its kind starts."""
    kinds = {d.kind for d in definitions if d.is_rest}
    for kind in kinds:
        same = [d for d in definitions if d.kind == kind and (d.is_rest or kind in ("package", "namespace"))]
        for d, follower in pairwise(sorted(same, key=lambda d: d.start)):
            if d.is_rest and d.start < follower.start:
                d.end = follower.start


def _qualify(d: _Definition, scope: str, separator: str) -> tuple[str, str]:
    """Split `Foo<T>::bar` into its own name and the scope it adds to the enclosing one."""
    name = d.name
    if separator == "::" and "::" in name and not d.head_end:  # `moveTo::` is one name in Objective-C
        head, name = _split_qualified(name)
        if head:
            d.scope = head
    if d.scope:
        scope = f"{scope}{separator}{d.scope}" if scope else d.scope
    return name, scope


def _split_qualified(name: str) -> tuple[str, str]:
    """Split at the last `::` that is not inside template arguments; template arguments of the scope go."""
    depth = 0
    if "operator" in name:
        at = name.find("operator")
        cut = name.rfind("::", 0, at)
        return (_strip_templates(name[:cut]), name[cut + 2 :]) if cut >= 0 else ("", name)
    for at in range(len(name) - 1, 0, -1):
        char = name[at]
        if char == ">":
            depth += 1
        elif char == "<":
            depth -= 1
        elif char == ":" and depth == 0 and name[at - 1] == ":":
            return _strip_templates(name[: at - 1]), name[at + 1 :]
    return "", name


def _strip_templates(name: str) -> str:
    while "<" in name:
        stripped = re.sub(r"<[^<>]*>", "", name)
        if stripped == name:
            break
        name = stripped
    return name.replace(" ", "").removeprefix("::")


def _signature(d: _Definition, data: bytes, outer: int, spans: list[tuple[int, int]]) -> str:
    if d.signature:
        return _one_line(d.signature.decode(errors="replace"))[:MAX_SIGNATURE]
    if d.head_end:
        return _one_line(data[d.start : d.head_end].decode(errors="replace")).rstrip("; ")[:MAX_SIGNATURE]
    if d.node is None:
        end = data.find(b"{", d.start, d.end)
        return _one_line(data[d.start : end if end > 0 else d.end].decode(errors="replace"))[:MAX_SIGNATURE]
    body = d.body or d.node.child_by_field_name("body")
    end = body.start_byte if body is not None and body.start_byte > d.start else min(d.end, d.node.end_byte)
    if d.value is not None:
        value = data[d.value.start_byte : d.value.end_byte]
        if len(value) > MAX_VALUE or b"\n" in value:
            body, end = d.value, d.value.start_byte
        else:
            end = max(end, d.value.end_byte)
    if end > d.start + 1200:
        end = d.start + 1200
    start = max(outer, d.start - 600)
    if d.doc is not None and outer <= d.doc.start_byte <= d.start:
        start = d.doc.end_byte  # a description that stands before the definition's own words
    text = _without_comments(data, start, end, spans).replace(b"\\\n", b" ").decode(errors="replace")
    if "#" in text:
        text = _DIRECTIVE.sub("", text)
    text = _one_line(text).replace("( ", "(").replace(" )", ")") if "\n" in text else _one_line(text)
    if d.node.type in ("preproc_def", "preproc_function_def"):
        line = data[d.start : min(end, d.start + 240)].split(b"\n", 1)[0].decode(errors="replace")
        text = _one_line(_MACRO_REMARK.sub("", line)).rstrip("\\ ")
    text = text.rstrip(" {:=;,").strip() if body is not None else text.rstrip(" {;,").strip()
    return text if len(text) <= MAX_SIGNATURE else text[: MAX_SIGNATURE - 1] + "…"


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


def _without_comments(data: bytes, start: int, end: int, spans: list[tuple[int, int]]) -> bytes:
    at = bisect_left(spans, (start, start))
    if at == len(spans) or spans[at][0] >= end:
        return data[start:end]
    pieces = []
    for first, last in spans[at:]:
        if first >= end:
            break
        pieces.append(data[start:first])
        start = max(start, last)
    pieces.append(data[start:end])
    return b" ".join(pieces)


def _complexity(d: _Definition, branches: list[int]) -> int:
    if d.node is None or d.head_end:
        has_body = d.has_body
    else:
        has_body = d.body is not None or d.node.child_by_field_name("body") is not None
    if not has_body or d.kind in _BODIES_OF_MEMBERS:
        return 0
    return 1 + bisect_left(branches, d.end) - bisect_left(branches, d.start)


def _is_inside(position: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= position < end for start, end in spans)


def _both(first: str, second: str) -> str:
    return f"{first} && {second}" if first and second else first or second


def _visibility(
    symbol: Symbol,
    rule: str,
    default: str,
    parent_kind: str,
    language: Language,
    data: bytes,
    d: _Definition,
    head: str,
) -> str:
    name = symbol.name
    if symbol.kind in ("package", "namespace") or (rule == "modifier" and symbol.kind == "macro"):
        return ""
    if rule == "underscore":
        is_private = name.startswith("_") and not (name.startswith("__") and name.endswith("__"))
        return "private" if is_private else "public"
    if rule == "local":
        return "private" if head.lstrip().startswith("local") else "public"
    if rule == "capital":
        return "public" if name[:1].isupper() else "private"
    if rule in ("modifier", "pub", "export", "static", "access"):
        modifiers = set(_MODIFIERS.findall(head))
        if rule == "pub":
            if symbol.kind == "impl":  # what implements a trait is as public as the trait
                return "public" if " for " in head else "private"
            if "pub" in modifiers and re.search(r"\bpub\s*\(", head):
                return "internal"
            return "public" if "pub" in modifiers else default or "private"
        if rule == "export":
            if name.startswith("#") or "private" in modifiers:
                return "private"
            if "protected" in modifiers:
                return "protected"
            return "public" if "export" in modifiers or parent_kind in language.class_kinds else default
        if rule == "static":
            return (
                "private" if "static" in modifiers and parent_kind not in language.class_kinds else "public"
            )
        if rule == "access":
            if parent_kind in language.class_kinds:
                return "private" if parent_kind == "class" else "public"
            return "private" if "static" in modifiers else "public"
        for word, meaning in (
            ("private", "private"),
            ("fileprivate", "private"),
            ("protected", "protected"),
            ("internal", "internal"),
            ("public", "public"),
            ("open", "public"),
        ):
            if word in modifiers:
                return meaning
    return default


def _doc_before(
    symbol: Symbol, comment_ends: dict[int, tuple[int, int]], data: bytes, line: int, newlines: list[int]
) -> None:
    """Attach the comment block that ends on the line above `line`."""
    at = line - 1
    if at not in comment_ends:
        return
    blocks: list[str] = []
    first = at
    while at in comment_ends:
        start, end = comment_ends[at]
        first = bisect_left(newlines, start) + 1
        line_start = newlines[first - 2] + 1 if first > 1 else 0
        if data[line_start:start].strip() or (start == 0 and data.startswith(b"#!")):
            break  # a comment behind code belongs to that code
        if blocks and data.startswith(b"/*", start):
            break
        blocks.append(data[start:end].decode(errors="replace").rstrip("\n"))
        if data.startswith(b"/*", start):
            break
        at = first - 1
    if not blocks:
        return
    text = comments.clean("\n".join(reversed(blocks)))
    if not comments.prose(text):
        return
    symbol.doc = text
    symbol.doc_last_line = line - 1
    symbol.doc_first_line = bisect_left(newlines, comment_ends[at][0]) + 1 if at in comment_ends else at + 1


def _dedupe_imports(found: _Reading, newlines: list[int]) -> list[Import]:
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


def _sites(found: _Reading, data: bytes, newlines: list[int], language: Language) -> list[Site]:
    sites: list[Site] = []
    before_start = -1
    own_names = {d.name_end for d in found.definitions if d.kind not in ("impl", "extension", "given")}
    is_typed = language.settings.separator == "."  # then `x::T` says what x is, not where T is
    builtins = language.builtins
    row = 0
    for start, end, how in sorted(found.sites)[:MAX_SITES]:
        if (
            start == before_start
        ):  # one place, one use: `base` and `call` say more than `type`, and sort before it
            if how == "decorator" and sites:
                sites[-1].how = how  # `@cached(10)` is no plain call
            continue
        name = data[start:end]
        if how == "call" or how == "type":
            if end in own_names:
                continue
            if name in builtins:
                before_start = start
                continue
        before_start = start
        if end - start > MAX_NAME:
            continue
        row = bisect_left(newlines, start, row)
        line_start = newlines[row - 1] + 1 if row else 0
        if start and data[start - 1] in b".>:" and not (is_typed and how == "type" and data[start - 1] == 58):
            before = _BEFORE_NAME.match(data[max(line_start, start - 100) : start][::-1])
            if before:
                name = before[0][::-1] + name
        text = name.decode(errors="replace")
        if found.site_names and start in found.site_names:
            text = found.site_names[start]
        elif b" " in name or b"\n" in name or b"\t" in name:
            text = _one_line(text)
        sites.append(Site(text, row + 1, start - line_start + 1, how))
    return sites


def _find_purpose(facts: Facts, found: _Reading, data: bytes, newlines: list[int]) -> None:
    """Take the file's own words about itself: its documentation string, or the first comment that is not legal text."""
    if found.module_doc is not None:
        text = comments.prose(comments.clean_string(_text(data, found.module_doc)))
        if text:
            facts.purpose = text
            facts.purpose_first_line = bisect_left(newlines, found.module_doc.start_byte) + 1
            facts.purpose_last_line = bisect_left(newlines, found.module_doc.end_byte - 1) + 1
            return
    head = facts.symbols[0] if facts.symbols else None
    if head is not None and head.doc and head.kind in ("module", "unit", "library") and not head.visibility:
        facts.purpose = comments.prose(head.doc)  # the module is the file
        facts.purpose_first_line, facts.purpose_last_line = head.doc_first_line, head.doc_last_line
        return
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
    for index, (start, end) in enumerate(spans[:80]):
        if bisect_left(newlines, start) + 1 >= first_code or _has_code(
            data, spans[index - 1][1] if index else 0, start
        ):
            break
        if start == 0 and data.startswith(b"#!"):
            continue
        block.append((start, end))
        follower = spans[index + 1][0] if index + 1 < len(spans) else len(data)
        gap = data[end - data.endswith(b"\n", start, end) : follower]
        is_block = data.startswith(b"/*", start) or data.startswith(b"/*", follower)
        if not gap.strip() and gap.count(b"\n") <= 1 and not is_block:
            continue
        text = "\n".join(data[a:b].decode(errors="replace").rstrip("\n") for a, b in block)
        words = comments.prose(comments.clean(text))
        if len(words) >= 12 and " " in words:
            facts.purpose = words
            facts.purpose_first_line = bisect_left(newlines, block[0][0]) + 1
            facts.purpose_last_line = bisect_left(newlines, max(block[-1][0], block[-1][1] - 1)) + 1
            return
        block = []


def _has_code(data: bytes, start: int, end: int) -> bool:
    """Tell whether anything but preprocessor lines stands between two comments."""
    return any(line.strip() and not line.lstrip().startswith(b"#") for line in data[start:end].split(b"\n"))


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


def _import_how(target: str) -> str:
    if target.startswith("<"):
        return "angle"
    if target.startswith(('"', "'")):
        return "quoted"
    return "relative" if target.startswith(".") else ""


def _end_before(data: bytes, position: int) -> int:
    """Return where the last byte before `position` that is not white space ends."""
    while position > 0 and data[position - 1] in b" \t\r\n":
        position -= 1
    return position


def _skip_space(data: bytes, position: int) -> int:
    while data[position : position + 1] in (b" ", b"\t"):
        position += 1
    return position


def _newline_offsets(data: bytes) -> list[int]:
    """Return where each newline stands. No Python code runs per line: files have many."""
    lengths = accumulate(map(len, data.split(b"\n")[:-1]))
    return list(map(add, lengths, range(len(data))))


def _text(data: bytes, node: Node) -> str:
    return data[node.start_byte : node.end_byte].decode(errors="replace")


def _one_line(text: str) -> str:
    return (
        _SPACE.sub(" ", text).strip()
        if "\n" in text or "  " in text or "\t" in text or "\r" in text
        else text
    )
