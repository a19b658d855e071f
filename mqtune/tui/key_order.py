"""The part of the app that receives keys: each is handled before the next one.

Textual passes a key to the focused widget, from which it rises to the app, where its binding is found. Keys
that follow quickly have then been passed to the same widget, although the first one opened a field for them,
closed one, or marked another line.
"""

from __future__ import annotations

import asyncio
from collections import deque
from functools import partial
from time import monotonic
from typing import Any

from textual import events
from textual.dom import DOMNode
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget

from mqtune.tui.application import Application
from mqtune.tui.quick_screen import QuickScreen
from mqtune.tui.status import is_too_small

ALWAYS_TAKEN = ("q", "ctrl+q", "ctrl+c")  # keys that work on a terminal that is too small

FILLING_S = 0.01  # between two looks at a card
LONGEST_WAIT_S = 0.25  # for one key, so that a widget that is at work for longer does not block the next one
Typed = events.Key | events.Paste


class KeyOrder(Application):
    """An app whose keys are handled in their order. `last_key` is the time of the last one, `in_hand` is the
    one that is being handled.

    A key waits until the one before it, and the messages that it caused, have been handled.
    """

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self._typed: deque[Typed] = deque()
        self.in_hand: Typed | None = None

    async def on_event(self, event: events.Event) -> None:
        """Handle a key, or keep it while another is being handled.

        On a terminal that is too small to show their effect all keys except the quitting ones are ignored.
        """
        if isinstance(event, events.Key):
            self.last_key = monotonic()
            if is_too_small(*self.size) and event.key not in ALWAYS_TAKEN:
                return
            if event.is_forwarded and self._typed_ahead(event):
                return
        if isinstance(event, Typed) and not event.is_forwarded:
            self._typed.append(event)
            if self.in_hand is None:
                await self._next_key()
            return
        await super().on_event(event)

    async def _next_key(self) -> None:
        if not self._shown():  # the program is ending
            self._typed.clear()
        self.in_hand = event = self._typed.popleft() if self._typed else None
        if event is not None:
            self.set_timer(LONGEST_WAIT_S, partial(self._stop_waiting, event))
            await self._take(event)
            self._look_later(event)

    async def _take(self, event: Typed) -> None:
        """Find the binding of a key at once, unless something on the way to the app handles keys itself."""
        if isinstance(event, events.Paste) or self._is_for_widget():
            await super().on_event(event)
        elif not await self._check_bindings(event.key, priority=True):
            await self._check_bindings(event.key)

    def _look_later(self, event: Typed) -> None:
        """Let every widget handle a message first."""
        asyncio.get_running_loop().call_soon(self.call_later, self._look, event)

    async def _look(self, event: Typed) -> None:
        """Handle the next key once no messages are left, and the card that a key opened has its lines."""
        if self.in_hand is not event:
            return
        widgets = [widget for screen in self._shown() for widget in screen.walk_children(with_self=True)]
        if any(map(has_messages, (self, *widgets))):
            self._look_later(event)
        elif self._filling():
            self.set_timer(FILLING_S, partial(self._look, event))
        else:
            await self._next_key()

    async def _stop_waiting(self, event: Typed) -> None:
        if self.in_hand is event:
            for screen in self._filling():
                screen.is_filling = False
            await self._next_key()

    def _filling(self) -> list[QuickScreen[Any]]:
        """The screen that is shown, if it has just been opened and is still without its lines."""
        return [screen for screen in self._shown() if isinstance(screen, QuickScreen) and screen.is_filling]

    def _shown(self) -> list[Screen[Any]]:
        """The screen that is shown: none while the program ends."""
        return self._screen_stacks.get(self._current_mode, [])[-1:]

    def _is_for_widget(self) -> bool:
        """Whether the focused widget, or one around it, handles keys other than by bindings."""
        focused = self.focused
        return focused is None or any(handles_keys(node) for node in focused.ancestors_with_self)

    def _typed_ahead(self, event: events.Key) -> bool:
        """Insert into the focused field a letter that was still addressed to a screen without a focus.

        A field handles every letter it receives, so a letter that arrives here was typed ahead.
        """
        from textual.widgets import Input  # first frame

        box = self.focused
        if not event.is_printable or event.character is None or not isinstance(box, Input):
            return False
        box.insert_text_at_cursor(event.character)
        return True


def handles_keys(node: DOMNode) -> bool:
    """Whether a widget has a method for keys."""
    return isinstance(node, Widget) and (type(node)._on_key is not Widget._on_key or hasattr(node, "on_key"))


def has_messages(pump: MessagePump) -> bool:
    """Whether an app, screen or widget has received messages that it has not handled yet."""
    return pump._pending_message is not None or not pump._message_queue.empty()
