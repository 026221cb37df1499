"""What a command is for: test, lint, build, install or run, by what its tool does with its words."""

from __future__ import annotations

import re

KINDS = ("install", "build", "test", "lint", "run")

# Words of names that people give: of targets, scripts, environments. The first kind that has one of them wins.
_NAMED = (
    ("lint", "lint linter linting fmt format formatting style styles typecheck typing types mypy pyright ruff flake8 black isort"
             " clippy vet eslint stylelint prettier rubocop phpstan stan pylint tidy credo spotless ktlint detekt checkstyle misspell spell spelling codespell"),
    ("run", "bench benches benchmark benchmarks perf profile demo example examples"),
    ("test", "test tests testing check checks spec specs e2e unit coverage cov pytest ctest unittest runtest runtests jest vitest phpunit rspec"
             " features conformance integration smoke verify stress fuzz"),
    ("run", "watch serve preview"),
    ("install", "install setup deps dependencies bootstrap init sync develop requirements"),
    ("build", "all build builds rebuild compile dist package assemble release doc docs html book books site generate gen codegen proto image"
              " bundle wheel sdist configure"),
    ("run", "run start server dev console shell repl up launch"),
)  # fmt: skip
_NAMES = tuple((kind, frozenset(words.split())) for kind, words in _NAMED)

# tool -> what its subcommands do; "" is the tool alone.
_SUBCOMMANDS: dict[str, dict[str, str]] = {
    "cargo": {"build": "build", "b": "build", "check": "build", "doc": "build", "test": "test", "t": "test", "nextest": "test", "miri": "test",
              "fmt": "lint", "clippy": "lint", "deny": "lint", "audit": "lint", "install": "install", "add": "install", "run": "run", "bench": "run"},
    "go": {"build": "build", "generate": "build", "test": "test", "vet": "lint", "fmt": "lint", "get": "install", "install": "install",
           "mod": "install", "run": "run"},
    "npm": {"": "run", "install": "install", "i": "install", "ci": "install", "add": "install", "t": "test", "pack": "build", "publish": "build",
            "create": "install", "init": "install"},
    "pip": {"install": "install", "wheel": "build"},
    "uv": {"sync": "install", "add": "install", "pip": "install", "tool": "install", "venv": "install", "lock": "install", "build": "build",
           "publish": "build", "init": "install"},
    "dotnet": {"restore": "install", "add": "install", "tool": "install", "pack": "build", "publish": "build", "format": "lint"},
    "composer": {"install": "install", "require": "install", "update": "install", "create-project": "install", "dump-autoload": "build"},
    "bundle": {"": "install", "install": "install", "add": "install", "update": "install"},
    "gem": {"install": "install", "build": "build"},
    "mix": {"deps.get": "install", "archive.install": "install", "hex.build": "build"},
    "docker": {"build": "build", "buildx": "build", "pull": "install", "run": "run", "compose": "run", "exec": "run"},
    "brew": {"": "install", "install": "install", "tap": "install"},
    "pre-commit": {"": "lint", "run": "lint", "install": "install"},
    "bazel": {"build": "build", "test": "test", "coverage": "test", "run": "run"},
    "swift": {"build": "build", "test": "test", "run": "run", "package": "install"},
    "zig": {"build": "build", "test": "test", "run": "run", "fmt": "lint", "fetch": "install"},
    "meson": {"setup": "build", "compile": "build", "configure": "build", "test": "test", "install": "install"},
}  # fmt: skip
_SUBCOMMANDS |= {
    "pnpm": _SUBCOMMANDS["npm"],
    "bun": _SUBCOMMANDS["npm"],
    "yarn": _SUBCOMMANDS["npm"] | {"": "install"},
}
_SUBCOMMANDS |= {
    "poetry": _SUBCOMMANDS["uv"] | {"install": "install"},
    "pdm": _SUBCOMMANDS["uv"] | {"install": "install"},
}
_SUBCOMMANDS |= {
    "pip3": _SUBCOMMANDS["pip"],
    "pipx": _SUBCOMMANDS["pip"],
    "hatch": {"build": "build", "publish": "build"},
}
# What a tool does when its words do not say more.
_ALONE = {
    "make": "build", "gmake": "build", "ninja": "build", "cmake": "build", "configure": "build", "mvn": "build", "mvnw": "build",
    "gradle": "build", "gradlew": "build", "sbt": "build", "stack": "build", "cabal": "build", "rake": "test", "tox": "test", "nox": "test",
    "pytest": "test", "ctest": "test", "jest": "test", "vitest": "test", "phpunit": "test", "rspec": "test", "bazel": "build",
    "mkdocs": "build", "sphinx-build": "build", "tsc": "build", "apt": "install", "apt-get": "install",
}  # fmt: skip
_RUNS_OTHERS = frozenset({"npx", "uvx", "sudo", "bash", "sh", "php", "xvfb-run", "env", "time", "exec"})
_RUNS_NAMED = frozenset(
    {"npm", "pnpm", "yarn", "bun", "uv", "poetry", "pdm", "hatch", "rye", "pixi", "bundle"}
)
# Flags whose next word is their value, not a subcommand.
_VALUED = re.compile(
    r"-(?:C|f|j|p|P|D|o|O|s|e|r|x|-exclude-task|-file|-directory|-manifest-path|-target|-target-dir|-features|-python|-jobs|-env|-session)$"
)
_ASSIGNMENT = re.compile(r"\w+=\S*$")
_CHAIN = re.compile(r"\s*(?:&&|;|\|\|)\s*")
# What the last of several steps of a line is for counts most in this order.
_ORDER = ("test", "lint", "run", "build", "install")
# Tools that only print help, or wait for what is typed, where nothing is asked of them.
_IDLE = frozenset(
    [
        "npm", "pnpm", "npx", "bun", "deno", "pip", "pip3", "pipx", "python", "python3", "poetry", "uv", "hatch", "pdm", "cargo", "go",
        "cmake", "meson", "bazel", "sbt", "dotnet", "swift", "gem", "composer", "php", "stack", "cabal", "zig", "bash", "sh", "brew", "docker",
    ]
)  # fmt: skip
_SKIPS_TESTS = re.compile(r"\s-D(?:skipTests|maven\.test\.skip)(?:=true)?(?=\s|$)")
_ENVIRONMENT = re.compile(r"(?:^|\s)(?:-e|-s|--env|--session)[= ]\s*([\w.-]+)")


def purpose_of(command: str) -> str:
    """Return what a command is for, one of `KINDS`."""
    found = {_step(step.split()) for step in _CHAIN.split(command) if step and not step.startswith("cd ")}
    return next((kind for kind in _ORDER if kind in found), "run")


def is_idle(command: str) -> bool:
    """Tell whether a command is the name of a tool that does nothing unless something is asked of it."""
    return command.removeprefix("sudo ").strip() in _IDLE


def purpose_of_name(name: str) -> str:
    """Return what a target or script is for by the words of its name; "" where they do not tell."""
    words = [word.lower() for word in re.split(r"[-_:./ ]+|(?<=[a-z])(?=[A-Z])", name) if word]
    return next((kind for kind, known in _NAMES if any(word in known for word in words)), "")


_SETS_UP = frozenset({"install", "setup", "bootstrap", "init", "sync", "develop"})


def environment_purpose(name: str) -> str:
    """Return what an environment of tox or a session of nox is for: tests, unless its name says otherwise.

    `extra-deps` runs the tests with more installed; `install-hooks` installs.
    """
    purpose = purpose_of_name(name) or "test"
    if purpose == "install" and re.split(r"[-_.]", name.lower())[0] not in _SETS_UP:
        return "test"
    return purpose


def _step(words: list[str]) -> str:
    while words and (words[0] in _RUNS_OTHERS or _ASSIGNMENT.match(words[0])) and len(words) > 1:
        words = words[1:]
        while len(words) > 1 and words[0].startswith("-"):
            words = words[1:]
    if not words:
        return "run"
    tool = words[0].rpartition("/")[2]
    plain = _without_flags(words[1:])
    if tool in ("python", "python3", "py"):
        return _python(words[1:])
    if tool in ("tox", "nox"):
        named = _ENVIRONMENT.search(" ".join(words))
        return environment_purpose(named[1]) if named else "test"
    if tool == "cmake":
        return _cmake(words[1:])
    if tool in ("mvn", "mvnw", "gradle", "gradlew", "sbt"):
        return _lifecycle(tool, words[1:])
    sub = plain[0] if plain else ""
    if sub in ("run", "exec", "run-script", "x") and tool in _RUNS_NAMED and len(plain) > 1:
        return purpose_of_name(plain[1]) or _step(words[words.index(plain[1]) :])
    if tool == "go" and sub == "test" and any(word.startswith("-bench") for word in words):
        return "run"
    if tool in ("make", "gmake", "ninja", "just", "task", "rake", "poe"):
        return next((kind for word in plain if (kind := purpose_of_name(word))), "") or (
            "run" if plain else _ALONE.get(tool, "run")
        )
    known = _SUBCOMMANDS.get(tool, {}).get(sub)
    if known or tool in ("cargo", "go", "docker", "pip", "pip3"):
        return known or "run"
    if tool in _ALONE and not (sub and tool in ("apt", "apt-get", "stack", "cabal")):
        return _ALONE[tool]
    if words[0].startswith(("./", "/")) or "." in tool:
        return purpose_of_name(tool) or "run"
    if tool == "coverage" and sub == "run":
        return _python(words[words.index("run") + 1 :])
    if purpose_of_name(tool) == "lint":
        return "lint"  # ruff check
    return purpose_of_name(sub) or purpose_of_name(tool) or _ALONE.get(tool, "run")


def _without_flags(words: list[str]) -> list[str]:
    plain = []
    is_value = False
    for word in words:
        if not is_value and not word.startswith(("-", "+")) and not _ASSIGNMENT.match(word):
            plain.append(word)
        is_value = bool(_VALUED.match(word))
    return plain


def _python(words: list[str]) -> str:
    if "-m" in words[:3] and words[-1] != "-m":
        return _step(words[words.index("-m") + 1 :])
    plain = _without_flags(words)
    if not plain:
        return "run"
    if plain[0] == "setup.py" and len(plain) > 1:
        return purpose_of_name(plain[1].replace("bdist_wheel", "wheel")) or "build"
    return purpose_of_name(plain[0].rpartition("/")[2].removesuffix(".py")) or "run"


def _cmake(words: list[str]) -> str:
    if "--install" in words:
        return "install"
    if "--target" in words[:-1]:
        return purpose_of_name(words[words.index("--target") + 1]) or "build"
    return "build"


def _lifecycle(tool: str, words: list[str]) -> str:
    """Return what the goals of Maven, the tasks of Gradle or the commands of sbt do; the last one leads."""
    if tool == "sbt":  # `+test` for each version of Scala, `"testOnly *Cart"` with what it is given
        words = [bare for word in words if (bare := word.strip("\"'").lstrip("+"))]
    goals = _without_flags(words)
    for goal in reversed(goals):
        name = goal.rpartition(":")[2] or goal
        if name == "install":
            return "build"  # into the local repository, after building
        kind = purpose_of_name(goal)
        if kind == "test" and _checks_otherwise(tool, goal):
            kind = "lint"
        if kind == "test" and _SKIPS_TESTS.search(" ".join([tool, *words])):
            kind = "build"
        if kind:
            return kind
    if tool == "sbt":
        return "install" if goals == ["update"] else "run"
    return _ALONE[tool]


def _checks_otherwise(tool: str, goal: str) -> bool:
    """Tell whether a goal checks something else than tests do: `headerCheck`, or `check` of a plugin of Maven."""
    name = goal if tool.startswith("mvn") else re.split(r"[:/]", goal)[-1]
    return bool(re.search(r"check", name, re.I)) and not re.search(
        r"test|spec|verify|coverage|^checks?$", name, re.I
    )
