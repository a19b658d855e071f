"""Each question with a declaration that calls for it and one that does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.tuning import tune_session
from tests.analysis.tune.situations import LOG, cluster, queue, table, topic

APP = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) SHARECNV({}) REPLACE\n"
TOPICS = "DEFINE TOPIC(A) TOPICSTR('a') REPLACE\nDEFINE TOPIC(B) TOPICSTR('b') REPLACE\n"
BOUND = {"publishers": 2, "subscribers": 1, "binding": "standard", "persistent": False}


@pytest.mark.parametrize(
    ("declared", "asked"),
    [
        (topic("a/#", 10, **BOUND), "'b'"),
        (topic("a/x", 10, **BOUND), "'b'"),
        (topic("#", 10, **BOUND), ""),
        (topic("a/#", 10, **BOUND) + topic("b/x/y", 10, **BOUND), ""),
    ],
)
@pytest.mark.parametrize("further", ["", "DEFINE TOPIC('${T}') TOPICSTR('t') REPLACE\n"])
def test_the_loads_of_defined_topics(tuned, declared, asked, further):
    found = tuned(declared, a_mqsc=TOPICS + further, qm_ini=LOG)
    (texts) = [one for one in found.questions if "busy topics" in one]
    assert [one.partition(" among ")[2] for one in texts] == ([asked] if asked else [])


@pytest.mark.parametrize(
    ("share", "load", "asked"),
    [
        (
            2,
            topic("a/#", 10, **(BOUND | {"binding": "client", "publishers": 0})),
            "declare publishers for 'a/#'",
        ),
        (2, table("topic", topic="a/#", publish_rate=10, subscribers=1), "declare binding for 'a/#'"),
        (1, table("topic", topic="a/#", publish_rate=10, subscribers=1), ""),
        (2, table("topic", topic="a/#", subscribers=1), ""),
        (2, topic("a/#", 10, **BOUND), ""),
        (2, topic("a/#", 10, **(BOUND | {"binding": "client"})), ""),
        (2, queue("Q", put_rate=100, consumers=1), "declare binding for Q"),
        (2, queue("Q", put_rate=99, consumers=1), ""),
        (2, queue("Q", put_rate=100, consumers=1, binding="standard"), ""),
        (2, queue("Q", put_rate=100, clients=3), ""),
    ],
)
def test_how_programs_connect_is_asked_if_conversations_share_a_socket(tuned, share, load, asked):
    found = tuned(load, a_mqsc="DEFINE QLOCAL(Q) REPLACE\n" + APP.format(share), qm_ini=LOG)
    texts = [one for one in found.questions if "binding" in one or "publishers" in one]
    assert texts == ([asked] if asked else [])


@pytest.mark.parametrize(
    ("load", "asked"),
    [
        (queue("Q", put_rate=10, consumers=1), True),
        (queue("Q", consumers=1), False),
        (queue("Q", put_rate=10, consumers=1, persistent=False), False),
        (table("topic", topic="a/#", publish_rate=10, subscribers=1), True),
        (table("topic", topic="a/#", subscribers=1), False),
    ],
)
def test_persistence_is_asked_of_what_has_a_rate(tuned, load, asked):
    found = tuned(load, a_mqsc="DEFINE QLOCAL(Q) REPLACE\nDEFINE QLOCAL(R) REPLACE\n", qm_ini=LOG)
    assert any(one.startswith("declare persistent for") for one in found.questions) == asked


@pytest.mark.parametrize(
    ("load", "advised"),
    [
        (table("topic", topic="a/#", publish_rate=10, subscribers=1, persistent=True), True),
        (table("topic", topic="a/#", subscribers=1, persistent=True), False),
    ],
)
def test_a_topic_without_a_rate_writes_nothing_to_the_log(tuned, load, advised):
    assert ("log-buffer" in tuned(load, a_mqsc=TOPICS, qm_ini=LOG).kinds) == advised


def test_channels_alone_are_not_asked_for_a_load_if_they_have_a_change(tuned):
    sender = "DEFINE CHANNEL(C{n}) CHLTYPE(SDR) CONNAME('h(1414)') XMITQ(X{n}) REPLACE\n"
    found = tuned("", a_mqsc="".join(sender.format(n=n) for n in range(1000)), qm_ini=LOG)
    assert not found.tuning.undeclared
    assert not any(one.startswith("declare the expected load") for one in found.questions)


# publish threads and receiver channels of a cluster: five on four cores, otherwise as many threads as cores,
# and never more than four channels

RECEIVER = "DEFINE CHANNEL(TO.QM1.{n}) CHLTYPE(CLUSRCVR) CONNAME('h(1414)') CLUSTER(PS) REPLACE\n"
NEWS = "DEFINE TOPIC(NEWS) TOPICSTR('news') CLUSTER(PS) {}REPLACE\n"


@pytest.mark.parametrize(
    ("cores", "threads", "channels", "wanted", "further"),
    [
        (1, 1, 1, None, 0),
        (2, 1, 1, "2", 1),
        (3, 1, 1, "3", 2),
        (4, 1, 1, "5", 3),
        (4, 1, 4, "5", 0),
        (4, 4, 1, "5", 3),
        (4, 5, 1, None, 3),
        (4, 5, 3, None, 0),
        (4, 5, 4, None, 0),
        (8, 1, 1, "8", 3),
    ],
)
@pytest.mark.parametrize("ordered", [False, True])
def test_threads_and_channels_by_cores(tuned, cores, threads, channels, wanted, further, ordered):
    """With an order that a second cluster needs they are held back."""
    text = NEWS.format("") + "".join(RECEIVER.format(n=n) for n in range(channels))
    load = f"cores = {cores}\n" + cluster("PS", ordered=False)
    load += cluster("OTHER", ordered=True) if ordered else ""
    ini = LOG + f"TuningParameters:\n   pscNumPubThreads={threads}\n"
    found = tuned(load, a_mqsc=text, qm_ini=ini)
    changes = [one.change for one in found.tuning.held_back] if ordered else found.changes
    values = [one.values for one in changes if one.about == "publish-threads"]
    assert values == ([{"pscNumPubThreads": wanted}] if wanted else [])
    names = [one.name for one in changes if one.about == "receiver-channels"]
    assert len(names) == (min(further, 1) if ordered else further)


def test_channels_alone_are_not_added_if_the_threads_stay(tuned):
    ini = LOG + "TuningParameters:\n   pscNumPubThreads=1 # tested\n"
    text = NEWS.format("") + RECEIVER.format(n=1)
    found = tuned("cores = 4\n" + cluster("PS", ordered=False), a_mqsc=text, qm_ini=ini)
    assert found.kinds == []
    assert [about for about, _, _ in found.held] == ["publish-threads"]


@pytest.mark.parametrize(("route", "gain"), [("", "38%"), ("CLROUTE(TOPICHOST) ", "55%")])
def test_the_gain_of_threads_and_channels_is_that_of_the_report(tuned, route, gain):
    """0.9518 instead of 0.6905 of one queue manager, and 0.7912 instead of 0.5117."""
    text = NEWS.format(route) + RECEIVER.format(n=1)
    found = tuned("cores = 4\n" + cluster("PS", ordered=False), a_mqsc=text, qm_ini=LOG)
    assert found.change("publish-threads").why.effect.startswith(f"{gain} more publications/s")
    hosts = [one for one in found.hints if one.startswith("define TOPIC(NEWS) with CLROUTE(TOPICHOST)")]
    assert len(hosts) == bool(route)


@pytest.mark.parametrize(
    ("hosts", "hinted"),
    [("1", [True, False]), ("12", [False, False]), ("2", [False, True]), ("", [False, False])],
)
def test_a_second_topic_host_is_proposed_to_the_only_one(tmp_path, monkeypatch, hosts, hinted):
    monkeypatch.chdir(tmp_path)
    toml = 'mq-version = "9.4"\n'
    for n in "12":
        channel = RECEIVER.replace("TO.QM1.{n}", f"TO.QM{n}").replace("h(1414)", f"h{n}(1414)")
        text = channel + NEWS.format("CLROUTE(TOPICHOST) ") * (n in hosts)
        Path(f"{n}.mqsc").write_text(text)
        Path(f"{n}.ini").write_text(LOG)
        toml += f'[[queue-manager]]\nname = "QM{n}"\nfiles = ["{n}.*"]\ncores = 4\n' + cluster(
            "PS", ordered=False
        )
    Path("mqtune.toml").write_text(toml)
    tunings = tune_session(Session.open(Options(["."]))).tunings
    words = "define TOPIC(NEWS) with CLROUTE(TOPICHOST) on a second member"
    assert [any(hint["text"].startswith(words) for hint in one.hints) for one in tunings] == hinted


@pytest.mark.parametrize("more", [{}, {"put_rate": 1}])
def test_the_rate_of_a_declared_queue_is_asked_for(tuned, more):
    found = tuned(queue("PAY", consumers=1, **more), a_mqsc="DEFINE QLOCAL(PAY) REPLACE\n", qm_ini=LOG)
    assert ("declare put-rate for PAY" in found.questions) == (not more)
