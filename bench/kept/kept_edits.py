"""Seeded edits of a source tree, of the kinds that people make, and some that they should not."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from pathlib import Path

COMMENTS = {
    ".py": "#", ".rb": "#", ".sh": "#", ".lua": "--", ".c": "//", ".h": "//", ".cc": "//", ".cpp": "//", ".hpp": "//", ".go": "//",
    ".rs": "//", ".kt": "//", ".java": "//", ".js": "//", ".ts": "//", ".tsx": "//", ".vue": "//", ".cs": "//", ".swift": "//",
    ".php": "//",
}  # fmt: skip
_C = ".c .h .cc .cpp .hpp"
_FUNCTIONS = {
    ".py": "\n\ndef {name}({word}=1) -> int:\n    return {call}({word})\n", _C: "\nint {name}(int {word}) {{ return {call}({word}); }}\n",
    ".go": "\nfunc {name}({word} int) int {{ return {call}({word}) }}\n", ".rs": "\npub fn {name}({word}: i32) -> i32 {{ {call}({word}) }}\n",
    ".kt": "\nfun {name}({word}: Int): Int = {call}({word})\n", ".js .ts .tsx": "\nexport function {name}({word}) {{ return {call}({word}) }}\n",
}  # fmt: skip
_CLASSES = {
    ".py": "\n\nclass {name}({base}):\n    def {word}(self):\n        self.{call} = {base}()\n        return self.{call}.{word}()\n",
    _C: "\nstruct {name} {{ int {word}; struct {base} *{call}; }};\n", ".go": "\ntype {name} struct {{\n\t{base}\n\t{word} int\n}}\n",
    ".rs": "\npub struct {name} {{ pub {word}: {base} }}\nimpl {name} {{ pub fn {call}(&self) {{ self.{word}.{call}() }} }}\n",
    ".kt": "\nopen class {name} : {base}() {{ fun {word}() = {call}() }}\n",
    ".js .ts .tsx": "\nexport class {name} extends {base} {{ {word}() {{ return this.{call}() }} }}\n",
}  # fmt: skip
_IMPORT = re.compile(
    r"^\s*(?:import\b|from\b.*\bimport\b|#\s*include\b|use\b|(?:const|let|var)\b.*\brequire\()"
)
_DEFINES = re.compile(
    r"^(\s*)(?:pub\s+|export\s+|async\s+|static\s+)*(?:def|fn|func|fun|function)\s+\w+\s*\("
)
_CLASS = re.compile(
    r"^(\s*(?:export\s+|open\s+|internal\s+|abstract\s+)*(?:class|interface)\s+\w+)(.*?)([:{]?\s*)$"
)
_WORD = re.compile(r"[A-Za-z_]\w{2,}")


class Tree:
    """A tree that is edited: some of its files are read, changed and written."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.random = random.Random(seed)
        self.files = sorted(
            os.path.relpath(path, root) for path in root.rglob("*")
            if path.suffix in COMMENTS and path.is_file() and not path.is_symlink() and ".git" not in path.parts
        )  # fmt: skip

    def read(self, path: str) -> list[str]:
        return (
            (self.root / path).read_text(encoding="utf-8", errors="surrogateescape").splitlines(keepends=True)
        )

    def write(self, path: str, lines: list[str]) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(lines), encoding="utf-8", errors="surrogateescape")

    def pick(self) -> tuple[str, list[str]]:
        """Return a file that holds something, and its lines."""
        while True:
            path = self.random.choice(self.files)
            lines = self.read(path)
            if len(lines) > 3:
                return path, lines

    def word(self) -> str:
        """Return a word of the tree."""
        while True:
            words = _WORD.findall("".join(self.pick()[1]))
            if words:
                return self.random.choice(words)


def comment(tree: Tree) -> None:
    path, lines = tree.pick()
    lines.insert(tree.random.randrange(len(lines)), f"{COMMENTS[Path(path).suffix]} {tree.word()}\n")
    tree.write(path, lines)


def blank(tree: Tree) -> None:
    path, lines = tree.pick()
    lines.insert(tree.random.randrange(len(lines)), "\n")
    tree.write(path, lines)


def delete(tree: Tree) -> None:
    path, lines = tree.pick()
    at = tree.random.randrange(len(lines))
    del lines[at : at + tree.random.randint(1, 3)]
    tree.write(path, lines)


def duplicate(tree: Tree) -> None:
    path, lines = tree.pick()
    at = tree.random.randrange(len(lines))
    part = lines[at : at + tree.random.randint(1, 8)]
    lines[at:at] = part
    tree.write(path, lines)


def swap(tree: Tree) -> None:
    path, lines = tree.pick()
    one, other = (tree.random.randrange(len(lines)) for _ in range(2))
    lines[one], lines[other] = lines[other], lines[one]
    tree.write(path, lines)


def token(tree: Tree) -> None:
    """Rename one word in one place."""
    path, lines = tree.pick()
    at = tree.random.randrange(len(lines))
    lines[at] = _WORD.sub(tree.word(), lines[at], count=1)
    tree.write(path, lines)


def rename(tree: Tree) -> None:
    """Rename a word in all of a file."""
    path, lines = tree.pick()
    word = tree.random.choice(_WORD.findall("".join(lines)) or ["x"])
    tree.write(path, [re.sub(rf"\b{word}\b", f"{word}_", line) for line in lines])


def body(tree: Tree) -> None:
    """Add a call of something below a line, as deep as it stands."""
    path, lines = tree.pick()
    at = tree.random.randrange(len(lines))
    indent = re.match(r"\s*", lines[at])[0].rstrip("\n")  # type: ignore[index]
    lines.insert(at + 1, f"{indent}{tree.word()}({tree.word()})\n")
    tree.write(path, lines)


def local(tree: Tree) -> None:
    """Bind a local name to what a call gives, below a line."""
    path, lines = tree.pick()
    at = tree.random.randrange(len(lines))
    indent = re.match(r"\s*", lines[at])[0].rstrip("\n")  # type: ignore[index]
    lines.insert(at + 1, f"{indent}{tree.word()} = {tree.word()}({tree.word()})\n")
    tree.write(path, lines)


def _add(tree: Tree, texts: dict[str, str]) -> None:
    path, lines = tree.pick()
    text = next((text for key, text in texts.items() if Path(path).suffix in key.split()), None)
    if text is None:
        return comment(tree)
    is_new = tree.random.random() < 0.6
    name = f"Fresh{tree.random.randrange(10**6)}" if is_new else tree.word()
    lines.append(text.format(name=name, word=tree.word(), call=tree.word(), base=tree.word()))
    tree.write(path, lines)
    return None


def function(tree: Tree) -> None:
    _add(tree, _FUNCTIONS)


def class_(tree: Tree) -> None:
    _add(tree, _CLASSES)


def _change(tree: Tree, pattern: re.Pattern[str], change: Callable[[str], list[str]]) -> None:
    """Change one line that has a pattern, in one of some files."""
    for _ in range(40):
        path, lines = tree.pick()
        found = [at for at, line in enumerate(lines) if pattern.match(line)]
        if found:
            at = tree.random.choice(found)
            lines[at : at + 1] = change(lines[at])
            return tree.write(path, lines)
    return comment(tree)


def base(tree: Tree) -> None:
    _change(tree, _CLASS, lambda line: [_CLASS.sub(rf"\1({tree.word()})\3", line)])


def add_import(tree: Tree) -> None:
    _change(tree, _IMPORT, lambda line: [line, _WORD.sub(tree.word(), line[::-1], count=1)[::-1]])


def copy_import(tree: Tree) -> None:
    """Take an import of one file into another."""
    for _ in range(40):
        _, lines = tree.pick()
        found = [line for line in lines if _IMPORT.match(line)]
        if found:
            path, others = tree.pick()
            others.insert(tree.random.randrange(min(20, len(others))), tree.random.choice(found).lstrip())
            return tree.write(path, others)
    return comment(tree)


def remove_import(tree: Tree) -> None:
    _change(tree, _IMPORT, lambda _: [])


def signature(tree: Tree) -> None:
    _change(tree, _DEFINES, lambda line: [line.replace("(", f"({tree.word()}, ", 1)])


def move(tree: Tree) -> None:
    """Move a function and what follows it, a few lines, to another file."""
    path, lines = tree.pick()
    found = [at for at, line in enumerate(lines) if _DEFINES.match(line)]
    at = tree.random.choice(found or [0])
    part = lines[at : at + 6]
    del lines[at : at + 6]
    tree.write(path, lines)
    other, rest = tree.pick()
    tree.write(other, rest + part)


def rename_file(tree: Tree) -> None:
    path = tree.random.choice(tree.files)
    folder, name = os.path.split(path)
    fresh = os.path.join(folder, tree.random.choice(["a", "z", ""]) + name.replace(".", "_n.", 1))
    if not (tree.root / fresh).exists():
        os.rename(tree.root / path, tree.root / fresh)
        tree.files = sorted({*tree.files, fresh} - {path})


def add_file(tree: Tree) -> None:
    path, lines = tree.pick()
    folder, name = os.path.split(path)
    fresh = os.path.join(folder, f"m{tree.random.randrange(10**6)}_{name}")
    tree.write(fresh, lines[: len(lines) // 2])
    tree.files = sorted([*tree.files, fresh])


def remove_file(tree: Tree) -> None:
    if len(tree.files) > 10:
        path = tree.random.choice(tree.files)
        os.unlink(tree.root / path)
        tree.files.remove(path)


def move_file(tree: Tree) -> None:
    path = tree.random.choice(tree.files)
    folder = os.path.dirname(tree.random.choice(tree.files))
    fresh = os.path.join(folder, os.path.basename(path))
    if not (tree.root / fresh).exists():
        os.rename(tree.root / path, tree.root / fresh)
        tree.files = sorted({*tree.files, fresh} - {path})


def add_folder(tree: Tree) -> None:
    """Copy a few files of a folder into a new one beside or below it."""
    path = tree.random.choice(tree.files)
    folder = os.path.dirname(path)
    beside = tree.random.choice([folder, os.path.dirname(folder)])
    fresh = os.path.join(beside, f"{tree.random.choice('abmz')}{tree.random.randrange(10**6)}")
    (tree.root / fresh).mkdir()
    same = [one for one in tree.files if os.path.dirname(one) == folder]
    for one in tree.random.sample(same, min(3, len(same))):
        other = os.path.join(fresh, os.path.basename(one))
        tree.write(other, tree.read(one))
        tree.files = sorted([*tree.files, other])


def rename_folder(tree: Tree) -> None:
    folders = sorted({os.path.dirname(path) for path in tree.files} - {""})
    if folders:
        folder = tree.random.choice(folders)
        fresh = f"{folder}{tree.random.randrange(100)}"
        if not (tree.root / fresh).exists():
            os.rename(tree.root / folder, tree.root / fresh)
            tree.files = sorted(
                fresh + path[len(folder) :] if path.startswith(folder + "/") else path for path in tree.files
            )


EDITS: dict[str, Callable[[Tree], None]] = {
    edit.__name__.rstrip("_"): edit
    for edit in (
        comment, blank, delete, duplicate, swap, token, rename, body, local, function, class_, base, add_import, copy_import,
        remove_import, signature, move, rename_file, add_file, remove_file, move_file, add_folder, rename_folder,
    )
}  # fmt: skip
