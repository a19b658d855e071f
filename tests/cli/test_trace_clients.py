"""`mqtune trace --connect`: where clients connect by their table."""

from __future__ import annotations

import json

import pytest

MEMBER = """DEFINE CHANNEL(UNI.U{0}) CHLTYPE(CLUSRCVR) CLUSTER(UNI) CONNAME('mq{0}.bank(1414)')
DEFINE CHANNEL(APP.SVR) CHLTYPE(SVRCONN) {1}
DEFINE QLOCAL(IN)
"""
INI = "AutoCluster:\n   Type=Uniform\n   ClusterName=UNI\n   Repository1Name=U1\n   Repository2Name=U2\n"


def entry(group, *hosts, channel="APP.SVR", **management):
    return {
        "name": channel,
        "type": "clientConnection",
        "clientConnection": {
            "queueManager": group,
            "connection": [{"host": host, "port": 1414} for host in hosts],
        },
        "connectionManagement": management,
    }


@pytest.fixture
def estate(folder):
    """Three members of a uniform cluster, and a function that writes a table."""
    project = 'mq-version = "9.4"\n'
    for number in (1, 2, 3):
        (folder / f"u{number}").mkdir()
        (folder / f"u{number}" / "a.mqsc").write_text(MEMBER.format(number, ""))
        (folder / f"u{number}" / "qm.ini").write_text(INI)
        project += f'[[queue-manager]]\nname = "U{number}"\nfiles = ["u{number}/*"]\n'
    (folder / "mqtune.toml").write_text(project)

    def write(*entries):
        (folder / "ccdt.json").write_text(json.dumps({"channel": list(entries)}))

    return write


def connect(mqtune, name, *words):
    return mqtune("trace", "--ccdt", "ccdt.json", "--connect", name, *words)


def test_a_table_that_reaches_every_member_of_a_uniform_cluster(mqtune, estate):
    estate(*(entry("APPS", f"mq{number}.bank", clientWeight=1, affinity="none") for number in (1, 2, 3)))
    outcome = connect(mqtune, "*APPS", "--expect", "reached")
    assert outcome.status == 0
    assert "uniform cluster UNI: all 3 members are reached" in outcome.out


def test_the_missing_member_is_named(mqtune, estate):
    estate(entry("APPS", "mq1.bank", "mq2.bank"))
    outcome = connect(mqtune, "*APPS", "--expect", "reached")
    assert outcome.status == 1
    assert "uniform cluster UNI: U3 not reached by this name" in outcome.out


def test_messages_are_followed_from_each_queue_manager_that_is_reached(mqtune, estate):
    estate(entry("APPS", "mq1.bank"), entry("APPS", "mq2.bank"), entry("U3", "mq3.bank"))
    found = json.loads(connect(mqtune, "*APPS", "IN", "--format", "json").out)["connections"][0]
    assert found["reached"] == ["U1", "U2"]
    assert [one["queue_manager"] for one in found["traces"]] == ["U1", "U2"]
    assert connect(mqtune, "*APPS", "IN", "--expect", "delivered").status == 0
    assert connect(mqtune, "*APPS", "IN", "--expect", "refused").status == 1


@pytest.mark.parametrize(
    ("attributes", "name", "host", "end"),
    [
        ("SSLCIPH(ANY_TLS12)", "*APPS", "mq1.bank", ("refused", 2393)),
        ("MAXINST(0)", "*APPS", "mq1.bank", ("refused", 2537)),
        ("", "APPS", "mq1.bank", ("refused", 2058)),
        ("", "*APPS", "elsewhere", ("leaves these files", None)),
        ("", "*APPS", "mq1.bank", ("reached", None)),
    ],
)
def test_why_a_client_is_not_connected(mqtune, estate, folder, attributes, name, host, end):
    (folder / "u1" / "a.mqsc").write_text(MEMBER.format(1, attributes))
    estate(entry("APPS", host))
    found = json.loads(connect(mqtune, name, "--format", "json").out)["connections"][0]
    (address,) = found["entries"][0]["addresses"]
    assert (address["outcome"], address["reason_code"]) == end


def test_entries_without_weight_come_first_by_name(mqtune, estate):
    estate(
        entry("APPS", "mq1.bank", channel="C", clientWeight=5),
        entry("APPS", "mq2.bank", channel="B"),
        entry("APPS", "mq3.bank", channel="A"),
    )
    found = json.loads(connect(mqtune, "*APPS", "--format", "json").out)["connections"][0]
    assert [one["channel"] for one in found["entries"]] == ["A", "B", "C"]


def test_client_channels_of_the_files_are_a_table_too(mqtune, estate, folder):
    estate()
    text = "DEFINE CHANNEL(APP.SVR) CHLTYPE(CLNTCONN) QMNAME(GRP) CONNAME('mq2.bank(1414)')\n"
    (folder / "u1" / "a.mqsc").write_text(MEMBER.format(1, "") + text)
    outcome = mqtune("trace", "--connect", "*GRP")
    assert "reached U2" in outcome.out


def test_a_name_that_no_entry_has_is_an_error(mqtune, estate):
    estate(entry("APPS", "mq1.bank"))
    outcome = connect(mqtune, "*APP")
    assert outcome.status == 2
    assert "the nearest is APPS" in outcome.err
    assert mqtune("trace", "--ccdt", "ccdt.json").status == 2


def test_flow_tests_of_clients(mqtune, estate, folder):
    estate(*(entry("APPS", f"mq{number}.bank") for number in (1, 2)))
    table = '[[flow-test]]\nccdt = "ccdt.json"\nconnect = "*APPS"\n'
    project = (folder / "mqtune.toml").read_text()
    (folder / "mqtune.toml").write_text(project + table + 'put = "IN"\nexpect = "delivered"\n')
    outcome = mqtune("trace", "--tests")
    assert (outcome.status, outcome.out.splitlines()[0]) == (0, "2 tests: 2 ok, 0 failed")
    (folder / "mqtune.toml").write_text(project + table + 'expect = "reached"\n')
    outcome = mqtune("trace", "--tests")
    assert outcome.status == 1
    assert "uniform cluster UNI: U3 is not reached" in outcome.out
    assert '"as_expected": false' in mqtune("trace", "--tests", "--format", "json").out


@pytest.mark.parametrize(
    ("attributes", "note"),
    [
        ("SSLCIPH(ANY_TLS12)", "SSLCIPH(ANY_TLS12) with a certificate"),
        ("SSLCIPH(ANY_TLS12) SSLCAUTH(OPTIONAL)", "with no certificate of the client"),
        ("SHARECNV(0)", "no automatic reconnection"),
    ],
)
def test_what_the_server_channel_needs_is_noted(mqtune, estate, folder, attributes, note):
    (folder / "u1" / "a.mqsc").write_text(MEMBER.format(1, attributes))
    one = entry("APPS", "mq1.bank")
    if "SSLCIPH" in attributes:
        one["transmissionSecurity"] = {"cipherSpecification": "ANY_TLS12_OR_HIGHER"}
    estate(one)
    assert note in connect(mqtune, "*APPS").out


@pytest.mark.parametrize(
    ("listener", "host", "outcome", "words"),
    [
        ("192.0.2.1", "192.0.2.7", "cannot tell", "U1 states 192.0.2.1 as its own addresses, not this one"),
        ("192.0.2.1", "mq1.example", "reached", "by its name: the files state 192.0.2.1"),
        ("", "mq1.example", "reached", "by its name: the files do not state its address"),
    ],
)
def test_a_queue_manager_that_states_another_address_is_not_reached(
    mqtune, folder, listener, host, outcome, words
):
    (folder / "mqtune.toml").write_text('[[queue-manager]]\nname = "U1"\nfiles = ["a.mqsc"]\n')
    address = f"IPADDR({listener})" if listener else ""
    script = (
        f"DEFINE CHANNEL(APP.SVR) CHLTYPE(SVRCONN)\nDEFINE LISTENER(L) TRPTYPE(TCP) PORT(1414) {address}\n"
    )
    (folder / "a.mqsc").write_text(script)
    (folder / "ccdt.json").write_text(json.dumps({"channel": [entry("U1", host)]}))
    found = connect(mqtune, "U1")
    assert outcome in found.out
    assert words in found.out
