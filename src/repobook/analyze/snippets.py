"""Code in documents: which lines of a block make an example, and the names of other modules that they call.

A name counts where the block imports it, or where it is written with what it belongs to (`click.command`, kept with a
question mark: whether such a package is this repository's is decided later). No parser: blocks are short, and often
not whole programs.
"""

from __future__ import annotations

import re

MAX_LINES = 12  # of an example
MAX_BLOCK = 400  # lines of a block that is looked at
MAX_WIDTH = 160  # characters of a line
MAX_SNIPPETS = 300  # of one document
MAX_NAMES = 20  # of one example

Rows = list[tuple[int, str]]  # line of the file, its text
Snippet = tuple[int, int, str, list[str]]  # first line, last line, family, names

FAMILIES = {
    **dict.fromkeys(
        ["python", "py", "python3", "pycon", "doctest", "testcode", "ipython", "ipython3", "pycon3"], "python"
    ),
    **dict.fromkeys(
        ["js", "javascript", "jsx", "mjs", "cjs", "ts", "typescript", "tsx", "mts", "node"], "js"
    ),
    "go": "go",
    "golang": "go",
    "rust": "rust",
    "rs": "rust",
    **dict.fromkeys(["c", "cpp", "c++", "cc", "cxx", "h", "hpp", "cuda", "objc", "objective-c"], "c"),
    **dict.fromkeys(["java", "kotlin", "kt", "scala", "groovy"], "java"),
    "php": "php",
    **dict.fromkeys(["ruby", "rb"], "ruby"),
    **dict.fromkeys(["csharp", "cs", "c#"], "csharp"),
    "swift": "swift",
}
CLASSES = frozenset(
    {"java", "php", "ruby", "csharp", "swift"}
)  # families whose names are found by their class
# Strings and comments. What nothing closes reaches to the end, so that no start is searched from twice.
_LINE_STRING = r"\"(?:[^\"\\\n]|\\.)*+\\?(?:\"|(?=\n)|\Z)"
_LINE_QUOTED = r"'(?:[^'\\\n]|\\.)*+\\?(?:'|(?=\n)|\Z)"
_C_COMMENT = r"/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)|//[^\n]*+"
_TICKED = r"`[^`]*+(?:`|\Z)"
_HIDDEN = {
    "python": re.compile(
        r"\"\"\"(?:[^\"]|\"(?!\"\"))*+(?:\"\"\"|\Z)|'''(?:[^']|'(?!''))*+(?:'''|\Z)|#[^\n]*+"
        f"|{_LINE_STRING}|{_LINE_QUOTED}"
    ),
    "js": re.compile(f"{_C_COMMENT}|{_LINE_STRING}|{_LINE_QUOTED}|{_TICKED}"),
    "go": re.compile(f"{_C_COMMENT}|{_LINE_STRING}|{_TICKED}"),
    **dict.fromkeys(
        ["c", "java", "csharp", "swift"], re.compile(f"{_C_COMMENT}|{_LINE_STRING}|{_LINE_QUOTED}")
    ),
    "php": re.compile(rf"{_C_COMMENT}|#(?!\[)[^\n]*+|{_LINE_STRING}|{_LINE_QUOTED}"),
    "ruby": re.compile(rf"#[^\n]*+|{_LINE_STRING}|{_LINE_QUOTED}"),
    "rust": re.compile(_C_COMMENT + r"|\"(?:[^\"\\]|\\[\s\S])*+\\?(?:\"|\Z)"),
}
_PROMPT = re.compile(r"[ \t]*(?:>>>|\.\.\.)(?: |$)")
_CHAIN = re.compile(r"(?<![\w.@$:])(@?)([A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*+)(!?\(|\b)")
_ASSIGNED = re.compile(r"^[ \t]*(?:(?:const|let|var|mut)[ \t]+)*(\w+)[ \t]*(?::[^=\n]*)?:?=(?!=)", re.M)
_PY_IMPORT = re.compile(r"^[ \t]*import[ \t]+([\w., \t]+)$", re.M)
_PY_FROM = re.compile(
    r"^[ \t]*from[ \t]+([A-Za-z_][\w.]*)[ \t]+import[ \t]+(?:\(([^()]*+)\)|([\w, \t]+)$)", re.M
)
_JS_FROM = re.compile(
    r"^[ \t]*import[ \t]+(?:type[ \t]+)?([^'\";]{1,500}?)\s*from[ \t]*['\"]([\w@./-]+)['\"]", re.M
)
_JS_REQUIRE = re.compile(
    r"(?:const|let|var)[ \t]+(\w+|\{[^{}]{1,500}\})[ \t]*=[ \t]*require\([ \t]*['\"]([\w@./-]+)['\"][ \t]*\)"
)
_GO_IMPORT = re.compile(r"^[ \t]*(?:import[ \t]+)?(?:(\w+)[ \t]+)?\"([\w./-]+/[\w./-]+)\"[ \t]*$", re.M)
_RUST_USE = re.compile(
    r"^[ \t]*(?:pub[ \t]+)?use[ \t]+((?:\w+::)*+)(?:\{([^{}]*+)\}|(\w+(?:[ \t]+as[ \t]+\w+)?))[ \t]*;", re.M
)
# import com.shop.Cart;      use Shop\Cart as Bag;
_CLASS_IMPORT = re.compile(
    r"^[ \t]*(?:import|use)[ \t]+(?:static[ \t]+)?\\?([A-Za-z_][\w.\\]*[.\\])(\w+)(?:[ \t]+as[ \t]+(\w+))?[ \t]*;?[ \t]*$",
    re.M,
)
_IS_IMPORT = re.compile(r"[ \t]*(?:from[ \t]+[\w.]+[ \t]+import\b|import\b|use[ \t]|.*\brequire\()")
_PAIRS = {")": "(", "]": "[", "}": "{"}


def find_snippets(rows: Rows, language: str) -> list[Snippet]:
    """Return the examples that a block of code holds: the whole of a short one, groups of statements of a long one."""
    rows = _trim(rows)
    if not rows or len(rows) > MAX_BLOCK:
        return []
    is_session = any(text.lstrip().startswith(">>>") for _, text in rows)
    family = FAMILIES.get(language.lower(), "python" if is_session else "")
    if not family and not language:
        family = "python" if any(_PY_FROM.match(text) or _PY_IMPORT.match(text) for _, text in rows) else ""
    if not family or (all(text.lstrip().startswith(">") for _, text in rows) and not is_session):
        return []
    lines = [_code(text, is_session)[: MAX_WIDTH * 3] for _, text in rows]
    source = "\n".join(lines)
    bound = _bindings(source, family)
    masked = _HIDDEN[family].sub(_blank, source)
    local = {found[1] for found in _ASSIGNED.finditer(masked)}
    clear = masked.split("\n")
    found: list[Snippet] = []
    for first, end in [(0, len(rows))] if len(rows) <= MAX_LINES else _groups(rows, clear):
        if any(len(text) > MAX_WIDTH for _, text in rows[first:end]):
            continue
        names = _names(clear[first:end], lines[first:end], bound, local, family)
        if clear[end - 1].lstrip().startswith("@"):
            continue  # what it decorates is not shown
        if names and _is_balanced("\n".join(clear[first:end])):
            found.append((rows[first][0], rows[end - 1][0], family, names))
    return found


def pack(snippets: list[Snippet]) -> str:
    """Return the value of a detail: a line for each example."""
    return "\n".join(
        f"{first}\t{last}\t{family}\t{','.join(names)}" for first, last, family, names in snippets
    )


def _trim(rows: Rows) -> Rows:
    first, end = 0, len(rows)
    while first < end and not rows[first][1].strip():
        first += 1
    while end > first and not rows[end - 1][1].strip():
        end -= 1
    return rows[first:end]


def _code(text: str, is_session: bool) -> str:
    """Return what is code of a line: behind the prompt, in a session; nothing of what was printed."""
    if not is_session:
        return text
    prompt = _PROMPT.match(text)
    return text[prompt.end() :] if prompt else ""


def _blank(found: re.Match[str]) -> str:
    return '""' + "\n" * found[0].count("\n")


def _groups(rows: Rows, clear: list[str]) -> list[tuple[int, int]]:
    """Cut a long block where a blank line is followed by one that is not indented."""
    base = min(len(text) - len(text.lstrip()) for _, text in rows if text.strip())
    starts = [0]
    for at in range(1, len(rows)):
        text = rows[at][1]
        if text.strip() and not rows[at - 1][1].strip() and len(text) - len(text.lstrip()) <= base:
            starts.append(at)
    groups = []
    for first, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        while end > first and not rows[end - 1][1].strip():
            end -= 1
        if end - first <= MAX_LINES and any(clear[first:end]):
            groups.append((first, end))
    return groups


def _names(
    clear: list[str], lines: list[str], bound: dict[str, str], local: set[str], family: str
) -> list[str]:
    """Return what some lines call, decorate with or inherit from, as a whole name."""
    names: dict[str, None] = {}
    for text, line in zip(clear, lines, strict=True):
        if _IS_IMPORT.match(line):
            continue
        is_class = text.lstrip().startswith("class ")
        for found in _CHAIN.finditer(text):
            parts = re.split(r"\.|::", found[2])
            is_named = family == "ruby" and len(parts) > 1  # Cart.new needs no brackets
            if not (
                found[3].endswith("(") or found[1] or is_named or (is_class and "(" in text[: found.start()])
            ):
                continue
            if family == "c" and ("." in found[2] or text[max(0, found.start() - 1)] == ">"):
                continue  # a member of something
            whole = _whole(parts, bound, local, family)
            if whole and len(names) < MAX_NAMES and len(whole) <= 200:
                names[whole] = None
    return list(names)


def _whole(parts: list[str], bound: dict[str, str], local: set[str], family: str) -> str:
    head, rest = parts[0], parts[1:]
    if family == "c":
        return "?" + "::".join(parts) if head not in local and len(parts[-1]) > 3 else ""
    if family in CLASSES:
        return (bound.get(head) or f"?{head}") if head[:1].isupper() and head not in local else ""
    joint = {"python": ".", "rust": "::"}.get(family, " ")
    if head in bound:
        target = bound[head]
        if family in ("js", "go"):
            if " " in target:  # a name taken from a module
                return target if not rest else ""
            return f"{target} {rest[0]}" if len(rest) == 1 else ""
        return joint.join([target, *rest])
    if not rest or head in local or head in ("self", "cls", "this", "super", "crate"):
        return ""
    if family == "go":
        return f"?{head} {rest[0]}" if len(rest) == 1 and rest[0][:1].isupper() else ""
    return "?" + joint.join(parts) if family in ("python", "rust") else ""


def _bindings(source: str, family: str) -> dict[str, str]:
    """Return the names that imports of a block bind, and what each stands for."""
    bound: dict[str, str] = {}
    if family == "python":
        for found in _PY_IMPORT.finditer(source):
            for part in found[1].split(","):
                words = part.split()
                if len(words) == 3 and words[1] == "as":
                    bound[words[2]] = words[0]
                elif len(words) == 1:
                    top = words[0].partition(".")[0]
                    bound[top] = top
        for found in _PY_FROM.finditer(source):
            for name, alias in _taken((found[2] or found[3]), " as "):
                bound[alias] = f"{found[1]}.{name}"
    elif family == "js":
        for found in [*_JS_FROM.finditer(source), *_JS_REQUIRE.finditer(source)]:
            listed, module = found[1], found[2]
            head, _, inner = listed.partition("{")
            for name, alias in _taken(inner.partition("}")[0], ":" if "require" in found[0] else " as "):
                bound[alias] = f"{module} {name}"
            word = head.replace("* as", "").strip(" ,\n")
            if word.isidentifier():
                bound[word] = module
    elif family == "go":
        for found in _GO_IMPORT.finditer(source):
            bound[found[1] or found[2].rpartition("/")[2]] = found[2]
    elif family in CLASSES:
        for found in _CLASS_IMPORT.finditer(source):
            bound[found[3] or found[2]] = (found[1] + found[2]).replace("\\", ".")
    elif family == "rust":
        for found in _RUST_USE.finditer(source):
            for name, alias in _taken(found[2] or found[3], " as "):
                if name != "self":
                    bound[alias] = found[1] + name
                elif found[1]:
                    bound[found[1].split("::")[-2]] = found[1][:-2]
    return bound


def _taken(listed: str, mark: str) -> list[tuple[str, str]]:
    """Return the names of `a, b as c`, each with what it is called here."""
    pairs = []
    for part in listed.split(","):
        name, _, alias = part.strip().partition(mark)
        name, alias = name.strip(), (alias or name).strip()
        if name.isidentifier() and alias.isidentifier():
            pairs.append((name, alias))
    return pairs


def _is_balanced(text: str) -> bool:
    stack: list[str] = []
    for char in text:
        if char in "([{":
            stack.append(char)
        elif char in _PAIRS and (not stack or stack.pop() != _PAIRS[char]):
            return False
    return not stack
