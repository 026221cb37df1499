"""Files that lock the versions of packages: each entry is a package, everything else in them speaks to a tool.

A lock file is told by its content: Cargo's, uv's and Poetry's have `[[package]]` tables and no package of their own,
npm's and pnpm's have a `lockfileVersion`, Composer's a `content-hash`, Yarn's says so on its first lines.
"""

from __future__ import annotations

import re

from repobook.analyze.keys import Entry, Reading

LOCKED = "locked package"
_YARN = re.compile(r"^\"?(@?[^@\"\s,]+)@[^\n]*:[ \t]*$")
_YARN_VERSION = re.compile(r"^[ \t]+\"?version\"?:?[ \t]+\"?([^\s\"]+)")
_PNPM = re.compile(r"^/?(@?[^@/\s]+(?:/[^@/\s]+)?)[@/]([^\s(]+)")


def read_toml_lock(reading: Reading) -> bool:
    """Take the packages of Cargo.lock, uv.lock, poetry.lock; tell whether the file is one."""
    tables = [entry for entry in reading.entries if entry.kind == "table"]
    packages = [
        table
        for table in tables
        if table.path == "package" and reading.lines[table.line - 1].lstrip().startswith("[[")
    ]
    named = [table for table in packages if table.text("name")]
    if not named or len(named) < len(packages) or not any(table.text("version") for table in named):
        return False
    if any(table.path in ("project", "tool.poetry", "workspace") for table in tables):
        return False
    _keep_only(reading, [(table, table.text("name"), table.text("version")) for table in named])
    for table in named:
        name = table.child("name")
        table.name_line = name.line if name else table.line
    return True


def read_json_lock(reading: Reading) -> bool:
    """Take the packages of package-lock.json, composer.lock, Pipfile.lock; tell whether the file is one."""
    names = {entry.name: entry for entry in reading.tops()}
    groups: list[str] = []
    if "lockfileVersion" in names:
        groups = ["packages"] if "packages" in names else ["dependencies"]
    elif "content-hash" in names and "packages" in names:
        groups = ["packages", "packages-dev"]
    elif "_meta" in names and "default" in names:
        groups = ["default", "develop"]
    found = []
    for group in groups:
        for entry in names[group].children if group in names else []:
            name = entry.name.rpartition("node_modules/")[2]
            if name:  # the one without a name is the repository itself
                found.append((entry, name, entry.text("version")))
    if not found:
        return False
    _keep_only(reading, found)
    return True


def read_yaml_lock(reading: Reading) -> bool:
    """Take the packages of yarn.lock and pnpm-lock.yaml; tell whether the file is one."""
    names = {entry.name: entry for entry in reading.tops()}
    packages = names.get("packages")
    if "lockfileVersion" in names and packages is not None:
        found = []
        for entry in packages.children:
            parts = _PNPM.match(entry.name.strip("'\""))
            if parts:
                found.append((entry, parts[1], parts[2]))
        _keep_only(reading, found)
        return bool(found)
    head = "\n".join(reading.lines[:8])
    if "yarn lockfile" not in head and "__metadata:" not in head:
        return False
    entries: list[Entry] = []
    for number, line in enumerate(reading.lines, 1):
        found_name = _YARN.match(line[:2_000])
        if found_name:
            entries.append(Entry(found_name[1], number, 1))
        elif entries and line.strip() and line[0] in " \t":
            entries[-1].last = number
            version = _YARN_VERSION.match(line[:200])
            if version and not entries[-1].value:
                entries[-1].value = version[1]
    if not entries:
        return False
    reading.entries = entries
    _keep_only(reading, [(entry, entry.name, entry.value) for entry in entries])
    return True


def _keep_only(reading: Reading, packages: list[tuple[Entry, str, str]]) -> None:
    """Name the packages, and show nothing else of the file."""
    if not packages:
        return
    reading.is_for_tools = True
    for entry in reading.entries:
        entry.is_shown = False
    for entry, name, version in packages:
        entry.name, entry.kind, entry.is_shown = name, LOCKED, True
        entry.parent, entry.above = None, ""
        entry.signature = f"{name} {version}".strip()
