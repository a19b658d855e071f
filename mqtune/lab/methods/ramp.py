"""How far each of several arms can be loaded: level by level to saturation, then compared at their peaks.

At each level all arms that are still rising run once, in random order. An arm keeps up with a level if its
rate is within 1% of what was offered, or, flat out, 1% above that of every lower level; an arm that falls
behind at two successive levels has passed its peak. With an offered rate, the gap between the last level that
was kept up with and the next one is halved twice. The maximum of noisy levels is biased upwards, so each arm
is measured again at the level of its peak, in blocks, and only those runs give the capacity and the
comparison.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from statistics import fmean

from mqtune.lab.core.order import MEASURE, TRIAL, Arm, Block, Order
from mqtune.lab.core.run import Run
from mqtune.lab.core.statistics import seconds_needed
from mqtune.lab.core.verdict import TIE, UNDECIDED, WINNER, Estimate, Interval, Verdict
from mqtune.lab.methods.contrasts import Contrasts, contrasts
from mqtune.lab.methods.intervals import SHOWN_LEVEL, minutes, of_runs, of_shares, shuffled
from mqtune.lab.methods.procedure import OutOfBudgetError, Part, Procedure, Steps

SECONDS = 30.0
CUT = 10.0
KEEPS_UP = 0.99  # of the offered rate
RISES = 1.01  # of the best level so far, where no rate is offered
BEHIND = 2  # successive levels after which an arm no longer rises
HALVINGS = 2  # of the gap between the last level that was kept up with and the next
LEAST_BLOCKS = 3  # at the peaks
MOST_BLOCKS = 10
LEVEL = 0.97  # of the intervals that decide, in every evaluation
SAME = 0.05  # the repeated measurement in the reports differs by 4.3%
CPU = "cpu"  # the figure of a run with the share of the host's processors in use, if known

At = Callable[[Arm, int], Arm]
Rate = Callable[[Arm, int], float | None]


@dataclass
class _Climb:
    """What is known of one arm: values and processor use by level, and the runs at its peak."""

    rates: dict[int, float] = field(default_factory=dict)
    cpu: dict[int, float] = field(default_factory=dict)
    kept: int | None = None  # the last level that was kept up with
    missed: int | None = None  # the first level after it that was not
    behind: int = 0
    bound: float | None = None  # the value of a run at the peak that carries all that was offered
    at_peak: list[float] = field(default_factory=list)
    cpu_at_peak: list[float] = field(default_factory=list)

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
        return self.bound is not None and bool(self.at_peak) and min(self.at_peak) >= KEEPS_UP * self.bound


@dataclass
class _Record:
    climbs: dict[str, _Climb]
    blocks: list[dict[str, float]] = field(default_factory=list)
    turn: int = 0


@dataclass
class Ramp(Procedure[_Record]):
    """The method; `arms` are compared over rising `levels`, and `at` returns the arm of an arm at a level.

    `offered` is the rate of an order, all threads together, `expected` the value of a run that keeps up with
    it (default: the same); both are None if arms run flat out. Runs of the ramp have the purpose TRIAL, those
    at the peaks MEASURE, all of them the offered rate. `found` has for each arm its capacity, the last level
    that it kept up with (in `counted`) and, if runs have the figure `cpu`, the processor use at the peak.
    `within` is the required half width of every ratio, as a logarithm.
    """

    arms: Sequence[Arm]
    levels: Sequence[int]
    at: At
    offered: Rate
    seconds: float = SECONDS
    cut: float = CUT
    seed: int = 0
    least_blocks: int = LEAST_BLOCKS
    _: KW_ONLY
    expected: Rate | None = None
    same: float = SAME
    within: float = math.inf
    unit: str = "msg/s"
    counted: str = "triplets"

    def __post_init__(self) -> None:
        if not self.levels:
            raise ValueError("a ramp needs levels")
        self.levels = sorted(self.levels)
        self.least_blocks = max(2, self.least_blocks)

    def _nothing_yet(self) -> _Record:
        return _Record({arm.name: _Climb() for arm in self.arms})

    def _so_far(self, record: _Record, history: Sequence[Run]) -> tuple[Estimate, ...]:
        """Each arm's rate at its peak."""
        return self._estimates(record)

    @property
    def rule(self) -> str:
        """The rule in one sentence."""
        behind = f"an arm is more than {1 - KEEPS_UP:.0%} behind"
        if self._flat_out:
            behind = f"the rate of an arm no longer rises by {RISES - 1:.0%}"
        narrow = f", with a half width of at most {self.within:.0%}" if self.within < 1 else ""
        return (
            f"up level by level until {behind} at {BEHIND} successive levels; then "
            f"blocks at the peaks until the {LEVEL:.0%} intervals of the ratios exclude 0 or are within "
            f"+-{self.same:.0%}{narrow}"
        )

    def _wanted(self, arm: Arm, level: int) -> float | None:
        """The value of a run that keeps up with its level; None if the arm runs flat out."""
        return (self.expected or self.offered)(arm, level)

    @property
    def _flat_out(self) -> bool:
        return self._wanted(self.arms[0], self.levels[0]) is None

    @property
    def _question(self) -> str:
        return "does the rate still rise?" if self._flat_out else "does the rate keep up?"

    def _level_text(self, level: int) -> str:
        return f"{level} {self.counted.removesuffix('s') if level == 1 else self.counted}"

    def _steps(self, record: _Record) -> Steps:
        try:
            yield from self._climb(record)
            if not self._flat_out:
                yield from self._halve(record)
            while True:
                yield from self._at_peaks(record)
                if len(record.blocks) < self.least_blocks:
                    continue
                still_open = self._open(record)
                if not still_open or len(record.blocks) >= MOST_BLOCKS:
                    return self._verdict(record, still_open, 0.0)
        except OutOfBudgetError as out:
            return self._verdict(record, [arm.name for arm in self.arms], out.spent)

    def _climb(self, record: _Record) -> Part:
        for level in self.levels:
            rising = [arm for arm in self.arms if record.climbs[arm.name].behind < BEHIND]
            if not rising:
                return
            record.turn += 1
            order = shuffled(rising, self.seed, record.turn)
            orders = tuple(self._order(arm, level, TRIAL) for arm in order)
            runs = yield Block(orders, f"{self._level_text(level)}: {self._question}")
            for arm, run in zip(order, runs, strict=True):
                self._note(record.climbs[arm.name], level, run, self._wanted(arm, level))

    def _halve(self, record: _Record) -> Part:
        """Try levels between the last one that was kept up with and the next, where the peak may be."""
        for _ in range(HALVINGS):
            middles = {arm.name: middle for arm in self.arms if (middle := record.climbs[arm.name].between)}
            if not middles:
                return
            record.turn += 1
            order = shuffled([arm for arm in self.arms if arm.name in middles], self.seed, record.turn)
            orders = tuple(self._order(arm, middles[arm.name], TRIAL) for arm in order)
            shown = ", ".join(f"{arm.name} {middles[arm.name]}" for arm in order)
            runs = yield Block(
                orders, f"between the last level kept up with and the next: {shown} {self.counted}"
            )
            for arm, run in zip(order, runs, strict=True):
                self._note(
                    record.climbs[arm.name], middles[arm.name], run, self._wanted(arm, middles[arm.name])
                )

    def _order(self, arm: Arm, level: int, purpose: str) -> Order:
        return Order(self.at(arm, level), self.seconds, self.cut, purpose, self.offered(arm, level))

    def _note(self, climb: _Climb, level: int, run: Run, expected: float | None) -> None:
        """Record one level of one arm."""
        rate = run.value or 0.0
        wanted = RISES * max(climb.rates.values(), default=0.0) if expected is None else KEEPS_UP * expected
        climb.rates[level] = rate
        if CPU in run.figures:
            climb.cpu[level] = run.figures[CPU]
        if rate >= wanted:
            climb.kept, climb.behind = level, 0
            climb.missed = climb.missed if climb.missed and climb.missed > level else None
        else:
            climb.behind += 1
            # intermediate levels run after those above them
            climb.missed = level if climb.missed is None else min(climb.missed, level)

    def _at_peaks(self, record: _Record) -> Part:
        """One block of every arm at its peak."""
        record.turn += 1
        order = shuffled(self.arms, self.seed, record.turn)
        peaks = {arm.name: record.climbs[arm.name].peak for arm in order}
        orders = tuple(self._order(arm, peaks[arm.name], MEASURE) for arm in order)
        runs = yield Block(orders, f"block {len(record.blocks) + 1} at the peaks, in random order")
        block = {}
        for arm, run in zip(order, runs, strict=True):
            climb, rate = record.climbs[arm.name], run.value or math.nan
            climb.at_peak.append(rate)
            climb.bound = self._wanted(arm, climb.peak)
            if CPU in run.figures:
                climb.cpu_at_peak.append(run.figures[CPU])
            block[arm.name] = math.log(rate)
        record.blocks.append(block)

    def _fit(self, record: _Record) -> tuple[Arm, Contrasts]:
        """The arm with the highest capacity, and the differences to it."""
        best = max(self.arms, key=lambda arm: sum(block[arm.name] for block in record.blocks))
        return best, contrasts(record.blocks, best.name)

    def _open(self, record: _Record) -> list[str]:
        """The arms that are neither distinguished from the best one nor known to be the same."""
        best, fit = self._fit(record)
        found = []
        for arm in self.arms:
            ratio = fit.of(arm.name, LEVEL)
            if arm.name == best.name:
                continue
            told = ratio is not None and (ratio.high < 0 or ratio.low > math.log1p(-self.same))
            settled = told and ratio is not None and ratio.half <= self.within
            if not settled:
                found.append(arm.name)
        return found

    def _verdict(self, record: _Record, still_open: list[str], spent: float) -> Verdict:
        if not record.blocks:
            climbed = {len(climb.rates) for climb in record.climbs.values()}
            left = (len(self.levels) - max(climbed) + self.least_blocks) * len(self.arms) * self.seconds
            return Verdict(
                UNDECIDED,
                self.rule,
                "the ramp is not complete",
                None,
                self._estimates(record),
                self._found(record),
                minutes(max(left, self.seconds)),
                "the time was spent before every arm was saturated",
                self._warnings(record),
            )
        best, fit = self._fit(record)
        word = UNDECIDED if still_open else self._word(best, fit)
        return Verdict(
            word,
            self.rule,
            "; ".join(self._sentence(record, arm) for arm in self.arms),
            best if word != UNDECIDED else None,
            self._estimates(record),
            self._found(record),
            minutes(self._seconds_needed(record, fit, spent)) if still_open else None,
            "the arms cannot be distinguished yet" if still_open else "",
            self._warnings(record),
        )

    def _word(self, best: Arm, fit: Contrasts) -> str:
        """A tie if another arm is as good as the best."""
        ratios = [fit.of(arm.name, LEVEL) for arm in self.arms if arm.name != best.name]
        return TIE if any(ratio is not None and ratio.high >= 0 for ratio in ratios) else WINNER

    def _seconds_needed(self, record: _Record, fit: Contrasts, spent: float) -> float:
        one_block = len(self.arms) * self.seconds
        needed = max(1, self.least_blocks - len(record.blocks)) * one_block
        at_peaks = (
            len(record.blocks) * one_block if spent == 0 else min(spent, len(record.blocks) * one_block)
        )
        for name in fit.differences:
            ratio = fit.of(name, LEVEL)
            if ratio is not None:
                wanted = min(self.within, max(abs(ratio.estimate), self.same - abs(ratio.estimate)))
                needed = max(needed, seconds_needed(at_peaks, ratio.half, wanted))
        return needed

    def _sentence(self, record: _Record, arm: Arm) -> str:
        climb = record.climbs[arm.name]
        rate = fmean(climb.at_peak)
        verb = "rises" if self._flat_out else "keeps up"
        kept = f"{verb} to {climb.kept} {self.counted}" if climb.kept else "never keeps up"
        return f"{arm.name} {kept}, peak {rate:,.0f} {self.unit} at {climb.peak}"

    def _warnings(self, record: _Record) -> tuple[str, ...]:
        found = []
        for name, climb in record.climbs.items():
            if climb.kept == self.levels[-1] and not (self._flat_out and climb.last_rise <= self.same):
                told = self._flat_out and len(climb.rates) > 1
                rose = f", its rate rose by {climb.last_rise:.0%} on the last step" if told else ""
                found.append(
                    f"{name} was not saturated at {self._level_text(self.levels[-1])}{rose}: "
                    "add higher levels"
                )
            elif climb.kept_at_peak and climb.missed:
                found.append(
                    f"{name} carried all that was offered at {climb.peak} {self.counted} and less at "
                    f"{climb.missed}: its peak is in between, add levels there"
                )
        return tuple(found)

    def _found(self, record: _Record) -> dict[str, Interval]:
        found = {}
        for name, climb in record.climbs.items():
            capacity = self._capacity(climb)
            if capacity:
                found[f"capacity of {name}"] = capacity
            if climb.kept:
                above = climb.missed or climb.kept
                kept = Interval(climb.kept, climb.kept, above, self.counted, None, "kept to missed")
                found[f"last level of {name}"] = kept
            if climb.cpu_at_peak:
                found[f"cpu of {name}"] = of_use(climb.cpu_at_peak)
        return found

    def _capacity(self, climb: _Climb) -> Interval | None:
        """The rate at the peak; a lower bound without an interval if all that was offered was carried."""
        if climb.kept_at_peak:
            rate = fmean(climb.at_peak)
            return Interval(rate, rate, rate, self.unit, None, "at least: all that was offered was carried")
        return of_runs(climb.at_peak, self.unit, SHOWN_LEVEL)

    def _estimates(self, record: _Record) -> tuple[Estimate, ...]:
        best, fit = self._fit(record) if record.blocks else (None, None)
        found = []
        for arm in self.arms:
            climb = record.climbs[arm.name]
            value = self._capacity(climb) or of_runs(list(climb.rates.values())[-1:], self.unit)
            ratio = fit.of(arm.name, LEVEL) if fit and best and arm.name != best.name else None
            against = of_shares(ratio, LEVEL) if ratio else None
            state = "leader" if best and arm.name == best.name else "open"
            runs = len(climb.rates) + len(climb.at_peak)
            found.append(Estimate(arm, runs, value, against, state))
        return tuple(found)


def of_use(values: Sequence[float]) -> Interval:
    """Processor use over the runs, as a share."""
    return Interval(fmean(values), min(values), max(values), "1", None, "minimum to maximum")
