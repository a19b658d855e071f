"""Whether a second measurement, after the administrator has applied a change, confirms the first one.

The journal of the second measurement contains everything: what was concluded from the first, what the other
commands say with its constants, that the change was applied, the runs, and the outcome.
"""

from __future__ import annotations

from dataclasses import replace

from mqtune.lab.core.order import CONFIRM, Block
from mqtune.lab.core.verdict import DECIDED, DECIDED_AGAINST, TIE, Verdict
from mqtune.lab.journal.compare import Ratio, measured_values, measures, ratio_of, reach
from mqtune.lab.journal.events import Confirmed, Confirming
from mqtune.lab.journal.result import Result

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
    found = reach(begun.values.get(name, ()), measured_values(second, name))
    low, high = _better(begun, *found) if found else (None, None)
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
    made = [run for run in result.history if run.counts and measures(run.order, chosen.name)]
    if not made or RUNS * made[-1].took > left:
        return None
    # a purpose of their own: the verdict and the means that it reports do not depend on them
    return Block(
        (replace(made[-1].order, purpose=CONFIRM),) * RUNS, f"to compare {chosen.name} with {begun.of}"
    )


def _ties(verdict: Verdict, arm: str) -> bool:
    """Whether an arm is not proven lower than the chosen one: among equals, any may be chosen."""
    shares = [one.against_leader for one in verdict.estimates if one.arm.name == arm]
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
