"""uniform-scaling: commands, queue managers by hand, and which rows count."""

from __future__ import annotations

import pytest

from mqtune.capacity.published import table
from mqtune.lab.core.definition import read_settings
from mqtune.lab.core.experiment import Target
from mqtune.lab.core.run import Block, Order, Run, Verdict
from mqtune.lab.experiments import find
from mqtune.lab.methods.growth import FOUND

UNIFORM = find("uniform-scaling")
UC = Target("UC01QM01", (9, 4))


def settings_of(*given):
    return read_settings(UNIFORM.definition, given)


def test_senders_and_receivers_are_those_of_the_article():
    settings = settings_of("table=file:///nfs1/UC01.json", "application=mqperf")
    arm = UNIFORM.on(settings, UC).arms()[0]
    receivers, senders = UNIFORM.on(settings, UC).work(Order(arm, 120, 60)).processes
    got = " ".join(receivers.argv)
    assert "-tc jms.r11.Receiver -nt 180 -rl 0 -id R -to 20" in got
    assert (
        "-jb *UC01QM -jt mqc -ccdt file:///nfs1/UC01.json -ar WMQ_CLIENT_RECONNECT -an mqperf.receiver" in got
    )
    assert got.endswith("-d REQUEST1 -wp true -wc 4")
    put = " ".join(senders.argv)
    assert "-tc jms.r11.Sender -nt 180 -rl 120 -id S -rt 115" in put
    assert put.endswith("-an mqperf.sender -d REQUEST1 -ms 2048 -mt text")
    assert "-wp" not in put


@pytest.mark.parametrize(
    ("qmgr", "given", "names"),
    [
        ("UC01QM01", (), ["UC01QM01", "UC01QM02"]),
        ("QM1", (), ["QM1", "QM2"]),
        ("PAYMENTS", (), ["PAYMENTS", "PAYMENTS02"]),
        ("QM1", ("names=UC7QM",), ["UC7QM01", "UC7QM02"]),
    ],
)
def test_members_count_on_from_the_first(qmgr, given, names):
    settings = settings_of(*given)
    cluster = UNIFORM.on(settings, Target(qmgr))
    assert [cluster.member(number) for number in (1, 2)] == names


def test_the_next_queue_manager_is_started_by_hand_and_ended_at_the_end():
    settings = settings_of()
    one, more, two, _, three, *_ = UNIFORM.on(settings, UC).arms()
    assert UNIFORM.on(settings, UC).between(one, more) == ()
    (first,) = UNIFORM.on(settings, UC).between(None, one)
    assert "UC01QM01" in first.what
    (second,) = UNIFORM.on(settings, UC).between(one, two)
    assert second.qmgr == "UC01QM02"
    assert "strmqm UC01QM02" in second.what
    assert "endmqm -r UC01QM02" in second.undo
    assert second.expect == "STATUS(RUNNING)"
    assert UNIFORM.on(settings, UC).between(two, two) == ()
    assert len(UNIFORM.on(settings, UC).between(None, three)) == 3
    assert ["UC01QM03" in step.what for step in UNIFORM.on(settings, UC).between(three, two)] == [True]


def test_the_simulated_cluster_needs_as_many_as_the_article(simulate):
    played = simulate("uniform-scaling", target=UC)
    assert played.verdict.word == "measured"
    assert played.verdict.figures[FOUND].estimate == pytest.approx(21_077, rel=0.01)
    assert "use 6 queue managers" in played.verdict.answer  # ceil(82,800 / (0.75 * 21,077))
    constant = played.advice.calibration[0]
    assert (constant.model, constant.name) == ("uniform-cluster", "saturated_rate_per_s")


def test_a_rate_for_more_than_twelve_is_refused_with_a_way_out(simulate):
    played = simulate("uniform-scaling", "target=1000000", target=UC)
    said = " ".join(played.advice.sentences)
    assert "12 were measured" in said
    assert "split the load" in said


def test_more_than_ten_are_named_as_unsupported(simulate):
    said = " ".join(simulate("uniform-scaling", "target=180000", target=UC).advice.sentences)
    assert "12 queue managers" in said
    assert "outside of the supported size" in said


def test_rates_that_are_all_met_leave_it_open(simulate):
    verdict = simulate("uniform-scaling", "step=5000", target=UC).verdict
    assert verdict.word == "undecided"
    assert "use a larger step" in verdict.reason


def by_the_article():
    """The verdict on the rows that the article prints, each queue manager with its two rates."""
    rows = table("uniform-table-1").rows
    settings = settings_of("queue-managers=11")
    method = UNIFORM.on(settings, UC).method(1, None)
    block = method.next((), 0, 1e9)
    assert isinstance(block, Block)
    printed = {(row["queue_managers"], row["target"]): float(row["achieved"]) for row in rows}
    runs = [
        Run(number, 1, order, "ok", printed[tuple(map(round, order.arm.levels.values()))])
        for number, order in enumerate(block.orders, 1)
    ]
    verdict = method.next(runs, 0, 1e9)
    assert isinstance(verdict, Verdict)
    return verdict


def test_rows_whose_load_never_came_are_left_out():
    """By construction they would give the step and not the capacity."""
    verdict = by_the_article()
    assert verdict.figures[FOUND].estimate == pytest.approx(21_077, rel=0.0005)
    assert [one.split()[1] for one in verdict.warnings] == ["8", "9", "10", "11"]


def test_where_the_load_never_rises_the_result_is_invalid():
    settings = settings_of("queue-managers=2")
    method = UNIFORM.on(settings, UC).method(1, None)
    orders = method.next((), 0, 1e9).orders
    carried = [20_700.0 * order.arm.levels["queue-managers"] for order in orders]
    runs = [
        Run(n, 1, order, "ok", rate) for n, (order, rate) in enumerate(zip(orders, carried, strict=True), 1)
    ]
    verdict = method.next(runs, 0, 1e9)
    assert verdict.word == "invalid"
    assert "the hosts that offer it are the limit" in verdict.reason
