"""What a failure means and what to do next, from `reasons.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from mqtune.assets import asset_text
from mqtune.text.record import record


@record
class Reason:
    """A reason code: its name, what to do next, and whether it means that the queue manager went `away`."""

    name: str
    help: str
    away: bool = False


def reason(code: int | None) -> Reason | None:
    """The entry of a reason code; None if it is unknown."""
    return _reasons().get(code) if code else None


def is_away(code: int | None) -> bool:
    """Whether a reason code means that the queue manager went away, and may come back."""
    known = reason(code)
    return known is not None and known.away


def advice(code: int | None, words: str) -> str:
    """What to do after a failure, from MQ's reason code or the driver's message; empty if unknown."""
    if known := reason(code):
        return known.help
    return next((row["help"] for row in _data()["said"] if row["words"] in words), "")


def stopping() -> list[dict[str, str]]:
    """Messages of runmqsc and dspmq that stop everything: `number`, `message` and `help`, with places."""
    rows: list[dict[str, str]] = _data()["stopping"]
    return rows


def of_journals() -> list[dict[str, Any]]:
    """Errors of the system with a journal: `errors`, `message` and `help`; the last row is for all others."""
    rows: list[dict[str, Any]] = _data()["journal"]
    return rows


# the file is part of the program: read once, never changed
@cache
def _reasons() -> dict[int, Reason]:
    rows = {int(code): row for code, row in _data().items() if code.isdigit()}
    return {code: Reason(row["name"], row["help"], row.get("away", False)) for code, row in rows.items()}


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(asset_text("lab/core/reasons.toml"))
