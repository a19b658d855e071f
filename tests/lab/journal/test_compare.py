"""Two results side by side: a ratio with its interval, and what makes it worth little."""

from __future__ import annotations

import pytest

from mqtune.lab.core.run import Arm, Verdict
from mqtune.lab.journal import events
from mqtune.lab.journal.compare import compare_results
from mqtune.lab.journal.result import Result, result_of
from mqtune.present.experiment.data import comparison_data
from mqtune.present.experiment.text import comparison_lines


def result(rates: dict[str, list[float]], chosen: str = "a", **opening) -> Result:
    """A result with these values of its runs."""
    known = {
        "id": "x-20261122-000000-0000",
        "mqtune": "0.1.0",
        "experiment": "topic-limit",
        "qmgr": "QM1",
        "driver": "cph",
        "driver_version": "1",
        "simulated": False,
        "settings": {"threads": (1, 2)},
        "seed": 1,
        "max_minutes": 20.0,
        "command_line": "",
        "level": (9, 4),
        "unit": "messages/s",
    }
    told: list[events.Event] = [events.Opened(**known | opening)]
    number = 0
    for arm, values in rates.items():
        for value in values:
            number += 1
            told.append(events.RunStarted(number, 1, arm, {}, 30.0, 10.0, "measure", None))
            told.append(events.RunEnded(number, "ok", "", value=value))
    told.append(events.VerdictReached(Verdict("winner", "", "", Arm(chosen))))
    return result_of(events.JournalEntry("2026-11-22T00:00:00.000Z", 0.0, event) for event in told)


def test_a_change_of_ten_per_cent_shows_with_its_interval():
    before, after = result({"a": [1000, 1010, 990]}), result({"a": [1100, 1111, 1089]})
    (ratio,) = compare_results(before, after).arms
    assert ratio.ratio == pytest.approx(1.1, rel=1e-3)
    assert 1.05 < ratio.low < 1.1 < ratio.high < 1.15
    assert ratio.differs


def test_noise_shows_no_difference():
    before, after = result({"a": [1000, 1100, 900]}), result({"a": [1010, 1120, 905]})
    assert compare_results(before, after).arms[0].differs is False


def test_one_run_gives_no_interval():
    before, after = result({"a": [1000]}), result({"a": [1100, 1111]})
    (ratio,) = compare_results(before, after).arms
    assert ratio.low is None
    assert ratio.differs is None


def test_what_they_chose_is_compared_also_where_the_arms_differ():
    before = result({"a": [1000, 1010], "b": [900, 905]}, "a")
    after = result({"a": [1000, 1005], "b": [1200, 1210]}, "b")
    chosen = compare_results(before, after).chosen
    assert chosen.arm == "a, then b"
    assert chosen.ratio == pytest.approx(1.2, rel=1e-2)


@pytest.mark.parametrize(
    ("other", "warning"),
    [
        ({"driver": "jms"}, "the drivers differ: cph, then jms"),
        ({"driver_version": "2"}, "the versions of the driver differ: 1, then 2"),
        ({"level": (9, 3)}, "the MQ levels differ: 9.4, then 9.3"),
        ({"level": None}, "the MQ levels differ: 9.4, then unknown"),
        ({"cores": 4}, "the cores differ: unknown, then 4"),
        ({"mqtune": "0.2.0"}, "the versions of mqtune differ: 0.1.0, then 0.2.0"),
        ({"qmgr": "QM2"}, "the queue managers differ: QM1, then QM2"),
        ({"experiment": "fan-out"}, "the experiments differ: topic-limit, then fan-out"),
        ({"settings": {"threads": (1, 3)}}, "the setting threads differs: 1,2, then 1,3"),
        ({"settings": {}}, "the setting threads differs: 1,2, then not set"),
        ({"simulated": True}, "one of them is SIMULATED: nothing can be concluded for a queue manager"),
    ],
)
def test_what_differs_besides_is_a_warning(other, warning):
    comparison = compare_results(result({"a": [1, 2]}), result({"a": [1, 2]}, **other))
    assert warning in comparison.warnings
    assert any(warning in line for line in comparison_lines(comparison))


def test_alike_results_have_no_warning():
    assert compare_results(result({"a": [1, 2]}), result({"a": [1, 2]})).warnings == ()


def test_simulated_says_so_in_text_and_data():
    comparison = compare_results(result({"a": [1, 2]}, simulated=True), result({"a": [1, 2]}, simulated=True))
    assert "SIMULATED: no queue manager was measured" in list(comparison_lines(comparison))
    assert comparison_data(comparison)["simulated"] is True
    assert "SIMULATED" in comparison_data(comparison)["notice"]


def test_results_without_a_common_arm_say_none():
    comparison = compare_results(result({"a": [1, 2]}), result({"b": [1, 2]}, "b"))
    assert comparison.arms == ()
    assert "  none" in list(comparison_lines(comparison))
