"""Facts of all files -> what connects them. Reads and writes the store; near-linear in the number of facts."""

from __future__ import annotations

from repobook.link.components import link_components
from repobook.link.folders import link_folders
from repobook.link.imports import link_imports
from repobook.link.owners import link_owners
from repobook.link.related import link_related
from repobook.link.tests import link_tests
from repobook.store import Writer


def link(store: Writer) -> None:
    """Resolve imports, total the folders and find the files that belong together."""
    link_imports(store)
    link_folders(store)
    link_components(store)
    link_tests(store)
    link_related(store)
    link_owners(store)
