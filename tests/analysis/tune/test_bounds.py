"""Each bound of docs/tune.md with a load that reaches it and one that does not."""

from __future__ import annotations

import pytest

from mqtune.capacity.definition import Constant
from mqtune.capacity.run import Calibration, Measured
from mqtune.session.tuning import tune_session
from tests.analysis.tune.situations import CHANNELS, LOG, cluster, queue, table, topic

APP = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) SHARECNV({share}) MAXINST({most}) REPLACE\n"
RECEIVER = "DEFINE CHANNEL(TO.QM1) CHLTYPE(CLUSRCVR) CONNAME('h(1414)') CLUSTER(RETAIL) REPLACE\n"
SENDER = "DEFINE CHANNEL(C{n}) CHLTYPE(SDR) CONNAME('h(1414)') XMITQ(X{n}) REPLACE\n"


def clients(number, rate=1, **more):
    return topic(
        "a/#", number * rate, publishers=number, subscribers=1, binding="client", persistent=False, **more
    )


# a client with 100 messages/s or more


@pytest.mark.parametrize("kind", ["share-conversations", "fastpath-channels"])
@pytest.mark.parametrize(
    ("load", "busy"),
    [
        (clients(20, rate=100), True),
        (clients(20, rate=99), False),
        (queue("A", put_rate=100, binding="client", producers=1, consumers=2), True),
        (queue("A", put_rate=199, binding="client", producers=2, consumers=2), False),
        (queue("A", put_rate=200, binding="client", producers=3, consumers=2), True),
        (queue("A", put_rate=200, binding="client", clients=4), True),
        (queue("A", put_rate=199, binding="client", clients=4), False),
        (queue("A", put_rate=300, binding="standard", producers=1, consumers=1), False),
    ],
)
def test_a_busy_client(tuned, kind, load, busy):
    text = "DEFINE QLOCAL(A) REPLACE\n" + APP.format(share=10, most=1000)
    assert (kind in tuned(load, a_mqsc=text, qm_ini=LOG + CHANNELS).kinds) == busy


@pytest.mark.parametrize(("share", "advised"), [(2, True), (1, False), (0, False)])
def test_only_a_socket_that_is_shared_is_divided(tuned, share, advised):
    found = tuned(clients(20, rate=200), a_mqsc=APP.format(share=share, most=1000), qm_ini=LOG + CHANNELS)
    assert ("share-conversations" in found.kinds) == advised


@pytest.mark.parametrize(
    ("most", "wanted"), [(300, None), (299, "450"), (999_999_999, None)]
)  # 300 plus 50%, from one more than the limit
@pytest.mark.parametrize("share", [1, 10])
def test_maxinst_covers_the_declared_clients(tuned, most, wanted, share):
    found = tuned(clients(300, rate=200), a_mqsc=APP.format(share=share, most=most), qm_ini=LOG)
    values = {
        key: value for change in found.changes if change.name == "APP" for key, value in change.values.items()
    }
    assert values.get("MAXINST") == wanted
    assert ("SHARECNV" in values) == (share > 1)
    if share > 1:
        risk = found.change("share-conversations").why.risk
        assert ("are refused" in risk) == (most < 999_999_999)


@pytest.mark.parametrize(("pairs", "wanted"), [(150, None), (151, "453")])  # two channels each, plus 50%
@pytest.mark.parametrize("key", ["MaxChannels", "MaxActiveChannels"])
def test_a_limit_of_300_channels_covers_150_pairs(tuned, key, pairs, wanted):
    ini = "Channels:\n   MaxChannels=9000\n   MaxActiveChannels=9000\n".replace(f"{key}=9000", f"{key}=300")
    found = tuned(cluster("RETAIL", channel_pairs=pairs), a_mqsc="ALTER QMGR DESCR('a')\n", qm_ini=LOG + ini)
    assert [change.values for change in found.changes] == ([{key: wanted}] if wanted else [])


@pytest.mark.parametrize(("number", "asked"), [(100, False), (101, True)])
def test_without_a_qm_ini_more_clients_than_the_default_of_max_channels_ask_for_it(tuned, number, asked):
    found = tuned(clients(number), a_mqsc=APP.format(share=1, most=1000))
    follows = [
        one["follows"] for one in found.tuning.questions if one["declare"].startswith("add the qm.ini")
    ]
    assert any("MaxChannels must cover" in one for one in follows) == asked


def test_the_appliance_has_no_limit_of_channels(tuned):
    files = {"a_mqsc": APP.format(share=1, most=1000), "qm_ini": LOG + CHANNELS}
    assert tuned(clients(300), **files).kinds == ["channel-limits"]
    assert "channel-limits" not in tuned(clients(300), platform="appliance", **files).kinds


@pytest.mark.parametrize(("most", "low"), [(300, False), (299, True)])
def test_limits_of_zos_that_are_reached_are_not_lower(tuned, most, low):
    text = f"ALTER QMGR MAXCHL({most}) ACTCHL(9000)\n" + APP.format(share=1, most=1000)
    found = tuned(clients(300), platform="zos", a_mqsc=text)
    assert any(one.startswith(f"MAXCHL({most}) of QMGR is lower") for one in found.open) == low


@pytest.mark.parametrize("name", ["*", "OTHER*"])
def test_a_mapping_for_other_channels_or_for_all_of_them_makes_no_administrator(tuned, name):
    record = f"SET CHLAUTH('{name}') TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(MAP) MCAUSER('mqm')\n"
    found = tuned(clients(20, rate=200), a_mqsc=APP.format(share=10, most=50) + record, qm_ini=LOG + CHANNELS)
    assert found.values("share-conversations") == {"SHARECNV": "1"}


def test_clients_whose_number_is_unknown_are_asked_for(tuned):
    load = topic("a/#", 10, subscribers=1, binding="client", persistent=False)
    found = tuned(load, a_mqsc=APP.format(share=1, most=1000), qm_ini=LOG)
    assert "declare clients for 'a/#'" in found.questions


# message channels of a hub


@pytest.mark.parametrize(("channels", "many"), [(999, False), (1000, True)])  # 500 pairs
def test_1000_message_channels_are_many(tuned, channels, many):
    found = tuned("", a_mqsc="".join(SENDER.format(n=n) for n in range(channels)), qm_ini=LOG)
    assert ("fastpath-channels" in found.kinds) == many
    assert ("suppress-messages" in found.kinds) == many
    assert any("MQ_CHANNEL_SUPPRESS_MSGS" in hint for hint in found.hints) == many


@pytest.mark.parametrize(("interval", "keys"), [("", 2), ("   SuppressInterval=60\n", 1)])
def test_an_interval_of_suppression_that_is_set_stays(tuned, interval, keys):
    ini = LOG + "Channels:\n   MaxChannels=9000\nQMErrorLog:\n   ExcludeMessage=7234\n" + interval
    found = tuned(cluster("RETAIL", channel_pairs=1000), a_mqsc="DEFINE QLOCAL(A) REPLACE\n", qm_ini=ini)
    assert len(found.values("suppress-messages")) == keys
    assert ("SuppressInterval" in found.values("suppress-messages")) == (keys == 2)


@pytest.mark.parametrize(
    ("repository", "declared", "asked"),
    [
        ("REPOS(RETAIL)", {"ordered": True}, True),
        ("DESCR('no repository')", {"ordered": True}, False),
        ("REPOS(RETAIL)", {"channel_pairs": 10}, False),
    ],
)
def test_a_full_repository_is_asked_for_its_pairs(tuned, repository, declared, asked):
    text = f"ALTER QMGR {repository}\n{RECEIVER}"
    found = tuned(cluster("RETAIL", **declared), a_mqsc=text, qm_ini=LOG)
    assert ("declare channel-pairs for cluster RETAIL" in found.questions) == asked


# topics: 888,744 publications/s for one lock; docs/models/fan-out.md has the time of a publication


@pytest.mark.parametrize(
    ("rate", "publishers", "kinds", "asked"),
    [
        (44_437, 2, [], False),  # 5%
        (44_438, 2, ["isolate-topic"], False),
        (622_120, 113, ["isolate-topic"], False),  # 70%
        (622_121, 113, [], True),
        (453_259, 114, ["isolate-topic"], False),  # 51%
        (453_260, 114, [], True),
    ],
)
@pytest.mark.parametrize("branch", ["a/#", "a"])
def test_the_share_of_one_lock(tuned, rate, publishers, kinds, asked, branch):
    load = topic(branch, rate, publishers=publishers, subscribers=1, persistent=False)
    found = tuned(load, a_mqsc="DEFINE TOPIC(A) TOPICSTR('a') REPLACE\n", qm_ini=LOG)
    assert found.kinds == kinds
    texts = found.questions if branch == "a/#" else found.hints
    words = "sub-branches that carry 'a/#'" if branch == "a/#" else "distribute the publications on 'a'"
    assert any(words in text for text in texts) == asked


@pytest.mark.parametrize(("rates", "names"), [((10_000, 90_000), ["A", "B"]), ((9_999, 90_001), ["B"])])
def test_a_branch_with_a_tenth_of_the_load_of_a_lock_is_isolated_too(tuned, rates, names):
    loads = "".join(
        topic(f"{name}/#", rate, subscribers=1, persistent=False)
        for name, rate in zip("ab", rates, strict=True)
    )
    text = "".join(f"DEFINE TOPIC({name}) TOPICSTR('{name.lower()}') REPLACE\n" for name in "AB")
    assert [change.name for change in tuned(loads, a_mqsc=text, qm_ini=LOG).changes] == names


LIMIT = Measured("topic-limit", Constant("limit_per_s", 1_000_000, "", "calibrated", "result r1", {}), "9.4")


@pytest.mark.parametrize(
    ("rates", "isolated"),
    [
        ([49_999], 0),
        ([50_000], 1),
        ([699_999], 1),
        ([700_000], 0),  # in parts
        ([349_999, 350_000], 2),
        ([350_000, 350_000], 1),
        ([350_000, 700_000], 1),
    ],
)
def test_the_share_of_a_lock_that_was_measured(tuned, rates, isolated):
    loads = "".join(topic(f"{n}/#", rate, subscribers=1, persistent=False) for n, rate in enumerate(rates))
    found = tuned(loads, a_mqsc="DEFINE QLOCAL(Q) REPLACE\n", qm_ini=LOG)
    (tuning,) = tune_session(found.session, calibration=Calibration("own.toml", [LIMIT])).tunings
    assert len(tuning.changes) == isolated
    assert {change.why.basis for change in tuning.changes} <= {"calibrated"}
    assert all("1,000,000/s (measured here)" in change.why.effect for change in tuning.changes)


@pytest.mark.parametrize(
    ("subscribers", "rate", "kinds", "idle"),
    [
        (48, 9000, [], False),
        (49, 9000, ["cache-size"], False),
        (60, 281, ["cache-size"], False),
        (60, 280, [], True),
    ],
)  # 48 handles; 356.3 us for 60 subscribers are 5% of the time with 140.3 publications/s
def test_the_cache_is_as_large_as_the_fan_out_of_publishers_that_are_busy(
    tuned, subscribers, rate, kinds, idle
):
    load = topic("a/#", rate, publishers=2, subscribers=subscribers, persistent=False)
    found = tuned(load, a_mqsc="DEFINE TOPIC(A) TOPICSTR('a') REPLACE\n", qm_ini=LOG)
    assert found.kinds == kinds
    size = {"PubSubCacheSize": "51" if subscribers == 49 else "62"}
    assert [one.values for one in found.changes] == [size] * len(kinds)
    assert any(hint.startswith("leave PubSubCacheSize at 48") for hint in found.hints) == idle


def test_the_gain_of_a_larger_cache_is_that_of_the_published_lines(tuned):
    load = topic("a/#", 9000, publishers=2, subscribers=161, persistent=False)
    effect = (
        tuned(load, a_mqsc="DEFINE TOPIC(A) TOPICSTR('a') REPLACE\n", qm_ini=LOG)
        .change("cache-size")
        .why.effect
    )
    assert "takes 773 to 892 us instead of 1,316 to 1,491 us, 67 to 70% more publications/s" in effect


# buffers of queues

KIB = 1024
BURST = queue("Q", put_rate=50, consumers=1, burst="{burst}", persistent="{persistent}").replace(
    '"{persistent}"', "{persistent}"
)


@pytest.mark.parametrize(
    ("persistent", "key", "default"),
    [("false", "DefaultQBufferSize", 128 * KIB), ("true", "DefaultPQBufferSize", 256 * KIB)],
)
def test_a_buffer_is_the_burst_in_pages_of_4_kib_up_to_its_maximum(tuned, persistent, key, default):
    most = 100 * KIB * KIB
    sizes = {default: None, default + 1: default + 4 * KIB, most: most, most + 1: most}
    for burst, size in sizes.items():
        load = 'memory = "16 GiB"\n' + BURST.format(burst=f"{burst} B", persistent=persistent)
        found = tuned(load, a_mqsc="DEFINE QLOCAL(Q) REPLACE\n", qm_ini=LOG)
        values = [change.values for change in found.changes if change.about == "queue-buffers"]
        assert values == ([{key: str(size)}] if size else []), burst


@pytest.mark.parametrize(("size", "advised"), [("1048576", False), ("1048575", True), ("104857601", False)])
def test_a_buffer_that_is_set_is_never_made_smaller(tuned, size, advised):
    load = 'memory = "16 GiB"\n' + BURST.format(burst="1 MiB", persistent="false")
    ini = LOG + f"TuningParameters:\n   DefaultQBufferSize={size}\n"
    found = tuned(load, a_mqsc="DEFINE QLOCAL(Q) REPLACE\n", qm_ini=ini)
    assert ("queue-buffers" in found.kinds) == advised


@pytest.mark.parametrize(("memory", "advised"), [(2560, True), (2559, False)])
def test_buffers_may_use_half_of_the_memory(tuned, memory, advised):
    """Two queues with 128 KiB and 512 KiB each."""
    load = f'memory = "{memory} KiB"\n' + BURST.format(burst="512 KiB", persistent="true")
    found = tuned(load, a_mqsc="DEFINE QLOCAL(Q) REPLACE\nDEFINE QLOCAL(R) REPLACE\n", qm_ini=LOG)
    assert ("queue-buffers" in found.kinds) == advised
    assert any(hint.startswith("do not raise DefaultPQBufferSize") for hint in found.hints) != advised


def test_a_burst_needs_to_know_whether_messages_are_persistent(tuned):
    load = BURST.format(burst="1 MiB", persistent="true").replace("persistent = true\n", "")
    found = tuned('memory = "1 GiB"\n' + load, a_mqsc="DEFINE QLOCAL(Q) REPLACE\n", qm_ini=LOG)
    assert "declare persistent for Q" in found.questions
    assert "queue-buffers" not in found.kinds


# questions and assumptions


def test_a_question_is_asked_once(tuned):
    load = queue("COPY", put_rate=100, consumers=0, persistent=True)
    found = tuned(load, a_mqsc="DEFINE QLOCAL(COPY) CAPEXPRY(3000) REPLACE\n", qm_ini=LOG)
    assert found.questions.count("declare message-size for COPY") == 1


@pytest.mark.parametrize(("key", "assumed"), [("", 1), ("   PubSubCacheSize=20\n", 0)])
def test_a_value_that_the_files_set_is_not_assumed(tuned, key, assumed):
    load = topic("a/#", 9000, publishers=2, subscribers=60, persistent=False)
    found = tuned(load, a_mqsc="DEFINE TOPIC(A) TOPICSTR('a') REPLACE\n", qm_ini=f"TuningParameters:\n{key}")
    assert found.kinds == ["cache-size"]
    assert len(found.tuning.assumed) == assumed
    assert ("assumed" in found.change("cache-size").why.risk) == bool(assumed)


def test_without_a_load_there_is_one_question_and_nothing_else(tuned):
    found = tuned("", a_mqsc="DEFINE QLOCAL(A) REPLACE\n", qm_ini=LOG + "Channels:\n   MaxChannels=many\n")
    assert found.tuning.undeclared
    assert (found.open, found.kinds, found.hints) == ([], [], [])
    assert [one.partition(" in mqtune.toml")[0] for one in found.questions] == [
        "declare the expected load of QM1"
    ]


def test_a_change_of_one_channel_does_not_settle_another_one(tuned):
    text = APP.format(share=1, most=200) + APP.format(share=1, most=50).replace("APP", "FULL")
    loads = table("channel", channel="APP", clients=300) + table("channel", channel="FULL", clients=50)
    found = tuned(queue("A", put_rate=1) + loads, a_mqsc="DEFINE QLOCAL(A) REPLACE\n" + text, qm_ini=LOG)
    assert "instance-limits" in found.kinds
    open = [one for one in found.open if "(instances) is at 100% of its limit" in one]
    assert [one.partition(" ")[0] for one in open] == ["CHANNEL(FULL)"]
