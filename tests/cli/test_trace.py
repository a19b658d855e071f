"""`mqtune trace` as users run it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mqtune.cli.main import main

BRANCH = """DEFINE QALIAS(ORDERS) TARGET(ORDERS.R)
DEFINE QREMOTE(ORDERS.R) RNAME(ORDERS.IN) RQMNAME(HUB.QM)
DEFINE QREMOTE(WRONG) RNAME(ORDERS.INN) RQMNAME(HUB.QM)
DEFINE QLOCAL(HUB.QM) USAGE(XMITQ)
DEFINE CHANNEL(TO.HUB) CHLTYPE(SDR) CONNAME('hub(1414)') XMITQ(HUB.QM)
"""
HUB = """DEFINE CHANNEL(TO.HUB) CHLTYPE(RCVR)
DEFINE QLOCAL(ORDERS.IN) STREAMQ(AUDIT)
DEFINE QLOCAL(AUDIT) MAXDEPTH(0)
ALTER QMGR DEADQ(SYSTEM.DEAD.LETTER.QUEUE)
"""
PROJECT = """mq-version = "9.4"
[[queue-manager]]
name = "BR01.QM"
files = ["br.mqsc"]
[[queue-manager]]
name = "HUB.QM"
files = ["hub.mqsc"]
"""


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run the command over an estate of two queue managers; more lines of mqtune.toml on request."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "br.mqsc").write_text(BRANCH)
    (tmp_path / "hub.mqsc").write_text(HUB)

    def trace(*words, project=""):
        (tmp_path / "mqtune.toml").write_text(PROJECT + project)
        status = main(["trace", *words])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return trace


def test_each_hop_has_its_file_and_line(run):
    status, out, _ = run("--qmgr", "BR01.QM", "ORDERS")
    assert status == 0
    assert [line.split()[-1] for line in out.splitlines() if ".mqsc:" in line][:5] == [
        "br.mqsc:1",
        "br.mqsc:2",
        "br.mqsc:4",
        "br.mqsc:5",
        "hub.mqsc:1",
    ]
    assert "2 branches: 1 delivered, 1 discarded" in out


@pytest.mark.parametrize(("most", "shown", "left_out"), [(1, 1, 1), (2, 2, 0), (3, 2, 0)])
def test_branches_above_the_limit_are_counted(run, most, shown, left_out):
    _, out, _ = run("--qmgr", "BR01.QM", "ORDERS", "--max-branches", str(most))
    ends = [line for line in out.splitlines()[:-1] if re.search("[└─ ](delivered|discarded)", line)]
    assert (len(ends), f"{left_out} not shown" in out) == (shown, bool(left_out))


def test_json_links_hops_and_branches(run):
    _, out, _ = run("--qmgr", "BR01.QM", "ORDERS", "--format", "json")
    (trace,) = json.loads(out)["traces"]
    hops = {hop["hop"]: hop for hop in trace["hops"]}
    ends = {one["outcome"]: hops[one["after"]]["object"] for one in trace["branches"]}
    assert ends == {"delivered": "ORDERS.IN", "discarded": "AUDIT"}
    assert trace["branches"][1]["reason_code"] == 2053
    assert hops[1]["after"] == 0


def test_an_undefined_name_is_unknown_unless_the_files_are_complete(run):
    status, out, _ = run("--qmgr", "BR01.QM", "WRONG", "--expect", "dead letter")
    assert status == 1
    assert "cannot tell" in out
    assert "otherwise dead letter, 2085" in out
    assert "the nearest defined name is ORDERS.IN" in out
    status, out, _ = run("--qmgr", "BR01.QM", "WRONG", "--expect", "dead letter", "--complete")
    assert status == 0
    assert "as expected: dead letter" in out


@pytest.mark.parametrize(
    ("expected", "status"),
    [
        (["delivered"], 1),
        (["delivered", "discarded"], 0),
        (["not loop"], 0),
        (["not discarded"], 1),
        (["NOT DEAD-LETTER"], 0),
    ],
)
def test_every_branch_has_to_end_as_expected(run, expected, status):
    options = [word for one in expected for word in ("--expect", one)]
    assert run("--qmgr", "BR01.QM", "ORDERS", *options)[0] == status


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["ORDERS"], "name one with --qmgr: BR01.QM, HUB.QM"),
        (["--qmgr", "BR1.QM", "ORDERS"], "the nearest name is BR01.QM"),
        (["--qmgr", "BR01.QM"], "missing argument 'NAME'"),
        (["--qmgr", "BR01.QM", "Q", "--expect", "delivred"], "the nearest is 'delivered'"),
        (["--qmgr", "BR01.QM", "Q", "--expect", "cannot tell"], "cannot be expected"),
        (["--qmgr", "BR01.QM", "Q", "--size", "big"], "invalid --size 'big'"),
        (["--qmgr", "BR01.QM", "Q@"], "write QUEUE, QUEUE@QMGR or topic:STRING"),
        (["--qmgr", "BR01.QM", "topic:"], "write QUEUE, QUEUE@QMGR or topic:STRING"),
        (["--tests"], "no [[flow-test]] is declared"),
        (["--qmgr", "BR01.QM", "Q", "nowhere/"], "no such file or directory: nowhere/"),
    ],
)
def test_a_wrong_invocation_states_what_is_possible(run, words, message):
    status, _, err = run(*words)
    assert status == 2
    assert message in err


TESTS = """[[flow-test]]
name = "orders reach the hub"
queue-manager = "BR01.QM"
put = "ORDERS"
expect = ["delivered", "discarded"]
at = "ORDERS.IN@HUB.QM"
[[flow-test]]
queue-manager = "BR01.QM"
put = "ORDERS"
expect = "{}"
"""


def test_flow_tests_of_the_project_file(run):
    status, out, _ = run("--tests", project=TESTS.format("not dead letter"))
    assert (status, out.splitlines()[0]) == (0, "2 tests: 2 ok, 0 failed")
    status, out, _ = run("--tests", project=TESTS.format("refused"))
    assert status == 1
    assert "FAIL  ORDERS of BR01.QM (mqtune.toml:14)" in out
    assert "not as expected: refused" in out


def test_an_invalid_flow_test_is_an_error_of_the_project_file(run):
    status, _, err = run("--tests", project=TESTS.format("arrived"))
    assert status == 2
    assert "mqtune.toml:14" in err
    assert "unknown outcome 'arrived'" in err


RIGHTS = """SET AUTHREC PROFILE(ORDERS) OBJTYPE(QUEUE) PRINCIPAL('orders1') AUTHADD(PUT)
SET AUTHREC PROFILE(ORDERS) OBJTYPE(QUEUE) GROUP('clerks') AUTHADD(PUT)
"""


@pytest.mark.parametrize(
    ("options", "outcomes"),
    [
        (["--user", "orders1", "--complete"], ["delivered", "discarded"]),
        (["--user", "other", "--group", "others", "--complete"], ["refused"]),
        (["--user", "other", "--group", "clerks", "--complete"], ["delivered", "discarded"]),
        (["--user", "other"], ["cannot tell"]),
    ],
)
def test_the_authority_of_a_user_counts_at_the_start(run, tmp_path, options, outcomes):
    (tmp_path / "br.mqsc").write_text(BRANCH + RIGHTS)
    _, out, _ = run("--qmgr", "BR01.QM", "ORDERS", "--format", "json", *options)
    (trace,) = json.loads(out)["traces"]
    assert trace["outcomes"] == outcomes
    if outcomes == ["refused"]:
        assert trace["branches"][0]["reason_code"] == 2035


def test_a_queue_manager_is_chosen_by_the_name_of_its_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, text in (("ROMA", "DEFINE QLOCAL(A)\n"), ("PARIS", "DEFINE QLOCAL(A) PUT(DISABLED)\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "objects.mqsc").write_text(text)
    assert main(["trace", "--qmgr", "PARIS", "A"]) == 0
    assert "refused" in capsys.readouterr().out
    assert main(["show", "objects", "--qmgr", "pari*"]) == 0
    assert "ROMA" not in capsys.readouterr().out


def test_a_queue_manager_without_a_known_name_may_be_the_one_that_a_put_names(tmp_path, monkeypatch, capsys):
    """Files in a folder do not state the name of their queue manager."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "objects.mqsc").write_text("DEFINE QLOCAL(A)\n")
    assert main(["trace", "--complete", "A@HUB.QM", "objects.mqsc"]) == 0
    assert "cannot tell" in capsys.readouterr().out
    (tmp_path / "objects.mqsc").write_text("DEFINE QREMOTE(A) RNAME(B) RQMNAME(HUB.QM)\n")
    assert main(["trace", "--complete", "A", "objects.mqsc"]) == 0
    assert "2087" in capsys.readouterr().out


def test_complete_files_are_not_asked_for_where_they_would_not_help(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    script = "DEFINE QLOCAL(A) STREAMQ(B)\nDEFINE QLOCAL(B) STREAMQ(C)\nDEFINE QLOCAL(C)\n"
    (tmp_path / "objects.mqsc").write_text(script)
    assert main(["trace", "A"]) == 0
    known = capsys.readouterr().out
    assert "cannot tell" in known
    assert "--complete" not in known
    assert main(["trace", "X"]) == 0
    assert "--complete" in capsys.readouterr().out


def test_tests_above_the_limit_of_branches_fail_and_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = "".join(
        f"DEFINE QLOCAL(Q{number})\nDEFINE SUB(S{number}) TOPICSTR('a/#') DEST(Q{number})\n"
        for number in range(3)
    )
    (tmp_path / "a.mqsc").write_text(script)
    tests = "".join(
        f'[[flow-test]]\nput = "topic:a/{number}"\nexpect = "delivered"\n' for number in (1, 2, 3)
    )
    (tmp_path / "mqtune.toml").write_text(
        f'[[queue-manager]]\nname = "QM1"\ncomplete = true\nfiles = ["a.mqsc"]\n{tests}'
    )
    monkeypatch.chdir(tmp_path)
    assert main(["trace", "--tests"]) == 0
    monkeypatch.setattr("mqtune.questions.trace_tests.MOST_FOLLOWED", 12)
    capsys.readouterr()
    assert main(["trace", "--tests"]) == 1
    output = capsys.readouterr()
    text = " ".join((output.out + output.err).split())
    assert "3 tests: 2 ok, 1 failed" in text
    assert "hops and branches, more than" in text
    assert main(["trace", "--tests", "--format", "json"]) == 1


def test_hops_count_toward_the_limit_of_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(A)\nDEFINE QALIAS(B) TARGET(A)\n")
    tests = '[[flow-test]]\nput = "B"\nexpect = "delivered"\n' * 3
    (tmp_path / "mqtune.toml").write_text(f'[[queue-manager]]\nname = "QM1"\nfiles = ["a.mqsc"]\n{tests}')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("mqtune.questions.trace_tests.MOST_FOLLOWED", 3)  # more than there are branches
    assert main(["trace", "--tests"]) == 1
    assert "not followed" in " ".join(capsys.readouterr().out.split())
