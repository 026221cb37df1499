"""PHP: what `use` asks for, by the namespaces that files declare and the packages that manifests do."""

from __future__ import annotations

import re

from repobook.link.imports.names import normal_package
from repobook.link.imports.tree import MISSING, Answer, Tree, package, standard

# Packages of PHP that do not bear the name of their namespace.
_PHP = {
    "GuzzleHttp\\Psr7": "guzzlehttp/psr7", "GuzzleHttp\\Promise": "guzzlehttp/promises", "GuzzleHttp": "guzzlehttp/guzzle",
    "Carbon": "nesbot/carbon", "Illuminate": "laravel/framework", "Predis": "predis/predis", "Faker": "fakerphp/faker",
    "Dotenv": "vlucas/phpdotenv", "PhpParser": "nikic/php-parser", "FastRoute": "nikic/fast-route", "Whoops": "filp/whoops",
    "Webmozart\\Assert": "webmozart/assert", "PhpAmqpLib": "php-amqplib/php-amqplib", "MongoDB": "mongodb/mongodb",
    "Elasticsearch": "elasticsearch/elasticsearch", "Elastica": "ruflin/elastica", "Aws": "aws/aws-sdk-php",
    "Prophecy": "phpspec/prophecy", "Swift_": "swiftmailer/swiftmailer", "Rollbar": "rollbar/rollbar", "Ramsey\\Uuid": "ramsey/uuid",
}  # fmt: skip
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def vendor_names(target: str) -> list[str]:
    """`Symfony\\Component\\Console` is symfony/console, `Composer\\XdebugHandler` composer/xdebug-handler."""
    parts = target.strip("\\").split("\\")
    vendor = parts[0].lower()
    names = []
    for part in parts[1:3]:
        names += [f"{vendor}/{normal_package(_HUMP.sub('-', part))}", f"{vendor}/{part.lower()}"]
    if len(parts) > 2:  # Psr\\Http\\Message
        names.append(f"{vendor}/{'-'.join(part.lower() for part in parts[1:3])}")
    known = [_PHP[head] for cut in (2, 1) if (head := "\\".join(parts[:cut])) in _PHP]
    return [normal_package(name) for name in (*known, *names, f"{vendor}/{vendor}")]


class PhpRule:
    """Knows what files of PHP define, and in which namespaces."""

    def __init__(self, tree: Tree, declared: frozenset[str]) -> None:
        """`declared`: packages that the repository says it needs."""
        self._tree = tree
        self._declared = declared
        self._names: dict[str, list[int]] = {}  # class with its namespace, in small letters -> files
        self._spaces: dict[str, list[int]] = {}  # namespace, in small letters -> files
        self._around: dict[str, list[int]] = {}  # the same of namespaces that hold others
        self._defining: set[int] = set()
        self._paths: dict[int, str] = {}

    def add(self, space: str, name: str, file: int) -> None:
        """A file says `namespace Shop;` and defines a class or a function in it."""
        self._names.setdefault(f"{space}\\{name}".lower().lstrip("\\"), []).append(file)
        self._defining.add(file)
        around = space.lower()
        known = self._spaces
        while around:
            files = known.setdefault(around, [])
            if not files or files[-1] != file:
                files.append(file)
            around, known = around.rpartition("\\")[0], self._around

    def defines(self, file: int | None) -> bool:
        """Tell whether a file says itself what it defines: then its path says nothing more."""
        return file in self._defining

    def named(self, path: str, target: str) -> Answer | None:
        """Answer for `use Shop\\Cart;` and `use Shop;` from what files say of themselves."""
        plain = target.strip("\\ ").lower()
        if not self._paths:
            self._paths = {file: other for other, file in self._tree.by_path.items()}
        if files := sorted(set(self._names.get(plain, ()))):
            return self._tree.nearest(path, [self._paths[file] for file in files])
        if files := self._spaces.get(plain, []):
            return self._tree.gather(files, self._paths, path)
        if files := self._around.get(plain, []):
            return self._tree.gather(files, self._paths, path)._replace(note="")
        return None

    def beyond(self, target: str) -> Answer:
        """Answer for what no file of the repository defines."""
        parts = target.strip("\\ ").split("\\")
        if len(parts) == 1:
            # What has no namespace and is no file here is PHP's own: `use Exception;`
            if "_" in target and target[:1].isupper():
                return package(target.partition("_")[0])  # Swift_Message, of before there were namespaces
            return standard(target)
        if self._declared.isdisjoint(vendor_names(target)) and "\\".join(parts[:-1]).lower() in self._spaces:
            return MISSING
        return package("\\".join(parts[: self._depth(parts)]))

    def _depth(self, parts: list[str]) -> int:
        """Return how many parts of a name call its package: three where it takes them to tell the declared one."""
        short = vendor_names("\\".join(parts[:2]))
        whole = vendor_names("\\".join(parts[:3]))
        return 2 if not self._declared.isdisjoint(short) or self._declared.isdisjoint(whole) else 3
