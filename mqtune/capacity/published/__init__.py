"""Reads the published figures.

`reports.toml` lists the five reports; each table of a report is a separate file, with title, place,
release, platform, hardware, the unit of each column, and the rows as printed. Misprints and conversion
errors stay in the rows and have an entry under `corrections` that states the correct value and the reason.
A table whose origin is "read" was read from the drawn line of a chart; all others are printed.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from mqtune.text.record import record


@record
class Source:
    """The place where a figure was published. `page` counts from 1."""

    title: str
    year: int
    where: str
    page: int

    def __str__(self) -> str:
        return f"{self.title} ({self.year}), {self.where}, p. {self.page}"


class Table:
    """One published table. A row is a dictionary by column; a figure that is not given is None."""

    __slots__ = (
        "conditions",
        "corrections",
        "hardware",
        "name",
        "notes",
        "origin",
        "page",
        "platform",
        "release",
        "report",
        "rows",
        "title",
        "units",
        "where",
    )

    def __init__(self, name: str, head: dict[str, Any]) -> None:
        self.name = name
        self.title: str = head["title"]
        self.report: str = head["report"]
        self.where: str = head["where"]
        self.page: int = head["page"]
        self.origin: str = head["origin"]
        self.release: str = head["release"]
        self.platform: str = head["platform"]
        self.hardware: str = head["hardware"]
        self.conditions: str = head.get("conditions", "")
        self.notes: list[str] = head.get("notes", [])
        self.corrections: list[dict[str, Any]] = head.get("corrections", [])
        self.units: dict[str, str] = dict(head["columns"])
        self.rows: list[dict[str, Any]] = [
            {column: None if cell == "" else cell for column, cell in zip(self.units, row, strict=True)}
            for row in head["rows"]
        ]

    @property
    def source(self) -> Source:
        """The place where the table was published."""
        head = reports()[self.report]
        return Source(head["title"], head["year"], self.where, self.page)

    def corrected(self, number: int, column: str) -> Any:
        """The figure of a row (from 1), corrected if the print is wrong."""
        for correction in self.corrections:
            if correction["row"] == number and correction["column"] == column:
                return correction["corrected"]
        return self.rows[number - 1][column]


def read_data(path: str) -> dict[str, Any]:
    """A data file of this package, such as `published/reports.toml`, as it was compiled into a module."""
    from mqtune.capacity._tables import FILES  # needed only if a model is run

    files: dict[str, dict[str, Any]] = FILES
    return files[path]


# the files are part of the program: read once, never changed
@cache
def reports() -> dict[str, Any]:
    """The reports by their key: short and full title, year, tables."""
    return read_data("published/reports.toml")


@cache
def table(name: str) -> Table:
    """One table, such as `v8-chart-15`."""
    return Table(name, read_data(f"published/{name}.toml"))
