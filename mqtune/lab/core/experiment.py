"""The interface of every experiment: arms, set-up, the work of a run, the method, and the advice.

Each experiment has one module in `experiments/`; its texts and numbers are in `definitions/`.
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
    """What is measured: queue manager, its MQ level (None if unknown), cores of its host, prefix.

    `cores` is None if they are not declared. The name of every object that is defined begins with `prefix`.
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
    """A measured constant of a capacity model, for a calibration file (docs/models/calibration.md).

    `low` and `high` are its interval; `when` names the case that it applies to, by inputs of the model.
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
    """One experiment."""

    definition: Definition

    def arms(self, settings: Settings, target: Target) -> tuple[Arm, ...]:
        """The arms with which it begins."""

    def setup(self, settings: Settings, target: Target) -> tuple[Step, ...]:
        """The steps before the first run, each with its undo."""

    def between(self, before: Arm | None, after: Arm, settings: Settings, target: Target) -> tuple[Step, ...]:
        """The steps before a run of another arm; empty if nothing has to change."""

    def work(self, order: Order, settings: Settings, target: Target, driver: str) -> Work:
        """The processes of one run, for the named driver (cph, jms, mqldt)."""

    def value(self, run: Run) -> float | None:
        """The value that methods compare, in the definition's unit; usually the run's median rate."""

    def method(
        self, settings: Settings, target: Target, noise: Noise | None, seed: int, repeat: int | None
    ) -> Method:
        """The method that decides it; `repeat` is the least number of blocks if the user requested one."""

    def advise(self, verdict: Verdict, runs: Sequence[Run], settings: Settings, target: Target) -> Advice:
        """What follows from the verdict."""

    def truth(self, order: Order, settings: Settings) -> Mapping[str, float]:
        """The model's figures by name, for the simulated driver; `rate` in messages per second.

        Constants come from the published reports (`capacity/`), never from this module.
        """
