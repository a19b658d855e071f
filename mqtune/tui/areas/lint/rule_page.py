"""The page of a rule, as `mqtune explain` prints it."""

from __future__ import annotations

from typing import ClassVar, Self

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mqtune.engine.page_markdown import page_markdown
from mqtune.engine.pages import Page
from mqtune.text.printable import printable
from mqtune.tui import styles
from mqtune.tui.dialogs.dialog import Dialog

FENCE, HEAD, ITEM = "```", "#", "- "
CODE, STRONG = "`", "**"


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
        with VerticalScroll(id="page"):
            yield Static("", markup=False)
        yield Static("", markup=False, classes="foot")

    def show_content(self) -> None:
        """Show the beginning of the page."""
        self.query_one("#page Static", Static).update(page_content(page_markdown(self.page)))
        self.query_one("#page").scroll_home(animate=False)
        foot = f"Escape closes; `mqtune explain {self.page.code}` prints it"
        self.query_one(".foot", Static).update(foot)


def page_content(markdown: str) -> Content:
    """Return a page with the little Markdown that pages use: headings, lists, code and strong words.

    Textual's own widget for Markdown takes longer than a key may wait.
    """
    lines, in_code = [], False
    for line in map(printable, markdown.splitlines()):
        if line.startswith(FENCE):
            in_code = not in_code
        elif in_code:
            lines.append(Content.styled(f"  {line}", styles.KEY))
        elif line.startswith(HEAD):
            lines.append(Content.styled(line.lstrip(f"{HEAD} "), styles.STRONG))
        else:
            lines.append(_prose(f"• {line.removeprefix(ITEM)}" if line.startswith(ITEM) else line))
    return Content("\n").join(lines)


def _prose(line: str) -> Content:
    parts: list[str | tuple[str, str]] = []
    for number, piece in enumerate(line.split(CODE)):
        if number % 2:
            parts.append((piece, styles.KEY))
        else:
            words = enumerate(piece.split(STRONG))
            parts += [(word, styles.STRONG) if at % 2 else word for at, word in words]
    return Content.assemble(*parts)
