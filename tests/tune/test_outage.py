"""Depth of the queues that fill during a declared outage, with which QUE027 is silent."""

from __future__ import annotations

LOAD = (
    'outage = "5 min"\n[[queue-manager.queue]]\nqueue = "PAYMENTS"\nput-rate = 20\nmessage-size = "10 KiB"\n'
)
SCRIPT = (
    "DEFINE QREMOTE(PAYMENTS) RNAME(PAY.IN) RQMNAME(BRANCH) REPLACE\n"
    "DEFINE QLOCAL(BRANCH) USAGE(XMITQ) {depth}REPLACE\n"
    "DEFINE CHANNEL(HUB.BRANCH) CHLTYPE(SDR) CONNAME('branch(1414)') XMITQ(BRANCH) REPLACE\n"
)


def test_the_transmission_queue_holds_the_outage(tuned):
    found = tuned(LOAD, a_mqsc=SCRIPT.format(depth=""))
    assert found.change("outage-depth").name == "BRANCH"
    assert found.values("outage-depth") == {"MAXDEPTH": "6300"}
    assert "61 MB" in found.change("outage-depth").why.risk


def test_enough_depth_and_no_outage_change_nothing(tuned):
    assert "outage-depth" not in tuned(LOAD, a_mqsc=SCRIPT.format(depth="MAXDEPTH(6300) ")).kinds
    without = LOAD.replace('outage = "5 min"\n', "")
    assert "outage-depth" not in tuned(without, a_mqsc=SCRIPT.format(depth="")).kinds
