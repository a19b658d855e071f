"""Which findings a change makes appear and disappear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from mqtune.estate.model import QueueManager
from mqtune.findings.finding import Finding
from mqtune.text.patterns import lazy_pattern

NUMBER = lazy_pattern(r"\d+")  # lengths and positions change without a reason
Pair = tuple[QueueManager | None, QueueManager | None]


@dataclass
class FindingsDifference:
    """The findings that only the new state has, and those that only the old one has."""

    new: list[Finding]
    gone: list[Finding]


def findings_difference(
    findings: tuple[Sequence[Finding], Sequence[Finding]],
    pairs: Sequence[Pair],
) -> FindingsDifference:
    """Compare by rule, queue manager, object and attribute: neither line nor file matters."""
    old = _keyed(findings[0], [pair[0] for pair in pairs])
    new = _keyed(findings[1], [pair[1] for pair in pairs])
    return FindingsDifference(_more(new, old), _more(old, new))


def _keyed(
    findings: Sequence[Finding], managers: Sequence[QueueManager | None]
) -> list[tuple[tuple[object, ...], Finding]]:
    """The findings on what is compared, each with what it is about."""
    numbers = {
        (one.environment_name, one.title): number for number, one in enumerate(managers) if one is not None
    }
    found: list[tuple[tuple[object, ...], Finding]] = []
    for one in findings:
        number = numbers.get((one.environment, one.queue_manager or ""), -1)
        if one.queue_manager and number < 0:
            continue  # of a queue manager that is not compared
        if one.object is None:
            found.append(((one.code, number, NUMBER.sub("0", one.message)), one))
        else:
            type, name = one.object.type, one.object.name
            key = (one.code, number, type, "" if type == "QMGR" else name, one.attribute)
            found.append((key, one))
    return found


def _more(
    mine: list[tuple[tuple[object, ...], Finding]], others: list[tuple[tuple[object, ...], Finding]]
) -> list[Finding]:
    """The findings of one side that the other one does not have as often."""
    left = Counter(key for key, _ in others)
    found = []
    for key, one in mine:
        if left[key] > 0:
            left[key] -= 1
        else:
            found.append(one)
    return found
