"""The plan of an experiment: everything that it will do, its connections, and the checks before it.

Planning changes nothing. A plan is data; `present/experiment/plan.py` formats it for people. What depends on
the measurements (how many blocks, which arms are added) is described in words.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from mqtune.hosts.inventory import Host, any_key_options, checked_host
from mqtune.hosts.ssh import ssh_command
from mqtune.lab.core.definition import of_hosts
from mqtune.lab.core.encoding import gathered
from mqtune.lab.core.experiment import Work
from mqtune.lab.core.job import SECONDS_A_MINUTE, Job, divided, pilot_block
from mqtune.lab.core.run import Arm, Block, Level, Order, Verdict
from mqtune.language.masking import covered_value
from mqtune.text.messages import printable

# Connections to other hosts, as lines for a plan and for the consent to them.


def connections(job: Job) -> tuple[str, ...]:
    """What each host of a job is connected to with, and which file or option names it.

    Raises LabError for what is not accepted from a file: hosts of a journal were not checked before.
    """
    hosts: list[Host] = []
    for host in (*job.queue_manager_hosts.values(), *job.hosts):
        hosts += [host] * (host not in hosts)
    with of_hosts():
        return tuple(line for host in hosts for line in host_lines(checked_host(host)))


def host_lines(host: Host) -> list[str]:
    """How a host is connected to, what starts there, and what names it."""
    queue_managers = f", for {', '.join(host.queue_managers)}" if host.queue_managers else ""
    of = f" of {host.source}" if host.source else ""
    lines = [f"host {host.name}{of}{queue_managers}", f"  {shlex.join(ssh_command(host))}"]
    if unverified := any_key_options(host):
        lines.append(
            f"  does not verify the host ({', '.join(unverified)}): another machine can take its place"
        )
    lines.append(f"  starts there: {host.python}, MQ's programs, the drivers")
    if host.path:
        lines.append(f"  looks for programs first in: {', '.join(host.path)}")
    variables = [
        f"{name}={printable(covered_value(name, value))}" for name, value in host.environment.items()
    ]
    if variables:
        lines.append(f"  sets for drivers: {', '.join(variables)}")
    return lines


# The plan.

# measured with MQ-CPH: the start of the threads, and the end of getters: under load, and in an empty queue
START_SECONDS = 1.5
END_SECONDS, IDLE_END_SECONDS = 4.0, 10.0


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """A step of the set-up: a whole MQSC script, or (`hand`) what a person does; and its undo."""

    qmgr: str
    what: str
    script: str
    undo: str
    hand: bool = False
    verify: str = ""
    expect: str = ""
    restart: bool = False
    minutes: float = 0.0


@dataclass(frozen=True, slots=True)
class PlannedProcess:
    """A driver process as it will be started."""

    role: str
    argv: tuple[str, ...]
    threads: int
    background: bool
    trusted: bool
    host: str = ""  # empty for this machine


@dataclass(frozen=True, slots=True)
class PlannedArm:
    """An arm with the processes of one of its runs, and the names of what is watched."""

    arm: Arm
    processes: tuple[PlannedProcess, ...]
    watched: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Transition:
    """The steps between a run of one arm and a run of another; `before` is empty for the first run."""

    before: str
    after: str
    steps: tuple[PlannedStep, ...]


@dataclass(frozen=True, slots=True)
class ExperimentPlan:
    """Everything that is known before the first run. Times are in minutes."""

    experiment: str
    question: str
    hypothesis: str
    qmgr: str
    role: str
    production: tuple[str, ...]
    driver: str
    simulated: bool
    level: tuple[int, ...] | None
    cores: int | None
    prefix: str
    settings: Mapping[str, Level | tuple[Level, ...]]
    measure: str
    unit: str
    arms: tuple[PlannedArm, ...]
    opens: tuple[str, ...]
    blocks: tuple[Block, ...]
    setup: tuple[PlannedStep, ...]
    transitions: tuple[Transition, ...]
    restarts: tuple[str, ...]
    held_constant: tuple[str, ...]
    touches: tuple[str, ...]
    guard_rails: tuple[str, ...]
    decision: str
    recommends: str
    pitfalls: tuple[str, ...]
    source: str
    minutes_expected: float
    minutes_most: float
    repeat: int | None
    command_line: str
    foregone: str = ""  # the verdict if it is known before anything is measured: then nothing is done
    connections: tuple[str, ...] = ()  # to other hosts, in lines; made by a run, not by its plan
    minutes_least: float = 0.0  # of the pilot and the blocks of all arms that must be made before a verdict

    @property
    def steps(self) -> tuple[PlannedStep, ...]:
        """The steps of the set-up and between runs."""
        return *self.setup, *(step for transition in self.transitions for step in transition.steps)

    @property
    def scripts(self) -> tuple[PlannedStep, ...]:
        """All MQSC of the set-up and between runs, each script once."""
        return tuple({(step.qmgr, step.script): step for step in self.steps if not step.hand}.values())

    @property
    def by_hand(self) -> tuple[PlannedStep, ...]:
        """All manual steps, each once."""
        return tuple({(step.qmgr, step.what): step for step in self.steps if step.hand}.values())


def make_plan(job: Job) -> ExperimentPlan:
    """The plan of a job. Raises LabError if its settings contradict each other."""
    definition = job.experiment.definition
    setup = tuple(gathered(PlannedStep, step) for step in job.case.setup())
    first = first_step(job)
    foregone = f"{first.word}: {first.answer}" if isinstance(first, Verdict) else ""
    # later blocks depend on the measurements
    blocks = (
        tuple(block for block in (pilot_block(job), first) if isinstance(block, Block))
        if not foregone
        else ()
    )
    expected, least = _minutes(job, blocks) if blocks else (0.0, 0.0)
    by_hand = sum(step.minutes for step in setup) if blocks else 0.0
    transitions = tuple(_transitions(job, blocks))
    return gathered(
        ExperimentPlan,
        job,
        job.target,
        definition,
        experiment=definition.name,
        production=tuple(_production(job, blocks, setup, transitions)),
        arms=tuple(_planned_arm(job, arm, blocks) for arm in _arms(job, blocks)),
        opens=tuple(f"{factor.name}: {factor.opens}" for factor in definition.factors if factor.opens),
        blocks=blocks,
        setup=setup,
        transitions=transitions,
        restarts=tuple(_restarts(setup, transitions)),
        minutes_expected=min(max(expected, least), job.max_minutes) + by_hand,
        minutes_most=job.max_minutes + by_hand if blocks else 0.0,
        foregone=foregone,
        connections=connections(job),
        minutes_least=least + by_hand,
    )


def first_step(job: Job) -> Block | Verdict:
    """The first block of the method, or the verdict if it is known beforehand (a machine too small)."""
    return job.case.method(job.seed, job.repeat).next((), 0.0, job.max_minutes * SECONDS_A_MINUTE)


def _arms(job: Job, blocks: Sequence[Block]) -> Iterable[Arm]:
    """The arms of the experiment and those of the first blocks, each once.

    An arm that the blocks measure at a level of its own, such as 1 putter, is listed only with that level.
    """
    ordered = [order.arm for block in blocks for order in block.orders]
    finer = [arm.levels.items() for arm in ordered]
    begun = [arm for arm in job.case.arms() if not any(levels > arm.levels.items() for levels in finer)]
    arms: dict[str, Arm] = {}
    for arm in (*begun, *ordered):
        arms.setdefault(arm.name, arm)
    return arms.values()


def _planned_arm(job: Job, arm: Arm, blocks: Sequence[Block]) -> PlannedArm:
    work = work_of(job, _order_of(arm, blocks))
    processes = tuple(gathered(PlannedProcess, process) for process in work.processes)
    return PlannedArm(arm, processes, tuple(watch.name for watch in work.watches))


def _order_of(arm: Arm, blocks: Sequence[Block]) -> Order:
    """An order for the arm; similar to the others if the first blocks do not measure it."""
    orders = [order for block in reversed(blocks) for order in block.orders]
    like = orders[0] if orders else Order(arm, 30.0)
    return next((order for order in orders if order.arm.name == arm.name), replace(like, arm=arm))


def work_of(job: Job, order: Order) -> Work:
    """The work of a run of that order, with the commands of the driver."""
    return divided(job.case.work(order), job.hosts)


def _transitions(job: Job, blocks: Sequence[Block]) -> Iterator[Transition]:
    """The steps between runs, each transition once: in the first blocks, and from arm to arm in order."""
    ordered = [order.arm for block in blocks for order in block.orders]
    arms = job.case.arms()
    seen: set[tuple[str, str]] = set()
    for before, after in (*pairwise((None, *ordered)), *pairwise(arms)):
        if after is None:
            continue
        way = (before.name if before else "", after.name)
        if way not in seen:
            seen.add(way)
            if steps := job.case.between(before, after):
                yield Transition(*way, tuple(gathered(PlannedStep, step) for step in steps))


def _restarts(setup: Sequence[PlannedStep], transitions: Sequence[Transition]) -> Iterator[str]:
    for step in setup:
        if step.restart:
            yield f"{step.qmgr}, before the first run: {step.what}"
    for transition in transitions:
        for step in transition.steps:
            if step.restart:
                before = transition.before or "the set-up"
                yield f"{step.qmgr}, each time {transition.after} follows {before}: {step.what}"


def _production(
    job: Job, blocks: Sequence[Block], setup: Sequence[PlannedStep], transitions: Sequence[Transition]
) -> Iterator[str]:
    """The production queue managers that any part of the plan touches."""
    steps = (*setup, *(step for transition in transitions for step in transition.steps))
    works = [work_of(job, order) for block in blocks for order in block.orders]
    touched = {job.target.qmgr, *(step.qmgr for step in steps)}
    touched |= {watch.qmgr for work in works for watch in work.watches}
    touched |= {word.lstrip("*") for work in works for process in work.processes for word in process.argv}
    return (name for name in sorted(job.production) if name in touched)


def _minutes(job: Job, blocks: Sequence[Block]) -> tuple[float, float]:
    """The usual length at 1% noise, and that of the blocks that were asked for, one by default.

    The usual one is in proportion to the length of the runs, with the start and end of drivers.
    """
    ends, asked = _with_ends(job, blocks[-1].orders[0]), block_seconds(blocks[-1])
    usual = first_step(replace(job, settings=job.experiment.definition.defaults))
    longer = asked / block_seconds(usual) if isinstance(usual, Block) else 1.0
    seconds = sum(block_seconds(block) for block in blocks[:-1]) + asked * (job.repeat or 1)
    return job.experiment.definition.minutes * ends * longer, seconds * ends / SECONDS_A_MINUTE


def _with_ends(job: Job, order: Order) -> float:
    """The time of a run with starting and ending its drivers, relative to the run alone."""
    if job.simulated:
        return 1.0
    getters = [process for process in work_of(job, order).processes if process.background]
    idle = not all(process.ends_first for process in getters)
    end = (IDLE_END_SECONDS if idle else END_SECONDS) if getters else 0.0
    return 1 + (START_SECONDS + end) / order.seconds


def block_seconds(block: Block) -> float:
    """The measured time of a block in seconds, without the start and end of the drivers."""
    return sum(order.seconds for order in block.orders)


# Checks of the preflight.

OK = "ok"
WARNING = "warning"
FAILED = "failed"
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Check:
    """What was checked, its state (ok, warning, failed, unknown), what was found, and what to do next."""

    name: str
    state: str
    message: str
    help: str = ""
