"""Guided experiments for front ends: list, plan, check, start, resume, and everything about stored results.

The single entry point of the lab. It turns the user's words into plans, engines and results. Wrong words
raise UsageError, a wrong project file ProjectError, and an experiment that cannot continue LabError.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache

from mqtune.lab.apply import snippet_text
from mqtune.lab.core.definition import Definition, LabError, read_settings
from mqtune.lab.core.experiment import Experiment, Prompt, Prompter
from mqtune.lab.core.job import (
    MANUAL,
    PRODUCTION,
    SIMULATED,
    Job,
    command_line,
    connected,
    declared,
    placed,
    usual_budget,
)
from mqtune.lab.core.plan import FAILED, Check, ExperimentPlan, make_plan
from mqtune.lab.core.run import INVALID, UNDECIDED
from mqtune.lab.drivers.base import Driver
from mqtune.lab.engine.controls import (
    Held,
    ask_about_journal,
    ask_to_connect,
    ask_to_undo,
    connection_question,
)
from mqtune.lab.engine.engine import ExperimentEngine, Listener, RunContext
from mqtune.lab.engine.preflight import preflight
from mqtune.lab.engine.steps import equip, seen_here, seen_there
from mqtune.lab.experiments import definitions, find
from mqtune.lab.journal.compare import Comparison, compare_results, confirming
from mqtune.lab.journal.events import Confirming, JournalEntry, to_json
from mqtune.lab.journal.journal import Journal, read_journal
from mqtune.lab.journal.result import Result, result_of
from mqtune.lab.journal.store import (
    JournalStore,
    continues,
    entries_in,
    entries_of,
    job_of,
    new_id,
    now_text,
    opening,
)
from mqtune.lab.simulation import SETTINGS as SIMULATION
from mqtune.project.load import load_project
from mqtune.text.messages import UsageError
from mqtune.text.spelling import nearest

__all__ = ["LabError", "Request", "UsageError", "definitions"]

SEED_BITS = 32


@dataclass(frozen=True, slots=True)
class Request:
    """A requested experiment. None selects the default of the definition, the project file or the platform.

    `settings` are words `key=value`. `store` is the folder of the journals, `config` a project file. A `seed`
    makes the order of the runs, and the noise of a simulation, repeatable. `hosts` names those on which the
    driver runs: of the project file, of an Ansible `inventory`, or destinations of ssh.
    """

    name: str
    qmgr: str
    driver: str | None = None
    settings: Sequence[str] = ()
    repeat: int | None = None
    max_minutes: float | None = None
    store: str | None = None
    config: str | None = None
    seed: int | None = None
    hosts: Sequence[str] = ()
    inventory: str | None = None


def find_experiment(name: str) -> Definition:
    """The definition of one experiment. Raises UsageError with the nearest name if it is unknown."""
    return _experiment(name).definition


def settings_of(name: str, driver: str | None = None) -> Definition:
    """The definition including the settings that the driver adds, for forms. Raises UsageError."""
    definition = _experiment(name).definition
    if _driver(definition, driver) != SIMULATED:
        return definition
    return replace(definition, settings=(*definition.settings, *SIMULATION))


def drivers_of(definition: Definition) -> tuple[str, ...]:
    """The drivers with which an experiment can be made, the usual one first."""
    return (*definition.drivers, SIMULATED, MANUAL)


def plan(request: Request) -> ExperimentPlan:
    """Everything that the experiment would do; changes nothing. Raises UsageError and ProjectError."""
    with _as_usage_error():
        return make_plan(_job(request))


def connecting(request: Request) -> Prompt | None:
    """The question that `check` and `start` ask before the first connection to another host; None if there is
    none. Raises the same errors as `plan`.
    """
    job = _job(request)
    with _as_usage_error():
        return connection_question(job)


def check(request: Request, prompter: Prompter | None = None) -> tuple[Check, ...]:
    """The preflight checks, after consent to connect; changes nothing. Raises the same errors as `plan`.

    Without a prompter there is no consent.
    """
    job, prompter = _job(request), prompter or _NoPrompter()
    with _as_usage_error():
        ask_to_connect(prompter, job)
        job = seen_there(job)
        return preflight(job, equip(job, prompter)[0], JournalStore(request.store).folder)


def start(request: Request, prompter: Prompter, listener: Listener) -> ExperimentEngine:
    """A new experiment with its journal opened; `ExperimentEngine.run` runs it.

    Raises UsageError, ProjectError, and LabError if a check of the preflight failed.
    """
    job = _job(request)
    with _as_usage_error():
        make_plan(job)
    return _started(job, request.store, prompter, listener)


def confirm(
    wanted: str,
    prompter: Prompter,
    listener: Listener,
    conclusions: Sequence[str] = (),
    store: str | None = None,
    max_minutes: float | None = None,
    applied: bool = False,
) -> ExperimentEngine:
    """The same experiment again, after a person has `applied` what follows from its result.

    `conclusions` is what other commands state with its constants, for the journal. Raises LabError if the
    result is not decided, or if a check of the preflight failed.
    """
    first = result(wanted, store)
    if first.verdict is None or first.verdict.word in (UNDECIDED, INVALID):
        raise LabError(
            f"{first.id} is not decided", f"continue it with `mqtune experiment resume {first.id}`"
        )
    try:
        change = snippet_text(first)
    except LabError:
        change = ""
    job = replace(job_of(first, max_minutes), seed=secrets.randbits(SEED_BITS))
    begun = confirming(first, tuple(conclusions), change)
    return _started(job, store, prompter, listener, begun, applied)


def _started(
    job: Job,
    store: str | None,
    prompter: Prompter,
    listener: Listener,
    confirms: Confirming | None = None,
    applied: bool = False,
) -> ExperimentEngine:
    (ask_about_journal if confirms else ask_to_connect)(prompter, job)
    job = seen_there(job)
    (driver, step_runner), place = equip(job, prompter), JournalStore(store)
    id = new_id(job.experiment.definition.name)
    with ExitStack() as undo:
        held = _hold(job, id, undo)
        checks = _checked(job, driver, place.folder)
        first = JournalEntry(now_text(), 0.0, opening(job, id, driver.version()))
        journal = Journal.create(place.path_of(id), to_json(first))
        listener(first)
        undo.pop_all()
    context = RunContext(
        driver, prompter, step_runner, journal, listener, held=held, confirms=confirms, applied=applied
    )
    return ExperimentEngine(job, context, result_of([first]), checks)


def resume(
    wanted: str,
    prompter: Prompter,
    listener: Listener,
    store: str | None = None,
    max_minutes: float | None = None,
) -> ExperimentEngine:
    """An experiment that continues where it stopped, given by path, id or the beginning of its id.

    An undecided experiment continues with a larger budget; one that was killed after its verdict is only
    brought to its end. `ExperimentEngine.earlier` has the events so far, which the listener does not receive
    again. Raises LabError if there is nothing to continue with.
    """
    with ExitStack() as undo:
        journal, entries = _opened(wanted, store, undo)
        result = result_of(entries)
        job = job_of(result, max_minutes)
        known = None if continues(result, job) else result.verdict
        ask_about_journal(prompter, job, result.outstanding)
        if known:  # without a plan, to which names would be typed
            ask_to_undo(prompter, job, result.outstanding)
        held = _hold(job, result.id, undo)
        driver, step_runner = equip(job, prompter, entries)
        folder, left_behind = os.path.dirname(journal.path), bool(result.outstanding)
        checks = () if known else _checked(job, driver, folder, left_behind)
        undo.pop_all()
    context = RunContext(driver, prompter, step_runner, journal, listener, held=held, known=known)
    engine = ExperimentEngine(job, context, result, checks)
    engine.earlier = tuple(entries)
    return engine


def cleaner(
    wanted: str, prompter: Prompter, listener: Listener, store: str | None = None
) -> ExperimentEngine:
    """An engine whose `clean` undoes what an experiment left behind. Raises LabError."""
    with ExitStack() as undo:
        journal, entries = _opened(wanted, store, undo)
        result = result_of(entries)
        job = job_of(result, None)
        ask_about_journal(prompter, job, result.outstanding)
        ask_to_undo(prompter, job, result.outstanding)
        driver, step_runner = equip(job, prompter)
        undo.pop_all()
    return ExperimentEngine(job, RunContext(driver, prompter, step_runner, journal, listener), result)


def _opened(wanted: str, store: str | None, undo: ExitStack) -> tuple[Journal, list[JournalEntry]]:
    """A stored journal, which `undo` closes, and its entries. Raises LabError."""
    path = JournalStore(store).find(wanted)
    journal, recording = Journal.open(path)
    undo.callback(journal.close)
    return journal, entries_in(path, recording)


def results(store: str | None = None) -> tuple[list[Result], list[LabError]]:
    """All stored results, oldest first, without their samples; and the errors of unreadable journals."""
    folder, stored, errors = JournalStore(store), [], []
    for id in folder.ids():
        path = folder.path_of(id)
        try:
            stored.append(_brief_result(path, _stamp(path)))
        except LabError as error:
            errors.append(error)
    return stored, errors


def _stamp(path: str) -> tuple[int, ...]:
    """What changes whenever a journal is written."""
    with suppress(OSError):
        status = os.stat(path)
        return status.st_ino, status.st_size, status.st_mtime_ns
    return ()


@lru_cache(1024)
def _brief_result(path: str, stamp: tuple[int, ...]) -> Result:
    """A result without its samples, which is read again only when its journal was written meanwhile."""
    return result_of(entries_in(path, read_journal(path), brief=True))


def result(wanted: str, store: str | None = None) -> Result:
    """One complete result, also of an experiment that is running. Raises LabError."""
    return result_of(entries(wanted, store))


def entries(wanted: str, store: str | None = None) -> list[JournalEntry]:
    """The events of a journal in order, as an engine emits them, for a replay. Raises LabError."""
    return entries_of(JournalStore(store).find(wanted))


def compare(first: str, second: str, store: str | None = None) -> Comparison:
    """Two results side by side: ratios with intervals, and warnings. Raises LabError."""
    return compare_results(result(first, store), result(second, store))


class _NoPrompter:
    """A prompter that declines; a preflight asks nothing else than the consent to connect."""

    def ask(self, question: Prompt) -> str:
        """Decline."""
        return "no"


def _experiment(name: str) -> Experiment:
    with _as_usage_error():
        return find(name)


def _job(request: Request) -> Job:
    """The job of a request, completed with defaults."""
    experiment = _experiment(request.name)
    definition = experiment.definition
    driver = _driver(definition, request.driver)
    known = settings_of(request.name, driver)
    with _as_usage_error():
        settings = read_settings(known, request.settings)
        _check_numbers(request)
        project = load_project(request.config)
        target, role = declared(project, request.qmgr)
        where = placed(project, request.qmgr, driver, request.hosts, request.inventory)
        where, settings = connected(where, known, settings, request.settings)
    return Job(
        experiment=experiment,
        settings=settings,
        target=seen_here(target, driver, where.queue_managers),
        driver=driver,
        seed=secrets.randbits(SEED_BITS) if request.seed is None else request.seed,
        max_minutes=request.max_minutes or usual_budget(definition.minutes),
        role=role,
        repeat=request.repeat,
        command_line=command_line(
            known, request.qmgr, driver, settings, request.repeat, request.max_minutes, where.words
        ),
        production=frozenset(
            manager.name for manager in project.queue_managers if manager.role == PRODUCTION
        ),
        hosts=where.drivers,
        queue_manager_hosts=where.queue_managers,
    )


def _driver(definition: Definition, name: str | None) -> str:
    drivers = drivers_of(definition)
    if name is None:
        return drivers[0]
    if name not in drivers:
        near = nearest(name, drivers)
        help = f"choose from {', '.join(drivers)}"
        raise UsageError(
            f"{definition.name} cannot be measured with {name!r}",
            f"the nearest is {near}; {help}" if near else help,
        )
    return name


def _check_numbers(request: Request) -> None:
    if not request.qmgr.strip():
        raise UsageError("--qmgr is missing", "name the queue manager to measure, such as --qmgr QM1")
    if request.repeat is not None and request.repeat < 1:
        raise UsageError(f"invalid --repeat {request.repeat}", "use a whole number from 1")
    if request.max_minutes is not None and not 0 < request.max_minutes < float("inf"):
        raise UsageError(f"invalid --max-minutes {request.max_minutes:g}", "use a number above 0")


def _checked(job: Job, driver: Driver, folder: str, left_behind: bool = False) -> tuple[Check, ...]:
    """The preflight checks. Raises LabError for the first that failed."""
    checks = preflight(job, driver, folder, left_behind)
    if (failed := next((entry for entry in checks if entry.state == FAILED), None)) is not None:
        raise LabError(f"{failed.name}: {failed.message}", failed.help)
    return checks


def _hold(job: Job, id: str, undo: ExitStack) -> Held | None:
    """The right to measure, which `undo` releases; None for drivers that mqtune does not start.

    Raises LabError.
    """
    if job.driver in (SIMULATED, MANUAL):
        return None
    held = Held(job.target.qmgr, id, job.queue_manager_hosts.get(job.target.qmgr))
    undo.callback(held.release)
    return held


@contextmanager
def _as_usage_error() -> Iterator[None]:
    """Raise LabError as UsageError: the request is wrong."""
    try:
        yield
    except LabError as error:
        raise UsageError(error.message, error.help) from None
