"""The base of all screens: what Textual does several times when a screen opens is done once.

A new screen would compute all of its styles four times and draw itself three times before a key is handled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from textual.screen import Screen

if TYPE_CHECKING:
    from textual.app import App
    from textual.events import ScreenResume
    from textual.geometry import Size

Answer = TypeVar("Answer")


class QuickScreen(Screen[Answer]):
    """A screen that opens quickly."""

    _settling = False  # laid out for a new size, but not drawn yet

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self.add_class(*breakpoint_classes(self.app))  # later, they would change the styles again

    def _on_screen_resume(self, event: ScreenResume) -> None:
        """Keep the styles: they were computed with the widgets, and follow every change of a class."""
        event.refresh_styles = False

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        """Draw after the last layout for a new size, because widgets change when they receive their size."""
        self._settling = size is not None
        super()._refresh_layout(size, scroll)
        if self._settling:
            self._settling = False
            self.refresh()

    def _compositor_refresh(self) -> None:
        if not self._settling:
            super()._compositor_refresh()


def breakpoint_classes(app: App[Any]) -> list[str]:
    """Return the classes of a screen for the size of the terminal."""
    sides = ((app.size.width, app.HORIZONTAL_BREAKPOINTS), (app.size.height, app.VERTICAL_BREAKPOINTS))
    return [max((at, name) for at, name in points if size >= at)[1] for size, points in sides if points]
