"""Which of a few arms is best, if the best may be beyond those that are tried first.

Arms run in blocks, each arm once per block in random order, and are compared by their logarithms within
blocks. An arm is dropped once the interval of its ratio to the leader is below 0; the comparison ends once no
arm can be better than the leader by more than a margin. A leader at an edge adds the arm beyond it. The
answer is the cheapest arm that is as good as the leader.

Levels and margins come from the project's own simulation, bench/success.md. Arms are sorted from the cheapest
to the most expensive, such as from few threads to many.
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
LEVEL = 0.985  # of the intervals that end the comparison, in every evaluation
DROP_LEVEL = 0.97  # of those that drop an arm: a wrong drop costs less, and dropping saves time
MARGIN = 0.03  # the comparison ends when no arm can be better by more than this
SAME = 0.015  # arms within this share of the leader are as good, and the cheapest of them is the answer
DOUBT = 1.0  # standard errors subtracted from an arm to find the safest answer while undecided
OPENING_BLOCKS = 2  # of only the leader and its new neighbour

Neighbour = Callable[[Arm], Arm | None]


@dataclass
class _Record:
    """What the runs have shown so far."""

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
        """Add the runs of one block."""
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
        """The best answer before a decision: two lucky runs must not rank above ten good ones."""

        def score(arm: Arm) -> float:
            estimate = fit.differences.get(arm.name, (0.0, 0.0))[0]
            return estimate - DOUBT * fit.deviation / math.sqrt(len(self.values[arm.name]))

        return max((arm for arm in self.live if arm.name in self.values), key=score)


@dataclass
class BestOf(Procedure[_Record]):
    """The method; arms are sorted from the cheapest to the most expensive.

    `neighbour` returns the arm beyond an arm at an edge, or None. `found` is the name of the best arm's rate
    in the verdict, in `unit`. With `drop` False all arms run to the end.
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

    def _nothing_yet(self) -> _Record:
        return _Record(list(self.arms))

    def _so_far(self, record: _Record, history: Sequence[Run]) -> tuple[Estimate, ...]:
        """Each arm's rate, and its share of the leader's."""
        made = by_arm(history, record.arms, MEASURE)
        if not record.blocks:
            return tuple(
                Estimate(arm, len(made[arm.name]), of_runs(made[arm.name], self.unit)) for arm in record.arms
            )
        record.values = made
        return self._estimates(record)

    @property
    def rule(self) -> str:
        """The rule in one sentence."""
        return (
            f"blocks in random order until no arm can be more than {self.margin:.1%} better than the leader "
            f"({100 * self.level:g}% intervals of ratios within blocks); "
            f"the answer is the cheapest arm within {self.tie:.1%} of it"
        )

    def _steps(self, record: _Record) -> Steps:
        try:
            while True:
                yield from self._block(record, record.live)
                if len(record.blocks) < self.least_blocks:
                    continue
                yield from self._open_edges(record)
                if not self._judge(record):
                    return self._decided(record)
        except OutOfBudgetError as out:
            return self._undecided(record, out.spent)

    def _block(self, record: _Record, arms: Sequence[Arm]) -> Part:
        """One block of the arms."""
        record.turn += 1
        names = ", ".join(arm.name for arm in arms)
        orders = [Order(arm, self.seconds, self.cut) for arm in shuffled(arms, self.seed, record.turn)]
        record.add((yield Block(tuple(orders), f"block {record.turn}: {names} in random order")))

    def _open_edges(self, record: _Record) -> Part:
        """Add the arm beyond the leader as long as the leader is at an edge."""
        while self.neighbour:
            lead = record.leader()[0]
            at_edge = lead.name in {record.arms[0].name, record.arms[-1].name}
            if not at_edge or lead.name in record.beyond:
                break
            record.beyond.add(lead.name)
            new = self.neighbour(lead)
            if new is None or new.name in {arm.name for arm in record.arms}:
                break
            record.arms.insert(0 if lead.name == record.arms[0].name else len(record.arms), new)
            try:
                for _ in range(OPENING_BLOCKS):
                    yield from self._block(record, (lead, new))
            except CannotMeasureError as error:
                record.arms.remove(new)
                record.notes.append(
                    f"{new.name} is beyond the best arm and could not be measured: {error.reason}"
                )

    def _judge(self, record: _Record) -> list[str]:
        """Drop arms that are worse than the leader; returns the arms that are still open."""
        lead, fit = record.leader()
        still_open: list[str] = []
        for arm in record.live:
            if arm.name == lead.name:
                continue
            ratio, rough = fit.of(arm.name, self.level), fit.of(arm.name, min(self.level, DROP_LEVEL))
            if self.drop and rough is not None and rough.high < 0:
                record.dropped.add(arm.name)
            elif ratio is None or ratio.high >= math.log1p(self.margin):
                still_open.append(arm.name)
        return still_open

    def _decided(self, record: _Record) -> Verdict:
        lead, fit = record.leader()
        ratios = {arm.name: fit.of(arm.name, self.level) for arm in record.live if arm.name != lead.name}
        rivals = [name for name, ratio in ratios.items() if ratio is not None and ratio.high >= 0]
        chosen = self._cheapest(record, lead, fit)
        limit = self._limit(record, lead)
        word = TIE if rivals or chosen.name != lead.name else WINNER
        rivals = [name for name in rivals if name != chosen.name]
        also = f"; {', '.join(rivals)} no more than {self.margin:.0%} better" if rivals else ""
        text = f"{chosen.name}: {_rate(limit)}{also}"
        if chosen.name != lead.name:
            text = f"{chosen.name}, as good as {lead.name} with {_rate(limit)}{also}"
        return self._verdict(word, text, record, chosen, limit)

    def _cheapest(self, record: _Record, lead: Arm, fit: Contrasts) -> Arm:
        """The first arm that is as good as the leader and known not to be much worse."""
        for arm in record.arms:
            if arm.name == lead.name:
                break
            ratio = fit.of(arm.name, self.level)
            if ratio is None:
                continue
            if ratio.estimate >= math.log1p(-self.tie) and ratio.low >= math.log1p(-self.margin):
                return arm
        return lead

    def _undecided(self, record: _Record, spent: float) -> Verdict:
        if not record.blocks:
            return Verdict(
                UNDECIDED,
                self.rule,
                "no block of runs fits the time",
                reason="the time is too short for one block",
                minutes_needed=minutes(self.least_blocks * len(self.arms) * self.seconds),
            )
        _, fit = record.leader()
        needed = self._seconds_needed(record, fit, spent)
        lead = record.safest(fit)
        limit = self._limit(record, lead)
        text = f"so far {lead.name} with {_rate(limit)}; others may be more than {self.margin:.0%} better"
        return self._verdict(UNDECIDED, text, record, lead, limit, minutes(needed))

    def _seconds_needed(self, record: _Record, fit: Contrasts, spent: float) -> float:
        """Seconds until the intervals of the open arms are narrow enough: they shrink by the root of time."""
        one_block = len(record.live) * self.seconds
        missing = max(1, self.least_blocks - len(record.blocks)) * one_block
        for arm in record.live:
            ratio = fit.of(arm.name, self.level)
            if ratio is not None:
                wanted = math.log1p(self.margin) - ratio.estimate
                missing = max(missing, seconds_needed(spent, ratio.half, max(wanted, self.margin / 2)))
        return missing

    def _verdict(
        self,
        word: str,
        text: str,
        record: _Record,
        chosen: Arm,
        limit: Interval | None,
        needed: float | None = None,
    ) -> Verdict:
        return Verdict(
            word,
            self.rule,
            text,
            chosen,
            self._estimates(record),
            {self.found: limit} if limit else {},
            needed,
            "the time was spent before the arms could be distinguished" if word == UNDECIDED else "",
            (*record.notes, *outliers(record.values)),
        )

    def _limit(self, record: _Record, lead: Arm) -> Interval | None:
        """The mean of the leader over all its runs, on which one lucky run has little effect."""
        return of_runs(record.values[lead.name], self.unit, SHOWN_LEVEL)

    def _estimates(self, record: _Record) -> tuple[Estimate, ...]:
        lead, fit = record.leader()
        found = []
        for arm in record.arms:
            values = record.values.get(arm.name, [])
            ratio = None if arm.name == lead.name else fit.of(arm.name, self.level)
            against = of_shares(ratio, self.level) if ratio else None
            state = "leader" if arm.name == lead.name else self._state(record, arm, ratio)
            found.append(Estimate(arm, len(values), of_runs(values, self.unit), against, state))
        return tuple(found)

    def _state(self, record: _Record, arm: Arm, ratio: Spread | None) -> str:
        if arm.name in record.dropped:
            return "dropped"
        return "settled" if ratio and ratio.high < math.log1p(self.margin) else "open"


def _rate(limit: Interval | None) -> str:
    return f"{limit.estimate:,.0f} {limit.unit}" if limit else "an unknown rate"
