"""A check that was held back without a load names the keys and the object at which to declare it."""

from __future__ import annotations

import pytest

from mqtune.analysis.flow.needed_loads import NEEDED
from mqtune.engine.pages import all_pages
from mqtune.project.schema import CLUSTER_KEYS, QUEUE_KEYS, TOPIC_KEYS
from mqtune.session.options import Options
from mqtune.session.workspace import Workspace

KEYS = {"queue": QUEUE_KEYS, "topic": TOPIC_KEYS, "cluster": CLUSTER_KEYS}
HUB = """DEFINE QLOCAL(FIRST) REPLACE
DEFINE QLOCAL(COPY) CAPEXPRY(36000) REPLACE
DEFINE QLOCAL(ORDERS) STREAMQ(COPY) TRIGTYPE(EVERY) REPLACE
DEFINE QALIAS(PUT.ORDERS) TARGET(ORDERS) REPLACE
DEFINE QREMOTE(TO.LEDGER) RNAME(LEDGER) RQMNAME(BRANCH) XMITQ(BRANCH) REPLACE
DEFINE CHANNEL(TO.HUB) CHLTYPE(CLUSRCVR) CONNAME('h(1414)') CLUSTER(RETAIL) REPLACE
"""
BRANCH = """DEFINE QLOCAL(LEDGER) DEFREADA(YES) REPLACE
DEFINE TOPIC(RATES) TOPICSTR('rates') REPLACE
DEFINE SUB(S) TOPICOBJ(RATES) TOPICSTR('eur') DEST(EUR) REPLACE
DEFINE QLOCAL(EUR) NPMCLASS(HIGH) REPLACE
"""


@pytest.fixture
def enabling(tmp_path, monkeypatch):
    """What enables the rules that were held back, by code."""
    monkeypatch.chdir(tmp_path)

    def lint(**scripts):
        tables = 'platform = "linux"\nmq-version = "9.4"\n'
        for name, text in scripts.items():
            (tmp_path / f"{name}.mqsc").write_text(text)
            tables += f'[[queue-manager]]\nname = "{name}"\nfiles = ["{name}.mqsc"]\n'
        (tmp_path / "mqtune.toml").write_text(tables)
        result = Workspace.open(Options(["."])).lint()
        assert not result.crashes
        return {one.code: one.reason.enable for one in result.summary.held_back}

    return lint


def test_every_rule_with_a_load_has_its_keys():
    needing = {code: page.needs for code, page in all_pages().items() if page.needs}
    assert set(NEEDED) == set(needing)
    for code, needed in NEEDED.items():
        assert {*needed.at_source, *needed.at_object} <= set(KEYS[needing[code]]), code


def test_the_source_is_named_with_the_keys_of_the_rule(enabling):
    found = enabling(HUB=HUB)
    assert found["EXP001"] == (
        "put-rate and message-size of queue PUT.ORDERS, from which QLOCAL(COPY) gets its messages, in "
        "[[queue-manager.queue]] of mqtune.toml"
    )
    assert found["QUE009"].startswith("put-rate of queue PUT.ORDERS, from which QLOCAL(ORDERS)")
    assert found["LOG011"].startswith("put-rate, message-size and persistent of queue FIRST, in")
    assert found["CHL017"] == "channel-pairs of cluster RETAIL, in [[queue-manager.cluster]] of mqtune.toml"
    assert found["QUE010"] == "consumers of queue FIRST, in [[queue-manager.queue]] of mqtune.toml"


def test_sources_on_other_queue_managers_and_topics_are_named(enabling):
    found = enabling(BRANCH=BRANCH, HUB=HUB)
    assert found["QUE014"].startswith(
        "persistent of queue TO.LEDGER of HUB, from which QLOCAL(LEDGER) of BRANCH"
    )
    assert found["QUE018"] == (
        "persistent of topic rates/eur of BRANCH, from which QLOCAL(EUR) of BRANCH gets its messages, in "
        "[[queue-manager.topic]] of mqtune.toml"
    )
    assert found["PUB001"].startswith("publish-rate of topic rates of BRANCH, in [[queue-manager.topic]]")


def test_queues_that_lead_to_each_other_have_a_source(enabling):
    loop = "DEFINE QLOCAL(A) STREAMQ(B) REPLACE\nDEFINE QLOCAL(B) STREAMQ(A) REPLACE\n"
    assert "of queue " in enabling(Q=loop)["LOG011"]
