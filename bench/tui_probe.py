"""How long keys wait: a probe of the event loop of the terminal UI, and of its frames."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

from bench.tui_keys import CHARACTERS

UNASKED = ("watch", "engine", "areas")  # groups of workers that no key starts
CALM_S = 0.06  # longer than Textual waits with a frame
PROBE_S = 0.002  # the interval at which the event loop is probed


class Probe:
    """Probes the event loop, and records the longest delay and the action that caused it."""

    def __init__(self) -> None:
        self.doing = ""
        self.late: dict[str, float] = {}
        self._pressed: float | None = None
        self._app: Any = None
        self._earlier: set[Any] = set()  # the workers when the key was pressed

    def watch_frames(self, app: Any) -> None:
        """Record also how long a key waits for the next frame."""
        self._app = app
        display = app._display

        def displayed(*given: Any) -> None:
            display(*given)
            if self._pressed is not None:
                waited = own_time() - self._pressed
                self._pressed = None
                self._record(f"{self.doing} (frame)", waited)

        app._display = displayed

    async def press(self, app: Any, key: str, pause: float) -> None:
        """Press a key, as a terminal sends it, and wait. A pilot would wait until the probe rests too."""
        from textual.events import Key

        self._earlier = set(app.workers)
        if self._pressed is None:  # else it is one of several, and the first waits for a frame
            self._pressed = own_time()
        app._driver.send_message(Key(key, CHARACTERS.get(key, key if len(key) == 1 else None)))
        await asyncio.sleep(pause)
        if pause:
            self._pressed = None

    def _record(self, doing: str, late: float) -> None:
        self.late[doing] = max(self.late.get(doing, 0.0), late)

    async def run(self) -> None:
        """Until it is cancelled."""
        since = time.monotonic()  # when it became calm
        while True:
            before = own_time()
            await asyncio.sleep(PROBE_S)
            self._record(self.doing, own_time() - before - PROBE_S)
            if not self._is_calm():
                since = time.monotonic()
            elif time.monotonic() - since > CALM_S:
                self._pressed = None  # the key changed nothing: a later frame has another cause

    def _is_calm(self) -> bool:
        """Whether the key has been handled, nothing is to be drawn, and no work goes on because of it."""
        screen = self._app.screen
        # they wait for a message
        handled = all(
            one._message_queue.ready_event._waiters for one in (self._app, screen, self._app.focused) if one
        )
        to_draw = screen._dirty_widgets or screen._layout_required or screen._compositor._dirty_regions
        return handled and not to_draw and not self.works()

    def works(self) -> bool:
        """Whether work goes on that the last key started."""
        return any(
            one.is_running and one.group not in UNASKED and one not in self._earlier
            for one in self._app.workers
        )


def own_time() -> float:
    """The seconds that passed, without those in which this thread waited for a processor that others used."""
    try:
        waited = int(Path("/proc/thread-self/schedstat").read_text(encoding="ascii").split()[1])
    except OSError:  # another system
        waited = 0
    return time.perf_counter() - waited / 1e9
