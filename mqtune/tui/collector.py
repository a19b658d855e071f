"""Keeps the garbage collector from traversing the engine's objects while the user types.

One traversal of the thousands of objects of a large estate takes longer than a key press may wait.
"""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable
from typing import Any, TypeVar

ENOUGH = 3  # collections of young objects after which there is enough for a full one
NEVER = 1_000_000
LITTLE, MUCH = 100_000, 1_000_000  # objects that work has left, up to 20 MB and 200 MB of garbage
Found = TypeVar("Found")
_lock = threading.Lock()
_at_work: list[object] = []  # the threads that are using the engine
_garbage = [0]  # the objects that work has left since the last full collection
_in_use = [0]  # those that were in use then


class CollectorPaused:
    """A context for work of the engine in a thread: the objects it makes are frozen afterwards.

    Frozen objects are not traversed again until `collect_garbage`, which runs while the app is idle.
    """

    __slots__ = ()

    def __enter__(self) -> None:
        with _lock:
            _at_work.append(self)
            gc.disable()

    def __exit__(self, *_: object) -> None:
        with _lock:
            _at_work.remove(self)
            _garbage[0] += gc.get_count()[0]  # the objects that were made and not freed
            gc.freeze()
            if not _at_work:
                gc.enable()


async def in_engine(work: Callable[..., Found], *given: Any) -> Found:
    """Run work of the engine in a thread, without the garbage collector."""

    def paused() -> Found:
        with CollectorPaused():
            return work(*given)

    return await asyncio.to_thread(paused)


def collect_when_idle_only() -> None:
    """Leave full collections, each as long as a key may wait, to `collect_young` and `collect_garbage`."""
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)


def collect_young() -> None:
    """Collect what was made since the last full collection, unless it is little or the engine is in use."""
    with _lock:
        if not _at_work and gc.get_count()[2] >= ENOUGH:
            gc.collect()
            gc.freeze()


def freeze_young() -> None:
    """Keep the screens that were just made from being traversed, unless the engine is in use."""
    with _lock:
        if not _at_work:
            gc.freeze()


def collect_garbage() -> bool:
    """Collect the garbage of earlier work, which blocks the process. False if the engine is in use."""
    with _lock:
        if _at_work:
            return False
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        note_all_in_use()
        return True


def note_all_in_use() -> None:
    """Note that all frozen objects are in use."""
    _garbage[0] = 0
    _in_use[0] = gc.get_freeze_count()


def is_full() -> bool:
    """Whether work has left enough since the last full collection for another: as much as is in use, or much.

    The time of a collection is that of traversing what is in use.
    """
    return _garbage[0] > min(MUCH, max(LITTLE, _in_use[0]))
