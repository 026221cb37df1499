"""Which file of the highlighter reads a language. Others are shown without colours."""

from __future__ import annotations

import os

from repobook.render.file_page import FENCE_NAMES

VENDOR = os.path.join(os.path.dirname(__file__), "static", "vendor", "languages")
_KNOWN = frozenset(name.removesuffix(".js") for name in os.listdir(VENDOR))
_READ_AS = {
    "jsonc": "json", "json5": "json", "tsx": "typescript", "jsx": "javascript", "html": "xml", "svg": "xml", "vue": "xml",
    "svelte": "xml", "toml": "ini", "elisp": "lisp", "scheme": "lisp", "bat": "dos", "batchfile": "dos", "tex": "latex",
    "hlsl": "cpp", "opencl": "c", "cython": "python", "cuda": "cpp", "zsh": "bash", "objective-c": "objectivec",
    "editorconfig": "ini", "properties": "ini", "java-properties": "ini", "git-config": "ini", "mdx": "markdown",
    "visual-studio-solution": "xml", "xaml": "xml", "gradle": "groovy", "hcl": "ini", "bazel": "python", "meson": "python",
}  # fmt: skip


def highlighter_of(language: str) -> str:
    """Return the highlighter's word for a language, or "" where it has none."""
    name = FENCE_NAMES.get(language, language.lower().replace(" ", "-"))
    name = _READ_AS.get(name, name)
    return name if name in _KNOWN else ""
