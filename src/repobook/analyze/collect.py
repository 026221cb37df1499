"""Captures of a query -> definitions, places, comments, strings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import repeat
from operator import attrgetter

from tree_sitter import Node

from repobook.analyze import cmacros, declarators, directives
from repobook.analyze.languages import Language
from repobook.analyze.reading import MAX_NAME, Definition, Reading, one_line, skip_space, text_of
from repobook.analyze.use_trees import read_tree

_ALIAS = re.compile(rb"\s+(?:as|=>)\s|\s*:(?!:)")
_ALONE = (
    "comment", "string", "interpolation", "local", "wrapper", "private", "unnamed", "branch", "decorator", "access",
)  # fmt: skip
_PARTS = frozenset(("name", "body", "value", "doc", "scope", "source", "import", "import.name"))  # of a group
# Scopes in small letters that are namespaces for sure, or that the file opens itself.
_NAMESPACES = frozenset(
    (b"std", b"chrono", b"filesystem", b"detail", b"details", b"internal", b"impl", b"testing")
)
_OPENS = re.compile(rb"\bnamespace\s+(?:\w+\s*::\s*)*(\w+)")
_START, _END = attrgetter("start_byte"), attrgetter("end_byte")
_MARKS = frozenset(("local.export", "local.type", "local.this"))
_BLOCKS = frozenset(
    f"local.{kind}" for kind in ("block", "function", "order", "loop", "value", "after", "hoist", "clause")
)
_HOWS = {f"reference.{how}": how for how in ("base", "call", "decorator", "type", "mention")}


def collect_matches(
    matches: list[tuple[int, dict[str, list[Node]]]], found: Reading, data: bytes, language: Language
) -> None:
    """Take the matches of a query. Most have one capture, which tells all: those are put together by its name."""
    alone: dict[str, list[Node]] = {name: [] for name in (*_HOWS, *_ALONE)}
    adders = {name: nodes.append for name, nodes in alone.items()}
    for pattern, captures in matches:
        if len(captures) == 1:
            for name, nodes in captures.items():
                break
            if name in adders:
                adders[name](nodes[0])
                continue
            node = nodes[0]
            if name in _BLOCKS:
                found.blocks.append((node.start_byte, node.end_byte, name[6:]))
                continue
            if name in _MARKS:
                found.marks.append((node.start_byte, node.end_byte, name[6:]))
                continue
            if name == "module.doc":
                found.module_doc = node
                continue
        _collect_group(pattern, captures, found, data, language)
    for name, how in _HOWS.items():
        found.sites += _places(alone[name], how)
    found.comments += _spans(alone["comment"])
    found.strings += _spans(alone["string"])
    found.interpolations += _spans(alone["interpolation"])
    found.locals += _spans(alone["local"])
    found.wrappers += _spans(alone["wrapper"])
    found.hidden += _spans(alone["private"])
    found.unnamed += _spans(alone["unnamed"])
    found.branches += map(_START, alone["branch"])
    found.decorators.update((end, start) for start, end in _spans(alone["decorator"]))
    found.access += [(node.start_byte, node.end_byte, text_of(data, node)) for node in alone["access"]]


def _spans(nodes: list[Node]) -> Iterator[tuple[int, int]]:
    return zip(map(_START, nodes), map(_END, nodes), strict=True)


def _places(nodes: list[Node], how: str) -> Iterator[tuple[int, int, str]]:
    return zip(map(_START, nodes), map(_END, nodes), repeat(how), strict=False)


def _collect_group(
    pattern: int, captures: dict[str, list[Node]], found: Reading, data: bytes, language: Language
) -> None:
    definition: Definition | None = None
    for name, nodes in captures.items():
        if name in _PARTS:
            continue
        if name.startswith("definition."):
            definition = Definition(name[11:].replace("_", " "), nodes[0], pattern)
        elif name.startswith("reference."):
            found.sites += _places(nodes, name[10:])
        elif name == "module.doc":
            found.module_doc = nodes[0]
        elif name in ("condition", "alternative"):
            node = nodes[0]
            text = directives.condition_text(data, node.start_byte)
            found.conditions.append((node.start_byte, node.end_byte, text, name == "alternative"))
    for node in captures.get("access.name", ()):
        word = text_of(data, captures["access.word"][0]).partition("_")[0]
        name = text_of(data, node).lstrip(language.settings.name_strip or " ")
        found.named_access.append((node.start_byte, node.end_byte, word, name))
    if "import.tree" in captures:
        requests, taken_nodes = read_tree(data, captures["import.tree"][0])
        start = captures["import"][0].start_byte
        found.imports += [(start, target, "", names) for target, names in requests]
        found.sites += _places(taken_nodes, "import")
    elif "import" in captures:
        node = captures["import"][0]
        names = [
            _name_taken(text_of(data, n).lstrip(language.settings.name_strip or " "))
            for n in captures.get("import.name", ())
        ]
        for default in captures.pop("import.default", ()):
            names.append(f"default as {text_of(data, default)}")
            found.sites.append((default.start_byte, default.end_byte, "import"))
        found.sites += _places(captures.pop("import.last", []), "import")
        for taken in captures.get("import.name", ()):
            start, end = taken.start_byte, taken.end_byte
            if data.startswith(b"type ", start, end):  # import { type Item }
                start += 5
            if (cut := _ALIAS.search(data, start, end)) is not None:
                end = cut.start()
            if data[start:end].replace(b".", b"").replace(b"_", b"a").isalnum():
                found.sites.append((start, end, "import"))
        if "import.alias" in captures:  # the whole of it goes by another name
            names.append(f"as {text_of(data, captures.pop('import.alias')[0])}")
        before = text_of(data, prefix[0]) if (prefix := captures.pop("import.prefix", None)) else ""
        if "path" in captures:
            parts = captures["path"]
            for target in data[parts[0].start_byte : parts[-1].end_byte].decode(errors="replace").split(","):
                found.imports.append((node.start_byte, one_line(target).strip(), "", names))
            return
        for source in captures.get("source", [node]):
            target = one_line(text_of(data, source))
            if before:
                target = f"{before}{language.settings.separator}{target}"
            how = next(
                (
                    key[7:].replace(".", " ")
                    for key in captures
                    if key.startswith("import.") and key != "import.name"
                ),
                "",
            )
            found.imports.append((node.start_byte, target.strip("\"'`<>"), how or _import_how(target), names))
    if definition is None:
        return
    if "kind" in captures:
        definition.kind = text_of(data, captures["kind"][0])[:60]
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
    definition.name = one_line(data[definition.name_start : definition.name_end].decode(errors="replace"))[
        :MAX_NAME
    ]
    if "rest" in captures:
        definition.is_rest = True
        definition.end = len(data)
    quote = definition.name[:1]
    if quote in "\"'`" and len(definition.name) > 2 and definition.name.endswith(quote):
        definition.name = _unquoted(definition.name, quote)
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
        definition.start = max(definition.start, skip_space(data, line_start))
    if "scope" in captures:
        definition.scope = one_line(text_of(data, captures["scope"][0])).strip("*& ")
    if definition.name:
        found.definitions.append(definition)


def _unquoted(name: str, quote: str) -> str:
    """Return what a literal says: `the app's template` of `'the app\\'s template'`."""
    count = 3 if name.startswith(quote * 3) and name.endswith(quote * 3) and len(name) > 6 else 1
    return name[count:-count].replace(f"\\{quote}", quote)


def _name_taken(text: str) -> str:
    """Return `Item as Thing` of that, of `type Item as Thing`, `Item: Thing` and `Item => Thing`."""
    text = one_line(text).removeprefix("type ").replace(" => ", " as ")
    taken, colon, alias = text.partition(":")
    return f"{taken.strip()} as {alias.strip()}" if colon and alias[:1] != ":" else text


def collect_flat(
    captures: dict[str, list[Node]],
    found: Reading,
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
        "local": found.locals,
        "label": found.labels,
    }
    for name, nodes in captures.items():
        first, _, rest = name.partition(".")
        if first == "reference":
            how, _, is_last = rest.partition(".")
            if how == "scope":  # `Cart::total`: most in small letters are namespaces
                spaces = _NAMESPACES.union(_OPENS.findall(data))
                found.sites += [
                    (node.start_byte, node.end_byte, "type")
                    for node in nodes
                    if 65 <= data[node.start_byte] <= 90
                    or data[node.start_byte : node.end_byte] not in spaces
                ]
            elif is_last:
                places = (declarators.last_name(data, node.start_byte, node.end_byte) for node in nodes)
                found.sites += [(start, end, how) for start, end in places]
            else:
                found.sites += _places([node for node in nodes if not node.is_missing], how)
        elif name in spans:
            spans[name] += _spans(nodes)
        elif name in _BLOCKS:
            found.blocks += _places(nodes, name[6:])
        elif first == "branch":
            found.branches += map(_START, nodes)
        elif first == "definition":
            kind = rest.replace("_", " ")
            for node in nodes:
                _define_flat(kind, node, found, data, seen, made)
        elif first == "import":
            for node in nodes:
                target = one_line(text_of(data, node))
                found.imports.append((node.start_byte, target.strip("\"'`<>"), _import_how(target), []))
        elif first in ("condition", "alternative"):
            for node in nodes:
                text = directives.condition_text(data, node.start_byte)
                found.conditions.append((node.start_byte, node.end_byte, text, first == "alternative"))
        elif first == "access":
            found.access += [(node.start_byte, node.end_byte, text_of(data, node)) for node in nodes]


def _define_flat(
    kind: str, node: Node, found: Reading, data: bytes, text: bytes, made: frozenset[int]
) -> None:
    """Add the definitions of one node: `int a, *b;` has two. `text` is what the grammar saw, `made` where macros make one."""
    for item in declarators.find_definitions(kind, node, data):
        definition = Definition(item.kind, node, 0)
        if item.start >= 0:
            definition.start, definition.end = item.start, item.end
        definition.name_start, definition.name_end = item.name_start, item.name_end
        definition.name = one_line(data[item.name_start : item.name_end].decode(errors="replace"))[
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


def _add_namespaces(definition: Definition, found: Reading, data: bytes) -> None:
    """Add what `namespace a::b {` opens: one namespace in the other."""
    assert definition.node is not None
    for part in re.finditer(rb"[A-Za-z_]\w*", data[definition.name_start : definition.name_end]):
        if part[0] != b"inline":
            inner = Definition(definition.kind, definition.node, definition.pattern)
            inner.name = part[0].decode()
            inner.name_start = definition.name_start + part.start()
            inner.name_end = definition.name_start + part.end()
            inner.body = definition.body
            found.definitions.append(inner)


def _import_how(target: str) -> str:
    if target.startswith("<"):
        return "angle"
    if target.startswith(('"', "'")):
        return "quoted"
    return "relative" if target.startswith(".") else ""
