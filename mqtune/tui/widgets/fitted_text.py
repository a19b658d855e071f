"""Text that is laid out anew for every width, such as tables; it is as high as its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.geometry import Size

    LayOut = Callable[[int], Content]


class FittedText(Widget):
    """Shows what `lay_out` gives for its width."""

    DEFAULT_CSS = "FittedText { height: auto; width: 1fr; }"

    def __init__(self, lay_out: LayOut | None = None, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lay_out = lay_out or (lambda width: Content(""))

    def show(self, lay_out: LayOut) -> None:
        """Show something else; everything around is laid out anew only where the height changes."""
        self._lay_out = lay_out
        width = self.size.width
        self.refresh(layout=not width or self._height(width) != self.size.height)

    def _height(self, width: int) -> int:
        return self._lay_out(width).get_height({}, width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines at that width."""
        return self._height(width)

    def render(self) -> Content:
        """The text for the present width."""
        return self._lay_out(self.size.width)
