"""The form for a new experiment: its fields, their initial values, and the request made from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mqtune.lab.api import Request, UsageError, drivers_of, settings_of
from mqtune.lab.core.definition import Definition, ExperimentSetting
from mqtune.lab.core.job import SIMULATED
from mqtune.lab.core.settings import shown, wanted
from mqtune.tui.fields.form import Field
from mqtune.tui.project import OpenProject
from mqtune.tui.status import PRODUCTION

QMGR, DRIVER, REPEAT, MINUTES = "queue manager", "driver", "repeat", "max minutes"
DEMO_QMGR = "QM1"
DEMO_PACE = "20"  # simulated seconds per second: an experiment of 7 minutes takes 20 seconds
PACE = "pace"


@dataclass(frozen=True, slots=True)
class FormContext:
    """The context of a form: the project, the selected queue manager, and whether this is a demo."""

    opened: OpenProject | None
    chosen: str
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

    def first_name(self) -> str:
        """Return the initial queue manager: the selected one, else one for tests, else the only one."""
        names = self.names
        tests = [name for name, role in names.items() if role and role != PRODUCTION]
        if self.chosen or tests or len(names) == 1:
            return self.chosen or next(iter([*tests, *names]))
        return DEMO_QMGR if self.demo else ""

    def project_of(self, qmgr: str) -> str | None:
        """Return the project file that declares a queue manager, and with it the role."""
        if self.config is not None or self.opened is None:
            return self.config
        projects = {one.project.file: one.project for one in self.opened.workspace.estates}
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
        values |= {DRIVER: SIMULATED, PACE: DEMO_PACE}
    return values


def fields_of(definition: Definition, values: Mapping[str, str], context: FormContext) -> list[Field]:
    """Return the fields of an experiment with a driver; some settings belong to the driver."""
    names = context.names
    roles = [f"{name} ({role})" if role else name for name, role in names.items()]
    drivers = (SIMULATED,) if context.demo else drivers_of(definition)
    driver = values.get(DRIVER, drivers[0])
    fields = [
        Field(
            QMGR,
            values.get(QMGR, ""),
            f"the queue manager to measure{': ' if roles else ''}{', '.join(roles)}",
            "its name",
            suggestions=tuple(names),
        ),
        Field(DRIVER, driver, DRIVER_SAYS, choices=drivers),
    ]
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
    qmgr = values.get(QMGR, "").strip()
    return Request(
        definition.name,
        qmgr,
        driver,
        tuple(given),
        _whole(values.get(REPEAT, "")),
        _number(values.get(MINUTES, "")),
        config=context.project_of(qmgr),
    )


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
