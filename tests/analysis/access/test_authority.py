"""Which name is checked, and which authority record decides.

Sources: Authorizations for MQI calls, Using OAM generic profiles (q013500_), Profile priorities (q013520_),
Principals and groups (q014100_).
"""

from __future__ import annotations

import pytest

from mqtune.analysis.access.answer import Question, as_defined, reasons_of
from mqtune.analysis.access.matrix import administers, users_without_authority
from tests.analysis.query.conftest import estate_with

BASE = "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)\n"
GRANT = "SET AUTHREC PROFILE('{}') OBJTYPE({}) {} AUTHADD({})\n"
APP = "PRINCIPAL('app')"


def put(name="Q1", **more):
    return {"local": True, "type": "QUEUE", "name": name, "purpose": "put", **more}


def last(answer):
    return answer.shown.last


@pytest.mark.parametrize(
    ("purpose", "words"),
    [
        ("put", "PUT"),
        ("get", "GET"),
        ("browse", "BROWSE"),
        ("inquire", "INQ"),
        ("set", "SET"),
        ("pass-identity", "PUT,PASSID"),
        ("pass-all", "PUT,PASSALL"),
    ],
)
def test_an_operation_needs_its_authorities(ask, purpose, words):
    script = BASE + "DEFINE QLOCAL(Q1)\n"
    granted = ask(script + GRANT.format("Q1", "QUEUE", APP, words), **put(purpose=purpose))
    assert granted.verdict == "allowed"
    less = ask(
        script + GRANT.format("Q1", "QUEUE", APP, words.rpartition(",")[0] or "DSP"), **put(purpose=purpose)
    )
    assert (less.verdict, last(less).reasons) == ("refused", (2035,))


@pytest.mark.parametrize("words", ["PUT,FOO", "PUTT", "FOO,PUT"])
def test_a_command_with_an_unknown_authority_grants_and_removes_nothing(ask, words):
    script = BASE + "DEFINE QLOCAL(Q1)\n"
    assert ask(script + GRANT.format("Q1", "QUEUE", APP, words), **put()).verdict == "refused"
    granted = script + GRANT.format("Q1", "QUEUE", APP, "PUT")
    removed = GRANT.format("Q1", "QUEUE", APP, words).replace("AUTHADD", "AUTHRMV")
    assert ask(granted + removed, **put()).verdict == "allowed"


@pytest.mark.parametrize(("purpose", "word"), [("set-identity", "SETID"), ("set-all", "SETALL")])
def test_set_context_is_needed_on_queue_and_queue_manager(ask, purpose, word):
    """Authorizations for context."""
    script = BASE + "DEFINE QLOCAL(Q1)\n" + GRANT.format("Q1", "QUEUE", APP, f"PUT,{word}")
    assert ask(script, **put(purpose=purpose)).verdict == "refused"
    script += f"SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD({word})\n"
    assert ask(script, **put(purpose=purpose)).verdict == "allowed"


# which name is checked


def test_the_alias_is_checked_and_not_its_target(ask):
    script = BASE + "DEFINE QLOCAL(Q1)\nDEFINE QALIAS(A) TARGET(Q1)\n"
    assert ask(script + GRANT.format("A", "QUEUE", APP, "PUT"), **put("A")).verdict == "allowed"
    assert ask(script + GRANT.format("Q1", "QUEUE", APP, "PUT"), **put("A")).verdict == "refused"


REMOTE = "DEFINE QREMOTE(R) RNAME(X) RQMNAME(QM2) XMITQ(QM2)\nDEFINE QLOCAL(QM2) USAGE(XMITQ)\n"


def test_the_remote_definition_is_checked_and_not_the_transmission_queue(ask):
    assert ask(BASE + REMOTE + GRANT.format("R", "QUEUE", APP, "PUT"), **put("R")).verdict == "allowed"
    assert ask(BASE + REMOTE + GRANT.format("QM2", "QUEUE", APP, "PUT"), **put("R")).verdict == "refused"


def test_a_qualified_name_needs_the_transmission_queue(ask):
    granted = GRANT.format("QM2", "QUEUE", APP, "PUT")
    assert ask(BASE + REMOTE + granted, **put("X", at="QM2")).verdict == "allowed"
    assert ask(BASE + REMOTE, **put("X", at="QM2")).verdict == "refused"


def test_a_queue_manager_alias_is_not_checked_itself(ask):
    script = BASE + REMOTE + "DEFINE QREMOTE(ALIAS) RNAME('') RQMNAME(QM2)\n"
    found = ask(script + GRANT.format("QM2", "QUEUE", APP, "PUT"), **put("X", at="ALIAS"))
    assert found.verdict == "allowed"
    assert (
        ask(script + GRANT.format("ALIAS", "QUEUE", APP, "PUT"), **put("X", at="ALIAS")).verdict == "refused"
    )


def test_a_transmission_queue_by_name_needs_more_as_far_as_is_known(ask):
    script = BASE + REMOTE + GRANT.format("QM2", "QUEUE", APP, "PUT")
    assert ask(script, **put("QM2")).verdict == "cannot tell"


def test_a_model_queue_needs_dsp_as_far_as_is_known(ask):
    script = BASE + "DEFINE QMODEL(M)\n"
    assert (
        ask(script + GRANT.format("M", "QUEUE", APP, "GET"), **put("M", purpose="get")).verdict
        == "cannot tell"
    )
    granted = GRANT.format("M", "QUEUE", APP, "GET,DSP")
    assert ask(script + granted, **put("M", purpose="get")).verdict == "allowed"


def test_an_alias_of_a_topic_may_need_more(ask):
    script = BASE + "DEFINE TOPIC(T) TOPICSTR('t')\nDEFINE QALIAS(A) TARGTYPE(TOPIC) TARGET(T)\n"
    script += GRANT.format("A", "QUEUE", APP, "PUT")
    assert ask(script, **put("A")).verdict == "cannot tell"
    assert ask(script + GRANT.format("T", "TOPIC", APP, "PUB"), **put("A")).verdict == "allowed"


def test_an_unknown_queue(ask):
    assert last(ask(BASE, **put("NONE"))).reasons == (2085,)
    assert ask(BASE, complete=False, **put("NONE")).verdict == "cannot tell"


def test_an_unknown_queue_manager(ask):
    """2087 (MQRC_UNKNOWN_REMOTE_Q_MGR, q041560_): the queue is not looked at."""
    assert last(ask(BASE, at="QM9", **put("NONE"))).reasons == (2087,)


def test_a_member_of_the_cluster_precedes_the_default_transmission_queue(ask):
    """Any queue of a member can be named, advertised or not."""
    script = BASE + CLUSTER.format("TO.QM1") + "ALTER QMGR DEFXMITQ(DX)\nDEFINE QLOCAL(DX) USAGE(XMITQ)\n"
    script += GRANT.format(XMITQ, "QUEUE", APP, "PUT")
    others = {"QM2": CLUSTER.format("TO.QM2")}
    assert ask(script, others=others, at="QM2", **put("PRIVATE")).verdict == "allowed"
    assert ask(script, others=others, at="QM3", **put("PRIVATE")).verdict == "refused"


def test_a_queue_of_a_cluster_is_unknown_outside_of_it(ask):
    others = {
        "QM2": CLUSTER.format("TO.QM2") + "DEFINE QLOCAL(CQ) CLUSTER(C)\n",
        "QM3": CLUSTER.format("TO.QM3"),
    }
    granted = BASE + GRANT.format("**", "QUEUE", APP, "PUT")
    assert last(ask(granted, others=others, **put("CQ"))).reasons == (2085,)
    assert ask(granted + CLUSTER.format("TO.QM1"), others=others, **put("CQ")).verdict == "allowed"


CLUSTER = "DEFINE CHANNEL({0}) CHLTYPE(CLUSRCVR) CONNAME('h') CLUSTER(C)\n"
OTHER = {"QM2": CLUSTER.format("TO.QM2") + "DEFINE QLOCAL(CQ) CLUSTER(C)\n"}
SECURITY = "Security:\n   ClusterQueueAccessControl={}\n"
XMITQ = "SYSTEM.CLUSTER.TRANSMIT.QUEUE"


@pytest.mark.parametrize(
    ("control", "profile", "objtype", "at", "verdict"),
    [
        (None, XMITQ, "QUEUE", "", "allowed"),
        (None, "CQ", "QUEUE", "", "refused"),
        ("Xmitq", XMITQ, "QUEUE", "QM2", "allowed"),
        ("RQMName", "CQ", "QUEUE", "", "allowed"),
        ("RQMName", XMITQ, "QUEUE", "", "refused"),
        ("RQMName", "QM2", "RQMNAME", "QM2", "allowed"),
        ("RQMName", "CQ", "QUEUE", "QM2", "refused"),
        (None, XMITQ, "QUEUE", "QM3", "cannot tell"),
    ],
)
def test_a_cluster_queue_that_is_elsewhere(ask, control, profile, objtype, at, verdict):
    """Granting authority to put messages to a remote cluster queue; Security stanza (q018900_)."""
    script = BASE + CLUSTER.format("TO.QM1") + GRANT.format(profile, objtype, APP, "PUT")
    ini = SECURITY.format(control) if control else None
    assert ask(script, ini, OTHER, **put("CQ", at=at)).verdict == verdict


TOPICS = "DEFINE TOPIC(FRUIT) TOPICSTR('price/fruit')\nDEFINE TOPIC(PRICE) TOPICSTR('price')\n"


@pytest.mark.parametrize(
    ("profile", "verdict"),
    [("FRUIT", "allowed"), ("PRICE", "allowed"), ("SYSTEM.BASE.TOPIC", "allowed"), ("OTHER", "refused")],
)
@pytest.mark.parametrize("string", ["price/fruit/apple", "price/fruit", "price/fruit/#"])
def test_one_topic_object_on_the_way_to_the_root_is_enough(ask, profile, verdict, string):
    """Topic security (q014500_)."""
    script = BASE + TOPICS + GRANT.format(profile, "TOPIC", APP, "SUB")
    assert ask(script, local=True, type="TOPIC", topic=string, purpose="subscribe").verdict == verdict


def test_a_topic_object_above_does_not_cover_a_sibling(ask):
    script = BASE + TOPICS + GRANT.format("FRUIT", "TOPIC", APP, "PUB")
    assert ask(script, local=True, type="TOPIC", topic="price/wood", purpose="publish").verdict == "refused"


def test_resume_with_one_of_two_authorities_is_not_documented(ask):
    script = BASE + TOPICS + GRANT.format("PRICE", "TOPIC", APP, "SUB")
    asked = {"local": True, "type": "TOPIC", "name": "PRICE", "purpose": "resume"}
    assert ask(script, **asked).verdict == "cannot tell"
    assert ask(script + GRANT.format("PRICE", "TOPIC", APP, "RESUME"), **asked).verdict == "allowed"
    neither = ask(BASE + TOPICS + GRANT.format("PRICE", "TOPIC", APP, "DSP"), **asked)
    assert (neither.verdict, "not documented" in last(neither).text) == ("refused", False)


# profiles


@pytest.mark.parametrize(
    ("profile", "name", "verdict"),
    [
        ("ABC.*.JKL", "ABC.DEF.JKL", "allowed"),
        ("ABC.*.JKL", "ABC.JKL", "refused"),
        ("ABC.DE*.JKL", "ABC.DE.JKL", "allowed"),
        ("APP.*", "APP.A.B", "refused"),
        ("APP.**", "APP.A.B", "allowed"),
        ("*", "APP.A", "refused"),
        ("**", "APP.A", "allowed"),
        ("APP.?", "APP.A", "allowed"),
        ("APP.?", "APP.AB", "refused"),
    ],
)
def test_generic_profiles(ask, profile, name, verdict):
    script = BASE + f"DEFINE QLOCAL({name})\n" + GRANT.format(profile, "QUEUE", APP, "PUT")
    assert ask(script, **put(name)).verdict == verdict


@pytest.mark.parametrize(
    ("better", "worse"),
    [("AB.C*", "AB.*"), ("AB.?D", "AB.*"), ("AB.*", "AB.**"), ("AB.CD", "AB.C?"), ("A*.CD", "**")],
)
def test_only_the_most_specific_profile_of_a_user_counts(ask, better, worse):
    script = BASE + "DEFINE QLOCAL(AB.CD)\n"
    first, second = GRANT.format(better, "QUEUE", APP, "GET"), GRANT.format(worse, "QUEUE", APP, "PUT")
    for text in (script + first + second, script + second + first):
        assert ask(text, **put("AB.CD")).verdict == "refused"
        assert ask(text, **put("AB.CD", purpose="get")).verdict == "allowed"


def test_an_exact_record_without_authority_hides_a_generic_one(ask):
    script = BASE + "DEFINE QLOCAL(Q1)\n" + GRANT.format("**", "QUEUE", APP, "PUT")
    assert ask(script + GRANT.format("Q1", "QUEUE", APP, "NONE"), **put()).verdict == "refused"


def test_the_authorities_of_user_and_groups_are_added_up(ask):
    script = BASE + "DEFINE QLOCAL(Q1)\n" + GRANT.format("**", "QUEUE", "GROUP('a')", "PUT")
    script += GRANT.format("Q1", "QUEUE", "GROUP('b')", "PASSALL")
    assert ask(script, **put(purpose="pass-all", groups=("a", "b"))).verdict == "allowed"
    assert ask(script, **put(purpose="pass-all", groups=("a",))).verdict == "refused"


def test_what_would_change_a_refusal_names_the_object(ask):
    (connect,) = last(ask("DEFINE QLOCAL(Q1)\n" + GRANT.format("Q1", "QUEUE", APP, "PUT"), **put())).changes
    assert "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)" in connect
    (queue,) = last(ask(BASE + "DEFINE QLOCAL(Q1)\n", **put())).changes
    assert "SET AUTHREC PROFILE('Q1') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT)" in queue


def test_a_reserved_name_is_in_no_group(ask):
    """MCAUSER('*NOACCESS') refuses every client."""
    script = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) MCAUSER('*NOACCESS')\n"
    script += "SET AUTHREC OBJTYPE(QMGR) GROUP('apps') AUTHADD(CONNECT)\n"
    assert ask(script).verdict == ask(script, groups=("apps",)).verdict == "refused"


@pytest.mark.parametrize(("channel", "verdict"), [("", "refused"), ("SCYEXIT('lib(x)')", "cannot tell")])
def test_a_security_exit_may_choose_a_user_who_has_the_authority(ask, channel, verdict):
    script = BASE + "DEFINE QLOCAL(Q1)\n" + f"DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) MCAUSER('app') {channel}\n"
    found = ask(script, type="QUEUE", name="Q1", purpose="put")
    assert found.verdict == verdict
    texts = " ".join(step.text for step in found.shown.steps)
    assert ("; the security exit may change this" in texts) == bool(channel)


def test_groups_that_are_not_stated_decide_nothing(ask):
    script = BASE + "DEFINE QLOCAL(Q1)\n" + GRANT.format("**", "QUEUE", "GROUP('a')", "PUT")
    found = ask(script, **put())
    assert found.verdict == "cannot tell"
    assert any("--group a" in text for text in last(found).changes)
    (supposed,) = ask(script, **put(groups=("b",))).shown.assumptions[-1:]
    assert supposed.startswith("app is a member of b and of no other group")


@pytest.mark.parametrize(("count", "more"), [(8, False), (9, True)])
def test_of_many_groups_with_the_authority_eight_are_named(ask, count, more):
    names = [f"g{number}" for number in range(count)]
    script = BASE + "DEFINE QLOCAL(Q1)\n"
    script += "".join(GRANT.format("Q1", "QUEUE", f"GROUP('{name}')", "PUT") for name in names)
    text = last(ask(script, **put())).text
    assert (", ".join(names[:8]) in text, "g8" in text, "g7 …" in text) == (True, False, more)


def test_everyone_is_in_the_group_nobody(ask):
    script = BASE + "DEFINE QLOCAL(Q1)\n" + GRANT.format("Q1", "QUEUE", "GROUP('nobody')", "PUT")
    assert ask(script, **put()).verdict == "allowed"


def test_group_words_are_resolved(ask):
    script = BASE + "DEFINE QLOCAL(Q1)\n" + GRANT.format("Q1", "QUEUE", APP, "ALLMQI")
    assert ask(script, **put()).verdict == "allowed"
    assert ask(script, **put(purpose="clear")).verdict == "refused"
    removed = "SET AUTHREC PROFILE('Q1') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHRMV(PUT)\n"
    assert ask(script + removed, **put()).verdict == "refused"


def test_deleting_an_object_deletes_its_records(ask):
    script = BASE + "DEFINE QLOCAL(Q1)\n" + GRANT.format("Q1", "QUEUE", APP, "PUT")
    assert ask(script + "DELETE QLOCAL(Q1)\nDEFINE QLOCAL(Q1)\n", **put()).verdict == "refused"
    assert ask(script + "DELETE QLOCAL(Q1) AUTHREC(NO)\nDEFINE QLOCAL(Q1)\n", **put()).verdict == "allowed"


def test_administrators_hold_everything(ask):
    script = BASE + "DEFINE QLOCAL(Q1)\n"
    assert ask(script, **put(user="mqm")).verdict == "allowed"
    assert ask(script, **put(groups=("mqm",))).verdict == "allowed"


def test_under_ldap_authorisation_mqm_is_a_name_like_others(ask):
    """LDAP administration (q123500_)."""
    script = BASE + "DEFINE QLOCAL(Q1)\nDEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) CONNAME('l') SHORTUSR(uid) "
    script += "AUTHORMD(SEARCHGRP)\nALTER QMGR CONNAUTH(L)\n"
    assert ask(script, **put(user="mqm")).verdict == "cannot tell"


def test_a_partial_set_of_files_refuses_nothing(ask):
    assert ask(BASE + "DEFINE QLOCAL(Q1)\n", complete=False, **put()).verdict == "cannot tell"
    script = BASE + "DEFINE QLOCAL(Q1)\n" + GRANT.format("Q1", "QUEUE", APP, "PUT")
    assert ask(script, complete=False, **put()).verdict == "allowed"


@pytest.mark.parametrize(
    ("platform", "user", "groups", "verdict"),
    [
        ("windows", "SYSTEM", (), "allowed"),
        ("windows", "ops@CORP", ("mqm@HOST",), "allowed"),
        ("windows", "ops@CORP", ("Administrators@BUILTIN",), "allowed"),
        ("linux", "SYSTEM", (), "refused"),
    ],
)
def test_administrators_by_platform(ask, platform, user, groups, verdict):
    """Privileged users (q013300_)."""
    script = "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)\n"
    assert ask(script, local=True, platform=platform, user=user, groups=groups).verdict == verdict


def test_domains_of_windows_users(ask):
    script = BASE + "DEFINE QLOCAL(Q1)\n" + GRANT.format("Q1", "QUEUE", "PRINCIPAL('app@BANK')", "PUT")
    script += "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app@BANK') AUTHADD(CONNECT)\n"
    assert ask(script, platform="windows", **put(user="APP@bank")).verdict == "allowed"
    assert ask(script, platform="windows", **put()).verdict == "cannot tell"


# commands


def test_a_command_needs_its_queue_as_well(ask):
    """Authorizations for PCF commands (q011190_)."""
    script = BASE + "DEFINE QLOCAL(Q1)\n" + GRANT.format("Q1", "QUEUE", APP, "CHG")
    display = "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(DSP)\n"
    queue = GRANT.format("SYSTEM.ADMIN.COMMAND.QUEUE", "QUEUE", APP, "PUT")
    for more, verdict in (
        ("", "refused"),
        (display, "refused"),
        (queue, "refused"),
        (display + queue, "allowed"),
    ):
        assert ask(script + more, **put(purpose="change")).verdict == verdict


# message channels (PUTAUT q082120_, Channel authorization q010710_)

RECEIVER = "DEFINE CHANNEL(APP) CHLTYPE(RCVR) {}\nDEFINE QLOCAL(Q1)\n"
PARTNER = {"partner": "QM2", "user": None, "type": "QUEUE", "name": "Q1", "purpose": "put"}
CONTEXT = "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('chan') AUTHADD(SETALL)\n"


def test_a_receiver_without_mcauser_puts_as_an_administrator(ask):
    found = ask(RECEIVER.format(""), **PARTNER)
    assert found.verdict == "allowed"
    assert "normally mqm" in " ".join(step.text for step in found.shown.steps)


def test_a_receiver_puts_with_set_all_context(ask):
    script = RECEIVER.format("MCAUSER('chan')") + CONTEXT
    assert (
        ask(script + GRANT.format("Q1", "QUEUE", "PRINCIPAL('chan')", "PUT,SETALL"), **PARTNER).verdict
        == "allowed"
    )
    assert (
        ask(script + GRANT.format("Q1", "QUEUE", "PRINCIPAL('chan')", "PUT"), **PARTNER).verdict == "refused"
    )


def test_putaut_ctx_needs_put_for_the_user_of_the_message(ask):
    script = RECEIVER.format("MCAUSER('chan') PUTAUT(CTX)")
    script += "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('chan') AUTHADD(SETALL,ALTUSR)\n"
    script += GRANT.format("Q1", "QUEUE", "PRINCIPAL('chan')", "SETALL")
    assert ask(script, **{**PARTNER, "user": "joe"}).verdict == "refused"
    script += GRANT.format("Q1", "QUEUE", "PRINCIPAL('joe')", "PUT")
    assert ask(script, **{**PARTNER, "user": "joe"}).verdict == "allowed"


def test_blocked_users_do_not_matter_for_message_channels(ask):
    """Blocking specific user IDs (q013810_)."""
    script = (
        RECEIVER.format("MCAUSER('mqm')")
        + "SET CHLAUTH('*') TYPE(BLOCKUSER) USERLIST('mqm') ACTION(REPLACE)\n"
    )
    assert ask(script, **PARTNER).verdict == "allowed"


def test_a_partner_is_refused_by_its_name(ask):
    script = RECEIVER.format("") + "SET CHLAUTH('APP') TYPE(QMGRMAP) QMNAME('QM*') USERSRC(NOACCESS)\n"
    found = ask(script, **PARTNER)
    assert (found.verdict, last(found).messages) == ("refused", ("AMQ9777E",))


def test_a_client_cannot_use_a_message_channel(ask):
    assert last(ask(RECEIVER.format(""))).name == "channel"
    assert ask("DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)\n", partner="QM2", user=None).verdict == "refused"


def test_a_name_without_quotation_marks_is_folded(ask):
    """MQSC folds names that are not quoted; users are compared with regard to case."""
    found = ask("SET AUTHREC OBJTYPE(QMGR) PRINCIPAL(app) AUTHADD(CONNECT)\n", local=True)
    assert found.verdict == "refused"
    assert "PRINCIPAL(APP)" in last(found).text


def test_a_record_of_the_user_itself_is_not_taken_for_one_that_was_folded(ask):
    script = "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL(APP) AUTHADD(DSP)\n"
    found = ask(script, local=True, user="APP")
    assert found.verdict == "refused"
    assert "PRINCIPAL(APP)" not in last(found).text


@pytest.mark.parametrize("purpose", ["get", "browse"])
def test_a_remote_definition_cannot_be_opened_for_input(ask, purpose):
    """MQOPEN (q101870_), table of options; reason 2045 (q041160_)."""
    script = BASE + REMOTE + GRANT.format("R", "QUEUE", APP, purpose)
    found = ask(script, **put("R", purpose=purpose))
    assert (found.verdict, reasons_of(found)) == ("refused", [2045])


@pytest.mark.parametrize(
    ("purpose", "complete", "verdict"),
    [("get", True, "refused"), ("set", True, "refused"), ("get", False, "cannot tell"),
     ("inquire", True, "cannot tell")],
)  # fmt: skip
def test_a_cluster_queue_elsewhere_is_for_puts(ask, purpose, complete, verdict):
    """MQINQ and clusters (q027050_): input, browse and set need a local instance, an inquiry does not."""
    script = BASE + CLUSTER.format("TO.QM1") + GRANT.format("**", "QUEUE", APP, "GET,SET,INQ")
    asked = put("CQ", purpose=purpose)
    assert ask(script, others=OTHER, complete=complete, **asked).verdict == verdict


@pytest.mark.parametrize("complete", [True, False])
def test_a_profile_that_hides_a_grant_is_named(ask, complete):
    """Profile priorities (q013520_)."""
    script = BASE + "DEFINE QLOCAL(Q1)\n" + GRANT.format("Q*", "QUEUE", APP, "PUT")
    found = ask(script + GRANT.format("Q1", "QUEUE", APP, "GET"), complete=complete, **put())
    assert found.verdict == ("refused" if complete else "cannot tell")
    assert "profile Q1 of app hides Q*" in last(found).text


def test_a_disabled_queue_is_mentioned(ask):
    script = BASE + "DEFINE QLOCAL(Q1) PUT(DISABLED)\n" + GRANT.format("Q1", "QUEUE", APP, "PUT")
    assert any("PUT(DISABLED)" in step.text for step in ask(script, **put()).shown.steps)


# a record and those beside it


@pytest.mark.parametrize(
    ("specific", "generic"),
    [
        ("A.B.C", "A.B.?"),
        ("A.B.?", "A.B.*"),
        ("A.B.C", "A.B.*"),
        ("A.B.*", "A.**"),
        ("A.*.C", "A.**.C"),
        ("A.*.C", "A.**"),
        ("A.?.C", "A.*.C"),
        ("A.B.*", "A.*.C"),
        ("A.**", "?.B.C"),
        ("A.**", "**"),
        ("*.B.C", "**"),
    ],
)
def test_the_more_specific_of_two_profiles_decides(ask, specific, generic):
    """Profile priorities (q013520_): from left to right a character, then ?, * and **."""
    script = BASE + "DEFINE QLOCAL(A.B.C)\n"
    for puts, gets in ((specific, generic), (generic, specific)):
        records = GRANT.format(puts, "QUEUE", APP, "PUT") + GRANT.format(gets, "QUEUE", APP, "GET")
        verdict = ask(script + records, **put("A.B.C")).verdict
        assert verdict == ("allowed" if puts == specific else "refused")


@pytest.mark.parametrize(
    ("entity", "verdict"),
    [("GROUP('staff')", "allowed"), ("PRINCIPAL('staff')", "refused"), ("GROUP('app')", "refused")],
)
def test_a_record_for_a_user_is_not_for_a_group_of_that_name(ask, entity, verdict):
    script = BASE + "DEFINE QLOCAL(Q1)\n" + GRANT.format("Q1", "QUEUE", entity, "PUT")
    assert ask(script, **put(groups=("staff",))).verdict == verdict


@pytest.mark.parametrize(
    ("profile", "type", "user", "verdict"),
    [
        ("Q1", "QUEUE", "${USER}", "cannot tell"),
        ("${QUEUE}", "QUEUE", "app", "cannot tell"),
        ("Q1", "${TYPE}", "${USER}", "cannot tell"),
        ("Q2", "QUEUE", "${USER}", "refused"),
        ("Q1", "TOPIC", "${USER}", "refused"),
        ("${QUEUE}", "QUEUE", "other", "refused"),
    ],
)
def test_a_placeholder_in_a_record_that_may_apply_leaves_the_answer_open(ask, profile, type, user, verdict):
    script = BASE + "DEFINE QLOCAL(Q1)\n" + GRANT.format(profile, type, f"PRINCIPAL('{user}')", "PUT")
    assert ask(script, **put()).verdict == verdict


@pytest.mark.parametrize(("count", "dots"), [(8, False), (9, True)])
def test_eight_users_of_a_record_are_shown(ask, count, dots):
    users = ",".join(f"'u{n}'" for n in range(count))
    script = (
        BASE + f"DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)\nSET CHLAUTH(APP) TYPE(BLOCKUSER) USERLIST({users})\n"
    )
    found = ask(script, user="u0")
    texts = [one.text for way in found.ways for step in way.steps for one in step.evidence]
    (text,) = {one for one in texts if "BLOCKUSER" in one}
    assert ("u7" in text, ",…" in text, "u8" in text) == (True, dots, False)


@pytest.mark.parametrize(
    ("entity", "user", "missing"),
    [
        ("PRINCIPAL('app')", "app", False),
        ("GROUP('app')", "app", True),
        ("PRINCIPAL('other')", "app", True),
        ("PRINCIPAL('other')", "mqm", False),
    ],
)
@pytest.mark.parametrize("source", ["channel", "record"])
def test_users_of_channels_without_a_record_are_listed(ask, entity, user, missing, source):
    script = f"DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) MCAUSER('{user}')\n"
    if source == "record":
        script = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)\nSET CHLAUTH(APP) TYPE(ADDRESSMAP) ADDRESS('*') +\n"
        script += f"  USERSRC(MAP) MCAUSER('{user}')\n"
    script += GRANT.format("Q1", "QUEUE", entity, "PUT")
    found = users_without_authority(ask(script).queue_manager)
    assert (user in found) == missing


@pytest.mark.parametrize(
    ("names", "meant"),
    [
        (["pay.in"], "pay.in"),
        (["pay.in", "PAY.IN"], "PAY.IN"),
        (["pay.in", "Pay.In"], "PAY.IN"),
        ([], "PAY.IN"),
    ],
)
def test_a_name_in_another_case_is_meant_if_it_is_the_only_one(names, meant):
    scripts = {"QM1": "".join(f"DEFINE QLOCAL('{name}')\n" for name in names)}
    (manager,) = estate_with(scripts).queue_managers
    assert as_defined(Question(type="QUEUE", name="PAY.IN"), manager).name == meant


@pytest.mark.parametrize(("ini", "assumed"), [(None, True), ("Log:\n   LogPrimaryFiles=3\n", False)])
def test_a_default_of_qm_ini_is_assumed_if_the_files_lack_it(ask, ini, assumed):
    script = BASE + CLUSTER.format("TO.QM1") + GRANT.format(XMITQ, "QUEUE", APP, "PUT")
    texts = [text for way in ask(script, ini, OTHER, **put("CQ")).ways for text in way.assumptions]
    assert any("ClusterQueueAccessControl=Xmitq, the default" in text for text in texts) == assumed


@pytest.mark.parametrize(
    ("entity", "platform", "expected"),
    [
        (("GROUP", "mqm"), "linux", True),
        (("GROUP", "MQM@HOST"), "windows", True),
        (("GROUP", "payers"), "linux", False),
        (("PRINCIPAL", "mqm"), "linux", True),
        (("PRINCIPAL", "payers"), "linux", False),
        (("PRINCIPAL", "MUSR_MQADMIN"), "windows", True),
    ],
)
def test_who_administers_a_queue_manager(entity, platform, expected):
    assert administers(entity, platform) == expected
