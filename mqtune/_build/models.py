"""Generates `docs/models/`: a page for each model, the list of them, and the list of published tables.

    python -m mqtune._build.models [--check]

A test keeps the pages fresh. The sources are in `mqtune/capacity/models/` and `published/`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mqtune._build.__main__ import refresh
from mqtune.capacity.definition import Constant, Input, Model, Range, models
from mqtune.capacity.inputs import shown
from mqtune.capacity.published import reports, table
from mqtune.capacity.run import VALUE, Point, holds, run_model, verify
from mqtune.text.messages import markdown

MODELS_FOLDER = Path(__file__).resolve().parents[2] / "docs" / "models"
MODELS_MADE = "<!-- Generated from mqtune/capacity by `python -m mqtune._build.models`: change it there. -->"

MODELS_INTRODUCTION = """\
Each model is derived from published figures and applies to the machine and release on which they were
measured, which it states. Use models for shapes, limits and comparisons. For your own rates, measure, and
replace the published constants by those of your machine: [calibration.md](calibration.md)."""
NO_BETTER = """\
Two measurements of the same configuration in the publish/subscribe report differ by 4.3%: no model can claim
to be more accurate than that."""
LINKS = (
    "- [calibration.md](calibration.md): constants of your own machine",
    "- [published-figures.md](published-figures.md): the tables that the models are derived from",
    "- [../unknowns.md](../unknowns.md): what is not known",
)
FIGURES = """\
Every table of the five reports, as printed, in `mqtune/capacity/published/`: one file per table, with
release, platform, hardware and the unit of each column. Misprints and conversion errors stay in the rows;
the correction is listed separately with the reason. `read` means read from the drawn line or bar of a chart,
with the resolution in the file; all other figures are printed."""


def model_pages() -> dict[str, str]:
    """The text of each page by file name."""
    points = verify()
    texts = {
        f"{model.name}.md": _page(model, [point for point in points if point.model == model.name])
        for model in models()
    }
    texts["README.md"] = _index(points)
    texts["published-figures.md"] = _figures()
    return texts


def _model_table(titles: list[str], rows: list[list[str]]) -> list[str]:
    return [*markdown(titles, rows), ""]


def _page(model: Model, points: list[Point]) -> str:
    lines = [f"# {model.name}: {model.title}", MODELS_MADE, "", model.says, ""]
    lines += ["```text", *model.formula.splitlines(), "```", ""]
    if model.symbols:
        lines += _model_table(["Symbol", "Meaning"], [[key, value] for key, value in model.symbols.items()])
    lines += _example(model)
    lines += ["## Inputs", ""]
    lines += _model_table(
        ["Input", "Default", "Allowed", "Meaning"],
        [
            [f"`{model_input.name}`", _default(model_input), _allowed(model_input), model_input.says]
            for model_input in model.inputs.values()
        ],
    )
    lines += ["## Outputs", ""]
    lines += _model_table(
        ["Output", "Unit", "Meaning"],
        [[f"`{output.name}`", output.unit, output.says] for output in model.outputs.values()],
    )
    lines += _constants(model)
    lines += ["## Range", "", f"Measured: {model.measured}.", ""]
    lines += _ranges("The model warns outside this range:", model.warnings)
    lines += _ranges("The model gives no answer (exit status 2):", model.refusals)
    lines += ["## Not suitable for", "", *(f"- {use}" for use in model.not_for), ""]
    lines += _errors(points)
    return "\n".join(lines)


def _example(model: Model) -> list[str]:
    given = dict(word.split("=", 1) for word in model.example.split())
    steps = [f"  {step}" for step in run_model(model.name, given).steps]
    command = f"$ mqtune model run {model.name} {model.example}"
    return ["```console", command, "…", "how", *steps, "…", "```", ""]


def _default(model_input: Input) -> str:
    if model_input.required:
        return "required"
    return "–" if model_input.default is None else f"`{model_input.default}`"


def _allowed(model_input: Input) -> str:
    if model_input.choices:
        return ", ".join(f"`{choice}`" for choice in model_input.choices)
    if model_input.minimum is None:
        return model_input.unit or model_input.kind
    return f"{model_input.minimum:,.10g} to {model_input.maximum:,.10g} {model_input.unit}"


def _constants(model: Model) -> list[str]:
    lines = ["## Constants", ""]
    rows = [
        [
            f"`{constant.name}`",
            _case(constant),
            f"{constant.value:,.10g}",
            constant.unit,
            constant.origin,
            constant.source,
        ]
        for constant in model.constants
    ]
    lines += _model_table(["Constant", "Case", "Value", "Unit", "Origin", "Source"], rows)
    lines += ["Derivation, and alternatives that were considered:", ""]
    return [*lines, *(f"- {text}" for text in model.derivation), ""]


def _case(constant: Constant) -> str:
    return ", ".join(f"{key}={value}" for key, value in constant.when.items())


def _ranges(title: str, ranges: list[Range]) -> list[str]:
    if not ranges:
        return []
    return [title, "", *(f"- {_condition(bounds)}: {bounds.says}" for bounds in ranges), ""]


def _condition(bounds: Range) -> str:
    parts = [f"{key} {values}" for key, values in bounds.when.items()]
    parts += [f"{key} above {end:,.10g}" for key, end in bounds.above.items()]
    parts += [f"{key} below {end:,.10g}" for key, end in bounds.below.items()]
    lifted = ", unless calibrated" if bounds.lifted else ""
    return ", ".join(parts) + lifted


def _errors(points: list[Point]) -> list[str]:
    lines = ["## Error", ""]
    if not points:
        return [*lines, "No published point is available for comparison.", ""]
    rows = []
    for case in dict.fromkeys((point.case, point.quantity, point.claim) for point in points):
        these = [point for point in points if (point.case, point.quantity, point.claim) == case]
        rows.append([case[0], f"`{case[1]}`", str(len(these)), _claim(these), *_mean_worst(these)])
    titles = ["Case", "Output", "Points", "Claimed", "Mean error", "Worst"]
    lines += ["`mqtune model verify` prints every point.", "", *_model_table(titles, rows)]
    return lines


def _claim(points: list[Point]) -> str:
    first = points[0]
    if first.claim == VALUE:
        return "yes"
    if not first.claimed:
        return f"no: {first.why_not}"
    return f"as {first.claim}, respected by {sum(map(holds, points))} of {len(points)}"


def _mean_worst(points: list[Point]) -> list[str]:
    errors = [point.error_percent for point in points if point.error_percent is not None]
    if not errors:
        return ["refused", ""]
    return [f"{sum(map(abs, errors)) / len(errors):.1f}%", f"{max(errors, key=abs):+.1f}%"]


def _index(points: list[Point]) -> str:
    lines = ["# Capacity models", MODELS_MADE, ""]
    lines += [MODELS_INTRODUCTION, ""]
    rows = []
    for model in models():
        claimed = [p for p in points if p.model == model.name and p.claim == VALUE]
        errors = _mean_worst(claimed) if claimed else ["", ""]
        rows.append([f"[{model.name}]({model.name}.md)", model.title, str(len(claimed)), *errors])
    lines += _model_table(["Model", "Title", "Points claimed", "Mean error", "Worst"], rows)
    lines += [NO_BETTER, "", *LINKS, ""]
    return "\n".join(lines)


def _figures() -> str:
    lines = ["# Published figures", MODELS_MADE, ""]
    lines += [FIGURES, ""]
    for report in reports().values():
        lines += [f"## {report['full-title']}", ""]
        rows = []
        for name in report["tables"]:
            report_table = table(name)
            link = f"[{name}](../../mqtune/capacity/published/{name}.toml)"
            rows.append(
                [
                    link,
                    report_table.title,
                    report_table.where,
                    str(report_table.page),
                    str(len(report_table.rows)),
                    report_table.origin,
                ]
            )
        lines += _model_table(["Table", "Title", "Where", "Page", "Rows", "Origin"], rows)
        lines += _corrections(report["tables"])
    return "\n".join(lines)


def _corrections(names: list[str]) -> list[str]:
    lines = []
    for name in names:
        lines += [_correction(name, correction) for correction in table(name).corrections]
        lines += [f"- `{name}`: {note}" for note in table(name).notes]
    return [*lines, ""] if lines else []


def _correction(name: str, correction: dict[str, Any]) -> str:
    place = f"- `{name}`, row {correction['row']}, `{correction['column']}`"
    return f"{place}: printed {_cell(correction['printed'])}, correct {_cell(correction['corrected'])}: {correction['reason']}"


def _cell(value: object) -> str:
    return shown(value) if isinstance(value, int | float) else f"`{value}`"


def write_models(arguments: Sequence[str]) -> int:
    """Refresh the pages; see `refresh`."""
    return refresh({MODELS_FOLDER / name: text for name, text in model_pages().items()}, arguments)


if __name__ == "__main__":
    raise SystemExit(write_models(sys.argv[1:]))
