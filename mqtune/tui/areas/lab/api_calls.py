"""What the screens of the Lab ask of the door to the experiments, for threads. Knows no widget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mqtune.lab import api
from mqtune.lab.api import LabError, Request, UsageError
from mqtune.project.load import ProjectError

if TYPE_CHECKING:
    from mqtune.lab.core.check import Check
    from mqtune.lab.core.plan import ExperimentPlan
    from mqtune.lab.core.prompter import Prompter
    from mqtune.lab.engine.engine import ExperimentEngine, Listener


def planned(request: Request) -> ExperimentPlan | str:
    """The plan, or what is wrong and what to do."""
    try:
        return api.plan(request)
    except (UsageError, LabError, ProjectError) as error:
        return f"{error.message}; {error.help}"


def checked(request: Request) -> tuple[Check, ...] | str:
    """The preflight, or what is wrong and what to do."""
    try:
        return api.check(request)
    except (UsageError, LabError, ProjectError) as error:
        return f"{error.message}; {error.help}"


def started(request: Request, prompter: Prompter, listener: Listener) -> ExperimentEngine:
    """A new experiment; for the thread of its engine."""
    return api.start(request, prompter, listener)


def resumed(id: str, minutes: float | None, prompter: Prompter, listener: Listener) -> ExperimentEngine:
    """One that goes on; for the thread of its engine."""
    return api.resume(id, prompter, listener, max_minutes=minutes)
