"""PUB, CLU, UNI, QUE, EXP, LOG beyond the pages: how sure they are, and where they hold back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.estate.build import predefined_objects
from mqtune.estate.objects import MqObject
from mqtune.language.available import parse_level
from mqtune.session.options import Options
from mqtune.session.session import Session

FAMILIES = ["PUB", "CLU", "UNI", "QUE", "EXP", "LOG"]

Found = Callable[..., list[tuple[str, str]]]


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Found:
    """The findings of some files, as (code, severity)."""
    monkeypatch.chdir(tmp_path)

    def lint(files: dict[str, str], select: list[str] = FAMILIES, profile: str = "") -> list[tuple[str, str]]:
        for path, text in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        options = Options(["."], select=select, profile=profile) if profile else Options(["."], select=select)
        result = Session.open(options).lint()
        assert [str(crash) for crash in result.crashes] == []
        return [(one.code, one.severity) for one in result.findings]

    return lint


def definition(object: MqObject) -> str:
    """The command that makes a shipped object, with every attribute written out as a dump does."""
    subtype = f" CHLTYPE({object.subtype})" if object.type == "CHANNEL" else ""
    values = " +\n".join(
        f"  {keyword}('{value}')"
        for keyword, value, _ in object.items()
        if value not in {"YES", "NO"} and keyword not in {"CHLTYPE", "TOPICSTR", "DEST"}
    )
    return f"DEFINE {object.type}('{object.name}'){subtype} +\n{values} REPLACE\n"


@pytest.mark.parametrize("level", ["8.0", "9.2", "9.3", "9.4"])
@pytest.mark.parametrize("profile", ["default", "regulated"])
def test_a_fresh_queue_manager_is_left_alone(found: Found, level: str, profile: str) -> None:
    types = {"QLOCAL", "QMODEL", "QALIAS", "QREMOTE", "TOPIC", "SUB", "CHANNEL", "NAMELIST"}
    objects = predefined_objects("linux", parse_level(level)).values()
    script = "".join(definition(object) for object in objects if object.type in types)
    head = f'mq-version = "{level}"\n[[queue-manager]]\nname = "QM"\nfiles = ["*.mqsc"]\ncomplete = true\n'
    assert script.count("DEFINE") > 50
    assert found({"dump.mqsc": script, "mqtune.toml": head}, profile=profile) == []


FRESH_INI = """\
ExitPath:
   ExitsDefaultPath=/var/mqm/exits
Log:
   LogPrimaryFiles=3
   LogSecondaryFiles=2
   LogFilePages=4096
   LogType=CIRCULAR
   LogBufferPages=0
   LogPath=/var/mqm/log/QM/
   LogWriteIntegrity=TripleWrite
Service:
   Name=AuthorizationService
   EntryPoints=14
TuningParameters:
   ImplSyncOpenOutput=2
"""


@pytest.mark.parametrize("profile", ["default", "regulated"])
def test_a_fresh_qm_ini_is_left_alone(found: Found, profile: str) -> None:
    assert found({"qm.ini": FRESH_INI}, profile=profile) == []


COPY = "DEFINE QLOCAL(A) STREAMQ(B) REPLACE\nDEFINE QLOCAL(B) REPLACE\n"
DECLARED = '[[queue-manager]]\nname = "QM"\nfiles = ["*"]\n'


@pytest.mark.parametrize(
    ("load", "severity"),
    [
        ("", "info"),
        ('[[queue-manager.queue]]\nqueue = "A"\nput-rate = 10\n', "info"),
        ('[[queue-manager.queue]]\nqueue = "B"\nconsumers = 0\n', "warning"),
    ],
)
def test_unbounded_copies_are_a_warning_only_if_declared_without_consumers(
    found: Found, load: str, severity: str
) -> None:
    files = {"a.mqsc": COPY, "mqtune.toml": DECLARED + load}
    assert found(files, ["EXP002"]) == [("EXP002", severity)]


@pytest.mark.parametrize(("second", "codes"), [("one(1414)", [("CLU001", "warning")]), ("two(1414)", [])])
def test_receivers_of_two_networks_are_no_wider_path(
    found: Found, second: str, codes: list[tuple[str, str]]
) -> None:
    text = "DEFINE TOPIC(T) TOPICSTR('t') CLUSTER(PS)\n" + "".join(
        f"DEFINE CHANNEL(PS.{n}) CHLTYPE(CLUSRCVR) CLUSTER(PS) CONNAME('{place}')\n"
        for n, place in enumerate(("one(1414)", second))
    )
    cluster = '[[queue-manager.cluster]]\ncluster = "PS"\nordered = false\n'
    files = {"a.mqsc": text, "qm.ini": "Log:\n   LogFilePages=4096\n", "mqtune.toml": DECLARED + cluster}
    assert found(files, ["CLU001"]) == codes


def rated(queue: str, rate: str = "put-rate = 10") -> str:
    return f'[[queue-manager.queue]]\nqueue = "{queue}"\n{rate}\n'


@pytest.mark.parametrize(
    ("loads", "seconds"),
    [
        (rated("A") + rated("C"), 250),
        (rated("A") + rated("C", "consumers = 1"), None),
        (rated("B"), 500),
        ("", None),
    ],
    ids=["both sources", "one of two", "the target", "none"],
)
def test_the_time_until_copies_fill_a_queue_needs_the_rates_of_all_declared_sources(
    loads: str, seconds: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.mqsc").write_text(COPY + "DEFINE QLOCAL(C) STREAMQ(B) REPLACE\n")
    Path("mqtune.toml").write_text(DECLARED + loads)
    (finding,) = Session.open(Options(["."], select=["EXP002"])).lint().findings
    full = f"; unread, it is full after {seconds} s" if seconds else ""
    assert finding.message == f"QLOCAL(B) receives copies of A and has no expiry cap{full}"


@pytest.mark.parametrize(("rate", "expected"), [(4000, []), (4100, ["info"]), (5900, ["warning"])])
def test_a_republishing_thread_is_judged_by_its_share(found: Found, rate: int, expected: list[str]) -> None:
    script = (
        "DEFINE CHANNEL(C.QM) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('qm(1414)') REPLACE\n"
        "DEFINE TOPIC(T) TOPICSTR('t') CLUSTER(C) REPLACE\n"
    )
    load = f'[[queue-manager.topic]]\ntopic = "t/#"\npublish-rate = {rate}\npublishers = 0\n'
    findings = found({"a.mqsc": script, "mqtune.toml": DECLARED + load}, ["PUB006"])
    assert [severity for _, severity in findings] == expected


@pytest.mark.parametrize(
    ("second", "severity"),
    [("CLROUTE(TOPICHOST)", "warning"), ("DEFPSIST(YES)", "warning"), ("DESCR('other')", None)],
)
def test_another_route_or_value_of_a_cluster_topic_is_a_conflict(
    found: Found, second: str, severity: str | None
) -> None:
    topic = "DEFINE TOPIC(T) TOPICSTR('t') CLUSTER(C) {} REPLACE\n"
    files = {"one/a.mqsc": topic.format(""), "two/b.mqsc": topic.format(second)}
    assert found(files, ["PUB009"]) == ([("PUB009", severity)] if severity else [])


STANZA = (
    "AutoCluster:\n   Type=Uniform\n   ClusterName=UNI\n   Repository1Name={0}\n   "
    "Repository1Conname={0}(1414)\n"
)


def test_two_projects_with_one_cluster_name_are_no_cluster(found: Found) -> None:
    files = {"one/qm.ini": STANZA.format("QM1"), "two/qm.ini": STANZA.format("QM2")}
    assert found(files, ["UNI002", "UNI008", "UNI014"]) == []
    declared = "".join(
        f'[[queue-manager]]\nname = "{name}"\nfiles = ["{folder}/qm.ini"]\n'
        for name, folder in (("QM1", "one"), ("QM2", "two"))
    )
    assert found({"mqtune.toml": declared}, ["UNI002"]) == [("UNI002", "warning")]


def test_scripts_that_contradict_each_other_are_no_members(found: Found) -> None:
    files = {
        "qm.ini": STANZA.format("QM1"),
        "a.mqsc": "DEFINE QLOCAL(Q) MAXDEPTH(1)\n",
        "b.mqsc": "DEFINE QLOCAL(Q) MAXDEPTH(2)\n",
    }
    assert found(files, ["UNI014"]) == []


def test_a_sender_to_an_unknown_place_may_be_the_one_that_is_missing(found: Found) -> None:
    base = (
        "ALTER QMGR REPOS(C)\n"
        "DEFINE CHANNEL(C.{0}) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('{0}(1414)') REPLACE\n"
    )
    away = "DEFINE CHANNEL(C.ELSE) CHLTYPE(CLUSSDR) CLUSTER(C) CONNAME('10.1.1.1(1414)') REPLACE\n"
    whole = "".join(
        f'[[queue-manager]]\nname = "{name}"\nfiles = ["{name}.mqsc"]\ncomplete = true\n'
        for name in ("QM1", "QM2")
    )
    files = {"QM1.mqsc": base.format("QM1"), "QM2.mqsc": base.format("QM2"), "mqtune.toml": whole}
    assert found(files, ["CLU005"]) == [("CLU005", "warning"), ("CLU005", "warning")]
    files = {"QM1.mqsc": base.format("QM1") + away, "QM2.mqsc": base.format("QM2") + away}
    assert found(files, ["CLU005"]) == []


@pytest.mark.parametrize(
    ("one", "other", "meet"),
    [
        ("a/#", "a", True),
        ("a/#", "b/#", False),
        ("+/b", "a/+", True),
        ("#", "x/y", True),
        ("a/+/c", "a/b/d", False),
        ("a/#/z", "a/b/+", True),
        ("a/+", "a/b/c", False),
        ("#/x", "a/#/y", False),
    ],
)
def test_subscriptions_overlap_where_a_topic_string_matches_both(
    found: Found, one: str, other: str, meet: bool
) -> None:
    script = "DEFINE SUB({}) TOPICSTR('{}') DEST(Q) REPLACE\n"
    for first, second in ((one, other), (other, one)):
        files = {"a.mqsc": script.format("A", first) + script.format("B", second)}
        assert bool(found(files, ["PUB012"])) is meet


@pytest.mark.parametrize(
    ("one", "other", "meet"),
    [
        ("#/a/" * 2500 + "b", "a/+/#/" * 1600 + "b", True),
        ("#/a/" * 2500 + "b", "a/+/#/" * 1600 + "c", False),
        ("+/" * 5000 + "#", "a/" * 5000 + "b", True),
        ("+/" * 5000 + "b", "#/" * 5000 + "c", False),
    ],
    ids=["end alike", "end differently", "one has no wildcard", "any levels again and again"],
)
def test_subscriptions_overlap_also_if_they_have_thousands_of_levels(
    found: Found, one: str, other: str, meet: bool
) -> None:
    script = "DEFINE SUB({}) TOPICSTR('{}') DEST(Q) REPLACE\n"
    files = {"a.mqsc": script.format("A", one) + script.format("B", other)}
    assert bool(found(files, ["PUB012"])) is meet


def test_hundreds_of_long_subscriptions_to_one_queue_are_compared_as_far_as_is_quick(found: Found) -> None:
    string = "#/a/+/" * 200 + "#/{}"
    script = "".join(f"DEFINE SUB(S{n}) TOPICSTR('{string.format(n)}') DEST(Q) REPLACE\n" for n in range(300))
    script += "DEFINE SUB(TWICE) TOPICSTR('b') DEST(R)\nDEFINE SUB(AGAIN) TOPICSTR('b') DEST(R)\n"
    assert found({"a.mqsc": script}, ["PUB012"]) == []


def test_many_subscriptions_to_one_queue_take_no_time_to_speak_of(found: Found) -> None:
    script = "".join(f"DEFINE SUB(S{n}) TOPICSTR('a/{n}/+') DEST(Q) REPLACE\n" for n in range(2000))
    assert found({"a.mqsc": script}, ["PUB012"]) == []


@pytest.mark.parametrize(
    ("management", "said"),
    [
        ('{"clientWeight": 1}', "has affinity preferred, which"),
        ('{"clientWeight": 0, "affinity": "none"}', "has clientWeight 0, which"),
    ],
)
def test_what_holds_clients_together_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, management: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    entry = (
        '{{"name": "APP", "type": "clientConnection", "clientConnection": {{"connection": [{{"host": "{0}", '
        '"port": 1414}}], "queueManager": "ANY"}}, "connectionManagement": {1}}}'
    )
    entries = ",\n".join(entry.format(host, management) for host in ("QM1", "QM2"))
    Path("a.ccdt.json").write_text(f'{{"channel": [{entries}]}}\n')
    Path("qm.ini").write_text(STANZA.format("QM1"))
    (finding,) = Session.open(Options(["."], select=["UNI012"])).lint().findings
    assert said in finding.message


WIDENED = "DEFINE TOPIC(T) TOPICSTR('t') CLUSTER(C) REPLACE\n" + "".join(
    f"DEFINE CHANNEL(C.{n}) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('qm(1414)') REPLACE\n" for n in "AB"
)
FAST = '[[queue-manager.topic]]\ntopic = "t/#"\npublish-rate = 90000\npublishers = 0\n'
WIDE = '[[queue-manager.topic]]\ntopic = "t/#"\npublish-rate = 9000\npublishers = 1\nsubscribers = 60\n'


@pytest.mark.parametrize(("value", "alone"), [("1", True), ("${THREADS}", False), ("many", False)])
@pytest.mark.parametrize(
    ("code", "key", "load"),
    [
        ("CLU001", "pscNumPubThreads", ""),
        ("PUB006", "pscNumPubThreads", FAST),
        ("PUB017", "PubSubCacheSize", WIDE),
    ],
)
def test_an_unknown_number_is_not_replaced_by_the_default(
    found: Found, code: str, key: str, load: str, value: str, alone: bool
) -> None:
    ini = f"TuningParameters:\n   {key}={value}\n"
    files = {"a.mqsc": WIDENED, "qm.ini": ini, "mqtune.toml": DECLARED + load}
    assert [one for one, _ in found(files, [code])] == ([code] if alone else [])


@pytest.mark.parametrize(("rate", "severities"), [(3000, []), (4500, ["info"] * 4), (6000, ["warning"] * 4)])
def test_a_topic_host_gets_each_publication_once_however_many_members_subscribe(
    found: Found, rate: int, severities: list[str]
) -> None:
    files = {}
    project = 'mq-version = "9.4"\n'
    for name in ("H", "A", "B", "C", "D"):
        script = f"DEFINE CHANNEL(TO.{name}) CHLTYPE(CLUSRCVR) CONNAME('{name}(1414)') CLUSTER(PC)\n"
        if name == "H":
            script += "DEFINE TOPIC(PX) TOPICSTR('px') CLUSTER(PC) CLROUTE(TOPICHOST)\n"
        elif name != "A":
            script += "DEFINE QLOCAL(IN)\nDEFINE SUB(S) TOPICSTR('px/#') DEST(IN)\n"
        files[f"{name}.mqsc"] = script
        project += f'[[queue-manager]]\nname = "{name}"\nfiles = ["{name}.mqsc"]\n'
        if name == "A":
            project += f'[[queue-manager.topic]]\ntopic = "px/#"\npublish-rate = {rate}\n'
    hits = found(files | {"mqtune.toml": project}, ["PUB006"])
    assert [severity for _, severity in hits] == severities


def test_a_rate_that_is_known_in_part_is_stated_as_the_least(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    join = "DEFINE CHANNEL(TO.{0}) CHLTYPE(CLUSRCVR) CONNAME('{0}(1414)') CLUSTER(PC)\n"
    topic = "DEFINE TOPIC(PX) TOPICSTR('px') CLUSTER(PC)\nDEFINE SUB(S) TOPICSTR('px') DEST({0})\n"
    alias = "DEFINE QALIAS(IN) TARGTYPE(TOPIC) TARGET(PX)\n"
    (tmp_path / "A.mqsc").write_text(join.format("A") + topic.format("Q") + alias)
    (tmp_path / "B.mqsc").write_text(join.format("B") + topic.format("Q") + "DEFINE QLOCAL(Q)\n")
    (tmp_path / "mqtune.toml").write_text(
        'mq-version = "9.4"\n[[queue-manager]]\nname = "A"\nfiles = ["A.mqsc"]\n'
        '[[queue-manager.topic]]\ntopic = "px"\npublish-rate = 9000\n'
        '[[queue-manager.queue]]\nqueue = "IN"\n[[queue-manager]]\nname = "B"\nfiles = ["B.mqsc"]\n'
    )
    texts = [one.message for one in Session.open(Options(["."], select=["PUB006"])).lint().findings]
    assert texts == [
        "at least 9,000 publications/s of cluster PC arrive at B, which republishes them with one thread"
    ]


@pytest.mark.parametrize(
    ("ini", "reported"),
    [
        (None, False),  # the threads may be set in a qm.ini outside the files
        ("Log:\n   LogPrimaryFiles=3\n", True),
        ("TuningParameters:\n   pscNumPubThreads=1\n", True),
        ("TuningParameters:\n   pscNumPubThreads=2\n", False),
    ],
)
def test_receivers_alone_are_reported_if_the_files_show_the_threads(
    found, ini: str | None, reported: bool
) -> None:
    receiver = "DEFINE CHANNEL(TO.QM1.{n}) CHLTYPE(CLUSRCVR) CONNAME('h(1414)') CLUSTER(PS) REPLACE\n"
    files = {
        "mqtune.toml": 'mq-version = "9.4"\n[[queue-manager]]\nname = "QM1"\nfiles = ["*.mqsc", "*.ini"]\n'
        '[[queue-manager.cluster]]\ncluster = "PS"\nordered = false\n',
        "a.mqsc": "DEFINE TOPIC(NEWS) TOPICSTR('news') CLUSTER(PS) REPLACE\n"
        + "".join(receiver.format(n=n) for n in (1, 2)),
    }
    codes = [code for code, _ in found(files | ({"qm.ini": ini} if ini else {}), ["CLU001"])]
    assert ("CLU001" in codes) == reported
