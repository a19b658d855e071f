"""A second run of the same scripts, on the state that the first one left."""

from __future__ import annotations

from collections.abc import Iterable

from mqtune.estate.events import ReplayEvent
from mqtune.estate.model import QueueManager
from mqtune.estate.replay import Replay
from mqtune.estate.statement import Statement


def second_run(manager: QueueManager, statements: Iterable[Statement]) -> list[ReplayEvent]:
    """The events of running some statements again on the queue manager as it is after the first run."""
    again = QueueManager(manager.name, manager.project)
    again.level = manager.level
    again.platform = manager.platform
    again.objects = dict(manager.objects)
    again.chlauth = list(manager.chlauth)
    return Replay(again).run(statements)
