"""Paths as text and as bytes. Both ways are exact, whatever the name and whatever the locale."""

from __future__ import annotations


def path_bytes(path: str) -> bytes:
    """Return the bytes of a path as the file system has them, whatever the locale."""
    return path.encode("utf-8", "surrogateescape")


def path_text(path: bytes) -> str:
    """Return the path as text; bytes that are not UTF-8 become surrogate escapes."""
    return path.decode("utf-8", "surrogateescape")
