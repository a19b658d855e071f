"""What an experiment is measured with: the driver, and the step runner."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace

from mqtune.hosts.host import Host
from mqtune.hosts.machine import usable_cores
from mqtune.lab.core.errors import LabError
from mqtune.lab.core.experiment import Target
from mqtune.lab.core.job import MANUAL, SIMULATED, Job
from mqtune.lab.core.prompter import BY_HAND, Prompt, Prompter, require
from mqtune.lab.drivers.base import Driver
from mqtune.lab.drivers.manual import OUTPUT, ManualDriver
from mqtune.lab.drivers.programs import JMS
from mqtune.lab.drivers.queue_managers import QueueManagers
from mqtune.lab.drivers.real import RealDriver
from mqtune.lab.engine.consent import CLASS_PATH, JAVA
from mqtune.lab.engine.steps import StepRunner
from mqtune.lab.journal.events import JournalEntry, LineSaid
from mqtune.lab.simulation.driver import simulated_driver
from mqtune.text.paths import repository_root


def equip(
    job: Job, prompter: Prompter, earlier: Iterable[JournalEntry] = ()
) -> tuple[Driver, StepRunner | None]:
    """The driver and the step runner of a job (none of a simulation); programs are looked up on first use.

    `earlier` are the events of earlier sessions. Raises LabError for a jar that is not named.
    """
    if job.driver == SIMULATED:
        return simulated_driver(job.case, job.seed), None
    if job.driver == MANUAL:
        said = (one.event for one in earlier if isinstance(one.event, LineSaid))
        used = {one.line.text: one.run for one in said if one.line.who == OUTPUT}
        return ManualDriver(prompter, used), ManualStepRunner(prompter)
    _check_class_path(job)
    here = LocalStepRunner(hosts=job.queue_manager_hosts)
    driver = RealDriver(
        job.driver,
        prompter=prompter,
        queue_managers=here,
        word=str(job.settings.get(JAVA, "")),
        class_path=str(job.settings.get(CLASS_PATH, "")),
        hosts=job.hosts,
        home=job.queue_manager_hosts.get(job.target.qmgr),
    )
    return driver, here


def _check_class_path(job: Job) -> None:
    """Raises LabError if the usual class path, whose first name is relative, finds a jar in a repository."""
    usual = str(job.experiment.definition.defaults.get(CLASS_PATH, ""))
    jar = usual.partition(":")[0]
    if job.driver != JMS or job.hosts or job.settings.get(CLASS_PATH) != usual:
        return
    if os.path.lexists(jar) and repository_root(os.getcwd()) is not None:
        raise LabError(
            f"{jar} is in a repository, and is used only if you name it",
            f"if you trust it: --set class-path=./{usual}",
        )


class LocalStepRunner(QueueManagers):
    """`runmqsc` of this machine, or of the queue manager's host."""

    def found(self, qmgr: str, command: str) -> str | None:
        """The output of a DISPLAY command; None for a queue manager of another machine."""
        try:
            self.status(qmgr)
        except LabError:
            return None
        return super().found(qmgr, command)


class ManualStepRunner:
    """A person on another machine runs the MQSC that mqtune shows."""

    def __init__(self, prompter: Prompter) -> None:
        self._prompter = prompter

    def run(self, qmgr: str, what: str, script: str) -> str:
        """Ask for the script to be run. Raises LabError if that was declined."""
        question = Prompt(
            BY_HAND,
            f"run this with runmqsc {qmgr}: {what}",
            script.rstrip(),
            "the experiment ends here, and everything done so far is to be undone",
        )
        refused = f"MQSC was not run on {qmgr}: {what}"
        require(self._prompter, question, refused, "run it when asked, and answer yes")
        return "run by hand"

    def undo(self, qmgr: str, what: str, script: str) -> str:
        """As `run`: the person sees which objects no longer exist."""
        return self.run(qmgr, what, script)

    def found(self, qmgr: str, command: str) -> str | None:
        """None: the queue manager cannot be queried from this machine."""
        return None


def seen(target: Target, driver: str, hosts: Mapping[str, Host]) -> Target:
    """The target with its level, and with the cores of this machine if it is local, unless declared.

    Connects to the host of the queue manager, if it is one of `hosts`.
    """
    if driver in (SIMULATED, MANUAL) or (target.level and target.cores):
        return target
    try:
        status = QueueManagers(hosts=hosts).status(target.qmgr)
    except LabError:
        return target  # on another machine, or MQ is not installed
    cores = usable_cores() if target.qmgr not in hosts else None
    return replace(target, level=target.level or status.level, cores=target.cores or cores)


def seen_here(target: Target, driver: str, hosts: Mapping[str, Host]) -> Target:
    """As `seen`, but unchanged if the queue manager is on another host: nothing connects to it."""
    return target if target.qmgr in hosts else seen(target, driver, {})


def seen_there(job: Job) -> Job:
    """The job with what is known of its queue manager after the consent to connect to its host."""
    if job.target.qmgr not in job.queue_manager_hosts:
        return job
    return replace(job, target=seen(job.target, job.driver, job.queue_manager_hosts))
