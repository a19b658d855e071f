"""The form for a new experiment, the list from which it is chosen, and the description beside the list."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from mqtune.lab.api import LabError, Request, UsageError, drivers_of, settings_of
from mqtune.lab.core.definition import Definition, ExperimentSetting, shown, wanted
from mqtune.lab.core.job import MANUAL, SIMULATED, host_names
from mqtune.lab.core.plan import ExperimentPlan
from mqtune.lab.journal.result import Result
from mqtune.present.experiment.plan import budget_warning, time_line
from mqtune.present.experiment.text import minutes_text, verdict_text
from mqtune.project.settings import Project
from mqtune.text.messages import printable
from mqtune.tui import cells as styles
from mqtune.tui.areas.lab.progress_text import ExperimentFeed, counted_runs, head_lines, notice
from mqtune.tui.cells import hanging, padded
from mqtune.tui.project import OpenProject, QueueManagerName
from mqtune.tui.status import PRODUCTION
from mqtune.tui.widgets.form import Field
from mqtune.tui.widgets.lists import KeyList

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
        roles: dict[str, str] = {}
        for manager in self.opened.queue_managers if self.opened is not None else ():
            if roles.get(manager.name) != PRODUCTION:
                roles[manager.name] = manager.role
        return roles

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
        return {estate.project.file: estate.project for estate in self.opened.workspace.estates}

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
        managers = (manager for project in self._projects.values() for manager in project.queue_managers)
        return max(
            (manager.cores or math.inf for manager in managers if manager.name == name), default=math.inf
        )

    def project_of(self, qmgr: str) -> str | None:
        """Return the project file that declares a queue manager, and with it the role."""
        if self.config is not None or self.opened is None:
            return self.config
        projects = self._projects
        projects.pop("", None)
        files = [
            (manager.role != PRODUCTION, file)
            for file, project in projects.items()
            for manager in project.queue_managers
            if manager.name == qmgr
        ]
        if files:
            return min(files)[1]
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
    fields += [_field(setting, values) for setting in settings_of(definition.name, driver).settings]
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
    for setting in settings_of(definition.name, driver).settings:
        word = values.get(setting.name, "").strip()
        if word and word != shown(setting.default):
            given.append(f"{setting.name}={word}")
    qmgr = queue_manager_of(values)
    return Request(
        definition.name,
        qmgr,
        driver,
        tuple(given),
        _integer(values.get(REPEAT, "")),
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


def _integer(word: str) -> int | None:
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


# The list.


class ExperimentList(KeyList):
    """The running experiment, all experiments, and the unfinished ones."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Next", id="lab.next", key_display="⏎", tooltip="to the preflight checks"),
    ]


# The description of an experiment to choose, the running one, or one to resume.

NAME = 16  # columns
WHERE_IT_STOPPED = "Enter resumes it where it stopped."
ASKS_MINUTES = "Enter asks for more minutes, and resumes it."


def about_experiment(definition: Definition, demo: bool, width: int) -> Content:
    """Return the question, the duration, and what the experiment touches and recommends."""
    lines = [Content.styled(definition.question, styles.STRONG)]
    takes = f"about {definition.minutes:g} min at 1% noise, measured by {', '.join(definition.drivers)}"
    if demo:
        lines.append(Content.styled("SIMULATED: nothing is measured, and nothing is touched", styles.ALARM))
        takes = f"outside the demo: {takes}"
    lines += [Content(part) for part in hanging(takes, width)]
    for title, words in (
        ("touches, outside the demo" if demo else "touches", definition.touches),
        ("safeguards", definition.guard_rails),
        ("recommends", (definition.recommends,)),
        ("source", (definition.source,)),
    ):
        lines.append(_title(title))
        for point in words:
            lines += [Content(part) for part in hanging(f"· {point}", width)]
    return Content("\n").join(lines)


def command_content(plan: ExperimentPlan) -> Content:
    """Return the command, and whether the time suffices."""
    command = Content.styled(printable(plan.command_line), styles.QUIET)
    if warning := budget_warning(plan):
        return Content.assemble((warning, styles.WARNING), "\n", command)
    return Content.assemble(command, "\n", time_line(plan))


def about_running(feed: ExperimentFeed) -> Content:
    """Return the progress of the running experiment, or the end of the last one."""
    return Content("\n").join(
        [notice(feed.live.result), *head_lines(feed), Content(""), Content("Enter shows it.")]
    )


def about_unfinished(result: Result) -> Content:
    """Return the state of an experiment that can be resumed."""
    spent = minutes_text(result.clock)
    undecided = result.verdict is not None
    why = verdict_text(result) if undecided else result.stopped or result.closed or "interrupted"
    lines = [
        Content.styled(printable(result.id), styles.STRONG),
        Content(printable(f"on {result.head.qmgr}: {why}")),
        Content(f"{counted_runs(result)} kept, {spent} of at most {result.max_minutes:g} min"),
    ]
    if result.simulated:
        lines.append(Content.styled("SIMULATED", styles.ALARM))
    if result.outstanding:
        lines.append(
            Content(f"{len(result.outstanding)} steps are not undone yet; resuming undoes them first")
        )
    lines += [
        _title("on the command line"),
        Content(f"  mqtune experiment resume {printable(result.id)}"),
    ]
    return Content("\n").join([*lines, Content(""), Content(ASKS_MINUTES if undecided else WHERE_IT_STOPPED)])


def experiment_line(definition: Definition) -> Content:
    """Return the line of an experiment in the list."""
    return Content(f"{padded(definition.name, NAME)} {definition.minutes:>3g} min")


def unfinished_line(result: Result) -> Content:
    """Return the line of an unfinished experiment in the list."""
    state = "to clean up" if result.cut_short else counted_runs(result)
    return Content(printable(f"{result.head.experiment} ({state})"))


def running_line(feed: ExperimentFeed) -> Content:
    """Return the line of the running experiment, or of the last one that ended, in the list."""
    verdict = feed.live.result.verdict
    word = f": {verdict.word}" if verdict is not None else ": ended" if feed.over else ""
    return Content.styled(printable(f"{'■' if feed.over else '▶'} {feed.name}{word}"), styles.RUNNING)


def _title(words: str) -> Content:
    return Content.styled(words, styles.QUIET)
