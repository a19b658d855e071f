"""Settings of an experiment as given, and a play of an experiment against its own truth without noise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from mqtune.lab.core.definition import read_settings
from mqtune.lab.core.experiment import Experiment, Settings, Target
from mqtune.lab.core.job import Job, usual_budget
from mqtune.lab.core.run import Block, Run, Series, Verdict
from mqtune.lab.engine.measurement import make_run
from mqtune.lab.experiments import find
from mqtune.lab.simulation import simulated_driver
from mqtune.session.options import Options
from mqtune.session.session import Session

QM1 = Target("QM1", (9, 4), 32)
BUDGET = 4 * 3600.0


@dataclass
class Played:
    """An experiment that was gone through to its end."""

    experiment: Experiment
    settings: Settings
    target: Target
    runs: list[Run]
    verdict: Verdict

    @property
    def advice(self):
        return self.experiment.on(self.settings, self.target).advise(self.verdict, self.runs)


Play = Callable[..., Played]


def _series(truth: dict[str, float], run: Run) -> dict[str, Series]:
    """What a simulated watch would have seen: steady figures, and queues that take what is not carried."""
    at = tuple(float(second) for second in range(int(run.order.seconds)))
    found = {}
    for name, value in truth.items():
        kind, colon, watch = name.partition(":")
        if colon and kind == "steady":
            found[watch] = Series("", at, tuple(value for _ in at))
        elif colon and kind == "backlog":
            unmet = max(0.0, (run.order.rate or truth["rate"] * 1.2) - truth["rate"]) * value
            found[watch] = Series("messages", at, tuple(unmet * second for second in at))
    return found


@pytest.fixture
def play() -> Play:
    """Plays an experiment by its truth; every value is exact, or `wobble` apart from run to run."""

    def playing(name: str, *given: str, target: Target = QM1, wobble: float = 0.0, repeat=None) -> Played:
        experiment = find(name)
        settings = read_settings(experiment.definition, given)
        method = experiment.on(settings, target).method(1, repeat)
        runs: list[Run] = []
        spent, block = 0.0, 0
        while True:
            step = method.next(tuple(runs), spent, BUDGET)
            if isinstance(step, Verdict):
                return Played(experiment, settings, target, runs, step)
            assert isinstance(step, Block)
            block += 1
            for order in step.orders:
                number = len(runs) + 1
                truth = dict(experiment.on(settings, target).truth(order))
                rate = truth["rate"] * (1 + wobble * (-1) ** number)
                rate = rate if order.rate is None else min(rate, order.rate)
                run = Run(number, block, order, "ok", rate, took=order.seconds)
                figures = {key: value for key, value in truth.items() if key != "rate" and ":" not in key}
                run = replace(run, series=_series(truth, run), figures=figures)
                runs.append(replace(run, value=experiment.value(run)))
                spent += order.seconds
            assert len(runs) < 2000

    return playing


@pytest.fixture
def simulate() -> Play:
    """Goes through an experiment on the simulated driver, as the engine does, at some noise in percent."""

    def simulating(
        name: str,
        *given: str,
        target: Target = QM1,
        noise: float = 1,
        kind: str = "within",
        seed: int = 1,
        repeat: int | None = None,
        minutes: float | None = None,
    ) -> Played:
        experiment = find(name)
        settings = read_settings(experiment.definition, given)
        driver = simulated_driver(
            experiment.on({**settings, "noise": noise, "noise-kind": kind}, target), seed
        )
        most = minutes or usual_budget(experiment.definition.minutes)
        job = Job(experiment, settings, target, "simulated", seed, most, repeat=repeat)
        method = experiment.on(settings, target).method(seed, repeat)
        runs: list[Run] = []
        block = 0
        while True:
            step = method.next(tuple(runs), driver.clock.now(), most * 60)
            if isinstance(step, Verdict):
                return Played(experiment, settings, target, runs, step)
            block += 1
            for order in step.orders:
                work = experiment.on(settings, target).work(order)
                made = make_run(job, driver, len(runs) + 1, block, order, work, lambda live: None)
                runs.append(made)

    return simulating


@pytest.fixture
def findings() -> Callable[[str, tuple[int, ...]], list[tuple[str, str]]]:
    """What mqtune finds in a script for a level."""

    def found(script: str, level: tuple[int, ...] = (9, 4)) -> list[tuple[str, str]]:
        version = ".".join(map(str, level))
        options = Options(stdin_text=script, stdin_name="x.mqsc", mq_version=version, platform="linux")
        return [(one.code, one.message) for one in Session.open(options).lint().findings]

    return found
