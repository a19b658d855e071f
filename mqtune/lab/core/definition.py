"""The definition of an experiment as data: what it asks, varies, holds constant, touches and recommends.

Read from `definitions/*.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mqtune.lab.core.order import Level


@dataclass(frozen=True, slots=True)
class ExperimentSetting:
    """One `--set key=value`: its type, default and bounds or choices.

    Types are integer, number, size, text, name, choice and list. A size is in bytes. A name is an MQ name:
    letters, digits and `. _ / %`, at most `most` characters. A list contains whole numbers, or words if it
    has choices; the bounds apply to each value.
    """

    name: str
    type: str
    default: Level | tuple[Level, ...]
    help: str
    unit: str = ""
    least: int | float | None = None
    most: int | float | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Factor:
    """What is varied: its levels, and which levels may be added when the best level is at an edge."""

    name: str
    what: str
    setting: str  # the setting that lists its levels
    opens: str = ""  # in words: "2, or 6, 7 … up to the cores less one"


@dataclass(frozen=True, slots=True)
class Definition:
    """The description of an experiment. Texts are whole sentences or phrases.

    `drivers` can measure it; manual and simulated are possible for every experiment and are not listed.
    """

    name: str
    question: str
    hypothesis: str
    factors: tuple[Factor, ...]
    held_constant: tuple[str, ...]
    touches: tuple[str, ...]
    guard_rails: tuple[str, ...]
    decision: str
    recommends: str
    pitfalls: tuple[str, ...]
    source: str  # report, section, page
    simulated: str  # which published figures the simulated queue manager uses, and what is assumed
    measure: str  # what a run's value is
    unit: str
    drivers: tuple[str, ...]
    settings: tuple[ExperimentSetting, ...]
    minutes: float  # usual length at 1% noise, with the defaults
    says: Mapping[str, str] = field(default_factory=dict)  # sentences of the advice, with {placeholders}
    pilot: bool = True  # whether three equal runs before the others measure the noise without doing harm

    @property
    def defaults(self) -> dict[str, Level | tuple[Level, ...]]:
        """The settings by name, with their defaults."""
        return {one.name: one.default for one in self.settings}
