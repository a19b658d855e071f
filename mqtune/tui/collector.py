"""Keeps the garbage collector from looking at what the engine makes while somebody types.

One look at the thousands of objects of a big estate takes longer than a key may wait.
"""

from __future__ import annotations

import gc
import threading

_lock = threading.Lock()
_at_work: list[object] = []  # whoever works with the engine now


class CollectorPaused:
    """Around work of the engine in a thread: what it makes is set aside, and not looked at again.

    What of it is of no use any more is collected by `collect_old`, when nobody waits.
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


def collect_garbage() -> bool:
    """Collect what former work has left; everything waits for it. False where somebody is at work."""
    with _lock:
        if _at_work:
            return False
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        return True
