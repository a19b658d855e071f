"""A finished run as methods and results use it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mqtune.lab.core.driver_output import OK
from mqtune.lab.core.order import Order

# figures: shares of the time of all processors, of processes that are not of the run and of other machines
OTHERS_SHARE, STEAL_SHARE = "others_share", "steal_share"
RATES = "rate"  # the series of a run that contains its samples, including the warm-up


@dataclass(frozen=True, slots=True)
class Cut:
    """What was discarded as warm-up: seconds from the start of the run, number of samples, and why."""

    seconds: float
    samples: int
    why: str


@dataclass(frozen=True, slots=True)
class Series:
    """Something that was watched during a run: seconds since its start, and values in `unit`."""

    unit: str
    at: tuple[float, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """One finished run.

    `value` is what methods compare: what was counted after the cut, divided by the seconds, in the unit of
    the experiment's measure (usually publications or messages per second); None if the run does not count.
    `outcome` is a word of `core.driver_output` or of `drivers.processes.outcomes`; a run counts only if it is
    `ok`.
    `series` contains what was watched, by name (depth, file size, running channels), and the samples as
    `RATES`.
    """

    number: int
    block: int
    order: Order
    outcome: str
    value: float | None
    mean: float | None = None
    deviation: float | None = None  # standard deviation of the samples after the cut, in the unit of value
    cut: Cut | None = None
    message: str = ""
    reason_code: int | None = None
    took: float = 0.0  # seconds from start to end, set-up of the run included
    counted: float = 0.0  # seconds after the cut; 0 if the value is not a count divided by seconds
    figures: Mapping[str, float] = field(
        default_factory=dict
    )  # single figures, such as the deliveries per second
    series: Mapping[str, Series] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    @property
    def resolution(self) -> float:
        """One count as a share of those of the run: its value cannot be known more closely."""
        return 1 / (self.value * self.counted) if self.value and self.value * self.counted > 0 else 0.0

    @property
    def counts(self) -> bool:
        """Whether a method may use its value."""
        return self.outcome == OK and self.value is not None
