"""The screen behind a dialog, in dimmed colours, each computed once.

Textual computes them for every piece of text in every frame, a third of the time in which a dialog opens.
"""

from __future__ import annotations

from functools import lru_cache

from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.renderables.background_screen import BackgroundScreen


class DimmedScreen(BackgroundScreen):
    """Draws another screen in dimmed colours."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the lines of the screen."""
        for text, style, control in console.render(self.screen._compositor, options):
            yield Segment(text, style if control else dimmed(style, self.color), control)


@lru_cache(maxsize=1024)
def dimmed(style: Style | None, color: Color) -> Style | None:
    """Return a style as Textual dims it with a colour."""
    (segment,) = BackgroundScreen.process_segments([Segment("", style)], color)
    return segment.style
