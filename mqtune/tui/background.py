"""Background work of a screen, in the event loop or in a thread. Errors are reported by the app."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar, cast

from textual.dom import DOMNode
from textual.worker import get_current_worker

from mqtune.tui.collector import in_engine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.tui.frame.application import Application

Found = TypeVar("Found")
SMALL = 2000  # findings that are arranged within a key press


def behind(node: DOMNode, work: Callable[[], Coroutine[Any, Any, None]], group: str) -> None:
    """Run work in the background; work of the same group that is still running is abandoned."""
    # a callable rather than a coroutine: a coroutine that is never started causes a warning
    # a description, else Textual describes a partial with all that it contains: a whole estate
    node.run_worker(cast("Any", work), group=group, description=group, exclusive=True, exit_on_error=False)


def computed(
    node: DOMNode, work: Callable[[], Found], show: Callable[[Found], None], size: int, group: str
) -> None:
    """Compute something and show it: at once if it is small, else in a thread, so that no key waits."""
    if size <= SMALL:
        node.workers.cancel_group(node, group)
        show(work())
        return

    async def later() -> None:
        found = await in_engine(work)
        if node.is_attached:
            show(found)

    behind(node, later, group)


def stop_if_abandoned() -> None:
    """End the work of the thread that calls it, if its worker was cancelled. Raises CancelledError."""
    if get_current_worker().is_cancelled:
        raise asyncio.CancelledError


async def in_thread(frame: Application, work: Callable[[], Found], group: str) -> Found:
    """Run work in a thread, and return its result."""
    worker = frame.run_worker(
        cast("Any", work), thread=True, group=group, description=group, exit_on_error=False
    )
    return cast("Found", await worker.wait())
