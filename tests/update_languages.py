"""Rewrite docs/languages.md from the language folders."""

from __future__ import annotations

from pathlib import Path

from repobook.analyze.languages import Languages

PAGE = Path(__file__).parent.parent / "docs" / "languages.md"


def languages_page() -> str:
    """Return the page that lists every language folder."""
    languages = Languages()
    parts = [
        "# Languages\n",
        "A language is a folder in `src/repobook/languages/` (see [CONTRIBUTING.md](../CONTRIBUTING.md)). Names are GitHub"
        " Linguist's. Text in any other language gets its identifiers, headings by layout, and an honest page.\n",
    ]
    for level, meaning in (
        (
            "full",
            "Full: symbols with scopes, signatures, documentation, visibility and complexity; imports; call, type and base-class sites; comments",
        ),
        ("structure", "Structure: definitions, keys, targets, headings, tables"),
    ):
        parts.append(f"## {meaning}\n\n| folder | languages |\n|---|---|")
        for folder, own in sorted(languages.folders().items()):
            if own == level:
                parts.append(f"| `{folder}` | {', '.join(languages.folder_names(folder))} |")
        parts.append("")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(languages_page())
