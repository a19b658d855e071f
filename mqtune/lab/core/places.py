"""Where an experiment takes place: the hosts of its drivers and queue managers, and how they connect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from mqtune.hosts.host import Host
from mqtune.hosts.inventory import read_inventory
from mqtune.hosts.ssh_options import checked_host
from mqtune.lab.core.definition import Definition
from mqtune.lab.core.encoding import gathered
from mqtune.lab.core.errors import LabError, of_hosts
from mqtune.lab.core.experiment import Target
from mqtune.lab.core.job import MANUAL, SIMULATED
from mqtune.lab.core.settings import Value
from mqtune.language.levels import parse_level
from mqtune.project.boundary import typed_refusal
from mqtune.project.settings import HostDeclaration, Project
from mqtune.text.spelling import nearest

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
    return tuple(dict.fromkeys((*(one.name for one in project.hosts), *known)))


def placed(project: Project, qmgr: str, driver: str, names: Sequence[str], inventory: str | None) -> Places:
    """The places of an experiment on a queue manager. Raises LabError for a name that is not possible."""
    if driver in (SIMULATED, MANUAL):
        if names:
            raise LabError(
                f"--host is not possible with --driver {driver}", "it is for drivers that mqtune starts"
            )
        return Places(qmgr)
    with of_hosts():
        here = {one.name: checked_host(_of_project(one, project.file)) for one in project.hosts}
    known = _inventory(inventory)
    if inventory and not names:
        raise LabError("--inventory without --host", "name hosts or groups of the inventory with --host")
    drivers: dict[str, Host] = {}
    for name in names:
        for host in _named(name, here, known, inventory):
            drivers[host.name] = host
    homes = {of: host for host in here.values() for of in host.queue_managers}
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
    known = {one.name: one for one in definition.settings}
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
    found = dict(settings)
    for name in [name for name in settings if name.endswith(f"-{BINDINGS}")]:
        prefix = name.removesuffix(BINDINGS)
        home = places.queue_managers.get(str(settings.get(f"{prefix}qmgr")))
        if home is not None and places.drivers != (home,) and name not in chosen:
            found[name] = CLIENT
        if found[name] == CLIENT and f"{prefix}{ADDRESS}" in settings and f"{prefix}{ADDRESS}" not in chosen:
            found[f"{prefix}{ADDRESS}"] = home.address if home else settings[ADDRESS]
    return found


def _of_project(declared: HostDeclaration, file: str) -> Host:
    return gathered(Host, declared, destination=declared.ssh, source=f"{file}:{declared.line}")


def _inventory(path: str | None) -> Mapping[str, tuple[Host, ...]]:
    if path and (reason := typed_refusal(path)):
        raise LabError(f"{path} is not read: it {reason}", "name the file to which the link leads")
    with of_hosts():
        return read_inventory(path) if path else {}


def _named(
    name: str, here: Mapping[str, Host], known: Mapping[str, tuple[Host, ...]], inventory: str | None
) -> tuple[Host, ...]:
    """The hosts of a name: of the inventory, of the project file, or else a destination of ssh."""
    if name in known:
        return known[name]
    if name in here:
        return (here[name],)
    near = nearest(name, (*known, *here))
    if inventory is not None or near or name.startswith("-") or not name.strip():
        where = (
            f"{inventory} has no host or group {name!r}" if inventory else f"host {name!r} is not declared"
        )
        raise LabError(where, f"the nearest is {near}" if near else "name a host, a group or USER@HOST")
    with of_hosts():
        return (checked_host(Host(name, name, source="--host")),)


def declared(project: Project, qmgr: str) -> tuple[Target, str]:
    """The queue manager with its level and cores (None if not declared), and its role (empty)."""
    row = next((one for one in project.queue_managers if one.name == qmgr), None)
    level = parse_level(project.mq_version) if project.mq_version else None
    return Target(qmgr, level, row.cores if row else None), (row.role or "") if row else ""
