"""`mqtune access` on the command line: outputs, exit statuses, tests of the project file, the matrix."""

from __future__ import annotations

import csv
import io
import json
import subprocess
from pathlib import Path

import pytest

SCRIPT = """DEFINE CHANNEL(APP.SVR) CHLTYPE(SVRCONN)
DEFINE QLOCAL(ORDERS.IN)
DEFINE QALIAS(ORDERS) TARGET(ORDERS.IN)
DEFINE QLOCAL('lower')
SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)
SET CHLAUTH('APP.SVR') TYPE(ADDRESSMAP) ADDRESS('10.1.*') USERSRC(CHANNEL)
SET CHLAUTH('APP.SVR') TYPE(ADDRESSMAP) ADDRESS('10.1.9.*') USERSRC(MAP) MCAUSER('guest')
SET AUTHREC OBJTYPE(QMGR) GROUP('apps') AUTHADD(CONNECT,INQ)
SET AUTHREC PROFILE('ORDERS.**') OBJTYPE(QUEUE) GROUP('apps') AUTHADD(PUT)
SET AUTHREC PROFILE('ORDERS.IN') OBJTYPE(QUEUE) GROUP('mqm') AUTHADD(ALLADM)
"""
CLIENT = ("access", "--channel", "APP.SVR", "--address", "10.1.2.3", "--user", "app")


@pytest.fixture
def hub(folder: Path) -> Path:
    (folder / "hub.mqsc").write_text(SCRIPT)
    return folder


def test_the_first_line_is_the_verdict_with_the_user(mqtune, hub):
    outcome = mqtune(*CLIENT, "--group", "apps", "--object", "QL(orders)", "--for", "put", "hub.mqsc")
    assert outcome.status == 0
    assert outcome.out.startswith("allowed as app: connect to ")
    assert "hub.mqsc:9" in outcome.out


def test_a_refusal_names_record_reason_and_message(mqtune, hub):
    outcome = mqtune(*CLIENT[:4], "10.2.2.3", *CLIENT[5:], "hub.mqsc")
    assert outcome.status == 1
    assert outcome.out.startswith("refused as app: ")
    assert "USERSRC(NOACCESS)  hub.mqsc:5" in outcome.out
    assert "2035 (MQRC_NOT_AUTHORIZED); the queue manager's error log has AMQ9777E" in outcome.out


def test_what_cannot_be_decided_has_a_status_of_its_own(mqtune, hub):
    outcome = mqtune(*CLIENT, "hub.mqsc")
    assert outcome.status == 4
    assert outcome.out.startswith("cannot tell as app: ")
    assert "--group apps if app is a member" in outcome.out


def test_json(mqtune, hub):
    outcome = mqtune(*CLIENT, "--group", "apps", "--format", "json", "hub.mqsc")
    found = json.loads(outcome.out)
    assert (found["version"], found["verdict"], found["user"]) == (1, "allowed", "app")
    mapping = next(step for step in found["steps"] if step["check"] == "mapping")
    assert mapping["evidence"][0]["line"] == 6
    assert mapping["confidence"] == "documented"


def test_names_in_lower_case_need_no_quotes(mqtune, hub):
    outcome = mqtune(
        "access", "--local", "--user", "mqm", "--object", "QLOCAL(lower)", "--for", "get", "hub.mqsc"
    )
    assert outcome.status == 0
    assert "QLOCAL(lower)" in outcome.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--user", "app"), "neither --channel nor --local"),
        (("--channel", "A", "--local", "--user", "app"), "exclude each other"),
        (("--local", "--user", "app", "--address", "10.1.2.3"), "--local and --address exclude each other"),
        (("--local", "--user", "app", "--cert", "none"), "--local and --cert exclude each other"),
        (
            ("--local", "--user", "app", "--object", "topic:", "--for", "publish"),
            "the topic string is missing",
        ),
        (("--channel", "APP.*", "--user", "app"), "invalid --channel"),
        (("--local",), "--local without a user"),
        (("--local", "--user", "a", "--object", "QLOCAL(Q)"), "--object without an operation"),
        (("--local", "--user", "a", "--for", "put"), "--for put without an object"),
        (("--local", "--user", "a", "--object", "QLOCAL(Q)", "--for", "pt"), "invalid --for 'pt'"),
        (("--local", "--user", "a", "--object", "TOPIC(T)", "--for", "put"), "does not apply to TOPIC"),
        (("--channel", "A", "--user", "a", "--address", "10.1.*"), "invalid --address"),
        (("--channel", "A", "--user", "a", "--address", "10.1.2.300"), "invalid --address"),
        (("--local", "--user", "a", "--credentials", "secret"), "invalid --credentials"),
        (("--local", "--user", "a", "--format", "csv"), "this answer is not a table"),
        (("--matrix", "--local"), "--local does not apply to access matrix"),
        (("--matrix", "--tests"), "--matrix does not apply to access tests"),
        (("--since", "main"), "--since does not apply to access"),
        (("--matrix", "--object", "ORDERS"), "names no object type"),
        (("--tests",), "no [[access-test]] is declared"),
        (("--local", "--user", "a", "none.mqsc"), "no such file or directory"),
    ],
)
def test_wrong_use(mqtune, hub, words, message):
    outcome = mqtune("access", *words)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err


def test_one_of_several_queue_managers_has_to_be_named(mqtune, folder):
    for name in ("A", "B"):
        (folder / name).mkdir()
        (folder / name / "x.mqsc").write_text(SCRIPT)
    outcome = mqtune(*CLIENT)
    assert outcome.status == 2
    assert "name one with --qmgr: A, B" in outcome.err
    assert mqtune(*CLIENT, "--qmgr", "A", "--group", "apps").status == 0


def test_standard_input(mqtune, folder, monkeypatch):
    class Input(io.StringIO):
        buffer = io.BytesIO(SCRIPT.encode())

    monkeypatch.setattr("sys.stdin", Input())
    assert mqtune(*CLIENT, "--group", "apps", "-").status == 0


TESTS = """
[[access-test]]
name = "shop can put"
channel = "APP.SVR"
address = "10.1.2.3"
user = "app"
groups = ["apps"]
object = "QUEUE(ORDERS)"
for = "put"
expect = "allowed"
as = "app"
by = "ORDERS.**"

[[access-test]]
channel = "APP.SVR"
address = "10.2.2.3"
user = "app"
expect = "refused"
by = "USERSRC(NOACCESS)"
"""


def test_tests_of_the_project_file(mqtune, hub):
    (hub / "mqtune.toml").write_text(TESTS)
    outcome = mqtune("access", "--tests")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.splitlines()[0] == "2 tests: 2 ok, 0 failed"
    assert outcome.out.splitlines()[1] == "  ok  shop can put (mqtune.toml:2)"
    assert mqtune("access", "--tests", "--quiet").out.splitlines()[0] == "2 tests: 2 ok, 0 failed"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('expect = "allowed"', 'expect = "refused"'), "expected refused, found allowed"),
        (('as = "app"', 'as = "other"'), "expected user other, found app"),
        (('by = "ORDERS.**"', 'by = "ORDERS.IN"'), "expected a decision by ORDERS.IN"),
        (('groups = ["apps"]\n', ""), "expected allowed, found cannot tell"),
    ],
)
def test_a_failing_test_shows_its_answer(mqtune, hub, change, message):
    (hub / "mqtune.toml").write_text(TESTS.replace(*change))
    outcome = mqtune("access", "--tests")
    assert outcome.status == 1
    assert f"FAIL  shop can put (mqtune.toml:2): {message}" in outcome.out
    assert "2 tests: 1 ok, 1 failed" in outcome.out


def test_an_unknown_verdict_is_not_an_expectation(mqtune, hub):
    (hub / "mqtune.toml").write_text('[[access-test]]\nuser = "a"\nlocal = true\nexpect = "cannot tell"\n')
    outcome = mqtune("access", "--tests")
    assert outcome.status == 2
    assert "expect must be one of allowed, refused" in outcome.err


def test_a_test_without_a_channel_is_an_error_with_its_line(mqtune, hub):
    (hub / "mqtune.toml").write_text('\n[[access-test]]\nuser = "a"\nexpect = "allowed"\n')
    outcome = mqtune("access", "--tests")
    assert outcome.status == 2
    assert "mqtune.toml:2" in outcome.err


def test_the_matrix_lists_every_cell(mqtune, hub):
    outcome = mqtune("access", "--matrix", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(outcome.out)))
    cells = {(row["name"], row["object_type"], row["object"]): row["authorities"] for row in rows}
    assert cells == {
        ("apps", "QMGR", ""): "CONNECT INQ",
        ("apps", "QUEUE", "ORDERS"): "PUT",
        ("apps", "QUEUE", "ORDERS.IN"): "PUT",
        ("mqm", "QUEUE", "ORDERS.IN"): "CHG CLR DLT DSP",
    }
    assert {row["line"] for row in rows} == {"8", "9", "10"}


def test_a_record_without_authority_is_none_in_every_cell_format(mqtune, folder):
    record = "SET AUTHREC PROFILE('{}') OBJTYPE(QUEUE) GROUP('g') AUTHADD({})\n"
    script = "DEFINE QLOCAL(A.B)\n" + record.format("A.*", "PUT") + record.format("A.B", "NONE")
    (folder / "a.mqsc").write_text(script)
    (row,) = csv.DictReader(io.StringIO(mqtune("access", "--matrix", "--format", "csv").out))
    assert row["authorities"] == "NONE"
    assert "NONE" in mqtune("access", "--matrix").out


@pytest.mark.parametrize("generic", ["A.?", "A.*", "**"])
def test_a_generic_profile_is_a_cell_of_each_name_it_matches_in_their_order(mqtune, folder, generic):
    script = "DEFINE QLOCAL(A.2)\nDEFINE QLOCAL(A.1)\nDEFINE QLOCAL(A.3)\n"
    record = "SET AUTHREC PROFILE('{}') OBJTYPE(QUEUE) GROUP('g') AUTHADD({})\n"
    (folder / "a.mqsc").write_text(script + record.format("A.2", "GET") + record.format(generic, "PUT"))
    rows = csv.DictReader(io.StringIO(mqtune("access", "--matrix", "--format", "csv").out))
    cells = [(row["object"], row["authorities"]) for row in rows]
    assert cells == [("A.1", "PUT"), ("A.2", "GET"), ("A.3", "PUT")]


def test_the_matrix_as_text_and_json(mqtune, hub):
    outcome = mqtune("access", "--matrix")
    assert outcome.status == 0
    assert "QUEUE ORDERS, ORDERS.IN" in outcome.out
    assert "GROUP(mqm) administer MQ" in outcome.out
    assert "no authority record for user guest" in outcome.out
    cells = json.loads(mqtune("access", "--matrix", "--format", "json", "--group", "app*").out)["cells"]
    assert [cell["object"] for cell in cells] == [None, "ORDERS", "ORDERS.IN"]


def test_a_cell_is_not_a_formula(mqtune, folder):
    (folder / "a.mqsc").write_text(
        "SET AUTHREC PROFILE('@class') OBJTYPE(QUEUE) GROUP('=cmd') AUTHADD(CRT)\n"
    )
    outcome = mqtune("access", "--matrix", "--format", "csv")
    assert "'=cmd" in outcome.out
    assert ",=cmd" not in outcome.out


def git(*words):
    author = ("-c", "user.name=a", "-c", "user.email=a@example")
    subprocess.run(["git", *author, *words], check=True, capture_output=True)


def test_the_cells_that_changed_since_a_revision(mqtune, hub):
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-qm", "one")
    changed = SCRIPT.replace("GROUP('apps') AUTHADD(PUT)", "GROUP('apps') AUTHADD(GET)")
    (hub / "hub.mqsc").write_text(changed.replace("DEFINE QALIAS", "* DEFINE QALIAS"))
    outcome = mqtune("access", "--matrix", "--since", "main")
    assert outcome.status == 0
    assert [line.split() for line in outcome.out.splitlines()] == [
        ["-", "GROUP(apps)", "PUT", "QUEUE(ORDERS)", "main:hub.mqsc:9"],
        ["+", "GROUP(apps)", "GET", "QUEUE(ORDERS.IN)", "hub.mqsc:9"],
        ["-", "GROUP(apps)", "PUT", "QUEUE(ORDERS.IN)", "hub.mqsc:9"],
    ]
    assert mqtune("access", "--since", "main", "--matrix").out == outcome.out
    rows = json.loads(mqtune("access", "--matrix", "--since", "main", "--format", "json").out)["changes"]
    assert [(row["object"], row["gained"], row["lost"]) for row in rows] == [
        ("ORDERS", [], ["PUT"]),
        ("ORDERS.IN", ["GET"], ["PUT"]),
    ]
    assert mqtune("access", "--matrix", "--since", "none").status == 2


@pytest.mark.parametrize("options", [(), ("--format", "csv"), ("--format", "json"), ("--since", "main")])
def test_a_matrix_with_more_cells_than_one_run_lists_is_printed_in_parts(mqtune, hub, monkeypatch, options):
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-qm", "one")
    assert mqtune("access", "--matrix", *options).status == 0
    monkeypatch.setattr("mqtune.analysis.access.matrix.MOST_CELLS", 4)
    monkeypatch.setattr("mqtune.analysis.access.matrix.CELLS_PER_RECORD", 0)
    outcome = mqtune("access", "--matrix", *options)
    assert (outcome.status, outcome.out) == (2, "")
    assert "more cells than one run lists" in outcome.err
    assert "--group or --object" in outcome.err
    assert mqtune("access", "--matrix", "--group", "mqm", *options).status == 0
    assert mqtune("access", "--matrix", "--object", "QUEUE(ORDERS)", *options).status == 0
    mqtune("report", "-o", "report.html")
    assert "More users and groups times objects than a report lists" in (hub / "report.html").read_text()


def test_many_profiles_are_compared_with_few_names(mqtune, folder, monkeypatch):
    record = "SET AUTHREC PROFILE('*{}*.**') OBJTYPE(QUEUE) GROUP('g') AUTHADD(PUT)\n"
    queues = "".join(f"DEFINE QLOCAL(Q{number})\n" for number in range(10))
    (folder / "a.mqsc").write_text(queues + "".join(map(record.format, "ABCDEFGHIJ")))
    monkeypatch.setattr("mqtune.analysis.access.matrix.MOST_CELLS", 50)
    monkeypatch.setattr("mqtune.analysis.access.matrix.CELLS_PER_RECORD", 0)
    assert mqtune("access", "--matrix").status == 2  # no cell, and a hundred comparisons


SETMQAUT = """#!/bin/sh
# setmqaut -m QM1 -t qmgr -g ops +connect
setmqaut -m QM1 -t qmgr -g apps +connect +inq
/opt/mqm/bin/setmqaut -m QM1 -n 'ORDERS.**' -t queue \\
   -g apps -g ops +allmqi -get; echo done
setmqaut -m QM1 -n ORDERS.IN -t q -p joe +put
setmqaut -m QM1 -n ORDERS.IN -t q -p joe -remove
setmqaut -m OTHER -n ORDERS.IN -t q -p joe +put
setmqaut -m QM1 -n 'ORDERS.IN -t q -p joe +put
"""


def test_setmqaut_commands_of_scripts_are_applied(mqtune, folder):
    (folder / "mqtune.toml").write_text('[[queue-manager]]\nname = "QM1"\nfiles = ["*"]\n')
    (folder / "a.mqsc").write_text("DEFINE QLOCAL(ORDERS.IN)\n")
    (folder / "auth.sh").write_text(SETMQAUT)
    rows = list(csv.DictReader(io.StringIO(mqtune("access", "--matrix", "--format", "csv").out)))
    assert [(row["name"], row["object"], row["file"], row["line"]) for row in rows] == [
        ("apps", "", "auth.sh", "3"),
        ("apps", "ORDERS.IN", "auth.sh", "4"),
        ("ops", "ORDERS.IN", "auth.sh", "4"),
    ]
    assert "PUT" in rows[1]["authorities"]
    assert "GET" not in rows[1]["authorities"]


def test_setmqaut_with_an_unknown_authority_grants_nothing(mqtune, folder):
    (folder / "mqtune.toml").write_text('[[queue-manager]]\nname = "QM1"\nfiles = ["*"]\ncomplete = true\n')
    (folder / "a.mqsc").write_text("DEFINE QLOCAL(Q)\n")
    words = ("access", "--local", "--user", "joe", "--object", "QLOCAL(Q)", "--for", "get")
    for more, status in (("", 0), (" +foo", 1)):
        (folder / "grant.sh").write_text(
            f"setmqaut -m QM1 -t qmgr -p joe +connect\nsetmqaut -m QM1 -t queue -n Q -p joe +get{more}\n"
        )
        assert mqtune(*words).status == status


@pytest.mark.parametrize("word", ["clntconn", "clcn"])
def test_the_matrix_knows_client_connections_of_setmqaut(folder: Path, mqtune, word: str) -> None:
    grant = f"setmqaut -m QM1 -t {word} -n APP.CL -g app +dsp\n"
    (folder / "a.sh").write_text(f"runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n{grant}")
    assert "DSP          CLNTCONN APP.CL" in mqtune("access", "--matrix").out
