"""Work of a screen that the loop does not wait for, and work in threads. Errors arrive at the app."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from textual.dom import DOMNode

    from mqtune.tui.app import MqtuneApp

Found = TypeVar("Found")


def behind(node: DOMNode, work: Callable[[], Coroutine[Any, Any, None]], group: str) -> None:
    """Do it while the screen goes on; the same work that is still going on does not count any more."""
    # as a call, not as a coroutine: one that is never begun would complain
    node.run_worker(cast("Any", work), group=group, exclusive=True, exit_on_error=False)


async def in_thread(frame: MqtuneApp, work: Callable[[], Found], group: str) -> Found:
    """What the work gives, done in a thread."""
    worker = frame.run_worker(cast("Any", work), thread=True, group=group, exit_on_error=False)
    return cast("Found", await worker.wait())
