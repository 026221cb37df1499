"""Files and folders that a build file says it makes: outputs of its commands, and what it configures."""

from __future__ import annotations

import re

MAX_MADE = 300  # of one file
MAX_PATH = 200  # letters
_CMAKE = (
    re.compile(r"\bconfigure_file\s*\(\s*[^\s()]{1,300}\s+\"?([^\s()\"]{1,300})", re.I),
    re.compile(r"\bfile\s*\(\s*(?:WRITE|GENERATE\s+OUTPUT)\s+\"?([^\s()\"]{1,300})", re.I),
    re.compile(r"\b(?:OUTPUT|BYPRODUCTS|EXPORT_FILE_NAME)\s+\"?([^\s()\"]{1,300})"),
)
_STARLARK = (re.compile(r"\bdeclare_(?:directory|file)\(\s*[\"']([^\"'\n]{1,300})[\"']"),)
_OUTS = re.compile(r"\bouts?\s*=\s*\[?((?:\s*[\"'][^\"'\n]{1,300}[\"']\s*,?){1,100})")
_TEXT = re.compile(r"[\"']([^\"'\n]+)[\"']")
_AUTOCONF = re.compile(r"\bAC_CONFIG_(?:HEADERS?|FILES)\(\s*\[?([^\])]{1,2000})")
_MESON = re.compile(r"\boutput\s*:\s*\[?((?:\s*'[^'\n]{1,300}'\s*,?){1,100})")


def made_paths(language: str, data: bytes) -> list[str]:
    """Return what a file of CMake, Starlark, Meson or Autoconf makes, as written."""
    if language not in ("CMake", "Starlark", "Meson", "M4Sugar"):
        return []
    text = data.decode("utf-8", "replace")
    found: list[str] = []
    if language == "CMake":
        found = [match[1] for pattern in _CMAKE for match in pattern.finditer(text)]
    elif language == "Starlark":
        found = [match[1] for pattern in _STARLARK for match in pattern.finditer(text)]
        found += [path for match in _OUTS.finditer(text) for path in _TEXT.findall(match[1])]
    elif language == "Meson":
        found = [path for match in _MESON.finditer(text) for path in _TEXT.findall(match[1])]
    elif language == "M4Sugar":
        found = [word.partition(":")[0] for match in _AUTOCONF.finditer(text) for word in match[1].split()]
    kept = (path for path in found if "/" in path or "." in path)
    return [path for path in dict.fromkeys(kept) if len(path) <= MAX_PATH and path.isprintable()][:MAX_MADE]
