"""A Turkish locale, made for a test: there the small letter of `I` is `ı`, and whatever asks the C library finds that out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

# What the C library says about `I` where the settings of the environment hold.
_ASKED = (
    "import ctypes, locale; locale.setlocale(locale.LC_ALL, ''); print(ctypes.CDLL(None).towlower(ord('I')))"
)


def make_turkish(folder: Path) -> dict[str, str]:
    """Return the settings that make a program Turkish; none where this machine cannot make such a locale."""
    if shutil.which("localedef") is None:
        return {}
    folder.mkdir(parents=True, exist_ok=True)
    words = ["localedef", "-i", "tr_TR", "-f", "UTF-8", str(folder / "tr_TR.UTF-8")]
    subprocess.run(words, check=False, capture_output=True)
    settings = {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "LOCPATH": str(folder)}
    asked = subprocess.run(
        [sys.executable, "-c", _ASKED], env=dict(os.environ, **settings), check=False, capture_output=True
    )
    return settings if asked.stdout.split() == [str(ord("ı")).encode()] else {}
