"""The form for a new experiment: its fields, their initial values, and the request made from them."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mqtune.lab.api import LabError, Request, UsageError, drivers_of, settings_of
from mqtune.lab.core.definition import Definition, ExperimentSetting
from mqtune.lab.core.job import MANUAL, SIMULATED
from mqtune.lab.core.places import host_names
from mqtune.lab.core.settings import shown, wanted
from mqtune.project.settings import Project
from mqtune.tui.fields.form import Field
from mqtune.tui.project import OpenProject, QueueManagerName
from mqtune.tui.status import PRODUCTION

QMGR, DRIVER, REPEAT, MINUTES = "queue manager", "driver", "repeat", "max minutes"
QMGR_NAME, HOST, HOST_NAME, INVENTORY = "its name", "driver host", "host names", "inventory"
OTHER = "another"  # the choice after which a name is typed
HERE = "this machine"
DEMO_QMGR = "QM1"
DEMO_PACE = "20"  # simulated seconds per second: an experiment of 7 minutes takes 20 seconds
PACE = "pace"
# the simulated line has a clear peak at 4; with 3, 4 and 5 publishers most demos would end in a tie
DEMO_SETTINGS = {"topic-limit": {"publishers": "2,4,6"}}


@dataclass(frozen=True, slots=True)
class FormContext:
    """The context of a form: the project, the selected queue manager, and whether this is a demo."""

    opened: OpenProject | None
    chosen: QueueManagerName | None
    config: str | None
    demo: bool

    @property
    def names(self) -> dict[str, str]:
        """The queue managers of the project with their roles; of two with the same name, production wins."""
        found: dict[str, str] = {}
        for one in self.opened.queue_managers if self.opened is not None else ():
            if found.get(one.name) != PRODUCTION:
                found[one.name] = one.role
        return found

    def hosts_of(self, qmgr: str, inventory: str) -> tuple[str, ...]:
        """The hosts and groups on which drivers can run. Reads the inventory: call it in a thread.

        An inventory that cannot be read adds none; making the plan reports the reason.
        """
        project = self._projects.get(self.project_of(qmgr) or "", Project())
        try:
            return host_names(project, os.path.expanduser(inventory) or None)
        except LabError:
            return host_names(project)

    @property
    def _projects(self) -> dict[str, Project]:
        if self.opened is None:
            return {}
        return {one.project.file: one.project for one in self.opened.workspace.estates}

    def first_name(self) -> str:
        """Return the initial queue manager: the selected one, else one for tests, else the only one."""
        names = self.names
        tests = [name for name, role in names.items() if role and role != PRODUCTION]
        if self.demo and not self.chosen:  # with cores for several arms
            return max(tests, key=self._cores_of, default=DEMO_QMGR)
        if self.chosen is not None:
            return self.chosen.name
        if tests or len(names) == 1:
            return next(iter([*tests, *names]))
        return ""

    def _cores_of(self, name: str) -> float:
        """The declared cores of a queue manager; if they are unknown, any number of arms is possible."""
        managers = (one for project in self._projects.values() for one in project.queue_managers)
        return max((one.cores or math.inf for one in managers if one.name == name), default=math.inf)

    def project_of(self, qmgr: str) -> str | None:
        """Return the project file that declares a queue manager, and with it the role."""
        if self.config is not None or self.opened is None:
            return self.config
        projects = self._projects
        projects.pop("", None)
        found = [
            (one.role != PRODUCTION, file)
            for file, project in projects.items()
            for one in project.queue_managers
            if one.name == qmgr
        ]
        if found:
            return min(found)[1]
        return next(iter(projects)) if len(projects) == 1 else None


def first_values(definition: Definition, context: FormContext) -> dict[str, str]:
    """Return the initial values of the fields."""
    values = {QMGR: context.first_name(), DRIVER: drivers_of(definition)[0]}
    if context.demo:
        values |= {DRIVER: SIMULATED, PACE: DEMO_PACE, **DEMO_SETTINGS.get(definition.name, {})}
    return values


def fields_of(
    definition: Definition, values: Mapping[str, str], context: FormContext, hosts: Sequence[str] = ()
) -> list[Field]:
    """Return the fields of an experiment with a driver; some settings belong to the driver.

    `hosts` are the names of hosts to choose from.
    """
    drivers = (SIMULATED,) if context.demo else drivers_of(definition)
    driver = values.get(DRIVER, drivers[0])
    fields = [*_queue_manager(values, context), Field(DRIVER, driver, DRIVER_SAYS, choices=drivers)]
    if driver not in (SIMULATED, MANUAL):
        fields += _hosts(values, hosts)
    fields += [_field(one, values) for one in settings_of(definition.name, driver).settings]
    fields.append(
        Field(
            REPEAT, values.get(REPEAT, ""), "minimum number of blocks of runs before a verdict", "as needed"
        )
    )
    fields.append(
        Field(MINUTES, values.get(MINUTES, ""), "maximum time; undecided if it runs out", "default budget")
    )
    return fields


DRIVER_SAYS = (
    "what generates the load: a load driver on this machine; `manual`, if you run the commands elsewhere and "
    "name the output files; or `simulated`, which measures nothing"
)


def _queue_manager(values: Mapping[str, str], context: FormContext) -> list[Field]:
    """The field of the queue manager: chosen among those of the project, or typed."""
    names, value = context.names, values.get(QMGR, "")
    typed = Field(
        QMGR_NAME, values.get(QMGR_NAME, ""), "the queue manager, as MQ spells its name", "no name yet"
    )
    if not names:
        return [replace(typed, name=QMGR, value=value)]
    notes = {name: f"({role})" for name, role in names.items() if role}
    chosen = Field(QMGR, value, QMGR_SAYS, choices=(*names, OTHER), notes=notes)
    return [chosen, typed] if value == OTHER else [chosen]


def _hosts(values: Mapping[str, str], hosts: Sequence[str]) -> list[Field]:
    """The fields of the hosts on which the driver runs."""
    value = values.get(HOST, HERE)
    fields = [Field(HOST, value, HOST_SAYS, choices=(HERE, *hosts, OTHER))]
    if value == OTHER:
        says = "names of hosts, or destinations of ssh such as mq@driver1, separated by commas"
        fields.append(Field(HOST_NAME, values.get(HOST_NAME, ""), says, "user@host"))
    says = "an Ansible inventory; its hosts and groups can then be chosen as driver host"
    return [*fields, Field(INVENTORY, values.get(INVENTORY, ""), says, "path of the file")]


QMGR_SAYS = (
    "the queue manager to measure, from the project; ← → or its first letters choose, `another` lets you type"
)
HOST_SAYS = "where the driver runs: hosts come from [[host]] in mqtune.toml and from the inventory"


def _field(setting: ExperimentSetting, values: Mapping[str, str]) -> Field:
    default = shown(setting.default)
    says = f"{setting.help}: {wanted(setting)}"
    if setting.type == "choice":
        return Field(setting.name, values.get(setting.name, default), says, choices=setting.choices)
    hint = f"{default} {setting.unit}".strip() or "none"
    return Field(setting.name, values.get(setting.name, ""), says, hint)


def request_of(definition: Definition, values: Mapping[str, str], context: FormContext) -> Request:
    """Return the request of a form. Raises UsageError for a value that is not a number."""
    driver = values.get(DRIVER, drivers_of(definition)[0])
    given = []
    for one in settings_of(definition.name, driver).settings:
        word = values.get(one.name, "").strip()
        if word and word != shown(one.default):
            given.append(f"{one.name}={word}")
    qmgr = queue_manager_of(values)
    return Request(
        definition.name,
        qmgr,
        driver,
        tuple(given),
        _whole(values.get(REPEAT, "")),
        _number(values.get(MINUTES, "")),
        config=context.project_of(qmgr),
        **(_places(values) if driver not in (SIMULATED, MANUAL) else {}),
    )


def queue_manager_of(values: Mapping[str, str]) -> str:
    """Return the queue manager that was chosen or typed."""
    name = values.get(QMGR, "").strip()
    return values.get(QMGR_NAME, "").strip() if name == OTHER else name


def _places(values: Mapping[str, str]) -> dict[str, Any]:
    """Return the arguments of a request that place the driver."""
    host, inventory = values.get(HOST, HERE), values.get(INVENTORY, "").strip()
    if host == OTHER:
        hosts = [word.strip() for word in values.get(HOST_NAME, "").split(",") if word.strip()]
        if not hosts:
            raise UsageError("no driver host is named", "type its name, or choose this machine")
    else:
        hosts = [] if host == HERE else [host]
    return {"hosts": hosts, "inventory": os.path.expanduser(inventory) if inventory else None}


def _whole(word: str) -> int | None:
    if not word.strip():
        return None
    if not word.strip().isdigit():
        raise UsageError(f"invalid {REPEAT} {word.strip()!r}", "write a whole number of 1 or more")
    return int(word)


def _number(word: str) -> float | None:
    if not word.strip():
        return None
    try:
        return float(word)
    except ValueError:
        raise UsageError(f"invalid minutes {word.strip()!r}", "write a number above 0, such as 30") from None
