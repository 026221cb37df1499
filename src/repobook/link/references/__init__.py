"""Places -> the symbols they mean, each with how sure that is."""

from repobook.link.references.index import Index
from repobook.link.references.resolve import Resolver

__all__ = ["Index", "Resolver"]
