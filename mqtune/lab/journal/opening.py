"""A job as the first event of its journal, and the job of a journal."""

from __future__ import annotations

from mqtune import __version__
from mqtune.lab.core.job import Job
from mqtune.lab.drivers.processes.processor import machine_text
from mqtune.lab.experiments import find
from mqtune.lab.journal.events import Opened
from mqtune.lab.journal.result import Result


def opening(job: Job, id: str, driver_version: str) -> Opened:
    """The first event of an experiment's journal."""
    return Opened(
        id=id,
        mqtune=__version__,
        experiment=job.experiment.definition.name,
        qmgr=job.target.qmgr,
        driver=job.driver,
        driver_version=driver_version,
        simulated=job.simulated,
        settings=job.settings,
        seed=job.seed,
        max_minutes=job.max_minutes,
        command_line=job.command_line,
        role=job.role,
        repeat=job.repeat,
        level=job.target.level,
        cores=job.target.cores,
        prefix=job.target.prefix,
        unit=job.experiment.definition.unit,
        production=tuple(sorted(job.production)),
        hosts=job.hosts,
        queue_manager_hosts=job.queue_manager_hosts,
        machine=machine_text(),
    )


def job_of(result: Result, max_minutes: float | None) -> Job:
    """The job of a journal: the recorded one, even if the project file has changed since.

    `max_minutes` gives it another budget. Raises LabError for an unknown experiment.
    """
    head = result.head
    return Job(
        experiment=find(head.experiment),
        settings=head.settings,
        target=result.target,
        driver=head.driver,
        seed=head.seed,
        max_minutes=max_minutes or result.max_minutes,
        role=head.role,
        repeat=head.repeat,
        command_line=head.command_line,
        production=frozenset(head.production),
        hosts=head.hosts,
        queue_manager_hosts=head.queue_manager_hosts,
    )
