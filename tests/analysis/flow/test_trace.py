"""How the branches of a trace end, with an example of each outcome."""

from __future__ import annotations

import pytest

from mqtune.analysis.flow.load import Message
from mqtune.analysis.trace.trace import Trace
from mqtune.analysis.trace.trace_lines import Expectation
from tests.analysis.flow.conftest import estate_with

SENDER = """DEFINE QREMOTE(OUT) RNAME({}) RQMNAME(QB) XMITQ(QB)
DEFINE QLOCAL(QB) USAGE(XMITQ) {}
DEFINE CHANNEL(QA.QB) CHLTYPE(SDR) CONNAME('b(1414)') XMITQ(QB) {}
"""
RECEIVER = "DEFINE CHANNEL(QA.QB) CHLTYPE(RCVR) {}\nDEFINE QLOCAL(IN) {}\n"
DEAD_LETTERS = "ALTER QMGR DEADQ(SYSTEM.DEAD.LETTER.QUEUE)\n"


def trace(scripts, name, size=None, persistent=None, complete=True):
    """The trace of a message from the first queue manager."""
    if isinstance(scripts, str):
        scripts = {"QA": scripts}
    estate = estate_with(scripts, complete=complete)
    first = next(one for one in estate.queue_managers if one.name == next(iter(scripts)))
    return Trace(estate, first, name, Message(size, persistent))


def ends(*arguments, **options):
    """Outcome and reason code of each branch."""
    return [(one.outcome, one.code) for one in trace(*arguments, **options).ends]


def pair(name="IN", xmitq="", sender="", receiver="", queue="", more=DEAD_LETTERS):
    return {"QA": SENDER.format(name, xmitq, sender), "QB": RECEIVER.format(receiver, queue) + more}


@pytest.mark.parametrize(
    ("script", "name", "end"),
    [
        ("DEFINE QLOCAL(Q)", "Q", ("delivered", 0)),
        ("DEFINE QLOCAL(Q) PUT(DISABLED)", "Q", ("refused", 2051)),
        ("DEFINE QLOCAL(Q) MAXDEPTH(0)", "Q", ("refused", 2053)),
        ("DEFINE QLOCAL(Q)", "NONE", ("refused", 2085)),
        ("DEFINE QALIAS(A) TARGET(NONE)", "A", ("refused", 2082)),
        ("DEFINE QALIAS(A) TARGET(B)\nDEFINE QALIAS(B) TARGET(A)", "A", ("refused", 2001)),
        ("DEFINE QALIAS(A) TARGET(Q)\nDEFINE QLOCAL(Q) PUT(DISABLED)", "A", ("refused", 2051)),
        ("DEFINE QALIAS(A) TARGET(M)\nDEFINE QMODEL(M)", "A", ("refused", 2001)),
        ("DEFINE QALIAS(A) TARGTYPE(TOPIC) TARGET(T)", "A", ("refused", 2082)),
        ("DEFINE QREMOTE(R) RNAME(' ') RQMNAME(FAR)", "R", ("refused", 2184)),
        ("DEFINE QREMOTE(R) RNAME(X) RQMNAME(' ')", "R", ("refused", 2087)),
        ("DEFINE QREMOTE(R) RNAME(X) RQMNAME(QA)", "R", ("refused", 2087)),
        ("DEFINE QREMOTE(R) RNAME(X) RQMNAME(FAR)", "R", ("refused", 2087)),
        ("DEFINE QREMOTE(R) RNAME(X) RQMNAME(FAR) XMITQ(T)", "R", ("refused", 2196)),
        (
            "DEFINE QREMOTE(R) RNAME(X) RQMNAME(FAR) XMITQ(T)\nDEFINE QLOCAL(T)",
            "R",
            ("refused", 2092),
        ),
        (
            "DEFINE QREMOTE(R) RNAME(X) RQMNAME(FAR) XMITQ(T)\nDEFINE QALIAS(T) TARGET(X)",
            "R",
            ("refused", 2091),
        ),
        ("ALTER QMGR DEFXMITQ(D)", "X@FAR", ("refused", 2197)),
        ("ALTER QMGR DEFXMITQ(D)\nDEFINE QLOCAL(D)", "X@FAR", ("refused", 2199)),
        ("ALTER QMGR DEFXMITQ(D)\nDEFINE QALIAS(D) TARGET(X)", "X@FAR", ("refused", 2198)),
        ("DEFINE QREMOTE(R) RNAME(X) RQMNAME(FAR)\nDEFINE QLOCAL(FAR)", "R", ("refused", 2092)),
        ("DEFINE QLOCAL(D) USAGE(XMITQ)\nALTER QMGR DEFXMITQ(D)", "X@FAR", ("stays", 0)),
        ("DEFINE QLOCAL(X)", "X@QA", ("delivered", 0)),
        ("DEFINE QREMOTE(HERE) RNAME(' ') RQMNAME(' ')\nDEFINE QLOCAL(X)", "X@HERE", ("delivered", 0)),
        ("DEFINE QREMOTE(R) RNAME(X) RQMNAME(FAR)", "X@R", ("refused", 2087)),
        ("DEFINE QALIAS(A)", "A", ("refused", 2082)),
        ("DEFINE QMODEL(M)", "M", ("delivered", 0)),
        ("DEFINE TOPIC(T) TOPICSTR('t') PUB(DISABLED)", "topic:t/a", ("refused", 2051)),
        ("ALTER QMGR PSMODE(DISABLED)", "topic:t", ("refused", 2531)),
        ("DEFINE QLOCAL(Q)", "topic:t", ("discarded", 0)),
        ("DEFINE QLOCAL(Q)\nDEFINE SUB(S) TOPICSTR('t/#') DEST(Q)", "topic:t/a", ("delivered", 0)),
    ],
)
def test_a_name_is_resolved_as_mqopen_does(script, name, end):
    assert ends(script, name) == [end]


def test_a_remote_queue_is_followed_to_the_partner():
    found = trace(pair(), "OUT")
    assert [(one.queue_manager.label, one.name) for one in found.hops] == [
        ("QA", "OUT"),
        ("QA", "QB"),
        ("QA", "QA.QB"),
        ("QB", "QA.QB"),
        ("QB", "IN"),
    ]
    assert [one.place.span.line for one in found.hops] == [1, 2, 3, 1, 2]
    (end,) = found.ends
    assert (end.outcome, end.queue_manager.label, end.queue) == ("delivered", "QB", "QLOCAL(IN)")


@pytest.mark.parametrize(
    ("estate", "options", "end"),
    [
        (pair(name="NONE"), {}, ("dead letter", 2085)),
        (pair(queue="PUT(DISABLED)"), {}, ("dead letter", 2051)),
        (pair(queue="PUT(DISABLED)", receiver="USEDLQ(NO)"), {"persistent": True}, ("stays", 2051)),
        (pair(queue="PUT(DISABLED)", receiver="USEDLQ(NO)"), {"persistent": False}, ("discarded", 2051)),
        (pair(queue="PUT(DISABLED)", receiver="USEDLQ(NO)"), {}, ("cannot tell", 2051)),
        (
            pair(queue="PUT(DISABLED)", receiver="NPMSPEED(NORMAL)", more=""),
            {"persistent": False},
            ("stays", 2051),
        ),
        (pair(queue="MAXMSGL(100)"), {"size": 101}, ("dead letter", 2030)),
        (pair(xmitq="MAXMSGL(100)"), {"size": 101}, ("refused", 2030)),
        (pair(receiver="MAXMSGL(1000)"), {"size": 1001, "persistent": True}, ("stays", 2218)),
        (pair(xmitq="GET(DISABLED)"), {}, ("stays", 0)),
        (pair(xmitq="PUT(DISABLED)"), {}, ("refused", 2051)),
        (pair(receiver="SSLCIPH(ANY_TLS12)"), {}, ("stays", 0)),
        (pair(sender="SEQWRAP(9999)"), {}, ("stays", 0)),
        (pair(sender="SSLCIPH(ANY_TLS13)", receiver="SSLCIPH(ANY_TLS12)"), {}, ("stays", 0)),
        (pair(sender="SSLCIPH(ANY_TLS13)", receiver="SSLCIPH(ANY_TLS12_OR_HIGHER)"), {}, ("delivered", 0)),
        ({"QA": SENDER.format("IN", "", "")}, {}, ("leaves these files", 0)),
        ({"QA": SENDER.format("IN", "", ""), "QB": "DEFINE QLOCAL(ANY)"}, {}, ("stays", 0)),
        ({"QA": SENDER.format("IN", "", ""), "QB": ""}, {}, ("cannot tell", 0)),  # no state at all
    ],
)
def test_what_happens_to_a_message_on_the_way(estate, options, end):
    assert ends(estate, "OUT", **options) == [end]


@pytest.mark.parametrize(("size", "fits"), [(78, True), (79, False)])
def test_a_dead_letter_is_172_bytes_longer_than_the_message(size, fits):
    limit = "DEFINE QLOCAL(DLQ) MAXMSGL(250)\nALTER QMGR DEADQ(DLQ)\n"
    found = ends(pair(queue="MAXMSGL(50)", more=limit), "OUT", size=size)
    assert (found == [("dead letter", 2030)]) == fits


@pytest.mark.parametrize(("size", "fits"), [(572, True), (573, False)])
def test_a_message_on_a_transmission_queue_is_428_bytes_longer(size, fits):
    found = ends(pair(xmitq="MAXMSGL(1000)"), "OUT", size=size)
    assert (found == [("delivered", 0)]) == fits


def test_a_message_too_long_for_the_dead_letter_queue_ends_the_channel():
    limit = "DEFINE QLOCAL(DLQ) MAXMSGL(250)\nALTER QMGR DEADQ(DLQ)\n"
    estate = pair(queue="MAXMSGL(100)", more=limit)
    assert ends(estate, "OUT", size=101, persistent=True) == [("stays", 2030)]
    assert ends(pair(queue="MAXMSGL(50)", more=limit), "OUT", size=60) == [("dead letter", 2030)]


def test_messages_that_return_are_a_loop():
    script = "DEFINE QREMOTE(A) RNAME(A) RQMNAME({1})\nDEFINE QLOCAL({1}) USAGE(XMITQ)\n"
    script += "DEFINE CHANNEL({0}.{1}) CHLTYPE(SDR) CONNAME('x') XMITQ({1})\n"
    script += "DEFINE CHANNEL({1}.{0}) CHLTYPE(RCVR)\n"
    assert ends({"QA": script.format("QA", "QB"), "QB": script.format("QB", "QA")}, "A") == [("loop", 0)]


@pytest.mark.parametrize(
    ("quality", "expected"),
    [
        ("BESTEF", [("delivered", 0), ("discarded", 2051)]),
        ("MUSTDUP", [("refused", 2051)]),
    ],
)
def test_a_copy_that_cannot_be_put(quality, expected):
    script = f"DEFINE QLOCAL(Q) STREAMQ(C) STRMQOS({quality})\nDEFINE QLOCAL(C) PUT(DISABLED)"
    assert ends(script, "Q") == expected


@pytest.mark.parametrize(
    ("topic", "persistent", "expected"),
    [
        ("", True, [("refused", 2502)]),
        ("", False, [("delivered", 0), ("discarded", 2051)]),
        ("NPMSGDLV(ALLDUR)", False, [("refused", 2502)]),
        ("PMSGDLV(ALLAVAIL)", True, [("delivered", 0), ("discarded", 2051)]),
        ("", None, [("delivered", 0), ("cannot tell", 2051)]),
    ],
)
def test_a_subscription_that_cannot_accept_a_publication(topic, persistent, expected):
    script = (
        f"DEFINE TOPIC(T) TOPICSTR('t') {topic}\nDEFINE QLOCAL(Q)\nDEFINE QLOCAL(P) PUT(DISABLED)\n"
        "DEFINE SUB(S1) TOPICSTR('t') DEST(Q)\nDEFINE SUB(S2) TOPICSTR('t') DEST(P)\n"
    )
    assert sorted(ends(script, "topic:t", persistent=persistent)) == sorted(expected)
    dead = ends(script + DEAD_LETTERS, "topic:t", persistent=persistent)
    assert sorted(dead) == [("dead letter", 2051), ("delivered", 0)]


def test_a_selector_decides_what_files_cannot():
    script = "DEFINE QLOCAL(Q)\nDEFINE SUB(S) TOPICSTR('t') DEST(Q) SELECTOR('a = 1')\n"
    (end,) = trace(script, "topic:t").ends
    assert (end.outcome, end.assumed) == ("cannot tell", "delivered")
    assert "SELECTOR" in end.reason


MEMBER = """DEFINE CHANNEL(TO.{0}) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('{0}(1414)')
DEFINE QLOCAL(CQ) CLUSTER(C) {1}
"""
OUTSIDE = "DEFINE CHANNEL(TO.QA) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('a(1414)')\n"


def cluster(*queues, own=OUTSIDE):
    members = {f"M{number}": MEMBER.format(f"M{number}", one) for number, one in enumerate(queues)}
    return {"QA": own, **members}


@pytest.mark.parametrize(
    ("queues", "reached", "note"),
    [
        (("", ""), {"M0", "M1"}, "DEFBIND(OPEN)"),
        (("DEFBIND(NOTFIXED)", ""), {"M0", "M1"}, "DEFBIND(NOTFIXED)"),
        (("CLWLPRTY(5)", ""), {"M0"}, "used if no channel to the others runs"),
        (("CLWLRANK(5)", ""), {"M0"}, "never used"),
        (("PUT(DISABLED)", ""), {"M1"}, "M0 has PUT(DISABLED)"),
    ],
)
def test_which_instances_of_a_cluster_queue_are_used(queues, reached, note):
    found = trace(cluster(*queues), "CQ")
    assert {(one.outcome, one.queue_manager.label) for one in found.ends} == {
        ("delivered", label) for label in reached
    }
    assert any(note in text for hop in found.hops for text in hop.notes)


def with_channel(manager, attributes):
    """The change of a member's cluster receiver."""
    return f"ALTER CHANNEL(TO.{manager}) CHLTYPE(CLUSRCVR) {attributes}\n"


@pytest.mark.parametrize(
    ("attributes", "queue", "reached"),
    [
        ("CLWLRANK(9)", "", {"M1"}),
        ("CLWLPRTY(9)", "", {"M1"}),
        ("CLWLPRTY(9)", "CLWLRANK(1)", {"M0"}),  # ranks of queues count before priorities of channels
        ("CLWLRANK(9)", "CLWLRANK(1)", {"M1"}),  # and ranks of channels before both
        ("NETPRTY(9)", "", {"M0", "M1"}),  # compares channels to one queue manager
    ],
)
def test_ranks_and_priorities_of_channels_rule_instances_out(attributes, queue, reached):
    estate = cluster(queue, "")
    estate["M1"] += with_channel("M1", attributes)
    assert {one.queue_manager.label for one in trace(estate, "CQ").ends} == reached


def test_of_several_channels_to_a_member_the_one_with_the_highest_netprty_is_used():
    estate = cluster("")
    second = "DEFINE CHANNEL(FAST.M0) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('f(1414)') NETPRTY(2)\n"
    estate["M0"] += second
    found = trace(estate, "CQ")
    assert [hop.name for hop in found.hops][-2:] == ["FAST.M0", "CQ"]
    assert len(found.ends) == 1


@pytest.mark.parametrize(
    ("queues", "used"),
    [
        ("DEFINE QLOCAL(X) USAGE(XMITQ) CLCHNAME('TO.M0')", "X"),
        ("DEFINE QLOCAL(X) USAGE(XMITQ) CLCHNAME('TO.*')\nALTER QMGR DEFCLXQ(CHANNEL)", "X"),
        (
            "DEFINE QLOCAL(X) USAGE(XMITQ) CLCHNAME('TO.M*')\nDEFINE QLOCAL(Y) USAGE(XMITQ) CLCHNAME('TO.*')",
            "X",
        ),
        ("DEFINE QLOCAL(X) USAGE(XMITQ) CLCHNAME('FROM.*')", "SYSTEM.CLUSTER.TRANSMIT.QUEUE"),
        ("ALTER QMGR DEFCLXQ(CHANNEL)", "SYSTEM.CLUSTER.TRANSMIT.TO.M0"),
    ],
)
def test_the_transmission_queue_of_a_cluster_channel(queues, used):
    assert trace(cluster("", own=OUTSIDE + queues), "CQ").hops[1].name == used


@pytest.mark.parametrize("name", ["CQ", "PRIVATE@M0"])
def test_messages_stay_on_a_cluster_transmission_queue_with_get_disabled(name):
    held = "DEFINE QLOCAL(X) USAGE(XMITQ) CLCHNAME('TO.*') GET(DISABLED)\n"
    assert ends(cluster("", own=OUTSIDE + held), name) == [("stays", 0)]


def test_a_publication_stays_on_a_cluster_transmission_queue_with_get_disabled():
    held = "DEFINE QLOCAL(X) USAGE(XMITQ) CLCHNAME('TO.*') GET(DISABLED)\n"
    estate = cluster("", own=OUTSIDE + held + "DEFINE TOPIC(T) TOPICSTR('a') CLUSTER(C)\n")
    estate["M0"] += "DEFINE QLOCAL(S)\nDEFINE SUB(S) TOPICSTR('a') DEST(S)\n"
    assert ends(estate, "topic:a") == [("stays", 0)]


@pytest.mark.parametrize(
    ("quality", "target", "expected"),
    [
        ("BESTEF", "", [("delivered", 0), ("delivered", 0)]),
        ("BESTEF", "PUT(DISABLED)", [("delivered", 0), ("discarded", 2051)]),
        ("MUSTDUP", "PUT(DISABLED)", [("refused", 2051)]),
    ],
)
def test_the_dynamic_queue_of_a_model_queue_streams_too(quality, target, expected):
    script = f"DEFINE QMODEL(M) STREAMQ(B) STRMQOS({quality})\nDEFINE QLOCAL(B) {target}\n"
    assert ends(script, "M") == expected


@pytest.mark.parametrize("outside", ["QA", "M0"])
def test_a_queue_manager_without_a_cluster_receiver_is_not_in_the_cluster(outside):
    """It neither learns what others advertise, nor do they learn its instances."""
    estate = cluster("", "PUT(DISABLED)")
    estate[outside] = estate[outside].replace("CLUSRCVR", "CLUSSDR")
    (end,) = trace(estate, "CQ").ends
    found = (end.outcome, end.assumed, end.code)
    if outside == "QA":
        assert found == ("cannot tell", "refused", 2085)
    else:
        assert found == ("refused", "", 2268)
    estate = cluster("")
    estate["M0"] = estate["M0"].replace("CLUSRCVR", "CLUSSDR")
    (end,) = trace(estate, "CQ").ends
    assert "M0 has no CLUSRCVR in cluster C" in end.reason


def test_a_cluster_queue_without_an_enabled_instance_is_refused():
    assert ends(cluster("PUT(DISABLED)"), "CQ") == [("refused", 2268)]


def test_a_queue_manager_alias_in_a_cluster_leads_to_its_queue_manager():
    """Queue manager aliases and clusters: a gateway advertises the name under which it is addressed."""
    estate = cluster("")
    estate["M0"] += "DEFINE QREMOTE(ANY) RNAME(' ') RQMNAME(' ') CLUSTER(C)\nDEFINE QLOCAL(PRIVATE)\n"
    (end,) = trace(estate, "PRIVATE@ANY").ends
    assert (end.outcome, end.queue_manager.label, end.queue) == ("delivered", "M0", "QLOCAL(PRIVATE)")


@pytest.mark.parametrize(
    ("own", "end"),
    [
        ("", ("refused", 2051)),
        ("DEFINE TOPIC(L) TOPICSTR('t') PUB(ENABLED)\n", ("discarded", 0)),
        ("DEFINE TOPIC(L) TOPICSTR('t/a') PUB(ENABLED)\n", ("discarded", 0)),
        ("DEFINE TOPIC(L) TOPICSTR('t/a')\n", ("refused", 2051)),
        ("DEFINE TOPIC(L) TOPICSTR('t')\n", ("discarded", 0)),
    ],
)
def test_a_cluster_topic_of_another_member_applies_unless_a_local_one_is_there(own, end):
    """Cluster topic attributes: a local definition of the same string precedes."""
    estate = cluster("", own=OUTSIDE + own)
    estate["M0"] += "DEFINE TOPIC(T) TOPICSTR('t') CLUSTER(C) PUB(DISABLED)\n"
    assert ends(estate, "topic:t/a") == [end]


def test_a_disabled_local_instance_is_left_out():
    own = OUTSIDE + "DEFINE QLOCAL(CQ) CLUSTER(C) PUT(DISABLED)\n"
    (end,) = trace(cluster("", own=own), "CQ").ends
    assert (end.outcome, end.queue_manager.label) == ("delivered", "M0")
    assert ends(cluster("PUT(DISABLED)", own=own), "CQ") == [("refused", 2051)]


def test_what_no_file_defines_is_unknown_unless_the_files_are_complete():
    (end,) = trace(pair(name="NONE"), "OUT", complete=None).ends
    assert (end.outcome, end.assumed, end.code) == ("cannot tell", "dead letter", 2085)
    (end,) = trace("DEFINE QALIAS(A) TARGET(NONE)", "A", complete=None).ends
    assert (end.outcome, end.assumed, end.code) == ("cannot tell", "refused", 2082)
    (end,) = trace("DEFINE QLOCAL(Q)", "topic:t", complete=None).ends
    assert (end.outcome, end.assumed) == ("cannot tell", "discarded")


@pytest.mark.parametrize(
    ("words", "at", "code", "failing"),
    [
        (["refused"], "", 0, ""),
        (["refused"], "", 2051, ""),
        (["refused"], "", 2053, "no branch has reason code 2053"),
        (["delivered"], "", 0, "a branch ends with refused"),
        (["not refused"], "", 0, "a branch ends with refused"),
        (["not delivered"], "", 0, ""),
        ([], "OTHER", 0, "no branch ends at OTHER"),
        ([], "Q@QB", 0, "no branch ends at Q@QB"),
    ],
)
def test_what_is_expected_of_a_refused_put(words, at, code, failing):
    ends = trace("DEFINE QLOCAL(Q) PUT(DISABLED)\n", "Q").ends
    found = Expectation.of(words, at, code).failing(ends)
    assert [failing in text for text in found] == ([True] if failing else [])


def test_copies_of_two_queues_end_as_their_strmqos_says():
    script = "DEFINE QALIAS(O) TARGET(T) TARGTYPE(TOPIC)\nDEFINE TOPIC(T) TOPICSTR('t') NPMSGDLV(ALLAVAIL)\n"
    script += "DEFINE QLOCAL(S) PUT(DISABLED)\n"
    for queue, word in (("Q1", "MUSTDUP"), ("Q2", "BESTEF")):
        script += f"DEFINE QLOCAL({queue}) STREAMQ(S) STRMQOS({word})\n"
        script += f"DEFINE SUB({queue}) TOPICSTR('t') DEST({queue})\n"
    found = trace(script, "O", persistent=False)
    assert [(one.outcome, one.code) for one in found.ends] == [
        ("discarded", 2051), ("delivered", 0), ("discarded", 2051),
    ]  # fmt: skip
    assert [word for one in found.ends for word in ("MUSTDUP", "BESTEF") if word in one.reason] == [
        "MUSTDUP", "BESTEF",
    ]  # fmt: skip


def test_channels_of_one_name_are_told_apart_by_port():
    partner = "DEFINE CHANNEL(QA.QB) CHLTYPE(RCVR)\nDEFINE QLOCAL(IN)\n"
    partner += "DEFINE LISTENER(L) TRPTYPE(TCP) PORT({})\n"
    sender = SENDER.format("IN", "", "").replace("RQMNAME(QB)", "RQMNAME(QB.ALIAS)")
    estate = {"QA": sender, "B1": partner.format(1414), "B2": partner.format(1415)}
    found = trace(estate, "OUT")
    assert [hop.queue_manager.label for hop in found.hops[3:4]] == ["B1"]
    estate["B2"] = estate["B1"]
    assert ends(estate, "OUT") == [("cannot tell", 0)]


def test_long_routes_and_many_branches_are_followed_once():
    topics = 40
    lines = [f"DEFINE TOPIC(T{number}) TOPICSTR('t{number}')" for number in range(topics)]
    lines += [f"DEFINE QALIAS(A{number}) TARGTYPE(TOPIC) TARGET(T{number})" for number in range(topics)]
    for number in range(topics - 1):
        for copy in range(3):
            lines.append(f"DEFINE SUB(S{number}.{copy}) TOPICSTR('t{number}') DEST(A{number + 1})")
    lines += ["DEFINE QLOCAL(END)", f"DEFINE SUB(LAST) TOPICSTR('t{topics - 1}') DEST(END)"]
    found = trace("\n".join(lines), "topic:t0")
    assert {one.outcome for one in found.ends} == {"delivered"}
    assert len(found.hops) < 2000
    assert any(one.again >= 0 for one in found.branches)


def test_routes_that_the_files_lack_are_unknown_unless_the_files_are_complete():
    (end,) = trace("DEFINE QREMOTE(R) RNAME(X) RQMNAME(FAR)", "R", complete=None).ends
    assert (end.outcome, end.assumed, end.code) == ("cannot tell", "refused", 2087)
    (end,) = trace(SENDER.format("IN", "", "").replace("SDR", "RQSTR"), "OUT", complete=None).ends
    assert (end.outcome, end.assumed) == ("cannot tell", "stays")


@pytest.mark.parametrize(
    ("script", "name", "note"),
    [
        ("DEFINE QREMOTE(R) RNAME(X) RQMNAME(QA)", "R", "reply-to queue by X at QA"),
        ("DEFINE QREMOTE(R) RNAME(' ') RQMNAME(FAR)", "R", "put to QUEUE@R"),
        ("ALTER QMGR PARENT(TOP)", "topic:t", "PARENT(TOP)"),
        ("DEFINE QLOCAL(Q) CAPEXPRY(600)", "Q", "60 s after the put"),
        ("DEFINE QLOCAL(Q) GET(DISABLED)", "Q", "no application can get the message"),
        ("DEFINE QLOCAL(Q) TRIGGER TRIGTYPE(FIRST) INITQ(I) PROCESS(P)", "Q", "PROCESS(P) is not defined"),
        ("DEFINE QLOCAL(ORDERS)", "ORDRES", "the nearest defined name is ORDERS"),
    ],
)
def test_notes_state_what_else_matters(script, name, note):
    assert any(note in text for hop in trace(script, name).hops for text in hop.notes)


CHILD = "ALTER QMGR PARENT(QA)\nDEFINE QLOCAL(S)\nDEFINE SUB(S) TOPICSTR('t') DEST(S)\n"
TO_CHILD = "DEFINE QLOCAL(QB) USAGE(XMITQ) {}\n"
CHANNEL_TO_CHILD = "DEFINE CHANNEL(QA.QB) CHLTYPE(SDR) CONNAME('b(1414)') XMITQ(QB)\n"


@pytest.mark.parametrize(
    ("parent", "end"),
    [
        (TO_CHILD.format("") + CHANNEL_TO_CHILD, "delivered"),
        (TO_CHILD.format("GET(DISABLED)") + CHANNEL_TO_CHILD, "stays"),
        (TO_CHILD.format(""), "stays"),
        ("", "cannot tell"),
    ],
)
def test_a_hierarchy_needs_a_channel_to_the_child(parent, end):
    assert ends({"QA": parent, "QB": CHILD}, "topic:t") == [(end, 0)]


def test_queue_managers_of_a_hierarchy_may_be_connected_by_a_cluster():
    clustered = "DEFINE CHANNEL(TO.{0}) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('{0}(1414)')\n"
    found = trace({"QA": clustered.format("QA"), "QB": CHILD + clustered.format("QB")}, "topic:t")
    assert [one.outcome for one in found.ends] == ["delivered"]
    assert "TO.QB" in [hop.name for hop in found.hops]


def test_a_cluster_transmission_queue_with_put_disabled_refuses_the_put():
    own = OUTSIDE + "ALTER QLOCAL(SYSTEM.CLUSTER.TRANSMIT.QUEUE) PUT(DISABLED)\n"
    assert ends(cluster("", own=own), "CQ") == [("refused", 2051)]


@pytest.mark.parametrize("more", ["", "DEFINE QLOCAL(R)\nDEFINE SUB(R) TOPICSTR('a') DEST(R)\n"])
def test_a_publication_that_fails_at_another_queue_manager_does_not_fail_for_its_publisher(more):
    """There PMSGDLV decides for the engine that takes it from SYSTEM.INTER.QMGR.PUBS, and backs it out."""
    estate = cluster("", own=OUTSIDE + "DEFINE TOPIC(T) TOPICSTR('a') CLUSTER(C)\n")
    estate["M0"] += "DEFINE QLOCAL(S) PUT(DISABLED)\nDEFINE SUB(S) TOPICSTR('a') DEST(S)\n" + more
    (end,) = trace(estate, "topic:a", persistent=True).ends
    assert (end.outcome, end.code, end.queue_manager.label) == ("cannot tell", 2502, "M0")
    assert "SYSTEM.INTER.QMGR.PUBS" in end.reason
    assert "delivered" in {one.outcome for one in trace(estate, "topic:a", persistent=False).ends} or not more


TRIGGERED = "TRIGGER TRIGTYPE(FIRST)"


@pytest.mark.parametrize(
    ("xmitq", "note"),
    [
        (
            f"{TRIGGERED} INITQ(SYSTEM.CHANNEL.INITQ)",
            "started by the channel initiator on SYSTEM.CHANNEL.INITQ",
        ),
        (f"{TRIGGERED} INITQ(I) TRIGDATA(QA.QB)", "started by the channel initiator on I"),
        (
            f"{TRIGGERED} INITQ(I) TRIGDATA(QA.QC)",
            "TRIGDATA(QA.QC) of the transmission queue names another one",
        ),
        (TRIGGERED, "INITQ of the transmission queue is blank"),
        ("", "the transmission queue does not trigger it"),
    ],
)
def test_what_starts_a_channel(xmitq, note):
    notes = [one for hop in trace(pair(xmitq=xmitq), "OUT").hops for one in hop.notes]
    assert any(one.endswith(note) for one in notes)


TWO_CLUSTERS = """DEFINE NAMELIST(BOTH) NAMES(C, D)
DEFINE CHANNEL(C.{0}) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('{0}(1414)')
DEFINE CHANNEL(D.{0}) CHLTYPE(CLUSRCVR) CLUSTER(D) CONNAME('{0}(1414)') {1}
"""


@pytest.mark.parametrize(
    ("second", "used"),
    [("", {"C.QB", "D.QB"}), ("CLWLPRTY(5)", {"D.QB"}), ("CLWLRANK(5)", {"D.QB"})],
)
@pytest.mark.parametrize("name", ["CQ", "CQ@QB"])
def test_a_queue_in_two_clusters_is_reached_by_the_channels_of_both(second, used, name):
    queue = "DEFINE QLOCAL(CQ) CLUSNL(BOTH)\n"
    found = trace(
        {"QA": TWO_CLUSTERS.format("QA", ""), "QB": TWO_CLUSTERS.format("QB", second) + queue}, name
    )
    assert {hop.name for hop in found.hops} & {"C.QB", "D.QB"} == used
    assert {one.outcome for one in found.ends} == {"delivered"}


@pytest.mark.parametrize("switched_off", ["QA", "M0", ""])
def test_queue_managers_with_psclus_disabled_take_no_part_in_cluster_topics(switched_off):
    estate = cluster("", own=OUTSIDE + "DEFINE TOPIC(T) TOPICSTR('a') CLUSTER(C)\n")
    estate["M0"] += "DEFINE QLOCAL(S)\nDEFINE SUB(S) TOPICSTR('a') DEST(S)\n"
    if switched_off:
        estate[switched_off] += "ALTER QMGR PSCLUS(DISABLED)\n"
    assert ends(estate, "topic:a") == [("discarded" if switched_off else "delivered", 0)]


@pytest.mark.parametrize(
    ("own", "of_member", "sent"),
    [
        ("PROXYSUB(FORCE)", "", True),
        ("", "DEFINE TOPIC(U) TOPICSTR('t') CLUSTER(C) PROXYSUB(FORCE)\n", True),
        ("", "", False),
        ("PROXYSUB(FORCE)", "DEFINE TOPIC(L) TOPICSTR('t') SUBSCOPE(QMGR)\n", False),
        ("PROXYSUB(FORCE) PUBSCOPE(QMGR)", "", False),
    ],
)
def test_a_forced_proxy_subscription_brings_publications_that_nobody_gets(own, of_member, sent):
    member = MEMBER.format("M0", "") + of_member
    estate = {"QA": OUTSIDE + f"DEFINE TOPIC(T) TOPICSTR('t') CLUSTER(C) {own}\n", "M0": member}
    found = trace(estate, "topic:t/x")
    assert [one.outcome for one in found.ends] == ["discarded"]
    assert ("TO.M0" in {hop.name for hop in found.hops}) == sent
    assert ("PROXYSUB(FORCE)" in found.ends[0].reason) == sent


@pytest.mark.parametrize(
    ("first", "delivered", "others"),
    [
        ("", {"QLOCAL(A)", "QLOCAL(B)"}, []),
        ("SUBLEVEL(9)", {"QLOCAL(A)"}, ["cannot tell"]),
        ("SUBLEVEL(0)", {"QLOCAL(B)"}, ["cannot tell"]),
        ("REQONLY(YES)", {"QLOCAL(B)"}, ["discarded"]),
        ("REQONLY(YES) SUBLEVEL(9)", {"QLOCAL(B)"}, ["discarded"]),
    ],
)
def test_which_subscriptions_get_a_publication_by_themselves(first, delivered, others):
    subscription = "DEFINE QLOCAL({0})\nDEFINE SUB({0}) TOPICSTR('t') DEST({0}) {1}\n"
    found = trace(subscription.format("A", first) + subscription.format("B", ""), "topic:t").ends
    assert {one.queue for one in found if one.outcome == "delivered"} == delivered
    assert [one.outcome for one in found if one.outcome != "delivered"] == others


def test_a_subscription_is_held_back_only_where_one_with_a_higher_level_matches():
    """One queue manager, so that the ways to the subscriptions of `t/#` are shared by its topic strings."""
    subscription = "DEFINE QLOCAL({0})\nDEFINE SUB({0}) TOPICSTR('{1}') DEST({0}) {2}\n"
    mqsc = subscription.format("ALL", "t/#", "") + subscription.format("ONCE", "t/#", "REQONLY(YES)")
    mqsc += subscription.format("FIRST", "t/a", "SUBLEVEL(5)")
    mqsc += subscription.format("SECOND", "t/b", "SUBLEVEL(7)") + subscription.format(
        "LOW", "t/c", "SUBLEVEL(0)"
    )
    expected = {
        "t/a": (["QLOCAL(FIRST)"], ["SUB(FIRST) has SUBLEVEL(5)"]),
        "t/b": (["QLOCAL(SECOND)"], ["SUB(SECOND) has SUBLEVEL(7)"]),
        "t/c": (["QLOCAL(ALL)"], ["SUB(ALL) has SUBLEVEL(1)"]),
        "t/d": (["QLOCAL(ALL)"], []),
    }
    for topic, (delivered, held_back) in expected.items():
        ends = trace(mqsc, f"topic:{topic}").ends
        assert [one.queue for one in ends if one.outcome == "delivered"] == delivered
        assert [one.reason.split(":")[0] for one in ends if one.outcome == "cannot tell"] == held_back
        assert [one.outcome for one in ends].count("discarded") == 1


SUBSCRIBED = "DEFINE QLOCAL(S)\nDEFINE SUB(S) TOPICSTR('a') DEST(S)\n"


@pytest.mark.parametrize(
    "estate",
    [
        {**cluster("", own=OUTSIDE + "DEFINE TOPIC(T) TOPICSTR('a') CLUSTER(C)\n")},
        {"QA": TO_CHILD.format("") + CHANNEL_TO_CHILD, "M0": "ALTER QMGR PARENT(QA)\n"},
    ],
)
def test_publications_stay_at_a_queue_manager_with_publish_subscribe_switched_off(estate):
    """ALTER QMGR, PSMODE: messages of other queue managers are not processed while it is DISABLED."""
    estate["M0"] += SUBSCRIBED + "ALTER QMGR PSMODE(DISABLED)\n"
    estate["QA"] = estate["QA"].replace("(QB)", "(M0)")
    (end,) = trace(estate, "topic:a").ends
    assert (end.outcome, end.queue_manager.label) == ("stays", "M0")
    assert "PSMODE(DISABLED)" in end.reason


@pytest.mark.parametrize(
    "script",
    [
        "DEFINE QLOCAL(A) STREAMQ(A)",
        "DEFINE QLOCAL(A) STREAMQ(B)\nDEFINE QLOCAL(B) STREAMQ(A)",
        "DEFINE QLOCAL(A) STREAMQ(B)\nDEFINE QLOCAL(B) STREAMQ(C)\nDEFINE QLOCAL(C)",
        "DEFINE QLOCAL(A) STREAMQ(SYSTEM.ADMIN.COMMAND.EVENT)",
    ],
)
def test_what_becomes_of_a_copy_that_is_not_supported_is_unknown(script):
    found = trace(script, "A").ends
    assert [one.outcome for one in found] == ["delivered", "cannot tell"]
    assert "which is not supported" in found[1].reason


def test_a_transmission_queue_is_no_dead_letter_queue():
    estate = pair("MISSING", more="ALTER QMGR DEADQ(D)\nDEFINE QLOCAL(D) USAGE(XMITQ)\n")
    assert ends(estate, "OUT", persistent=True) == [("stays", 2085)]
