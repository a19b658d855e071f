"""A plan as lines for people: every command, every object, every restart, the time."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence

from mqtune.lab.core.job import NOTICE, SECONDS_A_MINUTE
from mqtune.lab.core.order import Order
from mqtune.lab.core.plan import ExperimentPlan, PlannedProcess, PlannedStep
from mqtune.lab.core.settings import shown
from mqtune.lab.reports.folding import folded
from mqtune.lab.reports.formatting import minutes_text, place_text, titled
from mqtune.text.table import aligned
from mqtune.text.wording import plural


def plan_lines(plan: ExperimentPlan, whole: bool = False) -> Iterator[str]:
    """The plan, with unindented headings. Unless `whole`, equal commands are folded."""
    yield f"{plan.experiment}: {plan.question}"
    if plan.simulated:
        yield NOTICE
    yield f"  hypothesis: {plan.hypothesis}"
    yield f"  source: {plan.source}"
    yield from titled(_parts(plan, "" if whole else plan.prefix))


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
    for one in plan.transitions:
        yield f"{one.before or 'before the first run'} -> {one.after}"
        for step in one.steps:
            yield from (f"  {line}" for line in _step(step, prefix))


def _arms(plan: ExperimentPlan) -> Iterator[str]:
    for arm in plan.arms:
        watched = f", watched: {', '.join(arm.watched)}" if arm.watched else ""
        yield f"{arm.arm.name}{watched}"
        yield from (f"  {_process(process)}" for process in arm.processes)
    for opens in plan.opens:
        yield f"may be added: {opens}"


def _process(process: PlannedProcess) -> str:
    marks = [word for word, there in (("first", process.background), ("trusted", process.trusted)) if there]
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
