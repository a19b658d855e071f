"""A verdict, the tables, the comparison and the JSON show the same mean of an arm, over the same runs."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from mqtune.lab.core.run import Arm, Order, Run, Verdict, number_text
from mqtune.lab.journal import events
from mqtune.lab.journal.compare import compare_results
from mqtune.lab.journal.result import Result, result_of
from mqtune.lab.methods.best_of import BestOf
from mqtune.lab.methods.pairs import Pairs
from mqtune.present.experiment import write_report
from mqtune.present.experiment.data import result_data
from mqtune.present.experiment.text import result_lines
from mqtune.tui.areas.lab.progress_text import arms_content
from mqtune.tui.areas.lab.result_screen import arms_part, raw_runs

A, B = Arm("3 publishers", {"publishers": 3}), Arm("4 publishers", {"publishers": 4})
OPENED = events.Opened(
    "x-20261127-000000-0000", "0.1.0", "topic-limit", "QM1", "cph", "1", False, {}, 1, 20.0, "", unit="msg/s"
)


def measured(method, bad: dict[str, tuple[int, ...]], counted: float = 1e6) -> Result:
    """A session in which the given runs of an arm, by their number from 1, reach 60%."""
    history, made = list[Run](), {A.name: 0, B.name: 0}
    while not isinstance(step := method.next(history, 30.0 * len(history), 600.0), Verdict):
        for order in step.orders:
            name = order.arm.name
            made[name] += 1
            value = (1000.0 if order.arm == A else 1090.0) + made[name] % 3
            value *= 0.6 if made[name] in bad.get(name, ()) else 1.0
            history.append(Run(len(history) + 1, 1, order, "ok", value, value, counted=counted / value))
    return told(history, step)


def told(history: list[Run], verdict: Verdict) -> Result:
    found: list[events.Event] = [OPENED]
    for run in history:
        order = run.order
        begun = (order.arm.name, order.arm.levels, order.seconds, order.cut, order.purpose, order.rate)
        found += [
            events.RunStarted(run.number, 1, *begun),
            events.RunEnded(run.number, "ok", "", value=run.value, counted=run.counted),
        ]
    found.append(events.VerdictReached(verdict))
    lines = [events.to_json(events.JournalEntry("2026-11-27T00:00:00.000Z", 0.0, one)) for one in found]
    return result_of(entry for line in lines if (entry := events.from_json(line)))


ALIKE = {A.name: (2,), B.name: (5,)}
CASES = {
    "alike": (lambda: Pairs(A, [B], seed=1, least_blocks=6), ALIKE),
    "alike, best of": (lambda: BestOf([A, B], seed=1, least_blocks=8), {A.name: (2, 4), B.name: (3, 7)}),
    "unstable": (lambda: BestOf([A, B], seed=1, least_blocks=8), {B.name: (3, 7)}),
    "steady": (lambda: Pairs(A, [B], seed=1), {}),
}


@pytest.mark.parametrize("case", CASES)
def test_levels_comparison_and_json_have_the_means_of_the_verdict(case):
    method, bad = CASES[case]
    result = measured(method(), bad)
    compared = {one.arm: one for one in compare_results(result, result).arms}
    data = {one["arm"]: one for one in result_data(result)["levels"]}
    assert len(result.levels) == 2
    for level in result.levels:
        name = level.arm.name
        known = next(one.value for one in result.verdict.estimates if one.arm.name == name)
        assert (level.mean, level.low, level.high) == pytest.approx((known.estimate, known.low, known.high))
        assert compared[name].first == pytest.approx(known.estimate)
        assert data[name]["mean"] == pytest.approx(known.estimate)
        assert data[name]["interval"]["low"] == pytest.approx(known.low)


def test_runs_that_the_verdict_leaves_out_are_named_everywhere():
    result = measured(*(CASES["alike"][0](), ALIKE))
    wanted = {number for number, one in result.runs.items() if one.ended.value < 700}
    assert len(wanted) == 2
    lines = [line.split() for line in result_lines(result) if "left out of the verdict" in line]
    assert {int(line[0]) for line in lines} == wanted
    assert {one["order"] for one in result_data(result)["runs"] if one["left_out"]} == wanted
    assert [level.left_out for level in result.levels] == [1, 1]
    for style in ("markdown", "html"):
        assert write_report(result, style).count("left out of the verdict") == 2
    assert not any(one.failed for one in result.runs.values())


def test_the_screens_of_the_lab_show_the_same_runs_and_means():
    result = measured(*(CASES["alike"][0](), ALIKE))
    screens = [
        arms_content(result, result.levels, 120).plain,
        arms_part(result, 120).plain,
        raw_runs(result, 140).plain,
    ]
    for screen in screens[:2]:
        rows = {line.split("  ")[0].strip(): line for line in screen.splitlines() if "left out" in line}
        assert set(rows) == {A.name, B.name}
        assert all(number_text(one.mean) in rows[one.arm.name] for one in result.levels)
    assert screens[2].count("left out of the verdict") == 2


def test_no_run_of_an_unstable_arm_is_left_out_anywhere():
    result = measured(CASES["unstable"][0](), CASES["unstable"][1])
    text = "\n".join(result_lines(result))
    assert "left out" not in text
    assert "4 publishers is unstable: 2 of its 10 runs" in text
    assert [level.runs for level in result.levels] == [10, 10]


def test_equal_counts_do_not_give_an_interval_of_width_zero():
    runs = [Run(at, 1, Order(A, 30.0), "ok", 8.0, counted=20.0) for at in (1, 2, 3)]
    result = told(runs, Verdict("undecided", "", ""))
    (level,) = result.levels
    assert level.low < 8.0 < level.high
    (ratio,) = compare_results(result, result).arms
    assert ratio.low < 1.0 < ratio.high


def of_earlier_release(result: Result) -> Result:
    """The same journal without the numbers of the runs that its verdict left out."""
    lines = [OPENED]
    lines += [event for one in result.runs.values() for event in (one.started, one.ended)]
    lines.append(events.VerdictReached(result.verdict))
    rows = [events.to_json(events.JournalEntry("2026-11-27T00:00:00.000Z", 0.0, one)) for one in lines]
    for row in rows:
        for estimate in row.get("estimates", ()):
            del estimate["left_out"]
    return result_of(entry for row in rows if (entry := events.from_json(row)))


@pytest.mark.parametrize("case", CASES)
def test_a_journal_of_an_earlier_release_shows_the_means_of_its_verdict(case):
    result = measured(CASES[case][0](), CASES[case][1])
    again = of_earlier_release(result)
    assert not any(one.left_out for one in again.verdict.estimates)
    assert [one.mean for one in again.levels] == pytest.approx([one.mean for one in result.levels])
    left_out = [number for number, one in result.runs.items() if one.left_out]
    assert [number for number, one in again.runs.items() if one.left_out] == left_out


def test_a_mean_of_an_earlier_release_that_no_runs_explain_leaves_all_of_them_in():
    result = measured(CASES["alike"][0](), ALIKE)
    strange = tuple(replace(one, value=replace(one.value, estimate=1234.5)) for one in result.estimates)
    result.verdict = replace(result.verdict, estimates=strange)
    again = of_earlier_release(result)
    values = [one.ended.value for one in again.runs.values() if one.started.arm == A.name]
    assert again.levels[0].mean == pytest.approx(math.exp(sum(map(math.log, values)) / len(values)))
    assert "left out of the verdict" not in "\n".join(result_lines(again))
