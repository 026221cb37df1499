"""Repositories with their sites, for the tests that read pages and those that open them in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from runs import write_tree

from repobook.build import build
from repobook.config import make_config

MakeSite = Callable[..., Path]


def build_site(files: dict[str, str] | Path, place: Path, **options: object) -> Path:
    """Build the book of some files with its site; return the folder of the site."""
    root = files if isinstance(files, Path) else place / "shop"
    if isinstance(files, dict):
        write_tree(root, dict(files))
    output = str(options.pop("output", place / "book"))
    config = make_config(
        str(root),
        output,
        cache=str(place / "cache"),
        jobs=1,
        has_site=True,
        **options,  # type: ignore[arg-type]
    )
    assert build(config).problems == []
    return Path(output) / "site"


SHOP = {
    "README.md": "# Shop\n\nA shop that sells books.\n",
    "shop/__init__.py": '"""The shop."""\n',
    "shop/cart.py": (
        '"""What a customer wants to buy."""\n\n'
        "from shop.price import total\n\n\n"
        "class Cart:\n"
        '    """Holds items."""\n\n'
        "    def __init__(self):\n"
        "        self.items = []\n\n"
        "    def sum(self, x: int = 1 < 2) -> int:\n"
        '        """Add up `items` & more."""\n'
        "        return total(self.items)\n"
    ),
    "shop/price.py": 'def total(items):\n    """Add prices."""\n    return sum(items)\n',
    "tests/test_cart.py": "from shop.cart import Cart\n\n\ndef test_sum():\n    assert Cart().sum() == 0\n",
    "index": "not a page of ours\n",
    "a.html/b.py": "x = 1\n",
    "empty.py": "",
}


PAYLOADS = [
    "<script>alert(1)</script>",
    "</pre><script>alert(2)</script>",
    "</li></ol></div><img src=x onerror=alert(3)>",
    '"><svg onload=alert(4)>',
    "' onmouseover='alert(5)",
    "<base href=//evil.example/>",
    "<meta http-equiv=refresh content=0;url=//evil.example>",
    "<iframe srcdoc='<script>alert(6)</script>'></iframe>",
    "<style>@import '//evil.example'</style>",
    "[x](javascript:alert(7))",
    "[x]( JaVaScRiPt:alert(8))",
    "[x](jav&#x61;script:alert(9))",
    "[x](data:text/html,<script>alert(10)</script>)",
    "![x](https://evil.example/leak)",
    "<a href=vbscript:x>x</a>",
    "&lt;script&gt;alert(11)&lt;/script&gt;",
    "`</code><script>alert(12)</script>`",
    "``a` <b onclick=alert(13)> ``",
    "*<i>*|<u>|~~<s>~~ \\<script>",
    "<!-- --><![CDATA[ <script> ]]>",
    "]]></title><script>alert(14)</script>",
    "{{7*7}} ${alert(15)} {% x %}",
    "\u2028<script>\u202e\x1b[2J",
    "<details open ontoggle=alert(16)>",
    "<svg><script>alert(17)</script></svg>",
    "<svg><animate onbegin=alert(18) attributeName=x dur=1s>",
    "<math><mtext><img src=x onerror=alert(19)></mtext></math>",
    "<object data=javascript:alert(20)></object>",
    "<embed src=javascript:alert(21)>",
    "<form action=javascript:alert(22)><button>x</button></form>",
    "<input autofocus onfocus=alert(23)>",
    "<video><source onerror=alert(24)></video>",
    "<audio src=x onerror=alert(25)>",
    "<body onload=alert(26)>",
    "<marquee onstart=alert(27)>x</marquee>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<link rel=import href=//evil.example/x.html>",
    "<isindex type=image src=1 onerror=alert(28)>",
    "<template><script>alert(29)</script></template>",
    "<noscript><p title='</noscript><img src=x onerror=alert(30)>'>",
    "<textarea><script>alert(31)</script></textarea>",
    "</title></style></textarea></script><svg/onload=alert(32)>",
    "<xmp><script>alert(33)</script></xmp>",
    "<plaintext><script>alert(34)</script>",
    "<div style=background:url(//evil.example/a)>x</div>",
    "<a href=' javascript:alert(35)'>x</a>",
    "<a href=java\tscript:alert(36)>x</a>",
    "<img srcset='//evil.example/a 1x'>",
    "<svg><use href=data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=#x></use></svg>",
    "<svg><foreignObject><iframe srcdoc=x></iframe></foreignObject></svg>",
    '[a]: javascript:alert(37) "x"',
    "<javascript:alert(38)>",
    '![x](x "onerror=alert(39)")',
    "[x](//evil.example/a)",
    "[x](\\\\evil.example/a)",
    "%3Cscript%3Ealert(40)%3C/script%3E",
    "\\u003cscript\\u003ealert(41)\\u003c/script\\u003e",
    "*/</script><script>alert(42)</script>/*",
    "'-alert(43)-'",
    '");repobook.search.open(alert(44));("',
]


def hostile_files() -> dict[str, str]:
    files = {}
    for number, payload in enumerate(PAYLOADS):
        line = payload.replace("\u2028", " ")
        files[f"p{number}.py"] = (
            f'"""{payload}\n\n{payload}\n"""\n\n'
            f"# {line}\n# TODO: {line}\n"
            f'def f{number}(x={line!r}):\n    """{payload}\n\n    :param x: {line}\n    """\n'
        )
        files[f"p{number}.md"] = (
            f"# {payload}\n\n{payload}\n\n## {payload}\n\n- {payload}\n\n```\n{payload}\n```\n"
        )
        name = re.sub(r"[/\x00]", "", payload)[:80]
        files[f"n{number}{name}.py"] = f"def g{number}(): pass\n"
    files["README.md"] = "\n\n".join(["# Payloads", *PAYLOADS])
    lines = [payload.replace("\u2028", " ") for payload in PAYLOADS]
    files["all/code.py"] = "import subprocess\n\n\n" + "\n\n".join(
        f'def h{n}(x={line!r}):\n    """{line.replace(chr(92), "")} """\n    # TODO: {line}\n'
        f"    subprocess.run({line!r} + x, shell=True)\n    return h{(n + 1) % len(lines)}({line!r})"
        for n, line in enumerate(lines)
    )
    files["all/text.md"] = "\n\n".join(f"# {line}\n\n{line}\n\n- `{line}`" for line in lines)
    return files
