"""The base classes of the Lab's steps: a screen of the Lab, and one with title, text and foot."""

from __future__ import annotations

from typing import Protocol

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mqtune.tui.cells import cut
from mqtune.tui.frame.application import Application
from mqtune.tui.frame.area_screen import AreaScreen
from mqtune.tui.widgets.fitted_text import FittedText, LayOut


class StepScreen(AreaScreen):
    """A step of the Lab. Escape goes back to the previous one."""

    area = "lab"


def show_directly(frame: Application, screen: StepScreen) -> None:
    """Show a screen directly above the first one of its area, so that Escape goes straight back there."""
    to_first(frame)
    frame.push_screen(screen)


def to_first(frame: Application) -> None:
    """Go back to the first screen of the area."""
    while len(frame.screen_stack) > 1:
        frame.pop_screen()


class ShowsRunning(Protocol):
    """The first screen of the Lab."""

    def show_running(self) -> None:
        """Show the running experiment."""


class TextStep(StepScreen):
    """A step with text: a title, scrollable text, and a foot that states what to do."""

    AUTO_FOCUS = "#words"

    def compose_body(self) -> ComposeResult:
        """Yield title, text and foot."""
        yield FittedText(classes="title")
        with VerticalScroll(id="words"):
            yield FittedText(id="text")
        yield Static("", markup=False, id="foot")

    def show_content(self) -> None:
        """Begin at the top."""
        self.query_one("#words").scroll_home(animate=False)

    def write(self, title: str, text: Content | LayOut, foot: Content) -> None:
        """Show title, text and foot."""
        self.query_one(".title", FittedText).show(lambda width: Content(cut(title, width)))
        lay_out: LayOut = (lambda width: text) if isinstance(text, Content) else text
        self.query_one("#text", FittedText).show(lay_out)
        self.query_one("#foot", Static).update(foot)
