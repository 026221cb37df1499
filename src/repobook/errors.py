"""Every exception that a caller may meet.

RepobookError           the run cannot go on; the message is one line: where, what, what to do
├── InputError          the request is wrong: no such folder, output not ours
├── OutputError         the book cannot be written: no space, no permission
├── LanguageError       a language folder is broken
└── WorkerError         workers cannot be started at all
"""

from __future__ import annotations


class RepobookError(Exception):
    """The run cannot go on. The message says where, what, and what to do."""


class InputError(RepobookError):
    """The request itself is wrong."""


class OutputError(RepobookError):
    """The book cannot be written."""


class LanguageError(RepobookError):
    """A language folder is broken."""


class WorkerError(RepobookError):
    """Workers cannot be started at all."""
