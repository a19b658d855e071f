"""Rules use the loads that follow from declared ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mqtune.analysis.budget.budget import budget
from mqtune.analysis.budget.machine import channel_need
from mqtune.session.options import Options
from mqtune.session.session import Session

INI = "Log:\n   LogPrimaryFiles=3\n   LogSecondaryFiles=2\n   LogFilePages=4096\n"
COPIES = """DEFINE QLOCAL(Q3) STREAMQ(SQ3) STRMQOS(MUSTDUP) REPLACE
DEFINE QLOCAL(SQ3) CAPEXPRY(36000) MAXDEPTH(5000) REPLACE
"""
ALIAS = """DEFINE TOPIC(T) TOPICSTR('t') REPLACE
DEFINE QALIAS(PUB) TARGTYPE(TOPIC) TARGET(T) REPLACE
DEFINE QLOCAL(IN) REPLACE
""" + "".join(f"DEFINE SUB(S{number}) TOPICSTR('t') DEST(IN) REPLACE\n" for number in range(6))
QUEUE = """[[queue-manager.queue]]
queue = "{}"
put-rate = {}
message-size = "2 KiB"
persistent = true
"""
FAN_OUT = """[[queue-manager.topic]]
topic = "p"
publish-rate = 1500
subscribers = 30
message-size = "2 KiB"
persistent = true
"""


@pytest.fixture
def found(tmp_path, monkeypatch):
    """The codes of the findings of one queue manager, with their messages."""
    monkeypatch.chdir(tmp_path)

    def lint(mqsc, loads):
        (tmp_path / "a.mqsc").write_text(mqsc)
        (tmp_path / "qm.ini").write_text(INI)
        (tmp_path / "mqtune.toml").write_text(f'mq-version = "9.4"\n[[queue-manager]]\nname = "Q"\n{loads}')
        result = Session.open(Options(["."])).lint()
        assert not result.crashes
        return {one.code: one.message for one in reversed(result.findings)}

    return lint


def test_copies_of_a_streaming_queue_need_depth_and_log(found):
    messages = found(COPIES, QUEUE.format("Q3", 10_000))
    assert "39,000,000 messages" in messages["EXP001"]
    assert "41.0 MB/s" in messages["LOG011"]


def test_a_topic_alias_multiplies_by_its_subscriptions(found):
    assert "36.9 MB/s" in found(ALIAS, QUEUE.format("PUB", 3000))["LOG011"]


def test_persistent_publications_are_logged_for_each_subscriber(found):
    assert "92.2 MB/s" in found("DEFINE QLOCAL(A) REPLACE\n", FAN_OUT)["LOG011"]


def test_a_load_of_a_remote_queue_is_logged_once(found):
    remote = (
        "DEFINE QREMOTE(OUT) RNAME(IN) RQMNAME(QB) XMITQ(QB) REPLACE\n"
        "DEFINE QLOCAL(QB) USAGE(XMITQ) REPLACE\n"
    )
    assert "41.0 MB/s" in found(remote, QUEUE.format("OUT", 20_000))["LOG011"]


def test_eleven_equal_branches_on_one_lock_are_reported(found):
    loads = "".join(
        f'[[queue-manager.topic]]\ntopic = "b{number}/#"\npublish-rate = 160000\n' for number in range(11)
    )
    assert "1,760,000/s in total" in found("DEFINE QLOCAL(A) REPLACE\n", loads)["PUB001"]


def test_a_rate_without_a_source_is_not_reported_as_derived(found):
    assert "QUE026" not in found(COPIES, QUEUE.format("SQ3", 10_000))


def test_undefined_objects_are_those_that_are_declared(found):
    assert "REF035" not in found(ALIAS, QUEUE.format("PUB", 3000))


@pytest.mark.parametrize(
    ("size", "contradicts"), [("2048", False), ("2000", False), ("4096", True), ("512", True)]
)
def test_a_copy_has_the_size_of_its_original(found, size, contradicts):
    copy = f'[[queue-manager.queue]]\nqueue = "SQ3"\nmessage-size = "{size} B"\n'
    reported = found(COPIES, QUEUE.format("Q3", 300) + copy)
    assert ("QUE030" in reported) == contradicts
    if contradicts:
        assert "have 2,048 on average" in reported["QUE030"]


def test_a_transmission_header_does_not_contradict_a_size(found):
    remote = (
        "DEFINE QREMOTE(OUT) RNAME(IN) RQMNAME(QB) XMITQ(QB) REPLACE\n"
        "DEFINE QLOCAL(QB) USAGE(XMITQ) REPLACE\n"
    )
    header = '[[queue-manager.queue]]\nqueue = "QB"\nput-rate = 300\nmessage-size = "{} B"\n'
    assert "QUE030" not in found(remote, QUEUE.format("OUT", 300) + header.format(2048 + 428))


def test_programs_behind_a_topic_alias_are_publishers(found):
    """Binding and number of producers follow to the topic; without them these rules find nothing."""
    channel = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) TRPTYPE(TCP) SHARECNV(10) REPLACE\n"
    channel += "".join(f"DEFINE SUB(X{n}) TOPICSTR('t') DEST(X{n}) REPLACE\n" for n in range(40))
    load = QUEUE.format("PUB", 40_000) + 'binding = "client"\nproducers = 2\n'
    messages = found(ALIAS + channel, load)
    assert "20,000 messages/s each" in messages["CHL011"]
    assert "20,000" in messages["PUB017"]
    assert "PUB017" not in found(ALIAS, QUEUE.format("PUB", 40_000))


def test_order_declared_at_the_publisher_holds_where_publications_arrive(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("QP", "QS"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.mqsc").write_text(
            f"ALTER QMGR REPOS(C1)\n"
            f"DEFINE CHANNEL(TO.{name}) CHLTYPE(CLUSRCVR) TRPTYPE(TCP) CONNAME('{name}(1414)') CLUSTER(C1)\n"
            "DEFINE CHANNEL(TO.X) CHLTYPE(CLUSSDR) TRPTYPE(TCP) CONNAME('x(1414)') CLUSTER(C1)\n"
            "DEFINE TOPIC(T) TOPICSTR('t') CLUSTER(C1)\nDEFINE QLOCAL(IN)\n"
            "DEFINE SUB(S) TOPICSTR('t') DEST(IN)\n"
        )
    (tmp_path / "QS" / "qm.ini").write_text("TuningParameters:\n   pscNumPubThreads=4\n")
    declared = 'mq-version = "9.4"\n' + "".join(
        f'[[queue-manager]]\nname = "{name}"\nfiles = ["{name}/**"]\n{load}'
        for name, load in (
            ("QP", '[[queue-manager.topic]]\ntopic = "t"\npublish-rate = 100\nordered = true\n'),
            ("QS", ""),
        )
    )
    (tmp_path / "mqtune.toml").write_text(declared)
    findings = Session.open(Options(["."])).lint().findings
    (one,) = [one for one in findings if one.code == "CLU001" and "order" in one.message]
    assert one.place.file == "QS/qm.ini"
    assert [(where.place.file, where.place.span.line) for where in one.related][:1] == [("mqtune.toml", 5)]


@pytest.mark.parametrize(("rate", "size"), [(20_000, "8 KiB"), (5_000, "2 KiB"), (30_000, "1 KiB")])
def test_lint_and_budget_use_what_arrives_if_declarations_contradict_it(found, rate, size):
    remote = "DEFINE QALIAS(OUT) TARGET(IN) REPLACE\nDEFINE QLOCAL(IN) REPLACE\n"
    wrong = QUEUE.format("IN", rate).replace("2 KiB", size)
    messages = found(remote, QUEUE.format("OUT", 20_000) + wrong)
    (estate,) = Session.open(Options(["."])).estates
    (row,) = [one for one in budget(estate) if one.kind == "log-bytes"]
    assert f"{row.used / 1e6:,.1f} MB/s of persistent messages" in messages["LOG011"]
    assert {"QUE026", "QUE030"} & set(messages)


def test_messages_of_unknown_size_add_nothing_to_the_log(found):
    unsized = '[[queue-manager.queue]]\nqueue = "SQ9"\nput-rate = 90000\npersistent = true\n'
    script = "DEFINE QLOCAL(SQ9) REPLACE\nDEFINE QLOCAL(Q9) REPLACE\n"
    assert "LOG011" not in found(script, unsized)
    messages = found(script, unsized + QUEUE.format("Q9", 20_000))
    assert "41.0 MB/s of persistent messages make it write about 69.6 MB/s" in messages["LOG011"]


@pytest.mark.parametrize(
    ("first", "second", "size", "persistent"),
    [
        # 10/s and 30/s: 10,240 and 92,160 bytes/s
        (
            {"message-size": "1 KiB", "persistent": True},
            {"message-size": "3 KiB", "persistent": False},
            2560,
            0.1,
        ),
        (
            {"message-size": "1 KiB", "persistent": False},
            {"message-size": "3 KiB", "persistent": True},
            2560,
            0.9,
        ),
        ({"persistent": True}, {"message-size": "3 KiB", "persistent": False}, None, 0.25),
        ({"persistent": True}, {"persistent": False}, None, 0.25),
        ({"persistent": True}, {"persistent": True}, None, True),
        ({"persistent": False}, {"persistent": False}, None, False),
        ({"persistent": False}, {}, None, None),
        ({"message-size": "1 KiB"}, {"message-size": "1 KiB"}, 1024, None),
    ],
)
def test_what_arrives_in_a_queue_from_two_is_their_mean(
    tmp_path, monkeypatch, first, second, size, persistent
):
    monkeypatch.chdir(tmp_path)
    text = "".join(f"DEFINE QLOCAL({name}) STREAMQ(BOTH) REPLACE\n" for name in "AB")
    Path("a.mqsc").write_text(text + "DEFINE QLOCAL(BOTH) REPLACE\n")
    toml = 'mq-version = "9.4"\n[[queue-manager]]\nname = "Q"\n'
    for name, rate, more in (("A", 10, first), ("B", 30, second)):
        values = {"queue": name, "put-rate": rate, "consumers": 1} | more
        toml += "[[queue-manager.queue]]\n" + "".join(
            f"{key} = {json.dumps(one)}\n" for key, one in values.items()
        )
    Path("mqtune.toml").write_text(toml)
    (estate,) = Session.open(Options(["."])).estates
    budget(estate)
    (load,) = [one for one in estate.queue_managers[0].queue_loads if one.queue == "BOTH"]
    assert (load.put_rate_per_s, load.message_size_bytes) == (40, size)
    assert load.persistent == (pytest.approx(persistent) if isinstance(persistent, float) else persistent)


@pytest.mark.parametrize(
    ("by_load", "by_channel", "clients"), [(300, 0, 300), (300, 299, 300), (300, 301, 301), (0, 20, 20)]
)
def test_clients_of_loads_and_of_channels_are_the_same_ones(
    tmp_path, monkeypatch, by_load, by_channel, clients
):
    monkeypatch.chdir(tmp_path)
    Path("a.mqsc").write_text("DEFINE QLOCAL(A) REPLACE\nDEFINE CHANNEL(APP) CHLTYPE(SVRCONN) REPLACE\n")
    toml = 'mq-version = "9.4"\n[[queue-manager]]\nname = "Q"\n'
    if by_load:
        toml += (
            f'[[queue-manager.queue]]\nqueue = "A"\nput-rate = 1\nbinding = "client"\nclients = {by_load}\n'
        )
    if by_channel:
        toml += f'[[queue-manager.channel]]\nchannel = "APP"\nclients = {by_channel}\n'
    Path("mqtune.toml").write_text(toml)
    (estate,) = Session.open(Options(["."])).estates
    need = channel_need(estate.queue_managers[0], estate)
    assert (need.clients, need.least, need.wanted) == (clients, clients, -(-clients * 3 // 2))
