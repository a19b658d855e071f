"""`mqtune model list`: the models, or everything about one."""

from __future__ import annotations

from mqtune.cli import console
from mqtune.cli.model import plain
from mqtune.cli.options import JSON
from mqtune.cli.table import print_table
from mqtune.views.models import all_models, find_model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.capacity.definition import Input, Model
    from mqtune.cli.commands import ListModels
    from mqtune.report.colour import Palette


def list_models(options: ListModels) -> int:
    """Print all models, or one with its inputs, outputs and limits. Raises UsageError."""
    chosen = [find_model(options.name)] if options.name else all_models()
    palette = console.palette(options.color)
    if options.format == JSON:
        _print_json(chosen)
    elif options.name:
        _print_one(chosen[0], palette)
    else:
        rows = [[one.name, ", ".join(_needed(one)), one.title] for one in chosen]
        print_table(["NAME", "INPUTS", "TITLE"], rows, palette, console.width())
        if not options.quiet:
            console.say("`mqtune model list NAME` shows one; `mqtune model run NAME key=value …` runs it")
    return 0


def _needed(model: Model) -> list[str]:
    """The required inputs, or all inputs if none is required."""
    needed = [one.name for one in model.inputs.values() if one.required]
    return needed or list(model.inputs)


def _print_one(model: Model, palette: Palette) -> None:
    console.line(palette.bold(f"{model.name}: {model.title}"))
    console.line(model.says)
    console.line()
    for line in model.formula.splitlines():
        console.line(f"    {line}")
    console.line()
    rows = [[one.name, _default(one), _allowed(one), one.says] for one in model.inputs.values()]
    print_table(["INPUT", "DEFAULT", "ALLOWED", "SAYS"], rows, palette)
    console.line()
    outputs = [[one.name, one.unit, one.says] for one in model.outputs.values()]
    print_table(["OUTPUT", "UNIT", "SAYS"], outputs, palette)
    console.line()
    console.line(f"{palette.bold('measured')}: {model.measured}")
    for one in model.not_for:
        console.line(f"{palette.bold('not for')}: {one}")
    console.line(f"{palette.bold('example')}: mqtune model run {model.name} {model.example}")


def _default(one: Input) -> str:
    if one.required:
        return "needed"
    return "" if one.default is None else str(one.default)


def _allowed(one: Input) -> str:
    if one.choices:
        return ", ".join(one.choices)
    if one.minimum is None:
        return one.unit or one.kind
    return f"{one.minimum:,.10g} to {one.maximum:,.10g} {one.unit}"


def _print_json(models: list[Model]) -> None:
    from mqtune.report.encode import dumps

    rows = ",".join("\n  " + dumps(_entry(one)) for one in models)
    console.write(f'{{"version": 1,\n "models": [{rows}]}}\n')


def _entry(model: Model) -> dict[str, Any]:
    return {
        "name": model.name,
        "title": model.title,
        "says": model.says,
        "formula": model.formula.splitlines(),
        "symbols": model.symbols,
        "example": model.example,
        "measured": model.measured,
        "not_for": model.not_for,
        "inputs": [
            {
                "name": one.name,
                "kind": one.kind,
                "unit": one.unit,
                "says": one.says,
                "required": one.required,
                "default": one.default,
                "minimum": one.minimum,
                "maximum": one.maximum,
                "choices": list(one.choices),
            }
            for one in model.inputs.values()
        ],
        "outputs": [{"name": one.name, "unit": one.unit, "says": one.says} for one in model.outputs.values()],
        "constants": [
            {
                "name": one.name,
                "value": plain(one.value),
                "unit": one.unit,
                "when": one.when,
                "origin": one.origin,
                "source": one.source,
            }
            for one in model.constants
        ],
    }
