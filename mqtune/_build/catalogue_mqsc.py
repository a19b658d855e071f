"""Converts the tables of MQSC commands and attributes to rows."""

from __future__ import annotations

from typing import Any

from mqtune._build.catalogue_files import (
    DOUBTS,
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
from mqtune.language.mqsc import Attribute, CommandEntry, ObjectType

KINDS = (
    *("enum", "integer", "integer-or-keyword", "string", "name", "flag", "list", "enum-list", "hex"),
    *("filter", "filter-value"),
)
ATTRIBUTE_KEYS = (
    *("kind", "values", "value", "range", "unit", "max-length", "max-length-zos", "of", "item", "max-items"),
    *("generic", "topic-string", "aliases", "subtypes", "subtype-platforms", "default", "set-by", "inherits"),
    *("required", "introduced", "deprecated", "removed", "platforms", "pcf", "source", "confidence"),
    *("uncertain", "negative", "alterable", "excludes", "special", "meaning"),
)


FIELDS = tuple(Attribute.__fields__)[1:]  # type: ignore[attr-defined]  # of a row: all but the type
ATTRIBUTE_USUAL = usual(Attribute, "type")
COMMAND_USUAL = usual(CommandEntry, "verb", "type")
TYPE_USUAL = usual(ObjectType)


def attribute_row(file: str, table: str, keyword: str, entry: Entry) -> tuple[Any, ...]:
    """The row of one attribute or parameter, in the order of FIELDS."""
    known_keys(file, table, entry, ATTRIBUTE_KEYS)
    if entry.get("kind") not in KINDS:
        raise CatalogueError(file, table, f"kind = {entry.get('kind')!r} is not one of {', '.join(KINDS)}")
    low, high = entry.get("range", (None, None))
    doubts = tuple(entry.get("uncertain", ()))
    if any(doubt not in DOUBTS for doubt in doubts):
        raise CatalogueError(file, table, f"uncertain contains a word that is not one of {', '.join(DOUBTS)}")
    values = {
        "keyword": keyword,
        "kind": entry["kind"],
        "words": tuple(entry.get("values", ())),
        "minimum": low,
        "maximum": high,
        "max_length": entry.get("max-length"),
        "settable": tuple(entry.get("set-by", ())),
        "default": _default(file, table, entry),
        "introduced": level(file, table, entry),
        "platforms": platforms(file, table, entry),
        "subtypes": tuple(entry.get("subtypes", ())),
        "of": entry.get("of", ""),
        "unit": entry.get("unit", ""),
        "confidence": entry.get("confidence", "high"),
        "doubts": doubts,
        "details": _details(file, table, entry),
        "inherits": entry.get("inherits"),
        "negative": entry.get("negative", ""),
        "max_length_zos": entry.get("max-length-zos"),
        "required": _required(entry),
        "item": _item(keyword, entry.get("item")),
        "max_items": entry.get("max-items"),
        "generic": entry.get("generic", False),
        "topic_string": entry.get("topic-string", False),
        "aliases": tuple(entry.get("aliases", ())),
        "subtype_platforms": tuple(entry.get("subtype-platforms", {}).items()),
        "deprecated": level(file, table, entry, "deprecated"),
        "removed": level(file, table, entry, "removed"),
        "excludes": tuple(entry.get("excludes", ())),
        "special": tuple(entry.get("special", ())),
        "alterable": entry.get("alterable", True),
    }
    return _row(values)


def _row(values: Entry) -> tuple[Any, ...]:
    fields = zip(FIELDS, ATTRIBUTE_USUAL, strict=True)
    return trimmed(tuple(values.get(field, default) for field, default in fields), ATTRIBUTE_USUAL)


def _default(file: str, table: str, entry: Entry) -> str | tuple[tuple[str, str], ...] | None:
    """The default: one text, or pairs of selector and text; flags become YES and NO."""
    given = entry.get("default")
    if given is None or given is True:
        return None
    negative = entry.get("negative", "")

    def text(value: str) -> str:
        if entry["kind"] != "flag":
            _check_default(file, table, entry, value)
            return value
        return "NO" if value == negative else "YES"

    if isinstance(given, str):
        return text(given)
    pairs = given.get("by-subtype", given)
    return tuple((selector, text(value)) for selector, value in pairs.items())


def _check_default(file: str, table: str, entry: Entry, value: str) -> None:
    """Reject a default that is not a valid value of the attribute."""
    if entry["kind"] == "enum" and value and value not in entry["values"]:
        raise CatalogueError(file, table, f"default {value!r} is not among the values")
    if entry["kind"] == "integer" and value:
        low, high = entry["range"]
        if not low <= int(value) <= high:
            raise CatalogueError(file, table, f"default {value} is outside {low} to {high}")


def _details(file: str, table: str, entry: Entry) -> tuple[tuple[Any, ...], ...]:
    """The values that are not valid everywhere, or have a lower confidence than the attribute."""
    rows = []
    for word, detail in entry.get("value", {}).items():
        allowed = ("introduced", "deprecated", "removed", "platforms", "subtypes", "confidence", "source")
        known_keys(file, f"{table}.value.{word}", detail, allowed)
        if word not in entry["values"]:
            raise CatalogueError(file, table, f"value.{word} is not among the values")
        rows.append(
            (
                word,
                level(file, table, detail),
                level(file, table, detail, "deprecated"),
                level(file, table, detail, "removed"),
                platforms(file, table, detail),
                detail.get("confidence", "high"),
                tuple(detail.get("subtypes", ())),
            )
        )
    return tuple(rows)


def _required(entry: Entry) -> tuple[Any, ...] | None:
    given = entry.get("required")
    if given is None:
        return None
    if given is True:
        given = {"on": ()}  # a parameter of one command: always
    return (
        tuple(given["on"]),
        tuple(given.get("subtypes", ())),
        tuple(given.get("unless", ())),
        tuple(given.get("alternatives", ())),
        given.get("confidence", "high"),
        tuple(given.get("doubtful-on", ())),
    )


def _item(keyword: str, entry: Entry | None) -> tuple[Any, ...] | None:
    """The row of the attribute that describes one item of a list."""
    if entry is None:
        return None
    low, high = entry.get("range", (None, None))
    return _row(
        {
            "keyword": keyword,
            "kind": entry["kind"],
            "minimum": low,
            "maximum": high,
            "max_length": entry.get("max-length"),
            "max_length_zos": entry.get("max-length-zos"),
            "of": entry.get("of", ""),
        }
    )


def attributes(files: Files) -> dict[str, Any]:
    """All attributes of all object types, what DISPLAY shows in addition, and the types themselves."""
    titles = files["sources"]["sources"]
    types, rows, shown, custom, spellings = {}, {}, {}, {}, {}
    for stem, table in files.items():
        if "attribute" not in table:
            continue
        name, file = table["type"], f"{stem}.toml"
        types[name] = _type_row(file, table)
        attribute_rows = []
        for keyword, entry in table["attribute"].items():
            where = f"attribute.{keyword}"
            sourced(file, where, entry, titles)
            confidence(file, where, entry)
            attribute_rows.append(attribute_row(file, where, keyword, entry))
        rows[name] = tuple(attribute_rows)
        spellings[name] = tuple(
            (word, keyword)
            for keyword, entry in table["attribute"].items()
            for word in (entry.get("negative"), *entry.get("aliases", ()))
            if word
        )
        shown[name] = tuple(
            (keyword, entry["kind"], tuple(entry.get("values", ())))
            for keyword, entry in table.get("shown", {}).items()
        )
        custom[name] = tuple(
            _custom_row(file, key, entry, titles) for key, entry in table.get("custom", {}).items()
        )
    authorities = {kind: tuple(words) for kind, words in files["authrec"]["authorities"].items()}
    return {
        "TYPES": types,
        "ATTRIBUTES": rows,
        "SPELLINGS": {name: pairs for name, pairs in spellings.items() if pairs},
        "SHOWN": shown,
        "CUSTOM": {name: keys for name, keys in custom.items() if keys},
        "AUTHORITIES": authorities,
    }


def _custom_row(file: str, key: str, entry: Entry, titles: Entry) -> tuple[Any, ...]:
    """A name that is valid inside CUSTOM: its attribute, its level, and known misspellings."""
    where = f"custom.{key}"
    known_keys(file, where, entry, ("attribute", "introduced", "misprints", "source", "confidence"))
    sourced(file, where, entry, titles)
    confidence(file, where, entry)
    return (key, entry.get("attribute", ""), level(file, where, entry), tuple(entry.get("misprints", ())))


def _type_row(file: str, table: Entry) -> tuple[Any, ...]:
    name = table.get("name", {})
    subtypes = {
        word: (
            entry.get("default-object", ""),
            platforms(file, f"subtype.{word}", entry, table["platforms"]),
            level(file, f"subtype.{word}", entry),
        )
        for word, entry in table.get("subtype", {}).items()
    }
    platforms(file, "", table)
    level(file, "", table)
    row = (
        name.get("max-length"),
        name.get("characters", ""),
        table.get("subtype-keyword", ""),
        table.get("default-object", ""),
        subtypes,
    )
    return trimmed(row, TYPE_USUAL)


def commands(files: Files) -> dict[str, Any]:
    """Verbs, object keywords, commands, their parameters, and the keywords of DISPLAY."""
    file, table = "commands.toml", files["commands"]
    shared = {
        keyword: attribute_row(file, f"parameter.{keyword}", keyword, entry)
        for keyword, entry in table["parameter"].items()
    }
    rows: dict[str, Any] = {}
    command_parameters: dict[str, Any] = {}
    shows: dict[str, Any] = {}
    for verb, objects in table["command"].items():
        for word, entry in objects.items():
            key = f"{verb} {word}"
            known_keys(file, f"command.{key}", entry, _COMMAND_KEYS)
            confidence(file, f"command.{key}", entry)
            for keyword in entry.get("parameters", ()):
                if keyword not in shared:
                    raise CatalogueError(file, f"command.{key}", f"parameter {keyword} is not defined")
            rows[key] = _command_row(file, key, entry)
            if "parameter" in entry:
                command_parameters[key] = tuple(
                    attribute_row(file, f"command.{key}.parameter.{keyword}", keyword, parameter)
                    for keyword, parameter in entry["parameter"].items()
                )
            if verb == "DISPLAY":
                shows[word] = _shows_row(file, key, entry)
    where = table["where"]
    return {
        "VERBS": _words(table["verb"]),
        "OBJECT_WORDS": _words(table["object-word"]),
        "STOP_WORDS": tuple(table["stop"]["words"]),
        "OPERATORS": {kind.removesuffix("-operators"): tuple(words) for kind, words in where.items()},
        "COMMANDS": rows,
        "PARAMETERS": shared,
        "OWN_PARAMETERS": command_parameters,
        "SHOWS": shows,
        "SHOWN_TOGETHER": {name: tuple(words) for name, words in table["shows"].items()},
    }


_COMMAND_KEYS = (
    *("platforms", "appliance", "name", "attributes", "parameters", "parameter", "shows-of", "shows"),
    *("shown-introduced", "groups", "where", "introduced", "pcf", "confidence", "source"),
)


def _words(entry: Entry) -> dict[str, str]:
    """Maps every spelling of a keyword to the full keyword."""
    full_words: dict[str, str] = {}
    for full, synonyms in entry.items():
        for word in (full, *synonyms):
            if full_words.setdefault(word, full) != full:
                raise CatalogueError("commands.toml", full, f"{word} is already short for {full_words[word]}")
    return full_words


def _command_row(file: str, key: str, entry: Entry) -> tuple[Any, ...]:
    name = entry.get("name", {})
    parameter_names = tuple(entry.get("parameter", {}))
    row = (
        platforms(file, f"command.{key}", entry),
        level(file, f"command.{key}", entry),
        name.get("of", ""),
        bool(name) and name.get("required", True),
        name.get("generic", False),
        entry.get("attributes", ""),
        tuple(entry.get("parameters", ())) + parameter_names,
        entry.get("where", False),
        tuple(entry.get("groups", ())),
        entry.get("appliance", True),
        entry.get("confidence", "high"),
    )
    return trimmed(row, COMMAND_USUAL)


def _shows_row(file: str, key: str, entry: Entry) -> tuple[Any, ...]:
    """What a DISPLAY shows: the type whose attributes it shows, further keywords, and the level of some."""
    introduced = tuple(
        (word, level(file, f"command.{key}", {"introduced": text}))
        for word, text in entry.get("shown-introduced", {}).items()
    )
    return (entry.get("shows-of", ""), tuple(entry.get("shows", ())), introduced)
