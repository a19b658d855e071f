"""The measured queue manager as the project file declares it."""

from __future__ import annotations

from mqtune.lab.core.experiment import Target
from mqtune.lab.core.job import PRODUCTION
from mqtune.language.levels import parse_level
from mqtune.project.settings import Project, QueueManagerDeclaration


def target_of(project: Project, qmgr: str) -> Target:
    """The queue manager with its level and cores as declared; None if not declared."""
    declared = declaration_of(project, qmgr)
    level = parse_level(project.mq_version) if project.mq_version else None
    return Target(qmgr, level, declared.cores if declared else None)


def role_of(project: Project, qmgr: str) -> str:
    """test, production, or empty if not declared."""
    declared = declaration_of(project, qmgr)
    return (declared.role or "") if declared else ""


def in_production(project: Project) -> frozenset[str]:
    """The names of all queue managers that are declared as production."""
    return frozenset(one.name for one in project.queue_managers if one.role == PRODUCTION)


def declaration_of(project: Project, qmgr: str) -> QueueManagerDeclaration | None:
    """The table for the queue manager in the project file."""
    return next((one for one in project.queue_managers if one.name == qmgr), None)
