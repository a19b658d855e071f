"""Compiles `reason-codes.toml`: the reason codes of calls, with their names and meanings."""

from __future__ import annotations

from typing import Any

from mqtune._build.catalogue_files import Files, known_keys, sourced

FILE = "reason-codes.toml"


def reasons(files: Files) -> dict[str, Any]:
    """The name and the meaning of each reason code, by number."""
    titles = files["sources"]["sources"]
    found = {}
    for code, entry in files["reason-codes"]["code"].items():
        known_keys(FILE, f"code.{code}", entry, ("name", "what", "source"))
        sourced(FILE, f"code.{code}", entry, titles)
        found[int(code)] = (entry["name"], entry["what"])
    return {"REASONS": dict(sorted(found.items()))}
