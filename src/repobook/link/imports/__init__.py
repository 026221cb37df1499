"""Imports and includes -> a file or folder of the repository, a package, the language's own library, or nothing known."""

from __future__ import annotations

from repobook.link.imports.answers import link_imports
from repobook.link.imports.resolver import Resolver
from repobook.link.imports.tree import Answer

__all__ = ["Answer", "Resolver", "link_imports"]
