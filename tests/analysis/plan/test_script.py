"""What a script does on a queue manager as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.session.comparison import Comparer, Comparison
from mqtune.session.options import Options
from mqtune.text.messages import UsageError
from tests.analysis.plan.conftest import written

STATE = """\
* Queue manager name: QM1
* Queue manager platform: UNIX
* Queue manager command level: (930/930)
* Command issued: dmpmqcfg -a -m QM1
DEFINE QLOCAL(A) MAXDEPTH(50000) REPLACE
DEFINE QLOCAL(B) REPLACE
"""


def run(folder: Path, script: str, state: str = STATE) -> Comparison:
    with Comparer(Options(isolated=True)) as comparer:
        return comparer.script(
            comparer.open_paths([str(written(folder, "s/s.mqsc", script))]),
            comparer.open_paths([str(written(folder, "d/d.mqsc", state))]),
        )


def seen(found: Comparison) -> list[tuple[str, str]]:
    return [(change.action, change.title) for change in found.plan.changes]


def test_nothing_is_deleted_that_the_script_does_not_delete(tmp_path: Path) -> None:
    assert seen(run(tmp_path, "DEFINE QLOCAL(NEW)\n")) == [("create", "QLOCAL(NEW)")]


def test_define_without_replace_fails_and_the_rest_runs(tmp_path: Path) -> None:
    found = run(tmp_path, "DEFINE QLOCAL(A) MAXDEPTH(1)\nDEFINE QLOCAL(C)\n")
    assert seen(found) == [("refused", "QLOCAL(A)"), ("create", "QLOCAL(C)")]
    assert found.plan.changes[0].classes == ("fails",)


def test_replace_resets(tmp_path: Path) -> None:
    (change,) = run(tmp_path, "DEFINE QLOCAL(A) DESCR('x') REPLACE\n").plan.changes
    causes = {one.name: one.cause for one in change.attributes}
    assert causes == {"MAXDEPTH": "reset", "DESCR": "named"}


def test_what_a_failed_command_would_have_made_does_not_exist(tmp_path: Path) -> None:
    script = "DEFINE QLOCAL(T) MAXDEPHT(1)\nALTER QLOCAL(T) MAXDEPTH(5)\n"
    script += "DEFINE QLOCAL(U) LIKE(T)\nDELETE QLOCAL(T)\n"
    assert {action for action, _ in seen(run(tmp_path, script))} == {"refused"}


def test_what_the_script_defines_and_deletes_is_no_change(tmp_path: Path) -> None:
    assert seen(run(tmp_path, "DEFINE QLOCAL(T)\nDELETE QLOCAL(T)\n")) == []


def test_clear_and_purge_destroy(tmp_path: Path) -> None:
    found = run(tmp_path, "CLEAR QLOCAL(A)\nDELETE QLOCAL(B) PURGE\n")
    assert seen(found) == [("run", "QLOCAL(A)"), ("delete", "QLOCAL(B)"), ("run", "QLOCAL(B)")]
    assert found.plan.worst == "destroys"


def test_purge_and_the_names_that_remain(tmp_path: Path) -> None:
    """The deletion is marked even though the purge of the same queue is a change of its own."""
    state = STATE + "DEFINE QALIAS(L) TARGET(A)\nALTER QMGR DEADQ(B)\n"
    found = run(tmp_path, "DELETE QLOCAL(A) PURGE\nDELETE QLOCAL(B)\nDEFINE QREMOTE(B) RNAME(X)\n", state)
    first = next(one for one in found.plan.changes if one.title == "QLOCAL(A)" and one.action == "delete")
    assert first.classes == ("destroys", "breaks")
    assert first.notes == ["QALIAS(L) still names it as TARGET"]
    replaced = next(one for one in found.plan.changes if one.title == "QLOCAL(B)")
    assert (replaced.source.file[-6:], replaced.source.line) == ("s.mqsc", 2)


def test_an_object_of_another_type_is_not_deleted(tmp_path: Path) -> None:
    (change,) = run(tmp_path, "DELETE QALIAS(A)\n").plan.changes
    assert (change.action, change.notes[0]) == (
        "refused",
        "DELETE is rejected: QLOCAL(A) has another type; the rest of the script runs",
    )


def test_a_topic_string_that_another_topic_has_is_rejected(tmp_path: Path) -> None:
    state = STATE + "DEFINE TOPIC(T) TOPICSTR('a') REPLACE\n"
    script = "DEFINE TOPIC(U) TOPICSTR('a')\nDEFINE TOPIC(V) TOPICSTR('v')\nDEFINE TOPIC(W) TOPICSTR('v')\n"
    found = run(tmp_path, script, state)
    assert seen(found) == [("refused", "TOPIC(U)"), ("create", "TOPIC(V)"), ("refused", "TOPIC(W)")]
    assert "TOPIC(T) has the topic string a" in found.plan.changes[0].notes[0]


@pytest.mark.parametrize(
    ("state", "script"),
    [
        ("", "DEFINE QLOCAL(X) USAGE(XMITQ) CLUSTER(C)"),
        ("DEFINE QLOCAL(X) CLUSTER(C)", "ALTER QLOCAL(X) USAGE(XMITQ)"),
        ("DEFINE QLOCAL(X) CLUSTER(C)", "ALTER QLOCAL(X) CLUSNL(N)"),
    ],
)
def test_a_definition_that_the_queue_manager_does_not_accept_changes_nothing(
    tmp_path: Path, state: str, script: str
) -> None:
    """Reason 3090, MQRCCF_CLUSTER_Q_USAGE_ERROR (q046870_); AMQ8433."""
    found = run(tmp_path, script + "\nALTER QLOCAL(A) DESCR('x')\n", STATE + state + "\n")
    assert seen(found) == [("alter", "QLOCAL(A)"), ("refused", "QLOCAL(X)")]
    assert found.plan.commands == ["ALTER QLOCAL(A) DESCR('x')"]


@pytest.mark.parametrize(
    ("state", "script", "action"),
    [
        ("DEFINE TOPIC(T) TOPICSTR('a')", "DEFINE TOPIC(T) TOPICSTR('b') REPLACE", "refused"),
        ("DEFINE TOPIC(T) TOPICSTR('a')", "DEFINE TOPIC(T) TOPICSTR('a') DESCR('x') REPLACE", "alter"),
        ("DEFINE TOPIC(T) TOPICSTR('a')", "DEFINE TOPIC(T) DESCR('x') REPLACE", "alter"),
        ("DEFINE SUB(S) TOPICSTR('a') DEST(A)", "DEFINE SUB(S) TOPICSTR('b') DEST(A) REPLACE", "refused"),
        ("DEFINE SUB(S) TOPICSTR('a') DEST(A)", "DEFINE SUB(S) DEST(B) REPLACE", "alter"),
    ],
)
def test_replace_does_not_change_what_is_set_once(
    tmp_path: Path, state: str, script: str, action: str
) -> None:
    """Topic properties: the topic string cannot be changed after the topic has been created."""
    (change,) = run(tmp_path, script + "\n", STATE + state + "\n").plan.changes
    assert (change.action, change.recreated) == (action, False)


@pytest.mark.parametrize(
    ("words", "action"),
    [("CLROUTE(TOPICHOST)", "refused"), ("CLROUTE(DIRECT) DESCR('x')", "alter"), ("CLUSTER(' ')", "alter")],
)
def test_the_route_of_a_cluster_topic_cannot_be_altered(tmp_path: Path, words: str, action: str) -> None:
    """Reason 3367, MQRCCF_CLROUTE_NOT_ALTERABLE."""
    state = STATE + "DEFINE TOPIC(T) TOPICSTR('a') CLUSTER(C)\n"
    (change,) = run(tmp_path, f"ALTER TOPIC(T) {words}\n", state).plan.changes
    assert change.action == action


@pytest.mark.parametrize(
    ("address", "action"),
    [
        ("10.1.2.5-20", "refused"),
        ("10.1.2.0-5", "refused"),
        ("10.1.2.2-9", "create"),
        ("10.1.2.1-20", "create"),
        ("10.1.2.11-20", "create"),
        ("10.1.3.5-20", "create"),
    ],
)
def test_ranges_of_addresses_include_each_other_or_are_apart(
    tmp_path: Path, address: str, action: str
) -> None:
    """Reason 3343, MQRCCF_IPADDR_RANGE_CONFLICT (q048090_)."""
    record = "SET CHLAUTH('APP') TYPE(ADDRESSMAP) ADDRESS('{}') USERSRC(NOACCESS)\n"
    (change,) = run(tmp_path, record.format(address), STATE + record.format("10.1.2.1-10")).plan.changes
    assert change.action == action


def test_an_object_that_is_deleted_and_defined_again_is_not_the_same(tmp_path: Path) -> None:
    script = "DELETE QLOCAL(A)\nDEFINE QLOCAL(A) MAXDEPTH(50000)\nDELETE QLOCAL(B) PURGE\nDEFINE QLOCAL(B)\n"
    found = run(tmp_path, script)
    first, second, purge = found.plan.changes
    assert [(one.action, one.recreated, one.worst) for one in (first, second)] == [
        ("alter", True, "destroys")
    ] * 2
    assert [len(first.notes), len(second.notes)] == [2, 1]  # PURGE does not fail
    assert purge.action == "run"
    assert found.plan.commands[:2] == ["DELETE QLOCAL(A)", "DELETE QLOCAL(B)"]


def test_an_authority_that_the_type_does_not_have_is_not_gained(tmp_path: Path) -> None:
    (change,) = run(
        tmp_path, "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g') AUTHADD(CONNECT,GET)\n"
    ).plan.changes
    assert change.notes == ["group g gains GET"]


def test_a_dump_shows_that_a_deleted_queue_held_messages(tmp_path: Path) -> None:
    state = STATE + "DEFINE QLOCAL('F') +\n*  CURDEPTH(17) +\n   REPLACE\n"
    full, empty = run(tmp_path, "DELETE QLOCAL(F)\nDELETE QLOCAL(B)\n", state).plan.changes[::-1]
    assert full.notes[-1] == "CURDEPTH(17) when the dump was made"
    assert len(empty.notes) == 1


def test_a_value_that_cannot_be_within_the_range_is_rejected(tmp_path: Path) -> None:
    assert seen(run(tmp_path, "ALTER QLOCAL(A) MAXDEPTH(-1)\n")) == [("refused", "QLOCAL(A)")]
    assert seen(run(tmp_path, "ALTER QLOCAL(A) MAXDEPTH(+7)\n")) == [("alter", "QLOCAL(A)")]


@pytest.mark.parametrize(("script", "classes"), [("DEADQ(' ')", ("breaks",)), ("CHAD(ENABLED)", ("opens",))])
def test_queue_manager_attributes(tmp_path: Path, script: str, classes: tuple[str, ...]) -> None:
    (change,) = run(tmp_path, f"ALTER QMGR {script}\n", STATE + "ALTER QMGR DEADQ(B)\n").plan.changes
    assert change.classes == classes


def test_setmqaut_commands_of_both_sides_count(tmp_path: Path) -> None:
    """Those of the state stay, and those of the script are added."""
    written(tmp_path, "d/grants.sh", "setmqaut -m QM1 -t qmgr -p app +connect +inq\n")
    shell = "runmqsc QM1 <<EOF\nSET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHRMV(INQ)\nEOF\n"
    shell += "setmqaut -m QM1 -n A -t queue -g web +put\n"
    with Comparer(Options(isolated=True)) as comparer:
        script = comparer.open_paths([str(written(tmp_path, "s/s.sh", shell))])
        state = comparer.open_paths([str(written(tmp_path, "d/d.mqsc", STATE).parent)])
        changes = comparer.script(script, state).plan.changes
    assert [(one.action, one.notes) for one in changes] == [
        ("create", ["group web gains PUT"]),
        ("alter", ["user app loses INQ"]),
    ]


def test_a_filtered_dump_does_not_show_what_is_missing(tmp_path: Path) -> None:
    part = STATE.replace("-a -m", "-t qlocal -a -m")
    assert seen(run(tmp_path, "ALTER CHANNEL(C) CHLTYPE(SDR) DESCR('x')\n", part)) == [
        ("unknown", "CHANNEL(C)")
    ]


def test_findings_about_running_again_are_not_gone(tmp_path: Path) -> None:
    manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: m\n"
    manifest += "data:\n  a.mqsc: |\n    DEFINE QLOCAL(A)\n"
    manifest += "---\napiVersion: mq.ibm.com/v1beta1\nkind: QueueManager\nmetadata:\n  name: q\nspec:\n"
    manifest += "  queueManager:\n    name: QM1\n    mqsc:\n      - configMap:\n          name: m\n"
    manifest += "          items: [a.mqsc]\n"
    with Comparer(Options(isolated=True)) as comparer:
        script = comparer.open_paths([str(written(tmp_path, "s.mqsc", "DEFINE QLOCAL(B)\n"))])
        state = comparer.open_paths([str(written(tmp_path, "d/cm.yaml", manifest).parent)])
        assert "RUN001" in [one.code for one in state.workspace.lint().findings]
        assert comparer.script(script, state).findings.gone == []


def test_files_that_are_no_dump_may_be_part_of_the_state(tmp_path: Path) -> None:
    script = "ALTER QLOCAL(C) DESCR('x')\nDELETE QLOCAL(D)\nDEFINE QLOCAL(A)\n"
    script += "DEFINE QLOCAL(E) LIKE(F)\nDEFINE TOPIC(T) DESCR('x') REPLACE\n"
    script += "SET CHLAUTH('C') TYPE(ADDRESSMAP) ADDRESS('*') ACTION(REMOVE)\n"
    found = dict(map(reversed, seen(run(tmp_path, script, "DEFINE QLOCAL(A)\n"))))
    assert found.pop("QLOCAL(A)") == "refused"
    assert found.pop("TOPIC(T)") == "create"
    assert set(found.values()) == {"unknown"}
    assert len(found) == 4


def test_a_filtered_dump_does_not_show_what_a_definition_meets(tmp_path: Path) -> None:
    part = STATE.replace("-a -m", "-t qlocal -a -m")
    channel, queue = run(tmp_path, "DEFINE CHANNEL(C) CHLTYPE(RCVR)\nDEFINE QLOCAL(Q)\n", part).plan.changes
    assert ("unknown" in channel.classes, "unknown" in queue.classes) == (True, False)


def test_a_script_runs_on_one_queue_manager(tmp_path: Path) -> None:
    written(tmp_path, "d/e.mqsc", STATE.replace("QM1", "QM2"))
    with Comparer(Options(isolated=True)) as comparer:
        script = comparer.open_paths([str(written(tmp_path, "s.mqsc", "DEFINE QLOCAL(X)\n"))])
        state = comparer.open_paths([str(written(tmp_path, "d/d.mqsc", STATE).parent)])
        with pytest.raises(UsageError, match="2 queue managers"):
            comparer.script(script, state)


def test_placeholders_in_names_are_unknown_and_not_silent(tmp_path: Path) -> None:
    script = "DELETE QLOCAL(${X})\nALTER QLOCAL(${X}) MAXDEPTH(1)\nDEFINE QLOCAL(C) LIKE(${X})\n"
    assert {action for action, _ in seen(run(tmp_path, script))} == {"unknown"}


def test_stopping_closes(tmp_path: Path) -> None:
    (change,) = run(tmp_path, "STOP CHANNEL(APP.SVR)\n").plan.changes
    assert (change.action, change.classes) == ("run", ("closes",))


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("DEFINE SUB(S) TOPICSTR('t') DEST(NEW)\nDEFINE QLOCAL(NEW)\n", "QUEUE(NEW) is not defined"),
        ("DEFINE SUB(S) TOPICSTR('t') DEST(A)\n", ""),
        ("DEFINE SUB(S) TOPICSTR('t') DEST(FAR) DESTQMGR(QM2)\n", ""),
        ("DEFINE SUB(S) TOPICOBJ(NONE) DEST(A)\n", "TOPIC(NONE) is not defined"),
        (
            "DEFINE TOPIC(T) TOPICSTR('t') DURSUB(NO)\nDEFINE SUB(S) TOPICSTR('t/a') DEST(A)\n",
            "TOPIC(T) has DURSUB(NO)",
        ),
        (
            "DEFINE TOPIC(T) TOPICSTR('t') DURSUB(NO)\nDEFINE SUB(S) TOPICOBJ(T) TOPICSTR('a') DEST(A)\n",
            "DURSUB(NO)",
        ),
        ("DEFINE SUB(S) TOPICSTR('t/a') DEST(A)\nDEFINE TOPIC(T) TOPICSTR('t') DURSUB(NO)\n", ""),
        (
            "DEFINE TOPIC(T) TOPICSTR('t') DURSUB(NO)\nDELETE TOPIC(T)\nDEFINE SUB(S) TOPICSTR(T) DEST(A)\n",
            "",
        ),
    ],
)
def test_a_subscription_needs_its_queue_and_a_topic_that_allows_durable_ones(
    tmp_path: Path, script: str, reason: str
) -> None:
    (change,) = [one for one in run(tmp_path, script).plan.changes if one.title == "SUB(S)"]
    assert change.action == ("refused" if reason else "create")
    assert reason in " ".join(change.notes)


def test_the_queue_of_a_subscription_may_be_in_what_is_not_known(tmp_path: Path) -> None:
    script = "DEFINE SUB(S) TOPICSTR('t') DEST(NEW)\n"
    assert seen(run(tmp_path, script, "DEFINE QLOCAL(A)\n")) == [("create", "SUB(S)")]
    in_cluster = STATE + "DEFINE CHANNEL(C) CHLTYPE(CLUSRCVR) CLUSTER(X) CONNAME('h')\n"
    assert seen(run(tmp_path, script, in_cluster)) == [("create", "SUB(S)")]


def test_only_what_exists_is_started(tmp_path: Path) -> None:
    listener = "DEFINE LISTENER(L) TRPTYPE(TCP) PORT(1414) CONTROL(QMGR)\n"
    assert seen(run(tmp_path, "START LISTENER(L)\n" + listener)) == [
        ("create", "LISTENER(L)"),
        ("refused", "LISTENER(L)"),
    ]
    assert seen(run(tmp_path, listener + "START LISTENER(L)\n")) == [("create", "LISTENER(L)")]
    assert seen(run(tmp_path, "START CHANNEL(TO.B)\n")) == [("refused", "CHANNEL(TO.B)")]
    in_cluster = STATE + "DEFINE CHANNEL(TO.A) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('a')\n"
    assert seen(run(tmp_path, "START CHANNEL(TO.B)\n", in_cluster)) == []
    assert seen(run(tmp_path, "START CHANNEL(TO.B)\n", "DEFINE QLOCAL(A)\n")) == [
        ("unknown", "CHANNEL(TO.B)")
    ]


@pytest.mark.parametrize(("mode", "notes"), [("QUIESCE", 1), ("FORCE", 2)])
def test_suspend_keeps_messages_away(tmp_path: Path, mode: str, notes: int) -> None:
    (change,) = run(tmp_path, f"SUSPEND QMGR CLUSTER(C) MODE({mode})\n").plan.changes
    assert (change.action, change.classes, len(change.notes)) == ("run", ("closes",), notes)
    assert seen(run(tmp_path, "RESUME QMGR CLUSTER(C)\n")) == []
