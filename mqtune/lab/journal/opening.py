"""A job as the first event of its journal, the job of a journal, and whether it continues."""

from __future__ import annotations

from dataclasses import replace

from mqtune import __version__
from mqtune.hosts.machine import machine_text
from mqtune.lab.core.encoding import gathered
from mqtune.lab.core.errors import LabError
from mqtune.lab.core.job import Job
from mqtune.lab.core.verdict import INVALID, UNDECIDED
from mqtune.lab.experiments import find
from mqtune.lab.journal.confirmation import NOT_KNOWN
from mqtune.lab.journal.events import Opened
from mqtune.lab.journal.result import Result

# rules of release 0.1.0, which made a verdict of an outage, a full disk or a failing driver
GIVEN_UP = ("stop conditions", "a run that fails 3 times")


def opening(job: Job, id: str, driver_version: str) -> Opened:
    """The first event of an experiment's journal."""
    definition = job.experiment.definition
    return gathered(
        Opened,
        job,
        job.target,
        id=id,
        mqtune=__version__,
        experiment=definition.name,
        driver_version=driver_version,
        unit=definition.unit,
        production=tuple(sorted(job.production)),
        machine=machine_text(),
    )


def job_of(result: Result, max_minutes: float | None) -> Job:
    """The job of a journal: the recorded one, even if the project file has changed since.

    `max_minutes` gives it another budget. Raises LabError for an unknown experiment.
    """
    head, experiment = result.head, find(result.head.experiment)
    return gathered(
        Job,
        head,
        experiment=experiment,
        # an earlier release had fewer of them
        settings={**experiment.definition.defaults, **head.settings},
        target=result.target,
        max_minutes=max_minutes or result.max_minutes,
        production=frozenset(head.production),
    )


def continues(result: Result, job: Job) -> bool:
    """Whether measuring continues; if not, the session of the verdict was killed before its end.

    Raises LabError if there is nothing left to do.
    """
    verdict = result.verdict
    if verdict is None or (verdict.word == INVALID and verdict.rule.startswith(GIVEN_UP)):
        return True
    unknown = result.confirmed is not None and result.confirmed.word == NOT_KNOWN
    open = verdict.word == UNDECIDED or unknown
    if open and job.max_minutes > result.max_minutes:
        return True
    if result.cut_short:
        return False
    if not open:
        raise LabError(
            f"{result.id} is finished: {verdict.word}", f"`{result.head.command_line}` measures again"
        )
    enough = result.max_minutes + (verdict.minutes_needed or result.max_minutes)
    raise LabError(
        f"{result.id} is {NOT_KNOWN if unknown else UNDECIDED} after its {result.max_minutes:g} minutes",
        f"raise the budget: `mqtune experiment resume {result.id} --max-minutes {enough:.0f}`",
    )


def with_whole_advice(result: Result) -> Result:
    """The result of a simulation with what a measured one would recommend, to be shown as a preview.

    The journal of a simulation has only sentences: nothing in it can be applied. Other results are unchanged.
    """
    verdict = result.verdict
    if not result.simulated or result.advice is None or verdict is None:
        return result
    job = job_of(result, None)
    whole = job.case.advise(verdict, result.history)
    return replace(result, advice=replace(whole, sentences=result.advice.sentences))
