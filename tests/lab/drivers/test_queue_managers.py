"""Queue managers are asked by their own programs; what goes wrong says what to do next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mqtune.lab.core.definition import LabError
from mqtune.lab.drivers.queue_managers import QueueManagers, read_answers

STOPPED = {
    "Ended normally": "dspmq reports Ended normally",
    "Ended unexpectedly": "dspmq reports Ended unexpectedly",
    "Running as standby": "dspmq reports Running as standby",
}


@pytest.fixture
def asked(host: Any) -> QueueManagers:
    host.queue_manager("QM1", "Running", "QLOCAL(Q1)", "QLOCAL(Q2)")
    return QueueManagers(seconds=20)


def test_a_script_is_run_and_its_output_given(asked: QueueManagers, host: Any) -> None:
    output = asked.run("QM1", "queues", "DEFINE QLOCAL(MQTUNE.Q1) +\n  MAXDEPTH(100)\n* done\n")
    assert "AMQ8006I: IBM MQ queue created." in output
    assert host.objects()["QLOCAL(MQTUNE.Q1)"] == {"MAXDEPTH": "100"}
    asked.run("QM1", "queues", "DELETE QLOCAL(MQTUNE.Q1)")
    assert "QLOCAL(MQTUNE.Q1)" not in host.objects()


def test_a_command_that_fails_is_told_in_its_own_words(asked: QueueManagers) -> None:
    with pytest.raises(LabError) as caught:
        asked.run("QM1", "making queues", "DEFINE QLOCAL(Q1)\nDEFINE QLOCAL(Q2)\n")
    assert caught.value.message == (
        "making queues on QM1: 2 commands failed, the first: AMQ8150E: IBM MQ object Q1 already exists."
    )


def test_what_is_gone_already_is_taken_back(asked: QueueManagers, host: Any) -> None:
    script = "DELETE QLOCAL(Q1)\nDELETE QLOCAL(MQTUNE.Q1)\nDELETE QLOCAL(Q2)\n"
    asked.undo("QM1", "undo: queues", script)
    assert host.objects() == {}
    asked.undo("QM1", "undo: queues", script)


def test_what_cannot_be_taken_back_is_told(asked: QueueManagers, host: Any) -> None:
    host.set("MQSC_FAULT", "fail=(Q2)")
    with pytest.raises(LabError, match="is not authorized to queue manager QM1"):
        asked.undo("QM1", "undo: queues", "DELETE QLOCAL(NONE)\nDELETE QLOCAL(Q2)\n")


def test_what_is_still_in_use_is_taken_back_a_moment_later(host: Any) -> None:
    used = host.queue_manager("QM1", "Running", "QLOCAL(Q1)") / "used"
    used.touch()
    waited: list[float] = []

    def wait(seconds: float) -> None:
        waited.append(seconds)
        used.unlink()

    QueueManagers(seconds=20, wait=wait).undo("QM1", "undo: queues", "DELETE QLOCAL(Q1) PURGE")
    assert len(waited) == 1
    assert host.objects() == {}


def test_a_word_that_is_no_command_is_told(asked: QueueManagers) -> None:
    with pytest.raises(LabError, match="one command failed, the first: AMQ8405I: Syntax error"):
        asked.run("QM1", "nonsense", "FOO")


def test_what_is_displayed(asked: QueueManagers) -> None:
    assert "MAXDEPTH(5000)" in (asked.displayed("QM1", "DISPLAY QLOCAL(Q1) MAXDEPTH") or "")
    assert asked.displayed("QM1", "DISPLAY QLOCAL(NONE*)") == ""


def test_values_are_summed_and_replies_counted(asked: QueueManagers, host: Any) -> None:
    assert asked.value("QM1", "DISPLAY QLOCAL(Q*) MAXDEPTH", "MAXDEPTH") == 10000
    assert asked.value("QM1", "DISPLAY QLOCAL(Q*) MAXDEPTH", "NOSUCH") is None
    assert asked.value("QM1", "DISPLAY CHSTATUS(*)", "") == 4
    (host.folder / "QM1" / "channels").write_text("0")
    assert asked.value("QM1", "DISPLAY CHSTATUS(*)", "") == 0


def test_state_and_level(asked: QueueManagers, host: Any) -> None:
    (host.folder / "QM1" / "level").write_text("9.3.0.17")
    status = asked.require_running("QM1")
    assert (status.state, status.level) == ("Running", (9, 3, 0, 17))


def test_the_level_of_the_installation_where_dspmq_does_not_tell(asked: QueueManagers, host: Any) -> None:
    host.set("DSPMQ_FAULT", "QMNAME(QM1)    STATUS(Running)")
    host.set("MQ_VERSION", "9.2.0.1")
    assert asked.status("QM1").level == (9, 2, 0, 1)


@pytest.mark.parametrize("state", STOPPED)
def test_a_queue_manager_that_does_not_run(asked: QueueManagers, host: Any, state: str) -> None:
    host.queue_manager("QM1", state)
    with pytest.raises(LabError, match=STOPPED[state]) as caught:
        asked.require_running("QM1")
    assert caught.value.help == "start it: strmqm QM1"
    with pytest.raises(LabError, match=r"queue manager QM1 is not running \(reason 2059\)") as caught:
        asked.run("QM1", "queues", "DISPLAY QMGR")
    assert caught.value.help == "start it: strmqm QM1"


def test_a_queue_manager_that_is_not_there(asked: QueueManagers) -> None:
    for call in (lambda: asked.status("NONE"), lambda: asked.run("NONE", "queues", "DISPLAY QMGR")):
        with pytest.raises(
            LabError, match=r"queue manager NONE does not exist on this machine \(reason 2058\)"
        ) as caught:
            call()
        assert "dspmq lists" in caught.value.help


@pytest.mark.parametrize("fault", ["2035", "fail=DISPLAY"])
def test_a_user_without_rights(asked: QueueManagers, host: Any, fault: str) -> None:
    host.set("MQSC_FAULT", fault)
    with pytest.raises(LabError, match=r"is not authorized to queue manager QM1 \(reason 2035\)") as caught:
        QueueManagers().displayed("QM1", "DISPLAY QMGR")
    assert "group mqm" in caught.value.help


@pytest.mark.parametrize("fault", ["hang", "ignore"])
def test_a_program_that_does_not_answer_is_stopped(host: Any, fault: str) -> None:
    host.queue_manager()
    host.set("MQSC_FAULT", fault)
    with pytest.raises(LabError, match=r"runmqsc QM1 did not answer within 0\.5 s and was stopped"):
        QueueManagers(seconds=0.5).run("QM1", "queues", "DISPLAY QMGR")
    assert host.processes() == []


def test_garbage_is_no_answer(host: Any) -> None:
    host.queue_manager()
    host.set("MQSC_FAULT", "garbage")
    (host.folder / "QM1" / "status").write_text("Running")
    # what follows the garbage is read all the same
    assert "QMNAME(QM1)" in (QueueManagers().displayed("QM1", "DISPLAY QMGR") or "")


def test_another_program_by_that_name(host: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "runmqsc"
    program.write_text("#!/bin/sh\necho hello; exit 3\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(LabError, match=r"runmqsc QM1 ended with status 3 and printed: hello"):
        QueueManagers().ask("QM1", "DISPLAY QMGR")


def test_a_machine_without_mq(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="runmqsc was not found on the PATH nor in /opt/mqm/bin") as caught:
        QueueManagers({"PATH": str(tmp_path)}).ask("QM1", "DISPLAY QMGR")
    assert "--driver manual" in caught.value.help


def test_an_installation_elsewhere_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "mq" / "bin"
    folder.mkdir(parents=True)
    (folder / "runmqsc").write_text("")
    (folder / "runmqsc").chmod(0o755)
    found = QueueManagers({"PATH": "", "MQ_INSTALLATION_PATH": str(tmp_path / "mq")}).program("runmqsc")
    assert found == str(folder / "runmqsc")


ANSWERS = """\
5724-H72 (C) Copyright IBM Corp. 1994, 2014.
Starting MQSC for queue manager QM1.


     1 : DIS QLOCAL(*) DESCR CURDEPTH
AMQ8409: Display Queue details.
   QUEUE(A.QUEUE.WITH.A.RATHER.LONG.NAME.OF.48.LETTER)
   TYPE(QLOCAL)                            CURDEPTH(12)
   DESCR(two (2) words)
AMQ8409: Display Queue details.
   QUEUE(B)                                TYPE(QLOCAL)
   CURDEPTH(3)                             DESCR( )
     2 : DIS CHSTATUS(NONE)
AMQ8420: Channel Status not found.
     3 : DELETE QLOCAL(C)
AMQ8147E: IBM MQ object C not found.
3 MQSC commands read.
No commands have a syntax error.
2 valid MQSC commands could not be processed.
"""


def test_answers_of_an_older_release_are_read() -> None:
    answers = read_answers(ANSWERS)
    assert [one.attributes["CURDEPTH"] for one in answers.replies] == ["12", "3"]
    assert answers.replies[0].attributes["DESCR"] == "two (2) words"
    assert answers.replies[1].attributes["DESCR"] == ""
    assert answers.read == 3
    # a status that is not there is no failure, an object that cannot be deleted is one
    assert answers.failed == 1
    assert answers.failures == ["AMQ8147E: IBM MQ object C not found."]
