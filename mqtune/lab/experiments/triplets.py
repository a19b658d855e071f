"""triplets: messages per second of topics and queues that each have one producer and one consumer.

Producers at a fixed rate, in increasing numbers up to saturation, on topic strings that inherit, on isolated
topics and on queues.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import median

from mqtune.lab.core.experiment import CLIENT, YES, Advice, Experiment, MeasuredConstant, Step, Watch, Work
from mqtune.lab.core.run import TIE, TRIAL, WINNER, Arm, Interval, Method, Order, Run, Verdict
from mqtune.lab.experiments import commands
from mqtune.lab.experiments.shared import (
    MANAGED,
    RECEIVED,
    RELEASE,
    WrappedMethod,
    against,
    constant,
    depth_watch,
    lag,
    outputs,
    percent,
    piled_up,
    warned,
)
from mqtune.lab.methods.ramp import CPU, Ramp
from mqtune.text.messages import plural

INHERITED, ISOLATED, QUEUES = "inherited", "isolated", "point-to-point"
STEMS = {INHERITED: "TIN", ISOLATED: "TIS", QUEUES: "TRQ"}
TRIPLETS = "triplets"
MODEL = "triplets"
MOST_A_CORE = 8  # the report went to 183 on 24 cores
CORES = 24  # of the report's machine
MESSAGES = 2  # one publication put and one delivered
EVERY_SECONDS = 2.0  # between readings of the processors of a host that driver and queue manager share
WORTH = 0.05  # a smaller difference is not relevant, and the required precision of ratios
FALLEN = 0.95  # of the capacity: less than this past the peak is a fall


class TripletsExperiment(Experiment):
    """The experiment."""

    def arms(self) -> tuple[Arm, ...]:
        """What is compared; the triplets depend on the level."""
        kinds = self.several("kinds")
        return tuple(Arm(kind, {"messaging": kind}) for kind in STEMS if kind in kinds)

    def setup(self) -> tuple[Step, ...]:
        """A topic object or a queue for each triplet of the largest level."""
        kinds = {arm.name for arm in self.arms()}
        numbers = range(1, max(self._levels()) + 1)
        steps: list[Step] = []
        if ISOLATED in kinds:
            words = commands.isolating_words(self.target.level)
            topics = [commands.topic(self.target.name(STEMS[ISOLATED], number), words) for number in numbers]
            steps.append(commands.step(self.target.qmgr, "isolated topics, one for each triplet", topics))
        if QUEUES in kinds:
            depth = self.integer("maximum-depth")
            queues = [commands.queue(self.target.name(STEMS[QUEUES], number), depth) for number in numbers]
            steps.append(commands.step(self.target.qmgr, "queues, one for each triplet", queues))
        return tuple(steps)

    def work(self, order: Order) -> Work:
        """Consumers first, then producers at their rate."""
        kind, count = str(order.arm.levels["messaging"]), int(order.arm.levels.get(TRIPLETS, 1))
        stem, link = self.target.stem(STEMS[kind]), commands.cph_connection(self)
        names = commands.cph_numbered(stem, count)
        put = (*names, *commands.cph_body(self.settings))
        local = () if link.bindings == CLIENT else (Watch(CPU, "1", EVERY_SECONDS, processor=True),)
        if kind == QUEUES:
            getters = link.consumer("Receiver", count, names, "R")
            putters = link.producer("Sender", count, order, put, "S")
            return Work((getters, putters), (depth_watch(self.target.qmgr, f"{stem}*"), *local))
        getters = link.consumer("Subscriber", count, names)
        putters = link.producer("Publisher", count, order, put, tail=commands.TAIL_SECONDS)
        return Work((getters, putters), (depth_watch(self.target.qmgr, MANAGED), *local))

    def value(self, run: Run) -> float | None:
        """The puts and the gets: twice the puts, minus what the consumers left."""
        if run.value is None:
            return None
        left = lag(run) * run.value if RECEIVED in run.figures else piled_up(run)
        return MESSAGES * run.value - left

    def method(self, seed: int, repeat: int | None) -> Method:
        """Up to saturation, then the peaks compared."""
        rate = self._rate_of_a_producer()
        ramp = Ramp(
            self.arms(),
            self._levels(),
            at,
            lambda arm, level: level * rate,
            expected=lambda arm, level: MESSAGES * level * rate,
            within=WORTH,
            counted=TRIPLETS,
            **self.blocks(seed, repeat),
        )
        return WrappedMethod(warned(ramp, lambda arm: 1.0), convert=with_use)

    def advise(self, verdict: Verdict, runs: Sequence[Run]) -> Advice:
        """Capacities, whether to isolate, and the constants of the model."""
        if verdict.word not in (WINNER, TIE):
            return Advice(())
        sentences = []
        for kind in STEMS:
            rate, level = (
                verdict.figures.get(f"capacity of {kind}"),
                verdict.figures.get(f"last level of {kind}"),
            )
            if rate is not None:
                triplets = f"{level.estimate:.0f}" if level is not None else "no"
                sentences.append(self.say("capacity", kind=kind, rate=rate, level=triplets))
        if (gain := against(verdict, ISOLATED, INHERITED)) is not None:
            falls = fallen(INHERITED, verdict, runs) is not None and fallen(ISOLATED, verdict, runs) is None
            sentences.append(self.say(_isolating(gain, falls), ratio=percent(gain)))
        if (cost := against(verdict, INHERITED, QUEUES)) is not None:
            sentences.append(self.say("cost", ratio=percent(cost)))
        declines = ((kind, fallen(kind, verdict, runs)) for kind in STEMS)
        sentences += [
            self.say("fell", kind=kind, share=fall[0], triplets=fall[1]) for kind, fall in declines if fall
        ]
        return Advice(tuple(sentences), calibration=tuple(self._constants(verdict, runs)))

    def _levels(self) -> tuple[int, ...]:
        """The numbers of triplets that are possible with the cores, from low to high."""
        numbers = self.rising(TRIPLETS)
        if self.target.cores is None:
            return numbers
        return tuple(number for number in numbers if number <= MOST_A_CORE * self.target.cores) or numbers[:1]

    def _rate_of_a_producer(self) -> float:
        """Puts per second: as set, else the rate of the report for the case."""
        rate = self.settings["rate"]
        assert isinstance(rate, int | float)  # read_settings has made sure
        case = self._case(INHERITED)
        if case["location"] == "remote":
            case["persistence"] = "no"  # remote persistent triplets were never measured
        return rate or constant(MODEL, "target_per_triplet_per_s", **case) / MESSAGES

    def _case(self, kind: str) -> dict[str, str]:
        """The inputs of the model that identify the case."""
        return {
            "messaging": QUEUES if kind == QUEUES else "publish-subscribe",
            "location": "remote" if self.settings["bindings"] == CLIENT else "local",
            "persistence": YES if self.settings["persistent"] == YES else "no",
            "release": RELEASE,
        }

    def _constants(self, verdict: Verdict, runs: Sequence[Run]) -> Iterator[MeasuredConstant]:
        """Peak and processor use of each saturated arm, and what inheriting topics retain beyond the peak."""
        for kind in STEMS:
            peak, last = (
                verdict.figures.get(f"capacity of {kind}"),
                verdict.figures.get(f"last level of {kind}"),
            )
            saturated = last is None or last.high > last.estimate
            if peak is None or not saturated:
                continue
            case = {key: value for key, value in self._case(kind).items() if key != "release"}
            topics = {} if kind == QUEUES else {"topics": kind}
            yield MeasuredConstant.of(MODEL, "peak_per_s", peak, {**case, **topics})
            used = verdict.figures.get(f"cpu of {kind}")
            # the model has one figure for all topics
            if used is not None and used.low > 0 and kind != ISOLATED:
                thousands = peak.estimate / 1000
                value, low, high = (100 * share / thousands for share in (used.estimate, used.low, used.high))
                yield MeasuredConstant(MODEL, "cpu_percent_per_1000", value, low, high, case)
            fall = fallen(kind, verdict, runs)
            if fall is not None and kind == INHERITED:
                share = fall[0]
                yield MeasuredConstant(MODEL, "share_after_fall", share, share, share, {**case, **topics})

    def truth(self, order: Order) -> Mapping[str, float]:
        """The model triplets: the maximum throughput, and the processor use."""
        kind, count = str(order.arm.levels["messaging"]), int(order.arm.levels.get(TRIPLETS, 1))
        case = self._case(kind)
        measured = case["location"] == "local" and case["persistence"] == "no"
        topics = "isolated" if kind == ISOLATED and measured else "inherited"
        wanted = MESSAGES * count * self._rate_of_a_producer()
        # the model takes a rate that differs from the test's for a reason to fall earlier
        given = {} if self.settings["rate"] == 0 else {"rate-per-triplet": wanted / count}
        model_outputs = outputs(
            MODEL, **{**case, "triplets": count, "topics": topics, "cores": CORES, **given}
        )
        fits = wanted <= model_outputs["peak_rate_per_s"]
        through = model_outputs["peak_rate_per_s"] if fits else model_outputs["total_rate_per_s"]
        return {"rate": through / MESSAGES, "cpu": model_outputs["cpu_percent"] / 100}


def _isolating(gain: Interval, falls: bool) -> str:
    """The sentence on isolation; `falls` if only the topics that inherit fell beyond their peak."""
    if gain.low > 0 and gain.estimate > WORTH:
        return "isolate"
    if falls and gain.high > -WORTH:
        return "isolate-fall"
    return "leave" if gain.high < WORTH else "isolation-unknown"


def fallen(kind: str, verdict: Verdict, runs: Sequence[Run]) -> tuple[float, int] | None:
    """The share of its peak that an arm retained at its highest level, and the triplets there, if it fell."""
    peak = verdict.figures.get(f"capacity of {kind}")
    trials = (run for run in runs if run.counts and run.order.purpose == TRIAL)
    climbed = [trial for trial in trials if trial.order.arm.levels["messaging"] == kind]
    if peak is None or not climbed:
        return None
    last = max(climbed, key=lambda run: run.order.arm.levels[TRIPLETS])
    share = (last.value or 0.0) / peak.estimate
    offered = MESSAGES * (last.order.rate or 0.0)
    if share >= FALLEN or offered <= peak.estimate:
        return None
    return share, int(last.order.arm.levels[TRIPLETS])


def at(arm: Arm, level: int) -> Arm:
    """The arm with this number of triplets."""
    name = f"{arm.name}, {plural(level, 'triplet')}"
    return Arm(name, {**arm.levels, TRIPLETS: level})


def with_use(run: Run) -> Run:
    """The run with the processor use as a figure: the median after the warm-up."""
    series = run.series.get(CPU)
    if series is None or CPU in run.figures:
        return run
    cut = run.cut.seconds if run.cut is not None else run.order.cut
    shares = [value for at, value in zip(series.at, series.values, strict=True) if at > cut]
    return replace(run, figures={**run.figures, CPU: median(shares)}) if shares else run
