"""Ask clang where the names of a C or C++ repository are declared and defined.

    python bench/accuracy/cpp_oracle.py REPO -o FILE [--sample 12000] [--include DIR …] [--argument=-std=c++17 …]
                                        [--sources GLOB …] [--exclude GLOB …] [--compile-commands FILE]

Needs the `libclang` wheel and, for its own headers (stddef.h …), either Debian's libclang-common-*-dev or gcc. Source
files are parsed one by one; a position is every place where clang's tree refers to something whose name stands there.
What a template's parameters decide has no answer before it is instantiated and is left out.
"""

from __future__ import annotations

import argparse
import ctypes
import fnmatch
import glob
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from clang import cindex
from clang.cindex import CursorKind as Kind
from positions import Definition, Position, choose, write

SOURCES = ("*.c", "*.cc", "*.cpp", "*.cxx")
# Errors after which clang has nothing useful to say of a file.
FATAL = 4

REFERENCES = {
    Kind.DECL_REF_EXPR,
    Kind.MEMBER_REF_EXPR,
    Kind.CALL_EXPR,
    Kind.TYPE_REF,
    Kind.TEMPLATE_REF,
    Kind.MEMBER_REF,
    Kind.VARIABLE_REF,
    Kind.OVERLOADED_DECL_REF,
    Kind.MACRO_INSTANTIATION,
}
# What brings a name in from elsewhere is no definition.
USING = {Kind.USING_DECLARATION, Kind.UNEXPOSED_DECL}
KINDS = {
    Kind.FUNCTION_DECL: "function",
    Kind.FUNCTION_TEMPLATE: "function",
    Kind.CXX_METHOD: "method",
    Kind.CONSTRUCTOR: "method",
    Kind.DESTRUCTOR: "method",
    Kind.CONVERSION_FUNCTION: "method",
    Kind.FIELD_DECL: "field",
    Kind.VAR_DECL: "variable",
    Kind.PARM_DECL: "parameter",
    Kind.TEMPLATE_TYPE_PARAMETER: "parameter",
    Kind.TEMPLATE_NON_TYPE_PARAMETER: "parameter",
    Kind.TEMPLATE_TEMPLATE_PARAMETER: "parameter",
    Kind.STRUCT_DECL: "class",
    Kind.CLASS_DECL: "class",
    Kind.UNION_DECL: "class",
    Kind.CLASS_TEMPLATE: "class",
    Kind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION: "class",
    Kind.ENUM_DECL: "enum",
    Kind.ENUM_CONSTANT_DECL: "constant",
    Kind.TYPEDEF_DECL: "type",
    Kind.TYPE_ALIAS_DECL: "type",
    Kind.TYPE_ALIAS_TEMPLATE_DECL: "type",
    Kind.CONCEPT_DECL: "concept",
    Kind.MACRO_DEFINITION: "macro",
}
FUNCTIONS = {
    Kind.FUNCTION_DECL,
    Kind.FUNCTION_TEMPLATE,
    Kind.CXX_METHOD,
    Kind.CONSTRUCTOR,
    Kind.DESTRUCTOR,
    Kind.CONVERSION_FUNCTION,
    Kind.LAMBDA_EXPR,
}


def main() -> None:
    arguments = _parser().parse_args()
    root = os.path.realpath(arguments.repo)
    library = _Library()
    walk = _Walk(root, library, arguments.exclude)
    for path, flags in list_units(root, arguments):
        unit = library.parse(os.path.join(root, path), flags)
        errors = [each for each in unit.diagnostics if each.severity >= cindex.Diagnostic.Error]
        fatal = any(each.severity >= FATAL for each in errors)
        note = f": {len(errors)} errors, first: {errors[0]}" if errors else ""
        print(f"{path}{' left out' if fatal else ''}{note}", file=sys.stderr, flush=True)
        if not fatal:
            walk.take(unit)
    positions = choose(walk.positions(), arguments.sample)
    count = write(positions, arguments.output)
    print(f"{count:,} positions: {arguments.output}", file=sys.stderr)


def list_units(root: str, arguments: argparse.Namespace) -> Iterator[tuple[str, list[str]]]:
    """Yield the source files of the repository, each with the arguments that it is compiled with."""
    if arguments.compile_commands:
        database = cindex.CompilationDatabase.fromDirectory(
            os.path.dirname(os.path.realpath(arguments.compile_commands))
        )
        for command in database.getAllCompileCommands():
            full = os.path.realpath(os.path.join(command.directory, command.filename))
            flags = [
                word for word in list(command.arguments)[1:] if word not in ("-c", "--", command.filename)
            ]
            if full.startswith(root + os.sep):
                yield os.path.relpath(full, root), [*flags, "-working-directory", command.directory]
        return
    flags = [f"-I{os.path.join(root, folder)}" for folder in ["", *arguments.include]] + arguments.argument
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), root)
            if any(fnmatch.fnmatch(path, pattern) for pattern in arguments.exclude):
                continue
            if any(fnmatch.fnmatch(path, pattern) for pattern in arguments.sources or SOURCES):
                is_c = path.endswith(".c")
                yield path, [flag for flag in flags if not (is_c and flag.startswith("-std=c++"))]


class _Library:
    """What of libclang its Python side leaves out."""

    def __init__(self) -> None:
        self.index = cindex.Index.create()
        self.lib = cindex.conf.lib
        out = [ctypes.POINTER(ctypes.c_void_p), *[ctypes.POINTER(ctypes.c_uint)] * 3]
        self.lib.clang_getFileLocation.argtypes = [cindex.SourceLocation, *out]
        self.lib.clang_getFileLocation.restype = None
        self.lib.clang_getFileName.argtypes = [ctypes.c_void_p]
        self.lib.clang_getNumOverloadedDecls.argtypes = [cindex.Cursor]
        self.lib.clang_getNumOverloadedDecls.restype = ctypes.c_uint
        self.lib.clang_getOverloadedDecl.argtypes = [cindex.Cursor, ctypes.c_uint]
        self.lib.clang_getOverloadedDecl.restype = cindex.Cursor
        self.headers = find_headers()
        self.names: dict[int, str] = {}

    def parse(self, full: str, flags: list[str]) -> Any:
        self.names.clear()  # files belong to a unit
        options = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
        return self.index.parse(full, [*flags, "-isystem", self.headers, "-ferror-limit=0"], options=options)

    def place(self, location: Any) -> tuple[str, int, int, int]:
        """Return file, line, column and offset where something is written: an argument of a macro where it stands."""
        file, line, column, offset = ctypes.c_void_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
        self.lib.clang_getFileLocation(
            location, ctypes.byref(file), ctypes.byref(line), ctypes.byref(column), ctypes.byref(offset)
        )
        if not file.value:
            return "", 0, 0, 0
        if file.value not in self.names:
            self.names[file.value] = os.path.realpath(str(self.lib.clang_getFileName(file)))
        return self.names[file.value], line.value, column.value, offset.value

    def overloads(self, cursor: Any) -> list[Any]:
        count = self.lib.clang_getNumOverloadedDecls(cursor)
        found = [self.lib.clang_getOverloadedDecl(cursor, number) for number in range(count)]
        for each in found:
            each._tu = cursor._tu
        return found

    def pattern(self, cursor: Any) -> Any:
        """Return the template that `cursor` was made from, or `cursor` itself."""
        made_from = self.lib.clang_getSpecializedCursorTemplate(cursor)
        return made_from if made_from is not None and not made_from.kind.is_invalid() else cursor


@dataclass(slots=True)
class _Use:
    name: str
    how: str
    definitions: list[Definition] = field(default_factory=list)
    usrs: set[str] = field(default_factory=set)  # what to look for in other units


class _Walk:
    """Collects uses and declarations over all units. A header counts the first time."""

    def __init__(self, root: str, library: _Library, exclude: list[str]) -> None:
        self.root, self.library, self.exclude = root, library, exclude
        self.uses: dict[tuple[str, int, int], _Use] = {}
        self.declared: dict[str, list[Definition]] = {}  # by USR, over all units
        self.seen: set[tuple[str, int, str]] = set()
        self.relative = lru_cache(None)(self._relative)
        self.is_excluded = lru_cache(None)(
            lambda path: any(fnmatch.fnmatch(path, pattern) for pattern in exclude)
        )
        self.lines = lru_cache(None)(self._read_lines)
        self.macros = lru_cache(None)(self._find_macros)

    def positions(self) -> Iterator[Position]:
        for (path, line, column), use in self.uses.items():
            definitions = list(use.definitions)
            for usr in sorted(use.usrs):
                for each in self.declared.get(usr, []):
                    _add(definitions, each)
            for each in [each for each in definitions if each.kind == "macro"]:
                for other in self.macros(each.path or "").get(each.name, []):
                    _add(definitions, other)
            yield Position(path, line, column, use.name, use.how, definitions)

    def take(self, unit: Any) -> None:
        for cursor in unit.cursor.get_children():
            full, _, _, offset = self.library.place(cursor.location)
            path = self.relative(full)
            if path is None or self.is_excluded(path):
                continue
            key = (path, offset, str(cursor.kind))
            if key not in self.seen:
                self.seen.add(key)
                self._visit(cursor)

    def _visit(self, top: Any) -> None:
        stack: list[tuple[Any, Any]] = [(top, None)]
        while stack:
            cursor, parent = stack.pop()
            try:
                kind = cursor.kind
            except ValueError:  # newer than the Python side of libclang
                kind = Kind.UNEXPOSED_EXPR
            if kind in KINDS:
                self._declare(cursor)
            if kind in REFERENCES:
                self._use(cursor, kind, parent)
            stack += [(child, kind) for child in cursor.get_children()]

    def _declare(self, cursor: Any) -> None:
        if (usr := cursor.get_usr()) and (definition := self._define(cursor)).path is not None:
            places = self.declared.setdefault(usr, [])
            if definition not in places:
                places.append(definition)

    def _use(self, cursor: Any, kind: Any, parent: Any) -> None:
        full, line, column, _ = self.library.place(cursor.location)
        path = self.relative(full)
        if path is None or self.is_excluded(path):
            return
        referenced = cursor if kind == Kind.OVERLOADED_DECL_REF else cursor.referenced
        meant = [referenced]
        if referenced is not None and referenced.kind == Kind.OVERLOADED_DECL_REF:
            meant = self.library.overloads(referenced)
            # Which of them is meant is known only once the template is instantiated.
            if len({each.get_usr() for each in meant}) > 1:
                return
        for each in meant:
            if each is None or each.kind.is_invalid() or each.kind in USING:
                continue
            name = re.sub(r"<.*", "", each.spelling).removeprefix("~")
            text = self.lines(path)[line - 1]
            match = re.match(rb"[^\W\d]\w*", text[column - 1 :])
            if not name or not match or match[0].decode() != name:
                continue
            use = self.uses.setdefault((path, line, column), _Use(name, ""))
            behind = text[column - 1 + match.end() :].lstrip()[:1]
            how = _how(kind, parent, each.kind, behind)
            use.how = use.how if use.how in ("call", "base") else how
            pattern, inside = self.library.pattern(each), each.get_definition()
            for one in (pattern, each, inside, each.canonical, pattern.canonical, *self._same(each)):
                if one is not None and not one.kind.is_invalid():
                    _add(use.definitions, self._define(one))
            # Defined in another unit. Where this one has a definition, others of that name are of other programs.
            if inside is None and pattern.get_definition() is None and (usr := pattern.get_usr()):
                use.usrs.add(usr)

    def _same(self, cursor: Any) -> list[Any]:
        """Return what a reader takes for the same thing: the struct of `typedef struct dict { … } dict;`."""
        if cursor.kind != Kind.TYPEDEF_DECL:
            return []
        behind = cursor.underlying_typedef_type.get_declaration()
        return [behind] if behind.spelling == cursor.spelling else []

    def _define(self, cursor: Any) -> Definition:
        full, line, _, _ = self.library.place(cursor.location)
        path = self.relative(full)
        if path is None:
            return Definition(None)
        start, first, _, _ = self.library.place(cursor.extent.start)
        kind = KINDS.get(cursor.kind, "")
        parent = cursor.semantic_parent
        if kind == "variable" and (parent is None or parent.kind in FUNCTIONS):
            kind = "local"
        if kind == "function" and parent is not None and KINDS.get(parent.kind) == "class":
            kind = "method"
        name = re.sub(r"<.*", "", cursor.spelling)
        return Definition(path, line, first if start == full and first <= line else line, name, kind)

    def _relative(self, full: str) -> str | None:
        return os.path.relpath(full, self.root) if full.startswith(self.root + os.sep) else None

    def _read_lines(self, path: str) -> list[bytes]:
        with open(os.path.join(self.root, path), "rb") as stream:
            return [*stream.read().split(b"\n"), b""]

    def _find_macros(self, path: str) -> dict[str, list[Definition]]:
        """Return every `#define` of a file: clang sees those of one configuration, a reader all of them."""
        found: dict[str, list[Definition]] = {}
        for number, line in enumerate(self.lines(path), 1):
            if match := re.match(rb"\s*#\s*define\s+([^\W\d]\w*)", line):
                name = match[1].decode()
                found.setdefault(name, []).append(Definition(path, number, number, name, "macro"))
        return found


def _add(definitions: list[Definition], definition: Definition) -> None:
    if all((each.path, each.line) != (definition.path, definition.line) for each in definitions):
        definitions.append(definition)


def _how(kind: Any, parent: Any, meant: Any, behind: bytes) -> str:
    if kind in (Kind.TYPE_REF, Kind.TEMPLATE_REF) and parent == Kind.CXX_BASE_SPECIFIER:
        return "base"
    if kind == Kind.TYPE_REF or (kind == Kind.TEMPLATE_REF and meant not in FUNCTIONS):
        return "type"
    if behind == b"(" and kind != Kind.MEMBER_REF:
        return "call"
    return "call" if behind == b"<" and meant in FUNCTIONS else "mention"


def find_headers() -> str:
    """Return the folder of clang's own headers, which the wheel does not bring; gcc's do for most projects."""
    found = sorted(glob.glob("/usr/lib/llvm-*/lib/clang/*/include"))
    if found:
        return found[-1]
    return subprocess.run(
        ["gcc", "-print-file-name=include"], capture_output=True, text=True, check=True
    ).stdout.strip()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repo")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--sample", type=int, default=12000, help="how many positions; 0 for all")
    parser.add_argument(
        "--include", action="append", default=[], metavar="DIR", help="below REPO, or absolute"
    )
    parser.add_argument("--argument", action="append", default=[], metavar="FLAG", help="for the compiler")
    parser.add_argument(
        "--sources", action="append", metavar="GLOB", help=f"files to parse; {' '.join(SOURCES)}"
    )
    parser.add_argument("--exclude", action="append", default=[], metavar="GLOB", help="files to leave out")
    parser.add_argument("--compile-commands", metavar="FILE")
    return parser


if __name__ == "__main__":
    main()
