"""The position of a finding about something that a queue manager lacks."""

from __future__ import annotations

from mqtune.estate.model import QueueManager
from mqtune.rules.common.load_places import declaration_place
from mqtune.text.spans import Place


def queue_manager_place(queue_manager: QueueManager, keyword: str) -> Place | None:
    """The command that sets an attribute of the queue manager, else an ALTER QMGR, else its table in
    `mqtune.toml`, else its first command.
    """
    place = queue_manager.qmgr.place(keyword)
    if place is None and queue_manager.declaration is not None:
        return declaration_place(queue_manager)
    if place is None and queue_manager.statements:
        return queue_manager.statements[0].name_place()
    return place
