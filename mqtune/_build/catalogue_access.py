"""Compiles `access.toml`: the checks of a connection, what refusals look like, and authorities."""

from __future__ import annotations

from typing import Any

from mqtune._build.catalogue_files import CatalogueError, Files, known_keys, sourced

FILE = "access.toml"
CONFIDENCE = ("documented", "observed", "inferred", "recalled", "unknown")
EVIDENCE = ("confidence", "source")
ALL = ("ALLMQI", "ALLADM")


def access(files: Files) -> dict[str, Any]:
    """Steps, refusals and purposes by name, and the meaning of the words that mean several."""
    table = files["access"]
    command, setmqaut = table["command"], table["setmqaut"]
    sourced(FILE, "setmqaut", setmqaut, files["sources"]["sources"])
    known_keys(FILE, "command", command, ("queue-manager", "queue", "authority", *EVIDENCE))
    return {
        "STEPS": {
            key: (one["title"], one["confidence"])
            for key, one in entries(files, "step", ("title",))
        },
        "REFUSALS": {
            key: (tuple(one["reasons"]), tuple(one["messages"]))
            for key, one in entries(files, "refusal", ("reasons", "messages"))
        },
        "PURPOSES": {
            key: (
                tuple((objtype, tuple(words)) for objtype, words in one["on"].items()),
                tuple(one.get("queue-manager", ())),
                one.get("any", False),
                one.get("command", False),
                one["confidence"],
            )
            for key, one in entries(files, "purpose", ("meaning", "on", "queue-manager", "any", "command"))
        },
        "COMMAND": (
            tuple(command["queue-manager"]),
            command["queue"],
            tuple(command["authority"]),
            command["confidence"],
        ),
        "WORDS": words(files),
        "SETMQAUT_TYPES": setmqaut["types"],
    }


def entries(files: Files, kind: str, keys: tuple[str, ...]) -> list[tuple[str, dict[str, Any]]]:
    """The entries of one kind, after their keys, sources and confidence were checked."""
    found = list(files["access"][kind].items())
    for key, one in found:
        known_keys(FILE, f"{kind}.{key}", one, (*keys, *EVIDENCE))
        sourced(FILE, f"{kind}.{key}", one, files["sources"]["sources"])
        unknown = [code for code in one.get("reasons", ()) if str(code) not in files["reason-codes"]["code"]]
        if unknown:
            raise CatalogueError(FILE, f"{kind}.{key}", f"reason-codes.toml has no {unknown[0]}")
        if one.get("confidence") not in CONFIDENCE:
            raise CatalogueError(FILE, f"{kind}.{key}", f"confidence is not one of {', '.join(CONFIDENCE)}")
    return found


def words(files: Files) -> dict[tuple[str, str], tuple[str, ...]]:
    """The authorities that ALL, ALLMQI and ALLADM contain, by word and OBJTYPE; each must be grantable."""
    grantable = files["authrec"]["authorities"]
    table = files["access"]["words"]
    for word, one in table.items():
        sourced(FILE, f"words.{word}", one, files["sources"]["sources"])
        for objtype, contained in one.items():
            wrong = set(contained) - set(grantable.get(objtype, contained))
            if wrong and objtype != "source":
                raise CatalogueError(FILE, f"words.{word}", f"{objtype} has no {', '.join(sorted(wrong))}")
    found = {(word, objtype): tuple(table[word].get(objtype, ())) for word in ALL for objtype in grantable}
    for objtype in grantable:
        parts = (*found["ALLMQI", objtype], *found["ALLADM", objtype], *table["ALL"].get(objtype, ()))
        found["ALL", objtype] = tuple(dict.fromkeys(parts))
    return found
