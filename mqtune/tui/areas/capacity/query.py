"""One question to a model and its answer, as the screen holds them. Does not know widgets."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mqtune.session.options import UsageError
from mqtune.views.models import curves_of, given_inputs, run

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mqtune.capacity.curves import Curves
    from mqtune.capacity.definition import Model
    from mqtune.capacity.outcome import Outcome


@dataclass(frozen=True, slots=True)
class ModelQuery:
    """A model, the inputs as they were typed, and the path of a calibration file where there is one."""

    model: str
    words: tuple[tuple[str, str], ...]
    calibration: str = ""

    @property
    def inputs(self) -> list[str]:
        """The inputs as a command takes them; empty fields stay away."""
        return [f"{name}={value.strip()}" for name, value in self.words if value.strip()]

    @property
    def command(self) -> str:
        """The command that gives the same answer."""
        own = ["--calibration", self.calibration] if self.calibration else []
        return shlex.join(["mqtune", "model", "run", self.model, *self.inputs, *own])


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What the model said: an outcome with its curves, or why there is none and what to do."""

    asked: ModelQuery
    outcome: Outcome | None = None
    curves: tuple[Curves, ...] = ()
    message: str = ""
    help: str = ""


def answer(asked: ModelQuery) -> ModelAnswer:
    """Ask the model. Takes up to some tens of milliseconds: for a thread."""
    try:
        given = given_inputs(asked.inputs)
        path = asked.calibration or None
        outcome = run(asked.model, given, path)
        return ModelAnswer(asked, outcome, tuple(curves_of(outcome, given, path)))
    except UsageError as error:
        return ModelAnswer(asked, message=error.message, help=error.help)


def example_of(model: Model) -> Mapping[str, str]:
    """The figures of the model's example, by input: what a form begins with."""
    return given_inputs(model.example.split())
