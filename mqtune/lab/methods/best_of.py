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

from mqtune.lab.core.run import TIE, UNDECIDED, WINNER, Arm, CannotMeasureError, Estimate, Interval, Verdict
from mqtune.lab.core.statistics import Spread
from mqtune.lab.methods.comparison import LEADER, bounds
from mqtune.lab.methods.procedure import Blocks, OutOfBudgetError, Part, Steps

LEVEL = 0.985  # of the intervals that end the comparison, in every evaluation
DROP_LEVEL = 0.97  # of those that drop an arm: a wrong drop costs less, and dropping saves time
MARGIN = 0.03  # the comparison ends when no arm can be better by more than this
SAME = 0.015  # arms within this share of the leader are as good, and the cheapest of them is the answer
DOUBT = 1.0  # standard errors subtracted from an arm to find the safest answer while undecided
AHEAD = 0.5  # level at which a leader at an edge is ahead, so that the arm beyond it is worth its runs
OPENING_BLOCKS = 2  # of only the leader and its new neighbour

Neighbour = Callable[[Arm], Arm | None]


@dataclass
class BestOf(Blocks):
    """The method; arms are sorted from the cheapest to the most expensive.

    `neighbour` returns the arm beyond an arm at an edge, or None. `figure` is the name of the best arm's rate
    in the verdict, in `unit`.
    """

    arms: Sequence[Arm]
    neighbour: Neighbour | None = None
    _: KW_ONLY
    tie: float = SAME
    figure: str = "limit"
    tried: list[Arm] = field(init=False)
    dropped: set[str] = field(init=False, default_factory=set)
    beyond: set[str] = field(init=False, default_factory=set)  # edges whose neighbour was asked for
    notes: list[str] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.tried = list(self.arms)

    def _rule(self) -> str:
        return (
            f"blocks in random order until no arm can be more than {MARGIN:.1%} better than the leader "
            f"({100 * LEVEL:g}% intervals of ratios within blocks); "
            f"the answer is the cheapest arm within {self.tie:.1%} of it"
        )

    def _steps(self) -> Steps:
        while True:
            yield from self._block(self._live)
            if len(self.comparison) < self.least_blocks:
                continue
            yield from self._open_edges()
            rough = {arm.name: self._ratio(arm, DROP_LEVEL) for arm in self._live if arm != self._leader}
            self.dropped |= {name for name, ratio in rough.items() if ratio is not None and ratio.high < 0}
            if not self._rivals():
                return self._decided()

    @property
    def _live(self) -> list[Arm]:
        """The arms that were not dropped."""
        return [arm for arm in self.tried if arm.name not in self.dropped]

    @property
    def _leader(self) -> Arm:
        """The live arm with the best estimate."""
        return self.comparison.best(self._live)

    def _ratio(self, arm: Arm, level: float) -> Spread | None:
        """The difference of an arm to the leader."""
        return self.comparison.ratio(arm.name, self._leader.name, level)

    @property
    def _safest(self) -> Arm:
        """The best answer before a decision: two lucky runs must not rank above ten good ones."""
        fit = self.comparison.against(self._leader.name)

        def score(arm: Arm) -> float:
            estimate = fit.differences.get(arm.name, (0.0, 0.0))[0]
            return estimate - DOUBT * fit.deviation / math.sqrt(self.comparison.runs(arm.name))

        return max((arm for arm in self._live if self.comparison.runs(arm.name)), key=score)

    def _block(self, arms: Sequence[Arm]) -> Part:
        """One block of the arms."""
        why = f"{', '.join(arm.name for arm in arms)} in random order"
        self.comparison.add((yield self._random_block(arms, why)))

    def _open_edges(self) -> Part:
        """Add the arm beyond the leader as long as the leader is at an edge and ahead of the others."""
        while self.neighbour:
            lead = self._leader
            at_edge = lead.name in {self.tried[0].name, self.tried[-1].name}
            if not at_edge or lead.name in self.beyond or not self._ahead():
                break
            self.beyond.add(lead.name)
            new = self.neighbour(lead)
            if new is None or new.name in {arm.name for arm in self.tried}:
                break
            self.tried.insert(0 if lead.name == self.tried[0].name else len(self.tried), new)
            try:
                for _ in range(OPENING_BLOCKS):
                    yield from self._block((lead, new))
            except CannotMeasureError as error:
                self.tried.remove(new)
                beyond = f"{new.name} is beyond the best arm"
                self.notes.append(f"{beyond} and could not be measured: {error.reason}")

    def _ahead(self) -> bool:
        """Whether the leader is ahead of the others, or none of them can be much better.

        An arm that leads by chance would cost the runs of its neighbour.
        """
        ratios = [self._ratio(arm, AHEAD) for arm in self._live if arm != self._leader]
        ahead = all(ratio is not None and ratio.high < 0 for ratio in ratios)
        return ahead or not self._rivals()

    def _rivals(self) -> list[Arm]:
        """The arms that may be better than the leader by more than the margin."""
        return [arm for arm in self._live if arm != self._leader and self._may_be_better(arm)]

    def _may_be_better(self, arm: Arm) -> bool:
        ratio = self._ratio(arm, LEVEL)
        return ratio is None or ratio.high >= math.log1p(MARGIN)

    def _decided(self) -> Verdict:
        lead = self._leader
        ratios = {arm.name: self._ratio(arm, LEVEL) for arm in self._live if arm != lead}
        rivals = [name for name, ratio in ratios.items() if ratio is not None and ratio.high >= 0]
        chosen = self._cheapest(lead)
        word = TIE if rivals or chosen != lead else WINNER
        rivals = [name for name in rivals if name != chosen.name]
        also = f"; {', '.join(rivals)} no more than {MARGIN:.0%} better" if rivals else ""
        rate = _rate(self.comparison.value(lead.name, self.unit))
        text = f"{chosen.name}: {rate}{also}"
        if chosen != lead:
            text = f"{chosen.name}, as good as {lead.name} with {rate}{also}"
        return self._answered(word, text, chosen, lead)

    def _cheapest(self, lead: Arm) -> Arm:
        """The first arm that is as good as the leader and known not to be much worse."""
        for arm in self.tried[: self.tried.index(lead)]:
            ratio = self._ratio(arm, LEVEL)
            if ratio and ratio.estimate >= math.log1p(-self.tie) and ratio.low >= math.log1p(-MARGIN):
                return arm
        return lead

    def _undecided(self, out: OutOfBudgetError) -> Verdict:
        missing = self._missing(len(self.comparison), out)
        if not len(self.comparison):
            text, reason = "no block of runs fits the time", "the time is too short for one block"
            return self._verdict(UNDECIDED, text, needed=missing, reason=reason)
        ratios = filter(None, (self._ratio(arm, LEVEL) for arm in self._live))
        halves = [(ratio.half, max(math.log1p(MARGIN) - ratio.estimate, MARGIN / 2)) for ratio in ratios]
        lead = self._safest
        text = f"so far {lead.name} with {_rate(self.comparison.value(lead.name, self.unit))}"
        if worse := [arm.name for arm in self.tried if arm.name in self.dropped]:
            text += f"; worse: {', '.join(worse)}"
        text += f"; open: {', '.join(self._open()) or 'whether more blocks show the same'}"
        return self._answered(UNDECIDED, text, lead, lead, out.needed(halves, missing))

    def _open(self) -> list[str]:
        """Which arms may be better than the leader by more than the margin, and by how much."""
        questions = []
        for arm in self._rivals():
            ratio = self._ratio(arm, LEVEL)
            known = f" ({bounds(ratio)} against {self._leader.name})" if ratio else ""
            questions.append(f"whether {arm.name} is more than {MARGIN:.0%} better{known}")
        return questions

    def _answered(self, word: str, text: str, chosen: Arm, lead: Arm, needed: float | None = None) -> Verdict:
        limit = self.comparison.value(lead.name, self.unit)
        return self._verdict(
            word,
            text,
            chosen,
            {self.figure: limit} if limit else {},
            needed=needed,
            reason="the time was spent before the arms could be distinguished" if word == UNDECIDED else "",
            warnings=(*self.notes, *self.comparison.warnings(self.unit)),
        )

    def _estimates(self) -> tuple[Estimate, ...]:
        """Each arm's rate, and its share of the leader's."""
        if not len(self.comparison):
            return tuple(Estimate(arm, 0, None) for arm in self.tried)
        states = {arm.name: self._state(arm) for arm in self.tried}
        return self.comparison.estimates(self.tried, self._leader, lambda arm: LEVEL, self.unit, states)

    def _state(self, arm: Arm) -> str:
        if arm == self._leader:
            return LEADER
        if arm.name in self.dropped:
            return "dropped"
        return "open" if self._may_be_better(arm) else "settled"


def _rate(limit: Interval | None) -> str:
    if limit is None:
        return "an unknown rate"
    return f"{limit.estimate:,.{0 if limit.estimate >= 1000 else 2}f} {limit.unit}"
