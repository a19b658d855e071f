"""A queue manager without anything of its own, in place of one that a state lacks."""

from __future__ import annotations

from mqtune.estate.model import QueueManager
from mqtune.estate.predefined import predefined_objects, predefined_records


def empty_like(manager: QueueManager) -> QueueManager:
    """A new queue manager of the same level and platform."""
    made = QueueManager(manager.name, manager.project)
    made.title, made.level, made.platform = manager.title, manager.level, manager.platform
    made.environment_name = manager.environment_name
    made.objects = dict(predefined_objects(made.platform, made.level))
    made.chlauth = list(predefined_records(made.platform, made.level))
    return made
