"""A baseline against variants, in pairs back to back; and sweeps, which have intervals and no winner.

Baseline and variant run in the order A B B A or B A A B, at random, so that a drift affects both equally, a
setting that needs a restart is changed only every second run, and no load that returns after a few runs meets
one of them more often. The logarithms of the ratios within pairs are evaluated after 4, 6, 9, 13, 18 and 24
pairs, with stricter intervals in early evaluations than in late ones. Together they report a difference that
does not exist in 3 of 100 cases, bad runs left out (six evaluations at 95% in up to 17), and find more of the
small differences than six equal levels would (docs/developing/methods.md). Several variants are each compared
with the baseline; the levels become stricter with their number (Bonferroni), and variants that are decided
drop out. A higher rate is better.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field

from mqtune.lab.core.run import (
    MEASURED,
    TIE,
    UNDECIDED,
    WINNER,
    Arm,
    Block,
    Estimate,
    Interval,
    Order,
    Verdict,
)
from mqtune.lab.core.statistics import Spread, share
from mqtune.lab.methods.comparison import REFERENCE, Comparison, bounds, figure_text, of_shares, shuffled
from mqtune.lab.methods.procedure import Blocks, OutOfBudgetError, Part, Steps

# number of pairs, and the level of the interval in the evaluation after them
LOOKS = ((4, 0.999), (6, 0.9987), (9, 0.9984), (13, 0.997), (18, 0.9945), (24, 0.99))
SAME = 0.03  # an interval within +- this is not a relevant difference
TRIVIAL = 0.01  # within +- this even a significant difference is not relevant

BETTER, WORSE, EQUAL, OPEN = "better", "worse", "same", "open"
COMPARED = {
    BETTER: "better than",
    WORSE: "worse than",
    EQUAL: "the same as",
    OPEN: "not yet distinguished from",
}


@dataclass
class Pairs(Blocks):
    """The method: the first arm is the baseline.

    The verdict is `winner` with the best arm chosen (the baseline if no variant is better), `tie` if every
    variant is the same as the baseline. `figures` has the gain of each variant as a share of the baseline's
    rate.
    """

    baseline: Arm
    variants: Sequence[Arm]
    open: list[Arm] = field(init=False)
    levels: dict[str, float] = field(init=False, default_factory=dict)
    ratios: dict[str, Spread] = field(init=False, default_factory=dict)
    states: dict[str, str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.variants:
            raise ValueError("a comparison needs a variant")
        self.open = list(self.variants)

    @property
    def _looks(self) -> Sequence[tuple[int, float]]:
        """The evaluations that are not before the least number of pairs."""
        later = [look for look in LOOKS if look[0] >= self.least_blocks]
        return later or [(self.least_blocks, LOOKS[-1][1])]

    def _rule(self) -> str:
        pairs = ", ".join(str(look) for look, _ in self._looks)
        first, last = (self._level(level) for _, level in (self._looks[0], self._looks[-1]))
        return (
            f"pairs in the order ABBA or BAAB at random, evaluated after {pairs} pairs with intervals of "
            f"{first:.1%} at first and {last:.1%} at last: better or worse if the interval excludes 0, "
            f"the same if it is within +-{SAME:.0%}"
        )

    def _level(self, level: float) -> float:
        """The level of each variant such that the given level applies to all of them together."""
        return 1 - (1 - level) / len(self.variants)

    def _steps(self) -> Steps:
        for look, level in self._looks:
            while len(self.comparison) < look:
                yield from self._block(min(2, look - len(self.comparison)))
            self._judge(self._level(level))
            if not self.open:
                break
        return self._answered()

    def _block(self, rounds: int) -> Part:
        """One or two rounds of the baseline and every open variant, the second one in reverse order."""
        finished = len(self.comparison)
        ordered = [self._order(finished + number) for number in range(rounds)]
        names = ", ".join(arm.name for arm in ordered[0])
        which = f"pair {finished + 1}" if rounds == 1 else f"pairs {finished + 1} and {finished + rounds}"
        orders = tuple(Order(arm, self.seconds, self.cut) for turn in ordered for arm in turn)
        runs = yield Block(orders, f"{which}: {names}{' and back' if rounds == 2 else ''}")
        width = len(ordered[0])
        for number in range(rounds):
            self.comparison.add(runs[number * width : (number + 1) * width])

    def _order(self, number: int) -> list[Arm]:
        """The arms of a round: in random order, and in every second round in the reverse of the previous one.

        ABBA alone would have a period of four runs: a load that returns with it would meet one arm only.
        """
        return shuffled((self.baseline, *self.open), self.seed, number + 1)

    def _judge(self, level: float) -> None:
        """Evaluate the pairs: variants that are decided drop out."""
        for arm in tuple(self.open):
            ratio = self.comparison.ratio(arm.name, self.baseline.name, level)
            if ratio is None:
                continue
            self.ratios[arm.name], self.levels[arm.name] = ratio, level
            self.states[arm.name] = judged(ratio)
            if self.states[arm.name] != OPEN:
                self.open.remove(arm)

    def _undecided(self, out: OutOfBudgetError) -> Verdict:
        return self._answered(out)

    def _answered(self, out: OutOfBudgetError | None = None) -> Verdict:
        """The verdict; undecided if a variant is still open."""
        best = max(self.variants, key=self._gain)
        states = {self.states.get(arm.name, OPEN) for arm in self.variants}
        word = UNDECIDED if OPEN in states else TIE if states == {EQUAL} else WINNER
        better = self.states.get(best.name) == BETTER
        return self._verdict(
            word,
            "; ".join(self._sentence(arm) for arm in self.variants),
            best if better else None if word == UNDECIDED else self.baseline,
            {f"gain of {name}": of_shares(ratio, self.levels[name]) for name, ratio in self.ratios.items()},
            needed=self._needed(out) if word == UNDECIDED else None,
            reason=self._reason(out) if word == UNDECIDED else "",
            warnings=self.comparison.warnings(self.unit),
        )

    def _gain(self, arm: Arm) -> float:
        """The sort key of an arm: its estimate, with significantly better arms before all others."""
        ratio = self.ratios.get(arm.name)
        proven = self.states.get(arm.name) == BETTER
        return (ratio.estimate if ratio else -100.0) + (100.0 if proven else 0.0)

    def _sentence(self, arm: Arm) -> str:
        ratio = self.ratios.get(arm.name)
        if ratio is None:
            return f"{arm.name}: too few pairs"
        shown = COMPARED[self.states[arm.name]]
        pairs = self.comparison.runs(arm.name)
        change = f"{share(ratio.estimate):+.1%} ({bounds(ratio)}, {pairs} pairs)"
        return f"{arm.name} is {shown} {self.baseline.name}: {change}"

    def _reason(self, out: OutOfBudgetError | None) -> str:
        if out is None:
            return f"all {len(self.comparison)} pairs are measured; a higher --repeat makes more of them"
        left = ", ".join(arm.name for arm in self.open)
        return f"the pairs do not show yet whether the rate differs by {SAME:.0%}: {left}"

    def _needed(self, out: OutOfBudgetError | None) -> float:
        finished = len(self.comparison)
        left = next((look for look, _ in self._looks if look > finished), 2 * finished) - finished
        round_seconds = (1 + len(self.open)) * self.seconds
        last = out or OutOfBudgetError(finished * round_seconds, 2 * round_seconds)
        halves = []
        for arm in self.open:
            if (ratio := self.ratios.get(arm.name)) is not None:
                wanted = max(abs(ratio.estimate), SAME - abs(ratio.estimate), SAME / 2)
                halves.append((ratio.half, wanted))
        return last.needed(halves, left * last.cost / 2)

    def _estimates(self) -> tuple[Estimate, ...]:
        """Each arm's rate, and for variants their gain over the baseline."""
        usual = self._level(self._looks[0][1])
        known = ((arm.name, self.states.get(arm.name, OPEN)) for arm in self.variants)
        states = {name: OPEN if state == OPEN else "settled" for name, state in known}
        return self.comparison.estimates(
            (self.baseline, *self.variants),
            self.baseline,
            lambda arm: self.levels.get(arm.name, usual),
            self.unit,
            {**states, self.baseline.name: REFERENCE},
        )


def judged(ratio: Spread) -> str:
    """The conclusion from an interval of log ratios: better, worse, same or open."""
    low, high = share(ratio.low), share(ratio.high)
    if low > -TRIVIAL and high < TRIVIAL:
        return EQUAL
    if low > 0:
        return BETTER
    if high < 0:
        return WORSE
    return EQUAL if low > -SAME and high < SAME else OPEN


# Sweeps.

MOST_BLOCKS = 60  # more noise than this averages out hides every difference
ERROR = 0.04  # share of sweeps in which an interval misses, in every evaluation
WITHIN = 0.05  # half width of each interval, as a share of the value


@dataclass
class Sweep(Blocks):
    """The verdict is `measured`, without a chosen arm, once all arms are known within 5%.

    Values are rates, or `durations`.

    All arms run once per block in random order, until every interval is narrow enough.
    """

    arms: Sequence[Arm]
    _: KW_ONLY
    durations: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.comparison = Comparison(self.durations)

    def _rule(self) -> str:
        return (
            f"at least {self.least_blocks} blocks in random order, until every {self._level:.0%} interval is "
            f"within +-{WITHIN:.0%}"
        )

    def _steps(self) -> Steps:
        while len(self.comparison) < self.least_blocks or self._wide():
            self._stop_after(max(self.least_blocks, MOST_BLOCKS), len(self.arms))
            self.comparison.add((yield self._random_block(self.arms, "every arm once, in random order")))
        return self._answered(MEASURED)

    def _undecided(self, out: OutOfBudgetError) -> Verdict:
        halves = [(half, WITHIN) for half in self._halves() if math.isfinite(half)]
        return self._answered(UNDECIDED, out.needed(halves, self._missing(len(self.comparison), out)))

    @property
    def _level(self) -> float:
        """That of each interval such that all of them hold together."""
        return 1 - ERROR / len(self.arms)

    def _known(self) -> dict[str, Interval | None]:
        """What is known of each arm."""
        return {arm.name: self.comparison.value(arm.name, self.unit, self._level) for arm in self.arms}

    def _halves(self) -> list[float]:
        return [known.half if known else math.inf for known in self._known().values()]

    def _wide(self) -> list[str]:
        """The arms whose interval is not narrow enough."""
        halves = zip(self.arms, self._halves(), strict=True)
        return [arm.name for arm, half in halves if half > WITHIN]

    def _answered(self, word: str, needed: float | None = None) -> Verdict:
        figures = {name: interval for name, interval in self._known().items() if interval}
        parts = [
            f"{name} {figure_text(interval.estimate)} {interval.unit}" for name, interval in figures.items()
        ]
        text = "; ".join(parts) or "no block of runs fits the time"
        reason = f"not known within {WITHIN:.0%} yet: {', '.join(self._wide())}" if word == UNDECIDED else ""
        warnings = self.comparison.warnings(self.unit)
        return self._verdict(word, text, None, figures, needed=needed, reason=reason, warnings=warnings)

    def _estimates(self) -> tuple[Estimate, ...]:
        estimates = []
        for arm, known in zip(self.arms, self._known().values(), strict=True):
            state = "settled" if known and known.half <= WITHIN else "open"
            runs, left_out = self.comparison.runs(arm.name), self.comparison.left_out(arm.name)
            estimates.append(Estimate(arm, runs, known, None, state, left_out))
        return tuple(estimates)
