"""One line for each event of an experiment, for plain mode, command logs and replays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mqtune.lab.core import check
from mqtune.lab.core.job import SECONDS_A_MINUTE
from mqtune.lab.core.pilot import promise
from mqtune.lab.core.plan import ExperimentPlan
from mqtune.lab.core.verdict import Estimate, number_text
from mqtune.lab.journal import events
from mqtune.lab.journal.result import Result
from mqtune.lab.reports.formatting import against_text, clock_text, minutes_text, noise_text
from mqtune.lab.reports.plan_text import orders_text
from mqtune.text.wording import plural

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
            return _step(event)
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
    found = []
    for state in (check.OK, check.WARNING, check.UNKNOWN, check.FAILED):
        those = [one for one in event.checks if one.state == state]
        if those and state == check.OK:
            found.append(f"{len(those)} ok")
        found += [f"{one.name} {state}: {one.message}" for one in those if state != check.OK]
    noise = f"; noise {noise_text(event.noise)}: {promise(event.noise)}" if event.noise else ""
    return f"preflight: {'; '.join(found)}{noise}"


def _planned(plan: ExperimentPlan) -> str:
    if plan.foregone:
        return "plan: nothing is measured, the verdict is already known"
    expected = minutes_text(plan.minutes_expected * SECONDS_A_MINUTE)
    most = minutes_text(plan.minutes_most * SECONDS_A_MINUTE)
    arms, steps = plural(len(plan.arms), "arm"), plural(len(plan.setup), "step")
    return f"plan: {arms}, {steps} of set-up, about {expected}, at most {most}"


def _step(event: events.StepTaken) -> str:
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
    warnings = "".join(f"; warning: {one}" for one in event.warnings)
    return f"run {event.run} ended {event.outcome}{value}{warnings}"


def _estimate(one: Estimate) -> str:
    value = number_text(one.value.estimate) if one.value else "-"
    return f"{one.arm.name} {value} {against_text(one)} {one.state}"
