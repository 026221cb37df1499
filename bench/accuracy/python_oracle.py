"""Ask pyright's language server where the names of a Python repository are defined.

    python bench/accuracy/python_oracle.py REPO -o FILE [--sample 12000] [--exclude GLOB …] [--python PYTHON]
                                           [--source src …] [--server "node PATH/pyright/langserver.index.js"]

Positions come from Python's own `ast`: every name that is loaded and every attribute that is read, but not what an
import or an assignment binds. PYTHON is the interpreter whose packages count as installed; --source names folders that
packages are imported from, besides the repository's own (`src`, if there is one).
"""

from __future__ import annotations

import argparse
import ast
import fnmatch
import json
import os
import shlex
import shutil
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO
from urllib.parse import quote, unquote, urlsplit

from positions import Definition, Position, choose, write

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def main() -> None:
    arguments = _parser().parse_args()
    root = os.path.realpath(arguments.repo)
    modules = {
        path: module
        for path in list_python_files(root, arguments.exclude)
        if (module := read_module(root, path))
    }
    found = (position for module in modules.values() for position in module.positions)
    positions = choose(found, arguments.sample)
    sources = [os.path.join(root, folder) for folder in arguments.source or ["src"]]
    server = Server(shlex.split(arguments.server), root, arguments.python, sources)
    try:
        answer(server, root, modules, positions)
    finally:
        server.stop()
    count = write(positions, arguments.output)
    known = sum(bool(position.definitions) for position in positions)
    print(f"{count:,} positions, {known:,} answered: {arguments.output}", file=sys.stderr)


@dataclass(frozen=True, slots=True)
class Binding:
    """A name that a scope binds."""

    scope: int  # number of the scope inside its file
    name: str
    line: int
    first_line: int
    kind: str


@dataclass(slots=True)
class Module:
    path: str
    text: str
    positions: list[Position] = field(default_factory=list)
    bindings: dict[tuple[int, str], list[Binding]] = field(default_factory=dict)  # by line and name
    scopes: dict[tuple[int, str], list[Binding]] = field(default_factory=dict)  # by scope and name
    import_lines: set[int] = field(default_factory=set)


def list_python_files(root: str, exclude: list[str]) -> list[str]:
    """Return the .py files below `root`, but hidden ones and those that a pattern excludes."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "node_modules")
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")
            if name.endswith(".py") and not any(fnmatch.fnmatch(path, pattern) for pattern in exclude):
                found.append(path)
    return found


def read_module(root: str, path: str) -> Module | None:
    """Return the positions and bindings of a file, or None if this Python cannot parse it."""
    with open(os.path.join(root, path), "rb") as stream:
        data = stream.read()
    try:
        text = data.decode("utf-8")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(data)
    except (SyntaxError, ValueError):
        return None
    # ast's columns count from after a byte order mark, ours from the start of the file: leave such files out.
    if text.startswith("\ufeff") or "\f" in text or "\r" in text:
        return None
    module = Module(path, text)
    _Reader(module).visit(tree)
    return module


class _Reader(ast.NodeVisitor):
    """Collects the positions and the bindings of one file."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.how = "mention"
        self.scopes: list[tuple[int, str]] = [(0, "module")]  # number and what it is, innermost last
        self.count = 0
        self.lines = module.text.split("\n")

    # Uses

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self._use(node.lineno, node.col_offset, node.id)
        elif isinstance(node.ctx, ast.Store):
            self._bind(node.id, node.lineno, node.lineno, self._variable_kind())

    def visit_Attribute(self, node: ast.Attribute) -> None:
        assert node.end_lineno is not None and node.end_col_offset is not None
        if isinstance(node.ctx, ast.Load):
            self._use(node.end_lineno, node.end_col_offset - len(node.attr.encode()), node.attr)
        elif isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            kinds = [kind for _, kind in self.scopes]
            if "class" in kinds and node.value.id in ("self", "cls"):
                scope = max(number for number, kind in self.scopes if kind == "class")
                self._bind(node.attr, node.end_lineno, node.end_lineno, "attribute", scope)
        self._with("mention", node.value)

    def visit_Call(self, node: ast.Call) -> None:
        how = self.how
        self._with("call" if how != "decorator" else how, node.func)
        self._with("mention", *node.args, *node.keywords)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        how = self.how if self.how in ("type", "base") else "mention"
        self._with(how, node.value)
        self._with("type" if how in ("type", "base") else "mention", node.slice)

    def visit_arg(self, node: ast.arg) -> None:
        self._bind(node.arg, node.lineno, node.lineno, "parameter")

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._with("mention", node.target)
        self._with("type", node.annotation)
        if node.value:
            self._with("mention", node.value)

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> None:
        self.module.import_lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))

    visit_ImportFrom = visit_Import

    # Definitions

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        kind = "method" if self.scopes[-1][1] == "class" else "function"
        self._bind(node.name, node.lineno, first, kind)
        self._with("decorator", *node.decorator_list)
        given = node.args
        every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
        self._with("type", *(each.annotation for each in every if each and each.annotation))
        if node.returns:
            self._with("type", node.returns)
        self._with("mention", *given.defaults, *(default for default in given.kw_defaults if default))
        self._enter("function", *(each for each in every if each), *node.body)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        given = node.args
        self._with("mention", *given.defaults, *(default for default in given.kw_defaults if default))
        every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
        self._enter("function", *(each for each in every if each), node.body)

    def visit_ListComp(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> None:
        self._enter("function", *node.generators, node.elt)

    visit_SetComp = visit_ListComp
    visit_GeneratorExp = visit_ListComp

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._enter("function", *node.generators, node.key, node.value)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        self._bind(node.name, node.lineno, first, "class")
        self._with("decorator", *node.decorator_list)
        self._with("base", *node.bases)
        self._with("mention", *(keyword.value for keyword in node.keywords))
        self._enter("class", *node.body)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self._bind(node.name, node.lineno, node.lineno, self._variable_kind())
        self.generic_visit(node)

    # How

    def generic_visit(self, node: ast.AST) -> None:
        # Tuples, `X | Y` and lists stay what they stand in; anything else in a decorator or a call is a mention.
        if not isinstance(node, (ast.Tuple, ast.List, ast.BinOp, ast.Starred)) or self.how == "call":
            before, self.how = self.how, "mention"
            super().generic_visit(node)
            self.how = before
        else:
            super().generic_visit(node)

    def _with(self, how: str, *nodes: ast.AST) -> None:
        before, self.how = self.how, how
        for node in nodes:
            self.visit(node)
        self.how = before

    def _enter(self, kind: str, *nodes: ast.AST) -> None:
        self.count += 1
        self.scopes.append((self.count, kind))
        self._with("mention", *nodes)
        self.scopes.pop()

    def _use(self, line: int, offset: int, name: str) -> None:
        # Inside f-strings older Pythons give no usable place: keep only what the text confirms.
        written = self.lines[line - 1].encode()[offset : offset + len(name.encode())]
        if written == name.encode():
            self.module.positions.append(Position(self.module.path, line, offset + 1, name, self.how))

    def _variable_kind(self) -> str:
        return {"module": "variable", "class": "attribute", "function": "local"}[self.scopes[-1][1]]

    def _bind(self, name: str, line: int, first: int, kind: str, scope: int | None = None) -> None:
        binding = Binding(self.scopes[-1][0] if scope is None else scope, name, line, first, kind)
        self.module.bindings.setdefault((line, name), []).append(binding)
        self.module.scopes.setdefault((binding.scope, name), []).append(binding)


class Server:
    """A language server on the other end of two pipes."""

    def __init__(self, command: list[str], root: str, python: str, sources: list[str]) -> None:
        self.python, self.sources, self.last = python, sources, 0
        self.process = subprocess.Popen([*command, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        folder = {"uri": to_uri(root), "name": os.path.basename(root)}
        can = {"workspace": {"configuration": True, "workspaceFolders": True}}
        start = {
            "processId": os.getpid(),
            "rootUri": to_uri(root),
            "workspaceFolders": [folder],
            "capabilities": can,
        }
        self.ask([("initialize", start)])
        self.tell("initialized", {})

    def tell(self, method: str, params: dict[str, Any]) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, questions: list[tuple[str, dict[str, Any]]]) -> list[Any]:
        """Send the questions together and return their answers in order."""
        numbers = range(self.last + 1, self.last + 1 + len(questions))
        self.last += len(questions)
        messages = [
            {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            for number, (method, params) in zip(numbers, questions, strict=True)
        ]
        # From a thread: a server that waits for us to read its answers would not read our questions.
        sender = threading.Thread(target=self._send_all, args=(messages,))
        sender.start()
        answers: dict[int, Any] = {}
        while len(answers) < len(messages):
            message = self._receive()
            if "method" in message and "id" in message:
                sender.join()
                self._send({"jsonrpc": "2.0", "id": message["id"], "result": self._reply(message)})
            elif "id" in message:
                answers[message["id"]] = message.get("result")
        sender.join()
        return [answers[number] for number in numbers]

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def _reply(self, message: dict[str, Any]) -> Any:
        if message["method"] != "workspace/configuration":
            return None
        analysis = {"diagnosticMode": "openFilesOnly", "typeCheckingMode": "off", "extraPaths": self.sources}
        settings = {"python": {"pythonPath": self.python, "analysis": analysis}, "python.analysis": analysis}
        return [settings.get(item.get("section", "")) for item in message["params"]["items"]]

    def _send_all(self, messages: list[dict[str, Any]]) -> None:
        for message in messages:
            self._send(message)

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode()
        stream: BinaryIO = self.process.stdin  # type: ignore[assignment]
        stream.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        stream.flush()

    def _receive(self) -> dict[str, Any]:
        stream: BinaryIO = self.process.stdout  # type: ignore[assignment]
        size = 0
        while line := stream.readline().strip():
            if line.lower().startswith(b"content-length:"):
                size = int(line.split(b":")[1])
        if not size:
            raise SystemExit("the language server stopped: run its command by hand to see why")
        message: dict[str, Any] = json.loads(stream.read(size))
        return message


def answer(server: Server, root: str, modules: dict[str, Module], positions: list[Position]) -> None:
    """Fill in the definitions of `positions`, file by file."""
    by_path: dict[str, list[Position]] = {}
    for position in positions:
        by_path.setdefault(position.path, []).append(position)
    for number, (path, group) in enumerate(by_path.items(), 1):
        module = modules[path]
        uri = to_uri(os.path.join(root, path))
        lines = module.text.split("\n")
        server.tell(
            "textDocument/didOpen",
            {"textDocument": {"uri": uri, "languageId": "python", "version": 1, "text": module.text}},
        )
        questions = []
        for position in group:
            before = lines[position.line - 1].encode()[: position.column - 1].decode()
            place = {"line": position.line - 1, "character": len(before.encode("utf-16-le")) // 2}
            questions.append(("textDocument/definition", {"textDocument": {"uri": uri}, "position": place}))
        for position, result in zip(group, server.ask(questions), strict=True):
            for location in _as_list(result):
                for definition in explain(location, position.name, root, modules):
                    if definition not in position.definitions:
                        position.definitions.append(definition)
        server.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        print(f"{number}/{len(by_path)} {path}", file=sys.stderr)


def explain(
    location: dict[str, Any], name: str, root: str, modules: dict[str, Module]
) -> Iterator[Definition]:
    """Say what stands at a place that the server named: every binding of that name in the scope it belongs to."""
    full = os.path.realpath(unquote(urlsplit(location.get("uri") or location["targetUri"]).path))
    at = (location.get("range") or location["targetSelectionRange"])["start"]
    if not full.startswith(root + os.sep):
        yield Definition(None)
        return
    path = os.path.relpath(full, root).replace(os.sep, "/")
    line = at["line"] + 1
    module = modules.get(path) or read_module(root, path)
    if module is None or (line == 1 and at["character"] == 0 and not module.text.startswith(name)):
        yield Definition(path, line, line, name, "module" if line == 1 else "")
        return
    if written := _word_at(module.text, line, at["character"]):
        name = written
    bindings = module.bindings.get((line, name), [])
    if not bindings and line in module.import_lines:
        yield Definition(None)  # an import that leads nowhere: not installed
        return
    if not bindings:
        yield Definition(path, line, line, name, "")
    for binding in bindings:
        for same in module.scopes[binding.scope, name]:
            yield Definition(path, same.line, same.first_line, name, same.kind)


def to_uri(path: str) -> str:
    return "file://" + quote(path)


def _as_list(result: Any) -> list[dict[str, Any]]:
    if not result:
        return []
    return result if isinstance(result, list) else [result]


def _word_at(text: str, line: int, character: int) -> str:
    rest = text.split("\n")[line - 1].encode("utf-16-le")[2 * character :].decode("utf-16-le")
    end = next((at for at, letter in enumerate(rest) if not (letter.isalnum() or letter == "_")), len(rest))
    return rest[:end]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repo")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--sample", type=int, default=12000, help="how many positions; 0 for all")
    parser.add_argument("--exclude", action="append", default=[], metavar="GLOB", help="files to leave out")
    parser.add_argument("--python", default=sys.executable, help="interpreter whose packages are installed")
    parser.add_argument(
        "--source", action="append", metavar="FOLDER", help="folders that packages are imported from"
    )
    parser.add_argument("--server", default=shutil.which("pyright-langserver") or "pyright-langserver")
    return parser


if __name__ == "__main__":
    main()
