"""A query to a capacity model and its answer: results, derivation, constants, limits, and the figure."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping
from dataclasses import dataclass

from textual.content import Content

from mqtune.capacity.definition import CALIBRATED, Constant, Model
from mqtune.capacity.inputs import Outcome, shown
from mqtune.capacity.solve import Curves, Place, words_of
from mqtune.questions.models import curves_of, given_inputs, run
from mqtune.text.messages import UsageError, printable
from mqtune.tui import cells as styles
from mqtune.tui.widgets.plot import Curve, Figure, Marker, short

# Query and answer, as the screen keeps them.


@dataclass(frozen=True, slots=True)
class ModelQuery:
    """A model, the inputs as typed, and the path of a calibration file, if any."""

    model: str
    words: tuple[tuple[str, str], ...]
    calibration: str = ""

    @property
    def inputs(self) -> list[str]:
        """The inputs as command arguments; empty fields are omitted."""
        return [f"{name}={value.strip()}" for name, value in self.words if value.strip()]

    @property
    def command(self) -> str:
        """The command with the same result."""
        options = ["--calibration", self.calibration] if self.calibration else []
        return shlex.join(["mqtune", "model", "run", self.model, *self.inputs, *options])


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """The answer of a model: an outcome with its curves, or why there is none and what to do."""

    asked: ModelQuery
    outcome: Outcome | None = None
    curves: tuple[Curves, ...] = ()
    message: str = ""
    help: str = ""


def answer(asked: ModelQuery) -> ModelAnswer:
    """Run the model. Takes up to some tens of milliseconds: call it in a thread."""
    try:
        given = given_inputs(asked.inputs)
        path = asked.calibration or None
        outcome = run(asked.model, given, path)
        return ModelAnswer(asked, outcome, tuple(curves_of(outcome, given, path)))
    except UsageError as error:
        return ModelAnswer(asked, message=error.message, help=error.help)


def example_of(model: Model) -> Mapping[str, str]:
    """Return the inputs of the model's example by name: the initial values of the form."""
    return given_inputs(model.example.split())


# The answer as text.

SIGNS = "ox+"
HANGING = 4  # columns before the continuation of a line
KB, LARGER = 1024, ("KiB", "MiB", "GiB", "TiB")


def answer_content(answered: ModelAnswer | None, width: int) -> Content:
    """Return the whole answer, or why there is none; continuations of a line are indented."""
    if answered is None:
        return Content("")
    room = max(HANGING, width - HANGING)
    return Content("\n").join(
        part if number == 0 else Content(" " * HANGING) + part
        for line in _lines(answered, width)
        for number, part in enumerate(line.wrap(room) if line.cell_length > width else [line])
    )


def _lines(answered: ModelAnswer, width: int) -> list[Content]:
    command = [_title("on the command line"), Content(f"  {printable(answered.asked.command)}")]
    if answered.outcome is None:
        refused = [Content.styled(printable(answered.message), styles.WARNING)]
        refused += [Content(printable(answered.help))] if answered.help else []
        return [*refused, Content(""), *command]
    return [*_outcome_lines(answered.outcome, width), Content(""), *command]


def _outcome_lines(outcome: Outcome, width: int) -> list[Content]:
    model = outcome.model
    rows = [
        (words_of(name), shown(value), model.outputs[name].unit, _size(value, model.outputs[name].unit))
        for name, value in outcome.outputs.items()
    ]
    wide = max((len(name) for name, *_ in rows), default=0)
    far = max((len(value) for _, value, *_ in rows), default=0)
    lines = []
    for name, value, unit, also in rows:
        if wide + far + len(f"     {unit}{also}") <= width:
            first, figure = f"  {name:<{wide}}  ", f"{value:>{far}}"
        else:  # a figure stays beside its unit
            lines.append(Content(f"  {name}"))
            first, figure = " " * HANGING, value
        lines.append(Content.assemble(first, (figure, styles.STRONG), f" {unit}{also}"))
    lines += [
        Content.assemble(("warning ", styles.WARNING), printable(warning)) for warning in outcome.warnings
    ]
    lines += [Content(""), _title("how"), *(Content(f"  {step}") for step in outcome.steps)]
    if outcome.constants:
        lines += [Content(""), _title("constants"), *(_constant(constant) for constant in outcome.constants)]
    lines += [Content(""), _title("measured"), Content(f"  {model.measured}")]
    lines += [Content(""), _title("not for"), *(Content(f"  · {case}") for case in model.not_for)]
    lines += [Content(""), _title("formula"), Content(model.formula)]
    lines += [Content(f"  {name} = {words}") for name, words in model.symbols.items()]
    return lines


def _size(value: object, unit: str) -> str:
    """Return a number of bytes also in a larger unit."""
    if unit != "bytes" or not isinstance(value, int | float) or value < KB:
        return ""
    power = min(len(LARGER), int(math.log(value, KB)))
    return f" = {value / KB**power:,.1f} {LARGER[power - 1]}"


def _title(words: str) -> Content:
    return Content.styled(words, styles.STRONG)


def _constant(constant: Constant) -> Content:
    between = (
        f" ({constant.low:,.10g} to {constant.high:,.10g})"
        if constant.low is not None and constant.high is not None
        else ""
    )
    whose = ("yours: ", styles.GOOD) if constant.origin == CALIBRATED else ("", "")
    source = printable(f"{constant.unit}; {constant.source}")
    return Content.assemble(
        f"  {constant.name} {constant.value:,.10g}{between} ", whose, (source, styles.QUIET)
    )


def figure_of(curves: Curves) -> Figure:
    """Return the curves as a figure."""
    return Figure(
        curves.x_title,
        curves.y_title,
        tuple(
            Curve(words_of(line.name), line.points, SIGNS[number % len(SIGNS)] if line.single else "")
            for number, line in enumerate(curves.lines)
        ),
        (),
        tuple(Marker(place.at, _place(place), place.upright) for place in curves.places),
    )


def _place(place: Place) -> str:
    return place.words if place.words == "here" else f"{place.words} {short(place.at)}"


def caption_of(curves: Curves, number: int, count: int) -> str:
    """Return a description of the plot for users who cannot see it."""
    names = " and ".join(words_of(line.name) for line in curves.lines)
    places = ", ".join(f"{place.words} {short(place.at)}" for place in curves.places)
    more = f" · plot {number + 1} of {count}" if count > 1 else ""
    return f"{names}; {places}{more}" if places else f"{names}{more}"
