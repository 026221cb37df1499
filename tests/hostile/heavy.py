"""Contents of the catalogue at their full size, and what their analysis costs: for tests and for the long tier.

python tests/hostile/heavy.py LANGUAGE FILE SECONDS     have a file analysed, and print what became of it as JSON
"""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
from runs import command, environment

from repobook.nursery import Shelter
from repobook.work import ANALYZE, Request
from repobook.workers import Job, Pool, Result

NESTED = 100_000
BRACKETS = {"parentheses": b"(", "brackets": b"[", "braces": b"{"}
LIMIT = 1_000_000  # characters of a name, a string, a comment or a line without end

# C11: what scanners of grammars nest, which are written by hand
SCANNED = {
    "comments of OCaml": ("OCaml", b"(*" * 40_000),
    "comments of Rust": ("Rust", b"/*" * 40_000),
    "templates of JavaScript": ("JavaScript", b"`${" * 30_000),
    "templates of TypeScript": ("TypeScript", b"`${" * 30_000),
    "f-strings of Python": ("Python", b"x = " + b"f\"{f'{" * 15_000),
    "f-strings of Python, closed": ("Python", b"x = " + b"f'{" * 5_000 + b"1" + b"}'" * 5_000 + b"\n"),
}
_KOTLIN = "    override val f{0}: T<A<B>> get() = if (a < b) c(d < e, f > (g)) else when (h) {{ is I<J> -> k {{ l -> m<n>(o) }} else -> p ?: q }}\n"
# C13: what grammars recover from slowly
SLOW = {
    "rows of SQL": ("SQL", b"INSERT INTO t VALUES " + b",".join([b"(1,'a',NULL)"] * 50_000) + b";\n"),
    "templates of C++": ("C++", b"A<" * 5_000 + b"int" + b">" * 5_000 + b" x;\n"),
    "templates of C++, open": ("C++", b"a<" * 5_000),
    "ambiguous Kotlin": (
        "Kotlin",
        ("class X {\n" + "".join(_KOTLIN.format(at) for at in range(480)) + "}\n").encode(),
    ),
    "ambiguous Kotlin, open": ("Kotlin", b"fun f() = a < b ( c < d {\n" * 480),
}  # fmt: skip


class Parsed(NamedTuple):
    """How the analysis of a text ended, how that of its neighbour did, and the processor time of all workers."""

    failure: str
    neighbour: str
    seconds: float


def parse(language: str, data: bytes, limit: float) -> Parsed:
    """Have workers analyse a text and a small one behind it, `limit` seconds long each time they try."""
    before = processor_seconds()
    # What they are copied from ends with them, too: the time of processes is told when they end.
    with patch("repobook.workers.SHELTER", Shelter()), Pool(1) as pool:
        pool.submit(Job(1, ANALYZE, msgspec.msgpack.encode(Request(language, data)), seconds=limit))
        pool.submit(Job(2, ANALYZE, msgspec.msgpack.encode(Request("Text", b"one\n")), seconds=60))
        found: dict[int, Result] = {result.job: result for result in pool.drain()}
    return Parsed(found[1].failure, found[2].failure, processor_seconds() - before)


def processor_seconds() -> float:
    """Return the processor time of all processes that this one has started and that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def parse_apart(language: str, path: Path, limit: float) -> dict[str, Any]:
    """Do as `parse` in a process of its own, which tells its memory, too: that of the parent and of its largest worker."""
    words = [sys.executable, __file__, language, str(path), str(limit)]
    place = str(Path(__file__).resolve().parent)
    paths = ":".join([environment()["PYTHONPATH"], place, str(Path(place).parent / "surface")])
    done = subprocess.run(words, env=environment(PYTHONPATH=paths), capture_output=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def parse_all(texts: dict[tuple[str, str], bytes], limit: float) -> dict[tuple[str, str], str]:
    """Have two workers analyse texts, named by a language and something else; return how each ended."""
    found: dict[tuple[str, str], str] = {}
    names = list(texts)
    with Pool(2) as pool:
        for at, name in enumerate(names):
            payload = msgspec.msgpack.encode(Request(name[0], texts[name]))
            pool.submit(Job(at, ANALYZE, payload, seconds=limit))
        for result in pool.drain():
            found[names[result.job]] = result.failure
    return found


class Made(NamedTuple):
    """What a build said, and what it cost: processor time, and bytes of the book."""

    code: int
    said: str
    seconds: float
    bytes: int


def make(root: Path, book: Path, *words: object) -> Made:
    """Build a book of `root` with one worker."""
    before = processor_seconds()
    done = subprocess.run(
        command("build", root, "-o", book, "--cache", f"{book}-cache", "-j", 1, "-q", *words),
        env=environment(),
        capture_output=True,
        check=False,
    )
    size = sum(path.stat().st_size for path in book.rglob("*") if path.is_file())
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    return Made(done.returncode, said, processor_seconds() - before, size)


def one_line_of_functions(count: int, width: int) -> bytes:
    """C09: so many functions on one line, of so many characters each."""
    return b"".join(
        b"function f%d(a){%s}" % (at, (b"a+=a;" * (width // 5))[: width - 20]) for at in range(count)
    )


def minified(size: int) -> bytes:
    """C08: one line of JavaScript as packers write it."""
    piece = b'!function(e,t){var n=e[t]||{};for(var r in n)n.hasOwnProperty(r)&&(t=n[r](e,"%07d"))}(this,0);'
    return b"".join(piece % at for at in range(size // len(piece) + 1))[:size]


def anchors(page: str) -> list[str]:
    """Return the anchors of a page's headings as GitHub makes them, a second time and in another way."""
    used: dict[str, int] = {}
    found = []
    for heading in re.findall(r"^#{1,6} (.*)$", re.sub(r"(?ms)^(`{3,})[^\n]*\n.*?^\1$", "", page), re.M):
        words = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        used[words] = used.get(words, -1) + 1
        found.append(f"{words}-{used[words]}" if used[words] else words)
    return found


def _peak_megabytes(is_new: bool = False) -> int:
    """Return the most memory that this process had; `is_new`: since now."""
    if is_new:
        Path("/proc/self/clear_refs").write_text("5")
    text = Path("/proc/self/status").read_text()
    return int(text.partition("VmHWM:")[2].split()[0]) >> 10


def main() -> None:
    language, path, limit = sys.argv[1:]
    data = Path(path).read_bytes()
    before = _peak_megabytes(is_new=True)
    parsed = parse(language, data, float(limit))
    worker = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    print(json.dumps({**parsed._asdict(), "parent": _peak_megabytes() - before, "worker": worker}))


if __name__ == "__main__":
    main()
