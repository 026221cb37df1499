"""The command that runs a test, as the repository itself says where it does."""

from __future__ import annotations

from pathlib import Path

import pytest

from repobook.build import build
from repobook.config import make_config

CART = "def total(items):\n    return sum(items)\n"
CASES = {
    "pytest as a workflow calls it": (
        {
            ".github/workflows/ci.yml": "jobs:\n  test:\n    steps:\n      - run: |\n          uv run pytest -x tests\n",
            "shop/cart.py": CART,
            "tests/test_cart.py": "from shop.cart import total\n\n\ndef test_total():\n    assert total([1]) == 1\n",
        },
        "tests/test_cart.py",
        "`uv run pytest tests/test_cart.py`, derived from `uv run pytest -x tests`, stated in [`.github/workflows/ci.yml`",
    ),
    "pytest, which the test imports": (
        {
            "shop/cart.py": CART,
            "tests/test_cart.py": "import pytest\nfrom shop.cart import total\n\n\ndef test_total():\n    assert total([1]) == 1\n",
        },
        "tests/test_cart.py",
        "`pytest tests/test_cart.py`, the tool is named in [`tests/test_cart.py`",
    ),
    "a program, as its neighbour is run": (
        {
            "CONTRIBUTING.md": "# Tests\n\n```bash\npython test/test_jit.py\n```\n",
            "test/test_jit.py": "def test_a():\n    pass\n",
            "test/test_cart.py": "def test_b():\n    pass\n",
        },
        "test/test_cart.py",
        "`python test/test_cart.py`, derived from `python test/test_jit.py`, stated in [`CONTRIBUTING.md`",
    ),
    "mocha, named by a script": (
        {
            "package.json": '{\n  "name": "shop",\n  "scripts": {\n    "test": "mocha --check-leaks test/"\n  }\n}\n',
            "lib/cart.js": "exports.total = function total() { return 1 }\n",
            "test/cart.js": "const cart = require('../lib/cart')\ndescribe('cart', function () {})\nfunction helper() {}\n",
        },
        "test/cart.js",
        "`npx mocha test/cart.js`, derived from `mocha --check-leaks test/`, stated in [`package.json`",
    ),
    "go test, in a module of its own": (
        {
            "tools/go.mod": "module example.com/tools\n",
            "tools/cart/cart.go": "package cart\n\nfunc Total() int { return 1 }\n",
            "tools/cart/cart_test.go": 'package cart\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) { Total() }\n',
        },
        "tools/cart/cart_test.go",
        "`cd tools && go test -run '^TestTotal$' ./cart`.",
    ),
    "a crate of a workspace": (
        {
            "core/Cargo.toml": '[package]\nname = "shop-core"\n',
            "core/src/lib.rs": "pub fn total() -> i32 { 1 }\n",
            "core/tests/cart.rs": "#[test]\nfn total() { assert_eq!(shop_core::total(), 1); }\n",
        },
        "core/tests/cart.rs",
        "`cargo test -p shop-core --test cart`.",
    ),
    "Maven, in a module": (
        {
            "README.md": "# Shop\n\n```bash\nmvn clean test\n```\n",
            "core/pom.xml": "<project><artifactId>core</artifactId></project>\n",
            "pom.xml": "<project><modules><module>core</module></modules></project>\n",
            "core/src/test/java/shop/CartTest.java": "package shop;\n\nclass CartTest {\n    @Test void total() {}\n}\n",
        },
        "core/src/test/java/shop/CartTest.java",
        "`mvn test -pl core -Dtest=CartTest`, derived from `mvn clean test`, stated in [`README.md`",
    ),
    "PHPUnit": (
        {
            "phpunit.xml.dist": "<phpunit></phpunit>\n",
            "tests/CartTest.php": "<?php\nclass CartTest extends TestCase {\n    function testTotal() {}\n}\n",
        },
        "tests/CartTest.php",
        "`vendor/bin/phpunit tests/CartTest.php`, the tool is set up in [`phpunit.xml.dist`",
    ),
    "CTest, which finds the tests of a program": (
        {
            "CMakeLists.txt": "add_executable(cart_test test/cart_test.cc)\ngtest_discover_tests(cart_test)\n",
            "test/cart_test.cc": "TEST(Cart, Adds) { EXPECT_EQ(1, 1); }\nTEST_F(Bag, Adds) { EXPECT_EQ(1, 1); }\n",
        },
        "test/cart_test.cc",
        "`ctest -R '^(Cart|Bag)\\.'`, added in [`CMakeLists.txt`",
    ),
    "CTest, by the name of a test": (
        {
            "CMakeLists.txt": "add_executable(cart_test test/cart_test.cc)\nadd_test(NAME cart COMMAND cart_test)\n",
            "test/cart_test.cc": "TEST(Cart, Adds) { EXPECT_EQ(1, 1); }\n",
        },
        "test/cart_test.cc",
        "`ctest -R '^cart$'`, added in [`CMakeLists.txt`",
    ),
    "a program of many tests": (
        {
            "CMakeLists.txt": "add_executable(shop_tests test/cart_test.cc test/bag_test.cc)\nadd_test(all shop_tests)\n",
            "test/cart_test.cc": "TEST(Cart, Adds) { EXPECT_EQ(1, 1); }\n",
            "test/bag_test.cc": "TEST(Bag, Adds) { EXPECT_EQ(1, 1); }\n",
        },
        "test/cart_test.cc",
        "`shop_tests --gtest_filter='Cart.*'`, added in [`CMakeLists.txt`",
    ),
    "unittest, as tox calls it": (
        {
            "tox.ini": "[testenv]\ncommands = {envpython} -m unittest discover -s tests\n",
            "tests/test_cart.py": "import unittest\n\n\nclass CartTest(unittest.TestCase):\n    def test_a(self):\n        pass\n",
        },
        "tests/test_cart.py",
        "`python -m unittest tests/test_cart.py`, derived from `python -m unittest discover -s tests`, stated in [`tox.ini`",
    ),
    "the environment of tox that the others begin with, however long": (
        {
            "tox.ini": "[testenv:mypy-tests]\ncommands = pytest {posargs:tests}\n\n[testenv:slow]\ncommands = pytest slow\n\n"
            "[testenv]\ncommands =\n    pytest {posargs:" + "--cov-report=term-missing " * 9 + "tests}\n",
            "tests/test_cart.py": "def test_a():\n    pass\n",
            "slow/test_cart.py": "def test_a():\n    pass\n",
        },
        "tests/test_cart.py",
        "`pytest tests/test_cart.py`, derived from `pytest --cov-report=term-missing --cov-report=term-missing …`, stated in [`tox.ini` L9]",
    ),
    "the environment of tox that runs the folder": (
        {
            "tox.ini": "[testenv:unit]\ncommands = pytest tests\n\n[testenv:slow]\ncommands = pytest ./slow/\n",
            "tests/test_cart.py": "def test_a():\n    pass\n",
            "slow/test_cart.py": "def test_a():\n    pass\n",
        },
        "slow/test_cart.py",
        "`pytest slow/test_cart.py`, derived from `pytest ./slow/`, stated in [`tox.ini` L5]",
    ),
    "a list of tox, not that of the types": (
        {
            "tox.toml": '[env.typing]\ncommands = [["pytest", "tests"]]\n\n[env.unit]\ncommands = [["pytest", "-x", "tests"]]\n',
            "tests/test_cart.py": "def test_a():\n    pass\n",
        },
        "tests/test_cart.py",
        "`pytest tests/test_cart.py`, derived from `pytest -x tests`, stated in [`tox.toml` L5]",
    ),
    "a session of nox, not that of the types": (
        {
            "noxfile.py": 'import nox\n\n\n@nox.session\ndef mypy(session):\n    session.run("pytest", "tests")\n\n\n'
            '@nox.session\ndef unit(session):\n    session.run("pytest", "-x", "tests")\n',
            "tests/test_cart.py": "def test_a():\n    pass\n",
        },
        "tests/test_cart.py",
        "`pytest tests/test_cart.py`, derived from `pytest -x tests`, stated in [`noxfile.py` L11]",
    ),
    "a command that stands there as it is": (
        {
            "CONTRIBUTING.md": "# Tests\n\n```bash\npytest tests/test_cart.py\n```\n",
            "tests/test_cart.py": "def test_a():\n    pass\n",
        },
        "tests/test_cart.py",
        "`pytest tests/test_cart.py`, stated in [`CONTRIBUTING.md` L4]",
    ),
    "Go, in a module beside the one whose command is stated": (
        {
            "README.md": "# Tools\n\n```bash\ngo test ./...\n```\n",
            "tools/go.mod": "module example.com/tools\n",
            "tools/cart/cart_test.go": 'package cart\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {}\n',
        },
        "tools/cart/cart_test.go",
        "`cd tools && go test -run '^TestTotal$' ./cart`, derived from `go test ./...`, stated in [`README.md` L4]",
    ),
    "sbt, which the line that runs tests states": (
        {
            ".github/workflows/ci.yml": "jobs:\n  test:\n    steps:\n      - run: sbt headerCheck\n      - run: sbt +test\n",
            "build.sbt": "name := \"shop\"\n",
            "src/test/scala/shop/CartSuite.scala": "package shop\n\nclass CartSuite extends FunSuite {}\n\nabstract class AnySuite extends FunSuite\n",
        },
        "src/test/scala/shop/CartSuite.scala",
        '`sbt "testOnly *CartSuite"`, derived from `sbt +test`, stated in [`.github/workflows/ci.yml` L5]',
    ),
    "a module of Maven without a parent": (
        {
            "core/pom.xml": "<project><artifactId>core</artifactId></project>\n",
            "core/src/test/java/shop/CartTest.java": "package shop;\n\nclass CartTest {\n    @Test void total() {}\n}\n",
        },
        "core/src/test/java/shop/CartTest.java",
        "`mvn -f core/pom.xml test -Dtest=CartTest`, the tool is set up in [`core/pom.xml` L1]",
    ),
    "an integration test of Maven": (
        {
            "pom.xml": "<project>\n<plugin><artifactId>maven-failsafe-plugin</artifactId>\n<goal>integration-test</goal></plugin>\n</project>\n",
            "src/test/java/shop/CartIT.java": "package shop;\n\nclass CartIT {\n    @Test void total() {}\n}\n",
        },
        "src/test/java/shop/CartIT.java",
        "`mvn verify -Dit.test=CartIT`, the tool is set up in [`pom.xml` L1]",
    ),
    "a class that somebody else runs": (
        {
            "pom.xml": "<project></project>\n",
            "src/test/java/shop/AllTest.java": "package shop;\n\n@RunWith(AllTests.class)\nclass AllTest {\n    static Test suite() { return null; }\n}\n",
        },
        "src/test/java/shop/AllTest.java",
        "`mvn test -Dtest=AllTest`, the tool is set up in [`pom.xml` L1]",
    ),
    "Gradle, by the class and not by the file": (
        {
            "build.gradle": "plugins { id 'java' }\n",
            "src/test/kotlin/shop/carts.kt": "package shop\n\nclass CartTest {\n    @Test fun total() {}\n}\n",
        },
        "src/test/kotlin/shop/carts.kt",
        "`gradle test --tests CartTest`, the tool is set up in [`build.gradle` L1]",
    ),
    "Swift, by the classes that hold tests": (
        {
            "Package.swift": 'let package = Package(name: "shop", targets: [.testTarget(name: "ShopTests")])\n',
            "Tests/ShopTests/Cart+ShopTests.swift": "class Base: XCTestCase {\n    func make() {}\n}\n\nfinal class CartTestCase: Base {\n"
            "    func testTotal() {}\n}\n\nfinal class BagTestCase: Base {\n    func testTotal() {}\n}\n",
        },
        "Tests/ShopTests/Cart+ShopTests.swift",
        "`swift test --filter 'CartTestCase|BagTestCase'`, the tool is set up in [`Package.swift` L1]",
    ),
    "Swift, by suites and single tests": (
        {
            "kit/Package.swift": 'let package = Package(name: "shop", targets: [.testTarget(name: "ShopTests")])\n',
            "kit/Tests/ShopTests/Carts.swift": "@Suite struct Carts {\n    @Test func total() {}\n}\n\n@Test func bags() {}\n\n"
            "struct Till {\n    func testDrive() {}\n}\n",
        },
        "kit/Tests/ShopTests/Carts.swift",
        "`swift test --package-path kit --filter 'Carts|bags'`, the tool is set up in [`kit/Package.swift` L1]",
    ),
    "RSpec, in the folder whose Gemfile has it": (
        {
            "Gemfile": "gem 'minitest'\n",
            "more/Gemfile": "gem 'rspec'\n",
            "more/spec/cart_spec.rb": "describe 'Cart' do\n  it 'adds' do\n  end\nend\n",
        },
        "more/spec/cart_spec.rb",
        "`cd more && bundle exec rspec spec/cart_spec.rb`.",
    ),
}  # fmt: skip
NONE = {
    "a helper that Maven never runs": {
        "pom.xml": "<project></project>\n",
        "src/test/java/shop/TestRunner.java": "package shop;\n\nclass TestRunner {\n    void run() {}\n}\n",
    },
    "an integration test of which nothing tells who runs it": {
        "pom.xml": "<project></project>\n",
        "src/test/java/shop/CartIT.java": "package shop;\n\nclass CartIT {\n    @Test void total() {}\n}\n",
    },
    "a set of sources with a task of its own": {
        "build.gradle": "plugins { id 'java' }\n",
        "src/slowTest/java/shop/CartTest.java": "package shop;\n\nclass CartTest {\n    @Test void total() {}\n}\n",
    },
    "a class of Swift without tests": {
        "Package.swift": 'let package = Package(name: "shop", targets: [.testTarget(name: "ShopTests")])\n',
        "Tests/ShopTests/CartTests.swift": "final class CartBox: XCTestCase {\n    func make() {}\n}\n",
    },
    "a spec that no Gemfile has the tool for": {
        "Gemfile": "gem 'minitest'\n# gem 'rspec'\n",
        "spec/cart_spec.rb": "describe 'Cart' do\n  it 'adds' do\n  end\nend\n",
    },
    "a helper of .NET": {"test/TestClock.cs": "class TestClock {\n    public int Now() { return 1; }\n}\n"},
}  # fmt: skip


PYTEST = {
    "shop/cart.py": CART,
    "tests/test_cart.py": "import pytest\nfrom shop.cart import total\n\n\ndef test_total():\n    assert total([1])\n",
}
JEST = {
    "lib/cart.js": "exports.total = () => 1\n",
    "test/cart.test.js": "const cart = require('../lib/cart')\nconst jest = require('jest')\ncart.total()\n",
}
# A file behind the name of a target would be a second target: (files, test, command that is told, None where only that of all tests is)
TARGETS = {
    "a target of a Makefile": (
        PYTEST | {"Makefile": "build:\n\tcc a.c\n\npytest: build\n\t@pytest -x tests\n"}, "tests/test_cart.py",
        "`pytest tests/test_cart.py`, derived from `pytest -x tests`, stated in [`Makefile` L5]",
    ),
    "a target whose recipe is another command of the same name": (
        PYTEST | {"Makefile": "pytest:\n\t$(PYTHON) -m pytest \\\n\t  -x\n"}, "tests/test_cart.py",
        "`pytest tests/test_cart.py`, derived from `$(PYTHON) -m pytest -x`, stated in [`Makefile` L2]",
    ),
    "a target of which nothing is known": (
        PYTEST | {"CONTRIBUTING.md": "# Tests\n\n```sh\nmake -C build pytest\n```\n"}, "tests/test_cart.py", None,
    ),
    "an environment": (PYTEST | {"README.md": "# Shop\n\n```sh\ntox -e pytest\n```\n"}, "tests/test_cart.py", None),
    "a recipe of just": (
        PYTEST | {"justfile": "pytest *args:\n    uv run pytest {{args}}\n"}, "tests/test_cart.py",
        "`uv run pytest tests/test_cart.py`, derived from `uv run pytest {{args}}`, stated in [`justfile` L2]",
    ),
    "a target beside a command": (
        PYTEST | {"README.md": "# Shop\n\n```sh\nmake pytest\nmake build && pytest -q\n```\n"}, "tests/test_cart.py",
        "`pytest tests/test_cart.py`, derived from `make build && pytest -q`, stated in [`README.md` L5]",
    ),
    "a script of npm": (
        JEST | {"package.json": '{\n  "scripts": {\n    "unit:jest": "jest --ci"\n  }\n}\n'}, "test/cart.test.js",
        "`npx jest test/cart.test.js`, derived from `jest --ci`, stated in [`package.json` L3]",
    ),
    "a script of npm of which nothing is known": (
        JEST | {"README.md": "# Shop\n\n```sh\nnpm run test:jest\n```\n"}, "test/cart.test.js", None,
    ),
    "a program that npm runs": (
        JEST | {"README.md": "# Shop\n\n```sh\nnpm exec jest\n```\n"}, "test/cart.test.js",
        "`npm exec jest test/cart.test.js`, derived from `npm exec jest`, stated in [`README.md` L4]",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_stands_behind_a_target(name: str, tmp_path: Path) -> None:
    files, test, wanted = TARGETS[name]
    page = (pages(tmp_path, files) / f"{test}_docs.md").read_text()
    assert ("Run: " not in page) if wanted is None else (f"Run: {wanted}" in page)


@pytest.mark.parametrize("command", ["make pytest", "tox -e pytest", "npm run x -- pytest", "just pytest"])
def test_target_alone_is_told_beside_what_it_tests(command: str, tmp_path: Path) -> None:
    files = PYTEST | {"README.md": f"# Shop\n\n```sh\n{command}\n```\n"}
    page = (pages(tmp_path, files) / "shop/cart.py_docs.md").read_text()
    assert f"`{command}` (not this file alone), stated in [`README.md`" in page


def test_file_that_a_target_names_stays_its_own(tmp_path: Path) -> None:
    """`make test/test_jit.py` says nothing of the file beside it."""
    files = {
        "CONTRIBUTING.md": "# Tests\n\n```bash\nmake test/test_jit.py\n```\n",
        "test/test_jit.py": "def test_a():\n    pass\n",
        "test/test_cart.py": "def test_b():\n    pass\n",
    }
    book = pages(tmp_path, files)
    assert "Run: `make test/test_jit.py`, stated in" in (book / "test/test_jit.py_docs.md").read_text()
    assert "Run: " not in (book / "test/test_cart.py_docs.md").read_text()


@pytest.mark.parametrize("name", CASES)
def test_page_of_a_test_says_how_to_run_it(name: str, tmp_path: Path) -> None:
    files, test, wanted = CASES[name]
    page = pages(tmp_path, files) / f"{test}_docs.md"
    assert f"Run: {wanted}" in page.read_text()


@pytest.mark.parametrize("name", NONE)
def test_no_command_where_none_is_sure(name: str, tmp_path: Path) -> None:
    *_, test = files = NONE[name]
    page = (pages(tmp_path, files) / f"{test}_docs.md").read_text()
    assert "Run: " not in page


def test_whole_suite_is_said_to_be_whole(tmp_path: Path) -> None:
    """A command that runs everything stands beside the tests of a source, never alone on the page of a test."""
    files = {
        "Makefile": "test:\n\t./a.out\n\nspeed-test:\n\t./b.out\n",
        "src/cart.h": "int cart_total(int a);\n",
        "src/cart.c": '#include "cart.h"\nint cart_total(int a) { return a; }\n',
        "tests/cart_test.c": '#include "../src/cart.h"\nint main(void) { return cart_total(1); }\n',
    }
    book = pages(tmp_path, files)
    assert "| `make test` (all tests), stated in [`Makefile`" in (book / "src/cart.h_docs.md").read_text()
    assert "make test" not in (book / "tests/cart_test.c_docs.md").read_text()


def pages(tmp_path: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        file = tmp_path / "repo" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    config = make_config(str(tmp_path / "repo"), str(tmp_path / "book"), cache=str(tmp_path / "c"), jobs=1)
    assert not build(config).problems
    return tmp_path / "book"
