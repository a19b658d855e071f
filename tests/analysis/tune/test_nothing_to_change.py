"""When tuning may say that nothing is to be changed, and what it says otherwise."""

from __future__ import annotations

import pytest

from tests.analysis.tune.situations import LOG, cluster, queue, table, topic

LARGE_LOG = LOG.replace("=4096", "=65535").replace("=0", "=4096")
WHOLE = {
    "put_rate": 10,
    "get_rate": 50,
    "message_size": "2 KiB",
    "persistent": True,
    "consumers": 1,
    "burst": "0 B",
}
QUEUE = "DEFINE QLOCAL(PAY) REPLACE\n"
LASTS = 'longest-transaction = "2 s"\n'


def without(*keys, **more):
    values = {key: value for key, value in (WHOLE | more).items() if key not in keys}
    return LASTS + queue("PAY", **values)


def test_nothing_is_to_be_changed_if_everything_is_declared_and_fits(tuned):
    found = tuned(without(), a_mqsc=QUEUE, qm_ini=LARGE_LOG)
    assert found.tuning.is_settled
    assert (found.open, found.questions, found.hints, found.held, found.kinds) == ([], [], [], [], [])


@pytest.mark.parametrize("part", ["changes", "questions", "hints", "held_back", "open"])
def test_anything_that_is_said_is_more_than_nothing_to_change(tuned, part):
    tuning = tuned(without(), a_mqsc=QUEUE, qm_ini=LARGE_LOG).tuning
    getattr(tuning, part).append(object())
    assert not tuning.is_settled


def test_a_limit_that_no_setting_changes_is_named_with_its_row(tuned):
    found = tuned(without(put_rate=400), a_mqsc=QUEUE, qm_ini=LARGE_LOG)
    assert not found.tuning.is_settled
    assert any("QLOCAL(PAY) (queue) is at 800% of its limit" in one for one in found.open)
    assert any("QUE029" in one for one in found.open)


def test_a_publisher_and_processors_above_their_limit_are_named(tuned):
    load = topic("p/#", 90_000, publishers=1, subscribers=3, persistent=False)
    text = "DEFINE TOPIC(P) TOPICSTR('p') REPLACE\n"
    found = tuned("cores = 2\n" + load, a_mqsc=text, qm_ini=LARGE_LOG)
    limits = [item["text"] for item in found.tuning.open if item["kind"] == "limit"]
    assert any(one.startswith("publisher of 'p/#'") for one in limits)
    assert any(one.startswith("cpu is at ") and " of its limit or more" in one for one in limits)


def test_a_queue_that_fills_is_named_although_it_has_no_setting_to_change(tuned):
    found = tuned(queue("PAY", put_rate=50, consumers=0, persistent=False), a_mqsc=QUEUE, qm_ini=LARGE_LOG)
    assert found.kinds == []
    assert any("QUE019 QLOCAL(PAY) is full after" in one for one in found.open)


def test_an_accepted_finding_does_not_stand_in_the_way(tuned):
    load = without(put_rate=60, get_rate=100)
    text = "DEFINE QLOCAL(PAY) DEFREADA(YES) REPLACE\n"
    assert any("QUE014" in one for one in tuned(load, a_mqsc=text, qm_ini=LARGE_LOG).open)
    accepted = '[[exception]]\nrule = "QUE014"\nobject = "QLOCAL(PAY)"\nreason = "measured"\n'
    assert tuned(load + accepted, a_mqsc=text, qm_ini=LARGE_LOG).open == []


def test_what_a_change_settles_is_not_listed_as_open(tuned):
    load = queue("PAY", put_rate=2000, message_size="2 KiB", consumers=0, persistent=False)
    found = tuned('queue-disk = "1 TB"\n' + load, a_mqsc="DEFINE QLOCAL(PAY) CAPEXPRY(3000) REPLACE\n")
    assert found.kinds == ["queue-depth"]
    assert found.open == []


@pytest.mark.parametrize(
    ("load", "keys"),
    [
        (queue("PAY", put_rate=20_000), ["persistent", "message-size"]),
        (without("persistent"), ["persistent"]),
        (without("message_size"), ["message-size"]),
        (without("put_rate"), ["put-rate"]),
        (without("put_rate", persistent=False), ["put-rate"]),
        (queue("PAY", consumers=4), ["put-rate"]),
        (topic("p/#", 10, subscribers=1), ["persistent"]),
        (topic("p/#", 10, subscribers=1, persistent=True), ["message-size"]),
    ],
)
def test_half_a_declaration_becomes_a_question_with_the_keys(tuned, load, keys):
    text = QUEUE.replace("REPLACE", "DEFPSIST(YES) REPLACE")
    found = tuned(load, a_mqsc=text, qm_ini=LARGE_LOG)
    assert not found.tuning.is_settled
    assert all(any(key in question for question in found.questions) for key in keys)


def test_what_another_load_causes_is_not_asked_for(tuned):
    text = QUEUE.replace("REPLACE", "STREAMQ(COPY) REPLACE") + "DEFINE QLOCAL(COPY) REPLACE\n"
    found = tuned(
        without() + queue("COPY", consumers=1, get_rate=50, burst="0 B"), a_mqsc=text, qm_ini=LARGE_LOG
    )
    assert found.questions == []


def test_the_longest_transaction_of_persistent_messages_is_asked_for(tuned):
    load = without().replace(LASTS, "")
    found = tuned(load, a_mqsc=QUEUE, qm_ini=LARGE_LOG)
    assert found.questions == ["declare longest-transaction"]
    assert tuned(load.replace("true", "false"), a_mqsc=QUEUE, qm_ini=LARGE_LOG).tuning.is_settled


@pytest.mark.parametrize("ini", [{}, {"qm_ini": "TuningParameters:\n   ExpiryInterval=300\n"}])
def test_a_log_that_the_files_do_not_show_is_asked_for(tuned, ini):
    found = tuned(without(put_rate=5000, get_rate=9000), a_mqsc=QUEUE, **ini)
    assert "add the Log stanza of the qm.ini to the files" in found.questions
    assert "assumed to be the default" in found.change("log-buffer").why.risk


def test_defaults_of_a_qm_ini_that_the_files_do_not_show_settle_nothing(tuned):
    found = tuned(without(persistent=False), a_mqsc=QUEUE)
    assert found.questions == ["add the qm.ini to the files"]
    assert tuned(without(persistent=False), a_mqsc=QUEUE, qm_ini=LOG).tuning.is_settled


def test_a_default_of_a_whole_qm_ini_is_no_assumption(tuned):
    found = tuned(without(), a_mqsc=QUEUE, qm_ini=LOG.replace("   LogBufferPages=0\n", ""))
    assert "assumed" not in found.change("log-buffer").why.risk


@pytest.mark.parametrize(
    ("ini", "text", "words"),
    [
        (LARGE_LOG.replace("Files=3", "Files=abc"), QUEUE, "LogPrimaryFiles=abc in stanza Log"),
        (LARGE_LOG.replace("Files=2", "Files=${N}"), QUEUE, "LogSecondaryFiles=${N} in stanza Log"),
        (LARGE_LOG + "Channels:\n   MaxChannels=many\n", QUEUE, "MaxChannels=many in stanza Channels"),
        (
            LARGE_LOG + "TuningParameters:\n   pscNumPubThreads=0\n",
            QUEUE,
            "pscNumPubThreads=0 in stanza TuningParameters",
        ),
        (LARGE_LOG, QUEUE.replace("REPLACE", "MAXDEPTH(lots) REPLACE"), "MAXDEPTH(LOTS) of QLOCAL(PAY)"),
        (
            LARGE_LOG,
            QUEUE + "DEFINE CHANNEL(A) CHLTYPE(SVRCONN) MAXINST(-1) REPLACE\n",
            "MAXINST(-1) of CHANNEL(A)",
        ),
    ],
)
def test_a_value_that_cannot_be_read_is_named(tuned, ini, text, words):
    found = tuned(without(), a_mqsc=text, qm_ini=ini)
    assert not found.tuning.is_settled
    assert any(one.startswith(f"{words} is not a valid number") for one in found.open)


@pytest.mark.parametrize(
    "limit", ["", "MAXCHL(200) ACTCHL(200)", "MAXCHL(200) ACTCHL(9000)", "MAXCHL(9999) ACTCHL(9999)"]
)
def test_zos_is_never_settled_and_its_limits_are_compared(tuned, limit):
    text = f"ALTER QMGR EXPRYINT(OFF) {limit}\nDEFINE CHANNEL(APP) CHLTYPE(SVRCONN) SHARECNV(1) REPLACE\n"
    load = without(clients=5000, binding="client")
    found = tuned(load, platform="zos", a_mqsc=text + QUEUE)
    assert found.kinds == []
    assert any(one.startswith("z/OS: tune does not cover MAXCHL, ACTCHL") for one in found.open)
    assert any("lower than the 5,000 declared channels" in one for one in found.open) == ("9999" not in limit)
    assert not any("default of MaxChannels" in one for one in found.open)


@pytest.mark.parametrize(
    ("key", "valid"),
    [
        ("DefaultQBufferSize=104857600", True),
        ("DefaultQBufferSize=104857601", False),
        ("PubSubCacheSize=0", False),
        ("PubSubCacheSize=1", True),
        ("pscNumPubThreads=1", True),
        ("ExpiryInterval=0", True),
    ],
)
def test_a_value_out_of_its_range_has_no_effect(tuned, key, valid):
    found = tuned(without(), a_mqsc=QUEUE, qm_ini=f"{LARGE_LOG}TuningParameters:\n   {key}\n")
    assert any(one.startswith(f"{key} in stanza TuningParameters") for one in found.open) == (not valid)


@pytest.mark.parametrize(("most", "open"), [(301, False), (300, True)])
def test_a_limit_that_is_just_reached_is_open(tuned, most, open):
    load = without(binding="client", clients=300)
    ini = f"{LARGE_LOG}Channels:\n   MaxChannels={most}\n   MQIBindType=STANDARD\n"
    found = tuned(load, a_mqsc=QUEUE, qm_ini=ini)
    assert (
        any("MaxChannels (channels) is at 100% of its limit: 300 of 300" in one for one in found.open) == open
    )


@pytest.mark.parametrize(("size", "refused"), [("4 MiB", False), ("4194305 B", True)])
@pytest.mark.parametrize("alias", ["", "DEFINE QALIAS(PAY) TARGET(IN) REPLACE\nDEFINE QLOCAL(IN) REPLACE\n"])
def test_the_longest_message_that_a_queue_accepts(tuned, size, refused, alias):
    found = tuned(without(message_size=size, put_rate=0.01), a_mqsc=alias or QUEUE, qm_ini=LARGE_LOG)
    name = "IN" if alias else "PAY"
    assert any(f"exceed MAXMSGL(4194304) of QLOCAL({name})" in one for one in found.open) == refused


def test_messages_that_a_queue_refuses_are_named(tuned):
    found = tuned(without(message_size="100 MiB", put_rate=0.01), a_mqsc=QUEUE, qm_ini=LARGE_LOG)
    assert any("exceed MAXMSGL(4194304) of QLOCAL(PAY)" in one for one in found.open)


def test_clients_of_several_channels_are_not_settled(tuned):
    text = "".join(f"DEFINE CHANNEL(A{n}) CHLTYPE(SVRCONN) SHARECNV(1) MAXINST(5) REPLACE\n" for n in (1, 2))
    load = without(binding="client", producers=1)
    found = tuned(load, a_mqsc=QUEUE + text, qm_ini=LARGE_LOG)
    assert any("what CHANNEL(A1) (instances) needs is unknown" in one for one in found.open)
    named = load + table("channel", channel="A1", clients=2) + table("channel", channel="A2", clients=0)
    assert not any("CHANNEL(A1)" in one for one in tuned(named, a_mqsc=QUEUE + text, qm_ini=LARGE_LOG).open)


APP = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) REPLACE\n"
LOAD_OF_CLIENTS = "declare [[queue-manager.topic]] or [[queue-manager.queue]]"


def test_clients_alone_are_a_load_that_is_compared(tuned):
    few = table("channel", channel="APP", clients=50)
    load = table("channel", channel="APP", clients=5000)
    held = tuned('memory = "256 MiB"\n' + load, a_mqsc=APP, qm_ini=LOG)
    zos = tuned(load, platform="zos", a_mqsc="ALTER QMGR MAXCHL(200)\n" + APP)
    full = tuned(few, a_mqsc=APP.replace("REPLACE", "MAXINSTC(0) REPLACE"), qm_ini=LOG)
    fits = tuned(few, a_mqsc=APP, qm_ini=LOG)
    assert [because for _, _, because in held.held] == ["memory"]
    assert any("MAXCHL(200)" in one for one in zos.open)
    assert any(one.startswith("z/OS") for one in zos.open)
    assert any("MAXINSTC(0) refuses all clients" in one for one in full.open)
    assert fits.open == []
    for found in (held, zos, full, fits):
        assert not found.tuning.undeclared
        assert any(one.startswith(LOAD_OF_CLIENTS) for one in found.questions)


@pytest.mark.parametrize(
    ("load", "name"),
    [
        (queue("PAYY", **WHOLE), "queue PAYY"),
        (queue("pay", **WHOLE), "queue pay"),
        (without() + cluster("ZZ", channel_pairs=10), "cluster ZZ"),
        (without() + table("channel", channel="APPX", clients=5), "server connection APPX"),
        (without() + table("channel", channel="app", clients=5), "server connection app"),
    ],
)
def test_a_load_of_what_no_file_defines_is_not_settled(tuned, load, name):
    found = tuned(load if load.startswith(LASTS) else LASTS + load, a_mqsc=QUEUE + APP, qm_ini=LARGE_LOG)
    assert any(f"REF035 a load is declared for {name}, which no file of QM1" in one for one in found.open)


def test_the_interval_that_is_held_back_is_not_called_useless(tuned):
    load = queue("PAY", put_rate=2000, message_size="2 KiB", consumers=0, persistent=False)
    ini = LARGE_LOG + "TuningParameters:\n   ExpiryInterval=300 ; agreed with operations\n"
    found = tuned('queue-disk = "2 GB"\n' + load, a_mqsc="DEFINE QLOCAL(PAY) CAPEXPRY(3000)\n", qm_ini=ini)
    assert [because for _, _, because in found.held] == ["comment", "queue-disk"]
    assert len(found.hints) == 1
    assert "no ExpiryInterval" not in found.hints[0]
    assert "ExpiryInterval that is held back" in found.hints[0]


def test_a_channel_that_no_declared_client_uses_is_no_open_limit(tuned):
    load = LASTS + queue("PAY", **WHOLE, binding="client", producers=10)
    load += table("channel", channel="APP", clients=11)
    text = QUEUE + APP.replace("REPLACE", "SHARECNV(1) MAXINST(100) REPLACE")
    text += "DEFINE CHANNEL(ADMIN) CHLTYPE(SVRCONN) MAXINST(5) REPLACE\n"
    assert tuned(load, a_mqsc=text, qm_ini=LARGE_LOG).tuning.is_settled
    fewer = tuned(load.replace("clients = 11", "clients = 9"), a_mqsc=text, qm_ini=LARGE_LOG)
    assert any("what CHANNEL(ADMIN) (instances) needs is unknown" in one for one in fewer.open)
