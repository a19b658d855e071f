"""The checks of a connection in their order: each refusal, and what an application sees of it.

The order is that of IBM's pages "Interaction of CHLAUTH and CONNAUTH" (q132550_) and "Behavioural changes to
MQ client connections introduced by APAR IT25839"; each test names the source of its own fact.
"""

from __future__ import annotations

import pytest

from mqtune.analysis.access.answer import changes_of

APP = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)\nSET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)\n"
CHANNEL = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) {}\n"
CONNECT = "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('{}') AUTHADD(CONNECT)\n"
TLS = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS12_OR_HIGHER) SSLCAUTH({}) SSLPEER('{}')\n"
EARLY = "Channels:\n   ChlauthEarlyAdopt={}\n"
OS = "SYSTEM.DEFAULT.AUTHINFO.IDPWOS"


def check(name):
    """The attributes of the object that checks passwords."""
    return f"ALTER AUTHINFO({OS}) AUTHTYPE(IDPWOS) {name}\n"


def last(answer):
    return answer.shown.last


def test_a_user_with_connect_is_allowed(ask):
    found = ask(APP)
    assert (found.verdict, found.users) == ("allowed", ("app",))
    names = [step.name for step in found.shown.steps]
    order = ["listener", "address", "channel", "limits", "tls", "mapping", "password", "user"]
    assert names == [*order, "block-user", "connect"]
    assert last(found).evidence[0].line == 2


# step 2: Channel authentication records (q010250_); 2009 seen by a public test of connections


def test_a_blocked_address_is_refused_before_the_channel_is_known(ask):
    found = ask(APP + "SET CHLAUTH('*') TYPE(BLOCKADDR) ADDRLIST('10.2.*','10.1.*')\n", channel="NONE")
    assert (found.verdict, last(found).name) == ("refused", "address")
    assert (last(found).reasons, last(found).messages) == ((2009,), ("AMQ9782E",))


def test_a_blocked_address_with_warning_passes(ask):
    """Channel Blocked (q049730_): with WARN(YES) the match is only reported."""
    assert ask(APP + "SET CHLAUTH('*') TYPE(BLOCKADDR) ADDRLIST('10.1.*') WARN(YES)\n").verdict == "allowed"


def test_disabled_records_neither_block_nor_map(ask):
    """ALTER QMGR, CHLAUTH (q085320_)."""
    script = APP + "ALTER QMGR CHLAUTH(DISABLED)\nSET CHLAUTH('*') TYPE(BLOCKADDR) ADDRLIST('*')\n"
    script += "SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)\n"
    assert ask(script).verdict == "allowed"


# steps 3 and 4: channel definition


def test_an_unknown_channel_is_refused_if_the_files_are_complete(ask):
    found = ask(APP, channel="APQ")
    assert (found.verdict, last(found).reasons) == ("refused", (2540,))
    assert "AMQ9519E" in last(found).messages


def test_an_unknown_channel_is_undecided_if_files_may_be_missing(ask):
    assert ask(APP, channel="OTHER", complete=False).verdict == "cannot tell"


@pytest.mark.parametrize("complete", [True, False])
def test_the_nearest_name_is_given_for_a_misspelt_channel(ask, complete):
    found = ask("DEFINE CHANNEL(PAY.APP) CHLTYPE(SVRCONN)\n", channel="PAY.AP", complete=complete)
    assert any("the nearest name is PAY.APP" in step.text for step in found.shown.steps)


def test_a_refusing_record_decides_even_for_a_channel_that_is_not_in_the_files(ask):
    script = APP + "SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)\n"
    assert ask(script, channel="OTHER", complete=False).verdict == "refused"


def test_a_missing_channel_is_defined_automatically(ask):
    """Channel Auto-definition Error (q049710_) lists server-connection channels."""
    script = APP + "ALTER QMGR CHAD(ENABLED)\n"
    found = ask(script, channel="NEW")
    assert found.verdict == "allowed"
    assert "SYSTEM.AUTO.SVRCONN" in found.shown.steps[2].text


def test_a_channel_of_another_type_accepts_no_client(ask):
    found = ask("DEFINE CHANNEL(APP) CHLTYPE(SDR) CONNAME('h') XMITQ(X)\n")
    assert (found.verdict, last(found).name) == ("refused", "channel")


@pytest.mark.parametrize("word", ["MAXINST", "MAXINSTC"])
def test_no_instance_is_allowed(ask, word):
    """2537 (q045370_)."""
    found = ask(CHANNEL.format(f"{word}(0)") + CONNECT.format("app"))
    assert (found.verdict, last(found).reasons) == ("refused", (2537,))


# TLS: SSLPEER (q082250_), IBM MQ rules for SSLPEER values (q049310_)


@pytest.mark.parametrize(
    ("cert", "verdict"),
    [
        (None, "cannot tell"),
        ("", "refused"),
        ("CN=shop,O=Bank,C=DE", "allowed"),
        ("cn=SHOP, o=bank", "allowed"),
        ("CN=shop,O=Other", "refused"),
    ],
)
def test_a_required_certificate_is_compared_with_sslpeer(ask, cert, verdict):
    script = TLS.format("REQUIRED", "CN=sh*,O=Bank") + CONNECT.format("app")
    assert ask(script, certificate=cert).verdict == verdict


@pytest.mark.parametrize("peer", ["CN=s*p,O=Bank", "cn=shop", "COMMONNAME=shop", "CN =shop", "shop"])
def test_a_certificate_is_not_accepted_by_a_value_that_breaks_the_rules(ask, peer):
    script = TLS.format("REQUIRED", peer) + CONNECT.format("app")
    found = ask(script, certificate="CN=shop,O=Bank")
    assert found.verdict == "cannot tell"
    assert "is unknown" in found.shown.last.text
    assert ask(script.replace("CN=s*p", "CN=s*"), certificate="CN=shop,O=Other").verdict != "allowed"


@pytest.mark.parametrize(
    ("match", "issuer"),
    [
        ("SSLPEER('CN=s*p')", "CN=ca"),
        ("SSLPEER('cn=shop')", "CN=ca"),
        ("SSLPEER('CN=shop') SSLCERTI('cn=ca')", "CN=ca"),
        ("SSLPEER('CN=shop') SSLCERTI('CN=c*a')", "CN=cxa"),
    ],
)
def test_a_record_that_breaks_the_rules_for_names_admits_nobody_for_certain(ask, match, issuer):
    script = TLS.format("REQUIRED", "") + CONNECT.format("app")
    script += "SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)\n"
    script += f"SET CHLAUTH('APP') TYPE(SSLPEERMAP) {match} USERSRC(CHANNEL)\n"
    assert ask(script, certificate="CN=shop", issuer=issuer).verdict == "cannot tell"
    assert ask(script, certificate="CN=other", issuer=issuer).verdict == "refused"


def test_an_optional_certificate_may_be_missing(ask):
    assert ask(TLS.format("OPTIONAL", "") + CONNECT.format("app")).verdict == "allowed"


def test_a_certificate_is_not_seen_without_tls(ask):
    assert ask(APP, certificate="CN=shop").verdict == "cannot tell"


def test_a_name_in_lower_case_is_quoted_in_what_would_change_the_answer(ask):
    found = ask(CHANNEL.format(""), channel="app")
    assert "define CHANNEL('app') CHLTYPE(SVRCONN)" in changes_of(found)
    found = ask("DEFINE QLOCAL(A)", local=True, user="mqm", type="QLOCAL", name="orders", purpose="put")
    assert "define QLOCAL('orders')" in changes_of(found)


# step 8: early adoption (IT18052, IT20275); section 2: the user


USERMAP = "SET CHLAUTH('APP') TYPE(USERMAP) CLNTUSER('login') USERSRC(MAP) MCAUSER('mapped')\n"
LOGIN = {"user": "report", "login": "login", "credentials": "valid"}


def test_early_adoption_makes_records_see_the_checked_user(ask):
    found = ask(APP + USERMAP + CONNECT.format("mapped"), EARLY.format("Y"), **LOGIN)
    assert (found.verdict, found.users) == ("allowed", ("mapped",))


def test_without_early_adoption_records_see_the_reported_user(ask):
    found = ask(APP + USERMAP + CONNECT.format("login"), EARLY.format("N"), **LOGIN)
    assert (found.verdict, found.users) == ("allowed", ("login",))


def test_without_qm_ini_both_are_followed(ask):
    found = ask(APP + USERMAP + CONNECT.format("login"), None, **LOGIN)
    assert found.verdict == "cannot tell"
    assert {(way.verdict, way.user) for way in found.ways} == {("allowed", "login"), ("refused", "mapped")}


def test_without_the_key_adoption_is_late(ask):
    found = ask(APP + USERMAP + CONNECT.format("login"), "Log:\n   LogFilePages=4096\n", **LOGIN)
    assert found.users == ("login",)


def test_late_adoption_replaces_the_user_of_a_record(ask):
    script = APP + "SET CHLAUTH('APP') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(MAP) MCAUSER('mapped')\n"
    found = ask(script, EARLY.format("N"), credentials="valid")
    assert (found.verdict, found.users) == ("allowed", ("app",))


def test_a_record_replaces_a_user_adopted_early(ask):
    script = APP + "SET CHLAUTH('APP') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(MAP) MCAUSER('mapped')\n"
    found = ask(script, EARLY.format("Y"), credentials="valid")
    assert (found.verdict, found.users) == ("refused", ("mapped",))


@pytest.mark.parametrize("early", ["Y", "N"])
def test_an_adopted_user_precedes_mcauser_of_the_channel(ask, early):
    """Determining which user is used for authorization (determine_userauth), from the lowest precedence."""
    script = CHANNEL.format("MCAUSER('fixed')") + CONNECT.format("app")
    found = ask(script, EARLY.format(early), credentials="valid")
    assert (found.verdict, found.users, found.confidence) == ("allowed", ("app",), "inferred")


def test_without_adoption_mcauser_stays(ask):
    script = CHANNEL.format("MCAUSER('fixed')") + CONNECT.format("fixed") + check("ADOPTCTX(NO)")
    assert ask(script, EARLY.format("Y"), credentials="valid").users == ("fixed",)


@pytest.mark.parametrize(
    ("channel", "record", "user"),
    [
        ("", "", "app"),
        ("MCAUSER('fixed')", "", "fixed"),
        ("MCAUSER('fixed')", "USERSRC(CHANNEL)", "fixed"),
        ("MCAUSER('fixed')", "USERSRC(MAP) MCAUSER('mapped')", "mapped"),
    ],
)
def test_the_user_by_strength(ask, channel, record, user):
    """Determining which user is used for authorization; MCAUSER (q082010_)."""
    script = CHANNEL.format(channel) + CONNECT.format(user)
    if record:
        script += f"SET CHLAUTH('APP') TYPE(ADDRESSMAP) ADDRESS('*') {record}\n"
    found = ask(script)
    assert (found.verdict, found.users) == ("allowed", (user,))


# step 9: mapping records


def test_a_record_refuses(ask):
    found = ask(APP + "SET CHLAUTH('AP*') TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(NOACCESS)\n")
    assert (found.verdict, last(found).name) == ("refused", "mapping")
    assert (last(found).reasons, last(found).messages) == ((2035,), ("AMQ9777E",))
    assert (last(found).evidence[0].file, last(found).evidence[0].line) == ("QM1/a.mqsc", 3)


def test_default_records_close_system_channels(ask):
    found = ask(APP, channel="SYSTEM.DEF.SVRCONN")
    assert (found.verdict, last(found).evidence[0].file) == ("refused", "")
    assert "default record" in last(found).evidence[0].text


def test_a_removed_default_record_no_longer_refuses(ask):
    removed = "SET CHLAUTH('SYSTEM.*') TYPE(ADDRESSMAP) ADDRESS('*') ACTION(REMOVE)\n"
    assert ask(APP + removed, channel="SYSTEM.DEF.SVRCONN").verdict == "allowed"


DUMP = """*****
* Queue manager name: QM1
* Queue manager platform: UNIX
* Command issued: dmpmqcfg -m QM1 -a
*****
"""


def test_a_dump_shows_every_record_that_exists(ask):
    """Dumps of 9.3.0 contain the default records, so one that a dump lacks was removed."""
    own = "SET CHLAUTH('OTHER') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL)\n"
    script = CHANNEL.format("MCAUSER('mqm')") + check("CHCKCLNT(NONE)")
    assert ask(DUMP + script + own, complete=False).verdict == "allowed"
    assert ask(DUMP + script, complete=False).verdict == "refused"
    assert ask(script + own).verdict == "refused"


# step 10: exits (q014140_; IT25839)


def test_a_security_exit_may_undo_a_refusal(ask):
    script = CHANNEL.format("SCYEXIT('lib(x)')") + CONNECT.format("app")
    script += "SET CHLAUTH('APP') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)\n"
    assert ask(script).verdict == "cannot tell"


def test_a_security_exit_does_not_undo_a_blocked_address(ask):
    script = CHANNEL.format("SCYEXIT('lib(x)')") + "SET CHLAUTH('*') TYPE(BLOCKADDR) ADDRLIST('10.*')\n"
    assert ask(script).verdict == "refused"


# step 11: the table of Connection authentication: Configuration (q113250_), AMQ5540 (swg21680930)


@pytest.mark.parametrize(
    ("value", "user", "credentials", "verdict"),
    [
        ("NONE", "app", "none", "allowed"),
        ("NONE", "app", "wrong", "allowed"),
        ("OPTIONAL", "app", "none", "allowed"),
        ("OPTIONAL", "app", "wrong", "refused"),
        ("OPTIONAL", "app", "valid", "allowed"),
        ("REQDADM", "app", "none", "allowed"),
        ("REQDADM", "app", "wrong", "refused"),
        ("REQDADM", "mqm", "none", "refused"),
        ("REQUIRED", "app", "none", "refused"),
        ("REQUIRED", "app", None, "cannot tell"),
        ("REQUIRED", "app", "valid", "allowed"),
    ],
)
def test_the_password_check(ask, value, user, credentials, verdict):
    script = APP + check(f"CHCKCLNT({value})")
    script += "SET CHLAUTH('APP') TYPE(BLOCKUSER) USERLIST('nobody')\n"
    assert ask(script, EARLY.format("Y"), user=user, credentials=credentials).verdict == verdict


@pytest.mark.parametrize(
    ("name", "text"), [("'${AUTH}'", "CONNAUTH is unknown"), ("NONE", "AUTHINFO(NONE) cannot be read")]
)
def test_the_object_that_checks_passwords_may_be_unknown(ask, name, text):
    found = ask(APP + CONNECT.format("app") + f"ALTER QMGR CONNAUTH({name})\n")
    assert text in " ".join(step.text for step in found.shown.steps)


LDAP = "ALTER QMGR CONNAUTH(L)\nDEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) CONNAME('l') SHORTUSR(uid) "


def test_no_user_of_ldap_administers_mq_for_the_password_check(ask):
    script = APP + LDAP + "CHCKCLNT(REQDADM)\n" + CONNECT.format("mqm")
    steps = {step.name: step.outcome for step in ask(script, user="mqm").shown.steps}
    assert steps["password"] == "passed"


@pytest.mark.parametrize(("adopt", "short"), [("YES", True), ("NO", False)])
def test_an_adopted_user_of_ldap_is_known_by_its_short_name(ask, adopt, short):
    script = APP + LDAP + f"CHCKCLNT(REQUIRED) ADOPTCTX({adopt})\n" + CONNECT.format("app")
    found = ask(script, EARLY.format("N"), credentials="valid").shown.assumptions
    assert any("SHORTUSR" in text for text in found) == short


def test_a_missing_password_is_named_in_the_log(ask):
    found = ask(APP + check("CHCKCLNT(REQUIRED)"), credentials="none")
    assert last(found).messages == ("AMQ5540E", "AMQ5541I")


def test_a_blank_connauth_checks_nothing(ask):
    assert ask(APP + "ALTER QMGR CONNAUTH('')\n", credentials="wrong").verdict == "allowed"


def test_connauth_of_another_type_cannot_be_read(ask):
    """ALTER QMGR, CONNAUTH: other types cause an error message."""
    script = APP + "DEFINE AUTHINFO(X) AUTHTYPE(OCSP) OCSPURL('http://x')\nALTER QMGR CONNAUTH(X)\n"
    assert ask(script).verdict == "cannot tell"


# step 13: BLOCKUSER (q013810_): the user reached in the end, the most specific list


def test_an_administrator_is_blocked_by_the_default_record(ask):
    found = ask(CHANNEL.format("MCAUSER('mqm')"), credentials="none", user="app")
    assert found.verdict == "refused"
    found = ask(CHANNEL.format("MCAUSER('mqm')") + check("CHCKCLNT(OPTIONAL)"))
    assert (last(found).name, last(found).messages) == ("block-user", ("AMQ9776E",))


def test_a_mapped_administrator_is_blocked_too(ask):
    script = APP + check("CHCKCLNT(NONE)")
    script += "SET CHLAUTH('APP') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(MAP) MCAUSER('mqm')\n"
    assert last(ask(script)).name == "block-user"


def test_a_member_of_mqm_is_an_administrator(ask):
    found = ask(APP + check("CHCKCLNT(NONE)"), groups=("mqm",))
    assert (found.verdict, last(found).name) == ("refused", "block-user")


def test_the_most_specific_list_replaces_the_default_one(ask):
    """Creating new CHLAUTH rules for channels (q132580_)."""
    script = CHANNEL.format("MCAUSER('mqm')") + check("CHCKCLNT(NONE)")
    script += "SET CHLAUTH('APP') TYPE(BLOCKUSER) USERLIST('nobody')\n"
    assert ask(script).verdict == "allowed"


def test_users_of_a_list_are_compared_with_regard_to_case(ask):
    """AMQ9557 (freekb 4415)."""
    assert ask(APP + "SET CHLAUTH('APP') TYPE(BLOCKUSER) USERLIST('APP')\n").verdict == "allowed"
    assert ask(APP + "SET CHLAUTH('APP') TYPE(BLOCKUSER) USERLIST('app')\n").verdict == "refused"


# step 14: CHCKCLNT of the record


RECORD = "SET CHLAUTH('APP') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL) CHCKCLNT({})\n"


@pytest.mark.parametrize(
    ("value", "credentials", "verdict"),
    [
        ("REQUIRED", "none", "refused"),
        ("REQUIRED", "valid", "allowed"),
        ("REQUIRED", None, "cannot tell"),
        ("REQDADM", "none", "allowed"),
        ("ASQMGR", "none", "allowed"),
    ],
)
def test_a_record_may_require_a_password(ask, value, credentials, verdict):
    found = ask(
        APP + check("CHCKCLNT(OPTIONAL)") + RECORD.format(value), EARLY.format("N"), credentials=credentials
    )
    assert found.verdict == verdict


def test_the_record_is_named_with_its_reason(ask):
    """IBM Cloud documentation of MQ, AMQ9791E; 2063 seen by a public test of connections."""
    found = ask(APP + check("CHCKCLNT(OPTIONAL)") + RECORD.format("REQUIRED"), credentials="none")
    assert (last(found).reasons, last(found).messages) == ((2035, 2063), ("AMQ9791E",))


def test_a_record_cannot_require_a_password_that_is_not_checked(ask):
    """ALTER QMGR, CONNAUTH (q085320_)."""
    script = APP + "ALTER QMGR CONNAUTH('')\n" + RECORD.format("REQUIRED")
    assert ask(script, credentials="valid").verdict == "refused"


def test_blocked_users_come_before_the_password_of_the_record(ask):
    script = APP + RECORD.format("REQUIRED") + "SET CHLAUTH('APP') TYPE(BLOCKUSER) USERLIST('app')\n"
    assert last(ask(script, credentials="none")).name == "block-user"


# step 15: authority to connect


def test_connect_is_refused_without_authority(ask):
    found = ask(APP, user="other")
    assert (found.verdict, last(found).name) == ("refused", "connect")
    assert last(found).messages == ("AMQ9557E", "AMQ8077W")


def test_an_unknown_user_of_the_wrong_case_has_no_authority(ask):
    """SET AUTHREC is compared with regard to case on AIX and Linux (q014100_)."""
    assert ask(APP, user="APP").verdict == "refused"


def test_without_any_authority_record_nothing_is_known(ask):
    assert ask("DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)\n", complete=False).verdict == "cannot tell"


def test_zos_is_not_covered(ask):
    assert ask(APP, platform="zos").verdict == "cannot tell"


# local bindings


def test_a_local_program_meets_no_channel_record(ask):
    script = CONNECT.format("app") + "SET CHLAUTH('*') TYPE(BLOCKUSER) USERLIST('app')\n"
    found = ask(script, local=True)
    assert [step.name for step in found.shown.steps] == ["password", "user", "connect"]
    assert found.verdict == "allowed"


def test_a_local_program_may_need_a_password(ask):
    """CHCKLOCL (q113250_)."""
    script = CONNECT.format("app") + check("CHCKLOCL(REQUIRED)")
    assert ask(script, local=True, credentials="none").verdict == "refused"
    assert ask(script, local=True, credentials="valid").verdict == "allowed"


def test_an_administrator_connects_locally(ask):
    assert ask(CONNECT.format("app"), local=True, user="mqm").verdict == "allowed"


# placeholders and partial definitions


def test_a_placeholder_decides_nothing(ask):
    assert ask(CHANNEL.format("MCAUSER('${USER}')") + CONNECT.format("app")).verdict == "cannot tell"


def test_a_placeholder_as_address_is_followed_both_ways(ask):
    script = APP + "SET CHLAUTH('APP') TYPE(ADDRESSMAP) ADDRESS('${NET}') USERSRC(NOACCESS)\n"
    assert ask(script).verdict == "cannot tell"


def test_a_host_name_depends_on_the_name_server(ask):
    script = APP + "SET CHLAUTH('APP') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)\n"
    script += "SET CHLAUTH('APP') TYPE(ADDRESSMAP) ADDRESS('app1.bank.example') USERSRC(CHANNEL)\n"
    assert ask(script).verdict == "cannot tell"
    assert ask(script, address="app1.bank.example").verdict == "allowed"


# levels


@pytest.mark.parametrize(("level", "assumed"), [("9.0", True), ("9.1", False), ("9.4", False)])
def test_before_9_1_the_order_of_the_checks_is_an_assumption(ask, level, assumed):
    found = ask(APP + CONNECT.format("app"), level=level).shown.assumptions
    assert any("IT20275" in text for text in found) == assumed


@pytest.mark.parametrize(("script", "assumed"), [("", True), ("ALTER QMGR CHLAUTH(ENABLED)\n", False)])
def test_the_default_of_chlauth_is_an_assumption(ask, script, assumed):
    found = ask(APP + CONNECT.format("app") + script).shown.assumptions
    assert any("CHLAUTH(ENABLED)" in text for text in found) == assumed


@pytest.mark.parametrize("address", ["10.1.2.3", None])
def test_the_step_of_the_address_names_it(ask, address):
    texts = [step.text for step in ask(APP + CONNECT.format("app"), address=address).shown.steps]
    assert f"no BLOCKADDR record lists {address or 'the address'}" in texts


def test_before_8_0_no_password_is_checked(ask):
    found = ask(APP, level="7.5", credentials="wrong")
    assert (found.verdict, found.users) == ("allowed", ("app",))
    texts = [
        [step.text for step in ask(APP, level=level, credentials="wrong").shown.steps]
        for level in ("7.5", "8.0")
    ]
    assert ["before 8.0 the queue manager checks no password" in one for one in texts] == [True, False]


def test_the_default_of_adoption_depends_on_the_level(ask):
    """The default of ADOPTCTX became YES with 9.0.4 or 9.0.5 (dsuch/pymqi issue 74)."""
    script = CHANNEL.format("MCAUSER('fixed')") + CONNECT.format("app")
    for level, users in {"9.0": {"app", "fixed"}, "9.0.4": {"app", "fixed"}, "9.0.5": {"app"}}.items():
        found = ask(script, EARLY.format("N"), level=level, credentials="valid")
        assert {way.user for way in found.ways} == users


# what is not stated


def test_the_user_may_be_left_out_if_the_channel_sets_it(ask):
    assert ask(CHANNEL.format("MCAUSER('app')") + CONNECT.format("app"), user=None).verdict == "allowed"
    assert ask(APP, user=None).verdict == "cannot tell"
