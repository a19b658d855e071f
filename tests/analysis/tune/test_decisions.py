"""Decisions of administrators that tuning does not override: exceptions, directives and comments."""

from __future__ import annotations

import pytest

from tests.analysis.tune.situations import CHANNELS, LOG, cluster, queue, table, topic

BUSY = topic("a/#", 4000, publishers=20, subscribers=1, binding="client", persistent=False)
APP = (
    "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) TRPTYPE(TCP) +\n       SHARECNV(10) +\n       MAXINST(50) REPLACE\n"
)
PAY = queue("PAY", put_rate=100, message_size="2 KiB", consumers=2, persistent=True, burst="0 B")
PAYQ = "DEFINE QLOCAL(PAY) REPLACE\n"
COPY = queue("COPY", put_rate=100, message_size="2 KiB", consumers=0, persistent=False)
COPYQ = "DEFINE QLOCAL(COPY) CAPEXPRY(3000) +\n       MAXDEPTH(5000) REPLACE\n"
DISK = 'queue-disk = "100 GB"\n'


def exception(rule, object="", until="", reason="partner appliance"):
    lines = {"rule": rule, "object": object, "reason": reason}
    text = "".join(f'{key} = "{value}"\n' for key, value in lines.items() if value)
    return f"[[exception]]\n{text}" + (f"until = {until}\n" if until else "")


# kind of change: declarations, files, rule, object
KINDS = {
    "share-conversations": (BUSY, {"a_mqsc": APP}, "CHL011", "CHANNEL(APP)"),
    "queue-depth": (DISK + COPY, {"a_mqsc": COPYQ}, "EXP001", "QLOCAL(COPY)"),
    "outage-depth": (
        DISK + 'outage = "2 h"\n' + PAY.replace("true", "false"),
        {"a_mqsc": PAYQ},
        "QUE027",
        "QUEUE(P*)",
    ),
    "log-buffer": (PAY, {"a_mqsc": PAYQ, "qm_ini": LOG}, "LOG005", "STANZA(Log)"),
    "log-files": (
        'longest-transaction = "60 s"\n' + PAY.replace("100", "5000"),
        {"a_mqsc": PAYQ, "qm_ini": LOG.replace("4096", "65535").replace("=0", "=4096")},
        "LOG011",
        "Log",
    ),
    "cache-size": (
        topic("a/#", 9000, publishers=2, subscribers=60, persistent=False),
        {"qm_ini": LOG},
        "PUB002",
        "STANZA(TuningParameters)",
    ),
    "isolate-topic": (
        topic("a/#", 400_000, publishers=2, subscribers=1, persistent=False),
        {"a_mqsc": "DEFINE TOPIC(A) TOPICSTR('a') REPLACE\n"},
        "PUB001",
        "TOPIC(A)",
    ),
    "channel-limits": (
        topic("a/#", 300, publishers=300, subscribers=1, binding="client", persistent=False),
        {"qm_ini": LOG + CHANNELS},
        "CHL030",
        "STANZA(Channels)",
    ),
    "instance-limits": (
        topic("a/#", 300, publishers=300, subscribers=1, binding="client", persistent=False),
        {
            "a_mqsc": APP.replace("SHARECNV(10)", "SHARECNV(1)"),
            "qm_ini": LOG + CHANNELS.replace("200", "900"),
        },
        "CHL030",
        "CHANNEL(APP)",
    ),
    "suppress-messages": (
        cluster("RETAIL", channel_pairs=600),
        {"qm_ini": LOG + CHANNELS.replace("200", "9000")},
        "CHL001",
        "STANZA(QMErrorLog)",
    ),
}

each = pytest.mark.parametrize("kind", KINDS)


@each
def test_an_exception_for_the_rule_and_object_holds_the_change_back(tuned, kind):
    loads, files, rule, object = KINDS[kind]
    assert kind in tuned(loads, **files).kinds
    found = tuned(loads + exception(rule, object), **files)
    assert kind not in found.kinds
    (held,) = [one for one in found.tuning.held_back if one.change.about == kind]
    assert held.because == "exception"
    assert held.reason == f'an exception accepts {rule} here: "partner appliance"'


@each
def test_an_exception_without_an_object_holds_back_too(tuned, kind):
    loads, files, rule, _ = KINDS[kind]
    assert kind not in tuned(loads + exception(rule), **files).kinds


@each
def test_an_exception_for_the_queue_manager_is_about_its_qm_ini(tuned, kind):
    loads, files, rule, _ = KINDS[kind]
    in_ini = tuned(loads, **files).change(kind).in_ini
    assert (kind in tuned(loads + exception(rule, "QMGR(QM1)"), **files).kinds) == (not in_ini)
    assert kind in tuned(loads + exception(rule, "QMGR(QM2)"), **files).kinds


@each
def test_an_exception_for_another_object_rule_or_time_does_not(tuned, kind):
    loads, files, rule, object = KINDS[kind]
    assert kind in tuned(loads + exception(rule, "CHANNEL(OTHER)"), **files).kinds
    assert kind in tuned(loads + exception("SEC001", object), **files).kinds
    assert kind in tuned(loads + exception(rule, object, until="2020-01-31"), **files).kinds


@each
def test_a_directive_for_a_whole_file_holds_the_change_back(tuned, kind):
    loads, files, rule, _ = KINDS[kind]
    sign = {"a_mqsc": "*", "qm_ini": "#"}
    marked = {
        name: f'{sign[name]} mqtune: ignore-file {rule} reason="as agreed"\n{text}'
        for name, text in files.items()
    }
    found = tuned(loads, **marked)
    assert kind not in found.kinds
    (held,) = [one for one in found.tuning.held_back if one.change.about == kind]
    assert held.because == "directive"
    assert '"as agreed"' in held.reason


def test_a_directive_for_a_file_holds_back_a_new_object_in_it(tuned):
    loads = KINDS["isolate-topic"][0].replace("a/#", "new/#")
    text = "DEFINE QLOCAL(Q) REPLACE\n"
    assert tuned(loads, a_mqsc=text).kinds == ["isolate-topic"]
    found = tuned(loads, a_mqsc=f"* mqtune: ignore-file PUB001 reason=agreed\n{text}")
    assert [(about, because) for about, _, because in found.held] == [("isolate-topic", "directive")]


@pytest.mark.parametrize(("given", "held"), [("", ["comment"]), ("DEFPSIST(YES) ", [])])
def test_a_comment_decides_on_what_a_definition_changes_not_on_what_it_repeats(tuned, given, held):
    loads, files, _, _ = KINDS["isolate-topic"]
    text = "* DEFPSIST must stay\n" + files["a_mqsc"].replace("REPLACE", f"{given}REPLACE")
    assert [because for _, _, because in tuned(loads, a_mqsc=text).held] == held


IGNORE = 'mqtune: ignore CHL011 reason="partner appliance cannot do it"'


def manifest(text):
    body = "".join(f"    {line}\n" for line in text.splitlines())
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: mqsc\ndata:\n  a.mqsc: |\n{body}"


@pytest.mark.parametrize(
    "files",
    [
        {"a_mqsc": f"* {IGNORE}\n{APP}"},
        {"a_mqsc": APP.replace("       SHARECNV", f"* {IGNORE}\n       SHARECNV")},
        {"a_yaml": manifest(f"* {IGNORE}\n{APP}")},
        {"a_sh": f"#!/bin/sh\nrunmqsc QM1 <<'EOF'\n* {IGNORE}\n{APP}EOF\n"},
    ],
)
def test_a_directive_at_the_object_holds_back_in_every_kind_of_file(tuned, files):
    found = tuned(BUSY, **files)
    assert found.held == [("share-conversations", {"SHARECNV": "1"}, "directive")]
    assert "partner appliance cannot do it" in found.tuning.held_back[0].reason
    assert found.mqsc == ""
    assert found.diffed == ({}, [])


def test_an_expired_directive_holds_nothing_back(tuned):
    found = tuned(BUSY, a_mqsc=f"* {IGNORE} until=2020-01-31\n{APP}")
    assert found.held == []
    assert "share-conversations" in found.kinds


def test_a_directive_for_another_object_holds_nothing_back(tuned):
    found = tuned(BUSY, a_mqsc=f"* {IGNORE}\nDEFINE QLOCAL(Q) REPLACE\n{APP}")
    assert found.held == []


@pytest.mark.parametrize(
    "place", ["    # {}\n    LogBufferPages=0\n", "    # {}\n    ; more\n    LogBufferPages=0\n"]
)
def test_a_directive_in_an_ini_file_holds_back_the_key(tuned, place):
    text = place.format("mqtune: ignore LOG005 reason=tested")
    found = tuned(PAY, qm_ini="Log:\n    LogPrimaryFiles=3\n    LogFilePages=65535\n" + text)
    assert [because for _, _, because in found.held] == ["directive"]


DECIDED = [
    "   LogBufferPages=512 ; do not raise: memory is tight\n",
    "   LogBufferPages=512   # nicht erhoehen, mit Speicherteam abgestimmt\n",
    "   LogBufferPages=512 #agreed with storage\n",
    "   # do not raise: memory is tight\n   LogBufferPages=512\n",
    "   # memory is tight\n   LogBufferPages=512\n",
    "   ; kept small on purpose\n   LogBufferPages=512\n",
    "   # ------------\n   # CHG0012345: stays\n   # ------------\n   LogBufferPages=512\n",
    "   # LogBufferPages: leave at the default, as tested\n",
    "   # DO NOT RAISE, BECAUSE THE HOST SHARES ITS MEMORY\n   LogBufferPages=512\n",
    "   LogBufferPages=512 # at the end of the file",
    "   # LogBufferPages: memory is short\n",
    "   # LogBufferPages must stay\nTCP:\n   KeepAlive=Yes\n",
    "   # LogBufferPages must stay\n   LogWriteIntegrity=TripleWrite\nLog:\n   LogSecondaryFiles=2\n",
]


@pytest.mark.parametrize("text", DECIDED)
def test_a_commented_decision_in_qm_ini_holds_back_and_is_quoted(tuned, text):
    found = tuned(PAY, qm_ini="Log:\n   LogPrimaryFiles=3\n   LogFilePages=65535\n" + text)
    assert found.held == [("log-buffer", {"LogBufferPages": "4096"}, "comment")]
    reason = found.tuning.held_back[0].reason
    assert "qm.ini:" in reason
    assert reason.endswith('"')
    assert found.diffed == ({}, [])


def test_a_decision_above_the_stanza_holds_back_its_keys(tuned):
    found = tuned(
        PAY, qm_ini="# must not be changed: approved by the storage team\nLog:\n   LogFilePages=65535\n"
    )
    assert [because for _, _, because in found.held] == ["comment"]


UNDECIDED = [
    "   # number of pages\n   LogBufferPages=512\n",
    "   # --- memory limits ---\n   LogBufferPages=512\n",
    "   # LogBufferPages=4096\n   LogBufferPages=512\n",
    "   #LogBufferPages=512\n",
    "   # LogWriteIntegrity must stay\n   LogWriteIntegrity=TripleWrite\n   LogBufferPages=512\n",
    "   # do not raise: agreed\n\n   LogBufferPages=512\n",
    "   # LogWriteIntegrity is kept as agreed\n   LogBufferPages=512\n   LogWriteIntegrity=TripleWrite\n",
    "   # LogBufferPages=agreed\n   LogBufferPages=512\n",
    "   #!LogBufferPages must stay\n",
    "TCP:\n   # LogBufferPages must stay\n   KeepAlive=Yes\n",
    "TCP:\n   KeepAlive=Yes\n   # LogBufferPages must stay\nSSL:\n",
    "   LogBufferPages=512 # 2\n",
    "   # LogBufferPages must stay\n   LogWriteIntegrity=TripleWrite\n   LogBufferPages=512\n",
]


@pytest.mark.parametrize("text", UNDECIDED)
def test_other_comments_do_not(tuned, text):
    found = tuned(PAY, qm_ini="Log:\n   LogPrimaryFiles=3\n   LogFilePages=65535\n" + text)
    assert found.held == []
    assert found.values("log-buffer") == {"LogBufferPages": "4096"}


@pytest.mark.parametrize(("words", "decides"), [("memory and disk", False), ("must stay", True)])
def test_a_comment_above_the_stanza_needs_the_words_of_a_decision(tuned, words, decides):
    found = tuned(PAY, qm_ini=f"# {words}\nLog:\n   LogFilePages=65535\n   LogBufferPages=512\n")
    assert bool(found.held) == decides


@pytest.mark.parametrize(("length", "dots"), [(200, ""), (201, "…")])
def test_a_long_comment_is_quoted_up_to_its_200th_character(tuned, length, dots):
    text = "agreed ".ljust(length, "x")
    (held,) = tuned(PAY, qm_ini=f"Log:\n   LogBufferPages=512 # {text}\n").tuning.held_back
    assert held.reason.endswith(f'"{text[:200]}{dots}"')


@pytest.mark.parametrize(
    "text",
    [
        "* do not deepen: the disk is shared\n" + COPYQ,
        "* COPY is for the auditors\n* its depth was agreed with them\n" + COPYQ,
        COPYQ.replace("       MAXDEPTH", "* limit of the file system\n       MAXDEPTH"),
        COPYQ + "* kept low because of the restart time\nALTER QLOCAL(COPY) MAXDEPTH(4000)\n",
        "* MAXDEPTH must stay\n" + COPYQ,
        COPYQ.replace(" REPLACE", " REPLACE\n").replace("+\n", "+\n* never above 5000\n"),
        "* DO NOT DEEPEN, THE CAPEXPRY IS SHORT\n" + COPYQ,
        "* do not deepen\n* why: of a snippet\n* that is read again\n" + COPYQ,
    ],
)
@pytest.mark.parametrize("form", ["mqsc", "yaml", "sh"])
def test_a_commented_decision_at_an_object_holds_back_and_is_quoted(tuned, text, form):
    files = {
        "mqsc": {"a_mqsc": text},
        "yaml": {"a_yaml": manifest(text)},
        "sh": {"a_sh": f"#!/bin/sh\nrunmqsc QM1 <<'EOF'\n{text}EOF\n"},
    }[form]
    found = tuned(DISK + COPY, **files)
    assert [(about, because) for about, _, because in found.held] == [("queue-depth", "comment")]
    assert found.diffed == ({}, [])


@pytest.mark.parametrize(
    "text",
    [
        "* copies of the orders\n" + COPYQ,
        "* --- queues: do not sort ---\n" + COPYQ,
        "* DEFINE QLOCAL(OLD) MAXDEPTH(1) REPLACE\n" + COPYQ,
        "* generated by the build, do not edit this file\n" + COPYQ,
        "* MAXMSGL must not change\n" + COPYQ,
        "* copies of the orders, since 2019\n" + COPYQ,
        "* copies of the orders, since release 12\n" + COPYQ,
        "* needs keep alive on the channel\n" + COPYQ,
        "* Copyright 2024. Do not distribute\n" + COPYQ,
        "* do not deepen\n\n" + COPYQ,
        "* do not deepen\nDEFINE QLOCAL(OTHER) REPLACE\n" + COPYQ,
        "* copies with the maximum depth\n" + COPYQ,
        "* why: the depth must cover the messages\n*      that are agreed\n" + COPYQ,
        COPYQ + "* do not deepen\nALTER QLOCAL(COPY) DESCR('copies')\n",
        COPYQ.replace("CAPEXPRY(3000) +\n       ", "CAPEXPRY(3000) DESCR('a#as agreed') "),
        COPYQ.replace("CAPEXPRY(3000) +\n       ", "CAPEXPRY(3000) DESCR('a # as agreed') "),
    ],
)
def test_comments_about_something_else_hold_nothing_back(tuned, text):
    found = tuned(DISK + COPY, a_mqsc=text)
    assert found.held == []
    assert found.kinds == ["queue-depth"]


def test_a_decision_about_instances_lets_the_rest_of_a_channel_be_tuned(tuned):
    found = tuned(BUSY, a_mqsc="* MAXINST must stay: partner limit\n" + APP)
    assert found.values("share-conversations") == {"SHARECNV": "1"}
    more = tuned(
        BUSY.replace("20", "80").replace("4000", "9000"), a_mqsc="* MAXINST must stay: partner limit\n" + APP
    )
    assert [because for _, _, because in more.held] == ["comment"]
    assert more.mqsc == ""


def test_a_decision_for_one_receiver_holds_further_ones_back(tuned):
    text = (
        "DEFINE TOPIC(NEWS) TOPICSTR('news') CLUSTER(PS) REPLACE\n"
        "* exactly one receiver, because order must be kept\n"
        "DEFINE CHANNEL(TO.QM1) CHLTYPE(CLUSRCVR) CONNAME('h(1414)') CLUSTER(PS) REPLACE\n"
    )
    found = tuned("cores = 4\n" + cluster("PS", ordered=False), a_mqsc=text, qm_ini=LOG)
    assert {about for about, _, _ in found.held} == {"receiver-channels"}


def test_an_exception_for_the_channel_of_clients_leaves_other_channels_alone(tuned):
    text = APP + APP.replace("APP", "APP2")
    named = table("channel", channel="APP", clients=20) + table("channel", channel="APP2", clients=20)
    found = tuned(BUSY + named + exception("CHL011", "CHANNEL(APP)"), a_mqsc=text)
    assert [one.name for one in found.changes if one.about == "share-conversations"] == ["APP2"]


ADOPTED = cluster("RETAIL", channel_pairs=600)
RECEIVER = (
    "DEFINE CHANNEL(TO.HUB) CHLTYPE(CLUSRCVR) CONNAME('hub(1414)') CLUSTER(RETAIL) +\n"
    "       HBINT(300) SHORTTMR(60) REPLACE\n"
)


def test_a_directive_at_the_object_that_calls_for_a_key_of_qm_ini_holds_it_back(tuned):
    ini = LOG + CHANNELS.replace("200", "9000")
    assert "adopt-receivers" in tuned(ADOPTED, a_mqsc=RECEIVER, qm_ini=ini).kinds
    found = tuned(ADOPTED, a_mqsc="* mqtune: ignore CHL018 reason=agreed\n" + RECEIVER, qm_ini=ini)
    assert "adopt-receivers" not in found.kinds
    assert ("adopt-receivers", "directive") in [(about, because) for about, _, because in found.held]


def test_a_branch_that_is_accepted_as_it_is_is_not_isolated_by_an_object_above_it(tuned):
    names = ("eur", "usd", "gbp")
    loads = "".join(
        topic(f"rates/{name}/#", 120_000, publishers=4, subscribers=1, persistent=False) for name in names
    )
    loads += "".join(
        topic(f"n{number}/#", 80_000, publishers=4, subscribers=1, persistent=False) for number in range(5)
    )
    text = "".join(f"DEFINE TOPIC({name.upper()}) TOPICSTR('rates/{name}') REPLACE\n" for name in names)
    above = [str(one) for one in tuned(loads, a_mqsc=text).changes if one.verb == "DEFINE"]
    found = tuned(loads + exception("PUB001", "TOPIC(USD)"), a_mqsc=text)
    assert "TOPIC(RATES)" in above
    assert "TOPIC(RATES)" in [str(one.change) for one in found.tuning.held_back]


def test_an_isolation_that_is_held_back_names_no_value_twice(tuned):
    loads, files, rule, object = KINDS["isolate-topic"]
    (held,) = tuned(loads + exception(rule, object), **files).tuning.held_back
    assert "instead of" not in held.text
    names = "CAPEXPRY, COMMINFO, DEFPRESP and 13 more"
    assert held.text == f"TOPIC(A): {names} with the values that are inherited today"
