"""What every experiment offers: arms, set-up, the work of a run, the method, and what follows from a verdict.

One module an experiment in `experiments/`, its words and numbers in `definitions/`. Knows no process, journal
or screen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from mqtune.lab.core.definition import Definition
from mqtune.lab.core.method import Method
from mqtune.lab.core.order import Arm, Level, Order
from mqtune.lab.core.run import Run
from mqtune.lab.core.verdict import Noise, Verdict
from mqtune.lab.core.work import Step, Work

Settings = Mapping[str, Level | tuple[Level, ...]]


@dataclass(frozen=True, slots=True)
class Target:
    """What is measured: queue manager, its MQ level (None where unknown), cores of its host, prefix.

    `cores` is None where nobody declared them. `prefix` begins the name of every object that is made.
    """

    qmgr: str
    level: tuple[int, ...] | None = None
    cores: int | None = None
    prefix: str = "MQTUNE"


@dataclass(frozen=True, slots=True)
class ConfigSnippet:
    """MQSC or qm.ini lines that follow from a verdict, with the reason of each in a comment."""

    language: str  # "mqsc" or "ini"
    text: str
    restart: bool = False


@dataclass(frozen=True, slots=True)
class MeasuredConstant:
    """A constant of a capacity model as it was measured, for a calibration file (docs/models/calibration.md).

    `low` and `high` are its interval; `when` names the case that it belongs to, by inputs of the model.
    """

    model: str
    name: str
    value: float
    low: float
    high: float
    when: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Advice:
    """What follows from a verdict: sentences, snippets, and constants for a calibration file."""

    sentences: tuple[str, ...]
    snippets: tuple[ConfigSnippet, ...] = ()
    calibration: tuple[MeasuredConstant, ...] = ()


class Experiment(Protocol):
    """One experiment, with all its settings known."""

    definition: Definition

    def arms(self, settings: Settings, target: Target) -> tuple[Arm, ...]:
        """The arms it begins with."""

    def setup(self, settings: Settings, target: Target) -> tuple[Step, ...]:
        """What is done before the first run, each step with what takes it back."""

    def between(self, before: Arm | None, after: Arm, settings: Settings, target: Target) -> tuple[Step, ...]:
        """What is done when the next run is of another arm; empty where nothing has to change."""

    def work(self, order: Order, settings: Settings, target: Target, driver: str) -> Work:
        """The processes of one run, as the named driver (cph, jms, mqldt) takes them."""

    def value(self, run: Run) -> float | None:
        """What methods compare, in the definition's unit, where it is not the run's median rate."""

    def method(
        self, settings: Settings, target: Target, noise: Noise | None, seed: int, repeat: int | None
    ) -> Method:
        """How it goes on and ends; `repeat` is the least number of blocks where the user asked for one."""

    def advise(self, verdict: Verdict, runs: Sequence[Run], settings: Settings, target: Target) -> Advice:
        """What follows from the verdict."""

    def truth(self, order: Order, settings: Settings) -> Mapping[str, float]:
        """For the simulated driver: the model's figures by name; `rate` in messages per second.

        Constants come from the published reports (`capacity/`), never from this module.
        """
