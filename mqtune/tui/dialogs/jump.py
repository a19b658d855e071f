"""Jump mode: a letter over every widget that can have the focus; pressing it moves the focus there."""

from __future__ import annotations

from typing import ClassVar, Self

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Static

from mqtune.tui.frame.quick_screen import QuickScreen

LETTERS = "asdfghjklqwertyuiopzxcvbnm"
USUAL = 6  # panes


class Jump(QuickScreen[str], ModalScreen[str]):
    """The letters over the panes. The caller receives the letter, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,ctrl+o", "close", "Back", show=False)]

    def fill(self, targets: dict[str, Widget]) -> Self:
        """Show the letters of these widgets."""
        self.targets = targets
        return self.filled()

    def compose(self) -> ComposeResult:
        """Yield a label for each letter."""
        for _ in range(USUAL):
            yield Static("", markup=False, classes="letter")
        yield Static("", markup=False, classes="foot")

    def show_content(self) -> None:
        """Show a letter at the corner of each target."""
        labels = list(self.query(".letter").results(Static))
        more = [Static("", markup=False, classes="letter") for _ in range(len(self.targets) - len(labels))]
        self.mount_all(more)
        for number, label in enumerate((*labels, *more)):
            label.display = number < len(self.targets)
        for label, (letter, widget) in zip((*labels, *more), self.targets.items(), strict=False):
            label.update(f"[{letter}]")
            label.styles.offset = (widget.region.x, widget.region.y)
        self.query_one(".foot", Static).update("press a letter to go to its pane, Escape to stay")

    def on_key(self, event: events.Key) -> None:
        """Go to the target of a letter."""
        if event.character in self.targets:
            event.stop()
            self.dismiss(event.character)
        elif event.is_printable:
            event.stop()
            letters = " ".join(self.targets)
            self.query_one(".foot", Static).update(
                f"no pane has {event.character}: {letters}, Escape to stay"
            )

    def action_close(self) -> None:
        """Stay."""
        self.dismiss(None)


def targets_of(screen: Screen[object]) -> dict[str, Widget]:
    """Return the focusable widgets of a screen by letter, starting at the top left."""
    shown = [widget for widget in screen.focus_chain if widget.region.area and widget.is_on_screen]
    shown.sort(key=lambda widget: (widget.region.y, widget.region.x))
    return dict(zip(LETTERS, shown, strict=False))
