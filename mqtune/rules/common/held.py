"""Why a rule cannot report something as missing, or as the default, in a queue manager."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mqtune.engine.hit import Outcome
from mqtune.estate.model import QueueManager
from mqtune.findings.held_back import CUT_DUMP, INCOMPLETE, PARTIAL, UNKNOWN_NAMES, HeldBack


def incomplete(queue_manager: QueueManager) -> HeldBack:
    """Why the files of a queue manager that is not complete are not known to be all of it."""
    if queue_manager.gaps:
        return CUT_DUMP
    if queue_manager.stated_complete:
        return UNKNOWN_NAMES
    return PARTIAL if queue_manager.is_partial else INCOMPLETE


def unless_incomplete(outcomes: Iterable[Outcome], *queue_managers: QueueManager) -> Iterator[Outcome]:
    """The outcomes if all of these queue managers are complete, else for each hit why it is held back."""
    part = next((one for one in queue_managers if not one.complete), None)
    for outcome in outcomes:
        yield outcome if part is None or isinstance(outcome, HeldBack) else incomplete(part)


def is_whole_folder(queue_manager: QueueManager) -> bool:
    """Whether the run read the whole folder of a queue manager, and all of its names are known."""
    walked = queue_manager.project.walked
    sources = [script.document.source for script in queue_manager.scripts]
    return (
        bool(walked)
        and not queue_manager.gaps
        and all(source.path.startswith(walked) for source in sources)
        and queue_manager.folder not in [source.shown for source in sources]  # one of a heap of scripts
        and not queue_manager.has_unknown_names
    )
