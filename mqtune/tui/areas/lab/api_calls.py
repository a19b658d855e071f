"""Calls of the lab's API by the screens, made in threads."""

from __future__ import annotations

from collections.abc import Sequence

from mqtune.lab import api
from mqtune.lab.api import LabError, Request, UsageError
from mqtune.lab.core.check import Check
from mqtune.lab.core.plan import ExperimentPlan
from mqtune.lab.core.prompter import Prompt, Prompter
from mqtune.lab.core.verdict import UNDECIDED
from mqtune.lab.engine.engine import ExperimentEngine, Listener
from mqtune.lab.journal.journal import is_being_written
from mqtune.lab.journal.result import Result
from mqtune.lab.journal.store import JournalStore
from mqtune.project.load import ProjectError

NAME_IT = "name the queue manager to measure"


def planned(request: Request) -> ExperimentPlan | str:
    """Return the plan, or an error message with what to do."""
    if not request.qmgr:
        return NAME_IT
    try:
        return api.plan(request)
    except (UsageError, LabError, ProjectError) as error:
        return error.together


def connecting(request: Request) -> Prompt | str | None:
    """Return the question before the first connection to another host, if any, or an error message."""
    try:
        return api.connecting(request)
    except (UsageError, LabError, ProjectError) as error:
        return error.together


def checked(request: Request, prompter: Prompter) -> tuple[Check, ...] | str:
    """Return the preflight checks, or an error message with what to do."""
    try:
        return api.check(request, prompter)
    except (UsageError, LabError, ProjectError) as error:
        return error.together


def unfinished() -> list[Result]:
    """Return the experiments that can be resumed, the oldest first: undecided, stopped or killed ones."""
    store = JournalStore()
    found, _ = api.results()
    left = [one for one in found if one.verdict is None or one.verdict.word == UNDECIDED or one.cut_short]
    return [one for one in left if not is_being_written(store.path_of(one.id))]


def started(request: Request, prompter: Prompter, listener: Listener) -> ExperimentEngine:
    """Start a new experiment, in the thread of its engine."""
    return api.start(request, prompter, listener)


def confirmed_again(
    id: str, stated: Sequence[str], prompter: Prompter, listener: Listener
) -> ExperimentEngine:
    """Measure again after a change, in the thread of its engine."""
    return api.confirm(id, prompter, listener, stated)


def resumed(id: str, minutes: float | None, prompter: Prompter, listener: Listener) -> ExperimentEngine:
    """Resume an experiment, in the thread of its engine."""
    return api.resume(id, prompter, listener, max_minutes=minutes)
