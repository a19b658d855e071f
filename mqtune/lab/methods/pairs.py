"""Whether a setting makes a difference: a baseline against one variant or several, in pairs back to back.

Baseline and variant run in the order A B B A A B B A …, so that a drift falls on both alike and a setting
that needs a restart is switched every second run only. Logarithms of the ratio within each pair are looked at
after 4, 6, 9, 13, 18 and 24 pairs, early on with a stricter interval than at the end: so all looks together
find a difference where there is none in 5 of 100 cases (six looks at 95% do in up to 17), and more of the
small differences than six equal levels (docs/developing/methods.md). Several variants are each compared with
the baseline; the levels become stricter by their number (Bonferroni), and those that are decided drop out.
Knows no setting: arms are given, and their rates, of which more is better.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from mqtune.lab.core.order import MEASURE, Arm, Block, Order
from mqtune.lab.core.run import Run
from mqtune.lab.core.statistics import Spread, ratio_interval, seconds_needed, share
from mqtune.lab.core.verdict import TIE, UNDECIDED, WINNER, Estimate, Interval, Verdict
from mqtune.lab.methods.intervals import by_arm, minutes, of_runs, of_shares, outliers, shuffled
from mqtune.lab.methods.procedure import OutOfBudgetError, Part, Procedure, Steps

SECONDS = 30.0
CUT = 10.0
# pairs, and the level of the interval when there are so many
LOOKS = ((4, 0.997), (6, 0.996), (9, 0.995), (13, 0.991), (18, 0.983), (24, 0.968))
SAME = 0.03  # an interval inside +- this is no difference worth having
TRIVIAL = 0.01  # inside +- this even a proven difference is none

BETTER, WORSE, EQUAL, OPEN = "better", "worse", "same", "open"


@dataclass
class _Table:
    """What the runs told so far; made anew for each question."""

    open: list[Arm]
    pairs: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    ratios: dict[str, Spread] = field(default_factory=dict)
    levels: dict[str, float] = field(default_factory=dict)
    states: dict[str, str] = field(default_factory=dict)
    rounds: int = 0


class Pairs(Procedure[_Table]):
    """The method: the first arm is the baseline.

    The verdict is `winner` with the best arm chosen (the baseline where all variants are worse or none is
    better), `tie` where every variant is the same as the baseline. `found` holds for each variant its gain
    as a share of the baseline's rate.
    """

    def __init__(
        self,
        baseline: Arm,
        variants: Sequence[Arm],
        seconds: float = SECONDS,
        cut: float = CUT,
        seed: int = 0,
        least_pairs: int = 0,
        *,
        looks: Sequence[tuple[int, float]] = LOOKS,
        same: float = SAME,
        unit: str = "msg/s",
    ) -> None:
        if not variants:
            raise ValueError("a comparison needs a variant")
        self.baseline = baseline
        self.variants = tuple(variants)
        self.seconds = seconds
        self.cut = cut
        self.seed = seed
        later = [look for look in looks if look[0] >= least_pairs]
        self.looks = tuple(later or [(least_pairs, looks[-1][1])])
        self.same = same
        self.unit = unit

    def _nothing_yet(self) -> _Table:
        return _Table(list(self.variants), {arm.name: [] for arm in self.variants})

    def _so_far(self, table: _Table, history: Sequence[Run]) -> tuple[Estimate, ...]:
        """Each arm's rate, and for variants their gain over the baseline."""
        return self._estimates(table, by_arm(history, self._arms, MEASURE))

    @property
    def rule(self) -> str:
        """The rule in one sentence."""
        pairs = ", ".join(str(look) for look, _ in self.looks)
        first, last = (self._level(level) for _, level in (self.looks[0], self.looks[-1]))
        return (
            f"pairs in the order ABBA, looked at after {pairs} pairs with intervals of {first:.1%} at first "
            f"and {last:.1%} at last: better or worse when the interval excludes 0, the same inside "
            f"+-{self.same:.0%}"
        )

    def _level(self, level: float) -> float:
        """The level for one of the variants, so that it holds for all of them together."""
        return 1 - (1 - level) / len(self.variants)

    @property
    def _arms(self) -> tuple[Arm, ...]:
        return (self.baseline, *self.variants)

    def _steps(self, table: _Table) -> Steps:
        try:
            for look, level in self.looks:
                while table.rounds < look:
                    yield from self._block(table, min(2, look - table.rounds))
                self._judge(table, self._level(level))
                if not table.open:
                    return self._verdict(table, 0.0)
            return self._verdict(table, table.rounds * self._round_seconds(table))
        except OutOfBudgetError as out:
            return self._verdict(table, out.spent)

    def _round_seconds(self, table: _Table) -> float:
        return (1 + len(table.open)) * self.seconds

    def _block(self, table: _Table, rounds: int) -> Part:
        """One or two rounds of the baseline and every variant that is open, the second one mirrored."""
        ordered = [self._order(table, table.rounds + number) for number in range(rounds)]
        names = ", ".join(arm.name for arm in ordered[0])
        first, last = table.rounds + 1, table.rounds + rounds
        which = f"pair {first}" if rounds == 1 else f"pairs {first} and {last}"
        orders = tuple(Order(arm, self.seconds, self.cut) for turn in ordered for arm in turn)
        runs = yield Block(orders, f"{which}: {names}{' and back' if rounds == 2 else ''}")
        width = len(ordered[0])
        for number in range(rounds):
            self._add(table, runs[number * width : (number + 1) * width])
        table.rounds += rounds

    def _order(self, table: _Table, number: int) -> list[Arm]:
        """The arms of a round: one in two is the mirror of the one before it."""
        arms = shuffled((self.baseline, *table.open), self.seed, number // 2 if len(self.variants) > 1 else 0)
        return arms if number % 2 == 0 else arms[::-1]

    def _add(self, table: _Table, runs: Sequence[Run]) -> None:
        rates = {run.order.arm.name: run.value or math.nan for run in runs}
        for arm in table.open:
            table.pairs[arm.name].append((rates[self.baseline.name], rates[arm.name]))

    def _judge(self, table: _Table, level: float) -> None:
        """A look: what is decided drops out."""
        for arm in tuple(table.open):
            ratio = ratio_interval(table.pairs[arm.name], level)
            if ratio is None:
                continue
            table.ratios[arm.name] = ratio
            table.levels[arm.name] = level
            state = judged(ratio, self.same)
            table.states[arm.name] = state
            if state != OPEN:
                table.open.remove(arm)

    def _verdict(self, table: _Table, spent: float) -> Verdict:
        """The verdict; undecided where a variant is still open."""
        best = max(self.variants, key=lambda arm: self._gain(table, arm))
        states = {table.states.get(arm.name, OPEN) for arm in self.variants}
        better = table.states.get(best.name) == BETTER
        word = UNDECIDED if OPEN in states else TIE if states == {EQUAL} else WINNER
        chosen = best if better else None if word == UNDECIDED else self.baseline
        values = self._values(table)
        return Verdict(
            word,
            self.rule,
            "; ".join(self._sentence(table, arm) for arm in self.variants),
            chosen,
            self._estimates(table, values),
            self._found(table),
            minutes(self._seconds_needed(table, spent)) if word == UNDECIDED else None,
            "the pairs do not tell the arms apart" if word == UNDECIDED else "",
            outliers(values),
        )

    def _gain(self, table: _Table, arm: Arm) -> float:
        """The estimate, of those that are proven better before all others."""
        ratio = table.ratios.get(arm.name)
        proven = table.states.get(arm.name) == BETTER
        return (ratio.estimate if ratio else -math.inf) + (100.0 if proven else 0.0)

    def _sentence(self, table: _Table, arm: Arm) -> str:
        ratio = table.ratios.get(arm.name)
        if ratio is None:
            return f"{arm.name}: too few pairs"
        state = table.states[arm.name]
        shown = {BETTER: "better than", WORSE: "worse than", EQUAL: "the same as", OPEN: "not told from"}
        bounds = f"{share(ratio.low):+.1%} to {share(ratio.high):+.1%}"
        change = f"{share(ratio.estimate):+.1%} ({bounds}, {len(table.pairs[arm.name])} pairs)"
        return f"{arm.name} is {shown[state]} {self.baseline.name}: {change}"

    def _seconds_needed(self, table: _Table, spent: float) -> float:
        needed = max(1, self.looks[0][0] - table.rounds) * self._round_seconds(table)
        for arm in table.open:
            ratio = table.ratios.get(arm.name)
            if ratio is not None:
                wanted = max(abs(ratio.estimate), self.same - abs(ratio.estimate), self.same / 2)
                needed = max(needed, seconds_needed(spent, ratio.half, wanted))
        return needed

    def _values(self, table: _Table) -> dict[str, list[float]]:
        longest = max(table.pairs.values(), key=len)
        return {self.baseline.name: [first for first, _ in longest]} | {
            name: [second for _, second in pairs] for name, pairs in table.pairs.items()
        }

    def _estimates(self, table: _Table, values: dict[str, list[float]]) -> tuple[Estimate, ...]:
        first = values[self.baseline.name]
        found = [Estimate(self.baseline, len(first), of_runs(first, self.unit), None, "reference")]
        for arm in self.variants:
            rates = values[arm.name]
            level = table.levels.get(arm.name, self._level(self.looks[0][1]))
            ratio = ratio_interval(table.pairs[arm.name], level)
            against = of_shares(ratio, level) if ratio else None
            state = "open" if table.states.get(arm.name, OPEN) == OPEN else "settled"
            found.append(Estimate(arm, len(rates), of_runs(rates, self.unit), against, state))
        return tuple(found)

    def _found(self, table: _Table) -> dict[str, Interval]:
        return {
            f"gain of {name}": of_shares(ratio, table.levels[name]) for name, ratio in table.ratios.items()
        }


def judged(ratio: Spread, same: float = SAME) -> str:
    """What an interval of log ratios says: better, worse, same or open."""
    low, high = share(ratio.low), share(ratio.high)
    if low > -TRIVIAL and high < TRIVIAL:
        return EQUAL
    if low > 0:
        return BETTER
    if high < 0:
        return WORSE
    return EQUAL if low > -same and high < same else OPEN
