"""A field with a few possible values, chosen with the arrow keys."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from mqtune.tui import styles


class Pick(Widget, can_focus=True):
    """One of a few values on one line; left and right, or space, change it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space", "turn(1)", "Next value", key_display="→", id="fields.next-value"),
        Binding("left", "turn(-1)", "Previous value", key_display="←", show=False),
    ]
    value: reactive[str] = reactive("")

    class Changed(Message):
        """Another value was chosen."""

    def __init__(self, words: tuple[str, ...], value: str, name: str) -> None:
        super().__init__(name=name)
        self.words = words
        self.set_reactive(Pick.value, value)

    def render(self) -> Content:
        """Return the value between the signs of its keys."""
        return Content.assemble(("‹ ", styles.KEY), self.value or "not set", (" ›", styles.KEY))

    def action_turn(self, by: int) -> None:
        """Change to the next value, or the previous one."""
        place = self.words.index(self.value) if self.value in self.words else 0
        self.value = self.words[(place + by) % len(self.words)]
        self.post_message(self.Changed())

    def on_click(self, event: events.Click) -> None:
        """Change to the next value on a click."""
        event.stop()
        self.action_turn(1)
