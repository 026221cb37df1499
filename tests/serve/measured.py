"""What a server costs, as the system tells it; and whether the sizes of the catalogue are asked for."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

IS_FULL = int(os.environ.get("REPOBOOK_EXAMPLES", "0")) >= 1000  # `make soak`


def descriptors(process: int) -> int:
    return len(os.listdir(f"/proc/{process}/fd"))


def most_memory(process: int) -> int:
    """Return the megabytes that a process had at most."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert found
    return int(found[1]) // 1024


def processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_apart(asked: Coroutine[Any, Any, Any]) -> Any:
    """Run it in a thread of its own: a browser of other tests may have a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, asked).result()
