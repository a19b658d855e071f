"""Reads the published figures. Does not know configuration, rules or models.

The figures stand in `published.toml` beside this module, each with unit and source.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Source:
    """Where a figure was published. `page` counts from 1."""

    __slots__ = ("page", "title", "where", "year")

    def __init__(self, title: str, year: int, where: str, page: int) -> None:
        self.title = title
        self.year = year
        self.where = where
        self.page = page

    def __str__(self) -> str:
        return f"{self.title} ({self.year}), {self.where}, p. {self.page}"


def figures() -> dict[str, Any]:
    """The whole of `published.toml`."""
    # tomllib costs 10 ms and is needed only where a model is run
    import tomllib

    path = os.path.join(os.path.dirname(__file__), "published.toml")
    loader = globals()["__loader__"]
    data: bytes = loader.get_data(path)
    return tomllib.loads(data.decode("utf-8"))


def source_of(everything: dict[str, Any], report: str, entry: dict[str, Any]) -> Source:
    """The source of an entry that has `where` and `page`, in the report of that key."""
    head = everything["reports"][report]
    return Source(head["title"], head["year"], entry["where"], entry["page"])
