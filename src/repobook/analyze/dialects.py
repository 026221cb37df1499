"""What well-known shapes of configuration mean, told by their content: a workflow's jobs, a package's dependencies.

Each function looks at the keys of one file, and where the shape is its own gives entries their true kind, adds the
imports and says what the file says of itself. A shape is told by keys that only it has, never by the file's name.
"""

from __future__ import annotations

import re

from repobook.analyze import locks
from repobook.analyze.keys import NAMING, Entry, Reading

_METHODS = frozenset(["get", "put", "post", "delete", "options", "head", "patch", "trace"])
_USES = re.compile(r"^[ \t]*(?:-[ \t]+)?uses:[ \t]*[\"']?([^\s\"'#]+)")
_DASH = re.compile(r"^ *(?:- +)+")
_STEP_NAMES = (NAMING.index("name"), NAMING.index("id"))
_ACTION = re.compile(r"(uses|run):[ \t]+(\S.*)")
_IMAGE = re.compile(r"^[ \t]*(?:-[ \t]+)?image:[ \t]*[\"']?([^\s\"'#]+)")
_ITEM = re.compile(r"^[ \t]*-[ \t]+[\"']?([^\s\"'#][^\"'#\n]{0,200})")
_REQUIREMENT = re.compile(r"[\"']?([A-Za-z0-9@][\w.@/-]{0,100})")
_INLINE = re.compile(r"\{[^{}]*\}")
_QUOTED = re.compile(r"\"([^\"\n]{1,300})\"|'([^'\n]{1,300})'")


def read_yaml_shapes(reading: Reading) -> None:
    if locks.read_yaml_lock(reading):
        return
    names = {entry.name.strip("'\""): entry for entry in reading.tops()}
    if "jobs" in names and ("on" in names or "true" in names):
        _read_workflow(reading, names)
    elif "runs" in names and names["runs"].child("using"):
        _read_action(reading, names)
    elif "services" in names and not names["services"].value and _has_compose_services(names["services"]):
        _read_compose(reading, names)
    elif "openapi" in names or "swagger" in names or "asyncapi" in names:
        read_openapi(reading)
    elif "apiVersion" in names and "kind" in names:
        _read_kubernetes(reading)
    elif "repos" in names and any(item.child("repo") for item in names["repos"].children):
        _read_pre_commit(reading, names["repos"])
    elif "dependencies" in names and ("channels" in names or _is_conda(reading, names)):
        _read_conda(reading, names["dependencies"])
    elif (
        any(entry.child("script") or entry.child("extends") for entry in names.values()) and "stages" in names
    ):
        for entry in names.values():  # GitLab's pipelines
            if entry.child("script") or entry.child("extends"):
                entry.kind = "job"
    elif "jobs" in names and "workflows" in names:
        _mark(names["jobs"], "job")  # CircleCI
        _mark(names["workflows"], "workflow")
    elif "dependencies" in names and "environment" in names:
        for entry in names["dependencies"].children:  # Dart's pubspec
            reading.add_import(entry.name, entry.line, "dependency")
    elif all(entry.kind in ("entry", "item") for entry in reading.tops()) and reading.tops():
        for entry in reading.tops():  # Ansible's playbooks
            if entry.child("hosts"):
                entry.kind = "play"
    for key in ("description", "abstract", "summary", "about"):
        reading.say(names.get(key))
    info = names.get("info")
    if info is not None:
        reading.say(info.child("description"))
    title = names.get("name") or names.get("title") or names.get("site_name")
    if title is not None and title.value and title.value[0] not in "|>[{":
        reading.title = title.value


def _mark(parent: Entry | None, kind: str) -> None:
    if parent is not None:
        for entry in parent.children:
            if entry.kind in ("key", "entry") and entry.name:
                entry.kind = kind


def _hide(parent: Entry) -> None:
    for entry in parent.children:
        entry.is_shown = False
        _hide(entry)


def _read_workflow(reading: Reading, names: dict[str, Entry]) -> None:
    on = names.get("on") or names["true"]
    triggers = [entry.name or entry.value for entry in on.children]
    if on.value:
        triggers = re.findall(r"[\w-]+", on.value)
    for line in reading.lines[on.line : on.last] if not triggers else []:
        found = _ITEM.match(line)
        if found:
            triggers.append(found[1].strip())
    reading.details["triggers"] = ", ".join(triggers)
    _mark(names["jobs"], "job")
    for job in names["jobs"].children:
        for entry in job.children:
            matrix = entry.child("matrix") if entry.name == "strategy" else None
            _hide(entry)
            if matrix is not None:
                for axis in matrix.children:
                    axis.is_shown = True
            if entry.name == "steps":
                entry.is_shown = False
                _read_steps(reading, entry)
    _find_lines(reading, _USES, "action")
    for job in names["jobs"].children:
        _find_lines(reading, _IMAGE, "image", job.line, job.last)


def _read_steps(reading: Reading, steps: Entry) -> None:
    """Give each step its name and what it does: the action that it uses, or the first line that it runs."""
    for step in steps.children:
        line, text, is_long = _find_action(reading, step)
        if line and (step.kind == "item" or step.rank not in _STEP_NAMES):  # `- run: |`, without a name
            step.name, step.name_line = text.removeprefix("uses: ")[:120], line
        if not step.name:
            continue
        step.kind, step.is_shown = "step", True
        step.signature = text + " …" if is_long else text


def _find_action(reading: Reading, step: Entry) -> tuple[int, str, bool]:
    """Return the line, the text and whether more follows, of what a step runs."""
    lines = reading.lines
    head = _DASH.match(lines[step.line - 1])
    indent = head.end() if head else 0
    for number in range(step.line, min(step.last, step.line + 500) + 1):
        line = lines[number - 1]
        found = _ACTION.match(line[indent:] if number > step.line else line[indent : indent + 1_000])
        if not found or (number > step.line and line[:indent].strip()):
            continue
        value = found[2].strip()
        if found[1] == "uses":
            action = value.split(" #")[0].strip(" \"'")
            return number, f"uses: {action}", False
        if value[:1] not in ("|", ">"):
            return number, value, False
        below = number
        while below < step.last and not lines[below].strip():
            below += 1
        if below >= step.last:
            return 0, "", False
        first = lines[below].strip()
        depth = len(lines[below]) - len(lines[below].lstrip())
        more = any(
            row.strip() and len(row) - len(row.lstrip()) >= depth
            for row in lines[below + 1 : min(step.last, below + 3)]
        )
        return below + 1, first[:180], more
    return 0, "", False


def _read_action(reading: Reading, names: dict[str, Entry]) -> None:
    _mark(names.get("inputs"), "input")
    _mark(names.get("outputs"), "output")
    steps = names["runs"].child("steps")
    if steps is not None:
        steps.is_shown = False
        _hide(steps)
        _read_steps(reading, steps)
    _find_lines(reading, _USES, "action")
    main = names["runs"].child("main")
    if main is not None:
        reading.add_import(main.value, main.line, "main")
    image = names["runs"].child("image")
    if image is not None:
        reading.add_import(image.value, image.line, "image")


def _has_compose_services(services: Entry) -> bool:
    known = ("image", "build", "extends", "container_name", "command", "depends_on", "ports", "environment")
    return any(service.child(key) for service in services.children[:20] for key in known)


def _read_compose(reading: Reading, names: dict[str, Entry]) -> None:
    _mark(names["services"], "service")
    for key in ("volumes", "networks", "secrets", "configs"):
        _mark(names.get(key), key.removesuffix("s"))
    for service in names["services"].children:
        image = service.child("image")
        if image is not None:
            reading.add_import(image.value, image.line, "image")
        build = service.child("build")
        if build is not None:
            context = build.child("context")
            reading.add_import(context.value if context else build.value, build.line, "build")


def read_openapi(reading: Reading) -> None:
    paths = reading.top("paths") or reading.top("channels")
    _mark(paths, "path")
    for path in paths.children if paths else []:
        for entry in path.children:
            if entry.name in _METHODS:
                entry.kind = "operation"
    components = reading.top("components")
    for group in components.children if components else []:
        _mark(
            group,
            {"schemas": "schema", "parameters": "parameter", "responses": "response"}.get(
                group.name, "component"
            ),
        )
    _mark(reading.top("definitions"), "schema")
    _mark(reading.top("tags"), "tag")
    info = reading.top("info")
    if info is not None:
        reading.title = info.text("title")
        reading.say(info.child("description"))


def _read_kubernetes(reading: Reading) -> None:
    """Each document of the file is an object: `kind: Deployment` with `metadata.name`."""
    tops = reading.tops()
    starts = [n for n, entry in enumerate(tops) if entry.name == "apiVersion"]
    for begin, end in zip(starts, [*starts[1:], len(tops)], strict=True):
        members = {entry.name: entry for entry in tops[begin:end]}
        metadata, kind = members.get("metadata"), members.get("kind")
        name = metadata.child("name") if metadata else None
        if kind is None or name is None or not name.value:
            continue
        last = max(entry.last for entry in members.values())
        whole = Entry(
            name.value, tops[begin].line, 1, last=last, kind=kind.value or "object", name_line=name.line
        )
        whole.rank = -1
        reading.entries.append(whole)
        for entry in tops[begin:end]:
            entry.parent, entry.level = whole, 2
            for child in entry.children:
                child.level = 3
    for line, target in _found(reading, _IMAGE, 0, len(reading.lines)):
        reading.add_import(target, line, "image")


def _read_pre_commit(reading: Reading, repos: Entry) -> None:
    for repo in repos.children:
        reading.add_import(repo.text("repo"), repo.line, "hook")
    for number in range(repos.line, repos.last):
        found = re.match(r"^([ \t]*-[ \t]+)id:[ \t]*([\w.-]+)", reading.lines[number])
        if found:
            reading.entries.append(Entry(found[2], number + 1, 2, kind="hook", parent=repos))


def _is_conda(reading: Reading, names: dict[str, Entry]) -> bool:
    """Tell whether a file without channels lists packages for conda."""
    line = names["dependencies"].line
    is_list = line < len(reading.lines) and _ITEM.match(reading.lines[line]) is not None
    return is_list and names.keys() <= {"name", "dependencies", "prefix", "variables", "platforms"}


def _read_conda(reading: Reading, dependencies: Entry) -> None:
    for number in range(dependencies.line, dependencies.last):
        found = _ITEM.match(reading.lines[number])
        if found and not found[1].rstrip().endswith(":"):
            package = _REQUIREMENT.match(found[1].rpartition("::")[2])  # conda-forge::scipy
            if package:
                reading.add_import(package[1], number + 1, "dependency")


def _find_lines(reading: Reading, pattern: re.Pattern[str], how: str, first: int = 0, last: int = 0) -> None:
    for line, target in _found(reading, pattern, max(0, first - 1), last or len(reading.lines)):
        reading.add_import(target, line, how)


def _found(reading: Reading, pattern: re.Pattern[str], first: int, last: int) -> list[tuple[int, str]]:
    rows = enumerate(reading.lines[first:last], first + 1)
    return [(number, found[1]) for number, line in rows if (found := pattern.match(line[:500]))]


def read_toml_shapes(reading: Reading) -> None:
    if locks.read_toml_lock(reading):
        return
    every = [entry for entry in reading.entries if entry.kind == "table"]
    tables: dict[str, Entry] = {}
    for entry in every:
        tables.setdefault(entry.path, entry)
    project = tables.get("project") or tables.get("tool.poetry") or tables.get("package")
    if project is not None:
        reading.title = project.text("name")
        reading.say(project.child("description"))
        reading.details["package"] = f"{project.text('name')} {project.text('version')}".strip()
    for table in every:
        path = table.path
        tail = path.rsplit(".", 1)[-1]
        if tail in _TOML_NEEDS:
            how = "development dependency" if ".group." in path else _TOML_NEEDS[tail]
            for entry in table.children:
                if entry.value.startswith("["):
                    _read_requirement_list(reading, entry, how)
                elif entry.name != "python" or not path.startswith("tool.poetry"):
                    reading.add_import(entry.name, entry.line, how)
        elif path == "libraries":  # Gradle's version catalogs
            for entry in table.children:
                if found := _MODULE.search(entry.value):
                    reading.add_import(found[1] or f"{found[2]}:{found[3]}", entry.line, "dependency")
        elif tail in ("scripts", "gui-scripts", "tasks", "alias") and path.count(".") <= 1:
            _mark(table, "script")
        elif path in ("project.optional-dependencies", "dependency-groups"):
            how = "development dependency" if path == "dependency-groups" else "optional dependency"
            for entry in table.children:
                _read_requirement_list(reading, entry, how)
        elif (
            tail in ("bin", "lib", "example", "test", "bench") and "package" in tables and table.text("name")
        ):
            _name_table(table)
            table.kind = tail
        elif reading.lines[table.line - 1].lstrip().startswith("[[") and table.text("name"):
            table.above = path  # one of several: each by its own name
            _name_table(table)
    for table_name, key, how in (
        ("project", "dependencies", "dependency"),
        ("build-system", "requires", "build dependency"),
        ("tool.uv", "dev-dependencies", "development dependency"),
    ):
        table_entry = tables.get(table_name)
        needed = table_entry.child(key) if table_entry else None
        if needed is not None:
            _read_requirement_list(reading, needed, how)


_MODULE = re.compile(
    r"(?:^|module\s*=\s*)[\"']([\w.-]+:[\w.-]+)|group\s*=\s*[\"']([\w.-]+)[\"'],\s*name\s*=\s*[\"']([\w.-]+)"
)
_TOML_NEEDS = {
    "dependencies": "dependency",
    "packages": "dependency",
    "dev-dependencies": "development dependency",
    "dev-packages": "development dependency",
    "build-dependencies": "build dependency",
}


def _name_table(table: Entry) -> None:
    named = table.child("name")
    table.name_line = named.line if named else table.line
    table.name = table.text("name")


def _read_requirement_list(reading: Reading, entry: Entry, how: str) -> None:
    for number in range(entry.line - 1, min(entry.last, entry.line + 2_000)):
        line = reading.lines[number][:5_000]
        text = line.split("=", 1)[1] if number == entry.line - 1 and "=" in line else line
        text = _INLINE.sub("", text)  # { include-group = "test" } names no package
        for found in _QUOTED.finditer(text.split(" #", 1)[0] if text.lstrip()[:1] != "#" else ""):
            package = _REQUIREMENT.match(found[1] or found[2])
            if package:
                reading.add_import(package[1], number + 1, how)


_UNIT_KEYS = (
    "After",
    "Before",
    "Requires",
    "Wants",
    "BindsTo",
    "PartOf",
    "Requisite",
    "WantedBy",
    "RequiredBy",
    "Also",
)


def read_ini_shapes(reading: Reading) -> None:
    sections = {entry.name: entry for entry in reading.entries if entry.kind == "section"}
    unit = sections.get("Unit")
    if unit is not None:
        reading.title = unit.text("Description")
        reading.say(unit.child("Description"))
        for section in sections.values():
            for entry in section.children:
                if entry.name in _UNIT_KEYS:
                    for target in entry.value.split():
                        reading.add_import(target, entry.line, "unit")
    for name, section in sections.items():
        if name.startswith("submodule "):
            path = section.child("path")
            url = section.child("url")
            wanted = path or url
            if wanted is not None:
                reading.add_import(wanted.value, wanted.line, "submodule")
        elif name == "metadata":
            reading.title = section.text("name")
            reading.say(section.child("description"))
        elif name in ("Desktop Entry",):
            reading.title = section.text("Name")
            reading.say(section.child("Comment"))
        elif name == "options":
            _read_listed(reading, section.child("install_requires"), "dependency")
            _read_listed(reading, section.child("setup_requires"), "build dependency")
            _read_listed(reading, section.child("tests_require"), "development dependency")
        elif name == "options.extras_require":
            for entry in section.children:
                _read_listed(reading, entry, "optional dependency")
        elif name == "build_ext":
            folders = section.child("include_dirs") or section.child("include-dirs")
            if folders is not None:
                for folder in re.split(r"[:;,\s]+", folders.value):
                    reading.add_import(folder, folders.line, "include folder")
        elif name in ("requires", "tool_requires", "build_requires", "test_requires"):  # conanfile.txt
            for number in range(section.line, min(section.last, section.line + 2_000)):
                found = re.match(r"[ \t]*([A-Za-z0-9][\w.+-]{0,100})/\S", reading.lines[number])
                if found:
                    how = "dependency" if name == "requires" else "development dependency"
                    reading.add_import(found[1], number + 1, how)


def _read_listed(reading: Reading, entry: Entry | None, how: str) -> None:
    """Take the packages of `install_requires =`, one a line below it."""
    for number, line in enumerate(reading.lines[entry.line : entry.line + 2_000] if entry else (), 1):
        if line.strip() and line[0] not in " \t":
            return
        # `    flask>=2` looks like a key of its own: lines are told by their indent alone.
        if entry is not None and (found := re.match(r"[ \t]+([A-Za-z0-9][\w.-]{0,100})", line)):
            reading.add_import(found[1], entry.line + number, how)


_DEPENDENCY_KEYS = (
    "dependencies", "devDependencies", "peerDependencies", "optionalDependencies", "bundledDependencies",
    "require", "require-dev", "autoload",
)  # fmt: skip
_NPM_NEEDS = {
    "devDependencies": "development dependency",
    "require-dev": "development dependency",
    "peerDependencies": "peer dependency",
    "optionalDependencies": "optional dependency",
}


_LIST = re.compile(r"\"\s*:\s*\[")
_NAME_OR_ITEM = re.compile(
    r"(?:\"name\"\s*:\s*|^[ \t]*(?:\"dependencies\"\s*:\s*\[)?[ \t]*|[\[,][ \t]*)\"([a-z0-9][a-z0-9.-]{0,100})\"(?!\s*:)"
)


def _read_named_list(reading: Reading, group: Entry) -> None:
    """Take the packages of vcpkg's `"dependencies": ["fmt", {"name": "zlib"}]`."""
    for number in range(group.line - 1, min(group.last, group.line + 2_000)):
        for found in _NAME_OR_ITEM.finditer(reading.lines[number][:5_000]):
            reading.add_import(found[1], number + 1, "dependency")


def _is_package(names: dict[str, Entry]) -> bool:
    """Tell whether a file is the manifest of a package, or of a whole workspace, which may have no name."""
    if any(key in names and names[key].children for key in _NPM_NEEDS):
        return True
    required = names["require"].children if "require" in names else []
    if any("/" in entry.name or entry.name == "php" for entry in required):
        return True
    marks = ("version", "scripts", *_DEPENDENCY_KEYS[:-1])
    is_whole = "dependencies" in names and any(key in names for key in ("scripts", "private", "workspaces"))
    return is_whole or ("name" in names and any(key in names for key in marks))


def read_json_shapes(reading: Reading) -> None:
    names = {entry.name: entry for entry in reading.tops()}
    if locks.read_json_lock(reading):
        return
    if _is_package(names):
        for key in _DEPENDENCY_KEYS[:-1]:
            group = names.get(key)
            if key == "dependencies" and group is not None and _LIST.search(group.signature):
                _read_named_list(reading, group)
                continue
            for entry in group.children if group else []:
                reading.add_import(entry.name, entry.line, _NPM_NEEDS.get(key, "dependency"))
        _mark(names.get("scripts"), "script")
        reading.details["package"] = " ".join(
            names[key].value for key in ("name", "version") if key in names and names[key].value
        )
        for key in ("main", "module", "types", "typings", "browser"):
            entry_point = names.get(key)
            if entry_point is not None and entry_point.value:
                reading.add_import(entry_point.value, entry_point.line, key)
    elif "openapi" in names or "swagger" in names:
        read_openapi(reading)
    elif "compilerOptions" in names or "extends" in names:
        extends = names.get("extends")
        if extends is not None and extends.value:
            reading.add_import(extends.value, extends.line, "extends")
    if "$schema" in names and ("definitions" in names or "$defs" in names or "properties" in names):
        for key in ("definitions", "$defs"):
            _mark(names.get(key), "schema")
        _mark(names.get("properties"), "property")
    for key in ("description", "abstract", "summary", "about", "comment", "$comment", "_comment"):
        reading.say(names.get(key))
    for key in ("title", "name", "displayName"):
        entry_name = names.get(key)
        if entry_name is not None and entry_name.value and not reading.title:
            reading.title = entry_name.value
