"""Whatever runs there are, a method answers, and the same history has the same answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.lab.core.run import (
    CANCELLED,
    FAILED,
    INVALID,
    OK,
    UNDECIDED,
    Arm,
    Block,
    CannotMeasureError,
    Method,
    Order,
    Run,
    Series,
    Verdict,
)
from mqtune.lab.methods.best_of import BestOf
from mqtune.lab.methods.depth import ExpiryDepth, Sustainable
from mqtune.lab.methods.growth import Growth, OfferedLoad
from mqtune.lab.methods.pairs import Pairs, Sweep
from mqtune.lab.methods.ramp import Ramp
from mqtune.lab.methods.recovery import Recovery
from mqtune.lab.methods.slope_break import SlopeBreak

A, B, C = Arm("a", {"n": 3}), Arm("b", {"n": 4}), Arm("c", {"n": 5})


def numbered(number: int) -> Arm:
    return Arm(f"{number}", {"n": number})


METHODS: dict[str, Callable[[], Method]] = {
    "best of": lambda: BestOf([A, B, C], seed=1, neighbour=lambda arm: numbered(7) if arm == C else None),
    "growth": lambda: Growth(
        [OfferedLoad(A, 1, 100.0), OfferedLoad(B, 1, 200.0)],
        60,
        10,
        1,
        lambda rate: f"{rate:g} each",
    ),
    "pairs": lambda: Pairs(A, [B, C], seed=1),
    "slope break": lambda: SlopeBreak(8, numbered, seed=1),
    "sustainable": lambda: Sustainable([A, B]),
    "ramp": lambda: Ramp(
        [A, B], (1, 2, 3), lambda arm, level: Arm(f"{arm.name}{level}"), lambda arm, level: 100.0 * level
    ),
    "depth": lambda: ExpiryDepth(A, 60, 30),
    "recovery": lambda: Recovery(A, 300, 80, 120),
    "sweep": lambda: Sweep([A, B, C], seed=1),
}

values = st.one_of(st.floats(1, 1e9), st.sampled_from([0.0, 1e-300, 1e300]), st.none())
turns = st.lists(
    st.tuples(st.sampled_from([OK, OK, OK, OK, OK, FAILED, CANCELLED]), values, st.booleans()), max_size=60
)


def asked(method: Method, history: list[Run], spent: float, budget: float) -> Block | Verdict | str:
    """What a method answers, or why it cannot go on."""
    try:
        return method.next(history, spent, budget)
    except CannotMeasureError as error:
        return error.reason


def history_of(method: Method, turns: list[tuple[str, float | None, bool]], seed: int) -> list[Run]:
    """Runs as the method asks for them, but with any outcome and value, and now and then one of others."""
    rng = Random(seed)
    history: list[Run] = []
    while len(history) < len(turns):
        step = asked(method, history, 0.0, 1e12)
        if not isinstance(step, Block):
            break
        for order in step.orders[: len(turns) - len(history)]:
            outcome, value, strange = turns[len(history)]
            made = Order(B, 17.0) if strange and rng.random() < 0.2 else order
            moments = tuple(float(at) for at in range(5, int(order.seconds), 5))
            seen = tuple(rng.choice([0.0, 1.0, 50.0, 1e6]) for _ in moments)
            series = {name: Series("x", moments, seen) for name in ("depth", "rate", "channels") if moments}
            history.append(
                Run(len(history) + 1, 1, made, outcome, value, value, took=order.seconds, series=series)
            )
    return history


@pytest.mark.parametrize("name", METHODS)
@given(turns=turns, seed=st.integers(0, 99), budget=st.sampled_from([0.0, 600.0, 1e12]))
def test_any_history_has_one_answer(
    name: str, turns: list[tuple[str, float | None, bool]], seed: int, budget: float
):
    history = history_of(METHODS[name](), turns, seed)
    spent = sum(run.took for run in history)
    answer = asked(METHODS[name](), history, spent, budget)
    assert asked(METHODS[name](), list(history), spent, budget) == answer
    if isinstance(answer, Block):
        assert answer.orders
        assert answer.why
        assert spent + sum(order.seconds for order in answer.orders) <= budget
    elif isinstance(answer, str):
        assert "could not be measured" in answer
    else:
        assert answer.answer
        assert answer.rule
        if answer.word == UNDECIDED:
            assert answer.minutes_needed is not None
            assert answer.minutes_needed > 0
        if answer.word in {UNDECIDED, INVALID}:
            assert answer.reason
        json.dumps([asdict(interval) for interval in answer.figures.values()], allow_nan=False)
    for estimate in METHODS[name]().estimates(history):
        json.dumps(asdict(estimate), allow_nan=False)


@pytest.mark.parametrize("name", METHODS)
def test_another_seed_may_order_otherwise_but_asks_for_the_same(name: str):
    first = METHODS[name]().next([], 0.0, 1e12)
    assert isinstance(first, Block)
    assert METHODS[name]().next([], 0.0, 0.0).word == UNDECIDED  # type: ignore[union-attr]
