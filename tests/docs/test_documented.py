"""What the tool can do is written down, and what is written down is portable."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
import pytest

from repobook.analyze.languages import Languages, LinePattern, Settings
from repobook.cli import main

TOP = Path(__file__).parent.parent.parent
LANGUAGES = Languages()

# Written in pieces, so that this file is not the one that is found.
MACHINE = re.compile(
    r"/(?:home|Users)"
    + r"/[A-Za-z][\w.-]*/|/ro"
    + r"ot/|/wo"
    + r"rk/(?:main|shared)|/tm"
    + r"p/v/|[A-Z]:\\Users\\"
)


def parameters(command: click.Command = main, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield every command with every option it takes, in its long form."""
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            yield before.strip() or "repobook", max(parameter.opts, key=len)
    if isinstance(command, click.Group):
        for name, below in sorted(command.commands.items()):
            yield from parameters(below, f"{before} {name}")


def command_names(group: click.Group = main, before: str = "repobook") -> Iterator[str]:
    for name, command in sorted(group.commands.items()):
        if isinstance(command, click.Group):
            yield from command_names(command, f"{before} {name}")
        else:
            yield f"{before} {name}"


@pytest.fixture(scope="module")
def manual() -> str:
    """README and all that lies in docs/."""
    return "\n".join(path.read_text() for path in (TOP / "README.md", *sorted((TOP / "docs").rglob("*.md"))))


@pytest.mark.parametrize("words", list(command_names()))
def test_command_is_documented(words: str, manual: str) -> None:
    """Every command is in README.md or docs/, as it is typed."""
    assert words in manual


@pytest.mark.parametrize(
    "command, option", sorted(set(parameters())), ids=lambda word: str(word).replace(" ", "-")
)
def test_option_is_documented(command: str, option: str, manual: str) -> None:
    """Every option is in README.md or docs/."""
    assert re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", manual)


@pytest.mark.parametrize("folder", sorted(LANGUAGES.folders()))
def test_language_is_listed(folder: str) -> None:
    """Every language that is read is listed in docs/languages.md under each of its names."""
    page = TOP / "docs" / "languages.md"
    text = page.read_text() if page.exists() else ""
    assert [
        name
        for name in LANGUAGES.folder_names(folder)
        if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    ] == []


def test_listed_languages_exist() -> None:
    """docs/languages.md lists no folder that is not there."""
    page = TOP / "docs" / "languages.md"
    listed = set(re.findall(r"languages/(\w+)", page.read_text() if page.exists() else ""))
    assert listed - set(LANGUAGES.folders()) == set()


@pytest.mark.parametrize(
    "key",
    [field.encode_name for struct in (Settings, LinePattern) for field in msgspec.structs.fields(struct)],
)
def test_setting_is_documented(key: str) -> None:
    """Every key that a language folder may have is explained in CONTRIBUTING.md."""
    assert f"`{key}`" in (TOP / "CONTRIBUTING.md").read_text()


def test_captures_are_documented() -> None:
    """Every capture that a query file uses is explained in CONTRIBUTING.md."""
    text = (TOP / "CONTRIBUTING.md").read_text()
    explained = set(re.findall(r"@?([a-z]+(?:\.[A-Za-z]+)*|\.[a-z]+)`", text))
    used: set[str] = set()
    for path in (TOP / "src" / "repobook" / "languages").rglob("*.scm"):
        code = re.sub(r'"(?:\\.|[^"\\])*"|;.*', "", path.read_text())
        used |= set(re.findall(r"@([a-z][\w.-]*)", code))
    known = explained | {"reference" + ending for ending in explained if ending.startswith(".")}
    assert {capture for capture in used - known if not capture.startswith("definition.")} == set()


def tracked_files() -> list[Path]:
    """Return what git keeps or would keep."""
    words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(words, cwd=TOP, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is no git repository")
    return [path for name in done.stdout.decode().split("\0")[:-1] if (path := TOP / name).is_file()]


def test_no_path_of_a_machine() -> None:
    """No file names a folder of the machine on which it was written."""
    found = []
    for path in tracked_files():
        for line, text in enumerate(path.read_text(errors="replace").split("\n"), 1):
            if match := MACHINE.search(text):
                found.append(f"{path.relative_to(TOP)}:{line}: {match[0]}")
    assert found == []


def test_links_of_the_manual_lead_somewhere() -> None:
    """Every relative link of README, CONTRIBUTING and docs/ leads to a file."""
    broken = []
    for path in (TOP / "README.md", TOP / "CONTRIBUTING.md", *sorted((TOP / "docs").rglob("*.md"))):
        text = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)\s#]+)", text):
            if "://" not in target and not (path.parent / target).exists():
                broken.append(f"{path.relative_to(TOP)}: {target}")
    assert broken == []
