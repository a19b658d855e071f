"""A plan as lines for people: every command, every object, every restart, the time."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from mqtune.lab.core.job import NOTICE, SECONDS_A_MINUTE
from mqtune.lab.core.order import Order
from mqtune.lab.core.plan import ExperimentPlan, PlannedArm, PlannedStep
from mqtune.lab.core.settings import shown
from mqtune.lab.reports.folding import folded
from mqtune.lab.reports.formatting import minutes_text
from mqtune.language.levels import show_level
from mqtune.report.summary import plural


def plan_lines(plan: ExperimentPlan, whole: bool = False) -> Iterator[str]:
    """The plan, with unindented headings. Unless `whole`, equal commands are folded."""
    prefix = "" if whole else plan.prefix
    yield f"{plan.experiment}: {plan.question}"
    if plan.simulated:
        yield NOTICE
    yield f"  hypothesis: {plan.hypothesis}"
    yield f"  source: {plan.source}"
    yield from _where(plan)
    yield from _settings(plan)
    yield from _listed("held constant", plan.held_constant)
    yield from _listed("touches", plan.touches)
    yield from _steps("set-up", plan.setup, prefix)
    yield from _between(plan, prefix)
    yield from _listed("restarts", plan.restarts or ("none",))
    yield from _arms(plan)
    yield from _blocks(plan)
    yield from _listed("safeguards", plan.guard_rails)
    yield from _listed("decision", (plan.decision,))
    yield from _listed("recommends", (plan.recommends,))
    yield from _listed("pitfalls", plan.pitfalls)
    yield "command to run it"
    yield f"  {plan.command_line}"


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
    expected, most = (
        minutes_text(minutes * SECONDS_A_MINUTE) for minutes in (plan.minutes_expected, plan.minutes_most)
    )
    time = f"about {expected} at 1% noise, at most {most}"
    if not plan.simulated:
        return time
    pace = plan.settings.get("pace")
    return f"SIMULATED, {f'{shown(pace)} times as fast' if pace else 'without waiting'}: {time}"


def budget_warning(plan: ExperimentPlan) -> str:
    """Why the maximum time cannot suffice, and what would; empty if it can."""
    if plan.foregone or not plan.blocks:
        return ""
    least, most = (
        minutes_text(minutes * SECONDS_A_MINUTE) for minutes in (plan.minutes_least, plan.minutes_most)
    )
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
    yield "where and how long"
    role = f" ({plan.role})" if plan.role else ""
    level = f", IBM MQ {show_level(plan.level)}" if plan.level else ", MQ level unknown"
    cores = f", {plan.cores} cores" if plan.cores else ", cores unknown"
    yield f"  queue manager: {plan.qmgr}{role}{level}{cores}"
    for name in plan.production:
        yield f"  {name} is in production: nothing is touched unless its name is typed"
    yield f"  driver: {'SIMULATED' if plan.simulated else plan.driver}"
    if plan.foregone:
        yield f"  time: none, the verdict is already known: {plan.foregone}"
    else:
        yield f"  time: {expected_time(plan)}"
    if warning := budget_warning(plan):
        yield f"  warning: {warning}"
    repeat = "" if plan.repeat is None else f", at least {plan.repeat} blocks"
    yield f"  measured: {plan.measure}, in {plan.unit}{repeat}"


def _settings(plan: ExperimentPlan) -> Iterator[str]:
    yield "settings"
    wide = max((len(name) for name in plan.settings), default=0)
    for name, value in plan.settings.items():
        yield f"  {name.ljust(wide)}  {shown(value)}".rstrip()


def _listed(title: str, lines: Sequence[str]) -> Iterator[str]:
    yield title
    for line in lines:
        yield f"  {line}"


def _steps(title: str, steps: Sequence[PlannedStep], prefix: str) -> Iterator[str]:
    yield title
    if not steps:
        yield "  nothing is defined or altered"
    for step in steps:
        yield from step_lines(step, prefix)


def step_lines(step: PlannedStep, prefix: str = "") -> Iterator[str]:
    """One step: its MQSC, folded if there is a prefix, and its undo."""
    if step.hand:
        restart = f", needs a restart of {step.qmgr}" if step.restart else ""
        yield f"  by hand on {step.qmgr}: {step.what}{restart}"
        if step.verify:
            yield f"    verified by: {step.verify} shows {step.expect}"
        yield f"    undone by hand: {step.undo or 'nothing to do'}"
        return
    yield f"  MQSC on {step.qmgr}: {step.what}"
    yield from (f"    {line}" for line in _shown(step.script, prefix))
    if step.undo.strip():
        yield "    undone at the end by"
        yield from (f"    {line}" for line in _shown(step.undo, prefix))
    else:
        yield "    needs no undo"


def _shown(script: str, prefix: str) -> Iterator[str]:
    return folded(script, prefix) if prefix else iter(script.rstrip().splitlines())


def _between(plan: ExperimentPlan, prefix: str) -> Iterator[str]:
    if not plan.transitions:
        return
    yield "between runs"
    for one in plan.transitions:
        yield f"  {one.before or 'before the first run'} -> {one.after}"
        for step in one.steps:
            for line in step_lines(step, prefix):
                yield f"  {line}"


def _arms(plan: ExperimentPlan) -> Iterator[str]:
    yield "arms; SIMULATED: none of their commands is started" if plan.simulated else "arms"
    for arm in plan.arms:
        yield from _arm(arm)
    for opens in plan.opens:
        yield f"  may be added: {opens}"


def _arm(arm: PlannedArm) -> Iterator[str]:
    watched = f", watched: {', '.join(arm.watched)}" if arm.watched else ""
    yield f"  {arm.arm.name}{watched}"
    for process in arm.processes:
        marks = [
            word for word, there in (("first", process.background), ("trusted", process.trusted)) if there
        ]
        marks += [f"on {process.host}"] if process.host and process.host not in process.role else []
        note = f" ({', '.join(marks)})" if marks else ""
        yield f"    {process.role}{note}: {shlex.join(process.argv)}"


def _blocks(plan: ExperimentPlan) -> Iterator[str]:
    yield "blocks"
    for block in plan.blocks:
        yield f"  {block.why}"
        yield f"    {orders_text(block.orders)}"
    yield "  later blocks follow from what was measured"


def orders_text(orders: Sequence[Order]) -> str:
    """The runs of a block in order."""
    runs = []
    for order in orders:
        rate = f" at {order.rate:,.0f}/s" if order.rate is not None else ""
        runs.append(f"{order.arm.name}{rate} {order.seconds:g} s")
    return " · ".join(runs)
