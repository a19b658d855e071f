"""The lines on what was held back."""

from __future__ import annotations

import json
from collections.abc import Callable

from mqtune.present.formats import FULL, JSON, Style, write_report
from mqtune.present.report import Report, Totals
from mqtune.present.summary import held_lines
from mqtune.text.not_checked import INCOMPLETE, NO_LEVEL, NO_LOAD, HeldBack, HeldChecks

Make = Callable[..., Report]
MISSING = [HeldChecks("REF001", 5, INCOMPLETE), HeldChecks("REF018", 1, INCOMPLETE)]
MANY = [HeldChecks(f"REF{number:03}", number, INCOMPLETE) for number in range(1, 11)]


def clean(make_report: Make, held: list[HeldChecks], **more: object) -> Report:
    return make_report([], totals=Totals(1, 6, 0, held), suppressed=[], **more)


def test_one_line_states_rules_reason_and_what_enables_them(make_report: Make) -> None:
    pieces: list[str] = []
    write_report(FULL, clean(make_report, MISSING), pieces.append, Style())
    assert "".join(pieces).splitlines()[1] == (
        "held back: 6 checks (REF001 5, REF018 1): the files may be only part of the queue manager; "
        "--complete, or complete = true in mqtune.toml"
    )


def test_there_are_two_lines_at_most_unless_verbose(make_report: Make) -> None:
    held = [*MISSING, HeldChecks("CAT009", 2, NO_LEVEL), HeldChecks("QUE009", 1, NO_LOAD)]
    lines = held_lines(clean(make_report, held))
    assert len(lines) == 2
    assert lines[1] == (
        "also held back: 2 checks (mq-version is not declared), 1 check (no load is declared); "
        "--verbose lists them"
    )
    assert len(held_lines(clean(make_report, held, verbose=True))) == 3


def test_equal_reasons_are_counted_together(make_report: Make) -> None:
    load = "no load is declared"
    sourced = HeldChecks("QUE009", 2, HeldBack(load, "declare the load of queue A", source="queue A"))
    held = [*MISSING, sourced, HeldChecks("LOG010", 3, NO_LOAD)]
    assert held_lines(clean(make_report, held))[1] == (
        f"also held back: 5 checks ({load}); --verbose lists them"
    )


def test_many_rules_are_cut_unless_verbose(make_report: Make) -> None:
    assert (
        "REF010 10, REF009 9, REF008 8, REF007 7, REF006 6, REF005 5, 4 more rules"
        in held_lines(clean(make_report, MANY))[0]
    )
    assert "REF001 1" in held_lines(clean(make_report, MANY, verbose=True))[0]


def test_json_lists_them_by_code(make_report: Make) -> None:
    pieces: list[str] = []
    write_report(JSON, clean(make_report, MISSING), pieces.append, Style())
    assert json.loads("".join(pieces))["summary"]["held_back"][0] == {
        "code": "REF001",
        "count": 5,
        "why": "the files may be only part of the queue manager",
        "enable": "--complete",
    }
