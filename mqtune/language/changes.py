"""What it means to change an attribute of an object, and when the new value takes effect."""

from __future__ import annotations

from mqtune.language._tables_changes import EFFECTS, REFRESHED, TIMES


def effect_of_change(type: str, keyword: str) -> tuple[str, tuple[str, ...]]:
    """The kind of effect, such as `closed`, with the values that it depends on; "" if there is none."""
    kind, values = EFFECTS.get((type, keyword), ("", ()))
    return kind, values


def time_of_change(type: str, keyword: str) -> str:
    """When a new value takes effect, such as `restart`; "" if at once."""
    if keyword == "DESCR":
        return ""
    return str(TIMES.get((type, keyword)) or TIMES.get((type, ""), ""))


def refresh_after_change(type: str, keyword: str) -> str:
    """The TYPE of REFRESH SECURITY after which a new value takes effect; "" if it depends, or needs none."""
    return str(REFRESHED.get((type, keyword), ""))
