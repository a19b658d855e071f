"""Converts the tables of the ini files, the environment and the CCDT to rows."""

from __future__ import annotations

from typing import Any

from mqtune._build.catalogue_files import (
    CatalogueError,
    Entry,
    Files,
    confidence,
    known_keys,
    level,
    platforms,
    sourced,
    trimmed,
    usual,
)
from mqtune.language.ccdt import CcdtKey
from mqtune.language.ini import IniKey, IniStanza

STANZA_KEYS = (
    *("repeatable", "uncertain", "also", "platforms", "introduced", "any-key", "message-ids", "open"),
    *("source", "confidence", "key", "meaning"),
)
KEY_KEYS = (
    *("kind", "values", "range", "range-windows", "minimum", "max-length", "unit", "default", "default-of"),
    *("default-migrated", "default-from", "created-with", "takes-effect", "repeatable", "required"),
    *("introduced", "deprecated", "platforms", "documented", "uncertain", "source", "confidence", "meaning"),
    *("removed", "replaced-by", "last-known"),
)


def ini(files: Files, name: str) -> dict[str, Any]:
    """The stanzas of one kind of ini file, each with its keys."""
    file, table = f"{name}.toml", files[name]
    stanzas, keys = [], {}
    for stanza, entry in table["stanza"].items():
        where = f"stanza.{stanza}"
        known_keys(file, where, entry, STANZA_KEYS)
        sourced(file, where, entry, table["sources"])
        stanzas.append(_stanza_row(file, where, stanza, entry))
        found = []
        for key, item in entry.get("key", {}).items():
            place = f"{where}.key.{key}"
            known_keys(file, place, item, KEY_KEYS)
            sourced(file, place, item, table["sources"])
            found.append(_key_row(file, place, key, item))
        keys[stanza] = tuple(found)
    return {"STANZAS": tuple(stanzas), "KEYS": keys}


def _stanza_row(file: str, where: str, name: str, entry: Entry) -> tuple[Any, ...]:
    row = (
        name,
        bool(entry.get("repeatable", False)),
        platforms(file, where, entry, "multiplatforms"),
        level(file, where, entry),
        entry.get("any-key", False),
        entry.get("open", False),
        tuple(entry.get("also", ())),
        tuple(entry.get("message-ids", ())),
        confidence(file, where, entry),
        tuple(entry.get("uncertain", ())),
    )
    return trimmed(row, usual(IniStanza))


def _key_row(file: str, where: str, name: str, entry: Entry) -> tuple[Any, ...]:
    low, high = entry.get("range", (entry.get("minimum"), None))
    default = entry.get("default")
    row = (
        name,
        entry["kind"],
        tuple(entry.get("values", ())),
        low,
        high,
        entry.get("max-length"),
        entry.get("unit", ""),
        None if default is None else str(default),
        entry.get("takes-effect", ""),
        level(file, where, entry),
        level(file, where, entry, "deprecated"),
        platforms(file, where, entry, "multiplatforms"),
        entry.get("documented", True),
        confidence(file, where, entry),
        tuple(entry.get("uncertain", ())),
        int(entry.get("repeatable", 1)),
        entry.get("required", False),
        tuple(entry["range-windows"]) if "range-windows" in entry else None,
        entry.get("default-of", ""),
        level(file, where, entry, "removed"),
        entry.get("replaced-by", ""),
        level(file, where, entry, "last-known"),
        entry.get("meaning", ""),
    )
    return trimmed(row, usual(IniKey, "stanza"))


def environment(files: Files) -> dict[str, Any]:
    """The environment variables, with the most items of each list."""
    file, table = "environment.toml", files["environment"]
    allowed = (
        *("read-by", "values", "kind", "unit", "minimum", "max-items", "default", "ini", "introduced"),
        *("source", "confidence", "meaning"),
    )
    rows = []
    for name, entry in table["variable"].items():
        where = f"variable.{name}"
        known_keys(file, where, entry, allowed)
        sourced(file, where, entry, table["sources"])
        level(file, where, entry)
        confidence(file, where, entry)
        rows.append((name, entry.get("max-items")))
    return {"VARIABLES": tuple(rows)}


def ccdt(files: Files) -> dict[str, Any]:
    """The keys of a client channel definition table, by path."""
    file, table = "ccdt.toml", files["ccdt"]
    allowed = (
        *("kind", "required", "range", "max-length", "values", "value", "mqsc-default", "java-default"),
        *("mqsc", "java-max-length", "empty-refused", "introduced", "source", "confidence", "meaning"),
        *("java-joined", "java-missing", "slips", "value-slips"),
    )
    rows = []
    for path, entry in table["key"].items():
        where = f"key.{path}"
        known_keys(file, where, entry, allowed)
        sourced(file, where, entry, table["sources"])
        confidence(file, where, entry)
        low, high = entry.get("range", (None, None))
        for word in entry.get("value", {}):
            if word not in entry["values"]:
                raise CatalogueError(file, where, f"value.{word} is not among the values")
        for slip, word in entry.get("value-slips", {}).items():
            if word not in entry["values"] or slip != slip.lower():
                raise CatalogueError(file, where, f"value-slips.{slip}: lower case, for one of the values")
        row = (
            path,
            entry["kind"],
            entry.get("required", False),
            tuple(entry.get("values", ())),
            low,
            high,
            entry.get("max-length"),
            tuple(entry.get("mqsc", ())),
            _text(entry.get("mqsc-default")),
            _text(entry.get("java-default")),
            entry.get("java-max-length"),
            entry.get("empty-refused", False),
            level(file, where, entry),
            {word: level(file, where, detail) for word, detail in entry.get("value", {}).items()},
            entry.get("java-joined", False),
            tuple(entry.get("slips", ())),
            entry.get("value-slips", {}),
            entry.get("java-missing", ""),
        )
        rows.append(trimmed(row, usual(CcdtKey)))
    return {
        "KEYS": tuple(rows),
        "NOT_IN_JSON": tuple(table["not-in-json"]),
    }


def _text(value: Any) -> str | None:
    if isinstance(value, list):
        return ",".join(str(item) for item in value)
    return None if value is None else str(value)
