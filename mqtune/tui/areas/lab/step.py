"""What the steps after the choice have in common: a title line, and the frame of the Lab."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mqtune.tui.areas import AreaScreen
from mqtune.tui.widgets.fitted_text import FittedText

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mqtune.tui.widgets.fitted_text import LayOut


class StepScreen(AreaScreen):
    """A step of the Lab. Escape goes back to the one before."""

    area = "lab"


class TextStep(StepScreen):
    """A step that is words: title, words to scroll through, and a foot with what to do."""

    AUTO_FOCUS = "#words"

    def compose_body(self) -> ComposeResult:
        """Title, words, foot."""
        yield Static("", markup=False, classes="title")
        with VerticalScroll(id="words"):
            yield FittedText(id="text")
        yield Static("", markup=False, id="foot")

    def write(self, title: Content, text: Content | LayOut, foot: Content) -> None:
        """Show all three."""
        self.query_one(".title", Static).update(title)
        lay_out: LayOut = (lambda width: text) if isinstance(text, Content) else text
        self.query_one("#text", FittedText).show(lay_out)
        self.query_one("#foot", Static).update(foot)
