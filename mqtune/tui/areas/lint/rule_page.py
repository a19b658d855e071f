"""The page of a rule, as `mqtune explain` prints it."""

from __future__ import annotations

from typing import ClassVar, Self

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from mqtune.engine.pages import Page
from mqtune.present.bodies import DETAIL, Section
from mqtune.present.shown import shown
from mqtune.questions.explain import page_of
from mqtune.tui.card.row_list import RowList
from mqtune.tui.dialogs.dialog import Dialog


class RulePage(Dialog[None]):
    """The scrollable page."""

    AUTO_FOCUS = "#page"
    help = "Rule page\nWhat the rule reports, why it matters, the figure and its source, and examples."

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,e", "close", "Back", id="page.back")]

    def fill(self, page: Page) -> Self:
        """Show the page of a rule."""
        self.page = page
        return self.filled()

    def compose_box(self) -> ComposeResult:
        """Yield the page."""
        yield RowList(id="page")
        yield Static("", markup=False, classes="foot")

    def show_content(self) -> None:
        """Show the beginning of the page."""
        rows = self.query_one(RowList)
        rows.cursor = 0
        rows.show([Section("", shown(page_of(self.page), DETAIL))])
        rows.scroll_home(animate=False)
        foot = f"Escape closes; `mqtune explain {self.page.code}` prints it"
        self.query_one(".foot", Static).update(foot)
