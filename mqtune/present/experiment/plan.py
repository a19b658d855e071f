"""A plan as lines for people (every command, object and restart, the time), and a line for each event."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from mqtune.lab.core import plan as check
from mqtune.lab.core.definition import shown
from mqtune.lab.core.job import NOTICE, SECONDS_A_MINUTE, promise
from mqtune.lab.core.plan import ExperimentPlan, PlannedProcess, PlannedStep
from mqtune.lab.core.run import Estimate, Order, number_text
from mqtune.lab.journal import events
from mqtune.lab.journal.result import Result
from mqtune.present.experiment.text import (
    against_text,
    clock_text,
    folded,
    minutes_text,
    noise_text,
    place_text,
    titled,
)
from mqtune.text.messages import aligned, plural


def plan_lines(plan: ExperimentPlan, is_complete: bool = False) -> Iterator[str]:
    """The plan, with unindented headings. Unless `is_complete`, equal commands are folded."""
    yield f"{plan.experiment}: {plan.question}"
    if plan.simulated:
        yield NOTICE
    yield f"  hypothesis: {plan.hypothesis}"
    yield f"  source: {plan.source}"
    yield from titled(_parts(plan, "" if is_complete else plan.prefix))


def _parts(plan: ExperimentPlan, prefix: str) -> Iterator[tuple[str, Iterable[str]]]:
    yield "where and how long", _where(plan)
    if plan.connections:
        yield "connects to, after consent", plan.connections
    yield "settings", aligned([(name, shown(value)) for name, value in plan.settings.items()])
    yield "held constant", plan.held_constant
    yield "touches", plan.touches
    setup = [line for step in plan.setup for line in _step(step, prefix)]
    yield "set-up", setup or ["nothing is defined or altered"]
    if plan.transitions:
        yield "between runs", _between(plan, prefix)
    yield "restarts", plan.restarts or ("none",)
    yield "arms; SIMULATED: none of their commands is started" if plan.simulated else "arms", _arms(plan)
    yield "blocks", _blocks(plan)
    yield "safeguards", plan.guard_rails
    yield "decision", (plan.decision,)
    yield "recommends", (plan.recommends,)
    yield "pitfalls", plan.pitfalls
    yield "command to run it", (plan.command_line,)


def time_line(plan: ExperimentPlan) -> str:
    """How long the experiment takes, and the runs with which it begins."""
    if plan.foregone:
        return f"no time: the verdict is already known: {plan.foregone}"
    orders = plan.blocks[-1].orders if plan.blocks else ()
    runs = plural(len(orders), "run")
    block = f"; blocks of {runs} of {orders[0].seconds:g} s" if orders else ""
    return f"{expected_time(plan)}{block}"


def expected_time(plan: ExperimentPlan) -> str:
    """The usual and the longest time; of a simulation, how fast it passes."""
    expected, most = _minutes(plan.minutes_expected), _minutes(plan.minutes_most)
    time = f"about {expected} at 1% noise, at most {most}"
    if not plan.simulated:
        return time
    pace = plan.settings.get("pace")
    return f"SIMULATED, {f'{shown(pace)} times as fast' if pace else 'without waiting'}: {time}"


def _minutes(minutes: float) -> str:
    return minutes_text(minutes * SECONDS_A_MINUTE)


def budget_warning(plan: ExperimentPlan) -> str:
    """Why the maximum time cannot suffice, and what would; empty if it can."""
    if plan.foregone or not plan.blocks:
        return ""
    least, most = _minutes(plan.minutes_least), _minutes(plan.minutes_most)
    if plan.minutes_least > plan.minutes_most:
        blocks = f"{plan.repeat} blocks" if plan.repeat else "the first block"
        pilot = "the pilot and " if len(plan.blocks) > 1 else ""
        return (
            f"{pilot}{blocks} take {least}, more than the maximum of {most}: it would end undecided; "
            f"raise the maximum time{', or repeat less' if plan.repeat else ', or shorten the runs'}"
        )
    if plan.minutes_expected >= plan.minutes_most:
        return f"it usually takes longer than the maximum of {most}, and would then end undecided"
    return ""


def _where(plan: ExperimentPlan) -> Iterator[str]:
    yield f"queue manager: {place_text(plan)}"
    if plan.connections and not (plan.level and plan.cores):
        yield "level and cores that are not declared are not known before the run: a plan opens no connection"
    for name in plan.production:
        yield f"{name} is in production: nothing is touched unless its name is typed"
    yield f"driver: {'SIMULATED' if plan.simulated else plan.driver}"
    if plan.foregone:
        yield f"time: none, the verdict is already known: {plan.foregone}"
    else:
        yield f"time: {expected_time(plan)}"
    if warning := budget_warning(plan):
        yield f"warning: {warning}"
    repeat = "" if plan.repeat is None else f", at least {plan.repeat} blocks"
    yield f"measured: {plan.measure}, in {plan.unit}{repeat}"


def _step(step: PlannedStep, prefix: str) -> Iterator[str]:
    """One step: its MQSC, folded if there is a prefix, and its undo."""
    if step.hand:
        restart = f", needs a restart of {step.qmgr}" if step.restart else ""
        yield f"by hand on {step.qmgr}: {step.what}{restart}"
        if step.verify:
            yield f"  verified by: {step.verify} shows {step.expect}"
        yield f"  undone by hand: {step.undo or 'nothing to do'}"
        return
    yield f"MQSC on {step.qmgr}: {step.what}"
    yield from (f"  {line}" for line in _shown(step.script, prefix))
    yield "  undone at the end by" if step.undo.strip() else "  needs no undo"
    yield from (f"  {line}" for line in _shown(step.undo, prefix))


def _shown(script: str, prefix: str) -> Iterator[str]:
    return folded(script, prefix) if prefix else iter(script.rstrip().splitlines())


def _between(plan: ExperimentPlan, prefix: str) -> Iterator[str]:
    for transition in plan.transitions:
        yield f"{transition.before or 'before the first run'} -> {transition.after}"
        for step in transition.steps:
            yield from (f"  {line}" for line in _step(step, prefix))


def _arms(plan: ExperimentPlan) -> Iterator[str]:
    for arm in plan.arms:
        watched = f", watched: {', '.join(arm.watched)}" if arm.watched else ""
        yield f"{arm.arm.name}{watched}"
        yield from (f"  {_process(process)}" for process in arm.processes)
    for opens in plan.opens:
        yield f"may be added: {opens}"


def _process(process: PlannedProcess) -> str:
    marks = [
        word for word, applies in (("first", process.background), ("trusted", process.trusted)) if applies
    ]
    marks += [f"on {process.host}"] if process.host and process.host not in process.role else []
    note = f" ({', '.join(marks)})" if marks else ""
    return f"{process.role}{note}: {shlex.join(process.argv)}"


def _blocks(plan: ExperimentPlan) -> Iterator[str]:
    for block in plan.blocks:
        yield block.why
        yield f"  {orders_text(block.orders)}"
    yield "later blocks follow from what was measured"


def orders_text(orders: Sequence[Order]) -> str:
    """The runs of a block in order."""
    rates = [f" at {order.rate:,.0f}/s" if order.rate is not None else "" for order in orders]
    return " · ".join(
        f"{order.arm.name}{rate} {order.seconds:g} s" for order, rate in zip(orders, rates, strict=True)
    )


# Events, for plain mode, command logs and replays.

SIMULATED = "SIMULATED"
LONGEST_OUTPUT = 160  # characters of runmqsc's output; the journal has all of it


def event_line(entry: events.JournalEntry, result: Result) -> str:
    """The event in one line, with the experiment's clock; the entry is already applied to `result`."""
    text = " ".join(event_text(entry.event, result).split())
    mark = f"{SIMULATED} " if result.simulated else ""
    return f"{mark}{clock_text(entry.clock)} {text}"


# the texts of events that consist of few words
_TEXTS: Mapping[type[events.Event], Callable[[Any], str]] = {
    events.SampleTaken: lambda event: (
        f"run {event.run} {event.sample.at:g} s: {number_text(event.sample.rate)}/s, "
        f"{event.sample.threads} threads"
    ),
    events.WatchedValue: lambda event: (
        f"run {event.run} {event.reading.at:g} s: {event.reading.name} "
        f"{number_text(event.reading.value)} {event.reading.unit}"
    ),
    events.LineSaid: lambda event: f"run {event.run} {event.line.who} {event.line.text}",
    events.RunsSetAside: lambda event: f"runs {', '.join(map(str, event.runs))} set aside: {event.why}",
    events.Estimated: lambda event: f"estimates: {'; '.join(map(_estimate, event.estimates))}",
    events.Noted: lambda event: f"note: {event.text}",
    events.Paused: lambda event: "paused",
    events.Continued: lambda event: "continued",
    events.Waiting: lambda event: f"waiting {event.seconds:g} s: {event.why}",
    events.Resumed: lambda event: f"resumed, at most {event.max_minutes:g} min",
    events.Confirming: lambda event: (
        f"confirms {event.of} ({event.verdict.word}: {event.verdict.answer}): {'; '.join(event.conclusions)}"
    ),
    events.Applied: lambda event: "the change was applied",
    events.Confirmed: lambda event: f"{event.word}: {event.why}",
    events.Closed: lambda event: f"closed: {event.why}",
}


def event_text(event: events.Event, result: Result) -> str:
    """The text of one event, by its type."""
    match event:
        case events.Opened():
            role = f" ({event.role})" if event.role else ""
            driver = event.driver_version if event.simulated else f"{event.driver} {event.driver_version}"
            what = f"{event.experiment} on {event.qmgr}{role}, driver {driver.strip()}"
            return f"{event.id}: {what}, at most {event.max_minutes:g} min"
        case events.Checked():
            return _checked(event)
        case events.Planned():
            return _planned(event.plan)
        case events.StepTaken():
            return _step_text(event)
        case events.BlockBegun():
            name = "pilot" if event.block == 0 else f"block {event.block}"
            why = event.why if event.why.startswith(name) else f"{name}: {event.why}"
            return f"{why}: {orders_text(event.orders)}"
        case events.RunStarted():
            rate = f" at {event.rate:,.0f}/s" if event.rate is not None else ""
            return f"run {event.run} started: {event.arm}{rate}, {event.seconds:g} s"
        case events.RunEnded():
            return _run_ended(event, result.opened.unit if result.opened else "")
        case events.Stopped(why):
            return f"stopped: {why}; continue with mqtune experiment resume {result.id}"
        case events.VerdictReached(verdict):
            unsaid = verdict.reason and verdict.reason not in verdict.answer
            return f"verdict {verdict.word}: {verdict.answer}{f' ({verdict.reason})' if unsaid else ''}"
        case events.Advised(advice):
            snippets = f" ({plural(len(advice.snippets), 'snippet')})" if advice.snippets else ""
            return f"what follows: {' '.join(advice.sentences) or 'nothing'}{snippets}"
        case events.Cleaned(undone, left):
            remains = f"; not undone: {'; '.join(left)}" if left else ""
            return f"clean-up: {plural(undone, 'step')} undone{remains}"
    return _TEXTS[type(event)](event)


def _checked(event: events.Checked) -> str:
    parts = []
    for state in (check.OK, check.WARNING, check.UNKNOWN, check.FAILED):
        those = [result for result in event.checks if result.state == state]
        if those and state == check.OK:
            parts.append(f"{len(those)} ok")
        parts += [f"{result.name} {state}: {result.message}" for result in those if state != check.OK]
    noise = f"; noise {noise_text(event.noise)}: {promise(event.noise)}" if event.noise else ""
    return f"preflight: {'; '.join(parts)}{noise}"


def _planned(plan: ExperimentPlan) -> str:
    if plan.foregone:
        return "plan: nothing is measured, the verdict is already known"
    expected = minutes_text(plan.minutes_expected * SECONDS_A_MINUTE)
    most = minutes_text(plan.minutes_most * SECONDS_A_MINUTE)
    arms, steps = plural(len(plan.arms), "arm"), plural(len(plan.setup), "step")
    return f"plan: {arms}, {steps} of set-up, about {expected}, at most {most}"


def _step_text(event: events.StepTaken) -> str:
    hand = " by hand" if event.hand else ""
    if event.kind == events.CLEANUP:
        return f"undone{hand} on {event.qmgr}: {event.what}"
    output = " ".join(event.output.split())
    if len(output) > LONGEST_OUTPUT:
        output = f"{output[:LONGEST_OUTPUT]} …"
    state = "done" if event.done else "begins"
    return f"{event.kind}{hand} on {event.qmgr}: {event.what} ({state}){f': {output}' if output else ''}"


def _run_ended(event: events.RunEnded, unit: str) -> str:
    cut = f", {event.cut.seconds:g} s cut" if event.cut else ""
    value = f": {number_text(event.value)} {unit}{cut}" if event.value is not None else f": {event.message}"
    warnings = "".join(f"; warning: {warning}" for warning in event.warnings)
    return f"run {event.run} ended {event.outcome}{value}{warnings}"


def _estimate(estimate: Estimate) -> str:
    value = number_text(estimate.value.estimate) if estimate.value else "-"
    return f"{estimate.arm.name} {value} {against_text(estimate)} {estimate.state}"
