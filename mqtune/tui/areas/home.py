"""Home: what is open, what is wrong in short, and the key to go there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from mqtune.tui.areas import AreaScreen

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mqtune.tui.opening import Opened


class HomeScreen(AreaScreen):
    """The first screen."""

    area = "home"
    help = "Home\nWhat is open, and where to look. The number of an area goes there."

    def compose_body(self) -> ComposeResult:
        """One text."""
        yield Static("", id="overview", markup=False)

    def show_project(self, opened: Opened) -> None:
        """The figures of the project."""
        summary = opened.result.summary
        words = (
            f"{summary.files} files, {summary.error} errors, {summary.warning} warnings, {summary.info} infos"
        )
        self.query_one("#overview", Static).update(Content(words))
