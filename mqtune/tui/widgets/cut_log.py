"""A log whose lines end in `…` where they are cut; the arrow keys scroll to the rest."""

from __future__ import annotations

from rich.segment import Segment
from textual.strip import Strip
from textual.widgets import Log

from mqtune.tui.cells import cut


class CutLog(Log):
    """Lines of text, of which the visible part is shown."""

    def render_line(self, y: int) -> Strip:
        """Return one line of the screen."""
        x, at = self.scroll_offset.x, self.scroll_offset.y + y
        width = self.scrollable_content_region.width
        line = self.lines[at] if at < self.line_count else ""
        rest = line[x:]
        if len(rest) <= width:
            return super().render_line(y)
        text = Segment(cut(rest, width), self.rich_style)
        return Strip([text]).extend_cell_length(self.size.width, self.rich_style)
