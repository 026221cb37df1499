"""Facts of all files -> references, related files, folders in reading order."""

from repobook.link.copies import link_copies
from repobook.link.history import link_history
from repobook.link.kin import link_kin
from repobook.link.link import link

__all__ = ["link", "link_copies", "link_history", "link_kin"]
