"""How long after an outage a channel runs again: heartbeat, retries and their ends."""

from __future__ import annotations

import pytest

from mqtune.analysis.outage import timeline, times
from mqtune.analysis.topology.channels import channel_pairs, wait_of
from tests.analysis.flow.conftest import estate_with

# ten retries after 60 s each, then one in 1,200 s
SENDER = (
    "DEFINE QLOCAL(QB) USAGE(XMITQ)\nDEFINE CHANNEL(QA.QB) CHLTYPE(SDR) CONNAME('b(1414)') XMITQ(QB) "
    "HBINT(60) SHORTRTY(10) SHORTTMR(60) LONGRTY(5) LONGTMR(1200)\n"
)
NEVER = "without end"
OFTEN = ("LONGRTY(5) LONGTMR(1200)", "LONGRTY(999) LONGTMR(10)")
RECEIVER = "DEFINE CHANNEL(QA.QB) CHLTYPE(RCVR) HBINT(60)\n"


def of(outage: float, change: tuple[str, str] = ("", ""), receiver: str = RECEIVER):
    estate = estate_with({"QA": SENDER.replace(*change), "QB": receiver})
    (pair,) = channel_pairs(estate)
    return timeline(pair, None, outage)


@pytest.mark.parametrize(
    ("outage", "change", "recovery", "stops"),
    [
        # a short retry comes within 60 s; until 120 s have passed the old receiver refuses it
        (30, ("", ""), 150, False),
        (119, ("", ""), 61, False),
        (120, ("", ""), 60, False),
        (599, ("", ""), 60, False),
        (600, ("", ""), 1200, False),
        (6599, ("", ""), 1200, False),
        (6600, ("", ""), None, True),
        (599, ("LONGRTY(5)", "LONGRTY(0)"), 60, False),
        (600, ("LONGRTY(5)", "LONGRTY(0)"), None, True),
        (10, ("SHORTRTY(10)", "SHORTRTY(0)"), 1310, False),
        # the sender notices after 180 s at the latest: a heartbeat, and the wait for its answer
        (600, OFTEN, 60, False),
        (779, OFTEN, 60, False),
        (780, OFTEN, 10, False),
    ],
)
def test_the_longest_time_until_a_retry_succeeds(outage, change, recovery, stops):
    found = of(outage, change)
    assert (found.recovery_s, found.stops) == (recovery, stops)


@pytest.mark.parametrize(("heartbeat", "wait"), [(30, 60), (59, 118), (60, 120), (61, 121), (300, 360)])
def test_an_end_waits_twice_the_heartbeat_or_a_minute_more(heartbeat, wait):
    assert wait_of(heartbeat) == wait


@pytest.mark.parametrize(
    ("sender", "receiver", "heartbeat"), [(60, 60, 60), (60, 61, 61), (61, 60, 61), (0, 60, 0), (60, 0, 0)]
)
def test_the_larger_heartbeat_counts_and_none_if_one_end_has_none(sender, receiver, heartbeat):
    scripts = {
        "QA": SENDER.replace("HBINT(60)", f"HBINT({sender})"),
        "QB": RECEIVER.replace("60", str(receiver)),
    }
    (pair,) = channel_pairs(estate_with(scripts))
    assert pair.heartbeat.value == heartbeat


@pytest.mark.parametrize(
    ("count", "text"),
    [(1, "once"), (2, "2 times"), (999_999_998, "999,999,998 times"), (999_999_999, NEVER)],
)
def test_how_often_a_channel_retries(count, text):
    assert times(count) == text
