"""How often the methods of the lab are right, by simulation: `python bench/run.py --only success`.

SIMULATED: rates come from a model of noise (mqtune/lab/simulation.py); the methods are those of the
lab and have access only to finished runs. Every trial has its own seed, so that a table can be reproduced.

The clock of a trial counts every run with its warm-up and a second for its start. It does not count the
pilot, since no method needs it. A trial ends when the method has decided or its minutes are over; in the
latter case its best answer so far counts as right or wrong, and the trial as undecided.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from statistics import fmean, median, stdev

from mqtune.lab.core.run import OK, TIE, WINNER, Arm, Method, Order, Run, Verdict
from mqtune.lab.engine.measurement import count
from mqtune.lab.methods.best_of import BestOf
from mqtune.lab.simulation import NoiseModel

WITHIN, BETWEEN = "within", "between"
SHARES = (0.01, 0.05, 0.15)
CELLS = tuple((kind, share) for kind in (WITHIN, BETWEEN) for share in SHARES)
START_UP = 1.0  # seconds from the end of one run to the start of the next
MOST_WRONG = 0.06  # decided and wrong
LONG = 20.0  # minutes if the best arm is not among the first three

# The shape around the peak is that of the V8 report, 2.3.2: a thread fewer 96% (assumed, as the report has
# no figure), a thread more 5 / 7.5 us = 75%, then 3 us more for each further publisher.
BELOW, ABOVE = (1.0, 0.96, 0.85, 0.75, 0.55, 0.4, 0.3), (1.0, 0.75, 0.64, 0.59, 0.56, 0.55, 0.54, 0.53)
FLAT = {1: 0.5, 2: 0.95, 3: 0.985, 4: 1.0, 5: 0.98, 6: 0.95, 7: 0.93, 8: 0.9, 9: 0.88}
PEAK_RATE = 889_000.0  # publications/s, V8 report, 2.3.2
MOST_THREADS = 9
GOOD = 0.97  # of the peak

SECOND_APART = 1.0  # between thread starts: MQ-CPH without -wi
CACHE = 48  # PubSubCacheSize
CLOSE = 4  # subscribers


@dataclass(frozen=True, slots=True)
class Trial:
    """How one trial ended."""

    right: bool
    decided: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class Question:
    """A question with a known answer; `bounds` are the required shares of right answers, cell by cell."""

    name: str
    ask: Callable[[str, float, float, int], Trial]
    minutes: tuple[float, ...] = (math.inf,) * 6
    bounds: tuple[float, ...] = ()
    promised: bool = True  # that at most 6% are decided and wrong


@dataclass(frozen=True, slots=True)
class Cell:
    """The result of the trials of one question at one noise."""

    question: str
    kind: str
    share: float
    trials: int
    right: float
    wrong: float
    undecided: float
    minutes: float
    most_minutes: float
    bound: float | None
    promised: bool

    @property
    def error(self) -> float:
        """The standard error of the share that is right."""
        return math.sqrt(self.right * (1 - self.right) / self.trials)

    @property
    def holds(self) -> bool | None:
        """Whether the bounds are kept; None without bounds."""
        if not self.promised:
            return None
        return self.right >= (self.bound or 0.0) and self.wrong <= MOST_WRONG


def session(
    method: Method, truth: Callable[[Order], float], noise: NoiseModel, rng: Random, minutes: float
) -> tuple[Verdict, float]:
    """Make the runs that the method requests until it has a verdict; the verdict and the clock."""
    clock, block, history = 0.0, 0, list[Run]()
    while True:
        step = method.next(history, clock, minutes * 60)
        if isinstance(step, Verdict):
            return step, clock
        block += 1
        for order in step.orders:
            threads = int(order.arm.levels.get("threads", 1))
            samples = noise.samples(truth(order), threads, order.seconds, clock, rng, order.rate)
            found = count(samples, threads, order.seconds, order.cut)
            took = order.seconds + START_UP
            clock += took
            run = Run(
                len(history) + 1,
                block,
                order,
                OK,
                found.rate,
                found.rate,
                found.deviation,
                found.cut,
                took=took,
                counted=found.seconds,
            )
            history.append(run)


def noise_of(kind: str, share: float, rng: Random, stagger: float | None = None) -> NoiseModel:
    """The noise of a trial."""
    make = NoiseModel.within if kind == WITHIN else NoiseModel.between
    return make(share, rng) if stagger is None else make(share, rng, stagger)


def peaked(peak: int) -> dict[int, float]:
    """The rates by number of threads if this number is best, as shares of the peak."""
    return {
        threads: BELOW[peak - threads] if threads <= peak else ABOVE[threads - peak]
        for threads in range(1, MOST_THREADS + 1)
    }


SHAPES = {"report": peaked(4), "flat": FLAT, "peak5": peaked(5), "peak6": peaked(6), "peak2": peaked(2)}


def threads_arm(threads: int) -> Arm:
    """An arm with this number of publisher threads."""
    return Arm(f"{threads} threads", {"threads": threads})


def beyond(arm: Arm) -> Arm | None:
    """One thread fewer below three, one more above."""
    threads = int(arm.levels["threads"])
    threads += -1 if threads <= 3 else 1
    return threads_arm(threads) if 1 <= threads <= MOST_THREADS else None


def topic_limit(shape: str) -> Callable[[str, float, float, int], Trial]:
    """Is the rate of the number of threads found within 3% of the peak?"""
    rates = SHAPES[shape]

    def ask(kind: str, share: float, minutes: float, number: int) -> Trial:
        rng = Random(f"topic-limit/{shape}/{kind}/{share}/{number}")
        method = BestOf([threads_arm(n) for n in (3, 4, 5)], seed=number, neighbour=beyond)
        noise = noise_of(kind, share, rng)
        verdict, clock = session(
            method, lambda order: PEAK_RATE * rates[int(order.arm.levels["threads"])], noise, rng, minutes
        )
        chosen = verdict.chosen
        right = chosen is not None and rates[int(chosen.levels["threads"])] >= GOOD
        return Trial(right, verdict.word in (WINNER, TIE), clock)

    return ask


def literal(seconds: float) -> Callable[[str, float, float, int], Trial]:
    """One run each of 3, 4 and 5 threads with the driver's defaults; the best mean wins."""
    rates = SHAPES["report"]

    def ask(kind: str, share: float, minutes: float, number: int) -> Trial:
        rng = Random(f"literal/{seconds}/{kind}/{share}/{number}")
        noise = noise_of(kind, share, rng, SECOND_APART)
        means, clock = {}, 0.0
        for threads in (3, 4, 5):
            samples = noise.samples(PEAK_RATE * rates[threads], threads, seconds, clock, rng)
            means[threads] = fmean(sample.rate for sample in samples)
            clock += seconds + START_UP
        best = max(means, key=lambda threads: means[threads])
        return Trial(rates[best] >= GOOD, True, clock)

    return ask


def publish_time(subscribers: float, bends: bool) -> float:
    """Microseconds of a publication, V8 report, 2.3.1; without a bend the first slope continues."""
    beyond_cache = max(0.0, subscribers - CACHE) if bends else 0.0
    return 21.4 + 4.7 * (subscribers - 1) + (9.5 - 4.7) * beyond_cache


REPORT_COUNTS = (1, 2, 4, 8, 16, 24, 32, 40, 44, 46, 48, 50, 52, 56, 64, 80, 100)


def highest_total(kind: str, share: float, minutes: float, number: int) -> Trial:
    """One run at each count, and the count with the highest total rate for the break."""
    rng = Random(f"highest-total/{kind}/{share}/{number}")
    noise = noise_of(kind, share, rng)
    totals, clock = {}, 0.0
    for subscribers in REPORT_COUNTS:
        samples = noise.samples(1e6 / publish_time(subscribers, True), 1, 25.0, clock, rng)
        totals[subscribers] = (count(samples, 1, 25.0).rate or 0.0) * (1 + subscribers)
        clock += 25.0 + START_UP
    best = max(totals, key=lambda subscribers: totals[subscribers])
    return Trial(abs(best - CACHE) <= CLOSE, True, clock)


LIMIT_BOUNDS = (1.0, 0.95, 0.80, 1.0, 0.85, 0.55)
QUESTIONS = (
    Question("topic-limit, peak5", topic_limit("peak5"), (LONG,) * 6, LIMIT_BOUNDS),
    Question("topic-limit, peak6", topic_limit("peak6"), (LONG,) * 6, LIMIT_BOUNDS),
    Question("topic-limit, peak2", topic_limit("peak2"), (LONG,) * 6, LIMIT_BOUNDS),
    Question("literal, 3 runs of 30 s, report", literal(30.0), promised=False),
    Question("literal, 3 runs of 60 s, report", literal(60.0), promised=False),
    Question("literal, highest total rate of 17 counts", highest_total, promised=False),
)


CUTS = ("nothing", "the first 5 s", "the first 10 s", "the rule of the lab")


def warm_up(share: float, trials: int) -> dict[str, tuple[float, float]]:
    """Bias and deviation of a run of 30 s by what is cut off its start, as shares of the true rate.

    Noise is from second to second only, threads start 1 s apart, as the driver starts four of them.
    """
    rng = Random(f"warm-up/{share}")
    noise = NoiseModel(share, 0.0, 0.0, 900.0, 0.0, SECOND_APART)
    found: dict[str, list[float]] = {cut: [] for cut in CUTS}
    for _ in range(trials):
        samples = noise.samples(1.0, 4, 30.0, 0.0, rng)
        for cut, seconds in zip(CUTS, (0, 5, 10), strict=False):
            found[cut].append(median(sample.rate for sample in samples if sample.at > seconds) - 1)
        found[CUTS[-1]].append((count(samples, 4, 30.0).rate or 0.0) - 1)
    return {cut: (fmean(errors), stdev(errors)) for cut, errors in found.items()}


def _asked(task: tuple[int, int, range]) -> list[Trial]:
    """Some trials of a question at one noise, in a process of their own."""
    question, cell, numbers = QUESTIONS[task[0]], CELLS[task[1]], task[2]
    return [question.ask(*cell, question.minutes[task[1]], number) for number in numbers]


def cells(trials: int, chunk: int = 50) -> Iterator[Cell]:
    """All questions at all noises, on all cores."""
    places = [(question, cell) for question in range(len(QUESTIONS)) for cell in range(len(CELLS))]
    tasks = [
        (question, cell, range(start, min(trials, start + chunk)))
        for question, cell in places
        for start in range(0, trials, chunk)
    ]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        answers = iter(pool.map(_asked, tasks))
        for question, cell in places:
            made: list[Trial] = []
            while len(made) < trials:
                made += next(answers)
            yield _cell(QUESTIONS[question], cell, made)


def _cell(question: Question, number: int, made: Sequence[Trial]) -> Cell:
    kind, share = CELLS[number]
    minutes = sorted(trial.seconds / 60 for trial in made)
    return Cell(
        question.name,
        kind,
        share,
        len(made),
        sum(trial.right for trial in made) / len(made),
        sum(trial.decided and not trial.right for trial in made) / len(made),
        sum(not trial.decided for trial in made) / len(made),
        fmean(minutes),
        minutes[-1],
        question.bounds[number] if question.bounds else None,
        question.promised,
    )


def _right(cell: Cell) -> str:
    mark = " FAIL" if cell.holds is False else ""
    bound = f" (at least {cell.bound:.0%})" if cell.bound is not None else ""
    return f"{cell.right:.1%} ± {cell.error:.1%}{bound}{mark}"


def _wrong(cell: Cell) -> str:
    return f"{cell.wrong:.1%}, {cell.undecided:.0%}"


def _minutes(cell: Cell) -> str:
    return f"{cell.minutes:.1f}, {cell.most_minutes:.1f}"


HEAD = """# How often the methods are right

SIMULATED. Written by `python bench/run.py --only success --write`: {trials:,} trials of each cell, each
with a seed of its own. `within` is noise from second to second (runs vary by a third of it), `between`
the same noise also from run to run; both drift by half of it. The questions, the noise and the terms
are explained in docs/developing/methods.md. The clock includes warm-up and the start of runs, but not
the pilot, which no method needs. `literal` is one run each of 3, 4 and 5 threads, started 1 s apart as
the driver does, of which the best mean wins. The other questions are in the second part.

Shapes, as shares of the peak by number of threads: {shapes}."""


def page(found: Sequence[Cell]) -> str:
    """The cells as Markdown tables: right and wrong answers, and the time."""
    shapes = "; ".join(
        f"{name} " + ", ".join(f"{threads}: {rate:.0%}" for threads, rate in rates.items() if threads <= 7)
        for name, rates in SHAPES.items()
    )
    parts = [HEAD.format(trials=found[0].trials, shapes=shapes)]
    for title, shown in (
        ("Right, with the standard error", _right),
        (f"Decided and wrong (at most {MOST_WRONG:.0%}), and undecided", _wrong),
        ("Minutes on the simulated clock, on average and at most", _minutes),
    ):
        rows = [f"## {title}", ""]
        rows.append("| question | " + " | ".join(f"{kind} {share:.0%}" for kind, share in CELLS) + " |")
        rows.append("|---" * (1 + len(CELLS)) + "|")
        for question in QUESTIONS:
            own = [cell for cell in found if cell.question == question.name]
            rows.append(f"| {question.name} | " + " | ".join(shown(cell) for cell in own) + " |")
        parts.append("\n".join(rows))
    parts.append(_warm_up_table(found[0].trials))
    return "\n\n".join(parts) + "\n"


def _warm_up_table(trials: int) -> str:
    """The effect of cutting the warm-up on the median of a run."""
    rows = [
        "## Error of one run of 30 s with 4 threads, by what is cut off its start",
        "",
        "| cut | " + " | ".join(f"{share:.0%}" for share in SHARES) + " |",
        "|---" * (1 + len(SHARES)) + "|",
    ]
    columns = [warm_up(share, trials) for share in SHARES]
    for cut in CUTS:
        errors = " | ".join(f"{column[cut][0]:+.1%} ± {column[cut][1]:.1%}" for column in columns)
        rows.append(f"| {cut} | {errors} |")
    return "\n".join(rows)
