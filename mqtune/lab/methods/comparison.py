"""Arms compared by their runs in blocks: differences with intervals, which a bad run does not spoil.

The logarithms of the values are fitted by value = arm + block + noise. A robust fit (median polish; Tukey,
Exploratory Data Analysis, 1977) shows first which runs are too far away to be noise; the differences and
their intervals are least squares over the others. A value is not known more closely than by one count.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean, median

from mqtune.lab.core.order import Arm
from mqtune.lab.core.run import Run
from mqtune.lab.core.statistics import MAD_TO_DEVIATION, Spread, t_quantile
from mqtune.lab.core.verdict import Estimate, Interval
from mqtune.lab.methods.contrasts import Contrasts, contrasts
from mqtune.lab.methods.intervals import ONE_COUNT, SHOWN_LEVEL, of_runs, of_shares

LEADER, REFERENCE = "leader", "reference"
FAR = 0.0027  # share of runs that are left out if all of them are normal noise: beyond three deviations
MOST_SPOILT = 1 / 3  # of the runs: if more seem to be far away, that is the noise
LEAST_FREEDOM = 5  # with less the noise is not known well enough to call anything far away
POLISHES = 8


class Comparison:
    """The runs of arms in blocks; arms have names, which need not be those of the runs' arms."""

    def __init__(self) -> None:
        self._blocks: list[dict[str, tuple[float, float]]] = []  # value and resolution, by name
        self._fits: dict[str, Contrasts] = {}
        self._spoilt: set[tuple[int, str]] | None = None

    def __len__(self) -> int:
        return len(self._blocks)

    def add(self, runs: Iterable[Run], names: Sequence[str] = ()) -> None:
        """Add one block of runs that count; `names` replace the names of their arms."""
        made = list(runs)
        keys = names or [run.order.arm.name for run in made]
        block = {name: (run.value or math.nan, run.resolution) for name, run in zip(keys, made, strict=True)}
        self._blocks.append(block)
        self._fits, self._spoilt = {}, None

    def values(self, name: str) -> list[float]:
        """The values of an arm, without those of spoilt runs."""
        return [value for at, value in self._cells(name) if (at, name) not in self.spoilt]

    def runs(self, name: str) -> int:
        """The number of runs of an arm."""
        return len(self._cells(name))

    def value(self, name: str, unit: str, level: float = SHOWN_LEVEL) -> Interval | None:
        """The mean of an arm with its interval."""
        resolution = (
            fmean(block[name][1] for block in self._blocks if name in block) if self.runs(name) else 0
        )
        return of_runs(self.values(name), unit, level, resolution)

    def against(self, reference: str) -> Contrasts:
        """The differences of all arms to one of them."""
        if reference not in self._fits:
            kept = [
                {name: math.log(value) for name, (value, _) in block.items() if (at, name) not in self.spoilt}
                for at, block in enumerate(self._blocks)
            ]
            resolutions = [ONE_COUNT * one for block in self._blocks for _, one in block.values()]
            floor = math.sqrt(fmean(one * one for one in resolutions)) if resolutions else 0.0
            self._fits[reference] = contrasts([block for block in kept if block], reference, floor)
        return self._fits[reference]

    def ratio(self, name: str, reference: str, level: float) -> Spread | None:
        """The logarithm of an arm's value over that of the reference; None while the noise is unknown."""
        return self.against(reference).of(name, level)

    def best(self, arms: Sequence[Arm]) -> Arm:
        """The measured arm with the highest estimate."""
        measured = [arm for arm in arms if self.runs(arm.name)]
        fit = self.against(measured[0].name)
        return max(measured, key=lambda arm: fit.differences.get(arm.name, (0.0, 0.0))[0])

    def estimates(
        self,
        arms: Sequence[Arm],
        reference: Arm,
        level: Callable[[Arm], float],
        unit: str,
        states: Mapping[str, str],
    ) -> tuple[Estimate, ...]:
        """What is known of each arm, and its difference to the reference."""
        found = []
        for arm in arms:
            ratio = None if arm == reference else self.ratio(arm.name, reference.name, level(arm))
            against = of_shares(ratio, level(arm)) if ratio else None
            value = self.value(arm.name, unit)
            found.append(Estimate(arm, self.runs(arm.name), value, against, states.get(arm.name, "open")))
        return tuple(found)

    @property
    def spoilt(self) -> set[tuple[int, str]]:
        """The runs that are too far from the others to be noise, by block and arm."""
        if self._spoilt is None and (pairs := self._pairs()):
            self._spoilt = {(at, name) for at in spoilt_pairs(pairs) for name in self._blocks[at]}
        if self._spoilt is None:
            cells = [
                (at, name, math.log(value))
                for at, block in enumerate(self._blocks)
                for name, (value, _) in block.items()
            ]
            residuals = _polished(cells)
            names = {name for _, name, _ in cells}
            bad = spoilt(residuals, len(self._blocks) + len(names) - 1)
            self._spoilt = {(cells[one][0], cells[one][1]) for one in bad}
        return self._spoilt

    def _pairs(self) -> list[float]:
        """The log ratio of each block of the same two arms; empty for other comparisons."""
        names = list(self._blocks[0]) if self._blocks else []
        if len(names) != 2 or any(block.keys() != self._blocks[0].keys() for block in self._blocks):
            return []
        first, second = names
        return [math.log(block[second][0] / block[first][0]) for block in self._blocks]

    @property
    def warnings(self) -> tuple[str, ...]:
        """One for each arm with runs that are left out."""
        found = []
        for name in sorted({name for _, name in self.spoilt}):
            middle = median(value for _, value in self._cells(name))
            off = [value / middle - 1 for at, value in self._cells(name) if (at, name) in self.spoilt]
            worst = max(off, key=abs)
            many = (
                f"{len(off)} runs of {name} differ by up to"
                if len(off) > 1
                else f"a run of {name} differs by"
            )
            found.append(
                f"{many} {worst:+.0%} from the median of its runs, which is too much for noise: left out; "
                "check for other load at that time"
            )
        return tuple(found)

    def _cells(self, name: str) -> list[tuple[int, float]]:
        return [(at, block[name][0]) for at, block in enumerate(self._blocks) if name in block]


def spoilt(residuals: Sequence[float], parameters: int) -> set[int]:
    """Which residuals of a robust fit with a number of parameters are too large to be noise.

    The scale is the median of those that the fit did not force to be small.
    """
    sizes = sorted(map(abs, residuals))[parameters - 1 :]
    return _far(residuals, len(residuals) - parameters, median(sizes) if sizes else 0.0)


def spoilt_pairs(ratios: Sequence[float]) -> set[int]:
    """Which log ratios of pairs are too far from the others to be noise: one of their two runs was bad.

    A fit of arms and blocks would share the error of a bad run with the other run of its pair.
    """
    middle, freedom = median(ratios), len(ratios) - 1
    left = [one - middle for one in ratios]
    # small samples have small medians
    return _far(left, freedom, median(map(abs, left)) * (1 + 1 / max(1, freedom)))


def _far(residuals: Sequence[float], freedom: int, middle: float) -> set[int]:
    """The residuals beyond what one normal run in 370 exceeds; none if they are many, or the runs few."""
    if freedom < LEAST_FREEDOM:
        return set()
    # equal runs differ by rounding
    limit = max(MAD_TO_DEVIATION * middle * t_quantile(1 - FAR / 2, freedom), 1e-6)
    found = {at for at, one in enumerate(residuals) if abs(one) > limit}
    return found if len(found) <= MOST_SPOILT * len(residuals) else set()


def _polished(cells: Sequence[tuple[int, str, float]]) -> list[float]:
    """The residuals after the medians of blocks and arms are subtracted in turn."""
    left = [value for _, _, value in cells]
    for turn in range(2 * POLISHES):
        groups: dict[object, list[int]] = {}
        for at, (block, name, _) in enumerate(cells):
            groups.setdefault(name if turn % 2 else block, []).append(at)
        for members in groups.values():
            middle = median(left[at] for at in members)
            for at in members:
                left[at] -= middle
    return left
