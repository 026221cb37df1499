"""Which rows a statement can see is told from its text, or not at all."""

from __future__ import annotations

from typing import Any

import pytest

from repobook.store.spoken import Refused, understand

TABLES = {
    "symbol": ["id", "file_id", "name", "line"],
    "file": ["id", "folder_id", "path"],
    "use": ["symbol_id", "file_id", "line"],
    "body": ["symbol_id", "body_id"],
}
NUMBERS = {name: {c for c in columns if c not in ("name", "path")} for name, columns in TABLES.items()}


def held(text: str) -> list[tuple[str, dict[str, set[Any]]]]:
    """Return what is told without the ways that follow from the tables themselves."""
    return [
        (table, {name: plain for name, found in by.items() if (plain := {h for h in found if h[0] not in ("span", "via")})})
        for _, table, by in understand(text, TABLES, NUMBERS).reads
    ]  # fmt: skip


ONE, OTHER, RANGE = ("in", 0), ("in", 1), ("between", 0, 1)
TOLD = {
    "SELECT * FROM symbol": [("symbol", {})],
    "SELECT name FROM symbol WHERE id = ?": [("symbol", {"id": {ONE}})],
    "select NAME from SYMBOL S where S.ID = ?": [("symbol", {"id": {ONE}})],
    "SELECT name FROM symbol WHERE id BETWEEN ? AND ? AND line > ? LIMIT ?": [("symbol", {"id": {RANGE}})],
    "SELECT name FROM symbol WHERE line BETWEEN 1 AND ? AND id = ?": [("symbol", {"id": {OTHER}})],
    "SELECT name FROM symbol WHERE id IN (?, ?) ORDER BY rowid": [("symbol", {"id": {("in", 0, 1)}})],
    "SELECT name FROM symbol WHERE id = ?2 AND line = ?1": [("symbol", {"id": {OTHER}, "line": {ONE}})],
    "SELECT name FROM symbol WHERE line = ?3 AND id = ?": [("symbol", {"line": {("in", 2)}, "id": {("in", 3)}})],
    "SELECT ? FROM symbol WHERE id = ?": [("symbol", {"id": {OTHER}})],
    "SELECT name FROM symbol WHERE (id = ? OR id BETWEEN ? AND ?)": [
        ("symbol", {"id": {("any", ("in", 0), ("between", 1, 2))}})
    ],
    "SELECT name FROM symbol WHERE (id = ? AND line = ?)": [("symbol", {"id": {ONE}, "line": {OTHER}})],
    # What is not understood lets all rows in.
    "SELECT name FROM symbol WHERE id = ? OR line = ?": [("symbol", {})],
    "SELECT name FROM symbol WHERE (id = ? OR line = ?)": [("symbol", {})],
    "SELECT name FROM symbol WHERE NOT id = ?": [("symbol", {})],
    "SELECT name FROM symbol WHERE id NOT BETWEEN ? AND ?": [("symbol", {})],
    "SELECT name FROM symbol WHERE id NOT IN (?)": [("symbol", {})],
    "SELECT name FROM symbol WHERE id != ?": [("symbol", {})],
    "SELECT name FROM symbol WHERE id + 0 = ?": [("symbol", {})],
    "SELECT name FROM symbol WHERE id = ? + 1": [("symbol", {})],
    "SELECT name FROM symbol WHERE id = ? = 0": [("symbol", {})],
    "SELECT name FROM symbol WHERE id IN (?, 3)": [("symbol", {})],
    "SELECT name FROM symbol WHERE id = 3": [("symbol", {})],
    "SELECT name FROM symbol WHERE id IS ?": [("symbol", {})],
    "SELECT name FROM symbol WHERE name = ?": [("symbol", {})],  # '5' = 5 for a text
    "SELECT name FROM symbol WHERE CASE WHEN id = ? AND line = ? THEN 0 ELSE 1 END": [("symbol", {})],
    "SELECT name, (id = ?) FROM symbol": [("symbol", {})],
    "SELECT name FROM symbol GROUP BY name HAVING id = ?": [("symbol", {})],
    "SELECT name FROM symbol WHERE id BETWEEN ? AND ? BETWEEN ? AND ?": [("symbol", {})],
    # Joins.
    "SELECT 1 FROM symbol s JOIN file f ON f.id = s.file_id WHERE s.file_id = ?": [
        ("symbol", {"file_id": {ONE}}), ("file", {"id": {ONE}}),
    ],
    "SELECT 1 FROM file f, symbol s WHERE s.file_id = f.id AND f.id = ?": [
        ("file", {"id": {ONE}}), ("symbol", {"file_id": {ONE}}),
    ],
    "SELECT 1 FROM symbol s JOIN use u ON u.symbol_id = s.id JOIN body b ON b.symbol_id = u.symbol_id WHERE b.symbol_id = ?": [
        ("symbol", {"id": {ONE}}), ("use", {"symbol_id": {ONE}}), ("body", {"symbol_id": {ONE}}),
    ],
    "SELECT 1 FROM symbol JOIN use ON symbol_id = id WHERE id = ?": [("symbol", {"id": {ONE}}), ("use", {"symbol_id": {ONE}})],
    "SELECT 1 FROM symbol s JOIN use u WHERE file_id = ?": [("symbol", {}), ("use", {})],  # whose?
    "SELECT 1 FROM symbol s JOIN symbol o ON o.name = s.name WHERE s.id = ?": [("symbol", {"id": {ONE}}), ("symbol", {})],
    # Behind LEFT JOIN, a condition holds the table behind it alone.
    "SELECT 1 FROM symbol s LEFT JOIN body b ON b.symbol_id = s.id AND s.line = ? AND b.body_id = ? WHERE s.id = ?": [
        ("symbol", {"id": {("in", 2)}}), ("body", {"symbol_id": {("in", 2)}, "body_id": {OTHER}}),
    ],
    "SELECT 1 FROM symbol s LEFT JOIN body b ON b.symbol_id = s.id AND b.symbol_id = ?": [
        ("symbol", {}), ("body", {"symbol_id": {ONE}}),
    ],
    "SELECT 1 FROM symbol s LEFT JOIN body b ON b.symbol_id = s.id WHERE b.body_id = ?": [
        ("symbol", {}), ("body", {"body_id": {ONE}}),
    ],
    # Statements inside.
    "SELECT id FROM file WHERE id = ? UNION ALL SELECT id FROM symbol WHERE file_id = ? ORDER BY 1": [
        ("file", {"id": {ONE}}), ("symbol", {"file_id": {OTHER}}),
    ],
    "SELECT k.n FROM (SELECT id AS n FROM file WHERE folder_id = ?) k JOIN symbol s ON s.file_id = k.n WHERE k.n = ?": [
        ("file", {"folder_id": {ONE}}), ("symbol", {"file_id": {OTHER}}),
    ],
    "SELECT 1 FROM (SELECT * FROM file WHERE id = ?) k JOIN symbol s ON s.file_id = k.id": [
        ("file", {"id": {ONE}}), ("symbol", {"file_id": {ONE}}),
    ],
    "SELECT 1 FROM (SELECT id + 1 AS n FROM file WHERE id = ?) k JOIN symbol s ON s.file_id = k.n": [
        ("file", {"id": {ONE}}), ("symbol", {}),
    ],
    "SELECT 1 FROM (SELECT id FROM file WHERE id = ? UNION SELECT id FROM symbol) k JOIN symbol s ON s.id = k.id": [
        ("file", {"id": {ONE}}), ("symbol", {}), ("symbol", {}),
    ],
    "WITH own AS MATERIALIZED (SELECT id FROM symbol WHERE id = ?1) SELECT 1 FROM own JOIN use u ON u.symbol_id = own.id": [
        ("symbol", {"id": {ONE}}), ("use", {"symbol_id": {ONE}}),
    ],
    "SELECT 1 FROM file f WHERE f.id = ? AND EXISTS (SELECT 1 FROM symbol WHERE file_id = f.id)": [
        ("file", {"id": {ONE}}), ("symbol", {"file_id": {ONE}}),
    ],
    # A condition inside says nothing of the rows outside.
    "SELECT 1 FROM file f WHERE EXISTS (SELECT 1 FROM symbol s WHERE s.file_id = f.id AND f.id = ? AND s.id = ?)": [
        ("file", {}), ("symbol", {"id": {OTHER}}),
    ],
    "SELECT (SELECT count(*) FROM use u WHERE u.symbol_id = s.id) FROM symbol s WHERE s.id IN (?)": [
        ("symbol", {"id": {ONE}}), ("use", {"symbol_id": {ONE}}),
    ],
}  # fmt: skip


@pytest.mark.parametrize("text", TOLD)
def test_told(text: str) -> None:
    assert sorted(held(text), key=repr) == sorted(TOLD[text], key=repr)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT rowid FROM symbol WHERE id = ?",
        "SELECT 1 FROM symbol WHERE rowid = ?",
        "SELECT 1 FROM symbol ORDER BY rowid % 2",
        "SELECT 1 FROM symbol ORDER BY -rowid",
        "SELECT 1 FROM symbol NATURAL JOIN use WHERE id = ?",
        "SELECT 1 FROM symbol s RIGHT JOIN use u ON u.symbol_id = s.id",
        "SELECT 1 FROM symbol s JOIN use u USING (file_id)",
        "SELECT 1 FROM nowhere",
        "SELECT 1 FROM main.symbol",
        'SELECT 1 FROM "symbol"',
        "SELECT 1 FROM symbol -- WHERE id = ?",
        "SELECT 1 FROM symbol WHERE id = :one",
        "SELECT 1 FROM symbol WHERE id = ?; SELECT 2",
        "SELECT 1 FROM json_each(?)",
        "SELECT rank() OVER (ORDER BY id) FROM symbol",
        "SELECT 1 FROM symbol WHERE name = ? COLLATE NOCASE",
        "WITH RECURSIVE x AS (SELECT 1) SELECT 1 FROM x",
        "VALUES (1)",
        "DELETE FROM symbol",
        "SELECT 1 FROM symbol s, symbol s",
        "SELECT (1 FROM symbol",
        "SELECT 1) FROM symbol",
    ],
)
def test_refused(text: str) -> None:
    with pytest.raises(Refused):
        held(text)


def test_ways_from_one_column_to_another() -> None:
    text = "SELECT 1 FROM body b JOIN use u ON u.symbol_id = b.symbol_id WHERE b.body_id BETWEEN ? AND ?"
    (number, _, _), (_, _, use) = understand(text, TABLES, NUMBERS).reads
    assert use["symbol_id"] == {("via", number, "body", "body_id", "symbol_id", RANGE)}
    text = "SELECT 1 FROM symbol s JOIN use u ON u.symbol_id = s.id WHERE s.file_id = ?"
    assert understand(text, TABLES, NUMBERS).reads[1][2]["symbol_id"] == {("span", ONE)}
