"""`mqtune model run`: one run of a model, as text for people or as JSON."""

from __future__ import annotations

from mqtune.capacity.definition import CALIBRATED
from mqtune.capacity.outcome import shown
from mqtune.cli import console
from mqtune.cli.options import JSON
from mqtune.views.models import given_inputs, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.capacity.definition import Constant
    from mqtune.capacity.outcome import Outcome
    from mqtune.cli.commands import RunModel
    from mqtune.report.colour import Palette

DIGITS = 10
PUBLISHED = "published"


def run_model(options: RunModel) -> int:
    """Run a model and print the outcome. Raises UsageError."""
    outcome = run(options.name, given_inputs(options.inputs), options.calibration)
    if options.format == JSON:
        _print_json(outcome)
    else:
        _print_text(outcome, console.palette(options.color))
    return 0


def plain(value: Any) -> Any:
    """A value for JSON, without the last digits, which are rounding errors."""
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, float):
        short = float(f"{value:.{DIGITS}g}")
        return int(short) if short == int(short) else short
    return value


def constants_from(outcome: Outcome) -> str:
    """The constants that were used: published, calibrated, or both; "none" if the model has none."""
    own = [one.origin == CALIBRATED for one in outcome.constants if one.origin != "proposal"]
    if not own:
        return "none"
    if all(own):
        return CALIBRATED
    return f"{CALIBRATED} and {PUBLISHED}" if any(own) else PUBLISHED


def _print_json(outcome: Outcome) -> None:
    from mqtune.report.encode import dumps

    lines = {
        "version": 1,
        "model": outcome.model.name,
        "inputs": plain(outcome.inputs),
        "outputs": plain(outcome.outputs),
        "units": {name: outcome.model.outputs[name].unit for name in outcome.outputs},
        "constants_from": constants_from(outcome),
        "constants": {one.name: _constant(one) for one in outcome.constants},
        "measured": outcome.model.measured,
        "steps": outcome.steps,
        "warnings": outcome.warnings,
    }
    body = ",\n ".join(f'"{key}": {dumps(value)}' for key, value in lines.items())
    console.write(f"{{{body}}}\n")


def _constant(constant: Constant) -> dict[str, Any]:
    return {
        "value": constant.value,
        "unit": constant.unit,
        "origin": constant.origin,
        "source": constant.source,
        "low": constant.low,
        "high": constant.high,
    }


def _print_text(outcome: Outcome, palette: Palette) -> None:
    chosen = outcome.model
    console.line(palette.bold(f"{chosen.name}: {chosen.title}"))
    given = {name: value for name, value in outcome.inputs.items() if value is not None}
    _section(
        palette, "inputs", [(name, _text(value), chosen.inputs[name].unit) for name, value in given.items()]
    )
    outputs = outcome.outputs.items()
    _section(palette, "outputs", [(name, shown(value), chosen.outputs[name].unit) for name, value in outputs])
    console.line(palette.bold("how"))
    for step in outcome.steps:
        console.line(f"  {step}")
    if outcome.constants:
        _section(
            palette,
            f"constants ({constants_from(outcome)})",
            [(one.name, f"{one.value:,.10g}{_interval(one)}", _origin(one)) for one in outcome.constants],
        )
    console.line(palette.bold("measured"))
    console.line(f"  {chosen.measured}")
    for warning in outcome.warnings:
        console.line(f"{palette.bold('warning')}: {warning}")


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{shown(rate)} with {threads}" for threads, rate in value.items())
    return value if isinstance(value, str) else shown(value)


def _interval(constant: Constant) -> str:
    if constant.low is None or constant.high is None:
        return ""
    return f" ({constant.low:,.10g} to {constant.high:,.10g})"


def _origin(constant: Constant) -> str:
    word = "" if constant.origin in ("printed", CALIBRATED, "proposal") else f"{constant.origin}: "
    return f"{constant.unit}; {word}{constant.source}"


def _section(palette: Palette, title: str, rows: list[tuple[str, str, str]]) -> None:
    console.line(palette.bold(title))
    wide, value_wide = max(len(row[0]) for row in rows), max(len(row[1]) for row in rows)
    for name, value, rest in rows:
        console.line(f"  {name.ljust(wide)}  {value.ljust(value_wide)}  {rest}".rstrip())
