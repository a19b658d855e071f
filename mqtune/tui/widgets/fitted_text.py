"""Text that is laid out again for each width, such as tables; its height is the number of its lines."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

LayOut = Callable[[int], Content]


class FittedText(Widget):
    """Shows the text that `lay_out` returns for its width."""

    DEFAULT_CSS = "FittedText { height: auto; width: 1fr; }"

    def __init__(
        self, lay_out: LayOut | None = None, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._lay_out = lay_out or (lambda width: Content(""))

    def show(self, lay_out: LayOut) -> None:
        """Show another text; the layout of the screen is recomputed only if the height changes."""
        self._lay_out = lay_out
        width = self.size.width
        self.refresh(layout=not width or self._height(width) != self.size.height)

    def _height(self, width: int) -> int:
        return self._lay_out(width).get_height({}, width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines at that width."""
        return self._height(width)

    def render(self) -> Content:
        """Return the text for the current width."""
        return self._lay_out(self.size.width)
