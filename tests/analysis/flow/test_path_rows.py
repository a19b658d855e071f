"""The rows of `mqtune show paths`."""

from __future__ import annotations

import json

from mqtune.analysis.topology.describe import path_rows
from tests.analysis.flow.conftest import estate_with

REMOTE = """DEFINE QREMOTE(R) RNAME(X) RQMNAME(QM2) XMITQ(XQ)
DEFINE QLOCAL(XQ) USAGE(XMITQ)
DEFINE CHANNEL(QM1.QM2) CHLTYPE(SDR) CONNAME('h(1414)') XMITQ(XQ)
"""


def rows(*scripts, complete=None):
    named = {f"QM{number}": script for number, script in enumerate(scripts, 1)}
    found = list(path_rows(estate_with(named, complete=complete)))
    assert json.loads(json.dumps(found)) == found
    return {row["from"]: row for row in found}


def steps(row):
    return [(step["what"], step["name"]) for step in row["steps"]]


def test_an_alias_of_a_remote_queue_leads_over_a_channel():
    found = rows("DEFINE QALIAS(A) TARGET(R)\n" + REMOTE)
    assert steps(found["QALIAS(A)"]) == [
        ("queue", "R"),
        ("transmission queue", "XQ"),
        ("channel", "QM1.QM2"),
        ("queue manager", "QM2"),
        ("remote queue", "X"),
    ]
    assert found["QALIAS(A)"]["end"] == "remote"


def test_a_channel_leads_to_the_partner_in_the_files():
    found = rows(REMOTE, "DEFINE CHANNEL(QM1.QM2) CHLTYPE(RCVR)")
    assert found["QREMOTE(R)"]["end"] == "remote"
    assert found["CHANNEL(QM1.QM2)"]["steps"][-1] == {
        "what": "queue manager",
        "name": "QM2",
        "defined": True,
    }


def test_an_alias_of_an_alias_is_refused():
    found = rows("DEFINE QALIAS(A) TARGET(B)\nDEFINE QALIAS(B) TARGET(A)")
    assert found["QALIAS(A)"]["end"] == "refused"
    assert "2001" in found["QALIAS(A)"]["reason"]


def test_an_alias_of_a_topic_ends_there():
    found = rows("DEFINE TOPIC(T) TOPICSTR('t')\nDEFINE QALIAS(A) TARGTYPE(TOPIC) TARGET(T)")
    assert (steps(found["QALIAS(A)"]), found["QALIAS(A)"]["end"]) == ([("topic", "T")], "topic")


def test_a_missing_target_is_shown_as_not_defined():
    (step,) = rows("DEFINE QALIAS(A) TARGET(B)")["QALIAS(A)"]["steps"]
    assert step == {"what": "queue", "name": "B", "defined": False}
