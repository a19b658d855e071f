"""REF beyond the page examples: when the rules report nothing, and their messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.session.options import Options
from mqtune.session.session import Session


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The findings of some files, as (code, severity, line)."""
    monkeypatch.chdir(tmp_path)

    def lint(files: dict[str, str] | str, select: str = "REF"):
        for path, text in ({"example.mqsc": files} if isinstance(files, str) else files).items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        result = Session.open(Options(["."], select=[select])).lint()
        assert [str(crash) for crash in result.crashes] == []
        return [(one.code, one.severity, one.place.span.line) for one in result.findings]

    return lint


MISSING = "DEFINE QREMOTE(R) RNAME(X) RQMNAME(QM2) XMITQ(QM2) REPLACE\n"


@pytest.mark.parametrize(
    ("toml", "expected"),
    [
        ("", [("REF001", "info", 1)]),
        ('[[queue-manager]]\nname = "HUB"\nfiles = ["*.mqsc"]\n', [("REF001", "info", 1)]),
        (
            '[[queue-manager]]\nname = "HUB"\nfiles = ["*.mqsc"]\ncomplete = true\n',
            [("REF001", "warning", 1)],
        ),
    ],
)
def test_the_severity_of_a_missing_object_depends_on_complete_files(found, toml, expected):
    assert found({"example.mqsc": MISSING, "mqtune.toml": toml}) == expected


def test_a_dump_of_all_objects_counts_as_complete(found):
    head = (
        "* Script generated on 2026-05-14   at 14.47.03\n* Queue manager name: HUB\n"
        "* Queue manager platform: UNIX\n* Queue manager command level: (930/930)\n"
        "* Command issued: dmpmqcfg -a -m HUB\n"
    )
    foot = "* Script ended on 2026-05-14   at 14.47.04\n"
    assert found({"HUB.mqsc": head + MISSING + foot}) == [("REF001", "warning", 6)]


@pytest.mark.parametrize(
    "script",
    [
        "DEFINE QALIAS(A) TARGET('${QUEUE}')",
        "DEFINE QALIAS(A) TARGET(SYSTEM.MQTT.TRANSMIT.QUEUE)",
        "DEFINE QALIAS(A) TARGET(CLUSTERED)\nALTER QMGR REPOS(RETAIL)",
        "DEFINE SUB(S) TOPICSTR('a') DEST(X) DESTQMGR(QM2)",
        "DEFINE QREMOTE(R) RNAME(X) RQMNAME(QM2) XMITQ(' ')",
    ],
)
def test_names_that_may_be_defined_elsewhere_are_not_reported(found, script):
    toml = '[[queue-manager]]\nname = "HUB"\nfiles = ["*.mqsc"]\ncomplete = true\n'
    assert found({"example.mqsc": script, "mqtune.toml": toml}) == []


@pytest.mark.parametrize(
    "script",
    [
        "DEFINE QLOCAL(APP.IN.1)\nDEFINE QALIAS(A) TARGET(APP.IN.2)",
        "DEFINE QLOCAL(APP.ORDERS) BOQNAME(APP.ORDER)",
        "DEFINE QLOCAL(APP.REQUEST)\nDEFINE QALIAS(A) TARGET(APP.REPLY)",
        "DEFINE CHANNEL(TO.QMA) CHLTYPE(SVRCONN)\nSET CHLAUTH(TO.QMB) TYPE(BLOCKUSER) USERLIST('x')",
        "DEFINE QLOCAL(APP.ORDERS)\nSET AUTHREC PROFILE('APP.ORDER*') OBJTYPE(QUEUE) GROUP('g') AUTHADD(GET)",
    ],
)
def test_names_of_a_series_are_not_misspellings(found, script):
    assert found(script, "REF002") == []


def test_a_misspelt_system_queue_is_reported(found):
    assert found("DEFINE QLOCAL(A) INITQ(SYSTEM.CHANEL.INITQ) TRIGGER PROCESS(P)", "REF002") == [
        ("REF002", "warning", 1)
    ]


@pytest.mark.parametrize(
    "script",
    [
        "ALTER QLOCAL(XQ) MAXDEPTH(5)\nDEFINE QREMOTE(R) RNAME(X) RQMNAME(Q) XMITQ(XQ)",
        "DEFINE QLOCAL(XQ) LIKE(TEMPLATE.XMITQ)\nDEFINE QREMOTE(R) RNAME(X) RQMNAME(Q) XMITQ(XQ)",
        "DEFINE QLOCAL(XQ)\nALTER QLOCAL(XQ) USAGE(XMITQ)\nDEFINE QREMOTE(R) RNAME(X) RQMNAME(Q) XMITQ(XQ)",
        "DEFINE QREMOTE(R) RNAME(X) RQMNAME(Q) XMITQ(SYSTEM.CLUSTER.TRANSMIT.QUEUE)",
    ],
)
def test_a_transmission_queue_of_correct_or_unknown_usage_is_not_reported(found, script):
    assert found(script, "REF005") == []


def test_the_scripts_of_two_queue_managers_in_one_folder_are_not_mixed(found):
    files = {
        "QM1.mqsc": (
            "DEFINE QLOCAL(QM2) USAGE(XMITQ) REPLACE\n"
            "DEFINE CHANNEL(QM1.QM2) CHLTYPE(SDR) CONNAME('h(1414)') XMITQ(QM2) REPLACE\n"
        ),
        "QM2.mqsc": "DEFINE QLOCAL(QM2) REPLACE\nDEFINE CHANNEL(QM1.QM2) CHLTYPE(RCVR) REPLACE\n",
    }
    assert found(files) == []
    assert found(files, "RUN") == []


def test_manually_started_listeners_may_share_a_port(found):
    script = (
        "DEFINE LISTENER(A) TRPTYPE(TCP) PORT(1414) CONTROL(QMGR)\n"
        "DEFINE LISTENER(B) TRPTYPE(TCP) PORT(1414) CONTROL(MANUAL)\n"
        "DEFINE LISTENER(C) TRPTYPE(TCP) PORT(1414) IPADDR('192.0.2.1') CONTROL(QMGR)\n"
    )
    assert found(script) == []


CHANNEL = "DEFINE CHANNEL(SHOP.CLIENTS) CHLTYPE(SVRCONN) SSLCIPH({}) REPLACE\n"
TABLE = (
    '{{"channel": [{{"name": "SHOP.CLIENTS", "type": "clientConnection",\n'
    '"clientConnection": {{"queueManager": "{}", "connection": [{{"host": "h", "port": 1414}}]}},\n'
    '"transmissionSecurity": {{"cipherSpecification": "{}"}}}}]}}\n'
)
TOML = '[[queue-manager]]\nname = "SHOP"\nfiles = ["*.mqsc"]\n'


@pytest.mark.parametrize(
    ("server", "client", "told"),
    [
        ("ANY_TLS12_OR_HIGHER", "TLS_AES_256_GCM_SHA384", False),
        ("TLS_AES_256_GCM_SHA384", "TLS_AES_256_GCM_SHA384", False),
        ("TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256", True),
        ("' '", "TLS_AES_256_GCM_SHA384", True),
        ("' '", "", False),
        ("'{{ cipher }}'", "TLS_AES_256_GCM_SHA384", False),
        ("TLS_AES_256_GCM_SHA384", "SOMETHING_NEW", False),
    ],
)
def test_the_cipherspecs_of_both_ends_must_be_compatible(found, server, client, told):
    files = {
        "example.mqsc": CHANNEL.format(server),
        "ccdt.json": TABLE.format("SHOP", client),
        "mqtune.toml": TOML,
    }
    assert [code for code, *_ in found(files)] == (["REF020"] if told else [])


def test_a_client_of_another_queue_manager_is_not_reported(found):
    files = {
        "example.mqsc": CHANNEL.format("' '"),
        "ccdt.json": TABLE.format("OTHER", "TLS_AES_256_GCM_SHA384"),
        "mqtune.toml": TOML,
    }
    assert found(files) == []


@pytest.mark.parametrize(
    ("sender", "receiver", "expected"),
    [
        ("GWA/objects.mqsc", "GWB/objects.mqsc", [("REF023", "warning", 3)]),
        ("qmgrs/gwa.mqsc", "qmgrs/gwb.mqsc", [("REF023", "warning", 3)]),
        ("north/objects.mqsc", "south/objects.mqsc", []),  # neither name is known
        ("GWA/objects.mqsc", "GWB/mqsc/objects.mqsc", [("REF023", "warning", 3)]),
    ],
)
def test_a_partner_is_known_by_its_folder_or_file(found, sender, receiver, expected):
    files = {
        sender: "DEFINE LISTENER(L) TRPTYPE(TCP) CONTROL(QMGR) REPLACE\n"
        "DEFINE QLOCAL(GWB) USAGE(XMITQ) REPLACE\n"
        "DEFINE CHANNEL(GWA.GWB) CHLTYPE(SDR) CONNAME('b(1414)') XMITQ(GWB) SSLCIPH(ANY_TLS12) REPLACE\n",
        receiver: "DEFINE LISTENER(L) TRPTYPE(TCP) CONTROL(QMGR) REPLACE\n"
        "DEFINE CHANNEL(GWA.GWB) CHLTYPE(RCVR) REPLACE\n",
    }
    assert found(files, "REF023") == expected


def profiles(count: int) -> dict[str, str]:
    queues = (f"DEFINE QLOCAL('Q.{n:06}') REPLACE\n" for n in range(count))
    records = (
        f"SET AUTHREC PROFILE('Q.0?') OBJTYPE(QUEUE) GROUP('g{n}') AUTHADD(PUT)\n" for n in range(count)
    )
    return {
        "mqtune.toml": '[[queue-manager]]\nname = "QM1"\nfiles = ["*.mqsc"]\ncomplete = true\n',
        "example.mqsc": "".join((*queues, *records)),
    }


def test_generic_profiles_that_match_no_queue_are_reported(found) -> None:
    assert [one[0] for one in found(profiles(20), "REF004")] == ["REF004"] * 20


def test_where_too_many_profiles_are_compared_with_too_many_queues_the_rest_is_not_reported(found) -> None:
    reported = len(found(profiles(2500), "REF004"))
    assert 0 < reported < 2500


@pytest.mark.parametrize(
    ("command", "reported"),
    [
        ("DEFINE LISTENER(L) TRPTYPE(TCP) PORT(1415)", True),
        ("DEFINE LISTENER(L) TRPTYPE(TCP) PORT(1415) CONTROL(MANUAL)", False),
        ("DEFINE LISTENER(L) TRPTYPE(TCP) PORT(1415) CONTROL(QMGR)", False),
        ("ALTER LISTENER(L) PORT(1415)", False),
        ("ALTER LISTENER(SYSTEM.DEFAULT.LISTENER.TCP) PORT(1415)", False),
        ("DEFINE LISTENER('${L}') TRPTYPE(TCP) PORT(1415)", False),
    ],
)
def test_a_listener_without_control(found, command: str, reported: bool) -> None:
    assert ("REF017" in [code for code, _, _ in found(f"{command}\n", "REF017")]) == reported


def test_the_queue_with_a_similar_name_on_the_partner_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    one = '[[queue-manager]]\nname = "{}"\nfiles = ["{}.mqsc"]\ncomplete = true\n'
    Path("mqtune.toml").write_text(one.format("HUB", "hub") + one.format("SHOP", "shop"))
    Path("hub.mqsc").write_text(
        "DEFINE QLOCAL(SHOP) USAGE(XMITQ)\nDEFINE QREMOTE(R) RNAME(ORDERZ) RQMNAME(SHOP) XMITQ(SHOP)\n"
    )
    Path("shop.mqsc").write_text("DEFINE QLOCAL(OTHER)\nDEFINE QLOCAL(ORDERS)\n")
    (hit,) = Session.open(Options(["."], select=["REF026"])).lint().findings
    assert hit.help == "set RNAME(ORDERS)"
    assert [(one.place.file, one.place.span.line) for one in hit.related] == [("shop.mqsc", 2)]
