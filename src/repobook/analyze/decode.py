"""Bytes of a file -> UTF-8 bytes that every reader understands, and what was noticed on the way."""

from __future__ import annotations

import codecs
import re

from repobook.facts import Note

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# A file may declare one of these; anything else (rot13, a codec that runs code, nonsense) is read as UTF-8.
_CODECS = {
    "latin-1", "iso8859-1", "iso-8859-1", "latin1", "iso8859-15", "iso-8859-15", "iso-8859-2", "iso8859-2",
    "cp1250", "cp1251", "cp1252", "cp437", "cp850", "windows-1250", "windows-1251", "windows-1252",
    "koi8-r", "koi8-u", "euc-jp", "euc_jp", "shift_jis", "shift-jis", "sjis", "cp932", "gbk", "gb2312", "gb18030",
    "big5", "euc-kr", "euc_kr", "mac-roman", "macroman", "iso-2022-jp",
}  # fmt: skip
_DECLARED = re.compile(rb"coding[:=][ \t]*([-\w.]{2,40})")
_HIDDEN = re.compile(
    "[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufff9-\ufffb\U000e0000-\U000e007f]|(?<!^)\ufeff"
    "|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}"  # selectors of variants: one is all that a sign has
)
_HIDDEN_LEAD = re.compile(
    rb"\xc2\xad|\xd8\x9c|\xe1\xa0\x8e|\xe2\x80[\x8b-\x8f\xaa-\xae]|\xe2\x81[\xa0-\xaf]|\xef\xbb\xbf|\xef\xbf[\xb9-\xbb]|\xf3\xa0[\x80\x81]"
    rb"|(?:\xef\xb8[\x80-\x8f]|\xf3\xa0[\x84-\x87].){2}"
)


def decode(data: bytes) -> tuple[bytes, str, list[Note]]:
    """Return the text as UTF-8 without a byte order mark, a Python codec name, and notes."""
    notes: list[Note] = []
    codec = "utf-8"
    for mark, name in _BOMS:
        if data.startswith(mark):
            codec = name
            break
    else:
        if data[:4].count(0) and len(data) > 3:
            codec = "utf-16-le" if data[1] == 0 else "utf-16-be"
    if codec == "utf-8":
        if data.isascii():
            return data, codec, notes
        try:
            data.decode()
        except UnicodeDecodeError as error:
            data, codec = _decode_other(data, error, notes)
    elif codec == "utf-8-sig":
        data = data[3:]
        try:
            data.decode()
        except UnicodeDecodeError as error:
            _note_lossy(data, error, notes)
            data = data.decode(errors="replace").encode()
    else:
        try:
            data = data.decode(codec).encode()
        except UnicodeError:
            notes.append(Note("decode_lossy", f"marked as {codec.upper()}, but not all of it is"))
            data = data.decode(codec, "replace").encode(errors="replace")
    if _HIDDEN_LEAD.search(data):
        _note_hidden(data, notes)
    return data, codec, notes


def _decode_other(data: bytes, error: UnicodeDecodeError, notes: list[Note]) -> tuple[bytes, str]:
    declared = _DECLARED.search(data[:1000].split(b"\n\n", 1)[0][:400])
    if declared:
        name = declared[1].decode().lower()
        if name in _CODECS:
            try:
                return data.decode(name).encode(), codecs.lookup(name).name
            except UnicodeError:
                pass
    _note_lossy(data, error, notes)
    return data.decode(errors="replace").encode(), "utf-8"


def _note_lossy(data: bytes, error: UnicodeDecodeError, notes: list[Note]) -> None:
    line = data.count(b"\n", 0, error.start) + 1
    notes.append(
        Note("decode_lossy", f"byte 0x{data[error.start]:02x} is not UTF-8; such bytes are shown as �", line)
    )


def _note_hidden(data: bytes, notes: list[Note]) -> None:
    text = data.decode(errors="replace")
    found = list(_HIDDEN.finditer(text))
    if not found:
        return
    signs = "".join([match[0] for match in found])
    kinds = [f"U+{ord(sign):04X}" for sign in sorted(set(signs))]
    shown = ", ".join(kinds[:8]) + (" …" if len(kinds) > 8 else "")
    line = text.count("\n", 0, found[0].start()) + 1
    notes.append(
        Note(
            "hidden_unicode",
            f"{len(signs):,} hidden or bidirectional characters ({shown}), shown as visible marks",
            line,
        )
    )
