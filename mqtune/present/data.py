"""Answers as data: JSON, and comma-separated values of their records."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Protocol

from mqtune.masking.secrets import Covered
from mqtune.present.answer import Answer, Records
from mqtune.report.csv_format import csv_text
from mqtune.report.encode import dumps
from mqtune.report.secrets import covered_row, safe
from mqtune.text.printable import printable

VERSION = 1


class Writer(Protocol):
    """What text is written to."""

    def write(self, text: str) -> object:
        """Write a text."""


def data_of(answer: Answer[Any], remarks: Mapping[str, object]) -> dict[str, Any]:
    """The data of an answer with what belongs to every answer, masked: the JSON in every front end."""
    return versioned({**answer.data(), **remarks})


def versioned(data: Mapping[str, Any]) -> dict[str, Any]:
    """Data with the version of their form, masked."""
    return covered_row({"version": VERSION, **data})


def json_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Scalars on the first line, each list and object on lines of its own, one element a line."""
    scalars = {key: value for key, value in data.items() if not isinstance(value, list | dict)}
    yield dumps(scalars)[:-1]
    comma = "," if scalars else ""
    for key, value in data.items():
        if isinstance(value, list) and value:
            yield f"{comma}\n {dumps(key)}: ["
            for number, element in enumerate(value):
                yield (",\n  " if number else "\n  ") + dumps(element)
            yield "]"
        elif key not in scalars:
            yield f"{comma}\n {dumps(key)}: {dumps(value)}"
        comma = "," if key not in scalars else comma
    yield "}\n"


def write_csv(records: Records, out: Writer) -> None:
    """Write a header line and the records; no spreadsheet takes a text for a formula."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(records.columns)
    for row in records.rows:
        writer.writerow([csv_cell(cell) if isinstance(cell, str) else cell for cell in row])


@lru_cache(maxsize=65_536, typed=True)
def csv_cell(cell: str) -> str:
    """A text that may be shown; most occur in many cells."""
    return csv_text(printable(cell) if isinstance(cell, Covered) else safe(cell))
