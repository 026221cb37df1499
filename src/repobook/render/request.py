"""How a worker is asked to render: apart from what renders, so that who asks need not load that."""

from __future__ import annotations

import msgspec

from repobook.facts import Known


class RenderJob(msgspec.Struct, array_like=True):
    options: tuple[str, str, str, bool, str, str, str, bool, str, str]
    what: str  # "files", "folders" or the name of a page above them
    first: int = 0  # of its units
    last: int = 0
    known: Known = Known()
    changes: str = ""  # the file that tells what differs from the last book
    doubt: int = 0  # 1: units drawn by lot are asked whatever is told of them; 2: and the questions of one
    begun: str = ""  # the file that lists which pages of the last book the new one does not begin with
