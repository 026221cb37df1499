"""Facts of all files -> what connects them, step by step. Reads and writes the store; near-linear in the number of facts.

A step asks the store, and writes rows or columns that no other step writes. So one can be taken again by itself: what it
wrote is taken back, and what it asks now decides.
"""

from __future__ import annotations

from repobook.link.components import link_components
from repobook.link.copies import link_copies
from repobook.link.declares import link_declares
from repobook.link.deprecated import link_deprecated
from repobook.link.document_uses import link_document_uses
from repobook.link.fixtures import link_fixtures
from repobook.link.folders import (
    SAY_AGAIN,
    drop_repeated,
    link_folder_lines,
    link_folders,
    link_purposes,
    link_totals,
)
from repobook.link.history import Commits, link_history
from repobook.link.imports import link_imports
from repobook.link.inherits import link_inherits
from repobook.link.kin import link_kin, link_words
from repobook.link.mentions import link_mentions
from repobook.link.owners import link_owners
from repobook.link.related import link_related
from repobook.link.tests import link_tests
from repobook.link.users import link_test_uses, link_users
from repobook.store import FINDING_PARTS, NO_HISTORY, OVERRIDES, PART_BITS, RELATED_PARTS, Step, Writer


def tell_history(history: Commits | None, missing: str, meta: dict[str, str]) -> tuple[Step, ...]:
    """Return the steps that say what is not in the files: who makes the book of what, and what git tells, or why it does not."""

    def add_history(store: Writer) -> None:
        if history is not None:
            link_history(store, history)

    def add_note(store: Writer) -> None:
        if missing:
            store.add_scan_note(".git", NO_HISTORY, missing)

    return (
        Step("meta", lambda store: store.add_meta(meta), ("meta",), ("DELETE FROM meta",), is_always=True),
        Step(
            "history",
            add_history,
            ("file", "related"),
            (
                _unrelate("history"),
                "UPDATE file SET last_change = '', commits = 0 WHERE commits != 0 OR last_change != ''",
            ),
            is_always=True,
        ),
        Step(
            "missing history",
            add_note,
            ("scan_note",),
            (f"DELETE FROM scan_note WHERE code = '{NO_HISTORY}'",),
            is_always=True,
        ),
    )


def _unrelate(part: str) -> str:
    first = RELATED_PARTS[part]
    return f"DELETE FROM related WHERE rowid BETWEEN {first} AND {first + (1 << PART_BITS) - 1}"


def _unfind(part: str) -> str:
    first = FINDING_PARTS[part]
    return f"DELETE FROM finding WHERE rowid BETWEEN {first} AND {first + (1 << PART_BITS)}"


# Before names are resolved.
LINKS = (
    Step(
        "imports",
        link_imports,
        ("import", "file"),
        (
            "UPDATE import SET answer = '', target_file = NULL, target_folder = NULL, package = '', note = '',"
            " declared_file = NULL, declared_line = 0",
            "UPDATE file SET importers = 0 WHERE importers != 0",
        ),
    ),
    Step("totals", link_totals, ("folder",)),
    # What it takes back is what it asks for, so it begins with that in any case.
    Step("repeated", drop_repeated, ("file",), SAY_AGAIN, is_always=True),
    Step(
        "purposes",
        link_purposes,
        ("folder",),
        ("UPDATE folder SET purpose = '', purpose_file = NULL, purpose_line = 0",),
    ),
    Step("folders", link_folders, ("folder", "folder_link")),
    Step("folder lines", link_folder_lines, ("folder_link",)),
    Step(
        "components",
        link_components,
        ("component", "component_link"),
        ("DELETE FROM component", "DELETE FROM component_link"),
    ),
    Step("tests", link_tests, ("test_case",), ("DELETE FROM test_case",)),
    Step(
        "related",
        link_related,
        ("related", "namesake"),
        (_unrelate("subject"), "DELETE FROM scratch.namesake"),
    ),
    Step("owners", link_owners, ("file",), ("UPDATE file SET owners = '' WHERE owners != ''",)),
    Step("kin", link_kin, ("related",), (_unrelate("kin"),)),
    Step("words", link_words, ("related",), (_unrelate("words"),)),
    Step("copies", link_copies, ("finding",), (_unfind("copies"),)),
)
# When they are.
SUMS = (
    Step(
        "inherits",
        link_inherits,
        ("inherit", "answer"),
        ("DELETE FROM inherit", f"DELETE FROM answer WHERE rowid > {OVERRIDES}"),
    ),
    Step("document uses", link_document_uses, ("document_use",), ("DELETE FROM document_use",)),
    Step(
        "users",
        link_users,
        ("body", "importance", "key_symbol", "folder_use", "file"),
        (
            *(f"DELETE FROM {table}" for table in ("body", "importance", "key_symbol", "folder_use")),
            "UPDATE file SET users = 0, importance = 0 WHERE users != 0 OR importance != 0",
        ),
    ),
    Step("test uses", link_test_uses, ("test_use",), ("DELETE FROM test_use",)),
    Step("declares", link_declares, ("related",), (_unrelate("declares"),)),
    Step("deprecated", link_deprecated, ("finding",), (_unfind("deprecated"),)),
    Step(
        "fixtures",
        link_fixtures,
        ("fixture", "fixture_use"),
        ("DELETE FROM fixture", "DELETE FROM fixture_use"),
    ),
    Step("mentions", link_mentions, ("mention",), ("DELETE FROM mention",)),
)
