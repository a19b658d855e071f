"""Every format against a recorded output; `MQTUNE_GOLDEN=write pytest tests/present` records them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.present.formats import COUNTING, FORMATS, Style, write_report, write_statistics
from mqtune.present.report import Report, Totals
from mqtune.present.summary import Palette

GOLDEN = Path(__file__).parent / "golden"
Make = Callable[..., Report]


def held_against(name: str, text: str) -> None:
    file = GOLDEN / name
    data = text.encode("utf-8")
    if os.environ.get("MQTUNE_GOLDEN") == "write":
        file.write_bytes(data)
    assert data.decode() == file.read_bytes().decode()


def written(format: str, report: Report, style: Style | None = None) -> str:
    pieces: list[str] = []
    write_report(format, report, pieces.append, style or Style())
    return "".join(pieces)


@pytest.mark.parametrize("format", FORMATS)
def test_the_output_is_the_recorded_one(format: str, make_report: Make) -> None:
    held_against(f"{format}.txt", written(format, make_report()))


@pytest.mark.parametrize("format", FORMATS)
def test_the_output_without_findings_is_the_recorded_one(format: str, make_report: Make) -> None:
    held_against(f"{format}-clean.txt", written(format, make_report([], totals=Totals(1, 0), suppressed=[])))


def test_a_coloured_and_wrapped_output_is_the_recorded_one(make_report: Make) -> None:
    style = Style(Palette(True), width=72)
    held_against("full-colour.txt", written("full", make_report(), style))
    held_against("concise-colour.txt", written("concise", make_report(), style))


@pytest.mark.parametrize("format", COUNTING)
def test_the_counts_by_rule_are_the_recorded_ones(format: str, make_report: Make) -> None:
    pieces: list[str] = []
    write_statistics(format, make_report(), pieces.append, Style())
    held_against(f"statistics-{format}.txt", "".join(pieces))


@pytest.mark.parametrize("format", ["sarif", "junit"])
def test_internal_errors_are_in_the_output(format: str, make_report: Make) -> None:
    report = make_report([], crashes=["PUB001 failed at hub: KeyError: 'x'\n<&\">"], suppressed=[])
    held_against(f"{format}-crashes.txt", written(format, report))


@pytest.mark.parametrize("format", FORMATS)
def test_the_same_findings_in_any_order_give_the_same_bytes(format: str, make_report: Make) -> None:
    found = make_report().findings
    assert written(format, make_report(list(reversed(found)))) == written(format, make_report(found))
