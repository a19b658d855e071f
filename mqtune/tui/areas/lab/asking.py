"""What the screens of the Lab ask of the door to the experiments, for threads. Knows no widget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mqtune.lab import api as experimenting
from mqtune.lab.api import LabError, Request, UsageError
from mqtune.project.load import ProjectError

if TYPE_CHECKING:
    from mqtune.lab.core.check import Check
    from mqtune.lab.core.plan import Plan
    from mqtune.lab.core.prompter import Desk
    from mqtune.lab.engine.engine import Engine, Listener


def planned(request: Request) -> Plan | str:
    """The plan, or what is wrong and what to do."""
    try:
        return experimenting.plan(request)
    except (UsageError, LabError, ProjectError) as fault:
        return f"{fault.message}; {fault.help}"


def checked(request: Request) -> tuple[Check, ...] | str:
    """The preflight, or what is wrong and what to do."""
    try:
        return experimenting.check(request)
    except (UsageError, LabError, ProjectError) as fault:
        return f"{fault.message}; {fault.help}"


def started(request: Request, desk: Desk, listener: Listener) -> Engine:
    """A new experiment; for the thread of its engine."""
    return experimenting.start(request, desk, listener)


def resumed(id: str, minutes: float | None, desk: Desk, listener: Listener) -> Engine:
    """One that goes on; for the thread of its engine."""
    return experimenting.resume(id, desk, listener, max_minutes=minutes)
