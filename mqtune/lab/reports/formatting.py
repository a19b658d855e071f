"""How numbers, intervals, times and runs of an experiment are put into words, the same in every output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mqtune.lab.core.plan import ExperimentPlan
from mqtune.lab.core.verdict import Estimate, Noise
from mqtune.lab.journal.events import Opened
from mqtune.language.levels import show_level


def titled(parts: Iterable[tuple[str, Iterable[str]]]) -> Iterator[str]:
    """Parts as lines: each title, and its lines indented below it."""
    for title, lines in parts:
        yield title
        yield from (f"  {line}" for line in lines)


def share_text(value: float) -> str:
    """A share as a signed percentage."""
    return f"{100 * value:+.1f}%"


def against_text(estimate: Estimate) -> str:
    """An arm against the leader: `-2.4% [-5.1% +0.4%]`."""
    against = estimate.against_leader
    if against is None:
        return ""
    return f"{share_text(against.estimate)} [{share_text(against.low)} {share_text(against.high)}]"


def noise_text(noise: Noise | None) -> str:
    """The noise of the machine in words."""
    if noise is None:
        return "unknown"
    between = f", {noise.between:.1%} between runs" if noise.between is not None else ""
    return f"{noise.within:.1%} within runs{between}"


def minutes_text(seconds: float) -> str:
    """A length of time: `45 s`, `7 min`, `2 h 5 min`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 120:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"


def clock_text(seconds: float) -> str:
    """The experiment's clock: `0:07:31`."""
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def place_text(place: Opened | ExperimentPlan) -> str:
    """A queue manager with its role, level and cores."""
    role = f" ({place.role})" if place.role else ""
    level = f"IBM MQ {show_level(place.level)}" if place.level else "MQ level unknown"
    cores = f"{place.cores} cores" if place.cores else "cores unknown"
    return f"{place.qmgr}{role}, {level}, {cores}"
