"""What takes part in a run besides the run, as /proc and the queue manager show it."""

from __future__ import annotations

import pytest

from mqtune.hosts import machine
from mqtune.hosts.machine import ForeignProcess, Reading
from mqtune.lab.drivers.base import RawRun
from mqtune.lab.drivers.processes import surroundings
from mqtune.lab.drivers.processes.surroundings import Surroundings
from mqtune.lab.drivers.queue_managers import OWN_PROGRAMS

SECONDS, TICKS = 10, 2000  # of a run on two processors


def reading(at, stolen=0, throttled=0.0, **ticks):
    """A moment at which processes, by name, have used ticks."""
    processes = {number: ForeignProcess(name, used) for number, (name, used) in enumerate(ticks.items(), 100)}
    return Reading(processes, at * TICKS, stolen, throttled, float(at * SECONDS))


@pytest.fixture
def judge():
    """Judges runs of one session, each between two moments."""
    judging = Surroundings()

    def judged(before, after, applications=None, outcome="ok", host=""):
        raw = RawRun((), outcome, "the run is complete", None, 10.0, {}, {"sent": 1.0})
        found = {host: machine.shares(before, after)} if before and after else {}
        return judging.judged(raw, found, applications)

    return judged


def test_load_that_was_always_there_disturbs_nothing_and_is_a_figure(judge):
    for number in (1, 2):
        raw = judge(reading(number, backup=400 * number), reading(number + 1, backup=400 * (number + 1)))
        assert raw.outcome == "ok"
        assert raw.figures["others_share"] == pytest.approx(0.2)
        assert raw.figures["sent"] == 1.0


def test_a_job_that_begins_disturbs_the_run_and_is_named(judge):
    judge(reading(1, backup=0), reading(2, backup=10))
    raw = judge(reading(2, backup=10, make=0), reading(3, backup=10, make=600))
    assert raw.outcome == "disturbed"
    assert "used 30% of the processors (most: make, process 101)" in raw.message
    assert "quietest run" in raw.message
    assert judge(reading(3, backup=10), reading(4, backup=15)).outcome == "ok"


def test_another_host_is_compared_with_itself_and_named(judge):
    judge(reading(1, make=0), reading(2, make=600))
    judge(reading(1, make=0), reading(2, make=2), host="mq1")
    assert judge(reading(1, make=0), reading(2, make=500)).outcome == "ok"
    raw = judge(reading(1, make=0), reading(2, make=500), host="mq1")
    assert raw.outcome == "disturbed"
    assert raw.message.startswith("on mq1 other processes used 25%")


def test_what_a_parent_gets_from_its_ended_children_is_not_counted_twice(judge):
    before = Reading({1: ForeignProcess("sh", 0), 2: ForeignProcess("make", 500)}, 0, 0, 0.0, 0.0)
    after = Reading({1: ForeignProcess("sh", 0, ended=520)}, TICKS, 0, 0.0, 10.0)
    assert judge(before, after).figures["others_share"] == pytest.approx(0.01)


@pytest.mark.parametrize(
    ("more", "says"), [({"stolen": 100}, "hypervisor"), ({"throttled": 2.0}, "quota of the control group")]
)
def test_time_taken_by_the_hypervisor_or_a_quota(more, says, judge):
    judge(reading(1), reading(2))
    raw = judge(reading(2), reading(3, **more))
    assert raw.outcome == "disturbed"
    assert says in raw.message


def test_an_application_that_connects_later_disturbs(judge):
    assert judge(None, None, frozenset({"payroll"})).outcome == "ok"
    assert judge(None, None, frozenset({"payroll"})).outcome == "ok"
    raw = judge(None, None, frozenset({"payroll", "batch"}))
    assert raw.outcome == "disturbed"
    assert "other applications have connected: batch" in raw.message


def test_a_run_that_failed_keeps_its_own_outcome(judge):
    judge(reading(1), reading(2))
    assert judge(reading(2), reading(3, stolen=900), outcome="failed").outcome == "failed"


def test_own_processes_and_those_of_the_queue_manager_are_not_foreign():
    import os

    own = os.getpid()
    rows = ((1, 0, "init"), (own, 1, "python"), (own + 1, own, "cph"), (own + 2, 1, "amqzlaa0"))
    table = {pid: (parent, ForeignProcess(name, 9)) for pid, parent, name in rows}
    assert set(machine.foreign(table, {own}, OWN_PROGRAMS)) == {1}


def test_this_machine_shows_what_is_needed():
    found = surroundings.look()
    assert found is None or found.total > 0


def test_the_quota_of_any_enclosing_group_limits_the_cores(tmp_path, monkeypatch):
    (tmp_path / "own").write_text("0::/a.slice/b.scope\n")
    (tmp_path / "a.slice" / "b.scope").mkdir(parents=True)
    (tmp_path / "a.slice" / "b.scope" / "cpu.max").write_text("max 100000\n")
    (tmp_path / "a.slice" / "cpu.max").write_text("100000 100000\n")
    monkeypatch.setattr(machine, "_OWN_GROUP", str(tmp_path / "own"))
    monkeypatch.setattr(machine, "_GROUPS", str(tmp_path))
    assert machine.usable_cores() == 1
