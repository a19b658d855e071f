"""What a DISPLAY finds, and the commands that are refused."""

from __future__ import annotations

import pytest

from mqtune.analysis.query.condition import QueryError
from mqtune.analysis.query.display import read_display
from mqtune.project.settings import QueueManagerDeclaration
from tests.analysis.query.conftest import HUB, PARTNER, asked, found, undecided


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("DISPLAY QUEUE(PAY*)", ["PAY.AL", "PAY.IN", "PAY.MODEL", "PAY.OUT"]),
        ("dis q(pay.*) type(qalias)", ["PAY.AL"]),
        ("DIS QL('pay*')", ["pay.low"]),
        ("DIS QL(*);", ["OTHER", "PAY.IN", "pay.low"]),
        ("DIS QL(SYSTEM.DEAD*)", ["SYSTEM.DEAD.LETTER.QUEUE"]),
        ("DIS CHL(*) CHLTYPE(SVRCONN)", ["APP.SVR", "OPEN.SVR"]),
        ("DIS CHANNEL(*) TYPE(SDR)", ["TO.QM2"]),
        ("DIS Q(*) CLUSTER('RET*')", ["pay.low"]),
        ("DIS TOPIC(*)", ["PRICES"]),
        ("DIS SUB('My*') SUBTYPE(ADMIN)", ["My Sub"]),
        ("DIS SUB(*) SUBTYPE(API)", []),
        ("DIS NL(*) WHERE(NAMES CT PAY.OUT)", ["NL1"]),
        ("DIS NL(*) WHERE(NAMES EXG PAY*)", []),
        ("DIS LSTR(*) TRPTYPE(TCP)", ["L1"]),
        ("DIS AUTHINFO(*) AUTHTYPE(IDPWLDAP)", ["LDAP"]),
        ("DIS POLICY(*)", ["PAY.IN"]),
        ("DIS QMGR", ["QM1"]),
        ("DIS QL(*) WHERE(BOQNAME EQ ' ')", ["pay.low"]),
        ("DIS QL(*) WHERE(BOQNAME NE '')", ["PAY.IN"]),
        ("DIS QL(*) WHERE(TRIGGER EQ YES)", ["PAY.IN"]),
        ("DIS QL(*) WHERE(SHARE EQ NO)", ["PAY.IN"]),
        ("DIS Q(*) WHERE(MAXDEPTH GE 20000)", ["PAY.IN"]),
        ("DIS Q(*) WHERE(TARGET LK PAY*)", ["PAY.AL"]),
        ("DIS Q(*) WHERE(QTYPE EQ QREMOTE)", ["PAY.OUT"]),
        ("DIS CHL(*) WHERE(MCAUSER EQ 'app')", ["APP.SVR"]),
        ("DIS CHL(*) WHERE(MCAUSER EQ app)", []),
        ("DIS CHL(*) WHERE(CONNAME LK 'qm2*')", ["TO.QM2"]),
        ("DIS AUTHREC PROFILE(PAY.IN) OBJTYPE(QUEUE)", ["PAY.**"]),
        ("DIS AUTHREC PROFILE(PAY.IN) MATCH(EXACT)", []),
        ("DIS AUTHREC GROUP('payers') OBJTYPE(QMGR)", ["self"]),
    ],
)
def test_what_is_found(text, names):
    assert found(text, HUB) == names


def test_a_value_that_is_not_in_the_files_is_reported_and_never_matches():
    assert undecided("DIS QL(*) WHERE(BOQNAME EQ ' ')", HUB) == ["OTHER"]
    assert undecided("DIS QL(*) WHERE(BOQNAME NE ' ')", HUB) == ["OTHER"]
    script = "DEFINE QLOCAL(APP.${ENV}) MAXDEPTH(${DEPTH})\nDEFINE QLOCAL(${ENV}.IN)\n"
    assert undecided("DIS QL(APP.X)", script) == ["APP.${ENV}"]
    assert found("DIS QL(APP.*)", script) == ["APP.${ENV}"]
    assert undecided("DIS QL(APP.*)", script) == ["${ENV}.IN"]
    assert undecided("DIS QL(PAY.OUT)", script) == []
    assert undecided("DIS QL(APP.*) WHERE(MAXDEPTH LT 3)", script) == ["APP.${ENV}"]
    assert found("DIS QL(APP.*) WHERE(MAXDEPTH LT 3)", script) == []


def test_a_dump_shows_what_cannot_be_set_and_nothing_of_the_running_queue():
    dump = "DEFINE QLOCAL('A') +\n*  ALTDATE(2026-10-30) +\n*  CURDEPTH(12) +\n   MAXDEPTH(1) +\n   REPLACE\n"
    (row,) = asked("DIS QL(A)", dump).rows
    shown = {cell.keyword: cell.text for cell in row.cells}
    assert shown["ALTDATE"] == "2026-10-30"
    assert "CURDEPTH" not in shown
    assert found("DIS QL(*) WHERE(ALTDATE GT '2026-10-01')", dump) == ["A"]
    assert undecided("DIS QL(*) WHERE(ALTDATE GT '2026-10-01')", "DEFINE QLOCAL(A)") == ["A"]


def test_a_name_that_nothing_has_is_compared_with_the_names_there():
    assert "'pay.low'" in asked("DIS QL(pay.low)", HUB).hints[0]
    assert asked("DIS QL(PAY.INN)", HUB).hints == ["the nearest name is PAY.IN"]
    assert asked("DIS QL(X*)", HUB).hints == []


def test_an_object_like_one_that_is_missing_has_unknown_values():
    (one,) = asked("DIS QL(*) WHERE(MAXDEPTH EQ 5000)", "DEFINE QLOCAL(A) LIKE(BASE)").undecided
    assert "BASE, which is not in the files" in one.why


def test_clusters_as_the_files_show_them():
    scripts = {"HUB": HUB, "QM2": PARTNER}
    rows = asked("DIS TOPIC(*) TYPE(CLUSTER) CLUSQMGR", scripts).rows
    got = [(row.manager.name, row.name, row.cells[0].text) for row in rows]
    both = [("NEWS", "QM2"), ("PRICES", "HUB")]
    assert got == [(manager, *pair) for manager in ("HUB", "QM2") for pair in both]
    assert found("DIS TOPIC(*) TYPE(ALL)", scripts) == ["PRICES", "NEWS"]
    assert found("DIS TOPIC(NEWS) CLUSINFO", scripts) == ["NEWS", "NEWS", "NEWS"]
    assert found("DIS QCLUSTER(*)", scripts) == ["PAY.IN", "pay.low", "PAY.IN", "pay.low"]


PREFIXED = """DEFINE TOPIC(T) TOPICSTR('a')
DEFINE TOPIC(U) TOPICSTR('b')
DEFINE SUB(S) TOPICOBJ(T) TOPICSTR('x') DEST(Q)
DEFINE SUB(V) TOPICOBJ(U) TOPICSTR('x') DEST(Q)
DEFINE SUB(W) TOPICOBJ(T) DEST(Q)
DEFINE SUB(X) TOPICSTR('x') DEST(Q)
DEFINE SUB(Y) TOPICOBJ(NONE) TOPICSTR('x') DEST(Q)
"""


@pytest.mark.parametrize(
    ("text", "names", "open"),
    [
        ("DIS SUB(*) WHERE(TOPICSTR EQ 'a/x')", ["S"], ["Y"]),
        ("DIS SUB(*) WHERE(TOPICSTR EQ 'b/x') DISTYPE(RESOLVED)", ["V"], ["Y"]),
        ("DIS SUB(*) WHERE(TOPICSTR EQ 'a')", ["W"], ["Y"]),
        ("DIS SUB(*) WHERE(TOPICSTR EQ 'x')", ["X"], ["Y"]),
        ("DIS SUB(*) WHERE(TOPICSTR EQ 'x') DISTYPE(DEFINED)", ["S", "V", "X", "Y"], []),
    ],
)
def test_the_topic_string_of_a_subscription_is_the_full_one(text, names, open):
    assert found(text, PREFIXED) == names
    assert undecided(text, PREFIXED) == open


def test_what_a_queue_manager_outside_of_the_cluster_has_is_not_advertised():
    """DISPLAY QCLUSTER of a full repository does not show a queue of a member without a cluster receiver."""
    member = "DEFINE QLOCAL(Q) CLUSTER(C)\n{}"
    receiver = "DEFINE CHANNEL(C.{0}) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('{0}')\n"
    scripts = {"A": receiver.format("a"), "B": member.format(receiver.format("b")), "D": member.format("")}
    whole = tuple(QueueManagerDeclaration(name, complete=True) for name in scripts)
    shown = [row.manager.name for row in asked("DIS QCLUSTER(Q)", scripts, queue_managers=whole).rows]
    assert shown == ["A", "B"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DIS CHLAUTH(APP.*)", ["APP.*", "APP.SVR"]),
        ("DIS CHLAUTH(APP.*) MATCH(EXACT)", ["APP.*"]),
        ("DIS CHLAUTH(APP.SVR) MATCH(ALL)", ["*", "*", "APP.*", "APP.SVR"]),
        ("DIS CHLAUTH(APP.SVR) MATCH(RUNCHECK) ADDRESS('10.0.1.2') CLNTUSER('joe')", ["APP.SVR"]),
        # a record that only warns, and the one that decides behind it: none here
        ("DIS CHLAUTH(X.SVR) MATCH(RUNCHECK) ADDRESS('10.0.1.2') CLNTUSER('joe')", ["*"]),
        ("DIS CHLAUTH(APP.OLD) MATCH(RUNCHECK) ADDRESS('192.0.2.1') CLNTUSER('joe')", ["APP.*"]),
        ("DIS CHLAUTH(SYSTEM.DEF.SVRCONN) MATCH(RUNCHECK) ADDRESS('10.0.1.2')", ["SYSTEM.*"]),
    ],
)
def test_channel_authentication_records(text, expected):
    assert found(text, HUB) == expected


def test_runcheck_shows_the_record_that_blocks_the_user():
    (row,) = asked("DIS CHLAUTH(OPEN.SVR) MATCH(RUNCHECK) ADDRESS('192.0.2.1') CLNTUSER('mqm')", HUB).rows
    assert row.kind_cell.text == "BLOCKUSER"


def test_a_record_does_not_have_what_its_command_lacks():
    assert undecided("DIS CHLAUTH(APP.*) WHERE(MCAUSER EQ 'app2')", HUB) == []
    (row,) = asked("DIS CHLAUTH('APP.S*')", HUB).rows
    assert [cell.keyword for cell in row.cells] == ["ADDRESS", "USERSRC"]


@pytest.mark.parametrize("text", ["DIS Q(*) WHERE(QTYPE EQ QREMOTE)", "DIS QL(*) DEFTYPE"])
def test_no_note_says_that_a_queue_lacks_what_is_shown_of_it(text):
    assert read_display(text).notes == ()
    assert read_display("DIS QL(*) TARGET").notes == ("QLOCAL has no attribute TARGET",)


def test_generic_names_show_less_than_one_name():
    assert asked("DIS QL(PAY*)", HUB).rows[0].cells == []
    assert len(asked("DIS QL(PAY.IN)", HUB).rows[0].cells) > 40
    condition = asked("DIS QL(*) WHERE(MAXDEPTH GT 9999)", HUB).rows[0].cells
    assert [(cell.keyword, cell.plain) for cell in condition] == [("MAXDEPTH", 20000)]


@pytest.mark.parametrize(
    ("text", "message", "help"),
    [
        ("", "empty", "DISPLAY QLOCAL"),
        ("QLOCAL(*)", "expected DISPLAY, found QLOCAL", "DISPLAY QLOCAL(*)"),
        ("DEFINE QLOCAL(A)", "not DISPLAY", ""),
        ("DISPLAY", "needs an object type", ""),
        ("DISPLAI QL(*)", "DISPLAI", "DISPLAY"),
        ("DIS QLOCALS(*)", "QLOCALS", "QLOCAL"),
        ("DIS QL", "needs a name", "DISPLAY QLOCAL(*)"),
        ("DIS QL(A*B)", "not a valid generic name", "A*"),
        ("DIS QL(*) MAXDEPHT", "MAXDEPHT is not an attribute", "MAXDEPTH"),
        ("DIS QL(*) MAXDEPTH(5)", "accepts no value", "WHERE(MAXDEPTH EQ 5)"),
        ("DIS CHL(*) TRPTYPE(TCP)", "accepts no value", "WHERE(TRPTYPE EQ TCP)"),
        ("DIS QL(*) MAXDEPTH MAXDEPTH", "twice", ""),
        ("DIS QL(*) WHERE(MAXDEPTH < 5)", "not a valid condition", "LT instead of <"),
        ("DIS QL(*) WHERE(MAXDEPTH)", "not a valid condition", "MAXDEPTH LT 10000"),
        ("DIS QL(*) WHERE(MAXDEPT LT 5)", "cannot filter by MAXDEPT", "MAXDEPTH"),
        ("DIS QL(*) WHERE(MAXDEPTH LK 5*)", "LK is not a valid operator", "LT, GT"),
        ("DIS QL(*) WHERE(MAXDEPTH GTT 5)", "GTT is not a valid operator", "the nearest is GT"),
        ("DIS QL(*) WHERE(MAXDEPTH LT MANY)", "MAXDEPTH is a number", "write a number"),
        ("DIS QL(*) WHERE(DEFPSIST EQ JA)", "JA is not a valid value", "YES"),
        ("DIS QL(*) WHERE(DESCR LK ABC)", "generic value", "'ABC*'"),
        ("DIS QL(*) WHERE(DESCR EQ 'ABC*')", "is generic", "DESCR LK 'ABC*'"),
        ("DIS QL(*) WHERE(CURDEPTH GT 0)", "CURDEPTH is not in the files", "ask the queue manager"),
        ("DIS QL(*) CURDEPTH", "CURDEPTH is not in the files", ""),
        ("DIS QS(*)", "cannot answer DISPLAY QSTATUS", "ask the queue manager"),
        ("DIS CHSTATUS(*)", "cannot answer DISPLAY CHSTATUS", ""),
        ("DIS CHL(*) TYPE(SVRCON)", "SVRCON is not a valid value", "SVRCONN"),
        ("DIS QL(*) ; DIS QR(*)", "found several", ""),
        ("DIS QL('A)", "cannot be read", ""),
        ("DIS QL(*", "cannot be read", ""),
        ("DIS CHLAUTH(*) MATCH(RUNCHECK) ADDRESS('192.0.2.1')", "one channel", ""),
        ("DIS CHLAUTH(A) MATCH(RUNCHECK)", "needs the address", ""),
        ("DIS CHLAUTH(A) MATCH(RUNCHEC)", "not a valid value for MATCH", "RUNCHECK"),
        ("DIS AUTHREC MATCH(MEMBERSHIP)", "MEMBERSHIP", "GROUP"),
    ],
)
def test_what_is_refused(text, message, help):
    with pytest.raises(QueryError) as caught:
        read_display(text)
    assert message in caught.value.message
    assert help in caught.value.help


@pytest.mark.parametrize(
    ("text", "hints"),
    [
        ("DIS QL(PAY.IM)", ["the nearest name is PAY.IN"]),
        (
            "DIS QL(PAY.LOW)",
            ["'pay.low' differs in letter case: names without quotation marks are in upper case"],
        ),
        ("DIS QL(PAY.IM*)", []),
        ("DIS QL(PAY.IN) WHERE(MAXDEPTH EQ 3)", []),
        ("DIS QL(SYSTEM.DEAD.LETTER.QUEUF)", []),  # only of what the files define
    ],
)
def test_a_name_that_may_have_been_meant(text, hints):
    assert asked(text, HUB).hints == hints


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("DIS SUB('My*') SUBTYPE(ALL)", ["My Sub"]),
        ("DIS SUB('My*') SUBTYPE(PROXY)", []),
        ("DIS CHL(*) CHLTYPE(ALL) WHERE(HBINT EQ 300)", ["APP.SVR", "OPEN.SVR", "TO.HUB", "TO.QM2"]),
        ("DIS Q(PAY*) TYPE(ALL)", ["PAY.AL", "PAY.IN", "PAY.MODEL", "PAY.OUT"]),
        ("DIS QL(*) WHERE(DEFPSIST EQ YES)", ["PAY.IN"]),
        ("DIS QL(*) WHERE(DEFPSIST NE NO)", ["PAY.IN"]),
        ("DIS NL(*) WHERE(NAMCOUNT EQ 2)", ["NL1"]),
        ("DIS NL(*) WHERE(NAMCOUNT GT 2)", []),
    ],
)
def test_a_subtype_and_a_count(text, names):
    assert found(text, HUB) == names


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("DIS AUTHINFO(*) AUTHTYPE(FOO)", "FOO is not a valid value for AUTHTYPE"),
        ("DIS CHL(*) CHLTYPE(FOO)", "FOO is not a valid value for CHLTYPE"),
        ("DIS Q(*) TYPE(TOPIC)", "TOPIC is not a valid value for TYPE"),
        ("DIS QL(*) WHERE(CURDEPTH GT 1)", "CURDEPTH is not in the files"),
    ],
)
def test_a_subtype_that_does_not_exist_is_refused(text, words):
    with pytest.raises(QueryError) as fault:
        read_display(text)
    assert words in str(fault.value)


def test_why_a_value_is_missing():
    answer = asked("DIS QL(OTHER) BOQNAME MAXDEPTH", HUB)
    cells = {cell.keyword: (cell.text, cell.why) for cell in answer.rows[0].cells}
    assert cells["MAXDEPTH"] == ("7", "")
    assert cells["BOQNAME"] == (None, "BOQNAME is unknown: the files only alter the object")
    assert not any(
        cell.keyword == "NAMCOUNT" for row in asked("DIS QL(*) ALL", HUB).rows for cell in row.cells
    )


@pytest.mark.parametrize(
    ("words", "topic"), [("", "t1/x"), ("DISTYPE(RESOLVED)", "t1/x"), ("DISTYPE(DEFINED)", "x")]
)
def test_the_topic_string_of_a_subscription_is_resolved_unless_it_is_asked_for_as_defined(words, topic):
    script = "DEFINE TOPIC(T1) TOPICSTR('t1')\nDEFINE SUB(S) TOPICOBJ(T1) TOPICSTR('x') DEST(Q)\n"
    (row,) = asked(f"DIS SUB(S) {words} TOPICSTR", script).rows
    assert {cell.keyword: cell.text for cell in row.cells}["TOPICSTR"] == topic


def test_the_queue_manager_is_shown_although_no_command_changes_it():
    assert found("DIS QMGR", "DEFINE QLOCAL(A)\n") == ["QM1"]
    assert found("DIS QL(SYSTEM.DEFAULT.LOCAL.QUEUE)", "DEFINE QLOCAL(A)\n") == ["SYSTEM.DEFAULT.LOCAL.QUEUE"]
    assert found("DIS QL(*)", "DEFINE QLOCAL(A)\n") == ["A"]
