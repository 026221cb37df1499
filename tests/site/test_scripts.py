"""Data that the site hands to its scripts."""

from __future__ import annotations

import base64
import json
import re
import zlib

from repobook.scripts import as_packed_script, as_script


def unpack(script: str) -> object:
    found = re.fullmatch(r'repobook\.\w+\(.*?,"([A-Za-z0-9+/=]*)"\)\n', script)
    assert found is not None
    return json.loads(zlib.decompress(base64.b64decode(found[1]), -15))


def test_packed_data_come_out_again() -> None:
    data = [["a", 1], {"b": "<\u2028>"}]
    script = as_packed_script("names", "a/b.html", data)
    assert script.startswith('repobook.names("a/b.html","') and unpack(script) == data


def test_key_cannot_end_a_script() -> None:
    assert "<" not in as_packed_script("names", "</script>", [])


def test_many_rows_are_a_third() -> None:
    rows = [["src/module.py", number, "function"] for number in range(500)]
    assert len(as_packed_script("shard", "key/0", rows)) * 3 < len(as_script("shard", "key/0", rows))


def test_half_of_a_character_is_shown_as_one_that_is_missing() -> None:
    assert as_script("tree", "\ud800") == 'repobook.tree("?")\n'
    assert unpack(as_packed_script("names", "a", ["\ud800"])) == ["?"]
