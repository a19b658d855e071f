"""An experiment with everything decided: its settings, target, driver, budget, pilot and hosts."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from statistics import mean, median

from mqtune.hosts.inventory import Host, checked_host, read_inventory
from mqtune.lab.core.definition import Definition, LabError, Value, of_hosts, shown
from mqtune.lab.core.encoding import gathered
from mqtune.lab.core.experiment import Experiment, Process, Settings, Target, Work
from mqtune.lab.core.run import PILOT, RATES, Block, Noise, Order, Run
from mqtune.lab.core.statistics import deviation_by_median, pooled_variance
from mqtune.language.available import parse_level
from mqtune.project.boundary import typed_refusal
from mqtune.project.settings import HostDeclaration, Project
from mqtune.text.spelling import nearest

SIMULATED = "simulated"
MANUAL = "manual"
PRODUCTION = "production"
NOTICE = "SIMULATED: no queue manager was measured"
SECONDS_A_MINUTE = 60.0

# the default budget, from the usual length at 1% noise: a decision at 5 to 15% noise takes up to four times
# as long (reference simulations of the methods)
LEAST_BUDGET_MINUTES = 20.0
BUDGET_FACTOR = 4.0


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be measured, and the maximum length in minutes."""

    experiment: Experiment
    settings: Settings
    target: Target
    driver: str
    seed: int
    max_minutes: float
    role: str = ""  # of the queue manager: test, production, or empty if not declared
    repeat: int | None = None
    command_line: str = ""
    production: frozenset[str] = frozenset()  # names of all queue managers that are declared as production
    hosts: tuple[Host, ...] = ()  # where the drivers run; none is this machine
    queue_manager_hosts: Mapping[str, Host] = field(default_factory=dict)  # of those on other hosts

    @property
    def case(self) -> Experiment:
        """The experiment with its settings on its target."""
        return self.experiment.on(self.settings, self.target)

    @property
    def simulated(self) -> bool:
        """Whether no queue manager is measured."""
        return self.driver == SIMULATED

    @property
    def words(self) -> str:
        """The driver whose commands describe the runs: for `manual` and `simulated` the usual one."""
        drivers = self.experiment.definition.drivers
        return self.driver if self.driver in drivers else drivers[0]


def usual_budget(minutes: float) -> float:
    """The default budget, in minutes, of an experiment that usually takes `minutes`."""
    return max(LEAST_BUDGET_MINUTES, BUDGET_FACTOR * minutes)


def command_line(
    definition: Definition,
    qmgr: str,
    driver: str,
    settings: Settings,
    repeat: int | None = None,
    max_minutes: float | None = None,
    where: Sequence[str] = (),
) -> str:
    """The command that runs the same experiment, with every setting that is not at its default.

    `where` are the options that name hosts.
    """
    words = ["mqtune", "experiment", "run", definition.name, "--driver", driver, "--qmgr", qmgr, *where]
    for name, value in settings.items():
        if value != definition.defaults.get(name):
            words += ["--set", f"{name}={shown(value)}"]
    if repeat is not None:
        words += ["--repeat", str(repeat)]
    if max_minutes is not None:
        words += ["--max-minutes", f"{max_minutes:g}"]
    return shlex.join(words)


# The pilot: runs of one arm before anything is compared, which show how noisy the machine is.

RUNS = 3
SECONDS = 20.0
CUT_SECONDS = 8.0
QUIET = 0.02
NOISY = 0.10
RATE = "/s"
_WHY = "noise of the machine: the same arm three times, before anything is compared"


def pilot_block(job: Job) -> Block | None:
    """The pilot of a job; None if runs have no rate, are too long to repeat, or are made by a person.

    Three runs of 20 s give the variation from second to second and, roughly, from run to run; every block
    refines the latter. The noise determines what can be expected of an experiment. Source of the bounds:
    simulations of the methods, at 1, 5 and 15% noise within and between runs (`bench/success.py`).
    """
    definition = job.experiment.definition
    if job.driver == MANUAL or not definition.pilot or not definition.unit.endswith(RATE):
        return None
    arms = job.case.arms()
    # no restart of a queue manager only to measure its noise
    arms = tuple(arm for arm in arms if not job.case.between(None, arm)) or arms
    if not arms:
        return None
    order = Order(arms[len(arms) // 2], SECONDS, CUT_SECONDS, PILOT)
    return Block((order,) * RUNS, _WHY)


def noise_of(runs: Sequence[Run]) -> Noise | None:
    """The noise that runs of the same arms show; None if none of them counts.

    `within` is the deviation of the seconds of a run as a share of their median, averaged over the runs. It
    is computed from the median absolute deviation, so that a stalled second does not count as noise.
    `between` is the deviation of the logarithms of the runs' values around the mean of their arm; None if
    each arm has only one run.
    """
    counted = [run for run in runs if run.counts and run.value and run.value > 0]
    shares = [share for run in counted if (share := _within(run)) is not None]
    if not shares:
        return None
    return Noise(mean(shares), _between(counted))


def _within(run: Run) -> float | None:
    series = run.series.get(RATES)
    if series is None:
        return None
    cut = run.cut.seconds if run.cut else 0.0
    rates = [rate for at, rate in zip(series.at, series.values, strict=True) if at > cut]
    middle = median(rates) if rates else 0.0
    return deviation_by_median(rates) / middle if middle > 0 else None


def _between(runs: Sequence[Run]) -> float | None:
    by_arm: dict[tuple[str, float | None, str], list[float]] = {}
    for run in runs:
        key = (run.order.arm.name, run.order.rate, run.order.purpose)
        by_arm.setdefault(key, []).append(math.log(run.value or 1.0))
    variance = pooled_variance(by_arm.values())
    return None if variance is None else math.sqrt(variance)


def worse(pilot: Noise | None, runs: Noise | None) -> Noise | None:
    """The noise of an experiment: the larger of what its pilot and its runs show."""
    if pilot is None or runs is None:
        return pilot or runs
    return Noise(max(pilot.within, runs.within), max(pilot.between or 0.0, runs.between or 0.0))


def promise(noise: Noise | None) -> str:
    """What can be expected of an experiment at this noise, in one sentence."""
    if noise is None:
        return "the noise of the machine is not known before the first block"
    worst = max(noise.within, noise.between or 0.0)
    if (noise.between or 0.0) > NOISY:
        return (
            "runs differ by more than 10%: only effects of 25% or more can be detected; check for other "
            "load, frequency scaling, NUMA placement and steal time of a virtual machine"
        )
    if worst <= QUIET:
        return "low noise: a decision usually takes 5 to 15 minutes"
    return "some noise: a decision may take 10 to 20 minutes, or remain open"


# Places: the hosts of drivers and queue managers, and how they connect.

CLIENT, BINDINGS, ADDRESS = "client", "bindings", "host"


@dataclass(frozen=True, slots=True)
class Places:
    """The hosts of the drivers, those of queue managers by name, and the options that name them."""

    qmgr: str
    drivers: tuple[Host, ...] = ()
    queue_managers: Mapping[str, Host] = field(default_factory=dict)
    words: tuple[str, ...] = ()


def host_names(project: Project, inventory: str | None = None) -> tuple[str, ...]:
    """The names by which drivers can be placed: of the project file, then groups and hosts of an inventory.

    Raises LabError if the inventory cannot be read.
    """
    known = _inventory(inventory)
    return tuple(dict.fromkeys((*(host.name for host in project.hosts), *known)))


def placed(project: Project, qmgr: str, driver: str, names: Sequence[str], inventory: str | None) -> Places:
    """The places of an experiment on a queue manager. Raises LabError for a name that is not possible."""
    if driver in (SIMULATED, MANUAL):
        if names:
            raise LabError(
                f"--host is not possible with --driver {driver}", "it is for drivers that mqtune starts"
            )
        return Places(qmgr)
    declared_hosts = {entry.name: _of_project(entry, project.file) for entry in project.hosts}
    known = _inventory(inventory)
    if inventory and not names:
        raise LabError("--inventory without --host", "name hosts or groups of the inventory with --host")
    drivers: dict[str, Host] = {}
    for name in names:
        for host in _named(name, declared_hosts, known, inventory):
            drivers[host.name] = _accepted(host)
    homes = {of: _accepted(host) for host in declared_hosts.values() for of in host.queue_managers}
    words = [word for name in names for word in ("--host", name)]
    words += ["--inventory", inventory] if inventory else []
    return Places(qmgr, tuple(drivers.values()), homes, tuple(words))


def connected(
    places: Places, definition: Definition, settings: dict[str, Value], given: Sequence[str]
) -> tuple[Places, dict[str, Value]]:
    """The places and settings with the connection of drivers on other hosts.

    A driver on the queue manager's host alone connects as usual; one elsewhere is a client. Raises LabError
    if the experiment cannot be measured by clients, or if the address of the queue manager is not known.
    """
    if not places.drivers:
        return places, settings
    chosen = {text.partition("=")[0].strip().lower().replace("_", "-") for text in given}
    home, client = places.queue_managers.get(places.qmgr), settings.get(BINDINGS) == CLIENT
    first = places.drivers[0]
    if home is None and len(places.drivers) == 1 and not client:
        # the driver uses local bindings, so the queue manager is where the driver is
        return replace(places, queue_managers={**places.queue_managers, places.qmgr: first}), settings
    known = {setting.name: setting for setting in definition.settings}
    if home is not None and places.drivers == (home,) and not client:
        return places, _partners(places, settings, chosen)
    choices = known[BINDINGS].choices if BINDINGS in known else ()
    if CLIENT not in choices or (BINDINGS in chosen and not client):
        raise LabError(
            f"{definition.name} needs its driver on the host of {places.qmgr}"
            + (f", with bindings={settings[BINDINGS]}" if BINDINGS in settings else ""),
            f"use --host {home.name}" if home else "name that host alone with --host",
        )
    if local := sorted(name for name in chosen & known.keys() if _is_local(name, settings)):
        raise LabError(
            f"{definition.name} with {local[0]}={settings[local[0]]} needs its driver on the host of the "
            "queue manager",
            f"leave out {local[0]}: drivers on other hosts are clients",
        )
    settings = (
        settings | {name: CLIENT for name in settings if _is_local(name, settings)} | {BINDINGS: CLIENT}
    )
    if ADDRESS in known and ADDRESS not in chosen:
        if home is None:
            raise LabError(
                f"the address of {places.qmgr}, as the driver hosts reach it, is not known",
                "set it with --set host=ADDRESS, or declare the host of the queue manager as [[host]]",
            )
        settings[ADDRESS] = home.address
    return places, _partners(places, settings, chosen)


def _is_local(name: str, settings: Mapping[str, Value]) -> bool:
    """Whether a setting is how other processes of the driver connect, and that is not as clients."""
    return name.endswith(f"-{BINDINGS}") and settings[name] != CLIENT


def _partners(places: Places, settings: dict[str, Value], chosen: set[str]) -> dict[str, Value]:
    """The settings with the connections to other queue managers than the measured one.

    A process is a client of a queue manager whose host is not the only host of the drivers. Members that
    reach each other at `localhost` are on one host, so that it has the address of the measured one.
    """
    connections = dict(settings)
    for name in [name for name in settings if name.endswith(f"-{BINDINGS}")]:
        prefix = name.removesuffix(BINDINGS)
        home = places.queue_managers.get(str(settings.get(f"{prefix}qmgr")))
        if home is not None and places.drivers != (home,) and name not in chosen:
            connections[name] = CLIENT
        if (
            connections[name] == CLIENT
            and f"{prefix}{ADDRESS}" in settings
            and f"{prefix}{ADDRESS}" not in chosen
        ):
            connections[f"{prefix}{ADDRESS}"] = home.address if home else settings[ADDRESS]
    return connections


def _of_project(declared: HostDeclaration, file: str) -> Host:
    return gathered(Host, declared, destination=declared.ssh, source=f"{file}:{declared.line}")


def _inventory(path: str | None) -> Mapping[str, tuple[Host, ...]]:
    if path and (reason := typed_refusal(path)):
        raise LabError(f"{path} is not read: it {reason}", "name the file to which the link leads")
    with of_hosts():
        return read_inventory(path) if path else {}


def _named(
    name: str,
    declared_hosts: Mapping[str, Host],
    known: Mapping[str, tuple[Host, ...]],
    inventory: str | None,
) -> tuple[Host, ...]:
    """The hosts of a name: of the inventory, of the project file, or else a destination of ssh."""
    if name in known:
        return known[name]  # those that are not connected to may have options that are not accepted
    if name in declared_hosts:
        return (declared_hosts[name],)
    near = nearest(name, (*known, *declared_hosts))
    if inventory is not None or near or name.startswith("-") or not name.strip():
        where = (
            f"{inventory} has no host or group {name!r}" if inventory else f"host {name!r} is not declared"
        )
        raise LabError(where, f"the nearest is {near}" if near else "name a host, a group or USER@HOST")
    return (Host(name, name, source="--host"),)


def _accepted(host: Host) -> Host:
    """The same host. Raises LabError if its destination or an option is not accepted."""
    with of_hosts():
        return checked_host(host)


def declared(project: Project, qmgr: str) -> tuple[Target, str]:
    """The queue manager with its level and cores (None if not declared), and its role (empty)."""
    row = next((manager for manager in project.queue_managers if manager.name == qmgr), None)
    level = parse_level(project.mq_version) if project.mq_version else None
    return Target(qmgr, level, row.cores if row else None), (row.role or "") if row else ""


# The processes of a run, divided among the hosts of its drivers.

FIRST, LAST, COUNT = "-db", "-dx", "-dn"  # the destinations that threads use in turn


def divided(work: Work, hosts: Sequence[Host]) -> Work:
    """The work with each process divided by threads among the hosts.

    Watches of this machine's processors and files are omitted, since nothing runs on it.
    """
    if not hosts:
        return work
    processes = tuple(
        part for process in work.processes for part in _parts(process, [host.name for host in hosts])
    )
    return Work(processes, tuple(watch for watch in work.watches if watch.qmgr))


def _parts(process: Process, hosts: Sequence[str]) -> list[Process]:
    """The parts of a process; as a whole on the first host if its destinations cannot be divided."""
    share, rest = divmod(process.threads, len(hosts))
    counts = [share + (at < rest) for at in range(min(len(hosts), process.threads))]
    parts = []
    for host, count, before in zip(hosts, counts, accumulate(counts, initial=0), strict=False):
        argv = _argv(process, before, count)
        if argv is None:
            return [replace(process, host=hosts[0])]
        role = process.role if count == process.threads else f"{process.role} on {host}"
        parts.append(replace(process, role=role, host=host, threads=count, argv=argv))
    return parts


def _argv(process: Process, before: int, count: int) -> tuple[str, ...] | None:
    """The command of `count` threads after the first `before` ones; None if it cannot be divided."""
    if count == process.threads:
        return process.argv
    words = list(process.argv)
    values = {
        word: at + 1 for at, word in enumerate(words[:-1]) if word in ("-nt", "-id", FIRST, LAST, COUNT)
    }
    if "-nt" not in values:
        return None
    words[values["-nt"]] = str(count)
    if "-id" in values:
        words[values["-id"]] += f"H{before}"
    if FIRST in values:
        begin = int(words[values[FIRST]])
        many = int(words[values[COUNT]]) if COUNT in values else int(words[values[LAST]]) - begin + 1
        at = before % many
        if at and at + count > many:
            return None
        words[values[FIRST]] = str(begin + at)
        used = min(count, many - at)
        if COUNT in values:
            words[values[COUNT]] = str(used)
        else:
            words[values[LAST]] = str(begin + at + used - 1)
    return tuple(words)
