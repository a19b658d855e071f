"""The position of a declared load: the table in `mqtune.toml`, or the directive."""

from __future__ import annotations

from mqtune.estate.model import QueueManager
from mqtune.project.settings import ChannelLoad, ClusterLoad, QueueLoad, TopicLoad
from mqtune.text.spans import Place, Span


def load_place(load: TopicLoad | QueueLoad | ClusterLoad | ChannelLoad) -> Place:
    """The line of a declared load."""
    return Place(load.file, Span(load.line, 1, load.line, 2))


def declaration_place(queue_manager: QueueManager) -> Place:
    """The line of the queue manager's table in `mqtune.toml`."""
    line = queue_manager.declaration.line if queue_manager.declaration is not None else 1
    return Place(queue_manager.project.file, Span(line, 1, line, 2))
