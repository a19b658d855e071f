"""Whether a second measurement confirms the first one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mqtune.lab.core.run import Arm, Estimate, Interval, Order, Verdict
from mqtune.lab.journal.compare import block_to_confirm, confirmed
from mqtune.lab.journal.events import (
    BlockBegun,
    Confirming,
    JournalEntry,
    RunEnded,
    RunStarted,
    VerdictReached,
)
from mqtune.lab.journal.result import Result, result_of

A, B = Arm("a", {"threads": 1}), Arm("b", {"threads": 2})


def verdict(word="winner", chosen=B):
    return Verdict(word, "the rule", f"{chosen.name} wins" if chosen else "none", chosen)


def measured(word="winner", chosen=B, **values) -> Result:
    """A finished result with the values of the runs of each arm."""
    entries, number = [], 0
    for arm, given in values.items():
        for value in given:
            number += 1
            started = RunStarted(
                run=number, block=1, arm=arm, levels={}, seconds=20.0, cut=5.0, purpose="measure", rate=None,
                commands=(),
            )  # fmt: skip
            ended = RunEnded(
                run=number, outcome="ok", message="", reason_code=None, value=value, mean=value,
                deviation=None, cut=None, took=20.0, counted=15.0, figures={}, warnings=(),
            )  # fmt: skip
            entries += [started, ended]
    entries.append(VerdictReached(verdict(word, chosen)))
    return result_of(JournalEntry("2026-11-22T00:00:00.000Z", 0.0, event) for event in entries)


BEGUN = Confirming(
    "first-1", verdict(), {"a": (1000.0, 1001.0, 999.0), "b": (1200.0, 1201.0, 1199.0)}, "msgs/s"
)


@pytest.mark.parametrize(
    ("second", "word", "says"),
    [
        (measured(b=[1230, 1231, 1229]), "confirmed", "+2.5%"),
        (measured(b=[1000, 1001, 999]), "not confirmed", "worse than before (-16.7%"),
        (measured(b=[1150, 1200, 1250]), "not known", "by 3 runs before and 3 now: resume it with more"),
        (measured(b=[1200]), "not known", "too few runs"),
        (measured(chosen=A, a=[1000, 1001], b=[990, 991]), "not confirmed", "first b, now a"),
        (measured("undecided", None), "not known", "not decided"),
        (measured("does not hold", None), "not confirmed", "first winner, now does not hold"),
    ],
)
def test_the_outcome(second, word, says):
    outcome = confirmed(BEGUN, second)
    assert outcome.word == word
    assert says in outcome.why


def test_runs_go_on_until_the_values_can_be_compared():
    open_, decided = measured(b=[1150, 1200, 1250]), measured(b=[1230, 1231, 1229])
    for result in (open_, decided):
        result.confirming = BEGUN
        result.blocks[1] = BlockBegun(1, "first", (Order(B, 20.0),))
    block = block_to_confirm(open_, verdict(), left=60.0)
    assert [order.arm.name for order in block.orders] == ["b"] * 3
    assert block_to_confirm(open_, verdict(), left=59.0) is None
    assert block_to_confirm(decided, verdict(), left=1e6) is None


def test_a_first_result_that_can_never_be_compared_is_told():
    begun = Confirming("first-1", verdict(), {"b": (1000.0, 1400.0)}, "msgs/s")
    second = measured(b=[1100, 1200, 1300])
    second.confirming = begun
    assert "first-1 has too few runs for this noise" in confirmed(begun, second).why
    assert block_to_confirm(second, verdict(), left=1e6) is None


def test_among_equal_arms_another_choice_is_not_another_answer():
    second = measured("tie", A, a=[1200, 1201], b=[1230, 1231, 1229])
    assert confirmed(BEGUN, second).word == "not confirmed"  # nothing is known of b
    found = (Estimate(A, 2, None), Estimate(B, 3, None, Interval(-0.01, -0.03, 0.01, "1")))
    assert second.verdict is not None
    second.verdict = replace(second.verdict, estimates=found)
    outcome = confirmed(BEGUN, second)
    assert (outcome.word, outcome.why[:21]) == ("confirmed", "b again (now a as wel")


def test_the_values_of_a_ramp_are_those_at_the_peak():
    begun = Confirming("first-1", verdict(), {"b": (1200.0, 1201.0, 1199.0)}, "msgs/s")
    second = measured(**{"b, 8 triplets": [1230, 1231, 1229], "b-batch, 8 triplets": [9, 9]})
    assert confirmed(begun, second).word == "confirmed"
    # and more of them are made at that level
    wide = measured(**{"b, 8 triplets": [1150, 1200, 1250]})
    wide.confirming = begun
    wide.blocks[1] = BlockBegun(1, "first", (Order(Arm("b, 8 triplets"), 20.0),))
    block = block_to_confirm(wide, verdict(), left=60.0)
    assert block is not None
    assert block.orders[0].arm.name == "b, 8 triplets"


def test_less_is_better_for_times():
    begun = Confirming("first-1", verdict("measured"), {"b": (100.0, 101.0, 99.0)}, "s")
    assert confirmed(begun, measured("measured", b=[50, 51, 49])).word == "confirmed"
    assert confirmed(begun, measured("measured", b=[150, 151, 149])).word == "not confirmed"


def test_a_formula_that_holds_again_is_confirmed():
    begun = Confirming("first-1", verdict("holds", None), {}, "messages")
    assert confirmed(begun, measured("holds", None)).word == "confirmed"
