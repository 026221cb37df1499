"""Facts of all files -> references, related files, folders in reading order."""

from repobook.link.history import link_history
from repobook.link.link import link

__all__ = ["link", "link_history"]
