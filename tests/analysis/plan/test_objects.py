"""What a plan shows for two states, as an administrator reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.analysis.plan.model import Change
from mqtune.analysis.plan.order import TOO_MANY
from tests.analysis.plan.conftest import planned, written


def changes(folder: Path, old: str, new: str) -> dict[str, Change]:
    found = planned(written(folder, "old/a.mqsc", old), written(folder, "new/a.mqsc", new))
    return {change.title: change for change in found.plan.changes}


def test_replace_resets_what_it_does_not_name(tmp_path: Path) -> None:
    found = changes(
        tmp_path,
        "DEFINE QLOCAL(APP.Q1) MAXDEPTH(50000) REPLACE\n",
        "DEFINE QLOCAL(APP.Q1) REPLACE\n",
    )
    change = found["QLOCAL(APP.Q1)"]
    assert change.action == "alter"
    assert change.classes == ("lowers", "resets")
    (one,) = change.attributes
    assert (one.name, one.before, one.after, one.cause) == ("MAXDEPTH", "50000", "5000", "reset")
    assert one.source.line == 1


def test_the_cause_is_named_like_or_default(tmp_path: Path) -> None:
    found = changes(
        tmp_path,
        "DEFINE QLOCAL(A)\nDEFINE QLOCAL(B) GET(DISABLED)\nDEFINE QLOCAL(C)\n",
        "DEFINE QLOCAL(BASE) DESCR('x')\nDEFINE QLOCAL(A) LIKE(BASE)\nDEFINE QLOCAL(B)\n"
        "DEFINE QLOCAL(C) DESCR('y')\n",
    )
    causes = {title: change.attributes[0].cause for title, change in found.items()}
    assert causes["QLOCAL(A)"] == "like"
    assert causes["QLOCAL(B)"] == "default"
    assert causes["QLOCAL(C)"] == "named"


def test_what_new_lacks_is_a_delete_that_the_files_alone_do_not_make(tmp_path: Path) -> None:
    found = changes(
        tmp_path,
        "DEFINE QLOCAL(OLD)\nDEFINE QALIAS(A) TARGET(OLD)\n",
        "DEFINE QALIAS(A) TARGET(OLD)\n",
    )
    change = found["QLOCAL(OLD)"]
    assert change.action == "delete"
    assert change.classes == ("destroys", "breaks")
    assert any("leaves it in place" in note for note in change.notes)
    assert any("QALIAS(A) still names it" in note for note in change.notes)


def test_synonyms_order_and_written_defaults_are_no_change(tmp_path: Path) -> None:
    assert (
        changes(
            tmp_path,
            "DEF QL(A) MAXDEPTH(5000) DEFPSIST(NO)\nDEFINE QALIAS(B) TARGQ(A)\n"
            "DEFINE NAMELIST(N) NAMES(A,B)\n",
            "DEFINE NAMELIST('N') +\n   NAMES('A', 'B')\nDEFINE QALIAS('B') TARGET('A')\n"
            "define qlocal(a) maxdepth(05000)\n",
        )
        == {}
    )


def test_another_type_is_a_delete_and_a_create(tmp_path: Path) -> None:
    old, new = "DEFINE QLOCAL(A)\n", "DEFINE QREMOTE(A) RNAME(B) RQMNAME(QM2)\n"
    found = planned(written(tmp_path, "old.mqsc", old), written(tmp_path, "new.mqsc", new))
    assert found.plan.commands == ["DELETE QLOCAL(A)", "DEFINE QREMOTE(A) RNAME(B) RQMNAME(QM2)"]


@pytest.mark.parametrize(
    ("old", "new", "breaks"),
    [
        ("DEFINE QLOCAL(A) CLUSTER(C)", "DEFINE QLOCAL(A) CLUSTER(D)", True),
        ("DEFINE QLOCAL(A) CLUSTER(C)", "DEFINE QLOCAL(A)", True),
        ("DEFINE QLOCAL(A)", "DEFINE QLOCAL(A) CLUSTER(C)", False),
        ("DEFINE QALIAS(A) CLUSNL(N)", "DEFINE QALIAS(A) CLUSNL(M)", True),
        ("ALTER QMGR REPOS(C)", "ALTER QMGR REPOS(' ')", True),
        ("ALTER QMGR REPOS(' ')", "ALTER QMGR REPOS(C)", False),
    ],
)
def test_what_leaves_a_cluster_breaks_what_it_is_used_for(
    tmp_path: Path, old: str, new: str, breaks: bool
) -> None:
    (change,) = changes(tmp_path, old + "\n", new + "\n").values()
    assert ("breaks" in change.classes) == breaks


def test_a_queue_manager_leaves_a_cluster_before_its_receiver_is_deleted(tmp_path: Path) -> None:
    sender = "DEFINE CHANNEL(A.SENDER) CHLTYPE(CLUSSDR) CONNAME('h') CLUSTER(C)\n"
    receiver = "DEFINE CHANNEL({}) CHLTYPE(CLUSRCVR) CONNAME('h') CLUSTER(C)\n"
    old = written(tmp_path, "old/a.mqsc", sender + receiver.format("TO.ME"))
    found = planned(old, written(tmp_path, "new/a.mqsc", "DEFINE QLOCAL(Q)\n")).plan
    assert found.commands[-3:] == [
        "ALTER CHANNEL(TO.ME) CHLTYPE(CLUSRCVR) CLUSTER(' ')",
        "DELETE CHANNEL(A.SENDER)",
        "DELETE CHANNEL(TO.ME)",
    ]
    gone = next(one for one in found.changes if one.title == "CHANNEL(TO.ME)")
    assert any("SUSPEND QMGR CLUSTER(C) first" in note for note in gone.notes)


def test_a_queue_manager_with_another_cluster_receiver_stays(tmp_path: Path) -> None:
    receiver = "DEFINE CHANNEL({}) CHLTYPE(CLUSRCVR) CONNAME('h') CLUSTER(C)\n"
    found = changes(tmp_path, receiver.format("OLD.ME"), receiver.format("NEW.ME"))
    assert not any("SUSPEND" in note for note in found["CHANNEL(OLD.ME)"].notes)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("ALTER QMGR PSMODE(ENABLED)", "ALTER QMGR PSMODE(DISABLED)", "closes"),
        ("ALTER QMGR PSCLUS(ENABLED)", "ALTER QMGR PSCLUS(DISABLED)", "closes"),
        ("ALTER QMGR PSMODE(DISABLED)", "ALTER QMGR PSMODE(ENABLED)", "safe"),
        ("DEFINE QLOCAL(Q) TRIGGER", "DEFINE QLOCAL(Q) NOTRIGGER", "breaks"),
        ("DEFINE QLOCAL(Q) NOTRIGGER", "DEFINE QLOCAL(Q) TRIGGER", "safe"),
        ("DEFINE TOPIC(T) TOPICSTR('t')", "DEFINE TOPIC(T) TOPICSTR('t') PUBSCOPE(QMGR)", "breaks"),
        ("DEFINE TOPIC(T) TOPICSTR('t')", "DEFINE TOPIC(T) TOPICSTR('t') WILDCARD(BLOCK)", "breaks"),
    ],
)
def test_what_messages_no_longer_reach_or_start(tmp_path: Path, old: str, new: str, found: str) -> None:
    (change,) = changes(tmp_path, old + "\n", new + "\n").values()
    assert change.classes == (found,)


def test_an_attribute_that_the_new_files_no_longer_set_stays_without_a_command(tmp_path: Path) -> None:
    old = "DEFINE QLOCAL(D)\nALTER QMGR DEADQ(D) MAXMSGL(5000000)\n"
    (change,) = changes(tmp_path, old, "DEFINE QLOCAL(D)\n").values()
    assert (change.type, change.attributes[0].cause) == ("QMGR", "default")
    assert change.notes == ["running the new files alone does not change DEADQ, MAXMSGL"]


@pytest.mark.parametrize(
    ("old", "new", "commands"),
    [
        ("CLUSTER(C)", "CLUSTER(C) CLROUTE(TOPICHOST)",
         ["ALTER TOPIC(T) CLUSTER(' ')", "ALTER TOPIC(T) CLROUTE(TOPICHOST) CLUSTER(C)"]),
        ("CLUSTER(C)", "CLUSTER(D) CLROUTE(TOPICHOST)",
         ["ALTER TOPIC(T) CLUSTER(' ')", "ALTER TOPIC(T) CLROUTE(TOPICHOST) CLUSTER(D)"]),
        ("", "CLUSTER(D) CLROUTE(TOPICHOST)", ["ALTER TOPIC(T) CLROUTE(TOPICHOST) CLUSTER(D)"]),
    ],
)  # fmt: skip
def test_a_topic_leaves_its_cluster_for_another_route(
    tmp_path: Path, old: str, new: str, commands: list[str]
) -> None:
    """Reason 3367, MQRCCF_CLROUTE_NOT_ALTERABLE."""
    line = "DEFINE TOPIC(T) TOPICSTR('a') {}\n"
    paths = [written(tmp_path, f"{number}.mqsc", line.format(one)) for number, one in enumerate((old, new))]
    assert planned(*paths).plan.commands == commands


def test_objects_of_a_queue_sharing_group_are_named_with_their_disposition(tmp_path: Path) -> None:
    """ALTER QLOCAL (q085350_): without QSGDISP the command is about the queue manager's own definition."""
    shared = "DEFINE QLOCAL(A) QSGDISP(SHARED) CFSTRUCT(S){}\n"
    lines = {
        "own": "DEFINE QLOCAL(A)\n",
        "shared": shared.format(""),
        "deep": shared.format(" MAXDEPTH(9)"),
        "none": "DEFINE QLOCAL(B)\n",
    }
    paths = {name: written(tmp_path, f"{name}/a.mqsc", text) for name, text in lines.items()}
    commands = [
        planned(paths[old].parent, paths[new].parent, platform="zos").plan.commands[0]
        for old, new in (("shared", "deep"), ("shared", "own"), ("own", "shared"))
    ]
    assert commands == [
        "ALTER QLOCAL(A) QSGDISP(SHARED) MAXDEPTH(9)",
        "DELETE QLOCAL(A) QSGDISP(SHARED)",
        "DELETE QLOCAL(A)",
    ]


ALONE = "running the new files alone "
RECORD = "SET CHLAUTH(C) TYPE(ADDRESSMAP) ADDRESS('10.*') {}\n"


@pytest.mark.parametrize(
    ("old", "new", "note"),
    [
        ("DEFINE QLOCAL(A)\n", "DEFINE QLOCAL(A) GET(DISABLED)\n", "does not change it: DEFINE without"),
        ("DEFINE QLOCAL(A)\n", "DEFINE QLOCAL(A)\nALTER QLOCAL(A) GET(DISABLED)\n", ""),
        (
            "DEFINE QLOCAL(A)\n",
            "DEFINE QLOCAL(A) MAXDEPTH(9)\nALTER QLOCAL(A) GET(DISABLED)\n",
            "does not change MAXDEPTH: DEFINE without",
        ),
        ("DEFINE QLOCAL(A)\n", "DEFINE QLOCAL(A) GET(DISABLED) REPLACE\n", ""),
        (RECORD.format("USERSRC(NOACCESS)"), "", "leaves it in place"),
        (
            RECORD.format("USERSRC(NOACCESS)"),
            RECORD.format("USERSRC(CHANNEL)"),
            "does not change it: SET without ACTION(REPLACE)",
        ),
        (RECORD.format("USERSRC(NOACCESS)"), RECORD.format("USERSRC(CHANNEL) ACTION(REPLACE)"), ""),
    ],
)
def test_what_the_new_files_do_not_do_if_they_are_run(tmp_path: Path, old: str, new: str, note: str) -> None:
    (change,) = changes(tmp_path, old + "DEFINE QLOCAL(B)\n", new + "DEFINE QLOCAL(B)\n").values()
    found = [one for one in change.notes if one.startswith(ALONE)]
    assert [one.startswith(ALONE + note) for one in found] == [True] * bool(note)


def test_a_queue_that_the_new_files_define_again_is_not_rejected(tmp_path: Path) -> None:
    new = "DEFINE QLOCAL(A)\nDELETE QLOCAL(A)\nDEFINE QLOCAL(A) MAXDEPTH(9)\n"
    (change,) = changes(tmp_path, "DEFINE QLOCAL(A)\n", new).values()
    assert change.notes == ["the new files delete it and define it again"]


def test_nobody_loses_access_by_a_record_that_refused_everyone(tmp_path: Path) -> None:
    old, new = RECORD.format("USERSRC(NOACCESS)"), RECORD.format("USERSRC(MAP) MCAUSER('app')")
    (change,) = changes(tmp_path, old, new).values()
    assert change.classes == ("opens",)


@pytest.mark.parametrize("words", ["", " REPLACE"])
def test_the_new_files_alone_do_not_change_a_topic_string(tmp_path: Path, words: str) -> None:
    line = "DEFINE TOPIC(T) TOPICSTR('{}')" + words + "\n"
    change = changes(tmp_path, line.format("a"), line.format("b"))["TOPIC(T)"]
    assert change.recreated
    assert f"DEFINE{words or ' without REPLACE'} is rejected" in change.notes[0]


def test_what_cannot_be_altered_is_defined_again(tmp_path: Path) -> None:
    old = "DEFINE CHANNEL(C) CHLTYPE(SDR) CONNAME('h') XMITQ(X)\nDEFINE TOPIC(T) TOPICSTR('a')\n"
    new = "DEFINE CHANNEL(C) CHLTYPE(RCVR)\nDEFINE TOPIC(T) TOPICSTR('b')\n"
    found = planned(written(tmp_path, "old.mqsc", old), written(tmp_path, "new.mqsc", new))
    assert all(change.recreated for change in found.plan.changes)
    assert sorted(found.plan.commands) == [
        "DEFINE CHANNEL(C) CHLTYPE(RCVR)",
        "DEFINE TOPIC(T) TOPICSTR('b')",
        "DELETE CHANNEL(C)",
        "DELETE TOPIC(T)",
    ]


def test_authorities_say_who_gains_and_who_loses(tmp_path: Path) -> None:
    line = "SET AUTHREC PROFILE('APP.**') OBJTYPE(QUEUE) GROUP('apps') "
    found = changes(tmp_path, f"{line}AUTHADD(PUT,GET)\n", f"{line}AUTHADD(PUT,BROWSE)\n")
    (change,) = found.values()
    assert change.classes == ("opens", "closes")
    assert change.notes == [
        "group apps gains BROWSE",
        "group apps loses GET",
        "running the new files alone leaves GET: AUTHADD only adds",
    ]


def test_collective_authorities_are_what_they_grant(tmp_path: Path) -> None:
    line = "SET AUTHREC PROFILE(A) OBJTYPE(PROCESS) GROUP('apps') "
    assert changes(tmp_path, f"{line}AUTHADD(ALLMQI)\n", f"{line}AUTHADD(SET,INQ)\n") == {}


def test_records_that_refuse_close_and_their_removal_opens(tmp_path: Path) -> None:
    refuse = "SET CHLAUTH(A) TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(NOACCESS)\n"
    admit = "SET CHLAUTH(A) TYPE(USERMAP) CLNTUSER('x') USERSRC(MAP) MCAUSER('app')\n"
    more = {
        title: one.classes for title, one in changes(tmp_path, "DEFINE QLOCAL(Q)\n" + admit, refuse).items()
    }
    assert more["CHLAUTH(A) ADDRESSMAP ADDRESS(10.*)"] == ("closes",)
    assert more["CHLAUTH(A) USERMAP CLNTUSER(x)"] == ("closes",)
    less = {title: one.classes for title, one in changes(tmp_path, refuse, admit).items()}
    assert less["CHLAUTH(A) ADDRESSMAP ADDRESS(10.*)"] == ("opens",)
    assert less["CHLAUTH(A) USERMAP CLNTUSER(x)"] == ("opens",)


def test_a_queue_manager_of_one_state_that_removes_a_default_record(tmp_path: Path) -> None:
    remove = "SET CHLAUTH(*) TYPE(BLOCKUSER) USERLIST(*MQADMIN) ACTION(REMOVE)"
    old = written(tmp_path, "old.sh", "runmqsc A <<X\nDEFINE QL(Q)\nX\nrunmqsc B <<X\nDEFINE QL(Q)\nX\n")
    new = written(tmp_path, "new.sh", f"runmqsc A <<X\nDEFINE QL(Q)\nX\nrunmqsc C <<X\n{remove}\nX\n")
    command = "SET CHLAUTH('*') TYPE(BLOCKUSER) USERLIST('*MQADMIN')"
    assert f"{command} ACTION(REMOVE)" in planned(old, new).plan.commands
    (back,) = (one for one in planned(new, old).plan.commands if one.startswith(command))
    assert back.endswith("ACTION(ADD)")


def test_blocked_users_are_compared_as_a_set(tmp_path: Path) -> None:
    line = "SET CHLAUTH(A) TYPE(BLOCKUSER) USERLIST({}) ACTION(REPLACE)\n"
    assert changes(tmp_path, line.format("'a','b'"), line.format("'b', 'a'")) == {}
    (change,) = changes(tmp_path, line.format("'a','b'"), line.format("'b'")).values()
    assert (change.classes, change.notes) == (("opens",), ["no longer refused: a"])


def test_an_unknown_value_is_unknown_and_not_in_the_mqsc(tmp_path: Path) -> None:
    old, new = "DEFINE QREMOTE(R) RNAME(A) RQMNAME(QM2)\n", "DEFINE QREMOTE(R) RNAME(B) RQMNAME(${PARTNER})\n"
    found = planned(written(tmp_path, "old.mqsc", old), written(tmp_path, "new.mqsc", new))
    (change,) = found.plan.changes
    assert "unknown" in change.classes
    assert found.plan.commands == ["ALTER QREMOTE(R) RNAME(B)"]
    assert found.plan.parts[0].left_out == ["RQMNAME of QREMOTE(R)"]


def test_a_secret_that_changes_is_shown_as_changed_and_not_in_the_mqsc(tmp_path: Path) -> None:
    line = "DEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) CONNAME('h') SHORTUSR('u') LDAPPWD('{}')\n"
    first = written(tmp_path, "old.mqsc", line.format("first-secret"))
    found = planned(first, written(tmp_path, "new.mqsc", line.format("other-secret")))
    (change,) = found.plan.changes
    assert change.attributes[0].secret
    assert found.plan.commands == []


def test_what_only_creation_sets_is_not_changed_by_a_restart(tmp_path: Path) -> None:
    for side, text in (("old", "LogFilePages=4096"), ("new", "LogFilePages=8192\n   LogPrimaryFiles=9")):
        written(tmp_path, f"{side}/qm.ini", f"Log:\n   {text}\n")
        written(tmp_path, f"{side}/a.mqsc", "DEFINE QLOCAL(A)\n")
    (change,) = planned(tmp_path / "old", tmp_path / "new").plan.changes
    assert {one.name: one.when for one in change.attributes} == {
        "LogFilePages": "create", "LogPrimaryFiles": "restart",
    }  # fmt: skip
    assert "a restart does not change LogFilePages" in change.notes[1]


@pytest.mark.parametrize(("value", "changed"), [(100, False), (101, True)])
@pytest.mark.parametrize("written_first", [True, False])
def test_a_key_with_its_default_is_as_no_key(
    tmp_path: Path, value: int, changed: bool, written_first: bool
) -> None:
    texts = [
        f"Channels:\n   MaxChannels={value}\n   ChlauthEarlyAdopt=Y\n",
        "Channels:\n   ChlauthEarlyAdopt=Y\n",
    ]
    for side, text in zip(("old", "new"), texts if written_first else texts[::-1], strict=True):
        written(tmp_path, f"{side}/a.mqsc", "DEFINE QLOCAL(A)\n")
        written(tmp_path, f"{side}/qm.ini", text)
    changes = planned(tmp_path / "old", tmp_path / "new").plan.changes
    assert [one.name for change in changes for one in change.attributes] == ["MaxChannels"] * changed


def test_a_record_without_an_address_is_for_every_address(tmp_path: Path) -> None:
    record = (
        "DEFINE CHANNEL(A) CHLTYPE(SVRCONN)\nSET CHLAUTH(A) TYPE(USERMAP) CLNTUSER('x') {}USERSRC(CHANNEL)\n"
    )
    texts = [record.format(more) for more in ("", "ADDRESS('*') ", "ADDRESS('10.*') ")]
    paths = [written(tmp_path, f"{number}.mqsc", text) for number, text in enumerate(texts)]
    assert planned(paths[0], paths[1]).plan.changes == []
    assert len(planned(paths[0], paths[2]).plan.changes) == 2


@pytest.mark.parametrize(
    ("before", "after", "first"),
    [
        ("DISABLED", "ENABLED", "SET CHLAUTH"),
        ("ENABLED", "DISABLED", "ALTER QMGR"),
    ],
)
def test_records_change_while_they_do_not_count(tmp_path: Path, before: str, after: str, first: str) -> None:
    text = "ALTER QMGR CHLAUTH({})\nDEFINE CHANNEL(A) CHLTYPE(SVRCONN)\n"
    record = "SET CHLAUTH(A) TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(NOACCESS)\n"
    old = written(tmp_path, "old.mqsc", text.format(before))
    commands = planned(old, written(tmp_path, "new.mqsc", text.format(after) + record)).plan.commands
    assert [command.startswith(first) for command in commands] == [True, False]


def test_qm_ini_is_compared_and_needs_a_restart(tmp_path: Path) -> None:
    for side, text in (
        ("old", "Channels:\n   MaxChannels=100\n"),
        ("new", "CHANNELS:\n   maxchannels=200\n"),
    ):
        written(tmp_path, f"{side}/a.mqsc", "DEFINE QLOCAL(A)\n")
        written(tmp_path, f"{side}/qm.ini", text)
    (change,) = planned(tmp_path / "old", tmp_path / "new").plan.changes
    assert (change.type, change.name, change.classes) == ("qm.ini", "Channels", ("restart",))
    assert [(one.before, one.after) for one in change.attributes] == [("100", "200")]


def test_streams_are_turned_off_before_others_are_turned_on(tmp_path: Path) -> None:
    old = "DEFINE QLOCAL(A)\nDEFINE QLOCAL(B) STREAMQ(C)\nDEFINE QLOCAL(C)\n"
    new = "DEFINE QLOCAL(A) STREAMQ(B)\nDEFINE QLOCAL(B)\nDEFINE QLOCAL(C)\n"
    found = planned(written(tmp_path, "old.mqsc", old), written(tmp_path, "new.mqsc", new))
    assert found.plan.commands == ["ALTER QLOCAL(B) STREAMQ(' ')", "ALTER QLOCAL(A) STREAMQ(B)"]


def test_a_definition_that_would_be_rejected_fails(tmp_path: Path) -> None:
    found = changes(tmp_path, "DEFINE QLOCAL(A)\n", "DEFINE QLOCAL(A) USAGE(XMITQ) CLUSTER(C) REPLACE\n")
    assert found["QLOCAL(A)"].classes[0] == "fails"


def test_a_define_without_replace_does_not_make_the_change(tmp_path: Path) -> None:
    found = changes(tmp_path, "DEFINE QLOCAL(A)\n", "DEFINE QLOCAL(A) MAXDEPTH(9)\n")
    assert any("without REPLACE" in note for note in found["QLOCAL(A)"].notes)


def test_changed_profiles_are_applied_to_the_objects(tmp_path: Path) -> None:
    line = "DEFINE QLOCAL(APP.A)\nDEFINE QLOCAL(B)\nSET AUTHREC PROFILE('{}') OBJTYPE(QUEUE) GROUP('apps') "
    old = written(tmp_path, "old.mqsc", line.format("APP.*") + "AUTHADD(ALLMQI)\n")
    new = written(tmp_path, "new.mqsc", line.format("APP.*") + "AUTHADD(PUT)\n")
    (one,) = planned(old, new).plan.parts[0].access
    assert (one.user, one.gained, one.objects) == ("apps", (), ["APP.A"])
    assert "GET" in one.lost


def test_an_altered_default_is_a_cause_and_is_made_last(tmp_path: Path) -> None:
    text = "ALTER QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(100)\nDEFINE QLOCAL(A)\nDEFINE QLOCAL(B)\n"
    old = written(tmp_path, "old.mqsc", "DEFINE QLOCAL(A)\n")
    plan = planned(old, written(tmp_path, "new.mqsc", text)).plan
    assert plan.commands == [
        "ALTER QLOCAL(A) MAXDEPTH(100)",
        "DEFINE QLOCAL(B) MAXDEPTH(100)",
        "ALTER QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(100)",
    ]
    assert plan.changes[0].attributes[0].cause == "default"


def test_a_name_that_is_a_placeholder_is_not_in_the_mqsc(tmp_path: Path) -> None:
    line = "DEFINE QLOCAL('${APP}.IN') BOTHRESH({}) REPLACE\n"
    old = written(tmp_path, "old.mqsc", line.replace("{}", "3"))
    plan = planned(old, written(tmp_path, "new.mqsc", line.replace("{}", "5"))).plan
    assert [one.action for one in plan.changes] == ["alter"]
    assert plan.commands == []
    assert len(plan.parts[0].left_out) == 1


def test_digits_of_a_name_are_not_a_number(tmp_path: Path) -> None:
    found = changes(tmp_path, "DEFINE QALIAS(A) TARGET(007)\n", "DEFINE QALIAS(A) TARGET(7)\n")
    assert found["QALIAS(A)"].attributes[0].before == "007"


def test_a_subscription_stays_on_the_old_string_of_its_topic_object(tmp_path: Path) -> None:
    text = "DEFINE TOPIC(T) TOPICSTR('loans/{}')\nDEFINE SUB(S) TOPICOBJ(T) TOPICSTR('#') DEST(Q)\n"
    sides = (
        written(tmp_path, "old/a.mqsc", text.format("a")),
        written(tmp_path, "new/a.mqsc", text.format("b")),
    )
    change = {one.title: one for one in planned(*sides).plan.changes}["SUB(S)"]
    (one,) = change.attributes
    assert (one.name, one.before, one.after, one.source.line) == ("TOPICSTR", "loans/a/#", "loans/b/#", 1)
    assert change.recreated


def test_access_is_that_of_objects_which_both_states_have(tmp_path: Path) -> None:
    grant = "SET AUTHREC PROFILE('{}') OBJTYPE(QUEUE) GROUP('g') AUTHADD(PUT)\n"
    old, new = (
        "DEFINE QLOCAL(A)\n",
        "DEFINE QLOCAL(A)\nDEFINE QLOCAL(B)\n" + grant.format("A") + grant.format("B"),
    )
    found = planned(written(tmp_path, "old.mqsc", old), written(tmp_path, "new.mqsc", new))
    assert [one.objects for one in found.plan.parts[0].access] == [["A"]]


def test_a_name_that_the_queue_manager_refers_to_is_looked_up_as_well(tmp_path: Path) -> None:
    old = written(tmp_path, "old/a.mqsc", "ALTER QMGR DEADQ(D)\nDEFINE QLOCAL(D)\n")
    new = written(tmp_path, "new/a.mqsc", "ALTER QMGR DEADQ(E)\nDEFINE QLOCAL(D)\n")
    (change,) = planned(old, new, complete=True).plan.changes
    assert change.classes == ("breaks",)
    assert change.notes[-1] == "DEADQ(E) is not defined"


@pytest.mark.parametrize(
    ("actions", "alone"), [(("REPLACE",), True), (("ADD",), False), (("ADD", "REPLACE"), True), ((), False)]
)
def test_a_record_is_replaced_only_by_its_last_command(
    tmp_path: Path, actions: tuple[str, ...], alone: bool
) -> None:
    record = "SET CHLAUTH(X) TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(MAP) MCAUSER('{}') {}\n"
    old = record.format("a", "")
    new = "".join(record.format("bc"[n], f"ACTION({action})") for n, action in enumerate(actions))
    (change,) = changes(tmp_path, old, new or record.format("b", "")).values()
    assert change.action == "alter"
    assert any("alone" in note for note in change.notes) == (not alone)


@pytest.mark.parametrize(("topic", "found"), [("a", False), ("b", True), ("${T}", False)])
def test_a_subscription_stays_on_the_string_that_its_topic_object_had(
    tmp_path: Path, topic: str, found: bool
) -> None:
    text = "DEFINE QLOCAL(Q)\nDEFINE TOPIC(T) TOPICSTR('{}')\nDEFINE SUB(S) TOPICOBJ(T) DEST(Q)\n"
    shown = changes(tmp_path, text.format("a"), text.format(topic))
    assert ("SUB(S)" in shown) == found


def test_authorities_that_are_too_many_to_compare_are_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grant = "DEFINE QLOCAL(A)\nSET AUTHREC PROFILE('A*') OBJTYPE(QUEUE) GROUP('g') AUTHADD({})\n"
    old = written(tmp_path, "old.mqsc", grant.format("GET"))
    new = written(tmp_path, "new.mqsc", grant.format("PUT"))
    assert planned(old, new).plan.parts[0].access
    monkeypatch.setattr("mqtune.analysis.plan.order.MOST_CELLS", 0)
    monkeypatch.setattr("mqtune.analysis.plan.order.CELLS_PER_RECORD", 0)
    (part,) = planned(old, new).plan.parts
    assert (part.access, [note for note in part.notes if "authority" in note]) == ([], [TOO_MANY])
    assert [change.type for change in part.changes] == ["AUTHREC"]


@pytest.mark.parametrize(
    ("old", "new", "note"),
    [
        ("", "DEFINE SERVICE(S) CONTROL(QMGR) STARTCMD('/bin/x')", "rights of the queue manager"),
        ("", "DEFINE SERVICE(S) STARTCMD('/bin/x')", "rights of the queue manager"),
        ("DEFINE SERVICE(S)", "DEFINE SERVICE(S) CONTROL(STARTONLY)", "rights of the queue manager"),
        ("DEFINE SERVICE(S) STARTARG('a')", "DEFINE SERVICE(S) STARTARG('b')", "rights of the queue manager"),
        ("DEFINE SERVICE(S) CONTROL(QMGR)", "DEFINE SERVICE(S)", ""),
        ("", "DEFINE SERVICE(S) DESCR('a')", ""),
        ("", "DEFINE QALIAS(A) TARGQ(SYSTEM.ADMIN.COMMAND.QUEUE)", "SYSTEM.ADMIN.COMMAND.QUEUE"),
        (
            "DEFINE QALIAS(A) TARGET(B)",
            "DEFINE QALIAS(A) TARGET(SYSTEM.COMMAND.INPUT)",
            "SYSTEM.COMMAND.INPUT",
        ),
        ("", "DEFINE QREMOTE(A) RNAME(SYSTEM.ADMIN.COMMAND.QUEUE) RQMNAME(B)", "SYSTEM.ADMIN.COMMAND.QUEUE"),
        ("", "DEFINE QLOCAL(A) STREAMQ(SYSTEM.ADMIN.COMMAND.QUEUE)", "SYSTEM.ADMIN.COMMAND.QUEUE"),
        ("", "DEFINE SUB(A) TOPICSTR(a) DEST(SYSTEM.ADMIN.COMMAND.QUEUE)", "SYSTEM.ADMIN.COMMAND.QUEUE"),
        ("", "DEFINE QALIAS(A) TARGET(B)", ""),
        ("DEFINE QALIAS(A) TARGET(SYSTEM.ADMIN.COMMAND.QUEUE)", "DEFINE QALIAS(A) TARGET(B)", ""),
    ],
)
def test_what_acts_with_the_rights_of_the_queue_manager_opens(
    tmp_path: Path, old: str, new: str, note: str
) -> None:
    both = "DEFINE QLOCAL(B)\n"
    (change,) = changes(tmp_path, f"{both}{old}\n", f"{both}{new}\n").values()
    assert ("opens" in change.classes) == bool(note)
    assert not note or any(note in one for one in change.notes)
