"""What it means to change an attribute of an object, and when the new value takes effect."""

from __future__ import annotations

from mqtune.language._tables_changes import COMMANDS, EFFECTS, REFRESHED, TIMES


def effect_of_change(type: str, keyword: str) -> tuple[str, tuple[str, ...]]:
    """The kind of effect, such as `closed`, with the values that it depends on; "" if it is unknown."""
    kind, values = EFFECTS.get((type, keyword), ("", ()))
    return kind, values


def time_of_change(type: str, keyword: str) -> str:
    """When a new value takes effect, such as `restart`; "" if at once."""
    if keyword == "DESCR":
        return ""
    return str(TIMES.get((type, keyword)) or TIMES.get((type, ""), ""))


def effects_of_command(verb: str, type: str) -> tuple[tuple[str, str, tuple[str, ...], str], ...]:
    """What a command does that changes no object: option and value that it must have, classes, and a text."""
    found: tuple[tuple[str, str, tuple[str, ...], str], ...] = COMMANDS.get((verb, type), ())
    return found


def refresh_after_change(type: str, keyword: str) -> str:
    """The TYPE of REFRESH SECURITY after which a new value takes effect; "" if it depends, or needs none."""
    return str(REFRESHED.get((type, keyword), ""))
