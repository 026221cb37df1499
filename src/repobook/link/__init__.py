"""Facts of all files -> references, related files, folders in reading order."""

from repobook.link.link import LINKS, SUMS, tell_history

__all__ = ["LINKS", "SUMS", "tell_history"]
