"""A form: label and field on one line for each value, and below what the focused one is for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from mqtune.tui.fields.pick import Pick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.widget import Widget

LABEL = 18
NEIGHBOURS: list[BindingType] = [
    Binding("down", "field(1)", "Next field", key_display="↓", id="fields.next"),
    Binding("up", "field(-1)", "Field before", key_display="↑", id="fields.before", show=False),
]


@dataclass(frozen=True, slots=True)
class Field:
    """One value: how it is called, what stands there first, what it is for, and what may stand there.

    A field with `choices` is picked, another one typed; `suggestions` complete what is typed.
    """

    name: str
    value: str = ""
    says: str = ""
    hint: str = ""
    choices: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()


class TextField(Input):
    """A field that is typed. Its base keeps the arrow keys for itself, and does nothing with them."""

    BINDINGS: ClassVar[list[BindingType]] = NEIGHBOURS

    def action_field(self, by: int) -> None:
        """Into another field of the form."""
        self.query_ancestor(Form).action_field(by)


class Form(VerticalScroll, can_focus=False):
    """The fields, in their order."""

    BINDINGS: ClassVar[list[BindingType]] = NEIGHBOURS

    class Changed(Message):
        """Something else stands in a field."""

    def __init__(self, fields: Sequence[Field]) -> None:
        super().__init__(classes="form")
        self.fields = tuple(fields)

    def compose(self) -> ComposeResult:
        """Label and field of each value, and room for what it is for."""
        for field in self.fields:
            with Horizontal(classes="row"):
                yield Static(Content(field.name[:LABEL]), classes="label")
                yield self._widget(field)
        yield Static("", markup=False, classes="says")

    @staticmethod
    def _widget(field: Field) -> Widget:
        if field.choices:
            return Pick(field.choices, field.value, field.name)
        suggester = SuggestFromList(field.suggestions, case_sensitive=False) if field.suggestions else None
        return TextField(
            field.value, placeholder=field.hint, name=field.name, suggester=suggester, compact=True
        )

    def words(self) -> tuple[tuple[str, str], ...]:
        """Every value as it stands, in order."""
        typed = {field.name or "": field.value for field in self.query(Input)}
        typed |= {field.name or "": field.value for field in self.query(Pick)}
        return tuple((field.name, typed.get(field.name, "")) for field in self.fields)

    def shows(self, fields: Sequence[Field]) -> bool:
        """Whether it has these fields, and their values stand in it now."""
        values = tuple((field.name, field.value) for field in fields)
        empty = [replace(field, value="") for field in self.fields]
        return self.words() == values and [replace(field, value="") for field in fields] == empty

    def action_field(self, by: int) -> None:
        """Into the next field, or the one before."""
        fields = [one for one in self.query("Input, Pick") if one.focusable]
        focused = self.screen.focused  # what the fields think of it is known only later
        place = fields.index(focused) if focused in fields else 0
        self.screen.set_focus(fields[(place + by) % len(fields)])

    def on_input_changed(self, message: Input.Changed) -> None:
        """Say that something was typed."""
        message.stop()
        self.post_message(self.Changed())

    def on_pick_changed(self, message: Pick.Changed) -> None:
        """Say that something was picked."""
        message.stop()
        self.post_message(self.Changed())

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Tell what the field is for."""
        says = {field.name: field.says for field in self.fields}
        if event.widget.name in says:
            self.query_one(".says", Static).update(Content(says[event.widget.name]))
