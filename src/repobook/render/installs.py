"""Commands that are not this repository's: they install what goes well with it, begin a project, or run in another clone."""

from __future__ import annotations

import re

from repobook.render.book import Book, FileRow
from repobook.render.introduction import read_text

# pip install shop[fast]   npm install --save-dev shop   go install example.com/shop@latest
_INSTALLS = re.compile(
    r"(?:sudo\s+)?(?:(?:python3?|py)\s+-m\s+)?(?:pip3?|pipx|npm|pnpm|yarn|bun|cargo|gem|go|brew|uv|poetry|pdm|composer|conda|mamba|apt|apt-get)"
    r"\s+(?:pip\s+|tool\s+|global\s+)?(?:install|i|add|get|require)\s+(?P<rest>.+)$"
)
# npm create shop@latest   npx create-shop my-shop   deno init --npm shop
_BEGINS = re.compile(
    r"(?:npx|bunx)\s+(?:-\S+\s+)*create-(?P<tool>[\w./-]+)|(?:npm|pnpm|yarn|bun|deno)\s+(?:create|init)\s+(?:-\S+\s+)*(?P<kit>[@\w./-]+)"
)
# git clone --depth 1 https://example.org/owner/shop.git
_CLONES = re.compile(
    r"\s*(?:[$>%#]\s+)?git\s+clone\s[^\n]*?(?:://|@)[\w.-]+[:/][\w./~-]*?(?P<name>[\w.-]+?)(?:\.git)?/?(?:\s|$)"
)
_HEADING = re.compile(r"#{1,6}\s+\S|([=~^\"*+-])\1{2,}\s*$")
_FENCE = re.compile(r"\s*(?:```|~~~)")
# What builds and tests others, too.
_TOOLS = frozenset(
    [
        "pip",
        "setuptools",
        "wheel",
        "build",
        "tox",
        "nox",
        "hatch",
        "poetry",
        "pdm",
        "uv",
        "pipx",
        "pre-commit",
        "pytest",
        "virtualenv",
        "twine",
        "meson",
        "ninja",
        "cmake",
        "conan",
        "yarn",
        "pnpm",
        "npm",
        "typescript",
        "bundler",
        "rake",
        "maturin",
        "cython",
        "make",
        "gcc",
        "clang",
        "git",
        "python3",
        "python",
        "nodejs",
        "node",
    ]
)
_OWN_NAME = re.compile(r"""^\s*["']?(?:name|module)["']?\s*[:=]?\s*\(?["']?(?P<name>[@\w./-]+)""", re.M)
MAX_MANIFESTS = 100
_MAX_LINE = 400
_MANIFESTS = (
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "package.json",
    "Cargo.toml",
    "go.mod",
    "composer.json",
)


def own_names(book: Book, tops: list[FileRow]) -> frozenset[str]:
    """Return what the repository and the packages that its manifests state are called."""
    names = {book.options.name}
    manifests = [
        file
        for file in book.files.values()
        if file.name in _MANIFESTS and file.path.count("/") < 4 and file.outcome == "documented"
    ]
    for file in manifests[:MAX_MANIFESTS]:
        names.update(found["name"] for found in _OWN_NAME.finditer(read_text(book, file)[:20_000]))
    names.update(file.name.removesuffix(".gemspec") for file in tops if file.name.endswith(".gemspec"))
    return frozenset(_plain(name) for name in names)


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name.lower())


def is_foreign(command: str, own: frozenset[str]) -> bool:
    """Tell whether a command only begins a project, or installs packages that are neither this repository's nor tools that build it."""
    if begun := _BEGINS.match(command):
        kit = _plain((begun["tool"] or begun["kit"]).partition("@")[0])
        return not {kit, f"create-{kit}"} & own
    found = _INSTALLS.match(command)
    packages = [word for word in found["rest"].split() if not word.startswith("-")] if found else []
    if not packages or re.search(r"(?:^|\s)(?:-r|-e|--editable|--requirement|--path)\b", command):
        return False
    for word in packages:
        name = re.split(r"[\[=<>~!@;](?=.)", word.strip("\"'"), maxsplit=1)[0] or word.strip("\"'")
        plain = _plain(name)
        if plain.startswith(("-", "/")) or "/" in word or plain in _TOOLS or word in (".", "./"):
            return False
        if any(
            plain == known or plain.startswith(known + "-") or known.endswith("/" + plain) for known in own
        ):
            return False
    return True


def lines_elsewhere(text: str, own: frozenset[str]) -> frozenset[int]:
    """Return the lines of a document that speak of a clone of another repository: behind the clone, up to the next heading.

    That a repository is another one is known only where the document also leads to this one by its name.
    """
    if "git clone" not in text or not any(
        _plain(found[1]) in own
        for found in re.finditer(r"://[\w.-]+/[\w.-]+/([\w-]+(?:\.[\w-]+)*?)(?:\.git)?(?![\w-])", text)
    ):
        return frozenset()
    found: set[int] = set()
    is_elsewhere = is_fenced = False
    for line, words in enumerate(text.split("\n"), 1):
        if _FENCE.match(words):
            is_fenced = not is_fenced
        elif not is_fenced and _HEADING.match(words[:_MAX_LINE]):
            is_elsewhere = False
        elif clone := _CLONES.match(words[:_MAX_LINE]):
            is_elsewhere = _plain(clone["name"]) not in own
        if is_elsewhere:
            found.add(line)
    return frozenset(found)
