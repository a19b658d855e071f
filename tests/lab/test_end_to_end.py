"""Whole experiments by the command line: simulated, and with stand-ins of MQ's programs and of the driver."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from mqtune.cli.main import main
from mqtune.lab.drivers.real import RealDriver
from mqtune.lab.engine.controls import Held
from mqtune.lab.experiments import NAMES

ROOT = Path(__file__).resolve().parents[2]
DECLARED = """\
mq-version = "9.4"
[[queue-manager]]
name = "QM1"
role = "test"
cores = 8
"""
# with the speed of the stand-ins, runs of a few tenths of a second
QUICK = ("--set", "run-seconds=20", "--set", "cut-seconds=2", "--set", "bindings=standard")
# and with few of them
ISOLATION = ("topic-isolation", *QUICK, "--set", "arms=inherited,isolated", "--set", "publishers=2")


class Outcome(NamedTuple):
    status: int
    out: str
    err: str


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working folder with a declared queue manager, and a store below it."""
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("secrets.randbits", lambda bits: 7)  # the same simulation each time
    (tmp_path / "mqtune.toml").write_text(DECLARED)
    return tmp_path


@pytest.fixture
def mqtune(folder, capfd):
    """Runs `mqtune experiment …` with the store of the folder."""

    def run(*words: str) -> Outcome:
        status = main(["experiment", *words, "--store", str(folder / "store")])
        return Outcome(status, *capfd.readouterr())

    return run


def journals(folder: Path) -> list[Path]:
    return sorted((folder / "store").glob("*.jsonl"))


# simulated


@pytest.mark.parametrize("name", NAMES)
def test_every_experiment_is_simulated_to_its_end(name, mqtune, folder):
    outcome = mqtune("run", name, "--driver", "simulated", "--qmgr", "QM1", "--plain")
    assert outcome.status in (0, 1), outcome.err
    lines = outcome.out.splitlines()
    told = [line for line in lines if line.startswith("SIMULATED 0:")]
    assert "SIMULATED: no queue manager was measured" in lines
    assert "closed: finished" in told[-1]
    assert "\x1b" not in outcome.out
    (journal,) = journals(folder)
    shown = mqtune("show", name, "--format", "json")
    data = json.loads(shown.out)
    assert data["simulated"] is True
    assert data["id"] == journal.stem
    assert mqtune("apply", name).status == 2
    assert mqtune("apply", name, "--calibration", "own.toml").status == 2
    assert not (folder / "own.toml").exists()


def test_json_lines_are_the_events_each_marked_as_simulated(mqtune):
    outcome = mqtune("run", "topic-limit", "--driver", "simulated", "--qmgr", "QM1", "--format", "json")
    lines = [json.loads(line) for line in outcome.out.splitlines()]
    assert lines[0]["event"] == "opened"
    assert lines[-1]["event"] == "closed"
    assert all(line["simulated"] is True for line in lines)
    assert next(line["word"] for line in lines if line["event"] == "verdict") in ("winner", "tie")


def test_too_little_time_is_undecided_and_can_be_given_more(mqtune):
    words = ("--driver", "simulated", "--qmgr", "QM1", "--max-minutes", "3", "--quiet")
    outcome = mqtune("run", "topic-limit", *words)
    assert outcome.status == 1
    assert "more minutes are needed" in outcome.out
    again = mqtune("resume", "topic-limit", "--quiet")
    assert again.status == 2
    assert "--max-minutes" in again.err
    assert mqtune("resume", "topic-limit", "--max-minutes", "90", "--quiet").status == 0


def test_a_finished_experiment_is_not_resumed(mqtune):
    mqtune("run", "topic-limit", "--driver", "simulated", "--qmgr", "QM1", "--quiet")
    outcome = mqtune("resume", "topic-limit")
    assert outcome.status == 2
    assert "is finished" in outcome.err


def test_a_replay_tells_the_same_again(mqtune):
    run = mqtune("run", "topic-limit", "--driver", "simulated", "--qmgr", "QM1", "--plain")
    once, twice = mqtune("replay", "topic-limit", "--plain"), mqtune("replay", "topic-limit", "--plain")
    assert once == twice
    told = [line for line in run.out.splitlines() if line.startswith("SIMULATED 0:")]
    assert once.out.splitlines() == told


def test_runs_compare_and_report(mqtune, folder):
    for _ in range(2):
        mqtune("run", "topic-limit", "--driver", "simulated", "--qmgr", "QM1", "--quiet")
    first, second = (path.stem for path in journals(folder))
    listed = json.loads(mqtune("runs", "--format", "json").out)
    assert {one["id"] for one in listed["experiments"]} == {first, second}
    assert "SIMULATED" in mqtune("runs").out
    compared = mqtune("compare", first, second)
    assert compared.status == 0
    assert "4 publishers" in compared.out
    assert mqtune("report", first, "--format", "html", "-o", "r.html").status == 0
    assert (folder / "r.html").read_text().startswith("<!DOCTYPE html>")
    assert mqtune("report", first).out.startswith("# topic-limit on QM1: ")


def test_a_result_is_confirmed_after_the_change_in_one_journal(mqtune, folder, monkeypatch):
    (folder / "a.mqsc").write_text("DEFINE TOPIC(P) TOPICSTR('p') REPLACE\n")
    mqtune("run", "topic-limit", "--driver", "simulated", "--qmgr", "QM1", "--quiet")
    (first,) = (path.stem for path in journals(folder))
    monkeypatch.setattr("sys.stdin", io.StringIO("no\n"))
    declined = mqtune("confirm", first)
    assert declined.status == 1
    assert "apply on QM1 what follows from" in declined.err
    assert "the change was not applied" in declined.out
    (second,) = ({path.stem for path in journals(folder)}) - {first}
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    done = mqtune("resume", second)
    assert done.status == 0, done.out + done.err
    assert f"confirmation of {first}: confirmed: 4 publishers again" in done.out
    assert "tune: " in done.out
    shown = json.loads(mqtune("show", second, "--format", "json").out)
    assert shown["confirmation"]["outcome"] == "confirmed"
    assert "Confirmation of" in mqtune("report", second).out or first in mqtune("report", second).out


# words that are wrong


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("run", "topic-limt", "--qmgr", "QM1"), "the nearest is topic-limit"),
        (("run", "topic-limit"), "--qmgr is missing"),
        (("run", "topic-limit", "--qmgr", "QM1", "--driver", "mqldt"), "choose from cph, simulated, manual"),
        (("run", "topic-limit", "--qmgr", "QM1", "--set", "publisher=3"), "the nearest is publishers"),
        (("run", "topic-limit", "--qmgr", "QM1", "--repeat", "0"), "invalid --repeat 0"),
        (("run", "topic-limit", "--qmgr", "QM1", "--max-minutes", "0"), "invalid --max-minutes 0"),
        (("run", "topic-limit", "--qmgr", "QM1", "--format", "xml"), "(choose from text, json)"),
        (("show", "nothing"), "no experiment 'nothing'"),
        (("resume", "nothing"), "no experiment 'nothing'"),
        (("confirm", "nothing"), "no experiment 'nothing'"),
        (("report", "nothing", "--format", "pdf"), "(choose from markdown, html, json)"),
    ],
)
def test_wrong_words_are_told(words, says, mqtune):
    outcome = mqtune(*words)
    assert outcome.status == 2
    assert says in outcome.err
    assert "Traceback" not in outcome.err


# with stand-ins


def test_topic_limit_with_a_driver_comes_to_a_verdict(host, mqtune):
    host.queue_manager()
    host.set("FAULT", "real")  # what the review observed of the drivers
    host.speed(80)
    outcome = mqtune("run", "topic-limit", "--qmgr", "QM1", "--yes", *QUICK)
    assert outcome.status == 0, outcome.out + outcome.err
    assert "verdict winner: 4 publishers" in outcome.out
    assert "SIMULATED" not in outcome.out
    # the same machine confirms it
    again = mqtune("confirm", "topic-limit", "--yes", "--applied", "--max-minutes", "60")
    assert again.status == 0, again.out + again.err
    assert "confirmed: 4 publishers again, not worse than before" in again.out


def test_a_set_up_is_shown_agreed_to_applied_and_undone(host, mqtune):
    folder = host.queue_manager()
    host.speed(80)
    outcome = mqtune("run", *ISOLATION, "--qmgr", "QM1", "--yes")
    assert outcome.status in (0, 1), outcome.out + outcome.err
    done = (folder / "log.mqsc").read_text()
    assert "DEFINE TOPIC(MQTUNE.ISO.1)" in done
    assert "DELETE TOPIC(MQTUNE.ISO.1)" in done
    assert host.objects() == {}
    assert "clean-up: " in outcome.out


def test_without_an_answer_nothing_is_touched(host, mqtune, monkeypatch):
    folder = host.queue_manager()
    monkeypatch.setattr("sys.stdin", io.StringIO())
    outcome = mqtune("run", *ISOLATION, "--qmgr", "QM1")
    assert outcome.status == 2
    assert "DEFINE TOPIC(MQTUNE.ISO.1)" in outcome.err
    assert "the plan was not agreed to: nothing was touched" in outcome.err
    assert "--yes" in outcome.err
    assert host.objects() == {}
    assert "DEFINE" not in ((folder / "log.mqsc").read_text() if (folder / "log.mqsc").exists() else "")


def test_production_is_refused_unless_its_name_is_typed(host, mqtune, folder):
    (folder / "mqtune.toml").write_text(DECLARED.replace('"test"', '"production"'))
    host.queue_manager()
    outcome = mqtune("run", "topic-limit", "--qmgr", "QM1", "--yes", *QUICK)
    assert outcome.status == 2
    assert "QM1 is in production and its name was not typed" in outcome.err


def test_a_failure_in_the_middle_leaves_nothing_behind(host, mqtune):
    host.queue_manager()
    host.set("FAULT", "2009")
    outcome = mqtune("run", *ISOLATION, "--qmgr", "QM1", "--yes")
    assert outcome.status == 1
    assert "stopped: the driver did not run" in outcome.out
    assert host.objects() == {}


def test_a_second_experiment_on_the_queue_manager_is_refused(host, mqtune, folder):
    host.queue_manager()
    held = Held("QM1", "fan-out-1")
    outcome = mqtune("run", "topic-limit", "--qmgr", "QM1", "--yes", *QUICK)
    held.release()
    assert outcome.status == 2
    assert "another experiment measures QM1 on this host: fan-out-1" in outcome.err
    assert journals(folder) == []


@pytest.mark.parametrize(
    ("status", "code", "help"), [("Ended normally", "2059", "strmqm QM1"), (None, "2058", "dspmq lists")]
)
def test_a_queue_manager_that_does_not_run(status, code, help, host, mqtune, folder):
    if status:
        host.queue_manager("QM1", status)
    outcome = mqtune("run", "topic-limit", "--qmgr", "QM1", "--yes")
    assert outcome.status == 2
    assert code in outcome.err
    assert help in outcome.err
    assert journals(folder) == []


def test_a_driver_that_is_not_authorized(host, mqtune):
    host.queue_manager()
    host.set("FAULT", "2035")
    outcome = mqtune("run", "topic-limit", "--qmgr", "QM1", "--yes", *QUICK)
    assert outcome.status == 1
    stopped = next(line for line in outcome.out.splitlines() if "stopped: " in line)
    assert "2035" in stopped
    assert "setmqaut" in stopped or "author" in stopped


def test_a_driver_that_is_missing(host, mqtune, monkeypatch):
    host.queue_manager()
    monkeypatch.setenv("MQTUNE_CPH", "/nowhere/cph")
    outcome = mqtune("run", "topic-limit", "--qmgr", "QM1", "--yes")
    assert outcome.status == 2
    assert "help: build MQ-CPH" in outcome.err


@pytest.fixture
def small_disk(folder):
    """A store on a file system of 1 MiB; skipped where none can be mounted."""
    store = folder / "store"
    store.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(store)], check=False, capture_output=True
    )
    if done.returncode:
        pytest.skip("no file system can be mounted here")
    yield store
    subprocess.run(["umount", str(store)], check=True)


def test_a_disk_that_is_full(small_disk, mqtune):
    (small_disk / "filler").write_bytes(bytes((1 << 20) - 16384))
    outcome = mqtune("run", "topic-limit", "--driver", "simulated", "--qmgr", "QM1")
    assert outcome.status in (1, 2)
    assert "free disk space" in outcome.out + outcome.err
    assert "Traceback" not in outcome.err


class QuickClock:
    """A clock as many times faster as the stand-ins are."""

    SPEED = 40.0

    def now(self) -> float:
        return time.monotonic() * self.SPEED

    def wait(self, seconds: float) -> None:
        time.sleep(seconds / self.SPEED)


@pytest.fixture
def quick(host, monkeypatch):
    """The host with everything as fast as its drivers, so that what is watched is watched as often."""
    host.speed(QuickClock.SPEED)
    monkeypatch.setattr("mqtune.lab.drivers.real.RealClock", QuickClock)
    monkeypatch.setattr("mqtune.lab.engine.measurement.CLOCK_JUMP_SECONDS", float("inf"))
    return host


def test_fastpath_is_verified_and_its_limit_calibrates_the_model(quick, mqtune, folder, capfd, monkeypatch):
    quick.queue_manager()
    quick.set("WAIT", "1:2")  # the first driver, until the queue manager has answered
    verify = RealDriver._verify

    def verified(*words):
        found = verify(*words)
        (quick.folder / "go").touch()
        return found

    monkeypatch.setattr(RealDriver, "_verify", verified)
    words = ("--set", "run-seconds=20", "--set", "cut-seconds=2")
    outcome = mqtune("run", "topic-limit", "--qmgr", "QM1", "--yes", *words)
    assert outcome.status == 0, outcome.out + outcome.err
    assert "connections to QM1 are fastpath" in outcome.out
    assert mqtune("apply", "topic-limit", "--calibration", "own.toml").status == 0
    assert main(["model", "run", "topic-limit", "--calibration", "own.toml"]) == 0
    assert "calibrated" in capfd.readouterr().out


# killed and stopped


def started(folder: Path, *words: str, **more) -> subprocess.Popen[str]:
    """The command line in a process of its own."""
    quick = (
        "from mqtune.lab.core import job as pilot; pilot.RUNS = 1\n"
        "from mqtune.lab.drivers.processes import surroundings\n"
        "surroundings.MARGINS = dict.fromkeys(surroundings.MARGINS, float('inf'))\n"
    )
    program = f"import sys\n{quick}from mqtune.cli.main import main; sys.exit(main())"
    return subprocess.Popen(
        [sys.executable, "-c", program, "experiment", *words, "--store", str(folder / "store")],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=more.get("stdout", subprocess.PIPE),
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )


def read_until(process: subprocess.Popen[str], word: str) -> str:
    """What the process prints, up to the line with the word."""
    told = ""
    for line in process.stdout:
        told += line
        if word in line:
            return told
    raise AssertionError(f"{word!r} never came:\n{told}")


def drivers() -> list[str]:
    """Command lines of drivers that still run."""
    found = []
    for name in os.listdir("/proc"):
        try:
            words = Path("/proc", name, "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if any(word.endswith(b"bin/cph") for word in words) and b"MQTUNE.KILLED" in b" ".join(words):
            found.append(name)
    return found


def gone() -> bool:
    """Whether the drivers end; waits for them, since their guard gives them time."""
    deadline = time.monotonic() + 60
    while drivers():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


KILLED = (*QUICK, "--set", "topic-string=MQTUNE.KILLED")


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks for processes in /proc")
def test_after_a_kill_no_driver_is_left_and_resume_ends_it(host, mqtune, folder):
    host.queue_manager()
    host.speed(80)
    host.set("WAIT", "5:10")
    process = started(folder, "run", "topic-limit", "--qmgr", "QM1", "--yes", *KILLED)
    read_until(process, "run 5 10 s")
    process.kill()
    process.wait()
    assert gone()
    before = json.loads(mqtune("show", "topic-limit", "--format", "json").out)
    assert before["state"] == "unfinished"
    assert [run["state"] for run in before["runs"]] == ["ended"] * 4 + ["interrupted"]
    outcome = mqtune("resume", "topic-limit", "--yes")
    assert outcome.status == 0, outcome.out + outcome.err
    after = json.loads(mqtune("show", "topic-limit", "--format", "json").out)
    assert after["verdict"]["word"] == "winner"
    assert after["runs"][:4] == before["runs"][:4]


def test_what_a_kill_left_is_taken_back_by_clean(host, mqtune, folder):
    host.queue_manager()
    host.set("WAIT", "2:1")
    process = started(folder, "run", *ISOLATION, "--qmgr", "QM1", "--yes")
    read_until(process, "run 2 1 s")
    process.kill()
    process.wait()
    assert "TOPIC(MQTUNE.ISO.1)" in host.objects()
    outcome = mqtune("clean", "topic-isolation", "--yes")
    assert outcome.status == 0, outcome.err
    assert host.objects() == {}


def test_what_a_kill_left_in_production_is_taken_back_only_if_the_name_is_typed(host, mqtune, folder):
    host.queue_manager()
    host.set("WAIT", "2:1")
    process = started(folder, "run", *ISOLATION, "--qmgr", "QM1", "--yes", "--store", "store")
    read_until(process, "run 2 1 s")
    process.kill()
    process.wait()
    (journal,) = (folder / "store").rglob("*.jsonl")
    first, rest = journal.read_text().split("\n", 1)
    assert '"production":[]' in first
    journal.write_text(first.replace('"production":[]', '"production":["QM1"]') + "\n" + rest)
    outcome = mqtune("clean", "topic-isolation", "--yes", "--store", "store")
    assert outcome.status == 2
    assert "QM1 is in production and its name was not typed" in outcome.err
    assert "TOPIC(MQTUNE.ISO.1)" in host.objects()


def test_what_a_kill_left_is_taken_back_by_resume(host, mqtune, folder):
    host.queue_manager()
    host.speed(80)
    host.set("WAIT", "5:1")
    process = started(folder, "run", *ISOLATION, "--qmgr", "QM1", "--yes")
    read_until(process, "run 5 1 s")
    process.kill()
    process.wait()
    outcome = mqtune("resume", "topic-isolation", "--yes")
    assert outcome.status in (0, 1), outcome.out + outcome.err
    assert host.objects() == {}


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_to_end_it_cleans_up(number, status, host, folder):
    host.queue_manager()
    host.set("WAIT", "2:1")
    process = started(folder, "run", *ISOLATION, "--qmgr", "QM1", "--yes")
    read_until(process, "run 2 1 s")
    process.send_signal(number)
    told, _ = process.communicate()
    assert process.returncode == status
    assert "stopped: " in told
    assert "resume topic-isolation" in told
    assert host.objects() == {}


def test_ctrl_c_ends_after_the_run_and_again_now(host, folder):
    host.queue_manager()
    host.set("WAIT", "1:3")
    process = started(folder, "run", *ISOLATION, "--qmgr", "QM1", "--yes")
    read_until(process, "run 1 3 s")
    process.send_signal(signal.SIGINT)
    read_until(process, "stopping after this run")
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate()
    assert process.returncode == 130
    assert "run 1 ended cancelled" in told
    assert host.objects() == {}


def test_a_reader_that_goes_away_ends_it_cleanly(host, folder):
    host.queue_manager()
    host.set("WAIT", "2:1")
    process = started(folder, "run", *ISOLATION, "--qmgr", "QM1", "--yes")
    read_until(process, "run 2 1 s")
    process.stdout.close()
    process.wait()
    assert host.objects() == {}
    (journal,) = journals(folder)
    assert '"event":"stopped"' in journal.read_text()


def test_a_second_process_on_the_same_journal_is_told_who_has_it(host, mqtune, folder):
    host.queue_manager()
    host.set("WAIT", "1:1")
    process = started(folder, "run", "topic-limit", "--qmgr", "QM1", "--yes", *KILLED)
    read_until(process, "run 1 1 s")
    outcome = mqtune("resume", "topic-limit", "--yes")
    process.send_signal(signal.SIGTERM)
    process.communicate()
    assert outcome.status == 2
    assert "is being written by process" in outcome.err


# by hand


def test_by_hand_the_commands_are_shown_and_the_files_are_read(mqtune, folder, monkeypatch):
    answers = []
    for number, rate in enumerate((1000, 1010, 990), 1):
        lines = "".join(f"rate={rate}.00,threads=1\n" for _ in range(30))
        end = f"totalIterations={rate * 30},totalSeconds=30.00,avgRate={rate}.00\n"
        path = folder / f"out{number}.txt"
        path.write_text(f"{lines}{end}")
        answers += [str(path), ""]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers) + "\n"))
    outcome = mqtune(
        *("run", "topic-limit", "--driver", "manual", "--qmgr", "QM1"),
        *("--set", "publishers=1", "--set", "bindings=standard", "--max-minutes", "500"),
    )
    assert "cph -vo 3" in outcome.err
    assert "Paths of the output files" in outcome.err
    assert "publications/s" in outcome.out
