"""The Capacity area: models, the form with a field for each input of a model, plot and results."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import Worker

from mqtune.capacity.definition import Input as ModelInput
from mqtune.capacity.definition import Model
from mqtune.present.answer import MODEL, Target
from mqtune.questions.models import all_models, find_model
from mqtune.tui.area_screen import AreaScreen
from mqtune.tui.areas.capacity_answer import (
    ModelAnswer,
    ModelQuery,
    answer,
    answer_content,
    caption_of,
    example_of,
    figure_of,
)
from mqtune.tui.cells import cut, padded
from mqtune.tui.dialogs import LineDialog
from mqtune.tui.quick_screen import ready_screen
from mqtune.tui.widgets.form import FORM, Field, Form
from mqtune.tui.widgets.lists import FittedText, KeyList
from mqtune.tui.widgets.plot import PlotView


class ModelForm(Form):
    """The fields of one model."""

    help = """Inputs
Every input of the model with its unit. An empty field means the default, which the results show. Sizes \
accept KiB, MB and similar units; yes and no are chosen with the arrow keys. The form starts with the \
figures of the model's example: replace them by your own."""

    model_name = ""

    def show_model(self, model: Model, values: Mapping[str, str]) -> None:
        """Show the inputs of a model."""
        self.model_name = model.name
        self.show([_field(name, wanted, values.get(name, "")) for name, wanted in model.inputs.items()])


def _field(name: str, wanted: ModelInput, value: str) -> Field:
    says = f"{wanted.says} ({wanted.unit})" if wanted.unit else wanted.says
    default = "" if wanted.default is None else f"{wanted.default}"
    if wanted.kind == "choice":
        optional = () if wanted.required or wanted.default is not None else ("",)
        return Field(name, value or default, says, choices=(*optional, *wanted.choices))
    hint = " ".join(part for part in (default, wanted.unit) if part)
    return Field(name, value, says, hint or wanted.kind)


# The screen.

STYLE = """
CapacityScreen #capacity { layout: grid; grid-size: 2 1; grid-columns: 34 1fr; }
CapacityScreen.-wide #capacity { grid-columns: 2fr 3fr; }
CapacityScreen.-low #capacity { grid-columns: 28 1fr; }
CapacityScreen.-low .form .label { width: 14; }
CapacityScreen #models {
    height: 8; border: none; padding: 0 1; scrollbar-size: 0 1;
}
CapacityScreen.-high #models { height: 14; }
CapacityScreen #inputs { border-right: vkey $primary 40%; }
CapacityScreen .title {
    height: 1; padding: 0 1; background: $surface; text-style: bold;
    text-wrap: nowrap; text-overflow: ellipsis;
}
CapacityScreen #plot { height: 3fr; padding: 0 1; }
CapacityScreen.-low #plot { display: none; }
CapacityScreen #answer {
    height: 4fr; padding: 0 1; scrollbar-size: 0 1;
    border-top: solid $primary 60%; border-title-color: $text-muted; border-title-style: none;
}
CapacityScreen.-low #answer { height: 1fr; }
CapacityScreen #answer:focus { border-top: heavy $accent; border-title-color: $text-accent; }
CapacityScreen #answer-text { height: auto; }
CapacityScreen #results.-no-plot #plot { display: none; }
"""


CALIBRATION = "Use the constants of a calibration file"
FILE_SAYS = "Written by `mqtune experiment apply ID --calibration FILE`. Empty: published constants."
CALIBRATION_HELP = """Calibration
A calibration file contains constants that an experiment measured on your own machine. The models then use \
them in place of the published ones, and the results show which were used."""
NAME = 15  # columns of a model's name


class ModelList(KeyList):
    """The models: names, and titles as far as there are columns for them."""

    def __init__(self, titles: dict[str, str]) -> None:
        super().__init__(*(Option(name, id=name) for name in titles), id="models", markup=False)
        self.titles = titles

    def on_resize(self) -> None:
        """Cut the titles to the new width."""
        width = self.scrollable_content_region.width - 1
        for name, title in self.titles.items():
            self.replace_option_prompt(name, Content(cut(f"{padded(name, NAME)} {title}", width)))


class CapacityScreen(AreaScreen):
    """Models on the left with the form of the marked one; plot and results on the right."""

    area = "capacity"
    AUTO_FOCUS = "#models"
    help = """Capacity
What the published measurements predict for a load: each model with its inputs, its results, the formula \
with your numbers, the source of each constant, and the limits of the model. On the command line: mqtune \
model run NAME key=value."""

    CSS = STYLE + FORM
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "figures", "Figures", id="capacity.figures", tooltip="type your own figures"),
        Binding("y", "copy", "Copy command", id="capacity.copy", tooltip="copy the mqtune model run command"),
        Binding(
            "K", "calibrate", "Calibration", id="capacity.calibrate", tooltip="use constants you measured"
        ),
        Binding("v", "next_plot", "Next plot", id="capacity.plot", tooltip="plot another output"),
        Binding("x", "example", "Example", id="capacity.example", tooltip="restore the example's figures"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.models = {model.name: model for model in all_models()}
        self.typed: dict[str, dict[str, str]] = {}
        self.calibration = ""
        self.answered: ModelAnswer | None = None
        self.plot_number = 0
        self.worker: Worker[None] | None = None  # calculates the answer to the last change

    def compose_body(self) -> ComposeResult:
        """Yield the two columns."""
        with Container(id="capacity"):
            with Vertical(id="inputs"):
                yield ModelList({name: model.title for name, model in self.models.items()})
                yield Static("", markup=False, id="form-title", classes="title")
                yield ModelForm(spare=max(len(model.inputs) for model in self.models.values()))
            with Vertical(id="results"):
                yield PlotView(id="plot")
                with VerticalScroll(id="answer"):
                    yield FittedText(id="answer-text")

    @property
    def model_name(self) -> str:
        """The marked model."""
        models = self.query_one("#models", OptionList)
        return list(self.models)[models.highlighted or 0]

    def card_target(self) -> Target | None:
        """Return the marked model."""
        return Target(MODEL, self.model_name)

    def show_target(self, target: Target) -> None:
        """Mark a model."""
        if target.name in self.models:
            models = self.query_one("#models", OptionList)
            models.highlighted = list(self.models).index(target.name)
            models.focus()

    # the query

    def on_option_list_option_highlighted(self, message: OptionList.OptionHighlighted) -> None:
        """Show the form of the model, with the values typed there before."""
        message.stop()
        self._show_form()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Open the card on Enter."""
        message.stop()
        self.action_card()

    def action_figures(self) -> None:
        """Go to the fields."""
        fields = [field for field in self.query_one(ModelForm).query("Input, Pick") if field.focusable]
        if fields:
            fields[0].focus()

    def _show_form(self) -> None:
        model = find_model(self.model_name)
        values = self.typed.setdefault(model.name, dict(example_of(model)))
        self.query_one(ModelForm).show_model(model, values)
        self.query_one("#form-title", Static).update(Content(f"{model.name}, in numbers"))
        self.query_one("#answer").border_title = Content(model.title)
        self.plot_number = 0
        self._ask()

    def on_form_changed(self) -> None:
        """Run the model again with the values of the form."""
        form = self.query_one(ModelForm)
        self.typed[form.model_name] = dict(form.words())
        self._ask()

    def on_input_submitted(self) -> None:
        """Move to the next field on Enter."""
        self.focus_next()

    def on_pick_accepted(self) -> None:
        """Do the same in a field that is chosen."""
        self.focus_next()

    def _ask(self) -> None:
        form = self.query_one(ModelForm)
        asked = ModelQuery(form.model_name, form.words(), self.calibration)

        async def work() -> None:
            await self._answer(asked)

        self.worker = self.app.run_worker(work, group="capacity", exclusive=True, exit_on_error=False)

    async def _answer(self, asked: ModelQuery) -> None:
        answered = await asyncio.to_thread(answer, asked)
        if self.is_attached and asked.model == self.model_name:
            self._show(answered)

    # the answer

    def _show(self, answered: ModelAnswer) -> None:
        self.answered = answered
        self.query_one("#answer-text", FittedText).show(partial(answer_content, answered))
        self.query_one("#results").set_class(not answered.curves, "-no-plot")
        if answered.curves:
            self.plot_number %= len(answered.curves)
            curves = answered.curves[self.plot_number]
            plot = self.query_one(PlotView)
            plot.figure = figure_of(curves)
            plot.caption = caption_of(curves, self.plot_number, len(answered.curves))
        self.refresh_bindings()

    # keys

    def unavailable(self, action: str) -> str:
        """Return why a key has no effect now."""
        if action == "next_plot" and (self.answered is None or len(self.answered.curves) < 2):
            return "these inputs have only one plot"
        return ""

    def action_copy(self) -> None:
        """Copy the command with the same result to the clipboard."""
        if self.answered is not None:
            command = self.answered.asked.command
            self.copy(command)

    def action_next_plot(self) -> None:
        """Plot another output."""
        if not self.refused("next_plot") and self.answered is not None:
            self.plot_number += 1
            self._show(self.answered)

    def action_example(self) -> None:
        """Restore the figures of the example."""
        self.typed.pop(self.model_name, None)
        self._show_form()

    def action_calibrate(self) -> None:
        """Ask for a calibration file."""
        dialog = ready_screen(self.frame, LineDialog)
        dialog.fill(CALIBRATION, FILE_SAYS, self.calibration, "path of the file", CALIBRATION_HELP)
        self.frame.push_screen(dialog, self._calibrated)

    def _calibrated(self, path: str | None) -> None:
        if path is not None:
            self.calibration = path
            self._ask()

    def step_back(self) -> bool:
        """Go from a field to the list of models on Escape."""
        models = self.query_one("#models", OptionList)
        if models.has_focus:
            return False
        models.focus()
        return True
