"""Compiles `changes.toml`: what it means to change an attribute, and when the new value takes effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mqtune._build.catalogue_files import CatalogueError, Files, known_keys, sourced

FILE = "changes.toml"
KINDS = (
    "value", "closed", "strength", "guard", "identity", "capacity", "length", "broken", "replaced", "withdrawn",
    "sequence",
)  # fmt: skip
TIMES = ("next-open", "next-channel-start", "refresh", "restart", "reconnect")
COMMAND = ("verb", "type", "option", "value", "classes", "text", "source")


def changes(files: Files) -> dict[str, Any]:
    """The kind and the values of each effect, and the time of each change, by object type and keyword."""
    effects: dict[tuple[str, str], tuple[Any, ...]] = {}
    for entry, key in _keyed(files, "effect", ("kind", "types", "attributes", "value", "values", "subtypes", "source")):
        if entry["kind"] not in KINDS:
            raise CatalogueError(FILE, "effect", f"kind = {entry['kind']!r} is not one of {', '.join(KINDS)}")
        values = entry.get("values", [entry["value"]] if "value" in entry else [])
        subtypes = entry.get("subtypes", [])
        if key in effects:
            raise CatalogueError(FILE, "effect", f"{' '.join(key)} has two effects")
        effects[key] = (entry["kind"], (*_known_values(files, key, values), *subtypes))
    times: dict[tuple[str, str], str] = {}
    refreshed: dict[tuple[str, str], str] = {}
    for entry, key in _keyed(files, "when", ("when", "types", "attributes", "refresh", "source")):
        if entry["when"] not in TIMES:
            raise CatalogueError(FILE, "when", f"when = {entry['when']!r} is not one of {', '.join(TIMES)}")
        times[key] = entry["when"]
        if "refresh" in entry:
            refreshed[key] = entry["refresh"]
    return {
        "EFFECTS": dict(sorted(effects.items())),
        "TIMES": dict(sorted(times.items())),
        "REFRESHED": dict(sorted(refreshed.items())),
        "COMMANDS": _commands(files),
    }


def _commands(files: Files) -> dict[tuple[str, str], tuple[Any, ...]]:
    """What commands that change no object do, by verb and type: option, value, classes and text of each."""
    found: dict[tuple[str, str], tuple[Any, ...]] = {}
    for entry in files["changes"]["command"]:
        known_keys(FILE, "command", entry, COMMAND)
        sourced(FILE, "command", entry, files["sources"]["sources"])
        key = (entry["verb"], entry["type"])
        option, value = entry.get("option", ""), entry.get("value", "")
        found[key] = (*found.get(key, ()), (option, value, tuple(entry["classes"]), entry["text"]))
    return dict(sorted(found.items()))


def _keyed(files: Files, table: str, allowed: tuple[str, ...]) -> Iterator[tuple[Any, tuple[str, str]]]:
    """Each entry with each type and keyword it names; "" if the entry is about all keywords of the type."""
    for entry in files["changes"][table]:
        known_keys(FILE, table, entry, allowed)
        sourced(FILE, table, entry, files["sources"]["sources"])
        found = False
        for type in entry["types"]:
            for keyword in entry["attributes"] or [""]:
                if not keyword or keyword in files[type.lower()]["attribute"]:
                    found = True
                    yield entry, (type, keyword)
        if not found:
            raise CatalogueError(FILE, table, f"no type has any of {', '.join(entry['attributes'])}")


def _known_values(files: Files, key: tuple[str, str], values: list[str]) -> list[str]:
    """The values, which the attribute has to accept."""
    type, keyword = key
    accepted = files[type.lower()]["attribute"][keyword].get("values", values)
    for value in values:
        if value not in accepted:
            raise CatalogueError(FILE, "effect", f"{keyword} of {type} does not accept {value}")
    return values
