"""A form: label and field on one line for each value, and below them the description of the focused one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as with_default
from itertools import zip_longest
from typing import ClassVar, cast

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.suggester import SuggestFromList
from textual.widget import Widget
from textual.widgets import Input, Static

from mqtune.text.messages import printable
from mqtune.tui import cells as styles
from mqtune.tui.cells import cut


class Pick(Widget, can_focus=True):
    """One of a few values on one line; left and right, or space, change it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space", "turn(1)", "Next value", key_display="→", id="fields.next-value"),
        Binding("left", "turn(-1)", "Previous value", key_display="←", show=False),
        Binding("enter", "accept", "Next", show=False),
    ]
    value: reactive[str] = reactive("")

    class Changed(Message):
        """Another value was chosen."""

    class Accepted(Message):
        """Enter was pressed, as in a typed field."""

    def __init__(self) -> None:
        super().__init__()
        self.words: tuple[str, ...] = ()
        self.notes: Mapping[str, str] = {}
        self._typed = ""

    def show(self, words: tuple[str, ...], value: str, notes: Mapping[str, str]) -> None:
        """Offer other values, with the notes behind them."""
        self.words = words
        self.notes = notes
        self.value = value
        self.refresh()

    def render(self) -> Content:
        """Return the value between the signs of its keys."""
        note = printable(self.notes.get(self.value, ""))
        words = printable(self.value) or "not set"
        return Content.assemble(("‹ ", styles.KEY), f"{words} {note}" if note else words, (" ›", styles.KEY))

    def action_turn(self, by: int) -> None:
        """Change to the next value, or the previous one."""
        place = self.words.index(self.value) if self.value in self.words else 0
        self.value = self.words[(place + by) % len(self.words)]
        self.post_message(self.Changed())

    def action_accept(self) -> None:
        """Report that Enter was pressed."""
        self.post_message(self.Accepted())

    def on_key(self, event: events.Key) -> None:
        """Go to the first value that begins with the letters typed; another first letter starts again."""
        if not event.is_printable or event.character in (None, " "):
            return
        letter = str(event.character).casefold()
        for typed in (self._typed + letter, letter):
            word = next((word for word in self.words if word.casefold().startswith(typed)), None)
            if word is not None:
                event.stop()
                self._typed = typed
                if word != self.value:
                    self.value = word
                    self.post_message(self.Changed())
                return

    def on_blur(self) -> None:
        """Forget the letters typed."""
        self._typed = ""

    def on_click(self, event: events.Click) -> None:
        """Change to the next value on a click."""
        event.stop()
        self.action_turn(1)


# The form.

LABEL = 18
MORE, SHOWN = "further fields", "shown"  # the line in place of folded fields
FORM = """
.form { height: 1fr; padding: 0 1; scrollbar-size: 0 1; }
.form .row { height: 1; }
.form .label { width: 18; padding: 0 1 0 0; color: $text-muted; text-wrap: nowrap; text-overflow: ellipsis; }
.form .row Input { width: 1fr; background: $panel; }
.form .row Input:focus { background: $primary 30%; }
.form Pick { width: 1fr; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
.form Pick:focus { background: $primary 30%; }
.form .row Input:focus:ansi, .form Pick:focus:ansi { background: $panel; text-style: underline; }
.form .says { margin-top: 1; height: auto; color: $text-muted; }
"""  # in the style sheet of every area with a form
NEIGHBOURS: list[BindingType] = [
    Binding("down", "field(1)", "Next field", key_display="↓", id="fields.next"),
    Binding("up", "field(-1)", "Previous field", key_display="↑", id="fields.before", show=False),
]


@dataclass(frozen=True, slots=True)
class Field:
    """One value: its name, its initial value, its description `says`, and a `hint` shown while it is empty.

    A field with `choices` is chosen from them, any other is typed; `suggestions` complete the typed text.
    `notes` are shown behind the choices that they belong to. A long form may fold `optional` fields.
    """

    name: str
    value: str = ""
    says: str = ""
    hint: str = ""
    choices: tuple[str, ...] = ()
    notes: Mapping[str, str] = with_default(default_factory=dict)
    suggestions: tuple[str, ...] = ()
    optional: bool = False


class TextField(Input):
    """A field that is typed. Its bindings override the arrow keys, which its base class binds but ignores."""

    BINDINGS: ClassVar[list[BindingType]] = NEIGHBOURS

    def update_node_styles(self, animate: bool = True) -> None:
        """Compute the styles, but not while the field is made: they are computed when it is mounted."""
        if self.is_attached:
            super().update_node_styles(animate)

    def action_field(self, by: int) -> None:
        """Move to another field of the form."""
        self.query_ancestor(Form).action_field(by)


class FieldRow(Horizontal):
    """The label and the widget of one field. A form shows other fields in the same rows: that is quicker.

    A row without a field is hidden.
    """

    def __init__(self, field: Field | None) -> None:
        self.label = Static("", classes="label")
        self.text: TextField | None = None
        self.pick: Pick | None = None
        super().__init__(self.label, self._box(field or Field("")), classes="row")
        self.show(field)

    def _box(self, field: Field) -> TextField | Pick:
        """Return the widget for a field, made when it is first needed."""
        if field.choices:
            self.pick = self.pick or Pick()
            return self.pick
        # Textual would add the class with the first value, and compute the styles again
        self.text = self.text or TextField(compact=True, classes="-valid")
        return self.text

    def show(self, field: Field | None) -> None:
        """Show another field, or hide the row."""
        self.display = field is not None
        box = self._box(field) if field is not None else None
        if box is not None and box.parent is None and self.is_mounted:
            self.mount(box)
        for widget in (self.text, self.pick):
            if widget is not None:
                widget.display = widget.can_focus = widget is box
                widget._name = field.name if field is not None and widget is box else None
        if field is not None:
            self.label.update(Content(cut(field.name, LABEL - 1)))
        if isinstance(box, Pick) and field is not None:
            box.show(field.choices, field.value, field.notes)
        elif isinstance(box, TextField) and field is not None:
            box.suggester = (
                SuggestFromList(field.suggestions, case_sensitive=False) if field.suggestions else None
            )
            box.placeholder = field.hint
            box.value = field.value


class Form(VerticalScroll, can_focus=False):
    """The fields, in their order."""

    BINDINGS: ClassVar[list[BindingType]] = NEIGHBOURS

    class Changed(Message):
        """The value of a field changed."""

    def __init__(self, fields: Sequence[Field] = (), spare: int = 0, most: int = 0) -> None:
        """Show fields; `spare` rows for more are hidden, and mounted with the form. Of more than `most`
        fields optional ones are folded, until a person asks for them; 0 folds none.
        """
        self.fields = tuple(fields)
        self.most = most
        self._given: Mapping[str, str] = {}
        rows = [FieldRow(field) for field in (*self.lines, *[None] * spare)]
        super().__init__(*rows, Static("", markup=False, classes="says"), classes="form")

    @property
    def lines(self) -> tuple[Field, ...]:
        """The fields that are shown; the last line is in place of those that are folded."""
        if not self.most or len(self.fields) <= self.most + 1:
            return self.fields
        room = self.most - sum(not field.optional for field in self.fields)
        kept = [field for field in self.fields if field.optional][: max(0, room)]
        lines = [field for field in self.fields if not field.optional or field in kept]
        folded = [field.name for field in self.fields if field not in lines]
        hidden = f"{len(folded)} hidden"
        return (*lines, Field(MORE, hidden, f"{', '.join(folded)}: → shows them", choices=(hidden, SHOWN)))

    def unfold(self) -> None:
        """Show all fields from now on."""
        self.most = 0
        self.show(self.fields, dict(self.words()))

    def show(self, fields: Sequence[Field], given: Mapping[str, str] | None = None) -> None:
        """Show other fields, or others of their values, with the given values; the focus stays on the field
        of the same name, or on the one that takes its place.
        """
        focused = self.screen.focused
        name = focused.name if focused is not None and self in focused.ancestors else None
        self.fields = tuple(fields)
        self._given = given or {}
        lines = [replace(field, value=self._given.get(field.name, field.value)) for field in self.lines]
        rows = list(self.query(FieldRow))
        self.mount_all([FieldRow(field) for field in lines[len(rows) :]], before=".says")
        with self.prevent(Input.Changed):
            for row, field in zip_longest(rows, lines[: len(rows)]):
                row.show(field)
        if focused is None or not name:
            return
        boxes = [box for box in self.query("Input, Pick") if box.name]
        same = [box for box in boxes if box.name == name]
        siblings = [box for box in boxes if box.parent is focused.parent]
        self.screen.set_focus((same or siblings or boxes)[-1])

    def fill(self, values: Mapping[str, str]) -> None:
        """Set these values, and the first value of all other fields, without reporting a change."""
        folded = [field for field in self.fields if field not in self.lines]
        if any(values.get(field.name, field.value) != field.value for field in folded):
            self.most = 0
            self.show(self.fields, values)
        self._given = values
        first = {field.name: values.get(field.name, field.value) for field in (*self.fields, *self.lines)}
        boxes = cast("Iterable[Input | Pick]", self.query("Input, Pick"))
        with self.prevent(Input.Changed):
            for box in boxes:
                box.value = first.get(box.name or "", "")

    def words(self) -> tuple[tuple[str, str], ...]:
        """Return every current value, in order; the first value of a field that is not mounted."""
        typed = {field.name or "": field.value for field in self.query(Input)}
        typed |= {field.name or "": field.value for field in self.query(Pick)}
        typed = {**self._given, **typed}
        return tuple((field.name, typed.get(field.name, field.value)) for field in self.fields)

    @property
    def changed(self) -> bool:
        """Whether a field has another value than at first."""
        return self.words() != tuple((field.name, field.value) for field in self.fields)

    def shows(self, fields: Sequence[Field]) -> bool:
        """Return whether the form has these fields with these current values."""
        values = tuple((field.name, field.value) for field in fields)
        empty = [replace(field, value="") for field in self.fields]
        return self.words() == values and [replace(field, value="") for field in fields] == empty

    def action_field(self, by: int) -> None:
        """Move to the next field, or the previous one."""
        fields = [box for box in self.query("Input, Pick") if box.focusable]
        focused = self.screen.focused  # `has_focus` of the fields is updated only later
        place = fields.index(focused) if focused in fields else 0
        self.screen.set_focus(fields[(place + by) % len(fields)])

    def on_input_changed(self, message: Input.Changed) -> None:
        """Report that a value was typed."""
        message.stop()
        self.post_message(self.Changed())

    def on_pick_changed(self, message: Pick.Changed) -> None:
        """Report that a value was chosen; the line for folded fields shows them."""
        message.stop()
        if any(pick.name == MORE and pick.value == SHOWN for pick in self.query(Pick)):
            self.unfold()
            return
        self.post_message(self.Changed())

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Show the description of the field."""
        says = {field.name: field.says for field in (*self.fields, *self.lines)}
        if event.widget.name in says:
            self.query_one(".says", Static).update(Content(says[event.widget.name]))
