"""Security findings about everyone: they disappear only if `mqtune access` refuses every stranger."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from mqtune.analysis.access.answer import ALLOWED, CANNOT_TELL, Question
from mqtune.analysis.access.walk import answer
from mqtune.estate.records import is_administrator
from mqtune.session.options import Options
from mqtune.session.session import Session

Codes = Callable[..., list[str]]
NAMED = "ALTER QMGR CONNAUTH(C)\n"
OPTIONAL = NAMED + "DEFINE AUTHINFO(C) AUTHTYPE(IDPWOS) CHCKCLNT(OPTIONAL) ADOPTCTX(YES) REPLACE\n"
ADMINISTRATOR = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) MCAUSER('mqm') REPLACE\n"
PLAIN = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) REPLACE\n"
UNBLOCKED = "SET CHLAUTH(APP) TYPE(BLOCKUSER) USERLIST('nobody') ACTION(REPLACE)\n"
BACK_STOP = "SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS) ACTION(REPLACE)\n"
ADMITS_ALL = "SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL) ACTION(REPLACE)\n"


@pytest.fixture
def severities(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Codes:
    """The severities of one rule for a script."""
    monkeypatch.chdir(tmp_path)

    def lint(script: str, code: str, profile: str = "regulated", complete: bool = False) -> list[str]:
        Path("a.mqsc").write_text(script)
        session = Session.open(Options(["."], select=[code], profile=profile, complete=complete))
        result = session.lint()
        assert [str(crash) for crash in result.crashes] == []
        return [one.severity for one in result.findings]

    return lint


@pytest.mark.parametrize(
    "record",
    [
        "TYPE(ADDRESSMAP) ADDRESS('10.20.30.*') USERSRC(MAP) MCAUSER('app') CHCKCLNT(REQUIRED)",
        "TYPE(ADDRESSMAP) ADDRESS('10.20.30.*') USERSRC(CHANNEL) CHCKCLNT(REQUIRED)",
        "TYPE(USERMAP) CLNTUSER('joe') USERSRC(MAP) MCAUSER('app') CHCKCLNT(REQUIRED)",
        "TYPE(USERMAP) CLNTUSER('joe') USERSRC(NOACCESS)",
        "TYPE(ADDRESSMAP) ADDRESS('*.example.com') USERSRC(NOACCESS)",
        "TYPE(ADDRESSMAP) ADDRESS('10.0.0.0/8') USERSRC(NOACCESS)",
        "TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS) MCAUSER('app')",
        "TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(MAP)",
        "TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCES)",
        "TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS) USERLST('x')",
        "TYPE(ADDRESSMAP) USERSRC(NOACCESS)",
        "TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS) WARN(YES)",
        "TYPE(QMGRMAP) QMNAME('*') USERSRC(NOACCESS)",
    ],
)
def test_a_record_for_others_or_one_that_is_rejected_does_not_hide_a_channel_that_runs_as_mqm(
    severities: Codes, record: str
) -> None:
    script = OPTIONAL + ADMINISTRATOR + UNBLOCKED + f"SET CHLAUTH(APP) {record} ACTION(REPLACE)\n"
    assert severities(script, "SEC016") == ["error"]


@pytest.mark.parametrize(
    "channels",
    [
        ADMINISTRATOR.replace("APP", "BASE")
        + "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) LIKE(BASE)\n"
        + BACK_STOP.replace("'*') TYPE", "BASE) TYPE"),
        "ALTER CHANNEL(SYSTEM.DEF.SVRCONN) CHLTYPE(SVRCONN) MCAUSER('mqm')\n" + PLAIN,
        "DEFINE CHANNEL(SYSTEM.DEF.SVRCONN) CHLTYPE(SVRCONN) MCAUSER('mqm') REPLACE\n" + PLAIN,
    ],
)
def test_a_channel_that_has_mqm_from_another_one_runs_as_mqm_too(severities: Codes, channels: str) -> None:
    assert severities(OPTIONAL + channels + UNBLOCKED, "SEC016") == ["error"]


@pytest.mark.parametrize(
    ("record", "found"),
    [
        ("TYPE(ADDRESSMAP) ADDRESS('10.1.1.*') USERSRC(CHANNEL)", ["info"]),
        ("TYPE(QMGRMAP) QMNAME(HUB) ADDRESS('10.1.1.1') USERSRC(CHANNEL)", ["info"]),
        ("TYPE(QMGRMAP) QMNAME(HUB) USERSRC(CHANNEL)", ["warning"]),
        ("TYPE(QMGRMAP) QMNAME(HUB) ADDRESS('10.1.1.1') USERSRC(MAP) MCAUSER('app')", []),
        ("TYPE(SSLPEERMAP) SSLPEER('CN=hub') USERSRC(CHANNEL)", []),
        ("TYPE(ADDRESSMAP) ADDRESS('10.1.1.*') USERSRC(NOACCESS)", []),
    ],
)
def test_partners_that_a_record_admits_put_as_mqm(severities: Codes, record: str, found: list[str]) -> None:
    channel = ADMINISTRATOR.replace("SVRCONN", "RCVR")
    assert severities(channel + BACK_STOP + f"SET CHLAUTH(APP) {record}\n", "SEC016") == found


def test_a_rejected_command_leaves_the_record_that_was_there(severities: Codes) -> None:
    rejected = (
        "SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL) MCAUSER('x') ACTION(REPLACE)\n"
    )
    assert severities(OPTIONAL + ADMINISTRATOR + UNBLOCKED + BACK_STOP + rejected, "SEC016") == []


def test_a_rejected_list_of_users_leaves_administrators_blocked(severities: Codes) -> None:
    rejected = "SET CHLAUTH('*') TYPE(BLOCKUSER) USERLIST('nobody') WHATEVER(1) ACTION(REPLACE)\n"
    assert severities(OPTIONAL + ADMINISTRATOR + rejected, "SEC016") == ["warning"]
    assert severities(rejected, "SEC019") == []


@pytest.mark.parametrize(
    ("check", "found"),
    [
        ("CHCKCLNT(REQUIRED) ADOPTCTX(YES)", []),
        ("CHCKCLNT(REQUIRED) ADOPTCTX(NO)", ["error"]),
        ("CHCKCLNT(REQUIRED) ADOPTCTX(YES) WHATEVER(1)", ["error"]),
        ("CHCKCLNT(NONE) ADOPTCTX(YES)", ["error"]),
    ],
)
def test_a_password_protects_only_if_its_user_replaces_mqm(
    severities: Codes, check: str, found: list[str]
) -> None:
    script = f"{NAMED}DEFINE AUTHINFO(C) AUTHTYPE(IDPWOS) {check} REPLACE\n"
    assert severities(script + ADMINISTRATOR + UNBLOCKED, "SEC016") == found


@pytest.mark.parametrize(
    ("peer", "issuer", "found"),
    [
        ("CN=*", "", ["error"]),
        ("OU=*,OU=*", "", ["error"]),
        ("CN=ops,O=example", "", []),
        ("CN=*", "CN=ca,O=example", []),
    ],
)
def test_a_record_that_accepts_every_certificate_protects_nothing(
    severities: Codes, peer: str, issuer: str, found: list[str]
) -> None:
    channel = ADMINISTRATOR.replace("REPLACE", "SSLCIPH(ANY_TLS12_OR_HIGHER) SSLCAUTH(REQUIRED) REPLACE")
    record = f"SET CHLAUTH(APP) TYPE(SSLPEERMAP) SSLPEER('{peer}') USERSRC(CHANNEL)"
    record += f" SSLCERTI('{issuer}')\n" if issuer else "\n"
    assert severities(OPTIONAL + channel + UNBLOCKED + BACK_STOP + record, "SEC016") == found


@pytest.mark.parametrize(
    ("records", "found"),
    [
        ("", ["error"]),
        ("SET CHLAUTH(APP) TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(MAP) MCAUSER('app')\n", ["error"]),
        ("SET CHLAUTH(APP) TYPE(USERMAP) CLNTUSER('joe') USERSRC(NOACCESS)\n", ["error"]),
        (BACK_STOP, []),
        (BACK_STOP + "SET CHLAUTH(APP) TYPE(USERMAP) CLNTUSER('joe') USERSRC(CHANNEL)\n", ["error"]),
        (BACK_STOP + "SET CHLAUTH(APP) TYPE(USERMAP) CLNTUSER('joe') USERSRC(MAP) MCAUSER('app')\n", []),
        (BACK_STOP + "ALTER QMGR CHLAUTH(DISABLED)\n", ["error"]),
        (ADMITS_ALL.replace("CHANNEL)", "CHANNEL) CHCKCLNT(REQUIRED)"), []),
    ],
)
def test_a_client_that_names_any_user_is_found_beside_records_for_others(
    severities: Codes, records: str, found: list[str]
) -> None:
    assert severities(OPTIONAL + PLAIN + records, "SEC021") == found


@pytest.mark.parametrize(
    ("records", "found"),
    [
        (ADMITS_ALL, ["warning"]),
        (ADMITS_ALL.replace("'*') TYPE", "'A*') TYPE"), ["warning"]),
        (ADMITS_ALL.replace("USERSRC(CHANNEL)", "USERSRC(MAP) MCAUSER('app')"), ["warning"]),
        (ADMITS_ALL.replace("ADDRESS('*')", "ADDRESS('0-255.*')"), ["warning"]),
        (ADMITS_ALL.replace("CHANNEL)", "CHANNEL) CHCKCLNT(REQUIRED)"), []),
        (ADMITS_ALL.replace("ADDRESS('*')", "ADDRESS('10.*')"), []),
        (ADMITS_ALL + BACK_STOP.replace("'*') TYPE", "APP) TYPE"), []),
        (BACK_STOP, []),
        (ADMITS_ALL + "ALTER QMGR CHLAUTH(DISABLED)\n", []),
    ],
)
def test_a_record_that_admits_everyone_is_found_in_place_of_a_missing_one(
    severities: Codes, records: str, found: list[str]
) -> None:
    assert severities(PLAIN + records, "SEC054") == found


def test_a_rejected_record_is_no_decision_about_all_partners(severities: Codes) -> None:
    rejected = BACK_STOP.replace("NOACCESS)", "NOACCESS) MCAUSER('x')")
    assert severities(PLAIN + rejected, "SEC041", complete=True) == ["warning"]
    assert severities(PLAIN + BACK_STOP, "SEC041", complete=True) == []


@pytest.mark.parametrize("script", ["DEFINE QLOCAL(A)\n", PLAIN, "ALTER QMGR DEADQ(A)\n"])
def test_defaults_of_a_complete_queue_manager_count_without_a_command_that_alters_it(
    severities: Codes, script: str
) -> None:
    assert severities(script, "SEC030", complete=True) == ["warning"]
    assert severities(script, "SEC030") == []


@pytest.mark.parametrize("code", ["SEC047", "SEC048"])
def test_tls_defaults_count_without_a_command_that_alters_the_queue_manager(
    severities: Codes, code: str
) -> None:
    script = PLAIN.replace("REPLACE", "SSLCIPH(ANY_TLS12_OR_HIGHER) REPLACE")
    assert severities(script, code, complete=True) == ["info"]
    assert severities(script, code) == []


PROFILES = some.sampled_from(["APP", "A*", "*"])
ADDRESSES = some.sampled_from(["*", "10.*", "10.1.2.3", "*.*", "10.1.0-5.*", "10.0.0.0/8", "*.example.com"])
SOURCES = some.sampled_from(
    ["USERSRC(NOACCESS)", "USERSRC(NOACCESS) WARN(YES)", "USERSRC(CHANNEL)",
     "USERSRC(CHANNEL) CHCKCLNT(REQUIRED)", "USERSRC(MAP) MCAUSER('app')", "USERSRC(MAP)",
     "USERSRC(CHANNEL) MCAUSER('app')"]
)  # fmt: skip
MATCHES = some.one_of(
    ADDRESSES.map(lambda one: f"TYPE(ADDRESSMAP) ADDRESS('{one}')"),
    some.sampled_from(["joe", "mqm"]).map(lambda one: f"TYPE(USERMAP) CLNTUSER('{one}')"),
    some.sampled_from(["CN=ops", "CN=*"]).map(lambda one: f"TYPE(SSLPEERMAP) SSLPEER('{one}')"),
)
RECORDS = some.lists(some.tuples(PROFILES, MATCHES, SOURCES), max_size=5)
BLOCKS = some.sampled_from(
    ["", UNBLOCKED, UNBLOCKED.replace("nobody", "*MQADMIN"), UNBLOCKED.replace("nobody", "mqm")]
)
CHECKS = some.sampled_from(["CHCKCLNT(NONE)", "CHCKCLNT(OPTIONAL)", "CHCKCLNT(REQUIRED)"])
TLS = some.sampled_from(["", "SSLCIPH(ANY_TLS12_OR_HIGHER) SSLCAUTH(OPTIONAL)",
                         "SSLCIPH(ANY_TLS12_OR_HIGHER) SSLCAUTH(REQUIRED)"])  # fmt: skip


# an administrator with a password of its own is no stranger
PROBES = [
    one
    for one in product(
        ("192.0.2.9", "2001:db8::9"), ("joe", "anne", "mqm"), ("", "CN=x,O=y"), ("none", "valid")
    )
    if one[1] != "mqm" or one[3] == "none"
]


@settings(suppress_health_check=list(HealthCheck), deadline=None)
@given(RECORDS, BLOCKS, CHECKS, some.sampled_from(["YES", "NO"]), TLS)
def test_rule_and_access_agree_on_who_runs_as_an_administrator(
    tmp_path, monkeypatch, records, block, check, adopts, tls
):
    monkeypatch.chdir(tmp_path)
    script = (
        f"DEFINE AUTHINFO(C) AUTHTYPE(IDPWOS) {check} ADOPTCTX({adopts}) REPLACE\nALTER QMGR CONNAUTH(C)\n"
    )
    script += f"DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) MCAUSER('mqm') {tls} REPLACE\n{block}"
    script += "".join(f"SET CHLAUTH('{name}') {match} {source}\n" for name, match, source in records)
    Path("a.mqsc").write_text(script)
    session = Session.open(Options(["."], select=["SEC016"], profile="production", complete=True))
    (estate,) = session.estates
    (manager,) = estate.queue_managers
    found = [one.severity for one in session.lint().findings]
    verdicts = []
    for address, user, name, credentials in PROBES:
        asked = Question(channel="APP", address=address, host="x.invalid", user=user,
                         credentials=credentials, certificate=name, issuer=name)  # fmt: skip
        got = answer(estate, manager, asked)
        if any(is_administrator(one, "linux") for one in got.users):
            verdicts.append(got.verdict)
    if ALLOWED in verdicts:
        assert found, script
    if "error" in found:
        assert {ALLOWED, CANNOT_TELL} & set(verdicts), script
