"""Compiles `secrets.toml`: the keywords and keys whose values no output shows."""

from __future__ import annotations

from typing import Any

from mqtune._build.catalogue_files import Files, known_keys, sourced

FILE = "secrets.toml"


def secrets(files: Files) -> dict[str, Any]:
    """Keywords of MQSC, complete keys of other files, and endings of keys, all in lower case."""
    table = files["secrets"]
    titles = files["sources"]["sources"]
    for kind in ("mqsc", "key"):
        for word, entry in table[kind].items():
            known_keys(FILE, f"{kind}.{word}", entry, ("what", "source"))
            sourced(FILE, f"{kind}.{word}", entry, titles)
    sourced(FILE, "endings", table["endings"], titles)
    return {
        "MQSC": tuple(sorted(word.lower() for word in table["mqsc"])),
        "KEYS": tuple(sorted(word.lower() for word in table["key"])),
        "ENDINGS": tuple(sorted(table["endings"]["words"])),
    }
