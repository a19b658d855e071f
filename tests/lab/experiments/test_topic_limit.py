"""topic-limit: commands, arms, what a run has to show, and what follows."""

from __future__ import annotations

import pytest

from mqtune.lab.core.definition import read_settings
from mqtune.lab.core.experiment import Target
from mqtune.lab.core.run import INVALID, Order
from mqtune.lab.experiments import find

LIMIT = find("topic-limit")
SETTINGS = read_settings(LIMIT.definition, ())
QM1 = Target("QM1")


def order(publishers: int) -> Order:
    arm = next(one for one in LIMIT.on(SETTINGS, QM1).arms() if one.levels["publishers"] == publishers)
    return Order(arm, 30)


def test_the_command_is_that_of_the_report():
    work = LIMIT.on(SETTINGS, QM1).work(order(4))
    (process,) = work.processes
    assert " ".join(process.argv) == (
        "cph -vo 3 -ss 1 -wi 10 -wt 10 -tc Publisher -nt 4 -rl 30 -id P4 -jb QM1 -jt mqb -jf true "
        "-d MQTUNE.TOPIC -ms 2048"
    )
    assert process.trusted


def test_nothing_is_set_up():
    assert LIMIT.on(SETTINGS, QM1).setup() == ()


def test_a_topic_string_of_ones_own():
    settings = read_settings(LIMIT.definition, ["topic-string=prices/fx", "bindings=standard"])
    work = LIMIT.on(settings, QM1).work(order(3))
    assert "prices/fx" in work.processes[0].argv
    assert "-jf" not in work.processes[0].argv
    assert not work.processes[0].trusted


def test_four_publishers_win_on_the_simulated_machine(play):
    played = play("topic-limit")
    assert played.verdict.chosen.name == "4 publishers"
    assert played.verdict.figures["limit"].estimate == pytest.approx(888_744, rel=0.01)
    constant = played.advice.calibration[0]
    assert (constant.model, constant.name) == ("topic-limit", "limit_per_s")
    assert constant.low <= constant.value <= constant.high


def test_the_best_at_an_edge_opens_its_neighbour(play):
    below = play("topic-limit", "publishers=5,6,7")
    assert below.verdict.chosen.name == "4 publishers"
    above = play("topic-limit", "publishers=1,2")
    assert above.verdict.chosen.name == "4 publishers"


def test_no_publisher_is_opened_without_a_core_for_it(play):
    played = play("topic-limit", "publishers=1,2", target=Target("QM1", cores=4))
    assert {run.order.arm.levels["publishers"] for run in played.runs} == {1, 2, 3}


def test_with_too_few_cores_the_probe_says_nothing(play):
    played = play("topic-limit", target=Target("QM1", cores=3))
    assert played.verdict.word == INVALID
    assert "4 cores" in played.verdict.reason
    assert not played.runs


def test_publishers_without_a_core_are_left_out_and_named(play):
    played = play("topic-limit", target=Target("QM1", cores=5))
    assert max(run.order.arm.levels["publishers"] for run in played.runs) == 4
    assert "5 publishers were left out" in " ".join(played.advice.sentences)


def test_what_standard_bindings_show_is_not_called_the_lock(play):
    played = play("topic-limit", "bindings=standard", "publishers=8,12,16")
    assert not played.advice.calibration
    assert "bindings=fastpath" in played.advice.sentences[0]
