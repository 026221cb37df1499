"""Shading languages in the words of C++: Metal, GLSL, HLSL; and OpenCL in those of C.

They are C with words of their own before a declaration (`device`, `uniform`, `groupshared`) and marks behind it
(`[[buffer(0)]]`, `: SV_TARGET`). Without those the grammars of C and C++ read them well. Nothing moves: see `cmacros`.
"""

from __future__ import annotations

import re

from repobook.analyze import cmacros
from repobook.analyze.cmacros import Prepared
from repobook.analyze.cmade import Made

_NOT_SPACE = re.compile(rb"[^\n\r\t \\]|\\(?!\r?\n)")


def _words(words: str) -> re.Pattern[bytes]:
    """Return a pattern of the words that are left out where a name follows them."""
    return re.compile(
        rb"\b(?:" + b"|".join(word.encode() for word in words.split()) + rb")\b(?=[ \t\r\n]+[A-Za-z_;])"
    )


_METAL = _words(
    "kernel vertex fragment mesh object device constant threadgroup thread threadgroup_imageblock ray_data object_data"
)
_OPENCL = _words(
    "kernel global local constant private generic pipe read_only write_only read_write __kernel __global __local "
    "__constant __private __generic __read_only __write_only __read_write"
)
_GLSL = _words(
    "in out inout uniform varying attribute buffer shared flat smooth noperspective centroid sample patch coherent "
    "restrict readonly writeonly highp mediump lowp precise invariant subroutine hitAttributeEXT rayPayloadEXT "
    "rayPayloadInEXT callableDataEXT callableDataInEXT shaderRecordEXT perprimitiveEXT taskPayloadSharedEXT nonuniformEXT"
)
_HLSL = _words(
    "in out inout uniform nointerpolation noperspective linear centroid sample precise groupshared globallycoherent "
    "row_major column_major unorm snorm triangle triangleadj point line lineadj export shared indices vertices primitives"
)
_ATTRIBUTES = re.compile(rb"\[\[[^\[\]]*+\]\]")
_ARGUMENTS = rb"[ \t]*+\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)"
_LAYOUT = re.compile(rb"\b(?:layout|subroutine)" + _ARGUMENTS)
_PRECISION = re.compile(rb"\bprecision[ \t]+\w+[ \t]+\w+[ \t]*;")
# float[3](1, 2, 3)      vec4[3] corners;
_ARRAY_OF = re.compile(rb"\w[ \t]*+(\[\w*+\])(?=[ \t]*+\(|[ \t]++[A-Za-z_])")
_BLOCK = re.compile(
    rb"(?:\b(?:layout"
    + _ARGUMENTS
    + rb"|\w+)[ \t\r\n]++)*?\b(?:uniform|buffer|in|out|shared|varying|patch|taskPayloadSharedEXT)"
    rb"[ \t\r\n]++(\w++)[ \t\r\n]*+(?=\{)"
)
_BLOCK = re.compile(
    rb"\b(?:uniform|buffer|in|out|patch|restrict|readonly|writeonly|coherent|EXT)[ \t\r\n]++(\w++)[ \t\r\n]*+(?=\{)"
)
_QUALIFIERS = re.compile(
    rb"(?:\s|readonly|writeonly|coherent|restrict|volatile|flat|patch|centroid|highp|mediump|lowp)*+"
)
_REGISTER = re.compile(rb":[ \t]*+(?:register|packoffset)" + _ARGUMENTS)
_SEMANTIC = re.compile(rb":[ \t]*+(?:SV_\w++|[A-Z][A-Z0-9_]++)(?=[ \t\r\n]*+[;,){=\[])")
_HLSL_ATTRIBUTE = re.compile(rb"(?:(?<![^\n])|\bstruct)[ \t]*+(\[[A-Za-z_]\w*+(?:" + _ARGUMENTS + rb")?\])")
_CBUFFER = re.compile(rb"\b(cbuffer|tbuffer|technique\d*+)[ \t]++(\w++)[^{};]{0,200}+(?=\{)")
_INTERFACE = re.compile(rb"\b(interface)[ \t]++(\w++)(?=[ \t\r\n]*+[{:])")
_PASS = re.compile(rb"\bpass\b[^{};]{0,200}+(?=\{)")
MAX_LINE = 400


def prepare_c(data: bytes, macros: dict[str, str]) -> Prepared:
    return cmacros.prepare(data, macros, is_c=True)


def prepare_cpp(data: bytes, macros: dict[str, str]) -> Prepared:
    """Return a text in C++. A header that shaders and programs share may be in Metal, though its name does not say so."""
    if b"metal" in data and (b"metal_stdlib" in data or b"::metal::" in data):
        data = blank_metal(data)
    return cmacros.prepare(data, macros)


def prepare_metal(data: bytes, macros: dict[str, str]) -> Prepared:
    return cmacros.prepare(blank_metal(data), macros)


def blank_metal(data: bytes) -> bytes:
    """Return `data` without address spaces and attributes."""
    return _blank(data, _ATTRIBUTES, _METAL)


def prepare_opencl(data: bytes, macros: dict[str, str]) -> Prepared:
    return cmacros.prepare(_blank(data, _OPENCL), macros, is_c=True)


def prepare_glsl(data: bytes, macros: dict[str, str]) -> Prepared:
    """Return a shader of OpenGL or Vulkan as C++: a block of uniforms becomes a struct."""
    text = bytearray(_blank(data, _LAYOUT, _PRECISION))
    made = []
    for found in _BLOCK.finditer(bytes(text)):
        start = found.start()
        line = text.rfind(b"\n", max(0, start - MAX_LINE), start) + 1
        if _QUALIFIERS.fullmatch(text, line, start):
            start = line + len(data[line:start]) - len(data[line:start].lstrip())
        head = b"struct B"
        if found.end() - start >= len(head):
            text[start : found.end()] = head.ljust(found.end() - start)
            name_start = found.start(1)
            made.append(Made(start, found.end(), "block", found[1].decode(), name_start, False))
    for found in _ARRAY_OF.finditer(bytes(text)):
        text[found.start(1) : found.end(1)] = b" " * (found.end(1) - found.start(1))
    prepared = cmacros.prepare(_blank(bytes(text), _GLSL), macros)
    return prepared._replace(made=prepared.made + made)


def prepare_hlsl(data: bytes, macros: dict[str, str]) -> Prepared:
    """Return a shader of Direct3D as C++: a constant buffer becomes a namespace, whose end needs no semicolon."""
    text = bytearray(_blank(data, _ATTRIBUTES, _REGISTER))
    for found in _HLSL_ATTRIBUTE.finditer(bytes(text)):
        text[found.start(1) : found.end(1)] = b" " * (found.end(1) - found.start(1))
    for found in _SEMANTIC.finditer(bytes(text)):
        line = text.rfind(b"\n", max(0, found.start() - MAX_LINE), found.start())
        if (
            text.find(b"?", max(line, 0), found.start()) < 0
            and text.find(b"case", max(line, 0), found.start()) < 0
        ):
            text[found.start() : found.end()] = b" " * (found.end() - found.start())
    made = []
    for found in _CBUFFER.finditer(bytes(text)):
        head = b"namespace B"
        if found.end() - found.start() >= len(head):
            blank = _NOT_SPACE.sub(b" ", found[0])
            text[found.start() : found.end()] = head + blank[len(head) :]
            kind = "technique" if found[1].startswith(b"technique") else found[1].decode()
            made.append(
                Made(
                    found.start(),
                    found.start(2) + len(found[2]),
                    kind,
                    found[2].decode(),
                    found.start(2),
                    False,
                )
            )
    for found in _INTERFACE.finditer(bytes(text)):
        text[found.start(1) : found.end(1)] = b"struct   "
        made.append(Made(found.start(), found.end(), "interface", found[2].decode(), found.start(2), False))
    for found in _PASS.finditer(bytes(text)):
        text[found.start() : found.end()] = _NOT_SPACE.sub(b" ", found[0])
    prepared = cmacros.prepare(_blank(bytes(text), _HLSL), macros)
    return prepared._replace(made=prepared.made + made)


def _blank(data: bytes, *patterns: re.Pattern[bytes]) -> bytes:
    for pattern in patterns:
        data = pattern.sub(_spaces, data)
    return data


def _spaces(found: re.Match[bytes]) -> bytes:
    return _NOT_SPACE.sub(b" ", found[0])
