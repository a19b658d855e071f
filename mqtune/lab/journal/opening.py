"""A job as the first event of its journal, and the job of a journal."""

from __future__ import annotations

from dataclasses import replace

from mqtune import __version__
from mqtune.hosts.machine import machine_text
from mqtune.lab.core.job import Job
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


def with_whole_advice(result: Result) -> Result:
    """The result of a simulation with what a measured one would recommend, to be shown as a preview.

    The journal of a simulation has only sentences: nothing in it can be applied. Other results are unchanged.
    """
    verdict = result.verdict
    if not result.simulated or result.advice is None or verdict is None:
        return result
    job = job_of(result, None)
    whole = job.experiment.advise(verdict, result.history, job.settings, job.target)
    return replace(result, advice=replace(whole, sentences=result.advice.sentences))
