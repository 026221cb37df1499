"""Where the repository declares the packages that it imports."""

from __future__ import annotations

import posixpath
import re

from repobook.link.imports.artifacts import Artifacts, Place
from repobook.link.imports.javascript import LANGUAGES
from repobook.link.imports.names import ALSO, normal_package
from repobook.link.imports.packages import DOTTED as JVM
from repobook.link.imports.php import vendor_names
from repobook.store import Writer

# Packages of Java, by the first parts of what they hold, where that is not the group that publishes them.
_GROUPS = {
    "org.junit.jupiter": "org.junit.jupiter", "org.junit": "junit", "junit.framework": "junit",
    "com.google.common": "com.google.guava", "com.google.common.truth": "com.google.truth",
    "com.google.common.truth.extensions": "com.google.truth.extensions", "com.google.gson": "com.google.code.gson", "okhttp3": "com.squareup.okhttp3",
    "okio": "com.squareup.okio", "retrofit2": "com.squareup.retrofit2", "javax.annotation": "com.google.code.findbugs",
    "kotlinx.coroutines": "org.jetbrains.kotlinx", "kotlinx.serialization": "org.jetbrains.kotlinx",
    "dagger": "com.google.dagger", "cats": "org.typelevel", "akka": "com.typesafe.akka",
}  # fmt: skip


def link_declarations(store: Writer) -> None:
    """Say of every import of a package where the repository declares it: the nearest manifest above the file."""
    execute = store.ask
    declared: dict[str, list[Place]] = {}
    for target, path, file_id, line in execute(
        "SELECT i.target, f.path, f.id, i.line FROM import i JOIN file f ON f.id = i.file_id"
        " WHERE i.how LIKE '%dependency' OR i.how = 'PackageReference' OR (i.how = 'package' AND f.language = 'CMake')"
        " ORDER BY i.rowid"
    ):
        name, artifact = _declared_name(target)
        declared.setdefault(name, []).append((path, file_id, line, artifact))
    if not declared:
        return
    found = []
    grouped = []
    spaces = _namespaces(declared)
    artifacts = Artifacts(declared.items())
    memo: dict[tuple[str, str], tuple[list[Place], str]] = {}
    for row_id, package, target, taken, path, language in execute(
        "SELECT i.rowid, i.package, i.target, i.names, f.path, f.language FROM import i JOIN file f ON f.id = i.file_id"
        " WHERE i.answer = 'package' AND i.how NOT LIKE '%dependency' AND i.how NOT IN ('PackageReference', 'package')"
        " ORDER BY i.rowid"
    ):
        key = (target if language in _DOTTED or language == "PHP" else package, language)
        known = memo.get(key)
        if known is None:
            names = _names_asked(target, package, language)
            name = next((name for name in names if name in declared), "")
            known = _of_one_artifact(declared.get(name, []), target, name)
            if language in JVM and (not known[0] or known[1]) and (named := artifacts.named_in(target)):
                known = named, ""
            memo[key] = known
        places, group = known
        if not places and language == "Python" and package.lower() in spaces:
            places = _of_namespace(spaces[package.lower()], target, taken)
        above = [
            place
            for place in places
            if path.startswith(place[0][: place[0].rfind("/") + 1]) or place[0].startswith("requirements/")
        ]
        if not above and language in LANGUAGES:  # another package of the workspace installs it for all
            above = [place for place in places if place[0].endswith("package.json")]
            most = max((len(posixpath.commonpath((path, place[0]))) for place in above), default=0)
            above = [place for place in above if len(posixpath.commonpath((path, place[0]))) == most]
        if above:
            _, file_id, line, _ = max(above, key=lambda place: (place[0].count("/"), -place[1], -place[2]))
            found.append((file_id, line, row_id))
            if group and len({place[3] for place in above}) > 1:
                grouped.append((group, row_id))
    store.write("UPDATE import SET note = ? WHERE rowid = ?", grouped)
    store.write("UPDATE import SET declared_file = ?, declared_line = ? WHERE rowid = ?", found)


_Spaces = dict[str, dict[str, list[Place]]]  # first part -> whole name, all parts joined by dots -> places


def _namespaces(declared: dict[str, list[Place]]) -> _Spaces:
    """Return the declared packages whose names have several parts: `zope.interface`, `google-cloud-storage`."""
    spaces: _Spaces = {}
    for name, places in declared.items():
        parts = re.split(r"[._-]", name)
        if len(parts) > 1 and all(parts):
            spaces.setdefault(parts[0], {}).setdefault(".".join(parts), []).extend(places)
            if "." in name:  # only a part of a namespace bears a dot
                spaces[parts[0]].setdefault(parts[0], []).extend(places)
    return spaces


def _of_namespace(names: dict[str, list[Place]], target: str, taken: str) -> list[Place]:
    """Return where the part of a namespace is declared that an import takes: the longest name that it begins with."""
    asked = target.lower().replace("_", ".").split(".")
    for last in [one.partition(" ")[0] for one in taken.lower().split(", ")] if taken else [""]:
        parts = [*asked, *last.replace("_", ".").split(".")] if last else asked
        for cut in range(len(parts), 1, -1):
            if (name := ".".join(parts[:cut])) in names:
                return names[name]
    return names.get(target.lower(), [])


_DOTTED = (*JVM, "C#")


def _declared_name(target: str) -> tuple[str, str]:
    """Return the name by which a declared package is asked for, and its artifact: of `group:artifact` the group."""
    plain = target.rpartition("//")[2]
    if ":" not in plain:
        return normal_package(plain), ""
    group, artifact = plain.split(":")[:2]
    return group.lower(), artifact.lower()


def _of_one_artifact(places: list[Place], target: str, group: str) -> tuple[list[Place], str]:
    """Of a group with several artifacts keep those that the target names; where it names none, all, and the group: no more is known."""
    if len({place[3] for place in places}) <= 1:
        return places, ""
    parts = set(target.lower().replace("_", ".").split("."))
    named = [place for place in places if not parts.isdisjoint({place[3], *re.split("[-_]", place[3])})]
    return (named, "") if named else (places, group)


def _names_asked(target: str, package: str, language: str) -> list[str]:
    """Return how manifests may call what an import asks for, the best first."""
    if language in _DOTTED:
        return _dotted_names(target)
    if language == "Swift":  # import NIO: of swift-nio
        return [*_asked_names(package), normal_package(f"swift-{package}")]
    return vendor_names(target) if language == "PHP" else _asked_names(package)


def _asked_names(package: str) -> list[str]:
    """Return how manifests may call what an import asks for, the best first."""
    name = normal_package(package)
    head = normal_package(package.partition("/")[0])
    return list(dict.fromkeys([package.lower(), name, *ALSO.get(name, ()), head, *ALSO.get(head, ())]))


def _dotted_names(target: str) -> list[str]:
    """Return the names of packages that a dotted name may belong to, the longest first."""
    parts = target.split(".")
    names = []
    for cut in range(len(parts), 0, -1):
        name = ".".join(parts[:cut])
        is_known = name in _GROUPS  # by then no shorter name tells more: org.junit.jupiter is not of junit
        names += [_GROUPS[name]] if is_known else []
        names += [name.lower(), normal_package(name)]
        if is_known:
            break
    return names
