"""CHL, CLT, SEC, OSL, K8S beyond the page examples: new queue managers, secrets, records and folders."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.estate.build import predefined_objects
from mqtune.estate.objects import MqObject
from mqtune.language.available import parse_level
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.text.finding import Finding

FAMILIES = ["CHL", "CLT", "SEC", "OSL", "K8S"]
DECLARED = '[[queue-manager]]\nname = "QM"\nfiles = ["*"]\n'

Found = Callable[..., list[Finding]]


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Found:
    """The findings of some files."""
    monkeypatch.chdir(tmp_path)

    def lint(files: dict[str, str], select: list[str] = FAMILIES, profile: str = "default") -> list[Finding]:
        for path, text in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        result = Session.open(Options(["."], select=select, profile=profile)).lint()
        assert [str(crash) for crash in result.crashes] == []
        return result.findings

    return lint


def codes(findings: list[Finding]) -> list[str]:
    return [one.code for one in findings]


def test_pipelining_is_compared_for_each_pair_of_queue_managers(found: Found) -> None:
    sender = "DEFINE QLOCAL(C) USAGE(XMITQ)\nDEFINE CHANNEL({0}.C) CHLTYPE(SDR) XMITQ(C) CONNAME('c(1414)')\n"
    files = {f"{name}/a.mqsc": sender.format(name) for name in "AB"}
    files["C/a.mqsc"] = "DEFINE CHANNEL(A.C) CHLTYPE(RCVR)\nDEFINE CHANNEL(B.C) CHLTYPE(RCVR)\n"
    files |= {f"{name}/qm.ini": f"Channels:\n   PipeLineLength={2 - (name == 'C')}\n" for name in "ABC"}
    files["mqtune.toml"] = "".join(f'[[queue-manager]]\nname = "{n}"\nfiles = ["{n}/*"]\n' for n in "ABC")
    assert codes(found(files, ["CHL023"])) == ["CHL023", "CHL023"]


SUBTYPES = {"CHANNEL": "CHLTYPE", "AUTHINFO": "AUTHTYPE", "LISTENER": "TRPTYPE"}
RECORDS = """\
SET CHLAUTH('SYSTEM.ADMIN.SVRCONN') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL) +
    CHCKCLNT(ASQMGR) ACTION(REPLACE)
SET CHLAUTH('SYSTEM.*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS) WARN(NO) ACTION(REPLACE)
SET CHLAUTH('*') TYPE(BLOCKUSER) USERLIST('*MQADMIN') WARN(NO) ACTION(REPLACE)
"""


def definition(object: MqObject) -> str:
    """The command that defines a default object, with every attribute, as in a dump."""
    keyword = SUBTYPES.get(object.type)
    subtype = f" {keyword}({object.subtype})" if keyword else ""
    values = " +\n".join(
        f"  {word}('{value}')"
        for word, value, _ in object.items()
        if value not in {"YES", "NO"} and word not in {*SUBTYPES.values(), "TOPICSTR", "DEST"}
    )
    head = "ALTER QMGR" if object.type == "QMGR" else f"DEFINE {object.type}('{object.name}'){subtype}"
    return f"{head} +\n{values}\n"


@pytest.mark.parametrize("level", ["8.0", "9.2", "9.3", "9.4"])
@pytest.mark.parametrize("profile", ["lab", "default", "production"])
def test_a_new_queue_manager_has_no_findings(found: Found, level: str, profile: str) -> None:
    types = {"QMGR", "CHANNEL", "AUTHINFO", "LISTENER", "SERVICE", "PROCESS"}
    objects = predefined_objects("linux", parse_level(level)).values()
    script = "".join(definition(object) for object in objects if object.type in types)
    head = f'mq-version = "{level}"\n[[queue-manager]]\nname = "QM"\nfiles = ["*.mqsc"]\ncomplete = true\n'
    assert script.count("DEFINE") > 15
    told = found({"dump.mqsc": script + RECORDS, "mqtune.toml": head}, profile=profile)
    assert [(one.code, one.message) for one in told] == []


def test_no_finding_shows_the_password_it_reports(found: Found) -> None:
    files = {
        "a.mqsc": "DEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) CONNAME('l(636)') LDAPPWD('hunter2')\n",
        "qm.ini": "NativeHALocalInstance:\n   KeyRepositoryPassword=hunter2\n",
        "mqclient.ini": "SSL:\n   SSLKeyRepositoryPassword=hunter2\n",
    }
    findings = found(files, ["SEC029"])
    assert codes(findings) == ["SEC029"] * 3
    assert all("hunter2" not in one.message + one.note + one.help for one in findings)


@pytest.mark.parametrize("value", ["' '", "'${PASSWORD}'", "'{{ password }}'", "'********'", "'<MQ>2!abc'"])
def test_masked_encrypted_and_placeholder_passwords_are_not_reported(found: Found, value: str) -> None:
    script = f"DEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) CONNAME('ldap(636)') SHORTUSR('uid') LDAPPWD({value})\n"
    assert found({"a.mqsc": script}, ["SEC029"]) == []


def test_a_password_in_a_configmap_belongs_in_a_secret(found: Found) -> None:
    text = (
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: objects\ndata:\n  a.mqsc: |\n"
        "    DEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) CONNAME('l(636)') SHORTUSR('uid') LDAPPWD('hunter2')\n"
    )
    (finding,) = found({"a.yaml": text}, ["SEC029"])
    assert "Secret" in finding.help


def test_security_rules_are_mostly_off_in_the_default_profile(found: Found) -> None:
    script = (
        "DEFINE CHANNEL(APP.SVRCONN) CHLTYPE(SVRCONN) MCAUSER('app') REPLACE\n"
        "DEFINE CHANNEL(TO.HUB) CHLTYPE(SDR) CONNAME('hub(1414)') XMITQ(HUB) REPLACE\n"
        "SET AUTHREC PROFILE('**') OBJTYPE(QUEUE) GROUP('app') AUTHADD(ALL)\n"
    )
    assert found({"a.mqsc": script}, ["SEC"]) == []
    assert set(codes(found({"a.mqsc": script}, ["SEC"], "production"))) >= {"SEC006", "SEC007", "SEC023"}


def test_standby_instances_of_another_queue_manager_in_the_folder_do_not_count(found: Found) -> None:
    files = {
        "a/qm.ini": "NativeHALocalInstance:\n   Name=qm-0\n",
        "b/b.mqsc": "DEFINE CHANNEL(APP.SVRCONN) CHLTYPE(SVRCONN) REPLACE\n",
    }
    assert found(files, ["CHL012"]) == []


def test_the_smaller_of_two_queue_manager_limits_applies(found: Found) -> None:
    files = {
        "a.mqsc": "DEFINE CHANNEL(APP.SVRCONN) CHLTYPE(SVRCONN) MAXINST(150) REPLACE\n",
        "qm.ini": "Channels:\n   MaxChannels=200\n   MaxActiveChannels=100\n",
        "mqtune.toml": DECLARED,
    }
    (finding,) = found(files, ["CHL014"])
    assert "MaxActiveChannels=100" in finding.message


def test_a_group_whose_authority_was_removed_is_not_reported(found: Found) -> None:
    script = (
        "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('nobody') AUTHADD(PUT)\n"
        "DELETE AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('nobody')\n"
    )
    assert found({"a.mqsc": script}, ["SEC022"]) == []


def test_the_entries_of_a_templated_table_are_not_compared(found: Found) -> None:
    text = (
        '{"channel": [\n{% for host in hosts %}\n'
        '{"name": "A", "type": "clientConnection", "clientConnection": '
        '{"queueManager": "QM", "connection": [{"host": "mq", "port": 1414}]}},\n{% endfor %}\n'
        '{"name": "A", "type": "clientConnection", "clientConnection": '
        '{"queueManager": "QM", "connection": [{"host": "mq", "port": 1414}]}}\n]}\n'
    )
    assert found({"ccdt.json.j2": text}, ["CLT"]) == []


def test_a_resource_without_its_own_texts_is_checked(found: Found) -> None:
    head = "apiVersion: mq.ibm.com/v1beta1\nkind: QueueManager\nmetadata:\n  name: qm\n"
    text = head + "spec:\n  version: latest\n"
    (finding,) = found({"qm.yaml": text}, ["K8S004"])
    assert (finding.place.span.line, finding.place.span.column) == (6, 12)


def test_a_folded_scalar_is_one_finding(found: Found) -> None:
    commands = (
        "    DEFINE QLOCAL(A) REPLACE\n    DEFINE QLOCAL(B) REPLACE\n\n    DEFINE QLOCAL(C) MAXDEPHT(5)\n"
    )
    text = "data:\n  a.mqsc: >\n" + commands
    findings = found({"a.yaml": text}, ["ALL"])
    assert [(one.code, one.place.span.line) for one in findings if one.severity == "error"] == [
        ("K8S001", 3),
        ("CAT005", 6),
    ]


def test_a_folded_scalar_with_empty_lines_between_commands_is_valid(found: Found) -> None:
    text = "data:\n  a.mqsc: >-\n    DEFINE QLOCAL(A)\n    REPLACE\n\n    DEFINE QLOCAL(B)\n"
    assert found({"a.yaml": text}, ["K8S001"]) == []


ADMINISTRATOR = "DEFINE CHANNEL(APP.SVRCONN) CHLTYPE(SVRCONN) MCAUSER('mqm')\n"
NO_BLOCK = "SET CHLAUTH(APP.SVRCONN) TYPE(BLOCKUSER) USERLIST('nobody') ACTION(REPLACE)\n"
BACK_STOP = "SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS) ACTION(REPLACE)\n"


@pytest.mark.parametrize(
    ("script", "severities"),
    [
        (ADMINISTRATOR, ["warning"]),
        (ADMINISTRATOR + NO_BLOCK, ["error"]),
        (
            ADMINISTRATOR + "SET CHLAUTH('*') TYPE(BLOCKUSER) USERLIST('*MQADMIN') WARN(YES) ACTION(REPLACE)",
            ["error"],
        ),
        (ADMINISTRATOR + "SET CHLAUTH('*') TYPE(BLOCKUSER) ACTION(REMOVE)", ["error"]),
        (ADMINISTRATOR + "ALTER QMGR CHLAUTH(DISABLED)\n" + BACK_STOP, ["error"]),
        (ADMINISTRATOR + NO_BLOCK + BACK_STOP, []),
        (
            ADMINISTRATOR
            + NO_BLOCK
            + BACK_STOP
            + "SET CHLAUTH(APP.SVRCONN) TYPE(USERMAP) CLNTUSER('ops') USERSRC(CHANNEL) ACTION(REPLACE)",
            ["error"],
        ),
        (
            ADMINISTRATOR
            + NO_BLOCK
            + BACK_STOP
            + "SET CHLAUTH(APP.SVRCONN) TYPE(ADDRESSMAP) ADDRESS('192.0.2.7') USERSRC(CHANNEL)",
            [],
        ),
        (
            ADMINISTRATOR
            + NO_BLOCK
            + "SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS) WARN(YES) ACTION(REPLACE)",
            ["error"],
        ),
        ("DEFINE CHANNEL(A.B) CHLTYPE(RCVR) MCAUSER('mqm')\n", ["warning"]),
        ("DEFINE CHANNEL(A.B) CHLTYPE(RCVR) MCAUSER('mqm')\n" + BACK_STOP, []),
    ],
)
def test_a_channel_of_an_administrator_follows_the_records(
    found: Found, script: str, severities: list[str]
) -> None:
    findings = found({"a.mqsc": script}, ["SEC016"], "production")
    assert [one.severity for one in findings] == severities


@pytest.mark.parametrize(
    ("check", "message"),
    [
        ("CHCKCLNT(NONE)", "for every partner that connects"),
        ("CHCKCLNT(REQDADM)", "for every client that the password check accepts"),
    ],
)
def test_the_altered_default_of_connauth_says_who_connects(found: Found, check: str, message: str) -> None:
    alter = f"ALTER AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS) AUTHTYPE(IDPWOS) {check}\n"
    [finding] = found({"a.mqsc": ADMINISTRATOR + NO_BLOCK + alter}, ["SEC016"])
    assert finding.message.endswith(message)


@pytest.mark.parametrize(
    ("platform", "codes_found"), [("linux", ["CAT047"]), ("windows", ["SEC016"]), ("zos", [])]
)
def test_mqm_without_quotation_marks_is_the_administrator_on_windows_only(
    found: Found, platform: str, codes_found: list[str]
) -> None:
    script = "DEFINE CHANNEL(APP.SVRCONN) CHLTYPE(SVRCONN) MCAUSER(mqm)\n"
    files = {"a.mqsc": script, "mqtune.toml": f'platform = "{platform}"\n'}
    assert codes(found(files, ["SEC016", "CAT047"])) == codes_found
