"""The reason codes that applications receive: names and meanings."""

from __future__ import annotations

from mqtune.language._tables_reasons import REASONS


def reason_name(code: int) -> str:
    """The name of a reason code's constant, "" for one that the catalogue does not contain."""
    return str(REASONS[code][0]) if code in REASONS else ""


def reason_meaning(code: int) -> str:
    """What a reason code means, "" for one that the catalogue does not contain."""
    return str(REASONS[code][1]) if code in REASONS else ""
