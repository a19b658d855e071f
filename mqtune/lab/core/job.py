"""An experiment with everything decided: settings, target, driver, seed and budget."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mqtune.hosts.host import Host
from mqtune.lab.core.definition import Definition
from mqtune.lab.core.experiment import Experiment, Settings, Target
from mqtune.lab.core.settings import shown

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
