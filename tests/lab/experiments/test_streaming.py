"""streaming: the ways of copying, who drains them, and what is left of the rate."""

from __future__ import annotations

import pytest

from mqtune.lab.core.definition import read_settings
from mqtune.lab.core.experiment import Target
from mqtune.lab.core.run import INVALID, Order
from mqtune.lab.experiments import find
from mqtune.lab.experiments.streaming import at
from mqtune.session.options import Options
from mqtune.session.session import Session

STREAMING = find("streaming")
QM1 = Target("QM1", (9, 4))
CPH = "cph -vo 3 -ss 1 -wi 10 -wt 10"
CLIENT = ("bindings=client", "host=host2", "channel=PERF.SVRCONN", "putters=1,9,17,25,33,41")
ALL = "modes=baseline,besteffort,besteffort-batch10,mustdup,pubsub,six-copies,six-pubsub"


def lines(mode: str, putters: int, *given: str) -> list[str]:
    chosen = read_settings(STREAMING.definition, (ALL, *given))
    arm = next(one for one in STREAMING.on(chosen, QM1).arms() if one.name == mode)
    work = STREAMING.on(chosen, QM1).work(Order(at(arm, putters), 60))
    return [" ".join(one.argv) for one in work.processes]


def test_the_commands_of_the_report_with_41_putters():
    network = "-jb QM1 -jt mqc -jh host2 -jp 1414 -jc PERF.SVRCONN"
    original, copies, putters = lines("besteffort-batch10", 41, *CLIENT)
    assert original == (
        f"{CPH} -tc Receiver -nt 82 -rl 0 -id G {network} -d MQTUNE.BEST.Q. -db 1 -dx 41 -tx true -to -1"
    )
    assert copies == (
        f"{CPH} -tc Receiver -nt 82 -rl 0 -id D {network} "
        "-d MQTUNE.BEST.S. -db 1 -dx 41 -tx true -cc 10 -to -1"
    )
    assert putters == (
        f"{CPH} -tc Sender -nt 41 -rl 60 -id P {network} "
        "-d MQTUNE.BEST.Q. -db 1 -dx 41 -ms 2048 -pp true -tx true"
    )


@pytest.mark.parametrize(
    ("mode", "getters"),
    [("baseline", 1), ("besteffort", 2), ("mustdup", 2), ("pubsub", 2), ("six-copies", 7), ("six-pubsub", 7)],
)
def test_every_queue_has_two_getters(mode, getters):
    processes = lines(mode, 4)
    assert len(processes) == getters + 1
    assert all("-nt 8 " in one for one in processes[:-1])


def test_every_queue_that_is_made_is_drained_but_the_aliases():
    chosen = read_settings(STREAMING.definition, (ALL, "putters=3"))
    made = {
        line.split("(")[1].split(")")[0]
        for step in STREAMING.on(chosen, QM1).setup()
        for line in step.script.splitlines()
        if line.startswith("DEFINE QLOCAL")
    }
    drained = set()
    for arm in STREAMING.on(chosen, QM1).arms():
        for process in STREAMING.on(chosen, QM1).work(Order(at(arm, 3), 60)).processes:
            if process.background:
                stem = process.argv[process.argv.index("-d") + 1]
                drained |= {f"{stem}{number}" for number in (1, 2, 3)}
    assert drained == made


def test_the_shares_are_those_of_the_report(play):
    played = play("streaming", ALL, "putters=1,9,17,25,33,41")
    factors = {one.when["mode"]: one.value for one in played.advice.calibration}
    published = {
        "besteffort": 0.6297,
        "mustdup": 0.5666,
        "besteffort-batch10": 0.6718,
        "pubsub": 0.5251,
        "six-copies": 0.2057,
        "six-pubsub": 0.2065,
    }
    assert factors == {mode: pytest.approx(value, rel=0.04) for mode, value in published.items()}
    assert played.verdict.chosen.name == "besteffort-batch10"
    assert "0.68" in played.verdict.answer


def test_the_largest_rate_counts_and_not_that_of_the_most_putters(play):
    played = play("streaming", "modes=besteffort-batch10", "putters=25,33,41")
    measured = {run.order.arm.name for run in played.runs if run.order.purpose == "measure"}
    assert measured == {"baseline, 33 putters", "besteffort-batch10, 33 putters"}


@pytest.mark.parametrize("putters", ["1,9,17", "9"])
def test_below_the_peak_there_are_shares_and_no_constants(putters, play):
    advice = play("streaming", "modes=besteffort", f"putters={putters}").advice
    assert not advice.calibration
    assert any(f"({putters.replace(',', ', ')} were measured)" in one for one in advice.sentences)


def test_messages_that_are_not_persistent(play):
    played = play("streaming", "persistent=no", "putters=17,25,33,41")
    factors = {one.when["mode"]: one.value for one in played.advice.calibration}
    assert factors["mustdup"] == pytest.approx(0.5208, rel=0.02)
    assert {one.when["persistence"] for one in played.advice.calibration} == {"no"}


def test_before_9_2_3_there_are_no_streaming_queues(play):
    old = Target("QM1", (9, 2))
    played = play("streaming", target=old)
    assert played.verdict.word == INVALID
    assert "9.2.3" in played.verdict.reason
    assert play("streaming", "modes=baseline,pubsub", target=old).verdict.word == "winner"


def test_the_commands_for_a_queue_of_ones_own_bring_a_remark_on_the_lifetime_of_copies_at_most(play):
    (snippet,) = play("streaming", "queue=ORDERS", "copy-depth=900000").advice.snippets
    text = f"DEFINE QLOCAL(ORDERS)\n{snippet.text}"
    options = Options(stdin_text=text, stdin_name="a.mqsc", mq_version="9.4", platform="linux")
    assert {one.code for one in Session.open(options).lint().findings} == {"EXP002"}


def test_without_a_queue_it_says_how_to_get_the_commands(play):
    advice = play("streaming").advice
    assert not advice.snippets
    assert "queue=" in advice.sentences[-1]


def test_shares_that_are_not_known_closely_are_no_answer(play, monkeypatch):
    monkeypatch.setattr("mqtune.lab.methods.ramp.MOST_BLOCKS", 4)
    played = play("streaming", "modes=besteffort,mustdup", wobble=0.2)
    assert played.verdict.word == "undecided"
    assert played.verdict.chosen is None
    assert "besteffort leaves" in played.verdict.answer
    assert not played.advice.sentences


def test_copies_that_expire_are_read_by_nobody():
    chosen = read_settings(STREAMING.definition, ("modes=baseline,expiring", "putters=2"))
    restart, *_, made = STREAMING.on(chosen, QM1).setup()
    assert restart.restart
    assert "ExpiryInterval=1" in restart.what
    assert "CAPEXPRY(50)" in made.script
    arm = STREAMING.on(chosen, QM1).arms()[1]
    getters, putters = STREAMING.on(chosen, QM1).work(Order(at(arm, 2), 60)).processes
    assert "MQTUNE.EXPR.Q." in " ".join(getters.argv)
    assert putters.measured
