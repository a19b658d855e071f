"""The screen of a card: its sections, filled one after the other in a thread, and the areas of names."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import ClassVar, Self

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input

from mqtune.present.answer import (
    CLUSTER,
    DETAIL,
    EXPERIMENT,
    FILE,
    FINDING,
    LIST,
    MANAGER,
    MODEL,
    OBJECT,
    RESULT,
    RULE,
    TOPIC,
    Body,
    Code,
    Row,
    Rows,
    Section,
    Target,
)
from mqtune.present.layout import items_of
from mqtune.present.safe import safe
from mqtune.present.shown import shown
from mqtune.questions.card_sources import Card, shown_owner
from mqtune.questions.cards import QUEUES, card_of
from mqtune.tui import cells as styles
from mqtune.tui.area_screen import AreaScreen
from mqtune.tui.card.row_list import RowList, pending, words_of
from mqtune.tui.cells import cut_left
from mqtune.tui.project import OpenProject
from mqtune.tui.quick_screen import drawn
from mqtune.tui.widgets.lists import NONE, FittedText, LayOut

# The area that shows a name.

FILTERED = (RULE, FILE, MANAGER, OBJECT, LIST)  # Lint shows the findings on them
AREA_OF = {
    **dict.fromkeys((FINDING, *FILTERED), "lint"),
    TOPIC: "topology",
    CLUSTER: "topology",
    MODEL: "capacity",
    EXPERIMENT: "lab",
    RESULT: "history",
}


def area_of(target: Target) -> str:
    """The name of the area that shows a target, "" if none does."""
    return AREA_OF.get(target.kind, "")


# The screen.

PACE_S = 0.03  # between two sections that are added
HINT = "words that a line contains"
GAP, NEW_LINE = "  ", "\n"


class CardScreen(AreaScreen):
    """The card of one name. It stays on its name when the files are checked again."""

    AUTO_FOCUS = "RowList"
    help = """Card
Definition, effective values with their origin, findings, routes, load, access, models, experiments and MQSC \
of one name. A line with › leads to another card: Enter or g opens it, Escape returns. [ and ] go to the \
next section, / shows only the lines with some words. On the command line: mqtune show object, trace, budget \
and access."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "copy", "Copy", id="card.copy", tooltip="copy the MQSC, or the text of this line"),
        Binding("a", "go", "Its area", id="card.area", tooltip="go to the area of this name"),
        Binding("e", "explain", "Explain", id="card.explain", tooltip="show the page of the rule"),
        Binding("t", "trace", "Trace", id="card.trace", tooltip="follow a message put or published here"),
        Binding("w", "access", "Access", id="card.access", tooltip="ask who may use this object"),
        Binding("slash", "filter", "Filter", id="card.filter", key_display="/", tooltip=HINT),
        Binding("o", "edit", "Editor", id="card.edit", tooltip="open the file in $EDITOR, at the line"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.target = Target(OBJECT, "")
        self.card: Card | None = None
        self.sections: list[Section] = []
        self.words = ""

    def fill(self, target: Target, area: str) -> Self:
        """Show the card of a name over an area."""
        self.belong_to(area)
        self.target = target
        self.sections, self.words = [], ""
        self._shown = None
        return self.filled()

    def compose_body(self) -> ComposeResult:
        """Yield the title, the filter and the rows."""
        yield FittedText(id="card-title")
        yield Input(placeholder=HINT, id="card-filter", compact=True)
        yield RowList(id="card-rows")

    # what is shown

    def show_content(self) -> None:
        """Show the card without a filter."""
        self.query_one(RowList).cursor = NONE
        self._close_filter()
        self.catch_up()

    def show_project(self, opened: OpenProject) -> None:
        """Show the first section at once, and the others when they are worked out."""
        if not self._filled:
            return
        self.card = card_of(opened.cards, self.target)
        card = self.card
        self.is_filling = card is not None and not self.sections
        if card is None:
            self.sections = [Section(self.target.title, Rows(()), empty="it is no longer in these files")]
        else:
            known = {section.title: section for section in self.sections}
            self.sections = [known.get(title) or pending(title) for title in card.sections]
            if card.target.kind != FILE:  # the lines of a large file take longer than a key may wait
                self.sections[0] = section_of(card, self.sections[0].title)
            self.app.run_worker(self._fill(card), group="card", exit_on_error=False)
        self.query_one("#card-title", FittedText).show(self._title())
        self._show()

    def _title(self) -> LayOut:
        """The name; its queue manager and position beside it, or below it, where a long path is cut."""
        card = self.card
        name = self.target.title if card is None else card.target.title
        about = []
        if card is not None and card.owner and card.owner != card.target.name:
            about.append(shown_owner(safe(card.owner)))
        if card is not None and card.place is not None and self.target.kind not in (FINDING, FILE):
            about.append(f"{card.place[0]}:{card.place[1]}")
        words = "  ".join(about)

        def lay_out(width: int) -> Content:
            beside = cell_len(name) + len(GAP) + cell_len(words) <= width
            rest = f"{GAP if beside else NEW_LINE}{cut_left(words, width)}" if words else ""
            return Content.assemble((name, styles.STRONG), (rest, styles.QUIET))

        return lay_out

    async def _fill(self, card: Card) -> None:
        try:
            await self._add_sections(card)
        finally:
            if self.card is card:
                self.is_filling = False

    async def _add_sections(self, card: Card) -> None:
        """Work out the sections that are not shown yet, one after the other; quick ones appear together."""
        await drawn(self)
        last = monotonic()
        for index, title in enumerate(card.sections):
            if index == 0 and card.target.kind != FILE:
                continue
            section = await asyncio.to_thread(section_of, card, title)
            if self.card is not card or not self._filled:
                return
            self.sections[index] = section
            if monotonic() - last > PACE_S:
                self._show()
                last = monotonic()
        self._show()

    def _show(self) -> None:
        self.query_one(RowList).show(self.sections if not self.words else self._filtered())
        self.refresh_bindings()

    def _filtered(self) -> list[Section]:
        words = self.words.lower().split()
        return [Section(section.title, with_words(section.body, words)) for section in self.sections]

    def on_row_list_marked(self) -> None:
        """Update the keys."""
        self.refresh_bindings()

    @property
    def row(self) -> Row | None:
        """The marked row."""
        row = self.query_one(RowList).row
        return row if isinstance(row, Row) else None

    # keys

    def on_row_list_taken(self, message: RowList.Taken) -> None:
        """Open the card of the marked name."""
        if message.row.target is not None:
            self.frame.open_card(message.row.target)
        else:
            self.refused("take")

    def card_target(self) -> Target | None:
        """The name under the cursor."""
        return self.row.target if self.row is not None else None

    def unavailable(self, action: str) -> str:
        """Return why a key has no effect now."""
        row = self.row
        if action == "take":
            return "" if row is not None and row.target is not None else "nothing on this line has a card"
        if action == "explain":
            return "" if self.rule_code() else "only findings and rules have a page"
        if action == "trace":
            target = self._subject()
            return (
                ""
                if target.kind == TOPIC or target.type in QUEUES
                else "only queues and topics start a trace"
            )
        if action == "access":
            return (
                "" if self._subject().kind in (TOPIC, OBJECT) else "only objects and topics have authorities"
            )
        if action == "edit":
            return "" if self._place() is not None else "this line has no position in a file"
        return ""

    def _meant(self) -> Target:
        """The name under the cursor if an area has a line for it, else that of the card."""
        row = self.row
        if row is not None and row.target is not None and row.target.kind not in FILTERED:
            return row.target
        return self.card.target if self.card is not None else self.target

    def _place(self) -> tuple[str, int] | None:
        row = self.row
        if row is not None and row.place is not None:
            return row.place
        return self.card.place if self.card is not None else None

    def action_trace(self) -> None:
        """Follow a message from the queue or topic of the card."""
        if not self.refused("trace"):
            self.frame.open_question_on("trace", self._subject())

    def action_access(self) -> None:
        """Ask who may use the object of the card."""
        if not self.refused("access"):
            self.frame.open_question_on("access", self._subject())

    def _subject(self) -> Target:
        return self.card.target if self.card is not None else self.target

    def action_go(self) -> None:
        """Go to the area that shows the name."""
        self.frame.go_to_target(self._meant())

    def action_copy(self) -> None:
        """Copy the MQSC, or the text of the marked line."""
        rows, row = self.query_one(RowList), self.row
        if row is None:
            return
        if rows.marked_section is not None and isinstance(rows.marked_section.body, Code):
            self.app.copy_to_clipboard(rows.lines_of_section)
            self.frame.toast("copied the MQSC")
        else:
            self.copy(" ".join(filter(None, (row.label, row.text))))

    def rule_code(self) -> str:
        """Return the code of the rule on this line, or of the card."""
        meant = [
            target.name
            for target in (self.card_target(), self._subject())
            if target and target.kind in (FINDING, RULE)
        ]
        return meant[0] if meant else ""

    def action_edit(self) -> None:
        """Open the file in the user's editor."""
        place = self._place()
        if not self.refused("edit") and place is not None:
            self.open_editor(*place)

    # the filter

    def action_filter(self) -> None:
        """Open the filter field."""
        box = self.query_one("#card-filter", Input)
        box.add_class("-open")
        box.focus()

    def on_input_changed(self, message: Input.Changed) -> None:
        """Filter while typing."""
        self.words = message.value
        self._show()

    def on_input_submitted(self) -> None:
        """Keep the filter, and go to the lines."""
        self.query_one("#card-filter").set_class(bool(self.words), "-open")
        self.query_one(RowList).focus()

    def step_back(self) -> bool:
        """Remove the filter."""
        if not self.query_one("#card-filter").has_class("-open"):
            return False
        self._close_filter()
        self.query_one(RowList).focus()
        return True

    def _close_filter(self) -> None:
        box = self.query_one("#card-filter", Input)
        box.remove_class("-open")
        box.value = ""


def section_of(card: Card, title: str) -> Section:
    """A section of a card, safe to show."""
    section = card.sections[title]()
    return section._replace(body=shown(section.body, DETAIL))


def with_words(body: Body, words: list[str]) -> Body:
    """The rows, or the lines of code, that contain all of some words."""
    items = (item for item in items_of(body) if all(word in words_of(item).lower() for word in words))
    rows = [item for item in items if isinstance(item, Row)]
    return body._replace(lines=[row.text for row in rows]) if isinstance(body, Code) else Rows(rows)
