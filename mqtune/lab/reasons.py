"""What MQ's reason codes mean to somebody who measures. Knows no driver."""

from __future__ import annotations

import os
import tomllib
from functools import cache


class Reason:
    """A reason code: its name, and what to do next."""

    __slots__ = ("help", "name")

    def __init__(self, name: str, help: str) -> None:
        self.name = name
        self.help = help


def reason(code: int | None) -> Reason | None:
    """What is known of a reason code."""
    return _reasons().get(code) if code else None


# part of the program: read once, never changed
@cache
def _reasons() -> dict[int, Reason]:
    loader = globals()["__loader__"]
    data: bytes = loader.get_data(os.path.join(os.path.dirname(__file__), "reasons.toml"))
    rows = tomllib.loads(data.decode("utf-8"))
    return {int(code): Reason(row["name"], row["help"]) for code, row in rows.items()}
