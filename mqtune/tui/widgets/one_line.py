"""Text of one line that is cut as `cells.cut` cuts it, for widgets that would cut it at any letter."""

from __future__ import annotations

from textual.content import Content
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions

from mqtune.tui.cells import cut


class OneLine(Content):
    """A content that is cut to the width of its widget: with `…`, and never inside a number."""

    def __init__(self, content: Content | str) -> None:
        if isinstance(content, str):
            content = Content(content)
        super().__init__(content.plain, list(content.spans))

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        """Return the line, cut to a width."""
        return Content.render_strips(cut_content(self, width), width, height, style, options)


def cut_content(content: Content, width: int) -> Content:
    """Return the beginning of a content in at most `width` columns, with its styles."""
    text = cut(content.plain, width)
    if text == content.plain:
        return content
    return Content.assemble(content[: len(text) - 1], "…") if text else Content("")
