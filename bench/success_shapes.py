"""How often the methods are right on other shapes: `python bench/success_shapes.py --trials 60`.

SIMULATED: runs vary by normal noise around a truth; one in ten may be 20 to 50% low, rates may be counts of
whole messages, and curves may have no break. Every trial has a seed of its own. `--write` writes
bench/success-shapes.md.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.success import SHAPES, beyond, publish_time, threads_arm  # noqa: E402
from mqtune.lab.core.driver_output import OK  # noqa: E402
from mqtune.lab.core.method import Method  # noqa: E402
from mqtune.lab.core.order import Arm, Order  # noqa: E402
from mqtune.lab.core.run import Run, Series  # noqa: E402
from mqtune.lab.core.verdict import DECIDED, DOES_NOT_HOLD, HOLDS, WINNER, Verdict  # noqa: E402
from mqtune.lab.methods.best_of import BestOf  # noqa: E402
from mqtune.lab.methods.depth import ExpiryDepth  # noqa: E402
from mqtune.lab.methods.depth_series import DEPTH  # noqa: E402
from mqtune.lab.methods.growth import FOUND, Growth, OfferedLoad  # noqa: E402
from mqtune.lab.methods.pairs import Pairs  # noqa: E402
from mqtune.lab.methods.ramp import Ramp  # noqa: E402
from mqtune.lab.methods.return_time import throughput_back  # noqa: E402
from mqtune.lab.methods.slope_break import SlopeBreak  # noqa: E402
from mqtune.lab.methods.sustainable import Sustainable  # noqa: E402
from mqtune.lab.methods.sweep import Sweep  # noqa: E402

COUNTED_SECONDS = 20.0
START_UP = 1.0
A, B = Arm("before"), Arm("after")
Answer = tuple[bool, bool]  # right, decided


def session(
    method: Method,
    truth: Callable[[Order], float],
    rng: Random,
    minutes: float,
    noise: float,
    bad: float,
    depth: Callable[[Order, float], Series] | None = None,
) -> Verdict:
    """Make the runs that the method requests; `bad` is the share of runs that are 20 to 50% low.

    `depth` gives the depth of the queue during a run whose capacity is known.
    """
    clock, history = 0.0, list[Run]()
    while True:
        step = method.next(history, clock, minutes * 60)
        if isinstance(step, Verdict):
            return step
        for order in step.orders:
            value = truth(order) * math.exp(rng.gauss(0, noise))
            if rng.random() < bad:
                value *= 1 - rng.uniform(0.2, 0.5)
            series = {DEPTH: depth(order, value)} if depth else {}
            value = value if order.rate is None else min(value, order.rate)
            value = int(value * COUNTED_SECONDS + rng.random()) / COUNTED_SECONDS
            took = order.seconds + START_UP
            clock += took
            number = len(history) + 1
            history.append(
                Run(number, 1, order, OK, value, value, took=took, counted=COUNTED_SECONDS, series=series)
            )


def peak(number: int, noise: float, bad: float) -> Answer:
    """topic-limit within 12 minutes: is the rate found within 3% of the peak?"""
    rates, rng = SHAPES["report"], Random(f"peak {number}")
    method = BestOf([threads_arm(n) for n in (3, 4, 5)], seed=number, neighbour=beyond)
    verdict = session(
        method, lambda order: 889_000 * rates[int(order.arm.levels["threads"])], rng, 12, noise, bad
    )
    chosen = verdict.chosen
    return chosen is not None and rates[int(chosen.levels["threads"])] >= 0.97, verdict.word in DECIDED


def gain(number: int, noise: float, bad: float) -> Answer:
    """Is a gain of 9% recognised?"""
    verdict = paired(number, noise, bad, 1000.0, 0.09)
    return verdict.word == WINNER and verdict.chosen == B, verdict.word in DECIDED


def no_effect(number: int, noise: float, bad: float) -> Answer:
    """Is no difference reported if there is none?"""
    verdict = paired(number, noise, bad, 1000.0, 0.0)
    return verdict.word != WINNER, verdict.word in DECIDED


def paired(number: int, noise: float, bad: float, rate: float, share: float) -> Verdict:
    """The verdict on a gain of a share."""
    rng = Random(f"pairs {rate} {share} {number}")
    return session(
        Pairs(A, [B], seed=number),
        lambda order: rate * (1 + share * (order.arm == B)),
        rng,
        1e6,
        noise,
        bad,
    )


def bent(number: int, noise: float, bad: float) -> Answer:
    """Is a break at 48 found within 4?"""
    verdict = line(number, noise, bad, lambda count: publish_time(count, True))
    found = verdict.found.get("break")
    return found is not None and abs(found.estimate - 48) <= 4, verdict.word in DECIDED


def curved(number: int, noise: float, bad: float) -> Answer:
    """Is no break found in a time that grows with the power 1.15 of the count?"""
    verdict = line(number, noise, bad, lambda count: 21.4 + 4.7 * (count - 1) ** 1.15)
    return verdict.word != WINNER, verdict.word in DECIDED


def line(number: int, noise: float, bad: float, time: Callable[[float], float]) -> Verdict:
    """The verdict on times by count, within 24 minutes."""
    method = SlopeBreak(48, lambda count: Arm(f"{count}", {"count": count}), seed=number)
    rng = Random(f"line {number}")
    return session(method, lambda order: 1e6 / time(float(order.arm.levels["count"])), rng, 24, noise, bad)


def ramp(share: float) -> Callable[[int, float, float], Answer]:
    """Two arms loaded to saturation, the second of which carries a share more, within an hour."""

    def ask(number: int, noise: float, bad: float) -> Answer:
        def truth(order: Order) -> float:
            more = 1 + share * (order.arm.levels["arm"] == B.name)
            return 1000.0 * more * min(1.0, int(order.arm.levels["level"]) / 4)

        def at(arm: Arm, level: int) -> Arm:
            return Arm(f"{arm.name} {level}", {"arm": arm.name, "level": level})

        method = Ramp([A, B], (1, 2, 4, 8), at, lambda arm, level: None, seed=number)
        verdict = session(method, truth, Random(f"ramp {share} {number}"), 60, noise, bad)
        right = verdict.chosen == B if share else verdict.word != WINNER
        return right and (not share or verdict.word in DECIDED), verdict.word in DECIDED

    return ask


def sustained(number: int, noise: float, bad: float) -> Answer:
    """Is the rate found one that 1,000/s carry, and at least 85% of it? Readings are off by 5 messages."""
    rng = Random(f"sustained {number}")

    def depth(order: Order, capacity: float) -> Series:
        at = [5.0 * step for step in range(1, int(order.seconds / 5) + 1)]
        grown = max(0.0, (order.rate or capacity) - capacity)
        return Series("messages", tuple(at), tuple(max(0.0, grown * one + rng.gauss(0, 5)) for one in at))

    verdict = session(Sustainable([A]), lambda order: 1000.0, rng, 120, noise, bad, depth)
    found = verdict.found.get("sustainable")
    return found is not None and 850 <= found.estimate <= 1010, verdict.word in DECIDED


def deep(lifetime: float) -> Callable[[int, float, float], Answer]:
    """Is the formula confirmed for messages that live 60 s and wait for an interval of 10 s, or refuted?"""

    def ask(number: int, noise: float, bad: float) -> Answer:
        rng = Random(f"depth {lifetime} {number}")

        def depth(order: Order, rate: float) -> Series:
            at = tuple(float(second) for second in range(1, int(order.seconds) + 1))
            gone = [max(0.0, one // 10 * 10 - 60 * lifetime) for one in at]
            return Series(
                "messages", at, tuple(rate * (one - old) for one, old in zip(at, gone, strict=True))
            )

        verdict = session(ExpiryDepth(A, 60, 10), lambda order: 1000.0, rng, 60, noise, bad, depth)
        wanted = HOLDS if lifetime == 1 else DOES_NOT_HOLD
        return verdict.word == wanted, verdict.word in (HOLDS, DOES_NOT_HOLD)

    return ask


def swept(number: int, noise: float, bad: float) -> Answer:
    """Are four arms known to within 5% within an hour?"""
    arms = [Arm(f"{size} KiB", {"size": size}) for size in (4, 16, 64, 256)]
    verdict = session(
        Sweep(arms, seed=number),
        lambda order: 100.0 * float(order.arm.levels["size"]),
        Random(f"sweep {number}"),
        60,
        noise,
        bad,
    )
    shares = [
        verdict.found[arm.name].estimate / 100 / float(arm.levels["size"]) - 1
        for arm in arms
        if arm.name in verdict.found
    ]
    return len(shares) == len(arms) and all(abs(one) <= 0.05 for one in shares), verdict.word in DECIDED


def grown(number: int, noise: float, bad: float) -> Answer:
    """Is the rate of one part known to within 5%, from 1 to 5 parts that carry 1,000/s each?"""
    loads = [
        OfferedLoad(Arm(f"{parts} parts, {share:g}", {"parts": parts}), parts, share * 1000 * parts)
        for parts in range(1, 6)
        for share in (0.9, 1.2)
    ]
    rates = {load.arm.name: load.rate for load in loads}
    method = Growth(loads, 60, 10, 1, lambda rate: "", "/s")
    rng = Random(f"growth {number}")

    def truth(order: Order) -> float:
        return min(rates[order.arm.name], 1000.0 * int(order.arm.levels["parts"]))

    verdict = session(method, truth, rng, 60, noise, bad)
    found = verdict.found.get(FOUND)
    return found is not None and abs(found.estimate / 1000 - 1) <= 0.05, verdict.word in DECIDED


def steepening(number: int, noise: float, bad: float) -> Answer:
    """Is no break found in a time that grows with the square of the count?"""
    verdict = line(number, noise, bad, lambda count: 21.4 + 4.7 * (count - 1) + 0.05 * (count - 1) ** 2)
    return verdict.word != WINNER, verdict.word in DECIDED


QUESTIONS: dict[str, Callable[[int, float, float], Answer]] = {
    "topic-limit, report, 12 min": peak,
    "setting, gain of 9%": gain,
    "setting, no effect": no_effect,
    "fan-out, break at 48": bent,
    "fan-out, power 1.15, no break": curved,
    "fan-out, square, no break": steepening,
    "ramp, equal arms": ramp(0.0),
    "ramp, 15% more": ramp(0.15),
    "sustainable rate": sustained,
    "depth, formula holds": deep(1.0),
    "depth, lifetime 20% longer": deep(1.2),
    "sweep, within 5%": swept,
    "growth, within 5%": grown,
}
CELLS = ((0.01, 0.0), (0.01, 0.1), (0.02, 0.0), (0.02, 0.1), (0.05, 0.0), (0.05, 0.1))
LOW_RATES = ((10.45, 0.01, 0.003), (10.45, 0.01, 0.01), (5.4, 0.03, 0.01), (28.49, 0.005, 0.003))


def recovered(number: int, noise: float) -> float:
    """When a throughput is back that is 0 until 30 s after the restoration; seconds are correlated by 0.6."""
    rng, values, deviation = Random(f"recovery {number}"), list[float](), 0.0
    for at in range(1, 381):
        deviation = 0.6 * deviation + 0.8 * noise * rng.gauss(0, 1)
        values.append(0.0 if 100 < at <= 220 else max(0.0, 1000 * (1 + deviation)))
    series = Series("/s", tuple(float(at) for at in range(1, 381)), tuple(values))
    return throughput_back(series, 100, 190)


def asked(task: tuple[str, float, float, int]) -> Answer:
    """One trial."""
    name, noise, bad, number = task
    return QUESTIONS[name](number, noise, bad)


def page(trials: int) -> str:
    """All tables as Markdown."""
    heads = " | ".join(f"{noise:.0%}{', 10% bad' if bad else ''}" for noise, bad in CELLS)
    rows = [
        "# How often the methods are right on other shapes",
        "",
        f"SIMULATED. Written by `python bench/success_shapes.py --write`: {trials} trials of each cell.",
        "Columns are the noise between runs; with `10% bad` one run in ten is 20 to 50% low. Each cell:",
        "right, decided and wrong, undecided.",
        f"The standard error of a share is at most {0.5 / math.sqrt(trials):.1%}.",
        "",
        f"| question | {heads} |",
        "|---" * (1 + len(CELLS)) + "|",
    ]
    tasks = [(name, *cell, number) for name in QUESTIONS for cell in CELLS for number in range(trials)]
    with ProcessPoolExecutor(2) as pool:
        answers = iter(pool.map(asked, tasks, chunksize=10))
        for name in QUESTIONS:
            shown = []
            for _ in CELLS:
                made = [next(answers) for _ in range(trials)]
                right = sum(one for one, _ in made) / trials
                wrong = sum(decided and not one for one, decided in made) / trials
                still = sum(not decided for _, decided in made) / trials
                shown.append(f"{right:.0%}, {wrong:.1%}, {still:.0%}")
            rows.append(f"| {name} | {' | '.join(shown)} |")
    rows += [
        "",
        "## Gain reported at low rates",
        "",
        "| rate, gain, noise | mean gain reported |",
        "|---|---|",
    ]
    for rate, share, noise in LOW_RATES:
        found = [paired(n, noise, 0.0, rate, share).found["gain of after"].estimate for n in range(trials)]
        rows.append(f"| {rate:g}/s, {share:.1%}, {noise:.1%} | {sum(found) / trials:.2%} |")
    rows += [
        "",
        "## Recovery: back 30 s after the restoration",
        "",
        "| noise | median, least, most |",
        "|---|---|",
    ]
    for noise in (0.01, 0.03, 0.05, 0.08):
        times = sorted(recovered(n, noise) for n in range(trials))
        rows.append(f"| {noise:.0%} | {times[trials // 2]:g} s, {times[0]:g} s, {times[-1]:g} s |")
    return "\n".join(rows) + "\n"


def main() -> int:
    """Print or write the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--trials", type=int, default=60)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    text = page(options.trials)
    if options.write:
        (ROOT / "bench" / "success-shapes.md").write_text(text)
    else:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
