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

from mqtune.lab.core.order import Arm, Order
from mqtune.lab.core.statistics import Spread, share
from mqtune.lab.core.verdict import TIE, UNDECIDED, WINNER, Estimate, Interval, Verdict
from mqtune.lab.methods.comparison import LEADER, Comparison
from mqtune.lab.methods.intervals import in_random_order
from mqtune.lab.methods.procedure import CannotMeasureError, OutOfBudgetError, Part, Procedure, Steps

SECONDS = 30.0
CUT = 10.0
LEAST_BLOCKS = 3
LEVEL = 0.985  # of the intervals that end the comparison, in every evaluation
DROP_LEVEL = 0.97  # of those that drop an arm: a wrong drop costs less, and dropping saves time
MARGIN = 0.03  # the comparison ends when no arm can be better by more than this
SAME = 0.015  # arms within this share of the leader are as good, and the cheapest of them is the answer
DOUBT = 1.0  # standard errors subtracted from an arm to find the safest answer while undecided
AHEAD = 0.5  # level at which a leader at an edge is ahead, so that the arm beyond it is worth its runs
OPENING_BLOCKS = 2  # of only the leader and its new neighbour

Neighbour = Callable[[Arm], Arm | None]


@dataclass
class _Record:
    """What the runs have shown so far."""

    arms: list[Arm]
    comparison: Comparison = field(default_factory=Comparison)
    dropped: set[str] = field(default_factory=set)
    beyond: set[str] = field(default_factory=set)  # edges whose neighbour was asked for
    notes: list[str] = field(default_factory=list)
    turn: int = 0

    @property
    def live(self) -> list[Arm]:
        return [arm for arm in self.arms if arm.name not in self.dropped]

    @property
    def leader(self) -> Arm:
        """The live arm with the best estimate."""
        return self.comparison.best(self.live)

    def ratio(self, arm: Arm, level: float) -> Spread | None:
        """The difference of an arm to the leader."""
        return self.comparison.ratio(arm.name, self.leader.name, level)

    @property
    def safest(self) -> Arm:
        """The best answer before a decision: two lucky runs must not rank above ten good ones."""
        fit = self.comparison.against(self.leader.name)

        def score(arm: Arm) -> float:
            estimate = fit.differences.get(arm.name, (0.0, 0.0))[0]
            return estimate - DOUBT * fit.deviation / math.sqrt(self.comparison.runs(arm.name))

        return max((arm for arm in self.live if self.comparison.runs(arm.name)), key=score)


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

    def _rule(self) -> str:
        return (
            f"blocks in random order until no arm can be more than {self.margin:.1%} better than the leader "
            f"({100 * self.level:g}% intervals of ratios within blocks); "
            f"the answer is the cheapest arm within {self.tie:.1%} of it"
        )

    def _steps(self, record: _Record) -> Steps:
        while True:
            yield from self._block(record, record.live)
            if len(record.comparison) < self.least_blocks:
                continue
            yield from self._open_edges(record)
            if not self._judge(record):
                return self._decided(record)

    def _block(self, record: _Record, arms: Sequence[Arm]) -> Part:
        """One block of the arms."""
        record.turn += 1
        names = ", ".join(arm.name for arm in arms)
        why = f"block {record.turn}: {names} in random order"
        orders = [Order(arm, self.seconds, self.cut) for arm in arms]
        record.comparison.add((yield in_random_order(orders, self.seed, record.turn, why)))

    def _open_edges(self, record: _Record) -> Part:
        """Add the arm beyond the leader as long as the leader is at an edge and ahead of the others."""
        while self.neighbour:
            lead = record.leader
            at_edge = lead.name in {record.arms[0].name, record.arms[-1].name}
            if not at_edge or lead.name in record.beyond or not self._ahead(record):
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

    def _ahead(self, record: _Record) -> bool:
        """Whether the leader is ahead of the others, or none of them can be much better.

        An arm that leads by chance would cost the runs of its neighbour.
        """
        ratios = [record.ratio(arm, AHEAD) for arm in record.live if arm != record.leader]
        ahead = all(ratio is not None and ratio.high < 0 for ratio in ratios)
        return ahead or not self._rivals(record)

    def _rivals(self, record: _Record) -> list[Arm]:
        """The arms that may be better than the leader by more than the margin."""
        return [arm for arm in record.live if arm != record.leader and self._may_be_better(record, arm)]

    def _judge(self, record: _Record) -> list[Arm]:
        """Drop arms that are worse than the leader; returns the arms that are still open."""
        lead = record.leader
        others = [arm for arm in record.live if arm != lead]
        for arm in others:
            rough = record.comparison.ratio(arm.name, lead.name, min(self.level, DROP_LEVEL))
            if self.drop and rough is not None and rough.high < 0:
                record.dropped.add(arm.name)
        return self._rivals(record)

    def _may_be_better(self, record: _Record, arm: Arm) -> bool:
        ratio = record.ratio(arm, self.level)
        return ratio is None or ratio.high >= math.log1p(self.margin)

    def _decided(self, record: _Record) -> Verdict:
        lead = record.leader
        ratios = {arm.name: record.ratio(arm, self.level) for arm in record.live if arm != lead}
        rivals = [name for name, ratio in ratios.items() if ratio is not None and ratio.high >= 0]
        chosen = self._cheapest(record, lead)
        word = TIE if rivals or chosen != lead else WINNER
        rivals = [name for name in rivals if name != chosen.name]
        also = f"; {', '.join(rivals)} no more than {self.margin:.0%} better" if rivals else ""
        rate = _rate(record.comparison.value(lead.name, self.unit))
        text = f"{chosen.name}: {rate}{also}"
        if chosen != lead:
            text = f"{chosen.name}, as good as {lead.name} with {rate}{also}"
        return self._answered(word, record, text, chosen, lead)

    def _cheapest(self, record: _Record, lead: Arm) -> Arm:
        """The first arm that is as good as the leader and known not to be much worse."""
        for arm in record.arms[: record.arms.index(lead)]:
            ratio = record.ratio(arm, self.level)
            if ratio is None:
                continue
            if ratio.estimate >= math.log1p(-self.tie) and ratio.low >= math.log1p(-self.margin):
                return arm
        return lead

    def _undecided(self, record: _Record, out: OutOfBudgetError) -> Verdict:
        missing = max(0, self.least_blocks - len(record.comparison)) * out.cost
        if not len(record.comparison):
            return self._verdict(
                UNDECIDED,
                record,
                "no block of runs fits the time",
                needed=missing,
                reason="the time is too short for one block",
            )
        ratios = (record.ratio(arm, self.level) for arm in record.live)
        halves = [
            (ratio.half, max(math.log1p(self.margin) - ratio.estimate, self.margin / 2))
            for ratio in ratios
            if ratio is not None
        ]
        lead = record.safest
        text = f"so far {lead.name} with {_rate(record.comparison.value(lead.name, self.unit))}"
        if worse := [arm.name for arm in record.arms if arm.name in record.dropped]:
            text += f"; worse: {', '.join(worse)}"
        text += f"; open: {', '.join(self._open(record)) or 'whether more blocks show the same'}"
        return self._answered(UNDECIDED, record, text, lead, lead, out.needed(halves, missing))

    def _open(self, record: _Record) -> list[str]:
        """Which arms may be better than the leader by more than the margin, and by how much."""
        found = []
        for arm in record.live:
            if arm != record.leader and self._may_be_better(record, arm):
                ratio = record.ratio(arm, self.level)
                least, most = (share(ratio.low), share(ratio.high)) if ratio else (-1.0, math.inf)
                known = f" ({least:+.1%} to {most:+.1%} against {record.leader.name})" if ratio else ""
                found.append(f"whether {arm.name} is more than {self.margin:.0%} better{known}")
        return found

    def _answered(
        self, word: str, record: _Record, text: str, chosen: Arm, lead: Arm, needed: float | None = None
    ) -> Verdict:
        limit = record.comparison.value(lead.name, self.unit)
        return self._verdict(
            word,
            record,
            text,
            chosen,
            {self.found: limit} if limit else {},
            needed=needed,
            reason="the time was spent before the arms could be distinguished" if word == UNDECIDED else "",
            warnings=(*record.notes, *record.comparison.warnings),
        )

    def _estimates(self, record: _Record) -> tuple[Estimate, ...]:
        """Each arm's rate, and its share of the leader's."""
        if not len(record.comparison):
            return tuple(Estimate(arm, 0, None) for arm in record.arms)
        states = {arm.name: self._state(record, arm) for arm in record.arms}
        return record.comparison.estimates(
            record.arms, record.leader, lambda arm: self.level, self.unit, states
        )

    def _state(self, record: _Record, arm: Arm) -> str:
        if arm == record.leader:
            return LEADER
        if arm.name in record.dropped:
            return "dropped"
        return "open" if self._may_be_better(record, arm) else "settled"


def _rate(limit: Interval | None) -> str:
    if limit is None:
        return "an unknown rate"
    return f"{limit.estimate:,.{0 if limit.estimate >= 1000 else 2}f} {limit.unit}"
