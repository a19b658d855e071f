"""How far each of several arms can be loaded: level by level to saturation, then compared at their peaks.

At each level all arms that are still rising run once, in random order. An arm keeps up with a level if its
rate is within 1% of what was offered, or, flat out, 1% above that of every lower level; an arm that falls
behind at two successive levels has passed its peak. With an offered rate, the gap between the last level that
was kept up with and the next one is halved twice. The maximum of noisy levels is biased upwards, so each arm
is measured again at the level of its peak, in blocks, and only those runs give the capacity and the
comparison. A level that an arm falls behind is tried twice, and the better run counts; if the other one was
far lower, the arm may be unstable, and more blocks at the peaks show it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field
from statistics import fmean

from mqtune.lab.core.run import (
    MEASURE,
    TIE,
    TRIAL,
    UNDECIDED,
    WINNER,
    Arm,
    Block,
    Estimate,
    Interval,
    Order,
    Verdict,
)
from mqtune.lab.core.statistics import Spread
from mqtune.lab.methods.comparison import LEADER, UNITS, bounds, of_runs, of_shares, shuffled
from mqtune.lab.methods.procedure import Blocks, OutOfBudgetError, Part, Steps

KEEPS_UP = 0.99  # of the offered rate
RISES = 1.01  # of the best level so far, where no rate is offered
BEHIND = 2  # successive levels after which an arm no longer rises
HALVINGS = 2  # of the gap between the last level that was kept up with and the next
MOST_BLOCKS = 60  # more noise than this averages out hides every difference
LEVEL = 0.997  # of the intervals that decide, in every evaluation: 3% of equal arms differ
DROPPED = 0.15  # of the better of two runs at a level of the ramp: 5% noise does so in 2 of 100
IF_DROPPED = 9  # blocks, in which one bad run in five is seen by 87 of 100, instead of 49 in three
LOOKS = 1.3  # by which the number of blocks grows between evaluations: each one may find chance
PEAKS = 1 + 100 * 2 * UNITS  # the turn of the first block at the peaks: above those of the levels
SAME = 0.05  # the repeated measurement in the reports differs by 4.3%
CPU = "cpu"  # the figure of a run with the share of the host's processors in use, if known

At = Callable[[Arm, int], Arm]
Rate = Callable[[Arm, int], float | None]


@dataclass
class _Climb:
    """What is known of one arm: values by level, and the runs at its peak."""

    rates: dict[int, float] = field(default_factory=dict)
    kept: int | None = None  # the last level that was kept up with
    missed: int | None = None  # the first level after it that was not
    behind: int = 0
    bound: float | None = None  # the value of a run at the peak that carries all that was offered
    least_at_peak: float = math.inf
    cpu_at_peak: list[float] = field(default_factory=list)
    dropped: dict[int, float] = field(default_factory=dict)  # by level: the loss of the worse of its runs

    def take(self, level: int, rate: float) -> None:
        """Record a run at a level, of which the better one counts."""
        before = self.rates.get(level, rate)
        self.rates[level] = better = max(rate, before)
        loss = 1 - min(rate, before) / better if better > 0 else 0.0
        if loss > DROPPED:
            self.dropped[level] = loss

    def settle(self, level: int, kept: bool) -> None:
        """Record whether a level was kept up with."""
        if kept:
            self.kept, self.behind = level, 0
            self.missed = self.missed if self.missed and self.missed > level else None
        else:
            self.behind += 1
            # intermediate levels run after those above them
            self.missed = level if self.missed is None else min(self.missed, level)

    @property
    def peak(self) -> int:
        """The level with the highest rate."""
        return max(self.rates, key=lambda level: self.rates[level])

    @property
    def between(self) -> int | None:
        """The level in the middle of the gap above the last level that was kept up with."""
        if self.kept is None or self.missed is None or self.missed - self.kept < 2:
            return None
        return (self.kept + self.missed) // 2

    @property
    def last_rise(self) -> float:
        """The gain of the highest level over the best of the lower ones, as a share."""
        last = max(self.rates)
        below = max((rate for level, rate in self.rates.items() if level < last), default=0.0)
        return self.rates[last] / below - 1 if below > 0 else math.inf

    @property
    def kept_at_peak(self) -> bool:
        """Whether the runs at the peak carried all that was offered: the capacity may be higher."""
        return self.bound is not None and math.inf > self.least_at_peak >= KEEPS_UP * self.bound


@dataclass
class Ramp(Blocks):
    """The method; `arms` are compared over rising `levels`, and `at` returns the arm of an arm at a level.

    `offered` is the rate of an order, all threads together, `expected` the value of a run that keeps up with
    it (default: the same); both are None if arms run flat out. Runs of the ramp have the purpose TRIAL, those
    at the peaks MEASURE, all of them the offered rate. `figures` has for each arm its capacity, the last
    level that it kept up with (in `counted`) and, if runs have the figure `cpu`, the processor use at the
    peak. `within` is the required half width of every ratio, as a logarithm.
    """

    arms: Sequence[Arm]
    levels: Sequence[int]
    at: At
    offered: Rate
    _: KW_ONLY
    expected: Rate | None = None
    within: float = math.inf
    counted: str = "triplets"
    climbs: dict[str, _Climb] = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.levels:
            raise ValueError("a ramp needs levels")
        self.levels = sorted(self.levels)
        self.climbs = {arm.name: _Climb() for arm in self.arms}

    def _rule(self) -> str:
        behind = f"an arm is more than {1 - KEEPS_UP:.0%} behind"
        if self._flat_out:
            behind = f"the rate of an arm no longer rises by {RISES - 1:.0%}"
        narrow = f", with a half width of at most {self.within:.0%}" if self.within < 1 else ""
        return (
            f"up level by level until {behind} at {BEHIND} successive levels; then "
            f"blocks at the peaks until the {LEVEL:.0%} intervals of the ratios exclude 0 or are within "
            f"+-{SAME:.0%}{narrow}"
        )

    def _wanted(self, arm: Arm, level: int) -> float | None:
        """The value of a run that keeps up with its level; None if the arm runs flat out."""
        return (self.expected or self.offered)(arm, level)

    @property
    def _flat_out(self) -> bool:
        return self._wanted(self.arms[0], self.levels[0]) is None

    def _level_text(self, level: int) -> str:
        return f"{level} {self.counted.removesuffix('s') if level == 1 else self.counted}"

    def _steps(self) -> Steps:
        yield from self._climb()
        if not self._flat_out:
            yield from self._halve()
        dropped = any(climb.dropped for climb in self.climbs.values())
        look = max(self.least_blocks, IF_DROPPED if dropped else 0)
        while True:
            while len(self.comparison) < look:
                yield from self._at_peaks()
            if not self._open():
                return self._answered()
            look = max(look + 1, int(LOOKS * look))

    def _climb(self) -> Part:
        question = "does the rate still rise?" if self._flat_out else "does the rate keep up?"
        for level in self.levels:
            rising = [(arm, level) for arm in self.arms if self.climbs[arm.name].behind < BEHIND]
            if not rising:
                return
            yield from self._try(rising, f"{self._level_text(level)}: {question}")

    def _halve(self) -> Part:
        """Try levels between the last one that was kept up with and the next, where the peak may be."""
        for _ in range(HALVINGS):
            middles = [(arm, middle) for arm in self.arms if (middle := self.climbs[arm.name].between)]
            if not middles:
                return
            shown = ", ".join(f"{arm.name} {level}" for arm, level in middles)
            why = f"between the last level kept up with and the next: {shown} {self.counted}"
            yield from self._try(middles, why)

    def _try(self, levels: Sequence[tuple[Arm, int]], why: str) -> Part:
        """One run of each arm at a level, and one more if it falls behind: the first may be disturbed."""
        level_of = {arm.name: level for arm, level in levels}
        self.turn += 1
        order = shuffled([arm for arm, _ in levels], self.seed, self.turn)
        for what in (why, f"{why} again for those that fell behind"):
            runs = yield Block(tuple(self._order(arm, level_of[arm.name], TRIAL) for arm in order), what)
            for arm, run in zip(order, runs, strict=True):
                self.climbs[arm.name].take(level_of[arm.name], run.value or 0.0)
            # back in reverse, so that a periodic load does not meet the same arms again
            order = [arm for arm in order[::-1] if not self._kept_up(arm, level_of[arm.name])]
            if not order:
                break
        for arm, level in levels:
            self.climbs[arm.name].settle(level, arm not in order)

    def _kept_up(self, arm: Arm, level: int) -> bool:
        """Whether the better of the runs at a level keeps up with it."""
        climb = self.climbs[arm.name]
        expected = self._wanted(arm, level)
        lower = max((rate for step, rate in climb.rates.items() if step != level), default=0.0)
        return climb.rates[level] >= (RISES * lower if expected is None else KEEPS_UP * expected)

    def _order(self, arm: Arm, level: int, purpose: str) -> Order:
        return Order(self.at(arm, level), self.seconds, self.cut, purpose, self.offered(arm, level))

    def _at_peaks(self) -> Part:
        """One block of every arm at its peak."""
        self._stop_after(MOST_BLOCKS, len(self.arms))
        # pairs of blocks and their reverse from the first block on, whatever the number of levels was
        turn = PEAKS + len(self.comparison)
        order = shuffled(self.arms, self.seed, turn)
        orders = tuple(self._order(arm, self.climbs[arm.name].peak, MEASURE) for arm in order)
        why = f"block {len(self.comparison) + 1} at the peaks, in random order"
        runs = yield Block(orders, why)
        for arm, run in zip(order, runs, strict=True):
            climb = self.climbs[arm.name]
            climb.bound = self._wanted(arm, climb.peak)
            climb.least_at_peak = min(climb.least_at_peak, run.value or math.inf)
            if CPU in run.figures:
                climb.cpu_at_peak.append(run.figures[CPU])
        self.comparison.add(runs, [arm.name for arm in order])

    def _against_best(self) -> Iterator[tuple[Arm, Spread | None]]:
        """The ratio of every other arm to the best one."""
        best = self.comparison.best(self.arms)
        for arm in self.arms:
            if arm != best:
                yield arm, self.comparison.ratio(arm.name, best.name, LEVEL)

    def _open(self) -> list[tuple[Arm, Spread | None]]:
        """The arms that are neither distinguished from the best nor the same, or not known closely."""
        arms = []
        for arm, ratio in self._against_best():
            told = ratio is not None and (ratio.high < 0 or ratio.low > math.log1p(-SAME))
            if ratio is None or not told or ratio.half > self.within:
                arms.append((arm, ratio))
        return arms

    def _undecided(self, out: OutOfBudgetError) -> Verdict:
        return self._answered(out)

    def _answered(self, out: OutOfBudgetError | None = None) -> Verdict:
        if not len(self.comparison):
            assert out is not None
            climbed = max(len(climb.rates) for climb in self.climbs.values())
            return self._verdict(
                UNDECIDED,
                "the ramp is not complete",
                None,
                self._figures(),
                needed=(len(self.levels) - climbed + self.least_blocks) * out.cost,
                reason="the time was spent before every arm was saturated",
                warnings=self._warnings(),
            )
        tied = any(ratio is not None and ratio.high >= 0 for _, ratio in self._against_best())
        word = UNDECIDED if out else TIE if tied else WINNER
        return self._verdict(
            word,
            "; ".join(self._sentence(arm) for arm in self.arms),
            None if out else self.comparison.best(self.arms),
            self._figures(),
            needed=self._needed(out) if out else None,
            reason=self._reason() if out else "",
            warnings=(*self._warnings(), *self.comparison.warnings(self.unit)),
        )

    def _reason(self) -> str:
        """What is proven about the arms, and what is open."""
        best, parts = self.comparison.best(self.arms).name, []
        open_arms = {arm.name for arm, _ in self._open()}
        for arm, ratio in self._against_best():
            if ratio is None:
                parts.append(f"{arm.name} against {best} is open")
                continue
            if ratio.high < 0:
                wide = f", but not to +-{self.within:.0%} yet" if arm.name in open_arms else ""
                parts.append(f"{arm.name} is proven lower than {best} ({bounds(ratio)}){wide}")
            elif arm.name in open_arms:
                parts.append(f"whether {arm.name} is lower than {best} is open ({bounds(ratio)})")
        return "; ".join(parts) or f"fewer than {self.least_blocks} blocks at the peaks"

    def _needed(self, out: OutOfBudgetError) -> float:
        halves = [
            (ratio.half, min(self.within, max(abs(ratio.estimate), SAME - abs(ratio.estimate))))
            for _, ratio in self._open()
            if ratio is not None
        ]
        return out.needed(halves, self._missing(len(self.comparison), out))

    def _sentence(self, arm: Arm) -> str:
        climb = self.climbs[arm.name]
        rate = self._rate(arm.name)
        verb = "rises" if self._flat_out else "keeps up"
        kept = f"{verb} to {climb.kept} {self.counted}" if climb.kept else "never keeps up"
        return f"{arm.name} {kept}, peak {rate:,.0f} {self.unit} at {climb.peak}"

    def _warnings(self) -> tuple[str, ...]:
        warnings = []
        for name, climb in self.climbs.items():
            if climb.kept == self.levels[-1] and not (self._flat_out and climb.last_rise <= SAME):
                told = self._flat_out and len(climb.rates) > 1
                rose = f", its rate rose by {climb.last_rise:.0%} on the last step" if told else ""
                warnings.append(
                    f"{name} was not saturated at {self._level_text(self.levels[-1])}{rose}: "
                    "add higher levels"
                )
            elif climb.kept_at_peak and climb.missed:
                warnings.append(
                    f"{name} carried all that was offered at {climb.peak} {self.counted} and less at "
                    f"{climb.missed}: its peak is in between, add levels there"
                )
        warnings += [
            f"{name} may be unstable: of its two runs at {self._level_text(level)} one was {loss:.0%} lower; "
            f"at least {IF_DROPPED} blocks at the peaks"
            for name, climb in self.climbs.items()
            for level, loss in climb.dropped.items()
        ]
        return tuple(warnings)

    def _figures(self) -> dict[str, Interval]:
        figures = {}
        for name, climb in self.climbs.items():
            capacity = self._capacity(name)
            if capacity:
                figures[f"capacity of {name}"] = capacity
            if climb.kept:
                above = climb.missed or climb.kept
                kept = Interval(climb.kept, climb.kept, above, self.counted, None, "kept to missed")
                figures[f"last level of {name}"] = kept
            if climb.cpu_at_peak:
                use = climb.cpu_at_peak
                span = Interval(fmean(use), min(use), max(use), "1", None, "minimum to maximum")
                figures[f"cpu of {name}"] = span
        return figures

    def _rate(self, name: str) -> float:
        """The mean rate at the peak, as everywhere."""
        known = self.comparison.value(name, self.unit)
        return known.estimate if known else math.nan

    def _capacity(self, name: str) -> Interval | None:
        """The rate at the peak; a lower bound without an interval if all that was offered was carried."""
        if self.climbs[name].kept_at_peak:
            rate = self._rate(name)
            return Interval(rate, rate, rate, self.unit, None, "at least: all that was offered was carried")
        return self.comparison.value(name, self.unit)

    def _estimates(self) -> tuple[Estimate, ...]:
        """Each arm's rate at its peak, or at the last level so far."""
        best = self.comparison.best(self.arms) if len(self.comparison) else None
        ratios = {arm.name: spread for arm, spread in self._against_best()} if best else {}
        estimates = []
        for arm in self.arms:
            climb, ratio = self.climbs[arm.name], ratios.get(arm.name)
            value = self._capacity(arm.name) or of_runs(list(climb.rates.values())[-1:], self.unit)
            runs = len(climb.rates) + self.comparison.runs(arm.name)
            against = of_shares(ratio, LEVEL) if ratio else None
            state, left_out = LEADER if arm == best else "open", self.comparison.left_out(arm.name)
            estimates.append(Estimate(arm, runs, value, against, state, left_out))
        return tuple(estimates)
