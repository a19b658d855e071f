"""Where the cost of one more subscriber changes: whether there is a break at all, and then where it is.

First four counts, 1, half the expected break, the break and twice the break, in blocks of random order: is
the time at the far end above the line through the others? Only then ten counts in between, and rounds of six
whose counts concentrate around the break as it becomes known, and then show whether it is sharp. The time is
fitted by a line that bends once. The count with the highest total rate is not used as the break: with 5%
noise it is elsewhere in three of ten cases (bench/success.md).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import lru_cache
from statistics import fmean
from typing import TypeGuard

from mqtune.lab.core.run import (
    DOES_NOT_HOLD,
    TIE,
    UNDECIDED,
    WINNER,
    Arm,
    Block,
    Estimate,
    Interval,
    Run,
    Verdict,
)
from mqtune.lab.methods.bent_line import (
    WIDTHS,
    BentLine,
    Excess,
    Point,
    bends_gradually,
    bent_line,
    excess,
    misfit,
)
from mqtune.lab.methods.comparison import ONE_COUNT, SHOWN_LEVEL, of_runs
from mqtune.lab.methods.procedure import Blocks, OutOfBudgetError, Part, Steps

MOST_BLOCKS = 40  # of all kinds; more noise than this averages out hides every break
EXISTENCE_LEVEL = 0.98  # of the interval of the excess, in every evaluation
NO_BREAK = 0.15  # an excess below this is not a break; the reports have 0.39 (persistent) and 0.49
SPREAD_COUNTS = 10
CLEAR = 7.0  # F statistic of the bent line against the straight one
HALF_WIDTH = 3.0  # counts
NEAREST = 0.04  # of the expected break: the least distance of counts from the break

MICROSECONDS = 1e6


@dataclass
class SlopeBreak(Blocks):
    """The method: `expected` is the count at which a break is presumed, `arm` returns the arm of a count.

    Values of runs are publications per second; the time of one publication follows from them. `figures` of
    the verdict has `break` (in subscribers), `first`, `below` and `above`: the time with one subscriber, and
    the time of each additional one on either side, in microseconds.
    """

    expected: int
    arm: Callable[[int], Arm]
    _: KW_ONLY
    unit: str = "publications/s"
    seconds: float = 25.0
    points: list[Point] = field(init=False, default_factory=list)  # count, microseconds
    blocks: list[int] = field(init=False, default_factory=list)  # of each point
    resolutions: list[float] = field(init=False, default_factory=list)
    excess: Excess | None = field(init=False, default=None)
    line: BentLine | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.expected < 4:
            raise ValueError("a break below 4 cannot be distinguished from the start of the line")

    def _rule(self) -> str:
        return (
            f"a break if the time at {self._four[-1]} is above the line up to {self.expected} "
            f"({EXISTENCE_LEVEL:.0%} interval) and F > {CLEAR:g}; located to +-{HALF_WIDTH:g} "
            f"by the bent line with the least squares, if it fits and a gradual bend fits clearly worse"
        )

    @property
    def _least_noise(self) -> float:
        """The least deviation of a time, as a share: that of counting."""
        return (
            math.sqrt(fmean(resolution * resolution for resolution in self.resolutions))
            if self.resolutions
            else 0.0
        )

    @property
    def _fit(self) -> BentLine | None:
        """The bent line through the points."""
        return _fitted(tuple(self.points), tuple(self.blocks), self._least_noise)

    def _excess(self) -> Excess | None:
        """The excess of the time at the far end over the line up to the expected count."""
        return excess(self.points, self.expected, EXISTENCE_LEVEL, self._least_noise, self.blocks)

    @property
    def _four(self) -> tuple[int, ...]:
        return (1, self.expected // 2, self.expected, 2 * self.expected)

    def _steps(self) -> Steps:
        if not (yield from self._exists()):
            return self._none()
        counts = spread(2 * self.expected)
        for half in (counts[::2], counts[1::2]):
            # short blocks, so that a step of the machine disturbs few runs
            yield from self._block(half, "counts spread over the line")
        while True:
            line = self.line = self._fit
            counts = self._round(line)
            if self._bends(line) and line.half <= HALF_WIDTH:
                if misfit(line) > 1:
                    return self._not_bent()
                if not bends_gradually(line):
                    return self._answered(WINNER, self._sentence(line))
                counts = self._shape_round(line)
            if self._gone():
                return self._none()
            yield from self._block(counts, "counts around the break")

    def _exists(self) -> Generator[Block, list[Run], bool]:
        """Whether the line bends."""
        while True:
            yield from self._block(self._four, "is there a break? four counts")
            if self.turn < self.least_blocks:
                continue
            self.excess = self._excess()
            if self.excess is None:
                continue
            if self.excess.share - self.excess.half > 0:
                return True
            if self.excess.share + self.excess.half < NO_BREAK:
                return False

    def _block(self, counts: Sequence[int], why: str) -> Part:
        """One block of runs at the counts, in random order."""
        if self.turn == MOST_BLOCKS:
            raise OutOfBudgetError(len(self.points) * self.seconds, len(self._four) * self.seconds)
        arms = [self.arm(count) for count in counts]
        count_of = {arm.name: count for arm, count in zip(arms, counts, strict=True)}
        runs = yield self._random_block(arms, f"{why} ({', '.join(map(str, sorted(counts)))})")
        for run in runs:
            count = count_of[run.order.arm.name]
            self.blocks.append(self.turn)
            self.resolutions.append(ONE_COUNT * run.resolution)
            self.points.append((float(count), MICROSECONDS / (run.value or math.nan)))

    def _bends(self, line: BentLine | None) -> TypeGuard[BentLine]:
        return line is not None and line.strength > CLEAR and line.above > line.below

    def _gone(self) -> bool:
        """Whether the break that the four counts showed turned out to be noise."""
        if self.line is not None and self.line.strength > CLEAR:
            return False
        self.excess = self._excess()
        return self.excess is not None and self.excess.share + self.excess.half < NO_BREAK

    def _round(self, line: BentLine | None) -> tuple[int, ...]:
        """Both ends, and two counts on each side of the break, as close as its interval allows.

        The variance of the break is smallest with counts close to it; more distant ones help while it is not
        well known.
        """
        top = 2 * self.expected
        at = line.at if line else float(self.expected)
        reach = line.half if line else self.expected / 2
        near = min(max(reach / 2, NEAREST * self.expected, 2.0), self.expected / 4)
        below = max(2, round(at - near))
        above = min(top - 1, round(at + near))
        return (1, below, below, above, above, top)

    def _shape_round(self, line: BentLine) -> tuple[int, ...]:
        """The break, and counts as far from it as the narrowest gradual bend reaches."""
        top, at = 2 * self.expected, round(line.at)
        reach = round(WIDTHS[0] * top)
        below, above = max(2, at - reach), min(top - 1, at + reach)
        return (below, below, at, at, above, above)

    def _none(self) -> Verdict:
        self.line, far_end = None, self.excess
        bound = f"{far_end.share + far_end.half:.0%}" if far_end else "unknown"
        text = (
            f"no break: with {self._four[-1]} subscribers the time is at most {bound} above the line "
            f"up to {self.expected}"
        )
        return self._answered(TIE, text)

    def _not_bent(self) -> Verdict:
        """The verdict if the times differ from every line that bends once by more than noise."""
        self.line = None
        text = (
            f"the times do not follow a line that bends once, up to {self._four[-1]} subscribers: "
            "something else limits the rate, such as the processors"
        )
        return self._answered(DOES_NOT_HOLD, text)

    def _undecided(self, out: OutOfBudgetError) -> Verdict:
        """What is proven about the break, and what is open."""
        line = self._fit
        if self._bends(line):
            self.line = line
            wide = line.half > HALF_WIDTH
            doubt = f"not yet known to +-{HALF_WIDTH:g}" if wide else "a gradual bend fits as well"
            text = f"{self._sentence(line)}; {doubt}"
            reason = "the interval of the break is still wide" if wide else "the shape is not clear yet"
            return self._answered(UNDECIDED, text, out.needed([(line.half, HALF_WIDTH)]), reason)
        self.line, far_end = None, self.excess
        missing = self._missing(self.turn, out)
        if far_end is None:
            text = f"whether the line bends at {self.expected} is not known yet"
            return self._answered(UNDECIDED, text, out.needed((), missing), "too few runs")
        bounds = f"{far_end.share:.0%} +- {far_end.half:.0%} above the line up to {self.expected}"
        known = f"with {self._four[-1]} subscribers the time is {bounds}"
        if far_end.share - far_end.half > 0:
            text = f"a break is proven: {known}; where it is, is open"
            reason = "the counts around the break were not measured"
            return self._answered(UNDECIDED, text, out.needed(), reason)
        text = f"whether the line bends at {self.expected} is not known yet: {known}"
        halves = [(far_end.half, max(far_end.share, NO_BREAK - far_end.share, NO_BREAK / 2))]
        reason = "the runs do not show whether the line bends"
        return self._answered(UNDECIDED, text, out.needed(halves, missing), reason)

    def _answered(self, word: str, text: str, needed: float | None = None, reason: str = "") -> Verdict:
        line = self.line
        figures, warnings = (self._figures(line), self._warnings(line)) if line else ({}, ())
        return self._verdict(word, text, None, figures, needed=needed, reason=reason, warnings=warnings)

    def _sentence(self, line: BentLine) -> str:
        return (
            f"break near {line.at:.0f} subscribers, {line.low:.0f} to {line.high:.0f}: "
            f"{line.below:.3g} µs for each additional one below it, {line.above:.3g} µs above"
        )

    def _figures(self, line: BentLine) -> dict[str, Interval]:
        def slope(value: float, half: float) -> Interval:
            return Interval(value, value - half, value + half, "µs", SHOWN_LEVEL, "t interval, break given")

        return {
            "break": Interval(line.at, line.low, line.high, "subscribers", SHOWN_LEVEL, "F interval"),
            "first": slope(line.start, line.start_half),
            "below": slope(line.below, line.below_half),
            "above": slope(line.above, line.above_half),
        }

    def _warnings(self, line: BentLine) -> tuple[str, ...]:
        if line.low <= self.expected <= line.high:
            return ()
        text = (
            f"the break is at {line.at:.0f} and not at {self.expected}: check whether the setting that "
            "should move it has an effect, and whether the queue manager was restarted after the change"
        )
        return (text,)

    def _estimates(self) -> tuple[Estimate, ...]:
        """Each count with the rates measured there."""
        estimates = []
        for count in sorted({*self._four, *(int(count) for count, _ in self.points)}):
            indexes = [at for at, (point_count, _) in enumerate(self.points) if int(point_count) == count]
            rates = [MICROSECONDS / self.points[at][1] for at in indexes]
            counts = [self.resolutions[at] / ONE_COUNT for at in indexes]
            estimates.append(
                Estimate(self.arm(count), len(rates), of_runs(rates, self.unit, resolutions=counts))
            )
        return tuple(estimates)


@lru_cache(maxsize=256)  # the procedure starts again for each question
def _fitted(points: tuple[Point, ...], blocks: tuple[int, ...], least_noise: float) -> BentLine | None:
    return bent_line(points, least_noise=least_noise, blocks=blocks)


def spread(top: int) -> tuple[int, ...]:
    """Ten counts spread evenly between 1 and `top`, without these two."""
    step = top / SPREAD_COUNTS
    return tuple(sorted({max(2, round(step * (number + 0.5))) for number in range(SPREAD_COUNTS)}))
