"""Compares two results, and decides whether a measurement after an applied change confirms the first one.

The runs of two experiments are not made side by side: the interval covers the variation from run to run in
each of them, not changes of the machine in the meantime. Welch's t interval over the logarithms of run
values.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist, fmean, variance

from mqtune.lab.core.definition import shown
from mqtune.lab.core.run import CONFIRM, DECIDED, DECIDED_AGAINST, MEASURE, TIE, Block, Order, Verdict
from mqtune.lab.core.statistics import pooled_variance, two_sided_t
from mqtune.lab.journal.events import Confirmed, Confirming
from mqtune.lab.journal.result import Result, RunRecord, values_of
from mqtune.lab.methods.comparison import ONE_COUNT
from mqtune.language.available import show_level

CONFIDENCE = 0.95
LOOKS_ONLY = ("noise", "noise-kind", "pace")  # settings of the simulation only


@dataclass(frozen=True, slots=True)
class Ratio:
    """One arm in both results: second to first, with a 95% interval if both have at least two runs."""

    arm: str
    first: float
    second: float
    first_runs: int
    second_runs: int
    ratio: float
    low: float | None
    high: float | None

    @property
    def differs(self) -> bool | None:
        """Whether the interval excludes 1; None without an interval."""
        if self.low is None or self.high is None:
            return None
        return not self.low <= 1 <= self.high


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two results side by side; `chosen` compares the arms that they chose, which may differ."""

    first: Result
    second: Result
    unit: str
    simulated: bool
    chosen: Ratio | None
    arms: tuple[Ratio, ...]
    warnings: tuple[str, ...]


def compare_results(first: Result, second: Result) -> Comparison:
    """The comparison of two results of the same experiment, or of two with a warning."""
    ones, twos = _runs_by_arm(first), _runs_by_arm(second)
    arms = [_ratio(arm, ones[arm], twos[arm]) for arm in ones if arm in twos]
    return Comparison(
        first,
        second,
        first.head.unit,
        first.simulated or second.simulated,
        _chosen(first, second),
        tuple(ratio for ratio in arms if ratio is not None),
        tuple(_warnings(first, second)),
    )


def _runs_by_arm(result: Result) -> dict[str, list[RunRecord]]:
    """The runs that count, by arm, offered rate and purpose."""
    groups: dict[str, list[RunRecord]] = {}
    for record in result.runs.values():
        if record.counts and record.started.block > 0:
            rate = f" at {record.started.rate:,.0f}/s" if record.started.rate else ""
            purpose = f" ({record.started.purpose})" if record.started.purpose != MEASURE else ""
            groups.setdefault(f"{record.started.arm}{rate}{purpose}", []).append(record)
    return groups


def _ratio(arm: str, first: Sequence[RunRecord], second: Sequence[RunRecord]) -> Ratio | None:
    """Second to first; the runs vary at least as much as counting does."""
    least = (_counting(first), _counting(second))
    return ratio_of(arm, values_of(first), values_of(second), least=least)


def _counting(records: Sequence[RunRecord]) -> float:
    """The least deviation of the values of runs, as a share: that of counting."""
    return ONE_COUNT * fmean(record.run.resolution if record.run else 0.0 for record in records)


def measures(order: Order, arm: str) -> bool:
    """Whether an order measures what an arm carries, also at the level of its peak."""
    return order.purpose in (MEASURE, CONFIRM) and f"{order.arm.name}, ".startswith(f"{arm}, ")


def measured_values(result: Result, arm: str) -> list[float]:
    """The values of the runs that count and measure an arm."""
    return values_of(_measured(result, arm))


def _measured(result: Result, arm: str) -> list[RunRecord]:
    records = [record for record in result.runs.values() if record.counts and record.started.block > 0]
    return [record for record in records if measures(record.started.order, arm)]


def _chosen(first: Result, second: Result) -> Ratio | None:
    pairs = ((result, result.verdict and result.verdict.chosen) for result in (first, second))
    chosen_runs = [(arm.name, runs) for result, arm in pairs if arm and (runs := _measured(result, arm.name))]
    if len(chosen_runs) != 2:
        return None
    (name, ones), (second_name, twos) = chosen_runs
    return _ratio(name if name == second_name else f"{name}, then {second_name}", ones, twos)


def ratio_of(
    arm: str,
    first: Sequence[float],
    second: Sequence[float],
    same_machine: bool = False,
    least: tuple[float, float] = (0.0, 0.0),
) -> Ratio | None:
    """Second to first; None if a value is not above 0.

    On the `same_machine` runs vary equally in both. `least` has the least deviation of a value in each.
    """
    if min(*first, *second) <= 0:
        return None
    ones, twos = [math.log(value) for value in first], [math.log(value) for value in second]
    middle = fmean(twos) - fmean(ones)
    half = _half_width(ones, twos, same_machine, least)
    low, high = (None, None) if half is None else (math.exp(middle - half), math.exp(middle + half))
    means = math.exp(fmean(ones)), math.exp(fmean(twos))
    return Ratio(arm, *means, len(ones), len(twos), math.exp(middle), low, high)


def reach(first: Sequence[float], second: Sequence[float]) -> tuple[float, float] | None:
    """The interval of second to first if the second had endless runs like these; None if not known.

    More runs of the second do not make the interval narrower than that.
    """
    if len(first) < 2 or not second:
        return None
    ones, twos = [math.log(value) for value in first], [math.log(value) for value in second]
    middle = fmean(twos) - fmean(ones)
    error = math.sqrt((pooled_variance((ones, twos)) or 0.0) / len(ones))
    half = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * error
    return math.exp(middle - half), math.exp(middle + half)


def _half_width(
    ones: Sequence[float], twos: Sequence[float], equal: bool, least: tuple[float, float]
) -> float | None:
    """Half the width of the interval of the difference of two means; None for fewer than two runs.

    Student's if both vary by an `equal` variance, else Welch's.
    """
    if len(ones) < 2 or len(twos) < 2:
        return None
    if equal:
        spread = math.sqrt((pooled_variance((ones, twos)) or 0.0) * (1 / len(ones) + 1 / len(twos)))
        return two_sided_t(CONFIDENCE, len(ones) + len(twos) - 2) * spread
    known = zip((ones, twos), least, strict=True)
    parts = [(max(variance(of), share * share) / len(of), len(of) - 1) for of, share in known]
    total = sum(part for part, _ in parts)
    if total == 0:
        return 0.0
    freedom = total**2 / sum(part**2 / spare for part, spare in parts)
    return two_sided_t(CONFIDENCE, freedom) * math.sqrt(total)


def _warnings(first: Result, second: Result) -> Iterator[str]:
    if first.simulated != second.simulated:
        yield "one of them is SIMULATED: nothing can be concluded for a queue manager"
    elif first.simulated:
        yield "both are SIMULATED: no queue manager was measured"
    now = _circumstances(second)
    for what, before in _circumstances(first).items():
        if before != now[what] and before and now[what]:
            yield f"the {what} differ: {before}, then {now[what]}"
    yield from _different_settings(first, second)
    for result in (first, second):
        if result.verdict is None:
            yield f"{result.id} has no verdict yet"


def _circumstances(result: Result) -> dict[str, str]:
    """What two measurements must have in common; empty if it was not recorded."""
    head = result.head
    return {
        "experiments": head.experiment,
        "queue managers": head.qmgr,
        "drivers": head.driver,
        "versions of the driver": head.driver_version,
        "MQ levels": show_level(head.level) if head.level else "unknown",
        "cores": "unknown" if head.cores is None else str(head.cores),
        "machines": head.machine,
        "hosts of the driver": ", ".join(host.name for host in head.hosts) or "this machine",
        "versions of mqtune": head.mqtune,
    }


def _different_settings(first: Result, second: Result) -> Iterator[str]:
    first_settings, second_settings = first.head.settings, second.head.settings
    for name in sorted({*first_settings, *second_settings} - set(LOOKS_ONLY)):
        before, after = (
            shown(all[name]) if name in all else "not set" for all in (first_settings, second_settings)
        )
        if before != after:
            yield f"the setting {name} differs: {before}, then {after}"


# Confirmation. The journal of the second measurement contains everything: what was concluded from the first,
# what the other commands say with its constants, that the change was applied, the runs, and the outcome.

CONFIRMED, NOT_CONFIRMED, NOT_KNOWN = "confirmed", "not confirmed", "not known"
WORSE = 0.05  # the only configuration that the V8.0 report measured twice differs by 4.3%
LEAST = 1 - WORSE
RUNS = 3  # of the chosen arm, made together after the verdict
TIME_UNITS = ("s", "us", "ms")  # less is better


def confirming(first: Result, conclusions: tuple[str, ...], change: str) -> Confirming:
    """The event with which a confirmation begins; the first result has a verdict."""
    assert first.verdict is not None  # checked by the caller
    name = first.verdict.chosen.name if first.verdict.chosen else ""
    values = {name: tuple(measured_values(first, name))}
    return Confirming(first.id, first.verdict, values, first.head.unit, conclusions, change)


def confirmed(begun: Confirming, second: Result) -> Confirmed:
    """The outcome of a confirmation."""
    verdict = second.verdict
    first = begun.verdict
    if verdict is None or verdict.word not in (*DECIDED, *DECIDED_AGAINST):
        return Confirmed(NOT_KNOWN, "the second measurement is not decided: resume it with more minutes")
    if (verdict.word in DECIDED) != (first.word in DECIDED):
        return Confirmed(NOT_CONFIRMED, f"first {first.word}, now {verdict.word}: {verdict.answer}")
    if first.chosen is None or verdict.chosen is None:
        word = CONFIRMED if verdict.word == first.word else NOT_KNOWN
        return Confirmed(word, f"first {first.word}, now {verdict.word}")
    name = first.chosen.name
    before, again = begun.values.get(name, ()), measured_values(second, name)
    ratio = ratio_of(name, before, again, same_machine=True) if before and again else None
    change = _change(ratio)
    now = verdict.chosen.name
    if now != name and not _ties(verdict, name):
        return Confirmed(NOT_CONFIRMED, f"first {name}, now {now}{change}")
    kept = f"{name} again" if now == name else f"{name} again (now {now} as well)"
    low, high = _better(begun, ratio.low, ratio.high) if ratio else (None, None)
    if low is None or high is None:
        return Confirmed(NOT_KNOWN, f"{kept}; too few runs to compare its values{change}")
    if high < LEAST:
        return Confirmed(NOT_CONFIRMED, f"{kept}, but worse than before{change}")
    if low >= LEAST:
        return Confirmed(CONFIRMED, f"{kept}, not worse than before{change}")
    runs = f"{len(before)} runs before and {len(again)} now"
    more = "resume it with more minutes"
    few = f"{begun.of} has too few runs for this noise; confirm a new one with more (--repeat)"
    help = more if can_be_known(begun, second) else few
    return Confirmed(
        NOT_KNOWN, f"{kept}; it may be more than {WORSE:.0%} worse than before{change}, by {runs}: {help}"
    )


def can_be_known(begun: Confirming, second: Result) -> bool:
    """Whether more runs of the arm that both chose may decide whether its values are worse."""
    name = begun.verdict.chosen.name if begun.verdict.chosen else ""
    interval = reach(begun.values.get(name, ()), measured_values(second, name))
    low, high = _better(begun, *interval) if interval else (None, None)
    return low is not None and high is not None and not low < LEAST <= high


def block_to_confirm(result: Result, verdict: Verdict, left: float) -> Block | None:
    """More runs of the chosen arm, if they may decide and take no more than `left` seconds.

    They follow the verdict of the method, which does not depend on them.
    """
    begun, chosen = result.confirming, verdict.chosen
    if begun is None or chosen is None:
        return None
    decided = replace(result, verdict=verdict)
    if confirmed(begun, decided).word != NOT_KNOWN or not can_be_known(begun, decided):
        return None
    finished = [run for run in result.history if run.counts and measures(run.order, chosen.name)]
    if not finished or RUNS * finished[-1].took > left:
        return None
    # a purpose of their own: the verdict and the means that it reports do not depend on them
    return Block(
        (replace(finished[-1].order, purpose=CONFIRM),) * RUNS, f"to compare {chosen.name} with {begun.of}"
    )


def _ties(verdict: Verdict, arm: str) -> bool:
    """Whether an arm is not proven lower than the chosen one: among equals, any may be chosen."""
    shares = [estimate.against_leader for estimate in verdict.estimates if estimate.arm.name == arm]
    return verdict.word == TIE and bool(shares) and (shares[0] is None or shares[0].high >= 0)


def _better(begun: Confirming, low: float | None, high: float | None) -> tuple[float | None, float | None]:
    """The bounds of a ratio of which more is better."""
    if begun.unit in TIME_UNITS and low and high:
        return 1 / high, 1 / low
    return low, high


def _change(ratio: Ratio | None) -> str:
    if ratio is None:
        return ""
    between = ""
    if ratio.low is not None and ratio.high is not None:
        between = f", {100 * (ratio.low - 1):+.1f}% to {100 * (ratio.high - 1):+.1f}%"
    return f" ({100 * (ratio.ratio - 1):+.1f}%{between})"
