"""A confirmation continues after its verdict until the values of both measurements can be compared."""

from __future__ import annotations

from dataclasses import replace

from mqtune.lab.core.order import Block
from mqtune.lab.core.verdict import Verdict
from mqtune.lab.journal.confirmation import NOT_KNOWN, can_be_known, confirmed
from mqtune.lab.journal.result import Result

RUNS = 3


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
    made = [run for run in result.history if run.counts and run.order.arm.name == chosen.name]
    if not made or RUNS * made[-1].took > left:
        return None
    return Block((made[-1].order,) * RUNS, f"to compare {chosen.name} with {begun.of}")
