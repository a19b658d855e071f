"""`mqtune budget` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mqtune.analysis.flow.resource import KINDS

PROJECT = """mq-version = "9.4"
[[queue-manager]]
name = "QA"
files = ["a.mqsc"]
outage = "10 s"
[[queue-manager.queue]]
queue = "OUT"
put-rate = 300
message-size = "2 KiB"
persistent = true
[[queue-manager]]
name = "QB"
files = ["b.mqsc"]
"""
A = """DEFINE QREMOTE(OUT) RNAME(IN) RQMNAME(QB) XMITQ(QB)
DEFINE QLOCAL(QB) USAGE(XMITQ) MAXDEPTH(5000)
DEFINE CHANNEL(QA.QB) CHLTYPE(SDR) CONNAME('b(1414)') XMITQ(QB)
"""
B = "DEFINE CHANNEL(QA.QB) CHLTYPE(RCVR)\nDEFINE QLOCAL(IN)\n"


@pytest.fixture
def pair(folder: Path) -> Path:
    (folder / "mqtune.toml").write_text(PROJECT)
    (folder / "a.mqsc").write_text(A)
    (folder / "b.mqsc").write_text(B)
    return folder


def resources(outcome):
    return {
        (one["queue_manager"], one["kind"], one["resource"]): one
        for one in json.loads(outcome.out)["resources"]
    }


def test_json_is_that_of_the_contract(mqtune, pair):
    outcome = mqtune("budget", "--format", "json")
    assert outcome.status == 0
    found = json.loads(outcome.out)
    assert list(found) == ["version", "resources", "first", "refused"]
    channel = resources(outcome)["QA", "channel", "CHANNEL(QA.QB)"]
    assert channel == {
        "environment": None,
        "queue_manager": "QA",
        "resource": "CHANNEL(QA.QB)",
        "kind": "channel",
        "rate_per_s": 300.0,
        "used": 614400.0,
        "limit": None,
        "unit": "bytes/s",
        "share": None,
        "bound": "exact",
        "basis": None,
        "warnings": [],
        "chain": [
            {"text": "300 puts/s declared for QREMOTE(OUT)", "file": "mqtune.toml", "line": 6},
            {"text": "XMITQ(QB)", "file": "a.mqsc", "line": 2},
        ],
    }
    assert found["first"] == {
        "resource": "QLOCAL(QB)",
        "queue_manager": "QA",
        "share": 0.6,
        "bound": "exact",
        "breaks_at_growth": pytest.approx(1.66667),
    }
    assert resources(outcome)["QB", "queue", "QLOCAL(IN)"]["rate_per_s"] == 300.0


def test_growth_and_a_limit_for_ci(mqtune, pair):
    assert mqtune("budget", "--fail-on", "0.8").status == 0
    grown = mqtune("budget", "--grow", "2", "--fail-on", "0.8", "--format", "json")
    assert grown.status == 1
    found = resources(grown)
    assert found["QA", "queue-depth", "QLOCAL(QB)"]["share"] == 1.2
    assert json.loads(grown.out)["first"]["breaks_at_growth"] == pytest.approx(1.66667)


def test_the_text_names_what_is_exhausted_first(mqtune, pair):
    outcome = mqtune("budget")
    assert "60%" in outcome.out
    assert "first: QLOCAL(QB) of QA is exhausted first, at 1.67 times the declared load" in outcome.out
    assert "← 300 puts/s declared for QREMOTE(OUT) (mqtune.toml:6)" in mqtune("budget", "-v").out


def test_one_queue_manager(mqtune, pair):
    found = resources(mqtune("budget", "--qmgr", "QB", "--format", "json"))
    assert {manager for manager, _, _ in found} == {"QB"}
    outcome = mqtune("budget", "--qmgr", "QX")
    assert outcome.status == 2
    assert "QX" in outcome.err


def test_without_a_load_the_tables_to_write_are_named(mqtune, folder):
    (folder / "a.mqsc").write_text(A)
    outcome = mqtune("budget")
    assert outcome.status == 0
    assert "[[queue-manager.queue]]" in outcome.out
    assert json.loads(mqtune("budget", "--format", "json").out) == {
        "version": 1,
        "resources": [],
        "first": None,
        "refused": [],
    }


@pytest.mark.parametrize("words", [("--grow", "0"), ("--fail-on", "-1"), ("--environment", "prod")])
def test_wrong_values_are_refused(mqtune, pair, words):
    assert mqtune("budget", *words).status == 2


def test_markdown_has_tables_sources_and_notes(mqtune, pair):
    out = mqtune("budget", "--format", "markdown").out
    assert out.startswith("# Budget\n")
    assert "is exhausted first, at" in out
    assert "## QA" in out
    assert "## QB" in out
    assert "| QLOCAL(QB) | queue-depth | 60% | 3,000 | 5,000 | messages | 1.67 times |" in out
    assert "- 300 puts/s declared for QREMOTE(OUT), mqtune.toml:6" in out
    tables = [line for line in out.splitlines() if line.startswith("|")]
    assert {line.count(" | ") for line in tables if not line.startswith("|---")} == {3, 7}
    grown = mqtune("budget", "--grow", "2", "--format", "markdown").out
    assert "- at 2 times the declared load\n" in grown


def test_limits_along_a_path_combine_by_minimum(mqtune, pair):
    """One source fills a transmission queue in an outage, another nears the rate of its consumers."""
    more = (
        '[[queue-manager.queue]]\nqueue = "SIDE"\nput-rate = 50\nget-rate = 400\nmessage-size = "2 KiB"\n'
        "persistent = false\n"
    )
    (pair / "mqtune.toml").write_text(PROJECT + 'outage = "10 s"\n' + more)
    (pair / "b.mqsc").write_text(B + "DEFINE QLOCAL(SIDE) MAXDEPTH(10000)\n")
    out = mqtune("budget").out
    rows = [line for line in out.splitlines() if line.endswith(" times")]
    found = resources(mqtune("budget", "--format", "json"))
    shares = {key: one["share"] for key, one in found.items() if one["share"]}
    assert shares["QA", "queue-depth", "QLOCAL(QB)"] == 0.6
    # IN has MAXDEPTH(5000) too, and SIDE is nearest to its consumers' rate
    assert [row.split("  ")[0] for row in rows] == [
        "300 puts/s declared for QREMOTE(OUT) (mqtune.toml:6)",
        "50 puts/s declared for QLOCAL(SIDE) (mqtune.toml:15)",
    ]
    assert rows[0].endswith("1.67 times")
    assert rows[1].endswith("8 times")


def test_low_shares_below_many_others_are_left_to_verbose(mqtune, pair):
    loads = "".join(
        f'[[queue-manager.queue]]\nqueue = "Q{n}"\nput-rate = {n}\nget-rate = 1000\npersistent = false\n'
        for n in range(1, 61)
    )
    (pair / "mqtune.toml").write_text(PROJECT + loads)
    (pair / "b.mqsc").write_text(B + "".join(f"DEFINE QLOCAL(Q{n})\n" for n in range(1, 61)))
    out = mqtune("budget", "--qmgr", "QB").out
    assert "QLOCAL(Q60)" in out
    assert "QLOCAL(Q1) " not in out
    assert "or below 20%, and each figure's provenance: --verbose lists all" in out
    assert "QLOCAL(Q1) " in mqtune("budget", "--qmgr", "QB", "--verbose").out


def test_every_kind_of_the_contract_is_there_if_its_load_is_declared(mqtune, folder):
    (folder / "mqtune.toml").write_text(
        'mq-version = "9.4"\n[[queue-manager]]\nname = "HUB"\nfiles = ["hub.mqsc", "qm.ini"]\ncores = 8\n'
        'link = "10 Gb/s"\nqueue-disk = "100 GB"\n'
        '[[queue-manager.topic]]\ntopic = "news/#"\npublish-rate = 2000\npublishers = 4\nsubscribers = 3\n'
        'message-size = "2 KiB"\npersistent = false\n'
        '[[queue-manager.topic]]\ntopic = "far/#"\npublish-rate = 900\npublishers = 0\nsubscribers = 2\n'
        'message-size = "2 KiB"\npersistent = false\n'
        '[[queue-manager.queue]]\nqueue = "IN"\nput-rate = 200\nmessage-size = "4 KiB"\npersistent = true\n'
        'binding = "client"\nproducers = 30\nconsumers = 6\nget-rate = 300\n'
        '[[queue-manager.cluster]]\ncluster = "PS"\nchannel-pairs = 20\n'
    )
    (folder / "hub.mqsc").write_text(
        "DEFINE QLOCAL(IN) STREAMQ(COPY)\nDEFINE QLOCAL(COPY) CAPEXPRY(600)\n"
        "DEFINE QREMOTE(OUT) RNAME(X) RQMNAME(QX) XMITQ(QX)\nDEFINE QLOCAL(QX) USAGE(XMITQ)\n"
        "DEFINE CHANNEL(HUB.QX) CHLTYPE(SDR) CONNAME('x(1414)') XMITQ(QX)\n"
        "DEFINE CHANNEL(TO.HUB) CHLTYPE(CLUSRCVR) CONNAME('h(1414)') CLUSTER(PS)\n"
        "DEFINE TOPIC(FAR) TOPICSTR('far') CLUSTER(PS)\nDEFINE SUB(S) TOPICSTR('far/y') DEST(OUT)\n"
        "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) MAXINST(100)\n"
    )
    log = "Log:\n   LogPrimaryFiles=3\n   LogSecondaryFiles=2\n   LogFilePages=4096\n"
    (folder / "qm.ini").write_text(log)
    found = resources(mqtune("budget", "--format", "json"))
    assert {kind for _, kind, _ in found} == set(KINDS)
    known = {kind for (_, kind, _), one in found.items() if one["share"] is not None}
    assert set(KINDS) - known == {"channel", "log-bytes"}


SHARED = """mq-version = "9.4"
[[queue-manager]]
name = "QC"
files = ["c.mqsc", "qm.ini"]
[[queue-manager.queue]]
queue = "PAY"
put-rate = 1000
message-size = "10 KiB"
persistent = true
[[queue-manager.topic]]
topic = "t"
publish-rate = 100
publishers = 20
binding = "client"
message-size = "1 KiB"
"""
C = """DEFINE QLOCAL(PAY)
DEFINE QLOCAL(S)
DEFINE SUB(S) TOPICSTR('t') DEST(S)
DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) MAXINST(10)
"""


def test_what_is_only_possible_does_not_exhaust_a_resource(mqtune, folder):
    (folder / "mqtune.toml").write_text(SHARED)
    (folder / "qm.ini").write_text(
        "Log:\n   LogPrimaryFiles=3\n   LogSecondaryFiles=2\n   LogFilePages=1024\n"
    )
    (folder / "c.mqsc").write_text(C)
    lines = mqtune("budget").out.splitlines()
    limits = {line.split("  ")[0]: line for line in lines if line.endswith(" times")}
    assert "recovery log of QC" in limits["1,000 puts/s declared for QLOCAL(PAY) (mqtune.toml:5)"]
    # whether these publications are persistent is unknown
    assert "recovery log" not in limits["100 publications/s declared for topic 't' (mqtune.toml:10)"]
    # 20 clients may need no more than 2 instances with SHARECNV(10)
    assert any("CHANNEL(APP)" in line and "200%" in line and "SHARECNV(10)" in line for line in lines)
    assert "at any rate" not in lines[-1]


def test_per_cent_in_place_of_a_share_is_refused(mqtune, pair):
    outcome = mqtune("budget", "--fail-on", "80")
    assert outcome.status == 2
    assert "write 0.8 for 80%" in outcome.err


SEVERAL = """mq-version = "9.4"
[[queue-manager]]
name = "QC"
files = ["c.mqsc"]
[[queue-manager.queue]]
queue = "PAY"
put-rate = 10
binding = "client"
producers = 500
"""
SHOPS = "DEFINE CHANNEL({}) CHLTYPE(SVRCONN) MAXINST(20) SHARECNV({})\n"


@pytest.mark.parametrize("share", [1, 10])
@pytest.mark.parametrize("clients", [None, 0, 5, 400])
@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_which_clients_use_one_of_several_server_connections_is_unknown(mqtune, folder, share, clients, form):
    declared = "" if clients is None else f'[[queue-manager.channel]]\nchannel = "A"\nclients = {clients}\n'
    (folder / "mqtune.toml").write_text(SEVERAL + declared)
    (folder / "c.mqsc").write_text(
        "DEFINE QLOCAL(PAY)\n" + SHOPS.format("A", share) + SHOPS.format("B", share)
    )
    outcome = mqtune("budget", "--format", form)
    assert (outcome.status, outcome.err) == (0, "")
    found = resources(mqtune("budget", "--format", "json"))
    assert found["QC", "instances", "CHANNEL(B)"]["share"] is None
    assert found["QC", "instances", "CHANNEL(A)"]["share"] == (clients / 20 if clients else None)
    first = json.loads(mqtune("budget", "--format", "json").out)["first"]
    assert first["resource"] == ("CHANNEL(A)" if clients == 400 else "MaxChannels")
    if form == "text":
        assert "several server connections: which clients use this one is unknown" in outcome.out


FAN_OUT = """mq-version = "9.4"
[[queue-manager]]
name = "HUB"
files = ["hub.mqsc"]
cores = 4
[[queue-manager.topic]]
topic = "prices/r0"
publish-rate = 2000
publishers = 1
subscribers = {subscribers}
{persistent}message-size = "2 KiB"
"""


def hub(folder, project, script="DEFINE QLOCAL(Q)\n"):
    (folder / "mqtune.toml").write_text(project)
    (folder / "hub.mqsc").write_text(script)


def row_of(out, name):
    """The line of a resource in the text."""
    return next(line for line in out.splitlines() if line.startswith(name))


@pytest.mark.parametrize("subscribers", [1, 60])
def test_processors_are_a_lower_bound_and_do_not_reassure(mqtune, folder, subscribers):
    hub(folder, FAN_OUT.format(subscribers=subscribers, persistent="persistent = false\n"))
    out = mqtune("budget").out
    assert ">= 3%" in row_of(out, "cpu ")
    assert "a lower bound: " in row_of(out, "cpu ")
    found = resources(mqtune("budget", "--format", "json"))["HUB", "cpu", "cpu"]
    assert found["bound"] == "at-least"
    reason = "a lower bound: channels, streamed copies and other work are not included"
    assert reason in found["warnings"]
    assert any("only one delivery is counted" in text for text in found["warnings"]) == (subscribers > 1)
    first = json.loads(mqtune("budget", "--format", "json").out)["first"]
    assert first["resource"] == "publisher of 'prices/r0'"
    assert "left open: cpu of HUB (>= 3%) may be exhausted earlier" in out
    markdown = mqtune("budget", "--format", "markdown").out
    assert "| cpu | cpu | >= 3% | >= 3.12 | 100 |" in markdown
    assert "left open: cpu of HUB (>= 3%) may be exhausted earlier" in markdown


def test_what_is_declared_is_not_called_unknown(mqtune, folder):
    more = (
        '[[queue-manager.queue]]\nqueue = "Q"\nput-rate = 1000\npersistent = false\n'
        '[[queue-manager.queue]]\nqueue = "R"\npersistent = true\n'
    )
    script = "DEFINE QLOCAL(Q)\nDEFINE QLOCAL(R)\n"
    hub(folder, FAN_OUT.format(subscribers=1, persistent="") + more, script)
    found = resources(mqtune("budget", "--format", "json"))["HUB", "cpu", "cpu"]
    assert found["warnings"][:2] == [
        "a lower bound: the persistence of topic 'prices/r0' is unknown",
        "a lower bound: the rate of QLOCAL(R) is unknown",
    ]
    hub(folder, FAN_OUT.format(subscribers=1, persistent=""), script)
    found = resources(mqtune("budget", "--format", "json"))["HUB", "cpu", "cpu"]
    assert (found["share"], found["warnings"][0]) == (None, "the persistence of topic 'prices/r0' is unknown")


@pytest.mark.parametrize(
    ("rate", "first"), [(40_000, None), (90_000, "cpu")], ids=["below the limit", "above the limit"]
)
def test_a_lower_bound_is_first_only_if_it_exceeds_the_limit(mqtune, folder, rate, first):
    project = (
        'mq-version = "9.4"\n[[queue-manager]]\nname = "HUB"\nfiles = ["hub.mqsc"]\ncores = 8\n'
        f'[[queue-manager.queue]]\nqueue = "Q"\nput-rate = {rate}\npersistent = false\nbinding = "client"\n'
    )
    hub(folder, project, "DEFINE QLOCAL(COPY)\nDEFINE QLOCAL(Q) STREAMQ(COPY)\n")
    outcome = mqtune("budget", "--format", "json")
    known = json.loads(outcome.out)["first"]
    assert (known and known["resource"]) == first
    last = mqtune("budget").out.splitlines()[-1]
    if first is None:
        assert last.startswith("first: cannot tell, as only a lower bound is known of cpu of HUB (>= ")
    else:
        assert known["bound"] == "at-least"
        assert last.startswith("first: cpu of HUB is exhausted, at no more than ")
    assert mqtune("budget", "--fail-on", "1").status == (1 if first else 0)


def test_a_lower_bound_above_every_known_share_is_not_hidden_by_them(mqtune, folder):
    """That QLOCAL(Q) is first, at 50 times, would be false: the processors are exhausted before."""
    project = (
        'mq-version = "9.4"\n[[queue-manager]]\nname = "HUB"\nfiles = ["hub.mqsc"]\ncores = 8\n'
        '[[queue-manager.queue]]\nqueue = "Q"\nput-rate = 20000\nget-rate = 1000000\npersistent = false\n'
    )
    hub(folder, project)
    outcome = mqtune("budget", "--format", "json")
    found = resources(outcome)
    assert found["HUB", "cpu", "cpu"]["share"] > found["HUB", "queue", "QLOCAL(Q)"]["share"]
    assert json.loads(outcome.out)["first"] is None
    assert "first: cannot tell" in mqtune("budget").out
    (folder / "mqtune.toml").write_text(project.replace("1000000", "30000"))
    assert json.loads(mqtune("budget", "--format", "json").out)["first"]["resource"] == "QLOCAL(Q)"


def test_a_rate_that_is_known_in_part_is_a_lower_bound_of_every_row(mqtune, folder):
    project = (
        'mq-version = "9.4"\n[[queue-manager]]\nname = "HUB"\nfiles = ["hub.mqsc"]\noutage = "10 s"\n'
        '[[queue-manager.queue]]\nqueue = "IN"\nput-rate = 30\nmessage-size = "1 KiB"\npersistent = true\n'
        '[[queue-manager.queue]]\nqueue = "OTHER"\n'
        '[[queue-manager.queue]]\nqueue = "Q"\nget-rate = 100\n'
    )
    script = "DEFINE QLOCAL(Q)\nDEFINE QALIAS(IN) TARGET(Q)\nDEFINE QALIAS(OTHER) TARGET(Q)\n"
    hub(folder, project, script)
    found = resources(mqtune("budget", "--format", "json"))
    rows = [found["HUB", kind, "QLOCAL(Q)"] for kind in ("queue", "queue-depth")]
    rows.append(found["HUB", "log-bytes", "recovery log"])
    assert [one["bound"] for one in rows] == ["at-least"] * 3
    out = mqtune("budget").out
    assert ">= 30%" in row_of(out, "QLOCAL(Q)")
    assert ">= 30.7 kB/s" in row_of(out, "recovery log")
    assert "first: cannot tell" in out


def test_a_loop_is_a_lower_bound(mqtune, folder):
    project = (
        'mq-version = "9.4"\n[[queue-manager]]\nname = "HUB"\nfiles = ["hub.mqsc"]\n'
        '[[queue-manager.queue]]\nqueue = "Q"\nput-rate = 60\nget-rate = 100\n'
    )
    script = (
        "DEFINE QLOCAL(Q) STREAMQ(BACK)\nDEFINE QALIAS(BACK) TARGTYPE(TOPIC) TARGET(T)\n"
        "DEFINE TOPIC(T) TOPICSTR('t')\nDEFINE SUB(S) TOPICSTR('t') DEST(Q)\n"
    )
    hub(folder, project, script)
    found = resources(mqtune("budget", "--format", "json"))["HUB", "queue", "QLOCAL(Q)"]
    assert found["bound"] == "at-least"
    assert any("loop" in text for text in found["warnings"])
    assert ">= 60%" in mqtune("budget").out


def test_a_pass_that_rests_on_a_lower_bound_says_so(mqtune, folder):
    hub(folder, FAN_OUT.format(subscribers=1, persistent="persistent = false\n"))
    outcome = mqtune("budget", "--fail-on", "0.9")
    assert outcome.status == 0
    assert outcome.err == "cannot tell whether all shares are at most 90%: cpu of HUB (>= 3%)\n"
    quiet = mqtune("budget", "--fail-on", "0.9", "--quiet")
    assert (quiet.status, quiet.err) == (0, "")
    assert mqtune("budget", "--fail-on", "0.01").status == 1
    (folder / "mqtune.toml").write_text(
        FAN_OUT.format(subscribers=1, persistent="persistent = false\n").replace("cores = 4\n", "")
    )
    assert mqtune("budget", "--fail-on", "0.9").err == ""


def test_the_limit_on_a_path_is_reached_at_the_latest(mqtune, pair):
    (pair / "mqtune.toml").write_text(
        PROJECT.replace('outage = "10 s"\n', 'outage = "10 s"\ncores = 4\n')
        + 'cores = 4\n[[queue-manager.queue]]\nqueue = "SIDE"\nput-rate = 50\npersistent = false\n'
    )
    (pair / "b.mqsc").write_text(B + "DEFINE QLOCAL(SIDE)\n")
    rows = [line for line in mqtune("budget").out.splitlines() if line.endswith(" times")]
    assert "  QLOCAL(QB) of QA  " in rows[0]
    assert rows[0].endswith("  no more than 1.67 times")
    assert "cannot tell: cpu of QB (>= 0%)" in rows[1]


@pytest.mark.parametrize(("share", "mark"), [(1, ""), (10, "<= ")])
def test_clients_that_may_share_instances_need_at_most_one_each(mqtune, folder, share, mark):
    (folder / "mqtune.toml").write_text(SEVERAL)
    (folder / "c.mqsc").write_text("DEFINE QLOCAL(PAY)\n" + SHOPS.format("A", share))
    out = mqtune("budget").out
    assert f" {mark}2,500% " in row_of(out, "CHANNEL(A)")
    least = ">= 250%" if mark else "2,500%"
    assert f"first: CHANNEL(A) of QC ({least}), MaxChannels of QC (500%) are above the limit" in out


def test_clients_without_a_number_make_the_instances_a_lower_bound(mqtune, folder):
    more = '[[queue-manager.queue]]\nqueue = "Q"\nput-rate = 1\nbinding = "client"\n'
    (folder / "mqtune.toml").write_text(SEVERAL.replace("500", "10") + more)
    (folder / "c.mqsc").write_text("DEFINE QLOCAL(PAY)\nDEFINE QLOCAL(Q)\n" + SHOPS.format("A", 1))
    found = resources(mqtune("budget", "--format", "json"))
    for kind, name in (("instances", "CHANNEL(A)"), ("channels", "MaxChannels")):
        assert found["QC", kind, name]["bound"] == "at-least"
        assert "a lower bound: the clients of Q are not declared" in found["QC", kind, name]["warnings"]
    assert ">= 50%" in row_of(mqtune("budget").out, "CHANNEL(A)")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("link", '"0.001 Mb/s"'),
        ("link", '"900000 Gb/s"'),
        ("cores", "1000000"),
        ("queue-disk", '"900 TiB"'),
        ("outage", '"900000 h"'),
        ("longest-transaction", '"0.001 s"'),
        ("checkpoint", '"900000 h"'),
    ],
)
@pytest.mark.parametrize("rate", ["0", "1e-320", "5e-9", "0.5", "999999999999"])
def test_the_smallest_and_largest_declared_values_have_an_answer(mqtune, pair, key, value, rate):
    text = PROJECT.replace('outage = "10 s"\n', f"{key} = {value}\n").replace("300", rate)
    arriving = f'[[queue-manager.topic]]\ntopic = "t"\npublish-rate = {rate}\npublishers = 0\n'
    pairs = '[[queue-manager.cluster]]\ncluster = "C"\nchannel-pairs = 1000000000\n'
    (pair / "mqtune.toml").write_text(text + arriving + pairs)
    (pair / "b.mqsc").write_text(B + "DEFINE QLOCAL(T)\nDEFINE SUB(S) TOPICSTR('t') DEST(T)\n")
    log = "Log:\n   LogPrimaryFiles=3\n   LogSecondaryFiles=2\n   LogFilePages=1024\n"
    (pair / "qm.ini").write_text(log)
    (pair / "mqtune.toml").write_text((text + arriving + pairs).replace('"a.mqsc"', '"a.mqsc", "qm.ini"'))
    for words in (("budget",), ("budget", "--format", "json"), ("tune",), ("lint",), ("lint", "-v")):
        outcome = mqtune(*words)
        assert outcome.status in (0, 1)
        assert "internal error" not in outcome.err


def test_a_growth_without_a_meaning_is_refused(mqtune, pair):
    for growth in ("1e-300", "1e300", "nan", "inf"):
        outcome = mqtune("budget", "--grow", growth)
        assert outcome.status == 2
        assert "from 1e-06 to 1,000,000" in outcome.err


@pytest.mark.parametrize("key", ["clients", "consumers", "producers"])
def test_a_count_without_a_meaning_is_refused(mqtune, pair, key):
    (pair / "mqtune.toml").write_text(PROJECT.replace("put-rate", f"{key} = {10**400}\nput-rate"))
    outcome = mqtune("budget")
    assert outcome.status == 2
    assert f"{key} must be less than 1e12" in outcome.err


@pytest.mark.parametrize("share", ["1e-300", "0.0", "0"])
def test_a_share_of_nearly_nothing_is_nothing(mqtune, pair, share):
    (pair / "mqtune.toml").write_text(PROJECT.replace("persistent = true", f"persistent = {share}"))
    assert not [key for key in resources(mqtune("budget", "--format", "json")) if key[1] == "log-bytes"]


def test_a_directive_with_a_rate_of_nearly_nothing_is_none(mqtune, folder):
    (folder / "a.mqsc").write_text("* mqtune: workload put-rate=0.000000000000000001\nDEFINE QLOCAL(A)\n")
    found = resources(mqtune("budget", "--format", "json", "a.mqsc"))
    assert [one["used"] for one in found.values() if one["kind"] == "queue"] == [0.0]


@pytest.mark.parametrize(
    ("attributes", "name", "limit"),
    [
        ("", "MAXCHL", 200),
        ("ALTER QMGR MAXCHL(600)\n", "ACTCHL", 200),
        ("ALTER QMGR MAXCHL(600) ACTCHL(550)\n", "ACTCHL", 550),
        ("ALTER QMGR MAXCHL(600) ACTCHL(600)\n", "MAXCHL", 600),
        ("ALTER QMGR MAXCHL(${MOST})\n", "MAXCHL", None),
    ],
)
def test_on_zos_attributes_of_the_queue_manager_limit_the_channels(mqtune, folder, attributes, name, limit):
    (folder / "mqtune.toml").write_text('platform = "zos"\n' + SEVERAL)
    (folder / "c.mqsc").write_text(attributes + "DEFINE QLOCAL(PAY)\n" + SHOPS.format("A", 1))
    row = resources(mqtune("budget", "--format", "json"))["QC", "channels", name]
    assert (row["used"], row["limit"]) == (500, limit)
    assert "stanza" not in (row["basis"] or "")


def test_clients_of_another_channel_are_not_those_of_the_only_one(mqtune, folder):
    declared = '[[queue-manager.channel]]\nchannel = "B"\nclients = 400\n'
    (folder / "mqtune.toml").write_text(SEVERAL + declared)
    (folder / "c.mqsc").write_text("DEFINE QLOCAL(PAY)\n" + SHOPS.format("A", 1))
    row = resources(mqtune("budget", "--format", "json"))["QC", "instances", "CHANNEL(A)"]
    assert row["used"] is None
    assert any("the clients are declared for other channels" in one for one in row["warnings"])


@pytest.mark.parametrize(
    ("head", "attributes", "interval", "messages"),
    [
        ("", "CAPEXPRY(600)", "", 10 * 360),
        ("", "CUSTOM('CAPEXPRY(600)')", "", 10 * 360),
        ("", "CAPEXPRY(600)", "ExpiryInterval=5", 10 * 65),
        ("", "CAPEXPRY(900000)", "", 10 * 36000),
        ("", "CAPEXPRY(600)", "ExpiryInterval=x", 10 * 36000),
        ("", "", "", 10 * 36000),
        ('platform = "zos"\n', "CAPEXPRY(600)", "", 10 * 36000),
    ],
)
def test_messages_expire_also_during_an_outage(mqtune, folder, head, attributes, interval, messages):
    project = SEVERAL.replace('"c.mqsc"]', '"c.mqsc", "qm.ini"]\noutage = "10 h"')
    (folder / "mqtune.toml").write_text(head + project)
    (folder / "c.mqsc").write_text(f"DEFINE QLOCAL(PAY) {attributes}\n")
    (folder / "qm.ini").write_text(f"TuningParameters:\n   {interval}\n")
    row = resources(mqtune("budget", "--format", "json"))["QC", "queue-depth", "QLOCAL(PAY)"]
    assert row["used"] == messages


@pytest.mark.parametrize(
    ("limits", "name", "limit"),
    [
        ("MaxChannels=1000\n   MaxActiveChannels=150", "MaxActiveChannels", 150),
        ("MaxActiveChannels=90", "MaxActiveChannels", 90),
        ("MaxActiveChannels=500", "MaxChannels", 100),
        ("MaxChannels=1000\n   MaxActiveChannels=x", "MaxChannels", 1000),
    ],
)
def test_the_limit_on_active_channels_counts_if_it_is_smaller(mqtune, folder, limits, name, limit):
    (folder / "mqtune.toml").write_text(SEVERAL.replace('"c.mqsc"]', '"c.mqsc", "qm.ini"]'))
    (folder / "c.mqsc").write_text("DEFINE QLOCAL(PAY)\n" + SHOPS.format("A", 1))
    (folder / "qm.ini").write_text(f"Channels:\n   {limits}\n")
    row = resources(mqtune("budget", "--format", "json"))["QC", "channels", name]
    assert (row["used"], row["limit"]) == (500, limit)
    assert name in row["basis"]
