"""Which of a few arms is best, when the best may lie beyond those that were tried first.

Arms run in blocks, each arm once a block in random order, and are compared by their logarithms within blocks.
An arm is dropped once the interval of its ratio to the leader lies below 0; the comparison ends once no arm
can be better than the leader by more than a margin. A leader at an edge opens the arm beyond it. The answer
is the cheapest arm that is as good as the leader.

Levels and margins come from the project's own simulation, bench/success.md. Knows no topic and no thread:
arms are given from the cheapest to the dearest, such as from few threads to many.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field

from mqtune.lab.core.order import MEASURE, Arm, Block, Order
from mqtune.lab.core.run import Run
from mqtune.lab.core.statistics import Spread, seconds_needed
from mqtune.lab.core.verdict import TIE, UNDECIDED, WINNER, Estimate, Interval, Verdict
from mqtune.lab.methods.contrasts import Contrasts, contrasts
from mqtune.lab.methods.intervals import SHOWN_LEVEL, by_arm, minutes, of_runs, of_shares, outliers, shuffled
from mqtune.lab.methods.procedure import CannotMeasureError, OutOfBudgetError, Part, Procedure, Steps

SECONDS = 30.0
CUT = 10.0
LEAST_BLOCKS = 3
LEVEL = 0.985  # of the intervals that end the comparison, at every look
DROP_LEVEL = 0.97  # of those that drop an arm: a wrong one costs less, and dropping saves time
MARGIN = 0.03  # nothing better by more than this is worth more runs
SAME = 0.015  # arms within this share of the leader are as good, and the cheapest of them is the answer
DOUBT = 1.0  # standard errors that are taken off an arm that is named undecided
OPENING_BLOCKS = 2  # of the leader and its new neighbour alone

Neighbour = Callable[[Arm], Arm | None]


@dataclass
class _Table:
    """What the runs told so far; made anew for each question."""

    arms: list[Arm]
    dropped: set[str] = field(default_factory=set)
    beyond: set[str] = field(default_factory=set)  # edges whose neighbour was asked for
    blocks: list[dict[str, float]] = field(default_factory=list)
    values: dict[str, list[float]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    turn: int = 0

    @property
    def live(self) -> list[Arm]:
        return [arm for arm in self.arms if arm.name not in self.dropped]

    def add(self, runs: Sequence[Run]) -> None:
        """The runs of one block."""
        block = {}
        for run in runs:
            rate = run.value or math.nan
            block[run.order.arm.name] = math.log(rate)
            self.values.setdefault(run.order.arm.name, []).append(rate)
        self.blocks.append(block)

    def leader(self) -> tuple[Arm, Contrasts]:
        """The live arm with the best estimate, and the differences to it."""
        measured = [arm for arm in self.live if arm.name in self.values]
        fit = contrasts(self.blocks, measured[0].name)
        best = max(measured, key=lambda arm: fit.differences.get(arm.name, (0.0, 0.0))[0])
        return best, contrasts(self.blocks, best.name)

    def safest(self, fit: Contrasts) -> Arm:
        """The arm to name before anything is decided: two lucky runs must not stand above ten good ones."""

        def score(arm: Arm) -> float:
            estimate = fit.differences.get(arm.name, (0.0, 0.0))[0]
            return estimate - DOUBT * fit.deviation / math.sqrt(len(self.values[arm.name]))

        return max((arm for arm in self.live if arm.name in self.values), key=score)


@dataclass
class BestOf(Procedure[_Table]):
    """The method; arms from the cheapest to the dearest.

    `neighbour` gives the arm beyond an arm at an edge, or None where there is none. `found` is the name under
    which the verdict holds the rate of the best arm, in `unit`. With `drop` False all arms run to the end.
    """

    arms: Sequence[Arm]
    seconds: float = SECONDS
    cut: float = CUT
    seed: int = 0
    neighbour: Neighbour | None = None
    least_blocks: int = LEAST_BLOCKS
    _: KW_ONLY
    tie: float = SAME
    margin: float = MARGIN
    level: float = LEVEL
    drop: bool = True
    found: str = "limit"
    unit: str = "msg/s"

    def __post_init__(self) -> None:
        self.least_blocks = max(2, self.least_blocks)

    def _nothing_yet(self) -> _Table:
        return _Table(list(self.arms))

    def _so_far(self, table: _Table, history: Sequence[Run]) -> tuple[Estimate, ...]:
        """Each arm's rate, and its share of the leader's."""
        made = by_arm(history, table.arms, MEASURE)
        if not table.blocks:
            return tuple(
                Estimate(arm, len(made[arm.name]), of_runs(made[arm.name], self.unit)) for arm in table.arms
            )
        table.values = made
        return self._estimates(table)

    @property
    def rule(self) -> str:
        """The rule in one sentence."""
        return (
            f"blocks in random order until no arm can be more than {self.margin:.1%} better than the leader "
            f"({100 * self.level:g}% intervals of ratios within blocks); "
            f"within {self.tie:.1%} of it the cheapest counts"
        )

    def _steps(self, table: _Table) -> Steps:
        try:
            while True:
                yield from self._block(table, table.live)
                if len(table.blocks) < self.least_blocks:
                    continue
                yield from self._open_edges(table)
                if not self._judge(table):
                    return self._decided(table)
        except OutOfBudgetError as out:
            return self._undecided(table, out.spent)

    def _block(self, table: _Table, arms: Sequence[Arm]) -> Part:
        """One block of the arms."""
        table.turn += 1
        names = ", ".join(arm.name for arm in arms)
        orders = [Order(arm, self.seconds, self.cut) for arm in shuffled(arms, self.seed, table.turn)]
        table.add((yield Block(tuple(orders), f"block {table.turn}: {names} in random order")))

    def _open_edges(self, table: _Table) -> Part:
        """Opens what lies beyond the leader as long as it stands at an edge."""
        while self.neighbour:
            lead = table.leader()[0]
            at_edge = lead.name in {table.arms[0].name, table.arms[-1].name}
            if not at_edge or lead.name in table.beyond:
                break
            table.beyond.add(lead.name)
            new = self.neighbour(lead)
            if new is None or new.name in {arm.name for arm in table.arms}:
                break
            table.arms.insert(0 if lead.name == table.arms[0].name else len(table.arms), new)
            try:
                for _ in range(OPENING_BLOCKS):
                    yield from self._block(table, (lead, new))
            except CannotMeasureError as fault:
                table.arms.remove(new)
                table.notes.append(f"{new.name} lies beyond the best and stays unknown: {fault.reason}")

    def _judge(self, table: _Table) -> list[str]:
        """Drops what is worse than the leader; the arms that are still open."""
        lead, fit = table.leader()
        still_open: list[str] = []
        for arm in table.live:
            if arm.name == lead.name:
                continue
            ratio, rough = fit.of(arm.name, self.level), fit.of(arm.name, min(self.level, DROP_LEVEL))
            if self.drop and rough is not None and rough.high < 0:
                table.dropped.add(arm.name)
            elif ratio is None or ratio.high >= math.log1p(self.margin):
                still_open.append(arm.name)
        return still_open

    def _decided(self, table: _Table) -> Verdict:
        lead, fit = table.leader()
        ratios = {arm.name: fit.of(arm.name, self.level) for arm in table.live if arm.name != lead.name}
        rivals = [name for name, ratio in ratios.items() if ratio is not None and ratio.high >= 0]
        chosen = self._cheapest(table, lead, fit)
        limit = self._limit(table, lead)
        word = TIE if rivals or chosen.name != lead.name else WINNER
        rivals = [name for name in rivals if name != chosen.name]
        also = f"; {', '.join(rivals)} no more than {self.margin:.0%} better" if rivals else ""
        text = f"{chosen.name}: {_rate(limit)}{also}"
        if chosen.name != lead.name:
            text = f"{chosen.name}, as good as {lead.name} with {_rate(limit)}{also}"
        return self._verdict(word, text, table, chosen, limit)

    def _cheapest(self, table: _Table, lead: Arm, fit: Contrasts) -> Arm:
        """The first arm that is as good as the leader, and known not to be much worse."""
        for arm in table.arms:
            if arm.name == lead.name:
                break
            ratio = fit.of(arm.name, self.level)
            if ratio is None:
                continue
            if ratio.estimate >= math.log1p(-self.tie) and ratio.low >= math.log1p(-self.margin):
                return arm
        return lead

    def _undecided(self, table: _Table, spent: float) -> Verdict:
        if not table.blocks:
            return Verdict(
                UNDECIDED,
                self.rule,
                "no block of runs fits the time",
                reason="the time is too short for one block",
                minutes_needed=minutes(self.least_blocks * len(self.arms) * self.seconds),
            )
        _, fit = table.leader()
        needed = self._seconds_needed(table, fit, spent)
        lead = table.safest(fit)
        limit = self._limit(table, lead)
        text = f"so far {lead.name} with {_rate(limit)}; others may be more than {self.margin:.0%} better"
        return self._verdict(UNDECIDED, text, table, lead, limit, minutes(needed))

    def _seconds_needed(self, table: _Table, fit: Contrasts, spent: float) -> float:
        """Seconds until the intervals of the open arms are narrow enough, by the root of time."""
        one_block = len(table.live) * self.seconds
        missing = max(1, self.least_blocks - len(table.blocks)) * one_block
        for arm in table.live:
            ratio = fit.of(arm.name, self.level)
            if ratio is not None:
                wanted = math.log1p(self.margin) - ratio.estimate
                missing = max(missing, seconds_needed(spent, ratio.half, max(wanted, self.margin / 2)))
        return missing

    def _verdict(
        self,
        word: str,
        text: str,
        table: _Table,
        chosen: Arm,
        limit: Interval | None,
        needed: float | None = None,
    ) -> Verdict:
        return Verdict(
            word,
            self.rule,
            text,
            chosen,
            self._estimates(table),
            {self.found: limit} if limit else {},
            needed,
            "the time was spent before the arms could be told apart" if word == UNDECIDED else "",
            (*table.notes, *outliers(table.values)),
        )

    def _limit(self, table: _Table, lead: Arm) -> Interval | None:
        """The mean of the leader over all its runs, which one lucky run moves little."""
        return of_runs(table.values[lead.name], self.unit, SHOWN_LEVEL)

    def _estimates(self, table: _Table) -> tuple[Estimate, ...]:
        lead, fit = table.leader()
        found = []
        for arm in table.arms:
            values = table.values.get(arm.name, [])
            ratio = None if arm.name == lead.name else fit.of(arm.name, self.level)
            against = of_shares(ratio, self.level) if ratio else None
            state = "leader" if arm.name == lead.name else self._state(table, arm, ratio)
            found.append(Estimate(arm, len(values), of_runs(values, self.unit), against, state))
        return tuple(found)

    def _state(self, table: _Table, arm: Arm, ratio: Spread | None) -> str:
        if arm.name in table.dropped:
            return "dropped"
        return "settled" if ratio and ratio.high < math.log1p(self.margin) else "open"


def _rate(limit: Interval | None) -> str:
    return f"{limit.estimate:,.0f} {limit.unit}" if limit else "an unknown rate"
