"""What the pages over the files say: front page, folders, chapters, A–Z."""

from __future__ import annotations

import re
import time

import pytest
from pages import Make, section

from repobook.render.book import FileRow
from repobook.render.commands import _workflow_commands, document_commands
from repobook.render.introduction import opening
from repobook.render.summaries import own_words

README = "# Shop\n\nShop sells things to people who like to buy them.\n"


def test_linked_readme(book: Make) -> None:
    """A README that is a link inside the repository speaks for it, with the lines of its target."""
    page = book(
        {"packages/shop/README.md": README, "a.py": "x = 1\n"}, {"README.md": "packages/shop/README.md"}
    )
    assert "> Shop sells things to people who like to buy them." in page("index.md")
    assert "[`packages/shop/README.md` L3](packages/shop/README.md_docs.md#original-source)" in page(
        "index.md"
    )


def test_badges_are_no_introduction(book: Make) -> None:
    """Badges, notices and pointers elsewhere are passed over; the first sentence about the subject is quoted."""
    text = (
        "# Shop\n\n[![ci](https://a.example/ci.svg)](https://a.example)\n[![cov](\nhttps://a.example/c.svg)](\nhttps://a.example)\n\n"
        "See the [manual](https://a.example).\n\n**Shop** sells *things* to [people](https://p.example) who buy them.\n\n"
        "## Installation\n\nDownload it from the usual place, then unpack it where you like.\n"
    )
    front = book({"README.md": text})("index.md")
    quoted = [line for line in front.split("\n") if line.startswith("> ") and "—" not in line]
    assert quoted == ["> Shop sells things to people who buy them."]
    assert "| [`README.md`](README.md_docs.md) | Shop sells things to people who buy them. |" in front


def test_a_motto_is_an_introduction(book: Make) -> None:
    """One quoted line on top says what it is, before advice; a note that is quoted does not."""
    advice = "You probably want the other shop instead, by the same people.\n"
    page = book({"README.md": f"# Carts\n\n> Small and quick carts for shops\n\n{advice}"})("index.md")
    assert "> Small and quick carts for shops\n>\n> — [`README.md` L3]" in page
    page = book({"README.md": f"# Carts\n\n> Note: this is the second version.\n\n{advice}"})("index.md")
    assert "> You probably want the other shop" in page


def test_introduction_with_a_list(book: Make) -> None:
    """A first sentence that ends in a list keeps the list."""
    text = "# Shop\n\nShop is a package that does two things:\n\n- It sells.\n- It buys.\n\n## License\n\nFree.\n"
    page = book({"README.md": text})("index.md")
    assert "> Shop is a package that does two things: It sells; It buys.\n>\n> — [`README.md` L3-L6]" in page


def test_readme_of_docs(book: Make) -> None:
    """Where the top has no README, that of `.github` or `docs` speaks for the repository."""
    assert "> Shop sells things" in book({"docs/README.md": README, "a.py": "x = 1\n"})("index.md")


@pytest.mark.parametrize(
    ("path", "text", "command", "line"),
    [
        ("Makefile", "CC = cc\n\ntest: all\n\t./run\n", "make test", 3),
        ("package.json", '{\n "scripts": {\n  "lint": "eslint ."\n }\n}\n', "npm run lint", 3),
        ("package.json", '{\n "packageManager": "pnpm@9.0.0",\n "scripts": {\n  "build": "tsc"\n }\n}\n', "pnpm run build", 4),
        ("composer.json", '{\n "scripts": {\n  "stan": "phpstan"\n }\n}\n', "composer stan", 3),
        ("tox.ini", "[tox]\n\n[testenv:lint]\ncommands = ruff check\n", "tox -e lint", 3),
        ("noxfile.py", "import nox\n\n\n@nox.session\ndef docs(session):\n    pass\n", "nox -s docs", 5),
        ("justfile", "default:\n  echo\n\ntest filter='':\n  pytest\n", "just test", 4),
        ("Rakefile", "task :test do\n  run\nend\n", "rake test", 1),
        ("Rakefile", "require 'rake/testtask'\nRake::TestTask.new do |t|\nend\n", "rake test", 2),
        ("Rakefile", "Minitest::TestTask.create # all\nMinitest::TestTask.create(:'test:core')\n", "rake test:core", 2),
        ("Rakefile", "RSpec::Core::RakeTask.new(unit: :prepare)\n", "rake unit", 1),
        ("Rakefile", "namespace :ci do\n  task :test do\n    run\n  end\nend\ntask :lint do\n  run\nend\n", "rake ci:test", 2),
        ("Rakefile", "namespace :ci do\n  task :test do\n    run\n  end\nend\ntask :lint do\n  run\nend\n", "rake lint", 6),
        (
            "CMakePresets.json",
            '{\n "version": 3,\n "configurePresets": [\n  {"name": "base", "hidden": true},\n  {\n   "name": "dev"\n  }\n ]\n}\n',
            "cmake --preset dev",
            6,
        ),
        ("pyproject.toml", '[tool.poe.tasks]\ncheck = "mypy src"\n', "poe check", 2),
        ("README.rst", "Shop\n====\n\n.. code-block:: console\n\n   $ pip install shop\n", "pip install shop", 6),
        ("README.md", "# Shop\n\n```sh\ncargo build --release\n```\n", "cargo build --release", 4),
        ("README.md", "# Shop\n\nRun:\n\n    % make\n", "make", 5),
        ("README.md", "# Shop\n\n```\n$ make\n# make install\n```\n", "make install", 5),
        (".github/workflows/ci.yml", "jobs:\n  a:\n    steps:\n      - run: go test ./...\n", "go test ./...", 4),
    ],
)  # fmt: skip
def test_stated_commands(book: Make, path: str, text: str, command: str, line: int) -> None:
    """A command that the repository states is on the front page, with its place."""
    table = section(book({path: text})("index.md"), "Build and test commands it states")
    assert f"`{command}` |" in table
    assert f"[`{path}` L{line}]({path}_docs.md#original-source)" in table


def test_hidden_presets_are_not_commands(book: Make) -> None:
    """A preset that only others build on cannot be asked for."""
    text = '{\n "configurePresets": [\n  {"name": "base", "hidden": true}\n ]\n}\n'
    assert "--preset" not in book({"CMakePresets.json": text})("index.md")


COMMENTS = {
    "a heading of what is below": ("README.md", "# Shop\n\n```sh\n# yarn\nyarn add shop\n\n# make all of it\nmake\n```\n", "`make all of it`"),
    "a tool alone": ("README.md", "# Shop\n\n```sh\n# yarn\n$ make\n```\n", "`yarn`"),
    "a step that is switched off": (
        ".github/workflows/ci.yml", "jobs:\n  a:\n    steps:\n      - run: |\n          # make check\n          make test\n", "`make check`"
    ),
    "in reST": ("README.rst", "Shop\n====\n\nRun::\n\n   # make all of it\n   make\n", "`make all of it`"),
    "a tool that asks back": ("README.md", "# Shop\n\n```\n$ sbt\n> compile\n```\n\n```\nmake\n```\n", "`sbt`"),
}  # fmt: skip


@pytest.mark.parametrize("name", COMMENTS)
def test_comments_and_idle_tools_are_no_commands(book: Make, name: str) -> None:
    """What `#` opens in a script is no command, nor is the name of a tool that does nothing without more words."""
    path, text, wrong = COMMENTS[name]
    assert wrong not in book({path: text})("index.md").partition("## Contents")[0]


CLONES = """\
# Shop

It is at [shop](https://example.org/acme/shop).

    $ git clone https://example.org/acme/shop.git
    $ cmake -B build

## Benchmarks

    $ git clone --depth 1 https://example.org/acme/shop-bench.git
    $ cmake .

Then run them:

    $ make speed-test

## Use

```sh
# a project of your own
npm create acme-app@latest
npx create-acme-app my-app
npm install shop
```
"""


def test_commands_of_another_clone_and_of_new_projects_are_not_its_own(book: Make) -> None:
    """Behind the clone of another repository all is done there, up to the next heading; who begins a project builds nothing here."""
    front = book({"README.md": CLONES, "package.json": '{"name": "shop"}\n'})("index.md")
    table = section(front, "Build and test commands it states")
    assert "`cmake -B build` |" in table
    assert "`npm install shop` |" in table
    assert table.count("README.md_docs.md") == 2


SYSTEMS = """\
#ifdef WIN32
int wmain(int argc, wchar_t** argv) {
  return 1;
}
#else
int main(int argc, char** argv) {
  return 0;
}
#endif
"""


def test_main_goes_before_that_of_one_system(book: Make) -> None:
    """Where a program starts in `wmain` on one system and in `main` on others, `main` is told, and when that holds."""
    table = section(book({"shop.c": SYSTEMS})("index.md"), "Entry points")
    assert "| `main`, only under `!defined(WIN32)` | [`shop.c` L6-L8]" in table
    assert "| `wmain`" not in table


def test_undoing_is_no_command_to_know(book: Make) -> None:
    """Commands that take away what others made are left out."""
    assert "uninstall" not in book({"README.md": "# Shop\n\n```sh\npip uninstall shop\n```\n"})("index.md")


def test_no_command_is_made_up(book: Make) -> None:
    """What no file states is not on the page: a Cargo project alone states no `cargo build`."""
    files = {"Cargo.toml": '[package]\nname = "shop"\n', "src/lib.rs": "pub fn a() {}\n"}
    assert "Build and test commands" not in book(files)("index.md")


MAIN = "def main():\n    return 1\n"


@pytest.mark.parametrize(
    ("files", "what", "where"),
    [
        (
            {"pyproject.toml": '[project.scripts]\nshop = "shop.cli:main"\n', "shop/cli.py": MAIN},
            "command `shop`, [`pyproject.toml` L2]",
            '[`shop/cli.py` L1-L2](shop/cli.py_docs.md#original-source "main")',
        ),
        (
            {"Cargo.toml": '[package]\nname = "shops"\n\n[[bin]]\nname = "shop"\npath = "src/main.rs"\n', "src/main.rs": "fn main() {}\n"},
            "command `shop`, [`Cargo.toml` L4]",
            '[`src/main.rs` L1](src/main.rs_docs.md#original-source "main")',
        ),
        (
            {"package.json": '{\n "bin": {\n  "shop": "./cli.js"\n }\n}\n', "cli.js": "run();\n"},
            "command `shop`, [`package.json` L3]",
            "[`cli.js`](cli.js_docs.md)",
        ),
        (
            {"package.json": '{\n "name": "shop",\n "main": "lib"\n}\n', "lib/index.js": "run();\n"},
            "package `shop`, [`package.json` L3]",
            "[`lib/index.js`](lib/index.js_docs.md)",
        ),
        (
            {"Cargo.toml": '[package]\nname = "shop"\n', "src/lib.rs": "pub fn pay() {}\n"},
            "package `shop`, [`Cargo.toml` L2]",
            "[`src/lib.rs`](src/lib.rs_docs.md)",
        ),
        (
            {"Cargo.toml": '[package]\nname = "shop"\n\n[lib]\npath = "shop.rs"\n', "shop.rs": "pub fn pay() {}\n"},
            "package `shop`, [`Cargo.toml` L2]",
            "[`shop.rs`](shop.rs_docs.md)",
        ),
        (
            {"pyproject.toml": '[project]\nname = "my-shop"\n', "src/my_shop/__init__.py": "PRICE = 1\n"},
            "package `my-shop`, [`pyproject.toml` L2]",
            "[`src/my_shop/__init__.py`](src/my_shop/__init__.py_docs.md)",
        ),
        (
            {"Cargo.toml": '[package]\nname = "shop"\n', "build.rs": "fn main() {}\n"},
            "build script, `main`",
            '[`build.rs` L1](build.rs_docs.md#original-source "main")',
        ),
        (
            {"cmd/shop/main.go": "package main\n\nfunc main() {\n}\n"},
            "| `main` |",
            '[`cmd/shop/main.go` L3-L4](cmd/shop/main.go_docs.md#original-source "main")',
        ),
        (
            {"tool.py": 'import sys\n\nif __name__ == "__main__":\n    sys.exit(1)\n'},
            "`python tool.py`",
            '[`tool.py` L3](tool.py_docs.md#original-source "__main__")',
        ),
        (
            {"shop/__main__.py": "print(1)\n"},
            "`python -m shop`",
            "[`shop/__main__.py` L1](shop/__main__.py_docs.md#original-source)",
        ),
        (
            {"crc.c": "int crc(void) { return 1; }\n#ifdef CRC_TEST\nint main(void) { return crc(); }\n#endif\n"},
            "`main`, only under `defined(CRC_TEST)`",
            '[`crc.c` L3](crc.c_docs.md#original-source "main")',
        ),
    ],
)  # fmt: skip
def test_entry_points(book: Make, files: dict[str, str], what: str, where: str) -> None:
    """Where running starts is on the front page and on the page of the top folder, with what says so."""
    page = book(files)
    for name in ("index.md", "doc.md"):
        table = section(page(name), "Entry points")
        assert what in table
        assert where in table


def test_a_library_is_read_from_its_first_file(book: Make) -> None:
    """What others import is where its reading starts; fuzzers and examples of a library come last."""
    filler = "".join(f"pub fn step_{n}() {{}}\n" for n in range(20))
    page = book(
        {
            "README.md": README,
            "Cargo.toml": '[package]\nname = "shop"\n',
            "src/lib.rs": f"//! Prices of a shop.\n\n{filler}",
            "fuzz/Cargo.toml": '[package]\nname = "fuzzed"\n\n[[bin]]\nname = "fuzz_it"\npath = "fuzz.rs"\n',
            "fuzz/fuzz.rs": "fn main() {}\n",
        }
    )("index.md")
    assert (
        "2. [`src/lib.rs`](src/lib.rs_docs.md) (22 lines), where package `shop` starts: Prices of a shop."
        in page
    )
    table = section(page, "Entry points")
    assert table.index("package `shop`") < table.index("command `fuzz_it`")


def test_shaders_are_no_programs(book: Make) -> None:
    """`main` of a shader is not where a program starts."""
    assert "Entry points" not in book({"a.glsl": "void main() {\n}\n"})("index.md")


def test_a_variable_is_no_entry_point(book: Make) -> None:
    """`main` is where a program starts only when it can be called."""
    assert "Entry points" not in book({"a.js": "var main = express();\n"})("index.md")


def test_constructors_are_no_second_definition(book: Make) -> None:
    """A class of C++ with constructors, and a struct with its typedef, are among the key symbols."""
    files = {
        "cart.h": "class Basket {\n public:\n  Basket();\n  explicit Basket(int size) {}\n  ~Basket();\n};\n"
        "typedef struct shelf {\n  int size;\n} shelf;\n",
        "a.cc": '#include "cart.h"\nBasket one;\nshelf s;\n',
        "b.cc": '#include "cart.h"\nBasket two;\nshelf t;\n',
    }
    table = section(book(files)("doc.md"), "Key symbols")
    assert "| `Basket` | class | [`cart.h` L1-L6]" in table
    assert "| `shelf` |" in table
    assert table.count("Basket") == 1


def test_overloads_are_one_key_symbol(book: Make) -> None:
    """Functions of one name in one scope are one entry, which leads to the body, not to a declaration."""
    files = {
        "shop/pay.py": "import typing as t\n\n\n@t.overload\ndef pay(a: int) -> int: ...\n@t.overload\ndef pay(a: str) -> str: ...\n"
        'def pay(a):\n    """Pay at once."""\n    return a\n',
        "shop/a.py": "from shop.pay import pay\n\nx = pay(1)\n",
    }
    page = book(files)
    table = section(page("shop/doc.md"), "Key symbols")
    assert (
        "| `pay` | function | [`pay.py` L8-L10](pay.py_docs.md#original-source) | 1: [`a.py` L1](a.py_docs.md#original-source) | Pay at once. |"
        in table
    )
    assert table.count("`pay`") == 1
    assert "- `pay`: function [`pay.py` L8](shop/pay.py_docs.md) ← [`a.py`](shop/a.py_docs.md)\n" in page(
        "keywords.md"
    )


@pytest.mark.parametrize(
    ("files", "path", "words"),
    [
        ({"shop/__init__.py": "from .cart import Cart, add as put\n", "shop/cart.py": "class Cart: ...\ndef add(): ...\n"},
         "shop/index.md", "re-exports `Cart`, `put` from `.cart`"),
        ({"src/shop/__init__.py": "import os\nfrom os import path\nfrom shop.cart import Cart\n", "src/shop/cart.py": "class Cart: ...\n"},
         "src/shop/index.md", "re-exports `Cart` from `shop.cart` |"),
        ({"shop/index.ts": 'export { Cart, type Item as Thing } from "./cart";\nexport * from "./shelf";\n', "shop/cart.ts": "export class Cart {}\n"},
         "shop/index.md", "re-exports `Cart`, `Thing` from `./cart`, `./shelf`"),
        ({"shop/index.js": 'module.exports = require("./lib/shop");\n'}, "shop/index.md", "re-exports all of `./lib/shop`"),
        ({"shop/mod.rs": "mod cart;\npub use cart::{Cart, Item};\n"}, "shop/index.md", "re-exports `Cart`, `Item` from `cart`"),
    ],
)  # fmt: skip
def test_barrels_say_what_they_pass_on(book: Make, files: dict[str, str], path: str, words: str) -> None:
    """A file that only passes on what others define says what."""
    assert words in book(files)(path)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("shop/__init__.py", "from shop import prices\n\n\nclass Cart:\n    def total(self):\n        return prices.A\n"),
        ("shop/index.ts", 'export { A } from "./prices";\n\nexport class Cart {\n  total() {\n    return 1;\n  }\n}\n'),
        ("shop/mod.rs", "pub use prices::A;\n\npub struct Cart {\n    pub total: u8,\n    pub items: u8,\n}\n"),
    ],
)  # fmt: skip
def test_files_that_define_more_are_no_barrels(book: Make, path: str, text: str) -> None:
    """A file with code of its own is told by what it defines, not by what it imports."""
    page = book({path: text, "shop/prices.py": "A = 1\n"})("shop/index.md")
    assert "re-exports" not in page
    row = next(line for line in page.split("\n") if line.startswith("|") and path.partition("/")[2] in line)
    assert "`Cart`" in row


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("Makefile", "build:\n\t@echo use pip\n\t# nothing\n\t@echo instead of $(MAKE)\n\ntest:\n\tpytest\n"),
        ("package.json", '{\n "scripts": {\n  "build": "echo \\"not yet\\" && exit 1",\n  "test": "jest"\n }\n}\n'),
        ("justfile", "build:\n  @echo not yet\n\ntest:\n  pytest\n"),
    ],
)  # fmt: skip
def test_what_only_prints_is_no_command(book: Make, path: str, text: str) -> None:
    """A target that does nothing but tell something builds nothing."""
    table = section(book({path: text})("index.md"), "Build and test commands it states")
    assert "test` |" in table
    assert "build" not in table


def test_what_only_shows_is_no_command(book: Make) -> None:
    """A target that opens what another made builds and tests nothing, nor does one that only asks for it."""
    text = "docs:\n\tmkdocs build\n\ndocs-show: ## Look at them: at once\n\topen site/index.html\n\ntest-view: docs-show\n\ntest: docs\n"
    table = section(book({"Makefile": text})("index.md"), "Build and test commands it states")
    assert "`make docs` |" in table
    assert "`make test` |" in table
    assert "show" not in table
    assert "view" not in table


def test_targets_that_print_and_do(book: Make) -> None:
    """What prints after its work, or writes what it prints, is a command."""
    text = "build: cart\n\t@echo done\n\ndist:\n\techo 1 > version\n\ncart:\n\tcc cart.c\n"
    table = section(book({"Makefile": text})("index.md"), "Build and test commands it states")
    assert "`make build` |" in table
    assert "`make dist` |" in table


def test_environments_of_tox(book: Make) -> None:
    """An environment runs the tests, whatever it installs for them, unless its name or its commands say otherwise."""
    text = (
        "[testenv]\ncommands = pytest\n\n[testenv:extra-deps]\ndeps = attrs\n\n[testenv:min-requirements]\n"
        "commands = ruff check\n\n[testenv:install-hooks]\ncommands = pre-commit install\n\n[testenv:docs]\n"
    )
    table = section(book({"tox.ini": text})("index.md"), "Build and test commands it states")
    for row in (
        "| test | `tox -e extra-deps` |",
        "| lint | `tox -e min-requirements` |",
        "| install | `tox -e install-hooks` |",
        "| build | `tox -e docs` |",
    ):
        assert row in table


def test_folder_of_one_folder(book: Make) -> None:
    """A folder with one folder takes its sentence, and leads to its keywords instead of repeating them."""
    page = book({"src/shop/__init__.py": '"""Sell things."""\n', "src/shop/a.py": "def weigh(): ...\n"})
    assert "| `shop/`: Sell things. |" in page("index.md")
    assert "All of them lie in `shop/`: [its keywords](shop/sub.md)." in page("src/sub.md")
    assert "`weigh`" in page("src/shop/sub.md")


def test_folder_summary_from_facts(book: Make) -> None:
    """A folder that says nothing of itself is told apart by what it defines and who uses it, tests by what they import."""
    page = book(
        {
            "lib/cart.py": "class ShoppingCart: ...\n",
            "lib/item.py": "class StockItem: ...\n",
            "app/run.py": "from lib.cart import ShoppingCart\nfrom lib.item import StockItem\n",
            "tests/test_cart.py": "from lib.cart import ShoppingCart\n",
            "tests/test_item.py": "from lib.item import StockItem\n",
        }
    )
    assert "| 2 Python files with `ShoppingCart`, `StockItem`; imported from `app` |" in page("index.md")
    assert "| 2 Python tests that import `lib` |" in page("index.md")


def test_reading_path_goes_up(book: Make) -> None:
    """The reading path leads from what the repository says through its foundations to where it starts."""
    filler = "".join(f"def step_{n}():\n    return {n}\n\n" for n in range(20))
    page = book(
        {
            "README.md": README,
            "base/__init__.py": "",
            "base/core.py": f'"""Count things."""\n\n{filler}',
            "app/cli.py": f'"""Ask the user."""\n\nfrom base.core import step_1\n\n{filler}\n\ndef main(): ...\n',
            "pyproject.toml": '[project.scripts]\nshop = "app.cli:main"\n',
        }
    )
    steps = section(page("index.md"), "Reading path")
    places = [steps.index(word) for word in ("README.md", "Count things.", "Ask the user.")]
    assert places == sorted(places)
    assert "(62 lines, used by 1 file): Count things." in steps


def test_reading_path_leaves_out_what_is_made_and_what_only_holds_values(book: Make) -> None:
    """Neither a table of values, however much it is used, nor a program that another program wrote is where reading starts."""
    values = "".join(f"    '{n}',\n" for n in range(40))
    filler = "".join(f"export function step{n}() {{\n  return {n}\n}}\n\n" for n in range(10))
    page = book(
        {
            "README.md": README,
            "package.json": '{"name": "shop", "bin": {"shop": "./bin/shop.js", "till": "./bin/till.js"}}\n',
            "bin/shop.js": "#!/usr/bin/env node\n// Auto-generated by maker setup\nawait import('maker')\n",
            "bin/till.js": "#!/usr/bin/env node\nconsole.log(1)\n",
            "src/names.ts": f"export const names = [\n{values}]\n",
            "src/cart.ts": f"import {{ names }} from './names'\n\n{filler}",
            "src/item.ts": f"import {{ names }} from './names'\nimport {{ step1 }} from './cart'\n\n{filler}",
        }
    )
    steps = section(page("index.md"), "Reading path")
    assert "(src/cart.ts_docs.md)" in steps
    assert "(src/names.ts_docs.md)" not in steps
    assert "(bin/till.js_docs.md)" in steps
    assert "(bin/shop.js_docs.md)" not in steps
    assert "(bin/shop.js_docs.md)" in section(page("index.md"), "Entry points")


def test_parts_inside_a_part(book: Make) -> None:
    """A part that others of its folder build on is code by any name; the part around it says what is its own."""
    filler = "".join(f"def step_{n}():\n    return {n}\n\n" for n in range(20))
    page = book(
        {
            "src/main.py": f"from src.export.csv import step_1\n\n{filler}",
            "src/benchmark/run.py": filler,
            "src/export/csv.py": f"from src.benchmark.run import step_1\n\n{filler}",
            "scripts/release.py": filler,
        }
    )
    names = re.findall(r"\(chapters/([^)]*)\)", page("comprehensive_book.md"))
    assert names == ["01-src-benchmark.md", "02-src-export.md", "03-src.md", "04-scripts.md"]
    assert (
        "Of these, 62 lines are of no part inside it; the others have chapters of their own, too:"
        " [`src/benchmark`](01-src-benchmark.md), [`src/export`](02-src-export.md).\n"
        in page("chapters/03-src.md")
    )


def test_chapters_are_more_than_a_line(book: Make) -> None:
    """A chapter tells what a part is, its files with their purposes, its tests, and leads to its neighbours."""
    filler = "".join(f"def step_{n}():\n    return {n}\n\n" for n in range(20))
    page = book(
        {
            "base/__init__.py": '"""What everything stands on."""\n',
            "base/core.py": f'"""Count things."""\n\n{filler}',
            "app/cli.py": f'"""Ask the user."""\n\nfrom base.core import step_1\n\n{filler}',
            "tests/test_core.py": "from base.core import step_1\n",
        }
    )
    chapter = page("chapters/01-base.md")
    assert "> What everything stands on." in chapter
    assert (
        "| [`core.py`](../base/core.py_docs.md) | 2, first [`cli.py` L3](../app/cli.py_docs.md#original-source) | 62 | Count things. |"
        in chapter
    )
    assert "[`tests/test_core.py`](../tests/test_core.py_docs.md)" in section(chapter, "Tests")
    assert "| is used by | [`app`](../app/doc.md) |" in chapter
    assert "[Chapter 2](02-app.md)" in chapter


def test_copies_and_tests_are_one_part(book: Make) -> None:
    """Tests and examples are one part each, however many folders they have."""
    filler = "".join(f"def step_{n}():\n    return {n}\n\n" for n in range(40))
    files = {f"examples/e{n}/a.py": filler for n in range(3)} | {
        f"tests/t{n}/test_a.py": filler for n in range(3)
    }
    parts = section(book({"shop/core.py": filler} | files)("index.md"), "Components")
    assert "examples/e" not in parts
    assert "tests/t0" not in parts
    assert parts.index("`shop`") < parts.index("`examples`")


def test_keywords_are_short_and_honest(book: Make) -> None:
    """Places are shown by short names, a place a file; of many of a kind one, with the count of the rest."""
    page = book(
        {
            "one/cart.py": "def weigh(): ...\nclass A:\n    def weigh(self): ...\ndef pay(): ...\n",
            "two/cart.py": "def weigh(): ...\ndef pay(): ...\n",
            "two/other.py": "def total(): ...\n",
        }
    )("keywords.md")
    assert (
        "- `weigh`: function [`one/cart.py` L1](one/cart.py_docs.md), [+2 definitions](keywords/definitions.md#weigh)\n"
        in page
    )
    assert (
        "- `pay`: function [`one/cart.py` L4](one/cart.py_docs.md), [`two/cart.py` L2](two/cart.py_docs.md)\n"
        in page
    )
    assert "- `total`: function [`other.py` L1](two/other.py_docs.md)" in page


def test_report_names_what_was_not_found(book: Make) -> None:
    """An import that leads nowhere is in the report with its place."""
    page = book({"shop/a.py": "from .gone import x\n"})
    assert "| `.gone` | missing file | 1 | [`shop/a.py` L1](shop/a.py_docs.md) |" in page(
        "verification_report.md"
    )


@pytest.mark.parametrize(
    "text",
    [
        "make " * 9 + " " * 300_000 + "x",
        "[" * 300_000,
        "*a" * 150_000,
        "a::" * 100_000,
        "run: a" + " " * 300_000 + "|",
    ],
)
def test_long_lines_take_no_time(text: str) -> None:
    """A line of any length in a README or a workflow is read in time."""
    started = time.perf_counter()
    file = FileRow(1, "README.rst", 1, "documented", "document", "", 3, len(text), 0, "README.rst")
    list(document_commands(file, f"Run::\n\n  {text}\n"))
    list(_workflow_commands(file, text))
    opening(f"# Shop\n\n{text}\n")
    own_words(text)
    assert time.perf_counter() - started < 2


def test_imports_that_nobody_follows_are_told(book: Make) -> None:
    files = {
        f"{folder}/{name}.ex": f"defmodule Shop.{folder}.{name} do\n  alias Shop.Cart\n  import Shop.Item\n  "
        + "  def run(x), do: x\n" * 90
        + "end\n"
        for folder in ("desk", "till")
        for name in ("one", "two", "three")
    }
    read = book(files)
    assert "Imports of Elixir (12) are not followed" in read("index.md")
