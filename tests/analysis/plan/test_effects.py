"""Effects that come through other objects, of attributes without a known effect, and of other commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.analysis.plan import risk
from mqtune.session.comparison import Comparer
from mqtune.session.options import Options
from tests.analysis.plan.conftest import planned, written

LISTED = "DEFINE NAMELIST(N) NAMES(A,B)\n"
USERS = {
    "queue": "DEFINE QLOCAL(Q) CLUSNL(N)\n",
    "alias": "DEFINE QALIAS(Q) CLUSNL(N)\n",
    "receiver": "DEFINE CHANNEL(C.Q) CHLTYPE(CLUSRCVR) CLUSNL(N) CONNAME('a')\n",
    "repository": "ALTER QMGR REPOSNL(N)\n",
}


def classes(folder: Path, old: str, new: str) -> dict[str, tuple[str, ...]]:
    """The classes of the changes between two states."""
    found = planned(written(folder, "old/a.mqsc", old), written(folder, "new/a.mqsc", new)).plan
    return {change.title: change.classes for change in found.changes}


def ran(folder: Path, state: str, script: str) -> dict[str, tuple[str, ...]]:
    """The classes of what a script does on a state."""
    with Comparer(Options(isolated=True)) as comparer:
        run = comparer.open_paths([str(written(folder, "s.mqsc", script))])
        state_of = comparer.open_paths([str(written(folder, "d.mqsc", state))])
        return {change.title: change.classes for change in comparer.script(run, state_of).plan.changes}


@pytest.mark.parametrize(
    ("type", "keyword", "old", "new", "classes"),
    [
        ("QLOCAL", "PUT", "ENABLED", "DISABLED", {"closes"}),
        ("QLOCAL", "PUT", "DISABLED", "ENABLED", set()),
        ("CHANNEL", "SSLCAUTH", "OPTIONAL", "REQUIRED", {"closes"}),
        ("CHANNEL", "SSLCAUTH", "REQUIRED", "OPTIONAL", {"opens"}),
        ("CHANNEL", "SSLCAUTH", "OPTIONAL", "OTHER", {"opens", "closes"}),
        ("CHANNEL", "SSLCAUTH", "", "OTHER", set()),
        ("CHANNEL", "SSLCAUTH", "OTHER", "", set()),
        ("CHANNEL", "SSLPEER", "", "CN=a", {"closes"}),
        ("CHANNEL", "SSLPEER", "CN=a", "", {"opens"}),
        ("CHANNEL", "SSLPEER", "CN=a", "CN=b", {"opens", "closes"}),
        ("CHANNEL", "SSLCIPH", "ANY_TLS12_OR_HIGHER", "ANY_TLS13", {"closes"}),
        ("CHANNEL", "SSLCIPH", "ANY_TLS13", "TLS_RSA_WITH_NULL_SHA256", {"opens", "closes"}),
        ("CHANNEL", "MCAUSER", "app", "mqm", {"opens"}),
        ("CHANNEL", "MCAUSER", "mqm", "app", {"opens", "closes"}),
        ("CHLAUTH", "MCAUSER", "app", "pay", {"opens", "closes"}),
        ("QLOCAL", "MAXDEPTH", "6", "5", {"lowers"}),
        ("QLOCAL", "MAXDEPTH", "5", "5", set()),
        ("QLOCAL", "MAXDEPTH", "5", "6", set()),
        ("QLOCAL", "CAPEXPRY", "NOLIMIT", "5", {"lowers"}),
        ("QLOCAL", "CAPEXPRY", "5", "NOLIMIT", set()),
        ("QLOCAL", "CAPEXPRY", "-1", "0", {"lowers"}),
        ("QLOCAL", "CAPEXPRY", "OTHER", "5", set()),
        ("QLOCAL", "CAPEXPRY", "5", "-1", set()),
        ("QLOCAL", "MAXMSGL", "6", "5", {"breaks"}),
        ("QLOCAL", "TRIGGER", "YES", "NO", {"breaks"}),
        ("QLOCAL", "TRIGGER", "NO", "YES", set()),
        ("LISTENER", "PORT", "1414", "1415", {"breaks"}),
        ("QLOCAL", "CLUSTER", "A", "B", {"breaks"}),
        ("QLOCAL", "CLUSTER", "", "B", set()),
    ],
)
def test_the_classes_of_a_change_of_two_values(
    type: str, keyword: str, old: str, new: str, classes: set[str]
) -> None:
    access = {"opens", "closes", "lowers", "breaks"}
    assert access & {*risk.effect_of(type, keyword, old, new).classes} == classes


@pytest.mark.parametrize("user", USERS)
def test_a_namelist_that_loses_a_cluster_breaks_what_it_is_used_for(tmp_path: Path, user: str) -> None:
    old, less = LISTED + USERS[user], LISTED.replace("A,B", "A")
    assert classes(tmp_path, old, less + USERS[user]) == {"NAMELIST(N)": ("breaks",)}
    assert ran(tmp_path, old, "ALTER NAMELIST(N) NAMES(A)\n") == {"NAMELIST(N)": ("breaks",)}
    assert "breaks" in ran(tmp_path, old, less.strip() + " REPLACE\n")["NAMELIST(N)"]
    assert "breaks" in ran(tmp_path, old, "DELETE NAMELIST(N)\n")["NAMELIST(N)"]


def test_a_namelist_that_gains_a_cluster_or_is_not_used_is_safe(tmp_path: Path) -> None:
    more = LISTED.replace("A,B", "A,B,C")
    assert classes(tmp_path, LISTED + USERS["queue"], more + USERS["queue"]) == {"NAMELIST(N)": ("safe",)}
    assert classes(tmp_path, LISTED, LISTED.replace("A,B", "A")) == {"NAMELIST(N)": ("safe",)}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("CRL", "CRL,MORE", {"closes"}),
        ("CRL,MORE", "CRL", {"opens"}),
        ("CRL", "MORE", {"closes", "opens"}),
        ("CRL,MORE", "MORE,CRL", {"safe"}),
    ],
)
def test_revocation_servers_that_come_and_go(
    tmp_path: Path, before: str, after: str, expected: set[str]
) -> None:
    old = f"DEFINE NAMELIST(N) NAMES({before})\nALTER QMGR SSLCRLNL(N)\n"
    assert {*ran(tmp_path, old, f"ALTER NAMELIST(N) NAMES({after})\n")["NAMELIST(N)"]} == expected


@pytest.mark.parametrize(
    "user", ["ALTER QMGR REPOSNL({})\n", "ALTER QMGR SSLCRLNL({})\n", "DEFINE QLOCAL(Q) CLUSNL({})\n"]
)
def test_a_namelist_that_is_no_longer_used_is_safe(tmp_path: Path, user: str) -> None:
    lists = LISTED + LISTED.replace("(N)", "(M)")
    less = LISTED.replace("A,B", "A") + LISTED.replace("(N)", "(M)")
    for old, new in (("N", "M"), ("M", "N")):
        found = classes(tmp_path, lists + user.format(old), less + user.format(new))
        assert found["NAMELIST(N)"] == ("safe",)


@pytest.mark.parametrize(("count", "more"), [(6, ""), (7, " and 1 more")])
def test_six_objects_that_leave_a_cluster_are_named(tmp_path: Path, count: int, more: str) -> None:
    queues = "".join(f"DEFINE QLOCAL(Q{n}) CLUSNL(N)\n" for n in range(count))
    found = planned(
        written(tmp_path, "old/a.mqsc", LISTED + queues),
        written(tmp_path, "new/a.mqsc", LISTED.replace("A,B", "A") + queues),
    )
    (change,) = found.plan.changes
    (note,) = [one for one in change.notes if "cluster B" in one]
    assert note.endswith(f"QLOCAL(Q5){more} leave cluster B: CLUSNL(N)")


def test_a_namelist_of_revocation_servers_that_is_emptied_removes_a_protection(tmp_path: Path) -> None:
    old = "DEFINE NAMELIST(N) NAMES(CRL)\nALTER QMGR SSLCRLNL(N)\n"
    assert ran(tmp_path, old, "ALTER NAMELIST(N) NAMES(' ')\n") == {"NAMELIST(N)": ("opens",)}


@pytest.mark.parametrize(
    ("keyword", "value", "base", "expected"),
    [
        ("PUB", "ENABLED", "DISABLED", "closes"),
        ("SUB", "ENABLED", "DISABLED", "closes"),
        ("DURSUB", "YES", "NO", "closes"),
        ("DEFPSIST", "YES", "NO", "breaks"),
        ("PUBSCOPE", "ALL", "QMGR", "breaks"),
        ("SUBSCOPE", "ALL", "QMGR", "breaks"),
        ("PMSGDLV", "ALL", "ALLAVAIL", "breaks"),
        ("NPMSGDLV", "ALL", "ALLAVAIL", "breaks"),
        ("USEDLQ", "YES", "NO", "breaks"),
    ],
)
def test_what_a_topic_inherits_counts_like_what_it_writes(
    tmp_path: Path, keyword: str, value: str, base: str, expected: str
) -> None:
    parent = f"DEFINE TOPIC(P) TOPICSTR('p') {keyword}({base})\n"
    child = f"DEFINE TOPIC(T) TOPICSTR('p/a') {keyword}({value})\n"
    inherits = "DEFINE TOPIC(T) TOPICSTR('p/a')\n"
    assert expected in ran(tmp_path, parent + child, f"ALTER TOPIC(T) {keyword}(ASPARENT)\n")["TOPIC(T)"]
    assert expected in classes(tmp_path, parent + child, parent + inherits)["TOPIC(T)"]
    assert expected in ran(tmp_path, parent + child, "DELETE TOPIC(T)\n")["TOPIC(T)"]
    other = parent.replace(base, value)
    assert expected in classes(tmp_path, other + inherits, parent + inherits)["TOPIC(P)"]
    root = f"ALTER TOPIC(SYSTEM.BASE.TOPIC) {keyword}({value})\n"
    assert expected in ran(tmp_path, root + inherits, parent)["TOPIC(P)"]


def test_a_topic_that_inherits_the_value_that_it_had_is_safe(tmp_path: Path) -> None:
    parent = "DEFINE TOPIC(P) TOPICSTR('p') PUB(DISABLED) DEFPSIST(NO)\n"
    child = "DEFINE TOPIC(T) TOPICSTR('p/a') PUB(DISABLED) DEFPSIST(NO)\n"
    script = "ALTER TOPIC(T) PUB(ASPARENT) DEFPSIST(ASPARENT)\n"
    assert ran(tmp_path, parent + child, script) == {"TOPIC(T)": ("safe",)}


@pytest.mark.parametrize(
    ("definition", "change"),
    [
        ("DEFINE QLOCAL(A)", "ALTER QLOCAL(A) PROPCTL(NONE)"),
        ("DEFINE COMMINFO(A)", "ALTER COMMINFO(A) CCSID(1208)"),
        ("", "ALTER QMGR CLWLDATA('x')"),
        ("", "ALTER QMGR CUSTOM('x')"),
        ("DEFINE QALIAS(A) TARGET(B)", "ALTER QALIAS(A) TARGET(C)"),
        ("DEFINE QREMOTE(A) RNAME(B) RQMNAME(C)", "ALTER QREMOTE(A) RNAME(D)"),
        ("DEFINE QLOCAL(A) PROCESS(P) INITQ(I)", "ALTER QLOCAL(A) PROCESS(' ')"),
        ("DEFINE PROCESS(A) APPLICID('/a')", "ALTER PROCESS(A) APPLICID('/b')"),
        ("DEFINE CHANNEL(A) CHLTYPE(SVRCONN)", "ALTER CHANNEL(A) CHLTYPE(SVRCONN) RCVEXIT('x(y)')"),
    ],
)
def test_an_attribute_without_a_known_effect_is_not_safe(
    tmp_path: Path, definition: str, change: str
) -> None:
    (found,) = ran(tmp_path, definition + "\nDEFINE QLOCAL(Z)\n", change + "\n").values()
    assert found == ("unknown",)


@pytest.mark.parametrize(
    "change",
    ["QLOCAL(A) DESCR('x') MAXDEPTH(6000) RETINTVL(9)", "QMGR DESCR('x') AUTHOREV(ENABLED) MAXHANDS(999)"],
)
def test_a_normal_change_is_not_unknown(tmp_path: Path, change: str) -> None:
    assert list(ran(tmp_path, "DEFINE QLOCAL(A)\n", f"ALTER {change}\n").values()) == [("safe",)]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("REFRESH SECURITY TYPE(SSL)", ("disrupts",)),
        ("REFRESH SECURITY(*) TYPE(SSL)", ("disrupts",)),
        ("REFRESH SECURITY TYPE(CONNAUTH)", ("reconnect",)),
        ("REFRESH CLUSTER(C) REPOS(YES)", ("destroys", "disrupts")),
        ("REFRESH CLUSTER(C) REPOS(NO)", ("destroys",)),
        ("STOP CHANNEL(C)", ("closes",)),
        ("STOP LISTENER(L)", ("closes",)),
        ("STOP SERVICE(S)", ("closes",)),
        ("RESET CHANNEL(C)", ("destroys",)),
        ("CLEAR QLOCAL(A)", ("destroys",)),
        ("SUSPEND QMGR CLUSTER(C)", ("closes",)),
        ("RESET QMGR TYPE(REDUCELOG)", ("lowers",)),
        ("RESET QMGR TYPE(PUBSUB) CHILD('X')", ("breaks",)),
    ],
)
def test_a_command_that_changes_no_object_is_no_empty_plan(
    tmp_path: Path, command: str, expected: tuple[str, ...]
) -> None:
    state = "DEFINE QLOCAL(A)\nDEFINE CHANNEL(C) CHLTYPE(SDR) CONNAME('h') XMITQ(A)\n"
    state += "DEFINE LISTENER(L) TRPTYPE(TCP)\nDEFINE SERVICE(S) STARTCMD('/x')\n"
    assert list(ran(tmp_path, state, command + "\n").values()) == [expected]


def test_another_address_of_a_channel_disrupts_it_until_it_is_reset(tmp_path: Path) -> None:
    sender = "DEFINE CHANNEL(A) CHLTYPE(SDR) CONNAME('{}') XMITQ(X)\n"
    client = "DEFINE CHANNEL(B) CHLTYPE(CLNTCONN) CONNAME('{}')\n"
    both = sender + client
    found = classes(tmp_path, both.format("h", "h"), both.format("i", "i"))
    assert found == {"CHANNEL(A)": ("disrupts",), "CHANNEL(B)": ("safe",)}


def test_a_model_queue_that_becomes_temporary_breaks_what_uses_it(tmp_path: Path) -> None:
    old = "DEFINE QMODEL(M) DEFTYPE(PERMDYN)\n"
    assert classes(tmp_path, old, old.replace("PERM", "TEMP")) == {"QMODEL(M)": ("breaks",)}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("TLS_AES_256_GCM_SHA384", "ECDHE_RSA_AES_256_GCM_SHA384", {"opens", "closes"}),
        ("ANY_TLS13", "ANY_TLS12_OR_HIGHER", {"opens", "closes"}),
        ("ANY_TLS12_OR_HIGHER", "ANY", {"opens", "closes"}),
        ("ANY_TLS12", "ANY_TLS13_OR_HIGHER", {"closes"}),
        ("ECDHE_RSA_AES_256_GCM_SHA384", "ANY_TLS12_OR_HIGHER", {"closes"}),
        ("ANY_TLS12", "", {"opens"}),
        ("TLS_AES_256_GCM_SHA384", "NULL_MD5", {"opens", "closes", "fails"}),
        ("ANY_TLS12", "RC4_MD5_US", {"opens", "closes", "fails"}),
        ("ANY_TLS12", "NO_SUCH_CIPHER", {"closes", "fails"}),
    ],
)
def test_another_cipherspec_closes_and_a_weaker_one_opens(
    tmp_path: Path, before: str, after: str, expected: set[str]
) -> None:
    channel = "DEFINE CHANNEL(A) CHLTYPE(SVRCONN) SSLCIPH('{}')\n"
    found = classes(tmp_path, channel.format(before), channel.format(after))
    assert {*found["CHANNEL(A)"]} == expected


def test_a_command_with_an_unknown_cipherspec_changes_nothing(tmp_path: Path) -> None:
    state = "DEFINE CHANNEL(A) CHLTYPE(SVRCONN)\n"
    script = "ALTER CHANNEL(A) CHLTYPE(SVRCONN) SSLCIPH(NO_SUCH_CIPHER) MCAUSER('x')\n"
    assert ran(tmp_path, state, script) == {"CHANNEL(A)": ("fails",)}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("DEFINE QLOCAL(Q) CLUSTER(A)", "DEFINE QLOCAL(Q) CLUSNL(N)", "safe"),
        ("DEFINE QALIAS(Q) CLUSNL(M)", "DEFINE QALIAS(Q) CLUSNL(N)", "safe"),
        ("ALTER QMGR REPOS(A)", "ALTER QMGR REPOSNL(N)", "safe"),
        ("DEFINE QLOCAL(Q) CLUSNL(N)", "DEFINE QLOCAL(Q) CLUSTER(A)", "breaks"),
        ("DEFINE QLOCAL(Q) CLUSTER(A)", "DEFINE QLOCAL(Q) CLUSNL(X)", "breaks"),
        ("ALTER QMGR REPOSNL(N)", "ALTER QMGR REPOS(B)", "breaks"),
        ("ALTER QMGR PARENT(A)", "ALTER QMGR PARENT(B)", "breaks"),
    ],
)
def test_only_a_cluster_or_parent_that_is_left_breaks(
    tmp_path: Path, before: str, after: str, expected: str
) -> None:
    lists = "DEFINE NAMELIST(N) NAMES(A,B)\nDEFINE NAMELIST(M) NAMES(A)\n"
    found = classes(tmp_path, lists + before + "\n", lists + after + "\n")
    assert list(found.values()) == [(expected,)]


@pytest.mark.parametrize(("after", "expected"), [("128_BIT", "closes"), ("NONE", "opens")])
def test_suite_b_is_a_protection(tmp_path: Path, after: str, expected: str) -> None:
    before = {"128_BIT": "NONE", "NONE": "128_BIT"}[after]
    found = classes(tmp_path, f"ALTER QMGR SUITEB({before})\n", f"ALTER QMGR SUITEB({after})\n")
    assert list(found.values()) == [(expected, "refresh")]


def test_a_cluster_of_an_object_that_the_files_only_alter_is_shown(tmp_path: Path) -> None:
    found = classes(tmp_path, "DEFINE QLOCAL(Z)\n", "DEFINE QLOCAL(Z)\nALTER QLOCAL(Q) CLUSTER(A)\n")
    assert list(found) == ["QLOCAL(Q)"]
