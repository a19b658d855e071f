"""The screen behind a dialog, in dimmed colours, each computed once.

Textual computes them for every piece of text in every frame, and divides the lines of the screen again: more
than a third of the time in which a dialog opens.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.css.styles import RulesMap
from textual.geometry import Size
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import Screen
from textual.strip import Strip
from textual.style import Style as VisualStyle
from textual.visual import RenderOptions, Visual


class DimmedScreen(Visual):
    """Draws another screen in dimmed colours."""

    def __init__(self, screen: Screen[Any], color: Color) -> None:
        self.screen = screen
        self.color = color

    def render_strips(
        self, width: int, height: int | None, style: VisualStyle, options: RenderOptions
    ) -> list[Strip]:
        """Return the lines of the screen."""
        size = Size(width, self.screen.size.height if height is None else height)
        return [self._dimmed(strip) for strip in self.screen._compositor.render_strips(size)]

    def _dimmed(self, strip: Strip) -> Strip:
        segments = [
            Segment(text, style if control else dimmed(style, self.color), control)
            for text, style, control in strip
        ]
        return Strip(segments, strip.cell_length)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return the width of the screen."""
        return self.screen.size.width

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return the height of the screen."""
        return self.screen.size.height


@lru_cache(maxsize=1024)
def dimmed(style: Style | None, color: Color) -> Style | None:
    """Return a style as Textual dims it with a colour."""
    (segment,) = BackgroundScreen.process_segments([Segment("", style)], color)
    return segment.style
