"""The corpora that the benchmark measures with are what it says they are."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def bench_importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT), *sys.path])


def test_the_same_count_gives_the_same_dump():
    from bench.dumps import dump

    assert list(dump(200)) == list(dump(200))


def test_the_same_seed_gives_the_same_estate():
    from bench.random_loads import estate

    assert estate(5) == estate(5)
    assert estate(5) != estate(6)
    assert estate(5, 1).keys() & estate(5).keys()


def test_a_dump_object_has_about_0_9_kilobytes():
    from bench.dumps import dump

    assert 750 < len("".join(dump(2000))) / 2000 < 1000


def test_a_script_object_has_about_0_19_kilobytes():
    from bench.scripts import script

    assert 140 < len("".join(script(2000))) / 2000 < 220


def test_a_script_has_as_many_commands_as_asked_for():
    from bench.scripts import script

    text = "".join(script(500)).upper()
    assert sum(line.startswith(("DEF ", "DEFINE ")) for line in text.splitlines()) == 500


def test_yaml_files_reach_the_size_asked_for():
    from bench.peers import yaml_files

    assert 60_000 <= sum(map(len, yaml_files(60_000))) < 62_000


def test_the_table_says_pass_and_fail():
    from bench.run import Line, at_least, at_most, table

    text = table([at_least("a", 2.0, 1), at_most("b", 2.0, 1), Line("c", "3 s")])
    assert text.splitlines()[2:] == [
        "| a | 2.00 | at least 1 | PASS |",
        "| b | 2.00 | at most 1 | FAIL |",
        "| c | 3 s |  |  |",
    ]


def test_what_is_generated_has_no_fault_of_form_or_value():
    from bench.dumps import dump
    from bench.scripts import script
    from mqtune.session.options import Options
    from mqtune.session.session import Session

    for pieces in (dump(300), script(300)):
        options = Options(stdin_text="".join(pieces), stdin_name="x.mqsc", select=["SYN", "CAT"])
        assert [finding.message for finding in Session.open(options).lint().findings] == []


def test_a_ratio_to_ruff_counts_as_broken_where_ruff_waited_for_cores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from bench import run
    from bench.measure import Run

    monkeypatch.setattr(run.os, "cpu_count", lambda: 2)
    sizes = {"mqtune, dump": 8_000_000, "ruff": 8_000_000}

    def ratio(elapsed: float) -> run.Line:
        runs = {"mqtune, dump": [Run(0.2, 0.2, 0, 0)], "ruff": [Run(elapsed, 0.28, 0, 0)]}
        return next(line for line in run.to_ruff("dump", runs, sizes) if line.bound)

    assert (ratio(0.15).measured, ratio(0.15).holds) == ("0.75", True)
    assert (ratio(0.10).measured, ratio(0.10).holds) == ("0.50", False)
    assert ratio(0.30).holds is False
    assert "waited" in ratio(0.30).measured
