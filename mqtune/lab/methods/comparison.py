"""Arms compared by their runs in blocks: differences with intervals, and the method that uses them.

The logarithms of the values are fitted by value = arm + block + noise. A robust fit (median polish; Tukey,
Exploratory Data Analysis, 1977) shows which runs are too bad to be noise. They are left out only if the arms
have them alike, as runs that something else disturbs: bad runs of one arm may be how this arm works, and are
part of its mean. A value is not known more closely than by one count.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from statistics import fmean, median
from typing import TypeVar

from mqtune.lab.core.run import Arm, Estimate, Interval, Run
from mqtune.lab.core.statistics import (
    MAD_TO_DEVIATION,
    Spread,
    as_many,
    log_interval,
    share,
    t_quantile,
    two_sided_t,
)

# Intervals of verdicts from the values of runs, and other helpers of all methods.

ONE_COUNT = 6**-0.5  # deviation of a difference of two counts, each of which is cut to a whole number
SHOWN_LEVEL = 0.95  # of intervals that are only shown and decide nothing

# Of six units ABBA or BAAB: how many units before was the one that it follows, and whether it is the
# opposite of it; two are random. A load that returns every four runs meets the same place of every unit, so
# the second is the opposite of the first; one that returns every three runs meets the same places again three
# units later.
LIKE = ((0, False), (1, True), (0, False), (3, True), (4, False), (3, True))
UNITS = len(LIKE)

Item = TypeVar("Item")


def of_runs(
    values: Sequence[float], unit: str, level: float = SHOWN_LEVEL, resolutions: Sequence[float] = ()
) -> Interval | None:
    """The mean of an arm's runs with its interval; a single run has no interval.

    The interval is not narrower than the `resolutions` of the runs allow: one count as a share of theirs.
    """
    ends = log_interval(values, level, ONE_COUNT * fmean(resolutions or (0.0,)))
    if ends:
        return Interval(*ends, unit, level)
    if not values:
        return None
    mean = fmean(values)
    if len(values) == 1:
        return Interval(mean, mean, mean, unit, None, "one run")
    return Interval(mean, min(values), max(values), unit, None, "minimum to maximum")


def mean_of(runs: Sequence[Run], unit: str, level: float = SHOWN_LEVEL) -> Interval | None:
    """The mean of runs that count with its interval."""
    values = [run.value for run in runs if run.value is not None]
    return of_runs(values, unit, level, [run.resolution for run in runs])


def of_shares(spread: Spread, level: float) -> Interval:
    """A log ratio as a relative difference to the reference."""
    return Interval(share(spread.estimate), share(spread.low), share(spread.high), "1", level)


def figure_text(value: float) -> str:
    """A value with at least four digits and without an exponent."""
    return f"{value:,.0f}" if abs(value) >= 999.5 else f"{value:,.4g}"


def bounds(spread: Spread) -> str:
    """The ends of a log ratio as relative differences: `-0.5% to +1.2%`."""
    return f"{share(spread.low):+.1%} to {share(spread.high):+.1%}"


def spanned(values: Sequence[float], unit: str) -> Interval:
    """The median with the smallest and the largest value."""
    return Interval(median(values), min(values), max(values), unit, None, "minimum to maximum")


def by_arm(history: Sequence[Run], arms: Sequence[Arm], purpose: str) -> dict[str, list[Run]]:
    """The finished runs of each arm that count, made for the purpose."""
    runs_of: dict[str, list[Run]] = {arm.name: [] for arm in arms}
    for run in history:
        if run.counts and run.order.purpose == purpose:
            runs_of.setdefault(run.order.arm.name, []).append(run)
    return runs_of


def shuffled(items: Sequence[Item], seed: int, turn: int) -> list[Item]:
    """The items in an order that depends only on the seed and the turn.

    Every even turn is the reverse of the odd one before it, so that neither a drift nor a periodic load of
    twice the length of a run meets the same item in most blocks. With two items, two such turns are ABBA or
    BAAB, at random as far as `LIKE` allows.
    """
    mixed, unit = list(items), (turn + 1) // 2
    like, opposite = LIKE[(unit - 1) % UNITS] if len(mixed) == 2 else (0, False)
    Random(f"{seed}/{unit - like}").shuffle(mixed)
    return mixed[::-1] if (turn % 2 == 0) != opposite else mixed


def minutes(seconds: float) -> float:
    """Seconds as minutes, rounded up to half minutes."""
    return max(0.5, -(-seconds // 30) / 2)


# Differences between arms, from blocks that need not contain the same arms.


@dataclass(frozen=True, slots=True)
class Contrasts:
    """Differences to the reference: estimate and variance factor by arm, noise, degrees of freedom.

    The model is that of a block design, value = arm + block + noise, fitted by least squares: what a block
    has in common (drift) cancels out, arms that were never in the same block are compared through a third
    one, and all arms share one estimate of the noise, which matters most with few blocks.
    """

    reference: str
    differences: Mapping[str, tuple[float, float]]
    deviation: float
    freedom: int

    def of(self, name: str, level: float) -> Spread | None:
        """The difference between an arm and the reference; None while the noise is unknown."""
        if name not in self.differences or self.freedom < 1:
            return None
        estimate, factor = self.differences[name]
        half = two_sided_t(level, self.freedom) * self.deviation * math.sqrt(factor)
        return Spread(estimate, half)


def contrasts(blocks: Sequence[Mapping[str, float]], reference: str, least_noise: float = 0.0) -> Contrasts:
    """The fit; each block has the value (usually a logarithm) of each of its arms.

    `least_noise` is the least deviation of a value, such as that of counting. Arms that are not connected
    with the reference by a chain of blocks are left out.
    """
    blocks = _tied(blocks, reference)
    names = sorted({name for block in blocks for name in block} - {reference})
    index = {name: number for number, name in enumerate(names)}
    size = len(names)
    matrix = [[0.0] * size for _ in range(size)]
    right = [0.0] * size
    for block in blocks:
        mean = sum(block.values()) / len(block)
        inside = [index[name] for name in block if name != reference]
        for name, value in block.items():
            if name == reference:
                continue
            row = index[name]
            right[row] += value - mean
            matrix[row][row] += 1
            for column in inside:
                matrix[row][column] -= 1 / len(block)
    inverse = inverted(matrix)
    effects = [sum(a * b for a, b in zip(row, right, strict=True)) for row in inverse]
    by_name = {name: effects[index[name]] for name in names} | {reference: 0.0}
    freedom = sum(len(block) for block in blocks) - len(blocks) - size
    squares = 0.0
    for block in blocks:
        left = [value - by_name[name] for name, value in block.items()]
        mean = sum(left) / len(left)
        squares += sum((residual - mean) ** 2 for residual in left)
    differences = {name: (effects[n], max(0.0, inverse[n][n])) for name, n in index.items()}
    deviation = max(least_noise, math.sqrt(squares / freedom)) if freedom > 0 else 0.0
    return Contrasts(reference, differences, deviation, max(0, freedom))


def _tied(blocks: Sequence[Mapping[str, float]], reference: str) -> list[Mapping[str, float]]:
    """The blocks that are connected with the reference by a chain of common arms."""
    known = {reference}
    tied: list[Mapping[str, float]] = []
    waiting = list(blocks)
    while True:
        more = [block for block in waiting if not known.isdisjoint(block)]
        if not more:
            return tied
        waiting = [block for block in waiting if known.isdisjoint(block)]
        tied += more
        known.update(*more)


def inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a small matrix by elimination; raises ZeroDivisionError if it has none."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for index in range(size):
            factor = rows[index][column]
            if index != column and factor:
                rows[index] = [a - factor * b for a, b in zip(rows[index], rows[column], strict=True)]
    return [row[size:] for row in rows]


# The method.

LEADER, REFERENCE = "leader", "reference"
FAR = 0.01  # share of normal noise that is too far away to either side together: beyond 2.6 deviations
MOST_SPOILT = 1 / 3  # of the runs: if more seem to be far away, that is the noise
LEAST_LOST = 0.1  # of its value: less is noise, since one stalled second in twenty costs 5%
LEAST_FREEDOM = 5  # with less the noise is not known well enough to call anything far away
POLISHES = 8
NEAR = 1  # blocks to either side that show the level of the machine in a block
UNLIKE = 0.2  # probability, by chance, of as many bad runs of one arm: below it they are not alike in all
SEVERAL = 2  # bad runs of an arm that show that it is unstable

Blocks = tuple[tuple[tuple[str, float, float], ...], ...]  # of each run its name, value and resolution
Cell = tuple[int, str]  # a run by block and name


class Comparison:
    """The runs of arms in blocks; arms have names, which need not be those of the runs' arms.

    Bad runs have low rates, or long `durations` if those are the values.
    """

    def __init__(self, durations: bool = False) -> None:
        self._blocks: Blocks = ()
        self._numbers: dict[Cell, int] = {}
        self._durations = durations

    def __len__(self) -> int:
        return len(self._blocks)

    def add(self, runs: Iterable[Run], names: Sequence[str] = ()) -> None:
        """Add one block of runs that count; `names` replace the names of their arms."""
        block_runs = list(runs)
        keys = names or [run.order.arm.name for run in block_runs]
        block = (
            (name, run.value or math.nan, run.resolution) for name, run in zip(keys, block_runs, strict=True)
        )
        self._numbers.update(
            {(len(self), name): run.number for name, run in zip(keys, block_runs, strict=True)}
        )
        self._blocks += (tuple(block),)

    def values(self, name: str) -> list[float]:
        """The values of an arm, without those of runs that are left out."""
        return [value for at, value in self._cells(name) if (at, name) not in self.spoilt]

    def runs(self, name: str) -> int:
        """The number of runs of an arm."""
        return len(self._cells(name))

    def value(self, name: str, unit: str, level: float = SHOWN_LEVEL) -> Interval | None:
        """The mean of an arm with its interval."""
        cells = ((at, cell) for at, block in enumerate(self._blocks) for cell in block if cell[0] == name)
        kept = [cell for at, cell in cells if (at, name) not in self.spoilt]
        return of_runs([value for _, value, _ in kept], unit, level, [resolution for *_, resolution in kept])

    def against(self, reference: str) -> Contrasts:
        """The differences of all arms to one of them."""
        return _fit(self._blocks, self.spoilt, reference)

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
        estimates = []
        for arm in arms:
            ratio = None if arm == reference else self.ratio(arm.name, reference.name, level(arm))
            against = of_shares(ratio, level(arm)) if ratio else None
            value = self.value(arm.name, unit)
            state, left_out = states.get(arm.name, "open"), self.left_out(arm.name)
            estimates.append(Estimate(arm, self.runs(arm.name), value, against, state, left_out))
        return tuple(estimates)

    @property
    def bad(self) -> frozenset[Cell]:
        """The runs that are too bad to be noise."""
        return _bad_runs(self._blocks, -1 if self._durations else 1)

    @property
    def spoilt(self) -> frozenset[Cell]:
        """The bad runs that are left out, since the arms have them alike."""
        return self.bad if _alike(self._blocks, self.bad) else frozenset()

    def left_out(self, name: str) -> tuple[int, ...]:
        """The numbers of the runs of an arm that are left out."""
        return tuple(self._numbers[cell] for cell in sorted(self.spoilt) if cell[1] == name)

    def warnings(self, unit: str) -> tuple[str, ...]:
        """One for each arm with bad runs."""
        return tuple(self._warning(name, unit) for name in sorted({name for _, name in self.bad}))

    def _warning(self, name: str, unit: str) -> str:
        """What is to be said about the bad runs of an arm, and what to do."""
        values = [value for _, value in self._cells(name)]
        bad = [value for at, value in self._cells(name) if (at, name) in self.bad]
        worst = max(bad) if self._durations else min(bad)
        count, off = len(bad), worst / median(values) - 1
        if self.spoilt:
            many = f"{count} runs of {name} differ by up to" if count > 1 else f"a run of {name} differs by"
            return (
                f"{many} {off:+.0%} from the median of its runs, which is too much for noise: left out, "
                "since the arms have such runs alike; check for other load at that time"
            )
        state, known = "is" if count >= SEVERAL else "may be", self.value(name, unit)
        mean = f"mean {figure_text(known.estimate)}, " if known else ""
        return (
            f"{name} {state} unstable: {count} of its {len(values)} runs differ{'s' * (count == 1)} by "
            f"{'up to ' * (count > 1)}{off:+.0%} from the median of its runs ({mean}worst run "
            f"{figure_text(worst)} {unit}); nothing shows that other load is the cause, so that all runs "
            "count; more runs (--repeat) show how often this happens"
        )

    def _cells(self, name: str) -> list[tuple[int, float]]:
        cells = ((at, cell) for at, block in enumerate(self._blocks) for cell in block)
        return [(at, value) for at, (arm, value, _) in cells if arm == name]


@lru_cache(maxsize=1024)  # the procedure starts again for each question
def _fit(blocks: Blocks, spoilt: frozenset[Cell], reference: str) -> Contrasts:
    """The differences of arms to a reference, without spoilt runs."""
    kept = [
        {name: math.log(value) for name, value, _ in block if (at, name) not in spoilt}
        for at, block in enumerate(blocks)
    ]
    counts = [ONE_COUNT * resolution for block in blocks for _, _, resolution in block]
    floor = math.sqrt(fmean(count * count for count in counts)) if counts else 0.0
    return contrasts([block for block in kept if block], reference, floor)


@lru_cache(maxsize=1024)
def _alike(blocks: Blocks, bad: frozenset[Cell]) -> bool:
    """Whether several arms have bad runs, none of them more than by chance (Fisher's exact test)."""
    runs = Counter(name for block in blocks for name, _, _ in block)
    bad_counts = Counter(name for _, name in bad)
    return len(bad_counts) > 1 and all(
        as_many(bad_counts[name], runs[name], len(bad), runs.total()) >= UNLIKE for name in bad_counts
    )


@lru_cache(maxsize=1024)
def _bad_runs(blocks: Blocks, better: int) -> frozenset[Cell]:
    """The runs that are worse than noise; a run that is far better shows that the others were disturbed."""
    cells = [(at, name, math.log(value)) for at, block in enumerate(blocks) for name, value, _ in block]
    arms = len({name for _, name, _ in cells})
    levels = -(-len(blocks) // (2 * NEAR + 1))  # that are independent of each other
    left = _polished(cells, _fit(blocks, frozenset(), cells[0][1]).differences if cells else {})
    bad = spoilt(left, arms + levels - 1)
    return frozenset(cells[index][:2] for index in bad if better * left[index] < -LEAST_LOST)


def spoilt(residuals: Sequence[float], parameters: int) -> set[int]:
    """Which residuals of a robust fit with a number of parameters exceed what one normal run in 100 does.

    The scale is the median of those that the fit did not force to be small. None if they are many, or the
    runs few.
    """
    freedom = len(residuals) - parameters
    if freedom < LEAST_FREEDOM:
        return set()
    middle = median(sorted(map(abs, residuals))[parameters - 1 :])
    # equal runs differ by rounding
    limit = max(MAD_TO_DEVIATION * middle * t_quantile(1 - FAR / 2, freedom), 1e-6)
    far = {at for at, residual in enumerate(residuals) if abs(residual) > limit}
    return far if len(far) <= MOST_SPOILT * len(residuals) else set()


def _polished(
    cells: Sequence[tuple[int, str, float]], start: Mapping[str, tuple[float, float]]
) -> list[float]:
    """What is left of each value without the medians of its arm and of the runs in blocks close to it.

    The differences of arms `start` at those of least squares: arms that are not in every block are far off
    otherwise.
    """
    effects = {name: start.get(name, (0.0, 0.0))[0] for _, name, _ in cells}
    blocks: list[list[tuple[str, float]]] = [
        [] for _ in range(1 + max((at for at, _, _ in cells), default=-1))
    ]
    for at, name, value in cells:
        blocks[at].append((name, value))
    levels = [0.0] * len(blocks)
    for _ in range(POLISHES):
        for at in range(len(blocks)):
            first = max(0, min(at - NEAR, len(blocks) - 1 - 2 * NEAR))
            near = blocks[first : max(at + NEAR, 2 * NEAR) + 1]
            levels[at] = median(value - effects[name] for block in near for name, value in block)
        for arm in effects:
            effects[arm] = median(value - levels[at] for at, name, value in cells if name == arm)
    return [value - levels[at] - effects[name] for at, name, value in cells]
