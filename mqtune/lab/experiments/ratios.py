"""Ratios between arms of a verdict, as numbers and in words."""

from __future__ import annotations

from mqtune.lab.core.verdict import Interval, Verdict


def against(verdict: Verdict, arm: str, reference: str) -> Interval | None:
    """An arm's rate relative to that of a reference: ratio minus 1, or None if either is unknown.

    From the comparison within blocks where one of them leads; else from the means, and the interval is that
    of the means at their worst.
    """
    found = {one.arm.name: one for one in verdict.estimates}
    left, right = found.get(arm), found.get(reference)
    if left is None or right is None:
        return None
    if right.state == "leader" and left.against_leader is not None:
        return left.against_leader
    if left.state == "leader" and right.against_leader is not None:
        back = right.against_leader
        ends = [1 / (1 + share) - 1 for share in (back.estimate, back.high, back.low)]
        return Interval(ends[0], ends[1], ends[2], back.unit, back.level, back.kind)
    if left.value is None or right.value is None:
        return None
    one, other = left.value, right.value
    return Interval(
        one.estimate / other.estimate - 1,
        one.low / other.high - 1,
        one.high / other.low - 1,
        "1",
        None,
        "from the ends of two intervals",
    )


def percent(ratio: Interval | None) -> str:
    """A ratio in words: `+9.1%, +7.9 to +10.3%`."""
    if ratio is None:
        return "not compared"
    return f"{ratio.estimate:+.1%}, {ratio.low * 100:+.1f} to {ratio.high:+.1%}"


def times(ratio: Interval | None) -> str:
    """A ratio as a factor: `2.3`."""
    return "an unknown number of" if ratio is None else f"{1 + ratio.estimate:.2g}"
