"""Keeps the garbage collector from traversing the engine's objects while the user types.

One traversal of the thousands of objects of a large estate takes longer than a key press may wait.
"""

from __future__ import annotations

import gc
import threading

ENOUGH = 3  # collections of young objects after which there is enough for a full one
NEVER = 1_000_000
_lock = threading.Lock()
_at_work: list[object] = []  # the threads that are using the engine


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
            gc.freeze()
            if not _at_work:
                gc.enable()


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
        return True
