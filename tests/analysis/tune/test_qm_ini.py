"""Keys of qm.ini: the cache, publish threads, suppression, limits, the log buffer."""

from __future__ import annotations

import pytest

INI = "TuningParameters:\n   ExpiryInterval=300\n"


def wide(subscribers=60, rate=5000, **more):
    lines = "".join(f"{name.replace('_', '-')} = {value}\n" for name, value in more.items())
    return (
        f'[[queue-manager.topic]]\ntopic = "a/#"\npublish-rate = {rate}\npublishers = 2\n'
        f"subscribers = {subscribers}\n{lines}"
    )


def test_the_cache_holds_the_fan_out_and_two_more(tuned):
    found = tuned(wide(), qm_ini=INI)
    assert found.values("cache-size") == {"PubSubCacheSize": "62"}
    why = found.change("cache-size").why
    assert why.restart
    assert "18 to 19% more publications/s" in why.effect


def test_a_cache_that_holds_the_fan_out_stays(tuned):
    assert "cache-size" not in tuned(wide(48), qm_ini=INI).kinds
    assert "cache-size" not in tuned(wide(60), qm_ini=INI + "   PubSubCacheSize=60\n").kinds


def test_publishers_that_are_idle_gain_nothing(tuned):
    found = tuned(wide(rate=20), qm_ini=INI)
    assert found.kinds == []
    assert "leave PubSubCacheSize at 48" in found.hints[0]


def test_an_unknown_cache_size_is_not_changed(tuned):
    assert tuned(wide(), qm_ini=INI + "   PubSubCacheSize=${SIZE}\n").kinds == []


def test_the_widest_of_administrative_subscriptions_counts_too(tuned):
    text = "DEFINE TOPIC(A) TOPICSTR('a') REPLACE\n" + "".join(
        f"DEFINE QLOCAL(Q{n}) REPLACE\nDEFINE SUB('S{n}') TOPICSTR('a') DEST(Q{n}) REPLACE\n"
        for n in range(50)
    )
    assert tuned(qm_ini=INI, a_mqsc=text).values("cache-size") == {"PubSubCacheSize": "52"}


def test_one_thread_republishes_where_order_is_declared(tuned):
    found = tuned(wide(3, ordered="true"), qm_ini=INI + "   pscNumPubThreads=5\n")
    assert found.values("publish-threads") == {"pscNumPubThreads": "1"}


def test_the_receiver_to_keep_is_named_where_order_is_declared(tuned):
    two = CLUSTER + CLUSTER.splitlines()[1].replace("TO.QM1", "TO.QM1.B") + "\n"
    found = tuned(UNORDERED.replace("false", "true"), qm_ini=INI, a_mqsc=two)
    assert found.kinds == []
    assert any("keep TO.QM1 as the only CLUSRCVR of cluster C" in hint for hint in found.hints)


def test_active_channels_are_not_raised_above_all_channels(tuned):
    ini = "Channels:\n   MaxChannels=2000\n   MaxActiveChannels=500\nQMErrorLog:\n   SuppressMessage=9999\n"
    found = tuned(PAIRS, qm_ini=ini)
    limits = {key: value for one in found.changes for key, value in one.values.items() if "Max" in key}
    assert limits == {"MaxChannels": "3000", "MaxActiveChannels": "3000"}


CLUSTER = """DEFINE TOPIC(A) TOPICSTR('a') CLUSTER(C) REPLACE
DEFINE CHANNEL(TO.QM1) CHLTYPE(CLUSRCVR) CONNAME('h(1414)') CLUSTER(C) REPLACE
"""
UNORDERED = 'cores = 4\n[[queue-manager.cluster]]\ncluster = "C"\nordered = false\n'


def test_threads_and_channels_are_widened_together(tuned):
    found = tuned(UNORDERED, qm_ini=INI, a_mqsc=CLUSTER)
    assert found.values("publish-threads") == {"pscNumPubThreads": "5"}
    names = [one.name for one in found.changes if one.about == "receiver-channels"]
    assert names == ["TO.QM1.2", "TO.QM1.3", "TO.QM1.4"]
    assert "DEFINE CHANNEL(TO.QM1.2) CHLTYPE(CLUSRCVR) +\n      LIKE(TO.QM1) +\n      REPLACE" in found.mqsc
    assert "38% more publications/s" in found.change("publish-threads").why.effect


def test_topic_hosts_gain_more(tuned):
    routed = CLUSTER.replace("CLUSTER(C) REPLACE", "CLUSTER(C) CLROUTE(TOPICHOST) REPLACE", 1)
    assert "55% more" in tuned(UNORDERED, qm_ini=INI, a_mqsc=routed).change("publish-threads").why.effect


def test_missing_cores_and_order_become_questions(tuned):
    no_cores = tuned(UNORDERED.replace("cores = 4\n", ""), qm_ini=INI, a_mqsc=CLUSTER)
    assert no_cores.kinds == []
    assert "declare cores" in no_cores.questions
    nobody = tuned(UNORDERED.replace("ordered = false\n", ""), qm_ini=INI, a_mqsc=CLUSTER)
    assert nobody.kinds == []
    assert "declare ordered = true or false for cluster C" in nobody.questions


def test_no_way_is_widened_in_a_cluster_without_publications(tuned):
    quiet = CLUSTER.replace("DEFINE TOPIC(A) TOPICSTR('a') CLUSTER(C) REPLACE\n", "")
    assert tuned(UNORDERED, qm_ini=INI, a_mqsc=quiet).kinds == []


PAIRS = '[[queue-manager.cluster]]\ncluster = "C"\nchannel-pairs = 1000\n'


def test_channel_messages_are_suppressed_in_qm_ini(tuned):
    found = tuned(PAIRS, qm_ini="Channels:\n   MaxChannels=5000\n")
    assert found.values("suppress-messages") == {
        "SuppressMessage": "9001,9002,9202,9208,9209,9558,9999",
        "SuppressInterval": "60",
    }
    assert found.kinds == ["suppress-messages", "fastpath-channels"]


def test_numbers_that_are_suppressed_already_stay(tuned):
    found = tuned(PAIRS, qm_ini="Channels:\n   MaxChannels=5000\nQMErrorLog:\n   SuppressMessage=5973\n")
    assert found.values("suppress-messages")["SuppressMessage"].startswith("5973,9001,")


@pytest.mark.parametrize(
    "written", ["SuppressMessage=9999", "ExcludeMessage=9209", "SuppressMessage=${LIST}"]
)
def test_a_queue_manager_that_suppresses_is_left_alone(tuned, written):
    ini = f"Channels:\n   MaxChannels=5000\n   MQIBindType=STANDARD\nQMErrorLog:\n   {written}\n"
    assert tuned(PAIRS, qm_ini=ini).kinds == []


def test_limits_of_channels_hold_the_declared_pairs(tuned):
    found = tuned(PAIRS, qm_ini="Channels:\n   MaxChannels=1500\n   MaxActiveChannels=500\n")
    limits = {key: value for one in found.changes for key, value in one.values.items() if "Max" in key}
    assert limits == {"MaxChannels": "3000", "MaxActiveChannels": "3000"}


def test_persistent_messages_need_the_larger_log_buffer(tuned):
    load = '[[queue-manager.queue]]\nqueue = "Q"\nput-rate = 500\npersistent = true\nmessage-size = "2 KiB"\n'
    found = tuned(load, qm_ini="Log:\n   LogFilePages=4096\n")
    assert found.values("log-buffer") == {"LogBufferPages": "4096"}
    quiet = tuned(load.replace("true", "false"), qm_ini="Log:\n   LogFilePages=4096\n")
    assert quiet.kinds == []


def test_the_size_of_log_files_is_never_part_of_a_snippet(tuned):
    load = (
        '[[queue-manager.queue]]\nqueue = "Q"\nput-rate = 5000\npersistent = true\nmessage-size = "2 KiB"\n'
    )
    found = tuned(load, qm_ini="Log:\n   LogFilePages=4096\n   LogPrimaryFiles=3\n")
    assert "LogFilePages" not in found.ini
    assert "LogPrimaryFiles" not in found.ini
    assert any("crtmqm -lf" in hint for hint in found.hints)


def test_zos_has_no_qm_ini(tuned):
    assert tuned(wide(), platform="zos", a_mqsc="DEFINE TOPIC(A) TOPICSTR('a') REPLACE\n").ini == ""


def test_an_unknown_number_of_threads_is_not_changed(tuned):
    ini = INI + "   pscNumPubThreads=${THREADS}\n"
    assert tuned(UNORDERED, qm_ini=ini, a_mqsc=CLUSTER).kinds == []


def test_added_channels_are_like_the_changed_one(tuned):
    """DISCINT of the cluster receiver is changed first: LIKE copies what the channel has at that time."""
    loads = UNORDERED + "channel-pairs = 800\n"
    idle = CLUSTER.replace("CONNAME('h(1414)')", "CONNAME('h(1414)') DISCINT(6000)")
    found = tuned(loads, qm_ini=INI, a_mqsc=idle)
    assert "DISCINT(600)" in found.mqsc
    assert "LIKE(TO.QM1)" in found.mqsc
    assert not tuned(loads, qm_ini=INI, a_mqsc=f"{idle}\n{found.mqsc}").mqsc


@pytest.mark.parametrize(("address", "hinted"), [("h(1414)", False), ("other(1414)", True)])
def test_receivers_of_several_networks_are_not_a_pattern_for_more(tuned, address, hinted):
    second = f"DEFINE CHANNEL(SECOND.QM1) CHLTYPE(CLUSRCVR) CONNAME('{address}') CLUSTER(C) REPLACE\n"
    found = tuned(UNORDERED, a_mqsc=f"{CLUSTER}\n{second}", qm_ini=INI)
    assert any("its name or address is not fixed" in hint["reason"] for hint in found.tuning.hints) == hinted
