"""Changes that tuning leaves out, because they would break a declared limit or weaken a protection."""

from __future__ import annotations

import pytest

from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.tuning import tune_session
from tests.analysis.tune.situations import LOG, MEMBER, cluster, queue, table, topic

ADMIN = "DEFINE CHANNEL(ADMIN) CHLTYPE(SVRCONN) MCAUSER('mqm') MAXINST(5) MAXINSTC(2) REPLACE\n"
APP = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) MAXINST(50) REPLACE\n"
BUSY = topic("a/#", 4000, publishers=20, subscribers=1, binding="client", persistent=False)
NAMED = table("channel", channel="APP", clients=20)
INI = LOG + "Channels:\n   MaxChannels=1000\n"


# channels


def test_a_channel_that_the_declared_clients_do_not_use_keeps_its_limits(tuned):
    found = tuned(BUSY + NAMED, a_mqsc=APP + ADMIN, qm_ini=INI)
    assert found.values("share-conversations") == {"SHARECNV": "1"}
    assert found.change("share-conversations").name == "APP"
    assert found.held == [("share-conversations", {"SHARECNV": "1"}, "clients")]
    assert "ADMIN" not in found.diffed[0]["a.mqsc"].replace(ADMIN, "")
    assert not any("channel and clients" in one for one in found.questions)


def test_the_channel_that_clients_use_is_asked_for_if_there_are_several(tuned):
    found = tuned(BUSY, a_mqsc=APP + ADMIN.replace("MCAUSER('mqm') ", ""), qm_ini=INI)
    assert [because for _, _, because in found.held] == ["clients", "clients"]
    assert "declare [[queue-manager.channel]] with channel and clients" in found.questions
    assert "SHARECNV" not in found.mqsc


@pytest.mark.parametrize(
    "text",
    [
        ADMIN,
        ADMIN.replace("'mqm'", "'MUSR_MQADMIN'"),
        ADMIN.replace(" MCAUSER('mqm')", "")
        + "SET CHLAUTH(ADM*) TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(MAP) MCAUSER('mqm') ACTION(REPLACE)\n",
    ],
)
def test_no_limit_of_an_administrators_channel_is_raised(tuned, text):
    slow = topic("a/#", 40, publishers=20, subscribers=1, binding="client", persistent=False)
    for load in (BUSY, slow, BUSY + table("channel", channel="ADMIN", clients=20)):
        found = tuned(load, a_mqsc=text, qm_ini=INI)
        assert found.mqsc == ""
        assert {because for _, _, because in found.held} == {"instances"}


def test_connections_of_one_machine_are_not_cut_by_a_socket_for_each_conversation(tuned):
    found = tuned(BUSY, a_mqsc=APP.replace("REPLACE", "MAXINSTC(5) REPLACE"), qm_ini=INI)
    assert found.held == [("share-conversations", {"SHARECNV": "1"}, "instances")]
    assert "MAXINSTC(5)" in found.tuning.held_back[0].reason
    enough = tuned(BUSY, a_mqsc=APP.replace("REPLACE", "MAXINSTC(20) REPLACE"), qm_ini=INI)
    assert enough.held == []


@pytest.mark.parametrize(("clients", "channels"), [(5010, 7515), (500, 1500), (990, 1500), (1001, 1502)])
def test_declared_clients_count_once(tuned, clients, channels):
    ini = LOG + "Channels:\n   MaxChannels=100\n"
    load = topic("a/#", clients * 200, publishers=clients, subscribers=1, binding="client", persistent=False)
    channel = APP.replace("MAXINST(50)", "MAXINST(60) SHARECNV(10)")
    found = tuned(load, a_mqsc=channel, qm_ini=ini.replace("100", "1500" if channels == 1500 else "100"))
    limit = int(found.values("channel-limits")["MaxChannels"]) if "channel-limits" in found.kinds else 1500
    assert limit == channels
    assert int(found.values("share-conversations")["MAXINST"]) <= limit


def test_the_declared_memory_stops_more_channels(tuned):
    load = topic("a/#", 100_000, publishers=20_000, subscribers=1, binding="client", persistent=False)
    ini = LOG + "Channels:\n   MaxChannels=200\n"
    channel = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) SHARECNV(1) MAXINST(5000) REPLACE\n"
    found = tuned('memory = "2 GiB"\n' + load, a_mqsc=channel, qm_ini=ini)
    assert found.held == [
        ("channel-limits", {"MaxChannels": "30000"}, "memory"),
        ("instance-limits", {"MAXINST": "30000"}, "limit"),
    ]
    assert "memory is 2.1 GB" in found.tuning.held_back[0].reason
    assert "MaxChannels" not in found.ini
    assert "MAXINST" not in found.mqsc
    enough = tuned('memory = "16 GiB"\n' + load, a_mqsc=channel, qm_ini=ini)
    assert enough.held == []
    assert enough.values("channel-limits") == {"MaxChannels": "30000"}


def test_more_clients_than_the_memory_model_covers_raise_nothing(tuned):
    load = topic("a/#", 1000, publishers=20_000_000, subscribers=1, binding="client", persistent=False)
    found = tuned('memory = "900 GiB"\n' + load, a_mqsc=APP, qm_ini=INI)
    assert found.held[0] == ("channel-limits", {"MaxChannels": "30000000"}, "memory")
    assert "is unknown" in found.tuning.held_back[0].reason


def test_a_limit_of_the_queue_manager_that_stays_holds_back_those_of_its_channels(tuned):
    load = topic("a/#", 60_000, publishers=300, subscribers=1, binding="client", persistent=False)
    ini = LOG + "Channels:\n   MaxChannels=200   # agreed with the platform team\n"
    found = tuned(load, a_mqsc=APP, qm_ini=ini)
    assert [(about, because) for about, _, because in found.held] == [
        ("channel-limits", "comment"),
        ("share-conversations", "limit"),
    ]
    assert "MaxChannels stays at 200" in found.tuning.held_back[1].reason


def test_limits_of_zos_are_not_exceeded(tuned):
    found = tuned(BUSY, platform="zos", a_mqsc="ALTER QMGR MAXCHL(10) ACTCHL(10)\n" + APP)
    assert found.held == [("share-conversations", {"SHARECNV": "1"}, "limit")]
    assert "MAXCHL(10) and ACTCHL(10) of QMGR are lower" in found.tuning.held_back[0].reason


@pytest.mark.parametrize("limit", ["MAXINST", "MAXINSTC"])
@pytest.mark.parametrize("share", ["SHARECNV(1)", "SHARECNV(10)"])
def test_a_channel_that_refuses_all_clients_stays_closed(tuned, limit, share):
    closed = f"DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) {share} {limit}(0) REPLACE\n"
    found = tuned(BUSY, a_mqsc=closed, qm_ini=INI)
    assert found.mqsc == ""
    reasons = [one.reason for one in found.tuning.held_back] + found.open
    assert any(f"{limit}(0) refuses all clients" in one for one in reasons)


def test_a_channel_whose_template_closes_it_stays_closed(tuned):
    text = "DEFINE CHANNEL(TEMPLATE) CHLTYPE(SVRCONN) MAXINST(0)\n"
    text += "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) LIKE(TEMPLATE)\nDELETE CHANNEL(TEMPLATE)\n"
    assert tuned(BUSY, a_mqsc=text, qm_ini=INI).mqsc == ""


@pytest.mark.parametrize("word", ["MAXINST", "MAXINSTC"])
def test_a_limit_that_is_a_placeholder_does_not_prove_room_for_instances(tuned, word):
    found = tuned(BUSY, a_mqsc=APP.replace("MAXINST(50)", word + "(${LIMIT})"), qm_ini=INI)
    assert found.held == [("share-conversations", {"SHARECNV": "1"}, "instances")]
    assert f"{word}(${{LIMIT}}) is unknown" in found.tuning.held_back[0].reason
    (finding,) = [one for one in found.session.lint().findings if one.code == "CHL011"]
    assert finding.fixes == ()


@pytest.mark.parametrize(
    ("ini", "because"),
    [
        ("   MaxChannels=200 ; licence\n   MaxActiveChannels=150\n", ["comment", "limit"]),
        ("   MaxChannels=200\n   MaxActiveChannels=150 ; licence\n", ["limit", "comment"]),
        ("   MaxActiveChannels=150 ; licence\n", ["limit", "comment"]),
    ],
)
def test_the_limits_of_all_and_of_active_channels_stay_together(tuned, ini, because):
    load = topic("a/#", 40, publishers=300, subscribers=1, binding="client", persistent=False)
    found = tuned(load, a_mqsc=APP.replace("50", "1000"), qm_ini=LOG + "Channels:\n" + ini)
    assert [one for _, _, one in found.held] == because
    assert "Channels" not in found.ini
    assert any("stays at" in one.reason for one in found.tuning.held_back)


# disk


def capped(names, rate=2000, size="2 KiB"):
    loads = "".join(
        queue(one, put_rate=rate, message_size=size, consumers=0, persistent=False) for one in names
    )
    return loads, "".join(f"DEFINE QLOCAL({one}) CAPEXPRY(3000) REPLACE\n" for one in names)


def test_queues_are_not_made_deeper_than_the_declared_disk_together(tuned):
    loads, text = capped(["A", "B", "C"])
    fits = tuned('queue-disk = "12 GB"\n' + loads, a_mqsc=text)
    assert fits.kinds == ["queue-depth"] * 3
    assert fits.held == []
    # one needs 3.7 GB: two of them fit, and also all three with a shorter interval
    text = text + "* \n"
    found = tuned(
        'queue-disk = "5 GB"\n' + loads, a_mqsc=text, qm_ini="TuningParameters:\n   ExpiryInterval=1\n"
    )
    assert [because for _, _, because in found.held] == ["queue-disk"] * 3
    assert found.mqsc == ""
    assert "queue-disk is 5.0 GB" in found.tuning.held_back[0].reason


def test_a_queue_that_is_deep_enough_counts_on_the_same_disk(tuned):
    loads, text = capped(["A", "B"])
    deep = text.replace("REPLACE", "MAXDEPTH(5000000) REPLACE", 1)
    found = tuned(
        'queue-disk = "5 GB"\n' + loads,
        a_mqsc=deep,
        qm_ini="TuningParameters:\n   ExpiryInterval=300 # keep\n",
    )
    assert [(about, because) for about, _, because in found.held] == [
        ("expiry-interval", "comment"),
        ("queue-depth", "queue-disk"),
    ]


OUTAGE = 'outage = "2 h"\n'


@pytest.mark.parametrize("disk", ["14 GB", "1 GB", "14 GiB", "1000 MB"])
def test_an_outage_does_not_fill_the_declared_disk(tuned, disk):
    load = queue("PAY", put_rate=1000, message_size="2 KiB", consumers=2, persistent=False, burst="0 B")
    text = "DEFINE QLOCAL(PAY) MAXDEPTH(5000) REPLACE\n"
    found = tuned(f'queue-disk = "{disk}"\n{OUTAGE}{load}', a_mqsc=text)
    assert found.held == [("outage-depth", {"MAXDEPTH": "7560000"}, "queue-disk")]
    assert found.mqsc == ""


def test_an_outage_deepens_a_queue_that_fits_the_disk_with_its_margin(tuned):
    load = queue("PAY", put_rate=1000, message_size="2 KiB", consumers=2, persistent=False, burst="0 B")
    text = "DEFINE QLOCAL(PAY) MAXDEPTH(5000) REPLACE\n"
    assert tuned(f'queue-disk = "15 GB"\n{OUTAGE}{load}', a_mqsc=text).held != []
    found = tuned(f'queue-disk = "16 GB"\n{OUTAGE}{load}', a_mqsc=text)
    assert found.values("outage-depth") == {"MAXDEPTH": "7560000"}
    asked = [tuned(more + load, a_mqsc=text).questions for more in (OUTAGE, "")]
    assert ["declare queue-disk" in questions for questions in (*asked, found.questions)] == [
        True,
        False,
        False,
    ]


def test_a_message_size_that_is_not_declared_holds_back_what_may_fill_the_disk(tuned):
    load = queue("PAY", put_rate=1000, consumers=2, persistent=False, burst="0 B")
    found = tuned(f'queue-disk = "100 GB"\n{OUTAGE}{load}', a_mqsc="DEFINE QLOCAL(PAY) REPLACE\n")
    assert [because for _, _, because in found.held] == ["queue-disk"]
    assert "message size of QLOCAL(PAY) is unknown" in found.tuning.held_back[0].reason


# order


def members(tmp_path, monkeypatch, second, *clusters):
    """Two members of some clusters; the first declares no order for any, the second what is given."""
    monkeypatch.chdir(tmp_path)
    head = 'mq-version = "9.4"\n'
    text = "".join(
        MEMBER.replace("PS", name)
        .replace("NEWS", f"NEWS.{name}")
        .replace("'news'", f"'news/{name.lower()}'")
        .replace("TO.QM1", f"{name}.QM1")
        for name in clusters
    )
    for number, loads in (1, "".join(cluster(name, ordered=False) for name in clusters)), (2, second):
        (tmp_path / f"{number}.mqsc").write_text(text.replace("QM1", f"QM{number}"))
        (tmp_path / f"{number}.ini").write_text(LOG)
        files = f'files = ["{number}.mqsc", "{number}.ini"]'
        head += f'[[queue-manager]]\nname = "QM{number}"\n{files}\ncores = 4\n{loads}'
    (tmp_path / "mqtune.toml").write_text(head)
    return tune_session(Session.open(Options(["."]))).tunings[0]


@pytest.mark.parametrize(
    "second",
    [
        cluster("A", ordered=True),
        topic("news/a/#", 10, subscribers=1, persistent=False, ordered=True),
        topic("news/#", 10, subscribers=1, persistent=False, ordered=True),
        topic("news/a/sport", 10, subscribers=1, persistent=False, ordered=True),
    ],
)
def test_order_that_another_member_declares_keeps_one_thread_and_one_channel(tmp_path, monkeypatch, second):
    tuning = members(tmp_path, monkeypatch, second, "A")
    assert tuning.changes == []
    assert [(held.change.about, held.because) for held in tuning.held_back] == [
        ("publish-threads", "ordered"),
        ("receiver-channels", "ordered"),
    ]
    assert all("QM2 declares order for publications of cluster A" in held.reason for held in tuning.held_back)


def test_cores_are_not_asked_for_if_order_is_declared(tuned):
    text = MEMBER + MEMBER.replace("(PS)", "(OTHER)").replace("NEWS", "MORE").replace("'news'", "'more'")
    loads = cluster("PS", ordered=True) + cluster("OTHER", ordered=False)
    found = tuned(loads, a_mqsc=text.replace("TO.QM1", "T2.QM1", 1), qm_ini=LOG)
    assert {because for _, _, because in found.held} == {"ordered"}
    assert "declare cores" not in found.questions


def test_each_of_two_clusters_gets_the_reason_why_nothing_is_widened(tmp_path, monkeypatch):
    tuning = members(tmp_path, monkeypatch, cluster("A", ordered=True), "A", "B")
    assert tuning.changes == []
    reasons = [held.reason for held in tuning.held_back]
    for name in "AB":
        assert any(reason.startswith(f"cluster {name}: QM2 declares order") for reason in reasons)


def test_order_of_a_topic_outside_the_cluster_does_not_count(tmp_path, monkeypatch):
    other = topic("prices/#", 10, subscribers=1, persistent=False, ordered=True)
    tuning = members(tmp_path, monkeypatch, other, "A")
    assert tuning.held_back == []
    assert {change.about for change in tuning.changes} == {"publish-threads", "receiver-channels"}


def test_a_cluster_that_needs_no_order_gets_a_reason_beside_one_that_does(tuned):
    text = MEMBER + MEMBER.replace("(PS)", "(OTHER)").replace("NEWS", "MORE").replace(
        "'news'", "'more'"
    ).replace("TO.", "T2.")
    found = tuned(
        "cores = 4\n" + cluster("PS", ordered=True) + cluster("OTHER", ordered=False), a_mqsc=text, qm_ini=LOG
    )
    assert found.kinds == []
    assert [because for _, _, because in found.held] == ["ordered", "ordered"]
    assert all(
        one.reason.startswith("cluster OTHER: order is declared for cluster PS")
        for one in found.tuning.held_back
    )
