"""The form of a model: a field for each input, each a line. Knows no arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, Static

from mqtune.tui import looks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual import events
    from textual.app import ComposeResult

    from mqtune.capacity.definition import Input as ModelInput
    from mqtune.capacity.definition import Model

LABEL = 18


class Pick(Widget, can_focus=True):
    """One of a few words on one line; left and right, or space, go on to the next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space", "turn(1)", "Next value", key_display="→", id="capacity.next-value"),
        Binding("left", "turn(-1)", "Value before", key_display="←", show=False),
    ]
    value: reactive[str] = reactive("")

    class Changed(Message):
        """Another word was picked."""

    def __init__(self, words: tuple[str, ...], value: str, name: str) -> None:
        super().__init__(name=name)
        self.words = words
        self.set_reactive(Pick.value, value)

    def render(self) -> Content:
        """The word between the signs of its keys."""
        return Content.assemble(("‹ ", looks.KEY), self.value or "not given", (" ›", looks.KEY))

    def action_turn(self, by: int) -> None:
        """The next word, or the one before."""
        place = self.words.index(self.value) if self.value in self.words else 0
        self.value = self.words[(place + by) % len(self.words)]
        self.post_message(self.Changed())

    def on_click(self, event: events.Click) -> None:
        """A click is the next word."""
        event.stop()
        self.action_turn(1)


class Form(VerticalScroll, can_focus=False):
    """The fields of one model."""

    class Changed(Message):
        """Something else stands in a field."""

    help = """Inputs
Every input of the model with its unit. Empty fields take the default, which the answer shows. Sizes take \
KiB, MB and the like; yes and no are picked with the arrow keys. The figures a form begins with are those \
of the model's example: put your own in their place."""

    def __init__(self, model: Model, values: Mapping[str, str]) -> None:
        super().__init__(classes="form")
        self.model = model
        self.values = dict(values)

    def compose(self) -> ComposeResult:
        """Label, field and unit for each input."""
        for name, wanted in self.model.inputs.items():
            with Horizontal(classes="row"):
                yield Static(Content(name[:LABEL]), classes="label")
                yield self._field(name, wanted)
        yield Static("", markup=False, classes="says")

    def _field(self, name: str, wanted: ModelInput) -> Widget:
        value = self.values.get(name, "")
        if wanted.kind == "choice":
            optional = () if wanted.required or wanted.default is not None else ("",)
            default = str(wanted.default) if wanted.default is not None else ""
            return Pick((*optional, *wanted.choices), value or default, name)
        default = "" if wanted.default is None else f"{wanted.default}"
        hint = " ".join(part for part in (default, wanted.unit) if part)
        return Input(value, placeholder=hint or wanted.kind, name=name, compact=True)

    def words(self) -> tuple[tuple[str, str], ...]:
        """Every input as it stands, in order."""
        typed = {field.name or "": field.value for field in self.query(Input)}
        typed |= {field.name or "": field.value for field in self.query(Pick)}
        return tuple((name, typed.get(name, "")) for name in self.model.inputs)

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
        wanted = self.model.inputs.get(event.widget.name or "")
        if wanted is not None:
            unit = f" ({wanted.unit})" if wanted.unit else ""
            self.query_one(".says", Static).update(Content(f"{wanted.says}{unit}"))
