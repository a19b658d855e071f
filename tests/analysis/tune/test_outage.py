"""Depth of the queues that fill during a declared outage, with which QUE027 is silent."""

from __future__ import annotations

from pathlib import Path

from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.tuning import tune_session

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
    most = SCRIPT.format(depth="MAXDEPTH(999999999) ")
    assert "outage-depth" not in tuned(LOAD.replace("20", "9000000"), a_mqsc=most).kinds
    without = LOAD.replace('outage = "5 min"\n', "")
    assert "outage-depth" not in tuned(without, a_mqsc=SCRIPT.format(depth="")).kinds


def test_the_queues_of_another_queue_manager_are_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one = '[[queue-manager]]\nname = "QM{n}"\nfiles = ["{n}.mqsc"]\n' + LOAD
    for n in "12":
        Path(f"{n}.mqsc").write_text(SCRIPT.format(depth="").replace("BRANCH", f"BRANCH{n}"))
    Path("mqtune.toml").write_text('mq-version = "9.4"\n' + one.replace("{n}", "1") + one.replace("{n}", "2"))
    tunings = tune_session(Session.open(Options(["."]))).tunings
    assert [[str(change) for change in one.changes] for one in tunings] == [
        ["QLOCAL(BRANCH1)"],
        ["QLOCAL(BRANCH2)"],
    ]
