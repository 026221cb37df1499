"""Random edits of a repository, of every kind that people make, and some that hide from careless tools."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import random
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

Versions = dict[str, list[bytes]]  # of each file, all that it ever held
_CHANGED = b"The file changed while the book was built; build again to see it."


def files_of(root: Path) -> list[Path]:
    found = (path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    return sorted(path for path in found if ".git" not in path.relative_to(root).parts)


def add(root: Path, chance: random.Random) -> None:
    at = chance.randrange(10_000)
    name = chance.choice([f"new{at}.py", f"p1/new{at}.c", f"q/r/new{at}.md", f"new{at}.h"])
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(f"# new {at}\n" if name.endswith((".md", ".py")) else f"int new{at}(void);\n")


def change(root: Path, chance: random.Random) -> None:
    path = chance.choice(files_of(root))
    lines = path.read_text().split("\n")
    at = chance.randrange(len(lines))
    lines[at : at + 1] = [lines[at], chance.choice(["", "# changed", "// changed", lines[at]])]
    path.write_text("\n".join(lines))


def rename_symbol(root: Path, chance: random.Random) -> None:
    """Rename what others use: only they can tell."""
    path = chance.choice(files_of(root))
    path.write_text(path.read_text().replace("def f", "def g").replace("int f", "int g", 1))


def delete(root: Path, chance: random.Random) -> None:
    found = files_of(root)
    if len(found) > 4:
        chance.choice(found).unlink()


def rename(root: Path, chance: random.Random) -> None:
    path = chance.choice(files_of(root))
    path.rename(path.with_name("moved_" + path.name[-40:]))


def change_case(root: Path, chance: random.Random) -> None:
    path = chance.choice(files_of(root))
    path.rename(path.with_name(path.name.swapcase()))


def make_link(root: Path, chance: random.Random) -> None:
    path = chance.choice(files_of(root))
    link = root / f"link{chance.randrange(10_000)}"
    if not link.is_symlink():
        link.symlink_to(os.path.relpath(path, root))


def change_mode(root: Path, chance: random.Random) -> None:
    path = chance.choice(files_of(root))
    path.chmod(path.stat().st_mode ^ 0o111)


def change_in_secret(root: Path, chance: random.Random) -> None:
    """Keep size and time, and change a letter."""
    path = chance.choice(files_of(root))
    status = path.stat()
    text = path.read_text()
    path.write_text(text.replace("e", "a", 1) if "e" in text else text.replace("a", "e", 1))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def touch(root: Path, chance: random.Random) -> None:
    """Change the time alone."""
    os.utime(chance.choice(files_of(root)), (chance.randrange(2**31), chance.randrange(2**31)))


def change_rules(root: Path, chance: random.Random) -> None:
    """Change what is ignored, generated or vendored."""
    name, lines = chance.choice(
        [
            (".gitignore", ["*.c\n", "p1/\n", "!m3*\n", ""]),
            (".gitattributes", ["*.h linguist-generated\n", "p2/** linguist-vendored\n", ""]),
            (".editorconfig", ["[*]\nindent_size = 2\n"]),
        ]
    )
    if (root / name).is_dir():
        shutil.rmtree(root / name)
    (root / name).write_text("".join(chance.sample(lines, chance.randint(1, len(lines)))))


def turn_into_folder(root: Path, chance: random.Random) -> None:
    path = chance.choice(files_of(root))
    text = path.read_text()
    path.unlink()
    path.mkdir()
    (path / "inside.py").write_text(text)


def delete_folder(root: Path, chance: random.Random) -> None:
    folders = sorted(path for path in root.iterdir() if path.is_dir() and not path.is_symlink())
    if len(folders) > 2:
        shutil.rmtree(chance.choice(folders))


def swap(root: Path, chance: random.Random) -> None:
    """Have two files hold what the other held."""
    one, other = (chance.choice(files_of(root)) for _ in range(2))
    text = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(text)


def commit(root: Path, chance: random.Random) -> None:
    """Commit all that there is, on some branch."""
    branch = chance.choice(["main", "fix#12", "a/b%c", "ü,{x}"])
    names = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
    for words in (
        ("init", "-q"),
        ("checkout", "-q", "-B", branch),
        ("add", "-A", "-f"),
        ("commit", "-q", "--allow-empty", "-m", "x"),
    ):
        subprocess.run(
            ["git", *names, *words], cwd=root, check=False, capture_output=True,
            env=dict(os.environ, GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM="1",
                     GIT_COMMITTER_DATE="2024-01-01T00:00:00Z", GIT_AUTHOR_DATE="2024-01-01T00:00:00Z"),
        )  # fmt: skip


EDITS = (
    add, add, change, change, change, rename_symbol, delete, rename, change_case, make_link, change_mode, change_in_secret, touch,
    change_rules, turn_into_folder, delete_folder, swap, commit, commit,
)  # fmt: skip
OPTIONS: tuple[tuple[str, ...], ...] = ((), (), (), ("--no-source",), ("--exclude", "p3/"), ("--include", "*.py", "--include", "*.md"))  # fmt: skip


def edit(root: Path, chance: random.Random) -> str:
    """Make one random edit and return its name."""
    how = chance.choice(EDITS)
    how(root, chance)
    return how.__name__


@contextlib.contextmanager
def keep_editing(root: Path, chance: random.Random, fresh: Path) -> Iterator[Versions]:
    """Edit every other file without a rest, each in one step, and tell all versions that there ever were.

    `fresh` is a place beside the tree.
    """
    versions: Versions = {str(path.relative_to(root)): [path.read_bytes()] for path in files_of(root)}
    is_over = threading.Event()

    def edit_on() -> None:
        for number in range(1_000_000):
            if is_over.wait(0.002):
                return
            path = chance.choice(sorted(versions)[::2])
            data = versions[path][-1][-1_000:] + f"\n# {number}\n".encode()
            versions[path].append(data)
            fresh.write_bytes(data)
            fresh.replace(root / path)

    editor = threading.Thread(target=edit_on)
    editor.start()
    try:
        yield versions
    finally:
        is_over.set()
        editor.join()


def strange_versions(book: Path, versions: Versions) -> list[str]:
    """Return what a book says of its files that was never true: a checksum of no version, a source that is not the one it names."""
    wrong = []
    for file in json.loads((book / "manifest.json").read_bytes())["files"]:
        if file["outcome"] != "documented":
            continue
        found = [
            data for data in versions[file["path"]] if hashlib.sha256(data).hexdigest() == file["sha256"]
        ]
        if not found:
            wrong.append(f"{file['path']}: {file['sha256']} is no version of it")
            continue
        page = (book / file["docs"]).read_bytes()
        if found[0] not in page and _CHANGED not in page:
            wrong.append(f"{file['path']}: its page does not show the version that it names")
    return wrong


Look = tuple[int, ...]


def looks(*folders: Path) -> dict[str, Look]:
    """Return how every file and folder looks from outside: who writes one, or puts another in its place, is seen."""
    found: dict[str, Look] = {}
    for folder in folders:
        for path in (folder, *folder.rglob("*")):
            seen = path.lstat()
            found[str(path)] = (seen.st_ino, seen.st_mode, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns)
    return found


def differing_looks(before: dict[str, Look], after: dict[str, Look]) -> list[str]:
    return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
