"""`mqtune model solve`: the value of one input that keeps outputs within limits."""

from __future__ import annotations

from mqtune.capacity.outcome import shown
from mqtune.capacity.solve import ANY, LARGEST, NONE, Limit, Solution
from mqtune.cli import console
from mqtune.cli.model import constants_from, plain
from mqtune.cli.options import JSON
from mqtune.views.models import given_words, solve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.cli.figures.options import SolveModel
    from mqtune.report.colour import Palette

UNSOLVED = 1  # exit status if no value satisfies the limits


def solve_model(options: SolveModel) -> int:
    """Solve a model and print the solution. Raises UsageError."""
    found = solve(options.name, options.wanted, given_words(options.inputs), options.calibration)
    if options.format == JSON:
        print_json(found)
    else:
        print_text(found, console.palette(options.color))
    return UNSOLVED if found.direction == NONE else 0


def print_json(found: Solution) -> None:
    """Print the solution, and the run with it."""
    from mqtune.report.encode import dumps

    outcome = found.outcome
    lines = {
        "version": 1,
        "model": found.model.name,
        "for": found.input.name,
        "direction": found.direction,
        "value": plain(found.value),
        "largest": plain(found.value if found.direction == LARGEST else found.largest),
        "unit": found.input.unit,
        "limits": {
            one.output.name: {"bound": bound(one), "value": plain(one.value), "unit": one.output.unit}
            for one in found.limits
        },
        "limited_by": found.limited_by,
        "inputs": plain(outcome.inputs) if outcome else None,
        "outputs": plain(outcome.outputs) if outcome else None,
        "constants_from": constants_from(outcome) if outcome else None,
        "steps": outcome.steps if outcome else [],
        "warnings": [*(outcome.warnings if outcome else []), *([found.refused] if found.refused else [])],
    }
    body = ",\n ".join(f'"{key}": {dumps(value)}' for key, value in lines.items())
    console.write(f"{{{body}}}\n")


def bound(limit: Limit) -> str:
    """`at most` or `at least`."""
    return "at most" if limit.output.at_most else "at least"


def limit_text(limit: Limit) -> str:
    """`disk_bytes at most 60,000,000,000`."""
    return f"{limit.output.name} {bound(limit)} {shown(limit.value)}"


def print_text(found: Solution, palette: Palette) -> None:
    """Print the solution in a sentence, then the run with it."""
    name = f"{found.input.name} ({found.input.also})" if found.input.also else found.input.name
    limits = ", ".join(map(limit_text, found.limits))
    if found.direction == NONE:
        console.line(palette.bold(f"{found.model.name}: no value of {name} gives {limits}"))
    elif found.direction == ANY:
        console.line(palette.bold(f"{found.model.name}: every value of {name} gives {limits}"))
    else:
        value = f"{shown(found.value or 0)} {found.input.unit}"
        console.line(palette.bold(f"{found.model.name}: {name} = {value}"))
        console.line(f"  the {found.direction} value with {limits}")
        if found.largest is not None:
            console.line(f"  the limits hold up to {shown(found.largest)}")
    if found.refused:
        console.line(f"  {found.refused}")
    outcome = found.outcome
    if outcome is None:
        return
    if found.direction == NONE and found.limited_by:
        console.line(f"  closest, with {found.input.name}={shown(outcome.inputs[found.input.name])}:")
    units = {one: found.model.outputs[one].unit for one in outcome.outputs}
    for one, amount in outcome.outputs.items():
        mark = "  limit reached" if one in found.limited_by and found.direction != NONE else ""
        console.line(f"  {one} = {shown(amount)} {units[one]}{mark}".rstrip())
    console.line(palette.bold("how"))
    for step in outcome.steps:
        console.line(f"  {step}")
    console.line(palette.bold("measured"))
    console.line(f"  {found.model.measured}")
    for warning in outcome.warnings:
        console.line(f"{palette.bold('warning')}: {warning}")
