"""The part of the app that receives keys: each is handled before the next one.

Textual passes a key to the focused widget, from which it rises to the app, where its binding is found. Keys
that follow quickly have then been passed to the same widget, although the first one opened a field for them.
"""

from __future__ import annotations

from time import monotonic

from textual import events
from textual.app import App
from textual.dom import DOMNode
from textual.widget import Widget

from mqtune.tui.frame.too_small import is_too_small

ALWAYS_TAKEN = ("q", "ctrl+q", "ctrl+c")  # keys that work on a terminal that is too small


class KeyOrder(App[None]):
    """An app whose keys are handled in their order. `last_key` is the time of the last one."""

    last_key = 0.0

    async def on_event(self, event: events.Event) -> None:
        """Find the binding of a key at once, unless something on the way to the app handles keys itself.

        On a terminal that is too small to show their effect all keys except the quitting ones are ignored.
        """
        if isinstance(event, events.Key):
            self.last_key = monotonic()
            if is_too_small(*self.size) and event.key not in ALWAYS_TAKEN:
                return
            if event.is_forwarded and self._typed_ahead(event):
                return
            if not event.is_forwarded and not self._is_for_widget():
                if not await self._check_bindings(event.key, priority=True):
                    await self._check_bindings(event.key)
                return
        await super().on_event(event)

    def _is_for_widget(self) -> bool:
        """Whether the focused widget, or one around it, handles keys other than by bindings."""
        focused = self.focused
        return focused is None or any(handles_keys(one) for one in focused.ancestors_with_self)

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
