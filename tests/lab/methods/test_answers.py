"""What the methods find on made-up machines, as recorded in answers.txt: `$ method parameter=value …`.

A machine has a `noise` from run to run, a `drift` with each run, runs that are `lost` (every n-th fails), and
runs that are `spoilt` (every n-th has a fraction of its value).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from random import Random

from mqtune.lab.core.run import FAILED, OK, TRIAL, Arm, Block, Estimate, Interval, Method, Order, Run, Series
from mqtune.lab.methods.best_of import BestOf
from mqtune.lab.methods.depth import ExpiryDepth, Sustainable
from mqtune.lab.methods.growth import Growth, OfferedLoad
from mqtune.lab.methods.pairs import Pairs, Sweep
from mqtune.lab.methods.ramp import Ramp
from mqtune.lab.methods.recovery import Recovery
from mqtune.lab.methods.slope_break import SlopeBreak
from tests.lab.methods.conftest import play_method
from tests.recorded import cases, check

ANSWERS = Path(__file__).with_name("answers.txt")
Values = dict[str, str]
Value = Callable[[Order, int], float]


def number(given: Values, name: str, usual: float) -> float:
    return float(given.get(name, usual))


def numbers(given: Values, name: str, usual: str) -> list[float]:
    return [float(one) for one in given.get(name, usual).split(",")]


def arms_of(values: list[float]) -> list[Arm]:
    return [Arm(f"arm {index}", {"n": index}) for index in range(len(values))]


def by_arm(given: Values, usual: str) -> Value:
    values = numbers(given, "values", usual)
    return lambda order, _: values[min(int(order.arm.levels["n"]), len(values) - 1)]


def disturbed(value: Value, given: Values) -> Callable[[Order, int], Run]:
    """A machine with the noise, the drift and the losses that a case states."""
    rng = Random(int(number(given, "seed", 1)))
    noise, drift = number(given, "noise", 0.01), number(given, "drift", 0)
    lost, spoilt = int(number(given, "lost", 0)), int(number(given, "spoilt", 0))

    def run(order: Order, at: int) -> Run:
        error = rng.gauss(0, noise)
        if lost and at % lost == 0:
            return Run(at, 1, order, FAILED, None, message="driver lost", reason_code=2009)
        found = value(order, at) * (1 + error) * (1 + drift) ** at
        if (spoilt and at % spoilt == 0) or at <= number(given, "slow-start", 0):
            found *= 0.6
        extra = number(given, "extra", 0)
        return Run(
            at, 1, order, OK, found, found, took=order.seconds + extra, counted=order.seconds - order.cut
        )

    return run


def best_of(given: Values) -> tuple[Method, Callable[[Order, int], Run]]:
    arms = arms_of(numbers(given, "values", "100,110,105"))
    known = len(numbers(given, "values", "100,110,105"))
    inside = arms[: int(number(given, "arms", known))]

    def neighbour(arm: Arm) -> Arm | None:
        index = int(arm.levels["n"]) + 1
        return arms[index] if index < known else None

    method = BestOf(inside, neighbour if "arms" in given else None, seed=3)
    return method, disturbed(by_arm(given, "100,110,105"), given)


def sweep(given: Values) -> tuple[Method, Callable[[Order, int], Run]]:
    method = Sweep(arms_of(numbers(given, "values", "100,120,140")), seed=3, durations="durations" in given)
    return method, disturbed(by_arm(given, "100,120,140"), given)


def pairs(given: Values) -> tuple[Method, Callable[[Order, int], Run]]:
    baseline, *variants = arms_of(numbers(given, "values", "100,110"))
    return Pairs(baseline, variants, seed=3), disturbed(by_arm(given, "100,110"), given)


def growth(given: Values) -> tuple[Method, Callable[[Order, int], Run]]:
    each = numbers(given, "values", "100,100,100,100")
    step = number(given, "step", 60)
    loads = [
        OfferedLoad(Arm(f"{parts} at {rate:g}", {"parts": parts, "rate": rate}), parts, rate)
        for parts in range(1, len(each) + 1)
        for rate in (80.0 * parts, (80.0 + step) * parts)
    ]

    def value(order: Order, at: int) -> float:
        parts = int(order.arm.levels["parts"])
        return min(float(order.arm.levels["rate"]), parts * each[parts - 1])

    return Growth(loads, 60, 10, int(number(given, "repeat", 1)), "{:.3g} each".format), disturbed(
        value, given
    )


def slope_break(given: Values) -> tuple[Method, Callable[[Order, int], Run]]:
    at, above = number(given, "at", 48), number(given, "above", 9.5)

    def value(order: Order, _: int) -> float:
        count = float(order.arm.levels["n"])
        return 1e6 / (21.4 + 4.7 * (count - 1) + (above - 4.7) * max(0.0, count - at))

    method = SlopeBreak(
        int(number(given, "expected", 48)), lambda count: Arm(f"{count}", {"n": count}), seed=3
    )
    return method, disturbed(value, given)


def sustainable(given: Values) -> tuple[Method, Callable[[Order, int], Run]]:
    capacities = numbers(given, "values", "10000")
    plain = disturbed(lambda order, _: capacities[int(order.arm.levels["n"])], given)

    def run(order: Order, at: int) -> Run:
        made = plain(order, at)
        if order.purpose != TRIAL or made.value is None or order.rate is None:
            return made
        left = max(0.0, order.rate - made.value * number(given, "carried", 1))
        moments = tuple(float(second) for second in range(1, int(order.seconds) + 1))
        depth = Series("messages", moments, tuple(left * second for second in moments))
        full = int(number(given, "full", 0))
        code = 2053 if full and at % full == 0 else None
        outcome = OK if code is None else FAILED
        return Run(at, 1, order, outcome, order.rate, order.rate, reason_code=code, took=order.seconds,
                   series={"depth": depth})  # fmt: skip

    return Sustainable(arms_of(capacities)), run


def ramp(given: Values) -> tuple[Method, Callable[[Order, int], Run]]:
    peaks = numbers(given, "values", "800,1200")
    fall = number(given, "fall", 0.6)
    levels = tuple(map(int, numbers(given, "levels", "20,40,80,120,160,200")))

    def value(order: Order, _: int) -> float:
        offered = 8.0 * float(order.arm.levels["level"])
        peak = peaks[int(order.arm.levels["n"])]
        return offered if offered <= peak else peak * fall

    arms = arms_of(peaks)
    method = Ramp(
        arms,
        levels,
        lambda arm, level: Arm(f"{arm.name} with {level}", {**arm.levels, "level": level}),
        lambda arm, level: 4.0 * level if "offered" in given else None,
        expected=lambda arm, level: 8.0 * level,
        within=number(given, "within", math.inf),
        seed=3,
    )
    return method, disturbed(value, given)


def depth(given: Values) -> tuple[Method, Callable[[Order, int], Run]]:
    expiry, interval = number(given, "expiry", 60), number(given, "interval", 30)
    real, left = number(given, "real", 60), number(given, "left", 0)
    plain = disturbed(lambda order, _: 2000.0, given)

    def run(order: Order, at: int) -> Run:
        made = plain(order, at)
        if order.purpose != TRIAL or made.value is None:
            return made
        moments = tuple(
            float(second) for second in range(1, int(order.seconds * number(given, "seen", 1)) + 1)
        )
        swept, values = 0.0, []
        for second in moments:
            values.append(left + 2000 * second - swept)
            if second % interval == 7 % interval:
                swept = max(swept, 2000 * (second - real))
        series = {"depth": Series("messages", moments, tuple(values))}
        if "file" in given:
            series["file size"] = Series("bytes", moments, tuple(2200 * one for one in values))
        return Run(at, 1, order, OK, made.value, made.value, took=order.seconds, series=series)

    return ExpiryDepth(Arm("queues"), expiry, interval, checks=int(number(given, "checks", 1))), run


def recovery(given: Values) -> tuple[Method, Callable[[Order, int], Run]]:
    backs = numbers(given, "values", "140,150,160")
    rng = Random(int(number(given, "seed", 1)))
    noise, during = number(given, "noise", 0.02), number(given, "during", 0)

    def run(order: Order, at: int) -> Run:
        back = backs[(at - 1) % len(backs)]
        moments = tuple(float(second) for second in range(1, 401))

        def series(until: float, high: float) -> Series:
            values = (during * high if 80 < second <= until else high for second in moments)
            return Series("msg/s", moments, tuple(value * (1 + rng.gauss(0, noise)) for value in values))

        found = {"rate": series(140 + back, 100), "channels": series(140 + back - 8, 1000)}
        if "blind" in given:
            del found["channels"]
        return Run(at, 1, order, OK, 100.0, 100.0, series=found)

    objective = number(given, "objective", 0) or None
    return Recovery(Arm("hub"), 400, 80, 140, int(number(given, "outages", 6)), objective=objective), run


METHODS = {
    "best-of": best_of,
    "sweep": sweep,
    "pairs": pairs,
    "growth": growth,
    "slope-break": slope_break,
    "sustainable": sustainable,
    "ramp": ramp,
    "depth": depth,
    "recovery": recovery,
}


def interval_text(one: Interval | None) -> str:
    return "-" if one is None else f"{one.estimate:.4g} [{one.low:.4g}, {one.high:.4g}] {one.unit} {one.kind}"


def estimate_text(one: Estimate) -> str:
    against = f", against {interval_text(one.against_leader)}" if one.against_leader is not None else ""
    left = f", without {list(one.left_out)}" if one.left_out else ""
    return f"  {one.arm.name}: {one.runs} runs, {interval_text(one.value)}, {one.state}{against}{left}"


def blocks_text(blocks: list[Block]) -> list[str]:
    """The orders of the first blocks, the arms of the others, and how many there are."""
    lines = []
    for block in blocks[:4]:
        orders = [
            f"{order.arm.name} {order.seconds:g}/{order.cut:g}s {order.purpose}" for order in block.orders
        ]
        rates = {f" at {order.rate:.4g}" for order in block.orders if order.rate is not None}
        parts = [f"{len(list(same))} x {name}" for name, same in groupby(orders)]
        lines.append(f"  {block.why}: {', '.join(parts)}{''.join(sorted(rates))}")
    others = [" ".join(order.arm.name for order in block.orders) for block in blocks[4:]]
    return [*lines, *(["  then " + "; ".join(others)] if others else []), f"  {len(blocks)} blocks"]


@cases(ANSWERS)
def test_the_verdict_is_the_recorded_one(case: str) -> None:
    name, *words = case.split()
    given = dict(word.split("=") for word in words)
    method, machine = METHODS[name](given)
    played = play_method(method, machine, minutes=number(given, "minutes", 90))
    verdict = played.verdict
    needed = f", {verdict.minutes_needed:.4g} min needed" if verdict.minutes_needed is not None else ""
    chosen = f", {verdict.chosen.name}" if verdict.chosen is not None else ""
    lines = [f"{verdict.word}{chosen}{needed}: {verdict.answer}", *filter(None, [verdict.reason])]
    lines += [f"rule: {verdict.rule}", *(f"! {warning}" for warning in verdict.warnings)]
    lines += [f"  {key} {interval_text(one)}" for key, one in verdict.figures.items()]
    lines += map(estimate_text, verdict.estimates)
    check(ANSWERS, case, "\n".join([*lines, *blocks_text(played.blocks)]))
