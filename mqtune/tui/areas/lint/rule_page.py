"""The page of a rule, as `mqtune explain` prints it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Markdown, Static

from mqtune.engine.page_markdown import page_markdown
from mqtune.engine.pages import Page
from mqtune.tui.dialogs.dialog import Dialog


class RulePage(Dialog[None]):
    """The scrollable page."""

    help = "Rule page\nWhat the rule reports, why it matters, the figure and its source, and examples."

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,e", "close", "Back", id="page.back")]

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page

    def compose_box(self) -> ComposeResult:
        """Yield the page."""
        with VerticalScroll(id="page"):
            yield Markdown(page_markdown(self.page), open_links=False)
        yield Static(
            f"Escape closes; `mqtune explain {self.page.code}` prints it", markup=False, classes="foot"
        )

    def on_mount(self) -> None:
        """Focus the page, so that the arrow keys scroll it."""
        self.query_one("#page").focus()
