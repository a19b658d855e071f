"""Whether members join their cluster: channels to full repositories, and what a put finds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.analysis.flow.test_trace import ends, pair, trace

REPOSITORY = """ALTER QMGR REPOS(C)
DEFINE CHANNEL(TO.REPO) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('repo(1414)')
DEFINE QLOCAL(RQ) CLUSTER(C)
"""
MEMBER = """DEFINE CHANNEL(TO.APP) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('app(1414)')
DEFINE CHANNEL(TO.REPO) CHLTYPE(CLUSSDR) CLUSTER(C) CONNAME('repo(1414)')
DEFINE QLOCAL(AQ) CLUSTER(C)
"""
MISNAMED = MEMBER.replace("CHANNEL(TO.REPO)", "CHANNEL(APP.REPO)")
UNKNOWN = [("refused", 2085)]


def from_app(member=MEMBER, repository=REPOSITORY, name="RQ", complete=True, more=None):
    return trace({"APP": member, "REPO": repository, **(more or {})}, name, complete=complete)


def found(given):
    return [(one.outcome, one.code) for one in given.ends]


def assumptions(given):
    return [note for hop in given.hops for note in hop.notes if note.startswith("assumes")]


def test_a_member_with_a_channel_to_the_full_repository_joins():
    assert found(from_app()) == [("delivered", 0)]
    assert assumptions(from_app()) == []
    assert ends({"REPO": REPOSITORY, "APP": MEMBER}, "AQ") == [("delivered", 0)]


@pytest.mark.parametrize(
    ("member", "repository"),
    [
        (MISNAMED, REPOSITORY),
        (MEMBER.replace("CHANNEL(TO.REPO)", "CHANNEL(to.repo)"), REPOSITORY.replace("TO.REPO", "'to.repo'")),
        (MEMBER, REPOSITORY.replace("REPOS(C)", "REPOS(D)")),
        (MEMBER, REPOSITORY.replace("ALTER QMGR REPOS(C)", "")),
        (MEMBER, REPOSITORY.replace("CLUSRCVR) CLUSTER(C)", "CLUSRCVR) CLUSTER(D)")),
        (MEMBER, REPOSITORY.replace("CLUSRCVR) CLUSTER(C)", "CLUSRCVR)")),
        (MEMBER, REPOSITORY.replace("CONNAME", "SSLCIPH(ANY_TLS12) CONNAME")),
        ("\n".join(line for line in MEMBER.splitlines() if "CLUSSDR" not in line), REPOSITORY),
    ],
)
def test_a_queue_of_a_cluster_that_the_member_never_joins_is_unknown_there(member, repository):
    given = from_app(member, repository)
    assert found(given) == UNKNOWN
    assert "APP never joins cluster C" in given.ends[0].reason
    assert found(from_app(member, repository, "RQ@REPO")) == [("refused", 2087)]
    assert found(from_app(member, repository, complete=False)) != [("delivered", 0)] or assumptions(
        from_app(member, repository, complete=False)
    )


def test_a_misnamed_channel_is_named_with_the_one_that_is_there():
    (end,) = from_app(MISNAMED).ends
    assert (
        "CHANNEL(APP.REPO) needs a CLUSRCVR of that name at REPO, which has TO.REPO (AMQ9519)" in end.reason
    )


def test_a_queue_of_a_member_that_never_joins_is_not_known_to_others():
    (end,) = trace({"REPO": REPOSITORY, "APP": MISNAMED}, "AQ").ends
    assert (end.outcome, end.assumed, end.code) == ("cannot tell", "refused", 2085)
    assert "APP never joins" in end.reason


def test_a_local_instance_is_reached_without_the_cluster():
    assert found(from_app(MISNAMED, name="AQ")) == [("delivered", 0)]


def test_a_channel_to_a_partial_repository_does_not_join():
    partial = "DEFINE CHANNEL(TO.X) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('x(1414)')\n"
    partial += "DEFINE CHANNEL(TO.REPO) CHLTYPE(CLUSSDR) CLUSTER(C) CONNAME('repo(1414)')\n"
    member = MEMBER.replace("CHANNEL(TO.REPO)", "CHANNEL(TO.X)").replace("repo(1414)", "x(1414)")
    given = from_app(member, more={"X": partial})
    assert found(given) == UNKNOWN
    assert "X, which is not a full repository" in given.ends[0].reason


def test_what_the_files_do_not_contain_is_an_assumption():
    member = MEMBER.replace("TO.REPO", "TO.FAR").replace("repo(1414)", "far(1414)")
    given = from_app(member)
    assert found(given) == [("delivered", 0)]
    (text,) = assumptions(given)
    assert "CHANNEL(TO.FAR) leads to a full repository of cluster C, which is not in the files" in text


@pytest.mark.parametrize("member", [MISNAMED, MEMBER.replace("repo(1414)", "app2(1414)")])
def test_files_that_may_be_a_part_of_the_queue_manager_leave_it_open(member):
    second = "DEFINE CHANNEL(TO.APP2) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('app2(1414)')\n"
    given = from_app(member, complete=False, more={"APP2": second})
    assert [(one.outcome, one.assumed) for one in given.ends] == [("cannot tell", "delivered")]


def test_two_members_with_a_receiver_of_the_same_name_are_not_told_apart():
    twin = MEMBER.replace("app(1414)", "dr(1414)").replace("QLOCAL(AQ)", "QLOCAL(BQ)")
    estate = {"REPO": REPOSITORY, "APP": MEMBER, "APPDR": twin}
    for name in ("AQ", "BQ"):
        (end,) = trace(estate, name).ends
        assert (end.outcome, end.assumed) == ("cannot tell", "delivered")
        assert "AMQ9890" in end.reason


def test_of_many_members_with_the_same_receiver_the_first_others_are_named():
    twins = {f"APP{n}": MEMBER.replace("app(1414)", f"h{n}(1414)").replace("AQ", f"Q{n}") for n in range(12)}
    (end,) = trace({"REPO": REPOSITORY, **twins}, "Q0").ends
    assert "is the cluster-receiver channel of APP0 and of APP1" in end.reason
    (end,) = trace({"REPO": REPOSITORY, **twins}, "Q7").ends
    assert "is the cluster-receiver channel of APP7 and of APP0" in end.reason


@pytest.mark.parametrize("connected", [True, False])
def test_full_repositories_that_are_not_connected_do_not_know_each_others_members(connected):
    second = REPOSITORY.replace("TO.REPO", "TO.TWO").replace("repo(", "two(").replace("RQ", "TQ")
    if connected:
        second += "DEFINE CHANNEL(TO.REPO) CHLTYPE(CLUSSDR) CLUSTER(C) CONNAME('repo(1414)')\n"
    given = from_app(name="TQ", more={"TWO": second})
    assert [one.outcome for one in given.ends] == ["delivered" if connected else "cannot tell"]


def test_a_publication_reaches_no_member_that_never_joins():
    topic = (
        "DEFINE TOPIC(T) TOPICSTR('a') CLUSTER(C)\nDEFINE QLOCAL(S)\nDEFINE SUB(S) TOPICSTR('a') DEST(S)\n"
    )
    estate = {"REPO": REPOSITORY + topic, "APP": MEMBER + topic}
    assert {one.queue_manager.label for one in trace(estate, "topic:a").ends} == {"REPO", "APP"}
    estate["APP"] = MISNAMED + topic
    assert {one.queue_manager.label for one in trace(estate, "topic:a").ends} == {"REPO"}


HERE = "DEFINE QLOCAL({0}) REPLACE\n"
STARTED = "delivered"
OPEN = "cannot tell"


@pytest.mark.parametrize(
    ("xmitq", "more", "outcome"),
    [
        ("", "", STARTED),
        ("TRIGGER TRIGTYPE(FIRST) INITQ(SYSTEM.CHANNEL.INITQ)", "", STARTED),
        ("TRIGGER TRIGTYPE(FIRST) INITQ(SYSTEM.CHANNEL.INITQ) TRIGDATA(QA.QB)", "", STARTED),
        ("TRIGGER TRIGTYPE(FIRST) INITQ(SYSTEM.DEFAULT.INITIATION.QUEUE)", "", OPEN),
        ("TRIGGER TRIGTYPE(FIRST) INITQ(MINE)", HERE.format("MINE"), OPEN),
        ("TRIGGER TRIGTYPE(FIRST) INITQ(NONE)", "", OPEN),
        ("TRIGGER TRIGTYPE(FIRST) INITQ(MINE)", HERE.format("MINE") + "START CHINIT INITQ(MINE)\n", STARTED),
        (
            "TRIGGER TRIGTYPE(FIRST) INITQ(MINE)",
            HERE.format("MINE")
            + "DEFINE SERVICE(CHI) CONTROL(QMGR) STARTCMD('runmqchi') STARTARG('-m QA -q MINE')\n",
            STARTED,
        ),
        ("TRIGGER TRIGTYPE(NONE) INITQ(SYSTEM.CHANNEL.INITQ)", "", OPEN),
        ("TRIGGER TRIGTYPE(FIRST)", "", OPEN),
        ("TRIGGER TRIGTYPE(FIRST) INITQ(SYSTEM.CHANNEL.INITQ) TRIGDATA(QA.QC)", "", OPEN),
        ("TRIGGER TRIGTYPE(FIRST) INITQ(SYSTEM.CHANNEL.INITQ) PROCESS(P)", "", OPEN),
        (
            "TRIGGER TRIGTYPE(FIRST) INITQ(SYSTEM.CHANNEL.INITQ) PROCESS(P)",
            "DEFINE PROCESS(P) USERDATA('QA.QB')\n",
            STARTED,
        ),
        (
            "TRIGGER TRIGTYPE(FIRST) INITQ(SYSTEM.CHANNEL.INITQ) PROCESS(P)",
            "DEFINE PROCESS(P) USERDATA('QA.QC')\n",
            OPEN,
        ),
        (
            "TRIGGER TRIGTYPE(FIRST) INITQ(MINE)",
            HERE.format("MINE") + "DEFINE SERVICE(CHI) STARTCMD('runmqchi') STARTARG('-q MINE')\n",
            OPEN,
        ),
        (
            "TRIGGER TRIGTYPE(FIRST) INITQ(MINE)",
            HERE.format("MINE")
            + "DEFINE SERVICE(CHI) STARTCMD('runmqchi') STARTARG('-qMINE')\nSTART SERVICE(CHI)\n",
            STARTED,
        ),
        ("TRIGGER TRIGTYPE(DEPTH) TRIGDPTH(100) INITQ(SYSTEM.CHANNEL.INITQ)", "", OPEN),
        ("TRIGGER TRIGTYPE(FIRST) INITQ(SYSTEM.CHANNEL.INITQ)", "ALTER QMGR SCHINIT(MANUAL)\n", OPEN),
        (
            "TRIGGER TRIGTYPE(FIRST) INITQ(SYSTEM.CHANNEL.INITQ)",
            "ALTER QLOCAL(SYSTEM.CHANNEL.INITQ) GET(DISABLED)\n",
            OPEN,
        ),
        ("TRIGGER TRIGTYPE(FIRST) INITQ('${INITQ}')", "", STARTED),
    ],
)
def test_a_triggered_channel_starts_only_if_a_channel_initiator_reads_its_initiation_queue(
    xmitq, more, outcome
):
    estate = pair(xmitq=xmitq)
    estate["QA"] += more
    given = trace(estate, "OUT")
    assert [one.outcome for one in given.ends] == [outcome]
    text = f"{[hop.notes for hop in given.hops]}"
    assert ("started by the channel initiator on SYSTEM" in text) == (
        outcome == STARTED and "SYSTEM.CHANNEL.INITQ" in xmitq
    )


@pytest.mark.parametrize(
    ("more", "note"),
    [
        ("", "only if INITQ(MINE) is defined and `runmqchi -q MINE` runs"),
        (HERE.format("MINE"), "only if `runmqchi -q MINE` runs"),
        (
            "DEFINE QLOCAL(MINE) GET(DISABLED)\n",
            "assumes that the channel runs: INITQ(MINE) of XMITQ(QB) has GET",
        ),
    ],
)
def test_the_note_and_the_result_give_one_reason_why_a_channel_may_not_start(more, note):
    estate = pair(xmitq="TRIGGER TRIGTYPE(FIRST) INITQ(MINE)")
    estate["QA"] += more
    given = trace(estate, "OUT")
    assert [one.outcome for one in given.ends] == [OPEN]
    assert any(text.startswith(note) for hop in given.hops for text in hop.notes)


NAMES = ("A", "B", "R", "S")


@some.composite
def clusters(draw):
    """For each queue manager whether it is a full repository, and name and host of each CLUSSDR."""
    targets = some.lists(some.tuples(some.sampled_from(NAMES), some.sampled_from(NAMES)), max_size=2)
    return {
        name: {"full": name in ("R", "S") and draw(some.booleans()), "senders": draw(targets)}
        for name in NAMES
    }


def script_of(name, one):
    text = "ALTER QMGR REPOS(C)\n" if one["full"] else ""
    text += f"DEFINE CHANNEL(TO.{name}) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('{name}(1414)')\n"
    for wanted, host in one["senders"]:
        if name not in (wanted, host):
            text += (
                f"DEFINE CHANNEL(TO.{wanted}) CHLTYPE(CLUSSDR) CLUSTER(C) CONNAME('{host}(1414)') REPLACE\n"
            )
    return text + f"DEFINE QLOCAL(Q.{name}) CLUSTER(C)\n"


def expected(estate):
    """What a put at A to the queue of B comes to, by following the channels naively."""
    full = {name for name, one in estate.items() if one["full"]}
    last = {  # REPLACE: the last of a name
        name: dict(pair for pair in one["senders"] if name not in pair) for name, one in estate.items()
    }
    reach = {
        name: {wanted for wanted, host in senders.items() if wanted == host and host in full}
        for name, senders in last.items()
    }
    known = {name: reach[name] | ({name} & full) for name in NAMES}
    for name in ("A", "B"):
        if not known[name] and not (last[name] or full):
            known[name] = set(full) or {"somewhere"}  # no channel to any repository is in the files
    if not known["A"]:
        return "refused"
    if not known["B"]:
        return "cannot tell"
    if "somewhere" in known["A"] | known["B"]:
        return "delivered"
    grown = set(known["A"])
    for _ in NAMES:
        grown |= {two for one in grown for two in full if two in reach[one] or one in reach[two]}
    return "delivered" if grown & known["B"] else "cannot tell"


@given(clusters())
def test_clusters_form_as_the_channels_allow(estate):
    scripts = {name: script_of(name, one) for name, one in estate.items()}
    assert [one.outcome for one in trace(scripts, "Q.B").ends] == [expected(estate)], scripts
