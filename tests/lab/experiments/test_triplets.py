"""triplets: commands, saturation, and what follows."""

from __future__ import annotations

import pytest

from mqtune.lab.core.definition import read_settings
from mqtune.lab.core.experiment import Target
from mqtune.lab.core.run import Interval, Order, Run, Series
from mqtune.lab.experiments import find
from mqtune.lab.experiments.triplets import _isolating, at

TRIPLETS = find("triplets")
QM1 = Target("QM1", (9, 4), 24)
CPH = "cph -vo 3 -ss 1 -wi 10 -wt 10"


def settings(*given: str):
    return read_settings(TRIPLETS.definition, given)


def lines(kind: str, count: int, rate: float, *given: str) -> list[str]:
    chosen = settings(*given)
    arm = next(one for one in TRIPLETS.on(chosen, QM1).arms() if one.name == kind)
    work = TRIPLETS.on(chosen, QM1).work(Order(at(arm, count), 60, rate=rate))
    return [" ".join(one.argv) for one in work.processes]


def test_publishers_at_a_fixed_rate_and_a_subscriber_for_each():
    getters, putters = lines("inherited", 8, 32000)
    assert (
        getters == f"{CPH} -tc Subscriber -nt 8 -rl 0 -id S -jb QM1 -jt mqb -d MQTUNE.TIN. -db 1 -dx 8 -to -1"
    )
    assert putters == (
        f"{CPH} -tc Publisher -nt 8 -rl 63 -rt 4000 -id P -jb QM1 -jt mqb -d MQTUNE.TIN. -db 1 -dx 8 -ms 2048"
    )


def test_senders_and_receivers_with_queues():
    getters, putters = lines("point-to-point", 8, 8000, "persistent=yes")
    assert (
        getters == f"{CPH} -tc Receiver -nt 8 -rl 0 -id R -jb QM1 -jt mqb -d MQTUNE.TRQ. -db 1 -dx 8 -to -1"
    )
    assert putters == (
        f"{CPH} -tc Sender -nt 8 -rl 60 -rt 1000 -id S -jb QM1 -jt mqb "
        "-d MQTUNE.TRQ. -db 1 -dx 8 -ms 2048 -pp true"
    )


@pytest.mark.parametrize(
    ("given", "rate"),
    [((), 4000), (("persistent=yes",), 1000), (("bindings=client",), 2500), (("rate=300",), 300)],
)
def test_the_rate_is_that_of_the_report_unless_set(given, rate):
    chosen = settings(*given, "kinds=inherited")
    block = TRIPLETS.on(chosen, QM1).method(1, None).next((), 0, 3600)
    assert block.orders[0].rate == rate


def test_what_piled_up_is_not_counted_as_delivered():
    order = Order(at(TRIPLETS.on(settings(), QM1).arms()[0], 4), 30, rate=16000)
    seconds = tuple(float(one) for one in range(30))
    run = Run(1, 1, order, "ok", 16000.0)
    assert TRIPLETS.value(run) == 32000
    depth = Series("messages", seconds, tuple(1000 * one for one in seconds))
    filling = Run(1, 1, order, "ok", 16000.0, series={"depth": depth})
    assert TRIPLETS.value(filling) == pytest.approx(31000)


def test_the_peaks_are_those_of_the_report(play):
    played = play("triplets")
    found = played.verdict.figures
    assert found["capacity of inherited"].estimate == pytest.approx(792_464, rel=0.05)
    assert found["capacity of isolated"].estimate == pytest.approx(836_257, rel=0.02)
    assert found["capacity of point-to-point"].estimate == pytest.approx(1_227_511, rel=0.05)
    said = " ".join(played.advice.sentences)
    assert "Beyond its peak inherited fell to 6" in said
    assert "Past its peak isolated" not in said
    constants = [
        (one.name, one.when.get("topics", one.when["messaging"])) for one in played.advice.calibration
    ]
    assert sorted(constants) == [
        ("cpu_percent_per_1000", "point-to-point"),
        ("cpu_percent_per_1000", "publish-subscribe"),
        ("peak_per_s", "inherited"),
        ("peak_per_s", "isolated"),
        ("peak_per_s", "point-to-point"),
        ("share_after_fall", "inherited"),
    ]


def test_the_peak_of_an_arm_that_was_not_saturated_is_no_constant(play):
    played = play("triplets", "triplets=1,2,4")
    assert not played.advice.calibration
    assert all("add higher levels" in one for one in played.verdict.warnings)


def test_persistent_topics_need_no_isolation(play):
    said = " ".join(play("triplets", "persistent=yes").advice.sentences)
    assert "leave topics to inherit" in said


def test_queues_that_grow_are_told(play, monkeypatch):
    truth = type(TRIPLETS).truth

    def slow(self, order):
        return {**truth(self, order), "backlog:depth": 1.0}

    monkeypatch.setattr(type(TRIPLETS), "truth", slow)
    warnings = play("triplets", "kinds=inherited,isolated").verdict.warnings
    assert any("consumers did not keep up" in one for one in warnings)


def test_subscribers_that_get_less_than_was_put_lower_the_rate():
    order = Order(at(TRIPLETS.on(settings(), QM1).arms()[0], 4), 30, rate=16000)
    even = Run(1, 1, order, "ok", 16000.0, figures={"sent": 16000.0, "received": 15900.0})
    slow = Run(2, 1, order, "ok", 16000.0, figures={"sent": 16000.0, "received": 12000.0})
    assert TRIPLETS.value(even) == 32000
    assert TRIPLETS.value(slow) == 28000


def test_the_processor_is_watched_where_driver_and_queue_manager_share_it():
    def watched(*given: str) -> set[str]:
        chosen = settings(*given)
        order = Order(at(TRIPLETS.on(chosen, QM1).arms()[0], 1), 30)
        return {one.name for one in TRIPLETS.on(chosen, QM1).work(order).watches}

    assert watched() == {"depth", "cpu"}
    assert watched("bindings=client") == {"depth"}


def test_levels_beyond_the_cores_are_left_out():
    small = Target("QM1", (9, 4), 2)
    (step,) = TRIPLETS.on(settings("kinds=point-to-point"), small).setup()
    assert step.script.count("DEFINE QLOCAL") == 16


@pytest.mark.parametrize(
    ("low", "estimate", "high", "falls", "said"),
    [
        (0.02, 0.08, 0.14, False, "isolate"),
        (-0.007, 0.058, 0.126, False, "isolation-unknown"),
        (-0.007, 0.058, 0.126, True, "isolate-fall"),
        (-0.02, 0.01, 0.04, False, "leave"),
        (0.01, 0.03, 0.06, False, "isolation-unknown"),
    ],
)
def test_not_known_is_not_leave_it(low, estimate, high, falls, said):
    assert _isolating(Interval(estimate, low, high, "1"), falls) == said
