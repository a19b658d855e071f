"""A second run of the same scripts, on the state that the first one left."""

from __future__ import annotations

from collections.abc import Sequence

from mqtune.estate.events import ReplayEvent
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.replay import Replay
from mqtune.estate.statement import Statement


class SecondReplay(Replay):
    """A replay that leaves the objects of the first one as they are."""

    def __init__(self, queue_manager: QueueManager) -> None:
        super().__init__(queue_manager)
        self._copies: dict[int, MqObject] = {}  # by identity

    def are_alternatives(self, event: ReplayEvent) -> bool:
        """No: what one run leaves is there in the next, whatever the branch."""
        return False

    def changeable(self, object: MqObject) -> MqObject:
        """A copy of an object that the first run made, which further commands change."""
        if id(object) in self._copies:
            return object
        copy = object.frozen()
        self._copies[id(copy)] = copy
        return copy


def second_run(manager: QueueManager, statements: Sequence[Statement]) -> list[ReplayEvent]:
    """The events of running some statements again on the queue manager as it is after the first run."""
    again = QueueManager(manager.name, manager.project)
    again.level = manager.level
    again.platform = manager.platform
    again.objects = dict(manager.objects)
    again.chlauth = list(manager.chlauth)
    without_type = [one for one in statements if one.subtype is None]
    events = SecondReplay(again).run(statements)
    for one in without_type:  # an object of the second run completed it
        one.subtype = None
    return events
