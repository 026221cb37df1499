"""Files shaped like a key or a password file. Their content never leaves this room, not even as a hash.

This is a list of well-known names and marks, not a detector of secrets inside sources.
"""

from __future__ import annotations

import re

_NAMES = frozenset(
    {
        ".env",
        ".git-credentials",
        ".htpasswd",
        ".my.cnf",
        ".netrc",
        ".pgpass",
        ".s3cfg",
        ".dockercfg",
        ".vault-token",
        ".vault_pass",
        "_netrc",
        "id_dsa",
        "id_ecdsa",
        "id_ecdsa_sk",
        "id_ed25519",
        "id_ed25519_sk",
        "id_rsa",
    }
)
_PATH_ENDS = (".aws/credentials", ".kube/config", ".docker/config.json", "config/master.key")
_EXTENSIONS = (".kdbx", ".keystore", ".jks", ".p12", ".pfx", ".ppk")
# `.env.production` holds secrets; `.env.example` shows which ones there are.
_HARMLESS_ENV = (".example", ".sample", ".template", ".tmpl", ".dist", ".default", ".defaults", ".schema")

_KEY_NAMES = (".pem", ".key", ".pk8", ".priv", ".private", ".asc", ".gpg", ".crt", ".cer", ".cert", ".ovpn")
_BEGINS_AS_KEY = re.compile(rb"\s*-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----")
_HOLDS_KEY = re.compile(rb"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----")
_ACCOUNT_KEY = re.compile(rb'"private_key"\s*:\s*"-----BEGIN [A-Z ]*PRIVATE KEY-----')
# A value taken from the environment is no secret.
_TOKEN = re.compile(
    rb"^[^#;\n]*(?:_authToken|_auth|_password|password|npmAuthToken)\"?\s*[=:]\s*[\"']?[^\s$\"']", re.M
)
_TOKEN_NAMES = frozenset({".npmrc", ".yarnrc", ".yarnrc.yml", ".pypirc"})


def secret_by_name(path: str, name: str) -> str:
    """Return why a file is taken for a secret before it is opened; "" where its name says nothing."""
    lower = name.lower()
    if lower in _NAMES:
        return f"name `{lower}`"
    if lower.startswith(".env.") and not lower.endswith(_HARMLESS_ENV):
        return "name `.env.*`"
    if lower.endswith(_EXTENSIONS):
        return f"name `*{lower[lower.rindex('.') :]}`"
    for end in _PATH_ENDS if path.endswith(_PATH_ENDS) else ():
        if path.endswith(end) and (len(path) == len(end) or path[-len(end) - 1] == "/"):
            return f"path `{end}`"
    return ""


def secret_by_content(name: str, data: bytes) -> tuple[str, int]:
    """Return why a file is taken for a secret after it was read, and the line that says so; "" for others."""
    if data[:64].lstrip()[:11] == b"-----BEGIN " and _BEGINS_AS_KEY.match(data):
        return "begins as a private key", _line(data, data.index(b"-----BEGIN "))
    lower = name.lower()
    if lower.endswith(_KEY_NAMES) and (found := _HOLDS_KEY.search(data[: 256 * 1024])):
        return "holds a private key", _line(data, found.start())
    if lower in _TOKEN_NAMES and (found := _TOKEN.search(data[: 256 * 1024])):
        return "holds a password or token", _line(data, found.end() - 1)
    if lower.endswith(".json") and b"PRIVATE KEY" in data[:4096]:
        if found := _ACCOUNT_KEY.search(data[:4096]):
            return "holds a private key", _line(data, found.start())
    return "", 0


def _line(data: bytes, offset: int) -> int:
    return data.count(b"\n", 0, offset) + 1
