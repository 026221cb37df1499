"""Text or not, by content: names lie, and a page of bytes helps nobody.

Stated rule: a file is binary if it starts with the mark of a known format, has a NUL in its first 64 KB (and
is not UTF-16 or UTF-32), consists of control characters to more than 30 %, or is not UTF-8 and holds more
than 5 % of them. A NUL after the first 64 KB is shown as a symbol.
"""

from __future__ import annotations

import codecs

LOOK_BYTES = 64 * 1024
_SAMPLE_BYTES = 4096

_CONTROL = bytes(b for b in range(256) if b < 32 and b not in b"\t\n\v\f\r\x1b\b") + b"\x7f"
_NOT_CONTROL = bytes(b for b in range(256) if b not in _CONTROL)

# Enough to know the format, even where no NUL follows soon.
_CERTAIN = (
    (b"\x89PNG\r\n", "PNG image"),
    (b"\xff\xd8\xff", "JPEG image"),
    (b"%PDF-", "PDF document"),
    (b"PK\x03\x04", "ZIP archive"),
    (b"PK\x05\x06", "empty ZIP archive"),
    (b"\x1f\x8b\x08", "gzip archive"),
    (b"\xfd7zXZ\x00", "XZ archive"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip archive"),
    (b"\x28\xb5\x2f\xfd", "Zstandard archive"),
    (b"\x04\x22\x4d\x18", "LZ4 archive"),
    (b"!<arch>\n", "library archive"),
    (b"\x7fELF", "ELF program"),
    (b"\xfe\xed\xfa\xce", "Mach-O program"),
    (b"\xfe\xed\xfa\xcf", "Mach-O program"),
    (b"\xce\xfa\xed\xfe", "Mach-O program"),
    (b"\xcf\xfa\xed\xfe", "Mach-O program"),
    (b"\xca\xfe\xba\xbe", "Java class or Mach-O program"),
    (b"\x00asm", "WebAssembly module"),
    (b"SQLite format 3\x00", "SQLite database"),
    (b"\x93NUMPY", "NumPy array"),
    (b"\x89HDF\r\n", "HDF5 data"),
    (b"\xd0\xcf\x11\xe0", "Microsoft Office document"),
    (b"\x1bLua", "Lua bytecode"),
    (b"BC\xc0\xde", "LLVM bitcode"),
    (b"\xde\x12\x04\x95", "gettext catalog"),
    (b"Rar!\x1a\x07", "RAR archive"),
)
# Letters that text could begin with as well: they only give a name to what is known to be binary.
_LIKELY = (
    (b"GIF8", "GIF image"),
    (b"BM", "BMP image"),
    (b"II*\x00", "TIFF image"),
    (b"MM\x00*", "TIFF image"),
    (b"\x00\x00\x01\x00", "Windows icon"),
    (b"RIFF", "RIFF media"),
    (b"OggS", "Ogg media"),
    (b"ID3", "MP3 audio"),
    (b"fLaC", "FLAC audio"),
    (b"wOFF", "web font"),
    (b"wOF2", "web font"),
    (b"OTTO", "OpenType font"),
    (b"\x00\x01\x00\x00", "TrueType font"),
    (b"MZ", "Windows program"),
    (b"BZh", "bzip2 archive"),
    (b"PAR1", "Parquet data"),
    (b"GGUF", "GGUF model"),
    (b"\x80\x02", "Python pickle"),
    (b"\x80\x03", "Python pickle"),
    (b"\x80\x04", "Python pickle"),
    (b"\x80\x05", "Python pickle"),
)
_FIRST_BYTES = frozenset(mark[0] for mark, _ in _CERTAIN)
_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WIDE = {"utf-16": 2, "utf-16-le": 2, "utf-16-be": 2, "utf-32": 4, "utf-32-le": 4, "utf-32-be": 4}


def binary_detail(data: bytes, encoding: str = "") -> str:
    """Return what kind of binary `data` is; "" for text. `encoding` is what .gitattributes states."""
    if data and data[0] in _FIRST_BYTES and (name := _named(data, _CERTAIN)):
        return name
    nul = data.find(b"\0", 0, LOOK_BYTES)
    if nul >= 0:
        if wide_encoding(data, encoding):
            return ""
        return _named(data, _LIKELY) or _by_place(data) or f"NUL at byte {nul:,}"
    sample = data[:_SAMPLE_BYTES]
    control = len(sample.translate(None, _NOT_CONTROL))
    if control and control * 100 > len(sample) * (30 if _is_utf8(sample) else 5):
        return _named(data, _LIKELY) or f"{control * 100 // len(sample)} % control characters"
    return ""


def wide_encoding(data: bytes, encoding: str = "") -> str:
    """Return the codec of text in UTF-16 or UTF-32: by its mark, as stated, or where it is obvious."""
    sample = data[:_SAMPLE_BYTES]
    for mark, codec in _BOMS:
        if sample.startswith(mark):
            return codec if _decodes(sample, codec) else ""
    try:
        stated = codecs.lookup(encoding).name if encoding else ""
    except LookupError:
        stated = ""
    if stated in _WIDE:
        return stated if _decodes(sample, stated) else ""
    half = len(sample) // 2
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    # ASCII text in UTF-16 has a NUL in every pair, always on the same side.
    if even == 0 and odd * 10 > half * 7 and _decodes(sample, "utf-16-le"):
        return "utf-16-le"
    if odd == 0 and even * 10 > half * 7 and _decodes(sample, "utf-16-be"):
        return "utf-16-be"
    return ""


def text_head(data: bytes, limit: int, encoding: str = "") -> bytes:
    """Return the beginning of a text as UTF-8 without its mark, for rules that look at content."""
    if data[:1] in (b"\xff", b"\xfe", b"\0") or data.find(b"\0", 0, 64) >= 0:
        codec = wide_encoding(data, encoding)
        if codec:
            cut = data[: min(len(data), limit * 2) // _WIDE[codec] * _WIDE[codec]]
            return cut.decode(codec, "replace").removeprefix("\ufeff").encode("utf-8", "replace")
    head = data[:limit] if len(data) > limit else data
    return head.removeprefix(codecs.BOM_UTF8)


def _decodes(sample: bytes, codec: str) -> bool:
    cut = sample[: len(sample) // _WIDE[codec] * _WIDE[codec]]
    try:
        text = codecs.getincrementaldecoder(codec)().decode(cut)
    except UnicodeError:
        return False
    odd = sum(1 for char in text if char < " " and char not in "\t\n\v\f\r\x1b\b")
    return bool(text) and odd * 20 <= len(text)


def _is_utf8(sample: bytes) -> bool:
    if sample.isascii():
        return True
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        return False
    return True


def _named(data: bytes, marks: tuple[tuple[bytes, str], ...]) -> str:
    for mark, name in marks:
        if data.startswith(mark):
            return name
    return ""


def _by_place(data: bytes) -> str:
    if data[257:262] == b"ustar":
        return "tar archive"
    if data[4:8] == b"ftyp":
        return "MP4 media"
    return ""
