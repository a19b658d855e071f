"""A result and a comparison as lines for people, and the words for numbers, intervals, times and scripts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mqtune.lab.core.experiment import Advice
from mqtune.lab.core.job import NOTICE, noise_of, promise, worse
from mqtune.lab.core.plan import ExperimentPlan
from mqtune.lab.core.run import (
    DISTURBED,
    MEASURE,
    OTHERS_SHARE,
    STEAL_SHARE,
    Estimate,
    Noise,
    Verdict,
    interval_text,
    number_text,
)
from mqtune.lab.journal.compare import Comparison, Ratio
from mqtune.lab.journal.events import Opened
from mqtune.lab.journal.result import ENDED, Level, Result, RunRecord
from mqtune.language.available import show_level
from mqtune.text.messages import aligned, plural

# Numbers, intervals, times and runs in words, the same in every output.


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
    total = int(seconds)
    return f"{total // 3600}:{total // 60 % 60:02}:{total % 60:02}"


def place_text(place: Opened | ExperimentPlan) -> str:
    """A queue manager with its role, level and cores."""
    role = f" ({place.role})" if place.role else ""
    level = f"IBM MQ {show_level(place.level)}" if place.level else "MQ level unknown"
    cores = f"{place.cores} cores" if place.cores else "cores unknown"
    return f"{place.qmgr}{role}, {level}, {cores}"


# Results and comparisons.

Row = tuple[str, ...]


def result_lines(result: Result, runs: bool = True) -> Iterator[str]:
    """The verdict first, then its evidence; with `runs` every run."""
    yield f"{result.id}: {verdict_text(result)}"
    if result.simulated:
        yield NOTICE
    if result.verdict is None:
        yield f"  continue with `mqtune experiment resume {result.id}`"
    else:
        yield f"  {result.verdict.answer}"
        yield from (f"  {line}" for line in evidence_lines(result.verdict))
    yield from confirmation_lines(result)
    yield from titled(_parts(result, runs))


def _parts(result: Result, runs: bool) -> Iterator[tuple[str, Iterable[str]]]:
    yield "environment", _environment(result)
    if result.levels:
        rows = [level_row(level) for level in result.levels]
        yield f"levels, in {result.head.unit}", aligned((LEVEL_TITLES, *rows))
    if runs:
        records = list(result.runs.values())
        yield "runs", aligned((RUN_TITLES, *map(run_row, records)))
        if cuts := list(cut_lines(records)):
            yield "discarded as warm-up", cuts
    if result.advice is not None and (result.advice.sentences or result.advice.snippets):
        yield "advice", _advice(result.advice)
    if result.left_over:
        yield f"not undone; `mqtune experiment clean {result.id}` tries again", result.left_over
    elif result.cut_short:
        yield f"interrupted after the verdict; `mqtune experiment resume {result.id}` cleans up", ()
    if result.notes:
        yield "notes", (f"{time} {text}" for time, text in result.notes)


def _environment(result: Result) -> Iterator[str]:
    yield where_text(result)
    yield driver_text(result)
    yield f"opened {result.time}, {minutes_text(result.clock)} measured, at most {result.max_minutes:g} min"
    seen = noise_of(result.history)
    yield f"noise: pilot {noise_text(result.noise)}; runs {noise_text(seen)}"
    yield promise(worse(result.noise, seen))
    if surroundings := surroundings_text(result):
        yield surroundings


def _advice(advice: Advice) -> Iterator[str]:
    yield from advice.sentences
    for snippet in advice.snippets:
        yield f"{snippet.language}{', needs a restart' if snippet.restart else ''}:"
        yield from (f"  {line}" for line in snippet.text.rstrip().splitlines())


def verdict_text(result: Result) -> str:
    """The verdict's word, or the state of an unfinished experiment."""
    if result.verdict is not None:
        return result.verdict.word
    if result.stopped:
        return f"unfinished ({result.stopped})"
    return f"unfinished ({result.closed})" if result.closed else "unfinished (running, or interrupted)"


def where_text(result: Result) -> str:
    """Queue manager, role, level, cores."""
    return f"queue manager {place_text(result.head)}"


def driver_text(result: Result) -> str:
    """The driver and its version."""
    head = result.head
    if result.simulated:
        return f"driver {head.driver_version}, seed {head.seed}"
    return f"driver {head.driver}, version {head.driver_version or 'unknown'}"


def surroundings_text(result: Result) -> str:
    """What took part besides the experiment; empty if it was not watched."""
    parts = []
    for name, words in ((OTHERS_SHARE, "other processes used up to"), (STEAL_SHARE, "steal up to")):
        if shares := [run.figures[name] for run in result.history if name in run.figures]:
            parts.append(f"{words} {max(shares):.0%} of the processors")
    disturbed = sum(
        1 for record in result.runs.values() if record.ended and record.ended.outcome == DISTURBED
    )
    if disturbed:
        parts.append(f"{disturbed} run{'s were' if disturbed > 1 else ' was'} disturbed and made again")
    return f"surroundings: {', '.join(parts)}" if parts else ""


def evidence_lines(verdict: Verdict) -> Iterator[str]:
    """What a verdict is based on: figures, reason, rule, warnings."""
    for name, interval in verdict.figures.items():
        yield f"{name}: {interval_text(interval)}"
    if verdict.reason not in verdict.answer:
        yield f"reason: {verdict.reason}"
    if verdict.minutes_needed is not None:
        yield f"about {verdict.minutes_needed:,.0f} more minutes are needed"
    yield f"rule: {verdict.rule}"
    for warning in verdict.warnings:
        yield f"warning: {warning}"


def confirmation_lines(result: Result) -> Iterator[str]:
    """What an earlier result led to, and whether this one confirms it; none for other results."""
    begun = result.confirming
    if begun is None:
        return
    outcome = result.confirmed
    yield f"confirmation of {begun.of}: {f'{outcome.word}: {outcome.why}' if outcome else 'not known yet'}"
    yield f"  then {begun.verdict.word}: {begun.verdict.answer}"
    for line in begun.conclusions:
        yield f"  {line}"
    yield f"  {'applied' if result.applied else 'not applied yet'}:"
    for line in begun.change.rstrip().splitlines() or ["nothing"]:
        yield f"    {line}"


LEVEL_TITLES: Row = ("ARM", "RUNS", "MEAN", "SPREAD", "95% INTERVAL", "AGAINST LEADER", "STATE")


def level_row(level: Level) -> Row:
    """One arm of the table."""
    left_out = f" (+{level.left_out} left out)" if level.left_out else ""
    interval = "-" if level.low is None else f"{number_text(level.low)} to {number_text(level.high)}"
    deviation = level.deviation
    spread = f"{deviation / level.mean:.1%}" if deviation is not None and level.mean else "-"
    estimate = level.estimate
    purpose = f" ({level.purpose})" if level.purpose != MEASURE else ""
    return (
        f"{level.arm.name}{purpose}",
        f"{level.runs}{left_out}",
        number_text(level.mean),
        spread,
        interval,
        (against_text(estimate) or "-") if estimate else "-",
        estimate.state if estimate else "-",
    )


LEFT_OUT = "left out of the verdict: too bad to be noise"
RUN_TITLES: Row = ("RUN", "BLOCK", "CLOCK", "ARM", "OUTCOME", "VALUE", "CUT", "SAMPLES", "REMARK")


def run_row(record: RunRecord) -> Row:
    """One run of the table."""
    start, end = record.started, record.ended
    rate = f" at {start.rate:,.0f}/s" if start.rate is not None else ""
    purpose = f" ({start.purpose})" if start.purpose != MEASURE else ""
    left_out = LEFT_OUT if record.left_out else ""
    remarks = [record.set_aside, left_out, *(end.warnings if end else ())]
    if end is not None and not record.counts and end.message:
        remarks.insert(0, end.message)
    return (
        str(record.number),
        str(start.block),
        clock_text(record.clock),
        f"{start.arm}{rate}{purpose}",
        end.outcome if end and record.state == ENDED else record.state,
        number_text(end.value if end else None),
        f"{end.cut.seconds:g} s, {end.cut.samples}" if end and end.cut else "-",
        str(len(record.samples)) if record.samples else "-",
        "; ".join(remark for remark in remarks if remark) or "-",
    )


def cut_lines(records: Iterable[RunRecord]) -> Iterator[str]:
    """What was discarded from which runs, and why."""
    cuts: dict[str, list[str]] = {}
    for record in records:
        if record.ended and record.ended.cut and record.ended.cut.seconds > 0:
            cuts.setdefault(record.ended.cut.why, []).append(str(record.number))
    for why, runs in cuts.items():
        yield f"run{'s' * (len(runs) > 1)} {', '.join(runs)}: {why}"


RATIO_TITLES: Row = ("ARM", "FIRST", "SECOND", "RUNS", "DIFFERENCE", "95% INTERVAL", "CONCLUSION")


def comparison_lines(comparison: Comparison) -> Iterator[str]:
    """The warnings first: they decide whether the ratios are meaningful."""
    first, second = comparison.first, comparison.second
    yield f"{first.id}: {verdict_text(first)}"
    yield f"{second.id}: {verdict_text(second)}"
    if comparison.simulated:
        yield NOTICE
    for warning in comparison.warnings:
        yield f"warning: {warning}"
    yield from titled(_ratios(comparison))
    yield "the intervals cover variation between runs, not changes of the machine between the two results"


def _ratios(comparison: Comparison) -> Iterator[tuple[str, Iterable[str]]]:
    if comparison.chosen is not None:
        yield "chosen arms", aligned((RATIO_TITLES, ratio_row(comparison.chosen)))
    rows = aligned((RATIO_TITLES, *map(ratio_row, comparison.arms)))
    yield f"arms in both, in {comparison.unit}", rows if comparison.arms else ("none",)


def ratio_row(ratio: Ratio) -> Row:
    """One arm of a comparison."""
    interval = "-"
    if ratio.low is not None and ratio.high is not None:
        interval = f"{share_text(ratio.low - 1)} to {share_text(ratio.high - 1)}"
    words = {True: "differs", False: "no difference shown", None: "too few runs"}
    return (
        ratio.arm,
        number_text(ratio.first),
        number_text(ratio.second),
        f"{ratio.first_runs}, {ratio.second_runs}",
        share_text(ratio.ratio - 1),
        interval,
        words[ratio.differs],
    )


# Folds an MQSC script for display: commands that differ only in the number of their objects are shown once.

LEAST_REPEATS = 3  # fewer are shown in full
MOST_PERIOD = 20  # commands for each number, such as those of one putter
SIGN = "*"


@dataclass(frozen=True, slots=True)
class _Command:
    """A command with its lines, its form without the number of its objects, and that number if it has one."""

    lines: tuple[str, ...]
    form: str
    number: int | None
    name: str  # of the object, without the number


def folded(script: str, prefix: str) -> Iterator[str]:
    """The lines of a script; equal commands for objects `<prefix>.….1`, `.2` … are folded into the first.

    Every object is still named, as a range after the first of its kind. Scripts that are run are never
    folded.
    """
    commands, at = list(_commands(script, prefix)), 0
    while at < len(commands):
        period, repeats = _run(commands[at:])
        first = commands[at : at + period]
        for command in first:
            yield from command.lines
        if repeats > 1:
            last = commands[at + period * (repeats - 1)]
            yield _same(first, commands[at + period], last, period * (repeats - 1))
        at += period * repeats


def _commands(script: str, prefix: str) -> Iterator[_Command]:
    number = re.compile(rf"(?<=\(|')({re.escape(prefix)}\.[\w.]*?\.?)(\d+)(?=\)|')")
    lines: list[str] = []
    for line in script.rstrip().splitlines():
        lines.append(line)
        if not line.rstrip().endswith("+"):
            yield _command(lines, number)
            lines = []
    if lines:
        yield _command(lines, number)


def _command(lines: Sequence[str], number: re.Pattern[str]) -> _Command:
    text = " ".join(word for line in lines for word in line.removesuffix("+").split())
    matches = list(number.finditer(text))
    numbers = {int(match[2]) for match in matches}
    if len(numbers) != 1:
        return _Command(tuple(lines), text, None, "")
    return _Command(tuple(lines), number.sub(r"\1#", text), numbers.pop(), matches[0][1])


def _run(commands: Sequence[_Command]) -> tuple[int, int]:
    """How many commands form a round, and how many rounds with successive numbers follow each other."""
    for period in range(1, min(MOST_PERIOD, len(commands) // LEAST_REPEATS) + 1):
        if len({command.number for command in commands[:period]}) > 1:
            break
        repeats = _repeats(commands, period)
        if repeats >= LEAST_REPEATS:
            return period, repeats
    return 1, 1


def _repeats(commands: Sequence[_Command], period: int) -> int:
    start, second = commands[0].number, commands[period].number
    if start is None or second is None or abs(second - start) != 1:
        return 1
    repeats = 1
    while period * (repeats + 1) <= len(commands):
        round_ = commands[period * repeats : period * (repeats + 1)]
        number = start + repeats * (second - start)
        if any(
            (command.form, command.number) != (like.form, number)
            for command, like in zip(round_, commands, strict=False)
        ):
            break
        repeats += 1
    return repeats


def _same(first: Sequence[_Command], second: _Command, last: _Command, count: int) -> str:
    names = dict.fromkeys(command.name for command in first)
    dots = ("." if name.endswith(".") else "" for name in names)
    shown = (f"{name}{second.number} to {dot}{last.number}" for name, dot in zip(names, dots, strict=True))
    return f"{SIGN} the same for {', '.join(shown)}: {plural(count, 'more command')}"
