"""hub-recovery: commands, what a person does and when, and how long it took."""

from __future__ import annotations

import pytest

from mqtune.lab.core.definition import read_settings
from mqtune.lab.core.experiment import ByHand, Target
from mqtune.lab.core.run import Order
from mqtune.lab.experiments import find

HUB = find("hub-recovery")
BRANCH = Target("BRANCH", (9, 4))


def settings_of(*given):
    return read_settings(HUB.definition, given)


def test_requesters_and_responders_are_those_of_the_report():
    settings = settings_of("other-end=HUB")
    (arm,) = HUB.on(settings, BRANCH).arms()
    (requesters,) = HUB.on(settings, BRANCH).work(Order(arm, 420, 0)).processes
    assert " ".join(requesters.argv) == (
        "cph -vo 3 -ss 1 -wi 10 -wt 10 -tc Requester -nt 20 -rl 420 -rt 5 -id B -jb BRANCH -jt mqb "
        "-iq INPUTQ -oq REPLYQ -ms 4096 -pp true -tx true -to -1"
    )
    heartbeat, responders = HUB.on(settings, BRANCH).setup()
    assert "DISPLAY CHANNEL(*) WHERE(HBINT GE 90)" in heartbeat.what
    assert isinstance(responders, ByHand)
    assert responders.qmgr == "HUB"
    assert (
        "cph -vo 3 -ss 1 -wi 10 -wt 10 -tc Responder -nt 40 -rl 0 -id R -jb HUB -jt mqb -iq INPUTQ "
        "-pp true -tx true -to -1"
    ) in responders.what
    assert "Ctrl-C" in responders.undo


def test_running_channels_are_counted_sparingly():
    settings = settings_of()
    (arm,) = HUB.on(settings, BRANCH).arms()
    (watch,) = HUB.on(settings, BRANCH).work(Order(arm, 420, 0)).watches
    assert watch.mqsc == "DISPLAY CHSTATUS(*) WHERE(STATUS EQ RUNNING)"
    assert watch.keyword == ""
    assert watch.every >= 5


def test_every_run_names_the_seconds_of_its_outage_before_it_begins():
    settings = settings_of("break-at=80", "outage=100", "other-end=HUB")
    (arm,) = HUB.on(settings, BRANCH).arms()
    for before in (None, arm):
        (step,) = HUB.on(settings, BRANCH).between(before, arm)
        assert isinstance(step, ByHand)
        assert "sleep 80; ip link set dev DEVICE down; sleep 100; ip link set dev DEVICE up" in step.what
        assert "second 180" in step.what
        assert "works again" in step.undo


@pytest.mark.parametrize(
    ("pairs", "throughput", "channels"), [(1000, 149, 141), (2000, 218, 174), (3000, 529, 514)]
)
def test_the_simulated_hub_recovers_as_in_the_report(pairs, throughput, channels, simulate):
    played = simulate("hub-recovery", f"pairs={pairs}", "watch-seconds=700", "outages=5", minutes=200)
    assert played.verdict.word == "measured"
    assert len(played.runs) == 5
    found = played.verdict.figures
    assert found["throughput"].estimate == pytest.approx(throughput, rel=0.05)
    assert found["channels"].estimate == pytest.approx(channels, abs=15)
    assert found["throughput"].low <= found["throughput"].estimate <= found["throughput"].high
    assert played.runs[0].value == pytest.approx(throughput, rel=0.05)


def test_four_thousand_pairs_never_came_back(simulate):
    played = simulate("hub-recovery", "pairs=4000", "objective=120")
    assert "not back within 255 s" in played.verdict.answer
    assert "throughput" not in played.verdict.figures
    assert "was not back within the 120 s" in played.advice.sentences[0]


def test_the_channels_for_the_pairs_are_written_down(simulate):
    played = simulate("hub-recovery", "objective=200")
    assert "in every outage" in played.advice.sentences[0]
    (snippet,) = played.advice.snippets
    assert "MaxChannels=3000" in snippet.text  # 1000 pairs, two each, and half as many again
    assert snippet.restart
