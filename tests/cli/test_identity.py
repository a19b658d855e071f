"""A queue manager is (environment, name): what a first run in a bank's repository has to get right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mqtune.project.load import load_project

HEAD = "* Queue manager name: {0}\n* Command issued: dmpmqcfg -a -m {0}\n"
SENDER = (
    "DEFINE QLOCAL(GWQM1) USAGE(XMITQ) REPLACE\n"
    "DEFINE CHANNEL(PAYQM1.GWQM1) CHLTYPE(SDR) CONNAME('h(1414)') XMITQ(GWQM1) MAXMSGL(9000000) REPLACE\n"
)
RECEIVER = "DEFINE CHANNEL(PAYQM1.GWQM1) CHLTYPE(RCVR) MAXMSGL({}) REPLACE\n"


def write(files: dict[str, str]) -> None:
    for path, text in files.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text)


def estate(*environments: str) -> dict[str, str]:
    """Dumps of two queue managers in each environment; in test, one end of the channel is missing."""
    files = {}
    for name in environments:
        files[f"{name}/PAYQM1.mqsc"] = HEAD.format("PAYQM1") + SENDER
        end = "" if "test" in name else RECEIVER.format(4000000 if "dev" in name else 9000000)
        files[f"{name}/GWQM1.mqsc"] = HEAD.format("GWQM1") + end + "DEFINE QLOCAL(A) REPLACE\n"
    return files


def found(outcome) -> list[tuple[str, str, str | None]]:
    return [
        (one["code"], one["file"].rpartition("/")[2], one["environment"])
        for one in json.loads(outcome.out)["findings"]
    ]


PAIR = ("--select", "CHL020,REF018", "--format", "json")


def test_partners_are_resolved_within_one_environment(mqtune, folder):
    write(estate("dev", "test", "prod"))
    assert found(mqtune("lint", *PAIR)) == [
        ("CHL020", "PAYQM1.mqsc", "dev"),
        ("REF018", "PAYQM1.mqsc", "test"),
    ]
    assert found(mqtune("lint", "test", *PAIR)) == [("REF018", "PAYQM1.mqsc", None)]
    assert found(mqtune("lint", "test", "prod", *PAIR)) == [("REF018", "PAYQM1.mqsc", "test")]
    files = ("dev/PAYQM1.mqsc", "prod/GWQM1.mqsc")  # as a hook names them
    assert found(mqtune("lint", *files, *PAIR)) == []


@pytest.mark.parametrize("pattern", ["mqsc/{}/{}", "{}/mqsc/{}", "teams/pay/{}/{}", "{1}-{0}"])
def test_environments_may_be_anywhere_in_a_path(mqtune, folder, pattern):
    files = {}
    for path, text in estate("dev", "test", "prod").items():
        environment, file = path.split("/")
        stem = file.removesuffix(".mqsc")
        files[pattern.format(environment, stem) + ".mqsc"] = text
    write(files)
    assert [(code, name) for code, _, name in found(mqtune("lint", *PAIR))] in (
        [("CHL020", "dev"), ("REF018", "test")],
        [("REF018", "test"), ("CHL020", "dev")],
    )


def test_show_separates_environments(mqtune, folder):
    write(estate("dev", "prod"))
    out = mqtune("show", "object", "CHANNEL(PAYQM1.GWQM1)").out
    assert "CHANNEL(PAYQM1.GWQM1), queue manager PAYQM1, environment dev" in out
    assert "CHANNEL(PAYQM1.GWQM1), queue manager PAYQM1, environment prod" in out


def test_init_declares_the_environments_it_finds(mqtune, folder):
    write(estate("dev", "test", "prod"))
    before = found(mqtune("lint", *PAIR))
    assert "6 queue managers of 3 environments in 6 files" in mqtune("init").out
    project = load_project(None, ".")
    assert [(one.name, one.files) for one in project.environments] == [
        ("dev", ("dev/**",)),
        ("prod", ("prod/**",)),
        ("test", ("test/**",)),
    ]
    assert len(project.queue_managers) == 6
    assert found(mqtune("lint", *PAIR)) == before


def test_init_takes_the_name_of_a_queue_manager_from_its_only_script(mqtune, folder):
    sender = "DEFINE QREMOTE(PAY.OUT) RNAME(PAY.IN) RQMNAME(GATEWAY) XMITQ(GATEWAY)\n"
    write(
        {
            "prod/dc1/PAY.QM.mqsc": sender,
            "prod/dc1/qm.ini": "Log:\n   LogPrimaryFiles=3\n",
            "prod/gw/gateway.mqsc": SENDER,  # others mean it
            "prod/dc2/queues.mqsc": "DEFINE QLOCAL(A)\n",
            "prod/QM7/queues.mqsc": "DEFINE QLOCAL(A)\n",
        }
    )
    mqtune("init")
    declared = {one.name for one in load_project(None, ".").queue_managers}
    assert declared == {"PAY.QM", "GATEWAY", "dc2", "QM7"}
    assert mqtune("trace", "--qmgr", "PAY.QM", "PAY.OUT").status == 0


def test_init_accepts_dated_dumps_of_one_queue_manager(mqtune, folder):
    files = {f"PAYQM1-2026-11-{day}.mqsc": HEAD.format("PAYQM1") + SENDER for day in (19, 20)}
    write(files)
    assert mqtune("init").status == 0
    (declared,) = load_project(None, ".").queue_managers
    assert declared.files == tuple(files)
    assert mqtune("lint").status in (0, 1)
    assert found(mqtune("lint", "--select", "RUN003", "--format", "json")) == []


RESOURCE = """\
{{{{- if .Values.{0}.on }}}}
kind: QueueManager
metadata:
  name: {{{{ .Values.{0}.qm }}}}
spec:
  queueManager:
    mqsc:
      - configMap:
          name: {{{{ .Values.{0}.qm }}}}-mqsc
          items: [a.mqsc]
---
kind: ConfigMap
metadata:
  name: {{{{ .Values.{0}.qm }}}}-mqsc
data:
  a.mqsc: |
    DEFINE CHANNEL(X.Y) CHLTYPE(SVRCONN) MCAUSER('mqm') REPLACE
{{{{- end }}}}
"""


@pytest.mark.parametrize("names", [("alpha", "bravo"), ("alpha", "alpha")], ids=["two names", "one text"])
def test_two_templates_are_two_queue_managers_shown_as_written(mqtune, folder, names):
    files = {f"s/{number}.yaml": RESOURCE.format(name) for number, name in enumerate(names)}
    write(files)
    outcome = mqtune("lint", "--select", "SEC016", "--format", "json")
    findings = json.loads(outcome.out)["findings"]
    assert [one["file"] for one in findings] == list(files)
    assert [one["queue_manager"] for one in findings] == [f"{{{{ .Values.{name}.qm }}}}" for name in names]
    assert "xxxx" not in outcome.out + mqtune("show", "objects").out
    assert mqtune("init").status == 0
    assert load_project(None, ".").queue_managers == ()
    assert mqtune("lint").status in (0, 1)


ROLE = {
    "roles/mq/files/queues.mqsc": "DEFINE QLOCAL(AUDIT.Q) MAXDEPTH(100) REPLACE\n",
    "roles/mq/templates/queues.mqsc.j2": "DEFINE QLOCAL(AUDIT.Q) MAXDEPTH(50000) REPLACE\n",
    "roles/mq/tasks/main.yml": "- shell: |\n    runmqsc {{ qm }} <<E\n    DEFINE QLOCAL(T) REPLACE\n    E\n",
}


def test_the_folders_of_a_role_are_one_queue_manager_that_is_not_named_after_them(mqtune, folder):
    write({f"repository/{path}": text for path, text in ROLE.items()})
    outcome = mqtune("lint", "repository", "--select", "RUN003", "--format", "concise")
    assert "templates/queues.mqsc.j2:1:15: warning RUN003 QLOCAL(AUDIT.Q) has MAXDEPTH(50000)" in outcome.out
    assert mqtune("init", "repository").status == 0
    names = [one.name for one in load_project(None, "repository").queue_managers]
    assert not {"files", "tasks", "templates", "roles"} & set(names)
    assert mqtune("lint", "repository").status in (0, 1)


def test_an_ini_file_beside_the_only_queue_manager_belongs_to_it(mqtune, folder):
    write({"scripts/1.sh": "runmqsc CLRQM1 <<E\nDEFINE QLOCAL(A) REPLACE\nE\n", "etc/qm.ini": "TCP:\n"})
    assert mqtune("init").status == 0
    (declared,) = load_project(None, ".").queue_managers
    assert (declared.name, declared.files) == ("CLRQM1", ("scripts/1.sh", "etc/qm.ini"))


def test_several_project_files_separate_their_folders(mqtune, folder):
    write(estate("east", "west"))
    for name in ("east", "west"):
        write({f"{name}/mqtune.toml": 'profile = "production"\n'})
    assert found(mqtune("lint", *PAIR)) == []


def test_environments_of_the_project_file_count_instead_of_folders(mqtune, folder):
    write(estate("blue", "test", "prod"))
    write({"mqtune.toml": '[[environment]]\nname = "all"\nfiles = ["**"]\n'})
    outcome = mqtune("lint", *PAIR)
    assert {name for *_, name in found(outcome)} <= {"all"}


def test_one_queue_manager_may_be_declared_in_each_environment(mqtune, folder):
    write(estate("dev", "prod"))
    table = '[[queue-manager]]\nname = "PAYQM1"\nenvironment-name = "{0}"\nfiles = ["{0}/PAYQM1.mqsc"]\n'
    write({"mqtune.toml": "".join(map(table.format, ("dev", "prod")))})
    assert mqtune("lint").status in (0, 1)
    write({"mqtune.toml": table.format("dev") * 2})
    outcome = mqtune("lint")
    assert outcome.status == 2
    assert "queue manager PAYQM1 is declared twice in environment dev" in outcome.err


def test_an_environment_that_is_not_declared_is_an_error(mqtune, folder):
    text = '[[environment]]\nname = "prod"\nfiles = ["prod/**"]\n[[queue-manager]]\nname = "A"\n'
    write({"mqtune.toml": text + 'environment-name = "prd"\n', **estate("prod")})
    outcome = mqtune("lint")
    assert outcome.status == 2
    assert "mqtune.toml:6: error: environment prd is not declared" in outcome.err
    assert "the nearest name is prod" in outcome.err


def test_a_run_can_be_limited_to_environments_and_queue_managers(mqtune, folder):
    write(estate("dev", "test", "prod"))
    for words, expected in (
        (("--environment", "dev"), ["dev"]),
        (("--environment", "*e*"), ["dev", "test"]),
        (("--qmgr", "PAY*", "--environment", "test"), ["test"]),
        (("--qmgr", "GWQM1"), []),
        (("--qmgr", "GWQM1", "--qmgr", "PAYQM1"), ["dev", "test"]),
    ):
        assert [name for *_, name in found(mqtune("lint", *PAIR, *words))] == expected
    summary = json.loads(mqtune("lint", *PAIR, "--environment", "prod").out)["summary"]
    assert (summary["files"], summary["warning"]) == (2, 0)
    rows = json.loads(mqtune("show", "objects", "--format", "json", "--qmgr", "GW*").out)["objects"]
    assert {(row["environment"], row["queue_manager"]) for row in rows} == {
        (name, "GWQM1") for name in ("dev", "test", "prod")
    }
    out = mqtune("tune", "--environment", "prod", "--qmgr", "PAYQM1", "--format", "json").out
    assert [one["queue_manager"] for one in json.loads(out)["queue_managers"]] == ["PAYQM1"]


@pytest.mark.parametrize("command", [("lint",), ("show", "objects"), ("tune",)])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("--environment", "prd"),
            "no environment matches --environment 'prd'\n  help: the nearest name is prod",
        ),
        (
            ("--qmgr", "X*"),
            "no queue manager matches --qmgr 'X*'\n  help: the queue managers are GWQM1, PAYQM1",
        ),
    ],
)
def test_an_unknown_environment_or_queue_manager_is_an_error(mqtune, folder, command, words, message):
    write(estate("dev", "prod"))
    outcome = mqtune(*command, *words)
    assert outcome.status == 2
    assert message in outcome.err


@pytest.mark.parametrize("command", [("lint",), ("trace", "Q")])
def test_files_that_name_no_queue_manager_say_how_to_name_it(mqtune, folder, command):
    (folder / "a.mqsc").write_text("DEFINE QLOCAL(Q) REPLACE\n")
    outcome = mqtune(*command, "--qmgr", "QM1")
    assert outcome.status == 2
    assert "the files do not show the name of their queue manager" in outcome.err


def test_show_and_verbose_state_what_was_inferred(mqtune, folder):
    write(estate("dev", "test", "prod"))
    note = "GWQM1 and PAYQM1 occur in dev, prod, test: taken for three environments"
    assert note in mqtune("show", "objects").err
    assert note in mqtune("lint", "-v").err
    assert note not in mqtune("lint").err


def test_states_of_a_queue_manager_are_stated(mqtune, folder):
    write({f"PAYQM1-{day}.mqsc": HEAD.format("PAYQM1") + SENDER for day in (19, 20)})
    assert "PAYQM1 has 2 dumps: each is checked alone, as a state of it" in mqtune("lint", "-v").err


def test_nightly_dumps_in_folders_of_their_days_are_states(mqtune, folder):
    write(estate("2026-11-19-dev", "2026-11-20-test"))
    assert [code for code, *_ in found(mqtune("lint", *PAIR))] == ["CHL020", "REF018"]
    assert "taken for two states of the same queue managers" in mqtune("lint", "-v").err


def objects(outcome) -> set[tuple[str | None, str | None, str]]:
    rows = json.loads(outcome.out)["objects"]
    return {(row["environment"], row["queue_manager"], row["name"]) for row in rows}


def test_a_table_for_one_environment_leaves_the_others_alone(mqtune, folder):
    for name in ("dev", "prod"):
        write(
            {
                f"{name}/{file}": HEAD.format(file[:-5]) + f"DEFINE QLOCAL({file[:-5]}.{name})\n"
                for file in ("PAYQM1.mqsc", "GWQM1.mqsc")
            }
        )
    write(
        {
            "setup.sh": "runmqsc PAYQM1 <<E\nDEFINE QLOCAL(ELSEWHERE)\nE\n",
            "shared.mqsc": "DEFINE QLOCAL(SHARED)\n",
        }
    )
    environments = "".join(
        f'[[environment]]\nname = "{one}"\nfiles = ["{one}/**"]\n' for one in ("dev", "prod")
    )
    expected = {
        (name, f"{qm}QM1", f"{qm}QM1.{name.upper()}") for name in ("dev", "prod") for qm in ("PAY", "GW")
    }
    shown = ("show", "objects", "--format", "json")
    table = '[[queue-manager]]\nname = "PAYQM1"\n'
    write({"mqtune.toml": environments + table + 'environment-name = "prod"\nrole = "production"\n'})
    assert objects(mqtune(*shown)) == expected | {(None, "PAYQM1", "ELSEWHERE"), (None, "PAYQM1", "SHARED")}
    write({"mqtune.toml": environments + table})  # for every environment
    assert expected <= objects(mqtune(*shown))
    write({"mqtune.toml": environments + table + 'files = ["shared.mqsc", "*/PAYQM1.mqsc"]\n'})
    shared = {(name, "PAYQM1", "SHARED") for name in ("dev", "prod")}
    own = {(None, "PAYQM1", "ELSEWHERE"), (None, "PAYQM1", "SHARED")}
    assert objects(mqtune(*shown)) == expected | shared | own
    (folder / "mqtune.toml").unlink()
    before = objects(mqtune(*shown))
    mqtune("init")
    assert objects(mqtune(*shown)) == before
