"""A query to a capacity model and its answer, as the screen keeps them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass

from mqtune.capacity.curves import Curves
from mqtune.capacity.definition import Model
from mqtune.capacity.outcome import Outcome
from mqtune.text.errors import UsageError
from mqtune.views.models import curves_of, given_inputs, run


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
        own = ["--calibration", self.calibration] if self.calibration else []
        return shlex.join(["mqtune", "model", "run", self.model, *self.inputs, *own])


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
