"""Converts tables of the catalogue (of ini files, the CCDT, smaller ones) to rows; reports invalid ones.

An unknown key is rejected: otherwise a misprint in the catalogue would be a fact without effect.
"""

from __future__ import annotations

import inspect
from typing import Any

from mqtune.language.available import Level, parse_level
from mqtune.language.files import CcdtKey, IniKey, IniStanza

CONFIDENCES = ("high", "medium", "low")
DOUBTS = ("all", "bound", "default", "introduced", "repeatable")
PLATFORMS = (
    "all",
    "multiplatforms",
    "zos",
    "aix-linux-windows",
    "aix-linux",
    "windows",
    "linux",
    "ibmi",
    "nonstop",
    "openvms",
)

Files = dict[str, dict[str, Any]]
Entry = dict[str, Any]


class CatalogueError(Exception):
    """An invalid entry: file, table and what is wrong."""

    def __init__(self, file: str, table: str, what: str) -> None:
        super().__init__(f"grammars/catalogue/{file}: [{table}] {what}" if table else f"{file}: {what}")


def known_keys(file: str, table: str, entry: Entry, allowed: tuple[str, ...]) -> None:
    """Reject an entry with a key that the catalogue does not define."""
    for key in entry:
        if key not in allowed:
            raise CatalogueError(file, table, f"unknown key {key}")


def level(file: str, table: str, entry: Entry, key: str = "introduced") -> Level | None:
    """The level of an entry; None for `<=5.3`, which every supported level includes."""
    text = entry.get(key)
    if text is None or text.startswith("<="):
        return None
    parsed = parse_level(text)
    if parsed is None:
        raise CatalogueError(file, table, f"{key} = {text!r} is not a level")
    return parsed


def platforms(file: str, table: str, entry: Entry, usual: str = "all") -> str:
    """The platforms of an entry, checked against the known words."""
    text = str(entry.get("platforms", usual))
    if text not in PLATFORMS:
        raise CatalogueError(file, table, f"platforms = {text!r} is not one of {', '.join(PLATFORMS)}")
    return text


def confidence(file: str, table: str, entry: Entry) -> str:
    """The confidence of an entry, which every entry must have."""
    text = str(entry.get("confidence", ""))
    if text not in CONFIDENCES:
        raise CatalogueError(file, table, "confidence must be high, medium or low")
    return text


def sourced(file: str, table: str, entry: Entry, titles: Entry, inherited: list[str] | None = None) -> None:
    """Reject an entry without a source, or with a source that no table of sources defines."""
    keys = entry.get("source", inherited)
    if not keys:
        raise CatalogueError(file, table, "has no source")
    for key in keys:
        if key not in titles:
            raise CatalogueError(file, table, f"source {key!r} is not defined")


def trimmed(row: tuple[Any, ...], usual: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row without the trailing fields that have their default."""
    end = len(row)
    while end > 0 and row[end - 1] == usual[end - 1]:
        end -= 1
    return row[:end]


def usual(kind: Any, *named: str) -> tuple[Any, ...]:
    """The default of every field of a class that a row sets, in order, without those in `named`."""
    fields = getattr(kind, "__fields__", None)  # of a record, whose constructor is compiled later
    if fields is None:
        fields = {parameter.name: parameter.default for parameter in inspect.signature(kind).parameters.values()}
    return tuple(default for name, default in fields.items() if name not in named)


def levels(files: Files) -> dict[str, Any]:
    """The newest level, and all releases with their command level and kind."""
    table = files["levels"]
    rows = []
    for text, entry in table["release"].items():
        known_keys("levels.toml", text, entry, ("command-level", "kind", "year", "confidence"))
        confidence("levels.toml", text, entry)
        rows.append((parse_level(text), entry["command-level"], entry["kind"], entry["year"]))
    return {"NEWEST_LEVEL": parse_level(table["newest"]), "RELEASES": tuple(sorted(rows, key=_first))}


def _first(row: tuple[Any, ...]) -> Any:
    return row[0]


def shipped(files: Files) -> dict[str, Any]:
    """The objects of a new queue manager: type, name, differing attributes, level, platforms."""
    file, table = "system-objects.toml", files["system-objects"]
    titles = files["sources"]["sources"]
    allowed = (
        "confidence",
        "introduced",
        "removed",
        "platforms",
        "made-by",
        "attributes",
        "uncertain",
        "source",
    )
    rows = []
    for type_name, objects in table["object"].items():
        for name, entry in objects.items():
            where = f"object.{type_name}.{name}"
            known_keys(file, where, entry, allowed)
            sourced(file, where, entry, titles, table["source"])
            confidence(file, where, entry)
            rows.append(
                trimmed(
                    (
                        type_name,
                        name,
                        entry.get("attributes", {}),
                        level(file, where, entry),
                        level(file, where, entry, "removed"),
                        platforms(file, where, entry, table["platforms"]),
                        entry.get("made-by", ""),
                    ),
                    ("", "", {}, None, None, "multiplatforms", ""),
                )
            )
    records = tuple(
        (entry["profile"], entry["type"], tuple(entry["attributes"].items()), level(file, "chlauth", entry))
        for entry in table["chlauth"]
    )
    return {
        "SHIPPED": tuple(rows),
        "CHLAUTH_RECORDS": records,
        "PRODUCT_NAMES": tuple(table["product-names"]),
    }


def ciphers(files: Files) -> dict[str, Any]:
    """CipherSpecs and their aliases."""
    file, table = "cipherspecs.toml", files["cipherspecs"]
    rows = []
    for name, entry in table["cipherspec"].items():
        where = f"cipherspec.{name}"
        known_keys(file, where, entry, _CIPHER_KEYS)
        sourced(file, where, entry, table["sources"])
        spans = tuple(
            (
                parse_level(span["from"]),
                parse_level(span["until"]) if "until" in span else None,
                span["state"],
                span["confidence"],
            )
            for span in entry["states"]
        )
        rows.append(
            (
                name,
                entry["protocol"],
                entry["encryption"],
                entry.get("suite", ""),
                tuple(entry.get("other-names", ())),
                entry.get("fips-140-2"),
                entry.get("fips-140-3"),
                platforms(file, where, entry),
                level(file, where, entry),
                spans,
                confidence(file, where, entry),
            )
        )
    aliases = tuple(_alias(file, name, entry) for name, entry in table["alias"].items())
    return {"CIPHERSPECS": tuple(rows), "ALIASES": aliases}


_CIPHER_KEYS = (
    *("protocol", "encryption", "bits", "integrity", "code", "suite", "other-names", "fips-140-2"),
    *("fips-140-3", "platforms", "introduced", "uncertain", "deprecated", "states", "source", "confidence"),
)


def _alias(file: str, name: str, entry: Entry) -> tuple[Any, ...]:
    where = f"alias.{name}"
    return (
        name,
        entry["protocol"],
        entry["bound"],
        entry["fips-140-2"],
        entry["fips-140-3"],
        level(file, where, entry),
        confidence(file, where, entry),
    )




# Ini files, the environment and the CCDT.

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
        rows = []
        for key, item in entry.get("key", {}).items():
            place = f"{where}.key.{key}"
            known_keys(file, place, item, KEY_KEYS)
            sourced(file, place, item, table["sources"])
            rows.append(_key_row(file, place, key, item))
        keys[stanza] = tuple(rows)
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


