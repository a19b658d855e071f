"""`mqtune plan` as a user runs it: the same changes in text, JSON, Markdown and exit status."""

from __future__ import annotations

import io
import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Run

OLD = "DEFINE QLOCAL(APP.Q1) MAXDEPTH(50000) REPLACE\nDEFINE QLOCAL(OLD_Q) REPLACE\n"
NEW = "DEFINE QLOCAL(APP.Q1) REPLACE\nDEFINE QLOCAL(NEW_Q) REPLACE\n"


@pytest.fixture
def states(folder: Path) -> Path:
    for name, text in (("old", OLD), ("new", NEW)):
        (folder / name).mkdir()
        (folder / name / "a.mqsc").write_text(text)
    return folder


def test_text_json_and_status_agree(states: Path, mqtune: Run) -> None:
    shown = json.loads(mqtune("plan", "old", "new", "--format", "json").out)
    text = mqtune("plan", "old", "new", "--exit-code")
    assert shown["version"] == 1
    assert text.status == 1
    assert text.out.startswith("states: ")
    assert [(one["action"], one["object"]["name"]) for one in shown["changes"]] == [
        ("alter", "APP.Q1"),
        ("create", "NEW_Q"),
        ("delete", "OLD_Q"),
    ]
    assert text.out.rstrip().splitlines()[-1].startswith("Plan: 1 create, 1 alter, 1 delete.")
    assert {name: shown["summary"][name] for name in ("create", "alter", "delete")} == {
        "create": 1, "alter": 1, "delete": 1,
    }  # fmt: skip
    assert shown["apply"] == [
        "ALTER QLOCAL(APP.Q1) MAXDEPTH(5000)",
        "DEFINE QLOCAL(NEW_Q)",
        "DELETE QLOCAL(OLD_Q)",
    ]
    for name in ("APP.Q1", "NEW_Q", "OLD_Q"):
        assert f"QLOCAL({name})" in text.out


@pytest.mark.parametrize(
    ("old", "new", "when"),
    [
        ("ALTER QMGR SSLKEYR('/a')", "ALTER QMGR SSLKEYR('/b')", "after REFRESH SECURITY TYPE(SSL)"),
        ("ALTER QMGR CONNAUTH(A)", "ALTER QMGR CONNAUTH(B)", "after REFRESH SECURITY TYPE(CONNAUTH)"),
        (
            "DEFINE AUTHINFO(A) AUTHTYPE(IDPWOS) CHCKCLNT(NONE)",
            "DEFINE AUTHINFO(A) AUTHTYPE(IDPWOS)",
            "after REFRESH SECURITY TYPE(CONNAUTH)",
        ),
        ("ALTER QMGR DEFCLXQ(SCTQ)", "ALTER QMGR DEFCLXQ(CHANNEL)", "at the next channel start"),
    ],
)
def test_the_command_after_which_a_change_takes_effect_is_named(
    states: Path, mqtune: Run, old: str, new: str, when: str
) -> None:
    (states / "old" / "a.mqsc").write_text(old)
    (states / "new" / "a.mqsc").write_text(new)
    assert when in mqtune("plan", "old", "new").out


def test_the_status_follows_the_classes(states: Path, mqtune: Run) -> None:
    assert mqtune("plan", "old", "new").status == 0
    assert mqtune("plan", "old", "new", "--fail-on", "destroys").status == 1
    (states / "new" / "a.mqsc").write_text(NEW + "DEFINE QLOCAL(OLD_Q) REPLACE\n")
    assert mqtune("plan", "old", "new", "--fail-on", "destroys").status == 0
    assert mqtune("plan", "old", "new", "--fail-on", "resets").status == 1
    assert mqtune("plan", "old", "old", "--exit-code", "--fail-on", "safe").status == 0


def test_out_writes_a_script_that_makes_the_change(states: Path, mqtune: Run) -> None:
    assert mqtune("plan", "old", "new", "--out", "change.mqsc").status == 0
    (states / "made").mkdir()
    (states / "made" / "a.mqsc").write_text(OLD + (states / "change.mqsc").read_text())
    assert "Plan: no changes." in mqtune("plan", "made", "new").out


def test_no_output_replaces_a_file_that_is_compared(folder: Path, mqtune: Run) -> None:
    for name, text in (("old", OLD), ("new", NEW)):
        (folder / name).mkdir()
        declared = (f'[[queue-manager]]\nname = "{one}"\nfiles = ["{one}.mqsc"]\n' for one in ("QM1", "QM2"))
        (folder / name / "mqtune.toml").write_text("".join(declared))
        for manager in ("QM1", "QM2"):
            (folder / name / f"{manager}.mqsc").write_text(text)
    for words in (("old", "new", "--out", "new"), ("old/QM1.mqsc", "new/QM1.mqsc", "--out", "old/QM1.mqsc")):
        refused = mqtune("plan", *words)
        assert refused.status == 2
        assert "QM1.mqsc is one of the input files" in refused.err
    assert (folder / "new" / "QM1.mqsc").read_text() == NEW
    assert (folder / "old" / "QM1.mqsc").read_text() == OLD


def test_scripts_of_queue_managers_that_are_called_alike_are_all_written(folder: Path, mqtune: Run) -> None:
    files = {"a/b": "qm1", "a-b": "qm2"}
    tables = [
        f'[[queue-manager]]\nname = "{name}"\nfiles = ["{file}.mqsc"]\n' for name, file in files.items()
    ]
    for side, text in (("old", OLD), ("new", NEW)):
        (folder / side).mkdir()
        (folder / side / "mqtune.toml").write_text("".join(tables))
        for file in files.values():
            (folder / side / f"{file}.mqsc").write_text(text)
    assert mqtune("plan", "old", "new", "--out", "made").status == 0
    assert len(list((folder / "made").iterdir())) == 2


def test_a_script_on_a_state(states: Path, mqtune: Run) -> None:
    (states / "change.mqsc").write_text("DEFINE QLOCAL(OLD_Q)\n")
    found = mqtune("plan", "--apply", "change.mqsc", "old", "--fail-on", "fails")
    assert found.status == 1
    assert found.out.startswith("script: ")
    assert "exists already" in found.out
    assert "delete" not in found.out.splitlines()[-1]


def test_markdown_is_short_enough_and_escaped(states: Path, mqtune: Run) -> None:
    lines = [f"DEFINE QLOCAL(QUEUE_{number}) DESCR('```|`') REPLACE\n" for number in range(500)]
    (states / "new" / "a.mqsc").write_text("".join(lines))
    text = mqtune("plan", "old", "new", "--format", "markdown", "--max-bytes", "5000").out
    assert text.startswith("<!-- mqtune-plan ")
    assert len(text.encode()) <= 5000
    assert "QLOCAL(OLD\\_Q)" in text
    assert text.count("<details>") == text.count("</details>")
    assert "left out" in text
    fences = [line for line in text.splitlines() if line.startswith("````")]
    assert len(fences) in (0, 2)


def test_several_queue_managers_are_named(folder: Path, mqtune: Run) -> None:
    for side, depth in (("old", 9), ("new", 8)):
        for name in ("QM1", "QM2"):
            (folder / side).mkdir(exist_ok=True)
            text = f"* Queue manager name: {name}\nDEFINE QLOCAL(Q) MAXDEPTH({depth})\n"
            (folder / side / f"{name}.mqsc").write_text(text)
    assert "lowers  QLOCAL(Q) MAXDEPTH  (QM1, QM2)\n" in mqtune("plan", "old", "new").out
    found = mqtune("plan", "old", "new", "--format", "markdown").out
    assert "| | Queue manager | Object |" in found
    assert found.count("| QM2 | QLOCAL(Q) |") == 1
    scripts = json.loads(mqtune("plan", "old", "new", "--format", "json").out)["scripts"]
    assert [(one["queue_manager"], one["commands"]) for one in scripts] == [
        ("QM1", ["ALTER QLOCAL(Q) MAXDEPTH(8)"]),
        ("QM2", ["ALTER QLOCAL(Q) MAXDEPTH(8)"]),
    ]


def test_markdown_is_silent_if_nothing_changes(states: Path, mqtune: Run) -> None:
    assert mqtune("plan", "old", "old", "--format", "markdown", "--skip-empty").out == ""


def test_expected_differences_are_counted(states: Path, mqtune: Run) -> None:
    (states / "mqtune.toml").write_text(
        '[[plan-ignore]]\nobject = "QLOCAL(APP.*)"\nattribute = "MAXDEPTH"\nreason = "raised by hand"\n'
        '[[plan-ignore]]\nobject = "QLOCAL(OLD_*)"\nreason = "goes later"\nuntil = 2020-01-01\n'
    )
    found = json.loads(mqtune("plan", "old", "new", "--format", "json").out)
    assert [one["object"]["name"] for one in found["changes"]] == ["NEW_Q", "OLD_Q"]
    assert [(one["object"], one["count"]) for one in found["ignored"]] == [("QLOCAL(APP.*)", 1)]
    assert "expired" in found["notes"][0]
    assert ", 1 ignored" in mqtune("plan", "old", "new", "--format", "markdown").out.splitlines()[1]


@pytest.mark.parametrize("object", ["QLOCAL(NEW_Q", "QLOCAL()", "QLOCAL NEW_Q", "QLOKAL(NEW_Q)"])
def test_an_object_that_plan_ignore_cannot_mean_is_wrong_use(states: Path, mqtune: Run, object: str) -> None:
    (states / "mqtune.toml").write_text(f'[[plan-ignore]]\nobject = "{object}"\nreason = "x"\n')
    found = mqtune("plan", "old", "new")
    assert found.status == 2
    assert object in found.err
    assert "mqtune.toml:" in found.err


def test_what_only_an_ignored_attribute_requires_is_not_done(folder: Path, mqtune: Run) -> None:
    line = "DEFINE TOPIC(T) TOPICSTR('{}') DESCR('{}')\n"
    for side, text in (("old", line.format("a", "x")), ("new", line.format("b", "y"))):
        (folder / side).mkdir()
        (folder / side / "a.mqsc").write_text(text)
    (folder / "mqtune.toml").write_text(
        '[[plan-ignore]]\nobject = "TOPIC"\nattribute = "TOPICSTR"\nreason = "moves later"\n'
    )
    found = json.loads(mqtune("plan", "old", "new", "--format", "json").out)
    assert found["apply"] == ["ALTER TOPIC(T) DESCR('y')"]
    assert (found["changes"][0]["recreated"], found["changes"][0]["classes"]) == (False, ["safe"])


@pytest.mark.parametrize("object", ["QUEUE(NEW_Q)", "ql('NEW_Q')", "Q*( NEW* )"])
def test_plan_ignore_takes_synonyms_and_name_spaces(states: Path, mqtune: Run, object: str) -> None:
    (states / "mqtune.toml").write_text(f'[[plan-ignore]]\nobject = "{object}"\nreason = "x"\n')
    found = json.loads(mqtune("plan", "old", "new", "--format", "json").out)
    assert "NEW_Q" not in [one["object"]["name"] for one in found["changes"]]


def test_of_several_tables_that_exclude_a_change_the_first_counts(folder: Path, mqtune: Run) -> None:
    for side, depth in (("old", 1), ("new", 2)):
        (folder / side).mkdir()
        lines = (f"DEFINE QLOCAL(APP.Q{n}) MAXDEPTH({depth}) DESCR('{depth}')\n" for n in range(6))
        (folder / side / "a.mqsc").write_text("".join(lines))
    tables = [
        ("QALIAS(APP.*)", ""),
        ("QLOCAL(*.Q5)", "maxd*"),
        ("Q*(*Q*5*)", "DESCR"),
        ("ql( 'APP.Q4' )", ""),
        ("QLOCAL(**)", "MAXDEPTH"),
        ("QUEUE", "*"),
        ("QLOCAL(APP.*)", ""),
    ]
    (folder / "mqtune.toml").write_text(
        "".join(
            f'[[plan-ignore]]\nobject = "{object}"\nreason = "x"\n'
            + (f'attribute = "{attribute}"\n' if attribute else "")
            for object, attribute in tables
        )
    )
    found = json.loads(mqtune("plan", "old", "new", "--format", "json").out)
    assert found["changes"] == []
    assert [(one["object"], one["count"]) for one in found["ignored"]] == [
        ("QLOCAL(*.Q5)", 1),
        ("Q*(*Q*5*)", 1),
        ("ql( 'APP.Q4' )", 1),
        ("QLOCAL(**)", 4),
        ("QUEUE", 4),
    ]


def test_files_of_clients_that_differ_are_named(states: Path, mqtune: Run) -> None:
    for side, host in (("old", "h1"), ("new", "h2")):
        entry = f'{{"name": "APP", "type": "clientConnection", "clientConnection": {{"connection": [{{"host": "{host}", "port": 1}}]}}}}'  # noqa: E501
        (states / side / "ccdt.json").write_text(f'{{"channel": [{entry}]}}\n')
        (states / side / "mqclient.ini").write_text("CHANNELS:\n   DefRecon=NO\n")
    note = "note: files that a plan does not compare differ: ccdt.json\n"
    assert note in mqtune("plan", "old", "new").out
    assert note not in mqtune("plan", "old", "old").out


def test_output_of_runmqsc_is_named_as_what_it_is(states: Path, mqtune: Run) -> None:
    text = "5724-H72 (C) Copyright IBM Corp. 1994, 2024.\nStarting MQSC for queue manager QM1.\n\n\n"
    text += "     1 : DISPLAY QLOCAL(*)\nAMQ8409I: Display Queue details.\n   QUEUE(A)     TYPE(QLOCAL)\n"
    (states / "shown").mkdir()
    for name in ("QM1.txt", "QM1.mqsc"):
        (states / "shown" / name).write_text(text)
    found = mqtune("plan", "shown/QM1.txt", "new")
    assert found.status == 2
    assert "dmpmqcfg -a" in found.err
    assert "dmpmqcfg -a" in mqtune("plan", "shown", "new").out


def test_a_secret_is_never_printed(states: Path, mqtune: Run) -> None:
    line = "DEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) CONNAME('h') SHORTUSR('u') LDAPPWD('{}')\n"
    for name, secret in (("old", "Hidden-1"), ("new", "Hidden-2")):
        (states / name / "a.mqsc").write_text(line.format(secret))
    for name in ("text", "json", "markdown"):
        found = mqtune("plan", "old", "new", "--format", name, "--out", "x.mqsc")
        assert "Hidden" not in found.out + (states / "x.mqsc").read_text()
        assert "LDAPPWD" in found.out


def git(folder: Path, *words: str) -> None:
    names = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *names, *words], cwd=folder, check=True, capture_output=True)


def test_a_revision_against_the_working_tree(
    states: Path, mqtune: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(states, "init")
    git(states, "add", "old")
    git(states, "commit", "-m", "one")
    (states / "old" / "a.mqsc").write_text(NEW)
    for words in (("--since", "HEAD", "old"), ("git:HEAD", "old"), ("git:HEAD:old", "old")):
        found = json.loads(mqtune("plan", *words, "--format", "json").out)
        assert [one["action"] for one in found["changes"]] == ["alter", "create", "delete"]
        assert found["changes"][2]["file"] == "HEAD:old/a.mqsc"
    monkeypatch.chdir(states / "old")
    assert "2 " not in mqtune("plan", "--since", "HEAD").err
    assert "Plan: 1 create, 1 alter, 1 delete." in mqtune("plan", "--since", "HEAD").out
    missing = mqtune("plan", "--since", "nope")
    assert missing.status == 2
    assert "unknown revision 'nope'" in missing.err
    (states / "old" / "mqtune.toml").write_text("profile = 1\n")
    git(states, "add", "old")
    git(states, "commit", "-m", "two")
    (states / "old" / "mqtune.toml").unlink()
    assert mqtune("plan", "--since", "HEAD").err.startswith("HEAD:mqtune.toml:1: error: profile must")


@pytest.mark.parametrize("state", ["git:HEAD", "git:HEAD:."])
def test_a_queue_manager_is_chosen_by_its_folder_in_both_states(
    folder: Path, mqtune: Run, state: str
) -> None:
    for name in ("live/more", "other"):
        (folder / name).mkdir(parents=True)
        (folder / name / "a.mqsc").write_text("DEFINE QLOCAL(IN)\n")
    git(folder, "init")
    git(folder, "add", ".")
    git(folder, "commit", "-m", "one")
    (folder / "live/more/a.mqsc").write_text("DEFINE QLOCAL(IN)\nDEFINE QLOCAL(OUT)\n")
    for words in (("--since", "HEAD"), (state, "."), (".", state)):
        found = json.loads(mqtune("plan", *words, "--qmgr", "live/more", "--format", "json").out)
        assert [one["object"]["name"] for one in found["changes"]] == ["OUT"]


@pytest.mark.parametrize(
    "words", [("git:HEAD", "git:HEAD:old"), ("git:HEAD:old", "git:HEAD"), ("--apply", "new", "git:HEAD:old")]
)
def test_the_folder_of_a_revision_decides_nothing(states: Path, mqtune: Run, words: tuple[str, ...]) -> None:
    git(states, "init")
    git(states, "add", ".")
    git(states, "commit", "-m", "one")
    found = {mqtune("plan", *words, "--format", "json").out for _ in range(4)}
    assert len(found) == 1
    assert "/tree/" not in found.pop()


def test_wrong_use_is_explained(states: Path, mqtune: Run) -> None:
    for words, expected in (
        (("old",), "missing argument 'NEW'"),
        (("old", "new", "more"), "unexpected extra argument (more)"),
        (("old", "nope"), "no such file or directory: nope"),
        (("--since", "a", "--apply", "b", "old"), "--since does not apply to plan script"),
        (("--against", "prod"), "--against needs one --environment"),
        (("old", "new", "--environment", "prod"), "no environment matches"),
        (("-", "-"), "only one of the states"),
    ):
        found = mqtune("plan", *words)
        assert (found.status, found.out) == (2, "")
        assert expected in found.err


def test_environments_separate_what_values_cause(folder: Path, mqtune: Run) -> None:
    (folder / "mqtune.toml").write_text(
        "".join(f'[[environment]]\nname = "{one}"\nvalues = ["{one}.yaml"]\n' for one in ("test", "prod"))
    )
    (folder / "test.yaml").write_text("qm: T\ndepth: 10\n")
    (folder / "prod.yaml").write_text("qm: P\ndepth: 20\n")
    (folder / "a.mqsc").write_text("DEFINE QLOCAL({{ qm }}.IN) MAXDEPTH({{ depth }})\nDEFINE QLOCAL(SAME)\n")
    found = mqtune("plan", "--environment", "test", "--against", "prod", "--format", "json")
    (change,) = json.loads(found.out)["changes"]
    assert change["intended"] is True
    assert change["attributes"][0]["before"] == "10"
    wrong = mqtune("plan", "--environment", "test", "--against", "prd")
    assert "the environments are prod, test" in wrong.err


@pytest.mark.parametrize("layout", ["env/{0}/{1}/a.mqsc", "{1}/overlays/{0}/a.mqsc", "{1}/{1}_{0}.mqsc"])
def test_queue_managers_that_only_folders_name_are_paired_between_environments(
    folder: Path, mqtune: Run, layout: str
) -> None:
    for environment, depth in (("test", 10), ("prod", 20)):
        for name in ("QM1", "HUB"):
            file = folder / layout.format(environment, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"DEFINE QLOCAL(IN) MAXDEPTH({depth if name == 'HUB' else 7})\n")
    found = mqtune("plan", "--environment", "test", "--against", "prod", "--format", "json", ".")
    (change,) = json.loads(found.out)["changes"]
    assert [(one["before"], one["after"]) for one in change["attributes"]] == [("10", "20")]


def test_setmqaut_commands_are_part_of_a_state_for_plan_query_and_trace(folder: Path, mqtune: Run) -> None:
    text = "runmqsc QM1 <<EOF\nDEFINE QLOCAL(Q)\nSET AUTHREC OBJTYPE(QMGR) GROUP('x') AUTHADD(CONNECT)\nEOF\n"
    for side, words in (("old", "+connect"), ("new", "+connect +inq")):
        (folder / side).mkdir()
        more = f"setmqaut -m QM1 -t qmgr -p app {words}\nsetmqaut -m QM1 -n Q -t queue -p app +put\n"
        (folder / side / "a.sh").write_text(text + more)
    assert "user app gains INQ on the queue manager" in mqtune("plan", "old", "new").out
    assert "ENTITY(app)" in mqtune("query", "DIS AUTHREC PROFILE(Q) OBJTYPE(QUEUE)", "new").out
    traced = mqtune("trace", "Q", "new", "--user", "app", "--complete", "--expect", "delivered")
    assert (traced.status, traced.err) == (0, "")


def test_the_cost_is_the_difference_of_budgets_even_if_the_dump_is_outside_of_the_project(
    states: Path, mqtune: Run
) -> None:
    head = "* Queue manager name: QM1\n* Command issued: dmpmqcfg -a -m QM1\n"
    (states / "dump.mqsc").write_text(head + "DEFINE QLOCAL(IN) MAXDEPTH(500000) REPLACE\n")
    (states / "new" / "a.mqsc").write_text("DEFINE QLOCAL(IN) MAXDEPTH(5000) REPLACE\n")
    (states / "new" / "mqtune.toml").write_text(
        '[[queue-manager]]\nname = "QM1"\noutage = "30 s"\n'
        '[[queue-manager.queue]]\nqueue = "IN"\nput-rate = 2000\nmessage-size = "2 KiB"\n'
    )
    found = json.loads(mqtune("plan", "dump.mqsc", "new", "--format", "json").out)
    depth = next(one for one in found["budget"] if one["kind"] == "queue-depth")
    assert (depth["before"]["share"], depth["after"]["share"]) == (0.12, 12.0)
    assert "12% -> 1,200%" in mqtune("plan", "dump.mqsc", "new").out
    assert all(one["file"] for side in ("new", "gone") for one in found["findings"][side])


def test_a_script_from_standard_input(states: Path, mqtune: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    script = io.TextIOWrapper(io.BytesIO(b"DELETE QLOCAL(OLD_Q)\n"))
    monkeypatch.setattr("sys.stdin", script)
    found = mqtune("plan", "--apply", "-", "old")
    assert "what standard input does" in found.out
    assert "Plan: 1 delete." in found.out
