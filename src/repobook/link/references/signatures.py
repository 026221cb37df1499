"""What the signature of a symbol says, as text."""

from __future__ import annotations

import re
from functools import lru_cache

from repobook.link.references import go_names
from repobook.link.references.index import MEMBER_KINDS, Symbol

_RETURN_AFTER = re.compile(r"\)\s*(?:->|:)\s*(?:&|&mut\s+)?([A-Za-z_][\w.:]*(?:<[^{;]*>)?)")
JS_TYPE = r"([A-Za-z_$][\w.$]*)(?:<.*>)?(?:\s*\|\s*(?:null|undefined))*\s*(?:=.*|[;{,]?\s*)$"
_ALIASED = re.compile(r"(?:=\s*|typedef\s+(?:struct\s+|class\s+)?)([\w:.]+)")
_ALIASED_JS = re.compile(r"=\s*([\w.$]+)\s*(?:<.*>)?;?$")
_JS_RETURN = re.compile(r"\)\s*:\s*" + JS_TYPE)


_WRAPPED = re.compile(
    r"(?:std::|c10::|at::|boost::|base::|absl::)?(?:unique_ptr|shared_ptr|weak_ptr|intrusive_ptr|optional|scoped_refptr|scoped_ptr|RefPtr|Ref|Box|Rc|Arc|Option|Promise|Optional|Readonly|Partial)\s*[<\[]\s*(?:const\s+)?([\w:.]+)"
)
_WRAPPED_JS = re.compile(r"(?:Readonly|Partial|Required|NonNullable)\s*<\s*([\w.$]+)")
_PLAIN = re.compile(r"[A-Za-z_$][\w$]*(?:(?:::|\.|\\)[A-Za-z_$][\w$]*)*")


def type_parts(text: str, *, is_js: bool = False, is_wrapped: bool = True) -> list[str]:
    """Return the parts of the name of a written type, without what wraps it: `shop`, `Cart` of `std::unique_ptr<shop::Cart>`."""
    wrapped = (_WRAPPED_JS if is_js else _WRAPPED).match(text) if is_wrapped else None
    plain = _PLAIN.match(wrapped[1] if wrapped else text)
    return re.split(r"::|\.|\\", plain[0]) if plain else []


def aliased(symbol: Symbol, *, is_js: bool) -> str:
    """Return the type that another name is given: `Cart` of `using Basket = Cart;` and `typedef struct Cart Basket;`."""
    said = (_ALIASED_JS if is_js else _ALIASED).search(symbol.signature)
    return said[1] if said else ""


def is_either(classes: list[Symbol]) -> bool:
    """Tell whether a type is another one behind each `#if`: `using Count = std::atomic<int>;` or `= Plain;`."""
    return (
        len(classes) > 1
        and all(s.kind in ("alias", "typedef") and s.is_conditional for s in classes)
        and len({aliased(s, is_js=False) for s in classes}) > 1
    )


def is_specialization(symbol: Symbol) -> bool:
    return f"{symbol.name}<" in symbol.signature.replace(" ", "")


def is_bare(symbol: Symbol, name: str) -> bool:
    """Tell whether a JavaScript function binds a symbol by its bare name: not `{ render() { } }`."""
    return symbol.kind not in MEMBER_KINDS | {"getter", "setter"} and not (
        symbol.kind == "object" and symbol.signature.startswith((f"{name}:", '"', "'"))
    )


def signature_ends(signature: str) -> bool:
    """Tell whether a call is the last thing of a signature: `const cart = open(1)`."""
    start = signature.find("(", signature.find("="))
    depth = 0
    for at in range(start, len(signature)):
        if signature[at] in "([{":
            depth += 1
        elif signature[at] in ")]}":
            depth -= 1
            if not depth:
                return not signature[at + 1 :].strip("; \n")
    return False


def shape(symbol: Symbol) -> str:
    return re.sub(r"\s+", "", symbol.signature)


@lru_cache(maxsize=20_000)
def arguments_of(text: str, name: str) -> tuple[int, int]:
    """Return how many arguments a signature asks for, and how many it allows."""
    start = text.find("(", text.rfind(name) + len(name) if name in text else 0)
    if start < 0:
        return 0, 1 << 30
    depth = 0
    parameters = [""]
    for char in text[start:]:
        if char in "([{<":
            depth += 1
            if depth == 1:
                continue
        elif char in ")]}>":
            depth -= 1
            if depth <= 0:
                break
        if char == "," and depth == 1:
            parameters.append("")
        else:
            parameters[-1] += char
    listed = [p.strip() for p in parameters if p.strip() and p.strip() != "void"]
    if any("..." in p for p in listed) or len(text) >= 290:
        return 0, 1 << 30
    return sum("=" not in p for p in listed), len(listed)


def return_type(group: str, symbol: Symbol) -> str:
    """Return the type that a function says it gives."""
    if group == "go":
        return go_names.return_type(symbol.signature, symbol.name)
    if group == "js":
        said = _JS_RETURN.search(symbol.signature)
        return said[1] if said else ""
    if group == "php":
        said = _PHP_GIVEN.search(symbol.signature)
        return said[1] if said else ""
    said = _RETURN_AFTER.search(symbol.signature)
    if said:
        return said[1]
    return type_before(symbol.signature, symbol.name)


_PHP_TYPE = r"(\??\s*\\?[^\W\d][\w\\]*(?:\s*\|\s*null)?)"
_PHP_GIVEN = re.compile(rf"\)\s*:\s*{_PHP_TYPE}\s*$", re.I)
_PHP_HELD = re.compile(rf"(?<![|&\w\\]){_PHP_TYPE}\s+\$", re.I)


def php_held(signature: str) -> str:
    """Return the type of a property of PHP: `?Item` of `private ?Item $first`."""
    said = _PHP_HELD.search(signature)
    return said[1] if said else ""


def type_before(signature: str, name: str) -> str:
    """Return the type in `static const ns::Cart& cart` or `Cart *Shop::open(int)`."""
    at = find_name(signature, name)
    if at < 0:
        return ""
    head = re.sub(
        r"\b(?:static|const|constexpr|inline|virtual|extern|public|private|protected|final|readonly|volatile|mutable|struct|class|enum|unsigned|abstract|override|synchronized|typename|friend|explicit|internal|async|partial|sealed)\b|@\w+|\[\[.*?\]\]",
        " ",
        signature[:at],
    )
    words = re.findall(r"[A-Za-z_][\w:.]*(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>)?", head)
    if words and head.rstrip("? ").endswith("]"):
        return f"{words[-1]}[]"  # many of them: a value of another type
    return words[-1] if words else ""


_RUN = re.compile(r"(?<![\w:])[\w:]+")


def find_name(signature: str, name: str) -> int:
    """Return where a name begins in a signature, with what qualifies it: `Shop::open` for `open`; -1 where it does not."""
    if name not in signature:
        return -1
    if not (name.isascii() and name.isidentifier()):
        at = re.search(rf"(?<![\w:])(?:[\w:]+::)?{re.escape(name)}\b", signature)
        return at.start() if at else -1
    size = len(name)
    for run in _RUN.finditer(signature):
        text = run[0]
        if text == name:
            return run.start()
        if name not in text:
            continue
        if text.startswith(name) and text[size] == ":":
            return run.start()
        at_mark = text.find(f"::{name}", 1)
        while at_mark >= 0:
            end = at_mark + 2 + size
            if end == len(text) or text[end] == ":":
                return run.start()
            at_mark = text.find(f"::{name}", at_mark + 1)
    return -1
