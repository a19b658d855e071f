"""Depth of expiring queues, and conversations that share a socket."""

from __future__ import annotations

import pytest

from mqtune.analysis.budget.budget import budget

COPY = 'queue = "COPY"\nput-rate = 2000\nmessage-size = "2 KiB"\nconsumers = 0\n'
QUEUE = "DEFINE QLOCAL(COPY) CAPEXPRY(3000) REPLACE\n"
INI = "Channels:\n   MaxChannels=1000\n"


def load(text):
    return f"[[queue-manager.queue]]\n{text}"


def test_the_depth_holds_what_the_cap_lets_in_and_five_per_cent(tuned):
    found = tuned(load(COPY), a_mqsc=QUEUE)
    assert found.values("queue-depth") == {"MAXDEPTH": "1260000"}
    why = found.change("queue-depth").why
    assert "1,200,000 messages" in why.reason
    assert "3.7 GB" in why.risk
    assert not why.restart


def test_a_depth_that_is_enough_stays(tuned):
    assert tuned(load(COPY), a_mqsc=QUEUE.replace("REPLACE", "MAXDEPTH(1260000) REPLACE")).kinds == []


def test_a_queue_that_is_read_stays(tuned):
    assert tuned(load(COPY.replace("consumers = 0", "consumers = 2")), a_mqsc=QUEUE).kinds == []


def test_an_explicit_file_size_grows_with_the_depth(tuned):
    found = tuned(load(COPY), a_mqsc=QUEUE.replace("REPLACE", "MAXFSIZE(1000) REPLACE"))
    assert found.values("queue-depth") == {"MAXDEPTH": "1260000", "MAXFSIZE": "3516"}


def test_a_disk_that_is_too_small_is_a_hint_and_an_undeclared_one_a_question(tuned):
    small = tuned('queue-disk = "1 GB"\n' + load(COPY), a_mqsc=QUEUE)
    assert any("3.7 GB of disk" in hint for hint in small.hints)
    assert "declare queue-disk" in tuned(load(COPY), a_mqsc=QUEUE).questions


def test_a_capped_queue_without_a_load_becomes_a_question(tuned):
    found = tuned(load(COPY), a_mqsc=QUEUE + "DEFINE QLOCAL(OTHER) CAPEXPRY(600) REPLACE\n")
    assert "declare put-rate, message-size and consumers for OTHER" in found.questions


def test_unbounded_copies_become_a_question(tuned):
    text = "DEFINE QLOCAL(COPY) REPLACE\nDEFINE QLOCAL(ORDERS) STREAMQ(COPY) REPLACE\n"
    found = tuned(load(COPY), a_mqsc=text)
    assert found.kinds == []
    assert found.questions[0].startswith("set CAPEXPRY on COPY")


CLIENTS = """
[[queue-manager.topic]]
topic = "a/#"
publish-rate = 4000
publishers = 20
subscribers = 1
binding = "client"
"""
CHANNEL = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) SHARECNV(10) MAXINST(50) REPLACE\n"


def test_busy_clients_get_a_socket_each_and_limits_that_suffice_stay(tuned):
    found = tuned(CLIENTS, qm_ini=INI, a_mqsc=CHANNEL)
    assert found.values("share-conversations") == {"SHARECNV": "1"}
    assert "more than 50 are refused" in found.change("share-conversations").why.risk
    assert found.kinds == ["fastpath-channels", "share-conversations"]
    assert "ALTER CHANNEL(APP) CHLTYPE(SVRCONN) +" in found.mqsc


def test_an_instance_for_each_declared_client_is_accepted(tuned):
    found = tuned(CLIENTS, qm_ini=INI, a_mqsc=CHANNEL.replace("MAXINST(50)", "MAXINST(10)"))
    assert found.values("share-conversations") == {"SHARECNV": "1", "MAXINST": "30"}
    assert "channel-limits" not in found.kinds


def test_slow_clients_and_local_ones_keep_their_channels(tuned):
    assert tuned(CLIENTS.replace("4000", "400"), qm_ini=INI, a_mqsc=CHANNEL).kinds == []
    assert tuned(CLIENTS.replace("client", "fastpath"), qm_ini=INI, a_mqsc=CHANNEL).kinds == []


def test_without_a_limit_on_instances_only_declared_clients_count(tuned):
    found = tuned(CLIENTS, qm_ini=INI, a_mqsc="DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) REPLACE\n")
    assert found.values("share-conversations") == {"SHARECNV": "1"}
    assert "channel-limits" not in found.kinds
    many = CLIENTS.replace("publishers = 20", "publishers = 20\nclients = 1100")
    found = tuned(many, qm_ini=INI, a_mqsc="DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) REPLACE\n")
    assert found.values("channel-limits") == {"MaxChannels": "1650"}


def test_declared_clients_need_instances_and_channels(tuned):
    load = CLIENTS.replace("publishers = 20", "publishers = 300").replace("4000", "400")
    ini = "Channels:\n   MaxChannels=200\n"
    found = tuned(
        load, qm_ini=ini, a_mqsc=CHANNEL.replace("SHARECNV(10) MAXINST(50)", "SHARECNV(1) MAXINST(200)")
    )
    assert found.values("instance-limits") == {"MAXINST": "450"}
    assert found.values("channel-limits") == {"MaxChannels": "450"}
    after = CHANNEL.replace("SHARECNV(10) MAXINST(50)", "SHARECNV(1) MAXINST(450)")
    assert tuned(load, qm_ini="Channels:\n   MaxChannels=450\n", a_mqsc=after).kinds == []


QUEUE_CLIENTS = """
[[queue-manager.queue]]
queue = "ORDERS"
put-rate = 5000
message-size = "2 KiB"
persistent = false
producers = 40
consumers = 4
binding = "client"
burst = "0 B"
"""


def test_busy_consumers_of_a_queue_get_a_socket_each(tuned):
    text = CHANNEL + "DEFINE QLOCAL(ORDERS) REPLACE\n"
    found = tuned(QUEUE_CLIENTS, qm_ini=INI, a_mqsc=text)
    assert found.values("share-conversations")["SHARECNV"] == "1"
    assert "get 1,250 messages/s each from ORDERS" in found.change("share-conversations").why.reason
    assert found.values("fastpath-channels") == {"MQIBindType": "FASTPATH"}


@pytest.mark.parametrize(("producers", "rate"), [(5, "put 1,000 messages/s each to ORDERS"), (100, None)])
def test_busy_producers_of_a_queue_get_a_socket_each(tuned, producers, rate):
    load = QUEUE_CLIENTS.replace("producers = 40", f"producers = {producers}").replace(
        "consumers = 4", "consumers = 100"
    )
    found = tuned(load, qm_ini=INI, a_mqsc=CHANNEL + "DEFINE QLOCAL(ORDERS) REPLACE\n")
    assert ("share-conversations" in found.kinds) == bool(rate)
    assert rate is None or rate in found.change("share-conversations").why.reason


@pytest.mark.parametrize(
    ("limit", "keywords"), [(43, {"SHARECNV", "MAXINST"}), (44, {"SHARECNV"}), (999999999, {"SHARECNV"})]
)
def test_instances_are_raised_with_the_sockets_if_there_is_a_limit(tuned, limit, keywords):
    channel = CHANNEL.replace("MAXINST(50)", f"MAXINST({limit})")
    found = tuned(QUEUE_CLIENTS, qm_ini=INI, a_mqsc=channel + "DEFINE QLOCAL(ORDERS) REPLACE\n")
    assert {*found.values("share-conversations")} == keywords


def test_channels_with_exits_stay_standard(tuned):
    text = CHANNEL.replace("REPLACE", "SCYEXIT('check(main)') REPLACE") + "DEFINE QLOCAL(ORDERS) REPLACE\n"
    found = tuned(QUEUE_CLIENTS, qm_ini=INI, a_mqsc=text)
    assert "fastpath-channels" not in found.kinds
    assert "leave MQIBindType at STANDARD: CHANNEL(APP) has SCYEXIT" in found.hints


def test_an_undeclared_binding_becomes_a_question(tuned):
    found = tuned(CLIENTS.replace('binding = "client"\n', ""), qm_ini=INI, a_mqsc=CHANNEL)
    assert found.kinds == []
    assert "declare binding for 'a/#'" in found.questions


def test_a_queue_manager_without_a_load_has_one_question_and_no_changes(tuned):
    found = tuned(a_mqsc="DEFINE QLOCAL(Q) REPLACE\n")
    assert found.kinds == []
    assert len(found.questions) == 1
    assert "[[queue-manager.topic]]" in found.questions[0]


def test_undeclared_subscribers_become_a_question(tuned):
    found = tuned('[[queue-manager.topic]]\ntopic = "a/#"\npublish-rate = 400\n', qm_ini=INI)
    assert "declare subscribers for 'a/#'" in found.questions


CAPPED = "DEFINE QLOCAL(Q) CAPEXPRY(6000) MAXDEPTH(100000) REPLACE\n"
RATED = '[[queue-manager.queue]]\nqueue = "Q"\nput-rate = 10\nconsumers = 0\nmessage-size = "2 KiB"\n'


@pytest.mark.parametrize(("spare", "kinds"), [(0, []), (-1, ["expiry-interval"])])
def test_the_expiry_interval_is_shorter_only_if_the_disk_is_too_small(tuned, spare, kinds):
    ini = "Log:\n   LogPrimaryFiles=3\n"
    roomy = tuned('queue-disk = "100 GB"\n' + RATED, a_mqsc=CAPPED, qm_ini=ini)
    (row,) = [row for row in budget(roomy.session.estates[0]) if row.kind == "queue-disk"]
    disk = f'queue-disk = "{round(row.used) + spare} B"\n'
    assert tuned(disk + RATED, a_mqsc=CAPPED, qm_ini=ini).kinds == kinds
