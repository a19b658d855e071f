"""`mqtune show outage` on the command line, and the rules with the same figures."""

from __future__ import annotations

import json

import pytest

PROJECT = """[[queue-manager]]
name = "HUB"
files = ["hub.mqsc"]
outage = "5 min"
back-within = "2 min"
[[queue-manager.queue]]
queue = "PAY"
put-rate = 20
[[queue-manager]]
name = "BR1"
files = ["br1.mqsc", "br1.ini"]
"""
HUB = """DEFINE QREMOTE(PAY) RNAME(IN) RQMNAME(BR1) XMITQ(BR1)
DEFINE QLOCAL(BR1) USAGE(XMITQ) MAXDEPTH(5000)
DEFINE CHANNEL(HUB.BR1) CHLTYPE(SDR) CONNAME('b(1414)') XMITQ(BR1) {}
"""
BRANCH = "DEFINE CHANNEL(HUB.BR1) CHLTYPE(RCVR) {}\nDEFINE QLOCAL(IN)\n"


@pytest.fixture
def outage(mqtune, folder):
    """The timelines of a pair with some attributes, by channel."""

    def show(sender: str = "", receiver: str = "", ini: str = "MaxChannels=100", *words: str):
        (folder / "mqtune.toml").write_text(PROJECT)
        (folder / "hub.mqsc").write_text(HUB.format(sender))
        (folder / "br1.mqsc").write_text(BRANCH.format(receiver))
        (folder / "br1.ini").write_text(f"Channels:\n   {ini}\n")
        outcome = mqtune("show", "outage", "--format", "json", *words)
        assert outcome.status == 0
        found = json.loads(outcome.out)["outages"]
        events = {event["event"]: (event["from_s"], event["to_s"]) for event in found[0]["events"]}
        return found[0], events

    return show


def test_the_timeline_of_the_default_attributes(outage) -> None:
    found, events = outage()
    assert events == {
        "lost": (0, 0),
        "sender-notices": (0, 660),
        "receiver-notices": (300, 360),
        "refused": (0, 360),
        "short-retries": (60, 1260),
        "long-retries": (1800, None),
        "queue-full": (250, 250),
        "network-back": (300, 300),
        "runs": (300, 720),
    }
    # refused for 60 s more than the outage, then the next short retry
    assert (found["recovery_s"], found["recovery_unnoticed_s"], found["stops"]) == (120, 420, False)


def test_adoption_ends_the_refusal(outage) -> None:
    found, events = outage("", "", "AdoptNewMCA=RCVR")
    assert (found["recovery_s"], events["refused"]) == (60, (0, 0))


def test_the_larger_heartbeat_interval_of_both_ends_counts(outage) -> None:
    assert outage("HBINT(10)", "HBINT(30)")[1]["receiver-notices"] == (30, 60)
    assert "receiver-notices" not in outage("HBINT(10)", "HBINT(0)")[1]


@pytest.mark.parametrize(
    ("attributes", "recovery", "stops", "code"),
    [
        ("SHORTRTY(1) LONGTMR(36000)", 36060, False, "CHL029"),
        ("SHORTRTY(3) LONGRTY(0)", None, True, "CHL029"),
        ("SHORTRTY(20)", 120, False, ""),
    ],
)
def test_retries_and_the_rule_agree(outage, mqtune, attributes, recovery, stops, code) -> None:
    found, _ = outage(attributes)
    assert (found["recovery_s"], found["stops"]) == (recovery, stops)
    lint = mqtune("lint", "--select", "CHL029,QUE027", "--format", "concise")
    assert ("CHL029" in lint.out) == bool(code)
    assert "QUE027" in lint.out


def test_the_text_and_an_outage_of_another_length(mqtune, outage) -> None:
    outage()
    text = mqtune("show", "outage", "--outage", "15 min")
    assert "HUB: CHANNEL(HUB.BR1) to BR1" in text.out
    assert "1,200 s after the network at the latest" in text.out
    assert "back-within of 120 s is not certain to be met" in text.out
    wrong = mqtune("show", "outage", "--outage", "5")
    assert wrong.status == 2


def test_equal_timelines_are_shown_once(mqtune, folder) -> None:
    channels = [
        f"DEFINE CHANNEL(A.{number}) CHLTYPE(SDR) CONNAME('x(1)') XMITQ(X{number})" for number in range(9)
    ]
    (folder / "a.mqsc").write_text("\n".join(channels) + "\n")
    outcome = mqtune("show", "outage")
    assert outcome.out.count("the connection is lost") == 1
    assert "and 8 channels with the same timeline" in outcome.out
    assert "no outage is declared" in outcome.err
