"""A plan says everything that will be done, and does nothing."""

from __future__ import annotations

import json

import pytest

from mqtune.lab import api as experimenting
from mqtune.lab.api import Request
from mqtune.lab.core.encoding import encode
from mqtune.lab.core.experiment import ByHand
from mqtune.lab.core.plan import make_plan
from mqtune.lab.experiments import NAMES
from mqtune.present.experiment.plan import plan_lines

GOLDEN = """\
pretended: Which is better?
  hypothesis: b is.
  source: none
where and how long
  queue manager: QM1 (test), IBM MQ 9.4, 8 cores
  driver: cph
  time: about 3 min at 1% noise, at most 60 min
  measured: messages, in messages/s
settings
  threads  1,2
held constant
  all else
touches
  makes a queue
set-up
  MQSC on QM1: define the queue
    DEFINE QLOCAL(MQTUNE.Q)
    undone at the end by
    DELETE QLOCAL(MQTUNE.Q)
restarts
  none
arms
  a
    sender: cph -tc Sender -nt 1 -jb QM1
  b
    sender: cph -tc Sender -nt 1 -jb QM1
  may be added: threads: 3 and more
blocks
  block 1
    a 20 s · b 20 s
  later blocks follow from what was measured
safeguards
  none
decision
  the better one
recommends
  the better one
pitfalls
  there are some
command to run it
  mqtune experiment run pretended --driver cph --qmgr QM1
"""


def test_the_text_of_a_plan(bench):
    assert "\n".join(plan_lines(make_plan(bench.job()))) + "\n" == GOLDEN


def test_a_verdict_that_is_known_beforehand_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mqtune.toml").write_text('[[queue-manager]]\nname = "QM1"\ncores = 2\n')
    plan = experimenting.plan(Request("topic-isolation", "QM1"))
    assert plan.foregone.startswith("invalid: ")
    assert plan.blocks == ()
    assert "the verdict is already known: invalid: " in "\n".join(plan_lines(plan))


@pytest.mark.parametrize(("name", "most"), [("triplets", 110), ("streaming", 200)])
def test_a_long_plan_is_folded_and_names_every_object(name, most, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    plan = experimenting.plan(Request(name, "QM1"))
    short, whole = list(plan_lines(plan)), list(plan_lines(plan, is_complete=True))
    assert len(short) < most < 1000 < len(whole)
    assert all(line.strip() in "\n".join(whole) for step in plan.setup for line in step.script.splitlines())


def test_arms_at_a_level_are_shown_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = [one.arm.name for one in experimenting.plan(Request("streaming", "QM1")).arms]
    assert "baseline, 1 putter" in names
    assert "baseline" not in names


def test_a_plan_changes_nothing(bench):
    make_plan(bench.job())
    assert bench.step_runner.ran == []
    assert bench.driver.made == []


def test_restarts_steps_by_hand_and_changes_between_runs_are_shown(bench):
    bench.experiment.alters = True
    step = ByHand("QM1", "set PubSubCacheSize=64", "set it back", "DISPLAY QMSTATUS", "RUNNING", True, 4.0)
    bench.experiment.steps += (step,)
    text = "\n".join(plan_lines(make_plan(bench.job())))
    assert "by hand on QM1: set PubSubCacheSize=64, needs a restart of QM1" in text
    assert "verified by: DISPLAY QMSTATUS shows RUNNING" in text
    assert "QM1, before the first run: set PubSubCacheSize=64" in text
    assert "a -> b" in text
    assert "ALTER QLOCAL(MQTUNE.Q) DESCR('b')" in text
    assert "about 7 min at 1% noise, at most 64 min" in text


def test_another_queue_manager_in_production_is_named(bench):
    bench.production = frozenset({"QM1", "QM7"})
    assert make_plan(bench.job()).production == ("QM1",)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("driver", [None, "simulated", "manual"])
def test_every_experiment_is_planned_with_nothing_but_a_name(name, driver, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    plan = experimenting.plan(Request(name, "QM1", driver, seed=1))
    assert plan.arms
    assert any(arm.processes for arm in plan.arms)
    assert plan.blocks[0].orders
    assert 0 < plan.minutes_expected <= plan.minutes_most
    assert f"mqtune experiment run {name} --driver" in plan.command_line
    text = "\n".join(plan_lines(plan))
    assert ("SIMULATED" in text) == (driver == "simulated")
    json.dumps(encode(plan), allow_nan=False)


def test_the_command_line_of_a_plan_gives_the_same_plan(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    plan = experimenting.plan(
        Request("topic-limit", "QM1", "cph", ("publishers=2,3", "run-seconds=60"), 4, 25, seed=1)
    )
    assert plan.command_line == (
        "mqtune experiment run topic-limit --driver cph --qmgr QM1 --set publishers=2,3 --set run-seconds=60 "
        "--repeat 4 --max-minutes 25"
    )


def test_longer_runs_take_longer(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    usual = experimenting.plan(Request("topic-limit", "QM1"))
    longer = experimenting.plan(Request("topic-limit", "QM1", settings=("run-seconds=60",)))
    # starting and ending the drivers takes as long as before
    assert 1.9 < longer.minutes_expected / usual.minutes_expected < 2
