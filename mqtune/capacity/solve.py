"""Solves a model backwards, and follows it over a range of one input.

Solving finds the values of one input that keep the outputs within limits. The input is tried at values a
small factor apart, and each end of the first range that satisfies all limits is then found by bisection.
Between two tried values a model may rise or fall, but has no narrow gap.

A curve is an output over one input around a run, each point a separate run; where the model refuses an
answer, the curve has no point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, inf, log10

from mqtune.capacity.definition import Input, Model, ModelError, Output, Plot, RefusalError, model
from mqtune.capacity.inputs import Outcome, input_name, read_quantity
from mqtune.capacity.run import Calibration, run_model
from mqtune.text.record import record

LARGEST, SMALLEST, ANY, NONE = "largest", "smallest", "any", "none"
NUMBERS = ("integer", "number", "size")
FACTOR = 1.15  # between two tried values
FEW = 512  # an input with fewer values is tried at each
DIGITS = 6
SAME = 1e-9
FINEST = (
    1e-3  # the first value above 0 that is tried; near 0, values closer than this times SAME are the same
)
NO_ANSWER = frozenset({""})  # the model refuses this value


@record
class Limit:
    """The most or the least that is accepted of an output."""

    output: Output
    value: float

    def holds(self, outputs: Mapping[str, float]) -> bool:
        """Whether an outcome respects it; an outcome without the output does not."""
        result = outputs.get(self.output.name)
        if result is None:
            return False
        least, most = (-inf, self.value) if self.output.at_most else (self.value, inf)
        return least * (1 - SAME) <= result <= most * (1 + SAME)


@record
class Solution:
    """The solution for one input.

    `direction` is largest or smallest, any if every value satisfies the limits, none if no value does.
    `largest` is the upper end above a smallest value, if there is one. `limited_by` names the limits that
    fail beyond `value`, and `outcome` is the run with it, or with the best tried value if there is none.
    """

    model: Model
    input: Input
    limits: list[Limit]
    direction: str
    value: float | None
    largest: float | None
    limited_by: list[str]
    outcome: Outcome | None
    refused: str = ""


def solve(
    name: str, wanted: str, given: Mapping[str, str], calibration: Calibration | None = None
) -> Solution:
    """The solution for the input `wanted`; `given` has inputs and limits by name. Raises ModelError."""
    chosen = model(name)
    target = target_of(chosen, wanted)
    inputs, limits = apart(chosen, target, given)
    search = Search(
        target, limits, lambda value: run_model(name, {**inputs, target.name: value}, calibration)
    )
    return search.solution(chosen)


def target_of(chosen: Model, wanted: str) -> Input:
    """The input to solve for. Raises ModelError if there is none, or if it is not a number."""
    target = chosen.inputs.get(input_name(chosen, wanted))
    numbers = [candidate.name for candidate in chosen.inputs.values() if candidate.kind in NUMBERS]
    if target is None:
        raise ModelError(
            f"model {chosen.name} has no input {wanted!r}",
            f"it can be solved for {', '.join(numbers)}",
            input_name(chosen, wanted),
            numbers,
        )
    if target.kind not in NUMBERS:
        raise ModelError(
            f"{target.name} is not a number",
            f"model {chosen.name} can be solved for {', '.join(numbers) or 'no input'}",
        )
    return target


def apart(chosen: Model, target: Input, given: Mapping[str, str]) -> tuple[dict[str, str], list[Limit]]:
    """The inputs and the limits among some words. Raises ModelError for unknown names, or without a limit."""
    inputs, limits = {}, []
    for key, text in given.items():
        exact = chosen.outputs.get(key.strip()) if "_" in key else None
        name = input_name(chosen, key)
        output = exact or (None if name in chosen.inputs else output_of(chosen, name))
        if output is not None:
            limits.append(Limit(output, read_quantity(key, output.unit, text)))
        elif name == target.name:
            raise ModelError(f"{name} is what is solved for", "omit its value, or solve for another input")
        elif name in chosen.inputs:
            inputs[name] = text
        else:
            known = [*chosen.inputs, *chosen.outputs]
            raise ModelError(
                f"model {chosen.name} has no input or output {key!r}",
                f"the outputs that can be limited are {', '.join(chosen.outputs)}",
                key,
                known,
            )
    if not limits:
        raise ModelError(
            f"no limit is given, so every value of {target.name} is possible",
            f"limit one of {', '.join(chosen.outputs)}, such as {next(iter(chosen.outputs))}=1000",
        )
    return inputs, limits


def output_of(chosen: Model, name: str) -> Output | None:
    """The output with a name, also without its last words: `disk` for disk_bytes."""
    name = name.replace("-", "_")
    matches = [output for output in chosen.outputs.values() if f"{output.name}_".startswith(f"{name}_")]
    return min(matches, key=lambda output: len(output.name), default=None)


class Search:
    """Runs of a model with different values of one input. Does not depend on which model it is."""

    def __init__(self, target: Input, limits: list[Limit], run: Callable[[float], Outcome]) -> None:
        self.target = target
        self.limits = limits
        self.run = run
        self.is_integer = target.kind in ("integer", "size")
        self.outcomes: dict[float, Outcome] = {}
        self.known: dict[float, frozenset[str]] = {}
        self.refused = ""

    def failing(self, value: float) -> frozenset[str]:
        """The outputs whose limits fail with a value; NO_ANSWER if the model gives no answer."""
        if value not in self.known:
            self.known[value] = self._failing(value)
        return self.known[value]

    def _failing(self, value: float) -> frozenset[str]:
        try:
            outcome = self.outcomes[value] = self.run(value)
        except RefusalError as error:
            self.refused = self.refused or error.message
            return NO_ANSWER
        return frozenset(limit.output.name for limit in self.limits if not limit.holds(outcome.outputs))

    def _is_silent(self, value: float) -> bool:
        """Whether a run has none of the outputs that are limited, such as the bytes of no message."""
        self.failing(value)
        outcome = self.outcomes.get(value)
        return outcome is not None and not any(limit.output.name in outcome.outputs for limit in self.limits)

    def solution(self, chosen: Model) -> Solution:
        """The first range of values that satisfies all limits."""
        values = self._values()
        if self._is_silent(values[0]):
            values = values[1:]
        good = next((number for number, value in enumerate(values) if not self.failing(value)), None)
        if good is None:
            return self._between(chosen, values)
        last = good
        while last + 1 < len(values) and not self.failing(values[last + 1]):
            last += 1
        upper = None if last + 1 == len(values) else self._edge(values[last], values[last + 1])
        if good == 0:
            if upper is None:
                return self._solution(chosen, ANY, None, None, values[-1])
            return self._solution(chosen, LARGEST, upper, None, values[last + 1])
        lower = self._edge(values[good], values[good - 1])
        return self._solution(chosen, SMALLEST, lower, upper, values[good - 1])

    def _between(self, chosen: Model, values: list[float]) -> Solution:
        """A narrow range between two tried values with different failing limits; else no solution."""
        for before, after in pairwise(values):
            first, second = self.failing(before), self.failing(after)
            if NO_ANSWER in (first, second) or first & second:
                continue
            edge = self._edge(after, before, first)
            if not self.failing(edge):
                return self._solution(chosen, SMALLEST, edge, None, before)
        best = min(self.outcomes, key=lambda value: len(self.failing(value)), default=None)
        limits = sorted(self.failing(best)) if best is not None else []
        outcome = self.outcomes.get(best) if best is not None else None
        return Solution(chosen, self.target, self.limits, NONE, None, None, limits, outcome, self.refused)

    def _solution(
        self, chosen: Model, direction: str, value: float | None, largest: float | None, beyond: float
    ) -> Solution:
        failing = self.failing(beyond)
        if value is not None:
            self.failing(value)
        shown = self.outcomes.get(beyond if value is None else value)
        limited = [] if value is None or failing == NO_ANSWER else sorted(failing)
        refused = self.refused if failing == NO_ANSWER else ""
        return Solution(chosen, self.target, self.limits, direction, value, largest, limited, shown, refused)

    def _values(self) -> list[float]:
        """The values to try, from the smallest valid one to the largest."""
        least, most = self.target.minimum or 0, self.target.maximum or 1e12
        if self.is_integer and most - least < FEW:
            return [float(value) for value in range(int(least), int(most) + 1)]
        values = [float(least)]
        value = max(float(least), 1.0 if self.is_integer else FINEST)
        while value < most:
            if value > values[-1]:
                values.append(value)
            value = max(value * FACTOR, value + 1) if self.is_integer else value * FACTOR
            value = float(ceil(value)) if self.is_integer else value
        return [*values, float(most)]

    def _edge(self, inside: float, outside: float, limits: frozenset[str] | None = None) -> float:
        """The last value from `inside` towards `outside` with which the limits hold, all by default."""

        def holds(value: float) -> bool:
            failing = self.failing(value)
            return not failing if limits is None else not failing & limits

        while abs(outside - inside) > (1 if self.is_integer else max(abs(inside), FINEST) * SAME):
            middle = (inside + outside) / 2
            middle = float(floor(middle)) if self.is_integer else middle
            inside, outside = (middle, outside) if holds(middle) else (inside, middle)
        short = rounded(inside, up=inside > outside)
        return short if not self.is_integer and holds(short) else inside


def rounded(value: float, up: bool) -> float:
    """A number with six digits, rounded up or down."""
    if not value:
        return value
    unit = 10.0 ** (floor(log10(value)) + 1 - DIGITS)
    return float(f"{(ceil if up else floor)(value / unit) * unit:.{DIGITS}g}")


# Curves.

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
    return [figure for figure in drawn if any(_shows(line) for line in figure.lines)]


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
    return [Line(name, tuple(course), _refused_between(course, values)) for name, course in points.items()]


def _refused_between(course: list[tuple[float, float]], values: list[float]) -> bool:
    """Whether the model refuses an answer between two points, so that no line may connect them."""
    if not course:
        return False
    return sum(course[0][0] <= value <= course[-1][0] for value in values) > len(course)


def _values(plot: Plot, outcome: Outcome) -> list[float]:
    """The values of the input at which the model is run, including the given one."""
    wanted = outcome.model.inputs[plot.over]
    given = outcome.inputs.get(plot.over)
    ends = [plot.end] if plot.end is not None else []
    ends += [given * BEYOND] if given is not None else []
    start = plot.start if plot.start is not None else wanted.minimum
    if not ends or start is None:
        return []
    end = min(max(ends), wanted.maximum if wanted.maximum is not None else max(ends))
    marked = [outcome.inputs.get(name) for name in plot.upright]
    values = {start + (end - start) * step / STEPS for step in range(STEPS + 1)}
    values |= {value for value in [given, *marked] if value is not None and start <= value <= end}
    if wanted.kind in ("integer", "size"):
        values = {float(round(value)) for value in values}
    return sorted(values)


def _places(plot: Plot, outcome: Outcome) -> list[Place]:
    known = {**outcome.inputs, **outcome.outputs}
    upright = [Place(known[name], words, True) for name, words in plot.upright.items() if known.get(name)]
    level = [Place(known[name], words, False) for name, words in plot.level.items() if known.get(name)]
    given = outcome.inputs.get(plot.over)
    marks = [] if plot.points or given is None else [Place(given, "here", True)]
    return upright + level + marks
