"""Inputs that readers of MQ's own classes for Java were given, and their verdicts."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "observed"


@dataclass(frozen=True)
class CcdtVerdict:
    """A table, and whether the client of 9.4 and that of 10.0.0 refuse it."""

    case: str
    table: bytes
    is_json: bool
    refused: bool
    refused_by_10: bool


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.tsv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def unescaped(text: str) -> str:
    return text.encode("latin-1", "backslashreplace").decode("unicode_escape")


def ccdt_verdicts() -> list[CcdtVerdict]:
    return [
        CcdtVerdict(
            row["case"],
            unescaped(row["input"]).encode("latin-1"),
            row["rfc8259"] == "yes",
            row["verdict"] == "REJECT",
            row["verdict_10_0_0"] == "REJECT",
        )
        for row in rows("ccdt")
    ]
