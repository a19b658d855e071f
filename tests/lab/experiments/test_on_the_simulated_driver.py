"""Every experiment goes through to its verdict on the simulated driver, and finds what was printed."""

from __future__ import annotations

import pytest

from mqtune.lab.core.definition import read_settings, read_value, shown
from mqtune.lab.core.experiment import Target
from mqtune.lab.core.job import Job, usual_budget
from mqtune.lab.core.plan import make_plan
from mqtune.lab.core.run import DECIDED, DECIDED_AGAINST
from mqtune.lab.experiments import NAMES, find

# what the verdict holds at 1% noise: figure, value, how far from it (share), and where that is printed
PRINTED = {
    "topic-limit": ("limit", 888_744, 0.03),  # V8.0 report, Chart 6
    "fan-out": ("break", 48, 0.05),  # V8.0 report, 3.3.1
    "triplets": ("capacity of inherited", 792_464, 0.03),  # V8.0 report, Chart 23
    "expiry": ("depth", 180_000, 0.05),  # 2,000/s * (60 s + 30 s), streaming report, 7.5.2
    "uniform-scaling": ("rate of one", 21_077, 0.02),  # article on uniform clusters, Table 1
    "hub-recovery": ("throughput", 149, 0.05),  # V5.3 report, Table 1
    "log-disk": ("4 KiB", 172, 0.03),  # persistent messaging report (2017), p. 29
    "jms-put-get": ("gain of SHARECNV(1)", 1 / 0.85 - 1, 0.15),  # 15% in the product documentation
}
CHOSEN = {
    "topic-limit": "4 publishers",
    "topic-isolation": "isolated",
    "cluster-publish": "32 threads, 4 channels",
    "triplets": "point-to-point",
    "jms-put-get": "SHARECNV(1)",
}


@pytest.mark.parametrize("name", NAMES)
def test_it_ends_with_a_verdict_and_with_what_follows(name, simulate):
    played = simulate(name)
    assert played.verdict.word in DECIDED
    assert played.verdict.answer
    assert played.advice.sentences
    assert all(run.outcome == "ok" for run in played.runs)
    values = [one.value for one in played.verdict.estimates if one.value]
    assert {one.unit for one in values} <= {find(name).definition.unit}


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("name", PRINTED)
def test_it_finds_the_figure_of_the_report(name, seed, simulate):
    figure, value, share = PRINTED[name]
    assert simulate(name, seed=seed).verdict.figures[figure].estimate == pytest.approx(value, rel=share)


@pytest.mark.parametrize("name", CHOSEN)
def test_it_chooses_what_the_report_found_best(name, simulate):
    assert simulate(name, seed=3).verdict.chosen.name == CHOSEN[name]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["within", "between"])
def test_it_ends_at_a_noise_that_tells_little_too(name, kind, simulate):
    played = simulate(name, noise=15, kind=kind)
    assert played.verdict.word in (*DECIDED, *DECIDED_AGAINST, "undecided")
    if played.verdict.word == "undecided":
        assert played.verdict.minutes_needed


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("qmgr", ["QM1", "A.LONG.NAME/OF_A%QUEUE.MANAGER"])
def test_nothing_but_a_name_makes_a_plan(name, qmgr):
    experiment = find(name)
    definition = experiment.definition
    settings = read_settings(definition, ())
    job = Job(experiment, settings, Target(qmgr), "simulated", 1, usual_budget(definition.minutes))
    plan = make_plan(job)
    assert plan.blocks
    assert all(process.argv for arm in plan.arms for process in arm.processes)


@pytest.mark.parametrize("name", NAMES)
def test_everything_is_said_before_it_is_planned(name):
    one = find(name).definition
    for text in (one.question, one.hypothesis, one.decision, one.recommends, one.source, one.simulated):
        assert len(text) > 20
    assert one.question.endswith("?")
    for texts in (one.held_constant, one.touches, one.guard_rails, one.pitfalls, one.factors, one.drivers):
        assert texts
    assert {factor.setting for factor in one.factors} <= {setting.name for setting in one.settings}
    assert one.minutes > 0


@pytest.mark.parametrize("name", NAMES)
def test_its_settings_have_defaults_that_they_would_take(name):
    for setting in find(name).definition.settings:
        assert setting.help
        if shown(setting.default):
            assert read_value(setting, shown(setting.default)) == setting.default
