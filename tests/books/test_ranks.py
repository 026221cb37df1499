"""What pages put first, and what they count: by who uses what, not by names that look alike."""

from __future__ import annotations

import pytest
from pages import Make, section

from repobook.link.layers import find_cycles, find_layers
from repobook.render.commands import Command
from repobook.render.definitions import is_listed
from repobook.render.introduction import opening
from repobook.render.purposes import purpose_of

FILLER = "".join(f"def step_{n}():\n    return {n}\n\n" for n in range(20))


def test_most_used_is_counted_by_use(book: Make) -> None:
    """A name that headings, keys and helpers of tests bear too is still the most used symbol, with its true count."""
    page = book(
        {
            "README.md": "# Shop\n\n## Basket\n",
            "settings.toml": "Basket = 1\n",
            "shop/__init__.py": "",
            "shop/core.py": "class Basket: ...\nclass Shelf: ...\n",
            "shop/a.py": "from shop.core import Basket, Shelf\n\nx = Basket()\ny = Shelf()\n",
            "shop/b.py": "from shop.core import Basket\n\nx = Basket()\n",
            "tests/test_a.py": "from shop.core import Shelf\n\n\ndef test():\n    class Basket: ...\n\n    return Shelf()\n",
            "tests/test_b.py": "from shop.core import Basket\n\n\ndef test_b():\n    return Basket()\n",
        }
    )
    rows = section(page("index.md"), "Most important symbols").strip().split("\n")[2:]
    assert [row.split(" | ")[0].strip("| ") for row in rows] == ["`Basket`", "`Shelf`"]
    assert [row.rstrip("| ").split(" | ")[-1].partition(":")[0] for row in rows] == [
        "3, first [`a.py` L1](shop/a.py_docs.md#original-source), [`b.py` L1](shop/b.py_docs.md#original-source)",
        "2",
    ]


def test_a_declaration_leads_to_its_body(book: Make) -> None:
    """What is used through its prototype is known by the function that it declares."""
    page = book(
        {
            "pay.h": "int pay(int a);\n#define TWICE(x) ((x) + (x))\n#define LIMIT 3\n",
            "pay.c": '#include "pay.h"\n/* Pay at once. */\nint pay(int a) {\n  return a;\n}\n',
            "a.c": '#include "pay.h"\nint x(void) { return pay(TWICE(LIMIT)); }\n',
            "b.c": '#include "pay.h"\nint y(void) { return pay(2); }\n',
        }
    )
    table = section(page("index.md"), "Most important symbols")
    assert (
        "| `pay` | function | [`pay.c` L2-L5](pay.c_docs.md#original-source) | 2: [`a.c` L2](a.c_docs.md#original-source),"
        in table
    )
    assert "`TWICE`" in table
    assert "`LIMIT`" not in table


def test_keywords_put_code_first(book: Make) -> None:
    """In an entry of the A–Z the class stands before the heading, and each says who uses it."""
    page = book(
        {
            "docs/a.md": "# Basket\n\nWords.\n",
            "shop/__init__.py": "",
            "shop/core.py": "class Basket: ...\n",
            "shop/a.py": "from shop.core import Basket\n\nx = Basket()\n",
        }
    )("keywords.md")
    assert (
        "- `Basket`: class [`core.py` L1](shop/core.py_docs.md) ← [`shop/a.py`](shop/a.py_docs.md),"
        " heading [`a.md` L1](docs/a.md_docs.md)\n"
    ) in page.replace("[`a.py`]", "[`shop/a.py`]")


def test_settings_are_no_keywords(book: Make) -> None:
    """Cron lines, patterns, steps and nested keys are left out; headings, targets and keys at the top stay."""
    page = book(
        {
            ".github/workflows/ci.yml": "on:\n  schedule:\n    - cron: '0 0 * * *'\njobs:\n  a:\n    runs-on: x\n    steps:\n      - name: Get it\n        run: make\n",
            ".gitignore": "*.log\n",
            "Makefile": "everything:\n\techo\n",
            "a.toml": "top = 1\n\n[inner]\nbelow = 2\n",
        }
    )("keywords.md")
    listed = {line.split("`")[1] for line in page.split("\n") if line.startswith("- `")}
    assert {"everything", "top", "inner", "jobs"} <= listed
    assert not listed & {"0 0 * * *", "*.log", "runs-on", "Get it", "below", "steps", "cron"}


def test_tests_make_no_architecture(book: Make) -> None:
    """What only a test imports is neither built on, nor drawn; folders of test data are no parts."""
    go = "package {0}\n\nfunc {1}() int {{\n" + "\treturn 1\n" * 50 + "}}\n"
    page = book(
        {
            "go.mod": "module example.org/shop\n",
            "binding/json.go": go.format("binding", "Bind"),
            "binding/json_test.go": 'package binding\n\nimport "example.org/shop/render"\n\nvar x = render.Draw()\n',
            "render/draw.go": go.format("render", "Draw"),
            "testdata/data.go": go.format("testdata", "Data"),
        }
    )
    parts = section(page("index.md"), "Components")
    assert "| [`binding`](binding/doc.md) | 1 |" in parts
    assert "| [`render`](render/doc.md) | 1 |" in parts
    assert "builds on" not in parts.partition("\n\n")[2]
    assert "testdata" not in parts


def test_cycles_are_told(book: Make) -> None:
    """Parts that build on each other share a layer; the imports that make the cycle are listed, and all are drawn."""
    page = book(
        {
            "a/__init__.py": "",
            "a/one.py": f"import b.two\n\n{FILLER}",
            "b/__init__.py": "",
            "b/two.py": f"import a.one\nimport c.three\n\n{FILLER}",
            "c/__init__.py": "",
            "c/three.py": FILLER,
        }
    )
    parts = section(page("index.md"), "Components")
    assert "parts that build on each other, directly or not, are a cycle and share a layer" in parts
    assert parts.count("-->") == 3
    assert "| 1 | [`c`](c/doc.md) | 1 |  |" in parts
    assert "| [`a`](a/doc.md) | 2 | 1 |" in parts
    assert "| [`b`](b/doc.md) | 2 | 1 |" in parts
    cycle = parts.partition("### Cycle 1")[2]
    assert "| `a` | `b` | 1 | [`a/one.py` L1](a/one.py_docs.md#original-source) |" in cycle
    assert "| `b` | `a` | 1 | [`b/two.py` L1](b/two.py_docs.md#original-source) |" in cycle
    assert "`c`" not in cycle


def test_layers_of_a_graph() -> None:
    """Two cycles, one above the other, and what stands alone."""
    edges = [(1, 2), (2, 1), (2, 3), (3, 4), (4, 5), (5, 3), (6, 1), (4, 4)]
    cycles = find_cycles([1, 2, 3, 4, 5, 6, 7], edges)
    assert cycles == {1: 1, 2: 1, 3: 2, 4: 2, 5: 2}
    assert find_layers([1, 2, 3, 4, 5, 6, 7], edges, cycles) == {1: 2, 2: 2, 3: 1, 4: 1, 5: 1, 6: 3, 7: 1}


def test_layers_of_a_long_chain() -> None:
    """A chain of any length takes no recursion."""
    edges = [(n, n + 1) for n in range(1, 5000)]
    assert find_cycles(range(1, 5001), edges) == {}
    assert find_layers(range(1, 5001), edges, {})[1] == 5000
    assert set(find_cycles(range(1, 5001), [*edges, (5000, 1)]).values()) == {1}


@pytest.mark.parametrize(
    ("command", "purpose"),
    [
        ("cargo run --bin shop get foo", "run"),
        ("cargo build --verbose --features otel", "build"),
        ("cargo fmt --all --check", "lint"),
        ("mvn clean verify", "test"),
        ("make bench", "run"),
        ("make book", "build"),
        ("make", "build"),
        ("make -C build test", "test"),
        ("go get -u example.org/shop", "install"),
        ("go test -bench=. ./...", "run"),
        ("tox r -e style", "lint"),
        ("uv run --locked tox run -e docs", "build"),
        ("python -m pip install -e .", "install"),
        ("python hello.py --count=3", "run"),
        ("./configure && make && make install", "build"),
        ("npm ci", "install"),
        ("npm run lint", "lint"),
        ("bash scripts/test.sh", "test"),
        ("sudo make install", "install"),
        ("sbt githubWorkflowCheck", "lint"),
        ("sbt +test", "test"),
        ('sbt "testOnly *Cart"', "test"),
        ("sbt +update", "install"),
        ("mvn artifact:check-buildplan", "lint"),
        ("mvn verify -DskipTests", "build"),
        ("gradle build -x test", "build"),
        ("./gradlew :core:check", "test"),
        ("rake release:watch", "run"),
        ("make docs-serve", "run"),
    ],
)
def test_what_a_command_is_for(command: str, purpose: str) -> None:
    """A command is for what its tool does with its words."""
    assert purpose_of(command) == purpose


def test_commands_are_whole(book: Make) -> None:
    """A quoted argument keeps its quotes, a command goes on after a backslash, and cleaning before is no undoing."""
    page = book(
        {
            "README.md": "# Shop\n\n```sh\nmvn clean verify\ncmake -S . \\\n  -B out\nmake clean\n```\n",
            ".github/workflows/ci.yml": 'jobs:\n  a:\n    steps:\n      - run: mvn spotless:check "-Dx=a b"\n      - run: "make lint"\n',
        }
    )
    table = section(page("index.md"), "Build and test commands it states")
    assert "| test | `mvn clean verify` | [`README.md` L4]" in table
    assert "| build | `cmake -S . -B out` | [`README.md` L5]" in table
    assert '| lint | `mvn spotless:check "-Dx=a b"` |' in table
    assert "| lint | `make lint` |" in table
    assert "`make clean`" not in table


def test_command_knows_its_kind() -> None:
    """A command that a file states is filed by what it is for."""
    assert Command("cargo test", None, 1).kind == "test"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "news",
    [
        "We're excited to announce the release of Shop 1.12.0! It brings many new things.",
        "Disclaimer: please do not use this in production, it is here to learn from.",
        "Version 3 of everything is now available for all who have waited for it.",
    ],
)
def test_news_are_no_introduction(news: str) -> None:
    """What a project is comes before its news."""
    text = f"# Shop\n\n{news}\n\nShop is a library that sells things to people who buy them.\n\nIt does so at once, and it is quick.\n"
    assert [p.first_line for p in opening(text)] == [5, 7]


def test_introduction_begins_with_what_it_is() -> None:
    """The paragraph that says what the subject of the page is opens the introduction."""
    text = "# Shop\n\nWelcome to all who have come here today.\n\nShop is a library that sells things to people.\n"
    assert [p.first_line for p in opening(text)] == [5]
    assert [p.first_line for p in opening(text.replace("Shop is", "One library is"))] == [3, 5]


def test_an_empty_file_is_no_test(book: Make) -> None:
    """Empty `__init__.py` files among tests are not counted as tests."""
    page = book(
        {
            "shop/__init__.py": "",
            "shop/core.py": FILLER,
            "tests/__init__.py": "",
            "tests/test_a.py": "from shop.core import step_1\n",
            "tests/test_b.py": "from shop.core import step_2\n",
        }
    )
    assert "| 2 Python tests that import `shop` |" in page("index.md")
    assert "| test | Python | 2 | 2 |" in page("tests/doc.md")
    assert "| empty | Python | 1 | 0 |" in page("tests/doc.md")


def test_the_top_has_lines(book: Make) -> None:
    """Code at the top of a repository is a part with a number of lines, of its own files alone."""
    page = book({"one.py": FILLER, "shop/two.py": f"import one\n\n{FILLER}"})
    assert "| 1 | [`shop`](doc.md) | 1 | 60 |" in section(page("index.md"), "Components")


def test_benchmarks_are_not_read_first(book: Make) -> None:
    """The test of the reading path is the one that uses most, and no benchmark."""
    names = ", ".join(f"step_{n}" for n in range(20))
    calls = "".join(f"    step_{n}()\n" for n in range(20))
    pad = "".join(f"# {n}\n" for n in range(40))
    page = book(
        {
            "shop/__init__.py": "",
            "shop/core.py": FILLER,
            "tests/test_benchmark.py": f"from shop.core import {names}\n\n\ndef test():\n{calls}{pad}",
            "tests/test_few.py": f"from shop.core import step_1, step_2\n\n\ndef test():\n    step_1()\n    step_2()\n{pad}",
            "tests/test_more.py": f"from shop.core import {names}\n\n\ndef test():\n{calls.replace('    step_9()', '')}{pad}",
        }
    )
    steps = section(page("index.md"), "Reading path")
    assert "a test that uses much of it" in steps
    assert "test_more.py" in steps
    assert "test_benchmark" not in steps


def test_closures_do_not_speak_for_a_file(book: Make) -> None:
    """What is defined inside a function is not among the main names of its file."""
    page = book(
        {
            "shop/a.py": "def pay():\n    def inner():\n        return 1\n\n    class Helper: ...\n\n    return inner(), inner(), Helper()\n",
            "shop/b.py": "class Shelf:\n    def take(self): ...\n",
        }
    )("shop/index.md")
    assert "| Function `pay` |" in page
    assert "| Class `Shelf` |" in page


def test_empty_columns_are_left_out(book: Make) -> None:
    """A column that would be 0 in every row is not shown."""
    page = book({"shop/a.py": FILLER, "shop/b.py": FILLER.replace("step", "stop")})
    assert "used by files" not in section(page("shop/doc.md"), "Key files")
    assert "not found" not in section(page("verification_report.md"), "Where imports lead")


def test_nothing_dangles(book: Make) -> None:
    """A folder of which nothing is known is named without a colon."""
    page = book({"a.py": "x = 1\n", "inner/only/b.txt": ""})
    assert ": |" not in page("index.md")
    assert not [line for line in page("index.md").split("\n") if line.rstrip().endswith(":")]


def test_report_tells_why_references_are_unsure(book: Make) -> None:
    """The report counts references by label, and those without a sure answer by cause, language and folder."""
    page = book(
        {"shop/a.py": "def known(): ...\n\n\ndef run(thing):\n    known()\n    thing.away()\n    nowhere()\n"}
    )
    told = section(page("verification_report.md"), "Where references lead")
    assert "| exact |" in told
    assert "| unresolved |" in told
    told = section(page("verification_report.md"), "What this book does not know")
    assert "| dynamic | 1 |" in told
    assert "| not defined here | 1 |" in told
    assert "| Python |" in told
    assert "| `shop/` |" in told


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "lead to the source on the page of their file"),
        ({"has_source": False}, "lead to the page of their file; this book holds no source."),
        (
            {"source_url": "https://example.org/shop/blob/main"},
            "lead to them at `https://example.org/shop/blob/main`.",
        ),
    ],
)
def test_where_lines_lead(book: Make, options: dict[str, object], words: str) -> None:
    """The book says where its links to lines lead."""
    page = book({"a.py": "x = 1\n"}, **options)
    assert words in page("README.md")
    assert words in page("index.md")


def test_generated_keys_are_not_listed() -> None:
    """A lock file defines nothing that a reader looks up."""
    from repobook.render.book import FileRow

    lock = FileRow(1, "uv.lock", 1, "documented", "generated", "TOML", 3, 9, 0, "uv.lock")
    assert not is_listed(lock, "key", "")
    assert not is_listed(lock, "table", "package")
