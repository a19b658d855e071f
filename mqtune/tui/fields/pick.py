"""A field with a few possible values, chosen with the arrow keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from mqtune.text.printable import printable
from mqtune.tui import styles


class Pick(Widget, can_focus=True):
    """One of a few values on one line; left and right, or space, change it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space", "turn(1)", "Next value", key_display="→", id="fields.next-value"),
        Binding("left", "turn(-1)", "Previous value", key_display="←", show=False),
        Binding("enter", "accept", "Next", show=False),
    ]
    value: reactive[str] = reactive("")

    class Changed(Message):
        """Another value was chosen."""

    class Accepted(Message):
        """Enter was pressed, as in a typed field."""

    def __init__(self) -> None:
        super().__init__()
        self.words: tuple[str, ...] = ()
        self.notes: Mapping[str, str] = {}
        self._typed = ""

    def show(self, words: tuple[str, ...], value: str, notes: Mapping[str, str]) -> None:
        """Offer other values, with the notes behind them."""
        self.words = words
        self.notes = notes
        self.value = value
        self.refresh()

    def render(self) -> Content:
        """Return the value between the signs of its keys."""
        note = printable(self.notes.get(self.value, ""))
        words = printable(self.value) or "not set"
        return Content.assemble(("‹ ", styles.KEY), f"{words} {note}" if note else words, (" ›", styles.KEY))

    def action_turn(self, by: int) -> None:
        """Change to the next value, or the previous one."""
        place = self.words.index(self.value) if self.value in self.words else 0
        self.value = self.words[(place + by) % len(self.words)]
        self.post_message(self.Changed())

    def action_accept(self) -> None:
        """Report that Enter was pressed."""
        self.post_message(self.Accepted())

    def on_key(self, event: events.Key) -> None:
        """Go to the first value that begins with the letters typed; another first letter starts again."""
        if not event.is_printable or event.character in (None, " "):
            return
        letter = str(event.character).casefold()
        for typed in (self._typed + letter, letter):
            found = next((word for word in self.words if word.casefold().startswith(typed)), None)
            if found is not None:
                event.stop()
                self._typed = typed
                if found != self.value:
                    self.value = found
                    self.post_message(self.Changed())
                return

    def on_blur(self) -> None:
        """Forget the letters typed."""
        self._typed = ""

    def on_click(self, event: events.Click) -> None:
        """Change to the next value on a click."""
        event.stop()
        self.action_turn(1)
