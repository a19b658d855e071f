"""How often each method is right under disturbances: `python bench/success_questions.py --trials 200`.

SIMULATED: values of runs depart from a truth as in bench/success_shapes.py. Every trial has its own seed.
`--write` writes the second part of bench/success.md, `--only TEXT` asks only the questions whose name
contains it, `--seed` makes other trials.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from statistics import fmean, median, stdev

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.success import (  # noqa: E402
    FLAT,
    MOST_WRONG,
    PEAK_RATE,
    beyond,
    publish_time,
    threads_arm,
)
from bench.success import SHAPES as PEAKS  # noqa: E402
from bench.success_shapes import (  # noqa: E402
    DISTURBED,
    PERIODIC,
    SHAPES,
    UNEVEN,
    UNSTABLE,
    Machine,
    Shape,
    session,
    write_part,
)
from mqtune.lab.core.run import (  # noqa: E402  # noqa: E402  # noqa: E402
    DECIDED,
    DECIDED_AGAINST,
    DOES_NOT_HOLD,
    HOLDS,
    WINNER,
    Arm,
    Order,
    Run,
    Series,
    Verdict,
)
from mqtune.lab.methods.best_of import BestOf  # noqa: E402
from mqtune.lab.methods.depth import ExpiryDepth, Sustainable  # noqa: E402
from mqtune.lab.methods.growth import FOUND, Growth, OfferedLoad  # noqa: E402
from mqtune.lab.methods.pairs import Pairs, Sweep  # noqa: E402
from mqtune.lab.methods.ramp import Ramp  # noqa: E402
from mqtune.lab.methods.recovery import BACK, Recovery, throughput_back  # noqa: E402
from mqtune.lab.methods.slope_break import SlopeBreak  # noqa: E402

A, B = Arm("before"), Arm("after")
RATE = 1000.0
CLOSE = 0.05  # a value found is right within this share
Answer = tuple[bool, bool]  # right, decided
Ask = Callable[[Shape, int], Answer]
Share = Callable[[float], float]


def _decided(verdict: Verdict) -> bool:
    return verdict.word in DECIDED + DECIDED_AGAINST


def best(threads: dict[int, float], minutes: float) -> Ask:
    """topic-limit: is the rate found within 3% of the peak?"""

    def ask(shape: Shape, number: int) -> Answer:
        machine = Machine(shape, Random(f"best {minutes} {number}"))
        method = BestOf([threads_arm(n) for n in (3, 4, 5)], seed=number, neighbour=beyond)
        truth = {n: PEAK_RATE * share for n, share in threads.items()}
        verdict = session(method, lambda order: truth[int(order.arm.levels["threads"])], machine, minutes)
        chosen = verdict.chosen
        return chosen is not None and threads[int(chosen.levels["threads"])] >= 0.97, _decided(verdict)

    return ask


def setting(gain: float) -> Ask:
    """Is a gain recognised, or none found if there is none?"""

    def ask(shape: Shape, number: int) -> Answer:
        verdict = paired(shape, number, gain)
        better = verdict.word == WINNER and verdict.chosen == B
        return better if gain else verdict.word != WINNER, _decided(verdict)

    return ask


def paired(shape: Shape, number: int, gain: float, rate: float = RATE) -> Verdict:
    """The verdict on a gain of a share."""
    machine = Machine(shape, Random(f"setting {gain} {number}"))
    method = Pairs(A, [B], seed=number)
    return session(method, lambda order: rate * (1 + gain * (order.arm == B)), machine, 1e6)


Unlike = Callable[[Shape, int], tuple[bool, bool, int]]  # right, decided, runs


def unlike_pairs(gain: float, least: int = 4) -> Unlike:
    """Is the verdict true of the mean rates, bad runs included? B gains a share when nothing disturbs it."""

    def ask(shape: Shape, number: int) -> tuple[bool, bool, int]:
        machine = Machine(shape, Random(f"unlike {gain} {number}"))
        method = Pairs(A, [B], seed=number, least_blocks=least)
        verdict = session(method, lambda order: RATE * (1 + gain * (order.arm == B)), machine, 60)
        return _true(verdict, (1 + gain) * shape.mean(Order(B, 30)) - 1, 0.03)

    return ask


def unlike_ramp(gain: float, least: int = 3) -> Unlike:
    """The same for two arms loaded to saturation."""

    def ask(shape: Shape, number: int) -> tuple[bool, bool, int]:
        def truth(order: Order) -> float:
            share = 1 + gain * (order.arm.levels["arm"] == B.name)
            return RATE * share * min(1.0, int(order.arm.levels["level"]) / 4)

        def at(arm: Arm, level: int) -> Arm:
            return Arm(f"{arm.name} {level}", {"arm": arm.name, "level": level})

        machine = Machine(shape, Random(f"unlike ramp {gain} {number}"))
        method = Ramp([A, B], (1, 2, 3, 4, 6), at, lambda arm, level: None, seed=number, least_blocks=least)
        verdict = session(method, truth, machine, 60)
        return _true(verdict, (1 + gain) * shape.mean(Order(B, 30)) - 1, 0.05)

    return ask


def _true(verdict: Verdict, gain: float, same: float) -> tuple[bool, bool, int]:
    """Whether a verdict is true if the mean of B is a share above that of A, and `same` is no difference."""
    runs = sum(one.runs for one in verdict.estimates)
    if verdict.word != WINNER:
        return abs(gain) <= same, _decided(verdict), runs
    return gain > 0 if verdict.chosen == B else gain < 0, True, runs


def unlike_best(rates: Sequence[float], least: int = 3) -> Unlike:
    """Three arms of these shares, `after` in the middle: is the answer within 3% of the best mean?"""
    arms = (A, B, Arm("beyond"))

    def ask(shape: Shape, number: int) -> tuple[bool, bool, int]:
        machine = Machine(shape, Random(f"unlike best {rates} {number}"))
        truth = {arm.name: RATE * rate for arm, rate in zip(arms, rates, strict=True)}
        verdict = session(
            BestOf(arms, seed=number, least_blocks=least), lambda order: truth[order.arm.name], machine, 30
        )
        means = {arm.name: truth[arm.name] * shape.mean(Order(arm, 30)) for arm in arms}
        chosen = means[verdict.chosen.name] if verdict.chosen else 0.0
        runs = sum(one.runs for one in verdict.estimates)
        return chosen >= 0.97 * max(means.values()), _decided(verdict), runs

    return ask


MANY = 16  # blocks: one bad run in five is not seen in 3 of 100 sessions
UNLIKE: dict[str, tuple[Sequence[Shape], Unlike]] = {
    "pairs: no effect, at least 16": (UNSTABLE, unlike_pairs(0.0, MANY)),
    "pairs: 5% when well, at least 16": (UNSTABLE, unlike_pairs(0.05, MANY)),
    "pairs: 5% when well": (UNSTABLE, unlike_pairs(0.05)),
    "best of: 5% when well, at least 16": (UNSTABLE, unlike_best((0.95, 1.0, 0.8), MANY)),
    "best of: 5% when well": (UNSTABLE, unlike_best((0.95, 1.0, 0.8))),
    "ramp: equal when well, at least 16": (UNSTABLE, unlike_ramp(0.0, MANY)),
    "ramp: 5% when well, at least 16": (UNSTABLE, unlike_ramp(0.05, MANY)),
    "ramp: 5% when well": (UNSTABLE, unlike_ramp(0.05)),
    "pairs: no effect, uneven": (UNEVEN, unlike_pairs(0.0)),
    "pairs: 5%, uneven": (UNEVEN, unlike_pairs(0.05)),
    "best of: 5% ahead, uneven": (UNEVEN, unlike_best((0.95, 1.0, 0.8))),
    "best of: 5% behind, uneven": (UNEVEN, unlike_best((1.0, 0.95, 0.97))),
    "ramp: equal, uneven": (UNEVEN, unlike_ramp(0.0)),
    "ramp: 15%, uneven": (UNEVEN, unlike_ramp(0.15)),
    "pairs: no effect, periodic": (PERIODIC, unlike_pairs(0.0)),
    "pairs: 5%, periodic": (PERIODIC, unlike_pairs(0.05)),
    "best of: 5% ahead, periodic": (PERIODIC, unlike_best((0.95, 1.0, 0.8))),
    "ramp: equal, periodic": (PERIODIC, unlike_ramp(0.0)),
}


def variants(shape: Shape, number: int) -> Answer:
    """Of three variants one gains 9% and one loses 9%: is only that one recommended?"""
    gains = {"loses": -0.09, "equal": 0.0, "gains": 0.09}
    machine = Machine(shape, Random(f"variants {number}"))
    method = Pairs(A, [Arm(name) for name in gains], seed=number)
    verdict = session(method, lambda order: RATE * (1 + gains.get(order.arm.name, 0.0)), machine, 1e6)
    found = verdict.figures.get("gain of equal")
    missed = found is None or found.low > 0 or found.high < 0
    right = verdict.chosen is not None and verdict.chosen.name == "gains"
    return right and not missed, _decided(verdict)


def line(time: Callable[[float], float], at: float | None) -> Ask:
    """fan-out, 24 minutes: is a break found within 4, or none if there is none?"""

    def ask(shape: Shape, number: int) -> Answer:
        machine = Machine(shape, Random(f"line {number}"))
        method = SlopeBreak(48, lambda count: Arm(f"{count}", {"count": count}), seed=number)
        verdict = session(method, lambda order: 1e6 / time(float(order.arm.levels["count"])), machine, 24)
        found = verdict.figures.get("break")
        if at is None:
            return verdict.word != WINNER, _decided(verdict)
        return found is not None and abs(found.estimate - at) <= 4, _decided(verdict)

    return ask


def ramp(more: float, offered: bool) -> Ask:
    """Two arms loaded to saturation within an hour, the second of which carries a share more."""

    def ask(shape: Shape, number: int) -> Answer:
        def truth(order: Order) -> float:
            level = 8 if offered else int(order.arm.levels["level"])
            return RATE * (1 + more * (order.arm.levels["arm"] == B.name)) * min(1.0, level / 4)

        def at(arm: Arm, level: int) -> Arm:
            return Arm(f"{arm.name} {level}", {"arm": arm.name, "level": level})

        def rate(arm: Arm, level: int) -> float | None:
            return 280.0 * shape.scale * level if offered else None

        machine = Machine(shape, Random(f"ramp {more} {offered} {number}"))
        verdict = session(Ramp([A, B], (1, 2, 3, 4, 6, 8), at, rate, seed=number), truth, machine, 60)
        right = verdict.chosen == B if more else verdict.word != WINNER
        return right, _decided(verdict)

    return ask


def sustained(shape: Shape, number: int) -> Answer:
    """Is the rate found one that the machine carries, and at least 85% of it, within two hours?"""

    def depth(order: Order, capacity: float, rng: Random) -> Series:
        at = tuple(5.0 * step for step in range(1, int(order.seconds / 5) + 1))
        grown = max(0.0, (order.rate or capacity) - capacity)
        error = 0.005 * RATE * shape.scale
        return Series("messages", at, tuple(max(0.0, grown * one + rng.gauss(0, error)) for one in at))

    machine = Machine(shape, Random(f"sustained {number}"))
    verdict = session(Sustainable([A]), lambda order: RATE, machine, 120, depth)
    found = verdict.figures.get("sustainable")
    if found is None:
        return False, _decided(verdict)
    low, high = min(machine.levels), max(machine.levels)
    share = found.estimate / RATE / shape.scale
    return 0.85 * low <= share <= 1.01 * high, _decided(verdict)


def deep(lifetime: float) -> Ask:
    """Is the formula confirmed for messages that live 60 s and wait for an interval of 10 s, or refuted?"""

    def ask(shape: Shape, number: int) -> Answer:
        def depth(order: Order, rate: float, rng: Random) -> Series:
            at = tuple(float(second) for second in range(1, int(order.seconds) + 1))
            gone = [max(0.0, one // 10 * 10 - 60 * lifetime) for one in at]
            values = [round(rate * (one - old)) for one, old in zip(at, gone, strict=True)]
            return Series("messages", at, tuple(map(float, values)))

        machine = Machine(shape, Random(f"depth {lifetime} {number}"))
        verdict = session(ExpiryDepth(A, 60, 10), lambda order: RATE, machine, 60, depth)
        wanted = HOLDS if lifetime == 1 else DOES_NOT_HOLD
        return verdict.word == wanted, _decided(verdict)

    return ask


def swept(shape: Shape, number: int) -> Answer:
    """Are four arms known to within 5% of the session's mean within an hour?"""
    arms = [Arm(f"{size} KiB", {"size": size}) for size in (4, 16, 64, 256)]
    machine = Machine(shape, Random(f"sweep {number}"))
    truth = {arm.name: 100.0 * float(arm.levels["size"]) for arm in arms}
    verdict = session(Sweep(arms, seed=number), lambda order: truth[order.arm.name], machine, 60)
    shares = [
        one.estimate / truth[name] / shape.scale / machine.level - 1 for name, one in verdict.figures.items()
    ]
    return len(shares) == len(arms) and max(map(abs, shares)) <= CLOSE, _decided(verdict)


def grown(power: float) -> Ask:
    """One to five parts, two hours: is the rate of one known to within 5%, or that it changes?"""

    def ask(shape: Shape, number: int) -> Answer:
        step = 900.0 * shape.scale
        loads = [
            OfferedLoad(Arm(f"{parts} parts, {steps}", {"parts": parts}), parts, steps * step)
            for parts in range(1, 6)
            for steps in (parts, parts + 1)
        ]
        rates = {load.arm.name: load.rate for load in loads}
        machine = Machine(shape, Random(f"growth {power} {number}"))
        verdict = session(
            Growth(loads, 60, 10, 1, lambda rate: "", unit="/s"),
            lambda order: RATE * int(order.arm.levels["parts"]) ** power,
            machine,
            120,
            offered=lambda order: rates[order.arm.name],
        )
        found = verdict.figures.get(FOUND)
        if power != 1:
            return verdict.word == DOES_NOT_HOLD, _decided(verdict)
        share = found.estimate / RATE / shape.scale / machine.level if found else 0.0
        return abs(share - 1) <= CLOSE, _decided(verdict)

    return ask


def rises(back: float) -> dict[str, Share]:
    """Courses after an outage by their names: the share of the rate before, by seconds since the restoration.

    All of them are back for good, which is to 95%, after `back` seconds.
    """
    began = back / 3
    lasts, constant = (back - began) / BACK, (back - began) / math.log(1 / (1 - BACK))

    def rising(at: float) -> float:
        return min(1.0, max(0.0, (at - began) / lasts))

    def settling(at: float) -> float:
        return 1 - math.exp(-max(0.0, at - began) / constant)

    def catching_up(at: float) -> float:
        return float(at >= back) * (1.0 + 0.3 * math.exp(-max(0.0, at - back - 20) / 10))

    def falling_again(at: float) -> float:
        return 1.15 if began <= at < began + 6 else 0.5 if began <= at < back else float(at >= back)

    return {
        "at once": lambda at: float(at >= back),
        "in a line": rising,
        "exponentially": settling,
        "30% more at first": catching_up,
        "falls again after 6 s": falling_again,
    }


def outages(shape: Shape, number: int) -> Answer:
    """Six outages, back after 25 to 45 s in any course: is the median within 5 s?"""
    rng = Random(f"outages {number}")
    method, history, moments = (
        Recovery(A, 100 + OUTAGE + 160, 100, 100 + OUTAGE, 6),
        list[Run](),
        list[float](),
    )
    machine = Machine(shape, rng)
    while not isinstance(step := method.next(history, 0.0, 1e9), Verdict):
        for order in step.orders:
            moments.append(rng.uniform(25, 45))
            level = machine.speed(order, 400.0 * len(history))
            share = rng.choice(list(rises(moments[-1]).values()))
            series = outage(rng, RATE * shape.scale * level, shape.noise, share, 160)
            history.append(Run(len(history) + 1, 1, order, "ok", RATE, RATE, series={"rate": series}))
    found = step.figures.get("throughput")
    return found is not None and abs(found.estimate - median(moments)) <= 5, _decided(step)


def outage(rng: Random, rate: float, noise: float, share: Share, watched: int) -> Series:
    """A rate second by second: 0 from 100 s until the network is restored, and then as `share` says."""
    values, deviation, restored = list[float](), rng.gauss(0, 1), 100 + OUTAGE
    for at in range(1, restored + watched + 1):
        deviation = 0.6 * deviation + 0.8 * rng.gauss(0, 1)
        mean = float(at <= 100)
        if at > restored:
            mean = fmean(share(at - restored - 1 + (part + 0.5) / PARTS) for part in range(PARTS))
        values.append(float(int(max(0.0, rate * mean * (1 + noise * deviation)) + rng.random())))
    return Series("/s", tuple(float(at) for at in range(1, restored + watched + 1)), tuple(values))


def _power(share: float) -> Callable[[float], float]:
    return lambda count: 21.4 + 4.7 * (count - 1) ** share


QUESTIONS: dict[str, Ask] = {
    "best of: one peak, 12 min": best(PEAKS["report"], 12),
    "best of: nearly flat, 20 min": best(FLAT, 20),
    "pairs: gain of 9%": setting(0.09),
    "pairs: no effect": setting(0.0),
    "pairs: three variants": variants,
    "slope break: break at 48": line(lambda count: publish_time(count, True), 48),
    "slope break: break at 30": line(lambda n: 21.4 + 4.7 * (n - 1) + 4.8 * max(0.0, n - 30), 30),
    "slope break: straight": line(lambda count: publish_time(count, False), None),
    "slope break: power 1.15": line(_power(1.15), None),
    "slope break: power 1.4": line(_power(1.4), None),
    "slope break: a square": line(lambda n: 21.4 + 4.7 * (n - 1) + 0.05 * (n - 1) ** 2, None),
    "slope break: saturates from 22": line(
        lambda n: 21.4 + 4.7 * (n - 1) + 4.7 * 24 * math.log1p(math.exp((n - 40) / 24)), None
    ),
    "slope break: a jump at 48": line(lambda n: publish_time(n, False) + 150 * (n > 48), None),
    "ramp: equal arms": ramp(0.0, False),
    "ramp: 15% more": ramp(0.15, False),
    "ramp: offered, equal arms": ramp(0.0, True),
    "ramp: offered, 15% more": ramp(0.15, True),
    "sustainable rate": sustained,
    "depth: formula holds": deep(1.0),
    "depth: lifetime 20% longer": deep(1.2),
    "sweep: within 5%": swept,
    "growth: within 5%": grown(1.0),
    "growth: each carries less": grown(0.9),
    "recovery: within 5 s": outages,
}
LOW_RATES = (
    (5.4, 0.03, 0.01),
    (10.45, 0.01, 0.003),
    (10.45, 0.01, 0.01),
    (28.49, 0.005, 0.003),
    (100.45, 0.002, 0.003),
)
SECONDS_NOISE = (0.0, 0.01, 0.03, 0.05, 0.08)
BACK_AFTER = (5, 20, 60, 150)  # seconds
INTERRUPTED = ("30% more at first", "falls again after 6 s")
OUTAGE = 120  # seconds
PARTS = 8  # of a second, over which a rate is averaged


def asked(task: tuple[str, Shape, int]) -> Answer:
    """One trial."""
    name, shape, number = task
    return QUESTIONS[name](shape, number)


def tables(trials: int, seed: int, only: str, workers: int) -> str:
    """All tables as Markdown, row by row on standard error as well."""
    numbers = range(seed, seed + trials)
    names = [name for name in QUESTIONS if only in name]
    rows = ["| question | " + " | ".join(shape.name for shape in SHAPES) + " |"]
    rows.append("|---" * (1 + len(SHAPES)) + "|")
    tasks = [(name, shape, number) for name in names for shape in SHAPES for number in numbers]
    with ProcessPoolExecutor(workers) as pool:
        answers = iter(pool.map(asked, tasks, chunksize=10))
        for name in names:
            shown = [_cell([next(answers) for _ in numbers]) for _ in SHAPES]
            rows.append(f"| {name} | {' | '.join(shown)} |")
            print(rows[-1], file=sys.stderr, flush=True)
    return "\n".join(rows)


def _cell(made: Sequence[Answer]) -> str:
    """Right, decided and wrong, undecided; a share of wrong answers counts as too large beyond its error."""
    right = sum(one for one, _ in made) / len(made)
    wrong = sum(decided and not one for one, decided in made) / len(made)
    undecided = sum(not decided for _, decided in made) / len(made)
    mark = ""
    if wrong > MOST_WRONG:
        error = math.sqrt(MOST_WRONG * (1 - MOST_WRONG) / len(made))
        mark = " FAIL" if wrong > MOST_WRONG + 2 * error else " (?)"
    return f"{right:.0%}, {wrong:.1%}{mark}, {undecided:.0%}"


def asked_unlike(task: tuple[str, int, int]) -> tuple[bool, bool, int]:
    """One trial of a question whose arms are not disturbed alike."""
    name, at, number = task
    shapes, ask = UNLIKE[name]
    return ask(shapes[at], number)


def unlike(trials: int, seed: int, only: str, workers: int) -> str:
    """The table of disturbances that are not alike in all arms, row by row on standard error as well."""
    rows = ["| question | disturbance | right | wrong | undecided | runs |", "|---|---|---|---|---|---|"]
    cells = [(name, at) for name, (shapes, _) in UNLIKE.items() if only in name for at in range(len(shapes))]
    tasks = [(*cell, number) for cell in cells for number in range(seed, seed + trials)]
    with ProcessPoolExecutor(workers) as pool:
        answers = iter(pool.map(asked_unlike, tasks, chunksize=10))
        for name, at in cells:
            made = [next(answers) for _ in range(trials)]
            runs = fmean(runs for *_, runs in made)
            shares = _cell([(right, decided) for right, decided, _ in made]).replace(", ", " | ")
            rows.append(f"| {name} | {UNLIKE[name][0][at].name} | {shares} | {runs:.0f} |")
            print(rows[-1], file=sys.stderr, flush=True)
    return "\n".join(rows)


def low_rates(trials: int, seed: int) -> str:
    """The mean gain that pairs report where rates are low."""
    rows = ["| rate, true gain, noise | mean gain reported |", "|---|---|"]
    for rate, gain, noise in LOW_RATES:
        shape = Shape("", noise)
        found = [
            paired(shape, number, gain, rate).figures["gain of after"].estimate
            for number in range(seed, seed + trials)
        ]
        rows.append(f"| {rate:g}/s, {gain:.1%}, {noise:.1%} | {fmean(found):.2%} |")
    return "\n".join(rows)


def recoveries(trials: int, seed: int) -> str:
    """When a throughput is found to be back, less the truth, and how often six outages enclose it."""
    rows = ["| back after | " + " | ".join(f"{noise:.0%}" for noise in SECONDS_NOISE) + " |"]
    rows.append("|---" * (1 + len(SECONDS_NOISE)) + "|")
    for back in BACK_AFTER:
        for name in rises(back):
            if name in INTERRUPTED and back not in (20, 60):
                continue
            shown = [_recovered(back, name, noise, range(seed, seed + trials)) for noise in SECONDS_NOISE]
            rows.append(f"| {back} s, {name} | {' | '.join(shown)} |")
            print(rows[-1], file=sys.stderr, flush=True)
    return "\n".join(rows)


def _recovered(back: int, name: str, noise: float, numbers: Iterable[int]) -> str:
    """Mean error with its standard error, and the share of six outages that enclose the truth."""
    errors, never = list[float](), 0
    for number in numbers:
        rng = Random(f"recovery {back} {name} {noise} {number}")
        moment = back + rng.random()
        series = outage(rng, RATE, noise, rises(moment)[name], 255)
        found = throughput_back(series, 100, 100 + OUTAGE)
        if math.isinf(found):
            never += 1
        else:
            errors.append(found - moment)
    mean, error = fmean(errors), stdev(errors) / math.sqrt(len(errors))
    # of six independent outages: neither all early nor all late, by more than half a reading
    late = sum(one > 0.5 for one in errors) / len(errors)
    early = sum(one < -0.5 for one in errors) / len(errors)
    lost = f", {never} not found" if never else ""
    mark = " FAIL" if abs(mean) > max(1.0, 2 * error) else ""
    return f"{mean:+.1f} ± {error:.1f} s{mark}, {1 - late**6 - early**6:.0%}{lost}"


HEAD = """{title}

SIMULATED. Written by `python bench/success_questions.py --trials {trials} --seed {seed} --write`: {trials}
trials of each cell with seeds that were not used while the methods were made. Each cell: right, decided and
wrong, undecided. An undecided trial counts by its best answer. The standard error of a share of 6% is
{error:.1%}: FAIL is more than two of them above 6%, (?) is above 6%. Shapes: 1 and 5% normal noise between
runs; `bad runs`, one in ten loses 20 to 50%; `step`, 15% slower from a moment between 3 and 10 minutes on;
`drift`, 20% slower within 10 minutes; `autocorrelated`, 5% with a correlation of 0.8 from run to run; `other
load`, 20 s of each minute at 60%; `low rates`, a hundredth of the rate, in whole messages (about 10/s). What
disturbs all runs alike is part of the truth of a session.

{table}

What is not alike in all arms: bad runs of one arm, unequal noise, and a load of 24 s at 80% that returns
every few runs. Right is a verdict that is true of the mean rates, bad runs included:

{unlike}

Gains that pairs report at low rates, counted in whole messages:

{low}

When a throughput is found to be back after an outage, less the true time at which it reaches 95% for good,
by the noise of the seconds (correlated, 0.6): mean with its standard error, and how often the range of six
outages covers it to half a second. FAIL is more than a second, and more than two standard errors.

{recoveries}
"""


def main() -> int:
    """Print or write the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="number of the first trial")
    parser.add_argument("--only", default="", help="part of the name of a question")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    trials, seed = options.trials, options.seed
    text = HEAD.format(
        title=DISTURBED,
        trials=trials,
        seed=seed,
        error=math.sqrt(MOST_WRONG * (1 - MOST_WRONG) / trials),
        table=tables(trials, seed, options.only, options.workers),
        unlike=unlike(trials, seed, options.only, options.workers),
        low=low_rates(trials, seed),
        recoveries=recoveries(trials, seed),
    )
    if options.write:
        write_part(text, disturbed=True)
    else:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
