"""`mqtune model`: the capacity models, run forwards and backwards, and compared with published figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from mqtune.capacity.definition import CALIBRATED, Constant, Input, Model
from mqtune.capacity.inputs import Outcome, shown
from mqtune.capacity.run import Point, Summary, summaries
from mqtune.capacity.solve import ANY, NONE, Solution
from mqtune.present.answer import (
    BRIEF,
    DOUBT,
    MODEL,
    NORMAL,
    Answer,
    Cell,
    Code,
    Column,
    Line,
    Row,
    Rows,
    Section,
    Table,
    Target,
)
from mqtune.questions import models
from mqtune.questions.fields import Parameter
from mqtune.questions.model_data import (
    PROPOSAL,
    ModelsData,
    PointsData,
    RunData,
    SolveData,
    bound,
    constants_from,
    models_data,
    points_data,
    run_data,
    solve_data,
)
from mqtune.questions.values import Calibration
from mqtune.text.messages import plural

EXAMPLES = (
    "mqtune model list fan-out",
    "mqtune model run fan-out subscribers=60 cache=48 location=local persistence=no",
    "mqtune model run expiry put-rate=2000 cap-expiry=3000 --format json",
    "mqtune model solve expiry --for cap-expiry put-rate=2000 disk=100GB",
    "mqtune model solve fan-out --for subscribers publish-rate=2000",
    "mqtune model verify --format json",
)
UNSOLVED = 1  # exit status if no value satisfies the limits
MODELS = "models"  # the kind of names that are completed
PRINTED = ("printed", CALIBRATED, PROPOSAL)  # origins that need no word
Name = Annotated[str, Parameter("the model: fan-out, expiry, …", completes=MODELS)]


def list_models(
    name: Annotated[str, Parameter("a model, to show everything about it", completes=MODELS)] = "",
) -> Answer[ModelsData]:
    """List the models, or show everything about one."""
    chosen = [models.find_model(name)] if name else models.all_models()
    hint = "`mqtune model list NAME` shows one; `mqtune model run NAME key=value …` runs it"
    return Answer(
        "found",
        f"{chosen[0].name}: {chosen[0].title}" if name else plural(len(chosen), "model"),
        lambda _: model_sections(chosen[0]) if name else [Section("", table_of_models(chosen), BRIEF)],
        lambda: models_data(chosen),
        hint="" if name else hint,
    )


def table_of_models(chosen: list[Model]) -> Table:
    """A line for each model, with the inputs that it needs, or with all if it needs none."""
    lines = []
    for model in chosen:
        needed = [item.name for item in model.inputs.values() if item.required] or list(model.inputs)
        lines.append(Line((model.name, ", ".join(needed), model.title), Target(MODEL, model.name)))
    return Table([Column("NAME", 0), Column("INPUTS"), Column("TITLE", wraps=True)], lines)


def model_sections(model: Model) -> Iterator[Section]:
    """What a model says, its formula, inputs, outputs and limits."""
    yield Section(f"{model.name}: {model.title}", Rows([Row("", model.says)]), BRIEF)
    yield Section("", Code(model.formula.splitlines(), "text", covered=True), BRIEF)
    lines = [Line((item.name, default_of(item), allowed(item), item.says)) for item in model.inputs.values()]
    columns = [Column("INPUT", 0), Column("DEFAULT"), Column("ALLOWED"), Column("SAYS", wraps=True)]
    yield Section("", Table(columns, lines), BRIEF)
    lines = [Line((item.name, item.unit, item.says)) for item in model.outputs.values()]
    columns = [Column("OUTPUT", 0), Column("UNIT"), Column("SAYS", wraps=True)]
    yield Section("", Table(columns, lines), BRIEF)
    rows = [Row("measured", model.measured), *(Row("not for", text) for text in model.not_for)]
    yield Section("", Rows([*rows, Row("example", f"mqtune model run {model.name} {model.example}")]), BRIEF)


def default_of(item: Input) -> str:
    """The default of an input."""
    if item.required:
        return "needed"
    return "" if item.default is None else str(item.default)


def allowed(item: Input) -> str:
    """The values of an input."""
    if item.choices:
        return ", ".join(item.choices)
    if item.minimum is None:
        return item.unit or item.kind
    return f"{item.minimum:,.10g} to {item.maximum:,.10g} {item.unit}"


# a run


def run_model(
    name: Name,
    inputs: Annotated[tuple[str, ...], Parameter("inputs: subscribers=60", metavar="KEY=VALUE")] = (),
    *,
    calibration: Calibration = None,
) -> Answer[RunData]:
    """Run a model: outputs, the formula with its numbers, constants with their source, warnings."""
    outcome = models.run(name, models.given_inputs(inputs), calibration)
    outputs = [
        f"{key} = {shown(value)} {outcome.model.outputs[key].unit}".rstrip()
        for key, value in outcome.outputs.items()
    ]
    return Answer(
        "with warnings" if outcome.warnings else "within range",
        f"{outcome.model.name}: {', '.join(outputs)}",
        lambda _: run_sections(outcome),
        lambda: run_data(outcome),
    )


def run_sections(outcome: Outcome) -> Iterator[Section]:
    """Inputs and outputs, the formula with the numbers, and the constants."""
    model = outcome.model
    given = {key: value for key, value in outcome.inputs.items() if value is not None}
    inputs = [(key, value_text(value), model.inputs[key].unit) for key, value in given.items()]
    yield Section("", Rows([Row("", f"{model.name}: {model.title}")]), BRIEF)
    yield Section("inputs", three_columns(inputs), BRIEF)
    outputs = [(key, shown(value), model.outputs[key].unit) for key, value in outcome.outputs.items()]
    yield Section("outputs", three_columns(outputs), BRIEF)
    yield Section("how", Rows([Row("", step) for step in outcome.steps]), BRIEF)
    if outcome.constants:
        constants = [
            (item.name, f"{item.value:,.10g}{interval(item)}", origin(item)) for item in outcome.constants
        ]
        yield Section(f"constants ({constants_from(outcome)})", three_columns(constants), BRIEF)
    yield from ending(model, outcome.warnings)


def ending(model: Model, warnings: Iterable[str]) -> Iterator[Section]:
    """Where a model was measured, and its warnings."""
    yield Section("measured", Rows([Row("", model.measured)]), BRIEF)
    yield Section("", Rows([Row("", f"warning: {text}", tone=DOUBT) for text in warnings]), BRIEF)


def three_columns(rows: list[tuple[str, str, str]]) -> Table:
    """Names, values and units below each other."""
    columns = [Column("", 0), Column("", 0), Column("", wraps=True)]
    return Table(columns, [Line(row) for row in rows])


def value_text(value: Any) -> str:
    """The value of an input."""
    if isinstance(value, dict):
        return ", ".join(f"{shown(rate)} with {threads}" for threads, rate in value.items())
    return value if isinstance(value, str) else shown(value)


def interval(constant: Constant) -> str:
    """The interval of a constant, "" if it has none."""
    if constant.low is None or constant.high is None:
        return ""
    return f" ({constant.low:,.10g} to {constant.high:,.10g})"


def origin(constant: Constant) -> str:
    """Unit and source of a constant."""
    word = "" if constant.origin in PRINTED else f"{constant.origin}: "
    return f"{constant.unit}; {word}{constant.source}"


# a solution


def solve_model(
    name: Name,
    inputs: Annotated[
        tuple[str, ...],
        Parameter("inputs, and limits of outputs: put-rate=2000 disk=60GB", metavar="KEY=VALUE"),
    ],
    *,
    wanted: Annotated[
        str, Parameter("name the input to solve for, such as cap-expiry", name="for", metavar="INPUT")
    ],
    calibration: Calibration = None,
) -> Answer[SolveData]:
    """Solve a model backwards: the largest or smallest value of an input that keeps limits.

    Inputs and limits are both written as key=value; a limit is the name of an output, or a short form of it.
    Exit status: 0 solved, 1 no value satisfies the limits.
    """
    solution = models.solve(name, wanted, models.given_words(inputs), calibration)
    return Answer(
        solution.direction,
        solution_text(solution),
        lambda _: solution_sections(solution),
        lambda: solve_data(solution),
        status=UNSOLVED if solution.direction == NONE else 0,
    )


def limit_texts(solution: Solution) -> str:
    """`disk_bytes at most 60,000,000,000`."""
    return ", ".join(f"{limit.output.name} {bound(limit)} {shown(limit.value)}" for limit in solution.limits)


def solution_text(solution: Solution) -> str:
    """The solution in a sentence."""
    item, model = solution.input, solution.model.name
    name = f"{item.name} ({item.also})" if item.also else item.name
    if solution.direction == NONE:
        return f"{model}: no value of {name} gives {limit_texts(solution)}"
    if solution.direction == ANY:
        return f"{model}: every value of {name} gives {limit_texts(solution)}"
    return f"{model}: {name} = {shown(solution.value or 0)} {item.unit}"


def solution_sections(solution: Solution) -> Iterator[Section]:
    """The solution, then the run with it."""
    texts = []
    outcome = solution.outcome
    if solution.direction not in (NONE, ANY):
        texts.append(f"the {solution.direction} value with {limit_texts(solution)}")
        if solution.largest is not None:
            texts.append(f"the limits hold up to {shown(solution.largest)}")
    if solution.refused:
        texts.append(solution.refused)
    if outcome is not None:
        if solution.direction == NONE and solution.limited_by:
            closest = shown(outcome.inputs[solution.input.name])
            texts.append(f"closest, with {solution.input.name}={closest}:")
        for key, amount in outcome.outputs.items():
            reached = key in solution.limited_by and solution.direction != NONE
            mark = "  limit reached" if reached else ""
            texts.append(f"{key} = {shown(amount)} {solution.model.outputs[key].unit}{mark}".rstrip())
    title = solution_text(solution) if texts else ""
    yield Section(title, Rows([Row("", text) for text in texts or [solution_text(solution)]]), BRIEF)
    if outcome is not None:
        yield Section("how", Rows([Row("", step) for step in outcome.steps]), BRIEF)
        yield from ending(solution.model, outcome.warnings)


# published points


def verify_models(
    name: Annotated[str, Parameter("only this model", completes=MODELS)] = "",
) -> Answer[PointsData]:
    """Compare the models with every published data point."""
    if name:
        models.find_model(name)
    points = [point for point in models.verify() if name in ("", point.model)]
    totals = summaries(points)
    return Answer(
        "compared",
        f"{plural(len(points), 'published point')} of {plural(len(totals), 'model')}",
        lambda _: [
            Section("", table_of_points(points), NORMAL),
            Section("", table_of_errors(totals), BRIEF),
        ],
        lambda: points_data(points, totals),
    )


def table_of_points(points: list[Point]) -> Table:
    """A line for each published point."""
    titles = ("MODEL", "QUANTITY", "PUBLISHED", "PREDICTED", "ERROR", "CLAIMED", "INPUTS", "SOURCE")
    columns = [Column(title, 2 if title == "INPUTS" else 1, wraps=title == "SOURCE") for title in titles]
    lines = []
    for point in points:
        cells: list[Cell] = [
            point.model,
            point.quantity,
            shown(point.published),
            "refused" if point.predicted is None else shown(point.predicted),
            percent(point.error_percent),
            {"value": "yes", "none": "no"}.get(point.claim, point.claim),
            " ".join(f"{key}={value}" for key, value in point.inputs.items()),
            point.source,
        ]
        lines.append(Line(cells, Target(MODEL, point.model)))
    return Table(columns, lines)


def table_of_errors(totals: list[Summary]) -> Table:
    """The errors of each model."""
    titles = ("MODEL", "POINTS", "CLAIMED", "MEAN ERROR", "WORST", "BOUNDS KEPT")
    lines = [
        Line(
            (
                total.model,
                str(total.points),
                str(total.claimed),
                percent(total.mean_error_percent).lstrip("+"),
                percent(total.worst_error_percent),
                f"{total.held} of {total.bounds}" if total.bounds else "",
            ),
            Target(MODEL, total.model),
        )
        for total in totals
    ]
    return Table([Column(title) for title in titles], lines)


def percent(value: float | None) -> str:
    """An error in per cent, "" without one."""
    return "" if value is None else f"{value:+.1f}%".replace("-0.0%", "+0.0%")
