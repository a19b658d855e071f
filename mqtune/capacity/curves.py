"""Curves of a model around a run: outputs over one input, each point a separate run.

If the model refuses an answer, the curve has no point there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mqtune.capacity.calibration import Calibration
from mqtune.capacity.definition import Plot
from mqtune.capacity.errors import ModelError
from mqtune.capacity.outcome import Outcome
from mqtune.capacity.run import run_model

UNIT_TAILS = (" per s", " us", " s", " bytes", " percent")
STEPS = 60  # runs for one curve, fewer if the input has fewer integers
LEAST_POINTS = 3
BEYOND = 1.25  # a curve extends beyond the given value by this factor


@dataclass(frozen=True, slots=True)
class Line:
    """An output over the input: its name and points; `single` if nothing is known between the points."""

    name: str
    points: tuple[tuple[float, float], ...]
    single: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A notable value on the axis of the input (`upright`) or on that of the outputs."""

    at: float
    words: str
    upright: bool


@dataclass(frozen=True, slots=True)
class Curves:
    """The content of one plot of a model; titles include the unit."""

    over: str
    x_title: str
    y_title: str
    lines: tuple[Line, ...]
    places: tuple[Place, ...]


def curves(
    outcome: Outcome, given: Mapping[str, object], calibration: Calibration | None = None
) -> list[Curves]:
    """The curves of a run made with the inputs `given`; those without a course are omitted."""
    drawn = [_curves(plot, outcome, given, calibration) for plot in outcome.model.plots]
    return [one for one in drawn if any(_shows(line) for line in one.lines)]


def _shows(line: Line) -> bool:
    """Whether a line has enough points to show a course, or is made of single points."""
    return len(line.points) >= (1 if line.single else LEAST_POINTS)


def _curves(
    plot: Plot, outcome: Outcome, given: Mapping[str, object], calibration: Calibration | None
) -> Curves:
    lines = [_given_points(plot, outcome)] if plot.points else _lines(plot, outcome, given, calibration)
    chosen = outcome.model
    first = plot.outputs[0] if plot.outputs else next(iter(plot.level))
    return Curves(
        plot.over,
        plot.x_title or _title(plot.over, chosen.inputs[plot.over].unit),
        _title(first, chosen.outputs[first].unit),
        tuple(lines),
        tuple(_places(plot, outcome)),
    )


def words_of(name: str) -> str:
    """The name of an input or output in words, without the unit at its end."""
    words = name.replace("_", " ").replace("-", " ")
    for tail in UNIT_TAILS:
        words = words.removesuffix(tail)
    return words


def _title(name: str, unit: str) -> str:
    words = words_of(name)
    return words if not unit or words.endswith(unit) else f"{words}, {unit}"


def _given_points(plot: Plot, outcome: Outcome) -> Line:
    rates = outcome.inputs.get(plot.over) or {}
    return Line(
        plot.over, tuple(sorted((float(threads), float(rate)) for threads, rate in rates.items())), True
    )


def _lines(
    plot: Plot, outcome: Outcome, given: Mapping[str, object], calibration: Calibration | None
) -> list[Line]:
    points: dict[str, list[tuple[float, float]]] = {name: [] for name in plot.outputs}
    values = _values(plot, outcome)
    for value in values:
        try:
            answer = run_model(outcome.model.name, {**given, plot.over: f"{value:.10g}"}, calibration)
        except ModelError:
            continue
        for name in plot.outputs:
            if name in answer.outputs:
                points[name].append((value, float(answer.outputs[name])))
    return [Line(name, tuple(found), _refused_between(found, values)) for name, found in points.items()]


def _refused_between(found: list[tuple[float, float]], values: list[float]) -> bool:
    """Whether the model refuses an answer between two points, so that no line may connect them."""
    if not found:
        return False
    return sum(found[0][0] <= value <= found[-1][0] for value in values) > len(found)


def _values(plot: Plot, outcome: Outcome) -> list[float]:
    """The values of the input at which the model is run, including the given one."""
    wanted = outcome.model.inputs[plot.over]
    here = outcome.inputs.get(plot.over)
    ends = [plot.end] if plot.end is not None else []
    ends += [here * BEYOND] if here is not None else []
    start = plot.start if plot.start is not None else wanted.minimum
    if not ends or start is None:
        return []
    end = min(max(ends), wanted.maximum if wanted.maximum is not None else max(ends))
    marked = [outcome.inputs.get(name) for name in plot.upright]
    values = {start + (end - start) * step / STEPS for step in range(STEPS + 1)}
    values |= {one for one in [here, *marked] if one is not None and start <= one <= end}
    if wanted.kind in ("integer", "size"):
        values = {float(round(one)) for one in values}
    return sorted(values)


def _places(plot: Plot, outcome: Outcome) -> list[Place]:
    known = {**outcome.inputs, **outcome.outputs}
    upright = [Place(known[name], words, True) for name, words in plot.upright.items() if known.get(name)]
    level = [Place(known[name], words, False) for name, words in plot.level.items() if known.get(name)]
    here = outcome.inputs.get(plot.over)
    own = [] if plot.points or here is None else [Place(here, "here", True)]
    return upright + level + own
